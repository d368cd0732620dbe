"""Saved web pages: what a browser shows of each block, what kind of line that is, and what is no part of the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.errors import SourceError
from rules_cli.formats import is_page, read_bytes
from rules_cli.formats.encodings import decode
from rules_cli.formats.html.page import read_page
from rules_cli.formats.plain_text import read_text
from rules_cli.formats.source_line import Document, Link, SourceLine
from rules_cli.numbers.parts import to_roman

WEB = "navigation of the web page"


def lines_of(page: str) -> list[SourceLine]:
    """The lines of a page that are not blank."""
    return [line for line in read_page(page, "page.html").lines if line.role != "blank"]


def shown(page: str) -> list[str]:
    """The words of each line that is part of a page's text."""
    return [line.words for line in lines_of(page) if line.role != "markup"]


def dropped(page: str) -> list[str]:
    """What is no part of a page's text, and said to be the web page's own."""
    return [line.raw for line in lines_of(page) if line.text == WEB and line.role == "markup"]


def kinds(page: str) -> list[tuple[str, int, str, str]]:
    """Role, level, marker and text of each line."""
    return [(line.role, line.level, line.marker, line.text) for line in lines_of(page)]


# --- inside a line


SHOWN = {
    "emphasis": ("a <b>kite</b> <i>flies</i> <em>h</em>igh", "a kite flies high"),
    "signs that are emphasis elsewhere": ("a *kite* and _string_ `here` [x](y)", "a *kite* and _string_ `here` [x](y)"),
    "entities": ("wind &amp; rain &lt;X&gt; &mdash; caf&eacute; &#39;a&#39;", "wind & rain <X> — café 'a'"),
    "blanks and line ends": ("  a \n\t kite&nbsp;&#160;\r\n flies ", "a kite flies"),
    "signs that take no room": ("a ki&#8203;te\ufeff fl&shy;ies", "a kite flies"),
    "a place where a word may be broken": ("har<wbr>bour", "harbour"),
    "a comment": ("a <!-- big --> kite", "a kite"),
    "a quotation": ("say <q>fly</q>.", "say “fly”."),
    "an exponent": ("the 2<sup>nd</sup> kite", "the 2nd kite"),
    "a picture without words": ('a <img src="kite.png"> kite <img src=x alt="">', "a kite"),
    "an icon": ('gets +3<img src="w.png" alt="{w}">.', "gets +3{w}."),
    "an icon of two words": ('pay <img alt="Wind Point"> once', "pay Wind Point once"),
    "an icon of many words": (
        'pay 1234567890123 <img alt="coins of the old realm">',
        "pay 1234567890123 coins of the old realm",
    ),
    "a picture after digits alone": ('pay 12345678901234 <img alt="coins of the old realm">', "pay 12345678901234"),
    "a picture with a description": ('a kite <img alt="A red kite over the sea."> flies', "a kite flies"),
    "a picture with its file's name": ('a kite <img alt="kite.png"> flies', "a kite flies"),
    "a drawing": ("a <svg><title>kite</title><text>x</text></svg> kite", "a kite"),
    "hidden words": ("a <span hidden>red</span> <span style='color:red; display:none'>blue</span> kite", "a kite"),
    "words that are not read out": ('a <span aria-hidden="true">red</span> kite', "a red kite"),
    "a heading's anchor": ('<a href="#a" aria-hidden="true">Link</a>A kite', "A kite"),
    "an icon's name": ('<i class="material-icons" aria-hidden="true">arrow_up</i>A kite', "A kite"),
    "elements in a hidden one": ("a <span hidden><span>red</span> blue</span> kite", "a kite"),
    "scripts and styles": ("a <script>if (1<2) '<p>'</script><style>p {}</style>kite<template>x</template>", "a kite"),
    "a permalink": ('1.1 A kite.<a class="headerlink" href="#1.1" title="Permanent link">¶</a>', "1.1 A kite."),
    "a permalink in front": ('<a href="#kite">#</a> Kites', "Kites"),
    "a permalink as a picture": ('Kites<a href="#kites"><svg><path d=""/></svg></a>', "Kites"),
    "a permalink sign of its own": ("1.1 A kite.§", "1.1 A kite."),
    "a sign that is a link to a note": ('a kite<a href="#note">*</a>', "a kite*"),
    "unknown elements": ("a <o:p>kite</o:p> <x-y>flies</x-y>", "a kite flies"),
    "a NUL": ("a ki\0te", "a kite"),
}


