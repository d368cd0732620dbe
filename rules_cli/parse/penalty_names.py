"""The names that a policy has for its own penalties: `Penalty: Fine`, `Penalties: Reminder, Warning, Ban`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, zip_longest

from rules_cli.parse.penalty_words import amount_pattern, begins_with_condition, clause_pattern, pattern_of
from rules_cli.text import fold, words_of_text
from rules_cli.words import any_of, folded, words

_LINES_OF_TITLE = 5  # of a document, of which one may say that it is about penalties
_LEAST_OF_VALUES = 0.5  # of the values in a row of lines that are known penalties: the others are some of the house
_VALUE_SIGN = re.compile(r"[:|]\s+|\s[-–—=]\s+|\s?—\s?|\s?(?:[-=]{1,2}>|→|⇒)\s?")
_IN_LETTERS = re.compile(r"[^\W\d_]{3}[^\d\"*]*")
_BAR = re.compile(r"\|")
_FEWEST = 2  # values behind a label, and penalties of a list beside a usual one: one may be part of a sentence
_LONGEST = 4  # words of a name
_LEVEL_SIGNS = (":", "|", "–", "—", "-", "/")  # between a level and its penalty
_ORDERED = r"(?P<before>[^.:\n]{0,80}):\s(?P<names>[^.:;\n]{3,200})"  # `Our penalties, from the mildest: Reminder, …`


def house_penalties(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the usual penalties, then those that some lines name behind the label of a penalty, in a list of
    penalties, or beside infractions: amounts, `Late: 2 points`, and what is beside usual ones, `Insult: Night Ban`.
    Titles begin with `# `."""
    lines, labelled, listed, count = list(filter(None, lines)), list[str](), list[str](), 0
    for line in lines:
        if ":" not in line:
            continue
        if value := _labelled().match(line):
            count += value["repeated"] is None
            labelled.append(value["value"])
        elif found := _ordered().search(line):
            listed += _names_in(found["names"])
    values = map(_name_of, labelled) if count >= _FEWEST else ()
    return tuple(dict.fromkeys((*words("penalties"), *listed, *filter(None, values), *_beside_infractions(lines))))


# Complexity: the columns are counted, then each is read.
def _beside_infractions(lines: Sequence[str]) -> Iterator[str]:
    """Yield the amounts beside infractions, and the names in columns that are mostly known penalties. Only in a
    document with usual penalties or a title about penalties: others count points, too."""
    columns, amount = [*_columns(lines)], amount_pattern()
    known = _usual()
    usual = sum(known.match(value) is not None for _, column in columns for value in column)
    titles = {word for line in lines[:_LINES_OF_TITLE] for word in words_of_text(line)}
    if usual < _FEWEST and not any(word.startswith(tuple(folded("penalty_labels"))) for word in titles):
        return
    for is_labelled, column in columns:
        amounts = [found[0] for value in column if (found := amount.match(value))]
        yield from amounts
        often = Counter(fold(_name_of(value, in_small=True)) for value in column)
        count = sum(known.match(value) is not None for value in column) + len(amounts)
        if is_labelled or count >= max(_FEWEST, _LEAST_OF_VALUES * len(column)):
            names = filter(None, (_name_of(value, in_small=True) for value in column))
            yield from (name for name in names if name[:1].isupper() or often[fold(name)] > 1)


# Complexity: one expression for the values of a table, one for those of lines.
def _columns(lines: Sequence[str]) -> Iterator[tuple[bool, list[str]]]:
    """Yield the values beside infractions: each column of a table below its head, with whether that is the label of a
    penalty, and the values of lines in a row, `Late: Warning`, but those of a remedy or a note."""
    others = {fold(each) for each in words("remedies", "notes", "examples", "penalty_labels")}
    for is_table, run in groupby(lines, key=_kind):
        sign = _BAR if is_table > 1 else _VALUE_SIGN
        split = ([cell.strip() for cell in sign.split(line.strip("| "))] for line in run)
        rows = [row for row in split if others.isdisjoint(words_of_text(row[0])) or is_table > 1]
        if is_table > 1:
            for head, *column in list(zip_longest(*rows, fillvalue=""))[1:]:
                yield fold(head) in folded("penalty_labels"), list(filter(None, column))
        else:
            often = Counter(fold(row[0]) for row in rows)
            columns: dict[str, list[str]] = defaultdict(list)  # a label of several lines has its own
            for row in rows:
                label = fold(row[0]) if often[fold(row[0])] > 1 else ""
                columns[label] += [value for at, value in enumerate(row) if at and value and not _is_level(row, at)]
            yield from ((False, column) for column in columns.values())


