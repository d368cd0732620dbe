#!/usr/bin/env python3
"""Make the tree.yaml of each book that ships from its official source: facts only, no word of a rule.

usage: data/make_trees.py FOLDER    (the folder that holds the five seed documents)

Run it again when the parser changes or a source does; `git diff` then shows what became of the tree. The
restatements in words/ are written by hand and never touched.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from rules_cli.formats import read_files
from rules_cli.model import Book
from rules_cli.parse import parse, without_text
from rules_cli.parse.profile import profile_from
from rules_cli.store import tree_yaml
from rules_cli.store.data_files import load_yaml

BOOKS = {"fab": ["000*"], "mtg": ["001*"], "ga": ["002*", "004*"], "fabula": ["003*"]}


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
    facts = replace(
        without_text(book),
        sources=tuple(names.values()),
        anomalies=tuple(anomaly._replace(source=names[anomaly.source]) for anomaly in book.anomalies),
    )
    (folder / "tree.yaml").write_text(tree_yaml.dump(facts), encoding="utf-8")
    return facts


if __name__ == "__main__":
    sys.exit(main())
