"""Pages before their rules are read: which documents are pages, what they are called and addressed by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.parse.line_filter import drop_furniture, is_title
from rules_cli.parse.paths import place_of
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Reading
from rules_cli.parse.slugs import slug_of
from rules_cli.text import fold


class Sheet(NamedTuple):
    """A page before its rules are read: its title and the line of that, and the lines that follow."""

    document: Document
    lines: list[SourceLine]
    title: str
    title_line: SourceLine | None


def sheets_of(documents: Sequence[Document], profile: Profile, reading: Reading) -> Iterator[Sheet]:
    """The pages among the documents; the lines of all others are dropped."""
    contents = {fold(word) for word in (*profile.contents, *Profile().contents)}
    for document in documents:
        lines = drop_furniture(document, profile, reading)
        if not document.entry and all(line.role == "blank" for line in lines):
            continue
        sheet = Sheet(document, lines, *_take_title(document, lines, profile, reading))
        if fold(sheet.title).strip(" :") in contents and all(_is_listed(line) for line in lines):
            reading.drop_all(document, [*filter(None, [sheet.title_line]), *lines], "table of contents")
        else:
            yield sheet


def _is_listed(line: SourceLine) -> bool:
    """Whether a line may stand in a table of contents: no more than a title, or a link to a page."""
    return line.role in ("blank", "heading") or (len(line.links) == 1 and line.links[0].text == line.text)


def _take_title(
    document: Document, lines: list[SourceLine], profile: Profile, reading: Reading
) -> tuple[str, SourceLine | None]:
    """A page's title and its line, taken off the lines; what a saved page prints before it is dropped."""
    saved = any(line.raw.strip() == profile.menu_ends for line in document.lines) if profile.menu_ends else False
    at = next((at for at, line in enumerate(lines) if line.role != "blank" and not (saved and line.counted)), None)
    if at is not None:
        line = lines[at]
        reading.drop_all(document, lines[:at], "the way to this page")
        del lines[:at]
        if line.role == "heading" or (line.role == "text" and _is_page_title(line.text, document)):
            return line.text, lines.pop(0)
    return (document.entry.title if document.entry else _file_title(document.name)), None


def _is_page_title(text: str, document: Document) -> bool:
    """Whether a page's first line is its title, though not marked as one: as the contents call it, where there are
    contents."""
    return fold(text) == fold(document.entry.title) if document.entry else is_title(text, marked=True)


def _file_title(name: str) -> str:
    """What a page without a title is called: its file, or its folder where that says nothing."""
    place = place_of(name)
    called = PurePosixPath(name).stem if place in ("", name) else PurePosixPath(place).name
    return called.replace("_", " ").replace("-", " ")


def slugs(sheets: Sequence[Sheet]) -> list[str]:
    """Each page's slug: its title's own, with its parent's in front where two pages would share it."""
    own = [slug_of(sheet.title) for sheet in sheets]
    shared = {slug for slug, count in Counter(own).items() if count > 1}
    return [
        f"{slug_of(above)}-{slug}" if slug in shared and (above := _title_above(sheet)) else slug
        for sheet, slug in zip(sheets, own, strict=True)
    ]


def _title_above(sheet: Sheet) -> str:
    """The title of the page's parent: by the contents, else what stands before the last " - " of its own."""
    entry = sheet.document.entry
    return entry.above.title if entry and entry.above else sheet.title.rpartition(" - ")[0]