@pytest.mark.parametrize(("inside", "expected"), SHOWN.values(), ids=SHOWN)
def test_what_a_browser_shows(inside: str, expected: str) -> None:
    assert shown(f"<p>{inside}</p>") == [expected]


NUMBERS = {
    "emphasis": "<p><strong>1.1</strong> A kite.</p>",
    "an anchor": '<p><a id="r1.1">1.1</a>A kite.</p>',
    "an element without a blank after it": "<p><span class=number>1.1</span><span>A kite.</span></p>",
    "a heading over the words": "<h4>1.1</h4><p>A kite.</p>",
    "blocks side by side": "<div><div>1.1</div><div>A kite.</div></div>",
    "a term": "<dl><dt>1.1</dt><dd>A kite.</dd></dl>",
    "a term with a paragraph": "<dl><dt><b>1.1</b><dd><p>A kite.</p></dl>",
    "a cell": "<table><tr><td>1.1</td><td>A kite.</td></tr></table>",
    "a cell and an empty one": "<table><tr><td>1.1<td>&nbsp;<td>A kite.</table>",
    "a cell before one of paragraphs": "<table><tr><td>1.1<td><p>A kite.</table>",
    "an item of a list that shows no numbers": "<ol style='list-style-type: none'><li>1.1 A kite.</ol>",
    "an item of a list that shows its own": "<ol><li>1.1 A kite.</ol>",
    "Word's mark of an item": "<p><span style='mso-list:Ignore'>1.1<span>&nbsp;&nbsp; </span></span>A kite.</p>",
}


@pytest.mark.parametrize("page", NUMBERS.values(), ids=NUMBERS)
def test_a_number_in_an_element_of_its_own_stands_before_its_words(page: str) -> None:
    assert shown(page) == ["1.1 A kite."]
    assert lines_of(page)[0].role == "text"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("<p><b>1.1</b>a Sub.</p>", ["1.1a Sub."], id="its letter"),
        pytest.param("<p><b>1.1</b>a kite.</p>", ["1.1 a kite."], id="an article"),
        pytest.param("<p>12</p><p>A kite.</p>", ["12", "A kite."], id="the number of a page"),
        pytest.param("<p>1.1</p><p>1.2 A kite.</p>", ["1.1", "1.2 A kite."], id="another number"),
        pytest.param("<h2>1.1</h2><h2>Kites</h2>", ["1.1", "Kites"], id="another heading"),
        pytest.param("<div>1.1</div><h2>Kites</h2>", ["1.1 Kites"], id="a number before a heading"),
    ],
)
def test_what_stands_after_a_number(page: str, expected: list[str]) -> None:
    assert shown(page) == expected


def test_links_with_their_words_and_where_they_lead() -> None:
    (line,) = lines_of('<p>See <a href=" kites.html#tail "><b>the</b> tail</a> and <a name=x>here</a> <a href="">y</a>')
    assert line.text == "See the tail and here y"
    assert line.links == (Link("the tail", "kites.html#tail"),)


def test_a_link_around_blocks_is_one_in_each() -> None:
    found = lines_of("<a href=x><div>Kites</div><div>Wind</div></a>")
    assert [line.links for line in found] == [(Link("Kites", "x"),), (Link("Wind", "x"),)]


def test_the_names_by_which_links_lead_to_a_line() -> None:
    found = lines_of('<section id="s"><h2 id="h"><a name="n">1</a> Kites</h2><p>A <b id="b">kite</b>.</section><p>B')
    assert [line.anchors for line in found] == [("s", "h", "n"), ("b",), ()]


def test_a_line_of_bold_words_is_strong() -> None:
    found = lines_of("<p><b>Kites</b></p><p><b>A</b> kite</p><p><strong>The <i>wind</i></strong> </p>")
    assert [line.strong for line in found] == [True, False, True]


# --- blocks


