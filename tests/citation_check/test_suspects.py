"""A number beside the name of another rule is suspect; a term beside a rule that only has to do with it is not."""

from __future__ import annotations

import pytest
from searching import KITES
from support import Install

from rules_cli.citation_check import Check, Editions, read_text
from rules_cli.library import Library


@pytest.fixture
def check(install: Install) -> Check:
    install("kites", {"2024-05-01": KITES})
    return Check(Editions(Library.open().installed, "kites"))


def verdicts(check: Check, text: str) -> list[tuple[str, str]]:
    return [(each.verdict, each.detail) for each in check.text(read_text(text.encode(), "a.md")).found]


@pytest.mark.parametrize(
    "text",
    [
        "Lost to the grounded rule (rule 1.2a).",
        "Lost to the “Grounded Rule” (CR 1.2a).",
        "Lost to the grounded rule (1.2a).",
        "The grounded rule is rule 1.2a.",
        "The grounded rule is in rule 1.2a.",
        "Remember that the grounded rule is explained in rule 1.2a.",
        "the grounded rule, rule 1.2a, ends it",
        "See **grounded rule** (see rule 1.2a)",
        "By rule 1.2a, the grounded rule, it is lost.",
        "Rule 1.2a (the “Grounded Rule”) ends it",
        "Rule 1.2a: grounded rule\n2 kites",
        "rule [1.2a] – the grounded rule",
        "CR 1.2a is the grounded rule.",
        "Grounded rule 1.2a",
        "By rule 1.2a the grounded rule applies.",
        "Look at rule 1.2a for the grounded rule.",
    ],
)
def test_the_name_of_another_rule_makes_a_number_suspect(check: Check, text: str) -> None:
    assert verdicts(check, text) == [("suspect", "Grounded Rule is 3.1")]


@pytest.mark.parametrize(
    "text",
    [
        "Lost to the grounded rule (rule 3.1).",
        "A kite with boxkite (rule 1.2a) sinks.",
        "Boxkite is rule 2.1.",
        "Boxkite is rule 2.1a.",
        "Nobody forgets the grounded rule. Rule 1.2a says more.",
        "“Who said that nobody forgets the grounded rule” is rule 1.2a.",
        "The grounded rule and the wind (rule 1.2a)",
        "No rule (rule 1.2a)",
        "Nobody forgets the grounded rule. CR 1.2a says more.",
        "By rule 1.2a, the grounded rule does not matter.",
        "Look at rule 1.2a, the grounded rule and the wind.",
        "Look at rule 1.2a, the grounded rule, and the wind.",
        "By rule 1.2a. The grounded rule.",
        "By rule 1.2a, boxkite.",
        "Boxkite:\nCR 1.2a It sinks.",
    ],
)
def test_other_words_do_not(check: Check, text: str) -> None:
    assert [verdict for verdict, _ in verdicts(check, text)] == ["fine"]


def test_a_term_that_is_said_to_be_another_rule_is_suspect(check: Check) -> None:
    assert verdicts(check, "Boxkite is rule 2.2.") == [("suspect", "Boxkite is 2.1")]
    assert verdicts(check, "Tangle is rule 2.1a") == [("suspect", "Tangle is 2.2")]
    assert verdicts(check, "Boxkite is in rule 1.2b.") == [("suspect", "Boxkite is 2.1")]
    assert verdicts(check, "Remember that boxkite is explained in rule 1.2b.") == [("suspect", "Boxkite is 2.1")]


@pytest.mark.parametrize("text", ["Boxkite ({}), tangle ({}).", "Boxkite ({}) and tangle ({}) end it."])
def test_each_name_of_a_list_has_its_own_number(check: Check, text: str) -> None:
    assert [verdict for verdict, _ in verdicts(check, text.format("2.1", "2.2"))] == ["fine", "fine"]
    assert [verdict for verdict, _ in verdicts(check, text.format("2.2", "2.1"))] == ["suspect", "suspect"]


def test_a_name_between_two_numbers_belongs_to_one_of_them(check: Check) -> None:
    for text in (
        "rule 1.2a, the grounded rule (3.1)",
        "rule 1.2a, the grounded rule, rule 3.1",
        "rules 1.2a and 3.1, the grounded rule",
    ):
        assert {verdict for verdict, _ in verdicts(check, text)} == {"fine"}


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Lost to the grounded rule (1.2a).", "1.2a"),
        ("See rule [1.2a].", "1.2a"),
        ("See **rule** *1.2a*.", "1.2a"),
        ("See rule 1.2(a).", "rule 1.2(a)"),
    ],
)
def test_a_citation_is_printed_without_the_bracket_around_it(check: Check, text: str, printed: str) -> None:
    checked = check.text(read_text(text.encode(), "a.md"))
    (citation,) = checked.found
    assert checked.printed(citation) == printed
    assert checked.place(citation) == (1, text.index(printed) + 1)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Tangle (rule 2.2b)", id="its own rule"),
        pytest.param("Boxkite (rule 2.2b)", id="an example of the rule names it"),
        pytest.param("Boxkite is found in rule 2.2b", id="an example names what is said to be there"),
        pytest.param("Boxkites meet a tangle (rule 2.1b)", id="the sentence names the rule"),
        pytest.param("Tangle, rule 2.1a (boxkite)", id="the rule is named after the number"),
        pytest.param("Boxkite and tangle, rules 2.1a and 2.2a", id="a list of each"),
        pytest.param("A kite that may tangle (rule 1.2a) sinks.", id="more words before the name"),
        pytest.param("A kite may tangle. Rule 2.1a says more.", id="another sentence"),
        pytest.param("A kite with tangle (rule 2.1a) sinks.", id="a neighbour"),
    ],
)
def test_a_term_beside_a_rule_that_has_to_do_with_it_is_fine(check: Check, text: str) -> None:
    assert {verdict for verdict, _ in verdicts(check, text)} == {"fine"}


LONG = "Law of the Long Red Tail of a Striped Kite"


def test_a_name_of_many_words_is_known(install: Install) -> None:
    entry = f"{LONG}\nLosing a tail. See rule 1.2b.\n\nSink\n"
    install("kites", {"2024-05-01": KITES.replace("Sink\n", entry, 1)})
    check = Check(Editions(Library.open().installed, "kites"))
    assert verdicts(check, f"The {LONG.lower()} is rule 1.2a.") == [("suspect", f"{LONG} is 1.2b")]


TOW = "".join(f"3.{n} A player may tow {n} kites, if their lines do not tow others.\n\n" for n in range(3, 9))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Tow is rule 2.2.", "suspect"),
        ("Tow is rule 3.2a.", "fine"),
        ("Tow is rule 3.4.", "fine"),
        ("Nobody knows which tow is rule 2.2.", "fine"),
        ("Tow (rule 2.2)", "fine"),
    ],
    ids=["another rule", "below its own", "a rule that names it", "more words before it", "not said"],
)
def test_a_common_word_is_meant_if_it_is_all_that_is_said_to_be_a_rule(
    install: Install, text: str, verdict: str
) -> None:
    book = KITES.replace("Glossary\n", f"3.2 Tow\n\n3.2a To tow a kite is to pull it along.\n\n{TOW}Glossary\n")
    book = book.replace("Tangle\nA keyword about", "Tow\nTo pull. See rule 3.2.\n\nTangle\nA keyword about")
    install("kites", {"2024-05-01": book})
    found = verdicts(Check(Editions(Library.open().installed, "kites")), text)
    assert [each for each, _ in found] == [verdict]
