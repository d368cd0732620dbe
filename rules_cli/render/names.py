"""Answers about names as pages, which a judge reads (yes or no, then why, then notes), as lines of a list, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.captions import Remark
from rules_cli.names.compare import MatchAnswer, MonikerAnswer, PartAnswer
from rules_cli.render.excerpt import lead
from rules_cli.render.language import said, say, say_word
from rules_cli.render.page import Page, Span

if TYPE_CHECKING:
    from rules_cli.model import Because
    from rules_cli.names.find import FindAnswer
    from rules_cli.names.monikers import Moniker

NameAnswer = MatchAnswer | PartAnswer | MonikerAnswer
MOST_CHARACTERS = 600  # of a rule's words: about eight lines, more than a judge reads at the table
_OF_MONIKER = 160  # the same where the answer is a moniker: the rule's form of a name is read once, not each time
_INDENT = 2
_RELATION_OF_PART = {"same-name": "whole name", "part": "contains", "none": "does not contain"}


# --- pages


def _signs(answer: NameAnswer) -> str:
    """Return in which signs two names differ, and what decides whether they are one."""
    near = answer.help.near
    kinds = say("of accents" if near and near.kind == "accents" else "of spacing")
    return say("only signs", answer.book, kinds, near.detail if near else "")


def page(answer: NameAnswer, because: Sequence[Because]) -> Page:
    """Return yes or no and how the names are related, or the moniker; then why."""
    made = Page()
    if isinstance(answer, MonikerAnswer):
        _add_moniker(made, answer)
    else:
        verdict = "Unclear" if answer.is_unclear else "Yes" if answer.match else "No"
        relation = _relation(answer)
        if answer.is_unclear and not (isinstance(answer, MatchAnswer) and answer.asks_for is not None):
            relation = say("by layout") if answer.readings else _signs(answer)
        made.add(Span(say(verdict), "good" if verdict == "Yes" else "bad"), relation)
        for reading in answer.readings:
            made.add(reading, indent=_INDENT)
    if isinstance(answer, MatchAnswer) and not answer.match:
        _add_monikers(made, answer)
    _add_rest(made, answer, because)
    return made


def _add_monikers(made: Page, answer: MatchAnswer) -> None:
    """Add a line on the moniker of each of two names that differ, if one of them has a moniker."""
    monikers = [(answer.a, answer.moniker_a), (answer.b, answer.moniker_b)]
    if answer.relation == "same-moniker":  # the relation names it already; only how it was derived is new
        monikers = [(name, moniker) for name, moniker in monikers if moniker.confidence == "derived"]
    for name, moniker in monikers if any(moniker.moniker for _, moniker in monikers) else ():
        if moniker.moniker:
            words = say("moniker", moniker.moniker) + (say("derived") if moniker.confidence == "derived" else "")
        elif moniker.confidence == "unknown":
            words = say("maybe personal", _readings(moniker), say(answer.person))
        else:
            words = say("no moniker")
        made.add(f"{_one_line(name)}: {words}", indent=_INDENT)


def _add_moniker(made: Page, answer: MonikerAnswer) -> None:
    """Add the moniker of a name, that it has none, or why that is unknown."""
    moniker = answer.moniker
    number = answer.decided_by[0].removeprefix(f"{answer.book}:") if answer.decided_by else ""
    if moniker.moniker:
        source = say("derived by", number) if moniker.confidence == "derived" else ""
        is_sure = moniker.confidence == "known" or answer.is_personal
        made.add(Span(say("Moniker" if is_sure else "Perhaps"), "good"), Span(moniker.moniker, "title"), source)
        if moniker.if_personal:
            made.add(Remark("or read as", (moniker.if_personal,)), indent=_INDENT)
    elif moniker.confidence == "unknown":
        unknown = "which moniker" if answer.is_personal else "personal name"
        made.add(Span(say("Cannot tell"), "bad"), say(unknown, number, say(answer.person)))
        readings = said(moniker.if_personal) if answer.is_personal else _readings(moniker)
        made.add(f"{readings[0].upper()}{readings[1:]}. {say('settle personal')}", indent=_INDENT)
    else:
        made.add(Span(say("No moniker"), "bad"), f" ({number})." if number else ".")


def _relation(answer: MatchAnswer | PartAnswer) -> str:
    if isinstance(answer, PartAnswer):
        return say(_RELATION_OF_PART[answer.relation])
    if answer.asks_for is not None:
        asked, moniker = _one_line(answer.asks_for), answer.moniker_a.moniker
        return say("asks and has", asked, moniker, _one_line(answer.b)) if answer.match else say("asks", asked, moniker)
    if answer.relation == "same-moniker":
        return say("same moniker", answer.moniker_a.moniker)
    if answer.relation == "part":
        return say("only a part", *map(_one_line, answer.inside))
    if answer.relation == "none":
        return say(answer.difference or "different names")
    shared = f", {say('both').join(answer.shared)}" if answer.shared else ""
    return f"{say('same name')}{shared}{say('distinct cards') if answer.distinct else ''}."


def _readings(moniker: Moniker) -> str:
    """Return what the moniker is if the name is a person's; without that, the words for a list that would tell."""
    readings = f",{say('either')}".join(moniker.if_personal)
    return say("if personal", readings) if readings else say("list")


