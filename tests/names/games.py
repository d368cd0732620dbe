"""The naming rules of the four games as they ship, without a card list."""

from __future__ import annotations

from rules_cli.names.name_rules import naming_from
from rules_cli.store import data_files, paths

_FACTS = {book: data_files.load_yaml(paths.shipped() / book / "names.yaml") for book in ("fab", "mtg", "ga", "fabula")}
NAMING = {book: naming_from(book, found) for book, found in _FACTS.items()}
FAB, MTG, GA, FABULA = NAMING.values()


def numbers(ids: tuple[str, ...]) -> list[str]:
    """The numbers of rule ids, without book and edition."""
    return [found.partition(":")[2] for found in ids]
