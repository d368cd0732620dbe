"""The editions that citations are compared with, each read once, and the names of their games."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
from rules_cli.lookup.path import follow_typed, has_chapters, places_in
from rules_cli.model import Row, RuleNumber
from rules_cli.numbers.parts import closest, is_of_worded_form, numbers_above, parts
from rules_cli.numbers.typed import AskedNumber
from rules_cli.numbers.worded import Step
from rules_cli.store import settings
from rules_cli.store.edition import Edition, is_date
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import shorten, words_of_text

LIKE = 0.7
"""The least share of a quotation's words in a rule, in their order: more remain after a change of a word or two."""
SECTIONS = 100  # the first number of three figures: few other things in a text are counted so far
_PLAIN = 2  # parts of a number: a law or a list may have it as well
_LONGEST_SHORT = 4  # letters of an abbreviation: longer words are written out
_NEAREST = 3  # numbers offered for one that does not exist: they fit on its line


@dataclass(frozen=True)
class EditionSnapshot:
    """One edition in memory, with its entries by number. `whole` is false if it ships without some chapters."""

    edition: Edition
    entries: Mapping[str, IndexEntry]
    installed: InstalledBooks
    whole: bool = True
    _texts: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _stems: dict[str, frozenset[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __contains__(self, number: str) -> bool:
        return number in self.entries

    def id(self, number: str) -> str:
        """Return `book:number`."""
        return f"{self.edition.slug}:{number}"

    def covers(self, number: str) -> bool:
        """Return whether the edition has the chapter of a number."""
        return self.whole or covers(self.entries, number)

    # --- numbers

    def closest(self, number: str) -> list[str]:
        """Return the nearest numbers to one that the edition lacks, as a look-up offers them."""
        return closest(number, same_chapter(number, self.entries), _NEAREST)

    def printed_as(self, number: str) -> list[str]:
        """Return the numbers of the rows that were printed with a number: `5.1`, and `5.1#2` after a misprint."""
        repeated = (f"{number}#{count}" for count in range(2, MOST_REPEATS + 1))
        return [each for each in (number, *takewhile(self.entries.__contains__, repeated)) if each in self.entries]

    def between(self, first: str, last: str) -> list[str]:
        """Return the numbers of the rows from one to another, both included."""
        return list(islice(self.entries, self.entries[first].place - 1, self.entries[last].place))

    @cached_property
    def shapes(self) -> frozenset[object]:
        """The shapes of the numbers in this edition; see `shape`."""
        return frozenset(map(shape, self.entries))

    @cached_property
    def is_plain(self) -> bool:
        """Whether its rules have numbers that other things have, too: 9, 4.2, 5(2), and not only 704.5 or 2.7.3."""
        rules = (number for number, entry in self.entries.items() if entry.row.words.text and number[0].isdecimal())
        plain = [len(each.digits) for each in map(parts, rules) if each and each.digits[0] < SECTIONS]
        return bool(plain) and min(plain) <= _PLAIN

    @cached_property
    def has_worded(self) -> bool:
        """Whether it has numbers that texts cite with words between their parts: IV.2 or 5(2)."""
        return any(map(is_of_worded_form, self.entries))

    def has_letters(self, number: str) -> bool:
        """Return whether there are lettered sub-rules below the nearest row above a number that the edition has."""
        above = next((each for each in numbers_above(number) if each in self.entries), None)
        below = map(parts, self.branch(above)) if above else ()
        return any(each is not None and bool(each.letters) for each in below)

    def children(self, number: str) -> Sequence[RuleNumber]:
        """Return the numbers right below a row; empty if there is no such row."""
        return self.entries[number].children if number in self.entries else ()

    def rows(self, number: str) -> list[Row]:
        """Return the row of a number; empty without one."""
        return [self.entries[number].row] if number in self.entries else []

    def points(self, number: str) -> frozenset[str]:
        """Return the labels of the points in the words of a rule, `a) …`; without labels, the places of its lines."""
        return frozenset(label for row in self.rows(number) for label in places_in(row.words.text or ""))

    def sentence_count(self, number: str) -> int:
        """Return how many sentences the text of a rule has, or more: parts of a sentence and abbreviations count."""
        return sum(len(re.findall(r"[.!?;:](?=\W|$)", row.words.text or "")) or 1 for row in self.rows(number))

    def branch(self, number: str) -> Iterator[str]:
        """Yield the number of a row and those of all rows below it."""
        yield number
        for child in self.children(number):
            # a child comes later in the book: the tree of an edited file may have cycles
            if child in self.entries and self.entries[child].place > self.entries[number].place:
                yield from self.branch(child)

    # --- words

    @cached_property
    def is_official(self) -> bool:
        """Whether the edition has official text."""
        return any(entry.row.words.text is not None for entry in self.entries.values())

    def texts(self, number: str) -> list[str]:
        """Return the official texts of a row and the rows below it, each alone, and all of them joined. The titles
        above it count as its own: "rule 409.1, “Playing Spells”". Empty without official text."""
        if self.is_official and number not in self._texts:
            titles = [self.entries[above].row.title or "" for above in numbers_above(number) if above in self.entries]
            texts = [text for row in self.branch(number) for text in own_texts(self.entries[row].row)]
            self._texts[number] = [*titles, *texts, " ".join(texts)]
        return self._texts.get(number, [])

    def stem(self, word: str) -> str:
        """Return the stem of a folded word in the language of the edition."""
        from rules_cli.search.stems import stem  # here, because few texts have labels before numbers

        return stem(word, self.edition.about["language"])

    def stems(self, number: str) -> frozenset[str]:
        """Return the stems of the words in the official texts of a row and the rows below it; kept, because a text may
        have a label before each of its numbers."""
        if number not in self._stems:
            from rules_cli.search.stems import STOPWORDS

            texts = self.texts(number) if number in self else ()
            found = {word for text in texts for word in words_of_text(text)}
            self._stems[number] = frozenset(map(self.stem, found - STOPWORDS))
        return self._stems[number]

    def restated_texts(self, number: str) -> list[str]:
        """Return our texts, examples and notes of a row and the rows below it, in all our languages. Each is there
        alone, and all of a row are joined behind its title: once ours, once the book's."""
        texts: list[str] = []
        for entry in map(self.entries.__getitem__, self.branch(number)):
            for ours in restatements(self.installed, self.edition, entry).values():
                texts_of_row = list(filter(None, (ours.text, *ours.examples, *ours.notes)))
                titles = filter(None, (entry.row.title, ours.title))
                texts += [*texts_of_row, *(" ".join([title, *texts_of_row]) for title in titles)]
        return texts

    def says(self, number: str, words: Sequence[str]) -> bool:
        """Return whether the official texts of a rule, or of the rules below it, contain a run of words."""
        texts = (text for row in self.printed_as(number) for text in self.texts(row))
        return any(line_of(words) in line_of(words_of(text)) for text in texts)

    def beginning_with(self, words: Sequence[str]) -> list[RuleNumber]:
        """Return the rules that begin with the given words; none for fewer than FEWEST words."""
        rows = self._opening_with(words) if len(words) >= FEWEST else ()
        return [row.number for row in rows if words_of(row.words.text or "")[: len(words)] == words]

    def titled(self, words: Sequence[str]) -> list[RuleNumber]:
        """Return the heading with a title; empty if several have it."""
        headings = [row.number for row in self._opening_with(words) if words_of(row.title or "") == words]
        return headings if len(headings) == 1 else []

    def _opening_with(self, words: Sequence[str]) -> Sequence[Row]:
        return self._openings.get(" ".join(words[:FEWEST]), ())

    @cached_property
    def _openings(self) -> Mapping[str, list[Row]]:
        """The rules and headings by the first FEWEST words of their text or title."""
        openings: dict[str, list[Row]] = defaultdict(list)
        for row in (entry.row for entry in self.entries.values()):
            if words := words_of((row.title if row.kind == "heading" else row.words.text) or ""):
                openings[" ".join(words[:FEWEST])].append(row)
        return openings

    def with_words(self, quoted: str) -> list[RuleNumber]:
        """Return the rules that have quoted words; those deepest in the book come first."""
        longest = max(pieces_of(quoted), key=len, default=[])
        having = min((self._having.get(word, []) for word in longest), key=len, default=list(self._lines))
        possible = (number for number in having if line_of(longest) in self._lines[number][0])  # a quick test
        rules = [number for number in possible if difference(quoted, own_texts(self.entries[number].row)) is None]
        return sorted(rules, key=lambda number: len(numbers_above(number)), reverse=True)

    def most_like(self, quoted: str) -> tuple[float, RuleNumber | None]:
        """Return the rule with the most of the given words, in the same order, after the share that it has of them. 0
        and None if no rule has more than LIKE of them."""
        words = words_of(quoted)
        distinct = set(words)
        best_score, best = 0.0, None
        for number, (line, words_of_rule) in self._lines.items():
            if len(distinct & words_of_rule) < LIKE / 2 * len(distinct):  # quicker to see than their order
                continue
            least = max(best_score, LIKE)
            score = LCSseq.similarity(words, line.split(), score_cutoff=int(least * len(words))) / len(words)
            if score > least:
                best_score, best = score, number
        return best_score, best

    @cached_property
    def _having(self) -> Mapping[str, list[RuleNumber]]:
        """The rules that have each word, in the order of the book."""
        having: dict[str, list[RuleNumber]] = defaultdict(list)
        for number, (_, words_of_rule) in self._lines.items():
            for word in words_of_rule:
                having[word].append(number)
        return having

    @cached_property
    def _lines(self) -> Mapping[RuleNumber, tuple[str, frozenset[str]]]:
        """The words of each rule, its examples and notes, as a line and as a set."""
        rows = (entry.row for entry in self.entries.values())
        words_by_number = ((row.number, words_of(" ".join(own_texts(row)))) for row in rows)
        return {number: (line_of(words), frozenset(words)) for number, words in words_by_number}


def own_texts(row: Row) -> list[str]:
    """Return the title, text, examples and notes of a row."""
    return list(filter(None, (row.title, row.words.text, *row.words.examples, *row.words.notes)))


def shape(number: str) -> object:
    """Return a value that is the same for numbers of one form. It says how many parts a number has, and whether the
    first has letters, roman ones too, or three figures; for the id of a page, it is its first word."""
    number_parts = parts(number)
    if number_parts is None:
        return number.partition(".")[0]
    first = number_parts[0] if number[0].isdecimal() else ""
    return len(number_parts.digits), isinstance(first, str) or first >= SECTIONS, number[0].isdecimal()


class Editions:
    """The editions that citations are compared with.

    `chosen` is the book of numbers without a book, with an edition (`mtg@2024-11-08`) if the newest one is not meant.
    `written` is the day or edition that the texts were written for. Raises UsageError if the chosen book or edition is
    unknown, or if `written` is neither a date nor an edition of the chosen book.

    With a book that is not installed whole nothing is compared: its numbers are known by their form alone.
    """

    # Complexity: a book or an edition that is named may be unknown.
    def __init__(self, installed: InstalledBooks, chosen: str | None = None, written: str | None = None) -> None:
        self.installed, self.written = installed, written
        self._snapshots: dict[Path, EditionSnapshot] = {}
        self.spelled = cache(self._find_spelled)
        self.followed = cache(self._follow)
        self._written_for = cache(self._find_written_for)
        self._shapes = cache(self._shapes_of)
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
        names = [edition_name for slug in slugs for edition_name in installed.editions(slug)]
        if written and not self._past and written.lower() not in map(str.lower, names):
            known = f"; there are {', '.join(names)}" if len(slugs) == 1 else ""
            raise UsageError(f"--written takes a date or an edition, as in 2024-11-08; not {shorten(written)!r}{known}")

    # --- books

    def is_whole(self, slug: str) -> bool:
        """Return whether the edition of a book that citations are compared with is installed whole."""
        return slug in self.installed and self.installed.is_whole(self._edition_now(slug))

    def why_not_whole(self, slug: str) -> Remark:
        """Return a remark on a book that is not installed whole: which other edition is, or how to get the book."""
        whole = [edition for edition in self.installed.own(slug) if self.installed.is_whole(edition)]
        if whole:
            return Remark("edition in part", (repr(self._edition_now(slug)), repr(whole[0])))
        info = self.installed.info(slug)
        return Remark("book in part", (info.game, info.how_to_get) if info else (slug, ""))

    def may_have(self, slug: str, number: str) -> bool:
        """Return whether a number has the form of a known number of a book that is not installed whole."""
        return shape(number) in self._shapes(slug)

    def _shapes_of(self, slug: str) -> frozenset[object]:
        info, shipped = self.installed.info(slug), self.installed.shipped(slug)
        titled_numbers = (info.titles if info else None) or ()
        return frozenset(map(shape, [*(shipped.numbers() if shipped else ()), *titled_numbers]))

    @cached_property
    def readable(self) -> list[str]:
        """All books that can be read."""
        return [edition.slug for edition in self.installed.newest()]

    @cached_property
    def slugs(self) -> frozenset[str]:
        """The slugs of all books, also of those that could be installed."""
        return frozenset([*self.installed.slugs(), *(info.slug for info in self.installed.obtainable())])

    # Complexity: a game has names, any other book a title and its abbreviations.
    @cached_property
    def names(self) -> dict[str, str]:
        """The slugs by the names of games; a book without names has its title, and abbreviations of it, for a name. An
        abbreviation of several titles is of the chosen book, if it is one of them, else of none."""
        names = {name: info.slug for info in self.installed.obtainable() for name in info.called}
        books_of: dict[str, list[str]] = defaultdict(list)
        for slug in self.installed.slugs():
            info = self.installed.info(slug)
            if info and info.called:
                names.update((name, slug) for name in info.called if len(name) > 1)
                continue
            for edition in self.installed.readable([self.installed.edition(slug)]):
                title = edition.about["title"]
                names.update([(title, slug)] if len(title) > 1 else ())
                for abbreviation in _abbreviations(title):
                    books_of[abbreviation].append(slug)
        own_book = {name: slugs[0] if len(slugs) == 1 else self.book for name, slugs in books_of.items()}
        return {name: slug for name, slug in own_book.items() if slug in books_of[name]} | names

    # --- editions

    def snapshot(self, edition: Edition) -> EditionSnapshot:
        """Return an edition in memory; it is read once."""
        if edition.path not in self._snapshots:
            entries = {str(entry.row.number): entry for entry in edition.entries()}
            is_whole = self.installed.is_whole(edition)
            self._snapshots[edition.path] = EditionSnapshot(edition, entries, self.installed, is_whole)
        return self._snapshots[edition.path]

    def now(self, slug: str) -> EditionSnapshot:
        """Return the edition of a book that citations are compared with: the chosen one, else the newest."""
        return self.snapshot(self._edition_now(slug))

    def _edition_now(self, slug: str) -> Edition:
        return self.installed.edition(slug, self._name if slug == self.book else None)

    def then(self, slug: str, named: str | None = None) -> EditionSnapshot | None:
        """Return the edition that a citation was written for: the named one, else the one of `written`. None if neither
        is known. Raises BookNotFound if the named edition is not installed."""
        if named:
            return self.snapshot(self.installed.edition(slug, named))
        return self._written_for(slug)

    def _find_written_for(self, slug: str) -> EditionSnapshot | None:
        """Return the edition of a book that has the name in `written` or was in force on that day; None without one."""
        edition: Edition | None = None
        if past := self._past:  # `edition` warns if a later one may have been in force
            edition = past.edition(slug) if past.in_force(past.all(slug)) else None
        elif self.written is not None:
            edition = next(filter(self.installed.is_whole, self.installed.editions_named(slug, self.written)), None)
        return self.snapshot(edition) if edition else None

    def _find_spelled(self, slug: str, number: str) -> RuleNumber | None:
        """Return a number as it is spelled by the newest edition that has it: `103.1.a` for `103.1a`; else None."""
        editions = self.installed.readable(self.installed.all(slug))
        entries = (edition.find(number) for edition in editions)
        return next((entry.row.number for entry in entries if entry), None)

    def _follow(self, slug: str, number: RuleNumber, steps: tuple[Step, ...]) -> RuleNumber | None:
        """Return the rule to which the steps of a number lead in the newest edition that has it, as a look-up finds it;
        with one step or none, that is a chapter of this name or the rule of the number."""
        asked = AskedNumber(None, None, (number,), steps=steps)
        editions = self.installed.readable(self.installed.all(slug)) if steps else []
        found = next(filter(None, (follow_typed(edition, asked) for edition in editions)), None)
        if found:
            return found[0].row.number
        is_chapter = steps and any(has_chapters(edition, steps[0].word) for edition in editions[:1])
        return None if steps[1:] or is_chapter else self.spelled(slug, number)


def _abbreviations(title: str) -> set[str]:
    """Return the initials of the last words of a title, also with a D: `CRD` of "Comprehensive Rules (Document)". Never
    `CR`, which may be any book's."""
    initials = "".join(word[0] for word in re.findall(r"\b[A-Z]\w*", title))
    endings = [initials[-count:] for count in range(2, _LONGEST_SHORT + 1) if count <= len(initials)]
    return {*endings, *(f"{ending}D" for ending in endings)} - {"CR"}
