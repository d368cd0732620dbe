"""The largest and most hostile files, at 4 thousandths of their size: each is read or refused in one line.

At this size each takes some seconds at most. A step of quadratic cost would take minutes, so no test needs a clock.
`tests/bench/hostile.py` measures the files at full size.
"""

from __future__ import annotations

from pathlib import Path

import huge
import pytest
from support import Ran, Run

pytestmark = pytest.mark.hostile

SIZE = 0.004
SMALLER = {f"{size} MB of brackets, a line to a hundred": 0.001 for size in (9, 50)} | {"19 MB of <p>": 0.001}


def ends(ran: Ran) -> None:
    """Check that a run succeeded or was refused in one line."""
    assert ran.code in (0, 1, 2)
    assert len(ran.err.splitlines()) == (ran.code == 2)
    assert "this is a bug" not in ran.err
    assert "too large to handle" not in ran.err


@pytest.mark.parametrize("what", huge.BOOKS)
def test_a_huge_rulebook_is_read_or_refused_in_one_line(what: str, tmp_path: Path, run: Run) -> None:
    name, make = huge.BOOKS[what]
    (tmp_path / name).write_bytes(make(SMALLER.get(what, SIZE)))
    ran = run("import", str(tmp_path / name), "--book", "kites")
    ends(ran)
    if ran.code == 0:
        assert run("show", "1.1", "-b", "kites", "--depth", "0").code in (0, 1)


@pytest.mark.parametrize("what", huge.PROFILES)
def test_a_huge_profile_is_read_or_refused_in_one_line(what: str, tmp_path: Path, harbour: Path, run: Run) -> None:
    name, make = huge.PROFILES[what]
    (tmp_path / name).write_bytes(make(SIZE))
    ends(run("import", str(harbour), "--book", "kites", "--profile", str(tmp_path / name)))


@pytest.mark.parametrize("what", huge.TREES)
def test_a_huge_tree_is_reported_as_damage(what: str, home: Path, run: Run) -> None:
    name, make = huge.TREES[what]
    path = home / "data" / "books" / "kites" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(make(1))
    ran = run("tree", "kites")
    assert ran.code == 2
    assert "kites@1 is damaged (1.yaml, line" in ran.err


@pytest.mark.parametrize("what", huge.CARDS)
def test_a_huge_card_list_is_read_or_refused_in_one_line(what: str, tmp_path: Path, run: Run) -> None:
    name, make = huge.CARDS[what]
    (tmp_path / name).write_bytes(make(SIZE))
    ends(run("name", "import", str(tmp_path / name), "-b", "fab"))


@pytest.mark.parametrize("what", huge.TEXTS)
def test_a_huge_text_is_checked_or_refused_in_one_line(what: str, tmp_path: Path, run: Run) -> None:
    name, make = huge.TEXTS[what]
    (tmp_path / name).write_bytes(make(SIZE))
    ends(run("check", str(tmp_path / name), "-b", "mtg"))
