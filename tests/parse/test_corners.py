"""Rare prints in real sources: each test is a sentence of docs/interface.md that was once broken."""

from __future__ import annotations

from rules_cli.formats import read_bytes
from rules_cli.model import Book, Row
from rules_cli.parse import parse
from rules_cli.sources.importing import profile_of


def book(text: str, slug: str, name: str = "page.md") -> Book:
    return parse([read_bytes(text.encode(), name)], profile_of(slug), slug, "1")


def rows(found: Book) -> dict[str, Row]:
    return {str(row.number): row for row in found.rows}


def kinds(found: Book) -> list[tuple[str, str | None]]:
    return [(anomaly.kind, anomaly.number) for anomaly in found.anomalies]


def test_a_page_list_of_short_items_that_restarts_is_no_table_of_contents() -> None:
    found = book("# Field\n\n1. One\n2. Two\n4. Four\n2. Two again\n   1. sub\n", "ga")
    assert {"field.1", "field.2", "field.4", "field.2#2", "field.2#2.1"} <= set(rows(found))
    assert not found.dropped


def test_a_series_by_hundreds_begins_anew() -> None:
    numbers = (101, 102, 103, 201, 202, 301, 302, 305)
    text = "\n\n".join(f"R-{number} A kite flies." for number in numbers)
    assert kinds(parse([read_bytes(text.encode(), "kites.txt")], None, "kites", "1")) == [("number-gap", "R-305")]


def test_a_number_that_is_printed_somewhere_is_no_gap() -> None:
    text = "1 Ships\n\n1.1 Sails\n\n1.1.1 A.\n\n1.1.2 B.\n\n1.1.3 C.\n\n1.1.2 D.\n\n1.1.4 E.\n"
    assert kinds(book(text, "fab", "a.txt")) == [("duplicate-number", "1.1.2#2")]


def test_numbers_of_any_depth_in_a_list_are_references() -> None:
    text = "100 Ships\n\n100.1 See rules 601.2b and 602. See rules 509 and 601.2b. See rule 402, 2 cards.\n"
    targets = [reference.target for reference in rows(book(text, "mtg", "a.txt"))["100.1"].references]
    assert targets == ["601.2b", "602", "509", "601.2b", "402"]


def test_links_inside_a_rule_are_its_words_and_references() -> None:
    found = book("# Words\n\n1. These are redundant:\n   * [Vigor](../glossary/terms.md#vigor)\n2. More.\n", "ga")
    rule = rows(found)["words.1"]
    assert rule.words.text == "These are redundant:\n• Vigor"
    assert [(r.printed, r.target) for r in rule.references] == [("Vigor", "../glossary/terms.md#vigor")]


def test_a_list_of_links_to_sub_pages_is_navigation() -> None:
    found = book("# Words\n\n1. A rule.\n\nThese pages follow:\n\n* [Vigor](words-vigor.md)\n", "ga")
    assert [dropped.line for dropped in found.dropped] == [5, 7]


def test_a_bullet_after_a_hint_box_does_not_go_on_with_the_example_before_it() -> None:
    text = '# P\n\n1. Rule.\n\nExample: Once.\n\n{% hint style="info" %}\nBoxed.\n{% endhint %}\n\n* bullet\n'
    rule = rows(book(text, "ga"))["p.1"]
    assert rule.words.examples == ("Once.",)
    assert rule.words.notes == ("Boxed.\n• bullet",)


def test_contents_are_dropped_under_any_usual_heading() -> None:
    text = "Table of Contents\n1. Game\n100. General\n1. Game\n100. General\n100.1. A rule here is short.\n"
    found = book(text, "mtg", "a.txt")
    assert [str(row.number) for row in found.rows] == ["1", "100", "100.1"]
    assert not found.anomalies


def test_a_label_need_not_be_capitalised_like_a_title() -> None:
    found = book("# Turn\n\nSteps of combat:\n\n1. Declare.\n2. Block.\n\nThe following holds:\n\n3. Yes.\n", "ga")
    assert rows(found)["turn.steps-of-combat"].kind == "heading"
    assert rows(found)["turn.steps-of-combat.2"].parent == "turn.steps-of-combat"
    assert "turn.steps-of-combat.3" in rows(found)


def test_an_indented_list_under_a_label_prints_the_numbers_of_its_level() -> None:
    found = book("# Top\n\nLabel Line:\n\n   1. One.\n   2. Two.\n\nA paragraph after it.\n", "ga")
    assert rows(found)["top.label-line.2"].words.notes == ("A paragraph after it.",)
    assert not found.anomalies


def test_a_lettered_number_is_a_row_even_before_a_small_letter() -> None:
    text = "100 Ships\n\n100.1 A rule.\n\n100.1a lower case words.\n\n100.1b\n\nIts words stand below.\n"
    found = rows(book(text, "mtg", "a.txt"))
    assert found["100.1a"].words.text == "lower case words."
    assert found["100.1b"].words.text == "Its words stand below."


def test_a_section_that_says_it_is_empty_is_a_rule() -> None:
    found = book(
        "2. Parts\n\n214. Sails\n\n214.1. A sail.\n\n215. This section is now empty.\n\n216. Masts\n\n216.1. A mast.\n",
        "mtg",
        "book.txt",
    )
    by = rows(found)
    assert (by["215"].kind, by["215"].words.text, by["215"].parent) == ("rule", "This section is now empty.", "2")
    assert by["214.1"].words.text == "A sail."
    assert kinds(found) == [("number-gap", "214")]


def test_a_list_inside_a_rule_is_no_section() -> None:
    found = book(
        "2. Parts\n\n214. Sails\n\n214.1. A sail is one of two:\n\n1. a jib.\n\n2. a spinnaker.\n", "mtg", "book.txt"
    )
    assert [row.number for row in found.rows] == ["2", "214", "214.1"]


def test_a_blank_inside_a_number() -> None:
    found = book(
        "6. Fleets\n\n606. Sails\n\n606.8. Sails:\n\n606.8a One.\n\n606. 8b Two sails.\n\n606.8c Three.\n",
        "mtg",
        "book.txt",
    )
    assert [row.number for row in found.rows][-3:] == ["606.8a", "606.8b", "606.8c"]
    assert not found.anomalies or {a.kind for a in found.anomalies} == {"number-gap"}


def test_a_stray_letter_between_two_rules_is_dropped_with_a_reason() -> None:
    found = book("1 Kites\n\n1.1 A kite flies.\n\nn\n\n1.2 A line holds.\n", "fabula", "book.txt")
    assert rows(found)["1.1"].words.text == "A kite flies."
    assert [(dropped.text, dropped.why) for dropped in found.dropped] == [("n", "a stray letter")]


def test_a_glossary_head_of_one_letter_is_no_stray() -> None:
    found = book("1 Kites\n\n1.1 A kite flies.\n\nGlossary\n\nX\nAny number.\n\nY\nSee X.\n", "mtg", "book.txt")
    assert [row.title for row in found.rows if row.parent == "glossary"] == ["X", "Y"]


def test_a_text_without_blank_lines_has_a_glossary_too() -> None:
    rules = "".join(f"1.{n} A kite flies.\n" for n in range(1, 9))
    found = book(f"1 Kites\n{rules}Glossary\nKite\nIt flies.\nTail Line\nIt trails. See rule 1.2.\n", "mtg", "book.txt")
    assert [row.number for row in found.rows if not row.title] == [f"1.{n}" for n in range(1, 9)]
    assert [(r.title, r.words.text) for r in found.rows if r.parent == "glossary"] == [
        ("Kite", "It flies."),
        ("Tail Line", "It trails. See rule 1.2."),
    ]
