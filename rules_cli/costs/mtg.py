"""Costs in Magic: announced, added to, reduced, brought to a minimum, locked in; paid by a matching of mana."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules_cli.costs.amounts import count
from rules_cli.costs.answer import UNPAYABLE, Also, CostAnswer, CostStep, Refused, Said, StepKind, Way
from rules_cli.costs.arguments import CostQuestion, Modifier
from rules_cli.costs.choices import (
    also,
    announced,
    besides,
    counted,
    enough,
    one_alternative,
    owned,
    thing_named,
    verdict,
)
from rules_cli.costs.mana import (
    COLOURS,
    Mana,
    Symbols,
    chosen,
    colours,
    halves,
    is_phyrexian,
    letters,
    made,
    mana_value,
    symbols,
    written,
)
from rules_cli.costs.mana_payment import ManaPayment, ManaSource, match
from rules_cli.text import shorten

_MANA = ("have", "snow", "convoke", "improvise", "delve")
_MEANS = (*_MANA, "life", "hand", "own")
_TAX = 2


@dataclass(frozen=True, slots=True)
class _Reduction:
    """A reduction as typed: so much generic mana, so much of each colour or C. `limit` is the mana below which
    it can't take the cost, `only` keeps what is over from generic mana, `rule` the key that it is read by."""

    typed: Symbols
    why: str
    generic: int
    kinds: Counter[str]
    limit: int | None
    only: bool

    @property
    def rank(self) -> tuple[bool, int, bool]:
        """Where the caster puts it to pay least: limited ones first, the highest limit before, then `only`."""
        return self.limit is None, -(self.limit or 0), not self.only


@dataclass(frozen=True, slots=True)
class _Declared:
    """A question as read. `base` is the mana cost, None where there is none; `start` what is paid, it or an
    alternative, and `ups` the increases, both with the chosen halves; `open` are the symbols that could be paid
    in several ways; `thing` is an alternative that is no mana."""

    base: Symbols | None
    start: Symbols
    ups: tuple[tuple[Modifier, Symbols], ...]
    downs: tuple[_Reduction, ...]
    thing: tuple[str, int] | None
    x: Mapping[str, int]
    open: Symbols


def cost(question: CostQuestion) -> CostAnswer:
    """Work out a cost by 601.2b, f–h. Raises Refused."""
    one_alternative(question)
    declared = _declared(question)
    costs = besides(question, declared.thing)
    sum_ = _Sum()
    _start(sum_, question, declared)
    _raise(sum_, question, declared, costs.get("life", 0))
    _lower(sum_, question, declared)
    _minimum(sum_, question)
    payment = _Payment.of(question, sum_.now, costs)
    if declared.base is None and not question.has("alt", "free"):
        return _unpayable(question)
    return _answer(question, declared, sum_, payment)


def _answer(question: CostQuestion, declared: _Declared, sum_: _Sum, payment: _Payment) -> CostAnswer:
    payable = verdict(question, [payment.mana_met, *(part.payable for part in payment.also)], _MEANS)
    ways = (_way(payment.matched),) if payment.matched and payable is not False else ()
    return CostAnswer(
        game=question.game,
        base=question.base,
        total=sum_.written(),
        steps=tuple(sum_.steps),
        payable=payable,
        pay=ways,
        left=ways[0].left if ways else None,
        how=tuple(_how(payment, ways, payable)),
        seen=None if question.has("ability") else _mana_values(declared),
        sees=tuple(_sees(question, declared)),
        also=payment.also,
        because=tuple(_because(question, declared, sum_, payment)),
    )


# Reading.


