"""Options that several commands share, and the values that the Tab key offers for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer import Argument, Option

from rules_cli.cli.usage import whole_number
from rules_cli.errors import RuleNotFound, RulesError
from rules_cli.library import Library
from rules_cli.lookup.definitions import find_rules
from rules_cli.lookup.find import LookupResult
from rules_cli.render import language, out
from rules_cli.store import settings
from rules_cli.text import fold

_MOST = 200  # what a shell still lists without asking


def open_library(lang: str | None = None, as_of: str | None = None) -> Library:
    """Open the installed books, and choose the captions: in the language that the user asked for, else in English."""
    library = Library.open(lang, as_of)
    language.choose(library.lang if lang or settings.get("lang") else "en")
    return library


def caption(library: Library, languages: Iterable[str], asked: Iterable[str] = ()) -> None:
    """Choose captions in the language of the user's locale for an answer from books that all are in that language; if
    nothing answers, the languages of the books that were `asked` decide."""
    if (set(languages) or set(asked)) == {library.lang}:
        language.choose(library.lang)


def find(library: Library, words: Sequence[str], book: str | None) -> LookupResult:
    """Return the rules that words name, and choose captions in the language of their books, or of those asked."""
    return captioned(library, find_rules(library, words, book), book)


def captioned(library: Library, found: LookupResult, book: str | None) -> LookupResult:
    """Return what was found, and choose captions in the language of its books, or of those asked."""
    caption(library, (row.edition.about["language"] for row in found.rows), _asked(library, found, book))
    return found


def report(library: Library, error: RuleNotFound, book: str | None, json: bool) -> int:
    """Print that a rule was not found, in the language of the books asked, and return the exit code."""
    return out.report_missing(captioned(library, LookupResult((), (error,), ()), book), json)


def _asked(library: Library, found: LookupResult, book: str | None) -> Iterator[str]:
    """Yield the languages of the books in which numbers were not found."""
    for error in found.missing:
        slug, colon, _ = getattr(error, "asked", "").partition(":")
        yield from languages_of(library, slug if colon else book)


def languages_of(library: Library, book: str | None) -> list[str]:
    """Return the languages of the books that a question asks; of none if one of them is not installed."""
    with suppress(RulesError):
        return [edition.about["language"] for name in (book or "").split(",") for edition in library.editions_for(name)]
    return []


def language_of_game(library: Library, slug: str) -> Iterator[str]:
    """Yield the language of a game that ships."""
    if info := library.installed.info(slug):
        yield info.language


# --- the values that the Tab key offers


def books(incomplete: str) -> list[str]:
    """Complete the name of a book, also with its edition; after the last comma of several."""
    before, comma, start = incomplete.rpartition(",")
    names = editions(start) if "@" in start else _beginning(start, Library.open().books())
    return [f"{before}{comma}{name}" for name in names]


def numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a rule number, with or without its book."""
    slug, colon, start = incomplete.rpartition(":")
    library = Library.open()
    found = (
        f"{slug}{colon}{number}"
        for edition in library.editions_for(slug or ctx.params.get("book"))
        for number in edition.numbers()
        if number.startswith(start)
    )
    return list(dict.fromkeys(found))[:_MOST]


