"""The meanings of the words of a query: for each, words of the books with weights. And the shape of a question: what it
asks for, such as a permission, and the words of rules that answer it.

A word is read as typed, inflected, cut short or written together. It may also mean a synonym in the thesaurus, or
another name of a term that the query names. If the books have none of these, it is read as a word spelt like it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise, takewhile
from typing import Any, NamedTuple

from rules_cli.search.corpus import CorpusTerm
from rules_cli.search.stems import LANGUAGES, SHORTEST_INFLECTED, STOPWORDS, are_small, content_words, written_out
from rules_cli.search.thesaurus import LONGEST, ThesaurusEntry
from rules_cli.search.vocabulary import INFLECTED, KIN, Vocabulary
from rules_cli.store import data_files, paths
from rules_cli.text import WORD, fold, words_of_text

_OTHER_NAME = 0.88  # another name of a term is surer than a synonym of the thesaurus, and less than an inflection
_PHRASE = 0.95  # times its weight: a phrase for a word is a little less sure than a word
_PARTED = 0.8  # the two words of a compound may be far apart in a rule
_BEGUN = 0.9  # weight of a word that begins as the last one: any of them may be meant
_SYMBOL, _IMPLIED = "symbol", 0.5  # a word that is not typed, and how far it counts
_MOST_WORDS = 32  # words of a query that count, so that a pasted page costs no more than a long question
_MOST_READ = 2 * _MOST_WORDS  # words with stopwords
_LIKE = 4  # letters at the beginning of two words that look like forms of one
_ASKS_LIST = re.compile(
    r"^(?:(?:(?:what|which) are|list|name) (?:all (?:of )?)?the |(?:list|name) all "
    r"|(?:quais sao|list[ae]) (?:tod[ao]s )?[ao]s )"
)
_ASKS_WHAT = re.compile(
    rf"{_ASKS_LIST.pattern}|^(?:(?:what (?:is|are|s)|explain|define) (?:(?:an?|the) )?"
    r"|o que (?:e|sao|significa) (?:[ao]s? )?)"
)
_MOST_TERMS = 60  # terms that a query may name: one common word may be part of hundreds of names

Phrase = tuple[tuple[frozenset[str], ...], float]
"""Several words that together mean one of the query, each in any of its forms; and their weight."""


@dataclass(slots=True, eq=False)
class QueryWord:
    """One word (or phrase) of a query."""

    text: str
    variants: dict[str, float]  # the book words that it may mean, with weights
    keys: dict[str, float]  # the stem keys by which names of terms may have it, with weights
    phrases: list[Phrase] = field(default_factory=list)  # the book phrases that it may mean
    misspelt: bool = False  # it is not in the books: its variants are corrections
    correction: str = ""  # the word that it is read as, if the user should know
    guessed: bool = False  # its variants are corrections, or words that begin with it
    trust: float = 1.0  # how far it counts

    def add(self, variant: str, weight: float) -> None:
        """Add a variant; the better weight counts if it is there already."""
        self.variants[variant] = max(self.variants.get(variant, 0.0), weight)

    def add_keys(self, keys: Iterable[str], weight: float) -> None:
        """Add stem keys; the better weight counts for one that is there already."""
        for key in keys:
            self.keys[key] = max(self.keys.get(key, 0.0), weight)

    def likeliest(self) -> str:
        """Return the book word that is likeliest meant; the word itself if the books have none."""
        return max(self.variants, key=self.variants.__getitem__, default=self.text)


class MatchedTerm(NamedTuple):
    """A term that a query names: the name, the words of the query in it, and how sure they are, below 1 if misspelt.
    `whole` says that the query is this name and nothing else."""

    name: str
    term: CorpusTerm
    words: tuple[QueryWord, ...]
    certainty: float
    whole: bool

    def texts(self) -> frozenset[str]:
        """Return the words of the query in the name."""
        return frozenset(word.text for word in self.words)

    def is_own(self) -> bool:
        """Return whether the name is one that a book gives the term, and not one that players give it."""
        return self.term.naming == "term" and self.name in self.term.own


@dataclass(slots=True)
class Query:
    """A query: its text, its words in their order with what each may mean, and the terms that it names."""

    text: str
    words: Sequence[QueryWord]
    terms: Sequence[MatchedTerm]

    def absent(self) -> list[str]:
        """Return the words for which the books have no form, spelling, synonym or term."""
        named = {word for match in self.terms for word in match.words}
        return [
            word.text
            for word in self.words
            if word.keys and word not in named and not (word.variants or word.phrases or word.text in STOPWORDS)
        ]

    def typed(self) -> frozenset[str]:
        """Return the book words that are words of the query, in any form, cut short or corrected; without synonyms."""
        return frozenset(
            text
            for word in self.words
            for text, sure in word.variants.items()
            if word.guessed or sure >= INFLECTED or text.startswith(word.text)
        )

    def leave_slang(self, named: Collection[frozenset[str]]) -> None:
        """Leave out slang whose words are part of one of the names, given as words, of terms of other books."""
        self.terms = [
            match
            for match in self.terms
            if match.is_own() or match.term.naming == "interaction" or not any(match.texts() <= name for name in named)
        ]

    def corrected(self) -> list[str]:
        """Return all words of the text, with the likeliest correction in place of each misspelt word."""
        meant = {word.text: word.likeliest() for word in self.words if word.misspelt}
        return [meant.get(word, word) for word in words_of_text(self.text)]


def words_of(query: str) -> tuple[str, ...]:
    """Return the different words of a query without stopwords; the stopwords if it has no others."""
    return content_words(words_of_text(written_out(query))[:_MOST_READ])[:_MOST_WORDS]


def subject_of(query: str) -> Sequence[str]:
    """Return the words of a query without a beginning such as *what is a*."""
    words = words_of_text(query)
    return _ASKS_WHAT.sub("", " ".join(words)).split() or words


def asks_for_list(query: str) -> bool:
    """Return whether a query asks for all things of a kind: *what are the zones*, *list the phases of a turn*."""
    return _ASKS_LIST.match(" ".join(words_of_text(query))) is not None


# Complexity: one line for each way to read words, in their order.
def understand(text: str, vocabulary: Vocabulary, unfinished: bool = False, elsewhere: Collection[str] = ()) -> Query:
    """Return what the words of a query may mean in a book. `unfinished` says that the last word may go on. Words that
    other books have (`elsewhere`) are not misspellings."""
    text = written_out(text)
    languages = languages_of_question(text, vocabulary)
    typed = list(_typed(" ".join(subject_of(text)), vocabulary, languages))
    words = [_read_word(word, vocabulary) for word in content_words(typed)[:_MOST_WORDS]]
    if unfinished and typed and text[-1:].isalnum():
        _finish(words, typed, vocabulary)
    if words and all(word.text.startswith("{") for word in words):  # a rule says "the tap symbol is {T}"
        words.insert(0, _read_word(_SYMBOL, vocabulary))
        words[0].trust = _IMPLIED
    _add_joined(words, typed, vocabulary)
    for word in words:  # a book may write a compound as two words
        word.phrases += [(halves, _PARTED) for halves in vocabulary.halves(word.text)]
    terms = list(_matched_terms(words, typed, vocabulary))
    in_terms = {word for match in terms if match.is_own() for word in match.words}
    _add_synonyms([word for word in words if word not in in_terms], typed, vocabulary, languages)
    _read_unknown((word for word in words if word.text not in elsewhere), _names(text), vocabulary)
    if any(word.misspelt for word in words):  # a correction may be part of a name
        terms = list(_matched_terms(words, typed, vocabulary))
    _add_other_names(terms, vocabulary)
    _correct_by_names(terms, elsewhere, vocabulary)
    return Query(text, words, terms)


# Complexity: two reasons to name another word.
def _correct_by_names(terms: Sequence[MatchedTerm], elsewhere: Collection[str], vocabulary: Vocabulary) -> None:
    """Name the words of terms as the corrections: of a misspelt word, the word of the longest name that has others of
    the query, too, `rule` of the legend rule; of a word that is unlike the word of a name, that."""
    told = set[QueryWord]()
    for match in terms:
        for word, part in zip(match.words, content_words(match.name.split()), strict=True):
            is_in_books = word.text in elsewhere or vocabulary.forms(word.text)
            is_of_name = word.misspelt and len(match.words) > 1 and word not in told
            if is_of_name or not (word.correction or is_in_books or _is_like(word.text, part)):
                word.correction = part
                told.add(word)


def _is_like(word: str, other: str) -> bool:
    """Return whether two words begin alike: a reader sees why one is read as the other, but not `mago` as `magia`."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    return shared >= _LIKE or shared in (len(word), len(other))


