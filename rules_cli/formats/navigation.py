"""The links around the text of the pages of a folder: `Prev`, `Home`, `Next`, at the beginning and the end of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules_cli.formats.source_line import Document, SourceLine

_FEWEST_PAGES = 3  # two may have a line in common by chance
_AT_THE_ENDS = 8  # lines of a page, at its beginning and at its end
_CELL = "|"  # before the cells of a row: `Home` is a link, the titles beside it are not
_WHY = "navigation between pages"


def without_navigation(documents: Sequence[Document]) -> list[Document]:
    """Return documents in which the navigation is markup: at the ends of a page, links and lines that most pages have
    there; headings stay."""
    if len(documents) < _FEWEST_PAGES:
        return list(documents)
    times = Counter(text for each in documents for text in {text for at in _at_ends(each) for text in _texts(each, at)})
    shared = {text for text, count in times.items() if 2 * count > len(documents)}
    return [_marked(each, shared) if shared else each for each in documents]


def _at_ends(document: Document) -> Iterator[int]:
    """Yield the places of the lines with words at the beginning of a page, and then at its end."""
    places = [at for at, line in enumerate(document.lines) if line.role not in ("blank", "markup")]
    yield from places[:_AT_THE_ENDS]
    yield from places[: -_AT_THE_ENDS - 1 : -1]


def _texts(document: Document, at: int) -> tuple[str, ...]:
    """Return the text of a line and those of its links: `Home` may be beside the title of another page."""
    line = document.lines[at]
    return line.text, *(link.text for link in line.links)


def _marked(document: Document, shared: set[str]) -> Document:
    """Return a document whose lines of navigation at its beginning and its end are markup; `shared` are the texts that
    most pages have there."""
    lines = list(document.lines)
    for places in (range(len(lines)), reversed(range(len(lines)))):
        run = _navigation(document, shared, places)
        if any(text in shared for at in run for text in _texts(document, at)):
            for at in run:
                lines[at] = SourceLine(lines[at].number, lines[at].raw, _WHY, "markup")
    return replace(document, lines=tuple(lines))


# Complexity: one condition for each sign of a line that is no text.
def _navigation(document: Document, shared: set[str], places: Iterable[int]) -> list[int]:
    """Return the first lines in an order that may be navigation: links, shared texts, the title of the page above its
    links. The last of them has a link; after it come the first words of the text, which other pages may have, too."""
    title = next((line.text for line in document.lines if line.role == "heading"), "")
    found: list[int] = []
    for at in places:
        line = document.lines[at]
        if line.role in ("blank", "markup"):
            continue
        has_link = line.is_link or (line.links and line.text[0] == _CELL)
        if line.role == "heading" or not (has_link or line.text == title or line.text in shared):
            break
        found.append(at)
    while found and not document.lines[found[-1]].links:
        found.pop()
    return found
