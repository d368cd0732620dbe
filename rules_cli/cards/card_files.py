"""Read a card list's file into rows: CSV, TSV, JSON or YAML. Columns go by their names, in any case."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from rules_cli.errors import SourceError
from rules_cli.formats import limited
from rules_cli.formats.encodings import decode
from rules_cli.store.data_files import from_yaml

_COLUMNS = "name moniker personal types text keywords pitch faces layout interchangeable printed_names".split()
_MOST_ROWS = 200_000  # six times as many as the longest real list has
_YES_OR_NO = dict.fromkeys(("yes", "y", "true", "1", "x"), True) | dict.fromkeys(("no", "n", "false", "0"), False)


class CardRow(NamedTuple):
    """A row of a card list: its place (`FILE, line 3`), and its cells by column, without empty ones."""

    where: str
    cells: Mapping[str, Any]


def read_rows(path: Path, columns: Mapping[str, str]) -> list[CardRow]:
    """The rows of a card list; `columns` are the book's other headings of the columns.

    Raises SourceError, which names file and line, if it cannot be read or has no column `name`.
    """
    read = _from_objects if path.suffix.lower() in (".json", ".yaml", ".yml") else _from_table
    known = {_folded(column): column for column in _COLUMNS} | {_folded(name): to for name, to in columns.items()}
    found = []
    for where, row in islice(read(_text(path), path.name), _MOST_ROWS + 1):
        named = ((known.get(_folded(str(heading))), cell) for heading, cell in row.items() if cell)
        cells = {column: cell for column, cell in named if column}
        if not cells.get("name"):
            raise SourceError(f"{where}: no name; a card list has a column `name`")
        found.append(CardRow(where, cells))
    if len(found) > _MOST_ROWS:
        raise SourceError(f"{path.name}: over {_MOST_ROWS:,} cards; give the list of one game")
    if not found:
        raise SourceError(f"{path.name}, line 1: no cards; a card list has a column `name` and one row for each card")
    return found


def _text(path: Path) -> str:
    try:
        return decode(limited(path), path.name).text
    except OSError as error:
        raise SourceError(f"{path.name} can't be read ({error.strerror}); give a CSV, TSV, JSON or YAML file") from None


@lru_cache(maxsize=1024)
def _folded(heading: str) -> str:
    return " ".join(heading.casefold().replace("_", " ").split())


_Rows = Iterator[tuple[str, Mapping[Any, Any]]]


def _from_objects(text: str, name: str) -> _Rows:
    try:
        value = json.loads(text) if name.lower().endswith(".json") else from_yaml(text, name)
    except (ValueError, RecursionError) as error:  # a JSONDecodeError has a line
        line, reason = getattr(error, "lineno", 1), getattr(error, "msg", error)
        raise SourceError(f"{name}, line {line}: not JSON ({reason})") from None
    return _objects(value, name)


def _objects(value: Any, name: str) -> _Rows:
    """The cards of a list, of a mapping with one list in it, or of a mapping from names to cards or monikers."""
    if isinstance(value, Mapping):
        lists = [found for found in value.values() if isinstance(found, list)]
        by_name = ((key, card if isinstance(card, Mapping) else {"moniker": card}) for key, card in value.items())
        value = lists[0] if len(lists) == 1 else [{"name": key, **card} for key, card in by_name]
    if not isinstance(value, list):
        raise SourceError(f"{name}, line 1: not a list of cards")
    for number, card in enumerate(value, 1):
        where = f"{name}, card {number}"
        if not isinstance(card, Mapping):
            raise SourceError(f"{where}: not a card; write a mapping with a `name`")
        yield where, card


def _from_table(text: str, name: str) -> _Rows:
    headings = re.split("[\r\n]", text, maxsplit=1)[0]
    delimiter = max("\t,;", key=headings.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        if "name" not in map(_folded, reader.fieldnames or ()):
            raise SourceError(f"{name}, line 1: no column `name`")
        for cells in reader:
            filled = {heading: cell.strip() for heading, cell in cells.items() if heading and cell}
            yield f"{name}, line {reader.line_num}", filled
    except csv.Error as error:
        raise SourceError(f"{name}, line {reader.reader.line_num}: {error}") from None


# --- cells


def text_of(cell: Any) -> str:
    """The text of a cell."""
    return "" if cell is None else str(cell).strip()


def items_of(cell: Any, separator: str = "[,\n]") -> tuple[str, ...]:
    """The items of a cell: of a list (texts, or mappings with a `name`), or of a text split at a separator."""
    values = cell if isinstance(cell, list) else re.split(separator, text_of(cell))
    texts = (text_of(value.get("name") if isinstance(value, Mapping) else value) for value in values)
    return tuple(filter(None, texts))


def yes_or_no(cell: Any) -> bool | None:
    """The answer in a cell, None if it is neither yes nor no."""
    return _YES_OR_NO.get(text_of(cell).casefold())


def by_language(cell: Any) -> Mapping[str, str]:
    """The names in a cell by language: of a mapping, or of a text such as `de: Name; fr: Nom`."""
    if isinstance(cell, Mapping):
        return {text_of(language): text_of(name) for language, name in cell.items() if name}
    pairs = (item.partition(":") for item in items_of(cell, "[;\n]"))
    return {language.strip(): name.strip() for language, colon, name in pairs if colon and name.strip()}
