"""Compose rules from rows: the official wording or ours, and a rule in its context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from rules_cli.captions import Remark, Words, translated
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.lookup.notes import cautions_of, conflicts_in
from rules_cli.model import Conflict, Reference, Rule, RuleNumber, RuleText, Wording
from rules_cli.numbers.parts import printed
from rules_cli.store import settings
from rules_cli.store.book_info import BookInfo
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import announces_list

MOST_REPEATS = 100  # rows with the same printed number, so that a damaged book costs no more
_RESTARTS = "numbers-restart"  # the anomaly of a part of a book that numbers its rules separately
_FRAGMENT = "fragment"  # printed for every row that has no number


class RowRef(NamedTuple):
    """A row of an installed edition."""

    edition: Edition
    entry: IndexEntry

    @property
    def number(self) -> RuleNumber:
        """The row's number."""
        return self.entry.row.number

    @property
    def id(self) -> str:
        """`book:number`."""
        return f"{self.edition.slug}:{self.number}"


class RuleInContext(NamedTuple):
    """A rule in its context: the rules above (outermost first), its sub-rules in source order, the rules that it refers
    to and that refer to it, and the ids of its neighbours. `again` are the ids of other rows with the same printed
    number, `odd` sentences about misprints; `info` says where the book is published."""

    rule: Rule
    above: tuple[Rule, ...]
    below: tuple[Rule, ...]
    names: tuple[Rule, ...]
    named_by: tuple[Rule, ...]
    previous: str | None
    next: str | None
    again: tuple[str, ...]
    odd: tuple[str, ...]
    book_title: str
    info: BookInfo | None


