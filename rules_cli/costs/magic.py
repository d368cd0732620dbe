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
from rules_cli.costs.answer import CostAnswer, Ledger, enough
from rules_cli.costs.arguments import Modifier, OpenHalves, Refused, keyword_key
from rules_cli.costs.engine import Change, add_up, starting, unpayable
from rules_cli.costs.mana import Mana, Symbols, halves, is_phyrexian, letters
from rules_cli.costs.mana_value import part_of_card, say_values
from rules_cli.costs.pay.mana import ManaPayment, ManaSource, filtered, match, sources, unpaid, way
from rules_cli.text import shorten

_MANA = ("have", "snow", "filter", "assist", "waterbend", "convoke", "delve", "improvise")
_TAX = 2  # rule 903.8: {2} for each earlier cast
_LABEL = re.compile(r"[^\W\d_][^\W\d_ '-]+")
_MOST_CHOICES = 64  # of halves, such as six hybrid symbols: more totals than anybody reads
_UNLIMITED = 10**9  # life of a player of whom nothing was said


@dataclass(frozen=True, slots=True)
class _Reduction:
    """A reduction as typed: so much generic mana, so much of each colour or C. It can't take the cost below `limit`
    mana; `only` keeps its excess from lowering generic mana; `part` is the label of the only cost that it lowers."""

    typed: Symbols
    why: str
    generic: int
    kinds: Counter[str]
    limit: int | None = None
    only: bool = False
    part: str = ""

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

    def labelled(self, label: str) -> Mana:
        """Return the increases with a label as a cost."""
        return Mana.of(chain.from_iterable(each for up, each in self.increases if up.why.lower() == label), self.x)


