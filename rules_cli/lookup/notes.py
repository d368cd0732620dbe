"""`notes.yaml` of a book: rules that disagree, in our own words, and what has changed since the edition that ships.

A conflict is found in an edition by the fingerprints of its rules, under any numbers. An edition that has other words
for one of them does not have the conflict: the publisher may have settled it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, NamedTuple

from rules_cli.captions import Remark, translated
from rules_cli.lookup.known import known_edition
from rules_cli.model import Conflict, RuleNumber
from rules_cli.schema import Condition, Text
from rules_cli.store import data_files
from rules_cli.store.edition import Edition

_Rules = Annotated[tuple[Text, ...], Condition(lambda rules: len(rules) > 1, "at least two rules")]
_Phrases = Annotated[tuple[Text, ...], Condition(bool, "at least one phrase")]
_Note = Annotated[Mapping[str, Text], Condition(lambda note: "en" in note, "a text in English, en")]


class _NamedRule(NamedTuple):
    """A rule as the file names it: its number in the edition that ships, or in another one with its fingerprint."""

    number: str
    words: str | None = None

    def number_in(self, edition: Edition, shipped: Edition | None) -> RuleNumber | None:
        """The number of the rule in an edition; None if no rule has its words. Of several, the number in the file."""
        in_shipped = shipped.get(self.number) if shipped else None
        words = self.words or (in_shipped and in_shipped.row.fingerprint)
        numbers = [entry.row.number for entry in edition.with_words(words)]
        return min(numbers, key=lambda number: number != self.number, default=None)  # False comes before True


class _ListedConflict(NamedTuple):
    """A conflict in `notes.yaml`: its rules, and by language a note that names each of them as in `<1.4.3>`."""

    rules: _Rules
    note: _Note

    def check(self) -> None:
        """Raise ValueError if a note does not name one of the rules."""
        marks = [f"<{rule.number}>" for rule in self.named()]
        if missing := [f"{mark} in {lang}" for lang, note in self.note.items() for mark in marks if mark not in note]:
            raise ValueError(f"the note does not name {', '.join(missing)}")

    def named(self) -> list[_NamedRule]:
        """Return the rules; the file has a blank between number and fingerprint."""
        return [_NamedRule(*rule.split(" ", 1)) for rule in self.rules]


class Silence(NamedTuple):
    """What a book does not say: phrases of questions about it, a note by language, and the rules that are nearest."""

    asked: _Phrases
    note: _Note
    rules: tuple[RuleNumber, ...]


class NotesFile(NamedTuple):
    """A file `notes.yaml`: rules that disagree, what the book does not say, and how rules of the edition that ships
    have changed since."""

    conflicts: tuple[_ListedConflict, ...] = ()
    silent: tuple[Silence, ...] = ()
    changed: Mapping[RuleNumber, _Note] = {}


def notes_of(slug: str) -> NotesFile:
    """Return the `notes.yaml` of a book. Raises SchemaError if it is broken."""
    return data_files.read(NotesFile, slug, "notes.yaml") or NotesFile()


def conflicts_in(edition: Edition, shipped: Edition | None, lang: str) -> Mapping[RuleNumber, tuple[Conflict, ...]]:
    """The conflicts of an edition by the number of each of their rules. `shipped` is the edition of the book that
    ships. Each note is in the language `lang`, else in English. Raises SchemaError if the book's `notes.yaml` is
    broken."""
    conflicts: dict[RuleNumber, list[Conflict]] = defaultdict(list)
    for listed in notes_of(edition.slug).conflicts:
        note = listed.note.get(lang) or listed.note["en"]
        rules = [(rule, rule.number_in(edition, shipped)) for rule in listed.named()]
        numbers = [number for _, number in rules if number is not None]
        if len(numbers) < len(rules):
            continue
        for rule, number in rules:
            note = note.replace(f"<{rule.number}>", str(number))
        for number in numbers:
            conflicts[number].append(Conflict(tuple(other for other in numbers if other != number), note))
    return {number: tuple(of_rule) for number, of_rule in conflicts.items()}


def cautions_of(slug: str) -> Mapping[RuleNumber, Remark]:
    """Return the cautions about rules of the edition of a book that ships, by their numbers. Raises SchemaError. The
    newest edition that was read has them reworded or under other numbers (`known.yaml`)."""
    known, changed = known_edition(slug), notes_of(slug).changed
    cautions: dict[RuleNumber, Remark] = {}
    for number, numbers_now in known.today.items():
        if note := changed.get(number):
            of_change = translated(note["en"], note)
            cautions[number] = Remark("changed since", (known.edition, number, of_change))
        elif numbers_now:
            cautions[number] = Remark("moved since", (known.edition, number, ", ".join(numbers_now)))
        else:
            cautions[number] = Remark("reworded", (known.edition, number))
    return cautions
