"""Cross-references: found in one pass with their place in the text, resolved in a later one against the book.

A text names rules by number; a link of a web page names a row by the path of its page and an anchor.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rules_cli.model import Reference, RuleNumber
from rules_cli.numbers.parts import numbers_above, parts
from rules_cli.numbers.references import (
    BARE,
    BookNumbers,
    FoundNumber,
    find_in_other_documents,
    find_references,
    number_key,
)
from rules_cli.numbers.typed import normal_form
from rules_cli.numbers.worded import Step, WordedNumber, find_worded
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft, hyphenated

# --- numbers in a text

_IN_BRACKETS = re.compile(r"(?<=\d)\((?:[a-zA-Z]|[0-9]{1,3})\)([\])]?)$")
_FIGURE = re.compile(r"\d")
_WIDE_SIGN = re.compile("[０-９．（［－：　]")
_WIDE = str.maketrans("０１２３４５６７８９．（）［］－：　", "0123456789.()[]-: ")


def plain_signs(text: str) -> str:
    """Return a text of the same length with plain figures, brackets and dots for the full-width ones."""
    return text if text.isascii() or not _WIDE_SIGN.search(text) else text.translate(_WIDE)


class _Names:
    """The numbers of a book, and how its texts name them."""

    def __init__(self, drafts: Sequence[Draft], profile: Profile) -> None:
        self.profile = profile
        self.numbers = {draft.number for draft in drafts}
        self.book = BookNumbers(self.numbers, profile.numbers)
        self.worded = _WordedReferences(drafts, profile)

    # Complexity: one comprehension for each kind of reading.
    def find(self, text: str, draft: Draft) -> list[FoundNumber]:
        """Return every reference in a text of a row, in the order of print; those with words first read as a whole."""
        own = find(text, self.profile, self.book) if _FIGURE.search(text) else []  # half of all rules have none
        if not self.worded.are_there:
            return own
        books = [each for each in own if each.book]
        known = [each for each in own if each.number in self.numbers]
        worded = (each for each in self.worded.find(plain_signs(text), draft) if not _is_inside(each, books))
        whole = [each for each in worded if not _is_inside(each, [o for o in known if o.end > each.end])]  # rule 2-4
        rest = own if not whole else [each for each in own if each.book or not _is_inside(each, whole)]
        return sorted([*whole, *rest], key=lambda found: found.start)

    def near(self, number: RuleNumber, draft: Draft) -> RuleNumber:
        """Return the number of the same part of the book as a row's, if that part has the number."""
        own = RuleNumber(f"{draft.volume.number}.{number}") if draft.volume else number
        return own if own in self.numbers else number


def _is_inside(found: FoundNumber, others: Sequence[FoundNumber]) -> bool:
    """Whether the number of a reference is in the words of another one."""
    return any(other.start <= found.at < other.end for other in others)


def find(text: str, profile: Profile, book: BookNumbers) -> list[FoundNumber]:
    """Return the references in the forms of a profile, in the order of print. A bare number is one only if the book has
    it, or the first of its list; in a book that seldom names rules so, only one with a letter, H6 or 2c: no count."""
    plain = plain_signs(text)
    others = find_in_other_documents(plain, profile.documents, book) if profile.documents else []
    forms = profile.references if BARE in profile.references else (*profile.references, BARE)
    own = (
        each
        for each in find_references(plain, forms, book)
        if not each.bare
        or (
            (each.number in book or each.bare in book)
            and (forms is profile.references or _is_code(plain[each.at : each.end], each.bare))
        )
    )
    return sorted([*others, *(each for each in own if not _is_inside(each, others))], key=lambda found: found.start)


def _is_code(printed: str, number: RuleNumber) -> bool:
    """Whether a number has a letter, and is printed with capitals where the first of its list has them."""
    is_alike = printed.isdecimal() or printed.isupper() == number.isupper()
    return is_alike and any(sign.isalpha() for sign in number)


def resolve(drafts: Sequence[Draft], profile: Profile) -> dict[RuleNumber, tuple[Reference, ...]]:
    """Look up the references of every row in the whole book; keep those that lead nowhere, unresolved."""
    names = _Names(drafts, profile)
    targets = _LinkedRows(drafts, pages=profile.numbering == "pages")
    return {draft.number: tuple(_references(draft, names, targets)) for draft in drafts}


