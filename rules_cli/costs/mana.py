"""Mana in Magic: read the symbols of 107.4, choose halves, count and write them, and find a way to pay them.

A cost is a tuple of symbols, in capitals and without braces: `("2", "W", "W/U", "W/P", "X")`.

Every symbol needs its own mana, so whether a cost can be paid is a matching and not a count. Symbols that must be paid
by their kind (colours, {C}, {S}, two-colour hybrids) are matched first. A Phyrexian symbol is matched or costs 2 life,
a {2/W} is matched or costs two mana of any kind, and generic mana takes the rest. The way to pay with the least life is
found, and of those the one with the least mana. A matching is a flow: pipes lead from sources to symbols.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from rules_cli.costs.amounts import COUNT, LETTERS, counted, listed
from rules_cli.costs.answer import Ledger, Way
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.text import shorten

COLOURS = "WUBRG"
_WRITTEN_ORDER = "SCWUBRG"
_EXAMPLE = "a cost looks like '{2}{W}{U}', 2WU or 2/WW/P"
_TOKEN = re.compile(r"\{([^{}]*)\}|([0-9]+(?:/[A-Z])?|[A-Z](?:/[A-Z]){0,2})", re.IGNORECASE)
_SYMBOL = re.compile(r"[0-9]{1,9}|[XYZWUBRGCSTQE]|[2C]/[WUBRG]|[WUBRG]/P|([WUBRG])/(?!\1)[WUBRG](?:/P)?")
_MADE = re.compile(r"\{?([WUBRGCA](?:/[WUBRGCA]){0,5})\}?|[ ,]+", re.IGNORECASE)
_BY_MANA = "Phyrexian symbols paid by mana"
_LANDS = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G", "wastes": "C"}
_LAND = re.compile(rf"({'|'.join(_LANDS)})s?(?![a-z])", re.IGNORECASE)
ABILITY_SYMBOLS = {"T": "tap", "Q": "untap", "E": "energy"}
"""The symbols of an ability's cost that are no mana, and the kinds of cost that they are."""
_MOST_TAKEN = 3  # mana that a source takes; real ones take one or two
_MOST_POOLS = 500  # sets of mana after using sources that cost mana; matching each takes about a second in all

Symbols = tuple[str, ...]
Pipes = dict[Hashable, dict[Hashable, int]]


def read_symbols(text: str) -> Symbols:
    """Read a cost, with or without braces. Raises Refused, which names an unknown symbol."""
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise Refused(f"{shorten(text)!r} can't be read as mana: {_EXAMPLE}")
        found.append(_read_symbol(token[2] or token[1], in_braces=token[2] is None))
        at = token.end()
    if not found:
        raise Refused(f"no mana is typed: {_EXAMPLE}")
    return tuple(found)


def _read_symbol(typed: str, in_braces: bool) -> str:
    """Return a symbol in capitals; raises Refused if 107.4 does not list it."""
    symbol = typed.strip().upper()
    if _SYMBOL.fullmatch(symbol):
        return symbol
    number, slash, half = symbol.partition("/")
    if not in_braces and slash and number.isdecimal() and number.endswith("2") and half in tuple(COLOURS):
        raise Refused(f"{symbol} may be two symbols: write {{{number[:-1]}}}{{2/{half}}}")
    if number.isdecimal() and len(number) > 9:
        raise Refused(f"{shorten(number)} has more than 9 digits: {_EXAMPLE}")
    raise Refused(f"there is no symbol {{{shorten(symbol)}}}: {_EXAMPLE}", "mana-symbols")


def read_mana(text: str) -> Symbols:
    """Read a cost of mana alone. Raises Refused for {T}, {Q} and {E}, too."""
    mana, others = parted(read_symbols(text))
    if others:
        kinds = " or ".join(others)
        raise Refused(f"{shorten(text)!r}: {kinds} is no mana; type --also {next(iter(others))}", "mana-symbols")
    return mana


