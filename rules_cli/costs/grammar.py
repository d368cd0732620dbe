"""The words after `rules cost`, in any order → a `CostQuestion`. Nothing is calculated here.

The words are cut into tokens of a kind: an option with its value, a signed change, an amount, a word. Then one pass
reads them: at each place the longest fitting pattern of `phrases` (data/costs.yaml and the game's costs.yaml), the name
of an option, a word to skip, an amount. If a later word can't be read, the next choice is tried; no word is joined to a
cost. What could be read in two ways is kept in `read_as`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

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
    is_shared,
    shared_option,
)
from rules_cli.costs.tokens import CostToken, Cutter, nearest, sum_as
from rules_cli.text import shorten

_MOST_TOKENS = 60  # a question has about ten
_MOST_TRIES = 2000  # of other choices; a question that can be read needs a few
_REPEATED = ("set", "also", "own", "filter")
_DASHES = re.compile("^[\u2010-\u2015\u2212-]+")  # phones turn hyphens into dashes
_DASH_INSIDE = re.compile("(?<=[\\w}])[\u2010-\u2015\u2212](?=[\\w{])")
_TIMES = re.compile(r"\+([0-9]+)x([0-9]+)", re.IGNORECASE)
_END = CostToken("end", "")


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read of a question so far. `last` is the kind of the last token that counted."""

    bases: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, Modifier], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    read_as: tuple[Words, ...] = ()
    last: str = ""

    def saying(self, *words: Words) -> _Reading:
        """Return it with remarks."""
        return replace(self, read_as=(*self.read_as, *words))


Choice = Callable[[], tuple[int, _Reading]]
"""A way to read the tokens at a place: returns the place after it and the reading, or raises Refused."""


def read(words: Sequence[str], default: str | None = None) -> CostQuestion:
    """Read the words of a question; `default` is the book if no word names a game.

    Raises Refused, whose one line says which word is wrong, and what to type.
    """
    words = [_DASH_INSIDE.sub("-", _DASHES.sub(lambda dashes: "-" * len(dashes[0]), word)) for word in words]
    game, edition, rest = _game(words, default)
    cutter = Cutter(game, cost_file(game))
    tokens = list(cutter.cut(rest))
    if len(tokens) > _MOST_TOKENS:
        raise Refused(f"{len(tokens)} words are too many for one cost; two side by side: rules cost {game} A --or B")
    reader = _CostReader(game, cutter.file, cost_words(), tokens)
    found = reader.parse(0, _Reading())
    return reader.question(found.saying(*cutter.remarks), edition)


