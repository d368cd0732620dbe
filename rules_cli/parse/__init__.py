"""Structure: documents of lines → a book. Knows numbering, and no formats.

The passes, each relying on the one before:

1. `drop_furniture`: every line is kept or dropped with a reason;
2. `read_numbered` or `read_pages`: every kept line is in exactly one draft, in source order;
3. `find_penalties`, `state_penalties`: the infractions of judges' policy know their penalties;
4. `resolve`: references are looked up in the whole book;
5. `lint`: misprints and gaps are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import Document
from rules_cli.model import Book, Reference, Row, RuleNumber, RuleText
from rules_cli.numbers.parts import parts
from rules_cli.parse.inference import language_of, printed_title
from rules_cli.parse.links import resolve
from rules_cli.parse.lint import lint
from rules_cli.parse.penalties import find_penalties
from rules_cli.parse.profile import Profile
from rules_cli.parse.readings import LikelyReading, likeliest, read_all, read_with
from rules_cli.parse.row_draft import Draft, Reading
from rules_cli.parse.stated_penalties import state_penalties
from rules_cli.text import fingerprint, fold

__all__ = ["parse", "read_all", "without_text"]

_MOST_NAMED = 3  # files in the message of an error: as many as fit on a line


# Complexity: one expression for each field of the book, and a message for a text without rules.
def parse(
    documents: Sequence[Document], how: Profile | LikelyReading | None, slug: str, edition: str, title: str = ""
) -> Book:
    """Return the book in the documents, as one tree in the order given. `how` is its profile, or what was read with
    one; without either, the likeliest reading is found. Raises SourceError if no document has a rule."""
    likely = read_with(documents, how) if isinstance(how, Profile) else how or likeliest(documents)
    chosen, reading = likely.profile, likely.reading
    is_book = likely.is_book
    if isinstance(how, Profile) and chosen.numbering == "pages" and not all(document.breaks for document in documents):
        is_book |= any(draft.kind == "rule" for draft in reading.drafts)  # the profile says that it is a book
    if not is_book:
        names = ", ".join(document.name for document in documents[:_MOST_NAMED])
        if len(documents) > _MOST_NAMED:
            names += f" and {len(documents) - _MOST_NAMED} more"
        raise SourceError(
            f"{names}: no numbered rule in it, nor headings and lists to read it by; is this the rulebook, and not a"
            " page that links to it?"
        )
    find_penalties(reading.drafts, chosen.penalties)
    state_penalties(reading.drafts, chosen.penalties)
    references = resolve(reading.drafts, chosen)
    return Book(
        slug=slug,
        edition=edition,
        title=title or reading.title or printed_title(documents, chosen) or slug,
        language=chosen.language or language_of(documents),
        rows=tuple(_row(draft, references[draft.number]) for draft in reading.drafts),
        anomalies=lint(reading.drafts, references, chosen, documents),
        dropped=tuple(reading.dropped),
        sources=tuple(document.name for document in documents),
        glossaries=tuple(_titled(reading.drafts, chosen.glossary)),
        asides=_asides(reading, chosen),
    )


def _titled(drafts: Sequence[Draft], titles: Sequence[str]) -> Iterator[RuleNumber]:
    """Yield the rows and pages that have one of some titles."""
    folded = set(map(fold, titles))
    for draft in drafts:
        if draft.title and fold(draft.title.rsplit(" - ", 1)[-1]).strip(" :.") in folded:
            yield draft.number


def _asides(reading: Reading, profile: Profile) -> tuple[RuleNumber, ...]:
    """Return the highest rows of the parts that are about the book: title page, introductions, credits, change logs. A
    numbered chapter is never one of them, under any title."""
    titles = (*profile.front_matter, *profile.back_matter)
    asides = [number for number in _titled(reading.drafts, titles) if parts(number) is None]
    title_page = reading.title_page
    if title_page and all(draft.number in asides for draft in reading.drafts if draft.parent is title_page):
        asides.insert(0, title_page.number)
    return tuple(asides)


def without_text(book: Book) -> Book:
    """Return the facts of a book alone: numbers, titles, order, references, fingerprints; no word of its rules."""
    rows = tuple(row._replace(words=RuleText()) for row in book.rows)
    return book._replace(rows=rows, dropped=())


def _row(draft: Draft, references: tuple[Reference, ...]) -> Row:
    """Return a finished draft as a row."""
    text = None if draft.kind == "heading" else "\n".join(draft.texts)
    return Row(
        number=draft.number,
        kind=draft.kind,
        parent=draft.parent.number if draft.parent else None,
        title=draft.title,
        words=RuleText(text, tuple(draft.examples), tuple(draft.notes)),
        references=references,
        fingerprint=fingerprint(text) if text is not None else None,
        penalty=draft.penalty,
    )
