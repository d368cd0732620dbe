"""References: how a text names rules by number, alone, in lists (601.2b and 602) and in ranges (601.2f–h).

Two grammars share this module:

- `BookNumbers.grammar` reads a rulebook's own text. Each form in the book's profile (`rule {number}`, `[{dotted}]`)
  says how a reference begins and ends. The parser calls `find_references`.
- `any_text` reads what people write elsewhere: more spellings and signs, but each number of a list has to look like
  the one before it. The citation check finds the first number of a list itself, because it knows the names of games
  and books, and calls `further_numbers(text, end, first, any_text())` for the rest of the list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from rules_cli.errors import SchemaError
from rules_cli.model import RuleNumber
from rules_cli.numbers.grammar import ANY_TEXT, NO_WORD, RULEBOOK, SEPARATORS, SIGN
from rules_cli.numbers.parts import natural_key, parts
from rules_cli.numbers.typed import normal_form, range_end, readings
from rules_cli.words import any_of, words

_MOST_LISTED = 40  # numbers after the first of a list: against texts that are one endless list


class FoundNumber(NamedTuple):
    """A rule's number in a text, `rule 601.2f`."""

    start: int  # of the smallest token that names the rule, with the word or sign before the number
    at: int  # where the number itself begins
    end: int
    readings: tuple[RuleNumber, ...]  # the numbers that it may mean, likeliest first
    since: RuleNumber | None = None  # the number that begins the range which this one ends
    bare: RuleNumber | None = None  # the first number of its list, if no word or sign says that they are rules'
    book: str = ""  # of the document that the text names beside it, "" for its own

    @property
    def number(self) -> RuleNumber:
        """The likeliest reading."""
        return self.readings[0]


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a list or range may go on behind a number."""

    further: re.Pattern[str]  # matches one more number; `Context.further` explains its groups
    fits: Callable[[RuleNumber, RuleNumber, re.Match[str]], bool]  # whether that number may follow the one before it
    read: Callable[[str], tuple[RuleNumber, ...]] = readings  # the numbers that it may mean


# --- the text of a rulebook


def shape_of(number: str) -> str:
    """Return how a number is built, each figure as 1 and each letter as a: 2.7.3a → 1.1.1a, 2k2a → 1a1a."""
    return re.sub(r"[A-Za-z]+", "a", re.sub(r"[0-9]+", "1", number))


def number_key(printed: str) -> tuple[str, ...]:
    """Return the parts of a number, equal for all ways to print it: 103.1.b.1, 103-1-b-1, 103.1B.1. Unlike with
    `lookup_key`, 4.08 and 4.8 are two numbers: a book that prints both means both."""
    return tuple(re.findall(r"[0-9]+|[a-z]+", printed.lower()))


_BEGINS_NUMBER = re.compile(r"(?:[A-Za-z]?|[A-Z]{1,4}[.-])[0-9]")  # 1.2, O16.1, A.1 of an appendix, GR-1
_USUAL = re.compile(r"1(?:\.1)+a?")
_SIGNS = re.compile(rf"(?<=\}})[{SEPARATORS}](?=\{{)")
_PIECES = {"1": "[0-9]{1,4}", "a": "[A-Za-z]{1,2}", ".": r"\.", "-": "[-‑]"}


class BookNumbers:
    """The numbers of a book: which there are, and the patterns of how they are built. `number` matches any, `dotted`
    one with a dot, a dash or a letter inside. Numbers of digits and dots with a letter at the end are always among
    them, so that a reference to a rule that is not there is found, too. `forms` are those of the lines of a
    book that prints other signs for the dots, `{n}:{n}`: its texts have them, too."""

    def __init__(self, numbers: Iterable[RuleNumber] = (), forms: Iterable[str] = ()) -> None:
        known = [number for number in numbers if _BEGINS_NUMBER.match(number) and "#" not in number]
        self._by_key = {number_key(number): number for number in reversed(known)}  # of two with one key, the first
        self._chapters = {key[0] for key in self._by_key}
        shapes = sorted(set(map(shape_of, self._by_key.values())) - {"1"}, key=lambda shape: (-len(shape), shape))
        self._signs = "".join(dict.fromkeys(_SIGNS.findall(" ".join(forms))))
        unusual = [_shape_pattern(shape, self._signs) for shape in shapes if self._signs or not _USUAL.fullmatch(shape)]
        patterns = [*(f"(?:{pattern}){RULEBOOK.end}" for pattern in unusual), RULEBOOK.number(1)]
        self.dotted = f"(?:{'|'.join(patterns)})"
        self.number = f"(?:{'|'.join([*patterns, RULEBOOK.number()])})"
        self.forms: dict[str, _Form] = {}

    def __contains__(self, number: str) -> bool:
        return number_key(number) in self._by_key

    def has_chapter(self, number: str) -> bool:
        """Return whether any number of the book has the same first part."""
        return number_key(number)[0] in self._chapters

    def grammar(self, case: re.RegexFlag = re.NOFLAG) -> Grammar:
        """Return how lists and ranges of its numbers go on."""
        pattern = re.compile(RULEBOOK.further(self.number), case)
        return Grammar(pattern, _fits_in_rulebook, lambda printed: (self.read(printed),))

    def read(self, printed: str) -> RuleNumber:
        """Return the number of the book that a text prints in this way; if the book lacks it, its normal form, with the
        capitals of a code."""
        found = self._by_key.get(number_key(printed))
        printed = printed.translate(dict.fromkeys(map(ord, self._signs), "."))
        return found or RuleNumber(printed if printed[0].isupper() else normal_form(printed) or printed.lower())


def _shape_pattern(shape: str, signs: str) -> str:
    """Return the pattern of numbers of a shape; a letter may have a dot before it where the book prints none, and the
    dots may be other signs."""
    pattern = "".join(_PIECES.get(sign, re.escape(sign)) for sign in shape)
    if shape.startswith(("a.", "a-")):  # A.1 and GR-1, and not p.1
        pattern = "(?-i:[A-Z]{1,4})" + pattern.removeprefix(_PIECES["a"])
    pattern = pattern.replace(_PIECES["1"] + _PIECES["a"], _PIECES["1"] + r"\.?" + _PIECES["a"])
    return pattern.replace(_PIECES["."], f"[.{signs}]") if signs else pattern


_FIGURES_OF_A_QUANTITY = 2  # cards are counted up to 99; a bare number beside 601.2b is a section of three figures


def _fits_in_rulebook(before: RuleNumber, number: RuleNumber, _match: re.Match[str]) -> bool:
    """Whether a number goes on a list of rules: "rules 601.2b and 602" names two, "rule 402, 2 cards" one."""
    last, found = parts(before), parts(number)
    if last is None or found is None or len(found) > 1:
        return True
    figures = len(str(found[0]))
    may_be_quantity = len(last.digits) > 1 and figures <= _FIGURES_OF_A_QUANTITY
    return figures == len(str(last[0])) and not may_be_quantity


# --- any other text

OPENING_SIGNS = frozenset("[(*_`\"“'")
_FIGURES_OF_A_CHAPTER = 2  # a list may go on from chapter 9 to 10, but "rule 99.1, 100.5" is no list of chapters


def _fits_in_any_text(before: RuleNumber, number: RuleNumber, match: re.Match[str]) -> bool:
    """Whether a number goes on a list or range after another, and is not just beside it. Ranges, and lists of letters,
    go up. The whole numbers of a list have equally many parts, and first parts of about the same length: in `704.5k, 2
    cards` the 2 is not in a list."""
    goes_up = natural_key(before) < natural_key(number)
    if not match["member"]:  # the end of a range, 601.2f–h, or a letter, 601.2b, c
        return goes_up
    last, found = parts(before), parts(number)
    if last is None or found is None or len(last.digits) != len(found.digits) or (match["to"] and not goes_up):
        return False
    lengths = {len(str(last[0])), len(str(found[0]))}
    return len(lengths) == 1 or max(lengths) <= _FIGURES_OF_A_CHAPTER


@cache
def any_text() -> Grammar:
    """Return how lists and ranges go on in any text."""
    return Grammar(re.compile(ANY_TEXT.further(ANY_TEXT.number())), _fits_in_any_text)


# --- lists and ranges


def further_numbers(text: str, at: int, first: RuleNumber, grammar: Grammar) -> Iterator[FoundNumber]:
    """Yield the numbers of a list or range after its `first`, which ends at `at` in the text: of "601.2b, c and 602",
    601.2c and 602; of "601.2f–h", 601.2h with 601.2f as `since`."""
    last = first
    while match := grammar.further.match(text, at):
        group = next(name for name in ("member", "tail", "letter", "item") if match[name])
        whole: str | None = match[group] if group == "member" else range_end(last, match[group])
        numbers = grammar.read(whole) if whole else ()
        if not numbers or not grammar.fits(last, numbers[0], match):
            return
        has_word = match.groupdict().get("again")  # a group that the grammar of rulebooks lacks
        start = match.start("again" if has_word else group)
        since = last if match["tail"] or match["to"] else None
        yield FoundNumber(start, match.start(group), match.end(group), numbers, since)
        last, at = numbers[0], match.end(group)


# --- forms


class _Form(NamedTuple):
    """A form of a profile, `rule {number}` or `[{dotted}]`, compiled."""

    words: str  # before the number: `rule`
    word: str  # the first of them in lower case, "" for a bare number
    head: re.Pattern[str]  # matches from the words to the end of the number
    closing: re.Pattern[str]  # matches what the form prints after the number: `]`
    grammar: Grammar


_PREPOSITIONS = (" in", " to", " with")
NUMBER_IN_FORM = re.compile(r"\{(?:number|dotted)\}")
BARE = "{dotted}"
"""The form of a number with no word or sign beside it: a reference if the book has that number."""
_IN_BARE = rf"(?<!^)(?<!{SIGN})(?<![\n.$€£¥#/~×+\-])"


@cache
def _other_number() -> re.Pattern[str]:
    """Return the pattern of a text that ends in a word or sign before numbers that are no rule's: `Table`, `$`."""
    return re.compile(rf"(?:\b(?:{any_of(words('other_numbers'))})\b[.:]?|[$€£¥])\s?\Z", re.IGNORECASE)


