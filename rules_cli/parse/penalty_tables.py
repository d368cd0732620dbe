"""Tables of penalties, with bars or in plain text: each row is an infraction."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import NamedTuple

from rules_cli.formats.source_line import SourceLine, bars
from rules_cli.model import Penalty
from rules_cli.numbers.parts import parts
from rules_cli.parse.line_shape import is_title
from rules_cli.parse.penalty_lines import (
    counts_or_begins_condition,
    is_label,
    is_penalty_label,
    listed_penalty,
    other_labels,
    parted,
    penalty_pattern,
)
from rules_cli.parse.row_draft import Draft
from rules_cli.text import fold
from rules_cli.words import folded

_FEWEST_ROWS = 2  # with a penalty
_CELL = re.compile(r"\s{2,}|\t|\s?\.{3,}\s?")  # between the columns of a table in plain text
_LABEL = re.compile(r"[^\W\d_]{2}[^:.|)]{0,40}:\s{1,3}")
_ROW = re.compile(r"(?:• )?\| (.+) \|")
_BAR = re.compile(r"\s?\|\s?")
_AMOUNT = re.compile(r"(?!\d+\.\d)[-+−€£$]?\s?\d")  # not the number of a section, 2.1
_LEAST_PARTS = 2  # of a number that makes a rule of a row, 1.1


class ListedInfraction(NamedTuple):
    """An infraction in a table or a list of penalties: its number ("" without one), its name, its penalties, and all
    words beside the name, a cell or an item each."""

    number: str
    name: str
    penalties: tuple[Penalty, ...]
    words: tuple[str, ...]


# Complexity: a line is a row, a head or neither by the lines around it.
def tables_as_rows(lines: Sequence[SourceLine], penalties: tuple[str, ...]) -> list[SourceLine]:
    """Return the lines of a document, those of a table of penalties in plain text as rows with bars: a table has a few
    lines in which a penalty follows after blanks, a tab or dots, and a head above them."""
    pattern = penalty_pattern(penalties)
    cells = [_CELL.split(line.raw.strip()) if line.role == "text" else [] for line in lines]
    are_rows = [len(each) > 1 and any(pattern.fullmatch(cell) for cell in each[1:]) for each in cells]
    found = list(lines)
    for at, line in enumerate(lines):
        is_head = len(cells[at]) > 1 and at + 1 < len(lines) and are_rows[at + 1]
        is_between = (at > 0 and are_rows[at - 1]) or (at + 1 < len(lines) and are_rows[at + 1])
        if is_head or (are_rows[at] and is_between):
            found[at] = line._replace(text=bars(cells[at]), role="item")
    _part_labelled(found, pattern)
    _part_stated(found, penalties)
    return list(_under_items(_with_items(found, pattern), penalties))


def _part_labelled(lines: list[SourceLine], pattern: re.Pattern[str]) -> None:
    """Make items of the lines with a label and a penalty, `Penalty: Warning`, right below other lines, and of the text
    between those and the name of an infraction, which is an item, too."""
    for at, line in enumerate(lines):
        above = lines[at - 1] if at else None
        if line.role != "text" or above is None or above.role not in ("text", "item"):
            continue
        label = _LABEL.match(line.text)
        if not label or not pattern.match(line.text, label.end()):
            continue
        lines[at] = line._replace(role="item")
        name = lines[at - 2] if at > 1 else None
        if name and (name.role, above.role) == ("item", "text") and is_title(name.text, marked=True):
            lines[at - 1] = above._replace(role="item")


def _part_stated(lines: list[SourceLine], penalties: tuple[str, ...]) -> None:
    """Make items of lines of text right above and below each other that have an infraction and its penalty each, and of
    those among them with the same sign."""
    read = [line.text if line.role in ("text", "item") else "" for line in lines]
    stated = [parted(text)[1] if _is_stated(text, penalties) else "" for text in read]
    for at, line in enumerate(lines):
        name, sign, _ = parted(line.text) if line.role == "text" else ("", "", "")
        above, below = ("".join(stated[max(at - 1, 0) : at]), "".join(stated[at + 1 : at + 2]))
        if sign and fold(name) not in other_labels() and (sign in (above, below) if stated[at] else sign == above):
            stated[at] = sign
            lines[at] = line._replace(role="item")


def _is_stated(text: str, penalties: tuple[str, ...]) -> bool:
    stated = listed_penalty(text, penalties)
    return stated is not None and bool(stated.name) and not is_label(stated.name)


def _with_items(lines: Sequence[SourceLine], pattern: re.Pattern[str]) -> Iterator[SourceLine]:
    """Yield the lines of a document, those set farther right below a penalty and a colon as items of a list."""
    left: int | None = None  # the columns of indent of the penalty above, None without one
    for line in lines:
        if left is not None and line.role == "text" and line.level > left:
            line = line._replace(role="item")
        elif line.role != "blank":
            is_penalty = line.role == "text" and line.text.endswith(":") and pattern.fullmatch(line.text[:-1].strip())
            left = line.level if is_penalty else None
        yield line


def _is_label_alone(line: SourceLine) -> bool:
    """Return whether a line is the label of one penalty, `Recommended penalty`, and not the title of a list of them."""
    name = fold(line.text).strip(" :*")
    *before, last = name.split() or [""]
    return name in folded("penalty_labels") or (
        last in folded("penalty_labels") and len(before) == 1 and line.role != "heading"
    )


# Complexity: one condition for each sign that an item is about those within it.
def _under_items(lines: Iterable[SourceLine], penalties: tuple[str, ...]) -> Iterator[SourceLine]:
    """Yield the lines of a document, each infraction right within an item with the words of that, which say what it is
    about, `Deck errors, fewer than 45 cards: Game Loss`; not below the label of a penalty, where items are levels."""
    above, level, within = "", 0, 0  # an item without a penalty, its indent, and that of those within it
    is_labelled = False
    for line in lines:
        is_item = line.role == "item"
        if above and is_item and line.level > level and _is_stated(line.text, penalties):
            within = within or line.level
            line = line._replace(text=f"{above}, {line.text}") if line.level == within else line
        elif line.role != "blank":
            is_labelled = _is_label_alone(line) if not is_item else is_labelled
            is_name = is_item and not is_labelled and is_title(line.text, marked=True) and ":" not in line.text
            above, level, within = (line.text if is_name and "|" not in line.text else ""), line.level, 0
        yield line


def table_infractions(draft: Draft, penalties: tuple[str, ...]) -> list[ListedInfraction]:
    """Return the infractions of a table of penalties in a text; empty without one."""
    pattern = penalty_pattern(penalties)
    lines = (line for text in draft.texts for line in text.split("\n") if line.count("|") > 1)
    rows = [[cell.strip() for cell in found[1].split(" | ")] for line in lines if (found := _ROW.fullmatch(line))]
    if rows and all(map(pattern.fullmatch, rows[0])):
        return _below_penalties(rows[0], rows[1:], pattern)
    return _beside_penalties(rows, pattern)


def rejoin_rows(drafts: list[Draft], penalties: tuple[str, ...]) -> None:
    """Put the rows of a table of penalties that were read as rules, as they begin with dotted numbers, back into the
    text that ends with the head of the table."""
    pattern, owners = penalty_pattern(penalties), {id(draft.parent) for draft in drafts}
    for at in reversed(range(len(drafts))):
        head, below = drafts[at], islice(drafts, at + 1, None)
        if width := _width_of_head(head):
            rows = list(takewhile(lambda each: id(each) not in owners and 1 < len(_cells_of(each)[0]) < width, below))
            if sum(any(map(pattern.fullmatch, _cells_of(row)[0])) for row in rows) >= _FEWEST_ROWS:
                for row in rows:
                    _put_back(head, row)
                del drafts[at + 1 : at + 1 + len(rows)]


def _width_of_head(draft: Draft) -> int:
    """Return how many columns the row of a table has that ends a text, 0 without one."""
    found = _ROW.fullmatch(draft.texts[-1].rpartition("\n")[2]) if draft.texts else None
    return len(_BAR.split(found[1])) if found else 0


def _cells_of(draft: Draft) -> tuple[list[str], list[str]]:
    """Return the cells of a row that was read as a rule, behind its number, and the lines below that row. No cells if
    it has no dotted number."""
    first, *rest = "\n".join([*([draft.title] if draft.title else []), *draft.texts]).split("\n")
    if len(parts(draft.printed) or ()) < _LEAST_PARTS or draft.examples or draft.notes:
        return [], rest
    below = rest if "|" in first else rest[1:]  # the other cells may be on the next line
    return _BAR.split(" | ".join([first, *rest[: len(rest) - len(below)]])), below


def _put_back(head: Draft, row: Draft) -> None:
    cells, below = _cells_of(row)
    head.texts[-1] = "\n".join([head.texts[-1], f"• {bars([row.printed, *cells])}", *below])
    head.lines += row.lines
    head.links += row.links
    head.anchors += row.anchors


def is_row(line: str) -> bool:
    """Return whether a line is a row of a table."""
    return _ROW.fullmatch(line) is not None


def _below_penalties(
    head: Sequence[str], rows: Sequence[Sequence[str]], pattern: re.Pattern[str]
) -> list[ListedInfraction]:
    """Return the infractions of a table in which each penalty is the title of its column."""
    cells = [(penalty, cell) for row in rows for penalty, cell in zip(head, row, strict=False) if cell.strip("-–— ")]
    if len(set(map(fold, head))) < _FEWEST_ROWS or any(pattern.search(cell) for _, cell in cells):
        return []
    return [ListedInfraction("", cell, (Penalty(None, penalty),), (penalty,)) for penalty, cell in cells]


# Complexity: the columns are told apart, then each row is read.
def _beside_penalties(rows: list[list[str]], pattern: re.Pattern[str]) -> list[ListedInfraction]:
    """Return the infractions of a table that has penalties in its rows. The first column without numbers names the
    infractions. If the first penalties are under a label or there is one column of them, they are for all; else each
    column is a level. In a column of penalties, words that we do not know are a penalty, too."""
    head = rows.pop(0) if rows and not any(map(pattern.fullmatch, rows[0])) else []
    known = [[at for at, cell in enumerate(row) if pattern.fullmatch(cell)] for row in rows]
    if sum(map(bool, known)) < _FEWEST_ROWS:
        return []
    columns = sorted(set(chain.from_iterable(known)))
    whole = [row for row in rows if len(row) > columns[0]]
    names = [at for at in range(columns[0]) if not all(_is_number(row[at]) for row in whole)]
    if not names:
        return []
    titles = [*head, *[""] * len(max(rows, key=len))]
    is_for_all = len(columns) == 1 or not titles[columns[0]] or is_penalty_label(titles[columns[0]])
    rows = [_with_amount(row, columns[0], titles) for row in rows] if is_for_all else rows
    return [_table_row(row, titles, names[0], columns, is_for_all) for row in rows if len(row) > names[0]]


def _with_amount(cells: list[str], own: int, titles: Sequence[str]) -> list[str]:
    """Return the cells of a row, an amount right behind its penalty with that: `Fine | €5` is a fine of €5."""
    amount = cells[own + 1] if own + 1 < len(cells) and cells[own] else ""
    is_amount = _AMOUNT.match(amount) and not counts_or_begins_condition(titles[own + 1])
    return [*cells[:own], f"{cells[own]} ({amount})", "", *cells[own + 2 :]] if is_amount else cells


def _is_number(cell: str) -> bool:
    """Return whether a cell is the number of its row: `3.`, `1.1`, `A2`; letters alone may be a name."""
    return any(map(str.isdecimal, cell)) and parts(cell.rstrip(".")) is not None


# Complexity: one expression for each part of a row.
def _table_row(
    cells: Sequence[str], titles: Sequence[str], name: int, columns: Collection[int], is_for_all: bool
) -> ListedInfraction:
    filled = [at for at, cell in enumerate(cells) if at > name and any(map(str.isalnum, cell))]
    given = [at for at in filled if at in columns]
    own = given[:1] if is_for_all else given
    penalties = tuple(Penalty(None if is_for_all else titles[at] or None, cells[at]) for at in own)
    said = (
        f"{titles[at]}: {cells[at]}" if titles[at] and (at not in own or not is_for_all) else cells[at] for at in filled
    )
    return ListedInfraction(next((cell.rstrip(".") for cell in cells[:name]), ""), cells[name], penalties, tuple(said))
