"""Penalties in judges' policy: what an infraction costs.

A penalty is printed at the end of a section's title (*Slow Play Warning*), as the first line under it, or after a label
("Penalty: Warning", "Recommended penalty"), for all or by level ("Casual – Caution").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from rules_cli.model import Penalty
from rules_cli.parse.row_draft import Draft
from rules_cli.rule_number import parts

_LABEL = re.compile(
    r"(?:(?:recommended|suggested|base|standard|default)\s)?(?:starting\s)?(?:penalty|penalties)"
    r"|corrective actions?|sanctions?",
    re.IGNORECASE,
)
_VARIANT = re.compile(
    r"\s{0,3}(?:\((?P<bracket>[^()]{1,40})\)|[-–—]\s{1,3}(?P<dash>[^\s:.][^:.]{0,40}?))?(?:\s{0,3}:(?P<rest>.*))?"
)
_LEVEL = re.compile(r"(?P<level>[^\W\d_][^:|.–—]{0,50}?)(?:\s{0,3}[–—:|]|\s{1,3}-)\s{0,3}(?=\S)")
_LONGEST_LEVEL = 6  # words of an item that is only a level; its penalties are in the list below it
_REMARK = re.compile(r"\s[-–—]\s")
_MOST_OF_A_CHAPTER = 0.5  # of its sections have a penalty in that place; fewer do by chance: *Appealing a Game Loss*
_SIGNS = " \t|:–—-"  # between a name and its penalty


@lru_cache(maxsize=16)
def penalty_pattern(penalties: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a penalty, or of several: `Warning / Game Loss`."""
    names = "|".join(sorted(map(re.escape, penalties), key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(?:{names})(?:\s{{0,3}}(?:/|,|\bor\b)\s{{0,3}}(?:{names}))*", re.IGNORECASE)


def split_end(line: str, penalties: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the words before a penalty that ends a line, and the penalty; capitals count, as in a title."""
    line = line.rstrip(" |")
    for penalty in sorted(penalties, key=len, reverse=True):
        before = line.removesuffix(penalty)
        words = before.rstrip(_SIGNS)
        if before != line and words and words != before:
            return words, penalty
    return None


def bare_line(line: str) -> str:
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
        are_penalties = [bool(penalty_pattern(penalties).fullmatch(line)) for line in first_lines]
        for draft, line, is_penalty in zip(sections, first_lines, are_penalties, strict=True):
            own = [Penalty(None, line)] if is_penalty and _are_most(are_penalties) else []
            draft.penalty = tuple(dict.fromkeys([*own, *_penalties_in(draft, below[id(draft)], penalties)]))


def _is_section(draft: Draft) -> bool:
    return draft.title is not None and parts(draft.printed) is not None


def _are_most(found: Sequence[bool]) -> bool:
    return found.count(True) > 1 and found.count(True) > _MOST_OF_A_CHAPTER * len(found)


def _take_from_titles(sections: Iterable[Draft], penalties: tuple[str, ...]) -> None:
    """Make the penalties at the end of a chapter's titles the first lines of the texts."""
    tails = [(draft, split_end(draft.title or "", penalties)) for draft in sections]
    for draft, found in tails if _are_most([bool(found) for _, found in tails]) else ():
        if found:
            draft.title, draft.kind = found[0], "rule"
            draft.texts.insert(0, found[1])


def _penalties_in(section: Draft, below: Iterable[Draft], penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties that follow a label in a section or in one of its parts."""
    for lines in (_lines(section), *([part.title or "", *_lines(part)] for part in below)):
        yield from _labelled(lines, penalties)
        for head, line in pairwise(lines):
            yield from _in_columns(_cells(head), _cells(line), penalties)


def _in_columns(levels: Sequence[str], cells: Sequence[str], penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties in a row of a table that begins with a label, each with the level above it."""
    if len(cells) > 1 and _LABEL.fullmatch(cells[0]) and all(map(penalty_pattern(penalties).fullmatch, cells[1:])):
        yield from map(Penalty, levels[1 - len(cells) :], cells[1:])


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in bare_line(line).split("|")]


def _lines(draft: Draft) -> list[str]:
    return [line for text in (*draft.texts, *draft.notes) for line in text.split("\n")]


def _labelled(lines: Sequence[str], penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties after each label, up to the first line that has none."""
    variant: str | None = None
    level = ""
    for line in lines:
        words, label = bare_line(line), _label_of(bare_line(line))
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
    """Return the variant that a label names (`Penalty – Minor:`), and the words after the label; None without one."""
    found = _LABEL.match(line)
    rest = _VARIANT.fullmatch(line, found.end()) if found else None
    return (rest["bracket"] or rest["dash"] or "", (rest["rest"] or "").strip()) if rest else None


def _by_level(line: str, penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties in a line: `Warning`, `Casual – Caution`, `Casual: Caution / Competitive: Warning`."""
    pieces = line.split(" / ")
    if len(pieces) == 1 or not all(_level_of(piece, penalties) for piece in pieces):
        pieces = [line]
    for piece in pieces:
        level = _level_of(piece, penalties)
        words = piece[len(level) :].lstrip(" -–—:|") if level else piece
        if penalty_pattern(penalties).match(words):
            yield Penalty(level or None, _REMARK.split(words, maxsplit=1)[0].strip(" .|"))


def _level_of(piece: str, penalties: tuple[str, ...]) -> str:
    found = _LEVEL.match(piece)
    return found["level"] if found and penalty_pattern(penalties).match(piece, found.end()) else ""
