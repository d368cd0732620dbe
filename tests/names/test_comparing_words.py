"""Differences of typing, and differences that make another name, row by row."""

from __future__ import annotations

from dataclasses import replace

import pytest
from names.games import FAB, GA, MTG, NAMING, numbers

from rules_cli.names.compare import MOST_SUGGESTED, Options, match, moniker, part
from rules_cli.names.name_rules import NameRules

SAME: dict[str, tuple[NameRules, str, str, set[str]]] = {
    "apostrophes": (FAB, "Hunter´s", "Hunter`s", {"apostrophe style"}),
    "quotes": (FAB, "Maxx “Hype” Vane", 'Maxx "Hype" Vane', set()),
    "dashes": (FAB, "Cog–wheel", "Cog-wheel", {"dash style"}),
    "a full-width apostrophe and dash": (FAB, "O＇Brien﹣Ames", "O'Brien-Ames", {"normal form"}),
    "a backquote": (FAB, "Hunter`s", "Hunter's", {"apostrophe style"}),
    "composed accents": (FAB, "De\u0301ja\u0300", "Déjà", {"normal form"}),
    "a ligature": (FAB, "ﬁre", "fire", {"normal form"}),
    "a no-break space": (FAB, "Blazing\u00a0Aether", "Blazing Aether", {"normal form"}),
    "a soft hyphen": (FAB, "Bla\u00adzing", "Blazing", {"invisible marks"}),
    "a trade mark": (FAB, "Bravo™", "Bravo", {"trade signs"}),
    "sharp s": (MTG, "Straße", "STRASSE", {"case"}),
    "a blank before a comma": (FAB, "Bravo ,Showstopper", "Bravo, Showstopper", {"blanks"}),
    "no comma": (FAB, "Bravo Showstopper", "Bravo, Showstopper", {"comma"}),
    "an exclamation mark": (FAB, "Rampage!", "Rampage", {"edge sign"}),
    "a lone hyphen": (FAB, "Now - Then", "Now Then", {"edge sign"}),
    "AE as printed once": (MTG, "AEther Storm", "Æther Storm", {"case", "æ"}),
}


@pytest.mark.parametrize(("naming", "a", "b", "ignored"), SAME.values(), ids=SAME.keys())
def test_names_are_the_same_despite(naming: NameRules, a: str, b: str, ignored: set[str]) -> None:
    answer = match(a, b, naming)
    assert answer.match
    assert set(answer.help.ignored) >= ignored
    assert not answer.help.near


OTHER: dict[str, tuple[NameRules, str, str, str | None]] = {
    "accent": (FAB, "Déjà Vu", "Deja Vu", "accents"),
    "eth": (FAB, "Guðrun", "Gudrun", "accents"),
    "ash, save in Magic": (FAB, "Æther Flare", "Aether Flare", "accents"),
    "hyphen against blank": (FAB, "Cog-wheel", "Cog wheel", "spacing"),
    "hyphen against nothing": (FAB, "Cog-wheel", "Cogwheel", "spacing"),
    "inner apostrophe": (FAB, "O'Brien", "OBrien", "spacing"),
    "plural": (FAB, "Breaker Helm Protos", "Breaker Helm Proto", "plural"),
    "possessive": (FAB, "Hunter's Edge", "Hunter Edge", "plural"),
    "number spelling": (FAB, "10,000 Years", "10000 Years", "typo"),
    "and": (FAB, "Sword & Shield", "Sword and Shield", None),
    "two letters swapped": (FAB, "Sink Beolw", "Sink Below", "typo"),
    "three edits": (FAB, "Blazing Aetherrrr", "Blazing Aether", None),
    "one edit in three letters": (FAB, "Fai", "Fae", None),
    "one edit in four letters": (FAB, "Rime", "Rise", "typo"),
    "two edits in seven letters": (FAB, "Kestrel", "Kastral", None),
    "two edits in eight letters": (FAB, "Kestrels", "Kastrals", "typo"),
}


@pytest.mark.parametrize(("naming", "a", "b", "kind"), OTHER.values(), ids=OTHER.keys())
def test_names_are_not_the_same_with(naming: NameRules, a: str, b: str, kind: str | None) -> None:
    answer = match(a, b, naming)
    assert answer.relation == "none"
    assert (answer.help.near.kind if answer.help.near else None) == kind


def test_of_two_listed_names_neither_is_suggested_for_the_other() -> None:
    assert match("Fang", "Fai", FAB).help.near is None
    assert match("Kayo, Berserker Runt", "Kayo, Berserker Rut", FAB).help.near
    assert match("Levia", "Lexi", FAB).help.did_you_mean == ()


