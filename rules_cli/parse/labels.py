"""Labels that count only under a number and begin again under the next: `(a)`, `1.`, `B.`, `Section 2` of an article.

A label goes on in an open list, or begins a new list under the row before it; any other belongs to a sentence. A rule's
address is that of the row above it with the label behind it: 4.01(a)(1), IV.2, 12A1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from string import ascii_uppercase
from typing import Generic, NamedTuple, TypeVar

from rules_cli.formats.source_line import SourceLine
from rules_cli.model import RuleNumber
from rules_cli.numbers.heads import LineNumber, kanji_value, plain_head
from rules_cli.numbers.parts import from_roman, letter_ordinal, parts, to_roman
from rules_cli.numbers.references import number_key
from rules_cli.numbers.worded import find_worded
from rules_cli.parse.line_shape import is_title
from rules_cli.parse.profile import Profile, after_label
from rules_cli.text import fold

_PLACE = r"[0-9]{1,3}(?:[A-Z](?=\)))?|[ivxlc]{1,6}|[IVXLC]{1,6}|[A-Za-z]"
_LABEL = re.compile(
    rf"(?:\((?P<inside>{_PLACE})\)|(?P<plain>{_PLACE})(?P<sign>[.)](?:[-–—](?=\s))?|(?<=[0-9A-Z]):|\.?[°º])|(?P<roman>[IVXLC]{{1,6}})\s?[–-](?=\s))"
    r"(?:\s+|(?<=[).])(?=[^\x00-\u2fff]))(?P<text>\S.*)",
    re.DOTALL,
)
_REPEALED = 3  # labels in a row that are left out
_INSERTED = 27  # letters, and one: (4Z) is before (5)
_FAR_EASTERN = re.compile(r"（([0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})）")
_AFTER_DOT_AND_LETTER = re.compile(r"\.[A-Za-z]$")

Row = TypeVar("Row")


class ListLabel(NamedTuple):
    """The label of a line, `(b) Kites fly.`."""

    style: str  # how its list prints the first one: `(a)`, `1.`
    place: float  # in the list, from 1; (4A) is between 4 and 5
    printed: str  # as it is in the address: `(b)`, `2`
    text: str  # the rest of the line
    word: str = ""  # before the number, as in `Section 2`

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure without brackets, as of any numbered list."""
        return self.style[0] == "1"

    def address_under(self, above: str) -> RuleNumber:
        """Return the address of its rule under a row: `(a)` under 4.01 → 4.01(a), `2.` under 4 → 4.2, `A.` → 4A."""
        if self.style[0] == "(" or not above:
            return RuleNumber(above + self.printed)
        if self.printed.isdecimal():
            needs_dot = above[-1].isdecimal() or above[-1] == ")" or bool(_AFTER_DOT_AND_LETTER.search(above))
        else:
            needs_dot = above[-1].isalpha()
        return RuleNumber(f"{above}{'.' if needs_dot or above.isalpha() else ''}{self.printed}")


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
    if part[0].isdecimal():
        figures = part.rstrip(ascii_uppercase)
        inserted = letter_ordinal(part[-1].lower()) / _INSERTED if figures != part else 0
        return [ListLabel(around.format("1"), int(figures) + inserted, printed, text)]
    romans, letters = ("i", "a") if part.islower() else ("I", "A")
    labels = []
    if set(part.lower()) <= set("ivxlc") and to_roman(from_roman(part)) == part.lower():
        labels.append(ListLabel(around.format(romans), from_roman(part), printed, text))
    if len(part) == 1:
        labels.append(ListLabel(around.format(letters), letter_ordinal(part.lower()), printed, text))
    return labels


def begins_point(before: str, line: SourceLine) -> bool:
    """Return whether a line is a point of a list in a paragraph: `a)` after a colon, or `b)` after the point `a)`."""
    points = labels_of(line)
    if not points:
        return False
    if before.endswith(":") and any(point.place == 1 for point in points):
        return True
    above = {(each.style, each.place + 1) for each in labels_of(SourceLine(0, "", before.rpartition("\n")[2]))}
    return any((point.style, point.place) in above for point in points)


class _OpenList(NamedTuple, Generic[Row]):
    """A list that may go on: the style of its labels, the place and the row of its last one, and its indent."""

    style: str
    place: float
    row: Row
    indent: int
    is_worded: bool  # `§ 2`: only another word is above it


