"""Every worked example of the names specification, by game. Names marked "made up" there are made up here too."""

from __future__ import annotations

from typing import Any, Final

import pytest
from names.games import NAMING, numbers

from rules_cli.names.compare import Options, match, moniker, part
from rules_cli.names.deciding_rules import Relation

SAME: Final = "same-name"
SHARED: Final = "same-moniker"
PART: Final = "part"
NONE: Final = "none"

# book, a, b, relation, the deciding rules in order, and what else is said.
MATCHES: dict[str, tuple[str, str, str, Relation, list[str], dict[str, Any]]] = {
    # Flesh and Blood
    "case": ("fab", "Bravo", "BRAVO", SAME, ["2.7.5"], {"monikers": ("Bravo", "Bravo"), "ignored": {"case"}}),
    "a moniker is not a name": (
        "fab",
        "Bravo",
        "Bravo, Showstopper",
        SHARED,
        ["2.7.3c", "2.7.3b"],
        {"monikers": ("Bravo", "Bravo")},
    ),
    "naming the first does not catch the second": (
        "fab",
        "Dawnblade",
        "Dawnblade, Resplendent",
        SHARED,
        ["2.7.3c", "2.7.3b"],
        {"note": "Naming Dawnblade does not name Dawnblade, Resplendent"},
    ),
    "comma, case and blanks": (
        "fab",
        "Dawnblade Resplendent",
        " dawnblade,  resplendent ",
        SAME,
        ["2.7.5"],
        {"ignored": {"comma", "case", "blanks"}},
    ),
    "whole words": (
        "fab",
        "Blazing Aether",
        "Trailblazing Aether",
        NONE,
        ["2.7.5"],
        {"monikers": (None, None), "near": None, "note": "compare the English names (fab@2.14.0:2.7.4)"},
    ),
    "another pitch": (
        "fab",
        "Sink Below (red)",
        "Sink Below (blue)",
        SAME,
        ["2.7.5", "1.3.4"],
        {"distinct": True, "pitch": (1, 3)},
    ),
    "a moniker that is the name of a young hero": (
        "fab",
        "Boltyn",
        "Ser Boltyn, Breaker of Dawn",
        SHARED,
        ["2.7.3c", "2.7.3b"],
        {"monikers": ("Boltyn", "Boltyn")},
    ),
    "one side of a split card": ("fab", "Shock", "Null || Shock", SAME, ["9.2.2", "2.7.5"], {"shared": ("Shock",)}),
    "the young form of a hero": (
        "fab",
        "Orla, Tidewarden",
        "Orla",
        SHARED,
        ["2.7.3b"],
        {"monikers": ("Orla", "Orla"), "confidence": ("derived", "derived")},
    ),
    "an accent": ("fab", "Mòr's Edge", "Mor's Edge", NONE, ["2.7.5"], {"near": "accents"}),
    # Magic
    "magic: case": ("mtg", "Forest", "forest", SAME, ["201.2a"], {"note": "convention"}),
    "magic: a half of a split card": (
        "mtg",
        "Assault // Battery",
        "Battery",
        SAME,
        ["709.4a"],
        {"shared": ("Battery",), "note": "one half, not both"},
    ),
    "magic: one slash or two": ("mtg", "Assault/Battery", "Assault//Battery", SAME, ["201.2a"], {}),
    "magic: two names of one card": ("mtg", "Assault", "Battery", NONE, ["201.2a"], {"note": "two different names"}),
    "magic: interchangeable names": (
        "mtg",
        "Rick, Steadfast Leader",
        "Greymond, Avacyn’s Stalwart",
        SAME,
        ["201.3a"],
        {"note": "chooses both"},
    ),
    "magic: an old spelling": ("mtg", "Æther Storm", "Aether Storm", SAME, ["108.1", "201.2a"], {"ignored": {"æ"}}),
    "magic: a flip card": (
        "mtg",
        "Tok-Tok, Volcano Born",
        "Akki Lavarunner",
        NONE,
        ["710.2"],
        {"note": "lower name only while it is flipped"},
    ),
    "magic: a short name": (
        "mtg",
        "Minsc",
        "Minsc, Beloved Ranger",
        PART,
        ["201.5c"],
        {"part_of": "b", "note": "only in that card's own text"},
    ),
    "magic: a token": (
        "mtg",
        "Dwarf Berserker",
        "Dwarf Berserker Token",
        PART,
        ["111.4"],
        {"part_of": "b", "note": "name is its subtypes"},
    ),
    "magic: a meld result": (
        "mtg",
        "Bruna, the Fading Light",
        "Brisela, Voice of Nightmares",
        NONE,
        ["712.8g"],
        {"note": "only while it is melded"},
    ),
    "magic: a part": ("mtg", "Ambush", "Ambush Party", PART, ["201.2a"], {"part_of": "b"}),
    # Grand Archive
    "archive: case": (
        "ga",
        "Rai, Spellcrafter",
        "rai, spellcrafter",
        SAME,
        ["name.1"],
        {"monikers": ("Rai", "Rai"), "note": "convention"},
    ),
    "archive: two champions of one name": (
        "ga",
        "Rai, Spellcrafter",
        "Rai, Storm Seer",
        SHARED,
        ["name.5.1"],
        {"note": "both are Rai champions"},
    ),
    "archive: a Name alone": (
        "ga",
        "Rai",
        "Rai, Archmage",
        SHARED,
        ["name.5.1.1", "name.2"],
        {"note": "Enough for Rai Lineage"},
    ),
    "archive: a Name inside a name": (
        "ga",
        "Mordred",
        "Flawless Spirit of Mordred",
        PART,
        ["name.5.1.3"],
        {"note": "neither Lineage nor Bonus", "monikers": ("Mordred", None)},
    ),
    "archive: a champion, and its Name inside another": (
        "ga",
        "Mordred, Flawless Blade",
        "Flawless Spirit of Mordred",
        NONE,
        ["name.5.1.3"],
        {"monikers": ("Mordred", None)},
    ),
    "archive: one Name twice": (
        "ga",
        "Lorraine, Blademaster",
        "Lorraine, Crux Knight",
        SHARED,
        ["name.5.1"],
        {"monikers": ("Lorraine", "Lorraine")},
    ),
    "archive: two faces": (
        "ga",
        "Seiryuu, Azure Dragon",
        "Fabled Azurite Fatestone",
        NONE,
        ["double-faced-cards.10"],
        {"note": "each with its own name"},
    ),
    "archive: one of two faces": (
        "ga",
        "Fabled Azurite Fatestone // Seiryuu, Azure Dragon",
        "Fabled Azurite Fatestone",
        SAME,
        ["double-faced-cards.4"],
        {"note": "Only while that side is up", "shared": ("Fabled Azurite Fatestone",)},
    ),
    "archive: apostrophe style": (
        "ga",
        "Warrior's Longsword",
        "Warrior’s Longsword",
        SAME,
        ["name.1"],
        {"ignored": {"apostrophe style"}},
    ),
    # Fábula
    "fábula: case": (
        "fabula",
        "Onça-Pintada",
        "ONÇA-PINTADA",
        SAME,
        ["2.1.4", "1.12.6"],
        {"note": "copies of one card"},
    ),
    "fábula: an accent": ("fabula", "Onça-Pintada", "Onca-Pintada", NONE, ["2.1.3"], {"near": "accents"}),
    "fábula: a hyphen": (
        "fabula",
        "Onça-Pintada",
        "Onça Pintada",
        NONE,
        ["2.1.3"],
        {"near": "spacing", "note": "hyphen"},
    ),
    "fábula: apostrophe style": (
        "fabula",
        "Cobra d'Água",
        "Cobra d’Água",
        SAME,
        ["2.1.4", "1.12.6"],
        {"ignored": {"apostrophe style"}},
    ),
    "fábula: case and blanks": (
        "fabula",
        "Guardião da Serra",
        " guardião  da serra",
        SAME,
        ["2.1.4", "1.12.6"],
        {"ignored": {"case", "blanks"}},
    ),
    "fábula: another word": ("fabula", "Guardião da Serra", "Guardiã da Serra", NONE, ["2.1.3"], {"near": "typo"}),
    "fábula: a part": ("fabula", "Guardião", "Guardião da Serra", PART, ["2.1.3"], {"part_of": "b"}),
    "fábula: order": ("fabula", "Serra Azul", "Azul Serra", NONE, ["2.1.3"], {"near": None}),
    "fábula: a card and a token": (
        "fabula",
        "Lobo",
        "Lobo",
        SAME,
        ["2.1.4", "1.12.6"],
        {"note": "if one of the two is a token", "ignored": set()},
    ),
    "fábula: an edge sign": ("fabula", "Rio!", "Rio", SAME, ["2.1.4", "1.12.6"], {"ignored": {"edge sign"}}),
}


