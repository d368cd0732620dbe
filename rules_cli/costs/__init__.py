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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module

from rules_cli.captions import Remark, Translated
from rules_cli.costs.amounts import NotAnnounced
from rules_cli.costs.answer import CostAnswer, Ledger
from rules_cli.costs.arguments import CostQuestion, OpenHalves, Refused
from rules_cli.costs.grammar import read
from rules_cli.errors import UsageError
from rules_cli.lookup.deciding_rules import DecidingRules

_ALTERNATIVES = ("alt", "free", "meld", "runechants", "brew")
_MOST_SHOWN = 5  # totals of halves, about two lines; JSON has all
_NO_LIMIT = 1024  # more than any X that cards in play can pay for

__all__ = ["CostAnswer", "CostQuestion", "DecidingRules", "answer", "cost", "read"]


class TotalsOfHalves(UsageError):
    """A cost whose total depends on the halves of its symbols; `answers` has one for each choice, cheapest first."""

    def __init__(self, answers: Mapping[str, CostAnswer], rule: str) -> None:
        self.answers = answers
        shown = [f"--choose {choice}: {each.total}" for choice, each in list(answers.items())[:_MOST_SHOWN]]
        more = f"; {len(answers) - len(shown)} dearer" if len(answers) > len(shown) else ""
        super().__init__(f"the total depends on the halves: {'; '.join(shown)}{more} ({rule})")


def cost(game: str, words: Sequence[str]) -> CostAnswer:
    """Calculate a cost: `game` is fab, mtg, ga or fabula, `words` are those after it on the command line.

    Raises UsageError, one line, for words that can't be read and for questions that the rules don't allow.
    """
    return answer(read(words, default=game))


def answer(question: CostQuestion, deciding: DecidingRules | None = None) -> CostAnswer:
    """Answer a question; `deciding` names the rules of its notes and of a refusal."""
    deciding = deciding or DecidingRules(question.game)
    try:
        _check(question)
        found = _calculate(question)
    except OpenHalves as open_:
        if not open_.answers:
            raise UsageError(f"{open_} ({deciding.id('announce')})") from None
        raise TotalsOfHalves(open_.answers, deciding.id("announce")) from None
    except Refused as refusal:
        rule = refusal.rule and deciding.id(refusal.rule)
        raise UsageError(f"{refusal} ({rule})" if rule else str(refusal)) from None
    notes = (_numbered(note, deciding) if isinstance(note, Translated) else note for note in found.notes)
    return replace(found, notes=tuple(notes))


def _check(question: CostQuestion) -> None:
    for name in question.options:
        if refused := question.file.refused.get(name):
            raise Refused(f"--{name}: {refused.say}", refused.rule)
    alternatives = [f"--{name}" for name in _ALTERNATIVES if question.has(name)]
    if len(alternatives) > 1:
        raise Refused(f"one alternative cost only, {' or '.join(alternatives)}", "one-alternative")
    if question.has("free", "alt") and question.has("effect"):
        raise Refused("--effect is a separate cost: leave out --free and --alt")
    for option, needed in question.file.together.items():
        if question.has(option) and not question.has(needed):
            raise Refused(f"--{option} goes with --{needed}: {question.file.options[option].help}")


def _numbered(note: Translated, deciding: DecidingRules) -> Translated:
    return Translated(
        deciding.in_text(note.english), tuple((code, deciding.in_text(text)) for code, text in note.other)
    )


def _calculate(question: CostQuestion) -> CostAnswer:
    """Calculate a cost in its game; for X without a value, the largest that the player can pay."""

    calculate: Callable[[Ledger], CostAnswer] = import_module(f"rules_cli.costs.{question.file.calculated}").cost
    try:
        return calculate(Ledger(question))
    except NotAnnounced as missing:
        option = missing.letter.lower()

        def announcing(value: int, *without: str) -> CostQuestion:
            options = {name: values for name, values in question.options.items() if name not in without}
            return replace(question, options={**options, option: (str(value),)})

        largest = _largest(lambda value: calculate(Ledger(announcing(value, "x-not-0"))).payable)
        if largest is None:
            raise
        read_as = Remark("not announced", (missing.letter, largest, option))
        return calculate(Ledger(replace(announcing(largest), read_as=(*question.read_as, read_as))))


def _largest(payable: Callable[[int], bool | None]) -> int | None:
    """Return the largest number that can be paid, None if what the player has does not limit it.

    What can be paid for a number can be paid for every smaller one, so the search halves the range.
    """
    if payable(_NO_LIMIT) is not False or payable(0) is None:
        return None
    low, high = 0, _NO_LIMIT
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if payable(middle) is False else (middle, high)
    return low
