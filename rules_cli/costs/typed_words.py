"""The words after `rules cost`, in any order → a `CostQuestion`. Nothing is calculated here.

A word is a modifier if it starts with `+`, or with one `-` and then a digit, `{` or a capital; `-` and a small
letter is an option; a game's name is the game; the one word that is left is the printed cost.

People type more than this grammar: `2WU - 1`, `kicker 1U`, `free`. Such phrases are rewritten word by word into the
grammar; `phrases` in a game's `costs.yaml` lists them. How a word was read is kept if it could be read in two ways.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules_cli.captions import Remark, Words
from rules_cli.costs.arguments import (
    SHORT,
    CostFile,
    CostQuestion,
    Modifier,
    Refused,
    cost_file,
    games,
    is_shared,
    shared_option,
)
from rules_cli.text import shorten

_LONGEST = 200  # characters in a word; longer than any printed cost, and short enough to print and to read fast
_REPEATED = ("set", "also", "own", "filter")
_DASHES = re.compile("^[\u2010-\u2015\u2212-]+")  # phones turn hyphens into dashes
_DASH_INSIDE = re.compile("(?<=[\\w}])[\u2010-\u2015\u2212](?=[\\w{])")
_FILLERS = ("by", "of", "for", "the", "cost", "costs", "with", "and")
_AFTER_NUMBER = {"less": "-", "more": "+"}
_TIMES_IN_WORDS = {"once": "1", "twice": "2", "thrice": "3"}
_ANNOUNCED = re.compile(r"-*([xyz])(?:=([0-9]+))?", re.IGNORECASE)
_TIMES = re.compile(r"\+([0-9]+)x([0-9]+)", re.IGNORECASE)
_SIGNS_INSIDE = re.compile(r"([+-]?[0-9A-Za-z{}/]+?)((?:[+-][0-9A-Za-z{}/@]+)+)")
_VALUE = re.compile(r"\*(\w*)")
_SHORTEST = 3  # letters of a word that may be cut short; with two, many words begin so
# Two slips at most: with three, many short words are near each other.
_SLIPS = 2


def read(words: Sequence[str], default: str | None = None) -> CostQuestion:
    """Read the words of a question; `default` is the book if no word names a game.

    Raises Refused, whose one line says which word is wrong, and what to type.
    """
    words = [_DASH_INSIDE.sub("-", _DASHES.sub(lambda dashes: "-" * len(dashes[0]), word)) for word in words]
    game, edition, rest = _game(words, default)
    return _QuestionReader(game, cost_file(game), deque(rest)).read(edition)


@dataclass(slots=True)
class _QuestionReader:
    """The words that are still to be read, and what was read of the question so far."""

    game: str
    file: CostFile
    words: deque[str]
    bases: list[str] = field(default_factory=list)
    modifiers: list[tuple[str, Modifier]] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)
    read_as: list[Words] = field(default_factory=list)
    last: str = ""
    """The kind of the last word: "base", "modifier" or "option"."""

    def read(self, edition: str | None) -> CostQuestion:
        """Read all words."""
        while self.words:
            word = self.words.popleft()
            if not self._rewrite(word):
                self._read_word(word)
        if not self.bases:
            raise Refused(
                f"no cost to start from; type one: rules cost {self.game} 3 +1 -2, or none if no cost is printed"
            )
        if len(self.bases) > 1:
            two = f"{shorten(self.bases[0])!r} and {shorten(self.bases[1])!r}"
            x = f", and X as --x {self.bases[1]}" if self.bases[1].isdigit() and "X" in self.bases[0].upper() else ""
            raise Refused(f"two costs, {two}: type one, and changes with + or -{x}")
        increases, reductions = (tuple(each for sign, each in self.modifiers if sign == mark) for mark in "+-")
        options = {name: tuple(values) for name, values in self.options.items()}
        if "+" in self.bases[0]:
            self._say_sum("printed sum", self.bases[0])
        return CostQuestion(
            self.game, self.file, self.bases[0], increases, reductions, options, edition, tuple(self.read_as)
        )

    def _say_sum(self, caption: str, word: str) -> None:
        """Say how `3+1` is read, as it could be one printed cost, or a cost and an increase."""
        first, *others = word.split("+")
        apart = " ".join([first, *(f"+{other}" for other in others)])
        self.read_as.append(Remark(caption, (word, _as_one_cost(word, self.file.symbols_apart), first, apart)))

    # --- one word of the grammar

    def _read_word(self, word: str) -> None:
        second = word[1:2]
        is_reduction = word.startswith("-") and (second == "{" or second.isdecimal() or second.isupper())
        if word.startswith("+") or is_reduction:
            amount, _, why = word[1:].partition(":")
            self.modifiers.append((word[0], Modifier(_checked(amount), " ".join(why.split()))))
            self.last = "modifier"
        elif word.startswith("-"):
            name, value = self._option(word)
            if name in self.options and name not in _REPEATED:
                raise Refused(f"--{name} is given twice: leave one out")
            self.options.setdefault(name, []).append(value)
            self.last = "option"
        else:
            self._read_base(_checked(word))

    def _read_base(self, word: str) -> None:
        """Add a printed cost, or a symbol to the one before it: `2 W U` is one cost."""
        is_symbol = word.startswith("{") or (self.file.symbols_apart and ("/" in word or not word[:1].isdigit()))
        if self.last == "base" and is_symbol and set(word.lower()) <= {*self.file.letters, *"{}/0123456789"}:
            before = self.bases[-1]
            self.bases[-1] = (f"{{{before}}}" if before.isdigit() else before) + word
        else:
            self.bases.append(word)
        self.last = "base"

    def _option(self, word: str) -> tuple[str, str]:
        """Return an option's full name, and its value from behind `=` or from the next words ("" for a flag)."""
        typed, equals, value = SHORT.get(word, word).partition("=")
        if not typed.startswith("--"):
            good = f"a reduction is written {typed.upper() if typed[1:2].isalpha() else '-1'}"
            if letter := _ANNOUNCED.fullmatch(typed):
                good = f"{letter[1].upper()} is announced with --{letter[1].lower()} 3, and a reduction is a number, -3"
            raise Refused(f"no option {shorten(typed)!r}; {good}")
        name = self._full_name(typed)
        example = self.file.known_options[name].takes
        if example is None:
            if equals:
                raise Refused(f"--{name} takes no value")
            return name, ""
        if not equals:
            value = self.words.popleft() if self.words else "--"
            if value.startswith("--"):
                raise Refused(f"--{name} needs a value: --{name} {example}")
            if "," in example and self.bases:
                value = ",".join([value, *self._more_values()])
        return name, _checked(value)

    def _more_values(self) -> list[str]:
        """Take the words that continue a list, as in `--hand 3 2 1`: a cost is there already, so they are no cost."""
        values = []
        while self.words and self.words[0][:1] not in ("", "+", "-") and not self._is_known(self.words[0]):
            values.append(self.words.popleft())
        return values

    def _full_name(self, typed: str) -> str:
        """Return the one option that begins as typed."""
        asked = typed[2:].lower()
        options = self.file.known_options
        fitting = [asked] if asked in options else [name for name in options if asked and name.startswith(asked)]
        if not fitting:
            raise self._unknown_option(asked)
        if len(fitting) > 1:
            raise Refused(f"{shorten(typed)} may be {' or '.join(f'--{name}' for name in fitting)}: type more of it")
        return fitting[0]

    def _unknown_option(self, asked: str) -> Refused:
        """Return the refusal of an option, which names the games that have it, or the nearest known word."""
        if others := [other for other in games() if asked in cost_file(other).options]:
            return Refused(
                f"--{asked} is an option of {' and '.join(others)}, not of {self.game}: rules cost {self.game} --help"
            )
        near = nearest(asked, [*self.file.known_options, *self.file.known_phrases]) or ""
        meant = f"; did you mean {f'--{near}' if near in self.file.known_options else near}?" if near else ""
        return Refused(f"no option {shorten(f'--{asked}')!r}{meant} (rules cost {self.game} --help lists them)")

    # --- phrases

    def _rewrite(self, word: str) -> bool:
        """Put the words of the grammar in place of a phrase that begins with this word; False if it is no phrase."""
        return any(
            rewrite(word)
            for rewrite in (
                self._cut_at_blanks,
                self._join_sign,
                self._announce,
                self._skip,
                self._sign_after,
                self._limit,
                self._label,
                self._expand,
                self._cut_at_signs,
                self._refuse_times,
                self._refuse_unknown,
            )
        )

    def _cut_at_blanks(self, word: str) -> bool:
        """`"2WU - 1"` in quotes; a label keeps its blanks."""
        parts = word.split()
        if len(parts) < 2 or ":" in word:
            return False
        self.words.extendleft(reversed(parts))
        return True

    def _join_sign(self, word: str) -> bool:
        """`- 1`"""
        if word not in ("+", "-") or not self.words or self.words[0][:1] in ("+", "-", ""):
            return False
        self.words[0] = word + self.words[0]
        return True

    def _announce(self, word: str) -> bool:
        """`x=3`, `-x 3`, or `x 3` after a cost with X"""
        found = _ANNOUNCED.fullmatch(word)
        if not found or word.startswith("--"):
            return False
        if word.isalpha() and not (self.last == "base" and word.upper() in self.bases[-1].upper()):
            return False
        value = found[2] or (self.words.popleft() if self.words and self.words[0].isdigit() else None)
        if value is None:
            return False
        self.words.extendleft([value, f"--{found[1].lower()}"])
        return True

    def _skip(self, word: str) -> bool:
        """`with`, `for`: words between the ones that count."""
        return word.lower() in (*_FILLERS, *self.file.fillers)

    def _sign_after(self, word: str) -> bool:
        """`1 less`"""
        if not word.isdigit() or not self.bases or not self.words or self.words[0].lower() not in _AFTER_NUMBER:
            return False
        self.words[0] = _AFTER_NUMBER[self.words[0].lower()] + word
        return True

    def _limit(self, word: str) -> bool:
        """`-2 at least 1`"""
        if word.lower() != "at" or len(self.words) < 2 or self.words[0].lower() != "least":
            return False
        if self.last != "modifier":
            least = self.words[1]
            whole = f"; for the whole cost type --min {shorten(least)}" if "min" in self.file.known_options else ""
            raise Refused(
                f"'at least {shorten(least)}' belongs to a reduction, as in -2 at least {shorten(least)}{whole}"
            )
        sign, last = self.modifiers.pop()
        self.words.popleft()
        self.modifiers.append((sign, Modifier(f"{last.amount}@{self.words.popleft()}", last.why)))
        return True

    def _label(self, word: str) -> bool:
        """`+1 frostbite`: a known word after a modifier without a label is its label."""
        if self.last != "modifier" or self.modifiers[-1][1].why:
            return False
        sign, modifier = self.modifiers[-1]
        phrase = self.file.known_phrases.get(word.lower(), "")
        if word.lower() not in self.file.label_words or phrase[:1] not in ("", sign):
            return False
        self.modifiers[-1] = sign, Modifier(modifier.amount, word.lower())
        return True

    def _phrase(self, word: str) -> str:
        """Return the meaning of a known word in the grammar, "" if it is not known."""
        name = word.lower()
        bare = name.lstrip("+-")
        is_option = name.startswith("--") and (bare in self.file.known_options or bare not in self.file.known_phrases)
        found = "" if is_option else self.file.known_phrases.get(bare, "")
        if name.startswith(("+", "-")) and not name.startswith(("--", found[:1] or " ")):
            return ""
        if not found and name in self.file.known_options and len(name) > 1:
            return f"--{name}" + (" *" if self.file.known_options[name].takes else "")
        return found

    def _expand(self, word: str) -> bool:
        """`frostbite`, `kicker 1U`, `free`: a word of the game's file or the name of an option; `*` is its value."""
        phrase = self._phrase(word)
        if not phrase:
            return False
        if phrase.startswith("--") and phrase.endswith(" *") and self.words and self._phrase(self.words[0]) == phrase:
            return True  # `commander tax 2`: both words name the option
        expanded = phrase
        if self.bases and phrase.startswith("*"):  # the cost is there already: `2 ward`
            expanded = phrase.partition(" ")[2]
        elif value := _VALUE.search(phrase):
            typed = self._possible_value(word) if value[1] else self._needed_value(word, phrase)
            expanded = phrase.replace(value[0], typed or value[1])
            if not typed:
                self.read_as.append(f"{word}: {expanded}")
        self.words.extendleft(reversed(expanded.split()))
        return True

    def _needed_value(self, word: str, phrase: str) -> str:
        """Take the value after a phrase; raises Refused, which shows an example, if no value follows."""
        self._skip_fillers()
        here = self.words[0].lstrip("+-") if self.words else ""
        option = self.file.known_options.get(phrase.partition(" ")[0].removeprefix("--"))
        example, help_ = (option.takes or "", f" ({option.help})") if option else ("2", "")
        if not here or (self._is_known(here) and not self._is_known(example)):  # the value of `also` is a known word
            raise Refused(f"{shorten(word)!r} needs a value after it: {shorten(word)} {example}{help_}")
        self.words.popleft()
        return _TIMES_IN_WORDS.get(here.lower(), here)

    def _possible_value(self, word: str) -> str:
        """Take the number after a phrase with a default; "" if no number follows, or if it may be the cost."""
        self._skip_fillers()
        if not self.words or not self.words[0].isdigit():
            return ""
        return self.words.popleft() if self.bases or self._phrase(word).startswith("*") else ""

    def _skip_fillers(self) -> None:
        while self.words and self._skip(self.words[0]):
            self.words.popleft()

    def _cut_at_signs(self, word: str) -> bool:
        """`2WU-1`, `-2+1:label`; a `+` inside a cost may belong to it, as in `X+2`."""
        word, colon, why = word.partition(":")
        found = _SIGNS_INSIDE.fullmatch(word)
        if found is None or not self._may_be_cost(found[1].lstrip("+-")):
            return False
        first, rest = found.groups()
        if first[0] not in "+-" and not self.file.symbols_apart:
            if "-" not in word:
                return False
            first, rest = word[: word.index("-")], word[word.index("-") :]
        elif first[0] not in "+-" and "-" not in word:
            self._say_sum("raised", word)
        *others, last = re.findall(r"[+-][^+-]+", rest)
        self.words.extendleft(reversed([first, *others, last + colon + why]))
        return True

    def _refuse_times(self, word: str) -> bool:
        """Refuse `+2x3`, which is no mana with X; False for other words."""
        if times := _TIMES.fullmatch(word) if self.file.symbols_apart else None:
            again = " ".join([f"+{times[1]}"] * min(3, int(times[2])))
            with_x = f"'+{{{times[1]}}}{{X}}{{{times[2]}}}'"
            raise Refused(f"{word!r} may be {times[2]} times {times[1]}, {again}, or have X in it, {with_x}")
        return False

    def _may_be_cost(self, text: str) -> bool:
        """Whether a text has a number or a symbol, or consists of the game's letters."""
        return bool(re.search(r"[0-9{]", text)) or set(text.lower()) <= set(self.file.letters)

    def _is_known(self, word: str) -> bool:
        return bool(self._phrase(word)) or word.lower() in games() or bool(_ANNOUNCED.fullmatch(word))

    def _refuse_unknown(self, word: str) -> bool:
        """Refuse a word of letters that is no cost, and name the nearest known word; False if it may be a cost."""
        bare = word.lower()
        if not re.fullmatch(r"[^\W\d_][^\W\d_'’-]+", bare) or bare in ("none", *games()):
            return False
        if self._may_be_cost(bare) and not _is_like_a_word(word):
            return False
        if self._may_be_cost(bare) and not self.bases:
            self.read_as.append(Remark("letters", (word, word.upper())))
            return False
        if bare in self.file.hints:
            raise Refused(f"{shorten(word)!r} alone says too little: {self.file.hints[bare]}")
        near = nearest(bare, [*self.file.known_phrases, *self.file.known_options, *self.file.hints])
        if near:
            raise Refused(f"no word {shorten(word)!r}: did you mean {near}? (rules cost {self.game} --help)")
        if self.last == "modifier":
            sign, last = self.modifiers[-1]
            raise Refused(
                f"{shorten(word)!r} is no known word: a label follows a colon, {sign}{last.amount}:{shorten(word)}"
            )
        raise Refused(f"{shorten(word)!r} is no cost and no known word; a label follows a change, +1:{shorten(word)}")


