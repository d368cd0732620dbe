"""`book.yaml` of a book that ships: its title and edition, where it is published, and how to know a whole copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from rules_cli import schema
from rules_cli.model import Book
from rules_cli.schema import Check, Text
from rules_cli.store import data_files
from rules_cli.store.edition import EDITION, SLUG
from rules_cli.text import fold

_EditionName = Annotated[str, Check(lambda name: bool(EDITION.fullmatch(name)), "a date or a short label")]
_Address = Annotated[str, Check(lambda address: address.startswith("https://"), "an address that begins with https://")]
_Count = Annotated[int, Check(lambda count: count > 0, "a number above 0")]


@dataclass(frozen=True, slots=True)
class CompletenessCheck:
    """What a whole copy of a book holds: rules with these numbers, these words, and at least so many rules."""

    numbers: tuple[Text, ...] = ()
    words: tuple[Text, ...] = ()
    least: _Count = 1

    def missing(self, book: Book) -> list[str]:
        """What a copy lacks, each in words for a person; empty if it is whole."""
        numbers = {str(row.number) for row in book.rows}
        rules = sum(row.kind == "rule" for row in book.rows)
        text = fold("\n".join(f"{row.title or ''}\n{row.words.text or ''}" for row in book.rows)) if self.words else ""
        return [
            *(f"no rule {number}" for number in self.numbers if number not in numbers),
            *(f"the words {words!r} nowhere" for words in self.words if fold(words) not in text),
            *([f"{rules} rules, expected at least {self.least}"] if rules < self.least else ()),
        ]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a book is published.

    - `addresses`: where to ask, the best first; each is a file, or a page that links to one. An address with `{page}`
      stands for all `pages` of the book, read together.
    - `link`: the name of the file that such a page links to, `*` for any words; without it the page is the book itself.
    - `landmarks`: what a copy must hold before it is installed.
    """

    addresses: tuple[_Address, ...] = ()
    link: str = ""
    landmarks: CompletenessCheck = CompletenessCheck()


@dataclass(frozen=True, slots=True)
class BookInfo:
    """The content of `book.yaml`."""

    slug: str
    title: str
    edition: _EditionName
    language: str
    publisher: str = ""
    covers: str = ""
    more: str = ""
    caution: str = ""
    link: str = ""
    pages: Mapping[str, str] | None = None
    fetch: Origin = Origin()


def info_from(slug: str, value: object, source: str) -> BookInfo:
    """The book.yaml of a book from its plain value; raises SchemaError, which names `source` and every fault."""
    return schema.read(BookInfo, value, source, slug=slug)


def load_info(slug: str) -> BookInfo | None:
    """The book.yaml of a shipped book, None if no such book ships; raises SchemaError, OSError."""
    value = data_files.load(slug, "book.yaml") if SLUG.fullmatch(slug) else None
    return None if value is None else info_from(slug, value, f"{slug}/book.yaml")
