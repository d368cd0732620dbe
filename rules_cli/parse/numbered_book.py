"""Books that print numbers: lines → drafts. The numbers make the tree, never the heading levels or indents.

What each numbered line is printed under is the open chain: the row before it, that row's parent, and so on. A
number whose own parent is in the chain belongs there; any other is a misprint, kept where it is printed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.model import RuleNumber
from rules_cli.parse.line_filter import (
    JOINERS,
    drop_furniture,
    ends_sentence,
    is_broken_off,
    is_title,
    joint,
    labelled,
    numbered,
)
from rules_cli.parse.number_variants import plain_number
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft, Reading, Sink
from rules_cli.parse.slugs import slug_of
from rules_cli.rule_number import letter_ordinal, parts
from rules_cli.text import fold

_WRAPPED = 50  # characters: nobody wraps shorter
_BLANK: dict[str, Any] = {"raw": "", "text": "", "role": "blank", "marker": "", "links": ()}
_FEW = 0.02  # of a text's lines, blank: it does not set its paragraphs apart
_FIRST = (0, 1)
_BLANKS = 4  # lines at most between a line and the words before it
_LONGEST_HEAD = 90  # characters of a glossary entry's head
_LABEL_WORDS = 3  # in a label that is not capitalised like a title
_LABEL = re.compile(r"([^\W\d_a-z][^:–—]{0,60}?)(?::\s+|\s+[–—]\s+)(?=\S)")


def read_dotted(documents: Sequence[Document], profile: Profile) -> Reading:
    """Parse the documents of one book as one tree, in the order given."""
    reader = _Reader(profile)
    for document in documents:
        reader.read(document)
    return reader.reading


def parent_number(number: str, profile: Profile) -> RuleNumber | None:
    """The number of the row that a number belongs to: 2.7.3a → 2.7.3 → 2.7 → 2 (and 205 → 2 with hundreds)."""
    found = parts(number)
    if found is None:
        return None
    digits = number.partition("#")[0].removesuffix(found.letters)
    if found.letters:
        return RuleNumber(digits)
    if len(found.digits) > 1:
        return RuleNumber(digits.rpartition(".")[0])
    if profile.chapters == "hundreds" and found.digits[0] >= 100:
        return RuleNumber(str(found.digits[0] // 100))
    return None


def ancestors(number: str, profile: Profile) -> Iterator[RuleNumber]:
    """The numbers of the rows that a number belongs to, the nearest first."""
    above = parent_number(number, profile)
    while above is not None:
        yield above
        above = parent_number(above, profile)


def depth(number: str, profile: Profile) -> int:
    """How far down a number stands: 0 for a chapter."""
    above = parent_number(number, profile)
    found = parts(number)
    if found is None:
        return 0
    base = len(found.digits) - 1 + bool(found.letters)
    return base + (1 if profile.chapters == "hundreds" and (base or above) else 0)


class _Unnumbered(NamedTuple):
    """A part of a book without rule numbers: its heading, that heading's level, and whether it explains terms."""

    draft: Draft
    level: int
    glossary: bool


