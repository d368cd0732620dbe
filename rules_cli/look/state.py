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
"""Rows of a list before it is scrolled: more than a screen, and composed within the time of a key."""

Kind = Literal["search", "books", "history", "peek", "rule", "branch", "explain", "changes", "cite", "keep", "keys"]
"""Lists: of what words find, of the books, of the rules read last. Pages: a glance at a rule, a rule with its
sub-rules, its whole branch, explained, compared with the edition before; all keys. And a citation to copy, and a rule
to put into the case."""


class Size(NamedTuple):
    """The columns and rows of a screen."""

    width: int
    height: int


_USUAL, _EMPTY = Size(80, 24), Line()


class Question(NamedTuple):
    """A question to the library. `target` is the id of a rule with its edition (without a number: the contents of a
    book), `words` are those typed, or the markup of a citation; `came_from` is the target that the user leaves."""

    kind: Kind
    target: str = ""
    words: str = ""
    book: str | None = None
    limit: int = MOST_FOUND
    came_from: str = ""


class Choice(NamedTuple):
    """A row of a list: the rule or book that Enter chooses (empty: all books), its label, its title or section, and its
    text, which is cut around the words in `sought`. If `asks` has words, Enter asks them as a new question; `above` is
    a quiet line over the row."""

    target: str
    label: str
    title: str = ""
    text: str = ""
    sought: Sought = Sought()
    asks: str = ""
    above: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """A list as an answer; `about` is the book on the title line, `note` is said above the list, `intro` are lines
    before it. `total` is how many rules there are in all, `more` that there are others after those listed. With
    `is_near`, no rule has the number that was typed, and the rows are those nearest to it."""

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

    `lines` have those of `beside` at their right where they fit, else after them. `has_more` says that its branch has
    rules that are not on the page, `is_changed` that one has other words in the edition `before`, `begins` is the place
    of the first line that is not of the rule itself. `farewell` is its citation, and its title and words.
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
        """The rows of the list; of books those that have the words typed, those whose slug begins so first."""
        rows = self.listing.choices if self.listing else ()
        if self.asked.kind != "books":
            return rows
        wanted = fold(self.typed.strip())
        have = [each for each in rows if wanted in fold(f"{each.label} {each.title} {each.text}")]
        return tuple(sorted(have, key=lambda each: not fold(each.label).startswith(wanted)))

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
    """A page: the first line shown, the link that is chosen (0: none), digits typed so far, a word to find (`finding`
    while it is typed), and the line on which it was found (-1: not since the page was scrolled)."""

    reading: RulePage
    top: int = 0
    chosen: int = 0
    digits: str = ""
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
    """All of it. `back` are the places before this one, the first visited first, and `ahead` those that the user came
    back from; `clip` is a text for the clipboard; `left` says that the user has left, `interrupted` that it was by
    Ctrl-C; `read` is the page that was read last. `letters` were typed one right after another on a page, where they
    are keys, and `before` is the state before them."""

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
    letters: str = ""
    before: State | None = None
    read: RulePage | None = None