def languages_of_question(text: str, vocabulary: Vocabulary) -> Sequence[str]:
    """Return the languages that a question may be in: those of the book, and Portuguese if a word of the question is
    only of that."""
    words = words_of_text(text)[:_MOST_READ]
    own = vocabulary.corpus.languages
    if LANGUAGES[0] not in own:
        return own
    return LANGUAGES if len(own) > 1 or any(map(vocabulary.is_foreign, words)) else own


def _typed(text: str, vocabulary: Vocabulary, languages: Sequence[str]) -> Iterator[str]:
    """Yield the words of a text; an unknown word that is two words of the books is split."""
    for word in words_of_text(text)[:_MOST_READ]:
        is_known = vocabulary.forms(word) or vocabulary.meanings((word,), languages)
        if is_known or vocabulary.is_of_players(vocabulary.keys(word)):
            yield word
        else:
            yield from vocabulary.split(word) or (word,)


def _read_word(text: str, vocabulary: Vocabulary) -> QueryWord:
    """Return a word of a query with its forms in the books, and the keys of the names that may have it."""
    word = QueryWord(text, dict(vocabulary.forms(text)), dict.fromkeys(vocabulary.keys(text), 1.0))
    if text.endswith("s") and not word.variants and vocabulary.is_of_players(singular := vocabulary.keys(text[:-1])):
        word.add_keys(singular, INFLECTED)  # the plural of an abbreviation, which stemmers do not know: SBAs
    if max(word.variants.values(), default=1.0) < INFLECTED:  # cut short: a name may have the whole word
        for other, weight in word.variants.items():
            word.add_keys(vocabulary.keys(other), weight)
    return word


