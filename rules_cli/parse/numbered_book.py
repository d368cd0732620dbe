"""Books that print numbers: lines → drafts. The numbers make the tree, never the heading levels or indents.

A numbered line belongs under a row of the open chain: the row before it, that row's parent, and so on. A number whose
parent is not in the chain is a misprint; its row stays in the place of print.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.model import RuleNumber
from rules_cli.parse.line_filter import drop_furniture
from rules_cli.parse.line_shape import (
    JOINERS,
    LineNumber,
    ends_sentence,
    is_far_eastern,
    is_title,
    line_number,
    starts_with_dotted,
    unusual_number,
)
from rules_cli.parse.numbering import Steps, follows, in_order, place_of, steps
from rules_cli.parse.profile import Profile, after_label
from rules_cli.parse.row_draft import Draft, Reading, address_under, hyphenated, slug_of
from rules_cli.parse.section_parts import part_label
from rules_cli.rule_number import numbers_above, parts
from rules_cli.text import fold

_WRAPPED = 50  # characters: no program wraps lines shorter than this
_FEW_BLANK = 0.02  # of the lines: a text with fewer blank lines does not separate its paragraphs by them
_BLANKS_IN_LIST = 2  # lines: an item so near above is of the same list
_BLANKS_BETWEEN = 4  # lines: at a page break a sentence may go on after so many blank ones
_LONGEST_HEAD = 90  # characters: the longest entry of a known glossary has 68
_LABEL_WORDS = 3  # a label of so many words need not be capitalised like a title ("Red kite – A kite that …")
_ENTRY_NUMBER = re.compile(r"\d{1,4}(?:\.-?\d{1,4}){1,4}\.?\s+(?=\S)")
_LABEL = re.compile(r"([^\W\d_a-z][^:–—]{0,60}?)(?::\s+|\s+[–—]\s+)(?=\S)")
_SECTION_WORDS = 6  # in the short name of a section whose first rule follows
_LINES_TO_WORDS = 3  # from a title to the words under it: itself and a blank line come first
_FIGURES_OF_SENTENCES = 3  # of a bare number before a sentence: "103. A player must …"; items of lists have fewer
_FEWEST_CHANGES = 5  # numbers in contents or a change log; fewer may be rules that a misprint repeats
_LEVELS_OF_SECTIONS = 2  # of a number: those of chapters and sections are not under an unnumbered heading
_LINES_TO_FIRST_RULE = 8  # after such a name: blank lines and a sentence may come between

_LETTER_OF_ITEM = re.compile(r"([a-z])[.)]")
_QUOTES = '"”“″'

Part = Literal["front matter", "glossary", "back matter"]
"""The kinds of part that have no numbers of their own."""


def read_numbered(documents: Sequence[Document], profile: Profile) -> Reading:
    """Parse the documents of one book as one tree, in the order given."""
    reader = _Reader(profile)
    for document in documents:
        reader.read(document)
    return reader.reading


# --- reading


class _Reader:
    """Walks the lines of a book and keeps the rows that they are printed under."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.part_titles: dict[str, Part] = {fold(title): "front matter" for title in profile.front_matter}
        self.part_titles |= {fold(title): "back matter" for title in profile.back_matter}
        self.part_titles |= {fold(title): "glossary" for title in profile.glossary}
        self.reading = Reading()
        self.document = Document("", ())
        self.lines: list[SourceLine] = []
        self.at = 0  # the place of the line being read
        self.has_dotted = False  # the document prints dotted numbers, so that a bare `1.` is an item of a list
        self.chapter_times = Counter[str]()  # how often the document prints the number of each chapter
        self.open_rows: dict[Steps, Draft] = {}  # the open chain: the last numbered row, its parent, and so on
        self.printed: set[Steps] = set()  # the numbers of all rows so far
        self.next_numbers: list[Steps] = []  # for each line the next number of two parts or more, () if there is none
        self.said_again: set[int] = set()  # the lines whose chapter is printed again before that number
        self.lists: list[tuple[int, Draft, int]] = []  # the open lists of rules: indent, row above, items so far
        self.body = range(0)  # the lines between what lists rules before the book and what lists them after it
        self.owner: Draft | None = None  # the row or heading of this document that a line without a number belongs to
        self.headings: list[tuple[int, Draft]] = []  # the open headings with their levels
        self.part: Draft | None = None  # the heading of the glossary or back matter that is being read,
        self.part_level = 0  # its level,
        self.in_glossary = False  # whether it explains terms,
        self.counts_entries = False  # and whether it prints a number before each of them
        self.adjoins = False  # the line being read is printed right under one that may go on in it

    def read(self, document: Document) -> None:
        """Read one document of the book."""
        lines = drop_furniture(document, self.profile, self.reading)
        self.has_dotted = any(starts_with_dotted(line, self.profile.numbers) for line in lines)
        if not document.joins and sum(line.role == "blank" for line in lines) < _FEW_BLANK * len(lines):
            lines = _with_blank_lines(lines)
        self.document, self.lines = document, lines
        self.chapter_times = Counter(_chapter_numbers(lines))
        self._look_ahead()
        self.owner, self.headings, self.part, self.adjoins = None, [], None, False
        for self.at, line in enumerate(lines):
            if line.role == "blank":
                self.adjoins = False
                continue
            self._read_line(line)
            if not self._is_blank(self.at + 1):
                self.adjoins = line.role in ("text", "item", "note") and (document.joins or _is_wrapped(line))

    def _is_blank(self, at: int) -> bool:
        return not 0 <= at < len(self.lines) or self.lines[at].role == "blank"

    def _is_alone(self) -> bool:
        return self._is_blank(self.at - 1) and self._is_blank(self.at + 1)

    def _read_line(self, line: SourceLine) -> None:
        if number := self._counted_number(line):
            self._begin_row(line, LineNumber(number, ".", line.text))
            return
        found = self._item_number(line) or self._unusual_number(line) or line_number(line.words, self.profile.numbers)
        if part := self._part(line, found):
            self._begin_heading(line, found.text if found else line.text, part)
        elif found and self._is_row(line, found) and self._may_be_numbered(line, found.number):
            self.part = None
            self._begin_row(line, found)
        elif line.role == "heading" and (self.part is None or line.level <= self.part_level):
            self._begin_heading(line, line.text)
        elif self.in_glossary and self.part and (head := self._entry_head(line)):
            self._begin_entry(line, self.part, *head)
        elif self.open_rows and not self.part and (label := part_label(line.text, self.profile.parts)):
            self._begin_section_part(line, *label)
        else:
            self._add_words(line)

    def _part(self, line: SourceLine, found: LineNumber | None) -> Part | None:
        """Return the kind of unnumbered part that a line is the title of: a heading, or a line between blank ones.

        A part may be printed with the number of a chapter, `1 Preface`: then that number is printed again.
        """
        if found:
            is_title_line = found.levels == 1 and self.chapter_times[found.number] > 1
            return self.part_titles.get(_folded_title(found.text)) if is_title_line else None
        if line.role != "heading" and not self._is_alone():
            return None
        part = self.part_titles.get(_folded_title(line.text))
        is_expected = line.role == "heading" or (part == "front matter") == (not self.open_rows)
        return part if is_expected else None

    def _times_printed(self, chapter: str) -> int:
        if self.chapter_times is None:
            self.chapter_times = Counter(_chapter_numbers(self.lines))
        return self.chapter_times[chapter]

    # --- which lines are rows

    def _is_row(self, line: SourceLine, found: LineNumber) -> bool:
        """Whether a line that begins with a number is a row, and no sentence or item of a list.

        | case                                | a row                       | no row                              |
        |-------------------------------------|-----------------------------|-------------------------------------|
        | a number alone                      | `1.2.`, `1.2a`, `1.2.3`     | `1.2` (a quantity), `12.` (a page)  |
        | a letter before a small word        | `1.5a. the kite`            | `1.5x for a kite`                   |
        | three parts, a mark, a capital      | `1.2.3 the`, `1.2. the`     |                                     |
        | two parts before a small word       | `1.3 the`, after 1.2        | `1.5 times as many`                 |
        | one part                            | `1 Kites`, `1. A kite`      | `3 kites fly`, an item of a list    |
        """
        if line.role == "note" or self.at not in self.body:
            return False
        if not found.text:
            return _is_row_without_words(line, found)
        number = self._steps(found.number)
        if found.levels == 1 or (not self.profile.numbers and "." not in found.number):
            return self._is_chapter(line, found, number)
        small = found.text[:1].islower()
        if found.lettered and small:
            return bool(found.mark) or self._has_place(number)
        if found.levels > 2 or found.mark or not small:
            return found.levels > 2 or found.text[0] not in _QUOTES or self._is_next(number)  # 2.5" by 3.5"
        return self._is_next(number) and self._begins_sentence()

    def _is_chapter(self, line: SourceLine, found: LineNumber, number: Steps) -> bool:
        """Whether a line that begins with a number of one part is a chapter, a section or a rule."""
        if self.has_dotted and line.listed:
            return False
        if line.role == "heading" or is_title(found.text):
            return self._is_due(number)
        if not self.has_dotted or not found.mark:
            return bool(found.mark)
        # A chapter may be a sentence. Items of lists have few figures, and no number like 5.1 follows them.
        is_long = len(found.number) >= _FIGURES_OF_SENTENCES
        is_next = any(follows(number, each, self.profile) for each in self.open_rows)
        return is_next and self.at not in self.said_again and (is_long or self._goes_on(number))

    def _goes_on(self, number: Steps) -> bool:
        """Whether the next longer number of the document is under this one."""
        return self.next_numbers[self.at][: len(number)] == number

    def _is_due(self, number: Steps) -> bool:
        """Whether a chapter or section may begin here, and the line is no caption, component or number of a page.

        The next longer number is under it, or the numbers go on behind it. Where they go on in the open chapter, it is
        none; nor if it leaves numbers out and none follows.
        """
        if not self.has_dotted:
            return True
        if self.at in self.said_again:
            return False
        after = self.next_numbers[self.at]
        if not self.open_rows:
            return not after or in_order(number) <= in_order(after)
        before = next(iter(self.open_rows))
        if number in self.open_rows and self.part is None:
            return self.lines[self.at].role == "heading" and before == number
        return self._goes_on(number) or self._is_between(before, number, after)

    def _is_between(self, before: Steps, number: Steps, after: Steps) -> bool:
        """Whether a chapter without longer numbers may be between the row before it and the next longer number."""
        is_next = any(follows(number, each, self.profile) for each in self.open_rows)
        if after and before[: len(number)] == after[: len(number)]:
            return is_next and self.chapter_times[str(number[-1])] == 1
        rises = in_order(before) < in_order(number)
        return is_next or (rises and (in_order(number) < in_order(after) if after else self._is_alone()))

    def _look_ahead(self) -> None:
        """Note for each line the next number of two parts or more, and which chapters are printed again before it."""
        self.next_numbers, self.said_again = [()] * len(self.lines), set()
        after: Steps = ()
        longer: list[tuple[int, Steps]] = []
        short: list[tuple[int, Steps]] = []
        chapters: dict[str, bool] = {}  # those before the number, and whether a heading says so
        for at in range(len(self.lines) - 1, -1, -1):
            self.next_numbers[at] = after
            line = self.lines[at]
            number = line_number(line.words, self.profile.numbers) if line.role not in ("blank", "note") else None
            if number is None:
                continue
            if number.levels == 1:
                is_heading = line.role == "heading"
                if chapters.get(number.number, -1) >= is_heading:
                    self.said_again.add(at)
                if is_title(number.text, is_heading):
                    chapters[number.number] = is_heading or chapters.get(number.number, False)
                    if not line.counted:
                        short.append((at, self._steps(number.number)))
            elif _is_surely_a_row(number):
                after, chapters = self._steps(number.number), {}
                longer.append((at, after))
        self.body = _body((longer or short)[::-1], len(self.lines))

    def _steps(self, number: str) -> Steps:
        return steps(number, self.profile)

    def _has_place(self, number: Steps) -> bool:
        """Whether letters after a number are a sub-rule's, and no unit (`1.5x for a kite`).

        They are if they are the first, if their rule is printed, or if siblings of them are open.
        """
        if not self.open_rows or number[-1] == "a" or number[:-1] in self.printed:
            return True
        return any(each[:-1] == number[:-1] for each in self.open_rows)

    def _unusual_number(self, line: SourceLine) -> LineNumber | None:
        """Return a number printed unusually, if it is expected here and the line begins a sentence.

        One that begins with a bracket or a sign must follow a blank line.
        """
        if self.profile.numbers:
            return None
        words = line.words
        found = unusual_number(words)
        if not found or not (words[0].isdigit() or self._is_blank(self.at - 1)):
            return None
        number = self._steps(found.number)
        begins_next_rule = number[-1] == "a" and words.startswith(f"{found.number[:-1]}(")  # 1.2(a) right after 1.1
        expected = self._is_next(number) or (begins_next_rule and self._is_next(number[:-1]))
        return found if expected and self._begins_sentence() else None

    def _counted_number(self, line: SourceLine) -> RuleNumber | None:
        """Return the number of an item of a numbered list if such items are rules: item 3 of Article 4 is 4.3.

        A list goes on after a table or a picture, even if the file begins it again with 1.
        """
        if self.profile.items != "rules" or not line.counted or line.role != "item" or not self.open_rows or self.part:
            return None
        *_, chapter = self.open_rows
        if self.lists and self.lists[0][1] is not self.open_rows[chapter]:
            self.lists = []
        while self.lists and self.lists[-1][0] > line.level:
            self.lists.pop()
        if not self.lists or self.lists[-1][0] < line.level:
            above = next(iter(self.open_rows)) if self.lists else chapter
            self.lists.append((line.level, self.open_rows[above], 0))
        indent, row, count = self.lists[-1]
        self.lists[-1] = (indent, row, count + 1)
        return RuleNumber(f"{row.printed}.{count + 1}")

    def _item_number(self, line: SourceLine) -> LineNumber | None:
        """Return the number of a sub-rule that is printed as an item, `a.`, of the list under its rule: 1.4.3a."""
        found = _LETTER_OF_ITEM.fullmatch(line.marker) if line.role == "item" and self.open_rows else None
        if not found or self.part:
            return None
        last = next(iter(self.open_rows))
        goes_on = any(each.role == "item" for each in self.lines[max(self.at - _BLANKS_IN_LIST, 0) : self.at])
        if found[1] == "a" and isinstance(last[-1], int) and len(last) > 1 and not goes_on:
            return LineNumber(f"{self.open_rows[last].printed}a", ".", line.text)
        for each, row in self.open_rows.items():
            if isinstance(each[-1], str) and follows((*each[:-1], found[1]), each, self.profile):
                return LineNumber(f"{row.printed.removesuffix(each[-1])}{found[1]}", ".", line.text)
        return None

    def _is_next(self, number: Steps) -> bool:
        """Whether a number is new, and follows a row of the open chain or is the first under the last row."""
        if not self.open_rows or number in self.printed:
            return False
        if next(iter(self.open_rows)) == number[:-1]:
            return place_of(number, self.profile) <= 1
        return any(follows(number, each, self.profile) for each in self.open_rows)

    def _begins_sentence(self) -> bool:
        """Whether a line cannot go on with a sentence before it: that one is closed, or a blank line is between them
        and the sentence does not end in a word that needs a number."""
        line = self.lines[self.at]
        if line.role == "item" and not line.counted:
            return False
        above = range(self.at - 1, max(self.at - _BLANKS_BETWEEN, 0) - 1, -1)
        before = next((self.lines[at].text for at in above if self.lines[at].text), "")
        if not self._is_blank(self.at - 1):
            return ends_sentence(before) and not before.endswith(":")
        needs_number = {form.partition("{")[0].strip() for form in self.profile.references} | JOINERS
        return before.rpartition(" ")[2].lower() not in needs_number

    def _may_be_numbered(self, line: SourceLine, number: str) -> bool:
        """Whether a number may be a row's: after a glossary, only if it continues the rules before the glossary, or if
        a heading ends the glossary."""
        if self.part is None or (line.role == "heading" and line.level <= self.part_level):
            return True
        if not self.open_rows:
            return self._begins_sentence()
        found = self._steps(number)
        if found in self.printed:
            return False
        *_, chapter = self.open_rows
        return found[:-1] in self.open_rows if len(found) > 1 else follows(found, chapter, self.profile)

    # --- rows

    def _begin_row(self, line: SourceLine, found: LineNumber) -> None:
        number = RuleNumber(found.number)
        is_heading = self._is_heading(line, found)
        parent, faults = self._place(number)
        draft = self.reading.begin(number, "heading" if is_heading else "rule", parent, self.document)
        draft.attach(line)
        draft.faults = faults
        if draft.number != number:
            faults.append(("duplicate-number", f"{number} is printed again"))
        if is_heading:
            draft.title = found.text
        elif found.text:
            draft.texts.append(found.text)
        self.owner = draft
        self.open_rows = {self._steps(number): draft}
        self.printed.add(self._steps(number))
        while parent is not None and (above := self._steps(parent.printed)):
            self.open_rows[above] = parent
            parent = parent.parent
        if is_heading and line.role == "heading":
            self.headings = [(line.level, draft)]

    def _is_heading(self, line: SourceLine, found: LineNumber) -> bool:
        """Whether a numbered line is a heading: only a title, or the short name of a section whose rules follow."""
        marked = line.role == "heading"
        if not found.text:
            return marked
        if is_title(found.text, marked):
            return True
        if len(found.text.split()) > _SECTION_WORDS or not is_title(found.text, marked=True):
            return False
        if self._is_over_words():
            return True
        if found.levels > 2:
            return False
        following = self.lines[self.at + 1 : self.at + 1 + _LINES_TO_FIRST_RULE]
        numbers = (line_number(later.words, self.profile.numbers) for later in following)
        first = next(filter(None, numbers), None)
        return first is not None and found.number in numbers_above(first.number)

    def _is_over_words(self) -> bool:
        """Whether a sentence without a number follows a line that may be its title ("8.3.5 Go again")."""
        below = [each for each in self.lines[self.at + 1 : self.at + _LINES_TO_WORDS] if each.role != "blank"]
        if not below or below[0].role != "text" or (self.document.joins and not self._is_blank(self.at + 1)):
            return False
        first = below[0].text
        is_labelled = after_label(first, (*self.profile.examples, *self.profile.notes)) is not None
        return (
            first[:1].isupper()
            and ends_sentence(first)
            and not line_number(first, self.profile.numbers)
            and not is_labelled
        )

    def _place(self, number: RuleNumber) -> tuple[Draft | None, list[tuple[str, str]]]:
        """Return the row that a number is printed under, and the faults of that place."""
        own = self._steps(number)
        above = own[:-1]
        if not above:
            return None, []
        if above in self.open_rows:
            return self.open_rows[above], []
        place = next((row for each, row in self.open_rows.items() if len(each) <= len(above)), None)
        if above in self.printed:
            where = place.printed if place else "no section"
            return place, [("number-outside-parent", f"{number} is printed under {where}")]
        if heading := self._heading_of(own):
            return heading, []
        if not self.open_rows or len(own) <= len(list(self.open_rows)[-1]):
            # the highest row that is printed, as the sections of an excerpt: nothing is missing above it
            return None, []
        missing = next(iter(numbers_above(number)), str(above[0]))
        faults = [("missing-parent", f"{missing} is never printed")]
        section = above[:-1] or above  # the row above the missing one; that one itself if it is a chapter
        is_in_appendix = isinstance(own[0], str)  # A.1 does not go on under chapter 9
        return (None if is_in_appendix else self.open_rows.get(section, place)), faults

    def _heading_of(self, number: Steps) -> Draft | None:
        """Return the unnumbered heading that a rule is printed under in the place of a number that is never printed."""
        if len(number) <= _LEVELS_OF_SECTIONS or not self.reading.drafts:
            return None
        before = self.reading.drafts[-1]
        if before.title and not parts(before.printed):
            return before
        siblings = (row for each, row in self.open_rows.items() if each[:-1] == number[:-1])
        above = next((row.parent for row in siblings), None)
        return above if above and not parts(above.printed) else None

    # --- headings without numbers; glossaries and credits

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
        if not self.open_rows and part is None:
            self.reading.title = self.reading.title or title
        if part is None and len(self.reading.drafts) == 1:
            self.reading.title_page = draft
        self.headings.append((level, draft))
        self.owner = draft
        self.part = draft if part in ("glossary", "back matter") else None
        self.part_level, self.in_glossary, self.counts_entries = level, part == "glossary", False

    def _begin_entry(self, line: SourceLine, glossary: Draft, head: str, words: str) -> None:
        """Begin an entry of a glossary."""
        self.owner = self.reading.begin(address_under(glossary, slug_of(head)), "heading", glossary, self.document)
        self.owner.title = head
        if words:
            self.owner.take(line, words)
        else:
            self.owner.attach(line)

    def _begin_section_part(self, line: SourceLine, title: str, words: str) -> None:
        """Begin a named part of the open section, such as `2.4.philosophy`."""
        section = next(iter(self.open_rows.values()))
        self.owner = self.reading.begin(address_under(section, hyphenated(title)), "heading", section, self.document)
        self.owner.title = title
        if self.owner.take_labelled(line, self.profile, adjoins=False):
            return
        if words:
            self.owner.take(line, words)
        else:
            self.owner.attach(line)

    def _entry_head(self, line: SourceLine) -> tuple[str, str] | None:
        """Return a glossary entry's head and the words beside it, `("Abandon", "")`; None if the line is no head.

        A head is a short line after a blank one, with its words under it, or a label before its words. If the first
        entry has a number (`1.-1.17 Boost`), only lines with one are heads; it is not part of the head.
        """
        text = line.words
        if (numbered := _ENTRY_NUMBER.match(text)) and is_title(text[numbered.end() :], marked=True):
            self.counts_entries = True
            return text[numbered.end() :], ""
        if line.role == "heading":
            return text, ""
        if self.counts_entries or line.role != "text" or not self._is_blank(self.at - 1):
            return None
        joins = self.document.joins and not self.document.breaks
        over_words = not joins and not self._is_blank(self.at + 1)
        if len(text) <= _LONGEST_HEAD and (is_title(text) or (over_words and len(text) < _WRAPPED)):
            return text, ""
        label = _LABEL.match(text)
        if label and is_title(label[1], marked=len(label[1].split()) <= _LABEL_WORDS):
            return label[1], text[label.end() :]
        return None

    # --- lines without numbers

    def _add_words(self, line: SourceLine) -> None:
        """Add an example, a note, an item of a list or a paragraph to the row before it."""
        owner = self.owner
        if owner is None:
            self._begin_without_number(line)
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

    def _begin_without_number(self, line: SourceLine) -> None:
        """Begin the first row of a document, if it has no number: the title of the book, or words without a title."""
        is_first = not self.reading.drafts and self._is_blank(self.at + 1)
        if is_first and not line.text[:1].islower() and is_title(line.text, marked=True):
            self._begin_heading(line, line.text)
            return
        self.owner = self.reading.begin(RuleNumber("fragment"), "fragment", None, self.document)
        self.owner.take(line, line.as_list_item if line.role == "item" else line.words)
        self.owner.faults.append(("leading-fragment", "text before the first rule"))


