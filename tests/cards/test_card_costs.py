"""Costs of imported cards, and what their texts do to costs, by their names. All cards are made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cards.made_up import bulk, scryfall
from hypothesis import given
from hypothesis import strategies as st
from support import Run

from rules_cli.cards.card import Card, CardFace
from rules_cli.cards.cost_effects import cost_effects

CARDS = [
    scryfall("Harbour Mage", 1),
    scryfall("Tala, Warden of Reefs", 2, oracle_text="First strike\nNoncreature spells cost {1} more to cast."),
    scryfall("Tala, Lost at Sea", 3, oracle_text="First strike"),
    scryfall("Tide Spark", 4, oracle_text="Instant and sorcery spells you cast cost {1} less to cast."),
    scryfall(
        "Crate Drop",
        5,
        oracle_text="This spell costs {1} less to cast for each ship you control.",
        mana_cost="{4}{U}",
        type_line="Sorcery",
    ),
    scryfall("Two Colors", 6, oracle_text="Crew spells you cast cost {W}{U} less to cast."),
    scryfall("Toll of the Bay", 7, oracle_text="Each spell costs {2} more to cast for each card in your graveyard."),
    scryfall("Up // Down", 8, card_faces=[{"name": "Up", "mana_cost": "{R}"}, {"name": "Down", "mana_cost": "{2}{U}"}]),
    scryfall("Wave Burst", 10, mana_cost="{R}", type_line="Instant", oracle_text="Kicker {4} (Pay more.)\nWet all."),
    scryfall("Deep Guest", 11, mana_cost="{3}{U}", oracle_text="Flash\nEvoke—Exile a blue card from your hand."),
    scryfall("Copper Relic", 12, mana_cost="{6}", type_line="Artifact", oracle_text="Affinity for artifacts"),
    scryfall("Reef Broker", 13, oracle_text="Green spells you cast cost {1} less to cast."),
    scryfall("Surf Storm", 14, mana_cost="{X}{R}", type_line="Sorcery", oracle_text="Draw."),
    scryfall("Sea Chorus", 15, mana_cost="{3}{U}", type_line="Sorcery", oracle_text="Convoke (Tap some.)\nDraw."),
    scryfall("Deep Raider", 16, mana_cost="{5}{U}{U}", oracle_text="Delve\nFlying"),
    scryfall("Reef Muster", 17, mana_cost="{2}{W}", oracle_text="Multikicker {1}"),
    scryfall("Bare Reef", 9, mana_cost="", type_line="Land"),
    scryfall("Salt Toll", 18, oracle_text="Spells cost {1} more to cast."),
    scryfall(
        "Reef Patron",
        19,
        oracle_text="Creature spells you cast cost {2} less to cast. This effect can't reduce the mana in that cost to "
        "less than one mana.",
    ),
    scryfall(
        "Odd Patron",
        20,
        oracle_text="Creature spells you cast cost {W} less to cast. This effect reduces only colored mana.",
    ),
    scryfall("Deep Whale", 33, mana_cost="{5}{U}", type_line="Creature — Whale", oracle_text="Emerge {6}{U}"),
    scryfall(
        "Copper Hull", 34, mana_cost="{10}", type_line="Artifact", oracle_text="Affinity for artifacts\nImprovise"
    ),
    scryfall(
        "Crab King",
        35,
        mana_cost="{6}",
        type_line="Creature — Crab",
        oracle_text="This spell costs {1} less to cast for each Crab creature you control.",
    ),
    scryfall("White Tower", 36, mana_cost="{1}{W}", type_line="Enchantment"),
    scryfall("Shore Ninja", 37, mana_cost="{2}{U}", type_line="Creature — Ninja", oracle_text="Ninjutsu {1}{U}"),
    scryfall(
        "Gray King",
        38,
        oracle_text="White spells cost {3} more to cast.\nActivated abilities of white permanents cost {3} more to "
        "activate.",
    ),
    scryfall("Rock Crab", 32, mana_cost="{2}", type_line="Artifact Creature — Crab"),
    scryfall("Ember Duty", 21, oracle_text="Red spells cost {R} more to cast."),
    scryfall(
        "Moon Sailor // Sing Along",
        22,
        layout="adventure",
        type_line="Creature — Human // Sorcery — Adventure",
        card_faces=[
            {"name": "Moon Sailor", "mana_cost": "{2}{U}", "type_line": "Creature — Human"},
            {"name": "Sing Along", "mana_cost": "{1}{U}", "type_line": "Sorcery — Adventure"},
        ],
    ),
    scryfall(
        "Deep Stillness",
        23,
        mana_cost="{3}{U}{U}",
        type_line="Instant",
        oracle_text="You may return two Islands you control to their owner's hand rather than pay this spell's mana "
        "cost.",
    ),
    scryfall("Old Song", 24, mana_cost="{1}{U}", type_line="Sorcery", oracle_text="Draw.\nFlashback {3}{U}"),
    scryfall("Slow Boat", 25, mana_cost="", type_line="Sorcery", oracle_text="Suspend 3—{1}{U}\nDraw."),
    scryfall(
        "Low Tide",
        26,
        type_line="Artifact",
        oracle_text="As long as this artifact is untapped, each spell that would cost less than three mana to cast "
        "costs three mana to cast.",
    ),
    scryfall("Calm Sea", 27, oracle_text="During your turn, spells you cast cost {1} less to cast."),
    scryfall(
        "Wide Net",
        28,
        mana_cost="{1}{R}",
        type_line="Sorcery",
        oracle_text="Strive — This spell costs {2}{R} more to cast for each target beyond the first.",
    ),
    scryfall(
        "Sunk Cost",
        29,
        mana_cost="{1}{B}",
        type_line="Sorcery",
        oracle_text="As an additional cost to cast this spell, pay 3 life.\nDraw.",
    ),
    scryfall("Tide Engine", 30, type_line="Artifact", oracle_text="{2}{U}, {T}: Draw a card."),
    scryfall(
        "Tide Clock",
        31,
        oracle_text="Spells your opponents cast cost {X} more to cast, where X is the number of bells on Tide Clock.",
    ),
    scryfall(
        "Brass Crab",
        39,
        mana_cost="{9}",
        type_line="Artifact Creature — Crab",
        oracle_text="Affinity for ships (This spell costs {1} less to cast for each ship you control.)\nReach",
    ),
    scryfall(
        "Dockside Truce",
        40,
        mana_cost="{5}{W}",
        type_line="Sorcery",
        oracle_text="Undaunted (This spell costs {1} less for each opponent.)\nAll rest.",
    ),
    scryfall("Reef Giant", 41, mana_cost="{5}{G}", type_line="Creature — Giant", oracle_text="Convoke\nReach"),
    scryfall("Shell Echo", 42, mana_cost="{1}{R}", type_line="Instant", oracle_text="Replicate {R} (Again.)\nDig."),
    scryfall("Reef Hush", 43, oracle_text="Activated abilities cost {2} more to activate."),
    scryfall(
        "Copper Bell", 44, mana_cost="{1}", type_line="Artifact", oracle_text="{3}, {T}, Sacrifice Copper Bell: Draw."
    ),
    scryfall(
        "Drowned Pact",
        45,
        mana_cost="{1}{B}",
        type_line="Sorcery",
        oracle_text="As an additional cost to cast this spell, sacrifice a creature.\nDraw.",
    ),
    scryfall(
        "Drowned Price",
        46,
        mana_cost="{X}{B}",
        type_line="Sorcery",
        oracle_text="As an additional cost to cast this spell, pay X life.\nDraw X cards.",
    ),
    scryfall(
        "Drowned Choice",
        47,
        mana_cost="{2}{U}",
        type_line="Sorcery",
        oracle_text="As an additional cost to cast this spell, discard a card or pay {2}.\nDraw.",
    ),
    scryfall(
        "Anchor Drop",
        51,
        mana_cost="{4}{U}",
        type_line="Sorcery",
        oracle_text="This spell costs {1} less to cast for each anchor you control.",
    ),
    scryfall(
        "Grave Choir",
        55,
        mana_cost="{4}{B}",
        oracle_text="This spell costs {1} less to cast for each creature card in your graveyard.",
    ),
    scryfall(
        "Deep Maw",
        56,
        mana_cost="{4}{B}{B}",
        oracle_text="As an additional cost to cast this spell, you may sacrifice any number of creatures. This spell "
        "costs {2} less to cast for each creature sacrificed this way.",
    ),
    scryfall(
        "Reef Burner",
        57,
        mana_cost="{5}{R}",
        oracle_text="Flying\nThis spell costs {1} less to cast for each card exiled this way.",
    ),
    scryfall("Anchor Smith", 52, oracle_text="Sorcery spells you cast cost {1} less to cast."),
    scryfall("Gold Purse", 53, oracle_text="Kicker costs you pay cost {1} less."),
    scryfall("Brass Tutor", 54, mana_cost="{4}", oracle_text="Spells you cast have affinity for artifacts."),
    scryfall("Anvil Wright", 48, oracle_text="Artifact spells you cast cost {1} less to cast."),
    scryfall(
        "Night Ferry",
        49,
        mana_cost="{5}{U}",
        type_line="Creature — Ferry",
        oracle_text="This spell costs {3} less to cast if you control an Otter.",
    ),
    scryfall(
        "Day Ferry",
        50,
        mana_cost="{5}{U}",
        type_line="Creature — Ferry",
        oracle_text="This spell costs {3} less to cast if an opponent controls an Otter.",
    ),
]
ANSWERED: dict[str, tuple[tuple[str, ...], str]] = {
    "a name in quotes": (("Harbour Mage", "-1"), "{U}"),
    "a part of a name": (("burst", "kicked", "-1"), "{3}{R}"),
    "a part of a name alone": (("harbour",), "{1}{U}"),
    "a part before a keyword": (("guest", "--alt", "3"), "{3}"),
    "a name in words": (("harbour", "mage", "-1"), "{U}"),
    "of one half": (("down",), "{2}{U}"),
    "an increase": (("2WU", "+tala"), "{3}{W}{U}"),
    "a reduction": (("2WU", "-spark"), "{1}{W}{U}"),
    "the card decides the sign": (("2WU", "+spark"), "{1}{W}{U}"),
    "a name alone": (("2WU", "tala"), "{3}{W}{U}"),
    "colors": (("2WU", "two", "colors"), "{2}"),
    "two cards": (("Crate Drop", "+tala"), "{5}{U}"),
    "a type that it does not change": (("Harbour Mage", "+tala"), "{1}{U}"),
    "types that it does not change": (("Harbour Mage", "spark"), "{1}{U}"),
    "an ability": (("cycling", "2", "tala"), "{2}"),
    "how often": (("2WU", "two", "tala"), "{4}{W}{U}"),
    "for each": (("Crate Drop", "3", "ships"), "{1}{U}"),
    "a keyword of the card": (("Wave Burst", "kicked"), "{4}{R}"),
    "a keyword in words": (("Deep Guest", "evoke"), "{0}"),
    "a slip": (("Harbuor Mage", "-1"), "{U}"),
    "without a cost": (("Bare Reef",), "unpayable"),
    "in an edition": (("Harbour Mage", "-b", "mtg@2006-10-01"), "{1}{U}"),
}
SENTENCES = {
    "Harbour Mage -1": "{U}",
    "harbour mage, -1": "{U}",
    "harbour mage costs 1 less": "{U}",
    "harbour mage with 2 islands": "{1}{U}",
    "what does harbour mage cost with 1 more": "{2}{U}",
    "cast harbour mage for 1 less, have 3 islands": "{U}",
    "2WU, tala and -1": "{2}{W}{U}",
    "tala, 2WU": "{3}{W}{U}",
    "tala in play, 2WU": "{3}{W}{U}",
    "2WU, tala in play": "{3}{W}{U}",
    "burst 1 less, 3 mountains": "{R}",
    "kicked wave burst": "{4}{R}",
    "wave burst and tide spark": "{R}",
    "Crate Drop with tala warden of reefs 2 ships": "{3}{U}",
    "i want to cast a 4 drop and theres a tala warden of reefs": "{5}",
    "2RR reef broker": "{2}{R}{R}",
    "2GG reef broker": "{1}{G}{G}",
    "copper relic with 2 artifacts": "{4}",
    "tala in play, wave burst": "{1}{R}",
    "tala and tide spark, crate drop": "{4}{U}",
    "wave burst kicked, tala": "{5}{R}",
    "wave burst with 2 talas": "{2}{R}",
    "evoke deep guest": "{0}",
    "does tala make harbour mage more expensive": "{1}{U}",
    "X=3, surf storm": "{3}{R}",
    "surf storm, x is 2, 4 mountains": "{2}{R}",
    "sea chorus with 3 blue creatures and an island": "{3}{U}",
    "deep raider, 4 cards in my graveyard, 3 islands": "{5}{U}{U}",
    "deep raider exiling 4 cards, 3 islands": "{5}{U}{U}",
    "reef muster kicked 3 times": "{5}{W}",
    # the number of things belongs to the card's own text
    "crate drop 3 ships salt toll": "{2}{U}",
    "crate drop 3 ships +1": "{2}{U}",
    "Crate Drop, 3 ships, salt toll": "{2}{U}",
    "Crate Drop, 2 ships, tala": "{3}{U}",
    "copper relic affinity 2 artifacts +1": "{5}",
    "copper relic no artifacts": "{6}",
    "wide net 3 targets": "{5}{R}{R}{R}",
    "wide net, 2 targets, salt toll": "{4}{R}{R}",
    "copper hull 4 artifacts": "{6}",
    "copper hull 4 artifacts, improvise 2, salt toll": "{7}",
    "crab king 2 crabs salt toll": "{5}",
    "two salt tolls, wave burst": "{2}{R}",
    "crate drop for each ship, 3 ships": "{1}{U}",
    "wave burst plus 1 tala": "{1}{R}",
    "sunk cost without paying its mana cost": "{0} + 3 life",
    "gray king, white tower": "{4}{W}",
    "gray king, wave burst": "{R}",
    "shore ninja ninjutsu, gray king": "{1}{U}",
    "3 ships, crate drop": "{1}{U}",
    # the sentence behind an effect
    "harbour mage reef patron": "{U}",
    "rock crab reef patron": "{1}",
    "copper relic reef patron": "{6}",
    "wave burst ember duty": "{R}{R}",
    # the half that is cast
    "sing along tala": "{2}{U}",
    "moon sailor tala": "{2}{U}",
    "low tide in play, wave burst": "{2}{R}",
    "crate drop, low tide": "{4}{U}",
    "deep whale emerge sacrificing rock crab": "{4}{U}",
    "deep whale emerge, sacrificing a moon sailor, salt toll": "{4}{U}",
    # the name beside an amount is its label
    "wave burst tala +1": "{1}{R}",
    "wave burst +1 tala": "{1}{R}",
    "wave burst 1 more from tala": "{1}{R}",
    "wave burst, salt toll +1": "{1}{R}",
    "wave burst tala, +1": "{2}{R}",
    "wave burst +1, tala": "{2}{R}",
    "wave burst tala and +1": "{2}{R}",
    "wave burst kicked with tala": "{5}{R}",
    "two talas, wave burst": "{2}{R}",
    "2 talas wave burst": "{2}{R}",
    # the card's own ways to pay
    "deep stillness, return two islands": "{0}",
    "deep stillness returning two islands, salt toll": "{1}",
    "deep stillness alternative cost": "{0}",
    "deep stillness return 2 islands": "{0}",
    "deep stillness pitched": "{0}",
    "deep stillness pitching two islands, +1": "{1}",
    "old song flashback": "{3}{U}",
    "suspend slow boat": "{1}{U}",
    "sunk cost": "{1}{B} + 3 life",
    "sunk cost pay 3 life": "{1}{B} + 3 life",
    "tide engine ability": "{2}{U}",
    "reef muster, kicked twice, 5 plains": "{4}{W}",
    # what is in parentheses restates the keyword
    "brass crab 3 ships": "{6}",
    "brass crab, 2 ships, salt toll": "{8}",
    "dockside truce, 3 opponents": "{2}{W}",
    "dockside truce undaunted 2": "{3}{W}",
    # a keyword that nobody named is not asked for
    "reef giant": "{5}{G}",
    "sea chorus, salt toll": "{4}{U}",
    "reef giant with 2 green creatures": "{5}{G}",
    # how often belongs to the words before it
    "shell echo replicate twice, tide spark": "{R}{R}{R}",
    "shell echo replicate twice with tala": "{2}{R}{R}{R}",
    # a card that is not there
    "wave burst no tala": "{R}",
    "wave burst without the salt toll, +1": "{1}{R}",
    "no tala in play, wave burst": "{R}",
    "wave burst, tala, no other tala": "{1}{R}",
    # an ability is changed by effects on abilities
    "tide engine ability, reef hush": "{4}{U}",
    "tide engine ability, salt toll": "{2}{U}",
    "copper bell ability, tala": "{3}",
    "copper bell, reef hush": "{1}",
    "tide engine ability, 3 islands": "{2}{U}",
    "tide engine ability with UUU": "{2}{U}",
    "tide engine ability costs 1 less": "{1}{U}",
    "drowned price x=2": "{2}{B} + 2 life",
    "drowned price x=2 pay 2 life": "{2}{B} + 2 life",
    "2 anvil wrights, copper relic, -2:artifact": "{2}",
    # a condition that the question says
    "night ferry, I control an otter": "{2}{U}",
    "night ferry with an otter, salt toll": "{3}{U}",
    # a number of things is no number of cards that have their name as their first word
    "3 anchors, anchor drop": "{1}{U}",
    "2 anchors with anchor smith, anchor drop": "{1}{U}",
    "two smiths, anchor drop": "{2}{U}",
    # cards of a kind are counted, not all cards
    "grave choir, 3 creature cards in my graveyard": "{1}{B}",
    "grave choir 3 creatures in my graveyard": "{1}{B}",
    # what the text counts is given up for it
    "deep maw sacrificing 2 creatures": "{B}{B}",
    "deep maw, sacrifice one creature, salt toll": "{3}{B}{B}",
    "reef burner exiling three cards": "{2}{R}",
    # the cost of a keyword that is not paid
    "wave burst, gold purse": "{R}",
    "wave burst kicked, gold purse": "{3}{R}",
    # an effect that gives a keyword to other cards
    "brass tutor": "{4}",
}
REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "an amount to count": (
        ("2WU", "toll of the bay"),
        "each card in your graveyard? type the amount, as in +2:Toll",
    ),
    "several costs, in words": (("up", "//", "down"), "has several costs (Up: {R}, Down: {2}{U}); type one of them"),
    "several costs": (("Up // Down",), "has several costs (Up: {R}, Down: {2}{U}); type one of them"),
    "no such card": (("2WU", "nobody"), "'nobody' is no cost"),
    "part of another name": (("2WU", "with", "mossy", "tala", "out"), "'mossy tala' is no cost"),
    "an amount that is not that of the card": (
        ("wave", "burst", "+2", "tala"),
        "'+2 Tala' may be one effect or two, as the card says +1; type +2:Tala for one, +2, +1:Tala for two",
    ),
    "an amount beside a number of things": (("crate", "drop", "1", "ship", "+2", "tala"), "may be one effect or two"),
    "things elsewhere": (
        ("copper", "relic", "3", "artifacts", "in", "my", "graveyard"),
        "'artifacts' alone says too little",
    ),
    "a smaller cost than that of the card": (
        ("deep", "stillness", "return", "an", "island"),
        "'return an island' can't be read: type return two Islands you control to their owner's hand",
    ),
    "a zone with its own cost": (
        ("old", "song", "from", "my", "graveyard"),
        "from the graveyard, does it cost “{3}{U}”? type flashback, or leave out the graveyard",
    ),
    "a value to count": (("2WU", "tide", "clock"), "how much is the number of bells on Tide Clock? type that number"),
    "the ability of a card without one": (("harbour", "mage", "ability"), "no cost of Harbour Mage (ability)"),
    "a name that goes on": (("2WU,", "tala", "of", "ashes"), "'tala of ashes' is no cost"),
    "a card that changes nothing": (("2WU", "harbour", "mage"), "'harbour mage' is no cost"),
    "a card whose text is not read": (
        ("2WU", "tide engine"),
        "no change of another cost is read in the text of Tide Engine",
    ),
    "creatures in another zone": (("grave choir, 3 creatures in play",), "'creatures' alone says too little"),
    "cards of any kind": (("grave choir, 5 cards in my graveyard",), "'graveyard' alone says too little"),
    "things that no card is": (("7", "3", "anchors"), "'anchors' is no cost"),
    "a keyword that a card gives": (("2WU", "brass", "tutor"), "how much is it for each artifact?"),
    "a card that is denied": (("wave burst, I don't have tala",), "'don't' is not read: leave out what does not apply"),
    "others beside cards that are named": (
        ("2 anvil wrights, copper relic, 1 other artifact",),
        "how much is it for each artifact? type the amount, as in -2:artifact",
    ),
    "one cost instead of another": (("drowned choice pay 2 instead of discarding",), "leaves open what is paid"),
}


STATED = [
    scryfall(
        "Gull King", 1, mana_cost="{4}{R}", oracle_text="This spell costs {2} less to cast if you control a Gull."
    ),
    scryfall(
        "Quick End",
        2,
        mana_cost="{2}{B}",
        type_line="Instant",
        oracle_text="This spell costs {1} less to cast if it targets a tapped creature.",
    ),
    scryfall("Both Ways", 3, mana_cost="{R}", type_line="Sorcery", oracle_text="Kicker {1} and/or {G}\nDraw."),
    scryfall("Clay Giant", 4, mana_cost="{4}{G}{G}", type_line="Creature — Giant", oracle_text="Morph {2}{G}"),
    scryfall("Faded Thing", 5, mana_cost="{3}{U}", oracle_text="Devoid (This card has no color.)\nFlying"),
    scryfall("Drowned Idea", 6, mana_cost="{2}", type_line="Sorcery", oracle_text="Draw.", color_indicator=["U"]),
    scryfall("Blue Toll", 7, oracle_text="Blue spells cost {1} more to cast."),
    scryfall("Grey Gate", 8, oracle_text="Colorless spells you cast cost {1} less to cast."),
    scryfall("Green Friend", 9, oracle_text="Green creature spells you cast cost {1} less to cast."),
    scryfall("Far Toll", 10, oracle_text="Spells your opponents cast cost {2} more to cast."),
]
STATED += [
    scryfall("Kiln Wyrm", 11, mana_cost="{6}{R}", oracle_text="This spell costs {2} less if you control a Mountain."),
    scryfall("Gear Wyrm", 12, mana_cost="{6}{R}", oracle_text="This spell costs {2} less if you control an artifact."),
]
OF_STATED = {
    "kiln wyrm, 6 mountains": "{4}{R}",
    "kiln wyrm with 2 mountains": "{4}{R}",
    "kiln wyrm with a mountain": "{4}{R}",
    "kiln wyrm with a mountain and blue toll": "{4}{R}",
    "kiln wyrm with a mountain and 5 islands": "{4}{R}",
    "kiln wyrm, 5 islands and a mountain": "{4}{R}",
    "kiln wyrm, I have 8 lands with a mountain": "{4}{R}",
    "kiln wyrm, far toll, I have a mountain": "{6}{R}",
    "kiln wyrm, 6 islands": "{6}{R}",
    "kiln wyrm, my opponent controls 3 mountains": "{6}{R}",
    "kiln wyrm, 3 mountains in my graveyard": "{6}{R}",
    "gear wyrm, I have 3 artifacts": "{4}{R}",
    "gear wyrm with an artifact and 5 swamps": "{4}{R}",
    "my far toll, gull king": "{4}{R}",
    "my own far toll, clay giant": "{4}{G}{G}",
    "gull king, I control a gull": "{2}{R}",
    "gull king with a gull out": "{2}{R}",
    "gull king, opponent controls a gull": "{4}{R}",
    "gull king but I have no gull": "{4}{R}",
    "kiln wyrm, blue spells cost 1 more": "{6}{R}",
    "kiln wyrm, red spells cost 1 more": "{7}{R}",
    "drowned idea, creature spells cost 1 more": "{2}",
    "quick end targeting a tapped creature": "{1}{B}",
    "quick end on a tapped creature": "{1}{B}",
    "quick end with a tapped creature": "",
    "both ways kicked": "",
    "both ways kicked twice": "{1}{R}{G}",
    "both ways with both kickers": "{1}{R}{G}",
    "both ways kicked for G": "{R}{G}",
    "clay giant with green friend": "{3}{G}{G}",
    "clay giant face down with green friend": "{3}",
    "clay giant face down with grey gate": "{2}",
    "5GG face down with green friend": "{3}",
    "faded thing with blue toll": "{3}{U}",
    "faded thing with grey gate": "{2}{U}",
    "drowned idea with blue toll": "{3}",
    "drowned idea with grey gate": "{2}",
    "drowned idea, far toll is mine": "{2}",
    "drowned idea, far toll on my opponents side": "{4}",
}


@pytest.fixture
def stated(run: Run, tmp_path: Path) -> Run:
    assert run("card", "import", str(bulk(tmp_path / "oracle-cards.json", STATED)), "-b", "mtg").code == 0
    return run


@pytest.mark.parametrize(("sentence", "total"), OF_STATED.items())
def test_a_condition_of_a_card_is_decided_by_the_card_and_the_question(stated: Run, sentence: str, total: str) -> None:
    answered = stated("cost", "mtg", *sentence.split(), "--json").out
    assert (json.loads(answered)["total"] if answered else "") == total


@pytest.mark.parametrize(
    ("sentence", "payable"),
    [
        ("kiln wyrm, 6 mountains", True),
        ("kiln wyrm with 4 mountains", False),
        ("kiln wyrm with a mountain and 4 islands", True),
        ("kiln wyrm with 4 lands with a mountain", False),
        ("kiln wyrm, I have 5 lands with a mountain", True),
    ],
)
def test_lands_that_fulfill_a_condition_also_pay(stated: Run, sentence: str, payable: bool) -> None:
    assert json.loads(stated("cost", "mtg", *sentence.split(), "--json").out)["payable"] is payable


@pytest.fixture
def mtg(run: Run, tmp_path: Path) -> Run:
    """A library with cards."""
    assert run("card", "import", str(bulk(tmp_path / "cards.json", CARDS))).code == 0
    return run


@pytest.mark.parametrize(("words", "total"), ANSWERED.values(), ids=ANSWERED.keys())
def test_a_card_gives_its_cost_or_its_amount(mtg: Run, words: tuple[str, ...], total: str) -> None:
    found = json.loads(mtg("cost", "mtg", *words, "--json").out)
    assert found["total"] == total
    assert found["read_as"]


@pytest.mark.parametrize(("sentence", "total"), SENTENCES.items())
def test_a_sentence_may_be_in_quotes_or_not(mtg: Run, sentence: str, total: str) -> None:
    for words in ((sentence,), sentence.split()):
        assert json.loads(mtg("cost", "mtg", *words, "--json").out)["total"] == total, words


def test_only_colored_mana_may_be_what_an_effect_takes_off(mtg: Run) -> None:
    for words, total in (("1W odd patron", "{1}"), ("1R odd patron", "{1}{R}")):
        assert json.loads(mtg("cost", "mtg", words, "--json").out)["total"] == total


def test_what_another_player_has_does_not_fulfill_a_condition(mtg: Run) -> None:
    for words in ("night ferry, my opponent controls an otter", "day ferry, I control an otter"):
        assert json.loads(mtg("cost", "mtg", words, "--json").out)["total"] == "{5}{U}"


PAID = {
    "sea chorus with 3 blue creatures and an island": True,
    "sea chorus with 2 blue creatures and an island": False,
    "deep raider, 4 cards in my graveyard, 3 islands": True,
    "deep raider exiling 4 cards, 2 islands": False,
    "drowned pact, no creatures": False,
    "drowned pact, 2 creatures, 2 swamps": True,
    "drowned price x=3, 3 swamps, a swamp, at 2 life": False,
}


@pytest.mark.parametrize(("sentence", "payable"), PAID.items())
def test_what_the_text_of_a_card_lets_pay_for_it_pays(mtg: Run, sentence: str, payable: bool) -> None:
    assert json.loads(mtg("cost", "mtg", sentence, "--json").out)["payable"] is payable


def test_an_effect_on_cards_and_abilities_changes_a_card(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(
        "name,cost,types,text\nTide Bell,3,Action,\n"
        "Cold Toll,2,Ice,Opponent's cards and activating abilities cost {r} more.\n"
        "Cold Wall,2,Ice,Opposing heroes' action cards cost an additional {r} to play.\n"
    )
    run("card", "import", str(path), "-b", "fab")
    assert json.loads(run("cost", "fab", "tide bell, cold toll", "--json").out)["total"] == "4"
    assert json.loads(run("cost", "fab", "tide bell, cold wall", "--json").out)["total"] == "4"


def test_a_pitch_beside_a_name_says_which_card_is_meant(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,pitch,cost\nTide Bell,1,3\nTide Bell,3,2\n", encoding="utf-8")
    run("card", "import", str(path), "-b", "fab")
    for words, total in (
        ("tide bell red", "3"),
        ("blue tide bell -1", "1"),
        ("tide bel blue -1", "1"),
        ("Tide Bell (3) costs 1 more", "3"),
    ):
        assert json.loads(run("cost", "fab", words, "--json").out)["total"] == total, words
        assert json.loads(run("cost", "fab", *words.split(), "--json").out)["total"] == total, words


@pytest.mark.parametrize(("words", "line"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_read_from_a_card_is_asked_for(mtg: Run, words: tuple[str, ...], line: str) -> None:
    ran = mtg("cost", "mtg", *words)
    assert (ran.code, ran.out) == (2, "")
    assert line in ran.err


@pytest.mark.parametrize(
    ("words", "name", "advice"),
    [
        ("harbor mgae 3RR +1", "Harbour Mage", "Harbour Mage 3RR +1"),
        ("my coper relic thing 3UU, hand 2", "Copper Relic", "my Copper Relic thing 3UU, hand 2"),
        ("copper relic, reef broekr, 4 swamps", "Reef Broker", "copper relic, Reef Broker, 4 swamps"),
        ("2WU +reef broekr", "Reef Broker", "2WU +Reef Broker"),
    ],
)
def test_an_unknown_name_near_that_of_a_card_is_asked_about(mtg: Run, words: str, name: str, advice: str) -> None:
    for typed in (words.split(), [words]):
        found = mtg("cost", "mtg", *typed)
        assert found.code == 2
        assert found.err.endswith(f"did you mean {name}? rules cost mtg {advice}\n")


def test_the_first_lines_say_what_was_read(mtg: Run) -> None:
    lines = mtg("cost", "Crate Drop", "+tala", "-b", "mtg").out.splitlines()
    assert lines[0] == "read as: Crate Drop: {4}{U}, printed on the card (cards.json)"
    assert "its own text: “This spell costs {1} less to cast for each ship you control”" in lines[1]
    assert lines[2] == "read as: tala: Tala, Warden of Reefs, “Noncreature spells cost {1} more to cast”"


REMARKS = {
    "calm sea, crate drop": "taken to apply to Crate Drop",
    "copper rellic": "“copper rellic” taken for Copper Relic",
    "old song": "or by its own text: “Flashback {3}{U}”; type flashback",
    "deep stillness": "rather than pay this spell's mana cost”; type alternative cost",
    "copper relic, tala": "“Affinity for artifacts”; type -1 where it applies",
    "wave burst without tala": "“without tala”: left out",
    "copper bell ability": "also sacrifice 1",
}


@pytest.mark.parametrize(("words", "remark"), REMARKS.items())
def test_what_the_text_leaves_open_is_said(mtg: Run, words: str, remark: str) -> None:
    assert remark in mtg("cost", "mtg", words).out


def test_cards_of_a_kind_are_counted_in_each_language(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cartas.csv"
    text = "Esta carta custa 1 a menos para cada carta de criatura no seu cemitério."
    path.write_text(f"Nome;Custo;Tipos;Texto\nCoro da Maré;5;Aliado;{text}\n", encoding="utf-8")
    run("card", "import", str(path), "-b", "fabula")
    assert json.loads(run("cost", "fabula", "coro da maré 2 criaturas no cemitério", "--json").out)["total"] == "3"
    assert run("cost", "fabula", "coro da maré, 4 cartas no cemitério").code == 2


def test_an_additional_cost_of_the_card_is_paid_from_hand(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(
        "name,cost,types,text\n"
        'Tide Price,1,Action,"As an additional cost to play this, discard a random card."\n'
        'Tide Choice,1,Action,"As an additional cost to play this, discard a card or banish a card."\n'
    )
    run("card", "import", str(path), "-b", "fab")
    asked = {"tide price, hand blue": False, "tide price, hand blue, red": True, "tide choice, hand blue": True}
    for words, payable in asked.items():
        assert json.loads(run("cost", "fab", words, "--json").out)["payable"] is payable, words


def test_a_card_without_a_cost_has_the_cost_of_its_ability(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text('name,cost,types,text\nTide Blade,,Weapon,"Once per Turn Action - {r}{r}: Attack"\n')
    run("card", "import", str(path), "-b", "fab")
    asked = ("tide blade ability", "activate tide blade", "tide blade weapon", "attack with tide blade", "tide blade")
    for words in asked:
        assert json.loads(run("cost", "fab", words, "--json").out)["total"] == "2", words
    assert json.loads(run("cost", "fab", "tide blade with frostbite", "--json").out)["total"] == "3"
    said = "its ability “Once per Turn Action - {r}{r}: Attack”"
    assert said in run("cost", "fab", "tide blade").out


def test_a_card_without_a_cost_has_the_cost_of_the_ability_that_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    texts = '"Action - {r}: Attack\nInstant - {r}{r}: Draw"', '"Once - 0: Attack"'
    path.write_text(f"name,cost,types,text\nTide Fan,,Weapon,{texts[0]}\nSalt Dirk,,Weapon,{texts[1]}\n")
    run("card", "import", str(path), "-b", "fab")
    several = run("cost", "fab", "tide fan, frostbite")
    assert several.code == 2
    assert "has several costs ({r}, {r}{r})" in several.err
    for words, total in {"tide fan draw, frostbite": "3", "salt dirk, frostbite": "1"}.items():
        assert json.loads(run("cost", "fab", words, "--json").out)["total"] == total


def test_a_cost_instead_of_its_own_is_read_of_a_card_that_says_this(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    text = "You may banish a card from your soul rather than pay this's {r} cost."
    path.write_text(f'name,cost,types,text\nTide Hymn,5,Action,"{text}"\n')
    run("card", "import", str(path), "-b", "fab")
    answer = json.loads(run("cost", "fab", "tide hymn banish a card from my soul", "--json").out)
    assert answer["total"].startswith("0")
    assert "alternative cost" in run("cost", "fab", "tide hymn").out


def test_the_cost_of_a_card_may_be_typed_too(mtg: Run) -> None:
    assert json.loads(mtg("cost", "mtg", "wave burst R, salt toll", "--json").out)["total"] == "{1}{R}"
    other = mtg("cost", "mtg", "wave burst UU")
    assert other.code == 2
    assert "two costs, 'R' and 'UU'" in other.err


def test_an_effect_may_be_named_before_the_cost(mtg: Run) -> None:
    for words, total in {
        "salt 2WU": "{3}{W}{U}",
        "salt 2WU kicker 1": "{4}{W}{U}",
        "wave burst salt in exile": "{R}",
    }.items():
        assert json.loads(mtg("cost", "mtg", words, "--json").out)["total"] == total


OPTIONAL = {
    "tide bet, hand 3c": ("1", True, "type +1c"),
    "tide bet, pay the chi, hand 3c": ("1c + 1", True, "its own text"),
    "tide bet paying its chi, hand 3c": ("1c + 1", True, "its own text"),
    "tide bet with its additional cost, hand 3c": ("1c + 1", True, "its own text"),
    "tide bet +1c hand 3c": ("1c + 1", True, ""),
    "tide debt, hand 2,2": ("2", True, "type +2"),
    "tide debt, pay the additional cost, hand 2,2": ("4", True, "its own text"),
    "tide debt paying the resources, hand 2,2": ("4", True, "its own text"),
    "tide oath, pay the life, life 5, hand red": ("1 + 1h", True, "its own text"),
    "tide whim, hand 1,1": ("1", True, "type discard a card"),
    "tide whim, discard a card, hand 1": ("1", False, ""),
}


@pytest.mark.parametrize("words", OPTIONAL)
def test_an_additional_cost_that_the_text_leaves_open_is_paid_by_its_words(
    run: Run, tmp_path: Path, words: str
) -> None:
    path = tmp_path / "cards.csv"
    costs = {"Bet": (1, "pay {c}"), "Debt": (2, "pay {r}{r}"), "Oath": (1, "pay 1 life"), "Whim": (1, "discard a card")}
    rows = [
        f'Tide {name},{cost},Action,"As an additional cost to play Tide {name}, you may {paid}. If you do, draw."\n'
        for name, (cost, paid) in costs.items()
    ]
    path.write_text("name,cost,types,text\n" + "".join(rows))
    run("card", "import", str(path), "-b", "fab")
    total, payable, remark = OPTIONAL[words]
    ran = run("cost", "fab", words)
    found = json.loads(run("cost", "fab", words, "--json").out)
    assert (found["total"], found["payable"]) == (total, payable)
    assert remark in ran.out


IN_ONE_LINE = {
    "tide lash kicked": "{4}{R}",
    "tide lash with kicker, 5 mountains": "{4}{R}",
    "tide gaoler evoked": "{1}{U}",
    "tide oracle cycling": "{0} + 2 life",
    "tide recall flashback": "{4}{R}",
    "tide bargain with the additional cost": "{4}{U}",
}


@pytest.fixture
def one_line(run: Run, tmp_path: Path) -> Run:
    """The command line with cards whose text is in one line, as in a cell of a table."""
    path = tmp_path / "cards.tsv"
    path.write_text(
        "name\tcost\ttypes\ttext\n"
        "Tide Lash\t{2}{R}\tInstant\tKicker {2}. Tide Lash deals 3. If it was kicked, it deals 5 instead.\n"
        "Tide Gaoler\t{4}{U}\tCreature\tFlying. Evoke {1}{U}. When it enters, draw a card.\n"
        "Tide Oracle\t{3}{B}\tCreature\tCycling—Pay 2 life. Reach.\n"
        "Tide Recall\t{3}{R}\tSorcery\tFlashback {4}{R}. Draw two cards.\n"
        "Tide Bargain\t{2}{U}\tSorcery\tAs an additional cost to cast this spell, you may pay {2}. Draw.\n"
        "Tide Hum\t{1}{R}\tSorcery\tKicker—Whistle a tune. Draw.\n"
    )
    run("card", "import", str(path), "-b", "mtg")
    return run


@pytest.mark.parametrize("words", IN_ONE_LINE)
def test_the_cost_of_a_keyword_ends_at_the_end_of_its_sentence(one_line: Run, words: str) -> None:
    assert json.loads(one_line("cost", "mtg", words, "--json").out)["total"] == IN_ONE_LINE[words]


def test_a_cost_in_a_text_that_is_not_read_is_refused_with_the_card_and_its_text(one_line: Run) -> None:
    ran = one_line("cost", "mtg", "tide hum kicked")
    assert (ran.code, ran.out) == (2, "")
    assert "no cost is read in the text of Tide Hum: “Whistle a tune”" in ran.err


ELSEWHERE = {
    "wave burst, tide spark in my graveyard": "{R}",
    "tide spark in my graveyard, wave burst": "{R}",
    "tide spark is in exile, crate drop": "{4}{U}",
    "crate drop, tala in my hand": "{4}{U}",
    "crate drop, tala in his graveyard": "{4}{U}",
    "crate drop, tide spark on his side": "{4}{U}",
    "crate drop, tide spark on the battlefield": "{3}{U}",
    "crate drop, my own tide spark": "{3}{U}",
    "crate drop, my opponent's own tide spark": "{4}{U}",
}


@pytest.mark.parametrize("words", ELSEWHERE)
def test_an_effect_of_a_card_that_is_not_in_play_is_left_out(mtg: Run, words: str) -> None:
    assert json.loads(mtg("cost", "mtg", words, "--json").out)["total"] == ELSEWHERE[words]


def test_an_effect_that_is_left_out_is_said(mtg: Run) -> None:
    said = "tide spark in my graveyard: in the graveyard, where the text of Tide Spark does not apply: left out"
    assert said in mtg("cost", "mtg", "crate drop, tide spark in my graveyard").out


def test_how_often_something_was_done_is_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    text = "This costs {r} less to play for each time you have attacked this turn."
    path.write_text(f"name,cost,types,text\nTide Trick,3,Action,{text}\n")
    run("card", "import", str(path), "-b", "fab")
    for words, total in (("tide trick attacked twice", "1"), ("tide trick, attacked 3 times, +1", "1")):
        assert json.loads(run("cost", "fab", words, "--json").out)["total"] == total, words


def test_the_level_of_the_champion_lowers_a_card_with_efficiency(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,cost,types,text\nReef Squire,3,ALLY,Efficiency\nReef Page,3,ALLY,Draw.\n")
    run("card", "import", str(path), "-b", "ga")
    assert json.loads(run("cost", "ga", "reef squire level 2", "--json").out)["total"] == "1"
    assert run("cost", "ga", "reef page level 2").code == 2


NAMED_CONDITION = [
    ("", "4"),
    ("tide bonus", "2"),
    (", no tide bonus", "4"),
    ("tide bonus -2", "2"),
    ("-2 tide bonus", "2"),
    (", 3 cards in hand, tide bonus", "2"),
]


@pytest.mark.parametrize(("words", "total"), NAMED_CONDITION)
def test_a_condition_with_a_name_counts_once_if_it_is_said(run: Run, tmp_path: Path, words: str, total: str) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,cost,types,text\nReef Squire,4,ALLY,[Tide Bonus] Reef Squire costs 2 less to activate.\n")
    run("card", "import", str(path), "-b", "ga")
    assert json.loads(run("cost", "ga", *f"reef squire {words}".split(), "--json").out)["total"] == total
    assert run("cost", "ga", *"reef squire tide bonus -1".split()).code == 2


OF_ANOTHER = [
    ("copper relic, opponent has 4 artifacts", "{6}"),
    ("copper relic, opponent has 4 artifacts, I have 2", "{4}"),
    ("copper relic, I have 2 artifacts, opponent has 3 artifacts", "{4}"),
    ("my opponent casts copper relic, he has 3 artifacts", "{3}"),
    ("copper relic, 3 artifacts in play", "{3}"),
    ("copper relic, 3 artifacts on the battlefield", "{3}"),
    ("my opponent casts copper relic, opponent has 3 artifacts, I have 2 artifacts", "{3}"),
]


@pytest.mark.parametrize(("sentence", "total"), OF_ANOTHER)
def test_the_text_of_a_card_counts_the_things_of_its_player(mtg: Run, sentence: str, total: str) -> None:
    assert json.loads(mtg("cost", "mtg", *sentence.split(), "--json").out)["total"] == total


def test_without_cards_the_refusal_says_how_to_import_them(run: Run) -> None:
    ran = run("cost", "mtg", "Harbour Mage")
    assert (ran.code, ran.err.endswith(": rules card import FILE -b mtg\n")) == (2, True)


def test_each_game_says_what_a_card_costs(run: Run, tmp_path: Path) -> None:
    fab = tmp_path / "card.csv"
    fab.write_text(
        "Name\tPitch\tCost\tTypes\tCard Keywords\tFunctional Text\n"
        "Tide Crash\t1\t2\tAction\tCrush\tx\nTide Crash\t2\t2\tAction\tCrush\tx\n"
        "Cold Snap\t3\t0\tAction\t\tThe next card they play costs an additional {r}{r} to play.\n",
        encoding="utf-8",
    )
    assert run("card", "import", str(fab)).out.startswith("fab: 2 names")
    lines = run("cost", "fab", "Tide Crash", "cold snap").out.splitlines()
    sentence = "The next card they play costs an additional {r}{r} to play"
    assert lines[2:4] == [f"read as: Cold Snap, “{sentence}”: taken to apply to Tide Crash", "4"]
    ga = tmp_path / "ga.json"
    ga.write_text(json.dumps({"data": [{"name": "Lamp", "cost": {"type": "memory", "value": "1"}, "classes": ["X"]}]}))
    assert run("card", "import", str(ga)).out.startswith("ga: 1 name")
    assert "memory cost" in run("cost", "ga", "Lamp").out


EFFECTS = {
    "This costs {r} less to play for each time you have attacked.": ("-", "1", "for each time you have attacked", True),
    "Creature spells cost {2} more to cast.": ("+", "2", "", False),
    "This spell costs {X} less to cast, where X is your life.": ("-", "{X}", "where X is your life", True),
    "X costs {1} less to cast for each ship.": ("-", "1", "for each ship", True),
    "Draw a card. Spells cost 1 more to activate.": ("+", "1", "", False),
    "Cards cost an additional {r} to play.": ("+", "1", "", False),
    "Affinity for artifact ships (Reminder.)": ("-", "1", "for each artifact ship", True),
    "Seus barcos custam 1 a menos.": ("-", "1", "", False),
    "Cards and activating abilities cost opponents an additional {r} this turn.": ("+", "1", "", False),
    "Spells cost their casters {1} more.": ("+", "1", "", False),
    "Cartas custam aos oponentes 1 a mais.": ("+", "1", "", False),
    "Spells you cast cost up to {2} less.": ("-", "2", "", False),
    "Spells you cast have affinity for ships.": ("-", "1", "for each ship", False),
    "Flash, affinity for ships": ("-", "1", "for each ship", True),
    "This spell has affinity for ships.": ("-", "1", "for each ship", True),
    "Esta carta custa 2 recursos a mais para cada barco.": ("+", "2", "para cada barco", True),
}


@pytest.mark.parametrize(("text", "expected"), EFFECTS.items())
def test_the_change_of_a_cost_is_read_from_a_sentence(text: str, expected: tuple[str, str, str, bool]) -> None:
    (effect,) = cost_effects(Card("X", (CardFace("X", text=text),)))
    assert (effect.sign, effect.amount, effect.depends, effect.own) == expected


def test_other_sentences_change_no_cost() -> None:
    text = "The total cost is {2}. You may pay {1} rather than its cost. Pay no more than that. It costs less."
    assert cost_effects(Card("X", (CardFace("X", text=text),))) == []


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    cost_effects(Card("X", (CardFace("X", text=f"costs {text} more costs {{1}} more {text}"),)))


def test_a_list_without_costs_prints_none_of_its_cards(run: Run, tmp_path: Path) -> None:
    names = tmp_path / "names.tsv"
    names.write_text("Name\tTypes\nTide Crash\tAction\nCold Snap\tAction\n", encoding="utf-8")
    assert run("card", "import", str(names), "-b", "fab").code == 0
    ran = run("cost", "fab", "Tide Crash")
    assert (ran.code, "no cost of Tide Crash; type its cost" in ran.err) == (2, True)


LAID_OUT = """name,cost,types,text,pitch
Gale Tally,6,Ninja Action - Attack,This costs {r} less to play for each attack action card you've played this turn.,3
Wave Song,4,Mystic Action,This costs {r} less to play for each card you've played this turn.,3
Soft Shoes,,Generic Equipment - Legs,Instant - Destroy Soft Shoes: Gain {r}.,
Mist Cloak,,Generic Equipment - Chest,Arcane Barrier 1 (You may pay {r}.),
Red Show,2,Runeblade Action,"As an additional cost to play this, reveal a red card from your hand.",2
Dark Price,1,Shadow Action,"As an additional cost to play this, banish a card with blood debt from your hand.",1
Low Tide,0,Generic Action,"As an additional cost to play this, put a card from your hand on the bottom of your deck.",2
Deep Calm,4,Mystic Action,"If you've pitched a blue card this turn, this costs {r}{r} less to play.",3
Cold Blow,3,Ice Action,"Ice Fusion (As an additional cost to play this, you may reveal an Ice card from your hand.)",3
Ice Vow,2,Ice Action,Your opponents' cards cost {r} more to play.,3
"""


@pytest.mark.parametrize(
    ("words", "total", "payable"),
    [
        ("gale tally, I played 3 attack action cards", "3", None),
        ("gale tally, opponent played 2 attack action cards", "6", None),
        ("gale tally, opponent played 2 attack action cards, I played 1 attack action card", "5", None),
        ("wave song, opponent played 3 cards", "4", None),
        ("wave song, my opponent played 3 cards and I played 2 cards", "2", None),
        ("soft shoes", "0", None),
        ("soft shoes ability, frostbite", "1", None),
        ("mist cloak arcane barrier", "1", None),
        ("red show, hand blue", "2", False),
        ("red show, hand blue, red", "2", True),
        ("dark price, hand blue", "1", False),
        ("low tide, hand none", "0", False),
        ("low tide, hand red", "0", True),
        ("deep calm, I pitched a blue card this turn", "2", None),
        ("deep calm, my opponent pitched a blue card this turn", "4", None),
        ("cold blow fused, hand ice red, blue", "3", True),
        ("cold blow fused, hand ice blue and yellow", "3", False),
    ],
)
def test_a_text_laid_out_as_on_a_card_gives_the_cost(
    run: Run, tmp_path: Path, words: str, total: str, payable: bool | None
) -> None:
    (tmp_path / "cards.csv").write_text(LAID_OUT)
    run("card", "import", str(tmp_path / "cards.csv"), "-b", "fab")
    found = json.loads(run("cost", "fab", words, "--json").out)
    assert (found["total"], found["payable"] if payable is not None else None) == (total, payable)


@pytest.mark.parametrize(
    ("words", "total", "said"),
    [
        ("mtg 3G, blue spells cost 1 more", "{3}{G}", "left out"),
        ("mtg 3G red spells cost 2 less", "{3}{G}", "left out"),
        ("mtg 3G, green spells cost 1 less, blue spells cost 1 more", "{2}{G}", "left out"),
        ("mtg 3G creature, artifacts cost 2 more", "{3}{G}", "left out"),
        ("mtg noncreature spells cost 1 more, 2R instant", "{3}{R}", ""),
        ("mtg 2R, instants cost 1 less", "{1}{R}", "instants: taken to hold"),
        ("mtg spells with flying cost 1 less, 2U", "{1}{U}", "spells with flying: taken to hold"),
        ("mtg 2R, my spells cost 1 more", "{3}{R}", ""),
        ("mtg 2R, my dragon costs 1 less", "{1}{R}", ""),
        ("fab 3 attack, nonattack cards cost 1 more", "3", "left out"),
        ("mtg 3G, each other player's spells cost 2 more", "{3}{G}", "left out"),
        ("fab 3 opponent's cards cost 1 more", "3", "left out"),
    ],
)
def test_a_change_typed_of_other_cards_changes_only_those(run: Run, words: str, total: str, said: str) -> None:
    found = json.loads(run("cost", *words.split(), "--json").out)
    assert found["total"] == total
    assert (
        any(said in each for each in found["read_as"])
        if said
        else not any("left out" in each or "taken" in each for each in found["read_as"])
    )
