"""Penalties: a judge's words → the infraction in a policy document, what it costs, and what changes that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.errors import BookNotFound
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.definitions import match_surely
from rules_cli.lookup.find import Lookup
from rules_cli.lookup.terms import terms_of
from rules_cli.model import Rule, RuleNumber, penalty_in_words
from rules_cli.numbers.parts import parts
from rules_cli.numbers.typed import looks_like_number
from rules_cli.parse.penalty_names import house_penalties
from rules_cli.parse.penalty_words import amount_pattern, harshness
from rules_cli.penalties.amounts import (
    FittingChange,
    bound_pattern,
    fitting_change,
    fitting_column,
    how_far,
    how_far_in,
    without_amounts,
)
from rules_cli.penalties.changes import before_remedy, stated_changes
from rules_cli.penalties.clauses import deciding
from rules_cli.penalties.evidence import (
    Evidence,
    continued,
    evidence,
    is_by_words,
    is_explained,
    is_outside,
    likelihoods,
    own_share,
    ranking,
    seems_allowed,
    share_of,
    speaks_of_intent,
    telling,
    without_intent,
    words_shared,
)
from rules_cli.penalties.remedies import fitting_cases, fitting_changes
from rules_cli.penalties.repeats import (
    OnRepeats,
    change_above,
    counts_other,
    on_repeats,
    times_said,
    without_repeats,
)
from rules_cli.store import settings
from rules_cli.store.book_info import game_of, load_info
from rules_cli.store.edition import Edition
from rules_cli.text import first_words, fold, sentences_of, words_of_text
from rules_cli.words import words

MOST_RESULTS = 5  # infractions that a question may mean; a judge reads one screen
_MOST_NEAREST = 3  # infractions that are named if none has any of the words
_SURE = 0.8  # likelihood of the first infraction: nearly all situations that reach it and were fitted to are right
_OF_RIVALS, _ALONE = 1.07, 0.75  # of _SURE: more than that among infractions with any of the words, and of all
_HELD = 0.3  # of the question, that it must have in its words or names: word vectors alone are a guess
_UNLIKE = 0.12  # likeness to known situations that share words with a question by chance
_HELD_BY_WORDS = 0.6  # the same if nothing else speaks for it: *the table is dirty* has a half of *Wrong table*
_LACKED = 0.4  # of the question: words that the first infraction lacks, and another one has
_REASONED = 0.5  # of a question without words of the definition, that the philosophy has: it may be allowed
_NEAR = 0.5  # of the first one's likelihood: a second infraction that the judge must decide on
_DEGREE = 0.1  # of the first one's likelihood: another degree of the same infraction; with more, some are named wrongly
_OPEN = 0.03  # likelihood of another infraction with a far other penalty, which has as much of the question
_OTHER = 0.02  # likelihood of another infraction, beside one of which the words are a second name: less is chance
_FAR = 2  # penalties from one to another: Warning, Game Loss, Match Loss
_LEAST_OF_FALLBACK = 3  # words of a question: words of the game alone are no error of play, *deathtouch trample*
_LEAST_WORDS = 2  # of a name: one word is an abbreviation, or means one infraction alone
_MOST_OF_LABEL = 2  # words
_MOST_OF_NAME = 60  # characters of the words that name an infraction without a title
_KEPT = 8  # documents whose named infractions are kept in memory
_Found = Mapping[RuleNumber, Evidence]
_Shares = Mapping[RuleNumber, float]
_HARSHEST = ("disqualification", "dq")
"""Penalties whose infractions are not offered for words that none has."""


class NoPenalties(BookNotFound):
    """A book lists no penalties; `book` is its slug."""

    def __init__(self, book: str) -> None:
        super().__init__(f"{book} lists no penalties; rules search WORDS -b {book} finds its sections")
        self.book = book


class Infraction(NamedTuple):
    """A section of a policy document with its penalty, and its parts of each kind in source order.

    `odd` are sentences about misprints, such as another penalty in the document's own table. `meanings` are the short
    names of its penalties, such as `IP2`, with what they mean, where book.yaml says that. `rival` is another infraction
    with another penalty that fits the words nearly as well. `unsure` says that it is only the likeliest of several, and
    `fits` is false if no infraction has any of the words. `asked` are words of the question that the philosophy has and
    the definition lacks: the answer shows the philosophy then, which may allow the act. `change` is the upgrade or
    downgrade that an amount or a number of offences in the question calls for. `repeats` is what the sections above say
    of repeated infractions, and `is_repeated` says that the question is about one. `fitting` are the texts that the
    question fits: upgrades, downgrades, and cases of the remedy, the best first.
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
    unsure: bool = False
    fits: bool = True
    asked: frozenset[str] = frozenset()
    change: FittingChange | None = None
    repeats: OnRepeats | None = None
    is_repeated: bool = False
    fitting: tuple[str, ...] = ()

    def is_meant(self, change: Rule) -> bool:
        """Return whether the question is about an upgrade or downgrade."""
        return change.text in self.fitting or (self.change is not None and self.change.part == change)


