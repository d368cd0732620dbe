"""`rules.lock`: all who check some texts compare them with the same edition, or are told how to get it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from citation_check.kites import NEW, NEWER, OLDER, both_editions, install
from support import Run

from rules_cli.store.editions import InstalledBooks


@pytest.fixture
def project(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line in a project with a text, whose lock names the older edition of the kites."""
    both_editions()
    monkeypatch.chdir(tmp_path)
    Path(".git").mkdir()
    Path("docs").mkdir()
    Path("docs/a.md").write_text("CR 102.3", encoding="utf-8")
    assert run("check", "--lock", "-b", f"kites@{OLDER}").code == 0
    return run


@pytest.mark.usefixtures("project")
def test_it_names_book_edition_and_a_fingerprint() -> None:
    lock = yaml.safe_load(Path("rules.lock").read_text(encoding="utf-8"))
    assert lock == {"book": "kites", "edition": OLDER, "fingerprint": lock["fingerprint"]}
    assert len(lock["fingerprint"]) == 16


def test_texts_below_it_are_compared_with_its_edition(project: Run) -> None:
    assert project("check", "docs/a.md").code == 0
    assert project("check", "docs/a.md", "-b", "kites").code == 0
    assert project("check", "docs/a.md", "-b", f"kites@{NEWER}").code == 1


def test_another_book_that_is_named_is_taken(project: Run) -> None:
    install("1. Gulls\n\n1.1. A gull calls.\n\n1.2. It calls twice.\n", "gulls", "1")
    assert "gulls@1" in project("check", "docs/a.md", "-b", "gulls").out


def test_it_is_not_looked_for_above_the_project(project: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("docs/.git").mkdir()
    monkeypatch.chdir("docs")
    assert f"compared with kites@{NEWER}" in project("check", "a.md", "-b", "kites").out


def test_it_is_written_beside_the_texts_and_these_are_checked(project: Run) -> None:
    ran = project("check", "docs/a.md", "--lock", "-b", "kites")
    assert ran.code == 1 and f"docs/rules.lock names kites@{NEWER}" in ran.err.replace("\\", "/")
    assert f"compared with kites@{NEWER}" in project("check", "docs/a.md").out


def test_an_edition_that_is_not_here_is_asked_for(project: Run) -> None:
    InstalledBooks().remove("kites", OLDER)
    ran = project("check", "docs/a.md")
    assert ran.code == 2
    assert "nothing was checked" in ran.err
    assert f"rules import FILE --book kites --edition {OLDER}" in ran.err


def test_an_edition_with_other_words_is_refused(project: Run) -> None:
    InstalledBooks().remove("kites", OLDER)
    install(NEW, "kites", OLDER)
    ran = project("check", "docs/a.md")
    assert ran.code == 2 and "other words" in ran.err


@pytest.mark.parametrize(
    "content", ["a: [", "book: kites", "[]", "book: kites\nedition: x\nfingerprint: 1\n", "x" * 20_000]
)
def test_a_broken_one_is_named_in_one_line(project: Run, content: str) -> None:
    Path("rules.lock").write_text(content, encoding="utf-8")
    ran = project("check", "docs/a.md")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "rules.lock" in ran.err


def test_texts_with_different_ones_are_checked_one_after_the_other(project: Run) -> None:
    Path("b.md").write_text("CR 102.1", encoding="utf-8")
    assert project("check", "docs/a.md", "--lock", "-b", "kites").code == 1
    ran = project("check", "docs/a.md", "b.md")
    assert ran.code == 2 and "one after the other" in ran.err


@pytest.mark.parametrize("options", [[], ["-b", "mtg"], ["-b", "nothing"]])
def test_only_a_whole_book_is_locked(project: Run, options: list[str]) -> None:
    before = Path("rules.lock").read_bytes()
    ran = project("check", "--lock", *options)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert Path("rules.lock").read_bytes() == before