def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost by 601.2b, f–h. Raises Refused; if the total depends on the halves, with the totals of all."""
    question = ledger.question
    try:
        return _calculate(ledger)
    except OpenHalves as open_:
        if prod(map(len, open_.ways)) > _MOST_CHOICES:
            raise
        answers: dict[str, CostAnswer] = {}
        for choice in map(",".join, product(*open_.ways)):
            found = _calculate(Ledger(question.with_option("choose", choice)))
            if all(found.total != other.total for other in answers.values()):
                answers[choice] = found
        open_.answers = dict(sorted(answers.items(), key=lambda pair: mana.worth(pair[1].total)))
        raise


def _calculate(ledger: Ledger) -> CostAnswer:
    declared = _declare(ledger)
    question, file = ledger.question, ledger.file  # {T} may have made it a question about an ability
    if declared.base is None and not question.is_replaced:
        return unpayable(question, {"stack": 0, "elsewhere": 0})
    total = _total(ledger, declared)
    ledger.fact("zero", when=not total.amount)
    seen = say_values(ledger, declared.base, declared.start, declared.x)
    mana_met, matched = _pay_mana(ledger, total, _with_waterbend(ledger, total, declared))
    life_met = enough(amounts.counted(question, "life"), declared.extra.get("life", 0))
    elsewhere = {"life": life_met, **ledger.check_hand(declared.extra)}
    extra = ledger.check_extra(declared.extra, elsewhere)
    ledger.fact("short", when=any(part.payable is False for part in extra))
    payable = ledger.is_payable([mana_met], extra)
    ways = [way(matched)] if matched and payable is not False else []
    if payable is False:
        ledger.how += ledger.sentences(file.unpaid)[:1]
    elif not (total.amount or total.life or extra):
        ledger.say_how("zero", "zero mana paid")
    elif ways:
        ledger.say_how("pay", "pay mana", ways[0].pay, ways[0].left)
    return ledger.answer(str(total), payable, ways, extra, seen)


# Declaring.


# Complexity: each fact about a cost is entered once.
def _declare(ledger: Ledger) -> _DeclaredMana:
    base, things = _read_printed(ledger)
    question = ledger.question
    instead, thing = amounts.read_alternative(question, mana.read_mana)
    for up in question.increases:
        if "@" in up.amount:
            raise Refused(f"+{shorten(up.amount)}: @ goes with a reduction, -2@1 or -W@only")
    added = (mana.read_mana(up.amount) for up in question.increases)
    costs = [(instead if question.is_replaced else base) or (), *added]
    reductions = tuple(map(_read_reduction, question.reductions))
    start, *increases = _with_halves(ledger, costs, reductions)
    paid = [symbol for each in costs for symbol in each]
    x = amounts.announced(question, letters(base or ()), letters(instead or ()), letters(paid))
    extra = amounts.add_up([*things.items(), *amounts.extra_costs(question, x, thing is not None).items()])
    of_spell = "alternative-part" if question.has("alt") else "additional"
    ledger.names["extra"] = {"ability": "activation-cost", "effect": "resolution"}.get(question.kind, of_spell)
    ledger.fact("x", when=x)
    ledger.fact("x free", when=letters(base or ()) and (question.is_replaced or question.reductions))
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
    ledger.fact("fused", when=kind == "fuse" and base is not None)
    if kind == "fuse" and base is not None:
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
    known = [key.removeprefix("special-") for key in ledger.file.restated if key.startswith("special-")]
    if action and action not in known:
        raise Refused(f"--special {shorten(action)!r} is no special action with a cost: {', '.join(known)}")
    ledger.names["special"] = action
    fixed = ledger.file.fixed.get(f"special-{action}")
    if fixed is None or printed == mana.read_symbols(fixed):
        return printed
    ledger.read_as.append(Remark("fixed cost", (shorten(ledger.question.base), action, f"{{{fixed}}}")))
    return mana.read_symbols(fixed)


# Complexity: one case for each fault.
def _read_reduction(down: Modifier) -> _Reduction:
    """Read a reduction with its limit, `2@1`, `WB@only`, or with the cost that it lowers, `2@buyback`."""
    amount, at, word = down.amount.partition("@")
    typed = mana.read_mana(amount)
    for symbol in typed:
        if letters([symbol]):
            raise Refused(f"-{symbol}: a reduction has no {symbol}; type the number it comes to", "less")
        picks = [f"-{half}" for half in halves(symbol) if half != "life"]
        if len(picks) > 1:
            raise Refused(f"-{{{symbol}}}: the payer picks a half: type {' or '.join(picks)}", "less-hybrid")
    generic = sum(int(symbol) for symbol in typed if symbol.isdecimal()) + typed.count("S")
    kinds = Counter(symbol.removesuffix("/P") for symbol in typed if not symbol.isdecimal() and symbol != "S")
    plain = _Reduction(typed, down.why, generic, kinds)
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


def _with_halves(ledger: Ledger, costs: list[Symbols], reductions: Iterable[_Reduction]) -> list[Symbols]:
    """Return the costs with the halves of `--choose`; without it they stay undecided, unless one matters."""
    question = ledger.question
    word = question.one("choose")
    if word is not None:
        return mana.choose_halves(costs, word.split(","))
    acting = [] if question.has("no-less") else [down for down in reductions if down.generic or down.kinds]
    open_ = [symbol for cost in costs for symbol in cost if halves(symbol)]
    if any(_matters(symbol, acting, question.has("min")) for symbol in open_):
        raise OpenHalves([halves(symbol) for symbol in open_], open_[0])
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


def _total(ledger: Ledger, declared: _DeclaredMana) -> Mana:
    now = Mana.of(declared.start, declared.x)
    if row := starting(ledger, ledger.file.start):
        what: Words = Remark(row.say, (ledger.names["special"],))
        rule = row.rule
        for keyword in ledger.question.keywords:
            if ledger.file.keywords[keyword] in ledger.facts and row.when:  # the cost of this keyword is paid
                what, rule = Remark("labelled", (keyword, what)), keyword_key(keyword)
        ledger.step(row.kind, what, str(now), str(now), rule)
    add_up(ledger, _changes(ledger, now, declared), lambda: str(now))
    return now


def _changes(ledger: Ledger, now: Mana, declared: _DeclaredMana) -> dict[str, Iterable[Change]]:
    """Return the changes of each operation; those that look at the amount are made when their turn comes."""
    question, file = ledger.question, ledger.file
    added = []
    for up, symbols in declared.increases:
        label = up.why.lower()
        is_keyword = file.keywords.get(label) == "additional"
        rule = "" if not is_keyword else label if label in file.labels else keyword_key(label)
        added.append(_increase(now, up.why, Mana.of(symbols, declared.x), rule))
    life = declared.extra.get("life", 0)
    paid_life = replace(_increase(now, Remark("kind life"), Mana(extra_life=life)), amount=f"+{life} life")
    casts = amounts.counted(question, "tax") or 0
    if casts and casts % _TAX == 0:
        ledger.read_as.append(Remark("tax read", (casts, casts // _TAX, f"{{{casts}}}")))
    why = Remark("cast once before") if casts == 1 else Remark("cast before", (casts,))

    def least() -> Iterator[Change]:
        if (word := question.one("min")) is not None:
            minimum = amounts.read_count(word, "min")
            missing = max(0, minimum - now.amount)
            said = Remark("at least mana" if missing else "at least already", (minimum,))
            raised = _increase(now, said, Mana(generic=missing))
            yield replace(raised, kind="minimum", amount=f"+{{{missing}}}")

    lowering = sorted(declared.reductions, key=lambda down: down.place)
    return {
        "add": added,
        "tax": [_increase(now, why, Mana(generic=_TAX * casts))] if casts else [],
        "life": [paid_life] if life else [],
        "subtract": [_lowering(ledger, now, down, declared) for down in lowering],
        "least": least(),
    }


def _increase(now: Mana, why: Words, by: Mana, rule: str = "") -> Change:
    def apply() -> tuple[Words, str]:
        now.plus(by)
        return "", rule

    return Change("increase", f"+{by}", apply, why)


def _lowering(ledger: Ledger, now: Mana, down: _Reduction, declared: _DeclaredMana) -> Change:
    """Return a change that lowers a cost, or one part of it; the part that is a special action's is the whole cost."""
    is_own = down.part == ledger.names["special"] != ""
    limit: Words = Remark("own color only") if down.only else ""
    if down.limit is not None:
        limit = Remark("not below mana", (down.limit,))

    def apply() -> tuple[Words, str]:
        if down.part and not is_own:
            return joined("enumerated", _take_off_part(now, down, declared.labelled(down.part)), limit), ""
        return limit, _take_off(now, down)

    return Change("reduce", f"-{Mana.of(down.typed, {})}", apply, down.why, guarded=not is_own)


