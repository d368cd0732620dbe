"""The errors of this package. Each message states the fault, then what to do next.

Every error that the library raises is a `RulesError`. Its message is one line, and `exit_code` is the exit code of the
command line (1: not found; 2: wrong usage, bad input or a damaged file).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple


class RulesError(Exception):
    """Base of all errors of this package. `str(error)` is always one line. `is_sure` says that the words of a command
    were understood, so that they are no question to search for."""

    exit_code = 2
    is_sure = False

    def __str__(self) -> str:
        return " ".join(super().__str__().split())


class RulesWarning(UserWarning):
    """Something was left out of an answer, such as a damaged edition. The rest of the answer is complete."""


class UsageError(RulesError):
    """A question or an option can't be understood."""


class SourceError(RulesError):
    """A rulebook's file can't be read, or has no rules."""


def unreadable(path: Path, error: Exception, otherwise: str = "") -> SourceError:
    """Return the error of a file that the system can't read, with what to do next."""
    if isinstance(error, FileNotFoundError):
        return SourceError(f"{path}: no such file; check its name and folder")
    if isinstance(error, IsADirectoryError):
        return SourceError(f"{path}: a folder, not a file; give a file in it")
    return SourceError(f"{path}: can't be read ({getattr(error, 'strerror', None) or error}){otherwise}")


class FetchError(RulesError):
    """A rulebook can't be downloaded, or the download is not the book. Installed editions stay."""


class SchemaError(RulesError):
    """A data file does not fit its schema. The message names the file and the key."""


class LibraryError(RulesError):
    """The user's library can't be read or written."""


class TooManyOpen(LibraryError):
    """The system allows no more open files. An edition must not be left out of an answer because of it."""


class BookNotFound(RulesError):
    """No such book or edition is installed."""

    exit_code = 1


class NearRules(NamedTuple):
    """Advice about a number that no rule has. `closest` are the ids of rules near it (three at most), with their
    `first_words`. `section` is the rule or heading in which it would be. `elsewhere` are rules with this very number in
    other editions and books. `reasons` say why the edition lacks it: texts, or remarks whose `str` is English."""

    closest: tuple[str, ...] = ()
    section: str | None = None
    first_words: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    reasons: tuple[object, ...] = ()


class RuleNotFound(RulesError):
    """No rule has the number `asked`. `edition` is the edition searched, None if there were several.
    Finding near rules takes longer than finding a rule, so the function `near` is called only if they are read."""

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
        """The ids of the rules to look at instead, three at most: those of this very number first."""
        return (*self.near.elsewhere, *self.near.closest)[:3]

    @property
    def section(self) -> str | None:
        """The id of the rule or heading in which the number would be, if there is one."""
        return self.near.section

    def __str__(self) -> str:
        near, fault = self.near, f"no rule {self.asked}"
        if self.edition:
            fault += f" in edition {self.edition}"
        advice = [str(reason) for reason in near.reasons]
        advice += [f"{other.partition(':')[0]} has it: rules {other}" for other in near.elsewhere]
        if near.closest:
            book = self.asked.partition(":")[0] + ":"  # left out of the ids: it was asked for
            pairs = zip_longest(near.closest, near.first_words, fillvalue="")
            closest = [f"{rule.removeprefix(book)} {words}".strip() for rule, words in pairs]
            advice.append(f"closest: {'; '.join(closest)}")
        message = f"{fault}; {'; '.join(advice or ['try: rules search WORDS'])}"
        return " ".join(message.split())


class WordsNotFound(RuleNotFound):
    """No installed edition has the words that a permanent citation names. The rule with its number may be another."""

    def __init__(self, message: object, asked: str) -> None:
        super().__init__(asked)
        self.message = message

    def __str__(self) -> str:
        return " ".join(str(self.message).split())
