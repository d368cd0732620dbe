"""Costs as a page and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rules_cli.captions import kind_word, said, say
from rules_cli.render.page import Page, Span, Style

if TYPE_CHECKING:
    from rules_cli.costs import CostAnswer
    from rules_cli.costs.answer import Sentence
    from rules_cli.costs.arguments import CostOption
    from rules_cli.lookup.deciding_rules import DecidingRules
    from rules_cli.model import Because

_STATES: Mapping[bool | None, tuple[str, Style]] = {
    True: ("payable", "good"),
    False: ("not payable", "bad"),
    None: ("unknown", ""),
}


def page(found: CostAnswer, deciding: DecidingRules, because: Sequence[Because]) -> Page:
    """Return the page: total, steps, ways to pay, what an effect would see, notes.

    The total is alone at the start of its line, for scripts; only how a word was read that could be read in two ways
    comes before it. The page ends with our own words for those deciding rules that no installed book has, because they
    can't be looked up.
    """
    made = Page()
    for read_as in found.read_as:
        made.add(Span(say("read as", said(read_as)), "note"))
    state, style = _state(found.payable)
    made.add(Span(found.total, "title"), Span(f"   {state}" if state else "", style))
    rows = [
        (say(f"step {s.kind}"), s.amount, f"-> {s.running}", said(s.what), deciding.id(s.rule)) for s in found.steps
    ]
    kind, amount, running, what = (max(len(row[i]) for row in rows) for i in range(4))
    for row in rows:
        line = f"{row[0]:<{kind}}  {row[1]:>{amount}}  {row[2]:<{running}}  "
        made.add(line, Span(f"{row[3]:<{what}}  "), Span(row[4], "id"), indent=2, hanging=2)
    _sentences(made, found.how, deciding)
    for part in found.also:
        state, style = _state(part.payable)
        made.add(
            f"{say('extra cost', said(kind_word(part.kind)), part.amount)}{'   ' if state else ''}", Span(state, style)
        )
    _sentences(made, found.sees, deciding)
    for note in found.notes:
        made.add(Span(say("note") + said(note), "note"))
    _restated(made, found, deciding, because)
    return made


def _state(payable: bool | None) -> tuple[str, Style]:
    key, style = _STATES[payable]
    return say(key), style


def _sentences(made: Page, sentences: Iterable[Sentence], deciding: DecidingRules) -> None:
    for sentence in sentences:
        made.add(f"{said(sentence.words)}   ", Span(deciding.id(sentence.rule), "id"))


def _restated(made: Page, found: CostAnswer, deciding: DecidingRules, because: Sequence[Because]) -> None:
    """Add our own words for the rules that a line above cites and that are not installed."""
    cited = [step.rule for step in found.steps] + [sentence.rule for sentence in (*found.how, *found.sees)]
    shown = set(deciding.ids(cited))
    missing = [rule for rule in because if not rule.installed and rule.text and rule.rule in shown]
    if missing:
        made.gap()
        made.add(Span(say("not in library"), "label"))
    for rule in missing:
        made.add(Span(rule.rule, "id"), f"  {rule.text}", indent=2)


def as_json(found: CostAnswer, deciding: DecidingRules, because: Sequence[Because]) -> dict[str, Any]:
    """Return the answer as JSON, in the language of the page.

    `reasons` and `sees` are the sentences of the page; `decides` marks the rules of steps and sentences.
    """
    decided = set(deciding.ids(found.decided_by))
    return {
        "book": found.game,
        "base": found.base,
        "total": found.total,
        "steps": [{**asdict(step), "what": said(step.what), "rule": deciding.id(step.rule)} for step in found.steps],
        "payable": found.payable,
        "because": [{**asdict(rule), "decides": rule.rule in decided} for rule in because],
        "reasons": _sentences_as_json(found.how, deciding),
        "pay": [{"pay": said(way.pay), "left": said(way.left), "payments": list(way.payments)} for way in found.pay],
        "left": None if found.left is None else said(found.left),
        "seen": dict(found.seen) if found.seen is not None else None,
        "sees": _sentences_as_json(found.sees, deciding),
        "also": [asdict(part) for part in found.also],
        "notes": [said(note) for note in found.notes],
        "read_as": [said(read_as) for read_as in found.read_as],
    }


def _sentences_as_json(sentences: Iterable[Sentence], deciding: DecidingRules) -> list[dict[str, str]]:
    return [{"text": said(sentence.words), "rule": deciding.id(sentence.rule)} for sentence in sentences]


def halves_as_json(game: str, base: str, answers: Mapping[str, CostAnswer]) -> dict[str, Any]:
    """Return the totals for each choice of halves as JSON, the cheapest first."""
    halves = [{"choose": choice, "total": each.total, "payable": each.payable} for choice, each in answers.items()]
    return {"book": game, "base": base, "total": None, "payable": None, "halves": halves}


def help_page(tables: Mapping[str, Mapping[str, CostOption]]) -> Page:
    """Return the help on the options of some games, by game, or on the grammar and the options of every game ("")."""
    made = Page()
    for game, options in tables.items():
        made.gap()
        made.add(Span(f"rules cost {game or '[GAME]'} BASE [MOD...] [OPTION...]", "title"))
        if not game:
            made.gap()
            made.block(_SUMMARY, "")
        made.gap()
        for name, line in _EXAMPLES.items():
            if game in ("", name):
                made.add(line, hanging=4)
        made.gap()
        for name, option in options.items():
            typed = f"--{name} {option.takes or ''}".rstrip()
            made.add(Span(f"{typed:<{_HELP_AT}}  ", "id"), option.help, indent=2, hanging=_HELP_AT + 2)
        made.gap()
        made.block(_GRAMMAR if not game else _MORE, "")
    return made


_HELP_AT = 18  # columns of an option: most are shorter, and half of a narrow terminal is left for the explanation
_SUMMARY = "Calculate a cost: the total after every modifier, the rule of each step, and whether it can be paid."
_EXAMPLES = {
    "fab": "rules cost fab 3 +1:frostbite -2 --hand 3,1",
    "mtg": "rules cost mtg '{2}{W}{U}' +1 -2 --min 3      (or 2WU)",
    "ga": "rules cost ga 2m --memory 1 --floating 1",
    "fabula": "rules cost fabula 5 -2 --turn 3",
}
_GRAMMAR = (
    "GAME is fab, mtg, ga or fabula; `rules cost mtg --help` lists the options of a game. BASE is the printed cost, "
    "`none` if none is printed. A MOD is +AMOUNT or -AMOUNT, with a label after a colon; in mtg -2@1 stops at 1 mana "
    "and -WB@only lowers colored mana only.\n"
    "Words may come in any order, and options may be shortened: --mem 2. Many natural words are read, too: 2WU - 1, "
    "1U kicker 1U, 3 +1 frostbite, 2WU free.\n"
    "docs/costs.md has examples of every kind.\n"
    "Exit code: 0 payable or unknown, 1 not payable, 2 refused."
)
_MORE = "rules cost --help: BASE, MOD, and options of every game (--x, --free, --alt …)"
