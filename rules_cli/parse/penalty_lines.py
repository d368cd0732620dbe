"""The penalty that a line states: `Late: Warning`, `Late -> Warning`, a sentence with a verb.

Words that only speak of a penalty, *a Game Loss is written down*, state none.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from rules_cli.parse.penalty_words import clause_pattern, words_between
from rules_cli.text import fold
from rules_cli.words import any_of, words

LONGEST_NAME = 12
"""Words of an infraction beside its penalty; more are a sentence, which states one only if nothing follows that."""
_LONGEST_TITLE = 6  # words before a penalty in brackets, with a text behind it: `Late (Warning) A player is …`
_LONGEST_CLAUSE = 200  # characters that are read before a verb
_SUBJECT = 2  # words
_BEFORE_PENALTY = 2  # words behind a verb
_CLAUSE_END = re.compile(r"[.;,:()\[\]\n]")
_VALUE_SIGN = (
    r"(?:\s?[:|]\s{0,3}|\s[-–—=]\s|\s?—\s?|\s?(?:[-=]{1,2}>|→|⇒)\s?|\.\s)"  # between an infraction and its penalty
)
_LEVEL_SIGN = re.compile(r"\s?[–—]\s|\s-\s|:\s")  # between an infraction and a level of it
_NAME_ENDS = " .:…"
_ALONE = re.compile(r"\s?(?:[.;(\[\n]|\Z)")  # behind a penalty


class StatedPenalty(NamedTuple):
    """A penalty, the name of its infraction ("" if a sentence states it), and the words from the penalty on."""

    name: str
    words: str
    penalty: str


class _Patterns(NamedTuple):
    """How a document with some penalties states them: any `penalty`; an infraction and its penalty (`value`), as in
    `Late: Warning`, `Late – Game Loss after 5 minutes`; a penalty in brackets behind a text (`bracket`); a clause whose
    verb gives one (`sentence`), *the player receives a Warning*, *loses the game*; any of them by name or in a clause
    (`any_of`)."""

    penalty: re.Pattern[str]
    value: re.Pattern[str]
    bracket: re.Pattern[str]
    sentence: re.Pattern[str]
    any_of: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(penalties: tuple[str, ...]) -> _Patterns:
    names, joined = any_of(penalties), any_of(words("or_words"))
    penalty = rf"(?<!\w)(?:{names})(?:\s{{0,3}}(?:[/,]|\b(?:{joined})\b)\s{{0,3}}(?:{names}))*(?!\w)"
    condition, verbs, articles = (any_of(words(key)) for key in ("conditions", "penalty_verbs", "articles"))
    clause = clause_pattern().pattern
    labels = any_of(words("upgrades", "downgrades"))
    between = words_between(_BEFORE_PENALTY)  # `receives a written Warning`
    subject = rf"(?:(?:[^\W\d_]{{1,20}}\s){{0,{_SUBJECT}}}(?={clause}))?"  # `Late: the player loses the game`
    under_condition = rf"(?P<penalty>(?:{penalty}|{clause})(?:\s(?:{condition})\b[^.,;:()\[\]]{{1,50}})?)"
    texts = (
        penalty,
        rf"(?P<name>[^\W_].{{0,400}}?){_VALUE_SIGN}(?P<words>{subject}{under_condition}(?:$|\s?[.,;:(\[\n].*|\s(?:[a-z]\)|(?:{labels}):)\s.*))",
        rf"[(\[](?P<penalty>{penalty})(?:[;,:.][^()\[\]]{{0,80}})?[)\]]",
        rf"\b(?:{verbs})\s?(?:(?:{articles})\s)?{between}(?P<penalty>{penalty})|(?P<clause>{clause})",
        rf"{penalty}|{clause}",
    )
    return _Patterns(*(re.compile(text, re.IGNORECASE | re.DOTALL) for text in texts))


def penalty_pattern(penalties: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a penalty, or of several: `Warning / Game Loss`, `Warning or Match Loss`."""
    return _patterns(penalties).penalty