def _take_off_part(now: Mana, down: _Reduction, part: Mana) -> Words:
    if not part.amount:
        return Remark("no mana in part", (down.part,))
    generic, single = part.generic, Counter(part.single)
    _take_off(part, down)
    now.generic = max(0, now.generic - (generic - part.generic))
    now.single -= single - part.single
    return Remark("of part only", (down.part,))


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


# Paying.


def _with_waterbend(ledger: Ledger, total: Mana, declared: _DeclaredMana) -> dict[ManaSource, int]:
    """Return what can pay for mana; what waterbends pays only for generic mana of the waterbend cost."""
    means = sources(ledger.question)
    if amounts.COUNT.fullmatch(have := ledger.question.one("have") or ""):
        ledger.read_as.append(Remark("mana read", (have,)))
    tapped = amounts.counted(ledger.question, "waterbend")
    bent = declared.labelled("waterbend").generic
    if tapped is None:
        if bent and ledger.question.has("improvise", "convoke"):
            ledger.read_as.append(Remark("waterbend read"))
        return means
    if not bent and ledger.question.kind in ("ability", "effect"):
        bent = total.generic
    if not bent:
        raise Refused("which part of the cost is waterbend? +6:waterbend", "waterbend-part")
    if tapped > bent:
        ledger.say_how("waterbend-part", "waterbend only", bent)
    return {**means, ManaSource("artifact or creature"): min(tapped, bent, total.generic)}