@cache
def _unit() -> str:
    """Return the pattern of a unit behind a number that is no rule's: `%`, `km`."""
    inches = r"[”\"](?!\w)"  # and no mark before a quotation
    return rf"\s?(?:[%°″€£]|{inches}|(?:{any_of(words('units'))}){NO_WORD})"


_LONGEST_WORD = 16  # characters before a bare number: the longest of these words, and blanks


def is_of_other_things(text: str, start: int, end: int) -> bool:
    """Return whether the words beside a number say that it is no rule's: `version 3.4`, `3.4 km`. One that begins with
    a word of its own, `art. 4`, is asked only for what is after it."""
    is_plain = text[start : start + 1].isdecimal()
    before = is_plain and _other_number().search(text[max(start - _LONGEST_WORD, 0) : start])
    return bool(before or re.compile(_unit(), re.IGNORECASE).match(text, end))


def read_form(form: str, book: BookNumbers) -> _Form:
    """Compile a form for the numbers of a book; raises SchemaError if it has no place for a number."""
    if form in book.forms:
        return book.forms[form]
    place = NUMBER_IN_FORM.search(form)
    if not place:
        raise SchemaError(f"a reference form needs {{number}} or {{dotted}}: {form!r}")
    before, after = form[: place.start()], form[place.end() :]
    pattern = _IN_BARE if form == BARE else ""
    if before[:1].isalnum() and before[0] < "\u3040":  # Japanese and Chinese have no blanks between words
        pattern = r"(?<!\w)"
    pattern += r"\s+".join(map(re.escape, before.split()))
    pattern += r"\s+" if before[-1:].isspace() else ""
    pattern += f"(?P<number>{book.dotted if 'dotted' in place[0] else book.number})"
    if form == BARE:
        pattern += f"(?!{_unit()})"
    case = re.IGNORECASE if before.replace(" ", "").isalpha() or form == BARE else re.NOFLAG
    head, closing = re.compile(pattern, case), re.compile(re.escape(after), case)
    book.forms[form] = _Form(before.strip(), _first_word(form), head, closing, book.grammar(case))
    return book.forms[form]


