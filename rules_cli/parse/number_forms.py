"""The forms of a book's numbers, `{n}.{n}.{a}`, found in the whole of the book; `numbers.heads` explains them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from string import ascii_uppercase

from rules_cli.formats.source_line import SourceLine
from rules_cli.numbers.heads import Printed, chapter_words, line_number, printed_number, word_of
from rules_cli.numbers.parts import Parts, from_roman, letter_ordinal, to_roman
from rules_cli.parse.labels import labels_of
from rules_cli.parse.line_shape import number_after_a_word
from rules_cli.words import any_of, words


@cache
def _chapter_word() -> re.Pattern[str]:
    return re.compile(f"{chapter_words()}|第…(?:{any_of(words('ordinal_chapters'))})", re.IGNORECASE)


_FEW = 2  # numbers in their places, of which one goes on from another: so few may be chance
_INSIDE = 0.95  # of the numbers of several parts are in the chapters that a word numbers; others begin lines by chance
_COUNTED = 0.8  # of the numbers in brackets, if a book has no others: each goes on from the one before it
_IN_PLACE = 0.5  # of the numbers of a form: if more are out of place, the form is that of something else
_FORMS_TRIED = 40  # the most frequent, a bound on time: a book has a dozen, a hostile text thousands
_LETTER_PRINTED_UNLIKE = re.compile(  # 2.7.3.a, 2.7.3A, 2.7.3(a): often a misprint
    r"\{n\}(?:\.\{n\})*(?:\.\{[aA]\}|\{A\}|\(\{[aA]\}\))"
)
_READ = re.compile(r"(?:\S+ )?\{n\}(?:\.\{n\})*\.?(?:\{[aA]\})?")  # read without forms, or quantities
_COMMON = re.compile(r"\{n\}(?:\.\{n\})*(?:\{a\})?")


def _printed_in(lines: Iterable[SourceLine]) -> list[Printed]:
    """Return the numbers of the lines that look numbered, in order."""
    return [found for line in lines if line.role != "blank" and (found := printed_number(line.words))]


def forms_seen(lines: Iterable[SourceLine]) -> Iterator[tuple[str, int, str]]:
    """Yield the forms in which lines look numbered, the most frequent first, each with how many lines do, and the
    number of the first: `("{n}.{n}", 120, "1.1")`."""
    printed = _printed_in(lines)
    first = {found.form: found.printed for found in reversed(printed)}
    for form, count in Counter(found.form for found in printed).most_common(_FORMS_TRIED):
        yield form, count, first[form]


def unread_numbers(lines: Iterable[SourceLine], forms: Sequence[str]) -> list[str]:
    """Return the beginnings of lines that look like numbers of several parts, and have none of the book's forms."""
    return [
        each.printed
        for each in _printed_in(lines)
        if len(each.number) > 1 and each.form.rpartition(" ")[2] not in forms and not _READ.fullmatch(each.form)
    ]


# Complexity: comprehensions over the forms; the loop only counts.
def forms_of(lines: Sequence[SourceLine], whole: Sequence[SourceLine] = ()) -> tuple[str, ...]:
    """Return the forms of a book's numbers, `("{n}", "{n}-{n}")`; none if all are common (2.7.3a): these need no forms.
    Numbers of a form must follow one another: most of them are the first under a number, or the next after one. `whole`
    are the lines with the words before their numbers, if `lines` have none."""
    printed = _printed_in(lines)
    worded = [(found.word, found.number) for found in (_printed_in(whole) or printed)]
    headings = {found.form for found in _printed_in(line for line in lines if line.role == "heading")}
    totals = Counter(found.form for found in printed)
    tried = [form for form, _ in totals.most_common(_FORMS_TRIED)]
    in_place, following = Counter[str](), Counter[str]()  # the numbers that are first or follow; those that follow
    seen: dict[str, set[Parts]] = defaultdict(set)  # the numbers so far, by the word before them
    for form, number, _ in printed:
        seen_with_word = seen[form.partition("{")[0]]
        follows = not seen_with_word.isdisjoint(before(number))
        following[form] += follows
        in_place[form] += follows or is_first(number)
        seen_with_word.add(number)

    def is_sequence(form: str) -> bool:
        """Whether most numbers of a form are in their place: they or those of related forms follow one another."""
        bare = _without_word(form)  # `({n})` begins `({n}.{n})`, and `Appendix {A}` has `{A}.{n}`
        bare_forms = ((other, _without_word(other)) for other in tried)
        related = [other for other, its in bare_forms if its.startswith(bare) or bare.startswith(its)]
        if sum(in_place[other] for other in related) <= _FEW or not any(following[other] for other in related):
            return False
        return in_place[form] >= _IN_PLACE * totals[form]

    def may_be_letters(form: str) -> bool:  # without a figure: in headings, after a word, or with longer numbers
        return (
            form[0] != "{" or "{n}" in form or form in headings or any(o.startswith(form) and o != form for o in forms)
        )

    forms = [form for form in filter(is_sequence, tried) if numbers_rules(word_of(form), worded)]
    are_all = set(totals) == {"({n})"} and following["({n})"] >= _COUNTED * totals["({n})"]
    if not are_all and not any(form.startswith("({n}.") for form in forms):  # `(1)` is an item of a list
        forms = [form for form in forms if form[0] != "("]
    return _uncommon([form for form in forms if may_be_letters(form)], totals)


