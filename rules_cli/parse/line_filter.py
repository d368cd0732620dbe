"""What can be said of a line before numbers are looked at: furniture, contents, titles, broken paragraphs.

Guarantee of `sift`: every line that is not blank is either returned or dropped with a reason, in order.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from rules_cli.formats.source_line import Document, Role, SourceLine
from rules_cli.parse.number_variants import plain
from rules_cli.parse.profile import Profile, furniture_pattern
from rules_cli.parse.row_draft import Reading
from rules_cli.text import fold

_RULED = re.compile(r"^\s*(?:[-=*_•~]\s*){3,}$")
_ENDS = re.compile(r"[.!?:;…][\"”’'»)\]*]*(?:\s?\[[0-9][0-9a-z.]{0,20}\])*$")
_NUMBERED = re.compile(
    r"^(?P<digits>[0-9]{1,4}(?:\.[0-9]{1,4}){0,8})"
    r"(?:(?P<letter>[a-z]{1,2})(?![\w])|\.(?P<dotted>[a-z])(?=[.\s])|\s(?P<spaced>[a-z])(?=\s*(?:[-–—]\s|[.)]\s)))?"
    r"(?P<mark>[.):]?)(?P<gap>\s+[-–—]\s*|\s*[-–—]\s+|\s+|(?=[^\W\d_a-z¹²³⁰⁴-⁹]|[“\"(])|$)"
)
JOINERS = frozenset(
    """
    a an and are as at by for from in into is of on or the to vs with
    e o os as de da do das dos em na no um uma uns umas ou para por com sem sob à ao y el la los las del
    """.split()
)
_LEADERS = re.compile(r"(?<!\s)\s*+(?:(?:[.…·]\s?+){2,}+\d++|(?:[.…·]\s?+){4,}+)$")
_PAGE = re.compile(r"(?<!\s)\s++\d{1,4}$")
_CONTENTS_TRIED = 3
MAX_TITLE_WORDS = 12
_LETTER = re.compile(r"[^\W\d_]")
_NOT_LATIN = re.compile("[^\x00-\u036f\u1e00-\u2bff\ud800-\uf8ff\ufe00-\U0010ffff]")
_LATIN = re.compile("[A-Za-z]")
_SAMPLE = 80  # characters that tell a line's script
_TAIL = 80  # characters that tell whether a sentence has ended, references after its end included


def drop_furniture(document: Document, profile: Profile, reading: Reading) -> list[SourceLine]:
    """The lines that may be rules; furniture, menus, contents and foreign trailers go to `reading.dropped`."""
    lines = [as_usual(line, profile) for line in _without_furniture(document, profile, reading)]
    for part, why in (
        (_contents(lines, profile), "table of contents"),
        (_foreign_trailer(lines), "page furniture in another script"),
    ):
        reading.drop_all(document, lines[part], why)
        lines[part] = []
    return lines


def as_usual(line: SourceLine, profile: Profile) -> SourceLine:
    """A line whose number is printed with a word before it, or with dashes, as one whose number is printed plainly."""
    if profile.prefixes and (found := prefix_pattern(profile.prefixes).match(line.words)):
        line = line._replace(text=line.words[found.end() :], role=_role_without_marker(line), marker="")
    if profile.separator == "-" and (found := DASHED.match(line.words)):
        text = found[0].replace("-", ".") + line.words[found.end() :]
        line = line._replace(text=text, role=_role_without_marker(line), marker="")
    return line


def _role_without_marker(line: SourceLine) -> Role:
    return "text" if line.role == "item" else line.role


@lru_cache(maxsize=8)
def prefix_pattern(prefixes: tuple[str, ...]) -> re.Pattern[str]:
    """What stands before a rule's own number, up to that number; a sentence that begins so goes on in lower case."""
    words = "|".join(map(re.escape, prefixes))
    number = r"\d{1,4}(?:[.-]\d{1,4}){0,8}[a-z]{0,2}"
    return re.compile(rf"(?i:{words})\.?\s{{0,3}}(?={number}(?:[.:)](?:\s|$)|\s+[^\W\d_a-z]|\s*[-–—]\s|$))")


