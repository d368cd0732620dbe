"""A book's own glossary: its entries → the terms that they explain.

An entry's head may be a list of names ("Control, Controller"), one name with commas in it ("Active Player, Nonactive
Player Order"), quoted, or marked as out of use ("(Obsolete)"); its words may only send the reader to another entry.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rules_cli.model import GlossaryEntry, Row, RuleNumber
from rules_cli.rule_number import parts
from rules_cli.text import fold

_STATUS = frozenset("obsolete informal deprecated archaic obsoleto obsoleta informal".split())
_BRACKETS = re.compile(r"(?<!\s)\s*+\(([^()]{1,60})\)\s*$")
_LISTED = re.compile(r",\s++(?:(?:and|or|e|ou)\s++)?|(?:(?<!\s)\s++)?+/\s*+|(?<!\s)\s++(?:and|e)\s++")
_SEE = re.compile(r"\b(?:See(?: also)?|Veja(?: também)?|Vide|Ver(?: também)?):?\s+(?=[^\W\d_a-z]|[“\"])([^.\n]{1,100})")
_QUOTES = str.maketrans("", "", '“”"«»')
_MOST = 12  # rules that an entry names, of a list of fifty


def explained(rows: Sequence[Row], glossaries: Sequence[RuleNumber]) -> list[GlossaryEntry]:
    """The terms of the entries below the headings `glossaries`, in source order; linear in the rows."""
    if not glossaries:
        return []
    by_number = {row.number: row for row in rows}
    children: dict[str | None, list[Row]] = defaultdict(list)
    for row in rows:
        children[row.parent].append(row)
    below = set(glossaries)
    for row in rows:  # a row comes after its parent
        if row.parent in below:
            below.add(row.number)
    below -= set(glossaries)
    entries = [
        (row, names_of(row.title)) for row in rows if row.number in below and row.title and _is_entry(row, children)
    ]
    called: dict[str, RuleNumber] = {}
    for place in (0, 1):  # an entry's whole head comes before a name in another's
        for row, names in entries:
            for name in names[place : None if place else 1]:
                called.setdefault(fold(name), row.number)
    return [_explained(row, names, children[row.number], by_number, called) for row, names in entries]


def _is_entry(row: Row, children: Mapping[str | None, Sequence[Row]]) -> bool:
    """Whether a row explains something: a titled text, or a heading with a text right under it."""
    return row.kind != "heading" or any(child.kind != "heading" for child in children[row.number])


def _explained(
    row: Row,
    names: Sequence[str],
    below: Sequence[Row],
    by_number: Mapping[RuleNumber, Row],
    called: Mapping[str, RuleNumber],
) -> GlossaryEntry:
    own = [child.number for child in below] if row.kind == "heading" else []
    targets = dict.fromkeys(RuleNumber(r.target) for each in (row, *below) for r in each.references if r.resolved)
    rules = sorted(targets, key=lambda number: not _is_called(by_number.get(number), names))
    see = dict.fromkeys(number for each in (row, *below) for number in _seen(each.words.text or "", called))
    see.pop(row.number, None)
    return GlossaryEntry(row.number, tuple(names), tuple(see), tuple([*own, *rules][:_MOST]))


def _seen(text: str, called: Mapping[str, RuleNumber]) -> Iterator[RuleNumber]:
    """The entries that a text sends the reader to: "See X" by X's whole name, else by the names listed."""
    for found in _SEE.finditer(text):
        whole, *listed = names_of(found[1])
        names = [whole] if fold(whole) in called else listed
        yield from (called[fold(name)] for name in names if fold(name) in called)


def _is_called(row: Row | None, names: Sequence[str]) -> bool:
    return row is not None and bool(row.title) and fold(row.title or "") in map(fold, names)


def names_of(head: str) -> list[str]:
    """The names in an entry's head, the whole of it first: `Control, Controller` → that, `Control`, `Controller`."""
    name, others = head.strip().removesuffix("."), []
    while brackets := _BRACKETS.search(name):
        name = name[: brackets.start()]
        others += [] if fold(brackets[1]) in _STATUS else [brackets[1]]
    whole = name.translate(_QUOTES).strip()
    return list(dict.fromkeys(filter(None, (whole or head, *_names_in(name), *others))))


def _names_in(listed: str) -> Iterator[str]:
    for name in _LISTED.split(listed):
        bare = name.translate(_QUOTES).strip(" ,;.")
        if bare and parts(bare) is None:
            yield bare
