"""Words that a command cannot read: two terms for one, a command of another program, words that no book has."""

from __future__ import annotations

import pytest
from support import Install, Run

LOOMS = """\
1 Looms

1.1 Warp

1.1a A warp is such a thread as runs along a loom.

1.2 Slack weft

1.2a A slack weft runs across a loom. Such threads are soft.
"""


@pytest.fixture
def looms(run: Run, install: Install) -> Run:
    install("looms", {"2024-05-01": LOOMS})
    return run


@pytest.mark.parametrize("command", ["cite", "refs", "keep"])
@pytest.mark.parametrize("terms", ["warp slack weft", "slack weft warp"])
def test_two_terms_for_one_are_named_apart(looms: Run, command: str, terms: str) -> None:
    ran = looms(command, *terms.split(), "-b", "looms")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert '"warp"' in ran.err
    assert '"slack weft"' in ran.err
    for advice in (["cite", "warp"], ["cite", "slack", "weft"], ["cite", "looms:1.1", "looms:1.2"]):
        assert looms(*advice, "-b", "looms").code == 0


@pytest.mark.parametrize(("typed", "meant"), [("install", "fetch"), ("uninstall", "remove"), ("download", "fetch")])
def test_a_command_of_another_program_with_a_book_is_asked_about(looms: Run, typed: str, meant: str) -> None:
    assert looms(typed, "looms").err.startswith(f"rules: did you mean: rules {meant} looms?\n")
    assert looms(typed).err.startswith(f"rules: did you mean: rules {meant}?\n")
    assert "did you mean" not in looms(typed, "a", "warp").err


def test_rules_with_a_common_word_alone_are_near_nothing(looms: Run) -> None:
    assert "closest" not in looms("refs", "nosuch", "-b", "looms").err
    assert looms("refs", "slakc", "weft", "-b", "looms").out.startswith("1.2  Slack weft")
