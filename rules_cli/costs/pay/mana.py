"""Find a way to pay mana: with mana, and with creatures, artifacts or cards that pay for it.

Every symbol needs its own mana, so whether a cost can be paid is a matching and not a count. Symbols that must be paid
by their kind (colours, {C}, {S}, two-colour hybrids) are matched first. A Phyrexian symbol is matched or costs 2 life,
a {2/W} is matched or costs two mana of any kind, and generic mana takes the rest. The way to pay with the least life is
found, and of those the one with the least mana.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs.amounts import COUNT, Amount, add_up, counted, letters_in, listed
from rules_cli.costs.answer import CostAnswer, Sentence, Way, enough
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.costs.mana import (
    COLOURS,
    Symbols,
    amount_of,
    is_phyrexian,
    mana_in,
    read_mana,
    symbols_for_life,
    written,
)
from rules_cli.costs.pay.matching import Matching

_MADE = re.compile(r"\{?([WUBRGCA](?:/[WUBRGCA]){0,5})\}?", re.IGNORECASE)
_COUNTED = {"improvise": "artifact", "delve": "card", "assist": "assistant"}
_MANA = ("have", "snow", "filter", "assist", "waterbend", "convoke", "delve", "improvise")
_ANY = frozenset(COLOURS + "C")
_UNLIMITED = 10**9  # life of a player of whom nothing was said
_MOST_TAKEN = 3  # mana that a source takes; real ones take one or two
_MOST_POOLS = 500  # sets of mana after using sources that cost mana; matching each takes about a second in all


class ManaSource(NamedTuple):
    """Something that pays for one mana, such as an artifact (`kind`). `types` are the colours or C that it can pay
    (none: generic only), `snow` whether it can pay {S}. A creature never pays {C}."""

    kind: str
    types: frozenset[str] = frozenset()
    snow: bool = False

    def pays(self, symbol: str) -> bool:
        """Whether it can pay this symbol, other than as generic mana."""
        return self.snow if symbol == "S" else bool(self.types & set(symbol.split("/")))

    @property
    def is_mana(self) -> bool:
        """Whether it is mana, and not something that is tapped or exiled to pay."""
        return self.kind in ("mana", "snow")

    @property
    def letters(self) -> str:
        """The types: `W/U`, `A` for any color."""
        known = {_ANY: "any", frozenset(COLOURS): "A"}
        return known.get(self.types) or "/".join(each for each in "CWUBRG" if each in self.types)


Means = Mapping[ManaSource, int]
"""How many there are of each source."""


class ManaPayment(NamedTuple):
    """A way to pay: the sources that pay for each symbol ("" is generic mana), the life paid, the sources left."""

    paid: Mapping[str, Means]
    life: int
    left: Means


def pay(answer: CostAnswer, total: Amount, costs: Mapping[str, int]) -> None:
    """Enter whether the mana can be paid, with life if life can pay for a part of it, and whether life and cards in
    hand pay for the extra costs."""
    answer.enter(nothing=not (total.total() or costs))
    met, matched = _pay_mana(answer, total, costs["life"])
    answer.parts.append(met)
    answer.met["life"] = enough(counted(answer.question, "life"), costs["life"])
    answer.check_hand(costs)
    if not matched:
        return
    by_mana = Counter({symbol: sum(by[each] for each in by if each.is_mana) for symbol, by in matched.paid.items()})
    if by_mana.total() < sum(sum(by.values()) for by in matched.paid.values()):
        answer.say_owed("owed in mana", written(by_mana))
    answer.pay.append(way(matched))
    if total.total() or costs:
        answer.paying.append(Sentence(Remark("pay mana", (answer.pay[0].pay, answer.pay[0].left)), "pay"))


# Complexity: mana, life and what pays in their place may each be missing.
def _pay_mana(answer: CostAnswer, total: Amount, besides: int) -> tuple[bool | None, ManaPayment | None]:
    """Return whether the mana can be paid, and how; `besides` is life that is paid for something else.

    True if the means that were typed pay it, False if no further means could.
    """
    question, life = answer.question, counted(answer.question, "life")
    means = _with_waterbend(answer, total)
    colours = (question.one("life-for") or "").upper()
    if not set(colours) <= set(COLOURS):
        raise Refused("unreadable", f"--life-for {colours}", "--life-for B")
    cost = add_up((f"{symbol}/P" if symbol and symbol in colours else symbol, total[symbol]) for symbol in total)
    cost["life"] -= besides
    if COUNT.fullmatch(question.one("convoke") or "") and mana_in(total) > total[""]:
        answer.remarks.append(Remark("convoke read"))
    answer.enter(pays_life=total["life"] or (life is not None and symbols_for_life(cost)))
    if life is not None and not (besides or total["life"] or symbols_for_life(cost)):
        answer.say_unused("life")
    if not cost.total():
        return True, match(cost, means, 0) if question.has(*_MANA) else None
    if not question.has("life", *_MANA):
        return None, None
    answer.enter(pays_mana=mana_in(cost))
    known_means = []
    for there in filtered(question, means):
        known_means.append(there)
        if matched := match(cost, there, 0 if life is None else max(0, life - besides)):
            return True, matched
    return _unpaid_mana(answer, cost, known_means, life, besides), None


# Complexity: mana and life may each be unknown.
def _unpaid_mana(
    answer: CostAnswer, cost: Amount, known_means: Sequence[Means], life: int | None, besides: int
) -> bool | None:
    """Enter why the known means do not pay for the mana; return False if no other can, None if more can.

    Without `life` in the question, the player may have enough of it. Without `--have` and `--snow`, the same holds for
    mana: the question names only means for a part of the cost, such as convoke.
    """
    has_mana, spare = answer.question.has(*_MANA), (_UNLIMITED if life is None else life) - besides
    with_life = [paid.life for there in known_means if (paid := match(cost, there, max(0, spare)))]
    if has_mana and with_life:
        answer.say_how("life", "payable with life", min(with_life))
        return None
    if has_mana and answer.question.has("have", "snow"):
        most = max(known_means, key=lambda each: sum(each.values()))
        there, missing = sum(most.values()), +_pay(cost, most, symbols_for_life(cost))[1]
        needed = there + missing[""] if missing.keys() == {""} else mana_in(cost)  # {2/W} without white is {2}
        if cost["life"] > spare:
            answer.say_how("life", "life for symbols", cost["life"], max(0, spare))
            answer.enter("short")
        elif there < needed:
            answer.say_how("enough", "mana short even so" if symbols_for_life(cost) else "mana short", needed, there)
        else:
            answer.say_how("enough", "mana of wrong kinds")
        return False
    if life is not None and spare < cost["life"]:
        answer.say_how("life", "kind needed", Remark("kind life"), cost["life"] + besides, life)
        answer.enter("short")
        return False
    if has_mana:
        has_choice = any(sum(map(source.pays, cost.keys() - {"", "life"})) > 1 for source in known_means[0])
        left = _pay(cost, known_means[0], symbols_for_life(cost))[1]
        answer.say_owed("left for example" if has_choice else "left with mana", written(left))
    return None


def _with_waterbend(answer: CostAnswer, total: Amount) -> Means:
    """Return what can pay for mana; what waterbends pays only for generic mana of the waterbend cost."""
    question, means = answer.question, sources(answer.question)
    if figures := re.findall("[0-9]+", question.one("have") or ""):
        answer.remarks.append(Remark("mana read", (sum(map(int, figures)),)))
    tapped, bent = counted(question, "waterbend"), answer.numbers["waterbend"]
    if tapped is None:
        if bent and question.has("improvise", "convoke"):
            answer.remarks.append(Remark("waterbend read"))
        return means
    if question.kind in ("ability", "effect"):
        bent = bent or total[""]
    if not bent:
        raise Refused("goes with", "--waterbend", "+6:waterbend", rule="waterbend-part")
    if tapped > bent:
        answer.say_how("waterbend-part", "waterbend only", bent)
    return {**means, ManaSource("artifact or creature"): min(tapped, bent, total[""])}


# Complexity: one case for each option.
def sources(question: CostQuestion) -> Means:
    """Return what can pay for mana, in the order in which generic mana takes it: mana first, scarcer things last."""
    found: Counter[ManaSource] = Counter()
    for option in ("have", "snow"):
        for types, number in _made_mana(question, question.one(option) or "", option):
            found[ManaSource("mana" if option == "have" else "snow", types, option == "snow")] += number
    creatures = question.one("convoke") or ""
    if is_count := COUNT.fullmatch(creatures):
        found[ManaSource("creature")] = int(creatures)
    for word in () if is_count else listed(question, "convoke"):
        if not word or not set(word.upper()) <= _ANY:
            raise Refused("unreadable", word, "--convoke W,WG,C, --convoke 2")
        is_one = len({*word.upper()}) == len(word)  # `WG` has two colors, `WW` are two creatures
        for colors in (word,) if is_one else word:
            found[ManaSource("creature", frozenset(colors.upper()) - {"C"})] += 1
    found.update({ManaSource(kind): counted(question, option) or 0 for option, kind in _COUNTED.items()})
    return dict(found)


# Complexity: each source may take each mana that fits, and make each kind.
def filtered(question: CostQuestion, means: Means) -> Iterator[Means]:
    """Yield what there is to pay with after using any of the sources that cost mana, each once at the most.

    `--filter W/U>WW|WU|UU` is one that takes W or U and makes two mana of one of these kinds. The first value is
    `means` itself. Grows with the orders of the sources and the ways to pay for each.
    """
    filters = [_read_filter(question, word) for word in question.each("filter")]
    waiting = [(Counter(means), frozenset(range(len(filters))))]
    seen = set()
    for there, unused in waiting:
        yield there
        for at in sorted(unused):
            takes, makes = filters[at]
            fitting = ([each for each in there if each.is_mana and (one == "1" or each.pays(one))] for one in takes)
            for taken, made in product(map(Counter, product(*fitting)), makes):
                after, rest = there - taken + Counter(made), unused - {at}
                if taken <= there and (state := (frozenset(after.items()), rest)) not in seen:
                    seen.add(state)
                    waiting.append((after, rest))
            if len(seen) > _MOST_POOLS:
                raise Refused("too many", "--filter", _MOST_POOLS)


def _read_filter(question: CostQuestion, word: str) -> tuple[Symbols, list[list[ManaSource]]]:
    """Return the mana that a source takes, and the kinds of mana that it may make for it."""
    takes, _, makes = word.partition(">")
    if not takes or not makes:
        raise Refused("unreadable", word, "--filter 'W/U>WW|WU|UU'")
    symbols = read_mana(takes)
    if letters_in(symbols) or mana_in(amount_of(symbols)) > _MOST_TAKEN:
        raise Refused("too many", f"--filter {word}", _MOST_TAKEN)
    made = [
        [ManaSource("mana", types) for types, number in _made_mana(question, each, "filter") for _ in range(number)]
        for each in makes.split("|")
    ]
    return tuple(one for symbol in symbols for one in (["1"] * int(symbol) if symbol.isdecimal() else [symbol])), made


def _made_mana(question: CostQuestion, typed: str, option: str) -> Iterator[tuple[frozenset[str], int]]:
    """Yield the colours or C that mana may be, and how much, of the mana that can be made: `WU`, `W/U`, `A`, `Plains`.

    A number is mana of any type: `UU1` is two blue and one of any type.
    """
    lands = question.file.values["have"]
    words = [] if typed.lower() in ("", "none") else re.split(r"[ ,]+", typed.lower())
    text = "".join(lands.get(word, lands.get(word.removesuffix("s"), word)) for word in words)
    at = 0
    while at < len(text):
        token = _MADE.match(text, at)
        if option == "have" and (figures := COUNT.match(text, at)):
            token = figures
            yield _ANY, int(figures[0])
        elif token:
            yield frozenset(token[1].upper().replace("/", "").replace("A", COLOURS)), 1
        else:
            raise Refused("unreadable", typed, f"--{option} WWUC, CCC, W/U, A" + ", --snow WU" * (option == "have"))
        at = token.end()


# Complexity: one case for each part of a payment.
def way(matched: ManaPayment) -> Way:
    """Return a payment in words, and each part of it."""
    order = ("S", "C", *COLOURS)
    parts: list[Words] = []
    payments: list[dict[str, Any]] = []
    for symbol in sorted(matched.paid, key=lambda each: (not each, order.index(each) if each in order else 9, each)):
        by = matched.paid[symbol]
        number = sum(by.values())
        if by:
            symbols = f"{{{symbol}}}" * number if symbol else f"{{{number}}}"
            parts.append(Remark("paid with", (symbols, _names(by))))
        for source, times in by.items():
            paid_for = {"symbol": f"{{{symbol}}}" if symbol else "generic"}
            payments.append({**paid_for, "source": source.kind, "types": source.letters, "number": times})
    if matched.life:
        parts.append(Remark("life paid", (matched.life,)))
        payments.append({"symbol": "life", "source": "life", "number": matched.life})
    paying = {source for by in matched.paid.values() for source in by}
    if len(parts) > 1 and not matched.life and all(source.letters == "any" and not source.snow for source in paying):
        parts = [Remark("any mana", (sum(sum(by.values()) for by in matched.paid.values()),))]
    spare = {source: number for source, number in matched.left.items() if source.is_mana}
    left = _names(spare) or Remark("no mana")
    return Way(joined("semicolon", *parts) or Remark("nothing paid"), left, tuple(payments))


def _names(sources: Means) -> Words:
    """Return sources in words: `W W/U, 2 creatures (G)`."""
    names: list[Words] = []
    for source, number in sources.items():
        name: Words = Remark(f"source {source.kind}" if number == 1 else f"sources {source.kind}", (number,))
        if source.is_mana:
            is_any = source.letters == "any"
            name = Remark("any mana", (number,)) if is_any else " ".join([source.letters] * number)
            name = Remark("snow mana", (name,)) if source.snow else name
        elif source.letters:
            name = Remark("of colors", (name, source.letters))
        names.append(name)
    return joined("enumerated", *names)


def match(cost: Amount, means: Means, life: int) -> ManaPayment | None:
    """Return the way to pay with the least life, then the least mana; None if the cost can't be paid.

    `means` has the number of each source, in the order in which they should pay for generic mana.
    """
    if life < cost["life"]:
        return None
    phyrexian = symbols_for_life(cost)
    fewest = max(0, phyrexian - (life - cost["life"]) // 2)
    for by_mana in range(phyrexian, fewest - 1, -1):  # the more symbols are paid by mana, the less life
        paid, missing = _pay(cost, means, by_mana)
        if not mana_in(missing):
            return ManaPayment(paid, cost["life"] + 2 * (phyrexian - by_mana), _left(means, paid))
    return None


# Complexity: symbols are paid in three ways.
def _pay(cost: Amount, means: Means, by_mana: int) -> tuple[dict[str, Counter[ManaSource]], Amount]:
    """Return what pays for each symbol if `by_mana` Phyrexian symbols are paid with mana, and the mana left to pay."""
    need = Counter({symbol: number for symbol, number in cost.items() if number and symbol not in ("", "life")})
    by_life = symbols_for_life(need) - by_mana
    matching = Matching(means, ManaSource.pays)
    missing: Amount = Counter()
    for symbol in sorted(need, key=lambda each: (each.startswith("2/"), is_phyrexian(each))):  # plain ones first
        number = min(need[symbol], by_mana) if is_phyrexian(symbol) else need[symbol]
        paid = matching.add(symbol, number)
        by_mana -= paid if is_phyrexian(symbol) else 0
        missing[symbol] = need[symbol] - paid
    spare, generic = _left(means, matching.paid), cost[""]
    for symbol in list(missing.elements()):
        if is_phyrexian(symbol) and by_life:
            by_life -= 1
            missing[symbol] -= 1
        elif symbol.startswith("2/") and sum(spare.values()) > generic:
            missing[symbol] -= 1
            generic += 2  # two mana of any kind pay for it
    generic_by: Counter[ManaSource] = Counter()
    for source, number in spare.items():
        generic_by[source] = min(number, generic)
        generic -= generic_by[source]
    missing[""] = generic
    return {symbol: +by for symbol, by in {**matching.paid, "": generic_by}.items()}, missing  # + leaves out zeros


def _left(means: Means, paid: Mapping[str, Means]) -> dict[ManaSource, int]:
    """Return how many are left of each source after what was paid with; none of a source that is used up."""
    used = sum(map(Counter, paid.values()), Counter[ManaSource]())
    return {source: number - used[source] for source, number in means.items() if number > used[source]}
