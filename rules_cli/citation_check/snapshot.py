"""The editions that citations are compared with, each read once, and the names of their games."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice, takewhile
from pathlib import Path

from rapidfuzz.distance import LCSseq

from rules_cli.captions import Remark
from rules_cli.citation_check.compare import FEWEST, difference, line_of, pieces_of, words_of
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.lookup.compose import MOST_REPEATS, restatements
from rules_cli.lookup.near import covers, same_chapter
from rules_cli.model import Row, RuleNumber
from rules_cli.numbers.parts import closest, numbers_above, parts
from rules_cli.store import settings
from rules_cli.store.edition import Edition, is_date
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import shorten

LIKE = 0.7
"""The share of a quotation's words in one rule, in their order, that a rule with a word or two changed has."""
SECTIONS = 100  # the first number of three figures: few other things in a text are counted so far
_LONGEST_SHORT = 4  # letters of an abbreviation: longer words are written out
_NEAREST = 3  # numbers offered for one that does not exist: they fit on its line


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

    # --- numbers

    def closest(self, number: str) -> list[str]:
        """Return the nearest numbers to one that does not exist, as a look-up offers them."""
        return closest(number, same_chapter(number, self.entries), _NEAREST)

    def printed_as(self, number: str) -> list[str]:
        """Return the rows that were printed with a number: more than one after a misprint."""
        again = (f"{number}#{count}" for count in range(2, MOST_REPEATS + 1))
        return [each for each in (number, *takewhile(self.entries.__contains__, again)) if each in self.entries]

    def between(self, first: str, last: str) -> list[str]:
        """Return the rows from one to another, both included."""
        return list(islice(self.entries, self.entries[first].place - 1, self.entries[last].place))

    @cached_property
    def shapes(self) -> frozenset[object]:
        """The shapes of the numbers in this edition; see `shape`."""
        return frozenset(map(shape, self.entries))

    def has_letters(self, number: str) -> bool:
        """Return whether there are lettered sub-rules in the rule of a lettered number, or else in its section."""
        above = next((each for each in numbers_above(number) if each in self.entries), None)
        found = (parts(each) for each in self.branch(above)) if above else ()
        return any(each is not None and bool(each.letters) for each in found)

    def children(self, number: str) -> Iterable[RuleNumber]:
        """Return the rows right below a row; none if there is no such row."""
        return self.entries[number].children if number in self.entries else ()

    def branch(self, number: str) -> Iterator[str]:
        """Yield a row and the rows below it."""
        yield number
        for child in self.children(number):
            if child in self.entries and self.entries[child].place > self.entries[number].place:
                yield from self.branch(child)

    # --- words

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
            found = [text for each in self.branch(number) for text in own_texts(self.entries[each].row)]
            self._texts[number] = [*above, *found, " ".join(found)]
        return self._texts.get(number, [])

    def restated_texts(self, number: str) -> list[str]:
        """Return our titles, texts, examples and notes of a row and the rows below it, and those of each row joined.

        They are in all our languages; a title is in its own or in the book's.
        """
        found: list[str] = []
        for entry in map(self.entries.__getitem__, self.branch(number)):
            for ours in restatements(self.installed, self.edition, entry).values():
                words = list(filter(None, (ours.text, *ours.examples, *ours.notes)))
                titles = filter(None, (entry.row.title, ours.title))
                found += [*words, *(" ".join([title, *words]) for title in titles)]
        return found

    def says(self, number: str, words: Sequence[str]) -> bool:
        """Return whether a rule, or one below it, contains some words."""
        texts = (text for row in self.printed_as(number) for text in self.texts(row))
        return any(line_of(words) in line_of(words_of(text)) for text in texts)

    def beginning_with(self, words: Sequence[str]) -> list[RuleNumber]:
        """Return the rules that begin with some words, FEWEST at least."""
        rows = self._opening_with(words) if len(words) >= FEWEST else ()
        return [row.number for row in rows if words_of(row.words.text or "")[: len(words)] == words]

    def titled(self, words: Sequence[str]) -> list[RuleNumber]:
        """Return the heading with a title, if only one has it."""
        found = [row.number for row in self._opening_with(words) if words_of(row.title or "") == words]
        return found if len(found) == 1 else []

    def _opening_with(self, words: Sequence[str]) -> list[Row]:
        return [self.entries[number].row for number in self._openings.get(" ".join(words[:FEWEST]), ())]

    @cached_property
    def _openings(self) -> Mapping[str, list[str]]:
        """The rules and headings by their first FEWEST words."""
        found: dict[str, list[str]] = defaultdict(list)
        for number, entry in self.entries.items():
            said = entry.row.title if entry.row.kind == "heading" else entry.row.words.text
            if words := words_of(said or ""):
                found[" ".join(words[:FEWEST])].append(number)
        return found

    def with_words(self, quoted: str) -> list[RuleNumber]:
        """Return the rules that have quoted words, the finest first: those under most others."""
        longest = max(map(line_of, pieces_of(quoted)), key=len, default=line_of(()))
        some = (number for number, (line, _) in self._lines.items() if longest in line)
        found = [number for number in some if difference(quoted, own_texts(self.entries[number].row)) is None]
        return sorted(found, key=lambda number: -len(numbers_above(number)))

    def most_like(self, quoted: str) -> tuple[float, RuleNumber | None]:
        """Return the share of some words that a rule has in their order, LIKE at least, and the rule with most."""
        words, best, of = words_of(quoted), 0.0, None
        different = set(words)
        for number, (line, own) in self._lines.items():
            if len(different & own) < LIKE / 2 * len(different):  # quicker to see than their order
                continue
            score = LCSseq.similarity(words, line.split(), score_cutoff=int(max(best, LIKE) * len(words))) / len(words)
            if score > max(best, LIKE):
                best, of = score, number
        return best, of

    @cached_property
    def _lines(self) -> Mapping[RuleNumber, tuple[str, frozenset[str]]]:
        """The words of each rule, its examples and notes, as a line and as a set."""
        rows = (entry.row for entry in self.entries.values())
        words = ((row.number, words_of(" ".join(own_texts(row)))) for row in rows)
        return {number: (line_of(said), frozenset(said)) for number, said in words}


