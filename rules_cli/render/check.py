"""Checked citations: a line for each, with the place first so that an editor can jump to it; and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.render.page import Page, Span, Style

if TYPE_CHECKING:
    from rules_cli.citation_check import Checked, CheckedCitation

_STYLES: Mapping[str, Style] = {"fine": "good", "unclear": "note"}  # all others are wrong
_ORDER = ("fine", "not there", "moved", "changed", "misquoted", "unclear")
_WIDEST = 40


def page(checked: Sequence[Checked], rewritten: Iterable[str] = ()) -> Page:
    """Every citation with its verdict; the sum; what it was held against; and what was rewritten, as given."""
    made = Page()
    rows = [(_place(each, judged), each, judged) for each in checked for judged in each.found]
    width = min(_WIDEST, max((len(place) for place, _, _ in rows), default=0))
    for place, each, judged in rows:
        style = _STYLES.get(judged.verdict, "bad")
        made.add(Span(f"{place:<{width}}  ", "quiet"), Span(f"{judged.verdict:<9}", style), *_said(each, judged))
    _sum(made, checked)
    for line in rewritten:
        made.add(Span(line))
    return made


def _place(checked: Checked, judged: CheckedCitation) -> str:
    line, column = checked.place(judged)
    return f"{checked.source.name}:{line}:{column}"


def _said(checked: Checked, judged: CheckedCitation) -> Iterable[Span]:
    printed, named = checked.printed(judged), _id(judged)
    yield Span(f"  {printed}", "id")
    if named and named != printed:
        yield Span(f" ({named})", "quiet")
    if judged.detail:
        yield Span(f": {judged.detail}")


def _id(judged: CheckedCitation) -> str | None:
    """The rule that a citation names, `book:number`."""
    return f"{judged.meaning.book}:{judged.meaning.number}" if judged.meaning else None


def _sum(made: Page, checked: Sequence[Checked]) -> None:
    """How many citations there are and what is to be said of them, file by file where nothing is."""
    found = [judged for each in checked for judged in each.found]
    if not found:
        made.add("no citation found")
        return
    for each in checked:
        if not each.found:
            made.add(Span(f"no citation found in {each.source.name}", "quiet"))
    counts = Counter(str(judged.verdict) for judged in found)
    said = ", ".join(f"{counts[verdict]} {verdict}" for verdict in _ORDER if counts[verdict])
    where = checked[0].source.name if len(checked) == 1 else f"{len(checked)} files"
    made.add(Span(f"{len(found)} citation{'s' * (len(found) > 1)} in {where}: {said}", "title"))
    against = {repr(judged.against.edition) for judged in found if judged.against}
    then = {repr(judged.then.edition) for judged in found if judged.then} - against
    if against:
        written = f"; written for {', '.join(sorted(then))}" if then else ""
        made.add(Span(f"[held against {', '.join(sorted(against))}{written}]", "quiet"))


def as_json(checked: Iterable[Checked]) -> list[dict[str, Any]]:
    """Every citation of every text, in order."""
    return [_value(each, judged) for each in checked for judged in each.found]


def _value(checked: Checked, judged: CheckedCitation) -> dict[str, Any]:
    line, column = checked.place(judged)
    return {
        "file": checked.source.name,
        "line": line,
        "column": column,
        "printed": checked.printed(judged),
        "id": _id(judged),
        "verdict": judged.verdict,
        "detail": judged.detail,
        "now": f"{judged.now.book}:{judged.now.number}" if judged.now else None,
        "sure": judged.sure if judged.now else None,
        "edition": judged.against.edition.name if judged.against else None,
        "written": judged.then.edition.name if judged.then else None,
    }
