"""Penalties in judges' policy: what an infraction costs, and whether the document's own table says the same.

A penalty is printed at the end of a section's title (*Slow Play Warning*), as the first line under it, or after a label
("Penalty: Warning", "Recommended penalty"), for all or by level ("Casual – Caution").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rules_cli.model import Penalty, RuleNumber
from rules_cli.parse.row_draft import Draft
from rules_cli.rule_number import parts
from rules_cli.text import fold

_LABEL = re.compile(
    r"(?:(?:recommended|base|standard|default)\s)?(?:penalty|penalties)|corrective actions?|sanctions?", re.IGNORECASE
)
_VARIANT = re.compile(r"\s*(?:\((?P<bracket>[^()]{1,40})\)|[-–—]\s+(?P<dash>[^:.]{1,40}?))?\s*(?::\s*(?P<rest>.*))?")
_LEVEL = re.compile(r"(?P<level>[^\W\d_][^:|.–—]{0,50}?)\s*(?:\s[-–—]|[–—:|])\s*(?=\S)")
_LONGEST_LEVEL = 6  # words of an item that is only a level; its penalties are in the list below it
_REMARK = re.compile(r"\s[-–—]\s")
_MOST_OF_A_CHAPTER = 0.5  # of its sections have a penalty in that place; fewer do by chance: *Appealing a Game Loss*
_ROWS_OF_A_TABLE = 5  # a list of fewer infractions and penalties is part of a sentence or of a rule
_SAME = {"none": "no penalty", "dq": "disqualification"}


@lru_cache(maxsize=16)
def _names(penalties: tuple[str, ...]) -> str:
    return "|".join(sorted(map(re.escape, penalties), key=len, reverse=True)) or "(?!)"


@lru_cache(maxsize=16)
def _penalty(penalties: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a penalty, or of several: `Warning / Game Loss`."""
    names = _names(penalties)
    return re.compile(rf"(?:{names})(?:\s*(?:/|,|\bor\b)\s*(?:{names}))*", re.IGNORECASE)


