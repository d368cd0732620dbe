"""Books without a numbering of their own: pages of lists → drafts, numbered by page and list path.

What a page prints is kept (`abilities.3.1.2` is the path of its printed list numbers). A paragraph outside every
list takes the next ordinal, unless the page prints numbers at that level: then it is text of the heading, or a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import NamedTuple

from rules_cli.formats.source_line import CONTENTS, Document, SourceLine
from rules_cli.model import Kind, RuleNumber
from rules_cli.parse.labels import ListLabel, labels_of
from rules_cli.parse.line_filter import drop_furniture, menu_length
from rules_cli.parse.line_shape import (
    ends_sentence,
    has_title_of_list,
    is_alone,
    is_title,
    is_wrapped,
    numbers_begin_after,
)
from rules_cli.parse.links import leads_elsewhere, place_of
from rules_cli.parse.profile import Profile, after_label
from rules_cli.parse.row_draft import Draft, Reading, address_under, slug_of
from rules_cli.text import fold
from rules_cli.words import words

_NESTED = 2  # columns: an item so far to the right of another is inside it; markdown nests by two at least
_LABEL_WORDS = 5  # a label of so many words need not be capitalised like a title ("When a kite is cut:")
_NAME = re.compile(r"(?P<name>[^\W\d_][^.:?!]{2,60}?)(?:[.:]|\s[–—-])\s+(?=\S)")
_LONGEST_QUESTION = 30  # words
_FEWEST_LABELS = 2  # names with colons that are headings: one may begin a list
_FEWEST_NAMES, _LEAST_NAMED = 3, 2 / 3  # paragraphs of a page that begin with a name: a text has few by chance
_BLANK = SourceLine(0, "", "", "blank")
_LABEL_LEVEL = 7  # below the six levels of headings that web pages and markdown have


class _Page(NamedTuple):
    """A page before its rules are read: its title and the line of that, and the lines that follow. `is_plain`: the
    source marks no headings, so that they were found by how they are printed. `are_named`: its paragraphs begin with
    their names. `has_labels`: names with colons are its headings."""

    document: Document
    lines: list[SourceLine]
    title: str
    title_line: SourceLine | None
    is_plain: bool
    are_named: bool
    has_labels: bool


def read_pages(documents: Sequence[Document], profile: Profile) -> Reading:
    """Parse the pages of one book, in the order given; the contents of the book say which page is under which."""
    reading = Reading()
    pages = list(_pages(documents, profile, reading))
    reading.title = pages[0].title if pages else None
    headings: dict[str, Draft] = {}
    for page, slug in zip(pages, _slugs(pages), strict=True):
        above = page.document.entry and page.document.entry.above
        while above and above.name not in headings:
            above = above.above
        reader = _PageReader(page, profile, reading)
        heading = reader.begin(slug, headings[above.name] if above else None)
        headings.setdefault(page.document.name, heading)
        reader.read()
    return reading


# --- pages and their titles


# Complexity: one condition for each sign of a page that is no text.
def _pages(documents: Sequence[Document], profile: Profile, reading: Reading) -> Iterator[_Page]:
    """Yield the documents that are pages of rules; drop the lines of all others."""
    contents = {fold(word) for word in (*profile.contents, *Profile().contents)}
    for document in documents:
        lines = drop_furniture(document, profile, reading)
        if not document.entry and all(line.role == "blank" for line in lines):
            continue
        title, title_line = _take_title(document, lines, profile, reading)
        marked = _with_item_headings(with_headings(lines))
        has_labels = _has_labels(marked, profile)
        are_named = not has_labels and _are_named(marked, document)
        has_lists = any(line.counted for line in lines)
        is_plain = are_named or has_labels or (marked != lines and not has_lists)
        page = _Page(document, marked, title, title_line, is_plain, are_named, has_labels)
        may_be_contents = all(
            line.role in ("blank", "heading") or (len(line.links) == 1 and line.links[0].text == line.text)
            for line in lines
        )
        if may_be_contents and fold(page.title).strip(" :") in contents:
            title_lines = [page.title_line] if page.title_line else []
            reading.drop(document, [*title_lines, *lines], CONTENTS)
        else:
            yield page


# Complexity: one case for each place of a title.
def _take_title(
    document: Document, lines: list[SourceLine], profile: Profile, reading: Reading
) -> tuple[str, SourceLine | None]:
    """Return a page's title, and its line, which is taken off the lines; drop all that is printed before it."""
    is_saved = menu_length(document, profile) > 0
    at = next((at for at, line in enumerate(lines) if line.role != "blank" and not (is_saved and line.counted)), None)
    title = document.entry.title if document.entry else ""
    if at is not None:
        line = lines[at]
        reading.drop(document, lines[:at], "the way to this page")
        del lines[:at]
        is_title_line = fold(line.text) == fold(title) if document.entry else is_title(line.text, marked=True)
        if line.role == "heading" or (line.role == "text" and is_title_line):
            return line.text, lines.pop(0)
    if document.entry:
        return title, None
    place = place_of(document.name)  # a page without any title has the name of its file, or of its folder for a README
    called = PurePosixPath(document.name).stem if place in ("", document.name) else PurePosixPath(place).name
    return document.title or called.replace("_", " ").replace("-", " "), None


