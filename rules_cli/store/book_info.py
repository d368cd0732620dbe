"""`book.yaml` of a book that ships: its title, edition and publication, and checks that a copy is whole."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from typing import Annotated, NamedTuple

from rules_cli.model import Book, RuleNumber
from rules_cli.numbers.parts import parts, printed
from rules_cli.schema import Condition, Text
from rules_cli.store import data_files, paths
from rules_cli.store.edition import EDITION, SLUG, UNDATED
from rules_cli.text import fold, number_of

_EditionName = Annotated[str, Condition(lambda name: bool(EDITION.fullmatch(name)), "a date or a short label")]
_Address = Annotated[
    str, Condition(lambda address: address.startswith("https://"), "an address that begins with https://")
]
_Count = Annotated[int, Condition(lambda count: count > 0, "a number above 0")]
ENOUGH_TITLES = 3  # a chapter or an excerpt has so many; another game's book has one by chance, such as 1.3 Cards
_LONGEST_HEADING = 120  # characters: no official title is as long
_WORD = re.compile(r"\w+")


class CompletenessCheck(NamedTuple):
    """What a whole copy of a book has: rules with these `numbers`, these `words`, and at least `least` rules."""

    numbers: tuple[Text, ...] = ()
    words: tuple[Text, ...] = ()
    least: _Count = 1

    def missing(self, book: Book) -> list[str]:
        """The faults of a copy, as texts for the user; empty if it is whole."""
        numbers = {str(row.number) for row in book.rows}
        rules = book.groups().count("rule")
        text = fold("\n".join(f"{row.title or ''}\n{row.words.text or ''}" for row in book.rows))
        missing = [f"no rule {number}" for number in self.numbers if number not in numbers]
        missing += [f"the words {words!r} are not in it" for words in self.words if fold(words) not in text]
        if rules < self.least:
            missing.append(f"{number_of(rules, 'rule')}, expected at least {self.least}")
        return missing


class Origin(NamedTuple):
    """Where a book is published.

    - `addresses`: the addresses to try, the best first. Each is a file, or a page that links to it. An address with
      `{page}` is expanded to one for each of the `pages` of the book, which are read together.
    - `link`: the name of the file that such a page links to, `*` for any text. Without it, the page is the book itself.
    - `landmarks`: the check that a copy must pass before it is installed.
    """

    addresses: tuple[_Address, ...] = ()
    link: str = ""
    landmarks: CompletenessCheck = CompletenessCheck()


_LIFE_OF_POLICY = timedelta(days=730)  # most of these documents are published several times a year


class BookInfo(NamedTuple):
    """The content of `book.yaml`. `policy_of` is the book of the game for which judges use this one, `fallback` the
    term for its errors of play that no other infraction covers, `penalties` says short names of penalties in words;
    `other` is the title in other languages, `covers_other`, `more_other` and `caution_other` what they are in those;
    `variants` are branches with the rules of variants of the game; `questions` are three to begin with
    (those of a policy document are situations), `questions_of_part` those that the part that ships answers."""

    slug: str
    title: str
    language: str
    edition: _EditionName = UNDATED
    policy_of: str = ""
    fallback: str = ""
    penalties: Mapping[str, str] | None = None
    other: Mapping[str, str] | None = None
    called: tuple[Text, ...] = ()
    documents: tuple[Text, ...] = ()
    covers: str = ""
    covers_other: Mapping[str, str] | None = None
    whole: bool = False
    more: str = ""
    more_other: Mapping[str, str] | None = None
    caution: str = ""
    caution_other: Mapping[str, str] | None = None
    link: str = ""
    pages: Mapping[str, str] | None = None
    titles: Mapping[str, str] | None = None
    files: tuple[Text, ...] = ()
    variants: tuple[Text, ...] = ()
    questions: tuple[Text, ...] = ()
    questions_of_part: tuple[Text, ...] = ()
    fetch: Origin = Origin()

    @property
    def game(self) -> str:
        """The name of the game in sentences."""
        return self.called[0] if self.called else self.title

    @property
    def how_to_get(self) -> str:
        """The command that installs the whole book."""
        return f"rules fetch {self.slug}" if self.fetch.addresses else f"rules import FILE --book {self.slug}"

    @property
    def page(self) -> str:
        """The web page to get the book from by hand; else how to get it, in words."""
        return self.fetch.addresses[0] if self.fetch.addresses and "{" not in self.fetch.addresses[0] else self.more

    def asked(self, is_whole: bool) -> tuple[str, ...]:
        """Return three questions to begin with; the whole book answers them, or else the part that ships."""
        return self.questions if is_whole else self.questions_of_part

    def address_of(self, number: RuleNumber) -> str | None:
        """Return the publisher's address of a rule; None if the book has no `link`. The link is filled in with the
        `{page}` of the rule's chapter, its `{number}`, and in `{compact}` its number without signs (`7045j`). If the
        chapter has no page, the address is the link up to `{page}`."""
        if not self.link:
            return None
        number_parts, without_repeat = parts(number), printed(number)
        page = (self.pages or {}).get(str(number_parts[0])) if number_parts else None
        if "{page}" in self.link and page is None:
            return self.link.partition("{page}")[0]
        compact = "".join(filter(str.isalnum, without_repeat))
        address = self.link.replace("{page}", page or "").replace("{number}", _quoted(without_repeat))
        return address.replace("{compact}", _quoted(compact))

    def is_outdated(self, edition: str, today: date) -> bool:
        """Return whether an edition of a policy document (a book that ships without text) is over two years old."""
        try:
            return not self.covers and today - date.fromisoformat(edition) > _LIFE_OF_POLICY
        except ValueError:  # an edition without a date
            return False

    def is_official(self, title_of: Callable[[str], str | None]) -> bool:
        """Return whether a copy has `ENOUGH_TITLES` of the official `titles` at their numbers. `title_of` returns the
        copy's title at a number."""
        titles = (self.titles or {}).items()
        alike = sum(fold(title_of(number) or "").split() == fold(title).split() for number, title in titles)
        return alike >= ENOUGH_TITLES


