"""Official editions years apart: rules of which it is known what they became. Numbers only, no words of the books."""

from __future__ import annotations

from functools import cache

import pytest
from support import SHARED, read_book

from rules_cli.history.edition_pair import link_editions
from rules_cli.history.indexed_edition import IndexedEdition
from rules_cli.history.rule_links import RuleLink

MAGIC = SHARED / "sources" / "mtg"
OLD, MIDDLE, NEW = "2006-10-01", "2015-01-23", "2024-11-08"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not MAGIC.is_dir(), reason="the official editions are not in ../shared/sources/mtg"),
]


@cache
def links(a: str, b: str) -> tuple[RuleLink, ...]:
    """What became of the rules of one edition in another."""
    books = [read_book([MAGIC / f"{name}.txt"], "mtg", name) for name in (a, b)]
    return tuple(link_editions(*(IndexedEdition(book.rows) for book in books)))


def link(a: str, b: str, number: str) -> RuleLink:
    """What became of one rule."""
    return next(each for each in links(a, b) if number in each.a)


@pytest.mark.parametrize(
    ("a", "b", "number", "became", "kinds"),
    [
        (OLD, MIDDLE, "420.5e", "704.5k", {"renumbered", "changed"}),  # the legend rule
        (OLD, MIDDLE, "420.5a", "704.5a", {"renumbered", "changed"}),
        (OLD, MIDDLE, "420", "704", {"moved", "changed"}),  # state-based effects, now actions
        (OLD, MIDDLE, "502.9", "702.19", {"renumbered"}),  # trample
        (OLD, MIDDLE, "502.2", "702.7", {"renumbered"}),  # first strike
        (OLD, MIDDLE, "502.36", "701.18", {"moved"}),  # scry: a keyword ability, then an action
        (OLD, MIDDLE, "102", "104", {"renumbered", "changed"}),  # winning and losing, now ending the game
        (OLD, MIDDLE, "217.5", "403", {"renumbered", "changed"}),  # in play, now the battlefield
        (OLD, MIDDLE, "507", "712", {"renumbered", "changed"}),  # controlling another player's turn
        (OLD, MIDDLE, "510.2", "110.6a", {"moved"}),
        (OLD, MIDDLE, "608.1", "807.1", {"renumbered", "changed"}),
        (MIDDLE, NEW, "704.5k", "704.5j", {"renumbered", "changed"}),  # the legend rule
        (MIDDLE, NEW, "704.5m", "704.5k", {"renumbered"}),  # the world rule
        (MIDDLE, NEW, "704.5t", "704.6a", {"moved"}),
        (MIDDLE, NEW, "110.5", "111.1", {"moved"}),  # tokens get a section of their own
        (MIDDLE, NEW, "110.5g", "111.8", {"moved"}),
        (MIDDLE, NEW, "308", "308", {"changed"}),  # tribal, now kindred
        (MIDDLE, NEW, "700.6a", "206.3a", {"moved", "changed"}),
        (MIDDLE, NEW, "713", "721", {"renumbered", "changed"}),  # ending the turn
        (MIDDLE, NEW, "103.1b", "103.2c", {"renumbered", "moved", "changed"}),
    ],
)
def test_a_rule_with_a_story(a: str, b: str, number: str, became: str, kinds: set[str]) -> None:
    found = link(a, b, number)
    assert (found.b, found.sure) == ((became,), True)
    assert set(found.kinds) - {"examples", "references"} <= kinds


@pytest.mark.parametrize(
    ("a", "b", "number"),
    [
        (OLD, MIDDLE, "502.34b"),  # imprint, which became an ability word
        (OLD, MIDDLE, "502.36b"),  # several scries
        (OLD, MIDDLE, "507.4"),  # mana burn
        (MIDDLE, NEW, "704.5j"),  # two planeswalkers of a type
        (MIDDLE, NEW, "702.72b"),  # one of many standard sentences on keywords
        (MIDDLE, NEW, "509.2"),  # the order of blockers
    ],
)
def test_a_rule_that_went_is_paired_with_no_other(a: str, b: str, number: str) -> None:
    found = link(a, b, number)
    assert not found.b or not found.sure


@pytest.mark.parametrize(
    ("a", "b", "number", "parts"),
    [
        (OLD, MIDDLE, "419.6h", {"614.11", "614.11a", "614.11b"}),
        (OLD, MIDDLE, "303.1", {"503.1", "503.2"}),
        (MIDDLE, NEW, "108.2", {"108.2", "108.2a", "108.2b"}),
        (MIDDLE, NEW, "112.10", {"113.10", "113.10b", "113.10c"}),
    ],
)
def test_a_rule_that_was_split(a: str, b: str, number: str, parts: set[str]) -> None:
    found = link(a, b, number)
    assert set(found.b) == parts
    assert found.kinds[0] == "split"


def test_a_step_of_the_turn_is_never_taken_for_another() -> None:
    steps = {"303": "503", "304": "504", "307": "507", "311": "511", "313": "513"}
    for old, new in steps.items():
        assert all(number.startswith(new) for number in link(OLD, MIDDLE, f"{old}.1").b)


def test_nearly_every_rule_has_a_counterpart() -> None:
    for a, b, most in ((OLD, MIDDLE, 0.16), (MIDDLE, NEW, 0.03)):
        before = [each for each in links(a, b) if each.a]
        assert sum(not each.b for each in before) < most * len(before)


def test_an_edition_and_itself_are_the_same() -> None:
    assert all(each.a == each.b and not each.kinds and each.confidence == 1.0 for each in links(NEW, NEW))
