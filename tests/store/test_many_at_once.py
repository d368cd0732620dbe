"""Many processes and threads at once: every answer is right and of one edition."""

from __future__ import annotations

import gc
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from dying import child, children, command, end_of, start
from support import HARBOUR, Run

from rules_cli import Library
from rules_cli.errors import BookNotFound
from rules_cli.lookup.definitions import look_up

pytestmark = pytest.mark.hostile

OLD, NEW = "carries cargo", "carries nothing but cargo"
RIGHT, WRONG = 0, 1
Work = Callable[[], int]


@pytest.fixture
def put_new(tmp_path: Path) -> Work:
    """Return an import of the new edition in place of the old."""
    path = tmp_path / "new.txt"
    path.write_text(HARBOUR.replace(OLD, NEW))
    return command("import", str(path), "--book", "port", "--edition", "2026", "--replace")


@pytest.fixture
def put_old(harbour: Path) -> Work:
    """Return an import of the old edition in place of the new."""
    return command("import", str(harbour), "--book", "port", "--edition", "2026", "--replace")


def is_right(library: Library) -> bool:
    """Return whether all answers of a library are those of one edition."""
    texts = {library.rule("port:1.0.1").text}
    texts |= {library.search(query, book="port")[0].rule.text for query in ("a ship is a card", "empty ship", "1.0.1")}
    others = {hit.rule.number for hit in library.search("discard whenever sinks", book="port")}
    said = [text for text in texts if text and "is a card" in text]
    return len(said) == 1 and (OLD in said[0]) != (NEW in said[0]) and "1.1.2" in others


def reads(seconds: float) -> Work:
    """Opens libraries and asks them, again and again."""

    def work() -> int:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if not is_right(Library.open()):
                return WRONG
        return RIGHT

    return work


def again(work: Work, seconds: float) -> Work:
    """Does some work again and again, till it fails."""

    def run() -> int:
        until = time.monotonic() + seconds
        code = 0
        while code == 0 and time.monotonic() < until:
            code = work()
        return code

    return run


def test_twenty_programs_without_a_cache_answer_right(port: Run, home: Path) -> None:
    right = port("show", "port:1.0.1", "--json").out
    shutil.rmtree(home / "cache")

    def looks_up() -> int:
        library = Library.open()
        found = library.rule("fab:2.7.3a"), library.rule("port:1.0.1")
        return RIGHT if (found[1].text or "-") in right else WRONG

    def searches() -> int:
        return RIGHT if is_right(Library.open()) else WRONG

    assert children([looks_up] * 18 + [searches] * 2) == [RIGHT] * 20
    assert not list((home / "cache").rglob("*.part"))


def test_questions_are_answered_while_the_edition_is_replaced(
    port: Run, put_old: Work, put_new: Work, home: Path
) -> None:
    assert is_right(Library.open())
    works = [again(put_new, 0.7), again(put_old, 0.7), *[reads(0.7)] * 6]
    assert children(works) == [0] * len(works)
    assert is_right(Library.open())
    assert port("doctor").code == 0
    assert not list(home.rglob("*.part"))


def test_questions_are_answered_while_another_book_comes_and_goes(port: Run, harbour: Path) -> None:
    def everything() -> int:
        found = Library.open().search("a ship is a card")
        return RIGHT if found and all(hit.rule.text for hit in found[:1]) else WRONG

    comes = command("import", str(harbour), "--book", "kites", "--edition", "2026")
    goes = command("remove", "kites")
    turns = again(lambda: comes() or goes(), 0.7)
    assert children([turns, *[again(everything, 0.7)] * 4]) == [0] * 5
    assert port("show", "port:1.0.1").code == 0


class TestOpenLibrary:
    """A library shows the editions that were installed when it was opened, each as it was when first asked."""

    def test_it_shows_an_edition_as_it_was_when_first_asked(self, put_new: Work, port: Run) -> None:
        library, late = Library.open(), Library.open()
        before = library.rule("port:1.0.1")
        assert child(put_new) == 0
        assert library.rule("port:1.0.1") == before
        assert library.search("a ship is a card", book="port")[0].rule == before
        assert NEW in (late.rule("port:1.0.1").text or "")
        assert NEW in (Library.open().rule("port:1.0.1").text or "")
        assert port("doctor").code == 0

    def test_it_shows_an_edition_that_was_removed_after_it_was_asked(self, port: Run) -> None:
        library, late = Library.open(), Library.open()
        before = library.rule("port:1.0.1")
        assert child(command("remove", "port")) == 0
        assert library.rule("port:1.0.1") == before
        with pytest.raises(BookNotFound, match="has been removed"):
            late.rule("port:1.0.1")
        assert late.rule("fab:2.7.3a").number == "2.7.3a"
        assert late.search("moniker")
        assert port("show", "port:1.0.1").code == 1

    def test_it_shows_no_book_that_was_installed_later(self, port: Run, harbour: Path) -> None:
        library = Library.open()
        assert child(command("import", str(harbour), "--book", "kites")) == 0
        with pytest.raises(BookNotFound):
            library.rule("kites:1.0.1")
        assert port("show", "kites:1.0.1").code == 0

    def test_threads_share_it_while_editions_come_and_go(self, port: Run, put_new: Work, put_old: Work) -> None:
        library = Library.open()
        faults: list[object] = []
        done = threading.Event()

        def asks() -> None:
            try:
                while not done.is_set():
                    if not is_right(library):
                        faults.append("a wrong answer")
            except Exception as error:  # noqa: BLE001 - any error in a thread is a failure
                faults.append(error)

        threads = [threading.Thread(target=asks) for _ in range(12)]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        writers = [start(again(put_new, 0.6)), start(again(put_old, 0.6))]  # a fork has none of the locks of threads
        try:
            for thread in threads:
                thread.start()
            assert [end_of(writer) for writer in writers] == [0, 0]
        finally:
            done.set()
            for thread in threads:
                thread.join()
            sys.setswitchinterval(interval)
        assert not faults
        assert port("doctor").code == 0

    def test_threads_import_and_read_at_once(self, harbour: Path) -> None:
        from support import import_book

        library = Library.open()
        faults: list[object] = []

        def imports(slug: str) -> None:
            try:
                for _ in range(3):
                    import_book(library.installed, [harbour], slug, "2026")
                    assert library.rule(f"{slug}:1.0.1").children == ("1.0.1a",)
                    assert library.search("cargo", book=slug)
            except Exception as error:  # noqa: BLE001 - any error in a thread is a failure
                faults.append(error)

        threads = [threading.Thread(target=imports, args=[f"port-{letter}"]) for letter in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not faults
        assert {f"port-{letter}" for letter in "abcd"} <= set(Library.open().installed.slugs())


@pytest.mark.usefixtures("port")
def test_unused_libraries_leave_no_file_open() -> None:
    """A program that opens a library for each question has no more files open after 80 than after 40."""

    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    def asks(times: int) -> None:
        for _ in range(times):
            library = Library.open()
            assert library.search("a ship is a card")
            assert look_up(library, "moniker")
            library.rule("fab:2.7.3a")

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not list open files")
    gc.disable()
    try:
        asks(40)
        before = open_files()
        asks(40)
        assert open_files() < before + 15  # a file left open by each library would be 40; other threads open a few
    finally:
        gc.enable()
