"""The lines of a paragraph → its text: what the ends of lines broke is whole again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rules_cli.formats.pdf.markers import is_break
from rules_cli.formats.pdf.rows import PrintedLine

_TIGHT = "-\u2010–—/"
_CORE = re.compile(r"\w[\w'’-]*")


class Joiner:
    """Joins the lines of paragraphs; knows the words of the text, so as to tell a broken word from a compound."""

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self._known: Counter[str] = Counter()
        ends = [("", lines[0].words[0].text)] + [(a.words[-1].text, b.words[0].text) for a, b in pairwise(lines)]
        for line, end in zip(lines, ends, strict=True):
            whole = " ".join(word.text for word in line.words[is_break(*end) : -1]).lower()
            for word in _CORE.findall(whole):
                self._known.update({word, *word.split("-")})
        told = Counter(self._told(*end) for end in ends if is_break(*end))
        self._never = told[False] > 0 and not told[True]

    def text(self, lines: Sequence[PrintedLine]) -> str:
        """The words of a paragraph in one line; what a line's end broke is whole again."""
        text = lines[0].text
        for before, line in pairwise(lines):
            end, start = before.words[-1].text, line.words[0].text
            if end[1:].endswith("\u00ad") or (is_break(end, start) and self._is_mended(end, start)):
                text = text[:-1] + line.text
            else:
                text += ("" if _is_tight(end) else " ") + line.text
        return text.replace("\u00ad", "").replace("\u00a0", " ")

    def _is_mended(self, end: str, start: str) -> bool:
        """Whether a word was broken, and does not have the hyphen of its own."""
        told = self._told(end, start)
        if told is not None:
            return told
        first, second = _cores(end, start)
        return not (self._never or (self._known[first.rpartition("-")[2]] and self._known[second]))

    def _told(self, end: str, start: str) -> bool | None:
        """Whether the text has the word without its hyphen, or with it; None where it has neither."""
        first, second = _cores(end, start)
        whole = max(self._known[first + second], self._known[first.rpartition("-")[2] + second])
        compound = self._known[f"{first}-{second}"]
        return None if whole == compound else whole > compound


def _is_tight(end: str) -> bool:
    """Whether no blank stands after a line's end: a hyphen, dash or slash that touches the word before it."""
    return len(end) > 1 and end[-1] in _TIGHT and end[-2] not in _TIGHT


def _cores(end: str, start: str) -> tuple[str, str]:
    """The two parts of a word that a line's end broke, without quotes and stops."""
    first, second = _CORE.findall(end[:-1].lower()), _CORE.findall(start.lower())
    return (first[-1] if first else ""), (second[0] if second else "")
