"""A fact that a question states decides the condition of a card: who casts, whose a card is, whose turn it is, which
spell of the turn it is, from where it is cast, and at what. All cards are made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

CARDS = """name\tcost\ttypes\ttext
Salt Broker\t{1}{U}\tCreature — Otter\tCreature spells you cast cost {1} less to cast.
Grim Usher\t{2}{B}\tCreature — Crab\tInstant and sorcery spells your opponents cast cost {1} more to cast.
Tall Gate\t{3}\tArtifact\tSpells cast from graveyards cost {2} more to cast.
Far Lens\t{2}\tArtifact\tSpells you cast from exile cost {2} less to cast.
Other Lens\t{2}\tArtifact\tSpells you cast from anywhere other than your hand cost {1} less to cast.
Late Wind\t{1}{R}\tEnchantment\tThe second spell you cast each turn costs {2} less to cast.
Quick Chart\t{2}{U}\tEnchantment\tThe first instant or sorcery spell you cast each turn costs {1} less to cast.
Third Toll\t{2}{W}\tEnchantment\tThe second spell each opponent casts each turn costs {2} more to cast.
Ward Shell\t{3}\tArtifact\tSpells your opponents cast that target a creature you control cost {1} more to cast.
Crab Shield\t{1}{G}\tCreature — Crab\tSpells that target a Crab cost {2} more to cast.
Night Clerk\t{1}{B}\tCreature — Otter\tSpells you cast during other players' turns cost {1} less to cast.
Dusk Toll\t{2}{B}\tEnchantment\tSpells your opponents cast during your turn cost {2} more to cast.
Split Judge\t{2}{W}{B}\tCreature — Otter\tCreature spells you cast cost {1} less to cast.\\n\
Creature spells your opponents cast cost {1} more to cast.
Hue Idol\t{3}\tArtifact\tRed spells you cast cost {1} less to cast.\\nBlue spells you cast cost {1} less to cast.
Hue Sage\t{2}{U}\tCreature — Otter\tAs Hue Sage enters, choose a color.\\n\
Spells you cast of the chosen color cost {1} less to cast.
Tide Claim\t{4}{B}\tInstant\tThis spell costs {2} less to cast if it targets a legendary creature.
Noon Bolt\t{3}{R}\tInstant\tThis spell costs {2} less to cast if it's your turn.
Surf Kin\t{6}{R}\tCreature — Crab\tThis spell costs {3} less to cast if you've cast a sorcery spell this turn.
Foam Kin\t{6}{R}\tCreature — Otter\tThis spell costs {2} less to cast if you've cast another spell this turn.
Back Tide\t{4}{U}\tSorcery\tDraw two cards.\\nFlashback {3}{U}
Elder Reef\t{4}{G}\tCreature — Crab\tReach
Captain Brine\t{3}{W}\tLegendary Creature — Otter\tVigilance
Deep Wurm\t{6}{R}\tCreature — Crab\tThis spell costs {X} less to cast, where X is the greatest power you control.
Pier Foreman\t{2}{W}\tCreature — Otter\tCreature spells you cast cost {1} less to cast.
Vault Turtle\t{6}{U}\tCreature — Turtle\tThis spell costs {1} less to cast for each artifact you control.
Red Wave\t{3}{R}\tSorcery\tWet all.
Two Tides\t{1}{U}{R}\tInstant\tWet all.
Eve Clerk\t{1}{B}\tCreature — Otter\tSpells you cast during each opponent's turn cost {1} less to cast.
Pilot\t{1}{B}\tCreature — Otter\tSpells you cast that target a creature an opponent controls cost {1} less to cast.
Second Song\t{2}\tArtifact\tThe second spell you cast each turn costs {2} less to cast.
Third Bell\t{2}\tArtifact\tSpells you cast cost {1} less to cast.
Twice Tolled\t{2}\tArtifact\tCreature spells cost {1} more to cast.
"""
OF_CASTER = {
    "opponent casts elder reef, I have salt broker": "{4}{G}",
    "elder reef cast by my opponent, I control salt broker": "{4}{G}",
    "opponent casts elder reef, he controls salt broker": "{3}{G}",
    "my opponent is casting red wave, I control grim usher": "{4}{R}",
    "my opponent casts elder reef and controls salt broker": "{3}{G}",
    "my opponent casts elder reef with their salt broker": "{3}{G}",
    "my opponent's grim usher and my salt broker, elder reef": "{3}{G}",
    "my opponent's grim usher and my salt broker are in play, I cast elder reef": "{3}{G}",
    "opponent's elder reef, my salt broker": "{4}{G}",
    "elder reef, my salt broker, opponent's salt broker": "{3}{G}",
    "elder reef, I have split judge": "{3}{G}",
    "elder reef, opponent controls split judge": "{5}{G}",
    "elder reef, my opponent has two split judges": "{6}{G}",
    "two tides, I control hue idol": "{U}{R}",
    "elder reef -1:split judge": "{3}{G}",
    "red wave, opponent has grim usher and split judge": "{4}{R}",
}
OF_TURN = {
    "two tides on my turn, I have night clerk": "{1}{U}{R}",
    "two tides during my opponent's turn, night clerk in play": "{U}{R}",
    "red wave, it is my opponent's turn, opponent has dusk toll": "{5}{R}",
    "red wave on my turn, opponent has dusk toll": "{3}{R}",
    "noon bolt on my turn": "{1}{R}",
    "noon bolt, it's not my turn": "{3}{R}",
    "red wave as my second spell this turn with late wind": "{1}{R}",
    "red wave is the third spell I cast this turn, late wind in play": "{3}{R}",
    "red wave, I already cast a spell this turn, late wind in play": "{1}{R}",
    "red wave, my second sorcery this turn, I have quick chart": "{3}{R}",
    "elder reef is my first spell this turn, opponent has third toll": "{4}{G}",
    "opponent casts elder reef as his second spell this turn, I have third toll": "{6}{G}",
    "elder reef, not my first spell this turn, quick chart in play": "{4}{G}",
    "surf kin after I cast a sorcery this turn": "{3}{R}",
    "foam kin as my second spell this turn": "{4}{R}",
    "foam kin as my first spell this turn": "{6}{R}",
}
OF_TURN |= {
    "red wave on my turn with eve clerk": "{3}{R}",
    "red wave during my turn with eve clerk": "{3}{R}",
    "it's my turn, red wave with eve clerk": "{3}{R}",
    "red wave on an opponent's turn with eve clerk": "{2}{R}",
    "red wave with eve clerk, opponent's turn": "{2}{R}",
    "my opponent casts red wave on his turn, I have eve clerk": "{3}{R}",
}
OF_COUNT = {
    "captain brine from the command zone for the second time": "{5}{W}",
    "captain brine from the command zone for the third time": "{7}{W}",
    "captain brine, third cast from the command zone": "{7}{W}",
    "captain brine commander cast twice before": "{7}{W}",
    "captain brine cast twice from the command zone": "{7}{W}",
    "captain brine from the command zone for the second time with third bell": "{4}{W}",
    "captain brine with twice tolled": "{4}{W}",
    "elder reef, twice tolled in play, third bell in play": "{4}{G}",
    "third bell": "{2}",
}
OF_VALUE = {
    "opponent casts red wave, my opponent already cast a spell this turn, he has late wind": "{1}{R}",
    "deep wurm, X is 5": "{1}{R}",
    "deep wurm x=5": "{1}{R}",
    "deep wurm, greatest power is 4": "{2}{R}",
}
OF_ZONE = {
    "red wave with tall gate": "{3}{R}",
    "red wave from my graveyard, tall gate in play": "{5}{R}",
    "back tide flashback with tall gate": "{5}{U}",
    "red wave, I control far lens": "{3}{R}",
    "red wave from exile, I control far lens": "{1}{R}",
    "red wave from my hand, other lens in play": "{3}{R}",
}
OF_TARGET = {
    "two tides targeting my opponent's elder reef, opponent has ward shell": "{2}{U}{R}",
    "two tides targeting my own elder reef, opponent has ward shell": "{1}{U}{R}",
    "two tides targeting my own creature, opponent has ward shell": "{1}{U}{R}",
    "two tides at a creature I control, opponent has ward shell": "{1}{U}{R}",
    "two tides targeting me, opponent has ward shell": "{1}{U}{R}",
    "two tides targeting my opponent's creature, opponent has ward shell": "{2}{U}{R}",
    "opponent casts two tides targeting my creature, I have ward shell": "{2}{U}{R}",
    "two tides targeting my own creature with pilot": "{1}{U}{R}",
    "two tides targeting my opponent's creature with pilot": "{U}{R}",
    "two tides targeting captain brine, I have crab shield": "{1}{U}{R}",
    "tide claim targeting captain brine": "{2}{B}",
    "tide claim targeting crab shield": "{6}{B}",
    "red wave, hue sage naming green": "{3}{R}",
    "red wave, hue sage naming red": "{2}{R}",
}


OF_NUMBER = {
    "elder reef with two pier foreman": "{2}{G}",
    "elder reef with two pier foremen": "{2}{G}",
    "elder reef with 2 salt broker": "{2}{G}",
    "vault turtle, I control 3 treasures and 2 other artifacts": "{1}{U}",
    "vault turtle, I control 3 islands and 2 artifacts": "{4}{U}",
}


@pytest.mark.parametrize(
    ("words", "total"), [*(OF_CASTER | OF_TURN | OF_COUNT | OF_VALUE | OF_ZONE | OF_TARGET | OF_NUMBER).items()]
)
def test_a_fact_decides(run: Run, tmp_path: Path, words: str, total: str) -> None:
    (tmp_path / "cards.tsv").write_text(CARDS.replace("\\n", " "), encoding="utf-8")
    assert run("card", "import", str(tmp_path / "cards.tsv"), "-b", "mtg").code == 0
    assert json.loads(run("cost", "mtg", words, "--json").out)["total"] == total


def test_an_effect_during_turns_of_others_is_that_of_the_caster(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cards.tsv").write_text(CARDS.replace("\\n", " "), encoding="utf-8")
    run("card", "import", str(tmp_path / "cards.tsv"), "-b", "mtg")
    assert "taken to apply" not in run("cost", "mtg", "red wave on an opponent's turn with eve clerk").out
    assert "taken to apply" in run("cost", "mtg", "red wave with eve clerk").out


def test_lines_of_a_card_that_nothing_decides_are_asked_about(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cards.tsv").write_text(CARDS.replace("\\n", " "), encoding="utf-8")
    run("card", "import", str(tmp_path / "cards.tsv"), "-b", "mtg")
    assert (
        "-1:Split Judge, +1:Split Judge" in run("cost", "mtg", "my opponent casts elder reef, split judge in play").err
    )


QUOTED = {
    ("Red Wave", "on", "my", "opponent's", "turn", "Night Clerk"): "{2}{R}",
    ("Noon Bolt", "on", "my", "turn"): "{1}{R}",
    ("Tide Claim", "targeting", "Captain Brine"): "{2}{B}",
    ("opponent", "casts", "Elder Reef,", "I", "have", "Salt Broker"): "{4}{G}",
}


@pytest.mark.parametrize(("words", "total"), QUOTED.items())
def test_a_fact_beside_names_in_quotes_decides(run: Run, tmp_path: Path, words: tuple[str, ...], total: str) -> None:
    (tmp_path / "cards.tsv").write_text(CARDS.replace("\\n", " "), encoding="utf-8")
    run("card", "import", str(tmp_path / "cards.tsv"), "-b", "mtg")
    assert json.loads(run("cost", "mtg", *words, "--json").out)["total"] == total


@pytest.mark.parametrize(
    ("game", "words", "total"),
    [
        ("mtg", "my opponent casts 2RR, spells my opponents cast cost 1 more", "{3}{R}{R}"),
        ("mtg", "opponent casts 2RR, opponents' spells cost 1 more", "{3}{R}{R}"),
        ("mtg", "2RR, spells my opponents cast cost 1 more", "{2}{R}{R}"),
        ("mtg", "my opponent casts 2RR, spells I cast cost 1 less", "{2}{R}{R}"),
        ("fab", "opponent plays 2, opponents' cards cost 1 more", "3"),
        ("mtg", "5G from my hand, spells I cast from my graveyard cost 2 less", "{5}{G}"),
        ("mtg", "5G from my graveyard, spells I cast from my graveyard cost 2 less", "{3}{G}"),
        ("mtg", "5G, spells I cast from exile cost 2 less", "{5}{G}"),
        ("mtg", "2RR cast by my opponent, spells my opponents cast cost 1 more", "{3}{R}{R}"),
        ("mtg", "4 of my opponent, my opponents' spells cost 1 more", "{5}"),
        ("mtg", "4 do oponente, mágicas dos oponentes custam 1 a mais", "{5}"),
        ("mtg", "2RR creature, creature spells cost 1 less, noncreature cost 1 more", "{1}{R}{R}"),
        ("mtg", "2RR sorcery, creature spells cost 1 less, noncreature spells cost 1 more", "{3}{R}{R}"),
        ("mtg", "2RR, the first spell I cast each turn costs 1 less, this is my second", "{2}{R}{R}"),
        ("mtg", "2RR, my second spell each turn costs 1 less, I already cast a spell", "{1}{R}{R}"),
        ("mtg", "2RR on my turn, spells cost 1 more during my turn", "{3}{R}{R}"),
        ("mtg", "2RR on my turn, spells cost 1 more during my opponent's turn", "{2}{R}{R}"),
        ("mtg", "2RR on my opponent's turn, spells cost 1 more during my turn", "{2}{R}{R}"),
    ],
)
def test_a_fact_decides_about_a_change_that_is_typed(run: Run, game: str, words: str, total: str) -> None:
    assert json.loads(run("cost", game, words, "--json").out)["total"] == total


def test_a_change_from_a_zone_that_is_not_named_is_left_out_aloud(run: Run) -> None:
    said = run("cost", "mtg", "5G, spells I cast from my graveyard cost 2 less").out
    assert "-2 changes the cost of “spells I cast from my graveyard”, not of 5G: left out" in said
