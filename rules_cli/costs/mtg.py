"""Costs in Magic: announced, added to, reduced, raised to a minimum, locked in; paid by a matching of mana."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from rules_cli.costs import amounts, mana
from rules_cli.costs.answer import UNPAYABLE, CostAnswer, Ledger, Way, enough, joined
from rules_cli.costs.arguments import CostQuestion, Modifier, Refused
from rules_cli.costs.mana import Mana, ManaPayment, ManaSource, Symbols, halves, is_phyrexian, letters
from rules_cli.costs.mana_value import part_of_card, say_values
from rules_cli.text import shorten

_WAYS_TO_PAY = ("convoke", "delve", "improvise")
_MANA = ("have", "snow", "filter", "assist", "waterbend", *_WAYS_TO_PAY)
_MEANS = (*_MANA, "life", "hand", "own")
_TAX = 2  # rule 903.8: {2} for each earlier cast
_LABEL = re.compile(r"[^\W\d_][^\W\d_ '-]+")
_MOST_CHOICES = 64  # of halves, such as six hybrid symbols: more totals than a line can list
_UNLIMITED = 10**9  # life of a player of whom nothing was said
_NO_SPELL = "changes the cost of a spell, not this one"


@dataclass(frozen=True, slots=True)
class _Reduction:
    """A reduction as typed: so much generic mana, so much of each colour or C. It can't take the cost below `limit`
    mana; `only` keeps its excess from lowering generic mana; `part` is the label of the only cost that it lowers."""

    typed: Symbols
    why: str
    generic: int
    kinds: Counter[str]
    limit: int | None
    only: bool
    part: str = ""


@dataclass(frozen=True, slots=True)
class _DeclaredMtg:
    """A question as read. `base` is the mana cost, None for a card without one; `start` is the cost that is paid, the
    mana cost or an alternative; `increases` and `start` have the chosen halves; `extra` are the costs that are no
    mana."""

    base: Symbols | None
    start: Symbols
    increases: tuple[tuple[Modifier, Symbols], ...]
    reductions: tuple[_Reduction, ...]
    extra: Mapping[str, int]
    x: Mapping[str, int]


class _OpenHalves(Refused):
    """A question whose total depends on the halves that are chosen for its symbols; `ways` are the halves of each."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.ways = [halves(symbol) for symbol in symbols]
        example = ",".join(way[-1] for way in self.ways)
        super().__init__(f"which half of {{{symbols[0]}}}? --choose {example}", "announce")


def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost by 601.2b, f–h. Raises Refused; if the total depends on the halves, with the totals of all."""
    question = ledger.question
    try:
        return _calculate(ledger)
    except _OpenHalves as open_:
        if prod(map(len, open_.ways)) > _MOST_CHOICES:
            raise
        totals: dict[str, str] = {}
        for choice in map(",".join, product(*open_.ways)):
            chosen = replace(question, options={**question.options, "choose": (choice,)})
            totals.setdefault(_calculate(Ledger(chosen)).total, choice)
        listed = "; ".join(f"--choose {choice}: {total}" for total, choice in totals.items())
        raise Refused(f"the total depends on the halves: {listed}", "announce") from None


def _calculate(ledger: Ledger) -> CostAnswer:
    """Calculate a cost whose halves are chosen, or do not matter."""
    declared = _declare(ledger)
    question = ledger.question  # {T} may have made it one about an ability
    if declared.base is None and not question.has("alt", "free"):
        return _unpayable(question)
    total = _start(ledger, declared)
    _increase(ledger, total, declared)
    components = {label: Mana.of(symbols, declared.x) for label, symbols in _labelled(declared).items()}
    _reduce(ledger, total, declared, components)
    _raise_to_minimum(ledger, total)
    ledger.cite("zero", when=not total.amount)
    seen = say_values(ledger, declared.base, declared.start, declared.x)
    mana_met, matched = _pay_mana(ledger, total, _with_waterbend(ledger, total, declared))
    life_met = enough(amounts.counted(question, "life"), declared.extra.get("life", 0))
    extra = ledger.check_extra(
        declared.extra, "enough", {"life": life_met, **ledger.check_hand(declared.extra, "enough")}
    )
    ledger.cite("enough", when=any(part.payable is False for part in extra))
    payable = ledger.is_payable([mana_met], extra, _MEANS)
    ways = [mana.way(matched)] if matched and payable is not False else []
    _say_how(ledger, total, ways, payable, extra)
    return ledger.answer(str(total), payable, ways, extra, seen)


def _unpayable(question: CostQuestion) -> CostAnswer:
    """Return the answer for a card without a mana cost."""
    ledger = Ledger(question)
    ledger.step("start", "no mana cost is printed", "none", running=UNPAYABLE, rule="none")
    ledger.say_how("it can't be paid, with or without increases; an alternative cost can be paid", "none-raised")
    ledger.say_seen("its mana value is 0", "value-none")
    ledger.cite("no-mana-cost")
    return ledger.answer(UNPAYABLE, False, seen={"stack": 0, "elsewhere": 0})


def _say_how(ledger: Ledger, total: Mana, ways: list[Way], payable: bool | None, extra: object) -> None:
    """Enter how the total is paid, or what happens if it can't be; `extra` is true if there are costs besides mana."""
    if payable is False:
        ledger.say_unpaid("it can't be paid: the game goes back to before the spell or ability was proposed", "pay")
    elif not (total.amount or total.life or extra):
        ledger.say_how("{0} is paid by saying so", "zero")
    elif ways:
        ledger.say_how(f"pay {ways[0].pay} (left: {ways[0].left})", "pay")


