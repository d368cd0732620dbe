"""Stream the records of a card list: the objects of a JSON file, lines of JSON, the rows of a table; packed or not.

A file of a million records takes no more memory than one of ten. Its contents tell the format, not its name; a YAML
list, which is small, goes by its name. Nothing is repaired: a file that is cut off or damaged is refused.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

from rules_cli.errors import SourceError, unreadable
from rules_cli.formats import printable

_CHUNK = 1 << 20  # characters read at a time
_MOST_LETTERS = 1 << 26  # of one record: ten times the largest set of cards in one object
_SEPARATORS = re.compile(r"[\s,]*")
_PACKED: Mapping[bytes, Callable[[IO[bytes]], Any]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}
_ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_DAMAGE = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, RuntimeError, NotImplementedError)


class Record(NamedTuple):
    """A record of a card list, its place (`FILE, card 3`), and its fields as they are named in the file. `headings` are
    all those of its table; none in other files."""

    file: str
    place: str
    fields: Mapping[str, Any]
    headings: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The file and the place in it."""
        return f"{self.file}, {self.place}"


def read_records(path: Path) -> Iterator[Record]:
    """Yield the records of a file, or of the files in a zip, one at a time.
    A text that a JSON file says of itself as a whole (its date) is a record without a name. Raises SourceError, which
    names the file and the place in it, if it can't be read, is cut off or is no list."""
    try:
        with path.open("rb") as file:
            for name, data in _unpacked(file, printable(path.name)):
                yield from _records_in(data, name)
    except UnicodeDecodeError as error:
        raise SourceError(f"{path.name}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except _DAMAGE as error:
        raise unreadable(path, error if str(error) else EOFError("cut off"), "; get the file again") from None


def _unpacked(file: IO[bytes], name: str) -> Iterator[tuple[str, io.BufferedReader]]:
    """Yield the contents of a file, or of each file in a zip, unpacked, with a name for errors."""
    start = file.read(8)
    file.seek(0)
    if start.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(file) as archive:
            for member in archive.infolist():
                own_name = printable(member.filename)
                if not member.is_dir() and not own_name.startswith(("__MACOSX/", ".")):
                    with archive.open(member) as unpacked:
                        yield f"{name}/{own_name}", io.BufferedReader(unpacked)  # type: ignore[arg-type]
        return
    unpack = next((unpack for magic, unpack in _PACKED.items() if start.startswith(magic)), None)
    yield name, io.BufferedReader(unpack(file) if unpack else file)  # type: ignore[arg-type]


def _records_in(data: io.BufferedReader, name: str) -> Iterator[Record]:
    """Yield the records of one file; its contents show the encoding and the format."""
    start = data.peek(4)[:4]
    encoding = next((found for mark, found in _ENCODINGS.items() if start.startswith(mark)), "utf-8")
    text: IO[str] = io.TextIOWrapper(data, encoding, newline="")
    if name.lower().endswith((".yaml", ".yml")):
        from rules_cli.store.data_files import from_yaml

        value = from_yaml(text.read(_MOST_LETTERS), name)
        text = io.StringIO(json.dumps(value if isinstance(value, (list, dict)) else {}, default=str))
    head = text.read(_CHUNK)
    text.seek(0)
    if "\0" in head:
        raise SourceError(f"{name}: not a text file; give a list of cards as JSON or as a table")
    if head.lstrip()[:1] in ("{", "["):
        yield from _from_json(_Json(text, name), name)
    else:
        yield from _from_table(text, head.lstrip("\r\n"), name)


# --- JSON

_UNFINISHED = object()


class _Json:
    """Decodes the values of a JSON text one after the other. `place` counts the records, for errors."""

    def __init__(self, file: IO[str], name: str) -> None:
        self._file, self._name = file, name
        self._text = ""  # what was read last
        self._at = self._began = 0  # the places in it of what comes next, and of the last value
        self._decode = json.JSONDecoder().raw_decode
        self.place = 0

    def peek(self) -> str:
        """Return the next sign that is neither a blank nor a comma; "" at the end."""
        while True:
            self._at = _SEPARATORS.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text) or not self._read_more(_CHUNK):
                return self._text[self._at : self._at + 1]

    def skip(self, sign: str) -> None:
        """Pass the next sign; raises SourceError if it is another."""
        if self.peek() != sign:
            raise self.damaged()
        self._at += 1

    def value(self) -> Any:
        """Return the next value; raises SourceError if the text has none, or ends within it."""
        self.peek()
        size = _CHUNK
        while (decoded := self.value_at_hand()) is _UNFINISHED:
            if len(self._text) > _MOST_LETTERS or not self._read_more(size):
                raise self.damaged()
            size *= 2  # so that a long value is not decoded over and over
        return decoded

    def value_at_hand(self) -> Any:
        """Return the next value, or _UNFINISHED if the text read so far ends within it."""
        self._began = self._at
        try:
            decoded, self._at = self._decode(self._text, self._at)
        except ValueError:
            return _UNFINISHED
        except RecursionError:
            raise self.damaged() from None
        return decoded

    def go_back(self) -> None:
        """Go back to where the last value began, if no text was read since."""
        self._at = self._began

    def _read_more(self, size: int) -> bool:
        """Read on and forget the text before the next value; returns whether there was more."""
        more = self._file.read(size)
        self._text, self._at = self._text[self._at :] + more, 0
        return bool(more)

    def damaged(self) -> SourceError:
        """Return the error for the place reached so far."""
        return SourceError(
            f"{self._name}: damaged or cut off after {self.place:,} records; get the file again, nothing was changed"
        )