def parted(symbols: Symbols) -> tuple[Symbols, dict[str, int]]:
    """Return the mana among symbols, and the number of each other kind of cost, `{"tap": 1}`."""
    others = Counter(ABILITY_SYMBOLS[symbol] for symbol in symbols if symbol in ABILITY_SYMBOLS)
    return tuple(symbol for symbol in symbols if symbol not in ABILITY_SYMBOLS), dict(others)


def halves(symbol: str) -> tuple[str, ...]:
    """Return the ways to pay a symbol: `("W", "life")` for W/P; empty for a symbol that is paid in one way."""
    return tuple("life" if half == "P" else half for half in symbol.split("/")) if "/" in symbol else ()


def is_phyrexian(symbol: str) -> bool:
    """Whether life can pay for it."""
    return symbol.endswith("/P")


def cite_halves(ledger: Ledger, symbols: Iterable[str], hybrid: str, phyrexian: str) -> None:
    """Cite the rules of the hybrid and the Phyrexian symbols among these."""
    open_ = list(filter(halves, symbols))
    ledger.cite(hybrid, when=not all(map(is_phyrexian, open_)))
    ledger.cite(phyrexian, when=any(map(is_phyrexian, open_)))


def letters(cost: Iterable[str]) -> set[str]:
    """Return the letters X, Y, Z in a cost."""
    return set(cost) & set(LETTERS)


@dataclass(slots=True)
class Mana:
    """A cost while it is worked out: generic mana, symbols of one kind, undecided symbols as typed, life paid for
    symbols, and life besides."""

    generic: int = 0
    single: Counter[str] = field(default_factory=Counter)
    undecided: list[str] = field(default_factory=list)
    life: int = 0
    extra_life: int = 0

    @classmethod
    def of(cls, cost: Iterable[str], x: Mapping[str, int]) -> Mana:
        """Return these symbols as a cost."""
        made = cls()
        made.add(cost, x)
        return made

    def add(self, cost: Iterable[str], x: Mapping[str, int]) -> None:
        """Add these symbols; a chosen half is a symbol, or `life`."""
        for symbol in cost:
            if symbol == "life":
                self.life += 2
            elif symbol in LETTERS or symbol.isdecimal():
                self.generic += x[symbol] if symbol in LETTERS else int(symbol)
            elif "/" in symbol:
                self.undecided.append(symbol)
            else:
                self.single[symbol] += 1

    @property
    def amount(self) -> int:
        """The amount of mana; life is not mana."""
        return self.generic + self.single.total() + len(self.undecided)

    @property
    def value(self) -> int:
        """The mana value by 202.3: a hybrid counts by its larger half, a Phyrexian symbol 1."""
        return self.amount + sum(symbol.startswith("2/") for symbol in self.undecided)

    @property
    def phyrexian(self) -> int:
        """The number of symbols that life can pay for."""
        return sum(map(is_phyrexian, self.undecided))

    def __str__(self) -> str:
        """Return generic, {S}, {C}, W U B R G, undecided symbols as typed; `{0}` if no mana; then the life."""
        singles = [f"{{{symbol}}}" * self.single[symbol] for symbol in _WRITTEN_ORDER]
        undecided = [f"{{{symbol}}}" for symbol in self.undecided]
        generic = [f"{{{self.generic}}}"] if self.generic else []
        mana = "".join([*generic, *singles, *undecided]) or "{0}"
        life = self.life + self.extra_life
        return f"{mana} + {life} life" if life else mana


def choose_halves(costs: Sequence[Symbols], choices: Sequence[str]) -> list[Symbols]:
    """Replace each hybrid or Phyrexian symbol in the costs, left to right, with the half chosen for it.

    Raises Refused (key `half`) if the number of choices differs from that of symbols, or a choice is not a half.
    """
    open_ = list(filter(halves, chain.from_iterable(costs)))
    if len(open_) != len(choices):
        named = ", ".join(f"{{{symbol}}}" for symbol in open_) or "none"
        raise Refused(f"--choose has {len(choices)} halves for {len(open_)} symbols ({shorten(named)})", "half")
    chosen = []
    for symbol, choice in zip(open_, choices, strict=True):
        half = {half.lower(): half for half in halves(symbol)}.get(choice.strip().lower())
        if half is None:
            raise Refused(f"{shorten(choice)!r} is not a half of {{{symbol}}}: {' or '.join(halves(symbol))}", "half")
        chosen.append(half)
    queue = iter(chosen)
    return [tuple(next(queue) if halves(symbol) else symbol for symbol in cost) for cost in costs]


