"""Restated answers to a question: what two terms do together, and that a book does not say something.

`interactions.yaml` and `notes.yaml` have them, each with the rules that justify it. A sentence is said only of an
edition that has all of those rules in the words that we read: else somebody must read them again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from rules_cli.lookup.find import Lookup
from rules_cli.lookup.known import known_edition
from rules_cli.lookup.lexicon import InteractionsFile
from rules_cli.lookup.notes import NotesFile
from rules_cli.model import Rule, RuleNumber
from rules_cli.search import chosen_editions, operators
from rules_cli.search.stems import LANGUAGES, stem
from rules_cli.store import data_files, paths
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text

_Stems = tuple[frozenset[str], ...]
_MOST = 2  # sentences about one question: with three terms in it, more would hide the rules


class OurSentence(NamedTuple):
    """A sentence, the terms that it is about, and the rules that justify it, or that are nearest if the book does not
    say."""

    kind: Literal["together", "not said"]
    terms: tuple[str, ...]
    text: str
    rules: tuple[Rule, ...]


class _Written(NamedTuple):
    """A sentence in a data file; it answers a question that has, in one language, all stems of a phrase in `asked`.
    `phrase` is the first of these."""

    kind: Literal["together", "not said"]
    terms: tuple[str, ...]
    text: Mapping[str, str]
    rules: Sequence[RuleNumber]
    asked: tuple[_Stems, ...]
    phrase: str = ""

    def share_of(self, question: _Stems) -> int:
        """The words of the longest phrase that a question has whole; 0 if it has none."""
        return max(
            (len(one) for each in self.asked for one, other in zip(each, question, strict=True) if one <= other),
            default=0,
        )


def sentences_on(library: Lookup, question: str, book: str | None = None) -> list[OurSentence]:
    """Return our sentences on a question, those about the most of its words first. Raises BookNotFound.

    What a book does not say is said only if no other book is asked: one of them may say it.
    """
    stems, editions = _stems(operators.read(question).words), chosen_editions(library, book)
    alone = len({edition.slug for edition in editions}) == 1
    found = [
        (held, sentence)
        for edition in editions
        for written in _written(edition.slug, paths.shipped())
        if (alone or written.kind == "together")
        and (held := written.share_of(stems))
        and (sentence := _said_of(library, edition, written))
    ]
    return [sentence for _, sentence in sorted(found, key=lambda each: -each[0])[:_MOST]]


def _said_of(library: Lookup, edition: Edition, written: _Written) -> OurSentence | None:
    known = known_edition(edition.slug).rules
    entries = [edition.with_words(known.get(number)) for number in written.rules]
    rules = [library.rule_in(edition, alike[0].row.number) for alike in entries if alike]
    if len(rules) < len(written.rules):
        return None
    text = written.text.get(library.lang) or written.text["en"]
    return OurSentence(written.kind, written.terms, text, tuple(rule for rule in rules if rule))


def to_read_again(edition: Edition, numbers: Collection[RuleNumber]) -> list[str]:
    """Return what our sentences are about that depend on some rules, numbered as in the known edition, and that are not
    said of an edition, since it has other words for one of these."""
    known = known_edition(edition.slug).rules
    changed = {number for number in numbers if number in known and not edition.with_words(known[number])}
    found = [each for each in _written(edition.slug, paths.shipped()) if not changed.isdisjoint(each.rules)]
    return [" + ".join(each.terms) or each.phrase for each in found]


@lru_cache(maxsize=16)
def _written(slug: str, shipped: Path) -> tuple[_Written, ...]:
    """All sentences about a game in the data at a path. Raises SchemaError if a file is broken."""
    pairs = data_files.read_file(InteractionsFile, shipped / slug / "interactions.yaml")
    notes = data_files.read_file(NotesFile, shipped / slug / "notes.yaml")
    return (*_together(pairs), *_not_said(notes))


def _together(pairs: InteractionsFile | None) -> Iterator[_Written]:
    for pair in pairs.interactions if pairs else ():
        if pair.says:
            yield _Written("together", tuple(pair.terms), pair.says, pair.rules, (_stems(" ".join(pair.terms)),))


def _not_said(notes: NotesFile | None) -> Iterator[_Written]:
    for silence in notes.silent if notes else ():
        yield _Written("not said", (), silence.note, silence.rules, tuple(map(_stems, silence.asked)), silence.asked[0])


def _stems(text: str) -> _Stems:
    words = words_of_text(text)
    return tuple(frozenset(stem(word, language) or word for word in words) for language in LANGUAGES)
