"""Structure: documents of lines → a book. Knows numbering, and no formats.

The passes, each relying on the one before:

1. `drop_furniture`: every line is kept or dropped with a reason;
2. `read_numbered` or `read_pages`: every kept line is in exactly one draft, in source order;
3. `resolve`: references are looked up in the whole book;
4. `lint`: misprints and gaps are reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import Document
from rules_cli.model import Book, Reference, Row, RuleNumber, RuleText
from rules_cli.parse.infer_profile import infer_profile, language_of
from rules_cli.parse.line_shape import starts_with_dotted
from rules_cli.parse.links import resolve
from rules_cli.parse.lint import lint
from rules_cli.parse.numbered_book import read_numbered
from rules_cli.parse.pages import read_pages
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft, Reading
from rules_cli.text import fingerprint, fold

__all__ = ["parse", "read_all", "without_text"]

_MOST_NAMED = 3  # files in the message of an error: as many as fit on a line


def parse(documents: Sequence[Document], profile: Profile | None, slug: str, edition: str, title: str = "") -> Book:
    """Return the book in the documents, as one tree in the order given.

    Without a profile, the numbering and the language are inferred from the text. Raises SourceError if no document
    has a rule.
    """
    chosen = profile or infer_profile(documents)
    reading = read_all(documents, chosen)
    if _are_prose(documents) or not any(draft.kind == "rule" for draft in reading.drafts):
        raise SourceError(
            f"{_names(documents)}: no numbered rule in it; is this the rulebook, and not a page that links to it?"
        )
    references = resolve(reading.drafts, chosen)
    return Book(
        slug=slug,
        edition=edition,
        title=title or reading.title or slug,
        language=chosen.language or language_of(documents),
        rows=tuple(_row(draft, references[draft.number]) for draft in reading.drafts),
        anomalies=lint(reading.drafts, references, chosen),
        dropped=tuple(reading.dropped),
        sources=tuple(document.name for document in documents),
        glossaries=_glossaries(reading.drafts, chosen),
    )


def read_all(documents: Sequence[Document], profile: Profile) -> Reading:
    """Return the drafts of the documents, and the lines that are in none: each line that is not blank exactly once."""
    return read_pages(documents, profile) if profile.numbering == "pages" else read_numbered(documents, profile)


def without_text(book: Book) -> Book:
    """Return the facts of a book alone: numbers, titles, order, references, fingerprints; no word of its rules."""
    rows = tuple(replace(row, words=RuleText()) for row in book.rows)
    return replace(book, rows=rows, dropped=())


def _are_prose(documents: Sequence[Document]) -> bool:
    """Whether the documents mark their paragraphs and have no number at all: a web page about a missing rulebook."""
    lines = (line for document in documents for line in document.lines)
    return all(document.breaks for document in documents) and not any(
        line.counted or starts_with_dotted(line) for line in lines
    )


def _names(documents: Sequence[Document]) -> str:
    names = ", ".join(document.name for document in documents[:_MOST_NAMED])
    return names + (f" and {len(documents) - _MOST_NAMED} more" if len(documents) > _MOST_NAMED else "")


def _glossaries(drafts: Sequence[Draft], profile: Profile) -> tuple[RuleNumber, ...]:
    """Return the headings and pages whose title is a glossary's."""
    titles = set(map(fold, profile.glossary))
    headings = [draft for draft in drafts if draft.kind == "heading"]
    return tuple(
        heading.number
        for heading in headings
        if fold((heading.title or "").rsplit(" - ", 1)[-1]).strip(" :.") in titles
    )


def _row(draft: Draft, references: tuple[Reference, ...]) -> Row:
    text = None if draft.kind == "heading" else "\n".join(draft.texts)
    return Row(
        number=draft.number,
        kind=draft.kind,
        parent=draft.parent.number if draft.parent else None,
        title=draft.title,
        words=RuleText(text, tuple(draft.examples), tuple(draft.notes)),
        references=references,
        fingerprint=fingerprint(text) if text is not None else None,
    )
