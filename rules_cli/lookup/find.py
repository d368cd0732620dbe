"""Find rules: a user's words → rows of the installed books. The foundation of every other question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from rules_cli.captions import Remark, Words, joined
from rules_cli.errors import BookNotFound, NearRules, RuleNotFound, RulesError, UsageError
from rules_cli.lookup.compose import Composer, RowRef, in_parts, same_number
from rules_cli.lookup.path import Place, follow, follow_typed, has_chapters, near_number, places_in, without_dots
from rules_cli.lookup.typed import reads_as_rules, split_typed
from rules_cli.model import Rule, RuleNumber
from rules_cli.numbers.parts import printed
from rules_cli.numbers.typed import AskedNumber, looks_like_number, normal_form, read_asked, without_words
from rules_cli.numbers.typed_words import split_list
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.text import fold, shorten

MOST_WITH_END = 4  # rows whose addresses end alike: the note that names them stays within two lines of a terminal
MOST_WHOLE = 2  # books whose rules of one number are shown whole: with sub-rules, the rules of more fill many screens
_MOST_NAMED = 4  # rules that an error lists: as many as fit on a line
_FIGURES_OR_LETTERS = re.compile(r"[0-9]+|[^\W\d_]+")
_WITH_LETTERS = re.compile(r"[0-9]{1,4}[a-z]{2,6}", re.IGNORECASE)  # 2dii for 2.d.ii
_DOT = re.compile(r"\.")
_RANGE_ENDS = re.compile(r"[-–—‒−]|\.\.")


class LookupResult(NamedTuple):
    """The answer to several words: the rows found, errors for words not found, and notes on ambiguous words, all in the
    user's order. `unclear` are the rows of words that mean rules of more books than are shown whole."""

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