def _declare(ledger: Ledger) -> _DeclaredMtg:
    """Read the costs, the changes, the letters and the halves."""
    base, things = _read_printed(ledger)
    question = ledger.question
    instead, thing = amounts.read_alternative(question, mana.read_mana)
    replaced = question.has("alt", "free")
    costs = [(instead if replaced else base) or (), *map(_read_increase, question.increases)]
    reductions = tuple(map(_read_reduction, question.reductions))
    start, *increases = _with_halves(ledger, costs, reductions)
    paid = [symbol for each in costs for symbol in each]
    x = amounts.announced(question, letters(base or ()), letters(instead or ()), letters(paid))
    extra = amounts.add_up([*things.items(), *amounts.extra_costs(question, x, thing is not None).items()])
    ledger.cite("x", "x-one", when=x)
    ledger.cite("x-free", when=letters(base or ()) and (replaced or question.reductions))
    ledger.cite("one-alternative", "alternative", "alternative-seen", when=replaced)
    ledger.cite("none-raised", when=replaced and base is None)
    ledger.cite("additional", "additional-seen", when=increases and _is_spell(question))
    ledger.cite(_kind_of_extra(question), when=extra)
    ledger.cite("snow", when="S" in paid)
    ledger.cite("energy", when="energy" in extra)
    mana.cite_halves(ledger, paid, "hybrid", "phyrexian")
    return _DeclaredMtg(base, start, tuple(zip(question.increases, increases, strict=True)), reductions, extra, x)


def _read_printed(ledger: Ledger) -> tuple[Symbols | None, dict[str, int]]:
    """Return the mana of the printed cost and its other symbols; {T}, {Q} and {E} make it an ability's cost."""
    question = ledger.question
    printed = _with_fixed(ledger, amounts.read_base(question, mana.read_symbols))
    base, things = (None, {}) if printed is None else mana.parted(printed)
    kind, other = part_of_card(ledger)
    if kind == "fuse" and base is not None:
        base = (*base, *(other or ()))
        ledger.cite("fuse")
    if things and not question.has("ability", "effect", "special"):
        ledger.question = question = replace(question, options={**question.options, "ability": ("",)})
        symbols = " or ".join(f"{{{symbol}}}" for symbol, kind in mana.ABILITY_SYMBOLS.items() if kind in things)
        ledger.read_as.append(f"{question.base}: the cost of an ability (--ability), as no spell costs {symbols}")
    ledger.cite("ability", "activation-cost", when=question.has("ability"))
    return () if base is None and question.has("ability", "effect", "special") else base, things


def _with_fixed(ledger: Ledger, printed: Symbols | None) -> Symbols | None:
    """Return the printed cost, or the cost of a special action if the rules fix it for every card."""
    action = (ledger.question.one("special") or "").lower()
    fixed = ledger.question.file.fixed.get(f"special-{action}")
    if fixed is None or printed == mana.read_symbols(fixed):
        return printed
    ledger.read_as.append(f"{shorten(ledger.question.base)}: left out, because {action} always costs {{{fixed}}}")
    return mana.read_symbols(fixed)