@pytest.mark.parametrize(("book", "a", "b", "relation", "rules", "said"), MATCHES.values(), ids=MATCHES.keys())
def test_match(book: str, a: str, b: str, relation: str, rules: list[str], said: dict[str, Any]) -> None:
    answer = match(a, b, NAMING[book])
    assert (answer.match, answer.relation) == (relation == SAME, relation)
    assert numbers(answer.decided_by) == rules
    both = answer.moniker_a, answer.moniker_b
    assert {
        "monikers": tuple(found.moniker for found in both),
        "confidence": tuple(found.confidence for found in both),
        "ignored": set(answer.help.ignored),
        "near": answer.help.near.kind if answer.help.near else None,
        "distinct": answer.distinct,
        "pitch": (answer.pitch_a, answer.pitch_b),
        "shared": answer.shared,
        "part_of": answer.part_of,
    }.items() >= {key: value for key, value in said.items() if key != "note"}.items()
    assert said.get("note", "") in " ".join(map(str, answer.help.notes))


# book, part, name, relation, the deciding rules, the kind of near miss, and a note.
PARTS: dict[str, tuple[str, str, str, Relation, list[str], str | None, str]] = {
    "a plural": ("fab", "Proto", "Breaker Helm Protos", NONE, ["2.7.5"], "plural", ""),
    "a word": ("fab", "aether", "Blazing Aether", PART, ["2.7.5"], None, ""),
    "several words": ("fab", "Star of the Show", "Bravo, Star of the Show", PART, ["2.7.5"], None, ""),
    "magic: no rule on parts": ("mtg", "Party", "Ambush Party", PART, [], None, "No rule"),
    "magic: half a word": ("mtg", "Dragon", "Dragonlord", NONE, [], None, "No rule"),
    "archive: a Name": ("ga", "Rai", "Rai, Archmage", PART, [], None, "No rule"),
    "archive: gives no champion name": (
        "ga",
        "Spirit",
        "Flawless Spirit of Mordred",
        PART,
        ["name.5.1.3"],
        None,
        "no champion name",
    ),
    "archive: half a word": ("ga", "Rai", "Raine, Quiet Hand", NONE, [], None, "No rule"),
    "fábula: no rule on parts": ("fabula", "Serra", "Guardião da Serra", PART, [], None, "no rule"),
    "fábula: half a word": ("fabula", "Guarda", "Guardião da Serra", NONE, [], None, "no rule"),
    "fábula: a hyphened compound is one word": ("fabula", "Onça", "Onça-Pintada", NONE, [], None, "one word"),
}