class Lookup(Composer):
    """Rules by id, in the installed books. Threads may share it for reading."""

    def editions(self, slug: str) -> list[str]:
        """The names of a book's editions, the one that a bare slug means first; raises BookNotFound."""
        return self.installed.editions(slug)

    def rule(self, rule_id: str) -> Rule:
        """The rule of an id (`fab:2.7.3a`, `mtg@2006-10-01:206.1`), or of a number that one book has. Raises
        RuleNotFound, which names the closest numbers; BookNotFound; UsageError for a text that is no id, for a range,
        and for a number of several books. It takes one look into a B-tree."""
        rule = self.get(rule_id)
        if rule is not None:
            return rule
        rows = self.find([rule_id]).raise_first().rows
        if len(rows) > 1:
            raise several_rules(rule_id, rows)
        return self.compose(rows[0])

    def find(self, words: Sequence[str], book: str | None = None) -> LookupResult:
        """Every rule that the words of a command line name, in their order, once; a range names every rule in it. Words
        may be one number together, with other signs than its book prints: `II 3` for II.3."""
        asked = " ".join(words)
        is_spelt = asked[:1].isalpha() and (" " in asked or "(" in asked)
        if is_spelt and (alike := self._spelt_alike(asked, words, book)):
            return LookupResult(tuple(alike), (), tuple(filter(None, [_note(asked, alike, (), ())])))
        rows: list[RowRef] = []
        unclear: list[RowRef] = []
        missing: list[RulesError] = []
        typed = split_typed(self.installed, words, book)
        notes: list[Words] = [Remark("read as", (reading,)) for reading in typed.unsure]
        for word in typed.ids:
            try:
                rows_of_word, note = self._find_one(word, book)
            except (RuleNotFound, BookNotFound) as error:
                missing.append(error)
                continue
            rows += rows_of_word
            unclear += in_many_books(rows_of_word)
            notes += [note] if note else []
        different = {(row.edition, row.number): row for row in rows}
        return LookupResult(tuple(different.values()), tuple(missing), tuple(notes), tuple(unclear))

    def _spelt_alike(self, asked: str, words: Sequence[str], book: str | None) -> list[RowRef]:
        """The rows of the chosen book whose numbers have the letters and figures of words that begin with a letter."""
        chosen = settings.chosen_book(book)
        if not chosen or looks_like_number(asked) or self.installed.book_in_front(words):
            return []
        with suppress(BookNotFound):
            return _with_end(asked, self.editions_for(chosen))
        return []

    def reads_as_rules(self, words: Sequence[str]) -> bool:
        """Whether the words of a command line are rule numbers, with or without books in front: `IPG 2.5`."""
        return reads_as_rules(self.installed, words)

    # Complexity: one step for each thing that a word may be: words, a range, a number, a list, an end.
    def _find_one(self, word: str, book: str | None) -> tuple[list[RowRef], Words]:
        """The rows of one word, and a note if it is ambiguous. Raises RuleNotFound, BookNotFound, UsageError."""
        asked = read_asked(word)
        if asked.words:
            return self._find_permanent(asked, asked.words, book)
        editions = self.candidates(asked, book)
        if asked.last is not None:
            return self._find_range(asked, asked.last, editions, word)
        if asked.steps:
            if places := [place for each in editions for place in follow_typed(each, asked)]:
                return _of_places(places, word)
            if asked.steps[1:]:
                raise self.not_found(asked, editions)
        word_of = asked.steps[0].word if asked.steps else ""
        could_have = [each for each in editions if not has_chapters(each, word_of)] if word_of else editions
        rows = [row for edition in could_have for row in _readings(edition, asked.readings)]
        listed = _find_list(word, editions)
        number = asked.readings[0]
        if not rows and not listed:
            rows = _with_end(word.rpartition(":")[2], editions) or [
                row for edition in editions for row in in_parts(edition, number)
            ]
        if not rows and not listed:
            if places := [place for each in editions for place in near_number(each, number)]:
                return _of_places(places, word)
            below = [row for edition in editions for row in _below_unprinted(edition, number)]
            if not below:
                raise self.not_found(asked, editions)
            return below, ""  # the rules of one appendix are not several meanings
        unrepeated = (row for row in rows if printed(row.number) == row.number)  # 5.1, but not 5.1#2
        repeats = [repeat for row in unrepeated for repeat in same_number(row.edition, row.number)]
        return [*rows, *repeats, *listed], _note(word, rows, repeats, listed)

    def _find_permanent(self, asked: AskedNumber, words: str, book: str | None) -> tuple[list[RowRef], Words]:
        """The rows of a permanent citation, and a note if they moved; raises WordsNotFound, BookNotFound."""
        from rules_cli.lookup.permalink import Permalink, find  # here, because most numbers are not references

        slug, _, edition = (asked.book or settings.chosen_book(book) or "").partition("@")
        if not slug:
            raise UsageError("a permanent citation names its book, as in mtg@2024-11-08:702.19b~5e1f03ab")
        target = find(self.installed, Permalink(slug, asked.edition or edition or None, asked.readings[0], words))
        return target.hits, target.note

    def candidates(self, asked: AskedNumber, book: str | None) -> list[Edition]:
        """The editions to look in: the one that a number names, else those of `editions_for`."""
        if asked.book:
            return [self.installed.edition(asked.book, asked.edition)]
        return self.editions_for(book)

    def editions_for(self, book: str | None) -> list[Edition]:
        """The editions for a question that does not name one: the chosen book's, else the newest of every book."""
        chosen = settings.chosen_book(book)
        if chosen:
            slug, _, name = chosen.partition("@")
            return [self.installed.edition(slug, name or None)]
        return self.installed.newest()

    # Complexity: a dash may be that of a range, a part of the number as printed, or either.
    def _find_range(
        self, asked: AskedNumber, last: RuleNumber, editions: Sequence[Edition], word: str
    ) -> tuple[list[RowRef], Words]:
        """The rows of a range, of the one number that its word may be instead (`702-19b`), or of both with a note. The
        range is of the first edition that has both ends. Raises RuleNotFound if no edition has both: it names the one
        number if there is one, else the missing end; UsageError if the range runs backwards."""
        first = asked.readings[0]
        one_number = [asked.dashed] if asked.dashed else []
        single = [row for edition in editions for row in _readings(edition, one_number)]
        ends = next(filter(None, (_ends(edition, asked, last, word) for edition in editions)), None)
        if single and (ends is None or all("-" in row.number for row in single)):  # the book has rules such as 10-1
            return single, ""
        if ends is None:
            has_start = any(edition.find(first) for edition in editions)
            missing = asked.dashed or (last if has_start else first)
            raise self.not_found(asked._replace(readings=(missing,)), editions)
        start, end = ends
        if end.entry.place < start.entry.place:
            raise UsageError(f"{shorten(word)} runs backwards; write the earlier rule first")
        rows = [
            RowRef(start.edition, entry) for entry in start.edition.between(start.entry.place, self.last_below(end))
        ]
        if not single:
            return rows, ""
        readings = (single[0].id, Remark("from to", (start.id, end.number)))
        return [*single, *rows], Remark("ambiguous", (shorten(word), readings))

    def not_found(self, asked: AskedNumber, editions: Sequence[Edition]) -> RuleNotFound:
        """The error for a number that no rule of these editions has."""
        number = asked.readings[0]
        said = asked.typed or number
        only = editions[0] if len(editions) == 1 else None

        def near() -> NearRules:
            from rules_cli.lookup.near import near_rules  # here, because a rule that is found needs none

            return near_rules(self, number, editions)

        return RuleNotFound(f"{only.slug}:{said}" if only else str(said), near, only.name if only else None)


def _readings(edition: Edition, readings: Sequence[RuleNumber]) -> list[RowRef]:
    """Return the row with the number as typed, the first reading; without one, the rows of all other readings."""
    rows = {number: RowRef(edition, entry) for number in readings if (entry := edition.find(number))}
    return [*rows.values()][: 1 if next(iter(readings), None) in rows else None]


