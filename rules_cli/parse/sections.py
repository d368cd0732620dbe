"""The sections without a number in a numbered book: which lines of text are their titles, `Definitions` after 20.4.

If a title is missed, all words below it become words of the rule before it. Each line that may be a title has features,
as the lines with a number have (rules_cli/parse/sequence.py), and is one if their weights add up to more than nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from math import log2

from rules_cli.formats.source_line import SourceLine
from rules_cli.parse.candidates import Candidates, share_of_words, without_page
from rules_cli.parse.labels import labels_of
from rules_cli.parse.line_shape import chapter_of, ends_sentence, is_alone, is_title
from rules_cli.parse.sequence import weights
from rules_cli.text import fold
from rules_cli.words import words

_FEWEST = 2  # chapters
_FEWEST_RULES = 3  # of a book with sections: between only two, the line may be anything
_INDENT = 3  # columns: a smaller difference says nothing
_LEAST_CAPITALS = 6  # letters of a title in capitals: shorter ones are abbreviations, such as IP2


def section_titles(
    found: Candidates, chosen: Collection[int], of_contents: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return the lines without a number that are titles of sections of the book, and those that may be titles, too.
    `chosen` are the candidates that are rows, `of_contents` the lines of tables of contents."""
    weight_of = weights()
    features = title_features(found, chosen, of_contents)
    sums = {
        at: weight_of["section"] + sum(weight_of[name] * value for name, value in own.items())
        for at, own in features.items()
    }
    titles = {at for at, total in sums.items() if total > 0}
    unsure = {at for at, total in sums.items() if total > weight_of["unsure"] or "between" in features[at]}
    return titles, unsure - titles


# Complexity: one expression for each feature.
def title_features(
    found: Candidates, chosen: Collection[int], of_contents: Collection[int]
) -> dict[int, dict[str, float]]:
    """Return the features of each line of text after the first row that may be a title, by its place:
    `{12: {"alone": 1.0, "owns": 0.7}}`; data/parsing/weights.yaml explains each."""
    lines = found.lines
    candidates = [found.found[index] for index in chosen]
    rows = sorted({each.at for each in candidates})
    if not rows:
        return {}
    highest = min(len(each.path) for each in candidates)
    chapters = sorted({each.at for each in candidates if len(each.path) == highest})
    after = range(rows[0] + 1, len(lines))
    may_be = [at for at in after if at not in of_contents and _may_be_title(found, at)]
    named = {_name(lines[at]) for at in of_contents if found.numbers[at] is None}
    times = Counter(_name(lines[at]) for at in may_be)
    marked = sum(lines[at].role == "heading" for at in chapters) / len(chapters)
    over_words = sum(at + 1 < len(lines) and lines[at + 1].role != "blank" for at in chapters) / len(chapters)
    alike, others = _manners(lines, chapters), _manners(lines, [at for at in may_be if at < rows[-1]])
    run_of = {at: (bisect_right(rows, at), _manner(lines[at])) for at in may_be}
    runs = Counter(run_of.values())
    features = {}
    for at, end in pairwise([*may_be, len(lines)]):
        row = bisect_right(rows, at)
        following = rows[row] if row < len(rows) else len(lines)
        line, is_last = lines[at], following == len(lines)
        own = {
            "named": _name(line) in named,
            "alike": max(alike[_manner(line)] - others[_manner(line)], 0),
            "unmarked": marked,
            "alone": is_alone(lines, at) or over_words,
            "capitals": line.text.isupper() and sum(map(str.isalpha, line.text)) >= _LEAST_CAPITALS,
            "between": len(rows) >= _FEWEST_RULES and _is_between(lines, at, following),
            "last": is_last,
            "owns": share_of_words(lines[at + 1 : min(end, following)]),
            "many": log2(runs[run_of[at]]),
            "repeated": times[_name(line)] > 1,
            "within": not is_last and following not in chapters,
        }
        features[at] = {name: float(value) for name, value in own.items() if value}
    return features


# Complexity: one condition for each sign of a chapter's title.
def counted_titles(found: Candidates, rows: Collection[int]) -> tuple[set[int], set[int]]:
    """Return the lines right above a row that are titles of chapters by their series, and those of a series with a gap.
    After one word for chapters, `Article II. Play`, or as labels of one style, `II. Play`, they count on from 1; they
    are no rows themselves."""
    lines, series = found.lines, defaultdict[tuple[str, str], list[tuple[int, float]]](list)
    for at, line in enumerate(lines):
        if line.role != "text" or at in rows or not is_alone(lines, at) or not is_title(line.text, marked=True):
            continue
        below = next((place for place in range(at + 1, len(lines)) if lines[place].role != "blank"), None)
        if below not in rows:
            continue
        word, number = chapter_of(line.text) or ("", "")
        head = line._replace(text=f"{number}. Title") if word else line
        for label in () if not word and found.is_outline else labels_of(head):
            if word or label.style[0].isupper():
                series[word, label.style].append((at, label.place))
    many = [titles for titles in series.values() if len(titles) >= _FEWEST]
    whole = {
        at for titles in many if [place for _, place in titles] == [*range(1, len(titles) + 1)] for at, _ in titles
    }
    return whole, {at for titles in many for at, _ in titles} - whole


def _is_between(lines: Sequence[SourceLine], at: int, row: int) -> bool:
    """Whether a line without a label has the end of a sentence above and the next row below, but for blank lines."""
    above = next((lines[place] for place in range(at - 1, -1, -1) if lines[place].role != "blank"), None)
    below = next((place for place in range(at + 1, len(lines)) if lines[place].role != "blank"), None)
    return above is not None and ends_sentence(above.text) and below == row and not labels_of(lines[at])


def _may_be_title(found: Candidates, at: int) -> bool:
    """Whether a line is short enough for a title, begins with a capital and no number, and is below a blank line."""
    line = found.lines[at]
    is_apart = line.role == "text" and found.numbers[at] is None and found.lines[at - 1].role == "blank"
    if not (is_apart and line.text[:1].isupper() and is_title(line.text, marked=True)):
        return False
    return fold(line.text.partition(" ")[0]) not in words("other_numbers")  # Figure 1


def _manner(line: SourceLine) -> tuple[object, ...]:
    """Return how a line is printed: as a heading, bold, in capitals, how far to the right."""
    return line.role == "heading", line.strong, line.text.isupper(), line.level // _INDENT


def _manners(lines: list[SourceLine], places: Collection[int]) -> Mapping[tuple[object, ...], float]:
    """Return the share of the lines at some places that is printed in each manner."""
    found = Counter(_manner(lines[at]) for at in places if lines[at].role != "blank")
    return Counter({manner: times / found.total() for manner, times in found.items()})


def _name(line: SourceLine) -> str:
    """Return the words of a title so that they can be compared, without the page of an entry of contents."""
    return fold(without_page(line.text)).strip(" :.")
