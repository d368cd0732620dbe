"""A language is one file in data/languages: a new one is read everywhere without any code."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import ROOT

from rules_cli import words
from rules_cli.errors import SchemaError
from rules_cli.formats import read_files
from rules_cli.model import Row
from rules_cli.parse import parse

SWEDISH = """
sections: {paragraf: [paragrafer]}
and_words: [och]
examples: [Exempel]
contents: [Innehåll]
common: [och, en, som, drake, spelaren]
dates: ["gäller från {date}"]
"""
BOOK = """Drakarnas regler

Innehåll
1 Drakar
2 Linor

1 Drakar
1.1 En drake flyger och spelaren håller en lina som bär.
1.2 Se paragraf 2.1 och 2.2 om linor.
Exempel: en drake och spelaren.
2 Linor
2.1 En lina är lång och stark som en drake.
2.2 Linan tillhör spelaren.
"""


@pytest.fixture
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the file of a language that does not ship, in a copy of the shipped data."""
    folder = tmp_path / "data" / "languages"
    shutil.copytree(ROOT / "data" / "languages", folder)
    monkeypatch.setattr(words, "data", lambda: tmp_path / "data")
    forget()
    yield folder / "sv.yaml"
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Read all words again."""
    from rules_cli.numbers import heads
    from rules_cli.parse import profile

    for made in (words.languages, words.words, words.singular, heads.chapter_words):
        made.cache_clear()
    for pattern in (heads._printed, heads.section_words, profile.label_pattern, profile._references):
        pattern.cache_clear()


def test_a_language_is_one_file(language: Path, tmp_path: Path) -> None:
    language.write_text(SWEDISH, encoding="utf-8")
    source = tmp_path / "drakar.txt"
    source.write_text(BOOK, encoding="utf-8")
    book = parse(read_files([source]), None, "drakar", "1")
    rows: dict[str, Row] = {row.number: row for row in book.rows}
    assert book.language == "sv"
    assert [number for number in rows if number[0].isdigit()] == ["1", "1.1", "1.2", "2", "2.1", "2.2"]
    assert rows["1.2"].words.examples == ("en drake och spelaren.",)
    assert [reference.target for reference in rows["1.2"].references] == ["2.1", "2.2"]


def test_a_misspelt_key_is_named(language: Path) -> None:
    language.write_text("section: {paragraf: []}", encoding="utf-8")
    with pytest.raises(SchemaError, match=r"languages/sv\.yaml: section: unknown key"):
        words.languages()


def test_a_year_has_twelve_months(language: Path) -> None:
    language.write_text("months: [januari, februari]", encoding="utf-8")
    with pytest.raises(SchemaError, match="twelve months"):
        words.languages()


def test_words_are_found_without_their_accents() -> None:
    assert set(words.any_of(["règle"]).split("|")) == {"règle", "regle"}


def test_no_words_match_no_text() -> None:
    assert words.any_of([]) == "(?!)"
