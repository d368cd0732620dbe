"""Whether a text is a rulebook at all: a share of its lines has numbers, and these numbers rise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import Document
from rules_cli.model import Book
from rules_cli.parse.profile import Profile
from rules_cli.rule_number import natural_key, parts, printed

LEAST_NUMBERED = 0.03
"""The share of lines with a number that a rulebook has at least.

Measured on 40 rulebooks: 0.058 in a policy document that numbers only its headings, 0.25 and more in most others. On 90
scripts, change logs, READMEs and logs: below 0.026, but for some short notes that number their points.
"""


def check_is_rulebook(book: Book, documents: Sequence[Document], profile: Profile) -> None:
    """Raise SourceError for a text of which almost nothing is numbered, such as a script, a change log or a letter."""
    if share_of_numbered(book, documents, profile) < LEAST_NUMBERED:
        names = ", ".join(document.name for document in documents)
        raise SourceError(f"{names}: almost nothing in it is numbered, so it is no rulebook that can be looked up")


def share_of_numbered(book: Book, documents: Sequence[Document], profile: Profile) -> float:
    """Return the share of a book's lines that begin with a number of their own.

    In a book that prints numbers, only those that are higher than the number before them count: the versions in a
    change log fall, and the dates in a log file repeat. A number that is the only one counts.
    """
    lines = [line for document in documents for line in document.lines if line.role != "blank"]
    if profile.numbering == "pages":
        numbered = sum(line.counted for line in lines)
    else:
        numbers = [number for row in book.rows if parts(number := printed(row.number))]
        rising = sum(natural_key(a) < natural_key(b) for a, b in pairwise(numbers))
        numbered = rising or min(len(numbers), 1)
    return numbered / max(len(lines) - len(book.skipped), 1)
