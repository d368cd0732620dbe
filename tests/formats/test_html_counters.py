"""Numbers that a page prints with CSS counters, as documents of Google do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Run

from rules_cli.formats import read_bytes
from rules_cli.formats.html.counters import Counters
from rules_cli.formats.labels import numeral


def words(page: str) -> list[str]:
    """Return the lines that a page shows."""
    return [
        line.words for line in read_bytes(page.encode(), "kites.html").lines if line.role not in ("blank", "markup")
    ]


def google_document() -> str:
    """Return a document as Google exports it: each level is a list of its own, beside the others."""
    css = ["@import url(https://fonts.example/x);"]
    for level in range(3):
        numbers = ' "." '.join(f"counter(lst-ctn-kix_a-{above},decimal)" for above in range(level + 1))
        css.append(f".lst-kix_a-{level}>li{{counter-increment:lst-ctn-kix_a-{level}}}")
        css.append(f"ol.lst-kix_a-{level}.start{{counter-reset:lst-ctn-kix_a-{level} 0}}")
        css.append(f'.lst-kix_a-{level}>li:before{{content:"" {numbers} ". "}}')
    css.append('.lst-kix_b-0>li:before{content:"\\\\0025cf  "}')
    lists = [
        (0, True, ["Kites"]),
        (1, True, ["A kite flies.", "A kite has a line."]),
        (2, True, ["The line is long."]),
        (1, False, ["A kite lands."]),
        (0, False, ["Wind"]),
        (1, True, ["Wind blows."]),
    ]
    body = "".join(
        f'<ol class="c1 lst-kix_a-{level}{" start" if begins else ""}">'
        + "".join(f'<li class="c2 li-bullet-0"><span>{text}</span></li>' for text in texts)
        + "</ol>"
        for level, begins, texts in lists
    )
    bullets = '<ul class="lst-kix_b-0 start"><li>A bullet.</li></ul>'
    return f"<html><head><style>{''.join(css)}</style></head><body>{body}{bullets}</body></html>"


def test_a_document_of_google_has_its_numbers() -> None:
    assert words(google_document()) == [
        *(
            "1. Kites",
            "1.1. A kite flies.",
            "1.2. A kite has a line.",
            "1.2.1. The line is long.",
            "1.3. A kite lands.",
        ),
        *("2. Wind", "2.1. Wind blows.", "A bullet."),
    ]


def test_its_rules_are_found(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "kites.html").write_text(google_document(), encoding="utf-8")
    assert run("import", str(path), "--book", "kites").code == 0
    assert "The line is long." in run("show", "kites:1.2.1").out


@pytest.mark.parametrize(
    ("css", "body", "shown"),
    [
        pytest.param(
            'body{counter-reset:a} h2{counter-reset:b} h2::before{counter-increment:a;content:counter(a) ". "}'
            'h3:before{counter-increment:b;content:counter(a) "." counter(b) " "}',
            "<h2>A</h2><h3>B</h3><h3>C</h3><h2>D</h2><h3>E</h3>",
            ["1. A", "1.1 B", "1.2 C", "2. D", "2.1 E"],
            id="headings",
        ),
        pytest.param(
            'ol{counter-reset:item} ol > li{counter-increment:item} ol>li::before{content:counters(item,".") " "}',
            "<ol><li>A<ol><li>B</li><li>C</li></ol></li><li>D</li></ol>",
            ["1 A", "1.1 B", "1.2 C", "2 D"],
            id="lists in lists",
        ),
        pytest.param(
            '.r{counter-increment:n 2} .r::before{content:counter(n, upper-roman) ") "}',
            '<p class=r>A</p><p>B</p><div><p class="r x">C</p></div>',
            ["II) A", "B", "IV) C"],
            id="steps",
        ),
        pytest.param("p::before{content:'Note: '}", "<p>A</p>", ["A"], id="no counter"),
        pytest.param("p:first-child::before{content:counter(n)}", "<p>A</p>", ["A"], id="a selector that is not read"),
    ],
)
def test_the_numbers_of_a_style_sheet(css: str, body: str, shown: list[str]) -> None:
    assert words(f"<html><style>{css}</style><body>{body}</body></html>") == shown


def test_a_list_that_a_style_sheet_counts_is_as_far_left_as_any_other() -> None:
    css = '.k>li{counter-increment:k} .k>li:before{content:counter(k) ". "}'
    page = f"<style>{css}</style><ol><li>A</ol><ol class=k><li>B</ol>"
    items = [line for line in read_bytes(page.encode(), "kites.html").lines if line.role == "item"]
    assert [(line.marker, line.level) for line in items] == [("1.", 0), ("1.", 0)]


@pytest.mark.parametrize("weight", ["700", "bold", "900"])
def test_bold_letters_of_a_style_sheet(weight: str) -> None:
    page = (
        f"<style>.a{{font-weight:{weight}}} p::before{{font-weight:700}} .b{{font-weight:400}}</style>"
        '<p><span class="a">A</span></p><p>B</p><p class="a"><span class="b">C</span></p>'
        f'<p><span style="font-weight: {weight}">D</span></p>'
    )
    lines = [line for line in read_bytes(page.encode(), "kites.html").lines if line.role == "text"]
    assert [line.text for line in lines if line.strong] == ["A", "D"]


@pytest.mark.parametrize(
    ("number", "form", "shown"),
    [
        *[
            (27, "lower-alpha", "aa"),
            (702, "upper-latin", "ZZ"),
            (4, "lower-roman", "iv"),
            (9, "decimal-leading-zero", "09"),
        ],
        *[
            (0, "lower-alpha", "0"),
            (-3, "", "-3"),
            (1, "none", ""),
            (4_000, "lower-roman", "4000"),
            (5, "georgian", "5"),
        ],
    ],
)
def test_styles_of_numbers(number: int, form: str, shown: str) -> None:
    assert numeral(number, form) == shown


@given(st.text(alphabet=".#>ab{};:\"' counter-resetincmb(),/*1\\\\", max_size=200))
def test_any_style_sheet_is_read(css: str) -> None:
    counters = Counters()
    counters.add_styles(css)
    counters.begin("p", {"class": "a b", "id": "a"})
    counters.end()
