"""Read a card list's file into rows: CSV, TSV, JSON or YAML. Columns go by their names, in any case."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from rules_cli.errors import SourceError
from rules_cli.formats import limited
from rules_cli.formats.plain_text import decode
from rules_cli.store.data_files import from_yaml

_COLUMNS = ("name", "moniker", "personal", "types", "text", "keywords", "pitch", "faces", "layout", "printed_names")
_MOST_ROWS = 200_000  # six times as many as the longest real list has
_YES, _NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0")


class CardRow(NamedTuple):
    """A row of a card list: its place (`FILE, line 3`), and its cells by column, without empty ones."""

    where: str
    cells: Mapping[str, Any]


def read_rows(path: Path, columns: Mapping[str, str]) -> list[CardRow]:
    """The rows of a card list; `columns` are the book's other headings of the columns.

    Raises SourceError, which names file and line, if it cannot be read or has no column `name`.
    """
    kind = path.suffix.lower()
    try:
        if kind in (".yaml", ".yml"):
            rows = _objects(from_yaml(_text(path), path.name), path.name)
        elif kind == ".json":
            rows = _objects(_json(path), path.name)
        else:
            rows = _table(path)
        found = _known_cells(islice(rows, _MOST_ROWS + 1), columns)
    except OSError as error:
        raise SourceError(f"{path.name} can't be read ({error.strerror}); give a CSV, TSV, JSON or YAML file") from None
    if len(found) > _MOST_ROWS:
        raise SourceError(f"{path.name}: over {_MOST_ROWS:,} cards; give the list of one game")
    for row in found:
        if not row.cells.get("name"):
            raise SourceError(f"{row.where}: no name; a card list has a column `name`")
    if not found:
        raise SourceError(f"{path.name}, line 1: no cards; a card list has a column `name` and a row to a card")
    return found


def _known_cells(rows: Iterator[tuple[str, Mapping[Any, Any]]], columns: Mapping[str, str]) -> list[CardRow]:
    """The cells of known columns that are not empty, by the usual names of the columns."""
    other = {_folded(name): column for name, column in columns.items()}

    @cache
    def column_of(heading: str) -> str:
        word = _folded(heading)
        return other.get(word, word.replace(" ", "_"))

    def known(cells: Mapping[Any, Any]) -> dict[str, Any]:
        named = ((column_of(str(heading)), cell) for heading, cell in cells.items())
        return {column: cell for column, cell in named if column in _COLUMNS and cell}

    return [CardRow(where, known(cells)) for where, cells in rows]


def _folded(heading: str) -> str:
    return " ".join(heading.casefold().replace("_", " ").split())


def _json(path: Path) -> Any:
    try:
        return json.loads(_text(path))
    except json.JSONDecodeError as error:
        raise SourceError(f"{path.name}, line {error.lineno}: not JSON ({error.msg})") from None
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{path.name}, line 1: not JSON ({error})") from None


def _objects(value: Any, name: str) -> Iterator[tuple[str, Mapping[Any, Any]]]:
    """The cards of a list, of a mapping with one list in it, or of a mapping from names to cards."""
    if isinstance(value, Mapping):
        lists = [found for found in value.values() if isinstance(found, list)]
        value = lists[0] if len(lists) == 1 else [_named(key, card) for key, card in value.items()]
    if not isinstance(value, list):
        raise SourceError(f"{name}, line 1: not a list of cards")
    for number, card in enumerate(value, 1):
        where = f"{name}, card {number}"
        if not isinstance(card, Mapping):
            raise SourceError(f"{where}: not a card; write a mapping with a `name`")
        yield where, card


def _named(name: Any, card: Any) -> Any:
    """A card of a mapping from names to cards, or from names to monikers."""
    return {"name": name, **card} if isinstance(card, Mapping) else {"name": name, "moniker": card}


def _table(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    text = _text(path)
    heading = re.split("[\r\n]", text, maxsplit=1)[0]
    delimiter = max("\t,;", key=heading.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        if "name" not in map(_folded, reader.fieldnames or ()):
            raise SourceError(f"{path.name}, line 1: no column `name`")
        for cells in reader:
            filled = {heading: cell.strip() for heading, cell in cells.items() if heading and cell}
            yield f"{path.name}, line {reader.line_num}", filled
    except csv.Error as error:
        raise SourceError(f"{path.name}, line {reader.reader.line_num}: {error}") from None


def _text(path: Path) -> str:
    data = limited(path)
    try:
        return decode(data, path.name)
    except SourceError:
        raise SourceError(f"{path.name}, line 1: not text; give a CSV, TSV, JSON or YAML file") from None


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
    word = text_of(cell).casefold()
    if word in _YES:
        return True
    return False if word in _NO else None


def by_language(cell: Any) -> Mapping[str, str]:
    """The names in a cell by language: of a mapping, or of a text such as `de: Name; fr: Nom`."""
    if isinstance(cell, Mapping):
        return {text_of(language): text_of(name) for language, name in cell.items() if name}
    pairs = (item.partition(":") for item in items_of(cell, "[;\n]"))
    return {language.strip(): name.strip() for language, colon, name in pairs if colon and name.strip()}
