"""Furniture, menus, contents and foreign trailers are dropped before rules are read; what a line's words look like.

Guarantee of `drop_furniture`: every line that is not blank is either returned or dropped with a reason, in order.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.parse.line_number import line_number, with_plain_number
from rules_cli.parse.profile import Profile, furniture_pattern
from rules_cli.parse.row_draft import Reading
from rules_cli.text import fold

# --- the look of words

JOINERS = frozenset(
    """
    a an and are as at by for from in into is of on or the to vs with
    e o os as de da do das dos em na no um uma uns umas ou para por com sem sob à ao y el la los las del
    """.split()
)
"""Little words, which a title prints in lower case."""
_MAX_TITLE_WORDS = 12  # the longest title of the known rulebooks has 11 words; a sentence without an end is longer
_ENDS = re.compile(r"[.!?:;…][\"”’'»)\]*]*(?:\s?\[[0-9][0-9a-z.]{0,20}\])*$")
_TAIL = 80  # characters: room for the references after a sentence's end; a bound for hostile lines


def is_title(text: str, marked: bool = False) -> bool:
    """Whether the words of a line are only a title: short, and no end of a sentence.

    Unless the source has `marked` the line as a heading, every longer word must be capitalised.
    """
    words = text.split(maxsplit=_MAX_TITLE_WORDS)
    if not words or len(words) > _MAX_TITLE_WORDS or ends_sentence(text) or not any(c.isalpha() for c in text):
        return False
    return marked or all(_may_be_in_title(word) for word in words)


def _may_be_in_title(word: str) -> bool:
    first = next((c for c in word if c.isalnum()), "")
    return not first.islower() or all(part in JOINERS for part in word.lower().strip("(),.“”\"'").split("/"))


def ends_sentence(text: str) -> bool:
    """Whether a paragraph is complete: it ends in a full stop or another end of a sentence."""
    return bool(_ENDS.search(text.rstrip()[-_TAIL:]))


def is_broken_off(before: str, after: str) -> bool:
    """Whether `after` goes on with a sentence that a page end cut off in `before`."""
    return bool(before) and not ends_sentence(before) and after[:1].islower()


def joint(document: Document, before: str, after: str) -> str:
    """Return a blank between two adjoining lines, or the line break that the document's author put there."""
    return "\n" if document.breaks and not is_broken_off(before, after) else " "


# --- lines that are no rules

_RULED = re.compile(r"^\s*(?:[-=*_•~]\s*){3,}$")


def drop_furniture(document: Document, profile: Profile, reading: Reading) -> list[SourceLine]:
    """Return the lines that may be rules; drop all others into `reading`, with their reasons."""
    lines = [with_plain_number(line, profile) for line in _without_furniture(document, profile, reading)]
    contents = _contents(lines, profile)
    reading.drop(document, lines[contents], "table of contents")
    lines[contents] = []
    trailer = _foreign_trailer(lines)
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
        elif len(bare) == 1 and bare.isalpha() and _is_alone(document.lines, at):
            reading.drop(document, [line], "a stray letter")
        elif _RULED.match(bare):
            reading.drop(document, [line], "ruled line")
        else:
            yield line


def _is_alone(lines: Sequence[SourceLine], at: int) -> bool:
    return all(line.role == "blank" for line in (*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2]))


# --- tables of contents

_LEADERS = re.compile(r"(?<!\s)\s*+(?:(?:[.…·]\s?+){2,}+\d++|(?:[.…·]\s?+){4,}+)$")
_PAGE = re.compile(r"(?<!\s)\s++\d{1,4}$")
_CONTENTS_TRIED = 3  # headings of contents: a book prints one or two; a hostile one prints thousands
_LONGEST_ENTRY = 200  # characters, leaders included: a bound for hostile lines
_LONGEST_QUESTION = 3  # words: "Why Kites?" is a title in contents, a longer question is a sentence


def _contents_entry(line: SourceLine) -> tuple[str, bool] | None:
    """Return what identifies an entry of a table of contents, and whether it begins with a number.

    The identity is the number and the title without the page's number. None for a line that is no entry.
    """
    found = line_number(line.words)
    title = found.text if found else line.text
    if len(title) > _LONGEST_ENTRY:
        return None
    title = _LEADERS.sub("", title)
    if title.endswith("?") and len(title.split()) <= _LONGEST_QUESTION:
        may_be_title = is_title(title[:-1], marked=True)
    else:
        may_be_title = not title or is_title(title, marked=True)
    if not may_be_title:
        return None
    name = fold(_PAGE.sub("", title) or title).strip(" :.")
    return (f"{found.number} {name}", True) if found else (name, False)


