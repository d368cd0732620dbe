"""The editions that texts are held against, each read once, and what games are called in texts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property
from pathlib import Path

from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.errors import BookNotFound, SchemaError, UsageError
from rules_cli.store import data_files, settings
from rules_cli.store.editions import Edition, InstalledBooks
from rules_cli.text import shorten


@dataclass(frozen=True, slots=True)
class About:
    """What `citations.yaml` says of a book that ships."""

    called: tuple[str, ...] = ()
    whole: bool = False


@cache
def about(slug: str) -> About | None:
    """How texts call the game of a book that ships; None for a book that doesn't. Raises SchemaError."""
    found = data_files.load(slug, "citations.yaml")
    if found is None:
        return None
    unknown = set(found) - {"called", "whole"}
    called = found.get("called", [])
    if unknown or not (isinstance(called, list) and all(isinstance(name, str) for name in called)):
        raise SchemaError(f"{slug}/citations.yaml: called is a list of names, whole is true or false")
    return About(tuple(called), found.get("whole") is True)


@dataclass
class Editions:
    """The editions that texts are held against.

    `chosen` is the book of numbers without one, where the user chose it, with an edition (`mtg@2024-11-08`) where
    that and not the newest is to be held against; `written` the day or edition that the texts were written for.
    Raises UsageError where that is neither a date nor an edition; BookNotFound.
    """

    installed: InstalledBooks
    chosen: str | None = None
    written: str | None = None
    _read: dict[Path, EditionSnapshot] = field(default_factory=dict)
    _held: dict[tuple[str, str], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        slug, _, name = (self.chosen or settings.default_book() or "").lower().partition("@")
        self.book = self.installed.edition(slug, name or None).slug if slug else None
        self._name = name or None
        self._past = InstalledBooks(as_of=self.written) if self.written and _is_day(self.written) else None
        labels = {label.lower() for slug in self.slugs for label in self.installed.editions(slug)}
        if self.written and not self._past and self.written.lower() not in labels:
            raise UsageError(f"--written takes a date or an edition, as in 2024-11-08; not {shorten(self.written)!r}")
        if self.book and self.written:
            self._must_have_then(self.book)

    def _must_have_then(self, slug: str) -> None:
        """Raise UsageError where the chosen book lacks the edition that all is to be compared with."""
        try:
            self.then(slug)
        except BookNotFound as error:
            raise UsageError(f"{error}; import the one that the text was written for") from None

    @property
    def slugs(self) -> list[str]:
        """Every book there is."""
        return self.installed.slugs()

    @cached_property
    def answering(self) -> list[str]:
        """Every book but those that can't be read."""
        return [edition.slug for edition in self.installed.newest()]

    @cached_property
    def names(self) -> dict[str, str]:
        """What games are called, each with its book: the user's own books by their titles."""
        found = {}
        for slug in self.slugs:
            said = about(slug)
            own = () if said else self.installed.readable([self.installed.edition(slug)])
            names = said.called if said else tuple(edition.about["title"] for edition in own)
            found.update({name: slug for name in names if len(name) > 1})
        return found

    def held(self, edition: Edition) -> EditionSnapshot:
        """An edition, read once."""
        if edition.path not in self._read:
            said = about(edition.slug)
            entries = {str(entry.row.number): entry for entry in edition.entries()}
            whole = not edition.shipped or (said is not None and said.whole)
            self._read[edition.path] = EditionSnapshot(edition, entries, whole)
        return self._read[edition.path]

    def now(self, slug: str) -> EditionSnapshot:
        """What a book's citations are held against: the newest edition, or the one that was chosen."""
        return self.held(self.installed.edition(slug, self._name if slug == self.book else None))

    def then(self, slug: str, named: str | None = None) -> EditionSnapshot | None:
        """What a citation was written for: the edition printed in it, else the one in force when the text was written.

        None where nothing was said of either. Raises BookNotFound where that edition is not installed.
        """
        name = named or self.written
        if name is None:
            return None
        if named or name.lower() in {label.lower() for label in self.installed.editions(slug)}:
            return self.held(self.installed.edition(slug, name))
        return self.held(self._past.edition(slug) if self._past else self.installed.edition(slug, name))

    def holds(self, slug: str, number: str) -> bool:
        """Whether any edition of a book has a rule of this number."""
        key = slug, number
        if key not in self._held:
            editions = self.installed.readable(self.installed.all(slug))
            self._held[key] = any(edition.get(number) for edition in editions)
        return self._held[key]


def _is_day(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
