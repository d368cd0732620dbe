"""The words of a PDF and their places, page by page, as PDFium finds them.

Places are in points, x from the left and y down, as someone sees them who turns the page so that the word is upright.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator, Sequence
from math import atan2, hypot, isfinite, pi
from typing import Any, NamedTuple

from rules_cli.formats.pdf.rows import PrintedWord

_LINE_END = 2  # PDFium's sign for the hyphen at a line's end
_NO_CHARACTER = dict.fromkeys([0, 0xFFFE, 0xFFFF])
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_BLANKS = frozenset([1, *range(3, 33), 0x85, 0x1680, *range(0x2000, 0x2007), *range(0x2008, 0x200B), 0x2028, 0x2029])
_BOLD = 600  # weight
_LONGEST_NAME = 100
_ASKEW = 0.05  # of a quarter
_FAR = 1e5  # points
_LEAST_SIZE = 1.0  # of letters


class Set(NamedTuple):
    """A word as it is set: the quarters that it is turned to the left (None: askew), and where it is, so turned."""

    turn: int | None
    word: PrintedWord


class Unreadable(Exception):
    """Why a PDF can't be read, in a few words."""


def pages_of(data: bytes, most_pages: int, most_letters: int) -> Iterator[list[Set]]:
    """The words of each page; raises Unreadable."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise Unreadable("locked with a password; save it without one" if locked else _broken()) from None
    if len(document) > most_pages:
        raise Unreadable(f"over {most_pages} pages, too long for a rulebook")
    for number in range(len(document)):
        try:
            page = document[number]
            text = page.get_textpage()
        except pypdfium2.PdfiumError:
            raise Unreadable(_broken(f" at page {number + 1}")) from None
        count = text.count_chars()
        most_letters -= count
        if most_letters < 0:
            raise Unreadable("too many letters for a rulebook")
        yield list(_words(text.raw, count))
        text.close()
        page.close()


def _broken(where: str = "") -> str:
    return f"a broken PDF, or only a part of one{where}; download or save it again"


def _words(page: Any, count: int) -> Iterator[Set]:
    """The words of a page, as PDFium tells them apart: by blanks, gaps and line ends."""
    from pypdfium2 import raw

    letter = raw.FPDFText_GetUnicode
    codes = [letter(page, at) for at in range(count)]
    ruler = _Ruler(raw, page)
    for start, end in _spans(codes):
        if text := _shown(codes[start:end]):
            yield ruler.word(start, end - 1, text)


def _spans(codes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where words begin and end; a line's end ends one, though PDFium runs what it broke together."""
    start = 0
    for at, code in enumerate(codes):
        if code in _BLANKS or code == _LINE_END:
            yield start, at + (code == _LINE_END)
            start = at + 1
    yield start, len(codes)


def _shown(codes: Sequence[int]) -> str:
    """The characters as one would type them: ligatures taken apart, accents on their letters, none that is not one."""
    text = "".join("-" if code == _LINE_END else chr(code) for code in codes)
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").translate(_LIGATURES)
        text = unicodedata.normalize("NFC", text)
    return text.translate(_NO_CHARACTER).strip()


class _Ruler:
    """Measures where the words of a page stand; what PDFium writes its answers into is made once."""

    def __init__(self, raw: Any, page: Any) -> None:
        self._raw, self._page = raw, page
        self._matrix, self._boxes = raw.FS_MATRIX(), (raw.FS_RECTF(), raw.FS_RECTF())
        self._x, self._y = ctypes.c_double(), ctypes.c_double()

    def word(self, first: int, last: int, text: str) -> Set:
        """The word from one character to another."""
        raw, page, matrix = self._raw, self._page, self._matrix
        raw.FPDFText_GetMatrix(page, first, matrix)
        raw.FPDFText_GetCharOrigin(page, first, self._x, self._y)
        raw.FPDFText_GetLooseCharBox(page, first, self._boxes[0])
        raw.FPDFText_GetLooseCharBox(page, last, self._boxes[1])
        size = raw.FPDFText_GetFontSize(page, first) * hypot(matrix.c, matrix.d)
        weight = raw.FPDFText_GetFontWeight(page, first)
        bold = weight >= _BOLD if weight > 0 else self._is_called_bold(first)
        turn = _turn(matrix.a, matrix.b)
        left, right, base = map(_bounded, _seen(turn, self._boxes, self._x.value, self._y.value))
        size = max(_LEAST_SIZE, round(_bounded(size), 1))
        return Set(turn, PrintedWord(text, left, max(left, right), base, size, bold))

    def _is_called_bold(self, at: int) -> bool:
        """Whether the name of a character's font says that it is bold, where the font itself does not say."""
        name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._raw.FPDFText_GetFontInfo(self._page, at, name, _LONGEST_NAME, ctypes.c_int())
        return b"bold" in name.value.lower()


def _turn(across: float, up: float) -> int | None:
    """The quarters of a turn nearest to a direction; None for one that is askew."""
    quarters = 2 * atan2(up, across) / pi
    return round(quarters) % 4 if isfinite(quarters) and abs(quarters - round(quarters)) < _ASKEW else None


def _bounded(value: float) -> float:
    """A place on some page: a PDF may state any number, or none."""
    return round(min(_FAR, max(-_FAR, value)), 2)


def _seen(turn: int | None, boxes: Sequence[Any], x: float, y: float) -> tuple[float, float, float]:
    """The left edge, right edge and baseline of a word for someone who turns the page so as to read it."""
    if turn == 1:
        return min(box.bottom for box in boxes), max(box.top for box in boxes), x
    if turn == 2:
        return min(-box.right for box in boxes), max(-box.left for box in boxes), y
    if turn == 3:
        return min(-box.top for box in boxes), max(-box.bottom for box in boxes), -x
    return min(box.left for box in boxes), max(box.right for box in boxes), -y
