"""What a reader sees of a text, and where in the file it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.citation_check.checked_text import Format, visible_text

FORMATS: list[Format] = ["text", "markdown", "html"]


def seen(text: str, form: Format) -> str:
    """The words that are left, blanks and addresses aside."""
    return " ".join(visible_text(text, form).text.replace("\0", " ").split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p>rule <b>101</b>.1a</p>", "rule 101.1a"),
        ('<a href="x/101.1a" title="CR 9">here</a>', "here"),
        ("101.1&ndash;3 &sect;101 &#8220;so&#x201d; &unknown; &", "101.1–3 §101 “so” &unknown; &"),
        ("<td>CR</td><td>101.1</td>", "CR 101.1"),
        ("a<br>b<style>p {margin: 101.1em}</style>c", "a b c"),
        ("<script>// CR 101.1\nif (a<b && c>d) {}</script>", "// CR 101.1 if (ad) {}"),
        ("<!-- CR 101.1 -->", "CR 101.1 -->"),
        ("5 < 6 and 7 > 2", "5 < 6 and 7 > 2"),
        ("<a title='>'>x</a>", "x"),
        ("<p>CR 1: <q>so <q>it</q> is</q>, <cite>it</cite>", "CR 1: “so “it” is”, it"),
        ("<blockquote>so.<cite>CR 1</cite></blockquote><cite>it</cite>", "so. — CR 1 it"),
        ("<a title='x>rule 101.1", "<a title='x>rule 101.1"),
        ("see https://x.y/101.1a?b=(c). Then", "see ). Then"),
    ],
)
def test_html_is_the_text_between_tags(text: str, words: str) -> None:
    assert seen(text, "html") == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[CR 101.1](https://x.y/103.2 'CR 9')", "[CR 101.1]"),
        ("[CR 101.1](../rules_(old)/103.2.md)", "[CR 101.1]"),
        ("[one]: https://x.y/103.2\n[two]: 103.2.md", ""),
        ("`CR 101.1` and <https://x.y/103.2>", "`CR 101.1` and < >"),
        ("<b>CR</b> 101.1 &ndash; a < b, List<Kite>", "CR 101.1 – a < b, List<Kite>"),
        ("| CR 101.1 | www.x.y/103.2 |", "| CR 101.1 | |"),
    ],
)
def test_markdown_keeps_code_and_drops_addresses(text: str, words: str) -> None:
    assert seen(text, "markdown") == words


def test_code_is_read_as_it_stands() -> None:
    text = 'if a < b and c > d:  # CR 101.1 &ndash; <b>\n    x = "[1](2)"'
    assert visible_text(text, "text").text == text


@pytest.mark.parametrize(
    ("text", "form", "blocks"),
    [
        ("a\n\n> one\n> two\n\nb", "markdown", ["> one\n> two\n"]),
        ("a\n> one", "text", ["> one"]),
        ("<p>a<blockquote><p>one<q>two</q></blockquote>b", "html", ["\n\none“two”"]),
        ("a <q>one", "html", []),
        ("one</q>", "html", []),
    ],
)
def test_quotations_set_apart(text: str, form: Format, blocks: list[str]) -> None:
    found = visible_text(text, form)
    assert [found.text[start:end] for start, end in found.blocks] == blocks


MARKUP = st.lists(
    st.sampled_from([*"<>/ab &;\"'=!-[]()\n\r`*_:#1.", "<b>", "<p>", "&amp;", "<q>", "</q>", "](", "x://y"]),
    max_size=40,
).map("".join)


@given(MARKUP, st.sampled_from(FORMATS))
def test_places_never_run_backwards_and_untouched_words_stand_where_they_are_said_to(text: str, form: Format) -> None:
    found = visible_text(text, form)
    places = [found.origin(at) for at in range(len(found.text))]
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)
    for at, letter in enumerate(found.text):
        if letter.isalnum() and "&" not in text:
            assert text[places[at]] == letter
