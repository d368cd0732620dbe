"""One rule through every installed edition, backwards and forwards, whatever its number was in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules_cli.errors import LibraryError, RuleNotFound, UsageError
from rules_cli.history.differences import Differences, differences
from rules_cli.history.edition_pair import Pairing, match_editions
from rules_cli.history.rule_links import OF_NUMBER, RuleLink, RuleNames
from rules_cli.history.text_diff import Passages, passages
from rules_cli.lookup.rule_lookup import Lookup, RowRef
from rules_cli.model import Rule, RuleNumber
from rules_cli.rule_number import read_asked, readings
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import shorten


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A rule in one edition. `since` is what became of it since the edition before, with the words that differ; None
    in the first. `sure` is false where the way to here from the rule asked for goes through a guess."""

    place: RowRef
    rule: Rule
    above: tuple[str, ...]
    sure: bool
    since: RuleLink | None
    words: Differences

    @property
    def edition(self) -> Edition:
        """The edition."""
        return self.place.edition


@dataclass(frozen=True, slots=True)
class Trace:
    """A rule's way through the editions that have it, the oldest first.

    `before` is the last edition before it appeared, None where the oldest installed has it; `gone` the first without
    it, None where the newest has it; `between` are those without it that lie between two that have it. `others` are
    editions in which the number asked for is another rule's.
    """

    asked: RowRef
    steps: tuple[TraceStep, ...]
    before: Edition | None
    gone: Edition | None
    between: tuple[Edition, ...]
    others: tuple[Edition, ...]

    def at(self, edition: Edition, date: str) -> TraceStep:
        """The rule as it was in the edition in force on a day; raises RuleNotFound where that had none such."""
        for step in self.steps:
            if step.edition.path == edition.path:
                return step
        first, last = self.steps[0].edition.name, self.steps[-1].edition.name
        but = "".join(f", not in {other.name}" for other in self.between)
        then = f"{self.asked.id} on {date}, when edition {edition.name} was in force (it is in {first} to {last}{but})"
        raise RuleNotFound(then)


def find(library: Lookup, words: Sequence[str], book: str | None = None) -> RowRef:
    """The rule that a user's words name, in the newest edition that has it: `mtg:704.5k`, `mtg 704.5k`, `704.5k`.

    Raises RuleNotFound; BookNotFound; UsageError for what is no id, or several.
    """
    first, *others = words
    word = " ".join(words)
    if others and (first.partition("@")[0].lower() in library.installed.slugs() or not readings(word)):
        word = f"{first}:{' '.join(others)}"
    found = library.find([word], book)
    if len(found.rows) > 1:
        raise UsageError(f"{shorten(word)} may be {', '.join(place.id for place in found.rows[:4])}; name one of them")
    return found.rows[0] if found.rows else _in_older(library, word, book) or found.raise_first().rows[0]


def _in_older(library: Lookup, word: str, book: str | None) -> RowRef | None:
    """The rule in the newest edition that has one of that number, where today's has none."""
    asked, installed = read_asked(word), library.installed
    for today in library.candidates(asked, book):
        for edition in installed.readable(installed.all(today.slug)) if asked.edition is None else ():
            for number in asked.readings:
                if entry := edition.get(number):
                    return RowRef(edition, entry)
    return None


def trace(library: Lookup, asked: RowRef) -> Trace:
    """Follow a rule from its edition to the newest, and back to the oldest.

    What ships with this package is a part of a book, restated: it is left out where the user has editions of the book.
    """
    editions = _editions(library.installed, asked.edition)
    here = next(place for place, edition in enumerate(editions) if edition.path == asked.edition.path)
    back, on = _walk(asked.number, editions[here::-1]), _walk(asked.number, editions[here:])
    stops = [*reversed(list(back)), _Stop(asked.edition, asked.number, True), *on]
    steps = [_step(library, stop, before) for stop, before in zip(stops, [None, *stops], strict=False)]
    has = {stop.edition.path for stop in stops}
    places = [place for place, edition in enumerate(editions) if edition.path in has]
    first, last = places[0], places[-1]
    own = {edition.path for edition, numbers in _numbers(steps) if asked.number in numbers}
    return Trace(
        asked=asked,
        steps=tuple(steps),
        before=editions[first - 1] if first else None,
        gone=editions[last + 1] if last + 1 < len(editions) else None,
        between=tuple(edition for edition in editions[first:last] if edition.path not in has),
        others=tuple(edition for edition in editions if edition.path not in own and _has(edition, asked.number)),
    )


def _editions(installed: InstalledBooks, asked: Edition) -> list[Edition]:
    """The editions of a book, the oldest first: the user's own, or what ships."""
    editions = [edition for edition in reversed(installed.all(asked.slug)) if edition.shipped == asked.shipped]
    return installed.readable(editions)


@dataclass(frozen=True, slots=True)
class _Stop:
    """A rule's number in an edition. `sure` is false where the way here goes through a guess."""

    edition: Edition
    number: RuleNumber
    sure: bool


def _walk(number: RuleNumber, editions: Sequence[Edition]) -> Iterator[_Stop]:
    """A rule's stops in the editions after the first of these, which has it.

    One that is missing from some is found again where it surely is the same as before, and nothing in the edition
    before it became that rule.
    """
    last = _Stop(editions[0], number, True)
    for before, edition in pairwise(editions):
        to = match_editions(last.edition, edition).counterpart(last.number)
        if to.number is None:
            continue
        if before is last.edition or (to.sure and not match_editions(edition, before).counterpart(to.number).number):
            last = _Stop(edition, to.number, last.sure and to.sure)
            yield last


def _numbers(steps: Sequence[TraceStep]) -> Iterator[tuple[Edition, tuple[RuleNumber, ...]]]:
    """The numbers of a rule in each edition: several where it was split, or before it was merged."""
    yield steps[0].edition, (steps[0].place.number,)
    for before, step in pairwise(steps):
        if step.since:
            yield before.edition, step.since.a
            yield step.edition, step.since.b


def _step(library: Lookup, stop: _Stop, before: _Stop | None) -> TraceStep:
    """The rule in one edition, compared with the stop before. Raises LibraryError where that is being replaced."""
    entry = stop.edition.get(stop.number)
    if entry is None:
        raise LibraryError(f"{stop.edition!r} has changed meanwhile; ask again")
    place = RowRef(stop.edition, entry)
    above = tuple(rule.title or rule.number for rule in library.above(place) if rule.kind == "heading")
    pairing = match_editions(before.edition, stop.edition) if before else None
    since = pairing.link(before.number) if pairing and before else None
    words = _differences(pairing, since) if pairing and since else Differences()
    return TraceStep(place, library.compose(place), above, stop.sure, since, words)


def _differences(pairing: Pairing, link: RuleLink) -> Differences:
    if not pairing.worded or not set(link.kinds) - OF_NUMBER:
        return Differences()
    naming = RuleNames(pairing.links)
    said_a, said_b = _said(pairing.a, link.a), _said(pairing.b, link.b)
    return differences(said_a, said_b, naming.in_a, naming.in_b)


def _said(edition: Edition, numbers: Sequence[RuleNumber]) -> list[Passages]:
    """What some rules say, in the order of print."""
    found = [entry for number in numbers if (entry := edition.get(number))]
    return [passages(entry.row) for entry in sorted(found, key=lambda entry: entry.place)]


def _has(edition: Edition, number: RuleNumber) -> bool:
    return edition.get(number) is not None
