"""What changed between editions, as JSON. Plain values out; nothing is printed here.

The JSON of `rules diff`:

    {"book": "mtg", "from": "2015-01-23", "to": "2024-11-08", "worded": true,
     "summary": {"added": 1, "removed": 0, "split": 0, "merged": 0, "moved": 0, "renumbered": 1, "changed": 1,
                 "examples": 0, "notes": 0, "references": 0},
     "numbers": {"reused": ["704.5k"], "gone": []},
     "changes": [{"kinds": ["renumbered", "changed"], "a": "704.5k", "b": "704.5j", "also_a": [], "also_b": [],
                  "confidence": 0.97, "sure": true, "title": null, "words": [{"op": "same", "text": "…"},
                  {"op": "old", "text": "…"}, {"op": "new", "text": "…", "reference": true}],
                  "examples": [[{"op": "new", "text": "…"}]], "notes": [], "references": [{"a": "…", "b": "…"}]}]}

The JSON of `rules trace`:

    {"book": "mtg", "asked": "704.5k", "asked_edition": "2015-01-23", "at": null,
     "steps": [{"edition": "2015-01-23", "number": "704.5k", "id": "mtg:704.5k", "sure": true, "above": ["…"],
                "title": null, "text": "…", "wording": "official", "since": null},
               {"edition": "2024-11-08", "number": "704.5j", …, "since": {a change, as above}}],
     "appeared": {"edition": "2015-01-23", "after": "2006-10-01"}, "gone": {"edition": "…", "last": "…"},
     "other_rules": ["2024-11-08"]}

`steps` are the editions that have the rule; with `--at`, the one in force on that day. `appeared` is null where the
oldest edition installed has it, `gone` where the newest has; `other_rules` are the editions in which the number asked
for is another rule's.

`a` is null for a rule that was added, `b` for one that was removed; `also_b` are the further parts of one that was
split, `also_a` of one that was merged. `sure` is false for a guess. `words` is empty where only the number changed;
`reference` marks a run of words that is a reference alone. `references` are the tokens that name another rule than
before, as printed. `numbers` are those of the older edition that name another rule in the newer, or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.history.rule_links import KINDS

if TYPE_CHECKING:
    from rules_cli.history.diff import Diff, RuleChange
    from rules_cli.history.rule_links import RuleLink
    from rules_cli.history.text_diff import Differences, Piece
    from rules_cli.history.trace import Trace, TraceStep


def diff(found: Diff) -> dict[str, Any]:
    """The changes as one document."""
    return {
        "book": found.a.slug,
        "from": found.a.name,
        "to": found.b.name,
        "worded": found.worded,
        "summary": {kind: found.counts.get(kind, 0) for kind in KINDS},
        "numbers": {"reused": list(found.reused), "gone": list(found.gone)},
        "changes": [_change(change) for change in found.changes],
    }


def _change(change: RuleChange) -> dict[str, Any]:
    title = (change.b or change.a)[0].title
    return {**_link(change.link, change.kinds), "title": title, **_words(change.words)}


def _link(link: RuleLink, kinds: Sequence[str]) -> dict[str, Any]:
    first_a, *also_a = link.a or (None,)
    first_b, *also_b = link.b or (None,)
    return {
        "kinds": list(kinds),
        "a": first_a,
        "b": first_b,
        "also_a": also_a,
        "also_b": also_b,
        "confidence": link.confidence,
        "sure": link.sure,
    }


def _words(words: Differences) -> dict[str, Any]:
    return {
        "words": _pieces((*words.title, *words.text)),
        "examples": [pieces for each in words.examples if (pieces := _pieces(each))],
        "notes": [pieces for each in words.notes if (pieces := _pieces(each))],
        "references": [{"a": old, "b": new} for old, new in words.references()],
    }


def _pieces(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """A compared text; nothing where all is the same."""
    if all(piece.op == "same" for piece in pieces):
        return []
    named = {"reference": True}
    return [{"op": each.op, "text": each.text, **(named if each.is_reference else {})} for each in pieces]


def trace(found: Trace, at: str | None = None, only: TraceStep | None = None) -> dict[str, Any]:
    """A trace as one document."""
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


def _step(step: TraceStep) -> dict[str, Any]:
    since = step.since
    return {
        "edition": step.edition.name,
        "number": step.place.number,
        "id": step.place.id,
        "sure": step.sure,
        "above": list(step.headings),
        "title": step.rule.title,
        "text": step.rule.text,
        "wording": step.rule.wording,
        "since": {**_link(since, since.kinds), **_words(step.words)} if since else None,
    }
