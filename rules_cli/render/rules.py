"""Rules as pages: number and words first, then their source; contents, branches and references as trees."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rules_cli.captions import language, say, say_phrase
from rules_cli.model import Reference, RuleNumber
from rules_cli.render.page import Page, PageLine, Span
from rules_cli.rule_number import parts
from rules_cli.store.edition import UNDATED
from rules_cli.text import first_words

if TYPE_CHECKING:
    from rules_cli.lookup.rule_lookup import RuleInContext
    from rules_cli.model import Rule
    from rules_cli.store.book_info import BookInfo


_STEP = 2
_LINE = 70  # characters of a rule beside its number: one line of a terminal
_MOST_LISTED = 12  # references shown with their text: half a screen; the numbers of the rest follow
PIPE = 80  # columns of a line in a pipe
_LEAST_WORDS = 12  # characters of a row of a tree, however deep it is


def source_of(rule: Rule) -> str:
    """Return where a rule's words come from: `fab, edition 2025, restated, not the official wording`."""
    words = [say("copy" if rule.is_copy else rule.wording)] if rule.wording else []
    return ", ".join([rule.book, edition_named(rule.edition), *words])


def edition_named(name: str) -> str:
    """Return the name of an edition with the word for it."""
    return say("undated") if name == UNDATED else say("edition", name)


def date_named(name: str) -> str:
    """Return the name of an edition; of one without a date, the word for that."""
    return say("no date") if name == UNDATED else name


def beginning(rule: Rule, width: int) -> str:
    """Return the first `width` characters of a rule's text, cut between words."""
    return first_words(rule.text or rule.title or "", width)


def show(shown: Sequence[RuleInContext], notes: Iterable[str] = (), plain: bool = False) -> Page:
    """Return rules in their context; a rule that is part of the page of another rule is not repeated.

    Rules of one section that follow each other have one breadcrumb and one foot.
    """
    page = Page(plain)
    for note in notes:
        page.add(Span(note, "note"))
    printed: set[str] = set()
    different = []
    for each in shown:
        if each.rule.id not in printed:
            different.append(each)
        printed |= {each.rule.id, *(below.id for below in each.below)}
    for _, siblings in groupby(different, lambda each: (each.rule.book, each.rule.edition, each.rule.parent)):
        page.gap()
        _shown(page, list(siblings))
    return page


def _shown(page: Page, siblings: Sequence[RuleInContext]) -> None:
    first, last = siblings[0], siblings[-1]
    page.lines.append(breadcrumb(first))
    for shown in siblings:
        family(page, shown)
        linked = shown.rule.references or shown.named_by
        if shown is last or linked:
            page.gap()
        _both_ways(page, shown)
        oddities(page, shown)
        if linked and shown is not last:
            page.gap()
    around = (("previous", first.previous), ("next", last.next))
    page.add(Span("   ".join(say(key, place) for key, place in around if place), "quiet"))
    foot(page, [rule for shown in siblings for rule in (shown.rule, *shown.below)])


def neighbours(around: Sequence[RuleInContext], asked: Collection[str], plain: bool = False) -> Page:
    """Return rules with their neighbours, quiet and without examples; `asked` are the ids of the rules asked for."""
    page = Page(plain)
    page.lines.append(breadcrumb(next(each for each in around if each.rule.id in asked)))
    for shown in around:
        if shown.rule.id in asked:
            family(page, shown)
        else:
            text = " ".join(filter(None, (shown.rule.title, shown.rule.text)))
            page.add(Span(shown.rule.number, "id"), Span(f"  {' '.join(text.split())}", "quiet"))
    page.gap()
    foot(page, [shown.rule for shown in around])
    return page


def family(page: Page, shown: RuleInContext) -> None:
    """Add a rule and its sub-rules, each indented by its level."""
    base = _depth(shown.rule)
    for rule in (shown.rule, *shown.below):
        indent = 0 if rule is shown.rule else _STEP * max(1, _depth(rule) - base)
        heading(page, rule, indent, shown.info)
        body(page, rule, indent, shown.info)


def foot(page: Page, rules: Iterable[Rule]) -> None:
    """Add the conflicts of rules, where their words come from, and the cautions of their editions."""
    shown = list(rules)
    for note in dict.fromkeys(note for rule in shown for _, note in rule.conflicts):
        page.add(Span(say("conflict", note), "bad"))
    worded = [rule for rule in shown if rule.wording] or shown
    sources = dict.fromkeys(source_of(rule) for rule in worded)
    page.add(Span(f"[{'; '.join(sources)}]", "quiet"))
    if page.plain is False and any(rule.language != rule.plain_language == language() for rule in shown if rule.plain):
        page.add(Span(say("in your language"), "note"))
    edition_caution(page, shown)


