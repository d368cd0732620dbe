"""Look up a word of a game: the rules that define it. Such a word may name a rule, `rules cite "legend rule"`.

Case, accents, plurals and typos are forgiven, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.errors import RuleNotFound, RulesError, UsageError
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.find import Lookup, LookupResult, in_many_books
from rules_cli.lookup.forms import other_numbers, uninflected
from rules_cli.lookup.lexicon import slang_of
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import Rule, RuleNumber
from rules_cli.numbers.typed import looks_like_number
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.text import announces_list, fold, shorten

_ONE_EDIT = 5  # letters: one edit makes another word of a shorter one, `haste` of `hate`
_TWO_EDITS = 7  # letters of both words: two edits make another word of a shorter one, `flicker` of `kicker`
_ARTICLE = re.compile(r"^(?:the|os?|as?) ")
_MOSTLY = 0.5  # of the rules that have the first word of a name: it is a common word if fewer have the whole name
_BEGINNING = 4  # letters of a word that may be the beginning of a name: `two` is too short for a variant
_VALUE = re.compile(r" (?:[0-9]{1,3}|x|n)$", re.IGNORECASE)
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
SHORT_SECTION = 8  # rules in a section that is shown as a card


class TermDefinition(NamedTuple):
    """The meaning of a word in one book: the term, how it was matched, and the rules that define it. `name` and `kind`
    are the term's name and its kind of keyword in the user's language, `names` its other names by language."""

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
        return _only_players_say(self.asked, self.term)


class TermNotFound(RulesError):
    """No book defines the word, or not the one that was chosen."""

    exit_code = 1

    def __init__(self, asked: str, chosen: str | None = None) -> None:
        self.asked, self.chosen = asked, chosen
        book = f"{chosen} does not define" if chosen else "no book here defines"
        super().__init__(f"{book} {shorten(asked)!r}")


class NotATerm(UsageError):
    """The word is a number, and no rule with this number defines a term."""

    exit_code = 1

    def __init__(self, number: str, ids: Sequence[str]) -> None:
        what = "a rule" if len(ids) == 1 else "rules"
        super().__init__(f"{shorten(number)} is {what}, not a term: rules {' '.join(ids)}")


_ORDER = ["exact", "also called", "plural", "slang", "inflected", "beginning", "rule", "sentence", "typo"]
"""How a word may match a term, the surest first: `rule` if it is the number of a rule that defines the term, and
`sentence` if only the sentence of a rule defines it."""

_Matcher = Callable[[str, Edition], tuple[Term, str] | None]


# Complexity: one step for each way to read a word, the surest first.
def look_up(library: Lookup, word: str, book: str | None = None) -> list[TermDefinition]:
    """Return the meanings of a word, in the chosen book or in every book that defines it; raises TermNotFound. The word
    may name its book: `fab:moniker` as ids do, or `fab moniker`. It may be the number of a rule that defines terms."""
    slug, _, rest = (part.strip() for part in word.partition(":"))
    if rest and library.installed.slug_of(slug.partition("@")[0]):
        book, word = slug, rest
    editions, chosen = library.editions_for(book), settings.chosen_book(book) is not None
    if meanings := _surely(library, editions, word):
        return meanings
    if looks_like_number(word):
        return _defined_by(library, word, book)
    named, count = library.installed.book_in_front(word.split()) or ("", 0)
    if book is None and 0 < count < len(word.split()):
        return look_up(library, " ".join(word.split()[count:]), named)
    if (bare := _VALUE.sub("", word)) != word and (meanings := _surely(library, editions, bare)):
        return meanings  # of the keyword, without its value: `scry 2`
    if meanings := list(_by_sentence(library, editions, word)) or _definitions(library, editions, word, _by_beginning):
        return meanings
    readable = [edition for edition in editions if chosen or edition.about["language"] == library.lang]
    unused = (edition for edition in readable if not _is_used(word, edition))  # a used word is not a misspelling
    if meanings := _definitions(library, unused, word, lambda asked, edition: match_misspelt(asked, terms_of(edition))):
        return meanings
    raise TermNotFound(word, editions[0].slug if chosen else None)


def _is_used(word: str, edition: Edition) -> bool:
    """Return whether the text of a rule has a word as it is."""
    whole = re.compile(rf"\b{re.escape(fold(word))}\b")
    return any(whole.search(fold(entry.row.words.text or "")) for entry in edition.entries())


def _surely(library: Lookup, editions: Iterable[Edition], word: str) -> list[TermDefinition]:
    """Return the meanings that editions print for a word. If they print none, return those of players' words."""
    return _definitions(library, editions, word, _printed) or _definitions(library, editions, word, _known)


