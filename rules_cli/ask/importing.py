"""Importing: a rulebook's files → an edition in the user's library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rules_cli.model import Book
from rules_cli.parse import parse
from rules_cli.parse.profile import Profile, profile_from
from rules_cli.read import read_files
from rules_cli.store import facts
from rules_cli.store.shelf import UNDATED, Shelf, check_edition, check_slug


def profile_of(slug: str) -> Profile | None:
    """The profile that ships for a book, None for a book of the user's own."""
    found = facts.load(slug, "profile.yaml")
    return profile_from(found, f"{slug}/profile.yaml") if found is not None else None


def read_book(paths: Sequence[Path], slug: str, edition: str | None = None) -> Book:
    """Read and parse all files of one book as one tree; nothing is written.

    Time is linear in the size of the files. Raises SourceError for what can't be read, UsageError for a slug or
    edition that can't be.
    """
    check_slug(slug)
    label = check_edition(edition) if edition else UNDATED
    info: Any = facts.load(slug, "book.yaml") or {}
    return parse(read_files(paths), profile_of(slug), slug, label, info.get("title", ""))


def import_book(shelf: Shelf, paths: Sequence[Path], slug: str, edition: str | None = None) -> Book:
    """Read a book and put it on the shelf: whole, in place of the same edition, or not at all."""
    book = read_book(paths, slug, edition)
    shelf.install(book)
    return book
