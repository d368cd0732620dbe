"""Terms and explanations as pages of a screen and a half; a page names the rules left out, and a command for them."""

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
_CUT_TO = (8, 4, 3, 2, 1)  # lines of each rule that are tried, until all fit
_DEFINITION = 135  # characters of a term's definition: two lines with its name and number
_LEAST_LISTED = 4  # lines of references, and of terms, that are left even beside long sub-rules
_UNLIMITED = 1_000_000  # lines: no rule has as many
_MOST_NAMED = 10  # numbers that are named as left out: one line

_ANYTHING = sought()


class _Row(NamedTuple):
    """A rule on a page, its level below the page's subject, and what its excerpt has to be about. If the page is too
    long, only main rows are shown, as many as fit."""

    rule: Rule
    level: int
    is_main: bool
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
    """Add a term with its rules, in about `room` lines; glossary entries follow if the rules define it themselves."""
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
    entries = [rule for rule in meaning.rules if has_rule and rule.text and rule.number in term.entries]
    for rule in entries:
        words = without_pointers(rule.text or "", rule.references)
        end.add(Span(f"{label(rule)}: {lead(words, _DEFINITION)}", "quiet"), indent=_STEP, hanging=_STEP)
    end.gap()
    foot(end, meaning.rules)
    defining = [rule for rule in meaning.rules if rule not in entries]
    about = sought(phrases=term.printed_names())
    numbers = [rule.number for rule in meaning.rules if rule.number not in term.entries]
    highest = [number for number in term.rules if number in numbers] or numbers
    command = f"rules show {' '.join(highest)} -b {meaning.edition.slug}"
    _add_fitting(page, list(_family(defining, about)), room - _height(end.lines) - 4, command)
    if not entries:
        page.gap()
    page.lines += end.lines


def _add_how_matched(page: Page, meaning: TermDefinition) -> None:
    """Add a note if the term was found by a slip of the pen or by a word of players."""
    if meaning.how == "typo" or meaning.of_players:
        key = "typo" if meaning.how == "typo" else "of players"
        page.add(Span(say(key, meaning.name, meaning.asked), "note"))


def explanation(
    found: Explanation, plain: bool | None = False, room: int | None = ROOM, change_of: ChangeOf = None
) -> Page:
    """Return a rule explained, in about `room` lines: its words, then its sub-rules, terms, references, and its place.
    Its own words are always whole; if `room` is None, the others, too. `change_of` says what changed."""
    shown = found.shown
    page, end = Page(plain), Page(plain)
    oddities(end, shown)
    end.lines += _short((_Row(above, 0, True) for above in shown.above if above.text), 2).lines
    end.gap()
    rules = (shown.rule, *shown.below)
    packed(end, [place_of(shown), *related(shown._replace(names=())), *sources(rules), *changes(rules, change_of)])
    cautions(end, rules)
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
    has_references = bool(references or found.not_here)
    free -= (2 if has_references else 0) + (2 if terms else 0)  # their titles, with an empty line
    free -= 1 if found.not_here else 0
    for_references, for_terms = min(2 * len(references), _LEAST_LISTED), min(_height(terms), _LEAST_LISTED)
    family = list(_family(found.shown.below, sought(titles=[rule.title])))
    free -= _add_fitting(page, family, free - for_references - for_terms, f"rules show {rule.id}")
    while terms and _height(terms) > max(free - for_references, for_terms):
        terms.pop()
    if terms:
        page.title(say("Terms"))
        page.lines += terms
    free -= _height(terms)
    if has_references:
        page.title(say("Refers to"))
    _add_fitting(page, references, free, f"rules explain {rule.id} --depth 2", _STEP)
    if found.not_here:
        most = _MOST_NAMED if free < _UNLIMITED // 2 else len(found.not_here)
        printed = ", ".join(found.not_here[:most]) + ("…" if len(found.not_here) > most else "")
        page.add(Span(printed), Span(f"  {say('not here')}", "quiet"), indent=_STEP)


