"""Read and write one edition of a book as YAML. Its index is built from this file.

The file is easy to read and to compare with `diff`: rows are in source order, with one field on each line.
"""

# PyYAML's writer is not used because it can't lay out literal blocks beside lists on one line, and is eight times
# slower: a book of 3,900 rows takes 0.03 s here, 0.23 s there, and a whole import takes 0.3 s.

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from rules_cli import schema
from rules_cli.errors import SchemaError
from rules_cli.model import Anomaly, Book, Dropped, Kind, Penalty, Reference, Row, RuleNumber, RuleText
from rules_cli.schema import Condition
from rules_cli.store.data_files import from_yaml, load_yaml, text_of
from rules_cli.text import INVISIBLE

FORMAT = 1
_PLAIN = re.compile(r"[^\W\d_][\w /'-]*[^\W_]", re.ASCII)
_WORDS_OF_YAML = frozenset(["true", "false", "yes", "no", "on", "off", "null", "none", "y", "n"])
_NO_ESCAPE = re.compile(r"[\w .,:;#()\[\]-]*", re.ASCII)
_UNPRINTABLE = re.compile(f"[\x00-\x1f\x7f-\x9f\ufffe\uffff{INVISIBLE}]")

_encode = json.JSONEncoder(ensure_ascii=False).encode


def dump(book: Book) -> str:
    """The YAML of a book. `load(dump(book)) == book` for every book."""
    return "".join(_lines(book))


def _lines(book: Book) -> Iterator[str]:
    """Yield the YAML of a book in pieces."""
    yield "# One edition of a rulebook, as `rules` reads it, in source order. A row without `kind` is a rule.\n"
    yield f"format: {FORMAT}\nbook: {scalar(book.slug)}\nedition: {scalar(book.edition)}\n"
    yield f"title: {scalar(book.title)}\nlanguage: {scalar(book.language)}\n"
    yield from _list("sources", (f"- {scalar(name)}\n" for name in book.sources))
    for key, numbers in (("glossaries", book.glossaries), ("asides", book.asides)):
        if numbers:
            yield from _list(key, (f"- {scalar(number)}\n" for number in numbers))
    yield from _list("rules", (part for row in book.rows for part in _row(row)))
    yield from _list("anomalies", (_flow(a.kind, a.number, a.line, a.detail, a.source) for a in book.anomalies))
    yield from _list("dropped", (_flow(d.line, d.text, d.why, d.source) for d in book.dropped))


