"""Two keywords that forbid the same both apply, and a sentence says so."""

from __future__ import annotations

import json

import pytest
from support import Install, Run

BOOK = """1 Sailing

1.1 A ship with a flag and a lantern may sail.

1.2 Crews board ships.

2 Keyword Abilities

2.1 Veiled

2.1a Veiled is a static ability.

2.1b A ship with veiled can't be boarded by day.

2.2 Towering

2.2a A ship with towering can't be boarded except by three or more crews.

2.3 Nimble

2.3a A nimble crew may board a ship with veiled. A ship with veiled can't be boarded by others.

2.4 Stout

2.4a A ship with stout can't be sunk.

2.4b A ship with stout can't be boarded while it is sunk.

2.5 Cargo

2.5.1 Crate

2.5.1a Each crate of cargo makes its ship heavy. A ship with that cargo can't be boarded by two.

"""


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("veiled towering", ["port:2.1b", "port:2.2a"]),
        ("can a ship with towering and veiled be boarded", ["port:2.2a", "port:2.1b"]),
        ("veiled nimble", []),  # the rule of one lifts what the other forbids
        ("veiled stout", []),  # they forbid two things
        ("veiled towering stout", []),
        ("veiled cargo", []),  # a rule below a title of its own speaks of a crate
        ("towering but not veiled", []),
        ("a veiled ship that towered above", []),  # what it did, not the keyword
    ],
)
def test_both_apply_if_they_forbid_the_same(install: Install, run: Run, question: str, numbers: list[str]) -> None:
    install("port", {"2026": BOOK})
    found = json.loads(run("search", question, "-b", "port", "--json").out)
    assert [sorted(each["rules"]) for each in found.get("sentences", ())] == ([sorted(numbers)] if numbers else [])
