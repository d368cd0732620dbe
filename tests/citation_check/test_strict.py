"""Drafts checked strictly: each planted fault is found, each sound draft passes, so does each line that fixes one."""

from __future__ import annotations

import pytest
from citation_check.kites import NEWER, both_editions, check, install
from support import Run

from rules_cli.citation_check import Check, Checked, CheckedText, Editions
from rules_cli.model import Book, Row, RuleNumber, RuleText
from rules_cli.store.editions import InstalledBooks

WIND = "The flier names the wind before the kite leaves the hand"
GRASS = "A launch that touches the grass counts as no launch at all"
SAND = "A kite lands when both of its corners touch the sand"
TAIL = "A tail that is longer than the pole is folded over twice"

SOUND = {
    "number says quotation": f"CR 101.1b says “{WIND}.”",
    "quotation, number in brackets": f"The wind comes first: “{WIND}” (101.1b).",
    "straight marks over two lines": 'By 101.1c, "A launch that touches the grass\ncounts as no launch at all".',
    "a part of the words": "By rule 101.1c it “counts as no launch at all”.",
    "an edition": f"CR 101.1b ({NEWER}): “{WIND}.”",
    "five words": "By rule 101.1c it “counts as no launch at”.",
    "words left out": "CR 101.2: “A kite that leaves its string … until the next horn sounds.”",
    "words of the writer's own": "CR 101.2: “A kite that leaves [the line] is lost until the next horn sounds.”",
    "a block quotation": f"> **101.1b** {WIND}.\n\nSo it is too late.",
    "a block quotation and its source": f"> {WIND}.\n\n— CR 101.1b",
    "an example": "See 102.1: “A corner in a pool of water does not touch the sand.”",
    "two rules": f"101.1b: “{WIND}.” And 102.1: “{SAND}.”",
    "cited twice, quoted once": f"By 102.1 it has landed. 102.1 says “{SAND}.”",
    "a rule cited inside a quotation": "CR 103.2: “is undone before the next launch begins [102.1].”",
    "a range of which one rule is quoted": f"See 101.1a–c: “{GRASS}.”",
    "a section by words of a rule in it": f"Section 102 decides: “{TAIL}.”",
    "a card's words without a rule's number": f"My card says “Untie one knot of your kites”. CR 102.1: “{SAND}.”",
    "other numbers": f"At 12.30 I paid 101 coins. CR 102.1: “{SAND}.”",
}
FAULTY = {
    "a rule that does not exist": ("CR 101.9 settles it.", ["not there"]),
    "a rule that does not exist, with its words": ("CR 101.1z: “The flier names no wind at all.”", ["not there"]),
    "a bare number that does not exist": (f"By 101.1z it is over. CR 102.1: “{SAND}.”", ["not there", "fine"]),
    "a section that does not exist": (f"CR 109.1 says “{SAND}.”", ["not there"]),
    "another edition's number": (f"CR 101.1a: “{WIND}.”", ["misquoted"]),
    "another edition's number, in brackets": (f"“{GRASS}” (101.1b)", ["misquoted"]),
    "a number that only another edition has": ("CR 102.3: “A tail that is longer than the pole.”", ["not there"]),
    "another edition's words": ("CR 101.2: “A kite that leaves its string is lost until dusk falls.”", ["misquoted"]),
    "another edition's rule, removed": ("CR 102.2: “The judge measures every landing.”", ["misquoted"]),
    "one word changed": ("CR 101.1c: “A launch that touches the grass counts as one launch.”", ["misquoted"]),
    "one word left out": ("CR 101.1c: “A launch that touches grass counts as no launch.”", ["misquoted"]),
    "a word added": ("CR 102.1: “A kite always lands when both of its corners touch.”", ["misquoted"]),
    "a not": ("CR 103.1: “Two knots of one colour may stand side by side.”", ["misquoted"]),
    "words of another rule": (f"CR 102.1: “{TAIL}.”", ["misquoted"]),
    "words of no rule": ("CR 102.1: “Every flier draws one card when it rains.”", ["misquoted"]),
    "words of no rule in a block": ("> **102.1** Every flier draws one card when it rains.\n", ["misquoted"]),
    "no quotation": ("By CR 102.1 the kite has landed.", ["unquoted"]),
    "no quotation, a bare number": ("The kite has landed, 102.1.", ["unquoted"]),
    "no quotation, two rules": ("By CR 102.1 and CR 103.1 it has.", ["unquoted", "unquoted"]),
    "no quotation, a list": ("CR 102.1 and 103.1 say so.", ["unquoted", "unquoted"]),
    "no quotation, a range": ("CR 101.1a–c say so.", ["fine", "unquoted"]),
    "four words": ("CR 102.1: it has landed when “corners touch the sand”.", ["unquoted"]),
    "one rule quoted, one not": (f"CR 102.1: “{SAND}.” And CR 103.1.", ["fine", "unquoted"]),
    "no citation": ("Yes, the kite has landed.", ["uncited"]),
    "no citation, an empty draft": ("", ["uncited"]),
    "a quotation without its number": (f"The rules say “{SAND}.”", ["uncited"]),
    "a quotation of the rules that is in none": ("The rules say “every flier draws one card”.", ["uncited"]),
    "a quotation nearly of a rule": (
        f"CR 102.1: “{SAND}.” But “a tail that is longer than a pole is folded over twice.”",
        ["fine", "uncited"],
    ),
    "a number in two books": (f"Rule 1.1.1a says so. CR 102.1: “{SAND}.”", ["not there", "fine"]),
    "a rule of another book": (f"CR 1.1.1 says so. CR 102.1: “{SAND}.”", ["not there", "fine"]),
}