def _is_like_a_word(text: str) -> bool:
    """Whether letters are more likely a word than symbols: small ones, at least three, and not all the same."""
    return len(text) > 2 and text[1:].islower() and len(set(text.lower())) > 1


def _as_one_cost(word: str, symbols_apart: bool) -> str:
    """Return a sum as one printed cost: `4` for 3+1, `3WU` for 2WU+1; a sum with letters of units stays."""
    parts = word.split("+")
    total = sum(int(part) for part in parts if part.isdigit())
    others = "".join(part for part in parts if not part.isdigit())
    if not others:
        return str(total)
    if not symbols_apart:
        return word
    if "/" in others or "{" in others:
        return f"{{{total}}}{others}" if total else others
    letters = others.lstrip("0123456789")
    total += int(others[: len(others) - len(letters)] or 0)
    return f"{total or ''}{letters}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a word abbreviates, or is probably a slip of; None if none is near."""
    from rapidfuzz import process  # here, since only an unknown word needs it
    from rapidfuzz.distance import OSA

    words = {*known}
    longer = [each for each in words if each.startswith(word) and len(word) >= _SHORTEST]
    if len(longer) == 1:
        return longer[0]
    allowed = min(_SLIPS, len(word) // 3)
    found = process.extractOne(word, words, scorer=OSA.distance, score_cutoff=allowed)
    return found[0] if found else None


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
    plain = [word for word in words if word and not word.startswith(("+", "-"))]
    asked = f"no game {shorten(plain[0])!r}" if len(plain) > 1 and plain[0].isalpha() else "no game is named"
    return Refused(f"{asked}: write rules cost fab 3 +1 -2; the games are {', '.join(games())}")


def _checked(word: str) -> str:
    if len(word) > _LONGEST:
        raise Refused(f"{shorten(word)!r} is too long to be a cost")
    return word
