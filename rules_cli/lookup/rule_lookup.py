"""Look up rules: a user's words → rules with their context. The foundation of every other question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from rules_cli.captions import Remark, Words, joined
from rules_cli.errors import BookNotFound, NearRules, RuleNotFound, RulesError, UsageError
from rules_cli.lookup.cautions import cautions_of
from rules_cli.lookup.conflicts import conflicts_in
from rules_cli.model import Conflict, Reference, Rule, RuleNumber, RuleText, Wording
from rules_cli.rule_number import (
    AskedNumber,
    all_numbers,
    group_words,
    looks_like_number,
    normal_form,
    printed,
    read_asked,
    split_list,
    without_list_words,
    without_words,
)
from rules_cli.store import settings
from rules_cli.store.book_info import BookInfo, game_of, named_documents
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import shorten

_RULEBOOK = "cr"  # in front of a number
_GLUED = re.compile(r"([^\W\d_][^\d:@]*)(\d.*)")  # mtg702.19b
MOST_REPEATS = 100  # rows with the same printed number, so that a damaged book costs no more
MOST_WITH_END = 4  # rows whose addresses end alike: the note that names them stays within two lines of a terminal
MOST_WHOLE = 2  # books whose rules of one number are shown whole: with all sub-rules, those of more are many screens
_MOST_NAMED = 4  # rules that an error lists: as many as fit on a line
_RANGE_ENDS = re.compile(r"[-–—‒−]|\.\.")
_RESTARTS = "numbers-restart"  # the anomaly of a part of a book that has numbers of its own
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
    """A rule with its context: the headings above (outermost first), its sub-rules in source order, the rules that it
    names and that name it, its neighbours, other rows printed with the same number, and sentences about misprints.
    `info` says where the book is published."""

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


class LookupResult(NamedTuple):
    """The answer to several words: the rows found, errors for what was not, and notes on ambiguous words, each in the
    user's order. `unclear` are the rows of words that are in more books than are shown whole."""

    rows: tuple[RowRef, ...]
    missing: tuple[RulesError, ...]
    notes: tuple[Words, ...]
    unclear: tuple[RowRef, ...] = ()

    def raise_first(self) -> LookupResult:
        """Return this result if it has rows, else raise its first error."""
        if not self.rows and self.missing:
            raise self.missing[0]
        return self


def several_rules(asked: str, rows: Sequence[RowRef]) -> UsageError:
    """Return the error for words that mean several rules where only one can be meant."""
    named = [row.id for row in rows[:_MOST_NAMED]] + ["…"] * (len(rows) > _MOST_NAMED)
    return UsageError(f"{shorten(asked)} may be {', '.join(named)}; name one of them")


