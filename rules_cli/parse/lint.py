"""Anomalies of a book: faults found while reading, gaps in the numbering, references that lead nowhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

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
    return tuple(
        Anomaly(kind, draft.number, draft.lines[0] if draft.lines else 0, detail, draft.source)
        for draft in drafts
        for kind, detail in (*draft.faults, *gaps.get(draft.number, ()), *_dangling(references[draft.number]))
    )


def _dangling(references: Sequence[Reference]) -> Iterator[tuple[str, str]]:
    for reference in references:
        if not reference.resolved:
            yield (
                "dangling-reference",
                f"{reference.printed!r} names {reference.target}, which is not in this book",
            )


def _gaps(drafts: Sequence[Draft], profile: Profile) -> dict[RuleNumber, list[tuple[str, str]]]:
    """Return the numbers that are left out among the rows of one parent, by the row that follows the gap.

    Lettered rows are counted apart from the others. The first rows without a parent may have any number: they are
    those of an excerpt.
    """
    gaps: dict[RuleNumber, list[tuple[str, str]]] = defaultdict(list)
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
            start = 1 if before is None else before + 1
            missing = _first_and_last_unknown(range(start, place), draft, profile, known)
            if missing:
                numbers = " to ".join(dict.fromkeys(missing))
                gaps[draft.number].append(("number-gap", f"{numbers} not printed before {draft.number}"))
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


def _first_and_last_unknown(
    places: range, draft: Draft, profile: Profile, known: set[RuleNumber | None]
) -> tuple[RuleNumber, ...]:
    """Return the first and the last number at these places that is neither printed nor reported as missing."""

    def first(places: Iterable[int]) -> RuleNumber | None:
        numbers = (_sibling(draft, place, profile) for place in places)
        return next((number for number in numbers if number not in known), None)

    return tuple(number for number in (first(places), first(reversed(places))) if number is not None)


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
