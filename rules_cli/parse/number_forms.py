"""The forms of a book's numbers, `{n}.{n}.{a}`: found in the whole of the book, or stated in its profile.

A form is written as it is printed, with a place for each part of the number: `{n}` figures, `{a}` small letters, `{A}`
a capital letter, `{C}` the capitals of a code (GR-1), `{I}` a roman number.
Words before the first place (`Section {n}.{n}`) are no part of the number.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rules_cli.formats.source_line import SourceLine
from rules_cli.numbers.parts import (
    CODE,
    SEPARATORS,
    Part,
    Parts,
    from_roman,
    letter_ordinal,
    parts,
    to_roman,
    with_dots,
)
from rules_cli.numbers.worded import LATIN
from rules_cli.text import FAR_EASTERN, INVISIBLE
from rules_cli.words import any_of, singular, words

_PLACES = {
    "n": r"[0-9]{1,4}",
    "a": r"(?:[a-z]{1,2}|[ivx]{3,5}|" + LATIN + ")",
    "A": r"[A-Z]",
    "C": CODE,
    "I": r"[IVXLC]{1,7}",
}
_PIECES_OF_ONE = 3  # of a form with one place: `3D` is no number, `1-1-2The kite` begins with one
PLACE = re.compile(r"\{([naACI])\}")
_AFTER = (
    r"(?P<mark>\+{0,4}[º°]?[.):]?)(?P<gap>\s+[-–—:]\s*|\s*[-–—]\s+|[–—](?=[^\W\d_a-z])|\s+"
    r"|(?<![A-Za-z])(?=[^\W\d_a-z年月日]|[“\"(（<「『【])|$)"
)

_HEAD = re.compile(
    rf"(?P<number>[{INVISIBLE}\d.．‐‑－-]{{1,40}}+[a-z]{{0,2}})(?P<sign>[*†‡¹²³⁰⁴-⁹]{{1,3}}(?=[\s.):]|$))?"
)
_UNSEEN = re.compile(f"[{INVISIBLE}]")
CIRCLED = "①⑳"  # the first figure in a circle, and the last
ORDINAL_SIGNS = frozenset("第제")
"""The signs before the number of a chapter or an article, 第3条, in Japanese and Chinese, and in Korean."""
_ORDINAL_HEAD = re.compile(
    "[第제]\\s?(?:([0-9０-９]{1,3})|([〇零一二三四五六七八九十百千]{1,9}))\\s?([章条條節节장조절])"
)
_KOREAN = str.maketrans("장조절", "章条節")
_WIDE_DOT = re.compile(r"([0-9０-９]{1,3})．[0-9０-９]{1,3}(?=[^\W\d_a-z])")  # `１．１試合は…` is rule 1 of one match
_HYPHENS = str.maketrans("‐‑－", "---")


_LETTERED_ARTICLE = re.compile(r"\A(\D{0,16}[0-9]{1,4})[º°]?-([A-Z])(?![\w-])")  # Art. 3º-A, put in later
_FIRST_ARTICLE = re.compile(r"\A(\D*1)er\b")  # French for the first
_BEFORE_LATIN = re.compile(rf"\A(\D{{0,16}}[0-9.]{{1,16}})[ -](?={LATIN}\b)")
_LONGEST_WORD = 16  # characters before the number of a line, and the number


def with_plain_article(text: str) -> str:
    """Return a line with the number of its article in one piece: `Article 1er` is `Article 1`, `Art. 4 bis` is 4bis,
    `Art. 3º-A` is 3a."""
    text = _FIRST_ARTICLE.sub(r"\1", text, count=1) if "1er" in text[:_LONGEST_WORD] else text
    if text[:1].isalpha() and "-" in text[:_LONGEST_WORD] and (lettered := _LETTERED_ARTICLE.match(text)):
        return f"{lettered[1]}{lettered[2].lower()}{text[lettered.end() :]}"
    found = _BEFORE_LATIN.match(text)
    return f"{found[1]}{text[found.end() :]}" if found else text


def plain_head(text: str) -> str:
    """Return a line with plain figures, dots and dashes in its number: `１－１．` is `1-1.`.

    `第十二条` and `제12조` are `第12条`, `③` is `(3)`. The number has no invisible signs,
    and no star of a footnote after a dot.
    """
    if CIRCLED[0] <= text[:1] <= CIRCLED[1]:
        return f"({int(unicodedata.numeric(text[0]))}) {text[1:].lstrip()}"
    start = int(text[:1] in ORDINAL_SIGNS)
    if start and (ordinal := _ORDINAL_HEAD.match(text)):
        value = int(ordinal[1]) if ordinal[1] else kanji_value(ordinal[2])
        return f"第{value}{ordinal[3].translate(_KOREAN)}{text[ordinal.end() :]}"
    if not text.isascii() and (wide := _WIDE_DOT.match(text)):
        return f"{int(wide[1])}. {text[wide.end(1) + 1 :]}"
    found = _HEAD.match(text, start)
    if not found:
        return text
    number = unicodedata.normalize("NFKC", _UNSEEN.sub("", found["number"]).translate(_HYPHENS))
    sign = "" if "." in number.rstrip(".") else found["sign"] or ""
    return text[:start] + number + sign + text[found.end() :]


def kanji_value(number: str) -> int:
    """Return the value of a number up to 9999 in Chinese figures: 二十三 → 23."""
    total, figure = 0, 0
    for value in (int(unicodedata.numeric(sign)) for sign in number):
        total, figure = (total, value) if value < 10 else (total + max(figure, 1) * value, 0)
    return total + figure


@lru_cache(maxsize=8)
def number_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a line that begins with a number in one of some forms: a group for each, then the mark and
    the gap after it."""
    longest_first = sorted(forms, key=lambda form: (-len(PLACE.findall(form)), -len(form)))
    return re.compile(rf"(?:{'|'.join(map(_group, longest_first))}){_AFTER}")


