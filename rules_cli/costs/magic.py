"""Costs in Magic: announced, added to, reduced, raised to a minimum, locked in; paid by a matching of mana."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import prod

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs import amounts, mana
from rules_cli.costs.amounts import Amount, letters_in
from rules_cli.costs.answer import CostAnswer, Ledger, TotalsOfHalves, enough
from rules_cli.costs.arguments import Modifier, Refused, keyword_key
from rules_cli.costs.engine import Change, add_up, starting, unpayable
from rules_cli.costs.mana import Symbols, amount_of, halves, is_phyrexian, mana_in, symbols_for_life, written
from rules_cli.costs.mana_value import part_of_card, say_values
from rules_cli.costs.pay.mana import ManaPayment, ManaSource, filtered, match, sources, unpaid, way

_MANA = ("have", "snow", "filter", "assist", "waterbend", "convoke", "delve", "improvise")
_TAX = 2  # rule 903.8: {2} for each earlier cast
_LABEL = re.compile(r"[^\W\d_][^\W\d_ '-]+")
_MOST_CHOICES = 64  # of halves, such as six hybrid symbols: more totals than anybody reads
_UNLIMITED = 10**9  # life of a player of whom nothing was said
_LIMITS = "-2@1, -W@only"


class _OpenHalves(Exception):
    """The total depends on the halves that are chosen for these symbols."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.symbols = symbols


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
    def generic(self) -> int:
        """So much generic mana."""
        return sum(int(symbol) for symbol in self.typed if symbol.isdecimal()) + self.typed.count("S")

    @property
    def kinds(self) -> Counter[str]:
        """So much of each color or C."""
        return Counter(each.removesuffix("/P") for each in self.typed if not each.isdecimal() and each != "S")

    @property
    def place(self) -> tuple[bool, int, bool, bool]:
        """Its place in the cheapest order: the highest limit first, then of one part, then of one color only."""
        return self.limit is None, -(self.limit or 0), not self.part, not self.only


@dataclass(frozen=True, slots=True)
class _DeclaredMana:
    """A question as read. `base` is the mana cost, None for a card without one; `start` is the cost that is paid, the
    mana cost or an alternative; `increases` and `start` have the chosen halves; `extra` are the costs that are no
    mana."""

    base: Symbols | None
    start: Symbols
    increases: tuple[tuple[Modifier, Symbols], ...]
    reductions: tuple[_Reduction, ...]
    extra: Mapping[str, int]
    x: Mapping[str, int]

    def labelled(self, label: str) -> Amount:
        """Return the increases with a label as a cost."""
        symbols = chain.from_iterable(each for up, each in self.increases if up.why.lower() == label)
        return amounts.at(amount_of(symbols), self.x)


