"""All installed editions: the user's own and those that ship."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from rules_cli.errors import BookNotFound, LibraryError, RulesWarning, SchemaError, TooManyOpen, UsageError
from rules_cli.model import Book
from rules_cli.store import cache, paths
from rules_cli.store.atomic import write_atomic
from rules_cli.store.book_info import BookInfo, load_info
from rules_cli.store.edition import EDITION, SHIPPED, SLUG, Edition, check_edition, check_slug, is_date, is_dated
from rules_cli.text import fold, shorten


class InstalledBooks:
    """All editions that were installed when this was opened. Opening reads the names of folders and files only. A slug
    without an edition means the newest edition of the book, or with `as_of` (an ISO date) the edition in force on that
    day; if none is known, one without a date, with a `RulesWarning`."""

    def __init__(self, as_of: str | None = None) -> None:
        if as_of is not None and not is_date(as_of):
            raise UsageError(f"not a date: {shorten(as_of)!r}; use year, month and day, as in 2024-11-08")
        self.as_of = as_of
        self._info: dict[str, BookInfo | None] = {}
        self._left_out: set[str] = set()
        self._official: dict[Edition, bool] = {}
        folders = [folder for folder in self._files_in(paths.library() / "books") if SLUG.fullmatch(folder.name)]
        self._own = {}
        for folder in folders:
            files = [path for path in self._files_in(folder) if path.suffix == ".yaml" and EDITION.fullmatch(path.stem)]
            self._own[folder.name] = [Edition(folder.name, path.stem, path, False) for path in files]
        self._shipped = {path.parent.name: path for path in paths.shipped().glob("*/tree.yaml")}
        self._editions: dict[str, list[Edition]] = {}

    def _all(self, slug: str) -> list[Edition]:
        """Every edition of a book, the newest first; empty if there is none. `book.yaml` is read at first use."""
        if (known := self._editions.get(slug)) is not None:
            return known
        if slug not in self._shipped and slug not in self._own:  # not kept: any typed word may be asked for
            return []
        info = self.info(slug) if slug in self._shipped else None
        shipped = [Edition(slug, info.edition, self._shipped[slug], shipped=True)] if info else []
        return self._editions.setdefault(slug, _sorted([*self._own.get(slug, ()), *shipped]))

    # --- installed editions

    def __contains__(self, slug: str) -> bool:
        return bool(self._all(slug))

    def slug_of(self, name: str) -> str | None:
        """The slug of the book with a name: its slug or a name of its game, in any case; None if no book has it."""
        if self._all(name.lower()):
            return name.lower()
        slug = self._slugs_by_name.get(_plain_name(name))
        return slug if slug and slug in self else None

    @cached_property
    def _slugs_by_name(self) -> Mapping[str, str]:
        """The slug of each book that this package knows, by its slug and each name of its game; kept in the cache."""
        files = sorted(paths.shipped().glob("*/book.yaml"))
        path = paths.cache_dir() / "facts" / "names.json"
        state = f"{paths.shipped()} {cache.stamp(*files)}"
        slugs: Mapping[str, str] | None = cache.read_json(path, state)
        if slugs is None:
            infos = [self.info(file.parent.name) for file in files]
            slugs = {_plain_name(name): info.slug for info in infos if info for name in (info.slug, *info.called)}
            if all(infos):  # not kept if a file is damaged, so that every answer warns of it
                cache.keep_json(path, state, slugs)
        return slugs

    def obtainable(self) -> list[BookInfo]:
        """The books that ship without text and that the user has not imported, in alphabetical order."""
        slugs = sorted(set(self._slugs_by_name.values()))
        return [info for slug in slugs if slug not in self and (info := self.info(slug))]

    def obtainable_as(self, name: str) -> BookInfo | None:
        """The book with a name that the user could import; None if it is installed already, or no book has the name."""
        slug = self._slugs_by_name.get(_plain_name(name))
        return self.info(slug) if slug and slug not in self else None

    def book_in_front(self, words: Sequence[str]) -> tuple[str, int] | None:
        """The book that the first words name, as `mtg` or `mtg@2015`, and the number of these words; else None."""
        if words and _ID.match(words[0]):
            return None
        for count in range(min(len(words), _LONGEST_NAME), 0, -1):
            name, sign, edition = " ".join(words[:count]).partition("@")
            if {" ", ":"} & set(edition):
                continue
            if slug := self.slug_of(name):
                return f"{slug}{sign}{edition}", count
            if info := self.obtainable_as(name):
                return info.slug, count
        return None

    def book_behind(self, words: Sequence[str]) -> str | None:
        """The known book whose slug is the last of several words, `arsenal fab`; else None. The names of games, *any
        target in magic*, and of books that a user has named may be words of the question."""
        last = words[-1].lower() if len(words) > 1 else ""
        return last if last in self.slugs() and self.info(last) else None

    def slugs(self) -> list[str]:
        """The slugs of all books, in alphabetical order."""
        return sorted(filter(self._all, {*self._own, *self._shipped, *self._editions}))

    def editions(self, slug: str) -> list[str]:
        """The names of a book's editions, the newest first and the shipped one last, each once; raises BookNotFound."""
        return list(dict.fromkeys(edition.name for edition in self.all(slug)))

    def all(self, slug: str) -> list[Edition]:
        """Every edition of a book, the newest first and the shipped one last; raises BookNotFound."""
        if found := self._all(slug) or self._all(self.slug_of(slug) or ""):
            return list(found)
        if info := self.obtainable_as(slug):
            raise BookNotFound(f"{info.title} ({info.slug}) is not installed. {info.more}")
        from difflib import get_close_matches

        names = [*self.slugs(), *(name for name, known in self._slugs_by_name.items() if known in self)]
        near = get_close_matches(_plain_name(slug), names, 1)
        suggestion = f"Did you mean {near[0]}? " if near else ""
        raise BookNotFound(f'no book "{shorten(slug)}". {suggestion}Installed: {", ".join(self.slugs())}')

    def own(self, slug: str) -> list[Edition]:
        """The editions of a book that the user imported, the newest first; empty if there are none."""
        return [edition for edition in self._all(self.slug_of(slug) or "") if not edition.shipped]

    def before(self, edition: Edition) -> Edition | None:
        """The imported edition before an imported one; None if that is the oldest, or if it ships."""
        own = self.own(edition.slug)
        return next((older for newer, older in pairwise(own) if newer is edition), None)

    def edition(self, slug: str, name: str | None = None) -> Edition:
        """The named edition, else the newest or the one in force. A year or a month names its only edition. Raises
        BookNotFound, which lists the installed editions; UsageError if a year or a month has several."""
        editions = self.all(slug)
        if name is None:
            return self.of_the_day(editions)
        if named := self.editions_named(slug, name):
            if len(named) > 1:
                raise UsageError(f"{slug}@{name} may be {' or '.join(map(repr, named))}; name one of them")
            return named[0]
        raise BookNotFound(
            f"no edition {shorten(name)} of {editions[0].slug}; there are {', '.join(self.editions(slug))}"
        )

    def of_the_day(self, editions: Sequence[Edition]) -> Edition:
        """The edition of a book that is in force, or else one without a date. Raises BookNotFound if all are later.
        Gives a `RulesWarning` if another edition may have been in force on the day `as_of`."""
        edition = self.in_force(editions)
        if edition and self.as_of in (None, edition.name):
            return edition
        if edition:
            doubt = f"{edition!r} is the newest edition here before {self.as_of}; there may be a later one"
        else:
            whole = list(filter(self.is_whole, editions))
            edition = next((each for each in whole if not is_dated(each.name)), None)
            if edition is None:
                oldest = f"the oldest is {whole[-1]!r}" if whole else f"{editions[0]!r} is here in part only"
                raise BookNotFound(f"no edition of {editions[0].slug} of {self.as_of} or before is installed; {oldest}")
            doubt = f"{edition!r} has no date: it may be later than {self.as_of}"
        warnings.warn(doubt, RulesWarning, stacklevel=3)
        return edition

    def editions_named(self, slug: str, name: str) -> list[Edition]:
        """The edition of a book with a name, else those of the year or month that it names, the oldest first. Of two
        editions with one name, that of the user's own."""
        editions = self.all(slug)
        if name.lower() == SHIPPED and editions[-1].shipped:
            return [editions[-1]]
        if alike := [edition for edition in editions if edition.name.lower() == name.lower()]:
            return [next((edition for edition in alike if edition.name == name), alike[0])]
        if not _YEAR_OR_MONTH.fullmatch(name):
            return []
        in_period = (edition for edition in reversed(editions) if edition.name.startswith(f"{name}-"))
        return list({edition.name: edition for edition in in_period}.values())  # the shipped one is replaced

    def in_force(self, editions: Sequence[Edition]) -> Edition | None:
        """The newest of a book's editions; with `as_of`, the newest dated one that is not later than that day. None if
        no edition is so old. An edition that is installed in part is in force on no day."""
        if self.as_of is None:
            return editions[0]
        whole = [edition for edition in editions if is_dated(edition.name) and self.is_whole(edition)]
        earlier = [edition for edition in whole if edition.name <= self.as_of]
        return max(earlier, key=lambda edition: edition.name, default=None)

    def is_whole(self, edition: Edition) -> bool:
        """Whether an edition is the whole book: only a part ships of some books."""
        info = self.info(edition.slug) if edition.shipped else None
        return info is None or info.whole

    def newest(self) -> list[Edition]:
        """The edition in force of every book, for questions that name no book. Damaged editions are left out. Raises
        BookNotFound if no book had an edition in force on the day `as_of`; LibraryError if all are damaged."""
        editions = [edition for slug in self.slugs() if (edition := self.in_force(self.all(slug)))]
        if not editions:
            raise BookNotFound(f"no edition of {self.as_of} or before is installed; rules books lists the editions")
        if readable := self.readable(editions):
            return readable
        raise LibraryError("no book here can be read; rules doctor tells why")

    def readable(self, editions: Iterable[Edition]) -> list[Edition]:
        """The given editions that can be read. A damaged edition is left out with a `RulesWarning`, which is given
        once. An edition that was removed in the meantime is left out without a warning. Raises TooManyOpen."""
        readable = []
        for edition in editions:
            try:
                if edition.about:
                    readable.append(edition)
            except BookNotFound:
                continue
            except TooManyOpen:
                raise
            except LibraryError as error:
                self._leave_out(str(error))
        return readable

    def address(self, edition: Edition) -> str:
        """An id that only this edition has, as `mtg@2026-01-16`; `mtg@shipped` if an imported one has the same name."""
        is_hidden = self.edition(edition.slug, edition.name) is not edition
        return f"{edition.slug}@{SHIPPED}" if is_hidden else repr(edition)

    def shipped(self, slug: str) -> Edition | None:
        """The edition that ships with this package; None if no edition of the book ships."""
        return next((edition for edition in self._all(slug) if edition.shipped), None)

    def info(self, slug: str) -> BookInfo | None:
        """The `book.yaml` of a book that ships; None, with a warning, if it is damaged."""
        if slug not in self._info:
            info = None
            try:
                info = load_info(slug)
            except (OSError, SchemaError) as error:
                self._leave_out(f"{slug} as it ships is damaged ({error}); install rules again")
            self._info[slug] = info  # only now: else another thread finds None while the file is being read
        return self._info[slug]

    def is_official(self, edition: Edition) -> bool:
        """Return whether an imported edition is the official text, by its titles; an edition that ships is not."""
        if edition not in self._official:
            info = None if edition.shipped else self.info(edition.slug)

            def title_of(number: str) -> str | None:
                entry = edition.get(number)
                return entry.row.title if entry else None

            self._official[edition] = bool(info and info.is_official(title_of))
        return self._official[edition]

    def _files_in(self, folder: Path) -> list[Path]:
        """The paths in a folder, sorted. Empty if it does not exist, or (with a warning) can't be read."""
        try:
            return sorted(folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._leave_out(f"{folder} can't be read ({error.strerror})")
            return []

    def _leave_out(self, why: str) -> None:
        """Warn once for each reason that something is left out of an answer."""
        if why not in self._left_out:
            self._left_out.add(why)
            more = "" if "rules doctor" in why else " (rules doctor tells more)"
            warnings.warn(f"left out: {why}{more}", RulesWarning, stacklevel=2)

    # --- changes

    def install(self, book: Book) -> Edition:
        """Write an edition, whole or not at all. It replaces an edition of the user's with the same name. Raises
        UsageError if another name differs in capital letters only: on some systems both are the same file."""
        from rules_cli.store import tree_yaml  # here, so that a look-up does not load it

        for other in self._all(book.slug):
            if not other.shipped and other.name != book.edition and other.name.lower() == book.edition.lower():
                raise UsageError(f"{other!r} is there already; write --edition {other.name}, or name it otherwise")
        path = paths.library() / "books" / check_slug(book.slug) / f"{check_edition(book.edition)}.yaml"
        status = write_atomic(path, tree_yaml.dump(book))
        edition = Edition(book.slug, book.edition, path, shipped=False)
        edition.index_as_written(book, status)
        others = [other for other in self._all(book.slug) if other.shipped or other.name != book.edition]
        self._editions = {**self._editions, book.slug: _sorted([edition, *others])}
        return edition

    def remove(self, slug: str, name: str | None = None) -> list[str]:
        """Remove an imported edition, or without a name all of a book, the oldest first; return their names. Editions
        that ship are not removed. Raises BookNotFound if no imported edition matches, LibraryError."""
        matching = [self.edition(slug, name)] if name else self.all(slug)
        own = [edition for edition in matching if not edition.shipped]
        if not own:
            raise BookNotFound(f"{slug} ships with rules and can't be removed; none of your own editions matches")
        for edition in reversed(own):
            try:
                edition.path.unlink(missing_ok=True)
            except OSError as error:
                raise LibraryError(f"{edition.path.parent} can't be changed ({error.strerror or error})") from None
            edition.forget_files()
        others = [edition for edition in self.all(slug) if edition not in own]
        self._editions = {**self._editions, own[0].slug: others}
        return [edition.name for edition in own]


_YEAR_OR_MONTH = re.compile(r"\d{4}(-\d\d)?")
_VERSION = re.compile(r"[0-9]+(\.[0-9]+)+")  # 2.14.0, newer than 2.9.0
_ID = re.compile(r"[^\s:]+:[^\s:]*\d")  # fab:2.7.3 has its book already
_LONGEST_NAME = 4  # words of a game's name: Magic the Gathering has three, and a typed name may have one more


def _plain_name(name: str) -> str:
    """Return a game's name as people may type it: folded, with hyphens and colons as blanks."""
    return " ".join(re.split(r"[\s:-]+", fold(name).strip()))


def _sorted(editions: Iterable[Edition]) -> list[Edition]:
    """Return editions in order: dated ones, the latest first; the highest version first; other names; what ships."""

    def newness(edition: Edition) -> tuple[bool, bool, tuple[int, ...], str]:
        version = tuple(map(int, edition.name.split("."))) if _VERSION.fullmatch(edition.name) else ()
        return not edition.shipped, is_dated(edition.name), version, edition.name

    return sorted(editions, key=newness, reverse=True)
