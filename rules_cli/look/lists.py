"""The lists of the look-up: rules by number or words, an empty prompt, the rules read last, and the books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules_cli.errors import RuleNotFound
from rules_cli.library import Library
from rules_cli.look.cards import PREFIX, cards_named
from rules_cli.look.recent import MOST_SHOWN, recently_read
from rules_cli.look.state import Choice, History, ListBooks, Listing, Search
from rules_cli.lookup.rule_lookup import RowRef
from rules_cli.model import Rule
from rules_cli.render import rules
from rules_cli.render.excerpt import sought, text_found
from rules_cli.render.language import said, say
from rules_cli.render.missing import fault
from rules_cli.render.page import Span
from rules_cli.render.results import words_of_sentence
from rules_cli.rule_number import looks_like_number, normal_form
from rules_cli.store.edition import Edition
from rules_cli.store.settings import ALL
from rules_cli.text import shorten, words_of_text

_MOST_GAMES = 6  # books named at an empty prompt
_FAMILY = 2  # rules of a section: one alone is no family


class _Found(NamedTuple):
    """A rule of a list; `family` is the number of its rules if it is shown in place of them."""

    rule: Rule
    family: int = 0


class RuleLists:
    """The library as lists. Threads may share it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._numbers: dict[Edition, Sequence[str]] = {}
        self._sections: dict[tuple[str, str, str | None], Rule | None] = {}  # by book, edition and parent of a rule

    def names_rules(self, words: str) -> bool:
        """Return whether words are numbers, with or without books in front, as for the command line."""
        return looks_like_number(words) or self._library.reads_as_rules(words.split())

    def search(self, question: Search) -> Listing:
        """Return the rules that words find; without words, what is installed, what was read last, what to ask."""
        words = question.words.strip()
        if not words:
            return self._start(question)
        words, book = self._without_book(words, question.book or ALL)
        named = cards_named(words, book)
        if words.startswith(PREFIX):
            note = "" if named else say("no card")
            return self._listing(question, named, note, len(named))
        if self.names_rules(words):
            found, total, note = self._by_number(words, book, question.limit)
            if found or (note and any(map(str.isdigit, words))):
                return self._listing(question, self._choices(found, book), note, total)
        return self._by_words(question, words, book, named)

    def _listing(self, question: Search, choices: Sequence[Choice], note: str, total: int) -> Listing:
        about = self._about(question.book)
        return Listing(question, tuple(choices), about, note, total=total, more=total > len(choices))

    def _without_book(self, words: str, book: str) -> tuple[str, str]:
        """Return the question after the name of a book in front of it, and that book: as on the command line."""
        typed = words.split()
        named, count = self._library.installed.book_in_front(typed) or (book, 0)
        return (" ".join(typed[count:]), named) if count < len(typed) else (words, book)

    # --- by number

    def _by_number(self, words: str, book: str, limit: int) -> tuple[list[_Found], int, str]:
        """Return the rules with a number and those whose numbers begin with it, how many these are in all, and a note;
        if there is none, the closest rules, and why.
        """
        found = self._library.find(words.split(), book)
        longer = list(self._beginning(words, book))
        rows = {(row.edition, row.number): row for row in found.rows}
        for edition, number in longer[:limit]:
            if entry := edition.get(number):
                rows.setdefault((edition, entry.row.number), RowRef(edition, entry))
        if rows or not found.missing:
            total = len({*((row.edition, str(row.number)) for row in found.rows), *longer})
            shown = list(rows.values())[:limit]
            return [_Found(self._library.compose(row)) for row in shown], total, "; ".join(map(said, found.notes))
        error = found.missing[0]
        near = error.closest if isinstance(error, RuleNotFound) else ()
        closest = [_Found(rule) for rule in map(self._library.get, near) if rule]
        return closest, len(closest), fault(error, on_screen=True)

    def _beginning(self, words: str, book: str) -> Iterator[tuple[Edition, str]]:
        """Yield the numbers that begin with what was typed so far."""
        start = normal_form(words)
        for edition in self._library.editions_for(book) if start else ():
            if edition not in self._numbers:
                self._numbers[edition] = edition.numbers()
            yield from ((edition, number) for number in self._numbers[edition] if number.startswith(str(start)))

    # --- by words

    def _by_words(self, question: Search, words: str, book: str, named: Sequence[Choice]) -> Listing:
        # Here, so that the first screen comes sooner.
        from rules_cli.search import find
        from rules_cli.search.context import checked, typed_words
        from rules_cli.search.sentences import sentences_on

        searched = find(self._library, words, book, question.limit, unfinished=True)
        found, note = checked(self._library, words, book, searched)
        typed = typed_words(found.results)
        remarks = [said(remark) for remark in found.remarks()]
        ours = ["".join(words_of_sentence(each)) for each in sentences_on(self._library, words, book)]
        nothing = [] if found.results or note or ours or named else [say("nothing found", shorten(words))]
        rows = self._folded([(hit.rule, typed & _words(hit.rule)) for hit in found.results])
        choices = [*named, *self._choices(rows, book, typed)]
        more = len(searched.results) >= question.limit
        said_above = "; ".join(filter(None, [*ours, said(note), *remarks, *nothing]))
        return Listing(question, tuple(choices), self._about(question.book), said_above, total=len(choices), more=more)

    # Complexity: each rule is alone, the first of its family, or one of the others.
    def _folded(self, found: Sequence[tuple[Rule, frozenset[str]]]) -> list[_Found]:
        """Return rules with those of one family in one row, after the first of them.

        Rules are of a family if their section's title has all the words that found them: nothing tells them apart.
        """
        rows: list[_Found] = []
        families: dict[str, int] = {}  # how many rows each has: its first rule, and the section for all others
        for rule, hits in found:
            section = rule if rule.kind == "heading" else self._section(rule)
            is_of_family = section is not None and len(section.children) >= _FAMILY and self._is_told(section, hits)
            if section is None or not is_of_family:
                rows.append(_Found(rule))
                continue
            key = f"{section.book}@{section.edition}:{section.number}"
            if section is rule:
                if families.get(key, 0) < 2:
                    rows.append(_Found(rule, len(rule.children)))
                families[key] = 2
            elif families.get(key, 0) == 0:
                rows.append(_Found(rule))
                families[key] = 1
            elif families[key] == 1:
                rows.append(_Found(section, len(section.children)))
                families[key] = 2
        return rows

    def _is_told(self, section: Rule, hits: frozenset[str]) -> bool:
        return bool(section.title) and hits.issubset(words_of_text(section.title or ""))

    # --- rows

    def _choices(self, found: Iterable[_Found], book: str, hits: frozenset[str] = frozenset()) -> list[Choice]:
        """Return the rows of rules, each under its book's name too unless all are of the book that was chosen."""
        shown = list(found)
        chosen = {book.partition("@")[0]} - {ALL}
        several = len({each.rule.book for each in shown} | chosen) > 1
        return [self._choice(each, several, hits) for each in shown]

    # Complexity: each part of a row has its own choice between a rule and its section.
    def _choice(self, found: _Found, named: bool, hits: frozenset[str]) -> Choice:
        """Return the row of a rule: its number, its title or that of its section, and its text."""
        rule = found.rule
        section = self._section(rule)
        is_entry = rules.label(rule) != rule.number
        label = (rule.title or "") if is_entry else str(rule.number)
        above = (section.title or "") if section and any(map(str.isdigit, rule.number)) else ""
        title = rule.number.partition(".")[0] if is_entry else rule.title or above
        if found.family:
            text = say("rules", found.family)
        else:
            first = self._library.first_rule(rule)
            text = (first.text or first.title or "") if first else text_found(rule, hits)
        about = sought(hits, titles=(rule.title, section.title if section else None))
        return Choice(target_of(rule), f"{rule.book}:{label}" if named else label, title, text, about)

    def _section(self, rule: Rule) -> Rule | None:
        place = rule.book, rule.edition, rule.parent
        if place not in self._sections:
            self._sections[place] = self._library.section(rule)
        return self._sections[place]

    # --- nothing typed

    def _start(self, question: Search) -> Listing:
        """Return what is installed, the rules read last, and questions to ask."""
        choices = self._read(question.book, MOST_SHOWN)
        if choices:
            choices[0] = choices[0]._replace(above=say("read last"))
        about = self._about(question.book)
        return Listing(
            question,
            (*choices, *self._questions(question.book)),
            about,
            self._caution(question.book),
            tuple(self._games()),
        )

    def history(self, question: History) -> Listing:
        """Return all rules that were read, the last one first."""
        choices = tuple(self._read(None, len(recently_read())))
        return Listing(question, choices, say("all books"), "" if choices else say("nothing read"), total=len(choices))

    def _read(self, book: str | None, most: int) -> list[Choice]:
        slug = (book or ALL).partition("@")[0]
        read = [rule for rule in map(self._library.get, recently_read()) if rule and slug in (ALL, rule.book)]
        return self._choices(map(_Found, read[:most]), book or ALL)

    def _questions(self, book: str | None) -> Iterator[Choice]:
        """Yield questions to the chosen book, else to the default book, else to the first book that has some."""
        installed = self._library.installed
        editions = [each for wanted in (book, None, ALL) for each in self._library.editions_for(wanted)]
        for edition in editions:
            info = installed.info(edition.slug)
            asked = info.asked(installed.is_whole(edition)) if info else ()
            if asked:
                for at, words in enumerate(asked):
                    yield Choice("", words, asks=words, above=say("ask") if not at else "")
                return

    def _games(self) -> Iterator[tuple[Span, ...]]:
        """Yield a line for each book: how much of it is here."""
        installed = self._library.installed
        editions = [edition for edition in installed.newest() if installed.info(edition.slug) or not edition.shipped]
        names = {edition: self._name(edition) for edition in editions[:_MOST_GAMES]}
        width = max(map(len, names.values()), default=0)
        for edition, name in names.items():
            count = f"{int(edition.about['rules']):,}"
            if installed.is_whole(edition):
                words = f"{rules.date_named(edition.name)}, {say('rules', count)}"
            else:
                words = say("only a part here", say("rules", count))
            yield Span(name.ljust(width + 2), "title"), Span(words, "quiet" if installed.is_whole(edition) else "note")

    def _name(self, edition: Edition) -> str:
        info = self._library.installed.info(edition.slug)
        return info.game if info else edition.slug

    def _about(self, book: str | None) -> str:
        editions = self._library.editions_for(book or ALL)
        return of_edition(self._library, editions[0]) if len(editions) == 1 else say("all books")

    def _caution(self, book: str | None) -> str:
        """Return the caution of the chosen book."""
        editions = self._library.editions_for(book or ALL)
        info = self._library.installed.info(editions[0].slug) if len(editions) == 1 and editions[0].shipped else None
        return say("caution", info.caution) if info and info.caution else ""

    # --- books

    def books(self, question: ListBooks) -> Listing:
        """Return all books, then each edition."""
        installed = self._library.installed
        newest = installed.newest()
        choices = [Choice("", say("all books"), "", say("newest of each", len(newest)))]
        for slug in installed.slugs():
            for edition in installed.readable(installed.all(slug)):
                name = slug if edition in newest else installed.address(edition)
                words = of_edition(self._library, edition).removeprefix(f"{slug} ")
                choices.append(Choice(name, name, edition.about["title"], words))
        return Listing(question, tuple(choices))


def _words(rule: Rule) -> frozenset[str]:
    return frozenset(words_of_text(f"{rule.title or ''} {rule.text or ''}"))


def target_of(rule: Rule) -> str:
    """Return the id of a rule with its edition."""
    return f"{rule.book}@{rule.edition}:{rule.number}"


def of_edition(library: Library, edition: Edition) -> str:
    """Return the name of an edition and whose words it has: `mtg 2026-01-16 official`."""
    words = (
        "official words" if library.installed.is_official(edition) else "our words of it" if edition.shipped else "copy"
    )
    return f"{edition.slug} {rules.date_named(edition.name)} {say(words)}"
