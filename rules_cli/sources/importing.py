"""Read a rulebook's files, and read and write the profiles that say how to read them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from pathlib import Path, PurePath
from typing import Literal

from rules_cli.errors import SchemaError, SourceError, UsageError
from rules_cli.formats import read_files
from rules_cli.formats.source_line import Document
from rules_cli.model import Book
from rules_cli.parse import parse
from rules_cli.parse.health import Fault
from rules_cli.parse.inference import date_on_title_page, decisions, named_date, stated_date, year_in
from rules_cli.parse.number_forms import forms_seen
from rules_cli.parse.profile import Profile, profile_from
from rules_cli.parse.readings import likeliest, read_with
from rules_cli.sources.card_names import is_deck, is_names
from rules_cli.sources.one_book import opening, recognise, refuse_several, short_name
from rules_cli.store import data_files
from rules_cli.store.atomic import write_atomic
from rules_cli.store.book_info import BookInfo, load_info, named_documents
from rules_cli.store.data_files import from_yaml, text_of
from rules_cli.store.edition import UNDATED, check_edition, check_slug
from rules_cli.store.tree_yaml import scalar
from rules_cli.text import number_of

EditionFrom = Literal["you", "the text", "the file's name", "nothing", "the library"]
_VERSION = re.compile(
    r"(?<![0-9A-Za-z.])(?:v(?:er(?:sion)?)?[ ._-]?(\d{1,3}(?:\.\d{1,3}){1,2})|(\d{1,3}(?:\.\d{1,3}){2}))"
    r"(?![0-9A-Za-z]|\.\d)",
    re.IGNORECASE,
)
"""A version in a file's name: three numbers, or two after a `v`; `2.7 Names.html` is a section."""
Status = Literal["installed", "unchanged", "replaced", "added"]
ProfileFrom = Literal["rules", "you", "the text"]
_MAX_PROFILE = 200_000  # bytes: a hundred times the length of a profile
_LINES_OF_A_BOOK = 300  # a shorter excerpt may have no section with a title
_SUFFIXES_OF_LISTS = (".csv", ".tsv", ".json")  # of files that may list cards
_FORMS_SHOWN = 8  # of numbers: more are chance


class NoRulesFound(SourceError):
    """A text in which no rules were found; `profile` is a profile for it to start from, as YAML."""

    def __init__(self, why: str, profile: str) -> None:
        super().__init__(why)
        self.profile = profile


@dataclass(frozen=True, slots=True)
class Imported:
    """A book that was read, and what was decided on the way. `documents` are its files; `edition_from` says where the
    name of the edition comes from; `in_name` is the date in the files' names, if it differs; `profile` is how the book
    was read, and `profile_from` where it comes from; `decisions` says, a line each, what was inferred if there was no
    profile; `official` says whether it is recognised as the official book, and `other` is the book that it is, if that
    has another slug. `faults` is what looks wrong with the reading. `status` says what was done with it, and
    `rules_before` how many rules the edition had."""

    book: Book
    documents: tuple[Document, ...] = field(repr=False)
    edition_from: EditionFrom
    in_name: str | None
    profile: Profile
    profile_from: ProfileFrom
    decisions: tuple[str, ...] = ()
    official: bool = False
    other: BookInfo | None = None
    faults: tuple[Fault, ...] = ()
    status: Status = "installed"
    rules_before: int = 0


# Complexity: each of profile, edition and slug may be given or not.
def read_source(
    paths: Sequence[Path],
    slug: str | None,
    edition: str | None = None,
    profile_file: Path | None = None,
    encoding: str | None = None,
) -> Imported:
    """Read all files of one book as one tree, without installing it. Time is linear in the size of the files.

    Without a slug, it is the book that is recognised by its title or by its rules' titles.

    The edition is the one given, else the date in the text, else the date in a file's name, else the version there,
    else the date on the title page, else the year in a file's name or the title, else `undated`. The profile is the one
    given, else the one that ships for the slug, else inferred from the text. `encoding` is that of the files that are
    text. Raises SourceError for a file that can't be read, SchemaError for a wrong profile, UsageError for a wrong
    slug, edition or encoding, or for two editions at once.
    """
    if slug is not None:
        check_slug(slug)
    given = check_edition(edition) if edition else None
    profile = load_profile(profile_file) if profile_file else None
    documents = read_files(paths, encoding)
    if not profile and is_deck(documents):
        raise SourceError(
            f"{paths[0].name} looks like a list of cards with their counts, not like rules; to look cards up, import a"
            f" list with their costs and texts: rules card import FILE"
        )
    refuse_several(documents, paths, slug is not None)
    if slug is None:
        known = recognise("", documents)
        if known is None:
            path = shlex.quote(str(paths[0]))
            raise UsageError(
                f"import as which book? give it a short name: rules import {path} --book {short_name(paths[0])}"
                f"{_hint_for_cards(map(str, paths))}"
            )
        slug = known.info.slug
    return understand(documents, slug, given, profile, [path.name for path in paths])


def _hint_for_cards(names: Iterable[str]) -> str:
    """Return the end of a message for files that may be a list of cards; "" for others."""
    tables = (name for name in names if PurePath(name).suffix.lower() in _SUFFIXES_OF_LISTS)
    return next((f"; for a list of cards: rules card import {shlex.quote(name)}" for name in tables), "")


