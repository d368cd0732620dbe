"""What a refusal advises works when it is typed as printed, and it is one thing."""

from __future__ import annotations

import re
import shlex

import pytest

from rules_cli.costs import cost
from rules_cli.errors import UsageError

REFUSED = [
    "mtg 2WU +l",
    "mtg 2WU +leviathan",
    "mtg 2WU leviathan",
    "mtg plot of land 2G",
    "mtg 2WU sphere of resistance",
    "mtg 2RR 1 life instead of",
    "mtg 3GG 4 life instead",
    "mtg {W/P}{W/P} paying 2 life",
    "mtg commander 3BG died twice",
    "mtg 2WUB died, 1 less",
    "mtg 1 less 5",
    "fab red thing 2",
    "fab hamerfall blue 2 might",
    "fab 3 +1 ended",
    "fab 3 -1 frostbite set",
    "fabula 5 gripo",
    "fabula custo 5, -1 no meu turno, nunca",
    "ga 2 memory 3 reserve",
    "ga 3 reserve, memory 2 wombat",
    "ga 4 reservable weapon",
]
KEPT = {
    "mtg 3GG 4 life instead, discard a card, 2 cards in hand": "3GG --alt life=4 --also discard=1 --hand 2",
    "mtg 3GG 4 life instead, +1, 2 forests": "3GG +1 --alt life=4 --have G,G",
}
FORMS = (
    r"rules cost (?P<whole>[^;()]+?)(?:; | \(|, or |$)",
    r"as in (?P<part>[^;()]+?)(?:;|$)",
    r"type (?P<form>[^;()]*--alt [^;()]+?)(?:;|$)",
    r"may be (?P<first>.+?) or (?P<second>.+?): type one of them",
)


@pytest.mark.parametrize("typed", REFUSED)
def test_what_is_advised_is_answered_as_printed(typed: str) -> None:
    game, *words = typed.split()
    with pytest.raises(UsageError) as refusal:
        cost(game, words)
    said = str(refusal.value)
    found = [match for form in FORMS for match in re.finditer(form, said)]
    forms = [form for match in found for form in match.groupdict().values()]
    assert forms or "--" in said, said
    assert len(found) <= 1, said
    for form in forms:
        asked = shlex.split(form.removeprefix(f"{game} "))
        assert cost(game, asked).total, form


@pytest.mark.parametrize(("typed", "advised"), KEPT.items())
def test_advice_keeps_all_that_was_typed(typed: str, advised: str) -> None:
    game, *words = typed.split()
    with pytest.raises(UsageError, match=f"type {re.escape(advised)}"):
        cost(game, words)
