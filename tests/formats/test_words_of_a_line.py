"""What a reader sees of a line of a web page or of markdown: notes, icons, hidden words, tables of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from parsing import book_of, texts

from rules_cli.errors import SourceError
from rules_cli.formats.html.page import read_page
from rules_cli.formats.markdown import inline
from rules_cli.formats.source_line import SourceLine, icon_text, superscript


def lines_of(page: str) -> list[SourceLine]:
    """The lines of a web page that are not blank."""
    return [line for line in read_page(page, "page.html").lines if line.role != "blank"]


def shown(page: str) -> list[str]:
    """The words of each line that is part of a web page's text."""
    return [line.words for line in lines_of(page) if line.role != "markup"]


# --- above and below the line


OFF_LINE = {
    "a note's number after a number": ("Pay 2<sup>1</sup> coins", "Pay 2¹ coins"),
    "a note's number after a rule's": ("1.2<sup>1</sup> Noted.", "1.2¹ Noted."),
    "a note's number after a rule's full stop": ("1.2.<sup>1</sup> Noted.", "1.2.¹ Noted."),
    "a note's number after a rule's letter": ("1.2a<sup>1</sup> Noted.", "1.2a¹ Noted."),
    "two notes": ("Pay 2<sup>1</sup><sup>2</sup> coins", "Pay 2¹² coins"),
    "two notes in one": ("Pay 2<sup>1,2</sup> coins", "Pay 2¹,² coins"),
    "an exponent": ("Score 10<sup>12</sup>.", "Score 10¹²."),
    "a base": ("Score 10<sub>2</sub>.", "Score 10₂."),
    "an ordinal": ("the 2<sup>nd</sup> kite", "the 2nd kite"),
    "a reference": ("costs 2<sup>[1.2]</sup> coins", "costs 2[1.2] coins"),
    "after a word": ("a kite<sup>1</sup> flies", "a kite1 flies"),
    "after a blank": ("Pay 2 <sup>1</sup>", "Pay 2 1"),
    "after it": ("Pay <sup>2</sup>1", "Pay 21"),
}


@pytest.mark.parametrize(("typed", "seen"), OFF_LINE.values(), ids=OFF_LINE)
def test_a_digit_off_the_line_does_not_run_into_a_number(typed: str, seen: str) -> None:
    assert shown(f"<p>{typed}</p>") == [seen]
    assert inline(typed).text == seen


@pytest.mark.parametrize("typed", ['Pay 2<sup><a href="#n1">1</a></sup>.', 'Pay 2<a href="#n1">1</a>.'])
def test_a_link_to_a_note_does_not_run_into_a_number(typed: str) -> None:
    (line,) = lines_of(f"<p>{typed}</p>")
    assert line.text == inline(typed).text == "Pay 2¹."
    assert line.links == inline(typed).links == (("¹", "#n1"),)


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        pytest.param('See 1.<a href="#r1.5">5</a>.', "See 1.5.", id="the end of a number"),
        pytest.param('See 1<a href="two.html">2</a>.', "See 12.", id="another page"),
        pytest.param('See 1 <a href="#r2">2</a>.', "See 1 2.", id="a number of its own"),
    ],
)
def test_a_link_that_is_no_note_stays(typed: str, seen: str) -> None:
    assert shown(f"<p>{typed}</p>") == [seen]
    assert inline(typed).text == seen


def test_markdown_links_to_notes() -> None:
    assert inline("1.5[2](#n2) Kites.").text == "1.5² Kites."
    assert inline("1.5 [2](#n2) Kites.").text == "1.5 2 Kites."


NOTED = {
    "a paragraph": "<p>1 Kites<p>1.1 Wind.<p>1.2<sup>1</sup> Noted kites fly.<p>1.3 Tails.",
    "a number in bold": "<p>1 Kites<p>1.1 Wind.<p><b>1.2<sup>1</sup></b>Noted kites fly.<p>1.3 Tails.",
    "a table": """<p>1 Kites<table><tr><td>1.1<td>Wind.<tr><td>1.2<sup>1</sup><td>Noted kites fly.
                  <tr><td>1.3<td>Tails.</table>""",
    "a numbered list": "<p>1 Kites<ol><li>1.1 Wind.<li>1.2<sup>1</sup> Noted kites fly.<li>1.3 Tails.</ol>",
}


@pytest.mark.parametrize("page", NOTED.values(), ids=NOTED)
def test_a_rule_with_a_note_at_its_number_keeps_its_number(page: str) -> None:
    rules = texts(book_of(f"<!doctype html>{page}", name="book.html"))
    assert list(rules) == ["1", "1.1", "1.2", "1.3"]
    assert (rules["1.2"] or "").endswith("Noted kites fly.")


