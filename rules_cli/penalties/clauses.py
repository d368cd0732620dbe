"""Which clause of an infraction decides: of several penalties in its words, the one whose own words a question has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from rules_cli.model import Rule
from rules_cli.parse.penalty_words import begins_with_condition, pattern_of, whole_penalty
from rules_cli.penalties.amounts import FittingChange, amounts_in, bound_pattern, how_far_in, penalties_in
from rules_cli.penalties.changes import pieces, without_label
from rules_cli.penalties.evidence import as_written, intent_in, share_of, words_shared
from rules_cli.penalties.repeats import offence_in, says_next, steps_in
from rules_cli.store.edition import Edition
from rules_cli.text import first_words, fold, words_of_text
from rules_cli.words import any_of, ordinal, words

_AGAIN = 2  # the least number of an infraction that is no first one
_HALF = 0.5  # of a condition's own words, that a question must have
_MEANT = 1.0  # added to the share of a question that says, as the clause does, whether it was meant
_PASSED = 1e6  # less how far an amount passes the bound of a clause, in seconds: an amount decides before words
_SHORT = 2  # words of a clause that is the rest
_LONGEST = 60  # characters of a clause that is named
_SIGNS = " •|,:;.–—-"


class Clause(NamedTuple):
    """The words that a penalty belongs to, the penalty, and from which number of infractions on it holds, 0 without
    one. `is_under` says that it changes the penalty of a clause above: it has a label, or is a condition; `is_alone`
    that it holds for that number of infractions, and no more are listed."""

    words: str
    penalty: str
    offence: int
    is_under: bool
    is_alone: bool = False


# Complexity: one condition for each reason why a clause decides.
def deciding(
    question: str, rule: Rule, names: Collection[str], edition: Edition, number: int = 0
) -> tuple[FittingChange | None, bool]:
    """Return the penalty of the clause that a question is about, None if it is the rule's own one, and whether the
    words leave it open. `number` is that of a repeated infraction, and `names` are those of the document's penalties.
    """
    own = rule.penalty[0].penalty
    known = names if pattern_of(frozenset(names)).search(own) else {*names, own}  # a list may say it in any words
    found = list(_in_turn(rule, edition)) or _in_steps(list(_clauses(rule, known)))
    if len(found) < _AGAIN:
        return None, False
    place = -1 if len(rule.penalty) > 1 else _own(rule, found)
    at, is_open = _about(as_written(edition, question), rule, found, place, edition)
    if (rest := _rest(question, found)) is not None:
        at, is_open = rest, False
    below = found if place < 0 else _below(found, place if at is None else at)
    under = [each for each in below if _AGAIN <= each.offence <= number]
    if under:
        return _change(max(under, key=lambda each: each.offence), rule, number), False
    change = None if at in (None, place) else _change(found[at or 0], rule)
    if change and rest is not None:
        change = change._replace(amount=next(amounts_in(question)).typed, clause="")  # not: *for after that*
    return change, is_open


def _in_steps(found: Sequence[Clause]) -> list[Clause]:
    """Return clauses, those that are only *then* with the number after the one above: the next offence, unless a clause
    has a bound, as *then* may be what passes that."""
    if any(bound_pattern().search(fold(each.words)) for each in found):
        return list(found)
    steps = list[Clause]()
    for each in found:
        above = max(steps[-1].offence, 1) if steps else 0
        is_next = above and not each.offence and says_next(each.words)
        steps.append(each._replace(offence=above + 1, is_under=True) if is_next else each)
    return steps


def _own(rule: Rule, found: Sequence[Clause]) -> int:
    """Return the place of the clause that has a rule's own penalty; -1 if that names several, each with a bound."""
    penalties = [fold(each.penalty) for each in found]
    own = fold(rule.penalty[0].penalty)
    if own not in penalties:
        return -1 if sum(each in own for each in set(penalties)) > 1 else 0
    return penalties.index(own)


