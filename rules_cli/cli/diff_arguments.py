"""Read the words of `rules diff`: two editions (`mtg@2006-10-01 mtg@2015-01-23`, `mtg 2006 2015`, `mtg`), then ids."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules_cli.errors import BookNotFound, UsageError
from rules_cli.store import settings
from rules_cli.store.edition import SHIPPED, Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import shorten

_YEAR_OR_MONTH = re.compile(r"\d{4}(-\d\d)?")
_EXAMPLE = "rules diff mtg@2006-10-01 mtg@2015-01-23"


def two_editions(
    installed: InstalledBooks, words: Sequence[str], book: str | None = None
) -> tuple[Edition, Edition, list[str]]:
    """Return the two editions to compare, and the words that name rules.

    If one edition is named it is compared with the newest, and the newest with the one before it; if none is, these
    two are compared. Raise UsageError if no book is named or two are, BookNotFound if one is not installed.
    """
    reader = _ArgumentReader(installed)
    names_book = any(word.partition(":")[0].partition("@")[0].lower() in installed.slugs() for word in words)
    chosen = book or (None if names_book else settings.default_book())
    for word in [chosen, *words] if chosen else words:
        reader.read(word)
    a, b = reader.two_editions()
    return a, b, reader.ids


class _ArgumentReader:
    """Reads words one by one: books and editions first, then ids."""

    def __init__(self, installed: InstalledBooks) -> None:
        self._installed = installed
        self._slug: str | None = None
        self._editions: list[Edition] = []
        self.ids: list[str] = []

    def read(self, word: str) -> None:
        """Read one more word: `mtg`, `mtg@2015`, `2015-01-23`, `mtg:704.5`, `704.5`."""
        head, colon, number = word.partition(":")
        slug, at, name = head.partition("@")
        if slug.lower() in self._installed.slugs():
            self._read_book(slug.lower())
            if at:
                self._editions.append(self._edition(slug, name))
            if number:
                self.ids.append(number)
        elif colon or at:
            self._installed.edition(slug, name or None)  # raises an error that names the books
        elif not self.ids and len(self._editions) < 2 and (edition := self._edition_alone(word)):
            self._editions.append(edition)
        else:
            self.ids.append(word)

    def two_editions(self) -> tuple[Edition, Edition]:
        """Return the two editions that the words mean."""
        if len(self._editions) > 2:
            raise UsageError(f"two editions are compared, not {len(self._editions)}: {_EXAMPLE}")
        if len(self._editions) == 2:
            return self._editions[0], self._editions[1]
        if self._slug is None:
            raise UsageError(f"which editions? name the book, or two of its editions, as in: {_EXAMPLE}")
        editions = self._installed.all(self._slug)
        if len(editions) < 2:
            only = f"only one edition of {self._slug} is installed, {editions[0].name}"
            raise BookNotFound(f"{only}; add another: rules import FILE --book {self._slug} --edition DATE")
        newest, before = editions[:2]
        one = self._editions[0] if self._editions else newest
        return (before, newest) if one is newest else (one, newest)

    def _read_book(self, slug: str) -> None:
        if self._slug not in (None, slug) and self._editions:
            raise UsageError(f"{self._slug} and {slug} are two books; editions of one are compared: {_EXAMPLE}")
        self._slug = slug

    def _edition(self, slug: str, name: str) -> Edition:
        """Return the edition of a book with a name, year or month. Raise BookNotFound if the book has no such edition."""
        found = self._editions_named(slug.lower(), name)
        return found[0] if len(found) == 1 else self._installed.edition(slug, name)

    def _edition_alone(self, word: str) -> Edition | None:
        """Return the edition that a word names without its book; None if it names none."""
        slugs = [self._slug] if self._slug else self._installed.slugs()
        found = [edition for slug in slugs for edition in self._editions_named(slug, word)]
        if not found:
            return None
        if len(found) > 1:
            raise UsageError(f"{shorten(word)} may be {' or '.join(map(repr, found))}; name one of them")
        self._slug = found[0].slug
        return found[0]

    def _editions_named(self, slug: str, word: str) -> list[Edition]:
        """Return the edition with this name, else those of this year or month. An imported one hides the shipped."""
        if word.lower() == SHIPPED and (shipped := self._installed.shipped(slug)):
            return [shipped]
        by_name = {edition.name.lower(): edition for edition in reversed(self._installed.all(slug))}
        if word.lower() in by_name:
            return [by_name[word.lower()]]
        if not _YEAR_OR_MONTH.fullmatch(word):
            return []
        return [edition for name, edition in by_name.items() if name.startswith(f"{word}-")]