@lru_cache(maxsize=16)
def _at_end(penalties: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a line that ends in a penalty; capitals count, as most such lines are sentences."""
    return re.compile(rf"(?P<name>\S.*?)[\s|:–—-]+(?P<penalty>{_names(penalties)})[\s|]*")


def _bare(line: str) -> str:
    """Return a line without a bullet and without the lines at both sides of a table's row."""
    return line.strip(" •|\t")


# --- the penalties of sections


def find_penalties(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> None:
    """Set the penalties of all numbered sections; a penalty that ends a title becomes the first line of the text."""
    chapters: dict[int, list[Draft]] = defaultdict(list)
    below: dict[int, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.parent:
            (chapters if _is_section(draft) else below)[id(draft.parent)].append(draft)
    for sections in chapters.values():
        _take_from_titles(sections, penalties)
        first_lines = [draft.texts[0].partition("\n")[0] if draft.texts else "" for draft in sections]
        are_penalties = [bool(_penalty(penalties).fullmatch(line)) for line in first_lines]
        for draft, line, is_penalty in zip(sections, first_lines, are_penalties, strict=True):
            own = [Penalty(None, line)] if is_penalty and _are_most(are_penalties) else []
            draft.penalty = tuple(dict.fromkeys([*own, *_penalties_in(draft, below[id(draft)], penalties)]))


def _is_section(draft: Draft) -> bool:
    return draft.title is not None and parts(draft.printed) is not None


def _are_most(found: Sequence[bool]) -> bool:
    return found.count(True) > 1 and found.count(True) > _MOST_OF_A_CHAPTER * len(found)


def _take_from_titles(sections: Iterable[Draft], penalties: tuple[str, ...]) -> None:
    """Make the penalties at the end of a chapter's titles the first lines of the texts."""
    tails = [(draft, _at_end(penalties).fullmatch(draft.title or "")) for draft in sections]
    for draft, found in tails if _are_most([bool(found) for _, found in tails]) else ():
        if found:
            draft.title, draft.kind = found["name"], "rule"
            draft.texts.insert(0, found["penalty"])


def _penalties_in(section: Draft, below: Iterable[Draft], penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties that follow a label in a section or in one of its parts."""
    for lines in (_lines(section), *([part.title or "", *_lines(part)] for part in below)):
        yield from _labelled(lines, penalties)
        for head, line in pairwise(lines):
            yield from _in_columns(_cells(head), _cells(line), penalties)


def _in_columns(levels: Sequence[str], cells: Sequence[str], penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties in a row of a table that begins with a label, each with the level above it."""
    if len(cells) > 1 and _LABEL.fullmatch(cells[0]) and all(map(_penalty(penalties).fullmatch, cells[1:])):
        yield from map(Penalty, levels[1 - len(cells) :], cells[1:])


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _bare(line).split("|")]


def _lines(draft: Draft) -> list[str]:
    return [line for text in (*draft.texts, *draft.notes) for line in text.split("\n")]


def _labelled(lines: Sequence[str], penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties after each label, up to the first line that has none."""
    variant: str | None = None
    level = ""
    for line in lines:
        words, label = _bare(line), _label_of(_bare(line))
        if label is not None:
            variant, words = label
            level = ""
        if variant is None or not words:
            continue
        found = list(_by_level(words, penalties))
        if not found and "|" not in words:  # in a table it is the head
            is_level = line != words and len(words.split()) <= _LONGEST_LEVEL
            variant, level = (variant, words) if is_level else (None, "")
        for each in found:
            names = ", ".join(filter(None, (variant, level, each.level)))
            yield Penalty(names or None, each.penalty)


def _label_of(line: str) -> tuple[str, str] | None:
    """Return the variant that a label names (`Penalty – Minor:`), and the words after the label; None if it is none."""
    found = _LABEL.match(line)
    rest = _VARIANT.fullmatch(line, found.end()) if found else None
    return (rest["bracket"] or rest["dash"] or "", rest["rest"] or "") if rest else None


def _by_level(line: str, penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties in a line: `Warning`, `Casual – Caution`, `Casual: Caution / Competitive: Warning`."""
    pieces = line.split(" / ")
    if len(pieces) == 1 or not all(_level_of(piece, penalties) for piece in pieces):
        pieces = [line]
    for piece in pieces:
        level = _level_of(piece, penalties)
        words = piece[len(level) :].lstrip(" -–—:|") if level else piece
        if _penalty(penalties).match(words):
            yield Penalty(level or None, _REMARK.split(words, maxsplit=1)[0].strip(" .|"))


def _level_of(piece: str, penalties: tuple[str, ...]) -> str:
    found = _LEVEL.match(piece)
    return found["level"] if found and _penalty(penalties).match(piece, found.end()) else ""


# --- the table of penalties


@dataclass(frozen=True, slots=True)
class _TableRow:
    """A row of a table of penalties: an infraction and its penalty."""

    name: str
    penalty: str


def penalty_faults(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> Iterator[tuple[RuleNumber, str]]:
    """Yield each section whose penalty is not that of the document's own table, or not in it, and what differs."""
    sections = [draft for draft in drafts if draft.penalty]
    table = _table(drafts, sections, penalties) if sections else []
    if not table:
        return
    listed: dict[RuleNumber, _TableRow] = {}
    for row in table:
        found = _section_named(row.name, sections)
        if found is None:
            yield (
                sections[0].number,
                f"the table of penalties lists {row.name}: {row.penalty}, but no section has this title",
            )
        else:
            listed.setdefault(found.number, row)
    divided = {id(draft.parent) for draft in sections}
    for draft in sections:
        own = " / ".join(each.penalty for each in draft.penalty)
        other = listed.get(draft.number)
        if other is None and id(draft) not in divided:
            yield draft.number, f"{draft.title} has {own}, but the table of penalties does not list it"
        elif other is not None and _plain(other.penalty) not in {
            _plain(own),
            *(_plain(p.penalty) for p in draft.penalty),
        }:
            yield (
                draft.number,
                f"{draft.title} has {own}, but the table of penalties says {other.name}: {other.penalty}",
            )


def _plain(penalty: str) -> str:
    return _SAME.get(fold(penalty), fold(penalty))


def _table(drafts: Iterable[Draft], sections: Sequence[Draft], penalties: tuple[str, ...]) -> list[_TableRow]:
    """Return the rows of the list that names most sections with a penalty each; empty if there is no such list."""
    tables = (list(_rows_of(draft, penalties)) for draft in drafts)
    named = [
        table for table in tables if sum(bool(_section_named(row.name, sections)) for row in table) >= _ROWS_OF_A_TABLE
    ]
    return max(named, key=len, default=[])


def _rows_of(draft: Draft, penalties: tuple[str, ...]) -> Iterator[_TableRow]:
    """Yield the infractions in a text that have a penalty at the end of their line, or alone on the next line."""
    lines = [_bare(line) for text in (*draft.texts, *draft.examples) for line in text.split("\n")]
    before = ""
    for line in lines:
        if before and _penalty(penalties).fullmatch(line):
            yield _TableRow(before, line)
        elif found := _at_end(penalties).fullmatch(line):
            yield _TableRow(found["name"], found["penalty"])
        before = line


def _section_named(name: str, sections: Sequence[Draft]) -> Draft | None:
    """Return the section with a title, or the only one whose title has all words of the name."""
    wanted = _words(name)
    alike = [each for each in sections if wanted in (_words(each.title or ""), _words(short_title(each.title or "")))]
    within = alike or [each for each in sections if wanted <= _words(each.title or "")]
    return within[0] if len(within) == 1 or alike else None


def _words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(title)))


def short_title(title: str) -> str:
    """Return a title without the class in front of it: *Tournament Error — Slow Play* is *Slow Play*."""
    return title.rpartition(" — ")[2]
