"""The installed books, as a page and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rules_cli.render.page import Page, Span

if TYPE_CHECKING:
    from rules_cli.cards.card_list import ListInfo
    from rules_cli.store.book_info import BookInfo
    from rules_cli.store.edition import Edition


def page(editions: Iterable[tuple[Edition, BookInfo | None]], card_lists: Iterable[ListInfo]) -> Page:
    """Return each edition with what it covers and how to get the rest, then the imported card lists."""
    shown = Page()
    for edition, info in editions:
        about = edition.about
        shown.gap()
        shown.add(Span(f"{edition.slug}@{edition.name}", "id"), Span(f"  {about['title']}", "title"))
        words = "restated, ships with rules" if edition.shipped else "official text, imported by you"
        shown.add(f"{about['rules']} rules, {words}", indent=2)
        if edition.shipped and info:
            shown.add(f"covers {info.covers}", indent=2)
            shown.add(Span(info.more, "quiet"), indent=2)
            if info.caution:
                shown.add(Span(f"caution: {info.caution}", "bad"), indent=2)
    for cards in card_lists:
        shown.gap()
        shown.add(Span(cards.book, "id"), Span("  card list", "title"))
        shown.add(f"{cards.names} names from {cards.source}, imported by you", indent=2)
    return shown


def document(edition: Edition, info: BookInfo | None) -> dict[str, Any]:
    """Return one edition as JSON."""
    about = edition.about
    return {
        "book": edition.slug,
        "edition": edition.name,
        "title": about["title"],
        "language": about["language"],
        "restated_in": about["languages"].split(),
        "rules": int(about["rules"]),
        "headings": int(about["headings"]),
        "ships": edition.shipped,
        "wording": "plain" if edition.shipped else "official",
        "covers": info.covers if edition.shipped and info else "",
    }
