"""Terms that fell out of a saved page's sentences: where do they seem to belong? A guess, and said to be one.

The text is never mended. A hole shows where a sentence lacks a word: a blank before a full stop after "the", or
"and" before another joining word. Of several holes a term belongs to the one whose neighbours it has elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rules_cli.parse.row_draft import Draft, Reading

_MANY = 40  # terms: a page that ends in more is no page that lost a few
_LONGEST = 4  # words to a term
_SURE = re.compile(r"(?<!\w)(\w++)\s++[.,;]")
_MAYBE = re.compile(r"\b(and|or)\s+(?=(?:until|from|by|at|into|onto|of)\b)", re.IGNORECASE)


def place_strays(reading: Reading) -> None:
    """Report each stray term on the row that it seems to have fallen out of, or on its page."""
    for page in {id(page): page for page, _ in reading.strays}.values():
        drafts = [draft for draft in reading.drafts if draft.source == page.source and draft.texts]
        holes = [(d, m[1]) for d in drafts for m in _SURE.finditer(d.texts[0])]
        doubtful = [(d, m[1]) for d in drafts for m in _MAYBE.finditer(d.texts[0])]
        terms = [line.text for owner, line in reading.strays if owner is page]
        if len(terms) > _MANY:
            holes, doubtful = [], []
        follows = _Follows(drafts)
        for term in sorted(terms, key=lambda t: -max((follows.count(word, t) for _, word in holes), default=0)):
            place = max(holes, key=lambda hole: follows.count(hole[1], term), default=None)
            sure = place is not None
            if place is None and doubtful:
                place = doubtful[0]
            (holes if sure else doubtful).remove(place) if place else None
            owner, where = (place[0], f"after {place[1]!r}") if place else (page, "its place does not show")
            seems = "seems to belong" if sure else "may belong" if place else "stands at the end of the page,"
            owner.faults.append(("displaced-text", f"{term!r} {seems} {where}"))


class _Follows:
    """How often a term follows a word on a page."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self.runs: Counter[tuple[str, ...]] = Counter()
        for draft in drafts:
            for text in draft.texts:
                words = _words(text)
                for length in range(2, _LONGEST + 2):
                    self.runs.update(zip(*(words[start:] for start in range(length)), strict=False))

    def count(self, before: str, term: str) -> int:
        """How often the term stands after that word."""
        return self.runs[(*_words(before), *_words(term))]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
