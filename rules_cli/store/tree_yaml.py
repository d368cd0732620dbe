"""One edition of a book as YAML: the truth that everything else is derived from.

Written for people and for `diff`: one row after another in source order, one field to a line, texts as they
read. The writer is ours because a rulebook's 3,000 rows take PyYAML a second and a judge waits for an import;
what it writes is plain YAML, held to `yaml.safe_load` by a property test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from rules_cli.errors import SchemaError
from rules_cli.model import Anomaly, Book, Dropped, Kind, Reference, Row, RuleNumber, RuleText
from rules_cli.store.data_files import load_yaml
from rules_cli.text import INVISIBLE

FORMAT = 1
_PLAIN = re.compile(r"[^\W\d_][\w /'-]*[^\W_]", re.ASCII)
_WORDS_OF_YAML = frozenset(["true", "false", "yes", "no", "on", "off", "null", "none", "y", "n"])
_NO_ESCAPE = re.compile(r"[\w .,:;#()\[\]-]*", re.ASCII)
_UNPRINTABLE = re.compile(f"[\x00-\x1f\x7f-\x9f\ufffe\uffff{INVISIBLE}]")


_encode = json.JSONEncoder(ensure_ascii=False).encode


def dump(book: Book) -> str:
    """The YAML of a book; `load(dump(book)) == book` for every book."""
    return "".join(_lines(book))


def _lines(book: Book) -> Iterator[str]:
    yield "# One edition of a rulebook, as `rules` reads it, in source order. A row without `kind` is a rule.\n"
    yield f"format: {FORMAT}\nbook: {scalar(book.slug)}\nedition: {scalar(book.edition)}\n"
    yield f"title: {scalar(book.title)}\nlanguage: {scalar(book.language)}\n"
    yield from _list("sources", (f"- {scalar(name)}\n" for name in book.sources))
    if book.glossaries:
        yield from _list("glossaries", (f"- {scalar(number)}\n" for number in book.glossaries))
    yield from _list("rules", (part for row in book.rows for part in _row(row)))
    yield from _list("anomalies", (_flow(a.kind, a.number, a.line, a.detail, a.source) for a in book.anomalies))
    yield from _list("dropped", (_flow(d.line, d.text, d.why, d.source) for d in book.dropped))


def _list(key: str, parts: Iterable[str]) -> Iterator[str]:
    first = True
    for part in parts:
        if first:
            yield f"{key}:\n"
            first = False
        yield part
    if first:
        yield f"{key}: []\n"


def _row(row: Row) -> Iterator[str]:
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
    if row.references:
        yield "  references:\n"
        yield from (f"  - [{_quoted(r.printed)}, {_quoted(r.target)}{_marks(r)}]\n" for r in row.references)
    if row.fingerprint is not None:
        yield f"  fingerprint: {_quoted(row.fingerprint)}\n"


def _marks(reference: Reference) -> str:
    """What is written after a reference's target: whether it is there, and where its range begins."""
    since = f", {_quoted(reference.since)}" if reference.since else ""
    return f", {str(reference.resolved).lower()}{since}" if reference.resolved or since else ""