def name_of(rule: Rule) -> str:
    """Return the title of an infraction; the first sentence of its text, or its first words, if it has none, without
    its penalty in brackets."""
    sentence = sentences_of(rule.text or "")[0].removesuffix(".")
    for each in rule.penalty:
        sentence = sentence.removesuffix(f"({each.penalty})").rstrip()
    return rule.title or first_words(sentence, _MOST_OF_NAME)


def named(rule: Rule) -> str:
    """Return the printed number, the title and the penalty of an infraction: `3.1 Tardiness (Game Loss)`."""
    return f"{number_of(rule)} {name_of(rule)} ({penalty_in_words(rule.penalty)})".lstrip()


def number_of(rule: Rule) -> str:
    """Return the printed number of an infraction; "" for one whose address is made of its name."""
    return rule.number if parts(rule.number) else ""


# --- the document


# Complexity: one way for each thing that -b may name: nothing, a policy document, its game, another book.
def policy_editions(library: Lookup, book: str | None) -> list[Edition]:
    """Return the editions of the policy documents to ask: the one that is named, or that of the named or the default
    game; without either, all installed ones. Raises BookNotFound, NoPenalties, UsageError."""
    installed = library.installed
    chosen = book or settings.default_book()
    if not chosen:
        if editions := [edition for edition in installed.newest() if edition.has_penalties]:
            return editions
        known = " or ".join(f"rules fetch {info.slug}" for info in installed.obtainable() if info.policy_of)
        raise BookNotFound(f"no policy document with penalties is installed. Get one: {known}")
    slug, _, name = chosen.partition("@")
    game, own = installed.slug_of(slug), installed.edition(slug, name or None)
    of_game = (installed.edition(each) for each in installed.slugs() if game_of(each) == game)
    if found := next((each for each in (own, *of_game) if each.has_penalties), None):
        return [found]
    for info in installed.obtainable():
        if info.policy_of == game:
            installed.edition(info.slug)  # raises BookNotFound, which says how to get it
    raise NoPenalties(own.slug)


# --- infractions


def every(library: Lookup, edition: Edition) -> list[Infraction]:
    """Return all infractions, in source order."""
    return [_infraction(library, edition, entry.row.number) for entry in edition.entries() if entry.row.penalty]


def with_penalty(library: Lookup, edition: Edition, words: str) -> list[Infraction]:
    """Return the infractions that have a penalty, in source order, if words are its name or an abbreviation of it:
    `Game Loss`, `GL`, `IP2`; else none."""
    term = match_surely(words, terms_of(edition))
    names = {fold(words), *(fold(name) for name in (term[0].names() if term else ()))}
    return [
        _infraction(library, edition, entry.row.number)
        for entry in edition.entries()
        if any(fold(each.penalty) in names for each in entry.row.penalty)
    ]


