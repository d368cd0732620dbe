"""The names of an edition's terms, as a text says them before a number or after it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from rules_cli.lookup.terms import Term, terms_of
from rules_cli.store.edition import Edition
from rules_cli.text import fold

NEAR = 60
"""Characters before or after a number: room for the longest name and the words between them; more only take time."""
_SENTENCE_PARTS = re.compile(r"[.;:!?\n]")

TermNames = Mapping[str, Term]
"""Each name in books of the terms of an edition that have a rule, folded."""


@lru_cache(maxsize=16)
def names_of(edition: Edition) -> TermNames:
    """Return the names of an edition's terms, with common words, but without the keywords that the book only lists."""
    terms = (term for term in terms_of(edition) if term.rules and not term.keyword)
    return {" ".join(fold(name).split()): term for term in terms for name in term.printed_names()}


def last_name(before: str, names: TermNames) -> Term | None:
    """Return the term with the longest name that the last sentence of some words ends in."""
    last = words_said(_SENTENCE_PARTS.split(before)[-1])
    endings = (" ".join(last[start:]) for start in range(len(last)))
    return next((term for words in endings if (term := names.get(words))), None)


def words_said(text: str) -> list[str]:
    """Return the folded words of a text, without quotes and marks of emphasis."""
    return re.findall(r"[^\s\"“”'‘’*_`]+", fold(text))
