"""Calculate a cost: the total after every modifier, whether it can be paid, and the rule that decides each step.

A function of plain values; no library is needed. The words are those of `rules cost GAME …`:

    >>> cost("fab", ["3", "+1:frostbite", "-2", "--hand", "3,1"]).total
    '2'
    >>> cost("mtg", ["1W/P", "--choose", "life", "--have", "W", "--life", "2"]).total
    '{1} + 2 life'
    >>> print(cost("ga", ["2m", "--memory", "1", "--floating", "1"]).how[0].words)
    1 floating first, then 1 of 1 at random (0 in Memory, 0 floating left)
    >>> cost("fabula", ["7", "--turn", "3"]).payable
    False

Steps and sentences name a rule by a key; `DecidingRules("fab").id(key)` is its id.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from rules_cli.captions import Remark, Translated
from rules_cli.costs.amounts import NotAnnounced
from rules_cli.costs.answer import CostAnswer, TotalsOfHalves
from rules_cli.costs.arguments import CostQuestion, Refused, cost_words, games
from rules_cli.costs.engine import calculate
from rules_cli.costs.grammar import read
from rules_cli.lookup.deciding_rules import DecidingRules

_ALTERNATIVES = ("alt", "free", "meld", "runechants", "brew")
_NO_LIMIT = 1024  # more than any X that cards in play can pay for

__all__ = ["CostAnswer", "CostQuestion", "DecidingRules", "TotalsOfHalves", "answer", "cost", "only_game", "read"]


def cost(game: str, words: Sequence[str]) -> CostAnswer:
    """Calculate a cost: `game` is fab, mtg, ga or fabula, `words` are those after it on the command line.

    Raises UsageError, one line, for words that can't be read and for questions that the rules don't allow.
    """
    return answer(read(words, default=game))


def only_game(words: Sequence[str]) -> str:
    """Return the game that can answer words which name no game; "" if no game can, or several can."""
    fitting = []
    for game in games():
        try:
            cost(game, words)
        except Refused as refusal:
            if not isinstance(refusal, (NotAnnounced, TotalsOfHalves)):
                continue
        fitting.append(game)
    return fitting[0] if len(fitting) == 1 else ""


def answer(question: CostQuestion, deciding: DecidingRules | None = None) -> CostAnswer:
    """Answer a question; `deciding` names the rules of its notes and of a refusal."""
    deciding = deciding or DecidingRules(question.game)

    def numbered(note: Translated) -> Translated:
        other = tuple((code, deciding.in_text(text)) for code, text in note.other)
        return Translated(deciding.in_text(note.english), other)

    try:
        _check(question)
        found = _calculate(question)
    except Refused as refusal:
        raise refusal.within("refused by", deciding.id(refusal.rule)) if refusal.rule else refusal from None
    found.notes = tuple(numbered(each) if isinstance(each, Translated) else each for each in found.open_points())
    return found


# Complexity: one case for each kind of options that do not fit.
def _check(question: CostQuestion) -> None:
    """Raise Refused for options that the game refuses, that need another, and that can't be together."""
    file = question.file
    for name in question.options:
        if refused := file.refused.get(name):
            raise Refused(refused.say, rule=refused.rule)
    alternatives = tuple(f"--{name}" for name in _ALTERNATIVES if question.has(name))
    if len(alternatives) > 1:
        raise Refused("one alternative", alternatives, rule="one-alternative")
    for option, others in (*cost_words().apart.items(), *file.apart.items()):
        if question.has(option) and question.has(*others):
            raise Refused("goes not with", f"--{option}", tuple(f"--{name}" for name in others))
    for option, needed in file.together.items():
        if question.has(option) and not question.has(needed):
            raise Refused("goes with", f"--{option}", f"--{needed} {file.options[needed].takes or ''}".strip())


def _calculate(question: CostQuestion) -> CostAnswer:
    """Calculate a cost in its game; for X without a value, the largest that the player can pay.

    What can be paid for a number can be paid for every smaller one, so the search halves the range.
    """
    try:
        return calculate(question)
    except NotAnnounced as missing:
        option = missing.letter.lower()

        def announcing(value: int, *without: str) -> CostQuestion:
            options = {name: values for name, values in question.options.items() if name not in without}
            return replace(question, options={**options, option: (str(value),)})

        def payable(value: int) -> bool | None:
            return calculate(announcing(value, "x-not-0")).payable

        if payable(_NO_LIMIT) is not False or payable(0) is None:
            raise  # what the player has does not limit it
        largest = bisect_left(range(1, _NO_LIMIT), True, key=lambda value: payable(value) is False)
        read_as = Remark("not announced", (missing.letter, largest, option))
        return calculate(replace(announcing(largest), read_as=(*question.read_as, read_as)))