def find(library: Lookup, edition: Edition, words: str, most: int = MOST_RESULTS) -> list[Infraction]:
    """Return the infractions that the words may mean, the likeliest first, at most so many; none for unknown words.

    Those that need intent are left out unless the words speak of it. If no infraction has any of the words, the one for
    errors of play that fit no other is among them.
    """
    happened = without_repeats(words)
    found = _meant(library, edition, happened, most)
    if happened == words or not found:
        return found
    first, *others = [each._replace(is_repeated=True) for each in found]
    if first.fits and not (first.change and first.change.amount):
        first = first._replace(change=_of_number(edition, first, happened, times_said(words)) or first.change)
    return [first, *others]


def _of_number(edition: Edition, found: Infraction, happened: str, number: int) -> FittingChange | None:
    """Return the change of a penalty that the number of a repeated infraction calls for, by its words and parts or by
    the sections above it."""
    rule, names = found.rule, _penalties(edition)
    others = (part.text or "" for part in (*found.upgrades, *found.remedy) if part.number != rule.number)
    texts = [text for text in others if not counts_other(text, rule.penalty[0].penalty)]
    whole = rule._replace(text="\n".join([rule.text or rule.penalty[0].penalty, *texts]))
    change, _ = deciding(happened, whole, names, edition, number)
    return change if change and change.offence else change_above(number, rule, found.repeats, names)


# Complexity: one condition for each form of the words, by name or by what happened.
def _meant(library: Lookup, edition: Edition, words: str, most: int) -> list[Infraction]:
    exact = list(dict.fromkeys(map(RuleNumber, _by_name(library, edition, words))))
    if looks_like_number(words):
        return [_infraction(library, edition, number) for number in exact[:most]]
    found = evidence(edition, fold(words))
    needing = [number for number in _intentional(edition) if number in found]  # a title alone is no infraction
    asked = [number for number in needing if _is_named_in(words, edition, number)]
    if not speaks_of_intent(words):
        found = without_intent(found, [number for number in needing if number not in asked])
    if exact:
        is_title = _is_title(words, edition, exact[0])
        also = [] if is_title else [number for number, share in likelihoods(found).items() if share > _OTHER]
        return [_infraction(library, edition, number) for number in dict.fromkeys((*exact, *also))][:most]
    bounded = _bounded(edition, words, found)
    named = _named(edition, words, found) if bounded else {}
    unmet = _unmet(bounded, named)
    likely = likelihoods({number: each for number, each in found.items() if number not in unmet} or found)
    if not any(each.said or each.meaning or each.alike for each in found.values()):
        return []
    if not any(each.said for each in found.values()):
        return _nearest(library, edition, likely, most)
    met = _met(bounded, {number: named[number] for number in likely} if bounded else {})
    numbers = _ordered(edition, words, found, likely, met)
    least = _NEAR * likely[numbers[0]]
    beside = [numbers[0], *_rivals(edition, words, numbers[0], found)]
    numbers = [number for number in numbers if number in beside or likely[number] >= least][:most]
    if speaks_of_intent(words):
        needed = [number for number in needing if number not in numbers]
        numbers = [*numbers[: most - len(needed)], *needed]
    first, *others = (_infraction(library, edition, number) for number in numbers)
    best = likely[numbers[0]]
    if others and likely.get(numbers[1], 0.0) >= _NEAR * best and others[0].rule.penalty != first.rule.penalty:
        first = first._replace(rival=others[0].rule)
    likely = {**dict.fromkeys(likely, 0.0), met: 1.0} if met else likely
    first = _as_asked(first, words, edition, found, likely)
    is_intent_open = first.rule.number in asked and not speaks_of_intent(words)
    is_unmet = bounded.get(first.rule.number, 0.0) < 0 and not first.change  # and no other one is named as well
    first = first._replace(unsure=first.unsure or is_intent_open or is_unmet)
    if first.unsure and not is_explained(edition, words, found, likely):
        return _nearest(library, edition, likely, most)
    return [first, *others]


