"""Costs in Magic: announced, added to, reduced, raised to a minimum, locked in; paid by a matching of mana."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules_cli.costs import amounts
from rules_cli.costs.amounts import Thing
from rules_cli.costs.answer import UNPAYABLE, CostAnswer, Ledger, enough, joined
from rules_cli.costs.arguments import Modifier, Refused
from rules_cli.costs.mana import (
    Mana,
    ManaPayment,
    Symbols,
    choose_halves,
    halves,
    is_phyrexian,
    letters,
    match,
    read_symbols,
    sources,
    way,
)
from rules_cli.text import shorten

_WAYS_TO_PAY = ("convoke", "delve", "improvise")
_MANA = ("have", "snow", *_WAYS_TO_PAY)
_MEANS = (*_MANA, "life", "hand", "own")
_TAX = 2  # rule 903.8: {2} for each earlier cast


@dataclass(frozen=True, slots=True)
class _Reduction:
    """A reduction as typed: so much generic mana, so much of each colour or C. It can't take the cost below `limit`
    mana; `only` keeps its excess from lowering generic mana."""

    typed: Symbols
    why: str
    generic: int
    kinds: Counter[str]
    limit: int | None
    only: bool


@dataclass(frozen=True, slots=True)
class _DeclaredMtg:
    """A question as read. `base` is the mana cost, None for a card without one; `start` is the cost that is paid, the
    mana cost or an alternative; `increases` and `start` have the chosen halves; `thing` is an alternative that is
    no mana."""

    base: Symbols | None
    start: Symbols
    increases: tuple[tuple[Modifier, Symbols], ...]
    reductions: tuple[_Reduction, ...]
    thing: Thing | None
    x: Mapping[str, int]


def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost by 601.2b, f–h. Raises Refused."""
    question = ledger.question
    declared = _declare(ledger)
    costs = amounts.extra_costs(question, declared.thing)
    total = _start(ledger, declared)
    _increase(ledger, total, declared, costs.get("life", 0))
    _reduce(ledger, total, declared)
    _raise_to_minimum(ledger, total)
    ledger.cite("zero", when=not total.amount)
    seen = _say_seen(ledger, declared)
    mana_met, matched = _pay_mana(ledger, total, costs.get("life", 0))
    life_met = enough(amounts.counted(question, "life"), costs.get("life", 0))
    discards_met = enough(amounts.counted(question, "hand"), costs.get("discard", 0))
    extra = ledger.check_extra(costs, {"life": life_met, "discard": discards_met})
    ledger.cite("enough", when=any(part.payable is False for part in extra))
    if declared.base is None and not question.has("alt", "free"):
        ledger = Ledger(question)
        ledger.step("start", "no mana cost is printed", "none", running=UNPAYABLE, rule="none")
        ledger.say_how("it can't be paid, and no increase changes that; an alternative can be paid", "none-raised")
        ledger.say_seen("its mana value is 0", "value-none")
        ledger.cite("no-mana-cost")
        return ledger.answer(UNPAYABLE, False, seen={"stack": 0, "elsewhere": 0})
    payable = ledger.is_payable([mana_met], extra, _MEANS)
    ways = [way(matched)] if matched and payable is not False else []
    if payable is False:
        ledger.say_how("it can't be paid: the game goes back to before the spell or ability was proposed", "pay")
    elif not total.amount and not total.life:
        ledger.say_how("{0} is paid by acknowledging it", "zero")
    elif ways:
        ledger.say_how(f"pay {ways[0].pay} (left: {ways[0].left})", "pay")
    return ledger.answer(str(total), payable, ways, extra, seen)


def _declare(ledger: Ledger) -> _DeclaredMtg:
    """Read the costs, the changes, the letters and the halves."""
    question = ledger.question
    ledger.cite("ability", when=question.has("ability"))
    base = amounts.read_base(question, read_symbols)
    instead, thing = amounts.read_alternative(question, read_symbols)
    replaced = question.has("alt", "free")
    costs = [(instead if replaced else base) or (), *map(_read_increase, question.increases)]
    reductions = tuple(map(_read_reduction, question.reductions))
    start, *increases = _with_halves(ledger, costs, reductions)
    paid = [symbol for each in costs for symbol in each]
    x = amounts.announced(question, letters(base or ()), letters(instead or ()), letters(paid))
    ledger.cite("x", "x-one", when=x)
    ledger.cite("x-free", when=letters(base or ()) and (replaced or question.reductions))
    ledger.cite("one-alternative", "alternative", "alternative-seen", when=replaced)
    ledger.cite("additional", "additional-seen", when=increases)
    ledger.cite("snow", when="S" in paid)
    _cite_halves(ledger, paid, "hybrid", "phyrexian")
    return _DeclaredMtg(base, start, tuple(zip(question.increases, increases, strict=True)), reductions, thing, x)


