"""Terms and explanations as pages of a screen and a half; each names the rules left out and a command for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules_cli.render.excerpt import Sought, excerpt, lead, sought, without_pointers
from rules_cli.render.language import say
from rules_cli.render.layout import wrapped
from rules_cli.render.page import Page, PageLine, Span
from rules_cli.render.rules import (
    ChangeOf,
    body,
    cautions,
    changes,
    edition_named,
    foot,
    hanging_of,
    heading,
    label,
    oddities,
    packed,
    place_of,
    related,
    sources,
)
from rules_cli.text import announces_list, fold

if TYPE_CHECKING:
    from rules_cli.lookup.definitions import TermDefinition
    from rules_cli.lookup.explain import Explanation, ReferencedRule, TermExplained
    from rules_cli.model import Rule

_STEP = 2
_WIDTH = 80  # columns of a terminal as it opens
ROOM = 36  # lines: a screen and a half
_GAPS = 3  # lines between the parts of an explanation, and those that name the parts left out
_LEAST_ROOM = 12  # lines for each of several books that define a word
_RAGGED = 2  # columns that the end of a line mostly leaves free
_LEAST_WORDS = 30  # characters of a rule, after a long title
_CUT_TO = (8, 4, 3, 2, 1)  # lines of each rule, the most that fit
_DEFINITION = 135  # characters of a term's definition: two lines with its name and number
_LEAST_LISTED = 4  # lines of references, and of terms, that are left even beside long sub-rules
_UNLIMITED = 1_000_000  # lines: no rule has as many
_MOST_NAMED = 10  # numbers that are named as left out: one line


_ANYTHING = sought()


class _Row(NamedTuple):
    """A rule on a page, its level below the page's subject, and the words to show of it. If the page is too long,
    `main` rows are left out last."""

    rule: Rule
    level: int
    main: bool
    about: Sought = _ANYTHING


def definitions(found: Sequence[TermDefinition], plain: bool = False) -> Page:
    """Return the definition of a term in each book that has one: the glossary, then the rules."""
    page = Page(plain)
    for meaning in found:
        page.gap()
        _add_definition(page, meaning, max(_LEAST_ROOM, ROOM // len(found)))
    return page


# Complexity: one line or none for each thing that a definition may have.
def _add_definition(page: Page, meaning: TermDefinition, room: int) -> None:
    term = meaning.term
    page.add(
        Span(meaning.name, "title"), Span(f"  {meaning.book_title}, {edition_named(meaning.edition.name)}", "quiet")
    )
    _add_how_matched(page, meaning)
    if meaning.kind:
        page.add(Span(say("keyword listed", meaning.kind, f"{meaning.edition.slug}:{term.rules[0]}")), indent=_STEP)
    if meaning.names:
        page.add(Span(", ".join(f"{lang}: {name}" for lang, name in meaning.names.items()), "quiet"), indent=_STEP)
    end = Page(page.plain)
    titles = {fold(rule.title) for rule in meaning.rules if rule.title and rule.number not in term.entries}
    has_rule = not titles.isdisjoint(map(fold, term.printed_names()))
    leading = [rule for rule in meaning.rules if has_rule and rule.text and rule.number in term.entries]
    for rule in leading:
        words = without_pointers(rule.text or "", rule.references)
        end.add(Span(f"{label(rule)}: {lead(words, _DEFINITION)}", "quiet"), indent=_STEP, hanging=_STEP)
    end.gap()
    foot(end, meaning.rules)
    defining = [rule for rule in meaning.rules if rule not in leading]
    about = sought(phrases=term.printed_names())
    rules = [rule.number for rule in meaning.rules if rule.number not in term.entries]
    tops = [number for number in term.rules if number in rules] or rules
    command = f"rules show {' '.join(tops)} -b {meaning.edition.slug}"
    _add_fitting(page, list(_family(defining, about)), room - _height(end.lines) - 4, command)
    if not leading:
        page.gap()
    page.lines += end.lines


def _add_how_matched(page: Page, meaning: TermDefinition) -> None:
    if meaning.how == "typo" or meaning.of_players:
        key = "typo" if meaning.how == "typo" else "of players"
        page.add(Span(say(key, meaning.name, meaning.asked), "note"))


def explanation(
    found: Explanation, plain: bool | None = False, room: int | None = ROOM, change_of: ChangeOf = None
) -> Page:
    """Return a rule explained: its words, which are always whole, its sub-rules, terms and references in about `room`
    lines, then its place, and the words of it that changed. Without a limit, all of them are whole."""
    shown = found.shown
    page, end = Page(plain), Page(plain)
    oddities(end, shown)
    end.lines += _short((_Row(above, 0, True) for above in shown.above if above.text), 2).lines
    end.gap()
    own = (shown.rule, *shown.below)
    packed(end, [place_of(shown), *related(shown._replace(names=())), *sources(own), *changes(own, change_of)])
    cautions(end, own)
    heading(page, shown.rule, 0, shown.info)
    body(page, shown.rule, 0, shown.info)
    room = room or _UNLIMITED
    free = max(room - _height(page.lines) - _height(end.lines) - _GAPS, _LEAST_ROOM)
    _add_parts(page, found, free)
    page.gap()
    page.lines += end.lines
    return page


# Complexity: each of three parts may be empty, and leaves room for the others.
def _add_parts(page: Page, found: Explanation, free: int) -> None:
    """Add the sub-rules, terms and references of an explanation, in about `free` lines; each part has a few of them."""
    rule = found.shown.rule
    references, terms = list(_unfolded(found.leans_on)), list[PageLine]()
    for term in found.terms:
        words = lead(without_pointers(term.definition, term.references), _DEFINITION, 2 * _DEFINITION)
        spans = Span(term.name, "title"), Span(f"  {words}  "), Span(term.rule.number, "id")
        terms.append(PageLine(spans, _STEP, _STEP))
    free -= 2 * (bool(references or found.not_here) + bool(terms)) + bool(found.not_here)
    for_references, for_terms = min(2 * len(references), _LEAST_LISTED), min(_height(terms), _LEAST_LISTED)
    family = list(_family(found.shown.below, sought(titles=[rule.title])))
    free -= _add_fitting(page, family, free - for_references - for_terms, f"rules show {rule.id}")
    while terms and _height(terms) > max(free - for_references, for_terms):
        terms.pop()
    if terms:
        page.title(say("Terms"))
        page.lines += terms
    free -= _height(terms)
    if references or found.not_here:
        page.title(say("Refers to"))
    _add_fitting(page, references, free, f"rules explain {rule.id} --depth 2", _STEP)
    if found.not_here:
        most = _MOST_NAMED if free < _UNLIMITED // 2 else len(found.not_here)
        printed = ", ".join(found.not_here[:most]) + ("…" if len(found.not_here) > most else "")
        page.add(Span(printed), Span(f"  {say('not here')}", "quiet"), indent=_STEP)


# Complexity: one rule or all, and the entries of a glossary.
def term_explained(found: Sequence[TermExplained], plain: bool | None = False, room: int | None = ROOM) -> Page:
    """Return a term explained in each book that defines it: by its first rule if the lines are limited."""
    page = Page(plain)
    for each in found:
        page.gap()
        begun = len(page.lines)
        term = each.meaning.term
        kind = f", {say('keyword', each.meaning.kind)}" if each.meaning.kind else ""
        page.add(Span(f"{each.meaning.name}{kind}", "title"), Span(f"  {each.meaning.book_title}", "quiet"))
        _add_how_matched(page, each.meaning)
        shown, others = (each.explanations, ()) if room is None else (each.explanations[:1], each.explanations[1:])
        explained = {one.shown.rule.number for one in shown}
        rules = [rule for rule in each.meaning.rules if rule.number in term.entries and rule.number not in explained]
        page.lines += _short((_Row(rule, 1, True) for rule in rules), 2).lines
        if ids := [one.shown.rule.id for one in others]:
            _add_left_out(page, ids, f"rules explain {ids[0]}", _STEP)
        page.gap()
        free = room and max(_LEAST_ROOM, room // len(found) - _height(page.lines[begun:]))
        for one in shown:
            page.lines += explanation(one, plain, free).lines
    return page


# --- parts of pages


def _family(rules: Iterable[Rule], about: Sought) -> Iterator[_Row]:
    """Yield rules, each before its sub-rules, with their levels; members of a list that a rule announces are main."""
    seen: dict[str, _Row] = {}
    for rule in rules:
        above = seen.get(rule.parent or "")
        announced = above is not None and above.main and announces_list(above.rule.text)
        main = above is None or above.level == 1 or announced
        looked_for = about._replace(titles=(above.rule.title or "",)) if above else about
        seen[rule.number] = _Row(rule, above.level + 1 if above else 1, main, looked_for)
        yield seen[rule.number]


def _unfolded(found: Iterable[ReferencedRule], level: int = 1) -> Iterator[_Row]:
    for each in found:
        yield _Row(each.rule, level, level == 1)
        yield from _unfolded(each.leans_on, level + 1)


# Complexity: whole, cut, or in part, and what is left out.
def _add_fitting(page: Page, rows: Sequence[_Row], room: int, command: str, indent: int = 0) -> int:
    """Add rules as whole as they fit: else cut to a few lines each, else the first main ones; return their lines.

    Then what is left out or cut short, with a command that shows it.
    """
    whole = Page(page.plain)
    for row in rows if len(rows) <= room else ():
        heading(whole, row.rule, row.level * _STEP)
        body(whole, row.rule, row.level * _STEP)
    if len(rows) <= room and _height(whole.lines) <= room:
        page.lines += whole.lines
        return _height(whole.lines)
    main = [row for row in rows if row.main]
    ways = [(rows, lines) for lines in _CUT_TO] if len(rows) < room else []
    ways += [(main[:length], 1) for length in range(min(len(main), room), 1, -1)]
    tried = ((some, _short(some, lines)) for some, lines in ways)
    fitting = ((some, short) for some, short in tried if _height(short.lines) < room)
    shown, short = next(fitting, (rows[:1], _short(rows[:1], max(1, room - 1))))
    page.lines += short.lines
    numbers = {row.rule.number for row in shown}
    left = dict.fromkeys(row.rule.number for row in rows if row.rule.number not in numbers)
    parents = {row.rule.number: row.rule.parent for row in rows}
    if named := [number for number in left if parents[number] not in left]:  # not those below them
        _add_left_out(page, named, command, indent)
    else:
        page.add(Span(say("whole"), "label"), Span(command, "quiet"), indent=indent)
    return _height(short.lines)


def _add_left_out(page: Page, numbers: Sequence[str], command: str, indent: int) -> None:
    named = ", ".join(numbers[:_MOST_NAMED]) + ("…" if len(numbers) > _MOST_NAMED else "")
    page.add(Span(say("more"), "label"), Span(named, "id"), Span(f"  ({command})", "quiet"), indent=indent)


def _short(rows: Iterable[_Row], lines: int) -> Page:
    page = Page()
    for row in rows:
        rule = row.rule
        looked_for = row.about._replace(titles=tuple(filter(None, (rule.title, *row.about.titles))))
        beside = len(rule.number) + len(rule.title or "") + 4
        free = (_WIDTH - row.level * _STEP - _RAGGED) * lines - (lines - 1) * hanging_of(rule) - beside
        free = max(free, _LEAST_WORDS)
        title = (Span(f"  {rule.title}", "title"),) if rule.title else ()
        words = (Span(f"  {excerpt(rule.text, free, looked_for, free + _LEAST_WORDS)}", "text"),) if rule.text else ()
        page.add(Span(rule.number, "id"), *title, *words, indent=row.level * _STEP, hanging=hanging_of(rule))
    return page


def _height(lines: Iterable[PageLine]) -> int:
    return sum(len(wrapped(line.spans, _WIDTH, line.indent, line.hanging)) for line in lines)
