"""Rules as pages: number and words first, then their source; contents, branches and references as trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import parts, printed
from rules_cli.render.excerpt import BETWEEN, excerpt, sought
from rules_cli.render.language import chosen, say, say_phrase
from rules_cli.render.layout import CRUMBS, width_of
from rules_cli.render.page import Page, PageLine, Span, Style
from rules_cli.store.edition import UNDATED
from rules_cli.store.settings import chosen_book
from rules_cli.text import first_words, lead_in, shorten

if TYPE_CHECKING:
    from rules_cli.captions import Words
    from rules_cli.history.last_change import LastChange
    from rules_cli.lookup.compose import RuleInContext
    from rules_cli.model import Rule
    from rules_cli.store.book_info import BookInfo
    from rules_cli.store.case_file import Kept


_STEP = 2
_LONGEST_QUESTION = 20  # letters of the question of a case, where it only tells one case from another
_MOST_LISTED = 12  # references shown with their text: a screen; the numbers of the rest follow
_MOST_NAMED = 6  # references named beside a rule: one line; of more, only how many they are
_FEW = 2  # the same beside each of several rules
_MOST_ABOVE = 2  # headings named beside a rule
_LONGEST_NUMBER = 12  # letters of a number under which text does not hang
_ROW = re.compile(r"• \| .*\|$")
_ROW_BEGINS, _ROW_ENDS = len("• | "), -len(" |")
_COLUMN_GAP, _WIDEST_TABLE = 2, 72  # columns: a wider table would be broken by a terminal
_SINCE = {"new": "new in", "changed": "changed in"}
PIPE = 80  # columns of a line in a pipe
_LEAST_WORDS = 12  # characters of a row of a tree, however deep it is


def _edition_of(rule: Rule) -> str:
    return f"{rule.book} {say('undated') if rule.edition == UNDATED else rule.edition}"


def source_of(rule: Rule, named: Callable[[Rule], str] = _edition_of) -> str:
    """Return where a rule's words come from: `fab 2025, restated, not the official wording`."""
    words = [say("copy" if rule.is_copy else rule.wording)] if rule.wording else []
    return ", ".join([named(rule), *words])


def edition_named(name: str) -> str:
    """Return the name of an edition with the word for it."""
    return say("undated") if name == UNDATED else say("edition", name)


def date_named(name: str) -> str:
    """Return the name of an edition; of one without a date, the word for that."""
    return say("no date") if name == UNDATED else name


ChangeOf: TypeAlias = "Callable[[Rule], LastChange | None] | None"
"""Returns what changed in a rule since the edition before; None if nothing is said of that."""


def show(
    shown: Sequence[RuleInContext], notes: Iterable[Words] = (), plain: bool = False, change_of: ChangeOf = None
) -> Page:
    """Return rules in their context; a rule that is shown below another one is not repeated. Rules of one section that
    follow each other are printed together, with one foot."""
    page = Page.noting(notes, plain)
    printed: set[str] = set()
    different = []
    for each in shown:
        if each.rule.id not in printed:
            different.append(each)
        printed |= {each.rule.id, *(below.id for below in each.below)}
    for _, siblings in groupby(different, lambda each: (each.rule.book, each.rule.edition, each.rule.parent)):
        page.gap()
        _add_siblings(page, list(siblings), change_of)
    return page


def _add_siblings(page: Page, siblings: Sequence[RuleInContext], change_of: ChangeOf) -> None:
    """Add rules of one section, each with its sub-rules, then what is odd about them, and one foot."""
    first, last = siblings[0], siblings[-1]
    for shown in siblings:
        if shown is not first:
            page.gap()
        family(page, shown, is_first=shown is first)
    for shown in siblings:
        oddities(page, shown)
        not_installed(page, shown.rule)
    page.gap()
    references = [line for shown in siblings for line in related(shown, alone=first is last)]
    rules = [rule for shown in siblings for rule in (shown.rule, *shown.below)]
    around = (("previous", first.previous), ("next", last.next))
    neighbours = "  ".join(say(key, rule_id.partition(":")[2]) for key, rule_id in around if rule_id)
    packed(page, [place_of(first), *references, *sources(rules), *changes(rules, change_of), neighbours])
    cautions(page, rules)


