"""Slang, interactions and questions: their schema, and what all entries that ship must fulfil."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support import SHARED

from rules_cli import Library, schema
from rules_cli.errors import SchemaError
from rules_cli.lookup.known import KnownEdition
from rules_cli.lookup.lexicon import QUESTIONS, AskedFile, InteractionsFile, SlangFile, lexicon
from rules_cli.search.stems import stem
from rules_cli.store import paths
from rules_cli.text import words_of_text

BOOKS = sorted(path.parent.name for path in paths.shipped().glob("*/known.yaml"))
SOURCES = {
    "mtg": "mtg/2026-01-16.txt",
    "fab": "fab/en-fab-cr-2.14.0.txt",
    "ga": "ga-whole",
    "fabula": "seeds/003*",
    "fab-trp": "other/fab-trp-2026.txt",
    "fab-ppg": "other/fab-ppg-2026.txt",
    "mtg-ipg": "other/mtg-ipg.md",
}
LONGEST_MEANING = 6  # words: the longest term of a rule with the words that it needs
every_book = pytest.mark.parametrize("book", BOOKS)


def key_of(phrase: str, book: str) -> tuple[str, ...]:
    """Return the stems of a phrase in the language of a book."""
    language = "pt" if book == "fabula" else "en"
    return tuple(stem(word, language) for word in words_of_text(phrase))


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (SlangFile, {"slang": [{"say": ["a"], "means": ["b"]}]}, "rules: is missing"),
        (SlangFile, {"slang": [{"say": ["a"], "means": [], "rules": ["1"]}]}, "at least one text"),
        (SlangFile, {"slang": [{"means": ["b"], "rules": ["1"]}]}, "expected a phrase in say or in exactly"),
        (SlangFile, {"slang": [{"say": ["a"], "means": ["b"], "rules": []}]}, "at least one rule number"),
        (InteractionsFile, {"interactions": [{"terms": ["a", "a"], "rules": ["1"]}]}, "two different terms"),
        (InteractionsFile, {"interactions": [{"terms": ["a", "b", "c"], "rules": ["1"]}]}, "two different terms"),
        (AskedFile, {"asked": {"1": []}}, f"1 to {QUESTIONS - 1} different questions"),
        (AskedFile, {"asked": {"1": ["a", "a"]}}, f"1 to {QUESTIONS - 1} different questions"),
        (AskedFile, {"asked": {"1": [*map(str, range(QUESTIONS))]}}, f"1 to {QUESTIONS - 1} different questions"),
        (KnownEdition, {"editon": "1"}, "unknown key"),
    ],
)
def test_a_wrong_value_is_an_error_that_names_the_file_and_the_key(kind: type, value: object, said: str) -> None:
    with pytest.raises(SchemaError, match=rf"^made-up.yaml: .*{said}"):
        schema.read(kind, value, "made-up.yaml")


def test_a_rule_without_a_fingerprint_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kites").mkdir()
    (tmp_path / "kites" / "slang.yaml").write_text('slang: [{say: [loop], means: [circle], rules: ["1.2"]}]')
    monkeypatch.setattr(paths, "shipped", lambda: tmp_path)
    with pytest.raises(SchemaError, match=r"kites/known.yaml: no fingerprint of 1\.2; run data/make_known\.py"):
        lexicon("kites")


def test_a_book_without_the_files_has_an_empty_lexicon() -> None:
    assert lexicon("no-such-book").numbers() == []


def test_lint_names_the_rules_that_an_imported_edition_words_in_another_way(run: Any, harbour: Path) -> None:
    assert run("import", str(harbour), "--book", "fab", "--edition", "2099").code == 0
    known = lexicon("fab").known.rules
    said = run("lint", "fab").err
    assert f"fab@2099 has other words for {len(known)} of the {len(known)} rules" in said
    assert f"({', '.join([*known][:5])}, …)" in said
    assert run("import", str(harbour), "--book", "port").code == 0
    assert run("lint", "port").err == ""


# --- the data


@every_book
def test_no_slang_is_the_name_of_a_keyword_of_the_game(book: str) -> None:
    found = lexicon(book)
    keywords = {key_of(name, book) for name in found.known.keywords}
    phrases = [phrase for entry in found.slang for phrase in entry.say if key_of(phrase, book) in keywords]
    assert phrases + [word for entry in found.slang for word in entry.exactly if word in found.known.keywords] == []


@every_book
def test_no_phrase_is_written_twice_in_one_entry(book: str) -> None:
    for entry in lexicon(book).slang:
        assert len({key_of(phrase, book) for phrase in entry.say}) == len(entry.say), entry.say


@every_book
def test_a_phrase_in_two_entries_leads_to_different_rules(book: str) -> None:
    found = Counter((key_of(phrase, book), entry.rules[0]) for entry in lexicon(book).slang for phrase in entry.say)
    assert [key for key, count in found.items() if count > 1] == []


@every_book
def test_no_pair_of_terms_is_written_twice(book: str) -> None:
    found = Counter(frozenset(key_of(term, book) for term in pair.terms) for pair in lexicon(book).interactions)
    assert [pair for pair, count in found.items() if count > 1] == []


@every_book
def test_no_meaning_is_a_sentence_of_the_rules(book: str) -> None:
    meanings = [meaning for entry in lexicon(book).slang for meaning in entry.means]
    assert [meaning for meaning in meanings if len(meaning.split()) > LONGEST_MEANING] == []


@pytest.mark.slow
@pytest.mark.skipif(not (SHARED / "sources").is_dir(), reason="needs the official books in ../shared/sources")
@every_book
def test_every_rule_and_every_word_of_the_rules_is_in_the_known_edition(run: Any, book: str) -> None:
    files = [str(path) for path in (SHARED / "sources").glob(SOURCES[book])]
    assert run("import", *files, "--book", book).code == 0
    edition = Library.open().installed.edition(book)
    found = lexicon(book)
    for number, words in found.known.rules.items():
        assert words in {entry.row.fingerprint for entry in edition.with_words(words) if entry.row.number == number}
    texts = (f"{entry.row.title} {entry.row.words.text}" for entry in edition.entries())
    used = {part for text in texts for part in key_of(text, book)}
    said = [(phrase, phrase in entry.exactly) for entry in found.slang for phrase in (*entry.say, *entry.exactly)]
    keys = [(key_of(phrase, book), exact) for phrase, exact in said]
    assert [key for key, exact in keys if len(key) == 1 and exact != (key[0] in used)] == []
    written = [phrase for entry in found.slang for phrase in entry.means]
    written += [term for pair in found.interactions for term in pair.terms]
    assert [phrase for phrase in written if not used.issuperset(key_of(phrase, book))] == []
