"""Labels that count only under a number and begin again under the next: `(a)`, `1.`, `B.`, `Section 2` of an article.

A label goes on in an open list, or begins a new list under the row before it; any other belongs to a sentence. A rule's
address is that of the row above it with the label behind it: 4.01(a)(1), IV.2, 12A1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from rules_cli.formats.source_line import SourceLine
from rules_cli.model import RuleNumber
from rules_cli.numbers.heads import LineNumber, kanji_value, plain_head
from rules_cli.numbers.parts import from_roman, letter_ordinal, parts, to_roman
from rules_cli.numbers.references import number_key
from rules_cli.numbers.worded import find_worded
from rules_cli.parse.line_shape import is_title
from rules_cli.parse.profile import after_label

_PLACE = r"[0-9]{1,3}|[ivxlc]{1,6}|[IVXLC]{1,6}|[A-Za-z]"
_LABEL = re.compile(
    rf"(?:\((?P<inside>{_PLACE})\)|(?P<plain>{_PLACE})(?P<sign>[.)]|(?<=[0-9A-Z]):|\.?[°º])|(?P<roman>[IVXLC]{{1,6}})\s?[–-](?=\s))"
    r"(?:\s+|(?<=[).])(?=[^\x00-\u2fff]))(?P<text>\S.*)",
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
        return self.style[0] == "1"

    def address_under(self, above: str) -> RuleNumber:
        """Return the address of its rule under a row: `(a)` under 4.01 → 4.01(a), `2.` under 4 → 4.2, `A.` → 4A."""
        if self.style[0] == "(" or not above:
            return RuleNumber(above + self.printed)
        last, is_figure = above[-1], self.printed.isdecimal()
        needs_dot = last.isdecimal() if is_figure else last.isalpha()
        goes_on = is_figure and (last == ")" or _AFTER_DOT_AND_LETTER.search(above))
        return RuleNumber(f"{above}{'.' if above.isalpha() or needs_dot or goes_on else ''}{self.printed}")


def _plain(text: str) -> str:
    """Return a text with plain signs in its label: `（１）` and `（一）` are `(1)`, `１．` is `1.`."""
    found = None if text.isascii() else _FAR_EASTERN.match(text)
    if not found:
        return text if text.isascii() or text[:1].isalpha() else plain_head(text)
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
        labels.append(ListLabel(around.format(letters), letter_ordinal(part.lower()), printed, text))
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


# --- the labels of a book


class Labels:
    """The labels of a document's lines; `is_outline`: it has no other numbers, and chapters are labels, too."""

    # Complexity: one expression for each property of the labels.
    def __init__(self, lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None], joins: bool) -> None:
        self.lines, self.numbers = lines, numbers
        found = [number for number in numbers if number]
        self.has_parts = any(number.levels > 1 and not number.is_inserted for number in found)
        first = next((line.marker for line in lines if line.role == "item"), "")
        may_be_outline = not joins or (first[:1].isupper() and first[:-1].isalpha())  # <ol type="I">
        self.is_outline = may_be_outline and not self.has_parts and not any(number.before for number in found)
        self.restarting = _restarting(found)
        self._have_colons = 2 * sum(number.mark == ":" for number in found) > len(found)  # `6: Tables`, and `A:` below
        headings = (label for line in lines if line.role == "heading" for label in labels_of(line))
        self._begun = Counter(label.style for label in headings if label.place == 1)  # by headings, how often

    def restarts(self, at: int) -> bool:
        """Whether a line's number begins again under those of another word, as Section 1 of each article."""
        number = self.numbers[at]
        return number is not None and number.levels == 1 and number.before.lower() in self.restarting

    # Complexity: one case for each kind of number that may be a label too.
    def labels(self, at: int) -> list[ListLabel]:
        """Return the labels that a line may begin with, none that may be a number of the book."""
        line, number = self.lines[at], self.numbers[at]
        if number and (number.levels > 1 or (number.before and number.before.lower() not in self.restarting)):
            return []
        if number and number.before:
            last = (parts(number.number) or (0,))[-1]
            place = last if isinstance(last, int) else letter_ordinal(last)
            return [ListLabel(number.before.lower(), place, number.number, number.text, number.before)]
        figures_count = not self.has_parts and (self.is_outline or not (line.listed or self._have_colons))
        found = (label for label in labels_of(line) if self._have_colons or label.style[-1] != ":")
        labels = [label for label in found if figures_count or not label.is_figure]
        if line.role == "heading":  # one that is printed once is a chapter or an appendix
            return [label for label in labels if self._begun[label.style] > _IN_CONTENTS]
        return labels


