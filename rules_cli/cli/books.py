"""`rules books`, `remove`, `export`, `config` and `doctor`: the installed books, the defaults, and their health."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rules_cli.cli import options
from rules_cli.cli.options import caption, open_library
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.render import as_json, out
from rules_cli.store import settings
from rules_cli.store.atomic import write_atomic
from rules_cli.text import clean

if TYPE_CHECKING:
    from rules_cli.store.edition import Edition
    from rules_cli.store.editions import InstalledBooks


# Complexity: JSON or a page; one book, one edition, or all of them.
def books(book: options.OneBook = None, json: options.Json = False) -> int:
    """List the installed books and editions, how much of each there is, and how to get the rest and other books."""
    from rules_cli.cards.card_list import open_lists
    from rules_cli.render import books as render

    library = open_library()
    installed = library.installed
    slug, at, edition = (book or "").partition("@")
    every = (each for name in ([slug] if book else installed.slugs()) for each in installed.all(name))
    chosen = [installed.edition(slug, edition)] if at else list(every)
    editions = installed.readable(chosen)
    caption(library, (each.about["language"] for each in editions))
    obtainable = [] if book else installed.obtainable()
    described = [(each, installed.info(each.slug), installed.is_official(each)) for each in editions]
    if json:
        own = [render.installed_json(*each) for each in described]
        out.write_json([*own, *map(render.obtainable_json, obtainable)])
    else:
        lists = (each.info for each in open_lists())
        cards = [each for each in lists if not book or each.book == chosen[0].slug]
        page = render.installed(described, cards, whole=bool(book))
        if not book:
            render.obtainable(page, obtainable)
        else:
            from rules_cli.lookup.terms import terms_of

            terms = (term for term in terms_of(editions[0]) if term.rules and not term.everyday)
            named = [term for term in terms if term.called(library.lang).isalpha()]
            most_used = max(named, key=lambda term: term.uses, default=None)
            term = most_used.called(library.lang) if most_used else ""
            name = repr(editions[0]) if at else editions[0].slug
            render.how_to_look_up(page, editions[0], name, term)
        out.show(page)
    return 0


def remove(
    book: options.Removed, cards: options.Cards = False, yes: options.Yes = False, json: options.Json = False
) -> int:
    """Remove a book, an edition or a card list that you imported."""
    from rules_cli.cards.card_list import remove_cards

    library = Library.open()
    name, _, edition = book.partition("@")
    slug = library.installed.slug_of(name) or name.lower()
    if not (yes or json or _agrees_to_lose(library.installed, slug, edition, cards)):
        out.write("nothing was removed\n")
        return 1
    if cards:
        remove_cards(slug)
        gone, said = ["cards"], f"the card list of {slug}"
    else:
        gone = library.remove(slug, edition or None)
        said = ", ".join(f"{slug}@{name}" for name in gone)
    out.answer({"book": slug, "removed": gone} if json else f"removed {said}\n")
    return 0


def _agrees_to_lose(installed: InstalledBooks, slug: str, edition: str, cards: bool) -> bool:
    """Return whether the user agrees to lose what was imported; asked on a terminal, if anything is lost."""
    own = [each.name for each in installed.own(slug) if edition in ("", each.name)]
    if not (out.on_terminal() and out.types()) or not (own or cards):
        return True
    named = "its card list" if cards else f"{len(own)} editions, {', '.join(own)}" if len(own) > 1 else own[0]
    return typer.confirm(f"remove {slug}: {named}? It can only be imported or fetched again")


# Complexity: one refusal for each pair of a format and a place to write.
def export(
    which: options.Exported = None,
    book: options.Book = None,
    form: options.ExportFormat = "yaml",
    file: options.ExportFile = None,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Print a whole book as data, or write it as the pocket book: one page that searches without a network."""
    library = Library.open(lang, as_of)
    form = "json" if json else form
    file = None if file == Path("-") else file  # as other programs read it: to standard output
    names: Sequence[str | None] = which or [book]
    chosen = [library.editions_for(name) for name in names]
    if any(len(each) != 1 for each in chosen):
        raise UsageError("export which book? rules export fab (rules export --help)")
    editions = [edition for (edition,) in chosen]
    if len(editions) > 1 and form != "html":
        raise UsageError("only a page holds several books: --format html")
    slug = editions[0].slug
    if form == "html" and file is None and out.on_terminal():
        raise UsageError(f"a page is written to a file: rules export {slug} --format html -o {slug}.html")
    if file and not file.parent.is_dir():
        raise UsageError(f"the folder {clean(str(file.parent))} does not exist: make it first, or choose another one")
    text = "".join(_exported(library, editions, form))
    if file is None:
        out.show_text(text)
        return 0
    write_atomic(file, text)
    out.write(f"wrote {clean(str(file))}\n")
    return 0


def _exported(library: Library, editions: Sequence[Edition], form: str) -> Iterator[str]:
    """Yield the text of books as data or as a page, in pieces."""
    from rules_cli.lookup.compose import RowRef
    from rules_cli.store import tree_yaml

    if form == "html":
        from rules_cli.pocket.page import pocket_book

        yield pocket_book(library, editions, date.today())
    elif form == "yaml":
        yield tree_yaml.dump(editions[0].load())
    else:
        rows = (as_json.rule(library.compose(RowRef(editions[0], entry))) for entry in editions[0].entries())
        yield from map(out.json_text, [list(rows)] if form == "json" else rows)


# Complexity: one setting or all of them, shown or set, as JSON or a page.
def config(key: options.SettingName = None, value: options.SettingValue = None, json: options.Json = False) -> int:
    """Show or set your defaults: the book of a bare number, the language of restatements."""
    if key is not None and key not in settings.KEYS:
        raise UsageError(f"no setting {key!r}; the settings are {', '.join(settings.KEYS)}")
    if key is not None and value is not None:
        if key == "book" and value:
            slug, at, edition = value.partition("@")
            value = f"{Library.open().installed.edition(slug, edition or None).slug}{at}{edition}"
        settings.put(key, value)
    found = {name: settings.get(name) for name in ([key] if key else settings.KEYS)}
    lines = (f"{name} = {clean(said) if said else '(not set)'}\n" for name, said in found.items())
    out.answer(found if json else "".join(lines))
    return 0


def doctor(json: options.Json = False) -> int:
    """Check the installed books, card lists and settings, and throw away caches."""
    from rules_cli.doctor import examine
    from rules_cli.render import books as render

    health = examine()
    out.answer(render.health_json(health) if json else render.health(health))
    return 0 if health.is_well else 1
