"""Several infractions in one paragraph: `Insulting anyone is a Match Loss. Loud music is a Caution.`

A sentence, or a clause of one, begins an infraction if it states a penalty and names an act of its own. It goes on with
the one above it if it only says when or how often that has another penalty: `After ten minutes they lose the match.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rules_cli.parse.penalty_lines import (
    StatedPenalty,
    begins_anew,
    counts_infractions,
    named_penalty,
    names_another,
    penalty_mentions,
    stated_penalty,
)
from rules_cli.parse.penalty_words import begins_with_condition
from rules_cli.text import sentences_of, words_of_text
from rules_cli.words import any_of, folded, words

_LEAST = 2  # infractions of a paragraph: one is the paragraph


def infractions_in(text: str, penalties: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the words of each infraction of a paragraph, and its sentences that are of none. Both are empty if it has
    only one. A sentence without a penalty is of the one behind it if that names no act but refers to it."""
    found, rest, pending = list[str](), list[str](), ""
    for clause in _clauses(text, penalties):
        if not (stated_penalty(clause, penalties) or named_penalty(clause, penalties)):
            pending = f"{pending} {clause}".strip()
        elif names_act(clause, pending or "".join(found[-1:]), penalties):
            found.append(clause)
            rest, pending = [*rest, *filter(None, [pending])], ""
        elif pending and (not found or not counts_infractions(words_of_text(clause))):
            found.append(f"{pending} {clause}")
            pending = ""
        else:
            found[-1:] = [" ".join(filter(None, [*found[-1:], pending, clause]))]
            pending = ""
    if pending and found:
        found[-1] += f" {pending}"
    return (found, rest) if len(found) >= _LEAST else ([], [])


def goes_on(text: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the penalty of a text that goes on with the one above it: a condition, and the only penalty at its end."""
    found = penalty_mentions(text, penalties)
    is_one = len(found) == 1 and not text[found[0].end() :].strip(" .")
    return StatedPenalty("", text, found[0][0]) if is_one and begins_with_condition(text) else None


def names_act(text: str, above: str, penalties: tuple[str, ...]) -> bool:
    """Return whether a text with a penalty names an act that the text above does not, instead of when or how often that
    has another penalty: `After ten minutes they lose the match`."""
    plain = text
    for found in reversed(penalty_mentions(text, penalties)):
        plain = f"{plain[: found.start()]} {plain[found.end() :]}"
    said = words_of_text(_joint_first().sub("", plain.strip(" .,;:")))
    if counts_infractions(said) or (said[:1] and said[0] in folded("referring")):
        return False
    if begins_with_condition(" ".join(said)):
        return begins_anew(said[1:])
    return names_another(said, above)


def _clauses(text: str, penalties: tuple[str, ...]) -> Iterator[str]:
    """Yield each sentence, or each of its clauses if all have a penalty."""
    for sentence in sentences_of(text):
        parts = _joints().split(sentence)
        yield from parts if all(penalty_mentions(part, penalties) for part in parts) else [sentence]


@cache
def _joints() -> re.Pattern[str]:
    """Return the pattern of the blank before a clause that goes on with a sentence."""
    return re.compile(rf"(?<=;)\s|(?<=,)\s(?=(?:{any_of(words('clause_joints'))})\s)", re.IGNORECASE)


@cache
def _joint_first() -> re.Pattern[str]:
    return re.compile(rf"\A(?:{any_of(words('clause_joints'))})\s", re.IGNORECASE)
