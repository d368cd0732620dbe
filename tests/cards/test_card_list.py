"""Card lists in the user's library: found, replaced, removed, and refused if damaged. All cards are made up."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rules_cli.cards.card_list import (
    Card,
    CardList,
    ListInfo,
    check_list,
    list_cards,
    list_files,
    open_cards,
    remove_cards,
    save_cards,
)
from rules_cli.errors import BookNotFound, LibraryError, RulesWarning

WAVE = Card("Wave", None, "derived", pitch=(1, 3), types=("Action",))
MARA = Card("Mara, Rover", "Mara", "known", True, faces=("Mara, Rover", "Gale"), layout="flip")


def saved(book: str = "fab") -> CardList:
    save_cards(book, "cards.csv", {"wave": WAVE, "mara rover": MARA}, {"mara": "Mara"}, {"vague": "Wave"})
    found = open_cards(book)
    assert found
    return found


def test_cards_monikers_and_translations_are_found_by_key() -> None:
    cards = saved()
    assert (cards.card("wave"), cards.card("mara rover")) == (WAVE, MARA)
    assert (cards.moniker("mara"), cards.english("vague")) == ("Mara", "Wave")
    assert cards.names() == {"wave": "Wave", "mara rover": "Mara, Rover"}
    for key in ("", "wav", "wave ", "zzz", "\ud800"):
        assert (cards.card(key), cards.moniker(key), cards.english(key)) == (None, None, None)


def test_a_book_without_a_list_has_none() -> None:
    assert open_cards("fab") is None
    with pytest.raises(BookNotFound, match="no card list of fab"):
        remove_cards("fab")


def test_a_list_replaces_the_former_one_and_can_be_removed() -> None:
    saved()
    save_cards("fab", "more.csv", {"gust": Card("Gust")}, {}, {})
    assert list(list_cards()) == [ListInfo("fab", "more.csv", 1, 0)]
    cards = open_cards("fab")
    assert cards and cards.card("wave") is None
    remove_cards("fab")
    assert open_cards("fab") is None


def test_a_list_of_many_names_finds_each() -> None:
    cards = {f"card {number}": Card(f"Card {number}") for number in range(1000)}
    save_cards("fab", "cards.csv", cards, {}, {})
    found = open_cards("fab")
    assert found and all(found.card(key) == card for key, card in cards.items())


@pytest.mark.parametrize("damage", [b"", b"{}", b"SQLite format 3\0", b"\xff" * 9000])
def test_a_damaged_list_asks_to_be_imported_again(damage: bytes) -> None:
    path = saved().path
    path.write_bytes(damage)
    with pytest.raises(LibraryError, match="import it again: rules name import FILE -b fab"):
        open_cards("fab")
    with pytest.warns(RulesWarning, match=r"left out: .* \(rules doctor tells more\)"):
        assert not list(list_cards())
    remove_cards("fab")
    assert not list_files()


@pytest.mark.parametrize("facts", ["7", "[]", "{", '{"namf": "Wave"}', '{"name": "Wave", "pitch": "1"}'])
def test_a_row_without_a_card_counts_as_damage(facts: str) -> None:
    path = saved().path
    change(path, f"UPDATE card SET facts = '{facts}' WHERE key = 'wave'")
    cards = CardList(path)
    assert cards.card("mara rover") == MARA
    with pytest.raises(LibraryError, match="damaged"):
        cards.card("wave")
    with pytest.raises(LibraryError, match="damaged"):
        check_list(path)


def test_the_doctor_checks_every_row() -> None:
    path = saved().path
    check_list(path)
    change(path, "DELETE FROM card WHERE key = 'wave'")
    with pytest.raises(LibraryError, match="damaged"):
        check_list(path)


def test_a_list_of_a_later_version_is_refused() -> None:
    path = saved().path
    change(path, "PRAGMA user_version = 9")
    with pytest.raises(LibraryError, match="from another version"):
        open_cards("fab")


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
