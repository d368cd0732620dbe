"""Reading rules: linked references, one breadcrumb for a range, neighbours, narrow terminals."""

from __future__ import annotations

import json
import re

import pytest
from support import HARBOUR, Install, Run

from rules_cli.library import Library
from rules_cli.render import rules
from rules_cli.render.page import Page, PageLine, Span
from rules_cli.render.writers import ansi


@pytest.fixture
def library(install: Install) -> Library:
    install("port", {"2026": HARBOUR})
    return Library.open()


def page_of(library: Library, *ids: str) -> Page:
    return rules.show([library.show(row) for row in library.find(ids).rows])


def test_references_in_a_text_are_marked_if_they_lead_somewhere(library: Library) -> None:
    marked = [span.text for line in page_of(library, "port:1.0").lines for span in line.spans if span.style == "ref"]
    assert marked == ["[1.1]"]


def test_references_and_numbers_link_to_the_publisher(library: Library) -> None:
    shown = library.show(library.find(["fab:2.7.3"]).rows[0])
    links = {span.text: span.link for line in rules.show([shown]).lines for span in line.spans if span.link}
    assert links["2.7.3a"] == "https://rules.fabtcg.com/en/cr/02-object-properties/#cr2.7.3a"


def test_a_range_is_printed_together_with_one_foot(run: Run, library: Library) -> None:  # noqa: ARG001
    printed = run("show", "port:1.1.1-1.1.2").out
    assert printed.count("port 2026") == 1
    assert printed.count("1 Ships › 1.1 Cargo") == 1
    assert printed.count("‹") == 1


def test_context_shows_the_neighbours(run: Run, library: Library) -> None:  # noqa: ARG001
    printed = run("show", "port:1.0.2", "--context", "1").out
    assert [line.split()[0] for line in printed.splitlines()[:3]] == ["1.0.1a", "1.0.2", "1.1"]
    found = json.loads(run("show", "port:1.0.2", "--context", "1", "--json").out)
    assert [rule["number"] for rule in found] == ["1.0.1a", "1.0.2", "1.1"]


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (59, "A Long Book of Harbour Rules › 1 Ships › 1.0 General Things"),
        (58, "‹ 1 Ships › 1.0 General Things"),
        (25, "‹ 1.0 General Things"),
        (12, "‹ 1.0 Gener…"),
    ],
)
def test_a_breadcrumb_fits_one_line(width: int, shown: str) -> None:
    steps = tuple(Span(step) for step in ("A Long Book of Harbour Rules", "1 Ships", "1.0 General Things"))
    page = Page(lines=[PageLine(steps, crumbs=True)])
    assert re.sub(r"\x1b\[[0-9;]*m", "", ansi(page, width, colors=False)) == shown + "\n"
