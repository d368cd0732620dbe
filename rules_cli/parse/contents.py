"""Tables of contents: lines that name what is printed elsewhere, and own no words."""

from __future__ import annotations

from collections.abc import Collection

from rules_cli.parse.candidates import Candidates, has_leaders, without_page
from rules_cli.parse.line_shape import is_title
from rules_cli.parse.profile import Profile
from rules_cli.text import fold

_FEWEST = 2  # entries without a heading above them; fewer may be a form to fill in
_BETWEEN = 2  # lines between two entries that are none: the second line of a long title
_LONGEST_NAME = 90  # characters


# Complexity: one case for each kind of line.
def contents(found: Candidates, rows: Collection[int]) -> set[int]:
    """Return the lines of tables of contents: their heading, the entries, and the few lines between entries.

    An entry is a number that is printed elsewhere with more words, a line with dots before a page, or a title without a
    number that is printed again further down.
    """
    titles = {fold(word) for word in (*found.profile.contents, *Profile().contents)}
    ends = {fold(word) for word in (*found.profile.glossary, *found.profile.back_matter)}  # of a book: not so early
    lines = found.lines
    of_rows = {key for key, at in zip(found.keys, found.places, strict=True) if at in rows}
    entries_of = zip(found.keys, found.places, found.again, strict=True)
    again = {at for key, at, is_again in entries_of if is_again or (key in of_rows and key[1])}
    texts = [without_page(line.text) for line in lines]
    names = [fold(text[:_LONGEST_NAME]).strip(" :.") for text in texts]
    last = {name: at for at, name in enumerate(names)}
    dropped: set[int] = set()
    run: list[int] = []  # the lines of the table that is being read,
    between: list[int] = []  # those after its last entry,
    entries = 0  # its entries,
    has_heading = False  # and whether a heading is above them
    for at, line in enumerate(lines):
        if line.role == "blank":
            continue
        name = names[at]
        is_short = is_title(texts[at].rstrip("?"), marked=True)
        opens = at not in rows and name in titles
        is_title_again = found.numbers[at] is None and is_short and bool(run) and (last[name] > at or name in ends)
        if not opens and at not in rows and (at in again or has_leaders(line.text) or is_title_again):
            run, between, entries = [*run, *between, at], [], entries + 1
        elif not opens and at not in rows and run and is_short and len(between) < _BETWEEN:
            between.append(at)
        else:
            if entries >= _FEWEST or (has_heading and entries):
                dropped.update(run)
            run, between, entries, has_heading = [at] if opens else [], [], 0, opens
    if entries >= _FEWEST or (has_heading and entries):
        dropped.update(run)
    return dropped