# Complexity: one case for each way to state a penalty.
def stated_penalty(text: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the penalty that a text surely states for an infraction; None without one."""
    patterns = _patterns(penalties)
    if not patterns.any_of.search(text):
        return None
    value = patterns.value.match(text)
    if value and _is_beside(value, patterns.penalty):
        return _beside(value, penalties)
    bracket = patterns.bracket.search(text)
    is_beside_name = bracket and len(text[: bracket.start()].split()) <= _LONGEST_TITLE
    if bracket and (is_beside_name or not text[bracket.end() :].strip(" .")) and _is_first(bracket, patterns):
        return StatedPenalty("", text, bracket["penalty"])
    found = patterns.sentence.finditer(text)
    sure = (each["penalty"] or each["clause"] for each in found if not _is_open(text[: each.start()], patterns.penalty))
    return next((StatedPenalty("", text, penalty) for penalty in sure), None)


def _is_beside(value: re.Match[str], penalty: re.Pattern[str]) -> bool:
    """Return whether words have a penalty of their own beside them. Those of a sentence have it if one penalty alone
    ends their line, or a sentence of it: `A pilot asks somebody who …: Match Loss.`"""
    is_name = len(value["name"].split()) <= LONGEST_NAME
    is_alone = (
        "\n" not in value["name"] and "," not in value["penalty"] and _ALONE.match(value.string, value.end("penalty"))
    )
    return bool(is_name or is_alone) and not penalty.search(value["name"])


def _beside(value: re.Match[str], penalties: tuple[str, ...]) -> StatedPenalty:
    """Return an infraction and its penalty; `Late: once: Warning; twice: Game Loss` is Late, with two levels."""
    name, text = value["name"].strip(_NAME_ENDS), value.string
    if (sign := _LEVEL_SIGN.search(name)) and levels_in(text[sign.end() :], penalties):
        return StatedPenalty(name[: sign.start()], text[sign.end() :].strip(), value["penalty"].strip())
    name = "" if is_penalty_label(name) else name
    return StatedPenalty(name, value["words"].strip() if name else text, value["penalty"].strip())


def levels_in(text: str, penalties: tuple[str, ...]) -> list[StatedPenalty]:
    """Return the penalties of a text if some of its lines, or all parts of its only line, have one each: `• insult:
    Warning` and `• threat: DQ`, `once: Warning; twice: Game Loss`."""
    lines = text.split("\n")
    items = lines if len(lines) > 1 else text.split(";")
    stated = [stated_penalty(item.strip(" •"), penalties) for item in items]
    named = [each for each in stated if each and each.name]
    return named if len(named) > 1 and (len(lines) > 1 or len(named) == len(items)) else []


def _is_first(found: re.Match[str], patterns: _Patterns) -> bool:
    """Return whether no penalty is named before another one."""
    return not patterns.penalty.search(found.string, 0, found.start())


def _is_open(text: str, penalty: re.Pattern[str]) -> bool:
    """Return whether the clause before a verb leaves it open: *a player who* receives, *if a player* receives, *a
    Warning* means, or no words at all."""
    clause = _CLAUSE_END.split(text[-_LONGEST_CLAUSE:])[-1]
    if not clause.strip():
        return not text.strip()
    before = f" {fold(clause).strip()} "
    if penalty.search(clause):
        return True
    begins = any(before.startswith(f" {fold(word)} ") for word in words("conditions"))
    return begins or any(before.endswith(f" {fold(word)} ") for word in words("not_stating"))


def is_penalty_label(title: str) -> bool:
    """Return whether a title speaks of penalties: `Penalty`, `List of penalties`."""
    return not set(fold(title).split()).isdisjoint(map(fold, words("penalty_labels")))


@cache
def effect_pattern() -> re.Pattern[str]:
    """Return the pattern of the words that say what a penalty means: *the player loses the game*, *written down*."""
    return re.compile(
        rf"(?<!\w)(?:{any_of((*words('penalty_labels'), *words('penalty_effects')))})(?!\w)", re.IGNORECASE
    )
