"""The words after `rules cost`, in any order → a `CostQuestion`. Nothing is calculated here.

The words are cut into tokens of a kind. A reading takes all of them, a step at a time: an option, a change, a cost, a
pattern of `phrases` with its value (data/costs.yaml and the game's costs.yaml), values, a number of things, a label, or
a word between those. A step has a weight: 0 if it fits, more if a word is passed over, or a value is far from its word.
The lightest reading counts. If another one is as light and means something else, the question is refused with both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from heapq import heappop, heappush
from typing import NamedTuple

from rules_cli.captions import Remark, Words
from rules_cli.costs.arguments import (
    NO_BASE,
    SLOTS,
    CostFile,
    CostQuestion,
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
_MOST_TRIES = 3000  # of other readings; a question that can be read needs a few dozen
_MOST_TIMES = 60
_REPEATED = ("set", "also", "own", "filter")
_DASHES = re.compile("^[\u2010-\u2015\u2212-]+")  # phones turn hyphens into dashes
_AS_PRINTED = re.compile("(?<=[A-Za-z]{3})\u2014|(?<=\\w|\\})\u2014(?=[a-z]{3})")  # `Ward\u2014Pay 3 life`
_DASH_INSIDE = re.compile("(?<=[\\w}])[\u2010-\u2015\u2212](?=[\\w{])")
_AS_OFTEN = re.compile(r"x([1-9])|([1-9])x", re.IGNORECASE)
_SHORTEST_FORM = 3  # letters of a word that may have an ending
_SHORTEST_SLIP = 5  # letters of a word that is corrected: shorter ones are near too many others
_END = CostToken("end", "")
# Weights of steps. Each is more than what it has to lose against, and less than what it has to win against.
_BETWEEN = 1  # a word between a word and its value, or between the words that count
_APART = 4  # one that begins another part of the sentence, `on`
_NOUN = 2  # a noun that nothing counts
_NAME = 2  # a word that is nothing else than a name
_ASSUMED = 2  # a value that is not typed, or one before the cost
_UNMET = 3  # a word that needs a value, which another phrase has
_LEFT = 4  # a number that leaves the word behind it alone
_GUESSED = 5  # letters that are symbols


@dataclass(frozen=True, slots=True)
class CostReading:
    """The part of a question that has been read.

    `things` are the words for things given up, each with its kind of cost; `counts` are numbers of things, by their
    words; `factors` are the changes that apply for each thing, by their place, with the words for it. `wants` are words
    without a value of their own, by their places, the roles of which one has to be there, and how often. `name` labels
    the next change. `last` is the kind of the last step that counted.
    """

    base: str = ""
    changes: tuple[Modifier, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    things: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, str], ...] = ()
    factors: tuple[tuple[int, int, tuple[str, ...]], ...] = ()
    wants: tuple[tuple[int, frozenset[str], int], ...] = ()
    name: str = ""
    last: str = ""
    read_as: tuple[Words, ...] = field(default=(), compare=False)

    def saying(self, *words: Words) -> CostReading:
        """Return it with remarks."""
        return replace(self, read_as=(*self.read_as, *words))

    def with_last(self, **new: object) -> CostReading:
        """Return it with another last change."""
        return replace(self, changes=(*self.changes[:-1], self.changes[-1]._replace(**new)), last="label")  # type: ignore[arg-type]

    @property
    def meaning(self) -> tuple[object, ...]:
        """What the calculation sees of it."""
        changes = sorted((each.sign, each.amount) for each in self.changes for _ in range(each.times))
        return self.base.lower(), changes, sorted(self.options)

    @property
    def typed(self) -> str:
        """The question in the grammar of changes and options."""
        changes = [f"{each.sign}{each.amount}" for each in self.changes for _ in range(each.times)]
        options = [f"--{name} {value}".strip() for name, value in self.options if name not in cost_words().shared]
        return " ".join([self.base, *changes, *options])


Place = tuple[int, CostReading]
"""A place in the question, and what has been read before it."""
Choice = tuple[int, Callable[[], Place]]
"""A step: its weight, and what returns the place after it, or raises Refused."""


class _Value(NamedTuple):
    """A value, or a pattern with its value: its text, the place after it, its weight, and the words for things in it,
    each with its kind of cost."""

    text: str
    after: int
    weight: int = 0
    things: tuple[tuple[str, str], ...] = ()


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


# Complexity: the words may be another game's, too many, and have slips.
def read(words: Sequence[str], default: str | None = None, mending: bool = True) -> CostQuestion:
    """Read the words of a question; `default` is the book if no word names a game.

    With `mending`, a word that is a slip of only one known word is read as that, and `read_as` says so. Raises Refused,
    whose one line says which word is wrong, and what to type.
    """
    words = [_AS_PRINTED.sub(" ", word) for word in words]
    words = [_DASH_INSIDE.sub("-", _DASHES.sub(lambda dashes: "-" * len(dashes[0]), word)) for word in words]
    game, edition, rest = game_of(words, default)
    if game not in games():
        known = ", ".join(games())
        if game:
            raise Refused("no costs of", game, known)
        near = nearest(words[0].lower(), games(), slips=1) if words else None
        if near:
            raise Refused("no such game", words[0], near)
        raise (Refused if words else NoCost)("no game", "", known)
    cutter = Cutter(game, cost_file(game))
    typed = list(cutter.cut(rest))
    if len(typed) > _MOST_TOKENS:
        raise Refused("too many", " ".join(rest), _MOST_TOKENS)
    meant = [meant_by(cutter.file, token) if mending else None for token in typed]
    slips = [
        Remark("slip read", (token.text, word))
        for token, word in zip(typed, meant, strict=True)
        if word and not are_forms(word, token.key)
    ]
    tokens = [token._replace(text=word) if word else token for token, word in zip(typed, meant, strict=True)]
    try:
        found = CostReader(game, cutter.file, tokens).read().saying(*slips, *cutter.remarks)
    except Refused:
        if slips:
            CostReader(game, cutter.file, typed).read()  # refuses the words as typed
        raise
    options: dict[str, tuple[str, ...]] = {}
    for name, value in found.options:
        options[name] = (*options.get(name, ()), value)
    increases, reductions = (
        tuple(each for each in found.changes for _ in range(each.times) if each.sign == sign) for sign in "+-"
    )
    keywords = tuple(dict.fromkeys(found.keywords))
    return CostQuestion(game, cutter.file, found.base, increases, reductions, options, edition, keywords, found.read_as)


def is_same_cost(one: str, other: str) -> bool:
    """Whether one of two costs is the number of mana of the other, `5` and `3UU`, or its X."""
    if one.upper() in ("X", "Y", "Z"):  # `an X spell, XRR`
        return one.upper() in other.upper()
    is_number = one.isdigit() is not other.isdigit() and not set("/XYZxyz") & {*one, *other}
    return is_number and 1 < _size(one) == _size(other)


def _is_said_again(word: str, number: str, changes: Sequence[Modifier]) -> bool:
    """Whether a number of things is that of a change: `one frostbite +1`, `five artifacts, so 5 less`."""
    if number == "1":
        return any(are_forms(each.why, word) for each in changes if each.why)
    return any(number == each.amount for each in changes)


def _size(cost: str) -> int:
    """Return about how much a cost is: its numbers and its letters."""
    return sum(int(each) if each.isdigit() else 1 for each in re.findall(r"[0-9]{1,9}|[A-Za-z]", cost))


# Complexity: words that may not be read, forms, slips.
def meant_by(file: CostFile, token: CostToken) -> str | None:
    """Return the one word of the grammar that an unknown word is a form or a slip of."""
    word = token.key
    if token.kind != "word" or token.sign or word in file.all_known or len(word) < _SHORTEST_FORM:
        return None
    if any(is_form(each, word) for each in (*file.value_words, *file.hints)):
        return None
    near = [each for each in file.all_known if each[:1] == word[:1]]
    if forms := [each for each in near if is_form(each, word)]:
        return min(forms, key=lambda each: (each not in file.all_words, -len(each), each))
    if len(word) < _SHORTEST_SLIP:
        return None
    return nearest(word, {each for each in near if len(each) >= _SHORTEST_SLIP}, slips=1)


def are_forms(one: str, other: str) -> bool:
    """Whether two words are forms of one word: `elf` and `elves`."""
    return is_form(one, other) or is_form(other, one)


@dataclass
class CostReader:
    """Reads the tokens of a question about one game. `refusal` is why the reading that came furthest did not go on, and
    its place."""

    game: str
    file: CostFile
    tokens: list[CostToken]
    refusal: tuple[tuple[bool, int], Refused] | None = None

    # Complexity: a reading is new, whole, or the second of its weight.
    def read(self) -> CostReading:
        """Return the lightest reading of all tokens.

        Raises Refused if no reading takes them all, or if two of the least weight mean different costs.
        """
        queue: list[tuple[int, int, int, CostReading]] = [(0, 0, 0, CostReading())]
        seen: set[Place] = set()
        found: CostReading | None = None
        least = number = 0
        while queue and number < _MOST_TRIES:
            weight, back, _, so_far = heappop(queue)
            if found and weight > least:
                break
            if -back > len(self.tokens):
                if found and so_far.meaning != found.meaning:
                    raise Refused("two readings", self._shown(0, len(self.tokens)), found.typed, so_far.typed)
                found, least = found or so_far, weight
            elif (-back, so_far) not in seen:
                seen.add((-back, so_far))
                for more, after, reading in self._steps(-back, so_far):
                    number += 1
                    heappush(queue, (weight + more, -after, number, reading))
        if not found:
            raise self.refusal[1] if self.refusal else self._unknown(0)
        return self._with_life_for_symbols(found)

    def _steps(self, at: int, so_far: CostReading) -> Iterator[tuple[int, int, CostReading]]:
        """Yield the steps at a place that can be taken, each with its weight and the place after it."""
        refusal: Refused | None = None
        has_step = False
        no_cost = _BETWEEN if {*self.file.without_cost} & {*dict(so_far.options)} else _GUESSED
        whole = [(no_cost * (not so_far.base), partial(self._whole, so_far))]
        for weight, choice in self._choices(at, so_far) if at < len(self.tokens) else whole:
            try:
                after, reading = choice()
            except Refused as error:
                refusal = refusal or error
                continue
            has_step = True
            yield weight, after, reading
        place = refusal is not None, at
        if (refusal or not has_step) and (self.refusal is None or place > self.refusal[0]):
            self.refusal = place, refusal or self._unknown(at)

    # --- the tokens

    def token(self, at: int) -> CostToken:
        """Return the token at a place; one of the kind "end" after the last."""
        return self.tokens[at] if 0 <= at < len(self.tokens) else _END

    def _shown(self, start: int, end: int) -> str:
        return " ".join(f"{each.sign}{each.text}" for each in self.tokens[start:end])

    def in_class(self, at: int, *names: str) -> bool:
        """Whether the word at a place is of one of these classes of words."""
        return any(self.token(at).key in self.file.classes[name] for name in names)

    def past(self, at: int, *names: str, over_stops: bool = True) -> int:
        """Return the first place from a place on with no word of these classes; the place behind a comma, if that ends
        the words."""
        while self.in_class(at, *names) and (over_stops or not self.token(at - 1).stop):
            at += 1
        return at

    @cached_property
    def _places(self) -> Mapping[str, frozenset[int]]:
        """The places of each word of a pattern: the tokens that are it, or a form of it that is no other word."""
        places: dict[str, set[int]] = {}
        for at, token in enumerate(self.tokens):
            if token.kind in ("word", "amount"):
                key, is_known = token.key, token.key in self.file.known_words
                for word in self.file.all_words:
                    if word == key or (not is_known and word[:1] == key[:1] and is_form(word, key)):
                        places.setdefault(word, set()).add(at)
        return {word: frozenset(found) for word, found in places.items()}

    @cached_property
    def _patterns(self) -> Sequence[Pattern]:
        """The patterns whose words are all there."""
        return [
            each
            for each in self.file.patterns
            if all(word in SLOTS or word in self._places for word in (*each.words, *each.needs))
        ]

    @cached_property
    def _roles(self) -> Sequence[frozenset[str]]:
        """What the word at each place needs a value for: the roles of its patterns."""
        valued = [each for each in self._patterns if "*" in each.words]
        return [
            frozenset(self.file.role(each) for each in valued if at in self._places.get(each.words[0], ()))
            for at in range(len(self.tokens) + 2)
        ]

    def _is(self, word: str, at: int) -> bool:
        return at in self._places.get(word, ())

    def _is_name(self, at: int) -> bool:
        """Whether the token at a place is a word that is nothing else than a name, and no slip of a known word."""
        token, key = self.token(at), self.token(at).key
        if token.kind != "word" or token.sign or any(at in found for found in self._places.values()):
            return False
        is_value = any(self._value_at(at, self.file.values[option]) for option in self.file.bare)
        is_known = key in {*self.file.hints, *cost_words().times} or key in self.file.all_fillers or is_value
        is_known = is_known or self.in_class(at, "conditions", "each", "none", "negations", "changing")
        return not (is_known or meant_by(self.file, token))

    @cached_property
    def _bound(self) -> Collection[int]:
        """The places of numbers that belong to the word behind them: a value, or what a pattern counts."""
        counted = {word for each in self.file.patterns if self.file.takes(each) != "cost" for word in each.counted}

        def has_own(at: int, words: Sequence[str]) -> bool:
            return (
                all(map(self._is, words[:-1], range(at, at + len(words))))
                and self.token(at + len(words) - 1).text.isdigit()
            )

        def is_counted(at: int) -> bool:
            if self._value_at(at, self.file.value_words):
                return True
            after = self.past(at + 1, "joints")  # `menos 2 turno 3`
            valued = (each.words for each in self._patterns if each.words[-1] == "*")
            is_other = self.token(after).text.isdigit() or any(has_own(at, words) for words in valued)
            return not is_other and any(is_form(word, self.token(at).key) for word in counted)

        numbers = (at for at, token in enumerate(self.tokens[:-1]) if token.text.isdigit() and not token.stop)
        return {at for at in numbers if is_counted(at + 1)}

    # --- the steps at a place

    # Complexity: one case for each kind of token.
    def _choices(self, at: int, so_far: CostReading) -> Iterator[Choice]:
        token = self.token(at)
        if token.kind == "option":
            yield 0, partial(self._place_with_option, at + 1, so_far, token.text, token.value)
            return
        if token.kind == "change":
            yield 0, partial(self._changed, at + 1, so_far, Modifier(token.text, token.value, token.sign))
            return
        for pattern in self._patterns:
            for fit in self._fits(pattern, at, so_far):
                yield fit.weight, partial(self._obey, pattern, fit, at, so_far)
        yield from self._of_changes(at, so_far)
        yield from self._counted(at, so_far)
        yield from self._passed(at, so_far)
        if token.kind == "amount" and not (token.value or (so_far.things and token.key == "none")):
            behind = self.token(at + 1).key
            is_plural = self._value_at(at + 1, self.file.value_words) and behind not in self.file.value_words
            for cost in self._costs(at):
                leaves = cost.after == at + 1 and at in self._bound
                if not (leaves and is_plural):  # `3 blues`; `3 blue blue` leaves a cost
                    yield cost.weight + _LEFT * leaves, partial(self._with_base, so_far, cost.text, cost.after)
        elif token.kind == "word" and not so_far.base and not token.sign:
            for cost in self._costs(at):
                yield cost.weight, partial(self._with_base, so_far, cost.text, cost.after)
            plain = set(self.file.letters) - set(self.file.rare_letters)
            if set(token.key) <= plain and not self.in_class(at, "articles"):
                said = so_far.saying(Remark("letters", (token.text, token.text.upper())))
                yield _GUESSED, partial(self._with_base, said, token.text, at + 1)

    # Complexity: a second cost may be the first one said again, X, or a slip.
    def _with_base(self, so_far: CostReading, text: str, after: int) -> Place:
        if not text:
            raise Refused("unreadable", text, Remark("cost looks like", (self.file.example,)))
        first = next((at for at, each in enumerate(self.tokens) if each.text == so_far.base), 0)
        is_said = self.file.symbols_apart and any(
            self._is(word, first + 1) for word in ("drop", "cost", "mana", "spell")
        )
        if so_far.base and is_said and is_same_cost(so_far.base, text):  # `a 5 drop, 3UU`
            return after, replace(
                so_far, base=max(so_far.base, text, key=lambda each: (not each.isdigit(), len(each))), last="base"
            )
        if so_far.base:
            is_x = text.isdigit() and "X" in so_far.base.upper()
            raise Refused("two costs", so_far.base, text, f"--x {text}" if is_x else f"+{text}")
        instead, before = dict(so_far.options).get("alt", ""), after - 2 - self.in_class(after - 2, "articles")
        is_for = self.in_class(before, "opening")  # `evoke 5UU for 2U`
        if so_far.last == "option" and is_for and _size(instead) > _size(text):
            raise Refused("two readings", f"{instead} for {text}", f"{text} --alt {instead}", f"{instead} --alt {text}")
        if "+" in text:
            so_far = so_far.saying(sum_as("printed sum", text))
        return after, replace(so_far, base=text, last="base")

    def _place_with_option(self, after: int, so_far: CostReading, name: str, value: str) -> Place:
        return after, self._with_option(so_far, name, value)

    def _with_option(self, so_far: CostReading, name: str, value: str) -> CostReading:
        """Return a reading with one more option. Raises Refused if it is there already."""
        if (name, value) in so_far.options and self.file.known_options[name].takes and name not in _REPEATED:
            return replace(so_far, last="option")
        if name in dict(so_far.options) and name not in _REPEATED:
            raise Refused("given twice", name)
        return replace(so_far, options=(*so_far.options, (name, value)), last="option")

    # --- changes

    def _changed(self, after: int, so_far: CostReading, change: Modifier) -> Place:
        if (change.sign, change.amount) == ("-", ""):
            raise Refused("unreadable", "-", "-1")
        sign, _, label = so_far.name.rpartition(":")
        if label and not change.why and sign in ("", change.sign):
            change, so_far = change._replace(why=label), replace(so_far, name="")
        return after, replace(so_far, changes=(*so_far.changes, change), last="change")

    # Complexity: what follows a change is its label, how often it applies, or for what.
    def _of_changes(self, at: int, so_far: CostReading) -> Iterator[Choice]:
        """Yield what a change may have besides its amount, and a name before it."""
        token = self.token(at)
        is_after = so_far.last in ("change", "label")
        last = so_far.changes[-1] if is_after else Modifier("", sign="")
        if is_after and (times := self._times(at, so_far)):
            yield 0, lambda: (times[0], so_far.with_last(times=times[1]))
        behind = at + (last.amount == token.text and self.in_class(at - 1, "causes"))  # `2 more from two frostbites`
        has_own = self.token(behind + 1).kind == "amount" and last.sign in self._roles[behind]  # `minus 2 minus 2`
        if last.sign and not (last.why or has_own) and any(role[:1] == last.sign for role in self._roles[behind]):
            yield 0, lambda: (behind + 1, so_far.with_last(why=self.token(behind).key))  # `+1 frostbite`
        names = self._past_names(at)
        is_of_cost = (self.in_class(names, "cost") and not self.in_class(at, "nouns")) or self._is(
            "for", names
        )  # `mox for 0`
        if names > at and is_of_cost and not (at or so_far.base) and self.token(names + 1).kind == "amount":
            yield _NAME, lambda: (names, so_far.saying(Remark("word left out", (self._shown(at, names),))))
        if names > at:
            name = " ".join(each.text for each in self.tokens[at:names])
            has_stop = self.token(at - 1).stop
            if last.sign and (not last.why or (has_stop and so_far.last == "label")):
                yield _NAME * (1 + has_stop), lambda: (names, so_far.with_last(why=f"{last.why} {name}".strip()))
            changes = (role[0] in "+-" for roles in self._roles[names:] for role in roles)
            if not so_far.name and (any(changes) or any(each.kind == "change" for each in self.tokens[names:])):
                yield _NAME + (is_after and not has_stop), lambda: (names, replace(so_far, name=name))
        yield from self._label_before(at, so_far)
        if self.in_class(at, "each"):
            yield from self._for_each(at, so_far, len(so_far.changes) - is_after)

    def _is_bare(self, at: int) -> bool:
        """Whether no thing follows `each`: `two thalias, +1 each`, `two effects each reduce it`."""
        is_filler = self.token(at - 1).kind == "change" and self.token(at + 1).key in self.file.all_fillers
        is_last = self.token(at).stop or self.token(at + 1).kind in ("change", "option", "end")
        return is_last or is_filler or bool(self._roles[at + 1] & {"+", "-"})

    def _words_end(self, at: int) -> int:
        """Return the place of the first token from a place on that is no word, or is behind a comma."""
        while self.token(at).kind == "word" and not self.token(at - 1).stop:
            at += 1
        return at

    # Complexity: what comes behind has to be of the same sign, in the same part.
    def _label_before(self, at: int, so_far: CostReading) -> Iterator[Choice]:
        """Yield a word whose value is with another word of its sign: `frostbite makes it 1 more`."""
        end = self._words_end(at + 1) - self.token(at).stop
        behind = {role[:1] for roles in self._roles[at + 1 : end + 2] for role in roles}
        labels = [role for role in self._roles[at] if role[1:2] == ":" and role[0] in behind]
        if len(labels) == 1 and not so_far.name and self.token(at).kind == "word" and not self._is_denied(at):
            yield _BETWEEN, lambda: (at + 1, replace(so_far, name=labels[0]))

    def _past_names(self, at: int) -> int:
        """Return the place after the unknown words at a place, with the small words between them."""
        end = here = at
        while self._is_name(here) or (end > at and self.token(here).key in self.file.all_fillers):
            here += 1
            end = here if self._is_name(here - 1) else end
            if self.token(here - 1).stop:
                break
        return end

    def _times(self, at: int, so_far: CostReading) -> tuple[int, int] | None:
        """Return the place after words that say how often, `twice`, `3 times`, `x2`, and the number."""
        token = self.token(at)
        if times := cost_words().times.get(token.key):
            return at + 1, times
        if token.text.isdigit() and not token.value and self.in_class(at + 1, "times"):
            return at + 2, min(int(token.text), _MOST_TIMES)
        if (found := _AS_OFTEN.fullmatch(token.text)) and "X" not in so_far.base.upper():
            return at + 1, int(found[1] or found[2])
        return None

    # Complexity: the number may be in the phrase, and the words for the thing end in several ways.
    def _for_each(self, at: int, so_far: CostReading, change: int) -> Iterator[Choice]:
        """Yield `for each creature`, whose number may be in it, or anywhere else."""
        first = self.past(at + 1, "joints", "articles")
        number = self.token(first).text if self.token(first).text.isdigit() else ""
        end = first = first + bool(number)
        begins = {place for each in self._patterns for place in self._places.get(each.words[0], ())}
        while self.token(end).kind == "word":
            is_other = end in begins or self.token(end).key in self.file.all_fillers
            if end > first and (self.token(end - 1).stop or is_other):
                break
            end += 1
        nouns = tuple(token.key for token in self.tokens[first:end])
        bare = replace(so_far, factors=(*so_far.factors, (at, change, ())))
        if self._is_bare(at):
            yield 0, lambda: (at + 1, bare)
        elif nouns or not self.in_class(at, "joints"):  # `por` may be another word
            counts = (*so_far.counts, *([(nouns[0], number)] if number and nouns else ()))
            yield 0, lambda: (end, replace(so_far, factors=(*so_far.factors, (at, change, nouns)), counts=counts))

    # --- words that are passed over, and things that are counted

    # Complexity: a word is passed over for one reason of several.
    def _passed(self, at: int, so_far: CostReading) -> Iterator[Choice]:
        """Yield the ways to pass over a word: it says nothing, or another phrase says it, or it begins a condition."""
        token = self.token(at)
        if token.sign or (token.kind == "amount" and token.value):
            return
        if self.in_class(at, "either") and self.token(at - 1).text.isdigit() and self.token(at + 1).text.isdigit():
            return
        if token.key in self.file.all_fillers:
            yield _BETWEEN, lambda: (at + 1, so_far)
        elif self.in_class(at, "nouns") and token.key not in self.file.hints:
            yield _NOUN, lambda: (at + 1, so_far)
        if token.key in ("x", "y", "z") and any(token.key in each.key for each in self.tokens if each.kind != "word"):
            yield _NOUN, lambda: (at + 1, so_far)  # `how much is X`
        end, zone = self._zone(at)  # `delve 4 from my graveyard`
        is_hand = zone in self.file.classes["hand"]
        if zone and (not is_hand or (so_far.last == "option" and so_far.options[-1][0] == "hand")):
            yield _NOUN, lambda: (end, so_far)
        if self.in_class(at, "conditions"):
            yield _NOUN, partial(self._condition, at, so_far)
        roles = self._roles[at]
        is_counted = so_far.last == "base" and at - 1 in self._bound  # `1 life`
        is_counted |= so_far.last == "change" and self._pays(at)  # `+1 resource`: to pay, or to pay with
        if roles and token.kind == "word" and not (is_counted or self._is_denied(at)):
            after, often = self._times(at + 1, so_far) or (at + 1, 1)  # `kicked twice, kicker 2`
            yield _UNMET, lambda: (after, replace(so_far, wants=(*so_far.wants, (at, roles, often))))

    def _condition(self, at: int, so_far: CostReading) -> Place:
        """Skip a condition, `if I have an artifact`, which is taken to hold; of one with an amount, only its word."""
        end = self._words_end(at + 1)
        if end == at + 1:  # `where X is 2`
            return end, so_far
        has_amount = self.token(end).kind in ("change", "amount") and not self.token(end - 1).stop
        return at + 1 if has_amount else end, so_far.saying(Remark("condition holds", (self._shown(at, end),)))

    # Complexity: what has a number may be anywhere in the question.
    def _counted(self, at: int, so_far: CostReading) -> Iterator[Choice]:
        """Yield a number of things that another part of the question names: `3 creatures`, `no creatures`."""
        number = "0" if self.in_class(at, "none") else self.token(at).text
        key = self.token(at + 1).key
        if so_far.things and self.token(at).key == "none":  # `sacrifice a creature, none in play`
            yield 0, lambda: (at + 1, self._with_own(so_far, so_far.things[-1][0], "0"))
        if not number.isdigit() or self.token(at).stop or self.token(at).value or self.token(at + 1).kind != "word":
            return
        others = {token.key for place, token in enumerate(self.tokens) if place != at + 1 and token.kind == "word"}
        has_bare = any(self.in_class(place, "each") and self._is_bare(place) for place in range(len(self.tokens)))
        has_label = any(role[1:2] == ":" for role in self._roles[at + 1])
        has_bare = has_bare and (has_label or self._is_name(at + 1) or self.in_class(at + 1, "nouns"))
        is_label = has_label and self.token(at + 2).kind == "change"
        change = self.past(at + 2, "joints", "causes")
        if change > at + 2 and self.token(change).kind == "change" and (has_label or self.in_class(at + 1, "nouns")):
            factor = (at, len(so_far.changes), (key,))  # `two effects of +1`
            more = replace(so_far, counts=(*so_far.counts, (key, number)), factors=(*so_far.factors, factor))
            yield 0, lambda: (change, more)
        if has_bare or is_label or any(are_forms(key, other) for other in others):
            end = self.past(at + 2, "nouns", over_stops=False)
            counted = replace(so_far, counts=(*so_far.counts, (key, number)), last="option")
            yield 0, lambda: (end, replace(counted, name=f":{key}") if is_label else counted)

    # --- patterns

    # Complexity: each reason against a pattern is tried once.
    def _fits(self, pattern: Pattern, at: int, so_far: CostReading) -> Iterator[_Value]:
        """Yield the ways in which a pattern fits the tokens at a place."""
        token, weight, is_before = self.token(at), pattern.place, pattern.words[0] in SLOTS
        if not is_before and (pattern.base not in (None, bool(so_far.base)) or not self._is(pattern.words[0], at)):
            return
        if token.sign in ("+", "-") and not pattern.meaning.startswith(token.sign):
            return
        is_label = so_far.last == "change" and not self.token(at - 1).stop and not token.text.isdigit()
        if is_label and not pattern.name:  # `+1 blue`
            return
        is_counted = so_far.last == "base" and at - 1 in self._bound and not is_before
        for fit in self._fit(pattern, 0, _Value("", at, weight + _ASSUMED * (is_before and not so_far.base)), so_far):
            weight, after = fit.weight, fit.after
            if self._is_another(pattern, fit, at, so_far) or (is_counted and fit.weight > _APART):
                continue
            is_last = bool(fit.text) and fit.text == self.token(after - 1).text
            if is_last and after - 1 in self._bound and not self._counts(pattern, after, at):
                if pattern.meaning[0] in "+-" or pattern.meaning == "*":
                    continue
                weight += _LEFT
            # `2 less 5U` may be the other way round.
            is_set = "set" in dict(so_far.options)
            if self.file.role(pattern) in ("+", "-") and so_far.base.isdigit() and not is_set:
                is_more = fit.text.isdigit() and int(fit.text) <= int(so_far.base)
                weight += _ASSUMED * (not is_more and not is_before)
            if ":" in self.file.role(pattern) and self.file.role(pattern)[0] == "-":
                weight += _LEFT * (not fit.text.isdigit())  # `undaunted 6W` needs a number
            # Its value is not typed, or the printed cost.
            weight += _ASSUMED * pattern.assumes
            if fit.text.isdigit():
                after = self.past(after, "nouns", over_stops=False)  # `affinity 3 artifacts`
            yield fit._replace(weight=weight, after=after)

    # Complexity: each reason against a pattern that fits is one line.
    def _is_another(self, pattern: Pattern, fit: _Value, at: int, so_far: CostReading) -> bool:
        """Whether words that fit a pattern say something else: a longer pattern, `no frostbite`, `2 cards in the
        graveyard`, `one frostbite +1`, `2 more from two frostbites`."""
        role, behind, zone = self.file.role(pattern), self.token(fit.after), self._zone(fit.after)[1]
        length = len(pattern.words)
        longer = (each.words[length] for each in self._patterns if each.words[:length] == pattern.words != each.words)
        if not self.token(fit.after - 1).stop and any(self._is(word, fit.after) for word in longer):
            return True
        wider = (each.words for each in self._patterns if each.words[1 : length + 1] == pattern.words)  # `in memory`
        if pattern.words[0] not in SLOTS and any(self._is(words[0], at - 1) for words in wider):
            return True
        if self._is_denied(at) and (not fit.text or role[0] in "+-"):
            return True
        if zone and pattern.meaning.startswith("--hand") and zone not in self.file.classes["hand"]:
            return True
        if behind.kind == "change" and not self.token(fit.after - 1).stop and role.startswith(f"{behind.sign}:"):
            return True
        is_cause = so_far.last == "change" and self.in_class(at - 1, "causes") and pattern.words[0] in SLOTS
        return is_cause and role[0] == so_far.changes[-1].sign

    def _counts(self, pattern: Pattern, at: int, start: int = -1) -> bool:
        """Whether the word at a place is one that a pattern with the same meaning counts, or is in the words before the
        number, too: `affinity for artifacts with 5 artifacts`."""
        key, adds = self.token(at).key, pattern.meaning.split()[0]
        own = [word for each in self.file.patterns if each.meaning.split()[:1] == [adds] for word in each.counted]
        before = [token.key for token in self.tokens[start : at - 1]] if start >= 0 else []
        return key in before or any(is_form(word, key) for word in own)

    # Complexity: a word of a pattern may be a value, and words may be between.
    def _fit(self, pattern: Pattern, number: int, so_far: _Value, reading: CostReading) -> Iterator[_Value]:
        """Yield the fits of the words of a pattern from a word on."""
        if number == len(pattern.words):
            yield so_far
            return
        at, weight, word = so_far.after, so_far.weight, pattern.words[number]
        takes = self.file.takes(pattern)
        while True:
            weight += 2 * _APART if number and self.token(at - 1).stop else 0
            if word in SLOTS:
                values = list(self._values(pattern, number, at, reading))
                for value in values:
                    text = f"{so_far.text}\n{value.text}" if so_far.text else value.text
                    fit = value._replace(text=text, weight=weight + value.weight)
                    yield from self._fit(pattern, number + 1, fit, reading)
                if values:
                    return
            elif self._is(word, at):
                yield from self._fit(pattern, number + 1, so_far._replace(after=at + 1, weight=weight), reading)
                return
            token = self.token(at)
            longer = (*pattern.words[:number], token.key)  # `instead of` is no `instead`
            is_before = pattern.words[0] in SLOTS  # `1 mana more` is more than `1 mana`
            if not is_before and any(each.words[: number + 1] == longer for each in self._patterns):
                return
            is_change = number == 1 and is_before and pattern.meaning[0] in "+-"
            is_noun = self.in_class(at, "nouns") or (is_change and self._pays(at))  # `1 mana more`
            is_between = is_noun or token.key in self.file.all_fillers
            things = (each.words[0] for each in self._patterns if each.meaning.startswith("--also "))
            if takes in ("list", "count") and any(self._is(each, at) for each in things):  # `convoke tapping 2 elves`
                is_between, weight = True, weight + _ASSUMED
            if not number or token.kind == "amount" or not is_between or self.in_class(at, "none", "negations"):
                return
            if pattern.meaning == "*" and self.in_class(at, "towards"):  # `set my 4 cost card to 3`
                return
            is_counted = at == so_far.after and self.token(at - 1).text.isdigit()  # `raise a 2 card by 1`
            weight += _APART if self.in_class(at, "opening") else _NOUN * (not is_counted) if is_noun else _BETWEEN
            at += 1

    def _pays(self, at: int) -> bool:
        """Whether a word is what a cost is paid with, and counted: `2 mana`, `1 recurso`."""
        counted = (each.words for each in self._patterns if each.meaning.startswith("--have") and len(each.words) == 2)
        return any(words[0] in SLOTS and self._is(words[1], at) for words in counted)

    def _is_whole(self, pattern: Pattern, at: int) -> bool:
        """Whether all words of a pattern follow each other from a place on, with no value."""
        return len(pattern.words) > 1 and all(self._is(word, at + i) for i, word in enumerate(pattern.words))

    # Complexity: one case for each kind of value.
    def _values(self, pattern: Pattern, number: int, at: int, so_far: CostReading) -> Iterator[_Value]:
        """Yield the values of a word of a pattern at a place."""
        token, takes = self.token(at), self.file.takes(pattern)
        option = pattern.meaning.partition(" ")[0].removeprefix("--")
        if pattern.words[number] == "nth":
            if token.value == "th":
                yield _Value(str(int(token.text) - 1), at + 1)
        elif takes in ("list", "count") and number == 0 and pattern.name and self.in_class(at, "none"):
            if any(each.words[0] == token.key and self._is_whole(each, at) for each in self._patterns):
                return  # `no mana cost`
            yield _Value("0" if takes == "count" else "none", at + 1)
        elif takes == "list":
            yield from self._lists(at, self.file.values.get(option, {}), pattern)
        elif takes == "count":  # before its word it may be an ordinal, `third turn`
            times = cost_words().times.get(token.key)
            is_letter = "=*" in pattern.meaning and token.key in ("x", "y", "z")
            is_number = token.text.isdigit() or token.key == "none" or is_letter
            if times or (is_number and not token.sign and not (token.value and number)):
                yield _Value(str(times or token.text), at + 1)
        elif takes == "cost":
            may_be_thing = option == "alt" or pattern.meaning.startswith("* --")
            if may_be_thing and token.kind == "word" and not self.token(at - 1).stop:
                yield from self._things(at, so_far)
            is_more = token.kind == "change" and token.sign == "+" and not token.value
            if is_more and pattern.meaning != "*":  # `kicker +1U`
                yield _Value(token.text, at + 1)
            costs = self._costs(at, of_symbol=pattern.meaning[:2] == "-*") if not token.sign else ()
            yield from (cost for cost in costs if cost.after > at + 1 or not self._times(at, so_far))
        elif token.kind in ("word", "amount") and token.key not in self.file.all_fillers and not token.value:
            yield _Value(token.text, at + 1)

    def _things(self, at: int, so_far: CostReading) -> Iterator[_Value]:
        """Yield the costs at a place that are no number, `exile a card`, as `exile=1`."""
        for pattern in (each for each in self._patterns if each.meaning.startswith("--also ")):
            for fit in self._fits(pattern, at, replace(so_far, base="none")):
                kind = pattern.meaning.split()[1].replace("*", fit.text)
                yield _Value(kind, fit.after) if "=" in kind else self._thing(kind, fit.after, so_far)
                return

    # Complexity: symbols may be apart, or words, each with a number or without.
    def _costs(self, at: int, of_symbol: bool = False) -> Iterator[_Value]:
        """Yield the costs at a place: an amount, symbols apart, `2 W U`, and words for symbols, `two and a blue`.

        A number before one symbol alone may be generic, or `of_symbol`.
        """
        token = self.token(at)
        if token.kind == "amount" and not token.value:
            text, here = token.text, at + 1
            yield _Value(text, here)
            while self._is_symbol(here):
                more = self.token(here).text
                text, here = (f"{{{text}}}" if text.isdigit() else text) + more, here + 1
                yield _Value(text, here)
        parts, end = self._symbols(at)
        is_noun = len(parts) == 1 and self.in_class(end, "nouns") and not self.token(end - 1).stop
        if is_noun or not any(symbol for _, symbol in parts):
            return
        if not self.file.symbols_apart and parts[-1][0]:  # `2 and 1 action point`
            yield _Value("+".join(f"{number or 1}{symbol}" for number, symbol in parts), end)
            return
        generic = sum(number or 1 for number, symbol in parts if not symbol)
        exact = f"{generic or ''}" + "".join(symbol * (number or 1) for number, symbol in parts)
        number, symbol = parts[0]
        is_first_alone = bool(number and symbol) and not any(each for each, _ in parts[1:])
        yield _Value(exact, end, _ASSUMED if is_first_alone and len(parts) > 1 else 0)
        if is_first_alone and self.token(at).text.isdigit() and not of_symbol:
            yield _Value(f"{number}" + "".join(each for _, each in parts), end)

    # Complexity: a word for a symbol, its number, or a number of generic mana.
    def _symbols(self, at: int) -> tuple[list[tuple[int | None, str]], int]:
        """Return the symbols that words at a place name, each with its number, and the place after them."""
        parts: list[tuple[int | None, str]] = []
        end = at
        while True:
            here = self.past(end, "ands") if parts else end
            word = self.token(here)
            is_number = word.text.isdigit() and not word.sign and not word.value
            number = int(word.text) if is_number else 1 if self.in_class(here, "articles") else None
            if found := self._value_at(here + (number is not None), self.file.symbols):
                parts.append((number, found[0]))
                end = found[1]
            elif is_number and not parts and self.in_class(here + 1, "ands"):
                parts.append((number, ""))
                end = here + 1
            elif parts and not parts[0][1] and word.kind == "amount" and word.text.isalpha() and not word.value:
                parts.append((None, word.text))  # `two and UU`
                end = here + 1
            else:
                return parts, end

    def _is_symbol(self, at: int) -> bool:
        """Whether the token at a place is a symbol of the cost before it: `{2}, {T}`, `2 W`."""
        token = self.token(at)
        if token.kind != "amount" or token.text.startswith("{"):
            return token.kind == "amount"
        is_letters = self.file.symbols_apart and ("/" in token.text or not token.text[:1].isdigit())
        is_other = self.token(at - 1).stop or token.key in self.file.known_words or token.key == "none"
        return is_letters and not is_other and not _AS_OFTEN.fullmatch(token.text)

    # Complexity: a part is a word, perhaps with its number, or an amount.
    def _lists(self, at: int, values: Mapping[str, str], pattern: Pattern) -> Iterator[_Value]:
        """Yield the lists at a place, `a red and 2 blues`: the whole one, and those that end at a comma."""
        parts: list[str] = []
        ends: list[tuple[str, int]] = []
        here, is_word = at, False
        while True:
            here = self.past(here, "ands", "articles")
            token = self.token(here)
            is_count = (token.text.isdigit() and not token.value) or _AS_OFTEN.fullmatch(token.text)
            is_number = bool(is_count and not token.stop)
            is_plural = token.key.endswith("s") and token.key not in values and not self._times(here + 1, CostReading())
            place = self.past(here + 1, "fillers") if is_number else here
            if not is_plural and (found := self._value_at(place, values)):  # `islands` are of no number
                times = token.text if is_number else "1"
                here, is_word = found[1], True
                if not is_number and _AS_OFTEN.fullmatch(self.token(here).text):  # `red x2`
                    times, here = self.token(here).text, here + 1
                parts += [found[0]] * min(int(times.strip("xX")), _MOST_TIMES)
                if not self._value_at(here, values):
                    here = self.past(here, "nouns", over_stops=False)
            else:
                is_free = pattern.name and (here not in self._bound or self._counts(pattern, here + 1))
                is_apart = is_word and self.token(here - 1).stop  # `3 islands, 2UU`
                is_cost = self.file.symbols_apart and token.text[:1].isdigit() and not token.text.isdigit()
                is_cost = is_cost or token.key in ("x", "y", "z")
                if token.kind != "amount" or token.value or not is_free or is_apart or is_cost:
                    break
                parts.append(token.text)
                here += 1
            if not self.token(here - 1).stop and ends and not self.token(ends[-1][1] - 1).stop:
                ends.pop()
            ends.append((",".join(parts), here))
        for value, end in ends:
            yield _Value(value, end, 0 if end == ends[-1][1] else _BETWEEN)

    def _value_at(self, at: int, values: Mapping[str, str]) -> tuple[str, int] | None:
        """Return the value of the words at a place, `snow forest` or `forest`, and the place after them."""
        for length in (2, 1):
            typed = " ".join(self.token(here).key for here in range(at, at + length))
            for word, value in values.items():
                if word.count(" ") == length - 1 and is_form(word, typed):
                    return value, at + length
        return None

    def _is_denied(self, at: int) -> bool:
        return self.in_class(at - 1, "none", "negations") and not self.token(at - 1).stop

    # --- what a pattern means

    # Complexity: a part of a meaning is an option, a change or a cost.
    def _obey(self, pattern: Pattern, fit: _Value, start: int, so_far: CostReading) -> Place:
        value, after = fit.text, fit.after
        so_far = replace(so_far, things=(*so_far.things, *fit.things))
        meaning = pattern.meaning
        for each in value.split("\n"):
            meaning = meaning.replace("*", each.replace(" ", "_"), 1)
        if "=" in value and pattern.meaning.startswith("* --"):  # `ward pay 3 life`
            meaning = f"none {pattern.meaning[2:]} --also {value.replace(' ', '_')}"
        typed = self._shown(start, after)
        if pattern.assumes and so_far.base and meaning[:1] not in "+-":
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
                after, so_far = self._changed(after, so_far, Modifier(amount, why.replace("_", " "), part[0]))
            elif part[0] == "@":
                so_far = self._limited(so_far, part[1:], typed)
            else:
                if meaning != part and so_far.base not in ("", part):
                    so_far = so_far.saying(Remark("base left out", (typed, so_far.base)))
                so_far = replace(so_far, base="") if meaning != part else so_far
                after, so_far = self._with_base(so_far, part, after)
        return after, so_far

    def _limited(self, so_far: CostReading, limit: str, typed: str) -> CostReading:
        """Return a reading whose last change, a reduction, has a limit: `-2 at least 1`."""
        last = so_far.changes[-1] if so_far.changes else Modifier("", sign="")
        has_limits = "min" in self.file.options
        if last.sign != "-" or "@" in last.amount or so_far.last == "option" or not has_limits:
            raise Refused("unreadable", typed, "-2@1" if has_limits else "-1")
        return so_far.with_last(amount=f"{last.amount}@{limit}")

    def _with_phrase(self, so_far: CostReading, name: str, given: str, after: int) -> Place:
        if name == "also" and "=" not in given:
            thing = self._thing(given, after, so_far)
            given, after = thing.text, thing.after
            so_far = replace(so_far, things=(*so_far.things, *thing.things))
        if (name, given) in so_far.options and name not in _REPEATED and not given.isdigit():
            return after, so_far
        number = (name, str(given.count(",") + 1))  # `5 lands: 3 islands 2 swamps`
        kept = [each for each in so_far.options if each != number or given.isdigit()]
        return after, self._with_option(replace(so_far, options=tuple(kept)), name, given)

    # Complexity: a number, an article, adjectives, a noun and a zone may follow, and each may be missing.
    def _thing(self, kind: str, at: int, so_far: CostReading) -> _Value:
        """Return a kind with the number of it that follows, `exile two other cards from your hand`."""
        number = "1"
        named: list[str] = []
        first = at + 1 + self.token(at + 1).text.isdigit()
        if self.in_class(at, "joints") and self.in_class(first, "articles", "nouns"):
            at += 1  # `the sacrifice of a creature`
        if self.token(at).text.isdigit() and (so_far.base or self.token(at + 1).kind == "word"):
            number, at = self.token(at).text, at + 1
        elif self.in_class(at, "articles"):
            at += 1
        if self.token(at).key in self.file.all_fillers and self.in_class(at + 1, "nouns"):
            at += 1  # `five other cards`
        while self.token(at).kind == "word" and not self.token(at).sign and not (named and self.token(at - 1).stop):
            if not (self.in_class(at, "nouns") or self._is_name(at) or self.token(at).key in self.file.value_words):
                break
            named.append(self.token(at).key)
            at += 1
        at, zone = self._zone(at) if named else (at, "")
        if zone in self.file.classes["hand"] and not is_from_hand(self.file, kind):
            kind = f"{kind} from hand"
        tags = [word for word in named if any(f":{word}" in each.text + each.value for each in self.tokens)]
        kind = f"{kind}:{tags[0]}" if tags else kind
        return _Value(f"{kind}={number}", at, things=tuple((word, kind) for word in named))

    def _zone(self, at: int) -> tuple[int, str]:
        """Return the place after the zone at a place, `from your graveyard`, and the zone; "" if no zone is there."""
        zone = at
        while self.token(zone).key in self.file.all_fillers and not self.token(zone - 1).stop:
            zone += 1
        if (
            zone == at
            or not self.in_class(zone, "zones")
            or (self.token(zone + 1).text.isdigit() and not self.token(zone).stop)
        ):
            return at, ""
        return zone + 1, self.token(zone).key

    # --- the whole question

    # Complexity: one case for each fault.
    def _whole(self, so_far: CostReading) -> Place:
        """Return a reading of all words. Raises Refused if it has no cost, or a word that nothing follows from."""
        options = dict(so_far.options)
        if not so_far.base and {*self.file.without_cost} & {*options}:
            so_far = replace(so_far.saying(NO_BASE), base="none")
        for at, roles, often in so_far.wants:
            if often > 1 and so_far.factors:  # `frostbitten twice, +1 each`
                continue
            if not any(self._is_met(role, so_far, options) for role in roles):
                raise self._unknown(at)
            once = [each for each in so_far.changes if f"{each.sign}:{each.why}" in roles and each.times == 1]
            if often > 1 and len(once) != 1:
                raise self._unknown(at + 1)
            more = (each._replace(times=often) if often > 1 and each in once else each for each in so_far.changes)
            so_far = replace(so_far, changes=tuple(more))
        if not so_far.base:
            raise NoCost("no cost typed", self.game)
        if so_far.name:
            raise Refused("no such word", so_far.name.rpartition(":")[2])
        counts = [*so_far.counts, *((self.token(at).key, str(often)) for at, _, often in so_far.wants if often > 1)]
        for at, change, nouns in so_far.factors:
            fitting = [each for each in counts if not nouns or any(are_forms(noun, each[0]) for noun in nouns)]
            if not fitting or change >= len(so_far.changes):
                noun = nouns[0] if nouns else "creature"
                raise Refused("needs value", f"{self.token(at).text} {noun}", f"3 {noun}")
            counts.remove(fitting[0])
            times = min(int(fitting[0][1]), _MOST_TIMES)
            changes = (each._replace(times=times) if i == change else each for i, each in enumerate(so_far.changes))
            so_far = replace(so_far, changes=tuple(changes))
        for word, number in counts[: len(counts) - sum(often > 1 for _, _, often in so_far.wants)]:
            so_far = self._with_own(so_far, word, number)
        return len(self.tokens) + 1, so_far

    def _is_met(self, role: str, so_far: CostReading, options: Collection[str]) -> bool:
        """Whether a reading has what a role says: an option, something to pay with, or a change, perhaps labelled."""
        if role == "means":
            return bool(set(options) & set(self.file.means) or so_far.counts)
        sign, _, label = role.partition(":")
        changes = [each for each in so_far.changes if each.sign == sign and label in ("", each.why)]
        return role in options or bool(changes) or (role == "+" and bool({"also", *self.file.means} & set(options)))

    def _with_own(self, so_far: CostReading, word: str, number: str) -> CostReading:
        """Return a reading with the number of things that can be given up. Raises Refused if nothing asks for such."""
        kinds = [kind for thing, kind in so_far.things if are_forms(thing, word)]
        if not kinds and _is_said_again(word, number, so_far.changes):
            return so_far
        if not kinds:
            raise Refused("two costs", so_far.base, number, f"+{number}")
        if not is_from_hand(self.file, kinds[-1]):
            return self._with_option(so_far, "own", f"{kinds[-1]}={number}")
        is_list = "," in (self.file.options["hand"].takes or "")
        if is_list and number != "0":
            raise Refused("needs value", "hand", f"--hand {self.file.options['hand'].takes}")
        return self._with_option(so_far, "hand", "none" if is_list else number)

    def _with_life_for_symbols(self, found: CostReading) -> CostReading:
        """Return a reading in which `pay 4 life` is for the Phyrexian symbols of the cost."""
        symbols = found.base.upper().count("/P")
        paid = next((value for name, value in found.options if name == "also" and value.startswith("life=")), "")
        if paid[5:].isdigit() and int(paid[5:]) < 2 * symbols and "choose" not in dict(found.options):
            raise Refused("too little said", f"{paid[5:]} life", "--choose life,W")
        life = ("also", f"life={2 * symbols}")
        if symbols < max(1, found.base.count("/")) or life not in found.options or "choose" in dict(found.options):
            return found
        options = tuple(("choose", "life") if each == life else each for each in found.options)
        return replace(found, options=options).saying(Remark("life for symbols read", (str(2 * symbols),)))

    # Complexity: one case for each fault.
    def _unknown(self, at: int) -> Refused:
        """Return why the word at a place can't be read."""
        token = self.token(at)
        word, shown = token.key, f"{token.sign}{token.text}"
        if token.sign == "-" and token.kind == "word" and word not in self.file.known_words:
            is_cost = set(word) <= {*self.file.letters}
            return Refused("unreadable", shown, shown.upper() if is_cost and token.text.islower() else "-1")
        if word in games():
            return Refused("two games", self.game, word)
        if self.in_class(at, "negations", "none") and not self._example([word, self.token(at + 1).key]):
            return Refused("negation", shown)
        parts = ([each.key for each in self.tokens[max(start, 0) : at + 1]] for start in (at - 2, at - 1, at))
        if example := next(filter(None, map(self._example, parts)), ""):
            return Refused("needs value", shown, example)
        if word in self.file.hints:
            return Refused("too little said", shown, self.file.hints[word])
        known = {*self.file.known_words, *self.file.value_words, *self.file.known_options, *self.file.hints}
        near = nearest(word, known - self.file.all_fillers) or word
        return Refused("no such word", token.text) if near == word else Refused("did you mean", shown, near, self.game)

    # Complexity: one case for each kind of value.
    def _example(self, words: Sequence[str]) -> Words:
        """Return a good use of words that need a value, with the help of its option; "" if they need none."""

        def rank(each: Pattern) -> tuple[bool, int, bool]:
            return [*each.words[: len(words)]] != words, len(each.words), not each.meaning.startswith("--")

        valued = (each for each in self.file.patterns if not each.needs and each.words[-1] == "*")
        fitting = (each for each in valued if len(each.words) > len(words) and all(map(is_form, each.words, words)))
        found = min(fitting, key=rank, default=None)
        if found is None:
            return ""
        if found.meaning.startswith("@"):
            return f"-2 {found.name} 1"
        name = found.meaning.partition(" ")[0].removeprefix("--")
        option = self.file.known_options.get(name)
        if option is None:
            return f"{found.name} 2"
        typed = f"--{name}" if self.file.takes(found) == "list" or found.is_unclear else " ".join(found.words[:-1])
        return Remark("with help", (f"{typed} {option.takes}", option.help))
