"""Bad input is refused with one line, which names the wrong word and a good one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rules_cli.costs import CostAnswer
from rules_cli.errors import UsageError

Ask = Callable[[str], CostAnswer]
LONG = "1234567890"

REFUSED = {
    "changes of an unknown amount": ("fab 3 two taxes", "'2 taxes' needs a value after it: 2 taxes of 1"),
    "changes of an unknown amount, before the cost": ("mtg three reductions, 5G", "needs a value"),
    "an amount and its cause with another": ("ga 3, 2 less from efficiency level 3", "not sure"),
    "no base": ("fab +1", "no cost to start from"),
    "two bases": ("fab 3 4", "'3' and '4'"),
    "unknown option": ("fab 3 --frost 1", "'--frost'"),
    "option of another game": ("fab 3 --delve 2", "option of mtg, not of fab"),
    "option of two other games": ("ga 3 --have 2", "option of fab and fabula and mtg, not of ga"),
    "option twice": ("fab 3 --hand 1 --hand 2", "--hand is given twice"),
    "flag twice": ("fab 3 --free --free", "--free is given twice"),
    "shared option twice": ("fab 3 --json --json", "--json is given twice"),
    "ambiguous beginning": ("fab 3 --act", "--action or --actions"),
    "small letter after one dash": ("mtg WB -wb", "-WB"),
    "lone dash": ("fab 3 -", "'-'"),
    "@ in another game": ("fab 3 -2@1", "'2@1'"),
    "value missing": ("fab 3 --hand", "--hand 3,2,1c,0"),
    "value missing before an option": ("fab 3 --hand --free", "'--hand' needs a value"),
    "value of a flag": ("fab 3 --free=1", "takes no value"),
    "base unreadable": ("fab foo", "'foo'"),
    "base empty": ("fab ''", "''"),
    "base of a sign alone": ("fab 3 +", r"'\+'"),
    "fraction": ("fab 1.5", "'1.5'"),
    "fraction in another game": ("fabula 1/2", "'1/2'"),
    "negative number": ("fab 3 --set -1", "'-1'"),
    "negative base": ("ga -3", "no cost to start from"),
    "ten digits": (f"fab {LONG}", "1234567890.*a cost such as"),
    "ten digits of mana": (f"mtg {LONG}", "1234567890.*a cost such as"),
    "ten digits in an option": (f"ga 1 --hand {LONG}", "--hand 3"),
    "amount unreadable": ("ga 3 +x2", "'x2'"),
    "unit of another game": ("fabula 3m", "'3m'"),
    "unit on a modifier": ("ga 3 +1m", "'1m'"),
    "2X": ("fab 2X --x 1", r"2\+X or X\+X"),
    "X not announced": ("fab X", "announce X: --x 3"),
    "Y not announced": ("ga X+Y --x 1", "announce Y: --y 3"),
    "X of a kicker not announced": ("mtg 2 +X", "announce X"),
    "x without X": ("fab 3 --x 1", "no X in this cost"),
    "x without X, as 0": ("mtg 3 --x 0", "no X in this cost"),
    "X in a modifier": ("fab 3 +X --x 1", "only in the printed cost"),
    "X in a set cost": ("ga 3 --set X --x 1", "only in the printed cost"),
    "X of an alternative without X": ("fab X --alt 2 --x 1", "X must be 0"),
    "two alternatives": ("fab 3 --alt 1 --free", "5.1.3c"),
    "meld and free": ("fab 3 --meld --free", "one alternative cost only"),
    "two alternatives, mtg": ("mtg 3 --alt 1 --free", "118.9a"),
    "two alternatives, ga": ("ga 3 --alt 1 --free", "card-activation.3"),
    "alternative in fabula": ("fabula 3 --alt 1", "--also"),
    "set in mtg": ("mtg 3 --set 1", "--alt or --min"),
    "alternative without a cost": ("ga 3 --alt none", "--free"),
    "alternative unreadable": ("ga 3 --alt 2Q", "'2Q'"),
    "kind unreadable": ("fab 3 --also 2", "--also sacrifice=2"),
    "own without a number": ("fab 3 --own sacrifice", "--own sacrifice=2"),
    "unknown symbol": ("mtg '{J}'", "{J}.*107.4"),
    "unknown symbol without braces": ("mtg 2J", "{J}"),
    "hybrid of one color": ("mtg '{W/W}'", "{W/W}"),
    "number before a slash": ("mtg 12/W", r"\{12\}\{W\} or \{1\}\{2/W\}"),
    "other number before a slash": ("mtg 3/W", "{3/W}"),
    "brace left open": ("mtg '{W'", "'{W'"),
    "reduction by a hybrid": ("mtg 3W -{W/U}", "-W or -U"),
    "its rule": ("mtg 3W -{2/W}", "118.7e"),
    "monocolored hybrid and a reduction": ("mtg 2/W -1", "halves: --choose 2: .1.; --choose W: .W. .*601.2b"),
    "colorless hybrid and a reduction": ("mtg 2C/W -C", "--choose C: .2.; --choose W: .1..W."),
    "hybrid and its color": ("mtg 1W/U -U", "--choose W: .W.; --choose U: .1."),
    "Phyrexian and its color": ("mtg 1W/P -W", "--choose life: .0. \\+ 2 life; --choose W: .1."),
    "monocolored hybrid and a minimum": ("mtg 2/W --min 2", "--choose 2: .2.; --choose W: .1..W."),
    "Phyrexian and a minimum": ("mtg W/P --min 2", "--choose W: .1..W.; --choose life: .2. \\+ 2 life"),
    "Phyrexian and a limit": ("mtg 3W/P -2@1", "--choose life: .1. \\+ 2 life; --choose W: .1..W."),
    "choose of the wrong length": ("mtg W/UW/U --choose W", "1 halves for 2"),
    "the most halves with totals": ("mtg W/UW/UW/UW/UW/UW/U -W", "--choose W,W,W,W,W,W: .*; 2 dearer"),
    "too many halves for totals": ("mtg W/UW/UW/UW/UW/UW/UW/U -W", "which half of {W/U}.*--choose U,U,U,U,U,U,U"),
    "X that can't be 0": ("mtg XR --x 0 --x-not-0", "X can't be 0: announce 1 or more.*107.3a"),
    "X that must and can't be 0": ("fab XX --free --x-not-0", "can't be 0.*or pay its cost.*5.1.3a"),
    "rune gate and free": ("fab 3 --runechants 3 --free", "one alternative cost only, --free or --runechants"),
    "life for Phyrexian symbols, paid or there": ("mtg 3{B/P}{B/P} 4 life", "pay 4 life or --life 4"),
    "choose not a half": ("mtg W/U --choose B", "W or U"),
    "life for a hybrid": ("mtg W/U --choose life", "W or U"),
    "snow in have": ("mtg S --have S", "--snow"),
    "X in a reduction": ("mtg 3 -X", "only in the printed cost"),
    "limit on colored mana": ("mtg 3W -W@1", "-2@1.*118.7a"),
    "only on generic mana": ("mtg 3W -2@only", "only.*118.7a"),
    "limit unreadable": ("mtg 3 -2@x", "'-2@x'"),
    "ten digits in a limit": (f"mtg 3 -2@{LONG}", f"-2@{LONG}.*-2@1"),
    "limit on an increase": ("mtg 3 +2@1", r"'\+2@1'.*-2@1"),
    "creature unreadable": ("mtg 3 --convoke W,,G", "W,WG,C"),
    "a source that costs mana and makes none": ("mtg 3 --filter W", "W/U>WW"),
    "no special action": ("mtg 3 --special ninjutsu", "companion or foretell or morph"),
    "a word of letters of symbols": ("mtg 2W curse", "no cost and no known word"),
    "a short word of letters of symbols": ("mtg 2 sub", "no cost and no known word"),
    "a keyword of letters of symbols": ("mtg U spree 1U 2", "two costs"),
    "a keyword before a number": ("mtg 2W crew 3", "'crew' is no cost"),
    "a name of letters of symbols": ("mtg 2W ruby", "'ruby' is no cost"),
    "a word of letters of units": ("fab 3 arrah", "'arrah' is no cost"),
    "no part of a card": ("mtg 3 --as side", "split or room or fuse or adventure"),
    "waterbend without its part": ("mtg 3 --have WWW --waterbend 2", r"\+6:waterbend"),
    "an effect's cost for an alternative": ("mtg 3 --effect --alt 2", "--effect does not go with --free or --alt"),
    "brew and another alternative": ("ga 3 --brew a --alt 2", "one alternative cost only"),
    "too many ways to use sources that cost mana": (
        "mtg 30 --have 'W U B R G C W/U W/B W/R W/G U/B U/R U/G B/R B/G R/G'" + " --filter 3>A" * 6,
        "--filter: at most 500",
    ),
    "a source that costs four mana": ("mtg 3 --have W --filter 4>U", "at most 3"),
    "a source that costs X": ("mtg 3 --have W --filter X>U", "at most 3"),
    "a life color that is none": ("mtg B --have B --life-for Q", "--life-for B"),
    "instant alone": ("fab 3 --instant", "--action"),
    "pitch value not a digit": ("fab 3 --hand 3,x", "'x'"),
    "pitch value of two digits": ("fab 3 --hand 33", "'33'"),
    "points unreadable": ("fab 3 --have 2h", "'2h'"),
    "action point twice": ("fab 3+1a --action", "--action"),
    "memory and reserve": ("ga 4m --type reserve", "memory or reserve\\?"),
    "neither memory nor reserve": ("ga 4 --type hand", "reserve or memory"),
    "both in one cost": ("ga 4m+1r", "memory or reserve\\?"),
    "an alternative of the other type": ("ga 4r --alt 2m", "memory or reserve\\?"),
    "turn 0": ("fabula 3 --turn 0", "from 1, not '0'"),
    "more spent than there was": ("fabula 3 --turn 1 --spent 3", "--spent 3: at most 2"),
    "have with turn": ("fabula 3 --have 3 --turn 1", "does not go with --turn or --spent or --bonus or --cap"),
    "have with spent": ("fabula 3 --have 3 --spent 1", "does not go with --turn or --spent or --bonus or --cap"),
    "have with bonus": ("fabula 3 --have 3 --bonus 1", "does not go with --turn or --spent or --bonus or --cap"),
    "have with cap": ("fabula 3 --have 3 --cap 12", "does not go with --turn or --spent or --bonus or --cap"),
    "spent without turn": ("fabula 3 --spent 1", "--turn 3"),
    "bonus without turn": ("fabula 3 --bonus 1", "--turn 3"),
    "cap without turn": ("fabula 3 --cap 12", "--turn 3"),
    "a word too long": ("mtg " + "W" * 201, "at most 200"),
    "half of a fused card": ("mtg 1R fuse 1W", "--as fuse=1W"),
    "a prototype": ("mtg 7 prototype 1BB", "1BB --as prototype=7"),
    "a keyword and a number apart": ("mtg 3U suspend 4 U", "suspend 4U or suspend U"),
    "what is counted, beside a number of effects": (
        "mtg 4RR costs 1 less for each artifact and 2 thalias +1",
        "'each artifact' needs a value after it: 3 artifacts",
    ),
    "what is counted, beside others": ("ga 7, 1 less for each ally, two taxes of 1", "'each ally' needs a value"),
    "what is counted": ("fab 3 -1 for each time I boosted", "'each time' needs a value after it: 3 times"),
    "only means": ("ga 4 reservable weapon", "no cost to start from, only --reservable 4"),
    "choose without a hybrid": ("mtg WW --choose W", "no symbol of this cost has halves"),
    "a number before a cost": ("mtg 4 2UU", "as in 2UU \\+4"),
    "more of what there is": ("mtg 6 improvise 3 artifacts and 2 more", r"\+2 or --improvise 5"),
    "a special action and an alternative": ("mtg 3 --special foretell --alt 2", "--special does not go with"),
    "a number and several units": ("fab 3rr", r"3\+rr or 3r\+r"),
    "one of two costs": ("mtg 1R discard a card or pay 2", "leaves open what is paid.*only one"),
    "a hand too large": ("fab 3 --hand " + ",".join("1" * 17), "--hand 17: at most 16"),
}


@pytest.mark.parametrize(("typed", "says"), REFUSED.values(), ids=list(REFUSED))
def test_bad_input_is_refused(typed: str, says: str, ask: Ask) -> None:
    with pytest.raises(UsageError, match=says) as refusal:
        ask(typed)
    assert "\n" not in str(refusal.value)
    assert refusal.value.exit_code == 2


NEAREST = {
    "an unknown word": ("mtg 3WW w/ 2 tax pieces", "mtg 3WW with 2 tax +1 pieces"),
    "a word that is not read": ("mtg 2WUB died, 1 less, islands x2", "mtg 2WUB +1, 1 less, islands x2"),
    "a word that is not read, with its amount": ("mtg commander 3BG died twice", "mtg 3BG --tax 2$"),
    "a change that ended": ("fab 3 +1 ended", "fab 3 +1$"),
    "a word without its amount": ("fab 3 -1 frostbite set", "fab 3 -1 +1"),
}


@pytest.mark.parametrize(("typed", "nearest"), NEAREST.values(), ids=list(NEAREST))
def test_a_refusal_shows_the_nearest_question(typed: str, nearest: str, ask: Ask) -> None:
    with pytest.raises(UsageError, match=re.escape(f"rules cost {nearest}").replace(r"\$", "$")):
        ask(typed)
    assert ask(nearest.rstrip("$")).total


HALF_DOES_NOT_MATTER = {
    "two colors and generic": ("mtg 3W/U -2", "{1}{W/U}"),
    "two colors and another": ("mtg 3W/U -B", "{2}{W/U}"),
    "Phyrexian and generic": ("mtg 3W/P -2", "{1}{W/P}"),
    "two colors and a minimum": ("mtg W/U --min 3", "{2}{W/U}"),
    "a reduction that can't apply": ("mtg 1W/U -U --no-less", "{1}{W/U}"),
    "a symbol that isn't paid": ("mtg 2/W --free -1", "{0}"),
}


@pytest.mark.parametrize(("typed", "total"), HALF_DOES_NOT_MATTER.values(), ids=list(HALF_DOES_NOT_MATTER))
def test_a_half_must_be_chosen_only_if_it_matters(typed: str, total: str, ask: Ask) -> None:
    assert ask(typed).total == total
