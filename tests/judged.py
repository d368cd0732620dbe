"""Facts judged by hand about what became of rules from edition to edition, and how the matching fares on them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from support import ROOT, SHARED, read_book

from rules_cli import schema
from rules_cli.history.edition_pair import match_editions
from rules_cli.model import RuleNumber
from rules_cli.store.data_files import load_yaml
from rules_cli.store.editions import InstalledBooks

FACTS = ROOT / "tests" / "data" / "judged-editions.yaml"
_FAB, _GA, _MTG, _SEEDS = (SHARED / "sources" / name for name in ("fab", "ga-whole", "mtg", "seeds"))
SOURCES = {
    ("mtg", "2006-10-01"): [_MTG / "2006-10-01.txt"],
    ("mtg", "2015-01-23"): [_MTG / "2015-01-23.txt"],
    ("mtg", "2024-11-08"): [_MTG / "2024-11-08.txt"],
    ("mtg", "2026-01-16"): [_MTG / "2026-01-16.txt"],
    ("fab", "0-web"): [
        _FAB / "01-game-concepts.html",
        _SEEDS / "000_23f95e76f54ca4b0.txt",
        _FAB / "05-layers-cards-abilities.html",
    ],
    ("fab", "2.14.0"): [_FAB / "en-fab-cr-2.14.0.txt"],
    ("ga", "2024-web"): [_SEEDS / "004_35228254dc085b05.txt"],
    ("ga", "2026"): [_GA],
}
"""The files of each judged edition."""

Half = Literal["tuned", "kept"]


@dataclass(frozen=True, slots=True)
class Fact:
    """What became of a rule of the older edition, or a rule that the newer one added. The file explains each key."""

    half: Half
    rule: str | None = None
    added: str | None = None
    became: tuple[tuple[str, ...], ...] = ((),)
    words: Literal["same", "examples", "changed"] | None = None
    hard: bool = False

    def __post_init__(self) -> None:
        if (self.rule is None) == (self.added is None):
            raise ValueError("expected rule or added, one of them")

    @property
    def number(self) -> RuleNumber:
        """The number that the fact is about."""
        return RuleNumber(self.rule or self.added or "")


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two editions of a book, and facts about them."""

    book: str
    older: str
    newer: str
    facts: tuple[Fact, ...]

    @property
    def name(self) -> str:
        """The pair for people."""
        return f"{self.book} {self.older} to {self.newer}"

    @property
    def files(self) -> list[Path]:
        """The sources of both editions."""
        return [file for edition in (self.older, self.newer) for file in SOURCES[self.book, edition]]

    def half_of(self, number: str) -> Half:
        """Return the half that a number belongs to, by chance but always the same."""
        digest = hashlib.sha256(f"{self.book} {self.older} {self.newer} {number}".encode()).digest()
        return "tuned" if digest[0] % 2 else "kept"


@dataclass(frozen=True, slots=True)
class _File:
    pairs: tuple[JudgedPair, ...]


def judged_pairs() -> tuple[JudgedPair, ...]:
    """Return all facts by their pair of editions. Raise SchemaError if the file has a fault."""
    return schema.read(_File, {"pairs": load_yaml(FACTS)}, FACTS.name).pairs


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fact, and what the matching says: numbers in the newer edition, or in the older one for an added rule."""

    fact: Fact
    said: tuple[RuleNumber, ...]
    sure: bool
    kinds: tuple[str, ...]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The accepted answer that is nearest to what was said."""
        return min(self.fact.became, key=lambda answer: len({*answer} ^ {*self.said}))

    @property
    def right(self) -> int:
        """How many of the numbers said are right."""
        return len({*self.said} & {*self.wanted})

    @property
    def whole(self) -> bool:
        """Whether exactly an accepted answer was said, and rightly whether words changed."""
        return {*self.said} == {*self.wanted} and self.words_right

    @property
    def words_right(self) -> bool:
        """Whether it says what changed in the words of a rule with one counterpart."""
        if self.fact.words is None or "split" in self.kinds or "merged" in self.kinds or not self.right:
            return True
        return self.fact.words == next((kind for kind in ("changed", "examples") if kind in self.kinds), "same")


@dataclass(frozen=True, slots=True)
class Figures:
    """How the matching fares on some facts: shares of 1, which are 1 if there is nothing to count."""

    outcomes: Sequence[Outcome]

    @property
    def precision(self) -> float:
        """The share of the pairs of numbers said that are right."""
        return _share(self._right, sum(len(outcome.said) for outcome in self.outcomes))

    @property
    def recall(self) -> float:
        """The share of the true pairs of numbers that are said."""
        return _share(self._right, sum(len(outcome.wanted) for outcome in self.outcomes))

    @property
    def sure(self) -> float:
        """The share of the sure answers that name no wrong number."""
        sure = self.said_surely
        return _share(sum(outcome.right == len(outcome.said) for outcome in sure), len(sure))

    @property
    def whole(self) -> float:
        """The share of the facts that are said exactly."""
        return _share(sum(outcome.whole for outcome in self.outcomes), len(self.outcomes))

    @property
    def said_surely(self) -> list[Outcome]:
        """The answers called sure. That a rule was removed or added is never called so."""
        return [outcome for outcome in self.outcomes if outcome.sure and outcome.said]

    @property
    def _right(self) -> int:
        return sum(outcome.right for outcome in self.outcomes)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def install_sources() -> InstalledBooks:
    """Install the judged editions whose sources are there in the library of RULES_HOME."""
    installed = InstalledBooks()
    for (slug, edition), files in SOURCES.items():
        if all(file.exists() for file in files):
            installed.install(read_book(files, slug, edition))
    return installed


def outcomes(pair: JudgedPair, installed: InstalledBooks) -> Iterator[Outcome]:
    """Match the pair as `rules diff` does, through the editions between, and yield what is said about each fact."""
    a, b = (installed.edition(pair.book, name) for name in (pair.older, pair.newer))
    there = match_editions(a, b, installed.all(pair.book))
    back = there.backwards()
    for fact in pair.facts:
        link = (there if fact.rule else back).link(fact.number)
        yield Outcome(fact, link.b, link.sure, link.kinds)
