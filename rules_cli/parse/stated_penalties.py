"""Penalties that a user's own list states in a line: `Late: Warning`, a row of a table, a sentence with a verb.

An infraction gets the first penalty that its words surely state; what raises or lowers it is read from its words when
it is asked for. Words that only speak of a penalty, *a Game Loss is written down*, state none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.formats.source_line import SourceLine, bars
from rules_cli.model import Penalty, RuleNumber
from rules_cli.numbers.parts import parts
from rules_cli.parse.row_draft import Draft, address_under, slug_of
from rules_cli.text import fold
from rules_cli.words import any_of, words

_NONE = "none"  # alone it is a word of any list: *Changes: none.*
_FEWEST = 2  # infractions of a list: one line alone may only look like one
_LEAST_OF_BOOK, _LEAST_OF_CHAPTER = 0.25, 0.4  # of its rules: if fewer state penalties, they only speak of them
_LONGEST_NAME = 12  # words of an infraction beside its penalty; more are a sentence
_LONGEST_TITLE = 6  # words before a penalty in brackets, with a text behind it: `Late (Warning) A player is …`
_LONGEST_CLAUSE = 200  # characters that are read before a verb
_CLAUSE_END = re.compile(r"[.;,:()\[\]\n]")
_VALUE_SIGN = r"(?:\s?[:|]\s{0,3}|\s[-–—]\s|\s?—\s?|\.\s)"  # between an infraction and its penalty


class StatedPenalty(NamedTuple):
    """A penalty, the name of its infraction ("" if a sentence states it), and the words from the penalty on."""

    name: str
    words: str
    penalty: str


class _Patterns(NamedTuple):
    """How a document with some penalties states them: any `penalty`; an infraction and its penalty (`value`), as in
    `Late: Warning`, `Late – Game Loss after 5 minutes`; a penalty in brackets behind a text (`bracket`); a clause whose
    verb gives one (`sentence`), *the player receives a Warning*."""

    penalty: re.Pattern[str]
    value: re.Pattern[str]
    bracket: re.Pattern[str]
    sentence: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(penalties: tuple[str, ...]) -> _Patterns:
    names, joined = any_of(penalties), any_of(words("or_words"))
    penalty = rf"(?<!\w)(?:{names})(?:\s{{0,3}}(?:[/,]|\b(?:{joined})\b)\s{{0,3}}(?:{names}))*(?!\w)"
    condition, verbs, articles = (any_of(words(key)) for key in ("conditions", "penalty_verbs", "articles"))
    under_condition = rf"(?P<penalty>{penalty}(?:\s(?:{condition})\b[^.;:()\[\]]{{1,50}})?)"
    texts = (
        penalty,
        rf"(?P<name>[^\W_].{{0,120}}?){_VALUE_SIGN}(?P<words>{under_condition}(?:$|\s?[.,;:(\[\n].*|\s[a-z]\)\s.*))",
        rf"[(\[](?P<penalty>{penalty})(?:[;,:.][^()\[\]]{{0,80}})?[)\]]",
        rf"\b(?:{verbs})\s(?:(?:{articles})\s)?(?P<penalty>{penalty})",
    )
    return _Patterns(*(re.compile(text, re.IGNORECASE | re.DOTALL) for text in texts))


def penalty_pattern(penalties: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a penalty, or of several: `Warning / Game Loss`, `Warning or Match Loss`."""
    return _patterns(penalties).penalty