def find_page(answer: FindAnswer) -> Page:
    """The cards found, one per line, best first."""
    page = Page()
    for card in answer.results:
        moniker = f"  {say('moniker', card.moniker.moniker)}" if card.moniker.moniker else ""
        pitch = f"  {say('pitch', ', '.join(map(str, card.pitch)))}" if card.pitch else ""
        types = f"  {' '.join(card.types)}" if card.types else ""
        page.add(Span(card.name, "title"), moniker, pitch, Span(types, "quiet"), hanging=2)
    if not answer.results:
        page.add(Span(say("no such name"), "bad"), say("known names", answer.known, answer.book))
        page.add(f"{say('add names')}rules card import FILE -b {answer.book}", indent=_INDENT)
    return page


def _add_rest(page: Page, answer: NameAnswer, because: Iterable[Because]) -> None:
    """Add which name may be meant, the deciding rules, what was ignored in the names, and notes."""
    help_, has_moniker = answer.help, isinstance(answer, MonikerAnswer) and answer.moniker.moniker
    if help_.near and not help_.may_lack_signs:
        kind = say("typo of a name" if help_.near.kind == "typo" else help_.near.kind)
        page.add(Span(say("near", help_.near.detail, kind), "note"), indent=_INDENT)
    if help_.did_you_mean:
        page.add(Span(say("Did you mean", ", ".join(help_.did_you_mean)), "note"), indent=_INDENT)
    for rule in because:
        restated = "" if rule.installed else say("our words", rule.rule.partition(":")[0])
        words = f"  {lead(rule.text, _OF_MONIKER if has_moniker else MOST_CHARACTERS)}"
        page.add(Span(rule.rule, "id"), words, Span(restated, "quiet"), indent=_INDENT)
    if help_.ignored:
        page.add(Span(say("ignored", ", ".join(map(say_word, help_.ignored))), "quiet"), indent=_INDENT)
    for note in help_.notes:
        page.add(Span(say("note") + said(note), "quiet"), indent=_INDENT, hanging=_INDENT)


def _one_line(text: str) -> str:
    return " ".join(text.split())


# --- an answer as a line of cells, separated by tabs


def line(answer: NameAnswer) -> str:
    """Return yes, no or unclear, the relation, both names and the deciding rule. For one name: its moniker or `-`, how
    sure that is, the name and the rule."""
    if isinstance(answer, MonikerAnswer):
        cells = [answer.moniker.moniker or "-", answer.moniker.confidence, answer.name]
    else:
        verdict = "unclear" if answer.is_unclear else "yes" if answer.match else "no"
        names = (answer.a, answer.b) if isinstance(answer, MatchAnswer) else (answer.part, answer.name)
        cells = [verdict, answer.relation, *names]
    return "\t".join(map(_one_line, [*cells, *answer.decided_by[:1]])) + "\n"


# --- JSON

_LEFT_OUT_IF_EMPTY = """part_of difference shared asks_for readings pitch pitch_a pitch_b distinct if_personal ignored
near did_you_mean notes""".split()


# Complexity: one case for each question, and the fields that are left out.
def as_json(answer: NameAnswer, because: Sequence[Because]) -> dict[str, Any]:
    """Return the fields of an answer and of its help as one object. `moniker` is null if the name has none or may have
    one, `distinct` if the pitch is stated for one name only."""
    fields: dict[str, Any] = {"question": "", **answer._asdict(), **answer.help._asdict()}
    if isinstance(answer, MonikerAnswer):
        fields |= {"question": "moniker", **answer.moniker._asdict()}
    else:
        fields["question"] = "part" if isinstance(answer, PartAnswer) else "match"
        fields["match"] = None if answer.is_unclear else answer.match
    if isinstance(answer, MatchAnswer):
        for key, moniker in (("a", answer.moniker_a), ("b", answer.moniker_b)):
            fields |= {f"moniker_{key}": moniker.moniker, f"confidence_{key}": moniker.confidence}
    for key in ("notes", "readings"):
        fields[key] = list(map(said, fields.get(key, ())))
    for key in ("help", "decided_by", "person", "is_personal", "inside"):
        fields.pop(key, None)
    if near := answer.help.near:
        fields["near"] = {"kind": near.kind, "detail": near.detail}
    fields = {key: value for key, value in fields.items() if value or key not in _LEFT_OUT_IF_EMPTY}
    fields["because"] = [rule._asdict() for rule in because]
    if isinstance(answer, MatchAnswer) and answer.match and (answer.pitch_a or answer.pitch_b):
        fields["distinct"] = answer.distinct
    return fields


def find_json(answer: FindAnswer) -> dict[str, Any]:
    """The cards found as JSON, best first."""
    results = [
        {**card._asdict(), "moniker": card.moniker.moniker, "confidence": card.moniker.confidence}
        for card in answer.results
    ]
    return {"question": "find", **answer._asdict(), "results": results}