def _group(form: str) -> str:
    first = PLACE.search(form)
    assert first  # the schema of profiles demands a place
    last = form.rindex("}") + 1
    last += form.count("(", first.start(), last) > form.count(")", first.start(), last)  # `{n}({a})`, not `({n})`
    before, number, after = form[: first.start()], form[first.start() : last], form[last:]
    words = r"\s{0,3}".join(map(re.escape, before.split()))
    pieces = PLACE.split(number)
    inside = "".join(_PLACES[each] if at % 2 else re.escape(each) for at, each in enumerate(pieces))
    opening = rf"(?i:{words})\s{{0,3}}" if words else ""
    no_more = "(?![0-9a-z]|[A-Z][^a-z\\s])" if len(pieces) > _PIECES_OF_ONE else "(?![0-9A-Za-z])"
    return rf"{opening}({inside}){re.escape(after.strip())}{no_more}"


# --- the forms of a book that has no profile


@cache
def section_words() -> str:
    """Return the pattern of the words before a number that is always part of the rules' numbers, as in `Article 5`."""
    return f"§|Article\\s[LRD]\\.|{any_of((*singular('sections'), *words('abbreviations')))}"


@cache
def chapter_words() -> str:
    """Return the pattern of the words before a number that is not always part of the rules' numbers."""
    return any_of(singular("chapters", "parts"))


