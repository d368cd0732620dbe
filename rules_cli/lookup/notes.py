"""`notes.yaml` of a book: rules that disagree, in our own words, and what has changed since the edition that ships.

A conflict is found in an edition by the fingerprints of its rules, under any numbers. An edition in
which one of them has other words does not have the conflict: the publisher may have settled it.
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
        """The number of the rule in an edition, the one in the file if several have its words; None if none has."""
        own = shipped.get(self.number) if shipped else None
        words = self.words or (own and own.row.fingerprint)
        numbers = [entry.row.number for entry in edition.with_words(words)]
        return min(numbers, key=self.number.__ne__, default=None)


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
        return [_NamedRule(*rule.split(" ", 1)) for rule in self.rules]


class Silence(NamedTuple):
    """What a book does not say: phrases of questions about it, a note by language, and the rules that are nearest."""

    asked: _Phrases
    note: _Note
    rules: tuple[RuleNumber, ...]


class NotesFile(NamedTuple):
    """A file `notes.yaml`: rules that disagree, what the book does not say, and what has changed since in rules of the
    edition that ships."""

    conflicts: tuple[_ListedConflict, ...] = ()
    silent: tuple[Silence, ...] = ()
    changed: Mapping[RuleNumber, _Note] = {}


def notes_of(slug: str) -> NotesFile:
    """Return the `notes.yaml` of a book. Raises SchemaError if it is broken."""
    return data_files.read(NotesFile, slug, "notes.yaml") or NotesFile()


def conflicts_in(edition: Edition, shipped: Edition | None, lang: str) -> Mapping[RuleNumber, tuple[Conflict, ...]]:
    """The conflicts of an edition by the number of each of their rules.

    `shipped` is the edition of the book that ships. Each note is in the language `lang`, else in English. Raises
    SchemaError if the book's `notes.yaml` is broken.
    """
    found: dict[RuleNumber, list[Conflict]] = defaultdict(list)
    for conflict in notes_of(edition.slug).conflicts:
        note = conflict.note.get(lang) or conflict.note["en"]
        numbers: list[RuleNumber] = []
        for rule in conflict.named():
            number = rule.number_in(edition, shipped)
            if number is None:
                break
            numbers.append(number)
            note = note.replace(f"<{rule.number}>", number)
        else:
            for number in numbers:
                others = tuple(other for other in numbers if other != number)
                found[number].append(Conflict(others, note))
    return {number: tuple(conflicts) for number, conflicts in found.items()}


def cautions_of(slug: str) -> Mapping[RuleNumber, Remark]:
    """Return the cautions about rules of the edition of a book that ships, by their numbers. Raises SchemaError.

    The newest edition that was read has them reworded or under other numbers (`known.yaml`).
    """
    known, changed = known_edition(slug), notes_of(slug).changed
    found: dict[RuleNumber, Remark] = {}
    for number, now in known.today.items():
        if note := changed.get(number):
            of_change = translated(note["en"], note)
            found[number] = Remark("changed since", (known.edition, number, of_change))
        elif now:
            found[number] = Remark("moved since", (known.edition, number, ", ".join(now)))
        else:
            found[number] = Remark("reworded", (known.edition, number))
    return found
