"""Penalties: a judge's words → the infraction in a policy document, what it costs, and what changes that."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_cli.errors import BookNotFound, RulesError, UsageError
from rules_cli.lookup.definitions import match_surely
from rules_cli.lookup.rule_lookup import Lookup, RowRef
from rules_cli.lookup.terms import terms_of
from rules_cli.model import Rule
from rules_cli.rule_number import looks_like_number
from rules_cli.search import search
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.text import fold, shorten

MOST_RESULTS = 5  # infractions that a question may mean; a judge reads one screen
_MOST_NEAR = 3  # infractions offered for words that name none: as many as fit on a line or two
_SURE = 0.28  # confidence, from 0 to 1: of 140 questions about play 10 reach it, of 50 about penalties 48 rightly
_HELD = 0.6  # of the question, that an infraction must hold: a word or two of many are found by chance
_BEHIND = 4  # infractions behind the best whose scores are compared: a few others have words of every question
_ALSO = 0.6  # of the best score, for an infraction that is named beside it
_NEAR = 0.8  # of the first one's score: a second infraction that the judge must decide on; half the cases fit both
_EXAMPLES = 3.0  # a question tells a case, as examples do: they count more than other rows
_REMEDY = ("remedy", "procedure", "fix", "addition")
"""Words in the titles of the parts that say what a judge does."""
_HARSHEST = ("disqualification", "dq")
"""Penalties whose infractions are never guessed: the words must fit them clearly."""


class Infraction(NamedTuple):
    """A section of a policy document with its penalty, and its parts of each kind in source order.

    `odd` are sentences about misprints, such as another penalty in the document's own table. `meanings` are the short
    names of its penalties, such as `IP2`, with what they mean, where book.yaml says that. `rival` is another infraction
    with another penalty that fits the words nearly as well.
    """

    rule: Rule
    above: tuple[Rule, ...]
    odd: tuple[str, ...]
    definition: Rule | None
    upgrades: tuple[Rule, ...]
    downgrades: tuple[Rule, ...]
    remedy: tuple[Rule, ...]
    philosophy: tuple[Rule, ...]
    meanings: Mapping[str, str]
    rival: Rule | None = None


class InfractionNotFound(RulesError):
    """No infraction fits the words; `closest` are the ids of some that may be meant, the fallback of the document last.

    The fallback is the infraction for errors of play that no other one covers.
    """

    exit_code = 1

    def __init__(self, asked: str, nearest: Sequence[Rule], fallback: Rule | None = None) -> None:
        others = [fallback] if fallback and fallback not in nearest else []
        self.asked, self.closest = asked, [rule.id for rule in (*nearest, *others)]
        otherwise = f"; for an error of play that fits none of them: {named(others[0])}" if others else ""
        names = ", ".join(map(named, nearest))
        super().__init__(f"no infraction clearly fits {shorten(asked)!r}; closest: {names}{otherwise}")


def named(rule: Rule) -> str:
    """Return the number, title and penalty of an infraction: `3.1 Tardiness (Game Loss)`."""
    return f"{rule.number} {rule.title} ({in_words(rule)})"


def in_words(rule: Rule) -> str:
    """Return the penalty of an infraction on one line: `Warning`, or `Casual: Caution; Professional: Warning`."""
    return "; ".join(f"{each.level}: {each.penalty}" if each.level else each.penalty for each in rule.penalty)


# --- the document


# Complexity: one way for each thing that -b may name: nothing, a policy document, its game, another book.
def policy_edition(library: Lookup, book: str | None) -> Edition:
    """Return the edition of the policy document to ask: the one named, or that of the named or the default game.

    Without either, it is the only one installed. Raises BookNotFound, UsageError.
    """
    installed = library.installed
    chosen = book or settings.default_book()
    if not chosen:
        return _only_one([edition for edition in installed.newest() if _has_penalties(edition)], library)
    slug, _, name = chosen.partition("@")
    game = installed.slug_of(slug)
    if game and (edition := installed.edition(slug, name or None)) and _has_penalties(edition):
        return edition
    of_game = [each for each in installed.slugs() if (info := installed.info(each)) and info.policy_of == game]
    if game and of_game:
        return installed.edition(of_game[0])
    for info in installed.obtainable():
        if game and info.policy_of == game:
            installed.edition(info.slug)  # raises BookNotFound, which says how to get it
    own = installed.edition(slug).slug
    raise BookNotFound(f"{own} states no penalties; rules search WORDS -b {own} finds its sections")


def _has_penalties(edition: Edition) -> bool:
    return edition.about["infractions"] != "0"


def _only_one(editions: Sequence[Edition], library: Lookup) -> Edition:
    if len(editions) == 1:
        return editions[0]
    if editions:
        raise UsageError(f"which policy document? choose one with -b: {', '.join(each.slug for each in editions)}")
    known = [info.slug for info in library.installed.obtainable() if info.policy_of]
    raise BookNotFound(
        f"no policy document with penalties is installed; rules books says how to get {' or '.join(known)}"
    )


# --- infractions


def every(library: Lookup, edition: Edition) -> list[Infraction]:
    """Return all infractions, in source order."""
    return [_infraction(library, RowRef(edition, entry)) for entry in edition.entries() if entry.row.penalty]


def find(library: Lookup, edition: Edition, words: str) -> list[Infraction]:
    """Return the infractions that the words may mean, the likeliest first. Raises InfractionNotFound."""
    found, confidence = _by_words(library, edition, words)
    best = max(found.values(), default=0.0)
    sure = [number for number, score in found.items() if confidence >= _SURE and score >= best * _ALSO]
    exact = list(_by_name(library, edition, words))
    numbers = list(dict.fromkeys([*(exact or _by_name_within(edition, words)), *sure]))[:MOST_RESULTS]
    if not numbers:
        raise InfractionNotFound(words, _nearest(library, edition, words, found), _fallback(library, edition))
    first, *others = (_infraction(library, RowRef(edition, entry)) for entry in filter(None, map(edition.get, numbers)))
    is_near = bool(others) and not exact and found.get(numbers[1], 0.0) >= _NEAR * found.get(numbers[0], 0.0)
    if is_near and others[0].rule.penalty != first.rule.penalty:
        first = first._replace(rival=others[0].rule)
    return [first, *others]


def _by_name(library: Lookup, edition: Edition, words: str) -> Iterator[str]:
    """Yield the infractions with this number, or with this name or abbreviation."""
    numbers: Sequence[str] = ()
    if looks_like_number(words):
        numbers = [row.number for row in library.find([words], library.installed.address(edition)).rows]
    elif named := match_surely(words, terms_of(edition)):
        numbers = named[0].rules
    else:
        numbers = [entry.row.number for entry in edition.entries() if fold(entry.row.title or "") == fold(words)]
    for number in numbers:
        yield from _section(edition, number)


def _by_name_within(edition: Edition, words: str) -> Iterator[str]:
    """Yield the infractions with the longest name of several words that the question holds.

    `he took too long to decide` holds `took too long`.
    """
    asked = f" {fold(words)} "
    names = ((fold(name), term) for term in terms_of(edition) for name in (*term.printed_names(), *term.players))
    held = [(name, term) for name, term in names if " " in name and f" {name} " in asked]
    for number in max(held, key=lambda each: len(each[0]))[1].rules if held else ():
        yield from _section(edition, number)


def _by_words(library: Lookup, edition: Edition, words: str) -> tuple[dict[str, float], float]:
    """Return the infractions with rows that have some of the words, by the score of the best row, the best first; and
    the confidence that the first ones are meant.

    That is the share of the question that a row of the first one holds, times its share of the scores of the first one
    and of those clearly behind it. So it is the same if all scores are higher.
    """
    scores: dict[str, float] = {}
    shares: dict[str, float] = {}
    for hit in search(library, words, library.installed.address(edition), sys.maxsize):
        score = hit.score * (_EXAMPLES if hit.rule.examples and not hit.rule.text else 1)
        for number in _section(edition, hit.rule.number):
            scores[number] = max(scores.get(number, 0.0), score)
            shares[number] = max(shares.get(number, 0.0), hit.share)
    found = dict(sorted(scores.items(), key=lambda item: -item[1]))
    first = next(iter(found), "")
    best, share = found.get(first, 0.0), shares.get(first, 0.0)
    if best <= 0 or share < _HELD:
        return found, 0.0
    behind = [score for score in found.values() if score < _NEAR * best][:_BEHIND]
    return found, share * best / (best + sum(behind))


def _section(edition: Edition, number: str | None) -> Iterator[str]:
    """Yield the infraction that a row is, or is a part of."""
    while number and (entry := edition.get(number)):
        if entry.row.penalty:
            yield entry.row.number
            return
        number = entry.row.parent


def _nearest(library: Lookup, edition: Edition, words: str, found: Iterable[str]) -> list[Rule]:
    """Return the infractions that hold some of the words, then those whose titles are spelt most like them."""
    from rapidfuzz import fuzz, process

    mild = {
        entry.row.number: fold(entry.row.title or "")
        for entry in edition.entries()
        if entry.row.penalty and not all(fold(each.penalty) in _HARSHEST for each in entry.row.penalty)
    }
    alike = [number for *_, number in process.extract(fold(words), mild, scorer=fuzz.WRatio, limit=_MOST_NEAR)]
    numbers = dict.fromkeys([*(number for number in found if number in mild), *alike])
    rules = (library.rule_in(edition, number) for number in list(numbers)[:_MOST_NEAR])
    return [rule for rule in rules if rule]


def _fallback(library: Lookup, edition: Edition) -> Rule | None:
    """Return the infraction for errors of play that no other one covers, if book.yaml names one of this edition."""
    info = library.installed.info(edition.slug)
    found = match_surely(info.fallback, terms_of(edition)) if info and info.fallback else None
    return library.rule_in(edition, found[0].rules[0]) if found and found[0].rules else None


def _infraction(library: Lookup, row: RowRef) -> Infraction:
    parts = [part for part in library.below(row, 1) if not part.penalty]

    def titled(*words: str) -> tuple[Rule, ...]:
        return tuple(part for part in parts if any(word in fold(part.title or "") for word in words))

    shown = library.show(row, 0)
    info = library.installed.info(row.edition.slug)
    known = (info and info.penalties) or {}
    return Infraction(
        rule=shown.rule,
        above=shown.above,
        odd=shown.odd,
        definition=next(iter(titled("definition")), None),
        upgrades=titled("upgrade"),
        downgrades=titled("downgrade"),
        remedy=titled(*_REMEDY),
        philosophy=titled("philosophy"),
        meanings={each.penalty: known[each.penalty] for each in shown.rule.penalty if each.penalty in known},
    )