def terms(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a term of a game, also its second word and others."""
    from rules_cli.lookup.terms import terms_of

    typed = ctx.params.get("words") or ctx.params.get("ids") or ()
    before = "".join(f"{fold(word)} " for word in typed)
    start = before + fold(incomplete)
    editions = Library.open().editions_for(ctx.params.get("book"))
    names = (name for edition in editions for term in terms_of(edition) for name in term.printed_names())
    found = (name.lower()[len(before) :] for name in names if fold(name).startswith(start))
    return sorted(dict.fromkeys(found))[:_MOST]


def ids_or_terms(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a rule number, else a term."""
    return numbers(ctx, incomplete) if re.search(r"[0-9:]", incomplete) else terms(ctx, incomplete)


def games(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the game of a cost; nothing after it, where no file is meant."""
    from rules_cli.costs.arguments import games

    return [] if ctx.params.get("words") else _beginning(incomplete, games())


def editions(incomplete: str) -> list[str]:
    """Complete a book and its edition: `mtg@2015-01-23`."""
    library = Library.open()
    names = [f"{slug}@{name}" for slug in library.books() for name in library.editions(slug)]
    return _beginning(incomplete, [*library.books(), *names])


def setting_names(incomplete: str) -> list[str]:
    """Complete the name of a setting."""
    return _beginning(incomplete, settings.KEYS)


def setting_values(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the value of the setting that was named."""
    return books(incomplete) if ctx.params.get("key") == "book" else _beginning(incomplete, settings.LANGUAGES)


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


# --- options and arguments: each is defined once; docs/interface.md has the same table

Text = str | None
Number = int | None
Words = list[str]
AnyWords = list[str] | None


def _option(names: str, about: str, **more: Any) -> Any:
    """Return an option by its names and the name of its value, `-n --limit N`."""
    *flags, last = names.split()
    if last[0] == "-":
        return Option(*flags, last, help=about, **more)
    return Option(*flags, help=about, metavar=last, **more)


def _argument(name: str, about: str, **more: Any) -> Any:
    return Argument(metavar=name, help=about or None, **more)


Book = Annotated[
    Text,
    _option(
        "-b --book BOOK",
        "The book: fab, or one edition, mtg@2006-10-01. Default: RULES_BOOK, then `rules config book`.",
        autocompletion=books,
    ),
]
Json = Annotated[bool, _option("--json", "Print one JSON document.")]
Lang = Annotated[Text, _option("--lang en|pt", "Language of restatements and captions. Default: that of your system.")]
Plain = Annotated[bool, _option("--plain", "Show our restatement beside official words.")]
AsOf = Annotated[Text, _option("--as-of DATE", "The edition in force on that day, 2024-11-08. Default: the newest.")]
Limit = Annotated[int, _option("-n --limit N", "How many at most.", parser=whole_number(1, 200))]
Ids = Annotated[
    Words,
    _argument(
        "ID...",
        "A rule number: 2.7.3a, fab:2.7.3a, 601.2f-h, 7045k, mtg@2006-10-01:206.1; or a term.",
        autocompletion=ids_or_terms,
    ),
]
OneBook = Annotated[Text, _argument("BOOK", "Only this book, and how to look it up.", autocompletion=editions)]
Removed = Annotated[str, _argument("BOOK", "A book of yours, or one edition: mtg@2006-10-01.", autocompletion=editions)]
Cards = Annotated[bool, _option("--cards", "Remove the book's card list, and no edition.")]
Yes = Annotated[bool, _option("--yes -y", "Do not ask.")]
Exported = Annotated[AnyWords, _argument("BOOK...", "A book, or one edition: mtg@2006-10-01.", autocompletion=editions)]
ExportFormat = Annotated[
    Literal["yaml", "json", "ndjson", "html"],
    _option("--format yaml|json|ndjson|html", "ndjson has one rule per line, html is a page for a phone."),
]
ExportFile = Annotated[Path | None, _option("--output -o FILE", "Write to this file.")]
SettingName = Annotated[Text, _argument("[KEY]", "book or lang.", autocompletion=setting_names)]
SettingValue = Annotated[Text, _argument("[VALUE]", 'The new value; "" removes it.', autocompletion=setting_values)]
CardWords = Annotated[Words, _argument("CARD...", "A card's name, or part of it; or: import FILE...")]
Question = Annotated[str, _option("-q --question TEXT", "The question of the ruling, printed on top.")]
ForChat = Annotated[
    Literal["discord", "slack", "reddit", "telegram"] | None,
    _option(
        "--for discord|slack|reddit|telegram",
        "Messages for a chat, with sub-rules and examples; longer ones are split.",
    ),
]
Clear = Annotated[bool, _option("--clear", "Empty the case, so that the next ruling can begin.")]
CheckedFiles = Annotated[AnyWords, _argument("[FILE...]", "Texts or code. Default, and -: standard input.")]
Written = Annotated[Text, _option("--written DATE", "The day or edition that the text was written for.")]
Fix = Annotated[bool, _option("--fix", "Correct the numbers that moved for certain, in a new file NAME.fixed.EXT.")]
FixedFile = Annotated[Path | None, _option("-o --output FILE", "The file that --fix writes.")]
StrictDraft = Annotated[
    bool, _option("--strict", "Every number counts, every cited rule has to be quoted: for drafts.")
]
Lock = Annotated[bool, _option("--lock", "Write rules.lock: all who check these texts use the same edition.")]
Verbose = Annotated[bool, _option("-v --verbose", "List the citations that are fine, too.")]
CheckFormat = Annotated[
    Literal["plain", "markdown", "html", "json", "github", "sarif"],
    _option("--format plain|markdown|html|json|github|sarif", "github and sarif are for code reviews."),
]
Short = Annotated[bool, _option("--short", "Only the name: CR 702.19b.")]
Copy = Annotated[bool, _option("--copy", "Copy it, too, through your terminal (also over SSH).")]
Permanent = Annotated[bool, _option("--permanent", "Add edition and fingerprint, so that it survives renumbering.")]
CostWords = Annotated[AnyWords, _argument("GAME BASE [MOD...] [OPTION...]", "", autocompletion=games)]
TwoEditions = Annotated[
    Words,
    _argument(
        "A B [ID...]", "Two editions (mtg@2006-10-01, or 2006), then rules, if not all.", autocompletion=editions
    ),
]
NoRenumbering = Annotated[bool, _option("--no-renumbering", "Leave out rules whose number alone changed.")]
NoReferences = Annotated[bool, _option("--no-references", "Leave out changed references.")]
NoExamples = Annotated[bool, _option("--no-examples", "Leave out the examples.")]
NoGlossary = Annotated[bool, _option("--no-glossary", "Leave out the glossary.")]
Html = Annotated[bool, _option("--html", "Write one HTML page, to standard output or to FILE.html.")]
Summary = Annotated[
    bool, _option("--summary", "What is new and what is gone by title, and the changes that matter most.")
]
Only = Annotated[Text, _option("--only KINDS", "Only these kinds of change, of added, removed, changed, moved.")]
BookAndId = Annotated[
    Words, _argument("[BOOK] ID", "704.5k, mtg:704.5k, mtg@2006-10-01:420.5e", autocompletion=ids_or_terms)
]
AtDay = Annotated[Text, _option("--at DATE", "Only as it was on that day.")]
ReferenceLevels = Annotated[
    Number,
    _option(
        "--depth N",
        "Levels of references, each shown whole. Default: as many as fit on a screen and a half.",
        parser=whole_number(0, 9),
    ),
]
SubRules = Annotated[
    Number, _option("--depth N", "Levels of sub-rules; 0 is the rule alone. Default: all.", parser=whole_number(0))
]
Context = Annotated[int, _option("--context N", "N rules before and after it as well.", parser=whole_number(0, 50))]
TermWords = Annotated[Words, _argument("WORD", "A term of a game; typos are forgiven.", autocompletion=terms)]
IdOrTerm = Annotated[Words, _argument("ID|TERM", "A rule number or a term.", autocompletion=ids_or_terms)]
FirstWords = Annotated[AnyWords, _argument("[WORDS...]", "What to begin with: a number or words.")]
Layout = Annotated[
    Text, _option("--layout LAYOUT", "What A // B is: split, dfc, adventure, omen, flip, meld, prototype. mtg only.")
]
Face = Annotated[Literal["front", "back"] | None, _option("--face front|back", "The face that is up. mtg only.")]
Personal = Annotated[bool | None, _option("--personal/--not-personal", "Treat it as a personal name (or not).")]
TwoNames = Annotated[AnyWords, _argument("A B", "Two names, each in quotes; or -.")]
OneName = Annotated[AnyWords, _argument("NAME", "A name, in quotes; or -.")]
PartAndName = Annotated[AnyWords, _argument("PART NAME", "Words and a name, each in quotes; or -.")]
NameWords = Annotated[Words, _argument("WORDS", "A name or part of one; typos are forgiven.")]
CardFile = Annotated[str, _argument("FILE", "CSV, TSV, JSON or YAML with a column `name`.")]
Books = Annotated[
    Text,
    _option(
        "-b --book BOOK",
        "The book, or several: fab, mtg@2006-10-01, fab,mtg. Default: RULES_BOOK, then `rules config book`.",
        autocompletion=books,
    ),
]
SearchWords = Annotated[
    Words,
    _argument(
        "WORDS...",
        'The words to find. "a phrase" must stand there; -word, in:702, kind:glossary, title:trample choose.',
    ),
]
SearchLimit = Annotated[Number, _option("-n --limit N", "How many at most. Default: 10.", parser=whole_number(1, 200))]
Within = Annotated[Text, _option("--in NUMBER", "Only in this section: 2.7, mtg:702, trample.")]
Kind = Annotated[
    Text, _option("--kind KIND", "Only rows of this kind: rule, heading, glossary, or other (introductions, credits).")
]
EveryRule = Annotated[bool, _option("--every", "Every rule with all the words, in the order of the book.")]
Count = Annotated[bool, _option("--count", "Only how many rules have all the words.")]
AllEditions = Annotated[bool, _option("--all", "All editions, not only the newest.")]
WhyFound = Annotated[int, _option("--why", "Show why each rule was found; twice: all of it.", count=True, metavar="")]
Happened = Annotated[
    AnyWords, _argument("[WORDS...]", "What happened, or the infraction's name. Default: list them all.")
]
Edition = Annotated[Text, _option("--edition E", "A date or a short label. Default: the date that the text states.")]
Replace = Annotated[bool, _option("--replace", "Replace the edition if it is installed with other words.")]
ImportedFiles = Annotated[Words, _argument("PATH...", "The files of one book, in their order.")]
NewBook = Annotated[str, _option("-b --book NAME", "A short name for the book: fab, mtg, or your own.")]
Profile = Annotated[Text, _option("--profile FILE", "How the book is printed: see docs/profiles.md.")]
SaveProfile = Annotated[Text, _option("--save-profile FILE", "Write the profile that was used, to edit it.")]
Encoding = Annotated[Text, _option("--encoding NAME", "That of the text: cp1251, shift_jis. Default: worked out.")]
Add = Annotated[bool, _option("--add", "Add these files to the edition: chapter by chapter.")]
StrictImport = Annotated[bool, _option("--strict", "Install nothing if the reading looks wrong.")]
Fetched = Annotated[str, _argument("BOOK", "mtg, fab-ppg, or another of `rules books`.")]
FromAddress = Annotated[
    Text, _option("--from URL", "Another address for this download: a file, or a page that links to it.")
]
OnlyCheck = Annotated[bool, _option("--check", "Only say whether there is a newer edition.")]
InsecureHttp = Annotated[bool, _option("--insecure-http", "Allow plain HTTP, which others on the network can change.")]
LintTargets = Annotated[AnyWords, _argument("BOOK|PATH...", "An installed book, or files to read.")]
WhyLine = Annotated[Number, _option("--why LINE", "Say why this line of the file is a rule, or none.")]
Graph = Annotated[bool, _option("--graph", "Draw two levels of references as a tree.")]
Branches = Annotated[
    AnyWords, _argument("[ID...]", "A rule or section. Default: the whole book.", autocompletion=ids_or_terms)
]
TreeLevels = Annotated[Number, _option("--depth N", "Levels below the first. Default: 1.", parser=whole_number(0))]
