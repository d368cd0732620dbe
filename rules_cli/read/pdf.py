"""PDF → lines, by what is printed where: columns, running heads, paragraphs (the modules named `print_…`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import NamedTuple

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document, SourceLine
from rules_cli.read.print_chrome import chrome
from rules_cli.read.print_columns import in_reading_order
from rules_cli.read.print_lines import Word, rows_of
from rules_cli.read.print_paragraphs import Paragraph, paragraphs
from rules_cli.read.text import text_line

MAX_PAGES = 5_000
MAX_LETTERS = 5_000_000  # five times those of the longest rulebook
MAX_SECONDS = 300
_HEADING = 1.5  # times the size of the text
_LEVELS = 6
_COLUMN = 0.5  # of the size of the letters: a column of plain text
_RUNNING = "running head or page number"
_TURNED = "text that stands on its side"


class Set(NamedTuple):
    """A word as it is set: in which of four directions (None for askew), and where, as that direction sees it."""

    turn: int | None
    word: Word


def read_pdf(data: bytes, name: str) -> Document:
    """Read a PDF; raises SourceError, in one line, for one that is broken, locked, too long, or has no text.

    Time and memory grow with the number of letters.
    """
    pages = list(_pages(data, name))
    if not any(pages):
        raise SourceError(f"{name}: no text in it: it holds pictures of pages; have a program read them (OCR) first")
    return Document(name, tuple(lines_of(pages)), joins=True, breaks=True)


def lines_of(pages: Sequence[Sequence[Set]]) -> Iterator[SourceLine]:
    """The lines that the words of some pages are; every word is in exactly one of them, or set aside with a reason."""
    split = [_upright(words) for words in pages]
    rows = [rows_of(upright, page) for page, (upright, _) in enumerate(split)]
    aside = [(page, row.text, _TURNED) for page, (_, turned) in enumerate(split) for row in rows_of(turned, page)]
    heads = chrome(rows)
    aside += [(page, rows[page][row].text, _RUNNING) for page, row in sorted(heads)]
    text = [[row for at, row in enumerate(found) if (page, at) not in heads] for page, found in enumerate(rows)]
    return _lines(paragraphs(in_reading_order(text)), aside)


# --- from the file


def _pages(data: bytes, name: str) -> Iterator[list[Set]]:
    """The words of each page, as a program of its own finds them: see `pdf_words`."""
    if find_spec("pypdfium2") is None:
        raise SourceError(f'{name}: PDF needs one more package: pip install "rules-cli[pdf]"')
    command = [sys.executable, "-P", "-m", "rules_cli.read.pdf_words", str(MAX_PAGES), str(MAX_LETTERS)]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        found = subprocess.check_output(command, input=data, env=paths, timeout=MAX_SECONDS, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise SourceError(f"{name}: not read in {MAX_SECONDS} seconds; is it a rulebook?") from None
    except (subprocess.CalledProcessError, OSError):
        raise SourceError(f"{name}: a broken PDF; download or save it again") from None
    for line in found.splitlines():
        page = json.loads(line)
        if isinstance(page, str):
            raise SourceError(f"{name}: {page}")
        yield [Set(turn, Word(*word)) for turn, *word in page]


def _upright(words: Sequence[Set]) -> tuple[list[Word], list[Word]]:
    """The words that stand as most of a page's letters do, and the others."""
    turns: Counter[int | None] = Counter()
    for turn, word in words:
        turns[turn] += len(word.text)
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
    if paragraph.lines[0].table:
        return SourceLine(number, paragraph.text, paragraph.text, "item", 0, "•")
    level = levels.get(paragraph.size)
    if level is not None:
        return SourceLine(number, paragraph.text, paragraph.text, "heading", level)
    line = text_line(number, paragraph.text)
    columns = round(paragraph.indent / (_COLUMN * paragraph.size))
    return replace(line, level=columns, strong=all(word.bold for each in paragraph.lines for word in each.words))


def _heading_levels(text: Sequence[Paragraph]) -> dict[float, int]:
    """The sizes of letters that are headings', much larger than the text's, each with its level."""
    letters: Counter[float] = Counter()
    for paragraph in text:
        letters[paragraph.size] += len(paragraph.text)
    body = max(letters, key=lambda size: letters[size], default=0.0)
    large = sorted((size for size in letters if size >= _HEADING * body), reverse=True)
    return {size: min(level, _LEVELS) for level, size in enumerate(large, 1)}
