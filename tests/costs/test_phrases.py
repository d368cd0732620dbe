"""What people type before they know the grammar: it is read, or answered with the right form."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import Any

import pytest

from rules_cli.costs import CostAnswer
from rules_cli.costs.arguments import SLOTS, NoCost, cost_file, cost_words, games
from rules_cli.costs.tokens import nearest
from rules_cli.errors import UsageError

Ask = Callable[[str], CostAnswer]

SAME = {
    "mtg '2WU - 1'": "mtg 2WU -1",
    "mtg 2WU-1": "mtg 2WU -1",
    "mtg '{2} {W} {U}' -1": "mtg 2WU -1",
    "mtg 2 W U -1": "mtg 2WU -1",
    "mtg 2WU \u20141": "mtg 2WU -1",
    "mtg 2WU less 1": "mtg 2WU -1",
    "mtg 2WU minus 1": "mtg 2WU -1",
    "mtg 2WU - 1": "mtg 2WU -1",
    "mtg 2WU --reduce 1": "mtg 2WU -1",
    "mtg 2WU reduced by 1": "mtg 2WU -1",
    "mtg 2WU -2 at least 1": "mtg 2WU -2@1",
    "mtg 2WU+1-2": "mtg 2WU +1 -2",
    "mtg 5 -2+1": "mtg 5 -2 +1",
    "fab 3 -2+1": "fab 3 -2 +1",
    "fab 3 +1-2": "fab 3 +1 -2",
    "fab 3 +1+3c": "fab 3 +1 +3c",
    "fab 3 '-2+1:frostbite'": "fab 3 -2 +1:frostbite",
    "mtg XR x=3": "mtg XR --x 3",
    "mtg XR -x 3": "mtg XR --x 3",
    "mtg XR x 3": "mtg XR --x 3",
    "mtg 2WU 1 less": "mtg 2WU -1",
    "mtg '2/W 2/W'": "mtg '{2/W}{2/W}'",
    "fab 3 with frostbite": "fab 3 +1:frostbite",
    "mtg 3UU --alternative 0": "mtg 3UU --alt 0",
    "mtg 2WW --commander 2": "mtg 2WW --tax 2",
    "fab 3 also discard": "fab 3 --also discard",
    "mtg 2 special foretell": "mtg 2 --special foretell",
    "mtg 5 cast twice before": "mtg 5 --tax 2",
    "mtg 5 commander cast once before": "mtg 5 --tax 1",
    "mtg 5 cast 3 times before": "mtg 5 --tax 3",
    "mtg 3UU convoke 2": "mtg 3UU --convoke C,C",
    "mtg R --trinisphere": "mtg R --min 3",
    "mtg 1U kicker 1U": "mtg 1U +1U:kicker",
    "mtg 4U affinity 3": "mtg 4U -3:affinity",
    "mtg 4U affinity for 3": "mtg 4U -3:affinity",
    "mtg 2WU free": "mtg 2WU --free",
    "mtg 2WW --have 'Plains Plains Island Island'": "mtg 2WW --have WWUU",
    "mtg foretell": "mtg 2 --special foretell",
    "mtg foretell 2": "mtg 2 --special foretell",
    "mtg 2 foretell": "mtg 2 --special foretell",
    "mtg ward 3": "mtg 3 --effect",
    "mtg 3 ward": "mtg 3 --effect",
    "mtg 1B sacrifice": "mtg 1B --also sacrifice",
    "fab '3 - 2 + 1'": "fab 3 -2 +1",
    "fab 3 +1 frostbite": "fab 3 +1:frostbite",
    "fab 3 plus 1 frostbite": "fab 3 +1:frostbite",
    "fab 3 +frostbite": "fab 3 +1:frostbite",
    "fab frostbite 3": "fab 3 +1:frostbite",
    "fab 3 frostbite 2": "fab 3 +2:frostbite",
    "fab 3 --hand red,blue": "fab 3 --hand 1,3",
    "fab 3 --hand 3 2 1": "fab 3 --hand 3,2,1",
    "fab 3 --hand '3, 2'": "fab 3 --hand 3,2",
    "fab 3 --hand 3 2 free": "fab 3 --hand 3,2 --free",
    "fab 3 --pitch 3": "fab 3 --hand 3",
    "fab X1 --x 2": "fab X+1 --x 2",
    "fab rr": "fab 2",
    "fab '{r}{r}{c}' --hand 3c": "fab 2+1c --hand 3c",
    "fab '{r} {r}'": "fab 2",
    "ga 2 memory": "ga 2m",
    "ga 7 efficiency 3": "ga 7 -3:efficiency",
    "ga 2 --memory 3": "ga 2m --memory 3",
    "fabula 5 --turno 3": "fabula 5 --turn 3",
    "fabula 5 menos 2": "fabula 5 -2",
    "fab 4 rune gate 4": "fab 4 --runechants 4",
    "fab 1 unless": "fab 1 --effect",
    "ga materialize 2": "ga 2m",
    "fabula 5 na turno 3": "fabula 5 --turn 3",
    "fabula 3 com desconto de 1": "fabula 3 -1",
    "fab 3 cost reduction of 2": "fab 3 -2",
    "fab 3 --hand b,y": "fab 3 --hand 3,2",
    "mtg 1U cycling": "mtg 1U --ability",
}


@pytest.mark.parametrize(("typed", "meant"), SAME.items(), ids=list(SAME))
def test_a_phrase_is_read_like_the_grammar(typed: str, meant: str, ask: Ask) -> None:
    found, expected = ask(typed), ask(meant)
    steps, others = ([(step.kind, step.amount, step.running) for step in each.steps] for each in (found, expected))
    assert steps == others
    assert (found.total, found.payable, found.pay, found.how) == (
        expected.total,
        expected.payable,
        expected.pay,
        expected.how,
    )


READ_AS = {
    "fab 3+1 --free": "3+1: one printed cost; for a cost and an increase type 3 +1",
    "ga 3+1-2": "3+1: one printed cost; for a cost and an increase type 3 +1",
    "fab X+2 --x 1": "X+2: one printed cost; for a cost and an increase type X +2",
    "fab 3r+1": "3r+1: one printed cost; for a cost and an increase type 3r +1",
    "fab 1+3c": "1+3c: one printed cost; for a cost and an increase type 1 +3c",
    "mtg 3+1": "3+1: a cost and an increase, 3 +1",
    "mtg 2WU+1": "2WU+1: a cost and an increase, 2WU +1",
    "mtg G+1G+U": "G+1G+U: a cost and an increase, G +1G +U",
    "mtg 2/W+1": "2/W+1: a cost and an increase, 2/W +1",
    "fab 3 +frostbite": "+frostbite: +1:frostbite",
    "mtg R --trinisphere": "--trinisphere: --min 3",
    "ga 2 --floating 3": "2: a memory cost, because Memory pays for it; type 2r for reserve",
    "mtg '{2}{T}'": "{2}{T}: the cost of an ability (--ability), as no spell costs {T}",
    "mtg XR --have RRRRCC": "X is not announced: 5 is the most that can be paid; --x 1 announces 1",
    "fab 3 2 froztbite": "froztbite: frostbite",
    "mtg 2R flahsback 3R": "flahsback: flashback",
    "fab 'cost 1, no action points left'": "--actions 0: no cost here asks for it; --action adds one "
    "(an action card or ability, which costs an action point)",
    "mtg 1G 20 life": "--life 20: no cost here asks for it",
    "fab 3 --also banish": 'banish: not from hand; for a card in hand type --also "banish from hand"',
}


@pytest.mark.parametrize(("typed", "said"), READ_AS.items(), ids=list(READ_AS))
def test_what_could_be_read_in_two_ways_is_said(typed: str, said: str, ask: Ask) -> None:
    assert tuple(map(str, ask(typed).read_as)) == (said,)


@pytest.mark.parametrize("typed", ["ga 2r", "mtg 2WU", "mtg 2WU+1-2", "fab 3 +1+1", "ga 2r --memory 1"])
def test_what_has_one_reading_needs_no_words(typed: str, ask: Ask) -> None:
    assert ask(typed).read_as == ()


def test_the_reading_is_the_first_line(run: Callable[..., Any]) -> None:
    assert run("cost", "fab", "3+1", "--free").out.splitlines()[0].startswith("read as: 3+1: one printed cost")


REFUSED = {
    "fab 3 --pich 3": "did you mean pitch?",
    "fab 3 --insant": "did you mean --instant?",
    "mtg 2WU thalia": r"rules cost mtg 2WU \+1 thalia",
    "mtg 0 +2x3": r"'2x3' may be 2 2 2 or \{2\}\{X\}\{3\}",
    "fab 3 -2 at least 1": "'at least 1' can't be read: type -1",
    "mtg 2WU kicker": "'kicker' needs a value after it: kicker 2",
    "mtg 3UU convoke": "'convoke' needs a value after it: --convoke W,WG,C .creatures to tap",
    "mtg 5 commander tax": "'commander' needs a value after it: commander 1 .earlier casts",
    "mtg 5 commander": "'commander' needs a value after it: commander 1 .earlier casts",
    "mtg RR mana": "no cost to start from",
    "mtg 2UU with islnds": "did you mean island",
    "ga 4 level 2": "-3:efficiency",
    "ga 2 memo 3": "did you mean memory",
    "mtg 4G iq": "'iq' is no cost and no known word",
    "mtg 4G imp": "'imp' is no cost",
    "mtg 4G conv": "did you mean convoke",
    "mtg 5 -x": "type --x 3 or -3",
    "ga 5 brew": "brew silvershine,catalyst=2",
    "fab 3 +1 blue": "--hand blue,red",
    "mtg XRR 4": "XRR --x 4",
    "fab 3 --hand BYR": "--hand B,Y,R",
    "mtg 2WU --max 9": "no option '--max'",
    "fab 3 --max 2": "no option '--max'",
    "mtg 2WU -w": "type -W",
    "fab 3 --hand 321": "--hand 3,2,1",
    "fab 3 gibberish": "'gibberish' is no cost and no known word; leave it out .* rules cost fab 3 .1 gibberish",
}


@pytest.mark.parametrize(("typed", "says"), REFUSED.items(), ids=list(REFUSED))
def test_a_refusal_names_the_right_form(typed: str, says: str, ask: Ask) -> None:
    with pytest.raises(UsageError, match=says):
        ask(typed)


def test_a_slip_of_two_letters_is_near_and_one_of_three_is_not(ask: Ask) -> None:
    with pytest.raises(UsageError, match="did you mean frostbite"):
        ask("fab 3 frozzbite")
    with pytest.raises(UsageError, match="no known word"):
        ask("fab 3 frozzbyte")


def test_of_words_as_near_as_each_other_always_the_same_one_is_meant() -> None:
    assert nearest("frostbite", {f"frost{letter}ite" for letter in "zyxwacdefghi"}) == "frostaite"


@pytest.mark.parametrize("game", games())
def test_a_phrase_does_not_hide_an_option(game: str) -> None:
    file = cost_file(game)
    hidden = {word: meaning for word, meaning in file.phrases.items() if word in file.options and word != "tax"}
    for word, meanings in hidden.items():
        assert not meanings or any(each.startswith(f"--{word} ") for each in re.split(r" \| | or ", meanings))


# What an option needs beside it: its refusal says so.
BESIDES = {
    "x": "X",
    "y": "Y",
    "z": "Z",
    "instant": "3 --action",
    "waterbend": "1UU +6:waterbend",
    "waterbending": "1UU",
    "pitched": "1 --hand 3:ice",
    "choose": "W/U2/WW/P",
    **{word: "" for file in map(cost_file, games()) for word, said in file.phrases.items() if said == "none"},
    **{word: "" for word, said in cost_words().phrases.items() if said == "none"},
    **dict.fromkeys((word for word, said in cost_file("mtg").phrases.items() if said == "--choose life"), "1W/P"),
    "as": "1U",
    "spent": "3 --turn 2",
    "gast~": "3 --turn 2",
    "usei": "3 --turn 2",
    "used": "3 --turn 2",
    "bonus": "3 --turn 2",
    "bônus": "3 --turn 2",
    "cap": "3 --turn 2",
    "limite": "3 --turn 2",
    "limit": "3 --turn 2",
    "ponto adicional": "3 --turn 2",
    "pontos adicionais": "3 --turn 2",
    "da passiva": "3 --turn 2",
    "for x": "X",
    "max x": "X --have 5",
    "x-not-0": "X",
    "colored only": "3W -W",
    "only colored": "3W -W",
}
REFUSED_WORDS = {
    ("mtg", "set"),
    *(("mtg", word) for word, said in cost_words().phrases.items() if said == "--set *"),
    ("fabula", "alt"),
    ("fab", "life"),  # to pay, or to pay with
    *((game, word) for game in ("fab", "ga", "fabula") for word, said in cost_words().phrases.items() if said == "@*"),
    *(("fabula", word) for word in ("alternativ~", "instead")),
}
WORDS = [
    (game, word)
    for game in games()
    for word in {**cost_words().phrases, **cost_words().options, **cost_file(game).phrases, **cost_file(game).options}
    if (game, word) not in REFUSED_WORDS
]


@pytest.mark.parametrize(("game", "word"), WORDS, ids=[f"{game} {word}" for game, word in WORDS])
def test_the_form_that_a_refusal_recommends_is_accepted(game: str, word: str, ask: Ask) -> None:
    file = cost_file(game)
    option = {**cost_words().options, **file.options}.get(word)
    base = BESIDES.get(word, "3")
    bare = [] if word in ("x", "y", "z") or set(SLOTS) & set(word.split()) else [shlex.quote(word)]  # `X y` is a cost
    for typed in [*bare, f"--{word}"] if option and option.takes else bare:
        try:
            ask(f"{game} {base} {typed}")
        except NoCost:  # the number belongs to the word: `3 less`
            ask(f"{game} 5 {base} {typed}")
        except UsageError as refusal:
            found = re.search(r"(?:needs a value(?: after it)?|announce .): (.*?)(?: \(|; |$)", str(refusal))
            assert found, refusal
            ask(f"{game} {base} {found[1]}".replace("n't", "n’t"))