@dataclass(slots=True)
class _CostReader:
    """Reads the tokens of a question about one game; `tries` counts the choices that were tried."""

    game: str
    file: CostFile
    words: CostWords
    tokens: Sequence[CostToken]
    tries: int = 0

    def token(self, at: int) -> CostToken:
        """Return the token at a place; one of the kind "end" after the last."""
        return self.tokens[at] if at < len(self.tokens) else _END

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
            except Refused as error:
                refusal = refusal or error
            if self.tries > _MOST_TRIES:
                break
        raise refusal or self._unknown(at)

    def _choices(self, at: int, so_far: _Reading) -> Iterator[Choice]:
        """Yield each way to read the tokens at a place."""
        token = self.token(at)
        if token.kind == "option":
            yield lambda: self._announced_or_option(at, so_far)
        elif token.kind == "change":
            yield lambda: self._changed(at, so_far)
        elif token.kind == "colon":
            known = "ability" in dict(so_far.options)
            yield lambda: (at + 1, so_far if known else self._with_option(so_far, "ability", ""))
        else:
            yield from self._by_pattern(at, so_far)
            plain = set(self.file.letters) - set(self.file.rare_letters)
            if token.kind == "amount":
                yield lambda: self._with_base(at, so_far)
            elif token.key in self.file.all_fillers:
                yield lambda: (at + 1, so_far)
            elif not so_far.bases and not token.sign and set(token.key) <= plain:
                said = so_far.saying(Remark("letters", (token.text, token.text.upper())))
                yield lambda: self._with_base(at, said)

    def _by_pattern(self, at: int, so_far: _Reading) -> Iterator[Choice]:
        """Yield the readings by the patterns that fit, the longest first."""
        token = self.token(at)
        for pattern in self.file.patterns:
            if (pattern.words[0] == "*" or pattern.needs_base) and not so_far.bases:
                continue
            if token.sign in ("+", "-") and not pattern.meaning.startswith(token.sign):
                continue
            if fit := self._fit(pattern, at):
                yield partial(self._obey, pattern, fit[1], at, fit[0], so_far)

    def _fit(self, pattern: Pattern, at: int) -> tuple[int, str] | None:
        """Return the place after a pattern and its value; None if it does not fit the tokens at a place."""
        value = ""
        for number, word in enumerate(pattern.words):
            between = {":", *self.words.joints, *self.words.nouns} - {word}
            while number and self.token(at).key in between:
                at += 1
            if word == "*":
                taken = self._value(pattern, at)
                if not taken:
                    return None
                value, at = taken
            elif self.token(at).kind in ("word", "amount") and self.token(at).key in (word, f"{word}s"):
                at += 1
            else:
                return None
        return at, value

    # Complexity: a value is a list, a number, a word or a cost.
    def _value(self, pattern: Pattern, at: int) -> tuple[str, int] | None:
        """Return the value at a place, for a list all of its parts, and the place after it; None if there is none."""
        token = self.token(at)
        takes = self.file.takes(pattern)
        if takes == "list":
            parts: list[str] = []
            while self._is_part(at) or (parts and self.token(at).key in ("and", "e") and self._is_part(at + 1)):
                parts += [self.token(at).text] if self._is_part(at) else []
                at += 1
            return (",".join(parts), at) if parts else None
        times = self.words.times.get(token.key)
        if times and takes == "count":
            return str(times), at + 1
        kinds = {"word": ("word", "amount"), "cost": ("amount", "change")}.get(takes, ("amount",))  # `kicker +1U`
        is_other = token.sign == "-" or token.value or (takes == "word" and token.key in self.words.joints)
        return (token.text, at + 1) if token.kind in kinds and not is_other else None

    def _is_part(self, at: int) -> bool:
        """Whether the token at a place may be a part of a list."""
        return self.token(at).kind == "amount" or self.token(at).key in self.file.values

    # Complexity: a part of a meaning is an option, a change or a cost.
    def _obey(self, pattern: Pattern, value: str, start: int, after: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Read the meaning of a pattern in the grammar, with its value."""
        meaning = pattern.meaning.replace("*", value)
        typed = " ".join(f"{each.sign}{each.text}" for each in self.tokens[start:after])
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
                given = parts.pop(0) if self.file.known_options[part[2:]].takes else ""
                if part == "--also" and "=" not in given:
                    given, after = self._with_count(given, after, so_far)
                if (part[2:], given) not in so_far.options or part[2:] in _REPEATED:
                    so_far = self._with_option(so_far, part[2:], given)
                if given and self._names_option(after, part):
                    after += 1  # `tenho 4 recursos`
            elif part[0] in "+-":
                amount, _, why = part[1:].partition(":")
                after, so_far = self._repeated(after, so_far, part[0], Modifier(amount, why.replace("_", " ")))
            else:
                if so_far.bases and so_far.bases != (part,):
                    so_far = so_far.saying(Remark("base left out", (typed, so_far.bases[0])))
                so_far = replace(so_far, bases=(part,))
        return after, replace(so_far, last="phrase")

    def _names_option(self, at: int, option: str) -> bool:
        """Whether the word at a place means this option, and no value follows that it may want."""
        key, value = self.token(at).key, self.token(at + 1).kind
        named = any(each.words[0] == key and each.meaning.startswith(f"{option} ") for each in self.file.patterns)
        return named and value != "amount"

    def _with_count(self, kind: str, at: int, so_far: _Reading) -> tuple[str, int]:
        """Return a kind with the number of it that follows, `sacrifice two creatures`, and the place after that."""
        number = ""
        if self.token(at).text.isdigit() and (so_far.bases or self.token(at + 1).key in self.words.nouns):
            number, at = f"={self.token(at).text}", at + 1
        elif self.token(at).key in self.words.articles and self.token(at + 1).key in self.words.nouns:
            at += 1
        while self.token(at).key in self.words.nouns:
            at += 1
        return kind + number, at

    def _announced_or_option(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Read an option, or a letter and the number that is announced for it, `-x 3`."""
        token = self.token(at)
        if token.sign != "-" or token.value:
            return at + 1, self._with_option(so_far, token.text, token.value)
        if self.token(at + 1).text.isdigit():
            return at + 2, self._with_option(so_far, token.text, self.token(at + 1).text)
        letter = token.text
        words = f"{letter.upper()} is announced with --{letter} 3, and a reduction is a number, -3"
        raise Refused(f"no option '-{letter}'; {words}")

    def _with_option(self, so_far: _Reading, name: str, value: str) -> _Reading:
        """Return a reading with one more option. Raises Refused if it is there already."""
        if name in dict(so_far.options) and name not in _REPEATED:
            raise Refused(f"--{name} is given twice: leave one out")
        return replace(so_far, options=(*so_far.options, (name, value)), last="option")

    def _changed(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Read a signed change, and the words that are its label, limit, or how often it applies."""
        token = self.token(at)
        if token == ("change", "", "-", ""):
            raise Refused("no option '-'; a reduction is written -1")
        if self.file.symbols_apart and (times := _TIMES.fullmatch(token.sign + token.text)):
            again = " ".join([f"+{times[1]}"] * min(3, int(times[2])))
            with_x = f"'+{{{times[1]}}}{{X}}{{{times[2]}}}'"
            typed = token.sign + token.text
            raise Refused(f"{typed!r} may be {times[2]} times {times[1]}, {again}, or have X in it, {with_x}")
        return self._repeated(at + 1, so_far, token.sign, Modifier(token.text, token.value))

    def _repeated(self, at: int, so_far: _Reading, sign: str, change: Modifier) -> tuple[int, _Reading]:
        """Enter a change with its limit and its label, as often as the words after it say."""
        at, change = self._limited(at, sign, change)
        if not change.why:
            at, why = self._label(at, sign)
            change = Modifier(change.amount, why)
        at, times = self._times(at)
        return at, replace(so_far, modifiers=(*so_far.modifiers, *[(sign, change)] * times), last="change")

    def _limited(self, at: int, sign: str, change: Modifier) -> tuple[int, Modifier]:
        """Read `-2 at least 1`, in a game with limits."""
        words = [token.key for token in self.tokens[at : at + 3]]
        if words[:2] != ["at", "least"] or sign != "-" or len(words) < 3:
            return at, change
        if "min" not in self.file.options:
            least = shorten(words[2])
            raise Refused(f"'at least {least}': no reduction has a limit in {self.game}; type what it takes off, -1")
        return at + 3, Modifier(f"{change.amount}@{self.tokens[at + 2].text}", change.why)

    def _label(self, at: int, sign: str) -> tuple[int, str]:
        """Return the place after the words that are the label of a change, and the label: a known one, or words that
        are nothing else, with the small words between them."""
        key = self.token(at).key if self.token(at).kind == "word" else ""
        signs = {each.meaning[:1] for each in self.file.patterns if each.words[0] == key}
        if key in self.file.label_words and (not signs or sign in signs):
            return at + 1, key
        end = here = at
        while self._is_unknown(here) or (end > at and self.token(here).key in self.file.all_fillers):
            end = here + 1 if self._is_unknown(here) else end
            here += 1
        return end, " ".join(token.text for token in self.tokens[at:end])

    def _is_unknown(self, at: int) -> bool:
        """Whether the token at a place is a word that is nothing else than a name, and no slip of a known word."""
        key = self.token(at).key
        known = {*self.file.all_words, *self.file.hints, *self.file.all_fillers, *self.words.times}
        return self.token(at).kind == "word" and not self.token(at).sign and key not in known and not self._near(key)

    def _times(self, at: int) -> tuple[int, int]:
        """Return the place after words that say how often, `twice`, `3 times`, and the number."""
        words = self.words
        if times := words.times.get(self.token(at).key):
            return at + 1, times
        if self.token(at).text.isdigit() and self.token(at + 1).key in words.times_after_number:
            return at + 2, min(int(self.token(at).text), _MOST_TOKENS)
        return at, 1

    # Complexity: an amount is a cost, a symbol of one, or the value of a letter.
    def _with_base(self, at: int, so_far: _Reading) -> tuple[int, _Reading]:
        """Read an amount: a printed cost, a symbol of the one before it (`2 W U`), or a letter that is announced."""
        text = self.token(at).text
        letter = text.lower()
        if so_far.bases and letter in ("x", "y", "z") and text.upper() in so_far.bases[-1].upper():
            here = at + 1
            while self.token(here).key in self.words.joints:
                here += 1
            if self.token(here).text.isdigit():
                return here + 1, self._with_option(so_far, letter, self.token(here).text)
        is_symbol = text.startswith("{") or (self.file.symbols_apart and ("/" in text or not text[:1].isdigit()))
        if so_far.bases and so_far.last == "base" and is_symbol and text.lower() != "none":
            before = so_far.bases[-1]
            joined = (f"{{{before}}}" if before.isdigit() else before) + text
            return at + 1, replace(so_far, bases=(*so_far.bases[:-1], joined))
        return at + 1, replace(so_far, bases=(*so_far.bases, text), last="base")

    # --- refusals

    def _near(self, word: str) -> str | None:
        known = {*self.file.known_words, *self.file.values, *self.file.known_options, *self.file.hints}
        return nearest(word, known - self.file.all_fillers)

    def _unknown(self, at: int) -> Refused:
        """Return the refusal of a token that nothing reads, which names the nearest known word, or what to type."""
        token = self.token(at)
        word, shown = token.key, shorten(f"{token.sign}{token.text}")
        if token.sign == "-" and token.kind == "word" and word not in self.file.known_words:
            return Refused(f"no option {shown!r}; a reduction is written -{token.text.upper()}")
        if word in games():
            return Refused(f"two games, {self.game} and {word}: name one")
        if example := self.file.example_of(word):
            return Refused(f"{shown!r} needs a value after it: {example}")
        if word in self.file.hints:
            return Refused(f"{shown!r} alone says too little: {self.file.hints[word]}")
        if near := self._near(word):
            return Refused(f"no word {shown!r}: did you mean {near}? (rules cost {self.game} --help)")
        bare = shorten(token.text)
        for_amount = f"for the amount that it adds or takes off type +1 {bare} or -1 {bare}"
        return Refused(f"{shown!r} is no cost and no known word; {for_amount}")

    # --- the question

    def _whole(self, found: _Reading) -> _Reading:
        """Return a reading of all words. Raises Refused if it has no cost, or two."""
        bases = found.bases
        if not bases and "alt" in dict(found.options):
            return replace(found.saying(Remark("no base typed")), bases=("none",))
        if not bases:
            example = f"rules cost {self.game} 3 +1 -2, or none if no cost is printed"
            raise NoCost(f"no cost to start from; type one: {example}")
        if len(bases) > 1:
            two = f"{shorten(bases[0])!r} and {shorten(bases[1])!r}"
            x = f", and X as --x {bases[1]}" if bases[1].isdigit() and "X" in bases[0].upper() else ""
            raise Refused(f"two costs, {two}: type one, and changes with + or -{x}")
        return found.saying(*[sum_as("printed sum", base, False) for base in bases if "+" in base])

    def question(self, found: _Reading, edition: str | None) -> CostQuestion:
        """Return the question that was read."""
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


def _game(words: Sequence[str], default: str | None) -> tuple[str, str | None, list[str]]:
    """Return the game, the edition asked for, and the words without the game's name."""
    book = shared_option(words, "book")
    slug, _, typed = (book or default or "").lower().partition("@")
    edition = typed or None
    for at, word in enumerate(words):
        game = word.lower()
        if game not in games() or (at and is_shared(words[at - 1], "book")):
            continue
        if book and slug != game:
            raise Refused(f"two games, {game} and {shorten(slug)}: name one")
        return game, edition if slug == game else None, [*words[:at], *words[at + 1 :]]
    if slug in games():
        return slug, edition, list(words)
    raise _no_game(slug, words)


def _no_game(slug: str, words: Sequence[str]) -> Refused:
    """Return the refusal of a question about no game, or about a book without costs."""
    if slug:
        return Refused(f"no costs are known for {shorten(slug)!r}: {', '.join(games())} have them")
    if not words:
        return NoCost(f"no game and no cost: rules cost fab 3 +1 -2; the games are {', '.join(games())}")
    plain = [word for word in words if word and not word.startswith(("+", "-"))]
    asked = f"no game {shorten(plain[0])!r}" if len(plain) > 1 and plain[0].isalpha() else "no game is named"
    return Refused(f"{asked}: write rules cost fab 3 +1 -2; the games are {', '.join(games())}")
