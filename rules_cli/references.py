"""References: how a text names rules by number, alone, in lists (601.2b and 602) and in ranges (601.2f–h).

Two grammars share this module:

- `RULEBOOK` reads a rulebook's own text. Each form in the book's profile (`rule {number}`, `[{dotted}]`) says how a
  reference begins and ends. The parser calls `find_references`.
- `ANY_TEXT` reads what people write elsewhere: more spellings and signs, but each number of a list has to look like
  the one before it. The citation check finds the first number of a list itself, because it knows the names of games
  and books; it builds its pattern from `NUMBER`, `LETTER`, `AGAIN`, `NO_LONGER` and `OPENERS` below, and calls
  `further_numbers(text, end, first, ANY_TEXT)` for the rest of the list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules_cli.errors import SchemaError
from rules_cli.model import RuleNumber
from rules_cli.rule_number import natural_key, normal_form, parts, range_end, readings

_MOST_LISTED = 40  # numbers after the first of a list: against texts that are one endless list


class FoundNumber(NamedTuple):
    """A rule's number in a text.

    The smallest token that names the rule runs from `start` to `end`, with the word or sign before the number; the
    number itself begins at `at`. `readings` are the numbers that it may mean, likeliest first. `since` is the number
    that begins the range which this one ends.
    """

    start: int
    at: int
    end: int
    readings: tuple[RuleNumber, ...]
    since: RuleNumber | None = None

    @property
    def number(self) -> RuleNumber:
        """The likeliest reading."""
        return self.readings[0]


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a list or range may go on behind a number.

    `further` matches one more number in one of the groups `tail` (the end of a tight range, 601.2f–h), `letter`
    (601.2b, c) or `member` (a whole number, the end of a range if `to` matches before it); `again` is a repeated sign.
    `fits` decides whether a number (its second argument) may follow another in such a match.
    """

    further: re.Pattern[str]
    fits: Callable[[RuleNumber, RuleNumber, re.Match[str]], bool]


# --- pieces of both grammars

_OR = "(?:and|or|e|ou)"
_THROUGH = "(?:to|through|a|até)"
_LONE_LETTER = "[b-df-hj-np-wz]"  # "a", "e", "i", "o" and "y" are words, and X is a number

# --- the text of a rulebook

_RULE_LETTER = r"(?:[a-z]{1,2}|\([a-z]\))?(?![\w])(?!\.\d)"
_RULE_NUMBER = r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,8}" + _RULE_LETTER
_DOTTED_NUMBER = r"[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}" + _RULE_LETTER
_RULE_JOINT = rf",\s{{0,2}}{_OR}\s{{1,2}}|\s{{0,2}}[,;&/]\s{{0,2}}|\s{{1,2}}{_OR}\s{{1,2}}"
_RULE_TITLE = r"(?:,?\s{0,2}[“\"][^”\"]{0,60}[”\"])?"  # rules 702.109, “Dash,” and 702.152
# A range ends in the tail of a number (119.7–8, 601.2f–h) only after a tight dash: "apply rule 601.2b to a spell" and
# "rule 601.2b – as above" name one rule.
_RULE_FURTHER = (
    rf"[-–—](?P<tail>{_RULE_NUMBER}|[a-z]{{1,2}}(?!\w))"
    rf"|(?:(?P<to>\s?[-–—]\s?|\s{{1,2}}{_THROUGH}\s{{1,2}})|{_RULE_TITLE}(?:{_RULE_JOINT}|\s{{1,2}}))"
    rf"(?P<member>{_RULE_NUMBER})"
    rf"|(?:{_RULE_JOINT})(?P<letter>{_LONE_LETTER})(?![\w'’])"
)


_FIGURES_OF_A_QUANTITY = 2  # cards are counted up to 99; a bare number beside 601.2b is a section of three figures


def _fits_in_rulebook(before: RuleNumber, number: RuleNumber, _match: re.Match[str]) -> bool:
    """Tell rule numbers from quantities: "rules 601.2b and 602" names two rules, "rule 402, 2 cards" one."""
    last, found = parts(before), parts(number)
    if last is None or found is None:
        return False
    if len(found.digits) > 1 or found.letters:
        return True
    figures = len(str(found.digits[0]))
    return figures == len(str(last.digits[0])) and (len(last.digits) == 1 or figures > _FIGURES_OF_A_QUANTITY)


