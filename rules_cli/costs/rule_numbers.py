"""Which rule a key names: the numbers differ by edition, so the sums ask by key and this looks it up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules_cli.costs.arguments import data


@dataclass(frozen=True, slots=True)
class _Table:
    """The numbers of one edition, which hold from the edition `since` on; no `edition` where they hold in all."""

    since: str
    edition: str | None
    rules: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Numbering:
    """The ids of a game's rules in one edition, and our words for them by key.

    `edition` is the one in use, `newest` the newest that is installed; both None where there is no library.
    """

    book: str
    edition: str | None
    newest: str | None
    tables: tuple[_Table, ...]
    restated: Mapping[str, str]

    def id(self, key: str) -> str | None:
        """`fab:5.1.6a`, or `ga@2026-08-21:cost.6` where that isn't the newest installed edition.

        A rule that only a later edition has is cited from there; None for one that was dropped before this
        edition. Raises KeyError for a key that no edition has.
        """
        table = self._holding(key)
        if table is None:
            return None
        edition = self.edition if self._in_use() is table and self._covers(table) else table.edition
        plain = edition is None or edition == self.newest
        return f"{self.book}:{table.rules[key]}" if plain else f"{self.book}@{edition}:{table.rules[key]}"

    def ids(self, keys: Iterable[str]) -> list[str]:
        """The ids of these keys, each once, in their order."""
        return list(dict.fromkeys(found for key in keys if (found := self.id(key))))

    def words(self, keys: Iterable[str]) -> dict[str, str]:
        """Our own words for the rules of these keys, by id."""
        return {rule: self.restated[key] for key in keys if (rule := self.id(key))}

    def _in_use(self) -> _Table:
        """The table of the edition in use: the newest that it is not older than."""
        return next((table for table in reversed(self.tables) if self._covers(table)), self.tables[0])

    def _covers(self, table: _Table) -> bool:
        """Whether the edition in use has the table's numbers; one without a date has them only where all have."""
        dated = self.edition is not None and self.edition[:4].isdecimal()
        return not table.since or (dated and table.since <= str(self.edition))

    def _holding(self, key: str) -> _Table | None:
        current = self.tables.index(self._in_use())
        for table in self.tables[current:]:
            if key in table.rules:
                return table
        if not any(key in table.rules for table in self.tables):
            raise KeyError(key)
        return None


def numbering(book: str, edition: str | None = None, newest: str | None = None) -> Numbering:
    """The rule numbers of a game: in `edition`, else in the `newest` installed, else as it ships."""
    facts = data(book)
    tables = tuple(_Table(e["since"], e.get("edition"), e["rules"]) for e in facts["editions"])
    return Numbering(book, edition or newest, newest, tables, facts["restated"])
