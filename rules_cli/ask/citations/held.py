"""What the citations of a text are held against: editions, each read into memory once, and what games are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path

from rules_cli.errors import SchemaError, UsageError
from rules_cli.model import RuleNumber
from rules_cli.number import closest, natural_key, parts, printed, shorten
from rules_cli.store import config, facts
from rules_cli.store.index import Entry
from rules_cli.store.shelf import Edition, Shelf

_NEAREST = 3


@dataclass(frozen=True)
class Held:
    """One edition in memory. `whole` is false for one that ships with chapters left out."""

    edition: Edition
    entries: Mapping[str, Entry]
    whole: bool = True

    def __contains__(self, number: str) -> bool:
        return number in self.entries

    def id(self, number: str) -> str:
        """`book:number`."""
        return f"{self.edition.slug}:{number}"

    def covers(self, number: str) -> bool:
        """Whether a number that is not there would be, were there such a rule: not where a chapter was left out."""
        if self.whole or number in self.entries:
            return True
        last = max(filter(parts, self.entries), key=natural_key, default="")
        above = [other for other in shorter(number) if other in self.entries]
        return bool(above) and not (parts(number) and natural_key(last) < natural_key(number))

    def closest(self, number: str) -> list[str]:
        """The numbers nearest to one that is not there, of its chapter where that is here."""
        chapter, _, _ = number.partition(".")
        return closest(number, self._chapters.get(chapter) or [n for n in self.entries if parts(n)], _NEAREST)

    def printed_as(self, number: str) -> list[str]:
        """The rows that were printed with a number: mostly one."""
        again = (f"{number}#{count}" for count in range(2, 100))
        return [each for each in (number, *takewhile(self.entries.__contains__, again)) if each in self.entries]

    def between(self, first: str, last: str) -> list[str]:
        """The rows from one to another, both included."""
        start, end = self.entries[first].place, self.entries[last].place
        return self._order[start - 1 : end]

    @cached_property
    def _order(self) -> list[str]:
        return list(self.entries)

    @cached_property
    def is_official(self) -> bool:
        """Whether the words are the source's own."""
        return any(entry.row.words.text is not None for entry in self.entries.values())

    def texts(self, number: str) -> list[str]:
        """What a row and the rows under it say, officially: titles, texts, examples, notes, and all in one."""
        if not self.is_official:
            return []
        rows = [self.entries[each].row for each in self._family(number)]
        found = [
            text for row in rows for text in (row.title, row.words.text, *row.words.examples, *row.words.notes) if text
        ]
        return [*found, " ".join(found)]

    def _family(self, number: str) -> Iterator[str]:
        yield number
        for child in self._children(number):
            if child in self.entries and self.entries[child].place > self.entries[number].place:
                yield from self._family(child)

    @cached_property
    def _chapters(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for number in self.entries:
            found.setdefault(number.partition(".")[0], []).append(number)
        return found

    @cached_property
    def shapes(self) -> frozenset[object]:
        """The shapes that numbers have here; see `shape`."""
        return frozenset(map(shape, self.entries))

    def has_letters(self, number: str) -> bool:
        """Whether the rule that a lettered number would be part of has sub-rules."""
        rule = next(iter(shorter(number)), "")
        return any(parts(child) and parts(child).letters for child in self._children(rule))  # type: ignore[union-attr]

    def _children(self, number: str) -> Iterable[RuleNumber]:
        return self.entries[number].children if number in self.entries else ()


def shape(number: str) -> object:
    """What numbers of one book have in common: how many parts, and whether sections count by hundreds."""
    found = parts(number)
    return (len(found.digits), len(str(found.digits[0])) > len("10")) if found else number.partition(".")[0]


def shorter(number: str) -> list[str]:
    """The numbers above a number, the nearest first: 2.7.3a → 2.7.3, 2.7, 2."""
    whole = printed(number)
    rule = whole.rstrip("abcdefghijklmnopqrstuvwxyz") if parts(whole) else whole
    steps = [".".join(rule.split(".")[:count]) for count in range(rule.count("."), 0, -1)]
    return [rule, *steps] if rule != whole else steps


@dataclass(frozen=True, slots=True)
class About:
    """What `citations.yaml` says of a book that ships."""

    called: tuple[str, ...] = ()
    whole: bool = False


@cache
def about(slug: str) -> About | None:
    """How texts call the game of a book that ships; None for a book that doesn't. Raises SchemaError."""
    found = facts.load(slug, "citations.yaml")
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

    shelf: Shelf
    chosen: str | None = None
    written: str | None = None
    _read: dict[Path, Held] = field(default_factory=dict)
    _held: dict[tuple[str, str], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        slug, _, name = (self.chosen or config.default_book() or "").lower().partition("@")
        self.book = self.shelf.edition(slug, name or None).slug if slug else None
        self._name = name or None
        self._past = Shelf(as_of=self.written) if self.written and _is_day(self.written) else None
        labels = {label.lower() for slug in self.slugs for label in self.shelf.editions(slug)}
        if self.written and not self._past and self.written.lower() not in labels:
            raise UsageError(f"--written takes a date or an edition, as in 2024-11-08; not {shorten(self.written)!r}")

    @property
    def slugs(self) -> list[str]:
        """Every book there is."""
        return self.shelf.slugs()

    @cached_property
    def names(self) -> dict[str, str]:
        """What games are called, each with its book: the user's own books by their titles."""
        found = {}
        for slug in self.slugs:
            said = about(slug)
            names = said.called if said else (self.shelf.edition(slug).index.about["title"],)
            found.update({name: slug for name in names if len(name) > 1})
        return found

    def held(self, edition: Edition) -> Held:
        """An edition, read once."""
        if edition.path not in self._read:
            said = about(edition.slug)
            entries = {str(entry.row.number): entry for entry in edition.ask(lambda index: list(index.entries()))}
            whole = not edition.shipped or (said is not None and said.whole)
            self._read[edition.path] = Held(edition, entries, whole)
        return self._read[edition.path]

    def now(self, slug: str) -> Held:
        """What a book's citations are held against: the newest edition, or the one that was chosen."""
        return self.held(self.shelf.edition(slug, self._name if slug == self.book else None))

    def then(self, slug: str, named: str | None = None) -> Held | None:
        """What a citation was written for: the edition printed in it, else the one in force when the text was written.

        None where nothing was said of either. Raises BookNotFound where that edition is not installed.
        """
        name = named or self.written
        if name is None:
            return None
        if named or name.lower() in {label.lower() for label in self.shelf.editions(slug)}:
            return self.held(self.shelf.edition(slug, name))
        return self.held(self._past.edition(slug) if self._past else self.shelf.edition(slug, name))

    def holds(self, slug: str, number: str) -> bool:
        """Whether any edition of a book has a rule of this number."""
        key = slug, number
        if key not in self._held:
            self._held[key] = number in self.now(slug) or any(
                edition.ask(lambda index: index.get(number)) for edition in self.shelf.all(slug)
            )
        return self._held[key]


def _is_day(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
