"""Answers of the library to the questions of the look-up, ready to be drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from rules_cli.captions import say
from rules_cli.errors import LibraryError, RuleNotFound, RulesError
from rules_cli.library import Library
from rules_cli.look.state import (
    Answer,
    Choice,
    Failure,
    ListBooks,
    Listing,
    Open,
    Question,
    ReadingLine,
    RulePage,
    Search,
)
from rules_cli.lookup.rule_lookup import RowRef, RuleInContext
from rules_cli.model import Rule
from rules_cli.render import rules
from rules_cli.render.excerpt import excerpt, marked, sought, text_found
from rules_cli.render.missing import said
from rules_cli.render.page import Page, PageLine, Span
from rules_cli.render.results import is_partial
from rules_cli.rule_number import looks_like_number, normal_form
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.edition import Edition
from rules_cli.store.settings import ALL
from rules_cli.text import shorten

_MOST_FOUND = 16  # rows of a list: a screen and a half, and composed within the time of a key
_MOST_RECENT = 8  # rules: a list that a screen of 24 rows shows whole
_FIRST_WORDS = 150  # characters of a rule in a list: about two lines of a terminal


class Answers:
    """The library as the look-up asks it. Threads may share it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._numbers: dict[Edition, Sequence[str]] = {}
        self._sections: dict[tuple[str, str, str | None], str] = {}  # titles, by book, edition and parent of a rule

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question; a `Failure` if the library has none."""
        try:
            if isinstance(question, Open):
                return self._reading(question)
            return self._books(question) if isinstance(question, ListBooks) else self._search(question)
        except RulesError as error:
            return Listing(question, (), note=str(error)) if isinstance(question, Search) else Failure(str(error))

    def is_quick(self, question: Question) -> bool:
        """Return whether a question needs no search index, which may have to be built first."""
        return not isinstance(question, Search) or not question.words.strip() or self._names_rules(question.words)

    def _names_rules(self, words: str) -> bool:
        """Return whether words are numbers, with or without books in front, as for the command line."""
        return looks_like_number(words) or self._library.reads_as_rules(words.split())

    # --- lists

    def _search(self, question: Search) -> Listing:
        about = self._about(question.book)
        words = question.words.strip()
        if not words:
            recent = self._recent(question.book or ALL)
            return Listing(question, tuple(recent), about, self._note(question.book or ALL))
        words, book = self._without_book(words, question.book or ALL)
        choices, note = self._by_number(words, book) if self._names_rules(words) else ((), "")
        if not choices and not (note and any(map(str.isdigit, words))):
            choices, note = self._by_words(words, book)
        return Listing(question, tuple(choices), about, note)

    def _without_book(self, words: str, book: str) -> tuple[str, str]:
        """Return the question after the name of a book in front of it, and that book: as on the command line."""
        typed = words.split()
        named, count = self._library.installed.book_in_front(typed) or (book, 0)
        return (" ".join(typed[count:]), named) if count < len(typed) else (words, book)

    def _by_number(self, words: str, book: str) -> tuple[Sequence[Choice], str]:
        """Return the rules with a number, then those whose numbers begin with it; else the closest, and why."""
        found = self._library.find(words.split(), book)
        rows = {(row.edition, row.number): row for row in (*found.rows, *self._beginning(words, book))}.values()
        if rows or not found.missing:
            return self._choices(map(self._library.compose, rows), book), "; ".join(found.notes)
        error = found.missing[0]
        near = error.closest if isinstance(error, RuleNotFound) else ()
        return self._choices(filter(None, map(self._library.get, near)), book), said(error, on_screen=True)

    def _beginning(self, words: str, book: str) -> Iterator[RowRef]:
        """Yield the rows whose numbers begin with what was typed so far."""
        start = normal_form(words)
        left = _MOST_FOUND
        for edition in self._library.editions_for(book) if start else ():
            if edition not in self._numbers:
                self._numbers[edition] = edition.numbers()
            longer = [number for number in self._numbers[edition] if number.startswith(str(start))][:left]
            left -= len(longer)
            for entry in map(edition.get, longer):
                if entry:
                    yield RowRef(edition, entry)

    def _by_words(self, words: str, book: str) -> tuple[Sequence[Choice], str]:
        # Here, so that the first screen comes sooner.
        from rules_cli.search.context import checked, corrections_of, typed_words

        results = self._library.search(words, book, _MOST_FOUND, unfinished=True)
        found, note = checked(self._library, words, book, results)
        corrected = corrections_of(self._library, words, book, found)
        typed = typed_words(self._library, words, book, corrected, found)
        choices = self._choices((hit.rule for hit in found), book, typed)
        taken_for = "; ".join(say("corrected", word, typed) for typed, word in corrected.items())
        only_some = say("partial").rstrip(":") if found and is_partial(found[0]) else ""
        return choices, "; ".join(filter(None, (note, taken_for, only_some))) or _counted(words, len(found))

    def _choices(self, found: Iterable[Rule], book: str, hits: frozenset[str] = frozenset()) -> list[Choice]:
        """Return the rows of rules, each under its book's name too unless all are of the book that was chosen."""
        shown = list(found)
        chosen = {book.partition("@")[0]} - {ALL}
        several = len({rule.book for rule in shown} | chosen) > 1
        targets = [_target(rule) for rule in shown]
        return [
            Choice(
                target,
                f"{rule.book}:{rules.label(rule)}" if several else rules.label(rule),
                tuple(self._words(rule, hits, targets[: at + 2])),
            )
            for at, (rule, target) in enumerate(zip(shown, targets, strict=True))
        ]

    def _words(self, rule: Rule, hits: frozenset[str], near: Sequence[str]) -> Iterator[Span]:
        """Yield the title of a rule, or that of its section, and its first words.

        Those of a heading are the words of its first rule, unless that is `near`: in a row above, or in the next one.
        """
        section = self._section(rule)
        if rule.title and not rules.label(rule).startswith(rule.title):
            yield from marked(f"{rule.title}  ", hits, "title")
        elif section and any(map(str.isdigit, rule.number)):
            yield Span(f"{section}: ", "quiet")
        first = self._library.first_rule(rule)
        if first and _target(first) in near:
            return
        text = (first.text or first.title or "") if first else text_found(rule, hits)
        looked_for = sought(hits, titles=(rule.title, section))
        yield from marked(excerpt(text, _FIRST_WORDS, looked_for), hits, "text")

    def _section(self, rule: Rule) -> str:
        place = rule.book, rule.edition, rule.parent
        if place not in self._sections:
            section = self._library.section(rule)
            self._sections[place] = (section.title or "") if section else ""
        return self._sections[place]

    def _recent(self, book: str) -> list[Choice]:
        opened = [rule for rule in map(self._library.get, recently_opened()) if rule]
        slug = book.partition("@")[0]
        return self._choices((rule for rule in opened if slug in (ALL, rule.book)), book)

    def _about(self, book: str | None) -> str:
        editions = self._library.editions_for(book or ALL)
        return _of_edition(self._library, editions[0]) if len(editions) == 1 else say("all books")

    def _note(self, book: str) -> str:
        """Return what to say while nothing is typed: the caution of the book, else what to do."""
        editions = self._library.editions_for(book)
        info = self._library.installed.info(editions[0].slug) if len(editions) == 1 and editions[0].shipped else None
        return say("caution", info.caution) if info and info.caution else say("type")

    def _books(self, question: ListBooks) -> Listing:
        installed = self._library.installed
        newest = installed.newest()
        choices = [Choice("", say("all books"), (Span(say("newest of each", len(newest)), "quiet"),))]
        for slug in installed.slugs():
            for edition in installed.readable(installed.all(slug)):
                name = slug if edition in newest else installed.address(edition)
                words = _of_edition(self._library, edition).removeprefix(f"{slug} ")
                choices.append(Choice(name, name, (Span(f"{edition.about['title']}  "), Span(words, "quiet"))))
        return Listing(question, tuple(choices))

    # --- a rule

    def _reading(self, question: Open) -> RulePage:
        # Here, so that the first screen comes sooner.
        from rules_cli.lookup.explain import explain
        from rules_cli.lookup.permalink import cite
        from rules_cli.render.citations import citation
        from rules_cli.render.meanings import explanation

        library = self._library
        row = self._row(question.target)
        shown = library.show(row, None if question.mode == "branch" else 1)
        page = explanation(explain(library, row), plain=None) if question.mode == "explain" else _page(shown)
        cited = cite(library, row)
        lines, links = _linked(library, row.edition, page, shown.rule)
        if question.mode != "rule":
            title = say("explained" if question.mode == "explain" else "whole branch")
            lines = (ReadingLine((Span(title, "label"),)), *lines)
        remember(_target(shown.rule))
        crumbs = [rules.step_of_breadcrumb(above) for above in shown.above]
        return RulePage(
            question=question,
            crumbs=tuple(crumbs or [shown.book_title]),
            about=_of_edition(library, row.edition),
            lines=lines,
            links=links,
            previous=_full(row.edition, shown.previous),
            next=_full(row.edition, shown.next),
            parent=_full(row.edition, shown.rule.parent and f"{row.edition.slug}:{shown.rule.parent}"),
            has_more=question.mode == "rule" and any(below.children for below in shown.below),
            citation=citation(cited, "plain"),
            markdown=citation(cited, "markdown"),
        )

    def _row(self, target: str) -> RowRef:
        address, _, number = target.partition(":")
        slug, _, name = address.partition("@")
        edition = self._library.installed.edition(slug, name or None)
        entry = edition.get(number)
        if entry is None:
            raise RuleNotFound(target)
        return RowRef(edition, entry)


