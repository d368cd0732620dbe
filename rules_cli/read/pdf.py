"""PDF → lines, by what is printed where: columns, running heads, paragraphs (the modules named `print_…`)."""

from __future__ import annotations

import ctypes
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from math import atan2, hypot, pi
from typing import Any, NamedTuple

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document, SourceLine
from rules_cli.read.print_chrome import chrome
from rules_cli.read.print_lines import Line, Word, in_reading_order, rows_of
from rules_cli.read.print_paragraphs import Paragraph, paragraphs
from rules_cli.read.text import text_line

MAX_PAGES = 5_000
MAX_CHARACTERS = 30_000_000
_MAX_ON_A_PAGE = 200_000
_LINE_END = 2  # PDFium's sign for the hyphen at a line's end
_NO_CHARACTER = dict.fromkeys([0, 0xFFFE, 0xFFFF])
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_BLANKS = frozenset(
    [*range(3, 33), 1, 0x85, 0x1680, *range(0x2000, 0x2007), *range(0x2008, 0x200B), 0x2028, 0x2029, 0x205F, 0x3000]
)
_BOLD = 600  # weight
_HEADING = 1.5  # times the size of the text
_LEVELS = 6
_COLUMN = 0.5  # of the size of the letters: a column of plain text
_RUNNING = "running head or page number"
_TURNED = "text that stands on its side"


def read_pdf(data: bytes, name: str) -> Document:
    """Read a PDF; raises SourceError, in one line, for one that is broken, locked, too long, or has no text.

    Time and memory grow with the number of characters.
    """
    rows: list[list[Line]] = []
    aside: list[tuple[int, str, str]] = []
    for number, words in enumerate(_pages(data, name)):
        upright, turned = _upright(words)
        rows.append(rows_of(upright, number))
        aside += [(number, row.text, _TURNED) for row in rows_of(turned, number)]
    if not any(rows):
        raise SourceError(f"{name}: no text in it: it holds pictures of pages; have a program read them (OCR) first")
    heads = chrome(rows)
    aside += [(page, rows[page][row].text, _RUNNING) for page, row in sorted(heads)]
    text = in_reading_order(
        [[row for at, row in enumerate(found) if (page, at) not in heads] for page, found in enumerate(rows)]
    )
    return Document(name, tuple(_lines(paragraphs(text), aside)))


# --- from the file


class _Set(NamedTuple):
    """A word as it is set: in which of four directions (None for askew), and where, as that direction sees it."""

    turn: int | None
    word: Word


def _pages(data: bytes, name: str) -> Iterator[list[_Set]]:
    """The words of each page."""
    try:
        import pypdfium2
    except ImportError:
        raise SourceError(f'{name}: to read PDF, first: pip install "rules-cli[pdf]"') from None
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        why = "locked with a password; save it without one" if locked else f"a broken PDF ({error}); save it again"
        raise SourceError(f"{name}: {why}") from None
    with document:
        if len(document) > MAX_PAGES:
            raise SourceError(f"{name}: over {MAX_PAGES} pages, too long for a rulebook")
        left = MAX_CHARACTERS
        for number in range(len(document)):
            try:
                page = document[number]
                text = page.get_textpage()
            except pypdfium2.PdfiumError:
                raise SourceError(f"{name}: page {number + 1} is broken; save the PDF again") from None
            count = text.count_chars()
            left -= count
            if left < 0 or count > _MAX_ON_A_PAGE:
                raise SourceError(f"{name}: page {number + 1}: too many letters for a rulebook")
            yield list(_words(text, count))
            text.close()
            page.close()


def _words(page: Any, count: int) -> Iterator[_Set]:
    """The words of a page, as PDFium tells them apart: by blanks, gaps and line ends."""
    from pypdfium2 import raw

    codes = [raw.FPDFText_GetUnicode(page, at) for at in range(count)]
    for start, end in _spans(codes):
        shown = _shown(codes[start:end])
        if shown:
            yield _placed(raw, page, start, end - 1, shown)


