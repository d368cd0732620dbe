"""Read a PDF with PDFium, in a process apart: one made to crash or hang PDFium, or to fill the memory, does no harm.

`read_pdf` starts the process: `python -m rules_cli.formats.pdf.document` reads a PDF from standard input, and writes
as JSON a list of lines, or a string that says why it can't be read, or `{"fault": …}`.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import atan2, hypot, isfinite, pi
from statistics import median
from typing import Any

from rules_cli.errors import SourceError
from rules_cli.formats.pdf.columns import PrintedWord
from rules_cli.formats.pdf.paragraphs import lines_of
from rules_cli.formats.source_line import Document, SourceLine

MAX_PAGES = 5_000  # ten times those of the longest rulebook
MAX_LETTERS = 5_000_000  # five times those of the longest rulebook
MAX_SECONDS = 120  # ten times what the longest rulebook takes
_MAX_MEMORY = 500_000_000  # bytes of address space: three times what the longest rulebook takes
_OUT_OF_MEMORY = (-signal.SIGABRT, -signal.SIGTRAP, -signal.SIGILL) if sys.platform != "win32" else ()
"""The exit codes of a process in which PDFium got no more memory: it gives up at once."""
_TOO_MUCH = "it needs too much memory for a rulebook; is it one?"
_FIELDS = ("number", "raw", "text", "role", "level", "marker", "strong")
_LINE_END = 2  # PDFium's code for the hyphen at a line's end
_NO_CHARACTER = dict.fromkeys([0, 0xFFFE, 0xFFFF])
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_BLANKS = frozenset([1, *range(3, 33), 0x85, 0x1680, *range(0x2000, 0x2007), *range(0x2008, 0x200B), 0x2028, 0x2029])
_BOLD = 600  # weight of a font: semi-bold, the lightest that is bold
_LONGEST_NAME = 100  # bytes of a font's name that are read: PostScript names have 63 at most
_ASKEW = 0.05  # of a quarter turn: letters of an upright line are turned less, by rounding
_SAME = 0.02  # of a letter's size: widths that differ less are the same, but for rounding
_GAP = 0.06  # of a letter's size: so wide a gap within a word is a blank; kerning moves letters apart by less
_TIMES_USUAL = 3  # times the usual gap of its letters, which is wide where an author spaced them out
_LEAST_PARTED, _LONGEST_PARTED = 4, 60  # letters; a longer word is an address
_FAR = 1e5  # points: a PDF may state any place; no page is as large
_LEAST_SIZE = 1.0  # points: a PDF may state any size; the layout divides by it

Widths = dict[tuple[str, float, bool], float]
"""The widths of words without gaps, by text, size and weight."""


def read_pdf(data: bytes, name: str) -> Document:
    """Read a PDF; raises SourceError if it is broken, locked, too long, or has no text."""
    found = json.loads(_read_apart(data, name))
    if isinstance(found, dict):
        raise RuntimeError(f"{name}: {found['fault']}")  # of this program, not of the file
    if isinstance(found, str):
        raise SourceError(f"{name}: {found}")
    lines = (SourceLine(**dict(zip(_FIELDS, fields, strict=True))) for fields in found)
    return Document(name, tuple(lines), joins=True, breaks=True)


def _read_apart(data: bytes, name: str) -> bytes:
    """Return what the other process writes; raises SourceError if it fails, for want of time or memory, too."""
    command = [sys.executable, "-P", "-m", "rules_cli.formats.pdf.document"]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        return subprocess.check_output(command, input=data, env=paths, timeout=MAX_SECONDS, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise SourceError(f"{name}: not read in {MAX_SECONDS} seconds; is it a rulebook?") from None
    except (subprocess.CalledProcessError, OSError) as error:
        if getattr(error, "returncode", None) in _OUT_OF_MEMORY:
            raise SourceError(f"{name}: {_TOO_MUCH}") from None
        raise SourceError(f"{name}: a broken PDF; download or save it again") from None


# --- the other process


def main() -> None:
    """Read a PDF from standard input, and write its lines to standard output."""
    with suppress(ImportError, ValueError, OSError):  # not every system can limit a process
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))
    with open(0, "rb") as pdf, open(1, "w", encoding="utf-8") as written:
        json.dump(_answer(pdf.read()), written)


def _answer(data: bytes) -> str | list[list[object]] | dict[str, str]:
    """Return the lines of a PDF, the reason why it can't be read, or the fault of this program; never raises."""
    try:
        pages = list(read_pages(data))
        if not any(pages):
            return "no text in it: it holds pictures of pages; have a program read them (OCR) first"
        return [[getattr(line, name) for name in _FIELDS] for line in lines_of(pages)]
    except SourceError as why:
        return str(why)
    except MemoryError:
        return _TOO_MUCH
    except Exception as fault:  # noqa: BLE001 - a mistake in this program: the other process reports it
        return {"fault": f"{type(fault).__name__}: {fault}"}


