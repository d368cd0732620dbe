"""What a page shows around results: corrected words, the section of each rule, the first rule of each heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.model import Rule
from rules_cli.search import Result, corrections
from rules_cli.search.stems import stems_of
from rules_cli.text import words_of_text

_CORRECTED = ("mended term", "mended words")


class ResultContext(NamedTuple):
    """`corrections` maps typed words to the words they were taken for; `sections` and `first_rules` map ids of results
    to the heading above, and to the first rule below a heading; `typed` are the words found that were typed, in any
    form."""

    corrections: Mapping[str, str] = {}
    sections: Mapping[str, Rule] = {}
    first_rules: Mapping[str, Rule] = {}
    typed: frozenset[str] = frozenset()


def context_of(library: Lookup, query: str, book: str | None, results: Sequence[Result]) -> ResultContext:
    """Return what to show around the results of a query."""
    corrected = corrections(library, query, book) if any(hit.tier in _CORRECTED for hit in results) else {}
    sections = {hit.rule.id: section for hit in results if (section := library.section(hit.rule))}
    headings = (hit.rule for hit in results if hit.rule.kind == "heading" and hit.rule.children)
    firsts = {rule.id: library.get(f"{rule.book}@{rule.edition}:{rule.children[0]}") for rule in headings}
    typed = {stem for word in words_of_text(" ".join((query, *corrected.values()))) for stem in stems_of(word).split()}
    hits = frozenset().union(*(hit.hits for hit in results))
    return ResultContext(
        corrected,
        sections,
        {rule_id: first for rule_id, first in firsts.items() if first},
        frozenset(hit for hit in hits if not typed.isdisjoint(stems_of(hit).split())),
    )
