"""One rule in all installed editions, backwards and forwards, under its number in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import NamedTuple

from rules_cli.errors import LibraryError, RuleNotFound
from rules_cli.history.diff import RuleChange, changes_below
from rules_cli.history.edition_pair import Pairing, comparable
from rules_cli.history.rule_links import RuleLink
from rules_cli.history.text_diff import Differences
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.definitions import find_rules
from rules_cli.lookup.find import Lookup, several_rules
from rules_cli.model import Row, Rule, RuleNumber
from rules_cli.numbers.parts import printed
from rules_cli.numbers.typed import read_asked, readings
from rules_cli.store.edition import Edition

_LARGEST_FAMILY = 40  # rules under a rule that are traced with it: more would fill two screens
_TELLING_WORDS = 6  # a text with fewer words may be another rule's in the next edition


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A rule in one edition."""

    place: RowRef
    rule: Rule
    headings: tuple[str, ...]  # the titles above it
    sure: bool  # no guess leads from the asked rule to this one
    since: RuleLink | None  # its link from the edition before; None in the first edition
    words: Differences  # that changed since
    family: tuple[Rule, ...] = ()  # the rules under it; none if there are too many to follow them
    below: tuple[RuleChange, ...] = ()  # what changed in its family since

    @property
    def edition(self) -> Edition:
        """The edition of this step."""
        return self.place.edition


@dataclass(frozen=True, slots=True)
class Trace:
    """A rule in the editions that have it, the oldest first."""

    asked: RowRef
    steps: tuple[TraceStep, ...]
    before: Edition | None  # the last edition before it appeared; None if the oldest has it
    gone: Edition | None  # the first edition after it disappeared; None if the newest has it
    between: tuple[Edition, ...]  # editions without it, between two that have it
    others: tuple[Edition, ...]  # editions in which the asked number is another rule's

    def at(self, edition: Edition, date: str) -> TraceStep:
        """Return the step in the edition that was in force on a day. Raise RuleNotFound if it lacks the rule."""
        for step in self.steps:
            if step.edition.path == edition.path:
                return step
        first, last = self.steps[0].edition.name, self.steps[-1].edition.name
        but = "".join(f", not in {other.name}" for other in self.between)
        raise RuleNotFound(
            f"{self.asked.id} on {date}, when edition {edition.name} was in force (it is in {first} to {last}{but})"
        )


# Complexity: the rule may be in the newest edition, in an older one, or in none.
def find(library: Lookup, words: Sequence[str], book: str | None = None) -> RowRef:
    """Return the rule that words name (`mtg 704.5k`, `704.5k`, `legend rule`), in the newest edition that has it.
    Raise RuleNotFound, BookNotFound, or UsageError if the words are not an id, or name several rules."""
    word = " ".join(words)
    slug, count = library.installed.book_in_front(words) or (words[0], 0)
    if not count and any(map(str.isdigit, word)) and not readings(word):
        count = 1  # the first word is an unknown book in front of a number
    if 0 < count < len(words):
        word = f"{slug}:{' '.join(words[count:])}"
    found = find_rules(library, [word], book)
    if len({(row.edition, printed(row.number)) for row in found.rows}) > 1:
        raise several_rules(word, found.rows)
    if found.rows:
        return found.rows[0]
    asked, installed = read_asked(word), library.installed
    for newest in library.candidates(asked, book) if asked.edition is None else ():
        for edition in installed.readable(installed.all(newest.slug)):
            for number in asked.readings:
                if entry := edition.get(number):
                    return RowRef(edition, entry)
    return found.raise_first().rows[0]


# Complexity: no nesting, but a comprehension for each part of a trace.
def trace(library: Lookup, asked: RowRef) -> Trace:
    """Follow a rule from its edition to the newest, and back to the oldest.
    The shipped edition is a restated part of the book: it is left out if the asked rule is in an imported edition. An
    edition that cannot be compared is left out with a RulesWarning."""
    installed = library.installed
    same = [edition for edition in installed.all(asked.edition.slug) if edition.shipped == asked.edition.shipped]
    editions = installed.readable(same[::-1])  # the oldest first
    stops, failed = _all_stops(asked, editions)
    editions = [edition for edition in editions if edition not in failed]
    steps = [_step(library, stop, before) for before, stop in pairwise([None, *stops]) if stop]
    paths, having = [edition.path for edition in editions], {stop.edition.path for stop in stops}
    first, last = paths.index(stops[0].edition.path), paths.index(stops[-1].edition.path)
    return Trace(
        asked=asked,
        steps=tuple(_with_families(library, steps)),
        before=editions[first - 1] if first else None,
        gone=editions[last + 1] if last + 1 < len(editions) else None,
        between=tuple(edition for edition in editions[first:last] if edition.path not in having),
        others=tuple(_other_editions(editions, asked.number, steps)),
    )


class _Stop(NamedTuple):
    """A rule's number in an edition.
    `sure` is false if a guess led to it. `since` is the match with the edition of the stop before, None if the rule is
    as it was, or if editions between the two lack it."""

    edition: Edition
    number: RuleNumber
    sure: bool = True
    since: Pairing | None = None


def _all_stops(asked: RowRef, editions: Sequence[Edition]) -> tuple[list[_Stop], list[Edition]]:
    """Return the stops of a rule, the oldest first, each with its match with the one before, and the editions that
    cannot be compared."""
    start = [edition.path for edition in editions].index(asked.edition.path)
    to_older, failed_before = _walk(asked.number, editions[start::-1])
    to_newer, failed_after = _walk(asked.number, editions[start:])
    older = to_older[:0:-1]  # without the asked edition; each is matched with the next newer one
    turned = [stop.since and stop.since.backwards() for stop in older]
    matches = [None, *turned, *(stop.since for stop in to_newer[1:])]
    stops = [stop._replace(since=since) for stop, since in zip([*older, *to_newer], matches, strict=True)]
    return stops, [*failed_before, *failed_after]


