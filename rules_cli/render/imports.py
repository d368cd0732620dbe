"""What an import says: what was read, where the edition's name comes from, what was worked out, what is odd."""

from __future__ import annotations

from rules_cli.render.page import Page, Span
from rules_cli.sources.importing import Imported

_EDITION_FROM = {
    "you": "edition as you named it",
    "the text": "edition by the date that its text states",
    "the file's name": "edition by the date in the file's name: its text states none",
    "nothing": "no date in the text or the file's name; --edition names the edition",
}


def imported(read: Imported) -> Page:
    """What an import read, and what was decided on the way."""
    page, book = Page(), read.book
    kinds_of_rows = [row.kind for row in book.rows]
    examples = sum(len(row.words.examples) for row in book.rows)
    terms = sum(row.parent in book.glossaries for row in book.rows)
    page.add(
        Span(f"{book.slug}@{book.edition}", "id"),
        Span(
            f"  {kinds_of_rows.count('rule')} rules, {kinds_of_rows.count('heading')} headings, {examples} examples"
            + (f", {terms} terms" if terms else "")
        ),
    )
    page.add(Span(_EDITION_FROM[read.edition_from], "quiet"), indent=2)
    if read.in_name:
        page.add(Span(f"the file's name says {read.in_name}: the edition is not taken from it", "note"), indent=2)
    for decision in read.decisions:
        page.add(Span(f"worked out: {decision}", "quiet"), indent=2)
    kinds: dict[str, int] = {}
    for anomaly in book.anomalies:
        kinds[anomaly.kind] = kinds.get(anomaly.kind, 0) + 1
    for kind, count in kinds.items():
        page.add(Span(f"{count} {kind}", "note"), indent=2)
    if book.dropped:
        page.add(
            Span(f"{len(book.dropped)} lines dropped that are no rules (--json lists them)", "quiet"),
            indent=2,
        )
    if kinds:
        page.add(Span(f"rules lint {book.slug} tells each", "quiet"), indent=2)
    return page


def anomalies(found: Sequence[Anomaly], name: str) -> Page:
    """Every oddity of a source, a line each."""
    page = Page()
    for each in found:
        line = f"{each.source}:{each.line}" if each.line else each.source
        page.add(
            Span(f"{line}  ", "quiet"),
            Span(f"{each.kind}", "note"),
            Span(f"  {each.number or ''}", "id"),
            Span(f"  {each.detail}"),
        )
    page.add(Span(f"{name}: {len(found)} anomalies" if found else f"{name}: nothing odd", "quiet"))
    return page
