"""Text made comparable: folded, split into words, hashed."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import Literal

LEAVE = ("q", "quit", "exit")
"""What people type to leave a program."""
INVISIBLE = (
    "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
"""Direction, tag and format characters and line separators, to be used in the brackets of a pattern."""
UNSAFE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{INVISIBLE}]")
"""Matches a control, escape or direction character; no tab and no line feed."""
KANA = "\u3041-\u30ff"
HAN = "\u3400-\u4dbf\u4e00-\u9fff"
FAR_EASTERN = f"{KANA}{HAN}、。"
"""Japanese and Chinese signs, to be used in the brackets of a pattern; no blank parts their words."""
_RUN = f"[{KANA}{HAN}]+|[^{KANA}{HAN}]+"
"""Not compiled until it is used: that takes 2 ms, and few books need it."""
_SIGN = r"[-+‐‑‒–−](?<![\w)\]].)(?=\d|[xynXYN]\b)"
"""A plus or minus that belongs to the number or letter after it, as in `+1/+1`, `{-2}`, `-X`; not a range or a dash."""
_SIGNS = re.compile(_SIGN)
_SYMBOL = r"\{[^\s{}]{1,8}\}"
_PART = re.compile(rf"{_SYMBOL}|(?:{_SIGN})?[^\W_]+")
WORD = re.compile(rf"{_SYMBOL}|(?:{_SIGN})?[^\W_]+(?:['’][^\W_]+)*")
"""Matches a word of a text as it is printed: with its sign, and with the parts after an apostrophe; or a symbol in
braces, `{T}`."""
# Most of a rulebook's text is below U+0300 or among the dashes and quotes: no sign there is a combining accent.
_MAY_BE_MARKS = re.compile("[^\x00-\u02ff\u2000-\u206f]")


def clean(text: str) -> str:
    """Return a text without control, escape and direction characters."""
    return UNSAFE.sub("", text) if not text.isascii() or not text.isprintable() else text


def fold(text: str) -> str:
    """Return a text in lower case without accents: what a hurried user types."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return _MAY_BE_MARKS.sub(lambda found: "" if unicodedata.combining(found[0]) else found[0], decomposed)


_TO_WORDS = bytes([ord(chr(c).lower()) if chr(c).isalnum() or chr(c) == "_" else 32 for c in range(128)]) + bytes(128)
"""A table for `bytes.translate`: ASCII letters to lower case, all signs to blanks."""
_MINUS = "‐‑‒–−"
_TYPOGRAPHY = "’‘“”—–"


_RULE_NUMBER = re.compile(
    r"(?<![\w.+−-])\d+(?:\.\d+)+[a-z]{0,2}(?:[-–—][a-z]{1,2})?(?![^\W_])"  # 704.5k, 601.2f–h
    r"|(?<![\w.+−-])\d+(?:-\d+){2,}[a-z]{0,2}(?![^\W_])"  # 8-1-1
    r"|(?i:(\b(?:rules?|sections?|regras?|seç(?:ão|ões))\s+))\d+[a-z]{0,2}(?![^\W_]|\.\d)"  # rule 704
)


def without_rule_numbers(text: str) -> str:
    """Return a text without the numbers of rules in it: 704.5k, 601.2f–h, 8-1-1, and figures after a word for a rule.
    Permanent citations depend on it: it must never change, and must not use what the parser knows about a book."""
    return _RULE_NUMBER.sub(r"\1 ", text)


def fingerprint(text: str, version: Literal[1, 2, 3] = 2) -> str:
    """Return a short hash of a text's words and signs: typography, case and spacing do not change it.
    Version 1, of older citations, left out the signs of numbers. Version 3, of permanent citations, leaves out the
    numbers of rules. A text with neither has the same hash in all versions."""
    import hashlib  # slow to import; a look-up needs no hash

    if version == 3:
        text = without_rule_numbers(text)
    if version >= 2:
        text = _SIGNS.sub(lambda sign: "plus_" if sign[0] == "+" else "minus_", text)
    for sign in _TYPOGRAPHY:
        text = text.replace(sign, " ")
    if text.isascii():
        words = b" ".join(text.encode().translate(_TO_WORDS).split())
    else:
        words = " ".join(re.findall(r"\w+", fold(text))).encode()
    return hashlib.sha256(words).hexdigest()[:16]


_PLAIN_SIGNS = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "...", "·": "|", "•": "*"}
    | {"‹": "<", "›": ">", "─": "-", "│": "|", "├": "|", "└": "`", "▌": ">", "↑": "^", "↓": "v", "→": "->"}
)


def encodable(text: str, encoding: str) -> str:
    """Return a text that an encoding can write: as it is; else with plain signs; else also without accents, and with
    `?` for the rest."""
    with suppress(UnicodeEncodeError, LookupError):
        text.encode(encoding)
        return text
    with suppress(UnicodeEncodeError, LookupError):
        return text.translate(_PLAIN_SIGNS).encode(encoding).decode(encoding)
    plain = unicodedata.normalize("NFKD", text.translate(_PLAIN_SIGNS))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return plain.encode(encoding, "replace").decode(encoding)


def shorten(text: str, limit: int = 40) -> str:
    """Return a text cut to `limit` characters, for a message."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def first_words(text: str, width: int) -> str:
    """Return the beginning of a text on one line of `width` characters at most, cut between words if it has blanks."""
    line = " ".join(text.split())
    if len(line) <= width:
        return line
    end = line.rfind(" ", 0, width)
    return f"{line[: end if end > 0 else width - 1]}…"


def words_of_text(text: str) -> list[str]:
    """Return the folded words of a text, as the index splits them.
    A number keeps its sign: `-1/-1` is `-1`, `-1`. A symbol keeps its braces: `{T}` is not a letter. In Japanese and
    Chinese, each sign is a word, and so are each two signs side by side."""
    words = _PART.findall(fold(text))
    if text.isascii():
        return words
    parts: list[str] = []
    for word in (f"-{word[1:]}" if word[0] in _MINUS else word for word in words):
        if max(word) <= BEFORE_KANA:
            parts.append(word)
            continue
        for run in re.findall(_RUN, word):
            parts += [run] if run < BEFORE_KANA else [*run, *map("".join, pairwise(run))]
    return parts


@lru_cache(maxsize=20_000)
def parts_of_word(word: str) -> tuple[str, ...]:
    """Return the folded words of one word as it is printed. Cached: a whole rulebook has some 7,000, used again and
    again."""
    return tuple(words_of_text(word))


BEFORE_KANA = "\u3040"


def sentences_of(text: str) -> list[str]:
    """Return the parts of a text between the blanks after `.`, `!` and `?`."""
    return re.split(r"(?<=[.!?])\s+", text)


def lead_in(above: str | None, text: str | None) -> str:
    """Return the sentence of the text above that an item goes on with: it has no end, and the item begins with a small
    letter; empty for a whole sentence."""
    sentence = sentences_of((above or "").rstrip())[-1]
    is_open = bool(sentence) and not sentence.rstrip("\"'”’»)]").endswith((".", "!", "?"))
    return sentence if is_open and (text or "")[:1].islower() else ""


def announces_list(text: str | None) -> bool:
    """Return whether the text of a rule ends in a colon: its sub-rules are its list."""
    return (text or "").rstrip().endswith(":")


def number_of(count: int, noun: str) -> str:
    """A count with its noun: `1 rule`, `2,853 rules`, `2 anomalies`."""
    plural = f"{noun[:-1]}ies" if noun[-1] == "y" else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"
