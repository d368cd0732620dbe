"""Read the words of a PDF and their places, page by page, with PDFium.

Places are in points, x from the left and y down, after the page is turned so that the word is upright.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator, Sequence
from math import atan2, hypot, isfinite, pi
from typing import Any, NamedTuple

from rules_cli.formats.pdf.rows import PrintedWord

_LINE_END = 2  # PDFium's code for the hyphen at a line's end
_NO_CHARACTER = dict.fromkeys([0, 0xFFFE, 0xFFFF])
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_BLANKS = frozenset([1, *range(3, 33), 0x85, 0x1680, *range(0x2000, 0x2007), *range(0x2008, 0x200B), 0x2028, 0x2029])
_BOLD = 600  # weight of a font: semi-bold, the lightest that is bold
_LONGEST_NAME = 100  # bytes of a font's name that are read
_ASKEW = 0.05  # of a quarter turn: letters of an upright line are turned less, by rounding
_FAR = 1e5  # points: a PDF may state any place; no page is as large
_LEAST_SIZE = 1.0  # points: a PDF may state any size; the layout divides by it


class PlacedWord(NamedTuple):
    """A word, and the quarters that it is turned to the left (None: askew)."""

    turn: int | None
    word: PrintedWord


class UnreadableError(Exception):
    """Says in a few words why a PDF can't be read."""


def read_pages(data: bytes, most_pages: int, most_letters: int) -> Iterator[list[PlacedWord]]:
    """Yield the words of each page; raises UnreadableError."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise UnreadableError("locked with a password; save it without one" if locked else _broken()) from None
    if len(document) > most_pages:
        raise UnreadableError(f"over {most_pages} pages, too long for a rulebook")
    for number in range(len(document)):
        try:
            page = document[number]
            text = page.get_textpage()
        except pypdfium2.PdfiumError:
            raise UnreadableError(_broken(f" at page {number + 1}")) from None
        count = text.count_chars()
        most_letters -= count
        if most_letters < 0:
            raise UnreadableError("too many letters for a rulebook")
        yield list(_words(text.raw, count))
        text.close()
        page.close()


def _broken(where: str = "") -> str:
    return f"a broken PDF, or only a part of one{where}; download or save it again"


def _words(page: Any, count: int) -> Iterator[PlacedWord]:
    """Yield the words of a page as PDFium separates them: by blanks, gaps and line ends."""
    from pypdfium2 import raw

    codes = [raw.FPDFText_GetUnicode(page, at) for at in range(count)]
    ruler = _Ruler(raw, page)
    start = 0
    for at, code in enumerate([*codes, ord(" ")]):
        if code in _BLANKS or code == _LINE_END:
            end = at + (code == _LINE_END)  # the hyphen belongs to the word before it
            if text := _shown(codes[start:end]):
                yield ruler.word(start, end - 1, text)
            start = at + 1


def _shown(codes: Sequence[int]) -> str:
    """Return characters as one types them: no ligatures, accents on their letters, nothing that is no character."""
    text = "".join("-" if code == _LINE_END else chr(code) for code in codes)
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").translate(_LIGATURES)
        text = unicodedata.normalize("NFC", text)
    return text.translate(_NO_CHARACTER).strip()


class _Ruler:
    """Measures the words of a page. PDFium writes its results into buffers, which are made once for all words."""

    def __init__(self, raw: Any, page: Any) -> None:
        self._raw, self._page = raw, page
        self._matrix, self._boxes = raw.FS_MATRIX(), (raw.FS_RECTF(), raw.FS_RECTF())
        self._x, self._y = ctypes.c_double(), ctypes.c_double()

    def word(self, first: int, last: int, text: str) -> PlacedWord:
        """Return the word from one character to another, with its place."""
        raw, page, matrix = self._raw, self._page, self._matrix
        raw.FPDFText_GetMatrix(page, first, matrix)
        raw.FPDFText_GetCharOrigin(page, first, self._x, self._y)
        raw.FPDFText_GetLooseCharBox(page, first, self._boxes[0])
        raw.FPDFText_GetLooseCharBox(page, last, self._boxes[1])
        size = raw.FPDFText_GetFontSize(page, first) * hypot(matrix.c, matrix.d)
        weight = raw.FPDFText_GetFontWeight(page, first)
        bold = weight >= _BOLD if weight > 0 else self._has_bold_name(first)
        turn = _quarters(matrix.a, matrix.b)
        left, right, base = map(_bounded, _upright_place(turn, self._boxes, self._x.value, self._y.value))
        size = max(_LEAST_SIZE, round(_bounded(size), 1))
        return PlacedWord(turn, PrintedWord(text, left, max(left, right), base, size, bold))

    def _has_bold_name(self, at: int) -> bool:
        """Whether the name of a character's font says that it is bold; for fonts that do not state their weight."""
        name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._raw.FPDFText_GetFontInfo(self._page, at, name, _LONGEST_NAME, ctypes.c_int())
        return b"bold" in name.value.lower()


def _quarters(across: float, up: float) -> int | None:
    """Return the quarter turns of a direction; None if it is askew."""
    quarters = 2 * atan2(up, across) / pi
    return round(quarters) % 4 if isfinite(quarters) and abs(quarters - round(quarters)) < _ASKEW else None


def _bounded(value: float) -> float:
    """Return a place on some page, rounded; a PDF may state any number, or none."""
    return round(min(_FAR, max(-_FAR, value)), 2)


def _upright_place(turn: int | None, boxes: Sequence[Any], x: float, y: float) -> tuple[float, float, float]:
    """Return the left edge, right edge and baseline of a word after its page is turned."""
    if turn == 1:
        return min(box.bottom for box in boxes), max(box.top for box in boxes), x
    if turn == 2:
        return min(-box.right for box in boxes), max(-box.left for box in boxes), y
    if turn == 3:
        return min(-box.top for box in boxes), max(-box.bottom for box in boxes), -x
    return min(box.left for box in boxes), max(box.right for box in boxes), -y
