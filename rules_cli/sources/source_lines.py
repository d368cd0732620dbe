"""The lines of an imported edition's files, kept beside it, so that more files can be added to the edition later.

All of them are then read as in one import, and the user needs no file again. They are used only as long as the edition
is as it was imported: it was not edited, and no other one was installed in its place.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any, NamedTuple

from rules_cli import schema
from rules_cli.errors import LibraryError, SchemaError
from rules_cli.formats.source_line import ContentsEntry, Document, Link, SourceLine
from rules_cli.parse.profile import Profile
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.edition import Edition

_FORMAT = 1
_FASTEST = 1  # of zlib's levels: the lines of a long rulebook are packed in 0.03 s, to a sixth of their size


class KeptLines(NamedTuple):
    """The documents that an edition was read from, and the profile if the user gave one."""

    documents: tuple[Document, ...]
    profile: Profile | None


def keep(edition: Edition, documents: Sequence[Document], profile: Profile | None) -> None:
    """Write what an edition was read from, and the profile that the user gave, beside it, if that can be written."""
    lines = [(each.name, each.lines, each.joins, each.entry, each.breaks, each.title) for each in documents]
    with suppress(OSError, LibraryError):
        given = asdict(profile) if profile else None
        value = {"format": _FORMAT, "edition": _digest(edition), "profile": given, "documents": lines}
        write_atomic(edition.lines_path, zlib.compress(json.dumps(value).encode(), _FASTEST))


def kept(edition: Edition) -> KeptLines | None:
    """Return what an edition was read from; None if it was not kept, or does not belong to the edition as it is."""
    with suppress(OSError, zlib.error, ValueError, TypeError, LookupError, RecursionError, SchemaError):
        value = json.loads(zlib.decompress(bytes_of(edition.lines_path)))
        if (value["format"], value["edition"]) == (_FORMAT, _digest(edition)):
            profile = schema.read(Profile, value["profile"], "the profile") if value["profile"] else None
            return KeptLines(tuple(_document(*each) for each in value["documents"]), profile)
    return None


def _digest(edition: Edition) -> str:
    return hashlib.sha256(bytes_of(edition.path)).hexdigest()


def _document(name: str, lines: list[list[Any]], joins: bool, entry: list[Any] | None, *others: Any) -> Document:
    return Document(name, tuple(_line(*line) for line in lines), joins, _entry(entry), *others)


def _line(*values: Any) -> SourceLine:
    line = SourceLine(*values)
    return line._replace(links=tuple(Link(*link) for link in line.links), anchors=tuple(line.anchors))


def _entry(value: list[Any] | None) -> ContentsEntry | None:
    return ContentsEntry(value[0], value[1], _entry(value[2])) if value else None