# Complexity: a word may be finished, go on, or be the end of a name.
def _finish(words: list[QueryWord], typed: Sequence[str], vocabulary: Vocabulary) -> None:
    """Add the words of the books that begin with the last word of a query as variants of that word. Nothing is added if
    the books have that word, or if it is a stopword that ends a name, such as "go again"."""
    start, text = typed[-1], f" {' '.join(typed)}"
    longer = vocabulary.beginning(start)
    if not longer or (vocabulary.frequency(start) and start not in STOPWORDS):
        return
    names = (match.name for match in _matched_terms(words, typed, vocabulary)) if start in STOPWORDS else ()
    if any(" " in name and text.endswith(f" {name}") for name in names):
        return
    word = next((word for word in words if word.text == start), None)
    if word is None:
        word = QueryWord(start, {}, {})
        words.append(word)
    word.guessed = True
    for other in longer:
        word.add(other, _BEGUN)
        word.add_keys(vocabulary.keys(other), _BEGUN)


def _add_joined(words: Sequence[QueryWord], typed: Sequence[str], vocabulary: Vocabulary) -> None:
    """Add words of the books that were typed as two words, as variants of both."""
    by_text = {word.text: word for word in words}
    for pair in pairwise(typed):
        joined = "".join(pair)
        if vocabulary.frequency(joined):
            for text in by_text.keys() & set(pair):
                by_text[text].add(joined, INFLECTED)


