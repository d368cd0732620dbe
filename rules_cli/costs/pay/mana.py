"""Find a way to pay mana: with mana, and with creatures, artifacts or cards that pay for it.

Every symbol needs its own mana, so whether a cost can be paid is a matching and not a count. Symbols that must be paid
by their kind (colours, {C}, {S}, two-colour hybrids) are matched first. A Phyrexian symbol is matched or costs 2 life,
a {2/W} is matched or costs two mana of any kind, and generic mana takes the rest. The way to pay with the least life is
found, and of those the one with the least mana.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs.amounts import COUNT, Amount, counted, letters_in, listed
from rules_cli.costs.answer import Way
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.costs.mana import COLOURS, Symbols, amount_of, is_phyrexian, mana_in, read_mana, symbols_for_life
from rules_cli.costs.pay.matching import flows, network, pipe, push

_MADE = re.compile(r"\{?([WUBRGCA](?:/[WUBRGCA]){0,5})\}?", re.IGNORECASE)
_COUNTED = {"improvise": "artifact", "delve": "card", "assist": "assistant"}
_BY_MANA = "Phyrexian symbols paid by mana"
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
        if self.types == {*COLOURS, "C"}:
            return "any"
        return "A" if self.types == set(COLOURS) else "/".join(each for each in "CWUBRG" if each in self.types)


@dataclass(frozen=True, slots=True)
class ManaPayment:
    """A way to pay: the sources that pay for each symbol ("" is generic mana), the life paid, the sources left."""

    paid: Mapping[str, Mapping[ManaSource, int]]
    life: int
    left: Mapping[ManaSource, int]


# Complexity: one case for each option.
def sources(question: CostQuestion) -> dict[ManaSource, int]:
    """Return what can pay for mana, in the order in which generic mana takes it: mana first, scarcer things last."""
    found: Counter[ManaSource] = Counter()
    have = question.one("have")
    if COUNT.fullmatch(have or ""):
        found[ManaSource("mana", frozenset(COLOURS + "C"))] = int(have or 0)
    else:
        found.update(ManaSource("mana", types) for types in _made_mana(question, have, "have"))
    found.update(ManaSource("snow", types, snow=True) for types in _made_mana(question, question.one("snow"), "snow"))
    creatures = question.one("convoke") or ""
    if is_count := COUNT.fullmatch(creatures):
        found[ManaSource("creature")] = int(creatures)
    for word in () if is_count else listed(question, "convoke"):
        creature = frozenset(word.upper())
        if not creature or not creature <= set(COLOURS + "C"):
            raise Refused("unreadable", word, "--convoke W,WG,C, --convoke 2")
        found[ManaSource("creature", creature - {"C"})] += 1
    for option, kind in _COUNTED.items():
        found[ManaSource(kind)] = counted(question, option) or 0
    return dict(found)


def filtered(question: CostQuestion, means: Mapping[ManaSource, int]) -> Iterator[dict[ManaSource, int]]:
    """Yield what there is to pay with after using any of the sources that cost mana, each once at the most.

    `--filter W/U>WW|WU|UU` is one that takes W or U and makes two mana of one of these kinds. The first value is
    `means` itself. Grows with the orders of the sources and the ways to pay for each.
    """
    filters = [_read_filter(question, word) for word in question.each("filter")]
    waiting = deque([(dict(means), (1 << len(filters)) - 1)])
    seen: set[tuple[frozenset[tuple[ManaSource, int]], int]] = set()
    while waiting:
        there, unused = waiting.popleft()
        yield there
        for at, (takes, makes) in enumerate(filters):
            for left in _spent(there, takes) if unused >> at & 1 else ():
                for made in makes:
                    after, rest = dict(Counter(left) + Counter(made)), unused & ~(1 << at)
                    state = frozenset(after.items()), rest
                    if state not in seen:
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
    made = [[ManaSource("mana", types) for types in _made_mana(question, each, "filter")] for each in makes.split("|")]
    return tuple(one for symbol in symbols for one in (["1"] * int(symbol) if symbol.isdecimal() else [symbol])), made


def _spent(there: Mapping[ManaSource, int], takes: Symbols) -> Iterator[dict[ManaSource, int]]:
    if not takes:
        yield dict(there)
        return
    first, rest = takes[0], takes[1:]
    for source, number in there.items():
        if number and source.is_mana and (first == "1" or source.pays(first)):
            yield from _spent({**there, source: number - 1}, rest)


def _made_mana(question: CostQuestion, typed: str | None, option: str) -> Iterator[frozenset[str]]:
    """Yield the colours or C that each mana may be, of the mana that can be made: `WU`, `W/U`, `A`, `Plains`."""
    lands = question.file.values["have"]
    words = [] if (typed or "none").lower() == "none" else re.split(r"[ ,]+", (typed or "").lower())
    text = "".join(lands.get(word, lands.get(word.removesuffix("s"), word)) for word in words)
    at = 0
    while at < len(text):
        token = _MADE.match(text, at)
        if not token:
            raise Refused("unreadable", typed, f"--{option} WWUC, CCC, W/U, A" + ", --snow WU" * (option == "have"))
        yield frozenset(token[1].upper().replace("/", "").replace("A", COLOURS))
        at = token.end()


def way(matched: ManaPayment) -> Way:
    """Return a payment in words, and each part of it."""
    order = ("S", "C", *COLOURS)
    parts: list[Words] = []
    payments: list[dict[str, Any]] = []
    for symbol in sorted(matched.paid, key=lambda each: (not each, order.index(each) if each in order else 9, each)):
        by = matched.paid[symbol]
        number = sum(by.values())
        if by:
            written = f"{{{symbol}}}" * number if symbol else f"{{{number}}}"
            parts.append(Remark("paid with", (written, _names(by))))
        for source, times in by.items():
            paid_for = {"symbol": f"{{{symbol}}}" if symbol else "generic"}
            payments.append({**paid_for, "source": source.kind, "types": source.letters, "number": times})
    if matched.life:
        parts.append(Remark("life paid", (matched.life,)))
        payments.append({"symbol": "life", "source": "life", "number": matched.life})
    spare = {source: number for source, number in matched.left.items() if source.is_mana}
    left = _names(spare) or Remark("no mana")
    return Way(joined("semicolon", *parts) or Remark("nothing paid"), left, tuple(payments))


def _names(sources: Mapping[ManaSource, int]) -> Words:
    """Return sources in words: `W W/U, 2 creatures (G)`."""
    names: list[Words] = []
    for source, number in sources.items():
        if source.is_mana:
            mana = " ".join([source.letters] * number)
            names.append(Remark("snow mana", (mana,)) if source.snow else mana)
        else:
            name = Remark(f"source {source.kind}" if number == 1 else f"sources {source.kind}", (number,))
            names.append(Remark("of colors", (name, source.letters)) if source.letters else name)
    return joined("enumerated", *names)


def match(cost: Amount, means: Mapping[ManaSource, int], life: int) -> ManaPayment | None:
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


def unpaid(cost: Amount, means: Mapping[ManaSource, int]) -> Amount:
    """Return the mana that is left to pay after these sources paid for as much as they can, symbols of a kind first."""
    return _pay(cost, means, symbols_for_life(cost))[1]


def _pay(
    cost: Amount, means: Mapping[ManaSource, int], by_mana: int
) -> tuple[dict[str, dict[ManaSource, int]], Amount]:
    """Return what pays for each symbol if `by_mana` Phyrexian symbols are paid with mana, and the mana left to pay."""
    need = Counter({symbol: number for symbol, number in cost.items() if number and symbol not in ("", "life")})
    paid = _matched(need, means, by_mana)
    missing = need - Counter({symbol: sum(by.values()) for symbol, by in paid.items()})
    by_life = symbols_for_life(need) - by_mana
    spare, generic = _left(means, paid), cost[""]
    for symbol in list(missing.elements()):
        if is_phyrexian(symbol) and by_life:
            by_life -= 1
            missing[symbol] -= 1
        elif symbol.startswith("2/") and sum(spare.values()) > generic:
            missing[symbol] -= 1
            generic += 2
    paid[""] = {}
    for source, number in spare.items():
        if generic:
            paid[""][source] = min(number, generic)
            generic -= paid[""][source]
    missing[""] = generic
    return paid, missing


def _matched(
    need: Mapping[str, int], means: Mapping[ManaSource, int], by_mana: int
) -> dict[str, dict[ManaSource, int]]:
    """Return the sources that pay for symbols of a kind, as many symbols as possible, {2/W} last."""
    pipes = network(need, means, ManaSource.pays)
    for symbol, number in need.items():
        if not symbol.startswith("2/"):
            pipe(pipes, symbol, _BY_MANA if is_phyrexian(symbol) else "sink", number)
    pipe(pipes, _BY_MANA, "sink", by_mana)
    push(pipes)
    for symbol, number in need.items():
        if symbol.startswith("2/"):
            pipe(pipes, symbol, "sink", number)
    push(pipes)
    return flows(pipes, need, means)


def _left(means: Mapping[ManaSource, int], paid: Mapping[str, Mapping[ManaSource, int]]) -> dict[ManaSource, int]:
    used: Counter[ManaSource] = Counter()
    for sources in paid.values():
        used.update(sources)
    return {source: number - used[source] for source, number in means.items() if number > used[source]}
