"""From an edition's index to its corpus: the words of each row with their weights, and the names of its terms."""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import hypot
from pathlib import Path
from typing import NamedTuple

from rules_cli.lookup.lexicon import QUESTIONS, Lexicon, lexicon, sentences
from rules_cli.lookup.terms import terms_of
from rules_cli.model import RuleNumber
from rules_cli.search.corpus import (
    SCALE,
    Content,
    CorpusRow,
    CorpusSentence,
    CorpusTerm,
    CorpusWord,
    Postings,
    Region,
    write,
)
from rules_cli.search.stems import LANGUAGES, by_language, content_words, kin_keys, languages_of, stem_keys, stems_of
from rules_cli.search.vectors import WordVectors, is_common, is_known, rarity, unit, vectors_of
from rules_cli.store.book_info import load_info
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import words_of_text

_OWN = {"title": 1.3, "body": 1.0}  # a title says what the rule is about, so a word there tells more than one in a text
_NEAR = {"above": 0.75, "aside": 0.6}  # a word in a title above holds for all rules below; an example only applies it
_WHOLE = 30  # words: a field as short as a usual rule weighs whole
_MOST_WORDS = 5000  # of a row that count for its vector: the sum of more might not fit in 32 bits
_HALVED = 400  # with so many words more, a field weighs half: a long text holds many words by chance


# Complexity: one comprehension for each table of the index.
def build(edition: Edition, path: Path | None, state: str) -> sqlite3.Connection:
    """Write the corpus of an edition to a new file, or to memory, in linear time, and return the open connection."""
    entries = edition.entries()
    places: dict[str, int] = {str(entry.row.number): entry.place for entry in entries}
    kinds: dict[str, list[int]] = defaultdict(list)
    for entry, group in zip(entries, edition.groups(), strict=True):
        kinds[group].append(entry.place)
        if group == "other" and entry.row.kind != "fragment":
            kinds["aside"].append(entry.place)
    spoken = lexicon(edition.slug)
    rows = list(_rows(edition, entries, places, spoken.known.keywords))
    names, terms = _names((*_defined(edition, entries, places), *_spoken(edition, spoken)))
    words = _words(rows, (part for name, _ in names for part in name.split()))
    languages = languages_of(edition.about["language"])
    questions = dict(_questions(edition, spoken))
    row_vectors = list(_vectors(rows, words, questions, languages))
    forms: dict[str, list[str]] = defaultdict(list)
    for text, word in words.items():
        keys = (*stem_keys(text, word.stems, languages), *kin_keys(text, languages)) if word.frequency else ()
        for key in dict.fromkeys(keys):
            forms[key].append(text)
    vectors = vectors_of(edition.about["language"])
    content = Content(
        words=words,
        forms=forms,
        parts=_parts(names),
        names=names,
        kinds=kinds,
        terms=terms,
        rows=rows,
        vectors=row_vectors,
        questions={number: (text, _mean(text, vectors)) for number, text in questions.items()},
        asked=_asked(questions, languages),
        said=list(_said(edition, spoken)),
    )
    return write(content, path, {"state": state, "languages": " ".join(languages), "wording": edition.wording})


def _mean(text: str, vectors: WordVectors | None) -> bytes:
    """Return the mean of the vectors of a text's words; empty if its language has no vectors."""
    return unit(sum(vectors.word(word) or 0 for word in words_of_text(text))).tobytes() if vectors else b""