def changes(rules: Sequence[Rule], change_of: ChangeOf) -> Iterator[str]:
    """Yield which rules of a page are new or have changed, and in which edition: `changed 2026-01-16`."""
    rules_by_change: dict[LastChange, list[Rule]] = {}
    for rule in rules:
        if change_of and (change := change_of(rule)):
            rules_by_change.setdefault(change, []).append(rule)
    for change, changed in rules_by_change.items():
        numbers = [rule.number for rule in changed[:_MOST_NAMED]] + (["…"] if len(changed) > _MOST_NAMED else [])
        named = f": {', '.join(numbers)}" if len(rules) > 1 else ""
        yield say(_SINCE[change.kind], date_named(change.edition)) + named


def case(shown: Sequence[RuleInContext], questions: Sequence[str], plain: bool = False) -> Page:
    """Return the rules of a ruling in order, under their questions; below them each source, with the rules from it."""
    page = Page(plain)
    for question, pairs in groupby(zip(questions, shown, strict=True), itemgetter(0)):
        page.gap()
        if question:
            page.add(Span(question, "title"), hanging=_STEP)
        kept_for = [rule_shown for _, rule_shown in pairs]
        with_others = {below.id for rule_shown in kept_for for below in rule_shown.below}
        for rule_shown in kept_for:
            if rule_shown.rule.id not in with_others:  # else it is printed with the rule above it
                page.gap()
                family(page, rule_shown)
    page.gap()
    rules = [each.rule for each in shown]
    for source, rules_from_it in groupby(rules, source_of):
        names = dict.fromkeys(named(rule, rule.book) for rule in rules_from_it)
        packed(page, [f"{source}: {', '.join(names)}"])
    cautions(page, rules)
    return page


def kept(numbers: Iterable[RuleNumber], question: str, case: Sequence[Kept]) -> str:
    """Return a line that says which rules were kept for which question, and how many are in the case."""
    about = say("kept for", shorten(question, _LONGEST_QUESTION)) if question else ""
    return say("kept", ", ".join(numbers), about, len(case))


def taken_out(number: RuleNumber, case: Sequence[Kept]) -> str:
    """Return a line that says that a rule is no longer kept, and how many are left."""
    return say("taken out", number, len(case))


def place_of(shown: RuleInContext) -> str:
    """Return the two nearest titles above a rule; without a title above it, that of the book."""
    titled = [above for above in shown.above if above.title]
    return CRUMBS.join(map(step_of_breadcrumb, titled[-_MOST_ABOVE:])) or shown.book_title


def related(shown: RuleInContext, alone: bool = True) -> Iterator[str]:
    """Yield what a rule refers to and what refers to it, each in a few words. If it is not `alone` on the page, both in
    one line, with its number and with fewer names."""
    lines = []
    for key, rules in (("refers to", shown.names), ("referred to by", shown.named_by)):
        if len(rules) > (_MOST_NAMED if alone else _FEW):
            lines.append(say(key) + say("rules", len(rules)) + (f" ({command('refs', shown.rule)})" if alone else ""))
        elif rules:
            names = (named(rule, shown.rule.book) if alone else rule.number for rule in rules)
            lines.append(f"{say(key)}{', '.join(names)}")
    yield from lines if alone or not lines else [f"{shown.rule.number} {', '.join(lines)}"]


def command(name: str, rule: Rule) -> str:
    """Return a command about a rule as short as it may be typed: without the book if that is the default."""
    return f"rules {name} {rule.number if chosen_book(None) == rule.book else rule.id}".replace("  ", " ")


def named(rule: Rule, book: str) -> str:
    """Return how a line names a rule: by its label if it prints no number, else by its number and title. Outside of
    `book`, its id is in place of its number."""
    if (name := label(rule)) != rule.number:
        return name
    number = rule.number if rule.book == book else rule.id
    return f"{number} {rule.title or ''}".rstrip()


def packed(page: Page, parts: Iterable[str]) -> None:
    """Add quiet lines with as many parts beside each other as fit."""
    lines: list[str] = []
    for part in filter(None, parts):
        if lines and len(lines[-1]) + len(BETWEEN) + len(part) <= PIPE:
            lines[-1] += f"{BETWEEN}{part}"
        else:
            lines.append(part)
    for line in lines:
        page.add(Span(line, "quiet"), hanging=_STEP)


