"""Glossaries and credits: entries are terms; no line under them is a rule, even if it begins with a number."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number

from rules_cli.model import GlossaryEntry
from rules_cli.parse.glossary import explained, names_of

BOOK = """Kite Rules

1. Kites

100. General

100.1. A kite flies.

100.2. A kite that is cut loose is lost. See rule 101.

101. Lines

101.1. Each kite has a line.

101.1a A line may break.

Glossary

Kite
A thing that flies. See rule 100, “General.”

Line, Tail Line
What holds a kite.
Example: A kite with two lines
has two chances.
See rule 101, “Lines,” and rules 101.1–101.1a.

Tether
See Line.

Bow (Obsolete)
1. An old word for the front.
2. What an archer holds.

Credits

Kite Makers Guild
7 Harbour Street
101 Newport
"""


def terms(text: str) -> dict[str, GlossaryEntry]:
    book = book_of(text, "mtg")
    return {term.names[0]: term for term in explained(book.rows, book.glossaries)}


class TestRows:
    def test_an_entry_is_a_rule_with_a_title_and_an_address_under_the_glossary(self) -> None:
        rows = by_number(book_of(BOOK, "mtg"))
        entries = [(row.title, row.kind, row.number) for row in rows.values() if row.parent == "glossary"]
        assert entries == [
            ("Kite", "rule", "glossary.kite"),
            ("Line, Tail Line", "rule", "glossary.line-tail-line"),
            ("Tether", "rule", "glossary.tether"),
            ("Bow (Obsolete)", "rule", "glossary.bow-obsolete"),
        ]
        assert (rows["glossary"].kind, rows["glossary"].title, rows["glossary"].parent) == ("heading", "Glossary", None)

    def test_its_words_are_all_lines_under_its_head(self) -> None:
        line = next(row for row in book_of(BOOK, "mtg").rows if row.title == "Line, Tail Line")
        assert line.words.examples == ("A kite with two lines",) or "two chances" in line.words.examples[0]
        assert (line.words.text or "").startswith("What holds a kite.")
        assert [(r.printed, r.resolved) for r in line.references if r.printed.startswith("rule")] == [
            ("rule 101", True),
            ("rules 101.1", True),
        ]

    def test_numbered_senses_and_addresses_are_no_rules(self) -> None:
        book = book_of(BOOK, "mtg")
        assert [row.number for row in book.rows if not row.title] == ["100.1", "100.2", "101.1", "101.1a"]
        bow = next(row for row in book.rows if row.title == "Bow (Obsolete)")
        assert bow.words.text == "1. An old word for the front.\n2. What an archer holds."
        assert not [a for a in book.anomalies if a.kind != "leading-fragment"]
        credits = by_number(book)["credits"]
        assert (credits.title, credits.words.text) == ("Credits", "Kite Makers Guild\n7 Harbour Street\n101 Newport")
        assert book.asides == ("kite-rules", "credits")

    def test_rules_that_go_on_after_a_glossary_are_rules(self) -> None:
        book = book_of(f"{BOOK}\n2. Wind\n\n200. General\n\n200.1. Wind blows.\n", "mtg")
        assert by_number(book)["200.1"].words.text == "Wind blows."
        assert by_number(book)["200.1"].parent == "200"

    def test_a_glossary_in_markdown_has_headings(self) -> None:
        rules = "# Kites\n\n## 1 Kites\n\n1.1 A kite flies.\n\n"
        assert list(terms(f"{rules}## Glossary\n\n### Kite\n\nIt flies.\n\n### Line\n\nIt holds.\n")) == [
            "Kite",
            "Line",
        ]

    def test_a_glossary_of_labels(self) -> None:
        text = (
            "1 Kites\n\n1.1 A kite flies.\n\nGlossary\n\nKite: a thing that flies.\n\nTail line – What trails (1.1).\n"
        )
        book = book_of(text, "fabula")
        entries = [(row.title, row.words.text) for row in book.rows if row.parent == "glossary"]
        assert entries == [("Kite", "a thing that flies."), ("Tail line", "What trails (1.1).")]

    def test_a_mention_of_the_word_opens_nothing(self) -> None:
        book = book_of("1 Kites\n\n1.1 Words are explained in the\nGlossary\nof this book.\n\n1.2 A kite flies.\n")
        assert not book.glossaries
        assert by_number(book)["1.2"].kind == "rule"


class TestTerms:
    def test_the_rules_that_an_entry_names(self) -> None:
        found = terms(BOOK)
        assert found["Kite"].rules == ("100",)
        assert found["Line, Tail Line"].rules[:2] == ("101", "101.1")

    def test_an_entry_that_sends_the_reader_on(self) -> None:
        found = terms(BOOK)
        assert found["Tether"].see == (found["Line, Tail Line"].number,)
        assert found["Tether"].rules == ()

    @pytest.mark.parametrize(
        ("head", "names"),
        [
            ("Kite", ["Kite"]),
            ("Kite.", ["Kite"]),
            ("Control, Controller", ["Control, Controller", "Control", "Controller"]),
            ("Bow (Obsolete)", ["Bow"]),
            ("Even Kite Order (EKO)", ["Even Kite Order", "EKO"]),
            ("Banding, “Bands with Other”", ["Banding, Bands with Other", "Banding", "Bands with Other"]),
            ("Fly/Draw (Informal)", ["Fly/Draw", "Fly", "Draw"]),
            ("For Harbour!", ["For Harbour!"]),
            ("“As though”", ["As though"]),
            ("Roll a d20", ["Roll a d20"]),
        ],
    )
    def test_the_names_in_a_head(self, head: str, names: list[str]) -> None:
        assert names_of(head) == names

    def test_a_whole_head_goes_before_a_name_in_a_list(self) -> None:
        text = BOOK.replace("Tether\nSee Line.", "Tail Line\nIt trails.\n\nTether\nSee Tail Line.")
        found = terms(text)
        assert found["Tether"].see == (found["Tail Line"].number,)


def test_an_entry_may_have_a_dash_without_blanks_before_its_words() -> None:
    rules = "1.1 A kite flies.\n\n1.2 A line holds.\n\n1.3 A tail hangs.\n\n"
    text = rules + "# Glossary\n\n**Keeper**—Who looks after a lake.\n\n**Tail**—What a kite has.\n"
    rows = by_number(book_of(text, name="book.md"))
    assert rows["glossary.keeper"].words.text == "Who looks after a lake."