def _change(clause: Clause, rule: Rule, number: int = 0) -> FittingChange:
    named = first_words(clause.words.strip(_SIGNS), _LONGEST)
    listed = clause.offence if clause.is_alone and clause.offence < number else 0
    return FittingChange(rule, "", clause.penalty, number, "" if number else named, listed)


def _below(found: Sequence[Clause], at: int) -> Iterator[Clause]:
    """Yield the clauses that change the penalty of one: those right below it."""
    for each in found[at + 1 :]:
        if not each.is_under:
            return
        yield each


# Complexity: one condition for each reason why a clause is not the one.
def _about(question: str, rule: Rule, found: Sequence[Clause], own: int, edition: Edition) -> tuple[int | None, bool]:
    """Return the place of the clause that a question is about, None if its words do not tell, and whether that is
    open: the own penalty needs intent that the question does not speak of, or there are several infractions."""
    asked, shares, main = intent_in(question), dict[int, float](), 0
    for at, each in enumerate(found):
        main = main if each.is_under else at
        meant, over = intent_in(each.words), how_far_in(question, each.words)
        if each.offence >= _AGAIN or meant * asked < 0 or (meant > 0 and not asked) or (over or 0.0) < 0:
            continue
        others = [other.words for other in found if other is not each and (each.is_under or not other.is_under)]
        beside = " ".join([rule.title or "", *others])
        shared = words_shared(question, each.words, beside)
        needed = words_shared(each.words, each.words, beside) if each.is_under and not meant else ()
        if over is not None:
            shares[at] = _PASSED - over
        elif len(shared) >= _HALF * len(needed) and (shared or not each.is_under or meant):
            above = shares.get(main, 0.0) if each.is_under else 0.0
            shares[at] = above + share_of(question, shared, edition) + _MEANT * (meant == asked != 0)
    best = max(shares, key=lambda at: (shares[at], at == own, -at), default=None)
    if best is not None and shares[best] > 0:
        return best, False
    is_of_several = sum(not each.is_under for each in found) > 1
    is_meant = own not in shares and intent_in(found[own].words) != 0
    return None, own >= 0 and (is_meant or is_of_several)


def _rest(question: str, found: Sequence[Clause]) -> int | None:
    """Return the place of the clause for all that passes no bound of those above it, `after that`, `more`, if an amount
    in the question is such a one."""
    over = [how_far_in(question, each.words) for each in found]
    for at, each in enumerate(found):
        above = [far for far in over[:at] if far is not None]
        is_short = each.words and len(each.words.split()) <= _SHORT
        if above and is_short and over[at] is None and not each.offence and max(above) < 0:
            return at
    return None


def _in_turn(rule: Rule, edition: Edition) -> Iterator[Clause]:
    """Yield the penalties of a rule that are in a list for the first and for each other time, if the document has one
    of what it counts."""
    listed = (rule.text or rule.penalty[0].penalty).partition("\n")[0].split(" / ")
    if len(listed) >= _AGAIN and len(rule.penalty) == 1 and _counts_in_turn(edition):
        for at, penalty in enumerate(listed, 1):
            yield Clause("", penalty.strip(_SIGNS), at, at >= _AGAIN, at >= _AGAIN)


@lru_cache(maxsize=8)
def _counts_in_turn(edition: Edition) -> bool:
    """Return whether a title or a line of a document counts infractions: `1st / 2nd / 3rd offence`."""
    rows = (entry.row for entry in edition.entries())
    lines = chain.from_iterable(f"{row.title}\n{row.words.text}".split("\n") for row in rows)
    return any({1, _AGAIN} <= set(map(ordinal, words_of_text(line))) for line in lines)


def _clauses(rule: Rule, names: Collection[str]) -> Iterator[Clause]:
    """Yield the clauses of a rule in source order; of one with levels, each level is a clause."""
    levels = {each.level: each.penalty for each in rule.penalty if each.level}
    for level, penalty in levels.items():
        offence = offence_in(level)
        yield Clause(level, penalty, offence, offence >= _AGAIN)
    for line in (rule.text or "").split("\n"):
        text = line.strip(_SIGNS)
        if (levels and all(level in text for level in levels)) or text.startswith(tuple(levels)):
            continue
        for piece in pieces(text):
            for part in _at_condition(piece.strip(_SIGNS), names):
                yield from _stated(_without_own(part, rule, names), names)


