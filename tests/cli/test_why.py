"""`rules lint FILE --why LINE` prints what makes a line a rule, or none."""

from __future__ import annotations

import json
from pathlib import Path

from support import Run

BOOK = (
    "Contents\n1 Kites 2\n2 Boats 3\n\n1 Kites\n\n1.1 A kite flies over the sea.\n\n1.2 It lands.\n\n"
    "2 Boats\n\n2.1 Boats float.\n"
)


def test_a_rule_has_a_place_in_the_chain(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kites.txt"
    path.write_text(BOOK)
    ran = run("lint", str(path), "--why", "7")
    assert ran.code == 0
    assert ran.out.startswith("1.1  A kite flies over the sea.  a row (child): +")
    assert "parts +1.5" in ran.out


def test_an_entry_of_contents_is_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kites.txt"
    path.write_text(BOOK)
    ran = run("lint", str(path), "--why", "2", "--json")
    (found,) = json.loads(ran.out)
    assert (ran.code, found["number"], found["how"]) == (1, "1", "")
    assert ["again", -15.0] in found["adds"]


def test_a_line_without_a_number(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kites.txt"
    path.write_text(BOOK)
    ran = run("lint", str(path), "--why", "1")
    assert (ran.code, ran.out) == (1, "line 1 begins with no number\n")


def test_an_installed_book_is_asked_for_its_files(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kites.txt"
    path.write_text(BOOK)
    assert run("import", str(path), "--book", "kites").code == 0
    assert "a row (next)" in run("lint", "kites", "--why", "9").out
