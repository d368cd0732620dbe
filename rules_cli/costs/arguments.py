"""The command line of a cost: words in any order → a `Question`. Nothing is worked out here.

A word is a modifier if it starts with `+`, or with one `-` and then a digit, `{` or a capital; `-` and a small
letter is an option; a game's name is the game; the one word that is left is the printed cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_cli.costs.answer import Refused
from rules_cli.store import data_files
from rules_cli.text import shorten

GAMES = ("fab", "mtg", "ga", "fabula")
LONGEST = 200
"""No word of a cost is longer than this, in characters."""

_COMMON: Mapping[str, Mapping[str, str]] = {
    "x": {"takes": "3", "help": "the value announced for X"},
    "y": {"takes": "3", "help": "the value announced for Y"},
    "z": {"takes": "3", "help": "the value announced for Z"},
    "free": {"help": "played without paying its cost"},
    "alt": {"takes": "2", "help": "this cost instead of BASE: a cost, or a thing, sacrifice=2"},
    "set": {"takes": "2", "help": "an effect sets the cost; may be repeated, oldest first"},
    "no-less": {"help": "an effect says that the cost can't be reduced"},
    "also": {"takes": "discard", "help": "a cost besides the number, discard or sacrifice=2; may be repeated"},
    "own": {"takes": "sacrifice=2", "help": "how many of that kind there are to give up; may be repeated"},
    "ability": {"help": "BASE is the cost of an activated ability"},
}
_SHARED: Mapping[str, Mapping[str, str]] = {
    "book": {"takes": "fab", "help": "the game, where GAME is left out"},
    "json": {"help": "one JSON document instead of text"},
    "lang": {"takes": "en", "help": "language of restatements, en or pt"},
    "help": {"help": "this page"},
}
_SHORT = {"-b": "--book", "-h": "--help"}
_REPEATED = ("set", "also", "own")
_DASHES = "\u2212\u2013"


@dataclass(frozen=True, slots=True)
class Modifier:
    """`+AMOUNT` or `-AMOUNT` without its sign, and the label that followed a colon."""

    amount: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class CostQuestion:
    """A cost as typed: nothing is read yet but the options' names. `edition` is that of `-b GAME@EDITION`."""

    game: str
    base: str
    ups: tuple[Modifier, ...] = ()
    downs: tuple[Modifier, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    edition: str | None = None

    def has(self, *names: str) -> bool:
        """Whether any of these options was given."""
        return any(name in self.options for name in names)

    def one(self, name: str) -> str | None:
        """The value of an option that is given once at most; None where it wasn't."""
        return self.options[name][0] if name in self.options else None

    def each(self, name: str) -> tuple[str, ...]:
        """The values of an option that may be repeated, in the order typed."""
        return self.options.get(name, ())


def data(game: str) -> Mapping[str, Any]:
    """What the game's file says of costs: rule numbers, restatements, notes, options."""
    found: Mapping[str, Any] | None = data_files.load(game, "costs.yaml")
    if found is None:
        raise Refused(f"the data file of {game} is missing: install rules again")
    return found


def options(game: str) -> dict[str, Mapping[str, str]]:
    """The options of a game with the words that explain them, common ones first."""
    return {**_COMMON, **data(game)["options"], **_SHARED}


def option_tables(words: Sequence[str]) -> dict[str, Mapping[str, Mapping[str, str]]]:
    """The options in groups, for a page of help: those of every game, and of the games that the words name."""
    named = [word.lower() for word in words if word.lower() in GAMES] or GAMES
    own = {f"{game} only": data(game)["options"] for game in dict.fromkeys(named)}
    return {"every game": {**_COMMON, **_SHARED}, **own}


def shared(words: Sequence[str], name: str) -> str | None:
    """The value of an option that every command has ("" for a flag), None if it is absent; looks no further."""
    for i, word in enumerate(words):
        given, _, value = word.partition("=")
        if _means(given, name):
            return (value or "".join(words[i + 1 : i + 2])) if "takes" in _SHARED[name] else ""
    return None


def _means(word: str, name: str) -> bool:
    """Whether a word is this option, in full or near enough that no game has another (`--boo`)."""
    typed = _SHORT.get(word, word).lower()
    return f"--{name}".startswith(typed) and len(typed) >= 5


def read(words: Sequence[str], default: str | None = None) -> CostQuestion:
    """The question that these words ask; `default` is the book where none of them names a game.

    Raises Refused, one line: which word, and what would do.
    """
    words = [_plain(word) for word in words]
    game, edition, rest = _game(words, default)
    ups: list[Modifier] = []
    downs: list[Modifier] = []
    bases: list[str] = []
    given: dict[str, list[str]] = {}
    queue = iter(rest)
    for word in queue:
        if word.startswith("+"):
            ups.append(_modifier(word))
        elif _is_reduction(word):
            downs.append(_modifier(word))
        elif word.startswith("-"):
            name, value = _option(word, queue, game)
            if name in given and name not in _REPEATED:
                raise Refused(f"--{name} is given twice: leave one out")
            given.setdefault(name, []).append(value)
        else:
            bases.append(_short(word))
    kept = {name: tuple(values) for name, values in given.items()}
    return CostQuestion(game, _base(bases, game), tuple(ups), tuple(downs), kept, edition)


def _plain(word: str) -> str:
    """The word with a minus sign or an en dash in front read as a hyphen."""
    bare = word.lstrip(_DASHES + "-")
    return "-" * (len(word) - len(bare)) + bare


def _is_reduction(word: str) -> bool:
    second = word[1:2]
    return word.startswith("-") and (second == "{" or second.isdecimal() or second.isupper())


def _short(word: str) -> str:
    if len(word) > LONGEST:
        raise Refused(f"{shorten(word)!r} is too long to be a cost")
    return word


def _modifier(word: str) -> Modifier:
    amount, _, why = word[1:].partition(":")
    return Modifier(_short(amount), " ".join(why.split()))


def _base(bases: Sequence[str], game: str) -> str:
    if not bases:
        raise Refused(f"no cost to start from: rules cost {game} 3 +1 -2, or none where no cost is printed")
    if len(bases) > 1:
        raise Refused(f"two costs, {shorten(bases[0])!r} and {shorten(bases[1])!r}: type one, and changes with + or -")
    return bases[0]


# The game.


def _game(words: Sequence[str], default: str | None) -> tuple[str, str | None, list[str]]:
    """The game, the edition asked for, and the words without the game's name."""
    book = shared(words, "book")
    slug, _, edition = (book or default or "").lower().partition("@")
    place = next((i for i in range(len(words)) if _names_game(words, i)), None)
    if place is None:
        return _known(slug, words), edition or None, list(words)
    named = words[place].lower()
    rest = [*words[:place], *words[place + 1 :]]
    if book and slug != named:
        raise Refused(f"two games, {named} and {shorten(slug)}: name one")
    return named, edition or None if slug == named else None, rest


def _names_game(words: Sequence[str], i: int) -> bool:
    return words[i].lower() in GAMES and not (i and _means(words[i - 1], "book"))


def _known(slug: str, words: Iterable[str]) -> str:
    if slug in GAMES:
        return slug
    if slug:
        raise Refused(f"no costs are known for {shorten(slug)!r}: {', '.join(GAMES)} have them")
    plain = [word for word in words if word and not word.startswith(("+", "-"))]
    asked = f"no game {shorten(plain[0])!r}" if len(plain) > 1 and plain[0].isalpha() else "no game is named"
    raise Refused(f"{asked}: write rules cost fab 3 +1 -2; there are {', '.join(GAMES)}")


# Options.


def _option(word: str, queue: Any, game: str) -> tuple[str, str]:
    """The full name of an option and its value, taken from behind `=` or from the next word."""
    typed, equals, value = _SHORT.get(word, word).partition("=")
    table = options(game)
    name = _full_name(typed, table, game)
    example = table[name].get("takes")
    if example is None:
        if equals:
            raise Refused(f"--{name} takes no value")
        return name, ""
    if not equals:
        value = next(queue, "--")
        if value.startswith("--"):
            raise Refused(f"--{name} needs a value: --{name} {example}")
    return name, _short(value)


def _full_name(typed: str, table: Mapping[str, Any], game: str) -> str:
    if not typed.startswith("--"):
        capitals = (
            f"; a reduction is written {typed.upper()}" if typed[1:2].isalpha() else "; a reduction is written -1"
        )
        raise Refused(f"no option {shorten(typed)!r}{capitals}")
    asked = typed[2:].lower()
    fitting = [asked] if asked in table else [name for name in table if asked and name.startswith(asked)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refused(f"{shorten(typed)} may be {' or '.join(f'--{name}' for name in fitting)}: type more of it")
    raise _unknown(asked, game)


def _unknown(asked: str, game: str) -> Refused:
    others = [other for other in GAMES if other != game and asked and asked in options(other)]
    if others:
        return Refused(f"--{asked} is an option of {' and '.join(others)}, not of {game}: rules cost {game} --help")
    return Refused(f"no option {shorten('--' + asked)!r}: rules cost {game} --help lists them")
