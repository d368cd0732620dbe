"""A source that breaks off in the middle of a sentence is an anomaly, told when it is imported."""

from __future__ import annotations

from pathlib import Path

import pytest
from parsing import document
from support import SHARED, Run

from rules_cli.parse import parse


def book(texts: int = 60, unended: int = 0, end: str = "", entries: int = 0) -> str:
    """A book with so many texts, of which some have no sign at the end; then a glossary; then an end."""
    lines = ["1. Kites", "", "100. General", ""]
    for number in range(1, texts + 1):
        lines += [f"100.{number}. Kite {number} flies over the sea{'' if number <= unended else '.'}", ""]
    if entries:
        lines += ["Glossary", ""]
    for number in range(entries):
        lines += [f"Kite {chr(65 + number)}{chr(97 + number)}y", "It flies over the sea.", ""]
    return "\n".join(lines) + "\n" + end


def breaks_off(text: str) -> bool:
    return "breaks-off" in [anomaly.kind for anomaly in parse([document(text)], None, "kites", "1").anomalies]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(book(), False, id="whole"),
        pytest.param(book(end="100.61. A kite fl"), True, id="in a rule"),
        pytest.param(book(end="100.61. A kite, which"), True, id="in a rule, between words"),
        pytest.param(book(end="100.61. A kite flies (see 100.1)"), False, id="in a bracket"),
        pytest.param(book(end="100.61. Kites:" + "\n\n* Red" * 4), True, id="in a list of four"),
        pytest.param(book(end="100.61. Kites:" + "\n\n* Red" * 5), False, id="after a list of five"),
        pytest.param(book(entries=12), False, id="whole, with a glossary"),
        pytest.param(book(entries=12, end="Kite Zz\nA kite that fl"), True, id="in a glossary"),
        pytest.param(book(texts=49, end="100.50. A kite fl"), True, id="fifty texts"),
        pytest.param(book(texts=48, end="100.49. A kite fl"), False, id="too few texts"),
        pytest.param(book(texts=100, unended=1, end="100.101. A kite fl"), True, id="two of 101 without a sign"),
        pytest.param(book(texts=100, unended=2, end="100.101. A kite fl"), False, id="three of 101 without a sign"),
        pytest.param(book(entries=9, end="Kite Zz\nA kite that fl"), True, id="ten entries"),
        pytest.param(book(entries=8, end="Kite Zz\nA kite that fl"), False, id="nine entries may be anything"),
    ],
)
def test_the_end_of_the_last_text_tells(text: str, found: bool) -> None:
    assert breaks_off(text) == found


def test_the_last_thirty_characters_are_shown() -> None:
    (anomaly,) = parse(
        [document(book(end="100.61. A kite flies over twenty-five miles of sea and sa"))], None, "k", "1"
    ).anomalies
    assert anomaly.detail == "the source ends in “…wenty-five miles of sea and sa”; is the file complete?"


def test_an_import_asks_whether_the_file_is_complete(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kites.txt"
    path.write_text(book(end="100.61. A kite fl"), encoding="utf-8")
    assert "is the file complete?" in run("import", str(path), "--book", "kites").out
    assert "A kite fl”" in run("lint", str(path)).out


@pytest.mark.slow
def test_no_real_rulebook_breaks_off_but_a_half_one_does() -> None:
    source = SHARED / "sources" / "mtg" / "2015-01-23.txt"
    if not source.exists():
        pytest.skip("the real rulebooks are not in ../shared/sources")
    text = source.read_text(encoding="cp1252")
    assert not breaks_off(text)
    cut = text[: text.rindex("See rule", 0, len(text) * 9 // 10)]
    assert breaks_off(f"{cut}See ru")
