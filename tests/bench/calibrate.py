#!/usr/bin/env python3
"""What another value of a threshold gains and loses on the real sources.

    python tests/bench/calibrate.py --list search               the constants of a package that have a number in them
    python tests/bench/calibrate.py parse.line_filter._MOST 8 12    the same sources and questions with 8, then with 12
    python tests/bench/calibrate.py search.corpus._ALL_COMPARED=0 search.candidates.COMPARED 80 320
                                                                    the same, with another constant changed throughout

What is compared depends on the package of the constant: for formats/ and parse/ the rows of every source (a row is the
same if number, kind, parent and text are), for search/ and lookup/ the questions of tests/data that find their rule
among the first three, in the books that ship and in whole ones, for penalties/ the questions about infractions, for
history/ the matches between neighbouring editions, for citation_check/ the verdicts on a rulebook that is checked
against itself. Of questions that nothing was tuned to, only the number found is told. Sources are read from
../shared/sources; `--home FOLDER` keeps the imported books, for constants that are not used to import or index them.

Each value is measured in a process of its own, which changes the constant before it imports the module, so that
patterns and tables made from the constant change too. A value is an expression of Python; a constant may be one of
several that are assigned on one line.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT.parent / "shared" / "sources"
SHOWN = 12  # gains and losses printed of each kind
TERMS = 300  # of the glossaries of whole books, asked for as printed and with a typo


def main() -> int:
    """Print the constants of a package, or what other values change."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", metavar="PACKAGE")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("words", nargs="*", metavar="[OTHER=VALUE …] CONSTANT VALUE …")
    options = parser.parse_args()
    if options.list:
        return _print_constants(options.list)
    if options.measure:
        return _measure(options.words, options.home)
    throughout = [word for word in options.words if "=" in word]
    name, *values = [word for word in options.words if "=" not in word] or [""]
    if not values:
        parser.error("expected a constant and a value")
    base = _in_a_process([*throughout, name], options.home)
    for value in values:
        print(f"\n{name} = {value}")
        _print_changes(base, _in_a_process([*throughout, f"{name}={value}"], options.home))
    return 0


def _print_constants(package: str) -> int:
    for path in sorted((ROOT / "rules_cli" / package).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT / "rules_cli").with_suffix("").parts).removesuffix(".__init__")
        source = path.read_text(encoding="utf-8")
        for name, value in _constants(ast.parse(source)):
            if any(isinstance(part, ast.Constant) and type(part.value) in (int, float) for part in ast.walk(value)):
                print(f"{module}.{name} = {source.splitlines()[value.lineno - 1].partition(' = ')[2]}")
    return 0


def _constants(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the constants that a module assigns, each with its value; several of one line one by one."""
    for line in module.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value:
            for target in line.targets if isinstance(line, ast.Assign) else [line.target]:
                pairs: Iterable[tuple[ast.expr, ast.expr]] = [(target, line.value)]
                if isinstance(target, ast.Tuple) and isinstance(line.value, ast.Tuple):
                    pairs = zip(target.elts, line.value.elts, strict=True)
                yield from (
                    (name.id, value) for name, value in pairs if isinstance(name, ast.Name) and name.id.isupper()
                )


def _in_a_process(words: Sequence[str], home: Path | None) -> dict[str, str]:
    """Return the measurements with constants changed (`CONSTANT=VALUE`); one without a value is as in the code."""
    command = [sys.executable, __file__, *(["--home", str(home)] if home else []), "--measure", *words]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{' '.join(words)}: {ran.stderr.strip().splitlines()[-1]}")
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


def _measure(words: Sequence[str], home: Path | None) -> int:
    """Print the measurements as JSON, with constants changed before their modules are imported."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    changes: dict[str, dict[str, str | None]] = defaultdict(dict)
    for word in words:
        name, _, value = word.partition("=")
        module, _, constant = f"rules_cli.{name}".rpartition(".")
        changes[module][constant] = value or None
    sys.meta_path.insert(0, _Changed(changes))
    for module in changes:
        importlib.import_module(module)
    package = words[-1].partition(".")[0]
    if package not in MEASURES:
        sys.exit(f"nothing is measured for {package}/; expected one of {', '.join(MEASURES)}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULES_HOME"] = str(home or folder)
        print(json.dumps(dict(MEASURES[package]())))
    return 0


class _Changed(importlib.abc.MetaPathFinder):
    """Imports modules with some of their constants changed."""

    def __init__(self, changes: Mapping[str, Mapping[str, str | None]]) -> None:
        self._changes = changes

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name not in self._changes:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(name, spec.origin, self._changes[name])
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, changes: Mapping[str, str | None]) -> None:
        super().__init__(name, path)
        self._changes = changes

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        values = dict(_constants(ast.parse(source)))
        for name in self._changes:
            if name not in values:
                sys.exit(f"{fullname} has no constant {name}; --list prints those of a package")
        by_value = {ast.dump(values[name], include_attributes=True): value for name, value in self._changes.items()}
        tree = ast.parse(source)
        _Replaced(by_value).visit(tree)
        return compile(tree, self.path, "exec")