def _nearest(library: Lookup, edition: Edition, likely: Iterable[RuleNumber], most: int) -> list[Infraction]:
    """Return the infractions that are nearest to words that none fits, and the one for errors that fit no other."""
    fallback = _fallback(edition)
    numbers = [number for number in likely if number not in fallback and not _is_harshest(edition, number)]
    numbers = [*numbers[: _MOST_NEAREST - len(fallback)], *fallback][:most]
    return [_infraction(library, edition, number)._replace(unsure=True, fits=False) for number in numbers]


def _named(edition: Edition, words: str, numbers: Iterable[RuleNumber]) -> dict[RuleNumber, float]:
    """Return how well the words but for times name each infraction: those in its title, or in its text without one,
    and the share that it has."""
    plain = without_amounts(words)
    found = evidence(edition, plain)
    entries = {number: entry for number in numbers if (entry := edition.get(number))}
    names = {number: entry.row.title or entry.row.words.text or "" for number, entry in entries.items()}
    for number in names:
        if above := continued(edition, number):
            names[number] = f"{names.get(above, '')} {names[number]}"
    told = telling(edition, plain)
    return {number: len(words_shared(told, name, "")) + found[number].said for number, name in names.items()}


def _unmet(bounded: _Shares, named: _Shares) -> list[RuleNumber]:
    """Return the infractions whose bound an amount does not pass, if another one is named as well by the other words:
    an amount alone removes none."""
    unmet = [number for number, over in bounded.items() if over < 0]
    most = max((share for number, share in named.items() if number not in unmet), default=-1.0)
    return [number for number in unmet if named[number] <= most]


def _met(bounded: _Shares, named: _Shares) -> RuleNumber | None:
    """Return the infraction with the nearest of the bounds that an amount passes, but the one that is named better if
    there is one: what is named decides before an amount."""
    passed = (number for number, over in bounded.items() if over >= 0)
    nearest = min(passed, key=bounded.__getitem__, default=None)
    best = max(named, key=named.__getitem__, default=None)
    return best if nearest and best and named[best] > named[nearest] else nearest


# Complexity: one condition for each reason to put an infraction first.
def _ordered(edition: Edition, words: str, found: _Found, likely: _Shares, met: RuleNumber | None) -> list[RuleNumber]:
    """Return infractions, first the one whose bound is met, then those whose title is in the words, then the likeliest;
    of two that are nearly as likely and have as many of the words, the far milder one is before the other."""
    named = _intentional(edition)  # *stalling* names what Slow Play does not
    titled = [number for number in likely if _is_title_in(words, edition, number)]
    titled = [*titled, *(each for each in named if each in likely and _is_named_in(words, edition, each))]
    numbers = list(dict.fromkeys((*([met] if met else ()), *titled, *likely)))
    best = numbers[0]
    if best == met or best in titled or likely[best] >= _SURE:
        return numbers
    near = [each for each in numbers if likely[each] >= _NEAR * likely[best] and found[each].said >= found[best].said]
    first = next((each for each in near if _far_milder(edition, each, best) > 0), best)
    return [first, *(number for number in numbers if number != first)]


def _bounded(edition: Edition, words: str, numbers: Iterable[RuleNumber]) -> dict[RuleNumber, float]:
    """Return how far an amount in the words passes the bound of each infraction that has one for it: below 0 if it does
    not."""
    entries = ((number, edition.get(number)) for number in numbers)
    found = ((number, how_far(words, entry.row) if entry else None) for number, entry in entries)
    return {number: over for number, over in found if over is not None}