# Complexity: one rule or all, and the entries of a glossary.
def term_explained(found: Sequence[TermExplained], plain: bool | None = False, room: int | None = ROOM) -> Page:
    """Return a term explained in each book that defines it; if `room` limits the lines, only by its first rule."""
    page = Page(plain)
    for in_book in found:
        page.gap()
        first_line = len(page.lines)
        meaning, explanations = in_book.meaning, in_book.explanations
        kind = f", {say('keyword', meaning.kind)}" if meaning.kind else ""
        page.add(Span(f"{meaning.name}{kind}", "title"), Span(f"  {meaning.book_title}", "quiet"))
        _add_how_matched(page, meaning)
        shown = explanations if room is None else explanations[:1]
        explained = {each.shown.rule.number for each in shown}
        entries = [rule for rule in meaning.rules if rule.number in meaning.term.entries]
        page.lines += _short((_Row(rule, 1, True) for rule in entries if rule.number not in explained), 2).lines
        if ids := [each.shown.rule.id for each in explanations[len(shown) :]]:
            _add_left_out(page, ids, f"rules explain {ids[0]}", _STEP)
        page.gap()
        free = room and max(_LEAST_ROOM, room // len(found) - _height(page.lines[first_line:]))
        for each in shown:
            page.lines += explanation(each, plain, free).lines
    return page


# --- parts of pages


def _family(rules: Iterable[Rule], about: Sought) -> Iterator[_Row]:
    """Yield rules, each before its sub-rules, with their levels below the first. Main are the first two levels, and the
    members of a list that a main rule announces."""
    seen: dict[str, _Row] = {}
    for rule in rules:
        above = seen.get(rule.parent or "")
        if above is None:
            row = _Row(rule, 1, True, about)
        else:
            is_main = above.level == 1 or (above.is_main and announces_list(above.rule.text))
            row = _Row(rule, above.level + 1, is_main, about._replace(titles=(above.rule.title or "",)))
        seen[rule.number] = row
        yield row


def _unfolded(references: Iterable[ReferencedRule], level: int = 1) -> Iterator[_Row]:
    """Yield referenced rules, each before those that it refers to itself, one level below."""
    for reference in references:
        yield _Row(reference.rule, level, level == 1)
        yield from _unfolded(reference.leans_on, level + 1)


def _add_fitting(page: Page, rows: Sequence[_Row], room: int, command: str, indent: int = 0) -> int:
    """Add rules: whole if they fit in `room` lines, else cut to a few lines each, else as many main ones as fit. Then a
    line names those left out, with a command that shows them. Return how many lines the rules have."""
    if len(rows) <= room:
        whole = Page(page.plain)
        for row in rows:
            heading(whole, row.rule, row.level * _STEP)
            body(whole, row.rule, row.level * _STEP)
        if _height(whole.lines) <= room:
            page.lines += whole.lines
            return _height(whole.lines)
    shown, lines = _shortened(rows, room)
    page.lines += lines
    numbers = {row.rule.number for row in shown}
    left_out = {row.rule.number: row.rule.parent for row in rows if row.rule.number not in numbers}
    if highest := [number for number, parent in left_out.items() if parent not in left_out]:
        _add_left_out(page, highest, command, indent)
    else:
        page.add(Span(say("whole"), "label"), Span(command, "quiet"), indent=indent)
    return _height(lines)


def _shortened(rows: Sequence[_Row], room: int) -> tuple[Sequence[_Row], list[PageLine]]:
    """Return the rows to show in fewer than `room` lines, and these lines; the first row at least."""
    main = [row for row in rows if row.is_main]
    ways = [(rows, most) for most in _CUT_TO] if len(rows) < room else []
    ways += [(main[:count], 1) for count in range(min(len(main), room), 1, -1)]
    for shown, most in ways:
        lines = _short(shown, most).lines
        if _height(lines) < room:
            return shown, lines
    return rows[:1], _short(rows[:1], max(1, room - 1)).lines


def _add_left_out(page: Page, numbers: Sequence[str], command: str, indent: int) -> None:
    """Add a line that names the first rules left out, and the command that shows them."""
    named = ", ".join(numbers[:_MOST_NAMED]) + ("…" if len(numbers) > _MOST_NAMED else "")
    page.add(Span(say("more"), "label"), Span(named, "id"), Span(f"  ({command})", "quiet"), indent=indent)


def _short(rows: Iterable[_Row], lines: int) -> Page:
    """Return rules with an excerpt of about so many lines each."""
    page = Page()
    for row in rows:
        rule = row.rule
        looked_for = row.about._replace(titles=tuple(filter(None, (rule.title, *row.about.titles))))
        before = len(rule.number) + len(rule.title or "") + 4  # with two blanks after each
        free = (_WIDTH - row.level * _STEP - _RAGGED) * lines - (lines - 1) * hanging_of(rule) - before
        free = max(free, _LEAST_WORDS)
        title = (Span(f"  {rule.title}", "title"),) if rule.title else ()
        words = (Span(f"  {excerpt(rule.text, free, looked_for, free + _LEAST_WORDS)}", "text"),) if rule.text else ()
        page.add(Span(rule.number, "id"), *title, *words, indent=row.level * _STEP, hanging=hanging_of(rule))
    return page


def _height(lines: Iterable[PageLine]) -> int:
    return sum(len(wrapped(line.spans, _WIDTH, line.indent, line.hanging)) for line in lines)
