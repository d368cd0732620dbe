"""Numbers that end in a letter and have no word before them."""

from __future__ import annotations

import pytest
from citation_check.kites import GULLS, both_editions, check, install, verdicts_of

LIMPETS = f"{GULLS}\n1.1.2a A gull may take it.\n"


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("Someone showed me 1.1.1b at the beach.", "not there"),
        ("Someone showed me 1.1.1a at the beach.", "fine"),
        ("The engine has OpenSSL 1.1.1b inside.", ""),
        ("The engine has curl 1.1.1w inside.", ""),
    ],
)
def test_the_letter_after_the_last_one_is_a_rule_that_is_missing(text: str, verdicts: str) -> None:
    install(LIMPETS, "gulls", "2022")
    assert ", ".join(each.verdict for each in check(text, book="gulls").found) == verdicts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("That is #101.1b, I think.", [("#101.1b", "kites:101.1b", "fine")]),
        ("That is #101.1f, I think.", [("#101.1f", "kites:101.1f", "not there")]),
        ("Closed #101 and #102.2. rule_101 #101.1b", []),
    ],
)
def test_a_lettered_number_behind_a_word_may_have_a_sign(text: str, expected: list[tuple[str, str, str]]) -> None:
    both_editions()
    assert verdicts_of(check(text)) == expected


def test_only_a_number_unlike_those_of_the_chosen_book_is_offered_of_another_book() -> None:
    both_editions()
    install(LIMPETS, "gulls", "2022")
    (missing,) = check("CR 1.1.9 applies.", book="gulls").found
    assert "kites" not in missing.detail
