"""Render answers about names: as a judge gives them (yes or no, then why, then notes), as a line of a list, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rules_cli.captions import say, say_word
from rules_cli.render.page import Page, Span
from rules_cli.text import number_of

if TYPE_CHECKING:
    from rules_cli.cards.card_list import ListInfo
    from rules_cli.model import Because
    from rules_cli.names.compare import Help, MatchAnswer, MonikerAnswer, PartAnswer
    from rules_cli.names.find import FindAnswer
    from rules_cli.names.monikers import Moniker

_NEAR = {"accents": "accents", "spacing": "spacing", "plural": "plural", "typo": "typo of a name"}
MOST_CHARACTERS = 600  # of a rule's words: about eight lines, more than a judge reads at the table
_INDENT = 2
_RELATION_OF_PART = {"same-name": "whole name", "part": "contains", "none": "does not contain"}


# --- pages


def match_page(answer: MatchAnswer, because: Sequence[Because]) -> Page:
    """Yes or no, how the names are related, their monikers if they matter, and why."""
    page = Page()
    page.add(_yes_or_no(answer), _relation(answer))
    for reading in answer.readings:
        page.add(reading, indent=_INDENT)
    monikers = [(answer.a, answer.moniker_a), (answer.b, answer.moniker_b)]
    if answer.relation == "same-moniker":  # the first line says the moniker; here, which name only seems to have it
        monikers = [(name, moniker) for name, moniker in monikers if moniker.confidence == "derived"]
    if not answer.match and any(moniker.moniker for _, moniker in monikers):
        for name, moniker in monikers:
            page.add(f"{_one_line(name)}: {_moniker(moniker, answer.person)}", indent=_INDENT)
    _add_rest(page, answer.help, because)
    return page


def part_page(answer: PartAnswer, because: Sequence[Because]) -> Page:
    """Yes or no, and why."""
    page = Page()
    relation = _unclear(answer) if answer.is_unclear else say(_RELATION_OF_PART[answer.relation])
    page.add(_yes_or_no(answer), relation)
    for reading in answer.readings:
        page.add(reading, indent=_INDENT)
    _add_rest(page, answer.help, because)
    return page


def moniker_page(answer: MonikerAnswer, because: Sequence[Because]) -> Page:
    """The moniker, if the name has one or may have one, and the reasons."""
    page = Page()
    found = answer.moniker
    number = answer.decided_by[0].removeprefix(f"{answer.book}:") if answer.decided_by else ""
    if found.moniker:
        source = say("derived by", number) if found.confidence == "derived" else ""
        page.add(Span(say("Moniker"), "good"), Span(found.moniker, "title"), source)
        if found.if_personal:
            page.add(say("or read as", say("either").join(found.if_personal)), indent=_INDENT)
    elif found.confidence == "unknown":
        page.add(Span(say("Cannot tell"), "bad"), say("personal name", number, say(answer.person)))
        readings = _readings(found)
        page.add(f"{readings[0].upper()}{readings[1:]}. {say('settle personal')}", indent=_INDENT)
    else:
        page.add(Span(say("No moniker"), "bad"), f" ({number})." if number else ".")
    _add_rest(page, answer.help, because)
    return page


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
        page.add(f"{say('add names')}rules name import FILE -b {answer.book}", indent=_INDENT)
    return page


def import_page(info: ListInfo) -> Page:
    """The number of names and monikers that a card list added."""
    page = Page()
    page.add(
        Span(f"{info.book}: {number_of(info.names, 'name')}", "good"),
        f" from {info.source}, {number_of(info.monikers, 'moniker')} proven",
    )
    return page


def _yes_or_no(answer: MatchAnswer | PartAnswer) -> Span:
    if answer.is_unclear:
        return Span(say("Unclear"), "bad")
    return Span(say("Yes"), "good") if answer.match else Span(say("No"), "bad")


def _relation(answer: MatchAnswer) -> str:
    if answer.asks_for is not None:
        asked, moniker = _one_line(answer.asks_for), answer.moniker_a.moniker
        return say("asks and has", asked, moniker, _one_line(answer.b)) if answer.match else say("asks", asked, moniker)
    if answer.is_unclear:
        return _unclear(answer)
    if answer.relation == "same-moniker":
        return say("same moniker", answer.moniker_a.moniker)
    if answer.relation == "part":
        part, whole = (answer.b, answer.a) if answer.part_of == "a" else (answer.a, answer.b)
        return say("only a part", _one_line(part), _one_line(whole))
    if answer.relation == "none":
        return say(answer.difference or "different names")
    return say("same name") + _shared(answer)


def _unclear(answer: MatchAnswer | PartAnswer) -> str:
    return say("by layout") if answer.readings else say("only signs", answer.book)


def _shared(answer: MatchAnswer) -> str:
    """The names that both cards have, and whether the cards are distinct, at the end of a sentence."""
    shared = f", {say('both').join(answer.shared)}" if answer.shared else ""
    return f"{shared}{say('distinct cards') if answer.distinct else ''}."


def _moniker(moniker: Moniker, person: str) -> str:
    if moniker.moniker:
        return say("moniker", moniker.moniker) + (say("derived") if moniker.confidence == "derived" else "")
    if moniker.confidence == "unknown":
        return say("maybe personal", _readings(moniker), say(person))
    return say("no moniker")


def _readings(moniker: Moniker) -> str:
    if not moniker.if_personal:
        return say("list")
    return say("if personal", f",{say('either')}".join(moniker.if_personal))


def _add_rest(page: Page, help_: Help, because: Iterable[Because]) -> None:
    """Add close names, the deciding rules, and notes."""
    if help_.near:
        page.add(Span(say("near", help_.near.detail, say(_NEAR[help_.near.kind])), "note"), indent=_INDENT)
    if help_.did_you_mean:
        page.add(Span(say("Did you mean", ", ".join(help_.did_you_mean)), "note"), indent=_INDENT)
    for rule in because:
        restated = "" if rule.installed else say("our words", rule.rule.partition(":")[0])
        page.add(Span(rule.rule, "id"), f"  {shortened(rule.text)}", Span(restated, "quiet"), indent=_INDENT)
    if help_.ignored:
        page.add(Span(say("ignored", ", ".join(map(say_word, help_.ignored))), "quiet"), indent=_INDENT)
    for note in help_.notes:
        page.add(Span(say("note") + note, "quiet"), indent=_INDENT)


def shortened(text: str) -> str:
    """A rule's words, cut after a sentence, or else a word, if they are long; `…` marks the cut."""
    text = _one_line(text)
    if len(text) <= MOST_CHARACTERS:
        return text
    end = text.rfind(". ", 0, MOST_CHARACTERS)
    return f"{text[: end + 1]} …" if end > 0 else f"{text[:MOST_CHARACTERS].rpartition(' ')[0]} …"