def _at_condition(piece: str, names: Collection[str]) -> list[str]:
    """Return the clauses of a sentence at the comma before its condition, or at all commas if one of those counts,
    `first a Warning, second time: 2 points`; all of it unless each has a penalty."""
    cut, pattern, parts = _before_condition().search(piece), pattern_of(frozenset(names)), piece.split(", ")
    if not any(offence_in(part) >= _AGAIN and ": " in part for part in parts[1:]):
        parts = [piece[: cut.start()], piece[cut.end() :]] if cut else [piece]
    return parts if all(map(pattern.search, parts)) else [piece]


def _without_own(piece: str, rule: Rule, names: Collection[str]) -> str:
    """Return a condition without a rule's own penalty if another one follows: *the third time, the Caution becomes a
    Game Loss*."""
    before, own, behind = piece.partition(rule.penalty[0].penalty)
    other = pattern_of(frozenset(names)).search(behind) if own and begins_with_condition(piece) else None
    is_raised = other and not any(sign in _SIGNS[1:] for sign in behind[: other.start()])
    return f"{before}{behind}" if is_raised else piece


def _stated(piece: str, names: Collection[str]) -> Iterator[Clause]:
    """Yield the clauses of a sentence: one is the whole sentence, of several each has its own words. What is beside the
    number of an infraction is a penalty whatever it is called, `third time: the telephone stays outside`."""
    plain, pattern = without_label(piece), pattern_of(frozenset(names))
    count, sign, value = plain.partition(": ")
    if sign and (says_next(count) or offence_in(count) >= _AGAIN):
        yield Clause(count, value, 0 if says_next(count) else offence_in(count), True)
        return
    first, then, rest = plain, "", ""
    if (found := _before_next().search(plain)) and not pattern.search(plain, found.end()):
        first, then, rest = plain[: found.start()], found[1], plain[found.end() :]
    stated = list(_in_words(first, plain != piece, names))
    yield from stated
    if rest and stated and stated[-1].offence >= _AGAIN:
        yield Clause(then, rest.strip(), 0, True)


def _in_words(plain: str, is_labelled: bool, names: Collection[str]) -> Iterator[Clause]:
    """Yield the clauses with the named penalties in some words."""
    pattern = pattern_of(frozenset(names))
    named = list(pattern.finditer(plain))
    if steps := [] if bound_pattern().search(fold(pattern.sub("", plain))) else steps_in(plain, named):
        for (step, is_alone), each in zip(steps, named, strict=True):
            text = plain[: each.start()].strip(_SIGNS) if each is named[0] else ""
            yield Clause(text, whole_penalty(plain, *each.span(), pattern), step, step >= _AGAIN, is_alone)
        return
    stated = list(penalties_in(plain, names))
    for condition, penalty in stated:
        text = (condition if len(stated) > 1 else plain.replace(penalty, "")).strip(_SIGNS)
        offence, found = offence_in(text), next(each for each in named if each[0] == penalty)
        is_bound = bool(bound_pattern().search(fold(plain.partition(penalty)[0])))
        is_under = is_labelled or offence >= _AGAIN or is_bound or begins_with_condition(text)
        yield Clause(text, whole_penalty(plain, *found.span(), pattern), offence, is_under)


@cache
def _before_condition() -> re.Pattern[str]:
    """Return the pattern of the comma between a clause and a condition, `, and if it was on purpose`."""
    joined = any_of(words("and_words"))
    return re.compile(rf",\s(?:(?:{joined})\s)?(?=(?:{any_of(words('conditions'))})\s)", re.IGNORECASE)


@cache
def _before_next() -> re.Pattern[str]:
    return re.compile(rf",\s({any_of(words('next'))})\s", re.IGNORECASE)
