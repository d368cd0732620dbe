"""Work out the numbers that Word prints before the paragraphs of a list; they are not in the text of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from rules_cli.formats.docx.styles import value_of, whole_number
from rules_cli.formats.roman import to_roman

BULLET = "•"
_LEVELS = 9  # Word has no more
_LARGEST = 32_767  # Word counts no further
_PLACE = re.compile(r"%([1-9])")
_ENCLOSED = re.compile(r"[^\w\s]{1,2}\s?([0-9]+(?:[.-][0-9]+)*\.?[a-z]{0,2})[^\w\s]?([.:]?)")  # [1.1], (1.1), §1.1


class Label(NamedTuple):
    """The number or bullet that Word prints before a paragraph, and whether it may be a rule's number.

    It may be one if a level of its list prints the levels above it, too: 1, 1.1, 1.1.1. Such a number has no brackets.
    """

    text: str = ""
    is_rule: bool = False


@dataclass(frozen=True, slots=True)
class _Level:
    """How one level of a list is printed: a text such as `%1.%2`, and the format of the number it counts."""

    text: str = ""
    format: str = "decimal"
    start: int = 1
    restarts: bool = True
    legal: bool = False

    @property
    def is_dotted(self) -> bool:
        """Whether it prints the numbers of the levels above it, too."""
        return len(_PLACE.findall(self.text)) > 1


_UNKNOWN_LEVEL = _Level()


@dataclass(slots=True)
class _List:
    """A list: its levels, the counter it shares with other lists of its kind, and levels that it starts at a number."""

    levels: dict[int, _Level]
    counter: list[int | None]
    starts: dict[int, int] = field(default_factory=dict)

    def count(self, depth: int) -> None:
        """Count the next paragraph of a level: levels above it are counted at least once, levels below restart."""
        for above in range(depth):
            if self.counter[above] is None:
                self.counter[above] = self.levels.get(above, _UNKNOWN_LEVEL).start
        now = self.counter[depth]
        following = self.levels[depth].start if now is None else now + 1
        self.counter[depth] = min(self.starts.pop(depth, following), _LARGEST)
        for below in range(depth + 1, _LEVELS):
            if self.levels.get(below, _UNKNOWN_LEVEL).restarts:
                self.counter[below] = None

    def number(self, depth: int, legal: bool) -> str:
        """Return the number that a level has reached, as the list prints it; a legal level shows all in digits."""
        value = self.counter[depth]
        if value is None:
            return ""
        return format_number(value, "decimal" if legal else self.levels.get(depth, _UNKNOWN_LEVEL).format)


class Lists:
    """The lists of a document, from the root of its `numbering.xml`. Ask for labels in the order of the paragraphs."""

    def __init__(self, root: Element) -> None:
        kinds = {kind.get("abstractNumId", ""): kind for kind in root.findall("abstractNum")}
        linked = {value_of(kind, "styleLink"): key for key, kind in kinds.items()}
        counters: dict[str, list[int | None]] = {key: [None] * _LEVELS for key in kinds}
        self._lists: dict[str, _List] = {}
        for num in root.findall("num"):
            key = value_of(num, "abstractNumId")
            if key in kinds and (style := value_of(kinds[key], "numStyleLink")):
                key = linked.get(style, key)
            if key in kinds:
                self._lists[num.get("numId", "")] = _list_of(num, _levels(kinds[key]), counters[key])

    def label(self, list_id: str, depth: int) -> Label:
        """Count a paragraph of a list, and return its label; empty if the document has no such list or level."""
        found = self._lists.get(list_id)
        if found is None or depth not in found.levels:
            return Label()
        found.count(depth)
        level = found.levels[depth]
        if level.format == "bullet":
            return Label(BULLET)
        text = _PLACE.sub(lambda place: found.number(int(place[1]) - 1, level.legal), level.text).strip()
        is_rule = any(each.is_dotted for each in found.levels.values())
        if is_rule and (depth == 0 or level.is_dotted) and (enclosed := _ENCLOSED.fullmatch(text)):
            text = enclosed[1] + enclosed[2]
        return Label(text, is_rule)


def _levels(element: Element) -> dict[int, _Level]:
    levels = {}
    for level in element.iter("lvl"):
        depth = whole_number(level.get("ilvl")) or 0
        if 0 <= depth < _LEVELS:
            start = whole_number(value_of(level, "start"))
            levels[depth] = _Level(
                text=value_of(level, "lvlText"),
                format=value_of(level, "numFmt") or "decimal",
                start=1 if start is None else start,
                restarts=value_of(level, "lvlRestart") != "0",
                legal=level.find("isLgl") is not None,
            )
    return levels


def _list_of(num: Element, levels: dict[int, _Level], counter: list[int | None]) -> _List:
    """Return a list of a kind, with what it changes in the kind's levels."""
    found = _List(levels, counter)
    for override in num.iter("lvlOverride"):
        depth, start = whole_number(override.get("ilvl")) or 0, whole_number(value_of(override, "startOverride"))
        if start is not None and 0 <= depth < _LEVELS:
            found.starts[depth] = start
        found.levels.update(_levels(override))
    return found


def format_number(value: int, form: str) -> str:
    """Return a number in one of Word's formats; in digits if the format is unknown."""
    if form in ("lowerLetter", "upperLetter") and value > 0:
        letters = chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1)
        return letters if form == "lowerLetter" else letters.upper()
    if form in ("lowerRoman", "upperRoman") and value > 0:
        return to_roman(value) if form == "lowerRoman" else to_roman(value).upper()
    if form == "decimalZero":
        return f"{value:02}"
    return "" if form == "none" else str(value)
