"""The newest edition of a book that was read: its keywords, and fingerprints of the rules that data files name.

A fingerprint finds a rule in an installed edition under any number. `data/make_known.py` makes the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_cli.model import RuleNumber
from rules_cli.schema import Text
from rules_cli.store import data_files


class KnownEdition(NamedTuple):
    """The edition that was read: names of its keywords, and the fingerprints of rules by their numbers in it. `today`
    has the rules of the edition that ships that were reworded or moved, each with the numbers of the rules that have
    its words in this edition, if any."""

    edition: str = ""
    keywords: Sequence[Text] = ()
    rules: Mapping[RuleNumber, Text] = {}
    today: Mapping[RuleNumber, tuple[RuleNumber, ...]] = {}


def known_edition(book: str) -> KnownEdition:
    """Return the known edition of a book. Raises SchemaError if known.yaml is broken."""
    return data_files.read(KnownEdition, book, "known.yaml") or KnownEdition()