class _Replaced(ast.NodeTransformer):
    """Replaces the expressions that some constants are assigned, at their places in the source."""

    def __init__(self, values: Mapping[str, str | None]) -> None:
        self._values = values

    def visit(self, node: ast.AST) -> ast.AST:
        value = self._values.get(ast.dump(node, include_attributes=True))
        return ast.parse(value, mode="eval").body if value else self.generic_visit(node)


def _books() -> Iterator[tuple[str, Any]]:
    """Yield every source that can be read, by name, as a book."""
    from rules_cli.errors import RulesError
    from rules_cli.sources.importing import read_source

    paths = [*sorted((SOURCES / "mtg").iterdir()), *sorted((SOURCES / "fab").iterdir()), SOURCES / "ga-whole"]
    for path in [*paths, *sorted((SOURCES / "other").glob("*.*")), *sorted((SOURCES / "seeds").iterdir())]:
        try:
            yield path.name, read_source([path], path.parent.name if path.parent != SOURCES else "ga").book
        except RulesError:
            continue


def _rows() -> Iterator[tuple[str, str]]:
    from rules_cli.text import fingerprint

    for name, book in _books():
        for row in book.rows:
            words = "\n".join([row.title or "", row.words.text or "", *row.words.examples, *row.words.notes])
            yield f"{name} {row.number}", f"{row.kind} {row.parent} {fingerprint(words)}"


def _questions() -> Iterator[tuple[str, str]]:
    """Yield the questions that find one of their rules among the first three; of those held out only their number."""
    from bench.ask import FIT, asked, whole_books
    from bench.search import Question, of_glossary, written

    from rules_cli import Library

    def found(library: Library, questions: Iterable[Question]) -> list[str]:
        def numbers(each: Question) -> Iterator[str]:
            return (str(hit.rule.number) for hit in library.search(each.ask, book=each.book, limit=3))

        return [each.key for each in questions if not set(each.rules).isdisjoint(numbers(each))]

    home = os.environ["RULES_HOME"]
    with tempfile.TemporaryDirectory() as empty:
        os.environ["RULES_HOME"] = empty
        library = Library.open()
        slugs = library.installed.slugs()
        yield from ((key, "found") for key in found(library, written("questions.yaml", slugs)))
        yield "held out, books that ship", str(len(found(library, written("held-out-questions.yaml", slugs))))
    if not (SOURCES / "mtg").is_dir():
        return
    library = whole_books(home)
    halves = asked()
    yield from ((key, "found") for key in found(library, halves.pop(FIT)))
    terms = [each for slug in ("mtg", "fab") for each in of_glossary(library.installed.edition(slug))]
    yield from ((key, "found") for key in found(library, random.Random(7).sample(terms, TERMS)))
    judges = written("judge-questions.yaml", library.installed.slugs())
    yield "held out, whole books", str(len(found(library, [*judges, *chain.from_iterable(halves.values())])))


def _infractions() -> Iterator[tuple[str, str]]:
    """Yield the first infraction for each question to a policy document; of those held out only how many are right."""
    import yaml

    from rules_cli import Library
    from rules_cli.penalties import find
    from rules_cli.sources.importing import read_source

    library = Library.open()
    files = {"fab-ppg": "fab-ppg-2026.txt", "mtg-ipg": "mtg-ipg.md"}
    for slug, name in files.items():
        library.install(read_source([SOURCES / "other" / name], slug, "2026").book)
    asked = yaml.safe_load((ROOT / "tests" / "data" / "policy-questions.yaml").read_text(encoding="utf-8"))
    right = 0
    for kind, slug in product(asked, files):
        for question, sections in asked[kind][slug].items():
            first = str(find(library, library.installed.edition(slug), question)[0].rule.number)
            right += kind == "held_out" and first in sections
            if kind != "held_out":
                yield f"{slug} {question}", first
    yield "held out", str(right)


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


MEASURES = {
    **{"formats": _rows, "parse": _rows},
    **{"search": _questions, "lookup": _questions, "penalties": _infractions},
    **{"history": _matches, "citation_check": _verdicts},
}

if __name__ == "__main__":
    sys.exit(main())