def _counted(words: str, count: int) -> str:
    """Return what to say of a list that is empty, or that has as many rows as a list may have; else nothing."""
    if count == _MOST_FOUND:
        return say("best rules", count)
    return "" if count else say("nothing found", shorten(words))


def _target(rule: Rule) -> str:
    return f"{rule.book}@{rule.edition}:{rule.number}"


def _full(edition: Edition, rule_id: str | None) -> str:
    """Return the target of an id of the same edition; empty without one."""
    return f"{edition!r}:{rule_id.partition(':')[2]}" if rule_id else ""


def _of_edition(library: Library, edition: Edition) -> str:
    """Return the name of an edition and whose words it has: `mtg 2026-01-16 official`."""
    words = (
        "official words" if library.installed.is_official(edition) else "our words of it" if edition.shipped else "copy"
    )
    return f"{edition.slug} {rules.date_named(edition.name)} {say(words)}"


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


def _linked(
    library: Library, edition: Edition, page: Page, rule: Rule
) -> tuple[tuple[ReadingLine, ...], tuple[str, ...]]:
    """Return the lines of a page, each rule but the page's own with the number of its link; and the links."""
    lines, links = [], list[str]()
    for line in page.lines:
        if line.crumbs:  # they are in the first line of the screen
            continue
        target = _target_of(library, edition, line, rule)
        if target:
            links.append(target)
            lines.append(ReadingLine((Span(f"[{len(links)}] ", "label"), *line.spans), line.indent, len(links)))
        else:
            lines.append(ReadingLine(line.spans, line.indent))
    return tuple(lines), tuple(links)


def _target_of(library: Library, edition: Edition, line: PageLine, own: Rule) -> str:
    """Return the target of the rule that a line of a page begins with; empty if it begins with no other rule."""
    if not line.spans or line.spans[0].style != "id":
        return ""
    number = line.spans[0].text
    if ":" in number:
        rule = library.get(number)
        return _target(rule) if rule else ""
    return f"{edition!r}:{number}" if number != own.number and edition.get(number) else ""


# --- the rules that were opened last, in a file: one that can't be read or written is no loss


def recently_opened() -> list[str]:
    """Return the targets of the rules opened last, the newest first."""
    with suppress(OSError, ValueError):
        value = json.loads(bytes_of(paths.recent_file()))
        return [each for each in value if isinstance(each, str)][:_MOST_RECENT] if isinstance(value, list) else []
    return []


def remember(target: str) -> None:
    """Put a rule in front of the rules opened last."""
    before = recently_opened()
    targets = [target, *(each for each in before if each != target)][:_MOST_RECENT]
    if targets != before:
        with suppress(LibraryError):
            write_atomic(paths.recent_file(), json.dumps(targets))