def _cite_halves(ledger: Ledger, symbols: Iterable[str], hybrid: str, phyrexian: str) -> None:
    """Cite the rules of the hybrid and the Phyrexian symbols among these."""
    open_ = list(filter(halves, symbols))
    ledger.cite(hybrid, when=not all(map(is_phyrexian, open_)))
    ledger.cite(phyrexian, when=any(map(is_phyrexian, open_)))


def _read_increase(up: Modifier) -> Symbols:
    """Read an increase, which has no limit."""
    if "@" in up.amount:
        raise Refused(f"+{shorten(up.amount)}: @ goes with a reduction, -2@1 or -W@only")
    return read_symbols(up.amount)


def _read_reduction(down: Modifier) -> _Reduction:
    """Read a reduction with its limit, `2@1`, or `WB@only`."""
    amount, at, word = down.amount.partition("@")
    typed = read_symbols(amount)
    _refuse_choices(typed)
    generic = sum(int(symbol) for symbol in typed if symbol.isdecimal()) + typed.count("S")
    kinds = Counter(symbol.removesuffix("/P") for symbol in typed if not symbol.isdecimal() and symbol != "S")
    only = word.lower() == "only"
    if only and kinds.total() < len(typed):
        words = "@only goes with a color, as generic mana has no other"
        raise Refused(f"-{shorten(down.amount)}: {words}", "less-generic")
    if only or not at:
        return _Reduction(typed, down.why, generic, kinds, None, only)
    if kinds:
        raise Refused(f"-{shorten(down.amount)}: @ and a number goes with generic mana, -2@1", "less-generic")
    if not amounts.COUNT.fullmatch(word):
        raise Refused(f"@{shorten(word)} can't be read: -2@1 stops at 1 mana, -W@only lowers white alone")
    return _Reduction(typed, down.why, generic, kinds, int(word), only)


def _refuse_choices(typed: Symbols) -> None:
    """Refuse X in a reduction, and a hybrid, of which the payer picks one half."""
    for symbol in typed:
        if letters([symbol]):
            raise Refused(f"-{symbol}: a reduction has no {symbol}; type the number it comes to", "less")
        picks = [f"-{half}" for half in halves(symbol) if half != "life"]
        if len(picks) > 1:
            raise Refused(f"-{{{symbol}}}: the payer picks a half: type {' or '.join(picks)}", "less-hybrid")


def _with_halves(ledger: Ledger, costs: list[Symbols], reductions: Iterable[_Reduction]) -> list[Symbols]:
    """Return the costs with the halves of `--choose`; without it they stay undecided, unless one matters."""
    question = ledger.question
    word = question.one("choose")
    if word is not None:
        ledger.cite("announce", "half")
        return choose_halves(costs, word.split(","))
    acting = [] if question.has("no-less") else [down for down in reductions if down.generic or down.kinds]
    for symbol in (symbol for cost in costs for symbol in cost):
        if halves(symbol) and _matters(symbol, acting, question.has("min")):
            raise Refused(f"which half of {{{symbol}}}? --choose {' or '.join(halves(symbol))}", "announce")
    return costs


def _matters(symbol: str, reductions: Iterable[_Reduction], minimum: bool) -> bool:
    """Whether the total depends on how an undecided symbol will be paid."""
    changes_amount = symbol.startswith("2/") or is_phyrexian(symbol)
    if minimum and changes_amount:
        return True
    return any(
        symbol.startswith(("2/", "C/"))
        or set(symbol.split("/")) & set(down.kinds)
        or (down.limit is not None and changes_amount)
        for down in reductions
    )


# The sum.


def _start(ledger: Ledger, declared: _DeclaredMtg) -> Mana:
    """Enter the cost that is paid, and return it; the later steps change it."""
    now = Mana.of(declared.start, declared.x)
    if ledger.question.has("free"):
        ledger.step("free", "cast without paying its mana cost", str(now), running=str(now), rule="total")
    elif ledger.question.has("alt"):
        ledger.step("alternative", "alternative cost", str(now), running=str(now), rule="total")
    else:
        what = "activation cost" if ledger.question.has("ability") else "mana cost"
        ledger.step("start", what, str(now), running=str(now), rule="total")
    return now


def _increase(ledger: Ledger, now: Mana, declared: _DeclaredMtg, life: int) -> None:
    """Enter the increases, the tax on earlier casts, and `life` besides."""
    for up, symbols in declared.increases:
        now.add(symbols, declared.x)
        ledger.step("increase", up.why, f"+{Mana.of(symbols, declared.x)}", running=str(now), rule="total")
    if tax := amounts.counted(ledger.question, "tax"):
        now.generic += _TAX * tax
        what = f"cast {tax} times before"
        ledger.step("increase", what, f"+{{{_TAX * tax}}}", running=str(now), rule="tax")
    if life:
        now.extra_life = life
        ledger.step("increase", "life besides", f"+{life} life", running=str(now), rule="additional")


