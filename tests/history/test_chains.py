"""Chains of editions, whatever is in them: nothing in common, one rule, words that many rules share."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Ran, Run

from rules_cli.history import edition_pair, indexed_edition
from rules_cli.history.edition_pair import link_editions
from rules_cli.history.indexed_edition import IndexedEdition
from rules_cli.history.match import Matches, match
from rules_cli.history.rule_links import RuleLink, followed
from rules_cli.model import Book, Row, RuleNumber, RuleText
from rules_cli.store.editions import InstalledBooks

WORDS = "anchor breeze canopy dusk eddy flag gust harbour island jetty knot lantern".split()
"""So few that rows share most of them: the nearest row of one side is seldom that of the other."""


def row(number: str, text: str) -> Row:
    """A rule under the section of its number, or the heading of a section."""
    section, dot, _ = number.partition(".")
    if not dot:
        return Row(RuleNumber(number), "heading", title=text)
    return Row(RuleNumber(number), "rule", RuleNumber(section), words=RuleText(text))


def texts(most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(WORDS), min_size=1, max_size=most).map(" ".join)


@st.composite
def editions(draw: st.DrawFn) -> list[Row]:
    """Draw the rows of an edition: a few sections of a few rules, or a single rule, or none."""
    found = []
    for section, rules in enumerate(draw(st.lists(st.lists(texts(10), max_size=6), max_size=4)), 1):
        found.append(row(f"{section}", draw(texts(8))))
        found += [row(f"{section}.{number}", text) for number, text in enumerate(rules, 1)]
    return found


limits = st.sampled_from([(1, 8), (2, 8), (3, 1), (200, 1), (200, 8)])
"""How many rows may share a word that is searched, and how many of those found are compared. Real books reach the real
limits; small ones reach these."""


@pytest.fixture(autouse=True)
def _own_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test set the limits, and put them back after it."""
    monkeypatch.setattr(indexed_edition, "_COMMON", 200)
    monkeypatch.setattr(indexed_edition, "_NEAREST", 8)


def set_limits(common: int, nearest: int) -> None:
    indexed_edition._COMMON, indexed_edition._NEAREST = common, nearest


def all_numbers(links: list[RuleLink], side: str) -> list[str]:
    return sorted(number for link in links for number in getattr(link, side))


@given(chain=st.lists(editions(), min_size=2, max_size=4), limit=limits)
def test_every_rule_of_the_first_and_of_the_last_edition_is_in_one_link(
    chain: list[list[Row]], limit: tuple[int, int]
) -> None:
    set_limits(*limit)
    indexed = [IndexedEdition(rows) for rows in chain]
    links = followed([link_editions(a, b) for a, b in pairwise(indexed)])
    assert all_numbers(links, "a") == sorted(row.number for row in chain[0])
    assert all_numbers(links, "b") == sorted(row.number for row in chain[-1])


class TestALinkThatCannotBeCompared:
    """One pair of neighbours of a chain fails: it is named, and the chain goes on across it."""

    TEXTS = ("Whoever holds the spool", "winds the string", "before the bell")
    YEARS = ("2001", "2002", "2003", "2004")

    @pytest.fixture(autouse=True)
    def _chain(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Install four editions; those of 2001 and 2002 can't be matched, which is a fault of the matching."""
        for number, year in enumerate(self.YEARS, 1):
            rules = tuple(row(f"1.{place}", text) for place, text in enumerate(self.TEXTS, number))
            InstalledBooks().install(Book("kites", year, "Kites", "en", (row("1", "Play"), *rules)))

        def fails(a: IndexedEdition, b: IndexedEdition) -> Matches:
            if (a.rows[1].number, b.rows[1].number) == ("1.1", "1.2"):
                raise StopIteration
            return match(a, b)

        monkeypatch.setattr(edition_pair, "match", fails)

    @pytest.mark.parametrize("asked", ["kites:1.4", "kites@2003:1.3", "kites@2001:1.1"])
    def test_a_trace_goes_on_across_it_and_says_so(self, run: Run, asked: str) -> None:
        ran = run("trace", asked, "--json")
        assert ran.code == 0
        left_out = "2001" if asked != "kites@2001:1.1" else "2002"
        assert ran.err.count("cannot be compared") == 1
        assert f"kites@{left_out} is left out" in ran.err
        assert self.editions_in(ran) == [year for year in self.YEARS if year != left_out]

    @staticmethod
    def editions_in(ran: Ran) -> list[str]:
        """Return the editions of which a trace says something, the oldest first."""
        return [step["edition"] for step in json.loads(ran.out)["steps"]]

    def test_a_comparison_of_editions_far_apart_leaves_out_the_one_between(self, run: Run) -> None:
        for _ in range(2):  # the second time, what could be compared is in the cache
            ran = run("diff", "kites@2001", "kites@2004")
            assert ran.code == 0
            assert "kites@2001 and kites@2002 cannot be compared" in ran.err
            assert "1.1 … 1.3 → 1.4 … 1.6" in ran.out

    def test_of_the_pair_itself_there_is_nothing_to_say(self, run: Run) -> None:
        ran = run("diff", "kites@2001", "kites@2002")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
