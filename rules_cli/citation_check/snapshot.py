"""One edition in memory: what citations are held against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from rules_cli.model import RuleNumber
from rules_cli.rule_number import closest, natural_key, parts, printed
from rules_cli.store.editions import Edition
from rules_cli.store.index import IndexEntry

_NEAREST = 3


@dataclass(frozen=True)
class EditionSnapshot:
    """One edition in memory. `whole` is false for one that ships with chapters left out."""

    edition: Edition
    entries: Mapping[str, IndexEntry]
    whole: bool = True

    def __contains__(self, number: str) -> bool:
        return number in self.entries

    def id(self, number: str) -> str:
        """`book:number`."""
        return f"{self.edition.slug}:{number}"

    def covers(self, number: str) -> bool:
        """Whether a number that is not there would be, were there such a rule: not where a chapter was left out."""
        if self.whole or number in self.entries:
            return True
        last = max(filter(parts, self.entries), key=natural_key, default="")
        above = [other for other in shorter(number) if other in self.entries]
        return bool(above) and not (parts(number) and natural_key(last) < natural_key(number))

    def closest(self, number: str) -> list[str]:
        """The numbers nearest to one that is not there: of its section, else of the sections nearest to that."""
        section, _, _ = number.partition(".")
        near = [section] if section in self._sections else closest(section, self._sections, _NEAREST)
        return closest(number, [each for section in near for each in self._sections[section]], _NEAREST)

    def printed_as(self, number: str) -> list[str]:
        """The rows that were printed with a number: mostly one."""
        again = (f"{number}#{count}" for count in range(2, 100))
        return [each for each in (number, *takewhile(self.entries.__contains__, again)) if each in self.entries]

    def between(self, first: str, last: str) -> list[str]:
        """The rows from one to another, both included."""
        start, end = self.entries[first].place, self.entries[last].place
        return self._order[start - 1 : end]

    @cached_property
    def _order(self) -> list[str]:
        return list(self.entries)

    @cached_property
    def is_official(self) -> bool:
        """Whether the words are the source's own."""
        return any(entry.row.words.text is not None for entry in self.entries.values())

    def texts(self, number: str) -> list[str]:
        """What a row and the rows under it say, officially: titles, texts, examples, notes, and all in one.

        The titles above it are its own too: "rule 409.1, “Playing Spells”".
        """
        if not self.is_official:
            return []
        above = [self.entries[each].row.title or "" for each in shorter(number) if each in self.entries]
        rows = [self.entries[each].row for each in self._family(number)]
        found = [
            text for row in rows for text in (row.title, row.words.text, *row.words.examples, *row.words.notes) if text
        ]
        return [*above, *found, " ".join(found)]

    def _family(self, number: str) -> Iterator[str]:
        yield number
        for child in self._children(number):
            if child in self.entries and self.entries[child].place > self.entries[number].place:
                yield from self._family(child)

    @cached_property
    def _sections(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for number in self.entries:
            found.setdefault(number.partition(".")[0], []).append(number)
        return found

    @cached_property
    def shapes(self) -> frozenset[object]:
        """The shapes that numbers have here; see `shape`."""
        return frozenset(map(shape, self.entries))

    def has_letters(self, number: str) -> bool:
        """Whether the rule that a lettered number would be part of has sub-rules."""
        rule = next(iter(shorter(number)), "")
        return any(parts(child) and parts(child).letters for child in self._children(rule))  # type: ignore[union-attr]

    def _children(self, number: str) -> Iterable[RuleNumber]:
        return self.entries[number].children if number in self.entries else ()


def shape(number: str) -> object:
    """What numbers of one book have in common: how many parts, and whether sections count by hundreds."""
    found = parts(number)
    return (len(found.digits), len(str(found.digits[0])) > len("10")) if found else number.partition(".")[0]


def shorter(number: str) -> list[str]:
    """The numbers above a number, the nearest first: 2.7.3a → 2.7.3, 2.7, 2."""
    whole = printed(number)
    rule = whole.rstrip("abcdefghijklmnopqrstuvwxyz") if parts(whole) else whole
    steps = [".".join(rule.split(".")[:count]) for count in range(rule.count("."), 0, -1)]
    return [rule, *steps] if rule != whole else steps
