"""Cautions about rules of a part that ships: the newest edition that was read has them under other numbers or reworded.

`known.yaml` has the numbers that their words have there, `notes.yaml` says in our own words what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_cli.captions import Remark, Translated
from rules_cli.lookup.conflicts import NotesFile
from rules_cli.lookup.known import known_edition
from rules_cli.model import RuleNumber
from rules_cli.store import data_files


def cautions_of(slug: str) -> Mapping[RuleNumber, Remark]:
    """Return the cautions about rules of the edition of a book that ships, by their numbers.

    Raises SchemaError.
    """
    return dict(_cautions(slug))


def _cautions(slug: str) -> Iterator[tuple[RuleNumber, Remark]]:
    known = known_edition(slug)
    changed = (data_files.read(NotesFile, slug, "notes.yaml") or NotesFile()).changed
    for number, now in known.today.items():
        if note := changed.get(number):
            yield number, Remark("changed since", (known.edition, number, Translated(note["en"], tuple(note.items()))))
        elif now:
            yield number, Remark("moved since", (known.edition, number, ", ".join(now)))
        else:
            yield number, Remark("reworded", (known.edition, number))