def test_no_listed_name_is_suggested_for_names_that_differ_by_an_ending_alone() -> None:
    naming = replace(FAB, known_names={"Pain": "Pain"})
    assert match("Plains", "Plain", naming).help.did_you_mean == ()
    assert match("Dorinthia Ironsong", "Dorinthya Ironsong", FAB).help.did_you_mean == ("Dorinthea Ironsong",)


def test_at_most_three_names_are_suggested() -> None:
    naming = replace(FAB, known_names={f"Kestrel Van{end}": "Kestrel" for end in "abcd"})
    assert match("Kestrel Vane", "Howl", naming).help.did_you_mean == tuple(f"Kestrel Van{end}" for end in "abc")
    assert MOST_SUGGESTED == 3


def test_a_suggestion_is_no_answer() -> None:
    answer = match("Dorinthia Ironsong", "Blazing Aether", FAB)
    assert answer.help.did_you_mean == ("Dorinthea Ironsong",)
    assert answer.relation == "none"


PITCH = {
    "stated for one only": ("Sink Below (red)", "Sink Below", None, (1, None), "depends on the pitch"),
    "the same": ("Sink Below (2)", "Sink Below (YELLOW)", False, (2, 2), "both the same"),
    "another": ("Sink Below(1)", "Sink Below (3)", True, (1, 3), "pitch does not count"),
    "not stated": ("Sink Below", "Sink Below", None, (None, None), ""),
}


@pytest.mark.parametrize(("a", "b", "distinct", "pitch", "note"), PITCH.values(), ids=PITCH.keys())
def test_cards_are_distinct_by_pitch(
    a: str, b: str, distinct: bool | None, pitch: tuple[int | None, int | None], note: str
) -> None:
    answer = match(a, b, FAB)
    assert answer.match
    assert (answer.distinct, (answer.pitch_a, answer.pitch_b)) == (distinct, pitch)
    assert note in " ".join(map(str, answer.help.notes))


def test_a_pitch_note_is_part_of_the_name_elsewhere() -> None:
    assert not match("Shock (red)", "Shock", MTG).match


# --- names with several sides


def test_split_cards_that_share_one_side_are_distinct_cards_of_one_name() -> None:
    answer = match("Null || Shock", "Vaporize // Shock", FAB)
    assert answer.match
    assert answer.distinct is True
    assert answer.shared == ("Shock",)


def test_split_cards_of_the_same_sides_and_another_pitch() -> None:
    assert match("Null || Shock (red)", "Null || Shock (blue)", FAB).distinct is True
    unbracketed = match("Shock red", "Shock blue", FAB)
    assert unbracketed.match and unbracketed.distinct
    assert match("Shock (red)", "Shock red", FAB).distinct is False
    assert not match("Null Red", "Null Blue", MTG).match
    assert not match("Red", "Blue", FAB).match  # a name of one word is no pitch
    assert match("Null (red) || Shock (blue)", "Null (yellow) || Shock (blue)", FAB).distinct is True
    assert match("Null || Shock", "Shock || Null", FAB).match


def test_a_pitch_note_at_the_end_counts_for_every_side() -> None:
    assert match("Null || Shock (red)", "Null", FAB).pitch_a == 1
    assert match("Null (blue) || Shock (red)", "Null", FAB).pitch_a == 3


def test_two_names_of_different_cards_share_no_layout() -> None:
    assert MTG.layout_of(["assault", "battery"]) == "split"
    assert MTG.layout_of(["assault", "chittering host"]) is None


def test_a_part_does_not_run_over_the_edge_of_a_side() -> None:
    assert part("Null Shock", "Null || Shock", FAB).relation == "none"
    assert part("Shock", "Null || Shock", FAB).relation == "same-name"
    assert part("Showstopper", "Bravo, Showstopper // Null", FAB).relation == "part"


def test_a_single_slash_in_fab_is_an_ordinary_sign() -> None:
    assert match("Dash I/O", "I", FAB).relation == "none"


def test_a_name_that_holds_a_separator_is_not_split() -> None:
    assert match("SP//dr, Piloted by Peni", "sp//dr, piloted by peni", MTG).match
    assert match("SP//dr, Piloted by Peni", "SP", MTG).relation == "none"
    assert part("SP//dr", "SP//dr, Piloted by Peni", MTG).relation == "part"


