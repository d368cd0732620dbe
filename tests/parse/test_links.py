"""References in rulebooks: the smallest token that names a rule, its target, and texts that only look like one."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, document, odd, references, shipped

from rules_cli.model import RuleNumber
from rules_cli.numbers.references import BookNumbers
from rules_cli.parse import parse
from rules_cli.parse.links import find
from rules_cli.parse.profile import Profile

Found = list[tuple[str, str]]


def found(text: str, slug: str | None) -> Found:
    """The references of a text as (printed, target)."""
    return [
        (text[each.start : each.end], str(each.number))
        for each in find(text, shipped(slug) or Profile(), BookNumbers())
    ]


FORMS: dict[str, tuple[str, str | None, Found]] = {
    "brackets": ("the pilot,[1.7] and", "fab", [("[1.7]", "1.7")]),
    "brackets side by side": ("out.[1.10.2][4.5]", "fab", [("[1.10.2]", "1.10.2"), ("[4.5]", "4.5")]),
    "a lettered rule in brackets": ("see[2.7.3a].", "fab", [("[2.7.3a]", "2.7.3a")]),
    "a list in one pair of brackets": ("see [1.2, 1.3].", "fab", [("1.2", "1.2"), ("1.3", "1.3")]),
    "a range in one pair of brackets": ("see [1.2–4].", "fab", [("1.2", "1.2"), ("4", "1.4")]),
    "round brackets": ("cor (2.4) e", "fabula", [("(2.4)", "2.4")]),
    "a lettered rule in round brackets": ("ciclo (1.17.6a).", "fabula", [("(1.17.6a)", "1.17.6a")]),
    "a list in round brackets": ("ver (1.1, 1.2 e 1.3)", "fabula", [("1.1", "1.1"), ("1.2", "1.2"), ("1.3", "1.3")]),
    "the word rule": ("(See rule 402, “Hooks.”)", "mtg", [("rule 402", "402")]),
    "the word rule in capitals": ("Rule 402.1 says", "mtg", [("Rule 402.1", "402.1")]),
    "a section after see": ("See 718, “Hooks.”", "mtg", [("See 718", "718")]),
    "a count is no reference": ("exactly 100 cards, or 2.5 inches", "mtg", []),
    "the word rule over a line's end": ("see rule\n402", "mtg", [("rule\n402", "402")]),
    "the word section": ("see section 6.", "mtg", [("section 6", "6")]),
    "the end of a sentence": ("See rule 402. A hook", "mtg", [("rule 402", "402")]),
    "and": ("rules 601.2b and 601.2f", "mtg", [("rules 601.2b", "601.2b"), ("601.2f", "601.2f")]),
    "or": ("rule 601.2b or 601.2f", "mtg", [("rule 601.2b", "601.2b"), ("601.2f", "601.2f")]),
    "a list": (
        "rules 402, 403, and 405",
        "mtg",
        [("rules 402", "402"), ("403", "403"), ("405", "405")],
    ),
    "a list with names": (
        "rules 702.109, “Dash,” 702.152, “Blitz,” and 702.185",
        "mtg",
        [("rules 702.109", "702.109"), ("702.152", "702.152"), ("702.185", "702.185")],
    ),
    "a range of letters": ("rules 608.2b–c.", "mtg", [("rules 608.2b", "608.2b"), ("c", "608.2c")]),
    "a range of letters in a list": (
        "rules 601.2b and 601.2f-h",
        "mtg",
        [("rules 601.2b", "601.2b"), ("601.2f", "601.2f"), ("h", "601.2h")],
    ),
    "a range of tails": ("rules 119.7–8.", "mtg", [("rules 119.7", "119.7"), ("8", "119.8")]),
    "a range of whole numbers": ("rules 903.6–903.11", "mtg", [("rules 903.6", "903.6"), ("903.11", "903.11")]),
    "a range with blanks": ("rules 509.2 – 509.4", "mtg", [("rules 509.2", "509.2"), ("509.4", "509.4")]),
    "a range in words": ("rules 509.2 through 509.4", "mtg", [("rules 509.2", "509.2"), ("509.4", "509.4")]),
    "a range of sections": ("rules 601–603", "mtg", [("rules 601", "601"), ("603", "603")]),
    "no profile: brackets": ("a [1.2] and (1.3)", None, [("[1.2]", "1.2"), ("(1.3)", "1.3")]),
    "no profile: words": ("rule 1.2, regra 1.3", None, [("rule 1.2", "1.2"), ("regra 1.3", "1.3")]),
    "no profile: list in Portuguese": ("regras 1.2 e 1.3", None, [("regras 1.2", "1.2"), ("1.3", "1.3")]),
    "no profile: section sign": ("see §1.2 or § 1.3", None, [("§1.2", "1.2"), ("§ 1.3", "1.3")]),
}


@pytest.mark.parametrize(("text", "slug", "expected"), FORMS.values(), ids=FORMS)
def test_form(text: str, slug: str | None, expected: Found) -> None:
    assert found(text, slug) == expected


NONE: dict[str, tuple[str, str | None]] = {
    "a quantity": ("quatro (4) caixas e mais duas (+2)", "fabula"),
    "a quantity without a blank": ("recebe dois(2) pontos", "fabula"),
    "a number as word": ("zero (0), 6 (seis), 90°", "fabula"),
    "a symbol": ("a (c), two {r} and a {h}", "fab"),
    "a placeholder": ("[TITLE?] [MONIKER] [, SUFFIX?] [SUPERTYPES-1] [card number]/ [type]", "fab"),
    "a word in brackets": ("(1H), (2H), (0 is fair), [--- KIND]", "fab"),
    "a counter": ("a +1 or -1 counter, cost 1, 2/3", "fab"),
    "an address": ("at https://example.org/1.2/2.7", "fab"),
    "an ellipsis in brackets": ("“previna qualquer dano[...]”", "fabula"),
    "a bare number": ("as 601.2 has it", "mtg"),
    "another word that ends in rule": ("overrule 402", "mtg"),
    "an amount of rules": ("two rules, 3 cards", "mtg"),
    "too long a number": ("rule 12345", "mtg"),
    "a version": ("rule 1.2.3.4.5.6.7.8.9.10.11.12", "mtg"),
    "no form in the profile": ("rule 1.2 [1.2] (1.2)", "ga"),
    "no profile: a bare number in brackets": ("four (4), [2], {3}", None),
}


@pytest.mark.parametrize(("text", "slug"), NONE.values(), ids=NONE)
def test_what_is_no_reference(text: str, slug: str | None) -> None:
    assert found(text, slug) == []


ENDS: dict[str, str] = {
    "cards after a comma": "under rule 402, 3 cards are lost",
    "times": "use rule 402 5 times",
    "a rule and cards": "rule 402, 2 players",
    "to a thing": "apply rule 402 to a spell",
    "to do": "use rule 402 to do so",
    "a dash and a word": "rule 402 – as above",
    "a hyphened word": "rule 402-like things",
    "or a word": "rule 402 or an effect",
}


@pytest.mark.parametrize("text", ENDS.values(), ids=ENDS)
def test_what_follows_a_reference_is_no_part_of_it(text: str) -> None:
    assert found(text, "mtg") == [("rule 402", "402")]


@pytest.mark.parametrize("tail", [" to a spell", " to do so", " – a rest", ", 5 cards", " or of it", " a 2 cartas"])
def test_nor_of_one_with_a_letter(tail: str) -> None:
    assert found(f"rule 601.2b{tail}", "mtg") == [("rule 601.2b", "601.2b")]


SHIPS = """
1. Ships

