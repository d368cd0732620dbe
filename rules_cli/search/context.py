"""The results that are shown, and the parts of a page around them: corrected words, the section of each rule, the
first rule of each heading. If a book is here in part only, a note says so: the rest may have a word that no rule has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from rules_cli.captions import Remark, Words, joined
from rules_cli.lookup.definitions import SHORT_SECTION, rule_of_term
from rules_cli.lookup.find import Lookup
from rules_cli.lookup.forms import other_numbers
from rules_cli.lookup.near import games_in_part
from rules_cli.lookup.terms import listed_terms, rules_of_names
from rules_cli.model import Rule
from rules_cli.search import Findings, Result, chosen_editions, find, numbers_and_words, operators
from rules_cli.search.confidence import NOTHING, SURE
from rules_cli.search.corpora import ask
from rules_cli.search.query import asks_for_list, words_of
from rules_cli.search.ranking import CORRECTED, FOUND_WHOLE
from rules_cli.search.stems import STOPWORDS, are_small
from rules_cli.store.book_info import game_of
from rules_cli.store.edition import Edition
from rules_cli.text import fold, lead_in, shorten, words_of_text

_ANSWERED = 0.9  # a confidence as high as this needs no note on other documents and games
_LONGEST = 5  # words of a term
_LONGEST_LIST = 30  # parts of a rule that are listed, a line each: the longest list that is asked for has 25
_MARKS = '?!.,;:"“”()'  # around a typed word
_NEAREST = 3  # rules of another document that may answer


class ResultContext(NamedTuple):
    """What to show around results. `corrections` maps typed words to the words that they were taken for.

    `sections` and `first_rules` map ids of results to the heading above, and to the first rule below a heading. `card`
    are the rules of a short section whose heading is the first result, the most asked about first. `listed` are the
    sub-rules of the first result, if the query asks for a list. `typed` are the words found that were typed, in any
    form. `most` is how many results fit the screen; `lines`, how many the text of the first may have, None for all.
    `lead_ins` are the sentences that items go on with, by the ids of these: *The following is forbidden:*.
    """

    corrections: Mapping[str, str] = {}
    sections: Mapping[str, Rule] = {}
    first_rules: Mapping[str, Rule] = {}
    card: tuple[Rule, ...] = ()
    listed: tuple[Rule, ...] = ()
    typed: frozenset[str] = frozenset()
    most: int | None = None
    lines: int | None = None
    lead_ins: Mapping[str, str] = {}


# Complexity: comprehensions over the results; nothing is nested.
def context_of(library: Lookup, found: Findings, query: str) -> ResultContext:
    """Return what to show around results. A whole section is not shown if the query leaves out rules with a word."""
    results = [*found.results, *filter(None, [found.beside])]
    sections = {hit.rule.id: section for hit in results if (section := library.section(hit.rule))}
    firsts = {hit.rule.id: first for hit in results if (first := library.first_rule(hit.rule))}
    top = found.results[0].rule if found.results else None
    typed = typed_words(results)
    card = card_of(library, top, typed) if top and not operators.read(query).without else ()
    if top and card:
        firsts[top.id] = card[0]
    listed = parts_of(library, top) if top and asks_for_list(query) else ()
    lead_ins = {hit.rule.id: words for hit in results if (words := _lead_in(library, hit.rule))}
    return ResultContext(found.corrected, sections, firsts, card, listed, typed, lead_ins=lead_ins)


def _lead_in(library: Lookup, rule: Rule) -> str:
    """Return the sentence that an item is a part of, from the rule above it; empty for a whole sentence."""
    edition = library.installed.edition(rule.book, rule.edition)
    above = library.rule_in(edition, rule.parent) if rule.parent and (rule.text or "")[:1].islower() else None
    return lead_in(above.text, rule.text) if above else ""


def parts_of(library: Lookup, rule: Rule) -> tuple[Rule, ...]:
    """Return the sub-rules of a rule, which are its list; none of a heading, or if there are too many for a page."""
    if rule.kind == "heading" or len(rule.children) > _LONGEST_LIST:
        return ()
    edition = library.installed.edition(rule.book, rule.edition)
    return tuple(part for number in rule.children if (part := library.rule_in(edition, number)))


def typed_words(results: Iterable[Result]) -> frozenset[str]:
    """Return the words found that were typed, in any form."""
    return frozenset[str]().union(*(hit.typed for hit in results))


def card_of(library: Lookup, heading: Rule, words: Collection[str] = ()) -> tuple[Rule, ...]:
    """Return the rules of a short section, given its heading, the most asked about first; none for other rules. If the
    title has none of the folded words that were asked, the rules that have one come first."""
    if heading.kind != "heading" or len(heading.children) > SHORT_SECTION:
        return ()
    edition = library.installed.edition(heading.book, heading.edition)
    rules = [rule for number in heading.children if (rule := library.rule_in(edition, number))]
    places = range(heading.order, heading.order + len(rules) + 1)
    times_asked = ask(edition, lambda vocabulary: vocabulary.corpus.times_asked(places))
    sought = set(words) if set(words).isdisjoint(words_of_text(heading.title or "")) else set[str]()
    lacking = {rule.id for rule in rules if sought.isdisjoint(words_of_text(rule.text or ""))}
    return tuple(sorted(rules, key=lambda rule: (rule.id in lacking, -times_asked.get(rule.order, 0))))


# --- books that are here in part


# Complexity: a number that no rule has, books that are here whole, and books in part.
def checked(library: Lookup, query: str, book: str | None, found: Findings) -> tuple[Findings, Words]:
    """Return what was found, and a note if something is missing; else an empty note. The note is on a number or word
    that no book here has, on another document or game, or on a book that is here in part. The results are left out if
    the query is of a term in the rest of such a book."""
    query = operators.read(query, tuple(library.installed.slugs())).words
    numbers, words = numbers_and_words(query) if query else ([], "")
    if any(result.tier == "number" for result in found.results):
        return found, _note(found.absent, query) if found.absent else ""
    if numbers and "," not in (book or ""):
        missing = library.find(numbers[:1], book).missing  # empty if an operator left the rule out
        return found if set(words_of(words)) - STOPWORDS else found._replace(results=()), "".join(map(str, missing))
    if are_small(words_of(query)) and _tier(found) not in FOUND_WHOLE:
        return _of_small_words(library, query, book, found)
    searched = chosen_editions(library, book)
    if found.total is None and (found.confidence or NOTHING).share < _ANSWERED:
        found = _with_answer_beside(library, query, found, searched)
        note = _said_elsewhere(library, query, found, searched)
        if found.beside or note:
            return found, note
    in_part = [edition for edition in searched if games_in_part(library.installed, [edition])]
    if not in_part:
        return found, _note(found.absent, query) if found.absent else ""
    names = _likely_names(query, found)
    outside = [edition for edition in in_part if _has_term_outside(edition, names.union(found.unwritten))]
    if _is_of_rest(query, names, outside, found):
        found = found._replace(results=_of_own_books(found, searched))
    return found, _note_on_parts(library, query, found, searched, in_part, outside)


def _of_small_words(library: Lookup, query: str, book: str | None, found: Findings) -> tuple[Findings, Words]:
    """Return what was found for small words alone: nothing, and a note. But a rule that begins with one such word as a
    label, `Might: the strength of a unit`, is the first result."""
    # Several words, such as `can I`, are not looked up: it would be slow at each key of the look-up.
    row = rule_of_term(library, query, book) if len(words_of(query)) == 1 else None
    rule = library.compose(row) if row else None
    if rule and fold(rule.text or "").removeprefix(_whole(query)).lstrip().startswith(":"):
        return found._replace(results=[Result(rule, 1.0, "term"), *found.results], confidence=SURE), ""
    return found._replace(results=()), Remark("only small words", (shorten(query),))


def documents_beside(library: Lookup, searched: Sequence[Edition]) -> list[Edition]:
    """Return the newest editions of the other documents of the games that were searched."""
    slugs = {edition.slug for edition in searched}
    games = set(map(game_of, slugs))
    return [each for each in library.installed.newest() if each.slug not in slugs and game_of(each.slug) in games]


# Complexity: each document of the game is asked, and the best is compared with what was found.
def _with_answer_beside(library: Lookup, query: str, found: Findings, searched: Sequence[Edition]) -> Findings:
    """Return what was found, with the best rule of another document of a searched game if that document answers better.
    If neither seems to answer, the nearest rules of both are the results, first those that hold more of the query."""
    others = [find(library, query, edition.slug, _NEAREST) for edition in documents_beside(library, searched)]
    best = max(others, key=lambda other: (other.confidence or NOTHING).share, default=Findings(()))
    own, other = found.confidence or NOTHING, best.confidence or NOTHING
    if not best.results or other.share <= own.share:
        return found
    if not other.is_doubtful:
        return found._replace(beside=best.results[0], results=() if own.is_doubtful else found.results)
    if not own.is_doubtful or not found.results:
        return found
    fitting = sorted((best.results, found.results), key=lambda results: -results[0].share)
    results = [*chain.from_iterable(fitting)][: max(len(found.results), len(best.results) + 1)]
    absent = tuple(word for word in found.absent if word in best.absent)
    unwritten = tuple(word for word in found.unwritten if word in best.unwritten)
    return found._replace(results=results, absent=absent, unwritten=unwritten)


# Complexity: documents of the game, then other games.
def _said_elsewhere(library: Lookup, query: str, found: Findings, searched: Sequence[Edition]) -> Words:
    """Return a note on documents of the game that are not installed, if they have a term that the query names. Else a
    note on other games that have a term of the query; empty if there are none."""
    is_doubtful = not found.confidence or found.confidence.is_doubtful
    names = {
        run for run in _runs(query) if is_doubtful or " " in run
    }  # beside an answer, a word alone may be meant otherwise
    games = {game_of(edition.slug) for edition in searched}
    infos = (info for info in library.installed.obtainable() if game_of(info.slug) in games)
    lacking = [info for info in infos if not names.isdisjoint(_names_of_terms(info.slug))]
    if lacking:
        return joined("semicolon", *(Remark("would answer", (info.title, info.how_to_get)) for info in lacking))
    is_phrase = _whole(query) in names and _tier(found) not in FOUND_WHOLE
    unwritten = () if found.beside else found.unwritten
    asked = [_whole(query)] if is_phrase or unwritten else []
    for name in (*asked, *unwritten):
        if others := ", ".join(_other_games(library, name, searched)):
            return Remark("term of another game", (name, others))
    return ""


def _other_games(library: Lookup, name: str, searched: Sequence[Edition]) -> list[str]:
    """Return the games that have a term of this name, each with the question to ask; none if a searched game has it."""
    games = {game_of(edition.slug) for edition in searched}
    infos = filter(None, map(library.installed.info, library.installed.slugs()))
    having = [info for info in infos if name in _names_of_terms(info.slug, printed=True)]
    others = [] if any(game_of(info.slug) in games for info in having) else having
    return [f"{info.game} ({info.slug} {name})" for info in others]


@cache  # each key of the look-up asks for them
def _names_of_terms(slug: str, printed: bool = False) -> frozenset[str]:
    """Return the folded names of the terms of a book that ships: all, or the `printed` ones."""
    terms = listed_terms(slug)
    return frozenset(fold(name) for term in terms for name in (term.printed_names() if printed else term.names()))


def _whole(query: str) -> str:
    """Return a query as a folded name of a term, without quotation marks."""
    return fold(query).strip('"“” ')


def _runs(query: str) -> set[str]:
    """Return the words of a query, alone and with the next ones, as folded names."""
    words = query.split()
    return {_whole(" ".join(words[at : at + count])) for at in range(len(words)) for count in range(1, _LONGEST + 1)}


def _likely_names(query: str, found: Findings) -> set[str]:
    """Return the names of terms that a query may be about: the whole query, and words side by side of which no rule
    here has one, *first strike* of *how does first strike work*."""
    unwritten = set(found.unwritten)
    runs = {run for run in _runs(query) if " " in run and not unwritten.isdisjoint(words_of_text(run))}
    return {form for name in (_whole(query), *runs) for form in (name, *other_numbers(name))}


def _tier(found: Findings) -> str:
    return found.results[0].tier if found.results else ""


def _of_own_books(found: Findings, searched: Sequence[Edition]) -> list[Result]:
    """Return the results from books that the user imported, if they seem to answer: another game may ask the same."""
    if not found.confidence or found.confidence.is_doubtful:
        return []
    own = {edition.slug for edition in searched if not edition.shipped}
    return [hit for hit in found.results if hit.rule.book in own]


def _is_of_rest(query: str, names: Collection[str], outside: Sequence[Edition], found: Findings) -> bool:
    """Return whether a query is about the rest of a book: it is a term there, or no rule here has any of its words. One
    word that rules here have is not taken for a term of the rest: it may be their own word."""
    if not outside or _tier(found) in FOUND_WHOLE:
        return False
    may_be_name = " " in _whole(query) or found.unwritten
    is_term = may_be_name and any(_has_term_outside(edition, names) for edition in outside)
    return is_term or 0 < len(found.unwritten) == len(words_of(query))


# Complexity: one case for each book that may have the answer.
def _note_on_parts(  # noqa: PLR0913, PLR0917 - all that is known of the question
    library: Lookup,
    query: str,
    found: Findings,
    searched: Sequence[Edition],
    in_part: Sequence[Edition],
    outside: Sequence[Edition],
) -> Words:
    """Return a note on absent words and on books in part; those `outside` have the term in their rest. Often empty."""
    has_whole = any(not (edition.shipped or edition in in_part) for edition in searched)
    # The rest of the book may have a misspelt word as it was typed.
    is_sure = found.results and (has_whole or _tier(found) not in CORRECTED)
    absent = found.absent if is_sure else found.unwritten
    books = {result.rule.book for result in found.results}
    is_answered = any(edition.slug in books and not edition.shipped for edition in searched)  # by a book of the user
    elsewhere = [edition for edition in outside if edition.slug not in books and not is_answered]
    if not absent and not elsewhere:
        return ""
    games = games_in_part(library.installed, elsewhere or outside or ([] if has_whole else in_part))
    return _note(absent, query, games, books if elsewhere else ())


def _as_typed(absent: Sequence[str], query: str) -> Iterable[str]:
    """Return absent words, in place of all the parts of one typed word that word: a sign of Chinese is none."""
    whole = {
        part: typed.strip(_MARKS)
        for typed in query.split()
        if len(parts := words_of_text(typed)) > 1 and STOPWORDS.union(absent).issuperset(parts)
        for part in parts
    }
    return dict.fromkeys(whole.get(word, word) for word in absent)


def _note(absent: Sequence[str], query: str, in_part: Words = "", books: Collection[str] = ()) -> Words:
    """Return a note on absent words, on the games that are here in part, and on the books of the results, if given."""
    quoted = ", ".join(f'"{shorten(word)}"' for word in _as_typed(absent, query))
    from_books = Remark("rules are from", (", ".join(sorted(books)),)) if books else ""
    return joined("semicolon", Remark("no rule contains", (quoted,)) if absent else "", in_part, from_books)


def _has_term_outside(edition: Edition, names: Collection[str]) -> bool:
    """Return whether one of the folded names is a term of the book that no rule of this edition defines."""
    rules_of = rules_of_names(edition.slug)
    return any(not any(map(edition.get, rules)) for name in names for rules in rules_of.get(name, ()))