@cache
def _printed() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?P<word>(?i:{section_words()}|{chapter_words()}))\.?\s{{0,3}})?(?:(?P<square>\[)|(?P<round>\())?"
        r"(?=(?P<number>(?:[IVXLC]{2,7}(?![A-Za-z0-9])|" + CODE + r"(?=[.-]?[0-9])|[A-Z])?(?:[.-]?[0-9]{1,4}+)?"
        rf"(?:[.{SEPARATORS}-][0-9]{{1,4}}+|(?<=[A-Za-z])[0-9]{{1,4}}+|[.-]?[A-Za-z](?![A-Za-z])|(?<=[0-9])(?:[a-z]{{2}}|"
        + LATIN
        + r")(?![A-Za-z])"
        r"|\((?:[A-Za-z]|[ivx]{2,5}|[0-9]{1,3})\)){0,9}))(?P=number)"  # the longest number, or none
        rf"(?(square)\])(?(round)\))(?P<mark>\+{{0,4}}[º°]?[.):]?)(?=\s|$|(?<![A-Za-z])(?:[A-Z“\"(<「『【]|[{FAR_EASTERN}]))"
    )


@cache
def _chapter_word() -> re.Pattern[str]:
    return re.compile(f"{chapter_words()}|第…(?:{any_of(words('ordinal_chapters'))})", re.IGNORECASE)


_ORDINAL = re.compile(r"第\s?([0-9]{1,3})\s?([章条條節节])(?!の)")
_DATE = re.compile(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9]")
_FEW = 2  # numbers in their places, of which one goes on from another: so few may be chance
_COUNTED = 0.8  # of the numbers in brackets, if a book has no others: each goes on from the one before it
_IN_PLACE = 0.5  # of the numbers of a form: if more are out of place, the form is that of something else
_LONGEST_TITLE = 80  # characters: a chapter whose number is a letter has a title, and no sentence
_FORMS_TRIED = 40  # the most frequent, a bound on time: a book has a dozen, a hostile text thousands
_LETTER_PRINTED_UNLIKE = re.compile(  # 2.7.3.a, 2.7.3A, 2.7.3(a): often a misprint
    r"\{n\}(?:\.\{n\})*(?:\.\{[aA]\}|\{A\}|\(\{[aA]\}\))"
)
_READ = re.compile(r"(?:\S+ )?\{n\}(?:\.\{n\})*\.?(?:\{[aA]\})?")  # read without forms, or quantities
_COMMON = re.compile(r"\{n\}(?:\.\{n\})*(?:\{a\})?")


def word_of(form: str) -> str:
    """Return the word before the number of a form in small letters, or ""; `第…条` for numbers like `第3条`."""
    before, _, after = form.partition("{n}") if form[0] == "第" else form.partition("{")
    return f"第…{after}" if before == "第" else before.strip(" [(").lower()


class Printed(NamedTuple):
    """A line that looks numbered: the form of its number, its parts, and whether the line is marked as a heading."""

    form: str
    number: Parts
    is_heading: bool
    printed: str

    @property
    def word(self) -> str:
        """The word before the number in small letters, or ""."""
        return word_of(self.form)


def printed_number(line: SourceLine) -> Printed | None:
    """Return how a line prints a number, if it looks numbered; a letter alone may be a number before a title only."""
    return _printed_number(line.words, line.role == "heading")


# Complexity: one step for each part of a number, and one exit for each line that has none.
@lru_cache(maxsize=100_000)  # each line of a book is asked several times, and the longest has 40,000
def _printed_number(text: str, is_heading: bool) -> Printed | None:
    text = plain_head(with_plain_article(text))
    if ordinal := _ORDINAL.match(text):
        return Printed(f"第{{n}}{ordinal[2]}", Parts((int(ordinal[1]),)), is_heading, ordinal[1])
    found = _printed().match(text)
    if not found or not found["number"] or _DATE.fullmatch(found["number"]):
        return None
    number = parts(with_dots(found["number"]))
    if number is None:
        return None
    has_figures = any(c.isdecimal() for c in found["number"])
    rest = text[found.end() :].strip()
    is_title = 0 < len(rest) <= _LONGEST_TITLE and not rest.endswith(".")
    if not has_figures and not (found["word"] or (found["mark"] and is_title)):
        return None
    form = "".join(map(_place, re.split(r"([0-9]+|[A-Za-z]+)", found["number"])))
    if form.startswith("{A}.") and found["number"][1] != ".":  # II.A
        form = f"{{I}}{form[3:]}"
    if len(number) == 1 and not has_figures and isinstance(number[0], int):
        form = "{I}"
    before = f"{found['word'].capitalize()} " if found["word"] else ""
    form = f"[{form}]" if found["square"] else f"({form})" if found["round"] else form
    return Printed(before + form, number, is_heading, found["number"])


def forms_seen(lines: Iterable[SourceLine]) -> Iterator[tuple[str, int, str]]:
    """Yield the forms in which lines look numbered, the most frequent first: how many do, and the first number."""
    printed = [found for line in lines if line.role != "blank" and (found := printed_number(line))]
    first = {found.form: found.printed for found in reversed(printed)}
    for form, count in Counter(found.form for found in printed).most_common(_FORMS_TRIED):
        yield form, count, first[form]


def unread_numbers(lines: Iterable[SourceLine], forms: Sequence[str]) -> list[str]:
    """Return the beginnings of lines that look like numbers of several parts, and have none of the book's forms."""
    found = [each for line in lines if line.role != "blank" and (each := printed_number(line))]
    return [
        each.printed
        for each in found
        if len(each.number) > 1 and each.form.rpartition(" ")[2] not in forms and not _READ.fullmatch(each.form)
    ]


def _place(piece: str) -> str:
    if piece.isdecimal():
        return "{n}"
    if piece.isalpha() and len(piece) > 1 and piece.isupper() and not set(piece) <= set("IVXLC"):
        return "{C}"
    return ("{a}" if piece.islower() else "{A}") if piece.isalpha() else piece


# Complexity: comprehensions over the forms; the loop only counts.
def forms_of(lines: Sequence[SourceLine], whole: Sequence[SourceLine] = ()) -> tuple[str, ...]:
    """Return the forms of a book's numbers; none if all of them are common (2.7.3a), which needs no forms.

    Numbers of a form must follow one another: most of them are the first under a number, or the next after one.
    `whole` are the lines with the words before their numbers, if `lines` have none.
    """
    printed = [found for line in lines if (found := printed_number(line))]
    worded = [(found.word, found.number) for found in filter(None, map(printed_number, whole))]
    worded = worded or [(found.word, found.number) for found in printed]
    totals: Counter[str] = Counter(found.form for found in printed)
    first: Counter[str] = Counter()
    goes_on: Counter[str] = Counter()
    seen: dict[str, set[Parts]] = defaultdict(set)
    headings = Counter(found.form for found in printed if found.is_heading)
    for form, number, *_ in printed:
        word = form.partition("{")[0]
        if not seen[word].isdisjoint(_before(number)):
            goes_on[form] += 1
        elif _is_first(number):
            first[form] += 1
        seen[word].add(number)
    tried = [form for form, _ in totals.most_common(_FORMS_TRIED)]

    def is_form(form: str) -> bool:
        bare = _without_word(form)  # `({n})` begins `({n}.{n})`, and `Appendix {A}` has `{A}.{n}`
        related = [
            other for other in tried if _without_word(other).startswith(bare) or bare.startswith(_without_word(other))
        ]
        in_place = sum(goes_on[other] + first[other] for other in related)
        is_sequence = in_place > _FEW and any(goes_on[other] for other in related)
        return is_sequence and goes_on[form] + first[form] >= _IN_PLACE * totals[form]

    forms = [form for form in filter(is_form, tried) if counts(word_of(form), worded)]
    is_only = set(totals) == {"({n})"} and goes_on["({n})"] >= _COUNTED * totals["({n})"]
    if not is_only and not any(form.startswith("({n}.") for form in forms):  # `(1)` is an item of a list
        forms = [form for form in forms if form[0] != "("]
    # letters without a figure are numbers only in headings, after a word, or if longer numbers begin with them
    kept = [
        f for f in forms if f[0] != "{" or "{n}" in f or headings[f] or any(o.startswith(f) and o != f for o in forms)
    ]
    return _uncommon(kept, totals)


def _without_word(form: str) -> str:
    bare = form.rpartition(" ")[2]
    return (bare if bare.startswith("{A}") else form).rstrip("])")


def is_section_form(form: str) -> bool:
    """Whether the word before the number of a form is one for sections: `Article {I}`, `第{n}条`, not `Teil {n}`."""
    word = word_of(form)
    return bool(word) and not _chapter_word().fullmatch(word)


# Complexity: one comprehension for each set of numbers that is compared.
def counts(word: str, printed: Sequence[tuple[str, Parts]]) -> bool:
    """Whether the number after a word is part of the sections' numbers: 2.1 is in Chapter 2, or each has an Article 1.

    Articles that go on through all chapters leave it out. `printed` are the numbers of the book with their words.
    """
    if not _chapter_word().fullmatch(word):
        return True
    own = {number[0] for before, number in printed if before == word}
    longer = {number[0] for _, number in printed if len(number) > 1}
    if longer:
        return (bool(own & longer) and {type(each) for each in own} == {str}) or longer <= own
    single = [(before, number) for before, number in printed if len(number) == 1]
    firsts = Counter(before for before, number in single if _is_first(number))
    return not go_on_through(word, single) and any(times > firsts[word] for times in firsts.values())


def go_on_through(word: str, printed: Iterable[tuple[str, Parts]]) -> bool:
    """Whether other numbers go on from one number after a word for chapters to the next, as articles do."""
    if not _chapter_word().fullmatch(word):
        return False
    last: dict[str, Part] = {}
    met, times = set[str](), Counter[str]()
    for before, number in printed:
        if before == word:
            met = set()
        elif len(number) == 1:
            if before in last and before not in met:
                times[before] += 1 if Parts((last[before],)) in _before(number) else -1
            met.add(before)
            last[before] = number[0]
    return any(each > 0 for each in times.values())


# Complexity: comprehensions over the forms; nothing is nested.
def _uncommon(forms: Iterable[str], totals: Counter[str]) -> tuple[str, ...]:
    """Return the forms with the common ones that the book has, or none if all are common."""
    beginnings = {*forms, *(form[: place.end()] for form in forms for place in PLACE.finditer(form))}
    forms = [form for form in totals if form in beginnings]
    common = [form for form in totals if _COMMON.fullmatch(form)]
    plain = sum(totals[form] for form in common if form.endswith("{a}"))
    unlike = [form for form in forms if _LETTER_PRINTED_UNLIKE.fullmatch(form)]
    is_unlike = sum(totals[form] for form in unlike) > max(plain, _FEW)
    special = [form for form in forms if form not in common and (form not in unlike or is_unlike)]
    kept = [form for form in common if not (is_unlike and form.endswith("{a}"))]
    return tuple(dict.fromkeys(("{n}", *sorted(kept), *sorted(special)))) if special else ()


def _before(number: Parts) -> Iterator[Parts]:
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


def _is_first(number: Parts) -> bool:
    return number[-1] in (0, 1, "a", "aa", "i")
