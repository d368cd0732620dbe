"""The naming rules of the four games, as they ship and without anyone's card list."""

from __future__ import annotations

from rules_cli.ask.names.naming import naming_from
from rules_cli.store import facts, places

_FACTS = {book: facts.load_yaml(places.shipped() / book / "names.yaml") for book in ("fab", "mtg", "ga", "fabula")}
NAMING = {book: naming_from(book, found) for book, found in _FACTS.items()}
FAB, MTG, GA, FABULA = NAMING.values()


def numbers(ids: tuple[str, ...]) -> list[str]:
    """The numbers of rule ids, without book and edition."""
    return [found.partition(":")[2] for found in ids]
