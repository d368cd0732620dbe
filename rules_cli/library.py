"""The library, as a program uses it: rules by id, searches, books. `from rules_cli import Library`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.store.editions import InstalledBooks

if TYPE_CHECKING:
    from rules_cli.search import Result


class Library(Lookup):
    """All installed rulebooks. Safe to share between threads for reading.

    It shows the editions that were there when it was opened, each as it was when it was first asked of, whatever is
    imported, replaced or removed meanwhile: open another to see that. One that is damaged is left out of what is asked
    of all books, with a `RulesWarning`.

    >>> library = Library.open()
    >>> library.rule("fab:2.7.3a").number
    '2.7.3a'
    """

    @classmethod
    def open(cls, lang: str | None = None, as_of: str | None = None) -> Library:
        """The books that ship and the user's own. `lang` chooses the language of restatements, else the locale;
        `as_of` (an ISO date) lets a book without an edition be the one in force on that day."""
        return cls(InstalledBooks(as_of), lang)

    def search(
        self,
        query: str,
        book: str | None = None,
        limit: int = 10,
        within: str | None = None,
        kind: str | None = None,
        every: bool = False,
    ) -> list[Result]:
        """The rules that a question finds, best first.

        In one book (or `book@edition`, or several with commas between them), or in all; `within` a branch of the tree
        (`2.7`, `mtg:702`), of one `kind` (`rule`, `heading`, `fragment`), in `every` edition.
        """
        from rules_cli.search import search  # loaded by searches only: a look-up must not wait for it

        return search(self, query, book, limit, within, kind, every)