@pytest.mark.parametrize(
    ("book", "words", "name", "relation", "rules", "near", "note"), PARTS.values(), ids=PARTS.keys()
)
def test_part(book: str, words: str, name: str, relation: str, rules: list[str], near: str | None, note: str) -> None:
    answer = part(words, name, NAMING[book])
    assert (answer.match, answer.relation) == (relation != NONE, relation)
    assert numbers(answer.decided_by) == rules
    assert (answer.help.near.kind if answer.help.near else None) == near
    assert note in " ".join(map(str, answer.help.notes))


# book, name, moniker, confidence, the readings if it is personal, the deciding rule.
MONIKERS: dict[str, tuple[str, str, str | None, str, tuple[str, ...], str]] = {
    "first of two words": ("fab", "Dorinthea Ironsong", "Dorinthea", "known", (), "2.7.3"),
    "two words of three": ("fab", "Data Doll MKII", "Data Doll", "known", (), "2.7.3"),
    "an article": ("fab", "The Librarian", "The Librarian", "known", (), "2.7.3"),
    "a title and two words": ("fab", "Lady Mirabel Vance", "Mirabel", "derived", (), "2.7.3"),
    "a title is all there is": ("fab", "Professor, Keeper of Keys", "Professor", "derived", (), "2.7.3"),
    "no sign": ("fab", "Blazing Aether", None, "unknown", ("Blazing", "Blazing Aether"), "2.7.3a"),
    "two words and a comma": ("fab", "Stone Wolf, Sworn Foe", None, "unknown", ("Stone", "Stone Wolf"), "2.7.3a"),
    "a misspelling": (
        "fab",
        "Dorinthia Ironsong",
        None,
        "unknown",
        ("Dorinthia", "Dorinthia Ironsong"),
        "2.7.3a",
    ),
    "magic: a legend": ("mtg", "Minsc, Beloved Ranger", None, "known", (), "201.5c"),
    "magic: a land": ("mtg", "Forest", None, "known", (), "201.5c"),
    "archive: a champion": ("ga", "Lorraine, Wandering Warrior", "Lorraine", "known", (), "name.5.1"),
    "archive: all before the comma": ("ga", "Ana Lís, Lamplighter", None, "unknown", ("Ana Lís",), "name.5.1.1"),
    "archive: an ally": ("ga", "Arthur, Young Heir", None, "known", (), "name.5.1.1"),
    "archive: a Name": ("ga", "Rai", "Rai", "known", (), "name.5.1"),
    "archive: no comma": ("ga", "Flawless Spirit of Mordred", None, "derived", (), "name.5.1.1"),
    "fábula: a comma": ("fabula", "Iara, Senhora do Rio", None, "known", (), "2.1.1"),
    "fábula: a word": ("fabula", "Lobo", None, "known", (), "2.1.1"),
}


@pytest.mark.parametrize(
    ("book", "name", "expected", "confidence", "readings", "rule"), MONIKERS.values(), ids=MONIKERS.keys()
)
def test_moniker(
    book: str, name: str, expected: str | None, confidence: str, readings: tuple[str, ...], rule: str
) -> None:
    answer = moniker(name, NAMING[book])
    assert (answer.moniker.moniker, answer.moniker.confidence) == (expected, confidence)
    assert answer.moniker.if_personal == readings
    assert numbers(answer.decided_by)[0] == rule
    assert answer.match == (expected is not None)


def test_a_misspelt_name_gets_a_suggestion_and_no_answer() -> None:
    answer = moniker("Dorinthia Ironsong", NAMING["fab"])
    assert answer.help.did_you_mean == ("Dorinthea Ironsong",)
    assert not answer.match


def test_a_name_that_the_user_calls_a_champions_needs_no_reservation() -> None:
    vouched = moniker("Ana Lís, Lamplighter", NAMING["ga"], Options(personal=True))
    assert (vouched.moniker.moniker, vouched.moniker.confidence) == ("Ana Lís", "derived")
    assert not vouched.help.notes
