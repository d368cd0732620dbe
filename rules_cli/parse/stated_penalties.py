"""The infractions of a list that a user brings, in whatever layout that states their penalties.

An infraction gets the first penalty that its words surely state; what raises or lowers it is read from its words when
it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rules_cli.model import Penalty, RuleNumber
from rules_cli.numbers.parts import parts
from rules_cli.parse.line_shape import is_title
from rules_cli.parse.penalty_groups import grouped_infractions, is_list_of_infractions, listed_infractions, titled_below
from rules_cli.parse.penalty_lines import LONGEST_NAME, StatedPenalty, levels_in, penalty_pattern, stated_penalty
from rules_cli.parse.penalty_tables import ListedInfraction, is_row, table_infractions
from rules_cli.parse.row_draft import Draft, address_under, slug_of
from rules_cli.text import fold

_NONE = "none"  # alone it is a word of any list: *Changes: none.*
_FEWEST = 2  # infractions of a list: one line alone may only look like one
_FEWEST_JOINED = 5  # rows whose penalty is on the next line: fewer may be paragraphs
_LEAST_OF_BOOK, _LEAST_OF_CHAPTER = 0.25, 0.4  # of its rules: if fewer state penalties, they only speak of them


class _Listed(NamedTuple):
    """The infractions in the texts of a draft, and those texts without them."""

    infractions: Sequence[ListedInfraction]
    rest: Sequence[str]


# Complexity: infractions in tables and lists, then those that rules state, then those below a title.
def state_penalties(drafts: list[Draft], penalties: tuple[str, ...]) -> None:
    """Set the penalties that the rules of a list state, and the names before them as titles. Each row of its tables and
    lists becomes a rule, unless sections have labelled penalties, which those only repeat."""
    for draft in drafts:
        _take_name(draft, penalties)
    listed = _listed(drafts, penalties)
    if listed:
        taken = {draft.number for draft in drafts}
        drafts[:] = [each for draft in drafts for each in _with_rows(draft, listed.get(id(draft)), taken)]
    for draft in drafts:
        draft.texts = _joined_rows(draft.texts, penalties)
    stating = _stating(drafts, penalties)
    _take_paragraphs(drafts, [draft for draft, _ in stating])
    for draft, found in stating:
        is_name = found.name and len(found.name.split()) <= LONGEST_NAME
        if is_name and draft.title != found.name and not found.name.startswith(f"{draft.title}: "):
            is_of_text = found != stated_penalty(draft.title or "", penalties)
            draft.title, draft.kind = found.name, "rule"
            draft.texts[:is_of_text] = [found.words]
        levels = levels_in("\n".join(draft.texts), penalties)
        draft.penalty = tuple(Penalty(each.name, each.penalty) for each in levels) or (Penalty(None, found.penalty),)
    for draft, penalty in _titled_below(drafts, penalties):
        draft.penalty, draft.kind = (Penalty(None, penalty),), "rule"
    for draft, named in _unread(drafts, {id(draft) for draft, _ in stating}, penalties):
        draft.faults.append(
            ("penalty-unread", f"names {named}, but no infraction is read here: rules penalty leaves it out")
        )


def _take_name(draft: Draft, penalties: tuple[str, ...]) -> None:
    """Make the first line of a row its title if all lines below it are items with an amount and its penalty: `1) Late`,
    `• up to 5 minutes: Warning`."""
    first, *below = "\n".join(draft.texts).split("\n")
    if draft.title or draft.penalty or not draft.parent or len(below) < _FEWEST or not is_title(first, marked=True):
        return
    stated = [stated_penalty(line.removeprefix("• "), penalties) for line in below if line.startswith("• ")]
    if len(stated) == len(below) and all(each and any(map(str.isdecimal, each.name)) for each in stated):
        draft.title, draft.texts = first, ["\n".join(below)]


def _take_paragraphs(drafts: list[Draft], stating: Sequence[Draft]) -> None:
    """Make the only paragraph below a heading that states its penalty the text of that heading."""
    headings = {id(draft): draft for draft in stating if draft.kind == "heading"}
    below = {id(draft.parent): draft for draft in drafts if id(draft.parent) in headings}
    children = Counter(id(draft.parent) for draft in drafts)
    only = {at: draft for at, draft in below.items() if children[at] == 1 and not draft.title}
    for at, paragraph in only.items():
        heading = headings[at]
        heading.kind, heading.texts = "rule", paragraph.texts
        heading.lines += paragraph.lines
        heading.examples += paragraph.examples
        heading.notes += paragraph.notes
        heading.links += paragraph.links
        heading.anchors += paragraph.anchors
    drafts[:] = [draft for draft in drafts if draft is not only.get(id(draft.parent))]


# Complexity: one condition for each row that an infraction is read beside, above or below.
def _unread(
    drafts: Sequence[Draft], stating: Collection[int], penalties: tuple[str, ...]
) -> Iterator[tuple[Draft, str]]:
    """Yield the rules beside those that state a penalty that name one and state none, with that."""
    beside = {id(draft.parent) for draft in drafts if id(draft) in stating}
    divided = {id(draft.parent) for draft in drafts if draft.penalty}
    for draft in drafts:
        is_beside = id(draft.parent) in beside and not draft.penalty and id(draft) not in divided
        named = penalty_pattern(penalties).search("\n".join([draft.title or "", *draft.texts])) if is_beside else None
        if named and draft.kind == "rule":
            yield draft, named[0]


# Complexity: tables, then items, then groups: one comprehension for each.
def _listed(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> dict[int, _Listed]:
    """Return the infractions in tables and lists, by the draft whose texts have them; those below the name of their
    penalty only if nothing else states one, as a guide has such names over what each penalty means."""
    if any(draft.penalty for draft in drafts):
        return {}
    found: dict[int, _Listed] = {}
    for draft in drafts:
        if rows := table_infractions(draft, penalties):
            lines = ("\n".join(line for line in text.split("\n") if not is_row(line)) for text in draft.texts)
            found[id(draft)] = _Listed(rows, [text for text in lines if text])
        elif is_list_of_infractions(draft) and (listed := _Listed(*listed_infractions(draft, penalties))).infractions:
            found[id(draft)] = listed
    if not found and not _stating(drafts, penalties):
        groups = grouped_infractions(drafts, penalties)
        found = {draft: _Listed(rows, []) for draft, rows in groups.items()}
    return found


def lists_penalties(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> bool:
    """Return whether rows of tables or lists, or a good part of the rules, are infractions with their penalties."""
    rows = sum(len(each.infractions) for each in _listed(drafts, penalties).values())
    return rows >= _FEWEST or len(_stating(drafts, penalties)) >= _FEWEST or bool(_titled_below(drafts, penalties))


def _titled_below(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> list[tuple[Draft, str]]:
    """Return the infractions whose titles are below a title that is their penalty, if nothing else states one."""
    return [] if any(draft.penalty for draft in drafts) else titled_below(drafts, penalties)


# Complexity: one pass over the rules, one over the chapters.
def _stating(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> list[tuple[Draft, StatedPenalty]]:
    """Return the rules that state a penalty, if they are a good part of their chapter or of the book, and more than the
    sections that have a labelled one: a guide with those only speaks of penalties elsewhere. One of them has to name
    its penalty: in any rulebook somebody *loses the game*."""
    first_below: dict[int, Draft] = {}
    for draft in drafts:
        first_below.setdefault(id(draft.parent), draft)
    children = Counter(id(draft.parent) for draft in drafts)
    rules, stating, labelled = Counter[int](), Counter[int](), sum(bool(draft.penalty) for draft in drafts)
    found: list[tuple[int, Draft, StatedPenalty]] = []
    taken: set[int] = set()  # headings whose only paragraph states their penalty
    for draft in drafts:
        chapter, below = id(_chapter(draft)), first_below.get(id(draft))
        rules[chapter] += draft.kind == "rule" or not below
        is_over_words = below and not (draft.texts or below.title or parts(below.printed))
        texts = below.texts if below and is_over_words else draft.texts
        in_title = stated_penalty(draft.title or "", penalties)
        stated = in_title or stated_penalty(
            ": ".join(filter(None, (draft.title, "\n".join(texts).removeprefix("• ")))), penalties
        )
        is_alone = children[id(draft)] == 1 or (stated and stated.words.startswith(stated.penalty))
        is_named = stated and stated.name == draft.title and is_alone
        is_over_one = is_over_words and children[id(draft)] == 1 and draft.parent
        is_own = draft.texts or not below or stated is in_title or is_named or is_over_one
        if stated and not draft.penalty and is_own and id(draft.parent) not in taken:
            found.append((chapter, draft, stated))
            stating[chapter] += 1
            taken |= {id(draft)} if is_over_one else set()
    named = {fold(stated.penalty) for _, _, stated in found if penalty_pattern(penalties).search(stated.penalty)}
    if labelled >= len(found) or len(found) < _FEWEST or not named - {_NONE}:
        return []
    is_list = len(found) >= _LEAST_OF_BOOK * rules.total()
    lists = {chapter for chapter, count in stating.items() if count >= max(_FEWEST, _LEAST_OF_CHAPTER * rules[chapter])}
    return [(draft, stated) for chapter, draft, stated in found if is_list or chapter in lists]


def _chapter(draft: Draft) -> Draft:
    """Return the highest row above a row."""
    while draft.parent:
        draft = draft.parent
    return draft


# Complexity: one condition for each place of the words and of the number of a row.
def _with_rows(draft: Draft, listed: _Listed | None, taken: set[RuleNumber]) -> Iterator[Draft]:
    """Yield a draft without its list of penalties, then a rule for each infraction of that; only the draft without
    one."""
    if not listed:
        yield draft
        return
    draft.texts = list(listed.rest)
    owner = draft if draft.title or not draft.parent else draft.parent
    above = owner if parts(owner.printed) else None
    draft.kind = draft.kind if draft.texts else "heading"
    if draft.texts or draft.title:
        yield draft
    else:
        owner.lines += draft.lines
    for row in listed.infractions:
        slug = row.number or slug_of(row.name)
        number = RuleNumber(slug) if row.number and not above else address_under(above, slug)
        while number in taken:
            number = RuleNumber(f"{number}-2")
        taken.add(number)
        texts = ["\n".join(row.words)]
        yield Draft(number, number, "rule", owner, draft.source, [], row.name, texts, penalty=row.penalties)


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
