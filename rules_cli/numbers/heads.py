"""The number at the head of a line: in the forms of a book, as most books print it, or in any form.

A form is written as it is printed, with a place for each part of the number: `{n}` figures, `{a}` small letters, `{A}`
a capital letter, `{C}` the capitals of a code (GR-1), `{I}` a roman number. Words before the first place
(`Section {n}.{n}`) are no part of the number.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

from rules_cli.numbers.grammar import CLOSING, CODE, HEAD, LATIN, SEPARATORS, printed_pattern
from rules_cli.numbers.parts import Parts, parts, with_dots
from rules_cli.text import FAR_EASTERN, INVISIBLE
from rules_cli.words import any_of, singular, words


class LineNumber(NamedTuple):
    """A line's own number, the mark after it and the words after that: `1.2.2a`, `-`, `Uma partida …`. `before` is the
    word before the number, as in `Section`, or ""."""

    number: str
    mark: str
    text: str
    before: str = ""

    @property
    def is_sole(self) -> bool:
        """Whether it is that of a paragraph without a number, because its article has no other: *parágrafo único*."""
        return self.before[-1:].isalpha() and bool(_sole().fullmatch(self.before))

    @property
    def is_inserted(self) -> bool:
        """Whether it is the number of an article that was put in later: § 2a, Art. 4bis."""
        return bool(self.before) and self.number[-1].isalpha() and self.levels == 2

    @property
    def levels(self) -> int:
        """How many parts the number has."""
        return len(parts(self.number) or ())


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
    rf"(?P<mark>\+{{0,4}}[º°]?{CLOSING}?)"
    r"(?P<gap>\s+[-–—:]\s*|\s*[-–—]\s+|[–—](?=[^\W\d_a-z])|\s+"
    r"|(?<![A-Za-z])(?=[^\W\d_a-z¹²³⁰⁴-⁹年月日]|[“\"(（<「『【])|$)"
)

_HEAD = re.compile(
    rf"(?P<number>[{INVISIBLE}\d.．‐‑－-]{{1,40}}+[a-z]{{0,2}})(?P<sign>[*†‡¹²³⁰⁴-⁹]{{1,3}}(?=[\s.):]|$))?"
)
_UNSEEN = re.compile(f"[{INVISIBLE}]")
CIRCLED = "①⑳"  # the first figure in a circle, and the last
ORDINAL_SIGNS = frozenset("第제")
"""The signs before the number of a chapter or an article, 第3条, in Japanese and Chinese, and in Korean."""
_ORDINAL_HEAD = re.compile(
    "[第제]\\s?(?:(?P<figures>[0-9０-９]{1,3})|(?P<kanji>[〇零一二三四五六七八九十百千]{1,9}))\\s?(?P<kind>[章条條節节장조절])"
)
_KOREAN = str.maketrans("장조절", "章条節")
_WIDE_DOT = re.compile(r"([0-9０-９]{1,3})．[0-9０-９]{1,3}(?=[^\W\d_a-z])")  # `１．１試合は…` is rule 1 of one match
_HYPHENS = str.maketrans("‐‑－", "---")
_ARTICLE = re.compile(  # French for the first; articles that were put in later
    rf"(\D{{0,16}}[0-9.]{{1,16}})(?:(?<=1)(?<![0-9]1)er\b|(?<=\w)[º°]?-(?P<letter>[A-Z])(?![\w-])|[ -](?={LATIN}\b))"
)


def with_plain_article(text: str) -> str:
    """Return a line with the number of its article in one piece: `Article 1er` is `Article 1`, `Art. 4 bis` is 4bis,
    `Art. 3º-A` is 3a."""
    found = _ARTICLE.match(text)
    if not found or (found["letter"] and not text[0].isalpha()):
        return text
    return f"{found[1]}{(found['letter'] or '').lower()}{text[found.end() :]}"


def plain_head(text: str) -> str:
    """Return a line with plain figures, dots and dashes in its number: `１－１．` is `1-1.`, `③` is `(3)`, and both
    `第十二条` and `제12조` are `第12条`. The number has no invisible signs, and no star of a footnote after a dot."""
    if CIRCLED[0] <= text[:1] <= CIRCLED[1]:
        return f"({int(unicodedata.numeric(text[0]))}) {text[1:].lstrip()}"
    start = 1 if text[:1] in ORDINAL_SIGNS else 0
    if start and (ordinal := _ORDINAL_HEAD.match(text)):
        value = int(ordinal["figures"]) if ordinal["figures"] else kanji_value(ordinal["kanji"])
        return f"第{value}{ordinal['kind'].translate(_KOREAN)}{text[ordinal.end() :]}"
    if not text.isascii() and (wide := _WIDE_DOT.match(text)):
        return f"{int(wide[1])}. {text[wide.end(1) + 1 :]}"
    found = _HEAD.match(text, start)
    if not found:
        return text
    number = unicodedata.normalize("NFKC", _UNSEEN.sub("", found["number"]).translate(_HYPHENS))
    is_dotted = "." in number.rstrip(".")
    sign = "" if is_dotted else found["sign"] or ""  # after 1.2 it is the star of a footnote
    return text[:start] + number + sign + text[found.end() :]


def kanji_value(number: str) -> int:
    """Return the value of a number up to 9999 in Chinese figures: 二十三 → 23."""
    total = figure = 0
    for value in (int(unicodedata.numeric(sign)) for sign in number):
        if value < 10:
            figure = value
        else:  # a unit, 十 or 百, of which the figure before it says how many
            total += max(figure, 1) * value
            figure = 0
    return total + figure


_COMMON = (  # 2.7.3a: a group for the figures, and one for the letter in each place that it is printed in
    rf"({HEAD.figures()})(?:({HEAD.letter})(?!\w)|\.([a-z])(?=[.\s])|\s([a-z])(?=\s*(?:[-–—]\s|[.)]\s)))?"
    r"(?!\+)"  # 30+ is a quantity
)


@lru_cache(maxsize=8)
def number_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a line that begins with a number in one of the forms, or in the common one without forms.
    Unnamed groups hold the number; `mark` and `gap` are what comes after it."""
    longest_first = sorted(forms, key=lambda form: (-len(PLACE.findall(form)), -len(form)))
    return re.compile(rf"(?:{'|'.join(map(_form_pattern, longest_first)) or _COMMON}){_AFTER}")


