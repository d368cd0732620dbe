"""Cautions about rules of a part that ships: the newest edition that was read has them under other numbers or reworded.

`known.yaml` has the numbers that their words have there, `notes.yaml` says in our own words what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_cli.captions import say
from rules_cli.lookup.conflicts import NotesFile
from rules_cli.lookup.known import known_edition
from rules_cli.model import RuleNumber
from rules_cli.store import data_files


def cautions_of(slug: str, lang: str) -> Mapping[RuleNumber, str]:
    """Return the cautions about rules of the edition of a book that ships, by their numbers.

    Each is in the language `lang`, what has changed in English if there is no note in it. Raises SchemaError.
    """
    return dict(_cautions(slug, lang))


def _cautions(slug: str, lang: str) -> Iterator[tuple[RuleNumber, str]]:
    known = known_edition(slug)
    changed = (data_files.read(NotesFile, slug, "notes.yaml") or NotesFile()).changed
    for number, now in known.today.items():
        if note := changed.get(number):
            yield number, say("changed since", known.edition, number, note.get(lang) or note["en"])
        elif now:
            yield number, say("moved since", known.edition, number, ", ".join(now))
        else:
            yield number, say("reworded", known.edition, number)