# Complexity: one condition for each reason to be unsure.
def _as_asked(first: Infraction, words: str, edition: Edition, found: _Found, likely: _Shares) -> Infraction:
    """Return an infraction with what the words say of it: whether it is sure, the change that fits, the philosophy."""
    number = first.rule.number
    is_vague = number in _fallback(edition) and len(words.split()) < _LEAST_OF_FALLBACK
    definition = f"{first.rule.title} {(first.definition or first.rule).text or ''}"
    asked = words_shared(words, " ".join(part.text or "" for part in first.philosophy), definition)
    is_reasoned = not words_shared(words, definition, "") and share_of(words, asked, edition) > _REASONED
    may_be_allowed = is_reasoned or seems_allowed(words, edition) or is_outside(words, definition)
    said = found[number].said
    lacks = max(each.said for each in found.values()) - said > _LACKED
    is_in_part = is_by_words(found) and likely[number] < 1 and _has_part(edition, words, number)
    is_named_elsewhere = not found[number].whole and any(
        each.whole and likely.get(other, 0.0) > _DEGREE for other, each in found.items()
    )
    changes = (*first.upgrades, *first.downgrades, *first.remedy)
    clause, is_clause_open = deciding(words, first.rule, _penalties(edition), edition)
    change = fitting_change(words, changes, definition, _penalties(edition)) or fitting_column(words, first.rule)
    has_own_bound = how_far_in(words, penalty_in_words(first.rule.penalty)) is not None
    change = clause if has_own_bound else change or clause
    printed = [each.penalty for each in first.rule.penalty]
    if change and len(printed) == 1 and _is_same(printed[0], change.penalty):
        change = None
    rivals = _rivals(edition, words, number, found)
    is_open = any(
        found[each].said >= said and likely.get(each, 0.0) > _OPEN and _far_milder(edition, each, number)
        for each in rivals
    )
    unsure = (
        is_in_part
        or is_named_elsewhere
        or is_vague
        or may_be_allowed
        or _is_weak(edition, words, found, likely, [number, *rivals])
        or lacks
        or is_open
        or (is_clause_open and not change)
    )
    return first._replace(unsure=unsure, asked=asked, change=change, fitting=_fitting(first, words, edition))


def _rivals(edition: Edition, words: str, number: RuleNumber, found: _Found) -> list[RuleNumber]:
    """Return the infractions that have some of the words, beside one; not those whose known situations alone have some
    if that one itself has all."""
    has_all = own_share(edition, words, number) >= 1
    said = (each for each in found if each != number and found[each].said)
    return [each for each in said if not has_all or own_share(edition, words, each)]


def _is_weak(edition: Edition, words: str, found: _Found, likely: _Shares, numbers: Sequence[RuleNumber]) -> bool:
    """Return whether too little speaks for the first of some infractions, or too much for its rivals. Infractions with
    none of the words share what is left in a short document, and are no reason for doubt."""
    number, alike = numbers[0], found[numbers[0]].alike
    other_degree = max((likely.get(each, 0.0) for each in _degrees(edition, number)), default=0.0)
    is_chance = own_share(edition, words, number) < _HELD and alike < _UNLIKE and not is_by_words(found)
    needed = _SURE * min(1.0, max(_OF_RIVALS * sum(likely.get(each, 0.0) for each in numbers), _ALONE))
    is_unlikely = likely[number] < needed or other_degree > _DEGREE * likely[number]
    return is_unlikely or found[number].said < _HELD or is_chance


def _fitting(found: Infraction, words: str, edition: Edition) -> tuple[str, ...]:
    """Return the texts of an infraction that the words fit."""
    title = found.rule.title or ""
    about = f"{title} {(found.definition or found.rule).text or ''}"
    cases = (case for part in found.remedy for case in fitting_cases(words, part, title, edition))
    changes = fitting_changes(words, (*found.upgrades, *found.downgrades), about, edition)
    return (*cases, *changes)


