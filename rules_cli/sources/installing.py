"""Install a book that was read. An installed edition with other words is never replaced unless the user asks for it.

The lines of the files are kept beside the edition, so that more files can be added later: all of them are then read as
in one import, and the user needs no file again. They are used only as long as the edition is as it was imported: it was
not edited, and no other one was installed in its place.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Literal, NamedTuple

from rules_cli import schema
from rules_cli.errors import BookNotFound, LibraryError, SchemaError, UsageError
from rules_cli.formats.source_line import ContentsEntry, Document, Link, SourceLine
from rules_cli.model import Book, RuleNumber, RuleText
from rules_cli.numbers.parts import Part, parts
from rules_cli.parse import parse
from rules_cli.parse.numbering import in_order, steps
from rules_cli.parse.profile import Profile
from rules_cli.parse.readings import read_all
from rules_cli.sources.download import OnProgress, no_progress
from rules_cli.sources.importing import Imported, understand
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import number_of

_LAST_OF_ALL: tuple[tuple[bool, Part], ...] = ((True, "\uffff"),)  # sorts after every number
_SOME = 10  # of the rules of a new edition, one in so many has its old words, even after a book was written anew


def status_of(installed: InstalledBooks, book: Book) -> Literal["newest", "changed", "newer"]:
    """Return whether the user has this edition with the same words, with other words, or not at all."""
    held = _readable(_own_edition(installed, book.slug, book.edition))
    if held is None:
        return "newer"
    return "newest" if _rules(held) == _rules(book) else "changed"


def install(
    installed: InstalledBooks, read: Imported, replacing: bool = False, progress: OnProgress = no_progress
) -> Imported:
    """Install a book, unless it is installed already, and return it with its status. Raises UsageError if the edition
    is installed with other words, unless `replacing`. A damaged edition is replaced."""
    edition = _own_edition(installed, read.book.slug, read.book.edition)
    held = _readable(edition)
    if edition and held and _rules(held) == _rules(read.book):
        if kept_lines(edition) is None:  # an older version imported it, or an import was interrupted
            keep_lines(edition, read)
        return replace(read, status="unchanged")
    if held and not replacing:
        counts = f"{number_of(_count_of(held), 'rule')} there, {_count_of(read.book):,} in the new one"
        raise UsageError(
            f"{held.slug}@{held.edition} is installed with other words ({counts}); --replace takes the new one, --add "
            "adds other chapters to it, --edition NAME keeps both"
        )
    _write(installed, read, progress)
    return replace(read, status="replaced", rules_before=_count_of(held)) if held else read


def add(installed: InstalledBooks, read: Imported, edition: str | None, progress: OnProgress = no_progress) -> Imported:
    """Add files to an edition, as if all of its files had been imported at once; install them if it does not exist. The
    edition is the one given or that the new files state, else the newest that the user imported. Raises UsageError if
    the new files have other words for rules that the edition has."""
    target = _target(installed, read, edition)
    if target is None:
        return install(installed, read, progress=progress)
    kept = kept_lines(target)
    if kept is None:
        raise UsageError(
            f"nothing can be added to {target!r}: its files were not kept when it was imported, or it was changed "
            "since; import all of its files together with --replace"
        )
    held = target.load()
    new = [each for each in read.documents if all(each.lines != other.lines for other in kept.documents)]
    if not new or not _has_new_rules(new, read, held):
        return replace(read, book=held, status="unchanged")
    profile = read.profile if read.profile_from == "you" else kept.profile
    documents = _in_order(kept.documents, new, profile or read.profile)
    whole = replace(understand(documents, target.slug, target.name, profile), edition_from="the library")
    _write(installed, whole, progress)
    return replace(whole, status="added", rules_before=_count_of(held))


def unlike(installed: InstalledBooks, read: Imported) -> Edition | None:
    """Return the newest edition of a book that the user imported if what was read is another document, such as a
    league's penalties imported as Magic's rules; None if it is alike to one of the editions."""
    own = list(installed.readable(installed.own(read.book.slug)))
    return None if any(_is_alike(edition, read.book) for edition in own) else next(iter(own), None)


def _is_alike(edition: Edition, book: Book) -> bool:
    """Return whether a book has some texts of an edition, or, as a translation, half of the numbers of either."""
    rules = [row for row in book.rows if row.words.text]
    same_words = sum(bool(edition.with_words(row.fingerprint)) for row in rules)
    same_numbers = sum(edition.get(row.number) is not None for row in book.rows)
    return _SOME * same_words >= max(len(rules), 1) or 2 * same_numbers >= max(len(book.rows), len(edition.numbers()))


def _write(installed: InstalledBooks, read: Imported, progress: OnProgress) -> None:
    progress("installing", 0, None)
    keep_lines(installed.install(read.book), read)


# --- installed editions


def _own_edition(installed: InstalledBooks, slug: str, name: str) -> Edition | None:
    return next((edition for edition in installed.own(slug) if edition.name == name), None)


def _readable(edition: Edition | None) -> Book | None:
    with suppress(BookNotFound, LibraryError):
        return edition.load() if edition else None
    return None


def _rules(book: Book) -> Book:
    """Return a book without file names and line numbers, which may differ though the text is the same."""
    return book._replace(anomalies=(), dropped=(), sources=())


def _count_of(book: Book) -> int:
    return book.groups().count("rule")


# --- adding to an edition


def _target(installed: InstalledBooks, read: Imported, edition: str | None) -> Edition | None:
    """Return the edition to add files to; None if the user imported none of this book."""
    own = installed.own(read.book.slug)
    if not own or (edition is None and read.edition_from == "nothing"):
        return own[0] if own else None
    named = _own_edition(installed, read.book.slug, read.book.edition)
    if named is None:
        names = ", ".join(each.name for each in own)
        raise UsageError(
            f"{read.book.slug}@{read.book.edition} is not there to add to; name one of yours with --edition: {names}"
        )
    return named


def _has_new_rules(new: Sequence[Document], read: Imported, held: Book) -> bool:
    """Return whether documents have rules that a book lacks; raises UsageError if they have others for its numbers."""
    words = _words_of(held)
    added = _words_of(parse(new, read.profile, held.slug, held.edition))
    shared = [number for number in added if number in words]
    if len(shared) == len(added) and all(added[number] == words[number] for number in shared):
        return False
    if shared:
        more = f" and {len(shared) - 1} more" if len(shared) > 1 else ""
        raise UsageError(
            f"{held.slug}@{held.edition} has {shared[0]}{more} already, and --add takes new chapters only; for changed "
            "ones, import all files of the edition together with --replace"
        )
    return True


def _words_of(book: Book) -> Mapping[RuleNumber, tuple[str | None, RuleText]]:
    """Return the title and words of each rule. Rows without a number are left out, as each file may have them, such as
    an introduction; in a book without any numbers all rules count."""
    is_paged = not any(parts(row.number) for row in book.rows)
    return {
        row.number: (row.title, row.words)
        for row in book.rows
        if row.kind == "rule" and (is_paged or parts(row.number))
    }


def _in_order(kept: Sequence[Document], new: Sequence[Document], profile: Profile) -> list[Document]:
    """Return all documents in the order of their first numbers; new ones without a number at the end."""
    documents = list(kept)
    for document in new:
        first = _first_number(document, profile)
        later = (at for at, other in enumerate(documents) if first < _first_number(other, profile))
        documents.insert(next(later, len(documents)), document)
    return documents


def _first_number(document: Document, profile: Profile) -> tuple[tuple[bool, Part], ...]:
    """Return the first number in a document, to sort by; one without a number comes last."""
    found = (steps(draft.printed, profile) for draft in read_all([document], profile).drafts)
    return in_order(next(filter(None, found), ())) or _LAST_OF_ALL


# --- the lines of an edition's files

_FORMAT = 1
_FASTEST = 1  # of zlib's levels: the lines of a long rulebook are packed in 0.03 s, to a sixth of their size


class _KeptLines(NamedTuple):
    """The documents that an edition was read from, and the profile if the user gave one."""

    documents: tuple[Document, ...]
    profile: Profile | None


def keep_lines(edition: Edition, read: Imported) -> None:
    """Write what an edition was read from, and the profile that the user gave, beside it, if that can be written."""
    lines = [(each.name, each.lines, each.joins, each.entry, each.breaks, each.title) for each in read.documents]
    with suppress(OSError, LibraryError):
        given = asdict(read.profile) if read.profile_from == "you" else None
        written = _written(edition)  # before the check sum: another process may replace the file meanwhile
        checks = {"format": _FORMAT, "written": written, "edition": _digest(edition)}
        value = {**checks, "profile": given, "documents": lines}
        write_atomic(edition.lines_path, zlib.compress(json.dumps(value).encode(), _FASTEST))


def is_damaged(edition: Edition) -> bool:
    """Return whether an edition's file differs from the check sum of its import, though it was not written since."""
    with suppress(OSError, zlib.error, ValueError, TypeError, LookupError, RecursionError):
        value = json.loads(zlib.decompress(bytes_of(edition.lines_path)))
        return bool(value["edition"] != _digest(edition) and value["written"] == _written(edition))
    return False


