"""The doctor: is the library whole, and is what was derived from it what it gives?

What is only a cache is mended; what only the user can mend is said, with what to do. Whatever is damaged, the rest is
looked at all the same.
"""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Iterator

from rules_cli.doctor import caches, shipped, users
from rules_cli.doctor.model import Finding, Health
from rules_cli.doctor.trees import faults_of
from rules_cli.errors import RulesError, RulesWarning
from rules_cli.model import Book
from rules_cli.store.editions import Edition, InstalledBooks

__all__ = ["Finding", "Health", "examine"]


def examine() -> Health:
    """Look at everything that ships and everything of the user's own, and mend what is a cache.

    Time is linear in the size of both: each tree is read once, and its index built once to compare.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RulesWarning)  # what is left out of other answers is what is found here
        return _examined()


def _examined() -> Health:
    installed = InstalledBooks()
    editions = _editions(installed)
    indexes = sum(edition.index_path.exists() for edition in editions)
    findings = [*users.folders(), *caches.leftovers()]
    rules = sum(_look_at(edition, findings) for edition in editions)
    findings += [
        *users.not_read(),
        *caches.sweep(_editions(InstalledBooks())),  # those imported meanwhile too
        *users.card_lists(),
        *users.marks_of_fetches(),
        *users.user_settings(installed),
        *shipped.faults_of_data(),
    ]
    looked_at = {
        "editions": len(editions),
        "rules": rules,
        "indexes": indexes,
        "card lists": users.count_card_lists(),
        "files that ship": shipped.count_files(),
    }
    return Health(tuple(findings), looked_at)


def _editions(installed: InstalledBooks) -> list[Edition]:
    return [edition for slug in installed.slugs() for edition in installed.all(slug)]


def _look_at(edition: Edition, findings: list[Finding]) -> int:
    """Add what is wrong with an edition and its index to the findings; gives the number of its rules."""
    do = edition.remedy
    try:
        state = edition.state()
        book = edition.read()
        findings += [Finding(repr(edition), wrong, do) for wrong in _wrong_with(edition, book)]
        findings += caches.index_against_tree(edition, book, state)
    except (RulesError, OSError, sqlite3.Error, ValueError) as error:
        findings.append(Finding(repr(edition), str(error), do))
        return 0
    return sum(row.kind == "rule" for row in book.rows)


def _wrong_with(edition: Edition, book: Book) -> Iterator[str]:
    if (book.slug, book.edition) != (edition.slug, edition.name):
        yield f"it says that it is {book.slug}@{book.edition}"
    yield from faults_of(book)
