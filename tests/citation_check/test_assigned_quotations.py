"""Which citation a quotation is of: one decision for a whole list or paragraph, by the order that the text keeps."""

from __future__ import annotations

import pytest
from citation_check.kites import OLDER, both_editions, check, install

WIND, NO_WIND = "The flier names the wind before the kite leaves", "The flier names the gull before the kite leaves"
SAND, NO_SAND = (
    "A kite lands when both of its corners touch the sand",
    "A kite lands when all of its corners touch the sand",
)
KNOTS, NO_KNOTS = (
    "Two knots of one colour may never stand side by side",
    "Two knots of one colour may always stand side by side",
)


@pytest.fixture(autouse=True)
def _kites() -> None:
    both_editions()


def told(text: str, name: str = "notes.md") -> str:
    """Return the first letter of each verdict."""
    return "".join(each.verdict[0] for each in check(text, name).found)


@pytest.mark.parametrize(
    "form",
    [
        "“{}” CR 101.1b\n“{}” CR 102.1\n“{}” CR 103.1\n",
        "- “{}” – CR 101.1b\n- “{}” – CR 102.1\n- “{}” – CR 103.1\n",
        "1. »{}« rule 101.1b\n2. »{}« rule 102.1\n3. »{}« rule 103.1\n",
        "“{}” CR 101.1b, “{}” CR 102.1, “{}” CR 103.1.",
        "CR 101.1b “{}”\nCR 102.1 “{}”\nCR 103.1 “{}”\n",
        "CR 101.1b “{}”, CR 102.1 “{}”, CR 103.1 “{}”.",
        "| “{}” | CR 101.1b |\n| “{}” | CR 102.1 |\n| “{}” | CR 103.1 |\n",
        "| CR 101.1b | “{}” |\n| CR 102.1 | “{}” |\n| CR 103.1 | “{}” |\n",
        "“{}”\nCR 101.1b\n\n“{}”\nCR 102.1\n\n“{}”\nCR 103.1\n",
        "> {}\n\nCR 101.1b\n\n> {}\n\nCR 102.1\n\n> {}\n\nCR 103.1\n",
        "<ul><li>“{}” CR 101.1b</li><li>“{}” CR 102.1</li><li>“{}” CR 103.1</li></ul>",
    ],
    ids=[
        *("lines", "bullets", "numbered items", "one line", "lines, the number first", "one line, the number first"),
        *("a table", "a table, the number first", "numbers on lines of their own", "blocks", "html"),
    ],
)
def test_each_has_its_own(form: str) -> None:
    name = "notes.html" if form.startswith("<") else "notes.md"
    assert told(form.format(WIND, SAND, KNOTS), name=name) == "fff"
    assert told(form.format(NO_WIND, SAND, KNOTS), name=name) == "mff"
    assert told(form.format(WIND, NO_SAND, KNOTS), name=name) == "fmf"
    assert told(form.format(NO_WIND, SAND, NO_KNOTS), name=name) == "mfm"


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        pytest.param(f"“{NO_WIND}” [101.1b]\n“{NO_WIND}” [101.1b]\n", "mm", id="the same twice"),
        pytest.param(f"“{NO_WIND}” is CR 101.1b, and CR 102.1 says “{SAND}”.", "mf", id="both sides"),
        pytest.param(f"“{SAND}” CR 101.1b\n“{WIND}” CR 102.1\n", "mm", id="two that are exchanged"),
        pytest.param(f"CR 102.1 says “{SAND}.” and “it sinks into the harbour at once.”", "m", id="two of one"),
        pytest.param(f"“{SAND}” and “both of its corners touch the kite” (CR 102.1)", "m", id="two before one"),
    ],
)
def test_other_orders(text: str, verdicts: str) -> None:
    assert told(text) == verdicts


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        pytest.param("Rule 1.1 costs „25 Kronen“.", "m", id="another number"),
        pytest.param("Rule 1.1 costs „20 Kronen“.", "f", id="the number"),
        pytest.param("„innerhalb von fünf Tagen“ (rule 1.2)", "m", id="a number in words"),
        pytest.param("„innerhalb von drei Tagen“ (rule 1.2)", "f", id="the number in words"),
        pytest.param("Rule 1.1 is „5 von 7“, they say.", "f", id="words of its own"),
        pytest.param("Rule 1.2 says „Einspruch ist mündlich“.", "m", id="told, another word"),
        pytest.param("Rule 1.2 is „Einspruch ist mündlich“.", "f", id="not told"),
    ],
)
def test_a_short_one_is_compared_by_its_number_or_if_it_is_told(text: str, verdict: str) -> None:
    book = (
        "1. Teil\n\n1.1. Die Gebühr beträgt 20 Kronen.\n\n1.2. Ein Einspruch ist innerhalb von drei Tagen zu erheben.\n"
    )
    install(book, "moewen", "2024-01-01")
    assert "".join(each.verdict[0] for each in check(text, book="moewen").found) == verdict


def test_an_older_edition_has_the_short_words() -> None:
    assert [each.verdict for each in check("CR 101.2 says “until dusk falls”", written=OLDER).found] == ["changed"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("“Whenever a gull takes a string, untie it” (CR 101.2)", 1, id="a card's"),
        pytest.param("Anna said: “I have never seen that kite at all.” See CR 101.2", 1, id="a person's, on its line"),
        pytest.param("Anna said: “I have never seen that kite at all.”\nSee CR 101.2", 0, id="on another line"),
        pytest.param(f"“{SAND}” (CR 102.1)", 0, id="the rule's"),
        pytest.param(f"“{NO_SAND}” (CR 102.1)", 0, id="nearly the rule's"),
        pytest.param("They are “lost kites” (CR 101.2)", 0, id="a term"),
        pytest.param(f"> {SAND}.\n>\n> -- CR 102.1\n", 0, id="the rule's, with its number below"),
        pytest.param(f"> {SAND}. — CR 102.1\n", 0, id="the rule's, with its number at the end"),
        pytest.param("> Anna has never seen that kite at all (see 102.1).\n", 0, id="others, that point to a rule"),
        pytest.param("> Anna has never seen that kite at all.\n> — CR 102.1\n", 1, id="others, with a number below"),
    ],
)
def test_a_quotation_near_a_citation_is_compared_or_named(text: str, words: int) -> None:
    assert len(check(text, "notes.md").uncompared) == words


@pytest.mark.parametrize(
    ("text", "verdicts", "left"),
    [
        (f"“{SAND}.” This is rule 103.1.", "m", 0),
        (f"“{KNOTS},” and that is rule 103.1.", "f", 0),
        (f"“{NO_KNOTS}.” That is in rule 103.1.", "m", 0),
        (f"“{SAND}.” This is not rule 103.1.", "f", 1),
        (f"See rule 102.1, “{SAND},” and rule 103.1, “{KNOTS}.”", "ff", 0),
        (f"“{KNOTS}.” See rule 103.1.", "f", 0),
        (f"“{SAND}.” See rule 103.1.", "f", 1),
    ],
)
def test_a_quotation_before_words_that_point_back(text: str, verdicts: str, left: int) -> None:
    assert told(text) == verdicts
    assert len(check(text, "notes.md").uncompared) == left
