"""Answers of the library to the questions of the look-up, ready to be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rules_cli.errors import LibraryError, RuleNotFound, RulesError
from rules_cli.library import Library
from rules_cli.look.commands import COMMAND, argv_of
from rules_cli.look.lists import CARD, RuleLists, edition_line, remember, target_of
from rules_cli.look.state import Answer, Ask, Kind, Listing, Question, RulePage, Said, State
from rules_cli.lookup.compose import RowRef, RuleInContext
from rules_cli.lookup.definitions import SHORT_SECTION
from rules_cli.model import Rule
from rules_cli.render import rules
from rules_cli.render.language import say
from rules_cli.render.layout import short_way
from rules_cli.render.missing import fault
from rules_cli.render.page import Page, PageLine, Span
from rules_cli.render.writers import with_signs
from rules_cli.store import case_file
from rules_cli.store.edition import Edition
from rules_cli.text import shorten, words_of_text

_WIDEST_PATH = 76  # columns of a path on a page
_MOST_RUN = 16  # command lines whose answers are kept for the words beside a list
_MOST_BELOW = 12  # rules of a section beside a list: as many as a high screen shows


class Answers:
    """The library as the look-up asks it. Threads may share it."""

    def __init__(self, library: Library, ask: Callable[[list[str]], tuple[str, str]] | None = None) -> None:
        """`ask` runs a command line; it returns its remarks, or why it is refused, and its answer."""
        from rules_cli.history.last_change import LastChanges

        self._library = library
        self._run = lru_cache(maxsize=_MOST_RUN)(lambda line: ask(argv_of(line)) if ask else ("", ""))
        self._changes = LastChanges(library.installed)
        self._kept_last: case_file.Kept | None = None
        self._lists = RuleLists(library, self._run)
        self._answers: Mapping[Kind, Callable[[Question], Answer]] = {
            **{"search": self._lists.search, "history": self._lists.history, "books": self._lists.books},
            **{"peek": self._glance, "keep": self._keep, "cite": self._clip, "keys": _keys},
            **dict.fromkeys(("rule", "branch", "explain", "changes"), self._page),
        }

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question, or the reason why it cannot be answered."""
        try:
            return self._answers[question.kind](question)
        except RulesError as error:
            reason = fault(error, on_screen=True)
            return Listing(question, (), note=reason) if question.kind == "search" else Said(reason)

    def last_read(self, state: State) -> RulePage | None:
        """Return the rule that was read last: a page, or the rule beside the list if its number was typed."""
        place = state.place
        if state.read or not isinstance(place, Ask) or not place.target or not self._lists.is_number(place.typed):
            return state.read
        page = self.answer(Question("rule", place.target))
        return page if isinstance(page, RulePage) else None

    def is_quick(self, question: Question) -> bool:
        """Return whether the answer needs neither a command, nor a search index or a match of editions, which may have
        to be built."""
        if question.kind == "search":
            return not question.words.strip() or self._lists.is_number(question.words)
        return question.kind != "changes" and not question.target.startswith(COMMAND)

    def _row(self, target: str) -> RowRef:
        if target.startswith((CARD, COMMAND)):
            raise LibraryError(say("no rule is chosen"))
        edition, number = self._edition(target), target.partition(":")[2]
        if entry := edition.get(number):
            return RowRef(edition, entry)
        raise RuleNotFound(target)

    def _edition(self, target: str) -> Edition:
        slug, _, name = target.partition(":")[0].partition("@")
        return self._library.installed.edition(slug, name or None)

    def _keep(self, question: Question) -> Said:
        """Put a rule into the case, for the words that were asked unless they are a number, and say so. If it was put
        there last, take it out again."""
        row = self._row(question.target)
        asked = "" if self._lists.names_rules(question.words) else question.words.strip()
        kept = case_file.Kept(target_of(self._library.compose(row)), asked)
        if kept == self._kept_last:
            self._kept_last = None
            return Said(rules.taken_out(row.number, case_file.take_out(kept)))
        self._kept_last = kept
        return Said(rules.kept([row.number], asked, case_file.keep([kept.rule], asked)))

    def _clip(self, question: Question) -> Said:
        from rules_cli.lookup.permalink import cite
        from rules_cli.render.citations import citation

        row = self._row(question.target)
        return Said(clip=citation(cite(self._library, row), question.words, listed=self._library.listed(row)))

    # --- pages

    def _glance(self, question: Question) -> RulePage:
        """Return a card, or a rule with the first rules below it, to be shown with a list."""
        if question.target.startswith(CARD):
            return self._card(question)
        if question.target.startswith(COMMAND):
            return self._printed(question)
        rule = self._library.compose(self._row(question.target))
        page = Page()
        rules.heading(page, rule)
        rules.body(page, rule, 0)
        for _, conflict in rule.conflicts:
            page.add(Span(say("conflict", conflict), "bad"))
        for position, below in enumerate(self._below(question, rule)):
            if rule.kind == "heading" and position:  # the first rule of a section is whole
                rules.reference(page, below, rule)
            else:
                rules.heading(page, below, 0 if rule.kind == "heading" else 2)
        name = " · ".join(filter(None, [f"{rule.book} {rules.label(rule)}", *self._changed([rule])]))
        return RulePage(question, name, tuple(_reading(page.lines)))

    def _below(self, question: Question, rule: Rule) -> Iterable[Rule]:
        """Return rules below a row of a list; below a heading that words found, in the order of `rules search`."""
        if question.words and not self._lists.names_rules(question.words):
            from rules_cli.search.context import card_of  # here, so that the first screen comes sooner

            if card := card_of(self._library, rule, words_of_text(question.words)):
                return card
        edition = self._library.installed.edition(rule.book, rule.edition)
        return filter(None, (self._library.rule_in(edition, number) for number in rule.children[:_MOST_BELOW]))

    # Complexity: one choice for each kind of page, and for each field of it.
    def _page(self, question: Question) -> RulePage:
        """Return the page of a card, of the contents of a book, or of a rule, which is remembered as read."""
        if question.target.startswith(CARD):
            return self._card(question)
        if question.target.startswith(COMMAND):
            return self._printed(question)
        if question.target.endswith(":"):
            return self._contents(question)
        from rules_cli.lookup.permalink import cite  # here, so that the first screen comes sooner
        from rules_cli.render.citations import dated

        row = self._row(question.target)
        shown = self._library.show(row, None if question.kind == "branch" else 1)
        rule, changed = shown.rule, self._changed([shown.rule, *shown.below])
        written = self._written(question.kind, row, shown)
        crumbs = tuple(map(rules.step_of_breadcrumb, shown.above)) or (shown.book_title,)
        page = self._shown(question, row.edition, written, crumbs)
        is_card = len(rule.children) <= SHORT_SECTION and all(below.text for below in shown.below)
        if rule.text or is_card:  # other headings are passed on the way to a rule
            remember(target_of(rule))
        return replace(
            page,
            name=f"{rule.book} {rules.label(rule)}",
            previous=_with_edition(row.edition, shown.previous),
            next=_with_edition(row.edition, shown.next),
            parent=f"{row.edition!r}:{rule.parent or ''}",
            has_more=question.kind == "rule" and any(below.children for below in shown.below),
            is_changed=bool(changed),
            before=rules.date_named(older.name) if (older := self._library.installed.before(row.edition)) else "",
            begins=next((place for place, line in enumerate(page.lines) if place > 1 and line.link), 0),
            farewell=(dated(cite(self._library, row)), ": ".join(filter(None, (rule.title, rule.text)))),
        )

    def _written(self, kind: Kind, row: RowRef, shown: RuleInContext) -> Page:
        """Return the page of a rule: explained, against the edition before, or with its sub-rules and references."""
        if kind == "changes":
            return self._difference(row)
        page = Page()
        if kind == "explain":
            from rules_cli.lookup.explain import explain
            from rules_cli.render.meanings import explanation

            page.add(Span(say("explained"), "label"))
            return page + explanation(explain(self._library, row), plain=None, change_of=self._changes.of)
        if kind == "branch":
            page.add(Span(say("whole branch"), "label"))
        rules.family(page, shown)
        rules.both_ways(page, shown, "label", 0)
        rules.oddities(page, shown)
        page.gap()
        family = (shown.rule, *shown.below)
        rules.packed(page, [*rules.sources(family), *self._changed(family)])
        rules.cautions(page, family)
        return page

    def _changed(self, family: Iterable[Rule]) -> list[str]:
        """Return sentences on when rules were last changed, if that is known."""
        return list(rules.changes(list(family), self._changes.of))

    def _difference(self, row: RowRef) -> Page:
        """Return a rule and its sub-rules against the edition before. Raises LibraryError if nothing changed."""
        from rules_cli.history.diff import diff
        from rules_cli.render import changes

        older = self._library.installed.before(row.edition)
        if older is None:
            raise LibraryError(say("not changed"))
        difference = diff(older, row.edition, [row.number])
        last = self._library.last_below(row)
        family = {entry.row.number for entry in row.edition.between(row.entry.place, last)}
        of_family = tuple(each for each in difference.changes if not family.isdisjoint(row.number for row in each.b))
        if not of_family:
            raise LibraryError(say("not changed"))
        counts = Counter(kind for change in of_family for kind in change.kinds)
        return changes.diff(replace(difference, changes=of_family, counts=counts, reused=(), gone=()))

    def _card(self, question: Question) -> RulePage:
        """Return the page of a card with its rules. Raises LibraryError if the card is not imported any more."""
        from rules_cli.card_lookup import find_card
        from rules_cli.card_rules import rules_of_card
        from rules_cli.render import cards

        book, _, name = question.target.removeprefix(CARD).partition(":")
        found = find_card(name, book)
        if found.card is None or found.cards is None:
            raise LibraryError(f"{shorten(name)} is not among the imported cards any more")
        edition = self._library.installed.edition(book) if book in self._library.installed else None
        card_rules = rules_of_card(found.card, edition, found.cards) if edition else []
        page = cards.page(found.card, found.cards, card_rules, repr(edition) if edition else None)
        if edition is None or question.kind == "peek":
            return RulePage(question, name, tuple(_reading(page.lines)), crumbs=(name,), about=book)
        return self._shown(question, edition, page, (name,))

    def _printed(self, question: Question) -> RulePage:
        """Return what a command line prints, as a page."""
        line = question.target.removeprefix(COMMAND)
        name, printed = f"rules {line}", "\n".join(filter(None, self._run(line))).splitlines()
        lines = (PageLine((Span(text.lstrip()),), len(text) - len(text.lstrip()), 2) for text in printed)
        return RulePage(question, name, tuple(lines), crumbs=(name,))

    def _contents(self, question: Question) -> RulePage:
        """Return the chapters and sections of a book; the one that the user comes from, or comes from a part of, is the
        one that `came_from` names."""
        edition = self._edition(question.target)
        page, listed = Page(), set[str]()
        for entry in edition.entries():
            row = entry.row
            above = edition.get(row.parent) if row.parent else None
            if row.title and (above is None or (above.row.parent is None and row.kind == "heading")):
                page.add(Span(row.number, "id"), Span(f"  {row.title}", "title"), indent=2 if above else 0, hanging=2)
                listed.add(row.number)
        read = edition.get(question.came_from.partition(":")[2])
        while read and read.row.number not in listed and read.row.parent:
            read = edition.get(read.row.parent)
        question = question._replace(came_from=f"{edition!r}:{read.row.number}" if read else "")
        return self._shown(question, edition, page, (self._library.title_of(edition),))

    def _shown(self, question: Question, edition: Edition, page: Page, crumbs: tuple[str, ...]) -> RulePage:
        """Return a page on which each line that begins with a rule, other than the page's own, is a link to it."""
        lines, links, own_number = list[PageLine](), list[str](), question.target.partition(":")[2]
        for line in _reading(page.lines):
            number = line.spans[0].text if line.spans and line.spans[0].style == "id" else ""
            target = ""
            if ":" in number:
                rule = self._library.get(number)
                target = target_of(rule) if rule else ""
            elif number and number != own_number and edition.get(number):
                target = f"{edition!r}:{number}"
            if target:
                links.append(target)
                mark = Span(f"[{len(links)}] ", "label")
                hanging = len(mark.text) + line.hanging
                line = line._replace(spans=(mark, *line.spans), hanging=hanging, link=len(links))
            lines.append(line)
        about = edition_line(self._library, edition)
        return RulePage(question, crumbs[-1], tuple(lines), crumbs=crumbs, about=about, links=tuple(links))


def _with_edition(edition: Edition, rule_id: str | None) -> str:
    return f"{edition!r}:{rule_id.partition(':')[2]}" if rule_id else ""


def _keys(question: Question) -> RulePage:
    parts = [[PageLine((Span(line),), 0, 2) for line in part.split("\n")] for part in say("all keys").split("\n\n")]
    prompt, reading = map(tuple, parts)
    return RulePage(question, say("Keys"), prompt, beside=reading)


def _reading(lines: Sequence[PageLine]) -> Iterator[PageLine]:
    """Yield the lines of a page with signs around old and new words, and between the steps of a path."""
    for line in lines:
        spans = short_way(line.spans, _WIDEST_PATH) if line.crumbs else map(with_signs, line.spans)
        yield line._replace(spans=tuple(spans))