def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost by 601.2b, f–h. Raises Refused; if the total depends on the halves, TotalsOfHalves."""
    try:
        return _calculate(ledger)
    except _OpenHalves as open_:
        picks = [halves(symbol) for symbol in open_.symbols]
        if prod(map(len, picks)) > _MOST_CHOICES:
            example = ",".join(each[-1] for each in picks)
            raise Refused("which half", f"{{{open_.symbols[0]}}}", example, rule="announce") from None
        answers: dict[str, CostAnswer] = {}
        for choice in map(",".join, product(*picks)):
            found = _calculate(Ledger(ledger.question.with_option("choose", choice)))
            if all(found.total != other.total for other in answers.values()):
                answers[choice] = found
        raise TotalsOfHalves(dict(sorted(answers.items(), key=lambda pair: mana.worth(pair[1].total)))) from None


def _calculate(ledger: Ledger) -> CostAnswer:
    declared = _declare(ledger)
    question, file = ledger.question, ledger.file  # {T} may have made it a question about an ability
    if declared.base is None and not question.is_replaced:
        return unpayable(question, {"stack": 0, "elsewhere": 0})
    total = _total(ledger, declared)
    ledger.fact("zero", when=not mana_in(total))
    seen = say_values(ledger, declared.base, declared.start, declared.x)
    mana_met, matched = _pay_mana(ledger, total, declared, _with_waterbend(ledger, total, declared))
    life_met = enough(amounts.counted(question, "life"), declared.extra.get("life", 0))
    elsewhere = {"life": life_met, **ledger.check_hand(declared.extra)}
    extra = ledger.check_extra(declared.extra, elsewhere)
    ledger.fact("short", when=any(part.payable is False for part in extra))
    payable = ledger.is_payable([mana_met], extra)
    ways = [way(matched)] if matched and payable is not False else []
    if payable is False:
        ledger.how += ledger.sentences(file.unpaid)[:1]
    elif not (total.total() or extra):
        ledger.say_how("zero", "zero mana paid")
    elif ways:
        ledger.say_how("pay", "pay mana", ways[0].pay, ways[0].left)
    return ledger.answer(written(total), payable, ways, extra, seen)


# Declaring.


# Complexity: each fact about a cost is entered once.
def _declare(ledger: Ledger) -> _DeclaredMana:
    base, things = _read_printed(ledger)
    question = ledger.question
    instead, thing = amounts.read_alternative(question, mana.read_mana)
    for up in question.increases:
        if "@" in up.amount:
            raise Refused("unreadable", f"+{up.amount}", _LIMITS)
    added = (mana.read_mana(up.amount) for up in question.increases)
    costs = [(instead if question.is_replaced else base) or (), *added]
    reductions = tuple(map(_read_reduction, question.reductions))
    start, *increases = _with_halves(ledger, costs, reductions)
    paid = [symbol for each in costs for symbol in each]
    x = amounts.announced(question, letters_in(base), letters_in(instead), letters_in(paid))
    extra = amounts.add_up([*things.items(), *amounts.extra_costs(question, x, thing is not None).items()])
    of_spell = "alternative-part" if question.has("alt") else "additional"
    ledger.names["extra"] = {"ability": "activation-cost", "effect": "resolution"}.get(question.kind, of_spell)
    ledger.fact("x", when=x)
    ledger.fact("x free", when=letters_in(base) and (question.is_replaced or question.reductions))
    ledger.fact("none", when=base is None)
    ledger.fact("increased", when=increases)
    ledger.fact("extra", *(f"extra {kind}" for kind in extra), when=extra)
    ledger.fact("snow symbol", when="S" in paid)
    ledger.fact("hybrid", when=any(halves(symbol) and not is_phyrexian(symbol) for symbol in paid))
    ledger.fact("phyrexian", when=any(map(is_phyrexian, paid)))
    return _DeclaredMana(base, start, tuple(zip(question.increases, increases, strict=True)), reductions, extra, x)


def _read_printed(ledger: Ledger) -> tuple[Symbols | None, dict[str, int]]:
    """Return the mana of the printed cost and its other symbols; {T}, {Q} and {E} make it an ability's cost."""
    question = ledger.question
    printed = _with_fixed(ledger, amounts.read_base(question, mana.read_symbols))
    base, things = (None, {}) if printed is None else mana.parted(printed)
    kind, other = part_of_card(ledger)
    if kind == "fuse" and base is not None:
        ledger.fact("fused")
        base = (*base, *(other or ()))
    if things and question.kind == "spell":
        ledger.question = question = question.with_option("ability", "")
        ledger.facts = {*ledger.facts, "ability"} - {"spell"}
        symbols = tuple(f"{{{symbol}}}" for symbol, kind in mana.ABILITY_SYMBOLS.items() if kind in things)
        ledger.read_as.append(Remark("ability symbols", (question.base, symbols)))
    return () if base is None and question.kind != "spell" else base, things


def _with_fixed(ledger: Ledger, printed: Symbols | None) -> Symbols | None:
    """Return the printed cost, or the cost of a special action if the rules fix it for every card."""
    action = (ledger.question.one("special") or "").lower()
    known = tuple(key.removeprefix("special-") for key in ledger.file.restated if key.startswith("special-"))
    if action and action not in known:
        raise Refused("none of these", action, known)
    ledger.names["special"] = action
    fixed = ledger.file.fixed.get(f"special-{action}")
    if fixed is None or printed == mana.read_symbols(fixed):
        return printed
    ledger.read_as.append(Remark("fixed cost", (ledger.question.base, action, f"{{{fixed}}}")))
    return mana.read_symbols(fixed)


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
    of_colors = plain.kinds.total() == len(typed)
    if not at:
        return plain
    if word.lower() == "only" and of_colors:
        return replace(plain, only=True)
    if _LABEL.fullmatch(word) and word.lower() != "only":
        return replace(plain, part=word.lower())
    if amounts.COUNT.fullmatch(word) and not plain.kinds:
        return replace(plain, limit=int(word))
    raise Refused("unreadable", f"-{down.amount}", _LIMITS, rule="less-generic")


def _with_halves(ledger: Ledger, costs: list[Symbols], reductions: Iterable[_Reduction]) -> list[Symbols]:
    """Return the costs with the halves of `--choose`; without it they stay undecided, unless one matters."""
    question = ledger.question
    if word := question.one("choose"):
        return mana.choose_halves(costs, word.split(","))
    acting = [] if question.has("no-less") else [down for down in reductions if down.generic or down.kinds]
    open_ = [symbol for cost in costs for symbol in cost if halves(symbol)]
    if any(_matters(symbol, acting, question.has("min")) for symbol in open_):
        raise _OpenHalves(open_)
    return costs


