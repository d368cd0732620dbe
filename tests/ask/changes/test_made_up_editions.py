"""Editions made by known edits: every edit is reported as what it is, and none is invented."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from edited import Became, Edited, number_apart, rows
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_cli.ask.changes.links import Link
from rules_cli.ask.changes.pairing import link_rows

NAMES = [edit.__name__ for edit in Edited.EDITS]


def reported(links: list[Link]) -> set[Became]:
    """What is said for sure of the rules that are not as they were: a guess says one went and one came."""
    return {became for link in links if link.kinds for became in _said(link)}


def _said(link: Link) -> Iterator[Became]:
    if link.sure:
        yield frozenset(link.a), frozenset(link.b), number_apart(set(link.kinds))
        return
    yield from ((frozenset([number]), frozenset(), frozenset(["removed"])) for number in link.a)
    yield from ((frozenset(), frozenset([number]), frozenset(["added"])) for number in link.b)


@given(seed=st.integers(0, 10**6), edits=st.lists(st.sampled_from(NAMES), max_size=6))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_known_edits_are_reported_and_none_is_invented(seed: int, edits: list[str]) -> None:
    edited = Edited(Random(seed))
    for name in edits:
        getattr(edited, name)()
    assert reported(link_rows(rows(edited.first), rows(edited.second))) == edited.expected()
