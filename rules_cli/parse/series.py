"""Lines that count on and are no rows: a book may number its rules in a way that nothing reads, `#1`, `Clause 1`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from rules_cli.numbers.heads import plain_head
from rules_cli.numbers.parts import from_roman, letter_ordinal, to_roman
from rules_cli.parse.line_shape import ends_sentence, is_title, numerals
from rules_cli.parse.row_draft import Draft
from rules_cli.text import fold
from rules_cli.words import any_of

_FEWEST = 3  # lines of a series: two may be chance
_SHOWN = 60  # letters of its first line
_LEADS = (":", "—", "–", "：")  # at the end of a line that leads to a list


@cache
def _beginning() -> re.Pattern[str]:
    """Return the pattern of `1.`, `#1`, `N° 1`, `Kite rule 1.`, `III/1`; a letter or word has a sign: `(a)`, `A -`,
    `Rule One:`."""
    word = rf"[ivxlc]{{1,6}}|[IVXLC]{{1,6}}|[A-Za-z]|(?i:{any_of(numerals())})"
    return re.compile(
        r"(?P<before>(?:[^\W\d_]{1,15}[.°]?\s){0,2}?[^\w\s]{0,2}(?:[^\W_]{1,6}[-/.:·]|[^\W\d_]{1,5}(?=\d))?)"
        rf"(?:(?P<figures>[0-9]{{1,3}})|(?P<word>(?<=[^\w\s])(?:{word})|(?:{word})(?=[^\w\s°]|\s[-–—:]\s)))"
        r"(?P<after>[^\w\s]{0,3}(?:\s[-–—:](?=\s))?)\s+(?P<text>\S.*)",
        re.DOTALL,
    )


Beginning = tuple[str, str, str]
"""What is printed before and after the place of a line in its series, and how the first place is printed."""


# Complexity: parts without rules, then runs, then the report.
def unread_series(drafts: Sequence[Draft], not_rules: frozenset[str]) -> Iterator[tuple[Draft, str]]:
    """Yield each series of lines in the texts of a book, with the row of its first line. They are sentences to which no
    line leads, or titles, one in a row. `not_rules` are the titles of glossaries and other parts without rules."""
    runs = defaultdict[Beginning, list[list[tuple[int, Draft, str]]]](list)
    aside = set[int]()  # the rows of those parts
    for draft in drafts:
        if id(draft.parent) in aside or (draft.title and fold(draft.title).strip(" :.") in not_rules):
            aside.add(id(draft))
            continue
        for beginning, place, line in _counted(draft):
            own = runs[beginning]
            if not own or own[-1][-1][0] != place - 1:
                own.append([])
            own[-1].append((place, draft, line))
    reported = set[str]()  # `i` is the first of romans or the ninth letter
    for own in runs.values():
        lines = [each for run in own if len(run) > 1 for each in run]
        if len(lines) >= _FEWEST and lines[0][2] not in reported:
            reported.add(lines[0][2])
            yield lines[0][1], f"{len(lines)} lines count on from {lines[0][2][:_SHOWN]!r} and are read as text"


# Complexity: one condition for each sign of a series.
def _counted(draft: Draft) -> Iterator[tuple[Beginning, int, str]]:
    """Yield what the beginning of each line in a text may be, with its place in the series."""
    lines = "\n".join(draft.texts).split("\n")
    led, titles = set[Beginning](), Counter[Beginning]()  # the lists of this row that a line leads to
    counted = []
    for at, line in enumerate(lines):
        found = _beginning().match(plain_head(line)) if at or draft.title else None  # else the row is that line
        if not found:
            continue
        for first, place in _places(found):
            beginning = fold(found["before"]), first, found["after"]
            is_sentence = ends_sentence(line)
            titles[beginning] += not is_sentence
            if at and lines[at - 1].endswith(_LEADS):
                led.add(beginning)
            may_count = is_sentence or is_title(found["text"], marked=True)
            if may_count and not found["text"][:1].islower() and beginning not in led:
                counted.append((beginning, place, line))
    return (each for each in counted if ends_sentence(each[2]) or titles[each[0]] == 1)


def _places(found: re.Match[str]) -> Iterator[tuple[str, int]]:
    """Yield what the place of a line may be, with how the first one is printed; a word may be two."""
    if found["figures"]:
        yield "1", int(found["figures"])
        return
    word = found["word"].lower()
    if value := numerals().get(word):
        yield "one", int(value)
    if set(word) <= set("ivxlc") and to_roman(from_roman(word)) == word:
        yield "i", from_roman(word)
    if len(word) == 1 and word.isascii():
        yield "a", letter_ordinal(word)
