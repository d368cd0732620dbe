"""The naming rules of the four games as they ship, without a card list."""

from __future__ import annotations

from rules_cli.names.name_rules import naming_from, shipped_naming

NAMING = {book: naming_from(book, shipped_naming(book)) for book in ("fab", "mtg", "ga", "fabula")}
FAB, MTG, GA, FABULA = NAMING.values()


def numbers(ids: tuple[str, ...]) -> list[str]:
    """The numbers of rule ids, without book and edition."""
    return [found.partition(":")[2] for found in ids]
