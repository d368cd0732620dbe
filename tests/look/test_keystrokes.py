"""How many keys are pressed from the shell to the rule that decides, with whole Magic, in a shell in a terminal."""

from __future__ import annotations

import shlex

import pytest
from support import SHARED, Run
from terminals import RULES, running

MAGIC = SHARED / "sources" / "mtg" / "2026-01-16.txt"
BATTLES, LEGENDS = "already marked", "into their"
"""A few words of 702.19b, and of 704.5j, after their first sentences: they are shown where the rule is whole."""

NUMBER = [("rules 702.19b\r", "official text")]
LOOKED_UP = [("rules\r", "2,853 rules"), ("702.19b", "1/1"), ("\r", "Backspace back")]
KEYWORD = [("rules\r", "2,853 rules"), ("trample", "▌702.19"), ("\r", "Backspace back")]
TWO_KEYWORDS = [("rules\r", "2,853 rules"), ("dea tra", "▌702.19b"), ("\r", "Backspace back")]
TO_ANOTHER = [("704.5j\r", "‹ 704.5i")]


@pytest.fixture
def magic(run: Run) -> None:
    """Whole Magic with its search index, as it is after an import."""
    if not MAGIC.exists():
        pytest.skip("the source rulebooks are not in ../shared/sources")
    assert run("import", str(MAGIC), "--book", "mtg").code == 0


@pytest.mark.slow
@pytest.mark.usefixtures("magic")
@pytest.mark.parametrize("steps", [NUMBER, LOOKED_UP, KEYWORD, TWO_KEYWORDS])
def test_a_deciding_rule_is_14_keys_from_the_shell(steps: list[tuple[str, str]]) -> None:
    assert sum(len(keys) for keys, _ in steps) <= 14
    with running("--norc", "-i", command=["bash"], RULES_BOOK="mtg", PAGER="cat", TERM="linux") as terminal:
        terminal.press(f"rules() {{ {shlex.join(RULES)} \"$@\"; }}; clear; echo rea'dy'\r")
        terminal.wait("ready")
        for keys, words in steps:
            terminal.press(keys)
            terminal.wait(words)
        assert BATTLES in " ".join(terminal.shown().split())


@pytest.mark.slow
@pytest.mark.usefixtures("magic")
def test_the_number_of_another_rule_is_7_keys_from_a_rule() -> None:
    assert sum(len(keys) for keys, _ in TO_ANOTHER) <= 7
    with running("look", "702.19b", RULES_BOOK="mtg", TERM="linux") as terminal:
        for keys, words in [("", "▌702.19b"), ("\r", "Backspace back"), *TO_ANOTHER]:
            terminal.press(keys)
            terminal.wait(words)
        assert LEGENDS in " ".join(terminal.shown().split())
