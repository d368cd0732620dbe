#!/usr/bin/env python3
"""What another value of a threshold gains and loses on the real sources.

    python tests/bench/calibrate.py --list search               the numeric constants of a package, with their reasons
    python tests/bench/calibrate.py parse.line_filter._MOST 8 12    the same sources and questions with 8, then with 12

What is compared depends on the package of the constant: for formats/ and parse/ the rows of every source (a row is the
same if number, kind, parent and text are), for search/ and lookup/ the questions of tests/data that find their rule
among the first three, for history/ the matches between neighbouring editions, for citation_check/ the verdicts on a
rulebook that is checked against itself. Sources are read from ../shared/sources.

Each value is measured in a process of its own, which changes the line of the constant before it imports the module, so
that patterns and tables made from the constant change too.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT.parent / "shared" / "sources"
SHOWN = 12  # gains and losses printed of each kind


def main() -> int:
    """Print the constants of a package, or what other values change."""
    arguments = sys.argv[1:]
    if len(arguments) == 2 and arguments[0] == "--list":
        return _print_constants(arguments[1])
    if len(arguments) < 2:
        print(__doc__)
        return 2
    if arguments[0] == "--measure":
        return _measure(arguments[1], arguments[2] if len(arguments) > 2 else None)
    name, values = arguments[0], arguments[1:]
    base = _in_a_process(name, None)
    for value in values:
        print(f"\n{name} = {value}")
        _print_changes(base, _in_a_process(name, value))
    return 0


def _print_constants(package: str) -> int:
    for path in sorted((ROOT / "rules_cli" / package).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT / "rules_cli").with_suffix("").parts)
        for line in path.read_text(encoding="utf-8").splitlines():
            if re.match(r"[A-Z_][A-Z0-9_]*(?:, [A-Z_][A-Z0-9_]*)* = -?[0-9][0-9_.*]*(?:\s|,|$)", line):
                print(f"{module}.{line}")
    return 0


def _in_a_process(name: str, value: str | None) -> dict[str, str]:
    """Return the measurements with a value of the constant; the one in the code if it is None."""
    command = [sys.executable, __file__, "--measure", name, *([value] if value is not None else [])]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{name} = {value}: {ran.stderr.strip().splitlines()[-1]}")
    found: dict[str, str] = json.loads(ran.stdout)
    return found


def _print_changes(base: dict[str, str], other: dict[str, str]) -> None:
    kinds = {
        "lost": [key for key in base if key not in other],
        "gained": [key for key in other if key not in base],
        "changed": [key for key in base if key in other and base[key] != other[key]],
    }
    for kind, keys in kinds.items():
        print(f"  {len(keys)} {kind}")
        for key in keys[:SHOWN]:
            print(f"    {key}  {base.get(key, '')} → {other.get(key, '')}")


# --- one measurement


def _measure(name: str, value: str | None) -> int:
    """Print the measurements as JSON, with the constant changed before its module is imported."""
    module, _, constant = f"rules_cli.{name}".rpartition(".")
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    if value is not None:
        sys.meta_path.insert(0, _Changed(module, constant, value))
    with tempfile.TemporaryDirectory() as home:
        os.environ["RULES_HOME"] = home
        package = name.partition(".")[0]
        measures = {"search": _questions, "lookup": _questions, "history": _matches, "citation_check": _verdicts}
        print(json.dumps(dict(measures.get(package, _rows)())))
    return 0


class _Changed(importlib.abc.MetaPathFinder):
    """Imports one module with the line of one constant changed."""

    def __init__(self, module: str, constant: str, value: str) -> None:
        self._module, self._constant, self._value = module, constant, value

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(name, spec.origin, self._constant, self._value)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, constant: str, value: str) -> None:
        super().__init__(name, path)
        self._constant, self._value = constant, value

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        changed, count = re.subn(
            rf"^{re.escape(self._constant)}(: [^=]+)? = [^#\n]*",
            f"{self._constant} = {self._value}  ",
            source,
            flags=re.M,
        )
        if not count:
            sys.exit(f"{fullname} has no line that begins with {self._constant} =")
        return compile(ast.parse(changed, self.path), self.path, "exec")


def _books() -> Iterator[tuple[str, Any]]:
    """Yield every source that can be read, by name, as a book."""
    from rules_cli.errors import RulesError
    from rules_cli.sources.importing import read_book

    paths = [*sorted((SOURCES / "mtg").iterdir()), *sorted((SOURCES / "fab").iterdir()), SOURCES / "ga-whole"]
    for path in [*paths, *sorted((SOURCES / "other").glob("*.*")), *sorted((SOURCES / "seeds").iterdir())]:
        try:
            yield path.name, read_book([path], path.parent.name if path.parent != SOURCES else "ga")
        except RulesError:
            continue


def _rows() -> Iterator[tuple[str, str]]:
    from rules_cli.text import fingerprint

    for name, book in _books():
        for row in book.rows:
            words = "\n".join([row.title or "", row.words.text or "", *row.words.examples, *row.words.notes])
            yield f"{name} {row.number}", f"{row.kind} {row.parent} {fingerprint(words)}"


def _questions() -> Iterator[tuple[str, str]]:
    import yaml

    from rules_cli import Library

    library = Library.open()
    for file in ("questions.yaml", "held-out-questions.yaml"):
        for entry in yaml.safe_load((ROOT / "tests" / "data" / file).read_text(encoding="utf-8")):
            found = [str(hit.rule.number) for hit in library.search(entry["ask"], book=entry["book"], limit=3)]
            if set(found) & set(map(str, entry["rules"])):
                yield f"{entry['book']} {entry['ask']}", "found"


def _matches() -> Iterator[tuple[str, str]]:
    from itertools import pairwise

    from rules_cli.history.edition_pair import link_editions
    from rules_cli.history.indexed_edition import IndexedEdition

    books = [(name, book) for name, book in _books() if book.slug == "mtg" and name.endswith(".txt")]
    for (old, a), (new, b) in pairwise(books):
        for link in link_editions(IndexedEdition(a.rows), IndexedEdition(b.rows)):
            yield f"{old} → {new} {' '.join(link.a)}", f"{' '.join(link.b)} {link.confidence}"


def _verdicts() -> Iterator[tuple[str, str]]:
    from rules_cli.citation_check import Check, Editions, read_text
    from rules_cli.store.editions import InstalledBooks

    installed = InstalledBooks()
    for name, book in _books():
        if book.slug == "mtg" and name.endswith(".txt"):
            installed.install(book)
            checked = Check(Editions(installed, f"mtg@{book.edition}")).text(
                read_text((SOURCES / "mtg" / name).read_bytes(), name)
            )
            for citation in checked.found:
                line, column = checked.place(citation)
                yield f"{name}:{line}:{column}", citation.verdict


if __name__ == "__main__":
    sys.exit(main())
