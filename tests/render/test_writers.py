"""A page in each markup: what is indented and numbered is a list, and words of a book are never markup."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from support import Run
from typer.main import get_command

from rules_cli.cli.app import app
from rules_cli.render import writers
from rules_cli.render.page import Page, Span, Style


def branch() -> Page:
    page = Page()
    page.add(Span("1", "id"), Span("  Kites", "title"))
    page.add(Span("1.1", "id"), "  A kite flies:", indent=2, hanging=5)
    page.add("• high", indent=7)
    page.add("• far", indent=7)
    page.add(Span("e.g. ", "label"), Span("A <b>red</b> one.", "quiet"), indent=7)
    page.add(Span("1.2", "id"), "  A kite is ", Span("lost", "old"), Span("found", "new"), ".", indent=2)
    page.gap()
    page.add(Span("kites 2026", "quiet"))
    return page


def test_markdown_nests_numbered_lines_and_keeps_what_belongs_to_them() -> None:
    assert writers.markdown(branch()) == (
        "**1** **Kites**\n"
        "\n"
        "- **1.1** A kite flies:\n"
        "  - high\n"
        "  - far\n"
        "\n"
        "  e.g. A \\<b\\>red\\</b\\> one.\n"
        "\n"
        "- **1.2** A kite is ~~lost~~**found**.\n"
        "\n"
        "kites 2026\n"
    )


def test_html_nests_them_too() -> None:
    assert writers.html(branch()).replace("\n", "") == (
        "<p><b>1</b> <b>Kites</b></p>"
        "<ul><li><p><b>1.1</b> A kite flies:</p><ul><li><p>high</p></li><li><p>far</p></li></ul>"
        "<p><small>e.g.</small> <small>A &lt;b&gt;red&lt;/b&gt; one.</small></p></li>"
        "<li><p><b>1.2</b> A kite is <del>lost</del><ins>found</ins>.</p></li></ul>"
        "<p><small>kites 2026</small></p>"
    )


def test_old_and_new_words_have_signs_beside_their_colours() -> None:
    assert "A kite is [-lost-]{+found+}." in writers.plain(branch())
    for colors in (True, False):
        assert "[-lost-]" in writers.ansi(branch(), 80, colors=colors)


STYLES: list[Style] = ["", "id", "title", "text", "quiet", "note", "hit", "ref", "old", "new", "folded"]
WORDS = st.text(st.sampled_from("a1.-*_`[]<&# \n•"), max_size=12)
SPANS = st.builds(Span, WORDS, st.sampled_from(STYLES), st.none())
LINES = st.lists(st.tuples(st.lists(SPANS, max_size=4), st.integers(0, 9)), max_size=12)


@given(LINES)
def test_every_element_is_closed_and_no_word_is_markup(lines: list[tuple[list[Span], int]]) -> None:
    page = Page()
    for spans, indent in lines:
        page.add(*spans, indent=indent)

    class Nesting(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert not attrs
            inside.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert inside.pop() == tag

    inside: list[str] = []
    Nesting().feed(writers.html(page))
    assert not inside
    tokens = MarkdownIt("commonmark").parse(writers.markdown(page))
    assert not [token.type for token in tokens if token.type in ("html_block", "fence", "hr")]


def _commands() -> list[tuple[str, set[str]]]:
    group = get_command(app)
    context = group.context_class(group)
    found = []
    for name in group.list_commands(context):  # type: ignore[attr-defined]
        command = group.get_command(context, name)  # type: ignore[attr-defined]
        for each in getattr(command, "commands", {"": command}).values():
            found.append((f"{name} {each.name}", {option for parameter in each.params for option in parameter.opts}))
    return found


def test_every_command_with_json_takes_the_same_forms() -> None:
    assert not [name for name, options in _commands() if "--json" in options and "--format" not in options]


@pytest.mark.parametrize("line", ["show port:1.1.2", "cite port:1.1.2", "refs port:1.1.2", "search cargo -b port"])
def test_a_page_of_a_command_comes_in_each_form(port: Run, line: str) -> None:
    assert "1.1.2" in port(*line.split(), "--format", "html").out
    assert "**" in port(*line.split(), "--format", "markdown").out
    assert port(*line.split(), "--format", "json").out == port(*line.split(), "--json").out
    assert "**" not in port(*line.split()).out