def _kind_of_extra(question: CostQuestion) -> str:
    """Return the rule that makes costs besides mana due."""
    if question.has("ability"):
        return "activation-cost"
    if question.has("effect"):
        return "resolution"
    return "alternative-part" if question.has("alt") else "additional"


def _labelled(declared: _DeclaredMtg) -> dict[str, Symbols]:
    """Return the symbols of the increases by their labels."""
    found: dict[str, Symbols] = {}
    for up, symbols in declared.increases:
        found[up.why.lower()] = (*found.get(up.why.lower(), ()), *symbols)
    return found


def _read_increase(up: Modifier) -> Symbols:
    """Read an increase, which has no limit."""
    if "@" in up.amount:
        raise Refused(f"+{shorten(up.amount)}: @ goes with a reduction, -2@1 or -W@only")
    return mana.read_mana(up.amount)


def _read_reduction(down: Modifier) -> _Reduction:
    """Read a reduction with its limit, `2@1`, `WB@only`, or with the cost that it lowers, `2@buyback`."""
    amount, at, word = down.amount.partition("@")
    typed = mana.read_mana(amount)
    _refuse_choices(typed)
    generic = sum(int(symbol) for symbol in typed if symbol.isdecimal()) + typed.count("S")
    kinds = Counter(symbol.removesuffix("/P") for symbol in typed if not symbol.isdecimal() and symbol != "S")
    plain = _Reduction(typed, down.why, generic, kinds, None, only=False)
    if not at:
        return plain
    if word.lower() == "only":
        if kinds.total() < len(typed):
            words = "@only goes with a color, as generic mana has no other"
            raise Refused(f"-{shorten(down.amount)}: {words}", "less-generic")
        return replace(plain, only=True)
    if _LABEL.fullmatch(word):
        return replace(plain, part=word.lower())
    if kinds:
        raise Refused(f"-{shorten(down.amount)}: @ and a number goes with generic mana, -2@1", "less-generic")
    if not amounts.COUNT.fullmatch(word):
        raise Refused(f"@{shorten(word)} can't be read: -2@1 stops at 1 mana, -W@only lowers white alone")
    return replace(plain, limit=int(word))


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
        return mana.choose_halves(costs, word.split(","))
    acting = [] if question.has("no-less") else [down for down in reductions if down.generic or down.kinds]
    open_ = [symbol for cost in costs for symbol in cost if halves(symbol)]
    if any(_matters(symbol, acting, question.has("min")) for symbol in open_):
        raise _OpenHalves(open_)
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


def _is_spell(question: CostQuestion) -> bool:
    """Whether what changes the cost of a spell or an ability applies."""
    return not question.has("effect", "special")


def _start(ledger: Ledger, declared: _DeclaredMtg) -> Mana:
    """Enter the cost that is paid, and return it; the later steps change it."""
    now = Mana.of(declared.start, declared.x)
    if ledger.question.has("free"):
        ledger.step("free", "cast without paying its mana cost", str(now), running=str(now), rule="total")
    elif ledger.question.has("alt"):
        ledger.step("alternative", "alternative cost", str(now), running=str(now), rule="total")
    else:
        what, rule = _what_is_paid(ledger.question)
        ledger.step("start", what, str(now), running=str(now), rule=rule)
    return now


def _what_is_paid(question: CostQuestion) -> tuple[str, str]:
    """Return the name of the cost that is paid, and the key of the rule."""
    if question.has("special"):
        action = (question.one("special") or "").lower()
        if f"special-{action}" not in question.file.restated:
            known = [key.removeprefix("special-") for key in question.file.restated if key.startswith("special-")]
            raise Refused(f"--special {shorten(action)!r} is no special action with a cost: {', '.join(known)}")
        return f"{action}, a special action", f"special-{action}"
    if question.has("effect"):
        return "paid as an effect resolves", "resolution"
    return ("activation cost" if question.has("ability") else "mana cost"), "total"


