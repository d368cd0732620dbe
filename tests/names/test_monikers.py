"""The derivation of monikers, step by step; all names here but the rulebook's are made up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from names.games import FAB, GA

from rules_cli.names.compare import Options, match, moniker

# name: moniker, confidence, readings
STEPS: dict[str, tuple[str, str | None, str, tuple[str, ...]]] = {
    "a listed moniker alone": ("Boltyn", "Boltyn", "known", ()),
    "in the list's spelling": ("the LIBRARIAN", "The Librarian", "known", ()),
    "several titles": ("Lord Doctor Vell Harrow", "Vell", "derived", ()),
    "a title with a full stop": ("Dr. Vell", "Vell", "derived", ()),
    "no title before a function word": ("Lady of the Lake", None, "unknown", ("Lady", "Lady of the Lake")),
    "a title alone": ("Duchess", "Duchess", "derived", ()),
    "a version mark proves nothing": ("Brass Golem MKIV", None, "unknown", ("Brass", "Brass Golem")),
    "one I is no version mark": ("Brass I", None, "unknown", ("Brass", "Brass I")),
    "a version mark with a sign and a figure": ("Brass MK-2, Retired", "Brass", "derived", ()),
    "a version mark before the comma": ("Brass Jr., Retired", "Brass", "derived", ()),
    "no version mark without its number": ("Brass MK-", None, "unknown", ("Brass", "Brass MK-")),
    "a function word after a title": ("Ser Vell on", None, "unknown", ("Vell", "Vell on")),
    "a listed moniker under another mark": ("Data Doll MKIII", "Data Doll", "derived", ()),
    "a listed moniker under another title": ("Chief Bravo", "Bravo", "derived", ()),
    "beginning with a listed moniker is no sign": ("Bravo Ironhand", None, "unknown", ("Bravo", "Bravo Ironhand")),
    "it reads as a list": ("Orla, Vell, and Mirabel", None, "unknown", ()),
    "one word and a comma": ("Orla, Tidewarden", "Orla", "derived", ()),
    "an article, a word and a comma": ("The Tinker, Retired", "The Tinker", "derived", ()),
    "as typed, without edge signs": ('"ORLA!", Tidewarden', "ORLA", "derived", ()),
    "a comma at the end separates nothing": ("Stone Wolf,", None, "unknown", ("Stone", "Stone Wolf")),
    "a comma between digits separates nothing": (
        "10,000 Years",
        None,
        "unknown",
        ("10,000", "10,000 Years"),
    ),
    "a title, two words and a comma": ("Ser Vell Harrow, the Bold", "Vell", "derived", ("Vell Harrow",)),
    "a title and three words": ("Ser Vell Harrow Ash", None, "unknown", ("Vell", "Vell Harrow Ash")),
    "an article is no reading": ("The Stone Wolf, Sworn Foe", None, "unknown", ("The Stone Wolf",)),
    "a single word": ("Kestrel", None, "unknown", ("Kestrel",)),
}


@pytest.mark.parametrize(("name", "expected", "confidence", "readings"), STEPS.values(), ids=STEPS.keys())
def test_derivation(name: str, expected: str | None, confidence: str, readings: tuple[str, ...]) -> None:
    found = moniker(name, FAB).moniker
    assert (found.moniker, found.confidence, found.if_personal) == (expected, confidence, readings)


VOUCHED = {
    "a personal name takes the first word": ("Stone Wolf, Sworn Foe", True, "Stone", "derived"),
    "also without a comma": ("Kestrel Vane", True, "Kestrel", "derived"),
    "no personal name has none": ("Stone Wolf, Sworn Foe", False, None, "known"),
    "a list of names has no moniker": ("Orla, Vell, and Mirabel", True, None, "unknown"),
    "a listed moniker stays": ("Data Doll MKII", False, "Data Doll", "known"),
}


@pytest.mark.parametrize(("name", "personal", "expected", "confidence"), VOUCHED.values(), ids=VOUCHED.keys())
def test_the_user_says_whether_a_name_is_personal(
    name: str, personal: bool, expected: str | None, confidence: str
) -> None:
    found = moniker(name, FAB, Options(personal=personal)).moniker
    assert (found.moniker, found.confidence) == (expected, confidence)


def test_a_name_known_not_to_be_personal_has_no_moniker() -> None:
    naming = replace(FAB, not_personal=["Ser Boulder, Rolling"])
    found = moniker("ser boulder, rolling", naming).moniker
    assert (found.moniker, found.confidence) == (None, "known")


def test_a_name_that_is_the_others_moniker_has_it_too() -> None:
    answer = match("Vell", "Ser Vell Harrow, the Bold", FAB)
    assert answer.relation == "same-moniker"
    assert answer.moniker_a.confidence == "derived"


def test_a_name_known_to_have_no_moniker_borrows_none() -> None:
    naming = replace(FAB, not_personal=["Vell"])
    assert match("Vell", "Ser Vell Harrow, the Bold", naming).relation == "part"


def test_a_part_of_the_others_moniker_is_not_enough() -> None:
    assert match("Data", "Data Doll MKII", FAB).relation == "part"


def test_a_moniker_that_may_be_shared_is_only_noted() -> None:
    answer = match("Stone Wolf, Sworn Foe", "Stone Wolf, Old Friend", FAB)
    assert answer.relation == "none"
    assert "they may share the moniker Stone or Stone Wolf" in " ".join(map(str, answer.help.notes))


def test_a_champions_name_loses_its_title_of_honour() -> None:
    assert moniker("Ser Ana Lís, Lamplighter", GA).moniker.if_personal == ("Ana Lís",)


def test_shipped_monikers_begin_their_names() -> None:
    for key, (name, known) in FAB.listed.items():
        assert known, name
        assert FAB.key(known) in key
