"""Search results as a page."""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.render.page import Page, Span, Style
from rules_cli.render.rules import foot
from rules_cli.search import Result
from rules_cli.search.snippets import cut_at_words


_WEAK = {"mended words": "spelling corrected", "some words": "partial match"}
"""The tiers that a reader should know of, and what the page calls them."""


def results(found: Sequence[Result], why: bool = False) -> Page:
    """Return ranked rules, a line or two each, under the shortest ids that are unique among them."""
    page = Page()
    editions = {(hit.rule.book, hit.rule.edition) for hit in found}
    books = {book for book, _ in editions}
    for hit in found:
        rule = hit.rule
        number = rule.id if len(books) > 1 else str(rule.number)
        if len(editions) > len(books):
            number = f"{rule.book}@{rule.edition}:{rule.number}"
        text = rule.title if rule.kind == "heading" and rule.title else hit.snippet
        plain: Style = "title" if rule.kind == "heading" else "text"
        pieces = cut_at_words(text, hit.hits)
        spans = [Span(number, "id"), Span("  "), *(Span(piece, "hit" if is_hit else plain) for piece, is_hit in pieces)]
        if hit.where:
            spans.append(Span(f"  ({hit.where})", "quiet"))
        if hit.tier in _WEAK:
            spans.append(Span(f"  ~ {_WEAK[hit.tier]}", "note"))
        page.add(*spans)
        if why:
            page.add(Span(f"{hit.tier}, {hit.score}: {'; '.join(hit.why)}", "quiet"), indent=4)
    foot(page, (hit.rule for hit in found))
    return page
