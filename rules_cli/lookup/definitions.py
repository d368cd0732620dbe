"""Look up a word of a game: the rules that define it, and rules named by such a word, `rules cite "legend rule"`.

Case, accents, plurals and typos are forgiven, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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

_ONE_EDIT = 5  # letters: in a shorter word, one edit makes another word, `haste` of `hate`
_TWO_EDITS = 7  # letters of both words: if one is shorter, two edits make another word, `kicker` of `flicker`
_ARTICLE = re.compile(r"^(?:the|os?|as?) ")
_MOSTLY = 0.5  # of the rules that have the first word of a name: it is a common word if fewer have the whole name
_BEGINNING = 4  # letters of a word that begins one name only: `two` is no name of a variant
_VALUE = re.compile(r" (?:[0-9]{1,3}|x|n)$", re.IGNORECASE)
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
SHORT_SECTION = 8  # rules in a section that is shown whole


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
        return _only_players_say(self.asked, self.term)


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


_ORDER = ["exact", "also called", "plural", "slang", "inflected", "beginning", "rule", "sentence", "typo"]
"""How a word may match a term, the surest first: `rule` if it is the number of a rule that defines the term, and
`sentence` if only the sentence of a rule defines it."""

_Matcher = Callable[[str, Edition], tuple[Term, str] | None]


# Complexity: one step for each way to read a word, the surest first.
def look_up(library: Lookup, word: str, book: str | None = None) -> list[TermDefinition]:
    """Return the meanings of a word, in the chosen book or in every book that defines it; raises TermNotFound.

    The word may name its book: `fab:moniker` as ids do, or `fab moniker`. It may be the number of a rule that defines
    terms.
    """
    slug, _, rest = (part.strip() for part in word.partition(":"))
    if rest and library.installed.slug_of(slug.partition("@")[0]):
        book, word = slug, rest
    editions, chosen = library.editions_for(book), settings.chosen_book(book) is not None
    if found := _surely(library, editions, word):
        return found
    if looks_like_number(word):
        return _defined_by(library, word, book)
    named, count = library.installed.book_in_front(word.split()) or ("", 0)
    if book is None and 0 < count < len(word.split()):
        return look_up(library, " ".join(word.split()[count:]), named)
    if (bare := _VALUE.sub("", word)) != word and (found := _surely(library, editions, bare)):
        return found  # the keyword of `scry 2`
    if found := list(_by_sentence(library, editions, word)) or _definitions(library, editions, word, _by_beginning):
        return found
    # the editions of which it may be a misspelt term: a word that their rules use is no misspelling
    whole = re.compile(rf"\b{re.escape(fold(word))}\b")
    readable = [each for each in editions if chosen or each.about["language"] == library.lang]
    unused = (each for each in readable if not any(whole.search(fold(e.row.words.text or "")) for e in each.entries()))
    if found := _definitions(library, unused, word, lambda asked, each: match_misspelt(asked, terms_of(each))):
        return found
    raise TermNotFound(word, editions[0].slug if chosen else None)


def _surely(library: Lookup, editions: Iterable[Edition], word: str) -> list[TermDefinition]:
    """Return the meaning of a word that editions print, or that players say: few questions need the slang."""
    return _definitions(library, editions, word, _printed) or _definitions(library, editions, word, _known)


def _definitions(library: Lookup, editions: Iterable[Edition], word: str, match: _Matcher) -> list[TermDefinition]:
    """Return the meaning of a word in each edition that matches it most surely."""
    found = [definition for edition in editions if (definition := _define(library, edition, word, match))]
    ranks = [_ORDER.index("slang" if each.of_players else each.how) for each in found]  # slang is the same in each file
    return [each for each, rank in zip(found, ranks, strict=True) if rank == min(ranks)]


def _defined_by(library: Lookup, number: str, book: str | None) -> list[TermDefinition]:
    """Return the terms that a rule defines; raises NotATerm if it defines none, RuleNotFound."""
    rows = library.find([number], book).raise_first().rows
    found = [
        _definition(library, row.edition, number, term, "rule")
        for row in rows
        for term in terms_of(row.edition)
        if row.number in term.rules and term.keyword is None
    ]
    if not found:
        raise NotATerm(number, [row.id for row in rows])
    return found


def _define(library: Lookup, edition: Edition, word: str, match: _Matcher) -> TermDefinition | None:
    """Return a word's meaning in an edition; if it has no glossary and does not define it, in the one that ships."""

    def in_edition(each: Edition) -> TermDefinition | None:
        matched = match(word, each)
        return _definition(library, each, word, *matched) if matched else None

    own = in_edition(edition)
    shipped = library.installed.shipped(edition.slug)
    is_defined = own is not None and any(rule.text for rule in own.rules)
    if shipped is None or shipped is edition or edition.explained() or is_defined:
        return own
    other = in_edition(shipped)
    return other if own is None or (other and not own.rules) else own


def _by_sentence(library: Lookup, editions: Iterable[Edition], word: str) -> Iterator[TermDefinition]:
    """Yield the meaning of a word in each edition of which a rule's sentence defines it."""
    from rules_cli.lookup.defining import rules_that_define

    for edition in editions:
        glossary = {entry.number for entry in edition.explained()}
        rows = (entry.row for entry in edition.entries() if entry.row.number not in glossary)
        if rules := rules_that_define(word, rows):
            yield _definition(library, edition, word, Term(" ".join(word.split()), tuple(rules)), "sentence")


