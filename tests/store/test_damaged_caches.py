"""Damaged or missing caches are rebuilt, and the answers stay right."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from dying import child, command
from support import HARBOUR

from rules_cli import Library
from rules_cli.lookup.definitions import look_up

pytestmark = pytest.mark.slow  # builds many caches


def answers(library: Library) -> str:
    """Return the answers to look-ups, to searches by words and with typos, in one book and in all, and to a term."""
    rules = [library.rule(f"port:{number}") for number in ("1", "1.0.1", "1.0.2", "1.1.2")]
    asked = (("cargo", "port"), ("discad when ship sinks", "port"), ("harbour flags", None))
    hits = [
        [(hit.rule, hit.score, hit.why) for hit in library.search(query, book=book, why=True)] for query, book in asked
    ]
    return repr((rules, hits, look_up(library, "cargo", "port")))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a home with the made-up book and every cache, in another process."""
    folder = tmp_path_factory.mktemp("filled")
    (folder / "harbour.txt").write_text(HARBOUR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_HOME", str(folder / "home"))
        patch.setenv("LANG", "en_GB.UTF-8")
        assert child(command("import", str(folder / "harbour.txt"), "--book", "port", "--edition", "2026")) == 0
        assert child(lambda: len(answers(Library.open())) == 0) == 0
    shutil.copytree(folder / "home" / "cache", folder / "copy")
    return folder


@pytest.fixture
def home(filled: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the test use that home."""
    monkeypatch.setenv("RULES_HOME", str(filled / "home"))
    return filled / "home"


@pytest.fixture
def whole(filled: Path, home: Path) -> Callable[[], list[Path]]:
    """Return a function that restores the caches and lists a file of each kind."""

    def put_back() -> list[Path]:
        cache = home / "cache"
        shutil.rmtree(cache) if cache.is_dir() else cache.unlink()
        shutil.copytree(filled / "copy", cache)
        kinds = ("index/port@*", "search/port@*", "search/*.links", "facts/fab-book*")
        return [path for kind in kinds for path in list(cache.glob(kind))[:1]]

    return put_back


@pytest.fixture
def right(whole: Callable[[], list[Path]]) -> str:
    """Return the right answers."""
    whole()
    return answers(Library.open())


def damages(data: bytes) -> dict[str, bytes]:
    """Return damaged contents of a file by kind of damage."""
    return {
        "cut in half": data[: len(data) // 2],
        "empty": b"",
        "rules": HARBOUR.encode() * 40,
        "zeros": bytes(len(data)),
    }


@pytest.mark.slow
def test_a_damaged_cache_is_rebuilt(right: str, whole: Callable[[], list[Path]]) -> None:
    wrong = []
    for path in whole():
        for kind, damaged in damages(path.read_bytes()).items():
            whole()
            path.write_bytes(damaged)
            if answers(Library.open()) != right:
                wrong.append((path.name, kind))
    assert not wrong


def test_an_index_of_another_edition_is_rebuilt(right: str, whole: Callable[[], list[Path]], home: Path) -> None:
    index = whole()[0]
    Library.open().rule("ga:cost.7")
    shutil.copy(next((home / "cache" / "index").glob("ga@*")), index)
    assert answers(Library.open()) == right


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "full").write_text("of something")


def a_link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_folder_that_is_a_file(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("in the way")


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("damage", [a_folder, a_link_to_itself, a_pipe, a_folder_that_is_a_file, gone])
def test_something_else_in_place_of_an_index_is_replaced(
    right: str, whole: Callable[[], list[Path]], damage: Callable[[Path], None]
) -> None:
    damage(whole()[0])
    assert answers(Library.open()) == right


@pytest.mark.slow
def test_answers_are_right_without_a_cache(right: str, home: Path) -> None:
    shutil.rmtree(home / "cache")
    (home / "cache").write_text("in the way")
    assert answers(Library.open()) == right


def test_a_damaged_index_is_replaced_on_disk(right: str, whole: Callable[[], list[Path]]) -> None:
    index = whole()[0]
    size = index.stat().st_size
    index.write_bytes(b"")
    assert answers(Library.open()) == right
    assert index.stat().st_size == size


def test_an_open_index_answers_after_its_file_is_removed(right: str, whole: Callable[[], list[Path]]) -> None:
    index = whole()[0]
    library = Library.open()
    library.rule("port:1.1")
    index.unlink()
    assert answers(library) == right