def test_a_raised_digit_depends_on_the_last_character_before_it() -> None:
    assert [superscript(before, "1", "sup") for before in ("", "2", "2 ", "kite", "2a.", "¹")] == [
        *("1", "¹", "1", "1", "¹", "¹"),
    ]


# --- icons


PICTURED = {
    "a cost": ("Pay {two} to fly.", "Pay two to fly."),
    "a cost of many words": ("Pay {two generic resource points} to fly.", "Pay two generic resource points to fly."),
    "a cost at the end": ("To fly, pay {two generic resource points}.", "To fly, pay two generic resource points."),
    "a cost with a dot in it": ("Pay {2.5} to fly.", "Pay 2.5 to fly."),
    "a cost in front": ("{two}: Fly.", "two: Fly."),
    "a cost after a colon": ("Cost: {two generic resource points}", "Cost: two generic resource points"),
    "several": ("Pay {two generic wind points}, {2.5}, five.", "Pay two generic wind points, 2.5, five."),
    "a picture without words": ("Kites {} fly.", "Kites fly."),
    "a picture with its file's name": ("Kites {kite.png} fly.", "Kites fly."),
    "a picture with its file's name in capitals": ("Kites {MY KITE.JPG} fly.", "Kites fly."),
    "a description": ("Kites fly {A red kite over the sea.} high.", "Kites fly high."),
    "a description after a sentence": ("Kites fly. {A red kite over the sea}", "Kites fly."),
    "a description before a sentence": ("{A red kite over the sea} Kites fly.", "Kites fly."),
    "a description after a number": ("1.1 {A red kite over the sea} Kites fly.", "1.1 Kites fly."),
}


@pytest.mark.parametrize(("typed", "seen"), PICTURED.values(), ids=PICTURED)
def test_an_icon_within_a_sentence_is_its_alt_text(typed: str, seen: str) -> None:
    html = typed.replace("{", '<img src="x.png" alt="').replace("}", '">')
    assert shown(f"<p>{html}</p>") == [seen]
    assert inline(html).text.replace("  ", " ") == seen
    assert inline(typed.replace("{", "![").replace("}", "](x.png)")).text.replace("  ", " ") == seen


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("![Kite](kite.png)", id="alone"),
        pytest.param("![A red kite over the sea](kite.png) ![Kite](kite.png)\\", id="two of them"),
        pytest.param("**[![Kite](kite.png)](kites.md)**", id="as a link"),
        pytest.param('<img src="kite.png" alt="Kite">', id="as a tag"),
        pytest.param("", id="none"),
    ],
)
def test_a_picture_that_stands_alone_in_markdown_is_no_text(typed: str) -> None:
    assert inline(typed).text == ""
    assert all(link.text == "" for link in inline(typed).links)


def test_a_figure_in_markdown_is_its_caption() -> None:
    figure = '<figure><img src="kite.png" alt="Kite"><figcaption><p>A kite in wind.</p></figcaption></figure>'
    assert inline(figure).text == "A kite in wind."


def test_a_picture_before_a_rule_leaves_the_rule_its_number() -> None:
    assert inline("![Kite](kite.png) 1.2 Kites fly ![high](high.png).").text == "1.2 Kites fly high."
    assert shown("<p><img alt=Kite> 1.2 Kites fly <img alt=high>.</p>") == ["1.2 Kites fly high."]
    assert shown("<p><img alt=Wind> 2 coins.</p>") == ["Wind 2 coins."]


# --- words that a page holds and does not show


def left_out(page: str) -> list[tuple[str, str]]:
    """What is no part of a web page's text, and why."""
    return [(line.raw, line.text) for line in lines_of(page) if line.role == "markup"]


HIDDEN, STRUCK = "hidden in the web page", "struck out in the web page"
LEFT_OUT = {
    "a closed tab": ("<div hidden><p>1.2 A tail.<p>1.3 A reel.</div>", ["1.2 A tail.", "1.3 A reel."], HIDDEN),
    "by its style": ("<p style='display: none'>1.2 A <b>tail</b>.</p>", ["1.2 A tail."], HIDDEN),
    "a closed dialog": ("<dialog><table><tr><td>1.2<td>A tail.</table></dialog>", ["1.2", "A tail."], HIDDEN),
    "a list": ("<ul hidden><li>A tail.<li>A reel.</ul>", ["A tail.", "A reel."], HIDDEN),
    "in a sentence": ("<p>1.2 A <span hidden>red</span> tail.</p>", ["red"], HIDDEN),
    "struck out": ("<p>1.2 A <s>red</s> <del>blue</del> tail.</p>", ["red blue"], STRUCK),
    "struck out in a closed tab": ("<div hidden><p>1.2 A <s>red</s> tail.</div>", ["1.2 A red tail."], HIDDEN),
}