def _declared(question: CostQuestion) -> _Declared:
    base = None if question.base.lower() == "none" else symbols(question.base)
    typed = question.one("alt")
    thing = thing_named(typed, symbols)
    instead = symbols(typed) if typed is not None and not thing else ()
    replaced = question.has("alt", "free")
    costs = [instead if replaced else base or (), *(symbols(_unlimited(up)) for up in question.ups)]
    downs = tuple(_reduction(down) for down in question.downs)
    start, *ups = _with_halves(question, costs, downs)
    paid = tuple(symbol for cost_ in costs for symbol in cost_)
    zero = letters(base or ()) - letters(instead) if replaced else set()
    x = announced(question, letters((*(base or ()), *paid)), zero)
    open_ = tuple(filter(halves, paid))
    return _Declared(base, start, tuple(zip(question.ups, ups, strict=True)), downs, thing, x, open_)


def _unlimited(up: Modifier) -> str:
    if "@" in up.amount:
        raise Refused(f"+{shorten(up.amount)}: @ goes with a reduction, -2@1 or -W@only")
    return up.amount


def _reduction(down: Modifier) -> _Reduction:
    amount, at, limit = down.amount.partition("@")
    typed = symbols(amount)
    _refuse_choices(typed)
    generic = sum(int(symbol) for symbol in typed if symbol.isdecimal()) + typed.count("S")
    kinds = Counter(symbol.removesuffix("/P") for symbol in typed if not symbol.isdecimal() and symbol != "S")
    only = limit.lower() == "only"
    if only and any(symbol.isdecimal() or symbol == "S" for symbol in typed):
        raise Refused(f"-{shorten(down.amount)}: @only goes with a color, as generic mana has no other", "less-generic")
    if at and not only and kinds:
        raise Refused(f"-{shorten(down.amount)}: @ and a number goes with generic mana, -2@1", "less-generic")
    return _Reduction(typed, down.why, generic, kinds, _limit(limit) if at and not only else None, only)


def _refuse_choices(typed: Symbols) -> None:
    """X is no reduction; of a hybrid the payer picks one half."""
    for symbol in typed:
        if letters([symbol]):
            raise Refused(f"-{symbol}: a reduction has no {symbol}; type the number it comes to", "less")
        picks = [f"-{half}" for half in halves(symbol) if half != "life"]
        if len(picks) > 1:
            raise Refused(f"-{{{symbol}}}: the payer picks a half: type {' or '.join(picks)}", "less-hybrid")


def _limit(word: str) -> int:
    if not (word.isdecimal() and word.isascii() and len(word) <= 9):
        raise Refused(f"@{shorten(word)} can't be read: -2@1 stops at 1 mana, -W@only lowers white alone")
    return int(word)


def _with_halves(question: CostQuestion, costs: list[Symbols], downs: Iterable[_Reduction]) -> list[Symbols]:
    """The costs with the halves of `--choose`; without it they stay undecided, unless one matters."""
    word = question.one("choose")
    if word is not None:
        return chosen(costs, word.split(","))
    acting = () if question.has("no-less") else [down for down in downs if down.generic or down.kinds]
    for symbol in (symbol for cost in costs for symbol in cost):
        if halves(symbol) and _matters(symbol, acting, question.has("min")):
            raise Refused(f"which half of {{{symbol}}}? --choose {' or '.join(halves(symbol))}", "announce")
    return costs


def _matters(symbol: str, downs: Iterable[_Reduction], minimum: bool) -> bool:
    """Whether the total depends on how an undecided symbol will be paid."""
    changing = symbol.startswith("2/") or is_phyrexian(symbol)
    if minimum and changing:
        return True
    return any(
        symbol.startswith(("2/", "C/")) or colours(symbol) & set(down.kinds) or (down.limit is not None and changing)
        for down in downs
    )


# The sum.


@dataclass(slots=True)
class _Sum:
    """The cost as it stands after each step; `also_life` is life besides, which no mana is."""

    now: Mana = field(default_factory=Mana)
    also_life: int = 0
    steps: list[CostStep] = field(default_factory=list)

    def step(self, kind: StepKind, what: str, amount: str, rule: str) -> None:
        """Keep a step that has brought the cost to what it is now."""
        self.steps.append(CostStep(kind, what, amount, self.written(), rule))

    def written(self) -> str:
        """The mana, and all the life."""
        now = self.now
        return str(Mana(now.generic, now.single, now.undecided, now.life + self.also_life))


