"""Answers as the JSON that docs/interface.md describes: plain values, ready for `out.write_json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_cli.errors import RulesError
    from rules_cli.lookup.cite import Citation
    from rules_cli.lookup.explain import Explanation, ReferencedRule, TermExplained
    from rules_cli.lookup.rule_lookup import RuleInContext
    from rules_cli.lookup.terms import TermDefinition
    from rules_cli.model import Anomaly, Book, Reference, Rule
    from rules_cli.search import Result

_RULE = (
    "book edition number id kind parent order title text wording plain plain_current language references"
    " referenced_by examples notes children anomalies"
).split()


def _keys(value: object, names: list[str] | tuple[str, ...]) -> dict[str, Any]:
    """Return the named attributes of a value, in this order."""
    return {name: getattr(value, name) for name in names}


def rule(found: Rule) -> dict[str, Any]:
    """Return a rule: the keys that every command gives; `penalty`, `conflicts` and `caution` if it has one."""
    value = {**_keys(found, _RULE), "references": [reference(each) for each in found.references]}
    if found.penalty:
        value["penalty"] = [each._asdict() for each in found.penalty]
    value |= _conflicts(found)
    return {**value, "caution": found.caution} if found.caution else value


def _conflicts(found: Rule) -> dict[str, Any]:
    """Return the key `conflicts` if other rules disagree with a rule."""
    return {"conflicts": [each._asdict() for each in found.conflicts]} if found.conflicts else {}


def reference(found: Reference) -> dict[str, Any]:
    """Return a cross-reference."""
    return _keys(found, ("printed", "target", "resolved"))


def missing(error: RulesError) -> dict[str, Any]:
    """Return the error for a rule, term or book that was not found, with suggestions."""
    return {
        "error": str(error),
        **{key: getattr(error, key) for key in ("asked", "closest", "section") if hasattr(error, key)},
    }


def results(query: str, found: list[Result], why: bool = False) -> dict[str, Any]:
    """Return the answer to a search."""
    return {"query": query, "results": [_result(hit, why) for hit in found]}


def _result(hit: Result, why: bool) -> dict[str, Any]:
    value = {
        **_keys(hit.rule, ("id", "book", "edition", "number")),
        **_keys(hit, ("score", "tier")),
        "title": hit.rule.title,
        "snippet": hit.snippet,
        "wording": hit.rule.wording,
    }
    return {**value, "why": list(map(str, hit.why))} if why else value


def citation(found: Citation) -> dict[str, Any]:
    """Return a citation."""
    return {
        **_keys(found.rule, ("id", "book")),
        "book_title": found.book_title,
        **_keys(found.rule, ("edition", "number", "title", "text", "wording")),
        **_keys(found, ("link", "permanent")),
        **_conflicts(found.rule),
    }


def refs(found: RuleInContext) -> dict[str, Any]:
    """Return a rule's references, both ways."""
    return {
        **_keys(found.rule, ("id", "edition")),
        "references": [reference(each) for each in found.rule.references],
        "referenced_by": found.rule.referenced_by,
    }


def definition(found: TermDefinition) -> dict[str, Any]:
    """Return a term of one book, with the rules that define it."""
    return {
        "term": found.term.name,
        "asked": found.asked,
        "matched": found.how,
        **_keys(found, ("book", "edition")),
        **_keys(found.term, ("keyword", "also")),
        "other": dict(found.term.other or {}),
        "rules": [rule(each) for each in found.rules],
    }


def explanation(found: Explanation) -> dict[str, Any]:
    """Return a rule explained."""
    return {
        "rule": rule(found.shown.rule),
        "above": [rule(each) for each in found.shown.above],
        "below": [rule(each) for each in found.shown.below],
        "leans_on": [_referenced(each) for each in found.leans_on],
        "not_installed": found.not_here,
        "terms": [{"term": each.name, "definition": each.definition, "rule": rule(each.rule)} for each in found.terms],
        "referenced_by": [rule(each) for each in found.shown.named_by],
    }


def _referenced(found: ReferencedRule) -> dict[str, Any]:
    """Return a rule that another refers to."""
    return {
        "printed": found.printed,
        "rule": rule(found.rule),
        "leans_on": [_referenced(each) for each in found.leans_on],
    }


def term_explained(found: TermExplained) -> dict[str, Any]:
    """Return a term explained."""
    return {**definition(found.meaning), "explanations": [explanation(each) for each in found.explanations]}


def imported(book: Book) -> dict[str, Any]:
    """Return what an import read, with its anomalies and dropped lines."""
    groups = book.groups()
    references = [each for row in book.rows for each in row.references]
    return {
        "book": book.slug,
        "edition": book.edition,
        "rules": groups.count("rule"),
        "headings": groups.count("heading"),
        "fragments": sum(row.kind == "fragment" for row in book.rows),
        "examples": sum(len(row.words.examples) for row in book.rows),
        "references": len(references),
        "unresolved": sum(not each.resolved and not each.foreign for each in references),
        "anomalies": [anomaly(each) for each in book.anomalies],
        "dropped": [{**_keys(each, ("line", "text", "why")), "file": each.source} for each in book.dropped],
    }


def anomaly(found: Anomaly) -> dict[str, Any]:
    """Return a misprint or a hole in a source."""
    return {**_keys(found, ("kind", "number", "line", "detail")), "file": found.source}