# What can pay.


class ManaSource(NamedTuple):
    """Something that pays for one mana, such as an artifact (`kind`). `types` are the colours or C that it can pay
    (none: generic only), `snow` whether it can pay {S}. A creature never pays {C}."""

    kind: str
    types: frozenset[str] = frozenset()
    snow: bool = False

    def pays(self, symbol: str) -> bool:
        """Whether it can pay this symbol, other than as generic mana."""
        return self.snow if symbol == "S" else bool(self.types & set(symbol.split("/")))


@dataclass(frozen=True, slots=True)
class ManaPayment:
    """A way to pay: the sources that pay for each symbol ("" is generic mana), the life paid, the sources left."""

    paid: Mapping[str, Mapping[ManaSource, int]]
    life: int
    left: Mapping[ManaSource, int]


def sources(question: CostQuestion) -> dict[ManaSource, int]:
    """Return what can pay for mana, in the order in which generic mana takes it: mana first, scarcer things last."""
    found: Counter[ManaSource] = Counter()
    found.update(ManaSource("mana", types) for types in _made_mana(question.one("have"), "have"))
    found.update(ManaSource("snow", types, snow=True) for types in _made_mana(question.one("snow"), "snow"))
    creatures = question.one("convoke") or ""
    if is_count := COUNT.fullmatch(creatures):
        found[ManaSource("creature")] = int(creatures)
    for word in () if is_count else listed(question, "convoke"):
        creature = frozenset(word.upper())
        if not creature or not creature <= set(COLOURS + "C"):
            good = "--convoke W,WG,C has the colors of each creature, --convoke 2 the number"
            raise Refused(f"--convoke {shorten(word)!r} can't be read: {good}")
        found[ManaSource("creature", creature - {"C"})] += 1
    found[ManaSource("artifact")] = counted(question, "improvise") or 0
    found[ManaSource("card")] = counted(question, "delve") or 0
    found[ManaSource("mana of the assisting player")] = counted(question, "assist") or 0
    return dict(found)


def filtered(question: CostQuestion, means: Mapping[ManaSource, int]) -> Iterator[dict[ManaSource, int]]:
    """Yield what there is to pay with after using any of the sources that cost mana, each once at the most.

    `--filter W/U>WW|WU|UU` is one that takes W or U and makes two mana of one of these kinds. The first value is
    `means` itself. Grows with the orders of the sources and the ways to pay for each.
    """
    filters = [_read_filter(word) for word in question.each("filter")]
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
                    raise Refused("too many ways to use the sources of --filter: leave out what does not help")


def _read_filter(word: str) -> tuple[Symbols, list[list[ManaSource]]]:
    """Return the mana that a source takes, and the kinds of mana that it may make for it."""
    takes, arrow, makes = word.partition(">")
    if not arrow or not takes or not makes:
        raise Refused(
            f"--filter {shorten(word)!r} can't be read: --filter 'W/U>WW|WU|UU' takes W or U and makes two mana"
        )
    symbols = read_mana(takes)
    if letters(symbols) or Mana.of(symbols, {}).amount > _MOST_TAKEN:
        raise Refused(f"--filter {shorten(word)!r}: a source takes at most {_MOST_TAKEN} mana here, and no X")
    made = [[ManaSource("mana", types) for types in _made_mana(each, "filter")] for each in makes.split("|")]
    return tuple(one for symbol in symbols for one in (["1"] * int(symbol) if symbol.isdecimal() else [symbol])), made