class Composer:
    """Makes the rules of rows of the installed books, in a language. Threads may share it for reading."""

    def __init__(self, installed: InstalledBooks, lang: str | None = None) -> None:
        self.installed = installed
        self.lang = settings.choose_language(lang)
        self._cautions = cache(cautions_of)
        self._conflicts: dict[Edition, Mapping[RuleNumber, tuple[Conflict, ...]]] = {}

    def get(self, rule_id: str) -> Rule | None:
        """The rule of an exact id, `book:number` or `book@edition:number`; None if it is not installed."""
        address, _, number = rule_id.partition(":")
        slug, _, name = address.partition("@")
        if self.installed.slug_of(slug) is None:
            return None
        try:
            edition = self.installed.edition(slug, name or None)
        except (BookNotFound, UsageError):
            return None
        return self.rule_in(edition, number)

    def title_of(self, edition: Edition) -> str:
        """The title of an edition's book in the user's language if we know it, else as the edition has it."""
        info = self.installed.info(edition.slug)
        return ((info and info.other) or {}).get(self.lang, edition.about["title"])

    def rule_in(self, edition: Edition, number: str) -> Rule | None:
        """The rule with a number in normal form in one edition; None if no rule has it."""
        entry = edition.get(number)
        return self.compose(RowRef(edition, entry)) if entry else None

    # Complexity: each field has its own choice between the official words and ours.
    def compose(self, row: RowRef) -> Rule:
        """The rule of a row: the official wording if there is one, our restatement beside it."""
        edition, entry = row.edition, row.entry
        if edition not in self._conflicts:
            self._conflicts[edition] = conflicts_in(edition, self.installed.shipped(edition.slug), self.lang)
        restated = restatements(self.installed, edition, entry)
        languages = (self.lang, edition.about["language"], *restated)
        plain_language = next((lang for lang in languages if lang in restated), "")
        plain = restated.get(plain_language, RuleText())
        is_official = entry.row.words.text is not None
        words = entry.row.words if is_official else plain
        kind: Wording = "official" if is_official else "plain"
        title = None if is_official or plain_language != self.lang else plain.title
        is_ours = not is_official and bool(plain.text or title)
        return Rule(
            book=edition.slug,
            edition=edition.name,
            number=entry.row.number,
            kind=entry.row.kind,
            parent=entry.row.parent,
            order=entry.place,
            title=title or entry.row.title,
            text=words.text,
            wording=None if words.text is None else kind,
            plain=plain.text,
            plain_current=True if is_official and plain.text is not None else None,
            language=plain_language if is_ours else edition.about["language"],
            references=tuple([self._followed(each) if each.foreign else each for each in entry.row.references]),
            referenced_by=entry.referenced_by,
            examples=words.examples,
            notes=words.notes,
            children=entry.children,
            anomalies=entry.anomalies,
            plain_language=plain_language,
            penalty=entry.row.penalty,
            conflicts=self._conflicts[edition].get(entry.row.number, ()),
            caution=self._caution(edition, entry.row.number),
            is_copy=is_official and not self.installed.is_official(edition),
        )

    def _caution(self, edition: Edition, number: RuleNumber) -> Words:
        """The caution about the edition that ships or about this rule of it, or that a policy is out of date; or ""."""
        info = self.installed.info(edition.slug)
        if edition.shipped:
            return caution_of_book(info) or self._cautions(edition.slug).get(number, "")
        is_outdated = info is not None and info.is_outdated(edition.name, date.today())
        return Remark("outdated", (edition.name, edition.slug)) if is_outdated else ""

    def _followed(self, reference: Reference) -> Reference:
        """A reference to another document, marked as resolved if that document is installed and has the rule."""
        return reference._replace(resolved=self._in_other_book(reference.target) is not None)

    def _in_other_book(self, target: str) -> RowRef | None:
        """The row that a target such as `mtg-mtr:4.3` names; None if it is not installed."""
        slug, _, number = target.partition(":")
        edition = self.installed.in_force(self.installed.all(slug)) if slug in self.installed else None
        entry = edition.get(number) if edition else None
        return RowRef(edition, entry) if edition and entry else None

    def rule_named(self, edition: Edition, target: str) -> Rule | None:
        """The rule that a reference in an edition names, which may be in another book."""
        if ":" not in target:
            return self.rule_in(edition, target)
        row = self._in_other_book(target)
        return self.compose(row) if row else None

    def below(self, row: RowRef, depth: int | None = None) -> Iterator[Rule]:
        """The sub-rules of a row in source order, `depth` levels down (None: all)."""
        edition, stack = row.edition, [(row.entry, 0)]
        while stack:
            entry, level = stack.pop()
            if level:
                yield self.compose(RowRef(edition, entry))
            if depth is None or level < depth:
                children = list(map(edition.get, entry.children))
                # An edited tree may have cycles. The first child is taken from the stack first.
                stack += [(child, level + 1) for child in children[::-1] if child and child.place > entry.place]

    def completed(self, row: RowRef) -> Iterator[Rule]:
        """The sub-rules without which a rule is incomplete: those of a heading, and the list after a colon. Each of
        them is followed by its own list. Nothing for other rules."""
        edition, rule = row.edition, self.compose(row)
        if rule.kind != "heading" and not announces_list(rule.text):
            return
        for child in map(edition.get, rule.children):
            if child and child.place > row.entry.place:  # an edited tree may have cycles
                below = RowRef(edition, child)
                yield self.compose(below)
                yield from self.completed(below) if child.row.kind != "heading" else ()

    def listed(self, row: RowRef) -> Iterator[Rule]:
        """The list after the colon of a rule; nothing for a heading."""
        return self.completed(row) if row.entry.row.kind != "heading" else iter(())

    def last_below(self, row: RowRef) -> int:
        """The place of the last row inside a row."""
        edition, entry = row.edition, row.entry
        while entry.children:
            child = edition.get(entry.children[-1])
            if child is None or child.place <= entry.place:  # an edited tree may have cycles
                break
            entry = child
        return entry.place

    def above(self, row: RowRef) -> list[Rule]:
        """The rules above a row, the outermost first."""
        return [self.compose(above) for above in _rows_above(row.edition, row.entry.row.parent)][::-1]

    def section(self, rule: Rule) -> Rule | None:
        """The nearest heading or infraction above a rule; None at the top."""
        above = _rows_above(self.installed.edition(rule.book, rule.edition), rule.parent)
        sections = (row for row in above if row.entry.row.kind == "heading" or row.entry.row.penalty)
        return next(map(self.compose, sections), None)

    def first_rule(self, rule: Rule) -> Rule | None:
        """The first rule below a heading; None for a rule with a text, or a heading without rules."""
        if rule.kind != "heading" or not rule.children:
            return None
        return self.rule_in(self.installed.edition(rule.book, rule.edition), rule.children[0])

    def show(self, row: RowRef, depth: int | None = None) -> RuleInContext:
        """A rule with its context, `depth` levels of sub-rules down (None: all); at depth 0 the rule alone."""
        edition, rule, is_alone = row.edition, self.compose(row), depth == 0
        last = row.entry.place if is_alone else self.last_below(row)
        return RuleInContext(
            rule=rule,
            above=tuple(self.above(row)),
            below=() if is_alone else tuple(self.below(row, depth)),
            names=() if is_alone else self.named(edition, rule),
            named_by=() if is_alone else self._rules(edition, rule.referenced_by),
            previous=_section_before(row) or _id_at(edition, row.entry.place - 1),
            next=_id_at(edition, last + 1),
            again=tuple(row.id for row in same_number(edition, rule.number)),
            odd=_misprints(edition, rule),
            book_title=self.title_of(edition),
            info=self.installed.info(edition.slug),
        )

    def named(self, edition: Edition, rule: Rule) -> tuple[Rule, ...]:
        """The installed rules that a rule refers to, also those inside its ranges, in order of print."""
        return self._rules(edition, _numbers_named(edition, rule))

    def _rules(self, edition: Edition, numbers: Iterable[str]) -> tuple[Rule, ...]:
        """The installed rules of the given numbers, each once."""
        return tuple(rule for number in dict.fromkeys(numbers) if (rule := self.rule_named(edition, number)))


