"""Quotations beside citations, and whether the rule says so.

Words are compared as fingerprints are made: typography, case and spacing aside. A quotation may leave words out at
its ends and wherever it has an ellipsis or brackets of the writer's own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_cli.citation_check.model import Mention
from rules_cli.citation_check.visible_text import FILLER, Clean
from rules_cli.text import fold

FEWEST = 5
"""The words that a quotation has at least: fewer are a term in quotation marks."""

_NOT_AN_END = r"\n(?![ \t>]*\r?\n)"
_QUOTED = re.compile(
    rf"“(?P<curly>(?:[^“”\n]++|{_NOT_AN_END})*+)”"
    rf"|„(?P<low>(?:[^„“”\n]++|{_NOT_AN_END})*+)[“”]"
    rf"|«(?P<angle>(?:[^«»\n]++|{_NOT_AN_END})*+)»"
    rf"|(?<![^\W_])\"(?=\S)(?P<straight>(?:[^\"\n]++|{_NOT_AN_END})*+)\"(?![^\W_])"
)
_MARKS = rf"[\s*_`>{FILLER}]"
_SAYS = r"(?:says|states|reads|tells us|that|as follows|diz|afirma|que|assim)"
_SOURCE = r"(?:per|from|in|by|under|conforme|em|da|na)"  # not "see": that tells where more is said
_AFTER = re.compile(rf"{_MARKS}*+[)\]]?(?:{_MARKS}*+(?:{_SAYS}\b|[:,–—-])){{0,4}}{_MARKS}*+\(?", re.IGNORECASE)
_BEFORE = re.compile(
    rf"{_MARKS}*+[.,;:]?{_MARKS}*+[–—-]*+{_MARKS}*+[(\[]?{_MARKS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE
)
_ATTRIBUTED = re.compile(rf"{_MARKS}*+(?:[–—-]++|\(){_MARKS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE)
_CLOSES = re.compile(rf"{_MARKS}*+[)\]]")
_FURTHEST = 60
_HEAD_OF_BLOCK = re.compile(rf"[\s>*_`\[{FILLER}]*")
_PARAGRAPH = re.compile(r"\n[ \t>]*\r?\n")
_SOURCE_LINE = re.compile(r"\n[ \t>]*\(")

_REFERENCE = re.compile(r"\[[0-9][0-9.]{0,12}[a-z]{0,2}\]")
_LEFT_OUT = re.compile(r"\[[^\[\]]{0,80}\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,}|\. \. \.")
_WORD = re.compile(r"\w+")
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quoted text, marks and all; `block` where it is set apart from the text around it."""

    start: int
    end: int
    words: str
    block: bool = False


def quotations(clean: Clean) -> list[Quotation]:
    """Every quotation of a text that is long enough to be held against a rule, in order."""
    text = clean.text
    inline = (Quotation(*found.span(), found[found.lastgroup or 0]) for found in _QUOTED.finditer(text))
    blocks = (Quotation(start, end, text[start:end], block=True) for start, end in clean.blocks)
    return sorted((each for each in (*inline, *blocks) if _is_long(each.words)), key=lambda each: each.start)


def _is_long(words: str) -> bool:
    return sum(1 for _ in zip(range(FEWEST), _WORD.finditer(words), strict=False)) == FEWEST


