"""Read the words of a command line: the books in front of numbers, lists, ranges and numbers in several words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules_cli.errors import UsageError
from rules_cli.numbers.typed import looks_like_number
from rules_cli.numbers.typed_words import all_numbers, group_words, split_list, without_list_words
from rules_cli.store import settings
from rules_cli.store.book_info import game_of, named_documents
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.words import words

_RULEBOOK = "cr"  # in front of a number
_CODED = re.compile(r"[A-Za-z]{1,4}[.-]?[0-9][\w.-]*")  # GR-1, A4d1: a number only if a book has it
_LETTER = re.compile(r"[A-Za-z]\.?")
_PART_WITH_LETTER = 2  # words
_GLUED = re.compile(r"([^\W\d_][^\d:@]*)(\d.*)")  # mtg702.19b


class TypedRules(NamedTuple):
    """The ids, numbers, ranges and lists that words name, and those of them whose words may mean something else."""

    ids: list[str]
    unsure: list[str]


def split_typed(installed: InstalledBooks, words: Sequence[str], book: str | None = None) -> TypedRules:
    """Return what words name one by one, each with the name of its book in front: `mtg 207.1` as `mtg:207.1`.

    `book` is the chosen one. Raises UsageError if a number is of a book of another game.
    """
    listed = without_list_words(_parts_apart(words))
    return TypedRules(group_words(_ids(installed, listed.words, book)), listed.unsure)


# Complexity: a book in front, a letter of an appendix with or without a row, or codes.
def reads_as_rules(installed: InstalledBooks, words: Sequence[str]) -> bool:
    """Return whether words are rule numbers, with or without books in front: `IPG 2.5`, or `GR-1` if a book has it."""
    if all_numbers(words) or all_numbers(split_typed(installed, words).ids):
        return True
    words = _parts_apart(words)
    named = installed.book_in_front(words)
    codes = words[named[1] :] if named else words
    if is_letter := is_part_with_letter(codes):
        codes = codes[1:]
    if not codes or not (is_letter or all(map(_CODED.fullmatch, codes))):
        return False  # of words, no book is opened
    slug = named[0].partition("@")[0] if named else ""
    editions = [edition for edition in installed.newest() if slug in {"", edition.slug}]
    return are_numbers_of(codes, editions) or (is_letter and are_numbers_of([f"{codes[0]}.1"], editions))


def _parts_apart(typed: Sequence[str]) -> list[str]:
    """Return words with a part and its letter as two, if they were typed as one in quotes: `"Appendix B"`."""
    return [part for word in typed for part in (word.split() if is_part_with_letter(word.split()) else [word])]


def is_part_with_letter(typed: Sequence[str]) -> bool:
    """Return whether words are the name of a part and its letter: `Appendix B`."""
    return len(typed) == _PART_WITH_LETTER and bool(_LETTER.fullmatch(typed[1])) and typed[0].lower() in words("parts")


def are_numbers_of(words: Sequence[str], editions: Sequence[Edition]) -> bool:
    """Return whether each word is the number of a rule in one of the editions."""
    return all(any(edition.find(word) for edition in editions) for word in words)


def _ids(installed: InstalledBooks, words: Sequence[str], book: str | None) -> list[str]:
    """Split lists at their commas, and put the name of a book before the number that follows it."""
    left = list(words)
    ids: list[str] = []
    prefix = ""
    while left:
        if is_part_with_letter(left):
            del left[0]
        named = _book_in_front(installed, left, book)
        if named and all_numbers(left[named[1] : named[1] + 1]):
            prefix, left = f"{_narrowed(installed, named[0], book)}:", left[named[1] :]
            continue
        word = left.pop(0)
        parts = [word] if looks_like_number(word) else split_list(word)
        ids += [prefix + _glued_book(installed, part, book) for part in parts or [word]]
        prefix = ""
    return ids


def _book_in_front(installed: InstalledBooks, words: Sequence[str], book: str | None) -> tuple[str, int] | None:
    """Return the book that the first words name, and their count; of a policy document, `CR` is its rulebook."""
    chosen = settings.chosen_book(book)
    if chosen and words[0].lower() == _RULEBOOK:
        slug = named_documents(chosen.partition("@")[0], "").get(_RULEBOOK.upper())
        return (slug, 1) if slug else None
    return installed.book_in_front(words)


def _narrowed(installed: InstalledBooks, named: str, book: str | None) -> str:
    """Return the book of a number: the one named in front of it, in the edition of the chosen one if that is the same.

    Raises UsageError if they are of two games.
    """
    slug, chosen = named.partition("@")[0], installed.slug_of((book or "").partition("@")[0])
    if chosen and game_of(chosen) != game_of(slug):
        raise UsageError(f"{named} is a book of another game than -b {book}; name only one of them")
    return book if book and chosen == named else named


def _glued_book(installed: InstalledBooks, word: str, book: str | None) -> str:
    """Return a number with its book written onto it, `mtg702.19b`, as an id; any other word as it is."""
    glued = _GLUED.match(word)
    named = _book_in_front(installed, glued[1].split(), book) if glued else None
    is_whole = glued and named and named[1] == len(glued[1].split())
    return f"{_narrowed(installed, named[0], book)}:{glued[2]}" if glued and named and is_whole else word
