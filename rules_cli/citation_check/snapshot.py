"""The editions that citations are compared with, each read once, and the names of their games."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from rules_cli.captions import Remark
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.lookup.compose import MOST_REPEATS, restatements
from rules_cli.lookup.near import covers
from rules_cli.model import RuleNumber
from rules_cli.rule_number import closest, numbers_above, parts
from rules_cli.store import settings
from rules_cli.store.edition import Edition, is_date
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import fold, shorten

_LONGEST_SHORT = 4  # letters of an abbreviation: longer words are written out
_NEAREST = 3  # numbers offered for one that does not exist: they fit on its line
SECTIONS = 100  # the first number of three figures: few other things in a text are counted so far
FEWEST = 5
"""Words of the shortest quotation, and of the shortest beginning of a rule: fewer are a term, or a turn of phrase."""
REFERENCE = re.compile(r"\[[0-9][0-9.]{0,12}[a-z]{0,2}\]")
_WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared, without references in brackets."""
    return _WORD.findall(fold(REFERENCE.sub(" ", text)).replace("_", " "))


@dataclass(frozen=True)
class EditionSnapshot:
    """One edition in memory. `whole` is false for an edition that ships without some chapters."""

    edition: Edition
    entries: Mapping[str, IndexEntry]
    installed: InstalledBooks
    whole: bool = True
    _texts: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __contains__(self, number: str) -> bool:
        return number in self.entries

    def id(self, number: str) -> str:
        """Return `book:number`."""
        return f"{self.edition.slug}:{number}"

    def covers(self, number: str) -> bool:
        """Return whether the edition has the chapter of a number: some books ship without some chapters."""
        return self.whole or covers(self.entries, number)

    def closest(self, number: str) -> list[str]:
        """Return the nearest numbers to one that does not exist: of its section, else of sections one slip away.

        A slip is one digit too many, too few or wrong, or two swapped. There the same rule of a section comes first:
        1702.19 is 702.19.
        """
        section, dot, rest = number.partition(".")
        if section in self._sections:
            return closest(number, self._sections[section], _NEAREST)
        from rapidfuzz.distance import OSA  # here, since only a missing section needs it

        near = [each for each in self._sections if OSA.distance(section, each, score_cutoff=1) <= 1]
        same = [f"{each}{dot}{rest}" for each in near if f"{each}{dot}{rest}" in self]
        return closest(number, same or [each for section in near for each in self._sections[section]], _NEAREST)

    def title(self, number: str) -> str:
        """Return the folded title of a row; empty if it has none, or there is no such row."""
        return fold(self.entries[number].row.title or "") if number in self.entries else ""

    def first_words(self, number: str) -> list[str]:
        """Return the first FEWEST words of a rule's text; none if it has fewer, or there is no such rule."""
        words = words_of(self.entries[number].row.words.text or "") if number in self.entries else []
        return words[:FEWEST] if len(words) >= FEWEST else []

    def printed_as(self, number: str) -> list[str]:
        """Return the rows that were printed with a number: more than one after a misprint."""
        again = (f"{number}#{count}" for count in range(2, MOST_REPEATS + 1))
        return [each for each in (number, *takewhile(self.entries.__contains__, again)) if each in self.entries]

    def between(self, first: str, last: str) -> list[str]:
        """Return the rows from one to another, both included."""
        start, end = self.entries[first].place, self.entries[last].place
        return self._order[start - 1 : end]

    @cached_property
    def _order(self) -> list[str]:
        return list(self.entries)

    @cached_property
    def is_official(self) -> bool:
        """Whether the edition has official text."""
        return any(entry.row.words.text is not None for entry in self.entries.values())

    def texts(self, number: str) -> list[str]:
        """Return the official titles, texts, examples and notes of a row and the rows below it, and all of them joined.

        The titles above it count as its own: "rule 409.1, “Playing Spells”".
        """
        if self.is_official and number not in self._texts:
            above = [self.entries[each].row.title or "" for each in numbers_above(number) if each in self.entries]
            rows = [self.entries[each].row for each in self._branch(number)]
            texts = (
                text for row in rows for text in (row.title, row.words.text, *row.words.examples, *row.words.notes)
            )
            found = list(filter(None, texts))
            self._texts[number] = [*above, *found, " ".join(found)]
        return self._texts.get(number, [])

    def restated_texts(self, number: str) -> list[str]:
        """Return our titles, texts, examples and notes of a row and the rows below it, and those of each row joined.

        They are in all our languages; a title is in its own or in the book's.
        """
        found: list[str] = []
        for entry in map(self.entries.__getitem__, self._branch(number)):
            for ours in restatements(self.installed, self.edition, entry).values():
                words = list(filter(None, (ours.text, *ours.examples, *ours.notes)))
                titles = filter(None, (entry.row.title, ours.title))
                found += [*words, *(" ".join([title, *words]) for title in titles)]
        return found

    def says(self, number: str, words: Sequence[str]) -> bool:
        """Return whether a rule, or one below it, contains some words."""
        line = f" {' '.join(words)} "
        texts = (text for row in self.printed_as(number) for text in self.texts(row))
        return any(line in f" {' '.join(words_of(text))} " for text in texts)

    def beginning_with(self, words: Sequence[str]) -> list[RuleNumber]:
        """Return the rules that begin with some words, FEWEST at least."""
        line, beginning = f"{' '.join(words)} ", " ".join(words[:FEWEST])
        return [number for text, number in self._beginnings.get(beginning, ()) if text.startswith(line)]

    @cached_property
    def _beginnings(self) -> dict[str, list[tuple[str, RuleNumber]]]:
        found: dict[str, list[tuple[str, RuleNumber]]] = defaultdict(list)
        for entry in self.entries.values():
            if words := words_of(entry.row.words.text or ""):
                found[" ".join(words[:FEWEST])].append((f"{' '.join(words)} ", entry.row.number))
        return found

    @cached_property
    def titled(self) -> dict[str, RuleNumber]:
        """The number of each heading by its title, folded, if no other has it."""
        numbers: dict[str, list[RuleNumber]] = defaultdict(list)
        for entry in self.entries.values():
            if entry.row.kind == "heading":
                numbers[fold(entry.row.title or "")].append(entry.row.number)
        return {title: number for title, (number, *more) in numbers.items() if not more}

    @cached_property
    def lines(self) -> Mapping[RuleNumber, str]:
        """The words of each rule, its examples and notes, with one blank between two words, and at either end."""
        found = {}
        for number, entry in self.entries.items():
            said = entry.row.words
            texts = (entry.row.title, said.text, *said.examples, *said.notes)
            found[RuleNumber(number)] = f" {' '.join(words_of(' '.join(filter(None, texts))))} "
        return found

    @cached_property
    def word_sets(self) -> Mapping[RuleNumber, frozenset[str]]:
        """The different words of each rule, its examples and notes."""
        return {number: frozenset(line.split()) for number, line in self.lines.items()}

    def _branch(self, number: str) -> Iterator[str]:
        yield number
        for child in self.children(number):
            if child in self.entries and self.entries[child].place > self.entries[number].place:
                yield from self._branch(child)

    @cached_property
    def _sections(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for number in self.entries:
            found.setdefault(number.partition(".")[0], []).append(number)
        return found

    @cached_property
    def shapes(self) -> frozenset[object]:
        """The shapes of the numbers in this edition; see `shape`."""
        return frozenset(map(shape, self.entries))

    def has_letters(self, number: str) -> bool:
        """Return whether there are lettered sub-rules in the rule of a lettered number, or else in its section."""
        above = next((each for each in numbers_above(number) if each in self.entries), None)
        found = (parts(each) for each in self._branch(above)) if above else ()
        return any(each is not None and bool(each.letters) for each in found)

    def children(self, number: str) -> Iterable[RuleNumber]:
        """Return the rows right below a row; none if there is no such row."""
        return self.entries[number].children if number in self.entries else ()


def shape(number: str) -> object:
    """Return what the numbers of one book have in common: how many parts, and whether sections have three figures."""
    found = parts(number)
    if found is None:
        return number.partition(".")[0]
    return len(found.digits), isinstance(found[0], str) or found[0] >= SECTIONS


def _abbreviations(title: str) -> Iterator[str]:
    """Yield the abbreviations of a title by its last words: `CRD` of "Comprehensive Rules" or "... Rules Document"."""
    initials = "".join(word[0] for word in re.findall(r"\b[A-Z]\w*", title))
    for start in range(max(0, len(initials) - _LONGEST_SHORT), len(initials) - 1):
        yield from {initials[start:], f"{initials[start:]}D"} - {"CR"}  # any book's


@dataclass
class Editions:
    """The editions that citations are compared with.

    `chosen` is the book of numbers without a book, with an edition (`mtg@2024-11-08`) if not the newest one is meant;
    `written` is the day or edition that the texts were written for. Raises UsageError if the chosen book or edition is
    unknown, or if `written` is neither a date nor an edition of the chosen book.

    Nothing can be compared with a book of which only a part is installed, or nothing: its numbers are known by their
    form alone.
    """

    installed: InstalledBooks
    chosen: str | None = None
    written: str | None = None
    _snapshots: dict[Path, EditionSnapshot] = field(default_factory=dict, init=False)
    _spelled: dict[tuple[str, str], RuleNumber | None] = field(default_factory=dict, init=False)
    _then: dict[str, EditionSnapshot | None] = field(default_factory=dict, init=False)
    _forms: dict[str, frozenset[object]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        slug, _, name = (self.chosen or settings.default_book() or "").lower().partition("@")
        self._name = name or None
        self._past: InstalledBooks | None = None
        try:
            self.book = self._chosen_slug(slug) if slug else None
        except BookNotFound as error:
            raise UsageError(f"nothing was checked: {error}") from None
        if self.written:
            self._read_written(self.written)

    def _chosen_slug(self, slug: str) -> str:
        if missing := self.installed.obtainable_as(slug):
            return missing.slug
        return self.installed.edition(slug, self._name).slug

    def _read_written(self, written: str) -> None:
        if is_date(written):
            self._past = InstalledBooks(as_of=written)
            return
        slugs = [self.book] if self.book and self.book in self.installed else self.installed.slugs()
        labels = [label for slug in slugs for label in self.installed.editions(slug)]
        if written.lower() not in map(str.lower, labels):
            there = f"; there are {', '.join(labels)}" if len(slugs) == 1 else ""
            not_one = f"--written takes a date or an edition, as in 2024-11-08; not {shorten(written)!r}"
            raise UsageError(f"{not_one}{there}")

    def is_whole(self, slug: str) -> bool:
        """Return whether the edition of a book that citations are compared with is here, and not only a part of it."""
        return slug in self.installed and self.installed.is_whole(self._edition_now(slug))

    def why_not_whole(self, slug: str) -> Remark:
        """Return a remark on a book that is not here whole: how to get it, or which other edition is."""
        whole = [edition for edition in self.installed.own(slug) if self.installed.is_whole(edition)]
        if whole:
            return Remark("edition in part", (repr(self._edition_now(slug)), repr(whole[0])))
        info = self.installed.info(slug)
        return Remark("book in part", (info.game, info.how_to_get) if info else (slug, ""))

    def may_have(self, slug: str, number: str) -> bool:
        """Return whether a number is of the form of those of a book that is not here whole."""
        if slug not in self._forms:
            info = self.installed.info(slug)
            shipped = self.installed.shipped(slug)
            numbers = [*(shipped.numbers() if shipped else ()), *((info and info.titles) or ())]
            self._forms[slug] = frozenset(map(shape, numbers))
        return shape(number) in self._forms[slug]

    @cached_property
    def readable(self) -> list[str]:
        """All books that can be read."""
        return [edition.slug for edition in self.installed.newest()]

    @cached_property
    def slugs(self) -> frozenset[str]:
        """The slugs of all books, also of those that could be installed."""
        return frozenset([*self.installed.slugs(), *(info.slug for info in self.installed.obtainable())])

    # Complexity: names of our books, titles of the user's, and the abbreviations of these that name one book.
    @cached_property
    def names(self) -> dict[str, str]:
        """The names of games, each with its book; a book of the user's is named by its title, or an abbreviation of it.

        An abbreviation of several books is that of the chosen one, or of none.
        """
        found = {name: info.slug for info in self.installed.obtainable() for name in info.called}
        short: dict[str, list[str]] = defaultdict(list)
        for slug in self.installed.slugs():
            info = self.installed.info(slug)
            titles = [] if info and info.called else self._titles(slug)
            found.update({name: slug for name in (info.called if info else None) or titles if len(name) > 1})
            for name in {each for title in titles for each in _abbreviations(title)}:
                short[name].append(slug)
        ours = {name: slugs[0] if len(slugs) == 1 else self.book for name, slugs in short.items()}
        return {**{name: slug for name, slug in ours.items() if slug in short[name]}, **found}

    def _titles(self, slug: str) -> list[str]:
        return [edition.about["title"] for edition in self.installed.readable([self.installed.edition(slug)])]

    def snapshot(self, edition: Edition) -> EditionSnapshot:
        """Return an edition, read once."""
        if edition.path not in self._snapshots:
            entries = {str(entry.row.number): entry for entry in edition.entries()}
            self._snapshots[edition.path] = EditionSnapshot(
                edition, entries, self.installed, self.installed.is_whole(edition)
            )
        return self._snapshots[edition.path]

    def now(self, slug: str) -> EditionSnapshot:
        """Return the edition of a book that citations are compared with: the chosen one, else the newest."""
        return self.snapshot(self._edition_now(slug))

    def _edition_now(self, slug: str) -> Edition:
        return self.installed.edition(slug, self._name if slug == self.book else None)

    def then(self, slug: str, named: str | None = None) -> EditionSnapshot | None:
        """Return the edition that a citation was written for: the printed one, else that of the day of `written`.

        None if neither is known. Raises BookNotFound if an edition that is named is not installed.
        """
        if named:
            return self.snapshot(self.installed.edition(slug, named))
        if slug not in self._then:
            found = self._written_for(slug)
            self._then[slug] = self.snapshot(found) if found else None
        return self._then[slug]

    def _written_for(self, slug: str) -> Edition | None:
        """Return the edition of a book that the texts were written for; None if it is not known, or not here whole."""
        if self.written is None:
            return None
        if past := self._past:
            return past.edition(slug) if past.in_force(past.all(slug)) else None  # warns that there may be a later one
        return next(filter(self.installed.is_whole, self.installed.editions_named(slug, self.written)), None)

    def spelled(self, slug: str, number: str) -> RuleNumber | None:
        """Return a number as the newest edition that has it spells it (`103.1a` may be `103.1.a`); None if none has."""
        key = slug, number
        if key not in self._spelled:
            editions = self.installed.readable(self.installed.all(slug))
            found = (edition.find(number) for edition in editions)
            self._spelled[key] = next((entry.row.number for entry in found if entry), None)
        return self._spelled[key]
