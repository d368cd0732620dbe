"""Trees: drawn on a terminal, indented in a pipe, folded to two levels."""

from __future__ import annotations

import json

from support import Run

from rules_cli.render.page import Page
from rules_cli.render.rules import TreeRow, add_tree

ROWS = [
    TreeRow(level, number, "Word " * 12, False) for level, number in [(0, "1"), (1, "1.1"), (2, "1.1a"), (1, "1.2")]
]


def lines_of(columns: int | None) -> list[str]:
    page = Page()
    add_tree(page, ROWS, columns)
    return [" " * line.indent + "".join(span.text for span in line.spans) for line in page.lines]


def test_a_terminal_gets_lines_that_lead_from_row_to_row() -> None:
    assert [line.partition(" W")[0].rstrip() for line in lines_of(40)] == ["1", "├ 1.1", "│ └ 1.1a", "└ 1.2"]
    assert all(len(line) <= 40 for line in lines_of(40))


def test_a_pipe_gets_indented_rows_without_lines() -> None:
    assert [line.partition("  W")[0] for line in lines_of(None)] == ["1", "  1.1", "    1.1a", "  1.2"]


def test_a_tree_has_two_levels_unless_more_are_asked_for(port: Run) -> None:
    folded = port("tree", "-b", "port", "port:1").out
    assert "1.0" in folded
    assert "1.0.1" not in folded
    assert "1.0.1a" in port("tree", "port:1", "--depth", "3").out
    assert len(json.loads(port("tree", "port:1", "--json").out)) == 8


def test_references_are_drawn_in_both_directions(port: Run) -> None:
    drawn = port("refs", "port:1.1.2", "--graph").out.splitlines()
    assert drawn[0].startswith("1.1.2  Discard cargo")
    assert drawn[1].strip() == "Refers to"
    assert drawn[2].startswith("    1.0.1a")
    back = port("refs", "port:1.0.1a", "--graph").out
    assert "Referred to by" in back
    assert "1.1.2" in back
    assert "none refers to it" in port("refs", "port:1.1", "--graph").out or "1.0.1" in back
