"""The corpora of search: built when first asked, rebuilt when damaged or out of date, done without if need be."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from searching import KITES, add, numbers

from rules_cli import Library


def corpora(home: Path) -> list[str]:
    return sorted(path.suffix for path in (home / "cache" / "search").glob("*"))


def test_a_program_that_imports_does_not_wait_for_what_only_search_needs(library: Library, home: Path) -> None:
    assert corpora(home) == []
    library.search("kite", "kites")
    assert ".sqlite" in corpora(home)


def test_a_book_imported_again_is_searched_as_it_is_now(library: Library, tmp_path: Path) -> None:
    assert numbers(library, "lantern") == ["2.1a"]
    add(tmp_path, KITES.replace("lantern", "candle"), "kites")
    assert numbers(Library.open(), "candle") == ["2.1a"]
    assert all(hit.rule.book == "kites" for hit in Library.open().search("candle"))


@pytest.mark.parametrize("book", ["kites", "kites,bakery"], ids=["one book", "two books"])
@pytest.mark.parametrize("damage", [b"", b"no database", b"\0" * 20_000], ids=["empty", "text", "zeros"])
def test_a_damaged_file_is_built_again(library: Library, home: Path, book: str, damage: bytes) -> None:
    before = numbers(library, "tangle", book)
    for path in (home / "cache" / "search").glob("*"):
        path.write_bytes(damage)
    assert numbers(library, "tangle", book) == before
    assert numbers(Library.open(), "tangle", book) == before


def test_a_byte_changed_amid_a_file_changes_no_answer(library: Library, home: Path) -> None:
    before = numbers(library, "kite gust sinks")
    for path in (home / "cache" / "search").glob("*.sqlite"):
        data = bytearray(path.read_bytes())
        data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
        path.write_bytes(data)
    assert numbers(Library.open(), "kite gust sinks") == before


def test_a_cache_that_can_not_be_written_is_done_without(library: Library, home: Path) -> None:
    (home / "cache").mkdir(exist_ok=True)
    (home / "cache" / "search").write_text("in the way")
    assert numbers(library, "tangle")[0] == "2.2"
    assert numbers(library, "tangle", "kites,bakery")[0] == "2.2"


def test_the_corpus_of_a_removed_edition_goes_in_time(library: Library, home: Path, tmp_path: Path) -> None:
    library.search("kite", "kites")
    library.installed.remove("kites")
    add(tmp_path, KITES.replace("Kite", "Glider"), "gliders")
    Library.open().search("glider", "gliders,bakery")
    assert not list((home / "cache" / "search").glob("kites@*"))


@pytest.mark.slow
def test_answers_do_not_depend_on_the_order_in_which_python_hashes(library: Library, home: Path) -> None:
    assert library is not None
    program = (
        "from rules_cli import Library; import sys; library = Library.open()\n"
        "for q in ('kite gust', 'tangle line cut', 'boxktie lantrn', 'who loses the game'):\n"
        "    print([(h.rule.id, h.score, h.tier, h.why) for h in library.search(q, why=True)])"
    )
    found = set()
    for seed in ("1", "2", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "RULES_HOME": str(home)}
        found.add(
            subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True).stdout
        )
        for path in (home / "cache" / "search").glob("*"):
            path.unlink()
    assert len(found) == 1 and b"kites:" in found.pop()


def test_threads_may_share_a_library(library: Library) -> None:
    asked = ["kite gust", "tangle", "boxktie", "oven loaves", "who loses the game"]
    expected = {query: [hit.rule.id for hit in library.search(query)] for query in asked}
    wrong: list[str] = []

    def ask(fresh: Library) -> None:
        for _ in range(5):
            wrong.extend(q for q in asked if [hit.rule.id for hit in fresh.search(q)] != expected[q])

    fresh = Library.open()
    threads = [threading.Thread(target=ask, args=(fresh,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_question_of_any_length_is_bounded(library: Library) -> None:
    from rules_cli.search.query import words_of

    words = " ".join(f"word{n} kite" for n in range(5000))
    assert len(words_of(words)) == 32
    assert library.search(words, "kites")


def test_many_books_are_searched_together_where_nothing_can_be_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    books = [f"kites-{at}" for at in range(3)]
    for slug in books:
        add(tmp_path, KITES, slug)
    right = [hit.rule.id for hit in Library.open().search("tangle", ",".join(books))]
    assert {hit.partition(":")[0] for hit in right} == set(books)
    for file in (home / "cache").rglob("*.*"):
        file.unlink()
    monkeypatch.setattr("pathlib.Path.replace", full)
    assert [hit.rule.id for hit in Library.open().search("tangle", ",".join(books))] == right
