"""A row while it is being read: filled by the parser of either numbering, finished by the passes after it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from rules_cli.formats.source_line import Document, Link, SourceLine
from rules_cli.model import Dropped, Kind, Penalty, RuleNumber
from rules_cli.numbers.heads import line_number
from rules_cli.numbers.parts import parts
from rules_cli.numbers.typed import normal_form
from rules_cli.parse.labels import begins_point
from rules_cli.parse.line_shape import ends_sentence, is_broken_off, is_title, joint
from rules_cli.parse.profile import Profile, after_label, leads_to_examples

_MAX_SLUG = 80  # characters: people type slugs; the longest of the known rulebooks has 61


@dataclass(slots=True)
class Draft:
    """One row in the making. `printed` is its number without the `#2` of a repetition; `lines` are the numbers of its
    source lines; `faults` are kinds of anomaly with their details, as found while reading. A row without a number has
    an address in its place."""

    number: RuleNumber
    printed: RuleNumber
    kind: Kind
    parent: Draft | None
    source: str
    lines: list[int]
    title: str | None = None
    texts: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)
    penalty: tuple[Penalty, ...] = ()
    filling: Literal["text", "example", "note"] = "text"  # the list that lines without a label are added to
    volume: Draft | None = None  # the part of the book that counts its numbers from the first one on
    word: str = ""  # before its number, `Section`
    level: int = 0  # of the heading that prints its number, 0 for another line
    is_item: bool = False  # its number is that of the row above with its own label: a list has no gaps
    awaits_words: bool = False  # a label was alone on its line: the example's or note's words are in the next paragraph
    lists_examples: bool = False  # "Examples" was alone on its line: each item of the list under it is an example,
    list_level: int = 0  # if it is not deeper than the first
    box: int = 0  # the box of the last note

    @property
    def is_again(self) -> bool:
        """Whether its number was printed before, in the same part of the book."""
        return self.number != (f"{self.volume.number}.{self.printed}" if self.volume else self.printed)

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs of the text, the examples or the notes, as `filling` says."""
        return {"text": self.texts, "example": self.examples, "note": self.notes}[self.filling]

    def take(self, line: SourceLine, text: str, joint: str | None = None) -> None:
        """Add a line as a new paragraph, or with `joint` between it and the last paragraph. A heading with words below
        it is a rule with a title."""
        if self.kind == "heading":
            self.kind = "rule"
        paragraphs = self.paragraphs
        if self.awaits_words and self.filling == "example":
            joint = None
        self.awaits_words = False
        if joint is not None and paragraphs:
            whole = paragraphs.pop()  # the only reference to the string: it grows in place, in linear time
            whole += joint + text
            paragraphs.append(whole)
        else:
            paragraphs.append(text)
        self.attach(line)

    def take_text(self, line: SourceLine, text: str, joint: str | None = None) -> None:
        """Add a line to the text, even after an example or a note."""
        self.filling = "text"
        self.take(line, text, joint)

    def take_labelled(self, line: SourceLine, profile: Profile, adjoins: bool) -> bool:
        """Begin an example or a note if the line begins with its label. A note keeps the label, an example does not."""
        words = after_label(line.words, profile.examples, is_paragraph=not adjoins)
        if words is not None:
            self.filling, self.lists_examples = "example", not words
            if words:
                self.take(line, words)
            else:
                self.attach(line)
        elif not adjoins and leads_to_examples(line.words, profile.examples):
            self.take_text(line, line.words, "\n")
            self.filling, self.lists_examples, words = "example", True, ""
        else:
            words = after_label(line.words, profile.notes, is_paragraph=not adjoins)
            if words is None or self.kind == "heading":  # the first words under a title are its text
                return False
            self.filling = "note"
            self.take(line, line.words)
        self.awaits_words = not words
        return True

    # Complexity: one condition for each kind of line in a list of examples.
    def take_listed_example(self, line: SourceLine, adjoins: bool) -> bool:
        """Add an item or a line under the label "Examples" as a separate example; False for any other line. A table is
        no example; it ends the list and goes on with the text."""
        if not self.lists_examples or self.filling != "example":
            return False
        if line.text.startswith("| ") and line.text.endswith(" |"):
            self.filling = "text"
            return False
        if line.role != "item":  # a line right under one that ends a sentence or is a label
            is_next = not adjoins and line.number <= self.lines[-1] + 1 and not line_number(line.words)
            if not is_next or is_title(line.text) or not (self.awaits_words or ends_sentence(self.paragraphs[-1])):
                return False
        if self.awaits_words:
            self.list_level = line.level
        is_nested = line.role == "item" and line.level > self.list_level
        self.take(line, line.as_list_item if is_nested else line.text, "\n" if is_nested else None)
        return True

    def take_continuation(
        self, line: SourceLine, document: Document, adjoins: bool, may_be_broken_off: bool = True
    ) -> bool:
        """Add a line to the last paragraph if that goes on in it: right above it, broken off or only a label."""
        before = self.paragraphs[-1] if self.paragraphs else None
        if self.awaits_words:
            self.take(line, line.words, " ")
        elif before is not None and (adjoins or (may_be_broken_off and is_broken_off(before, line.words))):
            self.take(line, line.words, "\n" if begins_point(before, line) else joint(document, before, line.words))
        else:
            return False
        return True

    def take_boxed(self, line: SourceLine, text: str, adjoins: bool) -> None:
        """Add a line of a box as a note, or to the last note if that came from the same box."""
        same, self.box = self.box == line.level, line.level
        joint = " " if adjoins and not line.text.startswith("•") else "\n"
        self.filling = "note"
        self.take(line, text, joint if same else None)

    def attach(self, line: SourceLine) -> None:
        """Count a line as one of this row's; keep its links, and the names by which links lead to it."""
        self.lines.append(line.number)
        if line.links or line.anchors:
            self.links.extend(line.links)
            self.anchors.extend(line.anchors)