def neighbours(around: Sequence[RuleInContext], asked: Collection[str], plain: bool = False) -> Page:
    """Return rules and their neighbours, these quiet and without examples; `asked` are the ids of the rules."""
    page = Page(plain)
    for shown in around:
        if shown.rule.id in asked:
            family(page, shown)
        else:
            text = " ".join(filter(None, (shown.rule.title, shown.rule.text)))
            number = Span(shown.rule.number, "id")
            page.add(number, Span(f"  {' '.join(text.split())}", "quiet"), hanging=hanging_of(shown.rule))
    page.gap()
    rules = [shown.rule for shown in around]
    packed(page, [place_of(next(each for each in around if each.rule.id in asked)), *sources(rules)])
    cautions(page, rules)
    return page


def family(page: Page, shown: RuleInContext, is_first: bool = True) -> None:
    """Add a rule and its sub-rules, each indented by its level. The first item of a list comes with the sentence above
    that it goes on with."""
    above = shown.above[-1].text if shown.above and is_first else None
    rules = (shown.rule, *shown.below)
    depths = [len(parts(rule.number.partition("#")[0]) or rule.number.split(".")[1:]) for rule in rules]
    for rule, depth in zip(rules, depths, strict=True):
        indent = 0 if rule is shown.rule else _STEP * max(1, depth - depths[0])
        heading(page, rule, indent, shown.info, lead_in(above, rule.text) if rule is shown.rule else "")
        body(page, rule, indent, shown.info)


def foot(page: Page, rules: Iterable[Rule], more: Iterable[str] = ()) -> None:
    """Add where the words of rules come from and `more` after it, then their conflicts and cautions."""
    shown = list(rules)
    packed(page, [*sources(shown), *more])
    cautions(page, shown)


def sources(rules: Sequence[Rule], named: Callable[[Rule], str] = _edition_of) -> Iterable[str]:
    """Return where the words of rules come from, each source once. Rules without words count only if all are."""
    with_words = [rule for rule in rules if rule.wording]
    return dict.fromkeys(source_of(rule, named) for rule in with_words or rules)


# Complexity: comprehensions; each kind of caution has one condition.
def cautions(page: Page, rules: Sequence[Rule]) -> None:
    """Add the conflicts of rules, that they can be shown in the chosen language, and the cautions of their editions."""
    for note in dict.fromkeys(note for rule in rules for _, note in rule.conflicts):
        page.add(Span(say("conflict", note), "bad"))
    if page.plain is False and any(rule.language != rule.plain_language == chosen() for rule in rules if rule.plain):
        page.add(Span(say("in your language"), "note"))
    worded = [rule for rule in rules if rule.wording]
    if page.plain and worded and all(rule.wording == "official" and not rule.plain for rule in worded):
        page.add(Span(say("not restated"), "note"))
    for caution in dict.fromkeys(rule.caution for rule in rules if rule.caution):
        page.add(Span(say("caution", caution), "bad"))


def oddities(page: Page, shown: RuleInContext) -> None:
    """Add the other rules with the number of a rule, and its anomalies in the source."""
    if shown.again:
        page.add(Span(say("again"), "label"), Span(", ".join(shown.again), "id"))
    odd = list(map(say_phrase, shown.odd))
    if shown.rule.kind == "heading" and not shown.rule.children:
        odd.append(say("title alone"))
    for line in odd:
        page.add(Span(say("odd"), "label"), Span(line, "note"))


def breadcrumb(shown: RuleInContext) -> PageLine:
    """Return the book's title and the headings above a rule; a narrow terminal leaves the first ones out."""
    steps = (shown.book_title, *map(step_of_breadcrumb, shown.above))
    return PageLine(tuple(Span(step, "quiet") for step in steps), crumbs=True)


def step_of_breadcrumb(above: Rule) -> str:
    """Return a heading of a breadcrumb: number and title, but the title alone if the number is no printed one."""
    number = printed(above.number)
    return f"{number} {above.title or ''}".strip() if number[:1].isdigit() else above.title or number


def heading(page: Page, rule: Rule, indent: int = 0, info: BookInfo | None = None, before: str = "") -> None:
    """Add a rule's number with its title and text, which may go on with a sentence that is printed `before` it. With
    `info`, the number and the references are links."""
    number, hanging = Span(rule.number, "id", info.address_of(rule.number) if info else None), hanging_of(rule)
    if rule.kind == "heading":
        page.add(number, Span(f"  {rule.title or ''}", "title"), indent=indent, hanging=hanging)
        return
    first, *rest = _with_columns(rule.text or "")
    if rest and _ROW.match(rule.text or ""):
        first, rest = "", [first, *rest]  # the columns of a table begin below each other
    title = (Span(f"  {rule.title}", "title"),) if rule.title else ()
    led = (Span(f"{before} ", "quiet"),) if before else ()
    page.add(number, *title, Span("  "), *led, *_with_references(first, rule, info), indent=indent, hanging=hanging)
    for line in rest:
        page.add(*_with_references(line, rule, info), indent=indent + hanging)


