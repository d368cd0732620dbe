"""Explain a rule: the rule with everything that it builds on, in the order in which a person would tell it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from rules_cli.lookup.compose import RowRef, RuleInContext
from rules_cli.lookup.definitions import TermDefinition
from rules_cli.lookup.find import Lookup
from rules_cli.lookup.forms import forms
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import Reference, Rule, RuleNumber
from rules_cli.text import fold

Get = Callable[[str], Rule | None]
"""Returns the rule of a number, in the edition of the rule that is explained."""

DEPTH = 2  # references that are followed, one after the other, unless asked for more
_MOST_TERMS = 8  # with their definitions: about a screen
_WORD = re.compile(r"(?<![\w-])\w+")
_END = re.compile(r"(?:s|es)?(?![\w-])")


class ReferencedRule(NamedTuple):
    """A rule that another refers to, and the rules that it refers to itself, but for those shown before."""

    printed: str
    rule: Rule
    leans_on: tuple[ReferencedRule, ...]


class UsedTerm(NamedTuple):
    """A term that a rule uses, the rule that defines it, and its definition: of the book's glossary, else that rule.
    `references` are those in the definition."""

    name: str
    rule: Rule
    definition: str
    references: tuple[Reference, ...] = ()


class Explanation(NamedTuple):
    """A rule in its context, the rules it refers to, the references that lead nowhere, and the terms it uses."""

    shown: RuleInContext
    leans_on: tuple[ReferencedRule, ...]
    not_here: tuple[str, ...]
    terms: tuple[UsedTerm, ...]


class TermExplained(NamedTuple):
    """The meaning of a word, and each rule that defines it, explained."""

    meaning: TermDefinition
    explanations: tuple[Explanation, ...]


def explain(library: Lookup, row: RowRef, depth: int = DEPTH) -> Explanation:
    """Explain a rule; the rules it refers to are followed `depth` references deep, each once."""
    shown = library.show(row)
    family = (shown.rule, *shown.below)
    seen = {rule.number for rule in family}
    get = cache(partial(library.rule_named, row.edition))  # thousands of rules may refer to one
    referenced = [found for rule in family for found in _follow(get, rule, depth, seen)]
    missing = dict.fromkeys(
        ref.printed for rule in family for ref in rule.references if not ref.resolved and not ref.foreign
    )
    return Explanation(shown, tuple(referenced), tuple(missing), tuple(_terms(get, row, family, seen)))


def explain_term(library: Lookup, meaning: TermDefinition, depth: int = DEPTH) -> TermExplained:
    """Explain each rule that defines a word, but not sub-rules of one that is explained already.

    Glossary entries are explained only if they name no rule.
    """
    seen: set[RuleNumber] = set()
    explanations = []
    for rule in [rule for rule in meaning.rules if rule.number not in meaning.term.entries] or meaning.rules:
        entry = meaning.edition.get(rule.number)
        if rule.number not in seen and entry is not None:
            explanation = explain(library, RowRef(meaning.edition, entry), depth)
            explanations.append(explanation)
            seen |= {rule.number, *(below.number for below in explanation.shown.below)}
    return TermExplained(meaning, tuple(explanations))


def _follow(get: Get, rule: Rule, depth: int, seen: set[RuleNumber]) -> list[ReferencedRule]:
    """The rules that a rule refers to, each with those that it refers to; adds them to `seen`."""
    found = []
    for reference in rule.references:
        target = get(reference.target) if reference.resolved and depth > 0 else None
        if target is None or reference.target in seen:
            continue
        seen.add(RuleNumber(reference.target))
        deeper = (
            [] if reference.foreign else _first_of_section(get, target, seen) or _follow(get, target, depth - 1, seen)
        )
        found.append(ReferencedRule(reference.printed, target, tuple(deeper)))
    return found


def _first_of_section(get: Get, target: Rule, seen: set[RuleNumber]) -> list[ReferencedRule]:
    """The first rule of a section that is referred to as a whole: it says what the section is about."""
    first = get(target.children[0]) if target.kind == "heading" and target.children else None
    if first is None or first.number in seen:
        return []
    seen.add(first.number)
    return [ReferencedRule(target.number, first, ())]


# Complexity: a term has an entry, a rule, or both, and each is shown once.
def _terms(get: Get, row: RowRef, family: Sequence[Rule], seen: set[RuleNumber]) -> Iterator[UsedTerm]:
    """Yield the terms that a rule uses, the rarest in the book first, unless the rule that defines one is shown."""
    text = "\n".join(rule.text or "" for rule in family)
    here = {*seen, *(rule.parent for rule in family)}
    shown = set(here)
    found = 0
    used = used_in(text, [term for term in terms_of(row.edition) if term.keyword is None])
    for term in sorted(used, key=lambda term: term.uses):
        rule = _defining_rule(get, term)
        entry = get(term.entries[0]) if term.entries else None
        defining = entry if entry and entry.text else rule
        is_shown = not here.isdisjoint(term.rules) or (defining and defining.number in shown)
        if rule and defining and found < _MOST_TERMS and not is_shown:
            found += 1
            shown.add(defining.number)
            yield UsedTerm(term.called(rule.language), rule, defining.text or "", defining.references)


def _defining_rule(get: Get, term: Term) -> Rule | None:
    """Return the first rule of a term that has a text, or the rule of the first section that has some."""
    names = forms([term.name])
    rules = filter(None, map(get, term.rules))
    return next((found for rule in rules if (found := rule if rule.text else _in_section(get, rule, names))), None)


def _in_section(get: Get, section: Rule, names: Collection[str]) -> Rule | None:
    """Return the first rule of a section whose title is one of the names; of another, the first that has one."""
    below = [child for child in map(get, section.children) if child and child.text]
    naming = (child for child in below if any(name in fold(child.text or "") for name in names))
    if not below or fold(section.title or "") in names:
        return below[0] if below else None
    return next(naming, below[0])


def used_in(text: str, terms: Iterable[Term]) -> list[Term]:
    """The terms that a text uses as terms, in the order of their first use.

    Where several names begin with one word the longest counts, and no name within it. Time is linear in the text.
    """
    names = _by_first_word(terms)
    folded, end = fold(text), 0
    found: dict[str, Term] = {}
    for word in _WORD.finditer(folded):
        if word.start() < end:
            continue
        own = [form for form in (word[0], word[0].removesuffix("s"), word[0].removesuffix("es")) if form in names]
        for name, term in sorted((pair for form in own for pair in names[form]), key=lambda pair: -len(pair[0])):
            if folded.startswith(name, word.start()) and (closing := _END.match(folded, word.start() + len(name))):
                end = closing.end()
                if not term.everyday:
                    found.setdefault(term.name, term)
                break
    return list(found.values())


def _by_first_word(terms: Iterable[Term]) -> Mapping[str, Sequence[tuple[str, Term]]]:
    """The folded names of terms that books print in any language, by their first words."""
    names: dict[str, list[tuple[str, Term]]] = defaultdict(list)
    for term in terms:
        for name in map(fold, (term.name, *(term.other or {}).values())):
            if first := _WORD.match(name):
                names[first[0]].append((name, term))
    return names