BLOCKS = {
    "paragraphs": ("<p>a</p>b<p>c", [("text", 0, "", "a"), ("text", 0, "", "b"), ("text", 0, "", "c")]),
    "headings": ("<h1>a</h1><h6>b<br>c</h6>", [("heading", 1, "", "a"), ("heading", 6, "", "b c")]),
    "a heading by its role": ("<div role=heading aria-level=3>a</div>", [("heading", 3, "", "a")]),
    "bullets": ("<ul><li>a<li>b</ul>", [("item", 0, "•", "a"), ("item", 0, "•", "b")]),
    "numbers": ("<ol><li>a<li>b</ol>", [("item", 0, "1.", "a"), ("item", 0, "2.", "b")]),
    "numbers that start elsewhere": (
        "<ol start=3><li>a<li value=7>b<li>c</ol>",
        [("item", 0, "3.", "a"), ("item", 0, "7.", "b"), ("item", 0, "8.", "c")],
    ),
    "no numbers at all": ("<ol start=x><li value=-y>a</ol>", [("item", 0, "1.", "a")]),
    "letters": ("<ol type=a><li>a<li>b</ol>", [("item", 0, "a.", "a"), ("item", 0, "b.", "b")]),
    "Roman numbers": ("<ol type=I start=4><li>a<li>b</ol>", [("item", 0, "IV.", "a"), ("item", 0, "V.", "b")]),
    "lists in items": (
        "<ol><li>a<ul><li>b</ul><ol><li>c</ol>d<li>e</ol>",
        [
            ("item", 0, "1.", "a"),
            ("item", 4, "•", "b"),
            ("item", 4, "1.", "c"),
            ("text", 4, "", "d"),
            ("item", 0, "2.", "e"),
        ],
    ),
    "paragraphs in an item": ("<ol><li><p>a</p><p>b</p></ol>", [("item", 0, "1.", "a"), ("text", 4, "", "b")]),
    "a heading in an item": (
        "<ol><li><h2>a</h2></ol><ul><li><h2>b</h2></ul>",
        [("item", 0, "1.", "a"), ("heading", 2, "", "b")],
    ),
    "an item outside a list": ("<li>a", [("item", 0, "•", "a")]),
    "a typed bullet": ("<p>• a</p><p>- b</p>", [("item", 0, "•", "a"), ("item", 0, "-", "b")]),
    "a typed number": ("<p>3. a</p>", [("item", 0, "3.", "a")]),
    "a bullet of Word's": (
        "<p><span style='font-family:Symbol;mso-list:Ignore'>·<span>&nbsp; </span></span>a</p>"
        "<p><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>b</p>",
        [("item", 0, "•", "a"), ("item", 0, "•", "b")],
    ),
    "terms": ("<dl><dt>Kite<dd>It flies.</dl>", [("text", 0, "", "Kite"), ("text", 0, "", "It flies.")]),
    "a plain quotation": ("<blockquote><p>Example: a</p></blockquote>", [("text", 0, "", "Example: a")]),
    "lines as they are": (
        "<pre>1.1 A\n  kite\n\n- b</pre>",
        [("text", 0, "", "1.1 A"), ("text", 2, "", "kite"), ("item", 0, "-", "b")],
    ),
    "nothing": ("<p> &nbsp;</p><div><p></p></div><ul><li></ul><a href=x></a>", []),
}


