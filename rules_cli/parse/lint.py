"""Anomalies of a book: faults found while reading, gaps in the numbering, references that lead nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_cli.model import Anomaly, Reference, RuleNumber
from rules_cli.parse.numbered_book import ordinal, parent_number
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft
from rules_cli.rule_number import letters_at, parts


def lint(
    drafts: Sequence[Draft], references: Mapping[RuleNumber, Sequence[Reference]], profile: Profile
) -> tuple[Anomaly, ...]:
    """Return every anomaly of a book, in source order."""
    gaps = _gaps(drafts, profile)
    found = []
    for draft in drafts:
        faults = [*draft.faults]
        if draft.number in gaps:
            faults.append(("number-gap", gaps[draft.number]))
        for reference in references[draft.number]:
            if not reference.resolved:
                detail = f"{reference.printed!r} names {reference.target}, which is not in this book"
                faults.append(("dangling-reference", detail))
        line = draft.lines[0] if draft.lines else 0
        found += [Anomaly(kind, draft.number, line, detail, draft.source) for kind, detail in faults]
    return tuple(found)


def _gaps(drafts: Sequence[Draft], profile: Profile) -> dict[RuleNumber, str]:
    """Return what is left out among the rows of one parent, by the row that follows the gap.

    Lettered rows are counted apart from the others. The first rows without a parent may have any number: they are
    those of an excerpt.
    """
    gaps: dict[RuleNumber, str] = {}
    known: set[RuleNumber | None] = {draft.printed for draft in drafts}
    known |= {parent_number(draft.printed, profile) for draft in drafts if _has_fault(draft, "missing-parent")}
    last_places: dict[tuple[int, bool], int] = {}
    for draft in drafts:
        place = _place(draft, profile)
        if place is None:
            continue
        found = parts(draft.printed)
        siblings = (id(draft.parent), bool(found and found.letters))
        before = last_places.get(siblings)
        if before is not None or draft.parent is not None:
            between = range((before or 0) + 1, place)
            unknown = (
                next((number for at in places if (number := _sibling(draft, at, profile)) not in known), None)
                for places in (between, reversed(between))
            )
            first_and_last = dict.fromkeys(number for number in unknown if number)
            if first_and_last:
                gaps[draft.number] = f"{' to '.join(first_and_last)} not printed before {draft.number}"
        last_places[siblings] = max(place, before or place)
    return gaps


def _place(draft: Draft, profile: Profile) -> int | None:
    """Return a row's place among its siblings by its number; None for a row without a number or in a wrong place."""
    if _has_fault(draft, "number-outside-parent", "missing-parent"):
        return None
    if parts(draft.printed):
        return ordinal(draft.printed, profile)
    last = draft.printed.rpartition(".")[2]
    return int(last) if draft.kind == "rule" and last.isdecimal() else None


def _sibling(draft: Draft, place: int, profile: Profile) -> RuleNumber:
    """Return the number that a row's sibling at another place would have."""
    found = parts(draft.printed)
    if found is None:
        return RuleNumber(f"{draft.printed.rpartition('.')[0]}.{place}")
    if found.letters:
        letters = letters_at(place, found.letters, profile.skipped_letters)
        return RuleNumber(".".join(map(str, found.digits)) + letters)
    if profile.chapters == "hundreds" and len(found.digits) == 1 and found.digits[0] >= 100:
        return RuleNumber(str(found.digits[0] // 100 * 100 + place))
    return RuleNumber(".".join(map(str, (*found.digits[:-1], place))))


def _has_fault(draft: Draft, *kinds: str) -> bool:
    return any(kind in kinds for kind, _ in draft.faults)
