"""Attacks on a library: names that look alike, pipes, odd homes, edited trees, too few open files."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

from rules_cli import Library

pytestmark = pytest.mark.hostile
RULES = [sys.executable, "-m", "rules_cli"]
needs_posix = pytest.mark.skipif(os.name != "posix", reason="pipes and limits are POSIX")


@pytest.fixture
def port(run: Run, harbour: Path) -> Run:
    """The command line with a made-up book in two editions."""
    for edition in ("2025", "2026"):
        assert run("import", str(harbour), "--book", "port", "--edition", edition).code == 0
    return run


class TestLookAlikes:
    def test_an_edition_that_differs_in_capitals_alone_is_refused(self, run: Run, harbour: Path) -> None:
        run("import", str(harbour), "--book", "port", "--edition", "Draft")
        told = run("import", str(harbour), "--book", "port", "--edition", "draft")
        assert (told.code, "--edition Draft" in told.err) == (2, True)
        assert run("import", str(harbour), "--book", "port", "--edition", "Draft").code == 0

    def test_editions_that_differ_in_capitals_alone_are_shown_and_removed_apart(self, port: Run, home: Path) -> None:
        books = home / "data" / "books" / "port"
        text = (books / "2026.yaml").read_text()
        for name, cargo in (("A", "coal"), ("a", "corn")):
            changed = text.replace("carries cargo", f"carries {cargo}").replace('"2026"', name)
            (books / f"{name}.yaml").write_text(changed)
        if len(list(books.glob("[aA].yaml"))) < 2:
            pytest.skip("this file system can't tell them apart")
        assert "coal" in port("show", "port@A:1.0.1").out
        assert "corn" in port("show", "port@a:1.0.1").out
        assert port("remove", "port@A").out == "removed port@A\n"
        assert (books / "a.yaml").exists()


class TestEditedTrees:
    """Trees that a person has edited, with words that YAML reads as another type without quotes."""

    @pytest.mark.parametrize(
        ("was", "edited"),
        [
            ("  title: Cargo\n", "  title: No\n"),
            ("  title: Cargo\n", "  title: 2026-01-16\n"),
            ('parent: "1.0.1"', "parent: 1.1"),
            ('["[1.1]", "1.1"', '["[1.1]", 1.1'),
            ('["dangling-reference", "1.0.2"', '["dangling-reference", 1.0'),
            ("  examples:\n  - |-\n", "  examples:\n  - yes\n  - |-\n"),
            ("format: 1\n", f"format: 0x{'f' * 6000}\n"),
            ('parent: "1.0.1"', f"parent: 0x{'f' * 6000}"),
        ],
    )
    def test_a_word_that_yaml_reads_as_another_type_is_reported_as_damage(
        self, was: str, edited: str, port: Run, home: Path
    ) -> None:
        tree = home / "data" / "books" / "port" / "2026.yaml"
        text = tree.read_text()
        assert was in text
        tree.write_text(text.replace(was, edited, 1))
        told = port("show", "port@2026:1.0.1")
        assert (told.code, told.err.count("\n")) == (2, 1)
        assert "damaged" in told.err
        assert port("doctor").code == 1
        assert port("search", "moniker").code == 0

    def test_parents_in_a_circle_do_not_hang(self, port: Run, home: Path) -> None:
        tree = home / "data" / "books" / "port" / "2026.yaml"
        lines = tree.read_text().split("\n")
        at = lines.index('- number: "1.0.1"')
        assert "parent" in lines[at + 1]
        lines[at + 1] = '  parent: "1.0.1"'
        tree.write_text("\n".join(lines))
        assert port("show", "port@2026:1.0.1z").code == 1


def test_a_number_of_two_lines_is_reported_as_damage(port: Run, home: Path) -> None:
    path = home / "data" / "books" / "port" / "2026.yaml"
    path.write_text(path.read_text().replace('number: "1.0.1"', 'number: "1.0\\n1"'))
    assert "port@2026 is damaged" in port("search", "cargo", "-b", "port").err
    assert port("doctor").code == 1


@pytest.mark.parametrize("edition", ["2026-99", "2026-00", "2026-13-01", "2026-02-30"])
def test_a_month_that_does_not_exist_is_refused_as_an_edition(run: Run, harbour: Path, edition: str) -> None:
    assert run("import", str(harbour), "--book", "port", "--edition", edition).code == 2


@pytest.mark.usefixtures("port")
def test_a_relative_home_stays_the_same_after_a_change_of_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULES_HOME", home.name)
    library = Library.open()
    monkeypatch.chdir("/")
    assert library.rule("port:1.0.1").number == "1.0.1"


@needs_posix
class TestSystem:
    def test_a_home_folder_may_have_any_name(
        self, run: Run, harbour: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        odd = tmp_path / os.fsdecode(b"h\xff%41?#\n'\" \xc3\xa9")
        try:
            odd.mkdir()
        except OSError:
            pytest.skip("this file system has no such names")
        monkeypatch.setenv("RULES_HOME", str(odd))
        assert run("import", str(harbour), "--book", "port", "--edition", "2026").code == 0
        for question in (["show", "port:1.0.1"], ["search", "cargo"], ["books"]):
            told = run(*question)
            assert (told.code, told.err) == (0, ""), question
        assert list((odd / "cache" / "index").glob("port@2026.*"))
        assert run("doctor").code == 0

    def test_pipes_in_place_of_files_do_not_hang(self, port: Run, home: Path) -> None:
        port("config", "book", "port")
        for question in (
            ["search", "cargo"],
            ["diff", "port@2025", "port@2026"],
            ["name", "moniker", "A", "-b", "fab"],
        ):
            port(*question)
        kept = [path for path in (*home.glob("cache/*/*"), *home.glob("config/*")) if path.is_file()]
        assert {path.parent.name for path in kept} >= {"facts", "changes", "index", "config"}
        for path in kept:
            path.unlink()
            os.mkfifo(path)
        for question in (["search", "cargo"], ["diff", "port@2025", "port@2026"], ["doctor"], ["show", "port:1.0.1"]):
            ended = subprocess.run([*RULES, *question], capture_output=True, text=True, timeout=60)
            assert ended.returncode in (0, 1, 2), ended.stderr
            assert ended.stderr.count("\n") <= 1
        (home / "config" / "config.toml").unlink()
        ended = subprocess.run([*RULES, "show", "port:1.0.1"], capture_output=True, text=True, timeout=60)
        assert (ended.returncode, ended.stderr) == (0, "")

    def test_too_few_open_files_are_reported_in_one_line(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "book.txt").write_text("1 Kites\n\n1.1 A kite flies.\n")
        for at in range(24):
            run("import", str(tmp_path / "book.txt"), "--book", f"kites-{at}")

        def few() -> None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))

        for question in (["books"], ["search", "kite"]):
            ended = subprocess.run([*RULES, *question], capture_output=True, text=True, timeout=60, preexec_fn=few)
            assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
            assert "open files" in ended.stderr or "files are open" in ended.stderr
            assert not ended.stdout
