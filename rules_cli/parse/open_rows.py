"""The open chain: the last numbered row, that row's parent, and so on. A number belongs under one of them.

A number whose parent is not in the chain is a misprint; its row stays in the place of print.
"""

from __future__ import annotations

from rules_cli.model import RuleNumber
from rules_cli.parse.numbering import Steps, follows, place_of, steps
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft
from rules_cli.rule_number import numbers_above

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

    def continued_by(self, number: Steps) -> bool:
        """Whether a number is the next one after a row of the chain."""
        return any(follows(number, each, self.profile) for each in self.rows)

    def expects(self, number: Steps) -> bool:
        """Whether a number is new, and follows a row of the chain or is the first under the last row."""
        if not self.rows or number in self.printed:
            return False
        if self.last == number[:-1]:
            return place_of(number, self.profile) <= 1
        return self.continued_by(number)

    def takes_letter(self, number: Steps) -> bool:
        """Whether letters after a number are a sub-rule's, and no unit (`1.5x for a kite`).

        They are if they are the first, if their rule is printed, or if siblings of them are open.
        """
        if not self.rows or number[-1] == "a" or number[:-1] in self.printed:
            return True
        return any(each[:-1] == number[:-1] for each in self.rows)

    # Complexity: one case for each misprint that a number without its parent may be.
    def place(self, number: RuleNumber, heading: Draft | None) -> tuple[Draft | None, list[tuple[str, str]]]:
        """Return the row that a number is printed under, and the faults of that place.

        `heading` is the unnumbered heading that is open in the place of a number that is never printed.
        """
        own = steps(number, self.profile)
        above = own[:-1]
        if not above:
            return None, []
        if above in self.rows:
            return self.rows[above], []
        place = next((row for each, row in self.rows.items() if len(each) <= len(above)), None)
        if above in self.printed:
            where = place.printed if place else "no section"
            return place, [("number-outside-parent", f"{number} is printed under {where}")]
        if heading:
            return heading, []
        if not self.rows or len(own) <= len(self.chapter):
            # the highest row that is printed, as the sections of an excerpt: nothing is missing above it
            return None, []
        missing = next(iter(numbers_above(number)), str(above[0]))
        faults = [("missing-parent", f"{missing} is never printed")]
        # the row above the missing one, or the next above that; a chapter says too little about a number of many parts
        shortest = min(len(above[:-1] or above), _LEVELS_OF_SECTIONS)
        sections = (row for each, row in self.rows.items() if len(each) >= shortest and own[: len(each)] == each)
        section = next(sections, None)
        is_in_appendix = isinstance(own[0], str)  # A.1 does not go on under chapter 9
        return section or (None if is_in_appendix else place), faults
