"""Card lists in the user's library: found by any name, replaced, removed, refused if damaged. All cards are made up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cards.made_up import bulk, ruling, scryfall
from support import Run

from rules_cli.cards.card_list import CardList, list_files, open_cards, open_lists, remove_cards
from rules_cli.errors import BookNotFound, LibraryError, RulesWarning, SourceError
from rules_cli.names.card_import import import_cards
from rules_cli.names.name_rules import naming_from, shipped_naming

MTG, FAB = (naming_from(book, shipped_naming(book)) for book in ("mtg", "fab"))
UP = [
    {"name": "Up", "mana_cost": "{R}", "oracle_text": "Up."},
    {"name": "Down", "mana_cost": "{U}", "oracle_text": "x"},
]
CARDS: list[dict[str, Any]] = [
    scryfall("Lim-Dûl's Æther", 1),
    scryfall("Up // Down", 2, layout="split", card_faces=UP, mana_cost="{R} // {U}"),
    scryfall("Harbour Keeper", 3, printed_name="Hafenwart", flavor_name="Dread of the Bay"),
    scryfall("Lamp", 4, layout="token", type_line="Token Artifact"),
    scryfall("Lamp", 5, type_line="Artifact", oracle_text="Tap: see."),
]


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[CardList]:
    """An imported list with two rulings."""
    rulings = bulk(tmp_path / "rulings.json", [ruling(1, "2020-05-05", "Second."), ruling(1, "2010-01-01", "First.")])
    import_cards([rulings, bulk(tmp_path / "oracle-cards-20260115.json", CARDS)], MTG)
    found = open_cards("mtg")
    assert found
    yield found


FOUND = {
    "without signs": ("lim duls aether", "Lim-Dûl's Æther"),
    "in capitals": ("LIM-DUL’S ÆTHER", "Lim-Dûl's Æther"),
    "both names": ("up down", "Up // Down"),
    "both names as printed": ("Up//Down", "Up // Down"),
    "one of two": ("down", "Up // Down"),
    "a translation": ("hafenwart", "Harbour Keeper"),
    "a title": ("dread of the bay", "Harbour Keeper"),
}


@pytest.mark.parametrize(("typed", "name"), FOUND.values(), ids=FOUND.keys())
def test_a_card_is_found_by_any_of_its_names(cards: CardList, typed: str, name: str) -> None:
    assert [card.name for card in cards.find(typed)] == [name]


def test_a_card_goes_before_a_token_of_its_name(cards: CardList) -> None:
    (lamp,) = cards.find("lamp")
    assert (lamp.kinds, lamp.variants) == (("Artifact",), ())


def test_rulings_come_with_their_dates_the_oldest_first(cards: CardList) -> None:
    (card,) = cards.find("lim dul's aether")
    assert [(each.date, each.text) for each in cards.rulings(card)] == [
        ("2010-01-01", "First."),
        ("2020-05-05", "Second."),
    ]
    assert cards.rulings(cards.find("lamp")[0]) == []
    assert cards.info == ("mtg", "rulings.json, oracle-cards-20260115.json", "2026-01-15", 5, 0, 2)


def test_names_are_known_by_their_words(cards: CardList) -> None:
    assert cards.english("hafenwart") == (("Harbour Keeper",), False)
    assert cards.english("dread of the bay") == (("Harbour Keeper",), True)
    assert cards.english("harbour keeper") == ((), False)
    down = cards.card("down")
    assert down and down.name == "Up // Down"
    for key in ("", "lam", "zzz", "\ud800"):
        assert (cards.card(key), cards.moniker(key), cards.english(key), cards.find(key)) == (
            None,
            None,
            ((), False),
            [],
        )
    assert set(cards.names().values()) == {"Lim-Dûl's Æther", "Up", "Down", "Harbour Keeper", "Lamp"}


def test_cards_of_one_name_and_other_pitch_are_variants(tmp_path: Path) -> None:
    path = tmp_path / "card.csv"
    rows = [f"Surge\t{pitch}\t2\t{7 - pitch}\tAction, Attack\tCrush" for pitch in (3, 1, 2)]
    path.write_text("\n".join(["Name\tPitch\tCost\tPower\tTypes\tCard Keywords", *rows, rows[0]]), encoding="utf-8")
    import_cards([path], FAB)
    found = open_cards("fab")
    assert found
    (card,) = found.find("surge")
    assert [(face.stats["pitch"], face.stats["power"]) for face in card.variants] == [
        ("1", "6"),
        ("2", "5"),
        ("3", "4"),
    ]
    assert card.pitch == (1, 2, 3)


def test_the_words_of_texts_are_counted(cards: CardList) -> None:
    assert cards.cards_with("flash") == 3
    assert cards.cards_with("tap") == 1
    assert cards.cards_with("nobody") == 0


REFUSED: dict[str, tuple[Any, str]] = {
    "damaged": ('[{"name": "Lamp", "type_line": "Artifact"}, {"na', "damaged or cut off"),
    "of another game": ("Name\tCard Keywords\tPitch\nSurge\tCrush\t1\n", "a list of the cards of fab, not of mtg"),
    "prices": ("Name,Price\nLamp,1.20\n", "a list of prices"),
    "a price guide": ('{"version": 1, "priceGuides": [{"idProduct": 1, "avg": 0.2}]}', "a list of prices"),
    "sets": ('{"data": [{"object": "set", "code": "mad", "name": "Made Up", "card_count": 9}]}', "no list of cards"),
    "rulings alone": ('[{"oracle_id": "o", "published_at": "2020-01-01", "comment": "x"}]', "rulings without cards"),
    "empty": ("", "no list of cards"),
    "a rulebook": ("1. Ships\n1.1 A ship floats.\n", "no list of cards"),
}


@pytest.mark.parametrize(("text", "line"), REFUSED.values(), ids=REFUSED.keys())
def test_the_old_list_stays_if_the_new_one_is_refused(cards: CardList, text: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=line) as refusal:
        import_cards([path], MTG)
    assert refusal.value.exit_code == 2
    assert open_cards("mtg").info == cards.info  # type: ignore[union-attr]
    assert [each.name for each in cards.path.parent.iterdir()] == ["mtg.sqlite"]


def test_a_book_without_a_list_has_none() -> None:
    assert open_cards("fab") is None
    with pytest.raises(BookNotFound, match="no card list of fab"):
        remove_cards("fab")


@pytest.mark.usefixtures("cards")
def test_a_list_replaces_the_former_one_and_can_be_removed(tmp_path: Path) -> None:
    import_cards([bulk(tmp_path / "more.json", [scryfall("Gust", 9)])], MTG)
    assert [(each.book, each.source, each.names) for each in (cards.info for cards in open_lists())] == [
        ("mtg", "more.json", 1)
    ]
    assert open_cards("mtg").find("lamp") == []  # type: ignore[union-attr]
    remove_cards("mtg")
    assert open_cards("mtg") is None


@pytest.mark.parametrize("damage", [b"", b"{}", b"SQLite format 3\0", b"\xff" * 9000])
def test_a_damaged_list_asks_to_be_imported_again(cards: CardList, damage: bytes) -> None:
    cards.path.write_bytes(damage)
    with pytest.raises(LibraryError, match="import it again: rules card import FILE -b mtg"):
        open_cards("mtg")
    with pytest.warns(RulesWarning, match=r"left out: .* \(rules doctor tells more\)"):
        assert not list(open_lists())
    remove_cards("mtg")
    assert not list_files()


@pytest.mark.parametrize("data", ["7", "[]", "{", '{"name": "Wave"}', '["Wave", 3]'])
def test_a_row_without_a_card_counts_as_damage(cards: CardList, data: str) -> None:
    change(cards.path, f"UPDATE card SET data = '{data}' WHERE id = 1")
    again = CardList(cards.path)
    assert again.find("harbour keeper")
    with pytest.raises(LibraryError, match="damaged"):
        again.find("lim dul's aether")
    with pytest.raises(LibraryError, match="damaged"):
        CardList(cards.path).check()


def test_the_doctor_checks_every_row(cards: CardList) -> None:
    CardList(cards.path).check()
    change(cards.path, "DELETE FROM name WHERE key = 'lamp'")
    with pytest.raises(LibraryError, match="damaged"):
        CardList(cards.path).check()


def test_a_list_of_a_later_version_is_refused(cards: CardList) -> None:
    change(cards.path, "PRAGMA user_version = 9")
    with pytest.raises(LibraryError, match="from another version"):
        open_cards("mtg")


def change(path: Path, statement: str) -> None:
    """Change a list by hand."""
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


# --- tables that people type


@pytest.mark.parametrize(
    ("heading", "meant"),
    [
        ("kost", "cost"),
        ("Typs", "type"),
        ("txet", "text"),
        ("keywrods", "keywords"),
        ("pich", "pitch"),
        ("Cutso", "custo"),
    ],
)
def test_a_misspelt_heading_leaves_the_former_list(run: Run, tmp_path: Path, heading: str, meant: str) -> None:
    path = tmp_path / "mtg.csv"
    path.write_text("name,cost,types,text\nQuay Ox,{1},Beast,Moo.\nQuay Hen,{2},Beast,Cluck.\n", encoding="utf-8")
    run("card", "import", str(path))
    lacking = {
        "cost": "name,types,text",
        "custo": "name,types,text",
        "type": "name,cost,text",
        "text": "name,cost,types",
    }
    headings = lacking.get(meant, "name,cost,types,text")
    path.write_text(f"{headings},{heading}\nQuay Cat,a,b,c,d\n", encoding="utf-8")
    ran = run("card", "import", str(path))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f'"{heading}" is not known, but "{meant}" is' in ran.err
    assert run("card", "quay hen", "-b", "mtg").code == 0
    path.write_text(f"{headings},{meant}\nQuay Cat,a,b,c,d\n", encoding="utf-8")
    assert run("card", "import", str(path)).code == 0, "the advice is right"


@pytest.mark.parametrize("heading", ["cmc", "artist", "colors", "set name", "rarity", "game", "date", "number", "foil"])
def test_other_headings_are_passed_over(run: Run, tmp_path: Path, heading: str) -> None:
    path = tmp_path / "mtg.csv"
    path.write_text(f"name,cost,types,text,{heading}\nQuay Ox,{{1}},Beast,Moo.,x\n", encoding="utf-8")
    assert run("card", "import", str(path)).code == 0


def test_a_cost_with_an_unknown_symbol_is_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mtg.csv"
    path.write_text("name,cost\nQuay Ox,{1}{ZZ}\nUp // Down,{R} // {2/W}\nQuay Hen,2WU\n", encoding="utf-8")
    assert run("card", "import", str(path)).out.endswith("\n  not read: 1 cost, the first {1}{ZZ}\n")


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ('Quay Hen,"Clucks', "is not closed"),
        ('Quay Hen,"Clu"ck"', "is not written twice"),
        ('Quay Hen,"Moo\nA,"b"', ""),
    ],
)
def test_an_open_quote_is_named_with_the_line_where_its_row_begins(
    run: Run, tmp_path: Path, row: str, fault: str
) -> None:
    path = tmp_path / "mtg.csv"
    path.write_text(f"name,text\nQuay Ox,Moo.\n{row}\nQuay Cat,Miaow.\n", encoding="utf-8")
    ran = run("card", "import", str(path))
    assert 'mtg.csv, line 3: a quote (")' in ran.err
    assert fault in ran.err