@pytest.mark.parametrize(("part", "words", "why"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_words_that_a_page_does_not_show_are_reported(part: str, words: list[str], why: str) -> None:
    page = f"<p>1.1 A kite.</p>\n{part}\n<p>1.4 A boat.</p>"
    assert left_out(page) == [(said, why) for said in words]
    assert shown(page) == ["1.1 A kite.", *(["1.2 A tail."] if part[:6] == "<p>1.2" else []), "1.4 A boat."]


def test_a_hidden_cell_does_not_part_a_row() -> None:
    page = "<table><tr><td>1.1<td hidden>Kites<td>A kite.<tr><td>1.2<td hidden>Kites<td>A tail.</table>"
    assert shown(page) == ["1.1 A kite.", "1.2 A tail."]
    assert left_out(page) == [("Kites", HIDDEN)] * 2


def test_hidden_words_do_not_part_a_number_from_its_rule() -> None:
    assert shown("<div>1.1</div>\n<div hidden>closed</div>\n<div>A kite.</div>") == ["1.1 A kite."]


def test_hidden_lines_are_dropped_with_the_reason() -> None:
    page = "<!doctype html><p>1 Kites<p>1.1 Pay <span aria-hidden=true>3</span>.<div hidden><p>1.2 A tail.</div>"
    book = book_of(page, name="book.html")
    assert texts(book) == {"1": "Kites", "1.1": "Pay 3."}
    assert [(dropped.text, dropped.why) for dropped in book.dropped] == [("1.2 A tail.", HIDDEN)]


# --- tables of rules


TABLE = (
    "# 1 Kites\n\n1.1 Kites fly.\n\n| No. | Rule |\n|---|:--|\n| 1.2 | Kites need *wind*. |\n| **1.3** | A tail. |\n"
)


def test_a_markdown_table_of_rules_holds_rules() -> None:
    rules = texts(book_of(f"{TABLE}\n1.4 Boats float.\n", name="book.md"))
    assert {number: rules[number] for number in ("1.2", "1.3", "1.4")} == {
        "1.2": "Kites need wind.",
        "1.3": "A tail.",
        "1.4": "Boats float.",
    }


def test_a_count_in_a_markdown_table_is_no_rule() -> None:
    rows = texts(book_of(f"{TABLE}| 1.5 | 12 |\n\n1.6 Boats float.\n", name="book.md"))
    assert list(rows) == ["1", "1.1", "1.2", "1.3", "1.6"]


@pytest.mark.parametrize(("alt", "shown"), [("two wind points", "two wind points"), ("two of the kites", "")])
def test_outside_a_sentence_an_icon_has_at_most_three_words(alt: str, shown: str) -> None:
    assert icon_text(alt, "1.1 ") == shown


RULES = [("No", "Topic", "Rule"), ("A1", "Wind", "Kites fly."), ("A2", "Rain", "It ends."), ("B1", "Fee", "None.")]
LAID_OUT: dict[str, Callable[[Sequence[Sequence[str]]], str]] = {
    "book.csv": lambda rows: "\n".join(map(";".join, rows)),
    "book.md": lambda rows: (
        "# Kites\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], ("---",) * 3, *rows[1:]))
    ),
    "book.html": lambda rows: "<!doctype html><h1>Kites</h1><table>{}</table>".format(
        "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    ),
}


@pytest.mark.parametrize("name", LAID_OUT)
@pytest.mark.parametrize("numbers", [("A1", "A2", "B1"), ("1", "2", "3")])
def test_a_table_whose_first_column_numbers_its_sentences_holds_rules(name: str, numbers: tuple[str, ...]) -> None:
    rows = [RULES[0], *((number, *row[1:]) for number, row in zip(numbers, RULES[1:], strict=True))]
    found = texts(book_of(LAID_OUT[name](rows), name=name))
    assert [number for number in found if number in numbers] == list(numbers)
    assert all((found[number] or "").endswith(row[2]) for number, row in zip(numbers, RULES[1:], strict=True))


@pytest.mark.parametrize("name", LAID_OUT)
def test_a_table_of_prices_holds_no_rules(name: str) -> None:
    with pytest.raises(SourceError):
        book_of(LAID_OUT[name]([RULES[0], *((*row[:2], f"{at} euros") for at, row in enumerate(RULES[1:]))]), name=name)