def _walk(number: RuleNumber, editions: Sequence[Edition]) -> tuple[list[_Stop], list[Edition]]:
    """Return a rule's stops in the editions, and the editions that cannot be compared. The first edition has the rule.
    Only neighbours are matched, and only if the rule is not as it was. A rule that some editions lack is found again if
    a rule with the same words is added later."""
    previous = editions[0]
    stops, failed = [_Stop(previous, number)], []
    for edition in editions[1:]:
        last = stops[-1]
        is_lost = last.edition is not previous
        if is_lost and _with_same_words(last, edition) is None:
            previous = edition  # no match tells more
            continue
        if not is_lost and (same := _as_it_was(last, edition)):
            stops.append(_Stop(edition, same, last.sure))
            previous = edition
            continue
        pairing = comparable(previous, edition)
        if pairing is None:
            failed.append(edition)
            continue
        if not is_lost:
            link = pairing.link(last.number)
            stops += [_Stop(edition, link.to, last.sure and link.sure, pairing)] if link.to else []
        elif (added := _with_same_words(last, edition)) and pairing.backwards().link(added).to is None:
            stops.append(_Stop(edition, added, last.sure))
        previous = edition
    return stops, failed


# Complexity: one condition for each thing that has to be the same.
def _as_it_was(last: _Stop, edition: Edition) -> RuleNumber | None:
    """Return the number of a rule in an edition that surely left it as it was; None if only a match can tell.
    The rule has the same number, words and references; or it has another number, the same row above it, and words that
    no other rule has in either edition."""
    before, after = last.edition.get(last.number), edition.get(last.number)
    text = before.row.words.text if before else None
    if before is None or text is None:
        return None
    a, b = before.row, after.row if after else None
    if b and (a.title, a.parent, a.words, a.references) == (b.title, b.parent, b.words, b.references):
        return last.number
    if a.references or a.title or len(text.split()) < _TELLING_WORDS:
        return None
    same_in_a, same_in_b = last.edition.with_words(a.fingerprint), edition.with_words(a.fingerprint)
    if len(same_in_a) != 1 or len(same_in_b) != 1:
        return None
    moved = same_in_b[0].row
    return moved.number if moved.words == a.words and _above(last.edition, a) == _above(edition, moved) else None


def _above(edition: Edition, row: Row) -> tuple[str | None, str | None] | None:
    """Return what identifies the row above a row in any edition: its title and its words. None if no row is above."""
    above = edition.get(row.parent) if row.parent else None
    return (above.row.title, above.row.fingerprint) if above else None


def _with_same_words(last: _Stop, edition: Edition) -> RuleNumber | None:
    """Return the only rule of an edition with the words of a rule at its last stop; None if it has none or several."""
    entry = last.edition.get(last.number)
    same = edition.with_words(entry.row.fingerprint if entry else None)
    return same[0].row.number if len(same) == 1 else None


def _other_editions(editions: Sequence[Edition], number: RuleNumber, steps: Sequence[TraceStep]) -> Iterator[Edition]:
    """Yield the editions in which the number is that of another rule, not of the traced rule or of a part of it."""
    of_traced = {steps[0].edition.path} if steps[0].place.number == number else set()
    for before, step in pairwise(steps):
        if step.since and number in step.since.a:
            of_traced.add(before.edition.path)
        if step.since and number in step.since.b:
            of_traced.add(step.edition.path)
    for edition in editions:
        if edition.path not in of_traced and edition.get(number) is not None:
            yield edition


def _with_families(library: Lookup, steps: Sequence[TraceStep]) -> list[TraceStep]:
    """Return steps with the rules under each, and with their changes since the step before. Editions are matched only
    if these rules are not as they were."""
    families = [tuple(islice(library.below(step.place), _LARGEST_FAMILY + 1)) for step in steps]
    if max(map(len, families)) > _LARGEST_FAMILY:
        return [*steps]
    editions = library.installed.readable(library.installed.all(steps[0].edition.slug))
    found = [replace(steps[0], family=families[0])]
    for (before, step), (old, new) in zip(pairwise(steps), pairwise(families), strict=True):
        is_same = list(map(_words_of, old)) == list(map(_words_of, new))
        below = () if is_same else changes_below(before.place, step.place, editions)
        found.append(replace(step, family=new, below=below))
    return found


def _words_of(rule: Rule) -> tuple[object, ...]:
    """Return what must be the same in two editions for a rule to be as it was."""
    return rule.number, rule.title, rule.text, rule.examples, rule.notes


def _step(library: Lookup, stop: _Stop, before: _Stop | None = None) -> TraceStep:
    """Return the rule at a stop, compared with the stop before it. Without a match, the two have the same words."""
    entry, pairing = stop.edition.get(stop.number), stop.since
    if entry is None:
        raise LibraryError(f"{stop.edition!r} has changed meanwhile; ask again")
    since, words = None, Differences()
    if before and pairing:
        since = pairing.link(before.number)
        if since.kinds:
            words = pairing.differences(since)
    elif before:
        kinds = () if before.number == stop.number else ("renumbered",)
        since = RuleLink((before.number,), (stop.number,), kinds=kinds)
    place = RowRef(stop.edition, entry)
    headings = tuple(rule.title or rule.number for rule in library.above(place) if rule.title)
    return TraceStep(place, library.compose(place), headings, stop.sure, since, words)
