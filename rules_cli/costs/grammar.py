"""The words after `rules cost`, in any order → a `CostQuestion`. Nothing is calculated here.

The words are cut into tokens of a kind: an option with its value, a signed change, an amount, a word. Then one pass
reads them: at each place the longest fitting pattern of `phrases` (data/costs.yaml and the game's costs.yaml), the name
of an option, a word to skip, an amount. If a later word can't be read, the next choice is tried; no word is joined to a
cost. What could be read in two ways is kept in `read_as`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from rules_cli.captions import Remark, Words
from rules_cli.costs.arguments import (
    CostFile,
    CostQuestion,
    CostWords,
    Modifier,
    NoCost,
    Pattern,
    Refused,
    cost_file,
    cost_words,
    games,
    is_from_hand,
    is_shared,
    shared_option,
)
from rules_cli.costs.tokens import CostToken, Cutter, is_form, nearest, sum_as

_MOST_TOKENS = 60  # a question has about ten
_MOST_TRIES = 2000  # of other choices; a question that can be read needs a few
_REPEATED = ("set", "also", "own", "filter")
_DASHES = re.compile("^[\u2010-\u2015\u2212-]+")  # phones turn hyphens into dashes
_DASH_INSIDE = re.compile("(?<=[\\w}])[\u2010-\u2015\u2212](?=[\\w{])")
_AS_OFTEN = re.compile(r"x([1-9])|([1-9])x", re.IGNORECASE)
_SHORTEST_SLIP = 5  # letters of a word that is corrected: shorter ones are near too many others
_END = CostToken("end", "")


@dataclass(frozen=True, slots=True)
class _Reading:
    """The part of a question that has been read. `things` are the words for the things given up, each with its kind of
    cost; `last` is the kind of the last token that counted."""

    bases: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, Modifier], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    read_as: tuple[Words, ...] = ()
    things: tuple[tuple[str, str], ...] = ()
    last: str = ""

    def saying(self, *words: Words) -> _Reading:
        """Return it with remarks."""
        return replace(self, read_as=(*self.read_as, *words))


class _TwoReadings(Refused):
    """Words that have two readings."""


class _Fit(NamedTuple):
    """A pattern that fits: its value, the place after it, and the remarks on its value."""

    pattern: Pattern
    value: str
    after: int
    so_far: _Reading


Choice = Callable[[], tuple[int, _Reading]]
"""A way to read the tokens at a place: returns the place after it and the reading, or raises Refused."""


def game_of(words: Sequence[str], default: str | None) -> tuple[str, str | None, list[str]]:
    """Return the game (a book without costs, too), the edition asked for, and the words without the game's name.

    Raises Refused for two games.
    """
    book = shared_option(words, "book")
    slug, _, edition = (book or default or "").lower().partition("@")
    for at, word in enumerate(words):
        game = word.lower()
        if game in games() and not (at and is_shared(words[at - 1], "book")):
            if book and slug != game:
                raise Refused("two games", game, slug)
            return game, (edition or None) if slug == game else None, [*words[:at], *words[at + 1 :]]
    return slug, edition or None, list(words)


def read(words: Sequence[str], default: str | None = None, mending: bool = True) -> CostQuestion:
    """Read the words of a question; `default` is the book if no word names a game.

    With `mending`, a word that is a slip of only one known word is read as that, and `read_as` says so. Raises Refused,
    whose one line says which word is wrong, and what to type.
    """
    words = [_DASH_INSIDE.sub("-", _DASHES.sub(lambda dashes: "-" * len(dashes[0]), word)) for word in words]
    game, edition, rest = game_of(words, default)
    if game not in games():
        known = ", ".join(games())
        raise Refused("no costs of", game, known) if game else (Refused if words else NoCost)("no game", "", known)
    cutter = Cutter(game, cost_file(game))
    tokens = list(cutter.cut(rest))
    if len(tokens) > _MOST_TOKENS:
        raise Refused("too many", " ".join(rest), _MOST_TOKENS)
    reader = _CostReader(game, cutter.file, cost_words(), tokens)
    reader.count_earlier()
    reader.count_each()
    reader.join_symbols()
    try:
        found = reader.parse(0, _Reading())
    except Refused as refusal:
        mended = reader.mend() if mending else ()
        if not mended:
            raise
        try:
            found = reader.parse(0, _Reading()).saying(*mended)
        except Refused:
            raise refusal from None
    return reader.question(found.saying(*cutter.remarks), edition)


@dataclass(slots=True)
class _CostReader:
    """Reads the tokens of a question about one game; `tries` counts the choices that were tried."""

    game: str
    file: CostFile
    words: CostWords
    tokens: list[CostToken]
    tries: int = 0

    def token(self, at: int) -> CostToken:
        """Return the token at a place; one of the kind "end" after the last."""
        return self.tokens[at] if at < len(self.tokens) else _END

    def past(self, at: int, words: Collection[str], over_stops: bool = True) -> int:
        """Return the first place from a place on that has none of these words; the place behind a comma, if those end
        the words."""
        while self.token(at).key in words and (over_stops or not self.token(at - 1).stop):
            at += 1
        return at

    # --- before the pass

    def count_earlier(self) -> None:
        """Replace `for the third time` by `2 time before`; any other counts only for an option, `third turn`."""
        for at in reversed([at for at, token in enumerate(self.tokens) if token.kind == "amount" and token.value]):
            if self.token(at + 1).key in (*self.words.times_after_number, *self.words.casts):
                self.tokens[at] = CostToken("amount", str(max(0, int(self.token(at).text) - 1)))
                words = (self.words.times_after_number[0], self.words.before[0])
                self.tokens[at + 1 : at + 2] = [CostToken("word", word) for word in words]

    def count_each(self) -> None:
        """Replace `for each creature … 3 creatures` by `3 times`. Raises Refused if no number says how many."""
        at = 0
        while at < len(self.tokens):
            if self.token(at).key in self.words.each:
                at = self._count(at)
            at += 1

    # Complexity: the number may be in the phrase, behind it, or before it.
    def _count(self, at: int) -> int:
        """Replace the words from `each` on, and the number of that thing elsewhere; return the place after them."""
        first = self.past(at + 1, (*self.words.joints, *self.words.articles, "the"))
        number = first if self.token(first).text.isdigit() else None  # `for each of 3 creatures`
        end = first = first + (number is not None)
        while self.token(end).kind == "word" and (end == first or not self.token(end - 1).stop):
            end += 1
        nouns = [token.key for token in self.tokens[first:end]]
        for here in range(len(self.tokens) - 1) if number is None else ():
            follows = self.token(here + 1).key
            is_apart = here + 1 < at or here >= end
            if is_apart and self.token(here).text.isdigit() and any(is_form(each, follows) for each in nouns):
                number = here
                break
        if number is None:
            if self.token(at).key in self.words.joints:  # `por` may be another word
                return at
            noun = nouns[0] if nouns else "creature"
            raise Refused("needs value", f"{self.token(at).text} {noun}", f"3 {noun}")
        often = CostToken("often", self.token(number).text, stop=True)
        while at and self.token(at - 1).key in self.words.joints:
            at -= 1
        if at <= number < end:
            self.tokens[at:end] = [often]
        elif number >= end:
            self.tokens[at:] = [
                often,
                *self.tokens[end:number],
                *self.tokens[self.past(number + 2, self.words.nouns) :],
            ]
        else:
            self.tokens[:end] = [*self.tokens[:number], *self.tokens[number + 2 : at], often]
        return at

    # Complexity: a number belongs to the word for a symbol, or is generic mana before it.
    def join_symbols(self) -> None:
        """Replace `3 generic and 2 red` by `3RR`, and `2 white white` by `2WW`; Refused for `2 white` alone."""
        values = self.file.values.items()
        options = [option for option, words in values if set(words) & set(self.file.symbols)]
        if any(is_form(option, token.key) for option in options for token in self.tokens):
            return  # the words are values: `convoke 2 white creatures`
        for at in range(len(self.tokens)):
            numbers, end = self._symbols(at)
            is_noun = self.token(end).key in self.words.nouns and self.token(end).key != "ones"
            if not numbers or (is_noun and not self.token(end - 1).stop):
                continue
            symbols = "".join(symbol * (number or 1) for number, symbol in numbers)
            generic = sum(number or 0 for number, symbol in numbers if not symbol)
            number, symbol = numbers[0]
            if number and symbol and not any(each for each, _ in numbers[1:]):
                typed = f"{number} {self.token(at + 1).text}"
                if len(numbers) == 1 and not (self._is_change(at - 1) or self._is_change(end)):
                    raise _TwoReadings("two readings", typed, f"{number}{symbol}", symbol * number)
                if len(numbers) > 1:
                    generic, symbols = number, symbols[number - 1 :]
            end += self.token(end).key == "ones"
            self.tokens[at:end] = [
                CostToken("amount", f"{generic or ''}{symbols}" or "0", "", "", self.token(end - 1).stop)
            ]

    # Complexity: a word, its number, or a number of generic mana.
    def _symbols(self, at: int) -> tuple[list[tuple[int | None, str]], int]:
        """Return the words for symbols at a place, each with its number, `two and a blue`, and the place after them;
        none if no word for a symbol is there."""
        found: list[tuple[int | None, str]] = []
        end = here = at
        while here < len(self.tokens):
            here = self.past(end, self.words.ands) if found else end
            token = self.token(here)
            number = (
                int(token.text) if token.text.isdigit() and not token.sign else 1 if token.key in ("a", "one") else None
            )
            symbol = self.file.symbols.get(self.token(here + (number is not None)).key)
            if symbol is not None:
                found.append((number, symbol))
                end = here + 1 + (number is not None)
            elif number and not found and self.token(here + 1).key in self.words.ands:
                found.append((number, ""))
                end = here + 1
            else:
                break
        words = [self.token(each).key for each in range(at, end)]
        return (found, end) if set(words) & set(self.file.symbols) and words != ["generic"] else ([], at)

    def _is_change(self, at: int) -> bool:
        """Whether the token at a place is a word for a change, `less`."""
        key = self.token(at).key if at >= 0 else ""
        return any(key in each.words and each.meaning[:1] in ("+", "-") for each in self.file.patterns)

    def mend(self) -> list[Words]:
        """Replace words that are slips of one known word each; return how they are read."""
        remarks: list[Words] = []
        for at, token in enumerate(self.tokens):
            if token.kind == "word" and not token.sign and (meant := self._slip_of(token.key)):
                self.tokens[at] = token._replace(text=meant)
                remarks.append(Remark("slip read", (token.text, meant)))
        self.tries = 0
        return remarks

    def _slip_of(self, word: str) -> str | None:
        """Return the one word of the grammar that a word is a slip of: with the same first letter, and few edits."""
        known = {*self.file.all_words, *self.file.value_words, *self.file.all_fillers, *self.words.nouns}
        if any(is_form(each, word) for each in known) or len(word) < _SHORTEST_SLIP:
            return None
        return nearest(word, {each for each in known if each[:1] == word[:1] and len(each) >= _SHORTEST_SLIP}, slips=1)

    # --- one pass

    def parse(self, at: int, so_far: _Reading) -> _Reading:
        """Return the first reading of all tokens from a place on. Raises the refusal of the first choice."""
        if at == len(self.tokens):
            return self._whole(so_far)
        refusal: Refused | None = None
        for choice in self._choices(at, so_far):
            self.tries += 1
            try:
                return self.parse(*choice())
            except _TwoReadings:
                raise
            except Refused as error:
                refusal = refusal or error
            if self.tries > _MOST_TRIES:
                break
        raise refusal or self._unknown(at)

    # Complexity: one case for each kind of token.
    def _choices(self, at: int, so_far: _Reading) -> Iterator[Choice]:
        token = self.token(at)
        if token.kind == "option":
            yield lambda: self._announced_or_option(at, so_far)
        elif token.kind == "change":
            yield lambda: self._changed(at, so_far)
        elif token.kind == "colon":
            known = "ability" in dict(so_far.options)
            yield lambda: (at + 1, so_far if known else self._with_option(so_far, "ability", ""))
        else:
            yield from self._phrases(at, so_far)
            if token.kind == "amount":
                if self._is_subject(at, so_far):
                    yield lambda: (at + 2, replace(so_far, last=""))
                if not token.value:
                    yield lambda: self._with_base(at, so_far)
                based = replace(so_far, bases=("none",))  # `4 cards in hand, cost 3`
                for fit in [] if so_far.bases else self._fits(at, based, ("-", "+")):
                    yield partial(self._obey, fit._replace(so_far=so_far), at)
            elif token.key in (*self.file.all_fillers, *self.words.subjects) or self._is_subject(at, so_far):
                yield lambda: (at + 1, replace(so_far, last=""))
            elif token.key in self.words.conditions:
                yield lambda: self._condition(at, so_far)
            elif self._is_unknown(at):
                yield lambda: self._labelled_before(at, so_far)
            plain = set(self.file.letters) - set(self.file.rare_letters)
            if (
                token.kind == "word"
                and not so_far.bases
                and not token.sign
                and token.key not in self.words.articles
                and set(token.key) <= plain
            ):
                said = so_far.saying(Remark("letters", (token.text, token.text.upper())))
                yield lambda: self._with_base(at, said)

    def _is_subject(self, at: int, so_far: _Reading) -> bool:
        """Whether a noun before the cost is only what costs it: `a card of cost 3`."""
        if self.token(at).text == "1" and self.token(at).kind == "amount":
            at += 1  # `uma carta de custo 3`
        is_noun = self.token(at).key in self.words.nouns and not self.token(at).sign
        return is_noun and not so_far.bases and self.token(at + 1).key in self.words.joints

    def _phrases(self, at: int, so_far: _Reading) -> Iterator[Choice]:
        """Yield the readings by patterns, the longest first, and by words that are values alone.

        A number belongs to the word after it: a pattern before it comes last, and its word may be skipped.
        """
        fits = list(self._fits(at, so_far))
        bound = [fit for fit in fits if self._is_bound(fit, so_far)]
        yield from (partial(self._obey, fit, at) for fit in fits if fit not in bound)
        yield from self._by_values(at, so_far)
        if self._may_skip(at, so_far):
            yield lambda: (at + 1, so_far)
        yield from (partial(self._obey, fit, at) for fit in bound if fit.pattern.meaning.startswith("--"))

    def _fits(self, at: int, so_far: _Reading, meaning: str | tuple[str, ...] = "") -> Iterator[_Fit]:
        """Yield the patterns that fit the tokens at a place, the longest first; only those with this meaning."""
        token = self.token(at)
        for pattern in self.file.patterns:
            if not pattern.meaning.startswith(meaning):
                continue
            needs_base = True if pattern.words[0] == "*" else pattern.base
            if needs_base not in (None, bool(so_far.bases)):
                continue
            if token.sign in ("+", "-") and not pattern.meaning.startswith(token.sign):
                continue
            if fit := self._fit(pattern, at, so_far):
                yield fit

    # Complexity: what follows may be a thing, a value, or a phrase further on.
    def _may_skip(self, at: int, so_far: _Reading) -> bool:
        """Whether a word that needs a value goes with a phrase that has it, `have 3 blues`, `commander … cast twice`;
        and before a thing, `plus discard a card`."""
        patterns = [each for each in self.file.patterns if self._is(each.words[0], at)]
        options = {each.meaning.split()[0] for each in patterns if each.words[-1] == "*"}
        here = self.past(at + 1, self.file.all_fillers)
        if options & {"+*"} and any(True for _ in self._fits(here, so_far, "--also ")):
            return True
        named = {option for option in options if option.startswith("--")}
        if not named:
            return False
        bound = any(fit.pattern.words[0] == "*" for fit in self._fits(here, so_far, "--"))
        if bound or any(True for _ in self._by_values(here, so_far)):
            return True
        based = replace(so_far, bases=so_far.bases or ("none",))
        later = (self._fits(there, based, option) for option in named for there in range(here, len(self.tokens)))
        return any("*" in fit.pattern.words for fits in later for fit in fits)

    def _is_bound(self, fit: _Fit, so_far: _Reading) -> bool:
        """Whether the value of a pattern is a number that the word after it needs: `have 3 blues`."""
        word, before = self.token(fit.after), self.token(fit.after - 1)
        if fit.pattern.words[-1:] != ("*",) or fit.value != before.text or word.kind != "word":
            return False
        return self._is_counted(fit.after - 1, so_far, fit.pattern.meaning)

    # Complexity: the word behind may be a value, a thing, or of a pattern.
    def _is_counted(self, at: int, so_far: _Reading, meaning: str = "") -> bool:
        """Whether the number at a place belongs to the word after it, other than by a pattern with this meaning."""
        word = self.token(at + 1)
        if not self.token(at).text.isdigit() or self.token(at).stop or word.kind != "word":
            return False
        if self._value_at(at + 1, self.file.value_words) or any(is_form(thing, word.key) for thing, _ in so_far.things):
            return True
        own = [each for each in self.file.patterns if any(is_form(noun, word.key) for noun in each.counted)]
        same = meaning.partition(" ")[0] if meaning.startswith("--") else meaning[:1]
        is_own = bool(same) and any(each.meaning.startswith(same) for each in own)
        return bool(own) and not is_own and not self.token(at + 2).text.isdigit()

    # Complexity: a word of a pattern may be a value, and words may be between.
    def _fit(self, pattern: Pattern, at: int, so_far: _Reading) -> _Fit | None:
        """Return a pattern with its value and the place after it; None if it does not fit the tokens at a place."""
        value = ""
        for number, word in enumerate(pattern.words):
            if word == "*" and number and self.token(at - 1).stop:
                return None
            taken = self._value(pattern, at, so_far) if word == "*" else None
            is_change, is_option = pattern.meaning[:2] in ("-*", "+*"), pattern.meaning.startswith("--")
            of_cost = self.words.of_base if is_change else self.words.for_cost if is_option else ()
            while number and not taken and self._is_between(at, word):
                if self.token(at).key in of_cost:
                    return None  # `2 less on a 6`, `3 cards for a 4`
                at += 1
                taken = self._value(pattern, at, so_far) if word == "*" else None
            if word == "*":
                if not taken:
                    return None
                value, at, so_far = taken
            elif self._is(word, at):
                at += 1
            else:
                return None
        return _Fit(pattern, value, at, so_far)

    def _is(self, word: str, at: int) -> bool:
        """Whether the token at a place is a word, or a form of it that is not another word."""
        key = self.token(at).key
        is_word = self.token(at).kind in ("word", "amount")
        return is_word and (key == word or (key not in self.file.known_words and is_form(word, key)))

    def _is_between(self, at: int, word: str) -> bool:
        token = self.token(at)
        if token.kind == "amount" or self._is(word, at):
            return False
        return token.key in (":", *self.words.joints, *self.words.nouns) or token.key in self.file.all_fillers

    # Complexity: a value is a list, a number, a word, a cost, or a thing.
    def _value(self, pattern: Pattern, at: int, so_far: _Reading) -> tuple[str, int, _Reading] | None:
        """Return the value at a place, and the place after it; None if no value is there."""
        token = self.token(at)
        takes = self.file.takes(pattern)
        option = pattern.meaning.partition(" ")[0].removeprefix("--")
        if takes == "list":
            parts, after = self._list(at, so_far, self.file.values.get(option, {}), pattern.meaning)
            return (",".join(parts), after, so_far) if parts else None
        if takes == "count" and (times := self.words.times.get(token.key)):
            return str(times), at + 1, so_far
        if takes == "count" and token.key in self.words.none and not self.token(at + len(pattern.words)).text.isdigit():
            return ("0", at + 1, so_far) if pattern.words[0] == "*" else None  # `no action points`
        takes_thing = option == "alt" or pattern.meaning.startswith("* --")
        if takes_thing and token.kind == "word" and (thing := self._thing(at, so_far)):
            return thing
        kinds = {"word": ("word", "amount"), "cost": ("amount", "change")}.get(takes, ("amount",))  # `kicker +1U`
        letters = ("x", "y", "z") if "=*" in pattern.meaning else ()
        is_number = takes != "count" or token.text.isdigit() or token.key in ("none", *letters)
        is_number = is_number and (takes == "count" or self._times(at, so_far)[0] == at)
        is_other = (
            token.sign == "-"
            or (token.value and not (token.value == "th" and takes == "count"))
            or (takes == "word" and token.key in self.words.joints)
        )
        return (token.text, at + 1, so_far) if token.kind in kinds and is_number and not is_other else None

    def _thing(self, at: int, so_far: _Reading) -> tuple[str, int, _Reading] | None:
        """Return the cost at a place that is no number, `exile a card`, as `exile=1`; None if no cost is there."""
        for fit in self._fits(at, replace(so_far, bases=so_far.bases or ("none",)), "--also "):
            kind = fit.pattern.meaning.split()[1].replace("*", fit.value)
            return (kind, fit.after, so_far) if "=" in kind else self._with_count(kind, fit.after, so_far)
        return None

    def _list(
        self, at: int, so_far: _Reading, values: Mapping[str, str], meaning: str = "", only_words: bool = False
    ) -> tuple[list[str], int]:
        """Return the parts of a list at a place, `a red and 2 blues`, and the place after it."""
        parts: list[str] = []
        small = {*self.words.ands, *self.words.articles}
        here = at
        while True:
            here = self.past(here, small)
            number = here + 1 if self.token(here).text.isdigit() else here
            found = self._value_at(number, values)
            if found:
                times = int(self.token(here).text) if number > here else 1
                parts += [found[0]] * min(times, _MOST_TOKENS)
                here = at = self.past(found[1], self.words.nouns)
            elif self.token(here).kind == "amount" and not only_words and not self._is_counted(here, so_far, meaning):
                parts.append(self.token(here).text)
                here = at = here + 1
            else:
                return parts, at

    def _value_at(self, at: int, values: Mapping[str, str]) -> tuple[str, int] | None:
        """Return the value of the words at a place, `snow forest` or `forest`, and the place after them."""
        for length in (2, 1):
            typed = " ".join(self.token(here).key for here in range(at, at + length))
            for word, value in values.items():
                if word.count(" ") == length - 1 and is_form(word, typed):
                    return value, at + length
        return None

    def _by_values(self, at: int, so_far: _Reading) -> Iterator[Choice]:
        """Yield the readings of words that are values of an option though it is not named: `3 blue blue`, `2 forests`;
        and of a number of things that can be given up, `no creatures`."""
        if not so_far.bases or (so_far.last == "change" and not self.token(at - 1).stop):
            return
        for option in self.file.bare:
            parts, after = self._list(at, so_far, self.file.values[option], only_words=True)
            if parts:
                yield partial(self._with_values, so_far, option, parts, after)
        number = 0 if self.token(at).key in self.words.none else self.token(at).text
        word = self.token(at + 1).key
        kinds = [kind for thing, kind in so_far.things if is_form(thing, word)]
        if kinds and str(number).isdigit():
            yield lambda: (at + 2, self._with_own(so_far, kinds[-1], str(number)))

    def _with_values(self, so_far: _Reading, option: str, parts: Sequence[str], after: int) -> tuple[int, _Reading]:
        after, _ = self._zone(after)  # `2 blues in hand`
        return after, self._with_option(so_far, option, ",".join(parts))

    def _with_own(self, so_far: _Reading, kind: str, number: str) -> _Reading:
        if not is_from_hand(self.file, kind):
            return self._with_option(so_far, "own", f"{kind}={number}")
        is_list = "," in (self.file.options["hand"].takes or "")
        if is_list and number != "0":
            raise Refused("needs value", "hand", f"--hand {self.file.options['hand'].takes}")
        return self._with_option(so_far, "hand", "none" if is_list else number)

    # Complexity: a part of a meaning is an option, a change or a cost.
    def _obey(self, fit: _Fit, start: int) -> tuple[int, _Reading]:
        pattern, value, after, so_far = fit
        meaning = pattern.meaning.replace("*", value.replace(" ", "_"))
        if "=" in value and pattern.meaning.startswith("* --"):  # `ward pay 3 life`
            meaning = f"none {pattern.meaning[2:]} --also {value.replace(' ', '_')}"
        typed = " ".join(f"{each.sign}{each.text}" for each in self.tokens[start:after])
        if len(pattern.readings) > 1:
            raise _TwoReadings("two readings", typed, *(each.replace("*", value) for each in pattern.readings))
        if pattern.assumes and so_far.bases and meaning[:1] not in "+-":
            meaning = meaning[meaning.find("--") :]  # the cost is there already: `2 foretell`
        elif pattern.assumes:
            so_far = so_far.saying(f"{typed}: {meaning}")
        if pattern.name in self.file.keywords:
            so_far = replace(so_far, keywords=(*so_far.keywords, pattern.name))
        parts = meaning.split()
        while parts:
            part = parts.pop(0)
            if part.startswith("--"):
                given = parts.pop(0).replace("_", " ") if self.file.known_options[part[2:]].takes else ""
                after, so_far = self._with_phrase(so_far, part[2:], given, after)
            elif part[0] in "+-":
                amount, _, why = part[1:].partition(":")
                after, so_far = self._repeated(after, so_far, part[0], Modifier(amount, why.replace("_", " ")))
            else:
                if so_far.bases and so_far.bases != (part,):
                    so_far = so_far.saying(Remark("base left out", (typed, so_far.bases[0])))
                so_far = replace(so_far, bases=(part,))
        if value.isdigit():  # `affinity 3 artifacts`
            after, _ = self._zone(self.past(after, self.words.nouns, over_stops=False))
        return after, replace(so_far, last="phrase")

    def _zone(self, at: int) -> tuple[int, str]:
        """Return the place after the zone at a place, `from your graveyard`, and the zone; "" if no zone is there."""
        zone = self.past(at, self.file.all_fillers, over_stops=False)
        key = self.token(zone).key
        if zone == at or key not in self.words.zones or self.token(zone + 1).text.isdigit():
            return at, ""
        return zone + 1, key

    def _with_phrase(self, so_far: _Reading, name: str, given: str, after: int) -> tuple[int, _Reading]:
        if name == "also" and "=" not in given:
            given, after, so_far = self._with_count(given, after, so_far)
        if given.startswith("life=") and "choose" in self.file.options:
            so_far = replace(so_far, things=(*so_far.things, (given, "life")))
        if (name, given) not in so_far.options or name in _REPEATED:
            so_far = self._with_option(so_far, name, given)
        return after, so_far

    # Complexity: a number, an article, adjectives, a noun and a zone may follow, and each may be missing.
    def _with_count(self, kind: str, at: int, so_far: _Reading) -> tuple[str, int, _Reading]:
        """Return a kind with the number of it that follows, `exile two other cards from your hand`, and the place after
        the words for the thing."""
        number = "1"
        named: list[str] = []
        if self.token(at).key in self.words.joints and self._is_thing(at + 1):
            at += 1  # `the sacrifice of a creature`
        if self.token(at).text.isdigit() and (so_far.bases or self.token(at + 1).kind == "word"):
            number, at = self.token(at).text, at + 1
        elif self.token(at).key in self.words.articles:
            at += 1
        if self.token(at).key in self.file.all_fillers and self.token(at + 1).key in self.words.nouns:
            at += 1  # `five other cards`
        while self.token(at).kind == "word" and not self.token(at).sign and not (named and self.token(at - 1).stop):
            is_noun = self.token(at).key in self.words.nouns
            if not (is_noun or self._is_unknown(at) or self.token(at).key in self.file.value_words):
                break
            named.append(self.token(at).key)
            at += 1
        at, zone = self._zone(at) if named else (at, "")
        if zone in self.words.hand and not is_from_hand(self.file, kind):
            kind = f"{kind} from hand"
        tags = [word for word in named if any(f":{word}" in value for _, value in so_far.options)]
        tags += [word for word in named if any(f":{word}" in each.text + each.value for each in self.tokens)]
        kind = f"{kind}:{tags[0]}" if tags else kind
        things = tuple((word, kind) for word in named)
        return f"{kind}={number}", at, replace(so_far, things=(*so_far.things, *things))

    def _is_thing(self, at: int) -> bool:
        return self.token(at).key in (*self.words.articles, *self.words.nouns) or self.token(at).text.isdigit()

    def _condition(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Skip a condition, `if I have an artifact`, which is taken to hold. Raises Refused if it has an amount."""
        end = at + 1
        while self.token(end).kind == "word" and not self.token(end - 1).stop:
            end += 1
        if end == at + 1 or (self.token(end).kind in ("change", "amount") and not self.token(end - 1).stop):
            raise self._unknown(at)
        typed = " ".join(token.text for token in self.tokens[at:end])
        return end, so_far.saying(Remark("condition holds", (typed,)))

    def _labelled_before(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Read unknown words and the change that they label, `fluctuator -2`."""
        end, label = self._label(at, "")
        token = self.token(end)
        if end > at and (fit := next(self._fits(end, so_far, ("+", "-*", "-<*")), None)):
            after, found = self._obey(fit, end)  # `electromancer reduces 1`
            labelled = [
                (sign, change if change.why else Modifier(change.amount, label)) for sign, change in found.modifiers
            ]
            first = len(so_far.modifiers)
            return after, replace(found, modifiers=(*so_far.modifiers, *labelled[first:]))
        if token.kind != "change" or token.value or end == at:
            raise self._unknown(at)
        return self._repeated(end + 1, so_far, token.sign, Modifier(token.text, label))

    def _announced_or_option(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Read an option, or a letter and the number that is announced for it, `-x 3`."""
        token = self.token(at)
        if token.sign != "-" or token.value:
            return at + 1, self._with_option(so_far, token.text, token.value)
        if self.token(at + 1).text.isdigit():
            return at + 2, self._with_option(so_far, token.text, self.token(at + 1).text)
        letter = token.text
        raise Refused("unreadable", f"-{letter}", (f"--{letter} 3", "-3"))

    def _with_option(self, so_far: _Reading, name: str, value: str) -> _Reading:
        """Return a reading with one more option. Raises Refused if it is there already."""
        if name in dict(so_far.options) and name not in _REPEATED:
            raise Refused("given twice", name)
        return replace(so_far, options=(*so_far.options, (name, value)), last="option")

    def _changed(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        token = self.token(at)
        if token[:4] == ("change", "", "-", ""):
            raise Refused("unreadable", "-", "-1")
        return self._repeated(at + 1, so_far, token.sign, Modifier(token.text, token.value))

    def _repeated(self, at: int, so_far: _Reading, sign: str, change: Modifier) -> tuple[int, _Reading]:
        at, change = self._limited(at, sign, change)
        at, times = self._times(at, so_far)
        if not change.why:
            at, why = self._label(at, sign)
            change = Modifier(change.amount, why)
        if times == 1:
            at, times = self._times(at, so_far)
        return at, replace(so_far, modifiers=(*so_far.modifiers, *[(sign, change)] * times), last="change")

    def _limited(self, at: int, sign: str, change: Modifier) -> tuple[int, Modifier]:
        """Read `-2 at least 1`, in a game with limits."""
        here = self.past(at, self.words.conjunctions)
        for limit in self.words.limits if sign == "-" else ():
            words = limit.split()
            keys = [token.key for token in self.tokens[here : here + len(words) + 1]]
            if keys[:-1] == words and keys[-1].isdigit():
                if "min" not in self.file.options:
                    raise Refused("unreadable", " ".join(keys), "-1")
                return here + len(keys), Modifier(f"{change.amount}@{keys[-1]}", change.why)
        return at, change

    # Complexity: small words belong to a label only between its words.
    def _label(self, at: int, sign: str) -> tuple[int, str]:
        """Return the place after the words that are the label of a change, and the label: a known one, or words that
        are nothing else, with the small words between them."""
        key = self.token(at).key if self.token(at).kind == "word" else ""
        signs = {each.meaning[:1] for each in self.file.patterns if each.words[0] == key}
        if key in self.file.label_words and (not signs or sign in signs):
            return at + 1, key
        if sign and self._is_unknown(named := self.past(at, self.words.joints)):
            at = named  # `2 more from thorn`
        end = self._past_names(at)
        while sign and end > at and self.token(end - 1).stop and (more := self._past_names(end)) > end:
            if self.token(more).kind == "change":
                break  # `+1 thalia, fluctuator -2`
            end = more
        return end, " ".join(token.text for token in self.tokens[at:end])

    def _past_names(self, at: int) -> int:
        """Return the place after the unknown words at a place, with the small words between them."""
        end = here = at
        while self._is_unknown(here) or (end > at and self.token(here).key in self.file.all_fillers):
            here += 1
            end = here if self._is_unknown(here - 1) else end
            if self.token(here - 1).stop:
                break
        return end

    def _is_unknown(self, at: int) -> bool:
        """Whether the token at a place is a word that is nothing else than a name, and no slip of a known word."""
        key = self.token(at).key
        known = {*self.file.all_words, *self.file.hints, *self.file.all_fillers, *self.words.times}
        if self.token(at).kind != "word" or self.token(at).sign or key in known or key in self.words.conditions:
            return False
        return not self._slip_of(key)

    def _times(self, at: int, so_far: _Reading) -> tuple[int, int]:
        """Return the place after words that say how often, `twice`, `3 times`, `x2`, and the number."""
        token, words = self.token(at), self.words
        if token.kind == "often":
            return at + 1, min(int(token.text), _MOST_TOKENS)
        if times := words.times.get(token.key):
            return at + 1, times
        if token.text.isdigit() and self.token(at + 1).key in words.times_after_number:
            return at + 2, min(int(token.text), _MOST_TOKENS)
        found = _AS_OFTEN.fullmatch(token.text)
        if found and not any("X" in base.upper() for base in so_far.bases):
            return at + 1, int(found[1] or found[2])
        return at, 1

    # Complexity: an amount is a cost, a symbol of one, or the value of a letter.
    def _with_base(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Read an amount: a printed cost, a symbol of the one before it (`2 W U`), or a letter that is announced."""
        text = self.token(at).text
        letter = text.lower()
        has_letter = text.upper() in "".join((*so_far.bases, *(value[-2:].upper() for _, value in so_far.options)))
        if so_far.bases and letter in ("x", "y", "z") and has_letter:
            here = self.past(at + 1, self.words.joints)
            if self.token(here).text.isdigit() and not self._is_counted(here, so_far):
                return here + 1, self._with_option(so_far, letter, self.token(here).text)
            if self.token(at - 1).key in self.file.all_fillers:
                return at + 1, so_far  # `how much is X`
        is_symbol = text.startswith("{") or (self.file.symbols_apart and ("/" in text or not text[:1].isdigit()))
        if so_far.bases and so_far.last == "base" and is_symbol and text.lower() != "none":
            before = so_far.bases[-1]
            joined = (f"{{{before}}}" if before.isdigit() else before) + text
            return at + 1, replace(so_far, bases=(*so_far.bases[:-1], joined))
        return at + 1, replace(so_far, bases=(*so_far.bases, text), last="base")

    # --- refusals

    def _near(self, word: str) -> str | None:
        known = {*self.file.known_words, *self.file.value_words, *self.file.known_options, *self.file.hints}
        return nearest(word, known - self.file.all_fillers)

    def _unknown(self, at: int) -> Refused:
        token = self.token(at)
        word, shown = token.key, f"{token.sign}{token.text}"
        if token.sign == "-" and token.kind == "word" and word not in self.file.known_words:
            is_cost = set(word) <= {*self.file.letters}
            return Refused("unreadable", shown, shown.upper() if is_cost and token.text.islower() else "-1")
        if word in games():
            return Refused("two games", self.game, word)
        if example := self.file.example_of(f"{self.token(at - 1).key} {word}") or self.file.example_of(word):
            return Refused("needs value", shown, example)
        if word in self.file.hints:
            return Refused("too little said", shown, self.file.hints[word])
        if (near := self._near(word)) and near != word:
            return Refused("did you mean", shown, near, self.game)
        return Refused("no such word", token.text)

    # --- the question

    def _whole(self, found: _Reading) -> _Reading:
        """Return a reading of all words. Raises Refused if it has no cost, or two."""
        bases = found.bases
        if not bases and "alt" in dict(found.options):
            return replace(found.saying(Remark("no base typed")), bases=("none",))
        if not bases:
            raise NoCost("no cost typed", self.game)
        if len(bases) > 1:
            is_x = bases[1].isdigit() and "X" in bases[0].upper()
            raise Refused("two costs", bases[0], bases[1], f"--x {bases[1]}" if is_x else f"+{bases[1]}")
        return found.saying(*[sum_as("printed sum", base) for base in bases if "+" in base])

    def _with_life_for_symbols(self, found: _Reading) -> _Reading:
        """Return a reading in which `pay 4 life` is for the Phyrexian symbols of the cost, if there are so many."""
        base = found.bases[0].upper()
        symbols, others = base.count("/P"), base.count("/") - base.count("/P")
        for said, _ in (each for each in found.things if each[1] == "life"):
            life = said.removeprefix("life=")
            if not symbols or others or life != str(2 * symbols) or "choose" in dict(found.options):
                continue
            choose = ("choose", ",".join(["life"] * symbols))
            options = (*(each for each in found.options if each != ("also", said)), choose)
            return replace(found, options=options).saying(Remark("life for symbols read", (life,)))
        return found

    def question(self, found: _Reading, edition: str | None) -> CostQuestion:
        """Return the question that was read."""
        found = self._with_life_for_symbols(found)
        increases, reductions = (tuple(each for sign, each in found.modifiers if sign == mark) for mark in "+-")
        options: dict[str, tuple[str, ...]] = {}
        for name, value in found.options:
            options[name] = (*options.get(name, ()), value)
        return CostQuestion(
            self.game,
            self.file,
            found.bases[0],
            increases,
            reductions,
            options,
            edition,
            tuple(dict.fromkeys(found.keywords)),
            found.read_as,
        )