def _pay_mana(ledger: Ledger, total: Mana, means: Mapping[ManaSource, int]) -> tuple[bool | None, ManaPayment | None]:
    """Return whether the mana can be paid, with life if life can pay for a part of it, and how.

    True if the means that were typed pay it, False if no further means could.
    """
    question = ledger.question
    life = amounts.counted(question, "life")
    paid_cost = _with_life_for(ledger, total)
    if amounts.COUNT.fullmatch(question.one("convoke") or "") and total.amount > total.generic:
        ledger.read_as.append(Remark("convoke read"))
    phyrexian = 0 if life is None else paid_cost.phyrexian
    ledger.fact("pays life", when=total.life + total.extra_life + phyrexian)
    if not total.amount + total.life:
        return True, match(total, means, 0) if question.has(*_MANA) else None
    if not question.has("life", *_MANA):
        return None, None
    ledger.fact("pays mana", when=total.amount)
    sure = 0 if life is None else max(0, life - total.extra_life)
    known_means = []
    for there in filtered(question, means):
        known_means.append(there)
        if matched := match(paid_cost, there, sure):
            return True, matched
    return _unpaid_mana(ledger, paid_cost, known_means, life), None


# Complexity: mana and life may each be unknown.
def _unpaid_mana(
    ledger: Ledger, total: Mana, known_means: Sequence[Mapping[ManaSource, int]], life: int | None
) -> bool | None:
    """Enter why the known means do not pay for the mana; return False if no other can, None if more can.

    If `life` is None, the player may have more life. Without `--have` and `--snow` they may have more mana: they have
    named convoke or the like, which pays for a part of the cost, and no mana.
    """
    spare = (_UNLIMITED if life is None else life) - total.extra_life
    if ledger.question.has(*_MANA):
        with_life = [paid.life for there in known_means if (paid := match(total, there, max(0, spare)))]
        if with_life:
            ledger.say_how("life", "payable with life", min(with_life))
            return None
        if ledger.question.has("have", "snow"):
            _say_mana_short(ledger, total, max(sum(there.values()) for there in known_means), spare)
            return False
    if life is not None and spare < total.life:
        ledger.say_how("life", "kind needed", Remark("kind life"), total.life + total.extra_life, life)
        ledger.fact("short")
        return False
    if ledger.question.has(*_MANA):
        symbols = {*total.single, *total.undecided}
        has_choice = any(sum(map(source.pays, symbols)) > 1 for source in known_means[0])
        caption = "left for example" if has_choice else "left with mana"
        ledger.say_how("pay", caption, str(unpaid(total, known_means[0])))
    return None


def _with_life_for(ledger: Ledger, total: Mana) -> Mana:
    """Return the total with each symbol that `--life-for` lets 2 life pay for as a Phyrexian one."""
    colours = (ledger.question.one("life-for") or "").upper()
    if not set(colours) <= set(mana.COLOURS):
        raise Refused(f"--life-for {shorten(colours)!r}: the colors for which 2 life may pay, --life-for B")
    undecided = [*total.undecided, *(f"{colour}/P" for colour in colours for _ in range(total.single[colour]))]
    single = Counter({symbol: number for symbol, number in total.single.items() if symbol not in colours})
    return replace(total, single=single, undecided=undecided)


def _say_mana_short(ledger: Ledger, total: Mana, there: int, life: int) -> None:
    if total.life > life:
        ledger.say_how("life", "life for symbols", total.life, max(0, life))
        ledger.fact("short")
    elif there < total.amount:
        ledger.say_how("enough", "mana short even so" if total.phyrexian else "mana short", total.amount, there)
    else:
        ledger.say_how("enough", "mana of wrong kinds")
