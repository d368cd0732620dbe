"""Quotations in a text, and the citation that each is beside."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from rules_cli.captions import captions_in
from rules_cli.citation_check.checked_text import MASK, VisibleText
from rules_cli.citation_check.compare import FEWEST
from rules_cli.citation_check.model import CheckedCitation, Mention
from rules_cli.store import settings

_NOT_AN_END = r"\n(?![ \t>]*\r?\n)"
_QUOTED = re.compile(
    rf"“(?P<curly>(?:[^“”\n]++|{_NOT_AN_END})*)”"
    rf"|„(?P<low>(?:[^„“”\n]++|{_NOT_AN_END})*)[“”]"
    rf"|«(?P<angle>(?:[^«»\n]++|{_NOT_AN_END})*)»"
    rf"|(?<![^\W_])\"(?=\S)(?P<straight>(?:[^\"\n]++|{_NOT_AN_END})*)\"(?![^\W_])"
)
_SIGNS = rf"[\s*_`>{MASK}]"
_SAYS = r"(?:says|states|reads|tells us|that|as follows|diz|afirma|que|assim)"
_SOURCE = r"(?:per|from|in|by|under|conforme|em|da|na)"  # without "see", which points to other words
_AFTER = re.compile(
    rf"(?:[ \t]?\([^()\n]{{1,40}}\))?{_SIGNS}*+[)\]]?(?:{_SIGNS}*+(?:{_SAYS}\b|[:,–—-])){{0,4}}{_SIGNS}*+\(?", re.I
)
_BEFORE = re.compile(
    rf"{_SIGNS}*+[.,;:]?{_SIGNS}*+[–—-]*+{_SIGNS}*+[(\[]?{_SIGNS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE
)
_ATTRIBUTED = re.compile(rf"{_SIGNS}*+(?:[–—-]++|\(){_SIGNS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE)
_CLAIMS = re.compile(rf"\b{_SAYS}\b", re.IGNORECASE)
_NEXT_RULE = re.compile(
    rf"[^\n\r–—(]*[\n\r]{_SIGNS}*"
)  # a citation begins its line: the quotation is of the one before
_CLOSES = re.compile(rf"{_SIGNS}*+[)\]]")
_HEAD_ENDS = re.compile(
    rf"(?:[ \t]?\([^()\n]{{1,40}}\)[\]*_`{MASK}]*(?=[ \t\n])"
    rf"|[\]{MASK}]*(?:(?:\*\*|__)[ \t]*(?:\n|(?<=[ \t]))|[ \t]*\n))"
)
"""Goes on after the number that `rules cite` prints at the head of a block: its edition, a link, bold marks."""
_FURTHEST = 60  # characters between a quotation and its citation: the longest of the phrases above, with markup
_HEAD_OF_BLOCK = re.compile(rf"[\s>*_`\[{MASK}]*")
_PARAGRAPH = re.compile(r"\n[ \t>]*\r?\n")
_BLOCK_ENDS = re.compile(rf"{_PARAGRAPH.pattern}|\n[ \t>]*\(")
_WORD = re.compile(r"\w+")


@cache
def _example_label() -> re.Pattern[str]:
    """Return the pattern of the word that `rules cite` prints before an example, at the beginning of a line."""
    labels = "|".join(re.escape(captions_in(language)["example"].strip()) for language in settings.LANGUAGES)
    return re.compile(rf"\n[ \t>*_]*(?:{labels})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quoted text with its marks; `block` if it is set apart from the text around it.

    `claimed` if the text says that the rule has these words: `CR 704.5k says "…"`. `whole` if it is all of the rule, as
    `rules cite` prints it.
    """

    start: int
    end: int
    words: str
    block: bool = False
    claimed: bool = False
    whole: bool = False


Claims = Mapping[Quotation, Sequence[int]]
"""Quotations with the places of the citations beside them."""


def quotations(visible: VisibleText) -> list[Quotation]:
    """Return every quotation of a text that is long enough to be compared with a rule, in order."""
    text = visible.text
    inline = (Quotation(*found.span(), found[found.lastgroup or 0]) for found in _QUOTED.finditer(text))
    blocks = (Quotation(start, end, text[start:end], block=True) for start, end in visible.blocks)
    return sorted((each for each in (*inline, *blocks) if _is_long(each.words)), key=lambda each: each.start)


