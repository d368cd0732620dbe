"""Text as it is compared: folded, cut into words, fingerprinted."""

from __future__ import annotations

import re
import unicodedata

INVISIBLE = (
    "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
"""Direction, tag and format characters and line separators, as they stand in a pattern's class."""
_PART = re.compile(r"[^\W_]+")
# No accent stands below U+0300 nor among the dashes and quotes: a rulebook's text is mostly those.
_MAY_BE_MARKS = re.compile("[^\x00-\u02ff\u2000-\u206f]")


def fold(text: str) -> str:
    """Lower case without accents: what a hurried user types."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    if not _MAY_BE_MARKS.search(decomposed):
        return decomposed
    return "".join(c for c in decomposed if not unicodedata.combining(c))


_SIGNS = bytes(ord(chr(c).lower()) if chr(c).isalnum() or chr(c) == "_" else 32 for c in range(128)) + bytes(128)
_PRINTERS = "’‘“”—–"


def fingerprint(text: str) -> str:
    """A short hash of a text's normalised words: typography, case and spacing do not change it."""
    import hashlib

    for sign in _PRINTERS:
        text = text.replace(sign, " ")
    if text.isascii():
        words = b" ".join(text.encode().translate(_SIGNS).split())
    else:
        words = " ".join(re.findall(r"\w+", fold(text))).encode()
    return hashlib.sha256(words).hexdigest()[:16]


def shorten(text: str, limit: int = 40) -> str:
    """A user's word, cut for use in a message."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def words_of_text(text: str) -> list[str]:
    """The folded words of a text, as the index cuts them."""
    return _PART.findall(fold(text))
