"""References with words between the parts of a number: `Section 2 of Article IV`, `§ 12 Abs. 3`, `paragraph 1`.

Only books whose lists are rules, or whose numbers are roman, have such numbers; in others "section 2" is all of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules_cli.model import RuleNumber
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft
from rules_cli.references import FoundNumber, number_key
from rules_cli.rule_number import numbers_above, parts
from rules_cli.worded_number import Step, WordedNumber, find_worded

_ROMAN = re.compile(r"(?<![\w.])[IVXLC]{1,7}(?:\.[0-9]{1,4}|\([a-z0-9]{1,3}\)){1,6}(?!\w)")
_WHOLE_WORDS = {"sec": "section", "art": "article", "arts": "article", "§§": "§", "abs": "absatz"}


class WordedReferences:
    """Finds the rules of a book that its texts name with words between the parts of their numbers."""

    def __init__(self, drafts: Sequence[Draft], profile: Profile) -> None:
        numbered = [draft for draft in drafts if parts(draft.number)]
        self._numbers = {number_key(draft.number): draft.number for draft in reversed(numbered)}
        self._has_roman = any(_ROMAN.fullmatch(f"{draft.number.partition('.')[0]}.1") for draft in numbered)
        self._highest: dict[str, int] = {}  # for each word before numbers, the level of the highest rows that have it
        for draft in numbered:
            word, level = _whole_word(draft.word), len(parts(draft.number) or ())
            self._highest[word] = min(level, self._highest.get(word, level))
        self._are_there = profile.items == "rules" or self._has_roman

    def find(self, text: str, draft: Draft) -> Iterator[FoundNumber]:
        """Yield what a text of a row names, each with all of its words; nothing if the book has no such numbers."""
        if not self._are_there:
            return
        for found in find_worded(text):
            if number := self._number(found, draft):
                yield FoundNumber(found.start, found.start, found.first_end, (number,))
                for start, end, printed in found.more:
                    if other := self._number(found.with_member(printed), draft):
                        yield FoundNumber(start, start, end, (other,))
        for roman in _ROMAN.finditer(text) if self._has_roman else ():
            if number := self._numbers.get(number_key(roman[0])):
                yield FoundNumber(roman.start(), roman.start(), roman.end(), (number,))

    def _number(self, found: WordedNumber, draft: Draft) -> RuleNumber | None:
        """Return the number that is meant, in the book or of a rule that is missing there; None for another number.

        A paragraph, and a section if each article has its own, belongs to the row in which it is named.
        """
        first, last = found.steps[0], found.steps[-1]
        is_part = self._is_part(first)
        if not is_part:
            is_whole = "." in last.number or not self._is_part(last)  # Section 3.2 of Article III
            for number in (found.number, last.number) if is_whole else (found.number,):
                if known := self._numbers.get(number_key(number)):
                    return known
        for above in numbers_above(draft.printed):
            if known := self._numbers.get(number_key(f"{above}.{found.number}")):
                return known
        is_missing = not is_part and len(found.steps) > 1 and number_key(first.number) in self._numbers
        return RuleNumber(found.number) if is_missing else None

    def _is_part(self, step: Step) -> bool:
        """Whether a number after a word is only part of one: that of a paragraph, of a section if they begin again."""
        return step.is_low or self._highest.get(_whole_word(step.word), 1) > 1


def _whole_word(word: str) -> str:
    lowered = word.lower().rstrip(".")
    return _WHOLE_WORDS.get(lowered) or lowered.removesuffix("s")
