"""Books without a numbering of their own: pages of lists → drafts, numbered by page and list path.

What a page prints is kept (`abilities.3.1.2` is the path of its printed list numbers). A paragraph outside every
list takes the next ordinal, unless the page prints numbers at that level: then it is a fragment or a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.model import RuleNumber
from rules_cli.parse.line_filter import ends_sentence, is_broken_off, is_title, joint, labelled
from rules_cli.parse.page_titles import Sheet, sheets_of, slugs
from rules_cli.parse.paths import leads_elsewhere, place_of
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft, Reading, Sink
from rules_cli.parse.slugs import slug_of

_NESTED = 2  # columns: an item at least this far to the right of another lies inside it
_LABEL_WORDS = 5  # in a label that is not capitalised like a title
_DEMONSTRATIVES = frozenset("following these this those below seguinte seguintes estas estes abaixo".split())
_LABEL_LEVEL = 7  # below every heading that a format has
_ADDS_NOTHING = "general-rules"  # the heading whose numbers are those of the page or heading above it
_STRAY_WORDS = 4


def read_pages(documents: Sequence[Document], profile: Profile) -> Reading:
    """Parse the pages of one book, in the order given; a page stands below the one that the contents put it below."""
    reading = Reading()
    times: Counter[str] = Counter()
    sheets = list(sheets_of(documents, profile, reading))
    reading.title = sheets[0].title if sheets else None
    pages: dict[str, Draft] = {}
    for sheet, slug in zip(sheets, slugs(sheets), strict=True):
        page = _Page(sheet, slug, _above(sheet.document, pages), profile, reading, times)
        pages.setdefault(sheet.document.name, page.page)
        page.read()
    return reading


def _above(document: Document, pages: Mapping[str, Draft]) -> Draft | None:
    """The row of the nearest page that the contents put a page below, of those that are there."""
    entry = document.entry and document.entry.above
    while entry and entry.name not in pages:
        entry = entry.above
    return pages[entry.name] if entry else None


class _Page:
    """Walks the lines of one page, with the headings and list items that are open."""

    def __init__(
        self,
        sheet: Sheet,
        slug: str,
        above: Draft | None,
        profile: Profile,
        reading: Reading,
        times: Counter[str],
    ) -> None:
        self.document, self.lines, self.profile = sheet.document, sheet.lines, profile
        self.reading, self.times = reading, times
        self.page = self._add(RuleNumber(slug), "heading", above, sheet.title_line)
        self.page.title = sheet.title.rstrip(":")
        self.headings: list[tuple[int, Draft, str]] = [(0, self.page, self.page.number)]
        self.items: list[tuple[int, Draft]] = []
        self.paragraph: Draft | None = None
        self.last: Draft | None = None
        self.sink: Sink = "text"
        self.ordinal = 0
        self.started = False
        self.prints_numbers = False

    def read(self) -> None:
        end = self._drop_strays()
        self._open_scope(0, 0)
        at, adjoins = 0, False
        while at < end:
            line = self.lines[at]
            if line.role == "blank":
                adjoins = False
            elif skip := self._navigation(at, end):
                at = skip
                continue
            else:
                self._line(line, at, adjoins and self.document.joins)
                adjoins = True
            at += 1

    # --- what a line is

    def _line(self, line: SourceLine, at: int, adjoins: bool) -> None:
        if line.role == "heading":
            self._heading(line, line.text, line.level, at)
        elif line.role == "note":
            self._note(line, adjoins)
        elif line.counted:
            self._item(line)
        elif line.role == "item":
            self._bullet(line)
        elif self._is_label(line, at):
            self._heading(line, line.text, _LABEL_LEVEL, at)
        else:
            self._paragraph(line, adjoins)

    def _is_label(self, line: SourceLine, at: int) -> bool:
        """Whether a line is only a label: it ends in a colon with a numbered list under it, or is a title set in bold
        under which the numbers begin anew."""
        bare = line.text.removesuffix(":")
        if not bare[:1].isupper() or not is_title(bare, marked=line.strong or len(bare.split()) <= _LABEL_WORDS):
            return False
        if bare == line.text:
            return line.strong and line.level < _NESTED and self._stands_alone(at) and self._begins_anew(at + 1)
        following = next((n for n in range(at + 1, len(self.lines)) if self.lines[n].role != "blank"), None)
        counted = following is not None and self.lines[following].counted
        return counted and _DEMONSTRATIVES.isdisjoint(bare.lower().split())

    def _stands_alone(self, at: int) -> bool:
        return all(self.lines[n].role == "blank" for n in (at - 1, at + 1) if 0 <= n < len(self.lines))

    def _begins_anew(self, at: int) -> bool:
        """Whether the next list from here on, before another heading or bold line, begins with its first number."""
        following = (self.lines[n] for n in range(at, len(self.lines)))
        first = next((line for line in following if line.counted or line.role == "heading" or line.strong), None)
        return first is not None and first.counted and first.marker[:-1] == "1"

    def _heading(self, line: SourceLine, text: str, level: int, at: int) -> None:
        while len(self.headings) > 1 and self.headings[-1][0] >= level:
            self.headings.pop()
        _, parent, prefix = self.headings[-1]
        slug = slug_of(text)
        draft = self._add(RuleNumber(f"{prefix}.{slug}"), "heading", parent, line)
        draft.title = text.rstrip(":")
        draft.links.extend(line.links)
        self.headings.append((level, draft, prefix if slug == _ADDS_NOTHING else draft.number))
        self._open_scope(at + 1, level)

    def _open_scope(self, at: int, level: int) -> None:
        """Begin what a heading covers; look ahead whether it prints numbers at the level of its paragraphs."""
        self.items, self.paragraph, self.last, self.ordinal, self.started = [], None, None, 0, False
        self.prints_numbers = paragraphs = False
        for later in range(at, len(self.lines)):
            line = self.lines[later]
            if line.counted and (line.level < _NESTED or not paragraphs):
                self.prints_numbers = True
            paragraphs = paragraphs or line.role == "text"
            label = line.role == "text" and self._is_label(line, later)
            opened = _LABEL_LEVEL if label else line.level if line.role == "heading" else None
            ends = opened is not None and (opened <= level or slug_of(line.text) != _ADDS_NOTHING)
            if ends or self.prints_numbers:
                break

    def _item(self, line: SourceLine) -> None:
        while self.items and line.level < self.items[-1][0] + _NESTED:
            self.items.pop()
        if self.items:
            parent, prefix = self.items[-1][1], str(self.items[-1][1].number)
        elif self.paragraph is not None and line.level >= _NESTED:
            parent, prefix = self.paragraph, str(self.paragraph.number)
        else:
            parent, prefix = self.headings[-1][1], self.headings[-1][2]
        draft = self._add(RuleNumber(f"{prefix}.{line.marker.rstrip('.)')}"), "rule", parent, None)
        draft.take(line, "text", line.text)
        self.items.append((line.level, draft))
        self.last, self.started, self.sink = draft, True, "text"

    def _bullet(self, line: SourceLine) -> None:
        if self.last is None:
            self._fragment(line, line.as_list_item, "\n")
        else:
            self.last.take(line, self.sink, line.as_list_item, "\n")

    def _note(self, line: SourceLine, adjoins: bool) -> None:
        if self.last is None:
            self._fragment(line, line.text, "\n" if adjoins else None)
        else:
            self.sink = "note"
            self.last.take(line, "note", line.text, self.last.box_joint(line, adjoins and not self.document.breaks))

    def _paragraph(self, line: SourceLine, adjoins: bool) -> None:
        inside = bool(self.items) and line.level >= self.items[-1][0] + _NESTED
        if self.last is not None and (example := labelled(line.text, self.profile.examples)) is not None:
            self.sink = "example"
            self.last.begin(line, "example", example, example)
        elif self.last is not None and (note := labelled(line.text, self.profile.notes)) is not None:
            self.sink = "note"
            self.last.begin(line, "note", line.text, note)
        elif self.last is not None and self.last.awaits:
            self.last.take(line, self.sink, line.text, " ")
        elif self.last is not None and self._continues(self.last, line, inside, adjoins):
            self.last.take(line, self.sink, line.text, joint(self.document, self.last.words(self.sink)[-1], line.text))
        elif self.last is not None and inside:
            self.sink = "text"
            self.last.take(line, "text", line.text, "\n")
        elif not self.prints_numbers:
            self.ordinal += 1
            draft = self._add(RuleNumber(f"{self.headings[-1][2]}.{self.ordinal}"), "rule", self.headings[-1][1], None)
            draft.take(line, "text", line.text)
            self.paragraph, self.last, self.items, self.sink = draft, draft, [], "text"
        elif self.started and self.last is not None:
            self.sink = "note"
            self.last.take(line, "note", line.text)
        else:
            self._fragment(line, line.text, ("\n" if self.document.breaks else " ") if adjoins else None)

    def _continues(self, row: Draft, line: SourceLine, inside: bool, adjoins: bool) -> bool:
        """Whether a paragraph's line goes on with the row's last words: no blank line between, or a page end."""
        held = row.words(self.sink)
        return bool(held) and (adjoins or (not inside and is_broken_off(held[-1], line.text)))

    def _fragment(self, line: SourceLine, text: str, joint: str | None) -> None:
        """A paragraph under a heading before its first rule; a line that goes on with one, and a list, joins it."""
        previous = self.reading.drafts[-1]
        if joint is not None and previous.kind == "fragment":
            previous.take(line, "text", text, joint)
        else:
            self._add(RuleNumber("fragment"), "fragment", self.headings[-1][1], None).take(line, "text", text)

    def _add(self, number: RuleNumber, kind: str, parent: Draft | None, line: SourceLine | None) -> Draft:
        self.times[number] += 1
        count = self.times[number]
        address = number if count == 1 else RuleNumber(f"{number}#{count}")
        lines = [line.number] if line is not None else []
        draft = Draft(address, number, kind, parent, self.document.name, lines)  # type: ignore[arg-type]
        draft.anchors.extend(line.anchors if line is not None else ())
        if count > 1 and kind != "fragment":
            draft.faults.append(("duplicate-number", f"{number} is printed again"))
        self.reading.drafts.append(draft)
        return draft

    # --- what is no rule

    def _navigation(self, at: int, end: int) -> int:
        """Where a list of links to sub-pages ends, dropped with the line that leads to it; 0 where there is none."""
        start = at
        if self.lines[at].role == "text":
            if not self.lines[at].text.endswith(":"):
                return 0
            start = next((n for n in range(at + 1, end) if self.lines[n].role != "blank"), end)
        for leads, why in ((self._leads_below, "navigation to sub-pages"), (self._leads_here, "table of contents")):
            stop, listed = start, 0
            while stop < end and (self.lines[stop].role == "blank" or leads(self.lines[stop], nested=listed > 0)):
                listed += self.lines[stop].role != "blank"
                stop += 1
            if listed:
                self.reading.drop_all(self.document, self.lines[at:stop], why)
                return stop
        return 0

    def _leads_below(self, line: SourceLine, nested: bool) -> bool:
        """Whether a line is only a link to a page below this one; where nothing is known of a page's folder, to one
        that is not above it."""
        href = _only_link(line, nested)
        if leads_elsewhere(href) or href.startswith("#"):
            return False
        here, there = place_of(self.document.name), place_of(href.partition("#")[0], self.document.name)
        if self.document.entry:
            return there != here and (not here or there.startswith(f"{here}/"))
        return not href.startswith(("..", "/"))

    def _leads_here(self, line: SourceLine, nested: bool) -> bool:
        """Whether a line is only a link to a heading of this page."""
        return _only_link(line, nested).startswith("#")

    def _drop_strays(self) -> int:
        """Drop the terms that fell out of a saved page's text and stand at its end; say where they seem to belong.

        Returns where the lines of the page end.
        """
        saved = bool(self.profile.menu_ends) and any(
            line.raw.strip() == self.profile.menu_ends for line in self.document.lines
        )
        end = len(self.lines)
        while saved and end and _maybe_stray(self.lines[end - 1]):
            end -= 1
        for line in self.lines[end:]:
            if line.role != "blank":
                self.reading.drop(self.document, line, "a term that fell out of its place in the text")
                self.reading.strays.append((self.page, line))
        return end


def _only_link(line: SourceLine, nested: bool) -> str:
    """Where an item of a list leads that is no more than a link; "" for other lines. `nested` ones count too."""
    if line.role != "item" or line.counted or (line.level >= _NESTED and not nested) or len(line.links) != 1:
        return ""
    return line.links[0].href if line.links[0].text == line.text else ""


def _maybe_stray(line: SourceLine) -> bool:
    return line.role == "blank" or (
        line.role == "text" and not ends_sentence(line.text) and len(line.text.split()) <= _STRAY_WORDS
    )