1.1. A ship sails (see rules 1.2 and 1.9).

Example: It sails by rule 1.2a.

Note: So does rule 1.1's raft.

1.2. It sinks as rule 1 says.

1.2a It floats by rule 1.2.

1.2. It floats by rule 1.2 again.
"""


def test_examples_and_notes_refer_too_and_each_is_resolved_or_reported() -> None:
    book = book_of(SHIPS)
    assert references(book, "1.1") == [
        ("rules 1.2", "1.2", True),
        ("1.9", "1.9", False),
        ("rule 1.2a", "1.2a", True),
    ]
    assert references(book, "1.2") == [("rule 1", "1", True)]
    assert odd(book) == [("dangling-reference", "1.1"), ("duplicate-number", "1.2#2")]


def test_a_reference_is_resolved_in_the_whole_book_the_other_files_too() -> None:
    first, second = document("1.1 See rule 2.1 and rule 2.2.", "a.txt"), document("2.1 See rule 1.1.", "b.txt")
    book = parse([first, second], None, "made-up", "1")
    assert references(book, "1.1") == [("rule 2.1", "2.1", True), ("rule 2.2", "2.2", False)]
    assert references(book, "2.1") == [("rule 1.1", "1.1", True)]


class TestLinks:
    PAGE = "# Kites - Strings\n\n1. See [LINK](HREF).\n\n#### Slack Strings\n\n1. A slack string.\n"

    def linked(self, href: str, text: str = "this") -> list[tuple[str, str, bool]]:
        """The references of a page's first item, beside another page of the book."""
        page = document(self.PAGE.replace("HREF", href).replace("LINK", text), "strings.md")
        other = document("# Kites - Wind\n\n1. Wind.\n\n## Strong Wind\n\n1. Storm.\n", "kites-wind.md")
        return references(parse([page, other], shipped("ga"), "made-up", "1"), "strings.1")

    @pytest.mark.parametrize(
        ("href", "target"),
        [
            pytest.param("kites-wind.md", "wind", id="a page by its file"),
            pytest.param("kites-wind.md#strong-wind", "wind.strong-wind", id="a heading of a page"),
            pytest.param("kites-wind.md#gone", "wind", id="a heading that is not there"),
            pytest.param("#slack-strings", "strings.slack-strings", id="a heading of this page"),
        ],
    )
    def test_into_the_book(self, href: str, target: str) -> None:
        assert self.linked(href) == [("this", target, True)]

    @pytest.mark.parametrize("href", ["rain.md", "../../glossary/words.md#rain", "rain/README.md"])
    def test_a_path_that_leads_nowhere_is_kept(self, href: str) -> None:
        assert self.linked(href) == [("this", href, False)]

    @pytest.mark.parametrize("href", ["https://example.org/wind", "mailto:wind@example.org"])
    def test_an_address_is_no_reference(self, href: str) -> None:
        assert self.linked(href) == []

    def test_a_link_without_words_is_none(self) -> None:
        assert self.linked("kites-wind.md", "![](kite.png)") == []

    def test_printed_is_the_links_text_as_a_reader_sees_it(self) -> None:
        assert self.linked("kites-wind.md", "*Strong* \\[WIND\\]") == [("Strong [WIND]", "wind", True)]

    def test_an_anchor_of_a_numbered_book_leads_to_its_heading_or_nowhere(self) -> None:
        book = book_of("# Ships\n\n## Masts\n\n1.1 See [masts](#masts) and [hulls](#hulls).\n", name="ships.md")
        assert references(book, "1.1") == [("masts", "masts", True), ("hulls", "#hulls", False)]


