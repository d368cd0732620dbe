"""Rewriting: what surely moved, as it was printed, and not a byte besides."""

from __future__ import annotations

import pytest
from citation_check.kites import NEWER, OLDER, both_editions, check, install
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.citation_check import Check, Editions, read_text
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.rewrite import reprinted
from rules_cli.lookup.permalink import words_digits
from rules_cli.model import Row, RuleText
from rules_cli.model import RuleNumber as N
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import fingerprint

TAIL_WORDS = RuleText("A tail that is longer than the pole is folded over twice.")
TAIL = words_digits(Row(N("102.3"), "rule", words=TAIL_WORDS, fingerprint="0"))
OLD_TAIL = fingerprint(TAIL_WORDS.text or "")[:8]


@pytest.fixture(autouse=True)
def kites() -> None:
    """Both editions of the kites, and a book whose chapters and pages moved."""
    both_editions()


def fixed(text: str, name: str = "a.txt", written: str = OLDER) -> str:
    """The text with what moved since the older edition rewritten."""
    return check(text, name, written=written).fixed.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("CR 101.1a", "CR 101.1b", id="a letter"),
        pytest.param("CR 1011a", "CR 1011b", id="run together"),
        pytest.param("CR 101.1(a)", "CR 101.1(b)", id="in brackets"),
        pytest.param("CR 101.1 (A)", "CR 101.1 (B)", id="in brackets, large"),
        pytest.param("CR 101.1.a", "CR 101.1.b", id="behind a dot"),
        pytest.param("CR 101.1A", "CR 101.1B", id="large"),
        pytest.param("kites:102.3", "kites:102.2", id="book"),
        pytest.param(f"kites@{OLDER}:102.3", f"kites@{NEWER}:102.2", id="edition"),
        pytest.param(f"kites@{OLDER}:102.3~{TAIL}", f"kites@{NEWER}:102.2~{TAIL}", id="permanent"),
        pytest.param(f"kites@{OLDER}:102.3~{OLD_TAIL}", f"kites@{NEWER}:102.2~{TAIL}", id="permanent, version 2"),
        pytest.param("101.1a–d", "101.1b–e", id="range of letters"),
        pytest.param("CR 101.1a/b", "CR 101.1b/c", id="letter behind a stroke"),
        pytest.param("rules 101.1a and b", "rules 101.1b and c", id="letter behind a word"),
        pytest.param("CR 101.1a-101.1d", "CR 101.1b-101.1e", id="range in full"),
        pytest.param("CR 101.1a, 101.1c and 103.1", "CR 101.1b, 101.1d and 103.1", id="list"),
        pytest.param(f"kites@{OLDER}:101.1a, 103.1", f"kites@{NEWER}:101.1b, 103.1", id="list behind an edition"),
    ],
)
def test_each_in_its_own_style(before: str, after: str) -> None:
    assert fixed(f"See {before}.") == f"See {after}."


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("CR 103.1", id="fine"),
        pytest.param("CR 101.2", id="its words changed"),
        pytest.param("CR 102.2", id="removed"),
        pytest.param("CR 103.9", id="never there"),
        pytest.param("CR 101.1d–101.2", id="a range of which only one end moved"),
        pytest.param("CR 101.1c–102.3", id="a range that would hold fewer rules"),
        pytest.param(f"kites@{OLDER}:101.1a, 102.2", id="a list after one edition, with a removed rule"),
        pytest.param(f"kites@{OLDER}:101.1d–101.2, 101.1a", id="a list behind one edition with such a range"),
        pytest.param("http://x.y/101.1a", id="an address"),
    ],
)
def test_left_alone(text: str) -> None:
    assert fixed(text) == text


