"""Which two editions a user's words mean: `mtg@2006-10-01 mtg@2015-01-23`, `mtg 2006 2015`, `mtg`, and what is left
of the words, the rules asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules_cli.errors import BookNotFound, UsageError
from rules_cli.store import settings
from rules_cli.store.edition import SHIPPED, Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import shorten

_BEGINNING = re.compile(r"\d{4}(-\d\d)?")
_EXAMPLE = "rules diff mtg@2006-10-01 mtg@2015-01-23"


def two_editions(
    installed: InstalledBooks, words: Sequence[str], book: str | None = None
) -> tuple[Edition, Edition, list[str]]:
    """The edition to compare, the one to compare it with, and the words that name rules.

    With one edition named it is compared with the newest, the newest with the one before it; with none, the two
    newest with one another. Raises UsageError where no book is named or two are; BookNotFound.
    """
    reading = _Reading(installed)
    named = any(word.partition(":")[0].partition("@")[0].lower() in installed.slugs() for word in words)
    chosen = book or (None if named else settings.default_book())
    for word in (*([chosen] if chosen else []), *words):
        reading.take(word)
    a, b = reading.two()
    return a, b, reading.rest


class _Reading:
    """Words read one after another: books and editions first, then rules."""

    def __init__(self, installed: InstalledBooks) -> None:
        self._shelf = installed
        self._slug: str | None = None
        self._editions: list[Edition] = []
        self.rest: list[str] = []

    def take(self, word: str) -> None:
        """Read one more word: `mtg`, `mtg@2015`, `2015-01-23`, `mtg:704.5`, `704.5`."""
        head, colon, rule = word.partition(":")
        slug, at, name = head.partition("@")
        if slug.lower() in self._shelf.slugs():
            self._book(slug.lower())
            self._editions += [self._named(slug, name)] if at else []
            self.rest += [rule] if rule else []
        elif colon or at:
            self._shelf.edition(slug, name or None)  # says what books there are
        elif not self.rest and len(self._editions) < 2 and (found := self._edition(word)):
            self._editions.append(found)
        else:
            self.rest.append(word)

    def _book(self, slug: str) -> None:
        if self._slug not in (None, slug) and self._editions:
            raise UsageError(f"{self._slug} and {slug} are two books; editions of one are compared: {_EXAMPLE}")
        self._slug = slug

    def _edition(self, word: str) -> Edition | None:
        """The edition that a word names by itself: of the book named, else of the only one that has it."""
        slugs = [self._slug] if self._slug else self._shelf.slugs()
        found = [edition for slug in slugs for edition in self._beginning(slug, word)]
        if len(found) > 1:
            raise UsageError(f"{shorten(word)} may be {' or '.join(map(repr, found))}; name one of them")
        if found:
            self._slug = found[0].slug
        return found[0] if found else None

    def _beginning(self, slug: str, word: str) -> list[Edition]:
        """The edition of that name, else those of that year or month; no shipped one under another's name."""
        own = {edition.name.lower(): edition for edition in reversed(self._shelf.all(slug))}
        if word.lower() == SHIPPED and (shipped := self._shelf.shipped(slug)):
            return [shipped]
        if word.lower() in own:
            return [own[word.lower()]]
        return [edition for name, edition in own.items() if _BEGINNING.fullmatch(word) and name.startswith(f"{word}-")]

    def _named(self, slug: str, name: str) -> Edition:
        found = self._beginning(slug.lower(), name)
        return found[0] if len(found) == 1 else self._shelf.edition(slug, name)

    def two(self) -> tuple[Edition, Edition]:
        """The two editions that the words mean."""
        if len(self._editions) > 2:
            raise UsageError(f"two editions are compared, not {len(self._editions)}: {_EXAMPLE}")
        if len(self._editions) == 2:
            return self._editions[0], self._editions[1]
        if self._slug is None:
            raise UsageError(f"which editions? name the book, or two of its editions, as in: {_EXAMPLE}")
        editions = self._shelf.all(self._slug)
        if len(editions) < 2:
            only = f"only one edition of {self._slug} is installed, {editions[0].name}"
            raise BookNotFound(f"{only}; add another: rules import FILE --book {self._slug} --edition DATE")
        newest, before = editions[:2]
        one = self._editions[0] if self._editions else newest
        return (before, newest) if one is newest else (one, newest)
