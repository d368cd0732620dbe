"""The misprints and gaps of a book: reported, and never repaired."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import gcd

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.model import Anomaly, Reference, RuleNumber
from rules_cli.numbers.parts import lookup_key, numbers_above, parts, with_last_part
from rules_cli.parse.numbering import place_of, steps
from rules_cli.parse.penalties import penalty_faults
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft
from rules_cli.parse.series import unread_series
from rules_cli.text import fold, shorten


# Complexity: one case for each kind of anomaly.
def lint(
    drafts: Sequence[Draft],
    references: Mapping[RuleNumber, Sequence[Reference]],
    profile: Profile,
    documents: Sequence[Document] = (),
) -> tuple[Anomaly, ...]:
    """Return every anomaly of a book, in source order."""
    gaps = _gaps(drafts, profile)
    penalties: dict[RuleNumber, list[str]] = {}
    for number, detail in penalty_faults(drafts, profile.penalties):
        penalties.setdefault(number, []).append(detail)
    series: dict[RuleNumber, list[str]] = {}
    titles = (*profile.front_matter, *profile.glossary, *profile.back_matter)
    for draft, detail in unread_series(drafts, frozenset(map(fold, titles))):
        series.setdefault(draft.number, []).append(detail)
    begun = {(draft.source, draft.lines[0]) for draft in drafts if draft.lines}
    printed = _lines_of(documents) if gaps else {}
    found = []
    for draft in drafts:
        faults = [*draft.faults, *(("series-in-text", detail) for detail in series.get(draft.number, ()))]
        if draft.number in gaps:
            missing, start = gaps[draft.number]
            places = ((draft.source, number) for number in range(start + 1, draft.lines[0] if draft.lines else 0))
            lines = (line for place in places if place not in begun for line in printed.get(place, ()))
            swallowed = next((line for line in lines if _is_like(line.text, missing.partition(" ")[0])), None)
            found_at = f"; line {swallowed.number} may be it: {shorten(swallowed.text)!r}" if swallowed else ""
            faults.append(("number-gap", f"{missing} not printed before {draft.number}{found_at}"))
        faults += [("penalty-differs", detail) for detail in penalties.get(draft.number, ())]
        for reference in references[draft.number]:
            if not reference.resolved and not reference.foreign:
                detail = f"{reference.printed!r} names {reference.target}, which is not in this book"
                faults.append(("dangling-reference", detail))
        line = draft.lines[0] if draft.lines else 0
        found += [Anomaly(kind, draft.number, line, detail, draft.source) for kind, detail in faults]
    return tuple(found)


# Complexity: conditions on neighbours, in one pass over the rows.
def _gaps(drafts: Sequence[Draft], profile: Profile) -> dict[RuleNumber, tuple[str, int]]:
    """Return the numbers left out among the rows of one parent, and the line where the row before the gap begins, by
    the row that follows the gap. Lettered rows are counted apart from the others. The first rows without a parent may
    have any number: they are those of an excerpt."""
    gaps: dict[RuleNumber, tuple[str, int]] = {}
    known = set[str]()
    siblings: dict[tuple[int, bool], list[tuple[int, Draft]]] = defaultdict(list)
    for draft in drafts:
        found, place = parts(draft.printed), _place(draft, profile)
        if place is not None:
            is_under_number = not found or (draft.parent is not None and parts(draft.parent.printed) is not None)
            above = draft.parent if is_under_number else draft.volume
            siblings[id(above), bool(found and isinstance(found[-1], str))].append((place, draft))
    for (owner, is_lettered), rows in siblings.items():
        if is_lettered and owner == id(None) and not _count_on([place for place, _ in rows]):
            continue  # G for general, S for safety
        step = gcd(*(place for place, _ in rows))  # 10 in a book with 100.10 and 100.20
        step = step if step and step % _STEP == 0 else 1
        before = None if owner == id(None) else 0  # the place of the last sibling
        start = 0  # the line where that begins
        by_hundreds = _begins_hundred(rows[0][0])
        for place, draft in rows:
            if before is not None:
                between = range(before + step, place, step)
                if by_hundreds and _begins_hundred(place) and before + 2 * step < place:
                    between = range(0)
                if between and not known:
                    missing = [draft for draft in drafts if _has_fault(draft, "missing-parent")]
                    known = {lookup_key(number) for draft in missing for number in numbers_above(draft.printed)[:1]}
                    known |= {lookup_key(draft.printed) for draft in drafts}
                if unknown := _unknown(between, draft, profile, known):
                    gaps[draft.number] = unknown, start
            before, start = max(place, before or place), draft.lines[0] if draft.lines else start
    return gaps


def _lines_of(documents: Sequence[Document]) -> Mapping[tuple[str, int], Sequence[SourceLine]]:
    """Return the lines by the name of their document and their number, which the cells of a table share."""
    lines: dict[tuple[str, int], list[SourceLine]] = defaultdict(list)
    for document in documents:
        for line in document.lines:
            lines[document.name, line.number].append(line)
    return lines


_LIKE_FIGURES = str.maketrans("lIiOo", "11100")


def _is_like(text: str, number: str) -> bool:
    """Whether a line begins like a number with a misprint: `l.2`, `1,2` or `12` for 1.2."""
    wanted = _key(number)
    end = next((at for at in range(1, len(text) + 1) if len(_key(text[:at])) == len(wanted)), len(text))
    after = text[end : end + 1]
    return _key(text[:end]) == wanted and not (after.isdecimal() or after.islower())


def _key(text: str) -> str:
    """Return the letters and figures of a text, with figures for the letters that look like them."""
    return "".join(filter(str.isalnum, text)).translate(_LIKE_FIGURES).lower()


def _count_on(places: Sequence[int]) -> bool:
    """Whether at least half of some places are the next after the one before."""
    return 2 * sum(after == before + 1 for before, after in pairwise(places)) >= len(places) - 1


def _begins_hundred(place: int) -> bool:
    """Whether a number is the first of a hundred: R-201 follows R-103 in a book that begins with R-101."""
    return place >= 100 and place % 100 <= 1


_STEP = 5  # of numbers that leave room for new ones; every second number is a gap


def _unknown(between: range, draft: Draft, profile: Profile, known: set[str]) -> str:
    """Return the first and the last number at some places that is neither printed nor reported as missing."""
    first_and_last = (
        next((number for at in places if lookup_key(number := _sibling(draft, at, profile)) not in known), None)
        for places in (between, reversed(between))
    )
    return " to ".join(dict.fromkeys(filter(None, first_and_last)))


def _place(draft: Draft, profile: Profile) -> int | None:
    """Return a row's place among its siblings by its number; None for a row without a number or in a wrong place."""
    if draft.is_item or _has_fault(draft, "number-outside-parent", "missing-parent"):
        return None
    if parts(draft.printed):
        return place_of(steps(draft.printed, profile), profile)
    last = draft.printed.rpartition(".")[2]
    return int(last) if draft.kind == "rule" and last.isdecimal() else None


def _sibling(draft: Draft, place: int, profile: Profile) -> RuleNumber:
    """Return the number that a row's sibling at another place would have."""
    if parts(draft.printed) is None:
        return RuleNumber(f"{draft.printed.rpartition('.')[0]}.{place}")
    last = (parts(draft.printed) or (0,))[-1]
    if isinstance(last, int):  # 205 is the fifth of the section 200
        place += last - place_of(steps(draft.printed, profile), profile)
    return with_last_part(draft.printed, place, profile.skipped_letters)


def _has_fault(draft: Draft, *kinds: str) -> bool:
    """Whether one of these kinds of anomaly was found while the row was read."""
    return any(kind in kinds for kind, _ in draft.faults)
