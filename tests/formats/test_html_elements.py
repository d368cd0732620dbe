"""HTML → elements and words: every element is ended, no word is lost, each has its line of the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.errors import SourceError
from rules_cli.formats.html.elements import Event, events

soup = st.lists(
    st.sampled_from(
        """
        <p> </p> <div> </div> <ul> </ul> <li> </li> <table> </table> <tr> <td> </td> <dl> <dt> <dd> <b> </b> <i> </i>
        <a> </a> <h1> </h1> <br> <svg> </svg> <title> </title> <script> </script> <x/> word < > <!-- --> </ <! &lt;
        """.split()
    )
    | st.text(max_size=5),
    max_size=40,
).map("".join)


def read(page: str) -> list[Event]:
    """The parts of a page."""
    return list(events(page, "page.html"))


def shape(page: str) -> str:
    """A page with every end of an element written out."""
    signs = {"start": "<{}>", "end": "</{}>", "words": "{}", "unfinished": "[{}]"}
    return "".join(signs[event.kind].format(event.value) for event in read(page))


ENDED = {
    "paragraphs": ("<p>a<p>b", "<p>a</p><p>b</p>"),
    "a paragraph before a list": ("<p>a<ul><li>b</ul>", "<p>a</p><ul><li>b</li></ul>"),
    "a paragraph with emphasis in it": ("<p><b>a<p>b", "<p><b>a</b></p><p>b</p>"),
    "items": ("<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"),
    "an item, but not the one around its list": (
        "<ul><li>a<ol><li>b<li>c</ol>d<li>e</ul>",
        "<ul><li>a<ol><li>b</li><li>c</li></ol>d</li><li>e</li></ul>",
    ),
    "rows and cells": (
        "<table><tr><td>a<th>b<tr><td>c</table>",
        "<table><tr><td>a</td><th>b</th></tr><tr><td>c</td></tr></table>",
    ),
    "parts of a table": (
        "<table><thead><tr><td>a<tbody><tr><td>b</table>",
        "<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
    ),
    "a cell, but not the one around its table": (
        "<table><tr><td><table><tr><td>a<td>b</table>c<td>d</table>",
        "<table><tr><td><table><tr><td>a</td><td>b</td></tr></table>c</td><td>d</td></tr></table>",
    ),
    "terms and definitions": ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
    "links": ("<a href=x>a<a href=y>b</a>", "<a>a</a><a>b</a>"),
    "a heading before a paragraph": ("<h2>a<p>b", "<h2>a</h2><p>b</p>"),
    "all elements at the end of the page": ("<div><b>a", "<div><b>a</b></div>"),
    "a link to a place that ends in a slash": ("<a href=x/>a</a>b", "<a>a</a>b"),
    "elements without content": ("a<br>b<hr><img><x/>c", "a<br></br>b<hr></hr><img></img><x></x>c"),
    "no such element": ("<p>a</i>b</div>c", "<p>abc</p>"),
    "a block around a cell": ("<div><table><tr><td>a</div>b", "<div><table><tr><td>ab</td></tr></table></div>"),
    "a cell around a table": ("<table><td>a<table></td>b</table>", "<table><td>a<table>b</table></td></table>"),
    "the page, before its last words": ("<html><body>a</body></html>b<p>c", "ab<p>c</p>"),
    "a page, before another": ("<html><body>a</body></html>\n<html><body>b</body></html>", "a\nb"),
}


@pytest.mark.parametrize(("page", "expected"), ENDED.values(), ids=ENDED)
def test_what_is_left_open_is_ended(page: str, expected: str) -> None:
    assert shape(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("1 < 2 and 3<4 > 2 <- a <3", "1 < 2 and 3<4 > 2 <- a <3", id="signs that are no tags"),
        pytest.param("a<!-- <p>b --> c<!-->d<!--->e<!-- --!>f", "a cdef", id="comments"),
        pytest.param("a<!doctype x>b<?php c ?>d</3>e</>f<![if !x]>g<![endif]>", "abdefg", id="declarations"),
        pytest.param("&lt;p&gt; &amp; &eacute;&#233;&#xe9;&#146;&nbsp;&hellip;", "<p> & ééé’\u00a0…", id="entities"),
        pytest.param("&bogus; AT&T &; &#; &#x;", "&bogus; AT&T &; &#; &#x;", id="no entities"),
        pytest.param(f"&#{'9' * 5000};a", "\ufffda", id="a number that names no sign"),
        pytest.param("<!DOCTYPE x [<!ENTITY a '&b;&b;'>]>&a;", "]>&a;", id="an entity that a page defines"),
        pytest.param("a\0b", "ab", id="NUL"),
    ],
)
def test_words(page: str, expected: str) -> None:
    assert shape(page) == expected


@pytest.mark.parametrize("name", ["script", "style", "title", "textarea"])
def test_a_tag_inside_an_element_that_holds_only_text_is_text(name: str) -> None:
    page = f"<{name}>a <b> </p> </{name}x></{name.upper()} >c"
    assert shape(page) == f"<{name}>a <b> </p> </{name}x></{name}>c"


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        pytest.param(
            "<p id=a CLASS='b c' title=\"d\">", {"id": "a", "class": "b c", "title": "d"}, id="quotes or none"
        ),
        pytest.param("<p hidden>", {"hidden": ""}, id="no value"),
        pytest.param("<p a = 1\nb\n=\n'2'>", {"a": "1", "b": "2"}, id="blanks and line ends"),
        pytest.param("<p a=1 a=2>", {"a": "1"}, id="the first counts"),
        pytest.param('<p a="x>y" b=\'"\'>', {"a": "x>y", "b": '"'}, id="signs in quotes"),
        pytest.param("<p a='&amp;&lt;'>", {"a": "&<"}, id="entities"),
        pytest.param("<p / a=1 />", {"a": "1"}, id="slashes"),
        pytest.param("<p a=b/c>", {"a": "b/c"}, id="a slash in a value"),
    ],
)
def test_attributes(tag: str, expected: dict[str, str]) -> None:
    start = read(tag)[0]
    assert (start.kind, start.value, dict(start.attributes)) == ("start", "p", expected)


@pytest.mark.parametrize("rest", ["<p a", "<p a='b>\nc", "<!-- b <p>c</p>", "</p", "<!doc"])
def test_markup_without_an_end_is_reported(rest: str) -> None:
    *_, last = read(f"<p>word</p>\n{rest}")
    assert last == Event("unfinished", rest, 2)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\r"])
def test_lines_are_counted_with_any_line_end_and_however_many_there_are(end: str) -> None:
    parts = ["<p", "id=a>", "", "<!--", "-->", "one", "<script>", "</script>", "<b>two", *[""] * 70_000, "<b>three"]
    lines = {event.value.strip(): event.line for event in read(end.join(parts)) if event.kind != "end"}
    assert lines["p"] == lines["two"] - 7 == 2
    assert lines["three"] == 70_010


@given(soup)
def test_the_elements_of_any_page_are_balanced_and_in_order(page: str) -> None:
    opened: list[str] = []
    line = 1
    for event in read(page):
        assert event.line >= line
        line = event.line
        if event.kind == "start":
            opened.append(event.value)
        elif event.kind == "end":
            assert opened.pop() == event.value
    assert not opened


def test_a_tag_of_more_words_than_lxml_can_bear_is_refused() -> None:
    assert len(read("<p " + " ".join(f"a{n}" for n in range(1_999)) + ">")[0].attributes) == 1_999
    with pytest.raises(SourceError, match=r"page\.html: a tag .* 2,000 attributes"):
        read("<p " + " ".join(f"a{n}" for n in range(2_000)) + ">")


def test_elements_nested_too_deep_are_refused() -> None:
    assert read("<b>" * 1_000 + "word")
    with pytest.raises(SourceError, match=r"page\.html: its elements are nested too deep"):
        read("<b>" * 3_000 + "word")


HOSTILE = {
    "open emphasis, ends of other": "<b>" * 1_000 + "word" + "</i>" * 50_000,
    "open emphasis, paragraphs": "<b>" * 1_000 + "<p>word</i>" * 50_000,
    "cells, ends of blocks": "<table><td>" * 500 + "word" + "</div>" * 50_000,
    "comments": "word" + "<!-- -->" * 100_000,
    "comments that never end": "word" + "<!-- " * 200_000,
    "tags that never end": "word" + "<a b='" * 100_001,
    "a tag of the same attributes": "word<a " + "b=c " * 1_900 + ">",
    "a tag of equal signs": "word<a " + "=" * 500_000,
    "a tag of blanks": "word<a b" + " " * 500_000,
    "a huge attribute": "word<a b='" + "c" * 1_000_000 + "'>",
    "entities": "word" + "&amp" * 200_000,
    "an endless entity": "word&" + "a" * 500_000,
    "an endless number": "word&#" + "1" * 500_000 + ";",
    "signs": "word" + "<" * 500_000,
    "scripts": "word" + "<script></script " * 50_000,
    "declarations": "word" + "<!" * 200_000,
}


@pytest.mark.hostile
@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_no_page_takes_minutes(page: str) -> None:
    assert any(event.kind == "words" and "word" in event.value for event in read(page))
