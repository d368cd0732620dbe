"""Text on a screen: wrapped, measured, cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.render.layout import beside, cut, fitting, width_of, wrapped
from rules_cli.render.page import Span


@pytest.mark.parametrize(
    ("text", "width"),
    [("kite", 4), ("—“’”…", 5), ("風が吹く", 8), ("e\u0301te\u0301", 3), ("ガ", 2), ("", 0), ("한글", 4), ("é", 1)],
    ids=["letters", "typography", "Japanese", "combining accents", "a kana", "nothing", "Korean", "an accent"],
)
def test_characters_are_measured_in_columns(text: str, width: int) -> None:
    assert width_of(text) == width


def test_a_combining_mark_stays_with_its_letter() -> None:
    assert fitting("e\u0301te\u0301", 1) == 2


def test_a_wide_character_never_reaches_over_the_edge() -> None:
    assert cut("風が吹く", 5) == "風が…"


def test_words_are_wrapped_with_their_styles() -> None:
    lines = wrapped([Span("1.1", "id"), Span("  a kite flies far")], 10, 0, 2)
    assert ["".join(span.text for span in line) for line in lines] == ["1.1  a", "  kite", "  flies", "  far"]
    assert lines[0][0] == Span("1.1", "id")


@given(st.text(max_size=200), st.integers(20, 60), st.integers(0, 90), st.integers(0, 90))
def test_no_line_is_wider_than_the_screen_and_no_word_is_lost(text: str, width: int, indent: int, hanging: int) -> None:
    lines = ["".join(span.text for span in line) for line in wrapped([Span(text)], width, indent, hanging)]
    assert all(width_of(line) <= width for line in lines)
    from rules_cli.text import clean

    assert "".join("".join(lines).split()) == "".join(clean(text).split())


@given(st.text(max_size=50), st.text(max_size=50), st.integers(10, 60))
def test_two_ends_of_a_line_fit(left: str, right: str, width: int) -> None:
    assert sum(width_of(span.text) for span in beside([Span(left)], right, width)) <= width
