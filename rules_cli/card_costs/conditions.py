"""Decide by the condition in the text of an effect whether it changes the cost of a card: `creature spells with flying
you cast`. Each part of the condition holds, does not hold, or can't be decided from the card and the question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules_cli.cards.card import STATS, Card
from rules_cli.cards.cost_effects import CostEffect
from rules_cli.costs.arguments import CostFile, cost_words
from rules_cli.costs.facts import NO_FACTS, Facts, Target
from rules_cli.costs.tokens import are_forms, is_form, ordinal_of
from rules_cli.costs.whereabouts import Whose
from rules_cli.text import fold

_TAIL = re.compile(
    r"(?<!\bor )(?<!\band )(?<!\bexcept )\b(?:(?:that )?(?:you|they|players?|a player|any player|heroes|your opponents|"
    r"opponents|an opponent|each opponent|que (?:você|os oponentes|seus oponentes|um oponente))"
    r"(?= (?:control|own|cast|play|activate|pay|jog|conjur|ativ|control))|from|with|of|that|during|except|unless|until|"
    r"if|as long as|this turn|each turn|com|durante|exceto|que|neste turno|se)\b",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?:that |que )?(?P<who>you|você|they|players?|a player|any player|heroes|(?:your |an |each |os |seus |um )?"
    r"(?:opponents?|oponentes?)) (?:controls?|casts?|plays?|activates?|pays?|jog\w+|conjur\w+|ativ\w+|control\w+)",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"(?P<but>except |exceto )?(?:(?:during|on|durante|if it(?:'|’)s|as long as it(?:'|’)s) )?(?P<not>not )?"
    r"(?:(?P<own>your turns?|(?:o )?seu turno)|"
    r"(?P<payer>(?:its controller|their controller|its owner)(?:'|’)s turn|their turn)|"
    r"(?P<other>turns other than yours|(?:each |an |your )?opponent(?:(?:'|’)s|s(?:'|’)) turns?|"
    r"(?:each |an)?other players?(?:'|’)s? turns?))",
    re.IGNORECASE,
)
_AIM = re.compile(
    r"(?:that|if it|if this spell|que|se) (?:targets?|tem como alvo) (?P<what>[^,]{1,60}?)"
    r"(?P<owner> (?:you|an opponent|your opponents?) (?:don(?:'|’)t )?controls?)?(?=,|$)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"if you(?:(?:'|’)ve| have|) ?(?P<not>not |haven't )?(?:cast|played) (?P<number>[a-z]+)(?: or more)? "
    r"(?P<what>[a-z ,]{1,60}) this turn",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:with|com) (?:an? )?(?P<stat>[a-z]+(?: [a-z]+){0,2}?) (?:of )?(?P<number>\d{1,2}|odd|even)"
    r"(?: (?:or|ou) (?P<way>greater|more|higher|less|fewer|lower|mais|maior|menos|menor))?",
    re.IGNORECASE,
)
_PARITY = re.compile(r"with (?:an )?(?P<number>odd|even) (?P<stat>mana value|cost|power|toughness)s?", re.IGNORECASE)
_SYMBOL = re.compile(r"with (?P<symbol>\{\w\}) in (?:its|their) (?:mana )?costs?", re.IGNORECASE)
_KEYWORD = re.compile(r"with (?P<keyword>[a-z]+(?: [a-z]+)?)", re.IGNORECASE)
_ARE = re.compile(r"(?:that(?:'s|’s| is| are)|que são) (?:an? )?(?P<words>.+)", re.IGNORECASE)
_ZONE = re.compile(r"from (?P<but>(?:anywhere|zones?|a zone) (?:other than|except) )?(?P<words>.+)", re.IGNORECASE)
_OF = re.compile(r"(?:of|de) (?P<words>.+)", re.IGNORECASE)
_VALUES = ("mana value", "mana values", "converted mana cost", "cost", "custo")
_LESS = ("less", "fewer", "lower", "menos", "menor")
_ITEM = re.compile(r",? (?:and|or|e|ou) |, ")
_LISTED = re.compile(r" (?:and|or|e|ou) ")
_CARDS = ("spell", "card", "carta")
_OTHERS = re.compile(r"\b(?:opponents?|opposing|oponentes?)\b", re.IGNORECASE)
_ACTIVATED = re.compile(r"^[^\n:.\"“]{0,120}\{[^\n:.\"“]{1,80}: ?\w*", re.MULTILINE)


@dataclass(frozen=True)
class Known:
    """What a question tells of the cost that an effect may change: the card (None if only a cost is typed), whether a
    card is played and not an ability, the printed cost and its value, the keywords that are paid, the facts of the
    game, whose the card with the effect is for the player who pays, and what was chosen for it."""

    card: Card | None
    is_card: bool
    cost: str
    value: int | None
    keywords: Collection[str]
    file: CostFile
    facts: Facts = NO_FACTS
    holder: Whose = ""
    chosen: str = ""

    def told(self, effect: CostEffect) -> bool | None:
        """Return whether an effect changes this cost; None if that can't be decided."""
        subject = " ".join(filter(None, [effect.subject, effect.condition]))
        head, *tails = _parts(_BEFORE.sub("", _AIM.sub("", subject)))
        answers = [_by(self.holder, [*effect.whom.casefold().split(), *head.casefold().split()])]
        answers.append(self._head(head, effect))
        return _all_hold([*answers, *self._done(subject), *(self._tail(tail, effect) for tail in tails)])

    def holds(self, effect: CostEffect) -> bool | None:
        """Return whether the condition of a change of the card's own cost holds; None if that can't be decided."""
        tails = _parts(_BEFORE.sub("", _AIM.sub("", effect.condition)).strip())
        return _all_hold([*self._done(effect.condition), *(self._tail(tail, effect) for tail in tails)])

    # --- what was done

    def _done(self, text: str) -> Iterator[bool | None]:
        """Yield whether each thing holds that a condition says of what is targeted, and of earlier spells: `that target
        an elf`, `if you've cast another spell this turn`."""
        for found in _AIM.finditer(text):
            fits = [self._is_aim(each, found["what"], found["owner"] or "") for each in self.facts.targets]
            yield _any_holds(fits) if fits else None
        for found in _BEFORE.finditer(text):
            least = cost_words().numbers.get(found["number"].casefold(), 1)
            answer = self.facts.cast_before(_spell_kinds(found["what"].split()), least)
            yield None if answer is None else answer != bool(found["not"])

    def _is_aim(self, target: Target, what: str, owner: str) -> bool | None:
        """Whether a target is what a text names, `a tapped creature` or the name of a card, and of whom it says."""
        whose, is_other = self.facts.seen(target.holder), _OTHERS.search(owner) or "don" in owner
        is_of = True if not owner else (whose == self.holder) != bool(is_other) if whose and self.holder else None
        small = self.file.classes["articles"]
        items = ([each for each in item.split() if each not in small] for item in _ITEM.split(what))
        found = [_all_hold([self._is_said(target, word) for word in item]) for item in items]
        return _all_hold([is_of, _any_holds([*found, what.casefold() in target.words or False])])

    def _is_said(self, target: Target, word: str) -> bool | None:
        """Whether a word is true of a target; None for a state that is not said, `tapped`."""
        key = word.casefold()
        if key.startswith("non"):
            answer = self._is_said(target, key.removeprefix("non").lstrip("-"))
            return None if answer is None else not answer
        if any(are_forms(each, key) for each in target.words):
            return True
        is_kind = word[:1].isupper() or key in self.file.classes["acted on"] | {"legendary"}
        opposite = key.removeprefix("un") if key.startswith("un") else f"un{key}"
        return False if opposite in target.words or (is_kind and target.is_card) else None

    # --- the words before `spells`

    # Complexity: no nesting, but a comprehension for each step.
    def _head(self, head: str, effect: CostEffect) -> bool | None:
        """Whether the words before the rest of a condition, `Artifact and creature spells`, are true of the card."""
        nth = next(filter(None, map(ordinal_of, head.split())), 0)
        head = " ".join(word for word in head.split() if not ordinal_of(word))
        items = [item.split() for item in _ITEM.split(head.casefold().strip(" ,"))]
        if len(items) > 1 and not _LISTED.search(head):  # `noncreature, nonartifact spells` are both
            items = [[word for item in items for word in item]]
        kinds = [next(filter(None, map(kind_of, reversed(item))), "") for item in items]
        for at in range(len(items) - 2, -1, -1):
            kinds[at] = kinds[at] or kinds[at + 1]  # `instant and sorcery spells`
        own = "card" if self.is_card else "ability"
        for word in head.casefold().split() if "cost" in head.casefold() else ():  # `kicker costs` that are paid
            if (keyword := self._keyword(word)) and keyword not in self.keywords:
                return False
        mine = [
            [word for word in item if not kind_of(word)]
            for item, kind in zip(items, kinds, strict=True)
            if (kind or effect.to or "card") in (own, "both")
        ]
        is_nth = self.facts.cast_before(_spell_kinds(head.split()), nth - 1, nth - 1) if nth else True
        return _all_hold([self._list(mine, is_tail=False), is_nth]) if mine else False

    # Complexity: no nesting, but one case for each way to share a word.
    def _list(self, items: Sequence[Sequence[str]], is_tail: bool) -> bool | None:
        """Whether one of several items holds, each with all its words. A word beside only one of them may be meant for
        all: `red or green instant`, `legendary artifact or creature`. If that makes a difference, it is not told."""

        def holds(each: Iterable[Sequence[str]]) -> bool | None:
            return _any_holds([_all_hold([self._word(word, is_tail) for word in item]) for item in each])

        found = holds(items)
        first, last = items[0], items[-1]
        if len(items) > 1 and len(first) == 1 and len(last) > 1 and self._is_color(first[0]) == self._is_color(last[0]):
            shared = holds([*([*item, *last[1:]] for item in items[:-1]), last])
            return shared if self._is_color(first[0]) or shared == found else None
        if (
            len(items) > 1
            and len(last) == 1
            and len(first) > 1
            and self._is_color(first[-1]) == self._is_color(last[0])
        ):
            return found if holds([first, *([*first[:-1], *item] for item in items[1:])]) == found else None
        if len(items) > 1 and all(word.startswith("non") for item in items for word in item):
            return found if _all_hold([holds([item]) for item in items]) == found else None
        return found

    def _is_color(self, word: str) -> bool:
        return self.file.card_words.get(word, "").startswith(("color", "pitch"))

    # Complexity: no nesting, but one case for each sort of word.
    def _word(self, word: str, is_tail: bool) -> bool | None:  # noqa: PLR0911 - one for each sort
        """Whether a word is true of the card; None if the card does not tell."""
        word = word.strip(",.")
        if word in ("", "de") or self._limits(word) is True or _OTHERS.match(word):
            return True
        if self._limits(word) is False:
            return None
        if word.startswith("non"):
            answer = self._word(word.removeprefix("non").removeprefix("-"), is_tail)
            return None if answer is None else not answer
        if meaning := next(filter(None, (self.file.card_words.get(each) for each in singular(word))), ""):
            return self._means(meaning)
        if keyword := self._keyword(word):
            return keyword in self.keywords or (word == keyword and self._has_keyword(keyword) and self.is_card)
        if self.card is None:
            return None
        known = self._kinds if self.is_card or is_tail else self._kinds | self._of_ability
        return True if not known.isdisjoint(singular(word)) else (None if is_tail else False)

    def _keyword(self, word: str) -> str:
        """Return the keyword with a cost that a word is a form of, `kicked`; "" for other words."""
        return next((each for each in self.file.keywords if is_form(each, word)), "")

    def _limits(self, word: str) -> bool | None:
        return cost_words().before_spells.get(word)

    # Complexity: one case for each fact of a card.
    def _means(self, meaning: str) -> bool | None:
        """Whether a fact of `card_words` is true of the card: `color W`, `colors 2+`, `kind artifact|saga`."""
        fact, _, values = meaning.partition(" ")
        if fact == "color":
            return values in self._colors
        if fact == "colors":
            number, more = int(values.rstrip("+")), values.endswith("+")
            return len(self._colors) >= number if more else len(self._colors) == number
        if self.card is None:
            return None
        if fact == "kind":
            return not self._kinds.isdisjoint(values.split("|"))
        found = {face.stats.get(fact, "") for face in self.card.variants or self.card.faces[:1]}
        return None if "" in found or len(found) > 1 else values in found

    @cached_property
    def _colors(self) -> set[str]:
        """The symbols of the card's colors: of its cost and its color indicator, none if a keyword takes them."""
        colors = {each.split()[1] for each in self.file.card_words.values() if each.startswith("color ")}
        if any(map(self._has_keyword, self.file.colorless_by)):
            return set()
        indicators = [face.stats.get("color", "") for face in self.card.faces] if self.card else []
        return {color for color in colors if any(color in each for each in (self.cost, *indicators))}

    @cached_property
    def _kinds(self) -> set[str]:
        card = self.card or Card("", ())
        elements = [face.stats.get("element", "") for face in card.faces]
        return {word.casefold() for each in (*card.kinds, *elements) for word in each.replace(",", " ").split()}

    @cached_property
    def _text(self) -> str:
        return "\n".join(face.text for face in self.card.faces).casefold() if self.card else ""

    @cached_property
    def _of_ability(self) -> set[str]:
        """The words of the card's abilities with a cost, `Action - {r}: Attack`."""
        return {word.strip(":-,") for found in _ACTIVATED.finditer(self._text) for word in found[0].split()}

    def _has_keyword(self, keyword: str) -> bool:
        """Whether the card has a keyword: in its list of them, or first or behind a comma in a line of its text."""
        listed = {each.casefold() for each in self.card.keywords} if self.card else set()
        starts = [part.strip() for line in self._text.splitlines() for part in line.split(",")]
        return keyword in listed or any(f"{part} ".startswith((f"{keyword} ", f"{keyword}—")) for part in starts)

    # --- the words behind it

    # Complexity: no nesting, but one case for each form.
    def _tail(self, tail: str, effect: CostEffect) -> bool | None:  # noqa: PLR0911 - one for each form
        """Whether a part of a condition behind the noun, `with flying`, holds; None if it is not read."""
        tail = tail.strip(" ,")
        if not tail or tail.casefold() in ("this turn", "each turn", "neste turno"):
            return True
        if found := _BY.fullmatch(tail):
            return _by(self.holder, found["who"].casefold().split())
        if found := _TURN.fullmatch(tail):
            return self._turn(found, effect)
        if found := _PARITY.fullmatch(tail) or _NUMBER.fullmatch(tail):
            return self._number(**{"way": "", **found.groupdict()})
        if found := _SYMBOL.fullmatch(tail):
            return found["symbol"].upper() in self.cost
        if found := _ZONE.fullmatch(tail):
            zones = {each for word in fold(found["words"]).split() for each in singular(word)}
            return self._from(zones, bool(found["but"]))
        if found := _ARE.fullmatch(tail):
            return self._list([item.split() for item in _ITEM.split(found["words"].casefold())], is_tail=True)
        if found := _OF.fullmatch(tail):
            if "chosen" in found["words"].split() and self.chosen:
                return self._word(self.chosen, is_tail=False)
            return self._of([item.split() for item in _ITEM.split(found["words"].casefold())])
        if found := _KEYWORD.fullmatch(tail):
            return self._with(found["keyword"].casefold())
        return None

    def _of(self, items: Sequence[Sequence[str]]) -> bool | None:
        """Whether the source of an ability is one of some things, `of creatures`. A keyword may be one of a card that
        is elsewhere, and no such thing then."""
        if any(self._limits(word) is False for item in items for word in item):
            return None
        named = [[word for word in item if kind_of(word) != "card"] for item in items]
        found = self._list(named, is_tail=False)
        return None if found and self.keywords else found

    def _with(self, keyword: str) -> bool | None:
        """Whether the card has a keyword; None for words that are hardly one, `different names`."""
        words = keyword.split()
        nouns = self.file.classes["nouns"] | self.file.classes["pronouns"] | {*STATS, "different", "equal"}
        if self.card is None or self._limits(words[-1]) is not None or not nouns.isdisjoint(words):
            return None
        if words[-1].endswith("s") and not words[-1].endswith("ss"):
            return None
        return self._has_keyword(keyword)

    def _number(self, stat: str, number: str, way: str | None) -> bool | None:
        """Whether a value of the card, `power`, compares so with a number, or is odd or even."""
        if stat.casefold() in _VALUES:
            value = self.value
        else:
            printed = self.card.faces[0].stats.get(stat.casefold(), "") if self.card else ""
            value = int(printed) if printed.isdecimal() else None
        if value is None:
            return None
        if not number.isdecimal():
            return value % 2 == (number.casefold() == "odd")
        if not way:
            return value == int(number)
        return value <= int(number) if way.casefold() in _LESS else value >= int(number)

    def _from(self, zones: Collection[str], is_other: bool) -> bool | None:
        """Whether the card is cast from one of some zones, or from another one; a card is cast from the hand if nothing
        is said, and neither a keyword nor a zone may say where else."""
        named = self.file.classes["zones"] | self.file.classes["removed"]
        by_keyword = next((self.file.cast_from[each] for each in self.keywords if each in self.file.cast_from), "hand")
        is_open = not self.is_card or not {*self.keywords} <= {*self.file.keywords}
        zone = self.facts.zone or ("" if is_open else by_keyword)
        if named.isdisjoint(zones) or not zone:
            return None
        return (zone in zones) != is_other

    def _turn(self, found: re.Match[str], effect: CostEffect) -> bool | None:
        """Whether it is the turn that a text names; of more than two players, not each other turn is the same one."""
        holder, turn = self.holder, self.facts.seen(self.facts.turn)
        if not holder and re.search(r"\b(?:you|your|você)\b", effect.subject, re.IGNORECASE):
            holder = "other" if _OTHERS.search(effect.subject) else "own"
        if not turn or (found["payer"] is None and holder != "own" and turn != "own"):
            return None
        if found["payer"]:
            answer = turn == "own"
        elif not holder:
            return None
        else:
            answer = (turn == holder) == bool(found["own"])
        return answer != bool(found["but"] or found["not"])