def _increase(ledger: Ledger, now: Mana, declared: _DeclaredMtg) -> None:
    """Enter the increases, the tax on earlier casts, and life to pay."""
    applies = _is_spell(ledger.question)
    for up, symbols in declared.increases:
        now.add(symbols if applies else (), declared.x)
        what = joined(": ", up.why, "" if applies else _NO_SPELL)
        ledger.step("increase", what, f"+{Mana.of(symbols, declared.x)}", running=str(now), rule="total")
    if tax := amounts.counted(ledger.question, "tax"):
        if tax % _TAX == 0:
            said = f"tax {tax}: cast {tax} times before; for a tax of {{{tax}}} type --tax {tax // _TAX}"
            ledger.read_as.append(said)
        what = f"cast {tax} time{'s' if tax > 1 else ''} before"
        if ledger.question.has("ability", "effect", "special"):
            tax, what = 0, "the commander tax is for casting only"
        now.generic += _TAX * tax
        ledger.step("increase", what, f"+{{{_TAX * tax}}}", running=str(now), rule="tax")
    if life := declared.extra.get("life", 0):
        now.extra_life = life
        ledger.step("increase", "life", f"+{life} life", running=str(now), rule=_kind_of_extra(ledger.question))


def _reduce(ledger: Ledger, now: Mana, declared: _DeclaredMtg, components: Mapping[str, Mana]) -> None:
    """Enter the reductions in the cheapest order: limited ones first, the highest limit before, then those of one of
    the `components` of the cost, then `only`."""

    def place(each: _Reduction) -> tuple[bool, int, bool, bool]:
        return each.limit is None, -(each.limit or 0), not each.part, not each.only

    own = [ledger.question.one("special")]
    for down in sorted(declared.reductions, key=place):
        if ledger.question.has("no-less"):
            what, rule = joined(": ", down.why, "can't be reduced"), "forbidden"
        elif not _is_spell(ledger.question) and down.part not in own:
            what, rule = joined(": ", down.why, _NO_SPELL), "less"
        elif down.part and down.part not in own:
            what, rule = _take_off_part(now, down, components.get(down.part, Mana())), "less"
        else:
            what, rule = down.why, _take_off(now, down)
        limit = "own color only" if down.only else ""
        if down.limit is not None:
            limit = f"not below {down.limit} mana"
        amount = f"-{Mana.of(down.typed, {})}"
        ledger.step("reduce", joined(", ", what, limit), amount, running=str(now), rule=rule)


def _take_off_part(now: Mana, down: _Reduction, part: Mana) -> str:
    """Take a reduction off one part of the cost, such as buyback; return the words of the step."""
    if not part.amount:
        return joined(", ", down.why, f"no mana in {down.part}")
    generic, single = part.generic, Counter(part.single)
    _take_off(part, down)
    now.generic = max(0, now.generic - (generic - part.generic))
    now.single -= single - part.single
    return joined(", ", down.why, f"of {down.part} only")


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
    if not _is_spell(ledger.question):
        ledger.step("minimum", _NO_SPELL, "+{0}", running=str(now), rule="total")
        return
    least = amounts.read_count(word, "min")
    missing = max(0, least - now.amount)
    now.generic += missing
    what = f"at least {least} mana" + ("" if missing else ", as it already is")
    ledger.step("minimum", what, f"+{{{missing}}}", running=str(now), rule="total")


# Paying.


def _with_waterbend(ledger: Ledger, total: Mana, declared: _DeclaredMtg) -> dict[ManaSource, int]:
    """Return what can pay for mana; what waterbends pays only for generic mana of the waterbend cost."""
    means = mana.sources(ledger.question)
    tapped = amounts.counted(ledger.question, "waterbend")
    if tapped is None:
        if _labelled(declared).get("waterbend") and ledger.question.has("improvise", "convoke"):
            ledger.read_as.append("--improvise and --convoke pay for the whole cost; to waterbend, type --waterbend 6")
        return means
    ledger.cite("waterbend", "waterbend-part")
    bent = Mana.of(_labelled(declared).get("waterbend", ()), declared.x).generic
    if not bent and ledger.question.has("ability", "effect"):
        bent = total.generic
    if not bent:
        raise Refused("which part of the cost is waterbend? +6:waterbend", "waterbend-part")
    if tapped > bent:
        ledger.say_how(f"artifacts and creatures pay for the {bent} generic mana of waterbend only", "waterbend-part")
    return {**means, ManaSource("artifacts or creatures"): min(tapped, bent, total.generic)}


