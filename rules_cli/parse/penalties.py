"""Penalties in judges' policy: what an infraction costs.

A penalty is printed at the end of a section's title (*Slow Play Warning*), as the first line under it, or after a label
("Penalty: Warning", "Recommended penalty"), for all or by level ("Casual – Caution"). Many policies end with a table
of penalties, which is compared with those of the sections.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from rules_cli.model import Penalty, RuleNumber
from rules_cli.numbers.parts import parts
from rules_cli.parse.line_shape import is_title
from rules_cli.parse.penalty_lines import any_penalty, led_penalty, levels_beside, other_labels, penalty_pattern
from rules_cli.parse.penalty_sections import are_levels, graded_sections
from rules_cli.parse.penalty_words import begins_with_condition, clause_pattern
from rules_cli.parse.row_draft import Draft
from rules_cli.text import fold, sentences_of, words_of_text
from rules_cli.words import any_of, words

_LABEL = re.compile(
    rf"(?:(?:recommended|suggested|base|standard|default)\s)?(?:starting\s)?(?:{any_of(words('penalty_labels'))})",
    re.IGNORECASE,
)
_VARIANT = re.compile(
    r"\s{0,3}(?:\((?P<bracket>[^()]{1,40})\)|[-–—]\s{1,3}(?P<dash>[^\s:.][^:.]{0,40}?))?(?:\s{0,3}:(?P<rest>.*))?"
)
_LEVEL = re.compile(r"(?P<level>[^\W\d_][^:|.–—]{0,50}?)(?:\s{0,3}[–—:|]|\s{1,3}-)\s{0,3}(?=\S)")
_LONGEST_LEVEL = 6  # words of an item that is only a level; its penalties are in the list below it
_SENTENCE = re.compile(r"\.?\s(?=[^\W\d_a-zß-öø-ÿ])")  # behind a penalty: its line goes on with another sentence
_REMARK = re.compile(r"\s[-–—]\s")
_MOST_OF_A_CHAPTER = 0.5  # of its sections have a penalty in that place; fewer do by chance: *Appealing a Game Loss*
_FEWEST_LABELS = 2  # with words behind them, in a document whose labels decide: one may be of a glossary
_SIGNS = " \t|:–—-"  # between a name and its penalty


def _split_end(line: str, penalties: tuple[str, ...], signs: str = _SIGNS) -> tuple[str, str] | None:
    """Return the words before a penalty that ends a line, and the penalty; capitals count, as in a title. `signs` may
    be between them."""
    line = line.rstrip(" |")
    for penalty in sorted(penalties, key=len, reverse=True):
        before = line.removesuffix(penalty)
        name = before.rstrip(signs)
        if before != line and name and name != before and name[-1] not in _SIGNS:
            return name, penalty
    return None


def _bare_line(line: str) -> str:
    """Return a line without a bullet and without the lines at both sides of a table's row."""
    return line.strip(" •|\t")


# --- the penalties of sections