def _has_part(edition: Edition, words: str, number: RuleNumber) -> bool:
    """Return whether an infraction has too little of the words but for times, and none of its names is in them."""
    found = evidence(edition, without_amounts(words))[number]
    return found.said < _HELD_BY_WORDS and not found.phrase


def _is_same(one: str, other: str) -> bool:
    """Return whether two penalties are one in other words: *Game Loss*, *loses the game*."""
    return fold(one) == fold(other) or (harshness(one) is not None and harshness(one) == harshness(other))


def _far_milder(edition: Edition, number: RuleNumber, other: RuleNumber) -> int:
    """Return by how many penalties one of two infractions is milder, below 0 if it is harsher; 0 if they are next to
    each other, or have several penalties or unusual ones."""
    entries = list(filter(None, map(edition.get, (number, other))))
    penalties = [each.penalty for entry in entries for each in entry.row.penalty]
    levels = [level for penalty in penalties if (level := harshness(penalty)) is not None]
    apart = levels[1] - levels[0] if len(levels) == len(penalties) == len(entries) > 1 else 0
    return apart if abs(apart) >= _FAR else 0


def _title_of(edition: Edition, number: RuleNumber) -> str:
    entry = edition.get(number)
    return (entry.row.title if entry else "") or ""


def _is_title(words: str, edition: Edition, number: RuleNumber) -> bool:
    """Return whether words are an abbreviation, or the title of an infraction with or without its class."""
    asked, title = words_of_text(words), words_of_text(_title_of(edition, number))
    return len(asked) < _LEAST_WORDS or title[-len(asked) :] == asked


def _is_title_in(words: str, edition: Edition, number: RuleNumber) -> bool:
    """Return whether a question has the whole title of an infraction, of two words or more: *decklist error found*."""
    title = words_of_text(_title_of(edition, number))
    return len(title) > 1 and f" {' '.join(title)} " in f" {' '.join(words_of_text(words))} "


def _is_named_in(words: str, edition: Edition, number: RuleNumber) -> bool:
    """Return whether a question has the title of an infraction without its class: *stalling* of *Unsporting Conduct —
    Stalling*."""
    name = _title_of(edition, number).rpartition("—")[2]
    return bool(name) and words_shared(words, name, "") >= frozenset(words_of_text(name))


def _degrees(edition: Edition, number: RuleNumber) -> list[RuleNumber]:
    """Return the infractions whose titles are that of one but for a word such as *Minor* or *Major*."""
    degrees = frozenset(ranking().degrees)
    titles = {
        entry.row.number: words_of_text(entry.row.title or "") for entry in edition.entries() if entry.row.penalty
    }
    names = {each: [word for word in title if word not in degrees] for each, title in titles.items()}
    own = names.get(number)
    has_degree = own != titles.get(number)
    return [each for each, name in names.items() if has_degree and name == own and each != number]


@lru_cache(maxsize=_KEPT)
def _intentional(edition: Edition) -> tuple[RuleNumber, ...]:
    """Return the infractions that need intent."""
    named = (match_surely(name, terms_of(edition)) for name in ranking().intentional)
    return tuple(number for found in named if found for number in found[0].rules[:1])


def _by_name(library: Lookup, edition: Edition, words: str) -> Iterator[str]:
    """Yield the infractions with this number, or with this name or abbreviation."""
    numbers: Sequence[str] = ()
    if looks_like_number(words):
        numbers = [row.number for row in library.find([words], library.installed.address(edition)).rows]
    elif named := match_surely(words, terms_of(edition)):
        numbers = named[0].rules
    else:
        numbers = _titled(edition).get(fold(words), ())
    for number in numbers:
        yield from _section(edition, number)


@lru_cache(maxsize=_KEPT)
def _titled(edition: Edition) -> Mapping[str, Sequence[RuleNumber]]:
    """Return the rows with each folded title."""
    found: dict[str, list[RuleNumber]] = {}
    for entry in edition.entries():
        found.setdefault(fold(entry.row.title or ""), []).append(entry.row.number)
    return found


