"""Slugs: what an unnumbered heading or page is addressed by."""

from __future__ import annotations

import re
import unicodedata


def slug_of(title: str) -> str:
    """A title after its last " - ", lower-cased and hyphenated: "Game Mechanics - Abilities" → `abilities`."""
    return hyphenated(title.rsplit(" - ", 1)[-1]) or "untitled"


def hyphenated(text: str) -> str:
    """Words in lower case, joined by hyphens; signs fall away."""
    words = re.findall(r"[\w']+", unicodedata.normalize("NFKC", text).lower().replace("_", " "))
    return "-".join(word.replace("'", "") for word in words if word.strip("'"))[:80].strip("-")
