"""Decides which mentions are citations, and of which book. If two readings fit, both are kept.

The book of a mention is the one printed with it. Else it is the user's choice or the game named in its sentence, if one
of them has the number. If the user chose no book: the game named in the sentence, the only game that the text names, or
any book that has the number. A book that is not installed whole may have any number that looks like its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import filterfalse, groupby, product

from rules_cli.citation_check.beside import introduction, repeats_rule
from rules_cli.citation_check.model import CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.snapshot import SECTIONS, Editions, EditionSnapshot, shape
from rules_cli.numbers.parts import is_of_worded_form, numbers_above, parts, printed

_SENTENCE_ENDS = re.compile(r"[.!?][”\"')\]]?\s|\n[ \t]*\r?\n")
_NEAR = 200  # characters: a game named further away is not taken for that of a number, even in a long sentence
_DOCUMENT = re.compile(r"(?:[A-Z]{2,6}[ -]?[0-9][0-9.]*|[0-9]+ [A-Z]{2,6})[\s,:(]{1,3}$")
_UNITS = frozenset("bdfghkmsx")  # letters after other numbers: 100.5k, 2.5m, the 1.5f of a program
_OF = re.compile(r"[)\]*_`]*\s(?:(?:of|in|from|de|do|da|em)\s)?(?:the\s|o\s|a\s)?[*_(]*")
_HEADING = re.compile(
    r"^[ \t]{0,3}(?:#{1,6}[ \t]+)?(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,5})[.)]?[ \t]+[A-ZÀ-Þ][^\n]{0,100}$",
    re.MULTILINE,
)

LikelyBooks = Sequence[Sequence[str]]
"""Groups of books that a mention may be of, the likeliest group first."""


class Resolver:
    """Decides on the mentions of one text.

    In a `strict` check each number of a known book is a citation.
    """

    def __init__(self, text: str, editions: Editions, strict: bool = False) -> None:
        self._text, self._editions, self._strict = text, editions, strict
        names, installed = editions.names, editions.installed.slugs()
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        found = re.finditer(rf"(?<![^\W_])(?:{words})(?![^\W_])", text) if words else ()
        self._games = [(match.start(), match.end(), names[match[0]]) for match in found]
        books = {book for _, _, book in self._games if book in installed}
        self._only = list(books) if len(books) == 1 else []
        self._own_sections = {found["number"] for found in _HEADING.finditer(text)}

    # Complexity: the first number of a chain decides, in each edition that may have it.
    def resolve(self, mentions: Iterable[Mention]) -> Iterator[ResolvedCitation]:
        """Yield the mentions that are citations, in their order; the first of a list or range decides the book."""
        for _, chain in groupby(mentions, key=lambda mention: mention.chain):
            head, *others = chain
            likely = self._likely_books(head)
            books = [book for book in likely[0] if book in self._editions.installed]
            both = ((self._editions.then(book), self._editions.now(book)) for book in books)
            homes = [home for editions in both for home in editions if home]
            # a section may be one of this text, or of a document named before it: "RFC 7230, section 3.3"
            before = self._text[max(0, head.start - _NEAR) : head.start]
            is_of_another = printed(head.readings[0]) in self._own_sections or _DOCUMENT.search(before)
            if head.sign in ("section", "bare") and is_of_another:
                homes = [home for home in homes if repeats_rule(self._text, head, home)]
                if not homes:
                    continue
            first = self._citation(head, likely, homes)
            found = [first] if first else []
            books = [meaning.book for meaning in first.meanings] if first else []
            for mention in others if first else ():
                meanings = self._meanings(mention, books)
                found.append(ResolvedCitation(mention, meanings or _missing(mention, books), bool(meanings)))
            for each in found:
                # a number without a word before it may be the name of an edition: `CR 2.2.1 (2.14.0)`
                has_word = each.mention.sign in ("book", "word", "section") and each.mention.start < each.mention.at
                cited = {meaning.book for meaning in each.meanings if meaning.book in self._editions.installed}
                if has_word or not any(each.mention.printed in self._editions.installed.editions(b) for b in cited):
                    yield each

    # --- books

    def _likely_books(self, mention: Mention) -> LikelyBooks:
        if mention.book:
            return [[mention.book]]
        near = self._game_near(mention.start, mention.end)
        if self._editions.book:
            return [list(dict.fromkeys([self._editions.book, *near]))]
        return [books for books in (near, self._only, self._editions.readable) if books]

    def _game_near(self, start: int, end: int) -> list[str]:
        """Return the game named last before a place in its sentence, else right after it: "rule 2.7.3a of Magic"."""
        after = bisect_left(self._games, (start,))
        for _, name_end, book in self._games[max(0, after - 1) : after]:
            if start - name_end <= _NEAR and not _SENTENCE_ENDS.search(self._text, name_end, start):
                return [book]
        for name_start, _, book in self._games[after : after + 1]:
            if name_start >= end and _OF.fullmatch(self._text, end, name_start):
                return [book]
        return []

    def _is_known(self, likely: LikelyBooks) -> bool:
        """Return whether the book is known: it was chosen, or is the only one that the text names."""
        return len(likely[0]) == 1 or self._editions.book is not None

    # --- citations

    # Complexity: one condition for each sign that a number may have.
    def _citation(
        self, mention: Mention, likely: LikelyBooks, homes: Sequence[EditionSnapshot]
    ) -> ResolvedCitation | None:
        """Return the citation of the likeliest books that have the number, or numbers like it; None if it cites no
        rule.

        After a weak sign, which other numbers have too, only a rare number or one with its book is a citation; a bare
        one only if the words around it introduce it.
        """
        known, book, introduced = self._is_known(likely), likely[0][0], "no"
        if mention.sign in ("shape", "bare") and known:
            in_part = book == self._editions.book and not self._editions.is_whole(book)  # its terms are not known
            around = "perhaps" if in_part else introduction(self._text, mention, homes)
            introduced = "surely" if self._strict else around
        weak = mention.sign in ("section", "shape", "bare")
        is_lettered_section = mention.sign == "section" and mention.readings[0][-1:].isalpha()
        is_telling = mention.sign != "bare" or introduced != "no"
        if not is_telling or (weak and not (known or _is_rare(mention) or is_lettered_section)):
            return None
        for books in likely:
            if meanings := self._meanings(mention, books, by_form=known or not weak):
                return ResolvedCitation(mention, meanings, True)
        sure = introduced == "surely"
        if weak and not (known and (sure or (_is_rare(mention) and mention.sign != "bare"))):
            return None
        for books in likely:
            if fitting := [book for book in books if self._would_fit(mention, book, sure)]:
                return ResolvedCitation(mention, _missing(mention, fitting), False)
        is_item = mention.readings[0].rpartition(".")[2].isdecimal() and parts(mention.readings[0]) is None
        if mention.sign in ("word", "book") and (_has_dot_or_letter(mention) or (mention.book and is_item)):
            return ResolvedCitation(mention, _missing(mention, likely[0]), False)
        return None

    # Complexity: one case for books that are here whole, one for those that are not.
    def _meanings(self, mention: Mention, books: Sequence[str], by_form: bool = True) -> tuple[CitationReading, ...]:
        """Return the rules that a mention may mean: those that books have; with `by_form` also those that a book may
        have that is not here whole, unless a book of the user's own has the rule.

        If no book has it, a book of the user's own with numbers like it may be meant as well.
        """
        editions = self._editions
        existing = tuple(self._existing(mention, books))
        own = list(filter(editions.installed.own, books))
        if not by_form or any(each.book in own for each in existing):
            return existing
        numbers = mention.readings if _is_telling(mention) else ()
        unseen = tuple(
            CitationReading(book, found[0])
            for book in filterfalse(editions.is_whole, books)
            if (found := [number for number in numbers if editions.may_have(book, number)])
        )
        if existing or not unseen:
            return (*existing, *unseen)
        return (*_missing(mention, [book for book in own if self._would_fit(mention, book, sure=False)]), *unseen)

    def _existing(self, mention: Mention, books: Iterable[str]) -> Iterator[CitationReading]:
        """Yield the rules that a mention may mean in the books that have them: as printed, else with dots put back."""
        first, *others = mention.readings
        for book in filter(self._editions.is_whole, books):
            if number := self._editions.spelled(book, first):
                if _is_telling(mention):
                    yield CitationReading(book, number)
            elif not first.isdecimal() and mention.sign != "section":
                found = (self._editions.spelled(book, number) for number in others)
                yield from (CitationReading(book, number) for number in found if number)

    def _would_fit(self, mention: Mention, book: str, sure: bool) -> bool:
        """Return whether a number that a book lacks looks like one of it."""
        if not self._editions.is_whole(book):
            return False
        number, snapshot = mention.readings[0], self._editions.now(book)
        if mention.sign == "bare":
            return sure and _is_of_its_form(mention, snapshot)
        if mention.sign == "shape":
            # one letter that no unit is: 802.3ad and 100.5k are no rules
            has_one_letter = number[-1:].isalpha() and number[-2:-1].isdigit() and number[-1] not in _UNITS
            return (sure or has_one_letter) and snapshot.has_letters(number)
        is_section = parts(number) is not None and not _has_dot_or_letter(mention)
        return not is_section and shape(number) in snapshot.shapes

    # --- numbers with words between their parts

    def worded(self, mention: Mention) -> ResolvedCitation | None:
        """Return the citation of the likeliest books that have a worded number; None if it cites no rule.

        A number that is missing is a citation if the book is known and it would be beside numbers of its form.
        """
        editions, likely = self._editions, self._likely_books(mention)
        for books in likely:
            for book, number in product(filter(editions.is_whole, books), mention.readings):
                if (there := editions.spelled(book, number)) and _as_one(number, there):
                    return ResolvedCitation(mention, (CitationReading(book, there),), True)
        first = mention.readings[0]
        above = list(numbers_above(first)[:1]) if self._is_known(likely) else []
        fitting = []
        for book in filter(editions.is_whole, likely[0] if above else ()):
            snapshot = editions.now(book)
            beside = snapshot.children(above[0]) if first[0].isdecimal() else snapshot.entries
            fitting += [book] if any(_as_one(first, each) for each in beside) else []
        return ResolvedCitation(mention, _missing(mention, fitting), False) if fitting else None

    # --- numbers that are no citations

    def unread(self, mentions: Iterable[Mention], citations: Iterable[ResolvedCitation]) -> Iterator[Mention]:
        """Yield the numbers that were not taken for citations and are like those of the chosen book and the cited ones.

        Of a book that is not here whole, all such numbers are taken.
        """
        taken = {each.mention for each in citations}
        books = {self._editions.book, *(meaning.book for each in citations for meaning in each.meanings)}
        snapshots = [self._editions.now(book) for book in filter(None, books) if self._editions.is_whole(book)]
        others = (each for each in mentions if each.sign in ("shape", "bare") and each not in taken)
        yield from (each for each in others if any(_is_of_its_form(each, snapshot) for snapshot in snapshots))


def _as_one(number: str, known: str) -> bool:
    """Return whether a book prints numbers as one with words says them: 5(2), or IV.2 if it is roman."""
    return is_of_worded_form(known) and number[0].isdecimal() == known[0].isdecimal()


def _missing(mention: Mention, books: Iterable[str]) -> tuple[CitationReading, ...]:
    return tuple(CitationReading(book, mention.readings[0]) for book in books)


def _is_telling(mention: Mention) -> bool:
    """Return whether a number may be a rule's: "rule 1" is any list's."""
    return _has_dot_or_letter(mention) or len(mention.readings[0]) >= 3 or mention.sign == "book"


def _has_dot_or_letter(mention: Mention) -> bool:
    number = parts(mention.readings[0])
    return number is not None and len(number) > 1


def _is_rare(mention: Mention) -> bool:
    """Return whether few other things look like a number: 704.5 is rare, 2.7.3 may be a version or any section."""
    number = parts(mention.readings[0])
    return number is not None and len(number.digits) == 2 and number.digits[0] >= SECTIONS


def _is_of_its_form(mention: Mention, snapshot: EditionSnapshot) -> bool:
    """Return whether an edition has a number, or the rule or section that it would be in."""
    number = mention.readings[0]
    return number in snapshot or any(above in snapshot for above in numbers_above(number)[:1])
