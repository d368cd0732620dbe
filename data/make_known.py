#!/usr/bin/env python3
"""Renew known.yaml of each book from its newest official source: its keywords, and fingerprints of rules.

usage: data/make_known.py FOLDER    (the folder that holds the sources)

Run it after a change of slang.yaml, interactions.yaml, asked.yaml or terms.yaml. For a new edition, add its source to
`SOURCES` in make_deciding.py first: each number that is another rule there is listed, with the number that its words
have now.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from make_deciding import SOURCES, rows_of

from rules_cli.lookup.known import KnownEdition
from rules_cli.lookup.lexicon import written_in
from rules_cli.lookup.notes import NotesFile
from rules_cli.lookup.terms import terms_file
from rules_cli.model import Row, RuleNumber
from rules_cli.store import tree_yaml
from rules_cli.store.data_files import read_file
from rules_cli.text import fold

KEYWORD_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "mtg": ("701", "702"),
    "fab": ("8.3", "8.4", "8.5"),
    "ga": ("keywords-and-abilities", "game-terms"),
}
"""The sections whose sub-rules have the names of keywords as titles."""
_BOOKS = Path(__file__).parent / "books"
_HEAD = """\
# Made by data/make_known.py. The edition that slang.yaml, interactions.yaml, asked.yaml and `whole` in terms.yaml were
# written for: the names of its keywords, and the fingerprint of each rule that those files name.
"""
_VALUE_IN_TITLE = re.compile(r"\s*(?:\(.*?\)|\[.*?\]|\b[NX]\+?$)")
_SEVERAL_NAMES = re.compile(r"\s*/\s*|\s+and\s+")


def main() -> int:
    """Renew the file of every book."""
    for slug, editions in SOURCES.items():
        folder, edition = _BOOKS / slug, next(iter(editions))
        rows = rows_of(slug, edition, Path(sys.argv[1]))
        before, numbers = _numbers_in(folder)
        for change in _changes(before, rows):
            print(f"{slug}: {change}")
        keywords = list(_keywords(rows, KEYWORD_SECTIONS.get(slug, ())))
        known = KnownEdition(edition, keywords, fingerprints(numbers, rows), dict(_moved_or_reworded(folder, rows)))
        (folder / "known.yaml").write_text(_HEAD + "".join(_lines(known)), encoding="utf-8")
        print(f"{slug}: {len(known.rules)} rules, {len(known.keywords)} keywords")
    return 0


def _numbers_in(folder: Path) -> tuple[KnownEdition, list[RuleNumber]]:
    """Return what was known before, and the numbers that people wrote in the other files."""
    terms = terms_file(folder.name).terms.values()
    notes = read_file(NotesFile, folder / "notes.yaml") or NotesFile()
    others = [entry.whole for entry in terms] + [silence.rules for silence in notes.silent]
    numbers = [*written_in(folder).numbers(), *(number for rules in others for number in rules)]
    return read_file(KnownEdition, folder / "known.yaml") or KnownEdition(), numbers


def fingerprints(numbers: list[RuleNumber], rows: tuple[Row, ...]) -> dict[RuleNumber, str]:
    """Return the fingerprint of each rule, in source order; raises ValueError that lists those without a text."""
    found = {row.number: row.fingerprint for row in rows if row.number and row.fingerprint}
    if missing := [number for number in numbers if number not in found]:
        raise ValueError(f"no rule with a text: {', '.join(missing)}")
    return {number: words for number, words in found.items() if number in set(numbers)}


def _changes(before: KnownEdition, rows: tuple[Row, ...]) -> Iterator[str]:
    """Yield a line for each known number that is a rule with other words now."""
    words = {str(row.number): row.fingerprint for row in rows}
    for number, known in before.rules.items():
        if words.get(number) != known:
            now = [other for other, other_words in words.items() if other_words == known]
            yield f"{number} has other words than in {before.edition}; {' or '.join(now) or 'no rule'} has its words"


def _moved_or_reworded(folder: Path, rows: tuple[Row, ...]) -> Iterator[tuple[RuleNumber, tuple[RuleNumber, ...]]]:
    """Yield each rule that ships whose words have another number in these rows or are in none, and their numbers."""
    words = {row.number: row.fingerprint for row in rows}
    shipped = folder / "tree.yaml"
    for row in tree_yaml.load(shipped).rows if shipped.is_file() else ():
        if row.fingerprint and words.get(row.number) != row.fingerprint:
            yield row.number, tuple(number for number, other in words.items() if other == row.fingerprint)


def _keywords(rows: tuple[Row, ...], sections: tuple[str, ...]) -> Iterator[str]:
    """Yield the folded names of keywords: `agility` of the title "Agility N", `tap` and `untap` of "Tap and Untap"."""
    titles = (row.title for row in rows if row.title and row.parent in sections)
    names = (name for title in titles for name in _SEVERAL_NAMES.split(_VALUE_IN_TITLE.sub("", title)))
    yield from sorted({fold(name) for name in names if re.search(r"[^\W_]", name)} - {"general"})


def _lines(known: KnownEdition) -> Iterator[str]:
    yield f'edition: "{known.edition}"\n'
    yield "keywords:\n" if known.keywords else "keywords: []\n"
    yield from (f'- "{name}"\n' for name in known.keywords)
    yield "rules:\n" if known.rules else "rules: {}\n"
    yield from (f'  "{number}": "{words}"\n' for number, words in known.rules.items())
    yield "today:\n" if known.today else "today: {}\n"
    listed = {number: ", ".join(map('"{}"'.format, now)) for number, now in known.today.items()}
    yield from (f'  "{number}": [{now}]\n' for number, now in listed.items())


if __name__ == "__main__":
    sys.exit(main())
