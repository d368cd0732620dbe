"""A question about a cost, as `rules_cli.costs.grammar` reads it, and the data file `costs.yaml` of its game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from rules_cli.captions import Remark, Words
from rules_cli.errors import UsageError
from rules_cli.lookup.deciding_rules import check_keys
from rules_cli.store import data_files, paths
from rules_cli.text import fold, shorten

StepKind = Literal["start", "free", "alternative", "set", "increase", "reduce", "remove", "minimum", "floor"]


def games() -> tuple[str, ...]:
    """Return the slugs of the games whose costs can be calculated: those with a `costs.yaml`."""
    return tuple(sorted(path.parent.name for path in paths.shipped().glob("*/costs.yaml")))


class CostOption(NamedTuple):
    """An option of `rules cost`: its help, an example of its value (None for a flag), and the words for the zone from
    which it pays, if that is not the battlefield."""

    help: str
    takes: str | None = None
    zone: tuple[str, ...] = ()


class StartRow(NamedTuple):
    """A first step; `takes` is what it starts with, `adds` another amount in place of that, `1a`."""

    say: str
    rule: str
    kind: StepKind = "start"
    takes: Literal["base", "instead", "nothing"] = "base"
    adds: str = ""
    when: tuple[str, ...] = ()


class Operation(NamedTuple):
    """An operation of the sum, in its place: what the engine does, the caption of its steps and their rule."""

    do: Literal["twice", "instead", "set", "add", "subtract", "free", "remove", "floor", "tax", "life", "least"]
    rule: str
    say: str = ""
    when: tuple[str, ...] = ()


class Guard(NamedTuple):
    """Facts in which the operations that `skips` lists change nothing; `rule` decides that, else the operation's."""

    when: tuple[str, ...]
    skips: tuple[str, ...]
    say: str
    rule: str = ""


class SentenceRow(NamedTuple):
    """A sentence that is said if the facts in `when` hold: a caption, its `words` (base, total, x), and its rule."""

    say: str
    rule: str
    when: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Pattern(NamedTuple):
    """Words that people type, `*` for a value among them, and their meaning in the grammar, with a value that was not
    typed (`assumes`). `needs_base` says whether the printed cost has to be there already. `place` is that of the
    meaning among those of the words; `is_unclear` if another one is as likely. `needs` are other words of the
    question."""

    words: tuple[str, ...]
    meaning: str
    assumes: bool = False
    needs_base: bool = False
    place: int = 0
    is_unclear: bool = False
    needs: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        """The option that the meaning begins with, "" if it begins with another part."""
        first = self.meaning.partition(" ")[0]
        return first[2:] if first.startswith("--") else ""

    @property
    def name(self) -> str:
        """The words without a value, such as the name of a keyword."""
        return " ".join(word for word in self.words if word not in SLOTS)

    @property
    def has_value(self) -> bool:
        """Whether a value is among the words."""
        return not set(SLOTS).isdisjoint(self.words)


def keyword_key(keyword: str) -> str:
    """Return the key of the rule of a keyword."""
    return f"keyword-{keyword.replace(' ', '-')}"


# Complexity: a value may be before or after, assumed, or the printed cost.
def patterns_of(phrases: Mapping[str, str]) -> Iterator[Pattern]:
    """Yield the patterns of phrases (docs/data-files.md, `phrases`)."""
    for phrase, meanings in phrases.items():
        needs, _, phrase = fold(phrase).rpartition(" & ")
        words = tuple(phrase.split())
        is_unclear = " or " in meanings
        for place, meaning in enumerate(meanings.split(" or " if is_unclear else " | ")):
            value = _VALUE.search(meaning)
            made = [Pattern(words, meaning)]
            if value and not made[0].has_value:
                before, default = value[1], value[2]
                plain = meaning.replace(value[0], "*")
                is_other = " | " in meanings and plain.startswith("* ")
                made = [Pattern((*words, "*"), plain)]
                if before:
                    made.append(Pattern(("*", *words), plain))
                if default:
                    made.append(Pattern(words, meaning.replace(value[0], default), assumes=True))
                elif plain.startswith("* ") and not is_other:
                    made.append(Pattern(words, plain[2:], needs_base=True))
            at = 0 if is_unclear else place
            yield from (each._replace(place=at, is_unclear=is_unclear, needs=tuple(needs.split())) for each in made)


