"""What the tests of search share: two made-up rulebooks, one of kites with a glossary, and one of a bakery."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rules_cli import Library
from rules_cli.search import chosen_editions
from rules_cli.search.candidates import frequencies
from rules_cli.search.corpora import ask
from rules_cli.search.corpus import Content, Corpus, write
from rules_cli.search.features import Measure
from rules_cli.search.query import Query, understand
from rules_cli.search.ranking import Candidate, measured
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.sources.importing import Imported, read_source
from rules_cli.sources.installing import install
from rules_cli.store.cache import CacheFile
from rules_cli.store.editions import InstalledBooks

KITES = """\
Kite Rules
Effective as of May 1, 2024.

1 General

1.1 A kite flies while its line is taut. A player may wind up a line at any time.

1.2 Wind decides which kite moves first.

1.2a A kite that meets no wind sinks one step.

1.2b If two kites meet in the same gust, the heavier kite sinks.

2 Special Kites

2.1 Boxkite

2.1a A boxkite is a kite with four sides that can carry a lantern.

2.1b Each additional instance of boxkite does nothing.

2.2 Tangle

2.2a Tangle means "When two lines cross, cut one of them."

2.2b A kite with tangle can't be wound up.

Example: A boxkite with tangle meets a gust and stays where it is.

3 Ending the Game

3.1 If a player has no kites aloft, that player loses the game. This is the grounded rule.

Glossary

Boxkite
A keyword that makes a kite hard to tear, as no gust can. See rule 2.1, “Boxkite.”

Grounded Rule
Losing by having no kites aloft. See rule 3.1.

Sink
To go down a step. See rule 1.2a.

Sinking
See Tangle.

Tangle
A keyword about crossing lines. See rule 2.2, “Tangle.”
"""

BAKERY = """\
Bakery Rules
Effective as of June 1, 2023.

1 Ovens

1.1 An oven holds three loaves. A loaf that is tangled with another is spoilt.

1.2 A baker may open one oven each turn.
"""


def add(folder: Path, text: str, slug: str) -> None:
    """Import a made-up book, which is read once for all tests."""
    if (text, slug) not in _READ:
        path = folder / f"{slug}.txt"
        path.write_text(text, encoding="utf-8")
        _READ[text, slug] = read_source([path], slug)
    install(InstalledBooks(), _READ[text, slug], replacing=True)


_READ: dict[tuple[str, str], Imported] = {}


def numbers(library: Library, query: str, book: str = "kites", limit: int = 10) -> list[str]:
    """The numbers that a question finds."""
    return [str(hit.rule.number) for hit in library.search(query, book, limit)]


def corpus_of(content: Content) -> Corpus:
    """A book in memory."""
    connection = write(content, None, {"languages": "en", "state": "state", "wording": "official"})
    return Corpus(CacheFile(connection, dict(connection.execute("SELECT key, value FROM about"))))


class MeasuredQuery(NamedTuple):
    """What a query means in one book, and all rows that may answer it, measured: what weights are fitted to."""

    query: Query
    vocabulary: Vocabulary
    measure: Measure
    candidates: Mapping[int, Candidate]


def measured_query(library: Library, query: str, book: str) -> MeasuredQuery:
    """Return a query measured in one book."""
    (edition,) = chosen_editions(library, book)

    def measure(vocabulary: Vocabulary) -> MeasuredQuery:
        read = understand(query, vocabulary)
        return MeasuredQuery(read, vocabulary, *measured(read, vocabulary, None, frequencies(read.words, vocabulary)))

    return ask(edition, measure)
