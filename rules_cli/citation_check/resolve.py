"""Decides which mentions are citations, and of which book. If two readings fit, both are kept.

The book of a mention is the one printed with it. Without one, it is the chosen book or the game named in the sentence,
if one of them has the number. If the user chose no book: the game named in the sentence, the only game that the text
names, or any book that has the number. A book that is not installed whole may have any number that looks like its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import filterfalse, groupby

from rules_cli.citation_check.beside import NEAR, introduction, label_of, repeats_rule, word_before
from rules_cli.citation_check.compare import likeness
from rules_cli.citation_check.find import is_behind_word
from rules_cli.citation_check.model import CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.own_book import at_rule, is_near, label_cites, own_citation, with_point
from rules_cli.citation_check.quotations import Quotation, words_beside
from rules_cli.citation_check.snapshot import LIKE, SECTIONS, Editions, EditionSnapshot, shape
from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import is_of_worded_form, numbers_above, parts, printed
from rules_cli.numbers.references import is_of_other_things

_SENTENCE_ENDS = re.compile(r"[.!?][”\"')\]]?\s|\n[ \t]*\r?\n")
_NEAR = 200  # characters: a game named further away is not taken for that of a number, even in a long sentence
_DOCUMENT = re.compile(r"(?:[A-Z]{2,6}[ -]?[0-9][0-9.]*|[0-9]+ [A-Z]{2,6})[\s,:(]{1,3}$")
_UNITS = frozenset("bdfghkmsx")  # letters after other numbers: 100.5k, 2.5m, the 1.5f of a program
_OF = re.compile(r"[)\]*_`]*\s(?:(?:of|in|from|de|do|da|em)\s)?(?:the\s|o\s|a\s)?[*_(]*")
_NOUN = re.compile(r" [a-zß-ÿ]{3,}")
_HEADING = re.compile(
    r"^[ \t]{0,3}(?:#{1,6}[ \t]+)?(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,5})[.)]?[ \t]+[A-ZÀ-Þ][^\n]{0,100}$",
    re.MULTILINE,
)

LikelyBooks = Sequence[Sequence[str]]
"""Groups of books that a mention may be of, the likeliest group first."""


class Resolver:
    """Decides on the mentions of one text. In a `strict` check each number of a known book is a citation."""

    def __init__(self, text: str, quoted: Sequence[Quotation], editions: Editions, strict: bool = False) -> None:
        self._text, self._editions, self._strict = text, editions, strict
        self._quotations = [each for each in quoted if each.is_long]
        names, installed = editions.names, editions.installed.slugs()
        any_name = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        named = re.finditer(rf"(?<![^\W_])(?:{any_name})(?![^\W_])", text) if any_name else ()
        self._games = [(match.start(), match.end(), names[match[0]]) for match in named]
        books = {book for _, _, book in self._games if book in installed}
        self._only = list(books) if len(books) == 1 else []
        self._last: ResolvedCitation | None = None
        self._sections_of_text = {heading["number"] for heading in _HEADING.finditer(text)}

    def resolve(self, mentions: Iterable[Mention]) -> Iterator[ResolvedCitation]:
        """Yield the mentions that are citations, in their order; the first of a list or range decides the book."""
        for _, chain in groupby(mentions, key=lambda mention: mention.chain):
            head, *others = map(self._at_rule, chain)
            first = self._first_of_chain(head)
            if first is None:
                continue
            books = [meaning.book for meaning in first.meanings]
            citations = [first]
            for mention in others:
                meanings = self._meanings(mention, books)
                citations.append(ResolvedCitation(mention, meanings or _missing(mention, books), bool(meanings)))
            self._last = citations[-1]
            yield from filterfalse(self._is_edition_name, citations)

    # Complexity: the likely books, their editions, and those whose rule the text repeats.
    def _first_of_chain(self, mention: Mention) -> ResolvedCitation | None:
        """Return the first citation of a list or range; None if it cites no rule. A section may be one of the text
        itself, or of a document named before it: "RFC 7230, section 3.3"."""
        likely = self._likely_books(mention)
        books = [book for book in likely[0] if book in self._editions.installed]
        snapshots = (edition_of(book) for book in books for edition_of in (self._editions.then, self._editions.now))
        homes = [snapshot for snapshot in snapshots if snapshot]
        if mention.sign in ("section", "bare") and self._is_of_text(mention):
            homes = [home for home in homes if repeats_rule(self._text, mention, home)]
            if not homes:
                return None
        return self._citation(mention, likely, homes)

    def _is_edition_name(self, cited: ResolvedCitation) -> bool:
        """Return whether a number without a word before it is the name of an edition: `CR 2.2.1 (2.14.0)`."""
        mention, installed = cited.mention, self._editions.installed
        if mention.sign in ("book", "word", "section") and mention.start < mention.at:
            return False
        books = {meaning.book for meaning in cited.meanings if meaning.book in installed}
        return any(mention.printed in installed.editions(book) for book in books)

    def _at_rule(self, mention: Mention) -> Mention:
        """Return a mention of a point as one of the rule whose words have it, if its book is known and here whole."""
        likely = self._likely_books(mention)
        book = likely[0][0] if likely and self._is_known(likely) else ""
        return at_rule(mention, self._editions.now(book)) if self._editions.is_whole(book) else mention

    # --- books

    def _likely_books(self, mention: Mention) -> LikelyBooks:
        """Return the books that a mention may be of, in groups, the likeliest group first."""
        if named := [mention.book] if mention.book else self._game_behind(mention.end):
            return [named]
        near = self._game_before(mention.start)
        if self._editions.book:
            return [list(dict.fromkeys([self._editions.book, *near]))]
        return [books for books in (near, self._only, self._editions.readable) if books]

    def _game_before(self, start: int) -> list[str]:
        """Return the book of the game named before a mention in its sentence, `Magic has rule 2.7.3a`; empty without
        one."""
        place = bisect_left(self._games, (start,))
        before = ((end, book) for _, end, book in self._games[max(0, place - 1) : place] if start - end <= _NEAR)
        return [book for end, book in before if not _SENTENCE_ENDS.search(self._text, end, start)]

    def _game_behind(self, end: int) -> list[str]:
        """Return the book of the game named right behind a mention, `section 2.9 of the IPG`; empty without one."""
        behind = self._games[bisect_left(self._games, (end,)) :][:1]
        return [book for start, _, book in behind if _OF.fullmatch(self._text, end, start)]

    def _is_known(self, likely: LikelyBooks) -> bool:
        """Return whether the book is known: it was chosen, or is the only likely one."""
        return len(likely[0]) == 1 or self._editions.book is not None

    # --- citations

    # Complexity: one condition for each sign that a number may have.
    def _citation(
        self, mention: Mention, likely: LikelyBooks, homes: Sequence[EditionSnapshot]
    ) -> ResolvedCitation | None:
        """Return the citation of the likeliest books that have the number; None if it cites no rule. If no book has it,
        those with numbers like it are meant. After a weak sign, which other numbers have too, only a rare number or one
        of a known book is a citation; a bare one only if the words around it introduce it."""
        is_known, introduced = self._is_known(likely), "no"
        if mention.sign in ("shape", "bare") and is_known:
            book = likely[0][0]
            in_part = book == self._editions.book and not self._editions.is_whole(book)  # its terms are not known
            is_pair = mention.sign == "bare" and _is_pair(mention)
            introduced = introduction(self._text, mention, homes) if is_pair or not in_part else "perhaps"
            if introduced != "surely" and (self._goes_on(mention, book) or self._is_quoted(mention, homes)):
                introduced = "surely"
            elif introduced == "no" and self._is_added(mention, book):
                introduced = "perhaps"
            if self._strict:
                introduced = "perhaps" if is_pair and introduced == "no" else "surely"
            own = self._own_book(likely) if likely == [[book]] else None
            if own and (cited := self._of_own_book(mention, own, introduced != "no")):
                return cited
        is_weak = mention.sign in ("section", "shape", "bare")
        is_lettered_section = mention.sign == "section" and mention.readings[0][-1:].isalpha()
        has_too_little = is_weak and not (is_known or _is_rare(mention) or is_lettered_section)
        if has_too_little or (mention.sign == "bare" and introduced == "no"):
            return None
        for books in likely:
            if meanings := self._meanings(mention, books, by_form=is_known or not is_weak):
                return ResolvedCitation(mention, meanings, True)
        is_of_it = mention.sign == "section" and (mention.book or self._game_behind(mention.end))
        is_sure = introduced == "surely" or bool(is_of_it)  # section 4.9 of the IPG
        may_fit = is_sure or mention.sign == "shape" or (_is_rare(mention) and mention.sign != "bare")
        if is_weak and not (is_known and may_fit):
            return None
        for books in likely:
            if fitting := [book for book in books if self._would_fit(mention, book, is_sure)]:
                return ResolvedCitation(mention, _missing(mention, fitting), False)
        is_item = mention.readings[0].rpartition(".")[2].isdecimal() and parts(mention.readings[0]) is None
        is_cited = mention.sign in ("word", "book") and (_has_dot_or_letter(mention) or (mention.book and is_item))
        return ResolvedCitation(mention, _missing(mention, likely[0]), False) if is_cited else None

    def _goes_on(self, mention: Mention, book: str) -> bool:
        """Return whether a citation of the same section is before a number on its line: `613.8 is this, 613.12 that`,
        `1.10.3, then 1.10.3d`."""
        last, section = self._last, _section(mention.readings[0])
        same = last and (last.meanings[0].book, _section(last.meanings[0].number)) == (book, section)
        if not last or not same or _is_pair(mention):
            return False
        between = self._text[last.mention.end : min(mention.at, last.mention.end + _NEAR)]
        place = bisect_left(self._quotations, mention.at, key=lambda each: each.start)
        is_quoted = any(mention.at < each.end for each in self._quotations[max(0, place - 1) : place])
        is_near = last.mention.end + len(between) == mention.at and "\n" not in between
        of = word_before("of").search(self._text, max(0, mention.at - NEAR), mention.at)
        is_amount = of and _NOUN.match(self._text, mention.end)  # `of 1.1.2 tons`
        is_other = is_amount or is_quoted or is_of_other_things(self._text, mention.at, mention.end)
        return bool(section) and is_near and not is_other

    def _is_added(self, mention: Mention, book: str) -> bool:
        """Return whether a joint is right before a rare number, and a citation of its book before that in the same
        sentence: `rule 903.8 is for the tax and 514.1 for the hand`."""
        last = self._last
        is_joined = word_before("and_words", "or_words").search(self._text, max(0, mention.at - NEAR), mention.at)
        if not (last and is_joined and _is_rare(mention) and last.meanings[0].book == book):
            return False
        is_near = mention.at - last.mention.end <= _NEAR
        is_other = is_of_other_things(self._text, mention.at, mention.end)
        return is_near and not is_other and not _SENTENCE_ENDS.search(self._text, last.mention.end, mention.at)

    def _is_quoted(self, mention: Mention, homes: Iterable[EditionSnapshot]) -> bool:
        """Return whether a quotation beside a number has the words of a rule, or nearly those of the rule it names."""
        number = mention.readings[0]
        return any(
            (number in home and likeness(quoted, home.texts(number)) >= LIKE) or home.with_words(quoted)
            for quoted in words_beside(self._text, self._quotations, mention.start, mention.end)
            for home in homes
        )

    def _of_own_book(self, mention: Mention, book: str, is_introduced: bool) -> ResolvedCitation | None:
        """Return the citation of a number without a word, of a book of the user's own that is known: one with a point
        that its rule could have, or one behind a label or with words that introduce it, if the book has it or numbers
        near it; a label alone does not introduce a number that is missing, `Fee: 2.4`. None for any other number."""
        snapshot = self._editions.now(book)
        label = label_of(self._text, mention)
        mention, has_point = with_point(self._text, mention, snapshot)
        number = mention.readings[0]
        existing = self._editions.spelled(book, number)
        is_introduced = is_introduced or bool(label if existing else label_cites(label, number, snapshot))
        if has_point or (is_introduced and (existing or is_near(number, snapshot))):
            return ResolvedCitation(mention, (CitationReading(book, existing or number),), existing is not None)
        return None

    # Complexity: one case for books that are here whole, one for those that are not.
    def _meanings(self, mention: Mention, books: Sequence[str], by_form: bool = True) -> tuple[CitationReading, ...]:
        """Return the rules that a mention may mean in the books that have them. With `by_form` also those that a book
        which is not installed whole may have, unless a book of the user's own has the rule. If no book has it, a book
        of the user's own with numbers like it may be meant as well."""
        editions = self._editions
        existing = tuple(self._existing(mention, books))
        own = list(filter(editions.installed.own, books))
        if not by_form or any(meaning.book in own for meaning in existing):
            return existing
        numbers = mention.readings if _may_be_rule(mention) else ()
        unseen = tuple(
            CitationReading(book, possible[0])
            for book in filterfalse(editions.is_whole, books)
            if (possible := [number for number in numbers if editions.may_have(book, number)])
        )
        if existing or not unseen:
            return (*existing, *unseen)
        return (*_missing(mention, [book for book in own if self._would_fit(mention, book, is_sure=False)]), *unseen)

    def _existing(self, mention: Mention, books: Iterable[str]) -> Iterator[CitationReading]:
        """Yield the rules that a mention may mean in the books that have them: as printed, else with dots put back."""
        first, *others = mention.readings
        for book in filter(self._editions.is_whole, books):
            if number := self._editions.spelled(book, first):
                if _may_be_rule(mention):
                    yield CitationReading(book, number)
            elif not first.isdecimal() and mention.sign != "section":
                spelled = (self._editions.spelled(book, other) for other in others)
                yield from (CitationReading(book, number) for number in spelled if number)

    # Complexity: one case for each sign that a number may have.
    def _would_fit(self, mention: Mention, book: str, is_sure: bool) -> bool:
        """Return whether a number that a book lacks looks like a number of it; `is_sure` if the text introduces it."""
        if not self._editions.is_whole(book):
            return False
        number, snapshot = mention.readings[0], self._editions.now(book)
        if mention.sign == "bare":
            return is_sure and (
                shape(number) in snapshot.shapes if _is_pair(mention) else _belongs_in(mention, snapshot)
            )
        if mention.sign == "shape":
            # one letter, but neither a unit nor of a version: 802.3ad, 100.5k and OpenSSL 1.1.1w are not rules
            has_one_letter = number[-1:].isalpha() and number[-2:-1].isdigit()
            before_it = f"{number[:-1]}{chr(ord(number[-1]) - 1)}"
            is_next = before_it in snapshot and is_behind_word(self._text, mention.start)
            is_likely = has_one_letter and (is_next or (_is_rare(mention) and number[-1] not in _UNITS))
            return (is_sure or is_likely) and snapshot.has_letters(number)
        is_figure = number.isdecimal()  # of a section after a word, CR 999; "rule 3" may be of any list
        is_section = is_figure and mention.sign == "word" and SECTIONS <= int(number) < 10 * SECTIONS
        return (is_section or not is_figure) and shape(number) in snapshot.shapes

    # --- numbers with words between their parts

    # Complexity: a book of the user's own, one that has the number, and one with numbers like it.
    def worded(self, mention: Mention) -> ResolvedCitation | None:
        """Return the citation of the likeliest book that has a number said in words; None if it cites no rule. A number
        that no book has is a citation if the book is known and prints its neighbours in such a form."""
        editions, likely, first = self._editions, self._likely_books(mention), mention.readings[0]
        if (own := self._own_book(likely)) and not self._is_of_text(mention):
            return own_citation(self._text, mention, own, editions)
        if mention.sign != "worded":
            return None
        for books in likely:
            for book in (book for book in books if editions.is_whole(book) and editions.now(book).has_worded):
                existing = editions.followed(book, first, mention.steps)
                if existing and _is_printed_like(first, existing):
                    return ResolvedCitation(mention, (CitationReading(book, existing),), True)
        if not numbers_above(first) or not self._is_known(likely):
            return None
        fitting = [book for book in filter(editions.is_whole, likely[0]) if _has_neighbour(editions.now(book), first)]
        return ResolvedCitation(mention, _missing(mention, fitting), False) if fitting else None

    def _own_book(self, likely: LikelyBooks) -> str | None:
        """Return the book of the user's own with plain numbers that numbers are of, if it is known; else None."""
        book = likely[0][0] if likely and self._is_known(likely) else ""
        is_own = self._editions.is_whole(book) and not self._editions.installed.info(book)
        return book if is_own and self._editions.now(book).is_plain else None

    def _is_of_text(self, mention: Mention) -> bool:
        """Return whether a number may be a section of the text itself, or of a document named before it."""
        before = self._text[max(0, mention.start - _NEAR) : mention.start]
        return printed(mention.readings[0]) in self._sections_of_text or bool(_DOCUMENT.search(before))

    # --- numbers that are no citations

    def unread(self, mentions: Iterable[Mention], citations: Iterable[ResolvedCitation]) -> Iterator[Mention]:
        """Yield the mentions that were not taken for citations, but would belong in the chosen book or a cited one.
        None of a book that is not installed whole: all such numbers are taken for its citations."""
        taken = {cited.mention for cited in citations}
        books = {self._editions.book, *(meaning.book for cited in citations for meaning in cited.meanings)}
        snapshots = [self._editions.now(book) for book in filter(None, books) if self._editions.is_whole(book)]
        for mention in mentions:
            is_taken = mention.sign not in ("shape", "bare") or mention in taken
            if not is_taken and any(self._may_belong_in(mention, snapshot) for snapshot in snapshots):
                yield mention

    def _may_belong_in(self, mention: Mention, snapshot: EditionSnapshot) -> bool:
        """Return whether a number may be of an edition: one of two parts only if it has that, or the text cites it."""
        if not _is_pair(mention):
            return _belongs_in(mention, snapshot)
        if is_of_other_things(self._text, mention.at, mention.end):
            return False
        if mention.readings[0] in snapshot:
            return True
        is_introduced = introduction(self._text, mention, [snapshot]) != "no" or label_of(self._text, mention)
        return bool(is_introduced) and shape(mention.readings[0]) in snapshot.shapes