DASHED = re.compile(r"\d{1,4}(?:-\d{1,4}){1,8}(?=[a-z]{0,2}[.):]?(?:\s|$))")


def _without_furniture(document: Document, profile: Profile, reading: Reading) -> list[SourceLine]:
    furniture = furniture_pattern(profile.furniture)
    menu = _menu_length(document.lines, profile)
    kept = []
    for at, line in enumerate(document.lines):
        bare = line.raw.strip()
        if line.role == "blank":
            kept.append(line)
        elif at < menu:
            reading.drop(document, line, "menu of the web page")
        elif furniture.match(bare) or furniture.match(line.text):
            reading.drop(document, line, "page furniture")
        elif line.role == "markup":
            reading.drop(document, line, line.text or "markup without words")
        elif len(bare) == 1 and bare.isalpha() and _alone(document.lines, at):
            reading.drop(document, line, "a stray letter")
        elif _RULED.match(bare):
            reading.drop(document, line, "ruled line")
        else:
            kept.append(line)
    return kept


def _alone(lines: Sequence[SourceLine], at: int) -> bool:
    return all(line.role == "blank" for line in (*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2]))


def _menu_length(lines: Sequence[SourceLine], profile: Profile) -> int:
    """How many lines stand before the end of a saved page's menu."""
    if not profile.menu_ends:
        return 0
    return max((at + 1 for at, line in enumerate(lines) if line.raw.strip() == profile.menu_ends), default=0)


def numbered(text: str) -> tuple[str, str, str] | None:
    """A line's own number, the mark that follows it and its words: `("1.2.2a", "-", "Uma partida …")`.

    The letter may stand apart where a mark follows it (`1.2.2 a - …`). None where the line has no number.
    """
    found = _NUMBERED.match(text)
    if not found and not text[:1].isalpha():
        text = plain(text)
        found = _NUMBERED.match(text)
    if not found:
        return None
    letter = found["letter"] or found["dotted"] or found["spaced"] or ""
    mark = found["mark"] or found["gap"].strip()
    return found["digits"] + letter, mark, text[found.end() :].strip()


def is_title(text: str, marked: bool = False) -> bool:
    """Whether a line's words are only a title: short, no end of a sentence, and (unless the source marks it as a
    heading) every longer word capitalised."""
    words = text.split(maxsplit=MAX_TITLE_WORDS)
    if not words or len(words) > MAX_TITLE_WORDS or ends_sentence(text) or not any(c.isalpha() for c in text):
        return False
    return marked or all(_capital(word) for word in words)


def _capital(word: str) -> bool:
    first = next((c for c in word if c.isalnum()), "")
    return not first.islower() or all(part in JOINERS for part in word.lower().strip("(),.“”\"'").split("/"))


def ends_sentence(text: str) -> bool:
    """Whether a paragraph is complete: it ends in a full stop or another end of a sentence."""
    return bool(_ENDS.search(text.rstrip()[-_TAIL:]))


def is_broken_off(before: str, after: str) -> bool:
    """Whether `after` goes on with a sentence that a page end cut off in `before`."""
    return bool(before) and not ends_sentence(before) and after[:1].islower()


def joint(document: Document, before: str, after: str) -> str:
    """What joins a line to the one that it adjoins: a blank, or the line break that its author put there."""
    return "\n" if document.breaks and not is_broken_off(before, after) else " "


@lru_cache(maxsize=64)
def label_pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    """What begins a line with one of these labels."""
    words = "|".join(re.escape(label.rstrip(".")) for label in labels)
    number = r"(?:\d{1,4}(?:\.\d{1,4}){0,8}[a-z]?)?"  # its own, or its rule's
    return re.compile(rf"(?:(?:{words})\.?\s{{0,3}}{number}\s{{0,3}}:\s{{0,9}})+", re.IGNORECASE)


def labelled(text: str, labels: tuple[str, ...]) -> str | None:
    """The words after a label (`Example 2: …`, printed twice by mistake or not); None where it has none."""
    found = label_pattern(labels).match(text)
    return text[found.end() :] if found else None


