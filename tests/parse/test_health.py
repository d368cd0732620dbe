"""What looks wrong in a reading, and where; made-up books in layouts that no reader knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from parsing import document

from rules_cli.parse.health import Fault
from rules_cli.parse.profile import Profile
from rules_cli.parse.readings import likeliest, read_with

WORDS = "The kite of this rule flies over the harbour, if the wind blows from the sea."


def found(text: str) -> tuple[Fault, ...]:
    return likeliest([document(text)]).faults


def book(line: Callable[[int, int], str], first: int = 1) -> str:
    """Return a book of four chapters from the first one on; `line` makes each rule's line."""
    lines = list[str]()
    for chapter in range(first, first + 4):
        lines += [f"{chapter} Kites of Kind {chapter}", *(line(chapter, rule) for rule in range(1, 7))]
    return "\n\n".join(lines)


UNREAD = {
    "blanks in the number": lambda chapter, rule: f"{chapter} . {rule} {WORDS}",
    "a middle dot": lambda chapter, rule: f"<{chapter}·{rule}> {WORDS}",
    "the number at the end": lambda chapter, rule: f"{WORDS} [{chapter}.{rule}]",
}


@pytest.mark.parametrize("line", UNREAD.values(), ids=UNREAD)
def test_numbers_that_count_on_and_are_no_rules_are_said_with_their_first_line(
    line: Callable[[int, int], str],
) -> None:
    fault = found(book(line))[0]
    assert (fault.kind, fault.lines[0], fault.example) == ("outside", 3, line(1, 1))
    assert fault.share > 0.8


def test_a_second_column_is_unread() -> None:
    columns = (book(lambda chapter, rule: f"{chapter}.{rule} A kite flies.", first) for first in (1, 5))
    lines = zip(*(each.splitlines() for each in columns), strict=True)
    assert "outside" in {fault.kind for fault in found("\n".join(f"{left:40}{right}" for left, right in lines))}


def test_labels_that_are_no_rules_are_said() -> None:
    labels = "\n\n".join(f"({letter}) {WORDS}" for letter in "abcdefgh")
    lists = document("".join(f"{chapter}. Kites fly:\n\n{labels}\n\n" for chapter in range(1, 5)))
    assert [fault.kind for fault in read_with([lists], Profile()).faults] == ["items"]
    assert likeliest([lists]).faults == ()


QUIET = {
    "versions and sizes": "Since 3.6.0 it is so, and was in 1.0.1, 1.0.2, and 1.0.3. It is 1.1 metres long.",
    "another document's rules": "See the policy, 7.1, 7.2 and 7.3.",
    "rules that there are": "See 1.2 and 1.3. Rule 2.1 says more.",
}


@pytest.mark.parametrize("words", QUIET.values(), ids=QUIET)
def test_numbers_in_sentences_are_no_fault(words: str) -> None:
    assert found(book(lambda chapter, rule: f"{chapter}.{rule} {WORDS} {words}")) == ()


def test_a_short_book_may_have_a_long_preamble() -> None:
    preamble = f"Kites\n\n{WORDS}\n\n" + f"{WORDS} " * 14
    assert found(f"{preamble}\n\n" + book(lambda chapter, rule: f"{chapter}.{rule} {WORDS}")) == ()


@pytest.mark.parametrize("rules", [1, 6])
def test_a_numbered_book_may_have_titles_beside_its_numbers(rules: int) -> None:
    text = book(lambda chapter, rule: f"{chapter}.{rule} {WORDS}\n\nOn Wind\n\nIt blows." if rule <= rules else "")
    assert found(text) == ()
