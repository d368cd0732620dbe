"""Read plain text with the line ends that rulebooks have.

Guarantees: every line of the file is one `SourceLine`, in order, but the lines of a hard-wrapped paragraph are one;
blank lines where a page ends in a sentence are left out. No character is changed except no-break and zero-width blanks,
and the permalink sign that a web page leaves at the end of a line.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from heapq import merge
from itertools import pairwise
from operator import itemgetter

from rules_cli.formats.pdf.running_heads import RUNNING
from rules_cli.formats.printed_pages import NARROWEST, heads_and_feet, in_reading_order, pages_of
from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.numbers.grammar import CLOSING, MIXED, PARTED
from rules_cli.text import FAR_EASTERN

_LINE_END = re.compile("\r\n|\n\r|\r|\n")
_ITEM = re.compile(r"^[ \t]*([-*+•‣◦▪●–—](?=\s)|[-•‣◦▪●](?=[^\W\d_])|[0-9]{1,4}[.)](?=\s))\s*(.*)$")
_BLANKS = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u200b": None, "\ufeff": None, "\u2060": None, "\f": None}
)
_NAMED = re.compile(r"[^\W\d_].*[0-9]")  # `Rule 1.1`, `A.1`: the parser knows which words may name a rule
_WORDED = re.compile(r"[^\W\d_]{3,}\.?\s+\S|§|第")  # `Section 1.`, `§ 3`, `第3条`: more than an item's mark
_UNUSUAL_BLANK = re.compile("[\u00a0\u202f\u2007\u200b\ufeff\u2060\f]")
_TAB = 4  # columns

_NARROWEST, _WIDEST = 50, 120  # columns at which people wrap text
_FEWEST = 20  # lines; fewer can have a common length by chance
_UNBROKEN = 0.01  # of the lines may be wider: they could not be broken, as an address can't
_BROKEN = 0.1  # of the lines, or more, go on in the next; in a list of short rules fewer do by chance
_SENTENCE_END = re.compile(r"(?:[.!?:;…。！？：；][\"”’'»)\]*」』）】]*|[;,] (?:and|or|und|oder|et|ou|y|o|e))$")
_NEW_PARAGRAPH = re.compile(
    rf"[ \t]*(?:[0-9]{{1,4}}[a-z]{{0,2}}{CLOSING}?|[0-9]{{1,4}}-[0-9]{{1,4}}{CLOSING}|{PARTED}{CLOSING}?|{MIXED}"
    r"|[-*•‣◦▪●–—]"
    r"|[^\W\d_][\w.]{0,14}\s?\d{0,2}:|(?:[a-z]|[ivx]{2,4})[.)]|\((?:[A-Za-z]|[ivx]{2,4}|[0-9]{1,3})\))(?:\s|"
    rf"(?=[A-Z{FAR_EASTERN}]))|[ \t]*[^\W\d_]{{1,4}}[A-ZＡ-Ｚ]?："
)
_LEADERS = re.compile(r"(?:\. ?){4}\s?[0-9]{1,4}\s*$")  # before the number of a page, in a table of contents
_FAR_EASTERN = re.compile(f"[{FAR_EASTERN}]")
_PARTED_BY_NONE = re.compile(f"[{FAR_EASTERN}]{{2}}")  # no blank is between two such signs
_RULER = re.compile(r"\s*([^\w\s])\1{3,}\s*")  # a line that parts titles from text
_HYPHENATED = re.compile(r"[^\W\d_]-$")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with any mixture of line ends."""
    only_crlf = text.count("\r\n") == text.count("\n") == text.count("\r")
    lines = text.split("\r\n") if only_crlf else _LINE_END.split(text)
    return lines[:-1] if not lines[-1] else lines


def tidy(line: str) -> str:
    """Return the line with ordinary blanks only, and without a permalink sign at its end."""
    return _common_blanks(line).rstrip().removesuffix("§").removesuffix("¶").rstrip()


def _common_blanks(line: str) -> str:
    """Return the line with ordinary blanks only; few lines have others, and the search is faster than `translate`."""
    return line.translate(_BLANKS) if _UNUSUAL_BLANK.search(line) else line


def is_blank(line: str) -> bool:
    """Return whether a line has only blanks of any kind; a permalink sign is more than that."""
    return not _common_blanks(line).strip()


def indent_of(line: str) -> int:
    """Return the columns of blank space before the text."""
    blank = line[: len(line) - len(line.lstrip(" \t"))]
    return len(blank) + blank.count("\t") * (_TAB - 1)


def item_of(line: str) -> tuple[str, str] | None:
    """Return a list item's mark and text, `("•", "…")` or `("3.", "…")`; None if the line is no item."""
    found = _ITEM.match(line)
    return (found[1], found[2]) if found else None


