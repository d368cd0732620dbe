"""Lists of penalties without a table: an infraction in each item, or infractions below the name of their penalty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_cli.model import Penalty
from rules_cli.numbers.parts import parts
from rules_cli.parse.penalty_lines import (
    StatedPenalty,
    any_penalty,
    as_others,
    effect_pattern,
    is_penalty_label,
    levels_in,
    listed_penalty,
    names_no_act,
    parted,
    penalty_pattern,
    share_of_levels,
    stated_penalty,
)
from rules_cli.parse.penalty_tables import ListedInfraction
from rules_cli.parse.row_draft import Draft
from rules_cli.text import fold, sentences_of
from rules_cli.words import folded

_FEWEST = 2  # infractions of a list, and penalties with infractions below them
_HALF = 0.5  # of the items of a draft: if more are levels, it is no list of infractions
_LEAST_OF_ITEMS = 0.5  # of the items of a list that state a penalty: the others are remarks
_LEAST_TEXTS, _LEAST_TITLES = 1.5, 1.0  # below each penalty: one text may say what it means
_LONGEST = 12  # words of an infraction; more are a sentence about a penalty
_BULLET, _ENDS = "• ", " .:…"


# --- an infraction in each item


def is_list_of_infractions(draft: Draft, penalties: tuple[str, ...]) -> bool:
    """Return whether the items of a draft are infractions, not levels of one: it names none, as the title of a page, or
    half of the items or more name an act."""
    is_over_acts = not draft.parent or not draft.title or is_penalty_label(draft.title)
    lines = (line.removeprefix(_BULLET) for text in draft.texts for line in text.split("\n"))
    items = [each for line in lines if (each := listed_penalty(line, penalties))]
    return is_over_acts or share_of_levels(items, draft.title or "") <= _HALF


# Complexity: the lines are read, then the two forms are tried.
def listed_infractions(draft: Draft, penalties: tuple[str, ...]) -> tuple[list[ListedInfraction], list[str]]:
    """Return the infractions of a list, each with its penalty in the same item or as the first item below it, and the
    lines above the first. Both are empty if it is no such list, or if an item announces items whose place in the list
    is not known. A line that states no penalty belongs to the infraction above it."""
    printed = [line for text in draft.texts for line in text.split("\n")]
    if sum(any_penalty(line, penalties) for line in printed) < _FEWEST:
        return [], []
    lines = _joined_lines(_without_labels([line.removeprefix(_BULLET) for line in printed]), penalties)
    sure = [each if (each := stated_penalty(line, penalties)) and each.name else None for line in lines]
    signs = Counter(parted(line)[1] for line, each in zip(lines, sure, strict=True) if each)
    sign = max(signs, key=signs.__getitem__, default="")
    found = [
        each or listed_penalty(line, penalties) or (as_others(line, sign, penalties) if sign else None)
        for each, line in zip(sure, lines, strict=True)
    ]
    announces = any(line.startswith(_BULLET) and line.endswith(":") for line in printed)
    stated = len([*filter(None, found)])
    if announces or len([*filter(None, sure)]) < _FEWEST or stated < _LEAST_OF_ITEMS * len(lines):
        return [], []
    rows, above = list[ListedInfraction](), list[str]()
    for line, each in zip(lines, found, strict=True):
        if each and not (rows and names_no_act(each.name, rows[-1].name)):
            rows.append(_of_item(each, penalties))
        elif rows:
            rows[-1] = rows[-1]._replace(words=(*rows[-1].words, line))
        else:
            above.append(line)
    return rows, above


def _joined_lines(lines: Sequence[str], penalties: tuple[str, ...]) -> list[str]:
    """Return lines, each penalty that is alone on one with the infraction above it: `Torn Kite | Warning`."""
    pattern, joined = penalty_pattern(penalties), list[str]()
    alone = [bool(pattern.fullmatch(line)) for line in ("", *lines)]
    for line, (above, is_alone) in zip(lines, pairwise(alone), strict=True):
        is_below = is_alone and joined and not above
        joined[-1:] = [f"{joined[-1]} | {line}"] if is_below else [*joined[-1:], line]
    return joined


# Complexity: one comprehension for the labels, the names above penalties, and the lines without them.
def _without_labels(lines: Sequence[str]) -> list[str]:
    """Return lines without the labels of penalties, and without the one that the lines above those have: `Infraction:
    Late`, `Penalty: Warning`."""
    labels = [line.partition(":")[0] if ":" in line else "" for line in lines]
    are_penalties = [is_penalty_label(label) for label in labels]
    names = {label for label, is_below in zip(labels, are_penalties[1:], strict=False) if is_below}
    dropped = names if len(names) == 1 else set()
    return [
        line.partition(":")[2].strip() if is_penalty or label in dropped - {""} else line
        for line, label, is_penalty in zip(lines, labels, are_penalties, strict=True)
    ]


def _of_item(stated: StatedPenalty, penalties: tuple[str, ...]) -> ListedInfraction:
    levels = tuple(Penalty(each.name, each.penalty) for each in levels_in(stated.words, penalties))
    return ListedInfraction("", stated.name, levels or (Penalty(None, stated.penalty),), (stated.words,))


# --- infractions below their penalty


class _Token(NamedTuple):
    """A title, or a line of a text, and its draft. `penalty` is the one that it names and nothing more, "" without one;
    `beside` are the words behind that and a colon."""

    draft: Draft
    words: str
    is_title: bool
    penalty: str
    beside: str


def grouped_infractions(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> dict[int, list[ListedInfraction]]:
    """Return the infractions that are below or behind the name of their penalty, by the draft whose text has them;
    empty if any of those penalties is named again, or if texts below them only say what a penalty means."""
    tokens = list(_tokens(drafts, penalties))
    heads = [at for at, token in enumerate(tokens) if token.penalty]
    if not _are_heads(tokens, heads):
        return {}
    below = [(tokens[at].penalty, draft, name) for at in heads for draft, name in _below(tokens, at)]
    if not _are_infractions([name for _, _, name in below], _LEAST_TEXTS * len(heads), penalties):
        return {}
    found: dict[int, list[ListedInfraction]] = {}
    lines = Counter(id(draft) for _, draft, _ in below)
    for penalty, draft, name in below:
        number = draft.printed if parts(draft.printed) and lines[id(draft)] == 1 else ""
        row = ListedInfraction(number, name, (Penalty(None, penalty),), (penalty,))
        found.setdefault(id(draft), []).append(row)
    return found


# Complexity: one comprehension for the penalties, the titles below them, and their words.
def titled_below(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> list[tuple[Draft, str]]:
    """Return the infractions whose titles are below a title that is their penalty, with that, if nothing else states
    one."""
    if any(draft.penalty for draft in drafts):
        return []
    pattern = penalty_pattern(penalties)
    heads = {id(draft): draft.title for draft in drafts if draft.title and pattern.fullmatch(draft.title)}
    found = [(draft, heads[id(draft.parent)] or "") for draft in drafts if draft.title and id(draft.parent) in heads]
    names = [draft.title or "" for draft, _ in found]
    is_list = len(heads) >= _FEWEST and len(set(map(fold, heads.values()))) == len(heads)
    return found if is_list and _are_infractions(names, _LEAST_TITLES * len(heads), penalties) else []


# Complexity: one condition for each sign that words are no infractions.
def _are_infractions(names: Sequence[str], fewest: float, penalties: tuple[str, ...]) -> bool:
    """Return whether texts below the names of penalties are infractions: enough of them, short and different, with
    no word of what a penalty does."""
    if any(set(fold(name).split()[:1]).intersection(folded("not_stating")) for name in names):
        return False  # words from the middle of a sentence: `which is written down`
    are_short = all(len(name.split()) <= _LONGEST for name in names)
    are_enough = len(names) >= fewest and len(set(map(fold, names))) == len(names)
    pattern, effects = penalty_pattern(penalties), effect_pattern()
    return are_short and are_enough and not any(map(pattern.search, names)) and not any(map(effects.search, names))


def _tokens(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> Iterator[_Token]:
    """Yield the titles and the lines of the texts of all drafts."""
    pattern = penalty_pattern(penalties)
    for draft in drafts:
        titles = [(draft.title, True)] if draft.title else []
        for printed, is_title in [*titles, *((line, False) for text in draft.texts for line in text.split("\n"))]:
            name, _, beside = printed.removeprefix(_BULLET).partition(":")
            is_penalty = pattern.fullmatch(name.strip()) is not None
            yield _Token(
                draft, printed, is_title, name.strip() if is_penalty else "", beside.strip() if is_penalty else ""
            )


# Complexity: one condition for each place of the names of penalties.
def _are_heads(tokens: Sequence[_Token], heads: Sequence[int]) -> bool:
    """Return whether penalties are over lists: each is named once, and all are titles, all have words beside them, or
    all are lines of one text that begins with the first one."""
    if len(heads) < _FEWEST or len({fold(tokens[at].penalty) for at in heads}) < len(heads):
        return False
    found = [tokens[at] for at in heads]
    first = tokens[heads[0] - 1] if heads[0] else None
    begins = first is None or first.is_title or first.words.endswith(":")
    is_one_text = begins and all(not token.is_title and token.draft is found[0].draft for token in found)
    return is_one_text or all(token.beside for token in found) or all(token.is_title for token in found)


# Complexity: words beside a penalty, or lines below it up to the next title or penalty.
def _below(tokens: Sequence[_Token], head: int) -> Iterator[tuple[Draft, str]]:
    """Yield the infractions beside or below a penalty, with the draft that has them."""
    if beside := tokens[head].beside:
        sign = ";" if ";" in beside else ","
        yield from ((tokens[head].draft, part.strip(_ENDS)) for part in beside.split(sign) if part.strip(_ENDS))
        return
    for token in tokens[head + 1 :]:
        if token.is_title or token.penalty:
            return
        line = token.words.removeprefix(_BULLET)
        names = [line] if line != token.words else sentences_of(line)
        yield from ((token.draft, name.strip(_ENDS)) for name in names if name.strip(_ENDS))