class _Reader:
    """Walks the lines of a book and keeps what they are printed under."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.reading = Reading()
        self.times: Counter[str] = Counter()
        self.last: Draft | None = None
        self.owner: Draft | None = None
        """The row or heading of this document that words without a number belong to."""
        self.levels: list[tuple[int, Draft]] = []
        self.start = 0
        """How many rows there were before this document."""
        self.sink: Sink = "text"
        self.joinable = False
        self.unnumbered: _Unnumbered | None = None
        """The glossary or back matter that is being read."""

    def read(self, document: Document) -> None:
        lines = drop_furniture(document, self.profile, self.reading)
        dotted = any((n := _number_of(line)) and "." in n[0] for line in lines)
        self.joinable = False
        self.start, self.owner, self.levels, self.unnumbered = len(self.reading.drafts), None, [], None
        if sum(line.role == "blank" for line in lines) < _FEW * len(lines) and not document.joins:
            lines = _set_apart(lines)
        for at, line in enumerate(lines):
            if line.role == "blank":
                self.joinable = False
                continue
            self._line(document, line, lines, at, dotted)
            if not _is_blank(lines, at + 1):
                self.joinable = line.role in ("text", "item", "note") and (document.joins or _is_wrapped(line))

    def _line(self, document: Document, line: SourceLine, lines: list[SourceLine], at: int, dotted: bool) -> None:
        found = self._dressed_number(lines, at) or _number_of(line)
        if (
            found
            and line.role != "note"
            and self._is_row(found, lines, at, dotted)
            and self._goes_on(found[0], lines, at)
        ):
            self.unnumbered = None
            self._numbered(document, line, found, lines, at)
        elif line.role == "heading" and (self.unnumbered is None or line.level <= self.unnumbered.level):
            self._unnumbered_heading(document, line)
        elif opens := self._opens_unnumbered(line, lines, at):
            self._unnumbered_heading(document, line, opens)
        elif self.unnumbered is not None:
            self._entry(document, line, lines, at)
        else:
            self._words(document, line)

    # --- glossaries and credits: parts without rule numbers

    def _opens_unnumbered(self, line: SourceLine, lines: list[SourceLine], at: int) -> str:
        """Which part without numbers a line is the title of, `glossary` or `back matter`; "" for other lines."""
        alone = line.role == "heading" or (_is_blank(lines, at - 1) and _is_blank(lines, at + 1))
        return self._part_called(line.text) if alone and (line.role == "heading" or self.last is not None) else ""

    def _part_called(self, title: str) -> str:
        name = fold(title[:_LONGEST_HEAD]).strip(" :.")
        if name in map(fold, self.profile.glossary):
            return "glossary"
        return "back matter" if name in map(fold, self.profile.back_matter) else ""

    def _goes_on(self, number: str, lines: list[SourceLine], at: int) -> bool:
        """Whether a number may be a row's: after a glossary only one that goes on where the rules left off, or that is
        marked as no part of it."""
        if self.unnumbered is None or (lines[at].role == "heading" and lines[at].level <= self.unnumbered.level):
            return True
        if self.last is None:
            return self._stands_apart(lines, at)
        above = parent_number(number, self.profile)
        if self.times[RuleNumber(number)]:
            return False
        if above is not None:
            return any(row.printed == above for row in self._chain())
        chapter = next((row for row in self._chain() if parent_number(row.printed, self.profile) is None), None)
        before, now = (parts(chapter.printed) if chapter else None), parts(number)
        return bool(before and now and now.digits[0] == before.digits[0] + 1)

    def _entry(self, document: Document, line: SourceLine, lines: list[SourceLine], at: int) -> None:
        """A line of a glossary or of credits: the head of an entry, or words of the one before it."""
        part = self.unnumbered
        assert part is not None
        head = _head_of(line, lines, at, document.joins and not document.breaks) if part.glossary else None
        if head is not None:
            self._fragment_row(document, line, part.draft, head)
        elif self.owner is part.draft or (not part.glossary and _is_blank(lines, at - 1)):
            self.owner = part.draft
            self._fragment(document, line, part.draft)
            self.owner = self.reading.drafts[-1]
        else:
            self._words(document, line)

    def _fragment_row(self, document: Document, line: SourceLine, parent: Draft, head: tuple[str, str]) -> None:
        """Open the row of a glossary entry: its head as title, the words that stand in the same line as text."""
        draft = Draft(self._fragment_number(), RuleNumber("fragment"), "fragment", parent, document.name, [line.number])
        draft.title, words = head
        draft.texts = [words] if words else []
        draft.attach(line)
        self.reading.drafts.append(draft)
        self.owner, self.sink = draft, "text"

    # --- rows

    def _is_row(self, found: tuple[str, str, str], lines: list[SourceLine], at: int, dotted: bool) -> bool:
        """Whether a line that begins with a number is a row, and no sentence or list item that begins with one."""
        number, mark, text = found
        line, count = lines[at], number.count(".") + 1
        if not text:
            return count > 1 and bool(mark or line.role == "heading" or count > 2 or number[-1].isalpha())
        if count > 1 and number[-1].isalpha() and text[:1].islower():
            return bool(mark) or self._has_place(RuleNumber(number))
        if count > 2 or (count > 1 and (mark or number[-1].isalpha() or not text[:1].islower())):
            return True
        if count > 1:
            return self._is_next(number) and self._stands_apart(lines, at)
        if dotted and line.listed:
            return False
        if line.role == "heading" or is_title(text):
            return True
        return bool(mark) and (not dotted or self._is_next_section(number))

    def _has_place(self, number: RuleNumber) -> bool:
        """Whether letters after a number are a sub-rule's, and no unit (`1.5x for a kite`): its first, or one of a rule
        or among sub-rules that are printed."""
        above = parent_number(number, self.profile)
        if self.last is None or number.endswith("a") or above in self.times:
            return True
        return any(parent_number(row.printed, self.profile) == above for row in self._chain())

    def _dressed_number(self, lines: list[SourceLine], at: int) -> tuple[str, str, str] | None:
        """The number of a line that prints it in an unusual way, where that number is due and the line stands apart;
        one in brackets, after a blank line."""
        words = lines[at].words
        text = plain_number(words)
        found = numbered(text) if text and (words[0].isdigit() or _is_blank(lines, at - 1)) else None
        return found if found and self._is_due(found[0], words) and self._stands_apart(lines, at) else None

    def _is_due(self, number: str, words: str) -> bool:
        """Whether a number is the next, or, with its letter in brackets, the first sub-rule of the next rule."""
        above = parent_number(number, self.profile)
        first = number.endswith("a") and words.startswith(f"{above}(")
        return self._is_next(number) or (first and above is not None and self._is_next(above))

    def _is_next(self, number: str) -> bool:
        """Whether a number that was not printed yet is the one due after some row of the open chain, or its first."""
        above = parent_number(number, self.profile)
        if self.last is None or self.times[number]:
            return False
        lettered, place = _place_of(number, self.profile)
        if self.last.printed == above:
            return place in _FIRST
        siblings = (row.printed for row in self._chain() if parent_number(row.printed, self.profile) == above)
        return any(_place_of(each, self.profile) == (lettered, place - 1) for each in siblings)

    def _stands_apart(self, lines: Sequence[SourceLine], at: int) -> bool:
        """Whether a line goes on with no sentence before it: that one is closed, or a blank line stands between and no
        word that asks for a number."""
        if lines[at].role == "item" and not lines[at].counted:
            return False
        before = next((lines[n].text for n in range(at - 1, max(at - _BLANKS, 0) - 1, -1) if lines[n].text), "")
        if not _is_blank(lines, at - 1):
            return ends_sentence(before) and not before.endswith(":")
        asking = {form.partition("{")[0].strip() for form in self.profile.references} | JOINERS
        return before.rpartition(" ")[2].lower() not in asking

    def _is_next_section(self, number: str) -> bool:
        """Whether a number is that of the section after the one being read: one without a title may say that it is
        empty now. Only in a book whose sections are numbered so high that no list is."""
        hundreds = self.profile.chapters == "hundreds" and number.isdecimal()
        if not hundreds or not 100 <= int(number) < 1000:
            return False
        return any(row.printed == str(int(number) - 1) for row in self._chain())

    def _numbered(
        self,
        document: Document,
        line: SourceLine,
        found: tuple[str, str, str],
        lines: list[SourceLine],
        at: int,
    ) -> None:
        printed, _, text = found
        number = RuleNumber(printed)
        heads = _only_title(line, text, number, lines, at)
        parent, faults = self._place(number)
        self.times[number] += 1
        if self.times[number] > 1:
            faults.append(("duplicate-number", f"{number} is printed again"))
            address = RuleNumber(f"{number}#{self.times[number]}")
        else:
            address = number
        draft = Draft(address, number, "heading" if heads else "rule", parent, document.name, [line.number])
        draft.attach(line)
        draft.faults = faults
        if heads:
            draft.title = text
        elif text:
            draft.texts.append(text)
        self._open(draft)
        self.levels = [(line.level, draft)] if heads and line.role == "heading" else self.levels

    def _open(self, draft: Draft) -> None:
        self.reading.drafts.append(draft)
        self.last = self.owner = draft
        self.sink = "text"

    def _chain(self) -> Iterator[Draft]:
        row = self.last
        while row is not None:
            if parts(row.printed) is not None:
                yield row
            row = row.parent

    def _place(self, number: RuleNumber) -> tuple[Draft | None, list[tuple[str, str]]]:
        """The row that a number is printed under, and what is wrong with that."""
        above = parent_number(number, self.profile)
        if above is None:
            return None, []
        for row in self._chain():
            if row.printed == above:
                return row, []
        chain = list(self._chain())
        if above in self.times:
            return self._printed_under(number, above, chain)
        if not chain or depth(number, self.profile) <= depth(chain[-1].printed, self.profile):
            # the highest row that is printed, as the sections of an excerpt: nothing is missing above it
            return None, []
        missing = [("missing-parent", f"{above} is never printed")]
        section = next((row for row in chain if row.printed == parent_number(above, self.profile)), None)
        if section is not None:
            return section, missing
        place, outside = self._printed_under(number, above, chain)
        fits = place is not None and place.printed in ancestors(number, self.profile)
        return place, missing if fits else missing + outside

    def _printed_under(
        self, number: RuleNumber, above: RuleNumber, chain: list[Draft]
    ) -> tuple[Draft | None, list[tuple[str, str]]]:
        wanted = depth(above, self.profile)
        place = next((row for row in chain if depth(row.printed, self.profile) <= wanted), None)
        where = place.printed if place else "no section"
        return place, [("number-outside-parent", f"{number} is printed under {where}")]

    def _unnumbered_heading(self, document: Document, line: SourceLine, opens: str = "") -> None:
        opens = opens or self._part_called(line.text)
        level = line.level if line.role == "heading" else 0
        self.levels = [(above, row) for above, row in self.levels if above < level]
        parent = self.levels[-1][1] if self.levels else None
        slug = slug_of(line.text)
        self.times[slug] += 1
        address = RuleNumber(slug if self.times[slug] == 1 else f"{slug}#{self.times[slug]}")
        draft = Draft(address, RuleNumber(slug), "heading", parent, document.name, [line.number], title=line.text)
        draft.attach(line)
        self.reading.drafts.append(draft)
        if self.last is None:
            self.reading.title = self.reading.title or line.text
        self.levels.append((level, draft))
        self.owner = draft
        self.sink = "text"
        self.unnumbered = _Unnumbered(draft, level, opens == "glossary") if opens else None

    def _words(self, document: Document, line: SourceLine) -> None:
        """A line without a number: an example, a note, a list item, a broken paragraph, or a fragment."""
        owner = self.owner
        if owner is None or owner.kind == "heading":
            self._fragment(document, line, owner)
            return
        text = line.words
        held = owner.words(self.sink)
        if line.role == "note":
            self.sink = "note"
            owner.take(line, "note", text, owner.box_joint(line, self.joinable and not document.breaks))
        elif (example := labelled(text, self.profile.examples)) is not None:
            self.sink = "example"
            owner.begin(line, "example", example, example)
        elif (note := labelled(text, self.profile.notes)) is not None:
            self.sink = "note"
            owner.begin(line, "note", text, note)
        elif line.role == "item":
            owner.take(line, self.sink, line.as_list_item, "\n")
        elif owner.awaits:
            owner.take(line, self.sink, text, " ")
        elif held and (self.joinable or is_broken_off(held[-1], text)):
            owner.take(line, self.sink, text, joint(document, held[-1], text))
        else:
            self.sink = "text"
            owner.take(line, "text", text, "\n")

    def _fragment(self, document: Document, line: SourceLine, heading: Draft | None) -> None:
        open_one = self.reading.drafts[-1] if len(self.reading.drafts) > self.start else None
        if open_one is not None and open_one.kind == "fragment" and open_one.parent is heading:
            broken = is_broken_off(open_one.texts[-1], line.text)
            if heading is None or self.joinable or line.role == "item" or broken:
                text = line.as_list_item if line.role == "item" else line.words
                prose = line.role != "item" and (self.joinable or broken)
                open_one.take(line, "text", text, joint(document, open_one.texts[-1], text) if prose else "\n")
                return
        draft = Draft(self._fragment_number(), RuleNumber("fragment"), "fragment", heading, document.name, [])
        if not self.reading.drafts and is_title(line.text, marked=True):
            self.reading.title = line.text
        draft.take(line, "text", line.as_list_item if line.role == "item" else line.words)
        if heading is None:
            draft.faults.append(("leading-fragment", "text before the first rule"))
        self.reading.drafts.append(draft)

    def _fragment_number(self) -> RuleNumber:
        self.times["fragment"] += 1
        count = self.times["fragment"]
        return RuleNumber("fragment" if count == 1 else f"fragment#{count}")


def _place_of(number: str, profile: Profile) -> tuple[bool, int]:
    """A number's place among those of its parent, lettered ones counted for themselves."""
    found = parts(number)
    if found is None:
        return False, 0
    letters = found.letters
    return bool(letters), letter_ordinal(letters, profile.skipped_letters) if letters else found.digits[-1]


