"""What can go wrong, said so that a person knows what to do next.

Every error that leaves the library is a `RulesError`: its message is one line, and `exit_code` is what the
command line ends with (1: looked for and not there; 2: wrong usage, bad input or a broken file).
"""

from __future__ import annotations

from collections.abc import Sequence


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


class RuleNotFound(RulesError):
    """No rule has this number.

    `closest` are the ids of the nearest rules that exist (three at most); `section` is the id of the heading
    under which the number would stand, or None; `edition` is the one looked in, None for several.
    """

    exit_code = 1

    def __init__(
        self, asked: str, closest: Sequence[str] = (), section: str | None = None, edition: str | None = None
    ) -> None:
        self.asked = asked
        self.closest = tuple(closest)
        self.section = section
        where = f" in edition {edition}" if edition else ""
        place = f" (it would be in {section})" if section else ""
        near = f"; closest: {', '.join(self.closest)}" if self.closest else "; try: rules search WORDS"
        super().__init__(f"no rule {asked}{where}{place}{near}")


class WordsNotFound(RuleNotFound):
    """No installed edition has the words that a permanent citation names. `closest` are rules of its number."""

    def __init__(self, message: str, asked: str, closest: Sequence[str] = ()) -> None:
        super().__init__(asked, closest)
        self.args = (message,)
