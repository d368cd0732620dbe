"""The page of a search: the first result whole, the others in a line or two, each under its section."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rules_cli.captions import say
from rules_cli.render.page import Page, Span, Style
from rules_cli.render.rules import cut_at_words, foot, restated, step_of_breadcrumb
from rules_cli.search.context import ResultContext
from rules_cli.text import first_words, shorten, words_of_text

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.search import Result

_LINES = 2  # of each result but the first
_PIPE = 80  # columns of a line in a pipe
_HANGING = 2
_LEAST_WORDS = 40  # characters of a rule beside a long number or title
_SENTENCE = re.compile(r"(?<=[.!?;:”)])\s+")
_NO_CONTEXT = ResultContext()


def results(
    found: Sequence[Result],
    context: ResultContext = _NO_CONTEXT,
    why: bool = False,
    plain: bool = False,
    columns: int | None = None,
) -> Page:
    """Return ranked rules under the shortest ids that are unique among them.

    `columns` is the width of the terminal; without one, each result is one line, and no line names a section.
    """
    page, numbers = Page(plain), _numbers(found)
    for typed, taken_for in context.corrections.items():
        page.add(Span(say("corrected", taken_for, typed), "note"))
    for weak, hits in groupby(found, lambda hit: hit.tier == "some words"):
        if weak:
            if columns:
                page.gap()
            page.add(Span(say("partial"), "note"))
        for section, inside in _by_section(list(hits), context if columns else _NO_CONTEXT):
            if section:
                page.gap()
                page.add(Span(section, "quiet"))
            for hit in inside:
                begin = _beginning(hit.rule, numbers[hit.rule.id, hit.rule.edition], context)
                room = None if hit is found[0] else _LINES * ((columns or _PIPE) - _HANGING - 1)
                _add(page, hit, begin, context, room)
                restated(page, hit.rule, 2 * _HANGING)
                if why:
                    page.add(Span(f"{hit.tier}, {hit.score}: {'; '.join(hit.why)}", "quiet"), indent=2 * _HANGING)
    if columns:
        page.gap()
    foot(page, (hit.rule for hit in found))
    return page


def results_instead(asked: str, book: str | None, page: Page) -> Page:
    """Return the results of a search for a word that the book (None: no book) does not define, said to be that."""
    made = Page()
    made.add(Span(say("no term in book" if book else "no term", shorten(asked), book), "note"))
    made.lines += page.lines
    return made


def _numbers(found: Sequence[Result]) -> dict[tuple[str, str], str]:
    """Return the shortest unique ids of results, by id and edition."""
    rules = [hit.rule for hit in found]
    editions = {(rule.book, rule.edition) for rule in rules}
    books = {book for book, _ in editions}
    if len(editions) > len(books):
        return {(rule.id, rule.edition): f"{rule.book}@{rule.edition}:{rule.number}" for rule in rules}
    return {(rule.id, rule.edition): rule.id if len(books) > 1 else str(rule.number) for rule in rules}


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
        spans += [*_marked(rule.title, context.typed, "title"), Span("  ")]
    if first := context.first_rules.get(rule.id):
        spans += [Span(first.number, "id"), Span("  ")]
    return spans


def _add(page: Page, hit: Result, begin: Sequence[Span], context: ResultContext, room: int | None) -> None:
    """Add one result: its beginning, then all of its text, or in `room` columns the part that was searched for."""
    first = context.first_rules.get(hit.rule.id)
    looked_for = (context.typed or hit.hits) - set(words_of_text(hit.rule.title or ""))
    text = (first.text or first.title or "") if first else _text(hit)
    if room is not None:
        used = sum(len(span.text) for span in begin)
        text = best_part(text, looked_for, max(room - used, _LEAST_WORDS))
    line, *others = text.split("\n")
    page.add(*begin, *_marked(line, context.typed, "text"), hanging=_HANGING)
    for line in others:
        page.add(*_marked(line, context.typed, "text"), indent=_HANGING)


def _text(hit: Result) -> str:
    """Return the text of a result, or the example or note of it that was found."""
    rule = hit.rule
    if hit.hits and not hit.hits & set(words_of_text(f"{rule.title or ''} {rule.text or ''}")):
        for label, texts in (("example", rule.examples), ("note", rule.notes)):
            for text in texts:
                if hit.hits & set(words_of_text(text)):
                    return f"{say(label)}{text}"
    return rule.text or ""


def _marked(text: str, hits: Collection[str], style: Style) -> Iterator[Span]:
    return (Span(piece, "hit" if is_hit else style) for piece, is_hit in cut_at_words(text, hits) if piece)


def best_part(text: str, hits: Collection[str], room: int) -> str:
    """Return the text if it fits, else from the sentence with most of the words found, as far as whole words fit."""
    line = " ".join(text.split())
    if len(line) <= room:
        return line
    sentences = _SENTENCE.split(line)
    found = [len(set(words_of_text(sentence)) & set(hits)) for sentence in sentences]
    best = found.index(max(found))
    if best == 0:
        return first_words(line, room)
    return f"…{first_words(' '.join(sentences[best:]), room - 1)}"
