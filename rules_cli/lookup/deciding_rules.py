"""The rules that decide answers, named as they are in the newest installed edition that has them.

Numbers change from edition to edition, so an answer names a rule by a key. `deciding.yaml` of the book has, for each
key, the number of the rule and the fingerprint of its words in the editions that we have read; the fingerprint finds
the rule in an installed edition under any number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_cli.errors import BookNotFound, SchemaError
from rules_cli.model import Because
from rules_cli.store import data_files

if TYPE_CHECKING:
    from rules_cli.lookup.compose import Composer
    from rules_cli.store.edition import Edition

_KEY = re.compile(r"<([^<>\s]+)>")


class KnownPlace(NamedTuple):
    """A rule in an edition that we have read: its number, and its fingerprint unless that edition ships."""

    edition: str
    number: str
    words: str | None = None


class DecidingFile(NamedTuple):
    """The file `deciding.yaml`: by key and edition, a number and a fingerprint with a blank between them."""

    rules: Mapping[str, Mapping[str, str]] = {}

    def check(self) -> None:
        """Raise ValueError if a key has no edition."""
        if empty := [key for key, places in self.rules.items() if not places]:
            raise ValueError(f"no edition for {', '.join(empty)}")

    def places(self) -> Mapping[str, tuple[KnownPlace, ...]]:
        """Return the places of each key, the newest edition first."""
        return {
            key: tuple(KnownPlace(edition, *place.split(" ", 1)) for edition, place in places.items())
            for key, places in self.rules.items()
        }


def check_keys(book: str, name: str) -> None:
    """Raise SchemaError if a file of a book, `costs.yaml`, names a rule by a key that is not in its `deciding.yaml`.

    Keys are those of `restated`, `fixed` and `keywords`, the values of `decided_by`, `labels`, `cites` and of the keys
    for rules, and `<key>` in any text. One in which a word is filled in, `{type}-set`, needs a key that it may become.
    """
    known = (data_files.read(DecidingFile, book, "deciding.yaml") or DecidingFile()).rules
    named = dict.fromkeys(_named_keys(data_files.load(book, name)))
    unknown = [f"{where}: {key}" for where, key in named if not _is_known(key, known)]
    if unknown:
        raise SchemaError(f"{book}/{name}: {'; '.join(unknown)} has no rule in deciding.yaml")


def _is_known(key: str, known: Iterable[str]) -> bool:
    pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(key))
    return any(re.fullmatch(pattern, each) for each in known) if "{" in key else key in known


# Complexity: a key may be a key of a mapping, an item of a list, a value, or a part of a text.
def _named_keys(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield each key of a rule in a plain value, and the name of the part that has it."""
    if isinstance(value, str):
        yield from ((where, key) for key in _KEY.findall(value))
    elif isinstance(value, list):
        for each in value:
            yield from _named_keys(each, where)
    elif isinstance(value, dict):
        for name, each in value.items():
            if where in ("restated", "fixed"):
                yield where, name
            elif where == "keywords":
                yield where, f"keyword-{name.replace(' ', '-')}"
            elif where in ("decided_by", "labels", "cites"):
                yield from ((where, key) for key in each if isinstance(each, list))
            elif name in ("rule", "extra_rule", "other_units_rule"):
                yield where or name, each
            yield from _named_keys(each, where or name)


class DecidingRules:
    """Names the deciding rules of a book; without a library, as in the newest edition that we have read.

    With an `edition`, that one is looked in first.
    """

    def __init__(self, book: str, library: Composer | None = None, edition: str | None = None) -> None:
        self.book = book
        self._library = library
        self._edition = edition
        self._ids: dict[str, str] = {}

    def id(self, key: str) -> str:
        """The id of a rule: `book:number` in the newest official edition, else `book@edition:number`.

        The edition that ships is always named: its numbers are other rules' by now. Raises KeyError for an unknown key.
        """
        if key not in self._ids:
            self._ids[key] = self._find(key)
        return self._ids[key]

    def ids(self, keys: Iterable[str]) -> list[str]:
        """The ids of several rules, each once, in their order."""
        return list(dict.fromkeys(map(self.id, keys)))

    def in_text(self, text: str) -> str:
        """A text with the rules that it names as `<key>`: the number alone if the id has no edition."""
        return _KEY.sub(lambda found: self.id(found[1]).removeprefix(f"{self.book}:"), text)

    def because(self, ids: Iterable[str], restated: Mapping[str, str]) -> list[Because]:
        """Several rules with their words; for those that are not installed the words of their keys in `restated`."""
        found = []
        for rule_id in ids:
            rule = self._library.get(rule_id) if self._library else None
            if rule:
                found.append(Because(rule_id, rule.text or rule.title or ""))
            else:
                words = next((words for key, words in restated.items() if self.id(key) == rule_id), "")
                found.append(Because(rule_id, words, installed=False))
        return found

    def _find(self, key: str) -> str:
        places = self._places[key]
        for edition in self._editions:
            if number := next(self._numbers_in(edition, places), None):
                is_newest = edition is self._newest and not edition.shipped
                address = self.book if is_newest or not self._library else self._library.installed.address(edition)
                return f"{address}:{number}"
        return f"{self.book}@{places[0].edition}:{places[0].number}"

    def _numbers_in(self, edition: Edition, places: Iterable[KnownPlace]) -> Iterator[str]:
        """Yield the numbers of a rule in an edition; if several rules have its words, the known number comes first."""
        for place in places:
            words = place.words
            if words is None and edition.shipped and (entry := edition.get(place.number)):
                words = entry.row.fingerprint
            numbers = [str(entry.row.number) for entry in edition.with_words(words)]
            yield from sorted(numbers, key=place.number.__ne__)

    @cached_property
    def _places(self) -> Mapping[str, tuple[KnownPlace, ...]]:
        return (data_files.read(DecidingFile, self.book, "deciding.yaml") or DecidingFile()).places()

    @cached_property
    def _editions(self) -> list[Edition]:
        """The editions to look in, the best first."""
        if self._library is None:
            return []
        installed = self._library.installed
        try:
            asked = [installed.edition(self.book, self._edition)] if self._edition else []
            return list(dict.fromkeys([*asked, *installed.readable(installed.all(self.book))]))
        except BookNotFound:
            return []

    @cached_property
    def _newest(self) -> Edition | None:
        return self._library.installed.edition(self.book) if self._library else None