# Complexity: one condition for each sign of a heading.
def with_headings(lines: list[SourceLine]) -> list[SourceLine]:
    """Return the lines of a plain text with its headings, if it marks none. A heading is short and no date, begins with
    a capital and ends no sentence, or is a question. Above it is a blank line or it is bold, and below are words; in a
    text with numbered lists, a blank line is on both sides, and there are several. One in lower case, or in plain
    letters right above its words, is under those set as titles."""
    if any(line.role == "heading" for line in lines):
        return lines
    has_lists = any(line.counted for line in lines)
    found, below = list(lines), None
    for at in reversed(range(len(lines))):
        line = lines[at]
        is_first = line.strong or at == 0 or lines[at - 1].role == "blank"
        is_over_words = below is not None and (
            below.role == "item" or bool(_letters_of(below)) or not below.text[:1].islower()
        )
        is_short = is_title(line.text, marked=True) and not any(map(str.isdigit, line.text))
        is_question = line.text.endswith("?") and len(line.text.split()) <= _LONGEST_QUESTION
        is_heading = line.text[:1].isupper() and (is_short or is_question)
        if line.role == "text" and is_first and is_over_words and is_heading and (not has_lists or is_alone(lines, at)):
            is_set_apart = is_title(line.text) and (line.strong or is_alone(lines, at))
            found[at] = line._replace(role="heading", level=1 if is_set_apart else 2)
        below = below if line.role == "blank" else line
    are_few = sum(line.role == "heading" for line in found) < _FEWEST_NAMES
    return lines if has_lists and are_few else found


def _name_of(text: str) -> tuple[str, str]:
    """Return the name that a paragraph begins with, and its other words: *Seating. Players sit at random*. Without a
    name: "", and all words."""
    found = _NAME.match(text)
    plain = found["name"].partition(" (")[0] if found else ""
    is_name = plain and is_title(plain, marked=True) and len(plain.split()) <= _LABEL_WORDS
    return (found["name"], text[found.end() :]) if found and is_name else ("", text)


def _letters_of(line: SourceLine) -> list[ListLabel]:
    """Return what the label before a paragraph may be, `b)` or `(2)`; the answer of `A: Yes.` is none."""
    return [label for label in labels_of(line) if label.style[-1] != ":"]


def _is_outer(line: SourceLine) -> bool:
    """Return whether a line is an item that is in no other one."""
    return line.role == "item" and line.level < _NESTED


# Complexity: one condition for each sign of a title over inner items.
def _with_item_headings(lines: list[SourceLine]) -> list[SourceLine]:
    """Return the lines of a text without headings in which most outer items are titles over inner items: these titles
    are its headings."""
    if any(line.role == "heading" for line in lines):
        return lines
    shown = [at for at, line in enumerate(lines) if line.role != "blank"]
    outer = {at for at in shown if _is_outer(lines[at]) and not lines[at].counted}
    titles = [
        at
        for at, below in pairwise(shown)
        if at in outer
        and lines[below].role == "item"
        and not _is_outer(lines[below])
        and is_title(lines[at].text.removesuffix(":"), marked=True)
    ]
    if len(titles) < _FEWEST_NAMES or len(titles) < _LEAST_NAMED * len(outer):
        return lines
    found = list(lines)
    for at in titles:
        found[at] = lines[at]._replace(role="heading", level=1, marker="")
    return found


def _is_label(line: SourceLine, profile: Profile) -> bool:
    """Return whether a line is a name with a colon alone, `Decks:`, and not the beginning of a list in a sentence."""
    name = line.text.removesuffix(":")
    is_name = name != line.text and line.text[:1].isupper() and len(name.split()) <= _LABEL_WORDS
    if line.role != "text" or not is_name or not is_title(name, marked=True):
        return False
    is_of_rule = after_label(line.text, (*profile.examples, *profile.notes)) is not None
    return not is_of_rule and set(profile.list_openers).isdisjoint(name.lower().split())


