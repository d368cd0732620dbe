"""Made-up card lists for tests."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules_cli.cards.card_files import CardRow
from rules_cli.cards.card_list import open_cards
from rules_cli.names.card_import import import_cards
from rules_cli.names.name_rules import NameRules

HERO, YOUNG, ALLY, ACTION = ["Hero"], ["Hero", "Young"], ["Ally"], ["Action", "Attack"]


def rows(*cards: dict[str, Any]) -> list[CardRow]:
    """Rows as a file's reader gives them."""
    return [CardRow(f"cards, card {number}", card) for number, card in enumerate(cards, 1)]


def imported(naming: NameRules, path: Path, *cards: dict[str, Any]) -> NameRules:
    """The naming rules with a card list in the user's library."""
    file = path / "cards.json"
    file.write_text(json.dumps(list(cards)), encoding="utf-8")
    import_cards(file, naming)
    return replace(naming, imported=open_cards(naming.book))