def find_references(text: str, forms: Sequence[str], book: BookNumbers) -> list[FoundNumber]:
    """Return every reference that a rulebook's text prints in one of the forms, in the order of print."""
    found: dict[int, FoundNumber] = {}
    lowered = _lower(text)
    for form in forms:
        if _first_word(form) in lowered:
            for numbers in _lists(text, lowered, read_form(form, book)):
                if numbers[0].at not in found:  # else an earlier form has this list
                    for number in numbers:
                        found.setdefault(number.at, number._replace(bare=numbers[0].number if form == BARE else None))
    return sorted(found.values(), key=lambda number: number.start)


def first_numbers(text: str, forms: Sequence[str], book: BookNumbers) -> dict[str, list[RuleNumber]]:
    """Return the numbers that a text prints in each form; of a list or range, only the first. Patterns take long to
    compile: only forms whose first word is in the text are tried."""
    lowered = _lower(text)
    tried = [form for form in forms if _first_word(form) in lowered]
    return {form: [numbers[0].number for numbers in _lists(text, lowered, read_form(form, book))] for form in tried}


@lru_cache(maxsize=256)
def _first_word(form: str) -> str:
    """Return the first word of a form in lower case; "" for a bare number."""
    before = form.partition("{")[0].split()
    return before[0].lower() if before else ""