def _reduce(ledger: Ledger, now: Mana, declared: _DeclaredMtg) -> None:
    """Enter the reductions in the cheapest order: limited ones first, the highest limit before, then `only`."""
    for down in sorted(declared.reductions, key=lambda each: (each.limit is None, -(each.limit or 0), not each.only)):
        if ledger.question.has("no-less"):
            what, rule = joined(": ", down.why, "can't be reduced"), "forbidden"
        else:
            what, rule = down.why, _take_off(now, down)
        limit = "own color only" if down.only else ""
        if down.limit is not None:
            limit = f"not below {down.limit} mana"
        amount = f"-{Mana.of(down.typed, {})}"
        ledger.step("reduce", joined(", ", what, limit), amount, running=str(now), rule=rule)


def _take_off(now: Mana, down: _Reduction) -> str:
    """Take a reduction off, first its own kind, then generic mana; return the key of the rule that decides it."""
    generic = down.generic if down.limit is None else min(down.generic, max(0, now.amount - down.limit))
    excess: dict[str, bool] = {}  # each kind with more reduction than mana, and whether there was any mana of it
    for symbol, number in down.kinds.items():
        own = min(number, now.single[symbol])
        if number > own and not down.only:
            excess[symbol] = own > 0
            generic += number - own
        now.single[symbol] -= own
    now.generic = max(0, now.generic - generic)
    if excess:
        if not all(excess.values()):
            return "less-other"
        return "less-colorless" if list(excess) == ["C"] else "less-excess"
    if "S" in down.typed:
        return "less-snow"
    if any(map(is_phyrexian, down.typed)):
        return "less-phyrexian"
    return "less" if down.kinds else "less-generic"


def _raise_to_minimum(ledger: Ledger, now: Mana) -> None:
    """Enter the minimum (`--min`)."""
    word = ledger.question.one("min")
    if word is None:
        return
    least = amounts.read_count(word, "min")
    missing = max(0, least - now.amount)
    now.generic += missing
    what = f"at least {least} mana" + ("" if missing else ", which it is")
    ledger.step("minimum", what, f"+{{{missing}}}", running=str(now), rule="total")


def _say_seen(ledger: Ledger, declared: _DeclaredMtg) -> dict[str, int | str | None] | None:
    """Enter what effects see, and return the mana values; None for an ability."""
    x = " and ".join(f"{letter} is {value}" for letter, value in declared.x.items())
    if ledger.question.has("ability"):
        if x:
            ledger.say_seen(f"{x} while the ability is on the stack", "x")
        return None
    base = declared.base or ()
    stack, other = Mana.of(base, declared.x).value, Mana.of(base, dict.fromkeys(declared.x, 0)).value
    elsewhere = "" if stack == other else f" on the stack, {other} elsewhere"
    ledger.say_seen(f"its mana value is {stack}{elsewhere}, whatever was paid", "mana-value")
    if x:
        ledger.say_seen(f"{x} on the stack, 0 in other zones", "x-elsewhere")
        ledger.say_seen("the permanent it becomes has 0, but what it does on entering knows the value", "x-permanent")
        ledger.say_seen("a copy of the spell keeps it", "copied")
    ledger.cite("value-none", when=declared.base is None)
    ledger.cite("value-x", when=letters(base))
    _cite_halves(ledger, base, "value-hybrid", "value-phyrexian")
    return {"stack": stack, "elsewhere": other}


# Paying.


def _pay_mana(ledger: Ledger, total: Mana, extra_life: int) -> tuple[bool | None, ManaPayment | None]:
    """Return whether the mana can be paid, with life if life can pay for a part of it, and how."""
    question = ledger.question
    by_life = question.has("life") and total.life + total.phyrexian > 0
    life = amounts.counted(question, "life") or 0
    means = sources(question)
    for name in _WAYS_TO_PAY:
        ledger.cite(name, f"{name}-later", when=question.has(name))
    met, matched = enough(None, total.amount + total.life), None
    if by_life or question.has(*_MANA):
        matched = match(total, means, max(0, life - extra_life))
        met = met or matched is not None
    known = met is not None and total.amount
    ledger.cite("pay", "pay-mana", "symbols", "symbols-generic", "symbols-colorless", when=known)
    ledger.cite("life", "pay-life", when=by_life)
    there = sum(means.values())
    if met is False and there < total.amount:
        ledger.say_how(f"{there} mana can be had for {total.amount}, and life does not make up for it", "enough")
    elif met is False:
        ledger.say_how("the mana is of the wrong kinds: each symbol needs a mana of its kind", "enough")
    return met, matched
