"""Costs in points, declared and added up as `costs.yaml` of the game says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from rules_cli.captions import Remark, Words, joined, kind_word
from rules_cli.costs import amounts, engine
from rules_cli.costs.amounts import LETTERS, Amount, letters_in
from rules_cli.costs.answer import CostAnswer
from rules_cli.costs.arguments import Refused
from rules_cli.costs.engine import Change

# A part of a cost: a symbol, `{r}`, or a number or letters with a unit, `2r`, or a unit alone, as in `rr`.
_PART = re.compile(r"\{([A-Z]|[0-9]{1,9})\}|([0-9]{1,9}|[XYZ]+|)([A-W]?)", re.IGNORECASE)
_TOO_LONG = re.compile(r"[0-9]{10}")
_NUMBER_AND_UNITS = re.compile(r"([0-9]{1,9})(([A-W])\3+)", re.IGNORECASE)  # `3rr`
_NUMBER_AND_LETTER = re.compile(r"([0-9]{1,9})([XYZ]+)", re.IGNORECASE)


class DeclaredPoints(engine.Declared):
    """A cost in points: `instead` is an alternative in points, `thing` one that is not, `printed` the base cost with
    values for its letters."""

    unseen: ClassVar = {"cost": None, "paid": None}

    # Complexity: each fact about a cost is entered once.
    def __init__(self, answer: CostAnswer) -> None:
        super().__init__(answer)
        question, file = self.question, self.file
        base, instead, self.thing = self.costs(self.read)
        answer.enter(none=base is None)
        if base is None and (question.kind == "ability" or file.none == "zero"):
            base = Counter()
        if file.merged:
            from rules_cli.costs.pay.reserve import merged

            base, instead = merged(answer, base, instead)
        self.modifiers = {
            "set": [Change(self.read(word, is_change=True)) for word in question.each("set")],
            "add": [Change(self.read(up.amount, is_change=True), up.why) for up in question.increases],
            "subtract": [Change(self.read(down.amount, is_change=True), down.why) for down in question.reductions],
        }
        letters, letters_instead = letters_in(base), letters_in(instead)
        self.x = self.announced(letters, letters_instead)
        self.base = None if base is None else amounts.at(base, self.x)
        self.printed = self.base or Counter()
        self.instead = None if instead is None else amounts.at(instead, self.x)
        self.extra = self.extra_costs(self.thing)
        answer.numbers["printed"] = self.printed[file.usual]
        answer.enter(*(("thing", f"thing {self.thing[0]}") if self.thing else ()), x=self.x, in_points=instead)
        answer.enter(x_replaced=question.has("alt") and letters - letters_instead, free=self._is_free())
        answer.enter(unprinted=self.base is None, printed_0=not self.printed.total(), symbols="{" in question.base)
        answer.enter(other_units=any(self.printed[unit] for unit in file.units if unit != file.usual))
        answer.enter(figures=letters and sum((base or Counter()).values()) > 1)
        answer.enter(changed=question.increases or question.reductions, several_sets=len(question.each("set")) > 1)
        answer.enter(additional=any(up.why.lower() not in file.increases for up in question.increases))

    # Complexity: a part is a number, letters or a unit, and may be none of them.
    def read(self, text: str, is_change: bool = False) -> Amount:
        """Read a cost, `X+2`, `{r}{r}`, `1+3c`. Raises Refused for `2X`, which may be a sum or a product; for a change
        with letters, or with the unit of a cost that has only one."""
        units = "" if is_change and self.file.merged else self.file.units
        example = self.file.example if units or not is_change else "2"
        amount: Amount = Counter()
        for term in text.split("+"):
            if both := _NUMBER_AND_LETTER.fullmatch(term):
                number, letter = both[1], both[2].upper()
                raise Refused("two readings", text, f"{number}+{letter}", "+".join([letter] * min(int(number), 3)))
            parts = [part for part in _PART.finditer(term) if part[0]]
            if twice := _NUMBER_AND_UNITS.fullmatch(term):
                number, unit = twice[1], twice[2]
                raise Refused("two readings", text, f"{number}+{unit}", f"{number}{unit[0]}+{unit[1:]}")
            for symbol, figure, unit in (part.groups("") for part in parts):
                if symbol.isdigit() or symbol.upper() in tuple(LETTERS):
                    figure = symbol  # `{3}`, `{X}`
                else:
                    unit = (symbol or unit).lower()
                if unit not in units:
                    parts = []  # then the term is refused below
                elif figure[:1].upper() in tuple(LETTERS):
                    amount.update(letter + (unit or self.file.usual) for letter in figure.upper())
                else:
                    amount[unit or self.file.usual] += int(figure or 1)
            if not term or "".join(part[0] for part in parts) != term or _TOO_LONG.search(term):
                raise Refused("unreadable", text, Remark("cost looks like", (example,)))
        if is_change and letters_in(amount):
            raise Refused("x only printed", text)
        return amount

    def _is_free(self) -> bool:
        """Whether a way to play the card without its cost is open, for which there must be as many things as the cost
        is printed with; one that is closed is no fact of the question, and the cost is paid."""
        question, printed = self.question, self.printed[self.file.usual]
        typed = {name: amounts.counted(question, name) or 0 for name in self.file.free_by if question.has(name)}
        self.answer.facts -= {name for name, number in typed.items() if number < printed}
        return any(number >= printed for number in typed.values())

    @property
    def _units(self) -> tuple[str, ...]:
        """The units that are added up apart, in payment order; the only one is "" if all are one."""
        return ("",) if self.file.merged or not self.file.units else tuple(self.file.units)

    def written(self, amount: Mapping[str, int]) -> str:
        """Return the units above 0 in payment order, `1c + 2 + 3h + 1a`; of one unit a number, perhaps below 0."""
        if len(self._units) == 1:
            return str(sum(amount.values()))
        parts = (f"{amount[unit]}{'' if unit == self.file.usual else unit}" for unit in self._units if amount.get(unit))
        return " + ".join(parts) or "0"

    # Complexity: units besides the usual one, and a second first step, may be missing.
    def start(self) -> Amount:
        """Return the base cost, or the cost that the player pays in its place, and enter the first steps."""
        answer, file, printed = self.answer, self.file, self.printed
        now: Amount = Counter(dict.fromkeys(self._units, 0))
        row = answer.first(file.start)
        if row is None:
            return now
        if row.takes == "base":
            now[file.usual] = printed[file.usual]
        elif row.takes == "instead" and self.instead:
            now[file.usual] = self.instead[file.usual]
        kind, number = self.thing or ("", 0)
        caption_words = (kind_word(kind), number, answer.names.get("type", ""))
        amount = str(now[file.usual])
        answer.step(row.kind, Remark(row.say, caption_words), amount, amount, row.rule)
        for unit in [unit for unit in now if unit != file.usual and printed[unit]]:  # these are paid in any case
            now[unit] = printed[unit]
            answer.step("start", Remark("base cost"), f"{now[unit]}{unit}", self.written(now), file.other_units_rule)
        if row := answer.first(file.also_start):
            added = self.read(row.adds, is_change=True)
            if twice := [unit for unit in added if printed[unit]]:
                raise Refused("twice in base", row.when[0], row.adds, twice[0])
            dict.update(now, added)  # replaces the amount of a unit; the method of Counter would add
            answer.step(row.kind, Remark(row.say), row.adds, self.written(now), row.rule)
        return now

    def changes(self, now: Amount) -> Mapping[str, Iterable[Change]]:
        """Return the changes: those typed, an alternative, meld, nothing in place of the cost, and the floor."""
        nothing = [Change(Counter(dict.fromkeys(now, 0)))]
        twice = Counter({self.file.usual: 2 * self.printed[self.file.usual]})

        def floor() -> Iterator[Change]:
            if below := {unit: 0 for unit, amount in now.items() if amount < 0}:
                yield Change(Counter(below))

        others = {"twice": [Change(twice)], "free": nothing, "remove": nothing, "floor": floor()}
        return {**self.modifiers, **others, "instead": [Change(self.instead)] if self.instead else []}

    def subtract(self, now: Amount, change: Change) -> tuple[Words, str]:
        """Take a change off; without a floor at the end of the sum, not below 0."""
        has_floor = any(operation.do == "floor" for operation in self.file.sum)
        stops = not has_floor and any(now[unit] < amount for unit, amount in change.amount.items())
        for unit, amount in change.amount.items():
            now[unit] = now[unit] - amount if has_floor else max(0, now[unit] - amount)
        return Remark("stops at 0") if stops else "", ""

    def seen(self, total: Amount) -> Mapping[str, int | str | None] | None:
        """Return the printed cost and the paid cost, and enter the words for the sentences of the file."""
        units = [unit for unit in total if total[unit]]
        self.answer.enter(zero=not units, several_units=len(units) > 1)
        printed = None if self.base is None else self.printed[self.file.usual]
        paid = self.written(total)
        self.answer.values |= {"base": printed, "total": paid}
        for caption in ("x is", "x stays"):
            self.answer.values[caption] = joined("two and", *(Remark(caption, pair) for pair in self.x.items()))
        return None if self.question.kind == "effect" else {"cost": printed, "paid": paid}


declare = DeclaredPoints
