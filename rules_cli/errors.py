"""What can go wrong, said so that a person knows what to do next.

Every error that leaves the library is a `RulesError`: its message is one line, and `exit_code` is what the
command line ends with (1: looked for and not there; 2: wrong usage, bad input or a broken file).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property


class RulesError(Exception):
    """Base of all errors of this package; `str(error)` is one line for a person, whatever it quotes."""

    exit_code = 2

    def __str__(self) -> str:
        return " ".join(super().__str__().split())


class RulesWarning(UserWarning):
    """Something was left out of an answer: a damaged edition, say. One line; the rest of the answer stands."""


class UsageError(RulesError):
    """The words of a question can't be read as one."""


class SourceError(RulesError):
    """A rulebook's file can't be read, or holds no rules."""


class FetchError(RulesError):
    """A rulebook can't be downloaded, or what came is not the book; what was installed stands."""


class SchemaError(RulesError):
    """A data file (tree, profile, book, terms) breaks its schema; names the file and the key."""


class LibraryError(RulesError):
    """The user's library can't be read or written."""


class TooManyOpen(LibraryError):
    """The system lets us open no more files: no fault of any book's, and no answer is better than half of one."""


class BookNotFound(RulesError):
    """No such book or edition is installed."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class NearRules:
    """Rules near a number that no rule has: ids of the `closest` that exist (three at most), and the id of the
    heading (`section`) under which the number would be."""

    closest: tuple[str, ...] = ()
    section: str | None = None


class RuleNotFound(RulesError):
    """No rule has the number `asked`. `edition` is the edition searched, None if there were several.

    Looking for near rules takes longer than the question itself, so `near` does it when someone reads the answer.
    """

    exit_code = 1

    def __init__(self, asked: str, near: Callable[[], NearRules] = NearRules, edition: str | None = None) -> None:
        super().__init__(asked)
        self.asked = asked
        self.edition = edition
        self._find_near = near

    @cached_property
    def near(self) -> NearRules:
        """The nearest rules that exist."""
        return self._find_near()

    @property
    def closest(self) -> tuple[str, ...]:
        """The ids of the nearest rules that exist, three at most."""
        return self.near.closest

    @property
    def section(self) -> str | None:
        """The id of the heading under which the number would be, if there is one."""
        return self.near.section

    def __str__(self) -> str:
        edition = f" in edition {self.edition}" if self.edition else ""
        section = f" (it would be in {self.section})" if self.section else ""
        near = f"; closest: {', '.join(self.closest)}" if self.closest else "; try: rules search WORDS"
        return " ".join(f"no rule {self.asked}{edition}{section}{near}".split())


class WordsNotFound(RuleNotFound):
    """No installed edition has the text that a permanent citation names. `closest` are rules of its number."""

    def __init__(self, message: str, asked: str, closest: Sequence[str] = ()) -> None:
        super().__init__(asked, lambda: NearRules(tuple(closest)))
        self.message = message

    def __str__(self) -> str:
        return " ".join(self.message.split())