def _add_synonyms(
    words: list[QueryWord], typed: Sequence[str], vocabulary: Vocabulary, languages: Sequence[str]
) -> None:
    """Add what the typed words, alone and in phrases, mean by the thesaurus. A phrase of stopwords becomes a word.
    Words of a longer phrase are none of a shorter one: *time runs out* says nothing of a deck that runs out."""
    by_text = {word.text: word for word in words}
    taken, longer = set[int](), frozenset[int]()  # the places of words in phrases, and in longer ones
    for size in range(LONGEST, 0, -1):
        longer = longer.union(taken)
        for start in range(len(typed) - size + 1):
            phrase, places = tuple(typed[start : start + size]), range(start, start + size)
            entries = [] if size > 1 and longer.issuperset(places) else vocabulary.meanings(phrase, languages)
            if not entries:
                continue
            taken.update(places)
            in_phrase = [by_text[text] for text in phrase if text in by_text]
            if not in_phrase and size > 1 and len(words) < _MOST_WORDS:  # all stopwords: "run out", "for free"
                in_phrase = [QueryWord(" ".join(phrase), {}, {})]
                words += in_phrase
            _add_meanings(in_phrase, entries, vocabulary)


def _add_meanings(phrase: Sequence[QueryWord], entries: Sequence[ThesaurusEntry], vocabulary: Vocabulary) -> None:
    """Add meanings of a phrase to each of its words, except forms of its other words."""
    for word in phrase:
        others = [other.text for other in phrase if other is not word]
        taken = {form for text in others for form in (text, *vocabulary.forms(text))}
        for entry in entries:
            _add_meaning(word, entry, taken, vocabulary)


def _add_other_names(terms: Iterable[MatchedTerm], vocabulary: Vocabulary) -> None:
    """Add the other names that books give to terms as meanings of the words that name these terms."""
    for match in terms:
        weight = _OTHER_NAME * match.certainty
        others = [name for name in match.term.own if name != match.name]
        entries = [ThesaurusEntry(name, weight, vocabulary.corpus.languages) for name in others]
        _add_meanings(match.words, entries, vocabulary)


def _add_meaning(word: QueryWord, entry: ThesaurusEntry, taken: Collection[str], vocabulary: Vocabulary) -> None:
    """Add the book words for a meaning as variants, except those `taken`; a meaning of several words as a phrase."""
    parts = [part for part in entry.phrase.split() if not are_small((part,))]
    forms = [vocabulary.forms(part, entry.languages) for part in parts]
    if len(forms) > 1 and all(forms):
        word.phrases.append((tuple(map(frozenset, forms)), entry.weight * _PHRASE))
    elif len(forms) == 1:
        for form, weight in forms[0].items():
            if weight >= KIN and form not in taken:
                word.add(form, entry.weight * weight)


def _names(text: str) -> frozenset[str]:
    """Return the words with a capital in a text of small letters: names of cards and people. Empty for a title."""
    printed = WORD.findall(text)
    telling = [word for word in printed if fold(word) not in STOPWORDS]
    if sum(word[0].isupper() for word in telling) * 2 > len(telling):
        return frozenset()
    return frozenset(part for word in printed[1:] if word[0].isupper() for part in words_of_text(word))


def _read_unknown(words: Iterable[QueryWord], names: Collection[str], vocabulary: Vocabulary) -> None:
    """Correct misspelt words: not in the books, not of players, not common in the language. Names do not count. A
    word that goes on as words of the books do is not finished, and no slip."""
    for word in words:
        has_meaning = word.variants or word.phrases
        if has_meaning and (vocabulary.forms(word.text) or vocabulary.is_spelt(word.text)):
            continue
        if vocabulary.is_of_players(tuple(word.keys)):
            continue
        if word.text in names:
            word.trust = 0.0
        elif not (word.guessed or vocabulary.is_common(word.text)):
            _correct(word, vocabulary)


def _correct(word: QueryWord, vocabulary: Vocabulary) -> None:
    """Add the words of the books that are spelt like a word, or begin with a short one; mark it as misspelt."""
    word.misspelt = word.guessed = True
    corrections, word.trust = vocabulary.corrections(word.text)
    begun = vocabulary.going_on(word.text) if len(word.text) == SHORTEST_INFLECTED else {}
    word.correction = next(iter(corrections or begun), "")
    for other, weight in (*corrections.items(), *begun.items()):
        if vocabulary.frequency(other):
            word.add(other, weight)
        word.add_keys(vocabulary.keys(other), weight)