def _lower(text: str) -> str:
    """Return a text of the same length in lower case: only `İ` would become two characters."""
    return text.replace("İ", "I").lower()


def _lists(text: str, lowered: str, form: _Form) -> Iterator[list[FoundNumber]]:
    """Yield the numbers of each list, range or single reference in a form. The pattern is tried only where the form's
    first word is: nine rules in ten name no other."""
    at = 0
    while head := _next_head(text, lowered, form, at):
        numbers, at = _list_from(head, form)
        if numbers:
            yield numbers


def _next_head(text: str, lowered: str, form: _Form, at: int) -> re.Match[str] | None:
    """Return the next match of a form's head from `at` on; None without a match."""
    if not form.word:
        found = form.head.search(text, at)
        while found and _other_number().search(text[max(found.start() - _LONGEST_WORD, 0) : found.start()]):
            found = form.head.search(text, found.end())
        return found
    at = lowered.find(form.word, at)
    while at >= 0:
        if head := form.head.match(text, at):
            return head
        at = lowered.find(form.word, at + 1)
    return None


def _list_from(head: re.Match[str], form: _Form) -> tuple[list[FoundNumber], int]:
    """Return the numbers of the list that begins in `head`, and where its form ends. No numbers and the end of `head`
    if the sign that closes the form does not follow."""
    text, at, end = head.string, head.start("number"), head.end()
    numbers = form.grammar.read(head["number"])
    further = list(islice(further_numbers(text, end, numbers[0], form.grammar), _MOST_LISTED))
    list_end = further[-1].end if further else end
    closed = form.closing.match(text, list_end)
    if closed is None:
        return [], end
    start = at if form.words.endswith(_PREPOSITIONS) else head.start()  # of "explained in 1.2" only 1.2 names the rule
    if not further:
        return [FoundNumber(start, at, closed.end(), numbers)], closed.end()
    if closed.end() > list_end:  # one pair of brackets, [1.2, 1.3], belongs to no number alone
        start = at
    return [FoundNumber(start, at, end, numbers), *further], closed.end()


# --- other documents


def find_in_other_documents(text: str, documents: Mapping[str, str], book: BookNumbers) -> list[FoundNumber]:
    """Return every reference to another document: "MTR section 4.3", "section 4 of the Magic Tournament Rules".
    `documents` are the names of other documents, each with its book."""
    names = tuple(sorted((name for name in documents if name in text), key=len, reverse=True))
    if not names:
        return []
    found = []
    for match in _named_pattern(names).finditer(text):
        name, group = ("name", "number") if match["name"] else ("last", "first")  # the name is first or last
        number = normal_form(match[group])
        if not number:
            continue
        slug = documents[match[name]]
        found.append(FoundNumber(match.start(), match.start(group), match.end(), (number,), book=slug))
        if group == "number":
            further = further_numbers(text, match.end(), number, book.grammar())
            found += [each._replace(book=slug) for each in further]
    return found


@lru_cache(maxsize=64)
def _named_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a reference to a document with one of these names, before the number or after it."""
    name = rf"(?:{'|'.join(map(re.escape, names))})(?!\w)"
    section = f"(?:{any_of((*words('sections', 'chapters'), '§', '§§'))})"
    of = rf"(?:{any_of(words('of'))})\s{{1,2}}(?:(?:{any_of(words('articles'))})\s{{1,2}})?"
    return re.compile(
        rf"(?<!\w)(?:(?P<name>{name})(?:['’]s?)?[\s,:]{{1,2}}(?:\(?(?i:{section})\.?\s{{0,2}}(?=[0-9])|(?={RULEBOOK.number(1)}))"
        rf"(?P<number>{RULEBOOK.number()})"
        rf"|(?i:{section})\.?\s{{0,2}}(?P<first>{RULEBOOK.number()})\)?\s{{1,2}}(?i:{of})(?P<last>{name}))"
    )
