"""What is odd about a book: the faults met while reading, gaps in the numbering, references that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules_cli.model import Anomaly, Reference, RuleNumber
from rules_cli.parse.numbered_book import parent_number
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft
from rules_cli.rule_number import letter_ordinal, letters_at, parts


def lint(
    drafts: Sequence[Draft], references: Mapping[RuleNumber, Sequence[Reference]], profile: Profile
) -> tuple[Anomaly, ...]:
    """Every anomaly of a book, in source order."""
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
    """Numbers that are left out among the rows of one parent, by the row that follows the gap."""
    found: dict[RuleNumber, list[tuple[str, str]]] = {}
    told = {parent_number(d.printed, profile) for d in drafts if d.faults and _has(d, "missing-parent")}
    told |= {draft.printed for draft in drafts}
    previous: dict[tuple[int, bool], int] = {}
    first = True
    for draft in drafts:
        place = ordinal(draft, profile)
        if place is None or (draft.faults and (_has(draft, "number-outside-parent") or _has(draft, "missing-parent"))):
            continue
        row = (id(draft.parent), bool(parts(draft.printed) and parts(draft.printed).letters))  # type: ignore[union-attr]
        before = previous.get(
            row, place - 1 if first and draft.parent is None else min(place - 1, 0) if place < 2 else 0
        )
        missing = _left_out(range(before + 1, place), draft, profile, told) if place > before + 1 else ()
        if missing and not (draft.parent is None and row not in previous):
            said = " to ".join(dict.fromkeys(missing))
            found.setdefault(draft.number, []).append(("number-gap", f"{said} not printed before {draft.number}"))
        previous[row] = max(place, previous.get(row, place))
        first = False
    return found


def _left_out(places: range, draft: Draft, profile: Profile, told: set[RuleNumber | None]) -> tuple[RuleNumber, ...]:
    """The first and the last number at these places that is printed nowhere, and no parent whose lack is told."""

    def first(places: Iterable[int]) -> RuleNumber | None:
        numbers = (_sibling(draft, place, profile) for place in places)
        return next((number for number in numbers if number not in told), None)

    return tuple(number for number in (first(places), first(reversed(places))) if number is not None)


def ordinal(draft: Draft, profile: Profile) -> int | None:
    """A row's place among its siblings by its printed number: 2.7.3 → 3, 2.7.3b → 2, 205 → 5 with hundreds."""
    found = parts(draft.printed)
    if found is None:
        last = draft.printed.rpartition(".")[2]
        return int(last) if draft.kind == "rule" and last.isdecimal() else None
    if found.letters:
        return letter_ordinal(found.letters, profile.skipped_letters)
    if profile.chapters == "hundreds" and len(found.digits) == 1 and found.digits[0] >= 100:
        return found.digits[0] % 100
    return found.digits[-1]


def _sibling(draft: Draft, place: int, profile: Profile) -> RuleNumber:
    """The number that a row's sibling at another place would have."""
    found = parts(draft.printed)
    if found is None:
        return RuleNumber(f"{draft.printed.rpartition('.')[0]}.{place}")
    if found.letters:
        letters = letters_at(place, found.letters, profile.skipped_letters)
        return RuleNumber(".".join(map(str, found.digits)) + letters)
    if profile.chapters == "hundreds" and len(found.digits) == 1 and found.digits[0] >= 100:
        return RuleNumber(str(found.digits[0] // 100 * 100 + place))
    return RuleNumber(".".join(map(str, (*found.digits[:-1], place))))


def _has(draft: Draft, kind: str) -> bool:
    return any(fault == kind for fault, _ in draft.faults)