def _set_apart(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """The lines of a text that leaves next to none blank, with a blank one after each whose sentence has ended."""
    return [each for line in lines for each in ((line,) if _is_wrapped(line) else (line, line._replace(**_BLANK)))]


def _is_blank(lines: Sequence[SourceLine], at: int) -> bool:
    return not 0 <= at < len(lines) or lines[at].role == "blank"


def _head_of(line: SourceLine, lines: Sequence[SourceLine], at: int, joins: bool) -> tuple[str, str] | None:
    """A glossary entry's head and the words beside it, `("Abandon", "")`; None for a line that is no head.

    A head is a short line of its own after a blank one, with its words under it; or a label in front of them.
    """
    text = line.words
    if line.role == "heading":
        return text, ""
    if line.role != "text" or not _is_blank(lines, at - 1):
        return None
    over_words = not joins and not _is_blank(lines, at + 1)
    if len(text) <= _LONGEST_HEAD and (is_title(text) or (over_words and len(text) < _WRAPPED)):
        return text, ""
    label = _LABEL.match(text)
    return (
        (label[1], text[label.end() :])
        if label and is_title(label[1], marked=len(label[1].split()) <= _LABEL_WORDS)
        else None
    )


def _is_wrapped(line: SourceLine) -> bool:
    """Whether a line of plain text seems to go on in the next: long, and not the end of a sentence."""
    return len(line.raw) >= _WRAPPED and not ends_sentence(line.text)


def _number_of(line: SourceLine) -> tuple[str, str, str] | None:
    return numbered(line.words)


def _only_title(line: SourceLine, text: str, number: str, lines: list[SourceLine], at: int) -> bool:
    """Whether a numbered line is a heading: only a title, or marked as a heading, or a short name of a section
    under which the next number belongs."""
    if not text:
        return line.role == "heading"
    if is_title(text, marked=line.role == "heading"):
        return True
    if number.count(".") > 1 or len(text.split()) > 6 or not is_title(text, marked=True):
        return False
    following = next((found for later in lines[at + 1 : at + 9] if (found := _number_of(later))), None)
    return bool(following and following[0].startswith(f"{number}."))
