#!/usr/bin/env python3
"""Make the tree.yaml of each book that ships from its official source: facts only, no word of a rule.

usage: data/make_trees.py FOLDER    (the folder that holds the five seed documents)

Run it again when the parser changes or a source does; `git diff` then shows what became of the tree. The
restatements in words/ are written by hand and never touched.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from rules_cli.formats import read_files
from rules_cli.model import Book
from rules_cli.parse import parse, without_text
from rules_cli.parse.profile import profile_from
from rules_cli.store import tree_yaml
from rules_cli.store.data_files import load_yaml
from rules_cli.text import fingerprint

BOOKS = {"fab": ["000*"], "mtg": ["001*"], "ga": ["002*", "004*"], "fabula": ["003*"]}
HEAD = """\
# Permanent citations have other fingerprints than the tree, which has version 2: version 1 left out the signs of
# numbers, version 3 leaves out the numbers of rules. By that of the tree, the others. Made by data/make_trees.py.
also:
"""
VERSIONS: tuple[Literal[1, 3], ...] = (1, 3)


def main() -> int:
    """Write the tree of every book."""
    seeds, books = Path(sys.argv[1]), Path(__file__).parent / "books"
    for slug, patterns in BOOKS.items():
        book = make_tree(books / slug, [path for pattern in patterns for path in sorted(seeds.glob(pattern))])
        print(f"{slug}: {len(book.rows)} rows, {len(book.anomalies)} anomalies")
    return 0


def make_tree(folder: Path, sources: list[Path]) -> Book:
    """Write `tree.yaml` into the folder of a book that has a book.yaml and a profile.yaml."""
    slug = folder.name
    info = load_yaml(folder / "book.yaml")
    profile = profile_from(load_yaml(folder / "profile.yaml"), f"{slug}/profile.yaml")
    documents = read_files(sources)
    book = parse(documents, profile, slug, info["edition"], info["title"])
    names = {document.name: f"source {n}" for n, document in enumerate(documents, 1)}
    facts = without_text(book)._replace(
        sources=tuple(names.values()),
        anomalies=tuple(anomaly._replace(source=names[anomaly.source]) for anomaly in book.anomalies),
    )
    (folder / "tree.yaml").write_text(tree_yaml.dump(facts), encoding="utf-8")
    write_permalinks(folder / "permalinks.yaml", book)
    return facts


def write_permalinks(path: Path, book: Book) -> None:
    """Write the other versions of the fingerprints of a book's texts, where they differ."""
    texts = [row.words.text for row in book.rows if row.words.text is not None]
    lines = []
    for text in texts:
        known = fingerprint(text)
        if others := {fingerprint(text, version) for version in VERSIONS} - {known}:
            lines.append(f'  "{known}": "{" ".join(sorted(others))}"\n')
    if lines:
        path.write_text(HEAD + "".join(sorted(set(lines))), encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
