"""A matcher of regular expressions that counts: what the real one does, step by step, without its clock.

It walks the tree into which Python itself parses a pattern and backtracks exactly where Python's own matcher does, so
that the growth of its steps is the growth of the real one's time. Tests hold that both find the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

Then = Callable[[int], int]
"""Goes on at a place: where the match ends, below 0 where there is none."""
Step = Callable[[int, Then], int]
Test = Callable[[str], bool]

_NONE = -1
_CATEGORIES: dict[Any, Test] = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
}
_NEGATED = {
    op.CATEGORY_NOT_DIGIT: op.CATEGORY_DIGIT,
    op.CATEGORY_NOT_SPACE: op.CATEGORY_SPACE,
    op.CATEGORY_NOT_WORD: op.CATEGORY_WORD,
}


class TooMany(Exception):
    """More steps than were allowed."""


def _is_in(category: Any, char: str, flags: int) -> bool:
    if category in _NEGATED:
        return not _is_in(_NEGATED[category], char, flags)
    return _CATEGORIES[category](char) and not (flags & re.ASCII and not char.isascii())


def one_of(code: Any, value: Any, flags: int) -> Test | None:
    """What characters an element of one character's width takes; None where it is wider."""
    if code is op.ANY:
        return lambda char: bool(flags & re.DOTALL) or char != "\n"
    if code in (op.LITERAL, op.NOT_LITERAL):
        return _set(((op.LITERAL, value),), flags, code is op.NOT_LITERAL)
    if code is op.IN:
        negated = value[0][0] is op.NEGATE
        return _set(tuple(value[negated:]), flags, negated)
    return None


def _first_test(items: Any, flags: int) -> Test | None:
    """What the first character of a branch may be; None if the branch does not begin with one character."""
    return one_of(items[0][0], items[0][1], flags) if len(items) else None


@cache  # the words of a pattern have the same letters again and again
def _set(items: tuple[tuple[Any, Any], ...], flags: int, negated: bool) -> Test:
    any_case = bool(flags & re.IGNORECASE)

    def holds(char: str) -> bool:
        cases = {char, char.lower(), char.upper()} if any_case else {char}
        return negated != any(_item(item, each, flags) for item in items for each in cases)

    known: dict[str, bool] = {}
    return lambda char: known[char] if char in known else known.setdefault(char, holds(char))


def _item(item: tuple[Any, Any], char: str, flags: int) -> bool:
    code, value = item
    if code is op.LITERAL:
        return len(char) == 1 and ord(char) == value
    if code is op.RANGE:
        return len(char) == 1 and value[0] <= ord(char) <= value[1]
    return _is_in(value, char, flags)