class Beside:
    """The quotations of a text by the citation that each stands beside: one at most for each."""

    def __init__(self, clean: Clean, found: Sequence[Quotation]) -> None:
        self._clean, self._found = clean, found
        self._starts = [each.start for each in found]
        self._ends = sorted((each.end, place) for place, each in enumerate(found))

    def of(self, first: Mention, last: Mention) -> Quotation | None:
        """What is quoted beside a citation, or beside a list of them: before it where it stands in brackets."""
        found = self._around(first)
        if found is None and self.in_brackets(last):
            return self._before(first.start) or self._after(last.end)
        return found or self._after(last.end) or self._before(first.start)

    def in_brackets(self, mention: Mention) -> bool:
        """Whether a bracket closes behind a citation."""
        return bool(_CLOSES.match(self._clean.text, mention.end))

    def _after(self, end: int) -> Quotation | None:
        place = bisect_left(self._starts, end)
        return next(
            (each for each in self._found[place : place + 1] if self._joined(end, each.start, each, _AFTER)), None
        )

    def _before(self, start: int) -> Quotation | None:
        place = bisect_left(self._ends, (start + 1,)) - 1
        each = self._found[self._ends[place][1]] if place >= 0 else None
        sign = _ATTRIBUTED if each and each.block else _BEFORE
        return each if each and self._joined(each.end, start, each, sign) else None

    def _joined(self, start: int, end: int, quotation: Quotation, sign: re.Pattern[str]) -> bool:
        """Whether nothing but such words and signs stands between a quotation and a citation."""
        between = self._clean.text[start:end] if end - start <= _FURTHEST else "?"
        return bool(sign.fullmatch(between)) and (quotation.block or not _PARAGRAPH.search(between))

    def _around(self, mention: Mention) -> Quotation | None:
        """What follows an id at the head of a block: so `rules cite` writes a citation."""
        place = bisect_left(self._starts, mention.start + 1) - 1
        each = self._found[place] if place >= 0 else None
        if not each or not each.block or each.end < mention.end or mention.sign != "book":
            return None
        if not _HEAD_OF_BLOCK.fullmatch(self._clean.text[each.start : mention.start]):
            return None
        said = self._clean.text[mention.end : each.end].lstrip()
        said = _SOURCE_LINE.split(_PARAGRAPH.split(said, maxsplit=1)[0], maxsplit=1)[0]
        return Quotation(mention.end, each.end, said, block=True) if _is_long(said) else None


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: references in brackets are none."""
    return _WORD.findall(fold(_REFERENCE.sub(" ", text)).replace("_", " "))


def difference(quoted: str, texts: Iterable[str]) -> str | None:
    """Where a quotation departs from what a rule says, in words; None where the rule says so.

    `texts` are those of the rule: its text, its examples, its notes; the quotation may be of any one of them.
    """
    pieces = [piece for piece in map(words_of, _LEFT_OUT.split(_REFERENCE.sub(" ", quoted))) if piece]
    told = [_Told(words_of(text)) for text in texts]
    if any(text.holds(pieces) for text in told):
        return None
    return _first_difference(pieces, told)


class _Told:
    """The words of a text, to look for others in."""

    def __init__(self, words: Sequence[str]) -> None:
        self.line = f" {' '.join(words)} "

    def find(self, words: Sequence[str], start: int = 0) -> int:
        """Where a run of words stands, from a place on; below 0 where it doesn't."""
        return self.line.find(f" {' '.join(words)} ", start)

    def holds(self, pieces: Iterable[Sequence[str]]) -> bool:
        """Whether all runs of words stand here, in their order."""
        at = 0
        for piece in pieces:
            at = self.find(piece, at)
            if at < 0:
                return False
            at += len(" ".join(piece)) + 1
        return True

    def shared(self, words: Sequence[str]) -> int:
        """How many of the first of some words stand here together."""
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.find(words[:middle]) >= 0 else (low, middle - 1)
        return low

    def after(self, words: Sequence[str]) -> list[str]:
        """The words that follow a run of words."""
        return self.line[self.find(words) + len(" ".join(words)) + 1 :].split()[:_SHOWN]


def _first_difference(pieces: Sequence[Sequence[str]], told: Sequence[_Told]) -> str:
    for piece in pieces:
        text = max(told, key=lambda each: each.shared(piece), default=_Told(()))
        same = text.shared(piece)
        if same < 2:
            return f"the rule does not say “{_shown(piece[:_SHOWN])}…”"
        if same < len(piece):
            rule = _shown(text.after(piece[:same])) or "ends"
            return f"after “{_shown(piece[:same][-_SHOWN:])}” it has “{_shown(piece[same:])}”, the rule “{rule}”"
    return "the rule does not say these words in this order"


def _shown(words: Sequence[str]) -> str:
    return " ".join(words[:_SHOWN])
