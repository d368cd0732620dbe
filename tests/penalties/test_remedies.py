"""The remedy on the page of an infraction: the case that a question fits, else the usual one, before what changes the
penalty."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

from rules_cli import penalties
from rules_cli.penalties.amounts import amounts_in
from rules_cli.penalties.evidence import evidence
from rules_cli.penalties.remedies import usual_case

REST = " The judge of the hill writes this down, and both players wait until the wind is as it was." * 3
BURNT = "If the line was burnt, the player buys a new line."
FEW = "If the reel has too few turns, the helper adds turns." + REST
MANY = "If the reel has too many turns, the helper takes turns off." + REST
USUAL = (
    "If nothing above holds, the player winds the reel again, and a judge counts the turns and signs the card." + REST
)
LATE = "If a gull took the line, it is no error, and the flight begins again." + REST
GLASS = "If the reel was made of glass, the penalty is a Match Loss."
EXCEPTION = "A player who found the glass without help keeps the reel, and the upgrade does not apply." + REST
GUIDE = f"""\
2 Kite Errors

2.1 Reel Problem

Warning

A player has a reel with a wrong number of turns.

Procedure and Penalty

{BURNT}

{FEW}

{MANY}

{USUAL}

{LATE}

Upgrade: {GLASS} {EXCEPTION}

2.2 Missing Tail

Game Loss

A kite has no tail.
"""


@pytest.fixture
def judge(run: Run, tmp_path: Path) -> Run:
    """The command line with a made-up guide installed as Flesh and Blood's."""
    (tmp_path / "guide.md").write_text(GUIDE, encoding="utf-8")
    assert run("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2026").code == 0
    return run


def _line(page: str, label: str) -> str:
    return next(line for line in page.splitlines() if line.startswith(f"  {label}: "))


@pytest.mark.parametrize(
    ("words", "case"),
    [
        ("reel problem", USUAL),
        ("2.1", USUAL),
        ("reel problem, line was burnt", BURNT),
        ("reel with too few turns", FEW),
        ("reel with too many turns", MANY),
        ("reel problem, gull", LATE),
        ("reel problem, the judge and the helper", USUAL),  # they are in what is done, not in when
    ],
)
def test_the_case_that_the_words_fit_is_shown_whole_else_the_usual_one(judge: Run, words: str, case: str) -> None:
    remedy = _line(judge("penalty", words).out, "procedure and penalty")
    assert case in remedy
    assert remedy.endswith(" rules fab-ppg:2.1.procedure-and-penalty")


@pytest.mark.parametrize(
    ("cases", "usual"),
    [
        (["Wind it.", "If it broke, buy another reel at the desk."], 0),
        (["If it broke, buy another.", "In all other circumstances, wind it slowly.", "It is wound."], 1),
        (["Wenn sie riss, kaufe eine.", "Wenn nicht, wickle sie von vorne auf."], 1),
    ],
)
def test_the_usual_case_is_the_first_without_a_condition_or_the_longest(cases: list[str], usual: int) -> None:
    assert usual_case(cases) == cases[usual]


def test_the_remedy_is_before_an_upgrade_that_is_not_meant(judge: Run) -> None:
    page = judge("penalty", "reel problem").out
    assert page.index("procedure and penalty: ") < page.index("upgrade: ")
    assert _line(page, "upgrade") == f"  upgrade: {GLASS} … rules fab-ppg:2.1.upgrade"


def test_an_upgrade_that_the_words_fit_is_whole_and_first(judge: Run) -> None:
    page = judge("penalty", "reel problem, reel made of glass").out
    assert _line(page, "upgrade") == f"  upgrade: {GLASS} {EXCEPTION}"
    assert page.index("upgrade: ") < page.index("A player has a reel")


def test_a_long_screen_has_all(judge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from rules_cli.render import out

    monkeypatch.setattr(out, "rows", lambda: 60)
    page = judge("penalty", "reel problem").out
    assert _line(page, "procedure and penalty").endswith(LATE)
    assert _line(page, "upgrade").endswith(EXCEPTION)


def test_a_label_has_the_amount_as_it_is_typed() -> None:
    assert [each.typed for each in amounts_in("Zwölf  Minuten")] == ["Zwölf Minuten"]
    assert [each.value for each in amounts_in("Zwo\u0308lf Minuten")] == [720]


@pytest.mark.parametrize(("words", "times"), [("reel problem with gulls", 1), ("reel problem, 5 minutes of gulls", 2)])
def test_the_evidence_is_worked_out_once_for_the_same_words(
    judge: Run, monkeypatch: pytest.MonkeyPatch, words: str, times: int
) -> None:
    monkeypatch.setattr(penalties, "is_by_words", lambda _: True)  # so that the words without times are asked, too
    evidence.cache_clear()
    judge("penalty", words)
    assert evidence.cache_info().misses == times