def _start(sum_: _Sum, question: CostQuestion, declared: _Declared) -> None:
    sum_.now.add(declared.start, declared.x)
    amount = sum_.written()
    if question.has("free"):
        sum_.step("free", "cast without paying its mana cost", amount, "total")
    elif question.has("alt"):
        sum_.step("alternative", "alternative cost", amount, "total")
    else:
        sum_.step("start", "activation cost" if question.has("ability") else "mana cost", amount, "total")


def _raise(sum_: _Sum, question: CostQuestion, declared: _Declared, life: int) -> None:
    for up, cost_ in declared.ups:
        sum_.now.add(cost_, declared.x)
        sum_.step("increase", up.why, f"+{written(cost_, declared.x)}", "total")
    if tax := counted(question, "tax"):
        sum_.now.generic += _TAX * tax
        sum_.step("increase", f"cast {tax} times before", f"+{{{_TAX * tax}}}", "tax")
    if life:
        sum_.also_life = life
        sum_.step("increase", "life besides", f"+{life} life", "additional")


def _lower(sum_: _Sum, question: CostQuestion, declared: _Declared) -> None:
    for down in sorted(declared.downs, key=lambda down: down.rank):
        if question.has("no-less"):
            what, rule = f"{down.why}: can't be reduced".removeprefix(": "), "forbidden"
        else:
            what, rule = down.why, _reduce(sum_.now, down)
        sum_.step("reduce", _limited(what, down), f"-{written(down.typed, {})}", rule)


def _limited(what: str, down: _Reduction) -> str:
    limit = "own color only" if down.only else f"not below {down.limit} mana" if down.limit is not None else ""
    return ", ".join(part for part in (what, limit) if part)


def _reduce(now: Mana, down: _Reduction) -> str:
    """Take a reduction off and return the key of the rule that decides it: its own kind first, then generic."""
    rule = _rule_of_reduction(now, down)
    generic = down.generic if down.limit is None else min(down.generic, max(0, now.amount - down.limit))
    for symbol, number in down.kinds.items():
        own = min(number, now.single[symbol])
        now.single[symbol] -= own
        generic += 0 if down.only else number - own
    now.generic = max(0, now.generic - generic)
    return rule


def _rule_of_reduction(now: Mana, down: _Reduction) -> str:
    over = [symbol for symbol, number in down.kinds.items() if number > now.single[symbol]]
    if not over or down.only:
        return _rule_by_symbol(down)
    if any(not now.single[symbol] for symbol in over):
        return "less-other"
    return "less-colorless" if over == ["C"] else "less-excess"


def _rule_by_symbol(down: _Reduction) -> str:
    if "S" in down.typed:
        return "less-snow"
    if any(map(is_phyrexian, down.typed)):
        return "less-phyrexian"
    return "less" if down.kinds else "less-generic"


def _minimum(sum_: _Sum, question: CostQuestion) -> None:
    word = question.one("min")
    if word is None:
        return
    least = count(word, "min")
    missing = max(0, least - sum_.now.amount)
    sum_.now.generic += missing
    what = f"at least {least} mana" + ("" if missing else ", which it is")
    sum_.step("minimum", what, f"+{{{missing}}}", "total")


def _unpayable(question: CostQuestion) -> CostAnswer:
    return CostAnswer(
        game=question.game,
        base=question.base,
        total=UNPAYABLE,
        steps=(CostStep("start", "no mana cost is printed", "none", UNPAYABLE, "none"),),
        payable=False,
        how=(Said("it can't be paid, and no increase mends that; an alternative can be", "none-raised"),),
        seen={"stack": 0, "elsewhere": 0},
        sees=(Said("its mana value is 0", "value-none"),),
        because=("no-mana-cost",),
    )


