"""Find the rule of an edition that lists the keywords of a kind, and read its list: a new edition may have new ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rules_cli.model import Row, RuleNumber
from rules_cli.text import fold

_SHARE = 0.5  # of the known keywords that a list has at least: another rule may name some of them
_LEAST = 3  # known keywords: two may be listed together by chance
_BETWEEN = re.compile(r",\s*+(?:(?:and|or|e)\s++)?|;\s*+|(?<!\s)\s++(?:and|or|e|ou)\s++")
_REMARK = re.compile(r"(?<!\s)\s*+\((?=[^()a-z]*+[a-z])[^()]*+\)$")
_REFERENCE = re.compile(r"\[[^\[\]]*+\]")
_MOST_WORDS = 3  # of a keyword


def list_in(rows: Iterable[Row], words: Sequence[str]) -> tuple[RuleNumber, list[str]] | None:
    """Return the rule whose list has most of the known keywords, and all keywords of that list as printed. None if no
    list has half of them. Time is linear in the text of the rows."""
    known = {fold(word) for word in words}
    least = max(_LEAST, _SHARE * len(known))
    best: tuple[int, RuleNumber, list[str]] | None = None
    for row in rows:
        items = _items(row.words.text or "")
        count = sum(fold(item) in known for item in items)
        if count >= least and (best is None or count > best[0]):
            best = (count, row.number, items)
    return best[1:] if best else None


def _items(text: str) -> list[str]:
    """Return the short items between commas in a text, without the words before the first item; empty if too few."""
    parts = _BETWEEN.split(_REFERENCE.sub("", text))
    items = [_REMARK.sub("", part.strip(" .")) for part in parts]
    if len(items) < _LEAST:
        return []
    first = re.split(r"\b(?:are|is|sao|são|é)\b:?\s+|:\s+", items[0])[-1]
    return [item for item in (first, *items[1:]) if item and len(item.split()) <= _MOST_WORDS]
