"""The state of the look-up: the place on the screen, the places before it, and the question to the library.

A step never asks the library itself. It returns a state with a `question`, and the loop gives the answer to the next
step. So steps and screens are functions of plain values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules_cli.render.page import Span
from rules_cli.text import fold

Mode = Literal["rule", "branch", "explain"]
"""How a rule is read: with its sub-rules, with all that is below it, or explained."""


class Size(NamedTuple):
    """The columns and rows of a screen."""

    width: int
    height: int


_USUAL = Size(80, 24)

# --- questions


class Search(NamedTuple):
    """Which rules do these words find, or have this number? Empty words ask for the rules opened last."""

    words: str
    book: str | None


class Open(NamedTuple):
    """Ask for the words of a rule: `target` is its id with the edition."""

    target: str
    mode: Mode = "rule"


class ListBooks(NamedTuple):
    """Which books are there?"""


Question = Search | Open | ListBooks


# --- answers


class Choice(NamedTuple):
    """A row of a list: the rule or book that Enter chooses (empty: all books), its label, and its words."""

    target: str
    label: str
    words: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """The answer to `Search` or `ListBooks`; `about` is the book on the title line, `note` is for the last line."""

    question: Question
    choices: tuple[Choice, ...]
    about: str = ""
    note: str = ""


class ReadingLine(NamedTuple):
    """A line of a rule's page before it is wrapped; `link` is the number of the link that it is, 0 for none."""

    spans: tuple[Span, ...]
    indent: int = 0
    link: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class RulePage:
    """The answer to `Open`: a rule's page, its links (`links[0]` is number 1), its neighbours, its citations.

    `has_more` says that its branch has rules that are not on the page.
    """

    question: Open
    crumbs: tuple[str, ...]
    about: str
    lines: tuple[ReadingLine, ...]
    links: tuple[str, ...] = ()
    previous: str = ""
    next: str = ""
    parent: str = ""
    has_more: bool = False
    citation: str = ""
    markdown: str = ""


class Failure(NamedTuple):
    """The answer to a question that failed: one line for a person."""

    message: str


Answer = Listing | RulePage | Failure


# --- places


@dataclass(frozen=True, slots=True)
class Ask:
    """The prompt with what was typed, the list that follows it, and the row that is chosen."""

    typed: str = ""
    listing: Listing | None = None
    chosen: int = 0

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The rows of the list."""
        return self.listing.choices if self.listing else ()


@dataclass(frozen=True, slots=True)
class Read:
    """A rule's page: the first line shown, the link that is chosen (0: none), digits typed so far, a word to find
    (`finding` while it is typed), and the line on which it was found (-1: not since the page was scrolled)."""

    reading: RulePage
    top: int = 0
    chosen: int = 0
    digits: str = ""
    word: str = ""
    finding: bool = False
    found: int = -1


@dataclass(frozen=True, slots=True)
class ChooseBook:
    """The list of books, what was typed to find one, and the row that is chosen among those that have it."""

    listing: Listing
    typed: str = ""
    chosen: int = 0

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The books whose slug, title or edition has the words typed; those whose slug begins so are first."""
        wanted = fold(self.typed.strip())
        have = [each for each in self.listing.choices if wanted in fold(_words_of(each))]
        return tuple(sorted(have, key=lambda each: not fold(each.label).startswith(wanted)))


def _words_of(choice: Choice) -> str:
    return " ".join([choice.label, *(span.text for span in choice.words)])


@dataclass(frozen=True, slots=True)
class Keys:
    """The help page."""

    top: int = 0


Place = Ask | Read | ChooseBook | Keys


@dataclass(frozen=True, slots=True)
class State:
    """All of it. `back` are the places before this one, the first visited first; `clip` is a text for the clipboard;
    `left` says that the user has left; `read` is the page that was read last."""

    place: Place = field(default_factory=Ask)
    back: tuple[Place, ...] = ()
    book: str | None = None
    size: Size = _USUAL
    question: Question | None = None
    message: str = ""
    clip: str = ""
    left: bool = False
    read: RulePage | None = None
