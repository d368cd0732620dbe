"""`rules import`, `rules fetch` and `rules lint`: rulebooks from files and from their publishers."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Annotated

import typer

from rules_cli.cli.options import BookOption, JsonOption
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.render import as_json, books, out
from rules_cli.render.out import working

EditionOption = Annotated[
    str | None,
    typer.Option("--edition", metavar="E", help="A date or a short label. Default: the date that the text states."),
]


def import_book(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="The files of one book, in their order.")],
    book: Annotated[
        str, typer.Option("-b", "--book", metavar="NAME", help="A short name for the book: fab, mtg, or your own.")
    ],
    edition: EditionOption = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="FILE", help="How the book is printed: see docs/profiles.md.")
    ] = None,
    save_profile: Annotated[
        str | None, typer.Option("--save-profile", metavar="FILE", help="Write the profile that was used, to edit it.")
    ] = None,
    json: JsonOption = False,
) -> int:
    """Read a rulebook into your library, word for word. An edition that is there already is replaced.

    PATH is a file, a folder or a zip file of text, markdown, HTML, DOCX or PDF; several in the order of the book.

    \b
    rules import rules.txt --book mtg --edition 2026-01-16
    rules import chapter1.txt chapter2.md --book my-game
    """
    from rules_cli.sources import importing

    files = [Path(path) for path in paths]
    gc.disable()  # a book is many small values that all stay: looking for garbage among them takes a tenth of the time
    with working(f"reading {files[0].name}"):
        read = importing.import_book(Library.open().installed, files, book, edition, Path(profile) if profile else None)
    if save_profile:
        importing.save_profile(Path(save_profile), read)
    if json:
        out.write_json(as_json.imported(read.book))
    else:
        out.show(books.imported(read))
    return 0


def fetch(
    book: Annotated[str, typer.Argument(metavar="BOOK", help="mtg, fab, ga, or a book of yours.")],
    address: Annotated[
        str | None,
        typer.Option("--from", metavar="URL", help="Another address, this once: a file, or a page that links to it."),
    ] = None,
    edition: EditionOption = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether there is a newer edition.")] = False,
    insecure_http: Annotated[
        bool, typer.Option("--insecure-http", help="Allow plain HTTP, which others on the network can change.")
    ] = False,
    json: JsonOption = False,
) -> int:
    """Download the official rulebook from its publisher into your library, word for word.

    The edition that you have stays until the new one has been read and is complete. Proxy settings are ignored, and
    local addresses refused, unless you give one with --from.

    \b
    rules fetch mtg
    rules fetch mtg --check
    rules fetch my-game --from https://rules.example/my-game.txt

    Exits 0 if you have the newest edition, 2 if it could not be had; with --check, 1 if there is a newer one.
    """
    from rules_cli.sources import fetching

    with working(f"fetching {book}") as watch:
        options = fetching.FetchOptions(address, edition, insecure_http, check)
        found = fetching.fetch(Library.open().installed, book.lower(), options, watch)
    if json:
        out.write_json(books.fetched_json(found))
    else:
        out.show(books.fetched(found))
    return 1 if found.status == "newer" else 0


def lint(
    targets: Annotated[
        list[str] | None, typer.Argument(metavar="BOOK|PATH...", help="An installed book, or files to read.")
    ] = None,
    book: BookOption = None,
    json: JsonOption = False,
) -> int:
    """List the anomalies of a rulebook: misprinted numbers, gaps, references to rules that are not there.

    Exits 0 if there is none, 1 if there are any. Nothing is installed.
    """
    from rules_cli.sources.importing import read_book

    library = Library.open()
    if not targets and not book:
        raise UsageError("which book or file? as in: rules lint fab")
    targets = targets or [str(book)]
    if len(targets) == 1 and targets[0].partition("@")[0].lower() in library.books():
        name = targets[0]
        found = library.editions_for(name)[0].anomalies()
    else:
        name = ", ".join(Path(target).name for target in targets)
        found = read_book([Path(target) for target in targets], book or "unnamed").anomalies
    if json:
        out.write_json([as_json.anomaly(each) for each in found])
    else:
        out.show(books.anomalies(found, name))
    return 1 if found else 0
