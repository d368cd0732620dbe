"""Card lists: read in four formats, what they prove of monikers, and how they are kept. All cards are made up."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from names.games import FAB, GA, MTG, NAMING, numbers

from rules_cli.cards.card_files import CardRow, read_rows
from rules_cli.cards.card_import import card_table, import_cards
from rules_cli.cards.card_list import Card, list_cards, open_cards, remove_cards
from rules_cli.errors import BookNotFound, LibraryError, SourceError
from rules_cli.names.compare import Options, match, moniker
from rules_cli.names.find import find
from rules_cli.names.name_rules import NameRules


def rows(*cards: dict[str, Any]) -> list[CardRow]:
    """Rows as a file's reader gives them."""
    return [CardRow(f"cards, card {number}", card) for number, card in enumerate(cards, 1)]


def imported(naming: NameRules, path: Path, *cards: dict[str, Any]) -> NameRules:
    """The naming rules with a card list in the user's library."""
    file = path / "cards.json"
    file.write_text(json.dumps(list(cards)), encoding="utf-8")
    import_cards(file, naming)
    return replace(naming, imported=open_cards(naming.book))


FORMATS = {
    "csv": ("cards.csv", 'NAME,Types,Pitch\n"Orla, Tidewarden","Wizard, Hero",\nSurge,Action,2\n'),
    "csv with semicolons": ("cards.csv", "name;types;pitch\nOrla, Tidewarden;Wizard, Hero;\nSurge;Action;2\n"),
    "tsv": (
        "cards.tsv",
        "\ufeffName\tTypes\tFunctional Text\tPitch\nOrla, Tidewarden\tWizard, Hero\tx\t\nSurge\tAction\t\t2\n",
    ),
    "tsv with CR line ends": ("cards.tsv", "Name\tTypes\tPitch\rOrla, Tidewarden\tWizard, Hero\t\rSurge\tAction\t2\r"),
    "json": (
        "cards.json",
        '[{"name": "Orla, Tidewarden", "types": ["Wizard", "Hero"]},'
        '{"name": "Surge", "types": "Action", "pitch": "2"}]',
    ),
    "json in a mapping": (
        "cards.json",
        '{"data": [{"Name": "Orla, Tidewarden", "types": "Wizard, Hero"},'
        '{"name": "Surge", "types": "Action", "pitch": 2}]}',
    ),
    "yaml": (
        "cards.yaml",
        "- {name: 'Orla, Tidewarden', types: [Wizard, Hero]}\n- {name: Surge, types: [Action], pitch: 2}\n",
    ),
    "yaml by name": ("cards.yml", "Orla, Tidewarden: {types: [Wizard, Hero]}\nSurge: {types: [Action], pitch: 2}\n"),
}


