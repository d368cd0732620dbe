#!/usr/bin/env python3
"""Add questions to asked.yaml of a book: `data/make_asked.py FOLDER BOOK FILE…`, then run data/make_known.py.

FOLDER holds the official sources. Each file has lines `"104.3c": ["can I lose by drawing", …]`, the questions that a
rule of the known edition answers. Left out are rules that this edition lacks or that have no text, and questions that
are there already. The rules are written in source order.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from make_deciding import SOURCES, rows_of

from rules_cli.lookup.lexicon import QUESTIONS, AskedFile
from rules_cli.model import Row, RuleNumber
from rules_cli.store.data_files import load_yaml, read_file
from rules_cli.text import words_of_text

_BOOKS = Path(__file__).parent / "books"
_HEAD = """\
# Questions of players that a rule answers, by the number of the rule in the edition of known.yaml. Written from the
# rules alone, without sight of the questions that search is measured with. data/make_asked.py adds questions.
asked:
"""


def main() -> int:
    """Renew the file of a book."""
    folder, slug, files = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    path = _BOOKS / slug / "asked.yaml"
    before = read_file(AskedFile, path)
    written = [before.asked] if before else []
    written += [load_yaml(Path(file)) for file in files]
    rows = rows_of(slug, next(iter(SOURCES[slug])), folder)
    asked = merged(written, rows)
    lines = (f"  {json.dumps(number)}: {json.dumps(each, ensure_ascii=False)}\n" for number, each in asked.items())
    path.write_text(_HEAD + "".join(lines), encoding="utf-8")
    unknown = {number for each in written for number in each} - asked.keys()
    print(f"{slug}: {sum(map(len, asked.values()))} questions about {len(asked)} rules; left out: {sorted(unknown)}")
    return 0


def merged(written: Sequence[Mapping[RuleNumber, Sequence[str]]], rows: Iterable[Row]) -> dict[RuleNumber, list[str]]:
    """Return the questions about each row that has a text, each question once, in source order."""
    found: dict[RuleNumber, list[str]] = {}
    for number in (row.number for row in rows if row.fingerprint):
        questions = (question.strip() for each in written for question in each.get(number) or ())
        different = {" ".join(words_of_text(question)): question for question in questions}
        different.pop("", None)
        if different:
            found[number] = list(different.values())[: QUESTIONS - 1]
    return found


if __name__ == "__main__":
    sys.exit(main())
