"""Which book documents are, and whether they are parts of one: a table of contents lists them, or their numbers go on.

Two books read as one would answer with the rules of either, so they are refused with the commands that import each.
"""

from __future__ import annotations

import os.path
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path, PurePath

from rules_cli.errors import UsageError
from rules_cli.formats.source_line import OUTSIDE, Document
from rules_cli.numbers.parts import Parts, parts
from rules_cli.parse.line_shape import is_title
from rules_cli.parse.readings import likeliest
from rules_cli.parse.row_draft import hyphenated
from rules_cli.store.book_info import Recognised, recognised
from rules_cli.store.edition import SLUG
from rules_cli.text import fold

_LINES_OF_TITLE = 6  # a title page: the name of the game, the title, a date
_LEAST_OF_SERIES = 3  # files: two, `rules-1` and `rules-2`, may be two books
_LONG_LINE, _LEAST_LINES = 60, 40  # letters and lines: shorter ones are in many documents, fewer are no book


def opening(documents: Sequence[Document]) -> str:
    """Return the titles in the first lines of a book."""
    first = (line.text for document in documents[:1] for line in document.lines if line.text)
    return "\n".join(line for line in islice(first, _LINES_OF_TITLE) if is_title(line, marked=True))


def recognise(slug: str, documents: Sequence[Document]) -> Recognised | None:
    """Return the book that documents are, whatever their slug; None if we do not know it."""
    lines = (line.words for each in documents for line in each.lines if line.text)
    return recognised(slug, opening(documents), lines)


def refuse_several(documents: Sequence[Document], paths: Sequence[Path], is_named: bool) -> None:
    """Raise UsageError if the documents of an import are two books, or one twice. The files that a table of contents
    lists are one book. Another long file is a book of its own if it is outside their folder, if it has other rules at
    the same numbers in most chapters and no name of the same series, or if we know it as another one. If the files
    together are a book that we know, and the user does not name it (`is_named`), each long file must be part of it."""
    if len(documents) == 1:
        return
    met = _Met(_series(documents))
    for document in sorted(documents, key=lambda each: not each.linked):
        if fault := met.add(document):
            raise _several(*fault, document, paths)
    others = [each for each in documents if all(each is not unknown for unknown in met.unknown)]
    if met.unknown and others and not is_named and recognise("", documents):
        raise _several("may be two books", others[0], met.unknown[0], paths)


def _series(documents: Sequence[Document]) -> dict[str, tuple[str, bool]]:
    """Return for each file of a series, whose names count on as `part-01`, `part-02`, `part-03`, the name of the series
    and whether a figure is in its own: `part-index` belongs to it, too."""
    parted = {each.name: _parted(PurePath(each.name).stem) for each in documents}
    counts = defaultdict[str, list[int]](list)
    for series, own in parted.values():
        counts[series] += [int(own)] if own.isdecimal() else []
    are_series = {
        name
        for name, each in counts.items()
        if len(each) >= _LEAST_OF_SERIES and sorted(each) == list(range(min(each), max(each) + 1))
    }
    return {name: (series, own.isdecimal()) for name, (series, own) in parted.items() if series in are_series}


def _parted(stem: str) -> tuple[str, str]:
    """Return the name of a file up to its last sign, or its first letters if it has no sign, and the rest of it."""
    end = max((at for at, char in enumerate(stem, 1) if not char.isalnum()), default=0)
    end = end or next((at for at, char in enumerate(stem) if not char.isalpha()), len(stem))
    return stem[:end], stem[end:]


def _several(fault: str, one: Document, other: Document, paths: Sequence[Path]) -> UsageError:
    """Return the error for two documents of different books, with a command to import each."""
    folder = _folder(one.name, other.name, [path for path in paths if path.is_dir()])
    files = {path.name: str(path) for path in paths if not path.is_dir()}
    commands = []
    for each in (one, other):
        path = files.get(each.name) or os.path.normpath(folder + ("" if each.linked else each.name))
        book = "" if recognise("", [each]) else f" --book {short_name(PurePath(path))}"
        commands.append(f"rules import {shlex.quote(path)}{book}")
    return UsageError(f"{one.name} and {other.name} {fault}: import them one by one, {'; '.join(commands)}")