RULEBOOK = Grammar(re.compile(_RULE_FURTHER), _fits_in_rulebook)
_RULEBOOK_ANY_CASE = Grammar(re.compile(_RULE_FURTHER, re.IGNORECASE), _fits_in_rulebook)

# --- any other text

NO_LONGER = r"(?![^\W_])(?!\.[0-9])(?!:[0-9])(?![ \u00a0\t]?[%‰€°])"
"""What may not follow a number: the rest of a longer one, of a time or of a quantity."""
LETTER = r"(?:[a-zA-Z]{1,2}|[ ]?\([a-zA-Z]{1,2}\)|\.[a-z](?![^\W_]))"
"""A sub-rule's letter: 704.5k, 704.5 (k), 704.5.k."""
AGAIN = r"(?:\#[1-9][0-9]{0,2}+)?"
"""The sign of a number printed again: 1.14.7#2."""
NUMBER = rf"[1-9][0-9]{{0,8}}+(?:\.[0-9]{{1,4}}+){{0,8}}+{LETTER}?{AGAIN}{NO_LONGER}"
"""A number as people type it."""
OPENERS = r"[\[(*_`\"“']{0,4}"
"""Brackets, quotes and marks of emphasis before a number."""
_CLOSERS = r"[\])*_`\x00]*+"
_DASH = r"[-–—‒−]"
_TITLE = r",?\s{0,2}[“\"][^”\"\n]{0,60}[”\"]"
_ANY_OR = f"(?i:{_OR})"
_AND = rf"(?:{_TITLE}(?=\s))?(?:[,;]?\s{{1,2}}(?:{_ANY_OR}\s)?|[,;]|\s?[&+]\s?|/)"
_TO = rf"(?:\s?(?:{_DASH}|\.\.)\s?|\s(?i:{_THROUGH})\s)"
_BEFORE_LETTER = rf"(?:,?\s{{1,2}}{_ANY_OR}\s|\s?&\s?|,\s?(?=[a-z](?:,|\s(?:{_ANY_OR}\s|&))))"  # 704.5b, c and d
_ANY_FURTHER = (
    rf"{_CLOSERS}(?:{_DASH}{OPENERS}(?P<tail>[0-9]{{1,4}}+{LETTER}?|[a-z]{{1,2}}|[A-Z]){NO_LONGER}"
    rf"|(?:/|{_BEFORE_LETTER})(?P<letter>(?<=/)[a-z]{{1,2}}|{_LONE_LETTER}(?!['’])){NO_LONGER}"
    rf"|(?:(?P<to>{_TO})|{_AND})(?P<again>(?i:rules?|regras?|CR)\s{{1,2}}|§{{1,2}}\s?)?{OPENERS}(?P<member>{NUMBER}))"
)


_LAST_CHAPTER = 99  # a list may go on from chapter 9 to 10, but "rule 99.1, 100.5" is no list of chapters


def _fits_in_any_text(before: RuleNumber, number: RuleNumber, match: re.Match[str]) -> bool:
    """Tell lists and ranges from numbers side by side: a range goes up, a list's numbers are printed alike.

    They have as many parts and about as many figures: not in "rule 704.5k, 2 cards".
    """
    goes_up = natural_key(before) < natural_key(number)
    if not match["member"]:
        return goes_up
    last, found = parts(before), parts(number)
    if last is None or found is None or len(last.digits) != len(found.digits) or (match["to"] and not goes_up):
        return False
    chapters = last.digits[0], found.digits[0]
    return len(str(chapters[0])) == len(str(chapters[1])) or max(chapters) <= _LAST_CHAPTER


ANY_TEXT = Grammar(re.compile(_ANY_FURTHER), _fits_in_any_text)

# --- lists and ranges


def further_numbers(text: str, at: int, first: RuleNumber, grammar: Grammar) -> Iterator[FoundNumber]:
    """The numbers that a list or range goes on with after `first`, which ends at `at`."""
    last = first
    while match := grammar.further.match(text, at):
        found = _further_number(match, last, grammar)
        if found is None:
            return
        yield found
        last, at = found.number, found.end


