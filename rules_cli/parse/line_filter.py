"""Lines dropped before rules are read: furniture, menus, tables of contents, foreign trailers.

Guarantee of `drop_furniture`: every line that is not blank is either returned or dropped with a reason, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.parse.line_shape import is_alone, is_dotted, own_number
from rules_cli.parse.penalty_tables import tables_as_rows
from rules_cli.parse.profile import Profile, furniture_pattern
from rules_cli.parse.row_draft import Reading

_RULED = re.compile(r"^\s*(?:[-=*_•~]\s*){3,}$")


def drop_furniture(document: Document, profile: Profile, reading: Reading) -> list[SourceLine]:
    """Return the lines that may be rules; drop all others into `reading`, with their reasons."""
    lines = list(_without_furniture(document, profile, reading))
    trailer = _foreign_trailer(lines, profile)
    reading.drop(document, lines[trailer], "page furniture in another script")
    lines[trailer] = []
    return tables_as_rows(lines, profile.penalties)


def menu_length(document: Document, profile: Profile) -> int:
    """Return how many lines the menu of a saved web page has; 0 for a document that is no such page."""
    if not profile.menu_ends:
        return 0
    ends = (at + 1 for at, line in enumerate(document.lines) if line.raw.strip() == profile.menu_ends)
    return max(ends, default=0)


def _without_furniture(document: Document, profile: Profile, reading: Reading) -> Iterator[SourceLine]:
    """Yield the lines that may be text of the book; drop page furniture, menus, markup and ruled lines."""
    furniture = furniture_pattern(profile.furniture)
    menu = menu_length(document, profile)
    for at, line in enumerate(document.lines):
        bare = line.raw.strip()
        if line.role == "blank":
            yield line
        elif at < menu:
            reading.drop(document, [line], "menu of the web page")
        elif furniture.match(bare) or furniture.match(line.text):
            reading.drop(document, [line], "page furniture")
        elif line.role == "markup":
            reading.drop(document, [line], line.text or "markup without words")
        elif len(bare) == 1 and bare.isalpha() and is_alone(document.lines, at):
            reading.drop(document, [line], "a stray letter")
        elif _RULED.match(bare):
            reading.drop(document, [line], "ruled line")
        else:
            yield line


# --- pages saved from a foreign site

_LETTER = re.compile(r"[^\W\d_]")
_LAST_LATIN = "\u024f"  # the letters with accents that European languages use end here
_SCRIPT_SAMPLE = 80  # characters of a line: enough words to tell its script
_MOST_FOREIGN = 2 / 3  # of the lines: if more are in another script, so is the book


def _foreign_trailer(lines: Sequence[SourceLine], profile: Profile) -> slice:
    """Return the end of a page saved from a foreign site: no numbered rule, and no line in Latin letters; nothing if
    most lines above it are in another script, too."""
    are_foreign = [_is_foreign(line) for line in lines]
    start = len(lines)
    for at in reversed(range(len(lines))):
        if are_foreign[at] is False:
            break
        if are_foreign[at]:
            start = at
    trailer, above = lines[start:], are_foreign[:start]
    is_book_foreign = len(trailer) > _MOST_FOREIGN * len(lines) or above.count(True) > above.count(False)
    if is_book_foreign or any(is_dotted(own_number(line, profile)) for line in trailer):
        return slice(0, 0)
    return slice(start, len(lines))


def _is_foreign(line: SourceLine) -> bool | None:
    """Return whether a line is in another script than the Latin one; None without letters."""
    letters = _LETTER.findall(line.text[:_SCRIPT_SAMPLE])
    return 2 * sum(letter > _LAST_LATIN for letter in letters) >= len(letters) if letters else None
