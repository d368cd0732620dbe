"""Working out a cost: what must be paid after every modifier, can it be, and which rule decides each step.

A function of plain values; no library is needed. The words are those of `rules cost GAME …`:

    >>> cost("fab", ["3", "+1:frostbite", "-2", "--hand", "3,1"]).total
    '2'
    >>> cost("mtg", ["1W/P", "--choose", "life", "--have", "W", "--life", "2"]).total
    '{1} + 2 life'
    >>> cost("ga", ["2m", "--memory", "1", "--floating", "1"]).how[0].words
    '1 floating first, then 1 of 1 at random (0 in Memory, 0 floating left)'
    >>> cost("fabula", ["7", "--turn", "3"]).payable
    False

Steps and sentences name a rule by a key; `numbering("fab").id(key)` is its id.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules_cli.costs.answer import CostAnswer, Refused
from rules_cli.costs.arguments import CostQuestion, data, read
from rules_cli.costs.choices import owned
from rules_cli.costs.rule_numbers import Numbering, numbering
from rules_cli.errors import UsageError

__all__ = ["CostAnswer", "Numbering", "Question", "answer", "cost", "numbering", "read"]


def cost(game: str, words: Sequence[str]) -> CostAnswer:
    """What a cost comes to: `game` is fab, mtg, ga or fabula, `words` what follows it on the command line.

    Raises UsageError, one line, for words that can't be read and for what the rules don't allow.
    """
    return answer(read(words, default=game))


def answer(question: CostQuestion, numbers: Numbering | None = None) -> CostAnswer:
    """Work a question out; a refusal names its rule by these `numbers`, else as they ship."""
    facts = data(question.game)
    try:
        _refuse(question, facts.get("refused", {}))
        found: CostAnswer = importlib.import_module(f"{__name__}.{question.game}").cost(question)
    except Refused as refused:
        raise UsageError(_with_rule(refused, numbers or numbering(question.game))) from None
    return replace(
        found,
        notes=(*(facts.get("notes", {})[key] for key in dict.fromkeys(found.notes)), *_not_counted(question)),
        because=tuple(dict.fromkeys([*_cited(found), *_labelled(question), *found.because])),
    )


def _refuse(question: CostQuestion, refused: Mapping[str, Mapping[str, str]]) -> None:
    """Refuse an option that this game's rules have no place for."""
    for name in question.options:
        if name in refused:
            raise Refused(f"--{name}: {refused[name]['say']}", refused[name]["rule"])


def _not_counted(question: CostQuestion) -> Iterable[str]:
    """What was said with --own and can't be met from there."""
    if "discard" in owned(question):
        yield "cards to discard come from --hand: what --own says of them is not counted"


def _with_rule(refused: Refused, numbers: Numbering) -> str:
    rule = numbers.id(refused.rule) if refused.rule else None
    return f"{refused} ({rule})" if rule else str(refused)


def _cited(found: CostAnswer) -> Iterable[str]:
    """The rules of the steps and the sentences, deciding ones first."""
    return [step.rule for step in found.steps] + [said.rule for said in (*found.how, *found.sees)]


def _labelled(question: CostQuestion) -> Iterable[str]:
    """The rules that a label names, as `:kicker` does."""
    labels = data(question.game).get("labels", {})
    return [key for change in (*question.ups, *question.downs) for key in labels.get(change.why.lower(), ())]