def edition_caution(page: Page, rules: Iterable[Rule]) -> None:
    """Add the cautions of the editions that some rules are from."""
    for caution in dict.fromkeys(rule.caution for rule in rules if rule.caution):
        page.add(Span(say("caution", caution), "bad"))


def oddities(page: Page, shown: RuleInContext) -> None:
    """Add the other rules of the same number, and the anomalies of this one in the source."""
    if shown.again:
        page.add(Span(say("again"), "label"), Span(", ".join(shown.again), "id"))
    for odd in shown.odd:
        page.add(Span(say("odd"), "label"), Span(say_phrase(odd), "note"))


def breadcrumb(shown: RuleInContext) -> PageLine:
    """Return the book's title and the headings above a rule, of which a narrow terminal leaves the first ones out."""
    steps = (shown.book_title, *map(step_of_breadcrumb, shown.above))
    return PageLine(tuple(Span(step, "quiet") for step in steps), crumbs=True)


def step_of_breadcrumb(above: Rule) -> str:
    """Return a heading of a breadcrumb: number and title, but the title alone if the number is only its slug."""
    return f"{above.number} {above.title or ''}".strip() if above.number[:1].isdigit() else above.title or above.number


def heading(page: Page, rule: Rule, indent: int = 0, info: BookInfo | None = None) -> None:
    """Add a rule's number with its title and text. The number, and references in the text, link to the addresses that
    the book has by `info`, on terminals that can."""
    number = Span(rule.number, "id", info.address_of(rule.number) if info else None)
    if rule.kind == "heading":
        page.add(number, Span(f"  {rule.title or ''}", "title"), indent=indent)
        return
    first, _, rest = (rule.text or "").partition("\n")
    title = (Span(f"  {rule.title}", "title"),) if rule.title else ()
    page.add(number, *title, Span("  "), *_with_references(first, rule, info), indent=indent)
    for line in rest.split("\n") if rest else ():
        page.add(*_with_references(line, rule, info), indent=indent + _STEP)


def body(page: Page, rule: Rule, indent: int, info: BookInfo | None = None) -> None:
    """Add a rule's examples and notes, and our restatement beside official words."""
    for label, texts in (("example", rule.examples), ("note", rule.notes)):
        for text in texts:
            first, *rest = text.split("\n")
            page.add(Span(say(label), "label"), *_with_references(first, rule, info), indent=indent + _STEP)
            for line in rest:
                page.add(*_with_references(line, rule, info), indent=indent + 2 * _STEP)
    restated(page, rule, indent + _STEP)


def _with_references(text: str, rule: Rule, info: BookInfo | None) -> Iterator[Span]:
    """Yield a part of a rule's text with its references to rules that are installed."""
    done = 0
    for start, end, reference in _places_of_references(text, rule):
        if start >= done:
            yield Span(text[done:start], "text")
            link = info.address_of(RuleNumber(reference.target)) if info and not reference.foreign else None
            yield Span(text[start:end], "ref", link)
            done = end
    yield Span(text[done:], "text")


def _places_of_references(text: str, rule: Rule) -> list[tuple[int, int, Reference]]:
    """Return where a text has references as they are printed, in order; of two at one place the longer comes first."""
    places = []
    for reference in {each.printed: each for each in rule.references if each.resolved}.values():
        at = text.find(reference.printed)
        while at >= 0:
            end = at + len(reference.printed)
            if not (text[at - 1 : at].isalnum() and text[at].isalnum()) and not text[end : end + 1].isalnum():
                places.append((at, end, reference))
            at = text.find(reference.printed, end)
    return sorted(places, key=lambda place: (place[0], -place[1]))


def restated(page: Page, rule: Rule, indent: int) -> None:
    """Add our restatement beside official words, on a page that shows them."""
    if page.plain and rule.wording == "official" and rule.plain:
        page.add(Span(say("restated"), "label"), Span(" ".join(rule.plain.split("\n")), "quiet"), indent=indent)


def _depth(rule: Rule) -> int:
    number = parts(rule.number.partition("#")[0])
    return len(number) if number else rule.number.count(".")


def _both_ways(page: Page, shown: RuleInContext) -> None:
    """Add the rules that a rule refers to, the references that lead nowhere here, and the rules that refer to it."""
    _related(page, "refers to", shown.names, shown.rule.book)
    not_installed(page, shown.rule)
    _related(page, "referred to by", shown.named_by, shown.rule.book)


