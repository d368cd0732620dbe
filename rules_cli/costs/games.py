"""The games whose costs are known, and the data file `costs.yaml` of each.

A calculation names a rule by a key ("modify", "floor"); `rules_cli.lookup.deciding_rules` knows its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from rules_cli import schema
from rules_cli.errors import UsageError
from rules_cli.store import data_files

GAMES = ("fab", "mtg", "ga", "fabula")
"""The games; the module of the same name beside this one calculates the costs of each."""


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


@dataclass(frozen=True)
class CostFile:
    """The schema of `costs.yaml`. `restated` holds our own words for each rule key, `labels` the rules that a label
    cites, `increases` the labels that never mean an additional cost, `notes` what the book leaves open.

    - `letters`: the letters that a cost may consist of. `symbols_apart`: its symbols may be typed apart, `2 W U`.
    - `phrases`: words that people type, and their meaning; `*` is the value after the word, `*1` has a default.
    - `fixed`: the costs that are always the same, each by the key of the rule that fixes it.
    - `hints`: words that people type for a thing that can be said in several ways, and what to type instead.
    - `fillers`: words between the ones that count, besides the English ones.
    - `from_hand`: the extra costs that are paid with cards in hand.
    - `other`: by language, the `notes` in it.
    """

    restated: Mapping[str, str]
    options: Mapping[str, CostOption]
    letters: str = "xyz"
    symbols_apart: bool = False
    phrases: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    fillers: tuple[str, ...] = ()
    from_hand: tuple[str, ...] = ("discard",)
    increases: tuple[str, ...] = ()
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, RefusedOption] = field(default_factory=dict)
    other: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def note(self, key: str, language: str) -> str:
        """The note of a key, in a language if the file has it, else in English."""
        return self.other.get(language, {}).get(key, self.notes[key])

    @cached_property
    def label_words(self) -> frozenset[str]:
        """The words that may label a modifier without a colon."""
        labelling = (word for word, phrase in self.phrases.items() if phrase.endswith(f":{word}"))
        return frozenset([*self.labels, *self.increases, *labelling])


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
