"""Our sentences on a question: what two terms do together, and what a book does not say, each with its rules.

`interactions.yaml` and `notes.yaml` have them. A sentence is said only of an edition that has all of its rules in the
words that we read: else somebody must read them again. It answers a question that has all stems of one of its phrases,
and no other term of the book that is not in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from typing import Literal, NamedTuple

from rules_cli.lookup.find import Lookup
from rules_cli.lookup.known import known_edition
from rules_cli.lookup.lexicon import sentences
from rules_cli.model import Rule, RuleNumber
from rules_cli.search import chosen_editions, operators
from rules_cli.search.corpora import ask
from rules_cli.search.corpus import CorpusSentence
from rules_cli.search.query import languages_of_question
from rules_cli.search.stems import content_words
from rules_cli.search.vocabulary import INFLECTED, Vocabulary
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text

_COMMON = 0.02  # of the rows of a book: a word in more of them tells little
_MOST = 2  # sentences about one question: with three terms in it, more would hide the rules


class OurSentence(NamedTuple):
    """A sentence, the terms that it is about, and the rules that justify it, or that are nearest if the book does not
    say."""

    kind: Literal["together", "not said"]
    terms: tuple[str, ...]
    text: str
    rules: tuple[Rule, ...]


def sentences_on(
    library: Lookup, question: str, book: str | None = None, corrected: Mapping[str, str] | None = None
) -> list[OurSentence]:
    """Return our sentences on a question, as it is typed or with words of it `corrected`, those about the most of its
    words first. Raises BookNotFound.

    What a book does not say is said only if no other book is asked: one of them may say it.
    """
    typed, editions = words_of_text(operators.read(question).words), chosen_editions(library, book)
    words = {*typed, *((corrected or {}).get(word, word) for word in typed)}
    alone = len({edition.slug for edition in editions}) == 1

    def said(vocabulary: Vocabulary) -> list[tuple[int, CorpusSentence]]:
        languages = languages_of_question(question, vocabulary)
        stems = {word: set(vocabulary.stems_by_language(word, languages)) for word in words}
        told = vocabulary.corpus.said({stem for word in words for stem in stems[word]})
        telling = [stems[word] for word in content_words(tuple(words)) if _is_telling(word, vocabulary)]
        return [
            (len(own), each)
            for own, each in told
            if all(own & word or _holds(each, word, vocabulary) for word in telling)
        ]

    found = [
        (held, edition, each)
        for edition in editions
        for held, each in ask(edition, said)
        if alone or each.kind == "together"
    ]
    found.sort(key=lambda each: -each[0])
    return [_composed(library, edition, each) for _, edition, each in found[:_MOST]]


def _is_telling(word: str, vocabulary: Vocabulary) -> bool:
    """Return whether a word is a term of the book by itself, and not one that most questions are about."""
    forms = (form for form, weight in vocabulary.forms(word).items() if weight >= INFLECTED)
    if sum(map(vocabulary.frequency, forms)) >= _COMMON * vocabulary.corpus.rows:
        return False
    names = (number for size, found in vocabulary.parts(vocabulary.keys(word)) if size == 1 for number in found)
    return any(vocabulary.name(number)[1].naming == "term" for number in names)


def _holds(said: CorpusSentence, stems: Set[str], vocabulary: Vocabulary) -> bool:
    """Return whether a sentence has a word with one of these stems."""
    return any(
        not stems.isdisjoint(vocabulary.stems_by_language(word))
        for text in said.text.values()
        for word in words_of_text(text)
    )


def _composed(library: Lookup, edition: Edition, said: CorpusSentence) -> OurSentence:
    rules = (library.rule_in(edition, number) for number in said.rules)
    return OurSentence(
        said.kind, said.terms, said.text.get(library.lang) or said.text["en"], tuple(filter(None, rules))
    )


def to_read_again(edition: Edition, numbers: Collection[RuleNumber]) -> list[str]:
    """Return what our sentences are about that depend on some rules, numbered as in the known edition, and that are not
    said of an edition, since it has other words for one of these."""
    known = known_edition(edition.slug).rules
    changed = {number for number in numbers if number in known and not edition.with_words(known[number])}
    found = [each for each in sentences(edition.slug) if not changed.isdisjoint(each.rules)]
    return [" + ".join(each.terms) or each.asked[0] for each in found]
