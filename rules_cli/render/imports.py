"""What an import read, and the anomalies of a source, as pages."""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.model import Anomaly
from rules_cli.render.page import Page, Span
from rules_cli.sources.importing import Imported

_EDITION_FROM = {
    "you": "edition: as you named it",
    "the text": "edition: the date that the text states",
    "the file's name": "edition: the date in the file's name; the text states none",
    "nothing": "no date in the text or the file's name; name the edition with --edition",
}


def imported(read: Imported) -> Page:
    """Return what an import read and decided."""
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
        page.add(Span(f"the file's name says {read.in_name}, but the edition above was used", "note"), indent=2)
    for decision in read.decisions:
        page.add(Span(f"found: {decision}", "quiet"), indent=2)
    kinds: dict[str, int] = {}
    for anomaly in book.anomalies:
        kinds[anomaly.kind] = kinds.get(anomaly.kind, 0) + 1
    for kind, count in kinds.items():
        page.add(Span(f"{count} {kind}", "note"), indent=2)
    if book.dropped:
        page.add(
            Span(f"{len(book.dropped)} lines that are not rules were left out (--json lists them)", "quiet"),
            indent=2,
        )
    if kinds:
        page.add(Span(f"rules lint {book.slug} lists them", "quiet"), indent=2)
    return page


def anomalies(found: Sequence[Anomaly], name: str) -> Page:
    """Return the anomalies of a source, a line each."""
    page = Page()
    for each in found:
        line = f"{each.source}:{each.line}" if each.line else each.source
        page.add(
            Span(f"{line}  ", "quiet"),
            Span(f"{each.kind}", "note"),
            Span(f"  {each.number or ''}", "id"),
            Span(f"  {each.detail}"),
        )
    page.add(Span(f"{name}: {len(found)} anomalies" if found else f"{name}: no anomalies", "quiet"))
    return page
