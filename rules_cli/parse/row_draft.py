"""A row while it is being read: what the parser of either numbering fills, and the passes after it finish."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from rules_cli.formats.source_line import Document, Link, SourceLine
from rules_cli.model import Dropped, Kind, RuleNumber

Sink = Literal["text", "example", "note"]


@dataclass(slots=True)
class Draft:
    """One row to be. `printed` is its number as printed, before `#2`; `lines` the source lines that it holds."""

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
    """Kinds of anomaly and their details, as found while reading."""
    box: int = 0
    """The box that the last note came from."""
    awaits: Sink | None = None
    """What the next paragraph is, where the label of an example or a note stands alone before it."""

    def words(self, sink: Sink) -> list[str]:
        """The list that a sink fills."""
        return {"text": self.texts, "example": self.examples, "note": self.notes}[sink]

    def box_joint(self, line: SourceLine, adjoins: bool) -> str | None:
        """What joins a note's line to the note before it: they are one note where they stand in one box."""
        same, self.box = self.box == line.level, line.level
        return (" " if adjoins and not line.text.startswith("•") else "\n") if same else None

    def take(self, line: SourceLine, sink: Sink, text: str, joint: str | None = None) -> None:
        """Add a line's words: as a new text, example or note, or joined to the last of them by `joint`."""
        held = self.words(sink)
        if self.awaits == sink == "example":
            joint = None
        self.awaits = None
        if joint is not None and held:
            whole = held.pop()  # the only hold on it, so that it grows in place: a long rule takes no quadratic time
            whole += joint + text
            held.append(whole)
        else:
            held.append(text)
        self.lines.append(line.number)
        self.attach(line)

    def begin(self, line: SourceLine, sink: Sink, text: str, words: str) -> None:
        """Begin an example or a note: `text` is what its first line adds, `words` what follows the label there. Where
        nothing does, the next paragraph is awaited."""
        if text:
            self.take(line, sink, text)
        else:
            self.lines.append(line.number)
            self.attach(line)
        self.awaits = None if words else sink

    def attach(self, line: SourceLine) -> None:
        """Keep where the links in a line lead, and the names that lead to it."""
        if line.links or line.anchors:
            self.links.extend(line.links)
            self.anchors.extend(line.anchors)


@dataclass(slots=True)
class Reading:
    """What a parser hands on: drafts in source order, and every line that is in none of them.

    Guarantee: each line of the documents that is not blank is in exactly one draft or in `dropped`.
    """

    drafts: list[Draft] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    title: str | None = None
    strays: list[tuple[Draft, SourceLine]] = field(default_factory=list)
    """Dropped terms that fell out of a page's text, each with its page's row."""

    def drop(self, document: Document, line: SourceLine, why: str) -> None:
        """Set a line aside, with the reason."""
        self.dropped.append(Dropped(line.number, line.raw.strip(), why, document.name))

    def drop_all(self, document: Document, lines: Iterable[SourceLine], why: str) -> None:
        """Set all of these lines aside that are not blank."""
        for line in lines:
            if line.role != "blank":
                self.drop(document, line, why)
