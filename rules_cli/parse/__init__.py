"""Structure: documents of lines → a book. Knows numbering, and no formats.

The passes, each relying on the one before: sift (every line is kept or dropped with a reason), dotted or pages
(every kept line is in exactly one draft, in source order), strays, links, lint, and the book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import Document
from rules_cli.model import Book, Reference, Row, RuleNumber, RuleText
from rules_cli.parse.displaced_terms import place_strays
from rules_cli.parse.infer_profile import infer_profile, language_of
from rules_cli.parse.line_filter import numbered
from rules_cli.parse.links import resolve
from rules_cli.parse.lint import lint
from rules_cli.parse.numbered_book import read_dotted
from rules_cli.parse.pages import read_pages
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft, Reading
from rules_cli.text import fingerprint, fold

__all__ = ["parse", "read_all", "without_text", "worked_out"]


def parse(documents: Sequence[Document], profile: Profile | None, slug: str, edition: str, title: str = "") -> Book:
    """The book that the documents hold, as one tree in the order given.

    Without a profile the numbering and language are taken from the text. Raises SourceError where there is no
    rule in it at all.
    """
    chosen = profile or infer_profile(documents)
    reading = read_all(documents, chosen)
    if not any(draft.kind == "rule" for draft in reading.drafts) or _are_prose(documents):
        names = [document.name for document in documents]
        said = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        raise SourceError(f"{said}: no numbered rule in it; is this the rulebook, and not a page that links to it?")
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
        glossaries=tuple(_glossaries(reading.drafts, chosen)),
    )


def _are_prose(documents: Sequence[Document]) -> bool:
    """Whether no line bears a number where a reader knew what is a heading and what a paragraph: so has a web page that
    says why there is no rulebook."""
    lines = (line for document in documents for line in document.lines)
    return all(document.breaks for document in documents) and not any(
        line.counted or ((found := numbered(line.words)) and "." in found[0]) for line in lines
    )


def read_all(documents: Sequence[Document], profile: Profile) -> Reading:
    """The drafts of the documents and the lines that are in none: each line that is not blank, exactly once."""
    reading = read_pages(documents, profile) if profile.numbering == "pages" else read_dotted(documents, profile)
    place_strays(reading)
    return reading


def _glossaries(drafts: Sequence[Draft], profile: Profile) -> Iterator[RuleNumber]:
    """The headings and pages whose title is a glossary's."""
    titles = set(map(fold, profile.glossary))
    for draft in drafts:
        if draft.kind == "heading" and fold((draft.title or "").rsplit(" - ", 1)[-1]).strip(" :.") in titles:
            yield draft.number


def _row(draft: Draft, references: tuple[Reference, ...]) -> Row:
    text = None if draft.kind == "heading" else "\n".join(draft.texts)
    words = RuleText(text, tuple(draft.examples), tuple(draft.notes))
    return Row(
        number=RuleNumber(draft.number),
        kind=draft.kind,
        parent=draft.parent.number if draft.parent else None,
        title=draft.title,
        words=words,
        references=references,
        fingerprint=fingerprint(text) if text is not None else None,
    )


def without_text(book: Book) -> Book:
    """The facts of a book alone: numbers, titles, order, references, fingerprints. No word of its rules."""
    rows = tuple(replace(row, words=RuleText()) for row in book.rows)
    return replace(book, rows=rows, dropped=())