# Complexity: each of profile, edition and title may come from three places.
def understand(
    documents: Sequence[Document], slug: str, edition: str | None, given: Profile | None, names: Sequence[str] = ()
) -> Imported:
    """Parse the documents of one book, as `read_source` does; `given` is the user's profile, `names` are of files."""
    info, known = load_info(slug), recognise(slug, documents)
    if info and known and known.by_title and known.info != info:
        raise SourceError(f"this is {known.info.title}, not {info.title}: import it with --book {known.info.slug}")
    profile_by: ProfileFrom = "you" if given else "rules"
    profile = given or profile_of(slug) or (profile_of(known.info.slug) if known and known.is_alike else None)
    if profile is None:
        likely, profile_by = likeliest(documents), "the text"
        names_only = (
            "this looks like a list of names, such as cards, and has no sentence; cards are imported by rules card"
        )
        decided = (*([names_only] if is_names(documents) else []), *decisions(likely.profile, documents))
    else:
        likely, decided = read_with(documents, profile), ()
    profile = likely.profile
    named = named_date([*names, *(document.name for document in documents)])
    name, edition_by = _edition(documents, profile, edition, named, names)
    others = profile.documents or named_documents(known.info.slug if known else slug, opening(documents))
    try:
        read = likely._replace(profile=replace(profile, documents=others))
        book = parse(documents, read, slug, name, info.title if info else "")
    except SourceError as why:
        usual = replace(profile, references=Profile().references)  # no rule was found that one could name
        forms = islice(forms_seen(line for each in documents for line in each.lines), _FORMS_SHOWN)
        seen = [f"{number_of(count, 'line')} like {first}: {form}" for form, count, first in forms]
        hint = _hint_for_cards(each.name for each in documents)
        raise NoRulesFound(f"{why}{hint}", dump_profile(usual, slug, seen)) from None
    in_name = named if named != name else None
    titles = {str(row.number): row.title for row in book.rows}
    official = bool(info and info.is_official(titles.get))
    if info and info.titles and not (official or (known and known.info == info)) and book.language == info.language:
        _refuse_long(documents, info)
    other = known.info if known and known.info != info else None
    faults = () if official else likely.faults
    return Imported(book, tuple(documents), edition_by, in_name, profile, profile_by, decided, official, other, faults)


def _edition(
    documents: Sequence[Document], profile: Profile, given: str | None, named: str | None, names: Sequence[str]
) -> tuple[str, EditionFrom]:
    """Return the name of an edition, and where it is printed; `named` is the date in `names`, which are of files."""
    titles = [*(each.title for each in documents[:1]), *opening(documents).splitlines()]
    ways: tuple[tuple[str | None, EditionFrom], ...] = (
        (given, "you"),
        (stated_date(documents, profile), "the text"),
        (named or named_version(names), "the file's name"),
        (date_on_title_page(documents, profile), "the text"),
        (year_in(PurePath(name).stem for name in names), "the file's name"),
        (year_in(titles), "the text"),
    )
    return next(((name, way) for name, way in ways if name), (UNDATED, "nothing"))


def _refuse_long(documents: Sequence[Document], info: BookInfo) -> None:
    """Raise SourceError if documents without the official titles of a book are too long to be an excerpt of it."""
    if sum(bool(line.text) for document in documents for line in document.lines) >= _LINES_OF_A_BOOK:
        raise SourceError(f"its sections are not those of {info.title}: import it with another short name, --book NAME")


def named_version(names: Sequence[str]) -> str | None:
    """Return the version in the names of files, `2.14.0`; None if no name has one, or if they differ."""
    found = {match[1] or match[2] for name in names for match in _VERSION.finditer(PurePath(name).stem)}
    return found.pop() if len(found) == 1 else None


# --- profiles


def profile_of(slug: str) -> Profile | None:
    """The profile that ships for a book; None if none ships."""
    return data_files.read(Profile, slug, "profile.yaml")


def load_profile(path: Path) -> Profile:
    """Read a user's profile. Raises SchemaError, which names file, line and key; SourceError if it can't be read."""
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_PROFILE + 1)
    except OSError as error:
        raise SourceError(f"{path}: the profile can't be read ({error.strerror}); give --profile a YAML file") from None
    if len(data) > _MAX_PROFILE:
        raise SchemaError(f"{path.name}: over {_MAX_PROFILE // 1000} KB, too long for a profile")
    text = text_of(data, path.name)
    return profile_from(from_yaml(text, path.name), path.name, text)


def save_profile(path: Path, profile: str) -> None:
    """Write a profile, to be edited. Raises UsageError if the file exists."""
    if path.exists():
        raise UsageError(f"{path.name} is there already; name a new file with --save-profile")
    write_atomic(path, profile)


def dump_profile(profile: Profile, title: str, remarks: Iterable[str] = ()) -> str:
    """A profile as YAML to edit; keys with their usual value are comments."""
    lines = [
        f"# How {' '.join(title.split())} is printed: see docs/profiles.md. Keys in comments have their usual value."
    ]
    lines += [f"# {remark}" for remark in remarks]
    usual = Profile()
    for key in (each.name for each in fields(Profile)):
        value = getattr(profile, key)
        if isinstance(value, Mapping):
            shown = f"{{{', '.join(f'{scalar(each)}: {scalar(value[each])}' for each in value)}}}"
        else:
            shown = scalar(value) if isinstance(value, str) else f"[{', '.join(map(scalar, value))}]"
        entry = f"{key}: {shown}"
        lines.append(f"# {entry}" if value == getattr(usual, key) else entry)
    return "\n".join(lines) + "\n"
