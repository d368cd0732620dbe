"""The edition that a text seems to be written for, if its numbers do not fit the one that they were compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules_cli.citation_check.model import CheckedCitation
from rules_cli.citation_check.quotations import words_of
from rules_cli.citation_check.snapshot import Editions
from rules_cli.model import RuleNumber
from rules_cli.store.edition import Edition

_FEWEST = 3  # numbers that do not fit: one or two are slips of the pen
_BETTER = 4  # times fewer in another edition: that one is meant, and not merely nearer to the one that is

CitedWords = tuple[RuleNumber, str]
"""A number, and the words after it if they are another rule's."""


# Complexity: what does not fit is counted at home first, since most texts fit.
def edition_guess(editions: Editions, found: Sequence[CheckedCitation]) -> Edition | None:
    """Return the installed edition that the numbers of a text fit far better than the one that they are taken for.

    Only the book that is cited most counts, and only citations without an edition.
    """
    cited = [each for each in found if not (each.cited.mention.edition or each.cited.mention.words)]
    homes = Counter(snapshot.edition for each in cited if (snapshot := each.then or each.against))
    if not homes:
        return None
    home = homes.most_common(1)[0][0]
    numbers = set(_numbers(cited, home.slug))
    at_home = _misfits(home, numbers)
    if at_home < _FEWEST:
        return None
    installed = editions.installed
    others = [each for each in installed.readable(installed.all(home.slug)) if each.shipped == home.shipped]
    misfits = {each: _misfits(each, numbers) for each in others}
    best = min(others, key=misfits.__getitem__)
    return best if misfits[best] * _BETTER <= at_home else None


def _numbers(cited: Iterable[CheckedCitation], book: str) -> Iterator[CitedWords]:
    for each in cited:
        if each.meaning and each.meaning.book == book:
            yield each.meaning.number, each.words_after


def _misfits(edition: Edition, cited: Iterable[CitedWords]) -> int:
    """Return how many numbers an edition lacks, or has for a rule with other words than those after the number."""
    return sum(not _fits(edition, number, words) for number, words in cited)


def _fits(edition: Edition, number: RuleNumber, words: str) -> bool:
    entry = edition.get(number)
    if entry is None:
        return False
    wanted = words_of(words)
    return any(words_of(text or "")[: len(wanted)] == wanted for text in (entry.row.words.text, entry.row.title))
