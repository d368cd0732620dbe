"""A change that is killed, interrupted or out of disk space leaves the old state or the new one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import dying
import pytest
from dying import A_BUG, KILLED, at_step, child, children, command, from_step, with_files_of
from serving import Answer, Serving
from support import HARBOUR, Run

from rules_cli import Library
from rules_cli.errors import BookNotFound

OLD, NEW = "carries cargo", "carries nothing but cargo"
pytestmark = pytest.mark.hostile
STEPS = range(1, 100)
Work = Callable[[], int]


@pytest.fixture
def port(port: Run, harbour: Path) -> Run:
    """Install the old edition of the made-up book, and write the new one to the file."""
    harbour.write_text(HARBOUR.replace(OLD, NEW))
    return port


@pytest.fixture
def put(harbour: Path) -> Work:
    """Return an import of the file in place of the installed edition."""
    return command("import", str(harbour), "--book", "port", "--edition", "2026", "--replace")


def held() -> str:
    """Return the words of the edition that look-ups and searches answer from; both must agree."""
    text = Library.open().rule("port:1.0.1").text or ""
    assert (OLD in text) != (NEW in text)
    (hit, *_) = Library.open().search("a ship is a card", book="port")
    assert hit.rule.text == text
    return OLD if OLD in text else NEW


def ends(work: Work, act: Callable[[], None], way: Callable[..., Work] = at_step, every: int = 1) -> Iterator[int]:
    """Yield the exit code of the work for every nth step at which `act` happens, until none happens."""
    for step in STEPS[::every]:
        code = child(way(step, act, work))
        yield code
        if code == 0:
            return
    raise AssertionError("the work has more steps than were tried")


def swept(run: Run, home: Path) -> bool:
    """Return whether the doctor finds no problem and removes half-written files that are over an hour old."""
    for part in home.rglob("*.part"):
        os.utime(part, (0, 0))
    return run("doctor").code == 0 and not list(home.rglob("*.part"))


class TestImport:
    def test_a_killed_import_leaves_the_old_edition_or_the_new(self, port: Run, put: Work, home: Path) -> None:
        old = home.with_name("old.txt")
        old.write_text(HARBOUR)
        put_back = command("import", str(old), "--book", "port", "--edition", "2026", "--replace")
        seen = []
        for code in ends(put, dying.die):
            seen.append((code, held()))
            if seen[-1][1] == NEW and code == KILLED:
                assert child(put_back) == 0
        assert seen[0] == (KILLED, OLD)
        assert seen[-1] == (0, NEW)
        assert len(seen) > 10
        assert swept(port, home)

    def test_an_import_on_a_full_disk_leaves_the_old_edition(self, port: Run, put: Work, home: Path) -> None:
        seen = [(code, held()) for code in ends(put, dying.full, from_step)]
        assert set(seen) == {(2, OLD), (0, NEW)}
        assert swept(port, home)

    def test_an_import_into_read_only_folders_leaves_the_old_edition(self, port: Run, put: Work, home: Path) -> None:
        seen = [(code, held()) for code in ends(put, dying.refused, from_step, every=2)]
        assert set(seen) == {(2, OLD), (0, NEW)}
        assert swept(port, home)

    @pytest.mark.usefixtures("port")
    def test_an_interrupted_import_exits_with_130(self, put: Work, home: Path) -> None:
        seen = [(code, held()) for code in ends(put, dying.interrupt, every=2)]
        assert {code for code, _ in seen} == {130, 0}
        assert (130, OLD) in seen
        assert not list(home.rglob("*.part"))

    @pytest.mark.usefixtures("port")
    @pytest.mark.parametrize("killed", [False, True], ids=["told so", "killed"])
    def test_an_import_with_too_little_room_leaves_the_old_edition(self, put: Work, home: Path, killed: bool) -> None:
        old = (home / "data" / "books" / "port" / "2026.yaml").stat().st_size
        for size in (0, 1, 100, old // 2, old):
            code = child(with_files_of(size, put, killed))
            assert code < 0 if killed else code == 2
            assert held() == OLD
        for size in (old * 2, 8192, 20_000, 10_000_000):  # room for the tree, if not for its index
            assert child(with_files_of(size, put)) == 0
            assert held() == NEW


class TestRemove:
    def test_a_killed_removal_deletes_the_oldest_editions_first(self, port: Run, harbour: Path, home: Path) -> None:
        for step in STEPS:
            for edition in ("2026", "2027"):
                port("import", str(harbour), "--book", "port", "--edition", edition)
            code = child(at_step(step, dying.die, command("remove", "port")))
            left = Library.open().editions("port") if "port" in Library.open().installed.slugs() else []
            assert left in (["2027", "2026"], ["2027"], [])  # the oldest goes first
            if code == 0:
                break
        assert (code, left) == (0, [])
        assert swept(port, home)
        assert step > 1

    def test_files_of_the_user_are_not_removed(self, port: Run, harbour: Path, home: Path) -> None:
        port("import", str(harbour), "--book", "port", "--edition", "2027")
        note = home / "data" / "books" / "port" / "my-notes.txt"
        note.write_text("the toll is paid at dawn")
        assert port("remove", "port").code == 0
        assert note.read_text() == "the toll is paid at dawn"
        with pytest.raises(BookNotFound):
            Library.open().editions("port")

    @pytest.mark.usefixtures("port")
    def test_a_removal_in_read_only_folders_removes_nothing(self) -> None:
        for code in ends(command("remove", "port"), dying.refused, from_step):
            assert code == 0 or held() == OLD


class TestOtherFiles:
    def test_a_killed_import_of_cards_leaves_the_old_list_or_the_new(
        self, port: Run, tmp_path: Path, home: Path
    ) -> None:
        cards = tmp_path / "cards.csv"
        cards.write_text("name\nThe Old Gull\n")
        assert port("name", "import", str(cards), "-b", "port").code == 0
        cards.write_text("name\nThe New Gull\n")
        for _ in ends(command("name", "import", str(cards), "-b", "port"), dying.die, every=2):
            found = port("name", "find", "gull", "-b", "port")
            assert (found.code, "The Old Gull" in found.out) in ((0, True), (0, "The New Gull" not in found.out))
        assert "The New Gull" in port("name", "find", "gull", "-b", "port").out
        assert swept(port, home)

    def test_a_killed_change_of_a_setting_leaves_the_old_value_or_the_new(self, port: Run, home: Path) -> None:
        assert port("config", "book", "fab").code == 0
        for code in ends(command("config", "book", "port"), dying.die):
            assert port("config", "book").out in ("book = fab\n", "book = port\n")
            assert code in (KILLED, 0)
        assert port("config", "book").out == "book = port\n"
        assert swept(port, home)

    @pytest.mark.usefixtures("port")
    def test_a_killed_fetch_leaves_the_old_edition_or_the_new(self, harbour: Path) -> None:
        with Serving().running() as server:
            server.at["/rules.txt"] = Answer(harbour.read_bytes())
            address = server.url("/rules.txt")
            fetch = command("fetch", "port", "--from", address, "--edition", "2026", "--insecure-http", "--replace")
            seen = [(code, held()) for code in ends(fetch, dying.die, every=4)]
        assert seen[0] == (KILLED, OLD)
        assert seen[-1] == (0, NEW)


class TestTwoAtOnce:
    def test_imports_of_one_edition_at_once_all_succeed(self, port: Run, put: Work, tmp_path: Path, home: Path) -> None:
        other = tmp_path / "other.txt"
        other.write_text(HARBOUR)
        put_back = command("import", str(other), "--book", "port", "--edition", "2026", "--replace")
        for _ in range(4):
            assert children([put, put_back] * 3) == [0] * 6
            assert held() in (OLD, NEW)
        assert swept(port, home)

    def test_imports_succeed_while_the_book_is_removed(self, port: Run, put: Work, harbour: Path, home: Path) -> None:
        other = command("import", str(harbour), "--book", "port", "--edition", "2027")
        for _ in range(4):
            codes = children([put, command("remove", "port"), other, command("remove", "port"), put])
            assert [codes[0], codes[2], codes[4]] == [0, 0, 0]
            assert {codes[1], codes[3]} <= {0, 1}
            if "port" in Library.open().installed.slugs():
                assert held() == NEW
        assert swept(port, home)

    @pytest.mark.usefixtures("port")
    def test_removals_at_once_end_without_the_book(self) -> None:
        assert A_BUG not in children([command("remove", "port")] * 4)
        assert "port" not in Library.open().installed.slugs()
