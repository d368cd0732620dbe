"""What single printed lines show: numbers, bullets, lead words, and how a line ends. Knows no file format."""

from __future__ import annotations

import re

from rules_cli.formats.pdf.rows import BULLETS, DASHES, LABEL, PrintedLine

HYPHENS = "-\u2010\u00ad"
PARTS = re.compile(r"[0-9]+|[a-z]+")
_FAR = 1.5  # of the size of the letters: no blank between two words of a sentence
_OTHER_SIZE = 1.12
_SENTENCE_END = re.compile(r"[.!?:;…](?:\[[^\[\]]{1,20}\]|[\"”’'»)\]*])*$")
_LEAD = re.compile(r"[^\W\d][^:.]{1,30}:")
_DIGITS = re.compile(r"[0-9]+")


def adjoin(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line stands right below another in one column."""
    return before.page == line.page and before.column == line.column and line.base > before.base


def differ(size: float, other: float) -> bool:
    return max(size, other) > _OTHER_SIZE * min(size, other)


def bullet(line: PrintedLine, before: PrintedLine) -> bool:
    """Whether a line begins with a bullet: a dash is one where no sentence goes on."""
    first = line.words[0].text
    return len(line.words) > 1 and (first in BULLETS or (first in DASHES and ends_sentence(before)))


def is_mid_sentence(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line goes on in small letters where no sentence has ended."""
    return line.words[0].text[0].islower() and not labelled(line) and not ends_sentence(before)


def lead(line: PrintedLine) -> str:
    """The words before a colon at the beginning of a line, of three at most: `Example 2:`; "" where there are none."""
    found = _LEAD.match(" ".join(word.text for word in line.words[:3]))
    return _DIGITS.sub("#", found[0]) if found else ""


def comes_next(first: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line begins with the number after that of a paragraph, and a sentence of its own."""
    before, after = (PARTS.findall(each.words[0].text) for each in (first, line))
    opens = len(line.words) > 1 and not line.words[1].text[:1].islower()
    if not opens or not before or not after or not labelled(first):
        return False
    if before == after[:-1]:
        return after[-1] in ("0", "1", "a")
    upper = len(after) - 1
    return len(before) > upper and before[:upper] == after[:upper] and _next(before[upper]) == after[upper]


def _next(part: str) -> str:
    return str(int(part) + 1) if part.isdecimal() else part[:-1] + chr(ord(part[-1]) + 1)


def ends_sentence(line: PrintedLine) -> bool:
    return bool(_SENTENCE_END.search(line.words[-1].text))


def turns_bold(before: PrintedLine, line: PrintedLine) -> bool:
    return line.words[0].bold and not before.words[-1].bold


def is_entry(line: PrintedLine) -> bool:
    """Whether a line ends in the page of an entry in a table of contents: a number far to the right, or after dots."""
    if len(line.words) < 2 or not line.words[-1].text.isdecimal():
        return False
    before, page = line.words[-2:]
    return page.left - before.right > _FAR * line.size or before.text.endswith(("....", "….", "……", " . ."))


def labelled(line: PrintedLine) -> bool:
    return bool(LABEL.match(line.words[0].text))


def ends_open(before: PrintedLine) -> bool:
    """Whether a line ends in a hyphen that touches a word: no paragraph does."""
    end = before.words[-1].text
    return end[-1] in HYPHENS and end[-2:-1].isalnum()


def is_break(end: str, start: str) -> bool:
    """Whether a word may be broken at a line's end: letters, a hyphen, and small letters (or capitals all through)."""
    goes_on = start[:1].islower() or (start[:2].isupper() and end[:-1].isupper())
    return end[-1:] in HYPHENS and end[-2:-1].isalpha() and goes_on
