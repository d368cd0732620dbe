"""The page of a search: the first result whole, the others in a line or two, each under its section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING

from rules_cli.captions import say
from rules_cli.render.page import Page, Span, Style
from rules_cli.render.rules import PIPE, cut_at_words, foot, restated, step_of_breadcrumb
from rules_cli.search.context import ResultContext
from rules_cli.text import first_words, shorten, words_of_text

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.search import Result

_LINES = 2  # of each result but the first
_SENTENCE_LINES = 4  # of one sentence at most: nine in ten of those in rulebooks are whole at 80 columns
_HANGING = 2
_LEAST_WORDS = 40  # characters of a rule beside a long number or title
_SENTENCE = re.compile(r"(?:(?<=[.!?\]])|(?<=[.!?][”\")]))\s+(?=[^a-z])")  # a text may have [2.7] after its full stop
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
        page.add(*begin, Span(first_words(first.text or "", max(room, _LEAST_WORDS)), "text"), hanging=_HANGING)
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
    looked_for = not_in_titles(context.typed or hit.hits, hit.rule.title, section.title if section else "")
    text = (first.text or first.title or "") if first else text_found(hit.rule, hit.hits)
    if columns is not None:
        text = _cut(text, looked_for, sum(len(span.text) for span in begin), columns)
    line, *others = text.split("\n")
    page.add(*begin, *marked(line, context.typed, "text"), hanging=_HANGING)
    for line in others:
        page.add(*marked(line, context.typed, "text"), indent=_HANGING)


def not_in_titles(hits: frozenset[str], *titles: str | None) -> frozenset[str]:
    """Return the words found that are in none of some titles: below a title, every sentence is about its words."""
    return hits.difference(*(words_of_text(title) for title in titles if title))


def _add_rule(page: Page, rule: Rule, section: Rule, context: ResultContext, columns: int) -> None:
    """Add a rule of the section that is the first result."""
    looked_for = not_in_titles(context.typed, section.title)
    text = _cut(rule.text or rule.title or "", looked_for, len(rule.number) + 2, columns - 2 * _HANGING - 1)
    number = Span(f"{rule.number}  ", "id")
    page.add(number, *marked(text, context.typed, "text"), indent=_HANGING, hanging=_HANGING)


def _cut(text: str, looked_for: Set[str], used: int, columns: int) -> str:
    """Return the part of a text to show in lines of `columns`, of which the first has `used` columns already."""
    room, most = (max(lines * columns - used, _LEAST_WORDS) for lines in (_LINES, _SENTENCE_LINES))
    return best_part(text, looked_for, room, most)


def text_found(rule: Rule, hits: frozenset[str]) -> str:
    """Return the text of a rule, or its example or note if only that has one of the words found."""
    if (
        (rule.examples or rule.notes)
        and hits
        and not hits & set(words_of_text(f"{rule.title or ''} {rule.text or ''}"))
    ):
        for label, texts in (("example", rule.examples), ("note", rule.notes)):
            for text in texts:
                if hits & set(words_of_text(text)):
                    return f"{say(label)}{text}"
    return rule.text or ""


def marked(text: str, hits: Set[str], style: Style) -> Iterator[Span]:
    """Return a text in one style, the words found in it marked."""
    return (Span(piece, "hit" if is_hit else style) for piece, is_hit in cut_at_words(text, hits) if piece)


def best_part(text: str, hits: Set[str], room: int, most: int = 0) -> str:
    """Return a text if it fits in `room` characters, else its sentence with most of the words found, … for the rest.

    More sentences follow as far as they fit. A sentence longer than `room` is whole up to `most` characters.
    """
    line = " ".join(text.split())
    if len(line) <= room:
        return line
    sentences = _SENTENCE.split(line)
    found = [len(hits & set(words_of_text(sentence))) for sentence in sentences]
    best = found.index(max(found))
    part, *others = sentences[best:]
    before = "…" if best else ""
    if len(part) > max(room, most):
        return before + _around_words(part, hits, max(room, most) - len(before)).removeprefix(before)
    while others and len(before) + len(part) + len(others[0]) + len("  …") <= room:
        part = f"{part} {others.pop(0)}"
    return f"{before}{part}{' …' if others else ''}"


def _around_words(sentence: str, hits: Set[str], room: int) -> str:
    """Return as much of a sentence as fits, from its beginning, or from later if more of the words found are there."""
    places, done = list[tuple[int, str]](), 0
    for piece, is_hit in cut_at_words(sentence, hits):
        if is_hit:
            places.append((done, piece.lower()))
        done += len(piece)
    starts = [0, *(max(0, sentence.rfind(" ", 0, max(0, at - room // 3)) + 1) for at, _ in places)]
    held = [len({word for at, word in places if start <= at <= start + room - len(word) - 2}) for start in starts]
    start = starts[held.index(max(held))]
    return f"{'…' if start else ''}{first_words(sentence[start:], room - (1 if start else 0))}"