# Complexity: comprehensions over the sections of a chapter.
def find_penalties(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> None:
    """Set the penalties of all numbered sections; those that end most titles of a chapter become the first lines of the
    texts."""
    are_numbered = any(parts(draft.printed) for draft in drafts)
    decides = sum(_has_value(line) for draft in drafts for line in _lines(draft)) >= _FEWEST_LABELS
    chapters: dict[int, list[Draft]] = defaultdict(list)
    below: dict[int, list[Draft]] = defaultdict(list)
    for draft in drafts:
        _take_title(draft, penalties)
        if draft.parent or parts(draft.printed):
            is_section = draft.title is not None and not (are_numbered and parts(draft.printed) is None)
            (chapters if is_section else below)[id(draft.parent)].append(draft)
    for sections in chapters.values():
        titles = [draft.title or "" for draft in sections]
        ends = [  # title and penalty
            None if led_penalty(title, penalties) else _split_end(title, penalties, signs=" ") for title in titles
        ]
        if _are_most([bool(end) for end in ends]):
            for draft, end in zip(sections, ends, strict=True):
                if end:
                    draft.title, draft.kind = end[0], "rule"
                    draft.texts.insert(0, end[1])
        first_lines = [draft.texts[0].partition("\n")[0] if draft.texts else "" for draft in sections]
        are_penalties = [bool(penalty_pattern(penalties).fullmatch(line)) for line in first_lines]
        for draft, line, is_penalty in zip(sections, first_lines, are_penalties, strict=True):
            own = [Penalty(None, line)] if is_penalty and _are_most(are_penalties) else []
            draft.penalty = tuple(dict.fromkeys([*own, *_penalties_in(draft, below[id(draft)], penalties, decides)]))
    for draft, levels in graded_sections([*chain.from_iterable(chapters.values())], penalties):
        draft.kind, draft.penalty = "rule", levels


# Complexity: one comprehension for the lines below, one for the labels in them.
def _take_title(draft: Draft, penalties: tuple[str, ...]) -> None:
    """Make the first line of a numbered row its title if the label of a penalty is on the next, or in an item below
    that, or if all lines below it are levels: `1.2 Slow play`."""
    is_row = draft.texts and draft.title is None and draft.kind != "fragment"
    first, *below = "\n".join(draft.texts).split("\n") if is_row else ("",)
    lines = map(_bare_line, [*below[:1], *takewhile(lambda line: line.startswith("•"), below[1:])])
    labels = ((line, _LABEL.match(line)) for line in lines)
    is_labelled = any(label and _VARIANT.fullmatch(line, label.end()) for line, label in labels)
    if is_title(first, marked=True) and (is_labelled or are_levels(first, below, penalties)):
        draft.title, draft.texts = first, ["\n".join(below)]


def _are_most(found: Sequence[bool]) -> bool:
    """Whether a penalty was found in most sections of a chapter, and in more than one."""
    return found.count(True) > 1 and found.count(True) > _MOST_OF_A_CHAPTER * len(found)


def _has_value(line: str) -> bool:
    """Return whether a line has the label of a penalty and words behind that."""
    text = _bare_line(line)
    found = (label := _LABEL.match(text)) and _VARIANT.fullmatch(text, label.end())
    return bool(found and (found["rest"] or "").strip())


def _penalties_in(
    section: Draft, below: Iterable[Draft], penalties: tuple[str, ...], decides: bool
) -> Iterator[Penalty]:
    """Yield the penalties that follow a label in a section or in one of its parts. If labels decide, what follows one
    is a penalty whatever its words."""
    for lines in (_lines(section), *([part.title or "", *_lines(part)] for part in below)):
        yield from _labelled(lines, penalties, decides)


def _lines(draft: Draft) -> list[str]:
    """Return the lines of a row's texts and notes."""
    return [line for text in (*draft.texts, *draft.notes) for line in text.split("\n")]


# Complexity: one case for each kind of line after a label.
def _labelled(lines: Sequence[str], penalties: tuple[str, ...], decides: bool) -> Iterator[Penalty]:
    """Yield the penalties after each label, up to the first line that has none: of `Penalty – Minor:` and `• Casual:
    Caution` below it, Caution at the level `Minor, Casual`."""
    variant: str | None = None  # the words beside the last label; None if no label is open
    level, is_whole = "", False  # the item that the penalties are below; whether one is for all levels
    for line in lines:
        text = _bare_line(line)
        label = _LABEL.match(text)
        if fold(text.partition(":")[0].strip()) in other_labels():  # `Upgrade: Game Loss` is no level
            variant = None
        if label and (rest := _VARIANT.fullmatch(text, label.end())):  # `Penalty – Minor: Warning`
            variant, text, level = rest["bracket"] or rest["dash"] or "", (rest["rest"] or "").strip(), ""
            is_whole = False
        if variant is None or not text:
            continue
        found = list(_by_level(text, penalties))
        if not found and label and decides and (first := _first_clause(text, penalties)):
            found = [Penalty(None, first)]
        if not found and "|" not in text:  # in a table it is the head
            is_level = line != text and len(text.split()) <= _LONGEST_LEVEL
            variant, level = (variant, text) if is_level else (None, "")
        for each in found:
            names = ", ".join(filter(None, (variant, level, each.level)))
            yield Penalty(names or None, each.penalty)
            is_whole = is_whole or not names
        if is_whole:  # what follows changes it: `Penalty: Warning`, `When repeated: Game Loss`
            variant = None


# Complexity: one case for each way to print a penalty and its level.
def _by_level(line: str, penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties in a line: `Warning`, `Casual – Caution`, `Casual: Caution / Competitive: Warning`."""
    if levels := levels_beside(line, penalties):
        yield from (Penalty(each.name, each.penalty) for each in levels)
        return
    pattern, found = penalty_pattern(penalties), _LEVEL.match(line)
    is_level = found and pattern.match(line, found.end()) and not pattern.match(line)
    level, rest = (found["level"], line[found.end() :]) if found and is_level else ("", line)
    if named := pattern.match(rest):
        is_whole = _SENTENCE.match(rest, named.end())
        penalty = named[0] if is_whole else _REMARK.split(rest, maxsplit=1)[0].partition(";")[0]
        yield Penalty(level or None, penalty.strip(" .|"))
    elif stated := clause_pattern().search(_clause_of(line)):  # `Penalty: The player is removed from the event.`
        yield Penalty(None, stated[0])


def _clause_of(text: str) -> str:
    """Return the first sentence of a text, up to its first semicolon: what follows only changes a penalty."""
    return sentences_of(text)[0].partition(";")[0] if text else ""


def _first_clause(text: str, penalties: tuple[str, ...]) -> str:
    """Return the first clause behind a label; "" if that is a condition, a reference, or names a penalty."""
    clause = _clause_of(text).strip(" .*_")
    is_other = begins_with_condition(clause) or words_of_text(clause)[:1] in [[fold(each)] for each in words("see")]
    return "" if is_other or "|" in text or any_penalty(clause, penalties) else clause


# --- the table of penalties

_ROWS_OF_A_TABLE = 5  # a list of fewer infractions and penalties is part of a sentence or of a rule
_LONGEST_ROW = 200  # characters; a longer line is a sentence
_MOST_SECTIONS = 500  # with a penalty: a guide has thirty; a bound for hostile files
_SAME = {"none": "no penalty", "dq": "disqualification"}


class _TableRow(NamedTuple):
    """A row of a table: an infraction, and its penalties in the order of the columns."""

    name: str
    penalties: tuple[str, ...]


def penalty_faults(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> Iterator[tuple[RuleNumber, str]]:
    """Yield each section whose penalty is not that of the document's own table, and what differs."""
    sections = [draft for draft in drafts if draft.penalty]
    if not _ROWS_OF_A_TABLE <= len(sections) <= _MOST_SECTIONS:
        return
    titles = _Titles(sections)
    listed: dict[RuleNumber, _TableRow] = {}
    for row in _table(drafts, titles, penalties):
        if found := titles.named(row.name):
            listed.setdefault(found.number, row)
    for draft in sections:
        own, row_of = [each.penalty for each in draft.penalty], listed.get(draft.number)
        if row_of and list(map(_plain, own)) != list(map(_plain, row_of.penalties)):
            says = f"says {row_of.name}: {' / '.join(row_of.penalties)}"
            yield draft.number, f"{draft.title} has {' / '.join(own)}, but the table of penalties {says}"


def _plain(penalty: str) -> str:
    """Return a penalty so that it can be compared: `DQ` is `disqualification`."""
    return _SAME.get(fold(penalty), fold(penalty))


def _table(drafts: Iterable[Draft], titles: _Titles, penalties: tuple[str, ...]) -> list[_TableRow]:
    """Return the longest list that names enough sections with their penalties; empty if no list does."""
    tables = (list(_rows_of(draft, penalties)) for draft in drafts)
    named = (rows for rows in tables if sum(titles.named(row.name) is not None for row in rows) >= _ROWS_OF_A_TABLE)
    return max(named, key=len, default=[])


def _rows_of(draft: Draft, penalties: tuple[str, ...]) -> Iterator[_TableRow]:
    """Yield the infractions in a text that have penalties at the end of their line, or one alone on the next line."""
    before = ""
    for line in (_bare_line(line) for text in (*draft.texts, *draft.examples) for line in text.split("\n")):
        name, found = line, list[str]()
        while len(name) <= _LONGEST_ROW and (split := _split_end(name, penalties)):
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
        wanted = _words(name)
        if wanted in self.exact:
            return self.exact[wanted]
        common = set[int].intersection(*(self.having.get(word, set()) for word in wanted)) if wanted else set()
        return self.sections[common.pop()] if len(common) == 1 else None


def _words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(title)))
