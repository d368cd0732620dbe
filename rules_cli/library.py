"""The interface for programs: `from rules_cli import Library`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_cli.lookup.find import Lookup
from rules_cli.store.editions import InstalledBooks

if TYPE_CHECKING:
    from rules_cli.model import Book
    from rules_cli.search import Result
    from rules_cli.store.edition import Edition


class Library(Lookup):
    """All installed rulebooks. Threads may share it for reading.

    It has the editions that were installed when it was opened, each as it was when it was first read. Open another
    library to see later imports and removals. Questions to all books leave damaged editions out, with a `RulesWarning`.

    >>> library = Library.open()
    >>> library.rule("fab:2.7.3a").number
    '2.7.3a'
    """

    @classmethod
    def open(cls, lang: str | None = None, as_of: str | None = None) -> Library:
        """Open the books that ship and the user's own. `lang` is the language of restatements, by default the locale's.
        With `as_of` (an ISO date), a book named without an edition means the edition in force on that day: BookNotFound
        is raised if none was, and a book without a date answers with a `RulesWarning`."""
        return cls(InstalledBooks(as_of), lang)

    def books(self) -> list[str]:
        """The slugs of all installed books."""
        return self.installed.slugs()

    def install(self, book: Book) -> Edition:
        """Write an edition; it replaces one of the same name. Raises UsageError, LibraryError."""
        return self.installed.install(book)

    def remove(self, slug: str, edition: str | None = None) -> list[str]:
        """Remove an edition of the user's, or all of a book; returns the names. Raises BookNotFound, LibraryError."""
        return self.installed.remove(slug, edition)

    def search(  # noqa: PLR0913, PLR0917 - the signature is the interface of the library
        self,
        query: str,
        book: str | None = None,
        limit: int = 10,
        within: str | None = None,
        kind: str | None = None,
        every: bool = False,
        unfinished: bool = False,
        why: bool = False,
    ) -> list[Result]:
        """The rules that a query finds, best first. `book` is one book, `book@edition`, or several with commas between
        them; by default all books are searched. `within` is a branch of the tree (`2.7`, `mtg:702`). `kind` is `rule`,
        `heading`, `glossary` or `other`. With `every`, old editions are searched, too. With `unfinished`, the last word
        may be the beginning of a word. With `why`, results say what their scores are made of."""
        from rules_cli.search import find  # here, so that a look-up does not load it

        return list(find(self, query, book, limit, within, kind, every, unfinished, why).results)