# Complexity: one case for each way to state a penalty.
def stated_penalty(text: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the penalty that a text surely states for an infraction; None without one."""
    patterns = _patterns(penalties)
    if not patterns.penalty.search(text):
        return None
    value = patterns.value.match(text)
    if value and len(value["name"].split()) <= _LONGEST_NAME and not patterns.penalty.search(value["name"]):
        return StatedPenalty(value["name"].strip(), value["words"].strip(), value["penalty"].strip())
    bracket = patterns.bracket.search(text)
    is_beside_name = bracket and len(text[: bracket.start()].split()) <= _LONGEST_TITLE
    if bracket and (is_beside_name or not text[bracket.end() :].strip(" .")) and _is_first(bracket, patterns):
        return StatedPenalty("", text, bracket["penalty"])
    sure = (found["penalty"] for found in patterns.sentence.finditer(text) if not _is_open(text[: found.start()]))
    return next((StatedPenalty("", text, penalty) for penalty in sure), None)


def _is_first(found: re.Match[str], patterns: _Patterns) -> bool:
    """Return whether no penalty is named before another one."""
    return not patterns.penalty.search(found.string, 0, found.start())


def _is_open(text: str) -> bool:
    """Return whether the clause before a verb leaves it open: *a player who* receives, *if a player* receives, or no
    words at all."""
    before = f" {fold(_CLAUSE_END.split(text[-_LONGEST_CLAUSE:])[-1]).strip()} "
    if not before.strip():
        return not text.strip()
    begins = any(before.startswith(f" {fold(word)} ") for word in words("conditions"))
    return begins or any(before.endswith(f" {fold(word)} ") for word in words("not_stating"))


# --- the infractions of a list


def state_penalties(drafts: list[Draft], penalties: tuple[str, ...]) -> None:
    """Set the penalties that the rules of a list state, and the names before them as titles. Each row of its tables
    becomes a rule, unless sections have labelled penalties, which the tables only repeat."""
    if not any(draft.penalty for draft in drafts):
        taken = {draft.number for draft in drafts}
        drafts[:] = [each for draft in drafts for each in _with_rows(draft, penalties, taken)]
    for draft in drafts:
        draft.texts = _joined_rows(draft.texts, penalties)
    for draft, found in _stating(drafts, penalties):
        if found.name and draft.title != found.name and not found.name.startswith(f"{draft.title}: "):
            draft.title, draft.kind = found.name, "rule"
            draft.texts[:1] = [found.words]
        draft.penalty = tuple(_levels(draft, penalties)) or (Penalty(None, found.penalty),)


def _levels(draft: Draft, penalties: tuple[str, ...]) -> Iterator[Penalty]:
    """Yield the penalties of a list in which each item has its own, such as `• insult: Warning` and `• threat: DQ`."""
    items = [stated_penalty(line.removeprefix("• "), penalties) for text in draft.texts for line in text.split("\n")]
    named = [each for each in items if each and each.name]
    if len(named) >= _FEWEST:
        yield from (Penalty(each.name, each.penalty) for each in named)


def lists_penalties(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> bool:
    """Return whether rows of tables, or a good part of the rules, are infractions with their penalties."""
    rows = sum(len(_infractions(draft, penalties)) for draft in drafts)
    return rows >= _FEWEST or len(_stating(drafts, penalties)) >= _FEWEST


# Complexity: one pass over the rules, one over the chapters.
def _stating(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> list[tuple[Draft, StatedPenalty]]:
    """Return the rules that state a penalty, if they are a good part of their chapter or of the book, and more than the
    sections that have a labelled one: a guide with those only speaks of penalties elsewhere."""
    first_below: dict[int, Draft] = {}
    for draft in drafts:
        first_below.setdefault(id(draft.parent), draft)
    rules, stating, labelled = Counter[int](), Counter[int](), sum(bool(draft.penalty) for draft in drafts)
    found: list[tuple[int, Draft, StatedPenalty]] = []
    for draft in drafts:
        chapter, below = id(_chapter(draft)), first_below.get(id(draft))
        rules[chapter] += draft.kind == "rule" or not below
        is_over_words = below and not (draft.texts or below.title or parts(below.printed))
        texts = below.texts if below and is_over_words else draft.texts
        in_title = stated_penalty(draft.title or "", penalties)
        stated = in_title or stated_penalty(": ".join(filter(None, (draft.title, "\n".join(texts)))), penalties)
        is_own = draft.texts or not below or stated is in_title or (stated and stated.name == draft.title)
        if stated and not draft.penalty and is_own:
            found.append((chapter, draft, stated))
            stating[chapter] += 1
    if labelled >= len(found) or sum(fold(stated.penalty) != _NONE for _, _, stated in found) < _FEWEST:
        return []
    is_list = len(found) >= _LEAST_OF_BOOK * rules.total()
    lists = {chapter for chapter, count in stating.items() if count >= max(_FEWEST, _LEAST_OF_CHAPTER * rules[chapter])}
    return [(draft, stated) for chapter, draft, stated in found if is_list or chapter in lists]


def _chapter(draft: Draft) -> Draft:
    """Return the highest row above a row."""
    while draft.parent:
        draft = draft.parent
    return draft


# --- tables

_FEWEST_ROWS = 2  # with a penalty
_FEWEST_JOINED = 5  # rows whose penalty is on the next line: fewer may be paragraphs
_CELL = re.compile(r"\s{2,}|\t|\s?\.{3,}\s?")  # between the columns of a table in plain text
_ROW = re.compile(r"(?:• )?\| (.+) \|")


class ListedInfraction(NamedTuple):
    """A row of a table of penalties: its number ("" without one), the infraction, its penalties, all cells in words."""

    number: str
    name: str
    penalties: tuple[Penalty, ...]
    words: tuple[str, ...]


# Complexity: a line is a row, a head or neither by the lines around it.
def tables_as_rows(lines: Sequence[SourceLine], penalties: tuple[str, ...]) -> list[SourceLine]:
    """Return the lines of a document, those of a table of penalties in plain text as rows with bars: a table has a few
    lines in which a penalty follows after blanks, a tab or dots, and a head above them."""
    pattern = penalty_pattern(penalties)
    cells = [_CELL.split(line.raw.strip()) if line.role == "text" else [] for line in lines]
    are_rows = [len(each) > 1 and any(pattern.fullmatch(cell) for cell in each[1:]) for each in cells]
    found = list(lines)
    for at, line in enumerate(lines):
        is_head = len(cells[at]) > 1 and at + 1 < len(lines) and are_rows[at + 1]
        is_between = (at > 0 and are_rows[at - 1]) or (at + 1 < len(lines) and are_rows[at + 1])
        if is_head or (are_rows[at] and is_between):
            found[at] = line._replace(text=bars(cells[at]), role="item")
    return found


# Complexity: one condition for each place of the words and of the number of a row.
def _with_rows(draft: Draft, penalties: tuple[str, ...], taken: set[RuleNumber]) -> Iterator[Draft]:
    """Yield a draft without its table of penalties, then a rule for each row of that; only the draft without one."""
    rows = _infractions(draft, penalties)
    if not rows:
        yield draft
        return
    draft.texts = [text for text in ("\n".join(_other_lines(each)) for each in draft.texts) if text]
    owner = draft if draft.title or not draft.parent else draft.parent
    above = owner if parts(owner.printed) else None
    draft.kind = draft.kind if draft.texts else "heading"
    if draft.texts or draft.title:
        yield draft
    else:
        owner.lines += draft.lines
    for row in rows:
        slug = row.number or slug_of(row.name)
        number = RuleNumber(slug) if row.number and not above else address_under(above, slug)
        while number in taken:
            number = RuleNumber(f"{number}-2")
        taken.add(number)
        texts = ["\n".join(row.words)]
        yield Draft(number, number, "rule", owner, draft.source, [], row.name, texts, penalty=row.penalties)


def _other_lines(text: str) -> Iterator[str]:
    return (line for line in text.split("\n") if not _ROW.fullmatch(line))


# Complexity: the columns are told apart, then each row is read.
def _infractions(draft: Draft, penalties: tuple[str, ...]) -> list[ListedInfraction]:
    """Return the rows of a table of penalties in a text; empty without one. The first column without numbers names the
    infractions. If the first penalties are under a label or there is one column of them, they are for all; else each
    column is a level."""
    pattern = penalty_pattern(penalties)
    lines = (line for text in draft.texts for line in text.split("\n") if line.count("|") > 1)
    rows = [[cell.strip() for cell in found[1].split(" | ")] for line in lines if (found := _ROW.fullmatch(line))]
    head = rows.pop(0) if rows and not any(map(pattern.fullmatch, rows[0])) else []
    rows = [row for row in rows if any(map(pattern.fullmatch, row))]
    if len(rows) < _FEWEST_ROWS:
        return []
    columns = sorted({at for row in rows for at, cell in enumerate(row) if pattern.fullmatch(cell)})
    names = [at for at in range(columns[0]) if not all(row[at].rstrip(".").isdecimal() for row in rows)]
    if not names:
        return []
    titles = [*head, *[""] * len(max(rows, key=len))]
    is_for_all = len(columns) == 1 or not titles[columns[0]] or _is_label(titles[columns[0]])
    return [_table_row(row, titles, names[0], columns, is_for_all) for row in rows]


def _is_label(title: str) -> bool:
    return not set(fold(title).split()).isdisjoint(map(fold, words("penalty_labels")))


# Complexity: one expression for each part of a row.
def _table_row(
    cells: Sequence[str], titles: Sequence[str], name: int, columns: Collection[int], is_for_all: bool
) -> ListedInfraction:
    filled = [at for at, cell in enumerate(cells) if at > name and any(map(str.isalnum, cell))]
    given = [at for at in filled if at in columns]
    own = given[:1] if is_for_all else given  # not empty: the row was chosen for its penalty
    penalties = tuple(Penalty(None if is_for_all else titles[at] or None, cells[at]) for at in own)
    said = (
        f"{titles[at]}: {cells[at]}" if titles[at] and (at != own[0] or not is_for_all) else cells[at] for at in filled
    )
    return ListedInfraction(next((cell.rstrip(".") for cell in cells[:name]), ""), cells[name], penalties, tuple(said))


def _joined_rows(texts: list[str], penalties: tuple[str, ...]) -> list[str]:
    """Return texts in which a table prints each cell on a line of its own, with each penalty beside its infraction:
    `Torn Kite | Warning`."""
    pattern, lines = penalty_pattern(penalties), [line for text in texts for line in text.split("\n")]
    alone = [bool(pattern.fullmatch(line)) for line in lines]
    joins = [at > 0 and alone[at] and not alone[at - 1] for at in range(len(lines))]
    if sum(joins) < _FEWEST_JOINED:
        return texts
    joined: list[str] = []
    for line, is_joined in zip(lines, joins, strict=True):
        joined[-1:] = [f"{joined[-1]} | {line}"] if is_joined else [*joined[-1:], line]
    return ["\n".join(joined)]
