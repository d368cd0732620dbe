"""What a page's style sheet adds to its elements: numbers before them, with CSS counters, and bold letters.

Google Docs exports both so. Read are `counter-reset`, `counter-increment`, the `content` of `::before` and
`font-weight`, for selectors of elements, classes and ids, with blanks or `>` between them. Other selectors match none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_cli.formats.labels import numeral

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]{1,2000})\{([^{}]{1,4000})\}")
_COUNTS = re.compile(r"counter-(reset|increment)\s*:\s*([^;}]*)")
_CONTENT = re.compile(r"(?:^|;)\s*content\s*:\s*((?:\"[^\"]*\"|'[^']*'|[^;\"'])*)")
_PIECE = re.compile(
    r"\"([^\"]*)\"|'([^']*)'|counter\(\s*([\w-]+)\s*(?:,\s*([\w-]+)\s*)?\)"
    r"|counters\(\s*([\w-]+)\s*,\s*(?:\"([^\"]*)\"|'([^']*)')\s*(?:,\s*([\w-]+)\s*)?\)"
)
_NAMED = re.compile(r"(?!none\b)([\w-]+)(?:\s+(-?[0-9]{1,6}))?")
_MARK = re.compile(r"[.#][\w-]+")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?")
_BEFORE = re.compile(r"::?before$")
_COMPOUND = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)")
_WEIGHT = re.compile(r"font-weight\s{0,3}:\s{0,3}(?:(bold|[6-9]00)|normal|[1-5]00)")
_MOST_ALIKE = 20  # rules that end in the same class or element: authors write three for each list


class Element(NamedTuple):
    """An open element: its name, and its classes and id as a selector writes them, `.box` and `#top`."""

    name: str
    marks: frozenset[str]


class _Rule(NamedTuple):
    """A rule of a style sheet: the steps of its selector, the last first, each with whether it is a child of the next;
    the names and numbers of its counters, the content before the element, and whether its letters are bold, if said."""

    steps: tuple[tuple[Element, bool], ...]
    resets: tuple[tuple[str, int], ...] = ()
    increments: tuple[tuple[str, int], ...] = ()
    before: str = ""
    bold: bool | None = None


def is_bold(style: str) -> bool | None:
    """Return whether a style sets bold letters; None if it sets no weight."""
    found = _WEIGHT.search(style)
    return bool(found[1]) if found else None


class Counters:
    """The counters of a page, as its elements begin and end."""

    def __init__(self) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        """The rules by the class or id that their element, or else its parent, must have, or else by its name."""
        self._open: list[Element] = []
        self._values: dict[str, list[list[int]]] = {}
        """The instances of each counter, the innermost last: the depth of the element that made it, and its number."""

    # Complexity: a rule of a style sheet has several selectors, each with its own key.
    def add_styles(self, sheet: str) -> None:
        """Read a style sheet."""
        for found in _RULE.finditer(_COMMENT.sub("", sheet)):
            bold = is_bold(found[2])
            if "counter" not in found[2] and bold is None:
                continue
            counts = {
                kind: tuple((name, int(number or kind == "increment")) for name, number in _NAMED.findall(names))
                for kind, names in _COUNTS.findall(found[2])
            }
            content = _CONTENT.search(found[2])
            for selector in found[1].rpartition(";")[2].split(","):  # after an @import
                is_before = bool(_BEFORE.search(selector.strip()))
                steps = _steps(_BEFORE.sub("", selector.strip()))
                above = steps[1][0].marks if len(steps) > 1 and steps[0][1] else ()
                if not steps:
                    continue
                alike = self._rules.setdefault([*steps[0][0].marks, *above, steps[0][0].name][0], [])
                if len(alike) < _MOST_ALIKE:
                    before = content[1] if content and is_before else ""
                    weight = None if is_before else bold
                    alike.append(_Rule(steps, counts.get("reset", ()), counts.get("increment", ()), before, weight))

    # Complexity: no nesting, but a comprehension for marks, keys, rules and counters.
    def begin(self, name: str, attributes: Mapping[str, str]) -> tuple[str, bool | None]:
        """Begin an element; return the number printed before it, or "", and whether it is bold, None if not said."""
        classes = (f".{name}" for name in attributes.get("class", "").split())
        marks = frozenset([f"#{attributes.get('id', '')}", *classes])
        self._open.append(Element(name, marks))
        above = self._open[-2].marks if len(self._open) > 1 else ()
        keys = dict.fromkeys(("*", name, *above, *marks)) if self._rules else {}
        fitting = [rule for key in keys for rule in self._rules.get(key, ()) if _fits(rule.steps, self._open)]
        depth = len(self._open)
        for counter, number in (reset for rule in fitting for reset in rule.resets):
            self._instance(counter, depth, is_new=True)[1] = number
        increments = dict(increment for rule in fitting for increment in rule.increments)  # the last rule counts
        for counter, number in increments.items():
            self._instance(counter, depth)[1] += number
        content = next((rule.before for rule in reversed(fitting) if rule.before), "")
        weights = [is_bold(attributes.get("style", "")), *(rule.bold for rule in reversed(fitting))]
        bold = next((weight for weight in weights if weight is not None), None)
        return self._printed(content) if content else "", bold

    def end(self) -> None:
        """End the last element: the counters that its children made are gone."""
        depth = len(self._open)
        self._open.pop()
        for instances in self._values.values():
            while instances and instances[-1][0] > depth:
                instances.pop()

    def _instance(self, counter: str, depth: int, is_new: bool = False) -> list[int]:
        """Return the innermost instance of a counter; a new one replaces one that an earlier sibling made."""
        instances = self._values.setdefault(counter, [])
        if not instances or (is_new and instances[-1][0] < depth):
            instances.append([depth, 0])
        return instances[-1]

    def _printed(self, content: str) -> str:
        """Return the words of a `content`; "" if it has no counter, as for a bullet."""
        pieces, has_number = [], False
        for double, single, one, form, nested, sign, other_sign, nested_form in _PIECE.findall(content):
            if one:
                instances = self._values.get(one)
                pieces.append(numeral(instances[-1][1] if instances else 0, form))
            elif nested:
                numbers = (numeral(instance[1], nested_form) for instance in self._values.get(nested, ()))
                pieces.append(_text(sign or other_sign).join(numbers))
            else:
                pieces.append(_text(double or single))
            has_number = has_number or bool(one or nested)
        return "".join(pieces) if has_number else ""


def _steps(selector: str) -> tuple[tuple[Element, bool], ...]:
    """Return the steps of a selector, the last first; none if it has parts that are not read."""
    steps: list[tuple[Element, bool]] = []
    is_child = False
    for part in selector.replace(">", " > ").split():
        found = _COMPOUND.fullmatch(part)
        if part != ">" and not found:
            return ()
        if found:
            steps.insert(0, (Element((found[1] or "*").lower(), frozenset(_MARK.findall(found[2]))), is_child))
        is_child = part == ">"
    return tuple(steps)


def _fits(steps: Sequence[tuple[Element, bool]], elements: Sequence[Element]) -> bool:
    """Return whether the steps of a selector, the last first, fit the last of the open elements and those around it."""
    at, must_be_here = len(elements) - 1, True
    for wanted, is_child in steps:
        while at >= 0 and not (wanted.name in ("*", elements[at].name) and wanted.marks <= elements[at].marks):
            if must_be_here:
                return False
            at -= 1
        if at < 0:
            return False
        at, must_be_here = at - 1, is_child
    return True


def _text(quoted: str) -> str:
    """Return the text of a string in a style sheet: an escape such as `\\2022` is its character."""
    return _ESCAPE.sub(lambda code: chr(int(code[1], 16)) if int(code[1], 16) < 0x110000 else "", quoted)
