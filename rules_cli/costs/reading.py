"""One reading of a question: what the roles of its amounts make of it, and what the words that are left weigh."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import NamedTuple

from rules_cli.captions import Remark, Words
from rules_cli.costs.arguments import NO_BASE, SLOTS, Modifier, NoCost, Pattern, Refused, is_from_hand
from rules_cli.costs.holding import unheld
from rules_cli.costs.roles import Role, Roles
from rules_cli.costs.sentence import MOST_TIMES, Amount, CostSentence, Cue
from rules_cli.costs.tokens import are_forms, is_same_cost, size, sum_as

_REPEATED = ("set", "also", "own", "filter")
_NEAR = 6  # words between a thing and its noun

_WORDS_OF_A_SENTENCE = 2  # known ones, with an unknown one: `is that okay`


class Thing(NamedTuple):
    """A thing that the player gives up: its kind, the nouns behind its word, the place of that word, the number of the
    option that has it, and whether the word is a keyword."""

    kind: str
    nouns: tuple[str, ...]
    start: int
    option: int
    is_of_keyword: bool = False


@dataclass
class CostReading:
    """A question as read. `weight` is the sum of what counts against this reading, besides the weights of the roles;
    `fault` is its heaviest part, with the refusal that explains it. `places` has the place of each change; `unheld` is
    the refusal of one that does not hold."""

    base: str = ""
    changes: list[Modifier] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    read_as: list[Words] = field(default_factory=list)
    weight: float = 0
    fault: tuple[float, Callable[[], Refused] | None] = (0, None)
    places: list[int] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    unheld: Refused | None = None

    @property
    def meaning(self) -> tuple[object, ...]:
        """What the calculation sees of the reading."""
        changes = sorted((change.sign, change.amount) for change in self.changes for _ in range(change.times))
        base = self.base.lower() if self.value("alt") is None else ""  # else it is not paid
        return base, changes, sorted(self.options)

    @property
    def typed(self) -> str:
        """The question in the grammar of changes and options."""
        changes = [f"{change.sign}{change.amount}" for change in self.changes for _ in range(change.times)]
        return " ".join([self.base, *changes, *(f"--{name} {value}".strip() for name, value in self.options)])

    def value(self, option: str) -> str | None:
        """Return the value of an option, None if it is not given."""
        return next((value for name, value in self.options if name == option), None)


@dataclass
class Builder:
    """Builds the reading that gives the amounts of a sentence these roles. `lacking` returns the refusal of a word that
    needs a value, `unknown` that of an unknown word. `wants` are the cues that still lack an amount, `factored` the
    changes whose number is said, `assumed` those that a word alone makes."""

    roles: Roles
    chosen: Sequence[Role]
    lacking: Callable[[int], Refused]
    unknown: Callable[[int], Refused]
    reading: CostReading = field(default_factory=CostReading)
    wants: list[Cue] = field(default_factory=list)
    defaults: list[tuple[Cue, Pattern]] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    needed: set[str] = field(default_factory=set)
    factored: set[int] = field(default_factory=set)
    assumed: set[int] = field(default_factory=set)

    @property
    def sentence(self) -> CostSentence:
        """The sentence that is read."""
        return self.roles.sentence

    @cached_property
    def pairs(self) -> list[tuple[Amount, Role]]:
        """The amounts, each with its role."""
        return list(zip(self.sentence.amounts, self.chosen, strict=True))

    def build(self) -> CostReading:
        """Return the reading. Raises Refused if the roles do not go together."""
        self._in_order()
        self._with_parts()
        for cue, pattern in self.defaults:
            self._default(cue, pattern)
        self._with_labels()
        take_later = {"own": self._own, "factor": self._factor, "again": self._again}  # all changes must be there
        for amount, role in self.pairs:
            if role.kind in take_later:
                take_later[role.kind](amount, role)
        self._without_things()
        self._with_thing_instead()
        self._check_eaches()
        for cue in self.wants:
            self._want(cue)
        self._beside()
        self._whole()
        self._strangers()
        self.reading.unheld = self.reading.unheld or unheld(self.sentence, (*self.reading.places, *self._changing()))
        return self.reading

    def _changing(self) -> Iterator[int]:
        """Yield the places of the amounts and the words that change the cost."""
        for amount, role in self.pairs:
            if role.meaning[:2] in ("+*", "-*"):
                yield from (amount.start, self.sentence.cues[role.cue].start)

    def add(self, name: str, why: Callable[[], Refused] | None = None, times: float = 1) -> None:
        """Add the weight of a feature to the reading; `why` returns the refusal if it is too much."""
        weight = self.roles.weight(name) * times
        self.reading.weight += weight
        if weight > self.reading.fault[0]:
            self.reading.fault = weight, why

    def _two_costs(self, text: str) -> Refused:
        """Return the refusal of an amount that may be a second cost."""
        base = self.reading.base
        if not base:
            return NoCost("no cost typed", self.sentence.game)
        if base.isdigit() and not text.isdigit() and self.sentence.file.symbols_apart:
            base, text = text, base  # a number is more likely an increase
        return Refused("two costs", base, text, f"--x {text}" if text.isdigit() and "X" in base.upper() else f"+{text}")

    # --- what amounts and cues say, in their order

    # Complexity: one step for each sort of words that are taken or left out.
    def _in_order(self) -> None:
        """Take the amounts without a cue and obey the cues, in the order of the sentence; factors are applied later."""
        steps: list[tuple[int, Callable[[], None]]] = []  # each with the place of its word
        for number, (amount, role) in enumerate(self.pairs):
            if role.cue < 0:
                steps.append((amount.start, partial(self._take, number)))
        for number, cue in enumerate(self.sentence.cues):
            if number not in self._passed:
                steps.append((cue.start, partial(self._take_cue, number)))
        for _, take in sorted(steps, key=lambda step: step[0]):
            take()
        for number, thing in self._of_others.items():
            cues = self.sentence.cues
            shown = self.sentence.shown(cues[thing].start, self.sentence.clause(cues[thing].start).stop)
            self.reading.read_as.append(Remark("of another card", (cues[number].name, shown)))
        for cue in self.sentence.cues:
            is_counted = any(cue.start in places for places in self.roles.aside.values())
            if self.roles.is_had_by_another(cue) and not is_counted:
                shown = self.sentence.shown(self.sentence.clause(cue.start).start, cue.end)
                self.reading.read_as.append(Remark("of another player", (shown, "")))
        for amount, role in self.pairs:
            places = self.roles.aside.get(amount.start, range(amount.start, self.sentence.past(amount.end, "nouns")))
            shown, zone = self.sentence.shown(places.start, places.stop), self.sentence.zone_of(amount)
            if role.kind == "nothing" and (zone or amount.start in self.roles.aside):
                caption = "of another player" if amount.start in self.roles.aside else "of another zone"
                self.reading.read_as.append(Remark(caption, (shown, zone)))

    def _take_cue(self, number: int) -> None:
        """Obey a cue with the amounts that are its value, or without one; a factor is taken later."""
        values = [role for role in self.chosen if role.cue == number]
        if not values:
            self._unbound(number)
        elif values[0].kind != "factor":
            value = "" if values[0].kind == "thing" else ",".join(role.text for role in values)
            if values[0].option == "have" and not self.sentence.file.symbols_apart:  # it may be meant as a cost
                self.reading.read_as.append(f"{self._shown_with(number)}: --have {value}")
            self._obey(self.sentence.cues[number], values[0].meaning, value)
        if values and values[0].kind == "other":
            self.reading.read_as.append(Remark("of another card", (self.sentence.cues[number].name, values[0].text)))

    def _shown_with(self, number: int) -> str:
        """Return the words from the first to the last of a cue and its amounts, as typed."""
        cue, amounts = self.sentence.cues[number], [amount for amount, role in self.pairs if role.cue == number]
        start, end = min(cue.start, amounts[0].start), max(cue.end, amounts[-1].end)
        return self.sentence.shown(start, end)

    # Complexity: one case for each kind of role.
    def _take(self, number: int) -> None:
        """Take an amount that has no cue. Raises Refused for a part that is not right behind the printed cost."""
        (amount, role), sentence = self.pairs[number], self.sentence
        if role.kind == "option":
            self._option(amount.text, amount.label)
        elif role.kind == "change":
            self._change(Modifier(amount.text, amount.label or self._label(amount.end), amount.sign), amount.start)
            behind = sentence.past(amount.end, "joints")
            following = sentence.amount_at.get(behind)
            if following and following.form == "values" and not sentence.token(behind - 1).stop:
                is_apart = sentence.token(behind).kind == "amount" and not following.text  # `+1 3 swamps`
                self.add("met" if is_apart else "unmet", partial(self.unknown, behind))  # `+1 white`
        elif role.kind == "base":
            self._base(role.text)
        elif role.kind == "alt":
            self._option("alt", role.text)
        elif role.kind == "value":
            self._merge(role.meaning, role.text)
        elif role.kind == "left":
            self.left.append(role.text)
        elif role.kind == "part":
            if number == 0 or not self.chosen[number - 1].is_base:
                raise self._two_costs(role.text)
            cue = self.chosen[number - 1].cue
            start = max(sentence.amounts[number - 1].end, sentence.cues[cue].end if cue >= 0 else 0)
            gap = self.roles.gap(start, amount.start)  # `2 resources and 1 chi`
            is_split = any(sentence.in_class(at, "zones") for at in range(start, amount.start))  # `{r} hand {r}`
            if is_split or gap > self.roles.weight("over amount"):
                raise self._two_costs(role.text)
            self.parts.append(role.text)

    @cached_property
    def _bound(self) -> set[int]:
        """The numbers of the cues that have an amount."""
        return {role.cue for role in self.chosen}

    @cached_property
    def _passed(self) -> set[int]:
        """The numbers of the cues that add nothing: the noun of `each`, what another cue says, what another card asks
        for, and `tap` beside what pays, `tap 3 islands`."""
        passed = {*self.roles.each_nouns, *self._said_again, *self._of_others, *self._of_others.values()}
        for amount, role in self.pairs:
            if role.option in self.sentence.file.means:
                beside = range(amount.start - 2, amount.end + 2)
                cues = enumerate(self.sentence.cues)
                passed |= {number for number, cue in cues if cue.name == "tap" and cue.start in beside}
        return passed | {number for number, cue in enumerate(self.sentence.cues) if self._is_aside(cue)}

    def _is_aside(self, cue: Cue) -> bool:
        """Whether a cue is about what another player has: `opponent has 4 lands`, `opponent is tapped out`."""
        is_of_things = any({cue.start, cue.end - 1} & {*places} for places in self.roles.aside.values())
        is_means = all(each.option in self.sentence.file.means for each in cue.patterns)
        is_of_another = is_means and self.sentence.is_of_another(cue.start, cue.end)
        return is_of_things or is_of_another or self.roles.is_had_by_another(cue)

    @cached_property
    def _said_again(self) -> set[int]:
        """The numbers of the things right behind the keyword that asks for them: `jump-start discard a card`."""
        cues = self.sentence.cues
        return {
            number
            for number, (before, cue) in enumerate(pairwise(cues), 1)
            if cue.is_thing and before.patterns[0].meaning == cue.patterns[0].meaning and before.name != cue.name
            if cue.start in self._behind(before) and number not in self._bound
            if not self.sentence.is_stopped(before.start, cue.start)
        }

    def _behind(self, cue: Cue) -> tuple[int, ...]:
        """Return the place behind a cue, and the one behind a cost that is there: `retrace 1R discard a land`."""
        at = self.sentence.past(cue.end, "joints")
        cost = next((amount for amount, role in self.pairs if role.is_base and amount.start == at), None)
        return (at, cost.end) if cost else (at,)

    @cached_property
    def _of_others(self) -> Mapping[int, int]:
        """The numbers of the cues of costs that another card asks for, and of the things behind them that they consist
        of, `1W with ward, pay 3 life`; none if no printed cost is there."""
        cues = self.sentence.cues
        if not any(role.is_base for role in self.chosen):
            return {}
        return {
            number - 1: number
            for number, (before, cue) in enumerate(pairwise(cues), 1)
            if before.name in self.sentence.file.of_others and cue.patterns[0].meaning.startswith("--also ")
            if self.sentence.past(before.end, "joints") == cue.start
        }

    # Complexity: a cue may be denied, a flag, have a default, or be a unit.
    def _unbound(self, number: int) -> None:
        """Obey a cue without an amount, or keep it in `wants` until the rest is read."""
        sentence, cue = self.sentence, self.sentence.cues[number]
        if sentence.is_denied(cue) or sentence.is_without(cue):  # `no life`: the player has none
            means = next((each for each in cue.patterns if each.option in sentence.file.means), None)
            if means and means.option == "hand" and self.roles.is_elsewhere(cue):
                self._nothing_elsewhere(cue)
            elif means:
                self._obey(cue, means.meaning, "0" if sentence.file.takes(means) == "count" else "none")
            else:
                self.wants.append(cue)
            return
        flag = next((each for each in cue.patterns if not each.has_value), None)
        if flag and flag.option == "hand" and self.roles.is_elsewhere(cue):  # `no card in my deck`
            self._nothing_elsewhere(cue)
            return
        if flag and flag.assumes:
            self.defaults.append((cue, flag))
        elif flag and (not flag.needs_base or (self._is_of_base(cue) and not self._has_thing_behind(cue))):
            if flag.needs_base and cue.name in sentence.file.hints:  # `4GG morph`: the cost may be the printed one
                self.reading.unheld = Refused("too little said", cue.name, sentence.file.hints[cue.name])
            self._obey(cue, flag.meaning, "")
        elif not self._is_unit(cue):
            self.wants.append(cue)

    def _nothing_elsewhere(self, cue: Cue) -> None:
        """Take `no card in my deck` of the only thing that is given up from elsewhere than the hand."""
        kinds = {each.kind for each in self.reading.things if not is_from_hand(self.sentence.file, each.kind)}
        if len(kinds) > 1:
            shown = self.sentence.shown(cue.start, cue.end)
            raise Refused("two readings", shown, *(f"--own {kind}=0" for kind in sorted(kinds)[:2]))
        if kinds:
            self._there_are(kinds.pop(), "0")

    def _is_of_base(self, cue: Cue) -> bool:
        """Whether a word says what the printed cost is; that of a keyword is beside it: `1U cycling`."""
        is_keyword = cue.name in self.sentence.file.keywords
        return any(role.is_base and (not is_keyword or amount.end == cue.start) for amount, role in self.pairs)

    def _has_thing_behind(self, cue: Cue) -> bool:
        """Whether a thing that pays for a cue is right behind the cue: `cycling pay 2 life`."""
        thing = self.sentence.cue_at.get(self.sentence.past(cue.end, "joints"))
        return thing is not None and thing.is_thing and not self.sentence.is_stopped(cue.start, thing.start)

    # Complexity: one line for each word that may be beside the amount.
    def _is_unit(self, cue: Cue) -> bool:
        """Whether a cue is only the unit of an amount that has another cue, `1 resource less`; weigh it if in doubt."""
        means = {"means", *self.sentence.file.means}
        before = None if self.sentence.token(cue.start - 1).stop else self.sentence.amount_at.get(cue.start - 1)
        if before is None or not all(self.sentence.file.role(pattern) in means for pattern in cue.patterns):
            return False
        role = self.chosen[self.sentence.amounts.index(before)]
        if role.kind == "part" and any(pattern.meaning == "*" for pattern in cue.patterns):
            return True  # `pay 1 chi and 2 resources`
        has_value_before = any(pattern.words[0] in SLOTS for pattern in cue.patterns)
        is_cost = before.form == "number" and (role.kind == "base" or role.option == "alt")
        if has_value_before and is_cost:  # `4 lands` cost nothing
            self.add("unmet", partial(self.lacking, cue.start))
            return True
        is_behind = role.cue >= 0 and self.sentence.cues[role.cue].start < before.start
        if role.meaning[:2] == "+*" and is_behind and has_value_before:
            self.add("unmet", partial(self.unknown, cue.start))  # `mais 1 recurso`: to pay, or to pay with
        return role.meaning[:2] in ("+*", "-*")

    def _with_parts(self) -> None:
        """Add the other parts of the printed cost, `2 and 1 chi`; remark on a cost left out because another is paid."""
        is_own = any(role.meaning.startswith("* --") for role in self.chosen) or {*self.left} == {"none"}
        if self.left and not is_own:
            raise self._two_costs(self.left[0])
        self.reading.read_as += [Remark("base left out", (self.reading.base, cost)) for cost in self.left]
        self.reading.base = "+".join(filter(None, [self.reading.base, *self.parts]))

    # Complexity: one line for each way in which a change is there already.
    def _default(self, cue: Cue, pattern: Pattern) -> None:
        """Obey a cue with the value that it has if none is typed, or make it the label of a change of its sign."""
        sign, _, label = self.sentence.file.role(pattern).partition(":")
        usual = pattern.meaning[1:].partition(":")[0]  # `2 more with frostbite` is another effect
        is_beside = self.sentence.in_class(cue.start - 1, "causes", "by") or cue.end in self.sentence.amount_at
        for number, change in enumerate(self.reading.changes):
            is_same = number not in self.assumed and (is_beside or change.times > 1 or change.amount == usual)
            if change.sign == sign and is_same and not self._is_apart(cue, number):
                self.reading.changes[number] = change._replace(why=label)
                self.add("met")
                return
        meaning = pattern.meaning
        self.add("default" if sign in "+-" else "default option")
        if self.reading.base and meaning[0] not in "+-":
            meaning = meaning[meaning.find("--") :]  # the cost is there already: `2 foretell`
        else:
            self.reading.read_as.append(f"{self.sentence.shown(cue.start, cue.end)}: {meaning}")
        self._obey(cue, meaning, "")
        self.assumed |= {len(self.reading.changes) - 1} if sign in "+-" else set()

    def _said_often(self, amount: Amount, fitting: list[int]) -> list[int]:
        """Return the last of some changes that is before `twice` in the same part of the sentence, `replicate 1R twice,
        -1`; all of them without one."""
        before = [number for number in fitting if self.reading.places[number] < amount.start]
        return [number for number in before if not self._is_apart(amount, number)][-1:] or fitting

    def _is_apart(self, cue: Cue | Amount, change: int) -> bool:
        """Whether a comma or the like is between a cue or an amount and a change."""
        first, last = sorted((cue.start, self.reading.places[change]))
        sentence = self.sentence
        return sentence.is_stopped(first, last) or any(sentence.in_class(at, "ands") for at in range(first, last))

    # Complexity: a label is a word alone, or the cause of a change.
    def _with_labels(self) -> None:
        """Weigh a label with a number beside a change of its sign: `two frostbites of +1` is one thing said. Make the
        cause of a change its label, `2 less from efficiency 2`; raises Refused if another number is beside it."""
        changes, places, sentence = self.reading.changes, self.reading.places, self.sentence
        for number in range(len(changes) - 1, 0, -1):
            before, cause = changes[number - 1 : number + 1]
            between = range(places[number - 1], places[number])
            is_cause = any(sentence.in_class(at, "causes") for at in between) and not sentence.is_stopped(
                between.start, between.stop
            )
            if not (is_cause and cause.why and not before.why and before.sign == cause.sign):
                continue
            if before.amount != cause.amount:
                either = (f"{each.sign}{each.amount}:{cause.why}" for each in (before, cause))
                raise Refused("two readings", sentence.shown(), *either)
            changes[number - 1 : number + 1] = [cause]
            del places[number]
        for role in self.chosen:
            sign, _, label = role.meaning.partition("*:")
            if role.kind == "cue" and label and any(each.assumes for each in self.sentence.cues[role.cue].patterns):
                cue = self.sentence.cues[role.cue]
                for number, change in enumerate(self.reading.changes):
                    if change.sign == sign and not change.why and not self._is_apart(cue, number):
                        self.add("label")
                        break

    # --- the parts of a meaning

    # Complexity: a part of a meaning is an option, a change, a limit or a cost.
    def _obey(self, cue: Cue, meaning: str, value: str) -> None:
        """Enter what the meaning of a cue says, with this value in it."""
        if cue.name in self.sentence.file.keywords:
            self.reading.keywords.append(cue.name)
        obeyed = [each for each in cue.patterns if meaning and each.meaning == meaning]
        sure = (each for each in obeyed if each.is_unclear or not each.has_value)
        self.needed |= {word for each in sure for word in each.needs}
        parts = meaning.replace("*", value.replace(" ", "_"), 1).split()
        while parts:
            part = parts.pop(0)
            if part.startswith("--"):
                option, given = part.removeprefix("--"), ""
                if self.sentence.file.known_options[option].takes:
                    given = parts.pop(0).replace("_", " ")
                if option == "also":
                    given = self._thing(cue, given)
                if option in self.sentence.file.values or option == "have":
                    self._merge(option, given)
                elif (option, given) not in self.reading.options or option in _REPEATED:
                    self._option(option, given)
            elif part[0] in "+-":
                amount, _, why = part[1:].partition(":")
                self._change(Modifier(amount, why.replace("_", " ") or self._label(cue.end), part[0]), cue.start)
            elif part[0] == "@":
                self._limit(part[1:], self.sentence.shown(cue.start, cue.end + 1))
            else:
                self._base(part)

    def _base(self, text: str) -> None:
        """Enter the printed cost. Raises Refused for a second one."""
        reading = self.reading
        if not text:
            raise Refused("unreadable", text, Remark("cost looks like", (self.sentence.file.example,)))
        if reading.base and reading.base != text:
            raise self._two_costs(text)
        if "+" in text and not reading.base:
            reading.read_as.append(sum_as("printed sum", text))
        reading.base = text

    def _change(self, change: Modifier, place: int) -> None:
        """Enter a change and its place. Raises Refused for a sign alone."""
        if not (change.amount or change.why):
            raise Refused("unreadable", change.sign, f"{change.sign}1")
        self.reading.changes.append(change)
        self.reading.places.append(place)

    def _limit(self, limit: str, typed: str) -> None:
        """Set the limit of the last reduction without a limit: `-2 at least 1`. Raises Refused without one."""
        changes, has_limits = self.reading.changes, "min" in self.sentence.file.options
        unlimited = [at for at, each in enumerate(changes) if each.sign == "-" and "@" not in each.amount]
        if not unlimited or not has_limits:
            raise Refused("unreadable", typed, "-2@1" if has_limits else "-1")
        last = unlimited[-1]
        changes[last] = changes[last]._replace(amount=f"{changes[last].amount}@{limit}")

    def _option(self, name: str, value: str) -> None:
        """Enter an option. Raises Refused for a second value, and for a flag that is there already."""
        if name not in _REPEATED and (before := self.reading.value(name)) is not None:
            is_means = name in self.sentence.file.means and value not in ("0", "none")
            if before == value and self.sentence.file.known_options[name].takes and not is_means:
                return  # `X=3, X is 3`; what there is may be there twice
            raise Refused("given twice", name)
        self.reading.options.append((name, value))

    def _merge(self, name: str, value: str) -> None:
        """Add a value to an option's list. `3 islands 2 swamps` are the lands of `5 lands` if the numbers agree."""
        file, before = self.sentence.file, self.reading.value(name)
        is_list = file.symbols_apart or "," in (file.known_options[name].takes or "")
        if before is None or before == value or not is_list:
            self._option(name, value)
            return
        if not file.symbols_apart or before.isdigit() == value.isdigit():
            merged = f"{before},{value}"
        elif before.isdigit() and (int(before) == value.count(",") + 1 or value == "A"):
            merged = value if value != "A" else before  # `8 lands that make any color`
        else:
            raise Refused("needs value", name, f"--{name} {file.options[name].takes}")
        self.reading.options[self.reading.options.index((name, before))] = name, merged

    def _label(self, at: int) -> str:
        """Return the label of the cue at a place, `+1 frostbite`; else ""."""
        if self.sentence.token(at - 1).stop:
            return ""
        cue = self.sentence.cue_at.get(at)
        labels = [self.sentence.file.role(pattern).partition(":")[2] for pattern in cue.patterns] if cue else []
        return next((label for label in labels if label), "")

    # --- things, and how often

    # Complexity: nouns, a number and a zone may follow, and each may be missing.
    def _thing(self, cue: Cue, given: str) -> str:
        """Return a kind of thing with its number, and enter it with the nouns behind it: `sacrifice two creatures`."""
        kind, _, number = given.partition("=")
        sentence, at = self.sentence, cue.end
        nouns: list[str] = []
        while at < cue.end + _NEAR and not sentence.token(at - 1).stop:
            token = sentence.token(at)
            if token.kind not in ("word", "amount"):
                break
            if token.kind == "word" and (not sentence.is_small(at) or sentence.in_class(at, "nouns")):
                other = sentence.cue_at.get(at)
                if other and not (sentence.is_weak(other) and sentence.cues.index(other) not in self._bound):
                    break
                nouns.append(token.key)
            at += 1
        if sentence.file.classes["hand"] & {*nouns} and not is_from_hand(sentence.file, kind):
            kind = f"{kind} from hand"
        typed = {
            value.partition(":")[2] for each in sentence.amounts for value in each.values.get("hand", "").split(",")
        }
        tags = [noun for noun in nouns if any(f":{noun}" in each.text + each.value for each in sentence.tokens)]
        tags = tags or [noun for noun in nouns if noun in typed or noun in sentence.file.values.get("hand", {})]
        if not tags and kind in sentence.file.of_tags and len(typed - {""}) == 1:
            tags = [*(typed - {""})]  # `fused, hand an ice blue and a red`
        kind = f"{kind}:{tags[0]}" if tags else kind  # cards in hand have such a tag: `1:ice`
        is_of_keyword = cue.name in sentence.file.keywords or given.partition("=")[0] not in cue.name
        thing = Thing(kind, tuple(nouns), cue.start, len(self.reading.options), is_of_keyword)
        for known in self.reading.things:
            if known.kind == kind and known.is_of_keyword is not thing.is_of_keyword:  # `beat chest, discard a card`
                raise Refused("two readings", sentence.shown(), f"--also {kind}", f"--also {kind}=2")
        self.reading.things.append(thing)
        return f"{kind}={number or 1}"

    def _kind_of(self, noun: str) -> str | None:
        """Return the kind of the last thing with a noun, None if no thing has it."""
        kinds = [thing.kind for thing in self.reading.things if any(are_forms(each, noun) for each in thing.nouns)]
        return kinds[-1] if kinds else None

    def _own(self, amount: Amount, role: Role) -> None:
        """Take a number of things that there are: `sacrifice a creature, I have two creatures`."""
        if not self.reading.things:
            raise self._two_costs(amount.text)
        kind = self._kind_of(role.text)
        if kind is None:
            self.add("other thing")
        self._there_are(kind or self.reading.things[-1].kind, amount.text)

    def _there_are(self, kind: str, number: str) -> None:
        """Enter how many things of a kind the player has. Raises Refused for a number of cards whose values matter."""
        if not is_from_hand(self.sentence.file, kind):
            if ("own", f"{kind}={number}") not in self.reading.options:
                self._option("own", f"{kind}={number}")
        elif number == "0" and self.reading.value("hand") in ("0", "none"):
            return
        elif number == str((self.reading.value("hand") or "").count(",") + 1):
            return  # `two cards in hand, one blue, one red`
        elif number != "0" and "," in (takes := self.sentence.file.options["hand"].takes or ""):
            raise Refused("needs value", "hand", f"--hand {takes}")
        else:
            self._option("hand", "none" if number == "0" else number)

    def _without_things(self) -> None:
        """Take `no creatures` and `none in play` of things that are given up."""
        for at, token in enumerate(self.sentence.tokens):
            if self.reading.things and self.sentence.in_class(at, "none") and at not in self.sentence.cue_at:
                kind = self._kind_of(self.sentence.token(at + 1).key)
                zone = self.sentence.zone_after(at + 2)
                is_hand = not zone or zone in self.sentence.file.classes["hand"]
                if kind and not is_hand and is_from_hand(self.sentence.file, kind):
                    continue  # `discard a card, no cards in my graveyard`
                if kind or token.key == "none":
                    self._there_are(kind or self.reading.things[-1].kind, "0")

    # Complexity: the thing may be before the word or behind it, be missing, or be one of several.
    def _with_thing_instead(self) -> None:
        """Take the thing beside `instead` as the payment: `5, discard one instead`, `instead of 5 I discard one`."""
        sentence, reading = self.sentence, self.reading
        cues = [cue for cue in sentence.cues if sentence.is_instead(cue)]
        if not cues or reading.value("alt") is not None:
            return
        (cue, *others), things = cues, reading.things
        is_unpaid = cue.patterns[0].meaning == "*"  # `instead of 5` names the cost that is not paid
        is_paid = not others and bool(things) and reading.options[things[0].option][0] == "also"
        is_paid = is_paid and all(map(self._is_joined, things, things[1:]))
        if is_paid and (
            is_unpaid or (things[0].start < cue.start and not sentence.is_stopped(things[-1].start, cue.start))
        ):
            reading.options[things[0].option] = ("alt", reading.options[things[0].option][1])
            self.wants = [each for each in self.wants if each != cue]
        elif is_unpaid and reading.value("free") is None:
            raise self.unknown(cue.start)

    def _is_joined(self, thing: Thing, other: Thing) -> bool:
        """Whether two things that are given up are one list: `exile a card and pay 1 life`."""
        sentence = self.sentence
        is_list = any(sentence.in_class(at, "ands") for at in range(thing.start, other.start))
        return is_list and not sentence.is_stopped(thing.start, other.start)

    # Complexity: a number belongs to a label, to `each`, or to the change beside it.
    def _factor(self, amount: Amount, role: Role) -> None:
        """Take a number as how often a change applies: the nearest to it, or to `each`; that of a label to its sign."""
        sentence, changes = self.sentence, self.reading.changes
        is_of_label, is_subject = role.cue >= 0, self.roles.counts_changes(amount)
        sign, _, why = role.meaning.partition(":")
        fitting = [*range(len(changes))]
        if is_of_label:
            cue = sentence.cues[role.cue]
            fitting = [number for number in fitting if changes[number].sign == sign and not self._is_apart(cue, number)]
        nouns = {} if sentence.eaches else sentence.beyond_first
        beyond = [name for name, noun in nouns.items() if role.text and are_forms(noun, role.text)]
        if beyond:  # `strive 2R, three targets`
            fitting = [number for number in fitting if changes[number].why in beyond]
        if not fitting:
            raise self._two_costs(amount.text)
        times, place = min(amount.number, MOST_TIMES) - bool(beyond), amount.start
        if sentence.eaches and amount.form != "times" and not is_of_label:
            each = min(sentence.eaches, key=partial(self._far, amount, role.text))
            self._check_each(each, amount, role)
            times, place = times - self._is_beyond_first(each), amount.start if is_subject else each
        behind = [number for number in fitting if self.reading.places[number] >= amount.end]
        fitting = behind if is_subject and behind else fitting  # `one more, two effects of -1`
        fitting = self._said_often(amount, fitting) if amount.form == "times" else fitting
        near = min(fitting, key=lambda number: abs(self.reading.places[number] - place))
        change = changes[near]
        if near in self.factored:
            raise self._two_costs(amount.text)
        self.factored.add(near)
        is_total = change.amount.isdigit() and int(change.amount) >= times
        if is_of_label and is_total and sentence.in_class(amount.start - 1, "causes"):
            times = 1  # `2 more from two frostbites`
        before = sentence.token(self.reading.places[near] - 1)
        is_verb = self.reading.places[near] > amount.end and before.key not in ("of", "de")
        if is_subject and is_verb and is_total and not sentence.eaches:  # `two effects reduce it by 2`
            typed = f"{change.sign}{change.amount}"
            raise Refused("two readings", sentence.shown(), typed, " ".join([typed] * times))
        label, typed = why or change.why, f"{change.sign}{change.amount}"
        if times > 1 and label in sentence.file.once:  # `two kickers`: one kicker, or a multikicker paid twice
            other = f"{typed}:{sentence.file.once[label]}"
            raise Refused("two readings", sentence.shown(), f"{typed}:{label}", " ".join([other] * times))
        changes[near] = change._replace(times=times, why=label)

    def _check_eaches(self) -> None:
        """Raise Refused if no number says how many things `each` counts; one of effects, `two thalias +1`, does not."""
        sentence = self.sentence
        factors = [(amount, role.text) for amount, role in self.pairs if role.kind == "factor"]
        for each in sentence.eaches:
            noun, is_aside = sentence.token(each + 1).text, any(each + 1 in at for at in self.roles.aside.values())
            of_things = (
                sentence.is_bare(each) or are_forms(noun, text) or not self.roles.counts_changes(amount)
                for amount, text in factors
            )  # fmt: skip
            if not (any(of_things) or is_aside):  # `each opponent's spells cost 1 more`
                raise Refused("needs value", f"each {noun}", f"3 {noun.removesuffix('s')}s")

    def _far(self, amount: Amount, noun: str, each: int) -> tuple[bool, int]:
        """Return how far an `each` is from a number with a noun: another noun is the farthest."""
        return not are_forms(self.sentence.token(each + 1).key, noun), abs(each - amount.start)

    def _check_each(self, each: int, amount: Amount, role: Role) -> None:
        """Weigh a doubt if `each` may count other things than a number does. Raises Refused if it surely does."""
        if are_forms(self.sentence.token(each + 1).key, role.text) or self.roles.counts_changes(amount):
            return
        is_there = not role.text and self.sentence.side(amount) == "there"
        is_alone = not role.text and self.sentence.token(amount.end - 1).stop  # `4, two effects that each cost 1 less`
        if not (is_there or (self.sentence.is_bare(each) and not is_alone)):
            raise self._two_costs(amount.text)
        self.add("other thing")

    def _is_beyond_first(self, each: int) -> bool:
        """Whether what `each` counts begins with the second, `each target past the first`."""
        ordinals = (amount for amount in self.sentence.amounts if amount.form == "ordinal" and amount.text == "1")
        return any(each < amount.start < self.sentence.clause(each).stop for amount in ordinals)

    # Complexity: one line for each way to say an amount twice.
    def _again(self, amount: Amount, _: Role) -> None:
        """Take an amount that is said twice: `a 5 drop, 3UU`, `five artifacts, so 5 less`. Raises Refused else."""
        sentence, base, text = self.sentence, self.reading.base, amount.text
        number = sentence.amounts.index(amount)
        for cue, numbers in self.roles.beside.items():
            if number in numbers and not any(each.meaning == "*" for each in sentence.cues[cue].patterns):
                raise self._two_costs(text)  # `carta 2, 2 recursos` says two things
        sizes = [each for each, role in self.pairs if role.is_base or each == amount]
        is_named = any(sentence.in_class(each.end, "cost", "sizes") for each in sizes)
        is_letter = amount.is_letter and text.upper() in base.upper()  # `X` of a cost with X
        if is_letter or (text.isdigit() and is_named and (is_same_cost(base, text) or base == text)):
            return
        later = ((place, change) for place, change in zip(self.reading.places, self.reading.changes, strict=True))
        following = min(((place, change) for place, change in later if place > amount.start), default=None)
        noun = sentence.noun_after(amount)
        is_counted = noun and noun not in sentence.file.change_words
        is_of_change = is_counted and following and following[1].amount == text
        if not is_of_change or self.roles.counts_changes(amount):
            raise self._two_costs(text)

    # --- the whole question

    # Complexity: a word without a value has one elsewhere, or says nothing.
    def _want(self, cue: Cue) -> None:
        """Weigh a cue without an amount, which may be met by what another part of the question says."""
        sentence, names = self.sentence, [self.sentence.file.role(pattern) for pattern in cue.patterns]
        names += [pattern.option for pattern in cue.patterns if pattern.option in sentence.file.means]
        is_met, clause = self._is_cue_met(cue, names), sentence.clause(cue.start)
        if sentence.is_denied(cue):
            labels = {name.partition(":")[2] for name in names if ":" in name}
            if labels & {change.why for change in self.reading.changes} if labels else is_met:
                start = cue.start - (not sentence.in_class(cue.start, "negations"))
                raise Refused("negation", sentence.shown(start, cue.end))
        elif self._with_thing(cue, names) or ("+" in names and self._adds_other(cue)):
            self.add("number of a thing")
        elif sentence.is_weak(cue):
            return
        elif names[0] in ("means", *sentence.file.means) and not any(at in sentence.amount_at for at in clause):
            self.add("idle means")  # `, she lost life this turn`
        elif is_met:
            self.add("met")
            self._label_changes(cue, names)
        else:
            self.add("unmet", partial(self.lacking, cue.start))

    def _beside(self) -> None:
        """Weigh a cue whose amount is right beside it, but says something else: the 3 of `3 extra` as a cost."""
        by = (role.cue for amount, role in self.pairs if self.sentence.in_class(amount.start - 1, "by", "towards"))
        done, sure = {*by}, self.roles.sure_beside
        for cue, numbers in self.roles.beside.items():
            is_sought = numbers and cue not in done and cue in self._bound | sure
            if is_sought and not any(self._is_of_cue(cue, self.chosen[number], numbers) for number in numbers):
                self.add("beside other")

    def _is_of_cue(self, cue: int, role: Role, beside: frozenset[int]) -> bool:
        """Whether the role of an amount beside a cue is what the cue says, or what another cue beside it says."""
        named = self.sentence.cues[cue]
        if role.kind == "nothing":  # `hand two cards, both blue`, `suspend 4 1U`
            is_number = named.name in self.sentence.file.numbered
            return is_number or any(pattern.option == "hand" for pattern in named.patterns)
        if role.kind == "factor":  # `2 extra targets`
            return True
        is_as_sure = role.cue in self.roles.sure_beside or cue not in self.roles.sure_beside
        return is_as_sure and bool(beside & self.roles.beside.get(role.cue, frozenset()))

    def _label_changes(self, cue: Cue, names: Sequence[str]) -> None:
        """Give changes without a label that of a cue with their sign: `efficiency, my level is 3, so 3 less`."""
        for number, change in enumerate(self.reading.changes):
            label = next((name[2:] for name in names if name[:2] == f"{change.sign}:"), "")
            is_behind = self.sentence.past(cue.end, "joints") == self.reading.places[number]
            if is_behind and not (label in cue.name or are_forms(label, cue.name)):  # `efficiency, level is -1`
                raise Refused("unreadable", f"{change.sign}{change.amount}", f"{change.sign}1:{label}")
            self.reading.changes[number] = change._replace(why=change.why or label)

    def _is_cue_met(self, cue: Cue, names: Sequence[str]) -> bool:
        """Whether another part of the question says what a cue without an amount says; a keyword's cost needs its name,
        or a phrase that needs its word, `commander` and `from hand`."""
        is_keyword = cue.name in self.sentence.file.keywords
        others = {each.name for each in self.sentence.cues if each not in self.wants}
        if cue.name in self.needed or (is_keyword and cue.name in others):
            return True
        return any(map(self._is_met, names)) and not (is_keyword and "alt" in names)

    def _is_met(self, role: str) -> bool:
        """Whether the reading has what a role says: the printed cost, an option, or a change."""
        is_change = any(change.sign == role[:1] for change in self.reading.changes)
        if len(role) == 1 and role.upper() in self.reading.base.upper():  # `how big can X be`
            return True
        return role == "base" or (role != "also" and self.reading.value(role) is not None) or is_change

    def _adds_other(self, cue: Cue) -> bool:
        """Whether a thing or means follow a word for more: `plus two islands`, `mais sacrificar`."""
        sentence = self.sentence
        places = (cue.end, sentence.past(cue.end, "articles", "joints", "cost"))
        means = {amount.start for amount, role in self.pairs if role.option in sentence.file.means}

        def is_other(other: Cue) -> bool:
            return other.is_thing or any(each.assumes for each in other.patterns)

        near = [at for at in places if not sentence.is_stopped(cue.end - 1, at)]
        return any(at in means or (at in sentence.cue_at and is_other(sentence.cue_at[at])) for at in near)

    # Complexity: a thing may be an alternative, an additional cost, or the cost of an ability.
    def _with_thing(self, cue: Cue, names: Sequence[str]) -> bool:
        """Whether a word for another cost, or a keyword, has a thing behind it, which is that cost: `alt exile a card`,
        `cycling pay 2 life`. Weigh another cost that may be that of the keyword, `3B cycling pay 2 life`."""
        sentence, reading = self.sentence, self.reading
        thing = next((each for each in reading.things if cue.end <= each.start <= cue.end + 1), None)
        if thing is None or cue.end in sentence.amount_at:
            return False
        if "alt" in names:
            reading.options[thing.option] = "alt", reading.options[thing.option][1]
            return True
        is_keyword = cue.name in sentence.file.keywords and not sentence.is_stopped(cue.start, thing.start)
        reading.keywords += [cue.name] * is_keyword
        if is_keyword and any(name[:2] == "+:" for name in names):
            return True
        effect = next((each for each in cue.patterns if each.meaning.startswith("* --")), None)
        if effect is None or (reading.base and not is_keyword):
            return False
        if reading.base:
            name, value = reading.options[thing.option]
            paid = f"{' '.join(effect.meaning.split()[1:])} --{name} {value}"
            either = f"none {paid}", f"{reading.base} {paid}"
            self.add("unmet", partial(Refused, "two readings", sentence.shown(), *either))
        reading.base = "none"
        option, *values = effect.meaning.split()[1:]
        self._option(option[2:], " ".join(values))
        return True

    # Complexity: one case for each part that needs others.
    def _whole(self) -> None:
        """Weigh what the parts of the question come to together. Raises NoCost if no cost is typed."""
        reading = self.reading
        if not reading.base:
            if all(reading.value(name) is None for name in self.sentence.file.without_cost):
                is_of_means = all(name in self.sentence.file.means for name, _ in reading.options)
                if reading.options and is_of_means and not reading.changes:
                    raise NoCost("only means", reading.typed.strip(), self.sentence.game)
                raise NoCost("no cost typed", self.sentence.game)
            self.add("no base")
            reading.read_as.append(NO_BASE)
            reading.base = "none"
        for number, role in enumerate(self.chosen):
            if role.kind == "cue" and role.meaning.startswith("-*") and reading.value("set") is None:
                self._reduction(number, role)
            if role.meaning.startswith("--alt"):
                self._alternative(number, role)
        self._with_parts_instead()
        self._with_life_instead()
        self._with_life_for_symbols()

    def _reduction(self, number: int, role: Role) -> None:
        """Weigh a reduction that is more than the cost: `1 less 5` may be the other way round."""
        paid, cue = self.reading.value("alt") or self.reading.base, self.sentence.cues[role.cue]
        is_behind = self.sentence.amounts[number].start > cue.start
        if not role.text.isdigit() and (paid.isdigit() or size(role.text) > size(paid)):
            self.add("symbols off number")
        elif is_behind and any(pattern.words[0] in SLOTS for pattern in cue.patterns) and size(role.text) > size(paid):
            self.add("too much")

    def _alternative(self, number: int, role: Role) -> None:
        """Weigh `evoke 5UU for 2U`: the alternative is more than the cost, and may be the printed cost."""
        if number + 1 == len(self.pairs) or self.chosen[number + 1].kind != "base":
            return
        (amount, _), (following, printed) = self.pairs[number : number + 2]
        is_for = following.start == amount.end + 1 and self.sentence.in_class(amount.end, "opening")
        if is_for and size(role.text) > size(printed.text):
            either = f"{printed.text} --alt {role.text}", f"{role.text} --alt {printed.text}"
            self.add("symbols off number", partial(Refused, "two readings", f"{role.text} for {printed.text}", *either))
            self.add("over opening")

    def _with_parts_instead(self) -> None:
        """Take an amount joined to a thing that is paid instead as paid, too: `instead exile a card and 1 life`."""
        sentence, reading = self.sentence, self.reading
        paid = {pattern.meaning for pattern in sentence.file.patterns}
        starts = [thing.start for thing in reading.things] if "=" in (reading.value("alt") or "") else []
        for amount, role in self.pairs:
            joined = (role.option, role.text) in reading.options and f"--also {role.option}=*" in paid
            is_behind = any(at < amount.start and not sentence.is_stopped(at, amount.start) for at in starts)
            if joined and is_behind and sentence.in_class(amount.start - 1, "ands"):
                reading.options[reading.options.index((role.option, role.text))] = "also", f"{role.option}={role.text}"

    # Complexity: no nesting, but a comprehension for each step.
    def _with_life_instead(self) -> None:
        """Take `pay 4 life instead` as an alternative, or, if a symbol is Phyrexian, as life that is paid for it."""
        reading, life = self.reading, self.reading.value("alt") or ""
        paid = [life, *(value for name, value in reading.options if name == "also")]
        is_life_paid = "=" in life and any(value.startswith("life=") for value in paid)
        if is_life_paid and ("choose", "life") in reading.options:
            reading.options.remove(("choose", "life"))
            if "/P" in reading.base.upper() and life.startswith("life="):
                reading.options[reading.options.index(("alt", life))] = "also", life
        is_typed = any(amount.form == "option" and amount.text == "choose" for amount in self.sentence.amounts)
        if ("choose", "life") in reading.options and not (is_typed or "/" in self.sentence.shown()):
            self.add("unread", self._life_for_no_symbol)

    # Complexity: no nesting, but a comprehension for each step.
    def _life_for_no_symbol(self) -> Refused:
        """Return the refusal of life that is paid for no symbol, with the life and the other things in place of it."""
        of_life = {cue.start for cue in self.sentence.cues if any(each.option == "choose" for each in cue.patterns)}
        numbers = (each.text for each in self.sentence.amounts if each.form == "number" and each.end in of_life)
        others = [
            (name, value)
            for name, value in self.reading.options
            if name not in ("alt", "choose") and not value.startswith("life=")
        ]
        meant = replace(self.reading, options=[("alt", f"life={next(numbers, '1')}"), *others])
        return Refused("life for no symbol", self.reading.base, meant.typed)

    def _with_life_for_symbols(self) -> None:
        """Take `pay 4 life` as paid for the Phyrexian symbols of the cost."""
        reading = self.reading
        symbols = reading.base.upper().count("/P")
        for amount, role in self.pairs:
            is_bare = role.option == "life" and self.sentence.side(amount) != "there" and reading.value("have") is None
            if symbols and is_bare and role.text == str(2 * symbols):  # the life that the player has, or pays
                either = f"pay {role.text} life", f"--life {role.text}"
                self.add("unmet", partial(Refused, "two readings", f"{role.text} life", *either))
        for number, (name, value) in enumerate(reading.options if symbols else ()):
            kind, _, life = value.partition("=")
            if (name, kind) != ("also", "life"):
                continue
            if int(life) < 2 * symbols:
                self.add("unmet", partial(Refused, "too little said", f"{life} life", "--choose life,W"))
            elif int(life) == 2 * symbols:
                reading.options[number] = "choose", "life"
                reading.read_as.append(Remark("life for symbols read", (life,)))

    def _unread_values(self, given: Collection[int]) -> None:
        """Weigh words for values that are not read, as they are not in an amount; `given` are places of things."""
        sentence, file = self.sentence, self.sentence.file
        values = [file.values[name] for name in file.bare] + ([] if file.symbols_apart else [file.symbols])
        for at in range(len(sentence.tokens)):
            is_free = not (at in sentence.amount_at or at in sentence.cue_at or sentence.in_class(at - 1, "each"))
            if is_free and at not in given and any(sentence.value_at(at, words) for words in values):
                self.add("unread", partial(self.unknown, at))

    # Complexity: one case for each thing that unknown words may be.
    def _strangers(self) -> None:
        """Account for all words that mean nothing alone: a condition is said, an unknown name is that of the card or
        the label of a change. Other words are passed over, or may change the cost; weigh these."""
        sentence, read_as = self.sentence, self.reading.read_as
        given = {at for cue in sentence.cues if cue.is_thing for at in range(cue.start, cue.end + 3)}
        self._unread_values(given)
        held = [at for at, token in enumerate(sentence.tokens) if token.kind == "condition"]
        read_as += [Remark("condition held", (sentence.shown(at - 1, at + 1),)) for at in held]
        for start, end in sentence.runs:
            name, is_of_thing = sentence.shown(start, end), start in given and sentence.in_class(start, "tags")
            is_of_card = self._is_of_card(start, end)
            if is_of_thing or any(start in places for places in self.roles.aside.values()):
                continue
            if sentence.in_class(start - 1, "none"):  # `without thalia`
                absent = sentence.shown(start - 1, end)
                if not {*sentence.clause(start)}.isdisjoint(self.reading.places):
                    self.reading.unheld = Refused("negation", absent)
                read_as.append(Remark("not there", (absent,)))
            elif not is_of_card and (self._is_listed(start) or not self._is_harmless(start, end)):
                self.add("stranger", partial(self.unknown, start), times=2)
            elif is_of_card or any(amount.start == end for amount, role in self.pairs if role.is_base):
                read_as.append(Remark("name of base", (name,)))
            elif not (sentence.in_class(start, "turns", "sides", "mine") or self._is_label(start, name)):
                read_as.append(Remark("words passed over", (name,)))

    def _is_label(self, start: int, name: str) -> bool:
        """Whether an unknown name is the label of a change, which it becomes if the change of its part has none: `+1
        thalia -1 hoard`."""
        changes, places = self.reading.changes, self.reading.places
        in_part = [number for number, place in enumerate(places) if place in self.sentence.clause(start)]
        unnamed = [number for number in in_part if not changes[number].why]
        if unnamed:
            before = [number for number in unnamed if places[number] < start]
            number = before[-1] if before else unnamed[0]
            changes[number] = changes[number]._replace(why=name)
        return bool(unnamed) or any(name in change.why for change in changes)

    def _is_listed(self, start: int) -> bool:
        """Whether a name is one more thing in a list, which may pay or change the cost: `and a sol ring`."""
        sentence, article = self.sentence, start - 1
        amount = sentence.amount_at.get(article)
        is_article = sentence.in_class(article, "articles") or (amount is not None and amount.form == "number")
        # In `and two bears, each 1 less`, the words after the name say what each bear changes.
        is_told = any(map(sentence.is_hard, range(start, sentence.clause(start).stop)))
        return is_article and not is_told and sentence.in_class(article - 1, "ands")

    # Complexity: each condition says what a name beside a cost must be.
    def _is_of_card(self, start: int, end: int) -> bool:
        """Whether an unknown name is that of the card, and nothing says that it is there, too: `hoof costs 5GGG`, `4
        for the hammer`, `hammer 3` if each change is one of something else, and with a capital `Sudden Cut 2BB`, of
        two words if nothing else is said."""
        sentence, name, past = self.sentence, self.sentence.token(start).text, end
        costs = [amount for amount, role in self.pairs if role.is_base or role.option == "alt"]
        costs = [amount for amount in costs if amount.form in ("number", "symbols")]
        while sentence.in_class(past, "joints", "cost") or self._is_ability(past):
            past += 1
        is_told = any(sentence.in_class(here, "cost") or self._is_ability(here) for here in range(end, past))
        is_sure = (
            " " in sentence.shown(start, end) or len(self.pairs) > 1
        )  # `Orla 2WU`: a card, or an effect on another
        is_told |= (is_sure and name[:1].isupper()) or (start == 0 and self._are_explained(start))
        is_named = is_told and any(amount.start == past for amount in costs)
        is_for = sentence.in_class(start - 1, "articles") and sentence.in_class(start - 2, "opening")
        is_named = is_named or (is_for and any(amount.end == start - 2 for amount in costs))
        is_other = self._is_object(start) or sentence.in_class(start - 1, "ands", "causes")
        return is_named and not is_other and (is_for or not sentence.is_stopped(start, past))

    def _is_ability(self, at: int) -> bool:
        """Whether the word at a place says that the cost is one of an ability."""
        cue = self.sentence.cue_at.get(at)
        return cue is not None and any(pattern.option == "ability" for pattern in cue.patterns)

    def _is_object(self, at: int) -> bool:
        """Whether a word for having is before a word, `with the orla`: what the player has may change the cost."""
        at -= 1
        while self.sentence.in_class(at, "articles", "pronouns"):
            at -= 1
        return self.sentence.in_class(at, "objects")

    def _names_in_part(self, place: int) -> list[int]:
        """Return the places of the names in the part of a change that small words make no sentence of."""
        strangers = filter(self.sentence.is_stranger, self.sentence.clause(place))
        return [at for at in strangers if not self._is_in_sentence(at)]

    def _are_explained(self, at: int) -> bool:
        """Whether there are changes, and each is said to be one of something else than the name at a place."""
        changes, places = self.reading.changes, self.reading.places
        pairs = zip(changes, places, strict=True)
        return bool(changes) and all(change.why or {*self._names_in_part(place)} - {at} for change, place in pairs)

    def _is_explained(self, at: int) -> bool:
        """Whether a change may be that of an unknown thing in another part: it names no thing, `+1, thalia is in play`,
        or its name goes on, `+1 orla, warden of the tide`, which is then its label."""
        sentence, start, changes = self.sentence, self.sentence.clause(at).start, self.reading.changes
        for number, place in enumerate(self.reading.places):
            named = self._names_in_part(place)
            if named and sentence.clause(place).stop == start == at and named[0] == place + 1:
                names = sentence.shown(named[0], start), sentence.shown(at, at + 1)
                changes[number] = changes[number]._replace(why=", ".join(names))
                return True
            if not (named or changes[number].why):
                return True
        return any(role.kind == "factor" for role in self.chosen)

    def _is_in_sentence(self, at: int) -> bool:
        """Whether a small word is beside an unknown name: `my dragon says`."""
        sentence = self.sentence
        start, end = next(run for run in sentence.runs if run[0] <= at < run[1])
        is_led = sentence.is_small(start - 1) and not sentence.token(start - 1).stop
        return is_led or (sentence.is_small(end) and not sentence.token(end - 1).stop)

    # Complexity: one line for each reason why an unknown word is harmless.
    def _is_harmless(self, start: int, end: int) -> bool:
        """Whether an unknown name has another amount or a cue in its part of the sentence, `my dragon says 4RR`, or is
        in a part with no amount and no word for having: `, is that okay`."""
        sentence, clause, name = self.sentence, self.sentence.clause(start), self.sentence.shown(start, end)
        words = [here for here in clause if not sentence.is_stranger(here)]
        is_led = any(sentence.is_small(here) for here in words if here < start)
        is_sentence = is_led or any(map(sentence.is_small, words))
        amounts = [(amount, role) for amount, role in self.pairs if amount.start in clause]
        is_changing = any(role.kind in ("change", "factor") or role.meaning in ("+*", "-*") for _, role in amounts)
        is_last = not any(map(sentence.is_hard, range(end, clause.stop))) and not sentence.is_small(start - 1)
        if any(
            each.form == "values" and each.start == end for each, role in amounts if role.kind in ("value", "nothing")
        ):
            return False  # the object of a verb: `bounce an island`
        # The name may change the cost in `7 islands Orla` and `overload 6U with orla`.
        if amounts and not is_changing and (is_last or self._is_object(start)):
            return False
        for amount, role in amounts:
            is_in_front = amount.start == end  # `bolt R under a tax of 1`, `hunter 7U delve 7`
            is_sure = amount.form != "number" or sentence.in_class(amount.start - 1, "opening", "cost")
            is_sure = is_sure or (is_in_front and " " in name)  # `orb of grief 3 +1`
            is_base = role.is_base or role.kind in ("again", "option") or role.option == "alt"
            is_change = role.kind in ("change", "factor") or role.meaning[:2] in ("+*", "-*")
            is_said = (is_led if is_in_front and amount.form == "number" else is_sentence) or (
                is_in_front and len(amounts) > 1
            )
            if is_base and amount.start > start and is_sure and is_said:
                return True
            if not is_base and (is_change or self._is_in_sentence(start)):
                return True
        if any(cue.start in clause and not sentence.is_weak(cue) for cue in sentence.cues):
            return self._is_in_sentence(start) and not sentence.in_class(start - 1, "opening")  # `exile for orla`
        is_object = any(sentence.in_class(here, "objects") for here in words)
        is_listed = sentence.in_class(clause.stop - 1, "ands") and clause.stop in sentence.amount_at  # `Orla and 2WU`
        is_name = name[:1].isupper() and (start > 0 or " " in name)
        # A thing that no change explains may change the cost, `there is a thalia`, `sphere, 1R, thalia +1`.
        is_there = any(sentence.in_class(here, "present") for here in range(end, clause.stop))  # `orla in play`
        is_thing = is_there or sentence.in_class(start - 1, "articles") or len(words) < _WORDS_OF_A_SENTENCE
        return not (amounts or is_object or is_listed or is_name or (is_thing and not self._is_explained(start)))