def caution_of_book(info: BookInfo | None) -> Words:
    """Return the caution about the edition of a book that ships; empty without one."""
    return translated(info.caution, info.caution_other) if info and info.caution else ""


def restatements(installed: InstalledBooks, edition: Edition, entry: IndexEntry) -> Mapping[str, RuleText]:
    """Return our wordings of a row by language; those of a rule that ships with the same words, under any number. The
    words of a rule in the user's own edition are the same if they have the same fingerprint."""
    shipped = None if edition.shipped else installed.shipped(edition.slug)
    same_words = shipped.with_words(entry.row.fingerprint) if shipped else ()
    return entry.row.restated or next((other.row.restated for other in same_words if other.row.restated), {})


def in_parts(edition: Edition, number: str) -> Iterator[RowRef]:
    """The rows with a number in the parts of a book whose numbers begin again: `palestine.1.6` for 1.6."""
    if _RESTARTS not in edition.about["anomalies"]:
        return
    for anomaly in edition.anomalies():
        entry = edition.get(f"{anomaly.number}.{number}") if anomaly.kind == _RESTARTS else None
        if entry:
            yield RowRef(edition, entry)


def _numbers_named(edition: Edition, rule: Rule) -> Iterator[RuleNumber]:
    """The numbers of the rules that a rule refers to, also of those inside its ranges, in order of print."""
    for reference in rule.references:
        siblings: Sequence[RuleNumber] = ()
        if reference.since and reference.resolved:
            entry = edition.get(reference.target)
            above = edition.get(entry.row.parent) if entry and entry.row.parent else None
            siblings = above.children if above else ()
        yield from reference.names(siblings)


def _rows_above(edition: Edition, parent: RuleNumber | None) -> Iterator[RowRef]:
    """Yield the rules above a rule, given its parent, the nearest first."""
    seen: set[RuleNumber] = set()
    while parent is not None and parent not in seen and (entry := edition.get(parent)):
        seen.add(parent)  # an edited tree may have cycles
        yield RowRef(edition, entry)
        parent = entry.row.parent


def _misprints(edition: Edition, rule: Rule) -> tuple[str, ...]:
    """Sentences about misprints of a rule, except for references that lead nowhere, which are shown in its text."""
    if not set(rule.anomalies) - {"dangling-reference"}:
        return ()
    return tuple(a.detail for a in edition.anomalies() if a.number == rule.number and a.kind != "dangling-reference")


def _section_before(row: RowRef) -> str | None:
    """The id of the section before this one, below the same heading; None for the first, or without sub-rules."""
    above = row.edition.get(row.entry.row.parent) if row.entry.children and row.entry.row.parent else None
    before = dict(zip(above.children[1:], above.children, strict=False)) if above else {}
    return f"{row.edition.slug}:{before[row.number]}" if row.number in before else None


def _id_at(edition: Edition, place: int) -> str | None:
    """The id of the row at a place; None before the first and after the last."""
    entry = edition.at(place)
    return f"{edition.slug}:{entry.row.number}" if entry else None


def same_number(edition: Edition, number: str) -> Iterator[RowRef]:
    """Yield the other rows that were printed with this number."""
    base = printed(number)
    if base == _FRAGMENT:
        return
    yield from in_parts(edition, base)
    for count in range(1, MOST_REPEATS + 1):
        other = edition.get(base if count == 1 else f"{base}#{count}")
        if other is None:
            return
        if other.row.number != number:
            yield RowRef(edition, other)
