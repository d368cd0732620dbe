"""A word of one book's language is no slip of an English word, nor of any short word that begins otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support import Ran, Run

ENGLISH = (
    "1 Barges\n\n1.1 A turner moves the barge.\n\n1.2 A ranger counts the state of each barge.\n\n"
    "1.3 The cargo is weighed when the barge lands.\n"
)
GERMAN = (
    "§ 1 Kähne\n\nDer Kahn wird vom Fährmann gelenkt, und die Ladung liegt weit vorn.\n\n"
    "§ 2 Häfen\n\nDie Häfen sind gegen Abend zu. Der Steuermann wartet mit der Ladung.\n\n§ 3 Ende\n\nDas Ende ist.\n"
)


@pytest.fixture
def asked(run: Run, tmp_path: Path) -> Callable[..., Ran]:
    """Search in an English and a German book."""
    for name, text in (("barges", ENGLISH), ("kahn", GERMAN)):
        (tmp_path / f"{name}.txt").write_text(text)
        assert run("import", str(tmp_path / f"{name}.txt"), "--book", name).code == 0
    return lambda *words: run("search", *words)


@pytest.mark.parametrize("question", ["wann ist das Turnier", "Strafe für Ladung", "wo ist der Manger"])
def test_a_german_word_is_not_read_as_an_english_one(asked: Callable[..., Ran], question: str) -> None:
    found = asked(*question.split())
    assert "Showing results for" not in found.out + found.err


@pytest.mark.parametrize("word", ["Zeit", "zeigen"])
def test_a_short_word_that_begins_otherwise_is_not_read_as_one_of_the_book(
    asked: Callable[..., Ran], word: str
) -> None:
    found = asked(word, "-b", "kahn")
    assert "Showing results for" not in found.out + found.err


@pytest.mark.parametrize(
    ("slip", "meant"), [("Färhmann", "fahrmann"), ("Steurmann", "steuermann"), ("Ladnug", "ladung")]
)
def test_a_slip_in_a_german_book_is_corrected(asked: Callable[..., Ran], slip: str, meant: str) -> None:
    assert f"“{meant}”" in asked(slip).out


@pytest.mark.parametrize(("question", "meant"), [("when is the cargo weihged", "weighed"), ("the barg lands", "barge")])
def test_a_slip_in_an_english_question_is_corrected(asked: Callable[..., Ran], question: str, meant: str) -> None:
    assert meant in asked(*question.split()).out
