"""Read the words of a command line: the books in front of numbers, lists, ranges and numbers in several words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules_cli.errors import UsageError
from rules_cli.lookup.path import follow, near_number, without_dots
from rules_cli.numbers.typed import looks_like_number, normal_form, prefix_word, read_asked, worded_number
from rules_cli.numbers.typed_words import all_numbers, group_words, split_list, without_list_words
from rules_cli.store import settings
from rules_cli.store.book_info import game_of, named_documents
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.words import words

_RULEBOOK = "cr"  # in front of a number
_CODED = re.compile(  # GR-1, A4d1, 2dii, III.D: a number only if a book has it
    r"[A-Za-z]{1,4}[.-]?[0-9][\w.-]*|[0-9]{1,2}[a-z]{2,6}|(?i:[ivxlc]{1,7}(?:\.[a-z])+(?:\.?[0-9]+)?)"
)
_LETTER = re.compile(r"[A-Za-z]\.?")
_PART_WITH_LETTER = 2  # words
_PARTS = re.compile(  # 4, II, b; 4 (3) b)
    r"[0-9]{1,4}(?:,? \(?(?:[0-9]{1,3}|[ivxlc]{1,7})\)?)*,? \(?(?:[ivxlc]{1,7}|[a-z])\)?", re.IGNORECASE
)
_BETWEEN_PARTS = str.maketrans("", "", ",()")
_GLUED = re.compile(r"([^\W\d_][^\d:@]*)(\d.*)")  # mtg702.19b


class TypedRules(NamedTuple):
    """The ids, numbers, ranges and lists that words name, and which of them are only the likeliest reading."""

    ids: list[str]
    unsure: list[str]


def split_typed(installed: InstalledBooks, words: Sequence[str], book: str | None = None) -> TypedRules:
    """Return what words name one by one, each after the name of its book: `mtg 207.1` as `mtg:207.1`. `book` is the
    chosen one. Raises UsageError if a number is of a book of another game."""
    if _PARTS.fullmatch(typed := " ".join(words)):
        words = typed.translate(_BETWEEN_PARTS).split()
    is_figure = bool(words) and words[0][:1].isdecimal()
    if is_figure and (path := _bare_path(words)) and _leads_somewhere(installed, path, book):
        return TypedRules([path], [])
    listed = without_list_words(_parts_apart(words))
    return TypedRules(group_words(_ids(installed, listed.words, book)), listed.unsure)


# Complexity: a book in front, a letter of an appendix with or without a row, or codes.
def reads_as_rules(installed: InstalledBooks, words: Sequence[str]) -> bool:
    """Return whether words are rule numbers, with or without books in front: `IPG 2.5`, or `GR-1` if a book has it."""
    if all_numbers(words) or all_numbers(split_typed(installed, words).ids):
        return True
    if words and words[0][:1].isdecimal() and (path := _bare_path(words)):
        return _leads_somewhere(installed, path)
    words = _parts_apart(words)
    book, count = installed.book_in_front(words) or ("", 0)
    codes = words[count:]
    if codes[1:] and _CODED.fullmatch(codes[1]) and re.fullmatch(prefix_word(), codes[0], re.IGNORECASE):
        codes = codes[1:]  # rule P3
    if is_letter := is_part_with_letter(codes):
        codes = codes[1:]
    if not codes or not (is_letter or all(map(_CODED.fullmatch, codes))):
        return False  # so that no book is opened for a question in words
    slug = book.partition("@")[0]
    editions = [edition for edition in installed.newest() if slug in {"", edition.slug}]
    return are_numbers_of(codes, editions) or (is_letter and are_numbers_of([f"{codes[0]}.1"], editions))


def _bare_path(words: Sequence[str]) -> str:
    """Return words that may be a number without words between its parts, `4 II b`; "" for any other words."""
    typed = " ".join(words)
    if _PARTS.fullmatch(typed):
        typed = typed.translate(_BETWEEN_PARTS)
    found = worded_number(typed)
    return typed if found and not found.is_labelled else ""


def _leads_somewhere(installed: InstalledBooks, path: str, book: str | None = None) -> bool:
    """Return whether a book, the chosen one if any, has a rule of a number without words between its parts."""
    slug = installed.slug_of((settings.chosen_book(book) or "").partition("@")[0])
    asked = read_asked(path)
    return any(follow(edition, asked.steps) for edition in installed.newest() if slug in {None, edition.slug})


def _parts_apart(typed: Sequence[str]) -> list[str]:
    """Return words; one in quotes that is a part and its letter, `"Appendix B"`, is split into two."""
    return [part for word in typed for part in (word.split() if is_part_with_letter(word.split()) else [word])]


def is_part_with_letter(typed: Sequence[str]) -> bool:
    """Return whether words are the name of a part and its letter: `Appendix B`."""
    return len(typed) == _PART_WITH_LETTER and bool(_LETTER.fullmatch(typed[1])) and typed[0].lower() in words("parts")


def are_numbers_of(words: Sequence[str], editions: Sequence[Edition]) -> bool:
    """Return whether each word is the number of a rule in one of the editions."""
    return all(any(edition.find(word) or _ends_in_letters(edition, word) for edition in editions) for word in words)


def _ends_in_letters(edition: Edition, word: str) -> bool:
    """Return whether a word is the number of a point in a text, `H5b`, or of a rule with dots, `2.d.ii` for 2dii."""
    number = normal_form(word)
    is_point = number is not None and any(near_number(edition, number))
    return is_point or bool(without_dots(edition, word))


def _ids(installed: InstalledBooks, words: Sequence[str], book: str | None) -> list[str]:
    """Return words with lists split at their commas, and with the name of a book written onto the number after it."""
    remaining = list(words)
    ids: list[str] = []
    prefix = ""
    while remaining:
        if is_part_with_letter(remaining):
            del remaining[0]
        slug, count = _book_in_front(installed, remaining, book) or ("", 0)
        if slug and all_numbers(remaining[count : count + 1]):
            prefix = f"{_narrowed(installed, slug, book)}:"
            del remaining[:count]
            continue
        word = remaining.pop(0)
        parts = [word] if looks_like_number(word) else split_list(word)
        ids += [prefix + _glued_book(installed, part, book) for part in parts or [word]]
        prefix = ""
    return ids


def _book_in_front(installed: InstalledBooks, words: Sequence[str], book: str | None) -> tuple[str, int] | None:
    """Return the book that the first words name, and how many words its name has; None if they name none. If a policy
    document is chosen, `CR` is the rulebook of its game."""
    chosen = settings.chosen_book(book)
    if chosen and words[0].lower() == _RULEBOOK:
        slug = named_documents(chosen.partition("@")[0], "").get(_RULEBOOK.upper())
        return (slug, 1) if slug else None
    return installed.book_in_front(words)


def _narrowed(installed: InstalledBooks, named: str, book: str | None) -> str:
    """Return the book that is named before a number, or the chosen edition if that is of the same book. Raises
    UsageError if they are of two games."""
    slug, chosen = named.partition("@")[0], installed.slug_of((book or "").partition("@")[0])
    if chosen and game_of(chosen) != game_of(slug):
        raise UsageError(f"{named} is a book of another game than -b {book}; name only one of them")
    return book if book and chosen == named else named


def _glued_book(installed: InstalledBooks, word: str, book: str | None) -> str:
    """Return a number with its book written onto it, `mtg702.19b`, as an id; any other word as it is, and `league2:1`
    if there is a book of that name."""
    glued = _GLUED.match(word)
    if not glued or installed.slug_of(word.partition(":")[0]):
        return word
    slug, count = _book_in_front(installed, glued[1].split(), book) or ("", 0)
    return f"{_narrowed(installed, slug, book)}:{glued[2]}" if slug and count == len(glued[1].split()) else word
