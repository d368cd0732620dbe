"""The words of a command line that are rule numbers: lists, ranges, and numbers in several words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rules_cli.numbers.grammar import LATIN, or_words, through_words
from rules_cli.numbers.typed import looks_like_number, normal_form, prefix_word, range_end, without_words
from rules_cli.numbers.worded import read_listed

_LAST_LETTER = re.compile(rf"\(?[a-z]\)?\.?|{LATIN}", re.IGNORECASE)
_SPACED = re.compile(r"^(\d{1,9})\s+(\d{1,9}[a-z]{1,2})$")
_ALSO_LETTERS = frozenset("ae")  # of sub-rules
_SLASHES = re.compile(r"\d+(?:\.\d+)+[a-z]{0,2}(?:/\d+(?:\.\d+)+[a-z]{0,2})+", re.IGNORECASE)  # 704.5j/704.5k


@cache
def _listed() -> re.Pattern[str]:
    """Return the pattern of a word or sign between two numbers; in a range it is the group `through`."""
    return re.compile(rf"(?P<through>{through_words()})|{or_words()}|&", re.IGNORECASE)


def split_list(word: str) -> list[str]:
    """Return the numbers of a list with commas or semicolons, `702.19b,702.2c`; no blank ones."""
    return [part for part in re.split("[,;]", word) if part.strip()]


def all_numbers(typed: Sequence[str]) -> bool:
    """Return whether the words of a command line are rule numbers, and nothing else."""
    groups = group_words(typed)
    return bool(groups) and all(
        looks_like_number(word) or ((parts := split_list(word)) and all(map(looks_like_number, parts)))
        for word in groups
    )


class ListedWords(NamedTuple):
    """The words of a command line without those between its numbers. `unsure` are the numbers whose words may mean
    something else: "a" and "e" are letters of sub-rules, too."""

    words: list[str]
    unsure: list[str]


# Complexity: a word joins two numbers, is a figure among others, or stays.
def without_list_words(typed: Sequence[str]) -> ListedWords:
    """Return `601.2f to 601.2h` as `601.2f..601.2h`, `704.5j and 704.5k` and `704.5j/704.5k` as `704.5j;704.5k`,
    `704 5 j` as `704.5 j`, and the numbers of `§ 4 Abs. 1 und 2` one by one."""
    left = [part for word in _whole_numbers(typed) for part in _parts_of_list(word)]
    found = ListedWords([], [])
    while left:
        word = left.pop(0)
        first = found.words[-1].rpartition(";")[2] if found.words else ""
        between = _between(first, word, left)
        has_prefix = between and left and re.fullmatch(prefix_word(), left[0], re.IGNORECASE)
        after = left[1:] if has_prefix else left  # 704.5j and rule 704.5k
        if between and after and (last := _last_of_list(first, after[0], bool(between["through"]))):
            found.words[-1] += f"..{last}" if between["through"] else f";{last}"
            if word.lower() in _ALSO_LETTERS:
                found.unsure.append(found.words[-1])
            left = after[1:]
        elif figures := _spaced_figures([word, *left]):
            del left[: len(figures) - 1]
            found.words.append(".".join(figures))
            found.unsure.append(found.words[-1] + left[0])
        else:
            found.words.append(word)
    return found


def _whole_numbers(typed: Sequence[str]) -> list[str]:
    """Return the words; those of a list of numbers with words in them are its numbers, each whole, and those of a range
    its two ends: `§ 4 Abs. 1 bis 3` is `§ 4, abs 1..§ 4, abs 3`."""
    found, at = list[str](), 0
    while at < len(typed):
        most = 0 if ":" in typed[at] else _MOST_WORDS_OF_STEPS  # a book in front: no word of a step
        for end in range(min(len(typed), at + most), at, -1):  # the longest list first
            numbers, is_range = read_listed(" ".join(typed[at:end]).rstrip(".,;: "))
            whole = list(map(str, numbers))
            if whole and all(map(looks_like_number, whole)):
                found += ["..".join(whole)] if is_range else whole
                at = end
                break
        else:
            found.append(typed[at])
            at += 1
    return found


def _parts_of_list(word: str) -> list[str]:
    """Return the words in one argument, `"601.2f to 601.2h"`, if it is a list; else the argument alone."""
    if _SLASHES.fullmatch(word):
        return word.replace("/", " & ").split()
    parts = word.split()
    is_list = any(re.search(r"\d", before) and _listed().fullmatch(joint) for before, joint in pairwise(parts[:-1]))
    return parts if is_list else [word]


def _between(first: str, word: str, after: Sequence[str]) -> re.Match[str] | None:
    """Return the match of a word that joins a first number and the words after it; None for any other word. In `2.7.3 a
    2.7.4 b`, "a" is a letter of the first number."""
    if not re.search(r"\.|\d{3}", first) or not looks_like_number(first):  # no plain figures: "1 to 3" is a quantity
        return None
    are_letters = word.lower() in _ALSO_LETTERS and len(after) > 1 and len(after[1]) == 1
    return None if are_letters else _listed().fullmatch(word)


def _last_of_list(first: str, word: str, through: bool) -> str | None:
    """Return the next number of a list, whole: `k` after 704.5j is 704.5k. The end of a range stays as typed. None if
    the word is not a number."""
    if re.fullmatch(r"[a-z]{1,2}", word, re.IGNORECASE):
        number = normal_form(first.rpartition(":")[2]) if first[-1].isalpha() else None
        whole = range_end(number, word) if number else None
        return word if whole and through else whole
    return word if looks_like_number(word) and word[-1:] != ":" else None


def _spaced_figures(typed: Sequence[str]) -> Sequence[str]:
    """Return the first words if they are figures with a letter after them, as in `704 5 j`; otherwise nothing."""
    count = next((at for at, word in enumerate(typed) if not re.fullmatch(r"[0-9]{1,4}", word)), len(typed))
    is_lettered = 1 < count < len(typed) and re.fullmatch(r"\(?[a-zA-Z]\)?\.?", typed[count])
    is_article = count + 1 < len(typed)  # 704 5 a creature
    return typed[:count] if is_lettered and not is_article else ()


# Complexity: one condition for each way in which words are one.
def group_words(typed: Sequence[str]) -> list[str]:
    """Join words of a command line that are one id: `CR 2.7.3a`, `2.7.3 (a)`, `704 5k`, `Article IV, Section 2`."""
    groups: list[str] = []
    for word in _with_steps_joined(without_list_words(typed).words):
        previous = groups[-1] if groups else ""
        joined = f"{previous} {word}"
        may_be_prefix = previous and not previous[0].isdigit()  # else the words of languages need not be read
        is_prefix = may_be_prefix and re.fullmatch(rf"{prefix_word()}|§+", previous, re.IGNORECASE)
        is_letter = _LAST_LETTER.fullmatch(word) and re.search(r"\d,?$", previous)
        is_dash = re.fullmatch(r"[-–—]", word) or re.search(r"\d\w?\s?[-–—]$", previous)
        is_after_dot = re.search(r"\d\.$", previous) and re.match(r"\d[\d.]*[a-zA-Z]{0,2}$", word)
        is_spaced = _SPACED.match(joined.strip().lower())
        if previous and (is_prefix or is_letter or is_dash or is_after_dot or is_spaced):
            groups[-1] = joined
        else:
            groups.append(word)
    return groups


_MOST_WORDS_OF_STEPS = 12  # of `point b of paragraph 2 of section 1 of article 3`


def _with_steps_joined(typed: Sequence[str]) -> Iterator[str]:
    """Yield the words; those of a number with words between its parts, `Article 5 paragraph 2`, are joined."""
    at = 0
    while at < len(typed):
        ends = range(min(len(typed), at + _MOST_WORDS_OF_STEPS), at + 1, -1)  # the longest number first
        end = next((end for end in ends if without_words(" ".join(typed[at:end]))), at + 1)
        yield " ".join(typed[at:end])
        at = end
