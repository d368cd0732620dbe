"""Several costs at once: side by side, a list against one pool, and a session."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from terminals import running

from rules_cli.costs import cost, read
from rules_cli.costs.arguments import NoCost, Refused
from rules_cli.costs.session import Session
from rules_cli.errors import UsageError
from rules_cli.render.costs import as_printed

Run = Callable[..., Any]


def test_two_costs_are_shown_side_by_side(run: Run) -> None:
    ran = run("cost", "mtg", "3UU", "--have", "UUUC", "--or", "--alt", "1U", "--or", "2U")
    assert ran.code == 0
    assert ran.out == (
        "mtg 3UU --have UUUC  {3}{U}{U}  not payable\n"
        "    mana: 5 needed, 4 there\n"
        "--alt 1U             {1}{U}     payable\n"
        "2U                   {2}{U}     payable\n"
    )


def test_nothing_payable_is_exit_code_1_and_nothing_readable_2(run: Run) -> None:
    assert run("cost", "fab", "3", "--hand", "1", "--or", "4").code == 1
    assert run("cost", "fab", "xyzzy", "--or", "plugh").code == 2
    assert run("cost", "fab", "3", "--or", "plugh").code == 2


def test_a_list_of_costs_is_asked_against_one_pool(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1WW\n\n5GG\n3 curse\n"))
    ran = run("cost", "mtg", "--have", "WWUU", "-", "--json")
    found = json.loads(ran.out)
    assert ran.code == 2
    assert [(each["typed"], each.get("payable")) for each in found] == [
        ("1WW", True),
        ("5GG", False),
        ("3 curse", None),
    ]
    assert "'curse'" in found[2]["error"]


def test_an_empty_list_is_refused_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    ran = run("cost", "mtg", "-")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


def totals(*lines: str) -> list[str]:
    """Return the totals of the lines of a session about Magic."""
    session, found = Session(("mtg",)), []
    for line in lines:
        session, question = session.after(line.split(), read)
        if question is not None:
            words = [question.base, *(f"+{up.amount}" for up in question.increases)]
            words += [f"-{down.amount}" for down in question.reductions]
            found.append(cost("mtg", words).total)
    return found


def test_a_session_adds_to_the_last_question_and_goes_back() -> None:
    assert totals("2WU", "+1 thalia", "what if -2", "undo", "", "5") == [
        "{2}{W}{U}",
        "{3}{W}{U}",
        "{1}{W}{U}",
        "{2}{W}{U}",
        "{5}",
    ]


def test_a_line_of_a_session_with_a_cost_is_refused_for_its_own_words() -> None:
    with pytest.raises(UsageError, match="'gloom'"):
        totals("3UU", "+1 thalia", "3UU gloom")


def test_a_line_of_a_session_may_be_a_whole_command_for_another_game() -> None:
    session, question = Session(("mtg",)).after(["rules", "cost", "fab", "3", "-1"], read)
    assert question is not None and (question.game, question.base) == ("fab", "3")
    assert session.questions == (("fab", "3", "-1"),)


def test_words_typed_before_a_session_are_means_and_not_its_first_cost() -> None:
    session, question = Session(("mtg", "4", "lands")).after(["3"], read)
    assert question is not None and question.base == "3"
    _, question = session.after(["what", "if", "+1"], read)
    assert question is not None and (question.base, len(question.increases)) == ("3", 1)
    _, question = session.after(["what", "if", "--free"], read)
    assert question is not None and (question.base, question.has("free")) == ("3", True)


@pytest.mark.slow
def test_a_session_says_why_it_opens_and_compares_costs() -> None:
    with running("cost", "mtg", "4", "lands") as terminal:
        terminal.wait("no cost is named in “4 lands”")
        terminal.press("2WU --or 3\n")
        terminal.wait("\n3    {3}        payable")


@pytest.mark.parametrize(("lines", "error"), [(["+1"], NoCost), (["undo"], Refused), (["2W", "undo"], Refused)])
def test_a_line_of_a_session_that_changes_nothing_is_refused(lines: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        totals(*lines)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("{3}{W}{G}", "{3}{G}{W}"),
        ("{U}{G}", "{G}{U}"),
        ("{W}{R}", "{R}{W}"),
        ("{W}{U}", "{W}{U}"),
        ("{W}{U}{B}{R}{G}", "{W}{U}{B}{R}{G}"),
        ("{W}{U}{R}", "{U}{R}{W}"),
        ("{W}{B}{G}", "{W}{B}{G}"),
        ("{W}{W}{G}{G}", "{G}{G}{W}{W}"),
        ("{W}{U}{G}", "{G}{W}{U}"),
        ("{2}", "{2}"),
    ],
)
def test_symbols_are_printed_in_the_order_of_cards(typed: str, printed: str) -> None:
    assert as_printed(typed) == printed


def test_what_effects_see_is_said_if_it_matters_or_with_explain(run: Run) -> None:
    assert "mana value" not in run("cost", "mtg", "2WU", "+1").out
    assert "its mana value is 4" in run("cost", "mtg", "2WU", "+1", "--explain").out
    assert "its mana value is 5" in run("cost", "mtg", "3UU", "--free").out
    assert "mana value 7" in run("cost", "mtg", "5BR", "--as", "mdfc=1B").out
    assert "in other zones" in run("cost", "mtg", "XR", "--x", "2", "--explain").out
    assert "in other zones" not in run("cost", "mtg", "XR", "--x", "2").out


def test_the_table_fits_a_narrow_terminal_if_its_rows_are_short(run: Run) -> None:
    out = run("cost", "mtg", "2WU", "+1", "-2", "--tax", "1").out.partition("\n\n")[0]
    assert max(map(len, out.splitlines())) <= 80
