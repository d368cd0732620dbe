"""Whether an effect changes the cost of a card is decided by the condition in its text. All cards are made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

MAGIC = """name\tcost\ttypes\tpower\ttext
Tin Gull\t{4}\tArtifact\t\t{3}, {T}: Look.
Reef Otter\t{1}{G}\tCreature — Otter\t2\tTrample
Old Otter\t{3}{W}{W}\tLegendary Creature — Otter\t5\tFlying, vigilance
Tide Bolt\t{3}{R}\tInstant\t\tWet all.
Two Tides\t{1}{R/W}\tSorcery\t\tWet all.
Tide Bell\t{X}{U}\tSorcery\t\tDraw.
Brass Otter\t{3}\tArtifact Creature — Otter\t1\tReach
Hour Bell\t{2}\tArtifact\t\t{T}: The next instant or sorcery spell you cast this turn costs {2} less to cast.
Pale Lamp\t{2}\tArtifact\t\tColorless spells you cast cost {1} less to cast.
Prism Lamp\t{2}\tArtifact\t\tMulticolored spells cost {1} more to cast.
Mono Lamp\t{2}\tArtifact\t\tMonocolored spells cost {1} more to cast.
Twin Lamp\t{2}\tArtifact\t\tSpells you cast that are red or green cost {1} less to cast.
Pair Lamp\t{2}\tArtifact\t\tRed or green instant spells cost {1} more to cast.
Big Lamp\t{2}\tArtifact\t\tSpells with mana value 4 or greater cost {1} more to cast.
Odd Lamp\t{2}\tArtifact\t\tSpells with odd mana value cost {1} more to cast.
Claw Lamp\t{2}\tArtifact\t\tCreature spells you cast with power 4 or greater cost {2} less to cast.
Solid Lamp\t{2}\tArtifact\t\tPermanent spells cost {1} more to cast.
Saga Lamp\t{2}\tArtifact\t\tHistoric spells you cast cost {1} less to cast.
Wing Lamp\t{2}\tArtifact\t\tCreature spells with flying you cast cost {1} less to cast.
Strike Lamp\t{2}\tArtifact\t\tCreature spells with first strike you cast cost {1} less to cast.
Anvil Lamp\t{2}\tArtifact\t\tActivated abilities of creatures you control cost {2} less to activate.
Null Lamp\t{2}\tArtifact\t\tNoncreature, nonartifact spells cost {1} more to cast.
Grave Lamp\t{2}\tArtifact\t\tSpells you cast from your graveyard cost {2} less to cast.
Moon Lamp\t{2}\tArtifact\t\tEach spell costs {1} more to cast except during its controller's turn.
Sun Lamp\t{2}\tArtifact\t\tDuring your turn, spells you cast cost {1} less to cast.
Rival Lamp\t{2}\tArtifact\t\tSpells your opponents cast cost {2} more to cast.
Dear Lamp\t{2}\tArtifact\t\tSpells you cast cost {1} less to cast.
Gift Lamp\t{2}\tArtifact\t\tArtifact spells cost {1} less to cast for you.
Aim Lamp\t{2}\tArtifact\t\tSpells that target an Otter cost {2} more to cast.
"""
MAGIC_TOTALS = {
    "tide bolt with hour bell": "{1}{R}",
    "tin gull with gift lamp": "{3}",
    "tin gull, opponent controls gift lamp": "{4}",
    "tin gull with hour bell": "{4}",
    "tin gull with pale lamp": "{3}",
    "reef otter with pale lamp": "{1}{G}",
    "old otter with prism lamp": "{3}{W}{W}",
    "two tides with prism lamp": "{2}{R/W}",
    "two tides with mono lamp": "{1}{R/W}",
    "tide bolt with mono lamp": "{4}{R}",
    "tin gull with mono lamp": "{4}",
    "tide bolt with twin lamp": "{2}{R}",
    "old otter with twin lamp": "{3}{W}{W}",
    "tide bolt with pair lamp": "{4}{R}",
    "two tides with pair lamp": "{1}{R/W}",
    "tide bolt with big lamp": "{4}{R}",
    "reef otter with big lamp": "{1}{G}",
    "tide bell x=3 with big lamp": "{4}{U}",
    "tide bell x=1 with big lamp": "{1}{U}",
    "2RR with big lamp": "{3}{R}{R}",
    "2R with big lamp": "{2}{R}",
    "tin gull with odd lamp": "{4}",
    "old otter with odd lamp": "{4}{W}{W}",
    "reef otter with claw lamp": "{1}{G}",
    "old otter with claw lamp": "{1}{W}{W}",
    "tide bolt with solid lamp": "{3}{R}",
    "reef otter with solid lamp": "{2}{G}",
    "reef otter with saga lamp": "{1}{G}",
    "tin gull with saga lamp": "{3}",
    "old otter with saga lamp": "{2}{W}{W}",
    "reef otter with wing lamp": "{1}{G}",
    "old otter with wing lamp": "{2}{W}{W}",
    "old otter with strike lamp": "{3}{W}{W}",
    "tin gull ability with anvil lamp": "{3}",
    "tin gull with null lamp": "{4}",
    "reef otter with null lamp": "{1}{G}",
    "tide bolt with null lamp": "{4}{R}",
    "tide bolt from hand with grave lamp": "{3}{R}",
    "tide bolt from my graveyard with grave lamp": "{1}{R}",
    "tide bolt with moon lamp on my own turn": "{3}{R}",
    "tide bolt with moon lamp on my opponent's turn": "{4}{R}",
    "tide bolt with sun lamp on my turn": "{2}{R}",
    "tide bolt with sun lamp on my opponent's turn": "{3}{R}",
    "tide bolt, my own rival lamp": "{3}{R}",
    "tide bolt, opponent controls rival lamp": "{5}{R}",
    "tide bolt, opponent controls dear lamp": "{3}{R}",
    "tide bolt, my opponent's dear lamp": "{3}{R}",
    "tide bolt, my own dear lamp": "{2}{R}",
    "tide bolt with dear lamp": "{2}{R}",
}
FLESH = """name\tpitch\tcost\ttypes\ttext
Bay Crash\t1\t6\tGuardian, Action, Attack\tCrush
Bay Crash\t3\t6\tGuardian, Action, Attack\tCrush
Reef Jab\t1\t2\tNinja, Action, Attack\tBoost
Tide Hymn\t3\t3\tGuardian, Action, Aura\tWard 3
Salt Edge\t\t\tWarrior, Weapon, Sword (1H)\tOnce per Turn Action - {r}{r}: Attack
Reef Crest\t\t\tGuardian, Equipment\tInstant - Destroy Reef Crest: The next Guardian attack action card that you play \
costs {r}{r} less to play.
Bay Crest\t\t\tGeneric, Equipment\tAction - Destroy Bay Crest: Your sword attacks cost {r} less to activate this turn.
Salt Oil\t3\t0\tWarrior, Action\tYour next weapon attack this turn costs {r} less to activate.
Red Toll\t1\t1\tGeneric, Action\tRed cards cost opponents an additional {r} to play this turn.
Low Toll\t1\t1\tGeneric, Action\tAttack action cards with cost 2 or less cost an additional {r}{r} to play.
Flash Toll\t1\t1\tGeneric, Action\tInstants cost opponents an additional {r}{r} to play this turn.
Ice Link\t\t\tElemental, Aura\tCards and activated abilities cost you an additional {r} to play or activate.
Steam Toll\t3\t1\tGeneric, Item\tBoost cards cost you {r} less to play.
"""
FLESH_TOTALS = {
    "bay crash blue, ice link and reef crest": "5",
    "reef jab with reef crest": "2",
    "salt edge attack with bay crest": "1",
    "salt edge ability with salt oil": "1",
    "bay crash red with red toll": "7",
    "bay crash blue with red toll": "6",
    "bay crash red with low toll": "6",
    "reef jab with low toll": "4",
    "bay crash red with flash toll": "6",
    "bay crash red, opponent has ice link": "6",
    "bay crash red, I have ice link": "7",
    "reef jab with steam toll": "1",
    "tide hymn with steam toll": "3",
}
FABULA = """Nome\tCusto\tTipos\tTexto
Lontra Velha\t5\tAliado\tCompre uma carta.
Onda Curta\t2\tManobra\tCompre uma carta.
Farol Caro\t1\tModificação\tCartas com custo 4 ou mais custam 1 a mais.
Farol Amigo\t1\tModificação\tCartas de aliado que você joga custam 1 a menos.
"""
FABULA_TOTALS = {
    "onda curta com farol caro": "2",
    "lontra velha com farol caro": "6",
    "onda curta com farol amigo": "2",
    "lontra velha com farol amigo": "4",
}
GAMES = {"mtg": (MAGIC, MAGIC_TOTALS), "fab": (FLESH, FLESH_TOTALS), "fabula": (FABULA, FABULA_TOTALS)}


def _import(run: Run, path: Path, game: str) -> None:
    path.write_text(GAMES[game][0], encoding="utf-8")
    assert run("card", "import", str(path), "-b", game).code == 0


@pytest.mark.parametrize(
    ("game", "words", "total"), [(game, *each) for game, (_, totals) in GAMES.items() for each in totals.items()]
)
def test_the_condition_of_an_effect_decides(run: Run, tmp_path: Path, game: str, words: str, total: str) -> None:
    _import(run, tmp_path / "cards.tsv", game)
    assert json.loads(run("cost", game, words, "--json").out)["total"] == total


REMARKS = {
    "tide bolt with aim lamp": "“Spells that target an Otter cost {2} more to cast”: taken to apply to Tide Bolt",
    "tide bolt with moon lamp": "“Each spell costs {1} more to cast except during its controller's turn”: taken to",
    "tide bolt with hour bell": "“{T}” of Hour Bell is paid apart",
    "tide bolt with moon lamp on my turn": "“Each spell except during its controller's turn”, not of Tide Bolt",
}


@pytest.mark.parametrize(("words", "remark"), REMARKS.items())
def test_what_decided_is_said(run: Run, tmp_path: Path, words: str, remark: str) -> None:
    _import(run, tmp_path / "cards.tsv", "mtg")
    assert remark in " ".join(run("cost", "mtg", words).out.split())


def test_a_condition_that_is_read_is_not_assumed(run: Run, tmp_path: Path) -> None:
    _import(run, tmp_path / "cards.tsv", "mtg")
    for words in ("tide bolt with big lamp", "old otter with wing lamp", "tin gull with saga lamp"):
        assert "taken to apply" not in run("cost", "mtg", words).out