class Lookup:
    """Rules by id, in the installed books. Threads may share it for reading."""

    def __init__(self, installed: InstalledBooks, lang: str | None = None) -> None:
        self.installed = installed
        self.lang = settings.choose_language(lang)
        self._cautions: dict[Edition, Mapping[RuleNumber, Remark]] = {}
        self._conflicts: dict[Edition, Mapping[RuleNumber, tuple[Conflict, ...]]] = {}

    def editions(self, slug: str) -> list[str]:
        """The names of a book's editions, the one that a bare slug means first; raises BookNotFound."""
        return self.installed.editions(slug)

    def rule(self, rule_id: str) -> Rule:
        """The rule of an id (`fab:2.7.3a`, `mtg@2006-10-01:206.1`), or of a number that one book has.

        Raises RuleNotFound, which names the closest numbers; BookNotFound; UsageError for a text that is no id, for a
        range, and for a number of several books. One step in a B-tree.
        """
        rule = self.get(rule_id)
        if rule is not None:
            return rule
        rows = self.find([rule_id]).raise_first().rows
        if len(rows) > 1:
            raise several_rules(rule_id, rows)
        return self.compose(rows[0])

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

    # --- finding rows

    def find(self, words: Sequence[str], book: str | None = None) -> LookupResult:
        """Every rule that the words of a command line name, in their order; ranges are every rule in them."""
        rows: list[RowRef] = []
        unclear: list[RowRef] = []
        missing: list[RulesError] = []
        listed = without_list_words(words)
        notes: list[Words] = [Remark("read as", (each,)) for each in listed.unsure]
        for word in group_words(self._ids(listed.words, book)):
            try:
                found, note = self._find_one(word, book)
            except (RuleNotFound, BookNotFound) as error:
                missing.append(error)
                continue
            rows += found
            unclear += in_many_books(found)
            notes += [note] if note else []
        different = {(row.edition, row.number): row for row in rows}
        return LookupResult(tuple(different.values()), tuple(missing), tuple(notes), tuple(unclear))

    def reads_as_rules(self, words: Sequence[str]) -> bool:
        """Whether the words of a command line are rule numbers, with or without books in front: `IPG 2.5`."""
        return all_numbers(words) or all_numbers(self._ids(without_list_words(words).words, None))

    def _ids(self, words: Sequence[str], book: str | None) -> list[str]:
        """Split lists at their commas, and put the name of a book before the number that follows it: `mtg 207.1`."""
        left = list(words)
        ids: list[str] = []
        prefix = ""
        while left:
            named = self._book_in_front(left, book)
            if named and all_numbers(left[named[1] : named[1] + 1]):
                prefix, left = f"{self._narrowed(named[0], book)}:", left[named[1] :]
                continue
            word = left.pop(0)
            parts = [word] if looks_like_number(word) else split_list(word)
            ids += [prefix + self._glued_book(part, book) for part in parts or [word]]
            prefix = ""
        return ids

    def _book_in_front(self, words: Sequence[str], book: str | None) -> tuple[str, int] | None:
        """The book that the first words name, and their count; with a policy document chosen, `CR` is its rulebook."""
        chosen = settings.chosen_book(book)
        if chosen and words[0].lower() == _RULEBOOK:
            slug = named_documents(chosen.partition("@")[0], "").get(_RULEBOOK.upper())
            return (slug, 1) if slug else None
        return self.installed.book_in_front(words)

    def _narrowed(self, named: str, book: str | None) -> str:
        """The book of a number: the one named in front of it, in the edition of the chosen one if that is the same.

        Raises UsageError if they are of two games.
        """
        slug, chosen = named.partition("@")[0], self.installed.slug_of((book or "").partition("@")[0])
        if chosen and game_of(chosen) != game_of(slug):
            raise UsageError(f"{named} is a book of another game than -b {book}; name only one of them")
        return book if book and chosen == named else named

    def _glued_book(self, word: str, book: str | None) -> str:
        """A number with its book written onto it, `mtg702.19b`, as an id; any other word as it is."""
        glued = _GLUED.match(word)
        named = self._book_in_front(glued[1].split(), book) if glued else None
        is_whole = glued and named and named[1] == len(glued[1].split())
        return f"{self._narrowed(named[0], book)}:{glued[2]}" if glued and named and is_whole else word

    # Complexity: one step for each thing that a word may be: words, a range, a number, a list, an end.
    def _find_one(self, word: str, book: str | None) -> tuple[list[RowRef], Words]:
        """The rows of one word, and a note if it is ambiguous."""
        asked = read_asked(word)
        if asked.words:
            return self._find_permanent(asked, asked.words, book)
        editions = self.candidates(asked, book)
        if asked.last is not None:
            return self._find_range(asked, asked.last, editions, word)
        rows = [row for edition in editions for row in self._readings(edition, asked.readings)]
        listed = self._find_list(word, editions)
        if not rows and not listed:
            number = asked.readings[0]
            rows = self._with_end(number, editions) or [row for each in editions for row in _in_parts(each, number)]
        if not rows and not listed:
            raise self.not_found(asked, editions)
        first_printed = (row for row in rows if printed(row.number) == row.number)
        repeats = [repeat for row in first_printed for repeat in _same_number(row.edition, row.number)]
        return [*rows, *repeats, *listed], _note(word, rows, repeats, listed)

    def _with_end(self, number: RuleNumber, editions: Sequence[Edition]) -> list[RowRef]:
        """The rows whose addresses end with a slug and its number, `cleave.5`; none if they are too many to show."""
        if not number[:1].isalpha() or "." not in number:
            return []
        found = [
            RowRef(edition, entry)
            for edition in editions
            for longer in edition.numbers()
            if longer.endswith(f".{number}") and (entry := edition.get(longer))
        ]
        return found if len(found) <= MOST_WITH_END else []

    def _find_list(self, word: str, editions: Sequence[Edition]) -> list[RowRef]:
        """The rows of a list, `702,704`, that could also be one number, if an edition has all of them."""
        typed = word.rpartition(":")[2]
        numbers = [] if without_words(typed) else [normal_form(part) for part in split_list(typed)]
        for edition in editions if len(numbers) > 1 else ():
            entries = [edition.find(number) for number in numbers if number]
            if len(entries) == len(numbers) and all(entries):
                return [RowRef(edition, entry) for entry in entries if entry]
        return []

    def _find_permanent(self, asked: AskedNumber, words: str, book: str | None) -> tuple[list[RowRef], Words]:
        """The rows of a permanent citation, and a note if they moved; raises WordsNotFound, BookNotFound."""
        from rules_cli.lookup.permalink import Permalink, find

        slug, _, edition = (asked.book or settings.chosen_book(book) or "").partition("@")
        if not slug:
            raise UsageError("a permanent citation names its book, as in mtg@2024-11-08:702.19b~5e1f03ab")
        found = find(self.installed, Permalink(slug, asked.edition or edition or None, asked.readings[0], words))
        return [RowRef(edition, entry) for edition, entry in found.hits], found.note

    def candidates(self, asked: AskedNumber, book: str | None) -> list[Edition]:
        """The editions to look in: the one named, else the chosen book's, else the newest of every book."""
        if asked.book:
            return [self.installed.edition(asked.book, asked.edition)]
        return self.editions_for(book)

    def editions_for(self, book: str | None) -> list[Edition]:
        """The editions for a question that names none: the chosen book's, else the newest of every book."""
        chosen = settings.chosen_book(book)
        if chosen:
            slug, _, name = chosen.partition("@")
            return [self.installed.edition(slug, name or None)]
        return self.installed.newest()

    def _readings(self, edition: Edition, readings: Sequence[RuleNumber]) -> list[RowRef]:
        """The row with the number as typed if it exists, else the rows of all other readings that exist."""
        rows = []
        for number in readings:
            entry = edition.find(number)
            if entry:
                rows.append(RowRef(edition, entry))
                if number is readings[0]:
                    break
        return rows

    # Complexity: a dash may be that of a range, a part of the number as printed, or either.
    def _find_range(
        self, asked: AskedNumber, last: RuleNumber, editions: Sequence[Edition], word: str
    ) -> tuple[list[RowRef], Words]:
        """The rows of a range, of the one number that its word may be instead (`702-19b`), or of both with a note.

        A range is in the first edition that has both ends. Raises RuleNotFound, UsageError.
        """
        alone = [asked.dashed] if asked.dashed else []
        dashed = [row for edition in editions for row in self._readings(edition, alone)]
        first = asked.readings[0]
        ends = next(filter(None, (self._ends(edition, first, last, word) for edition in editions)), None)
        as_printed = all("-" in row.number for row in dashed)  # 10-1, as the book prints it
        if dashed and (as_printed or ends is None):
            return dashed, ""
        if ends is None:
            raise self._no_range(asked, last, editions)
        start, end = ends
        if end.entry.place < start.entry.place:
            raise UsageError(f"{shorten(word)} runs backwards; write the earlier rule first")
        between = start.edition.between(start.entry.place, self.last_below(end))
        readings = (dashed[0].id, Remark("from to", (start.id, end.number))) if dashed else ()
        note = Remark("ambiguous", (shorten(word), readings)) if dashed else ""
        return [*dashed, *(RowRef(start.edition, entry) for entry in between)], note

    def _ends(self, edition: Edition, first: RuleNumber, last: RuleNumber, word: str) -> tuple[RowRef, RowRef] | None:
        """The first and the last row of a range; None if the edition lacks one of them."""
        start, end = edition.find(first), edition.find(last)
        whole = normal_form(_RANGE_ENDS.split(word)[-1])
        if whole and end is None:  # 2.4.5-2.6 ends at 2.6, but its nearer reading is 2.4.6
            end = edition.find(whole)
        return (RowRef(edition, start), RowRef(edition, end)) if start and end else None

    def _no_range(self, asked: AskedNumber, last: RuleNumber, editions: Sequence[Edition]) -> RuleNotFound:
        """The error for a range of which no edition has both ends; it names the end that is missing."""
        has_start = any(edition.find(asked.readings[0]) for edition in editions)
        missing = asked.dashed or (last if has_start else asked.readings[0])
        return self.not_found(AskedNumber(asked.book, asked.edition, (missing,)), editions)

    def last_below(self, row: RowRef) -> int:
        """The place of the last row inside a row."""
        edition, entry = row.edition, row.entry
        while entry.children:
            child = edition.get(entry.children[-1])
            if child is None or child.place <= entry.place:  # an edited tree may have cycles
                break
            entry = child
        return entry.place

    def not_found(self, asked: AskedNumber, editions: Sequence[Edition]) -> RuleNotFound:
        """The error for a number that no rule of these editions has."""
        number = asked.readings[0]
        only = editions[0] if len(editions) == 1 else None
        named = f"{only.slug}:{number}" if only else str(number)

        def near() -> NearRules:
            from rules_cli.lookup.near import near_rules  # here, because a rule that is found needs none

            return near_rules(self, number, editions)

        return RuleNotFound(named, near, only.name if only else None)

    # --- rules from rows

    # Complexity: each field has its own choice between the official words and ours.
    def compose(self, row: RowRef) -> Rule:
        """The rule of a row: the official wording if there is one, our restatement beside it."""
        edition, entry = row.edition, row.entry
        plain, plain_language = self._restatement(edition, entry)
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
            plain_examples=plain.examples,
            plain_notes=plain.notes,
            plain_language=plain_language,
            penalty=entry.row.penalty,
            conflicts=self._conflicts_of(edition).get(entry.row.number, ()),
            caution=self._caution(edition, entry.row.number),
            is_copy=is_official and not self.installed.is_official(edition),
        )

    def _caution(self, edition: Edition, number: RuleNumber) -> Words:
        """The caution about a rule: that of the edition that ships, that the newest one differs from it, or that a
        policy document is out of date."""
        info = self.installed.info(edition.slug)
        if edition.shipped:
            if edition not in self._cautions:
                self._cautions[edition] = cautions_of(edition.slug)
            of_book = info.caution if info else ""
            return of_book or self._cautions[edition].get(number, "")
        if info is None:
            return ""
        return Remark("outdated", (edition.name, edition.slug)) if info.is_outdated(edition.name, date.today()) else ""

    def _conflicts_of(self, edition: Edition) -> Mapping[RuleNumber, tuple[Conflict, ...]]:
        """The conflicts of an edition by the numbers of their rules."""
        if edition not in self._conflicts:
            self._conflicts[edition] = conflicts_in(edition, self.installed.shipped(edition.slug), self.lang)
        return self._conflicts[edition]

    def _followed(self, reference: Reference) -> Reference:
        """A reference to another document, resolved if that is installed and has the rule."""
        return replace(reference, resolved=self._in_other_book(reference.target) is not None)

    def _in_other_book(self, target: str) -> RowRef | None:
        """The row that a target such as `mtg-mtr:4.3` names; None if it is not installed."""
        slug, _, number = target.partition(":")
        edition = self.installed.edition(slug) if slug in self.installed else None
        entry = edition.get(number) if edition else None
        return RowRef(edition, entry) if edition and entry else None

    def rule_named(self, edition: Edition, target: str) -> Rule | None:
        """The rule that a reference in an edition names, which may be in another book."""
        if ":" not in target:
            return self.rule_in(edition, target)
        row = self._in_other_book(target)
        return self.compose(row) if row else None

    def _restatement(self, edition: Edition, entry: IndexEntry) -> tuple[RuleText, str]:
        """Our wording of a row in the user's language, else in the book's, else in any, and that language."""
        restated = restatements(self.installed, edition, entry)
        for lang in (self.lang, edition.about["language"], *restated):
            if lang in restated:
                return restated[lang], lang
        return RuleText(), ""

    def below(self, row: RowRef, depth: int | None = None) -> Iterator[Rule]:
        """The sub-rules of a row in source order, `depth` levels down (None: all)."""
        edition, left = row.edition, [(row.entry, 0)]
        while left:
            above, level = left.pop()
            if level:
                yield self.compose(RowRef(edition, above))
            if depth is None or level < depth:
                children = list(map(edition.get, above.children))
                left += [(child, level + 1) for child in children[::-1] if child and child.place > above.place]

    def above(self, row: RowRef) -> list[Rule]:
        """The rules above a row, the outermost first."""
        return [self.compose(each) for each in _rows_above(row.edition, row.entry.row.parent)][::-1]

    def section(self, rule: Rule) -> Rule | None:
        """The nearest heading above a rule; None if it has none."""
        rows = _rows_above(self.installed.edition(rule.book, rule.edition), rule.parent)
        return next((self.compose(row) for row in rows if row.entry.row.kind == "heading"), None)

    def first_rule(self, rule: Rule) -> Rule | None:
        """The first rule below a heading; None for a rule with a text, or a heading without rules."""
        if rule.kind != "heading" or not rule.children:
            return None
        return self.rule_in(self.installed.edition(rule.book, rule.edition), rule.children[0])

    def show(self, row: RowRef, depth: int | None = None) -> RuleInContext:
        """A rule with its context, `depth` levels of sub-rules down (None: all); at depth 0 the rule alone."""
        edition, rule, alone = row.edition, self.compose(row), depth == 0
        last = row.entry.place if alone else self.last_below(row)
        return RuleInContext(
            rule=rule,
            above=tuple(self.above(row)),
            below=() if alone else tuple(self.below(row, depth)),
            names=() if alone else self.named(edition, rule),
            named_by=() if alone else self._rules(edition, rule.referenced_by),
            previous=_id_at(edition, row.entry.place - 1),
            next=_id_at(edition, last + 1),
            again=tuple(row.id for row in _same_number(edition, rule.number)),
            odd=_misprints(edition, rule),
            book_title=self.title_of(edition),
            info=self.installed.info(edition.slug),
        )

    def named(self, edition: Edition, rule: Rule) -> tuple[Rule, ...]:
        """The installed rules that a rule of an edition refers to, also those inside its ranges, in order of print."""
        return self._rules(edition, _numbers_named(edition, rule))

    def _rules(self, edition: Edition, numbers: Iterable[str]) -> tuple[Rule, ...]:
        found = (self.rule_named(edition, number) for number in dict.fromkeys(numbers))
        return tuple(rule for rule in found if rule)


