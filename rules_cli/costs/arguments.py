"""The words after `rules cost`, in any order → a `CostQuestion`. Nothing is calculated here.

A word is a modifier if it starts with `+`, or with one `-` and then a digit, `{` or a capital; `-` and a small
letter is an option; a game's name is the game; the one word that is left is the printed cost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_cli.costs.games import GAMES, CostFile, CostOption, cost_file
from rules_cli.errors import UsageError
from rules_cli.text import shorten

_LONGEST = 200  # characters in a word; longer than any printed cost, and short enough to print and to read fast

_COMMON: Mapping[str, CostOption] = {
    "x": CostOption("the value announced for X", "3"),
    "y": CostOption("the value announced for Y", "3"),
    "z": CostOption("the value announced for Z", "3"),
    "free": CostOption("played without paying its cost"),
    "alt": CostOption("this cost instead of BASE: a cost, or a thing, sacrifice=2", "2"),
    "set": CostOption("an effect sets the cost; may be repeated, oldest first", "2"),
    "no-less": CostOption("an effect says that the cost can't be reduced"),
    "also": CostOption("a cost besides the number, discard or sacrifice=2; may be repeated", "discard"),
    "own": CostOption("how many of that kind there are to give up; may be repeated", "sacrifice=2"),
    "ability": CostOption("BASE is the cost of an activated ability"),
}
_SHARED: Mapping[str, CostOption] = {
    "book": CostOption("the game, if GAME is left out", "fab"),
    "json": CostOption("one JSON document instead of text"),
    "lang": CostOption("language of restatements, en or pt", "en"),
    "help": CostOption("this page"),
}
_SHORT = {"-b": "--book", "-h": "--help"}
_REPEATED = ("set", "also", "own")
_SHORTEST = 5  # `--boo`: no game has another option that begins so
_DASHES = re.compile("^[\u2212\u2013-]+")  # minus signs and en dashes are read as hyphens


class Refused(UsageError):
    """A question against the rules or the grammar; `rule` is the key of the rule that forbids it."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        self.rule = rule
        super().__init__(message)