@dataclass(frozen=True, eq=False)
class CostFile:
    """The schema of `costs.yaml` of a game, and of `data/costs.yaml`, which has what all games share.

    docs/data-files.md explains each key.
    """

    options: Mapping[str, CostOption]
    restated: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, CostOption] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    ordinals: Mapping[str, int] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    times: Mapping[str, int] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    before_spells: Mapping[str, bool] = field(default_factory=dict)
    card_words: Mapping[str, str] = field(default_factory=dict)
    colorless_by: tuple[str, ...] = ()
    face_down: Mapping[str, str] = field(default_factory=dict)
    calculated: Literal["points", "magic"] = "points"
    units: str = ""
    usual: str = ""
    merged: bool = False
    example: str = "5, X+1"
    none: Literal["unpayable", "zero"] = "unpayable"
    start: tuple[StartRow, ...] = ()
    also_start: tuple[StartRow, ...] = ()
    sum: tuple[Operation, ...] = ()
    guards: tuple[Guard, ...] = ()
    other_units_rule: str = ""
    free_by: tuple[str, ...] = ()
    without_cost: tuple[str, ...] = ("alt", "free")
    together: Mapping[str, str] = field(default_factory=dict)
    apart: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    means: tuple[str, ...] = ()
    asked_by: Mapping[str, str] = field(default_factory=dict)
    extra_rule: str = ""
    pay: tuple[Literal["points", "pitch", "reserve", "mana"], ...] = ()
    sees: tuple[SentenceRow, ...] = ()
    says: tuple[SentenceRow, ...] = ()
    unpaid: tuple[SentenceRow, ...] = ()
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    noted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    each_turn: int = 0
    most: int = 0
    letters: str = "xyz"
    symbols_apart: bool = False
    phrases: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    short_values: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    bare: tuple[str, ...] = ()
    rare_letters: str = ""
    from_hand: tuple[str, ...] = ("discard",)
    of_tags: tuple[str, ...] = ()
    unclear: Mapping[str, str] = field(default_factory=dict)
    endings: tuple[str, ...] = ()
    keywords: Mapping[str, str] = field(default_factory=dict)
    cast_from: Mapping[str, str] = field(default_factory=dict)
    of_others: tuple[str, ...] = ()
    keyword_kinds: Mapping[str, str] = field(default_factory=dict)
    increases: tuple[str, ...] = ()
    once: Mapping[str, str] = field(default_factory=dict)
    beyond_first: Mapping[str, str] = field(default_factory=dict)
    numbered: tuple[str, ...] = ()
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, SentenceRow] = field(default_factory=dict)
    other: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @cached_property
    def known_options(self) -> Mapping[str, CostOption]:
        """The options of the game, with those of every game."""
        return {**cost_words().options, **self.options, **cost_words().shared}

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns of the game, those of every game, and the names of options, the longest first."""
        general = cost_words()
        options = {**general.options, **self.options}
        named = {name: f"--{name}" + (" *" if options[name].takes else "") for name in options}
        keywords = {}
        for name, kind in self.keywords.items():
            meanings = {"additional": f"+*:{name.replace(' ', '_')}", "alternative": "--alt *"}
            keywords[name] = meanings.get(kind, f"* --{kind}")
        printed = dict.fromkeys(self.classes["cost"], "<*")
        phrases = {**printed, **named, **general.phrases, **keywords, **self.phrases}
        values = [Pattern(("*",), f"--{name} *", needs=() if name in self.bare else (name,)) for name in self.values]
        return tuple(sorted([*patterns_of(phrases), *values], key=lambda each: (-len(each.words), not each.needs)))

    @cached_property
    def all_restated(self) -> Mapping[str, str]:
        """Our words for each rule by its key, those of keywords among them."""
        kinds = {keyword_key(name): self.keyword_kinds[kind.split()[0]] for name, kind in self.keywords.items()}
        return {**self.restated, **kinds}

    @cached_property
    def known_words(self) -> frozenset[str]:
        """The words by which patterns are found."""
        return frozenset(each.name.split()[0] for each in self.patterns if each.name)

    @cached_property
    def plain_words(self) -> frozenset[str]:
        """The words by which patterns are found, without those of which only the beginning is there, `reduz~`."""
        return frozenset(each for each in self.known_words if not each.endswith("~"))

    @cached_property
    def value_words(self) -> Mapping[str, str]:
        """The words for values of all options."""
        return {word: value for values in self.values.values() for word, value in values.items()}

    @cached_property
    def all_words(self) -> frozenset[str]:
        """The words of all patterns."""
        return frozenset(word for each in self.patterns for word in each.words if word not in SLOTS)

    @cached_property
    def change_words(self) -> frozenset[str]:
        """The words by which a cost grows or shrinks, `more` and `adds`."""
        changing = (each for each in self.patterns if self.role(each) in ("+", "-"))
        return frozenset(each.name for each in changing)

    @cached_property
    def all_known(self) -> frozenset[str]:
        """Every word that says something, or may be passed over."""
        others = map(fold, (*self.value_words, *self.symbols, *self.hints, *cost_words().times))
        return self.all_words.union(*self.classes.values(), *(frozenset((word, *word.split())) for word in others))

    @cached_property
    def classes(self) -> Mapping[str, frozenset[str]]:
        """The words of each class, those of all games among them."""
        shared = cost_words().words.items()
        return {name: frozenset(map(fold, (*words, *self.words.get(name, ())))) for name, words in shared}

    @cached_property
    def all_fillers(self) -> frozenset[str]:
        """The words between the ones that count."""
        return frozenset().union(*(self.classes[name] for name in "fillers joints articles opening cost".split()))

    @cached_property
    def cost_signs(self) -> frozenset[str]:
        """The signs of a cost outside braces: figures, capital letters, and the `/` of hybrid symbols."""
        return frozenset("0123456789/" + "".join({*self.letters} - {*self.rare_letters}).upper())

    def takes(self, pattern: Pattern) -> Literal["cost", "count", "list", "word"]:
        """What the value of a pattern is: a cost, a number, a list, or one word."""
        option = pattern.meaning.partition(" ")[0].removeprefix("--")
        example = self.known_options[option].takes if option in self.known_options else None
        if pattern.meaning.startswith("@") or (pattern.option and "*" not in pattern.meaning):
            return "cost" if pattern.option == "alt" else "count"
        if example is None or option in ("alt", "set"):
            return "cost"
        if "," in example or option in self.values:
            return "list"
        return "count" if example.isdigit() or "=*" in pattern.meaning else "word"

    def role(self, pattern: Pattern) -> str:
        """What a pattern adds: a change, `+` or `+:kicker`, `means` that other words may name, or an option."""
        first = next(part for part in (*pattern.meaning.split(), "") if part != "*")
        if first[:1] in ("+", "-") and not first.startswith("--"):
            return f"{first[0]}:{first.partition(':')[2]}".rstrip(":")
        return "means" if first[2:] in (*self.bare, "have") else first.removeprefix("--") or "base"


def cost_words() -> CostFile:
    """Return the words and options of every game. Raises UsageError if the file is missing."""
    if found := data_files.read_file(CostFile, paths.data() / "costs.yaml"):
        return found
    raise UsageError("the data file costs.yaml is missing: install rules again")


def cost_file(game: str) -> CostFile:
    """Return a game's `costs.yaml`. Raises SchemaError, which lists every fault and every key without a rule in
    `deciding.yaml`; UsageError if there is no file."""
    found = data_files.read(CostFile, game, "costs.yaml")
    if found is None:
        raise UsageError(f"the data file of {game} is missing: install rules again")
    check_keys(game, "costs.yaml")
    return found


SHORT = {"-b": "--book", "-h": "--help"}
SLOTS = ("*", "nth")
"""The words of a pattern that are no words: a value, and an ordinal."""
_VALUE = re.compile(r"(<?)\*(\w*)")
_SHORTEST = 5  # `--boo`: no game has another option that begins so
_LONGEST_TYPED = 200  # characters of a message that shows several words


class Refused(UsageError):
    """A question against the rules or the grammar.

    `words` is the reason, a caption with the words to fill in, the first of which was `typed`. `rule` is the key of the
    rule that forbids it. `is_sure`: a card with a name of several words was read before, so that reading the words
    without cards would drop it.
    """

    is_sure = False

    def __init__(self, caption: str, typed: object = "", *words: object, rule: str = "") -> None:
        rest = (shorten(each, _LONGEST_TYPED) if isinstance(each, str) else each for each in words)
        self.typed = typed
        self.words: Words = Remark(caption, (shorten(typed) if isinstance(typed, str) else typed, *rest))
        self.rule = rule

    def __str__(self) -> str:
        return " ".join(str(self.words).split())

    def within(self, caption: str, word: str) -> Refused:
        """Return it with its reason, and a word, in another caption."""
        self.words = Remark(caption, (self.words, word))
        return self


class NoCost(Refused):
    """Words in which no cost is named."""


class Modifier(NamedTuple):
    """`+AMOUNT` or `-AMOUNT`: the amount, the label after the colon, the sign, and how often it applies."""

    amount: str
    why: str = ""
    sign: str = "+"
    times: int = 1


NO_BASE = Remark("no base typed")
"""A remark on how words were read: only the cost that is paid instead is typed."""


@dataclass(frozen=True, slots=True)
class CostQuestion:
    """A cost as typed; amounts and values are still text. `edition` is that of `-b GAME@EDITION`; `keywords` are those
    that were typed; `read_as` says how words were read that could be read in two ways."""

    game: str
    file: CostFile
    base: str
    increases: tuple[Modifier, ...] = ()
    reductions: tuple[Modifier, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    edition: str | None = None
    keywords: tuple[str, ...] = ()
    read_as: tuple[Words, ...] = ()

    @property
    def kind(self) -> str:
        """What the player pays for: a `spell` (a card), an `ability`, a `special` action, or what an `effect` asks."""
        return next((kind for kind in ("effect", "special", "ability") if kind in self.options), "spell")

    @property
    def is_base_typed(self) -> bool:
        """Whether the printed cost is known, though another one may be paid."""
        return NO_BASE not in self.read_as

    @property
    def is_replaced(self) -> bool:
        """Whether the printed cost is not paid."""
        return self.has("alt", "free", *self.file.free_by)

    def has(self, *names: str) -> bool:
        """Whether any of these options was given."""
        return any(name in self.options for name in names)

    def one(self, name: str) -> str | None:
        """Return the value of an option that may be given once, None without it."""
        return self.options[name][0] if name in self.options else None

    def each(self, name: str) -> tuple[str, ...]:
        """Return the values of an option that may be repeated, in the order typed."""
        return self.options.get(name, ())


def is_from_hand(file: CostFile, kind: str) -> bool:
    """Whether a kind of extra cost, `discard` or `reveal:ice`, is paid with cards in hand."""
    name = kind.partition(":")[0]
    return name in file.from_hand or name.replace("-", " ").endswith("from hand")


def option_tables(words: Sequence[str]) -> dict[str, Mapping[str, CostOption]]:
    """Return the options of the games that the words name, by game; if they name none, those of every game ("")."""
    named = dict.fromkeys(word.lower() for word in words if word.lower() in games())
    general = cost_words()
    return {game: cost_file(game).options for game in named} or {"": {**general.options, **general.shared}}


def shared_option(words: Sequence[str], name: str) -> str | None:
    """Return the value of an option that all commands have ("" for a flag), None without it."""
    for at, word in enumerate(words):
        given, _, value = word.partition("=")
        if is_shared(given, name):
            return (value or "".join(words[at + 1 : at + 2])) if cost_words().shared[name].takes else ""
    return None


def is_shared(word: str, name: str) -> bool:
    """Whether a word is this option, in full or shortened."""
    typed = SHORT.get(word, word).lower()
    return f"--{name}".startswith(typed) and len(typed) >= _SHORTEST
