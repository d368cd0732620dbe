"""What changes a penalty in the words of an infraction itself: `Late: Warning. After 10 minutes: Game Loss`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from rules_cli.model import Rule
from rules_cli.parse.penalty_words import begins_with_condition, harshness, pattern_of
from rules_cli.text import fold, words_of_text
from rules_cli.words import any_of, ordinal, words

_PIECE = re.compile(r"(?<=[.!?;])\s+|\n|\s[a-z]\)\s|;")  # ends of a sentence or item
_BRACKETS = re.compile(r"\s?[(\[]([^()\[\]]*)[)\]]")
_MOST_OF_LABEL = 2  # words before a penalty: `Penalty: Warning`
_SIGNS = " •,:;.–—-"


@cache
def _label() -> re.Pattern[str]:
    """Return the pattern of a label that says what a piece is, since its title says so: `Upgrade: `."""
    return re.compile(rf"\A(?:{any_of((*words('upgrades'), *words('downgrades')))}):\s*", re.IGNORECASE)


def named_penalties(text: str) -> list[str]:
    """Return the usual penalties that a text names, folded."""
    return [fold(found) for found in pattern_of(words("penalties")).findall(text)]


def _levels(text: str) -> list[int]:
    return [harshness(name) or 0 for name in named_penalties(text)]


def may_raise(sentence: str, penalties: Iterable[str]) -> bool:
    """Return whether a sentence may raise one of some penalties: it names a harsher one, or it names none."""
    named, own = ([each for text in texts for each in _levels(text)] for texts in ([sentence], penalties))
    return not named or not own or max(named) > min(own)


def pieces(text: str) -> list[str]:
    """Return the sentences and items of a text, and what is in its brackets."""
    plain = _BRACKETS.sub(lambda found: f"; {found[1]};" if _is_piece(found[1]) else found[0], text)
    return [piece for part in _before_label().split(plain) for piece in _PIECE.split(part) if piece]


def _is_piece(text: str) -> bool:
    """Return whether what is in brackets is more than a remark or an amount: it names a penalty, or says when one holds
    or how often it happened."""
    is_counted = any(ordinal(word) > 1 for word in words_of_text(text))
    return ":" in text or is_counted or begins_with_condition(text) or bool(named_penalties(text))


@cache
def _before_label() -> re.Pattern[str]:
    return re.compile(rf"\s(?=(?:{any_of((*words('upgrades'), *words('downgrades')))}):\s)", re.IGNORECASE)


@cache
def before_remedy() -> re.Pattern[str]:
    """Return the pattern of the blank between a sentence and the label of a remedy, `Remedy: `."""
    return re.compile(rf"(?<=[.!?])\s(?=(?:{any_of(words('remedies'))})\s?:\s)", re.IGNORECASE)


def without_label(piece: str) -> str:
    """Return a piece without the label that says what it is: `Upgrade: `."""
    return _label().sub("", piece)


# Complexity: one expression for each part of a piece around the penalty.
def stated_changes(rule: Rule) -> Iterator[Rule]:
    """Yield each piece of the text of a rule that names a harsher or a milder penalty than its own, as a part with the
    title `upgrade` or `downgrade`; nothing for a rule with several penalties."""
    if len(rule.penalty) != 1 or len(own := named_penalties(rule.penalty[0].penalty)) != 1:
        return
    level, penalty = harshness(own[0]) or 0, rule.penalty[0].penalty
    is_stated = False
    for piece in pieces(rule.text or ""):
        before, found, after = ("", "", "") if is_stated else piece.partition(penalty)
        is_stated = is_stated or bool(found)
        is_value = found and len(before.split()) <= _MOST_OF_LABEL and before.rstrip()[-1:] in (":", "")
        others = {each - level for each in _levels(f"{before} {after}" if found else piece)} - {0}
        if others:
            title = words("upgrades" if max(others) > 0 else "downgrades")[0]
            text = (after if is_value else piece).strip(_SIGNS)
            yield rule._replace(title=title, text=without_label(text), penalty=())
