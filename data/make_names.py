#!/usr/bin/env python3
"""Renew cards.yaml of Flesh and Blood and Grand Archive: the facts about names that follow from lists of all cards.

usage: data/make_names.py FOLDER    (the folder that holds cards/fab-names.tsv and cards/ga-names.tsv)

A list has the columns name, types and keywords, no texts. From it come the names with a moniker that the list proves
(rules_cli.names.card_import) or whose form shows one, the names with a comma that are known to have none, and the names
with accents, apostrophes or hyphens, which people leave out when they type.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import yaml

from rules_cli.cards.card_files import read_rows
from rules_cli.cards.card_list import Card
from rules_cli.names.card_import import card_table
from rules_cli.names.monikers import head_of
from rules_cli.names.name_rules import NameRules, naming_from
from rules_cli.store.data_files import load_yaml

_BOOKS = Path(__file__).parent / "books"
_LEFT_OUT_WHEN_TYPED = re.compile(r"[^\x00-\x7f]|['-]")
_HEAD = """\
# Facts about the names of printed cards, made by data/make_names.py from lists of all cards; names.yaml adds others.
"""


def main() -> int:
    """Renew the file of each book that has a list."""
    for slug in ("fab", "ga"):
        naming = naming_from(slug, load_yaml(_BOOKS / slug / "names.yaml"))
        rows = read_rows(Path(sys.argv[1]) / "cards" / f"{slug}-names.tsv", naming.cards.columns)
        found = facts(card_table(rows, naming).cards.values(), naming)
        text = yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=120)
        (_BOOKS / slug / "cards.yaml").write_text(_HEAD + text, encoding="utf-8")
        print(f"{slug}: " + ", ".join(f"{len(names)} {key}" for key, names in found.items()))
    return 0


def facts(cards: Iterable[Card], naming: NameRules) -> dict[str, dict[str, str] | list[str]]:
    """Return the names with their monikers, those known to have none, and those with signs that people leave out."""
    monikers: dict[str, str] = {}
    without: list[str] = []
    spelled: list[str] = []
    for card in sorted(cards, key=lambda each: each.name):
        head, commas = head_of(card.name)
        types = {word for kind in card.types for word in re.split(r"[ /]+", kind)}
        if card.moniker and card.confidence == "known":
            monikers[card.name] = card.moniker
        elif types & {*naming.cards.persons, *naming.cards.open} and commas == 1 and len(head) == 1:
            monikers[card.name] = head[0]
        elif naming.monikers == "before-comma" and commas:
            without.append(card.name)
        if _LEFT_OUT_WHEN_TYPED.search(card.name) and card.name not in (*monikers, *without):
            spelled.append(card.name)
    return {"known_names": monikers, "not_personal": without, "spelled": spelled}


if __name__ == "__main__":
    sys.exit(main())