# Paying.


@dataclass(frozen=True, slots=True)
class _Payment:
    """A total held against the means; `mana_met` covers mana with life, `matched` is how."""

    total: Mana
    means: Mapping[ManaSource, int]
    mana_met: bool | None
    matched: ManaPayment | None
    also: tuple[Also, ...]

    @classmethod
    def of(cls, question: CostQuestion, total: Mana, costs: Mapping[str, int]) -> _Payment:
        """Life is a source of mana with life only where there is something that life can pay."""
        by_life = total.life > 0 or any(map(is_phyrexian, total.undecided))
        known = question.has(*_MANA) or (by_life and question.has("life"))
        life, other = counted(question, "life"), costs.get("life", 0)
        means = _sources(question)
        matched = match(total, means, max(0, (life or 0) - other)) if known else None
        nothing = not total.amount and not total.life
        met = True if nothing else (matched is not None if known else None)
        hand = counted(question, "hand")
        apart = {"life": enough(life, other), "discard": enough(hand, costs.get("discard", 0))}
        return cls(total, means, met, matched, also(costs, owned(question), apart))


def _sources(question: CostQuestion) -> dict[ManaSource, int]:
    """What can pay for mana, in the order in which generic mana takes it: mana first, what is rarer last."""
    found: Counter[ManaSource] = Counter()
    found.update(ManaSource("mana", types) for types in made(question.one("have") or "none", "have"))
    found.update(ManaSource("snow", types, snow=True) for types in made(question.one("snow") or "none", "snow"))
    found.update(ManaSource("creature", types - {"C"}) for types in _creatures(question.one("convoke") or "none"))
    found.update({ManaSource("artifact"): counted(question, "improvise") or 0})
    found.update({ManaSource("card"): counted(question, "delve") or 0})
    return dict(found)


def _creatures(text: str) -> Iterable[frozenset[str]]:
    """A colour word for each creature to tap: `W,WG,C`."""
    if text.lower() == "none":
        return
    for word in text.split(","):
        creature = frozenset(word.strip().upper())
        if not creature or not creature <= set(COLOURS + "C"):
            raise Refused(f"--convoke {shorten(word)!r}: a color word for each creature, --convoke W,WG,C")
        yield creature


# What is said of it.


def _way(matched: ManaPayment) -> Way:
    paid = [f"{_paid_for(symbol, by)} with {_names(by)}" for symbol, by in _in_order(matched.paid) if by]
    life = [f"{matched.life} life"] if matched.life else []
    spare = {source: number for source, number in matched.left.items() if source.kind in ("mana", "snow")}
    return Way("; ".join([*paid, *life]) or "nothing", _names(spare) or "no mana")


def _in_order(paid: Mapping[str, Mapping[ManaSource, int]]) -> Iterable[tuple[str, Mapping[ManaSource, int]]]:
    order = ("S", "C", *COLOURS)
    return sorted(
        paid.items(), key=lambda item: (not item[0], order.index(item[0]) if item[0] in order else 9, item[0])
    )


def _paid_for(symbol: str, by: Mapping[ManaSource, int]) -> str:
    number = sum(by.values())
    return f"{{{symbol}}}" * number if symbol else f"{{{number}}}"


def _names(sources: Mapping[ManaSource, int]) -> str:
    return ", ".join(_name(source, number) for source, number in sources.items() if number)


def _name(source: ManaSource, number: int) -> str:
    types = "A" if source.types == set(COLOURS) else "/".join(c for c in "CWUBRG" if c in source.types)
    if source.kind in ("mana", "snow"):
        return ("snow " if source.snow else "") + " ".join([types] * number)
    return f"{number} {source.kind}{'s' if number > 1 else ''}" + (f" ({types})" if types else "")


