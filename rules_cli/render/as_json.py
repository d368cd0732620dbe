"""Answers as the JSON that docs/interface.md describes: plain values, ready for `out.write_json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rules_cli.render.language import said, say

if TYPE_CHECKING:
    from rules_cli.errors import RulesError
    from rules_cli.history.diff import Diff, RuleChange
    from rules_cli.history.rule_links import RuleLink
    from rules_cli.history.text_diff import Differences, Piece
    from rules_cli.history.trace import Trace, TraceStep
    from rules_cli.lookup.compose import RuleInContext
    from rules_cli.lookup.definitions import TermDefinition
    from rules_cli.lookup.explain import Explanation, ReferencedRule, TermExplained
    from rules_cli.lookup.permalink import Citation
    from rules_cli.model import Anomaly, Book, Dropped, Rule
    from rules_cli.search import Findings, Result
    from rules_cli.search.sentences import OurSentence

Answer = TypeVar("Answer")
_RULE = (
    "book edition number id kind parent order title text wording plain plain_current language references"
    " referenced_by examples notes children anomalies"
)


def _keys(value: object, names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names.split()}


def one_or_list(as_value: Callable[[Answer], dict[str, Any]], found: Sequence[Answer]) -> dict[str, Any] | list[Any]:
    """Return the value of an answer if there is only one, else the list of their values."""
    values = list(map(as_value, found))
    return values[0] if len(values) == 1 else values


def rule(found: Rule) -> dict[str, Any]:
    """Return a rule: the keys that every command gives; `penalty`, `conflicts` and `caution` if it has one."""
    value = {**_keys(found, _RULE), "references": _references(found)}
    value |= _penalty(found) | _conflicts(found)
    if found.caution:
        value["caution"] = said(found.caution)
    return value


def _penalty(found: Rule) -> dict[str, Any]:
    return {"penalty": [part._asdict() for part in found.penalty]} if found.penalty else {}


def _conflicts(found: Rule) -> dict[str, Any]:
    return {"conflicts": [conflict._asdict() for conflict in found.conflicts]} if found.conflicts else {}


def _references(found: Rule) -> list[dict[str, Any]]:
    return [_keys(each, "printed target resolved") for each in found.references]


def missing(error: RulesError) -> dict[str, Any]:
    """Return the error for a rule, term or book that was not found, with suggestions."""
    suggestions = {key: getattr(error, key) for key in ("asked", "closest", "section") if hasattr(error, key)}
    return {"error": str(error), **suggestions}


def results(query: str, found: Findings, why: bool = False, ours: Sequence[OurSentence] = ()) -> dict[str, Any]:
    """Return the answer to a search. `total` is that of a list; `beside` answers in another document of the game, and
    `sentences` are ours on the question, if any."""
    value = {
        "query": query,
        "confidence": found.confidence.share if found.confidence else None,
        "absent": list(found.absent),
        "corrected": dict(found.corrected),
        "nowhere": list(found.nowhere),
        **({} if found.total is None else {"total": found.total}),
        "results": [_result(hit, why) for hit in found.results],
    }
    if found.beside:
        value["beside"] = _result(found.beside, why)
    if ours:
        value["sentences"] = [
            {
                "kind": each.kind,
                "text": said(each.text),
                "about": say("both").join(each.terms),
                "rules": [rule.id for rule in each.rules],
            }
            for each in ours
        ]
    return value


def _result(hit: Result, why: bool) -> dict[str, Any]:
    value = {**_keys(hit.rule, "id book edition number"), **_keys(hit, "score tier"), "title": hit.rule.title}
    value |= {"snippet": hit.snippet, **_keys(hit.rule, "text wording"), **_penalty(hit.rule)}
    if why:
        reasons = ((reason.feature, reason.points, str(reason)) for reason in hit.why)
        value["why"] = [{"feature": name, "points": points, "text": text} for name, points, text in reasons]
    return value


def citation(found: Citation) -> dict[str, Any]:
    """Return a citation."""
    start = {**_keys(found.rule, "id book"), "book_title": found.book_title}
    words = _keys(found.rule, "edition number title text wording")
    return {**start, **words, **_keys(found, "link permanent"), **_conflicts(found.rule)}


def refs(found: RuleInContext) -> dict[str, Any]:
    """Return a rule's references, both ways."""
    both = {"references": _references(found.rule), "referenced_by": found.rule.referenced_by}
    return {**_keys(found.rule, "id edition"), **both}


def definition(found: TermDefinition) -> dict[str, Any]:
    """Return a term of one book, with the rules that define it."""
    return {
        "term": found.term.name,
        "asked": found.asked,
        "matched": found.how,
        "book": found.edition.slug,
        "edition": found.edition.name,
        **_keys(found.term, "keyword also"),
        "other": dict(found.term.other or {}),
        "rules": list(map(rule, found.rules)),
    }