class Outline(Generic[Row]):
    """The lists that are open under a row, each with its last label; `base` is the row, None before the first."""

    def __init__(self) -> None:
        self.base: Row | None = None
        self.lists: list[_OpenList[Row]] = []

    def begin(self, base: Row | None) -> None:
        """Close all lists; the next one is under another row."""
        self.base, self.lists = base, []

    # Complexity: a list goes on, another one goes on, or one begins.
    def place(self, labels: Sequence[ListLabel], indent: int = 0) -> tuple[ListLabel, int] | None:
        """Return the label that goes on here or begins a list, and how many lists are open above its own.

        A law leaves out labels that it has repealed: (5) may follow (3), if nothing else can be meant.
        """
        styles = Counter(each.style for each in self.lists)
        if found := self._next(labels, indent, styles):
            return found
        is_deeper = bool(self.lists) and indent > self.lists[-1].indent
        for label in labels:
            if label.place <= 1 and (is_deeper or not styles[label.style]):
                return label, sum(each.is_worded for each in self.lists) if label.word else len(self.lists)
        return self._next([label for label in labels if label.style[0] == "("], indent, styles, _REPEALED)

    def _next(
        self, labels: Sequence[ListLabel], indent: int, styles: Mapping[str, int], left_out: int = 0
    ) -> tuple[ListLabel, int] | None:
        """Return the label that goes on in an open list, the innermost, with at most so many labels left out. Two open
        lists may be of one style if the second is further to the right."""
        for depth, each in reversed(list(enumerate(self.lists))):
            for label in labels:
                goes_on = each.place < label.place and (label.place <= each.place + 1 + left_out or label.word)
                is_of_list = label.style == each.style and (styles[each.style] == 1 or each.indent == indent)
                if goes_on and is_of_list:
                    return label, depth
        return None

    def above(self, depth: int) -> Row | None:
        """Return the row above a list: the last of the list above that, or the base."""
        return self.lists[depth - 1].row if depth else self.base

    def depth_under(self, row: Row) -> int:
        """Return how many lists are open down to a row."""
        return next((depth for depth, each in enumerate(self.lists, 1) if each.row is row), 0)

    def add(self, label: ListLabel, depth: int, row: Row, indent: int = 0) -> None:
        """Make a row the last one of its list, and close the lists below."""
        self.lists[depth:] = [_OpenList(label.style, label.place, row, indent, bool(label.word))]


# --- the labels of a book


class Labels:
    """The labels of a document's lines; `is_outline`: it has no other numbers, and chapters are labels, too."""

    # Complexity: one expression for each property of the labels.
    def __init__(
        self,
        lines: Sequence[SourceLine],
        numbers: Sequence[LineNumber | None],
        joins: bool,
        examples: tuple[str, ...] = (),
    ) -> None:
        self.lines, self.numbers, self.joins, self.examples = lines, numbers, joins, examples
        found = [number for number in numbers if number]
        self.has_parts = any(number.levels > 1 and not number.is_inserted for number in found)
        of_parts = (line for line, number in zip(lines, numbers, strict=True) if number and number.levels > 1)
        self._are_of_rules = self.has_parts and any(line.role != "heading" for line in of_parts)
        first = next((line.marker for line in lines if line.role == "item"), "")
        is_typed = not any(line.listed or line.role == "heading" for line in lines)  # in a document without styles
        may_be_outline = not joins or is_typed or (first[:1].isupper() and first[:-1].isalpha())  # <ol type="I">
        self.is_outline = may_be_outline and not self.has_parts and not any(number.before for number in found)
        self.restarting = _restarting(found)
        self.printed = {number_key(number.number) for number in found}
        self._have_colons = 2 * sum(number.mark == ":" for number in found) > len(found)  # `6: Tables`, and `A:` below
        headings = (label for line in lines if line.role == "heading" for label in labels_of(line))
        self._begun = Counter(label.style for label in headings if label.place == 1)  # by headings, how often
        self.named = _named_figures(lines, self.printed) if self.has_parts else set()  # which a text names as rules
        if self.named:
            others = self.named.difference(map(number_key, _ItemsRead(self).addresses))
            self.named = self.named if len(others) <= _FEW_OTHERS * len(self.named) else set()

    def restarts(self, at: int) -> bool:
        """Whether a line's number begins again under those of another word, as Section 1 of each article."""
        number = self.numbers[at]
        return number is not None and number.levels == 1 and self._begins_again(number)

    def _begins_again(self, number: LineNumber) -> bool:
        """Whether a number is counted within a row above it."""
        return number.is_sole or number.before.lower() in self.restarting

    # Complexity: one case for each kind of number that may be a label too.
    def labels(self, at: int) -> list[ListLabel]:
        """Return the labels that a line may begin with, none that may be a number of the book."""
        line, number = self.lines[at], self.numbers[at]
        if number and (number.levels > 1 or (number.before and not self._begins_again(number))):
            return []
        if number and number.before:
            last = (parts(number.number) or (0,))[-1]
            place = last if isinstance(last, int) else letter_ordinal(last)
            return [ListLabel(number.before.lower(), place, number.number, number.text, number.before)]
        is_free = self.is_outline or not (line.listed or self._have_colons)
        figures_count = bool(self.named) or (not self._are_of_rules and is_free)
        found = (label for label in labels_of(line) if self._have_colons or label.style[-1] != ":")
        labels = [label for label in found if figures_count or not label.is_figure]
        if line.role == "heading":  # one that is printed once is a chapter or an appendix
            return [label for label in labels if self._begun[label.style] > _IN_CONTENTS]
        return labels