# Complexity: one case for each kind of reference, in words and in links.
def _references(draft: Draft, names: _Names, targets: _LinkedRows) -> Iterator[Reference]:
    """Yield what a row refers to; its own number in it is no reference to itself."""
    named: set[RuleNumber] = set()
    other_book = names.profile.other_book
    for text in (*draft.texts, *draft.examples, *draft.notes):
        for found in names.find(text, draft):
            number, printed = names.near(found.number, draft), text[found.start : found.end]
            if found.book:
                yield Reference(printed, f"{found.book}:{number}")
                continue
            letter = _IN_BRACKETS.search(printed) if number not in names.numbers else None
            if letter:  # 1.2(c) may be rule 1.2 and a sign: there is no such sub-rule
                printed, number = printed[: letter.start()] + letter[1], RuleNumber(numbers_above(number)[0])
            named.add(number)
            if other_book and not names.book.has_chapter(number):
                yield Reference(printed, f"{other_book}:{number}")
            elif number not in (draft.printed, draft.number):
                yield Reference(printed, number, number in names.numbers, found.since or "")
    for link in draft.links:
        if not link.text or leads_elsewhere(link.href):
            continue
        shown = {normal_form(link.text), *(found.number for found in names.find(link.text, draft))}
        if shown.isdisjoint(named):  # else the link is around a number that was found in the words
            target = targets.find(draft.source, link.href)
            if target != draft.number:
                yield Reference(link.text, target or link.href, target is not None)


# --- numbers with words between their parts: `Section 2 of Article IV`, `§ 12 Abs. 3`, `paragraph 1`
#
# Only books whose lists are rules, or whose numbers are roman, have them; in others "section 2" is all of one.

_ROMAN = re.compile(r"(?<![\w.])[IVXLC]{1,7}(?:\.[0-9]{1,4}|\.[A-Z](?!\w)|\([a-z0-9]{1,3}\)){1,6}(?!\w)")
_WHOLE_WORDS = {"sec": "section", "art": "article", "arts": "article", "§§": "§", "abs": "absatz"}


class _WordedReferences:
    """Finds the rules of a book that its texts name with words between the parts of their numbers."""

    def __init__(self, drafts: Sequence[Draft], profile: Profile) -> None:
        chapters = {draft.number.partition(".")[0] for draft in drafts if parts(draft.number)}
        self._has_roman = any(_ROMAN.fullmatch(f"{chapter}.1") for chapter in chapters)
        self.are_there = profile.items == "rules" or self._has_roman
        numbered = [draft for draft in drafts if parts(draft.number)] if self.are_there else []
        self._numbers = {number_key(draft.number): draft.number for draft in reversed(numbered)}
        self._above = {key[:-1] for key in self._numbers}
        self._highest: dict[str, int] = {}  # for each word before numbers, the level of the highest rows that have it
        for draft in numbered:
            word, level = _whole_word(draft.word), len(parts(draft.number) or ())
            self._highest[word] = min(level, self._highest.get(word, level))

    def find(self, text: str, draft: Draft) -> Iterator[FoundNumber]:
        """Yield what a text of a row names, each with all of its words."""
        ends = [0]
        for found in find_worded(text):
            if number := self._number(found, draft):
                yield FoundNumber(found.start, found.start, found.first_end, (number,))
                ends.append(found.end)
                for start, end, printed in found.more:
                    if other := self._number(found.with_member(printed), draft):
                        yield FoundNumber(start, start, end, (other,))
        for roman in _ROMAN.finditer(text) if self._has_roman else ():
            number = self._numbers.get(number_key(roman[0]))
            if number and roman.end() not in ends:
                yield FoundNumber(roman.start(), roman.start(), roman.end(), (number,))

    # Complexity: one case for each row that may be meant.
    def _number(self, found: WordedNumber, draft: Draft) -> RuleNumber | None:
        """Return the number that is meant, in the book or of a rule that is missing there; None for another number. A
        paragraph, and a section if each article has its own, belongs to the row in which it is named."""
        first, last = found.steps[0], found.steps[-1]
        is_part = self._is_part(first)
        if not is_part:
            is_whole = "." in last.number or not self._is_part(last)  # Section 3.2 of Article III
            for number in (found.number, last.number) if is_whole else (found.number,):
                if known := self._numbers.get(number_key(number)):
                    return known
        for above in numbers_above(draft.printed):
            if known := self._numbers.get(number_key(f"{above}.{found.number}")):
                return known
        whole = None if is_part or len(found.steps) == 1 else self._numbers.get(number_key(first.number))
        if whole and last.is_low and number_key(whole) not in self._above:
            return whole  # its paragraphs have no numbers
        return RuleNumber(found.number) if whole else None

    def _is_part(self, step: Step) -> bool:
        """Whether a number after a word is only part of one: that of a paragraph, of a section if they begin again."""
        return step.is_low or self._highest.get(_whole_word(step.word), 1) > 1