def short_name(path: PurePath) -> str:
    """Return a short name for the book in a file, from the name of the file; `NAME` if that cannot be one."""
    name = hyphenated(path.stem)
    return name if SLUG.fullmatch(name) else "NAME"


def _folder(one: str, other: str, folders: Sequence[Path]) -> str:
    """Return the folder from which two documents are named, as the user gave it; "" if they are in none."""
    paths = (str(each) for path in folders for each in path.rglob(PurePath(one).name) if each.as_posix().endswith(one))
    inside = (path.removesuffix(one) for path in paths)
    return next((folder for folder in inside if Path(folder, other).exists()), "")


class _Met:
    """The documents that were looked at, which are one book so far."""

    def __init__(self, series: Mapping[str, tuple[str, bool]]) -> None:
        self.series = series
        self.first: Document | None = None
        self.lines: dict[str, Document] = {}  # the first document with each long line,
        self.numbers: list[tuple[Document, dict[Parts, str]]] = []  # the long ones, with the first words at each number
        self.known: tuple[Document, str] | None = None  # a document of a book that we know, and the book's title,
        self.unknown: list[Document] = []  # and long ones of none

    # Complexity: one case for each sign of another book.
    def add(self, document: Document) -> tuple[str, Document] | None:
        """Remember a document, or return why it is another book, and the document that is not of the same one."""
        is_outside = any(line.role == "markup" and line.text == OUTSIDE for line in document.lines)
        own = {text for line in document.lines if len(text := line.raw if is_outside else line.words) > _LONG_LINE}
        series, is_counted = self.series.get(document.name, ("", True))
        is_long = len(own) >= _LEAST_LINES and not document.linked and is_counted
        if self.first and is_long and is_outside:
            return "are not in the same folder of rules", self.first
        if is_long and (other := _most(map(self.lines.get, own), len(own) / 2)):
            return "are the same book, in two editions or twice", other
        found = recognise("", [document]) if is_long else None
        if found and self.known and self.known[1] != found.info.title:
            return f"are two books, {self.known[1]} and {found.info.title}", self.known[0]
        numbers = _numbers(document) if is_long else {}
        chapters = {number[0] for number in numbers}
        for other, others in self.numbers:
            if self.series.get(other.name) == (series, is_counted):
                continue
            differ = {each[0] for each, words in numbers.items() if others.get(each, words) != words}
            if 2 * len(differ) > min(len(chapters), len({each[0] for each in others})):
                return "are two books, with other rules at the same numbers", other
        self.first = self.first or document
        self.known = self.known or ((document, found.info.title) if found else None)
        self.unknown += [document] if is_long and not found else []
        for line in own:
            self.lines.setdefault(line, document)
        self.numbers += [(document, numbers)] if numbers else []
        return None


def _most(documents: Iterable[Document | None], more_than: float) -> Document | None:
    """Return the document that comes most often, if it comes more than so many times."""
    times, found = Counter[int](), dict[int, Document]()
    for document in filter(None, documents):
        times[id(document)] += 1
        found[id(document)] = document
    most = max(found, key=lambda each: times[each], default=0)
    return found[most] if times[most] > more_than else None


def _numbers(document: Document) -> dict[Parts, str]:
    """Return the numbers of a document's rows, as it is read by itself, with their first words."""
    drafts = likeliest([document]).reading.drafts
    words = ((parts(draft.printed), draft.title or "".join(draft.texts[:1])) for draft in reversed(drafts))
    return {number: fold(text[:_LONG_LINE]) for number, text in words if number}