def _definition(library: Lookup, edition: Edition, word: str, term: Term, how: str) -> TermDefinition:
    numbers = dict.fromkeys(
        (*term.entries, *(n for number in term.rules for n in _with_list(library, edition, number)))
    )
    if how == "slang":  # rules that answer what players say, not those of a term
        numbers = dict.fromkeys(term.rules)
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
        yield child
        below = library.rule_in(edition, child)
        if below and announces_list(below.text):
            yield from below.children


def _printed(word: str, edition: Edition) -> tuple[Term, str] | None:
    """Return the term that a word means if the book prints it in the singular or plural: no slang goes before it."""
    matched = match_surely(word, terms_of(edition))
    return None if matched is None or matched[1] == "inflected" or _only_players_say(word, matched[0]) else matched


# Complexity: a word may be a term, slang, both or neither.
def _known(word: str, edition: Edition) -> tuple[Term, str] | None:
    """Return the term that a word means and how it matches. If no book prints the word, the rules of the slang that it
    is go before those of a term, which it may only be near, or another word by its ending: `decking` is no deck."""
    matched = match_surely(word, terms_of(edition))
    is_printed = matched is not None and not _only_players_say(word, matched[0])
    spoken = slang_of(edition.slug)
    key = _key(word)
    wanted = {key, *other_numbers(key), *uninflected(key)}
    said = [(each, [*map(_key, each.say)]) for each in spoken.slang]
    meant = [each for each, phrases in said if key in phrases or key in map(_key, each.exactly)]
    if is_printed and not meant:
        return matched
    meant = meant or [each for each, phrases in said if not wanted.isdisjoint(phrases)]
    found = (spoken.entry_of(number, edition) for each in meant for number in each.rules)
    rules = [entry.row.number for entry in found if entry]
    if not rules:
        return matched
    words = ", ".join(dict.fromkeys(text for each in meant for text in each.means))
    term, how = matched or (Term(words, (), players=(word,)), "slang")
    return term._replace(rules=tuple(dict.fromkeys((*rules, *term.rules)))), how


def _only_players_say(word: str, term: Term) -> bool:
    """Return whether a word is what players say for a term, and in no singular or plural one of its printed names."""
    said = {_key(word), *other_numbers(_key(word))}
    return said.isdisjoint(map(_key, term.printed_names())) and not said.isdisjoint(map(_key, term.players))


# Complexity: one row for each way to match.
def match_surely(word: str, terms: Sequence[Term]) -> tuple[Term, str] | None:
    """Return the term that a word means, and how it matches: one of "exact", "also called", "plural" and
    "inflected"; None if no term does.

    What the book prints, in the singular or plural, goes before what players say. Of two terms with one name the first
    counts.
    """
    wanted, backwards = _key(word), terms[::-1]
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
        if found := next((names[form] for form in forms if form in names), None):
            return found, how
    return None


def _by_beginning(word: str, edition: Edition) -> tuple[Term, str] | None:
    """Return the only term whose name begins with a word that the rules seldom use without the rest of the name."""
    wanted = _key(word)
    begun = {name: term for term in terms_of(edition) if (name := _key(term.name)).startswith(f"{wanted} ")}
    if len(wanted) < _BEGINNING or len(begun) != 1:
        return None
    texts = [f" {_key(entry.row.words.text or '')}" for entry in edition.entries()]
    ((name, term),) = begun.items()
    using, naming = (sum(f" {words}" in text for text in texts) for words in (wanted, name))
    return (term, "beginning") if naming >= _MOSTLY * using else None


def match_misspelt(word: str, terms: Sequence[Term]) -> tuple[Term, str] | None:
    """Return the term whose name is one edit from a word, or two if both are long, and "typo"; None if none is near.

    A swap of two letters is one edit. Of two edits none is in the first letter, and what players say does not count:
    `flicker` is not `blocker`.
    """
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


def _key(name: str) -> str:
    """Return a folded name on one line, with hyphens inside a word as blanks: `attack target` is `attack-target`."""
    folded = fold(" ".join(name.split()))
    return _HYPHEN.sub(" ", folded) if "-" in folded else folded  # thousands of names for one word


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
    if found.missing and not any(map(str.isdigit, asked)):
        found = _without_letters(found)
    if found.rows or any(map(str.isdigit, asked)) or not all(isinstance(e, RuleNotFound) for e in found.missing):
        return found
    return _defining(library, asked, book) or found


def _without_letters(found: LookupResult) -> LookupResult:
    """Return what words name without rows that are a letter: beside a word that is no rule, `a` is no appendix."""
    rows = tuple(row for row in found.rows if len(row.number) > 1)
    return found._replace(rows=rows) if rows else LookupResult((), found.missing, ())


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
    titles = (row.entry.row.words.title or "" for row in rows)
    notes = tuple(f"{asked}: {row.id} {title}".rstrip() for row, title in zip(rows, titles, strict=True))
    return LookupResult(tuple(rows), (), notes, tuple(in_many_books(rows))) if rows else None