@pytest.mark.parametrize(("page", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_blocks_become_lines(page: str, expected: list[tuple[str, int, str, str]]) -> None:
    assert kinds(page) == expected


def test_a_blank_line_stands_between_blocks_but_not_where_an_author_broke_a_line() -> None:
    page = "<p>a<br>b<br><br>c</p><p>d</p><dl><dt>e<dd>f<dt>g</dl>"
    assert "".join(line.text or "|" for line in read_page(page, "x.html").lines) == "ab|c|d|ef|g"


def test_a_number_of_a_list_differs_from_a_printed_one() -> None:
    assert [line.listed for line in lines_of("<ol><li>a</ol><p>1. b</p><p>1.1 c</p>")] == [True, False, False]


LABELLED = {
    "letters": ("<ol><li>a. Oak<li>b. Ash</ol>", [("item", 0, "a.", "Oak"), ("item", 0, "b.", "Ash")]),
    "letters in elements": ("<ol><li><a href=#x>a.</a><i></i><b>Oak</b></ol>", [("item", 0, "a.", "Oak")]),
    "letters in brackets": (
        "<ol><li>(i) Oak<li>(iv) Ash</ol>",
        [("item", 0, "(i)", "Oak"), ("item", 0, "(iv)", "Ash")],
    ),
    "letters of the list, too": ("<ol type=a><li>a) Oak</ol>", [("item", 0, "a)", "Oak")]),
    "numbers of any shape": (
        "<ol><li>1.5.1.A Oak<li>8-1-1 Ash<li>2k2a) Elm<li>O16.1 Yew</ol>",
        [("text", 4, "", words) for words in ("1.5.1.A Oak", "8-1-1 Ash", "2k2a) Elm", "O16.1 Yew")],
    ),
    "letters that begin again": (
        "<ol><li>(a) Oak<li>(a) Ash</ol>",
        [("item", 0, "1.", "(a) Oak"), ("item", 0, "2.", "(a) Ash")],
    ),
    "letters of some items": ("<ol><li>a. Oak<li>Ash</ol>", [("item", 0, "1.", "a. Oak"), ("item", 0, "2.", "Ash")]),
    "an abbreviation": ("<ol><li>e.g. an oak</ol>", [("item", 0, "1.", "e.g. an oak")]),
    "a quantity": ("<ol><li>10-15 oaks</ol>", [("item", 0, "1.", "10-15 oaks")]),
    "other words": (
        "<ol><li>Setup: Oak<li>Draw: Ash</ol>",
        [("item", 0, "1.", "Setup: Oak"), ("item", 0, "2.", "Draw: Ash")],
    ),
    "a word once": ("<ol><li>Setup: Oak</ol>", [("item", 0, "1.", "Setup: Oak")]),
}


@pytest.mark.parametrize(("page", "expected"), LABELLED.values(), ids=LABELLED)
def test_the_items_of_a_list_show_the_labels_that_they_print(
    page: str, expected: list[tuple[str, int, str, str]]
) -> None:
    assert kinds(page) == expected


@given(st.integers(2, 26), st.sampled_from(["{}.", "{})", "({})"]), st.booleans(), st.sampled_from(["", "<b>"]))
def test_a_printed_label_takes_the_place_of_the_count(count: int, form: str, is_roman: bool, tag: str) -> None:
    marks = [form.format(to_roman(n) if is_roman else chr(ord("a") + n - 1)) for n in range(1, count + 1)]
    page = "".join(f"<li>{tag}{mark}{tag.replace('<', '</')} Oak" for mark in marks)
    assert kinds(f"<ol>{page}</ol>") == [("item", 0, mark, "Oak") for mark in marks]


def test_a_permalink_around_words_is_no_reference() -> None:
    (line,) = lines_of('<p id="r1"><a href="#r1">1.1</a> See <a href="#r2">1.2</a>.</p>')
    assert (line.text, line.links, line.anchors) == ("1.1 See 1.2.", (Link("1.2", "#r2"),), ("r1",))


def test_a_line_has_the_number_of_the_line_of_the_file_on_which_it_begins() -> None:
    page = "<p>\n\na\n<b>b</b></p>" + "\n" * 70_000 + "<ul><li>c<li>\n<img alt=x> d</ul><pre>e\n\nf</pre>"
    assert [line.number for line in lines_of(page)] == [3, 70_004, 70_005, 70_005, 70_007]


def test_a_text_file_that_a_browser_saved_is_read_as_one() -> None:
    text = "1 Kites\n\n1.1 A kite\nflies.\nExample: One.\n\n  - a\n"
    page = read_page(
        f'<html><head></head><body><pre style="word-wrap: break-word">{text}</pre></body></html>', "x.html"
    )
    plain = read_text(text, "x.txt")
    assert [(line.number, line.words, line.role, line.level) for line in page.lines if line.role != "blank"] == [
        (line.number, line.words, line.role, line.level) for line in plain.lines if line.role != "blank"
    ]
    assert (page.joins, page.breaks) == (plain.joins, plain.breaks)


# --- tables


TABLES = {
    "rows": (
        "<table><caption>Winds</caption><tr><th>Level<th>Name<tr><td>1<td>Calm<tr><td>2<td></table>",
        [
            ("text", 0, "", "Winds"),
            ("item", 0, "•", "| Level | Name |"),
            ("item", 0, "•", "| 1 | Calm |"),
            ("text", 0, "", "2"),
        ],
    ),
    "empty cells, and lines broken in one": (
        "<table><tr><td>a<td><td>b<br>c</table>",
        [("item", 0, "•", "| a |  | b c |")],
    ),
    "icons": ('<table><tr><td><img alt="{w}"><td>Wind</table>', [("item", 0, "•", "| {w} | Wind |")]),
    "a logo": ('<table><tr><td><img alt="Kite Club"><td>Wind</table>', [("text", 0, "", "Wind")]),
    "rules": (
        "<table><tr><td>1<td>Kites<tr><td>1.1<td>A kite.<td>x<tr><td>1.1a<td>It.</table>",
        [("text", 0, "", "1 Kites"), ("text", 0, "", "1.1 A kite. | x"), ("text", 0, "", "1.1a It.")],
    ),
    "rules with numbers of any shape": (
        "<table><tr><td>103.<td>Kites<tr><td>103.1.b.<td>A kite.<tr><td>103.1.b.1.<td>• Tails.</table>",
        [("text", 0, "", "103. Kites"), ("text", 0, "", "103.1.b. A kite."), ("text", 0, "", "103.1.b.1. Tails.")],
    ),
    "rules whose words begin with a figure": (
        "<table><tr><td>644.<td>Modes<tr><td>644.1.<td>2 fliers</table>",
        [("text", 0, "", "644. Modes"), ("text", 0, "", "644.1. 2 fliers")],
    ),
    "figures": (
        "<table><tr><td>2.5<td>3.5<tr><td>1<td>2</table>",
        [("item", 0, "•", "| 2.5 | 3.5 |"), ("item", 0, "•", "| 1 | 2 |")],
    ),
    "the layout of a page": (
        "<table><tr><td>Menu<td><h1>Kites</h1>1.1 A kite.<br>1.2 Wind.</table>",
        [
            ("text", 0, "", "Menu"),
            ("heading", 1, "", "Kites"),
            ("text", 0, "", "1.1 A kite."),
            ("text", 0, "", "1.2 Wind."),
        ],
    ),
    "a table in a table": (
        "<table><tr><td>a<td><table><tr><td>b<td>c</table></table>",
        [("text", 0, "", "a"), ("item", 0, "•", "| b | c |")],
    ),
    "lists in cells": (
        "<table><tr><td>1.1<td>Colours:<ul><li>red</ul></table>",
        [("text", 0, "", "1.1 Colours:"), ("item", 0, "•", "red")],
    ),
    "any number among dotted ones, a title in bold": (
        "<table><tr><td>1-2<td>Boats<tr><td>1.1(a)<td><b>Kites</b><br>Kites fly.<tr><td>1.2<td>Oak</table>",
        [("text", 0, "", t) for t in ("1-2 Boats", "1.1(a) Kites", "Kites fly.", "1.2 Oak")],
    ),
    "a range of dice": (
        "<table><tr><td>1-2<td>A tail<tr><td>3-4<td>Wind</table>",
        [("item", 0, "•", "| 1-2 | A tail |"), ("item", 0, "•", "| 3-4 | Wind |")],
    ),
    "links": ("<table><tr><td><a href=x>a</a><td><a href=y>b</a></table>", [("item", 0, "•", "| a | b |")]),
    "words beside cells": (
        "<table>a<tr>b<td>c<td>d</tr>e</table>f",
        [
            ("text", 0, "", "a"),
            ("text", 0, "", "b"),
            ("item", 0, "•", "| c | d |"),
            ("text", 0, "", "e"),
            ("text", 0, "", "f"),
        ],
    ),
}


@pytest.mark.parametrize(("page", "expected"), TABLES.values(), ids=TABLES)
def test_a_row_of_a_table_is_a_line(page: str, expected: list[tuple[str, int, str, str]]) -> None:
    assert kinds(page) == expected


def test_a_row_holds_the_links_of_its_cells() -> None:
    (line,) = lines_of("<table><tr><td><a href=x>a</a><td id=z><a href=y>b</a></table>")
    assert line.links == (Link("a", "x"), Link("b", "y"))
    assert line.anchors == ("z",)


# --- boxes


BOXES = {
    "an aside": "<aside><p>a</p><ul><li>b</ul></aside>",
    "an admonition": '<div class="admonition tip"><p class="admonition-title">a</p><ul><li>b</ul></div>',
    "a quotation that is one": '<blockquote class="note">a<ul><li>b</ul></blockquote>',
    "details": "<details><summary>a</summary><ul><li>b</ul></details>",
    "a box by its role": "<div role=note>a<ul><li>b</ul></div>",
    "a box in a box": "<aside>a<aside><ul><li>b</ul></aside></aside>",
}


@pytest.mark.parametrize("page", BOXES.values(), ids=BOXES)
def test_a_box_is_a_note(page: str) -> None:
    assert kinds(page) == [("note", 1, "", "a"), ("note", 1, "", "• b")]


def test_each_box_has_a_number() -> None:
    page = "<aside>a<ol><li>b</ol></aside><p>c</p><aside>d</aside>"
    assert kinds(page) == [("note", 1, "", "a"), ("note", 1, "", "1. b"), ("text", 0, "", "c"), ("note", 2, "", "d")]


@pytest.mark.parametrize(
    "page",
    [
        "<details><summary>1.1 Kites</summary><p>1.1.1 A kite.</p></details>",
        "<details><summary>Kites</summary><h2>1.1 Kites</h2></details>",
        "<aside><p>1. Kites</p></aside>",
    ],
)
def test_what_folds_rules_away_is_no_note(page: str) -> None:
    assert all(line.role != "note" for line in lines_of(page))


# --- the web page's own


FURNITURE = {
    "a menu": "<nav><ul><li><a href=x>a</a></ul></nav>",
    "its head": "<header><h1>a</h1></header>",
    "its foot": "<footer><p>a</p></footer>",
    "a search box": "<div role=search><label>a</label></div>",
    "a dialogue": "<div role=dialog>a</div>",
    "a button": "<button><b>a</b></button>",
    "a list to choose from": "<select><option>a</select>",
    "without scripts": "<noscript>a</noscript>",
    "links side by side": "<p><a href=x>a</a> | <a href=y>b</a></p>",
    "an aside of links": "<aside><p><a href=x>a kite</a> |</p></aside>",
    "beside the main part": "<div>a</div><aside>b</aside>",
}


@pytest.mark.parametrize("page", FURNITURE.values(), ids=FURNITURE)
def test_what_belongs_to_the_web_page_is_dropped_and_said_to_be(page: str) -> None:
    whole = f"<html><body>{page}<main><p>1.1 A kite flies in the wind.</p></main>{page}</body></html>"
    assert shown(whole) == ["1.1 A kite flies in the wind."]
    assert len(dropped(whole)) == 2 * len(lines_of(page))


def test_a_page_without_a_main_part_is_its_text() -> None:
    assert shown("<div>a</div><div>1.1 A kite.</div>") == ["a", "1.1 A kite."]
    assert shown("<main></main><div>1.1 A kite.</div>") == ["1.1 A kite."]


def test_the_head_of_an_article_is_part_of_it() -> None:
    assert shown("<article><header><h1>Kites</h1></header><p>1.1 A kite.</p></article>") == ["Kites", "1.1 A kite."]


def test_a_button_in_a_line_does_not_break_it() -> None:
    page = "<p>1.1 A kite <button>Copy</button>flies.</p>"
    assert shown(page) == ["1.1 A kite flies."]
    assert dropped(page) == ["Copy"]


def test_a_link_to_a_button_leads_to_its_line() -> None:
    (line,) = [line for line in lines_of("<p>1.1 A kite <button id=x>Copy</button>flies.</p>") if line.role == "text"]
    assert line.anchors == ("x",)


def test_a_line_of_links_to_rules_is_no_menu() -> None:
    assert shown("<p><a href=#1.1>1.1</a> <a href=#1.2>1.2</a></p>") == ["1.1 1.2"]
    assert shown("<p><a href=#kite>Kite</a>, <a href=#wind>Wind</a></p>") == ["Kite, Wind"]


@pytest.mark.parametrize("page", ["<p>a<b", "<p>a<!-- b", "<p>a<b c='d>e"])
def test_markup_without_an_end_is_reported(page: str) -> None:
    text, lost = lines_of(page)
    assert text.text == "a"
    assert (lost.role, lost.text) == ("markup", "markup that never ends")
    assert len(lines_of(page + "c" * 1000)[1].raw) == 200


# --- what a file may be


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("<!DOCTYPE html><p>1.1 A kite.", id="HTML 5"),
        pytest.param("<HTML><HEAD><TITLE>K</TITLE><BODY BGCOLOR=white><P><FONT SIZE=2>1.1 A kite.", id="1998"),
        pytest.param(
            '<?xml version="1.0"?>\n<html xmlns="x"><head><title/></head><body><p>1.1 A kite.</p></body></html>',
            id="XHTML",
        ),
        pytest.param("<!-- saved from url=(0023)https://example.org/ -->\n<html><p>1.1 A kite.", id="saved"),
        pytest.param("<title>K</title><script src=x.js></script>1.1 A kite.", id="no body"),
        pytest.param(
            "<html><head><script src=x /><title>K</title></head><p>1.1 A kite.", id="a script that is closed at once"
        ),
    ],
)
def test_pages_of_all_times(page: str) -> None:
    assert [line.words for line in read_bytes(page.encode(), "page.html").lines if line.role != "blank"] == [
        "1.1 A kite."
    ]