def _contents(lines: Sequence[SourceLine], profile: Profile) -> slice:
    """Return the table of contents: from its heading, or its first entry, to where its entries are printed again."""
    titles = {fold(word) for word in (*profile.contents, *Profile().contents)}
    tried = 0
    for start, line in enumerate(lines):
        entry = _contents_entry(line) if line.role != "blank" else None
        if len(line.text) <= _LONGEST_ENTRY and fold(line.text).strip(" :") in titles:
            if tried < _CONTENTS_TRIED:
                tried += 1
                if end := _end_under_heading(lines, start + 1):
                    return slice(start, end)
        elif entry and entry[1]:
            if profile.numbering == "pages":  # a page's list of short items is no table of contents
                break
            return slice(start, _ends_of_contents(lines, start).first_again)
    return slice(0, 0)


class _Ends(NamedTuple):
    """Places where contents may end; 0 for one that is not met while lines are entries."""

    first_again: int
    """The place where the first entry is printed again."""
    any_again: int
    """The place where any entry is printed again."""
    no_entry: int
    """The first line that is no entry."""


def _ends_of_contents(lines: Sequence[SourceLine], start: int) -> _Ends:
    """Return the ends of contents that begin at `start`; entries come again only after two numbered ones."""
    seen: set[str] = set()
    first, any_again, numbers = "", 0, 0
    for at in range(start, len(lines)):
        if lines[at].role == "blank":
            continue
        entry = _contents_entry(lines[at])
        if entry is None:
            return _Ends(0, any_again, at)
        identity, has_number = entry
        if identity in seen and numbers > 1:
            any_again = any_again or at
            if identity == first:
                return _Ends(at, any_again, at)
        first = first or identity
        seen.add(identity)
        numbers += has_number
    return _Ends(0, any_again, len(lines))


def _end_under_heading(lines: Sequence[SourceLine], start: int) -> int:
    """Return where contents under a heading of their own end; 0 if they are no contents.

    They end before an entry that is printed again, else before the first sentence, if the first numbered entry is
    printed again after that.
    """
    ends = _ends_of_contents(lines, start)
    if ends.first_again or ends.any_again:
        return ends.first_again or ends.any_again
    entries = map(_contents_entry, lines[start : ends.no_entry])
    numbered = [entry for entry in entries if entry and entry[1]]
    rest = lines[ends.no_entry :]
    return ends.no_entry if len(numbered) > 1 and any(_contents_entry(line) == numbered[0] for line in rest) else 0


# --- pages saved from a foreign site

_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile("[A-Za-z]")
_NOT_LATIN = re.compile("[^\x00-\u036f\u1e00-\u2bff\ud800-\uf8ff\ufe00-\U0010ffff]")
_SCRIPT_SAMPLE = 80  # characters of a line: enough words to tell its script


def _foreign_trailer(lines: Sequence[SourceLine]) -> slice:
    """Return the end of a page saved from a foreign site: no numbered rule, and no word in the book's script."""
    if not any(_is_partly_foreign(line.text) for line in lines):
        return slice(0, 0)
    scripts = {at: script for at, line in enumerate(lines) if (script := _script(line.text))}
    if not scripts:
        return slice(0, 0)
    home = Counter(scripts.values()).most_common(1)[0][0]
    last_home = max(at for at in scripts if scripts[at] == home)
    start = next((at for at in scripts if at > last_home), len(lines))
    if any(starts_with_dotted(line) for line in lines[start:]):
        return slice(0, 0)
    return slice(start, len(lines))


def _is_partly_foreign(text: str) -> bool:
    """Whether a text has a sign of another script: most rulebooks have none, so that no script need be counted."""
    return not text.isascii() and bool(_NOT_LATIN.search(text))


def _script(text: str) -> str | None:
    """Return the Unicode name of the script that most letters of a text are in; None without letters."""
    sample = text[:_SCRIPT_SAMPLE]
    letters = _LETTER.findall(sample)
    if 2 * len(_LATIN.findall(sample)) > len(letters):
        return "LATIN"
    names = Counter(unicodedata.name(c, "?").split()[0] for c in letters)
    return names.most_common(1)[0][0] if names else None


def starts_with_dotted(line: SourceLine) -> bool:
    """Whether a line begins with a number of two parts or more."""
    found = line_number(line.words)
    return bool(found and "." in found.number)
