"""The lists of the look-up: rules by number or words, cards, an empty prompt, the rules read last, and the books."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rules_cli.cards.card import Card
from rules_cli.errors import LibraryError, RuleNotFound
from rules_cli.library import Library
from rules_cli.look.commands import Run, command_row, is_signed
from rules_cli.look.state import Choice, Listing, Question
from rules_cli.lookup.compose import RowRef, caution_of_book
from rules_cli.model import Rule
from rules_cli.numbers.typed import looks_like_number, normal_form
from rules_cli.render import rules
from rules_cli.render.excerpt import sought, text_found
from rules_cli.render.language import said, say
from rules_cli.render.missing import fault
from rules_cli.render.page import Span
from rules_cli.render.results import words_of_sentence
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.book_info import game_of
from rules_cli.store.edition import Edition
from rules_cli.store.settings import ALL
from rules_cli.text import fold, shorten, words_of_text

MOST_SHOWN = 8  # rules read last, at an empty prompt
MOST_READ = 100  # rules that are remembered: some days of a tournament
_MOST_GAMES = 7  # books named at an empty prompt
_MOST_CARDS = 3  # cards before the rules of a list
_LEAST_OF_NAME = 3  # letters of a word, by which a card is found: fewer begin too many words
_FAMILY = 2  # rules of a section: one alone is not a family
_OF_CARDS = "card:"  # before part of the name of a card
_CARD_COMMAND = "card "  # before a name, as on the command line
CARD = "card "
"""What the target of a card begins with, before its book and name. The target of a rule has no blank."""


# --- the rules that were read last, in a file: nothing is said if it can't be read or written


def recently_read() -> list[str]:
    """Return the targets of the rules read last, the newest first."""
    with suppress(OSError, ValueError):
        value = json.loads(bytes_of(paths.recent_file()))
        return [each for each in value if isinstance(each, str)][:MOST_READ] if isinstance(value, list) else []
    return []


def remember(target: str) -> None:
    """Put a rule in front of the rules read last."""
    before = recently_read()
    targets = [target, *(each for each in before if each != target)][:MOST_READ]
    if targets != before:
        with suppress(LibraryError):
            write_atomic(paths.recent_file(), json.dumps(targets))


def _cards_named(words: str, book: str) -> list[Choice]:
    """Return the rows of the cards that have words as their name, in full or up to its comma; after `card:`, also as a
    part of it. If several cards have the part, their names are rows that ask for them. Empty if no cards are
    imported."""
    from rules_cli.card_lookup import find_card, named_surely  # here, so that the first screen comes sooner

    if not words.startswith(_OF_CARDS):
        name = words.removeprefix(_CARD_COMMAND)
        return _card_rows(named_surely(name, _list_of(book)), name)
    with suppress(LibraryError):
        found = find_card(words.removeprefix(_OF_CARDS).strip(), _list_of(book))
        if found.card and found.book:
            return _card_rows([(found.book, found.card)], words)
        return [Choice("", name, asks=f"{_OF_CARDS}{name.partition(' (')[0]}") for name in found.near]
    return []


def _cards_with(words: str, book: str) -> list[Choice]:
    """Return the rows of cards with words as a part of their names."""
    words = words.removeprefix(_CARD_COMMAND)
    if max(map(len, words.split()), default=0) < _LEAST_OF_NAME:
        return []
    from rules_cli.card_lookup import with_words  # here, so that the first screen comes sooner

    return _card_rows(with_words(words, _list_of(book), _MOST_CARDS + 1), words)


def _list_of(book: str) -> str | None:
    """Return the book whose card list is asked; None for all lists."""
    return None if book == ALL else book.partition("@")[0]


def _card_rows(named: Sequence[tuple[str, Card]], words: str) -> list[Choice]:
    """Return a row for each of the first cards, and one that asks for all of them if there are more."""
    rows = [
        Choice(f"{CARD}{slug}:{card.name}", say("card"), card.name, card.whole.types)
        for slug, card in named[:_MOST_CARDS]
    ]
    more = f"{_OF_CARDS}{words.strip()}"
    return [*rows, Choice("", say("card"), say("more cards of name"), asks=more)] if len(named) > len(rows) else rows


def _imported_at(edition: Edition) -> float:
    """Return when an edition was imported; 0 for one that ships."""
    with suppress(OSError):
        return 0.0 if edition.shipped else edition.path.stat().st_mtime
    return 0.0


class _Found(NamedTuple):
    """A rule of a list; `family` is how many rules it is shown in place of."""

    rule: Rule
    family: int = 0


class RuleLists:
    """The library as lists. Threads may share it."""

    def __init__(self, library: Library, run: Run) -> None:
        self._library, self._run = library, run
        self._numbers = cache(Edition.numbers)
        self.names_rules = lru_cache(maxsize=64)(self._names_rules)
        self._sections: dict[tuple[str, str, str | None], Rule | None] = {}  # by book, edition and parent of a rule

    def _names_rules(self, words: str) -> bool:
        """Return whether words are numbers of rules, with or without books in front, as on the command line."""
        return looks_like_number(words) or self._library.reads_as_rules(words.split())

    def is_number(self, words: str) -> bool:
        """Return whether words are numbers of rules and surely no command: `3 -1` may be a cost."""
        return self.names_rules(words) and not is_signed(words)

    # Complexity: a book in front or behind, cards, numbers, then words.
    def search(self, question: Question) -> Listing:
        """Return the rules that words find; without words the installed books, the rules read last, and questions."""
        typed = question.words.split()
        if not typed:
            return self._start(question)
        named, count = self._library.installed.book_in_front(typed) or ("", 0)  # as on the command line
        is_named = 0 < count < len(typed)
        behind = None if is_named else self._library.installed.book_behind(typed)
        book = named if is_named else behind or question.book or ALL
        words = " ".join(typed[count:] if is_named else typed[:-1]) if is_named or behind else question.words.strip()
        is_number = self.is_number(question.words)
        if not is_number and (row := command_row(question.words, question.book, self._library.installed, self._run)):
            return self._listing(question, row, total=1)
        cards = _cards_named(words, book)
        if words.startswith(_OF_CARDS):
            return self._listing(question, cards, "" if cards else say("no card"), total=len(cards))
        if self.names_rules(words):
            rows, total, note, is_near = self._by_number(words, book, question)
            if rows or (note and any(map(str.isdigit, words))):
                more, choices = total > len(rows) >= question.limit, tuple(self._choices(rows, book))
                return self._listing(question, choices, note, total=total, more=more, is_near=is_near)
        return self._by_words(question, words, book, cards)

    # Complexity: rules with the number, longer numbers, or why no rule has it.
    def _by_number(self, words: str, book: str, question: Question) -> tuple[list[_Found], int, str, bool]:
        """Return the rules with a number, then rules whose numbers begin with it; how many there are; a note; False.
        Each is shown in place of all rules below it; those of the book that the user comes from are first. If no rule
        has the number, return the closest rules, how many they are, why, and True."""
        library, start, limit = self._library, normal_form(words), question.limit
        read = question.came_from.partition("@")[0].partition(":")[0]
        result = library.find(words.split(), book)
        by_book = sorted(result.rows, key=lambda row: row.edition.slug != read)
        rows = {(row.edition, str(row.number)): row for row in by_book}
        editions = sorted(library.editions_for(book), key=lambda edition: edition.slug != read) if start else ()
        longer = [
            (edition, place, number)
            for edition in editions
            for place, number in enumerate(self._numbers(edition), 1)
            if number.startswith(str(start)) and (edition, number) not in rows
        ]
        if result.missing and not rows and not longer:
            error = result.missing[0]
            near = error.closest if isinstance(error, RuleNotFound) else ()
            closest = [_Found(rule) for rule in map(library.get, near) if rule]
            return closest, len(closest), fault(error, on_screen=True), True
        total, last_below = len(rows) + len(longer), dict[Edition, int]()
        for edition, place, number in longer:
            is_below = place <= last_below.get(edition, 0)
            if len(rows) < limit and not is_below and (entry := edition.get(number)):
                rows[edition, number] = RowRef(edition, entry)
                last_below[edition] = library.last_below(rows[edition, number])
        shown = sorted(rows.values(), key=lambda row: row.edition.slug != read)[:limit]
        below = [library.last_below(row) - row.entry.place if row.entry.row.kind == "heading" else 0 for row in shown]
        return list(map(_Found, map(library.compose, shown), below)), total, "; ".join(map(said, result.notes)), False

    # Complexity: cards first, last or not at all, and a note or none.
    def _by_words(self, question: Question, words: str, book: str, named: Sequence[Choice]) -> Listing:
        """Return the rules that words find, after our sentences and notes; cards that they name come first."""
        # Here, so that the first screen comes sooner.
        from rules_cli.search import find
        from rules_cli.search.confidence import NOTHING
        from rules_cli.search.context import typed_words
        from rules_cli.search.sentences import sentences_on
        from rules_cli.situations import answered

        searched = find(self._library, words, book, question.limit, unfinished=True)
        if named and searched.corrected:  # no word is misspelt, and rules of other words are no answer
            searched = searched._replace(results=(), beside=None, corrected={})
        found, note = answered(self._library, words, book, searched)
        is_doubtful = bool(searched.unwritten) or (searched.confidence or NOTHING).is_doubtful
        last: Sequence[Choice] = ()
        if not named and (is_doubtful or len(found.results) < question.limit):
            cards = _cards_with(words, book)
            named, last = (cards, ()) if is_doubtful else ((), cards)  # words of rules may be of a card, too
        typed = typed_words(found.results)
        ours = ["".join(words_of_sentence(each)) for each in sentences_on(self._library, words, book, found.corrected)]
        hits = [hit for hit in (found.beside, *found.results) if hit]
        nothing = [] if hits or note or ours or named else [say("nothing found", shorten(words))]
        rows = self._folded(_shorter_first([hit.rule for hit in hits], words), typed, _words(words))
        choices = [*named, *self._choices(rows, book, typed), *last]
        if named:  # a card answers
            note, found = "", found._replace(confidence=None)
        above = " · ".join(filter(None, [*ours, said(note), *map(said, found.remarks()), *nothing]))
        more = len(searched.results) >= question.limit
        with_all = find(self._library, words, book, 0, unfinished=True, listed=True).total if more else 0
        total = max(len(choices), with_all or 0)
        return self._listing(question, choices, above, total=total, more=more)

    def _infractions(self, found: Iterable[Rule]) -> Iterator[Rule]:
        """Yield rules, but of each infraction only the first part found, and itself: its page has all its parts."""
        with_part = set[tuple[str, str]]()
        for rule in found:
            infraction = rules.place_of_entry(rule) or rule.number
            is_part = (
                infraction != rule.number and self._library.installed.edition(rule.book, rule.edition).has_penalties
            )
            if not (is_part and (rule.book, infraction) in with_part):
                yield rule
            with_part.add((rule.book, infraction))

    # Complexity: each rule is alone, the first of its family, or one of the others.
    def _folded(self, found: Iterable[Rule], typed: frozenset[str], asked: frozenset[str]) -> Iterator[_Found]:
        """Yield rules; the section of a family comes after its first rule, in place of its other rules. Rules are a
        family if the title of their section has all words that found them: nothing tells them apart. If other words
        were asked, too, in `does lifelink stack`, their sense does: then two rules come before the section."""
        begun, folded = (
            Counter[tuple[str, str]](),
            set[tuple[str, str]](),
        )  # rules of sections so far; sections in a row
        for rule in self._infractions(found):
            section = rule if rule.kind == "heading" else self._section(rule)
            title = _words(section.title or "") if section else typed
            words = _words(f"{rule.title or ''} {rule.text or ''}")
            if not (section and title and len(section.children) >= _FAMILY and words.isdisjoint(typed - title)):
                yield _Found(rule)
                continue
            key = section.edition, section.id
            if key in folded:
                continue
            begun[key] += 1
            if section is rule or begun[key] > (1 if asked <= title else 2):
                folded.add(key)
                yield _Found(section, len(section.children))
            else:
                yield _Found(rule)

    # Complexity: each part of a row has its own choice between a rule and its section.
    def _choices(self, found: Iterable[_Found], book: str, hits: frozenset[str] = frozenset()) -> list[Choice]:
        """Return rules as rows: number, title (its own or the section's), and text, or the size of a family. The number
        is after the name of the book if a rule is not of the chosen book."""
        shown, choices = list(found), list[Choice]()
        chosen = {book.partition("@")[0]} - {ALL}
        has_several_books = len(chosen.union(each.rule.book for each in shown)) > 1
        for rule, family in shown:
            section = self._section(rule)
            under = rules.place_of_entry(rule)
            if under is None:
                title_above = (section.title or "") if section and any(map(str.isdigit, rule.number)) else ""
                label, title = str(rule.number), rule.title or title_above
            else:  # such as an entry of a glossary, whose number would only repeat its title
                label, title = under, rule.title or ""
            label = f"{rule.book}:{label}" if has_several_books else label
            first = self._library.first_rule(rule)
            text = (first.text or first.title or "") if first else text_found(rule, hits)
            about = sought(hits, titles=(rule.title, section.title if section else None))
            choices.append(Choice(target_of(rule), label, title, say("rules", family) if family else text, about))
        return choices

    def _section(self, rule: Rule) -> Rule | None:
        """Return the nearest heading above a rule; cached, as many rules have the same."""
        key = rule.book, rule.edition, rule.parent
        if key not in self._sections:
            self._sections[key] = self._library.section(rule)
        return self._sections[key]

    def _start(self, question: Question) -> Listing:
        """Return the list at an empty prompt: the rules read last, then questions; above it the books and a caution."""
        choices = self._read(question.book, MOST_SHOWN)
        if choices:
            choices[0] = choices[0]._replace(above=say("read last"))
        editions = self._library.editions_for(question.book or ALL)
        info = self._library.installed.info(editions[0].slug) if len(editions) == 1 and editions[0].shipped else None
        caution = say("caution", caution_of_book(info)) if info and info.caution else ""
        choices += self._questions(question.book)
        return self._listing(question, choices, caution, tuple(self._games(question.book)))

    def history(self, question: Question) -> Listing:
        """Return all rules that were read, the last one first."""
        choices = tuple(self._read(None, len(recently_read())))
        return Listing(question, choices, say("all books"), "" if choices else say("nothing read"), total=len(choices))

    def _read(self, book: str | None, most: int) -> list[Choice]:
        """Return the rules of a book, or of all, that were read last, as rows."""
        slug = (book or ALL).partition("@")[0]
        read = [rule for rule in map(self._library.get, recently_read()) if rule and slug in (ALL, rule.book)]
        return self._choices(map(_Found, read[:most]), book or ALL)

    def _questions(self, book: str | None) -> Iterator[Choice]:
        """Yield the example questions of a book; of the first other book with some if it has none."""
        installed = self._library.installed
        for edition in [each for wanted in (book, None, ALL) for each in self._library.editions_for(wanted)]:
            info = installed.info(edition.slug)
            if info and (questions := info.asked(installed.is_whole(edition))):
                for words in questions:
                    yield Choice("", words, asks=words, above=say("ask") if words is questions[0] else "")
                return

    def _games(self, book: str | None) -> Iterator[tuple[Span, ...]]:
        """Yield a line for each book: the chosen one, its documents, the imported ones (rulebooks before documents, the
        last one first), those that ship. A last line says how many others there are."""
        installed, chosen = self._library.installed, (book or "").partition("@")[0]
        editions = [edition for edition in installed.newest() if installed.info(edition.slug) or not edition.shipped]

        def place(edition: Edition) -> tuple[bool | float, ...]:
            slug, game = edition.slug, game_of(edition.slug)
            of_import = (edition.shipped, not installed.is_whole(edition), slug != game, -_imported_at(edition))
            return slug != chosen, game != game_of(chosen), *of_import

        editions.sort(key=place)
        infos = {edition: installed.info(edition.slug) for edition in editions[:_MOST_GAMES]}
        names = {edition: info.game if info else edition.slug for edition, info in infos.items()}
        width = max(map(len, names.values()), default=0)
        for edition, name in names.items():
            count = say("rules", f"{int(edition.about['rules']):,}")
            is_whole = installed.is_whole(edition)
            words = f"{rules.date_named(edition.name)}, {count}" if is_whole else say("only a part here", count)
            yield Span(name.ljust(width + 2), "title"), Span(words, "quiet" if is_whole else "note")
        if others := len(editions) - len(names):
            yield (Span(say("more books", others), "quiet"),)

    def _listing(self, question: Question, choices: Sequence[Choice], *words: Any, **counts: Any) -> Listing:
        """Return a list, given its rows and the further fields of `Listing`; `about` is the edition that was asked."""
        editions = self._library.editions_for(question.book or ALL)
        about = edition_line(self._library, editions[0]) if len(editions) == 1 else say("all books")
        return Listing(question, tuple(choices), about, *words, **counts)

    def books(self, question: Question) -> Listing:
        """Return all books, then each edition."""
        installed = self._library.installed
        newest = installed.newest()
        choices = [Choice("", say("all books"), "", say("newest of each", len(newest)))]
        for slug in installed.slugs():
            for edition in installed.readable(installed.all(slug)):
                name = slug if edition in newest else installed.address(edition)
                words = edition_line(self._library, edition).removeprefix(f"{slug} ")
                choices.append(Choice(name, name, edition.about["title"], words))
        return Listing(question, tuple(choices))


def _shorter_first(found: Sequence[Rule], words: str) -> list[Rule]:
    """Return rules with the entries that begin with some words by their length, in the places that these have:
    `boxkite` before `boxkite knots`."""
    start, ordered = fold(words.strip()), [*found]
    entries = [
        rule for rule in found if rules.place_of_entry(rule) is not None and fold(rule.title or "").startswith(start)
    ]
    for rule, shorter in zip(entries, sorted(entries, key=lambda entry: len(entry.title or "")), strict=True):
        ordered[found.index(rule)] = shorter
    return ordered


@lru_cache(maxsize=1024)
def _words(text: str) -> frozenset[str]:
    return frozenset(words_of_text(text))


def target_of(rule: Rule) -> str:
    """Return the id of a rule with its edition."""
    return f"{rule.book}@{rule.edition}:{rule.number}"


def edition_line(library: Library, edition: Edition) -> str:
    """Return the name of an edition and whose words it has: `mtg 2026-01-16 official`."""
    key = "our words of it" if edition.shipped else "copy"
    if library.installed.is_official(edition):
        key = "official words"
    return f"{edition.slug} {rules.date_named(edition.name)} {say(key)}"