def _whole_word(word: str) -> str:
    """Return a word before numbers in one form: `Sec.` and `Sections` are `section`."""
    lowered = word.lower().rstrip(".")
    return _WHOLE_WORDS.get(lowered) or lowered.removesuffix("s")


# --- links between pages

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_ENDINGS = frozenset(".md .markdown .html .htm .xhtml .txt".split())
_FIRST_OF_FOLDER = ("readme", "index")


def leads_elsewhere(href: str) -> bool:
    """Whether a link is an address on the web, or empty."""
    return not href or bool(_ELSEWHERE.match(href))


def place_of(path: str, source: str = "") -> str:
    """Return the page that a path in the file `source` names, from the book's root. In `a/b.md`, both
    `../kites/README.md` and `/kites/` are `kites`."""
    bare = _unquoted(path.partition("?")[0])
    joined = posixpath.join("" if bare[:1] == "/" else posixpath.dirname(source), bare)
    place = posixpath.normpath(joined).lstrip("/")
    stem, ending = posixpath.splitext(place)
    folder, name = posixpath.split(stem if ending.lower() in _ENDINGS else place)
    return posixpath.join(folder, "" if name.lower() in _FIRST_OF_FOLDER or name == "." else name).rstrip("/")


def _unquoted(path: str) -> str:
    """Return a path of an address with its escapes read: `a%20b` is `a b`."""
    if "%" not in path:
        return path
    from urllib.parse import unquote  # slow to import, and few books need it

    return unquote(path)


class _LinkedRows:
    """The rows that links can lead to; pages are known by their paths."""

    def __init__(self, drafts: Sequence[Draft], pages: bool) -> None:
        self.pages = pages
        self.first_rows: dict[str, Draft] = {}
        for draft in drafts:
            self.first_rows.setdefault(draft.source, draft)
        self.sources: dict[str, str] = {}
        for source in self.first_rows:
            self.sources.setdefault(place_of(source), source)
        self.anchors = _anchors(drafts)

    def find(self, source: str, href: str) -> RuleNumber | None:
        """Return the row that a link in the file `source` leads to: that of its anchor, else the first of its page."""
        path, _, anchor = href.partition("#")
        page = self.sources.get(place_of(path, source)) if path else source
        if page is None:
            return None
        row = self.anchors.get((page, _anchor_key(_unquoted(anchor))))
        return row or (self.first_rows[page].number if path or self.pages else None)


def _anchors(drafts: Sequence[Draft]) -> dict[tuple[str, str], RuleNumber]:
    """Return the rows that anchors lead to, by source and anchor. Anchors in the source come first, then the words of
    headings; the second heading of the same words gets `-1`."""
    named: dict[tuple[str, str], RuleNumber] = {}
    for draft in drafts:
        for anchor in draft.anchors:
            named.setdefault((draft.source, _anchor_key(anchor)), draft.number)
    times: Counter[tuple[str, str]] = Counter()
    for draft in drafts:
        if draft.title is not None:
            source, words = key = (draft.source, _anchor_key(draft.title))
            named.setdefault((source, f"{words}-{times[key]}") if times[key] else key, draft.number)
            times[key] += 1
    return named


def _anchor_key(anchor: str) -> str:
    """Return what all spellings of an anchor have in common: `The_Kite` and `the-kite` are one."""
    return hyphenated(anchor.replace("-", " "))
