"""Lines that begin with a number, with all that tells a row from a caption, an entry of contents or a quantity."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise, takewhile, zip_longest
from math import log2

from rules_cli.formats.source_line import SourceLine
from rules_cli.numbers.heads import LineNumber, unusual_number
from rules_cli.numbers.parts import parts
from rules_cli.parse.labels import ListLabel
from rules_cli.parse.line_shape import is_alone, is_title, is_wrapped, numbers_after_words, title_below
from rules_cli.parse.numbering import place_of, steps
from rules_cli.parse.profile import Profile
from rules_cli.text import fold
from rules_cli.words import folded_singular

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
_FIRST = ((0, 1),)  # the path of 1
_SIGN, _CHAPTER = 2, 3  # the kinds of a part that is signs, and of a chapter, beside figures and letters
_LONGEST_TITLE = 90  # characters
_FEW_IN_PARTS = 0.08  # of the numbers: so few are those of versions, `needs 2.0.8`, at the head of a wrapped line
_SIGNS_AROUND = 8  # of a title: blanks, a colon, a full stop
_SIGNS_OF_TITLE = 24  # letters and figures that tell one title from another
_RICHER, _LEAST_WORDS = 3, 8  # times the words of an entry of contents, and words, that the row of its number owns
_RIVAL = 2  # times the words that the number owns elsewhere
_WORDS_OF_ENTRY = 6  # that an entry of contents owns at most: the second line of its title
_LINES_OF_ENTRY = 4  # below the one with its number: so long is the longest title
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
    """The lines of all documents of a book, one after the other; all lists but `ends` are parallel."""

    lines: list[SourceLine] = field(default_factory=list)
    numbers: list[LineNumber | None] = field(default_factory=list)  # that each line begins with
    joins: list[bool] = field(default_factory=list)  # whether its document joins adjoining lines
    is_inside: list[bool] = field(default_factory=list)  # whether it may be a row, by its place
    labels: list[list[ListLabel]] = field(default_factory=list)  # of lists whose items are rules
    ends: list[tuple[int, bool]] = field(default_factory=list)  # of each document: whether its chapters are labels, too


Path = tuple[tuple[float, ...], ...]
"""The kind and the place of each part of a number, from the chapter down: 2.7a is ((0, 2), (0, 7), (1, 1)). The kinds
are 0 for figures, 1 for letters, 2 for signs (3a+) and 3 for chapters over articles that count on, so that paths are in
the order of a book."""


def is_first(path: Path) -> bool:
    """Whether a number may be the first of a book: 1, 0, A, 1.0 or 1.1."""
    return all(part[1] <= 1 for part in path)


def _is_under(path: Path, above: Path) -> bool:
    """Whether a number begins with all parts of another, as 2.7a under 2."""
    return len(path) > len(above) and path[: len(above)] == above


@dataclass(slots=True)
class RowCandidate:
    """A line that begins with a number, and all that tells whether it is a row; two if the number has two readings."""

    at: int  # the place of the line in the book
    number: LineNumber
    path: Path
    manner: tuple[object, ...]  # how the line prints its number
    text: str = ""  # the words beside the number, or the title below it
    words: int = 0  # how many words it owns, up to the next number;
    body: int = 0  # of these, those that are no title;
    below: int = 0  # and with those of all numbers under it
    numbers_below: int = 1  # how many numbers that are, its own included
    key: tuple[Path, str] = ((), "")  # what two prints of one heading have in common: the number and the title
    is_link: bool = False  # all its words are links
    is_again: bool = False  # it is an entry of contents: the heading is printed elsewhere with far more words
    has_rival: bool = False  # its number is printed elsewhere with more words
    is_over: bool = False  # a number under it comes before the next one that is printed like it
    is_in_aside: bool = False  # it is in a glossary or in credits
    usual: float = 0  # the share of the numbers with as many parts that are printed in its manner
    is_below_title: bool = False  # a title without a number is between it and the candidate before
    is_high: bool = True  # its number has as few parts as the first number of the book
    features: Mapping[str, float] = field(default_factory=dict)  # for the weights of data/parsing/weights.yaml


class Candidates:
    """The lines of a book that may be rows, `found`, in the order of print."""

    # Complexity: one statement for each property of the lines.
    def __init__(self, book: BookLines, profile: Profile) -> None:
        self.book, self.profile = book, profile
        self.lines, self.numbers = book.lines, book.numbers
        printed = list(filter(None, self.numbers))
        self.has_dotted = any(each.levels > 1 and (profile.numbers or "." in each.number) for each in printed)
        self.is_outline = any(is_outline for _, is_outline in book.ends)  # chapters may be labels
        self.worded = numbers_after_words(self.lines, self.numbers)
        may_be = (at for at, inside in enumerate(book.is_inside) if inside)
        self.found = self._without_items([each for at in may_be for each in self._read(at)])
        in_parts = sum(len(each.path) > 1 and not each.number.is_inserted for each in self.found)
        self.has_parts = in_parts > _FEW_IN_PARTS * len(self.found)
        for each, path in zip(self.found, _one_apart([each.path for each in self.found], profile), strict=True):
            each.path = path
        self._tell_parts_apart()
        self._count_words()
        self._compare_prints()
        self._find_over()
        self._find_asides()
        self._compare_manners()
        has_number = (each for each in self.found if each.is_over or len(each.path) > 1)
        shortest = min((len(each.path) for each in has_number if is_first(each.path)), default=1)
        for index, each in enumerate(self.found):
            each.is_below_title = self.title_above(index) is not None
            each.is_high = len(each.path) <= shortest
            each.features = self._features(each)

    # --- numbers

    # Complexity: one case for each reading.
    def _read(self, at: int) -> Iterator[RowCandidate]:
        """Yield a line with each number that it may have, the one in the book's own form first."""
        line, own = self.lines[at], self.numbers[at]
        is_rule_of_list = self.profile.items == "rules" and line.counted and self.book.joins[at]
        if line.role in ("blank", "note") or (is_rule_of_list and line.role == "item" and not self.has_dotted):
            return
        unusual = None if self.profile.numbers else unusual_number(line.words)
        if unusual and own and own.number == unusual.number:
            unusual = None
        if own and parts(own.number):
            yield self._candidate(at, own)
        if unusual:
            yield self._candidate(at, unusual)
        elif not own and (worded := self.worded[at]) and parts(worded.number):
            yield self._candidate(at, worded)

    def _without_items(self, found: list[RowCandidate]) -> list[RowCandidate]:
        """Return candidates without the labels of lists, if these begin again under the numbers after a word: item 4
        does not go on from Chapter III."""
        firsts = [
            above.path
            for above, below in pairwise(found)
            if above.number.before and not below.number.before and below.path == _FIRST and self.book.labels[below.at]
        ]
        if len(set(firsts)) < _FEWEST:
            return found
        return [each for each in found if each.number.before or len(each.path) > 1 or not self.book.labels[each.at]]

    def _candidate(self, at: int, number: LineNumber) -> RowCandidate:
        """Return a line with one of its numbers, and with the manner in which it prints it."""
        found = steps(number.number, self.profile)
        path: Path = tuple(
            (int(isinstance(part, str)), place_of(found[:end], self.profile)) for end, part in enumerate(found, 1)
        )
        if "+" in number.mark:  # 3a++ comes after 3a+
            path += ((_SIGN, number.mark.count("+")),)
        line = self.lines[at]
        indent = 0 if line.role == "heading" else min(line.level // 3, 4)
        manner = (line.role, line.strong, number.mark.strip("º°+"), number.before.lower(), indent)
        return RowCandidate(at, number, path, manner)

    def _tell_parts_apart(self) -> None:
        """Give chapters a kind of their own if articles count on through them: Title II is not before Article 3."""
        words_of_chapters = folded_singular("chapters", "parts")
        whole = [each for each in self.found if len(each.path) == 1 and each.number.before]
        chapters = [each for each in whole if fold(each.number.before) in words_of_chapters]
        articles = {each.path for each in whole if fold(each.number.before) not in words_of_chapters}
        if len(articles) > len({each.path for each in chapters}):
            for each in chapters:
                each.path = ((_CHAPTER, each.path[0][1]),)

    # --- words

    def _count_words(self) -> None:
        """Set the text of each candidate, and how many words are its own."""
        counts = [_count(line) for line in self.lines]
        starts = sorted({each.at for each in self.found})
        ends = dict(pairwise([*starts, len(self.lines)]))
        for each in self.found:
            each.text = without_page(each.number.text or title_below(self.lines, each.at))
            beside, after = len(each.text.split()), sum(counts[each.at + 1 : ends[each.at]])
            each.words = beside + after
            each.body = after if is_title(each.text.rstrip("?"), marked=True) else each.words
        self._add_up()

    def _add_up(self) -> None:
        """Set how many words each candidate owns with all numbers under it, and how many numbers these are."""
        so_far = [0, *accumulate(each.body for each in self.found)]
        above: list[int] = []  # the candidates whose numbers go on, from the chapter down
        for index, path in enumerate((*(each.path for each in self.found), ())):
            while above and not _is_under(path, self.found[above[-1]].path):
                start = above.pop()
                self.found[start].below = so_far[index] - so_far[start]
                self.found[start].numbers_below = index - start
            above.append(index)

    # Complexity: one condition for each sign of an entry of contents.
    def _compare_prints(self) -> None:
        """Tell which numbers are printed again with more words: the others are entries of contents, or rivals."""
        times = Counter(each.path for each in self.found)
        for each in self.found:
            line, text = self.lines[each.at], each.number.text
            title = fold(each.text[:_LONGEST_TITLE]) if times[each.path] > 1 else ""
            each.key = each.path, _BETWEEN_WORDS.sub("", title)[:_SIGNS_OF_TITLE]
            each.is_link = line.links_all(line.words if line.role == "heading" else text)
        self._leave_out_long_titles()
        most_of_title = _largest((each.key, each.below) for each in self.found)
        most_of_number = _largest((each.path, each.below) for each in self.found)
        printed_without_link = {each.path for each in self.found if not each.is_link}
        are_bare, are_short = [], []
        for each, following in zip_longest(self.found, self.found[1:]):
            owns_little = each.below <= 2 * each.numbers_below + _WORDS_OF_ENTRY
            most = most_of_title[each.key] if owns_little else 0
            each.has_rival = most_of_number[each.path] > _RIVAL * (each.below + 1)
            each.is_again = (
                has_leaders(each.number.text)
                or (each.is_link and each.path in printed_without_link)
                or most >= max(_LEAST_WORDS, _RICHER * each.below, each.below + 1)
            )
            are_bare.append(most > each.below and each.body <= _STRAY_WORDS)
            is_heading = self.lines[each.at].role == "heading"
            is_over_links = is_heading and not each.is_link and following is not None and following.is_link
            are_short.append(owns_little and each.body <= _WORDS_OF_ENTRY and not is_over_links)
        for flags, fewest, share in ((are_bare, _FEWEST, 0.0), (are_short, _RUN, _OF_RUN)):
            for start, end in _runs(flags, [each.key for each in self.found]):
                run = self.found[start:end]
                if len(run) >= fewest and sum(each.is_again for each in run) >= share * len(run):
                    for each in run:
                        each.is_again = True

    def _leave_out_long_titles(self) -> None:
        """Take from the words that an entry owns those that begin its fuller print, too: a title may be wrapped in the
        contents, and may be a sentence."""
        alike: dict[object, list[RowCandidate]] = defaultdict(list)
        for each in self.found:
            if each.key[1] and each.number.text and len(each.path) > 1:  # figures may be those of a list
                alike[each.key].append(each)
        for prints in alike.values():
            fullest = max(prints, key=lambda each: each.below)
            whole = "".join(self._first_words(fullest)) if len(prints) > 1 else ""
            for each in prints:
                if each.body > 0 and each.below < fullest.below:
                    beginnings = accumulate(self._first_words(each))
                    said = sum(1 for _ in takewhile(whole.startswith, beginnings))
                    each.body -= min(said, each.body)
        self._add_up()

    def _first_words(self, candidate: RowCandidate) -> list[str]:
        """Return the letters and figures of the first words beside a number and below it."""
        below = self.lines[candidate.at + 1 : candidate.at + 1 + _LINES_OF_ENTRY]
        text = " ".join((candidate.text, *(without_page(line.text) for line in below)))
        return [_BETWEEN_WORDS.sub("", word) for word in fold(text).split()]

    # --- places

    def _find_over(self) -> None:
        """Tell which candidates are over another: a number under theirs comes before the next one printed like it."""
        under: dict[Path, list[int]] = defaultdict(list)
        alike: dict[object, list[int]] = defaultdict(list)
        for index, each in enumerate(self.found):
            alike[len(each.path), each.manner].append(index)
            for length in range(1, len(each.path)):
                under[each.path[:length]].append(index)
        for index, each in enumerate(self.found):
            next_alike = self._next(index, alike[len(each.path), each.manner])
            each.is_over = self._next(index, under[each.path]) < next_alike

    def _next(self, index: int, among: Sequence[int]) -> int:
        """Return the first of some ascending indexes after one; if no index follows, the number of candidates."""
        at = bisect_right(among, index)
        return among[at] if at < len(among) else len(self.found)

    # Complexity: titles without a number, and then those with one.
    def _find_asides(self) -> None:
        """Tell which candidates are under the title of a glossary or of credits; none if all are."""
        titles = {fold(title) for title in (*self.profile.glossary, *self.profile.back_matter)}
        longest = max(map(len, titles), default=0) + _SIGNS_AROUND
        short = ((line.text, at) for at, line in enumerate(self.lines) if 0 < len(line.text) <= longest)
        named = ((fold(text).strip(" :."), at) for text, at in short)
        begins = {title: at for title, at in named if title in titles}.values()  # the last: contents have them, too
        is_inside, start = False, 0
        for each in self.found:
            for at in range(start, each.at):
                is_heading = self.lines[at].role == "heading"
                if self.numbers[at] is None and (is_heading or is_alone(self.lines, at)):
                    is_inside = at in begins or (is_inside and not is_heading)
            each.is_in_aside, start = is_inside, each.at
        if all(each.is_in_aside for each in self.found):  # a book that begins with its credits
            for each in self.found:
                each.is_in_aside = False

    def _compare_manners(self) -> None:
        """Set how usual the manner of each candidate is among the numbers with as many parts. Items of lists have one
        part, too: if numbers have several, chapters are those with a number under them."""
        sample = [
            (len(each.path), each.manner)
            for each in self.found
            if not each.is_again and (len(each.path) > 1 or each.is_over or not self.has_parts)
        ]
        manners, totals = Counter(sample), Counter(length for length, _ in sample)
        for each in self.found:
            length = len(each.path)
            each.usual = manners[length, each.manner] / max(totals[length], 1)

    def title_above(self, index: int) -> int | None:
        """Return the place of the first title without a number between a candidate and the one before it."""
        for at in range(self.found[index - 1].at + 1 if index else 0, self.found[index].at):
            line = self.lines[at]
            if line.role == "heading" or (line.role == "text" and is_title(line.text) and is_alone(self.lines, at)):
                return at
        return None

    # Complexity: one line for each feature.
    def _features(self, candidate: RowCandidate) -> dict[str, float]:
        """Return the features of a candidate that are not 0; data/parsing/weights.yaml explains each."""
        at, path, number = candidate.at, candidate.path, candidate.number
        line, text = self.lines[at], number.text
        above = self.lines[at - 1] if at else line
        is_heading = line.role == "heading"
        adjoins = above.role not in ("blank", "heading") and not is_heading and not self.book.joins[at]
        has_bullet = line.role == "item" and (not line.counted or line.listed)
        is_chapter_after_word = path[0][0] and number.before
        features = {
            "parts": min(len(path) - 1, 3) if self.has_parts else 1,
            "top": self.has_parts and len(path) == 1 and not candidate.is_over and not is_chapter_after_word,
            "over": candidate.is_over,
            "heading": is_heading,
            "title": bool(text) and is_title(text, is_heading),
            "lower": text[:1].islower(),
            "mark": bool(number.mark),
            "words": _share(candidate.words),
            "bare": not text and not (number.before and len(path) == 1),  # `Chapter One` has its title below
            "usual": candidate.usual,
            "inside": bool(_INSIDE.match(text)),
            "wrapped": adjoins and is_wrapped(above),
            "again": candidate.is_again,
            "rival": candidate.has_rival,
            "item": 1 - candidate.usual if has_bullet and self.has_parts else 0,
            "label": bool(self.book.labels[at]) and not is_title(text, is_heading),
            "aside": candidate.is_in_aside,
        }
        return {name: float(value) for name, value in features.items() if value}


_STEPS = (1000, 100, 10, 5)  # between numbers of a book that leaves room for new ones: 100, 110, 120
_OF_STEPS = 0.8  # of the different numbers of one length
_CODES = 2  # numbers with a letter that is the code of a chapter; one alone may be chance


# Complexity: comprehensions over the paths; nothing is nested.
def _one_apart(paths: Sequence[Path], profile: Profile) -> list[Path]:
    """Return paths in which siblings are one apart: of chapters 100, 110, 120, and of chapters with codes T, S, A."""
    lettered = [path for path in paths if path[0][0]]
    times = Counter(path[0][1] for path in lettered if len(path) > 1)
    chapters = {path[0][1] for path in lettered if len(path) == 1}
    in_order = dict.fromkeys(path[0][1] for path in lettered)
    are_codes = (code for code in in_order if times[code] >= _CODES or code in chapters)
    codes = {code: float(place) for place, code in enumerate(are_codes, 1)}
    figures: dict[int, set[float]] = defaultdict(set)  # that end numbers, by how many parts are before them
    for path in set(paths):
        kind, figure = path[-1]
        if not kind and figure:
            figures[len(path) - 1].add(figure)
    steps_at = {
        depth: next((step for step in _STEPS if sum(n % step == 0 for n in found) >= _OF_STEPS * len(found)), 1)
        for depth, found in figures.items()
        if len(found) > _FEWEST and profile.chapters == "dotted"
    }

    def one_apart(depth: int, kind: float, place: float) -> tuple[float, float]:
        if not kind:
            return kind, place / steps_at.get(depth, 1)
        return kind, place if depth else codes.get(place, place)

    return [tuple(one_apart(depth, *part) for depth, part in enumerate(path)) for path in paths]


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


def _largest(counts: Iterable[tuple[object, int]]) -> dict[object, int]:
    """Return the largest count of each key."""
    largest: dict[object, int] = defaultdict(int)
    for key, count in counts:
        largest[key] = max(largest[key], count)
    return largest


def _runs(flags: Sequence[bool], keys: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each run of true flags; a key that comes again begins a new run."""
    start, seen = 0, set[object]()
    for at, flag in enumerate((*flags, False)):
        if flag and keys[at] not in seen:
            seen.add(keys[at])
            continue
        if at > start:
            yield start, at
        start, seen = (at, {keys[at]}) if flag else (at + 1, set())