@pytest.mark.parametrize(
    ("encoding", "word"),
    [
        ("utf-8", "Würfel – 規則"),
        ("utf-8-sig", "Würfel – 規則"),
        ("utf-16", "Würfel – 規則"),
        ("windows-1252", "Würfel – “ação”"),
        ("iso-8859-1", "Würfel"),
        ("iso-8859-2", "żółw"),
        ("windows-1251", "правила"),
        ("koi8-r", "правила"),
        ("shift_jis", "規則"),
        ("gb2312", "规则"),
    ],
)
@pytest.mark.parametrize(
    "says",
    [
        '<meta charset="{}">',
        '<META content="text/html; charset={}" HTTP-EQUIV=x>',
        "<?xml version='1.0' encoding='{}'?>",
    ],
)
def test_pages_in_other_encodings(encoding: str, word: str, says: str) -> None:
    page = f"{says.format(encoding)}<p>1.1 {word}</p>"
    assert [line.words for line in read_bytes(page.encode(encoding), "page.html").lines] == [f"1.1 {word}"]


def test_the_encoding_of_a_page_that_declares_none_is_guessed() -> None:
    assert decode("<p>ação</p>".encode("cp1252"), "page.html").text == "<p>ação</p>"
    assert decode(b"<meta charset='rot13'><p>a\xe7\xe3o</p>", "page.html").text.endswith("<p>ação</p>")


