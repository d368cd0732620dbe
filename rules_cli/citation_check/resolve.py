"""Decides which mentions are citations, and of which book. If two readings fit, both are kept.

The book of a mention is the one printed with it. Else it is the user's choice or the game named in its sentence, if one
of them has the number. If the user chose no book: the game named in the sentence, the only game that the text names, or
any book that has the number. A book that is not installed whole may have any number that looks like its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import filterfalse, groupby

from rules_cli.citation_check.beside import Introduction, introduction, repeats_rule
from rules_cli.citation_check.model import CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.snapshot import SECTIONS, Editions, EditionSnapshot, shape
from rules_cli.rule_number import is_of_worded_form, numbers_above, parts, printed

_SENTENCE_ENDS = re.compile(r"[.!?][”\"')\]]?\s|\n[ \t]*\r?\n")
_NEAR = 200  # characters: a game named further away is not taken for that of a number, even in a long sentence
_DOCUMENT = re.compile(r"(?:[A-Z]{2,6}[ -]?[0-9][0-9.]*|[0-9]+ [A-Z]{2,6})[\s,:(]{1,3}$")
_UNITS = frozenset("bdfghkmsx")  # letters after other numbers: 100.5k, 2.5m, the 1.5f of a program
_OF = re.compile(r"[)\]*_`]*\s(?:(?:of|in|from|de|do|da|em)\s)?(?:the\s|o\s|a\s)?[*_(]*")
_HEADING = re.compile(
    r"^[ \t]{0,3}(?:#{1,6}[ \t]+)?(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,5})[.)]?[ \t]+[A-ZÀ-Þ][^\n]{0,100}$",
    re.MULTILINE,
)


def resolve(mentions: Sequence[Mention], context: Context, editions: Editions) -> list[ResolvedCitation]:
    """Return the mentions that are citations, in their order."""
    found: list[ResolvedCitation] = []
    for _, chain in groupby(mentions, key=lambda mention: mention.chain):
        found += _chain(list(chain), context, editions)
    return found


def resolve_worded(mentions: Iterable[Mention], context: Context, editions: Editions) -> list[ResolvedCitation]:
    """Return the mentions with words between their parts that cite a book with such numbers, in their order."""
    found = (_worded_citation(each, _likely_books(each, context, editions), editions) for each in mentions)
    return list(filter(None, found))


def _worded_citation(mention: Mention, likely: Sequence[Sequence[str]], editions: Editions) -> ResolvedCitation | None:
    """Return the citation of the likeliest books that have the number; None if it cites no rule.

    A number that is missing is a citation if the book is known and it would be beside numbers of its form.
    """
    for books in likely:
        here = filter(editions.is_whole, books)
        numbers = ((book, number, editions.spelled(book, number)) for book in here for number in mention.readings)
        existing = [CitationReading(book, known) for book, number, known in numbers if known and _as_one(number, known)]
        if existing:
            return ResolvedCitation(mention, tuple(existing[:1]), True)
    first = mention.readings[0]
    here = filter(editions.is_whole, likely[0])
    fitting = [book for book in here if _would_be_beside(first, editions.now(book))]
    return (
        ResolvedCitation(mention, _missing(mention, fitting), False)
        if fitting and _is_known(likely, editions)
        else None
    )


def _as_one(number: str, known: str) -> bool:
    """Return whether a book prints numbers as one with words says them: 5(2), or IV.2 if it is roman."""
    return is_of_worded_form(known) and number[0].isdecimal() == known[0].isdecimal()


def _would_be_beside(number: str, snapshot: EditionSnapshot) -> bool:
    """Return whether a missing number is of the form of those in its rule, or a roman one of those in the edition."""
    above = numbers_above(number)[:1]
    beside = snapshot.children(above[0]) if above and number[0].isdecimal() else snapshot.entries
    return bool(above) and any(_as_one(number, each) for each in beside)


def _chain(chain: Sequence[Mention], context: Context, editions: Editions) -> Iterator[ResolvedCitation]:
    """Yield the citations of a list or range; its first number decides the book."""
    head = chain[0]
    likely = _likely_books(head, context, editions)
    is_another = head.sign in ("section", "bare") and context.is_of_another_text(head)
    if is_another and not any(repeats_rule(context.text, head, home) for home in _homes(likely, editions)):
        return
    first = _citation(head, likely, editions, _introduced(head, likely, context, editions))
    if first is None:
        return
    yield first
    books = [meaning.book for meaning in first.meanings]
    for mention in chain[1:]:
        meanings = _meanings(mention, books, editions)
        yield ResolvedCitation(mention, meanings or _missing(mention, books), bool(meanings))


def _likely_books(mention: Mention, context: Context, editions: Editions) -> list[list[str]]:
    """Return groups of books that a mention may be of, the likeliest group first."""
    if mention.book:
        return [[mention.book]]
    near = context.near(mention.start, mention.end)
    if editions.book:
        return [list(dict.fromkeys([editions.book, *near]))]
    return [books for books in (near, context.only, editions.readable) if books]


def _introduced(
    mention: Mention, likely: Sequence[Sequence[str]], context: Context, editions: Editions
) -> Introduction:
    """Return whether the words around a number without a sign introduce it as one of the book that is known."""
    if mention.sign not in ("shape", "bare") or not _is_known(likely, editions):
        return "no"
    book = likely[0][0]
    if context.strict:
        return "surely"
    if book == editions.book and not editions.is_whole(book):
        return "perhaps"  # its terms are not known
    return introduction(context.text, mention, _homes(likely, editions))


def _homes(likely: Sequence[Sequence[str]], editions: Editions) -> list[EditionSnapshot]:
    """Return the editions of the likeliest books that a number may be of."""
    books = [book for book in likely[0] if book in editions.installed]
    return list(filter(None, (home for book in books for home in (editions.then(book), editions.now(book)))))


def _is_known(likely: Sequence[Sequence[str]], editions: Editions) -> bool:
    """Return whether the book is known: it was chosen, or is the only one that the text names."""
    return len(likely[0]) == 1 or editions.book is not None


# Complexity: one condition for each sign that a number may have.
def _citation(
    mention: Mention, likely: Sequence[Sequence[str]], editions: Editions, introduced: Introduction
) -> ResolvedCitation | None:
    """Return the citation of the likeliest books that have the number, or numbers like it; None if it cites no rule.

    After a weak sign, which other numbers have too, only a rare number or one with its book is a citation; a bare one
    only if the words around it introduce it.
    """
    weak = mention.sign in ("section", "shape", "bare")
    known = _is_known(likely, editions)
    if mention.sign == "bare" and introduced == "no":
        return None
    is_lettered_section = mention.sign == "section" and mention.readings[0][-1:].isalpha()
    if weak and not (known or _is_rare(mention) or is_lettered_section):
        return None
    for books in likely:
        if meanings := _meanings(mention, books, editions, by_form=known or not weak):
            return ResolvedCitation(mention, meanings, True)
    sure = introduced == "surely"
    if weak and not (known and (sure or (_is_rare(mention) and mention.sign != "bare"))):
        return None
    return _missing_citation(mention, likely, editions, sure)


def _missing_citation(
    mention: Mention, likely: Sequence[Sequence[str]], editions: Editions, sure: bool
) -> ResolvedCitation | None:
    """Return the citation of a rule that no book has, of the likeliest books whose numbers look like it."""
    for books in likely:
        if fitting := [book for book in books if _would_fit(mention, book, editions, sure)]:
            return ResolvedCitation(mention, _missing(mention, fitting), False)
    is_item = mention.readings[0].rpartition(".")[2].isdecimal() and parts(mention.readings[0]) is None  # `tails.3.1`
    if mention.sign in ("word", "book") and (_has_dot_or_letter(mention) or (mention.book is not None and is_item)):
        return ResolvedCitation(mention, _missing(mention, likely[0]), False)
    return None


# Complexity: one case for books that are here whole, one for those that are not.
def _meanings(
    mention: Mention, books: Sequence[str], editions: Editions, by_form: bool = True
) -> tuple[CitationReading, ...]:
    """Return the rules that a mention may mean: those that books have; with `by_form` also those that a book may have
    that is not here whole, unless a book of the user's own has the rule.

    If no book has it, a book of the user's own with numbers like it may be meant as well.
    """
    existing = tuple(_existing(mention, books, editions))
    own = list(filter(editions.installed.own, books))
    if not by_form or any(each.book in own for each in existing):
        return existing
    unseen = tuple(
        CitationReading(book, numbers[0])
        for book in filterfalse(editions.is_whole, books)
        if (numbers := [number for number in mention.readings if editions.may_have(book, number)])
        and _is_telling(mention)
    )
    if existing or not unseen:
        return (*existing, *unseen)
    return (*_missing(mention, [book for book in own if _would_fit(mention, book, editions, sure=False)]), *unseen)


def _existing(mention: Mention, books: Iterable[str], editions: Editions) -> Iterator[CitationReading]:
    """Yield the rules that a mention may mean in the books that have them: as printed, else with dots put back in."""
    first, *others = mention.readings
    for book in filter(editions.is_whole, books):
        if number := editions.spelled(book, first):
            if _is_telling(mention):
                yield CitationReading(book, number)
        elif not first.isdecimal() and mention.sign != "section":
            yield from (CitationReading(book, number) for number in others if editions.spelled(book, number))


def _is_telling(mention: Mention) -> bool:
    """Return whether a number may be a rule's: "rule 1" is any list's."""
    return _has_dot_or_letter(mention) or len(mention.readings[0]) >= 3 or mention.sign == "book"


def _missing(mention: Mention, books: Iterable[str]) -> tuple[CitationReading, ...]:
    return tuple(CitationReading(book, mention.readings[0]) for book in books)


def _has_dot_or_letter(mention: Mention) -> bool:
    number = parts(mention.readings[0])
    return number is not None and len(number) > 1


def _is_rare(mention: Mention) -> bool:
    """Return whether few other things look like a number: 704.5 is rare, 2.7.3 may be a version or any section."""
    number = parts(mention.readings[0])
    return number is not None and len(number.digits) == 2 and number.digits[0] >= SECTIONS


def unread(mentions: Iterable[Mention], citations: Iterable[ResolvedCitation], editions: Editions) -> Iterator[Mention]:
    """Yield the numbers that were not taken for citations and are like those of the chosen book and the cited ones.

    Of a book that is not here whole, all such numbers are taken.
    """
    taken = {each.mention for each in citations}
    books = {editions.book, *(meaning.book for each in citations for meaning in each.meanings)}
    snapshots = [editions.now(book) for book in filter(None, books) if editions.is_whole(book)]
    others = (each for each in mentions if each.sign in ("shape", "bare") and each not in taken)
    yield from (each for each in others if any(_is_of_its_form(each, snapshot) for snapshot in snapshots))


def _is_of_its_form(mention: Mention, snapshot: EditionSnapshot) -> bool:
    """Return whether an edition has a number, or the rule or section that it would be in."""
    number = mention.readings[0]
    return number in snapshot or any(above in snapshot for above in numbers_above(number)[:1])


def _would_fit(mention: Mention, book: str, editions: Editions, sure: bool) -> bool:
    if not editions.is_whole(book):
        return False
    number, snapshot = mention.readings[0], editions.now(book)
    if mention.sign == "bare":
        return sure and _is_of_its_form(mention, snapshot)
    if mention.sign == "shape":
        # one letter that no unit is: 802.3ad and 100.5k are no rules
        has_one_letter = number[-1:].isalpha() and number[-2:-1].isdigit() and number[-1] not in _UNITS
        return (sure or has_one_letter) and snapshot.has_letters(number)
    if parts(number) is not None and not _has_dot_or_letter(mention):
        return False
    return shape(number) in snapshot.shapes


class Context:
    """The names of games in a text, around its mentions. `only` holds the one installed game that it names, if any.

    In a `strict` check each number of a known book is a citation.
    """

    def __init__(self, text: str, names: Mapping[str, str], installed: Container[str], strict: bool = False) -> None:
        self.text, self.strict = text, strict
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        found = re.finditer(rf"(?<![^\W_])(?:{words})(?![^\W_])", text) if words else ()
        self._places = [(match.start(), match.end(), names[match[0]]) for match in found]
        books = {book for _, _, book in self._places if book in installed}
        self.only = list(books) if len(books) == 1 else []

    def near(self, start: int, end: int) -> list[str]:
        """Return the game named last before a place in its sentence, else right after it: "rule 2.7.3a of Magic"."""
        after = bisect_left(self._places, (start,))
        for _, name_end, book in self._places[max(0, after - 1) : after]:
            if start - name_end <= _NEAR and not _SENTENCE_ENDS.search(self.text, name_end, start):
                return [book]
        for name_start, _, book in self._places[after : after + 1]:
            if name_start >= end and _OF.fullmatch(self.text, end, name_start):
                return [book]
        return []

    def is_of_another_text(self, mention: Mention) -> bool:
        """Return whether a section belongs to this text, or to a document named before it: "RFC 7230, section 3.3"."""
        before = self.text[max(0, mention.start - _NEAR) : mention.start]
        return printed(mention.readings[0]) in self._own_sections or bool(_DOCUMENT.search(before))

    @cached_property
    def _own_sections(self) -> set[str]:
        return {found["number"] for found in _HEADING.finditer(self.text)}
