"""Two columns of plain text, as a page printed with its layout has them."""

from __future__ import annotations

import random
from pathlib import Path
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Run

from rules_cli.formats import read_bytes
from rules_cli.formats.printed_pages import in_reading_order

WORDS = (
    "a kite flies over the town in the wind of morning and lands at noon when people go home with long lines".split()
)
ROWS = 40


def rules(count: int, seed: int = 1) -> list[str]:
    """Return made-up rules of one to five lines."""
    chance = random.Random(seed)
    return [
        f"{1 + at // 10}.{1 + at % 10} {' '.join(chance.choices(WORDS, k=chance.randint(8, 40))).capitalize()}."
        for at in range(count)
    ]


def printed(texts: list[str], width: int, margin: int = 3, title: str = "THE RULES") -> str:
    """Return texts in two columns, page after page, with a title across both."""
    lines = [line for text in texts for line in (*wrap(text, width), "")]
    pages = []
    for start in range(0, len(lines), 2 * ROWS):
        left, right = lines[start : start + ROWS], lines[start + ROWS : start + 2 * ROWS]
        right += [""] * (len(left) - len(right))
        rows = [f"{' ' * margin}{a:<{width + 4}}{b}".rstrip() for a, b in zip(left, right, strict=True)]
        pages.append("\n".join([f"{title:^{2 * width}}".rstrip(), "", *rows]))
    return "\n\f".join(pages)


def shown(text: str) -> list[str]:
    """Return the lines that are text."""
    return [line.text for line in read_bytes(text.encode(), "k.txt").lines if line.role not in ("blank", "markup")]


@pytest.mark.parametrize(("width", "margin"), [(44, 3), (60, 0), (36, 8)])
def test_one_column_is_read_after_the_other(width: int, margin: int) -> None:
    texts = rules(120)
    found = shown(printed(texts, width, margin))
    assert found == texts


def test_their_rules_are_found(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "kites.txt").write_text(printed(rules(60), 44))
    assert run("import", str(path), "--book", "kites").code == 0
    assert [run("show", f"kites:{number}").code for number in ("1.1", "3.7", "6.10")] == [0, 0, 0]


OTHERS = {
    "one column": "\n".join(wrap(" ".join(rules(30)), 78)),
    "a table": "\n".join(f"Kite {at}            red and long, with a tail of paper number {at}" for at in range(40)),
    "a table of contents": "\n".join(f"1.{at} A kite over the town in the wind{' ' * 20}{at}" for at in range(40)),
    "numbers apart": "\n".join(f"1.{at}        A kite flies over the town in the wind today." for at in range(40)),
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_texts_stay_as_they_are(text: str) -> None:
    lines = text.split("\n")
    assert list(in_reading_order(lines, [range(len(lines))])) == [(at, line, False) for at, line in enumerate(lines)]


@given(st.lists(st.text(alphabet="ab \t.1", max_size=90), max_size=30))
def test_no_word_is_lost(lines: list[str]) -> None:
    found = list(in_reading_order(lines, [range(len(lines))]))
    for at, line in enumerate(lines):
        assert "".join("".join(part.split()) for place, part, _ in found if place == at) == "".join(line.split())
