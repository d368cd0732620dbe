"""Pictures that stand for words: the cost, the power, the key that a sentence shows as an icon."""

from __future__ import annotations

import re

_ICON = re.compile(r"\S+(?:\s+\S+){0,2}")
_FILE = re.compile(r"\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$", re.IGNORECASE)
_ENDS = re.compile(r"[.!?…][\"”’'»)\]]*\Z")


def instead_of(alt: str, before: str) -> str:
    """What stands for a picture in a line, after these words: its `alt`, unless that only describes it.

    A description is a sentence, or longer than three words outside a sentence; a file's name says nothing.
    """
    words = " ".join(alt.split())
    if _FILE.search(words) or _ENDS.search(words):
        return ""
    before = before.rstrip()
    in_sentence = any(map(str.isalpha, before)) and not _ENDS.search(before)
    return words if in_sentence or _ICON.fullmatch(words) else ""
