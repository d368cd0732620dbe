"""Two keywords that forbid the same: each holds beside the other, whatever the book says of other pairs.

Menace and skulk forbid some blocks each (one blocker is too few, a stronger one may not block); a block that either of
them forbids is forbidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from rules_cli.search.query import MatchedTerm, understand
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import sentences_of, words_of_text

_FORBIDS = re.compile(r"\b(?:can(?:not|[’']t) be|não podem? ser) (?:the |o |a )?(\w+)")


class Restriction(NamedTuple):
    """What a keyword forbids to be done, such as `blocked`, and the rule that says so."""

    name: str
    forbidden: str
    entry: IndexEntry


def both_apply(question: str, edition: Edition, vocabulary: Vocabulary) -> tuple[Restriction, Restriction] | None:
    """Return what two keywords of a question forbid, if that is the same; None if it names no such two, or more. An
    inflected word, *blocked*, is no keyword but what is done."""
    typed = f" {' '.join(words_of_text(question))} "
    terms = [match for match in understand(question, vocabulary).terms if f" {match.name} " in typed]
    named = [match for match in terms if _has_section(match, vocabulary)]
    forbidding = [found for match in named if (found := next(_restrictions(match, edition, vocabulary), None))]
    if len(forbidding) != 2:
        return None
    first, second = forbidding
    return (first, second) if first.forbidden == second.forbidden else None


def _has_section(match: MatchedTerm, vocabulary: Vocabulary) -> bool:
    """Return whether a term is the book's own, with rules under its name as a title, as keywords have."""
    rows = vocabulary.corpus.read_rows(match.term.rules).values() if match.is_own() else ()
    return any(row.topic == match.name for row in rows)


def _restrictions(match: MatchedTerm, edition: Edition, vocabulary: Vocabulary) -> Iterator[Restriction]:
    """Yield what the rules of a keyword forbid for what has it, first what it is for: the others only follow from that.
    Its name comes first in the sentence: `a creature with menace can't be blocked`. Under *reach*, `a creature with
    flying can't be blocked` is about another keyword, and so is a rule with a title of its own."""
    rules = edition.at_places([*match.term.rules])
    below = chain.from_iterable(rule.children for rule in rules)
    entries = {entry.place: entry for entry in (*rules, *filter(None, map(edition.get, below)))}
    rows = vocabulary.corpus.read_rows(entries)
    for _, entry in sorted(entries.items()):
        if rows[entry.place].topic != match.name:
            continue
        for sentence in sentences_of(entry.row.words.text or ""):
            found = _FORBIDS.search(sentence)
            if found and f" {match.name} " in f" {' '.join(words_of_text(sentence[: found.start()]))} ":
                yield Restriction(match.name, found[1], entry)
