"""Whether a rule changed, or is new, since the edition before: cheap enough for each look-up.

Two editions are never matched in this module. If their match is kept (`rules fetch`, `import` and `diff` keep it), it
answers. Else the edition before is asked for the number and for the words; a rule that may be another has no answer.
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
        self._compared: dict[tuple[str, str], tuple[Edition, Edition, Mapping[str, ChangeKind] | None] | None] = {}

    def of(self, rule: Rule) -> LastChange | None:
        """Return the change of a rule from the edition before its own; None if it has none, or none is sure."""
        key = rule.book, rule.edition
        if key not in self._compared:
            editions = (edition for edition in self._installed.own(rule.book) if edition.name == rule.edition)
            pairs = [(before, edition) for edition in editions if (before := self._installed.before(edition))]
            self._compared[key] = (*pairs[0], _kept_changes(*pairs[0])) if pairs else None
        compared = self._compared[key]
        if compared is None or rule.wording == "plain":
            return None
        before, edition, changes = compared
        kind: ChangeKind | None = None
        with suppress(LibraryError):  # of a damaged edition, `rules doctor` tells more
            kind = _reworded(before, edition, rule.number) if changes is None else changes.get(rule.number)
        return LastChange(rule.edition, kind) if kind else None


def _kept_changes(before: Edition, edition: Edition) -> Mapping[str, ChangeKind] | None:
    """Return the rules that are new or changed, by the kept match of two editions; None if no match is kept."""
    kept = kept_pairs.read([before, edition])
    if kept is None:
        return None
    changes: dict[str, ChangeKind] = {}
    for of_a, of_b, _, kinds in kept["links"] if kept["worded"] else ():
        if not of_a or not kept_pairs.REWORDED.isdisjoint(kinds):
            changes.update(dict.fromkeys(of_b, "changed" if of_a else "new"))
    new = sum(kind == "new" for kind in changes.values())
    was_part = 2 * new >= int(edition.about["rows"])  # only a part of the book was imported before
    return {} if was_part else changes


def _reworded(before: Edition, edition: Edition, number: str) -> ChangeKind | None:
    """Return "changed" if a rule surely has other words now: it still has its number, and most of its words."""
    newer, older = edition.get(number), before.get(number)
    if not (newer and older):
        return None
    now, then = newer.row, older.row
    if not (now.words.text and then.words.text) or now.fingerprint == then.fingerprint or now.title != then.title:
        return None
    if before.with_words(now.fingerprint) or edition.with_words(then.fingerprint):
        return None  # these words are under another number in the other edition: the number is another rule's
    from rapidfuzz.distance import LCSseq

    from rules_cli.history.passages import passages

    old, new = (passages(row).text.key().split() for row in (then, now))
    return "changed" if old != new and LCSseq.normalized_similarity(old, new) >= _SAME_RULE else None