def _of_places(places: Sequence[Place], word: str) -> tuple[list[RowRef], Words]:
    """Return the rows of places, and a note: what the point is that was asked for, or that the word is ambiguous."""
    rows = list({row.id: row for row, _ in places}.values())
    first, point = places[0]
    if rows[1:] or not point:
        return rows, _note(word, rows, (), ())
    words = places_in(first.entry.row.words.text or "")[point]
    return rows, Remark("point of", (word.rpartition(":")[2], point, str(first.number), shorten(words)))


def _find_list(word: str, editions: Sequence[Edition]) -> list[RowRef]:
    """Return the rows of a list that could also be one number, `702,704`, in the first edition that has all of them."""
    typed = word.rpartition(":")[2]
    numbers = [] if without_words(typed) else [normal_form(part) for part in split_list(typed)]
    for edition in editions if len(numbers) > 1 else ():
        rows = [RowRef(edition, entry) for number in numbers if number and (entry := edition.find(number))]
        if len(rows) == len(numbers):
            return rows
    return []


# Complexity: one condition for each kind of text that has no such rows.
def _with_end(typed: str, editions: Sequence[Edition]) -> list[RowRef]:
    """Return the rows whose numbers have the typed figures and letters with any signs between them; else those whose
    addresses end with these, `cleave 5`. Empty for one figure or word, or if they are too many to show."""
    if not (typed[:1].isalpha() or "(" in typed or _WITH_LETTERS.fullmatch(typed)):
        return []
    key = _spelling(typed)
    if "." not in key[1:-1] or not any(map(str.isdigit, key)):
        return []
    if _WITH_LETTERS.fullmatch(typed):  # its letters may be parts
        found = [(edition, number) for edition in editions for number in without_dots(edition, typed)]
        return [RowRef(edition, entry) for edition, number in found if (entry := edition.get(number))]
    numbers = [(edition, number) for edition in editions for number in edition.numbers()]
    found = [each for each in numbers if _spelling(each[1]) == key] or [
        (edition, number)
        for edition, number in numbers
        if key[1].isalpha() and any(_spelling(number[dot.start() :]) == key for dot in _DOT.finditer(number))
    ]
    rows = [RowRef(edition, entry) for edition, number in found if (entry := edition.get(number))]
    return rows if len(rows) <= MOST_WITH_END else []


def _spelling(number: str) -> str:
    """Return the figures and letters of a number with dots around them, `.ii.3.` for II(3)."""
    return f".{'.'.join(_FIGURES_OR_LETTERS.findall(fold(number)))}."


def _below_unprinted(edition: Edition, number: RuleNumber) -> Iterator[RowRef]:
    """Yield the highest rows of an appendix that has no row itself: A.1, A.2 and so on for A."""
    first = edition.find(f"{number}.1") if len(number) == 1 and number.isalpha() else None
    if first is None or first.row.parent is not None:
        return
    start = first.row.number[:2]
    for entry in edition.entries():
        if entry.row.parent is None and entry.row.number.startswith(start):
            yield RowRef(edition, entry)


def _ends(edition: Edition, asked: AskedNumber, last: RuleNumber, word: str) -> tuple[RowRef, RowRef] | None:
    """Return the first and the last row of a range; None if the edition lacks one of them."""
    if asked.steps[1:]:
        found = [next(iter(follow(edition, steps)), None) for steps in (asked.steps, asked.last_steps or asked.steps)]
        return (found[0].row, found[1].row) if found[0] and found[1] else None
    start, end = edition.find(asked.readings[0]), edition.find(last)
    if end is None and (whole := normal_form(_RANGE_ENDS.split(word)[-1])):
        end = edition.find(whole)  # 2.4.5-2.6 ends at 2.6, but its nearer reading is 2.4.6
    return (RowRef(edition, start), RowRef(edition, end)) if start and end else None


def in_many_books(rows: Sequence[RowRef]) -> Sequence[RowRef]:
    """Return the rows that a word may mean if they are of more than `MOST_WHOLE` books; else none."""
    return rows if len({row.edition.slug for row in rows}) > MOST_WHOLE else ()


def _note(word: str, rows: Sequence[RowRef], repeats: Sequence[RowRef], listed: Sequence[RowRef]) -> Words:
    """A sentence on a word that means several rows, or a row whose number is repeated; else empty. The `listed` rows
    together are one meaning."""
    meanings = [*(row.id for row in rows), *filter(None, [joined("two and", *(row.id for row in listed))])]
    if len(meanings) > 1:
        is_in_several_books = len({row.edition.slug for row in rows}) > 1
        choose = Remark("choose a book", (rows[0].edition.slug,)) if is_in_several_books else ""
        if in_many_books(rows):
            return joined("semicolon", Remark("any of", (shorten(word), len(meanings))), choose)
        return joined("semicolon", Remark("ambiguous", (shorten(word), tuple(meanings))), choose)
    return Remark("repeated", (rows[0].id, len(repeats) + 1)) if repeats else ""
