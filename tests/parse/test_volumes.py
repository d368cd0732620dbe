"""Several games in one volume, each numbered from the first number on."""

from __future__ import annotations

from pathlib import Path

import pytest
from parsing import book_of, odd, parents, references, texts
from support import Run

GAMES = ("Series Rules", "Palestine", "Western Desert")


def game(name: str, mark: str, first: int = 0) -> str:
    """A game of three chapters; `first` is the number of a chapter's first section, its title."""
    lines = [f"{mark}{name}"]
    for chapter, title in enumerate(("Introduction", "Movement", "Combat"), 1):
        lines.append(f"{chapter}.{first} {title}")
        lines += [f"{chapter}.{n} A {what} of {name} moves by rule {chapter}.{first + 1}." for n, what in things(first)]
    return "\n\n".join(lines) + "\n\n"


def things(first: int) -> list[tuple[int, str]]:
    """The sections of a chapter after its title."""
    return list(enumerate(("tank", "truck", "gun"), first + 1))


@pytest.mark.parametrize(("name", "title", "mark"), [("v.md", "# Volume", "## "), ("v.txt", "THE VOLUME", "")])
def test_each_game_after_the_first_is_a_part(name: str, title: str, mark: str) -> None:
    book = book_of(f"{title}\n\nThree games.\n\n" + "".join(game(each, mark) for each in GAMES), name=name)
    rows = texts(book)
    assert rows["2.1"] == "A tank of Series Rules moves by rule 2.1."
    assert rows["palestine.2.1"] == "A tank of Palestine moves by rule 2.1."
    assert rows["western-desert.3.0"] == "Combat"
    assert (parents(book)["palestine.2.1"], parents(book)["palestine.1.0"]) == ("palestine.2.0", "palestine")
    assert references(book, "palestine.2.2") == [("rule 2.1", "palestine.2.1", True)]
    assert odd(book) == [("numbers-restart", "palestine"), ("numbers-restart", "western-desert")]


def test_a_bare_number_shows_the_rule_of_each_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "v.md"
    path.write_text("# Volume\n\n" + "".join(game(each, "## ") for each in GAMES))
    said = run("import", str(path), "--book", "war").out
    assert "2 parts whose numbers begin again" in said and "looks wrong" not in said
    shown = run("2.1", "-b", "war").out
    assert all(f"A tank of {name} moves" in shown for name in GAMES)
    assert "A tank of Palestine" in run("palestine.2.1", "-b", "war").out
