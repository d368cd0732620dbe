"""Read from a card's text what it adds to costs or takes off: `spells cost {1} more`, `costs {1} less for each …`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from rules_cli.cards.card import Card

_AMOUNT = r"(?:\{[^{}\s]{1,5}\}){1,8}|\d{1,2}|\b[XYZ]\b"
_CHANGE = re.compile(
    rf"\bcosts? (?:an additional (?P<more>{_AMOUNT})|(?P<amount>{_AMOUNT}) (?P<way>more|less))(?P<rest>[^.\n]{{0,200}})"
)
_DEPENDS = re.compile(r"\b(?:for each|for every|where [XYZ] is|equal to)\b[^.\n]{0,150}")
_GENERIC = re.compile(r"\{(\d{1,2})\}")
_POINTS = re.compile(r"(?:\{[rp]\})+", re.IGNORECASE)


class CostEffect(NamedTuple):
    """What a sentence of a card's text does to a cost.

    `amount` is as `rules cost` reads it, `2` or `{W}`. `depends` is the part of the sentence by which the amount is to
    be counted (`for each artifact you control`), "" if it is fixed. `own` is whether the cost is that of the card.
    """

    sign: Literal["+", "-"]
    amount: str
    depends: str
    sentence: str
    own: bool


def cost_effects(card: Card) -> list[CostEffect]:
    """The changes of costs in a card's text, in the order of its sentences, each once."""
    found: dict[tuple[str, str, str, bool], CostEffect] = {}
    for face in (*card.faces, *card.variants):
        for effect in _in_text(face.text, face.name):
            found.setdefault((effect.sign, effect.amount, effect.depends, effect.own), effect)
    return list(found.values())


def _in_text(text: str, name: str) -> Iterator[CostEffect]:
    for line in text.splitlines():
        for change in _CHANGE.finditer(line):
            start = line.rfind(". ", 0, change.start()) + 2 if ". " in line[: change.start()] else 0
            subject = line[start : change.start()].strip().casefold()
            is_own = subject in ("", name.casefold()) or subject.startswith(("this ", f"{name.casefold()} "))
            depends = _DEPENDS.search(change["rest"])
            yield CostEffect(
                "-" if change["way"] == "less" else "+",
                _typed(change["amount"] or change["more"]),
                depends[0].strip() if depends else "",
                line[start : change.end()].strip(),
                is_own,
            )


def _typed(amount: str) -> str:
    """An amount as it is typed: `{2}` as 2, `{r}{r}` as 2."""
    if generic := _GENERIC.fullmatch(amount):
        return generic[1]
    return str(len(amount) // 3) if _POINTS.fullmatch(amount) else amount
