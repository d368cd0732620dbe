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
_MOST_TERMS = 8  # with their definitions, they fill about a screen
_WORD = re.compile(r"(?<![\w-])\w+")
_END = re.compile(r"(?:s|es)?(?![\w-])")


class ReferencedRule(NamedTuple):
    """A rule that another refers to, and the rules that it refers to itself, without those shown before."""

    printed: str
    rule: Rule
    leans_on: tuple[ReferencedRule, ...]


class UsedTerm(NamedTuple):
    """A term that a rule uses, the rule that defines it, and its definition: of the book's glossary, else of that rule.
    `references` are the references in the definition."""

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
    leans_on = [referenced for rule in family for referenced in _follow(get, rule, depth, seen)]
    missing = dict.fromkeys(
        ref.printed for rule in family for ref in rule.references if not ref.resolved and not ref.foreign
    )
    return Explanation(shown, tuple(leans_on), tuple(missing), tuple(_terms(get, row, family, seen)))


def explain_term(library: Lookup, meaning: TermDefinition, depth: int = DEPTH) -> TermExplained:
    """Explain each rule that defines a word, except sub-rules of a rule that is explained already. Glossary entries are
    explained only if no rule defines the word."""
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
    """Return the rules that a rule refers to, `depth` references deep, without those in `seen`; add them to `seen`."""
    referenced = []
    for reference in rule.references if depth > 0 else ():
        target = get(reference.target) if reference.resolved else None
        if target is None or reference.target in seen:
            continue
        seen.add(RuleNumber(reference.target))
        deeper: list[ReferencedRule] = []
        if not reference.foreign:  # rules of another document have other numbers
            deeper = _first_of_section(get, target, seen) or _follow(get, target, depth - 1, seen)
        referenced.append(ReferencedRule(reference.printed, target, tuple(deeper)))
    return referenced


def _first_of_section(get: Get, target: Rule, seen: set[RuleNumber]) -> list[ReferencedRule]:
    """Return the first rule of a section that is referred to, and add it to `seen`; nothing for other rules. It says
    what the section is about."""
    first = get(target.children[0]) if target.kind == "heading" and target.children else None
    if first is None or first.number in seen:
        return []
    seen.add(first.number)
    return [ReferencedRule(target.number, first, ())]


# Complexity: a term has an entry, a rule, or both, and each is shown once.
def _terms(get: Get, row: RowRef, family: Sequence[Rule], seen: set[RuleNumber]) -> Iterator[UsedTerm]:
    """Yield the terms that a rule uses, the rarest in the book first, unless a rule that defines the term is shown."""
    text = "\n".join(rule.text or "" for rule in family)
    parents = (get(rule.parent) for rule in family if rule.parent)
    on_page = {*seen, *(parent.number for parent in parents if parent and parent.text)}  # a heading defines nothing
    definitions: set[RuleNumber] = set()
    used = used_in(text, [term for term in terms_of(row.edition) if term.keyword is None])
    for term in sorted(used, key=lambda term: term.uses):
        rule = _defining_rule(get, term)
        entry = get(term.entries[0]) if term.entries else None
        defining = entry if entry and entry.text else rule
        if rule is None or defining is None or not on_page.isdisjoint((*term.rules, rule.number, defining.number)):
            continue
        if defining.number not in definitions and len(definitions) < _MOST_TERMS:
            definitions.add(defining.number)
            yield UsedTerm(term.called(rule.language), rule, defining.text or "", defining.references)


def _defining_rule(get: Get, term: Term) -> Rule | None:
    """Return the first rule of a term that has a text; for a section, a rule in it. None without such a rule."""
    names = forms([term.name])
    for rule in filter(None, map(get, term.rules)):
        if defining := rule if rule.text else _in_section(get, rule, names):
            return defining
    return None


def _in_section(get: Get, section: Rule, names: Collection[str]) -> Rule | None:
    """Return the first rule of a section that has one of the names, or just the first, as in a section with that title.
    None if the section has no rules with a text."""
    below = [child for child in map(get, section.children) if child and child.text]
    if not below or fold(section.title or "") in names:
        return below[0] if below else None
    return next((child for child in below if any(name in fold(child.text or "") for name in names)), below[0])


def used_in(text: str, terms: Iterable[Term]) -> list[Term]:
    """Return the terms that a text uses as terms, in the order of their first use. If several names begin with one
    word, the longest counts, and no name within it. Time is linear in the text."""
    names = _by_first_word(terms)
    folded, end = fold(text), 0
    used: dict[str, Term] = {}
    for word in _WORD.finditer(folded):
        start = word.start()
        if start < end:
            continue
        forms_of_word = (word[0], word[0].removesuffix("s"), word[0].removesuffix("es"))
        beginning = [pair for form in forms_of_word for pair in names.get(form, ())]
        for name, term in sorted(beginning, key=lambda pair: -len(pair[0])):
            if folded.startswith(name, start) and (closing := _END.match(folded, start + len(name))):
                end = closing.end()
                if not term.everyday:
                    used.setdefault(term.name, term)
                break
    return list(used.values())


def _by_first_word(terms: Iterable[Term]) -> Mapping[str, Sequence[tuple[str, Term]]]:
    """Return the folded names of terms that books print in any language, by their first words."""
    names: dict[str, list[tuple[str, Term]]] = defaultdict(list)
    for term in terms:
        for name in map(fold, (term.name, *(term.other or {}).values())):
            if first := _WORD.match(name):
                names[first[0]].append((name, term))
    return names
