"""The number that a line begins with, in every way that rulebooks print one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rules_cli.formats.source_line import SourceLine
from rules_cli.parse.profile import Profile
from rules_cli.text import INVISIBLE


class LineNumber(NamedTuple):
    """A line's own number, the mark after it and the words after that: `1.2.2a`, `-`, `Uma partida …`."""

    number: str
    mark: str
    text: str

    @property
    def lettered(self) -> bool:
        """Whether the number ends in a sub-rule's letter."""
        return self.number[-1].isalpha()


_NUMBERED = re.compile(
    r"^(?P<digits>[0-9]{1,4}(?:\.[0-9]{1,4}){0,8})"
    r"(?:(?P<letter>[a-z]{1,2})(?![\w])|\.(?P<dotted>[a-z])(?=[.\s])|\s(?P<spaced>[a-z])(?=\s*(?:[-–—]\s|[.)]\s)))?"
    r"(?P<mark>[.):]?)(?P<gap>\s+[-–—]\s*|\s*[-–—]\s+|\s+|(?=[^\W\d_a-z¹²³⁰⁴-⁹]|[“\"(])|$)"
)


def line_number(text: str) -> LineNumber | None:
    """Return the number that a text begins with; its letter may be printed apart, `1.2.2 a - …`."""
    found = _NUMBERED.match(text)
    if not found and not text[:1].isalpha():
        text = _without_invisible(text)
        found = _NUMBERED.match(text)
    if not found:
        return None
    letter = found["letter"] or found["dotted"] or found["spaced"] or ""
    mark = found["mark"] or found["gap"].strip()
    return LineNumber(found["digits"] + letter, mark, text[found.end() :].strip())


_HEAD = re.compile(rf"(?P<number>[{INVISIBLE}\d.．]{{1,40}}+[a-z]{{0,2}})(?P<sign>[*†‡¹²³⁰⁴-⁹]{{1,3}}(?=[\s.):]|$))?")
_UNSEEN = re.compile(f"[{INVISIBLE}]")


def _without_invisible(text: str) -> str:
    """Return a line with plain figures in its number: no invisible signs, and no star of a footnote after a dot."""
    found = _HEAD.match(text)
    if not found:
        return text
    number = unicodedata.normalize("NFKC", _UNSEEN.sub("", found["number"]))
    sign = "" if "." in number.rstrip(".") else found["sign"] or ""
    return number + sign + text[found.end() :]


_FIGURES = r"[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}"
_DOTTED = rf"{_FIGURES}[a-z]{{0,2}}"
_BROKEN = r"[0-9]{1,4}\. [0-9]{1,3}[a-z]"
_LETTERED = rf"{_FIGURES}(?:[A-Z]|\([A-Za-z]\))"
_UNUSUAL = re.compile(rf"(?:\[{_DOTTED}\]|\({_DOTTED}\)|§\s?{_DOTTED}|{_BROKEN}|{_LETTERED})(?=[.:]?(?:\s|$))")
_OPENERS = frozenset("[(§0123456789")
_SIGNS = re.compile(r"[\[\]()§\s]")


def unusual_number(text: str) -> LineNumber | None:
    """Return the number of a line that prints it unusually: `[1.4] Boats`, `1.1A By day`, `606. 8b Players`.

    A sentence may begin so too: only the rows around the line can tell.
    """
    found = _UNUSUAL.match(text) if text[:1] in _OPENERS else None
    return line_number(_SIGNS.sub("", found[0]).lower() + text[found.end() :]) if found else None


DASHED = re.compile(r"\d{1,4}(?:-\d{1,4}){1,8}(?=[a-z]{0,2}[.):]?(?:\s|$))")


@lru_cache(maxsize=8)
def prefix_pattern(prefixes: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a word before a rule's own number. A sentence that begins so goes on in lower case."""
    words = "|".join(map(re.escape, prefixes))
    number = r"\d{1,4}(?:[.-]\d{1,4}){0,8}[a-z]{0,2}"
    return re.compile(rf"(?i:{words})\.?\s{{0,3}}(?={number}(?:[.:)](?:\s|$)|\s+[^\W\d_a-z]|\s*[-–—]\s|$))")


def with_plain_number(line: SourceLine, profile: Profile) -> SourceLine:
    """Return a line whose number has neither the book's word before it nor the book's dashes in it."""
    if not profile.prefixes and profile.separator == ".":
        return line
    text = line.words
    if profile.prefixes and (found := prefix_pattern(profile.prefixes).match(text)):
        text = text[found.end() :]
    if profile.separator == "-" and (found := DASHED.match(text)):
        text = found[0].replace("-", ".") + text[found.end() :]
    if text == line.words:
        return line
    return line._replace(text=text, role="text" if line.role == "item" else line.role, marker="")
