"""Repeated infractions: words that tell of one, and what a policy document says of them above all infractions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rules_cli.model import Rule
from rules_cli.penalties.evidence import ranking
from rules_cli.text import fold, words_of_text

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")


class OnRepeats(NamedTuple):
    """A sentence on what a repeated infraction costs, and the section that has it."""

    section: Rule
    sentence: str


def on_repeats(sections: Iterable[Rule]) -> OnRepeats | None:
    """Return the first sentence of some sections that says how repeated infractions raise a penalty."""
    for section in sections:
        for sentence in _SENTENCE_END.split(section.text or ""):
            words = words_of_text(sentence)
            if all(any(word.startswith(needed) for word in words) for needed in ranking().of_repeats):
                return OnRepeats(section, sentence)
    return None


def without_repeats(words: str) -> str:
    """Return a judge's words without those that only say how often it happened: *third* missed trigger, *again*.

    They count at either end and before a word for time: *a second card* is no second infraction.
    """
    file, typed = ranking(), words.split()
    counts = [fold(word).strip(".,:") in file.repeated for word in typed]
    times = [fold(word).strip(".,:") in file.times for word in typed]
    left = [
        word
        for at, word in enumerate(typed)
        if not (
            (counts[at] and (at in (0, len(typed) - 1) or times[at + 1])) or (times[at] and at > 0 and counts[at - 1])
        )
    ]
    return " ".join(left) or words
