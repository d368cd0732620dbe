"""Lines that begin with a number, with all that tells a row from a caption, an entry of contents or a quantity."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2

from rules_cli.formats.source_line import SourceLine
from rules_cli.numbers.heads import LineNumber, unusual_number
from rules_cli.numbers.parts import parts
from rules_cli.parse.labels import ListLabel
from rules_cli.parse.line_shape import is_alone, is_title, is_wrapped, numbers_after_words, title_below
from rules_cli.parse.numbering import place_of, steps
from rules_cli.parse.profile import Profile
from rules_cli.parse.sequence import Path, RowCandidate, is_first
from rules_cli.text import fold

_LEADERS = re.compile(r"(?<![\s.…·_])\s*+(?:(?:[.…·_]\s?+){2,}\d++|(?:[.…·_]\s?+){4,})$")
_JOINED_ENTRY = re.compile(  # an entry with another one behind it in the line
    r"(?<![\s.…·_])\s*+(?:[.…·_]\s?+){4,}[0-9]{1,4}\s(?=[0-9]{1,2}\.[0-9])"
)
_PAGE = re.compile(r"(?<!\s)\s++(?:[0-9]{1,4}|[ivxl]{1,5})$")
_BEFORE_PAGE = tuple(".…·_ivxl")
_LONGEST_ENTRY = 250  # characters, leaders included: a bound for hostile lines
# After a number that a sentence or a formula names, and a size; and numbers alone, as in an index.
_INSIDE = re.compile(r"[,;=%×&]|[\"”″](?!\w)|(?:[0-9][0-9.,;–-]*(?:\s|$)|[A-Z](?:\s|$)){2,}$")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_SIGN = 2  # the kind of a part that is signs, beside figures and letters
_LONGEST_TITLE = 90  # characters
_FEW_IN_PARTS = 0.08  # of the numbers: so few are those of versions, `needs 2.0.8`, at the head of a wrapped line
_SIGNS_AROUND = 8  # of a title: blanks, a colon, a full stop
_SIGNS_OF_TITLE = 24  # letters and figures that tell one title from another
_RICHER, _LEAST_WORDS = 3, 8  # times the words of an entry of contents, and words, that the row of its number owns
_RIVAL = 2  # times the words that the number owns elsewhere
_WORDS_OF_ENTRY = 6  # that an entry of contents owns at most: the second line of its title
_FEWEST = 2  # titles in a row without any words that are printed elsewhere with words
_STRAY_WORDS = 2  # of an entry without a number among them, `Credits`
_RUN, _OF_RUN = 5, 0.3  # entries in a row, and the share of them that is printed again: then all are contents
_WORDS_OF_ONE = 6.0  # the logarithm of the words of a long rule


def has_leaders(text: str) -> bool:
    """Whether a text ends in dots and the number of a page, or goes on after it with another entry, as entries of a
    table of contents do."""
    if not text[-1:].isdecimal():
        return False
    return bool(_LEADERS.search(text) if len(text) <= _LONGEST_ENTRY else _JOINED_ENTRY.search(text[:_LONGEST_ENTRY]))


def without_page(text: str) -> str:
    """Return the words of an entry of contents without the dots and the number of the page at its end."""
    text = text[:_LONGEST_ENTRY]
    if not text[-1:].isdecimal() and text[-1:] not in _BEFORE_PAGE:  # most lines: spares two patterns
        return text
    text = _LEADERS.sub("", text) if any(dots in text for dots in ("..", ". .", "…", "·", "__")) else text
    return _PAGE.sub("", text) or text


@dataclass
class BookLines:
    """The lines of all documents of a book, and of each the number that it begins with.

    `joins`: its document joins adjoining lines; `is_inside`: it may be a row, by its place; `labels`: those of lists
    whose items are rules. `ends`: where each document ends, and whether its chapters are labels, too.
    """

    lines: list[SourceLine]
    numbers: list[LineNumber | None]
    joins: list[bool]
    is_inside: list[bool]
    labels: list[list[ListLabel]]
    ends: list[tuple[int, bool]]


class Candidates:
    """The lines of a book that may be rows, in the order of print; a line may have several readings of its number.

    - `places`: the line of each candidate; the other lists are parallel to it.
    - `own`: the number of each; `paths`: the same as places from the chapter down.
    - `again`: whether the line is an entry of a table of contents: its title is printed elsewhere with far more words.
    """

    # Complexity: one statement for each property of the lines.
    def __init__(self, book: BookLines, profile: Profile) -> None:
        self.book, self.profile = book, profile
        self.lines, self.numbers = lines, numbers = book.lines, book.numbers
        printed = list(filter(None, numbers))
        self.has_dotted = any(each.levels > 1 and (profile.numbers or "." in each.number) for each in printed)
        self.worded = numbers_after_words(lines, numbers)
        inside = (at for at, line in enumerate(lines) if book.is_inside[at] and line.role not in ("blank", "note"))
        read = [(at, number, unusual) for at in inside for number, unusual in self._readings(at)]
        self.places = [at for at, _, _ in read]
        self.own = [number for _, number, _ in read]
        self.unusual = [unusual for _, _, unusual in read]
        self.paths = _in_steps([self._path(number) for number in self.own], profile)
        own = zip(self.paths, self.own, strict=True)
        in_parts = sum(len(path) > 1 and not number.is_inserted for path, number in own)
        self.has_parts = in_parts > _FEW_IN_PARTS * len(self.paths)
        self.manners = [self._manner(at, number) for at, number in zip(self.places, self.own, strict=True)]
        self._count_words()
        self._find_contents()
        self.over = self._over()
        self.in_aside = self._asides()
        self.usual = self._usual()
        firsts = (
            len(path)
            for path, over in zip(self.paths, self.over, strict=True)
            if (over or len(path) > 1) and is_first(path)
        )
        shortest = min(firsts, default=1)
        self.found = [
            RowCandidate(at, path, self._features(index), self.title_above(index) is not None, len(path) <= shortest)
            for index, (at, path) in enumerate(zip(self.places, self.paths, strict=True))
        ]

    # --- numbers

    # Complexity: one case for each reading.
    def _readings(self, at: int) -> Iterator[tuple[LineNumber, bool]]:
        """Yield the numbers that a line may have, and whether the book prints its numbers in another way.

        An item of a list whose items are rules has its number under that of the list.
        """
        line, own = self.lines[at], self.numbers[at]
        is_listed = self.profile.items == "rules" and line.counted and self.book.joins[at] and line.role == "item"
        if is_listed and not self.has_dotted:
            return
        unusual = None if self.profile.numbers else unusual_number(line.words)
        if own and parts(own.number):
            yield own, unusual is not None and unusual.number != own.number
        if unusual and not (own and own.number == unusual.number):
            yield unusual, True
        elif not own and (worded := self.worded[at]) and parts(worded.number):
            yield worded, False

    def _path(self, number: LineNumber) -> Path:
        found = steps(number.number, self.profile)
        ends = enumerate(found, 1)
        signs = ((_SIGN, number.mark.count("+")),) if "+" in number.mark else ()  # 3a++ comes after 3a+
        return (*((int(isinstance(part, str)), place_of(found[:end], self.profile)) for end, part in ends), *signs)

    def _manner(self, at: int, number: LineNumber) -> tuple[object, ...]:
        """Return how a line prints its number: as a heading, with which sign and word, how far to the right."""
        line = self.lines[at]
        indent = 0 if line.role == "heading" else min(line.level // 3, 4)
        return line.role, line.strong, number.mark.strip("º°+"), number.before.lower(), indent

    # --- words

    def _count_words(self) -> None:
        """Count the words that each number owns, and those under it (`below`) besides titles; `sizes` are numbers."""
        counts = [_count(line) for line in self.lines]
        ends = dict(zip(unique := sorted(set(self.places)), [*unique, len(self.lines)][1:], strict=True))
        after = [sum(counts[at + 1 : ends[at]]) for at in self.places]
        own = zip(self.places, self.own, strict=True)
        self.texts = texts = [without_page(number.text or title_below(self.lines, at)) for at, number in own]
        beside = [len(text.split()) for text in texts]
        self.words = [words + own for words, own in zip(after, beside, strict=True)]
        self.body = [
            words + (0 if is_title(text.rstrip("?"), marked=True) else own)
            for words, own, text in zip(after, beside, texts, strict=True)
        ]
        total = [0]
        for words in self.body:
            total.append(total[-1] + words)
        subtree = self._subtrees()
        self.below = [total[end] - total[index] for index, end in enumerate(subtree)]
        self.sizes = [end - index for index, end in enumerate(subtree)]

    def _subtrees(self) -> list[int]:
        """Return for each candidate the next one that is not under its number."""
        ends = [len(self.places)] * len(self.places)
        opened: list[int] = []
        for index, path in enumerate(self.paths):
            while opened and not (len(path) > len(above := self.paths[opened[-1]]) and path[: len(above)] == above):
                ends[opened.pop()] = index
            opened.append(index)
        return ends

    # --- contents

    # Complexity: comprehensions over the candidates; nothing is nested.
    def _find_contents(self) -> None:
        """Tell entries of contents, and numbers that are printed elsewhere with more words (`rival`)."""
        times = Counter(self.paths)  # titles tell numbers that are printed again from one another
        folded = (
            fold(text[:_LONGEST_TITLE]) if times[path] > 1 else ""
            for path, text in zip(self.paths, self.texts, strict=True)
        )
        self.keys = [
            (path, _BETWEEN_WORDS.sub("", title)[:_SIGNS_OF_TITLE])
            for path, title in zip(self.paths, folded, strict=True)
        ]
        by_title = _most(self.keys, self.below)
        by_number = _most(self.paths, self.below)
        self.rival = [
            by_number[path] > _RIVAL * (words + 1) for path, words in zip(self.paths, self.below, strict=True)
        ]
        few = [words <= 2 * size + _WORDS_OF_ENTRY for words, size in zip(self.below, self.sizes, strict=True)]
        richer = [by_title[key] if is_few else 0 for key, is_few in zip(self.keys, few, strict=True)]
        linked = [
            self.lines[at].links_all(self.lines[at].words if self.lines[at].role == "heading" else number.text)
            for at, number in zip(self.places, self.own, strict=True)
        ]
        plain = {path for path, is_link in zip(self.paths, linked, strict=True) if not is_link}
        self.again = [
            has_leaders(number.text)
            or (is_link and path in plain)
            or more >= max(_LEAST_WORDS, _RICHER * words, words + 1)
            for number, path, is_link, more, words in zip(self.own, self.paths, linked, richer, self.below, strict=True)
        ]
        bare = [
            more > below and own <= _STRAY_WORDS for more, below, own in zip(richer, self.below, self.body, strict=True)
        ]
        entries = [  # a heading right above links to its sections is none
            is_few and words <= _WORDS_OF_ENTRY and not (is_above and not is_link and self.lines[at].role == "heading")
            for is_few, words, at, is_link, is_above in zip(
                few, self.body, self.places, linked, (*linked, False)[1:], strict=True
            )
        ]
        for are, fewest, share in ((bare, _FEWEST, 0.0), (entries, _RUN, _OF_RUN)):
            for start, end in _runs(are, self.keys):
                if end - start >= fewest and sum(self.again[start:end]) >= share * (end - start):
                    self.again[start:end] = [True] * (end - start)

    # --- places

    def _over(self) -> list[bool]:
        """Return whether a number under each candidate's comes before the next number of its length and manner."""
        under: dict[Path, list[int]] = defaultdict(list)
        for index, path in enumerate(self.paths):
            for length in range(1, len(path)):
                under[path[:length]].append(index)
        following: dict[object, list[int]] = defaultdict(list)
        for index, (path, manner) in enumerate(zip(self.paths, self.manners, strict=True)):
            following[len(path), manner].append(index)
        found = []
        for index, (path, manner) in enumerate(zip(self.paths, self.manners, strict=True)):
            below = bisect_right(under[path], index)
            alike = following[len(path), manner]
            place = bisect_right(alike, index)
            limit = alike[place] if place < len(alike) else len(self.paths)
            found.append(below < len(under[path]) and under[path][below] < limit)
        return found

    # Complexity: titles without a number, and then those with one.
    def _asides(self) -> list[bool]:
        """Return whether each candidate is under the title of a glossary or of credits."""
        titles = {fold(title) for title in (*self.profile.glossary, *self.profile.back_matter)}
        longest = max(map(len, titles), default=0) + _SIGNS_AROUND
        short = ((line.text, at) for at, line in enumerate(self.lines) if 0 < len(line.text) <= longest)
        named = ((fold(text).strip(" :."), at) for text, at in short)
        begins = {title: at for title, at in named if title in titles}.values()  # contents have them, too
        found, inside, start = [], False, 0
        for at in self.places:
            for place in range(start, at):
                line = self.lines[place]
                if self.numbers[place] is None and (line.role == "heading" or is_alone(self.lines, place)):
                    inside = place in begins or (inside and line.role != "heading")
            found.append(inside)
            start = at
        return [False] * len(found) if all(found) else found  # a book that begins with its credits

    def _usual(self) -> list[float]:
        """Return the share of the numbers with as many parts that are printed in the same manner.

        Items of lists have one part, too: if numbers have several, chapters are those with a number under them.
        """
        sample = [
            (len(path), manner)
            for path, manner, again, over in zip(self.paths, self.manners, self.again, self.over, strict=True)
            if not again and (len(path) > 1 or over or not self.has_parts)
        ]
        manners, totals = Counter(sample), Counter(length for length, _ in sample)
        return [
            manners[len(path), manner] / max(totals[len(path)], 1)
            for path, manner in zip(self.paths, self.manners, strict=True)
        ]

    def title_above(self, index: int) -> int | None:
        """Return the place of the first title without a number between a candidate and the one before it."""
        start = self.places[index - 1] + 1 if index else 0
        lines = enumerate(self.lines[start : self.places[index]], start)
        return next(
            (
                at
                for at, line in lines
                if line.role == "heading" or (line.role == "text" and is_title(line.text) and is_alone(self.lines, at))
            ),
            None,
        )

    # Complexity: one line for each feature.
    def _features(self, index: int) -> dict[str, float]:
        at, path, number = self.places[index], self.paths[index], self.own[index]
        line, text = self.lines[at], number.text
        above = self.lines[at - 1] if at else line
        is_heading = line.role == "heading"
        adjoins = above.role not in ("blank", "heading") and not is_heading and not self.book.joins[at]
        features = {
            "parts": min(len(path) - 1, 3) if self.has_parts else 1,
            "top": self.has_parts and len(path) == 1 and not self.over[index] and not (path[0][0] and number.before),
            "over": self.over[index],
            "heading": is_heading,
            "title": bool(text) and is_title(text, is_heading),
            "lower": text[:1].islower(),
            "mark": bool(number.mark),
            "words": _share(self.words[index]),
            "bare": not text and not (number.before and len(path) == 1),  # `Chapter One` has its title below
            "usual": self.usual[index],
            "inside": bool(_INSIDE.match(text)),
            "wrapped": adjoins and is_wrapped(above),
            "again": self.again[index],
            "rival": self.rival[index],
            "item": (line.role == "item" and (not line.counted or line.listed) and self.has_parts)
            * (1 - self.usual[index]),
            "label": bool(self.book.labels[at]) and not is_title(text, is_heading),
            "aside": self.in_aside[index],
        }
        return {name: float(value) for name, value in features.items() if value}