def _kind(line: str) -> int:
    """Return 2 for the row of a table, 1 for a line with a value, 0 for another one and a title."""
    return (bool(_VALUE_SIGN.search(line)) + (line[:1] == "|")) * (line[:1] != "#")


def _is_level(values: Sequence[str], at: int) -> bool:
    """Return whether a value is a level of an infraction, with its penalty behind that: `Casual – Caution`."""
    known, behind = pattern_of(words("penalties", "no_penalty")), values[at + 1] if at + 1 < len(values) else ""
    return known.match(behind) is not None and _name_of(values[at], in_small=True) == values[at]


@cache
def _usual() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(words('penalties'))})(?!\w)", re.IGNORECASE)


def _names_in(text: str) -> list[str]:
    """Return the names of a list of penalties; none if it has no usual one."""
    names = [name.strip() for name in _between_names().split(text) if name.strip()]
    usual = pattern_of(words("penalties"))
    are_names = all(usual.fullmatch(name) or _name_of(name) == name for name in names)
    return names if len(names) > _FEWEST and are_names and any(map(usual.fullmatch, names)) else []


# Complexity: one condition for each sign that words are no name.
def _name_of(value: str, in_small: bool = False) -> str:
    """Return the name that a value begins with, `Point Deduction` of `Point Deduction (2 points)`; "" without one, and
    for a usual one."""
    value, usual = value.strip(" *_"), pattern_of(words("penalties", "no_penalty"))
    end = _value_ends().search(value)
    name, rest = (value[: end.start()], value[end.end() :].strip()) if end else (value, "")
    is_level = end and end[0].strip() in _LEVEL_SIGNS and usual.match(rest)  # `Casual – Caution`
    first = set(fold(name).split()[:1])
    is_label = fold(name) in folded("penalty_labels")
    is_sentence = begins_with_condition(name) or first.intersection(folded("articles", "little", "see", "not_stating"))
    is_named = (name[:1].isupper() or (in_small and _IN_LETTERS.fullmatch(name))) and len(name.split()) <= _LONGEST
    is_usual = usual.match(value) or clause_pattern().search(value)
    return name if is_named and not (is_sentence or is_level or is_usual or is_label) else ""


@cache
def _labelled() -> re.Pattern[str]:
    """Return the pattern of a line with the label of a penalty, or of a repeated infraction, and a value."""
    labels, repeated = any_of(words("penalty_labels")), any_of(words("repeated"))
    return re.compile(
        rf"\W{{0,6}}(?:(?:{labels})|(?P<repeated>{repeated}))[*_]{{0,3}}:[*_]{{0,3}}\s+(?P<value>.{{1,80}})",
        re.IGNORECASE,
    )


@cache
def _ordered() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(words('penalty_labels'))})(?!\w){_ORDERED}", re.IGNORECASE)


@cache
def _between_names() -> re.Pattern[str]:
    """Return the pattern of what is between the names of a list."""
    joined = any_of(words("and_words", "or_words"))
    return re.compile(rf"\s?[,;<>/→]\s?(?:(?:{joined})\s)?|\s(?:{joined})\s", re.IGNORECASE)


@cache
def _value_ends() -> re.Pattern[str]:
    """Return the pattern of what ends a name: a sign, an amount, or a word that begins a condition or joins another
    penalty."""
    joined, amount = any_of(words("conditions", "and_words", "or_words")), any_of(words("of"))
    return re.compile(rf"\s?[.,;:(\[|–—/]|\s-\s|\s(?:{joined})\s|\s(?:{amount})\s(?=\d)", re.IGNORECASE)
