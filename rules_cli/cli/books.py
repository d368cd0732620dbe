"""`rules books`"""

from __future__ import annotations

import typer

from rules_cli.cards.card_list import list_cards
from rules_cli.cli.options import AsJson, app_of
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.render.page import Page, Span

app = app_of("")
app.info.no_args_is_help = False


@app.command()
def books(json: AsJson = False) -> int:
    """The books and editions there are, what each covers, and how to get the rest."""
    installed = Library.open().installed
    editions = installed.readable(edition for slug in installed.slugs() for edition in installed.all(slug))
    if json:
        out.write_json(
            [
                {
                    "book": edition.slug,
                    "edition": edition.name,
                    "title": edition.about["title"],
                    "language": edition.about["language"],
                    "restated_in": edition.about["languages"].split(),
                    "rules": int(edition.about["rules"]),
                    "headings": int(edition.about["headings"]),
                    "ships": edition.shipped,
                    "wording": "plain" if edition.shipped else "official",
                    "covers": (info.covers if edition.shipped and (info := installed.info(edition.slug)) else ""),
                }
                for edition in editions
            ]
        )
        raise typer.Exit(0)
    page = Page()
    for edition in editions:
        about = edition.about
        page.gap()
        page.add(Span(f"{edition.slug}@{edition.name}", "id"), Span(f"  {about['title']}", "title"))
        words = "restated, ships with rules" if edition.shipped else "official text, imported by you"
        page.add(f"{about['rules']} rules, {words}", indent=2)
        info = installed.info(edition.slug)
        if edition.shipped and info:
            page.add(f"covers {info.covers}", indent=2)
            page.add(Span(info.more, "quiet"), indent=2)
            if info.caution:
                page.add(Span(f"caution: {info.caution}", "bad"), indent=2)
    for cards in list_cards():
        page.gap()
        page.add(Span(cards.book, "id"), Span("  card list", "title"))
        page.add(f"{cards.names} names from {cards.source}, imported by you", indent=2)
    out.show(page)
    raise typer.Exit(0)
