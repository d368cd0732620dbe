"""Parts of a question in any words, number and order: each amount counts once, or the question is refused."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rules_cli.costs import CostAnswer
from rules_cli.errors import UsageError

LESS = ["-{}", "minus {}", "{} less", "reduced by {}", "{} off", "a reduction of {}", "an effect makes it cost {} less"]
MORE = ["+{}", "plus {}", "{} more", "{} tax", "a tax of {}", "something raises it by {}", "it costs {} more"]
MENOS = ["-{}", "{} a menos", "redução de {}", "um efeito reduz em {}", "com desconto de {}", "fica {} mais barata"]
MAIS = ["+{}", "{} a mais", "aumento de {}", "um efeito aumenta em {}", "taxa de {}", "custa {} a mais"]
TWICE = [("two effects reduce it by {} each", "-{0} -{0}"), ("two effects each make it cost {} more", "+{0} +{0}")]
TWICE += [("2 reductions of {}", "-{0} -{0}"), ("two effects of +{}", "+{0} +{0}"), ("-{} twice", "-{0} -{0}")]
DUAS = [("dois efeitos de -{}", "-{0} -{0}"), ("2 aumentos de {}", "+{0} +{0}")]
BASES = {
    "mtg": [
        (words.format(cost), cost) for words in ("{}", "a {} spell", "costs {}") for cost in ("2UU", "5", "{3}{B}")
    ],
    "fab": [("my 6", "6"), ("a 4 cost card", "4"), ("base 5", "5"), ("it costs 7", "7")],
    "ga": [("my 6", "6"), ("a 4 drop", "4"), ("printed cost 5", "5"), ("costs 7", "7")],
    "fabula": [("uma carta 6", "6"), ("um aliado de custo 4", "4"), ("quero jogar uma de 5", "5"), ("custa 7", "7")],
}
MEANS = {
    "mtg": [("have 3 islands", "--have UUU"), ("my lands are 2 swamps and 2 islands", "--have BBUU")],
    "fab": [("two blues", "--hand 3,3"), ("pitching 3 and 1", "--hand 3,1"), ("hand: red blue", "--hand 1,3")],
    "ga": [("3 cards in hand", "--hand 3"), ("hand 4", "--hand 4")],
    "fabula": [("tenho 4 pontos", "--have 4"), ("5 recursos", "--have 5"), ("3 pontos disponíveis", "--have 3")],
}


def made(game: str, chance: random.Random) -> tuple[str, str]:
    """Return a question in words, and the same in the grammar."""
    less, more, twice = (MENOS, MAIS, DUAS) if game == "fabula" else (LESS, MORE, TWICE)
    single = [(words, f"{sign}{{}}") for sign, some in (("-", less), ("+", more)) for words in some]
    parts = [chance.choice(BASES[game])]
    for words, meant in chance.choices(single + twice, k=chance.randint(0, 3)):
        number = chance.randint(1, 3)
        parts.append((words.format(number), meant.format(number)))
    parts += chance.sample(MEANS[game], chance.randint(0, 1))
    chance.shuffle(parts)
    joiner = chance.choice([", ", "; ", " e " if game == "fabula" else " and "])
    return joiner.join(words for words, _ in parts), " ".join(meant for _, meant in parts)


@pytest.mark.parametrize("game", BASES)
def test_each_amount_counts_once(game: str, ask: Callable[[str], CostAnswer]) -> None:
    chance, answered = random.Random(f"amounts of {game}"), 0
    for _ in range(250):
        words, meant = made(game, chance)
        try:
            found = ask(f"{game} '{words}'")
        except UsageError:
            continue
        expected = ask(f"{game} {meant}")
        answered += 1
        assert (found.total, found.payable) == (expected.total, expected.payable), words
    assert answered > 230


JOINED = {
    "fab 1 chi 2 resources, hand 3c": ("1c + 2", True),
    "fab 2 resources 1 chi, hand 3c": ("1c + 2", True),
    "fab 2 chi 1 resource, hand 3c": ("2c + 1", True),
    "fab 1 chi, 2 resources floating": ("1c", False),
    "fab 3, 2 resources floating, hand red": ("3", True),
    "fab 2 resources 1 chi floating hand red": ("2", True),
    "fab 3 resources 2 chi floating hand red": ("3", True),
    "fab 2, 1 chi floating hand red": ("2", True),
    "fab 3 cost 1 chi floating hand red": ("3", False),
    "fab 3 1 chi floating, hand blue": ("3", True),
    "fab 2 additional cost 1, hand 3": ("3", True),
    "fab 3 fused, hand blue ice, red ice, yellow": ("3", True),
    "fab 3 fused, hand ice red, blue ice": ("3", True),
    "fab 2 fused, hand blue ice, red": ("2", False),
    "fab 2 fused, hand a blue ice and a red": ("2", False),
}


@pytest.mark.parametrize("typed", JOINED)
def test_an_amount_belongs_to_the_words_beside_it(typed: str, ask: Callable[[str], CostAnswer]) -> None:
    found = ask(typed)
    assert (found.total, found.payable) == JOINED[typed]


@pytest.mark.parametrize("typed", ["1 chi, 2 resources floating", "3, I have 2 resources", "4 with 2 resources"])
def test_points_that_are_taken_as_there_are_said(typed: str, ask: Callable[[str], CostAnswer]) -> None:
    assert any(str(each).endswith(": --have 2") for each in ask(f"fab {typed}").question.read_as)


@pytest.mark.parametrize(
    "typed",
    [
        "fab 2 with an additional cost, hand 3c",
        "fab 2 with an extra cost, life 5",
        "mtg 2R with an additional cost, 4 lands",
    ],
)
def test_no_amount_of_another_word_is_taken_across_a_comma(typed: str, ask: Callable[[str], CostAnswer]) -> None:
    with pytest.raises(UsageError):
        ask(typed)


@pytest.mark.parametrize(("typed", "meant"), [("red,bleu", "blue"), ("yelow,blue", "yellow")])
def test_the_nearest_color_in_hand_is_named(typed: str, meant: str, ask: Callable[[str], CostAnswer]) -> None:
    with pytest.raises(UsageError, match=meant):
        ask(f"fab 3 --hand {typed}")