def _one_line(text: str) -> str:
    return " ".join(text.split())


# --- an answer as a line of cells, separated by tabs


def match_line(answer: MatchAnswer) -> str:
    """Yes, no or unclear, the relation, both names, the deciding rule."""
    return _line(_word(answer), answer.relation, answer.a, answer.b, *answer.decided_by[:1])


def part_line(answer: PartAnswer) -> str:
    """Yes, no or unclear, the relation, part and name, the deciding rule."""
    return _line(_word(answer), answer.relation, answer.part, answer.name, *answer.decided_by[:1])


def moniker_line(answer: MonikerAnswer) -> str:
    """The moniker or `-`, the confidence, the name, the deciding rule."""
    found = answer.moniker
    return _line(found.moniker or "-", found.confidence, answer.name, *answer.decided_by[:1])


def _word(answer: MatchAnswer | PartAnswer) -> str:
    return "unclear" if answer.is_unclear else "yes" if answer.match else "no"


def _line(*cells: str) -> str:
    return "\t".join(map(_one_line, cells)) + "\n"


# --- JSON

_LEFT_OUT_IF_EMPTY = frozenset(
    (
        "part_of difference shared asks_for readings pitch pitch_a pitch_b distinct if_personal ignored near"
        " did_you_mean notes"
    ).split()
)


def match_json(answer: MatchAnswer, because: Sequence[Because]) -> dict[str, Any]:
    """The answer as JSON. `distinct` is null if the pitch is stated for one name only."""
    a, b = answer.moniker_a, answer.moniker_b
    monikers = {
        "moniker_a": a.moniker,
        "confidence_a": a.confidence,
        "moniker_b": b.moniker,
        "confidence_b": b.confidence,
    }
    found = _json(answer, because, {"match": answer.match, **monikers})
    if answer.match and (answer.pitch_a or answer.pitch_b):
        found["distinct"] = answer.distinct
    return found


def part_json(answer: PartAnswer, because: Sequence[Because]) -> dict[str, Any]:
    """The answer as JSON."""
    return _json(answer, because, {"match": answer.match})


def moniker_json(answer: MonikerAnswer, because: Sequence[Because]) -> dict[str, Any]:
    """The answer as JSON; `moniker` is null if the name has none or may have one."""
    return _json(answer, because, asdict(answer.moniker))


def _json(
    answer: MatchAnswer | PartAnswer | MonikerAnswer, because: Iterable[Because], own: dict[str, Any]
) -> dict[str, Any]:
    """The fields of an answer and of its help as one object; `own` replaces fields or adds some."""
    found = {"question": answer.question, **asdict(answer), **asdict(answer.help), **own}
    for key in ("help", "decided_by", "person"):
        found.pop(key, None)
    found = {key: value for key, value in found.items() if value or key not in _LEFT_OUT_IF_EMPTY}
    return {**found, "because": [asdict(rule) for rule in because]}


def find_json(answer: FindAnswer) -> dict[str, Any]:
    """The cards found as JSON, best first."""
    results = [
        {**asdict(card), "moniker": card.moniker.moniker, "confidence": card.moniker.confidence}
        for card in answer.results
    ]
    return {"question": "find", **asdict(answer), "results": results}


def import_json(info: ListInfo) -> dict[str, Any]:
    """The number of names and monikers that a card list added, as JSON."""
    return {"question": "import", **asdict(info)}


def error_json(line: int, message: str) -> dict[str, Any]:
    """A line of standard input that is no question, as JSON."""
    return {"line": line, "error": message}
