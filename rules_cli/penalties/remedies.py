"""Which cases of a remedy, and which upgrades and downgrades, a question fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_cli.model import Rule
from rules_cli.parse.penalty_words import begins_with_condition
from rules_cli.penalties.evidence import as_written, share_of, telling, words_shared
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text

_FITTING = 0.3  # of a question, that an upgrade has and the definition lacks


def cases_of(remedy: Rule) -> list[str]:
    """Return the paragraphs of a remedy."""
    return [line for line in (remedy.text or "").split("\n") if line]


def usual_case(cases: Sequence[str]) -> str:
    """Return the case that holds if nothing special is known: the first one if it has no condition, else the longest,
    as authors put rare cases first and explain the usual one."""
    return max(cases, key=len) if begins_with_condition(cases[0]) else cases[0]


def fitting_cases(question: str, remedy: Rule, title: str, edition: Edition) -> list[str]:
    """Return the cases of a remedy that a question fits better than the usual case, the best first. The words of the
    `title` of the infraction tell no case from another."""
    cases = cases_of(remedy)
    asked = as_written(edition, question)
    exact = frozenset(telling(edition, asked).split())

    def fit(case: str) -> tuple[float, int]:
        """Return the share of the question that a case has, and how many of its words in the same form: *too many*."""
        when = _when(case)
        share = round(share_of(asked, words_shared(asked, when, title), edition), 1)
        return share, len(exact.intersection(words_of_text(when))) if share else 0

    usual = fit(usual_case(cases)) if cases else (0.0, 0)
    return sorted((case for case in cases if fit(case) > usual), key=fit, reverse=True)


def _when(case: str) -> str:
    """Return the words that say when a case holds, which are what a question tells; all words without a condition."""
    return case.partition(", ")[0] if begins_with_condition(case) else case


def fitting_changes(question: str, changes: Iterable[Rule], about: str, edition: Edition) -> list[str]:
    """Return the texts of upgrades and downgrades that have a good part of a question that the words `about` the
    infraction, its title and definition, lack."""
    asked = as_written(edition, question)
    texts = (each.text or "" for each in changes)
    return [text for text in texts if share_of(asked, words_shared(asked, text, about), edition) >= _FITTING]