def kept_lines(edition: Edition) -> _KeptLines | None:
    """Return what an edition was read from; None if it was not kept, or does not belong to the edition as it is."""
    with suppress(OSError, zlib.error, ValueError, TypeError, LookupError, RecursionError, SchemaError):
        value = json.loads(zlib.decompress(bytes_of(edition.lines_path)))
        if (value["format"], value["edition"]) == (_FORMAT, _digest(edition)):
            profile = schema.read(Profile, value["profile"], "the profile") if value["profile"] else None
            documents = (
                Document(name, tuple(_line(*line) for line in lines), joins, _entry(entry), *others)
                for name, lines, joins, entry, *others in value["documents"]
            )
            return _KeptLines(tuple(documents), profile)
    return None


def _written(edition: Edition) -> list[int]:
    """When an edition's file was written (nanoseconds), and its size in bytes: a disk's damage changes neither."""
    status = edition.path.stat()
    return [status.st_mtime_ns, status.st_size]


def _digest(edition: Edition) -> str:
    return hashlib.sha256(bytes_of(edition.path)).hexdigest()


def _line(*values: Any) -> SourceLine:
    line = SourceLine(*values)
    return line._replace(links=tuple(Link(*link) for link in line.links), anchors=tuple(line.anchors))


def _entry(value: list[Any] | None) -> ContentsEntry | None:
    return ContentsEntry(value[0], value[1], _entry(value[2])) if value else None
