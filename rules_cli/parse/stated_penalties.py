"""The infractions of a list that a user brings, in whatever layout that states their penalties.

An infraction gets the first penalty that its words surely state; what raises or lowers it is read from its words when
it is asked for.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from rules_cli.model import Penalty, RuleNumber
from rules_cli.numbers.parts import parts
from rules_cli.parse.penalty_groups import grouped_infractions, is_list_of_infractions, listed_infractions, titled_below
from rules_cli.parse.penalty_leads import LedInfractions, led_infractions
from rules_cli.parse.penalty_lines import (
    LONGEST_NAME,
    StatedPenalty,
    as_others,
    first_penalty,
    levels_in,
    named_penalty,
    opening_penalty,
    penalty_pattern,
    stated_penalty,
)
from rules_cli.parse.penalty_sentences import goes_on, infractions_in
from rules_cli.parse.penalty_tables import ListedInfraction, is_row, rejoin_rows, table_infractions
from rules_cli.parse.row_draft import Draft, address_under, slug_of
from rules_cli.text import first_words, fold
from rules_cli.words import folded

_BEGINS_WITH_NAME = re.compile(r"[^\W\d_][^.:\n]{1,40}[.:] (?=[^\W\d_])")  # `Wet kite. Its pilot waits.`
_LONGEST_SLUG = 30  # characters of a sentence that are its address
_FEWEST = 2  # infractions of a list: one line alone may only look like one
_FEWEST_NAMED, _LEAST_NAMED = 3, 0.5  # rules that name a penalty in words that no list has, and of those of a book
_LEAST_OF_BOOK, _LEAST_OF_CHAPTER = 0.25, 0.4  # of its rules: if fewer state penalties, they only speak of them


class _Listed(NamedTuple):
    """The infractions in the texts of a draft, and those texts without them."""

    infractions: Sequence[ListedInfraction]
    rest: Sequence[str]


# Complexity: infractions in tables and lists, then those that rules state, then those below a title.
def state_penalties(drafts: list[Draft], penalties: tuple[str, ...]) -> None:
    """Set the penalties that the rules of a list state, and the names before them as titles. Each row of its tables and
    lists becomes a rule, unless sections have labelled penalties, which those only repeat."""
    rejoin_rows(drafts, penalties)
    led = _led(drafts, penalties)
    listed = _listed(drafts, penalties, led)
    taken, printed = {draft.number for draft in drafts}, set(map(id, drafts))
    if listed:
        drafts[:] = [each for draft in drafts for each in _with_rows(draft, listed.get(id(draft)), taken)]
        if led.leads:
            led.penalties.update({id(each): each.penalty[0].penalty for each in drafts if id(each) not in printed})
    rows = {id(draft) for draft in drafts} - printed
    stating = _stating(drafts, penalties, led, rows)
    _take_paragraphs(drafts, [draft for draft, _ in stating])
    stating = _with_sentences(drafts, stating, penalties)
    for draft, stated in stating:
        _state(draft, stated, penalties)
    is_known = {id(draft) for draft, _ in stating}.union(led.penalties)
    for draft in _beside(drafts, is_known, penalties):
        found = named_penalty(_whole(draft), penalties) or goes_on(_whole(draft), penalties)
        if found and id(draft) not in led.leads:
            _state(draft, found, penalties)
    _take_named(drafts, penalties)
    for draft, penalty in titled_below(drafts, penalties):
        draft.penalty, draft.kind = (Penalty(None, penalty),), "rule"
    _report([draft for draft in drafts if id(draft) not in led.leads], bool(is_known), penalties)


# Complexity: one condition for each sign of a paragraph, then its rows are made.
def _with_sentences(
    drafts: list[Draft], stating: Sequence[tuple[Draft, StatedPenalty]], penalties: tuple[str, ...]
) -> list[tuple[Draft, StatedPenalty]]:
    """Return the rules that state a penalty; of a paragraph with several infractions, each becomes a rule."""
    printed, taken, listed = set(map(id, drafts)), {draft.number for draft in drafts}, dict[int, _Listed]()
    for draft, _ in stating:
        is_paragraph = (
            len(draft.texts) == 1 and "\n" not in draft.texts[0] and (draft.title or not parts(draft.printed))
        )
        found, rest = infractions_in(draft.texts[0], penalties) if is_paragraph else ([], [])
        if found:
            slugs = (slug_of(first_words(each, _LONGEST_SLUG)) for each in found)
            rows = [ListedInfraction(slug, "", (), (each,)) for slug, each in zip(slugs, found, strict=True)]
            listed[id(draft)] = _Listed(rows, rest)
    drafts[:] = [each for draft in drafts for each in _with_rows(draft, listed.get(id(draft)), taken)]
    sentences = (draft for draft in drafts if id(draft) not in printed)
    read = [
        (draft, stated_penalty(_whole(draft), penalties) or named_penalty(_whole(draft), penalties))
        for draft in sentences
    ]
    return [*(each for each in stating if id(each[0]) not in listed), *((draft, each) for draft, each in read if each)]


def _whole(draft: Draft) -> str:
    """Return the title and the texts of a row."""
    return ": ".join(filter(None, (draft.title, "\n".join(draft.texts))))


# Complexity: one condition for each place of a row that is no infraction.
def _report(drafts: Sequence[Draft], is_list: bool, penalties: tuple[str, ...]) -> None:
    """Report each row of a list that is in no infraction, if it names a penalty or is among infractions: nothing that
    costs something is left out without a word. The first row of a chapter may be about all of it."""
    above, within, siblings = set[int](), set[int](), defaultdict[int, list[Draft]](list)
    chapters = {id(_chapter(draft)) for draft in drafts if draft.penalty}
    for draft in drafts:
        siblings[id(draft.parent)].append(draft)
        above |= {id(draft.parent)} if draft.penalty else set()
        within |= {id(draft)} if draft.penalty or id(draft.parent) in within else set()
    for rows in siblings.values():
        infractions = sum(bool(draft.penalty) for draft in rows)
        is_over_numbers = bool(parts(rows[-1].printed) and not parts(rows[0].printed))  # the title of the document
        for draft in (draft for draft in rows if id(draft) not in within and not draft.faults):
            text, is_open = _whole(draft), id(draft) not in above
            named = first_penalty(text, penalties) if is_list and id(_chapter(draft)) in chapters else ""
            least = _LEAST_OF_CHAPTER if _BEGINS_WITH_NAME.match(text) else 0.5
            are_many = infractions >= _FEWEST and infractions > least * (len(rows) - bool(draft.title))
            if named and draft.texts and (infractions or named_penalty(text, penalties)):
                detail = f"names {named}, but no infraction is read here: rules penalty leaves it out"
                draft.faults.append(("penalty-unread", detail))
            elif are_many and is_open and (draft is not rows[0] or (draft.title and not is_over_numbers)):
                draft.faults.append(("penalty-unread", "is beside infractions, but no penalty of it is read"))


# Complexity: one condition for each row beside others.
def _take_named(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> None:
    """Set the penalties of the rules with names beside infractions that begin with one, or with any words if all are
    lines and most of them begin with a penalty, `Drawing a card: goes home`."""
    named, above = defaultdict[int, list[Draft]](list), {id(draft.parent) for draft in drafts}
    divided = {id(draft.parent) for draft in drafts if draft.penalty}
    for draft in drafts:
        if draft.title and id(draft) not in divided:
            named[id(draft.parent)].append(draft)
    for siblings in named.values():
        open_ = [draft for draft in siblings if not draft.penalty]
        are_lines = not any("\n" in "\n".join(draft.texts) for draft in siblings)
        are_most = len(siblings) - len(open_) >= max(_FEWEST, len(siblings) / 2)
        for draft in open_ if len(open_) < len(siblings) else ():
            text = "" if id(draft) in above else "\n".join(draft.texts)
            found = opening_penalty(text, penalties)
            if text and are_lines and are_most:
                found = found or as_others(f"{draft.title}: {text}", ":", penalties)
            if found:
                _state(draft, found, penalties)


def _state(draft: Draft, found: StatedPenalty, penalties: tuple[str, ...]) -> None:
    """Set the penalties of an infraction, and the name before them as its title."""
    is_name = found.name and len(found.name.split()) <= LONGEST_NAME
    if is_name and draft.title != found.name and not found.name.startswith(f"{draft.title}: "):
        is_of_text = found != stated_penalty(draft.title or "", penalties)
        draft.title, draft.kind = found.name, "rule"
        draft.texts[:is_of_text] = [found.words]
    text = "\n".join(draft.texts)
    levels = levels_in(text, penalties) if found.name or "\n" in text else []
    draft.penalty = tuple(Penalty(each.name, each.penalty) for each in levels) or (Penalty(None, found.penalty),)


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
def _beside(drafts: Sequence[Draft], stating: Collection[int], penalties: tuple[str, ...]) -> list[Draft]:
    """Return the rules beside those that state a penalty that name one in other words."""
    beside = {id(draft.parent) for draft in drafts if id(draft) in stating}
    divided = {id(draft.parent) for draft in drafts if draft.penalty}
    open_ = (draft for draft in drafts if id(draft.parent) in beside and not draft.penalty and id(draft) not in divided)
    rules = (draft for draft in open_ if draft.kind == "rule" or ":" in (draft.title or ""))
    return [draft for draft in rules if first_penalty(_whole(draft), penalties)]


# Complexity: tables, then items, then groups: one comprehension for each.
def _listed(drafts: Sequence[Draft], penalties: tuple[str, ...], led: LedInfractions) -> dict[int, _Listed]:
    """Return the infractions in tables and lists, by the draft whose texts have them, with those below lines that give
    their penalty; those below its name only if nothing else states one, as a guide has such names over what each
    penalty means."""
    if any(draft.penalty for draft in drafts):
        return {}
    found = {draft: _Listed(*points) for draft, points in led.points.items()}
    for draft in drafts:
        if id(draft) in found:
            continue
        if rows := table_infractions(draft, penalties):
            lines = ("\n".join(line for line in text.split("\n") if not is_row(line)) for text in draft.texts)
            found[id(draft)] = _Listed(rows, [text for text in lines if text])
        elif (
            is_list_of_infractions(draft, penalties)
            and (listed := _Listed(*listed_infractions(draft, penalties))).infractions
        ):
            found[id(draft)] = listed
    if not found and not _stating(drafts, penalties, led):
        groups = grouped_infractions(drafts, penalties)
        found = {draft: _Listed(rows, []) for draft, rows in groups.items()}
    return found


def lists_penalties(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> bool:
    """Return whether rows of tables or lists, or a good part of the rules, are infractions with their penalties."""
    led = _led(drafts, penalties)
    rows = sum(len(each.infractions) for each in _listed(drafts, penalties, led).values())
    return rows >= _FEWEST or len(_stating(drafts, penalties, led)) >= _FEWEST or bool(titled_below(drafts, penalties))


def _led(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> LedInfractions:
    """Return the infractions below lines that give their penalty, if they are a good part of the book and one of those
    lines has the name of a penalty; none beside labelled penalties."""
    led = led_infractions(drafts, penalties)
    found = [*led.penalties.values(), *(each.penalties[0].penalty for rows, _ in led.points.values() for each in rows)]
    rules = sum(draft.kind == "rule" for draft in drafts)
    is_list = len(found) >= max(_FEWEST, _LEAST_OF_BOOK * rules) and any(map(penalty_pattern(penalties).search, found))
    return led if is_list and not any(draft.penalty for draft in drafts) else LedInfractions({}, {}, frozenset())


def _stating(
    drafts: Sequence[Draft], penalties: tuple[str, ...], led: LedInfractions, listed: Collection[int] = ()
) -> list[tuple[Draft, StatedPenalty]]:
    """Return the rules that state a penalty for sure; those that name one in any clause, if half of a book do so.
    `listed` are the rows of tables and lists, which are known."""
    sure = _read_by(stated_penalty, drafts, penalties, led, listed)
    if sure or any(draft.penalty for draft in drafts):
        return sure
    rules = sum(draft.kind == "rule" for draft in drafts)
    named = _read_by(named_penalty, drafts, penalties, led, listed)
    return named if len(named) >= max(_FEWEST_NAMED, _LEAST_NAMED * rules) else []


# Complexity: one pass over the rules, one over the chapters.
def _read_by(
    read: Callable[[str, tuple[str, ...]], StatedPenalty | None],
    drafts: Sequence[Draft],
    penalties: tuple[str, ...],
    led: LedInfractions,
    listed: Collection[int],
) -> list[tuple[Draft, StatedPenalty]]:
    """Return the rules that state a penalty, or have that of the line above them, if they are a good part of their
    chapter or of the book, and more than the sections that have a labelled one: a guide with those only speaks of
    penalties elsewhere. One of them has to name its penalty: in any rulebook somebody *loses the game*."""
    first_below: dict[int, Draft] = {}
    for draft in drafts:
        first_below.setdefault(id(draft.parent), draft)
    children = Counter(id(draft.parent) for draft in drafts)
    rules, stating = Counter[int](), Counter[int]()
    known = {*led.penalties, *listed}
    labelled = sum(bool(draft.penalty) and id(draft) not in known for draft in drafts)
    found: list[tuple[int, Draft, StatedPenalty]] = []
    taken: set[int] = set()  # headings whose only paragraph states their penalty
    for draft in drafts:
        chapter, below = id(_chapter(draft)), first_below.get(id(draft))
        rules[chapter] += draft.kind == "rule" or not below
        is_over_words = below and not (draft.texts or below.title or parts(below.printed))
        texts = below.texts if below and is_over_words else draft.texts
        if penalty := led.penalties.get(id(draft)):
            found.append((chapter, draft, StatedPenalty("", "\n".join(draft.texts), penalty)))
        stating[chapter] += id(draft) in known
        if id(draft) in known or id(draft) in led.leads:
            continue
        whole = ": ".join(filter(None, (draft.title, "\n".join(texts).removeprefix("• "))))
        stated = (in_title := read(draft.title or "", penalties)) or read(whole, penalties)
        is_alone = children[id(draft)] == 1 or (stated and stated.words.startswith(stated.penalty))
        is_named = stated and stated.name == draft.title and is_alone
        is_over_one = is_over_words and children[id(draft)] == 1 and draft.parent
        is_own = draft.texts or not below or stated is in_title or is_named or is_over_one
        if stated and not draft.penalty and is_own and id(draft.parent) not in taken:
            found.append((chapter, draft, stated))
            stating[chapter] += 1
            taken |= {id(draft)} if is_over_one else set()
    named = {fold(stated.penalty) for _, _, stated in found if penalty_pattern(penalties).search(stated.penalty)}
    if (
        labelled >= len(found) or len(found) + len(listed) < _FEWEST or not named - folded("no_penalty")
    ):  # of any list: *Changes: none.*
        return []
    is_list = len(found) + len(listed) >= _LEAST_OF_BOOK * rules.total()
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
        taken.discard(draft.number)
    for row in listed.infractions:
        slug = row.number or slug_of(row.name)
        is_whole = row.number and (not above or row.number.startswith(above.printed))  # `1a`, below 1
        number = RuleNumber(slug) if is_whole else address_under(above, slug)
        while number in taken:
            number = RuleNumber(f"{number}-2")
        taken.add(number)
        texts = ["\n".join(row.words)]
        yield Draft(number, number, "rule", owner, draft.source, [], row.name or None, texts, penalty=row.penalties)