def read_pages(data: bytes) -> Iterator[list[PrintedWord]]:
    """Yield the words of each page; raises SourceError without the name of the file."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise SourceError("locked with a password; save it without one") from None
        raise SourceError("a broken PDF, or only a part of one; download or save it again") from None
    if len(document) > MAX_PAGES:
        raise SourceError(f"over {MAX_PAGES} pages, too long for a rulebook")
    left, widths = MAX_LETTERS, Widths()
    for number in range(1, len(document) + 1):
        try:
            page = document[number - 1]
            text = page.get_textpage()
        except pypdfium2.PdfiumError:
            raise SourceError(f"a PDF that is broken at page {number}; download or save it again") from None
        count = text.count_chars()
        left -= count
        if left < 0:
            raise SourceError("too many letters for a rulebook")
        yield list(_words(text.raw, count, widths))
        text.close()
        page.close()


def _words(page: Any, count: int, widths: Widths) -> Iterator[PrintedWord]:
    """Yield the words of a page as PDFium separates them: by blanks, gaps and line ends."""
    from pypdfium2 import raw

    codes = [raw.FPDFText_GetUnicode(page, at) for at in range(count)]
    ruler = _Ruler(raw, page, widths)
    start = 0
    for at, code in enumerate([*codes, ord(" ")]):
        if code in _BLANKS or code == _LINE_END:
            end = at + (code == _LINE_END)  # the hyphen belongs to the word before it
            if text := _shown(codes[start:end]):
                whole = ruler.word(start, end - 1, text)
                if cuts := ruler.cuts(codes[start:end], start, whole):
                    for first, last in pairwise((start, *cuts, end)):
                        yield ruler.word(first, last - 1, _shown(codes[first:last]))
                else:
                    yield whole
            start = at + 1


def _shown(codes: Sequence[int]) -> str:
    """Return characters as one types them: no ligatures, accents on their letters, nothing that is no character."""
    text = "".join("-" if code == _LINE_END else chr(code) for code in codes)
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").translate(_LIGATURES)
        text = unicodedata.normalize("NFC", text)
    return text.translate(_NO_CHARACTER).strip()


class _Ruler:
    """Measures the words of a page: points, x from the left and y down, after the page is turned to make it upright.
    PDFium writes its results into buffers, which are made once for all words."""

    def __init__(self, raw: Any, page: Any, widths: Widths) -> None:
        self._raw, self._page = raw, page
        self._matrix = raw.FS_MATRIX()  # the buffers: how the letters are turned,
        self._first, self._last = raw.FS_RECTF(), raw.FS_RECTF()  # the boxes of the first and the last one,
        self._x, self._y = ctypes.c_double(), ctypes.c_double()  # and the origin of the first
        self._widths = widths

    def word(self, first: int, last: int, text: str) -> PrintedWord:
        """Return the word from one character to another, with its place."""
        raw, page, matrix = self._raw, self._page, self._matrix
        raw.FPDFText_GetMatrix(page, first, matrix)
        raw.FPDFText_GetCharOrigin(page, first, self._x, self._y)
        raw.FPDFText_GetLooseCharBox(page, first, self._first)
        raw.FPDFText_GetLooseCharBox(page, last, self._last)
        size = raw.FPDFText_GetFontSize(page, first) * hypot(matrix.c, matrix.d)
        weight = raw.FPDFText_GetFontWeight(page, first)
        if weight > 0:
            bold = weight >= _BOLD
        else:  # the font does not state its weight, but its name may
            font = ctypes.create_string_buffer(_LONGEST_NAME)
            raw.FPDFText_GetFontInfo(page, first, font, _LONGEST_NAME, ctypes.c_int())
            bold = b"bold" in font.value.lower()
        turn = _quarters(matrix.a, matrix.b)
        left, right, base = map(_bounded, self._upright_place(turn))
        size = max(_LEAST_SIZE, round(_bounded(size), 1))
        return PrintedWord(text, left, max(left, right), base, size, bold, turn)

    def cuts(self, codes: Sequence[int], start: int, placed: PrintedWord) -> list[int]:
        """Return the characters of a word before which is a gap: PDFium takes one for a blank only if it is wide. A
        word is measured if it is wider than before; `start` is the place of its first letter on the page."""
        text, left, right, _, size, bold, turn = placed
        if turn != 0 or not _LEAST_PARTED <= len(codes) <= _LONGEST_PARTED:
            return []
        whole = (text, size, bold)
        width = right - left
        if width <= self._widths.get(whole, 0.0):
            return []
        edges = list(map(self._edges, range(start, start + len(codes))))
        gaps = [right[0] - left[1] for left, right in pairwise(edges)]
        least = max(_GAP * size, _TIMES_USUAL * median(gaps))
        wide = (at for at, gap in enumerate(gaps, 1) if gap >= least)
        cuts = [start + at for at in wide if chr(codes[at - 1]).isalpha() and chr(codes[at]).isalpha()]
        if not cuts:
            self._widths[whole] = width + _SAME * size
        return cuts

    def _edges(self, at: int) -> tuple[float, float]:
        self._raw.FPDFText_GetLooseCharBox(self._page, at, self._first)
        return self._first.left, self._first.right

    def _upright_place(self, turn: int | None) -> tuple[float, float, float]:
        """Return the left and right edge and the baseline of the word that `word` has measured, as if upright."""
        a, b = self._first, self._last
        x, y = self._x.value, self._y.value
        if turn == 1:
            return min(a.bottom, b.bottom), max(a.top, b.top), x
        if turn == 2:
            return min(-a.right, -b.right), max(-a.left, -b.left), y
        if turn == 3:
            return min(-a.top, -b.top), max(-a.bottom, -b.bottom), -x
        return min(a.left, b.left), max(a.right, b.right), -y


def _quarters(across: float, up: float) -> int | None:
    """Return how many quarter turns to the left letters have, from 0 to 3; None if they are askew."""
    quarters = 2 * atan2(up, across) / pi
    return round(quarters) % 4 if isfinite(quarters) and abs(quarters - round(quarters)) < _ASKEW else None


def _bounded(value: float) -> float:
    """Return a place on some page, rounded; a PDF may state any number, or none."""
    return round(min(_FAR, max(-_FAR, value)), 2)


if __name__ == "__main__":
    main()
