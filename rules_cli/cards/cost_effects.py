"""Read from a card's text what it adds to costs or takes off: `spells cost {1} more`, `costs {1} less for each …`,
`cartas custam 1 a menos`."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from rules_cli.cards.card import Card

_AMOUNT = r"(?:\{[^{}\s]{1,5}\}){1,8}|\d{1,2}|\b[XYZ]\b"
_WHOM = r"(?:up to |(?P<whom>(?:(?!to )[^\W\d_]{2,12} ){1,3}))??"  # cost *your opponents* an additional {1}
_CHANGE = re.compile(
    rf"\b(?:costs?|custam?) {_WHOM}(?:an additional (?P<more>{_AMOUNT})|"
    rf"(?P<amount>{_AMOUNT}) (?:recursos? )?(?:a )?(?P<way>more|less|mais|menos))(?P<rest>[^.\n]{{0,200}})"
)
_LESS = ("less", "menos")
_DEPENDS = re.compile(r"\b(?:for each|for every|where [XYZ] is|equal to|(?:para|por) cada|igual a)\b[^.\n]{0,150}")
_OWN = ("this ", "esta ", "este ")
_AFFINITY = re.compile(
    r"(?:^|, |(?P<subject>[^.,\n]{1,100}) (?:has|have|gains?) )affinity for (?P<what>[^.,()\n]{1,60}?)s?(?= ?[.,()]|$)",
    re.IGNORECASE,
)
_GENERIC = re.compile(r"\{(\d{1,2})\}")
_POINTS = re.compile(r"(?:\{[rp]\})+")  # in capitals, {R} is red mana
_WHEN = re.compile(
    r"(?:as long as|if|during|while|when|whenever|once|until|after|se|durante|enquanto|quando)\b[^,]{1,200},\s*",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:\*\*)?\[(?P<name>[^\[\]\n]{1,60})\](?:\*\*)? ")  # a condition with a name, `[Tide Bonus] …`
_PLAIN = re.compile(
    r"(?:to (?:cast|play|activate|materialize)(?: (?:or|and) (?:cast|play|activate))*|para (?:conjurar|jogar|ativar))\b"
)
_PLAY = re.compile("cast|play|materialize|conjurar|jogar")
_ACTIVATE = re.compile("activate|ativar")
_ACTIVATION = re.compile(r"\{| [-—–] ")  # `{T}: …`, `Instant - Destroy this: …`
_OF_EFFECT = re.compile(
    r"\b(?:(?:this|that) (?:effect|reduction|increase)|can(?:'|’|no)t reduce|instead|"
    r"(?:este|esse) efeito|não pode reduzir)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"this (?:effect|reduction) can(?:'|’|no)t reduce (?:the mana in )?(?:that|the|its|their) costs? "
    r"(?:to less than|below) \{?(?P<least>\w+)\}?(?: mana)?\.?",
    re.IGNORECASE,
)
_ONLY_COLORED = re.compile(r"this effect reduces only (?:the amount of )?colou?red mana(?: you pay)?\.?", re.IGNORECASE)
_PARENTHESES = re.compile(r"\([^()\n]{0,500}\)?")
_MINIMUM = re.compile(
    r"(?P<subject>[^.,\n]{0,100}\bspells?\b) (?:that )?would cost less than (?P<least>\w+) mana to cast "
    r"costs? (?P=least) mana"
)


class CostEffect(NamedTuple):
    """What a sentence of a card's text does to a cost.
    `amount` is as `rules cost` reads it, `2` or `{W}`. `depends` is the part of the sentence that says how to count the
    amount (`for each artifact you control`), "" if it is fixed. `own` is whether the cost is that of the card itself.
    `subject` is the part before the amount, which says whose cost is changed: `noncreature spells`. `condition` is the
    rest of the sentence, `as long as you have a ship`. The sentences behind it may say how much mana the effect leaves
    (`least`; "only" if it lowers no generic mana), or something of the effect that is not read (`unread`). The sign
    "min" is that of an effect that makes
    smaller costs an amount. `keyword` is the one whose reminder text says it, `Undaunted (This spell costs …)`,
    "" outside parentheses. `whom` are the players whose costs are changed, if they are named behind *cost*; `to`
    says whether the cost is one `to play` a card or `to activate` an ability. `activation` is the cost of the effect
    itself, `{T}: The next …`."""

    sign: Literal["+", "-", "min"]
    amount: str
    depends: str
    sentence: str
    own: bool
    subject: str = ""
    condition: str = ""
    least: str = ""
    unread: str = ""
    keyword: str = ""
    whom: str = ""
    to: Literal["", "card", "ability", "both"] = ""
    activation: str = ""

    @property
    def what(self) -> str:
        """The words of the text that say which costs are changed."""
        return " ".join(filter(None, [self.subject, f"({self.whom})" if self.whom else "", self.condition]))


def cost_effects(card: Card) -> list[CostEffect]:
    """The changes of costs that a card's text states, `This spell costs {2} less`, in order, each once."""
    effects: dict[tuple[str, str, str, bool, str], CostEffect] = {}
    lines = ((line, face.name.casefold()) for face in (*card.faces, *card.variants) for line in face.text.splitlines())
    for line, name in lines:
        for counted in _AFFINITY.finditer(line):
            depends, subject = f"for each {counted['what']}", counted["subject"] or ""
            effect = CostEffect("-", "1", depends, counted[0].strip(" ,"), _is_own(subject, name), subject)
            effects["-", "1", depends, effect.own, subject] = effect
        for least in _MINIMUM.finditer(line):
            condition = _WHEN.match(line)
            said = condition[0].strip(" ,") if condition else ""
            subject = least["subject"].strip().removesuffix(" that")
            found = CostEffect("min", least["least"], "", least[0].strip(), False, subject, said)
            effects["min", found.amount, "", False, subject] = found
        for change in _CHANGE.finditer(line):
            effect = _effect(line, change, name)
            if effect.own and _AFFINITY.match(effect.keyword):
                continue  # it restates what was read from the keyword
            key = effect.sign, effect.amount, effect.depends, effect.own, "" if effect.own else effect.subject
            effects.setdefault(key, effect)
    return list(effects.values())


