"""From an edition's index to its corpus: the words of each row and what they weigh there, and its terms by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import GlossaryEntry, RuleText
from rules_cli.search import corpus
from rules_cli.search.corpus import SCALE, CorpusRow
from rules_cli.search.corpus_build import Content, CorpusWord
from rules_cli.search.stem_keys import NEAR, OWN, content_words, languages_of, stem_keys
from rules_cli.search.stems import LANGUAGES, stems_of
from rules_cli.store.editions import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import words_of_text

_FREE, _LONG = 30, 400  # a field of so many words weighs whole; one of so many more, half


def content_of(edition: Edition) -> Content:
    """All that search knows of an edition; time linear in its words, and a stem or two for each different one."""
    entries = edition.entries()
    explained = edition.explained()
    places: dict[str, int] = {str(entry.row.number): entry.place for entry in entries}
    lines = list(_lines(entries, {e.number: e for e in explained}, places))
    names, terms = _names(terms_of(edition), places)
    words = _words(lines, (part for name, _ in names for part in name.split()))
    languages = languages_of(edition.about["language"])
    return Content(
        words=[words[text] for text in sorted(words)],
        forms=_forms((word for word in words.values() if word.held), languages),
        parts=_parts(names),
        names=names,
        kinds=_kinds(entries),
        terms=terms,
        lines=lines,
    )


# --- rows


def _lines(
    entries: Sequence[IndexEntry], explained: Mapping[str, GlossaryEntry], places: Mapping[str, int]
) -> Iterator[CorpusRow]:
    above: dict[str | None, list[str]] = {None: []}
    for entry in entries:
        row = entry.row
        everything = (row.words, *row.restated.values())
        title = words_of_text(" ".join(filter(None, (row.title, *(words.title for words in everything)))))
        over = above.get(row.parent, [])
        above[row.number] = list(dict.fromkeys((*over, *title)))
        says = explained.get(row.number)
        yield CorpusRow(
            number=str(row.number),
            kind="entry" if says else row.kind,
            title=" ".join(title),
            body=_joined(words.text for words in everything),
            aside=_joined(_beside(everything)),
            above=" ".join(over),
            leads=_found(says.rules if says else (), places),
            cites=_found((reference.target for reference in row.references if reference.resolved), places),
        )


def _kinds(entries: Iterable[IndexEntry]) -> dict[str, list[int]]:
    kinds: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        kinds[entry.row.kind].append(entry.place)
    return kinds


def _joined(texts: Iterable[str | None]) -> str:
    return " ".join(words_of_text("\n".join(filter(None, texts))))


def _beside(everything: Iterable[RuleText]) -> Iterator[str]:
    for words in everything:
        yield from words.examples
        yield from words.notes


def _found(numbers: Iterable[str], places: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(places[number] for number in numbers if number in places))


def _words(lines: Sequence[CorpusRow], others: Iterable[str]) -> dict[str, CorpusWord]:
    """Every word with the rows that it counts for, by the best field that holds it there; and `others` with none."""
    found = {text: CorpusWord(text, stems=stems_of(text)) for text in others}
    for place, line in enumerate(lines, 1):
        own, near = _weights(line, OWN), _weights(line, NEAR)
        for text in own.keys() | near.keys():
            word = found.get(text) or found.setdefault(text, CorpusWord(text, stems=stems_of(text)))
            word.held += 1
            postings = word.own if text in own else word.near
            postings.rows.append(place)
            postings.weights.append(round((own.get(text) or near[text]) * SCALE))
    return found


def _weights(line: CorpusRow, fields: Mapping[str, float]) -> dict[str, float]:
    """What each word of some fields of a row weighs there."""
    found: dict[str, float] = {}
    for field, weight in fields.items():
        words = getattr(line, field).split()
        share = weight / (1 + max(0, len(words) - _FREE) / _LONG)
        for word in words:
            if found.get(word, 0.0) < share:
                found[word] = share
    return found


def _forms(words: Iterable[CorpusWord], languages: Sequence[str]) -> dict[str, list[str]]:
    forms: dict[str, list[str]] = defaultdict(list)
    for word in words:
        for key in stem_keys(word.text, word.stems, languages):
            forms[key].append(word.text)
    return forms


# --- terms


def _names(terms: Sequence[Term], places: Mapping[str, int]) -> tuple[list[tuple[str, int]], list[corpus.CorpusTerm]]:
    """The names of all terms with the place of each one's term, and the terms."""
    names: list[tuple[str, int]] = []
    found: list[corpus.CorpusTerm] = []
    for term in terms:
        own = tuple(" ".join(words_of_text(name)) for name in (term.name, *(term.other or {}).values()))
        found.append(corpus.CorpusTerm(own, _found(term.rules, places)))
        folded = dict.fromkeys(" ".join(words_of_text(name)) for name in term.names())
        names += [(name, len(found)) for name in folded if name]
    return names, found


def _parts(names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], list[int]]:
    parts: dict[tuple[str, int], dict[int, None]] = defaultdict(dict)
    for place, (name, _) in enumerate(names, 1):
        words = content_words(name.split())
        for word in words:
            for key in stem_keys(word, stems_of(word), LANGUAGES):
                parts[key, len(words)][place] = None
    return {key: list(places) for key, places in parts.items()}