_IN_CONTENTS = 2  # times a chapter's number is printed: in the contents and in the book; a label is more often
_FEWEST_LISTS = 3  # in a book whose lists are rules; fewer may be part of a sentence
_IN_PLACE = 0.8  # of the labels; if more are out of place, they are words or figures of something else


# Complexity: one case for each kind of line.
def item_numbers(
    lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None], examples: tuple[str, ...], joins: bool
) -> set[RuleNumber]:
    """Return the numbers of the items of lists if they are rules, else none: they count on in several lists under the
    book's numbers, or its text names one, as `2.1c` or `article 2, point (b)`."""
    ahead = Labels(lines, numbers, joins)
    outline = Outline[str]()
    addresses = set[RuleNumber]()
    read = seen = lists = levels = 0
    in_example = False
    for at, line in enumerate(lines):
        number = numbers[at]
        labels = ahead.labels(at)
        if number and not labels and (number.text or not ahead.is_outline):  # else the number of a page
            if line.counted and outline.lists and not is_title(number.text):  # steps under a lettered rule
                continue
            outline.begin(number.number)
            in_example = False
        elif after_label(line.words, examples) is not None:
            in_example = True
        elif labels:
            found = outline.place(labels)
            if in_example and not (found and found[0].place > 1):  # an example may list what happens in it
                continue
            seen += 1
            if found and (outline.above(found[1]) or ahead.is_outline):
                label, depth = found
                read, lists, levels = read + 1, lists + (label.place == 2), max(levels, depth + 1)
                address = label.address_under(outline.above(depth) or "")
                addresses.add(address)
                outline.add(label, depth, address)
    is_deep = levels > 1 or not ahead.is_outline
    if not is_deep or read < _IN_PLACE * seen or not lists:
        return set()
    are_cited = lists < _FEWEST_LISTS and not {number_key(each) for each in addresses}.isdisjoint(_cited(lines))
    return addresses if lists >= _FEWEST_LISTS or are_cited else set()


_CITED = re.compile(
    r"(?<=\s|\()[A-Z]?-?[0-9]{1,4}(?:[.-][0-9]{1,4}){0,6}(?:\.?[a-z]\b|\.?(?:\s?\([a-z0-9]{1,4}\)){1,3})"
)


def _cited(lines: Sequence[SourceLine]) -> Iterator[tuple[str, ...]]:
    """Yield the numbers of items that a text names."""
    for line in lines:
        yield from (number_key(found[0]) for found in _CITED.finditer(line.words))
        yield from (number_key(found.number) for found in find_worded(line.words))


def _restarting(numbers: Iterable[LineNumber]) -> frozenset[str]:
    """Return the words whose numbers begin again under those of another word: each article has a Section 1."""
    first = ((1,), ("a",))
    firsts = Counter(found.before.lower() for found in numbers if found.before and parts(found.number) in first)
    fewest = min(firsts.values(), default=0)
    return frozenset(word for word, times in firsts.items() if times > fewest)


def first_number(numbers: Sequence[LineNumber | None], start: int, lines: int) -> LineNumber | None:
    """Return the first number of so many lines from one on; None if they have none."""
    return next(filter(None, numbers[start : start + lines]), None)
