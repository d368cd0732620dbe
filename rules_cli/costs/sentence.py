"""A question about a cost as a sentence: its amounts, its cues, and how near these are.

A cue is a word that says what an amount is for, `reduced` or `in hand`: a phrase of the data files without its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from rules_cli.costs.amounts import LETTERS
from rules_cli.costs.arguments import SLOTS, CostFile, Pattern, cost_words
from rules_cli.costs.tokens import CostToken, are_forms, is_form
from rules_cli.costs.whereabouts import Whose, acted_on, holder, payer, zone_behind

_AS_OFTEN = re.compile(r"x([1-9])|([1-9])x", re.IGNORECASE)
MOST_TIMES = 60
MIXED = re.compile("[0-9]+[A-Za-z]+")  # a cost with a number and letters
_END = CostToken("end", "")
_MOST_SKIPPED = 2  # small words between the words of a phrase, `cards in my hand`
_NEAR = 6  # words between an amount and a word that says whether it is there or paid


class Amount(NamedTuple):
    """An amount: its place and the place after it, the typed words, and its form.

    `values` has the meaning of its words for each option: `two blues` is "3,3" for `hand`. `unit` is the symbol of the
    noun behind a number, `1 chi`. `label` is the label of a change, or the value of an option.
    """

    start: int
    end: int
    text: str
    form: Literal["number", "symbols", "values", "ordinal", "times", "change", "option"]
    sign: str = ""
    values: Mapping[str, str] = {}
    unit: str = ""
    label: str = ""

    @property
    def number(self) -> int:
        """The number, or how many values there are: 3 for `three forests`."""
        return int(self.text) if self.text.isdigit() else len(next(iter(self.values.values()), "").split(","))

    @property
    def is_letter(self) -> bool:
        """Whether it is X, Y or Z alone."""
        return self.text.upper() in tuple(LETTERS)


class Cue(NamedTuple):
    """Words of the question that are a phrase: their place and the place after them, the patterns with these words, and
    the place of the amount between the words (-1 without an amount)."""

    start: int
    end: int
    patterns: tuple[Pattern, ...]
    inner: int = -1

    @property
    def name(self) -> str:
        """The words of the phrase."""
        return self.patterns[0].name

    @property
    def is_thing(self) -> bool:
        """Whether it is a thing that a player gives up, `discard`."""
        return self.patterns[0].meaning.startswith("--also ") and self.patterns[0].meaning != "--also *"


class _Item(NamedTuple):
    """A word for a value with its number, `two blues`: what it is for each option, and as a symbol of a cost."""

    end: int
    number: int | None
    values: Mapping[str, str]
    symbol: str | None

    @property
    def kinds(self) -> set[str]:
        """The options of which it is a value, and "symbols" for one of a cost."""
        return {*self.values, *(["symbols"] if self.symbol is not None else [])}


class _Span(NamedTuple):
    """The first token of a phrase, the token after it, and the token of an amount inside it (-1 without an amount)."""

    start: int
    end: int
    inner: int


class CostSentence:
    """The tokens of a question about one game, with its amounts and cues. `whole` is the sentence in which each word of
    a condition is a token."""

    def __init__(
        self, game: str, file: CostFile, tokens: Sequence[CostToken], whole: CostSentence | None = None
    ) -> None:
        self.game, self.file, self.tokens, self.whole = game, file, tokens, whole or self
        self._keys = [token.key for token in self.tokens]
        self.amounts = list(self._amounts())
        self.cues = list(self._cues())

    # --- tokens

    def token(self, at: int) -> CostToken:
        """Return the token at a place; one of the kind "end" before the first and after the last."""
        return self.tokens[at] if 0 <= at < len(self.tokens) else _END

    def shown(self, start: int = 0, end: int | None = None) -> str:
        """Return tokens as typed."""
        return " ".join(f"{each.sign}{each.text}" for each in self.tokens[max(start, 0) : end])

    def in_class(self, at: int, *names: str) -> bool:
        """Whether the word at a place is of one of these classes of words."""
        key, classes = self._keys[at] if 0 <= at < len(self._keys) else "", self.file.classes
        return any(key in classes[name] for name in names)

    def is_small(self, at: int) -> bool:
        """Whether the word at a place says nothing of a cost."""
        return self.token(at).key in self.file.all_fillers

    def is_stopped(self, start: int, end: int) -> bool:
        """Whether a comma or the like is behind one of the tokens of a range."""
        return any(self.token(at).stop for at in range(start, end))

    def past(self, at: int, *names: str) -> int:
        """Return the first place from a place on with no word of these classes."""
        while self.in_class(at, *names):
            at += 1
        return at

    def clause(self, at: int) -> range:
        """Return the places of the part of the sentence of a place, up to commas, `and` and the like."""

        def ends_part(place: int) -> bool:
            return self.token(place).stop or self.in_class(place, "ands", "conditions")

        start, end = at, at + 1
        while start and not ends_part(start - 1):
            start -= 1
        while end < len(self.tokens) and not ends_part(end - 1):
            end += 1
        return range(start, end)

    @cached_property
    def amount_at(self) -> Mapping[int, Amount]:
        """The amount at each place."""
        return {at: each for each in self.amounts for at in range(each.start, each.end)}

    @cached_property
    def cue_at(self) -> Mapping[int, Cue]:
        """The cue at each place."""
        return {at: each for each in self.cues for at in range(each.start, each.end)}

    def is_stranger(self, at: int) -> bool:
        """Whether the word at a place is unknown: a name, or a word of any language that says nothing of costs."""
        if self.token(at).kind != "word" or at in self.amount_at or at in self.cue_at or self.is_small(at):
            return False
        if self.in_class(at - 1, "each"):  # the thing that is counted: `for each goblin`
            return False
        return not self.is_owns(at) and not self.in_class(
            at, "nouns", "zones", "conditions", "each", "times", "ands", "hand", "none", "negations", "either"
        )

    @cached_property
    def runs(self) -> Sequence[tuple[int, int]]:
        """The place of each row of unknown words, such as a name, and the place after it."""
        runs: list[tuple[int, int]] = []
        for at in filter(self.is_stranger, range(len(self.tokens))):
            is_on = runs and runs[-1][1] == at and not self.token(at - 1).stop
            runs[-1:] = [(runs[-1][0], at + 1)] if is_on else [*runs[-1:], (at, at + 1)]
        return runs

    def is_owns(self, at: int) -> bool:
        """Whether the word at a place only says whose a thing is, `my own`."""
        return self.in_class(at, "owns") and self.in_class(at - 1, "own", "opponents")

    def noun_after(self, amount: Amount) -> str:
        """Return the word that an amount counts, which small words may be before; "" if none follows."""
        at = amount.end
        while self.is_small(at) and not self.in_class(at, "nouns"):
            at += 1
        is_counted = self.token(at).kind == "word" and not self.is_stopped(amount.end - 1, at)
        return self.token(at).key if is_counted else ""

    def zone_after(self, at: int) -> str:
        """Return the zone that follows a place, `in the graveyard`; "" if none does."""
        return zone_behind(self.said, at, self.file.classes, "zones")[0]

    def zone_before(self, at: int) -> str:
        """Return the zone before a place with no comma between, `my memory has 4 cards`; "" if none is."""
        at -= 1
        while (self.is_small(at) or self.in_class(at, "own")) and not self.token(at).stop:
            if self.in_class(at, "using", "ands") or at in self.cue_at:
                break
            at -= 1
        return self.token(at).key if self.in_class(at, "zones") and not self.token(at).stop else ""

    def zone_of(self, amount: Amount) -> str:
        """Return the zone in which the things of an amount are: `in my graveyard` behind them, or `my graveyard has`
        before them; "" if none is said."""
        at = self.past(amount.end, "nouns")
        ends = at, self.cue_at[at].end if at in self.cue_at else at
        is_next = any(self.in_class(end, "zones") for end in ends)  # `have 1 hand 2`, `1 chi floating hand 2`
        if not is_next and (zone := self.zone_after(amount.end)):
            return zone
        return self.zone_before(amount.start)

    @cached_property
    def said(self) -> Sequence[str]:
        """The words, with a comma behind each that ends a part."""
        return [f"{token.key}," if token.stop else token.key for token in self.tokens]

    @cached_property
    def payer(self) -> Whose:
        """Who pays: "other" if another player casts what has a cost, `my opponent casts 3UU`; else "own"."""
        return payer(self.said, self.file.classes)

    def holder(self, start: int, end: int) -> Whose:
        """Return whose the things of some places are, by the words before them or behind them; "" if none say it."""
        before = self.amount_at.get(start - 2) if self.in_class(start - 1, "ands") else None
        found = holder(self.said, start, end, self.file.classes)
        return found or (self.holder(before.start, before.end) if before else "")

    def is_of_another(self, start: int, end: int) -> bool:
        """Whether the things of some places are those of another player than the one who pays."""
        holder = self.holder(start, end)
        return bool(holder) and holder != self.payer

    def on_another(self, amount: Amount) -> range:
        """Return the places of the words of a change of the spells of another player than the one who pays; none if it
        is a change of others."""
        part, keys = self.clause(amount.start), self._keys
        whose, start = acted_on(keys[part.start : amount.start], keys[amount.end : part.stop], self.file.classes)
        is_other = bool(whose) and whose != self.payer
        return range(part.start + start, part.stop) if is_other else range(0)

    def side(self, amount: Amount) -> str:
        """Return "paid" or "there" if words before an amount say that it is paid, or is there to pay with; else ""."""
        for at in range(amount.start - 1, max(-1, amount.start - _NEAR), -1):
            if self.token(at).stop:
                return ""
            if before := self.amount_at.get(at):  # `I have 2 resources and 1 life`
                is_changing = any(self.token(place).key in self.file.change_words for place in range(at, amount.start))
                return self.side(before) if self.in_class(amount.start - 1, "ands") and not is_changing else ""
            for name in ("paid", "there"):
                if self.in_class(at, name):
                    is_of_card = self.in_class(at - 1, "cards") and not self.token(at - 1).stop
                    return "" if is_of_card else name  # what a card has is not there to pay with (`a spell has 3`)
        return ""

    # --- amounts

    def value_at(self, at: int, values: Mapping[str, str]) -> tuple[str, int] | None:
        """Return the value of the words at a place, `snow forest` or `forest`, and the place after; else None."""
        for length in (1,) if self.token(at).stop else (2, 1):
            typed = " ".join(self.token(place).key for place in range(at, at + length))
            for word, value in values.items():
                if word.count(" ") == length - 1 and is_form(word, typed):
                    return value, at + length
        return None

    def _amounts(self) -> Iterator[Amount]:
        at = 0
        while at < len(self.tokens):
            if found := self._amount(at):
                yield found
            at = found.end if found else at + 1

    def _amount(self, at: int) -> Amount | None:
        """Return the amount that begins at a place: an option, a change, how often, values, or figures; else None."""
        token = self.token(at)
        if token.kind in ("option", "change"):
            return Amount(at, at + 1, token.text, token.kind, token.sign, label=token.value)
        if token.sign:  # a word with a sign is no amount
            return None
        if self.in_class(at, "none") and self.counts_before(at + 1):
            return Amount(at, at + 1, "0", "number")
        is_none = token.key == "none" and self.token(at - 1).stop  # `sacrifice a creature, none in play`
        is_figure = token.kind == "amount" and not is_none
        return self._often(at) or self._run(at) or (self._figures(at) if is_figure else None)

    def counts_before(self, at: int) -> bool:
        """Whether the noun at a place is one that is counted, as words before it say: `affinity for elves, 2 elves`,
        `for each elf, no other elves`."""
        at = self.past(at, "others", "joints")
        counted = (
            each.key for place, each in enumerate(self.tokens[:at]) if self.in_class(place - 1, "each", "opening")
        )
        return self.token(at).kind == "word" and any(are_forms(each, self.token(at).key) for each in counted)

    # Complexity: one line for each way to say it.
    def _often(self, at: int) -> Amount | None:
        """Return how often something applies: `twice`, `x2`, `3 times`; None if no such words are at the place."""
        token = self.token(at)
        if times := cost_words().times.get(token.key):
            return Amount(at, at + 1, str(times), "times")
        end = self.clause(at).stop
        is_pair = self.in_class(end - 1, "ands") and self._changes_behind(end)  # `both a tax and a reduction`
        if self.in_class(at, "both") and self._changes_behind(at + 1) and not is_pair:
            return Amount(at, at + 1, "2", "times")
        if at > 0 and token.kind == "amount" and (often := _as_often(token)):  # in front, `x2` is a cost
            return Amount(at, at + 1, str(often), "times")
        is_number = token.text.isdigit() and not (token.value or token.stop)
        return Amount(at, at + 2, token.text, "times") if is_number and self.in_class(at + 1, "times") else None

    def _changes_behind(self, at: int) -> bool:
        """Whether the next word that counts is a change, or an amount with a word for more or less behind it."""
        at = self.past(at, "fillers")
        is_amount = self.token(at).kind == "amount" and self.token(at + 1).key in self.file.change_words
        return is_amount or self.token(at).kind == "change" or self.token(at).key in self.file.change_words

    # Complexity: a number may have symbols behind it, or the noun of one.
    def _figures(self, at: int) -> Amount:
        """Return the amount of a number, an ordinal, or symbols, which may be apart, `2 W U`."""
        token, end = self.token(at), at + 1
        if token.value:
            return Amount(at, end, token.text, "ordinal")
        text = token.text
        is_apart = self.token(at - 1).key in self.file.numbered and self.token(end).text.startswith("{")
        while not is_apart and self._is_symbol(end):  # `suspend 4 {U}` has two amounts
            before = f"{{{text}}}" if text.isdigit() else text  # a number is a symbol by itself
            text, end = before + self.token(end).text, end + 1
        if not text.isdigit():
            return Amount(at, end, text, "symbols")
        has_unit = not (self.file.symbols_apart or self.token(end - 1).stop)
        unit, after = (self.value_at(end, self.file.symbols) if has_unit else None) or ("", end)
        if unit not in ("", "c") and self.token(after).text.isdigit() and not self.is_stopped(end, after):
            unit = "" if not self.is_counting(after) else unit  # `3 action points 0`
        return Amount(at, after if unit == "c" else end, text, "number", unit=unit)  # other nouns may be cues, too

    # Complexity: one line for each way to type a symbol apart.
    def _is_symbol(self, at: int) -> bool:
        """Whether the token at a place is a symbol of the cost before it: `{2}, {T}`, `2 W`."""
        token = self.token(at)
        if token.kind != "amount" or token.text.startswith("{"):
            is_list = self.token(at - 1).text.startswith("{") or not self.token(at - 1).stop  # `{2}, {T}`
            return token.kind == "amount" and is_list
        letters = [each for each in (at - 2, at - 1) if self.token(each).text.upper() in tuple(LETTERS)]
        is_counted = self.is_counting(at) and not self.in_class(at + 1, "joints")
        is_letters = self.file.symbols_apart and (
            "/" in token.text or not token.text[:1].isdigit() or (len(letters) > 1 and not is_counted)  # `X X 2`
        )
        is_again = token.key == self.token(at - 1).key and token.text.upper() in tuple(LETTERS)
        is_other = self.token(at - 1).stop or (token.key in self.file.known_words and not is_again)
        return is_letters and not is_other and not _as_often(token)

    def _run(self, at: int) -> Amount | None:
        """Return a run of words for values, `a red and 2 blues`, or for symbols, `two and a blue`; None if none begins.
        All words of a run have a kind in common."""
        item = self._item(at)
        if item is None:
            return None
        items, kinds, end = [item], item.kinds, item.end
        while (item := self._item(self.past(end, "ands"), is_later=True)) and item.kinds & kinds:
            items.append(item)
            kinds, end = item.kinds & kinds, item.end
        values = {
            name: ",".join(each.values[name] for each in items for _ in range(min(each.number or 1, MOST_TIMES)))
            for name in kinds - {"symbols"}
        }
        is_one = len(items) == 1 and self.is_adjective(end)
        text = self._symbols(at, items) if "symbols" in kinds and not is_one else ""
        return Amount(at, end, text, "values", values=values)

    def is_adjective(self, end: int) -> bool:
        """Whether a noun or a cost at a place makes the word before it an adjective: `a blue card`, `a blue 2UU`."""
        is_noun = self.in_class(end, "nouns") or MIXED.fullmatch(self.token(end).text) is not None
        return is_noun and not self.token(end - 1).stop

    # Complexity: a number may be missing or belong to several symbols.
    def _symbols(self, at: int, items: Sequence[_Item]) -> str:
        """Return the cost of symbols: a number before the first of several is generic, `2 white white`."""
        first, *others = items
        if self.token(at).text.isdigit() and first.symbol and others and not any(each.number for each in others):
            return f"{first.number}" + "".join(each.symbol or "" for each in items)
        generic = sum(each.number or 1 for each in items if not each.symbol)
        return f"{generic or ''}" + "".join((each.symbol or "") * (each.number or 1) for each in items)

    # Complexity: a number may be before the word, behind it, or missing.
    def _item(self, at: int, is_later: bool = False) -> _Item | None:
        """Return the word for a value at a place, with its number; None if none is there. `is_later` is it in a run."""
        symbols, value_words = self.file.symbols if self.file.symbols_apart else {}, self.file.value_words
        if self.in_class(at, "articles") and self._is_in_hand(at + 1):  # `a 3 in hand`
            return _Item(at + 2, 1, {"hand": self.token(at + 1).text}, None)
        number = self._number_before(at)
        start = at if number is None else at + 1
        adjectives = {*self.file.classes["fillers"], "free"} - {*symbols}
        while number and start < at + _MOST_SKIPPED and self.token(start).key in adjectives:
            start += 1  # `two untapped islands`
        if self.is_stopped(at, start):  # `1 floating, red`
            return None
        number = number or self._number_of_all(at)
        tag = self.token(start).key if self.in_class(start, "tags") and not self.token(start).stop else ""
        start += bool(tag)  # `two ice blues`
        value = self.value_at(start, {**value_words, **symbols})
        if value is None or (number is None and not value[0]) or self.in_class(at - 1, "each"):
            return self._item_beside(at, is_later)
        word, end = self.token(start), value[1]
        if number is None and not word.stop and (number := _as_often(self.token(end))):  # `red x2`
            end += 1
        is_plural = word.key.endswith("s") and word.key not in value_words
        if is_plural and number is None and not word.stop:  # `swamps 5`, `forests: 3`
            behind = end + 1 if self.token(end).text == ":" else end
            if self.token(behind).text.isdigit() and not self.is_counting(behind):
                number, end = int(self.token(behind).text), behind + 1
        if is_plural and (number is None or self.in_class(at, "articles")):
            return None  # `the islands`: how many is not said
        has_number = (number or 0) > 1 and not _as_often(self.token(at))
        if has_number and word.key in value_words and not (symbols or word.stop) and self.value_at(end, value_words):
            return None  # `3 blue blue`: the number is a cost
        named = {name: found[0] for name, values in self.file.values.items() if (found := self.value_at(start, values))}
        if not (tag or self.is_stopped(start, end)) and self.in_class(end, "tags"):  # `blue ice`
            tag, end = self.token(end).key, end + 1
        named = {name: f"{value}:{tag}" for name, value in named.items()} if tag else named
        symbol = self.value_at(start, symbols)
        return _Item(end, number, named, symbol[0] if symbol else None)

    def _is_in_hand(self, at: int) -> bool:
        """Whether the number at a place is the value of a card in hand, `a 3 and a 1 in hand`."""
        is_value = self.token(at).text in self.file.values.get("hand", {}).values()
        zone = next(
            (
                place
                for place in range(at + 1, len(self.tokens))
                if self.token(place).kind == "word" and not (self.is_small(place) or self.in_class(place, "articles"))
            ),
            -1,
        )
        is_in_hand = self.in_class(zone, "hand") and not self.is_stopped(at, zone)
        return is_value and is_in_hand and not self.in_class(at + 1, "cost")

    def is_counting(self, at: int) -> bool:
        """Whether the number at a place belongs to the word behind it, `5 swamps`, `2 less`."""
        return self.token(at + 1).kind == "word" and not (self.token(at).stop or self.in_class(at + 1, "ands"))

    def _number_before(self, at: int) -> int | None:
        """Return the number or article at a place, which the value after it has; None if neither is there."""
        token = self.token(at)
        if often := _as_often(token):
            return often
        if token.text.isdigit() and not (token.sign or token.value or token.stop):
            return int(token.text)
        return 1 if self.in_class(at, "articles") and not token.stop else None

    # Complexity: a number or letters, each with its own words around it.
    def _item_beside(self, at: int, is_later: bool) -> _Item | None:
        """Return the number or letters beside a word for a symbol: `two and a blue`, `a blue and UU`; else None."""
        token, end = self.token(at), at + 1
        if not self.file.symbols_apart:
            return None
        if token.text.isdigit() and not (token.sign or token.value or token.stop):
            end += self.token(end).key == "mana" and not self.token(end).stop
            following = self._item(end + 1, is_later=True) if self.in_class(end, "ands") else None
            return _Item(end, int(token.text), {}, "") if following and following.symbol is not None else None
        is_letters = is_later and token.kind == "amount" and token.text.isalpha()
        is_behind = self.in_class(at - 1, "ands") or self.token(at - 1).key in self.file.symbols
        return _Item(at + 1, None, {}, token.text) if is_letters and is_behind else None

    def _number_of_all(self, at: int) -> int | None:
        """Return the number of things whose kind `all` names at a place, `7 lands, all of them islands`; else None."""
        start = at - 1
        while self.is_small(start) and not self.token(start).stop and not self.in_class(start, "alls"):
            start -= 1
        if not self.in_class(start, "alls") or self.token(start).stop:
            return None
        numbers = (int(token.text) for token in reversed(self.tokens[:start]) if token.text.isdigit())
        return next(numbers, 0) or None

    # --- cues

    @cached_property
    def places(self) -> Mapping[str, frozenset[int]]:
        """The places of each word of a pattern: of the tokens that are it, or a form of it that is not another word."""
        places: dict[str, set[int]] = {}
        for at, token in enumerate(self.tokens):
            if token.kind in ("word", "amount"):
                key = token.key
                is_known = key in self.file.known_words  # then it is a form only of the beginning of a word, `reduz~`
                for word in self.file.all_words:
                    may_be_form = word[:1] == key[:1] and (not is_known or word.endswith("~"))  # before the slow test
                    if word == key or (may_be_form and is_form(word, key)):
                        places.setdefault(word, set()).add(at)
        return {word: frozenset(found) for word, found in places.items()}

    # Complexity: phrases overlap, and the longest counts.
    def _cues(self) -> Iterator[Cue]:
        """Yield the phrases of the question; of those that overlap, the one with the most words."""
        matches: dict[_Span, list[Pattern]] = {}
        skipped: dict[_Span, int] = {}
        for pattern in self.file.patterns:
            words = (*pattern.words, *pattern.needs)
            is_there = pattern.name and all(word in SLOTS or word in self.places for word in words)
            if is_there and pattern.words.count("*") < 2:
                for span, small_words in self._matches(pattern):
                    matches.setdefault(span, []).append(pattern)
                    skipped[span] = small_words

        def rank(span: _Span) -> tuple[int, int]:
            has_inner = 1 if span.inner >= 0 else 0
            return span.end - span.start - skipped[span] - has_inner, -skipped[span]

        for span, patterns in sorted(matches.items()):
            overlapping = (other for other in matches if other.start < span.end and span.start < other.end)
            if not any(rank(other) > rank(span) for other in overlapping):
                yield Cue(span.start, span.end, tuple(dict.fromkeys(patterns)), span.inner)

    def _matches(self, pattern: Pattern) -> Iterator[tuple[_Span, int]]:
        """Yield where the words of a pattern are, without a value at its ends, and how many words are passed over."""
        words = [*pattern.words]
        while words[-1] in SLOTS:
            words.pop()
        while words[0] in SLOTS:
            words.pop(0)
        for at in self.places[words[0]]:
            amount = self.amount_at.get(at)
            if self.is_owns(at) or (amount and (amount.form in ("values", "times") or amount.end - amount.start > 1)):
                continue  # the word belongs to the amount, or to whose a thing is
            if match := self._match(at, words):
                yield match

    def _match(self, start: int, words: Sequence[str]) -> tuple[_Span, int] | None:
        """Return where words are, the first at `start`, and how many are passed over; None if another is between."""
        end, inner, skipped = start + 1, -1, 0
        for word in words[1:]:
            after = self._next(word, end)
            if after is None:
                return None
            if word == "*":
                inner = self.amount_at[after - 1].start
            else:
                skipped += after - end - 1
            end = after
        return _Span(start, end, inner), skipped

    def _next(self, word: str, at: int) -> int | None:
        """Return the place after a word of a pattern, or after an amount for `*`, over small words; None if another
        word is there."""
        for _ in range(_MOST_SKIPPED + 1):
            if self.token(at - 1).stop:
                return None
            if word == "*" and (amount := self.amount_at.get(at)) and amount.start == at:
                return amount.end
            if at in self.places.get(word, ()):
                return at + 1
            if not self.is_small(at) or at in self.amount_at or self.in_class(at, "opening", "ands"):
                return None
            at += 1
        return None

    def is_denied(self, cue: Cue) -> bool:
        """Whether a word like `no` or `not` is before a cue, or the cue is one, `unkicked`."""
        if cue.end == cue.start + 1 and self.in_class(cue.start, "negations"):
            return True
        at = cue.start - 1
        if self.in_class(at, "joints") and self.in_class(at - 1, "none") and not self.token(at - 1).stop:
            at -= 1  # `nothing in hand`
        is_other = self.token(at).stop or at in self.cue_at or at in self.amount_at
        is_other = is_other or self.token(at).key in self.file.words.get("joints", ())
        return self.in_class(at, "none", "negations") and not is_other

    def is_optional(self, cue: Cue) -> bool:
        """Whether a cue is of a cost that may be paid or not: of a keyword, or a thing that is given up."""
        names = {name for each in cue.patterns for name in (each.name, self.file.role(each).partition(":")[2])}
        return cue.is_thing or not names.isdisjoint(self.file.keywords)

    def is_instead(self, cue: Cue) -> bool:
        """Whether a cue parts the payment from the cost that it replaces: `instead`, `rather than`, `em vez de`."""
        return any(self.in_class(at, "instead") for at in range(cue.start, cue.end))

    def is_without(self, cue: Cue) -> bool:
        """Whether a word like `nothing` is all that is behind a cue: `I hold nothing`."""
        is_last = self.token(cue.end).stop or self.token(cue.end + 1).kind == "end"
        return is_last and self.in_class(cue.end, "none") and not self.is_stopped(cue.start, cue.end)

    def is_weak(self, cue: Cue) -> bool:
        """Whether a cue may say nothing: small words and nouns, with no amount beside them if they name a change."""
        words = range(cue.start, cue.end)
        if not any(pattern.meaning for pattern in cue.patterns):
            return True
        if not all(self.is_small(at) or self.in_class(at, "nouns", "zones", "cost") for at in words):
            return False
        return not any(self.file.role(pattern)[:1] in ("+", "-") for pattern in cue.patterns)

    def is_hard(self, at: int) -> bool:
        """Whether a place has an amount, or a cue that says something."""
        return at in self.amount_at or (at in self.cue_at and not self.is_weak(self.cue_at[at]))

    @cached_property
    def beyond_first(self) -> Mapping[str, str]:
        """The keywords of the question whose cost is paid for each thing beyond the first, with the noun of these."""
        beyond, names = self.file.beyond_first, {cue.name for cue in self.cues}
        return {name: noun for name, noun in beyond.items() if name in names}

    @cached_property
    def eaches(self) -> Sequence[int]:
        """The places of `each`, `per` and the like."""
        places = (at for at in range(len(self.tokens)) if self.in_class(at, "each") and at not in self.cue_at)
        return [at for at in places if not (self.in_class(at + 1, "articles") or at + 1 in self.amount_at)]  # `por 3`

    def is_bare(self, at: int) -> bool:
        """Whether no thing follows `each`: `two thalias, +1 each`, `two effects each reduce it`."""
        is_end = self.token(at).stop or self.token(at + 1).kind == "end"
        return is_end or self.is_hard(at + 1) or self.is_small(at + 1)


def _as_often(token: CostToken) -> int | None:
    """Return the number of a token such as `x2` or `2x`, None for any other."""
    found = _AS_OFTEN.fullmatch(token.text)
    return int(found[1] or found[2]) if found else None