def _spent(there: Mapping[ManaSource, int], takes: Symbols) -> Iterator[dict[ManaSource, int]]:
    """Yield the sources left after paying for these symbols, for every way to pay."""
    if not takes:
        yield dict(there)
        return
    first, rest = takes[0], takes[1:]
    for source, number in there.items():
        if number and source.kind in ("mana", "snow") and (first == "1" or source.pays(first)):
            yield from _spent({**there, source: number - 1}, rest)


def _made_mana(typed: str | None, option: str) -> Iterator[frozenset[str]]:
    """Yield the colours or C that each mana may be, of the mana that can be made: `WU`, `W/U`, `A`, `Plains`."""
    text = _LAND.sub(lambda land: _LANDS[land[1].lower()], typed or "none")
    at = 0 if text.lower() != "none" else len(text)
    while at < len(text):
        token = _MADE.match(text, at)
        if not token:
            shown = shorten(text)
            if any(char.isdigit() for char in text):
                raise Refused(f"--{option} {shown!r}: mana has a type, so write CCC for three colorless, not a number")
            if "s" in text.lower() and option == "have":
                raise Refused(f"--have {shown!r}: type the mana of snow sources after --snow, by its type")
            good = f"--{option} WWUC, W/U for either, A for any color"
            raise Refused(f"--{option} {shown!r} can't be read as mana: {good}")
        if token[1]:
            yield frozenset(token[1].upper().replace("/", "").replace("A", COLOURS))
        at = token.end()


def way(matched: ManaPayment) -> Way:
    """Return a payment in words."""
    order = ("S", "C", *COLOURS)
    symbols = sorted(matched.paid, key=lambda each: (not each, order.index(each) if each in order else 9, each))
    paid = []
    for symbol in symbols:
        if by := matched.paid[symbol]:
            number = sum(by.values())
            paid.append(f"{f'{{{symbol}}}' * number if symbol else f'{{{number}}}'} with {_names(by)}")
    life = [f"{matched.life} life"] if matched.life else []
    spare = {source: number for source, number in matched.left.items() if source.kind in ("mana", "snow")}
    return Way("; ".join([*paid, *life]) or "nothing", _names(spare) or "no mana")


def _names(sources: Mapping[ManaSource, int]) -> str:
    """Return sources in words: `W W/U, 2 creatures (G)`."""
    names = []
    for source, number in sources.items():
        types = "A" if source.types == set(COLOURS) else "/".join(c for c in "CWUBRG" if c in source.types)
        if source.kind in ("mana", "snow"):
            names.append(("snow " if source.snow else "") + " ".join([types] * number))
        else:
            plural = "s" if number > 1 and " " not in source.kind else ""
            names.append(f"{number} {source.kind}{plural}" + (f" ({types})" if types else ""))
    return ", ".join(names)


# Matching.


