"""Only the things of the player who pays, in the zone from which they pay, pay or count."""

from __future__ import annotations

import pytest

from rules_cli.costs import CostAnswer, cost
from rules_cli.errors import UsageError


def answer(typed: str) -> CostAnswer:
    """Return the answer to a question as typed in quotes."""
    game, *words = typed.split()
    return cost(game, words)


# a question, its total, and whether it can be paid
OF_ANOTHER = [
    ("mtg 2GG, opponent has 5 forests", "{2}{G}{G}", None),
    ("mtg opponent controls 5 forests, 2GG with 2 forests", "{2}{G}{G}", False),
    ("mtg 2GG, I have 4 forests and my opponent has 2 swamps", "{2}{G}{G}", True),
    ("mtg 2GG, 4 forests on my opponent's side", "{2}{G}{G}", None),
    ("mtg 2GG, 4 forests under my opponent's control", "{2}{G}{G}", None),
    ("mtg 2GG, my opponent is tapped out", "{2}{G}{G}", None),
    ("mtg 1B pay 3 life, opponent is at 2 life", "{1}{B} + 3 life", None),
    ("mtg 5 affinity for artifacts, opponent has 4 artifacts, I have 1", "{4}", None),
    ("mtg 1B, sacrifice a creature, opponent has 3 creatures, I have none", "{1}{B}", False),
    ("mtg 1U, discard a card, opponent has 3 cards in hand", "{1}{U}", None),
    ("fab 2, opponent has 2 blues in hand", "2", None),
    ("ga 2 reserve, opponent has 4 cards in hand", "2", None),
    ("ga 2 memory, opponent's memory has 3 cards", "2", None),
    ("fabula custo 4, oponente tem 5 recursos", "4", None),
    ("mtg 3G, 4 plains on his side", "{3}{G}", None),
    ("mtg 3W for me, my opponent's cost 1 more", "{3}{W}", None),
    ("fab 3, opponents' cost 2 more", "3", None),
    ("mtg 2W, 3 plains on her side of the table", "{2}{W}", None),
    ("fab 2, opponent has a frostbite", "2", None),
    ("fab 3, my opponent has 2 frostbites, hand blue", "3", True),
]
ELSEWHERE = [
    ("mtg 2GG, 4 forests in my graveyard", "{2}{G}{G}", None),
    ("mtg 2GG, 4 forests in my library, 3 forests on the battlefield", "{2}{G}{G}", False),
    ("mtg 5B delve 3 cards in my graveyard, 3 swamps", "{5}{B}", True),
    ("mtg 5B delve, 3 cards in my graveyard and 2 swamps", "{5}{B}", False),
    ("fab 2, a blue in my graveyard", "2", None),
    ("fab 2, a blue in arsenal and a red in hand", "2", False),
    ("ga 2 memory, 1 card in memory, 1 floating memory in graveyard", "2", True),
]
OF_THE_PAYER = [
    ("mtg my opponent casts 2GG with 4 forests", "{2}{G}{G}", True),
    ("mtg my opponent casts 2GG, he has 4 forests", "{2}{G}{G}", True),
    ("mtg my opponent casts 2GG, opponent has 3 forests, I have 4 islands", "{2}{G}{G}", False),
    ("mtg 2GG with 4 forests on my opponent's turn", "{2}{G}{G}", True),
    ("mtg 2GG, my opponent's effect makes it cost 1 more, 5 forests", "{3}{G}{G}", True),
    ("mtg 4W costs 1 less for each creature my opponent controls, opponent has 2 creatures", "{2}{W}", None),
    ("mtg 5W undaunted, 3 opponents", "{2}{W}", None),
    ("fab 2, my opponent gave me a frostbite", "3", None),
    ("fab 2, opponent's frostbite", "3", None),
    ("mtg 2W, 3 plains on my side", "{2}{W}", True),
    ("mtg 2U, opponent makes spells cost 1 more", "{3}{U}", None),
    ("mtg my opponent casts 2R, I make spells cost 1 more", "{3}{R}", None),
    ("mtg 6 with affinity for artifacts, I control 4 artifacts, opponent makes artifacts cost 2 more", "{4}", None),
    ("fab 1 boost, one yellow in hand", "1", None),
]
ON_ANOTHER: list[tuple[str, str, bool | None]] = [
    ("mtg 4WW, my opponent's spells cost 1 more", "{4}{W}{W}", None),
    ("mtg 4WW spells my opponents cast cost 1 more", "{4}{W}{W}", None),
    ("mtg 2BB +1 for my opponent's spells", "{2}{B}{B}", None),
    ("mtg 4R, spells cost 1 more for my opponent", "{4}{R}", None),
    ("mtg my opponent casts 3R, my spells cost 1 less", "{3}{R}", None),
    ("mtg my opponent casts 3R, opponent's spells cost 1 more", "{4}{R}", None),
    ("fab 5 -1 for my opponent's attacks", "5", None),
    ("mtg 3GG, opponents' creatures cost 1 less", "{3}{G}{G}", None),
    ("mtg 3RR, orla costs my opponent 1 more", "{3}{R}{R}", None),
    ("mtg 3R, the spells of my opponents cost 2 more", "{3}{R}", None),
    ("mtg mágicas do oponente custam 2 a mais, 3R", "{3}{R}", None),
    ("mtg 3R, my opponent's creature makes it cost 1 more", "{4}{R}", None),
    ("mtg 3UU, other players have 4 islands", "{3}{U}{U}", None),
    ("mtg 4R costs 1 less for each goblin, opponent has 3 goblins, I have 2 goblins", "{2}{R}", None),
    ("fab 6, 1 less for each attack, opponent played 2 attacks, I played 3 attacks", "3", None),
]


@pytest.mark.parametrize(("typed", "total", "payable"), OF_ANOTHER + ELSEWHERE + OF_THE_PAYER + ON_ANOTHER)
def test_only_what_the_payer_has_where_it_pays_counts(typed: str, total: str, payable: bool | None) -> None:
    found = answer(typed)
    assert (found.total, found.payable) == (total, payable)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("fab 2, opponent has a frostbite", "opponent has a frostbite"),
        ("fab 2, opponent has 2 frostbites", "opponent has 2 frostbites"),
        ("mtg 3G, 4 plains on his side", "4 plains on his side"),
    ],
)
def test_what_another_player_has_is_said_once(typed: str, words: str) -> None:
    said = [str(each) for each in answer(typed).question.read_as]
    assert said == [f"{words}: of a player who does not pay here, so left out"]


def test_what_is_left_out_is_said() -> None:
    said = [str(each) for each in answer("mtg 3 swamps in my library, 2GG, opponent has 5 forests").question.read_as]
    assert said == [
        "3 swamps: in the library, from where nothing is paid here",
        "opponent has 5 forests: of a player who does not pay here, so left out",
    ]


@pytest.mark.parametrize("owner", ["my opponents control", "opponent has"])
def test_a_number_of_the_other_player_is_no_number_of_what_is_counted(owner: str) -> None:
    with pytest.raises(UsageError, match="each creature"):
        answer(f"mtg 4G costs 1 less for each creature {owner}. I control 3")
