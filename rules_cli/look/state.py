"""The state of the look-up: the place on the screen, the places before it, and the question to the library.

A step never asks the library itself. It returns a state with a `question`, and the loop gives the answer to the next
step. So steps and screens are functions of plain values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules_cli.look.line import Line
from rules_cli.render.excerpt import Sought
from rules_cli.render.page import Span
from rules_cli.text import fold

Mode = Literal["rule", "branch", "explain"]
"""How a rule is read: with its sub-rules, with all that is below it, or explained."""


class Size(NamedTuple):
    """The columns and rows of a screen."""

    width: int
    height: int


_USUAL = Size(80, 24)
_EMPTY = Line()

MOST_FOUND = 16
"""Rows of a list before it is scrolled: more than a screen, and composed within the time of a key."""

# --- questions


class Search(NamedTuple):
    """Which rules do these words find, or have this number? Empty words ask for the rules read last."""

    words: str
    book: str | None
    limit: int = MOST_FOUND


class Open(NamedTuple):
    """Ask for the page of a rule: `target` is its id with the edition; without a number, for the contents of a book.
    `came_from` is the rule below it from which the user comes."""

    target: str
    mode: Mode = "rule"
    came_from: str = ""


class Peek(NamedTuple):
    """Ask for the words of a rule, to be shown beside a list."""

    target: str


class ListBooks(NamedTuple):
    """Which books are there?"""


class History(NamedTuple):
    """Which rules were read, the last one first?"""


class Keep(NamedTuple):
    """Put a rule into the case, with the words that were asked."""

    target: str
    words: str


class Cite(NamedTuple):
    """Ask for the citation of a rule, for the clipboard."""

    target: str


Question = Search | Open | Peek | ListBooks | History | Keep | Cite


# --- answers


class Choice(NamedTuple):
    """A row of a list: the rule or book that Enter chooses (empty: all books), its label, its title or section, and its
    text, which is cut around what is `sought`. `asks` are words that Enter asks instead, and `above` is a quiet line
    over the row."""

    target: str
    label: str
    title: str = ""
    text: str = ""
    sought: Sought = Sought()
    asks: str = ""
    above: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """The answer to `Search`, `History` or `ListBooks`; `about` is the book on the title line, `note` is said above the
    list, `intro` are lines before it. `total` is how many rows there are in all, `more` that there are others after
    those listed."""

    question: Question
    choices: tuple[Choice, ...]
    about: str = ""
    note: str = ""
    intro: tuple[tuple[Span, ...], ...] = ()
    total: int = 0
    more: bool = False


class ReadingLine(NamedTuple):
    """A line of a rule's page before it is wrapped; `link` is the number of the link that it is, 0 for none."""

    spans: tuple[Span, ...]
    indent: int = 0
    hanging: int = 0
    link: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """The answer to `Peek`: the words of a rule, and its name."""

    question: Peek
    name: str
    lines: tuple[ReadingLine, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RulePage:
    """The answer to `Open`: a rule's page, its links (`links[0]` is number 1), its neighbours, its citations.

    `has_more` says that its branch has rules that are not on the page; `farewell` is its name and a line of its words,
    `begins` the place of the first line that is not of the rule itself.
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
    farewell: tuple[str, str] = ("", "")
    begins: int = 0


class Said(NamedTuple):
    """The answer to a question that needs only a line: what was done, or why it failed."""

    message: str


class Clip(NamedTuple):
    """The answer to `Cite`: a text for the clipboard."""

    text: str


Answer = Listing | RulePage | Glance | Said | Clip


# --- places


@dataclass(frozen=True, slots=True)
class Ask:
    """The prompt with what was typed, the list that follows it, the row that is chosen, and its words."""

    line: Line = _EMPTY
    listing: Listing | None = None
    chosen: int = 0
    glance: Glance | None = None

    @property
    def typed(self) -> str:
        """What was typed."""
        return self.line.text

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The rows of the list."""
        return self.listing.choices if self.listing else ()

    @property
    def choice(self) -> Choice | None:
        """The row that is chosen."""
        return self.choices[self.chosen] if self.chosen < len(self.choices) else None


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
    line: Line = _EMPTY
    chosen: int = 0

    @property
    def typed(self) -> str:
        """What was typed."""
        return self.line.text

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The books whose slug, title or edition has the words typed; those whose slug begins so are first."""
        wanted = fold(self.typed.strip())
        have = [each for each in self.listing.choices if wanted in fold(f"{each.label} {each.title} {each.text}")]
        return tuple(sorted(have, key=lambda each: not fold(each.label).startswith(wanted)))


@dataclass(frozen=True, slots=True)
class Keys:
    """The help page."""

    top: int = 0


Place = Ask | Read | ChooseBook | Keys


@dataclass(frozen=True, slots=True)
class State:
    """All of it. `back` are the places before this one, the first visited first, and `ahead` those that the user came
    back from; `clip` is a text for the clipboard; `left` says that the user has left; `read` is the page that was read
    last."""

    place: Place = field(default_factory=Ask)
    back: tuple[Place, ...] = ()
    ahead: tuple[Place, ...] = ()
    book: str | None = None
    size: Size = _USUAL
    question: Question | None = None
    message: str = ""
    clip: str = ""
    left: bool = False
    read: RulePage | None = None
