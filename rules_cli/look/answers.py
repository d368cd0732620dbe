"""Answers of the library to the questions of the look-up, ready to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules_cli.errors import RuleNotFound, RulesError
from rules_cli.library import Library
from rules_cli.look.cards import card_of, is_card
from rules_cli.look.lists import RuleLists, of_edition, target_of
from rules_cli.look.recent import remember
from rules_cli.look.state import (
    Answer,
    Cite,
    Clip,
    Glance,
    History,
    Keep,
    ListBooks,
    Listing,
    Open,
    Peek,
    Question,
    ReadingLine,
    RulePage,
    Said,
    Search,
)
from rules_cli.lookup.rule_lookup import RowRef, RuleInContext
from rules_cli.model import Rule
from rules_cli.render import rules
from rules_cli.render.excerpt import excerpt, sought
from rules_cli.render.language import say
from rules_cli.render.missing import fault
from rules_cli.render.page import Page, PageLine, Span
from rules_cli.store import case_file
from rules_cli.store.edition import Edition

_FAREWELL = 76  # columns of the words that stay on the screen after the look-up
_MOST_BELOW = 12  # rules of a section beside a list: as many as a high screen shows


class Answers:
    """The library as the look-up asks it. Threads may share it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lists = RuleLists(library)
        self._answers: Mapping[type, Callable[[Any], Answer]] = {
            Search: self._lists.search,
            History: self._lists.history,
            ListBooks: self._lists.books,
            Peek: self._glance,
            Open: self._reading,
            Keep: self._keep,
            Cite: self._clip,
        }

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question; of one that can't be answered, why not."""
        try:
            return self._answers[type(question)](question)
        except RulesError as error:
            reason = fault(error, on_screen=True)
            return Listing(question, (), note=reason) if isinstance(question, Search) else Said(reason)

    def is_quick(self, question: Question) -> bool:
        """Return whether a question needs no search index, which may have to be built first."""
        if not isinstance(question, Search):
            return True
        return not question.words.strip() or self._lists.names_rules(question.words)

    def _row(self, target: str) -> RowRef:
        address, _, number = target.partition(":")
        slug, _, name = address.partition("@")
        edition = self._library.installed.edition(slug, name or None)
        entry = edition.get(number)
        if entry is None:
            raise RuleNotFound(target)
        return RowRef(edition, entry)

    def _keep(self, question: Keep) -> Said:
        row = self._row(question.target)
        case = case_file.keep([target_of(self._library.compose(row))], question.words.strip())
        return Said(say("kept", row.number, len(case.rules)))

    def _clip(self, question: Cite) -> Clip:
        from rules_cli.lookup.permalink import cite
        from rules_cli.render.citations import citation

        return Clip(citation(cite(self._library, self._row(question.target)), "plain"))

    def _glance(self, question: Peek) -> Glance:
        """Return the words of a rule; of a heading those of the rules below it, cut; of a card all of it."""
        if is_card(question.target):
            _, name, page = card_of(question.target, self._library)
            return Glance(question, name, tuple(map(_reading_line, page.lines)))
        rule = self._library.compose(self._row(question.target))
        edition = self._library.installed.edition(rule.book, rule.edition)
        page = Page()
        rules.heading(page, rule)
        rules.body(page, rule, 0)
        below = [self._library.rule_in(edition, number) for number in rule.children[:_MOST_BELOW]]
        for each in below:
            if each and rule.kind == "heading":
                rules.reference(page, each, rule)
            elif each:
                rules.heading(page, each, 2)
        return Glance(question, f"{rule.book} {rules.label(rule)}", tuple(map(_reading_line, page.lines)))

    # --- a rule

    # Complexity: one choice for each field of the page.
    def _reading(self, question: Open) -> RulePage:
        # Here, so that the first screen comes sooner.
        from rules_cli.lookup.explain import explain
        from rules_cli.lookup.permalink import cite
        from rules_cli.render.citations import citation, dated
        from rules_cli.render.meanings import explanation

        if question.target.endswith(":"):
            return self._contents(question)
        if is_card(question.target):
            return self._card(question)
        library = self._library
        row = self._row(question.target)
        shown = library.show(row, None if question.mode == "branch" else 1)
        page = explanation(explain(library, row), plain=None) if question.mode == "explain" else _page(shown)
        cited = cite(library, row)
        lines, links = _linked(library, row.edition, page, shown.rule)
        if question.mode != "rule":
            title = say("explained" if question.mode == "explain" else "whole branch")
            lines = (ReadingLine((Span(title, "label"),)), *lines)
        if shown.rule.text:
            remember(target_of(shown.rule))
        crumbs = [rules.step_of_breadcrumb(above) for above in shown.above]
        begins = next((at for at, line in enumerate(lines) if at > 1 and line.link), 0)
        return RulePage(
            question=question,
            crumbs=tuple(crumbs or [shown.book_title]),
            about=of_edition(library, row.edition),
            lines=lines,
            links=links,
            previous=_full(row.edition, shown.previous),
            next=_full(row.edition, shown.next),
            parent=_full(row.edition, f"{row.edition.slug}:{shown.rule.parent or ''}"),
            has_more=question.mode == "rule" and any(below.children for below in shown.below),
            citation=citation(cited, "plain"),
            markdown=citation(cited, "markdown"),
            farewell=(dated(cited), excerpt(shown.rule.text or shown.rule.title or "", _FAREWELL, sought())),
            begins=begins,
        )

    def _card(self, question: Open) -> RulePage:
        """Return a card, its rules as links."""
        book, name, page = card_of(question.target, self._library)
        if book not in self._library.installed:
            lines: tuple[ReadingLine, ...] = tuple(map(_reading_line, page.lines))
            return RulePage(question, (name,), book, lines, farewell=(name, ""))
        edition = self._library.installed.edition(book)
        lines, links = _linked(self._library, edition, page, None)
        return RulePage(question, (name,), of_edition(self._library, edition), lines, links, farewell=(name, ""))

    def _contents(self, question: Open) -> RulePage:
        """Return the contents of a book: its chapters and their sections."""
        slug, _, name = question.target.rstrip(":").partition("@")
        edition = self._library.installed.edition(slug, name or None)
        page = Page()
        for entry in edition.entries():
            row = entry.row
            above = edition.get(row.parent) if row.parent else None
            if row.title and (above is None or (above.row.parent is None and row.kind == "heading")):
                page.add(Span(row.number, "id"), Span(f"  {row.title}", "title"), indent=2 if above else 0, hanging=2)
        lines, links = _linked(self._library, edition, page, None)
        title = self._library.title_of(edition)
        return RulePage(question, (title,), of_edition(self._library, edition), lines, links, farewell=(title, ""))


