"""The table of penalties that judges' policy ends with, compared with the penalties of its sections."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_cli.model import RuleNumber
from rules_cli.parse.penalties import bare_line, penalty_pattern, split_end
from rules_cli.parse.row_draft import Draft
from rules_cli.text import fold

_ROWS_OF_A_TABLE = 5  # a list of fewer infractions and penalties is part of a sentence or of a rule
_LONGEST_ROW = 200  # characters; a longer line is a sentence
_MOST_SECTIONS = 500  # with a penalty: a guide has thirty; a bound for hostile files
_SAME = {"none": "no penalty", "dq": "disqualification"}


class _TableRow(NamedTuple):
    """A row of a table: an infraction, and its penalties in the order of the columns."""

    name: str
    penalties: tuple[str, ...]


def penalty_faults(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> Iterator[tuple[RuleNumber, str]]:
    """Yield each section whose penalty is not that of the document's own table, or not in it, and what differs."""
    sections = [draft for draft in drafts if draft.penalty]
    if not _ROWS_OF_A_TABLE <= len(sections) <= _MOST_SECTIONS:
        return
    titles = _Titles(sections)
    table = _table(drafts, titles, penalties)
    listed: dict[RuleNumber, _TableRow] = {}
    for row in table:
        if found := titles.named(row.name):
            listed.setdefault(found.number, row)
        else:
            penalty = " / ".join(row.penalties)
            yield (
                sections[0].number,
                f"the table of penalties lists {row.name}: {penalty}, but no section has this title",
            )
    yield from _differences(sections, listed) if table else ()


def _differences(sections: Iterable[Draft], listed: Mapping[RuleNumber, _TableRow]) -> Iterator[tuple[RuleNumber, str]]:
    divided = {id(draft.parent) for draft in sections}
    for draft in sections:
        own = [each.penalty for each in draft.penalty]
        row = listed.get(draft.number)
        has = f"{draft.title} has {' / '.join(own)}, but the table of penalties"
        if row is None and id(draft) not in divided:
            yield draft.number, f"{has} does not list it"
        elif row and not _are_same(own, row.penalties):
            yield draft.number, f"{has} says {row.name}: {' / '.join(row.penalties)}"


def _are_same(own: Sequence[str], listed: Sequence[str]) -> bool:
    """Whether a table says the same; one with a single column may give the penalty of one level."""
    wanted, found = list(map(_plain, own)), list(map(_plain, listed))
    return wanted == found or (len(found) == 1 and found[0] in wanted)


def _plain(penalty: str) -> str:
    return _SAME.get(fold(penalty), fold(penalty))


def _table(drafts: Iterable[Draft], titles: _Titles, penalties: tuple[str, ...]) -> list[_TableRow]:
    """Return the longest list that names enough sections with their penalties; empty if no list does."""
    tables = (list(_rows_of(draft, penalties)) for draft in drafts)
    named = (rows for rows in tables if sum(titles.named(row.name) is not None for row in rows) >= _ROWS_OF_A_TABLE)
    return max(named, key=len, default=[])


def _rows_of(draft: Draft, penalties: tuple[str, ...]) -> Iterator[_TableRow]:
    """Yield the infractions in a text that have penalties at the end of their line, or one alone on the next line."""
    before = ""
    for line in (bare_line(line) for text in (*draft.texts, *draft.examples) for line in text.split("\n")):
        name, found = line, list[str]()
        while len(name) <= _LONGEST_ROW and (split := split_end(name, penalties)):
            name, penalty = split
            found.insert(0, penalty)
        if found:
            yield _TableRow(name, tuple(found))
        elif before and penalty_pattern(penalties).fullmatch(line):
            yield _TableRow(before, (line,))
        before = line


class _Titles:
    """Finds sections by their titles."""

    def __init__(self, sections: Sequence[Draft]) -> None:
        self.exact: dict[frozenset[str], Draft] = {}
        self.having: dict[str, set[int]] = defaultdict(set)
        self.sections = sections
        for at, section in enumerate(sections):
            title = section.title or ""
            for name in (title, title.rpartition(" — ")[2]):  # *Tournament Error — Slow Play* is *Slow Play*
                self.exact.setdefault(_words(name), section)
            for word in _words(title):
                self.having[word].add(at)

    def named(self, name: str) -> Draft | None:
        """Return the section with a title, or the only one whose title has all words of the name."""
        words = _words(name)
        if words in self.exact:
            return self.exact[words]
        common = set[int].intersection(*(self.having.get(word, set()) for word in words)) if words else set()
        return self.sections[common.pop()] if len(common) == 1 else None


def _words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(title)))