def test_a_broken_sign_leaves_the_others_as_they_are() -> None:
    assert decode("<meta charset=utf-8><p>ação ".encode() + b"\xff</p>", "page.html").text.endswith("ação \ufffd</p>")


@pytest.mark.parametrize("page", ["<html></html>", "<html><body><!-- x --></body></html>", "<!doctype html>"])
def test_an_empty_page_is_a_document_without_lines(page: str) -> None:
    assert read_page(page, "page.html") == Document("page.html", ())


# --- any page


VISIBLE = """
    <p> </p> <div> </div> <div_class=note> <ul> </ul> <ol> </ol> <ol_start=3> <li> </li> <dl> <dt> <dd> </dl>
    <table> </table> <tr> </tr> <td> </td> <th> <thead> <tbody> <caption> <h1> </h1> <h3> </h3> <b> </b> <i> </i>
    <q> </q> <a_href=#x> <a_href=y.html> </a> <br> <hr> <pre> </pre> <aside> </aside> <details> <summary> <blockquote>
    </blockquote> <nav> </nav> <main> </main> <article> </article> <header> <footer> <form> </form> <sup> <span> </span>
"""
INVISIBLE = "<p_hidden> <svg> </svg> <!-- --> <script> </script> <title> </title> <! </ & &lt; &#0; § <img_alt={x}>"

