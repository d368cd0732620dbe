"""The marks that a web page's lists show: bullets, numbers, letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules_cli.formats.html.context import whole_number
from rules_cli.formats.roman import to_roman

BULLET = "•"
_KINDS = ("1", "a", "A", "i", "I")
_MOST_ROMAN = 39


@dataclass(slots=True)
class OpenList:
    """A list that is open: the kind of its marks (`•`, `1`, `a`, `i`), and the number of its next item."""

    kind: str = BULLET
    next: int = 1

    def mark(self, attributes: Mapping[str, str]) -> str:
        """The mark of the next item, which may bear a number of its own."""
        number = whole_number(attributes, "value", self.next)
        self.next = number + 1
        return BULLET if self.kind == BULLET else f"{_numeral(self.kind, number)}."


def open_list(name: str, attributes: Mapping[str, str]) -> OpenList:
    """The list that an element begins."""
    if name != "ol":
        return OpenList()
    kind = attributes.get("type", "1")
    return OpenList(kind if kind in _KINDS else "1", whole_number(attributes, "start", 1))


def _numeral(kind: str, number: int) -> str:
    """A number as a list shows it."""
    if kind in "aA" and 1 <= number <= 26:
        return chr(ord(kind) + number - 1)
    if kind in "iI" and 1 <= number <= _MOST_ROMAN:
        return to_roman(number) if kind == "i" else to_roman(number).upper()
    return str(number)
