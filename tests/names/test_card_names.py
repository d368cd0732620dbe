"""All names of the real card lists: two questions about one name never contradict each other."""

from __future__ import annotations

import csv
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from names.games import NAMING

from rules_cli.cards.card_list import open_cards
from rules_cli.names.card_import import import_cards
from rules_cli.names.compare import match, moniker
from rules_cli.names.monikers import Moniker

LISTS = Path(__file__).resolve().parents[3] / "shared" / "sources" / "cards"


def names_of(book: str) -> list[str]:
    """The names of a list, without those of cards with two names."""
    if not LISTS.is_dir():
        pytest.skip("the card lists are not in ../shared/sources/cards")
    with (LISTS / f"{book}-names.tsv").open(encoding="utf-8") as rows:
        return [row["name"] for row in csv.DictReader(rows, delimiter="\t") if "//" not in row["name"]]


def agree(alone: Moniker, in_pair: Moniker) -> bool:
    """Whether a pair gives a name the moniker that it has alone; a name of which nothing is known may borrow one."""
    same = (alone.moniker or "").casefold() == (in_pair.moniker or "").casefold()
    return same or (alone.confidence == "unknown" and in_pair.confidence == "derived")


@pytest.mark.slow
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("imported", [False, True], ids=["as it ships", "with the list imported"])
@pytest.mark.parametrize("book", ["fab", "ga"])
def test_match_and_moniker_agree(book: str, imported: bool) -> None:
    naming, names = NAMING[book], names_of(book)
    if imported:
        import_cards([LISTS / f"{book}-names.tsv"], naming)
        naming = replace(naming, imported=open_cards(book))
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        head = name.split(",")[0]
        for partner in (other, head):
            found = match(name, partner, naming)
            assert agree(moniker(name, naming).moniker, found.moniker_a), (name, partner)
            assert agree(moniker(partner, naming).moniker, found.moniker_b), (name, partner)


@pytest.mark.parametrize("book", ["fab", "ga"])
def test_neighbours_in_a_list_never_have_the_same_name(book: str) -> None:
    names = names_of(book)
    assert not any(match(name, other, NAMING[book]).match for name, other in pairwise(names))