def _entry(line: SourceLine) -> tuple[str, bool] | None:
    """A line of a table of contents: its number and title without a page's number, and whether it has a number of its
    own; None for other lines."""
    found = numbered(line.words)
    title = found[2] if found else line.text
    if len(title) > 200:
        return None
    title = _LEADERS.sub("", title)
    asks = title.endswith("?") and len(title.split()) < 4
    if not is_title(title.removesuffix("?") if asks else title or "x", marked=True):
        return None
    name = fold(_PAGE.sub("", title) or title).strip(" :.")
    return (f"{found[0]} {name}", True) if found else (name, False)


def _contents(lines: Sequence[SourceLine], profile: Profile) -> slice:
    """The table of contents: from its heading (or its first entry) to where its entries begin to come again."""
    words = {fold(word) for word in (*profile.contents, *Profile().contents)}
    tried = 0
    for start, line in enumerate(lines):
        headed = len(line.text) < 100 and fold(line.text).strip(" :") in words
        entry = _entry(line) if line.role != "blank" else None
        if headed and tried < _CONTENTS_TRIED:
            tried += 1
            if end := _headed_contents_end(lines, start + 1):
                return slice(start, end)
        elif entry and entry[1] and not headed:  # a page's list of short items is no table of contents
            return slice(start, _contents_end(lines, start)[0]) if profile.numbering == "dotted" else slice(0, 0)
    return slice(0, 0)


def _contents_end(lines: Sequence[SourceLine], start: int) -> tuple[int, int, int]:
    """Where the first entry comes again, where any does, and where the first line stands that is no entry; each of
    the first two is 0 where that line comes before, or fewer than two numbers."""
    seen: set[str] = set()
    first, again, numbers = "", 0, 0
    for at in range(start, len(lines)):
        if lines[at].role == "blank":
            continue
        entry = _entry(lines[at])
        if entry is None:
            return 0, again, at
        if entry[0] in seen and numbers > 1:
            if entry[0] == first:
                return at, again or at, at
            again = again or at
        first = first or entry[0]
        seen.add(entry[0])
        numbers += entry[1]
    return 0, again, len(lines)


def _headed_contents_end(lines: Sequence[SourceLine], start: int) -> int:
    """Where contents under a heading of their own end: before an entry that comes again, else before the first
    sentence, if the first numbered entry comes again after it. 0 where they are no contents."""
    first, again, stop = _contents_end(lines, start)
    if first or again:
        return first or again
    numbers = [entry for line in lines[start:stop] if (entry := _entry(line)) and entry[1]]
    return stop if len(numbers) > 1 and any(_entry(line) == numbers[0] for line in lines[stop:]) else 0


def _script(text: str) -> str | None:
    """The script that most letters of a text are in, as Unicode names it; None without letters."""
    if text.isascii():
        return "LATIN" if any(c.isalpha() for c in text) else None
    letters = _LETTER.findall(text[:_SAMPLE])
    if 2 * len(_LATIN.findall(text[:_SAMPLE])) > len(letters):
        return "LATIN"
    names = Counter(unicodedata.name(c, "?").split()[0] for c in letters)
    return names.most_common(1)[0][0] if names else None


def _foreign_trailer(lines: Sequence[SourceLine]) -> slice:
    """The end of a page saved from a foreign site: no numbered rule in it, all its words in another script."""
    if not any(not line.text.isascii() and _NOT_LATIN.search(line.text) for line in lines):
        return slice(0, 0)
    spoken = [(at, script) for at, line in enumerate(lines) if (script := _script(line.text))]
    if not spoken:
        return slice(0, 0)
    home = Counter(script for _, script in spoken).most_common(1)[0][0]
    last_home = max(at for at, script in spoken if script == home)
    first_foreign = next((at for at, _ in spoken if at > last_home), None)
    if first_foreign is None or any(_is_dotted(line) for line in lines[first_foreign:]):
        return slice(0, 0)
    return slice(first_foreign, len(lines))


def _is_dotted(line: SourceLine) -> bool:
    found = numbered(line.words)
    return bool(found and "." in found[0])
