"""Explain a rule: the rule with everything that it builds on, in the order in which a person would tell it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from rules_cli.lookup.rule_lookup import Lookup, RowRef, RuleInContext
from rules_cli.lookup.terms import TermDefinition, terms_of, used_in
from rules_cli.model import Rule, RuleNumber
from rules_cli.store.edition import Edition

Get = Callable[[str], Rule | None]
"""Returns the rule of a number, in the edition of the rule that is explained."""

_MOST_TERMS = 8  # terms with their rules: about a screen


@dataclass(frozen=True, slots=True)
class ReferencedRule:
    """A rule that another refers to, and the rules that it refers to itself; `cut` if it was shown before."""

    printed: str
    rule: Rule
    leans_on: tuple[ReferencedRule, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule in its context, the rules it refers to, the references that lead nowhere, and the terms it uses."""

    shown: RuleInContext
    leans_on: tuple[ReferencedRule, ...]
    not_here: tuple[str, ...]
    terms: tuple[tuple[str, Rule], ...]


@dataclass(frozen=True, slots=True)
class TermExplained:
    """What a word means, and each rule that defines it, explained."""

    meaning: TermDefinition
    explanations: tuple[Explanation, ...]


def explain(library: Lookup, row: RowRef, depth: int = 2) -> Explanation:
    """Explain a rule; the rules it refers to are followed `depth` references deep, each once."""
    shown = library.show(row)
    family = (shown.rule, *shown.below)
    seen = {rule.number for rule in family}
    get = cache(partial(library.rule_in, row.edition))  # thousands of rules may refer to one
    referenced = [found for rule in family for found in _follow(get, rule, depth, seen) if not found.cut]
    missing = dict.fromkeys(ref.printed for rule in family for ref in rule.references if not ref.resolved)
    return Explanation(shown, tuple(referenced), tuple(missing), tuple(_terms(get, row.edition, family, seen)))


def explain_term(library: Lookup, meaning: TermDefinition, depth: int = 2) -> TermExplained:
    """Explain each rule that defines a word, but not sub-rules of one that is explained already.

    Glossary entries are explained only if they name no rule.
    """
    installed = library.installed
    edition = next(e for e in installed.all(meaning.book) if e.name == meaning.edition and e.shipped == meaning.shipped)
    seen: set[RuleNumber] = set()
    explanations = []
    for rule in [rule for rule in meaning.rules if rule.number not in meaning.term.entries] or meaning.rules:
        entry = edition.get(rule.number)
        if rule.number not in seen and entry is not None:
            explanation = explain(library, RowRef(edition, entry), depth)
            explanations.append(explanation)
            seen |= {rule.number, *(below.number for below in explanation.shown.below)}
    return TermExplained(meaning, tuple(explanations))


def _follow(get: Get, rule: Rule, depth: int, seen: set[RuleNumber]) -> list[ReferencedRule]:
    """The rules that a rule refers to, each with those that it refers to; adds them to `seen`."""
    found = []
    for reference in rule.references:
        target = get(reference.target) if reference.resolved and depth > 0 else None
        if target is None:
            continue
        if target.number in seen:
            found.append(ReferencedRule(reference.printed, target, (), cut=True))
            continue
        seen.add(target.number)
        deeper = _first_of_section(get, target, seen) or _follow(get, target, depth - 1, seen)
        found.append(ReferencedRule(reference.printed, target, tuple(deeper)))
    return found


def _first_of_section(get: Get, target: Rule, seen: set[RuleNumber]) -> list[ReferencedRule]:
    """The first rule of a section that is referred to as a whole: it says what the section is about."""
    first = get(target.children[0]) if target.kind == "heading" and target.children else None
    if first is None or first.number in seen:
        return []
    seen.add(first.number)
    return [ReferencedRule(target.number, first, ())]


def _has_text(rule: Rule | None) -> bool:
    return rule is not None and bool(rule.text)


def _terms(get: Get, edition: Edition, family: Sequence[Rule], seen: set[RuleNumber]) -> list[tuple[str, Rule]]:
    """The terms that a rule uses, each with its defining rule unless that is shown already; adds them to `seen`."""
    terms = [term for term in terms_of(edition) if term.keyword is None]
    text = "\n".join(rule.text for rule in family if rule.text)
    parents = {rule.parent for rule in family}
    found: list[tuple[str, Rule]] = []
    for term in used_in(text, terms):
        rule = next(filter(_has_text, map(get, term.rules)), None)
        if rule and rule.number not in seen and rule.number not in parents:
            seen.add(rule.number)
            found.append((term.called(rule.language), rule))
    return found[:_MOST_TERMS]
