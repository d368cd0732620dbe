"""Options that several commands share, and the values that the Tab key offers for them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer import Argument, Option

from rules_cli.captions import Remark
from rules_cli.cli.usage import whole_number
from rules_cli.errors import NearRules, RuleNotFound, RulesError, UsageError
from rules_cli.library import Library
from rules_cli.lookup.find import LookupResult
from rules_cli.render import language, out
from rules_cli.store import data_files, paths, settings
from rules_cli.text import first_words, fold

if TYPE_CHECKING:
    from rules_cli.search import Findings

_MOST_OF_TERMS = 6  # words that are looked at as two terms
_MOST = 200  # what a shell still lists without asking
_CLOSEST, _FIRST_WORDS = 3, 40  # rules suggested for words that are no term, and characters of each: a line


def open_library(lang: str | None = None, as_of: str | None = None) -> Library:
    """Open the installed books, and choose the captions: in the language that the user asked for, else in English."""
    library = Library.open(lang, as_of)
    language.choose(library.lang if lang or settings.get("lang") else "en")
    return library


def caption(library: Library, languages: Iterable[str], asked: Iterable[str] = ()) -> None:
    """Choose captions in the language of the library if all books that answer, or else were `asked`, are in it."""
    if (set(languages) or set(asked)) == {library.lang}:
        language.choose(library.lang)


def find(library: Library, words: Sequence[str], book: str | None) -> LookupResult:
    """Return the rules that words name, and choose captions. For other words, the error names rules found by them."""
    from rules_cli.lookup.definitions import find_rules  # commands that ask for no rule need none of this

    asked = " ".join(words)
    is_number = any(map(str.isdigit, asked)) or ":" in asked or not any(map(str.isalpha, asked))
    try:
        found = find_rules(library, words, book)
    except UsageError:
        if is_number:
            raise
        found = LookupResult((), (), ())
    if not found.rows and not is_number:
        _check_one_term(library, words, book)
        found = found._replace(missing=(not_found(library, asked, book),))
    if not is_number:
        out.leave_question(found)
    return captioned(library, found, book)


def _check_one_term(library: Library, words: Sequence[str], book: str | None) -> None:
    """Raise UsageError if words are two terms, `weft warp`: commands take one, or several numbers."""
    from rules_cli.lookup.definitions import find_rules

    for cut in range(1, len(words) if len(words) <= _MOST_OF_TERMS else 0):
        terms = [" ".join(words[:cut]), " ".join(words[cut:])]
        rows = []
        with suppress(RulesError):
            rows = [found.rows[0] for term in terms if (found := find_rules(library, [term], book)).rows]
        if len(rows) == len(terms):
            numbers = " ".join(row.id for row in rows)
            both = f"for both by number ({numbers}), or for the rules on both: rules search {' '.join(words)}"
            error = UsageError(f'"{terms[0]}" and "{terms[1]}" are two terms: ask for one, {both}')
            error.is_sure = True
            raise error


def not_found(library: Library, words: str, book: str | None) -> RuleNotFound:
    """Return the error for words that are not a term, with the rules that are found by them."""

    def near() -> NearRules:
        if slug := library.installed.slug_of(words.removesuffix(":")):
            return NearRules(reasons=(Remark("is a book", (slug,)),))
        from rules_cli.search import find as search
        from rules_cli.situations import answered

        searched = search(library, words, book, _CLOSEST)
        if _is_by_chance(words, searched):
            return NearRules()
        found, note = answered(library, words, book, searched)
        rules = [hit.rule for hit in (found.beside, *found.results) if hit]
        firsts = (first_words(rule.title or rule.text or "", _FIRST_WORDS) for rule in rules)
        return NearRules(tuple(rule.id for rule in rules), None, tuple(firsts), reasons=(note,) if note else ())

    return RuleNotFound(words, near)


def _is_by_chance(words: str, found: Findings) -> bool:
    """Return whether no book has any of the words, and they were at most taken for common ones, `nosuch` for `such`:
    rules with those are not near."""
    from rules_cli.search.query import words_of
    from rules_cli.search.vectors import is_common

    is_doubtful = bool(found.confidence and found.confidence.is_doubtful)
    is_known = any(word not in found.unwritten for word in words_of(words))
    return is_doubtful and not is_known and all(is_common(word, "en") for word in found.corrected.values())


def captioned(library: Library, found: LookupResult, book: str | None) -> LookupResult:
    """Return a result, and choose captions in the language of its books; of the books asked if it is empty."""
    asked = (getattr(error, "asked", "").partition(":") for error in found.missing)
    languages = (each for slug, colon, _ in asked for each in languages_of(library, slug if colon else book))
    caption(library, (row.edition.about["language"] for row in found.rows), languages)
    return found


def report(library: Library, error: RuleNotFound, book: str | None, json: bool) -> int:
    """Print that a rule was not found, in the language of the books asked. Return the exit code."""
    return out.report_missing(captioned(library, LookupResult((), (error,), ()), book), json)


def languages_of(library: Library, book: str | None) -> list[str]:
    """Return the languages of the books that a question asks; none if one of them is not installed."""
    with suppress(RulesError):
        return [edition.about["language"] for name in (book or "").split(",") for edition in library.editions_for(name)]
    return []


def language_of_game(library: Library, slug: str) -> Iterator[str]:
    """Yield the language of a book that ships; nothing for other books."""
    if info := library.installed.info(slug):
        yield info.language


# --- the values that the Tab key offers


def books(incomplete: str) -> list[str]:
    """Complete the name of a book, or a book and its edition, after the last comma of several."""
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
    """Complete a term of a game, also in its second word and later ones."""
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
    """Complete the game of a cost; after it, offer nothing, not even files."""
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

_HELP: dict[str, str] = data_files.load_cached(paths.data() / "help" / "options.yaml") or defaultdict(str)
"""What help says of each option and argument."""

Text = str | None
Number = int | None
Words = list[str]
AnyWords = list[str] | None


def _option(names: str, about: str = "", **more: Any) -> Any:
    """Return an option, given its names and the name of its value: `-n --limit N`. `about` is the key of its help."""
    *flags, last = names.split()
    if last[0] == "-":
        return Option(*flags, last, help=_HELP[about or names], **more)
    return Option(*flags, metavar=last, help=_HELP[about or names], **more)


Book = Annotated[Text, _option("-b --book BOOK", autocompletion=books)]
Json = Annotated[bool, _option("--json")]
Lang = Annotated[Text, _option("--lang en|pt")]
Plain = Annotated[bool, _option("--plain")]
AsOf = Annotated[Text, _option("--as-of DATE")]
Limit = Annotated[int, _option("-n --limit N", parser=whole_number(1, 200))]
Ids = Annotated[Words, Argument(metavar="ID...", help=_HELP["ID..."], autocompletion=ids_or_terms)]
OneBook = Annotated[Text, Argument(metavar="BOOK", help=_HELP["BOOK"], autocompletion=editions)]
Removed = Annotated[str, Argument(metavar="BOOK", help=_HELP["BOOK to remove"], autocompletion=editions)]
Cards = Annotated[bool, _option("--cards")]
Yes = Annotated[bool, _option("--yes -y")]
Exported = Annotated[AnyWords, Argument(metavar="BOOK...", help=_HELP["BOOK..."], autocompletion=editions)]
ExportFormat = Annotated[Literal["yaml", "json", "ndjson", "html"], _option("--format yaml|json|ndjson|html")]
ExportFile = Annotated[Path | None, _option("--output -o FILE")]
SettingName = Annotated[Text, Argument(metavar="[KEY]", help=_HELP["[KEY]"], autocompletion=setting_names)]
SettingValue = Annotated[Text, Argument(metavar="[VALUE]", help=_HELP["[VALUE]"], autocompletion=setting_values)]
CardWords = Annotated[Words, Argument(metavar="CARD...", help=_HELP["CARD..."])]
Question = Annotated[str, _option("-q --question TEXT")]
ForChat = Annotated[
    Literal["discord", "slack", "reddit", "telegram"] | None, _option("--for discord|slack|reddit|telegram")
]
Clear = Annotated[bool, _option("--clear")]
CheckedFiles = Annotated[AnyWords, Argument(metavar="[FILE...]", help=_HELP["[FILE...]"])]
Written = Annotated[Text, _option("--written DATE")]
Fix = Annotated[bool, _option("--fix")]
FixedFile = Annotated[Path | None, _option("-o --output FILE")]
StrictDraft = Annotated[bool, _option("--strict")]
Lock = Annotated[bool, _option("--lock")]
Verbose = Annotated[bool, _option("-v --verbose")]
CheckFormat = Annotated[
    Literal["plain", "markdown", "html", "json", "github", "sarif"],
    _option("--format plain|markdown|html|json|github|sarif"),
]
Short = Annotated[bool, _option("--short")]
Copy = Annotated[bool, _option("--copy")]
Permanent = Annotated[bool, _option("--permanent")]
CostWords = Annotated[AnyWords, Argument(metavar="GAME BASE [MOD...] [OPTION...]", help=None, autocompletion=games)]
TwoEditions = Annotated[AnyWords, Argument(metavar="A B [ID...]", help=_HELP["A B [ID...]"], autocompletion=editions)]
NoRenumbering = Annotated[bool, _option("--no-renumbering")]
NoReferences = Annotated[bool, _option("--no-references")]
Html = Annotated[bool, _option("--html")]
Summary = Annotated[bool, _option("--summary")]
Only = Annotated[Text, _option("--only KINDS")]
BookAndId = Annotated[Words, Argument(metavar="[BOOK] ID", help=_HELP["[BOOK] ID"], autocompletion=ids_or_terms)]
AtDay = Annotated[Text, _option("--at DATE")]
ReferenceLevels = Annotated[Number, _option("--depth N", parser=whole_number(0, 9))]
SubRules = Annotated[Number, _option("--depth N", "--depth N of sub-rules", parser=whole_number(0))]
Context = Annotated[int, _option("--context N", parser=whole_number(0, 50))]
TermWords = Annotated[Words, Argument(metavar="WORD", help=_HELP["WORD"], autocompletion=terms)]
IdOrTerm = Annotated[Words, Argument(metavar="ID|TERM", help=_HELP["ID|TERM"], autocompletion=ids_or_terms)]
FirstWords = Annotated[AnyWords, Argument(metavar="[WORDS...]", help=_HELP["[WORDS...]"])]
Layout = Annotated[Text, _option("--layout LAYOUT")]
Face = Annotated[Literal["front", "back"] | None, _option("--face front|back")]
Personal = Annotated[bool | None, _option("--personal/--not-personal")]
TwoNames = Annotated[AnyWords, Argument(metavar="A B", help=_HELP["A B"])]
OneName = Annotated[AnyWords, Argument(metavar="NAME", help=_HELP["NAME"])]
PartAndName = Annotated[AnyWords, Argument(metavar="PART NAME", help=_HELP["PART NAME"])]
NameWords = Annotated[Words, Argument(metavar="WORDS", help=_HELP["WORDS"])]
CardFile = Annotated[str, Argument(metavar="FILE", help=_HELP["FILE"])]
Books = Annotated[Text, _option("-b --book BOOK", "-b --book BOOK or several", autocompletion=books)]
SearchWords = Annotated[Words, Argument(metavar="WORDS...", help=_HELP["WORDS..."])]
SearchLimit = Annotated[Number, _option("-n --limit N", "-n --limit N of a search", parser=whole_number(1, 200))]
Within = Annotated[Text, _option("--in NUMBER")]
Kind = Annotated[Text, _option("--kind KIND")]
EveryRule = Annotated[bool, _option("--every")]
Count = Annotated[bool, _option("--count")]
AllEditions = Annotated[bool, _option("--all")]
WhyFound = Annotated[int, _option("--why", count=True, metavar="")]
Happened = Annotated[AnyWords, Argument(metavar="[WORDS...]", help=_HELP["[WORDS...] of an infraction"])]
Edition = Annotated[Text, _option("--edition E")]
Replace = Annotated[bool, _option("--replace")]
ImportedFiles = Annotated[Words, Argument(metavar="PATH...", help=_HELP["PATH..."])]
NewBook = Annotated[str | None, _option("-b --book NAME")]
Profile = Annotated[Text, _option("--profile FILE")]
SaveProfile = Annotated[Text, _option("--save-profile FILE")]
Encoding = Annotated[Text, _option("--encoding NAME")]
Add = Annotated[bool, _option("--add")]
StrictImport = Annotated[bool, _option("--strict", "--strict of an import")]
Fetched = Annotated[str, Argument(metavar="BOOK", help=_HELP["BOOK to fetch"])]
FromAddress = Annotated[Text, _option("--from URL")]
OnlyCheck = Annotated[bool, _option("--check")]
InsecureHttp = Annotated[bool, _option("--insecure-http")]
LintTargets = Annotated[AnyWords, Argument(metavar="BOOK|PATH...", help=_HELP["BOOK|PATH..."])]
WhyLine = Annotated[Number, _option("--why LINE")]
Graph = Annotated[bool, _option("--graph")]
Branches = Annotated[AnyWords, Argument(metavar="[ID...]", help=_HELP["[ID...]"], autocompletion=ids_or_terms)]
TreeLevels = Annotated[Number, _option("--depth N", "--depth N of a tree", parser=whole_number(0))]
