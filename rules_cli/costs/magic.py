"""Costs in Magic: announced (601.2b), added to, reduced, raised to a minimum, locked in (601.2f)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import ClassVar

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs import amounts, engine, mana
from rules_cli.costs.amounts import Amount, letters_in
from rules_cli.costs.answer import CostAnswer, TotalsOfHalves
from rules_cli.costs.arguments import Modifier, Refused, keyword_key
from rules_cli.costs.engine import Change, calculate
from rules_cli.costs.mana import Symbols, amount_of, halves, is_phyrexian, mana_in, value_of, written

_TAX = 2  # rule 903.8: {2} for each earlier cast
_LABEL = re.compile(r"[^\W\d_][^\W\d_ '-]+")
_MOST_CHOICES = 64  # of halves, such as six hybrid symbols: more totals than anybody reads
_LIMITS = "-2@1, -W@only"


@dataclass(frozen=True, slots=True)
class _Reduction:
    """A reduction as typed: it can't take the cost below `limit` mana; `only` keeps its excess from lowering generic
    mana; `part` is the label of the only cost that it lowers."""

    typed: Symbols
    why: str
    limit: int | None = None
    only: bool = False
    part: str = ""

    @property
    def amount(self) -> Amount:
        """So much generic mana, and so much of each color or C."""
        return amount_of("1" if each == "S" else each.removesuffix("/P") for each in self.typed)

    @property
    def kinds(self) -> Amount:
        """So much of each color or C."""
        return Counter({kind: number for kind, number in self.amount.items() if kind})

    @property
    def place(self) -> tuple[bool, int, bool, bool]:
        """Its place in the cheapest order: the highest limit first, then of one part, then of one color only."""
        return self.limit is None, -(self.limit or 0), not self.part, not self.only

    def is_for(self, symbol: str) -> bool:
        """Whether the half that is chosen for a symbol changes what it takes off."""
        is_any = symbol.startswith(("2/", "C/")) or (self.limit is not None and is_phyrexian(symbol))
        return bool(set(symbol.split("/")) & set(self.kinds)) or (is_any and self.amount.total() > 0)


class DeclaredMana(engine.Declared):
    """A cost in mana. `base` is the mana cost as printed; `paid` is the mana cost or the alternative to it that is
    paid, and `increases` has one amount for each increase; of both, halves are chosen. `part` names the part of a card
    that the player casts, and `other` is the other mana cost of the card, if it was typed."""

    unseen: ClassVar = {"stack": 0, "elsewhere": 0}

    # Complexity: each fact about a cost is entered once.
    def __init__(self, answer: CostAnswer) -> None:
        super().__init__(answer)
        printed, instead, thing = self.costs(mana.read_symbols)
        if {*(instead or ())} & {*mana.ABILITY_SYMBOLS}:
            mana.read_mana(self.question.one("alt") or "")  # refuses it
        base, things = self._printed(printed)
        question = self.question
        if wrong := [up.amount for up in question.increases if "@" in up.amount]:
            raise Refused("unreadable", f"+{wrong[0]}", _LIMITS)
        added = [mana.read_mana(up.amount) for up in question.increases]
        costs = [(instead if question.is_replaced else base) or (), *added]
        self.reductions = tuple(map(_read_reduction, question.reductions))
        self.paid, *symbols = map(amount_of, self._with_halves(costs))
        symbols_paid = [symbol for each in costs for symbol in each]
        self.x = self.announced(letters_in(base), letters_in(instead), letters_in(symbols_paid))
        self.increases = [amounts.at(each, self.x) for each in symbols]
        self.base = None if base is None else amount_of(base)
        self.extra = amounts.add_up([*things.items(), *self.extra_costs(thing).items()])
        of_spell = "alternative-part" if question.has("alt") else "additional"
        answer.names["extra"] = {"ability": "activation-cost", "effect": "resolution"}.get(question.kind, of_spell)
        answer.numbers["waterbend"] = self._labelled("waterbend")[""]
        answer.enter(x=self.x, none=base is None, increased=self.increases, snow_symbol="S" in symbols_paid)
        answer.enter(hybrid=any(map(_is_hybrid, symbols_paid)), phyrexian=any(map(is_phyrexian, symbols_paid)))
        answer.enter(x_free=letters_in(base) and (question.is_replaced or question.reductions))

    # Complexity: {T}, {Q} and {E} make it an ability's cost, and a special action may cost the same for every card.
    def _printed(self, printed: Symbols | None) -> tuple[Symbols | None, dict[str, int]]:
        """Return the mana of the printed cost and its other symbols, and enter the part of the card that is cast."""
        answer, question = self.answer, self.question
        action = (question.one("special") or "").lower()
        actions = tuple(key.removeprefix("special-") for key in self.file.restated if key.startswith("special-"))
        if action and action not in actions:
            raise Refused("none of these", action, actions)
        answer.names["special"] = action
        fixed = self.file.fixed.get(f"special-{action}")
        if fixed and printed != mana.read_symbols(fixed):
            answer.remarks.append(Remark("fixed cost", (question.base, action, f"{{{fixed}}}")))
            printed = mana.read_symbols(fixed)
        base, things = (None, {}) if printed is None else mana.parted(printed)
        name, equals, cost = (question.one("as") or "").partition("=")
        self.part, self.other = self.file.parts.get(name.lower(), ""), mana.read_mana(cost) if equals else None
        if question.has("as") and not self.part:
            raise Refused("none of these", name, tuple(dict.fromkeys(self.file.parts.values())))
        if self.part == "fuse" and not cost:
            raise Refused("needs value", "--as fuse", "--as fuse=2W", rule="fuse")
        if self.part == "fuse" and base is not None:
            answer.enter(fused=True)
            base = (*base, *(self.other or ()))
        if things and question.kind == "spell":
            answer.question = self.question = replace(question, options={**question.options, "ability": ("",)})
            answer.facts = {*answer.facts, "ability"} - {"spell"}
            symbols = tuple(f"{{{symbol}}}" for symbol, kind in mana.ABILITY_SYMBOLS.items() if kind in things)
            answer.remarks.append(Remark("ability symbols", (question.base, symbols)))
        return () if base is None and self.question.kind != "spell" else base, things

    # Complexity: a half may matter to a minimum or to a reduction.
    def _with_halves(self, costs: list[Symbols]) -> list[Symbols]:
        """Return the costs with the halves of `--choose`; without it they stay undecided. Raises TotalsOfHalves if the
        total depends on one."""
        question = self.question
        if word := question.one("choose"):
            is_run = len(word) > 1 and set(word.upper()) <= set(mana.COLOURS)  # `WW` for `W,W`
            return mana.choose_halves(costs, [*word] if is_run else word.split(","))
        acting = () if question.has("no-less") else self.reductions
        undecided = [symbol for cost in costs for symbol in cost if halves(symbol)]
        changing = [each for each in undecided if each.startswith("2/") or is_phyrexian(each)]  # the amount of mana
        is_reduced = any(down.is_for(symbol) for symbol in undecided for down in acting)
        if not is_reduced and not (changing and question.has("min")):
            return costs
        picks = [halves(symbol) for symbol in undecided]
        if prod(map(len, picks)) > _MOST_CHOICES:
            raise Refused("which half", f"{{{undecided[0]}}}", ",".join(each[-1] for each in picks), rule="announce")
        answers: dict[str, CostAnswer] = {}
        for choice in map(",".join, product(*picks)):
            answer = calculate(replace(question, options={**question.options, "choose": (choice,)}))
            if all(answer.total != other.total for other in answers.values()):
                answers[choice] = answer
        raise TotalsOfHalves(dict(sorted(answers.items(), key=lambda pair: mana.worth(pair[1].total))))

    def _labelled(self, label: str) -> Amount:
        """Return the sum of the increases with a label."""
        pairs = zip(self.question.increases, self.increases, strict=True)
        return sum((each for up, each in pairs if up.why.lower() == label), Counter())

    def start(self) -> Amount:
        """Return the cost that is paid, and enter the first step."""
        now = amounts.at(self.paid, self.x)
        if row := self.answer.first(self.file.start):
            what: Words = Remark(row.say, (self.answer.names["special"],))
            rule = row.rule
            for keyword in self.question.keywords:
                kind, _, action = self.file.keywords[keyword].partition(" ")
                if action and kind in row.when:  # `disguise` is the action of `morph`
                    what = Remark(row.say, (keyword,))
                elif kind in self.answer.facts and row.when:  # the cost of this keyword is paid
                    what, rule = Remark("labelled", (keyword, what)), keyword_key(keyword)
            self.answer.step(row.kind, what, written(now), written(now), rule)
        return now

    def changes(self, now: Amount) -> Mapping[str, Iterable[Change]]:
        """Return the changes: those typed, the commander tax, life, and the mana that a minimum adds."""
        question = self.question

        def least() -> Iterator[Change]:
            if (word := question.one("min")) is not None:
                minimum = amounts.read_count(word, "min")
                missing = max(0, minimum - mana_in(now))
                said = Remark("at least mana" if missing else "at least already", (minimum,))
                yield Change(Counter({"": missing}), said, written=f"{{{missing}}}")

        def increase(up: Modifier, amount: Amount) -> Change:
            label = up.why.lower()
            is_keyword = self.file.keywords.get(label) == "additional"
            rule = label if label in self.file.labels else keyword_key(label)
            return Change(amount, up.why, rule if is_keyword else "")

        life = self.extra.get("life", 0)
        casts = amounts.counted(question, "tax") or 0
        why = Remark("cast once before") if casts == 1 else Remark("cast before", (casts,))
        special = self.answer.names["special"]  # its cost is the whole cost
        return {
            "add": list(map(increase, question.increases, self.increases)),
            "tax": [Change(Counter({"": _TAX * casts}), why)] if casts else [],
            "life": [Change(Counter(life=life), Remark("kind life"), written=f"{life} life")] if life else [],
            "subtract": [
                Change(amount_of(down.typed), down.why, guarded=not special or down.part != special, how=down)
                for down in sorted(self.reductions, key=lambda down: down.place)
            ],
            "least": least(),
        }

    def subtract(self, now: Amount, change: Change) -> tuple[Words, str]:
        """Take a reduction off the total, or off the part that it lowers."""
        down: _Reduction = change.how
        limit: Words = Remark("own color only") if down.only else ""
        if down.limit is not None:
            limit = Remark("not below mana", (down.limit,))
        if not (down.part and change.guarded):
            return limit, _take_off(now, down)
        part = self._labelled(down.part)
        before = part.copy()
        _take_off(part, down)
        for symbol, number in (before - part).items():
            now[symbol] = max(0, now[symbol] - number)
        caption = "of part only" if mana_in(before) else "no mana in part"
        return joined("enumerated", Remark(caption, (down.part,)), limit), ""

    def written(self, amount: Amount) -> str:
        """Return an amount of mana in symbols."""
        return written(amount)

    # Complexity: the sentences depend on the part that is cast, and on what differs elsewhere.
    def seen(self, total: Amount) -> Mapping[str, int | str | None] | None:
        """Return the mana values of a spell, and enter them and X as effects see them; None if it is no spell, or its
        printed cost is not typed."""
        answer = self.answer
        answer.enter(zero=not mana_in(total))
        values = joined("two and", *(Remark("x is", pair) for pair in self.x.items()))
        if self.question.kind != "spell":
            if self.x and self.question.kind == "ability":
                answer.say_seen("x", "x of ability", values)
            return None
        if not self.question.is_base_typed:
            return None
        kind, base = self.part, self.base or Counter()
        stack, elsewhere = self._values(base, self.paid if self.question.has("alt") else base)
        caption = f"value {kind}" if kind else "value" if stack == elsewhere else "value on stack"
        is_unsaid = elsewhere is None or (kind == "fuse" and stack == elsewhere)
        there = "" if is_unsaid else Remark("value there", (elsewhere,))
        rule = {"": "mana-value", "fuse": "value-split"}.get(kind, f"value-{kind}")
        answer.say_seen(rule, caption, stack, there)
        if self.x:
            answer.say_seen("x-elsewhere", "x elsewhere", values)
            answer.say_seen("x-permanent", "x of permanent", joined("two and", *self.x))
            answer.say_seen("copied", "copy of spell keeps")
        answer.enter(f"as {kind}", value_none=self.base is None, value_x=letters_in(base))
        answer.enter(value_hybrid=any(map(_is_hybrid, base)), value_phyrexian=any(map(is_phyrexian, base)))
        return {"stack": stack, "elsewhere": elsewhere}

    def _values(self, base: Amount, cast: Amount) -> tuple[int | None, int | None]:
        """Return the mana value of a spell on the stack and elsewhere, None if it is not known."""
        kind = self.part
        stack = value_of(amounts.at(cast if kind == "prototype" else base, self.x))
        own, rest = value_of(base), None if self.other is None else value_of(amount_of(self.other))
        if kind in ("", "fuse"):
            return stack, own
        if kind in ("split", "room"):
            return stack, None if rest is None else own + rest
        if kind == "back":
            return rest, rest
        if kind == "mdfc":
            return stack, rest
        return 0 if kind == "face-down" else stack, own if rest is None and cast != base else rest


# Complexity: one case for each fault.
def _read_reduction(down: Modifier) -> _Reduction:
    """Read a reduction with its limit, `2@1`, `WB@only`, or with the cost that it lowers, `2@buyback`."""
    amount, at, word = down.amount.partition("@")
    typed = mana.read_mana(amount)
    for symbol in typed:
        if letters_in([symbol]):
            raise Refused("x only printed", f"-{amount}", rule="less")
        picks = tuple(f"-{half}" for half in halves(symbol) if half != "life")
        if len(picks) > 1:
            raise Refused("payer picks", f"{{{symbol}}}", picks, rule="less-hybrid")
    plain = _Reduction(typed, down.why)
    if not at:
        return plain
    if word.lower() == "only" and plain.kinds.total() == len(typed):
        return replace(plain, only=True)
    if _LABEL.fullmatch(word) and word.lower() != "only":
        return replace(plain, part=word.lower())
    if amounts.COUNT.fullmatch(word) and not plain.kinds:
        return replace(plain, limit=int(word))
    raise Refused("unreadable", f"-{down.amount}", _LIMITS, rule="less-generic")


def _take_off(now: Amount, down: _Reduction) -> str:
    """Take a reduction off, first its own kind, then generic mana; return the key of the rule that decides it."""
    generic = down.amount[""]
    if down.limit is not None:
        generic = min(generic, max(0, mana_in(now) - down.limit))
    excess: dict[str, bool] = {}  # each kind with more reduction than mana, and whether there was any mana of it
    for symbol, number in down.kinds.items():
        own = min(number, now[symbol])
        if number > own and not down.only:
            excess[symbol] = own > 0
            generic += number - own
        now[symbol] -= own
    now[""] = max(0, now[""] - generic)
    if excess:
        is_own = "less-colorless" if list(excess) == ["C"] else "less-excess"
        return is_own if all(excess.values()) else "less-other"
    if "S" in down.typed:
        return "less-snow"
    return "less-phyrexian" if any(map(is_phyrexian, down.typed)) else "less" if down.kinds else "less-generic"


def _is_hybrid(symbol: str) -> bool:
    return bool(halves(symbol)) and not is_phyrexian(symbol)


declare = DeclaredMana