def restatements(installed: InstalledBooks, edition: Edition, entry: IndexEntry) -> Mapping[str, RuleText]:
    """Return our wordings of a row by language.

    A rule of the user's own edition has those of a rule that ships if their words have the same fingerprint; their
    numbers may differ.
    """
    shipped = None if edition.shipped else installed.shipped(edition.slug)
    alike = shipped.with_words(entry.row.fingerprint) if shipped else ()
    return entry.row.restated or next((other.row.restated for other in alike if other.row.restated), {})


def in_many_books(rows: Sequence[RowRef]) -> Sequence[RowRef]:
    """Return the rows that a word may mean if they are of more than `MOST_WHOLE` books; else none."""
    return rows if len({row.edition.slug for row in rows}) > MOST_WHOLE else ()


def _in_parts(edition: Edition, number: str) -> Iterator[RowRef]:
    """The rows with a number in the parts of a book whose numbers begin again: `palestine.1.6` for 1.6."""
    if _RESTARTS not in edition.about["anomalies"]:
        return
    for anomaly in edition.anomalies():
        found = edition.get(f"{anomaly.number}.{number}") if anomaly.kind == _RESTARTS else None
        if found:
            yield RowRef(edition, found)


def _note(word: str, rows: Sequence[RowRef], repeats: Sequence[RowRef], listed: Sequence[RowRef]) -> Words:
    """A sentence on a word that means several rows, each alone or all `listed` together; empty if it means one."""
    meant = [*(row.id for row in rows), *filter(None, [joined("two and", *(row.id for row in listed))])]
    if len(meant) > 1:
        several = len({row.edition.slug for row in rows}) > 1
        choose = Remark("choose a book", (rows[0].edition.slug,)) if several else ""
        word = shorten(word)
        many = in_many_books(rows)
        said = Remark("any of", (word, len(meant))) if many else Remark("ambiguous", (word, tuple(meant)))
        return joined("semicolon", said, choose)
    return Remark("repeated", (rows[0].id, len(repeats) + 1)) if repeats else ""


