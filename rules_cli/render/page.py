"""A page: an answer as lines of styled spans, and how a terminal shows the styles.

`rules_cli.render.out` prints the same page plain into a pipe, and wrapped and coloured on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from rules_cli.captions import Words

Style = Literal[
    "", "id", "title", "text", "quiet", "good", "bad", "note", "label", "hit", "ref", "chosen", "old", "new", "folded"
]
COLORS: dict[str, int] = {"id": 6, "good": 2, "bad": 3, "new": 2, "old": 3}
"""The colour of each style, of the 8 that a terminal's theme fits to its background. Cyan, green and yellow have a
contrast of 4.5 to 1 or more in the usual dark themes, red and blue do not. A colour is never the only sign: a word, a
mark or a heavier letter says the same."""
WEIGHTS: dict[str, str] = {
    "id": "bold",
    "title": "bold",
    "good": "bold",
    "bad": "bold",
    "old": "bold",
    "new": "bold",
    "hit": "bold",
    "quiet": "dim",
    "label": "dim",
    "note": "italic",
    "ref": "underline",
    "chosen": "reverse",
}
"""How the letters of a style are drawn, in colour and without; only references are underlined."""
SECTION = 2
"""The level of the headings that a page may list."""


class Span(NamedTuple):
    """A run of words in one style. `link` is a web address, shown where the terminal can."""

    text: str
    style: Style = ""
    link: str | None = None

    @classmethod
    def of(cls, words: Words, style: Style = "") -> Span:
        """Return words as a span in the language of pages."""
        from rules_cli.render.language import said  # here, so that the first screen of the look-up comes sooner

        return cls(said(words), style)


class PageLine(NamedTuple):
    """One line of a page; a terminal wraps it by its width, a pipe never does.

    It is indented by `indent` blanks, and if it is wrapped, all lines but the first by `hanging` more. With `crumbs`,
    its spans are steps of a path; a narrow terminal leaves the first ones out. `heading` is the level of a heading, or
    0, and `anchor` its name in HTML. `link` is the number of a link in the look-up, or 0."""

    spans: tuple[Span, ...]
    indent: int = 0
    hanging: int = 0
    crumbs: bool = False
    heading: int = 0
    anchor: str = ""
    link: int = 0


@dataclass(slots=True)
class Page:
    """Lines in order; built with `add` and `gap`. With `plain`, our restatements are shown beside official words; None
    if the command has no option for that."""

    plain: bool | None = None
    lines: list[PageLine] = field(default_factory=list)

    @classmethod
    def of(cls, words: Words, style: Style = "") -> Page:
        """Return a page of one line."""
        made = cls()
        made.add(Span.of(words, style))
        return made

    @classmethod
    def noting(cls, notes: Iterable[Words], plain: bool | None = None) -> Page:
        """Return a page that begins with notes."""
        made = cls(plain)
        for note in notes:
            made.add(Span.of(note, "note"))
        return made

    def __add__(self, other: Page) -> Page:
        return Page(self.plain, [*self.lines, *other.lines])

    def add(self, *spans: Span | Words, indent: int = 0, hanging: int = 0) -> None:
        """Append one line; a text or remark is a span without a style."""
        self.lines.append(PageLine(_spans(spans), indent, hanging))

    def head(self, *spans: Span | Words, level: int, anchor: str = "", hanging: int = 0) -> None:
        """Append a heading; that of a section, of level 2, is a path."""
        self.lines.append(PageLine(_spans(spans), 0, hanging, level == SECTION, level, anchor))

    def title(self, words: Words) -> None:
        """Append the title of a part of the page, after an empty line."""
        self.gap()
        self.add(Span.of(words, "title"))

    def block(self, text: str, style: Style = "text", indent: int = 0) -> None:
        """Append a text that may hold several lines."""
        for line in text.split("\n"):
            self.add(Span(line, style), indent=indent)

    def gap(self) -> None:
        """Append an empty line, unless the page is empty or already ends in one."""
        if self.lines and self.lines[-1].spans:
            self.lines.append(PageLine(()))


def _spans(spans: Iterable[Span | Words]) -> tuple[Span, ...]:
    return tuple(each if isinstance(each, Span) else Span.of(each) for each in spans)
