"""The lines of a whole book with their numbers, and the one decision which of them are rows, and which are contents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_cli.formats.source_line import CONTENTS, Document, SourceLine
from rules_cli.numbers.heads import LineNumber
from rules_cli.parse.candidates import BookLines, Candidates, has_leaders, without_page
from rules_cli.parse.joined import numbered_lines
from rules_cli.parse.labels import OPEN, Labels, ListLabel
from rules_cli.parse.line_filter import drop_furniture
from rules_cli.parse.line_shape import is_title, is_wrapped
from rules_cli.parse.profile import Profile, furniture_pattern
from rules_cli.parse.row_draft import Reading
from rules_cli.parse.sections import counted_titles, section_titles
from rules_cli.parse.sequence import choose, weights
from rules_cli.text import fold

_FEW_BLANK = 0.02  # of the lines: a text with fewer blank lines does not separate its paragraphs by them


@dataclass(frozen=True)
class SurveyedLines:
    """The lines of one document, without furniture and contents."""

    document: Document
    lines: list[SourceLine]
    numbers: list[LineNumber | None]  # that the lines begin with
    labels: list[list[ListLabel]]  # that they may begin with
    rows: dict[int, str]  # the lines that are rows, each with how it follows the row before it (sequence.py)
    titles: set[int]  # the lines of text that are titles of sections without a number
    unsure: set[int]  # those that may be such titles
    has_dotted: bool  # the book prints dotted numbers, so that a bare `1.` is an item of a list
    is_outline: bool  # its chapters are labels of lists, too

    def is_blank(self, at: int) -> bool:
        """Whether a line is blank or outside the document."""
        return not 0 <= at < len(self.lines) or self.lines[at].role == "blank"

    # Complexity: one pass from the last line up; nothing is nested.
    def titles_over_lists(self) -> set[int]:
        """Return the lines with a number that are titles of sections whose items are counted anew, `§ 2 The clock` over
        `1.`: at least half of their series, those with the same word or kind of label, are."""
        series = defaultdict[str, list[bool]](list)
        titles, below = dict[int, str](), -1
        for at in reversed(range(len(self.lines))):
            number, labels = self.numbers[at], self.labels[at]
            if number and at in self.rows and number.levels == 1:
                name, text = number.before.lower() or number.mark, number.text
            elif labels and self.is_outline and labels[-1].style[0].isupper():
                name, text = "A", labels[-1].text
            else:
                name = text = ""
            if name:
                first = self.labels[below] if below >= 0 else []
                is_over = any(label.place == 1 and not label.text[:1].islower() for label in first)
                is_over = is_over and is_title(text, marked=True) and text[-1:] not in OPEN
                series[name].append(is_over)
                if is_over:
                    titles[at] = name
            below = below if self.lines[at].role == "blank" else at
        return {at for at, name in titles.items() if 2 * sum(series[name]) >= len(series[name]) > 1}


# Complexity: comprehensions over the lines; nothing is nested.
def survey(documents: Sequence[Document], profile: Profile, reading: Reading) -> list[SurveyedLines]:
    """Return the lines of each document of a book, and which of them are rows and titles; drop furniture and contents
    into `reading`."""
    candidates = candidates_of(documents, profile, reading)
    book, found = candidates.book, candidates.found
    chosen = choose(found, weights())
    rows = {found[index].at: how for index, how in chosen.items()}
    for index in chosen:
        book.numbers[found[index].at] = found[index].number
    of_contents = contents(candidates, rows)
    titles, unsure = section_titles(candidates, chosen, of_contents)
    above_parts = (candidates.title_above(index) for index, how in chosen.items() if how == "part")
    titles |= {at for at in above_parts if at is not None}
    of_series, of_broken_series = counted_titles(candidates, rows)
    unsure |= of_broken_series - titles
    for at in of_series:
        book.lines[at], book.labels[at] = book.lines[at]._replace(role="heading", level=1), []
    surveyed, start = [], 0
    for document, (end, is_outline) in zip(documents, book.ends, strict=True):
        reading.drop(document, (book.lines[at] for at in range(start, end) if at in of_contents), CONTENTS)
        kept = [at for at in range(start, end) if at not in of_contents]
        surveyed.append(
            SurveyedLines(
                document,
                lines=[book.lines[at] for at in kept],
                numbers=[book.numbers[at] for at in kept],
                labels=[book.labels[at] for at in kept],
                rows={place: rows[at] for place, at in enumerate(kept) if at in rows},
                titles={place for place, at in enumerate(kept) if at in titles},
                unsure={place for place, at in enumerate(kept) if at in unsure},
                has_dotted=candidates.has_dotted,
                is_outline=is_outline,
            )
        )
        start = end
    return surveyed


def candidates_of(documents: Sequence[Document], profile: Profile, reading: Reading) -> Candidates:
    """Return the lines of a book that may be rows; drop furniture into `reading`."""
    book = BookLines()
    for document in documents:
        lines, numbers = numbered_lines(_lines(document, profile, reading), profile)
        body = _stated_body(lines, profile)
        labels = Labels(lines, numbers, document.joins, profile.examples)
        are_rules = profile.items == "rules"
        book.lines += [*lines, _BLANK]
        book.numbers += [*numbers, None]
        book.joins += [document.joins] * (len(lines) + 1)
        book.labels += [*(labels.labels(at) if are_rules and at in body else [] for at in range(len(lines))), []]
        is_part = [
            (are_rules or bool(number and number.is_sole)) and labels.restarts(at) for at, number in enumerate(numbers)
        ]
        book.is_inside += [*(at in body and not is_part[at] for at in range(len(lines))), False]
        book.ends.append((len(book.lines), labels.is_outline))
    return Candidates(book, profile)


_BLANK = SourceLine(0, "", "", "blank")


def _lines(document: Document, profile: Profile, reading: Reading) -> list[SourceLine]:
    """Return the lines of a document; a text that parts no paragraphs has a blank one after each that is complete."""
    lines = drop_furniture(document, profile, reading)
    if document.joins or sum(line.role == "blank" for line in lines) >= _FEW_BLANK * len(lines):
        return lines
    return [each for line in lines for each in ((line,) if is_wrapped(line) else (line, _BLANK))]


def _stated_body(lines: Sequence[SourceLine], profile: Profile) -> range:
    """Return the lines from the last one that begins the rules to the first one after it that ends them, as the profile
    states; a table of contents may print both lines before."""
    begins, ends = _places_of(lines, profile.body_begins), _places_of(lines, profile.body_ends)
    start = begins[-1] if begins else 0
    return range(start, next((at for at in ends if at > start), len(lines)))


def _places_of(lines: Sequence[SourceLine], form: str) -> list[int]:
    pattern = furniture_pattern((form,) if form else ())
    return [at for at, line in enumerate(lines) if form and (pattern.match(line.words) or pattern.match(line.text))]


# --- tables of contents: lines that name headings printed elsewhere, and own no words

_FEWEST = 2  # entries without a heading above them; fewer may be a form to fill in
_BETWEEN = 2  # lines between two entries that are no entries: the second line of a long title
_LONGEST_ENTRY = 90  # characters, with the dots and the page


@dataclass
class _ContentsTable:
    """A table of contents that is being read."""

    lines: list[int] = field(default_factory=list)  # its heading and entries, and the lines between these
    after: list[int] = field(default_factory=list)  # the lines after its last entry
    entries: int = 0
    has_heading: bool = False

    def add(self, at: int) -> None:
        """Add an entry, and the lines that were after the last one."""
        self.lines += [*self.after, at]
        self.after, self.entries = [], self.entries + 1

    def is_whole(self) -> bool:
        """Whether it has enough entries."""
        return self.entries >= (1 if self.has_heading else _FEWEST)


# Complexity: one case for each kind of line.
def contents(found: Candidates, rows: Collection[int]) -> set[int]:
    """Return the lines of tables of contents: their heading, the entries, and the few lines between entries. An entry
    is a number that is printed elsewhere with more words, a line with dots before a page, or a title without a number
    that is printed again further down."""
    titles = {fold(word) for word in (*found.profile.contents, *Profile().contents)}
    ends = {fold(word) for word in (*found.profile.glossary, *found.profile.back_matter)}  # of a book: not so early
    of_rows = {each.key for each in found.found if each.at in rows and each.key[1]}
    again = {each.at for each in found.found if each.is_again or each.key in of_rows}
    names = [
        ""
        if number or len(line.text) > _LONGEST_ENTRY
        else " ".join(fold(without_page(line.text)).split()).strip(" :.")
        for number, line in zip(found.numbers, found.lines, strict=True)
    ]
    last = {name: at for at, name in enumerate(names)}
    tables = [_ContentsTable()]
    for at, line in enumerate(found.lines):
        if line.role == "blank":
            continue
        name, is_row, table = names[at], at in rows, tables[-1]
        if not is_row and name in titles:
            tables.append(_ContentsTable([at], has_heading=True))
            continue
        is_short = bool(table.lines) and not is_row and is_title(without_page(line.text).rstrip("?"), marked=True)
        is_title_again = is_short and found.numbers[at] is None and (last[name] > at or name in ends)
        if not is_row and (at in again or has_leaders(line.text) or is_title_again):
            table.add(at)
        elif not is_row and table.lines[-1:] == [at - 1] and is_wrapped(found.lines[at - 1]):
            table.lines.append(at)  # the second line of a title
        elif is_short and len(table.after) < _BETWEEN:
            table.after.append(at)
        elif table.lines:
            tables.append(_ContentsTable())
    return {at for table in tables if table.is_whole() for at in table.lines}


# --- why a line is a row


class RowReason(NamedTuple):
    """One reading of the number of a line: how its row follows the one before (`how`, "" if it is no row), and what
    each feature adds to its chain."""

    number: str
    text: str
    how: str
    adds: tuple[tuple[str, float], ...]


def reasons_of_line(documents: Sequence[Document], profile: Profile, line: int) -> list[RowReason]:
    """Return why a line is a row or is none, once for each number that it may begin with; empty if it has no number.
    `line` counts from 1 in its file."""
    candidates = candidates_of(documents, profile, Reading())
    chosen, weight_of = choose(candidates.found, weights()), weights()
    reasons = []
    for index, each in enumerate(candidates.found):
        if candidates.lines[each.at].number == line:
            how = chosen.get(index, "")
            adds = [("row", weight_of["row"])]
            adds += [(name, weight_of[name] * value) for name, value in each.features.items()]
            adds += [(how, weight_of[how])] if how not in ("", "stray") else []
            reasons.append(RowReason(each.number.number, each.number.text, how, tuple(adds)))
    return reasons
