"""Where a book is published, and what must be in it: the `fetch:` part of its `book.yaml`. Data, strictly read.

No regular expressions: a link is described by the name of the file that it leads to, with `*` for any words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_cli.errors import SchemaError
from rules_cli.model import Book
from rules_cli.text import fold


@dataclass(frozen=True, slots=True)
class CompletenessCheck:
    """What a whole copy of a book holds: rules with these numbers, these words somewhere, so many rules at least."""

    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    least: int = 1

    def missing(self, book: Book) -> list[str]:
        """What a book lacks of it, each said for a person; empty where the book is whole."""
        numbers = {str(row.number) for row in book.rows}
        rules = sum(row.kind == "rule" for row in book.rows)
        text = fold("\n".join(f"{row.title or ''}\n{row.words.text or ''}" for row in book.rows)) if self.words else ""
        return [
            *(f"no rule {number}" for number in self.numbers if number not in numbers),
            *(f"the words {words!r} nowhere" for words in self.words if fold(words) not in text),
            *([f"{rules} rules where {self.least} are due at least"] if rules < self.least else ()),
        ]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a book is published.

    - `addresses`: where to ask, the best first; each is a file, or a page that links to one. One with `{page}` in it
      stands for all the book's `pages`, read together.
    - `link`: the name of the file that such a page links to, `*` for any words; without it a page is the book itself.
    - `landmarks`: what must be in a copy before it is believed.
    """

    addresses: tuple[str, ...] = ()
    link: str = ""
    landmarks: CompletenessCheck = CompletenessCheck()


def origin_from(value: Any, where: str) -> Origin:
    """The origin of a book from the plain value of its YAML; `where` names the file in errors.

    Raises SchemaError that lists every fault: an unknown key, a wrong type, an address that is not HTTPS.
    """
    faults: list[str] = []
    given = _checked(value, _ORIGIN, "", faults)
    given["landmarks"] = CompletenessCheck(**_checked(given.get("landmarks"), _LANDMARKS, "landmarks: ", faults))
    origin = Origin(**given)
    faults += [f"addresses: {each!r} is not https://" for each in origin.addresses if not each.startswith("https://")]
    if faults:
        raise SchemaError(f"{where}: {'; '.join(faults)}")
    return origin


def _words(value: Any) -> tuple[str, ...] | None:
    good = isinstance(value, list) and all(isinstance(word, str) and word for word in value)
    return tuple(value) if good else None


_ORIGIN: dict[str, tuple[Callable[[Any], Any], str]] = {
    "addresses": (_words, "a list of words is due"),
    "link": (lambda value: value if isinstance(value, str) and value else None, "a word is due"),
    "landmarks": (lambda value: value if isinstance(value, Mapping) else None, "keys and values are due"),
}
_LANDMARKS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "numbers": (_words, "a list of words is due"),
    "words": (_words, "a list of words is due"),
    "least": (lambda value: value if type(value) is int and value > 0 else None, "a number is due"),
}


def _checked(
    value: Any, schema: dict[str, tuple[Callable[[Any], Any], str]], place: str, faults: list[str]
) -> dict[str, Any]:
    """The values that are as the schema has them; a fault for each that is not."""
    if value is not None and not isinstance(value, Mapping):
        faults.append(f"{place}keys and values are due")
        return {}
    kept = {}
    for key, given in (value or {}).items():
        read, due = schema.get(key, (None, ""))
        if read is None:
            faults.append(f"{place}unknown key {key!r} (known: {', '.join(schema)})")
        elif (found := read(given)) is None:
            faults.append(f"{place}{key}: {due}")
        else:
            kept[key] = found
    return kept
