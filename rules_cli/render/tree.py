"""Tables of contents, branches, and references as trees: drawn with lines on a terminal, indented in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules_cli.captions import say
from rules_cli.model import Rule
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import foot
from rules_cli.text import first_words

_STEP = 2
_PIPE = 80  # columns of a line in a pipe
_LEAST_WORDS = 12  # characters of a row, however deep it is


class TreeRow(NamedTuple):
    """A row of a tree: its level, its number (or id), its words, and whether these are a title."""

    level: int
    number: str
    words: str
    is_title: bool = True


def row_of(level: int, rule: Rule, number: str = "") -> TreeRow:
    """Return the row of a rule: its title, else its first words."""
    return TreeRow(level, number or rule.number, rule.title or rule.text or "", bool(rule.title))


def add_tree(page: Page, rows: Sequence[TreeRow], columns: int | None) -> None:
    """Add a tree to a page. On a terminal of so many columns each row is one line, if it is no title."""
    for row, guide in zip(rows, _guides(rows), strict=True):
        lead = guide if columns else " " * (_STEP * row.level)
        room = max((columns or _PIPE) - len(lead) - len(row.number) - 2, _LEAST_WORDS)
        words = " ".join(row.words.split()) if row.is_title else first_words(row.words, room)
        hanging = len(lead) + _STEP if columns else 0
        number = Span(f"{row.number}  " if row.number and words else row.number, "id")
        text = Span(words, "title") if row.is_title else Span(words, "text")
        page.add(Span(lead, "quiet"), number, text, hanging=hanging)


def _guides(rows: Sequence[TreeRow]) -> list[str]:
    """Return the lines before each row that lead to it from the row above it in the tree."""
    guides: list[str] = []
    follows: set[int] = set()  # the levels on which another row follows below
    for row in reversed(rows):
        before = "".join("│ " if level in follows else "  " for level in range(1, row.level))
        guides.append(before + ("├ " if row.level in follows else "└ ") if row.level else "")
        follows = {level for level in follows if level < row.level} | {row.level}
    return guides[::-1]


def reference_tree(rule: Rule, names: Iterable[TreeRow], named_by: Iterable[TreeRow], columns: int | None) -> Page:
    """Return the references of a rule as a tree: what it refers to, and what refers to it."""
    rows = [row_of(0, rule), *_branch(say("Refers to"), names), *_branch(say("Referred to by").strip(), named_by)]
    if len(rows) == 1:
        rows.append(TreeRow(1, "", say("no references"), is_title=False))
    page = Page()
    add_tree(page, rows, columns)
    foot(page, [rule])
    return page


def _branch(caption: str, rows: Iterable[TreeRow]) -> Iterator[TreeRow]:
    inside = list(rows)
    if inside:
        yield TreeRow(1, caption, "")
        yield from inside
