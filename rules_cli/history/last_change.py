"""Whether a rule changed, or is new, since the edition before: cheap enough for each look-up.

Two editions are never matched here. If their match is kept (`rules fetch`, `import` and `diff` keep it), it answers;
else the edition before is asked for the number and for the words, and nothing is said of a rule that may be another.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Literal, NamedTuple

from rules_cli.errors import LibraryError
from rules_cli.history import kept_pairs
from rules_cli.model import Rule
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks

ChangeKind = Literal["new", "changed"]
_SAME_RULE = 0.6  # of the words, in order: rules made on one pattern differ in their titles, or in those above them


class LastChange(NamedTuple):
    """The edition in which a rule changed last, and how."""

    edition: str
    kind: ChangeKind


class LastChanges:
    """The last changes of many rules. Each edition is compared with the one before it once."""

    def __init__(self, installed: InstalledBooks) -> None:
        self._installed = installed
        self._known: dict[tuple[str, str], tuple[Edition, Edition, Mapping[str, ChangeKind] | None] | None] = {}

    def of(self, rule: Rule) -> LastChange | None:
        """Return the change of a rule from the edition before its own; None if it has none, or none is sure."""
        key = rule.book, rule.edition
        if key not in self._known:
            named = (each for each in self._installed.own(rule.book) if each.name == rule.edition)
            pairs = [(before, each) for each in named if (before := self._installed.before(each))]
            self._known[key] = (*pairs[0], _kept(*pairs[0])) if pairs else None
        kind: ChangeKind | None = None
        with suppress(LibraryError):  # of a damaged edition, `rules doctor` tells more
            if (known := self._known[key]) and rule.wording != "plain":
                before, edition, kept = known
                kind = kept.get(rule.number) if kept is not None else _reworded(before, edition, rule.number)
        return LastChange(rule.edition, kind) if kind else None


def _kept(before: Edition, edition: Edition) -> Mapping[str, ChangeKind] | None:
    """Return the rules that are new or changed, by the kept match of two editions; None if no match is kept."""
    kept = kept_pairs.read([before, edition])
    if kept is None:
        return None
    found: dict[str, ChangeKind] = {}
    for of_a, of_b, _, kinds in kept["links"] if kept["worded"] else ():
        if not of_a or not kept_pairs.REWORDED.isdisjoint(kinds):
            found.update(dict.fromkeys(of_b, "changed" if of_a else "new"))
    new = sum(kind == "new" for kind in found.values())
    is_part = 2 * new >= int(edition.about["rows"])  # a part of the book was imported before
    return {} if is_part else found


def _reworded(before: Edition, edition: Edition, number: str) -> ChangeKind | None:
    """Return "changed" if a rule surely has other words now: it has its number still, and most of its words."""
    newer, older = edition.get(number), before.get(number)
    if not (newer and older):
        return None
    now, then = newer.row, older.row
    if not (now.words.text and then.words.text) or now.fingerprint == then.fingerprint or now.title != then.title:
        return None
    if before.with_words(now.fingerprint) or edition.with_words(then.fingerprint):
        return None  # it has another number now
    from rapidfuzz.distance import LCSseq

    from rules_cli.history.passages import passages

    old, new = (passages(row).text.key().split() for row in (then, now))
    return "changed" if old != new and LCSseq.normalized_similarity(old, new) >= _SAME_RULE else None
