"""Imported card lists: the monikers they prove, and how they answer name questions. All cards are made up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from names.card_lists import ACTION, ALLY, HERO, YOUNG, imported, listed
from names.games import FAB, GA, MTG, NAMING, numbers

from rules_cli.cards.card_list import open_cards, open_lists, remove_cards
from rules_cli.errors import SourceError, UsageError
from rules_cli.names.card_import import import_cards
from rules_cli.names.compare import Options, match, moniker
from rules_cli.names.find import find

# A card, the other cards of the list, and the moniker and confidence that the list gives the card.
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
        (None, "unknown"),
    ),
    "an ordinary card's text proves nothing": (
        {"name": "Surge Bolt", "types": ACTION, "text": "Surge 2. Deal damage."},
        [],
        (None, "derived"),
    ),
    "an article is no moniker": (
        {"name": "The Stone Wolf", "types": ALLY, "text": "The next attack"},
        [],
        (None, "unknown"),
    ),
    "a comma may be a personal name's": ({"name": "Grim Blade, Reforged", "types": ["Weapon"]}, [], (None, "unknown")),
    "no type says nothing": ({"name": "Stone Wolf"}, [], (None, "unknown")),
    "said not to be personal": ({"name": "Ser Boulder, Rolling", "types": HERO, "personal": "no"}, [], (None, "known")),
}


@pytest.mark.parametrize(("card", "others", "proven"), PROOFS.values(), ids=PROOFS.keys())
def test_a_list_proves_a_moniker_by(
    card: dict[str, Any], others: list[dict[str, Any]], proven: tuple[str | None, str | None], tmp_path: Path
) -> None:
    found = moniker(card["name"], imported(FAB, tmp_path, card, *others)).moniker
    assert (found.moniker, found.confidence) == proven


def test_a_moniker_that_a_list_does_not_prove_is_derived_as_without_one(tmp_path: Path) -> None:
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
    surge = naming.card("surge")
    assert surge and (surge.name, surge.pitch, surge.kinds) == ("Surge", (1, 3), ("Action", "Attack"))


def test_a_moniker_that_any_row_proves_is_kept(tmp_path: Path) -> None:
    proving, other = {"name": "Stone Wolf", "types": ALLY, "moniker": "Wolf"}, {"name": "Stone Wolf", "types": ACTION}
    for cards in ([proving, other], [other, proving]):
        assert listed(FAB, tmp_path, *cards).proven("stone wolf") == "Wolf"


def test_naming_an_imported_moniker_does_not_catch_the_card(tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, {"name": "Kestrel", "types": HERO}, {"name": "Kestrel, Risen", "types": HERO})
    assert numbers(match("Kestrel", "Kestrel, Risen", naming).decided_by) == ["2.7.3c", "2.7.3b"]
    assert numbers(match("Kestrel", "Kestrel, Risen", FAB).decided_by) == ["2.7.3b"]


def test_the_type_proves_the_words_before_the_comma(tmp_path: Path) -> None:
    naming = imported(
        GA,
        tmp_path,
        {"name": "Ana Lís, Lamplighter", "types": "CHAMPION, HUMAN"},
        {"name": "Lantern, Bright", "types": "ITEM"},
    )
    assert moniker("Ana Lís, Lamplighter", naming).moniker.confidence == "known"
    assert moniker("Lantern, Bright", naming).moniker.moniker is None


def test_a_list_gives_the_layout_of_a_card_with_two_names(tmp_path: Path) -> None:
    naming = imported(
        MTG,
        tmp_path,
        {"name": "Lantern Keeper // Lantern Ghost", "layout": "transform"},
        {"name": "Up // Down", "layout": "split"},
        {"name": "Bear", "faces": ["Bear", "Honey, Found"], "layout": "adventure"},
    )
    back = match("Lantern Keeper // Lantern Ghost", "Lantern Ghost", naming)
    assert (back.relation, "712.8a" in numbers(back.decided_by)) == ("none", True)
    assert match("Lantern Keeper // Lantern Ghost", "Lantern Ghost", naming, Options(face="back")).match
    assert numbers(match("Bear", "Honey, Found", naming).decided_by) == ["715.4"]
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
        assert "is read as its English name, Surge (fab@2.14.0:2.7.4)" in " ".join(map(str, answer.help.notes))
    with pytest.raises(UsageError, match='"Vague" is printed on Surge and Wave: type the English name'):
        match("Vague", "Surge", naming)


def test_a_translation_of_each_side_is_read_and_may_lack_its_accents(tmp_path: Path) -> None:
    faces = [{"name": "Surge", "printed_name": "Maré Alta"}, {"name": "Ebb", "printed_name": "Maré Baixa"}]
    naming = imported(MTG, tmp_path, {"name": "Surge // Ebb", "layout": "split", "card_faces": faces})
    for typed in ("Maré Alta // Maré Baixa", "mare alta/mare baixa", "Mare Baixa", "Surge // Maré Baixa"):
        assert match(typed, "Ebb", naming).match
        assert match(typed, "Surge // Ebb", naming).match
    assert not match("Marè Baixa", "Ebb", naming).match
    assert [card.name for card in find("baixa", naming).results] == ["Ebb"]


def test_printed_names_in_a_cell(tmp_path: Path) -> None:
    cards = listed(FAB, tmp_path, {"name": "Surge", "printed_names": "de: Aufwallen; en: Surge"})
    assert (cards.english("aufwallen"), cards.english("surge")) == ((("Surge",), False), ((), False))


def test_a_printed_name_and_a_title_are_read_as_the_name_that_counts(tmp_path: Path) -> None:
    naming = imported(
        MTG,
        tmp_path,
        {"name": "Harbour Keeper", "type_line": "Creature", "printed_name": "Old Lantern"},
        {"name": "Vast Serpent", "type_line": "Creature", "flavor_name": "Dread of the Bay, the King"},
        {
            "name": "Up // Down",
            "layout": "split",
            "card_faces": [{"name": "Up"}, {"name": "Down", "flavor_name": "Low"}],
        },
    )
    for typed, name in (("old lantern", "Harbour Keeper"), ("Low", "Down"), ("Low", "Up // Down")):
        assert match(typed, name, naming).match
    answer = match("Dread of the Bay, the King", "Vast Serpent", naming)
    assert answer.match
    assert "is a title above the name Vast Serpent" in " ".join(map(str, answer.help.notes))
    assert "201.6" in " ".join(map(str, answer.help.notes))


def test_a_proven_moniker_has_six_words_at_most(tmp_path: Path) -> None:
    words = "Abba Bela Cora Dora Edda Fara"
    for called, proven in ((words, words), (f"{words} X", words)):
        name = f"{called}, Sworn Foe"
        others = [
            {"name": "Howl", "keywords": f"{words} Specialization"},
            {"name": "Bite", "keywords": f"{called} Specialization"},
        ]
        assert listed(FAB, tmp_path, {"name": name, "types": HERO}, *others).proven(FAB.key(name)) == proven


def test_a_row_whose_name_can_be_none_is_left_out_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,types\nBravo,Hero\nNull //,Action\n,Action\n", encoding="utf-8")
    info, left_out = import_cards([path], FAB)
    assert info.names == 1
    assert left_out == ["cards.csv, line 3: one side of the split name is empty", "cards.csv, line 4: no name"]
    path.write_text("name,types\nNull //,Action\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"cards\.csv, line 2: one side"):
        import_cards([path], FAB)
    assert [info.names for info in (each.info for each in open_lists())] == [1]


@pytest.mark.parametrize("book", NAMING)
def test_every_imported_name_is_found_again(book: str, tmp_path: Path) -> None:
    names = [f"Card {word} {number}" for word in ("of", "Ábc", 'of the "Deep"', "o\\f") for number in range(20)]
    naming = imported(NAMING[book], tmp_path, *({"name": name, "types": "Action"} for name in names))
    for name in names:
        card = naming.card(naming.key(name))
        assert card and naming.key(card.name) == naming.key(name)
    assert naming.imported and len(naming.imported.names()) == len(names)


def test_a_removed_list_answers_nothing(tmp_path: Path) -> None:
    imported(FAB, tmp_path, {"name": "Kestrel", "types": HERO}, {"name": "Surge"})
    assert [(each.book, each.source, each.names, each.monikers) for each in (cards.info for cards in open_lists())] == [
        ("fab", "cards.json", 2, 1)
    ]
    remove_cards("fab")
    assert open_cards("fab") is None


def test_a_weapon_without_a_comma_may_be_personal(tmp_path: Path) -> None:
    blade = {"name": "Gleam", "types": "Warrior, Weapon, Sword"}
    assert moniker("Gleam", imported(FAB, tmp_path, blade)).moniker.confidence == "unknown"
    assert moniker("Gleam", imported(FAB, tmp_path, {**blade, "types": ACTION})).moniker.confidence == "derived"


def test_a_list_may_say_which_names_are_interchangeable(tmp_path: Path) -> None:
    rules = imported(MTG, tmp_path, {"name": "Old Keeper", "interchangeable": "New Keeper"}, {"name": "New Keeper"})
    assert match("New Keeper", "Old Keeper", rules).match
    assert numbers(match("Old Keeper", "New Keeper", rules).decided_by)[0] == "201.3a"
    assert not match("Old Keeper", "New Keeper", MTG).match


def test_a_layout_that_is_not_known_is_no_split_card(tmp_path: Path) -> None:
    rules = imported(MTG, tmp_path, {"name": "Keeper // Ghost", "layout": "seam"})
    assert match("Keeper // Ghost", "Ghost", rules).readings
    rules = imported(MTG, tmp_path, {"name": "Keeper // Ghost", "layout": "omen"})
    found = match("Keeper // Ghost", "Ghost", rules)
    assert (found.match, found.readings) == (False, ())


def test_a_card_of_a_list_is_found_without_its_signs(tmp_path: Path) -> None:
    rules = imported(FAB, tmp_path, {"name": "Mòr's Edge", "types": ACTION})
    assert match("Mors Edge", "Mòr's Edge", rules).match
    rules = imported(FAB, tmp_path, {"name": "Mòr's Edge", "types": ACTION}, {"name": "Mor's Edge", "types": ACTION})
    assert match("Mors Edge", "Mòr's Edge", rules).is_unclear