def _pay_mana(ledger: Ledger, total: Mana, means: Mapping[ManaSource, int]) -> tuple[bool | None, ManaPayment | None]:
    """Return whether the mana can be paid, with life if life can pay for a part of it, and how.

    True if the means that were typed pay it, False if no further means could.
    """
    question = ledger.question
    life = amounts.counted(question, "life")
    paid_cost = _with_life_for(ledger, total)
    _cite_means(ledger, total, paid_cost.phyrexian if life is not None else 0)
    if not total.amount + total.life:
        return True, mana.match(total, means, 0) if question.has(*_MANA) else None
    if not question.has("life", *_MANA):
        return None, None
    ledger.cite("pay", "pay-mana", "symbols", "symbols-generic", "symbols-colorless", when=total.amount)
    known_means = list(mana.filtered(question, means))
    sure = 0 if life is None else max(0, life - total.extra_life)
    if matched := next(filter(None, (mana.match(paid_cost, there, sure) for there in known_means)), None):
        return True, matched
    return _unpaid_mana(ledger, paid_cost, known_means, life), None


def _cite_means(ledger: Ledger, total: Mana, phyrexian: int) -> None:
    """Enter the rules of the means to pay; `phyrexian` is the number of symbols that the life there may pay for."""
    for name in _WAYS_TO_PAY:
        ledger.cite(name, f"{name}-later", when=ledger.question.has(name))
    if amounts.COUNT.fullmatch(ledger.question.one("convoke") or "") and total.amount > total.generic:
        ledger.read_as.append(
            "--convoke and a number: creatures that pay for generic mana only; with their colors: --convoke W,WG,C"
        )
    ledger.cite("assist", when=ledger.question.has("assist"))
    ledger.cite("life", "pay-life", when=total.life + total.extra_life + phyrexian)


def _unpaid_mana(
    ledger: Ledger, total: Mana, known_means: Sequence[Mapping[ManaSource, int]], life: int | None
) -> bool | None:
    """Enter why the known means do not pay for the mana; return False if no other can, None if more can.

    If `life` is None, more life may pay. Without `--have` and `--snow`, more mana may: the player has named convoke or
    the like, which pay for a part of the cost, and no mana.
    """
    spare = (_UNLIMITED if life is None else life) - total.extra_life
    if ledger.question.has(*_MANA):
        with_life = [paid.life for there in known_means if (paid := mana.match(total, there, max(0, spare)))]
        if with_life:
            ledger.say_how(f"payable with {min(with_life)} life; --life says how much there is", "life")
            return None
        if ledger.question.has("have", "snow"):
            _say_mana_short(ledger, total, max(sum(there.values()) for there in known_means), spare)
            return False
    if life is not None and spare < total.life:
        ledger.say_how(f"life: {total.life + total.extra_life} needed, {life} there", "life")
        ledger.cite("enough")
        return False
    if ledger.question.has(*_MANA):
        left = f"left to pay with mana{_for_example(total, known_means[0])}: {mana.unpaid(total, known_means[0])}"
        ledger.say_how(f"{left}; --have says what mana there is", "pay")
    return None


def _for_example(total: Mana, means: Mapping[ManaSource, int]) -> str:
    """Return ", for example" if a source can pay for different symbols of the cost, and so leave different ones."""
    symbols = {*total.single, *total.undecided}
    has_choice = any(sum(map(source.pays, symbols)) > 1 for source in means)
    return ", for example" if has_choice else ""


def _with_life_for(ledger: Ledger, total: Mana) -> Mana:
    """Return the total with each symbol that `--life-for` lets 2 life pay for as a Phyrexian one."""
    colours = (ledger.question.one("life-for") or "").upper()
    if not set(colours) <= set(mana.COLOURS):
        raise Refused(f"--life-for {shorten(colours)!r}: the colors for which 2 life may pay, --life-for B")
    ledger.cite("pay", when=colours)
    undecided = [*total.undecided, *(f"{colour}/P" for colour in colours for _ in range(total.single[colour]))]
    single = Counter({symbol: number for symbol, number in total.single.items() if symbol not in colours})
    return replace(total, single=single, undecided=undecided)


def _say_mana_short(ledger: Ledger, total: Mana, there: int, life: int) -> None:
    """Enter why the mana can't be paid."""
    if total.life > life:
        ledger.say_how(f"life: {total.life} needed for mana symbols, {max(0, life)} there", "life")
        ledger.cite("enough")
    elif there < total.amount:
        besides = ", and life does not make up for it" if total.phyrexian else ""
        ledger.say_how(f"mana: {total.amount} needed, {there} there{besides}", "enough")
    else:
        ledger.say_how("the mana is of the wrong kinds: each symbol needs a mana of its kind", "enough")