# Complexity: one expression for each place of a name.
@lru_cache(maxsize=_KEPT)
def _penalties(edition: Edition) -> frozenset[str]:
    """Return the names of all penalties of a document, and the usual ones; one with a bound, *Warning up to 5 minutes*,
    is no name."""
    rows = [entry.row for entry in edition.entries()]
    printed = {each.penalty for row in rows for each in row.penalty}
    lines = [line for row in rows for line in (row.words.text or "").split("\n")]
    amounts = (found[0] for row in rows if row.penalty for found in amount_pattern().finditer(row.words.text or ""))
    names = (each for each in printed if not bound_pattern().search(fold(each.partition("(")[0])))
    return frozenset((*house_penalties(lines), *amounts, *names))


def _section(edition: Edition, number: str | None) -> Iterator[str]:
    while number and (entry := edition.get(number)):
        if entry.row.penalty:
            yield entry.row.number
            return
        number = entry.row.parent


def _is_harshest(edition: Edition, number: RuleNumber) -> bool:
    entry = edition.get(number)
    return entry is not None and all(fold(each.penalty) in _HARSHEST for each in entry.row.penalty)


@lru_cache(maxsize=_KEPT)
def _fallback(edition: Edition) -> Sequence[RuleNumber]:
    """Return the infraction for errors of play that no other one covers, if book.yaml names one of this edition."""
    info = load_info(edition.slug)
    found = match_surely(info.fallback, terms_of(edition)) if info and info.fallback else None
    return found[0].rules[:1] if found else ()


# Complexity: one expression for each field of the infraction.
def _infraction(library: Lookup, edition: Edition, number: str) -> Infraction:
    """Return the infraction of a number that the edition has."""
    entry = edition.get(number)
    assert entry is not None
    row = RowRef(edition, entry)
    shown = library.show(row, 0)
    below = [part for part in library.below(row, 1) if not part.penalty]
    rule = shown.rule
    if not rule.text and not any(part.title for part in below):  # its words are in paragraphs of their own
        rule = rule._replace(text="\n".join(part.text or "" for part in below))
        below = []
    parts = below or list(_labelled(rule))

    def titled(*names: str) -> tuple[Rule, ...]:
        return tuple(part for part in parts if any(fold(name) in fold(part.title or "") for name in names))

    if not below and not titled(*words("upgrades", "downgrades")):
        parts += stated_changes(rule)

    info = library.installed.info(edition.slug)
    known = (info and info.penalties) or {}
    return Infraction(
        rule=rule,
        above=shown.above,
        odd=shown.odd,
        definition=next(iter(titled("definition")), None),
        upgrades=titled(*words("upgrades")),
        downgrades=titled(*words("downgrades")),
        remedy=titled(*words("remedies")),
        philosophy=titled("philosophy", "context"),
        meanings={each.penalty: known[each.penalty] for each in rule.penalty if each.penalty in known},
        repeats=on_repeats(shown.above[::-1]),
    )


def _labelled(rule: Rule) -> Iterator[Rule]:
    """Yield the parts of a rule whose paragraphs begin with labels, `Remedy: Shuffle.`, with those as titles. A remedy
    may also begin within a paragraph, behind a sentence."""
    title, lines = "", list[str]()
    paragraphs = [each for line in (rule.text or "").split("\n") for each in before_remedy().split(line)]
    for line in (*(line.removeprefix("• ") for line in paragraphs), ":"):
        label, colon, rest = line.partition(":")
        if colon and len(label.split()) <= _MOST_OF_LABEL and "." not in label and (label[:1].isupper() or not label):
            if title:
                yield rule._replace(title=title, text="\n".join(filter(None, lines)))
            title, lines = label, [rest.strip()]
        else:
            lines.append(line)
