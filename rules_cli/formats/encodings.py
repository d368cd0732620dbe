"""The encoding of a text file: the one that it states, else UTF-8, else the likeliest by its letters.

A text in a wrong encoding shows signs inside words, capitals after small letters, or letters that no language has
together. So each encoding is tried on the lines that are not ASCII, and the one wins in which most of the signs are
letters of one language, or the punctuation that word processors write. Windows-1252 wins a tie.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

from rules_cli.errors import SourceError, UsageError
from rules_cli.text import shorten

_BINARY_SAMPLE = 65_536  # bytes in which a file that is no text has a NUL
_SAMPLE = 20_000  # bytes of lines that are not ASCII: a thousand words, more change nothing
_HEAD = 4_096  # bytes of a page in which it declares its encoding; HTML says 1,024, and pages have long comments
_DECLARED = re.compile(
    rb"<(?:meta|\?xml)\s[^>]{0,200}?(?:charset|encoding)\s*=[\"'\s]*"
    rb"(utf-8|windows-125[0-8]|iso-8859-(?:[2-9]|1[03-6])|koi8-[ru]|shift_jis|euc-(?:jp|kr)|gbk|gb2312|gb18030|big5)"
    rb"[\"'\s/>;]",
    re.IGNORECASE,
)
_MARKS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
_PUNCTUATION = frozenset("\u00a0“”„‘’‚–—…«»‹›•·©®™°§¶€£¥½¼¾×÷±²³¹ªº¿¡†´")
_IN_WORDS = frozenset("’·‘")
_WIDE_SIGNS = frozenset(map(chr, (*range(0x3000, 0x3040), *range(0x30FB, 0x30FD), *range(0xFF00, 0xFFEF))))
_KANA = frozenset(map(chr, range(0x3041, 0x30FF)))
_LAST_LATIN = "\u024f"
_MOST_BROKEN = 0.01  # of the signs of a text in an encoding of two bytes
_LEAST_KANA = 0.1  # of the signs of a Japanese text
_ANY_LANGUAGE = 0.9  # of a point for a letter that only another language of the encoding has: a loan word's

_WESTERN = "àâæçéèêëîïôœùûüÿ äöüß áéíñóúü áâãàçéêíóôõúü àèéìîòóù åäöæøé ëïéöü ðþæöáéíóúý".split()
_CENTRAL = "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíľĺňóôŕšťúýž áéíóöőúüű ăâîşţ čćđšž".split()
_CYRILLIC = ["".join(map(chr, range(0x430, 0x450))) + more for more in ("ё№", "єіїґ’", "ђјљњћџ", "ўіё")]
_GREEK = ["".join(map(chr, range(0x3AC, 0x3CF))) + "ΐ"]
_BALTIC = "ąčęėįšųūž āčēģīķļņšūž äõöüšž".split()
_LANGUAGES: dict[str, list[str]] = {
    "cp1252": _WESTERN,
    "cp1250": _CENTRAL,
    "cp1251": _CYRILLIC,
    "cp1253": _GREEK,
    "cp1254": ["çğıöşüâîû"],
    "cp1255": ["".join(map(chr, range(0x5D0, 0x5EB)))],
    "cp1257": _BALTIC,
    "iso8859_2": _CENTRAL,
    "iso8859_5": _CYRILLIC,
    "iso8859_7": _GREEK,
    "koi8_u": _CYRILLIC,
    "cp866": _CYRILLIC,
    "mac_roman": _WESTERN,
    "cp850": _WESTERN,
    "cp852": _CENTRAL,
}
"""The small letters of the languages of each encoding in which a letter is one byte."""
_EVERYDAY: dict[str, tuple[str, range]] = {
    "euc_kr": ("euc_kr", range(0xB0, 0xC9)),
    "euc_jp": ("euc_jp", range(0xB0, 0xD0)),
    "cp932": ("euc_jp", range(0xB0, 0xD0)),
    "gb18030": ("gb2312", range(0xB0, 0xD8)),
    "big5": ("big5", range(0xA4, 0xC7)),
}
"""For each encoding of two bytes, the rows of a standard that hold the signs of everyday texts; the fewest first."""
_NAMES = {"cp932": "Shift-JIS", "gb18030": "GBK", "big5": "Big5", "mac_roman": "Mac Roman", "koi8_u": "KOI8"}


class DecodedText(NamedTuple):
    """The text of a file, and the name of its encoding if that was worked out from the letters, else ""."""

    text: str
    assumed: str = ""


def decode(data: bytes, name: str, encoding: str | None = None) -> DecodedText:
    """Return the text of a file in the encoding given, or else in the one that it has by all signs.

    In a text that is mostly UTF-8, only the other lines are read as Windows-1252. Raises SourceError if the file is
    binary or not in the encoding given, UsageError if there is no such encoding.
    """
    if encoding:
        return DecodedText(_decoded_as(data, name, encoding))
    if mark := next((codec for mark, codec in _MARKS.items() if data.startswith(mark)), None):
        return DecodedText(data.decode(mark, errors="replace"))
    if b"\0" in data[:_BINARY_SAMPLE]:
        raise SourceError(f"{name}: not a text file; give the rulebook as text, markdown, HTML, DOCX, ODT, RTF or PDF")
    if (text := _utf8(data)) is not None:
        return DecodedText(text)
    declared = _DECLARED.search(data[:_HEAD])
    stated = declared[1].decode().lower() if declared else ""
    if stated in ("", "utf-8") and (mixed := _mixed(data)) is not None:
        return DecodedText(mixed, "UTF-8, some lines in Windows-1252")
    likeliest = stated or _likeliest(data)
    shown = _NAMES.get(likeliest, likeliest.replace("cp125", "Windows-125").replace("_", "-"))
    return DecodedText(data.decode(likeliest, errors="replace"), "" if stated else shown)


def _decoded_as(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeError:
        raise SourceError(f"{name}: not in the encoding {encoding}; try another, or leave --encoding out") from None
    except LookupError:
        raise UsageError(f"no encoding {shorten(encoding)!r}; use a name such as utf-8, cp1251 or shift_jis") from None


def _mixed(data: bytes) -> str | None:
    """Return UTF-8 text into which lines in Windows-1252 were pasted, None if they outnumber the lines in UTF-8."""
    lines = data.splitlines(keepends=True)
    texts = [_utf8(line) for line in lines]
    if sum(text is not None and not text.isascii() for text in texts) < texts.count(None):
        return None
    others = (line.decode("cp1252", errors="replace") for line in lines)
    return "".join(other if text is None else text for other, text in zip(others, texts, strict=True))


def _utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


# --- the likeliest encoding


def _likeliest(data: bytes) -> str:
    lines, left = [], _SAMPLE
    for line in data.splitlines():
        if not line.isascii() and left > 0:
            lines.append(line)
            left -= len(line)
    sample = b"\n".join(lines)

    def likelihood(encoding: str) -> float:
        text = sample.decode(encoding, errors="replace")
        return (_share_of_everyday if encoding in _EVERYDAY else _share_of_usual)(text, encoding)

    return max((*_LANGUAGES, *_EVERYDAY), key=likelihood)


# Complexity: no nesting, but a comprehension for each kind of sign.
def _share_of_usual(text: str, encoding: str) -> float:
    """Return the share of the signs that are punctuation or letters of one language, less those that are absurd.

    A sign is absurd if it is a capital after a small letter, of another alphabet than its neighbour, or no letter and
    in the middle of a word.
    """
    neighbours = zip(pairwise(f" {text}"), f"{text[1:]} ", strict=True)
    signs = [(sign, before + after) for (before, sign), after in neighbours if not sign.isascii()]
    letters = [sign.lower() for sign, _ in signs if sign.isalpha()]
    languages = _LANGUAGES[encoding]
    best = max(sum(letter in language for letter in letters) for language in languages)
    other = sum(any(letter in language for language in languages) for letter in letters) - best
    usual = sum(sign in _PUNCTUATION for sign, _ in signs) + best + _ANY_LANGUAGE * other
    absurd = sum(
        (sign > _LAST_LATIN and any(each.isalpha() and each <= _LAST_LATIN for each in around))
        or (sign.isupper() and around[0].islower())
        if sign.isalpha()
        else around.isalpha() and sign not in _IN_WORDS
        for sign, around in signs
    )
    return (usual - absurd) / max(len(signs), 1)


def _share_of_everyday(text: str, encoding: str) -> float:
    """Return the share of everyday signs in a text of the Far East; no Japanese text is without kana."""
    signs = [sign for sign in text if not sign.isascii()]
    kana = sum(sign in _KANA for sign in signs)
    is_broken = not signs or text.count("\ufffd") > _MOST_BROKEN * len(signs)
    if is_broken or (kana > _LEAST_KANA * len(signs)) != (encoding in ("cp932", "euc_jp")):
        return -1.0
    everyday = _everyday(*_EVERYDAY[encoding]) | _WIDE_SIGNS | _PUNCTUATION
    return (kana + sum(sign in everyday for sign in signs)) / len(signs)


@cache
def _everyday(standard: str, rows: range) -> frozenset[str]:
    return frozenset(bytes(pair).decode(standard, errors="ignore") for pair in product(rows, range(0x40, 0xFF)))
