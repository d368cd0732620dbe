"""What a new edition changes, in one line: how many rules, and which of those that the user has read."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rules_cli.history.edition_pair import match_editions
from rules_cli.history.rule_links import REWORDED
from rules_cli.model import RuleNumber
from rules_cli.store.edition import Edition

_NEWS = REWORDED | {"examples", "notes"}


class EditionNews(NamedTuple):
    """How many rules were reworded, added and removed since the edition `before`, and those that were `read`: by their
    numbers now, or by the old number of a removed rule."""

    before: str
    reworded: int
    added: int
    removed: int
    read: tuple[RuleNumber, ...]


# Complexity: no nesting, but a comprehension for each kind of change.
def edition_news(before: Edition, newest: Edition, read: Collection[str]) -> EditionNews:
    """Return the news of an edition; `read` are numbers in the edition before. The match of the two is kept."""
    links = match_editions(before, newest).changes
    reworded = [link for link in links if link.a and link.b and not _NEWS.isdisjoint(link.kinds)]
    added, removed = sum(not link.a for link in links), [link for link in links if not link.b]
    known = {number: link.to or number for link in (*reworded, *removed) for number in link.a}
    numbers = tuple(dict.fromkeys(known[RuleNumber(number)] for number in read if number in known))
    return EditionNews(before.name, len(reworded), added, len(removed), numbers)
