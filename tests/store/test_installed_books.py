"""Installed editions: which one answers a question, and that an index is only a cache."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
from support import Run, import_book

from rules_cli import Library
from rules_cli.errors import BookNotFound, LibraryError, RuleNotFound, UsageError
from rules_cli.store import editions, tree_yaml
from rules_cli.store.book_info import BookInfo, load_info
from rules_cli.store.editions import InstalledBooks


def installed(harbour: Path) -> Library:
    """A library with the made-up book in it."""
    import_book(InstalledBooks(), [harbour], "port", "2026")
    return Library.open()


def test_editions_are_sorted_by_date_then_by_version_then_by_name(harbour: Path) -> None:
    for name in ("undated", "2.9.0", "2.14.0", "2026-01-16"):
        import_book(InstalledBooks(), [harbour], "port", name)
    assert InstalledBooks().editions("port") == ["2026-01-16", "2.14.0", "2.9.0", "undated"]


def index_files(home: Path) -> list[Path]:
    """The index files of the made-up book."""
    return list((home / "cache" / "index").glob("port@*"))


def test_a_saved_tree_is_read_as_the_same_book(harbour: Path, home: Path) -> None:
    book = import_book(InstalledBooks(), [harbour], "port", "2026").book
    assert tree_yaml.load(home / "data" / "books" / "port" / "2026.yaml") == book


@pytest.mark.parametrize(
    "damage",
    [b"", b"not a database", b"SQLite format 3\x00" + b"\x00" * 100],
    ids=["empty", "other bytes", "a broken head"],
)
def test_a_damaged_index_is_rebuilt(harbour: Path, home: Path, damage: bytes) -> None:
    installed(harbour).rule("port:1.0.1")
    (index,) = index_files(home)
    index.write_bytes(damage)
    assert Library.open().rule("port:1.0.1").children == ("1.0.1a",)


def test_a_truncated_index_is_rebuilt(harbour: Path, home: Path) -> None:
    installed(harbour).rule("port:1.0.1")
    (index,) = index_files(home)
    index.write_bytes(index.read_bytes()[: index.stat().st_size // 2])
    assert Library.open().rule("port:1.1.2").text == "Discard cargo whenever its ship sinks.[1.0.1a]"


def test_a_stale_index_is_never_read(harbour: Path, home: Path) -> None:
    installed(harbour).rule("port:1.0.1")
    path = home / "data" / "books" / "port" / "2026.yaml"
    path.write_text(path.read_text().replace("carries cargo", "carries nothing"))
    assert "carries nothing" in (Library.open().rule("port:1.0.1").text or "")


def test_questions_are_answered_if_no_index_can_be_written(harbour: Path, home: Path) -> None:
    installed(harbour)
    shutil.rmtree(home / "cache" / "index")
    (home / "cache" / "index").write_text("in the way")
    assert Library.open().rule("port:1.0.1").number == "1.0.1"


def test_a_failed_write_leaves_the_old_edition(harbour: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(harbour)
    harbour.write_text("1 Ships\n\n1.0.1 New words.\n")

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(LibraryError, match="nothing was changed"):
        import_book(InstalledBooks(), [harbour], "port", "2026", replacing=True)
    assert "carries cargo" in (Library.open().rule("port:1.0.1").text or "")
    assert not list((home / "data").rglob("*.part"))


def test_threads_share_one_library(harbour: Path) -> None:
    library = installed(harbour)
    library.search("cargo", book="port")  # builds the caches
    failures: list[Exception] = []

    def look(mine: str) -> None:
        try:
            for turn in range(5):
                assert library.rule("port:1.0.1").number == "1.0.1"
                assert library.search(f"cargoes {mine} sailing{turn}", book="port")  # words that no stemmer has met
        except Exception as error:  # noqa: BLE001 - any error in a thread is a failure
            failures.append(error)

    threads = [threading.Thread(target=look, args=[letter]) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_book_is_there_while_another_thread_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(slug: str) -> BookInfo | None:
        if not begun.is_set():
            begun.set()
            assert may_end.wait(60)
        return load_info(slug)

    monkeypatch.setattr(editions, "load_info", slow)
    books = InstalledBooks()
    other = threading.Thread(target=books.editions, args=["fab"])
    other.start()
    assert begun.wait(60)
    assert "fab" in books.slugs() and books.editions("fab") == ["2025"]
    may_end.set()
    other.join()
    assert books.editions("fab") == ["2025"]


def test_rule_not_found_names_the_closest() -> None:
    with pytest.raises(RuleNotFound) as caught:
        Library.open().rule("fab:2.7.3z")
    assert caught.value.closest == ("fab:2.7.3c", "fab:2.7.3b", "fab:2.7.3a")
    assert caught.value.section == "fab:2.7.3"


@pytest.mark.parametrize("typed", ["740.5", "7704.5", "794.5", "74.5"])
def test_a_number_of_no_chapter_is_compared_with_all_numbers_by_its_keys(tmp_path: Path, typed: str) -> None:
    book = tmp_path / "book.txt"
    book.write_text("700.5. A ship.\n\n704.5. A crate.\n\n704.6. A rope.\n\n710.5. A mast.\n", encoding="utf-8")
    with pytest.raises(RuleNotFound) as caught:
        installed(book).rule(f"port:{typed}")
    assert "port:704.5" in caught.value.closest


def test_a_look_up_reads_no_yaml(monkeypatch: pytest.MonkeyPatch) -> None:
    Library.open().rule("fab:2.7.3a")

    def no_yaml(*_: object) -> None:
        raise AssertionError("a look-up read YAML")

    monkeypatch.setattr("rules_cli.store.data_files.load_yaml", no_yaml)
    assert Library.open().rule("fab:2.7.3a").number == "2.7.3a"


AS_OF = [
    ("2020-01-01", None),
    ("2023-12-31", "2022"),
    ("2024-05-01", "2024-05-01"),
    ("2030-01-01", "2024-05-01"),
]


@pytest.mark.parametrize(("day", "edition"), AS_OF)
def test_an_undated_edition_is_never_in_force_on_a_day(harbour: Path, run: Run, day: str, edition: str | None) -> None:
    for name in ("2022", "2024-05-01", "1st-draft"):  # a name before all dates in the alphabet
        assert run("import", str(harbour), "--book", "port", "--edition", name).code == 0
    installed = InstalledBooks(day)
    found = installed.in_force(installed.all("port"))
    assert (found and found.name) == edition


def test_on_a_day_before_all_editions_none_is_in_force(harbour: Path, run: Run) -> None:
    for name in ("2022", "2024-05-01"):
        assert run("import", str(harbour), "--book", "port", "--edition", name).code == 0
    with pytest.raises(BookNotFound, match="of 2020-01-01 or before is installed; the oldest is port@2022"):
        InstalledBooks("2020-01-01").edition("port")


def test_a_dated_edition_is_newer_than_an_undated_one(run: Run, harbour: Path) -> None:
    for name in ("2022", "draft"):
        assert run("import", str(harbour), "--book", "port", "--edition", name).code == 0
    assert InstalledBooks().editions("port") == ["2022", "draft"]


@pytest.mark.parametrize("day", ["20241108", "2024-W45-5", "2024-02-30", "2024-11-08 ", ""])
def test_a_day_that_is_no_date_is_refused(day: str) -> None:
    with pytest.raises(UsageError, match="not a date"):
        InstalledBooks(day)
