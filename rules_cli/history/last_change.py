"""Whether a rule changed, or is new, since the edition before: cheap enough for each look-up.

Two editions are never matched here. If their match is kept (`rules fetch`, `import` and `diff` keep it), it answers;
else the edition before is asked for the number and for the words, and nothing is said of a rule that may be another.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Literal, NamedTuple

from rules_cli.errors import LibraryError
from rules_cli.history import kept_pairs
from rules_cli.history.rule_links import REWORDED
from rules_cli.model import Row, Rule
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
        self._known: dict[tuple[str, str], _Changes | None] = {}

    def of(self, rule: Rule) -> LastChange | None:
        """Return the change of a rule from the edition before its own; None if it has none, or none is sure."""
        key = rule.book, rule.edition
        if key not in self._known:
            self._known[key] = None
            for edition in self._installed.own(rule.book):
                if edition.name == rule.edition and (before := self._installed.before(edition)):
                    self._known[key] = _Changes(before, edition)
        changes, kind = self._known[key], None
        with suppress(LibraryError):  # of a damaged edition, `rules doctor` tells more
            kind = changes.kind(rule) if changes and rule.wording != "plain" else None
        return LastChange(rule.edition, kind) if kind else None


class _Changes:
    """What changed from an edition to the next."""

    def __init__(self, before: Edition, edition: Edition) -> None:
        self._before, self._edition = before, edition

    def kind(self, rule: Rule) -> ChangeKind | None:
        if self._matched is not None:
            return self._matched.get(rule.number)
        entry = self._edition.get(rule.number)
        return "changed" if entry and self._is_reworded(entry.row) else None

    @cached_property
    def _matched(self) -> Mapping[str, ChangeKind] | None:
        """The rules that are new or changed, by the kept match; None if no match is kept."""
        kept = kept_pairs.read([self._before, self._edition])
        if kept is None:
            return None
        found: dict[str, ChangeKind] = {}
        for of_a, of_b, _, kinds in kept["links"] if kept["worded"] else ():
            if not of_a or not REWORDED.isdisjoint(kinds):
                found.update(dict.fromkeys(of_b, "changed" if of_a else "new"))
        new = sum(kind == "new" for kind in found.values())
        is_part = 2 * new >= int(self._edition.about["rows"])  # a part of the book was imported before
        return {} if is_part else found

    def _is_reworded(self, now: Row) -> bool:
        """Return whether a rule surely has other words now: it has its number still, and most of its words."""
        entry = self._before.get(now.number)
        then = entry.row if entry else None
        text = now.words.text
        if not (then and text and then.words.text) or now.fingerprint == then.fingerprint or now.title != then.title:
            return False
        if self._before.with_words(now.fingerprint) or self._edition.with_words(then.fingerprint):
            return False  # it has another number now
        from rapidfuzz.distance import LCSseq

        from rules_cli.history.passages import passages

        old, new = (passages(row).text.key().split() for row in (then, now))
        return old != new and LCSseq.normalized_similarity(old, new) >= _SAME_RULE
