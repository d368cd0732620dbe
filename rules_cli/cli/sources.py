"""`rules import`, `rules fetch` and `rules lint`: rulebooks from files and from their publishers."""

from __future__ import annotations

import gc
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rules_cli.captions import Remark
from rules_cli.cli import options
from rules_cli.cli.commands import COMMANDS
from rules_cli.errors import RulesError, SourceError, UsageError
from rules_cli.library import Library
from rules_cli.render import as_json, books, out
from rules_cli.render.out import working
from rules_cli.store.edition import SLUG

if TYPE_CHECKING:
    from rules_cli.history.summary import EditionNews
    from rules_cli.sources.download import OnProgress
    from rules_cli.sources.importing import Imported
    from rules_cli.store.edition import Edition


_OTHERS = 1 / 2  # of the numbers do not fit: the file is another book than the game whose name it is given
_MOST_NAMED = 5  # rules that were reworded: as many as fit on a line or two


# Complexity: one exit for each option that may be refused.
def import_book(
    paths: options.ImportedFiles,
    book: options.NewBook = None,
    edition: options.Edition = None,
    profile: options.Profile = None,
    save_profile: options.SaveProfile = None,
    encoding: options.Encoding = None,
    add: options.Add = False,
    replace: options.Replace = False,
    strict: options.StrictImport = False,
    json: options.Json = False,
) -> int:
    """Read a rulebook into your library, word for word."""
    from rules_cli.sources import importing, installing

    if add and replace:
        raise UsageError("--add or --replace? --add keeps the rules that are there, --replace does not")

    files = [Path(path) for path in paths]
    gc.disable()  # a book is many small values that all stay: looking for garbage among them takes a tenth of the time
    with working(f"reading {files[0].name}") as watch:
        installed, by = Library.open().installed, Path(profile) if profile else None
        try:
            slug = (installed.slug_of(book) or book) if book else None
            if slug in COMMANDS:
                raise UsageError(
                    f"{slug} is a command, so `rules {slug} 1.2` would not look a rule up: choose another name"
                )
            read = importing.read_source(files, slug, edition, by, encoding)
        except importing.NoRulesFound as refused:
            if not save_profile:
                raise
            importing.save_profile(Path(save_profile), refused.profile)
            raise SourceError(f"{refused} A profile to start from is in {save_profile}") from None
        is_another = any(each.kind in ("again", "outside") and each.excess > _OTHERS for each in read.faults)
        is_of_game = installed.info(read.book.slug) and not read.official
        own_book = f"as a book of its own it can be imported: rules import {shlex.quote(paths[0])} -b NAME"
        if read.faults and (strict or (is_another and is_of_game)):
            advice = "without --strict it is installed" if strict else own_book
            raise SourceError(f"this looks wrong: {books.looks_wrong(read.faults)}; {advice}")
        if is_of_game and not (add or replace) and (held := installing.unlike(installed, read)):
            raise SourceError(f"this has next to nothing of {held!r}; {own_book}; --replace installs it as {held.slug}")
        if add:
            read = installing.add(installed, read, edition, watch)
        else:
            read = installing.install(installed, read, replace, watch)
        news = prepare(read, watch)
    if save_profile:
        importing.save_profile(Path(save_profile), importing.dump_profile(read.profile, read.book.title))
    out.answer(books.imported_json(read, news) if json else books.imported(read, news))
    return 0


def prepare(read: Imported, watch: OnProgress) -> EditionNews | None:
    """Build what later commands would have to wait for, unless the edition is an old one: the search index, and the
    match with the edition before. Return the changes since that edition; None without another edition of the book."""
    from rules_cli.history.summary import edition_news
    from rules_cli.look.lists import recently_read
    from rules_cli.store import case_file

    library = Library.open()
    newest, *older = library.installed.all(read.book.slug)
    if newest.name != read.book.edition:
        return None
    with suppress(RulesError):  # a damaged book does not keep another one from being imported
        watch("building the search index", 0, None)
        library.search("rules", read.book.slug)
        if older and not older[0].shipped:
            watch("comparing with the edition before", 0, None)
            targets = (each.partition(":") for each in (*recently_read(), *(kept.rule for kept in case_file.read())))
            numbers = [number for name, _, number in targets if name.partition("@")[0] == newest.slug]
            return edition_news(older[0], newest, numbers)
    return None


