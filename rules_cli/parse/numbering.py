"""Where a number belongs: the rows above it, and its place among its siblings."""

from __future__ import annotations

from rules_cli.model import RuleNumber
from rules_cli.parse.profile import Profile
from rules_cli.rule_number import Part, letter_ordinal, parts, with_last_part

Steps = tuple[Part, ...]
"""The parts of a number from the chapter down: 2.7.3a is (2, 7, 3, "a"); with hundreds, 205.1 is (2, 205, 1)."""


def steps(number: str, profile: Profile) -> Steps:
    """Return the steps from the chapter down to a number; () for a path or an unnumbered row."""
    found = parts(number)
    if found is None:
        return ()
    first = found[0]
    is_section = profile.chapters == "hundreds" and isinstance(first, int) and first >= 100
    return (first // 100, *found) if is_section and isinstance(first, int) else tuple(found)


def ordinal(number: str, profile: Profile) -> int:
    """Return a number's place among its siblings: 2.7.3 → 3, 2.7.3b → 2 (with hundreds, 205 → 5); 0 for a path."""
    found = steps(number, profile)
    return place_of(found, profile) if found else 0


def place_of(found: Steps, profile: Profile) -> int:
    """Return the place of steps among those with the same beginning."""
    last = found[-1]
    if isinstance(last, str):
        return letter_ordinal(last, profile.skipped_letters)
    return last % 100 if profile.chapters == "hundreds" and len(found) == 2 and last >= 100 else last


def follows(found: Steps, before: Steps, profile: Profile) -> bool:
    """Whether steps are those of the next sibling."""
    return (
        found[:-1] == before[:-1]
        and type(found[-1]) is type(before[-1])
        and place_of(found, profile) == place_of(before, profile) + 1
    )


def in_order(found: Steps) -> tuple[tuple[bool, Part], ...]:
    """Return steps so that they can be compared: figures before letters."""
    return tuple((isinstance(part, str), part) for part in found)


def sibling(number: RuleNumber, place: int, profile: Profile) -> RuleNumber:
    """Return the number that the sibling of a number at another place would have."""
    found = steps(number, profile)
    last = found[-1]
    if profile.chapters == "hundreds" and len(found) == 2 and isinstance(last, int) and last >= 100:
        place += last // 100 * 100
    return with_last_part(number, place, profile.skipped_letters)
