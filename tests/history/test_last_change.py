"""What the page of a rule says of its change since the edition before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support import Install, Run

from rules_cli.history.edition_pair import match_editions
from rules_cli.history.last_change import LastChanges
from rules_cli.library import Library

OLD = """
1 Flying

1.1 Lines

1.1.1 A line is twenty steps long, and each player holds one end of it at all times.

1.1.2 Whoever lets go of the string loses the game at once.

1.1.3 A kite that touches the ground is out of the game until the wind turns.
"""
NEW = """
1 Flying

1.1 Lines

1.1.1 A line is thirty steps long, and each player holds one end of it at all times.

1.1.2 Before the game, the players draw lots for the side of the wind.

1.1.3 Whoever lets go of the string loses the game at once.

1.1.4 A kite that touches the ground is out of the game until the wind turns.
"""


@pytest.fixture
def kites(install: Install) -> Library:
    install("kites", {"2024-01-01": OLD, "2025-01-01": NEW})
    return Library.open()


def change(library: Library, number: str) -> tuple[str, str] | None:
    return LastChanges(library.installed).of(library.rule(number))


def test_a_kept_match_tells_new_and_changed_rules_from_those_that_only_moved(kites: Library) -> None:
    newest, before = kites.installed.all("kites")
    match_editions(before, newest)
    assert change(kites, "kites:1.1.1") == ("2025-01-01", "changed")
    assert change(kites, "kites:1.1.2") == ("2025-01-01", "new")
    assert change(kites, "kites:1.1.3") is None
    assert change(kites, "kites@2024-01-01:1.1.1") is None


def test_without_a_kept_match_nothing_is_said_of_a_rule_that_may_be_another(kites: Library, home: Path) -> None:
    shutil.rmtree(home / "cache" / "changes", ignore_errors=True)
    assert change(kites, "kites:1.1.1") == ("2025-01-01", "changed")
    assert [change(kites, f"kites:1.1.{last}") for last in (2, 3, 4)] == [None, None, None]
    assert not (home / "cache" / "changes").exists()


def test_a_part_of_a_book_that_was_imported_before_makes_the_rest_no_news(install: Install) -> None:
    install("kites", {"2024-01-01": OLD.partition("1.1.2")[0], "2025-01-01": NEW})
    library = Library.open()
    newest, before = library.installed.all("kites")
    match_editions(before, newest)
    assert change(library, "kites:1.1.4") is None


@pytest.mark.usefixtures("kites")
def test_a_page_says_in_which_edition_its_rules_changed(run: Run) -> None:
    run("diff", "kites")
    assert " · changed 2025-01-01" in run("show", "kites:1.1.1").out
    assert "new 2025-01-01: 1.1.2" in (page := run("show", "kites:1.1").out)
    assert "changed 2025-01-01: 1.1.1" in page
    assert "2025-01-01 ·" not in run("show", "kites:1.1.3").out.partition("official")[0]
    assert "alterada em 2025-01-01" in run("show", "kites:1.1.1", "--lang", "pt").out