tags = [tag.replace("_", " ") for tag in VISIBLE.split()]
fragments = st.sampled_from([*tags, *(tag.replace("_", " ") for tag in INVISIBLE.split())])
numbers = st.sampled_from("1 1. 1.1 1.1a 1.1.1 2) • - Example: Note: | 10".split()).map(lambda number: f" {number} ")
soup = st.lists(fragments | numbers | st.text(max_size=8), max_size=40).map("".join)
visible = st.lists(st.sampled_from(tags) | st.just("word"), max_size=40)


@given(soup)
def test_any_text_is_a_page(page: str) -> None:
    document = read_page(page, "page.html")
    count = len(re.split("\r\n|\n\r|\r|\n", page))
    for line in document.lines:
        assert 1 <= line.number <= count
        assert (line.role == "blank") == (not line.text)
        assert line.text == line.text.strip()
        assert "\n" not in line.text


@given(st.binary(max_size=300), st.sampled_from(["<html>", "<!doctype html>", "<?xml"]))
def test_any_bytes_are_a_page_or_refused_in_one_line(data: bytes, start: str) -> None:
    try:
        read_bytes(start.encode() + data, "page.html")
    except SourceError as error:
        assert len(str(error).splitlines()) == 1


@given(visible)
def test_every_visible_word_is_kept_or_dropped_in_order(parts: list[str]) -> None:
    count = parts.count("word")
    named = iter(range(count))
    page = "".join(f" w{next(named)} " if part == "word" else part for part in parts)
    assert re.findall(r"w\d+", " ".join(line.raw for line in lines_of(page))) == [f"w{n}" for n in range(count)]


