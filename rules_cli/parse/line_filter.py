"""Lines dropped before rules are read: furniture, menus, tables of contents, foreign trailers.

Guarantee of `drop_furniture`: every line that is not blank is either returned or dropped with a reason, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.parse.line_shape import is_alone, is_dotted, is_title, own_number
from rules_cli.parse.profile import Profile, furniture_pattern
from rules_cli.parse.row_draft import Reading
from rules_cli.rule_number import numbers_above
from rules_cli.text import fold

_RULED = re.compile(r"^\s*(?:[-=*_•~]\s*){3,}$")


def drop_furniture(document: Document, profile: Profile, reading: Reading) -> list[SourceLine]:
    """Return the lines that may be rules; drop all others into `reading`, with their reasons."""
    lines = list(_without_furniture(document, profile, reading))
    pages = _page_numbers(lines, profile)
    reading.drop(document, [lines[at] for at in sorted(pages)], "page number")
    lines = [line for at, line in enumerate(lines) if at not in pages]
    contents = _contents(lines, profile)
    reading.drop(document, lines[contents], "table of contents")
    lines[contents] = []
    trailer = _foreign_trailer(lines, profile)
    reading.drop(document, lines[trailer], "page furniture in another script")
    lines[trailer] = []
    return lines


def menu_length(document: Document, profile: Profile) -> int:
    """Return how many lines the menu of a saved web page has; 0 for a document that is no such page."""
    if not profile.menu_ends:
        return 0
    ends = (at + 1 for at, line in enumerate(document.lines) if line.raw.strip() == profile.menu_ends)
    return max(ends, default=0)


def _without_furniture(document: Document, profile: Profile, reading: Reading) -> Iterator[SourceLine]:
    furniture = furniture_pattern(profile.furniture)
    menu = menu_length(document, profile)
    for at, line in enumerate(document.lines):
        bare = line.raw.strip()
        if line.role == "blank":
            yield line
        elif at < menu:
            reading.drop(document, [line], "menu of the web page")
        elif furniture.match(bare) or furniture.match(line.text):
            reading.drop(document, [line], "page furniture")
        elif line.role == "markup":
            reading.drop(document, [line], line.text or "markup without words")
        elif len(bare) == 1 and bare.isalpha() and is_alone(document.lines, at):
            reading.drop(document, [line], "a stray letter")
        elif _RULED.match(bare):
            reading.drop(document, [line], "ruled line")
        else:
            yield line


_LINES_TO_RULE = 4  # from such a heading to the first rule of a chapter
_PAGE_NUMBER = re.compile(r"[0-9]{1,4}")
_LEAST_PAGES = 3  # headings of a number alone; fewer may be something else


def _page_numbers(lines: Sequence[SourceLine], profile: Profile) -> set[int]:
    """Return the headings that are numbers of pages: figures alone that rise, and no chapter whose rules follow."""
    found = [at for at, line in enumerate(lines) if line.role == "heading" and _PAGE_NUMBER.fullmatch(line.text)]
    if len(found) < _LEAST_PAGES or any(int(lines[a].text) >= int(lines[b].text) for a, b in pairwise(found)):
        return set()
    chapters = sum(_is_above_a_rule(lines, at, profile) for at in found)
    return set() if 2 * chapters > len(found) else set(found)


def _is_above_a_rule(lines: Sequence[SourceLine], at: int, profile: Profile) -> bool:
    """Whether the next number after a heading that is a number is under it."""
    following = (own_number(line, profile) for line in lines[at + 1 : at + 1 + _LINES_TO_RULE])
    first = next(filter(None, following), None)
    return first is not None and lines[at].text in numbers_above(first.number)


# --- tables of contents

_LEADERS = re.compile(r"(?<!\s)\s*+(?:(?:[.…·]\s?+){2,}+\d++|(?:[.…·]\s?+){4,}+)$")
_PAGE = re.compile(r"(?<!\s)\s++\d{1,4}$")
_CONTENTS_TRIED = 3  # headings of contents: a book prints one or two; a hostile one prints thousands
_FEWEST_WITH_PAGE = 3  # entries with dots before a page; fewer may be a form to fill in
_LONGEST_ENTRY = 200  # characters, leaders included: a bound for hostile lines
_LONGEST_QUESTION = 3  # words: "Why Kites?" is a title in contents, a longer question is a sentence


def has_leaders(line: SourceLine) -> bool:
    """Whether a line ends in dots and the number of a page, as an entry of a table of contents does."""
    return len(line.text) <= _LONGEST_ENTRY and line.text[-1:].isdecimal() and bool(_LEADERS.search(line.text))


def _contents_entry(line: SourceLine, profile: Profile) -> tuple[str, bool] | None:
    """Return what identifies an entry of a table of contents, and whether it begins with a number.

    The identity is the number and the title without the page's number. None for a line that is no entry.
    """
    found = own_number(line, profile)
    title = found.text if found else line.text
    if len(title) > _LONGEST_ENTRY:
        return None
    title = _LEADERS.sub("", title)
    is_question = title.endswith("?") and len(title.split()) <= _LONGEST_QUESTION
    if title and not is_title(title[:-1] if is_question else title, marked=True):
        return None
    name = fold(_PAGE.sub("", title) or title).strip(" :.")
    return (f"{found.number} {name}", True) if found else (name, has_leaders(line))


def _contents(lines: Sequence[SourceLine], profile: Profile) -> slice:
    """Return the table of contents: from its heading, or its first entry, to where its entries are printed again."""
    titles = {fold(word) for word in (*profile.contents, *Profile().contents)}
    tried = 0
    for start, line in enumerate(lines):
        entry = _contents_entry(line, profile) if line.role != "blank" else None
        if len(line.text) <= _LONGEST_ENTRY and fold(line.text).strip(" :") in titles:
            if tried < _CONTENTS_TRIED:
                tried += 1
                if end := _end_under_heading(lines, start + 1, profile):
                    return slice(start, end)
        elif entry and entry[1]:
            if profile.numbering == "pages":  # a page's list of short items is no table of contents
                break
            return slice(start, _ends_of_contents(lines, start, profile)[0])
    return slice(0, 0)


def _ends_of_contents(lines: Sequence[SourceLine], start: int, profile: Profile) -> tuple[int, int, int]:
    """Return the places where contents that begin at `start` may end.

    They are those where the first entry is printed again, after two numbered ones (0 if it is not), where any is (0 if
    none is), and the first line that is no entry.
    """
    seen: set[str] = set()
    first, any_again, numbers = "", 0, 0
    for at in range(start, len(lines)):
        if lines[at].role == "blank":
            continue
        entry = _contents_entry(lines[at], profile)
        if entry is None:
            return 0, any_again, at
        identity, has_number = entry
        if identity in seen and numbers > 1:
            any_again = any_again or at
            if identity == first:
                return at, any_again, at
        first = first or identity
        seen.add(identity)
        numbers += has_number
    return 0, any_again, len(lines)


# Complexity: one ending after the other is tried.
def _end_under_heading(lines: Sequence[SourceLine], start: int, profile: Profile) -> int:
    """Return where contents under a heading of their own end; 0 if they are no contents.

    They end before an entry that is printed again, else before the first sentence, if the first numbered entry is
    printed again after that, or behind the last entry with dots before its page.
    """
    first_again, any_again, no_entry = _ends_of_contents(lines, start, profile)
    if first_again or any_again:
        return first_again or any_again
    entries = (_contents_entry(line, profile) for line in lines[start:no_entry])
    numbered = [entry for entry in entries if entry and entry[1]]
    later = (_contents_entry(line, profile) for line in lines[no_entry:])
    if len(numbered) > 1 and numbered[0] in later:
        return no_entry
    with_page = [at for at in range(start, no_entry) if has_leaders(lines[at])]
    return with_page[-1] + 1 if len(with_page) >= _FEWEST_WITH_PAGE else 0


# --- pages saved from a foreign site

_LETTER = re.compile(r"[^\W\d_]")
_LAST_LATIN = "\u024f"  # the letters with accents that European languages use end here
_SCRIPT_SAMPLE = 80  # characters of a line: enough words to tell its script
_MOST_FOREIGN = 2 / 3  # of the lines: if more are in another script, so is the book


def _foreign_trailer(lines: Sequence[SourceLine], profile: Profile) -> slice:
    """Return the end of a page saved from a foreign site: no numbered rule, and no line in Latin letters."""
    start = len(lines)
    for at in reversed(range(len(lines))):
        letters = _LETTER.findall(lines[at].text[:_SCRIPT_SAMPLE])
        if 2 * sum(letter > _LAST_LATIN for letter in letters) < len(letters):
            break
        if letters:
            start = at
    trailer = lines[start:]
    if len(trailer) > _MOST_FOREIGN * len(lines) or any(is_dotted(own_number(line, profile)) for line in trailer):
        return slice(0, 0)
    return slice(start, len(lines))