def _list(key: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield a key and its list; without parts, an empty list."""
    remaining = iter(parts)
    first = next(remaining, None)
    if first is None:
        yield f"{key}: []\n"
    else:
        yield f"{key}:\n{first}"
        yield from remaining


# Complexity: one case for each field, because a field is left out if it is empty.
def _row(row: Row) -> Iterator[str]:
    """Yield the YAML of a row in pieces."""
    yield f"- number: {scalar(row.number)}\n"
    if row.kind != "rule":
        yield f"  kind: {row.kind}\n"
    if row.parent is not None:
        yield f"  parent: {scalar(row.parent)}\n"
    if row.title is not None:
        yield f"  title: {scalar(row.title)}\n"
    if row.words.text is not None:
        yield f"  text: {_block(row.words.text, 4)}"
    for key, texts in (("examples", row.words.examples), ("notes", row.words.notes)):
        if texts:
            yield f"  {key}:\n"
            yield from (f"  - {_block(text, 4)}" for text in texts)
    if row.penalty:
        yield "  penalty:\n"
        yield from (f"  {_flow(each.level, each.penalty)}" for each in row.penalty)
    if row.references:
        yield "  references:\n"
        yield from (f"  {_reference(reference)}" for reference in row.references)
    if row.fingerprint is not None:
        yield f"  fingerprint: {_quoted(row.fingerprint)}\n"


def _reference(reference: Reference) -> str:
    since = [reference.since] if reference.since else []
    resolved = [reference.resolved] if reference.resolved or since else []  # the default is left out at the end
    return _flow(reference.printed, reference.target, *resolved, *since)


def scalar(text: str) -> str:
    """A short text as YAML, quoted if it must be."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS_OF_YAML:
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    """A text in double quotes, as in JSON. YAML reads it unchanged if all unprintable signs are escaped."""
    if _NO_ESCAPE.fullmatch(text):
        return f'"{text}"'
    return _UNPRINTABLE.sub(lambda sign: f"\\U{ord(sign[0]):08x}", _encode(text))


def _block(text: str, indent: int) -> str:
    """A text in a literal block; quoted if YAML could not read the block back unchanged."""
    lines = text.split("\n")
    if not text or text[0].isspace() or not lines[-1] or not all(line.isprintable() for line in lines):
        return f"{_quoted(text)}\n"
    pad = " " * indent
    return "|-\n" + "".join(f"{pad}{line}\n" if line else "\n" for line in lines)


def _flow(*values: str | int | None) -> str:
    """An item of a list that is a list itself, in one line."""
    return "- [" + ", ".join(_quoted(v) if isinstance(v, str) else json.dumps(v) for v in values) + "]\n"


# --- reading

_LARGEST = 2**31  # a number of a line: a larger one is a slip of the hand


def _list_of(expected: str, *kinds: Any, least: int = 0) -> Condition:
    """Return the condition that a list has values of these types; values after the first `least` may be missing."""

    def fits(values: Any) -> bool:
        if not (least or len(kinds)) <= len(values) <= len(kinds):
            return False
        are_of_kinds = all(isinstance(value, kind) for value, kind in zip(values, kinds, strict=False))
        return are_of_kinds and all(0 <= value < _LARGEST for value in values if isinstance(value, int))

    return Condition(fits, expected)


_Format = Annotated[int, Condition(lambda value: value == FORMAT, f"{FORMAT}; import the source again")]
_Number = Annotated[str, Condition(lambda text: text.strip() and text.isprintable(), "a number in one line")]
_Reference = Annotated[
    tuple[Any, ...], _list_of("[printed, target, true or false, where a range begins]", str, str, bool, str, least=2)
]
_Penalty = Annotated[tuple[Any, ...], _list_of("[level or null, penalty]", str | None, str)]
_Anomaly = Annotated[tuple[Any, ...], _list_of("[kind, number, line, detail, source]", str, str | None, int, str, str)]
_Dropped = Annotated[tuple[Any, ...], _list_of("[line, text, why, source]", int, str, str, str)]


@dataclass(frozen=True, slots=True)
class _RowSchema:
    number: _Number
    kind: Kind = "rule"
    parent: str | None = None
    title: str | None = None
    text: str | None = None
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    penalty: tuple[_Penalty, ...] = ()
    references: tuple[_Reference, ...] = ()
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class _TreeSchema:
    format: _Format
    book: str
    edition: str
    title: str
    language: str
    rules: tuple[_RowSchema, ...]
    sources: tuple[str, ...] = ()
    glossaries: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    anomalies: tuple[_Anomaly, ...] = ()
    dropped: tuple[_Dropped, ...] = ()

    def check(self) -> None:
        """Raise ValueError if two rows have one number."""
        for number, count in Counter(row.number for row in self.rules).most_common(1):
            if count > 1:
                raise ValueError(f"two rows have the number {number}")


def load(path: Path) -> Book:
    """Read the book in a YAML file. Raises SchemaError, which names file, line and key."""
    text = text_of(path.read_bytes(), path.name)
    return from_plain(from_yaml(text, path.name), path.name, text)


def from_plain(value: object, source: str, text: str | None = None) -> Book:
    """The book in the plain value of its YAML. With the YAML `text`, errors name lines. Raises SchemaError."""
    tree = schema.read(_TreeSchema, value, source, text)
    return Book(
        slug=tree.book,
        edition=tree.edition,
        title=tree.title,
        language=tree.language,
        rows=tuple(map(_row_from, tree.rules)),
        anomalies=tuple(Anomaly(*item) for item in tree.anomalies),
        dropped=tuple(Dropped(*item) for item in tree.dropped),
        sources=tree.sources,
        glossaries=tuple(map(RuleNumber, tree.glossaries)),
        asides=tuple(map(RuleNumber, tree.asides)),
    )


def _row_from(row: _RowSchema) -> Row:
    """Return the row that a checked item of `rules` describes."""
    return Row(
        number=RuleNumber(row.number),
        kind=row.kind,
        parent=RuleNumber(row.parent) if row.parent is not None else None,
        title=row.title,
        words=RuleText(row.text, row.examples, row.notes),
        references=tuple(Reference(*item) for item in row.references),
        fingerprint=row.fingerprint,
        penalty=tuple(Penalty(*item) for item in row.penalty),
    )


def load_words(path: Path) -> dict[str, RuleText]:
    """Read a file of restatements: the words for each number. Raises SchemaError."""
    value = load_yaml(path)
    if not isinstance(value, Mapping):
        raise SchemaError(f"{path.name}: expected keys and values")
    return {str(number): schema.read(RuleText, words, f"{path.name}, {number}") for number, words in value.items()}
