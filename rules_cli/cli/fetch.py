"""`rules fetch BOOK`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, app_of
from rules_cli.library import Library
from rules_cli.render import out

app = app_of("")


@app.command()
def fetch(
    book: Annotated[str, typer.Argument(metavar="BOOK", help="mtg, fab, ga, or a book of yours.")],
    address: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="URL", help="Another address, for this once: a file, or a page that links to it."
        ),
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option("--edition", metavar="E", help="A date or short label, where the text states none."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether there is a newer one.")] = False,
    insecure_http: Annotated[
        bool, typer.Option("--insecure-http", help="Allow plain HTTP, which anyone on the way can change.")
    ] = False,
    json: AsJson = False,
) -> int:
    """Download the official rulebook from its publisher into your library, word for word.

    What you have stays until the new one has been read and is whole. Asks again only for what has changed; looks at
    no proxy setting. A local server is asked only where --from names it.

    \b
    rules fetch mtg
    rules fetch mtg --check
    rules fetch my-game --from https://rules.example/my-game.txt

    Exits 0 when you have the newest, 2 when it can't be had; with --check, 1 when there is a newer one.
    """
    from rules_cli.render import fetched
    from rules_cli.render.progress import working
    from rules_cli.sources import fetching

    with working(f"fetching {book}") as watch:
        found = fetching.fetch(Library.open().installed, book.lower(), address, edition, insecure_http, check, watch)
    if json:
        out.write_json(fetched.document(found))
    else:
        out.show(fetched.page(found))
    raise typer.Exit(1 if found.status == "newer" else 0)
