"""A tree against itself: what every edition that an import wrote holds, and a damaged or edited one may not.

Numbers are unique already where a tree loads at all (`rules_cli.store.tree_yaml`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules_cli.model import Book, Row
from rules_cli.text import fingerprint, shorten

_NAMED = 3
Fault = Callable[[Row, Mapping[str, int]], bool]


def faults_of(book: Book) -> Iterator[str]:
    """What is wrong with the rows of a book, a line to each kind of fault; time linear in the words of the book."""
    places = {str(row.number): place for place, row in enumerate(book.rows)}
    for wrong, is_faulty in _FAULTS.items():
        if numbers := [str(row.number) for row in book.rows if is_faulty(row, places)]:
            yield f"{_listed(numbers)}: {wrong}"
    if gone := [str(number) for number in book.glossaries if number not in places]:
        yield f"{_listed(gone)}: a glossary's heading, and not there"
    if gone := sorted({str(a.number) for a in book.anomalies if a.number is not None and a.number not in places}):
        yield f"{_listed(gone)}: an anomaly of a row that is not there"


def _listed(numbers: list[str]) -> str:
    more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
    return ", ".join(map(shorten, numbers[:_NAMED])) + more


def _not_as_fingerprinted(row: Row, _: Mapping[str, int]) -> bool:
    text = row.words.text
    return text is not None and row.fingerprint is not None and fingerprint(text) != row.fingerprint


def _without_words(row: Row, _: Mapping[str, int]) -> bool:
    return row.title is None if row.kind == "heading" else row.words.text is None and row.fingerprint is None


def _heading_with_text(row: Row, _: Mapping[str, int]) -> bool:
    return row.kind == "heading" and row.words.text is not None


def _not_under_its_parent(row: Row, places: Mapping[str, int]) -> bool:
    return row.parent is not None and not places.get(row.parent, len(places)) < places[row.number]


def _misdirected(row: Row, places: Mapping[str, int]) -> bool:
    named = {"", *(ref.target for ref in row.references)}  # a range begins at a number that is named too
    return any(ref.resolved != (ref.target in places) or ref.since not in named for ref in row.references)


_FAULTS: Mapping[str, Fault] = {
    "not the words of the fingerprint (damaged, edited, or imported by an older version)": _not_as_fingerprinted,
    "a heading without a title, or a rule without words": _without_words,
    "a heading that has a text": _heading_with_text,
    "the parent is not printed before it": _not_under_its_parent,
    "a reference that leads elsewhere than is written beside it": _misdirected,
}
