"""The case: the rules that a judge keeps for a ruling, each with the question that it answers. A file of the user's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic

_MOST = 100  # rules: a ruling cites a few


class Kept(NamedTuple):
    """A rule by id with the edition, `mtg@2026-01-16:702.19b`, and the question that it was kept for, if any."""

    rule: str
    question: str = ""


Case = tuple[Kept, ...]
"""Kept rules in order: those without a question, then those of each question."""


def read() -> Case:
    """Return the case; an empty case if its file is missing or damaged."""
    with suppress(OSError, ValueError, TypeError):
        value = json.loads(bytes_of(paths.case_file()))
        if isinstance(value, dict) and isinstance(rules := value.get("rules"), list):
            pairs = zip(rules, value.get("questions") or [], strict=True)
            return tuple(Kept(rule, str(question)) for rule, question in pairs if isinstance(rule, str))[:_MOST]
    return ()


def keep(rules: Sequence[str], question: str = "") -> Case:
    """Add rules to the case for a question, and return the case. Raises LibraryError. A rule may be kept for several
    questions; a rule with a question is not kept without one as well. Of too many, the first ones go."""
    kept = list(dict.fromkeys([*read(), *(Kept(rule, question) for rule in rules)]))[-_MOST:]
    with_question = {each.rule for each in kept if each.question}
    remaining = (each for each in kept if each.question or each.rule not in with_question)
    questions = ["", *(each.question for each in kept)]
    return _write(tuple(sorted(remaining, key=lambda each: questions.index(each.question))))


def take_out(kept: Kept) -> Case:
    """Take a rule out of the case, and return the case. Raises LibraryError."""
    return _write(tuple(each for each in read() if each != kept))


def clear() -> Case:
    """Empty the case, and return what was in it. Raises LibraryError."""
    before = read()
    if before:
        _write(())
    return before


def first_question(case: Case) -> str:
    """Return the first question of a case; empty if it has none."""
    return next((each.question for each in case if each.question), "")


def _write(case: Case) -> Case:
    value = {"rules": [each.rule for each in case], "questions": [each.question for each in case]}
    write_atomic(paths.case_file(), json.dumps(value, ensure_ascii=False))
    return case
