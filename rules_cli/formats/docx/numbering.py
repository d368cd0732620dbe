"""The numbers that Word prints in front of a list's paragraphs, and that stand nowhere in their text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from rules_cli.formats.docx.styles import value_of
from rules_cli.formats.roman import to_roman

_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ENCLOSED = re.compile(r"[^\w\s]{1,2}\s?([0-9]+(?:[.-][0-9]+)*\.?[a-z]{0,2})[^\w\s]?([.:]?)")  # [1.1], (1.1), §1.1
_LARGEST = 32_767  # Word counts no further
BULLET = "•"


class Label(NamedTuple):
    """What Word prints in front of a paragraph, and whether it is a rule's number: one of a list that goes down as
    rules do (1, 1.1, 1.1.1), and does not begin again with every list. Such a number stands here without brackets."""

    text: str = ""
    is_rule: bool = False


@dataclass(frozen=True, slots=True)
class _Level:
    """How one level of a list is printed: `%1.%2` with a number's format, from a first number."""

    text: str = ""
    format: str = "decimal"
    start: int = 1
    restarts: bool = True
    legal: bool = False


@dataclass(slots=True)
class _List:
    """One list: its levels, the counter it shares with lists of the same kind, where it begins anew."""

    levels: dict[int, _Level]
    counter: list[int | None]
    anew: dict[int, int] = field(default_factory=dict)


class Lists:
    """All lists of a document, from the elements of its `numbering.xml`; they count as their paragraphs go by."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self._lists: dict[str, _List] = {}
        kinds: dict[str, _List] = {}
        linked: dict[str, str] = {}
        borrowed: dict[str, str] = {}
        nums = []
        for element in elements:
            if element.tag == "num":
                nums.append(element)
            elif element.tag == "abstractNum":
                kind = element.get("abstractNumId", "")
                kinds[kind] = _List(_levels(element), [None] * _LEVELS)
                linked[value_of(element, "styleLink")] = kind
                borrowed[kind] = value_of(element, "numStyleLink")
        for num in nums:
            kind = value_of(num, "abstractNumId")
            kind = linked.get(borrowed.get(kind, "") or "-", kind)
            if kind in kinds:
                self._lists[num.get("numId", "")] = _own(num, kinds[kind])

    def label(self, list_id: str | None, depth: int) -> Label:
        """The label of the next paragraph of a list at a depth: `1.2`, `(a)`, `•`; "" where it prints none."""
        found = self._lists.get(list_id or "")
        if found is None or depth not in found.levels:
            return Label()
        _count(found, depth)
        level = found.levels[depth]
        if level.format == "bullet":
            return Label(BULLET)
        text = _PLACE.sub(lambda at: _number(found, int(at[1]) - 1, level.legal), level.text).strip()
        is_rule = any(map(_is_dotted, found.levels.values()))
        whole = is_rule and (depth == 0 or _is_dotted(level))
        enclosed = _ENCLOSED.fullmatch(text) if whole else None
        return Label(enclosed[1] + enclosed[2] if enclosed else text, is_rule)


def _is_dotted(level: _Level) -> bool:
    """Whether a level prints the numbers of those above it too: `%1.%2`."""
    return len(_PLACE.findall(level.text)) > 1


def _levels(element: Element) -> dict[int, _Level]:
    levels = {_int(level.get("ilvl")): _level(level) for level in element.iter("lvl")}
    return {depth: level for depth, level in levels.items() if depth < _LEVELS}


def _level(element: Element) -> _Level:
    return _Level(
        text=value_of(element, "lvlText"),
        format=value_of(element, "numFmt") or "decimal",
        start=_int(value_of(element, "start"), 1),
        restarts=value_of(element, "lvlRestart") != "0",
        legal=element.find("isLgl") is not None,
    )


def _own(num: Element, kind: _List) -> _List:
    """A list of a kind, with what it prints in its own way."""
    own = _List(dict(kind.levels), kind.counter)
    for override in num.iter("lvlOverride"):
        level = _int(override.get("ilvl"))
        if (start := value_of(override, "startOverride")) and 0 <= level < _LEVELS:
            own.anew[level] = _int(start, 1)
        own.levels.update(_levels(override))
    return own


def _count(found: _List, level: int) -> None:
    """Go on to the next paragraph of a level; the levels above it have begun, those below begin again."""
    counter = found.counter
    for above in range(level):
        if counter[above] is None:
            counter[above] = found.levels.get(above, _Level()).start
    now = counter[level]
    first = found.anew.pop(level, found.levels[level].start if now is None else None)
    counter[level] = min(first if first is not None else (now or 0) + 1, _LARGEST)
    for below in range(level + 1, _LEVELS):
        if found.levels.get(below, _Level()).restarts:
            counter[below] = None


def _number(found: _List, level: int, legal: bool) -> str:
    value = found.counter[level]
    if value is None:
        return ""
    return printed(value, "decimal" if legal else found.levels.get(level, _Level()).format)


def printed(value: int, form: str) -> str:
    """A number in one of Word's formats; what is not known is printed in digits."""
    if form in ("lowerLetter", "upperLetter") and value > 0:
        letters = chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1)
        return letters if form == "lowerLetter" else letters.upper()
    if form in ("lowerRoman", "upperRoman") and value > 0:
        return to_roman(value) if form == "lowerRoman" else to_roman(value).upper()
    if form == "decimalZero":
        return f"{value:02}"
    return "" if form == "none" else str(value)


def _int(text: str | None, otherwise: int = 0) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else otherwise
