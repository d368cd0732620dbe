"""The page of a search: the first result whole, the others in a line or two, each under its section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rules_cli.captions import say
from rules_cli.render.excerpt import Sought, excerpt, marked, sought, text_found
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import PIPE, foot, restated, step_of_breadcrumb
from rules_cli.search.context import ResultContext
from rules_cli.text import shorten

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.search import Result
    from rules_cli.search.sentences import OurSentence

_LINES = 2  # of each result but the first
_SENTENCE_LINES = 4  # of one sentence at most: nine in ten of those in rulebooks are whole at 80 columns
_HANGING = 2
_LEAST_WORDS = 40  # characters of a rule beside a long number or title
_NO_CONTEXT = ResultContext()


# Complexity: sections inside of tiers, and what a pipe leaves out.
def results(
    found: Sequence[Result],
    context: ResultContext = _NO_CONTEXT,
    why: bool = False,
    plain: bool = False,
    columns: int | None = None,
) -> Page:
    """Return ranked rules under the shortest ids that are unique among them.

    `columns` is the width of the terminal; without one, each result is one line, no line names a section, and the
    rest of a short section is left out.
    """
    page, numbers = Page(plain), _numbers(found)
    if not found:
        return page
    rest = context.rest if columns else ()
    first = context.first_rules.get(found[0].rule.id) if rest else None
    below = {rule.id for rule in (*rest, first) if rule}
    found = [hit for hit in found if hit.rule.id not in below]
    for typed, taken_for in context.corrections.items():
        page.add(Span(say("corrected", taken_for, typed), "note"))
    for weak, hits in _by_tier(found):
        if weak:
            if columns:
                page.gap()
            page.add(Span(say("partial"), "note"))
        for section, inside in _by_section(hits, context if columns else _NO_CONTEXT):
            if section:
                page.gap()
                page.add(Span(section, "quiet"))
            for hit in inside:
                begin = _beginning(hit.rule, numbers[hit.rule.id, hit.rule.edition], context)
                _add(page, hit, begin, context, None if hit is found[0] else (columns or PIPE) - _HANGING - 1)
                restated(page, hit.rule, 2 * _HANGING)
                for rule in rest if hit is found[0] else ():
                    _add_rule(page, rule, hit.rule, context, columns or PIPE)
                if why:
                    reasons = "; ".join(reason.said() for reason in hit.why)
                    page.add(Span(f"{say(f'tier {hit.tier}')}, {hit.score}: {reasons}", "quiet"), indent=2 * _HANGING)
    if columns:
        page.gap()
    foot(page, (context.first_rules.get(hit.rule.id, hit.rule) for hit in found))
    return page


def sentences_above(said: Sequence[OurSentence], page: Page) -> Page:
    """Return the results of a search below our sentences on the question, each with its rules."""
    if not said:
        return page
    made = Page(page.plain)
    for each in said:
        rules = ", ".join(rule.number for rule in each.rules)
        words = say("together", each.about, each.text) if each.kind == "together" else say("not said", each.text)
        made.add(
            Span(words, "text"), Span(say("by rules" if each.kind == "together" else "nearest rules", rules), "quiet")
        )
    made.gap()
    made.lines += page.lines
    return made


def results_instead(asked: str, book: str | None, page: Page) -> Page:
    """Return the results of a search for a word that the book (None: no book) does not define, said to be that."""
    made = Page()
    made.add(Span(say("no term in book" if book else "no term", shorten(asked), book), "note"))
    made.lines += page.lines
    return made


def readings(
    found: Sequence[Rule], context: ResultContext, command: str, notes: Sequence[str] = (), columns: int | None = None
) -> Page:
    """Return the rules that a word may mean in two lines each, with the command that shows one whole."""
    page = Page()
    for note in notes:
        page.add(Span(note, "note"))
    worded = [context.first_rules.get(rule.id, rule) for rule in found]
    for rule, first in zip(found, worded, strict=True):
        begin = _beginning(rule, f"{command}{rule.id}", context)
        room = _LINES * ((columns or PIPE) - _HANGING - 1) - sum(len(span.text) for span in begin)
        page.add(
            *begin,
            Span(excerpt(first.text or "", max(room, _LEAST_WORDS), sought(titles=(rule.title,))), "text"),
            hanging=_HANGING,
        )
    foot(page, worded)
    return page


def _numbers(found: Sequence[Result]) -> dict[tuple[str, str], str]:
    """Return the shortest unique ids of results, by id and edition."""
    rules = [hit.rule for hit in found]
    editions = {(rule.book, rule.edition) for rule in rules}
    books = {book for book, _ in editions}
    if len(editions) > len(books):
        return {(rule.id, rule.edition): f"{rule.book}@{rule.edition}:{rule.number}" for rule in rules}
    return {(rule.id, rule.edition): rule.id if len(books) > 1 else str(rule.number) for rule in rules}


def is_partial(hit: Result) -> bool:
    """Return whether a rule has only some of the words."""
    return hit.tier == "some words"


def _by_tier(found: Sequence[Result]) -> Iterator[tuple[bool, Sequence[Result]]]:
    """Yield the results, then those after the last one that has all words, if there are any."""
    strong = max((at for at, hit in enumerate(found, 1) if not is_partial(hit)), default=0)
    yield from ((weak, hits) for weak, hits in ((False, found[:strong]), (True, found[strong:])) if hits)


def _by_section(hits: Sequence[Result], context: ResultContext) -> Iterator[tuple[str, list[Result]]]:
    """Yield the results by section, in the order of the best of each."""
    sections: dict[str, list[Result]] = {}
    for hit in hits:
        section = context.sections.get(hit.rule.id)
        sections.setdefault(step_of_breadcrumb(section) if section else "", []).append(hit)
    yield from sections.items()


def _beginning(rule: Rule, number: str, context: ResultContext) -> list[Span]:
    """Return the number and title of a rule; of a heading also the number of its first rule, whose text follows."""
    spans = [Span(number, "id"), Span("  ")]
    if rule.title:
        spans += [*marked(rule.title, context.typed, "title"), Span("  ")]
    if first := context.first_rules.get(rule.id):
        spans += [Span(first.number, "id"), Span("  ")]
    return spans


def _add(page: Page, hit: Result, begin: Sequence[Span], context: ResultContext, columns: int | None) -> None:
    """Add one result: its beginning, then all of its text, or in lines of `columns` the part that was searched for."""
    first, section = context.first_rules.get(hit.rule.id), context.sections.get(hit.rule.id)
    looked_for = sought(context.typed or hit.hits, titles=(hit.rule.title, section.title if section else None))
    text = (first.text or first.title or "") if first else text_found(hit.rule, hit.hits)
    if columns is not None:
        text = _cut(text, looked_for, sum(len(span.text) for span in begin), columns)
    line, *others = text.split("\n")
    page.add(*begin, *marked(line, context.typed, "text"), hanging=_HANGING)
    for line in others:
        page.add(*marked(line, context.typed, "text"), indent=_HANGING)


def _add_rule(page: Page, rule: Rule, section: Rule, context: ResultContext, columns: int) -> None:
    """Add a rule of the section that is the first result."""
    looked_for = sought(context.typed, titles=(section.title,))
    text = _cut(rule.text or rule.title or "", looked_for, len(rule.number) + 2, columns - 2 * _HANGING - 1)
    number = Span(f"{rule.number}  ", "id")
    page.add(number, *marked(text, context.typed, "text"), indent=_HANGING, hanging=_HANGING)


def _cut(text: str, looked_for: Sought, used: int, columns: int) -> str:
    """Return the part of a text to show in lines of `columns`, of which the first has `used` columns already."""
    room, most = (max(lines * columns - used, _LEAST_WORDS) for lines in (_LINES, _SENTENCE_LINES))
    return excerpt(text, room, looked_for, most)