def _form_pattern(form: str) -> str:
    """Return the pattern of a number in a form, with the number alone in a group."""
    first = PLACE.search(form)
    assert first  # the schema of profiles demands a place
    start, end = first.start(), form.rindex("}") + 1
    if form.count("(", start, end) > form.count(")", start, end):
        end += 1  # the last bracket of `{n}({a})` is part of the number, that of `({n})` is not
    before, number, after = form[:start], form[start:end], form[end:]
    words = r"\s{0,3}".join(map(re.escape, before.split()))
    pieces = PLACE.split(number)  # signs and places in turn
    inside = "".join(_PLACES[piece] if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
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
def _sole() -> re.Pattern[str]:
    """Return the pattern of the words that a paragraph begins with if it is the only one of its article."""
    return re.compile(rf"(?:§|{any_of(words('steps'))})\s(?:{any_of(words('sole'))})", re.IGNORECASE)


@lru_cache(maxsize=100_000)  # each line of a book is asked several times, and the longest has 40,000
def line_number(text: str, forms: tuple[str, ...] = ()) -> LineNumber | None:
    """Return the number that a text begins with, in one of the book's forms, or in the common one without forms. None
    if it begins with no number. The letter of a common one may be printed apart, `1.2.2 a - …`."""
    if (sole := _sole().match(text)) and (after := _MARK.match(text, sole.end())):
        return LineNumber("1", after[0].strip(), text[after.end() :], sole[0])
    text = with_plain_article(text)
    text = text if text[:1].isalpha() and text[0] not in ORDINAL_SIGNS else plain_head(text)
    found = number_pattern(forms).match(text)
    if not found:
        return None
    groups = [at for at in range(1, found.re.groupindex["mark"]) if found[at]]
    mark = found["mark"].lstrip("º°") or found["gap"].strip()
    before = text[: found.start(groups[0])].strip(_BRACKETS)
    if before == "第":
        mark = text[found.end(groups[0])]
        before = f"第…{mark}"
    return LineNumber(with_dots("".join(found[at] for at in groups)), mark, text[found.end() :].strip(), before)


_MARK = re.compile(r"\s*[.:–—-]\s+")
_BRACKETS = " ([{<"  # before a number, they are no word
_DOTTED = HEAD.number(1)
_BROKEN = r"[0-9]{1,4}\. [0-9]{1,3}[a-z]"
_LETTERED = rf"{HEAD.figures(1)}(?:[A-Z]|\([A-Za-z]\))"
_APPENDED = r"[A-Z](?:\.[0-9]{1,3}){1,4}"
_UNUSUAL = re.compile(
    rf"(?:{_APPENDED}|\[{_DOTTED}\]|\({_DOTTED}\)|§\s?{_DOTTED}|{_BROKEN}|{_LETTERED})(?=[.:]?(?:\s|$))"
)
_OPENERS = frozenset("[(§0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_SIGNS = re.compile(r"[\[\]()§\s]")


def unusual_number(text: str) -> LineNumber | None:
    """Return the number of a line that prints it unusually: `[1.4] Boats`, `1.1A By day`, `606. 8b Players`, `A.1 Map`.
    None for any other line. A sentence may begin so too: only the rows around the line can tell."""
    found = _UNUSUAL.match(text) if text[:1] in _OPENERS else None
    if not found:
        return None
    rest = text[found.end() :]
    is_of_appendix = found[0][0].isalpha()
    return (
        LineNumber(found[0], "", rest.strip(" .:"))
        if is_of_appendix
        else line_number(_SIGNS.sub("", found[0]).lower() + rest)
    )


# --- in any form


@cache
def _printed() -> re.Pattern[str]:
    """Return the pattern of a line that begins with a number in any form; slow to compile, so only when needed."""
    return re.compile(
        rf"(?:(?P<word>(?i:{section_words()}|{chapter_words()}))\.?\s{{0,3}})?(?:(?P<square>\[)|(?P<round>\())?"
        rf"(?=(?P<number>{printed_pattern(SEPARATORS, 4)}))(?P=number)"  # the longest number, or none
        rf"(?(square)\])(?(round)\))(?P<mark>\+{{0,4}}[º°]?{CLOSING}?)(?=\s|$|(?<![A-Za-z])(?:[A-Z“\"(<「『【]|[{FAR_EASTERN}]))"
    )


_ORDINAL = re.compile(r"第\s?([0-9]{1,3})\s?([章条條節节])(?!の)")
_DATE = re.compile(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9]")
_LONGEST_TITLE = 80  # characters: a chapter whose number is a letter has a title, and no sentence


def word_of(form: str) -> str:
    """Return the word before the number of a form in small letters, or ""; `第…条` for numbers like `第3条`."""
    before, _, after = form.partition("{n}") if form[0] == "第" else form.partition("{")
    return f"第…{after}" if before == "第" else before.strip(" [(").lower()


class Printed(NamedTuple):
    """The number of a line that looks numbered: its form, its parts, and as it is printed."""

    form: str
    number: Parts
    printed: str

    @property
    def word(self) -> str:
        """The word before the number in small letters, or ""."""
        return word_of(self.form)


# Complexity: one step for each part of a number, and one exit for each line that has none.
@lru_cache(maxsize=100_000)  # each line of a book is asked several times, and the longest has 40,000
def printed_number(text: str) -> Printed | None:
    """Return how a line prints its number; None if it does not look numbered. Letters without figures are a number only
    after a word such as `Part`, or with a mark before a title."""
    text = plain_head(with_plain_article(text))
    if ordinal := _ORDINAL.match(text):
        return Printed(f"第{{n}}{ordinal[2]}", Parts((int(ordinal[1]),)), ordinal[1])
    found = _printed().match(text)
    if not found or _DATE.fullmatch(found["number"]):
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
    if form.startswith("{A}.") and found["number"][1] != ".":  # II.A: more than one capital is a roman number
        form = form.replace("{A}", "{I}", 1)
    if len(number) == 1 and not has_figures and isinstance(number[0], int):  # `parts` has read a roman number
        form = "{I}"
    if found["square"]:
        form = f"[{form}]"
    elif found["round"]:
        form = f"({form})"
    before = f"{found['word'].capitalize()} " if found["word"] else ""
    return Printed(before + form, number, found["number"])


def _place(piece: str) -> str:
    """Return the place in a form for figures or letters of a number; a sign between them as it is."""
    if piece.isdecimal():
        return "{n}"
    if piece.isalpha() and len(piece) > 1 and piece.isupper() and not set(piece) <= set("IVXLC"):
        return "{C}"
    if piece.isalpha():
        return "{a}" if piece.islower() else "{A}"
    return piece
