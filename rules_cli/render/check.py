"""Checked citations as a page, with the place first so that an editor can jump to it, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.render.page import Page, Span, Style
from rules_cli.text import number_of

if TYPE_CHECKING:
    from rules_cli.citation_check import Checked, CheckedCitation

_STYLES: Mapping[str, Style] = {"fine": "good", "unclear": "note"}  # all others are wrong
_ORDER = ("fine", "not there", "moved", "changed", "misquoted", "unclear")
_WIDEST = 40  # columns of a place: a longer file name pushes only its own line to the right


def page(checked: Sequence[Checked], rewritten: Iterable[str] = ()) -> Page:
    """Return every citation with its verdict, the counts, the editions compared with, and the lines of `rewritten`."""
    made = Page()
    rows = [(_place(each, citation), each, citation) for each in checked for citation in each.found]
    width = min(_WIDEST, max((len(place) for place, _, _ in rows), default=0))
    for place, each, citation in rows:
        style = _STYLES.get(citation.verdict, "bad")
        made.add(Span(f"{place:<{width}}  ", "quiet"), Span(f"{citation.verdict:<9}", style), *_said(each, citation))
    _sum(made, checked)
    for line in rewritten:
        made.add(Span(line))
    return made


def _place(checked: Checked, citation: CheckedCitation) -> str:
    line, column = checked.place(citation)
    return f"{checked.source.name}:{line}:{column}"


def _said(checked: Checked, citation: CheckedCitation) -> Iterable[Span]:
    printed, named = checked.printed(citation), _id(citation)
    yield Span(f"  {printed}", "id")
    if named and named != printed:
        yield Span(f" ({named})", "quiet")
    if citation.detail:
        yield Span(f": {citation.detail}")


def _id(citation: CheckedCitation) -> str | None:
    """Return the id of the rule that a citation names, None if it may name several."""
    return f"{citation.meaning.book}:{citation.meaning.number}" if citation.meaning else None


def _sum(made: Page, checked: Sequence[Checked]) -> None:
    """Add the counts of verdicts, the files without citations, and the editions."""
    found = [citation for each in checked for citation in each.found]
    if not found:
        made.add("no citation found")
        return
    for each in checked:
        if not each.found:
            made.add(Span(f"no citation found in {each.source.name}", "quiet"))
    counts = Counter(str(citation.verdict) for citation in found)
    said = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in _ORDER if counts[verdict])
    where = checked[0].source.name if len(checked) == 1 else number_of(len(checked), "file")
    made.add(Span(f"{number_of(len(found), 'citation')} in {where}: {said}", "title"))
    _editions(made, found)


def _editions(made: Page, found: Sequence[CheckedCitation]) -> None:
    """Add the editions that citations were compared with, and those that they were written for."""
    against = {repr(citation.against.edition) for citation in found if citation.against}
    then = {repr(citation.then.edition) for citation in found if citation.then} - against
    if against:
        written = f"; written for {', '.join(sorted(then))}" if then else ""
        made.add(Span(f"[compared with {', '.join(sorted(against))}{written}]", "quiet"))


def as_json(checked: Iterable[Checked]) -> list[dict[str, Any]]:
    """Return every citation of every text, in order."""
    return [_value(each, citation) for each in checked for citation in each.found]


def _value(checked: Checked, citation: CheckedCitation) -> dict[str, Any]:
    line, column = checked.place(citation)
    return {
        "file": checked.source.name,
        "line": line,
        "column": column,
        "printed": checked.printed(citation),
        "id": _id(citation),
        "verdict": citation.verdict,
        "detail": citation.detail,
        "now": f"{citation.now.book}:{citation.now.number}" if citation.now else None,
        "sure": citation.sure if citation.now else None,
        "edition": citation.against.edition.name if citation.against else None,
        "written": citation.then.edition.name if citation.then else None,
    }
