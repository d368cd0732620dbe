"""What is fuzzed: each target takes any bytes, and raises where a promise is broken.

Any bytes are read or refused in one line; of what is read, every line is in one row or dropped with a reason, and the
tree gives the same book back. Whatever is typed is answered or refused in one line.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import yaml
from parsing import shipped, unaccounted

from rules_cli.citation_check import Check, Editions
from rules_cli.citation_check.checked_text import read_text
from rules_cli.costs import cost
from rules_cli.errors import RulesError
from rules_cli.formats import archive, read_bytes
from rules_cli.formats.pdf.columns import PrintedWord
from rules_cli.formats.pdf.paragraphs import lines_of
from rules_cli.formats.source_line import Document
from rules_cli.library import Library
from rules_cli.names import _naming, match_names, moniker_of_name, part_of_name
from rules_cli.names.card_import import import_cards
from rules_cli.numbers.typed import looks_like_number, read_asked
from rules_cli.numbers.typed_words import group_words
from rules_cli.parse import parse, read_all
from rules_cli.parse.inference import infer_profile
from rules_cli.sources.importing import load_profile
from rules_cli.store import tree_yaml

BOOKS = (None, "fab", "mtg", "ga", "fabula")
GAMES = ("fab", "mtg", "ga", "fabula")
_WORDS = "1 1.1 1.1a 2. 2.1 (a) • - Example: Tide rises. a raft, floats and hyph- en- ated 12 ..... Ships | ﬁn".split()
_NEW_PAGE = 255


@contextmanager
def refused() -> Iterator[None]:
    """What is refused is refused in one line."""
    try:
        yield
    except RulesError as error:
        assert len(str(error).splitlines()) == 1, str(error)


def text(data: bytes) -> None:
    """A plain text."""
    with refused():
        _book([read_bytes(data, "book.txt")], data)


def markdown(data: bytes) -> None:
    """A page of markdown."""
    with refused():
        _book([read_bytes(data, "book.md")], data)


def page(data: bytes) -> None:
    """A web page."""
    with refused():
        _book([read_bytes(b"<!doctype html>" + data, "book.html")], data)


def docx(data: bytes) -> None:
    """The parts of a Word document, one after the other, the text last."""
    parts = data.split(b"\0")
    names = ("word/document.xml", "word/numbering.xml", "word/styles.xml", "word/footnotes.xml")
    with refused():
        _book([read_bytes(_zipped(dict(zip(names, reversed(parts), strict=False))), "book.docx")], data)


def zipped(data: bytes) -> None:
    """A zip file, damaged or not."""
    with refused():
        _book(archive.read_archive(data, "book.zip"), data)


def pages(data: bytes) -> None:
    """A folder of pages, one to a part."""
    members = {f"{'abc'[at % 3]}/{at}.md" if at else "SUMMARY.md": part for at, part in enumerate(data.split(b"\0"))}
    with refused():
        _book(archive.read_archive(_zipped(members), "book.zip"), data)


def prints(data: bytes) -> None:
    """Words wherever they are set on the pages of a PDF, four bytes to each: its words, its place, its looks."""
    found: list[list[PrintedWord]] = [[]]
    for at in range(0, len(data) - 3, 4):
        word, across, down, looks = data[at : at + 4]
        if word == _NEW_PAGE:
            found.append([])
            continue
        said, size = _WORDS[word % len(_WORDS)], 6.0 + looks % 4 * 4
        turn = None if looks == 7 else looks // 64 if looks % 16 == 0 else 0
        placed = PrintedWord(said, 3.0 * across, 3.0 * across + size * 0.6 * len(said), 4.0 * down, size, looks > 200)
        found[-1].append(placed._replace(turn=turn))
    lines = tuple(lines_of(found)) if any(found) else ()
    kept = Counter(" ".join(line.raw for line in lines).replace("|", "").replace("-", "").replace(" ", ""))
    words = Counter("".join(each.text for page in found for each in page).replace("|", "").replace("-", ""))
    assert kept == words, words - kept
    with refused():
        _book([Document("book.pdf", lines, joins=True, breaks=True)], data)


def trees(data: bytes) -> None:
    """A tree in the library that somebody edited."""
    with refused():
        book = tree_yaml.load(_file("tree.yaml", data))
        assert tree_yaml.from_plain(yaml.safe_load(tree_yaml.dump(book)), "tree") == book


def profiles(data: bytes) -> None:
    """A user's own profile, and a short text read with it."""
    with refused():
        profile = load_profile(_file("profile.yaml", data))
        read = [read_bytes(b"1 Ships\n1.1 A raft. See rule 1.1 [1.1].\nExample: It floats.\n", "book.txt")]
        parse(read, profile, "made-up", "1")


def cards(data: bytes) -> None:
    """A card list in any of its formats."""
    if data:
        suffix = (".csv", ".tsv", ".json", ".yaml")[data[0] % 4]
        naming = _naming(GAMES[data[0] // 4 % 4])
        with refused():
            import_cards([_file(f"cards{suffix}", data[1:])], naming)


def numbers(data: bytes) -> None:
    """A rule's number as typed."""
    words = _typed(data).split(" ")
    for word in [*words, *group_words(words)]:
        looks_like_number(word)
        with refused():
            read_asked(word)


def costs(data: bytes) -> None:
    """The words of a cost."""
    if data:
        with refused():
            cost(GAMES[data[0] % 4], _typed(data[1:]).split("\n"))


def names(data: bytes) -> None:
    """Two card names."""
    if data:
        game, (a, _, b) = GAMES[data[0] % 4], _typed(data[1:]).partition("\n")
        for question in (match_names, part_of_name):
            with refused():
                question(game, a, b)
        with refused():
            moniker_of_name(game, a)


def queries(data: bytes) -> None:
    """A search, and a look-up."""
    with refused():
        _library().search(_typed(data), limit=3)
    with refused():
        _library().rule(_typed(data))


def citations(data: bytes) -> None:
    """A text whose citations are checked."""
    with refused():
        checked = Check(Editions(_library().installed, None)).text(read_text(data, "notes.md"))
        assert checked.source.bytes_of(checked.source.text) == data


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        *(text, markdown, page, docx, zipped, pages, prints, trees, profiles, cards),
        *(numbers, costs, names, queries, citations),
    )
}


def _book(documents: Sequence[Document], data: bytes) -> None:
    """Parse with a profile that the bytes choose, and hold what holds of every book."""
    profile = shipped(BOOKS[sum(data[:8]) % len(BOOKS)]) or infer_profile(documents)
    reading = read_all(documents, profile)
    if len({document.name for document in documents}) == len(documents):
        assert not unaccounted(documents, reading)
    book = parse(documents, profile, "made-up", "1")
    assert len({row.number for row in book.rows}) == len(book.rows)
    assert tree_yaml.from_plain(yaml.load(tree_yaml.dump(book), Loader=_LOADER), "tree") == book


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _typed(data: bytes) -> str:
    return data.decode("utf-8", errors="surrogateescape")


def _zipped(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name, member in members.items():
            made.writestr(name, member)
    return packed.getvalue()


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="rules-fuzz-"))


def _file(name: str, data: bytes) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


@cache
def _library() -> Library:
    os.environ["RULES_HOME"] = str(_folder())
    return Library.open()
