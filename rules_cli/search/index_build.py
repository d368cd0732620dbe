"""From an edition's index to its corpus: the words of each row with their weights, and the names of its terms."""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import GlossaryEntry
from rules_cli.search import corpus
from rules_cli.search.corpus import SCALE, Content, CorpusRow, CorpusTerm, CorpusWord, Postings
from rules_cli.search.stems import LANGUAGES, content_words, languages_of, stem_keys, stems_of
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import words_of_text

_OWN = {"title": 1.3, "body": 1.0}  # a title says what the rule is about, so a word there tells more than one in a text
_NEAR = {"above": 0.75, "aside": 0.6}  # a word in a title above holds for all rules below; an example only applies it
_WHOLE = 30  # words: a field as short as a usual rule weighs whole
_HALVED = 400  # further words, by which a field weighs half: a long text holds many words by chance


def build(edition: Edition, path: Path | None, state: str) -> sqlite3.Connection:
    """Write the corpus of an edition to a new file, or to memory if there is no path, and return the connection.

    Time is linear in the words of the edition.
    """
    entries = edition.entries()
    places: dict[str, int] = {str(entry.row.number): entry.place for entry in entries}
    kinds: dict[str, list[int]] = defaultdict(list)
    for entry, group in zip(entries, edition.groups(), strict=True):
        kinds[group].append(entry.place)
        if group == "other" and entry.row.kind != "fragment":
            kinds["aside"].append(entry.place)
    rows = list(_rows(entries, {entry.number: entry for entry in edition.explained()}, places))
    names, terms = _names(terms_of(edition), places)
    words = _words(rows, (part for name, _ in names for part in name.split()))
    languages = languages_of(edition.about["language"])
    forms: dict[str, list[str]] = defaultdict(list)
    for text, word in words.items():
        for key in stem_keys(text, word.stems, languages) if word.frequency else ():
            forms[key].append(text)
    content = Content(words, forms, _parts(names), names, kinds, terms, rows)
    return corpus.write(content, path, {"state": state, "languages": " ".join(languages)})


def _rows(
    entries: Sequence[IndexEntry], glossary: Mapping[str, GlossaryEntry], places: Mapping[str, int]
) -> Iterator[CorpusRow]:
    """Yield rows as search reads them: official and restated words together."""
    above: dict[str | None, list[str]] = {None: []}
    for entry in entries:
        row = entry.row
        wordings = (row.words, *row.restated.values())
        title = words_of_text(" ".join(filter(None, (row.title, *(words.title for words in wordings)))))
        titles_above = above.get(row.parent, [])
        above[row.number] = list(dict.fromkeys((*titles_above, *title)))
        glossary_entry = glossary.get(row.number)
        yield CorpusRow(
            number=str(row.number),
            kind="entry" if glossary_entry else row.kind,
            title=" ".join(title),
            body=_joined(words.text for words in wordings),
            aside=_joined(text for words in wordings for text in (*words.examples, *words.notes)),
            above=" ".join(titles_above),
            leads=_places(glossary_entry.rules if glossary_entry else (), places),
            cites=_places((reference.target for reference in row.references if reference.resolved), places),
        )


def _joined(texts: Iterable[str | None]) -> str:
    return " ".join(words_of_text("\n".join(filter(None, texts))))


def _places(numbers: Iterable[str], places: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(places[number] for number in numbers if number in places))


def _words(rows: Sequence[CorpusRow], words_of_names: Iterable[str]) -> dict[str, CorpusWord]:
    """Return every word of the rows and of the names of terms, with the rows that use it."""
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
    """Return the weight of each word in the field of a row where it weighs most."""
    found: dict[str, float] = {}
    for field, weight in fields.items():
        words = getattr(row, field).split()
        share = weight / (1 + max(0, len(words) - _WHOLE) / _HALVED)
        for word in words:
            found[word] = max(found.get(word, 0.0), share)
    return found


def _names(terms: Sequence[Term], places: Mapping[str, int]) -> tuple[list[tuple[str, int]], list[CorpusTerm]]:
    """Return the names of all terms, each with the number of its term, and the terms."""
    names: list[tuple[str, int]] = []
    found: list[CorpusTerm] = []
    for term in terms:
        own = tuple(" ".join(words_of_text(name)) for name in (term.name, *(term.other or {}).values()))
        found.append(CorpusTerm(own, _places(term.rules, places)))
        folded = dict.fromkeys(" ".join(words_of_text(name)) for name in term.names())
        names += [(name, len(found)) for name in folded if name]
    return names, found


def _parts(names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], list[int]]:
    """Return the numbers of the names by the stem keys of their words and the count of those."""
    parts: dict[tuple[str, int], dict[int, None]] = defaultdict(dict)
    for number, (name, _) in enumerate(names, 1):
        words = content_words(name.split())
        for word in words:
            for key in stem_keys(word, stems_of(word), LANGUAGES):
                parts[key, len(words)][number] = None
    return {key: list(numbers) for key, numbers in parts.items()}
