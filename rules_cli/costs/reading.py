"""One reading of a question: what the roles of its amounts make of it, and what the words that are left weigh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from rules_cli.captions import Remark, Words
from rules_cli.costs.amounts import LETTERS
from rules_cli.costs.arguments import NO_BASE, SLOTS, Modifier, NoCost, Pattern, Refused, cost_words, is_from_hand
from rules_cli.costs.roles import Role, Roles
from rules_cli.costs.sentence import MOST_TIMES, Amount, CostSentence, Cue
from rules_cli.costs.tokens import are_forms, is_same_cost, size, sum_as

_REPEATED = ("set", "also", "own", "filter")
_NEAR = 6  # words between a thing and `instead`


@dataclass
class CostReading:
    """A question as read. `weight` is what its words have against it besides the roles of its amounts; `fault` is the
    heaviest of that, with why. `places` are those of the changes, `things` the words for things given up, each with its
    kind, `given` the kinds and numbers of these with their places."""

    base: str = ""
    changes: list[Modifier] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    read_as: list[Words] = field(default_factory=list)
    weight: float = 0
    fault: tuple[float, Callable[[], Refused] | None] = (0, None)
    places: list[int] = field(default_factory=list)
    things: list[tuple[str, str]] = field(default_factory=list)
    given: dict[str, int] = field(default_factory=dict)

    @property
    def meaning(self) -> tuple[object, ...]:
        """What the calculation sees of it."""
        changes = sorted((each.sign, each.amount) for each in self.changes for _ in range(each.times))
        return self.base.lower(), changes, sorted(self.options)

    @property
    def typed(self) -> str:
        """The question in the grammar of changes and options."""
        changes = [f"{each.sign}{each.amount}" for each in self.changes for _ in range(each.times)]
        options = [f"--{name} {value}".strip() for name, value in self.options if name not in cost_words().shared]
        return " ".join([self.base, *changes, *options])

    def has(self, option: str) -> bool:
        """Whether an option is given."""
        return any(name == option for name, _ in self.options)


@dataclass
class Builder:
    """Builds the reading that gives the amounts of a sentence these roles. `lacking` is the refusal of a word that
    needs a value, `unknown` that of an unknown word."""

    roles: Roles
    chosen: Sequence[Role]
    lacking: Callable[[int], Refused]
    unknown: Callable[[int], Refused]
    reading: CostReading = field(default_factory=CostReading)
    wants: list[Cue] = field(default_factory=list)
    defaults: list[tuple[Cue, Pattern]] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    @property
    def sentence(self) -> CostSentence:
        """The sentence that is read."""
        return self.roles.sentence

    def build(self) -> CostReading:
        """Return the reading. Raises Refused if the roles do not go together."""
        self._in_order()
        self._with_parts()
        for cue, pattern in self.defaults:
            self._default(cue, pattern)
        self._with_labels()
        for amount, role in zip(self.sentence.amounts, self.chosen, strict=True):
            if role.kind == "own":
                self._own(amount, role)
            elif role.kind == "factor":
                self._factor(amount, role)
            elif role.kind == "again":
                self._again(amount)
        self._without_things()
        if self.sentence.each is not None and not any(role.kind == "factor" for role in self.chosen):
            raise Refused("needs value", "each creature", "3 creature")
        for cue in self.wants:
            self._want(cue)
        self._whole()
        self._strangers()
        return self.reading

    def add(self, name: str, why: Callable[[], Refused] | None = None, times: float = 1) -> None:
        """Add the weight of a feature to the reading; `why` returns the refusal if it is too much."""
        weight = self.roles.weight(name) * times
        self.reading.weight += weight
        if weight > self.reading.fault[0]:
            self.reading.fault = weight, why

    def _two_costs(self, text: str) -> Refused:
        base = self.reading.base
        if not base:
            return NoCost("no cost typed", self.sentence.game)
        return Refused("two costs", base, text, f"--x {text}" if text.isdigit() and "X" in base.upper() else f"+{text}")

    # --- what amounts and cues say, in their order

    # Complexity: amounts and cues, each bound or not.
    def _in_order(self) -> None:
        bound: dict[int, list[int]] = {}
        for number, role in enumerate(self.chosen):
            if role.cue >= 0:
                bound.setdefault(role.cue, []).append(number)
        free = [(self.sentence.amounts[i].start, -1, i) for i, role in enumerate(self.chosen) if role.cue < 0]
        cues = [(cue.start, i, -1) for i, cue in enumerate(self.sentence.cues) if i not in self._passed]
        for _, cue, amount in sorted([*free, *cues]):
            if cue < 0:
                self._take(amount)
            elif cue in bound:
                role = self.chosen[bound[cue][0]]
                if role.kind != "factor":
                    value = "" if role.kind == "thing" else ",".join(self.chosen[each].text for each in bound[cue])
                    self._obey(self.sentence.cues[cue], role.meaning, value)
            else:
                self._unbound(cue)

    # Complexity: one case for each kind of role.
    def _take(self, number: int) -> None:
        """Take an amount that has no cue."""
        amount, role = self.sentence.amounts[number], self.chosen[number]
        if role.kind == "option":
            self._option(amount.text, amount.label)
        elif role.kind == "change":
            if (amount.sign, amount.text) == ("-", ""):
                raise Refused("unreadable", "-", "-1")
            self._change(Modifier(amount.text, amount.label or self._label(amount.end), amount.sign), amount.start)
            behind = self.sentence.past(amount.end, "joints")
            if not (amount.label or self.sentence.token(amount.end - 1).stop) and self._is_counted(
                behind
            ):  # `+1 resource`: to pay, or to pay with
                self.add("unmet", partial(self.unknown, behind))
        elif role.kind == "base":
            self._base(role.text)
        elif role.kind == "alt":
            self._option("alt", role.text)
        elif role.kind == "value":
            self._merge(role.meaning, role.text)
        elif role.kind == "left":
            self.left.append(role.text)
        elif role.kind == "part":
            before = bool(number) and (self.chosen[number - 1].is_base or self.chosen[number - 1].kind == "part")
            gap = self.roles.gap(self.sentence.amounts[number - 1].end, amount.start) if before else 0
            has_base = bool(self.parts) or any(each.is_base for each in self.chosen)
            if gap > self.roles.weight("over amount") or (not before and (has_base or amount.unit == "a")):
                raise self._two_costs(role.text)
            self.parts.append(role.text)

    def _is_counted(self, at: int) -> bool:
        """Whether a word is a value, or what a cost is paid with."""
        cue = self.sentence.cue_at.get(at)
        amount = self.sentence.amount_at.get(at)
        is_means = cue is not None and all(self.sentence.file.role(each) == "means" for each in cue.patterns)
        return is_means or (amount is not None and amount.form == "values" and not self.sentence.token(at - 1).stop)

    # Complexity: each kind of cue that says nothing is one line.
    @cached_property
    def _passed(self) -> set[int]:
        """The cues that add nothing: a thing between a word and its value, `convoke tapping 3 elves`, the noun of
        `each`, and cues inside a condition."""
        found, cues = set(self.roles.each_nouns), self.sentence.cues
        for amount, role in zip(self.sentence.amounts, self.chosen, strict=True):
            if role.option in self.sentence.file.means:
                beside = range(amount.start - 2, amount.end + 2)  # `tapping 6 mountains`, `4 artifacts to tap`
                found |= {i for i, each in enumerate(cues) if each.name == "tap" and each.start in beside}
                naming = (
                    each
                    for each in cues
                    if each.end <= amount.start
                    and not self.sentence.is_stopped(each.start, amount.start)
                    and any(p.meaning.startswith(f"--{role.option} ") for p in each.patterns)
                )
                if source := cues[role.cue] if role.cue >= 0 else next(naming, None):
                    found |= {
                        i for i, each in enumerate(cues) if each.is_thing and source.end <= each.start < amount.start
                    }
        for start, end in self.sentence.conditions:
            found |= {i for i, each in enumerate(cues) if start <= each.start < end}
        return found

    # Complexity: a cue may be a flag, denied, assumed, a unit or nothing.
    def _unbound(self, number: int) -> None:
        """Obey a cue without an amount."""
        sentence, cue = self.sentence, self.sentence.cues[number]
        if sentence.is_denied(cue):
            for each in cue.patterns:
                takes, option = sentence.file.takes(each), each.meaning[2:].partition(" ")[0]
                if takes in ("list", "count") and option in sentence.file.means:
                    self._obey(cue, each.meaning, "0" if takes == "count" else "none")
                    return
            if not sentence.is_weak(cue):
                self.wants.append(cue)
            return
        flag = next((each for each in cue.patterns if not set(SLOTS) & {*each.words}), None)
        if flag and flag.assumes:
            self.defaults.append((cue, flag))
        elif flag and (flag.base is None or self._is_of_base(cue)):
            self._obey(cue, flag.meaning, "")
        elif cue.start not in sentence.amount_at and not self._is_unit(cue):
            self.wants.append(cue)

    def _is_of_base(self, cue: Cue) -> bool:
        """Whether a word says what the printed cost is; that of a keyword is beside it: `1U cycling`."""
        bases = [amount for amount, role in zip(self.sentence.amounts, self.chosen, strict=True) if role.is_base]
        is_keyword = cue.name in self.sentence.file.keywords
        return any(not is_keyword or amount.end == cue.start for amount in bases)

    def _is_unit(self, cue: Cue) -> bool:
        """Whether a cue is only the unit of an amount that has another: `1 resource less`."""
        before = self.sentence.amount_at.get(cue.start - 1)
        means = {"means", *self.sentence.file.means}
        if before is None or not all(self.sentence.file.role(each) in means for each in cue.patterns):
            return False
        role = self.chosen[self.sentence.amounts.index(before)]
        is_behind = any(each.words[0] in SLOTS for each in cue.patterns)
        is_cost = is_behind and before.form == "number" and (role.kind == "base" or role.option == "alt")
        is_more = role.meaning[:1] == "+" and self.sentence.cues[role.cue].start < before.start
        if is_cost or is_more:  # `4 lands` cost nothing; `mais 1 recurso`: to pay, or to pay with
            self.add("unmet", partial(self.lacking if is_cost else self.unknown, cue.start))
        return is_cost or role.meaning[:2] in ("+*", "-*")

    def _with_parts(self) -> None:
        """Add what else is printed, `2 and 1 chi`; remark on a cost that is left out, as another one is paid."""
        if self.left and not any(role.meaning.startswith("* --") for role in self.chosen):
            raise self._two_costs(self.left[0])
        self.reading.read_as += [Remark("base left out", (self.reading.base, each)) for each in self.left]
        if self.parts and "+" in self.reading.base:
            raise self._two_costs(self.parts[0])
        self.reading.base = "+".join(filter(None, [self.reading.base, *self.parts]))

    def _default(self, cue: Cue, pattern: Pattern) -> None:
        """Obey a cue with the value that it has if none is typed, or make it the label of a change beside it."""
        role, changes = self.sentence.file.role(pattern), self.reading.changes
        if any(role == f"{each.sign}:{each.why}" for each in changes):
            self.add("met")
            return
        for at, each in enumerate(changes):
            if each.sign == role[0] and not self._is_apart(cue, at):
                changes[at] = each._replace(why=role.partition(":")[2])
                self.add("met")
                return
        self.add("default" if role[0] in "+-" else "default option")
        meaning = pattern.meaning
        if self.reading.base and meaning[0] not in "+-":
            meaning = meaning[meaning.find("--") :]  # the cost is there already: `2 foretell`
        else:
            self.reading.read_as.append(f"{self.sentence.shown(cue.start, cue.end)}: {meaning}")
        self._obey(cue, meaning, "")

    def _is_apart(self, cue: Cue, change: int) -> bool:
        first, last = sorted((cue.start, self.reading.places[change]))
        return self.sentence.is_stopped(first, last)

    def _with_labels(self) -> None:
        """Weigh a label with a number beside a change of its sign: `two frostbites of +1` is one thing said."""
        for role in self.chosen:
            name = self.sentence.file.role(self.sentence.cues[role.cue].patterns[0]) if role.kind == "cue" else ""
            if ":" in name and name[0] in "+-":
                cue = self.sentence.cues[role.cue]
                others = (at for at, each in enumerate(self.reading.changes) if each.sign == name[0] and not each.why)
                if any(self.reading.places[at] != cue.start and not self._is_apart(cue, at) for at in others):
                    self.add("label")

    # --- the parts of a meaning

    # Complexity: a part of a meaning is an option, a change, a limit or a cost.
    def _obey(self, cue: Cue, meaning: str, value: str) -> None:
        if cue.name in self.sentence.file.keywords:
            self.reading.keywords.append(cue.name)
        parts = meaning.replace("*", value.replace(" ", "_"), 1).split()
        while parts:
            part = parts.pop(0)
            if part.startswith("--"):
                option = part[2:]
                given = parts.pop(0).replace("_", " ") if self.sentence.file.known_options[option].takes else ""
                given = self._thing(cue, given) if option == "also" else given
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
        reading = self.reading
        if not text:
            raise Refused("unreadable", text, Remark("cost looks like", (self.sentence.file.example,)))
        if reading.base and reading.base != text:
            raise self._two_costs(text)
        if "+" in text and not reading.base:
            reading.read_as.append(sum_as("printed sum", text))
        reading.base = text

    def _change(self, change: Modifier, place: int) -> None:
        self.reading.changes.append(change)
        self.reading.places.append(place)

    def _limit(self, limit: str, typed: str) -> None:
        """Give the last reduction a limit: `-2 at least 1`."""
        changes, has_limits = self.reading.changes, "min" in self.sentence.file.options
        last = max((at for at, each in enumerate(changes) if each.sign == "-" and "@" not in each.amount), default=None)
        if last is None or not has_limits:
            raise Refused("unreadable", typed, "-2@1" if has_limits else "-1")
        changes[last] = changes[last]._replace(amount=f"{changes[last].amount}@{limit}")

    def _option(self, name: str, value: str) -> None:
        if name not in _REPEATED and self.reading.has(name):
            if (name, value) in self.reading.options and self.sentence.file.known_options[name].takes:
                return
            raise Refused("given twice", name)
        self.reading.options.append((name, value))

    # Complexity: a number may be said before its kinds or after them.
    def _merge(self, name: str, value: str) -> None:
        """Add to a list: `3 islands 2 swamps` are the lands of `5 lands`, if the numbers agree."""
        at = next((at for at, each in enumerate(self.reading.options) if each[0] == name), None)
        if at is None:
            self.reading.options.append((name, value))
            return
        before, takes = self.reading.options[at][1], self.sentence.file.known_options[name].takes or ""
        if before == value or not (self.sentence.file.symbols_apart or "," in takes):
            self._option(name, value)
            return
        if not self.sentence.file.symbols_apart or before.isdigit() == value.isdigit():
            merged = f"{before},{value}"
        elif before.isdigit() and (value == "A" or int(before) == value.count(",") + 1):
            merged = "A" * min(int(before), MOST_TIMES) if value == "A" else value
        else:
            raise Refused("needs value", name, f"--{name} {self.sentence.file.options[name].takes}")
        self.reading.options[at] = name, merged

    def _label(self, at: int) -> str:
        """Return the names behind a change, or the label of the cue there: `+1 thalia`, `+1 frostbite`."""
        end = at
        while self.sentence.is_stranger(end) and not self.sentence.token(end - 1).stop:
            end += 1
        if end > at or self.sentence.token(at - 1).stop:
            return self.sentence.shown(at, end)
        cue = self.sentence.cue_at.get(at)
        labels = [self.sentence.file.role(each).partition(":")[2] for each in cue.patterns] if cue else []
        return next(filter(None, labels), "")

    # --- things, and how often

    # Complexity: nouns, a number and a zone may follow, and each may be missing.
    def _thing(self, cue: Cue, given: str) -> str:
        """Return a kind of thing with its number, and note the nouns behind it: `sacrifice two creatures`."""
        sentence, at = self.sentence, cue.end
        kind, _, number = given.partition("=")
        nouns: list[str] = []
        while (
            sentence.token(at).kind in ("word", "amount")
            and at < cue.end + _NEAR
            and not (at > cue.end and sentence.token(at - 1).stop)
        ):
            if sentence.token(at).kind == "word" and (not sentence.is_small(at) or sentence.in_class(at, "nouns")):
                other = sentence.cue_at.get(at)
                if other and not sentence.is_weak(other):
                    break
                nouns.append(sentence.token(at).key)
            at += 1
        if sentence.file.classes["hand"] & {*nouns} and not is_from_hand(sentence.file, kind):
            kind = f"{kind} from hand"
        tags = [noun for noun in nouns if any(f":{noun}" in each.text + each.value for each in sentence.tokens)]
        kind = f"{kind}:{tags[0]}" if tags else kind
        self.reading.things += [(noun, kind) for noun in nouns] or [("", kind)]
        self.reading.given[f"{kind}={number or 1}"] = cue.start
        return f"{kind}={number or 1}"

    def _own(self, amount: Amount, role: Role) -> None:
        """Take a number of things that there are: `sacrifice a creature, I have two creatures`."""
        kinds = [kind for noun, kind in self.reading.things if noun and are_forms(noun, role.text)]
        if not kinds:
            self.add("other thing")
            kinds = [kind for _, kind in self.reading.things]
        if not kinds:
            raise self._two_costs(amount.text)
        self._there_are(kinds[-1], amount.text)

    def _there_are(self, kind: str, number: str) -> None:
        if not is_from_hand(self.sentence.file, kind):
            self._option("own", f"{kind}={number}")
        elif "," not in (self.sentence.file.options["hand"].takes or ""):
            self._option("hand", number)
        elif number == "0":
            self._option("hand", "none")
        else:
            raise Refused("needs value", "hand", f"--hand {self.sentence.file.options['hand'].takes}")

    def _without_things(self) -> None:
        """Take `no creatures` and `none in play` of things that are given up."""
        for at in range(len(self.sentence.tokens)):
            if self.reading.things and self.sentence.in_class(at, "none") and at not in self.sentence.cue_at:
                key = self.sentence.token(at + 1).key
                kinds = [kind for noun, kind in self.reading.things if are_forms(noun, key)]
                if kinds or self.sentence.token(at).key == "none":
                    self._there_are((kinds or [self.reading.things[-1][1]])[-1], "0")

    # Complexity: a number belongs to a label, to `each`, or to the change beside it.
    def _factor(self, amount: Amount, role: Role) -> None:
        """Take a number as how often a change applies."""
        sentence, changes, places = self.sentence, self.reading.changes, self.reading.places
        sign, _, why = role.meaning.partition(":")
        fitting = [
            at for at, each in enumerate(changes) if role.cue < 0 or (each.sign == sign and each.why in ("", why))
        ]
        is_letter = (
            "X" in self.reading.base.upper()
            and amount.form == "times"
            and sentence.token(amount.start).kind == "amount"
        )
        if not fitting or is_letter:
            raise self._two_costs(amount.text)
        each, is_of_each = sentence.each, role.cue < 0 and amount.form == "number"
        place = each if each is not None and is_of_each else amount.start
        near = min(fitting, key=lambda at: abs(places[at] - place))
        times = (
            1 if sentence.in_class(amount.start - 1, "causes") and role.cue >= 0 else min(int(amount.text), MOST_TIMES)
        )
        noun = sentence.token(each + 1).key if each is not None else ""
        if each is not None and is_of_each and self._is_beyond_first(each):
            times -= 1
        if each is not None and is_of_each and not are_forms(noun, role.text) and not self.roles.counts_changes(amount):
            is_counted = not role.text and sentence.side(amount) == "there"
            if not (is_counted or sentence.is_bare(each)) or self._is_counted(sentence.past(amount.end, "nouns")):
                raise self._two_costs(amount.text)
            self.add("other factor")
        if changes[near].times > 1 and role.cue < 0:
            raise self._two_costs(amount.text)
        label = why or changes[near].why
        if times > 1 and label in sentence.file.once:
            typed = f"{sign or changes[near].sign}{changes[near].amount}"
            other = f"{typed}:{sentence.file.once[label]}"
            raise Refused("two readings", sentence.shown(), f"{typed}:{label}", " ".join([other] * times))
        changes[near] = changes[near]._replace(times=times, why=label)

    def _is_beyond_first(self, each: int) -> bool:
        """Whether what `each` counts begins with the second, `each target past the first`."""
        ordinals = (amount for amount in self.sentence.amounts if amount.form == "ordinal" and amount.text == "1")
        return any(each < amount.start < self.sentence.clause(each).stop for amount in ordinals)

    # Complexity: one line for each way to say something twice.
    def _again(self, amount: Amount) -> None:
        """Take an amount as one that is said a second time: `a 5 drop, 3UU`, `five artifacts, so 5 less`."""
        sentence, base, text = self.sentence, self.reading.base, amount.text
        costs = [each for each in sentence.amounts if each.text in (text, base)]
        is_said = any(sentence.token(each.end).key in ("drop", "cost", "mana", "spell") for each in costs)
        typed = base + "".join(each.amount for each in self.reading.changes)
        is_letter = amount.is_letter and text.upper() in typed.upper()
        if is_letter or (text.isdigit() and is_said and (is_same_cost(base, text) or base == text)):
            return
        places = zip(self.reading.changes, self.reading.places, strict=True)
        is_of_change = any(change.amount == text and place > amount.start for change, place in places)
        if not (is_of_change and sentence.noun_after(amount)):
            raise self._two_costs(text)
        self.add("again")

    # --- the whole question

    # Complexity: a word without a value has one elsewhere, or says nothing.
    def _want(self, cue: Cue) -> None:
        """Weigh a cue without an amount, which may be met by what another part of the question says."""
        sentence, names = self.sentence, [self.sentence.file.role(each) for each in cue.patterns]
        if sentence.is_denied(cue):
            if any(map(self._is_met, names)) or not sentence.in_class(cue.start - 1, "none"):
                raise Refused("negation", sentence.shown(cue.start - 1, cue.end))
            return
        if self._with_thing(cue, names) or ("+" in names and self._adds_other(cue)):
            self.add("number of a thing")
        elif sentence.is_weak(cue) and not any(name[:1] in ("+", "-") for name in names):
            return
        elif any(map(self._is_met, names)) and not (cue.name in sentence.file.keywords and "alt" in names):
            self.add("met")
            for at, each in enumerate(self.reading.changes):
                label = next((name[2:] for name in names if name[:2] == f"{each.sign}:"), "")
                place = self.reading.places[at]
                is_signed = place in sentence.amount_at and sentence.amount_at[place].form == "change"
                if is_signed and label not in cue.name and sentence.past(cue.end, "joints") == place:
                    raise Refused("unreadable", f"{each.sign}{each.amount}", f"{each.sign}1:{label}")  # `level is -1`
                self.reading.changes[at] = each._replace(why=each.why or label)
        else:
            is_small = all(map(sentence.is_small, range(cue.start, cue.end)))
            self.add("small unmet" if is_small else "unmet", partial(self.lacking, cue.start))

    def _is_met(self, role: str) -> bool:
        """Whether the reading has what a role says: an option, something to pay with, or a change."""
        if role == "means":
            return any(self.reading.has(name) for name in self.sentence.file.means)
        if role == "@":
            return self.reading.has("min") or any("@" in each.amount for each in self.reading.changes)
        return role == "base" or self.reading.has(role) or any(each.sign == role[:1] for each in self.reading.changes)

    def _adds_other(self, cue: Cue) -> bool:
        """Whether a thing or means follow a word for more: `plus two islands`, `mais sacrificar`."""
        places = (cue.end, self.sentence.past(cue.end, "articles", "joints"))
        pairs = zip(self.sentence.amounts, self.chosen, strict=True)
        means = {amount.start for amount, role in pairs if role.option in self.sentence.file.means}
        return any(at in means or (at in self.sentence.cue_at and self.sentence.cue_at[at].is_thing) for at in places)

    # Complexity: the thing may be before the word or behind it.
    def _with_thing(self, cue: Cue, names: Sequence[str]) -> bool:
        """Whether a word for another cost has a thing beside it, which is that cost: `alt exile a card`."""
        sentence, given = self.sentence, self.reading.given

        def is_beside(place: int) -> bool:
            if cue.name == "instead" and cue.start - _NEAR < place < cue.start:
                return not sentence.is_stopped(place, cue.start)
            is_next = cue.end <= place <= cue.end + 1 and cue.end not in sentence.amount_at
            return is_next and not sentence.token(cue.end - 1).stop

        things = (
            at
            for at, (name, value) in enumerate(self.reading.options)
            if name == "also" and value in given and is_beside(given[value])
        )
        at = next(things, None)
        effect = next((each for each in cue.patterns if each.meaning.startswith("* --")), None)
        if at is None or not (("alt" in names and not self.reading.has("alt")) or (effect and not self.reading.base)):
            return False
        if "alt" in names:
            self.reading.options[at] = "alt", self.reading.options[at][1]
        elif effect:
            self.reading.base = "none"
            self._option(effect.meaning.split()[1][2:], "")
        return True

    # Complexity: one case for each fault of a whole question.
    def _whole(self) -> None:
        reading, file = self.reading, self.sentence.file
        if not reading.base and any(map(reading.has, file.without_cost)):
            self.add("no base")
            reading.read_as.append(NO_BASE)
            reading.base = "none"
        if not reading.base:
            self._guessed()
        for one, others in (*cost_words().apart.items(), *file.apart.items()):
            if reading.has(one) and any(map(reading.has, others)):
                self.add("apart")
        typed = reading.base + "".join(each.amount for each in reading.changes)
        typed += "".join(value for name, value in reading.options if name in ("alt", "also"))
        for letter in LETTERS:
            if reading.has(letter.lower()) and letter not in typed.upper():
                self.add("apart")
        for number, role in enumerate(self.chosen):
            if role.kind == "cue" and role.meaning.startswith("-*") and not reading.has("set"):
                self._reduction(number, role)
            if role.meaning.startswith("--alt"):
                self._for_less(number, role)
        self._with_life_for_symbols()
        for start, end in self.sentence.conditions:
            reading.read_as.append(Remark("condition holds", (self.sentence.shown(start, end),)))

    def _guessed(self) -> None:
        """Take a word of the game's symbols as the cost: `rug`. Raises NoCost without such a word."""
        plain = set(self.sentence.file.letters) - set(self.sentence.file.rare_letters)
        for at, token in enumerate(self.sentence.tokens):
            if (
                self.sentence.is_stranger(at)
                and not token.sign
                and set(token.key) <= plain
                and self.sentence.file.symbols_apart
            ):
                self.reading.base = token.text
                self.reading.read_as.append(Remark("letters", (token.text, token.text.upper())))
                self.add("wrong side")
                return
        raise NoCost("no cost typed", self.sentence.game)

    def _reduction(self, number: int, role: Role) -> None:
        """Weigh a reduction that is more than the cost: `1 less 5` may be the other way round."""
        base = next((value for name, value in self.reading.options if name == "alt"), self.reading.base)
        cue = self.sentence.cues[role.cue]
        is_either = self.sentence.amounts[number].start > cue.start and any(
            each.words[0] in SLOTS for each in cue.patterns
        )
        if not role.text.isdigit() and (base.isdigit() or size(role.text) > size(base)):
            self.add("symbols off number")
        elif size(role.text) > size(base) and is_either and base.isdigit():
            self.add("too much")

    def _for_less(self, number: int, role: Role) -> None:
        """Refuse `evoke 5UU for 2U`, which may be the other way round."""
        amounts = self.sentence.amounts
        if number + 1 < len(amounts) and self.chosen[number + 1].kind == "base":
            less, between = self.chosen[number + 1].text, range(amounts[number].end, amounts[number + 1].start)
            if len(between) == 1 and self.sentence.in_class(between[0], "opening") and size(role.text) > size(less):
                either = f"{less} --alt {role.text}", f"{role.text} --alt {less}"
                self.add("over amount", partial(Refused, "two readings", f"{role.text} for {less}", *either))
                self.add("over opening")

    # Complexity: too little life is refused, other life is a cost.
    def _with_life_for_symbols(self) -> None:
        """Take `pay 4 life` as paid for the Phyrexian symbols of the cost."""
        reading = self.reading
        symbols, paid = (
            reading.base.upper().count("/P"),
            [value[5:] for name, value in reading.options if name == "also" and value[:5] == "life="],
        )
        if not (symbols and paid) or reading.has("choose") or not paid[0].isdigit():
            return
        if int(paid[0]) < 2 * symbols:
            self.add("unmet", partial(Refused, "too little said", f"{paid[0]} life", "--choose life,W"))
        if symbols == reading.base.count("/") and int(paid[0]) == 2 * symbols:
            reading.options = [
                ("choose", "life") if value == f"life={paid[0]}" else (name, value) for name, value in reading.options
            ]
            reading.read_as.append(Remark("life for symbols read", (paid[0],)))

    # Complexity: unknown words and values are passed over for different reasons.
    def _strangers(self) -> None:
        """Weigh unknown words that may change the cost, and values that are not read."""
        sentence, bare = self.sentence, [self.sentence.file.values[name] for name in self.sentence.file.bare]
        given = {at for each in sentence.cues if each.is_thing for at in range(each.start, each.end + 3)}
        passed = {at for start, end in self.sentence.conditions for at in range(start, end)}
        for at in range(len(sentence.tokens)):
            is_free = at not in sentence.amount_at and at not in sentence.cue_at and at not in passed
            if is_free and at not in given and any(sentence.value_at(at, values) for values in bare):
                self.add("unread", partial(self.unknown, at))
            elif is_free and sentence.is_stranger(at) and (self._is_listed(at) or not self._is_harmless(at)):
                self.add("stranger", partial(self.unknown, at), times=2)

    def _is_listed(self, at: int) -> bool:
        """Whether unknown words are one more thing in a list, which may pay or change the cost: `and a sol ring`."""
        sentence, article = self.sentence, at - 1
        while sentence.is_stranger(article) and not sentence.token(article).stop:
            article -= 1
        amount = sentence.amount_at.get(article)
        is_article = sentence.in_class(article, "articles") or (amount is not None and amount.form == "number")
        is_told = any(map(sentence.is_hard, range(at, sentence.clause(at).stop)))  # `and two bears, each 1 less`
        return is_article and not (sentence.token(article).stop or is_told) and sentence.in_class(article - 1, "ands")

    # Complexity: one line for each reason why an unknown word is harmless.
    def _is_harmless(self, at: int) -> bool:
        """Whether an unknown word has another amount or a cue in its part of the sentence, `my dragon says 4RR`, or is
        in a part with no amount and no word for having: `, is that okay`."""
        sentence, clause = self.sentence, self.sentence.clause(at)
        words = [here for here in clause if not sentence.is_stranger(here)]
        is_sentence = any(map(sentence.is_small, words))
        has_amount = False
        for amount, role in zip(sentence.amounts, self.chosen, strict=True):
            has_amount |= amount.start in clause
            is_sure = amount.form != "number" or sentence.in_class(amount.start - 1, "opening", "cost")
            is_base = role.is_base or role.kind in ("again", "option")
            if amount.start in clause and (not is_base or (amount.start > at and is_sure and is_sentence)):
                return True
        if any(cue.start in clause and not sentence.is_weak(cue) for cue in sentence.cues):
            return is_sentence and not sentence.in_class(at - 1, "opening")  # `exile for orla`
        is_object = any(sentence.in_class(here, "objects") for here in words)
        return self.sentence.token(at).text == self.reading.base or (bool(words) and not (has_amount or is_object))
