"""Look up a word of a game: the rules that define it, and rules named by such a word, `rules cite "legend rule"`.

Search finds the term, and the score of search orders its rules. A word of no term may be defined by a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_cli.errors import RuleNotFound, RulesError, UsageError
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.explain import DEPTH, Explanation, explain
from rules_cli.lookup.find import SHORT_SECTION, Lookup, LookupResult, in_many_books
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import Rule, RuleNumber
from rules_cli.rule_number import looks_like_number
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.text import shorten


class TermDefinition(NamedTuple):
    """The meaning of a word in one book: the term, how it was matched, and the rules that define it.

    `name` and `kind` are the term's name and its kind of keyword in the user's language, `names` its other names by
    language.
    """

    asked: str
    term: Term
    how: str
    edition: Edition
    book_title: str
    rules: tuple[Rule, ...]
    name: str
    names: Mapping[str, str]
    kind: str | None

    @property
    def of_players(self) -> bool:
        """Whether the word asked for is only what players say for the term."""
        return self.how in ("said", "said in another form")


class TermNotFound(RulesError):
    """No book defines the word, or not the one that was chosen."""

    exit_code = 1

    def __init__(self, asked: str, chosen: str | None = None) -> None:
        self.asked, self.chosen = asked, chosen
        book = f"{chosen} does not define" if chosen else "no book here defines"
        super().__init__(f"{book} {shorten(asked)!r}")


class NotATerm(UsageError):
    """The word is the number of rules that define no term."""

    exit_code = 1

    def __init__(self, number: str, ids: Sequence[str]) -> None:
        what = "a rule" if len(ids) == 1 else "rules"
        super().__init__(f"{shorten(number)} is {what}, not a term: rules {' '.join(ids)}")


# Complexity: a word may name its book, be a term here or in the part that ships, a number, or be defined by a sentence.
def look_up(library: Lookup, word: str, book: str | None = None) -> list[TermDefinition]:
    """Return the meanings of a word, in the chosen book or in every book that defines it; raises TermNotFound.

    The word may name its book, as ids do: `fab:moniker`. It may be the number of a rule that defines terms.
    """
    slug, _, rest = (part.strip() for part in word.partition(":"))
    if rest and library.installed.slug_of(slug.partition("@")[0]):
        book, word = slug, rest
    from rules_cli.search.named import named_terms

    editions, chosen = library.editions_for(book), settings.chosen_book(book) is not None
    without_glossary = [each for each in editions if not each.explained()]
    shipped = [each for edition in without_glossary if (each := library.installed.shipped(edition.slug))]
    named = named_terms(editions, word) or named_terms(shipped, word)
    if named and named[0].how == "typo" and not chosen:  # in another language any word may look like a slip
        named = [each for each in named if each.edition.about["language"] == library.lang]
    if named:
        return [_definition(library, each.edition, word, each.term, each.how, each.rules) for each in named]
    if looks_like_number(word):
        return _defined_by(library, word, book)
    if found := list(_by_sentence(library, editions, word)):
        return found
    raise TermNotFound(word, editions[0].slug if chosen else None)


def _defined_by(library: Lookup, number: str, book: str | None) -> list[TermDefinition]:
    """Return the terms that a rule defines; raises NotATerm if it defines none, RuleNotFound."""
    rows = library.find([number], book).raise_first().rows
    found = [
        _definition(library, row.edition, number, term, "rule", term.rules)
        for row in rows
        for term in terms_of(row.edition)
        if row.number in term.rules and term.keyword is None
    ]
    if not found:
        raise NotATerm(number, [row.id for row in rows])
    return found


def _by_sentence(library: Lookup, editions: Iterable[Edition], word: str) -> Iterator[TermDefinition]:
    """Yield the meaning of a word in each edition of which a rule's sentence defines it."""
    from rules_cli.lookup.defining import rules_that_define

    for edition in editions:
        glossary = {entry.number for entry in edition.explained()}
        rows = (entry.row for entry in edition.entries() if entry.row.number not in glossary)
        if rules := rules_that_define(word, rows):
            yield _definition(library, edition, word, Term(" ".join(word.split()), tuple(rules)), "sentence", rules)


