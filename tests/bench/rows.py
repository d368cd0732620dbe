#!/usr/bin/env python3
"""Which documents need each feature by which lines are chosen as rows (data/parsing/weights.yaml).

    python tests/bench/rows.py                  every feature, left out
    python tests/bench/rows.py again 0 -8 -30   one feature, with other weights

Each source in ../shared/sources is read once; the chain of its rows is then chosen with the other weight. The documents
are named whose rows change, with the number of rows that come and go. A feature that no document needs can go.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rules_cli.errors import RulesError
from rules_cli.formats import read_files
from rules_cli.parse.candidates import Candidates
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.row_draft import Reading
from rules_cli.parse.sequence import choose, weights
from rules_cli.parse.survey import candidates_of

SOURCES = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "sources"


def main(words: list[str]) -> int:
    """Print which documents another weight changes."""
    books = dict(_books())
    now = {name: set(choose(each.found, weights())) for name, each in books.items()}
    tried = [(words[0], float(value)) for value in words[1:]] if words else [(name, 0.0) for name in weights()]
    for name, value in tried:
        print(f"{name} = {value:g} (now {weights()[name]:g})")
        for book, change in _changes(books, now, {**weights(), name: value}):
            print(f"    {book}: {change}")
    return 0


def _books() -> list[tuple[str, Candidates]]:
    found = []
    for path in sorted((SOURCES / "other").iterdir()) + sorted((SOURCES / "mtg").iterdir()) + [SOURCES / "ga-whole"]:
        try:
            documents = read_files([path])
            profile = infer_profile(documents)
        except RulesError:
            continue
        if profile.numbering == "dotted":
            found.append((path.name, candidates_of(documents, profile, Reading())))
    return found


def _changes(
    books: Mapping[str, Candidates], now: Mapping[str, set[int]], other: Mapping[str, float]
) -> list[tuple[str, str]]:
    changed = []
    for name, each in books.items():
        chosen = set(choose(each.found, other))
        if chosen != now[name]:
            changed.append((name, f"+{len(chosen - now[name])} -{len(now[name] - chosen)} of {len(now[name])} rows"))
    return changed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
