"""The state of the look-up: the place on the screen, the places before it, and the question to the library.

A step never asks the library itself. It returns a state with a `question`, and the loop gives the answer to the next
step. So steps and screens are functions of plain values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules_cli.look.line import Line
from rules_cli.render.excerpt import Sought
from rules_cli.render.page import PageLine, Span
from rules_cli.text import fold

MOST_FOUND = 16
"""Rows of a list before it is scrolled: more than fit a screen, but few enough to be made before the next key."""

Kind = Literal["search", "books", "history", "peek", "rule", "branch", "explain", "changes", "cite", "keep", "keys"]
"""`search`, `books` and `history` (the rules read last) are answered by a list. `peek` (a glance at a rule beside a
list), `rule` (with its sub-rules), `branch` (with all rules below it), `explain`, `changes` (against the edition
before) and `keys` are answered by a page. `cite` gives a citation to copy, `keep` puts a rule into the case."""


class Size(NamedTuple):
    """The columns and rows of a screen."""

    width: int
    height: int


_USUAL, _EMPTY = Size(80, 24), Line()


class Question(NamedTuple):
    """A question to the library. `target` is the id of a rule with its edition; without a number, the contents of the
    book. `words` are those typed, or the markup of a citation; `came_from` is the target that the user leaves."""

    kind: Kind
    target: str = ""
    words: str = ""
    book: str | None = None
    limit: int = MOST_FOUND
    came_from: str = ""


def is_rule(target: str) -> bool:
    """Return whether a target is a rule: those of cards and commands have a blank, those of contents no number."""
    return bool(target) and " " not in target and not target.endswith(":")


class Choice(NamedTuple):
    """A row of a list: the target, which Enter opens (of books: the slug, or empty for all), its label, its title or
    section, and its text, which is cut around the words in `sought`. If `asks` has words, Enter asks them as a new
    question. `above` is a quiet line over the row."""

    target: str
    label: str
    title: str = ""
    text: str = ""
    sought: Sought = Sought()
    asks: str = ""
    above: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """A list as an answer. `about` is the book on the title line, `note` is shown above the list, `intro` are lines
    before its rows. `total` is how many rules were found, `more` says that some of them are not listed. `is_near` says
    that no rule has the number that was typed, so that the rows are the nearest."""

    question: Question
    choices: tuple[Choice, ...]
    about: str = ""
    note: str = ""
    intro: tuple[tuple[Span, ...], ...] = ()
    total: int = 0
    more: bool = False
    is_near: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class RulePage:
    """A page as an answer: of a rule, a card, the contents of a book, or the keys. `links[0]` is link number 1.

    The lines of `beside` are to the right of `lines` if they fit, else after them. `has_more` says that rules of its
    branch are not on the page, `is_changed` that a rule has other words in the edition `before`. `begins` is the place
    of the first line that is not of the rule itself. `farewell` is its citation, then its title and words.
    """

    question: Question
    name: str
    lines: tuple[PageLine, ...]
    beside: tuple[PageLine, ...] = ()
    crumbs: tuple[str, ...] = ()
    about: str = ""
    links: tuple[str, ...] = ()
    previous: str = ""
    next: str = ""
    parent: str = ""
    has_more: bool = False
    is_changed: bool = False
    before: str = ""
    begins: int = 0
    farewell: tuple[str, str] = ("", "")


class Said(NamedTuple):
    """An answer of one line: what was done, or why it failed; or a text for the clipboard."""

    message: str = ""
    clip: str = ""


Answer = Listing | RulePage | Said


@dataclass(frozen=True, slots=True)
class Ask:
    """The prompt with what was typed, the list that follows it, the row that is chosen, and its words."""

    line: Line = _EMPTY
    listing: Listing | None = None
    chosen: int = 0
    glance: RulePage | None = None

    @property
    def typed(self) -> str:
        """What was typed."""
        return self.line.text

    @property
    def asked(self) -> Question:
        """The question that the list answers."""
        return self.listing.question if self.listing else Question("search")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The rows of the list; of books, only those with the typed words, first those whose label begins with them."""
        rows = self.listing.choices if self.listing else ()
        if self.asked.kind != "books":
            return rows
        wanted = fold(self.typed.strip())
        fitting = [row for row in rows if wanted in fold(f"{row.label} {row.title} {row.text}")]
        return tuple(sorted(fitting, key=lambda row: not fold(row.label).startswith(wanted)))  # False comes before True

    @property
    def choice(self) -> Choice | None:
        """The row that is chosen."""
        return self.choices[self.chosen] if self.chosen < len(self.choices) else None

    @property
    def target(self) -> str:
        """The rule that is chosen; empty if no rule is."""
        return self.choice.target if self.choice and self.asked.kind != "books" else ""


@dataclass(frozen=True, slots=True)
class Read:
    """A page that is read: `top` is the first line shown, `chosen` the number of the chosen link, or 0. `word` is to be
    found on the page, `finding` says that it is still typed, `found` is the line on which it was found last, or -1 if
    the page was scrolled since."""

    reading: RulePage
    top: int = 0
    chosen: int = 0
    word: str = ""
    finding: bool = False
    found: int = -1

    @property
    def target(self) -> str:
        """The rule that is read."""
        return self.reading.question.target


Place = Ask | Read


@dataclass(frozen=True, slots=True)
class State:
    """The whole state. `back` are the places before this one, in the order of the visit, `ahead` the places from which
    the user went back. `clip` is a text for the clipboard. `left` says that the user has left, `interrupted` that it
    was by Ctrl-C. `read` is the page that was read last. `typed` was typed in one go on a page, letters that are keys
    so far or digits of a reference; `before` is the state before it."""

    place: Place = field(default_factory=Ask)
    back: tuple[Place, ...] = ()
    ahead: tuple[Place, ...] = ()
    book: str | None = None
    size: Size = _USUAL
    question: Question | None = None
    message: str = ""
    clip: str = ""
    left: bool = False
    interrupted: bool = False
    typed: str = ""
    before: State | None = None
    read: RulePage | None = None