def scalar(text: str) -> str:
    """A short text as YAML: bare where that is safe, else quoted."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS_OF_YAML:
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    """A double-quoted scalar: JSON's is YAML's, once nothing unprintable is left raw in it."""
    if _NO_ESCAPE.fullmatch(text):
        return f'"{text}"'
    return _UNPRINTABLE.sub(_escape, _encode(text))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _block(text: str, indent: int) -> str:
    """A text as it reads, in a literal block; quoted where YAML could not give it back unchanged."""
    lines = text.split("\n")
    if not text or text[0].isspace() or not lines[-1] or not all(line.isprintable() for line in lines):
        return f"{_quoted(text)}\n"
    pad = " " * indent
    return "|-\n" + "".join(f"{pad}{line}\n" if line else "\n" for line in lines)


def _flow(*values: str | int | None) -> str:
    return "- [" + ", ".join(_quoted(v) if isinstance(v, str) else json.dumps(v) for v in values) + "]\n"


def load(path: Path) -> Book:
    """The book in a file that `dump` wrote or a person edited; raises SchemaError that names file, row and key."""
    return from_plain(load_yaml(path), path.name)


def from_plain(value: Any, where: str) -> Book:
    """A book from the plain value of its YAML, checked key by key."""
    head = _mapping(value, where)
    _known(
        head,
        {"format", "book", "edition", "title", "language", "sources", "glossaries", "rules", "anomalies", "dropped"},
        where,
    )
    if head.get("format") != FORMAT:
        raise SchemaError(f"{where}: its format is not {FORMAT}; import the source again")
    rows = tuple(_row_from(row, f"{where}, row {n}") for n, row in enumerate(_items(head, "rules", where), 1))
    _unique(rows, where)
    return Book(
        slug=_text(head, "book", where),
        edition=_text(head, "edition", where),
        title=_text(head, "title", where),
        language=_text(head, "language", where),
        rows=rows,
        anomalies=tuple(_anomaly(item, where) for item in _items(head, "anomalies", where)),
        dropped=tuple(_dropped(item, where) for item in _items(head, "dropped", where)),
        sources=_texts(head, "sources", where),
        glossaries=tuple(map(RuleNumber, _texts(head, "glossaries", where))),
    )


def _unique(rows: Iterable[Row], where: str) -> None:
    seen: set[str] = set()
    for row in rows:
        if row.number in seen:
            raise SchemaError(f"{where}: two rows have the number {row.number}")
        seen.add(row.number)


def _row_from(value: Any, where: str) -> Row:
    row = _mapping(value, where)
    where = f"{where} ({_text(row, 'number', where)})"
    _known(
        row,
        {"number", "kind", "parent", "title", "text", "examples", "notes", "references", "fingerprint"},
        where,
    )
    kind = row.get("kind", "rule")
    if kind not in get_args(Kind):
        raise SchemaError(f"{where}: kind {kind!r} is none of {', '.join(get_args(Kind))}")
    parent = _maybe(row, "parent", where)
    number = _text(row, "number", where)
    if not number.strip() or not number.isprintable():
        raise SchemaError(f"{where}: not a number")
    return Row(
        number=RuleNumber(number),
        kind=kind,
        parent=RuleNumber(parent) if parent is not None else None,
        title=_maybe(row, "title", where),
        words=words_from(row, where),
        references=tuple(_reference(item, where) for item in _items(row, "references", where)),
        fingerprint=_maybe(row, "fingerprint", where),
    )


def words_from(value: Mapping[str, Any], where: str) -> RuleText:
    """The text, examples and notes of a row."""
    return RuleText(_maybe(value, "text", where), _texts(value, "examples", where), _texts(value, "notes", where))


def load_words(path: Path) -> dict[str, RuleText]:
    """Restatements: a mapping from number to text, examples, notes and (for a heading) a title."""
    found = {}
    for number, value in _mapping(load_yaml(path), path.name).items():
        where = f"{path.name}, {number}"
        entry = _mapping(value, where)
        _known(entry, {"text", "examples", "notes", "title"}, where)
        words = words_from(entry, where)
        found[str(number)] = RuleText(words.text, words.examples, words.notes, _maybe(entry, "title", where))
    return found


def _reference(item: Any, where: str) -> Reference:
    if not isinstance(item, list) or not 2 <= len(item) <= 4:
        raise SchemaError(f"{where}: a reference is [printed, target], [printed, target, true] or […, where from]")
    printed, target, *since = (_string(each, "references", where) for each in (*item[:2], *item[3:]))
    return Reference(printed, target, len(item) > 2 and item[2] is True, *since)


def _anomaly(item: Any, where: str) -> Anomaly:
    if not isinstance(item, list) or len(item) != 5 or not _is_line(item[2]):
        raise SchemaError(f"{where}: an anomaly is [kind, number, line, detail, source]")
    kind, detail, source = (_string(each, "anomalies", where) for each in (item[0], item[3], item[4]))
    number = RuleNumber(_string(item[1], "anomalies", where)) if item[1] is not None else None
    return Anomaly(kind, number, item[2], detail, source)


def _dropped(item: Any, where: str) -> Dropped:
    if not isinstance(item, list) or len(item) != 4 or not _is_line(item[0]):
        raise SchemaError(f"{where}: a dropped line is [line, text, why, source]")
    return Dropped(item[0], *(_string(each, "dropped", where) for each in item[1:]))


def _is_line(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SchemaError(f"{where}: keys and values are due here")
    return value


def _known(value: Mapping[str, Any], keys: set[str], where: str) -> None:
    if unknown := sorted(str(key) for key in value if key not in keys):
        raise SchemaError(f"{where}: unknown key {unknown[0]!r} (known: {', '.join(sorted(keys))})")


def _items(value: Mapping[str, Any], key: str, where: str) -> list[Any]:
    items = value.get(key) or []
    if not isinstance(items, list):
        raise SchemaError(f"{where}: {key} is a list")
    return items


def _text(value: Mapping[str, Any], key: str, where: str) -> str:
    found = _maybe(value, key, where)
    if found is None:
        raise SchemaError(f"{where}: {key} is missing")
    return found


def _maybe(value: Mapping[str, Any], key: str, where: str) -> str | None:
    found = value.get(key)
    return None if found is None else _string(found, key, where)


def _texts(value: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    return tuple([_string(item, key, where) for item in _items(value, key, where)])


def _string(found: Any, key: str, where: str) -> str:
    """A text of `key`: YAML makes a number of 1.10, a truth of No, a date of 2026-01-16, and loses what was written."""
    if isinstance(found, str):
        return found
    shown = "" if isinstance(found, int) and not isinstance(found, bool) and abs(found) >= 2**64 else f" {found}"
    raise SchemaError(f"{where}: {key}{shown} is no text to YAML; put it in quotes")
