"""Rows, rules, references, anomalies, books. Frozen values; no I/O.

A book in memory is a flat tuple of rows in source order, each naming its parent, like the JSON of the command
line. A `Row` is a part of a source; a `Rule` is a row in an answer: with its context and its wordings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, NewType

RuleNumber = NewType("RuleNumber", str)
"""A rule's number in normal form: `2.7.3a`, `abilities.3.1`, `glossary.legend-rule`. Only
`rules_cli.numbers` makes one from raw input, and only the parser numbers the rows of a book."""

Kind = Literal["heading", "rule", "fragment"]
Group = Literal["rule", "heading", "glossary", "other"]
"""A row's role for a reader: `glossary` is an entry of one, `other` is about the book, or an excerpt's first words."""
Wording = Literal["official", "plain"]


class Reference(NamedTuple):
    """A place in a rule's text that names another rule.
    `printed` is the smallest token that names it, brackets included. `target` is the number that it means, or the path
    of a link that leads nowhere, or a rule of another document (`mtg-mtr:4.3`). `resolved` says whether the book has
    the target. If a range ends with this reference, `since` is its first number: 601.2f for the `h` of `601.2f–h`."""

    printed: str
    target: str
    resolved: bool = False
    since: str = ""

    @property
    def foreign(self) -> bool:
        """Whether it names a rule of another document."""
        slug, colon, _ = self.target.partition(":")
        return bool(colon) and slug.replace("-", "").isalnum()

    def names(self, siblings: Sequence[RuleNumber]) -> list[RuleNumber]:
        """Return the rules of this book that it names: its target, and the rules between the ends of a range.
        `siblings` are the target and its siblings, in source order. Empty if the book lacks the target."""
        if not self.resolved:
            return []
        target = RuleNumber(self.target)
        if self.since not in siblings or target not in siblings:
            return [target]
        first, last = siblings.index(RuleNumber(self.since)), siblings.index(target)
        return [*siblings[first + 1 : last], target]


class Anomaly(NamedTuple):
    """A misprint or a gap in a source: kept and reported, never repaired.
    `kind` is one of those in docs/interface.md (`duplicate-number`, `number-gap`, …); `number` is the row concerned,
    None for the whole book; `line` counts from 1 in the file `source`."""

    kind: str
    number: RuleNumber | None
    line: int
    detail: str
    source: str = ""


class Dropped(NamedTuple):
    """A source line that is in no row, and why. `line` counts from 1 in the file `source`."""

    line: int
    text: str
    why: str
    source: str = ""


class RuleText(NamedTuple):
    """The words of one row in one language: a text, its examples and notes, in print order.
    `title` is a heading's title in that language, if it differs from the printed one."""

    text: str | None = None
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    title: str | None = None


class GlossaryEntry(NamedTuple):
    """A term that a book's glossary explains.
    `number` is the row of its entry, `names` are its names (the whole head first). `see` are the entries to which it
    sends the reader. `rules` are the rules that it names, the rule that defines it first."""

    number: RuleNumber
    names: tuple[str, ...]
    see: tuple[RuleNumber, ...] = ()
    rules: tuple[RuleNumber, ...] = ()


BEFORE_A_NUMBER = "the word before a number"
"""Why words of a line that is a row are dropped: `Section` of *Section 4.01 Kites*, whose number is 4.01."""


class Penalty(NamedTuple):
    """The penalty of an infraction, as judges' policy states it; without a `level` it is the same at every level."""

    level: str | None
    penalty: str


def penalty_in_words(penalties: Iterable[Penalty]) -> str:
    """Return the penalty of an infraction on one line: `Warning`, or `Casual: Caution; Professional: Warning`."""
    return "; ".join(f"{each.level}: {each.penalty}" if each.level else each.penalty for each in penalties)


class Row(NamedTuple):
    """One row of a source's tree: a heading (only a title), a rule (a text, or a title and a text), or a fragment (a
    text before the first number and title).

    A rule under a glossary's heading is an entry: its title is the term, its text the explanation.

    `words` are the official ones, empty in a book that ships restated; `restated` maps language codes to
    restatements; `fingerprint` is that of the official text (`rules_cli.text.fingerprint`), even if the text is left
    out. `penalty` is that of an infraction.
    """

    number: RuleNumber
    kind: Kind
    parent: RuleNumber | None = None
    title: str | None = None
    words: RuleText = RuleText()
    references: tuple[Reference, ...] = ()
    fingerprint: str | None = None
    restated: Mapping[str, RuleText] = {}
    penalty: tuple[Penalty, ...] = ()


class Book(NamedTuple):
    """One edition of a rulebook: its rows in source order, and everything odd about the source."""

    slug: str
    edition: str
    title: str
    language: str
    rows: tuple[Row, ...]
    anomalies: tuple[Anomaly, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    sources: tuple[str, ...] = ()
    glossaries: tuple[RuleNumber, ...] = ()
    """The rows under which the book explains its terms."""
    asides: tuple[RuleNumber, ...] = ()
    """The highest rows of the parts that are about the book: its title page, introductions, credits, change logs."""

    @property
    def skipped(self) -> list[Dropped]:
        """The lines that are in no row."""
        return [dropped for dropped in self.dropped if dropped.why != BEFORE_A_NUMBER]

    def groups(self) -> list[Group]:
        """Return the group of each row, in source order."""
        return groups_of(self.rows, self.glossaries, self.asides)


def groups_of(rows: Iterable[Row], glossaries: Collection[str], asides: Collection[str]) -> list[Group]:
    """Return the group of each row of a book, in which a parent comes before its children."""
    others = set(asides)
    groups: list[Group] = []
    for row in rows:
        if row.parent in others:
            others.add(row.number)
        if row.number in others or (row.kind == "fragment" and not row.title):
            groups.append("other")
        elif row.kind == "heading":
            groups.append("heading")
        else:
            groups.append("glossary" if row.title and row.parent in glossaries else "rule")
    return groups


class Conflict(NamedTuple):
    """A disagreement of a rule with other rules of its edition: their numbers, and a sentence about it."""

    rules: tuple[RuleNumber, ...]
    note: str


class Rule(NamedTuple):
    """A row in an answer, with its context: the fields of the JSON in docs/interface.md. `text` is the official
    wording, or else the restatement, which is always in `plain`; `wording` says which it is (None for a heading).
    `plain_current` is True if both are given: the restatement fits the official wording. The numbers in `parent`,
    `children` and `referenced_by` are of the same book, in source order. `anomalies` are the kinds of anomalies."""

    book: str
    edition: str
    number: RuleNumber
    kind: Kind
    parent: RuleNumber | None
    order: int
    title: str | None
    text: str | None
    wording: Wording | None
    plain: str | None
    plain_current: bool | None
    language: str
    references: tuple[Reference, ...] = ()
    referenced_by: tuple[RuleNumber, ...] = ()
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    children: tuple[RuleNumber, ...] = ()
    anomalies: tuple[str, ...] = ()
    plain_language: str = ""
    penalty: tuple[Penalty, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    caution: object = ""
    """A warning to print with every rule of this edition: a text, or a remark whose text is English."""
    is_copy: bool = False
    """Whether the words are from a user's copy that is not recognised as the official book."""

    @property
    def id(self) -> str:
        """`book:number`, as a person types it."""
        return f"{self.book}:{self.number}"


class Because(NamedTuple):
    """A rule that decides an answer.
    `rule` is its id, with the edition unless that is the newest installed; `installed` says whether an installed book
    has the rule: if not, `text` is the restatement."""

    rule: str
    text: str
    installed: bool = True
