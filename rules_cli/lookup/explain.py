"""Explaining: a rule with everything that it leans on, in the order in which a person would be told it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from rules_cli.lookup.rule_lookup import Lookup, RowRef, RuleInContext
from rules_cli.lookup.terms import TermDefinition, terms_of, used_in
from rules_cli.model import Rule, RuleNumber
from rules_cli.store.editions import Edition

Get = Callable[[str], Rule | None]
"""The rule of a number, in the edition of the one that is explained."""

_MOST_TERMS = 8


@dataclass(frozen=True, slots=True)
class ReferencedRule:
    """A rule that another leans on, and the rules that it leans on itself; `cut` where it was told already."""

    printed: str
    rule: Rule
    leans_on: tuple[ReferencedRule, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule explained: where it stands, itself, its sub-rules, what it leans on, its terms, what leans on it."""

    shown: RuleInContext
    leans_on: tuple[ReferencedRule, ...]
    not_here: tuple[str, ...]
    terms: tuple[tuple[str, Rule], ...]


@dataclass(frozen=True, slots=True)
class TermExplained:
    """A word explained: what it means, and each rule that defines it, explained."""

    meaning: TermDefinition
    explanations: tuple[Explanation, ...]


def explain(library: Lookup, place: RowRef, depth: int = 2) -> Explanation:
    """Unfold a rule; each rule it refers to is followed `depth` references deep, cycles cut."""
    shown = library.show(place)
    told = {shown.rule.number, *(rule.number for rule in shown.below)}
    family = (shown.rule, *shown.below)
    get = cache(partial(library.get, place.edition))  # thousands of rules may lean on one
    leans_on = tuple(unfolded for rule in family for unfolded in _unfold(get, rule, depth, told) if not unfolded.cut)
    missing = dict.fromkeys(ref.printed for rule in family for ref in rule.references if not ref.resolved)
    return Explanation(shown, leans_on, tuple(missing), tuple(_terms(get, place.edition, family, told)))


def explain_term(library: Lookup, meaning: TermDefinition, depth: int = 2) -> TermExplained:
    """Explain each rule that defines a word; sub-rules of one already explained are not told twice.

    What the glossary says of it stands in the meaning; it is explained only where it names no rule.
    """
    installed = library.installed
    edition = next(e for e in installed.all(meaning.book) if e.name == meaning.edition and e.shipped == meaning.shipped)
    told: set[RuleNumber] = set()
    explanations = []
    ruling = [rule for rule in meaning.rules if rule.number not in meaning.term.entries] or meaning.rules
    for rule in ruling:
        if rule.number in told:
            continue
        entry = edition.get(rule.number)
        if entry is not None:
            explanations.append(explain(library, RowRef(edition, entry), depth))
            told |= {rule.number, *(below.number for below in explanations[-1].shown.below)}
    return TermExplained(meaning, tuple(explanations))


def _unfold(get: Get, rule: Rule, depth: int, told: set[RuleNumber]) -> list[ReferencedRule]:
    unfolded = []
    for reference in rule.references:
        target = get(reference.target) if reference.resolved and depth > 0 else None
        if target is None:
            continue
        if target.number in told:
            unfolded.append(ReferencedRule(reference.printed, target, (), cut=True))
            continue
        told.add(target.number)
        deeper = _opening(get, target, told) or _unfold(get, target, depth - 1, told)
        unfolded.append(ReferencedRule(reference.printed, target, tuple(deeper)))
    return unfolded


def _opening(get: Get, target: Rule, told: set[RuleNumber]) -> list[ReferencedRule]:
    """The first rule of a section, where a whole section is referred to: it says what the section is about."""
    first = get(target.children[0]) if target.kind == "heading" and target.children else None
    if first is None or first.number in told:
        return []
    told.add(first.number)
    return [ReferencedRule(target.number, first, ())]


def _terms(get: Get, edition: Edition, family: tuple[Rule, ...], told: set[RuleNumber]) -> list[tuple[str, Rule]]:
    """The defined terms that a rule uses, each with its defining rule, where that is not told already."""
    terms = [term for term in terms_of(edition) if term.keyword is None]
    text = "\n".join(rule.text for rule in family if rule.text)
    inside = {rule.parent for rule in family} | {rule.number for rule in family}
    defined = []
    for term in used_in(text, terms):
        rule = next((r for n in term.rules if (r := get(n)) and r.text), None)
        if rule and rule.number not in told and rule.number not in inside:
            told.add(rule.number)
            defined.append((term.called(rule.language), rule))
    return defined[:_MOST_TERMS]
