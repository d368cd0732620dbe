"""Pay with points that are there, or that the turns of a player have brought: `--have`, or `--turn` and its like."""

from __future__ import annotations

from collections.abc import Mapping

from rules_cli.captions import Remark
from rules_cli.costs.amounts import counted, read_count
from rules_cli.costs.answer import CostAnswer, Way, enough
from rules_cli.costs.arguments import Refused


def pay(answer: CostAnswer, total: Mapping[str, int], costs: Mapping[str, int]) -> None:
    """Enter whether the points are enough; the file says it of the facts `points paid` and `points missing`.

    A turn brings new points up to the limit, then those that passive abilities add.
    """
    question, asked = answer.question, sum(total.values())
    points = at_first = counted(question, "have")
    answer.check_hand(costs)
    if turn := question.one("turn"):
        cap, bonus = counted(question, "cap"), counted(question, "bonus")
        brought = answer.file.each_turn * read_count(turn, "turn", least=1)
        at_first = min(brought, answer.file.most if cap is None else cap) + (bonus or 0)
        points = at_first - (counted(question, "spent") or 0)
        if points < 0:
            raise Refused("too many", f"--spent {question.one('spent')}", at_first)
    answer.parts.append(enough(points, asked))
    if points is None:
        return
    answer.enter("points known", "points missing" if points < asked else "points paid")
    paid, left = Remark("of", (asked, points)), Remark("of", (points - asked, at_first))
    answer.values |= {"points": Remark("points"), "there": points, "asked": asked, "paid": paid, "left": left}
    answer.pay += [Way(paid, left, ({"source": "points", "number": asked},))] if points >= asked else []