def _has_labels(lines: Sequence[SourceLine], profile: Profile) -> bool:
    """Return whether a text without headings below its title has several names with colons over words of their own."""
    if any(line.role == "heading" for line in lines):
        return False
    shown = [line for line in lines if line.role != "blank"]
    labels = [
        line.text for line, below in pairwise(shown) if _is_label(line, profile) and not _is_label(below, profile)
    ]
    return len(set(labels)) >= _FEWEST_LABELS


# Complexity: one condition for each place of a name.
def _are_named(lines: Sequence[SourceLine], document: Document) -> bool:
    """Return whether most paragraphs and items of a page without numbered lists begin with names of their own. A page
    with several headings has its names in these."""
    headings = sum(line.role == "heading" for line in lines)
    if headings >= (1 if document.breaks else _FEWEST_NAMES) or any(line.counted for line in lines):
        return False
    before = [_BLANK, *lines]
    first = [
        line
        for above, line in zip(before, lines, strict=False)
        if _is_outer(line)
        or (line.role == "text" and (above.role == "blank" or (not document.joins and ends_sentence(above.text))))
    ]
    names = list(filter(None, (_name_of(line.text)[0] for line in first)))
    return len(set(names)) >= _FEWEST_NAMES and len(names) >= _LEAST_NAMED * len(first)


def _slugs(pages: Sequence[_Page]) -> list[RuleNumber]:
    """Return each page's slug, with its parent's slug in front if several pages would share it."""
    own = [slug_of(page.title) for page in pages]
    times = Counter(own)
    slugs = []
    for page, slug in zip(pages, own, strict=True):
        entry = page.document.entry
        above = entry.above.title if entry and entry.above else page.title.rpartition(" - ")[0]
        slugs.append(RuleNumber(f"{slug_of(above)}-{slug}" if times[slug] > 1 and above else slug))
    return slugs


# --- the rules of a page


class _Heading(NamedTuple):
    """An open heading, its level, and the beginning of the numbers under it."""

    level: int
    draft: Draft
    prefix: str