def _how(payment: _Payment, ways: tuple[Way, ...], payable: bool | None) -> Iterable[Said]:
    if not payment.total.amount and not payment.total.life and payable is not False:
        yield Said("{0} is paid by acknowledging it", "zero")
    elif ways:
        yield Said(f"pay {ways[0].pay} (left: {ways[0].left})", "pay")
    if payment.mana_met is False:
        yield _short(payment)
    if payable is False:
        yield Said("it can't be paid: the game goes back to before the spell or ability was proposed", "pay")


def _short(payment: _Payment) -> Said:
    there, asked = sum(payment.means.values()), payment.total.amount
    if there < asked:
        return Said(f"{there} mana can be had for {asked}, and life does not make up for it", "enough")
    return Said("the mana is not of the kinds asked for: each symbol needs one of its own", "enough")


def _mana_values(declared: _Declared) -> dict[str, int | str | None]:
    base = declared.base or ()
    return {"stack": mana_value(base, declared.x), "elsewhere": mana_value(base, dict.fromkeys(declared.x, 0))}


def _sees(question: CostQuestion, declared: _Declared) -> Iterable[Said]:
    x = " and ".join(f"{letter} is {value}" for letter, value in declared.x.items())
    if question.has("ability"):
        if x:
            yield Said(f"{x} while the ability is on the stack", "x")
        return
    values = _mana_values(declared)
    apart = "" if values["stack"] == values["elsewhere"] else f" on the stack, {values['elsewhere']} elsewhere"
    yield Said(f"its mana value is {values['stack']}{apart}, whatever was paid", "mana-value")
    if x:
        yield Said(f"{x} on the stack, 0 in other zones", "x-elsewhere")
        yield Said("the permanent it becomes has 0, but what it does on entering knows the value", "x-permanent")
        yield Said("a copy of the spell keeps it", "copied")


def _because(question: CostQuestion, declared: _Declared, sum_: _Sum, payment: _Payment) -> Iterable[str]:
    """The rules used besides those of the steps and sentences."""
    yield from _declaring_rules(question, declared)
    yield from _symbol_rules(declared)
    if not sum_.now.amount:
        yield "zero"
    if not question.has("ability"):
        yield from _value_rules(declared)
    yield from _paying_rules(question, payment)


def _declaring_rules(question: CostQuestion, declared: _Declared) -> Iterable[str]:
    if question.has("ability"):
        yield "ability"
    if question.has("choose"):
        yield from ("announce", "half")
    if declared.x:
        yield from ("x", "x-one")
        if letters(declared.base or ()) and (question.has("alt", "free") or declared.downs):
            yield "x-free"
    if question.has("alt", "free"):
        yield from ("one-alternative", "alternative", "alternative-seen")
    if declared.ups:
        yield from ("additional", "additional-seen")


def _symbol_rules(declared: _Declared) -> Iterable[str]:
    if any("S" in cost_ for cost_ in (declared.start, *(symbols_ for _, symbols_ in declared.ups))):
        yield "snow"
    if not all(map(is_phyrexian, declared.open)):
        yield "hybrid"
    if any(map(is_phyrexian, declared.open)):
        yield "phyrexian"


def _value_rules(declared: _Declared) -> Iterable[str]:
    base = declared.base
    if base is None:
        yield "value-none"
        return
    if letters(base):
        yield "value-x"
    if any(halves(symbol) and not is_phyrexian(symbol) for symbol in base):
        yield "value-hybrid"
    if any(map(is_phyrexian, base)):
        yield "value-phyrexian"


def _paying_rules(question: CostQuestion, payment: _Payment) -> Iterable[str]:
    for name in ("convoke", "delve", "improvise"):
        if question.has(name):
            yield from (name, f"{name}-later")
    if payment.mana_met is not None and payment.total.amount:
        yield from ("pay", "pay-mana", "symbols", "symbols-generic", "symbols-colorless")
    if question.has("life") and (payment.total.life or any(map(is_phyrexian, payment.total.undecided))):
        yield from ("life", "pay-life")
    if payment.mana_met is False or any(part.payable is False for part in payment.also):
        yield "enough"
