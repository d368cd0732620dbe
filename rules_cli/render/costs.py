"""Costs as a page and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from rules_cli.captions import kind_word
from rules_cli.render.language import said, say
from rules_cli.render.page import Page, Span, Style

if TYPE_CHECKING:
    from rules_cli.costs import CostAnswer
    from rules_cli.costs.answer import CostStep, Sentence
    from rules_cli.costs.arguments import CostOption
    from rules_cli.errors import UsageError
    from rules_cli.lookup.deciding_rules import DecidingRules
    from rules_cli.model import Because

UNPAYABLE = "unpayable"
_WIDTH = 80  # columns of a narrow terminal
_COLOURS = re.compile(r"(?:\{[WUBRG]\}){2,}")
_STATES: Mapping[bool | None, tuple[str, Style]] = {
    True: ("payable", "good"),
    False: ("not payable", "bad"),
    None: ("unknown", ""),
}


# Complexity: a part of the page that is empty is left out.
def page(found: CostAnswer, deciding: DecidingRules, because: Sequence[Because], explain: bool = False) -> Page:
    """Return the page: total, steps, ways to pay, notes, and what an effect would see if that is another cost.

    The total is alone at the start of its line, for scripts; only how a word was read that could be read in two ways
    comes before it. With `explain`, all that effects see is said, and the words of the rules that decided; without it,
    our words for the rule of the last change, if no installed book has it, because it can't be looked up.
    """
    made = Page()
    for read_as in found.read_as:
        made.add(Span(say("read as", said(read_as)), "note"))
    made.add(Span(as_printed(found.total), "title"), _state(found.payable))
    _sentences(made, (each for each in found.how if each is found.owed), deciding)
    _steps(made, found.steps, deciding)
    _sentences(made, (each for each in found.how if each is not found.owed), deciding)
    for part in found.also:
        made.add(say("extra cost", said(kind_word(part.kind)), part.amount), _state(part.payable))
    _sentences(made, found.sees if explain else found.sees[: _matters(found)], deciding)
    for note in found.notes:
        made.add(Span(say("note") + said(note), "note"))
    last = found.deciding_step
    quiet = [] if last.kind == "start" and not last.rule.startswith("keyword-") else [last.rule]
    decided = deciding.ids(found.decided_by if explain else quiet)
    _restated(made, [rule for rule in because if rule.rule in decided and (explain or not rule.installed)])
    return made


def table(rows: Sequence[tuple[str, CostAnswer | None, Mapping[str, Any]]]) -> Page:
    """Return several answers in a line each: what was typed, the total, whether it can be paid, and why not."""
    made = Page()
    width = max(len(words) for words, _, _ in rows)
    total_width = max((len(as_printed(found.total)) for _, found, _ in rows if found), default=0)
    for words, found, data in rows:
        if found is None:
            made.add(f"{words:<{width}}  ", Span(str(data["error"]), "note"))
            continue
        total = Span(f"{as_printed(found.total):<{total_width}}", "title")
        made.add(f"{words:<{width}}  ", total, _state(found.payable, "  "))
        if found.how and found.payable is not True and (cause := said(found.how[0].words)):
            made.add(cause, indent=4)
    return made


def reason(refusal: UsageError) -> str:
    """Return why a question is refused, in the language of the page."""
    return said(getattr(refusal, "words", str(refusal)))


def session_help() -> Page:
    """Return the line that a session begins with."""
    return Page.of(say("cost session"), "note")


def _steps(made: Page, steps: Sequence[CostStep], deciding: DecidingRules) -> None:
    """Add the steps as a table, the same change several times in one line; a label that is too long for a narrow
    terminal is on a line below its step."""
    rows = []
    for _, same in groupby(steps, key=lambda step: step._replace(running="")):
        *others, step = same
        times = f" ×{len(others) + 1}" if others else ""
        figures = f"{as_printed(step.amount)}{times}", f"-> {as_printed(step.running)}"
        rows.append((say(f"step {step.kind}"), *figures, said(step.what), deciding.id(step.rule)))
    kinds, amounts, totals, labels, rules = (max(map(len, column)) for column in zip(*rows, strict=True))  # widths
    start = kinds + amounts + totals + 2 * len(rows[0])
    if start + labels + rules > _WIDTH:
        labels = 0  # the column is not aligned
    for kind, amount, total, label, rule in rows:
        line = f"{kind:<{kinds}}  {amount:>{amounts}}  {total:<{totals}}  "
        is_wide = start + len(label) + len(rule) > _WIDTH
        beside = f"{label:<{labels}}  " if (labels or label) and not is_wide else ""
        made.add(line, Span(beside), Span(rule, "id"), indent=2, hanging=2)
        if is_wide:
            made.add(label, indent=kinds + 4)


def _matters(found: CostAnswer) -> int:
    """Return how many sentences about what effects see matter: one if they see another cost than is paid."""
    if found.seen is None or found.total == UNPAYABLE:
        return len(found.sees)
    is_replaced = any(step.kind in ("free", "alternative") for step in found.steps)
    is_other = "cost" in found.seen and str(found.seen["cost"]) != found.seen["paid"]
    return int(is_other or is_replaced or found.question.has("as"))


def as_printed(text: str) -> str:
    """Return a text with the colors of mana in the order in which cards print them: {G}{W}, {U}{R}{W}."""
    return _COLOURS.sub(lambda run: _in_card_order(run[0][1::3]), text)


def _in_card_order(symbols: str) -> str:
    """Return symbols in the order around the color wheel in which all steps are equally wide; else as `WUBRG`."""
    wheel = "WUBRG"
    colours = [colour for colour in wheel if colour in symbols]
    for start in range(len(colours)):
        turned = colours[start:] + colours[:start]
        steps = {(wheel.index(two) - wheel.index(one)) % 5 for one, two in pairwise(turned)}
        if steps in ({1}, {2}):
            colours = turned
            break
    return "".join(f"{{{colour}}}" * symbols.count(colour) for colour in colours)


def _state(payable: bool | None, gap: str = "   ") -> Span:
    """Return whether a cost can be paid, after a gap; empty if it is not known."""
    key, style = _STATES[payable]
    return Span(f"{gap}{say(key)}" if say(key) else "", style)


def _sentences(made: Page, sentences: Iterable[Sentence], deciding: DecidingRules) -> None:
    for sentence in sentences:
        made.add(f"{said(sentence.words)}   ", Span(deciding.id(sentence.rule), "id"))


def _restated(made: Page, rules: Sequence[Because]) -> None:
    """Add the words of rules, those of installed books first."""
    for installed in (True, False):
        group = [rule for rule in rules if rule.text and rule.installed is installed]
        if group:
            made.gap()
        if group and not installed:
            made.add(Span(say("not in library"), "label"))
        for rule in group:
            made.add(Span(rule.rule, "id"), f"  {rule.text}", indent=2)


def as_json(found: CostAnswer, deciding: DecidingRules, because: Sequence[Because]) -> dict[str, Any]:
    """Return the answer as JSON, in the language of the page.

    `reasons` and `sees` are the sentences of the page; `decides` marks the rules of steps and sentences.
    """
    decided = set(deciding.ids(found.decided_by))
    return {
        "book": found.question.game,
        "base": found.question.base,
        "total": found.total,
        "steps": [{**step._asdict(), "what": said(step.what), "rule": deciding.id(step.rule)} for step in found.steps],
        "payable": found.payable,
        "because": [{**rule._asdict(), "decides": rule.rule in decided} for rule in because],
        "reasons": _sentences_as_json(found.how, deciding),
        "pay": [{"pay": said(way.pay), "left": said(way.left), "payments": list(way.payments)} for way in found.pay],
        "left": None if found.left is None else said(found.left),
        "seen": dict(found.seen) if found.seen is not None else None,
        "sees": _sentences_as_json(found.sees, deciding),
        "also": [part._asdict() for part in found.also],
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
    "Two costs side by side: 3UU --have UUUC --or --alt 1U. A list of costs, one a line, against one pool: "
    "rules cost mtg --have WWUU -. On a terminal, rules cost mtg alone asks for one after another.\n"
    "docs/costs.md has examples of every kind.\n"
    "Exit code: 0 payable or unknown, 1 not payable, 2 refused."
)
_MORE = "rules cost --help: BASE, MOD, and options of every game (--x, --free, --alt …)"
