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
from rules_cli.costs.tokens import CostToken, is_form

AS_OFTEN = re.compile(r"x([1-9])|([1-9])x", re.IGNORECASE)
MOST_TIMES = 60
_MIXED = re.compile("[0-9]+[A-Za-z]+")  # a cost with a number and letters
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
    def is_letter(self) -> bool:
        """Whether it is X, Y or Z alone."""
        return self.text.upper() in tuple(LETTERS)


class Cue(NamedTuple):
    """Words of the question that are a phrase: their place and the place after them, the patterns with these words, and
    the place of the amount between the words (-1 if there is none)."""

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


class CostSentence:
    """The tokens of a question about one game, with its amounts and cues."""

    def __init__(self, game: str, file: CostFile, tokens: Sequence[CostToken]) -> None:
        self.game, self.file, self.tokens = game, file, tokens
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

        def is_last(here: int) -> bool:
            return self.token(here).stop or self.in_class(here, "ands", "conditions")

        start, end = at, at + 1
        while start and not is_last(start - 1):
            start -= 1
        while end < len(self.tokens) and not is_last(end - 1):
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
        return not self.in_class(
            at, "nouns", "zones", "conditions", "each", "times", "ands", "hand", "none", "negations", "either"
        )

    def noun_after(self, amount: Amount) -> str:
        """Return the word that an amount counts; "" if none follows."""
        at = amount.end
        while self.is_small(at) and not self.in_class(at, "nouns"):
            at += 1
        return self.token(at).key if self.token(at).kind == "word" and not self.is_stopped(amount.end - 1, at) else ""

    def zone_after(self, at: int) -> str:
        """Return the zone that follows a place, `in the graveyard`; "" if none does."""
        zones = (here for here in range(at, at + _NEAR) if self.in_class(here, "zones"))
        zone = next(zones, -1)
        return "" if zone < 0 or self.is_stopped(at - 1, zone) else self.token(zone).key

    def zone_before(self, at: int) -> str:
        """Return the zone before a place in a part of the sentence, `my memory has 4 cards`; "" if none is."""
        zones = (here for here in range(at - 1, max(-1, at - _NEAR), -1) if self.in_class(here, "zones"))
        zone = next(zones, -1)
        return "" if zone < 0 or self.is_stopped(zone, at) else self.token(zone).key

    def side(self, amount: Amount) -> str:
        """Return whether words before an amount say that it is paid, or there to pay with: "paid", "there" or ""."""
        for at in range(amount.start - 1, max(-1, amount.start - _NEAR), -1):
            if self.token(at).stop:
                return ""
            if before := self.amount_at.get(at):  # `I have 2 resources and 1 life`
                return self.side(before) if self.in_class(amount.start - 1, "ands") else ""
            for name in ("paid", "there"):
                if self.in_class(at, name):
                    is_of_card = self.in_class(at - 1, "cards") and not self.token(at - 1).stop
                    return "" if is_of_card else name
        return ""

    # --- amounts

    def value_at(self, at: int, values: Mapping[str, str]) -> tuple[str, int] | None:
        """Return the value of the words at a place, `snow forest` or `forest`, and the place after them."""
        for length in (2, 1) if not self.token(at).stop else (1,):
            typed = " ".join(self.token(here).key for here in range(at, at + length))
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
        token = self.token(at)
        if token.kind in ("option", "change"):
            return Amount(at, at + 1, token.text, token.kind, token.sign, label=token.value)
        if token.sign:
            return None
        is_none = token.key == "none" and at and self.token(at - 1).stop  # `sacrifice a creature, none in play`
        is_figure = token.kind == "amount" and not is_none
        return self._often(at) or self._run(at) or (self._figures(at) if is_figure else None)

    # Complexity: one case for each word for a number of times.
    def _often(self, at: int) -> Amount | None:
        """Return how often something applies: `twice`, `x2`, `3 times`."""
        token = self.token(at)
        often = AS_OFTEN.fullmatch(token.text) if at and token.kind == "amount" else None
        if times := cost_words().times.get(token.key):
            return Amount(at, at + 1, str(times), "times")
        if often:
            return Amount(at, at + 1, often[1] or often[2], "times")
        is_number = token.text.isdigit() and not (token.value or token.stop)
        return Amount(at, at + 2, token.text, "times") if is_number and self.in_class(at + 1, "times") else None

    def _figures(self, at: int) -> Amount:
        """Return the amount of a number, an ordinal, or symbols, which may be apart, `2 W U`."""
        token, end = self.token(at), at + 1
        if token.value:
            return Amount(at, end, token.text, "ordinal")
        text = token.text
        while self._is_symbol(end):
            more = self.token(end).text
            text, end = (f"{{{text}}}" if text.isdigit() else text) + more, end + 1
        unit = self.value_at(end, self.file.symbols) if not self.token(end - 1).stop else None
        if not text.isdigit():
            return Amount(at, end, text, "symbols")
        symbol = unit[0] if unit and not self.file.symbols_apart else ""
        return Amount(at, unit[1] if unit and symbol == "c" else end, text, "number", unit=symbol)

    def _is_symbol(self, at: int) -> bool:
        """Whether the token at a place is a symbol of the cost before it: `{2}, {T}`, `2 W`."""
        token = self.token(at)
        if token.kind != "amount" or token.text.startswith("{"):
            return token.kind == "amount"
        is_letters = self.file.symbols_apart and ("/" in token.text or not token.text[:1].isdigit())
        is_other = self.token(at - 1).stop or token.key in self.file.known_words
        return is_letters and not is_other and not AS_OFTEN.fullmatch(token.text)

    # Complexity: one case for each way in which a run ends.
    def _run(self, at: int) -> Amount | None:
        """Return a run of words for values of an option, or for symbols: `a red and 2 blues`, `two and a blue`."""
        items: list[_Item] = []
        end, kinds = at, set[str]()
        while item := self._item(self.past(end, "ands") if items else end, bool(items)):
            if items and not item.kinds & kinds:
                break
            kinds = item.kinds & kinds if items else item.kinds
            items.append(item)
            end = item.end
        if not items:
            return None
        values = {
            name: ",".join(each.values[name] for each in items for _ in range(min(each.number or 1, MOST_TIMES)))
            for name in kinds - {"symbols"}
        }
        is_one = len(items) == 1 and self.is_adjective(end)
        text = self._symbols(at, items) if "symbols" in kinds and not is_one else ""
        return Amount(at, end, text, "values", values=values)

    def is_adjective(self, end: int) -> bool:
        """Whether a word before a place is of a noun or a cost there: `a blue card`, `a blue 2UU`."""
        is_noun = self.in_class(end, "nouns") or _MIXED.fullmatch(self.token(end).text) is not None
        return is_noun and not self.token(end - 1).stop

    # Complexity: a number may be missing or belong to several symbols.
    def _symbols(self, at: int, items: Sequence[_Item]) -> str:
        """Return the cost of symbols: a number before the first of several is generic, `2 white white`."""
        first, *others = items
        if self.token(at).text.isdigit() and first.symbol and others and not any(each.number for each in others):
            return f"{first.number}" + "".join(each.symbol or "" for each in items)
        generic = sum(each.number or 1 for each in items if not each.symbol)
        return f"{generic or ''}" + "".join((each.symbol or "") * (each.number or 1) for each in items)

    # Complexity: a number, words between and a number behind may each be missing.
    def _item(self, at: int, is_later: bool = False) -> _Item | None:
        """Return the word for a value at a place, with its number; the number before a symbol alone, `two and UU`."""
        token, symbols = self.token(at), self.file.symbols if self.file.symbols_apart else {}
        often = AS_OFTEN.fullmatch(token.text)
        is_digit = token.text.isdigit() and not (token.sign or token.value or token.stop)
        number = int(often[1] or often[2]) if often else int(token.text) if is_digit else None
        if number is None and self.in_class(at, "articles") and not token.stop:
            number = 1
        here = at + (number is not None)
        number = number or self._number_of_all(at)
        found = self.value_at(here, {**self.file.value_words, **symbols})
        if not found:
            is_generic = symbols and is_digit and self.in_class(here, "ands")
            if is_generic and self._item(here + 1, True):
                return _Item(here, number, {}, "")
            is_letters = is_later and symbols and token.kind == "amount" and token.text.isalpha()
            return _Item(at + 1, None, {}, token.text) if is_letters and self.in_class(at - 1, "ands") else None
        word, end = self.token(here), found[1]
        named = {name: value[0] for name, values in self.file.values.items() if (value := self.value_at(here, values))}
        symbol = self.value_at(here, symbols)
        if number is None and (behind := AS_OFTEN.fullmatch(self.token(end).text)) and not word.stop:  # `red x2`
            number, end = int(behind[1] or behind[2]), end + 1
        is_plural = word.key.endswith("s") and word.key not in self.file.value_words
        is_plural = is_plural and (number is None or self.in_class(at, "articles"))  # `the islands`
        is_apart = (number or 0) > 1 and word.key in self.file.value_words and not (symbols or word.stop or often)
        if is_plural or (is_apart and self.value_at(end, self.file.value_words)):  # `islands`; `3 blue blue` has a cost
            return None
        return _Item(end, number, named, symbol[0] if symbol else None)

    def _number_of_all(self, at: int) -> int | None:
        """Return the number of things whose kind is at a place, `7 lands, all of them islands`; None if it is not."""
        start = at - 1
        while self.is_small(start) and not self.token(start).stop and not self.in_class(start, "alls"):
            start -= 1
        counted = (token.text for token in reversed(self.tokens[: max(0, start)]) if token.text.isdigit())
        is_all = self.in_class(start, "alls") and not self.token(start).stop
        return int(next(counted, 0)) or None if is_all else None

    # --- cues

    @cached_property
    def places(self) -> Mapping[str, frozenset[int]]:
        """The places of each word of a pattern: the tokens that are it, or a form of it that is no other word."""
        places: dict[str, set[int]] = {}
        for at, token in enumerate(self.tokens):
            if token.kind in ("word", "amount"):
                key, is_known = token.key, token.key in self.file.known_words
                for word in self.file.all_words:
                    may_be_form = word[:1] == key[:1] and (not is_known or word.endswith("~"))
                    if word == key or (may_be_form and is_form(word, key)):
                        places.setdefault(word, set()).add(at)
        return {word: frozenset(found) for word, found in places.items()}

    # Complexity: phrases overlap, and the longest counts.
    def _cues(self) -> Iterator[Cue]:
        """Yield the phrases of the question; of those that overlap, the one with the most words."""
        matches: dict[tuple[int, int, int], list[Pattern]] = {}
        skips: dict[tuple[int, int, int], int] = {}
        for pattern in self.file.patterns:
            if (
                pattern.name
                and pattern.words.count("*") < 2
                and all(word in SLOTS or word in self.places for word in (*pattern.words, *pattern.needs))
            ):
                for start, end, inner, skipped in self._matches(pattern):
                    matches.setdefault((start, end, inner), []).append(pattern)
                    skips[start, end, inner] = skipped

        def rank(span: tuple[int, int, int]) -> tuple[int, int]:
            return span[1] - span[0] - skips[span] - (span[2] >= 0), -skips[span]

        for (start, end, inner), patterns in sorted(matches.items()):
            others = (each for each in matches if each[0] < end and start < each[1] and each != (start, end, inner))
            if not any(rank(each) > rank((start, end, inner)) for each in others):
                yield Cue(start, end, tuple(dict.fromkeys(patterns)), inner)

    # Complexity: words may be values, apart, or missing.
    def _matches(self, pattern: Pattern) -> Iterator[tuple[int, int, int, int]]:
        """Yield the places of a pattern's words: the first, that after the last, that of an amount between them, and
        how many small words are passed over."""
        words = [*pattern.words]
        while words[-1] in SLOTS:
            words.pop()
        while words[0] in SLOTS:
            words.pop(0)
        for at in self.places[words[0]]:
            amount = self.amount_at.get(at)
            if amount and (amount.form in ("values", "times") or amount.end - amount.start > 1):
                continue
            here: int | None = at + 1
            inner, skipped = -1, 0
            for word in words[1:]:
                start = here if here is not None else 0
                here = self._next(word, start)
                if here is None:
                    break
                inner = self.amount_at[here - 1].start if word == "*" else inner
                skipped += max(0, here - start - 1) if word != "*" else 0
            if here is not None:
                yield at, here, inner, skipped

    def _next(self, word: str, at: int) -> int | None:
        """Return the place after a word of a pattern, or after an amount for `*`, over small words; None if another
        word is there."""
        for _ in range(_MOST_SKIPPED + 1):
            if word == "*" and (amount := self.amount_at.get(at)) and amount.start == at:
                return amount.end
            if at in self.places.get(word, ()) and not self.token(at - 1).stop:
                return at + 1
            is_between = self.is_small(at) and at not in self.amount_at and not self.in_class(at, "opening")
            if self.token(at - 1).stop or not is_between:
                return None
            at += 1
        return None

    def is_denied(self, cue: Cue) -> bool:
        """Whether a word like `no` or `not` is before a cue."""
        at = cue.start - 1
        is_other = self.token(at).stop or at in self.cue_at or self.token(at).key in self.file.words.get("joints", ())
        return self.in_class(at, "none", "negations") and not is_other

    def is_weak(self, cue: Cue) -> bool:
        """Whether a cue may say nothing: small words and nouns, with no amount beside them if they name a change."""
        words = range(cue.start, cue.end)
        if not all(self.is_small(at) or self.in_class(at, "nouns", "zones", "cost") for at in words):
            return False
        return not any(self.file.role(pattern)[:1] in ("+", "-") for pattern in cue.patterns)

    def is_hard(self, at: int) -> bool:
        """Whether a place has an amount, or a cue that says something."""
        return at in self.amount_at or (at in self.cue_at and not self.is_weak(self.cue_at[at]))

    @cached_property
    def each(self) -> int | None:
        """The place of `each`, None if it is not there."""
        places = range(len(self.tokens))
        return next((at for at in places if self.in_class(at, "each") and at not in self.cue_at), None)

    def is_bare(self, at: int) -> bool:
        """Whether no thing follows `each`: `two thalias, +1 each`, `two effects each reduce it`."""
        is_end = self.token(at).stop or self.token(at + 1).kind == "end"
        return is_end or self.is_hard(at + 1) or self.is_small(at + 1)
