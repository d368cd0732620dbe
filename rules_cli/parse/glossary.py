"""The entries of a book's own glossary → the terms that they explain.

An entry's head may be a list of names ("Control, Controller"), one name with commas in it ("Active Player, Nonactive
Player Order"), quoted, or marked as out of use ("(Obsolete)"). Its words may only send the reader to another entry.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rules_cli.model import GlossaryEntry, Row, RuleNumber
from rules_cli.numbers.parts import parts
from rules_cli.text import fold
from rules_cli.words import any_of, words

_BRACKETS = re.compile(r"(?<!\s)\s*+\(([^()]{1,60})\)\s*$")


@cache
def _listed() -> re.Pattern[str]:
    """Return the pattern of what is between the names of an entry: a comma, a slash, "and", ", or"."""
    both, either = any_of(words("and_words")), any_of(words("and_words", "or_words"))
    return re.compile(rf",\s++(?:(?:{either})\s++)?|(?:(?<!\s)\s++)?/\s*+|(?<!\s)\s++(?:{both})\s++")


@cache
def _see_words() -> re.Pattern[str]:
    """Return the pattern of "See X"; its group is the name of the other entry, up to the end of the sentence."""
    return re.compile(rf"\b(?:{any_of(words('see'))}):?\s+(?=[^\W\d_a-z]|[“\"])([^.\n]{{1,100}})")


@cache
def _term_for() -> re.Pattern[str]:
    """Return the pattern of "an old term for X"; its group begins with the name of the other entry."""
    return re.compile(rf"\b(?:{any_of(words('term'))})\s+(?:(?:{any_of(words('articles'))}) )?([^.,;\n]{{1,60}})")


_QUOTES = str.maketrans("", "", '“”"«»')
_ByName = Mapping[str, RuleNumber]
_MOST_RULES = 12  # of an entry: as many as a screen shows; some entries list fifty


def explained(rows: Sequence[Row], glossaries: Sequence[RuleNumber]) -> list[GlossaryEntry]:
    """Return the terms of the entries under the headings `glossaries`, in source order; linear in the rows."""
    if not glossaries:
        return []
    children: dict[str | None, list[Row]] = defaultdict(list)
    for row in rows:
        children[row.parent].append(row)
    entries = list(_entries(rows, glossaries, children))
    by_name: dict[str, RuleNumber] = {}
    for row, names in entries:
        by_name.setdefault(fold(names[0]), row.number)
    for row, names in entries:  # an entry's whole head comes before a name in another's
        for name in names[1:]:
            by_name.setdefault(fold(name), row.number)
    titles = {row.number: fold(row.title) for row in rows if row.title}
    return [_explained(row, names, children[row.number], titles, by_name) for row, names in entries]


def _entries(
    rows: Sequence[Row], glossaries: Sequence[RuleNumber], children: Mapping[str | None, Sequence[Row]]
) -> Iterator[tuple[Row, list[str]]]:
    """Yield the rows under glossaries that have a text, or have one right under them, with their names."""
    inside = set(glossaries)
    for row in rows:  # a row comes after its parent
        if row.parent in inside:
            inside.add(row.number)
            has_text = row.kind != "heading" or any(child.kind != "heading" for child in children[row.number])
            if has_text and row.title and row.number not in glossaries:
                yield row, names_of(row.title)


def _explained(
    row: Row, names: Sequence[str], below: Sequence[Row], titles: Mapping[RuleNumber, str], by_name: _ByName
) -> GlossaryEntry:
    """Return the entry of a row, with the rules and entries that it and the rows right under it name."""
    folded = set(map(fold, names))
    own = [child.number for child in below] if row.kind == "heading" else []
    targets = dict.fromkeys(RuleNumber(r.target) for each in (row, *below) for r in each.references if r.resolved)
    rules = sorted(targets, key=lambda number: titles.get(number) not in folded)  # first those that define it
    see = dict.fromkeys(number for each in (row, *below) for number in _see(each.words.text or "", by_name))
    see.pop(row.number, None)
    return GlossaryEntry(row.number, tuple(names), tuple(see), tuple([*own, *rules][:_MOST_RULES]))


def _see(text: str, by_name: _ByName) -> Iterator[RuleNumber]:
    """Yield the entries that a text sends the reader to: "See X" by X's whole name, else by the names listed; then
    "an old term for X"."""
    for found in _see_words().finditer(text):
        whole, *listed = names_of(found[1])
        names = [whole] if fold(whole) in by_name else listed
        yield from (by_name[fold(name)] for name in names if fold(name) in by_name)
    for found in _term_for().finditer(text):
        named = fold(found[1]).split()
        beginnings = (" ".join(named[:length]) for length in range(len(named), 0, -1))
        yield from [by_name[beginning] for beginning in beginnings if beginning in by_name][:1]


def names_of(head: str) -> list[str]:
    """Return the names in an entry's head, the whole of it first: `Control, Controller` → that, `Control`, …"""
    name, others = head.strip().removesuffix("."), []
    while brackets := _BRACKETS.search(name):
        name = name[: brackets.start()]
        if fold(brackets[1]) not in words("status"):
            others.append(brackets[1])
    whole = name.translate(_QUOTES).strip()
    listed = (each.translate(_QUOTES).strip(" ,;.") for each in _listed().split(name))
    names = (whole or head, *(each for each in listed if parts(each) is None), *others)
    return list(dict.fromkeys(filter(None, names)))
