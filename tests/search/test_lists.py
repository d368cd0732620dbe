"""A question for all things of a kind leads to the rule that lists them, and the page shows its list."""

from __future__ import annotations

import pytest
from support import Install, Run

from rules_cli import Library
from rules_cli.search.lists import has_list_of

HARBOUR = """1 Sails

1.1 A sail is cloth. Sails are the pride of a ship, and every sail is sewn by hand.

1.2 The sails of a barge are as follows:

1.2a A jib, in front.

1.2b A spanker, behind.

1.3 There are three colors of sails: white, tan, and black.

1.4 Sails and their colors are chosen by the owner.

"""


@pytest.mark.parametrize(
    ("text", "subject", "has_list"),
    [
        ("The colors are white, tan, and black.", "colors", True),
        ("There are three colors of sails: white, tan or black, and none.", "colors of sails", True),
        ("The types are as follows:", "types", True),
        ("A sail type is one of these: a, b, and c.", "sail types", True),
        ("A sail has types of cloth, rope, and wood.", "types", False),
        ("White, tan, and black are colors.", "colors", False),
        ("Types of a card, a sail and a rope are told.", "card types", False),
        ("", "colors", False),
    ],
)
def test_a_list_comes_after_the_words_that_name_it(text: str, subject: str, has_list: bool) -> None:
    assert has_list_of(text, subject.split()) is has_list


@pytest.mark.parametrize(
    ("query", "first"), [("what are the sails of a barge", "1.2"), ("list all colors of sails", "1.3")]
)
def test_the_rule_with_the_list_is_first_and_its_parts_are_below_it(
    install: Install, run: Run, query: str, first: str
) -> None:
    install("port", {"2026": HARBOUR})
    assert Library.open().search(query, book="port")[0].rule.number == first
    lines = run("search", query, "-b", "port").out.splitlines()
    assert lines[0].startswith(first)
    if first == "1.2":
        assert [line.split()[0] for line in lines[1:3]] == ["1.2a", "1.2b"]
        assert sum("1.2a" in line for line in lines) == 1, "it is no result of its own"
