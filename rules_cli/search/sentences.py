"""Our sentences on a question: what two terms do together, and what a book does not say, each with its rules.

`interactions.yaml` and `notes.yaml` have them. A sentence is shown only if the edition has all its rules in the words
that we read: other words must be read again. It answers a question that has all stems of one of its phrases, whose
other terms of the book are all in the sentence (the words of a long one at least in its rules), and that negates no
word of it: *without deathtouch but with trample* is not about both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from rules_cli.captions import Remark, Words
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.find import Lookup
from rules_cli.lookup.known import known_edition
from rules_cli.lookup.lexicon import sentences
from rules_cli.model import Rule, RuleNumber
from rules_cli.search import chosen_editions, operators
from rules_cli.search.corpora import ask
from rules_cli.search.corpus import CorpusSentence
from rules_cli.search.query import languages_of_question
from rules_cli.search.stems import content_words
from rules_cli.search.vectors import is_known
from rules_cli.search.vocabulary import INFLECTED, Vocabulary
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text

_COMMON = 0.02  # of the rows of a book: a word in more of them tells little
_LEAST_WORDS, _MOST_WORDS = 2, 8  # of a question about two keywords: in a longer one more may matter
_MOST = 2  # sentences about one question: with three terms in it, more would hide the rules
_NEGATING = frozenset("not no t without except unless nobody never nao sem exceto nunca".split())
"""Words before what is not so; the `t` is that of *isn't*."""
_LOSING = frozenset("loses lost perde perdeu".split())
"""Words before or after what is not so any more."""
_LEAST_OF_NAME = 2  # words side by side that neither a book nor its players have, as in the name of a card


class OurSentence(NamedTuple):
    """A sentence and the terms that it is about; the rules that justify it, or the nearest if the book does not say."""

    kind: Literal["together", "not said"]
    terms: tuple[str, ...]
    text: Words
    rules: tuple[Rule, ...]


def sentences_on(
    library: Lookup, question: str, book: str | None = None, corrected: Mapping[str, str] | None = None
) -> list[OurSentence]:
    """Return our sentences on a question, typed or with words `corrected`, those about more of its words first. If
    several books are asked, what one does not say is left out: another may. Raises BookNotFound."""
    typed, editions = words_of_text(operators.read(question).words), chosen_editions(library, book)
    text = f" {' '.join(typed)} "
    for was, now in (corrected or {}).items():  # one or several words
        text = text.replace(f" {was} ", f" {now} ")
    meant = text.split()
    words = {*typed, *meant}
    is_one_book = len({edition.slug for edition in editions}) == 1

    def about(edition: Edition, vocabulary: Vocabulary) -> list[tuple[int, CorpusSentence]]:
        """Return the sentences of one edition, each after the number of stems that the question has of it."""
        languages = languages_of_question(question, vocabulary)
        stems = {word: set(vocabulary.stems_by_language(word, languages)) for word in words}
        likely = vocabulary.corpus.said(set().union(*stems.values()))
        has_name = _has_name(meant, languages, vocabulary)
        telling = [stems[word] for word in content_words(tuple(words)) if _is_telling(word, vocabulary)]
        named = [
            (phrase, sentence)
            for phrase, sentence in likely
            if is_one_book or sentence.kind == "together"
            if sentence.kind == "not said" or not (has_name or _is_negated(sentence, phrase, typed, vocabulary))
        ]
        fitting = [*_about_all(named, telling, vocabulary)]
        names = [stems[word] for name in _long_names(typed, vocabulary) for word in name if word in stems]
        rules = {
            number: library.rule_in(edition, number) for _, sentence in fitting for number in sentence.rules if names
        }
        return [
            (len(phrase), sentence)
            for phrase, sentence in fitting
            if _has_all(phrase, sentence, names, filter(None, map(rules.get, sentence.rules)), vocabulary)
        ]

    found = [(count, each, sentence) for each in editions for count, sentence in ask(each, partial(about, each))]
    found.sort(key=lambda each: each[0], reverse=True)
    written = [_composed(library, edition, sentence) for _, edition, sentence in found[:_MOST]]
    return written or [*_on_restrictions(library, " ".join(meant), editions)]


def _is_about(phrase: Set[str], sentence: CorpusSentence, stems: Set[str], vocabulary: Vocabulary) -> bool:
    """Return whether a phrase of a sentence, or its text, has a word with one of these stems."""
    return bool(phrase & stems) or _holds(sentence, stems, vocabulary)


def _has_all(
    phrase: Set[str],
    sentence: CorpusSentence,
    words: Iterable[Set[str]],
    rules: Iterable[Rule],
    vocabulary: Vocabulary,
) -> bool:
    """Return whether a sentence or its rules have all words, each given as its stems."""
    of_rules = {word for rule in rules for word in words_of_text(f"{rule.title or ''} {rule.text or ''}")}
    known = {stem for word in of_rules for stem in vocabulary.stems_by_language(word)}
    return all(stems & known or _is_about(phrase, sentence, stems, vocabulary) for stems in words)


def _about_all(
    named: Sequence[tuple[Set[str], CorpusSentence]], telling: Sequence[Set[str]], vocabulary: Vocabulary
) -> Iterator[tuple[Set[str], CorpusSentence]]:
    """Yield the sentences, each after the stems of a question that it is about, that are about all its `telling` words.
    A common term changes the question, too, if another sentence is about it and a term of this one, but not about all
    words: *trample and deathtouch against a planeswalker*."""

    fitting = [each for each in named if all(_is_about(*each, stems, vocabulary) for stems in telling)]
    others = [phrase for phrase, sentence in named if (phrase, sentence) not in fitting]
    for phrase, sentence in fitting:
        beside = set[str]().union(*(other for other in others if phrase & other))
        if all(_is_about(phrase, sentence, {stem}, vocabulary) for stem in beside):
            yield phrase, sentence