_IN_CONTENTS = 2  # times a chapter's number is printed: in the contents and in the book; a label is more often
_FEW_OTHERS = 0.2  # of the numbers that may be items: more are those of other books and editions
_FEWEST_LISTS = 3  # in a book whose lists are rules; fewer may be part of a sentence, unless they are whole ones
OPEN = (":", ",", ";", "")  # ends of a line that a list goes on with: its items are parts of a sentence
_LONGEST_NAME = 90  # characters of a title
_IN_PLACE = 0.8  # of the labels; if more are out of place, they are words or figures of something else


def item_numbers(labels: Labels) -> set[RuleNumber]:
    """Return the numbers of the items of lists if they are rules, else none: they count on in several lists under the
    book's numbers, most lists are of whole sentences, or its text names one, as `2.1c` or `article 2, point (b)`; or
    the format marks lists, no section has two, and no rule has a number of several parts."""
    found = _ItemsRead(labels)
    is_deep = found.levels > 1 or not labels.is_outline
    if not labels.named and (not is_deep or found.read < _IN_PLACE * found.seen or not found.lists):
        return set()
    keys = set(map(number_key, found.addresses))
    are_cited = found.lists < _FEWEST_LISTS and not keys.isdisjoint(_cited(labels.lines))
    are_whole = 2 * found.whole >= found.lists
    are_rules = found.lists >= _FEWEST_LISTS or are_whole or are_cited or found.are_marked
    return found.addresses if are_rules else set()


class _ItemsRead:
    """The items of a document's lists that are under its numbers: their addresses, how many labels there are (`seen`),
    and are in place (`read`), how many lists go on, and of whole sentences (`whole`), and how deep they are.
    `are_marked`: the format marks all of them, one list to a section."""

    # Complexity: one case for each kind of line.
    def __init__(self, ahead: Labels) -> None:
        self.addresses = set[RuleNumber]()
        self.read = self.seen = self.lists = self.whole = self.levels = 0
        outline = Outline[str]()
        in_example = is_whole = False
        contents = _contents(ahead.lines)
        for at, (line, number) in enumerate(zip(ahead.lines, ahead.numbers, strict=True)):
            labels = [] if at in contents else ahead.labels(at)
            if number and not labels and (number.text or not ahead.is_outline):  # else the number of a page
                is_step = line.counted and outline.lists and not is_title(number.text)  # under a lettered rule
                if is_step and (ahead.joins or not _goes_on(outline.base or "", number.number)):
                    continue
                outline.begin(number.number)
                in_example = False
            elif after_label(line.words, ahead.examples) is not None:
                in_example = True
            elif labels:
                found = outline.place(labels, line.level)
                if in_example and not (found and found[0].place > 1):  # an example may list what happens in it
                    continue
                is_over_row = any(ahead.numbers[at + 1 : at + 2]) and is_title(line.text, marked=True)
                self.seen += bool(found) or not is_over_row  # II. Boats, over § 4
                if found and (outline.above(found[1]) or ahead.is_outline):
                    label, depth = found
                    address = label.address_under(above := outline.above(depth) or "")
                    if above and number_key(address) in ahead.printed:  # item 1 of 2, and a rule 2.1
                        continue
                    self.read, self.levels = self.read + 1, max(self.levels, depth + 1)
                    is_sole = bool(number and number.is_sole)  # a list of one
                    self.lists += label.place == 2 or is_sole
                    if label.place == 1:
                        is_whole = ahead.lines[max(at - 1, 0)].text[-1:] not in OPEN
                    is_sentence = label.text[:1].isupper() and not is_title(label.text)
                    self.whole += is_sole or (label.place == 2 and is_whole and is_sentence)
                    self.addresses.add(address)
                    outline.add(label, depth, address, line.level)
        self.are_marked = ahead.joins and not ahead.has_parts and self.read == self.seen


