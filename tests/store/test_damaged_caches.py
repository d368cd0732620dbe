"""Every cache is only a cache: whatever stands in its place, the answers are right, also where it was open already."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from dying import child, command
from support import HARBOUR

from rules_cli import Library
from rules_cli.lookup.terms import look_up

RIGHT, WRONG = 0, 1


def answers(library: Library) -> str:
    """What a library says to look-ups, searches by words and typos, in one book and in all, and of a term."""
    rules = [library.rule(f"port:{number}") for number in ("1", "1.0.1", "1.0.2", "1.1.2")]
    asked = (("cargo", "port"), ("discad when ship sinks", "port"), ("harbour flags", None))
    hits = [[(hit.rule, hit.score, hit.why) for hit in library.search(query, book=book)] for query, book in asked]
    return repr((rules, hits, look_up(library, "cargo", "port")))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the made-up book in it, and every cache, filled by a process of its own."""
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
    """That home, for each test."""
    monkeypatch.setenv("RULES_HOME", str(filled / "home"))
    return filled / "home"


@pytest.fixture
def whole(filled: Path, home: Path) -> Callable[[], list[Path]]:
    """Puts the caches back as they were, to the nanosecond, and lists a file of each kind."""

    def put_back() -> list[Path]:
        cache = home / "cache"
        shutil.rmtree(cache) if cache.is_dir() else cache.unlink()
        shutil.copytree(filled / "copy", cache)
        kinds = ("index/port@*", "search/port@*", "search/*.links", "facts/fab-book-*")
        return [next(cache.glob(kind)) for kind in kinds]

    return put_back


@pytest.fixture
def right(whole: Callable[[], list[Path]]) -> str:
    """The right answers."""
    whole()
    return answers(Library.open())


def says(right: str, damage: Callable[[], object], is_open: bool) -> Callable[[], int]:
    """Asks a library, opened before the damage or after it, in a process of its own."""

    def work() -> int:
        library = Library.open()
        if is_open:
            library.rule("port:1.1")
            library.search("a ship", "port")
            library.search("the ships")
        damage()
        return RIGHT if answers(library) == right else WRONG

    return work


def damages(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What may have become of a file: cut off, changed, or replaced by something else."""
    size = len(data)
    yield from ((f"cut off at {at}", data[:at]) for at in (size // 2, size - 1, 0))
    for at in (20, size // 3, size - 5):
        yield f"byte {at} changed", data[:at] + bytes([data[at] ^ 0x5A]) + data[at + 1 :]
    yield "a word changed", data.replace(b"cargo", b"largo")
    yield "of rules", HARBOUR.encode() * 40
    yield "of zeros", bytes(size)


@pytest.mark.parametrize("is_open", [False, True], ids=["before it is opened", "while it is open"])
def test_a_damaged_file(right: str, whole: Callable[[], list[Path]], is_open: bool) -> None:
    wrong = []
    for path in whole():
        of_ours = path.name.startswith("port@")  # the others take long to build again
        for kind, damaged in islice(damages(path.read_bytes()), None if of_ours else 1):
            whole()
            if child(says(right, lambda path=path, data=damaged: path.write_bytes(data), is_open)) != RIGHT:  # type: ignore[misc]
                wrong.append((path.name, kind))
    assert not wrong


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "full").write_text("of something")


def a_link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def a_link_to_another(path: Path) -> None:
    other = path.with_name("elsewhere")
    other.write_bytes(path.read_bytes()[:5000])
    path.unlink()
    path.symlink_to(other)


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_folder_that_is_a_file(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("in the way")


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("is_open", [False, True], ids=["before it is opened", "while it is open"])
@pytest.mark.parametrize(
    "damage", [a_folder, a_link_to_itself, a_link_to_another, a_pipe, a_folder_that_is_a_file, gone]
)
def test_something_else_in_its_place(
    right: str, whole: Callable[[], list[Path]], damage: Callable[[Path], None], is_open: bool
) -> None:
    index = whole()[0]
    assert child(says(right, lambda: damage(index), is_open)) == RIGHT


def test_no_cache_can_be_kept(right: str, home: Path) -> None:
    shutil.rmtree(home / "cache")
    (home / "cache").write_text("in the way")
    assert answers(Library.open()) == right


def test_a_damaged_file_is_whole_again_for_those_who_come_later(right: str, whole: Callable[[], list[Path]]) -> None:
    index = whole()[0]
    index.write_bytes(b"")
    assert answers(Library.open()) == right
    size = index.stat().st_size
    answers(Library.open())
    assert index.stat().st_size == size > 0