def _with_columns(text: str) -> Iterator[str]:
    """Yield the lines of a text; the rows of a table in it, `• | Deed | Points |`, are in columns if these fit."""
    for is_table, group in groupby(text.split("\n"), key=lambda line: bool(_ROW.match(line))):
        if not is_table:
            yield from group
            continue
        rows = [line[_ROW_BEGINS:_ROW_ENDS].split(" | ") for line in group]
        widths = [max(map(width_of, cells)) for cells in zip_longest(*rows, fillvalue="")]
        fits = sum(widths) + _COLUMN_GAP * len(widths) <= _WIDEST_TABLE
        for row in rows:
            cells = (cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=False))
            yield (" " * _COLUMN_GAP).join(cells).rstrip() if fits else BETWEEN.join(filter(None, row))


def hanging_of(rule: Rule) -> int:
    """Return how far a rule's text hangs: under its first word, unless its number is long."""
    return len(rule.number) + 2 if len(rule.number) <= _LONGEST_NUMBER else _STEP


def body(page: Page, rule: Rule, indent: int, info: BookInfo | None = None) -> None:
    """Add a rule's examples and notes, one level in, and our restatement if the page shows these."""
    inside = indent + hanging_of(rule)
    for key, texts in (("e.g.", rule.examples), ("note", rule.notes)):
        label = say(key)
        for text in texts:
            first, *rest = text.split("\n")
            words = _with_references(first, rule, info, "quiet")
            page.add(Span(label, "label"), *words, indent=inside, hanging=len(label))
            for line in rest:
                page.add(*_with_references(line, rule, info, "quiet"), indent=inside + len(label))
    restated(page, rule, inside)


def _with_references(text: str, rule: Rule, info: BookInfo | None, style: Style = "text") -> Iterator[Span]:
    """Yield a text in a style, with the resolved references of its rule in their own; with `info`, these are links."""
    matches = []
    for reference in {each.printed: each for each in rule.references if each.resolved}.values():
        for match in re.finditer(re.escape(reference.printed), text):
            start, end = match.span()
            if not (text[start - 1 : start].isalnum() and text[start].isalnum()) and not text[end : end + 1].isalnum():
                matches.append((start, end, reference))
    matches.sort(key=lambda match: (match[0], -match[1]))  # of two that start at one place, the longer comes first
    done = 0
    for start, end, reference in matches:
        if start >= done:
            yield Span(text[done:start], style)
            link = info.address_of(RuleNumber(reference.target)) if info and not reference.foreign else None
            yield Span(text[start:end], "ref", link)
            done = end
    yield Span(text[done:], style)


def restated(page: Page, rule: Rule, indent: int) -> None:
    """Add our restatement of official words, if the page shows restatements."""
    if page.plain and rule.wording == "official" and rule.plain:
        page.add(Span(say("restated"), "label"), Span(" ".join(rule.plain.split("\n")), "quiet"), indent=indent)


def not_installed(page: Page, rule: Rule) -> None:
    """Add the references of a rule to rules that are not installed: in its own book, then in other documents."""
    unresolved = [each for each in rule.references if not each.resolved]
    for is_foreign, why in ((False, "not here"), (True, "other document")):
        if printed := dict.fromkeys(each.printed for each in unresolved if bool(each.foreign) is is_foreign):
            page.add(Span(say("refers to"), "label"), ", ".join(printed), Span(f"  {say(why)}", "quiet"))


def reference(page: Page, rule: Rule, shown: Rule, indent: int = 0) -> None:
    """Add a rule that is related to a `shown` one: its number, its title, and an excerpt. If it refers to the shown
    one, the excerpt is around the reference."""
    printed = [each.printed for each in rule.references if each.target == shown.number]
    number = rule.number if rule.book == shown.book else rule.id
    title = [Span(f"  {rule.title}", "title")] if rule.title and rule.text else []
    room = 2 * (PIPE - indent - _STEP) - len(number) - sum(len(span.text) for span in title) - 2
    text = excerpt(rule.text or rule.title or "", room, sought(phrases=printed, titles=(rule.title, shown.title)))
    page.add(Span(number, "id"), *title, Span(f"  {text}", "text"), indent=indent, hanging=_STEP)


