"""A change counts only if it holds now: words that say that it is gone, past, or not there are never passed over."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest

from rules_cli.costs import CostAnswer
from rules_cli.errors import UsageError

Ask = Callable[[str], CostAnswer]

NOT_NOW = [
    # without it
    "mtg 2W without the tax of 1",
    "mtg 2W lacking the 1 reduction",
    "mtg 2W ignoring the tax of 1",
    "mtg 2W barring a tax of 1",
    "fab 3 excluding a tax of 1",
    "fabula custo 5, sem o aumento de 1",
    "fabula custo 5, ignorando o aumento de 1",
    # gone
    "mtg 2W +1 thalia was exiled",
    "mtg 2W, +1 thalia, she got exiled",
    "mtg 2W +1 thalia got bounced",
    "mtg 2W +1 'thalia (phased out)'",
    "mtg 2W +1 from an inactive thalia",
    "mtg 2W +1 from thalia which was bolted",
    "mtg 2W thalia left the battlefield +1",
    "mtg 2W with a tax of 1 that was countered",
    "mtg 2W tax 1 gets sacrificed in response",
    "fab 3 -1 chain got shattered",
    "ga 4 +1 curse was dispelled",
    "fabula custo 5, +1 do mago que foi banido",
    # what the question denies itself
    "mtg 2WU +1 only on my turn, it is my opponents turn",
    "mtg 3WW -1 on your turn only and it is not my turn",
    "fab 3 -1 if I attacked, I did not attack",
    "ga 4 -2 while it is raining, it is not raining",
    "mtg 4GG my hydra costs 2 less and my dragon costs 3 less",
    "mtg 2BB unless I sacrifice a creature it costs 2 more",
    # another time
    "mtg 2W formerly 1 more",
    "mtg 2W, used to cost 1 more",
    "mtg 2W -1 next turn",
    "mtg 2W would cost 1 more if thalia were here",
    "fab 3 frostbite last turn",
    "fabula custo 5, antes custava 1 a menos",
    "fabula custo 3, ia custar 1 a mais",
]


@pytest.mark.parametrize("typed", NOT_NOW)
def test_a_change_that_does_not_hold_is_never_counted(typed: str, ask: Ask) -> None:
    with pytest.raises(UsageError):
        ask(typed)


HOLDS = {
    "mtg 2W +1 thalia": "2W +1",
    "mtg thalia was cast last turn, so 2W costs 1 more": "2W +1",
    "mtg what would 2WU cost with +1": "2WU +1",
    "mtg 3B, my opponent controls a warden that adds 2": "3B +2",
    "mtg 2W, my opponent has got thalia so it is 1 more": "2W +1",
    "mtg 3UU opponent got thalia +1": "3UU +1",
    "mtg 2WU -1 on my opponents turn, it is not my turn": "2WU -1",
    "fab 3 +1 on my turn, it is my turn": "3 +1",
    "mtg their thalia is active so my 3R costs 1 more": "3R +1",
    "mtg 3R was taxed 1": "3R +1",
    "mtg how much is goblin chief 3R with a tax of 2": "3R +2",
    "mtg 4U, the next spell i cast this turn costs 1 less": "4U -1",
    "fab 3 costs 1 more because I was hit by a hammer": "3 +1",
    "fab 2 cost attack was frostbitten": "2 +1",
    "fabula custo 5 antes da redução de 2": "5 -2",
    "fabula custo 5 foi reduzido em 2": "5 -2",
}


@pytest.mark.parametrize(("typed", "meant"), HOLDS.items(), ids=list(HOLDS))
def test_a_change_that_holds_is_counted(typed: str, meant: str, ask: Ask) -> None:
    assert ask(typed).total == ask(f"{shlex.split(typed)[0]} {meant}").total


NUMBERS = {
    "mtg 2W costs nothing": "2W --free",
    "fabula custo 5, não custa nada": "5 --free",
    "mtg 4UU both 1 tax and 1 reduction": "4UU +1 -1",
    "mtg 3R with both a tax of 2 and a discount of 1": "3R +2 -1",
    "mtg 2W a couple of taxes of 1": "2W +1 +1",
    "fab 3 with a couple of frostbites": "3 +1 +1",
    "fab 3 frostbite frostbite": "3 +1 +1",
    "ga 3 memory 2": "3m --memory 2",
}


@pytest.mark.parametrize(("typed", "meant"), NUMBERS.items(), ids=list(NUMBERS))
def test_a_number_in_words_counts_as_often_as_it_says(typed: str, meant: str, ask: Ask) -> None:
    assert ask(typed).total == ask(f"{shlex.split(typed)[0]} {meant}").total


UNSURE = {
    "mtg 2W +1 to +3": "leaves open",
    "fabula 5 -1 até -2": "leaves open",
    "mtg both my medallions reduce 3R by 1": "both",
    "fab both your frost effects raise a 3 by 1": "both",
    "fab {r}{r}{r} hand {r}": "two costs",
    "ga 3 memory, memory 1, floating 2": "two costs",
    "ga 2 memory 3 reserve": "as in 2 --type memory --also reserve=3",
    "ga 3 reserve and 2 memory": "as in 3 --type reserve --also memory=2",
}


@pytest.mark.parametrize(("typed", "why"), UNSURE.items(), ids=list(UNSURE))
def test_numbers_that_may_be_either_of_two_are_refused(typed: str, why: str, ask: Ask) -> None:
    with pytest.raises(UsageError, match=why):
        ask(typed)
