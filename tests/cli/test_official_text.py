"""An imported book is called official only if its section titles are those of the official book."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import SHARED, Run

from rules_cli.errors import SourceError
from rules_cli.sources import importing
from rules_cli.store.book_info import load_info
from rules_cli.store.editions import InstalledBooks

pytestmark = pytest.mark.slow  # reads real rulebooks

SECTIONS = ("1.4 Attacks", "1.5 Macros", "1.6 Layers")
"""Titles in the book.yaml of Flesh and Blood; the rules below them are made up."""


def made_up(folder: Path, titles: int) -> str:
    """Write a book with so many official titles and return its path."""
    sections = [*SECTIONS[:titles], "1.7 Gulls"]
    path = folder / "made-up.txt"
    path.write_text("1 Kites\n\n" + "".join(f"{each}\n\n{each[:3]}.1 A gull is loud.\n\n" for each in sections))
    return str(path)


@pytest.mark.parametrize(
    ("book", "titles", "words"),
    [
        ("fab", 3, "official text"),
        ("fab", 2, "your copy"),
        ("gulls", 3, "your copy"),
    ],
)
def test_official_words_are_those_under_the_official_titles(
    run: Run, tmp_path: Path, book: str, titles: int, words: str
) -> None:
    official = words == "official text"
    ran = run("import", made_up(tmp_path, titles), "--book", book, "--edition", "2099")
    assert f"words: {words}" in ran.out
    assert f"{book} 2099, {words}" in run("show", f"{book}:1.4.1" if titles else "").out
    (listed,) = [each for each in json.loads(run("books", "--json").out) if each["edition"] == "2099"]
    assert (listed["official"], listed["wording"]) == (official, "official")
    assert f"{words}{'' if official else ' (not recognised as an official book)'}, imported by you" in run("books").out
    ran = run("import", made_up(tmp_path, titles), "--book", f"{book}", "--edition", "2100", "--json")
    assert json.loads(ran.out)["official"] is official


def test_what_ships_is_no_official_text() -> None:
    installed = InstalledBooks()
    assert not any(installed.is_official(edition) for slug in installed.slugs() for edition in installed.all(slug))


@pytest.mark.parametrize(
    ("slug", "path"),
    [
        ("fab", "fab/01-game-concepts.html"),
        ("fab", "fab/05-layers-cards-abilities.html"),
        ("ga", "ga"),
        ("fabula", "seeds/003_850ec2116309a6bc.txt"),
        ("mtg", "seeds/001_c1890bc40016722e.txt"),
        *(pytest.param("mtg", f"mtg/{date}.txt", marks=pytest.mark.slow) for date in ("2006-10-01", "2015-01-23")),
        pytest.param("mtg", "mtg/2026-01-16.txt", marks=pytest.mark.slow),
        pytest.param("fab", "fab/en-fab-cr-2.14.0.txt", marks=pytest.mark.slow),
        pytest.param("ga", "ga-whole", marks=pytest.mark.slow),
    ],
)
def test_official_sources_are_recognised(slug: str, path: str) -> None:
    file = SHARED / "sources" / path
    if not file.exists():
        pytest.skip(f"needs ../shared/sources/{path}")
    assert importing.read_source([file], slug).official


@pytest.mark.parametrize(("slug", "path"), [("mtg", "swu.md"), ("fab", "riftbound.md"), ("fabula", "altered.md")])
def test_the_book_of_another_game_is_refused(slug: str, path: str) -> None:
    file = SHARED / "sources" / "other" / path
    if not file.exists():
        pytest.skip(f"needs ../shared/sources/other/{path}")
    with pytest.raises(SourceError, match="import it with another short name"):
        importing.read_source([file], slug)


@pytest.mark.parametrize("slug", ["fab", "mtg", "ga", "fabula"])
def test_each_book_that_ships_has_titles_to_recognise_it_by(slug: str) -> None:
    info = load_info(slug)
    assert info and info.titles
    shipped = {str(entry.number): entry.title for entry in InstalledBooks().shipped(slug).load().rows}  # type: ignore[union-attr]
    known = [number for number in info.titles if number in shipped and slug != "mtg"]  # an old edition of Magic ships
    assert known or slug == "mtg"
    assert all(" ".join((shipped[number] or "").split()) == info.titles[number] for number in known)
