"""The tags of HTML: where elements begin and end as in browsers, whatever an author left open, and on which line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_cli.formats.html.parser import Event, events

repeatable = settings(max_examples=200, deadline=None, derandomize=True)
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


def shape(page: str) -> str:
    """A page with every end of an element written out."""
    signs = {"start": "<{}>", "end": "</{}>", "words": "{}", "lost": "[{}]"}
    return "".join(signs[event.kind].format(event.value) for event in events(page))


def words(page: str) -> str:
    """What stands between the tags of a page."""
    return "".join(event.value for event in events(page) if event.kind == "words")


ENDED = {
    "paragraphs": ("<p>a<p>b", "<p>a</p><p>b</p>"),
    "a paragraph by a block": ("<p>a<ul><li>b</ul>", "<p>a</p><ul><li>b</li></ul>"),
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
    "headings": ("<h2>a<h3>b</h3><h4>c<p>d", "<h2>a</h2><h3>b</h3><h4>c</h4><p>d</p>"),
    "a picture by the text after it": ("<svg><path><p>a", "<svg><path></path></svg><p>a</p>"),
    "all at the end of the page": ("<div><b>a", "<div><b>a</b></div>"),
    "a link to a place that ends in a slash": ("<a href=x/>a</a>b", "<a>a</a>b"),
    "elements without content": ("a<br>b<hr><img><x/>c", "a<br></br>b<hr></hr><img></img><x></x>c"),
}
STRAY = {
    "no such element": ("<p>a</i>b</div>c", "<p>abc</p>"),
    "emphasis around a paragraph": ("<b><p>a</b>b</p>c</b>", "<b><p>ab</p>c</b>"),
    "a block around a cell": ("<div><table><tr><td>a</div>b", "<div><table><tr><td>ab</td></tr></table></div>"),
    "an item around a list": ("<li><ul>a</li>b</ul>c</li>", "<li><ul>ab</ul>c</li>"),
    "a cell around a table": ("<table><td>a<table></td>b</table>", "<table><td>a<table>b</table></td></table>"),
    "a paragraph that was none": ("a</p>b", "a<p></p>b"),
    "a line break": ("a</br>b", "a<br></br>b"),
    "the page": ("<html><body>a</body></html>b", "ab"),
}


@pytest.mark.parametrize(("page", "expected"), ENDED.values(), ids=ENDED)
def test_what_is_left_open_is_ended(page: str, expected: str) -> None:
    assert shape(page) == expected


@pytest.mark.parametrize(("page", "expected"), STRAY.values(), ids=STRAY)
def test_an_end_without_its_beginning_ends_nothing_else(page: str, expected: str) -> None:
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
        pytest.param("<title>a<p>b</title><script>if (a<b) '</p>'</script>c", "c", id="elements that hold no others"),
    ],
)
def test_words(page: str, expected: str) -> None:
    assert words(page.replace("<title>", "<script>").replace("</title>", "</script>")).endswith(expected)
    assert shape(page).endswith(expected)


@pytest.mark.parametrize("name", ["script", "style", "title", "textarea"])
def test_what_looks_like_a_tag_is_none_in_an_element_that_holds_no_others(name: str) -> None:
    assert (
        shape(f"<{name}>a <b> </p> <!-- </{name}x></{name.upper()} >c")
        == f"<{name}>a <b> </p> <!-- </{name}x></{name}>c"
    )


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
    start = next(events(tag))
    assert (start.kind, start.value, dict(start.attributes)) == ("start", "p", expected)


@pytest.mark.parametrize("page", ["<p a", "<p a='b>c", "<!-- b", "<script> b"])
def test_markup_that_never_ends_is_told(page: str) -> None:
    assert [event.kind for event in events(f"word {page}")][:2] in (["words", "lost"], ["words", "start"])
    assert sum(event.kind == "lost" for event in events(page)) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\r"])
def test_lines_are_counted_whatever_ends_them_and_however_many_there_are(end: str) -> None:
    page = end.join(["<p", "id=a>", "", "<!--", "-->", "word", "<script>", "</script>", *[""] * 70_000, "<b>last"])
    lines = {event.value: event.line for event in events(page) if event.kind == "start"}
    assert lines == {"p": 1, "script": 7, "b": 70_009}
    assert [event.line for event in events(page) if event.value == "last"] == [70_009]


@repeatable
@given(soup)
def test_whatever_a_page_holds_is_balanced_and_in_order(page: str) -> None:
    opened: list[str] = []
    line = 1
    for event in events(page):
        assert event.line >= line
        line = event.line
        if event.kind == "start":
            opened.append(event.value)
        elif event.kind == "end":
            assert opened.pop() == event.value
    assert not opened
    assert line <= max(page.count("\n") + page.count("\r") + 1, 1)


HOSTILE = {
    "nested": "<div>" * 100_000 + "word" + "</div>" * 100_000,
    "nested lists": "<ul><li>" * 50_000 + "word",
    "open emphasis, ends of other": "<b>" * 100_000 + "word" + "</i>" * 100_000,
    "open emphasis, paragraphs": "<b>" * 100_000 + "<p>word</i>" * 50_000,
    "cells, ends of blocks": "<table><td>" * 50_000 + "word" + "</div>" * 100_000,
    "comments": "word" + "<!-- -->" * 100_000,
    "comments that never end": "word" + "<!-- " * 200_000,
    "tags that never end": "word" + "<a b='" * 100_001,
    "a tag of many attributes": "word<a " + "b=c " * 200_000 + ">",
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


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_no_page_is_too_hostile(page: str) -> None:
    """Each would take minutes, or most of one, where a step looked again at all that came before."""
    found: list[Event] = list(events(page))
    assert any(event.kind == "words" and "word" in event.value for event in found)
