"""The user's card lists: one sorted file to a book, in which a name is found without reading the file whole.

The file is one JSON document, a row to a line, sorted by key, so that a look-up in 30,000 cards reads some fifteen
lines. A row's key is its table (`name`, `moniker`, `printed`) and the folded words of a name.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol

from rules_cli.errors import BookNotFound, LibraryError, RulesWarning
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.editions import check_slug

FORMAT = 1
_LONGEST_HEAD = 10_000  # bytes


@dataclass(frozen=True, slots=True)
class Card:
    """What a card list says of a name.

    `confidence` is `known` where the list proves the moniker (or that there is none), `derived` where the name has
    none by its form, None where it proves nothing. `faces` are the names of a card that has several, in print order,
    and `layout` what joins them. `pitch` are the pitch values it is printed with.
    """

    name: str
    moniker: str | None = None
    confidence: str | None = None
    personal: bool | None = None
    pitch: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    layout: str | None = None


class Cards(Protocol):
    """The card list of a book, by folded names (`bravo star of the show`)."""

    def card(self, key: str) -> Card | None:
        """The card of this name."""

    def moniker(self, key: str) -> str | None:
        """The moniker that the list proves, as it is spelled."""

    def english(self, key: str) -> str | None:
        """The English name of a card that has this name in print, where only one has."""

    def names(self) -> Mapping[str, str]:
        """All names, by key."""


@dataclass(frozen=True, slots=True)
class ListInfo:
    """An imported card list: the book, the file it came from, how many names and proven monikers it holds."""

    book: str
    source: str
    names: int
    monikers: int


class CardFile:
    """A card list on disk. Safe to share between threads; the bytes are read once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._data = bytes_of(path)
        except OSError as error:
            raise _damaged(path, error.strerror or "unreadable") from None
        _header(path, self._data)

    def card(self, key: str) -> Card | None:
        found = self._find("name", key)
        with self._whole():
            return None if found is None else _card(found)

    def moniker(self, key: str) -> str | None:
        found = self._find("moniker", key)
        return None if found is None else str(found)

    def english(self, key: str) -> str | None:
        found = self._find("printed", key) if self._has_printed else None
        return None if found is None else str(found)

    @cached_property
    def _has_printed(self) -> bool:
        return b'\n["printed ' in self._data

    def names(self) -> Mapping[str, str]:
        return self._names

    @cached_property
    def _names(self) -> Mapping[str, str]:
        lines = [line for line in self._data.split(b"\n") if line.startswith(b'["name ')]
        with self._whole():
            rows = json.loads(b"[%s]" % b"".join(lines).rstrip(b","))  # a row at a time takes four times as long
            return {key.removeprefix("name "): str(card["name"]) for key, card in rows}

    @cached_property
    def _find(self) -> Callable[[str, str], Any]:
        return lru_cache(maxsize=4096)(self._search)

    def _search(self, table: str, key: str) -> Any:
        wanted = _key(table, key)
        low, high = self._data.find(b"\n") + 1, len(self._data)
        while low < high:
            begin = self._data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._data.find(b"\n", begin)
            line = self._data[begin : end if end >= 0 else len(self._data)]
            if line.startswith(wanted):
                with self._whole():
                    return json.loads(line.rstrip(b","))[1]
            low, high = (begin + len(line) + 1, high) if line < wanted and line[:1] == b"[" else (low, begin)
        return None

    @contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            yield
        except (AttributeError, LookupError, TypeError, ValueError):
            raise _damaged(self.path, "damaged") from None


def _card(found: Mapping[str, Any]) -> Card:
    facts: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}
    return Card(**facts)


def _key(table: str, key: str) -> bytes:
    return _bytes(f"[{json.dumps(f'{table} {key}', ensure_ascii=False)}, ")


def _bytes(text: str) -> bytes:
    return text.encode(errors="replace")


def _header(path: Path, data: bytes) -> ListInfo:
    try:
        head = json.loads(data.split(b"\n", 1)[0] + b"]}")
        if head.pop("format") != FORMAT or head.pop("rows") != []:
            raise _damaged(path, "from another version")
        return ListInfo(**head)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise _damaged(path, "damaged") from None


def _damaged(path: Path, why: str) -> LibraryError:
    return LibraryError(f"the card list {path.name} is {why}; import it again: rules name import FILE -b {path.stem}")


def folder() -> Path:
    """Where card lists are."""
    return paths.library() / "cards"


def _path(book: str) -> Path:
    return folder() / f"{check_slug(book)}.json"


def open_cards(book: str) -> CardFile | None:
    """The card list of a book, None where the user imported none. Raises LibraryError on a damaged one."""
    path = _path(book)
    return CardFile(path) if path.is_file() else None


def save_cards(
    book: str, source: str, names: Mapping[str, Card], monikers: Mapping[str, str], printed: Mapping[str, str]
) -> ListInfo:
    """Keep a card list, whole, in place of the book's former one; the mappings are by folded name."""
    info = ListInfo(book, source, len(names), len(monikers))
    rows = sorted(
        _key(table, key) + _bytes(json.dumps(value, ensure_ascii=False)) + b"]"
        for table, values in (
            ("name", {k: _facts(card) for k, card in names.items()}),
            ("moniker", monikers),
            ("printed", printed),
        )
        for key, value in values.items()
    )
    head = json.dumps({"format": FORMAT, **asdict(info), "rows": []}, ensure_ascii=False).removesuffix("]}")
    write_atomic(_path(book), "\n".join([head, b",\n".join(rows).decode(), "]}\n"]))
    return info


def _facts(card: Card) -> dict[str, Any]:
    return {key: value for key, value in asdict(card).items() if value is not None and value != ()}


def list_cards() -> Iterator[ListInfo]:
    """The card lists there are, by book; reads only their first lines. One that is damaged is left out, with a
    `RulesWarning`."""
    for path in sorted(folder().glob("*.json")):
        try:
            yield list_info(path)
        except LibraryError as error:
            warnings.warn(f"left out: {error} (rules doctor tells more)", RulesWarning, stacklevel=2)


def list_info(path: Path) -> ListInfo:
    """What the first line of a card list says of it; raises LibraryError on a damaged one."""
    try:
        return _header(path, bytes_of(path, _LONGEST_HEAD))
    except OSError as error:
        raise _damaged(path, error.strerror or "unreadable") from None


def check_list(path: Path) -> ListInfo:
    """Read a card list whole and give its first line's facts; raises LibraryError where a row is not as it was
    written: all are in order, no key twice, as many as the first line says."""
    try:
        data = bytes_of(path)
        info = _header(path, data)
        rows = json.loads(data)["rows"]
        kinds = [str(key).partition(" ")[0] for key, value in rows if value]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        raise _damaged(path, "damaged") from None
    lines = [line.rstrip(b",") for line in data.split(b"\n")[1:-2]]
    counts = (kinds.count("name"), len(rows), len(set(lines)), info.book)
    if lines != sorted(lines) or counts != (info.names, len(lines), len(lines), path.stem):
        raise _damaged(path, "damaged")
    return info


def remove_cards(book: str) -> None:
    """Take a book's card list away; raises BookNotFound where there is none."""
    try:
        _path(book).unlink()
    except FileNotFoundError:
        raise BookNotFound(f"no card list of {book} is imported (rules name import FILE -b {book} adds one)") from None
    except OSError as error:
        raise LibraryError(f"the card list of {book} can't be removed ({error.strerror})") from None
