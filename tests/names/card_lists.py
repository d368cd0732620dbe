"""Made-up card lists for tests."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules_cli.cards.card_list import CardList, open_cards
from rules_cli.names.card_import import import_cards
from rules_cli.names.name_rules import NameRules

HERO, YOUNG, ALLY, ACTION = ["Hero"], ["Hero", "Young"], ["Ally"], ["Action", "Attack"]


def listed(naming: NameRules, path: Path, *cards: dict[str, Any]) -> CardList:
    """A card list in the user's library."""
    file = path / "cards.json"
    file.write_text(json.dumps(list(cards)), encoding="utf-8")
    import_cards([file], naming)
    found = open_cards(naming.book)
    assert found
    return found


def imported(naming: NameRules, path: Path, *cards: dict[str, Any]) -> NameRules:
    """The naming rules with a card list in the user's library."""
    return replace(naming, imported=listed(naming, path, *cards))
