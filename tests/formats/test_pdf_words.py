"""Each measure by which words are taken from a PDF, just inside and just outside. Letters are 10 points large."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pdf_files import LETTER, Page, pdf

from rules_cli.formats.pdf import document
from rules_cli.formats.pdf.document import read_pages

SIZE = 10


def read(pieces: Sequence[str], gap: float = 1, spaced: float = 0) -> list[str]:
    """The words of a page with a gap between these pieces; letters are `spaced` out. All gaps are in points."""
    page, x = Page(), 72.0
    for piece in pieces:
        for letter in piece:
            page.put(x, 90, letter, SIZE)
            x += LETTER * SIZE + spaced
        x += gap - spaced
    (words,) = read_pages(pdf(page))
    return [each.text for each in words]


@pytest.mark.parametrize(("pieces", "parted"), [(("ab", "c"), False), (("ab", "cd"), True)])
def test_a_word_of_four_letters_may_be_parted(pieces: Sequence[str], parted: bool) -> None:
    assert read(pieces, spaced=-0.5) == (list(pieces) if parted else ["".join(pieces)])


@pytest.mark.parametrize(("last", "parted"), [(30, True), (31, False)])
def test_a_word_of_over_sixty_letters_is_an_address(last: int, parted: bool) -> None:
    pieces = ["a" * 30, "b" * last]
    assert read(pieces) == (pieces if parted else ["".join(pieces)])


@pytest.mark.parametrize(("gap", "parted"), [(1.4, False), (1.5, True)])
def test_a_gap_between_letters_that_are_spaced_out_is_three_times_theirs(gap: float, parted: bool) -> None:
    assert read(["abcd", "efgh"], gap, spaced=0.5) == (["abcd", "efgh"] if parted else ["abcdefgh"])


@pytest.mark.parametrize(("wider", "measured"), [(0, 1), (0.15, 1), (0.25, 2)])
def test_a_word_is_measured_again_only_if_it_is_wider_by_more_than_rounding(
    monkeypatch: pytest.MonkeyPatch, wider: float, measured: int
) -> None:
    letters: list[int] = []
    edges = document._Ruler._edges
    monkeypatch.setattr(document._Ruler, "_edges", lambda ruler, at: letters.append(at) or edges(ruler, at))  # type: ignore[func-returns-value]
    page = Page()
    for y, gap in ((90, 0.0), (190, wider)):
        page.put(72, y, "ab", SIZE).put(72 + 2 * LETTER * SIZE + gap, y, "cd", SIZE)
    assert [each.text for each in next(read_pages(pdf(page)))] == ["abcd", "abcd"]
    assert len(letters) == 4 * measured


@pytest.mark.parametrize(("weight", "bold"), [(599, False), (600, True)])
def test_a_semi_bold_font_is_bold(monkeypatch: pytest.MonkeyPatch, weight: int, bold: bool) -> None:
    monkeypatch.setattr("pypdfium2.raw.FPDFText_GetFontWeight", lambda *_: weight)
    (words,) = read_pages(pdf(Page().put(72, 90, "Bread", SIZE)))
    assert [each.bold for each in words] == [bold]