class Counting:
    """A pattern, with the number of steps that it has taken.

    `limit` is how many it may take. A bounded repeat of one sign may be of so many at most as if `longest` was its
    bound: so it shows as bounded in a short text too.
    """

    def __init__(self, pattern: re.Pattern[str], limit: int = 10**9, longest: int = 10**9) -> None:
        self.steps, self.limit, self._longest = 0, limit, longest
        self._text = ""
        self._groups: dict[int, tuple[int, int]] = {}
        parsed = parser.parse(pattern.pattern, pattern.flags)
        self._whole = self._sequence(list(parsed), parsed.state.flags)

    def match(self, text: str, at: int = 0, full: bool = False) -> int:
        """Where a match from a place on ends; below 0 where there is none."""
        self._text = text
        self._groups = {}
        return self._whole(at, lambda end: end if not full or end == len(text) else _NONE)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Every match in a text, as `finditer` finds them."""
        at = 0
        while at <= len(text):
            self._took()
            if (end := self.match(text, at)) >= 0:
                yield at, end
            at = max(at + 1, end)

    def _took(self) -> None:
        self.steps += 1
        if self.steps > self.limit:
            raise TooMany

    # --- elements

    def _sequence(self, items: Sequence[tuple[Any, Any]], flags: int) -> Step:
        steps = [self._element(code, value, flags) for code, value in items]

        def at(place: int, which: int, then: Then) -> int:
            if which == len(steps):
                return then(place)
            return steps[which](place, lambda end: at(end, which + 1, then))

        return lambda place, then: at(place, 0, then)

    def _element(self, code: Any, value: Any, flags: int) -> Step:
        if test := one_of(code, value, flags):
            return self._char(test)
        return _ELEMENTS[code](self, value, flags)

    def _char(self, test: Test) -> Step:
        def step(place: int, then: Then) -> int:
            self._took()
            return then(place + 1) if place < len(self._text) and test(self._text[place]) else _NONE

        return step

    def _at(self, value: Any, flags: int) -> Step:
        lines = flags & re.MULTILINE

        def holds(place: int) -> bool:
            text, size = self._text, len(self._text)
            if value in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
                return place == 0 or bool(lines and value is op.AT_BEGINNING and text[place - 1] == "\n")
            if value is op.AT_END_STRING:
                return place == size
            if value is op.AT_END:
                return place == size or (text[place] == "\n" and (place == size - 1 or bool(lines)))
            sides = [0 <= at < size and _is_in(op.CATEGORY_WORD, text[at], flags) for at in (place - 1, place)]
            return (sides[0] != sides[1]) == (value is op.AT_BOUNDARY)

        def step(place: int, then: Then) -> int:
            self._took()
            return then(place) if holds(place) else _NONE

        return step

    def _branch(self, value: Any, flags: int) -> Step:
        branches = [(self._sequence(list(each), flags), _first_test(each, flags)) for each in value[1]]

        @cache
        def tried(char: str) -> list[Step]:
            """Return the branches that Python tries before a character: it looks at the first of each branch, too."""
            return [branch for branch, first in branches if not first or (char and first(char))]

        def step(place: int, then: Then) -> int:
            self._took()
            for branch in tried(self._text[place : place + 1]):
                self._took()
                if (end := branch(place, then)) >= 0:
                    return end
            return _NONE

        return step

    def _group(self, value: Any, flags: int) -> Step:
        number, added, taken, inside = value
        held = self._sequence(list(inside), (flags | added) & ~taken)

        def step(place: int, then: Then) -> int:
            before = self._groups.get(number)

            def closed(end: int) -> int:
                self._groups[number] = (place, end)
                return then(end)

            if (end := held(place, closed)) < 0:
                if before is None:
                    self._groups.pop(number, None)
                else:
                    self._groups[number] = before
            return end

        return held if number is None else step

    def _again(self, value: Any, _: int) -> Step:
        def step(place: int, then: Then) -> int:
            self._took()
            start, end = self._groups.get(value, (0, _NONE))
            same = end >= 0 and self._text.startswith(self._text[start:end], place)
            return then(place + end - start) if same else _NONE

        return step

    def _either(self, value: Any, flags: int) -> Step:
        number, yes, no = value
        branches = [self._sequence(list(each or []), flags) for each in (no, yes)]
        return lambda place, then: branches[number in self._groups](place, then)

    def _look(self, value: Any, flags: int, wanted: bool = True) -> Step:
        direction, inside = value
        held = self._sequence(list(inside), flags)
        width = inside.getwidth()[0] if direction < 0 else 0

        def step(place: int, then: Then) -> int:
            self._took()
            seen = place >= width and held(place - width, lambda end: end) >= 0
            return then(place) if seen == wanted else _NONE

        return step

    def _look_away(self, value: Any, flags: int) -> Step:
        return self._look(value, flags, wanted=False)

    def _atomic(self, value: Any, flags: int) -> Step:
        held = self._sequence(list(value), flags)

        def step(place: int, then: Then) -> int:
            end = held(place, lambda end: end)
            return then(end) if end >= 0 else _NONE

        return step

    def _repeat(self, value: Any, flags: int) -> Step:
        least, most, inside = value
        code, argument = inside[0]
        if len(inside) == 1 and (test := one_of(code, argument, flags)):
            return self._run(test, int(least), most if most is op.MAXREPEAT else self._bounded(least, most))
        held = self._sequence(list(inside), flags)

        def step(place: int, then: Then, done: int = 0) -> int:
            self._took()

            def once_more(end: int) -> int:
                return _NONE if end == place and done >= least else step(end, then, done + 1)

            if done < most and (end := held(place, once_more)) >= 0:
                return end
            return then(place) if done >= least else _NONE

        return step

    def _bounded(self, least: int, most: int) -> int:
        return max(least, min(most, self._longest))

    def _run(self, test: Test, least: int, most: int) -> Step:
        """A repeat of one character: as many as there are, then fewer and fewer."""

        def step(place: int, then: Then) -> int:
            end = place
            while end < len(self._text) and end - place < most and test(self._text[end]):
                self._took()
                end += 1
            while end - place >= least:
                self._took()
                if (found := then(end)) >= 0:
                    return found
                end -= 1
            return _NONE

        return step

    def _lazy(self, value: Any, flags: int) -> Step:
        least, most, inside = value
        held = self._sequence(list(inside), flags)
        if len(inside) == 1 and most is not op.MAXREPEAT and one_of(inside[0][0], inside[0][1], flags):
            most = self._bounded(least, most)

        def step(place: int, then: Then, done: int = 0) -> int:
            self._took()
            if done >= least and (end := then(place)) >= 0:
                return end

            def once_more(end: int) -> int:
                return _NONE if end == place and done >= least else step(end, then, done + 1)

            return held(place, once_more) if done < most else _NONE

        return step

    def _possessive(self, value: Any, flags: int) -> Step:
        held = self._repeat(value, flags)

        def step(place: int, then: Then) -> int:
            end = held(place, lambda end: end)
            return then(end) if end >= 0 else _NONE

        return step


_ELEMENTS: dict[Any, Callable[[Counting, Any, int], Step]] = {
    op.AT: Counting._at,
    op.BRANCH: Counting._branch,
    op.SUBPATTERN: Counting._group,
    op.GROUPREF: Counting._again,
    op.GROUPREF_EXISTS: Counting._either,
    op.ASSERT: Counting._look,
    op.ASSERT_NOT: Counting._look_away,
    op.ATOMIC_GROUP: Counting._atomic,
    op.MAX_REPEAT: Counting._repeat,
    op.MIN_REPEAT: Counting._lazy,
    op.POSSESSIVE_REPEAT: Counting._possessive,
}