@dataclass(slots=True)
class Reading:
    """The result of a parser: drafts in source order, and every line that is in none of them. Guarantee: each line of
    the documents that is not blank is in exactly one draft or in `dropped`; of a line in a draft, the word before its
    number is in `dropped`, too."""

    drafts: list[Draft] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    title: str | None = None
    title_page: Draft | None = None
    times: Counter[str] = field(default_factory=Counter)  # how often each number was printed
    counted: int = 0  # items of numbered lists that are rows

    def begin(
        self, printed: RuleNumber, kind: Kind, parent: Draft | None, document: Document, volume: Draft | None = None
    ) -> Draft:
        """Add a row without lines; a number printed again is told apart by `#2`, `#3`. `volume` is the part of the book
        that numbers its rules anew: 1.6 in the part Palestine is `palestine.1.6`."""
        address = RuleNumber(f"{volume.number}.{printed}") if volume else printed
        self.times[address] += 1
        times = self.times[address]
        number = address if times == 1 else RuleNumber(f"{address}#{times}")
        draft = Draft(number, printed, kind, parent, document.name, [], volume=volume)
        self.drafts.append(draft)
        return draft

    def drop(self, document: Document, lines: Iterable[SourceLine], why: str) -> None:
        """Set aside all of these lines that are not blank, with the reason."""
        self.dropped.extend(
            Dropped(line.number, line.raw.strip(), why, document.name) for line in lines if line.role != "blank"
        )


def slug_of(title: str) -> str:
    """Return the slug of an unnumbered heading: "Game Mechanics - Abilities" → `abilities`."""
    return hyphenated(title.rsplit(" - ", 1)[-1]) or "untitled"


def address_under(above: Draft | None, slug: str) -> RuleNumber:
    """Return the address of an unnumbered heading under a row: `2.4.upgrade`, `glossary.legend-rule`. A slug that would
    read as part of a number gets a word before it: "HQ" under 4.3 is `4.3.title-hq`, as 4.3hq is a sub-rule. A long
    address leaves out the headings right above."""
    while above and not parts(above.number) and len(above.number) + len(slug) >= _MAX_SLUG:
        above = above.parent
    address = f"{above.number}.{slug}" if above else slug
    if (above is None or parts(above.number)) and parts(normal_form(address) or address):
        return address_under(above, f"title-{slug}")
    return RuleNumber(address)


def hyphenated(text: str) -> str:
    """Return the words of a text in lower case, joined by hyphens."""
    words = re.findall(r"[\w']+", unicodedata.normalize("NFKC", text).lower().replace("_", " "))
    return "-".join(word.replace("'", "") for word in words if word.strip("'"))[:_MAX_SLUG].strip("-")