ONE_NAME_AT_A_TIME = {
    "dfc": ("dfc", "712.8a"),
    "a list's word for it": ("transform", "712.8a"),
    "adventure": ("adventure", "715.4"),
    "flip": ("flip", "710.2"),
    "meld": ("meld", "712.8g"),
}


@pytest.mark.parametrize(("layout", "rule"), ONE_NAME_AT_A_TIME.values(), ids=ONE_NAME_AT_A_TIME.keys())
def test_only_the_front_name_counts(layout: str, rule: str) -> None:
    card = "Lantern Keeper // Lantern Ghost"
    front, back = (match(card, "Lantern Ghost", MTG, Options(layout, face)) for face in (None, "back"))
    assert (front.relation, back.relation) == ("none", "same-name")
    assert rule in numbers(front.decided_by)
    assert not any("Read as a split card" in note for note in front.help.notes)


def test_the_layout_of_a_listed_card_is_known() -> None:
    answer = match("Akki Lavarunner // Tok-Tok, Volcano Born", "Tok-Tok, Volcano Born", MTG)
    assert answer.relation == "none"
    assert "710.2" in numbers(answer.decided_by)


def test_a_card_of_two_names_that_no_list_knows_is_not_called_a_split_card() -> None:
    found = match("Keeper", "Keeper // Ghost", MTG)
    assert (found.match, numbers(found.decided_by)) == (True, ["201.2a"])
    assert not any("Both names count everywhere" in str(note) for note in found.help.notes)
    assert any("No list here tells the layout" in str(note) for note in found.help.notes)
    told = match("Keeper", "Keeper // Ghost", MTG, Options(layout="split"))
    assert numbers(told.decided_by) == ["709.4a"]
    assert numbers(match("Fire", "Fire // Ice", MTG).decided_by) == ["709.4a"]


# From card data, not from memory: the alias, and the name of the printing for all players.
TWINS = {
    "Chief Jim Hopper": "Sophina, Spearsage Deserter",
    "Dustin, Gadget Genius": "Hargilde, Kindly Runechanter",
    "Max, the Daredevil": "Elmar, Ulvenwald Informant",
    "Superior Spider-Man": "Kavaero, Mind-Bitten",
}


def test_interchangeable_names() -> None:
    for alias, name in TWINS.items():
        assert [other for other in TWINS.values() if match(alias, other, MTG).match] == [name]
    assert match("Roost Seek", "Sagu Wildling", MTG).difference == "names of one card"
    assert all(len(set(map(MTG.key, pair))) == 2 for pair in MTG.interchangeable)
    everyone = [name for pair in MTG.interchangeable for name in pair]
    assert len(everyone) == len(set(everyone))


def test_a_part_is_said_of_the_name_that_has_it() -> None:
    found = match("Fire // Ice", "Sword of Fire and Ice", MTG)
    assert (found.relation, found.inside) == ("part", ("Fire", "Sword of Fire and Ice"))
    meld = match("Brisela, Voice of Nightmares", "Gisela, the Broken Blade", MTG)
    assert meld.difference == "names of several cards"


def test_heroes_share_a_moniker_wherever_it_ends() -> None:
    found = match("Gravy Bones", "Gravy Bones, Shipwrecked Looter", FAB)
    assert (found.relation, found.moniker_a.moniker) == ("same-moniker", "Gravy Bones")
    assert match("Gravy Bones", "Gravy Train", FAB).relation == "none"


def test_an_answer_that_depends_on_an_unknown_layout_gives_both_readings() -> None:
    leaning, not_leaning = (match("Keeper // Ghost", other, MTG) for other in ("Ghost", "Keeper"))
    assert (leaning.match, leaning.is_unclear, not_leaning.match, not_leaning.readings) == (False, True, True, ())
    assert str(leaning.readings[0]).startswith("A split card: yes")
    for layout, same in {"split": True, "omen": False, "adventure": False, "modal_dfc": False, "flip": False}.items():
        told = match("Keeper // Ghost", "Ghost", MTG, Options(layout=layout))
        assert (told.match, told.is_unclear) == (same, False)


@pytest.mark.parametrize(
    ("card", "name", "same"),
    [
        ("Fire // Ice", "Ice", True),
        ("Delver of Secrets // Insectile Aberration", "Insectile Aberration", False),
        ("Brazen Borrower // Petty Theft", "Petty Theft", False),
        ("Marang River Regent // Coil and Catch", "Coil and Catch", False),
    ],
)
def test_a_listed_card_needs_no_layout(card: str, name: str, same: bool) -> None:
    found = match(card, name, MTG)
    assert (found.match, found.readings) == (same, ())