def not_installed(page: Page, rule: Rule) -> None:
    """Add the references of a rule that lead to no installed rule."""
    lost = [ref for ref in rule.references if not ref.resolved]
    _not_here(page, [ref.printed for ref in lost if not ref.foreign], say("not here"))
    _not_here(page, [ref.printed for ref in lost if ref.foreign], say("other document"))


def _not_here(page: Page, printed: Sequence[str], why: str) -> None:
    if printed:
        page.add(Span(say("refers to"), "label"), Span(", ".join(dict.fromkeys(printed))), Span(f"  {why}", "quiet"))


def _related(page: Page, label: str, rules: Sequence[Rule], book: str) -> None:
    for rule in rules[:_MOST_LISTED]:
        page.add(Span(say(label), "label"), *in_short(rule, book), hanging=_STEP)
    if len(rules) > _MOST_LISTED:
        others = ", ".join(rule.number for rule in rules[_MOST_LISTED:])
        page.add(Span(say(f"{label} also"), "label"), Span(others, "id"), hanging=_STEP)


def in_short(rule: Rule, book: str) -> Iterator[Span]:
    """Yield the number of a rule (its id if it is in another book), its title, and its first words."""
    yield Span(rule.number if rule.book == book else rule.id, "id")
    if rule.title and rule.text:
        yield Span(f"  {rule.title}", "quiet")
    yield Span(f"  {beginning(rule, _LINE)}", "quiet")


def label(rule: Rule) -> str:
    """Return how a list names a rule: by its number, but a glossary's entry by its term."""
    part, dot, _ = rule.number.partition(".")
    return f"{rule.title} ({part})" if rule.title and dot and not any(map(str.isdigit, rule.number)) else rule.number


def refs(shown: RuleInContext) -> Page:
    """Return the references of a rule, both ways."""
    page = Page()
    title = (Span(f"  {shown.rule.title}", "title"),) if shown.rule.title and shown.rule.text else ()
    page.add(Span(shown.rule.number, "id"), *title, Span(f"  {beginning(shown.rule, _LINE)}", "text"))
    _both_ways(page, shown)
    if not shown.rule.references and not shown.named_by:
        page.add(Span(say("no references"), "quiet"))
    foot(page, [shown.rule])
    return page


# --- trees: drawn with lines on a terminal, indented in a pipe


class TreeRow(NamedTuple):
    """A row of a tree: its level, its number (or id), its words, and whether these are a title."""

    level: int
    number: str
    words: str
    is_title: bool = True


def row_of(level: int, rule: Rule, number: str = "") -> TreeRow:
    """Return the row of a rule: its title, else its first words."""
    return TreeRow(level, number or rule.number, rule.title or rule.text or "", bool(rule.title))


def add_tree(page: Page, rows: Sequence[TreeRow], columns: int | None) -> None:
    """Add a tree to a page. On a terminal of so many columns each row is one line, if it is no title."""
    for row, guide in zip(rows, _guides(rows), strict=True):
        lead = guide if columns else " " * (_STEP * row.level)
        room = max((columns or PIPE) - len(lead) - len(row.number) - 2, _LEAST_WORDS)
        words = " ".join(row.words.split()) if row.is_title else first_words(row.words, room)
        hanging = len(lead) + _STEP if columns else 0
        number = Span(f"{row.number}  " if row.number and words else row.number, "id")
        text = Span(words, "title") if row.is_title else Span(words, "text")
        page.add(Span(lead, "quiet"), number, text, hanging=hanging)


def _guides(rows: Sequence[TreeRow]) -> list[str]:
    """Return the lines before each row that lead to it from the row above it in the tree."""
    guides: list[str] = []
    follows: set[int] = set()  # the levels on which another row follows below
    for row in reversed(rows):
        before = "".join("│ " if level in follows else "  " for level in range(1, row.level))
        guides.append(before + ("├ " if row.level in follows else "└ ") if row.level else "")
        follows = {level for level in follows if level < row.level} | {row.level}
    return guides[::-1]


def reference_tree(rule: Rule, names: Iterable[TreeRow], named_by: Iterable[TreeRow], columns: int | None) -> Page:
    """Return the references of a rule as a tree: what it refers to, and what refers to it."""
    rows = [row_of(0, rule), *_branch(say("Refers to"), names), *_branch(say("Referred to by").strip(), named_by)]
    if len(rows) == 1:
        rows.append(TreeRow(1, "", say("no references"), is_title=False))
    page = Page()
    add_tree(page, rows, columns)
    foot(page, [rule])
    return page


def _branch(caption: str, rows: Iterable[TreeRow]) -> Iterator[TreeRow]:
    inside = list(rows)
    if inside:
        yield TreeRow(1, caption, "")
        yield from inside
