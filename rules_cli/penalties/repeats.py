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
    keys = [fold(word).strip(".,:") for word in typed]

    def counts(at: int) -> bool:
        if keys[at] in file.times:
            return at > 0 and keys[at - 1] in file.repeated
        return keys[at] in file.repeated and (at in (0, len(keys) - 1) or keys[at + 1] in file.times)

    return " ".join(word for at, word in enumerate(typed) if not counts(at)) or words
