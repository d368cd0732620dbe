"""Where a number belongs: the rows above it, and its place among its siblings.

The open chain is the last numbered row, that row's parent, and so on; a number belongs under one of them. A number
whose parent is not in the chain is a misprint; its row stays in the place of print.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import Part, letter_ordinal, numbers_above, parts
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft

Steps = tuple[Part, ...]
"""The parts of a number from the chapter down: 2.7.3a is (2, 7, 3, "a"); with hundreds, 205.1 is (2, 205, 1); with
decimals, 4.31 is (4, 3, 1)."""


def steps(number: str, profile: Profile) -> Steps:
    """Return the steps from the chapter down to a number; () for a path or an unnumbered row."""
    found = parts(number)
    if found is None:
        return ()
    first = found[0]
    if profile.chapters == "decimals" and (figures := found.digits):
        return (first, *(int(sign) for part in figures[1:] for sign in str(part)), *found[len(figures) :])
    is_section = profile.chapters == "hundreds" and isinstance(first, int) and first >= 100
    return (first // 100, *found) if is_section and isinstance(first, int) else tuple(found)


def place_of(found: Steps, profile: Profile) -> int:
    """Return the place of steps among those with the same beginning: 2.7.3 → 3, 2.7.3b → 2 (with hundreds, 205 → 5)."""
    last = found[-1]
    if isinstance(last, str):
        return letter_ordinal(last, profile.skipped_letters)
    return last % 100 if profile.chapters == "hundreds" and len(found) == 2 and last >= 100 else last


def follows(found: Steps, before: Steps, profile: Profile) -> bool:
    """Whether a number is the next sibling of another, as 2.7.4 of 2.7.3 and 2.7.3b of 2.7.3a."""
    return (
        found[:-1] == before[:-1]
        and type(found[-1]) is type(before[-1])
        and place_of(found, profile) == place_of(before, profile) + 1
    )


def in_order(found: Steps) -> tuple[tuple[bool, Part], ...]:
    """Return steps so that they can be compared: figures before letters."""
    return tuple((isinstance(part, str), part) for part in found)


# --- the open chain

_LEVELS_OF_SECTIONS = 2  # of a number


class OpenRows:
    """The open chain, `rows`, from the last row up, and the numbers of all rows so far, `printed`."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.rows: dict[Steps, Draft] = {}
        self.printed: set[Steps] = set()

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def last(self) -> Steps:
        """The number of the last row."""
        return next(iter(self.rows))

    @property
    def chapter(self) -> Steps:
        """The number of the highest open row."""
        *_, chapter = self.rows
        return chapter

    def open(self, draft: Draft) -> None:
        """Make a row the last of the chain, under its parent and the rows above that."""
        number = steps(draft.printed, self.profile)
        self.printed.add(number)
        self.rows = {number: draft}
        row = draft.parent
        while row is not None and (above := steps(row.printed, self.profile)):
            self.rows[above] = row
            row = row.parent

    # Complexity: one case for each misprint that a number without its parent may be.
    def place(
        self, number: RuleNumber, heading: Callable[[Steps], Draft | None], is_misprint: bool = False
    ) -> tuple[Draft | None, list[tuple[str, str]]]:
        """Return the row that a number is printed under, and the faults of that place. `heading` returns the unnumbered
        heading that is open in the place of a number that is never printed. A misprint keeps its printed place."""
        own = steps(number, self.profile)
        above = own[:-1]
        if not above:
            return None, []
        for printed in (above, (*above, 0)):  # chapter 1 may be printed as 1.0
            if printed in self.rows and printed != own:
                return self.rows[printed], []
        place = next((row for each, row in self.rows.items() if len(each) <= len(above)), None)
        if above in self.printed:
            where = place.printed if place else "no section"
            return place, [("number-outside-parent", f"{number} is printed under {where}")]
        if is_over := heading(own):
            return is_over, []
        if not self.rows or len(own) <= len(self.chapter):
            # the highest row that is printed, as the sections of an excerpt: nothing is missing above it
            return None, []
        missing = next(iter(numbers_above(number)), str(above[0]))
        faults = [("missing-parent", f"{missing} is never printed")]
        # the row above the missing one, or the next above that; a chapter says too little about a number of many parts
        shortest = min(len(above[:-1] or above), _LEVELS_OF_SECTIONS)
        sections = (row for each, row in self.rows.items() if len(each) >= shortest and own[: len(each)] == each)
        return next(sections, place if is_misprint else None), faults