def _further_number(match: re.Match[str], last: RuleNumber, grammar: Grammar) -> FoundNumber | None:
    """The number in a match of `grammar.further`; None if it is no part of the list."""
    group = "member" if match["member"] else "tail" if match["tail"] else "letter"
    whole: str | None = match[group] if group == "member" else range_end(last, match[group])
    numbers = readings(whole) if whole else ()
    if not numbers or not grammar.fits(last, numbers[0], match):
        return None
    start = match.start("again") if match.groupdict().get("again") else match.start(group)
    since = last if match["tail"] or match["to"] else None
    return FoundNumber(start, match.start(group), match.end(group), numbers, since)


# --- forms


class _Form(NamedTuple):
    """A form of a profile, compiled.

    `word` is its first word in lower case (`rule` of `rule {number}`); `head` matches up to the number, `closing` what
    the form prints after it (`]` of `[{dotted}]`).
    """

    word: str
    head: re.Pattern[str]
    closing: re.Pattern[str]
    grammar: Grammar


NUMBER_IN_FORM = re.compile(r"\{(?:number|dotted)\}")


@lru_cache(maxsize=256)
def read_form(form: str) -> _Form:
    """Compile a form; raises SchemaError if it has no place for a number."""
    place = NUMBER_IN_FORM.search(form)
    if not place:
        raise SchemaError(f"a reference form needs {{number}} or {{dotted}}: {form!r}")
    before, after = form[: place.start()], form[place.end() :]
    words = before.split()
    pattern = r"(?<!\w)" if before[:1].isalnum() else ""
    pattern += r"\s+".join(map(re.escape, words))
    pattern += r"\s+" if before[-1:].isspace() else ""
    pattern += f"(?P<number>{_DOTTED_NUMBER if 'dotted' in place[0] else _RULE_NUMBER})"
    any_case = before.strip().isalpha()
    flags = re.IGNORECASE if any_case else 0
    grammar = _RULEBOOK_ANY_CASE if any_case else RULEBOOK
    word = words[0].lower() if words else ""
    return _Form(word, re.compile(pattern, flags), re.compile(re.escape(after), flags), grammar)


def find_references(text: str, forms: Sequence[str]) -> list[FoundNumber]:
    """Every reference that a rulebook's text prints in one of these forms, in the order of print."""
    found: dict[int, FoundNumber] = {}
    lowered = _lower(text)
    for form in map(read_form, forms):
        if form.word in lowered:
            for numbers, _ in _lists(text, lowered, form):
                if numbers[0].at not in found:
                    for each in numbers:
                        found.setdefault(each.at, each)
    return sorted(found.values(), key=lambda number: number.start)


def first_numbers(text: str, form: str) -> list[RuleNumber]:
    """The numbers that a text prints in a form, of each list and range the first alone."""
    return [numbers[0].number for numbers, _ in _lists(text, _lower(text), read_form(form))]


def _lower(text: str) -> str:
    """A text of the same length in lower case: `İ` is the one letter that becomes two."""
    return text.replace("İ", "I").lower()


def _lists(text: str, lowered: str, form: _Form) -> Iterator[tuple[list[FoundNumber], int]]:
    """The numbers of each list, range or single reference in a form, with the place where the form ends.

    The pattern is tried only where the form's first word is: nine rules in ten name no other.
    """
    at = lowered.find(form.word)
    while at >= 0:
        head = form.head.match(text, at)
        found = _list_from(head, form) if head else None
        if found:
            yield found
        at = lowered.find(form.word, found[1] if found else at + 1)


def _list_from(head: re.Match[str], form: _Form) -> tuple[list[FoundNumber], int] | None:
    """The list that begins with the number in `head`; None if what has to close the form does not follow."""
    text, at, end = head.string, head.start("number"), head.end()
    list_end = end  # by its print alone
    for _ in range(_MOST_LISTED):
        match = form.grammar.further.match(text, list_end)
        if match is None:
            break
        list_end = match.end()
    closed = form.closing.match(text, list_end)
    if closed is None:
        return None
    number = RuleNumber(normal_form(head["number"]) or "")
    further = list(further_numbers(text, end, number, form.grammar))
    ends_in_sign = closed.end() > list_end
    # In [1.2, 1.3] one pair of brackets belongs to both: the token that names each rule is its bare number.
    if list_end > end:
        first = FoundNumber(at if ends_in_sign else head.start(), at, end, (number,))
    else:
        first = FoundNumber(head.start(), at, closed.end(), (number,))
    return [first, *further], max([closed.end(), *(each.end for each in further)])
