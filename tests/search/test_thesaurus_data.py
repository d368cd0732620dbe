"""The thesaurus that ships: no keyword of a game stands for another keyword of it."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path

import pytest

from rules_cli.lookup.lexicon import lexicon
from rules_cli.search.stems import stem
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.store import paths
from rules_cli.store.data_files import load_yaml
from rules_cli.text import words_of_text

BOOKS = ("mtg", "fab", "ga")
ALIKE = {
    frozenset(pair)
    for pair in (
        ("awake", "wake up"),  # Grand Archive: the state, and how an object gets it
        ("tap", "turn"),  # Flesh and Blood turns cards to another face, other games turn them sideways
        ("cast", "play"),  # players of Magic say play for both, and so did its cards
        ("die", "kill"),  # Grand Archive: one entry of its glossary
        ("gain", "get"),  # Flesh and Blood: an asset, and a property
    )
}
"""Pairs of keywords that players do not keep apart."""


def key_of(phrase: str) -> str:
    """Return the English stems of a phrase."""
    return " ".join(stem(word, "en") for word in words_of_text(phrase))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("path", sorted(paths.thesaurus().glob("*.yaml")), ids=lambda path: path.stem)
def test_no_keyword_of_a_game_means_another(book: str, path: Path) -> None:
    file = load_yaml(path)
    pairs = [pair for group in file["same"] for pair in permutations(group, 2)]
    pairs += [pair for lead in (*file["leads"], *file["near"]) for pair in product(lead["say"], lead["means"])]
    keywords = {key_of(name) for name in lexicon(book).known.keywords}
    alike = {frozenset(map(key_of, pair)) for pair in ALIKE}
    found = [pair for pair in pairs if {*map(key_of, pair)} <= keywords and key_of(pair[0]) != key_of(pair[1])]
    assert [pair for pair in found if frozenset(map(key_of, pair)) not in alike] == []


def test_a_word_of_players_leads_to_a_word_of_rules_and_not_back() -> None:
    thesaurus = Thesaurus.open()
    assert "trample" in {meaning.phrase for meaning in thesaurus.meanings(["overkill"])}
    assert "overkill" not in {meaning.phrase for meaning in thesaurus.meanings(["trample"])}