def test_a_card_is_found_without_its_accents_apostrophes_and_hyphens() -> None:
    found = match("Hunters Klaive", "Hunter's Klaive", FAB)
    assert found.match
    assert "were left out" in str(found.help.notes[0])
    assert moniker("Jarl Vetreidi", FAB).moniker.moniker == "Jarl"


@pytest.mark.parametrize("typed", ["Hunt'ers Klaive", "Hun-ter's Klaive", "Huntér's Klaive", "Hûnters Klaive"])
def test_a_sign_that_is_moved_changed_or_added_is_not_left_out(typed: str) -> None:
    found = match(typed, "Hunter's Klaive", FAB)
    assert (found.match, found.is_unclear) == (False, False)
    assert found.help.near


@pytest.mark.parametrize(
    ("a", "b", "is_unclear"),
    [
        ("Avô da Serra", "Avó da Serra", False),
        ("Déjá Lua", "Dejà Lua", False),
        ("Sábia Lua", "Sabiá Lua", False),
        ("Sabia Lua", "Sabiá Lua", True),
        ("Rio-Verde", "Rio Verde", True),
        ("Søren's Oak", "Sorens Oak", True),
        ("Søren Oak", "Sören Oak", False),
    ],
)
def test_only_signs_that_one_name_lacks_make_an_answer_unclear(a: str, b: str, is_unclear: bool) -> None:
    for found in (match(a, b, MTG), match(b, a, MTG)):
        assert (found.match, found.is_unclear) == (False, is_unclear)


def test_a_moniker_is_found_without_its_signs() -> None:
    assert moniker("Ruudi", FAB).moniker.moniker == "Ruu'di"
    assert match("Ruudi", "Ruu'di, Gem Keeper", FAB).relation == "same-moniker"


def test_a_card_with_more_than_two_names_is_split() -> None:
    assert match("Up // Down // Left", "Left", MTG).match
    assert match("Up // Down", "Down", MTG).is_unclear


def test_unknown_names_that_differ_by_accents_are_no_flat_no() -> None:
    found = match("Mòr's Edge", "Mor's Edge", FAB)
    assert (found.match, found.is_unclear) == (False, True)
    assert not match("Mòr's Edge", "Far's Edge", FAB).is_unclear


def test_a_text_that_asks_for_a_moniker_is_answered() -> None:
    assert match("Bravo Specialization", "Bravo, Star of the Show", FAB).match
    assert match("Legendary Data Doll Specialization", "Data Doll MKII", FAB).match
    assert not match("Bravo Specialization", "Dash, Inventor Extraordinaire", FAB).match
    assert match("Rai Lineage", "Rai, Archmage", GA).match
    assert not match("Arthur Bonus", "Arthur, Young Heir", GA).match
    assert match("Dromai or Fai Specialization", "Fai, Rising Rebellion", FAB).match
    assert match("Bravo Specialization", "Bravo Kestrel", FAB).is_unclear
    assert not match("Bravo Specialization", "Gravy Bones", FAB).is_unclear
    assert moniker("Bravo Specialization", FAB).moniker.moniker == "Bravo"


def test_a_text_that_asks_for_no_known_champion_is_a_name_like_any_other() -> None:
    assert moniker("Warrior Bonus", GA).moniker.moniker is None
    assert match("Bravo Specialization", "Legendary Bravo Specialization", FAB).relation == "part"


def test_two_sides_joined_by_and_are_asked_about() -> None:
    assert match("Fire and Ice", "Fire // Ice", MTG).help.did_you_mean == ("Fire // Ice",)


@pytest.mark.parametrize(
    ("book", "a", "b", "difference"),
    [
        ("mtg", "Quiet Harbour", "Loud Harbour", "unless interchangeable"),  # made up, so no list knows them
        ("mtg", "Quiet Harbour", "Akki Lavarunner", "unless interchangeable"),
        ("mtg", "Lucille", "Akki Lavarunner", "different names"),
        ("mtg", "Akki Lavarunner", "Tok-Tok, Volcano Born", "names of one card"),
        ("mtg", "Assault", "Battery", "names of one card"),
        ("fab", "Quiet Harbour", "Loud Harbour", "different names"),
    ],
)
def test_how_names_without_a_relation_differ(book: str, a: str, b: str, difference: str) -> None:
    assert match(a, b, NAMING[book]).difference == difference


def test_interchangeable_names_differ_in_nothing() -> None:
    found = match("Lucille", "Gisa's Favorite Shovel", MTG)
    assert (found.match, found.difference) == (True, None)