class Modifier(NamedTuple):
    """`+AMOUNT` or `-AMOUNT` without its sign, and the label after the colon."""

    amount: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class CostQuestion:
    """A cost as typed; amounts and values are still text. `edition` is that of `-b GAME@EDITION`."""

    game: str
    file: CostFile
    base: str
    increases: tuple[Modifier, ...] = ()
    reductions: tuple[Modifier, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    edition: str | None = None

    def has(self, *names: str) -> bool:
        """Whether any of these options was given."""
        return any(name in self.options for name in names)

    def one(self, name: str) -> str | None:
        """Return the value of an option that may be given once, None without it."""
        return self.options[name][0] if name in self.options else None

    def each(self, name: str) -> tuple[str, ...]:
        """Return the values of an option that may be repeated, in the order typed."""
        return self.options.get(name, ())


def option_tables(words: Sequence[str]) -> dict[str, Mapping[str, CostOption]]:
    """Return the options in groups for the help page: those of all games, and of the games that the words name."""
    named = [word.lower() for word in words if word.lower() in GAMES] or GAMES
    own = {f"{game} only": cost_file(game).options for game in dict.fromkeys(named)}
    return {"every game": {**_COMMON, **_SHARED}, **own}


def shared_option(words: Sequence[str], name: str) -> str | None:
    """Return the value of an option that all commands have ("" for a flag), None without it."""
    for at, word in enumerate(words):
        given, _, value = word.partition("=")
        if _is_shared(given, name):
            return (value or "".join(words[at + 1 : at + 2])) if _SHARED[name].takes else ""
    return None


def _is_shared(word: str, name: str) -> bool:
    """Whether a word is this option, in full or shortened."""
    typed = _SHORT.get(word, word).lower()
    return f"--{name}".startswith(typed) and len(typed) >= _SHORTEST


def read(words: Sequence[str], default: str | None = None) -> CostQuestion:
    """Read the words of a question; `default` is the book if no word names a game.

    Raises Refused, whose one line says which word is wrong, and what to type.
    """
    words = [_DASHES.sub(lambda dashes: "-" * len(dashes[0]), word) for word in words]
    game, edition, rest = _game(words, default)
    file = cost_file(game)
    modifiers: dict[str, list[Modifier]] = {"+": [], "-": []}
    bases: list[str] = []
    given: dict[str, list[str]] = {}
    following = iter(rest)
    for word in following:
        if word.startswith("+") or _is_reduction(word):
            amount, _, why = word[1:].partition(":")
            modifiers[word[0]].append(Modifier(_checked(amount), " ".join(why.split())))
        elif word.startswith("-"):
            name, value = _option(word, following, game, file)
            if name in given and name not in _REPEATED:
                raise Refused(f"--{name} is given twice: leave one out")
            given.setdefault(name, []).append(value)
        else:
            bases.append(_checked(word))
    if not bases:
        raise Refused(f"no cost to start from: rules cost {game} 3 +1 -2, or none if no cost is printed")
    if len(bases) > 1:
        raise Refused(f"two costs, {shorten(bases[0])!r} and {shorten(bases[1])!r}: type one, and changes with + or -")
    options = {name: tuple(values) for name, values in given.items()}
    return CostQuestion(game, file, bases[0], tuple(modifiers["+"]), tuple(modifiers["-"]), options, edition)


def _game(words: Sequence[str], default: str | None) -> tuple[str, str | None, list[str]]:
    """Return the game, the edition asked for, and the words without the game's name."""
    book = shared_option(words, "book")
    slug, _, typed = (book or default or "").lower().partition("@")
    edition = typed or None
    for at, word in enumerate(words):
        game = word.lower()
        if game not in GAMES or (at and _is_shared(words[at - 1], "book")):
            continue
        if book and slug != game:
            raise Refused(f"two games, {game} and {shorten(slug)}: name one")
        return game, edition if slug == game else None, [*words[:at], *words[at + 1 :]]
    if slug in GAMES:
        return slug, edition, list(words)
    raise _no_game(slug, words)


def _no_game(slug: str, words: Sequence[str]) -> Refused:
    """Return the refusal of a question about no game, or about a book without costs."""
    if slug:
        return Refused(f"no costs are known for {shorten(slug)!r}: {', '.join(GAMES)} have them")
    plain = [word for word in words if word and not word.startswith(("+", "-"))]
    asked = f"no game {shorten(plain[0])!r}" if len(plain) > 1 and plain[0].isalpha() else "no game is named"
    return Refused(f"{asked}: write rules cost fab 3 +1 -2; there are {', '.join(GAMES)}")


def _is_reduction(word: str) -> bool:
    second = word[1:2]
    return word.startswith("-") and (second == "{" or second.isdecimal() or second.isupper())


def _checked(word: str) -> str:
    if len(word) > _LONGEST:
        raise Refused(f"{shorten(word)!r} is too long to be a cost")
    return word


def _option(word: str, following: Iterator[str], game: str, file: CostFile) -> tuple[str, str]:
    """Return an option's full name, and its value from behind `=` or from the next word ("" for a flag)."""
    typed, equals, value = _SHORT.get(word, word).partition("=")
    if not typed.startswith("--"):
        good = typed.upper() if typed[1:2].isalpha() else "-1"
        raise Refused(f"no option {shorten(typed)!r}; a reduction is written {good}")
    options = {**_COMMON, **file.options, **_SHARED}
    name = _full_name(typed, options, game)
    example = options[name].takes
    if example is None:
        if equals:
            raise Refused(f"--{name} takes no value")
        return name, ""
    if not equals:
        value = next(following, "--")
        if value.startswith("--"):
            raise Refused(f"--{name} needs a value: --{name} {example}")
    return name, _checked(value)


def _full_name(typed: str, options: Collection[str], game: str) -> str:
    """Return the one option that begins as typed."""
    asked = typed[2:].lower()
    fitting = [asked] if asked in options else [name for name in options if asked and name.startswith(asked)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refused(f"{shorten(typed)} may be {' or '.join(f'--{name}' for name in fitting)}: type more of it")
    if others := [other for other in GAMES if asked in cost_file(other).options]:
        raise Refused(f"--{asked} is an option of {' and '.join(others)}, not of {game}: rules cost {game} --help")
    raise Refused(f"no option {shorten('--' + asked)!r}: rules cost {game} --help lists them")
