"""All rules that an answer cites, in their order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_cli.costs import CostAnswer

# Question → keys of the rules. Together the questions cite every rule of a calculation.
CITED = {
    "fab X '+5c+1h:some label' --hand 2c,3,1,0,2,1 --alt discard --x 0": """
        base order chi unpaid seen x-kept copied unchanged modified x whole x-undefined new-object
        one-alternative alternative declared additional payment-order short taken-back needed unpitchable
        effect-costs assets-first""",
    "fab 7 --ability --hand 3,1,3,3,3 --action": """
        ability-cost action resource seen unchanged ability action-point payment-order needed kept""",
    "fab 0a --meld": """
        base meld zero seen unchanged melded meld-twice""",
    "fab none +5a +4h --free --actions 0 --life 20 --action": """
        base action order spend-action unpaid no-property unchanged modified declared additional action-point
        payment-order life""",
    "fab X+9 -10h:kicker --hand 1c,1 --no-less --x 0": """
        base forbidden short unpaid seen x-kept copied unchanged modified additive x whole x-undefined new-object
        taken-back resource needed chi-as-resource""",
    "fab 3 --alt discard --also rest": """
        base zero seen unchanged one-alternative alternative effect-costs assets-first effect-order
        effects-ordered""",
    "fab '{r}{r}'": """
        base seen unchanged symbols""",
    "fab 2 --instant --action": """
        base action seen unchanged instant""",
    "fab Ya --hand none --also discard --y 2": """
        base order unpaid-effect unpaid seen x-kept copied unchanged x whole x-undefined new-object effect-costs
        assets-first""",
    "mtg '{W/U}{W/P}{Y}' -C:offering -7@9 --free": """
        total less-generic less-other zero mana-value x-elsewhere x-permanent copied offering offering-kinds x
        x-one x-free one-alternative alternative alternative-seen value-x value-hybrid value-phyrexian""",
    "mtg '{2/W}{2}' '+{S}{U/P}:kicker' --improvise 2 --have none --ability": """
        total kicker enough pay ability activation-cost additional additional-seen snow hybrid phyrexian improvise
        improvise-later pay-mana symbols symbols-generic symbols-colorless""",
    "mtg '{S}{U}' -WB@only -WB@only:affinity --delve 3 --have none --tax 5": """
        total tax less enough pay mana-value affinity snow delve delve-later pay-mana symbols symbols-generic
        symbols-colorless""",
    "mtg W '+{C/W}{2/W}:multikicker' +3:multikicker -5@0:thing --choose W,2 --convoke C,C --have none": """
        total multikicker less-generic enough pay mana-value kicker announce half additional additional-seen
        hybrid convoke convoke-later pay-mana symbols symbols-generic symbols-colorless""",
    "mtg '{W/U/P}' --life 7": """
        total pay mana-value phyrexian value-phyrexian life pay-life pay-mana symbols symbols-generic
        symbols-colorless""",
    "mtg U -S": """
        total less-snow mana-value""",
    "mtg W -W/P:thing": """
        total less-phyrexian zero mana-value""",
    "mtg W -S --no-less": """
        total forbidden mana-value""",
    "mtg none --free": """
        total zero mana-value one-alternative alternative alternative-seen none-raised value-none""",
    "mtg '{B}' +WY '-{W}{W}:affinity' --y 0": """
        total less-excess mana-value x-elsewhere x-permanent copied affinity x x-one additional additional-seen""",
    "ga X --free": """
        start reserve-remove no-cost printed x x-object meaning declare reserve-sum x-free x-copied
        x-object-copied x-elsewhere""",
    "ga 3m --set 9 --floating 5 --memory 0": """
        memory memory-set random memory-unpaid printed meaning memory-sum no-opportunity memory-activated
        non-random floating memory-floating""",
    "ga 3r+9 +4+5 --ability --also sacrifice=0 --kindle 9 --hand 0": """
        start modify reserve reserve-unpaid printed intent meaning ability additional kindle""",
    "ga 9m -3:efficiency -7+4 --alt 5": """
        starcalling modify floor no-cost printed efficiency meaning declare""",
    "ga 3r +0 '-0:some label' --floating 5 --no-less --set 5 --reservable 4 --hand 0": """
        start reserve-set modify modifiable reserve reserve-unpaid printed meaning reserve-sum reservable
        reservable-one""",
    "ga none --alt discard": """
        declare no-cost meaning additional""",
    "ga 9m --free": """
        memory memory-remove no-cost printed meaning declare memory-sum""",
    "fabula 7+4 --turn 7 --ability": """
        ability no-lending no-target target-lost announced points restored subtract means meaning""",
    "fabula X+1 -2 --also sacrifice=0 --set 0 --x 3": """
        base card-text modify natural x x-one alternative means sacrifice meaning""",
    "fabula none '-4:some label' '-0:some label' --free --no-less": """
        no-number forbidden card-text modify meaning""",
    "fabula 0 --spent 0 --ability --turn 7 --no-less": """
        no-number-ability subtract no-target target-lost points restored ready means meaning""",
    "fabula 0+2 --bonus 4 --turn 3": """
        base subtract modify points restored bonus means meaning""",
    "fab none": """
        no-property unplayable-resource unplayable-block""",
    "mtg none": """
        none none-raised value-none no-mana-cost""",
    "ga none --free": """
        no-cost""",
    "mtg 1 --have A --also discard --hand 0": """
        total enough pay mana-value additional pay-mana symbols symbols-generic symbols-colorless""",
    "mtg 1 --also life=2 --alt 3 --as omen=2": """
        total alternative-part value-omen one-alternative alternative alternative-seen elsewhere-omen
        life pay-life""",
    "mtg '{2}{E}' --own energy=0": """
        total enough pay ability activation-cost energy""",
    "mtg 3 --special unlock +1": """
        special-unlock total""",
    "fab 3 -1 --runechants 2": """
        base order rune-gate seen unchanged modified""",
    "fab 2 --effect --hand 1": """
        pay-effect short unchanged effect-payment taken-back resource needed""",
    "ga 2 --effect --glimmer 1": """
        resolution replaced reserve-unpaid meaning""",
    "ga 2 --brew a=2 --herbs a/b,a/c --imbue 1": """
        brew brew-means imbue no-cost printed meaning declare""",
    "fab 1+1c --have 1,1c": """
        base order resource seen unchanged payment-order chi chi-as-resource""",
}


@pytest.mark.parametrize(("typed", "keys"), CITED.items(), ids=list(CITED))
def test_every_deciding_rule_is_cited_in_its_place(typed: str, keys: str, ask: Callable[[str], CostAnswer]) -> None:
    found = ask(typed)
    assert set(found.because) == set(keys.split())
    decided = [key for key in keys.split() if key in found.decided_by]
    assert list(found.because)[: len(decided)] == decided
