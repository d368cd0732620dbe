"""Texts made to cost a pattern as much as can be, worked out from the pattern itself.

A pattern becomes slow where what it repeats can be taken apart in several ways and then does not fit. So what each of
its repeats may hold is written down many times, after what leads there, and followed by what fits nothing; and so is
every sign that the pattern knows, and every two of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from steps import one_of

_SIGNS = ' a1.-\n,(_A“é"x:)]*>=&;/\\`|{}<#…'
"""Signs of every kind that a pattern may tell apart."""
_NOTHING = "\0"
_FEW = 4  # ways to write an element
_MANY_SIGNS = 7
_REPEATED = 8  # times at least: less is no repeat that could grow
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


def attacks(pattern: re.Pattern[str], times: int) -> Iterator[str]:
    """The texts, each with so many repetitions."""
    parsed = parser.parse(pattern.pattern, pattern.flags)
    signs = _signs(parsed, parsed.state.flags)
    ends = dict.fromkeys(["", _NOTHING, *signs[:2]])
    for before, pumped in dict.fromkeys(_pumps(parsed, parsed.state.flags, "")):
        yield from (before + pumped * times + end for end in ends)
    for one, two in product(signs, signs):
        yield one + two * times + _NOTHING
        if one < two:
            yield (one + two) * times + _NOTHING
            yield one * times + two * times + _NOTHING


def _signs(parsed: Any, flags: int) -> list[str]:
    """One sign for each element of one sign, and one that is in none."""
    found: dict[str, None] = {}
    for test, value in _tests(parsed, flags):
        known = (chr(value) if value else "") + _SIGNS
        found |= dict.fromkeys(islice(filter(test, known), 2))
        if len(found) >= _MANY_SIGNS:
            break
    return [*list(found)[:_MANY_SIGNS], _NOTHING]


def _tests(parsed: Any, flags: int) -> Iterator[tuple[Any, int]]:
    for code, value in parsed:
        if test := one_of(code, value, flags):
            yield test, value if code is op.LITERAL else _first(code, value)
        for inside in _inside(code, value):
            yield from _tests(inside, flags)


def _first(code: Any, value: Any) -> int:
    """A sign that stands in a set."""
    items = value if code is op.IN else ()
    return next((v if c is op.LITERAL else v[0] for c, v in items if c in (op.LITERAL, op.RANGE)), 0)


def _inside(code: Any, value: Any) -> Sequence[Any]:
    """The patterns that an element holds."""
    if code in _REPEATS:
        return [value[2]]
    if code is op.BRANCH:
        return list(value[1])
    if code is op.SUBPATTERN:
        return [value[3]]
    if code is op.ATOMIC_GROUP:
        return [value]
    if code in (op.ASSERT, op.ASSERT_NOT):
        return [value[1]]
    return [each for each in value[1:] if each] if code is op.GROUPREF_EXISTS else []


def _pumps(parsed: Any, flags: int, before: str) -> Iterator[tuple[str, str]]:
    """What leads to each repeat, and what it may hold once."""
    for code, value in parsed:
        if code in _REPEATS and value[1] >= _REPEATED:
            yield from ((before, text) for text in written(value[2], flags) if text)
        for inside in _inside(code, value):
            yield from _pumps(inside, flags, before)
        before += written([(code, value)], flags)[0]


def written(parsed: Any, flags: int) -> list[str]:
    """A few texts that a pattern takes, as far as its elements alone decide."""
    texts = [""]
    for code, value in parsed:
        ways = [*islice(_ways(code, value, flags), _FEW)]
        texts = [text + ways[0] for text in texts] + [texts[0] + way for way in ways[1:]]
    return list(dict.fromkeys(texts))


def _ways(code: Any, value: Any, flags: int) -> Iterator[str]:
    """Yield the texts of an element; of an alternative of many, only as many as are asked for."""
    if test := one_of(code, value, flags):
        known = (chr(value) if code is op.LITERAL else chr(_first(code, value))) + _SIGNS
        yield from [each for each in known if test(each)] or ["\ue000"]
    elif code in _REPEATS:
        least, once = value[0], written(value[2], flags)
        yield from [text * max(1, least) for text in once] + ([""] if not least else [])
    elif code in (op.ASSERT, op.ASSERT_NOT, op.AT):
        yield ""
    else:
        texts = (text for inside in _inside(code, value) for text in written(inside, flags)[:2])
        yield next(texts, "")
        yield from texts