def fetch(
    book: options.Fetched,
    address: options.FromAddress = None,
    edition: options.Edition = None,
    check: options.OnlyCheck = False,
    insecure_http: options.InsecureHttp = False,
    replace: options.Replace = False,
    json: options.Json = False,
) -> int:
    """Download the official rulebook from its publisher into your library, word for word."""
    from rules_cli.sources import fetching

    with working(f"fetching {book}") as watch:
        wanted = fetching.FetchOptions(address, edition, insecure_http, check, replace)
        installed = Library.open().installed
        found = fetching.fetch(installed, installed.slug_of(book) or book.lower(), wanted, watch)
        news = prepare(found.read, watch) if found.status == "installed" else None
    out.answer(books.fetched_json(found, news) if json else books.fetched(found, news))
    return 1 if found.status in ("newer", "changed") else 0


# Complexity: a book or files, as JSON or a page.
def lint(
    targets: options.LintTargets = None,
    book: options.Book = None,
    line: options.WhyLine = None,
    json: options.Json = False,
) -> int:
    """List the anomalies of a rulebook: misprinted numbers, gaps, references to rules that are not there."""
    from rules_cli.lookup.known import known_edition
    from rules_cli.lookup.lexicon import reworded
    from rules_cli.sources.importing import read_source

    library = Library.open()
    if not targets and not book:
        raise UsageError("lint which book or file? rules lint fab (rules lint --help)")
    targets = targets or [str(book)]
    is_book = len(targets) == 1 and library.installed.slug_of(targets[0].partition("@")[0])
    if unknown := next(
        (each for each in targets if not is_book and SLUG.fullmatch(each) and not Path(each).exists()), ""
    ):
        raise UsageError(f"no book {unknown} is installed (rules books lists them), and no file here is named so")
    name = targets[0] if is_book else ", ".join(Path(target).name for target in targets)
    edition = library.editions_for(name)[0] if is_book else None
    read = None if edition else read_source([Path(target) for target in targets], book or "unnamed")
    if line is not None:
        return _why(edition, read, line, json)
    if edition:
        found, known = edition.anomalies(), known_edition(edition.slug).rules
        lost = [] if edition.shipped else reworded(edition)  # the part that ships lacks most of the rules
        if lost:
            some = ", ".join(lost[:_MOST_NAMED]) + (", …" if len(lost) > _MOST_NAMED else "")
            name_of = f"{edition.slug}@{edition.name}"
            out.say(Remark("reworded rules", (len(lost), name_of, len(known), some, edition.slug)))
    elif read:
        found = read.book.anomalies
    out.answer(list(map(as_json.in_source, found)) if json else books.anomalies(found, name))
    return 1 if found else 0


def _why(edition: Edition | None, read: Imported | None, line: int, json: bool) -> int:
    """Print why a line of a rulebook is read as a rule or not. Return 0 if the line may be one, else 1."""
    from rules_cli.parse.readings import likeliest
    from rules_cli.parse.survey import reasons_of_line
    from rules_cli.sources.installing import kept_lines

    kept = read or (kept_lines(edition) if edition else None)
    if kept is None:
        raise UsageError(f"the files of {edition!r} were not kept; name them: rules lint FILE --why {line}")
    found = reasons_of_line(kept.documents, kept.profile or likeliest(kept.documents).profile, line)
    out.answer([reason._asdict() for reason in found] if json else books.reasons(found, line))
    return 0 if any(reason.how for reason in found) else 1
