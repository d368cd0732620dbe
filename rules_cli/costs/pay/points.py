"""Pay with points that are there, or that the turns of a player have brought: `--have`, or `--turn` and its like."""

from __future__ import annotations

from collections.abc import Mapping

from rules_cli.captions import Remark
from rules_cli.costs.amounts import counted, read_count
from rules_cli.costs.answer import Ledger, Way, enough
from rules_cli.costs.arguments import Refused
from rules_cli.costs.pay import Paid

_BY_TURN = ("turn", "spent", "bonus", "cap")


def pay(ledger: Ledger, total: Mapping[str, int], costs: Mapping[str, int]) -> Paid:
    """Return whether the points are enough; the file says it of the facts `points paid` and `points missing`."""
    asked = sum(total.values())
    points, at_first = _points(ledger)
    extra = ledger.check_hand(costs)
    if points is None:
        return Paid([enough(points, asked)], extra=extra)
    ledger.fact("points known", "points missing" if points < asked else "points paid")
    paid, left = Remark("of", (asked, points)), Remark("of", (points - asked, at_first))
    ledger.values |= {"points": Remark("points"), "there": points, "asked": asked, "paid": paid, "left": left}
    if points < asked:
        return Paid([False], extra=extra)
    return Paid([True], [Way(paid, left, ({"source": "points", "number": asked},))], extra=extra)


def _points(ledger: Ledger) -> tuple[int | None, int | None]:
    """Return the points now, and those before any was spent; None if nothing was said."""
    question = ledger.question
    points = at_first = counted(question, "have")
    if points is not None:
        if question.has(*_BY_TURN):
            raise Refused("--have says what there is now: leave out --turn, --spent, --bonus and --cap")
    elif question.has("turn"):
        at_first = _points_on_turn(ledger, read_count(question.options["turn"][0], "turn"))
        spent = counted(question, "spent") or 0
        points = at_first - spent
        if points < 0:
            raise Refused(f"--spent {spent} is more than the {at_first} points there were")
    elif question.has(*_BY_TURN):
        raise Refused("--spent, --bonus and --cap go with --turn: --turn 3")
    return points, at_first


def _points_on_turn(ledger: Ledger, turn: int) -> int:
    """Return the points of a turn: new ones up to the limit, then those that passive abilities add."""
    if turn == 0:
        raise Refused("a player's first turn is --turn 1")
    cap, bonus = counted(ledger.question, "cap"), counted(ledger.question, "bonus")
    return min(ledger.file.each_turn * turn, ledger.file.most if cap is None else cap) + (bonus or 0)