# --- terms


def _matched_terms(words: Sequence[QueryWord], typed: Sequence[str], vocabulary: Vocabulary) -> Iterator[MatchedTerm]:
    """Yield the terms that a query names, long names first: each word of a name is a different word of the query."""
    for number in islice(_likely_names(words, vocabulary), _MOST_TERMS):
        name, term = vocabulary.name(number)
        if term.exactly and f" {name} " not in f" {' '.join(typed)} ":
            continue
        parts = content_words(name.split())
        if term.naming == "slang" and len(parts) == 1 and not set(name.split()).difference(parts).issubset(typed):
            continue  # `run out` is not `run`: in slang, the stopword makes the meaning
        if certainties := _words_of_name(parts, words, vocabulary):
            whole = len(certainties) == len(words) and _is_same(name.split(), typed, words, vocabulary)
            yield MatchedTerm(name, term, tuple(certainties), min(certainties.values()), whole)


def _likely_names(words: Sequence[QueryWord], vocabulary: Vocabulary) -> Iterator[int]:
    """Yield the names that have no more words than words of the query are part of them; the longest names first."""
    by_size: Mapping[int, Counter[int]] = defaultdict(Counter)  # how many words of the query are part of a name
    for word in words:
        names_of_word: Mapping[int, dict[int, None]] = defaultdict(dict)  # a name with several keys counts once
        for size, names in vocabulary.parts(tuple(word.keys)):
            names_of_word[size].update(dict.fromkeys(names))
        for size, different_names in names_of_word.items():
            by_size[size].update(different_names.keys())
    for size in sorted(by_size, reverse=True):
        yield from (name for name, count in by_size[size].items() if count >= size)


def _words_of_name(parts: Iterable[str], words: Sequence[QueryWord], vocabulary: Vocabulary) -> dict[QueryWord, float]:
    """Return a word of the query for each part of a name, with its certainty; empty if a part has no word to itself."""
    chosen: dict[QueryWord, float] = {}
    for part in parts:
        keys = vocabulary.keys_of_name(part)
        certainties = {word: max(word.keys.get(key, 0.0) for key in keys) for word in words}
        likeliest = max((word for word in words if word not in chosen), key=certainties.__getitem__, default=None)
        if not likeliest or not certainties[likeliest]:
            return {}
        chosen[likeliest] = certainties[likeliest]
    return chosen


def _is_same(name: Sequence[str], typed: Sequence[str], words: Sequence[QueryWord], vocabulary: Vocabulary) -> bool:
    """Return whether a query is a name word for word, its words as they are, inflected, cut short or misspelt."""
    if len(name) != len(typed):
        return False
    keys = {word.text: word.keys for word in words}
    return all(
        part == text or not set(vocabulary.keys_of_name(part)).isdisjoint(keys.get(text) or vocabulary.keys(text))
        for part, text in zip(name, typed, strict=True)
    )


def all_variants(words: Iterable[QueryWord]) -> frozenset[str]:
    """Return every book word that one of the words may mean."""
    parts = (part for word in words for phrase, _ in word.phrases for part in phrase)
    return frozenset().union(*(word.variants for word in words), *parts)


# --- the shape of a question

_ENOUGH = 2  # words of an answer's shape: further ones make no difference


@cache
def _shapes() -> Sequence[Mapping[str, Any]]:
    """Return the shapes of questions: phrases that ask, and words of rules that answer."""
    shapes: Sequence[Mapping[str, Any]] = data_files.load_cached(paths.data() / "search" / "shapes.yaml")["shapes"]
    return shapes


def shape_of(question: str) -> Callable[[Collection[str]], float]:
    """Return a function of the words of a text: how far they have the shape of an answer to a question, from 0 to 1."""
    asked = f" {' '.join(words_of_text(question))} "
    wanted = {
        word
        for shape in _shapes()
        if any(f" {phrase} " in asked for phrase in shape["asked"])
        for word in shape["answers"].split()
    }
    return lambda words: min(len(wanted.intersection(words)), _ENOUGH) / _ENOUGH if wanted else 0.0
