"""Texts cut for a line."""

from __future__ import annotations

import pytest

from rules_cli.text import first_words, shorten


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