def explanation(found: Explanation) -> dict[str, Any]:
    """Return a rule explained."""
    return {
        "rule": rule(found.shown.rule),
        "above": list(map(rule, found.shown.above)),
        "below": list(map(rule, found.shown.below)),
        "leans_on": list(map(_referenced, found.leans_on)),
        "not_installed": found.not_here,
        "terms": [{"term": each.name, "definition": each.definition, "rule": rule(each.rule)} for each in found.terms],
        "referenced_by": list(map(rule, found.shown.named_by)),
    }


def _referenced(found: ReferencedRule) -> dict[str, Any]:
    leans_on = list(map(_referenced, found.leans_on))
    return {"printed": found.printed, "rule": rule(found.rule), "leans_on": leans_on}


def term_explained(found: TermExplained) -> dict[str, Any]:
    """Return a term explained."""
    return {**definition(found.meaning), "explanations": list(map(explanation, found.explanations))}


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
        "anomalies": list(map(in_source, book.anomalies)),
        "dropped": list(map(in_source, book.dropped)),
    }


def in_source(found: Anomaly | Dropped) -> dict[str, Any]:
    """Return an anomaly of a source, or a line of it that is in no row."""
    value = found._asdict()
    value["file"] = value.pop("source")
    return value


# --- changes between editions: tests/render/test_history_json.py holds every key


def diff(found: Diff) -> dict[str, Any]:
    """Return the changes between two editions.

    `a` is null for a rule that was added, `b` for one that was removed. `also_b` are the other parts of a rule that was
    split, `also_a` those of one that was merged. `sure` is false for a guess. `words` is empty if only the number
    changed; `reference` marks a run that is a reference alone. `references` are those that lead to another rule, as
    printed. `retyped` counts further rules in which only quotation marks, dashes and the like differ. `numbers` are
    numbers of the older edition: `reused` are another rule's in the newer one, `gone` are no rule's.
    """
    from rules_cli.history.rule_links import KINDS  # here, because most answers compare nothing

    return {
        "book": found.a.slug,
        "from": found.a.name,
        "to": found.b.name,
        "worded": found.worded,
        "summary": {kind: found.counts.get(kind, 0) for kind in KINDS},
        "retyped": found.retyped,
        "numbers": {"reused": found.reused, "gone": found.gone},
        "changes": list(map(_change, found.changes)),
    }


def _change(change: RuleChange) -> dict[str, Any]:
    return {**_link(change.link, change.kinds), "title": (change.b or change.a)[0].title, **_words(change.words)}


def trace(found: Trace, at: str | None = None, only: TraceStep | None = None) -> dict[str, Any]:
    """Return a rule in its editions.

    `steps` are the editions that have the rule; with `--at`, only the one in force on that day; `below` are the
    changes of its sub-rules since. `appeared` is null if
    the oldest edition has the rule, `gone` if the newest has it. `other_rules` are the editions in which the asked
    number is another rule's.
    """
    first, last = found.steps[0].edition.name, found.steps[-1].edition.name
    return {
        "book": found.asked.edition.slug,
        "asked": found.asked.number,
        "asked_edition": found.asked.edition.name,
        "at": at,
        "steps": list(map(_step, [only] if only else found.steps)),
        "appeared": {"edition": first, "after": found.before.name} if found.before else None,
        "gone": {"edition": found.gone.name, "last": last} if found.gone else None,
        "other_rules": [edition.name for edition in found.others],
    }


def _step(step: TraceStep) -> dict[str, Any]:
    return {
        "edition": step.edition.name,
        **_keys(step.place, "number id"),
        "sure": step.sure,
        "above": step.headings,
        **_keys(step.rule, "title text wording"),
        "since": {**_link(step.since, step.since.kinds), **_words(step.words)} if step.since else None,
        "below": list(map(_change, step.below)),
    }


def _link(link: RuleLink, kinds: Sequence[str]) -> dict[str, Any]:
    ends = {"a": link.a[0] if link.a else None, "b": link.b[0] if link.b else None}
    return {"kinds": kinds, **ends, "also_a": link.a[1:], "also_b": link.b[1:], **_keys(link, "confidence sure")}


def _words(words: Differences) -> dict[str, Any]:
    return {
        "words": _pieces((*words.title, *words.text)),
        "examples": list(filter(None, map(_pieces, words.examples))),
        "notes": list(filter(None, map(_pieces, words.notes))),
        "references": [{"a": old, "b": new} for old, new in words.references()],
    }


def _pieces(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    """Return a compared text; an empty list if nothing in it changed."""
    values = [_keys(piece, "op text") | ({"reference": True} if piece.is_reference else {}) for piece in pieces]
    return values if any(value["op"] != "same" for value in values) else []
