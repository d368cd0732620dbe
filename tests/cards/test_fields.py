"""The fields of every file that people have become the same card. All cards are made up."""

from __future__ import annotations

from typing import Any

import pytest
from cards.made_up import scryfall

from rules_cli.cards.card import card_from
from rules_cli.cards.fields import ListedCard, card_of, fields_of, is_price_list, items_of, ruling_of, text_of


def read(record: dict[str, Any]) -> ListedCard:
    """The card of a record."""
    found = card_of(fields_of(record))
    assert found
    return found


FAB = {
    **{"Unique ID": "x1", "Name": "Tide Crash", "Color": "Red", "Pitch": "1", "Cost": "2", "Power": "6"},
    **{"Defense": "3", "Health": "", "Intelligence": "", "Types": "Guardian, Action, Attack"},
    **{"Card Keywords": "Go again, Crush", "Functional Text": "**Crush** - draw. *(Only once.)*"},
    **{"Type Text": "Guardian Action - Attack"},
}
GA = {
    **{"name": "Quiet Lamp", "uuid": "u1", "slug": "quiet-lamp", "types": ["REGALIA", "ITEM"], "subtypes": ["BAUBLE"]},
    **{"classes": ["CLERIC"], "elements": ["NORM"], "cost": {"type": "memory", "value": "1"}, "power": None},
    **{"durability": 2, "effect_raw": "Rest: Draw a card.", "effect": "**Rest**: Draw a card."},
    "rule": [{"title": "", "date_added": "2024-02-03", "description": "It can be rested once."}],
}
MTGJSON = {
    **{"name": "Lamp Keeper", "manaCost": "{2}{W}", "type": "Creature — Spirit", "types": ["Creature"]},
    **{"subtypes": ["Spirit"], "supertypes": [], "text": "Flying", "power": "2", "toughness": "*", "layout": "normal"},
    **{"identifiers": {"scryfallOracleId": "o1"}, "keywords": ["Flying"], "manaValue": 3.0},
    "rulings": [{"date": "2020-01-02", "text": "It flies."}],
    "foreignData": [{"language": "German", "name": "Lampenwart"}],
}
CARDS: dict[
    str, tuple[dict[str, Any], tuple[str | None, str, str, dict[str, str], tuple[str, ...], tuple[str, ...]]]
] = {
    "Scryfall": (
        scryfall("Lamp Keeper", power="2", toughness="1"),
        (
            "{1}{U}",
            "Creature — Human Wizard",
            "Flash",
            {"power": "2", "toughness": "1"},
            ("Creature", "Human", "Wizard"),
            ("Flash",),
        ),
    ),
    "MTGJSON": (
        MTGJSON,
        (
            "{2}{W}",
            "Creature — Spirit",
            "Flying",
            {"power": "2", "toughness": "*"},
            ("Creature", "Spirit"),
            ("Flying",),
        ),
    ),
    "Flesh and Blood": (
        FAB,
        (
            *("2", "Guardian Action - Attack", "Crush - draw. (Only once.)"),
            {"pitch": "1", "power": "6", "defense": "3", "color": "Red"},
            *(("Guardian", "Action", "Attack"), ("Go again", "Crush")),
        ),
    ),
    "Grand Archive": (
        GA,
        (
            *("1 memory", "Cleric Regalia Item Bauble", "Rest: Draw a card."),
            {"durability": "2", "element": "NORM"},
            *(("Regalia", "Item", "Cleric", "Bauble"), ()),
        ),
    ),
    "a table of one's own": (
        {"Name": "Raft", "Cost": 3, "Type": "Ship / Wooden", "Rules Text": "It floats."},
        ("3", "Ship / Wooden", "It floats.", {}, ("Ship", "Wooden"), ()),
    ),
}


