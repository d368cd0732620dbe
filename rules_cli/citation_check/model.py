"""What is found in a text, and what is said of it. Frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.model import RuleNumber

Sign = Literal["book", "word", "section", "name", "shape"]
"""What makes a number a citation: a book before it (`fab:`), a word (`CR`, `rule`), a word that stands before other
numbers too (`section`, `§`; any at a line's end), the game's name, or nothing but its shape."""

Verdict = Literal["fine", "not there", "moved", "changed", "misquoted", "unclear"]
WRONG: frozenset[Verdict] = frozenset({"not there", "moved", "changed", "misquoted"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A number in a text that looks like a citation, before any book is asked.

    `start` is where its sign begins, `at` where the number itself does. `readings` are the numbers that it may mean,
    likeliest first. `book`, `edition` and `words` (a fingerprint's beginning) are those printed with it. Mentions of
    one list or range share a `chain`; one that is `ranged` is the end of a range that the mention before it begins.
    """

    start: int
    at: int
    end: int
    printed: str
    readings: tuple[RuleNumber, ...]
    sign: Sign
    chain: int
    book: str | None = None
    edition: str | None = None
    words: str | None = None
    ranged: bool = False


@dataclass(frozen=True, slots=True)
class CitationReading:
    """A rule that a mention may mean."""

    book: str
    number: RuleNumber


@dataclass(frozen=True, slots=True)
class Cited:
    """A mention that is a citation, with all that it may mean.

    Where it is `held`, some edition of each book meant has that rule; where it is not, `meanings` are where it
    would be. Several meanings are for a person to choose from.
    """

    mention: Mention
    meanings: tuple[CitationReading, ...]
    held: bool


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation with what is to be said of it.

    `now` is the rule that it should name instead, where it moved; `sure` whether that is no guess. `then` is the
    edition that it was written for, where that is known, `against` the one that it is held against, where its book is.
    """

    cited: Cited
    verdict: Verdict
    detail: str = ""
    now: CitationReading | None = None
    sure: bool = False
    then: EditionSnapshot | None = None
    against: EditionSnapshot | None = None

    @property
    def meaning(self) -> CitationReading | None:
        """The rule that it names; None where that is not known."""
        return self.cited.meanings[0] if len(self.cited.meanings) == 1 else None
