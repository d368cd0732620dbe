"""Answers about names: as a judge says them (yes or no first, then why, notes last), as a line of a list, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.render.page import Page, Span

if TYPE_CHECKING:
    from rules_cli.cards.card_list import ListInfo
    from rules_cli.model import Because
    from rules_cli.names.answers import Help, MatchAnswer, MonikerAnswer, PartAnswer
    from rules_cli.names.find import FindAnswer, FoundCard
    from rules_cli.names.monikers import Moniker

_ENOUGH = 600  # characters of a rule's words: the sentence that decides may be the last of several
_STEP = 2
_TELL = "Import a card list with `rules name import`, or repeat with --personal."


# --- pages


def match_page(answer: MatchAnswer, because: Sequence[Because]) -> Page:
    """Yes or no; the monikers where they matter; why."""
    page = Page()
    page.add(_verdict(answer.match), Span(_how_they_stand(answer)))
    for name, moniker in _monikers_that_matter(answer):
        page.add(f"{_one_line(name)}: {_moniker_words(moniker)}", indent=_STEP)
    _helped(page, answer.help)
    _because(page, because)
    _noted(page, answer.help)
    return page


def part_page(answer: PartAnswer, because: Sequence[Because]) -> Page:
    """Yes or no; why."""
    page = Page()
    how = {
        "same-name": "that is the whole name.",
        "part": "the words stand in it, whole and in order.",
        "none": "the words do not stand in it, whole and in order.",
    }
    page.add(_verdict(answer.match), how[answer.relation])
    _helped(page, answer.help)
    _because(page, because)
    _noted(page, answer.help)
    return page


def moniker_page(answer: MonikerAnswer, because: Sequence[Because]) -> Page:
    """The moniker, or that there is none, or what it may be; why."""
    page = Page()
    found, rule = answer.moniker, _number(answer.decided_by)
    if found.moniker:
        source = f" (from the form of the name; {rule})" if found.confidence == "derived" else ""
        page.add(Span("Moniker: ", "good"), Span(found.moniker, "title"), source)
        if found.if_personal:
            page.add(f"or, read otherwise: {' or '.join(found.if_personal)}", indent=_STEP)
    elif found.confidence == "unknown":
        page.add(Span("Cannot tell", "bad"), f" whether this is a personal name; if not, it has no moniker ({rule}).")
        page.add(_if_personal(found), indent=_STEP)
    else:
        page.add(Span("No moniker", "bad"), f" ({rule})." if rule else ".")
    _helped(page, answer.help)
    _because(page, because)
    _noted(page, answer.help)
    return page


def find_page(answer: FindAnswer) -> Page:
    """The cards found, one to a line, best first."""
    page = Page()
    for card in answer.results:
        page.add(Span(card.name, "title"), *_about(card))
    if not answer.results:
        page.add(Span("Nothing found", "bad"), f" among {answer.known} names known of {answer.book}.")
        page.add(f"Make more known: rules name import FILE -b {answer.book}", indent=_STEP)
    return page


def import_page(info: ListInfo) -> Page:
    """What a card list made known."""
    page = Page()
    page.add(Span(f"{info.book}: {info.names} names", "good"), f" from {info.source}, {info.monikers} monikers proven")
    return page


def _verdict(yes: bool) -> Span:
    return Span("Yes: ", "good") if yes else Span("No: ", "bad")


def _how_they_stand(answer: MatchAnswer) -> str:
    if answer.relation == "same-moniker":
        return f"two names with one moniker, {answer.moniker_a.moniker}."
    if answer.relation == "part":
        part, whole = (answer.b, answer.a) if answer.part_of == "a" else (answer.a, answer.b)
        return f"{_one_line(part)} is only a part of {_one_line(whole)}."
    if answer.relation == "none":
        return "different names."
    shared = f", {' and '.join(answer.shared)}" if answer.shared else ""
    return f"the same name{shared}{', but distinct cards' if answer.distinct else ''}."


def _monikers_that_matter(answer: MatchAnswer) -> Iterable[tuple[str, Moniker]]:
    """The names whose moniker isn't said already: derived ones, and any where one of two different names has one."""
    both = ((answer.a, answer.moniker_a), (answer.b, answer.moniker_b))
    if answer.match or not any(moniker.moniker for _, moniker in both):
        return ()
    told = answer.relation == "same-moniker"
    return [each for each in both if not told or each[1].confidence == "derived"]


def _moniker_words(moniker: Moniker) -> str:
    if moniker.moniker:
        return f"moniker {moniker.moniker}{', from the form of the name' if moniker.confidence == 'derived' else ''}"
    if moniker.confidence == "unknown":
        return f"cannot tell whether this is a personal name; {_readings(moniker)}"
    return "no moniker"


def _readings(moniker: Moniker) -> str:
    readings = ", or ".join(moniker.if_personal)
    return f"if it is: {readings}" if readings else "it reads as a list"


def _if_personal(moniker: Moniker) -> str:
    words = _readings(moniker)
    return f"{words[0].upper()}{words[1:]}. {_TELL}"


def _helped(page: Page, help_: Help) -> None:
    if help_.near:
        page.add(Span(f"Close, but not the same: {help_.near.detail} ({help_.near.kind}).", "note"), indent=_STEP)
    if help_.did_you_mean:
        page.add(Span(f"Did you mean {', '.join(help_.did_you_mean)}?", "note"), indent=_STEP)


def _because(page: Page, because: Iterable[Because]) -> None:
    for rule in because:
        page.add(Span(rule.rule, "id"), Span(f"  {enough(rule.text)}"), *_standing(rule), indent=_STEP)