# Complexity: a value may be a record, hold records, or begin a mapping that is read piece by piece.
def _from_json(source: _Json, name: str) -> Iterator[Record]:
    """Yield the records in a list, in a mapping, in the lists and mappings of a mapping, or one after the other.
    A short mapping is decoded whole; a list, or a longer mapping, is read member by member."""
    may_be_lines = False  # a mapping was decoded whole: others like it may follow
    while sign := source.peek():
        if sign not in "{[":
            raise source.damaged()
        whole: Any = _UNFINISHED
        if may_be_lines:
            whole = source.value()
        elif sign == "{":
            whole = source.value_at_hand()
        is_whole = whole is not _UNFINISHED
        may_be_lines = may_be_lines or is_whole
        members: Iterable[tuple[str, Any]] = [("", whole)]
        if not _is_record(whole):
            if is_whole:
                source.go_back()  # to read its members one by one
            members = _members(source)
        for key, value in members:
            for fields in _cards_in(key, value):
                source.place += 1
                yield Record(name, f"card {source.place:,}", fields)


def _is_record(value: object) -> bool:
    """Whether a value is a mapping that has a name, or nothing but texts and numbers."""
    if not isinstance(value, Mapping):
        return False
    return "name" in value or not any(isinstance(member, (dict, list)) for member in value.values())


def _members(source: _Json) -> Iterator[tuple[str, Any]]:
    """Yield the members of a list, with "" as key, or of a mapping, with their keys.
    A list or mapping inside a mapping is replaced by its own members."""
    if source.peek() == "[":
        source.skip("[")
        while source.peek() != "]":
            yield "", source.value()
        source.skip("]")
        return
    for key in _keys(source):
        sign = source.peek()
        if sign == "[":
            yield from _members(source)
        elif sign == "{":
            for inner_key in _keys(source):
                yield inner_key, source.value()
        else:
            yield key, source.value()


def _keys(source: _Json) -> Iterator[str]:
    """Yield the keys of the next mapping. The caller must read the value of a key before it asks for the next key."""
    source.skip("{")
    while source.peek() != "}":
        key = source.value()
        source.skip(":")
        yield str(key)
    source.skip("}")


# Complexity: one case for each form of a member.
def _cards_in(key: str, value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the cards in a member: the member itself, the cards of a set, or a list of faces joined into one card."""
    if isinstance(value, Mapping):
        cards = value.get("cards") if "name" in value else None
        if isinstance(cards, list):
            yield from (card for card in cards if isinstance(card, Mapping))
        else:
            yield value
    elif isinstance(value, list):
        cards = [card for card in value if isinstance(card, Mapping)]
        if len(cards) > 1 and all("faceName" in card for card in cards):  # the faces of one card
            yield {**cards[0], "faces": cards}
        else:
            yield from cards
    elif isinstance(value, str):
        yield {key: value}  # not a card: what the file says of itself, such as its date


# --- tables

_OPEN = 'a quote (") is not closed'
_DAMAGED = {
    "end of data": _OPEN,
    "field limit": _OPEN,
    "after": f'{_OPEN}, or one inside a cell is not written twice ("")',
}
"""The message on a bad row, by words of the error that `csv` raises."""


def _from_table(text: IO[str], head: str, name: str) -> Iterator[Record]:
    """Yield the rows of a table; `head` is its beginning, which shows what separates the cells."""
    line = ""

    def lines() -> Iterator[str]:
        nonlocal line
        for line in text:  # noqa: UP028 - the last one says whether the file is whole
            yield line

    delimiter = max("\t,;", key=re.split("[\r\n]", head, maxsplit=1)[0].count)
    reader = csv.DictReader(lines(), delimiter=delimiter, strict=True, restval=None)
    whole = 0  # the last line of the rows that were read
    try:
        headings = tuple(filter(None, reader.fieldnames or ()))
        whole = reader.line_num
        for cells in reader:
            filled = {heading: cell.strip() for heading, cell in cells.items() if heading and cell}
            yield Record(name, f"line {reader.line_num:,}", filled, headings)
            lacks_cells = None in cells.values()
            if lacks_cells and not line.endswith(("\r", "\n")):
                raise SourceError(
                    f"{name}, line {reader.line_num:,}: the file ends in the middle of a row; get it again"
                )
            whole = reader.line_num
    except csv.Error as error:
        fault = next((fault for word, fault in _DAMAGED.items() if word in str(error)), f"damaged ({error})")
        raise SourceError(f"{name}, line {whole + 1:,}: {fault}; nothing was changed") from None
