"""The rules that decide answers, named as they are in the newest installed edition that has them.

Numbers change from edition to edition, so an answer names a rule by a key. `deciding.yaml` of the book has, for each
key, the number of the rule and the fingerprint of its words in the editions that we have read; the fingerprint finds
the rule in an installed edition under any number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
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

    The keys are the names in `restated`, `fixed` and `keywords`, the values in `decided_by`, `labels` and `cites`, the
    value of `rule` and of names like it, and `<key>` in any text. A key with a blank to fill in, `{type}-set`, is known
    if a known key may be it.
    """
    known = (data_files.read(DecidingFile, book, "deciding.yaml") or DecidingFile()).rules
    named = dict.fromkeys(_named_keys(data_files.load(book, name)))
    unknown = [f"{part}: {key}" for part, key in named if not _is_known(key, known)]
    if unknown:
        raise SchemaError(f"{book}/{name}: {'; '.join(unknown)} has no rule in deciding.yaml")


def _is_known(key: str, known: Collection[str]) -> bool:
    """Return whether a key is known, or may be filled in to be a known one."""
    pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(key))
    return any(re.fullmatch(pattern, other) for other in known) if "{" in key else key in known


# Complexity: a key may be a name in a mapping, an item of a list, a value, or a part of a text.
def _named_keys(value: Any, part: str = "") -> Iterator[tuple[str, str]]:
    """Yield each key of a rule in a plain value, after the name of the outermost mapping that has it."""
    if isinstance(value, str):
        yield from ((part, key) for key in _KEY.findall(value))
    elif isinstance(value, list):
        for item in value:
            yield from _named_keys(item, part)
    elif isinstance(value, dict):
        for name, item in value.items():
            if part in ("restated", "fixed"):
                yield part, name
            elif part == "keywords":
                yield part, f"keyword-{name.replace(' ', '-')}"
            elif part in ("decided_by", "labels", "cites"):
                yield from ((part, key) for key in (item if isinstance(item, list) else ()))
            elif name in ("rule", "extra_rule", "other_units_rule"):
                yield part or name, item
            yield from _named_keys(item, part or name)


class DecidingRules:
    """Names the deciding rules of a book as in an installed edition: in `edition`, if given, else in the newest.
    Without a library, rules have the numbers of the newest edition that we have read."""

    def __init__(self, book: str, library: Composer | None = None, edition: str | None = None) -> None:
        self.book = book
        self._library = library
        self._edition = edition
        self._ids: dict[str, str] = {}

    def id(self, key: str) -> str:
        """The id of a rule: `book:number` in the newest official edition, else `book@edition:number`. The edition that
        ships is always named: other rules have its numbers by now. Raises KeyError for an unknown key."""
        if key not in self._ids:
            self._ids[key] = self._find(key)
        return self._ids[key]

    def ids(self, keys: Iterable[str]) -> list[str]:
        """The ids of several rules, each once, in their order."""
        return list(dict.fromkeys(map(self.id, keys)))

    def in_text(self, text: str) -> str:
        """A text with the rules that it names as `<key>`: the number alone if the id has no edition."""
        return _KEY.sub(lambda match: self.id(match[1]).removeprefix(f"{self.book}:"), text)

    def because(self, ids: Iterable[str], restated: Mapping[str, str]) -> list[Because]:
        """Several rules with their words; a rule that is not installed has those of its key in `restated`."""
        reasons = []
        for rule_id in ids:
            rule = self._library.get(rule_id) if self._library else None
            if rule:
                reasons.append(Because(rule_id, rule.text or rule.title or ""))
            else:
                words = next((words for key, words in restated.items() if self.id(key) == rule_id), "")
                reasons.append(Because(rule_id, words, installed=False))
        return reasons

    def _find(self, key: str) -> str:
        """The id of a rule in the best edition that has it, else in the newest that we have read."""
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
            yield from sorted(numbers, key=lambda number: number != place.number)  # False comes before True

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
