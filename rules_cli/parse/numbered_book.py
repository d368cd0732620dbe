"""Books that print numbers: lines → drafts. The numbers make the tree, never the heading levels or indents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.model import BEFORE_A_NUMBER, Dropped, Kind, RuleNumber
from rules_cli.numbers.heads import LineNumber
from rules_cli.numbers.parts import numbers_above, parts
from rules_cli.numbers.references import number_key
from rules_cli.parse.labels import OPEN, ListLabel, Outline, first_number
from rules_cli.parse.line_shape import (
    WRAPPED,
    begins_like_chapter,
    chapter_of,
    ends_sentence,
    is_alone,
    is_chapter_alone,
    is_title,
    is_title_of_book,
    is_wrapped,
)
from rules_cli.parse.numbering import OpenRows, Steps
from rules_cli.parse.profile import Profile, after_label, part_label
from rules_cli.parse.row_draft import Draft, Reading, address_under, hyphenated, slug_of
from rules_cli.parse.survey import SurveyedLines, survey
from rules_cli.text import fold
from rules_cli.words import folded

_LONGEST_HEAD = 90  # characters: the longest entry of a known glossary has 68
_LABEL_WORDS = 3  # a label of so many words need not be capitalised like a title ("Red kite – A kite that …")
_ENTRY_NUMBER = re.compile(r"\d{1,4}(?:\.-?\d{1,4}){1,4}\.?\s+(?=\S)")
_TABLE_ROW = re.compile(r"\| ([^|]{1,90}) \| ([^|]+) \|")  # a term and its explanation
_LABEL = re.compile(r"([^\W\d_a-z][^:–—]{0,60}?)(?::\s+|\s+[-–]\s+|\s*—\s*)(?=\S)")
_SECTION_WORDS = 6  # in the short name of a section whose first rule follows
_LINES_TO_WORDS = 3  # from a title to the words under it: itself and a blank line come first
_LEVELS_OF_SECTIONS = 2  # of a number: those of chapters and sections are not under an unnumbered heading
_LINES_TO_FIRST_RULE = 8  # after such a name: blank lines and a sentence may come between

_POINTS = re.compile(r"[^\w\s-]")

Part = Literal["front matter", "change log", "glossary", "back matter"]
"""The kinds of part that have no numbers of their own."""


def read_numbered(documents: Sequence[Document], profile: Profile) -> Reading:
    """Parse the documents of one book as one tree, in the order given."""
    reader = _Reader(profile)
    surveyed = survey(documents, profile, reader.reading)
    reader.times = Counter(
        line.level
        for each in surveyed
        for at, line in enumerate(each.lines)
        if line.role == "heading" and at not in each.rows
    )
    for each in surveyed:
        reader.read(each)
    return reader.reading


# --- reading


class _Reader:
    """Walks the lines of a book and keeps the rows that they are printed under."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.part_titles: dict[str, Part] = {fold(title): "front matter" for title in profile.front_matter}
        self.part_titles |= {title: "change log" for title in folded("change_logs") if title in self.part_titles}
        self.part_titles |= {fold(title): "back matter" for title in profile.back_matter}
        self.part_titles |= {fold(title): "glossary" for title in profile.glossary}
        self.reading = Reading()
        self.document = Document("", ())
        self.lines: Sequence[SourceLine] = ()
        self.over_lists = set[int]()  # the places of the lines that are titles of sections by their series
        self.at = 0  # the place of the line being read
        self.chain = OpenRows(profile)
        self.outline = Outline[Draft]()
        self.printed = set[tuple[str, ...]]()  # the numbers of this document
        self.lists: list[tuple[int, Draft, int]] = []  # the open lists of rules: indent, row above, items so far
        self.volume: Draft | None = None  # the heading of the part of the book that counts its numbers anew,
        self.begun: list[Draft] = []  # and the headings since the last row, one of which may be it
        self.owner: Draft | None = None  # the row or heading of this document that a line without a number belongs to
        self.headings: list[tuple[int, Draft]] = []  # the open headings with their levels
        self.times = Counter[int]()  # how many headings without a number there are of each level
        self.part: Draft | None = None  # the heading of the glossary or back matter that is being read,
        self.part_level = 0  # its level,
        self.in_glossary = False  # whether it explains terms,
        self.counts_entries = False  # and whether it prints a number before each of them
        self.adjoins = False  # the line being read is printed right under one that may go on in it

    def read(self, surveyed: SurveyedLines) -> None:
        """Read one document of the book."""
        document = surveyed.document
        self.document, self.ahead, self.lines = document, surveyed, surveyed.lines
        self.owner, self.headings, self.part, self.adjoins = None, [], None, False
        self.printed = {number_key(number.number) for number in surveyed.numbers if number}
        self.over_lists = surveyed.titles_over_lists()
        for at, line in enumerate(self.lines):
            self.at = at
            if line.role == "blank":
                self.adjoins = False
                continue
            self._read_line(line)
            if not self.ahead.is_blank(self.at + 1):
                self.adjoins = line.role in ("text", "item", "note") and (document.joins or is_wrapped(line))

    # Complexity: one case for each role that a line may have, the surest first.
    def _read_line(self, line: SourceLine) -> None:
        """Begin a row or a heading with a line, or add it to the one before."""
        if self._begin_counted(line) or self._begin_labelled(line):
            return
        found = self.ahead.numbers[self.at]
        is_row = self.at in self.ahead.rows
        if not is_row and (part := self._part(line, found)):
            self._begin_heading(line, found.text if found else line.text, part)
        elif found and is_row:
            self.part = None
            self.outline.begin(self._begin_row(line, found))
        elif line.role == "heading" and line.text.isdecimal():
            self.reading.drop(self.document, [line], "page number")
        elif line.role == "heading" and self._awaits_title() and self.owner and not self.owner.title:
            self._take_title(line)
        elif self._is_heading_line(line) and (self.part is None or line.level <= self.part_level):
            self._begin_heading(line, line.text)
        elif self.in_glossary and self.part and (head := self._entry_head(line)):
            self._begin_part(line, self.part, slug_of(head[0]), *head)
        elif self.chain and not self.part and (label := part_label(line.text, self.profile.parts)):
            self._begin_part(line, self.chain.rows[self.chain.last], hyphenated(label[0]), *label)
        else:
            self._add_words(line)
            if self.at in self.ahead.unsure and self.owner:
                self.owner.faults.append(("title-in-text", f"{line.text!r} may be the title of a section"))

    def _is_heading_line(self, line: SourceLine) -> bool:
        """Whether a line is a heading, or `PART II – WIND` in a text where the numbers of parts do not count."""
        if line.role != "text" or not self.ahead.is_blank(self.at - 1):
            return line.role == "heading"
        return self.at in self.ahead.titles or (begins_like_chapter(line.text) and is_title(line.text, marked=True))

    # Complexity: one condition for each sign of a title.
    def _part(self, line: SourceLine, found: LineNumber | None) -> Part | None:
        """Return the kind of unnumbered part that a line is the title of: a heading, or a line between blank ones. A
        part may be printed with the number of a chapter, `1 Preface`: then that number is printed again."""
        if found:
            return self.part_titles.get(_folded_title(found.text)) if found.levels == 1 else None
        part = self.part_titles.get(_folded_title(line.text))
        has_entry = part == "glossary" and self.at + 1 < len(self.lines) and _LABEL.match(self.lines[self.at + 1].words)
        is_apart = (line.strong or bool(has_entry)) and self.ahead.is_blank(self.at - 1)
        if line.role != "heading" and not is_apart and not is_alone(self.lines, self.at):
            return None
        is_expected = line.role == "heading" or part == "change log" or (part == "front matter") == (not self.chain)
        return part if is_expected else None

    # --- which number a line has

    # Complexity: lists end, begin and go on by the indents of their items.
    def _begin_counted(self, line: SourceLine) -> bool:
        """Begin the row of an item of a numbered list if such items are rules: item 3 of Article 4 is 4.3. A list goes
        on after a table or a picture, even if the file begins it again with 1. Returns False for any other line."""
        are_rules = self.profile.items == "rules" and self.document.joins and not self.ahead.has_dotted
        if not are_rules or not line.counted or line.role != "item" or not self.chain or self.part:
            return False
        if self.lists and not any(row is self.lists[0][1] for row in self.chain.rows.values()):
            self.lists = []
        while self.lists and self.lists[-1][0] > line.level:
            self.lists.pop()
        if not self.lists or self.lists[-1][0] < line.level:
            above = self.chain.last if self.lists or self.outline.lists else self.chain.chapter
            self.lists.append((line.level, self.chain.rows[above], 0))
        indent, row, count = self.lists[-1]
        self.lists[-1] = (indent, row, count + 1)
        label = ListLabel("1.", count + 1, str(count + 1), line.text)
        depth, number = self.outline.depth_under(row), label.address_under(row.printed)
        self.outline.add(label, depth, self._begin_row(line, LineNumber(number, ".", line.text), row))
        return True

    # Complexity: one condition for each place where a label is no row.
    def _begin_labelled(self, line: SourceLine) -> bool:
        """Begin the row of a line with a label, `(a)` under 4.01 or `Section 2` under Article IV. Returns False for any
        other line, and for a label that is out of place."""
        is_listed = self.owner is not None and self.owner.lists_examples and self.owner.filling == "example"
        is_row = self.ahead.has_dotted and self.at in self.ahead.rows
        labels = [] if self.part or is_listed or is_row or line.role == "note" else self.ahead.labels[self.at]
        found = self.outline.place(labels, line.level) if labels else None
        above = self.outline.above(found[1]) if found else None
        is_beside = line.role == "heading" and above is not None and 0 < line.level <= above.level
        if not found or is_beside or (above is None and not self.ahead.is_outline):
            return False
        label, depth = found
        number = label.address_under(above.printed if above else "")
        if above and number_key(number) in self.printed:
            return False
        row = self._begin_row(line, LineNumber(number, ".", label.text, label.word), above)
        row.is_item = not label.word
        self.outline.add(label, depth, row, line.level)
        return True

    # --- rows

    # Complexity: one statement for each property of a row.
    def _begin_row(self, line: SourceLine, found: LineNumber, above: Draft | None = None) -> Draft:
        """Begin the row of a numbered line: under `above`, or else under the row that its number belongs to."""
        number = RuleNumber(found.number)
        is_heading = self._is_heading(line, found)
        how = self.ahead.rows.get(self.at)
        parent, faults = above, list[tuple[str, str]]()
        if not above:
            if how == "part" and self.begun:
                self.volume, self.chain = min(self.begun, key=lambda heading: heading.level), OpenRows(self.profile)
                self.volume.faults.append(("numbers-restart", f"the numbers under it begin again with {number}"))
            parent, faults = self.chain.place(number, self._heading_in_place_of, is_misprint=how == "stray")
            parent = parent or self._unnumbered_parent(line)
        kind: Kind = "heading" if is_heading else "rule"
        draft = self.reading.begin(number, kind, parent or self.volume, self.document, self.volume)
        self.begun = []
        draft.attach(line)
        draft.level = line.level if line.role == "heading" else 0
        if found.before:
            draft.word = found.before
            own = number.removeprefix(f"{above.printed}.") if above else number
            words = found.before if found.is_sole else f"{found.before} {own}"
            self.reading.dropped.append(Dropped(line.number, words, BEFORE_A_NUMBER, self.document.name))
        draft.faults = faults
        draft.is_item = number.endswith(")")
        if draft.is_again:
            faults.append(("duplicate-number", f"{number} is printed again"))
        if is_heading:
            draft.title = found.text
        elif found.text:
            draft.texts.append(found.text)
        self.owner = draft
        self.chain.open(draft)
        if line.role == "heading":
            draft.anchors += [line.words, _POINTS.sub("", line.words)]  # #article-4-kites, #102-kites for 10.2 Kites
        if is_heading and line.role == "heading":
            parts_above = [each for each in self.headings if each[0] < line.level and self._is_part(each[1])]
            self.headings = [*parts_above, (line.level, draft)]
        return draft

    def _is_part(self, row: Draft) -> bool:
        """Whether a row is the heading of an unnumbered part; the only one of its level is the title of the book."""
        return not parts(row.printed) and self.times[row.level] > 1 and row is not self.reading.title_page

    def _unnumbered_parent(self, line: SourceLine) -> Draft | None:
        """Return the unnumbered part of the book that a number without a parent is printed under: `Part Two` for
        chapter 5; None if there is no such part, or if it has a text of its own."""
        above = (row for level, row in reversed(self.headings) if line.role != "heading" or level < line.level)
        row = next((row for row in above if not parts(row.printed)), None)
        if row is None or row.kind != "heading" or _folded_title(row.title or "") in self.part_titles:
            return None
        return row if self._is_part(row) else None

    def _is_heading(self, line: SourceLine, found: LineNumber) -> bool:
        """Whether a numbered line is a heading: only a title, or the short name of a section whose rules follow."""
        marked = line.role == "heading"
        if not found.text or (not marked and found.text[-1] in OPEN):
            return marked
        if is_title(found.text, marked) or (self.at in self.over_lists and found.levels == 1):
            return True
        if len(found.text.split()) > _SECTION_WORDS or not is_title(found.text, marked=True):
            return False
        if self._has_sentence_below():
            return True
        if found.levels > 2:
            return False
        first = first_number(self.ahead.numbers, self.at + 1, _LINES_TO_FIRST_RULE)
        return first is not None and found.number in numbers_above(first.number)

    def _has_sentence_below(self) -> bool:
        """Whether a sentence without a number is below the line being read, which may be its title ("8.3.5 Fly")."""
        if self.document.joins and not self.ahead.is_blank(self.at + 1):
            return False  # the next line goes on with this one
        places = range(self.at + 1, min(self.at + _LINES_TO_WORDS, len(self.lines)))
        below = next((at for at in places if self.lines[at].role != "blank"), None)
        if below is None or self.lines[below].role != "text" or self.ahead.numbers[below]:
            return False
        sentence = self.lines[below].text
        is_labelled = after_label(sentence, (*self.profile.examples, *self.profile.notes)) is not None
        return sentence[:1].isupper() and ends_sentence(sentence) and not is_labelled

    def _heading_in_place_of(self, number: Steps) -> Draft | None:
        """Return the unnumbered heading that is printed where the book would have the parent of a number: `Kites` for
        2.7.1 if the book has no 2.7; None if there is no such heading."""
        if len(number) <= _LEVELS_OF_SECTIONS or not self.reading.drafts:
            return None
        before = self.reading.drafts[-1]
        if before.title and not parts(before.printed):
            return before
        siblings = (row for each, row in self.chain.rows.items() if each[:-1] == number[:-1])
        parent = next((row.parent for row in siblings), None)
        return parent if parent and not parts(parent.printed) else None

    # --- headings without numbers; glossaries and credits

    # Complexity: one statement for each part of the state that a heading changes.
    def _begin_heading(self, line: SourceLine, title: str, part: Part | None = None) -> None:
        """Begin an unnumbered heading, or an unnumbered part of the book."""
        level = line.level if line.role == "heading" else 0
        self.headings = [
            (above, row) for above, row in self.headings if above < level and not (part and parts(row.number))
        ]
        parent = self.headings[-1][1] if self.headings else None
        above = None if parent is self.reading.title_page else parent  # the title of the book adds nothing
        address = address_under(above, slug_of(title))
        draft = self.reading.begin(address, "heading", parent, self.document)
        draft.title = title
        draft.attach(line)
        draft.level = level
        self.begun.append(draft)
        is_chapter = chapter_of(title) is not None
        if not self.chain and part is None and not is_chapter:
            self.reading.title = self.reading.title or title
        if part is None and len(self.reading.drafts) == 1 and not is_chapter:
            self.reading.title_page = draft
        self.headings.append((level, draft))
        self.owner = draft
        is_change_log = part == "change log" and bool(self.chain)  # before the rules, contents and changes are alike
        self.part = draft if is_change_log or part in ("glossary", "back matter") else None
        self.part_level, self.in_glossary, self.counts_entries = level, part == "glossary", False

    def _begin_part(self, line: SourceLine, above: Draft, slug: str, title: str, words: str) -> None:
        """Begin a row without a number under another: an entry of a glossary, or a named part of a section."""
        self.owner = self.reading.begin(address_under(above, slug), "heading", above, self.document)
        self.owner.title = title
        if self.owner.take_labelled(line, self.profile, adjoins=False):
            return
        if words:
            self.owner.take(line, words)
        else:
            self.owner.attach(line)

    def _entry_head(self, line: SourceLine) -> tuple[str, str] | None:
        """Return a glossary entry's head and the words beside it, `("Abandon", "")`; None if the line is no head. An
        entry may be a row of a table, but for the table's own head. If the first entry has a number (`1.-1.17 Boost`),
        only lines with one are heads; it is not part of the head."""
        text = line.words
        if after_label(text, (*self.profile.examples, *self.profile.notes)) is not None:
            return None
        if cells := _TABLE_ROW.fullmatch(line.text):
            is_table_head = self.owner is self.part and is_title(cells[2], marked=True)
            return None if is_table_head else (cells[1], cells[2])
        if (numbered := _ENTRY_NUMBER.match(text)) and is_title(text[numbered.end() :], marked=True):
            self.counts_entries = True
            return text[numbered.end() :], ""
        return (text, "") if line.role == "heading" else self._entry_in_text(line)

    # Complexity: one case for each way to print an entry.
    def _entry_in_text(self, line: SourceLine) -> tuple[str, str] | None:
        """Return the head of an entry that is a short line after a blank one, with its words under it, or a label
        before its words."""
        text = line.words
        label = _LABEL.match(text)
        is_below = bool(label) and (self.owner is self.part or not self.adjoins)
        if self.counts_entries or line.role != "text" or not (is_below or self.ahead.is_blank(self.at - 1)):
            return None
        joins = self.document.joins and not self.document.breaks
        over_words = not joins and not self.ahead.is_blank(self.at + 1)
        is_over = is_title(text) or (over_words and len(text) < WRAPPED and not (label and ends_sentence(text)))
        if len(text) <= _LONGEST_HEAD and is_over:
            return text, ""
        if label and is_title(label[1], marked=len(label[1].split()) <= _LABEL_WORDS):
            return label[1], text[label.end() :]
        return None

    # --- lines without numbers

    def _awaits_title(self) -> bool:
        """Whether the row before has its number alone: `CHAPTER ONE` is above its title, as is `PART ONE`, the title of
        a part without a number of its own."""
        owner = self.owner
        if owner is None or owner.texts or (owner.title and parts(owner.printed)):
            return False
        return not owner.title or is_chapter_alone(owner.title)

    def _take_title(self, line: SourceLine) -> None:
        """Make a line the title of the row before it, whose number is alone on its line."""
        assert self.owner
        self.owner.title, self.owner.kind = f"{self.owner.title or ''} {line.text}".lstrip(), "heading"
        self.owner.attach(line)

    # Complexity: one case for each kind of words.
    def _add_words(self, line: SourceLine) -> None:
        """Add an example, a note, an item of a list or a paragraph to the row before it."""
        owner = self.owner
        if owner is None:
            is_first = not self.reading.drafts and self.ahead.is_blank(self.at + 1)
            is_row = line.text[:1] == "|"  # of a table
            if is_first and not (is_row or line.text[:1].islower()) and is_title_of_book(line.text):
                self._begin_heading(line, line.text)
                return
            self.owner = self.reading.begin(RuleNumber("fragment"), "fragment", None, self.document)
            self.owner.take(line, line.as_list_item if line.role == "item" else line.words)
            self.owner.faults.append(("leading-fragment", "text before the first rule"))
        elif (owner.word or owner.title) and self._awaits_title() and is_title(line.text, marked=True):
            self._take_title(line)
        elif line.role == "note":
            owner.take_boxed(line, line.words, self.adjoins and not self.document.breaks)
        elif owner.take_labelled(line, self.profile, self.adjoins) or owner.take_listed_example(line, self.adjoins):
            pass
        elif line.role == "item":
            owner.take(line, line.as_list_item, "\n")
        elif not owner.take_continuation(line, self.document, self.adjoins):
            if owner.parent and after_label(f"{owner.title}:", self.profile.examples) == "":
                self.owner = owner = owner.parent  # a part with examples has nothing else
            owner.take_text(line, line.words, "\n")


def _folded_title(text: str) -> str:
    """Return a title so that it can be compared: `GLOSSARY:` is `glossary`."""
    return fold(text[:_LONGEST_HEAD]).strip(" :.")