def _definition(  # noqa: PLR0913, PLR0917 - all that makes a definition
    library: Lookup, edition: Edition, word: str, term: Term, how: str, rules: Sequence[RuleNumber]
) -> TermDefinition:
    numbers = dict.fromkeys((*term.entries, *(n for number in rules for n in _with_list(edition, number))))
    own = edition.about["language"]
    names = {own: term.name, **(term.other or {})}
    return TermDefinition(
        asked=word,
        term=term,
        how=how,
        edition=edition,
        book_title=library.title_of(edition),
        rules=tuple(rule for number in numbers if (rule := library.rule_in(edition, number))),
        name=names.pop(library.lang if library.lang in names else own),
        names=names,
        kind=(term.kinds or {}).get(library.lang, term.keyword),
    )


def _with_list(edition: Edition, number: RuleNumber) -> Iterator[RuleNumber]:
    """Yield a rule with its sub-rules, or a heading with its rules: all of a short section, the first of a long one.

    A rule of a section that ends in a colon is followed by its sub-rules: they are its list.
    """
    yield number
    entry = edition.get(number)
    if entry is None:
        return
    if entry.row.kind != "heading":
        yield from entry.children
        return
    for child in entry.children if len(entry.children) <= SHORT_SECTION else entry.children[:1]:
        below = edition.get(child)
        yield child
        if below and (below.row.words.text or "").rstrip().endswith(":"):
            yield from below.children


class TermExplained(NamedTuple):
    """The meaning of a word, and each rule that defines it, explained."""

    meaning: TermDefinition
    explanations: tuple[Explanation, ...]


def explain_term(library: Lookup, meaning: TermDefinition, depth: int = DEPTH) -> TermExplained:
    """Explain each rule that defines a word, but not sub-rules of one that is explained already.

    Glossary entries are explained only if they name no rule.
    """
    seen: set[RuleNumber] = set()
    explanations = []
    for rule in [rule for rule in meaning.rules if rule.number not in meaning.term.entries] or meaning.rules:
        entry = meaning.edition.get(rule.number)
        if rule.number not in seen and entry is not None:
            explanation = explain(library, RowRef(meaning.edition, entry), depth)
            explanations.append(explanation)
            seen |= {rule.number, *(below.number for below in explanation.shown.below)}
    return TermExplained(meaning, tuple(explanations))


# --- rules named by a word


def find_rules(library: Lookup, words: Sequence[str], book: str | None = None) -> LookupResult:
    """Return the rules that words name: by their numbers, else the rule that defines the words as a term.

    The notes say which rule was taken for words. Raises UsageError if the words are neither.
    """
    asked = " ".join(words)
    try:
        found = library.find(words, book)
    except UsageError as error:
        if defining := _defining(library, asked, book):
            return defining
        if library.reads_as_rules(words):
            raise
        raise UsageError(f"{error}; to find rules by words: rules search {shorten(asked)}") from None
    if found.rows or any(map(str.isdigit, asked)) or not all(isinstance(e, RuleNotFound) for e in found.missing):
        return found
    return _defining(library, asked, book) or found


def rule_of_term(library: Lookup, word: str, book: str | None = None) -> RowRef | None:
    """Return the rule that defines a word; None for a number, and for a word that no book defines."""
    if any(map(str.isdigit, word)):
        return None
    found = _defining(library, word, book)
    return found.rows[0] if found else None


def _defining(library: Lookup, asked: str, book: str | None) -> LookupResult | None:
    """Return the rule that defines a term in each book that has it; None if none has."""
    try:
        defined = look_up(library, asked, book)
    except (TermNotFound, UsageError):
        return None
    rows = []
    for each in defined:  # the rule that defines the term, or its entry in the glossary if no rule does
        entries = each.term.entries
        numbers = [*(rule.number for rule in each.rules if rule.number not in entries), *entries]
        if entry := next(filter(None, map(each.edition.get, numbers)), None):
            rows.append(RowRef(each.edition, entry))
    notes = tuple(f"{asked}: {row.id}" for row in rows)
    return LookupResult(tuple(rows), (), notes, tuple(in_many_books(rows))) if rows else None
