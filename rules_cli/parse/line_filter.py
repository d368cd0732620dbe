"""Lines dropped before rules are read: furniture, menus, markup and ruled lines.

Guarantee of `drop_furniture`: every line that is not blank is either returned or dropped with a reason, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.parse.line_shape import is_alone
from rules_cli.parse.penalty_tables import tables_as_rows
from rules_cli.parse.profile import Profile, furniture_pattern
from rules_cli.parse.row_draft import Reading

_RULED = re.compile(r"^\s*(?:[-=*_•~]\s*){3,}$")


def drop_furniture(document: Document, profile: Profile, reading: Reading) -> list[SourceLine]:
    """Return the lines that may be rules; drop all others into `reading`, with their reasons."""
    return tables_as_rows(list(_without_furniture(document, profile, reading)), profile.penalties)


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