def _matters(symbol: str, reductions: Iterable[_Reduction], minimum: bool) -> bool:
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


def _total(ledger: Ledger, declared: _DeclaredMana) -> Amount:
    now = amounts.at(amount_of(declared.start), declared.x)
    if row := starting(ledger, ledger.file.start):
        what: Words = Remark(row.say, (ledger.names["special"],))
        rule = row.rule
        for keyword in ledger.question.keywords:
            if ledger.file.keywords[keyword] in ledger.facts and row.when:  # the cost of this keyword is paid
                what, rule = Remark("labelled", (keyword, what)), keyword_key(keyword)
        ledger.step(row.kind, what, written(now), written(now), rule)

    def subtract(now: Amount, change: Change) -> tuple[Words, str]:
        down: _Reduction = change.how
        limit: Words = Remark("own color only") if down.only else ""
        if down.limit is not None:
            limit = Remark("not below mana", (down.limit,))
        if down.part and change.guarded:
            return joined("enumerated", _take_off_part(now, down, declared.labelled(down.part)), limit), ""
        return limit, _take_off(now, down)

    add_up(ledger, now, _changes(ledger, now, declared), written, subtract)
    return now


def _changes(ledger: Ledger, now: Amount, declared: _DeclaredMana) -> dict[str, Iterable[Change]]:
    """Return the changes of each operation; the one that looks at the amount is made when its turn comes."""
    question, file = ledger.question, ledger.file

    def increase(up: Modifier, symbols: Symbols) -> Change:
        label = up.why.lower()
        is_keyword = file.keywords.get(label) == "additional"
        rule = "" if not is_keyword else label if label in file.labels else keyword_key(label)
        return Change(amounts.at(amount_of(symbols), declared.x), up.why, rule)

    def lowering(down: _Reduction) -> Change:
        is_own = down.part == ledger.names["special"] != ""  # the part that is a special action's is the whole cost
        return Change(amount_of(down.typed), down.why, guarded=not is_own, how=down)

    def least() -> Iterator[Change]:
        if (word := question.one("min")) is not None:
            minimum = amounts.read_count(word, "min")
            missing = max(0, minimum - mana_in(now))
            said = Remark("at least mana" if missing else "at least already", (minimum,))
            yield Change(Counter({"": missing}), said, written=f"{{{missing}}}")

    life = declared.extra.get("life", 0)
    casts = amounts.counted(question, "tax") or 0
    if casts and casts % _TAX == 0:
        ledger.read_as.append(Remark("tax read", (casts, casts // _TAX, f"{{{casts}}}")))
    why = Remark("cast once before") if casts == 1 else Remark("cast before", (casts,))
    return {
        "add": [increase(up, symbols) for up, symbols in declared.increases],
        "tax": [Change(Counter({"": _TAX * casts}), why)] if casts else [],
        "life": [Change(Counter(life=life), Remark("kind life"), written=f"{life} life")] if life else [],
        "subtract": [lowering(down) for down in sorted(declared.reductions, key=lambda down: down.place)],
        "least": least(),
    }


def _take_off_part(now: Amount, down: _Reduction, part: Amount) -> Words:
    if not mana_in(part):
        return Remark("no mana in part", (down.part,))
    before = part.copy()
    _take_off(part, down)
    for symbol, number in (before - part).items():
        now[symbol] = max(0, now[symbol] - number)
    return Remark("of part only", (down.part,))


def _take_off(now: Amount, down: _Reduction) -> str:
    """Take a reduction off, first its own kind, then generic mana; return the key of the rule that decides it."""
    generic = down.generic if down.limit is None else min(down.generic, max(0, mana_in(now) - down.limit))
    excess: dict[str, bool] = {}  # each kind with more reduction than mana, and whether there was any mana of it
    for symbol, number in down.kinds.items():
        own = min(number, now[symbol])
        if number > own and not down.only:
            excess[symbol] = own > 0
            generic += number - own
        now[symbol] -= own
    now[""] = max(0, now[""] - generic)
    if excess:
        if not all(excess.values()):
            return "less-other"
        return "less-colorless" if list(excess) == ["C"] else "less-excess"
    if "S" in down.typed:
        return "less-snow"
    if any(map(is_phyrexian, down.typed)):
        return "less-phyrexian"
    return "less" if down.kinds else "less-generic"


# Paying.


def _with_waterbend(ledger: Ledger, total: Amount, declared: _DeclaredMana) -> dict[ManaSource, int]:
    """Return what can pay for mana; what waterbends pays only for generic mana of the waterbend cost."""
    means = sources(ledger.question)
    if amounts.COUNT.fullmatch(have := ledger.question.one("have") or ""):
        ledger.read_as.append(Remark("mana read", (have,)))
    tapped = amounts.counted(ledger.question, "waterbend")
    bent = declared.labelled("waterbend")[""]
    if tapped is None:
        if bent and ledger.question.has("improvise", "convoke"):
            ledger.read_as.append(Remark("waterbend read"))
        return means
    if not bent and ledger.question.kind in ("ability", "effect"):
        bent = total[""]
    if not bent:
        raise Refused("goes with", "--waterbend", "+6:waterbend", rule="waterbend-part")
    if tapped > bent:
        ledger.say_how("waterbend-part", "waterbend only", bent)
    return {**means, ManaSource("artifact or creature"): min(tapped, bent, total[""])}


def _pay_mana(
    ledger: Ledger, total: Amount, declared: _DeclaredMana, means: Mapping[ManaSource, int]
) -> tuple[bool | None, ManaPayment | None]:
    """Return whether the mana can be paid, with life if life can pay for a part of it, and how.

    True if the means that were typed pay it, False if no further means could.
    """
    question, life = ledger.question, amounts.counted(ledger.question, "life")
    besides = declared.extra.get("life", 0)  # life that is no mana's
    cost = _with_life_for(ledger, total)
    cost["life"] -= besides
    if amounts.COUNT.fullmatch(question.one("convoke") or "") and mana_in(total) > total[""]:
        ledger.read_as.append(Remark("convoke read"))
    ledger.fact("pays life", when=total["life"] or (life is not None and symbols_for_life(cost)))
    if not cost.total():
        return True, match(cost, means, 0) if question.has(*_MANA) else None
    if not question.has("life", *_MANA):
        return None, None
    ledger.fact("pays mana", when=mana_in(cost))
    sure = 0 if life is None else max(0, life - besides)
    known_means = []
    for there in filtered(question, means):
        known_means.append(there)
        if matched := match(cost, there, sure):
            return True, matched
    return _unpaid_mana(ledger, cost, known_means, life, besides), None


# Complexity: mana and life may each be unknown.
def _unpaid_mana(
    ledger: Ledger, cost: Amount, known_means: Sequence[Mapping[ManaSource, int]], life: int | None, besides: int
) -> bool | None:
    """Enter why the known means do not pay for the mana; return False if no other can, None if more can.

    If `life` is None, the player may have more life. Without `--have` and `--snow`, the player may have more mana: the
    question names only what pays for a part of the cost, such as convoke.
    """
    spare = (_UNLIMITED if life is None else life) - besides
    if ledger.question.has(*_MANA):
        with_life = [paid.life for there in known_means if (paid := match(cost, there, max(0, spare)))]
        if with_life:
            ledger.say_how("life", "payable with life", min(with_life))
            return None
        if ledger.question.has("have", "snow"):
            _say_mana_short(ledger, cost, max(sum(there.values()) for there in known_means), spare)
            return False
    if life is not None and spare < cost["life"]:
        ledger.say_how("life", "kind needed", Remark("kind life"), cost["life"] + besides, life)
        ledger.fact("short")
        return False
    if ledger.question.has(*_MANA):
        symbols = cost.keys() - {"", "life"}
        has_choice = any(sum(map(source.pays, symbols)) > 1 for source in known_means[0])
        caption = "left for example" if has_choice else "left with mana"
        ledger.say_how("pay", caption, written(unpaid(cost, known_means[0])))
    return None


def _with_life_for(ledger: Ledger, total: Amount) -> Amount:
    """Return the total with each symbol that `--life-for` lets 2 life pay for as a Phyrexian one."""
    colours = (ledger.question.one("life-for") or "").upper()
    if not set(colours) <= set(mana.COLOURS):
        raise Refused("unreadable", f"--life-for {colours}", "--life-for B")
    found = Counter({symbol: number for symbol, number in total.items() if symbol not in tuple(colours)})
    found.update({f"{colour}/P": total[colour] for colour in colours})
    return found


def _say_mana_short(ledger: Ledger, cost: Amount, there: int, life: int) -> None:
    if cost["life"] > life:
        ledger.say_how("life", "life for symbols", cost["life"], max(0, life))
        ledger.fact("short")
    elif there < mana_in(cost):
        ledger.say_how("enough", "mana short even so" if symbols_for_life(cost) else "mana short", mana_in(cost), there)
    else:
        ledger.say_how("enough", "mana of wrong kinds")
