"""The words of languages by which texts name rules and their parts, from `data/languages/<code>.yaml`.

A rulebook, a judge's text or a typed question may be in any of these languages, and mix them: each set of words is that
of all languages together. A new language is one more file. The files are read when a word is first asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Annotated, NamedTuple

from rules_cli.errors import LibraryError
from rules_cli.schema import Condition, Text
from rules_cli.store.data_files import read_file
from rules_cli.store.paths import data
from rules_cli.text import fold

_Listed = tuple[Text, ...]
_Months = Annotated[tuple[str, ...], Condition(lambda months: len(months) in (0, 12), "the names of twelve months")]


class Language(NamedTuple):
    """The words of one language; docs/data-files.md explains each key to translators."""

    sections: Mapping[str, _Listed] = {}
    chapters: Mapping[str, _Listed] = {}
    parts: Mapping[str, _Listed] = {}
    steps: Mapping[str, _Listed] = {}
    laws: _Listed = ()
    roman_steps: _Listed = ()
    sentences: _Listed = ()
    heads: _Listed = ()
    abbreviations: _Listed = ()
    typed: _Listed = ()
    ordinal_chapters: _Listed = ()
    before_number: _Listed = ()
    before_dotted: _Listed = ()
    citing: _Listed = ()
    saying: _Listed = ()
    forms: _Listed = ()
    and_words: _Listed = ()
    or_words: _Listed = ()
    through: _Listed = ()
    of: _Listed = ()
    articles: _Listed = ()
    little: _Listed = ()
    asking: _Listed = ()
    persons: _Listed = ()
    vague: _Listed = ()
    hurried: Mapping[str, _Listed] = {}
    common: _Listed = ()
    limiting: _Listed = ()
    referring: _Listed = ()
    units: _Listed = ()
    other_numbers: _Listed = ()
    examples: _Listed = ()
    answers: _Listed = ()
    notes: _Listed = ()
    contents: _Listed = ()
    glossary: _Listed = ()
    back_matter: _Listed = ()
    front_matter: _Listed = ()
    change_logs: _Listed = ()
    list_openers: _Listed = ()
    see: _Listed = ()
    term: _Listed = ()
    status: _Listed = ()
    penalties: Mapping[str, _Listed] = {}
    penalty_clauses: Mapping[str, _Listed] = {}
    penalty_labels: _Listed = ()
    penalty_units: _Listed = ()
    no_penalty: _Listed = ()
    remedies: _Listed = ()
    upgrades: _Listed = ()
    downgrades: _Listed = ()
    repeated: _Listed = ()
    times: _Listed = ()
    often: Mapping[str, _Listed] = {}
    first: _Listed = ()
    next: _Listed = ()
    penalty_verbs: _Listed = ()
    losing: _Listed = ()
    over: _Listed = ()
    below: _Listed = ()
    up_to: _Listed = ()
    conditions: _Listed = ()
    not_stating: _Listed = ()
    negations: _Listed = ()
    penalty_effects: _Listed = ()
    people: _Listed = ()
    indefinite: _Listed = ()
    clause_joints: _Listed = ()
    sanctioning: _Listed = ()
    participles: _Listed = ()
    infinitives: _Listed = ()
    prefixes: _Listed = ()
    months: _Months = ()
    dates: _Listed = ()
    updates: _Listed = ()
    numerals: tuple[str, ...] = ()
    tens: tuple[str, ...] = ()
    sole: _Listed = ()
    defining: _Listed = ()
    card_columns: Mapping[str, _Listed] = {}


@cache
def languages() -> Mapping[str, Language]:
    """Return all languages by their codes, English first. Raises LibraryError if no file is there."""
    files = sorted((data() / "languages").glob("*.yaml"), key=lambda path: (path.stem != "en", path.stem))
    found = {path.stem: language for path in files if (language := read_file(Language, path))}
    if not found:
        raise LibraryError("data/languages is missing: install rules again")
    return found


@cache
def words(*keys: str) -> tuple[str, ...]:
    """Return the words of the given keys in all languages, each once; of inflected words all forms."""
    all_words: dict[str, None] = {}  # a set that keeps the order
    for language in languages().values():
        for key in keys:
            listed = getattr(language, key)
            for word in listed:
                all_words |= dict.fromkeys((word, *listed[word]) if isinstance(listed, Mapping) else (word,))
    return tuple(all_words)


@cache
def folded(*keys: str) -> frozenset[str]:
    """Return the words of the given keys in all languages, folded."""
    return frozenset(map(fold, words(*keys)))


@cache
def folded_singular(*keys: str) -> frozenset[str]:
    """Return the first forms of the inflected words of the given keys in all languages, folded."""
    return frozenset(map(fold, singular(*keys)))


@cache
def singular(*keys: str) -> tuple[str, ...]:
    """Return the first form of the inflected words of the given keys in all languages, each once."""
    return tuple(dict.fromkeys(word for each in languages().values() for key in keys for word in getattr(each, key)))


_ORDINAL_FIGURE = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|re|e|eme|te|[ao])")


def ordinal(word: str) -> int:
    """Return the value of a folded ordinal number in any language, `first`, `1st`; 0 for another word."""
    figure = _ORDINAL_FIGURE.fullmatch(word)
    return int(figure[1]) if figure else ordinals().get(word, 0)


@cache
def ordinals() -> Mapping[str, int]:
    """Return the values of the folded ordinal numbers in all languages, from `first` on."""
    return {name: value for name, value in numerals().items() if name not in cardinals()}


@cache
def cardinals() -> Mapping[str, int]:
    """Return the values of the folded cardinal numbers in all languages, from `one` on."""
    return {fold(both.split()[0]): value for value, both in numeral_names() if both}


@cache
def numerals() -> Mapping[str, int]:
    """Return the values of the folded numbers in all languages, cardinal or ordinal."""
    return {fold(name): value for value, both in numeral_names() for name in both.split()}


def numeral_names() -> Iterator[tuple[int, str]]:
    """Yield each number that the languages have words for, with those words: the cardinal one, then ordinal ones."""
    return chain.from_iterable(enumerate(language.numerals, 1) for language in languages().values())


def any_of(texts: Iterable[str]) -> str:
    """Return a pattern of any of the words, with or without accents; it matches nothing if there are no words."""
    spelt = set(texts)
    for word in tuple(spelt):
        if not word.isascii() and word[0] < "\u0250":  # Japanese signs have marks that are no accents
            decomposed = unicodedata.normalize("NFKD", word)
            spelt.add("".join(sign for sign in decomposed if not unicodedata.combining(sign)))
    return "|".join(sorted(map(re.escape, spelt), key=lambda word: (-len(word), word))) or "(?!)"


@cache
def small_words(language: str) -> frozenset[str]:
    """Return the folded words of a language that say little in a question: *how*, *I*, *if*, articles, prepositions."""
    known = languages().get(language, Language())
    lists = (known.asking, known.persons, known.vague, known.conditions, known.articles, known.little)
    return frozenset(fold(word) for listed in lists for word in listed)


def likely_languages(text: Iterable[str], among: Iterable[str]) -> frozenset[str]:
    """Return those of some languages that most of the small words in a question are of; none if it has no such word.
    The words are folded."""
    words = [*text]
    counts = {code: sum(word in small_words(code) for word in words) for code in among}
    most = max(counts.values(), default=0)
    return frozenset(code for code in counts if counts[code] == most > 0)


@cache
def asking_words(language: str) -> frozenset[str]:
    """Return the folded words of a language with which a question begins."""
    return frozenset(map(fold, languages().get(language, Language()).asking))


@cache
def hurried_words() -> Mapping[str, str]:
    """Return the words in full by the ways in which hurried people write them, in all languages."""
    listed = (each.hurried.items() for each in languages().values())
    return {short: word for items in listed for word, shorter in items for short in shorter}