# Complexity: no nesting, but a comprehension for each step.
def read_text(text: str, name: str) -> Document:
    """Read plain text with one paragraph on a line; wrapped lines are joined, heads and feet of pages set aside."""
    raws = split_lines(text)
    pages = pages_of(raws)
    aside = heads_and_feet(raws, pages)
    left_out = aside | _broken_by(raws, aside)
    ordered = list(in_reading_order(raws, [[at for at in page if at not in left_out] for page in pages]))
    places, texts = [at for at, _, _ in ordered], [words for _, words, _ in ordered]
    in_columns = [words for _, words, is_column in ordered if is_column]
    is_mostly_columns = 2 * len(in_columns) > len(texts)  # then the column at which these are wrapped counts
    width = width_of(in_columns, NARROWEST) if is_mostly_columns else width_of(texts)
    shown = ((places[at], text_line(places[at] + 1, words)) for at, words in unwrapped(texts, width))
    heads = ((at, SourceLine(at + 1, raws[at], RUNNING, "markup")) for at in sorted(aside))
    # Columns are in the order of reading, not of the file: a head comes before the first line from below it.
    return Document(name, tuple(line for _, line in merge(shown, heads, key=itemgetter(0))))


def text_line(number: int, raw: str) -> SourceLine:
    """Return a line of plain text with its role: blank, markup, item of a list, or text."""
    line = tidy(raw)
    if not line.strip():
        return SourceLine(number, raw, "", "blank" if is_blank(raw) else "markup")
    if item := item_of(line):
        return SourceLine(number, raw, item[1], "item", indent_of(line), item[0])
    return SourceLine(number, raw, line.strip(), "text", indent_of(line))


def labelled_line(text: str, label: str, is_rule: bool, level: int) -> SourceLine:
    """Return a line with the number or mark that a word processor shows before it: an item of a list, or text.
    `is_rule`: its list prints numbers of several levels; then `raw` has the number, as if its author had typed it."""
    whole = f"{label} {text}".strip()
    if label and not (is_rule and _NAMED.match(label)) and not _WORDED.match(label):
        return SourceLine(0, whole if is_rule else text, text, "item", level, label)
    return text_line(0, whole)


# --- hard-wrapped text: an editor broke a line only where the next word did not fit, and its author elsewhere


def width_of(raws: Sequence[str], narrowest: int = _NARROWEST) -> int:
    """Return the column at which a text is wrapped, 0 if it is not; no text is wrapped at less than `narrowest`."""
    lengths = sorted(len(raw.rstrip()) for raw in raws if raw.strip())
    if len(lengths) < _FEWEST:
        return 0
    width = lengths[int(len(lengths) * (1 - _UNBROKEN))]
    if not narrowest <= width <= _WIDEST:
        return 0
    broken = sum(_is_full(line, after, width) for line, after in pairwise(raws))
    return width if broken >= _BROKEN * len(lengths) else 0


def unwrapped(raws: Sequence[str], width: int) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of a text, each after the index of its first line; a blank line is a paragraph, too. `width`
    is the column at which the text is wrapped; if it is 0, no lines are joined."""
    start, paragraph = 0, ""
    for at, (before, raw) in enumerate(pairwise(("", *raws))):
        goes_on = width > 0 and _is_full(before, raw, width)
        is_new = _SENTENCE_END.search(before.rstrip()) and _NEW_PARAGRAPH.match(raw)
        if goes_on and not (is_new or _LEADERS.search(before)):
            first = paragraph.rstrip()
            is_tight = _HYPHENATED.search(first[-2:]) or _PARTED_BY_NONE.fullmatch(first[-1:] + raw.lstrip()[:1])
            paragraph = f"{first}{'' if is_tight else ' '}{raw.strip()}"  # a compound word keeps its hyphen
        else:
            if at:
                yield start, paragraph
            start, paragraph = at, raw
    if raws:
        yield start, paragraph


def _broken_by(raws: Sequence[str], aside: Container[int]) -> set[int]:
    """Return the indexes of the blank lines beside heads and feet (`aside`) that are in the middle of a sentence."""
    found: set[int] = set()
    gap: list[int] = []  # the blank lines since the last line of text
    is_page_end, before = False, ""  # whether a head or foot is in the gap, and the text above it
    for at, raw in enumerate(raws):
        if at in aside:
            is_page_end = True
        elif not raw.strip():
            gap.append(at)
        else:
            goes_on = raw.lstrip()[:1].islower() and not _SENTENCE_END.search(before)
            if is_page_end and goes_on:
                found.update(gap)
            gap, is_page_end, before = [], False, raw.rstrip()
    return found


def _is_full(line: str, after: str, width: int) -> bool:
    """Return whether the first word of the next line does not fit into this one."""
    words = after.split(maxsplit=1)
    if not words or not line.strip() or _RULER.fullmatch(line) or _RULER.fullmatch(after):
        return False
    first = 0 if _FAR_EASTERN.match(words[0]) else len(words[0])  # a line may be broken between any two signs
    return len(line.rstrip()) + 1 + first > width
