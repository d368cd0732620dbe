"""Importing: a rulebook's files → an edition in the user's library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rules_cli.errors import UsageError
from rules_cli.formats import read_files
from rules_cli.formats.source_line import Document
from rules_cli.model import Book
from rules_cli.parse import parse
from rules_cli.parse.edition_date import named_date, stated_date
from rules_cli.parse.infer_profile import decisions, infer_profile
from rules_cli.parse.profile import Profile, profile_from
from rules_cli.store import data_files
from rules_cli.store.atomic import write_atomic
from rules_cli.store.book_info import load_info
from rules_cli.store.edition import UNDATED, check_edition, check_slug
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.profile_files import dump_profile, load_profile

EditionFrom = Literal["you", "the text", "the file's name", "nothing"]
ProfileFrom = Literal["rules", "you", "the text"]


@dataclass(frozen=True, slots=True)
class Imported:
    """A book that was read, and what was decided on the way.

    `edition_from` says what named the edition; `in_name` is the date in the files' names, if it differs;
    `profile` is how the book was read, and `profile_from` who wrote it.
    """

    book: Book
    edition_from: EditionFrom
    in_name: str | None
    profile: Profile
    profile_from: ProfileFrom
    decisions: tuple[str, ...] = ()
    """What was worked out of a book without a profile, a line each."""


def profile_of(slug: str) -> Profile | None:
    """The profile that ships for a book, None for a book of the user's own."""
    found = data_files.load(slug, "profile.yaml")
    return profile_from(found, f"{slug}/profile.yaml") if found is not None else None


def read_book(paths: Sequence[Path], slug: str, edition: str | None = None) -> Book:
    """Read and parse all files of one book as one tree, as `read_source` does."""
    return read_source(paths, slug, edition).book


def read_source(
    paths: Sequence[Path], slug: str, edition: str | None = None, profile_file: Path | None = None
) -> Imported:
    """Read and parse all files of one book as one tree; nothing is written.

    The edition is the one given, else the date that the text states, else the one in a file's name, else `undated`.
    The profile is the one given, else the one that ships for the slug, else worked out from the text. Time is linear
    in the size of the files. Raises SourceError for what can't be read, SchemaError for a profile with a fault,
    UsageError for a slug or edition that can't be.
    """
    check_slug(slug)
    label = check_edition(edition) if edition else None
    profile, profile_by = _profile_for(slug, profile_file)
    documents = read_files(paths)
    decided: tuple[str, ...] = ()
    if profile is None:
        profile, profile_by = infer_profile(documents), "the text"
        decided = tuple(decisions(profile, documents))
    stated, named = stated_date(documents, profile), named_date([*(path.name for path in paths), *_names(documents)])
    name, edition_by = _edition(label, stated, named)
    info = load_info(slug)
    book = parse(documents, profile, slug, name, info.title if info else "")
    return Imported(book, edition_by, _other(named, name), profile, profile_by, decided)


def _names(documents: Sequence[Document]) -> list[str]:
    return [document.name for document in documents]


def _other(named: str | None, edition: str) -> str | None:
    return named if named != edition else None


def _profile_for(slug: str, given: Path | None) -> tuple[Profile | None, ProfileFrom]:
    if given is not None:
        return load_profile(given), "you"
    return profile_of(slug), "rules"


def _edition(given: str | None, stated: str | None, named: str | None) -> tuple[str, EditionFrom]:
    if given:
        return given, "you"
    if stated:
        return stated, "the text"
    return (named, "the file's name") if named else (UNDATED, "nothing")


def import_book(
    installed: InstalledBooks,
    paths: Sequence[Path],
    slug: str,
    edition: str | None = None,
    profile_file: Path | None = None,
) -> Imported:
    """Read a book and put it on the shelf: whole, in place of the same edition, or not at all."""
    read = read_source(paths, slug, edition, profile_file)
    installed.install(read.book)
    return read


def save_profile(path: Path, read: Imported) -> None:
    """Write the profile that a book was read with, to be edited and given again; raises UsageError if it is there."""
    if path.exists():
        raise UsageError(f"{path.name} is there already; name a new file with --save-profile")
    write_atomic(path, dump_profile(read.profile, read.book.title))