@pytest.mark.parametrize(("name", "text"), FORMATS.values(), ids=FORMATS.keys())
def test_read(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    table = card_table(read_rows(path, FAB.cards.columns), FAB)
    orla, surge = table.cards["orla tidewarden"], table.cards["surge"]
    assert (orla.moniker, orla.confidence, orla.types) == ("Orla", "known", ("Wizard", "Hero"))
    assert (surge.moniker, surge.confidence, surge.pitch) == (None, "derived", (2,))
    assert table.monikers == {"orla": "Orla"}


BROKEN = {
    "no column": ("cards.csv", b"card,types\nBravo,Hero\n", "cards.csv, line 1: no column `name`"),
    "no name": ("cards.tsv", b"name\ttypes\nBravo\tHero\n\tHero\n", "cards.tsv, line 3: no name"),
    "no cards": ("cards.csv", b"name,types\n", "cards.csv, line 1: no cards"),
    "an open quote": ("cards.csv", b'name,types\n"Bravo,Hero\nOrla,Hero\n', "cards.csv, line 3: "),
    "a bad name": ("cards.csv", b"name\nBravo\nNull //\n", "cards.csv, line 3: one side of the split name is empty"),
    "another script": ("cards.csv", "name\nВода\n".encode(), "cards.csv, line 2: 'В' (U+0412) is not a Latin letter"),
    "not JSON": ("cards.json", b'[\n{"name": }]', "cards.json, line 2: not JSON"),
    "not a list": ("cards.json", b'"Bravo"', "cards.json, line 1: not a list of cards"),
    "not a card": ("cards.json", b'["Bravo"]', "cards.json, card 1: not a card"),
    "not YAML": ("cards.yaml", b"- name: [\n", "cards.yaml, line 2: not YAML"),
    "not text": ("cards.csv", b"name\n\0\0", "cards.csv, line 1: not text"),
}


@pytest.mark.parametrize(("name", "data", "line"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_says_where(name: str, data: bytes, line: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(Exception) as refusal:
        import_cards(path, FAB)
    assert str(refusal.value).startswith(line)
    assert getattr(refusal.value, "exit_code", None) == 2
    assert not list(list_cards())


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.csv can't be read"):
        import_cards(tmp_path / "none.csv", FAB)


HERO, YOUNG, ALLY, ACTION = ["Hero"], ["Hero", "Young"], ["Ally"], ["Action", "Attack"]
# The card whose moniker is asked for, other cards of the list, and what is proven of it.
PROOFS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], tuple[str | None, str | None]]] = {
    "its own column": ({"name": "Stone Wolf", "types": ACTION, "moniker": "Wolf"}, [], ("Wolf", "known")),
    "a keyword that asks for it": (
        {"name": "Stone Wolf, Sworn Foe", "types": HERO},
        [{"name": "Howl", "keywords": ["Legendary", "Stone Wolf Specialization"]}],
        ("Stone Wolf", "known"),
    ),
    "the longest such": (
        {"name": "Stone Wolf, Sworn Foe", "types": HERO},
        [
            {"name": "Howl", "text": "**Stone Specialization**"},
            {"name": "Bite", "text": "**Legendary Stone Wolf Specialization** (x)"},
        ],
        ("Stone Wolf", "known"),
    ),
    "the keyword beats the list of titles": (
        {"name": "Lady Harrow, the Lost", "types": HERO},
        [{"name": "Howl", "keywords": "Lady Harrow Specialization"}],
        ("Lady Harrow", "known"),
    ),
    "the keyword without the title": (
        {"name": "Ser Vell Harrow, the Bold", "types": ["Demi-Hero"]},
        [{"name": "Howl", "keywords": "Vell Specialization"}],
        ("Vell", "known"),
    ),
    "either of two": (
        {"name": "Vell Harrow", "types": HERO},
        [{"name": "Howl", "text": "Orla or Vell Specialization"}],
        ("Vell", "known"),
    ),
    "the keyword proves nothing of an action": (
        {"name": "Vell Rising", "types": ACTION},
        [{"name": "Howl", "keywords": "Vell Specialization"}],
        (None, "derived"),
    ),
    "a hero of one word": ({"name": "Kestrel", "types": YOUNG}, [], ("Kestrel", "known")),
    "a hero's text": (
        {"name": "Kestrel Vane", "types": HERO, "text": "Kestrel's attacks gain go again."},
        [],
        ("Kestrel", "known"),
    ),
    "an ally's text, by two words": (
        {"name": "Tall Man Walking", "types": ALLY, "text": "When Tall Man attacks, draw a card."},
        [],
        ("Tall Man", "known"),
    ),
    "a weapon's text, with a comma": (
        {"name": "Grim Blade, Reforged", "types": ["Weapon"], "text": "Grim Blade gets +1."},
        [],
        ("Grim Blade", "known"),
    ),
    "its full name is no short one": (
        {"name": "Kestrel Vane", "types": HERO, "text": "Kestrel Vane has go again."},
        [],
        (None, None),
    ),
    "an ordinary card's text proves nothing": (
        {"name": "Surge Bolt", "types": ACTION, "text": "Surge 2. Deal damage."},
        [],
        (None, "derived"),
    ),
    "an article is no moniker": (
        {"name": "The Stone Wolf", "types": ALLY, "text": "The next attack"},
        [],
        (None, None),
    ),
    "no type says nothing": ({"name": "Stone Wolf"}, [], (None, None)),
    "said not to be personal": ({"name": "Ser Boulder, Rolling", "types": HERO, "personal": "no"}, [], (None, "known")),
}


@pytest.mark.parametrize(("card", "others", "proven"), PROOFS.values(), ids=PROOFS.keys())
def test_proof(card: dict[str, Any], others: list[dict[str, Any]], proven: tuple[str | None, str | None]) -> None:
    table = card_table(rows(card, *others), FAB)
    found = table.cards[FAB.key(card["name"])]
    assert (found.moniker, found.confidence) == proven


def test_what_the_list_does_not_prove_is_derived_as_ever(tmp_path: Path) -> None:
    naming = imported(
        FAB,
        tmp_path,
        {"name": "Kestrel Vane", "types": HERO, "text": "Kestrel"},
        {"name": "Stone Wolf, Sworn Foe", "types": HERO},
        {"name": "Old Bear", "types": HERO, "personal": True},
        {"name": "Surge", "types": ACTION, "pitch": 1},
        {"name": "Surge", "types": ACTION, "pitch": 3},
    )
    expected = {
        "KESTREL VANE": ("Kestrel", "known"),
        "kestrel": ("Kestrel", "known"),
        "Kestrel, Risen": ("Kestrel", "derived"),
        "Stone Wolf, Sworn Foe": (None, "unknown"),
        "Old Bear": ("Old", "derived"),
        "Surge": (None, "derived"),
        "Bravo, Showstopper": ("Bravo", "known"),
    }
    for name, answer in expected.items():
        found = moniker(name, naming).moniker
        assert (found.moniker, found.confidence) == answer, name
    assert moniker("Kestral Vane", naming).help.did_you_mean == ("Kestrel Vane",)
    assert naming.card("surge") == Card("Surge", None, "derived", pitch=(1, 3), types=("Action", "Attack"))


def test_a_champion_of_a_list_is_known_and_another_card_has_no_name(tmp_path: Path) -> None:
    naming = imported(
        GA,
        tmp_path,
        {"name": "Ana Lís, Lamplighter", "types": "CHAMPION, HUMAN"},
        {"name": "Lantern, Bright", "types": "ITEM"},
    )
    assert moniker("Ana Lís, Lamplighter", naming).moniker.confidence == "known"
    assert moniker("Lantern, Bright", naming).moniker.moniker is None


def test_a_list_says_what_a_card_with_two_names_is(tmp_path: Path) -> None:
    naming = imported(
        MTG,
        tmp_path,
        {"name": "Lantern Keeper // Lantern Ghost", "layout": "transform"},
        {"name": "Up // Down", "layout": "split"},
        {"name": "Bear", "faces": ["Bear", "Honey, Found"], "layout": "adventure"},
    )
    back = match("Lantern Keeper // Lantern Ghost", "Lantern Ghost", naming)
    assert (back.relation, "712.4a" in numbers(back.decided_by)) == ("none", True)
    assert match("Lantern Keeper // Lantern Ghost", "Lantern Ghost", naming, Options(face="back")).match
    assert numbers(match("Bear", "Honey, Found", naming).decided_by) == ["716.4"]
    split = match("Up // Down", "Down", naming)
    assert split.match
    assert not any("Read as a split card" in note for note in split.help.notes)


def test_a_translation_is_read_as_the_english_name(tmp_path: Path) -> None:
    naming = imported(
        FAB,
        tmp_path,
        {"name": "Surge", "printed_names": {"de": "Aufwallen", "ja": "サージ", "fr": "Vague"}},
        {"name": "Wave", "printed_names": {"fr": "Vague"}},
    )
    for typed in ("Aufwallen", "サージ"):
        answer = match(typed, "SURGE", naming)
        assert answer.match
        assert "is read as its English name, Surge (2.7.4)" in " ".join(answer.help.notes)
    assert not match("Vague", "Surge", naming).match  # two cards have it


def test_printed_names_in_a_cell() -> None:
    table = card_table(rows({"name": "Surge", "printed_names": "de: Aufwallen; en: Surge"}), FAB)
    assert table.printed == {"aufwallen": "Surge"}


# --- kept in the library


@pytest.mark.parametrize("book", NAMING)
def test_every_name_is_found_again(book: str, tmp_path: Path) -> None:
    names = [f"Card {word} {number}" for word in ("of", "Ábc", 'of the "Deep"', "o\\f") for number in range(60)]
    naming = imported(NAMING[book], tmp_path, *({"name": name, "types": "Action"} for name in names))
    for name in names:
        card = naming.card(naming.key(name))
        assert card and naming.key(card.name) == naming.key(name)
    assert naming.card("card") is None
    assert naming.card("zzz") is None
    assert naming.card("") is None
    assert naming.imported and len(naming.imported.names()) == len(names)


def test_a_list_replaces_the_former_one_and_can_be_removed(tmp_path: Path) -> None:
    assert open_cards("fab") is None
    imported(FAB, tmp_path, {"name": "Kestrel", "types": HERO}, {"name": "Surge"})
    assert [(info.book, info.source, info.names, info.monikers) for info in list_cards()] == [
        ("fab", "cards.json", 2, 1)
    ]
    naming = imported(FAB, tmp_path, {"name": "Wave"})
    assert naming.card("surge") is None
    remove_cards("fab")
    assert open_cards("fab") is None
    with pytest.raises(BookNotFound, match="no card list of fab"):
        remove_cards("fab")


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe", b'{"format": 0, "rows": [\n]}', b"[]"])
def test_a_damaged_list_is_told_of(damage: bytes, tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, {"name": "Wave"})
    assert naming.imported
    path = open_cards("fab").path  # type: ignore[union-attr]
    path.write_bytes(damage)
    with pytest.raises(LibraryError, match="import it again: rules name import FILE -b fab"):
        open_cards("fab")


def test_a_damaged_row_is_told_of(tmp_path: Path) -> None:
    imported(FAB, tmp_path, {"name": "Wave"})
    path = open_cards("fab").path  # type: ignore[union-attr]
    path.write_bytes(path.read_bytes().replace(b'{"name": "Wave"', b'{"name": "Wa'))
    cards = open_cards("fab")
    with pytest.raises(LibraryError, match="damaged"):
        cards.card("wave")  # type: ignore[union-attr]


@pytest.mark.parametrize("row", [b'["name wave", {"namf": "Wave"}]', b'["name wave", 7]', b'["name wave", []]'])
def test_so_is_one_that_is_no_card(row: bytes, tmp_path: Path) -> None:
    imported(FAB, tmp_path, {"name": "Wave"})
    path = open_cards("fab").path  # type: ignore[union-attr]
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(row if line.startswith(b'["name') else line for line in lines))
    with pytest.raises(LibraryError, match="damaged"):
        open_cards("fab").names()  # type: ignore[union-attr]
    with pytest.raises(LibraryError, match="damaged"):
        open_cards("fab").card("wave")  # type: ignore[union-attr]


