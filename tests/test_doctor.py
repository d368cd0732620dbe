"""The doctor finds what is wrong, mends what is a cache, and says what to do about the rest."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import pytest
from support import ROOT, Run

from rules_cli import Library
from rules_cli.citation_check.snapshot import citation_facts
from rules_cli.store import index, json_cache, paths
from rules_cli.store.sqlite_cache import SEAL

Change = Callable[[str], str]


@pytest.fixture
def tree(home: Path) -> Path:
    """Where the made-up book's tree is."""
    return home / "data" / "books" / "port" / "2026.yaml"


@pytest.fixture
def one_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a single small book ship: what is looked at for every fault is soon looked at."""
    data = tmp_path / "one"
    shutil.copytree(ROOT / "data" / "books" / "ga", data / "books" / "ga")
    monkeypatch.setattr(paths, "data", lambda: data)
    citation_facts.cache_clear()


def index_of_port(home: Path) -> Path:
    """Where the made-up book's index is."""
    (path,) = (home / "cache" / "index").glob("port@2026.*.sqlite")
    return path


def findings(run: Run, code: int) -> list[dict[str, str]]:
    """What the doctor finds, which ends with this exit code, and says the same in words as in JSON."""
    told = run("doctor", "--json")
    value = json.loads(told.out)
    assert (told.code, value["well"], told.err) == (code, code == 0, "")
    return list(value["findings"])


class TestAHealthyLibrary:
    def test_that_was_just_installed(self, run: Run) -> None:
        told = run("doctor")
        assert told.code == 0
        assert told.out.startswith("all is well\n")

    def test_with_books_cards_and_settings(self, port: Run, tmp_path: Path) -> None:
        cards = tmp_path / "cards.csv"
        cards.write_text("name,moniker\n" + "".join(f"Gull {n} of the Pier,Gull{n}\n" for n in range(40)))
        assert port("name", "import", str(cards), "-b", "port").code == 0
        assert port("config", "book", "port").code == 0
        assert port("search", "cargo").code == 0
        told = port("doctor", "--json")
        value = json.loads(told.out)
        assert (told.code, value["findings"]) == (0, [])
        assert value["looked_at"]["editions"] == 5
        assert value["looked_at"]["card lists"] == 1

    @pytest.mark.usefixtures("one_book")
    def test_with_books_as_odd_as_they_come(self, run: Run) -> None:
        books = sorted((ROOT / "tests" / "books").iterdir())
        for at, path in enumerate(books):
            assert run("import", str(path), "--book", f"odd-{at}").code == 0
        assert run("import", *(str(path) for path in books if path.is_file()), "--book", "all").code == 0
        assert findings(run, 0) == []