def label(rule: Rule) -> str:
    """Return how a list names a rule: by its number; a row without a printed number by its title and its place."""
    place = place_of_entry(rule)
    return rule.number if place is None else f"{rule.title} ({place})" if place else rule.title or ""


def place_of_entry(rule: Rule) -> str | None:
    """Return where a titled row without a printed number is, such as `glossary` or `2.4`; "" if at the top. None for a
    row with a printed number, or without a title."""
    above, _, last = rule.number.rpartition(".")
    if not rule.title or parts(last):
        return None
    return above if parts(above) else above.partition(".")[0]


def refs(shown: RuleInContext) -> Page:
    """Return the references of a rule, both ways."""
    page = Page()
    rule = shown.rule
    heading(page, rule, 0, shown.info)
    both_ways(page, shown, "title", _STEP, _MOST_LISTED)
    if not rule.references and not shown.named_by:
        page.add(Span(say("no references"), "quiet"))
    page.gap()
    foot(page, [rule])
    return page


def both_ways(page: Page, shown: RuleInContext, style: Style, indent: int, most: int | None = None) -> None:
    """Add the rules that a rule refers to and those that refer to it, below captions in the given style. Of those after
    the first `most`, only the numbers."""
    for key, rules in (("Refers to", shown.names), ("Referred to by", shown.named_by)):
        if rules:
            page.gap()
            page.add(Span(say(key).strip(), style))
        first = rules[:most]
        for rule in first:
            reference(page, rule, shown.rule, indent)
        if others := [rule.number for rule in rules[len(first) :]]:
            page.add(Span(say("also"), "label"), Span(", ".join(others), "id"), indent=indent, hanging=_STEP)
    not_installed(page, shown.rule)


# --- trees: drawn with lines on a terminal, indented in a pipe


class TreeRow(NamedTuple):
    """A row of a tree: its level, its number (or id), its words, and whether the words are a title."""

    level: int
    number: str
    words: str
    is_title: bool = True


def row_of(level: int, rule: Rule, number: str = "") -> TreeRow:
    """Return the row of a rule: its title, else its first words."""
    return TreeRow(level, number or rule.number, rule.title or rule.text or "", bool(rule.title))


def add_tree(page: Page, rows: Sequence[TreeRow], columns: int | None) -> None:
    """Add a tree to a page: with lines on a terminal of so many columns, else indented. Text is cut to one line."""
    for row, guide in zip(rows, _guides(rows) if columns else [""] * len(rows), strict=True):
        indent = 0 if columns else _STEP * row.level
        room = max((columns or PIPE) - len(guide) - indent - len(row.number) - 2, _LEAST_WORDS)
        words = " ".join(row.words.split()) if row.is_title else first_words(row.words, room)
        number = Span(f"{row.number}  " if row.number and words else row.number, "id")
        text = Span(words, "title" if row.is_title else "text")
        page.add(Span(guide, "quiet"), number, text, indent=indent, hanging=len(guide) + _STEP if columns else 0)


def _guides(rows: Sequence[TreeRow]) -> list[str]:
    """Return the lines of a tree that are drawn before each of its rows."""
    guides: list[str] = []
    open_levels: set[int] = set()  # on which another row follows before the tree goes back to a lower level
    for row in reversed(rows):
        before = "".join("│ " if level in open_levels else "  " for level in range(1, row.level))
        guides.append(before + ("├ " if row.level in open_levels else "└ ") if row.level else "")
        open_levels = {level for level in open_levels if level < row.level} | {row.level}
    return guides[::-1]


def reference_tree(rule: Rule, names: Iterable[TreeRow], named_by: Iterable[TreeRow], columns: int | None) -> Page:
    """Return the references of a rule as a tree: what it refers to, and what refers to it."""
    rows = [row_of(0, rule)]
    for caption, branch in (("Refers to", list(names)), ("Referred to by", list(named_by))):
        rows += [TreeRow(1, say(caption).strip(), ""), *branch] if branch else []
    if len(rows) == 1:
        rows.append(TreeRow(1, "", say("no references"), is_title=False))
    page = Page()
    add_tree(page, rows, columns)
    foot(page, [rule])
    return page