def _definitions(library: Lookup, editions: Iterable[Edition], word: str, match: _Matcher) -> list[TermDefinition]:
    """Return the meaning of a word in each of the editions that match it most surely."""
    meanings = [meaning for edition in editions if (meaning := _define(library, edition, word, match))]
    # What players say counts as slang, since another book may have it in `slang.yaml`.
    ranks = [_ORDER.index("slang" if meaning.of_players else meaning.how) for meaning in meanings]
    return [meaning for meaning, rank in zip(meanings, ranks, strict=True) if rank == min(ranks)]


def _defined_by(library: Lookup, number: str, book: str | None) -> list[TermDefinition]:
    """Return the terms that a rule defines; raises NotATerm if it defines none, RuleNotFound."""
    rows = library.find([number], book).raise_first().rows
    meanings = [
        _definition(library, row.edition, number, term, "rule")
        for row in rows
        for term in terms_of(row.edition)
        if row.number in term.rules and term.keyword is None
    ]
    if not meanings:
        raise NotATerm(number, [row.id for row in rows])
    return meanings


def _define(library: Lookup, edition: Edition, word: str, match: _Matcher) -> TermDefinition | None:
    """Return a word's meaning in an edition; if it has no glossary and does not define it, in the one that ships."""

    def in_edition(edition: Edition) -> TermDefinition | None:
        matched = match(word, edition)
        return _definition(library, edition, word, *matched) if matched else None

    own = in_edition(edition)
    shipped = library.installed.shipped(edition.slug)
    is_defined = own is not None and any(rule.text for rule in own.rules)
    if shipped is None or shipped is edition or edition.explained() or is_defined:
        return own
    other = in_edition(shipped)
    return other if own is None or (other and not own.rules) else own  # titles alone are better than nothing


def _by_sentence(library: Lookup, editions: Iterable[Edition], word: str) -> Iterator[TermDefinition]:
    """Yield the meaning of a word in each edition that has a rule whose sentence defines the word."""
    from rules_cli.lookup.defining import rules_that_define

    for edition in editions:
        glossary = {entry.number for entry in edition.explained()}
        rows = (entry.row for entry in edition.entries() if entry.row.number not in glossary)
        if rules := rules_that_define(word, rows):
            yield _definition(library, edition, word, Term(" ".join(word.split()), tuple(rules)), "sentence")


def _definition(library: Lookup, edition: Edition, word: str, term: Term, how: str) -> TermDefinition:
    """Return the meaning of a word, given its term and how it matches; slang has only the rules that answer it."""
    rules = (each for number in term.rules for each in _with_list(library, edition, number))
    numbers = dict.fromkeys(term.rules if how == "slang" else (*term.entries, *rules))
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


def _with_list(library: Lookup, edition: Edition, number: RuleNumber) -> Iterator[RuleNumber]:
    """Yield a rule with its sub-rules, or a heading with its rules. After a rule of a section that announces a list
    come its sub-rules."""
    yield number
    entry = edition.get(number)
    if entry is None:
        return
    if entry.row.kind != "heading":
        yield from entry.children
        return
    for child in entry.children:
        yield child
        below = library.rule_in(edition, child)
        if below and announces_list(below.text):
            yield from below.children