_STEPS = (1000, 100, 10, 5)  # between numbers of a book that leaves room for new ones: 100, 110, 120
_OF_STEPS = 0.8  # of the different numbers of one length
_CODES = 2  # numbers with a letter that is the code of a chapter; one alone may be chance


# Complexity: comprehensions over the paths; nothing is nested.
def _in_steps(paths: Sequence[Path], profile: Profile) -> list[Path]:
    """Return paths so that siblings are one apart: of chapters 100, 110 and 120, and of codes T, S and A."""
    printed = [path for path in paths if path[0][0]]
    times = Counter(path[0][1] for path in printed if len(path) > 1)
    chapters = {path[0][1] for path in printed if len(path) == 1}
    order = dict.fromkeys(path[0][1] for path in printed if times[path[0][1]] >= _CODES or path[0][1] in chapters)
    codes: dict[float, float] = {code: place for place, code in enumerate(order, 1)}
    places: dict[int, set[float]] = defaultdict(set)
    for path in set(paths):
        places[len(path) - 1].update(each for kind, each in path[-1:] if not kind and each)
    steps = {
        depth: next((step for step in _STEPS if sum(each % step == 0 for each in found) >= _OF_STEPS * len(found)), 1)
        for depth, found in places.items()
        if len(found) > _FEWEST and profile.chapters == "dotted"
    }
    return [
        tuple(
            (kind, place if depth else codes.get(place, place)) if kind else (kind, place / steps.get(depth, 1))
            for depth, (kind, place) in enumerate(path)
        )
        for path in paths
    ]


def _count(line: SourceLine) -> int:
    """Return how many words a line has, without the dots and the number of a page at its end."""
    if line.role == "blank":
        return 0
    return len((without_page(line.text) if ". ." in line.text else line.text).split())


def share_of_words(lines: Sequence[SourceLine]) -> float:
    """Return how many words lines have, from 0 for none to 1 for those of a long rule, by the logarithm."""
    return _share(sum(map(_count, lines)))


def _share(words: int) -> float:
    return min(log2(1 + words) / _WORDS_OF_ONE, 1)


def _most(keys: Sequence[object], words: Sequence[int]) -> dict[object, int]:
    """Return the most words that a line of each key owns."""
    most: dict[object, int] = defaultdict(int)
    for key, count in zip(keys, words, strict=True):
        most[key] = max(most[key], count)
    return most


def _runs(are: Sequence[bool], keys: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield the beginning and the end of each run of true values; a key that comes again begins a new run."""
    start, seen = 0, set[object]()
    for index, is_one in enumerate((*are, False)):
        if is_one and keys[index] not in seen:
            seen.add(keys[index])
            continue
        if index > start:
            yield start, index
        start, seen = (index, {keys[index]}) if is_one else (index + 1, set())