def _on_restrictions(library: Lookup, question: str, editions: Sequence[Edition]) -> Iterator[OurSentence]:
    """Yield a sentence if a question names two keywords that forbid the same."""
    if len(editions) != 1 or not _LEAST_WORDS <= len(content_words(tuple(question.split()))) <= _MOST_WORDS:
        return
    from rules_cli.search.restrictions import Restriction, both_apply  # most questions have a word or many

    def about(vocabulary: Vocabulary) -> tuple[Restriction, Restriction] | None:
        pair = both_apply(question, editions[0], vocabulary)
        names = {
            stem for each in pair or () for word in each.name.split() for stem in vocabulary.stems_by_language(word)
        }
        return None if any(stems & names for stems in _negated(question.split(), vocabulary)) else pair

    if pair := ask(editions[0], about):
        rules = tuple(library.compose(RowRef(editions[0], each.entry)) for each in pair)
        yield OurSentence("together", tuple(each.name for each in pair), Remark("both forbid"), rules)


def _negated(words: Sequence[str], vocabulary: Vocabulary) -> Iterator[Set[str]]:
    """Yield the stems of each word that a text negates: the next one that tells something, *isn't a legendary*."""
    is_portuguese = any(is_known(word, "pt") and not is_known(word, "en") for word in words)
    negating = _NEGATING - {"no" if is_portuguese else ""}  # which is *in the*
    telling = {*content_words(tuple(words))} - negating - _LOSING
    for one, other in pairwise(word for word in words if word in telling | negating | _LOSING):
        if other in telling and one not in telling:
            yield {*vocabulary.stems_by_language(other)}
        elif one in telling and other in _LOSING:
            yield {*vocabulary.stems_by_language(one)}


def _is_negated(sentence: CorpusSentence, phrase: Set[str], words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether a question negates a word of a sentence that the sentence itself does not negate. To lose life is
    no negation where the sentence is about that."""
    own = [words_of_text(text) for text in (*sentence.terms, *sentence.text.values())]
    known = {stem for text in own for stems in _negated(text, vocabulary) for stem in stems}
    others = [word for word in words if word not in _LOSING or phrase.isdisjoint(vocabulary.stems_by_language(word))]
    return any(
        not stems & known and (stems & phrase or _holds(sentence, stems, vocabulary))
        for stems in _negated(others, vocabulary)
    )


def _has_name(words: Sequence[str], languages: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether some words side by side are neither in the book nor what its players say, as those of a card."""

    def is_strange(word: str) -> bool:
        is_of_players = vocabulary.meanings((word,), languages) or vocabulary.is_of_players(vocabulary.keys(word))
        return word in content_words(tuple(words)) and not vocabulary.forms(word) and not is_of_players

    runs = (len([*run]) for is_run, run in groupby(words, is_strange) if is_run)
    return max(runs, default=0) >= _LEAST_OF_NAME


def _is_telling(word: str, vocabulary: Vocabulary) -> bool:
    """Return whether a word is a term of the book by itself, and not too common."""
    forms = (form for form, weight in vocabulary.forms(word).items() if weight >= INFLECTED)
    if sum(map(vocabulary.frequency, forms)) >= _COMMON * vocabulary.corpus.rows:
        return False
    names = (number for size, numbers in vocabulary.parts(vocabulary.keys(word)) if size == 1 for number in numbers)
    return any(vocabulary.name(number)[1].naming == "term" for number in names)


def _long_names(words: Sequence[str], vocabulary: Vocabulary) -> Iterator[Sequence[str]]:
    """Yield words side by side in a question that are the name of a term together, though each may tell little:
    *commander tax*, *color identity*."""
    for first, word in enumerate(words):
        sizes = vocabulary.parts(vocabulary.keys(word))
        for number in (number for size, numbers in sizes if size > 1 for number in numbers):
            name, term = vocabulary.name(number)
            parts, own = name.split(), words[first:]
            if term.naming == "term" and len(parts) <= len(own) and all(map(vocabulary.is_form_of, own, parts)):
                yield own[: len(parts)]


def _holds(said: CorpusSentence, stems: Set[str], vocabulary: Vocabulary) -> bool:
    """Return whether a sentence has a word with one of these stems."""
    return any(
        not stems.isdisjoint(vocabulary.stems_by_language(word))
        for text in said.text.values()
        for word in words_of_text(text)
    )


def _composed(library: Lookup, edition: Edition, said: CorpusSentence) -> OurSentence:
    """Return a sentence in the language of the library, else in English, with its rules."""
    text = said.text.get(library.lang) or said.text["en"]
    rules = (library.rule_in(edition, number) for number in said.rules)
    return OurSentence(said.kind, said.terms, text, tuple(filter(None, rules)))


def to_read_again(edition: Edition, numbers: Collection[RuleNumber]) -> list[str]:
    """Return the topics of our sentences that are not shown for an edition, since it has other words for their rules.
    Only those of the given rules count, which are numbered as in the known edition."""
    known = known_edition(edition.slug).rules
    changed = {number for number in numbers if number in known and not edition.with_words(known[number])}
    affected = [sentence for sentence in sentences(edition.slug) if not changed.isdisjoint(sentence.rules)]
    return [" + ".join(sentence.terms) or sentence.asked[0] for sentence in affected]