class _PageReader:
    """Walks the lines of one page and keeps the open headings and items of lists."""

    def __init__(self, page: _Page, profile: Profile, reading: Reading) -> None:
        self.page, self.profile, self.reading = page, profile, reading
        self.document, self.lines = page.document, page.lines
        self.transparent = {slug_of(title) for title in profile.transparent_headings}
        self.headings: list[_Heading] = []
        self.items: list[tuple[int, Draft]] = []  # the open items of lists, with their columns
        self.paragraph: Draft | None = None  # the last paragraph that is a rule: a list under it belongs to it
        self.last: Draft | None = None  # the last rule under the open heading, to which lines without a number belong
        self.ordinal = 0  # of that paragraph
        self.item_read = False
        self.prints_numbers = False  # the open heading has a numbered list at the level of its paragraphs

    def begin(self, slug: RuleNumber, above: Draft | None) -> Draft:
        """Begin the row of the page itself."""
        heading = self._add(slug, "heading", above, self.page.title.rstrip(":"))
        if self.page.title_line:
            heading.lines.append(self.page.title_line.number)
            heading.anchors.extend(self.page.title_line.anchors)
        self.headings.append(_Heading(0, heading, heading.number))
        return heading

    def read(self) -> None:
        """Read the lines of the page."""
        displaced = self._drop_displaced_terms()
        self._begin_scope(0, 0)
        at, adjoins = 0, False
        while at < len(self.lines):
            line = self.lines[at]
            if line.role == "blank":
                adjoins = False
            elif end := self._end_of_navigation(at):
                at = end
                continue
            else:
                self._read_line(line, at, adjoins)
                adjoins = self.document.joins or is_wrapped(line)
            at += 1
        rows = {draft.number: draft for draft in self.reading.drafts} if displaced else {}
        for term in displaced:  # reported on the rule that the profile names, or on the page
            row = rows.get(RuleNumber(self.profile.displaced_terms[term]), self.headings[0].draft)
            row.faults.append(("displaced-text", f"{term!r} is printed at the end of the page instead of in its rule"))

    def _read_line(self, line: SourceLine, at: int, adjoins: bool) -> None:
        """Begin a row or a heading with a line, or add it to the one before."""
        if line.role == "heading":
            self._begin_heading(line, line.level, at)
        elif line.role == "note":
            self._owner.take_boxed(line, line.text, adjoins and not self.document.breaks)
        elif line.counted:
            self._read_numbered_item(line)
        elif self._is_named(line, adjoins):
            self._begin_heading(line, _LABEL_LEVEL, at)
            self.reading.counted += line.role == "item"  # it is a rule as an item with a number is
        elif line.role == "item":
            if not self._owner.take_listed_example(line, adjoins):
                self._owner.take(line, line.as_list_item, "\n")
        elif self._is_heading_of_list(line, at):
            self._begin_heading(line, _LABEL_LEVEL, at)
        else:
            self._read_paragraph(line, adjoins)

    def _is_named(self, line: SourceLine, adjoins: bool) -> bool:
        """Return whether a line is a paragraph or an item that begins with its name, on a page where most do."""
        begins = _is_outer(line) or (line.role == "text" and not adjoins)
        return self.page.are_named and begins and bool(_name_of(line.text)[0])

    @property
    def _owner(self) -> Draft:
        """The row that a line without a number belongs to: the last rule, or the open heading before its first one."""
        return self.last or self.headings[-1].draft

    # --- headings

    def _is_heading_of_list(self, line: SourceLine, at: int) -> bool:
        """Whether a line of text is the heading of a list: "Kites:" right above a numbered list, or a title in bold or
        in capitals, apart from other lines, after which the numbers begin again with 1."""
        title = line.text.removesuffix(":")
        is_marked = line.strong or len(title.split()) <= _LABEL_WORDS
        if not title[:1].isupper() or not is_title(title, is_marked):
            return False
        if title != line.text:
            below = self._skip_blank(at + 1)
            is_over_list = below < len(self.lines) and (self.lines[below].counted or self.page.has_labels)
            return is_over_list and _is_label(line, self.profile)
        is_bold_title = line.strong and line.level < _NESTED and is_alone(self.lines, at)
        return (is_bold_title and numbers_begin_after(self.lines, at)) or has_title_of_list(self.lines, at)

    def _skip_blank(self, at: int) -> int:
        """Return the place of the first line from one on that is not blank."""
        while at < len(self.lines) and self.lines[at].role == "blank":
            at += 1
        return at

    def _begin_heading(self, line: SourceLine, level: int, at: int) -> None:
        """Begin the row of a heading on the page, under the last heading of a higher level."""
        while len(self.headings) > 1 and self.headings[-1].level >= level:
            self.headings.pop()
        above = self.headings[-1]
        is_named = self.page.are_named and line.role != "heading"
        name, text = _name_of(line.text) if is_named else (line.text, "")
        slug = slug_of(name or line.text)
        is_part = self.page.is_plain and above.level == 0  # the title of the whole book adds nothing
        address = address_under(None, slug) if is_part else RuleNumber(f"{above.prefix}.{slug}")
        heading = self._add(address, "heading", above.draft, (name or line.text).rstrip(" :"))
        if text:
            heading.take(line, text)
        else:
            heading.attach(line)
        prefix = above.prefix if slug in self.transparent else heading.number
        self.headings.append(_Heading(level, heading, prefix))
        self._begin_scope(at + 1, level)

    def _begin_scope(self, start: int, level: int) -> None:
        """Begin the lines under a heading; look ahead whether they have a numbered list at the level of its
        paragraphs."""
        self.items, self.paragraph, self.last, self.ordinal, self.item_read = [], None, None, 0, False
        self.prints_numbers = paragraph_met = False
        for at in range(start, len(self.lines)):
            line = self.lines[at]
            if line.counted and (line.level < _NESTED or not paragraph_met):
                self.prints_numbers = True
                return
            paragraph_met = paragraph_met or line.role == "text"
            if line.role == "heading":
                begun = line.level
            elif line.role == "text" and self._is_heading_of_list(line, at):
                begun = _LABEL_LEVEL
            else:
                continue
            if begun <= level or slug_of(line.text) not in self.transparent:
                return

    # --- rules and their words

    def _read_numbered_item(self, line: SourceLine) -> None:
        """Begin the row of an item of a numbered list, under the item, the paragraph or the heading above its list."""
        while self.items and line.level < self.items[-1][0] + _NESTED:
            self.items.pop()
        if self.items:
            parent = self.items[-1][1]
            prefix: str = parent.number
        elif self.paragraph is not None and line.level >= _NESTED:
            parent = self.paragraph
            prefix = parent.number
        else:
            _, parent, prefix = self.headings[-1]
        draft = self._add(RuleNumber(f"{prefix}.{line.marker.rstrip('.)')}"), "rule", parent)
        draft.take(line, line.text)
        self.items.append((line.level, draft))
        self.last, self.item_read = draft, True
        self.reading.counted += 1

    # Complexity: one case for each place that a paragraph may belong to.
    def _read_paragraph(self, line: SourceLine, adjoins: bool) -> None:
        """Add a paragraph to the rule or the heading above it, or begin a rule if no numbers are printed there."""
        owner = self._owner
        if owner.kind == "rule":
            is_inside = bool(self.items) and line.level >= self.items[-1][0] + _NESTED
            if owner.take_labelled(line, self.profile, adjoins):
                return
            if owner.take_continuation(line, self.document, adjoins, may_be_broken_off=not is_inside):
                return
            if is_inside or _answers(line.text, owner.paragraphs):
                owner.take_text(line, line.text, "\n")
                return
        if not self.prints_numbers:
            self.ordinal += 1
            _, parent, prefix = self.headings[-1]
            label = next((each for each in _letters_of(line) if each.place == self.ordinal), None)
            own = label.printed.strip("()") if label else self.ordinal
            draft = self._add(RuleNumber(f"{prefix}.{own}"), "rule", parent)
            draft.take(line, label.text if label else line.text)
            self.paragraph, self.last, self.items = draft, draft, []
        elif self.item_read:
            owner.filling = "note"
            owner.take(line, line.text)
        else:
            owner.take_text(line, line.text, "\n")

    def _add(self, number: RuleNumber, kind: Kind, parent: Draft | None, title: str | None = None) -> Draft:
        """Begin a row, and report its number if that is printed again."""
        draft = self.reading.begin(number, kind, parent, self.document)
        draft.title = title
        if draft.number != number:
            draft.faults.append(("duplicate-number", f"{number} is printed again"))
        return draft

    # --- lines that are no rules

    def _end_of_navigation(self, at: int) -> int:
        """Drop a list of links to sub-pages, or within the page, with the line that introduces it. Returns the place
        after the list; 0 if there is no such list."""
        start = at
        if self.lines[at].role == "text":
            if not self.lines[at].text.endswith(":"):
                return 0
            start = self._skip_blank(at + 1)
        for why, leads in (
            ("navigation to sub-pages", self._leads_below),
            (CONTENTS, lambda href: href.startswith("#")),
        ):
            end, links = start, 0
            while end < len(self.lines):
                line = self.lines[end]
                if line.role != "blank":
                    if not leads(_only_link(line, nested=links > 0)):
                        break
                    links += 1
                end += 1
            if links:
                self.reading.drop(self.document, self.lines[at:end], why)
                return end
        return 0

    def _leads_below(self, href: str) -> bool:
        """Whether a link leads to a page below this one; from a page that no contents list, to none above it."""
        if leads_elsewhere(href) or href.startswith("#"):
            return False
        own, target = place_of(self.document.name), place_of(href.partition("#")[0], self.document.name)
        if self.document.entry:
            return target != own and (not own or target.startswith(f"{own}/"))
        return not href.startswith(("..", "/"))

    def _drop_displaced_terms(self) -> list[str]:
        """Drop and return the terms that a saved page prints at its end instead of in its sentences."""
        terms = self.profile.displaced_terms
        if not terms or not menu_length(self.document, self.profile):
            return []
        end = len(self.lines)
        while end and (self.lines[end - 1].role == "blank" or self.lines[end - 1].text in terms):
            end -= 1
        displaced = self.lines[end:]
        del self.lines[end:]
        self.reading.drop(self.document, displaced, "a term that fell out of its place in the text")
        return [line.text for line in displaced if line.role != "blank"]


def _only_link(line: SourceLine, nested: bool) -> str:
    """Return where an item of a list leads that is no more than a link, "" for other lines; `nested` ones count too."""
    if line.role != "item" or line.counted or (line.level >= _NESTED and not nested) or len(line.links) != 1:
        return ""
    return line.links[0].href if line.links[0].text == line.text else ""


def _answers(text: str, before: Sequence[str]) -> bool:
    """Return whether a paragraph is the answer to a question right above it, `A: No.`"""
    return bool(before) and before[-1][-1:] in ("?", "？") and after_label(text, words("answers")) is not None
