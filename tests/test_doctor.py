"""`rules doctor` finds damaged files, says what to do about them, and deletes the caches."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support import ROOT, Run

from rules_cli.store import paths

Change = Callable[[str], str]


@pytest.fixture
def tree(home: Path) -> Path:
    """Return the path of the made-up book's tree."""
    return home / "data" / "books" / "port" / "2026.yaml"


@pytest.fixture
def one_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ship only one small book, which is checked quickly."""
    data = tmp_path / "one"
    large = shutil.ignore_patterns("words", "slang.yaml", "known.yaml", "asked.yaml", "interactions.yaml")
    shutil.copytree(ROOT / "data" / "books" / "ga", data / "books" / "ga", ignore=large)
    shutil.copytree(ROOT / "data" / "captions", data / "captions")
    shutil.copytree(ROOT / "data" / "search", data / "search")
    monkeypatch.setattr(paths, "data", lambda: data)


def findings(run: Run, code: int) -> list[dict[str, str]]:
    """Return the findings of the doctor, which must exit with this code."""
    told = run("doctor", "--json")
    value = json.loads(told.out)
    assert (told.code, value["well"], told.err) == (code, code == 0, "")
    return list(value["findings"])


class TestHealthyLibrary:
    @pytest.mark.slow
    def test_a_new_installation_has_no_problems(self, run: Run) -> None:
        told = run("doctor")
        assert told.code == 0
        assert told.out.startswith("no problems\n")

    @pytest.mark.usefixtures("one_book")
    def test_a_library_with_books_cards_and_settings_has_no_problems(self, port: Run, tmp_path: Path) -> None:
        cards = tmp_path / "cards.csv"
        cards.write_text("name,moniker\n" + "".join(f"Gull {n} of the Pier,Gull{n}\n" for n in range(40)))
        assert port("name", "import", str(cards), "-b", "port").code == 0
        assert port("config", "book", "port").code == 0
        assert port("search", "cargo").code == 0
        assert "; the cache was emptied" in port("doctor").out
        assert "emptied" not in port("doctor").out, "it was empty"
        told = port("doctor", "--json")
        value = json.loads(told.out)
        assert (told.code, value["findings"]) == (0, [])
        assert value["looked_at"]["editions"] == 2
        assert value["looked_at"]["card lists"] == 1

    @pytest.mark.usefixtures("one_book")
    def test_books_of_every_format_have_no_problems(self, run: Run) -> None:
        books = sorted((ROOT / "tests" / "books").iterdir())
        for at, path in enumerate(books):
            assert run("import", str(path), "--book", f"odd-{at}").code == 0
        assert run("import", *(str(path) for path in books if path.is_file()), "--book", "all").code == 0
        assert findings(run, 0) == []


@pytest.mark.usefixtures("one_book")
class TestTree:
    @pytest.mark.parametrize(
        ("change", "says"),
        [
            (lambda text: text.replace("carries cargo", "carries sand"), "1.0.1: the words do not fit the fingerprint"),
            (lambda text: text.replace('number: "1.1.1"', 'number: "1.0.1"'), "two rows have the number 1.0.1"),
            (lambda text: text.replace('edition: "2026"', 'edition: "2027"'), "the file says that it is port@2027"),
            (lambda text: text.replace("book: port", "book: ports"), "the file says that it is ports@2026"),
            (lambda text: text.replace("rules:", "rows:"), "rows: unknown key"),
            (lambda text: text[: len(text) // 2] + "\x00", "not YAML"),
            (lambda text: text.replace("format: 1", "format: 9"), "format: expected 1; import the source again"),
        ],
    )
    def test_a_damaged_tree_is_named_with_its_fault(self, port: Run, tree: Path, change: Change, says: str) -> None:
        text = tree.read_text()
        assert change(text) != text
        tree.write_text(change(text))
        (found, *others) = findings(port, 1)
        assert found["where"] == "port@2026"
        assert says in found["wrong"]
        assert "rules remove port@2026" in found["do"]
        assert not [other for other in others if other["where"] != "port@2026"]

    def test_a_folder_in_place_of_a_tree_is_named(self, port: Run, tree: Path) -> None:
        tree.unlink()
        tree.mkdir()
        assert findings(port, 1)[0]["wrong"] == "2026.yaml is no file"

    def test_several_faulty_rules_are_listed_in_one_finding(self, port: Run, tree: Path) -> None:
        tree.write_text(tree.read_text().replace("argo", "oal"))
        assert "1.0.1 and 2 more: the words do not fit" in findings(port, 1)[0]["wrong"]


@pytest.mark.usefixtures("one_book")
class TestCaches:
    def test_caches_are_deleted_and_rebuilt(self, port: Run, home: Path) -> None:
        right = port("search", "cargo", "--json").out
        (home / "cache" / "search" / "stray.sqlite").write_text("of nothing")
        assert findings(port, 0) == []
        assert not (home / "cache" / "search").exists()
        assert port("search", "cargo", "--json").out == right

    def test_a_file_in_place_of_a_cache_folder_is_deleted(self, port: Run, home: Path) -> None:
        shutil.rmtree(home / "cache")
        (home / "cache").mkdir()
        (home / "cache" / "index").write_text("in the way")
        assert findings(port, 0) == []
        assert port("show", "port:1.0.1").code == 0
        assert list((home / "cache" / "index").iterdir())

    def test_a_cache_that_can_not_be_written_is_reported(self, port: Run, home: Path) -> None:
        shutil.rmtree(home / "cache")
        (home / "cache").write_text("in the way")
        (found,) = findings(port, 1)
        assert found["where"] == str(home / "cache")
        assert port("show", "port:1.0.1").code == 0


@pytest.mark.usefixtures("one_book")
def test_a_damaged_bit_of_an_edition_is_found(port: Run, home: Path) -> None:
    assert port("doctor").code == 0
    (path,) = (home / "data" / "books" / "port").glob("*.yaml")
    whole, written = path.read_bytes(), path.stat()
    path.write_bytes(whole.replace(b"title: Cargo", b"title: Cargn"))  # a title has no fingerprint
    assert path.read_bytes() != whole
    assert port("doctor").code == 0  # somebody edited it
    os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))
    (found,) = findings(port, 1)
    assert "has changed since it was written" in found["wrong"]


@pytest.mark.usefixtures("one_book")
def test_two_imports_at_once_damage_nothing(port: Run, home: Path, harbour: Path) -> None:
    (lines,) = home.rglob("port/*.lines")
    first = lines.read_bytes()
    harbour.write_text(harbour.read_text().replace("Cargo", "Freight"))
    assert port("import", str(harbour), "-b", "port", "--edition", "2026", "--replace").code == 0
    lines.write_bytes(first)  # the first import wrote its tree before the second did, and its lines after it
    assert port("doctor").code == 0


def test_a_write_removes_the_part_files_that_are_older_than_an_hour(port: Run, home: Path, harbour: Path) -> None:
    left = [home / kind / ".x.1-1.part" for kind in ("data/books/port", "cache/index")]
    running = home / "cache" / "index" / ".y.1-1.part"
    for path in (*left, running):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half")
        os.utime(path, (time.time() - (3500 if path == running else 3700),) * 2)
    assert port("import", str(harbour), "-b", "port", "--edition", "3000").code == 0
    assert (running.exists(), [path.exists() for path in left]) == (True, [False, False])


@pytest.mark.usefixtures("one_book")
class TestOwnFiles:
    @pytest.fixture
    def cards(self, port: Run, tmp_path: Path, home: Path) -> Path:
        """Import a card list and return its path."""
        path = tmp_path / "cards.csv"
        path.write_text("name,moniker\n" + "".join(f"Gull {n} of the Pier,Gull{n}\n" for n in range(9)))
        assert port("name", "import", str(path), "-b", "port").code == 0
        return home / "data" / "cards" / "port.sqlite"

    @pytest.mark.parametrize(
        "damage", [lambda data: data[: len(data) // 2], lambda data: data[:0]], ids=["cut off", "empty"]
    )
    def test_a_damaged_card_list_is_named(self, port: Run, cards: Path, damage: Callable[[bytes], bytes]) -> None:
        data = cards.read_bytes()
        assert damage(data) != data
        cards.write_bytes(damage(data))
        (found,) = findings(port, 1)
        assert found["where"] == "cards/port.sqlite"
        assert "--cards" in found["do"]

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
    def test_a_wrong_setting_is_named(self, port: Run, home: Path, settings: str, says: str) -> None:
        (home / "config").mkdir()
        (home / "config" / "config.toml").write_bytes(settings.encode("latin-1"))
        (found,) = findings(port, 1)
        assert says in found["wrong"]

    def test_a_home_that_is_a_file_is_named(self, run: Run, home: Path) -> None:
        shutil.rmtree(home)
        home.write_text("in the way")
        assert len(findings(run, 1)) == 2  # neither books nor a cache can be kept
        assert run("show", "ga:cost.7").code == 0


FILES = sorted(str(path.relative_to(ROOT / "data")) for path in (ROOT / "data").rglob("*.yaml"))


class TestShippedData:
    @pytest.fixture
    def data(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Use a copy of the shipped data."""
        copy = tmp_path / "data"
        shutil.copytree(ROOT / "data", copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        monkeypatch.setattr(paths, "data", lambda: copy)
        return copy

    def test_every_shipped_file_is_checked(self, run: Run, data: Path) -> None:
        for name in FILES:
            (data / name).write_text("a: [")
        found = findings(run, 1)
        told = {name for name in FILES if any(name in each["where"] for each in found)}
        assert told == set(FILES)
        assert {each["do"] for each in found} == {"install rules again"}

    @pytest.mark.slow
    def test_an_unknown_key_is_named(self, run: Run, data: Path) -> None:
        names = ("book", "costs", "deciding", "names", "profile", "terms")
        for name in names:
            with (data / "books" / "ga" / f"{name}.yaml").open("a") as file:
                file.write("\ncolour: red\n")
        assert [found["where"] for found in findings(run, 1)] == [f"books/ga/{name}.yaml" for name in names]

    @pytest.mark.parametrize(
        ("name", "text", "part", "asked"),
        [
            ("costs", "restated:\n  harmonize: words\noptions: {}\n", "restated: harmonize", "cost mtg 3"),
            ("costs", "restated: {}\noptions: {}\nlabels: {a: [b]}\n", "labels: b", "cost mtg 3"),
            ("costs", "restated: {}\noptions: {}\nnotes: {a: 'by <c>'}\n", "notes: c", "cost mtg 3"),
            ("names", "decided_by: {none: [harmonize]}\n", "decided_by: harmonize", "name match A B -b mtg"),
        ],
    )
    def test_a_key_without_a_rule_is_named_by_answers_and_by_the_doctor(
        self, run: Run, data: Path, name: str, text: str, part: str, asked: str
    ) -> None:
        (data / "books" / "mtg" / f"{name}.yaml").write_text(text)
        line = f"mtg/{name}.yaml: {part} has no rule in deciding.yaml"
        ran = run(*asked.split())
        assert (ran.code, ran.err) == (2, f"rules: {line}\n")
        assert [found["wrong"] for found in findings(run, 1)] == [line]

    def test_a_damaged_book_does_not_stop_the_others(self, run: Run, data: Path) -> None:
        (data / "books" / "fab" / "book.yaml").write_text("title: [")
        ran = run("search", "memory cost")
        assert ran.code == 0 and "cost.7" in ran.out
        assert ran.err.count("\n") == 1
        assert "fab" in ran.err
        assert "install rules again" in ran.err
        assert (ran := run("show", "ga:cost.7")).code == 0 and not ran.err  # reads the book that is asked for

    def test_missing_books_are_reported(self, run: Run, data: Path) -> None:
        shutil.rmtree(data / "books")
        assert findings(run, 1)[0]["wrong"] == "no book is there"
