#!/usr/bin/env python3
"""Find the keywords of Magic that cost something, and what kind of cost each is, by the wording of their rules.

usage: data/make_cost_keywords.py FOLDER    (the folder that holds the sources)

Writes `keywords` of data/books/mtg/costs.yaml, and their rules into deciding.yaml; then run make_deciding.py. The kind
depends on the words of what the keyword means: `[Cost]:` is an ability, an additional [cost] and one paid rather than
the mana cost belong to a spell, some are special actions, and anything else is paid as an effect asks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from make_deciding import rows_of

_EDITION = "2026-01-16"
_BOOK = Path(__file__).parent / "books" / "mtg"
_NAME = re.compile(
    r"“?(?P<name>[A-Z][\w’'-]*(?: (?!means|with)[\w’'-]+){0,4}?)"
    r"(?: from \[quality\]| onto \[quality\]| with \[materials\]| N)? ?—? ?\[cost\],?”?[^“]{0,90}means “(?P<means>.*)"
)
_WORDINGS = {
    "ability": re.compile(r"^\[cost\][^.]*:"),
    "additional": re.compile(r"additional"),
    "alternative": re.compile(r"\[cost\][^.”]*rather than"),
    "special": re.compile(r"face-down|any time you have priority|could begin to cast"),
}
_MADE = re.compile(r"(?<=# Made by data/make_cost_keywords.py.\n).*?(?=\n\n)", re.DOTALL)


def kind_of(means: str) -> str:
    """Return the kind of a keyword's cost by the words of what it means."""
    return next((kind for kind, wording in _WORDINGS.items() if wording.search(means.lower())), "effect")


def main() -> int:
    """Write the keywords with their kinds and rules."""
    found: dict[str, tuple[str, str]] = {}
    for row in rows_of("mtg", _EDITION, Path(sys.argv[1])):
        text = (row.words.text or "").replace("[Cost]", "[cost]") if str(row.number).startswith("702.") else ""
        if named := _NAME.search(text):
            name = named["name"].lower().replace("’", "'")
            kind = kind_of(named["means"])
            action = "morph" if "face-down" in named["means"] else name
            found.setdefault(name, (f"special {action}" if kind == "special" else kind, str(row.number)))
    costs, deciding = _BOOK / "costs.yaml", _BOOK / "deciding.yaml"
    lines = "".join(f"\n  {name}: {kind}" for name, (kind, _) in sorted(found.items()))
    costs.write_text(_MADE.sub(f"keywords:{lines}", costs.read_text(encoding="utf-8")), encoding="utf-8")
    rows = deciding.read_text(encoding="utf-8")
    keys = {f"keyword-{name.replace(' ', '-')}": number for name, (_, number) in found.items()}
    new = [f'  "{key}":\n    "{_EDITION}": "{number}"\n' for key, number in keys.items() if f'"{key}":' not in rows]
    deciding.write_text(rows.rstrip("\n") + "\n" + "".join(new), encoding="utf-8")
    print(f"{len(found)} keywords")
    return 0


if __name__ == "__main__":
    sys.exit(main())
