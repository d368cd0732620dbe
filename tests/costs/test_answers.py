"""Answers beyond the worked examples: steps, parts of a payment, what an effect sees, notes, deciding rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_cli.costs import CostAnswer
from rules_cli.errors import UsageError

Ask = Callable[[str], CostAnswer]

STEPS = {
    "fab 3 -9 +1 --set 5": [("start", "3", "3"), ("set", "5", "5"), ("increase", "+1", "6"), ("reduce", "-9", "0")],
    "fab 3 --free +1": [("free", "0", "0"), ("increase", "+1", "1")],
    "fab 3 --alt 1 --set 2": [("alternative", "0", "0"), ("set", "1", "1"), ("set", "2", "2")],
    "fab 3 --meld": [("alternative", "0", "0"), ("set", "6", "6")],
    "fab 2 --action": [("start", "2", "2"), ("start", "1a", "2 + 1a")],
    "fab 5 -2 --no-less": [("start", "5", "5"), ("reduce", "-2", "5")],
    "fab 5 --set 1c": [("start", "5", "5"), ("set", "1c", "1c + 5")],
    "mtg 6 -5 -2@1 --min 3": [
        ("start", "{6}", "{6}"),
        ("reduce", "-{2}", "{4}"),
        ("reduce", "-{5}", "{0}"),
        ("minimum", "+{3}", "{3}"),
    ],
    # The highest limit first: {1} in this order, {3} in the other.
    "mtg 5 -2@1 -2@3": [("start", "{5}", "{5}"), ("reduce", "-{2}", "{3}"), ("reduce", "-{2}", "{1}")],
    "mtg 3W -W@only -W": [("start", "{3}{W}", "{3}{W}"), ("reduce", "-{W}", "{3}"), ("reduce", "-{W}", "{2}")],
    "mtg 2 +1 --tax 1 --also life=3": [
        ("start", "{2}", "{2}"),
        ("increase", "+{1}", "{3}"),
        ("increase", "+{2}", "{5}"),
        ("increase", "+3 life", "{5} + 3 life"),
    ],
    "ga 2 -5 +4 --free": [("start", "2", "2"), ("increase", "+4", "6"), ("reduce", "-5", "1"), ("remove", "0", "0")],
    "ga 2 -5": [("start", "2", "2"), ("reduce", "-5", "-3"), ("floor", "0", "0")],
    "ga 4 --alt sacrifice +1": [("alternative", "0", "0"), ("increase", "+1", "0")],
    "ga 4 --alt sacrifice --set 3 +1": [("alternative", "0", "0"), ("set", "3", "0"), ("increase", "+1", "0")],
    "fabula 2 +1 --free": [("start", "2", "2"), ("increase", "+1", "3"), ("free", "0", "0")],
}


@pytest.mark.parametrize(("typed", "steps"), STEPS.items(), ids=list(STEPS))
def test_steps_are_in_the_order_of_the_rules(typed: str, steps: list[tuple[str, str, str]], ask: Ask) -> None:
    assert [(step.kind, step.amount, step.running) for step in ask(typed).steps] == steps


PAYABLE = {
    "nothing said": ("fab 3", None),
    "nothing said, and a total of 0": ("ga 0", None),
    "one part unknown": ("fab 3 --action --hand 3", None),
    "one part unknown, another fails": ("fab 3 --action --hand 1", False),
    "have alone means an empty hand": ("fab 3 --have 1", False),
    "have says nothing of discards": ("fab 1 --have 1 --also discard", None),
    "a part of 0 is met": ("fab 0 --also sacrifice=0 --life 3", True),
    "own is enough": ("fab 0 --also sacrifice --own sacrifice=1", True),
    "own is not enough": ("fab 0 --also sacrifice=3 --own sacrifice=2", False),
    "own of another kind": ("fab 0 --also sacrifice --own banish=2", None),
    "discards are met from the hand alone": ("fab 0 --also discard --own discard=2", None),
    "life falls short": ("fab 2h --life 1", False),
    "action point missing": ("fab 0 --action --actions 0", False),
    "chi first, then resource": ("fab 1+2c --hand 3c", True),
    "no chi among the cards": ("fab 2c --hand 3,3c", True),
    "an alternative thing": ("fab 3 --alt discard --hand 1", True),
    "creatures pay no colorless": ("mtg C --convoke C --have none", False),
    "artifacts pay generic": ("mtg 2 --improvise 2", True),
    "artifacts pay no colors": ("mtg W --improvise 2 --have none", False),
    "any color is not colorless": ("mtg C --have A", False),
    "any color": ("mtg WB --have AA", True),
    "snow mana pays by its type": ("mtg SW --snow WW", True),
    "mana that is not snow": ("mtg S --have W", False),
    "life alone can pay": ("mtg W/P --life 2", True),
    "life says nothing of mana": ("mtg 2W --also life=3 --life 5", None),
    "life for both": ("mtg W/P --also life=3 --life 4 --have none", False),
    "life to 0": ("mtg W/P --also life=3 --life 5 --have none", True),
    "hand is for discards only": ("mtg 0 --also discard --hand 1", True),
    "Kindle and Reservable": ("ga 3 --reservable 1 --kindle 2", True),
    "too little life besides convoke": ("mtg 4W/P --choose life --convoke W --life 1", False),
    "a source that costs mana says nothing of mana": ("mtg 3 --filter 1>WW", None),
    "Floating Memory says nothing of Memory": ("ga 3m --floating 2", None),
    "Floating Memory alone": ("ga 2m --floating 2", True),
    "life alone says nothing of mana": ("mtg 1B/PB/P --choose life,life --life 20", None),
    "too little life for chosen symbols": ("mtg 1B/PB/P --choose life,life --life 3", False),
    "mana alone says nothing of life": ("mtg 1W/P --have CC", None),
    "reserve named apart": ("ga 2 --also reserve=1 --hand 2", False),
    "memory named apart": ("ga 2 --also memory=1 --hand 2 --memory 1", True),
    "memory says nothing of reserve": ("ga 2 --also memory=1 --memory 1", None),
    "discards besides Reservable": ("ga 2 --also discard --hand 1 --reservable 2", True),
    "points there": ("fabula 3 --have 3", True),
    "discard in fabula": ("fabula 1 --have 1 --also discard --hand 0", False),
}


@pytest.mark.parametrize(("typed", "payable"), PAYABLE.values(), ids=list(PAYABLE))
def test_a_cost_is_payable_if_every_part_is(typed: str, payable: bool | None, ask: Ask) -> None:
    assert ask(typed).payable is payable


SEEN = {
    "fab XX+1 --x 2 -3": {"cost": 5, "paid": "2"},
    "fab none --alt 2": {"cost": None, "paid": "2"},
    "fab 3 --free": {"cost": 3, "paid": "0"},
    "mtg X2/WW/PW/U --alt 2": {"stack": 4, "elsewhere": 4},
    "mtg X2/WW/P --x 3": {"stack": 6, "elsewhere": 3},
    "mtg none --free": {"stack": 0, "elsewhere": 0},
    "mtg 3 --ability": None,
    "ga 7 -3": {"cost": 7, "paid": "4"},
    "ga X --x 2": {"cost": 2, "paid": "2"},
    "fabula 5 -2": {"cost": 5, "paid": "3"},
}


@pytest.mark.parametrize(("typed", "seen"), SEEN.items(), ids=list(SEEN))
def test_effects_see_the_printed_cost(typed: str, seen: dict[str, object] | None, ask: Ask) -> None:
    assert ask(typed).seen == seen


NOTES = {
    "fab 3 --alt 1": "when its own amount is added",
    "fab X --alt 1": "we treat an alternative cost without X the same way",
    "fab 3 +1h": "we add them with the increases",
    "fab none": "how to start for a card without a cost",
    "fab 1+2c --free": "must still be paid",
    "ga 3 --also rest": "are not part of the sum",
    "ga 3 --free": "an effect that takes the cost away",
    "ga X --alt 1": "we treat an alternative cost without X the same way",
    "ga X --x 1": "from the end of 2025 on",
    "ga 3 -1 --no-less": "does not mention effects that forbid",
    "ga none --free": "to play it for free changes nothing",
    "fabula 3 -1": "gives no order",
    "fabula 3 --set 1": "gives no order",
    "fabula 3 --free": "no resources at all",
    "fabula X --x 1": "the last change counts",
    "fabula 3 --turn 1": "turns are counted here",
    "fabula 3 --turn 1 --bonus 2": "on top of the limit",
    "ga 3 --also discard --own discard=1": "come from --hand",
}


@pytest.mark.parametrize(("typed", "note"), NOTES.items(), ids=list(NOTES))
def test_a_note_says_where_the_book_is_silent(typed: str, note: str, ask: Ask) -> None:
    assert any(note in str(each) for each in ask(typed).notes)


@pytest.mark.parametrize("game", ["fabula", "ga", "mtg"])
@pytest.mark.parametrize("also", ["discard", "descarte", "--also discard", "--also descarte", "--also Descarte"])
def test_a_kind_of_cost_may_be_named_in_any_language_of_the_page(game: str, also: str, ask: Ask) -> None:
    found = ask(f"{game} 0 {also if also[0] == '-' else f'--also {also}'} --hand 0")
    assert (found.payable, found.also[0].kind) == (False, "discard")


@pytest.mark.parametrize("cost", ["sacrifice", "sacrifício", "sacrificio"])
@pytest.mark.parametrize("own", ["sacrifice", "sacrifício", "SACRIFICIO"])
def test_what_is_given_up_is_matched_by_its_kind_and_not_by_its_language(cost: str, own: str, ask: Ask) -> None:
    assert ask(f"fabula 3 --also {cost} --own {own}=0").payable is False
    assert ask(f"fabula 3 --have 3 --also {cost} --own {own}=1").payable is True


def test_an_own_number_that_no_cost_asks_for_is_said(ask: Ask) -> None:
    assert tuple(map(str, ask("fab 0 --also sacrifice --own wares=2").read_as)) == (
        "--own wares: no cost here asks for it",
    )


VALUES = {
    "5BR --as mdfc=1B": (7, 2, "712.8f"),
    "5BR --as modal": (7, None, "712.8a"),
    "XR --x 2 --as mdfc=2G": (3, 3, "712.8f"),
    "5BR --as back=1B": (2, 2, "202.3b"),
    "3U --as room=2UU": (4, 8, "709.5"),
    "3U --as split=2UU": (4, 8, "202.3d"),
}


@pytest.mark.parametrize(("typed", "value"), VALUES.items(), ids=list(VALUES))
def test_the_mana_value_of_a_part_of_a_card(
    typed: str, value: tuple[int, int | None, str], ask: Ask, numbers: Callable[[CostAnswer], set[str]]
) -> None:
    found = ask(f"mtg {typed}")
    assert found.seen == {"stack": value[0], "elsewhere": value[1]}
    assert value[2] in numbers(found)


def test_an_increase_with_a_known_label_needs_no_note(ask: Ask) -> None:
    assert ask("fab 3 +1:Frostbite").notes == ()


RULES = {
    "mtg 4 -1:affinity": "702.41a",
    "mtg 4W -W:offering": "702.48c",
    "mtg 4 -S": "118.7g",
    "mtg 4W -W/P": "118.7f",
    "mtg 4 -1 --no-less": "101.2",
    "fab 4 -1 --no-less": "1.0.2",
    "fab 4 --ability": "2.2.3",
    "ga 4 --ability": "activated-abilities.1",
    "ga 0 --ability --also rest": "abilities.6",
    "ga 4m --set 2": "card-materialization.2#2",
    "ga 4m --free": "card-materialization.4",
    "ga 2m --memory 2": "card-activation.2#4",
    "mtg 2 --also life=1": "118.8",
    "mtg 0 --ability": "602.2b",
}


@pytest.mark.parametrize(("typed", "rule"), RULES.items(), ids=list(RULES))
def test_more_rules_are_cited(typed: str, rule: str, ask: Ask, numbers: Callable[[CostAnswer], set[str]]) -> None:
    assert rule in numbers(ask(typed))


def test_the_sentence_shows_eight_ways_to_pay_and_counts_the_rest(ask: Ask) -> None:
    eight = ask("fab 2 --hand 1,2,3,4,5")
    nine = ask("fab 2 --hand 1,1,2,3,4,5")
    assert (len(eight.pay), "more ways" in str(eight.how[0].words)) == (8, False)
    assert (len(nine.pay), str(nine.how[0].words).rpartition(", or ")[2]) == (9, "1 more way")


def test_an_own_number_of_another_kind_than_discard_needs_no_note(ask: Ask) -> None:
    assert ask("mtg 3 --also sacrifice --own sacrifice=1").notes == ()


SAID = {
    "mtg 3 --hand 0 --also discard": "discard: 1 in hand needed, 0 there",
    "mtg 3 --also sacrifice=2 --own sacrifice=1": "sacrifice: 2 needed, 1 there",
    "mtg 3 --have CC": "mana: 3 needed, 2 there",
    "mtg 1W/P --have CC": "payable with 2 life; --life says how much there is",
    "mtg 1W/PW/P --choose life,life --life 3": "life: 4 needed, 3 there",
    "mtg 1UU +6:waterbend --waterbend 7 --have UU": "artifacts and creatures pay for the 6 generic",
    "fab 1 --hand 1 --also charge": "after pitching, the cards left in hand are not enough for: charge",
    "ga 3 --glimmer 2": "glimmer counters: 3 needed, 2 there",
}


@pytest.mark.parametrize(("typed", "said"), SAID.items(), ids=list(SAID))
def test_the_part_that_fails_is_named(typed: str, said: str, ask: Ask) -> None:
    assert any(str(each.words).startswith(said) for each in ask(typed).how)


def test_life_that_is_paid_cites_its_rules(ask: Ask) -> None:
    for typed in (
        "mtg 2 --also life=3",
        "mtg 2 --alt life=3",
        "mtg 0 --ability --also life=7",
        "mtg W/P --choose life",
    ):
        assert {"life", "pay-life"} <= set(ask(typed).because)
    assert "alternative-part" in ask("mtg 3UU --alt exile=1 --also life=1").because
    assert "activation-cost" in ask("mtg 0 --ability --also life=7").because


LEFT = {
    "mtg 4GW convoke G,W,G": "mana: {3};",
    "mtg 5UU improvise 2": "mana: {3}{U}{U};",
    "mtg 5UU --delve 4": "mana: {1}{U}{U};",
    "mtg 2UU --improvise 9": "mana: {U}{U};",
    "mtg C --convoke C": "mana: {C};",
    "mtg 4UU --assist 9": "mana: {U}{U};",
    "mtg 1UU +6:waterbend --waterbend 7": "mana: {1}{U}{U};",
    "mtg '{2/W}{2/W}' --improvise 1": "mana: {1}{2/W};",
    "mtg '{2/W}{2/W}' --improvise 2": "mana: {2/W};",
    "mtg '{2/W}{2/W}' --convoke W": "mana: {2/W};",
    "mtg 1WW/P --delve 1": "mana: {W}{W/P};",
    "mtg 1WU --convoke WU": "mana, for example: ",
    "ga 3 --reservable 1": "reserve from hand: 2;",
    "ga 3 --kindle 2": "reserve from hand: 1;",
    "ga 3m --floating 1": "banish from Memory: 2;",
}


@pytest.mark.parametrize(("typed", "left"), LEFT.items(), ids=list(LEFT))
def test_what_is_left_to_pay_is_said_if_nothing_was_said_of_it(typed: str, left: str, ask: Ask) -> None:
    found = ask(typed)
    assert found.payable is None
    assert any(left in str(each.words) and str(each.words).startswith("left to ") for each in found.how)


def test_creatures_of_no_stated_color_pay_generic_mana(ask: Ask) -> None:
    assert ask("mtg 2U --convoke 2 --have U").payable is True
    found = ask("mtg 2U --convoke 3")
    assert found.payable is None
    assert tuple(map(str, found.read_as)) == (
        "--convoke and a number: creatures that pay for generic mana only; with their colors: --convoke W,WG,C",
    )
    assert ask("mtg 2 --convoke 2").read_as == ()


def test_a_tax_that_may_be_a_number_of_casts_or_an_amount_is_refused(ask: Ask) -> None:
    with pytest.raises(UsageError, match=r"'5 commander tax 2' may be 5 \+2 or 5 --tax 2"):
        ask("mtg 5 commander tax 2")
    assert ask("mtg flashback 2R tax of 1").total == "{3}{R}"  # of an effect


def test_a_commander_cast_from_the_hand_is_not_taxed(ask: Ask) -> None:
    assert ask("mtg commander 2GG cast twice, now from my hand").total == "{2}{G}{G}"
    assert ask("mtg commander 2GG, cast twice, 4 cards in hand").total == "{6}{G}{G}"


@pytest.mark.parametrize(
    ("typed", "total"),
    [("1R --special foretell", "{2}"), ("4 companion", "{3}"), ("none --special foretell", "{2}")],
)
def test_a_special_action_that_always_costs_the_same_costs_no_more_and_no_less(
    typed: str, total: str, ask: Ask
) -> None:
    found = ask(f"mtg {typed}")
    assert found.total == total
    assert str(found.read_as[-1]).endswith(f"always costs {total}")


@pytest.mark.parametrize("typed", ["2 --special foretell", "'{2}' --special foretell", "1R --special plot"])
def test_the_cost_of_a_special_action_is_taken_as_typed(typed: str, ask: Ask) -> None:
    assert ask(f"mtg {typed}").read_as == ()


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("ga 2 --reservable 3", "1 by Reservable or Kindle"),
        ("ga 2 --reservable 3 --hand 1", "1 in hand"),
        ("ga 2m --floating 3", "1 floating"),
        ("ga 2m --floating 3 --memory 0", "0 in Memory, 1 floating"),
    ],
)
def test_what_is_left_names_only_what_was_named(typed: str, left: str, ask: Ask) -> None:
    assert str(ask(typed).left) == left


@pytest.mark.parametrize("keyword", ["disguise", "megamorph", "morph"])
def test_a_keyword_with_a_special_action_gives_it_its_name(keyword: str, ask: Callable[[str], CostAnswer]) -> None:
    assert str(ask(f"mtg {keyword} 4GG").steps[0].what) == f"{keyword}, a special action"


def test_mana_of_any_type_is_said_once(ask: Callable[[str], CostAnswer]) -> None:
    paid = ask("mtg 4RR with 7 lands").pay[0]
    assert (str(paid.pay), str(paid.left)) == ("6 of any type", "1 of any type")


@pytest.mark.parametrize("rest", ["delve 7", "with 3 islands", "kicker 2"])
def test_the_name_before_a_cost_is_said_to_be_the_cards(rest: str, ask: Callable[[str], CostAnswer]) -> None:
    assert "treasure hunter: the card whose cost this is" in " ".join(
        map(str, ask(f"mtg treasure hunter 7U {rest}").read_as)
    )


@pytest.mark.parametrize("cost", ["fab blade of gloom 3 -1", "mtg echo of grief 4UU +1"])
def test_a_name_of_several_words_is_said_to_be_the_cards(cost: str, ask: Callable[[str], CostAnswer]) -> None:
    assert "the card whose cost this is" in " ".join(map(str, ask(cost).read_as))


def test_the_rest_of_a_name_behind_a_comma_is_in_its_label(ask: Callable[[str], CostAnswer]) -> None:
    steps = ask("mtg 2RR +1 orla, warden of the tide").steps
    assert str(steps[1].what) == "orla, warden of the tide"


def test_what_is_not_sure_names_the_unknown_word(ask: Callable[[str], CostAnswer]) -> None:
    with pytest.raises(UsageError, match=r"'gloom' is no cost and no known word.*rules cost mtg with my \+1 gloom 2R$"):
        ask("mtg with my gloom 2R")