def _printed(word: str, edition: Edition) -> tuple[Term, str] | None:
    """Return the term that a word means, and how, if the book prints the word in singular or plural; else None."""
    matched = match_surely(word, terms_of(edition))
    return None if matched is None or matched[1] == "inflected" or _only_players_say(word, matched[0]) else matched


# Complexity: a word may be a term, slang, both or neither.
def _known(word: str, edition: Edition) -> tuple[Term, str] | None:
    """Return the term or slang that a word means and how it matches; None if it is neither. If the word is slang, the
    rules of the slang go before the term's: by its ending, the word may be near a wrong term, as `decking` is near
    *deck*."""
    matched = match_surely(word, terms_of(edition))
    is_printed = matched is not None and not _only_players_say(word, matched[0])
    spoken = slang_of(edition.slug)
    key = _key(word)
    forms = {key, *other_numbers(key), *uninflected(key)}
    phrases_of = [(slang, [*map(_key, slang.say)]) for slang in spoken.slang]
    meant = [slang for slang, phrases in phrases_of if key in phrases or key in map(_key, slang.exactly)]
    if is_printed and not meant:
        return matched
    meant = meant or [slang for slang, phrases in phrases_of if not forms.isdisjoint(phrases)]
    entries = (spoken.entry_of(number, edition) for slang in meant for number in slang.rules)
    rules = [entry.row.number for entry in entries if entry]
    if not rules:
        return matched
    words = ", ".join(dict.fromkeys(text for slang in meant for text in slang.means))
    term, how = matched or (Term(words, (), players=(word,)), "slang")
    return term._replace(rules=tuple(dict.fromkeys((*rules, *term.rules)))), how


def _only_players_say(word: str, term: Term) -> bool:
    """Return whether a word is what players say for a term, and not one of its printed names in singular or plural."""
    forms = {_key(word), *other_numbers(_key(word))}
    return forms.isdisjoint(map(_key, term.printed_names())) and not forms.isdisjoint(map(_key, term.players))


# Complexity: one row for each way to match.
def match_surely(word: str, terms: Sequence[Term]) -> tuple[Term, str] | None:
    """Return the term that a word means, and how it matches: one of "exact", "also called", "plural" and "inflected".
    None if no term does. What the book prints, in singular or plural, goes before what players say."""
    wanted, backwards = _key(word), terms[::-1]  # so that the first of two terms with one name is kept
    own = {_key(term.name): term for term in backwards}
    printed = {_ARTICLE.sub("", _key(name)): term for term in backwards for name in term.printed_names()}
    printed |= {_key(name): term for term in backwards for name in list(term.printed_names())[1:]}
    said = {_key(name): term for term in backwards for name in term.players}
    numbers, inflected = tuple(other_numbers(wanted)), tuple(uninflected(wanted))
    tries = (
        (own, (wanted,), "exact"),
        (own, numbers, "plural"),
        (printed, (wanted,), "also called"),
        (printed, numbers, "plural"),
        (said, (wanted,), "also called"),
        ({**printed, **own}, inflected, "inflected"),
        (said, numbers, "plural"),
    )
    for names, forms, how in tries:
        if term := next((names[form] for form in forms if form in names), None):
            return term, how
    return None


def _by_beginning(word: str, edition: Edition) -> tuple[Term, str] | None:
    """Return the term whose name begins with a word, and "beginning". None if several names do, or if the rules mostly
    use the word without the rest of the name."""
    wanted = _key(word)
    longer = {name: term for term in terms_of(edition) if (name := _key(term.name)).startswith(f"{wanted} ")}
    if len(wanted) < _BEGINNING or len(longer) != 1:
        return None
    texts = [f" {_key(entry.row.words.text or '')}" for entry in edition.entries()]
    ((name, term),) = longer.items()
    with_word, with_name = (sum(f" {words}" in text for text in texts) for words in (wanted, name))
    return (term, "beginning") if with_name >= _MOSTLY * with_word else None