# Complexity: one condition for each sign of a chapter.
def forms_over_lists(lines: Sequence[SourceLine]) -> tuple[str, ...]:
    """Return the forms of a book whose chapters a word of its own numbers, `Policy {A}`: all numbers after the word
    count on from the first, each right above the first item of a list. None if it has numbers of several parts."""
    found = defaultdict[str, list[str]](list)
    for line, below in pairwise(lines):
        if (own := line_number(line.words)) and own.levels > 1:
            return ()
        worded = number_after_a_word(line.text)
        if worded and not worded[1]:
            is_over = any(label.place == 1 for label in labels_of(below))
            found[worded[0].before].append(worded[0].number if is_over else "")
    for word, numbers in found.items():
        romans = [to_roman(place).upper() for place in range(1, len(numbers) + 1)]
        if len(numbers) > _FEW and numbers in (romans, [*ascii_uppercase[: len(numbers)]]):
            return "{n}", f"{word} {{{'I' if numbers == romans else 'A'}}}"
    return ()


def _without_word(form: str) -> str:
    """Return the beginning that related forms have in common: `{A}` of `Appendix {A}`, `({n}` of `({n})`."""
    bare = form.rpartition(" ")[2]
    return (bare if bare.startswith("{A}") else form).rstrip("])")


# Complexity: one comprehension for each set of numbers that is compared.
def numbers_rules(word: str, printed: Sequence[tuple[str, Parts]]) -> bool:
    """Whether the numbers after a word are parts of the rules' numbers: if 2.1 is in Chapter 2, or if each part begins
    with an Article 1. A word for a section always has such numbers. `printed` are the book's words and numbers."""
    if not _chapter_word().fullmatch(word):
        return True
    own = {number[0] for before, number in printed if before == word}
    kinds = {type(each) for each in own}  # figures or letters
    first_parts = [number[0] for _, number in printed if len(number) > 1]
    if first_parts:
        alike = [part for part in first_parts if type(part) in kinds]
        inside = sum(part in own for part in alike)
        return inside > 0 and (kinds == {str} or inside >= _INSIDE * len(alike))
    single = [(before, number) for before, number in printed if len(number) == 1]
    firsts = Counter(before for before, number in single if is_first(number))
    return any(times > firsts[word] for times in firsts.values())


# Complexity: comprehensions over the forms; nothing is nested.
def _uncommon(forms: Sequence[str], totals: Counter[str]) -> tuple[str, ...]:
    """Return the forms with the common ones that the book has, or none if all are common."""
    beginnings = {form for form in totals if form[-1] == "}" and any(other.startswith(form) for other in forms)}
    forms = [form for form in totals if form in beginnings or form in forms]
    common = [form for form in totals if _COMMON.fullmatch(form)]
    plain = sum(totals[form] for form in common if form.endswith("{a}"))
    unlike = [form for form in forms if _LETTER_PRINTED_UNLIKE.fullmatch(form)]
    is_unlike = sum(totals[form] for form in unlike) > max(plain, _FEW)
    special = [form for form in forms if form not in common and (form not in unlike or is_unlike)]
    kept = [form for form in common if not (is_unlike and form.endswith("{a}"))]
    return tuple(dict.fromkeys(("{n}", *sorted(kept), *sorted(special)))) if special else ()


def before(number: Parts) -> Iterator[Parts]:
    """Yield the number before one with the same beginning, if it is not the first: `h` and nothing else before `i`,
    but `u` and `iv` before `v`."""
    last = number[-1]
    if isinstance(last, int):
        if last > 1:
            yield Parts((*number[:-1], last - 1))
        return
    if len(last) == 1 and letter_ordinal(last) > 1:
        yield Parts((*number[:-1], chr(ord(last) - 1)))
    if set(last) <= set("ivx") and (roman := from_roman(last)) > 1:
        yield Parts((*number[:-1], to_roman(roman - 1)))


def is_first(number: Parts) -> bool:
    """Whether a number is the first under the one above: 2.1, 2.0 or 2.a."""
    return number[-1] in (0, 1, "a", "aa", "i")
