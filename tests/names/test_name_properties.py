"""Properties of every name."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from names.games import NAMING

from rules_cli.cards.spelling import LETTERS_PER_EDIT, MOST_EDITS, SimilarKeys, is_typo, skeleton
from rules_cli.errors import UsageError
from rules_cli.names.compare import match, moniker, part
from rules_cli.render import names as render

P = ParamSpec("P")
T = TypeVar("T")
BOOKS = st.sampled_from(sorted(NAMING))
# Pieces of which names are made, so that two of them are often alike.
PIECES = st.sampled_from(
    ["Bravo", "Stone", "wolf", "Data", "Doll", "MKII", "Ser", "Lady", "The", "of", "Onça-Pintada", "O'Brien", "Rai",
     "Æther", "10,000", "Protos", "(red)", "Déjà", ",", "//", "||", "-", "!", "Token", "Showstopper", "Null", "straße"]
)  # fmt: skip
NAMES = st.lists(PIECES, min_size=1, max_size=6).map(" ".join)
TEXTS = st.one_of(NAMES, st.text(max_size=60), st.text(max_size=230))
LETTERS = [chr(code) for code in range(0x24F) if chr(code).isupper() or chr(code).islower()]
LATIN = st.text(st.sampled_from([letter for letter in LETTERS if letter not in "ªºµŉıİ"]), min_size=1, max_size=12)


def _or_none(question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    try:
        return question(*args, **kwargs)
    except UsageError as error:
        assert "\n" not in str(error) and str(error)
        return None


@given(BOOKS, TEXTS, TEXTS)
def test_match_is_symmetric(book: str, a: str, b: str) -> None:
    there, back = (_or_none(match, *names, NAMING[book]) for names in ((a, b), (b, a)))
    assert (there is None) == (back is None)
    if there and back:
        swapped = {"a": "b", "b": "a", None: None}[back.part_of]
        assert (there.match, there.relation, there.part_of) == (back.match, back.relation, swapped)
        assert (there.moniker_a, there.moniker_b) == (back.moniker_b, back.moniker_a)
        assert (there.decided_by, there.distinct) == (back.decided_by, back.distinct)
        assert set(there.help.ignored) == set(back.help.ignored)


@given(BOOKS, TEXTS)
def test_equality_is_reflexive(book: str, name: str) -> None:
    answer = _or_none(match, name, name, NAMING[book])
    assert answer is None or (answer.match and not answer.help.ignored and not answer.help.near)


@given(BOOKS, st.lists(LATIN, min_size=1, max_size=4).map(" ".join))
def test_case_blanks_normal_form_and_apostrophe_style_make_no_difference(book: str, words: str) -> None:
    name = f"{words}'s"
    for typed in (
        name.upper(),
        name.lower(),
        f"  {name.replace(' ', '   ')} ",
        unicodedata.normalize("NFD", name),
        unicodedata.normalize("NFKD", name),
        name.replace("'", "’"),
        name.replace("'", "´"),
    ):
        assert match(name, typed, NAMING[book]).match, typed


@given(BOOKS, NAMES, NAMES)
def test_part_agrees_with_match(book: str, a: str, b: str) -> None:
    whole = _or_none(match, a, b, NAMING[book])
    parts = [_or_none(part, *names, NAMING[book]) for names in ((a, b), (b, a))]
    if whole is None or None in parts or whole.moniker_a.moniker or whole.moniker_b.moniker:
        return
    relations = {answer.relation for answer in parts if answer}
    assert (whole.relation == "same-name") == ("same-name" in relations)
    assert (whole.relation == "none") == (relations == {"none"})


@given(BOOKS, NAMES, NAMES)
def test_no_near_miss_changes_an_answer(book: str, a: str, b: str) -> None:
    for answer in (_or_none(match, a, b, NAMING[book]), _or_none(part, a, b, NAMING[book])):
        if answer and answer.help.near:
            assert not answer.match
    found = _or_none(moniker, a, NAMING[book])
    if found and found.help.did_you_mean:
        assert found.moniker.confidence != "known" or NAMING[book].monikers == "none"


@given(BOOKS, st.text(max_size=220), st.text(max_size=220))
def test_any_text_is_answered_or_refused_and_shown(book: str, a: str, b: str) -> None:
    answer = _or_none(match, a, b, NAMING[book])
    if answer:
        assert render.page(answer, []).lines and render.as_json(answer, [])
        assert render.line(answer).count("\n") == 1
    found = _or_none(moniker, a, NAMING[book])
    if found:
        assert render.page(found, []).lines and render.as_json(found, [])
    inside = _or_none(part, a, b, NAMING[book])
    if inside:
        assert render.page(inside, []).lines and render.as_json(inside, [])


def _distance(a: str, b: str) -> int:
    """Edits between two texts by the definition, a swap of neighbours being one."""
    table = [[max(i, j) if not i or not j else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            edits = [table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])]
            if i > 1 and j > 1 and a[i - 2 : i] == b[j - 2 : j][::-1]:
                edits.append(table[i - 2][j - 2] + 1)
            table[i][j] = min(edits)
    return table[-1][-1]


def _is_close(a: str, b: str) -> bool:
    return _distance(a, b) <= min(MOST_EDITS, max(len(a), len(b)) // LETTERS_PER_EDIT)


@given(st.text("abc", max_size=12), st.text("abc", max_size=12))
def test_a_typo_is_a_text_few_edits_away(a: str, b: str) -> None:
    assert is_typo(a, b) == _is_close(a, b)


@given(st.lists(st.text("abé -'", min_size=1, max_size=12), max_size=30, unique=True), st.text("abe ", max_size=12))
def test_similar_keys_are_those_that_a_full_comparison_finds(keys: list[str], typed: str) -> None:
    expected = [key for key in keys if key != typed and _is_close(skeleton(key), skeleton(typed))]
    assert SimilarKeys(keys).close(typed) == sorted(expected)


@pytest.mark.parametrize("book", NAMING)
def test_a_hostile_name_is_answered_or_refused(book: str) -> None:
    for name in ("a," * 100, "(" * 200, " -" * 100, "'" * 199 + "a", "a" + "\u0301" * 199, ("ab " * 66) + "a"):
        _or_none(match, name, name + "", NAMING[book])
        _or_none(part, "a b", name, NAMING[book])
        _or_none(moniker, name, NAMING[book])