def _numbers_named(edition: Edition, rule: Rule) -> Iterator[RuleNumber]:
    """The numbers of the rules that a rule names, with those inside its ranges, in the order of print."""
    for reference in rule.references:
        siblings: Sequence[RuleNumber] = ()
        if reference.since and reference.resolved:
            entry = edition.get(reference.target)
            above = edition.get(entry.row.parent) if entry and entry.row.parent else None
            siblings = above.children if above else ()
        yield from reference.names(siblings)


def _rows_above(edition: Edition, parent: RuleNumber | None) -> Iterator[RowRef]:
    """The rows above one with this parent, the nearest first."""
    seen: set[RuleNumber] = set()
    while parent is not None and parent not in seen and (entry := edition.get(parent)):
        seen.add(parent)  # an edited tree may have cycles
        yield RowRef(edition, entry)
        parent = entry.row.parent


def _misprints(edition: Edition, rule: Rule) -> tuple[str, ...]:
    """Sentences about misprints of a rule, but for references that lead nowhere, which are shown in its text."""
    if not set(rule.anomalies) - {"dangling-reference"}:
        return ()
    return tuple(a.detail for a in edition.anomalies() if a.number == rule.number and a.kind != "dangling-reference")


def _id_at(edition: Edition, place: int) -> str | None:
    entry = edition.at(place)
    return f"{edition.slug}:{entry.row.number}" if entry else None


def _same_number(edition: Edition, number: str) -> Iterator[RowRef]:
    """The other rows that were printed with this row's number."""
    base = printed(number)
    if base == _FRAGMENT:
        return
    yield from _in_parts(edition, base)
    for count in range(1, MOST_REPEATS + 1):
        other = edition.get(base if count == 1 else f"{base}#{count}")
        if other is None:
            return
        if other.row.number != number:
            yield RowRef(edition, other)
