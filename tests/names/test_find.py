"""Cards are found by name or part of one, and the exact name comes first. All imported cards are made up."""

from __future__ import annotations

from pathlib import Path

import pytest
from names.card_lists import ACTION, imported
from names.games import FAB

from rules_cli.names.find import find

FINDS = {
    "a name": ("bravo", "Bravo", 1.0),
    "without accents": ("ceu aberto", "Céu Aberto", 1.0),
    "its first words": ("bravo star", "Bravo, Star of the Show", 0.9),
    "beginnings of its words": ("bravo sho", "Bravo, Showstopper", 0.7),
    "a part": ("star of the show", "Bravo, Star of the Show", 0.8),
    "words in another order": ("ironsong dorinthea", "Dorinthea Ironsong", 0.7),
    "a typo": ("dorinthia ironsnog", "Dorinthea Ironsong", 0.5),
    "a hyphen left out": ("cogwheel", "Cog-wheel", 1.0),
    "a hyphen left out of a longer name": ("limdul", "Lim-Dûl's Well", 0.5),
    "half of a compound": ("wheel", "Cog-wheel", 0.8),
}
LISTED = (
    {"name": "Céu Aberto"},
    {"name": "Cog-wheel", "pitch": 2, "types": ACTION},
    {"name": "Lim-Dûl's Well"},
)


@pytest.mark.parametrize(("query", "name", "score"), FINDS.values(), ids=FINDS.keys())
def test_the_best_find(query: str, name: str, score: float, tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, *LISTED)
    best = find(query, naming).results[0]
    assert (best.name, best.score) == (name, score)


def test_an_exact_find_comes_before_a_corrected_typo(tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, {"name": "Brava"}, {"name": "Bravo Bravissimo"})
    results = find("bravo", naming).results
    assert results[0].name == "Bravo"
    assert {card.name: card.score for card in results}["Brava"] == 0.5
    assert [card.score for card in results] == sorted((card.score for card in results), reverse=True)


def test_pitch_and_types_come_from_the_list(tmp_path: Path) -> None:
    naming = imported(FAB, tmp_path, {"name": "Cog-wheel", "pitch": 2, "types": ACTION})
    card = find("cog", naming).results[0]
    assert (card.pitch, card.types, card.moniker.moniker) == ((2,), ("Action", "Attack"), None)
