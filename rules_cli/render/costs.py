"""Costs as a page (the total first, alone at the start of its line) and as the JSON of INTERFACE.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.render.page import Page, Span, Style

if TYPE_CHECKING:
    from rules_cli.costs import CostAnswer, Numbering
    from rules_cli.costs.answer import Said
    from rules_cli.model import Because

_STATE_AT = 56  # the column where the first line says whether it can be paid
_STATES: Mapping[bool | None, tuple[str, Style]] = {
    True: ("payable", "good"),
    False: ("not payable", "bad"),
    None: ("", ""),
}


def page(found: CostAnswer, numbers: Numbering, because: Sequence[Because]) -> Page:
    """The total, the steps, how to pay, what an effect would see, what the books are silent on.

    The words of a deciding rule stand at the end where no installed book holds it: it can't be looked up.
    """
    made = Page()
    state, style = _STATES[found.payable]
    made.add(Span(f"{found.total + '  ':<{_STATE_AT}}" if state else found.total, "title"), Span(state, style))
    _steps(made, found, numbers)
    _sentences(made, found.how, numbers)
    for part in found.also:
        state, style = _STATES[part.payable]
        made.add(f"also {part.kind} {part.amount}{'   ' if state else ''}", Span(state, style))
    _sentences(made, found.sees, numbers)
    for note in found.notes:
        made.add(Span(f"note: {note}", "note"))
    _restated(made, found, numbers, because)
    return made


def _steps(made: Page, found: CostAnswer, numbers: Numbering) -> None:
    rows = [(s.kind, s.amount, f"-> {s.running}", s.what, numbers.id(s.rule) or "") for s in found.steps]
    kind, amount, running, what = (max(len(row[i]) for row in rows) for i in range(4))
    for row in rows:
        line = f"{row[0]:<{kind}}  {row[1]:>{amount}}  {row[2]:<{running}}  "
        made.add(line, Span(f"{row[3]:<{what}}  "), Span(row[4], "id"), indent=2)


def _sentences(made: Page, said: Iterable[Said], numbers: Numbering) -> None:
    for each in said:
        made.add(f"{each.words}   ", Span(numbers.id(each.rule) or "", "id"))


def _restated(made: Page, found: CostAnswer, numbers: Numbering, because: Sequence[Because]) -> None:
    """Our words for the rules that a line above cites and that are not installed."""
    cited = [step.rule for step in found.steps] + [said.rule for said in (*found.how, *found.sees)]
    shown = set(numbers.ids(cited))
    missing = [rule for rule in because if not rule.installed and rule.text and rule.rule in shown]
    if missing:
        made.gap()
        made.add(Span("not installed, in our words:", "label"))
    for rule in missing:
        made.add(Span(rule.rule, "id"), f"  {rule.text}", indent=2)


def as_json(found: CostAnswer, numbers: Numbering, because: Sequence[Because]) -> dict[str, Any]:
    """The keys of INTERFACE.md, and those that a reader may ignore."""
    return {
        "book": found.game,
        "base": found.base,
        "total": found.total,
        "steps": [
            {"kind": s.kind, "what": s.what, "amount": s.amount, "running": s.running, "rule": numbers.id(s.rule)}
            for s in found.steps
        ],
        "payable": found.payable,
        "because": [{"rule": rule.rule, "text": rule.text, "installed": rule.installed} for rule in because],
        "pay": [{"pay": way.pay, "left": way.left} for way in found.pay],
        "left": found.left,
        "seen": dict(found.seen) if found.seen is not None else None,
        "also": [{"kind": part.kind, "amount": part.amount, "payable": part.payable} for part in found.also],
        "notes": list(found.notes),
    }


def help_page(tables: Mapping[str, Mapping[str, Mapping[str, str]]]) -> Page:
    """How to ask, and every option: `tables` are named groups of options."""
    made = Page()
    made.block(_HELP, "")
    for title, options in tables.items():
        made.gap()
        made.add(Span(f"{title}:", "title"))
        for name, about in options.items():
            typed = f"--{name} {about.get('takes', '')}".rstrip()
            made.add(Span(f"{typed:<22}", "id"), about["help"], indent=2)
    return made


_HELP = """\
rules cost [GAME] BASE [MOD...] [OPTION...]

What has to be paid after every modifier, which rule decides each step, and whether it can be paid.

rules cost fab 3 +1:frostbite -2 --hand 3,1
rules cost mtg '{2}{W}{U}' +1 -2 --min 3      (or 2WU)
rules cost ga 2m --memory 1 --floating 1
rules cost fabula 5 -2 --turn 3

GAME is fab, mtg, ga or fabula. BASE is the printed cost, `none` where none is printed. A MOD is +AMOUNT or
-AMOUNT, with a label after a colon; in mtg -2@1 stops at 1 mana and -WB@only lowers colored mana only.
Words may come in any order, and options may be shortened: --mem 2.
Exit code: 0 payable or unknown, 1 not payable, 2 refused."""