# Complexity: no nesting, but one case for each form of an amount.
def _effect(line: str, change: re.Match[str], name: str) -> CostEffect:
    """Return the effect of a sentence of the text of a card, or of one of its faces, that has this name."""
    before = line[: change.start()]
    start = max((before.rfind(mark) + len(mark) for mark in (". ", "(") if mark in before), default=0)
    subject = before[start:].strip()  # of `Kites you fly cost {1} less`, the words before "cost"
    subject = subject.rpartition(" — ")[2]  # of `Flame — This spell costs {1} less`
    named = _NAMED.match(subject)
    subject = subject[named.end() :] if named else subject
    when = _WHEN.match(subject)
    subject = subject[when.end() :] if when else subject
    before_colon, colon, behind_colon = subject.rpartition(": ")
    activation = before_colon.strip() if _ACTIVATION.search(before_colon) else ""
    subject = behind_colon if colon else subject
    own = _is_own(subject, name)
    sign: Literal["+", "-"] = "-" if change["way"] in _LESS else "+"
    amount = change["amount"] or change["more"]
    if generic := _GENERIC.fullmatch(amount):  # `{2}` and `{r}{r}` are typed as 2
        amount = generic[1]
    elif _POINTS.fullmatch(amount):
        amount = str(amount.count("{"))
    rest = change["rest"].partition("(")[0]
    found = _DEPENDS.search(rest)
    depends = found[0].strip() if found else ""
    left = _PLAIN.sub("", rest.replace(depends, ""), count=1).strip(" ,")
    before_it = [named["name"] if named else "", when[0].strip(" ,") if when else ""]
    condition = " ".join(filter(None, [*before_it, left]))
    least, unread = _of_effect(line[change.end() :])
    sentence = line[start : change.end()].strip()
    outside, is_inside, inside = before.rpartition("(")
    of_keyword = re.split(r"[),.;] ?", outside.rstrip())[-1] if is_inside and ")" not in inside else ""
    whom = (change["whom"] or "").strip()
    return CostEffect(
        *(sign, amount, depends, sentence, own, subject, condition, least, unread, of_keyword.casefold()),
        *(whom, _paid_for(rest), activation),
    )


def _paid_for(rest: str) -> Literal["", "card", "ability", "both"]:
    """Return what the words behind an amount say that it is paid for, `to play or activate`."""
    found = _PLAIN.search(rest)
    words = found[0] if found else ""
    if _ACTIVATE.search(words):
        return "both" if _PLAY.search(words) else "ability"
    return "card" if words else ""


def _is_own(subject: str, name: str) -> bool:
    """Whether the words before a change speak of the card of this name itself."""
    return subject == "" or f"{subject.casefold()} ".startswith((*_OWN, f"{name} "))


def _of_effect(behind: str) -> tuple[str, str]:
    """Return how much mana an effect leaves, and a sentence of it that is not read, from the text behind it."""
    least = ""
    for sentence in map(str.strip, _PARENTHESES.sub("", behind).split(". ")):
        if limit := _LIMIT.fullmatch(sentence.removeprefix(".").strip()):
            least = limit["least"]
        elif _ONLY_COLORED.fullmatch(sentence):
            least = "only"
        elif _CHANGE.search(sentence):
            break  # another effect, with its own sentences
        elif _OF_EFFECT.search(sentence):
            return least, sentence.strip(" .")
    return least, ""
