"""Resolving: mentions → citations, each with the book that it names. Where two readings fit, both are kept.

A mention's book is the one printed with it; else the user's choice or the game named in its sentence, whichever
holds the number; where the user chose none, else the only game that the text names, else whichever book holds it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from rules_cli.citation_check.editions import Editions
from rules_cli.citation_check.model import CitationReading, Cited, Mention
from rules_cli.citation_check.snapshot import shape
from rules_cli.rule_number import parts, printed

_SENTENCE_ENDS = re.compile(r"[.!?][”\"')\]]?\s|\n[ \t]*\r?\n")
_NEAR = 200
_DOCUMENT = re.compile(r"(?:[A-Z]{2,6}[ -]?[0-9][0-9.]*|[0-9]+ [A-Z]{2,6})[\s,:(]{1,3}$")
_UNITS = frozenset("bdfghkmsx")  # letters that stand behind other numbers: 100.5k, 2.5m, the 1.5f of a program
_OF = re.compile(r"[)\]*_`]*\s(?:(?:of|in|from|de|do|da|em)\s)?(?:the\s|o\s|a\s)?[*_(]*")
_HEADING = re.compile(
    r"^[ \t]{0,3}(?:#{1,6}[ \t]+)?(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,5})[.)]?[ \t]+[A-ZÀ-Þ][^\n]{0,100}$",
    re.MULTILINE,
)


def resolve(text: str, mentions: Sequence[Mention], editions: Editions) -> list[Cited]:
    """The mentions that are citations, in their order."""
    around = Around(text, editions.names)
    found: list[Cited] = []
    for _, chain in groupby(mentions, key=lambda mention: mention.chain):
        found += _chain(list(chain), around, editions)
    return found


def _chain(chain: Sequence[Mention], around: Around, editions: Editions) -> Iterator[Cited]:
    """A list or range: what follows its first number is of that number's book."""
    head = chain[0]
    if head.sign == "section" and around.is_of_another_text(head):
        return
    first = _cited(head, _books(head, around, editions), editions)
    if first is None:
        return
    yield first
    books = [meaning.book for meaning in first.meanings]
    for mention in chain[1:]:
        held = tuple(_held(mention, books, editions))
        yield Cited(mention, held or _would_be(mention, books), bool(held))


def _books(mention: Mention, around: Around, editions: Editions) -> list[list[str]]:
    """The books that a mention may be of, the likeliest together and first."""
    if mention.book:
        return [[mention.book]]
    near = around.near(mention.start, mention.end)
    if editions.book:
        return [list(dict.fromkeys([editions.book, *near]))]
    return [books for books in (near, around.only, editions.answering) if books]


def _cited(mention: Mention, likely: Sequence[Sequence[str]], editions: Editions) -> Cited | None:
    """The citation that a mention is, where it is one: of the likeliest books that hold it, or that it would fit.

    A sign that stands before other numbers too needs a number that few others look like, or a book that is known.
    """
    weak = mention.sign in ("section", "shape")
    known = len(likely[0]) == 1 or editions.book is not None
    lettered = mention.sign == "section" and mention.readings[0][-1:].isalpha()
    if weak and not (known or _is_rare(mention) or lettered):
        return None
    for books in likely:
        if held := tuple(_held(mention, books, editions)):
            return Cited(mention, held, True)
    if weak and not (known and _is_rare(mention)):
        return None
    fitting = [[book for book in books if _would_fit(mention, book, editions)] for books in likely]
    if mention.sign in ("word", "book") and (_is_rule(mention) or (mention.book and _is_item(mention))):
        fitting.append(list(likely[0]))
    would_be = next(filter(None, fitting), [])
    return Cited(mention, _would_be(mention, would_be), False) if would_be else None


def _held(mention: Mention, books: Iterable[str], editions: Editions) -> Iterator[CitationReading]:
    """What a mention means in the books that hold it: as printed, else with dots put back in."""
    first, *others = mention.readings
    for book in books:
        if editions.holds(book, first):
            if _is_rule(mention) or len(first) >= len("100") or mention.sign == "book":
                yield CitationReading(book, first)
        elif not first.isdecimal() and mention.sign != "section":
            yield from (CitationReading(book, number) for number in others if editions.holds(book, number))


def _would_be(mention: Mention, books: Iterable[str]) -> tuple[CitationReading, ...]:
    return tuple(CitationReading(book, mention.readings[0]) for book in books)


def _is_rule(mention: Mention) -> bool:
    """Whether a number is more than a count: one with a dot or a letter in it."""
    number = parts(mention.readings[0])
    return number is not None and (len(number.digits) > 1 or bool(number.letters))


def _is_item(mention: Mention) -> bool:
    """Whether a number is that of an item on a page: `tails.3.1`."""
    return mention.readings[0].rpartition(".")[2].isdecimal() and parts(mention.readings[0]) is None


def _is_rare(mention: Mention) -> bool:
    """Whether few other things look like a number: 704.5, where 2.7.3 is a version or anyone's section."""
    number = parts(mention.readings[0])
    return number is not None and number.digits[0] >= 100 and len(number.digits) == len(("704", "5"))


def _would_fit(mention: Mention, book: str, editions: Editions) -> bool:
    """Whether a number that a book does not hold looks like one of its own."""
    number, held = mention.readings[0], editions.now(book)
    if mention.sign == "shape":
        one_letter = number[-2:-1].isdigit() and number[-1] not in _UNITS  # 802.3ad is no rule
        return one_letter and held.has_letters(number)
    if parts(number) is None:
        return shape(number) in held.shapes
    return _is_rule(mention) and shape(number) in held.shapes


class Around:
    """What a text says around its mentions. `only` is the one game that it names, where it names one."""

    def __init__(self, text: str, names: Mapping[str, str]) -> None:
        self._text = text
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        found = re.finditer(rf"(?<![^\W_])(?:{words})(?![^\W_])", text) if words else ()
        self._places = [(match.start(), match.end(), names[match[0]]) for match in found]
        books = {book for _, _, book in self._places}
        self.only = list(books) if len(books) == 1 else []

    def near(self, start: int, end: int) -> list[str]:
        """The game named last before a place in its sentence, else right after it: "rule 2.7.3a of Magic"."""
        after = bisect_left(self._places, (start,))
        for _, name_end, book in self._places[max(0, after - 1) : after]:
            if start - name_end <= _NEAR and not _SENTENCE_ENDS.search(self._text, name_end, start):
                return [book]
        for name_start, _, book in self._places[after : after + 1]:
            if name_start >= end and _OF.fullmatch(self._text, end, name_start):
                return [book]
        return []

    def is_of_another_text(self, mention: Mention) -> bool:
        """Whether a section is one of this very text, or of a document named before it: "RFC 7230, section 3.3"."""
        before = self._text[max(0, mention.start - _NEAR) : mention.start]
        return printed(mention.readings[0]) in self._own_sections or bool(_DOCUMENT.search(before))

    @cached_property
    def _own_sections(self) -> set[str]:
        return {found["number"] for found in _HEADING.finditer(self._text)}
