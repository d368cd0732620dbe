#!/usr/bin/env python3
"""Renew deciding.yaml of each book from its official sources: numbers and fingerprints of rules that decide answers.

usage: data/make_deciding.py FOLDER    (the folder that holds the sources)

To add a rule, write its key with the number in one edition or several, `201.2a: {"2026-01-16": 201.2a}`, and run this
script. It adds the fingerprints. A rule that has one keeps its words: if the parser now gives them another number, that
number is written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from rules_cli.formats import read_files
from rules_cli.lookup.deciding_rules import DecidingFile, KnownPlace
from rules_cli.model import Row
from rules_cli.parse import parse
from rules_cli.parse.profile import profile_from
from rules_cli.store.data_files import load_yaml, read_file

SOURCES: Mapping[str, Mapping[str, list[str]]] = {
    "fab": {
        "2.14.0": ["fab/en-fab-cr-2.14.0.txt"],
        "2025": ["seeds/000*", "fab/01-game-concepts.html", "fab/05-layers-cards-abilities.html"],
    },
    "mtg": {edition: [f"mtg/{edition}.txt"] for edition in ("2026-01-16", "2024-11-08", "2015-01-23")},
    "ga": {"2026-08-21": ["ga-whole"], "2024": ["seeds/002*", "seeds/004*"]},
    "fabula": {"undated": ["seeds/003*"]},
    "fab-trp": {"2026": ["other/fab-trp-2026.txt"]},
    "fab-ppg": {"2026": ["other/fab-ppg-2026.txt"]},
    "mtg-ipg": {"2019-01-21": ["other/mtg-ipg.md"]},
}
_BOOKS = Path(__file__).parent / "books"
_HEAD = """\
# The rules that decide answers about names and costs: by key and edition, the number of the rule and the fingerprint of
# its words. The newest edition comes first. An edition is left out if a newer one has the same words.
# data/make_deciding.py adds fingerprints and renews numbers.
rules:
"""


def main() -> int:
    """Renew the file of every book."""
    for slug in SOURCES:
        path = _BOOKS / slug / "deciding.yaml"
        places = (read_file(DecidingFile, path) or DecidingFile()).places()
        if not places:
            continue
        renewed = renew(places, {edition: rows_of(slug, edition, Path(sys.argv[1])) for edition in SOURCES[slug]})
        path.write_text(_HEAD + "".join(_lines(renewed)), encoding="utf-8")
        print(f"{slug}: {len(renewed)} rules")
    return 0


def rows_of(slug: str, edition: str, folder: Path) -> tuple[Row, ...]:
    """Return the rows of one edition of a book."""
    files = [path for pattern in SOURCES[slug][edition] for path in sorted(folder.glob(pattern))]
    profile = profile_from(load_yaml(_BOOKS / slug / "profile.yaml"), f"{slug}/profile.yaml")
    return parse(read_files(files), profile, slug, edition, slug).rows


def renew(
    places: Mapping[str, tuple[KnownPlace, ...]], editions: Mapping[str, tuple[Row, ...]]
) -> dict[str, list[KnownPlace]]:
    """Return the places with the fingerprints and numbers of today; raises ValueError for a rule that is not there."""
    renewed: dict[str, list[KnownPlace]] = {}
    for key, known in sorted(places.items()):
        found = {place.edition: _found(key, place, editions[place.edition]) for place in known}
        ordered = [found[edition] for edition in editions if edition in found]
        renewed[key] = list({place.words: place for place in reversed(ordered)}.values())[::-1]
    return renewed


def _found(key: str, place: KnownPlace, rows: tuple[Row, ...]) -> KnownPlace:
    alike = [row for row in rows if row.fingerprint and row.fingerprint == place.words]
    named = [row for row in alike or rows if row.number == place.number] or alike
    if not named or named[0].fingerprint is None:
        raise ValueError(f"{key}: {place.edition} has no rule {place.number} with a text")
    return KnownPlace(place.edition, str(named[0].number), named[0].fingerprint)


def _lines(places: Mapping[str, list[KnownPlace]]) -> Iterator[str]:
    for key, known in places.items():
        yield f'  "{key}":\n'
        yield from (f'    "{place.edition}": {place.number} {place.words}\n' for place in known)


if __name__ == "__main__":
    sys.exit(main())
