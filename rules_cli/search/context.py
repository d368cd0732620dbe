"""The parts of a page around its results: corrected words, the section of each rule, the first rule of each heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_cli.lookup.definitions import SHORT_SECTION
from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.model import Rule
from rules_cli.search import Result, corrections, forms_of
from rules_cli.search.ranking import CORRECTED


class ResultContext(NamedTuple):
    """`corrections` maps typed words to the words they were taken for; `sections` and `first_rules` map ids of results
    to the heading above, and to the first rule below a heading; `rest` are the other rules of a short section whose
    heading is the first result; `typed` are the words found that were typed, in any form."""

    corrections: Mapping[str, str] = {}
    sections: Mapping[str, Rule] = {}
    first_rules: Mapping[str, Rule] = {}
    rest: tuple[Rule, ...] = ()
    typed: frozenset[str] = frozenset()


def context_of(library: Lookup, query: str, book: str | None, results: Sequence[Result]) -> ResultContext:
    """Return what to show around the results of a query."""
    corrected = corrections_of(library, query, book, results)
    sections = {hit.rule.id: section for hit in results if (section := library.section(hit.rule))}
    firsts = {hit.rule.id: first for hit in results if (first := library.first_rule(hit.rule))}
    typed = typed_words(library, query, book, corrected, results)
    return ResultContext(corrected, sections, firsts, _rest(library, results), typed)


def _rest(library: Lookup, results: Sequence[Result]) -> tuple[Rule, ...]:
    """Return the rules after the first one of a short section whose heading is the first result."""
    rule = results[0].rule if results else None
    if rule is None or rule.kind != "heading" or len(rule.children) > SHORT_SECTION:
        return ()
    edition = library.installed.edition(rule.book, rule.edition)
    return tuple(found for number in rule.children[1:] if (found := library.rule_in(edition, number)))


def corrections_of(library: Lookup, query: str, book: str | None, results: Sequence[Result]) -> Mapping[str, str]:
    """Return the typed words that were taken for others in these results, each with the other."""
    return corrections(library, query, book) if any(hit.tier in CORRECTED for hit in results) else {}


def typed_words(
    library: Lookup, query: str, book: str | None, corrected: Mapping[str, str], results: Sequence[Result]
) -> frozenset[str]:
    """Return the words found that were typed, in any form; not those that only mean the same."""
    hits = frozenset[str]().union(*(hit.hits for hit in results))
    return forms_of(library, " ".join((query, *corrected.values())), book, hits)