def _spell_kinds(words: Sequence[str]) -> set[str]:
    """Return the kinds that the words for spells name, `instant or sorcery spell`."""
    small = {*cost_words().before_spells, "or", "and", "e", "ou", "other", "another"}
    words = [word.casefold().strip(",") for word in words]
    return {word.removesuffix("s") for word in words if word not in small and kind_of(word) != "card"}


def _parts(subject: str) -> list[str]:
    """Return the words before the first part of a condition, and these parts."""
    starts = [0, *(found.start() for found in _TAIL.finditer(subject))]
    ends = [*starts[1:], len(subject)]
    return [subject[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _by(holder: Whose, who: Collection[str]) -> bool | None:
    """Whether an effect on what these players pay changes the cost, if the card with the effect is of a player."""
    is_of_others = any(map(_OTHERS.match, who))
    is_of_holder = not is_of_others and not {"you", "your", "você", "seu", "sua", "seus", "suas"}.isdisjoint(who)
    if is_of_others or is_of_holder:
        return (holder == "other") == is_of_others if holder else None
    return None if "they" in who else True


def is_of_others(effect: CostEffect) -> bool:
    """Whether an effect changes the costs of other players; a turn or a target of theirs does not say so."""
    return bool(_OTHERS.search(_TURN.sub("", _AIM.sub("", effect.what))))


def kind_of(word: str) -> str:
    """Return `card` or `ability` for a noun that means one; "" for other words."""
    if any(word in (each, f"{each}s") for each in _CARDS):
        return "card"
    return "ability" if word.startswith(("abilit", "activating")) else ""


def singular(word: str) -> Sequence[str]:
    """Return a word, and what it may be the plural of."""
    y, man = re.sub("ies$", "y", word), re.sub("men$", "man", word)
    return tuple(dict.fromkeys((word, word.removesuffix("s"), word.removesuffix("es"), y, man)))


def _all_hold(answers: Collection[bool | None]) -> bool | None:
    """Whether all answers are True; None if some are not known and none is False."""
    if False in answers:
        return False
    return None if None in answers else True


def _any_holds(answers: Collection[bool | None]) -> bool | None:
    """Whether an answer is True; None if some are not known."""
    if True in answers:
        return True
    return None if None in answers else False