# --- find

FINDS = {
    "a name": ("bravo", "Bravo", 1.0),
    "without accents": ("ceu aberto", "Céu Aberto", 1.0),
    "its beginning": ("bravo sho", "Bravo, Showstopper", 0.7),
    "a part": ("star of the show", "Bravo, Star of the Show", 0.8),
    "words in another order": ("ironsong dorinthea", "Dorinthea Ironsong", 0.7),
    "a typo": ("dorinthia ironsnog", "Dorinthea Ironsong", 0.5),
    "a hyphen left out": ("cogwheel", "Cog-wheel", 0.5),
    "half of a compound": ("wheel", "Cog-wheel", 0.8),
}


@pytest.mark.parametrize(("query", "name", "score"), FINDS.values(), ids=FINDS.keys())
def test_find(query: str, name: str, score: float, tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, {"name": "Céu Aberto"}, {"name": "Cog-wheel", "pitch": 2, "types": ACTION})
    best = find(query, naming).results[0]
    assert (best.name, best.score) == (name, score)


def test_an_exact_find_comes_before_a_mended_one(tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, {"name": "Brava"}, {"name": "Bravo Bravissimo"})
    results = find("bravo", naming).results
    assert results[0].name == "Bravo"
    assert {card.name: card.score for card in results}["Brava"] == 0.5
    assert [card.score for card in results] == sorted((card.score for card in results), reverse=True)


def test_what_a_list_says_is_shown(tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, {"name": "Cog-wheel", "pitch": 2, "types": ACTION})
    card = find("cog", naming).results[0]
    assert (card.pitch, card.types, card.moniker.moniker) == ((2,), ("Action", "Attack"), None)
