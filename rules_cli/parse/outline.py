"""Labels that count only under a number and begin again under the next: `(a)`, `1.`, `B.`, `Section 2` of an article.

A label goes on in an open list, or begins a new list under the row before it; any other belongs to a sentence. A rule's
address is that of the row above it with the label behind it: 4.01(a)(1), IV.2, 12A1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from rules_cli.formats.source_line import SourceLine
from rules_cli.model import RuleNumber
from rules_cli.parse.number_forms import kanji_value
from rules_cli.rule_number import from_roman, to_roman

_PLACE = r"[0-9]{1,3}|[ivxlc]{1,6}|[IVXLC]{1,6}|[A-Za-z]"
_LABEL = re.compile(
    rf"(?:\((?P<inside>{_PLACE})\)|(?P<plain>{_PLACE})(?P<sign>[.)])|(?P<roman>[IVXLC]{{1,6}})\s?[–-](?=\s))"
    r"(?:\s+|(?<=\))(?=[^\x00-\u2fff]))(?P<text>\S.*)",
    re.DOTALL,
)
_FAR_EASTERN = re.compile(r"（([0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})）")
_AFTER_DOT_AND_LETTER = re.compile(r"\.[A-Za-z]$")

Row = TypeVar("Row")


class ListLabel(NamedTuple):
    """A label: `style` is how its list prints them (`(a)`, `1.`), `place` counts from 1.

    `text` is the rest of the line; `word` is the word before the number, as in `Section 2`, or "".
    """

    style: str
    place: int
    printed: str
    text: str
    word: str = ""

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure without brackets, as of any numbered list."""
        return self.style in ("1.", "1)")

    def address_under(self, above: str) -> RuleNumber:
        """Return the address of its rule under a row: `(a)` under 4.01 → 4.01(a), `2.` under 4 → 4.2, `A.` → 4A."""
        if self.style[0] == "(" or not above:
            return RuleNumber(above + self.printed)
        last, is_figure = above[-1], self.printed.isdecimal()
        needs_dot = last.isdecimal() if is_figure else last.isalpha()
        goes_on = is_figure and (last == ")" or _AFTER_DOT_AND_LETTER.search(above))
        return RuleNumber(f"{above}{'.' if above.isalpha() or needs_dot or goes_on else ''}{self.printed}")


def _plain(text: str) -> str:
    """Return a text with plain signs in its label: `（１）` and `（一）` are `(1)`."""
    found = _FAR_EASTERN.match(text)
    if not found:
        return text
    number = int(found[1]) if found[1].isdecimal() else kanji_value(found[1])
    return f"({number}){text[found.end() :]}"


# Complexity: one case for each kind of label.
def labels_of(line: SourceLine) -> list[ListLabel]:
    """Return what the label at the beginning of a line may be: `i.` is the first of romans or the ninth letter."""
    is_marked = line.marker[:1].isalnum() or line.marker[:1] == "("
    found = _LABEL.match(_plain(line.as_list_item if is_marked else line.text))
    if not found:
        return []
    inside = found["inside"] or found["roman"]  # `II –` is (II)
    part, text = inside or found["plain"], found["text"]
    around = "({})" if inside else f"{{}}{found['sign']}"
    printed = f"({part})" if inside else part
    if part.isdecimal():
        return [ListLabel(around.format("1"), int(part), printed, text)]
    romans, letters = ("i", "a") if part.islower() else ("I", "A")
    labels = []
    if set(part.lower()) <= set("ivxlc") and to_roman(from_roman(part)) == part.lower():
        labels.append(ListLabel(around.format(romans), from_roman(part), printed, text))
    if len(part) == 1:
        labels.append(ListLabel(around.format(letters), ord(part.lower()) - ord("a") + 1, printed, text))
    return labels


class Outline(Generic[Row]):
    """The lists that are open under a row, each with its last label; `base` is the row, None before the first."""

    def __init__(self) -> None:
        self.base: Row | None = None
        self.lists: list[tuple[str, int, Row]] = []

    def begin(self, base: Row | None) -> None:
        """Close all lists; the next one is under another row."""
        self.base, self.lists = base, []

    def place(self, labels: Sequence[ListLabel]) -> tuple[ListLabel, int] | None:
        """Return the label that goes on here or begins a list, and how many lists are open above its own."""
        for depth in reversed(range(len(self.lists))):
            style, last, _ = self.lists[depth]
            for label in labels:
                if label.style == style and (label.place == last + 1 or (label.word and label.place > last)):
                    return label, depth
        styles = {style for style, _, _ in self.lists}
        first = (label for label in labels if label.place == 1 and label.style not in styles)
        return next(((label, len(self.lists)) for label in first), None)

    def above(self, depth: int) -> Row | None:
        """Return the row above a list: the last of the list above that, or the base."""
        return self.lists[depth - 1][2] if depth else self.base

    def depth_under(self, row: Row) -> int:
        """Return how many lists are open down to a row."""
        return next((depth for depth, (*_, each) in enumerate(self.lists, 1) if each is row), 0)

    def add(self, label: ListLabel, depth: int, row: Row) -> None:
        """Make a row the last one of its list, and close the lists below."""
        self.lists[depth:] = [(label.style, label.place, row)]