def _vectors(
    rows: Sequence[CorpusRow], words: Mapping[str, CorpusWord], questions: Mapping[int, str], languages: Sequence[str]
) -> Iterator[bytes]:
    """Yield the vector of each row; nothing if the first language of the book has none. It is the mean, by rarity, of
    the row's own words, the titles above it, and the questions that it answers, in that language."""
    vectors = vectors_of(languages[0])
    if not vectors:
        return
    asked: dict[int, list[str]] = defaultdict(list)
    for number, text in questions.items():
        asked[number // QUESTIONS] += words_of_text(text)
    weighed: dict[str, int] = {}
    for place, row in enumerate(rows, 1):
        about = [*row.above.split(), *row.title.split(), *asked[place], *row.body.split()][:_MOST_WORDS]
        for text in about:
            if text not in weighed:
                frequency = words[text].frequency if text in words else 0
                is_known_in_another = any(is_known(text, other) for other in languages[1:])
                vector = 0 if is_known_in_another and not is_common(text, languages[0]) else vectors.word(text) or 0
                weighed[text] = vector * rarity(len(rows), frequency)
        yield unit(sum(map(weighed.__getitem__, about))).tobytes()


# Complexity: one expression for each field of a row, in one pass over the book.
def _rows(
    edition: Edition, entries: Sequence[IndexEntry], places: Mapping[str, int], keywords: Collection[str]
) -> Iterator[CorpusRow]:
    """Yield the rows of an edition as search reads them, in order; each has the titles and the region of its parent."""
    glossary = {entry.number: entry for entry in edition.explained()}
    info = load_info(edition.slug)
    variants = info.variants if info else ()
    above: dict[str | None, _Above] = {None: _Above((), "", "")}
    for entry in entries:
        row = entry.row
        wordings = (row.words, *row.restated.values())
        title = words_of_text(" ".join(filter(None, (row.title, *(words.title for words in wordings)))))
        titles, topic, region = above.get(row.parent, above[None])
        if row.title:
            topic = " ".join(title)
            is_keyword = topic in keywords or topic.rpartition(" ")[0] in keywords  # with or without a value: `Ward N`
            region = region or ("keyword" if is_keyword else "")
        region = "variant" if row.number in variants else region
        above[row.number] = _Above(tuple(dict.fromkeys((*titles, *title))), topic, region)
        glossary_entry = glossary.get(row.number)
        yield CorpusRow(
            number=str(row.number),
            kind="entry" if glossary_entry else row.kind,
            region=region,
            title=" ".join(title),
            body=_joined(words.text for words in wordings),
            aside=_joined(text for words in wordings for text in (*words.examples, *words.notes)),
            above=" ".join(titles),
            topic=topic,
            parent=places.get(row.parent or "", 0),
            leads=_places(glossary_entry.rules if glossary_entry else (), places),
            cites=_places((reference.target for reference in row.references if reference.resolved), places),
        )


class _Above(NamedTuple):
    """The words that rows have from the row above them: the words of all titles, the nearest title, and the region."""

    titles: tuple[str, ...]
    topic: str
    region: Region


def _joined(texts: Iterable[str | None]) -> str:
    return " ".join(words_of_text("\n".join(filter(None, texts))))


def _places(numbers: Iterable[str], places: Mapping[str, int]) -> tuple[int, ...]:
    """Return the different places of numbers, without those that the edition does not have."""
    return tuple(dict.fromkeys(places[number] for number in numbers if number in places))


def _words(rows: Sequence[CorpusRow], words_of_names: Iterable[str]) -> dict[str, CorpusWord]:
    """Return the words of the rows with their postings, and words of names, which may have none."""
    own: dict[str, dict[int, int]] = defaultdict(dict)
    near: dict[str, dict[int, int]] = defaultdict(dict)
    for place, row in enumerate(rows, 1):
        own_weights, near_weights = _weights(row, _OWN), _weights(row, _NEAR)
        for text, weight in (near_weights | own_weights).items():
            (own if text in own_weights else near)[text][place] = round(weight * SCALE)
    return {
        text: CorpusWord(len(own[text]) + len(near[text]), stems_of(text), _postings(own[text]), _postings(near[text]))
        for text in dict.fromkeys(chain(tuple(own), tuple(near), words_of_names))
    }


def _postings(weights: Mapping[int, int]) -> Postings:
    return Postings(array("I", weights), bytes(weights.values()))


def _weights(row: CorpusRow, fields: Mapping[str, float]) -> dict[str, float]:
    """Return the weight of each word in that of the given fields of a row where it weighs most."""
    weights: dict[str, float] = {}
    for field, weight in fields.items():
        words = getattr(row, field).split()
        by_length = weight / (1 + max(0, len(words) - _WHOLE) / _HALVED)
        for word in words:
            weights[word] = max(weights.get(word, 0.0), by_length)
    return weights


def _defined(
    edition: Edition, entries: Sequence[IndexEntry], places: Mapping[str, int]
) -> Iterator[tuple[list[str], CorpusTerm]]:
    """Yield the terms of an edition, each after all its names; if no rule defines a term, its rules are its entries.
    After a rule that is only a heading comes the first rule below it, which says what the heading names."""
    below = {entry.row.number: entry.children[:1] for entry in entries if entry.row.kind == "heading"}
    for term in terms_of(edition):
        own = tuple(_joined([name]) for name in (term.name, *(term.other or {}).values()))
        rules = [number for rule in term.rules or term.entries for number in (rule, *below.get(rule, ()))]
        yield [_joined([name]) for name in term.names()], CorpusTerm(own, _places(rules, places))


def _spoken(edition: Edition, spoken: Lexicon) -> Iterator[tuple[list[str], CorpusTerm]]:
    """Yield the slang and the interactions of a game as terms, each after its names. Their rules are those of this
    edition that have the same words as the rules that we read."""

    def rules(numbers: Iterable[RuleNumber]) -> tuple[int, ...]:
        return tuple(entry.place for number in numbers if (entry := spoken.entry_of(number, edition)))

    slang_for: dict[str, list[str]] = defaultdict(list)
    for slang in spoken.slang:
        means = tuple(_joined([text]) for text in slang.means)
        names = [_joined([text]) for text in slang.say]
        for text in means:
            slang_for[text] += names
        yield names, CorpusTerm(means, rules(slang.rules), "slang")
        yield [_joined([text]) for text in slang.exactly], CorpusTerm(means, rules(slang.rules), "slang", exactly=True)
    for pair in spoken.interactions:
        one, other = ((_joined([text]), *slang_for[_joined([text])]) for text in pair.terms)
        names = [" ".join(both) for both in product(one, other)]
        yield names, CorpusTerm((), rules(pair.rules), "interaction")


def _questions(edition: Edition, spoken: Lexicon) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each question that a rule of this edition answers."""
    for number, questions in spoken.asked.items():
        if entry := spoken.entry_of(number, edition):
            yield from enumerate(questions, entry.place * QUESTIONS)


def _said(edition: Edition, spoken: Lexicon) -> Iterator[tuple[CorpusSentence, list[frozenset[str]]]]:
    """Yield our sentences whose rules an edition has in the words that we read, with the stems of their phrases."""
    for sentence in sentences(edition.slug):
        entries = [edition.with_words(spoken.known.rules.get(number)) for number in sentence.rules]
        numbers = tuple(str(same_words[0].row.number) for same_words in entries if same_words)
        if len(numbers) == len(sentence.rules):
            phrases = [
                frozenset(stems)
                for phrase in sentence.asked
                for stems in zip(*(by_language(stems_of(word)) for word in words_of_text(phrase)), strict=True)
            ]
            yield CorpusSentence(sentence.kind, sentence.terms, sentence.text, numbers), phrases


def _asked(questions: Mapping[int, str], languages: Sequence[str]) -> Mapping[str, Postings]:
    """Return the questions by the stem keys of their words, with the weight of the word in each. It weighs the more,
    the rarer the word is, and the shorter the question."""
    keys = {
        number: dict.fromkeys(
            key for word in content_words(words_of_text(text)) for key in stem_keys(word, stems_of(word), languages)
        )
        for number, text in sorted(questions.items())
    }
    counts = Counter(chain.from_iterable(keys.values()))
    rarities = {key: rarity(len(questions), count) for key, count in counts.items()}
    by_key: dict[str, dict[int, int]] = defaultdict(dict)
    for number, keys_of_question in keys.items():
        length = hypot(*map(rarities.__getitem__, keys_of_question))
        for key in keys_of_question:
            by_key[key][number] = round(SCALE * rarities[key] / length)
    return {key: _postings(weights) for key, weights in by_key.items()}


def _names(named: Iterable[tuple[list[str], CorpusTerm]]) -> tuple[list[tuple[str, int]], list[CorpusTerm]]:
    """Return all names, each with the number of its term, and the terms in the order of their numbers, from 1."""
    names: list[tuple[str, int]] = []
    terms: list[CorpusTerm] = []
    for names_of_term, term in named:
        terms.append(term)
        names += [(name, len(terms)) for name in dict.fromkeys(names_of_term) if name]
    return names, terms


def _parts(names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], list[int]]:
    """Return the numbers of names by a stem key of one of their words, and how many words they have."""
    parts: dict[tuple[str, int], dict[int, None]] = defaultdict(dict)
    for number, (name, _) in enumerate(names, 1):
        words = content_words(name.split())
        for word in words:
            for key in stem_keys(word, stems_of(word), LANGUAGES):
                parts[key, len(words)][number] = None
    return {key: list(numbers) for key, numbers in parts.items()}
