"""What a judge types first, and the same question in the grammar; `?` if it has to be refused."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest

from rules_cli.costs import CostAnswer
from rules_cli.errors import UsageError

FIRST_TRIES = [
    ("mtg 2WU -1 electromancer", "2WU -1:electromancer"),
    ("mtg 3G +1 sphere of resistance", "3G +1:sphere"),
    ("mtg 1UU +1 thalia +1 thorn", "1UU +1:thalia +1:thorn"),
    ("mtg equip 3", "3 --ability"),
    ("mtg 4RR overload 6RR", "4RR --alt 6RR"),
    ("mtg 1U replicate U 3 times", "1U +U +U +U"),
    ("mtg 3B encore 5BB", "5BB --ability"),
    ("mtg level up 2", "2 --ability"),
    ("mtg reconfigure 4", "4 --ability"),
    ("mtg 2R harmonize 5R", "2R --alt 5R"),
    ("mtg 2G mayhem 1G", "2G --alt 1G"),
    ("mtg 3GW web-slinging 1GW", "3GW --alt 1GW"),
    ("mtg 5U awaken 6UU", "5U --alt 6UU"),
    ("mtg cumulative upkeep 2", "2 --effect"),
    ("mtg more than meets the eye 3R", "none --alt 3R"),
    ('mtg "{2}, {T}, Sacrifice a creature:"', "{2}{T} --also sacrifice"),
    ('mtg "{1}{B}, Pay 2 life:"', "1B --ability --also life=2"),
    ('mtg "{3}, Discard a card:"', "3 --ability --also discard"),
    ("mtg XR with 5 lands", "XR --have AAAAA"),
    ("mtg XX max 7", "XX --have AAAAAAA"),
    ("mtg 2UU 4 lands", "2UU --have AAAA"),
    ("mtg 3WW --have 5", "3WW --have AAAAA"),
    ("mtg 2WU less one", "2WU -1"),
    ("mtg 2WU costs 2 less", "2WU -2"),
    ("mtg 2WU costs one more", "2WU +1"),
    ("mtg 4BB pay 3 life", "4BB --also life=3"),
    ("mtg R at least 3", "R --min 3"),
    ("mtg 5G -2 at least 1", "5G -2@1"),
    ("mtg 3UU without paying its mana cost", "3UU --free"),
    ("mtg 3UU for free +2", "3UU --free +2"),
    ("mtg 2BB exile 2 cards", "2BB --also exile=2"),
    ("mtg 2B sacrifice two creatures", "2B --also sacrifice=2"),
    ("mtg 6U affinity 4", "6U -4:affinity"),
    ("mtg 2WW commander cast 3 times", "2WW --tax 3"),
    ("mtg 4GG convoke 3 creatures", "4GG --convoke 3"),
    ("mtg 7UU delve 5 cards", "7UU --delve 5"),
    ("mtg {P/U}1", "{U/P}1"),
    ("mtg 2/W 2/U", "{2/W}{2/U}"),
    ("mtg kicker 2R on 1R", "1R +2R:kicker"),
    ("mtg 1R kicked for 2R", "1R +2R:kicker"),
    ("mtg XG x is 4", "XG --x 4"),
    ("mtg crew 2", "?"),
    ("mtg 3 curse", "?"),
    ("mtg 2W +1 curse", "2W +1:curse"),
    ("mtg 1B casualty 2", "1B --also sacrifice"),
    ("mtg 2U escape 3UU exile 4", "2U --alt 3UU --also exile=4"),
    ("fab 3 +1 bind", "3 +1:bind"),
    ("fab 3 heave 3", "3 --effect"),
    ("fab 4 minus 1 blue card", "?"),
    ("fab 2 boost", "2 --also boost"),
    ("fab 3 frostbite twice", "3 +1:frostbite +1:frostbite"),
    ("fab quell 2", "2 --effect"),
    ("fab arcane barrier 3", "3 --effect"),
    ("fab 3 with hand 3 2 1", "3 --hand 3,2,1"),
    ("fab 3 pitch blue and red", "3 --hand 3,1"),
    ("fab 4 less 1 plus 2", "4 -1 +2"),
    ("fab 3 costs 1 more", "3 +1"),
    ("fab 5 for free", "5 --free"),
    ("fab 0 beat chest", "0 --also discard"),
    ("fab 2 discard a card with hand 3,1", "2 --also discard --hand 3,1"),
    ("fab 3 as an instant", "3 --action --instant"),
    ("fab 4 rune gate 5 runechants", "4 --runechants 5"),
    ("fab 3 have 1 hand 2", "3 --have 1 --hand 2"),
    ("fab 1 unless they pay", "1 --effect"),
    ("fab XX x=2", "XX --x 2"),
    ("ga 3 -1 efficiency", "3 -1:efficiency"),
    ("ga 3 memory 2", "3m --memory 2"),
    ("ga materialize 3 memory 2", "3m --memory 2"),
    ("ga 4 reserve hand 3", "4r --hand 3"),
    ("ga 5 cost 2 more", "5 +2"),
    ("ga 2 floating 1 memory 1", "2m --floating 1 --memory 1"),
    ("ga 3 hand of 4", "3 --hand 4"),
    ("ga 3 4 cards in hand", "3 --hand 4"),
    ("ga 6 starcalling 2", "6 --alt 2"),
    ("ga 4 kindle 2 hand 2", "4 --kindle 2 --hand 2"),
    ("ga 2 memory cost 1 less", "2m -1"),
    ("ga 3 one reservable hand 2", "3 --reservable 1 --hand 2"),
    ("ga 0 sacrifice an ally", "0 --also sacrifice"),
    ("ga 5 efficiency 2 with 3 cards in hand", "5 -2:efficiency --hand 3"),
    ("fabula 4 2 de desconto", "4 -2"),
    ("fabula custa 5 com 2 de desconto", "5 -2"),
    ("fabula 4 com 2 a menos", "4 -2"),
    ("fabula 4 reduzido em 2", "4 -2"),
    ("fabula 5 de graça", "5 --free"),
    ("fabula 6 no turno 4 gastei 2", "6 --turn 4 --spent 2"),
    ("fabula habilidade de 2", "2 --ability"),
    ("fabula 3 e descartar uma carta", "3 --also discard"),
    ("fabula 4 terceiro turno", "4 --turn 3"),
    ("fabula 2 mais caro 1", "2 +1"),
    ("fabula 3 com 1 a mais", "3 +1"),
    ("fabula 3 sacrificar um aliado", "3 --also sacrifice"),
    ("fabula 5 menos dois", "5 -2"),
    ("fabula 4 turno 2", "4 --turn 2"),
    ("fabula X turno 3", "X --turn 3"),
    ("fabula 3 com 4 pontos", "3 --have 4"),
    ("fabula 7 limite 12 turno 6", "7 --cap 12 --turn 6"),
    ("fabula custo 3 aumentado em 2", "3 +2"),
    ("fabula 4 sem pagar", "4 --free"),
]


@pytest.mark.parametrize(("typed", "meant"), FIRST_TRIES, ids=[typed for typed, _ in FIRST_TRIES])
def test_a_first_try_is_understood_or_refused(typed: str, meant: str, ask: Callable[[str], CostAnswer]) -> None:
    if meant == "?":
        with pytest.raises(UsageError):
            ask(typed)
        return
    found, expected = ask(typed), ask(f"{shlex.split(typed)[0]} {meant}")
    assert (found.total, found.payable) == (expected.total, expected.payable)
    assert [(step.kind, step.amount) for step in found.steps] == [(step.kind, step.amount) for step in expected.steps]