def _spans(codes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where words begin and end; a line's end ends one, though PDFium runs what it broke together."""
    start = 0
    for at, code in enumerate(codes):
        if code in _BLANKS or code == _LINE_END:
            yield start, at + (code == _LINE_END)
            start = at + 1
    yield start, len(codes)


def _shown(codes: Sequence[int]) -> str:
    text = "".join("-" if code == _LINE_END else chr(code) for code in codes)
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").translate(_LIGATURES)
        text = unicodedata.normalize("NFC", text)
    return text.translate(_NO_CHARACTER).strip()


def _placed(raw: Any, page: Any, first: int, last: int, text: str) -> _Set:
    matrix, box, end = raw.FS_MATRIX(), raw.FS_RECTF(), raw.FS_RECTF()
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetMatrix(page, first, matrix)
    raw.FPDFText_GetCharOrigin(page, first, x, y)
    raw.FPDFText_GetLooseCharBox(page, first, box)
    raw.FPDFText_GetLooseCharBox(page, last, end)
    size = raw.FPDFText_GetFontSize(page, first) * hypot(matrix.c, matrix.d)
    bold = raw.FPDFText_GetFontWeight(page, first) >= _BOLD
    quarters = 2 * atan2(matrix.b, matrix.a) / pi
    turn = round(quarters) % 4 if abs(quarters - round(quarters)) < 0.05 else None
    left, right, base = _seen(turn, (box, end), x.value, y.value)
    return _Set(turn, Word(text, left, right, base, round(size, 1), bold))


def _seen(turn: int | None, boxes: Sequence[Any], x: float, y: float) -> tuple[float, float, float]:
    """The left edge, right edge and baseline of a word for someone who turns the page so as to read it."""
    if turn == 1:
        return min(box.bottom for box in boxes), max(box.top for box in boxes), x
    if turn == 2:
        return min(-box.right for box in boxes), max(-box.left for box in boxes), y
    if turn == 3:
        return min(-box.top for box in boxes), max(-box.bottom for box in boxes), -x
    return min(box.left for box in boxes), max(box.right for box in boxes), -y


def _upright(words: Sequence[_Set]) -> tuple[list[Word], list[Word]]:
    """The words that stand as most of a page's letters do, and the others."""
    turns: Counter[int | None] = Counter()
    for word in words:
        turns[word.turn] += len(word.word.text)
    main = max(turns, key=lambda turn: turns[turn]) if turns else 0
    return [word for turn, word in words if turn == main], [word for turn, word in words if turn != main]


# --- to lines


def _lines(text: Sequence[Paragraph], aside: Sequence[tuple[int, str, str]]) -> Iterator[SourceLine]:
    """The lines of a document: each paragraph, a blank one where it stands apart, and what is set aside by pages."""
    number = 0
    left = sorted(aside)[::-1]
    levels = _heading_levels(text)
    for paragraph in text:
        while left and left[-1][0] <= paragraph.lines[0].page:
            number += 1
            _, words, why = left.pop()
            yield SourceLine(number, words, why, "markup")
        if paragraph.gap:
            number += 1
            yield SourceLine(number, "", "", "blank")
        number += 1
        yield _line(number, paragraph, levels)
    for _, words, why in left[::-1]:
        number += 1
        yield SourceLine(number, words, why, "markup")


def _line(number: int, paragraph: Paragraph, levels: dict[float, int]) -> SourceLine:
    level = levels.get(paragraph.size)
    if level is not None:
        return SourceLine(number, paragraph.text, paragraph.text, "heading", level)
    line = text_line(number, paragraph.text)
    columns = round(paragraph.indent / (_COLUMN * paragraph.size))
    return SourceLine(number, line.raw, line.text, line.role, columns, line.marker)


def _heading_levels(text: Sequence[Paragraph]) -> dict[float, int]:
    """The sizes of letters that are headings', much larger than the text's, each with its level."""
    letters: Counter[float] = Counter()
    for paragraph in text:
        letters[paragraph.size] += len(paragraph.text)
    body = max(letters, key=lambda size: letters[size])
    large = sorted((size for size in letters if size >= _HEADING * body), reverse=True)
    return {size: min(level, _LEVELS) for level, size in enumerate(large, 1)}