def match(cost: Mana, means: Mapping[ManaSource, int], life: int) -> ManaPayment | None:
    """Return the way to pay with the least life, then the least mana; None if the cost can't be paid.

    `means` has the number of each source, in the order in which they should pay for generic mana.
    """
    if life < cost.life:
        return None
    fewest = max(0, cost.phyrexian - (life - cost.life) // 2)
    for by_mana in range(cost.phyrexian, fewest - 1, -1):  # the more symbols are paid by mana, the less life
        paid, missing = _pay(cost, means, by_mana)
        if not missing.amount:
            return ManaPayment(paid, cost.life + 2 * (cost.phyrexian - by_mana), _left(means, paid))
    return None


def unpaid(cost: Mana, means: Mapping[ManaSource, int]) -> Mana:
    """Return the mana that is left to pay after these sources paid for as much as they can, symbols of a kind first."""
    return _pay(cost, means, cost.phyrexian)[1]


def _pay(cost: Mana, means: Mapping[ManaSource, int], by_mana: int) -> tuple[dict[str, dict[ManaSource, int]], Mana]:
    """Return what pays for each symbol if `by_mana` Phyrexian symbols are paid with mana, and the mana left to pay."""
    paid = _matched(cost, means, by_mana)
    numbers = Counter({symbol: sum(by.values()) for symbol, by in paid.items()})
    undecided = list((Counter(cost.undecided) - numbers).elements())
    for symbol in list(filter(is_phyrexian, undecided))[: cost.phyrexian - by_mana]:
        undecided.remove(symbol)  # life pays for it
    spare, generic = _left(means, paid), cost.generic
    for symbol in [symbol for symbol in undecided if symbol.startswith("2/")]:
        if sum(spare.values()) > generic:
            undecided.remove(symbol)
            generic += 2
    paid[""] = {}
    for source, number in spare.items():
        if generic:
            paid[""][source] = min(number, generic)
            generic -= paid[""][source]
    return paid, Mana(generic, cost.single - numbers, undecided)


def _matched(cost: Mana, means: Mapping[ManaSource, int], by_mana: int) -> dict[str, dict[ManaSource, int]]:
    """Return the sources that pay for symbols of a kind, as many symbols as possible, {2/W} last."""
    pipes = _network(cost, means, by_mana)
    _push(pipes)
    for symbol in cost.undecided:
        if symbol.startswith("2/"):
            _pipe(pipes, symbol, "sink", 1)
    _push(pipes)
    flows = {symbol: pipes.get(symbol, {}) for symbol in {*cost.single, *cost.undecided}}
    return {symbol: {source: flow[source] for source in means if flow.get(source)} for symbol, flow in flows.items()}


def _network(cost: Mana, means: Mapping[ManaSource, int], by_mana: int) -> Pipes:
    """Return pipes from sources to the symbols that they can pay; those of {2/W} do not lead to the sink yet."""
    pipes: Pipes = {"source": {}, "sink": {}}
    need = Counter({symbol: number for symbol, number in cost.single.items() if number})
    need.update(cost.undecided)
    for source, number in means.items():
        _pipe(pipes, "source", source, number)
        for symbol in need:
            if source.pays(symbol):
                _pipe(pipes, source, symbol, number)
    for symbol, number in need.items():
        if not symbol.startswith("2/"):
            _pipe(pipes, symbol, _BY_MANA if is_phyrexian(symbol) else "sink", number)
    _pipe(pipes, _BY_MANA, "sink", by_mana)
    return pipes


def _left(means: Mapping[ManaSource, int], paid: Mapping[str, Mapping[ManaSource, int]]) -> dict[ManaSource, int]:
    """Return the sources that pay for nothing yet."""
    used: Counter[ManaSource] = Counter()
    for sources in paid.values():
        used.update(sources)
    return {source: number - used[source] for source, number in means.items() if number > used[source]}


# Flow.


def _pipe(pipes: Pipes, start: Hashable, end: Hashable, capacity: int) -> None:
    """Lay a pipe, or widen it."""
    pipes.setdefault(start, {})[end] = pipes.get(start, {}).get(end, 0) + capacity
    pipes.setdefault(end, {}).setdefault(start, 0)


def _push(pipes: Pipes) -> None:
    """Send as much as possible from source to sink along shortest paths.

    `pipes` then has the room that is left; the flow in a pipe is the room that its reverse gained. Earlier flow may
    be led another way, but the pipes to the sink never lose any.
    """
    while path := _path(pipes):
        amount = min(pipes[start][end] for start, end in path)
        for start, end in path:
            pipes[start][end] -= amount
            pipes[end][start] += amount


def _path(pipes: Pipes) -> list[tuple[Hashable, Hashable]]:
    """Return the pipes of the shortest path with room left, from the sink back; empty if there is no path."""
    before: dict[Hashable, Hashable] = {"source": "source"}
    queue: deque[Hashable] = deque(["source"])
    while queue and "sink" not in before:
        here = queue.popleft()
        for there, room in pipes[here].items():
            if room and there not in before:
                before[there] = here
                queue.append(there)
    path = []
    end: Hashable = "sink"
    while "sink" in before and end != "source":
        path.append((before[end], end))
        end = before[end]
    return path
