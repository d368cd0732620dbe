"""The JSON of `rules diff` and `rules trace`. tests/render/test_history_json.py holds every key.

`a` is null for a rule that was added, `b` for one that was removed. `also_b` are the other parts of a rule that was
split, `also_a` those of one that was merged. `sure` is false for a guess. `words` is empty if only the number changed;
`reference` marks a run that is a reference alone. `references` are those that lead to another rule, as printed.
`retyped` counts further rules in which only quotation marks, dashes and the like differ. `numbers` are those of the
older edition that are another rule's in the newer, or no rule's.

`steps` are the editions that have the rule; with `--at`, only the one in force on that day. `appeared` is null if the
oldest edition has the rule, `gone` if the newest has it. `other_rules` are the editions in which the asked number is
another rule's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.history.rule_links import KINDS

if TYPE_CHECKING:
    from rules_cli.history.diff import Diff, RuleChange
    from rules_cli.history.rule_links import RuleLink
    from rules_cli.history.text_diff import Differences, Piece
    from rules_cli.history.trace import Trace, TraceStep


def diff(found: Diff) -> dict[str, Any]:
    """Return the changes between two editions as one document."""
    return {
        "book": found.a.slug,
        "from": found.a.name,
        "to": found.b.name,
        "worded": found.worded,
        "summary": {kind: found.counts.get(kind, 0) for kind in KINDS},
        "retyped": found.retyped,
        "numbers": {"reused": found.reused, "gone": found.gone},
        "changes": [_change(change) for change in found.changes],
    }


def trace(found: Trace, at: str | None = None, only: TraceStep | None = None) -> dict[str, Any]:
    """Return a trace as one document."""
    first, last = found.steps[0].edition.name, found.steps[-1].edition.name
    return {
        "book": found.asked.edition.slug,
        "asked": found.asked.number,
        "asked_edition": found.asked.edition.name,
        "at": at,
        "steps": [_step(step) for step in ((only,) if only else found.steps)],
        "appeared": {"edition": first, "after": found.before.name} if found.before else None,
        "gone": {"edition": found.gone.name, "last": last} if found.gone else None,
        "other_rules": [edition.name for edition in found.others],
    }


def _change(change: RuleChange) -> dict[str, Any]:
    title = (change.b or change.a)[0].title
    return {**_link(change.link, change.kinds), "title": title, **_words(change.words)}


def _step(step: TraceStep) -> dict[str, Any]:
    since = step.since
    return {
        "edition": step.edition.name,
        "number": step.place.number,
        "id": step.place.id,
        "sure": step.sure,
        "above": step.headings,
        "title": step.rule.title,
        "text": step.rule.text,
        "wording": step.rule.wording,
        "since": {**_link(since, since.kinds), **_words(step.words)} if since else None,
    }


def _link(link: RuleLink, kinds: Sequence[str]) -> dict[str, Any]:
    return {
        "kinds": kinds,
        "a": link.a[0] if link.a else None,
        "b": link.b[0] if link.b else None,
        "also_a": link.a[1:],
        "also_b": link.b[1:],
        "confidence": link.confidence,
        "sure": link.sure,
    }


def _words(words: Differences) -> dict[str, Any]:
    return {
        "words": _pieces((*words.title, *words.text)),
        "examples": list(filter(None, map(_pieces, words.examples))),
        "notes": list(filter(None, map(_pieces, words.notes))),
        "references": [{"a": old, "b": new} for old, new in words.references()],
    }


def _pieces(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    """Return a compared text; an empty list if nothing in it changed."""
    found: list[dict[str, Any]] = []
    for piece in pieces:
        found.append({"op": piece.op, "text": piece.text})
        if piece.is_reference:
            found[-1]["reference"] = True
    return found if any(piece["op"] != "same" for piece in found) else []