def match_misspelt(word: str, terms: Sequence[Term]) -> tuple[Term, str] | None:
    """Return the term whose name is one edit from a word, or two if both are long, and "typo"; None if none is so near.
    A swap of two letters is one edit. If there are two edits, the first letter must be the same. What players say does
    not count: `flicker` is not `blocker`."""
    wanted = fold(" ".join(word.split()))
    if len(wanted) < _ONE_EDIT:
        return None
    from rapidfuzz.distance import OSA  # takes long to load: only a word that nothing matches needs it

    nearest: dict[int, Term] = {}
    for name, term in ((fold(name), each) for each in terms for name in each.printed_names()):
        edits = 2 if min(len(name), len(wanted)) >= _TWO_EDITS and name[0] == wanted[0] else 1
        distance = OSA.distance(wanted, name, score_cutoff=edits)
        if distance <= edits:
            nearest.setdefault(distance, term)
    return (nearest[min(nearest)], "typo") if nearest else None


@lru_cache(maxsize=16384)  # the names of the terms of some books, which are compared with each word that is asked
def _key(name: str) -> str:
    """Return a folded name on one line, with hyphens inside a word as blanks: `attack target` for `attack-target`."""
    folded = fold(" ".join(name.split()))
    return _HYPHEN.sub(" ", folded) if "-" in folded else folded  # faster, as thousands of names are compared


# --- rules named by a word


def find_rules(library: Lookup, words: Sequence[str], book: str | None = None) -> LookupResult:
    """Return the rules that words name: by their numbers, else the rule that defines the words as a term. The notes say
    which rule was taken for words. Raises UsageError if the words are neither."""
    asked = " ".join(words)
    try:
        result = library.find(words, book)
    except UsageError as error:
        if defining := _defining(library, asked, book):
            return defining
        if library.reads_as_rules(words):
            raise
        raise UsageError(f"{error}; to find rules by words: rules search {shorten(asked)}") from None
    has_digits = any(map(str.isdigit, asked))
    if result.missing and not has_digits:
        result = _without_letters(result)
    if result.rows or has_digits or not all(isinstance(error, RuleNotFound) for error in result.missing):
        return result
    return _defining(library, asked, book) or result


def _without_letters(result: LookupResult) -> LookupResult:
    """Return a result without rules whose number is a letter: next to a word, `a` does not mean Appendix A."""
    rows = tuple(row for row in result.rows if len(row.number) > 1)
    return result._replace(rows=rows) if rows else LookupResult((), result.missing, ())


def rule_of_term(library: Lookup, word: str, book: str | None = None) -> RowRef | None:
    """Return the rule that defines a word; None for a number, and for a word that no book defines."""
    if any(map(str.isdigit, word)):
        return None
    result = _defining(library, word, book)
    return result.rows[0] if result else None


def _defining(library: Lookup, asked: str, book: str | None) -> LookupResult | None:
    """Return the rule that defines a term in each book that has the term; its glossary entry if no rule defines it. The
    notes name the rules. None if no book has the term."""
    try:
        meanings = look_up(library, asked, book)
    except (TermNotFound, UsageError):
        return None
    rows = []
    for meaning in meanings:
        glossary = meaning.term.entries
        numbers = [*(rule.number for rule in meaning.rules if rule.number not in glossary), *glossary]
        if entry := next((entry for number in numbers if (entry := meaning.edition.get(number))), None):
            rows.append(RowRef(meaning.edition, entry))
    notes = tuple(f"{asked}: {row.id} {row.entry.row.words.title or ''}".rstrip() for row in rows)
    return LookupResult(tuple(rows), missing=(), notes=notes, unclear=tuple(in_many_books(rows))) if rows else None
