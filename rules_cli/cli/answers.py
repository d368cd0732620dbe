"""The questions asked most, from plain values to standard output and an exit code: one ask call, one render call.

Kept apart from the typer commands that call them, so that `rules_cli.cli.quick` can answer without typer, whose
start takes several times as long as a look-up.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.rule_lookup import LookupResult
from rules_cli.render import out
from rules_cli.text import shorten


def show(
    ids: Sequence[str], book: str | None, depth: int | None, lang: str | None, as_of: str | None, json: bool
) -> int:
    """Answer `rules show`."""
    library = Library.open(lang, as_of)
    found = library.find(ids, book)
    if json and found.places:
        from rules_cli.render import as_json

        rules = [
            rule
            for place in found.places
            for rule in (library.compose(place), *(library.below(place, depth) if depth is not None else ()))
        ]
        out.write_json([as_json.rule(rule) for rule in {(r.id, r.edition): r for r in rules}.values()])
    elif found.places:
        from rules_cli.render import pages

        out.show(pages.show([library.show(place, depth) for place in found.places], found.notes))
    return report_missing(found, json)


def search(
    words: Sequence[str],
    book: str | None,
    limit: int,
    within: str | None,
    kind: str | None,
    every: bool,
    why: bool,
    lang: str | None,
    as_of: str | None,
    json: bool,
) -> int:
    """Answer `rules search`."""
    query = " ".join(words)
    if not any(c.isalnum() for c in query):
        raise UsageError("nothing to search for; give a word, as in: rules search moniker")
    found = Library.open(lang, as_of).search(query, book, limit, within, kind, every)
    if json:
        from rules_cli.render import as_json

        out.write_json(as_json.results(query, found, why))
    elif found:
        from rules_cli.render import pages

        out.show(pages.results(found, why))
    if not found:
        out.say(f"nothing found for {shorten(query, 100)!r}; try fewer or other words")
    return 0 if found else 1


def importing(
    paths: Sequence[str],
    book: str,
    edition: str | None,
    profile: str | None,
    save_profile: str | None,
    json: bool,
) -> int:
    """Answer `rules import`."""
    import gc
    from pathlib import Path

    from rules_cli.render import as_json, imports
    from rules_cli.render.progress import working
    from rules_cli.sources import importing as importer

    files = [Path(path) for path in paths]
    gc.disable()  # a book is many small values that all stay: looking for rubbish among them takes a tenth of the time
    with working(f"reading {files[0].name}"):
        read = importer.import_book(Library.open().installed, files, book, edition, Path(profile) if profile else None)
    if save_profile:
        importer.save_profile(Path(save_profile), read)
    if json:
        out.write_json(as_json.imported(read.book))
    else:
        out.show(imports.imported(read))
    return 0


def report_missing(found: LookupResult, json: bool) -> int:
    """Say what was not found: on standard error, and as the one JSON document where nothing else is printed.

    Returns the exit code.
    """
    for error in found.missing:
        out.say(str(error))
    if json and not found.places and found.missing:
        from rules_cli.render import as_json

        out.write_json(as_json.missing(found.missing[0]))
    return 1 if found.missing else 0
