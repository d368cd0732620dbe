"""A card as a page and as JSON: the card, its rulings, the rules of its keywords and types, the file it is from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.captions import Remark, Words, joined
from rules_cli.render.language import said, say
from rules_cli.render.page import Page, Span
from rules_cli.text import number_of

if TYPE_CHECKING:
    from rules_cli.card_lookup import CardsFound
    from rules_cli.card_rules import CardRule
    from rules_cli.cards.card import Card, CardFace
    from rules_cli.cards.card_list import CardList, ListInfo

_INDENT = 2
_WHY = {"keyword": "card keyword", "type": "card type", "text": "card text"}
_FRACTION = ("power", "toughness")  # shown as 2/1


def page(card: Card, cards: CardList, rules: Sequence[CardRule], edition: str | None) -> Page:
    """Return the page of a card; `edition` is that of its rules, None if its rulebook is not installed."""
    made = Page()
    for face in card.variants or card.faces:
        made.gap()
        _add_face(made, face)
    if rulings := cards.rulings(card):
        made.gap()
        made.add(Span(say("card rulings"), "label"))
        for ruling in rulings:
            day = Span(f"{ruling.date}  " if ruling.date else "", "id")
            made.add(day, " ".join(ruling.text.split()), indent=_INDENT, hanging=_INDENT)
    if rules:
        made.gap()
        made.add(Span(say("card rules"), "label"))
    for rule in rules:
        why = say(_WHY[rule.why], rule.word)
        made.add(Span(rule.id, "id"), f"  {rule.title}  ", Span(why, "quiet"), indent=_INDENT, hanging=_INDENT)
    made.gap()
    source = say("card source", cards.info.source, cards.info.date)
    source += f"; {say('card rules from', edition)}" if edition else ""
    made.add(Span(f"[{source}]", "quiet"))
    return made


def _add_face(page: Page, face: CardFace) -> None:
    page.add(Span(face.name, "title"), f"  {face.cost}" if face.cost else "")
    values = [f"{name.replace('_', ' ')} {value}" for name, value in face.stats.items() if name not in _FRACTION]
    if "toughness" in face.stats:
        values.insert(0, "/".join(face.stats.get(name, "-") for name in _FRACTION))
    elif "power" in face.stats:
        values.insert(0, f"power {face.stats['power']}")
    page.add(Span("  ".join(filter(None, (face.types, *values))), "quiet"))
    if face.text:
        page.block(face.text, indent=_INDENT)


def near_page(found: CardsFound, advice: Words) -> Page:
    """Return the names of the cards that may be meant; without any, the advice."""
    made = Page()
    if not found.near:
        made.add(Span(said(joined("semicolon", Remark("no card"), advice)), "bad"))
        return made
    made.add(Span(say("several cards"), "bad"))
    for name in found.near:
        made.add(Span(name, "title"), indent=_INDENT)
    if found.has_more:
        made.add(Span(say("more cards"), "quiet"), indent=_INDENT)
    return made


def as_json(card: Card, cards: CardList, rules: Sequence[CardRule]) -> dict[str, Any]:
    """Return a card as JSON. `faces` is empty for a card with one name; `variants` are its cards of other pitches."""
    made = {"book": cards.info.book, **_face_json((card.variants or (card.whole,))[0]), "name": card.name}
    made["faces"] = [_face_json(face) for face in card.faces] if len(card.faces) > 1 else []
    if card.variants:
        made["variants"] = [_face_json(face) for face in card.variants]
    made |= {"keywords": list(card.keywords), "layout": card.layout}
    made["rulings"] = [{"date": ruling.date, "text": ruling.text} for ruling in cards.rulings(card)]
    made["rules"] = [{"rule": rule.id, "why": f"{rule.why} {rule.word}"} for rule in rules]
    return {**made, "source": cards.info.source, "date": cards.info.date}


def _face_json(face: CardFace) -> dict[str, Any]:
    return {"name": face.name, "cost": face.cost, "types": face.types, "text": face.text, **face.stats}


def near_json(found: CardsFound) -> dict[str, Any]:
    """Return the names of the cards that may be meant, as JSON."""
    return {"book": found.book, "name": found.typed, "closest": list(found.near)}


def import_page(info: ListInfo, left_out: Sequence[str], unread: Sequence[str] = ()) -> Page:
    """Return what an imported list has, the rows that were left out, and the costs that can't be read."""
    made = Page()
    more = f", {number_of(info.rulings, 'ruling')}" if info.rulings else ""
    more += f", {number_of(info.monikers, 'moniker')} proven" if info.monikers else ""
    made.add(Span(f"{info.book}: {number_of(info.names, 'name')}", "good"), f" from {info.source} of {info.date}{more}")
    if left_out:
        made.add(Span(f"left out: {number_of(len(left_out), 'row')}, the first {left_out[0]}", "note"), indent=_INDENT)
    if unread:
        made.add(Span(f"not read: {number_of(len(unread), 'cost')}, the first {unread[0]}", "note"), indent=_INDENT)
    return made


def import_json(info: ListInfo, left_out: Sequence[str]) -> dict[str, Any]:
    """Return what an imported list has, and the rows that were left out, as JSON."""
    return {"question": "import", **info._asdict(), "left_out": list(left_out)}