DEEP, WIDE = 500, 20_000
HOSTILE = {
    "elements": "<div>" * DEEP + "word" + "</div>" * WIDE,
    "lists": "<ol><li>word " * DEEP,
    "boxes": "<aside>word " * DEEP,
    "tables": "<table><tr><td>word<td>" * DEEP,
    "rows": "<table>" + "<tr><td>1.1<td>word" * WIDE,
    "cells": "<table><tr>" + "<td>word" * WIDE,
    "permalinks": "word" + " <a href=#x>#</a>" * WIDE,
    "links": "word<a href=x>" * WIDE,
    "icons": "word" + "<img alt={w}>" * WIDE,
    "numbers": "<p>1.1<p>word" * WIDE,
    "pieces": "word" + "<b>1</b>" * WIDE,
    "labels": "<ol>" + "<li>Example: word" * WIDE,
    "names": "<b id=x>" * DEEP + "word",
    "lines": "<pre>" + "word\n" * WIDE,
    "broken lines": "word<br>" * WIDE,
    "buttons": "word<button>x</button>" * WIDE,
    "a line of megabytes": "<p>" + "word " * 1_000_000,
}


@pytest.mark.hostile
@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_no_page_takes_minutes(page: str) -> None:
    """Each would, if a step looked again at everything before it."""
    assert sum(line.raw.count("word") for line in lines_of(page)) == page.count("word")


def test_lists_without_end_are_no_deeper_than_a_number_can_be() -> None:
    assert max(line.level for line in lines_of("<ol><li>a" * 1000)) == 160


def test_a_list_counts_in_roman_numerals_as_far_as_browsers_do() -> None:
    found = lines_of("<ol type=i start=3999><li>a<li>b</ol><ol type=A start=26><li>c<li>d</ol>")
    assert [line.marker for line in found] == ["mmmcmxcix.", "4000.", "Z.", "AA."]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [("<b>1.</b><i>1</i><b>a</b>Kites", "1.1a Kites"), ("<b>1</b>.<i>1</i><b>a</b>Kites", "1.1aKites")],
    ids=["three elements", "four"],
)
def test_a_number_in_up_to_three_elements_is_set_apart_from_its_words(inside: str, expected: str) -> None:
    assert shown(f"<p>{inside}</p>") == [expected]


def texts(page: str, name: str = "kites.html") -> list[str]:
    """Return the words of the lines that are no markup."""
    return [line.words for line in read_bytes(page.encode(), name).lines if line.role not in ("blank", "markup")]


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ('<header class="entry-header"><h1>3.10 Kites</h1></header>', ["3.10 Kites"]),
        ("<header><nav><a href=/>Home</a></nav><h1>Rules of Kites</h1></header>", ["Rules of Kites"]),
        ("<header><h1><a href=/>The Kite Club</a></h1><p>Since 1998</p></header>", []),
        ("<header><p>The Kite Club</p></header>", []),
    ],
)
def test_a_header_with_a_heading_of_text_is_text(header: str, shown: list[str]) -> None:
    page = f"<html><body>{header}<p>A kite flies.</p></body></html>"
    assert texts(page) == [*shown, "A kite flies."]


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("Saved on Monday\n<!DOCTYPE html>\n<html><body>", "kites.txt"),
        ("HTTP/1.1 200 OK\nServer: x\n\n<html><body>", "kites"),
        ("\n\n<div id=x>\n</div><body>", "kites.md"),
        ("Kites", "kites.html"),
    ],
)
def test_a_page_is_one_by_its_tags_whatever_stands_before_them(before: str, name: str) -> None:
    page = f"{before}<p>1.1 A kite.</p>\n<p>1.2 A line.</p>\n</body></html>"
    assert texts(page, name)[-2:] == ["1.1 A kite.", "1.2 A line."]


def test_a_text_about_pages_is_no_page() -> None:
    text = "1.1 A page begins with <html> and its words are in <body>.\n1.2 A paragraph is in <p>.\n" * 20
    assert not is_page(text, "web.txt")
    assert not is_page("1.1 A kite.\n", "kites.html")