@pytest.mark.usefixtures("one_book")
class TestATree:
    @pytest.mark.parametrize(
        ("change", "says"),
        [
            (lambda text: text.replace("carries cargo", "carries sand"), "1.0.1: not the words of the fingerprint"),
            (lambda text: text.replace('parent: "1.0"', 'parent: "7.0"', 1), "1.0.1: the parent is not printed before"),
            (lambda text: text.replace('"1.1", true]', '"1.1"]'), "1.0.1: a reference that leads elsewhere"),
            (lambda text: text.replace('"9.9"]', '"9.9", true]'), "1.0.2: a reference that leads elsewhere"),
            (lambda text: text.replace("  title: Cargo\n", "  text: Cargo\n"), "1.1: a heading"),
            (lambda text: text.replace('number: "1.1.1"', 'number: "1.0.1"'), "two rows have the number 1.0.1"),
            (lambda text: text.replace('edition: "2026"', 'edition: "2027"'), "it says that it is port@2027"),
            (lambda text: text.replace("book: port", "book: ports"), "it says that it is ports@2026"),
            (lambda text: text.replace("rules:", "rows:"), "unknown key 'rows'"),
            (lambda text: text[: len(text) // 2] + "\x00", "not YAML"),
            (lambda text: text.replace("format: 1", "format: 9"), "its format is not 1"),
            (lambda text: text.replace('reference", "1.0.2', 'reference", "8.8'), "8.8: an anomaly"),
        ],
    )
    def test_that_is_not_whole(self, port: Run, tree: Path, change: Change, says: str) -> None:
        text = tree.read_text()
        assert change(text) != text
        tree.write_text(change(text))
        (found, *others) = findings(port, 1)
        assert found["where"] == "port@2026"
        assert says in found["wrong"]
        assert "rules remove port@2026" in found["do"]
        assert {other["where"] for other in others} <= {"port@2026", "port@2026, index"}

    def test_whose_place_is_taken_by_a_folder(self, port: Run, tree: Path) -> None:
        tree.unlink()
        tree.mkdir()
        assert findings(port, 1)[0]["wrong"] == "2026.yaml is no file"

    @pytest.mark.parametrize("name", ["no edition.yaml", "-x.yaml", "../stray.yaml"])
    def test_that_no_question_reaches(self, port: Run, tree: Path, name: str) -> None:
        shutil.copy(tree, tree.parent / name)
        (found,) = findings(port, 1)
        assert "not read" in found["wrong"]

    def test_with_many_faults_names_the_first(self, port: Run, tree: Path) -> None:
        tree.write_text(tree.read_text().replace("argo", "oal"))
        assert "1.0.1, 1.1.1, 1.1.2: not the words" in findings(port, 1)[0]["wrong"]


def rotten(path: Path) -> None:
    """Changes a byte of a rule's text behind the back of everything."""
    path.write_bytes(path.read_bytes().replace(b"carries cargo", b"carries carbo"))
    os.utime(path, (SEAL, SEAL))


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "full").write_text("of something")


def a_link(path: Path) -> None:
    target = path.with_suffix(".elsewhere")
    path.rename(target)
    path.symlink_to(target)


def of_another_format(path: Path) -> None:
    path.unlink()
    number, index.FORMAT = index.FORMAT, index.FORMAT - 1
    Library.open().rule("port:1.0.1")
    index.FORMAT = number


@pytest.mark.usefixtures("one_book")
class TestAnIndex:
    @pytest.mark.parametrize(
        ("damage", "says"),
        [
            (lambda path: path.write_bytes(b""), "damaged"),
            (lambda path: path.write_bytes(path.read_bytes()[:-1]), "not what its tree gives"),
            (lambda path: path.write_bytes(path.read_bytes()), "something has written to it"),
            (rotten, "not what its tree gives"),
            (a_folder, "something else"),
            (a_link, "something else"),
            (of_another_format, "older than its tree"),
        ],
        ids=["empty", "cut off", "touched", "rotten", "a folder", "a link", "another format"],
    )
    def test_that_is_no_good_is_built_again(
        self, port: Run, home: Path, damage: Callable[[Path], object], says: str
    ) -> None:
        damage(index_of_port(home))
        found = findings(port, 0)
        assert (found[0]["where"], found[0]["do"]) == ("port@2026, index", "built again")
        assert says in found[0]["wrong"]
        assert "carries cargo" in (Library.open().rule("port:1.0.1").text or "")
        assert findings(port, 0) == []

    def test_that_is_older_than_its_tree(self, port: Run, tree: Path, home: Path) -> None:
        before = index_of_port(home).read_bytes()
        tree.write_text(tree.read_text().replace("flies the flags", "fly the flags"))
        os.utime(tree)
        assert "older" in findings(port, 0)[0]["wrong"]
        assert index_of_port(home).read_bytes() != before

    def test_of_no_edition(self, port: Run, home: Path) -> None:
        shutil.copy(index_of_port(home), home / "cache" / "index" / "ghost@1.00000000.sqlite")
        assert "no edition" in findings(port, 0)[0]["wrong"]
        assert not list((home / "cache" / "index").glob("ghost*"))

    def test_that_was_never_built_is_no_fault(self, port: Run, home: Path) -> None:
        shutil.rmtree(home / "cache")
        assert findings(port, 0) == []


@pytest.mark.usefixtures("one_book")
class TestOtherCaches:
    @pytest.mark.parametrize("changed", [b"", b"cargo"], ids=["cut off", "rotten"])
    def test_of_search_that_are_damaged_go(self, port: Run, home: Path, changed: bytes) -> None:
        right = port("search", "cargo", "--json").out
        for path in (home / "cache" / "search").iterdir():
            data = path.read_bytes()
            path.write_bytes(data.replace(changed, b"largo") if changed else data[:-1])
            os.utime(path, ns=(SEAL * 10**9, SEAL * 10**9 + 1))
        assert findings(port, 0)[0]["do"] == "removed"
        assert port("search", "cargo", "--json").out == right
        assert findings(port, 0) == []

    def test_that_are_damaged_go(self, port: Run, home: Path) -> None:
        assert port("search", "cargo").code == 0
        for path in (home / "cache" / "facts").iterdir():
            path.write_bytes(path.read_bytes() + b" ")
        (found,) = findings(port, 0)
        assert found["where"] == "cache, facts"
        assert all(json_cache.read(path) for path in (home / "cache" / "facts").iterdir())

    def test_a_file_in_the_place_of_a_folder_goes(self, port: Run, home: Path) -> None:
        shutil.rmtree(home / "cache")
        (home / "cache").mkdir()
        (home / "cache" / "index").write_text("in the way")
        assert "no folder" in findings(port, 0)[0]["wrong"]
        assert "port@2026" in port("show", "port:1.0.1", "--json").out.replace(
            '"book": "port", "edition": "2026"', "port@2026"
        )

    def test_that_can_not_be_written_are_the_users_to_mend(self, port: Run, home: Path) -> None:
        shutil.rmtree(home / "cache")
        (home / "cache").write_text("in the way")
        (found,) = findings(port, 1)
        assert found["where"] == str(home / "cache")
        assert port("show", "port:1.0.1").code == 0

    def test_what_a_killed_write_left_goes_and_what_is_being_written_stays(self, port: Run, home: Path) -> None:
        process = Popen(["true"])
        process.wait()
        books = home / "data" / "books" / "port"
        left = [books / f".2026.yaml.{process.pid}-1.part", home / "cache" / "index" / ".x.part", books / "x.part"]
        for path in left:
            path.write_text("half")
        aside = home / "data" / "books" / f".kites.{process.pid}-1.part"
        aside.mkdir()
        (aside / "2025.yaml").write_text("half")
        now = books / f".2026.yaml.{os.getpid()}-1.part"
        now.write_text("half")
        assert len(findings(port, 0)) == 4
        assert not any(map(os.path.lexists, [*left, aside]))
        assert now.exists()
        os.utime(now, (0, 0))  # no write takes so long: its process is another by now
        assert len(findings(port, 0)) == 1
        assert not now.exists()


@pytest.mark.usefixtures("one_book")
class TestTheUsersOwn:
    @pytest.fixture
    def cards(self, port: Run, tmp_path: Path, home: Path) -> Path:
        """An imported card list."""
        path = tmp_path / "cards.csv"
        path.write_text("name,moniker\n" + "".join(f"Gull {n} of the Pier,Gull{n}\n" for n in range(9)))
        assert port("name", "import", str(path), "-b", "port").code == 0
        return home / "data" / "cards" / "port.sqlite"

    @pytest.mark.parametrize(
        "damage", [lambda data: data[: len(data) // 2], lambda data: data[:0]], ids=["cut off", "empty"]
    )
    def test_a_damaged_card_list(self, port: Run, cards: Path, damage: Callable[[bytes], bytes]) -> None:
        data = cards.read_bytes()
        assert damage(data) != data
        cards.write_bytes(damage(data))
        (found,) = findings(port, 1)
        assert found["where"] == "cards/port.sqlite"
        assert "--cards" in found["do"]

    def test_marks_of_a_fetch_that_are_none(self, port: Run, home: Path) -> None:
        marks = home / "data" / "fetched" / "port.json"
        marks.parent.mkdir()
        marks.write_text('{"edition": 1}')
        assert findings(port, 0)[0]["do"] == "removed"
        assert not marks.exists()

    @pytest.mark.parametrize(
        ("settings", "says"),
        [
            ("book = [", "broken"),
            ("\xff", "can't be read"),
            ('colour = "red"', "no setting: colour"),
            ('book = "ghost"', "'ghost'"),
            ('book = "port@1999"', "1999"),
            ('lang = "xx"', "lang is 'xx'"),
        ],
    )
    def test_settings_that_can_not_be_followed(self, port: Run, home: Path, settings: str, says: str) -> None:
        (home / "config").mkdir()
        (home / "config" / "config.toml").write_bytes(settings.encode("latin-1"))
        (found,) = findings(port, 1)
        assert says in found["wrong"]

    def test_a_home_that_is_a_file(self, run: Run, home: Path) -> None:
        home.write_text("in the way")
        assert len(findings(run, 1)) == 2  # neither books nor a cache can be kept
        assert run("show", "ga:cost.7").code == 0


FILES = sorted(str(path.relative_to(ROOT / "data")) for path in (ROOT / "data").rglob("*.yaml"))


class TestWhatShips:
    @pytest.fixture
    def data(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A copy of the data that ships, in its place."""
        copy = tmp_path / "data"
        shutil.copytree(ROOT / "data", copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        monkeypatch.setattr(paths, "data", lambda: copy)
        citation_facts.cache_clear()
        return copy

    def test_every_file_is_looked_at(self, run: Run, data: Path) -> None:
        for name in FILES:
            (data / name).write_text("a: [")
        found = findings(run, 1)
        told = {name for name in FILES if any(name in each["where"] for each in found)}
        trees = {name for name in FILES if name.endswith("/book.yaml")}  # with no book, its tree is none of a book's
        assert told == set(FILES)
        assert trees <= told
        assert {each["do"] for each in found} == {"install rules again"}

    def test_a_key_that_is_none(self, run: Run, data: Path) -> None:
        names = ("book", "citations", "costs", "names", "profile", "terms")
        for name in names:
            with (data / "books" / "ga" / f"{name}.yaml").open("a") as file:
                file.write("\ncolour: red\n")
        assert [found["where"] for found in findings(run, 1)] == [f"books/ga/{name}.yaml" for name in names]

    def test_a_book_without_its_card_stops_no_other(self, run: Run, data: Path) -> None:
        (data / "books" / "fab" / "book.yaml").write_text("title: [")
        ran = run("show", "ga:cost.7")
        assert ran.code == 0
        assert ran.err.count("\n") == 1
        assert "fab" in ran.err
        assert "install rules again" in ran.err

    def test_a_tree_that_is_not_whole(self, run: Run, data: Path) -> None:
        tree = data / "books" / "fab" / "tree.yaml"
        tree.write_text(tree.read_text().replace('parent: "2.7"', 'parent: "9.9"', 1))
        (found,) = findings(run, 1)
        assert found["where"] == "fab@2025"
        assert found["do"] == "install rules again"

    def test_no_book_at_all(self, run: Run, data: Path) -> None:
        shutil.rmtree(data / "books")
        assert findings(run, 1)[0]["wrong"] == "no book is there"


@pytest.mark.usefixtures("one_book")
def test_the_checks_leave_the_caches_that_are_whole(port: Run, home: Path) -> None:
    port("search", "cargo")
    before = {path: path.stat().st_mtime_ns for path in (home / "cache").rglob("*") if path.is_file()}
    assert findings(port, 0) == []
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert all(json_cache.read(path) for path in (home / "cache" / "facts").iterdir())