def _quoted(number: str) -> str:
    """Return a number as addresses write it."""
    if number.isascii() and number.replace(".", "").isalnum():
        return number
    from urllib.parse import quote  # here, since few numbers need it, and it takes longer to load than a rule to find

    return quote(number)


# Complexity: no nesting, but a comprehension for each step from names to books.
def named_documents(slug: str, opening: str) -> dict[str, str]:
    """Return the names of other documents that a book's text may have, each with the slug of the book that it means. A
    name that several games use ("Comprehensive Rules") is that of the book's own game. `opening` is the text of the
    first lines of the book: they tell which document it is, if its slug does not."""
    documents = [(name, info) for info in _shipped() for name in info.documents]
    own = [info for name, info in documents if info.slug == slug or name in opening]
    game = game_of(own[0].slug if own else slug)
    own_names = {name for info in own for name in info.documents}
    uses = Counter(name for name, _ in documents)
    others = [(name, info.slug) for name, info in documents if name not in own_names]
    return {name: other for name, other in others if uses[name] == 1 or game_of(other) == game}


def game_of(slug: str) -> str:
    """Return the part of a slug that all books of a game share, also the user's own: `mtg` of `mtg-ipg`."""
    return slug.partition("-")[0]


class Recognised(NamedTuple):
    """The book that a document is, and whether the title on its first lines says so.
    `is_alike` if its sections have official titles, so that it is printed as that book is: an old edition may not be.
    """

    info: BookInfo
    by_title: bool
    is_alike: bool = True


def recognised(slug: str, opening: str, lines: Iterable[str]) -> Recognised | None:
    """Return the book that a document is, imported under any slug; None if we do not know it. The title on its first
    lines (`opening`) decides; if several are named there, that of the book with its `slug`. Without a title, most of
    the official titles at the numbers that its `lines` have must be equal, and `ENOUGH_TITLES` at least."""
    books = [info for info in _shipped() if info.titles]
    titles = _titles_in(lines, books)
    if info := _titled(slug, opening):
        return Recognised(info, True, not info.titles or _alike(titles, info)[0] >= ENOUGH_TITLES)
    for info in books:
        alike, all_titles = _alike(titles, info)
        if alike >= ENOUGH_TITLES and 2 * alike > all_titles:
            return Recognised(info, by_title=False)
    return None


def _titles_in(lines: Iterable[str], books: Iterable[BookInfo]) -> Mapping[str, set[str]]:
    """Return what short lines print after the numbers of official titles, by number. Books of pages print no numbers: a
    line that is such a title is found by its words."""
    official = [(number, title) for info in books for number, title in (info.titles or {}).items()]
    page_numbers = {_folded(title): number for number, title in official if not number[0].isdigit()}
    numbers = {number for number, _ in official} - set(page_numbers.values())
    titles: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        if len(line) <= _LONGEST_HEADING:
            number, _, title = line.partition(" ")
            if (number := number.rstrip(".:)")) in numbers:
                titles[number].add(_folded(title))
            elif (title := _folded(line)) in page_numbers:
                titles[page_numbers[title]].add(title)
    return titles


# Complexity: no nesting, but a comprehension for each step from titles to a book.
def _titled(slug: str, opening: str) -> BookInfo | None:
    """Return the book named on the first lines of a document: that with its slug, else the longest name; else None."""
    names = [(_folded(name), info) for info in _shipped() for name in {info.title, *info.documents}]
    uses = Counter(name for name, _ in names)
    lines = [f" {_folded(line)} " for line in opening.splitlines()]
    of_one_book = [(name, info) for name, info in names if uses[name] == 1 and " " in name]
    named = [(len(name), info) for name, info in of_one_book if any(f" {name} " in line for line in lines)]
    _, longest = max(named, key=lambda each: each[0], default=(0, None))
    return next((info for _, info in named if info.slug == slug), longest)


def _alike(titles: Mapping[str, set[str]], info: BookInfo) -> tuple[int, int]:
    """Return how many titles of a document are those of a book, and how many it has at the numbers of those."""
    at_numbers = [(title, titles[number]) for number, title in (info.titles or {}).items() if number in titles]
    return sum(_folded(title) in printed_titles for title, printed_titles in at_numbers), len(at_numbers)


def _folded(text: str) -> str:
    """Return the folded words of a text, with a blank between two."""
    return " ".join(_WORD.findall(fold(text)))


def _shipped() -> list[BookInfo]:
    infos = (load_info(folder.name) for folder in sorted(paths.shipped().iterdir()))
    return [info for info in infos if info]


def load_info(slug: str) -> BookInfo | None:
    """The book.yaml of a book that ships; None if no such book ships. Raises SchemaError, OSError."""
    return data_files.read(BookInfo, slug, "book.yaml", slug=slug) if SLUG.fullmatch(slug) else None
