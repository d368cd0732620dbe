"""A file without numbered rules, headings or lists is refused; a reading that looks wrong is said to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import ROOT, SHARED, Run

from rules_cli.errors import SourceError
from rules_cli.sources import importing

SCRIPT = "#!/bin/bash\n# Copies the pictures.\nset -e\n\ncase $1 in\n1) echo one ;;\nesac\n" + "cp a b\n" * 60
LOG = "".join(f"2026-11-{1 + at // 100:02d} 10:{at % 60:02d} the gull has landed\n" for at in range(200))
MINUTES = "Minutes of the meeting\n\n1. We met.\n\n" + "We spoke about kites for an hour.\n\n" * 60
NO_RULEBOOKS = {"snap": SCRIPT, "gull.log": LOG, "minutes.txt": MINUTES}
HEADINGS = "# Kites\n\n" + "".join(
    f"## {title}\n\nA kite of this kind flies for an hour and lands.\n\n" for title in ("Red", "Blue", "Green", "Old")
)
SUMMARY = "".join(f"3.{n}.{m} is said again.\n" for n in range(1, 9) for m in (5, 2, 7, 4))
ONE_ROW = "1 Kites\n\n1.1 Fly.\n\n1.2 Land.\n\n" + "A kite is a toy that flies over the sea in the wind.\n\n" * 400


@pytest.mark.parametrize("slug", ["junk", "mtg", "ga"])
@pytest.mark.parametrize("name", NO_RULEBOOKS)
def test_a_file_that_is_no_rulebook_is_refused_with_the_reason(
    run: Run, tmp_path: Path, home: Path, name: str, slug: str
) -> None:
    path = tmp_path / name
    path.write_text(NO_RULEBOOKS[name])
    ran = run("import", str(path), "--book", slug)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "no numbered rule in it, nor headings and lists" in ran.err
    assert not [*home.rglob("*.yaml")]


def test_a_program_is_refused() -> None:
    with pytest.raises(SourceError):
        importing.read_source([ROOT / "rules_cli" / "references.py"], "junk")


def test_a_book_without_numbers_is_read_by_its_headings_and_said_to_be(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kites.md"
    path.write_text(HEADINGS)
    ran = run("import", str(path), "--book", "kites")
    assert ran.code == 0
    assert "no rule has a number of its own: read by its headings and lists" in ran.out
    assert "flies for an hour" in run("kites:kites.blue.1").out


@pytest.mark.parametrize("sections", [3, 40])
def test_a_long_book_with_few_numbers_is_read(tmp_path: Path, sections: int) -> None:
    path = tmp_path / "kites.txt"
    words = "A word on wind.\n\n" * 100
    path.write_text("".join(f"{n}. Kites of Kind {n}\n\n{words}" for n in range(1, sections + 1)))
    numbers = [row.number for row in importing.read_source([path], "kites").book.rows]
    assert numbers == [str(n) for n in range(1, sections + 1)]


AGAIN = "".join(
    f"{n}. Kite {kite}: part {n} of what flies over the sea.\n\n" for kite in range(12) for n in range(1, 9)
)


class TestAReadingThatLooksWrong:
    def test_is_said_first(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "kites.txt"
        path.write_text(ONE_ROW)
        ran = run("import", str(path), "--book", "kites")
        assert ran.code == 0
        said = "this looks wrong: 100% of the words are in one row, 1.2 (from line 5 of kites.txt on: 1.2 Land.)\n"
        assert ran.out.startswith(said)
        assert run("kites:1.2").code == 0

    def test_is_not_installed_if_that_is_asked(self, run: Run, tmp_path: Path, home: Path) -> None:
        path = tmp_path / "kites.txt"
        path.write_text(ONE_ROW)
        ran = run("import", str(path), "--book", "kites", "--strict")
        assert (ran.code, ran.out, "this looks wrong" in ran.err) == (2, "", True)
        assert not [*home.rglob("*.yaml")]

    def test_of_numbers_is_not_installed_as_a_game_that_rules_knows(self, run: Run, tmp_path: Path, home: Path) -> None:
        path = tmp_path / "kites.txt"
        path.write_text(AGAIN)
        ran = run("import", str(path), "--book", "magic")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("rules: this looks wrong: ") and f"rules import {path} -b NAME" in ran.err
        assert not [*home.rglob("*.yaml")]

    def test_is_in_the_json(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "kites.txt"
        path.write_text(ONE_ROW)
        found = json.loads(run("import", str(path), "--book", "kites", "--json").out)["looks_wrong"]
        assert [(fault["kind"], fault["number"]) for fault in found] == [("row", "1.2")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "path"),
    [
        ("fab", "fab/01-game-concepts.html"),
        ("fab", "fab/en-fab-cr-2.14.0.txt"),
        ("mtg", "mtg/2026-01-16.txt"),
        ("mtg", "mtg/2006-10-01.txt"),
        ("ga", "ga"),
        ("ga", "ga-whole"),
        *(("x", f"other/{name}") for name in ("altered.md", "fide.md", "swu.md", "fab-trp-2026.txt")),
    ],
)
def test_nothing_looks_wrong_with_real_rulebooks(slug: str, path: str) -> None:
    file = SHARED / "sources" / path
    if not file.exists():
        pytest.skip(f"needs ../shared/sources/{path}")
    assert importing.read_source([file], slug).faults == ()
