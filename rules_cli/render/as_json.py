"""Answers as the JSON of INTERFACE.md. Plain values out; nothing is printed here."""

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


def rule(found: Rule) -> dict[str, Any]:
    """A rule: the keys that every command gives, and `caution` where there is one."""
    value = {
        "book": found.book,
        "edition": found.edition,
        "number": found.number,
        "id": found.id,
        "kind": found.kind,
        "parent": found.parent,
        "order": found.order,
        "title": found.title,
        "text": found.text,
        "wording": found.wording,
        "plain": found.plain,
        "plain_current": found.plain_current,
        "language": found.language,
        "references": [reference(ref) for ref in found.references],
        "referenced_by": list(found.referenced_by),
        "examples": list(found.examples),
        "notes": list(found.notes),
        "children": list(found.children),
        "anomalies": list(found.anomalies),
    }
    return {**value, "caution": found.caution} if found.caution else value


def reference(found: Reference) -> dict[str, Any]:
    """A cross-reference."""
    return {"printed": found.printed, "target": found.target, "resolved": found.resolved}


def missing(error: RulesError) -> dict[str, Any]:
    """What is said of a rule, term or book that is not there."""
    found: dict[str, Any] = {"error": str(error)}
    for key in ("asked", "closest", "section"):
        if hasattr(error, key):
            value = getattr(error, key)
            found[key] = list(value) if isinstance(value, tuple) else value
    return found


def results(query: str, found: list[Result], why: bool = False) -> dict[str, Any]:
    """A search."""
    return {"query": query, "results": [_result(hit, why) for hit in found]}


def _result(hit: Result, why: bool) -> dict[str, Any]:
    value: dict[str, Any] = {
        "id": hit.rule.id,
        "book": hit.rule.book,
        "edition": hit.rule.edition,
        "number": hit.rule.number,
        "score": hit.score,
        "tier": hit.tier,
        "title": hit.rule.title,
        "snippet": hit.snippet,
        "wording": hit.rule.wording,
    }
    return {**value, "why": list(hit.why)} if why else value


def citation(found: Citation) -> dict[str, Any]:
    """A citation."""
    return {
        "id": found.rule.id,
        "book": found.rule.book,
        "book_title": found.book_title,
        "edition": found.rule.edition,
        "number": found.rule.number,
        "title": found.rule.title,
        "text": found.rule.text,
        "wording": found.rule.wording,
        "link": found.link,
        "permanent": found.permanent,
    }


def refs(found: RuleInContext) -> dict[str, Any]:
    """A rule's references, both ways."""
    return {
        "id": found.rule.id,
        "edition": found.rule.edition,
        "references": [reference(ref) for ref in found.rule.references],
        "referenced_by": list(found.rule.referenced_by),
    }


def meaning(found: TermDefinition) -> dict[str, Any]:
    """A term of one book, with the rules that define it."""
    return {
        "term": found.term.name,
        "asked": found.asked,
        "matched": found.how,
        "book": found.book,
        "edition": found.edition,
        "keyword": found.term.keyword,
        "also": list(found.term.also),
        "other": dict(found.term.other or {}),
        "rules": [rule(defining) for defining in found.rules],
    }


def explanation(found: Explanation) -> dict[str, Any]:
    """A rule explained."""
    return {
        "rule": rule(found.shown.rule),
        "above": [rule(above) for above in found.shown.above],
        "below": [rule(below) for below in found.shown.below],
        "leans_on": [_unfolded(each) for each in found.leans_on],
        "not_installed": list(found.not_here),
        "terms": [{"term": name, "rule": rule(defining)} for name, defining in found.terms],
        "referenced_by": [rule(citing) for citing in found.shown.named_by],
    }


def _unfolded(found: ReferencedRule) -> dict[str, Any]:
    """A rule that another leans on; one that stands in the document already is only named."""
    shown = {key: getattr(found.rule, key) for key in _NAMED} if found.cut else rule(found.rule)
    return {"printed": found.printed, "rule": shown, "leans_on": [_unfolded(each) for each in found.leans_on]}


_NAMED = ("book", "edition", "number", "id", "kind", "title")


def term_explained(found: TermExplained) -> dict[str, Any]:
    """A word explained."""
    return {**meaning(found.meaning), "explanations": [explanation(each) for each in found.explanations]}


def imported(book: Book) -> dict[str, Any]:
    """What an import read, and everything that was odd about it."""
    references = [ref for row in book.rows for ref in row.references]
    return {
        "book": book.slug,
        "edition": book.edition,
        "rules": sum(row.kind == "rule" for row in book.rows),
        "headings": sum(row.kind == "heading" for row in book.rows),
        "fragments": sum(row.kind == "fragment" for row in book.rows),
        "examples": sum(len(row.words.examples) for row in book.rows),
        "references": len(references),
        "unresolved": sum(not ref.resolved for ref in references),
        "anomalies": [anomaly(each) for each in book.anomalies],
        "dropped": [{"line": d.line, "text": d.text, "why": d.why, "file": d.source} for d in book.dropped],
    }


def anomaly(found: Anomaly) -> dict[str, Any]:
    """A misprint or a hole in a source."""
    return {
        "kind": found.kind,
        "number": found.number,
        "line": found.line,
        "detail": found.detail,
        "file": found.source,
    }