@pytest.fixture(autouse=True)
def _kites() -> None:
    both_editions()


def strictly(text: str) -> Checked:
    return Check(Editions(InstalledBooks(), "kites"), strict=True).text(CheckedText("draft.md", text))


def verdicts(text: str) -> list[str]:
    return [each.verdict for each in strictly(text).found]


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_a_sound_draft_passes(text: str) -> None:
    found = strictly(text)
    assert {each.verdict for each in found.found} == {"fine"}, [each.detail for each in found.found]
    assert not found.wrong


@pytest.mark.parametrize(("text", "wanted"), FAULTY.values(), ids=FAULTY)
def test_each_planted_fault_is_found_and_has_a_line_that_fixes_it(text: str, wanted: list[str]) -> None:
    found = strictly(text)
    assert [each.verdict for each in found.found] == wanted
    assert found.wrong
    assert all(each.fix for each in found.found if each.verdict != "fine")


@pytest.mark.parametrize("text", [text for text, _ in FAULTY.values()], ids=FAULTY)
def test_a_line_that_is_to_be_written_passes_itself(text: str) -> None:
    for each in strictly(text).found:
        if each.fix and each.fix.caption == "fix write":
            assert verdicts(str(each.fix)) == ["fine"], str(each.fix)


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        (f"CR 101.1a: “{WIND}.”", f"101.1b: “{WIND}.”"),
        (f"The rules say “{SAND}.”", f"102.1: “{SAND}.”"),
        ("CR 101 it is.", "101.1: “A kite is launched from open ground by one flier at a time.”"),
        ("CR 103.2 it is.", '103.2: “A "granny knot" is undone before the next launch begins [102.1].”'),
        ("CR 101.2: “A kite that leaves its string is lost until dusk falls.”", None),
        ("Yes, it has landed.", "rules search yes it has landed -b kites"),
        ("CR 102.9 says that a wet kite sinks.", "rules search says that a wet kite sinks -b kites"),
    ],
)
def test_the_line_has_the_rule_or_finds_it(text: str, fix: str | None) -> None:
    fixes = [str(each.fix) for each in strictly(text).found if each.fix]
    assert fixes == [fix or "101.2: “A kite that leaves its string is lost until the next horn sounds.”"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [("See mastery.", ["mastery"]), ("It is lost [mastery].", ["mastery"]), ("A mastery is lost.", [])],
)
def test_the_id_of_a_page_of_one_word_counts_where_it_is_given_as_an_id(text: str, printed: list[str]) -> None:
    rows = (
        Row(RuleNumber("mastery"), "heading", title="Mastery"),
        Row(RuleNumber("mastery.1"), "rule", RuleNumber("mastery"), words=RuleText("A mastery is no card at all.")),
    )
    InstalledBooks().install(Book("pages", "2020-01-01", "Pages", "en", rows))
    found = Check(Editions(InstalledBooks(), "pages"), strict=True).text(CheckedText("draft.md", text)).found
    assert [each.cited.mention.printed for each in found if each.meaning] == printed


def test_words_of_an_older_edition_lead_to_the_rule_that_they_became() -> None:
    install("1. Play\n\n1.1. A gull is fed at the pier before the noon bell rings twice.\n", "gulls", "2020-01-01")
    new = "1. Play\n\n1.1. Nobody swims.\n\n1.2. A gull is fed at the pier before the evening bell rings.\n"
    install(new, "gulls", "2021-01-01")
    text = CheckedText("draft.md", "CR 1.1: “A gull is fed at the pier before the noon bell rings twice.”")
    (found,) = Check(Editions(InstalledBooks(), "gulls"), strict=True).text(text).found
    assert found.verdict == "misquoted" and "2020-01-01" in found.detail
    assert str(found.fix) == "1.2: “A gull is fed at the pier before the evening bell rings.”"


def test_without_strict_nothing_has_to_be_quoted() -> None:
    text = "By CR 102.1 the kite has landed, 103.1 or not."
    assert [each.verdict for each in check(text).found] == ["fine"]


CHATS = ("discord", "slack", "reddit", "telegram")
CITE = [[], ["--format", "markdown"], ["--format", "html"], *(["--for", chat] for chat in CHATS)]


@pytest.mark.parametrize("number", ["101.1", "101.1c", "102.1", "103.2"])
@pytest.mark.parametrize("form", CITE, ids=lambda form: "-".join(form) or "plain")
def test_what_cite_prints_passes(run: Run, number: str, form: list[str]) -> None:
    cited = run("cite", f"kites:{number}", *form).out
    name = "draft.html" if "html" in form else "draft.md"
    for strict in (False, True):
        found = Check(Editions(InstalledBooks(), "kites"), strict).text(CheckedText(name, cited)).found
        assert found and {each.verdict for each in found} == {"fine"}, [each.detail for each in found]


def test_ids_that_are_words_and_names_of_editions_are_known() -> None:
    install("1. Play\n\n1.1. A gull may be fed.\n\nGlossary\n\nPier\nA row of planks over the sea.\n", "gulls", "1.2")
    number = next(each for each in InstalledBooks().edition("gulls").numbers() if each.endswith("pier"))
    for quoted, wanted in (("A row of planks over the sea.", "fine"), ("A row of stones over the sea.", "misquoted")):
        text = CheckedText("draft.md", f"{number} (1.2) says “{quoted}”")
        found = Check(Editions(InstalledBooks(), "gulls"), strict=True).text(text).found
        assert [(each.meaning and each.meaning.number, each.verdict) for each in found] == [(number, wanted)]