def _is_long(words: str) -> bool:
    """Return whether a text has FEWEST words, reading no further."""
    return sum(1 for _ in zip(range(FEWEST), _WORD.finditer(words), strict=False)) == FEWEST


def claims_in(visible: VisibleText, found: Sequence[CheckedCitation]) -> Claims:
    """Return each quotation with the places of the citations beside it."""
    beside = _Beside(visible, found)
    claims: dict[Quotation, list[int]] = defaultdict(list)
    for _, group in groupby(range(len(found)), key=lambda place: found[place].cited.mention.chain):
        chain = list(group)
        first, last = found[chain[0]].cited.mention, found[chain[-1]].cited.mention
        quotation = beside.of(first, last)
        if quotation and (quotation not in claims or beside.in_brackets(last)):
            claims[quotation] += chain
    return claims


class _Beside:
    """Finds the quotation beside a citation: one at most."""

    def __init__(self, visible: VisibleText, cited: Sequence[CheckedCitation]) -> None:
        self._text, self._found = visible.text, quotations(visible) if cited else []
        self._line_heads: list[int] = []
        for start in (each.cited.mention.start for each in cited) if self._found else ():
            line = self._text[max(0, start - _FURTHEST) : start].rpartition("\n")[2]
            if len(line) < _FURTHEST and _HEAD_OF_BLOCK.fullmatch(line):
                self._line_heads.append(start)
        self._starts = [each.start for each in self._found]
        self._ends = sorted((each.end, place) for place, each in enumerate(self._found))

    def of(self, first: Mention, last: Mention) -> Quotation | None:
        """Return the quotation beside a citation or a list; the one before it if the citation is in brackets.

        A block that begins with the citation is one if no other is beside it, or if it looks as `rules cite` prints it.
        """
        around = self._around(first)
        if around and (around.whole or first.sign == "book"):
            return around
        if self.in_brackets(last):
            return self._before(first.start) or self._after(last.end) or around
        return self._after(last.end) or self._before(first.start) or around

    def in_brackets(self, mention: Mention) -> bool:
        """Return whether a bracket closes after a citation."""
        return bool(_CLOSES.match(self._text, mention.end))

    def _after(self, end: int) -> Quotation | None:
        for each in self._found[bisect_left(self._starts, end) :][:1]:
            heads = self._line_heads[bisect_left(self._line_heads, each.start) :][:1]
            has_own = each.block and any(_HEAD_OF_BLOCK.fullmatch(self._text, each.start, head) for head in heads)
            if not has_own and self._joined(end, each.start, each, _AFTER):
                return replace(each, claimed=bool(_CLAIMS.search(self._text, end, each.start)))
        return None

    def _before(self, start: int) -> Quotation | None:
        for _, place in self._ends[: bisect_left(self._ends, (start + 1,))][-1:]:
            each = self._found[place]
            is_of_next = not each.block and _NEXT_RULE.fullmatch(self._text[each.end : start])
            if not is_of_next and self._joined(each.end, start, each, _ATTRIBUTED if each.block else _BEFORE):
                return each
        return None

    def _joined(self, start: int, end: int, quotation: Quotation, phrase: re.Pattern[str]) -> bool:
        """Return whether nothing but such a phrase is between a quotation and a citation."""
        between = self._text[start:end]
        is_near = len(between) <= _FURTHEST and (quotation.block or not _PARAGRAPH.search(between))
        return is_near and bool(phrase.fullmatch(between))

    def _around(self, mention: Mention) -> Quotation | None:
        """Return the text after a number at the beginning of a line of a block, up to the next such number."""
        place = bisect_left(self._starts, mention.start + 1) - 1
        each = self._found[place] if place >= 0 else None
        if each is None or not each.block or each.end < mention.end or mention.start not in self._line_heads:
            return None
        after = self._line_heads[bisect_left(self._line_heads, mention.start + 1) :]
        end = min([each.end, *(start for start in after[:1] if start > mention.end)])
        head = _HEAD_ENDS.match(self._text, mention.end, end)
        words = self._text[head.end() if head else mention.end : end].lstrip()
        words = _example_label().sub(" ", _BLOCK_ENDS.split(words, maxsplit=1)[0])
        return Quotation(mention.end, end, words, block=True, whole=bool(head)) if _is_long(words) else None