def _has_neighbour(snapshot: EditionSnapshot, number: str) -> bool:
    """Return whether an edition has numbers like one with words: a paragraph's in its section, an article's anywhere.
    `§ 12 Abs. 3` may be of any law; `Article IV` is less common, and the whole article may be missing."""
    around = snapshot.children(numbers_above(number)[0]) if number[0].isdecimal() else snapshot.entries
    return any(_is_printed_like(number, known) for known in around)


def _is_printed_like(number: str, known: str) -> bool:
    """Return whether a book prints `known` in the form of a number with words: 5(2), or IV.2 if the number is roman."""
    return is_of_worded_form(known) and number[0].isdecimal() == known[0].isdecimal()


def _missing(mention: Mention, books: Iterable[str]) -> tuple[CitationReading, ...]:
    return tuple(CitationReading(book, mention.readings[0]) for book in books)


def _section(number: RuleNumber) -> str:
    """Return the section of a number, 613 for 613.7a, 1.10 for 1.10.3; empty if it has none or only a chapter."""
    above = [each for each in numbers_above(number) if "." in each or (each.isdecimal() and int(each) >= SECTIONS)]
    return above[-1] if above else ""


def _may_be_rule(mention: Mention) -> bool:
    """Return whether a number may be a rule's, and not the number of an item in a list ("rule 1")."""
    return _has_dot_or_letter(mention) or len(mention.readings[0]) >= 3 or mention.sign == "book"


def _has_dot_or_letter(mention: Mention) -> bool:
    number = parts(mention.readings[0])
    return number is not None and len(number) > 1


def _is_rare(mention: Mention) -> bool:
    """Return whether few other things look like a number: 704.5 is rare, 2.7.3 may be a version or any section."""
    number = parts(mention.readings[0])
    return number is not None and len(number.digits) == 2 and number.digits[0] >= SECTIONS


def _is_pair(mention: Mention) -> bool:
    """Return whether a number has two parts and no more, and is not rare: 3.4 may be a price or a size."""
    number = parts(mention.readings[0]) if not mention.printed.endswith(")") else None
    return number is not None and len(number.digits) == 2 and not _is_rare(mention)


def _belongs_in(mention: Mention, snapshot: EditionSnapshot) -> bool:
    """Return whether an edition has a number, or the rule or section that would hold it."""
    number = mention.readings[0]
    return number in snapshot or any(above in snapshot for above in numbers_above(number)[:1])