def _standing(rule: Because) -> tuple[Span, ...]:
    return () if rule.installed else (Span(" (our words; not installed)", "quiet"),)


def _noted(page: Page, help_: Help) -> None:
    if help_.ignored:
        page.add(Span(f"ignored: {', '.join(help_.ignored)}", "quiet"), indent=_STEP)
    for note in help_.notes:
        page.add(Span(f"note: {note}", "quiet"), indent=_STEP)


def _about(card: FoundCard) -> Iterable[Span]:
    if card.moniker.moniker:
        yield Span(f"  moniker {card.moniker.moniker}")
    if card.pitch:
        yield Span(f"  pitch {', '.join(map(str, card.pitch))}")
    if card.types:
        yield Span(f"  {' '.join(card.types)}", "quiet")


def enough(text: str) -> str:
    """A rule's words, shortened to whole sentences where they are long; `…` stands for the rest."""
    text = " ".join(text.split())
    if len(text) <= _ENOUGH:
        return text
    end = text.rfind(". ", 0, _ENOUGH)
    return f"{text[: end + 1]} …" if end > 0 else f"{text[:_ENOUGH].rpartition(' ')[0]} …"


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _number(ids: Sequence[str]) -> str:
    return ids[0].partition(":")[2] if ids else ""


# --- one answer to a line, its cells parted by tabs


def match_line(answer: MatchAnswer) -> str:
    """`no`, the relation, both names, the deciding rule."""
    return _line(_yes_no(answer.match), answer.relation, answer.a, answer.b, *answer.decided_by[:1])


def part_line(answer: PartAnswer) -> str:
    """`yes`, the relation, part and name, the deciding rule."""
    return _line(_yes_no(answer.match), answer.relation, answer.part, answer.name, *answer.decided_by[:1])


def moniker_line(answer: MonikerAnswer) -> str:
    """The moniker or `-`, the confidence, the name, the deciding rule."""
    found = answer.moniker
    return _line(found.moniker or "-", found.confidence, answer.name, *answer.decided_by[:1])


def _line(*cells: str) -> str:
    return "\t".join(map(_one_line, cells)) + "\n"


def _yes_no(yes: bool) -> str:
    return "yes" if yes else "no"


# --- JSON


def match_json(answer: MatchAnswer, because: Sequence[Because]) -> dict[str, Any]:
    """The keys of INTERFACE.md, and those of the question that there is something to say of."""
    return {
        "question": "match",
        "book": answer.book,
        "a": answer.a,
        "b": answer.b,
        "match": answer.match,
        "relation": answer.relation,
        "moniker_a": answer.moniker_a.moniker,
        "moniker_b": answer.moniker_b.moniker,
        "confidence_a": answer.moniker_a.confidence,
        "confidence_b": answer.moniker_b.confidence,
        **_some(part_of=answer.part_of, shared=list(answer.shared), pitch_a=answer.pitch_a, pitch_b=answer.pitch_b),
        **({"distinct": answer.distinct} if _says_distinct(answer) else {}),
        **_help_json(answer.help),
        "because": _because_json(because),
    }


def _says_distinct(answer: MatchAnswer) -> bool:
    """Whether something was said of pitch; of that stated for one only, the answer is null."""
    return answer.match and bool(answer.distinct or answer.pitch_a or answer.pitch_b)


def part_json(answer: PartAnswer, because: Sequence[Because]) -> dict[str, Any]:
    """The same for a part."""
    return {
        "question": "part",
        "book": answer.book,
        "part": answer.part,
        "name": answer.name,
        "match": answer.match,
        "relation": answer.relation,
        **_help_json(answer.help),
        "because": _because_json(because),
    }


def moniker_json(answer: MonikerAnswer, because: Sequence[Because]) -> dict[str, Any]:
    """The same for a moniker; null for a name that has none, or where it cannot be known."""
    return {
        "question": "moniker",
        "book": answer.book,
        "name": answer.name,
        "moniker": answer.moniker.moniker,
        "confidence": answer.moniker.confidence,
        **_some(if_personal=list(answer.moniker.if_personal), pitch=answer.pitch),
        **_help_json(answer.help),
        "because": _because_json(because),
    }


def find_json(answer: FindAnswer) -> dict[str, Any]:
    """The cards found, best first."""
    return {
        "question": "find",
        "book": answer.book,
        "query": answer.query,
        "known": answer.known,
        "results": [
            {
                "name": card.name,
                "score": card.score,
                "moniker": card.moniker.moniker,
                "confidence": card.moniker.confidence,
                "pitch": list(card.pitch),
                "types": list(card.types),
            }
            for card in answer.results
        ],
    }


def import_json(info: ListInfo) -> dict[str, Any]:
    """What a card list made known."""
    return {
        "question": "import",
        "book": info.book,
        "source": info.source,
        "names": info.names,
        "monikers": info.monikers,
    }


def error_json(line: int, message: str) -> dict[str, Any]:
    """A line of standard input that is no question."""
    return {"line": line, "error": message}


def _because_json(because: Iterable[Because]) -> list[Mapping[str, Any]]:
    return [{"rule": rule.rule, "text": rule.text, "installed": rule.installed} for rule in because]


def _help_json(help_: Help) -> dict[str, Any]:
    near = {"kind": help_.near.kind, "detail": help_.near.detail} if help_.near else None
    return _some(ignored=list(help_.ignored), near=near, did_you_mean=list(help_.did_you_mean), notes=list(help_.notes))


def _some(**keys: Any) -> dict[str, Any]:
    """The keys that have something to say."""
    return {key: value for key, value in keys.items() if value}