def own_texts(row: Row) -> list[str]:
    """Return the title, text, examples and notes of a row."""
    return list(filter(None, (row.title, row.words.text, *row.words.examples, *row.words.notes)))


def shape(number: str) -> object:
    """Return what the numbers of one book have in common: how many parts, and whether sections have three figures."""
    found = parts(number)
    if found is None:
        return number.partition(".")[0]
    return len(found.digits), isinstance(found[0], str) or found[0] >= SECTIONS


class Editions:
    """The editions that citations are compared with.

    `chosen` is the book of numbers without a book, with an edition (`mtg@2024-11-08`) if not the newest one is meant;
    `written` is the day or edition that the texts were written for. Raises UsageError if the chosen book or edition is
    unknown, or if `written` is neither a date nor an edition of the chosen book.

    Nothing can be compared with a book of which only a part is installed, or nothing: its numbers are known by their
    form alone.
    """

    # Complexity: a book or an edition that is named may be unknown.
    def __init__(self, installed: InstalledBooks, chosen: str | None = None, written: str | None = None) -> None:
        self.installed, self.written = installed, written
        self._snapshots: dict[Path, EditionSnapshot] = {}
        self.spelled = cache(self._find_spelled)
        self._then: dict[str, EditionSnapshot | None] = {}
        self._forms: dict[str, frozenset[object]] = {}
        slug, _, name = (chosen or settings.default_book() or "").lower().partition("@")
        self._name = name or None
        self._past = InstalledBooks(as_of=written) if written and is_date(written) else None
        self.book: str | None = None
        try:
            if slug:
                missing = installed.obtainable_as(slug)
                self.book = missing.slug if missing else installed.edition(slug, self._name).slug
        except BookNotFound as error:
            raise UsageError(f"nothing was checked: {error}") from None
        slugs = [self.book] if self.book and self.book in installed else installed.slugs()
        labels = [label for slug in slugs for label in installed.editions(slug)]
        if written and not self._past and written.lower() not in map(str.lower, labels):
            there = f"; there are {', '.join(labels)}" if len(slugs) == 1 else ""
            not_one = f"--written takes a date or an edition, as in 2024-11-08; not {shorten(written)!r}"
            raise UsageError(f"{not_one}{there}")

    # --- books

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
            info, shipped = self.installed.info(slug), self.installed.shipped(slug)
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
            own = self.installed.readable([self.installed.edition(slug)]) if not (info and info.called) else []
            titles = [edition.about["title"] for edition in own]
            found.update({name: slug for name in (info.called if info else None) or titles if len(name) > 1})
            initials = ["".join(word[0] for word in re.findall(r"\b[A-Z]\w*", title)) for title in titles]
            # by the last words: `CRD` of "Comprehensive Rules" or "... Rules Document"
            ends = {each[at:] for each in initials for at in range(max(0, len(each) - _LONGEST_SHORT), len(each) - 1)}
            for name in {each for end in ends for each in (end, f"{end}D")} - {"CR"}:  # any book's
                short[name].append(slug)
        ours = {name: slugs[0] if len(slugs) == 1 else self.book for name, slugs in short.items()}
        return {**{name: slug for name, slug in ours.items() if slug in short[name]}, **found}

    # --- editions

    def snapshot(self, edition: Edition) -> EditionSnapshot:
        """Return an edition, read once."""
        if edition.path not in self._snapshots:
            entries = {str(entry.row.number): entry for entry in edition.entries()}
            found = EditionSnapshot(edition, entries, self.installed, self.installed.is_whole(edition))
            self._snapshots[edition.path] = found
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
            found: Edition | None = None
            if past := self._past:
                found = past.edition(slug) if past.in_force(past.all(slug)) else None  # warns of a later one
            elif self.written is not None:
                alike = self.installed.editions_named(slug, self.written)
                found = next(filter(self.installed.is_whole, alike), None)
            self._then[slug] = self.snapshot(found) if found else None
        return self._then[slug]

    def _find_spelled(self, slug: str, number: str) -> RuleNumber | None:
        """Return a number as the newest edition that has it spells it (`103.1a` may be `103.1.a`); None if none has."""
        editions = self.installed.readable(self.installed.all(slug))
        found = (edition.find(number) for edition in editions)
        return next((entry.row.number for entry in found if entry), None)
