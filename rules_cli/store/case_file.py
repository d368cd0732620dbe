"""The case: the rules that a judge keeps for one ruling, in order, with the question. A file of the user's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic

_MOST = 100  # rules: a ruling cites a few


class Case(NamedTuple):
    """The question of a ruling, and its rules in order, by id with the edition: `mtg@2026-01-16:702.19b`."""

    question: str = ""
    rules: tuple[str, ...] = ()


def read() -> Case:
    """Return the case; an empty case if its file is missing or damaged."""
    with suppress(OSError, ValueError):
        value = json.loads(bytes_of(paths.case_file()))
        if isinstance(value, dict) and isinstance(value.get("rules"), list):
            rules = tuple(each for each in value["rules"] if isinstance(each, str))
            return Case(str(value.get("question") or ""), rules[:_MOST])
    return Case()


def keep(rules: Sequence[str], question: str = "") -> Case:
    """Put rules into the case, after those that are in it; the first question stays. Raises LibraryError."""
    before = read()
    case = Case(before.question or question, tuple(dict.fromkeys([*before.rules, *rules]))[-_MOST:])
    write_atomic(paths.case_file(), json.dumps(case._asdict(), ensure_ascii=False))
    return case


def clear() -> Case:
    """Empty the case, and return what was in it. Raises LibraryError."""
    before = read()
    if before != Case():
        write_atomic(paths.case_file(), json.dumps(Case()._asdict()))
    return before
