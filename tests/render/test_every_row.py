"""Every row of every source can be told apart on the screen: by its number or its title, never as `fragment#12`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import SHARED

from rules_cli import Library
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.explain import explain
from rules_cli.lookup.permalink import cite
from rules_cli.model import RuleNumber
from rules_cli.render import meanings, results, rules
from rules_cli.render.citations import citation
from rules_cli.render.page import Page
from rules_cli.search import Findings, Result
from rules_cli.sources import importing
from rules_cli.text import fold

SOURCES = SHARED / "sources"
BOOKS = {
    "fab.txt": ("fab", [SOURCES / "fab" / "en-fab-cr-2.14.0.txt"]),
    "fab.html": ("fab", sorted((SOURCES / "fab").glob("*.html"))),
    "ga": ("ga", [SOURCES / "ga"]),
    "ga-whole": ("ga", [SOURCES / "ga-whole"]),
    **{f"mtg-{path.stem}": ("mtg", [path]) for path in sorted((SOURCES / "mtg").glob("*.txt"))},
    **{f"seed-{path.name[:3]}": ("seed", [path]) for path in sorted((SOURCES / "seeds").glob("*.txt"))},
    **{path.stem: ("other", [path]) for path in sorted((SOURCES / "other").glob("*")) if path.suffix != ".json"},
}
_MOST = 60  # rows of a source, at equal distances: all of them would take ten minutes
pytestmark = pytest.mark.skipif(not SOURCES.is_dir(), reason="the sources are not in ../shared/sources")


def text_of(page: Page) -> str:
    """The text of a page."""
    return "\n".join("".join(span.text for span in line.spans) for line in page.lines)


def pages_of(library: Library, row: RowRef) -> Iterator[tuple[str, str]]:
    """Yield what each command prints of a row, with the command's name."""
    shown = library.show(row, depth=1)
    rule = shown.rule
    yield "show", text_of(rules.show([shown]))
    yield "refs", text_of(rules.refs(shown))
    yield "cite", citation(cite(library, row), "plain")
    yield "explain", text_of(meanings.explanation(explain(library, row)))
    yield "search", text_of(results.results(Findings([Result(rule, 1.0, "exact")])))


def unclear(library: Library, slug: str) -> Iterator[str]:
    """Yield the commands that print a row without its number and title, or another row as a fragment."""
    edition = library.installed.edition(slug)
    fragments = {entry.row.number for entry in edition.entries() if entry.row.kind == "fragment"}
    for entry in edition.entries()[:: len(edition.entries()) // _MOST + 1]:
        row = RowRef(edition, entry)
        title = entry.row.title
        for command, page in pages_of(library, row):
            if entry.row.number not in page and not (title and fold(title) in fold(page)):
                yield f"{command} {row.id}: neither number nor title"
            if "fragment#" in page and not fragments:
                yield f"{command} {row.id}: a fragment"


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_each_command_prints_the_number_or_the_title(name: str) -> None:
    slug, paths = BOOKS[name]
    library = Library.open()
    library.install(importing.read_source(list(paths), slug, "trial").book)
    assert list(unclear(library, slug)) == []


@pytest.mark.parametrize("number", ["glossary.kite", "introduction"])
def test_rows_without_a_number_are_printed_with_their_title(number: str, tmp_path: Path) -> None:
    book = tmp_path / "kites.txt"
    book.write_text(
        "Introduction\n\nKites are for everybody.\n\n1. Kites\n\n1.1. A kite flies.\n\n1.2. A reel turns.\n\n"
        "Glossary\n\nKite\nA thing that flies. See rule 1.1.\n",
        encoding="utf-8",
    )
    library = Library.open()
    edition = library.install(importing.read_source([book], "kites").book)
    entry = edition.get(RuleNumber(number))
    assert entry is not None
    for command, page in pages_of(library, RowRef(edition, entry)):
        assert str(entry.row.title) in page, command
