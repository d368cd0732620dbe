"""Read from a card's text what it adds to costs or takes off: `spells cost {1} more`, `costs {1} less for each …`,
`cartas custam 1 a menos`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from rules_cli.cards.card import Card

_AMOUNT = r"(?:\{[^{}\s]{1,5}\}){1,8}|\d{1,2}|\b[XYZ]\b"
_WHOM = r"(?:up to |(?:(?!to )[^\W\d_]{2,12} ){1,3})??"  # cost *your opponents* an additional {1}
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
_SUBJECT = re.compile(r"(?P<qualifiers>.*?)\b(?:spells?|cards?)\b ?(?P<rest>.*)", re.IGNORECASE)
_ANY = re.compile(
    r"(?:(?:that )?(?:you|they|a player|players|your opponents|opponents) (?:casts?|plays?|activates?))?", re.IGNORECASE
)
_POINTS = re.compile(r"(?:\{[rp]\})+")  # in capitals, {R} is red mana
_WHEN = re.compile(
    r"(?:as long as|if|during|while|when|whenever|once|until|after|se|durante|enquanto|quando)\b[^,]{1,200},\s*",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"(?:to (?:cast|play|activate|materialize)(?: (?:or|and) (?:cast|play|activate))*|para (?:conjurar|jogar|ativar))\b"
)
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
    (`least`), or something of the effect that is not read (`unread`). The sign "min" is that of an effect that makes
    smaller costs an amount. `keyword` is the one whose reminder text says it, `Undaunted (This spell costs …)`,
    "" outside parentheses."""

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

    # Complexity: a word of the text may hold, not hold, or be undecided.
    def fits(
        self, card: Card | None, is_card: bool, colors: Mapping[str, str], words: Mapping[str, bool], cost: str
    ) -> bool | None:
        """Whether it changes the cost of this card; None if its text does not tell, or if only the `cost` of the card
        is known, which has its colors. `is_card` is false for the cost of an ability. `colors` has the symbol of each
        word for a color. `words` that are True limit nothing (`other`); words that are False limit the spells by more
        than the card itself."""
        of_cards, of_abilities, _ = self.subject.casefold().partition("abilit")
        if is_card and of_abilities and not _SUBJECT.match(of_cards):  # of `cards and activating abilities` it is both
            return False
        if not is_card and not of_abilities:
            return False
        of_color = [colors[word] for word in self.subject.casefold().split() if word in colors]
        if not is_card and card and of_color and not any(color in cost for color in of_color):
            return False  # `abilities of white permanents`
        if (found := _SUBJECT.match(self.subject)) is None:
            return None
        kinds = {kind.casefold() for kind in card.kinds} if card else None
        alternatives = []  # `artifact and green creature spells`: one of them must hold, with all its words
        for qualifiers in re.split(r",? (?:and|or) |, ", found["qualifiers"].casefold()):
            limiting = [word for word in qualifiers.split() if not words.get(word)]
            alternatives.append(_all_hold([_holds(word, kinds, cost, colors, words) for word in limiting]))
        if True not in alternatives:
            return None if None in alternatives else False
        is_plain = not self.condition and _ANY.fullmatch(found["rest"])
        return True if is_plain else None


def _all_hold(answers: Collection[bool | None]) -> bool | None:
    """Whether all answers are True; None if some are not known and none is False."""
    if False in answers:
        return False
    return None if None in answers else True


def _holds(
    word: str, kinds: Collection[str] | None, cost: str, colors: Mapping[str, str], words: Mapping[str, bool]
) -> bool | None:
    """Whether a word before `spells` is true of a card; None if the card alone does not tell, or has no known kinds."""
    if word.startswith("non"):
        known = _holds(word.removeprefix("non").removeprefix("-"), kinds, cost, colors, words)
        return None if known is None else not known
    if word in colors:
        return colors[word] in cost
    if kinds is None or word in kinds:
        return None if kinds is None else True
    return None if word in words else False


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
    when = _WHEN.match(subject)
    subject = subject[when.end() :] if when else subject
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
    condition = " ".join(filter(None, [when[0].strip(" ,") if when else "", left]))
    least, unread = _of_effect(line[change.end() :])
    sentence = line[start : change.end()].strip()
    outside, is_inside, inside = before.rpartition("(")
    of_keyword = re.split(r"[),.;] ?", outside.rstrip())[-1] if is_inside and ")" not in inside else ""
    return CostEffect(sign, amount, depends, sentence, own, subject, condition, least, unread, of_keyword.casefold())


def _is_own(subject: str, name: str) -> bool:
    """Whether the words before a change speak of the card of this name itself."""
    return subject == "" or f"{subject.casefold()} ".startswith((*_OWN, f"{name} "))


def _of_effect(behind: str) -> tuple[str, str]:
    """Return how much mana an effect leaves, and a sentence of it that is not read, from the text behind it."""
    least = ""
    for sentence in map(str.strip, _PARENTHESES.sub("", behind).split(". ")):
        if limit := _LIMIT.fullmatch(sentence.removeprefix(".").strip()):
            least = limit["least"]
        elif _CHANGE.search(sentence):
            break  # another effect, with its own sentences
        elif _OF_EFFECT.search(sentence):
            return least, sentence.strip(" .")
    return least, ""
