"""The encoding of a text file: the one that it states, else UTF-8, else the likeliest by its letters."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
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
_USUAL = "Windows-1252"
_MARKS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
_ENCODINGS = """
    cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1257 iso8859-2 iso8859-5 iso8859-7 koi8-u cp866 mac-roman cp932 euc-jp
    gb18030 big5 cp949
""".split()
"""The encodings in which people save texts, and that a text may have without saying so."""
_SURE = 0.08  # of chardet's confidence: with a few signs alone, a text is likelier in Windows-1252


class DecodedText(NamedTuple):
    """The text of a file, and the name of its encoding if that was worked out from the letters, else ""."""

    text: str
    assumed: str = ""


# Complexity: one case for each sign by which an encoding is known.
def decode(data: bytes, name: str, encoding: str | None = None) -> DecodedText:
    """Return the text of a file in the encoding given, or else in the one that it has by all signs. In a text that is
    mostly UTF-8, only the other lines are read as Windows-1252. Raises SourceError if the file is binary or not in the
    encoding given, UsageError if there is no such encoding."""
    if encoding:
        try:
            return DecodedText(data.decode(encoding).removeprefix("\ufeff"))
        except UnicodeError:
            raise SourceError(f"{name}: not in the encoding {encoding}; try another, or leave --encoding out") from None
        except LookupError:
            advice = "use a name such as utf-8, cp1251 or shift_jis"
            raise UsageError(f"no encoding {shorten(encoding)!r}; {advice}") from None
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
    if stated:
        return DecodedText(data.decode(stated, errors="replace"))
    import chardet

    lines = (line for line in data.splitlines() if not line.isascii())
    found = chardet.detect(b"\n".join(lines)[:_SAMPLE], include_encodings=_ENCODINGS)
    likeliest = (found["confidence"] > _SURE and found["encoding"]) or _USUAL
    return DecodedText(data.decode(likeliest, errors="replace"), likeliest)


def _mixed(data: bytes) -> str | None:
    """Return UTF-8 text into which lines in Windows-1252 were pasted, None if they outnumber the lines in UTF-8."""
    lines = data.splitlines(keepends=True)
    texts = [_utf8(line) for line in lines]
    if sum(text is not None and not text.isascii() for text in texts) < texts.count(None):
        return None
    others = (line.decode("cp1252", errors="replace") for line in lines)
    return "".join(other if text is None else text for other, text in zip(others, texts, strict=True))


def _utf8(data: bytes) -> str | None:
    """Return a text in UTF-8; None if the bytes are not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
