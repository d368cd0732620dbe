"""The words of a PDF's pages → lines, by what is printed where: see the modules named `print_…`.

A program of its own, so that a PDF made to crash, hang or swell what reads it does no harm:
`python -m rules_cli.formats.pdf.extract MAX_PAGES MAX_LETTERS` reads a PDF from one pipe and writes into another, as JSON, a
list of the fields of its lines, or a string that says why it can't be read, or `{"fault": …}`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

from rules_cli.formats.pdf.characters import Set, Unreadable, pages_of
from rules_cli.formats.pdf.columns import in_reading_order
from rules_cli.formats.pdf.paragraphs import Paragraph, paragraphs
from rules_cli.formats.pdf.rows import PrintedWord, rows_of
from rules_cli.formats.pdf.running_heads import chrome
from rules_cli.formats.plain_text import text_line
from rules_cli.formats.source_line import SourceLine

FIELDS = ("number", "raw", "text", "role", "level", "marker", "strong")
_MOST_MEMORY = 2_000_000_000
_HEADING = 1.5  # times the size of the text
_LEVELS = 6
_COLUMN = 0.5  # of the size of the letters: a column of plain text
_RUNNING = "running head or page number"
_TURNED = "text that stands on its side"


def lines_of(pages: Sequence[Sequence[Set]]) -> Iterator[SourceLine]:
    """The lines that the words of some pages are; every word is in exactly one of them, or set aside with a reason."""
    split = [_upright(words) for words in pages]
    rows = [rows_of(upright, page) for page, (upright, _) in enumerate(split)]
    aside = [(page, row.text, _TURNED) for page, (_, turned) in enumerate(split) for row in rows_of(turned, page)]
    heads = chrome(rows)
    aside += [(page, rows[page][row].text, _RUNNING) for page, row in sorted(heads)]
    text = [[row for at, row in enumerate(found) if (page, at) not in heads] for page, found in enumerate(rows)]
    return _lines(paragraphs(in_reading_order(text)), aside)


def _upright(words: Sequence[Set]) -> tuple[list[PrintedWord], list[PrintedWord]]:
    """The words that stand as most of a page's letters do, and the others."""
    turns: Counter[int | None] = Counter()
    for turn, word in words:
        turns[turn] += len(word.text)
    main = max(turns, key=lambda turn: turns[turn]) if turns else 0
    return [word for turn, word in words if turn == main], [word for turn, word in words if turn != main]


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
    if paragraph.lines[0].table:
        return SourceLine(number, paragraph.text, paragraph.text, "item", 0, "•")
    level = levels.get(paragraph.size)
    if level is not None:
        return SourceLine(number, paragraph.text, paragraph.text, "heading", level)
    line = text_line(number, paragraph.text)
    columns = round(paragraph.indent / (_COLUMN * paragraph.size))
    return line._replace(level=columns, strong=all(word.bold for each in paragraph.lines for word in each.words))


def _heading_levels(text: Sequence[Paragraph]) -> dict[float, int]:
    """The sizes of letters that are headings', much larger than the text's, each with its level."""
    letters: Counter[float] = Counter()
    for paragraph in text:
        letters[paragraph.size] += len(paragraph.text)
    body = max(letters, key=lambda size: letters[size], default=0.0)
    large = sorted((size for size in letters if size >= _HEADING * body), reverse=True)
    return {size: min(level, _LEVELS) for level, size in enumerate(large, 1)}


# --- the program


def _within_bounds() -> None:
    """Let the system stop this program where it takes too much memory; not every system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def _answer(data: bytes, most_pages: int, most_letters: int) -> str | list[list[object]]:
    try:
        pages = list(pages_of(data, most_pages, most_letters))
        if not any(pages):
            return "no text in it: it holds pictures of pages; have a program read them (OCR) first"
        return [[getattr(line, name) for name in FIELDS] for line in lines_of(pages)]
    except Unreadable as why:
        return str(why)
    except MemoryError:
        return "too large for a rulebook"


def main() -> None:
    """Read a PDF from the standard input, and write what it says; a fault of this program is told as one."""
    _within_bounds()
    most_pages, most_letters = map(int, sys.argv[1:])
    with open(0, "rb") as pdf, open(1, "w", encoding="utf-8") as found:
        try:
            answer: object = _answer(pdf.read(), most_pages, most_letters)
        except Exception as fault:
            answer = {"fault": f"{type(fault).__name__}: {fault}"}
        json.dump(answer, found)


if __name__ == "__main__":
    main()
