"""What a new edition changes: in short, as a judge prepares for it (new and removed sections and keywords, the changes
that matter), and in one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from math import log1p
from typing import NamedTuple

from rules_cli.history.diff import Diff, RuleChange
from rules_cli.history.edition_pair import match_editions, rows_of
from rules_cli.history.kept_pairs import REWORDED
from rules_cli.history.text_diff import Op
from rules_cli.model import Row, RuleNumber
from rules_cli.store.edition import Edition

_MOST_TITLES = 60  # new sections and keywords: more are a new book
_MOST_RULES = 10  # other rules of each kind: as many as fit in a message
_IN_ADDRESS = re.compile(r"[^\W\d]\.[^\W\d]")


# Complexity: one line for each part of a summary.
def summarized(found: Diff) -> Diff:
    """Return a diff with the most important changes: added rules, removed rules, then reworded rules.
    Of added and removed rules, titles come before texts. Left out are rules below an added or removed one (`below`
    counts them), entries of the glossary, and parts about the book: title pages, dates, credits, change logs."""
    asides = _asides(found.a) | _asides(found.b)
    changes = [change for change in found.changes if (change.b or change.a)[0].number not in asides]
    added = _highest([change for change in changes if not change.a])
    removed = _highest([change for change in changes if not change.b])
    reworded = [change for change in changes if change.a and change.b and not REWORDED.isdisjoint(change.kinds)]
    reworded = [change for change in reworded if _changed_words(change) or not change.words.text]
    in_a, in_b = _cited(found.a), _cited(found.b)
    picked = (
        *[change for change in added if change.b[0].title][:_MOST_TITLES],
        *_most([change for change in added if not change.b[0].title], lambda change: in_b(change.b[0])),
        *[change for change in removed if change.a[0].title][:_MOST_TITLES],
        *_most([change for change in removed if not change.a[0].title], lambda change: in_a(change.a[0])),
        *_most(reworded, lambda change: in_b(change.b[0]) * log1p(_changed_words(change))),
    )
    left_out = len(added) + len(removed) - sum(not (change.a and change.b) for change in picked)
    return replace(found, changes=picked, is_summary=True, left_out=left_out)


def _asides(edition: Edition) -> set[RuleNumber]:
    """Return the numbers of entries of the glossary and of the parts about the book."""
    groups = zip(rows_of(edition), edition.groups(), strict=True)
    return {row.number for row, group in groups if group in ("glossary", "other")}


def _highest(changes: Sequence[RuleChange]) -> list[RuleChange]:
    """Return the changes that are below no other of the given ones, each with the count of those below it."""
    rows = {row.number: row for change in changes for row in (change.b or change.a)}
    below: Counter[RuleNumber] = Counter()
    highest = []
    for change in changes:
        row = top = (change.b or change.a)[0]
        seen = {row.number}  # an edited tree may have cycles
        while top.parent in rows and top.parent not in seen:
            top = rows[top.parent]
            seen.add(top.number)
        if top is row:
            highest.append(change)
        else:
            below[top.number] += 1
    return [replace(change, below=below[(change.b or change.a)[0].number]) for change in highest]


def _most(changes: Sequence[RuleChange], weight: Callable[[RuleChange], float]) -> list[RuleChange]:
    """Return the changes with the highest weights, as many as a message has room for, in their order."""
    heaviest = sorted(changes, key=weight, reverse=True)[:_MOST_RULES]
    return [change for change in changes if change in heaviest]


def _cited(edition: Edition) -> Callable[[Row], float]:
    """Return a function for how often a rule is referred to in an edition.
    A reference to the rule above (704.5 for 704.5j) is shared by all rules right under that; one to a heading is
    not."""
    rows = {row.number: row for row in rows_of(edition)}
    cited = Counter(reference.target for row in rows.values() for reference in row.references)
    under = Counter(row.parent for row in rows.values())

    def weight(row: Row) -> float:
        above = rows.get(row.parent) if row.parent else None
        shared = cited[above.number] / under[above.number] if above and above.kind != "heading" else 0
        return cited[row.number] + shared

    return weight


def _changed_words(change: RuleChange) -> int:
    """Return how many words only one of the two texts of a rule has; web addresses are not counted."""

    def words(left_out: Op) -> Counter[str]:
        text = "".join(piece.text for piece in change.words.text if piece.op != left_out)
        return Counter(word for word in text.split() if not _IN_ADDRESS.search(word))

    old, new = words("new"), words("old")
    return ((old - new) + (new - old)).total()


# --- in one line

_NEWS = REWORDED | {"examples", "notes"}


class EditionNews(NamedTuple):
    """How many rules were changed, added and removed since the edition `before`, as `rules diff` counts them.
    `read` are those that the user has read, by their numbers now, or by the old number of a removed rule."""

    before: str
    changed: int
    added: int
    removed: int
    read: tuple[RuleNumber, ...]


# Complexity: no nesting, but a comprehension for each kind of change.
def edition_news(before: Edition, newest: Edition, read: Collection[str]) -> EditionNews:
    """Return the news of an edition; `read` are numbers in the edition before. Keeps the match of the two editions."""
    links = match_editions(before, newest).changes
    other_words = [link for link in links if link.a and link.b and not _NEWS.isdisjoint(link.kinds)]
    added = [link for link in links if not link.a]
    removed = [link for link in links if not link.b]
    number_now = {number: link.to or number for link in (*other_words, *removed) for number in link.a}
    read_now = tuple(dict.fromkeys(number_now[RuleNumber(number)] for number in read if number in number_now))
    changed = sum("changed" in link.kinds for link in other_words)
    return EditionNews(before.name, changed, len(added), len(removed), read_now)