def _full(edition: Edition, rule_id: str | None) -> str:
    """Return the target of an id of the same edition; empty without one."""
    return f"{edition!r}:{rule_id.partition(':')[2]}" if rule_id else ""


def _page(shown: RuleInContext) -> Page:
    """Return the page of a rule with its sub-rules, its references, and the rules that refer to it."""
    page = Page()
    rules.family(page, shown)
    for title, related in ((say("Refers to"), shown.names), (say("Referred to by"), shown.named_by)):
        if related:
            page.gap()
            page.add(Span(title, "label"))
            for rule in related:
                rules.reference(page, rule, shown.rule)
    rules.not_installed(page, shown.rule)
    rules.oddities(page, shown)
    page.gap()
    rules.foot(page, (shown.rule, *shown.below))
    return page


def _reading_line(line: PageLine) -> ReadingLine:
    return ReadingLine(line.spans, line.indent, line.hanging)


def _linked(
    library: Library, edition: Edition, page: Page, rule: Rule | None
) -> tuple[tuple[ReadingLine, ...], tuple[str, ...]]:
    """Return the lines of a page, each rule but the page's own with the number of its link; and the links."""
    lines, links = [], list[str]()
    for line in page.lines:
        target = _target_of(library, edition, line, rule)
        if target:
            links.append(target)
            mark = Span(f"[{len(links)}] ", "label")
            lines.append(ReadingLine((mark, *line.spans), line.indent, len(mark.text) + line.hanging, len(links)))
        else:
            lines.append(_reading_line(line))
    return tuple(lines), tuple(links)


def _target_of(library: Library, edition: Edition, line: PageLine, own: Rule | None) -> str:
    """Return the target of the rule that a line of a page begins with; empty if it begins with no other rule."""
    if not line.spans or line.spans[0].style != "id":
        return ""
    number = line.spans[0].text
    if ":" in number:
        rule = library.get(number)
        return target_of(rule) if rule else ""
    return f"{edition!r}:{number}" if (own is None or number != own.number) and edition.get(number) else ""
