"""Where a search looks: in which editions, and in which of their rows."""

from __future__ import annotations

from typing import NamedTuple

from rules_cli.errors import UsageError
from rules_cli.lookup.rule_lookup import Lookup, RowRef
from rules_cli.search.corpora import Corpora
from rules_cli.store import settings
from rules_cli.store.editions import Edition
from rules_cli.text import shorten

KINDS = ("rule", "heading", "fragment")


class Scope(NamedTuple):
    """The editions that a search is put to; the branches and the kind of row that it keeps to, if it does."""

    editions: tuple[Edition, ...]
    branches: tuple[tuple[Edition, range], ...] = ()
    kind: str | None = None

    def rows(self, books: Corpora) -> set[int] | None:
        """The rows that a search keeps to, None for all."""
        rows = {row for edition, places in self.branches for row in books.rows_of(edition, places)}
        if self.kind is None:
            return rows if self.branches else None
        of_kind = books.corpus.of_kind(self.kind)
        return rows.intersection(of_kind) if self.branches else set(of_kind)

    def holds(self, place: RowRef) -> bool:
        """Whether a search may find a row."""
        inside = any(place.edition is edition and place.entry.place in places for edition, places in self.branches)
        return (inside or not self.branches) and self.kind in (None, place.entry.row.kind)


def scope(
    library: Lookup, book: str | None = None, within: str | None = None, kind: str | None = None, every: bool = False
) -> Scope:
    """What a search is put to. `book` is a slug or `book@edition`, or several with commas between them; else what is
    set, else every book. `every` asks all editions of those books; `within` keeps to the branch below a number.

    Raises BookNotFound, RuleNotFound; UsageError for a kind that there is none of.
    """
    if kind is not None and kind not in KINDS:
        raise UsageError(f"not a kind of row: {shorten(kind)!r}; there is {', '.join(KINDS)}")
    editions = tuple(dict.fromkeys(_editions(library, book, every)))
    if within is None:
        return Scope(editions, kind=kind)
    places = _branches(library, within, editions)
    branches = ((place.edition, range(place.entry.place, library.last_below(place) + 1)) for place in places)
    return Scope(tuple(dict.fromkeys(place.edition for place in places)), tuple(branches), kind)


def _editions(library: Lookup, book: str | None, every: bool) -> list[Edition]:
    chosen = [name.strip() for name in (book or settings.default_book() or "").split(",") if name.strip()]
    if not chosen:
        slugs = library.installed.slugs()
        return [each for slug in slugs for each in library.installed.all(slug)] if every else library.installed.newest()
    named = [name.partition("@") for name in chosen]
    if every:
        return [each for slug, _, _ in named for each in library.installed.all(slug)]
    return [library.installed.edition(slug, name or None) for slug, _, name in named]


def _branches(library: Lookup, within: str, editions: tuple[Edition, ...]) -> list[RowRef]:
    """The rows that a number names in some editions; raises what is wrong where it names none."""
    found = [library.find([within], library.installed.address(edition)) for edition in editions]
    places = {(place.edition, place.number): place for each in found for place in each.places}
    if not places:
        missing = found[0] if len(found) == 1 else library.find([within])
        raise missing.missing[0] if missing.missing else found[0].missing[0]
    return list(places.values())
