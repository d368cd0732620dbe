"""The games whose costs are known: the data file `costs.yaml` of each, and its rule numbers.

A calculation names a rule by a key ("modify", "floor"), because the number of a rule differs by edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, NamedTuple

from rules_cli import schema
from rules_cli.errors import UsageError
from rules_cli.store import data_files

GAMES = ("fab", "mtg", "ga", "fabula")
"""The games; the module of the same name beside this one calculates the costs of each."""


@dataclass(frozen=True, slots=True)
class RuleTable:
    """Rule numbers by key, valid from the edition `since` on; without `edition` they are valid in all editions."""

    since: str
    rules: Mapping[str, str]
    edition: str | None = None


@dataclass(frozen=True, slots=True)
class CostOption:
    """An option of `rules cost`: its help, and an example of its value (None for a flag)."""

    help: str
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class RefusedOption:
    """Why a game refuses an option of other games, and the key of the rule behind it."""

    say: str
    rule: str


@dataclass(frozen=True, slots=True)
class CostFile:
    """The schema of `costs.yaml`. `restated` holds our own words for each rule key, `labels` the rules that a label
    cites, `increases` the labels that never mean an additional cost, `notes` what the book leaves open."""

    editions: Annotated[tuple[RuleTable, ...], schema.Condition(bool, "at least one edition")]
    restated: Mapping[str, str]
    options: Mapping[str, CostOption]
    increases: tuple[str, ...] = ()
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, RefusedOption] = field(default_factory=dict)

    def __post_init__(self) -> None:
        keys = {key for table in self.editions for key in table.rules}
        if missing := sorted(keys - set(self.restated)):
            raise ValueError(f"restated lacks {', '.join(missing)}")


def costs_from(value: object, source: str) -> CostFile:
    """Return the contents of the `costs.yaml` that `source` names; raises SchemaError, which lists every fault."""
    return schema.read(CostFile, value, source)


@cache
def cost_file(game: str) -> CostFile:
    """Load a game's `costs.yaml`, once in a process."""
    value = data_files.load(game, "costs.yaml")
    if value is None:
        raise UsageError(f"the data file of {game} is missing: install rules again")
    return costs_from(value, f"{game}/costs.yaml")


class Numbering(NamedTuple):
    """The rule ids of a game in one edition, and our own words for the rules.

    `edition` is the edition asked for, `newest` the newest installed one: None without a library.
    """

    book: str
    edition: str | None
    newest: str | None
    tables: tuple[RuleTable, ...]
    restated: Mapping[str, str]

    def id(self, key: str) -> str | None:
        """Return the id: `fab:5.1.6a`, or `ga@2026-08-21:cost.6` if that is not the newest installed edition.

        A rule that only a later edition has gets that edition's id; None for a rule dropped before this edition.
        Raises KeyError for a key that no edition has.
        """
        # An edition without a date has only the numbers that are valid in all editions.
        date = self.edition if self.edition and self.edition[:4].isdecimal() else ""
        valid = sum(table.since <= date for table in self.tables)
        holding = [at for at, table in enumerate(self.tables) if key in table.rules]
        if not holding:
            raise KeyError(key)
        at = next((at for at in holding if at >= valid - 1), None)
        if at is None:
            return None
        edition = self.edition if at < valid else self.tables[at].edition
        book = self.book if edition in (None, self.newest) else f"{self.book}@{edition}"
        return f"{book}:{self.tables[at].rules[key]}"

    def ids(self, keys: Iterable[str]) -> list[str]:
        """Return the ids of these keys, each once, in their order."""
        return list(dict.fromkeys(rule for key in keys if (rule := self.id(key))))

    def words(self, keys: Iterable[str]) -> dict[str, str]:
        """Return our own words for the rules of these keys, by id."""
        return {rule: self.restated[key] for key in keys if (rule := self.id(key))}


def numbering(book: str, edition: str | None = None, newest: str | None = None) -> Numbering:
    """Return the rule numbers of a game in `edition`, else in the `newest` installed, else as in its data file."""
    file = cost_file(book)
    return Numbering(book, edition or newest, newest, file.editions, file.restated)