TITLED = """\
7. Sails

701. Kinds

701.1. Jib

701.1a A jib is set before the mast.

701.2. Genoa

701.2a A genoa reaches behind the mast.

701.3. Spinnaker

701.3a A spinnaker is set only with the wind from behind.
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Genoa is 701.2 and spinnaker 701.3.", "Genoa is 701.3 and spinnaker 701.4."),
        ("genoa 701.2", "genoa 701.3"),
        ("Set 701.3 (spinnaker) late.", "Set 701.4 (spinnaker) late."),
        ("A **genoa** 701.2 is large.", "A **genoa** 701.3 is large."),
        ("CR 701.2a and it costs 701.3 in all.", "CR 701.2a and it costs 701.3 in all."),
        ("CR 701.2a and\nit costs 701.3 in all.", "CR 701.3a and\nit costs 701.3 in all."),
        ("sails:701.2a at 701.3 all in", "sails:701.2a at 701.3 all in"),
    ],
)
def test_a_line_names_one_edition(before: str, after: str) -> None:
    newer = TITLED.replace("701.3", "701.4").replace("701.2", "701.3")
    install(TITLED, "sails", OLDER)
    install(
        newer.replace("701.3. Genoa", "701.2. Staysail\n\n701.2a It is small and stays up.\n\n701.3. Genoa"),
        "sails",
        NEWER,
    )
    book = None if before.startswith("sails:") else "sails"
    checking = Check(Editions(InstalledBooks(), book, OLDER))
    assert checking.text(read_text(before.encode(), "a.md")).fixed.decode() == after


@pytest.mark.parametrize(
    "newer",
    [
        pytest.param(["Bread is shared.", "Call it."], id="a rule that says the same kept its number"),
        pytest.param(["Bread is shared.", "Fish is not.", "Call it."], id="which of two it became is a guess"),
    ],
)
def test_a_rule_that_another_says_too_is_left_alone(newer: list[str]) -> None:
    for edition, texts in ((OLDER, ["Call it.", "Call it.", "Bread is shared."]), (NEWER, newer)):
        rules = "".join(f"\n1.{n} {text}\n" for n, text in enumerate(texts, 1))
        install(f"1 Gulls\n{rules}", "gulls", edition)
    assert fixed("gulls:1.1 and gulls:1.2, gulls:1.3") == "gulls:1.1 and gulls:1.2, gulls:1.1"


@pytest.mark.parametrize("text", ["gulls:1.1a/b", "gulls:1.1a and b", "gulls:1.1a, b, and 1.2"])
def test_a_letter_alone_is_not_left_behind_another_number(text: str) -> None:
    flown, stood = "A gull that has flown is tired.", "A gull that stands on one leg sees nobody."
    heads = "1 Gulls\n\n1.1 Gulls call.\n\n1.1a {}\n\n1.1b {}\n\n1.2 Bread is shared.\n"
    install(heads.format(flown, stood), "gulls", OLDER)
    install(f"{heads.format('Fish is thrown twice.', stood)}\n1.2a {flown}\n", "gulls", NEWER)
    assert [judged.verdict for judged in check(text, written=OLDER).found][:2] == ["moved", "fine"]
    assert fixed(text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<a href="#101.1a">CR <b>101.1a</b></a>', '<a href="#101.1a">CR <b>101.1b</b></a>'),
        ("<p>CR&nbsp;101.1a&ndash;d", "<p>CR&nbsp;101.1b&ndash;e"),
        ("CR 101.<b>1a</b>", "CR 101.<b>1a</b>"),
    ],
    ids=["attributes stay", "character references stay", "a number that markup runs through is left"],
)
def test_in_html(before: str, after: str) -> None:
    assert fixed(before, "a.html") == after


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_else_stays_byte_for_byte(encoding: str, end: str) -> None:
    text = end.join(["Não –  CR 101.1a\t", "", "x CR 103.1"])
    checked = Check(Editions(InstalledBooks(), "kites", OLDER)).text(read_text(text.encode(encoding), "a.txt"))
    assert checked.fixed == text.replace("101.1a", "101.1b").encode(encoding)
    assert checked.rewritten == 1


PIECES = st.sampled_from(
    ["CR ", "101.1a", "101.1d", "–", "-", "102.3", ", ", " and ", "103.1", "kites:", "\n", "(", ")"]
)


@given(st.lists(PIECES | st.text(max_size=2), max_size=12).map("".join))
def test_what_was_rewritten_names_the_rule_of_today(text: str) -> None:
    checked = check(text, written=OLDER)
    today = check(checked.fixed.decode())
    rewritten = {edit.start for edit in checked.edits}
    assert len(today.found) == len(checked.found)
    for before, after in zip(checked.found, today.found, strict=True):
        assert after.meaning == (before.now if before.cited.mention.at in rewritten else before.meaning)


@pytest.mark.parametrize(
    ("printed", "was", "now", "before", "after"),
    [
        pytest.param("h", "601.2h", "601.2g", "601.2e", "g", id="a letter behind its rule"),
        pytest.param("h", "601.2h", "602.1b", "601.2e", "602.1b", id="a letter behind another rule"),
        pytest.param("h", "601.2h", "601.3", "601.2e", "601.3", id="a letter that is a rule now"),
        pytest.param("8", "119.8", "119.9", "119.7", "9", id="last part"),
        pytest.param("8", "119.8", "120.1", "119.7", "120.1", id="last part of another section"),
        pytest.param("7.5", "2.7.5", "2.8.6", "2.8.3", "8.6", id="last two parts"),
        pytest.param("704.5(k)", "704.5k", "704.6", None, "704.6", id="no letter any more"),
        pytest.param("704.5", "704.5", "704.5a", None, "704.5a", id="a letter now"),
        pytest.param("7045k", "704.5k", "704.12k", None, "70412k", id="run together"),
        pytest.param("1.14.7#2", "1.14.7#2", "1.14.8", None, "1.14.8", id="a number printed again"),
        pytest.param("704.5k", "704.5k", "704.5j#2", None, "704.5j#2", id="a number printed again now"),
        pytest.param("12", "tails.12", "tails.13", "tails.11", "13", id="an item of a page"),
        pytest.param("12", "tails.12", "strings.3", "tails.11", "strings.3", id="an item of another page"),
        pytest.param("Tails.12", "tails.12", "tails.13", None, "tails.13", id="a page in capitals"),
    ],
)
def test_a_number_is_printed_as_the_old_one_was(
    printed: str, was: str, now: str, before: str | None, after: str
) -> None:
    mention = Mention(0, 0, len(printed), printed, (N(was),), "word", 0)
    judged = CheckedCitation(
        ResolvedCitation(mention, (CitationReading("x", N(was)),), True),
        "moved",
        now=CitationReading("x", N(now)),
        sure=True,
    )
    assert reprinted(judged, N(before) if before else None) == after