def _contents(lines: Sequence[SourceLine]) -> range:
    """Return the lines of a table of contents, up to the one where its first entry is printed again."""
    titles = {fold(title) for title in Profile().contents}
    short = (fold(line.text) if len(line.text) <= _LONGEST_NAME else "" for line in lines)
    names = [" ".join(text.split()).strip(" :") for text in short]
    start = next((at for at, name in enumerate(names) if name in titles), len(names))
    entries = (name for name in names[start + 1 :] if any(map(str.isalpha, name)))
    first = next(entries, "")
    again = [at for at, name in enumerate(names) if name == first]
    return range(start, again[1]) if len(again) > 1 else range(0)


def _goes_on(before: str, number: str) -> bool:
    """Whether a number may be the next sibling of another: 243 after 241."""
    above, own = parts(before) or ("",), parts(number) or ("",)
    last, following = above[-1], own[-1]
    return above[:-1] == own[:-1] and isinstance(last, int) and isinstance(following, int) and last < following


_CITED = re.compile(
    r"(?<=\s|\()[A-Z]?-?[0-9]{1,4}(?:[.-][0-9]{1,4}){0,6}(?:\.?[a-z]\b|\.?(?:\s?\([a-z0-9]{1,4}\)){1,3})"
)


def _cited(lines: Sequence[SourceLine]) -> Iterator[tuple[str, ...]]:
    """Yield the keys of the numbers that a text names and that may be items: of `4.01(a)`, `article 2, point (b)`."""
    for line in lines:
        yield from (number_key(found[0]) for found in _CITED.finditer(line.words))
        yield from (number_key(found.number) for found in find_worded(line.words))


_IN_PARTS = re.compile(r"(?<![\w.-])[0-9]{1,3}(?:\.[0-9]{1,3}){2,6}(?![\w-]|\.[0-9])")


def _named_figures(lines: Iterable[SourceLine], printed: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Return the keys of the numbers in a text that may be items of its lists: 4.2.1 if no line begins with 4.2.1 and
    one does with 4.2. Empty if these are so few that they may be those of another book."""
    named = {number_key(found[0]) for line in lines for found in _IN_PARTS.finditer(line.text)}
    items = {key for key in named - printed if key[:2] in printed}
    return items if len(items) >= _FEWEST_LISTS else set()


# Complexity: one comprehension for each property of the runs.
def _restarting(numbers: Iterable[LineNumber]) -> frozenset[str]:
    """Return the words whose numbers begin again under those of another word: each article has a Section 1, or only one
    has, and the articles go on after its sections."""
    firsts = ((1,), ("a",))
    runs = [
        (word, [parts(found.number) in firsts for found in run])
        for word, run in groupby(
            (found for found in numbers if found.before and not found.is_sole), lambda found: found.before.lower()
        )
    ]
    times = Counter[str]()
    for word, are_first in runs:
        times[word] += sum(are_first)
    fewest = min(filter(None, times.values()), default=0)
    inside = {
        word
        for (word, are_first), (_, following) in pairwise(runs[1:])
        if are_first[0] and len(are_first) > 1 and not following[0]
    }
    counting_on = {word for word, are_first in runs if not are_first[0]}
    return frozenset(word for word in times if times[word] > fewest or word in inside - counting_on)


def first_number(numbers: Sequence[LineNumber | None], start: int, lines: int) -> LineNumber | None:
    """Return the first number among so many lines from `start` on; None if none of them begins with a number."""
    return next(filter(None, numbers[start : start + lines]), None)
