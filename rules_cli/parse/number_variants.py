"""Rule numbers that are not printed plainly: behind signs that nobody sees, with a star, in brackets, in capitals."""

from __future__ import annotations

import re
import unicodedata

from rules_cli.text import INVISIBLE

_HEAD = re.compile(rf"(?P<number>[{INVISIBLE}\d.．]{{1,40}}+[a-z]{{0,2}})(?P<sign>[*†‡¹²³⁰⁴-⁹]{{1,3}}(?=[\s.):]|$))?")
_UNSEEN = re.compile(f"[{INVISIBLE}]")
_FIGURES = r"[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}"
_DOTTED = rf"{_FIGURES}[a-z]{{0,2}}"
_BROKEN = r"[0-9]{1,4}\. [0-9]{1,3}[a-z]"
_LETTERED = rf"{_FIGURES}(?:[A-Z]|\([A-Za-z]\))"
_DRESSED = re.compile(rf"(?:\[{_DOTTED}\]|\({_DOTTED}\)|§\s?{_DOTTED}|{_BROKEN}|{_LETTERED})(?=[.:]?(?:\s|$))")
_OPENERS = frozenset("[(§0123456789")
_DRESS = re.compile(r"[\[\]()§\s]")


def plain(text: str) -> str:
    """A line with the number at its head in plain figures, without what cannot be seen there; a dotted one without the
    star of a footnote after it."""
    found = _HEAD.match(text)
    if not found:
        return text
    number = unicodedata.normalize("NFKC", _UNSEEN.sub("", found["number"]))
    sign = "" if "." in number.rstrip(".") else found["sign"] or ""
    return number + sign + text[found.end() :]


def plain_number(text: str) -> str | None:
    """A line with the number at its head as a rule's number is usually printed: `[1.4] Boats` → `1.4 Boats`, `1.1A
    By day` → `1.1a By day`; a blank that slipped in (`606. 8b Players`) is left out.

    None for any other line. A sentence may begin so too: only the rows around the line can tell.
    """
    found = _DRESSED.match(text) if text[:1] in _OPENERS else None
    return _DRESS.sub("", found[0]).lower() + text[found.end() :] if found else None
