"""The command `rules cost`: its page, JSON, exit codes and help."""

from __future__ import annotations

import doctest
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules_cli import costs
from rules_cli.cli import costs as commands
from rules_cli.costs import CostAnswer
from rules_cli.costs.arguments import CostQuestion, cost_file, cost_words, games

Run = Callable[..., Any]
SAMPLE = """\
2   payable
  start      3  -> 3  base cost  fab@2.14.0:5.1.6c
  increase  +1  -> 4  frostbite  fab@2.14.0:5.1.6a
  reduce    -2  -> 2             fab@2.14.0:5.1.6a
pitch 3 (1 left), or 1 then 3 (2 left)   fab@2.14.0:1.14.2d
effects that look at its cost see 3; you pay 2   fab@2025:2.2.4b
"""


def test_the_total_comes_first_then_the_steps(run: Run) -> None:
    ran = run("cost", "fab", "3", "+1:frostbite", "-2", "--hand", "3,1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(SAMPLE)


def test_a_rule_that_is_not_installed_is_restated_at_the_end(run: Run) -> None:
    words = run("cost", "fab", "3", "-2").out.split("not in your library, in our words:")[1]
    assert "fab@2.14.0:5.1.6a" in words
    assert "fab@2025:2.2.4b" not in words


@pytest.mark.parametrize(
    ("words", "code"),
    [("fab 3 --hand 3", 0), ("fab 3", 0), ("fab 3 --hand 1", 1), ("mtg none", 1), ("fab", 2), ("", 2)],
)
def test_exit_codes(words: str, code: int, run: Run) -> None:
    ran = run("cost", *words.split())
    assert ran.code == code
    assert len(ran.err.splitlines()) == (1 if code == 2 else 0)


def test_the_json_has_the_promised_keys(run: Run) -> None:
    found = json.loads(
        run("cost", "ga", "2m", "+1", "--memory", "1", "--floating", "1", "--also", "discard", "--json").out
    )
    promised = {"book", "base", "total", "steps", "payable", "because"}
    assert set(found) == promised | {"reasons", "pay", "left", "seen", "sees", "also", "notes", "read_as"}
    assert found["total"] == "3"
    assert found["payable"] is False
    assert found["steps"][1] == {
        "kind": "increase",
        "what": "",
        "amount": "+1",
        "running": "3",
        "rule": "ga@2024:cost.10.1",
    }
    assert found["also"] == [{"kind": "discard", "amount": 1, "payable": None}]
    assert (found["book"], found["base"], found["pay"], found["left"]) == ("ga", "2m", [], None)
    assert found["seen"] == {"cost": 2, "paid": "3"}
    assert len(found["notes"]) == 1
    deciding = {rule["rule"]: rule for rule in found["because"]}
    assert deciding["ga@2024:cost.10.1"]["installed"] is True
    assert deciding["ga@2026-08-21:playing-cards.3"]["installed"] is False
    assert all(rule["text"] for rule in found["because"])


def test_the_book_may_come_from_an_option_the_environment_or_the_settings(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("cost", "-b", "ga", "3").out.startswith("3\n")
    assert run("cost", "3").code == 2
    run("config", "book", "mtg")
    assert run("cost", "3").out.startswith("{3}\n")
    monkeypatch.setenv("RULES_BOOK", "fabula")
    assert run("cost", "none").out.startswith("0\n")
    assert run("cost", "fab", "none").out.startswith("unpayable")


def test_an_edition_that_is_not_installed_is_refused(run: Run) -> None:
    ran = run("cost", "-b", "fab@1999", "3")
    assert ran.code == 2
    assert "1999" in ran.err


def test_the_language_of_the_deciding_rules(run: Run) -> None:
    texts = [
        json.loads(run("cost", "fabula", "3", "--json", "--lang", lang).out)["because"][0]["text"]
        for lang in ("en", "pt")
    ]
    assert "custo" in texts[1]
    assert "custo" not in texts[0]


def test_labels_and_words_are_data_and_never_markup(run: Run) -> None:
    out = run("cost", "fab", "3", "+1:[bold]\x1b[31mred[/bold]").out
    assert "[bold][31mred[/bold]" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("game", ["", *games()])
@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_help_names_every_option_with_its_explanation(game: str, asked: str, run: Run) -> None:
    ran = run("cost", *([game, "3"] if game else []), asked)
    assert ran.code == 0
    for name, option in (cost_file(game).options if game else cost_words().options).items():
        (line,) = (line for line in ran.out.splitlines() if line.startswith(f"  --{name} "))
        assert line.endswith(f"  {option.help}")
    assert ("--x-not-0" in ran.out) == (not game)
    assert ("--delve" in ran.out) == (game == "mtg")


@pytest.mark.parametrize("game", games())
def test_most_explanations_begin_in_one_column_of_the_left_half_of_a_narrow_terminal(game: str, run: Run) -> None:
    lines = run("cost", game, "3", "--help").out.splitlines()
    columns = Counter(
        line.index(f"  {option.help}") + 2
        for option in cost_file(game).options.values()
        for line in lines
        if line.endswith(f"  {option.help}")
    )
    column, times = columns.most_common(1)[0]
    assert times > columns.total() / 2
    assert column <= 24


def test_the_examples_of_the_function_are_true() -> None:
    assert doctest.testmod(costs).attempted == 4
    assert doctest.testmod(costs).failed == 0


REASONS = {
    "ga 3 --hand 2": ("cards to reserve: 3 needed, 2 there", "ga@2024:cost.6"),
    "mtg 5UU --convoke U,U": ("left to pay with mana: {5}; --have says what mana there is", "mtg@2026-01-16:601.2h"),
    "fab 3 --hand 1": ("points: 3 needed, 1 there", "fab@2.14.0:1.14.2b"),
    "fabula 3 --have 1": (
        "resource points: 3 needed, 1 there; no player can lend any unless a card or a format says so",
        "fabula@undated:1.18.8",
    ),
}


@pytest.mark.parametrize(("typed", "reason"), REASONS.items(), ids=list(REASONS))
def test_the_json_gives_the_reasons_of_the_page(typed: str, reason: tuple[str, str], run: Run) -> None:
    found = json.loads(run("cost", *typed.split(), "--json").out)
    assert {"text": reason[0], "rule": reason[1]} in found["reasons"]
    assert reason[0] in run("cost", *typed.split()).out
    assert next(rule for rule in found["because"] if rule["rule"] == reason[1])["decides"] is True


PAYMENTS = {
    "mtg 1WG --have WC --convoke G": [
        {"symbol": "{W}", "source": "mana", "types": "W", "number": 1},
        {"symbol": "{G}", "source": "creature", "types": "G", "number": 1},
        {"symbol": "generic", "source": "mana", "types": "C", "number": 1},
    ],
    "mtg W/P --life 2 --have none": [{"symbol": "life", "source": "life", "number": 2}],
    "fab 3 --hand 1,3": [{"source": "card", "types": "3", "number": 1}],
    "ga 2m --memory 1 --floating 1": [
        {"source": "floating", "number": 1},
        {"source": "memory at random", "number": 1},
    ],
    "ga 3 --hand 1 --reservable 2": [
        {"source": "hand", "number": 1},
        {"source": "Reservable or Kindle", "number": 2},
    ],
    "fabula 3 --have 5": [{"source": "points", "number": 3}],
}


@pytest.mark.parametrize(("typed", "payments"), PAYMENTS.items(), ids=list(PAYMENTS))
def test_the_json_has_payments_as_data(typed: str, payments: list[dict[str, object]], run: Run) -> None:
    assert json.loads(run("cost", *typed.split(), "--json").out)["pay"][0]["payments"] == payments


def test_the_json_has_the_totals_of_halves(run: Run) -> None:
    ran = run("cost", "mtg", "2/W2/W", "-1", "--json")
    assert ran.code == 2
    assert json.loads(ran.out)["halves"] == [
        {"choose": "2,W", "total": "{1}{W}", "payable": None},
        {"choose": "W,W", "total": "{W}{W}", "payable": None},
        {"choose": "2,2", "total": "{3}", "payable": None},
    ]
    assert run("cost", "mtg", "2/W2/W", "-1").out == ""


PORTUGUESE = [
    "fab 3 +1 -2 --hand 3,1 --also discard",
    "fab X +1:frostbite --hand 1 --action --actions 0",
    "fab 3 --meld --set 2 --no-less -1 --life 1 +2h",
    "fab none",
    "fab 1 --effect +1 --hand none",
    "fab 4 --runechants 3",
    "fab 2 --hand 1,1,2,3,3,3 --alt discard",
    "mtg 2WU +1 -2@1 --min 3 --have WWUC --tax 2",
    "mtg XR --have RRRR",
    "mtg 3UU --convoke U,U --free",
    "mtg 1W/P --have CC --as prototype=7",
    "mtg 1G +3:buyback -2@buyback --life 3 --also life=4",
    "mtg 2 --special foretell +1",
    "mtg {2}{T} --have C",
    "mtg none",
    "mtg 5BR --as mdfc=1B --x-not-0",
    "ga 2m --memory 1 --floating 1 +1",
    "ga X --hand 2 --imbue 1 --matching 1",
    "ga 7 --brew balm,clay=2 --herbs ash/clay,balm",
    "ga 3 --glimmer 2 --ability --also rest",
    "ga none --free",
    "ga 3 --reservable 1",
]


@pytest.mark.parametrize("typed", PORTUGUESE)
def test_every_sentence_is_in_the_language_of_the_page(typed: str, run: Run) -> None:
    page = run("cost", *typed.split(), "--lang", "pt").out
    page = page.partition("regras que não estão na sua biblioteca")[0]
    page = re.sub(r"--[\w-]+|\w+@\S+", "", page)
    assert not re.findall(r"\b(?:the|of|is|are|and|not|this|to|from|with|needed|there|left|paid|cast)\b", page)
    found = json.loads(run("cost", *typed.split(), "--lang", "pt", "--json").out)
    said = [each["text"] for each in (*found["reasons"], *found["sees"])] + found["notes"] + found["read_as"]
    assert not [each for each in said if re.search(r"\b(?:the|of|is|are|and|needed|there)\b", each)]


def test_an_extra_cost_is_named_with_its_number(run: Run) -> None:
    assert "\nalso discard 1   payable\n" in run("cost", "fab", "3", "--also", "discard", "--hand", "3,1").out


KEYWORDS = {
    "mtg 2W embalm 3W": ("{3}{W}", "702.128a"),
    "mtg 3WW flashback 1W": ("{1}{W}", "702.34a"),
    "mtg 1G squad 2 twice": ("{5}{G}", "702.157a"),
    "mtg echo 2R": ("{2}{R}", "702.30a"),
    "mtg 4 craft with artifact 2U": ("{2}{U}", "702.167a"),
    "mtg islandcycling 2": ("{2}", "702.29a"),
    "mtg web-slinging 1GW": ("{1}{W}{G}", "702.188a"),
    "mtg 1R megamorph 5R": ("{5}{R}", "702.37b"),
    "fab heave 3": ("3", "8.3.18"),
    "fab 2 scrap": ("2", "8.3.32"),
}


@pytest.mark.parametrize(("typed", "answer"), KEYWORDS.items(), ids=list(KEYWORDS))
def test_a_keyword_says_what_its_cost_is_and_names_its_rule(typed: str, answer: tuple[str, str], run: Run) -> None:
    found = json.loads(run("cost", *typed.split(), "--json").out)
    assert found["total"] == answer[0]
    because = {rule["rule"].partition(":")[2]: rule["text"] for rule in found["because"]}
    assert because[answer[1]]


@pytest.mark.parametrize("game", ["mtg", "fab"])
def test_every_keyword_with_a_cost_is_read(game: str) -> None:
    file = cost_file(game)
    for keyword, kind in file.keywords.items():
        printed = [] if keyword in file.of_others else ["3"]
        question = costs.read([game, *printed, *keyword.split(), "2"])
        assert question.keywords == (keyword,)
        assert question.has(kind.split()[0]) or kind in ("additional", "alternative")


@pytest.mark.parametrize("words", ["mtg 7G delve 5", "mtg 7G delve 5 3 forests", "mtg 4G convoke G,G --have CCG"])
def test_what_is_left_to_pay_with_mana_is_said_after_the_total(words: str, run: Run) -> None:
    total, left, *_ = run("cost", *words.split()).out.splitlines()
    assert total.startswith(("{7}{G}", "{4}{G}"))
    assert left.startswith("left to pay with mana: {")


@pytest.mark.parametrize(
    ("words", "game"),
    [("2WU +1", "mtg"), ("3 frostbite", "fab"), ("3 --turn 2", "fabula")],
)
def test_the_game_may_be_left_out_if_only_one_has_such_a_cost(words: str, game: str, run: Run) -> None:
    ran = run("cost", *words.split())
    assert ran.out.splitlines()[0] == f"read as: {game}: the only game with such a cost"
    assert ran.out.splitlines()[1:] == run("cost", game, *words.split()).out.splitlines()


def test_a_game_with_a_slip_is_asked_about(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,cost\nReef Page,2U\n")
    assert "did you mean -b mtg?" in run("card", "import", str(path), "-b", "mgt").err
    for words in (["mgt", "2WU", "+1"], ["mgt 3 +1"], ["fba", "3"]):
        ran = run("cost", *words)
        assert ran.code == 2 and "did you mean rules cost" in ran.err


def test_without_a_game_and_cards_a_name_needs_both_a_game_and_its_cost(run: Run) -> None:
    said = run("cost", "lightning", "bolt", "+1").err
    assert "no game is named" in said
    assert "'lightning bolt' may name a card" in said
    assert "cards" not in run("cost", "3", "+1").err


@pytest.mark.parametrize("typed", ["2RR kicker 2", "2RR --or 3R -1", "2RR --help", "fab 3 +1 --have 3"])
def test_a_cost_without_a_command_is_worked_out_once(run: Run, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = run("cost", *typed.split())
    calls: list[object] = []

    def counted(question: CostQuestion, deciding: Any) -> CostAnswer:
        calls.append(question)
        return costs.answer(question, deciding)

    monkeypatch.setattr(commands, "answer", counted)
    bare = run(*typed.split())
    assert (bare.code, bare.out) == (asked.code, asked.out)
    assert len(calls) == ("--help" not in typed) * (1 + ("--or" in typed))


@pytest.mark.parametrize("typed", ["mtg 2RR paint", "mtg {2}{R} paint"])
def test_words_after_a_mana_cost_are_searched_and_the_cost_is_refused(run: Run, typed: str) -> None:
    said = run(*typed.split()).err.splitlines()[0]
    refusal = run("cost", *typed.split()).err.rstrip()
    assert said.startswith(f"{refusal}; searched for the words: rules search mtg ")


@pytest.mark.parametrize("question", ["mtg 2hg who blocks", "mtg 3rd strike paint", "mtg 2 paint"])
def test_a_question_that_begins_with_a_figure_is_no_cost(run: Run, question: str) -> None:
    assert "cost" not in run(*question.split()).err