@pytest.mark.parametrize(("record", "expected"), CARDS.values(), ids=CARDS.keys())
def test_a_card_is_the_same_in_every_file(record: dict[str, Any], expected: tuple[Any, ...]) -> None:
    card = read(record).card
    face = card.whole
    first = face.text.split("\n")[0]
    assert face.cost == expected[0]
    assert (sorted(face.types.split()), first) == (sorted(expected[1].split()), expected[2])
    assert face.stats == expected[3]
    assert sorted(card.kinds) == sorted(expected[4])
    assert card.keywords == expected[5]
    assert card_from(card.as_data()) == card


def test_rulings_are_in_the_card_or_in_a_file_of_their_own() -> None:
    assert read(MTGJSON).rulings == (("o1", "2020-01-02", "It flies."),)
    assert read(GA).rulings == (("u1", "2024-02-03", "It can be rested once."),)
    apart = {"object": "ruling", "oracle_id": "o1", "published_at": "2020-01-02", "comment": "It flies."}
    assert ruling_of(fields_of(apart)) == ("o1", "2020-01-02", "It flies.")
    assert ruling_of(fields_of(scryfall("Lamp Keeper"))) is None


def test_the_faces_of_a_card_have_their_own_costs_and_texts() -> None:
    faces = [
        {"name": "Up", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Up.", "flavor_name": "High"},
        {"name": "Down", "mana_cost": "{2}{U}", "type_line": "Sorcery", "oracle_text": "Down.", "printed_name": "Low"},
    ]
    found = read({"name": "Up // Down", "layout": "split", "type_line": "Instant // Sorcery", "card_faces": faces})
    assert [(face.name, face.cost) for face in found.card.faces] == [("Up", "{R}"), ("Down", "{2}{U}")]
    assert found.card.whole.cost == "{R} // {2}{U}"
    assert found.card.kinds == ("Instant", "Sorcery")
    assert [tuple(each) for each in found.others] == [("High", "Up", "title"), ("Low", "Down", "printed")]


def test_pictures_are_no_cards_and_nulls_are_nothing() -> None:
    assert card_of(fields_of(scryfall("Lamp Keeper", layout="art_series"))) is None
    card = read({"name": "Lamp", "mana_cost": None, "type_line": "", "oracle_text": None, "keywords": None}).card
    assert (card.faces[0].cost, card.faces[0].text, card.keywords) == (None, "", ())
    odd = read(
        {"name": "Lamp", "oracle_text": {"x": 1}, "keywords": 7, "card_faces": [3], "rulings": "x", "power": True}
    )
    assert (odd.card.faces[0].text, odd.card.keywords, odd.rulings) == ("", ("7",), ())


def test_text_is_data() -> None:
    assert text_of("  \x1b[31mred\u202e [b]bold[/b] ") == "[31mred [b]bold[/b]"
    assert text_of("2*3 * **4** *(once)*") == "2*3 * 4 (once)"
    assert text_of(["x"]) == ""
    assert items_of(["a", None, {"name": "b"}, {"x": 1}]) == ("a", "b")


PRICES = [
    {"Name": "Lamp", "Price": "1.20"},
    {"name": "Lamp", "Set code": "MAD", "Quantity": "3", "Purchase price": "0.3"},
    {"idProduct": 1, "avg": 0.2, "low": 0.1},
]


@pytest.mark.parametrize("record", PRICES)
def test_a_list_of_prices_is_told_from_cards(record: dict[str, Any]) -> None:
    assert is_price_list(record)
    assert not is_price_list(scryfall("Lamp Keeper"))


def test_values_with_two_slashes_are_of_a_face_each() -> None:
    row = {"Title": "Up // Down", "cost": "R // 2U", "type": "Instant", "text": "Up. // Down."}
    (up, down) = read(row).card.faces
    assert (up.name, up.cost, up.types, up.text) == ("Up", "R", "Instant", "Up.")
    assert (down.name, down.cost, down.types, down.text) == ("Down", "2U", "", "Down.")
    (only,) = read({"name": "Lamp", "cost": "2", "text": "See https://example.org // up"}).card.faces
    assert (only.name, only.text) == ("Lamp", "See https://example.org // up")