class TestPageSlugs:
    def slugs(self, *titles: str) -> list[str]:
        """The numbers of pages with these titles."""
        documents = [document(f"# {title}\n\n1. A rule.\n", f"{n}.md") for n, title in enumerate(titles)]
        book = parse(documents, shipped("ga"), "made-up", "1")
        return [str(row.number) for row in book.rows if row.kind == "heading"]

    @pytest.mark.parametrize(
        ("title", "slug"),
        [
            ("Game Mechanics - Abilities", "abilities"),
            ("Kites", "kites"),
            ("Parts of a Kite - The Tail End", "the-tail-end"),
            ("Top-down Kites", "top-down-kites"),
            ("Player's Kites, & Others!", "players-kites-others"),
            ("Noções – Maré", "noções-maré"),
            ("Kites:", "kites"),
            ("???", "untitled"),
        ],
    )
    def test_slug_of_a_title(self, title: str, slug: str) -> None:
        assert self.slugs(title) == [slug]

    def test_where_two_pages_would_share_it_the_parents_slug_goes_in_front(self) -> None:
        assert self.slugs("Combat Phase - Damage Step", "Kite Phase - Damage Step", "Kites") == [
            "combat-phase-damage-step",
            "kite-phase-damage-step",
            "kites",
        ]

    def test_a_page_printed_twice_gets_a_second_number(self) -> None:
        assert self.slugs("Kites", "Kites") == ["kites", "kites#2"]


def test_a_number_of_a_chapter_that_the_book_does_not_have_is_another_book_s() -> None:
    text = "1 Kites\n\n1.1 A kite flies [6.2]. See [1.2], [1.9] and [6.2].\n\n1.2 It lands.\n"
    profile = Profile(references=("[{number}]",), other_book="kite-policy")
    book = parse([document(text)], profile, "kites", "1")
    listed = [(each.target, each.resolved, each.foreign) for each in by_number(book)["1.1"].references]
    assert listed == [
        ("kite-policy:6.2", False, True),
        ("1.2", True, False),
        ("1.9", False, False),
        ("kite-policy:6.2", False, True),
    ]
    assert odd(book) == [("dangling-reference", "1.1")]


def test_a_bare_number_is_a_reference_if_the_book_has_it() -> None:
    book = BookNumbers([RuleNumber(number) for number in ("601", "601.2a", "601.2h", "712.11c")])
    profile = shipped("mtg") or Profile()
    text = "This is an exception to 712.11c. It follows steps 601.2a–h, as in 712.12, and costs 2.50 coins."
    assert [str(each.number) for each in find(text, profile, book)] == ["712.11c", "601.2a", "601.2h"]


def test_a_figure_and_a_letter_is_a_reference_where_rules_have_such_numbers() -> None:
    text = (
        "1 Kites\n\n1a Two kites race.\n\n1b A kite without a line falls (see 2b).\n\n2 Lines\n\n2a A line holds.\n\n"
        "2b A line breaks in a storm (2a).\n\n2c A storm lasts 4b long, and ends by 1a.\n"
    )
    book = book_of(text)
    assert references(book, "1b") == [("see 2b", "2b", True)]
    assert references(book, "2b") == [("(2a)", "2a", True)]
