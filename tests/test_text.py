"""Texts cut for a line, and the fingerprints of texts."""

from __future__ import annotations

import pytest

from rules_cli.text import encodable, fingerprint, first_words, shorten, without_rule_numbers


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        pytest.param("A kite flies.", "A kite flies.", id="as long as the line"),
        pytest.param("A kite  \n flies.", "A kite flies.", id="blanks and line ends are one blank"),
        pytest.param("A kite flies on.", "A kite flies…", id="between words"),
        pytest.param("A kite-fliers run.", "A…", id="not inside a word"),
        pytest.param("凧は風が弱くなるまで空を飛び続ける。", "凧は風が弱くなるまで空を…", id="a text without blanks"),
        pytest.param("Kiteflyingcompetition begins.", "Kiteflyingco…", id="a first word that is too long"),
    ],
)
def test_the_first_words_fit_a_line(text: str, cut: str) -> None:
    assert first_words(text, 13) == cut


def test_a_shortened_text_ends_in_a_mark() -> None:
    assert (shorten("kite", 4), shorten("kites", 4)) == ("kite", "kit…")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("See rule 704.5k.", "See rule  .", id="with a dot and a letter"),
        pytest.param("steps 601.2f–h, 608.2", "steps  ,  ", id="the end of a range"),
        pytest.param("by rule 704, Section 2", "by rule  , Section  ", id="figures after a word for a rule"),
        pytest.param("[1.7] and 8-1-1", "[ ] and  ", id="in brackets, and with dashes"),
        pytest.param("2-3 kites get +1/+1", "2-3 kites get +1/+1", id="not numbers of things"),
        pytest.param("version v2.14.0 in 2020", "version v2.14.0 in 2020", id="not other numbers"),
    ],
)
def test_a_text_without_the_numbers_of_rules(text: str, kept: str) -> None:
    assert without_rule_numbers(text) == kept


def test_fingerprints_never_change() -> None:
    """Citations that people made have them."""
    text = "A kite gets +1/+1 (see rule 704.5k)."
    assert [fingerprint(text, version) for version in (1, 2, 3)] == [
        "a604605ce40c62ff",
        "4889c343bfbc03b4",
        "1c810ebcd28aacb6",
    ]
    assert fingerprint("A kite flies.", 1) == fingerprint("A kite flies.") == fingerprint("a  kite flies", 3)


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("“é” – 1…", "utf-8", "“é” – 1…"),
        ("“é” – 1…", "ascii", '"e" - 1...'),
        ("“é” – 1…", "latin-1", '"é" - 1...'),
        ("▌风 ↓", "ascii", ">? v"),
    ],
)
def test_a_text_is_legible_in_any_encoding(text: str, encoding: str, shown: str) -> None:
    assert encodable(text, encoding) == shown
