"""The words of the players of one game, pairs of terms that they ask about together, and questions that they ask.

People write them in `slang.yaml`, `interactions.yaml` and `asked.yaml`, with the numbers of rules. `known.yaml`, which
`data/make_known.py` makes, has the fingerprints of these rules in the edition that was read: a fingerprint finds a rule
in an installed edition under any number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from rules_cli.errors import SchemaError
from rules_cli.lookup.known import KnownEdition, known_edition
from rules_cli.lookup.notes import notes_of
from rules_cli.model import RuleNumber
from rules_cli.schema import Condition, Text
from rules_cli.store import data_files, paths

if TYPE_CHECKING:
    from rules_cli.store.edition import Edition
    from rules_cli.store.index import IndexEntry

QUESTIONS = 24
"""A rule has fewer questions: search numbers them from the place of the rule times this."""
_SOME_TEXTS = Annotated[tuple[Text, ...], Condition(bool, "at least one text")]
_RULES = Annotated[tuple[RuleNumber, ...], Condition(bool, "at least one rule number")]
_QUESTIONS = Annotated[
    tuple[Text, ...],
    Condition(lambda asked: 0 < len(set(asked)) == len(asked) < QUESTIONS, f"1 to {QUESTIONS - 1} different questions"),
]
_TWO_TERMS = Annotated[tuple[Text, ...], Condition(lambda terms: len(set(terms)) == 2, "two different terms")]


class Slang(NamedTuple):
    """Phrases that players say for one thing, words of the rules for it, and the rules that answer it, the best first.

    A phrase of `say` counts in any inflection, with all of its words side by side, stopwords too. A word of `exactly`
    counts only as it is: its other forms are words of the rules, as in `decked`. Two entries with the same phrase are
    two meanings of it.
    """

    means: _SOME_TEXTS
    rules: _RULES
    say: tuple[Text, ...] = ()
    exactly: tuple[Text, ...] = ()

    def check(self) -> None:
        """Raise ValueError if the entry has no phrase."""
        if not self.say and not self.exactly:
            raise ValueError("expected a phrase in say or in exactly")


class Interaction(NamedTuple):
    """Two terms of a book, and the rules that decide what they do together, the deciding one first. `says` is our
    sentence on what they do together, by language."""

    terms: _TWO_TERMS
    rules: _RULES
    says: Mapping[str, Text] = {}

    def check(self) -> None:
        """Raise ValueError if the sentence is not in English, too."""
        if self.says and "en" not in self.says:
            raise ValueError("says has no text in English, en")


class SlangFile(NamedTuple):
    """A file `slang.yaml`."""

    slang: tuple[Slang, ...]


class InteractionsFile(NamedTuple):
    """A file `interactions.yaml`."""

    interactions: tuple[Interaction, ...]


class AskedFile(NamedTuple):
    """A file `asked.yaml`: the questions of players that each rule answers."""

    asked: Mapping[RuleNumber, _QUESTIONS]


class Lexicon(NamedTuple):
    """The slang, the interactions and the questions of one game; empty for a book that has none. Each number in them
    has a fingerprint in `known.rules`."""

    slang: tuple[Slang, ...] = ()
    interactions: tuple[Interaction, ...] = ()
    asked: Mapping[RuleNumber, Sequence[str]] = {}
    known: KnownEdition = KnownEdition()

    def numbers(self) -> list[RuleNumber]:
        """Return each rule that slang, interactions or questions name, once, in their order."""
        entries: tuple[Slang | Interaction, ...] = (*self.slang, *self.interactions)
        return list(dict.fromkeys([*(number for entry in entries for number in entry.rules), *self.asked]))

    def entry_of(self, number: RuleNumber, edition: Edition) -> IndexEntry | None:
        """Return the rule of an edition that has the words of a rule of the known edition; None if none has. Of
        several, that with the same number, else the first."""
        same_words = edition.with_words(self.known.rules[number])
        return next(
            (entry for entry in same_words if entry.row.number == number), same_words[0] if same_words else None
        )


class ListedSentence(NamedTuple):
    """A sentence on what two terms do together, or on what a book does not say, by language. `rules` justify it or are
    nearest, by their numbers in the known edition; `asked` are phrases of its questions."""

    kind: Literal["together", "not said"]
    terms: tuple[str, ...]
    text: Mapping[str, str]
    rules: Sequence[RuleNumber]
    asked: tuple[str, ...]


def sentences(slug: str) -> list[ListedSentence]:
    """Return our sentences about a book. Raises SchemaError if a file is broken."""
    pairs = data_files.read(InteractionsFile, slug, "interactions.yaml")
    return [
        *(
            ListedSentence("together", pair.terms, pair.says, pair.rules, (" ".join(pair.terms),))
            for pair in (pairs.interactions if pairs else ())
            if pair.says
        ),
        *(ListedSentence("not said", (), each.note, each.rules, each.asked) for each in notes_of(slug).silent),
    ]


def written_in(folder: Path) -> Lexicon:
    """Return what people wrote in the folder of a book, without the known edition. Raises SchemaError."""
    slang = data_files.read_file(SlangFile, folder / "slang.yaml")
    interactions = data_files.read_file(InteractionsFile, folder / "interactions.yaml")
    asked = data_files.read_file(AskedFile, folder / "asked.yaml")
    return Lexicon(
        slang.slang if slang else (), interactions.interactions if interactions else (), asked.asked if asked else {}
    )


def lexicon(book: str) -> Lexicon:
    """Return the lexicon of a shipped book. Raises SchemaError if a file is broken or a rule has no fingerprint."""
    own = written_in(paths.shipped() / book)._replace(known=known_edition(book))
    if unknown := [number for number in own.numbers() if number not in own.known.rules]:
        raise SchemaError(f"{book}/known.yaml: no fingerprint of {', '.join(unknown)}; run data/make_known.py")
    return own


def slang_of(book: str) -> Lexicon:
    """Return the slang of a shipped book alone. Raises SchemaError if a file is broken."""
    slang = data_files.read(SlangFile, book, "slang.yaml")
    return Lexicon(slang.slang if slang else (), known=known_edition(book))


def reworded(edition: Edition) -> list[RuleNumber]:
    """Return the known rules whose words an edition does not have, by their numbers in the known edition. Slang and
    questions do not lead to them in that edition. Raises SchemaError as `known_edition` does."""
    known = known_edition(edition.slug).rules
    return [number for number, words in known.items() if not edition.with_words(words)]