def _folded_title(text: str) -> str:
    return fold(text[:_LONGEST_HEAD]).strip(" :.")


def _chapter_numbers(lines: Sequence[SourceLine]) -> Iterator[str]:
    """Yield the numbers of one part that are printed before a title."""
    for line in lines:
        found = line_number(line.words) if line.words[:1].isdecimal() else None
        if found and found.levels == 1 and is_title(found.text):
            yield found.number


def _body(numbers: Sequence[tuple[int, Steps]], lines: int) -> range:
    """Return the lines whose numbers are the rules' own, given the places of all longer numbers.

    Contents and summaries of changes before them print numbers that all come again, a change log after them numbers
    that were all there before.
    """
    first = {number: at for at, number in reversed(numbers)}
    end = len(numbers)
    while end and first[numbers[end - 1][1]] < numbers[end - 1][0]:
        end -= 1
    if len(numbers) - end < _FEWEST_CHANGES or 2 * numbers[end][0] < lines:  # the longer half is the body
        end = len(numbers)
    last = {number: at for at, number in numbers[:end]}
    start = 0
    while start < end and last[numbers[start][1]] > numbers[start][0]:
        start += 1
    if start < _FEWEST_CHANGES or 2 * numbers[start - 1][0] > lines:
        start = 0
    after = numbers[end][0] if end < len(numbers) else lines
    return range(numbers[start - 1][0] + 1 if start else 0, after)


def _is_surely_a_row(found: LineNumber) -> bool:
    is_long = found.levels > 1 and found.number[-1].isdecimal()
    return is_long and bool(found.mark or found.levels > 2 or not found.text[:1].islower())


def _is_row_without_words(line: SourceLine, found: LineNumber) -> bool:
    """Whether a number alone on its line is a row's: not the number of a page, nor a quantity like 1.2."""
    return found.levels > 1 and bool(found.mark or line.role == "heading" or found.levels > 2)


def _with_blank_lines(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """Return the lines with a blank one after each that does not go on in the next."""
    separate = []
    for line in lines:
        separate.append(line)
        if not _is_wrapped(line):
            separate.append(SourceLine(line.number, "", "", "blank", line.level))
    return separate


def _is_wrapped(line: SourceLine) -> bool:
    """Whether a line of plain text seems to go on in the next: it is long, and ends no sentence."""
    width = len(line.raw) * (2 if is_far_eastern(line.raw[-1:]) else 1)
    return width >= _WRAPPED and not ends_sentence(line.text)
