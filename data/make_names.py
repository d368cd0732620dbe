#!/usr/bin/env python3
"""Renew cards.yaml of Flesh and Blood and Grand Archive: the facts about names that follow from lists of all cards.

usage: data/make_names.py FOLDER    (the folder that holds cards/fab-names.tsv and cards/ga-names.tsv)

A list has the columns name, types and keywords, no texts. From it come the names with a moniker that the list proves
(rules_cli.names.card_import) or whose form shows one, the names with a comma that are known to have none, and the names
with accents, apostrophes or hyphens, which people leave out when they type.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

import yaml

from rules_cli.cards.card_list import CardList, open_cards
from rules_cli.names.card_import import import_cards
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
    with tempfile.TemporaryDirectory() as home:
        os.environ["RULES_HOME"] = home
        for slug in ("fab", "ga"):
            naming = naming_from(slug, load_yaml(_BOOKS / slug / "names.yaml"))
            import_cards([Path(sys.argv[1]) / "cards" / f"{slug}-names.tsv"], naming)
            cards = open_cards(slug)
            found = facts(cards, naming) if cards else {}
            text = yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=120)
            (_BOOKS / slug / "cards.yaml").write_text(_HEAD + text, encoding="utf-8")
            print(f"{slug}: " + ", ".join(f"{len(names)} {key}" for key, names in found.items()))
    return 0


def facts(cards: CardList, naming: NameRules) -> dict[str, dict[str, str] | list[str]]:
    """Return the names with their monikers, those known to have none, and those with signs that people leave out."""
    monikers: dict[str, str] = {}
    without: list[str] = []
    spelled: list[str] = []
    for key, name in sorted(cards.names().items(), key=lambda each: each[1]):
        head, commas = head_of(name)
        card = cards.card(key)
        may_be_personal = not {*naming.cards.persons, *naming.cards.open}.isdisjoint(card.kinds if card else ())
        if proven := cards.proven(key):
            monikers[name] = proven
        elif may_be_personal and commas == 1 and len(head) == 1:
            monikers[name] = head[0]
        elif naming.monikers == "before-comma" and commas:
            without.append(name)
        if _LEFT_OUT_WHEN_TYPED.search(name) and name not in (*monikers, *without):
            spelled.append(name)
    return {"known_names": monikers, "not_personal": without, "spelled": spelled}


if __name__ == "__main__":
    sys.exit(main())
