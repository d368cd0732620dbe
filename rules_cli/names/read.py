"""Read a typed name: check it, part it into the names on the card, and choose those that count."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from rules_cli.captions import Remark
from rules_cli.captions import Words as PageWords
from rules_cli.cards.spelling import Words, check_text, tidy, tokens
from rules_cli.errors import UsageError
from rules_cli.names.name_rules import NameRules
from rules_cli.text import shorten

_SIDE_MARKS = re.compile(r"//|\|\|")
_MOST_FACES = 2  # names of a card that is not split
_JOINED = " // "  # every game with several names to a card has this separator

Face = Literal["front", "back"]


class Side(NamedTuple):
    """One name: as typed but tidied (`text`), its words, the words as a `key`, and its pitch note."""

    text: str
    words: Words
    key: str
    pitch: int | None = None


class Name(NamedTuple):
    """The name or names of one card as typed, its sides, and a note if it was read as the English of a translation."""

    text: str
    sides: tuple[Side, ...]
    notes: tuple[PageWords, ...] = ()


class CountedNames(NamedTuple):
    """The names of a card that count. `layout` is set only for a card that shows one name at a time. `is_assumed` means
    that no list knows the card, and that the user named no layout: it may be a split card, of which all names count, or
    one that shows its first name."""

    sides: tuple[Side, ...]
    layout: str | None = None
    is_assumed: bool = False

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the names."""
        return frozenset(side.key for side in self.sides)


# Complexity: one condition for each thing that a name may not have.
def read_name(typed: str, naming: NameRules, one_side: bool = False) -> Name:
    """Read a name; a translation in the user's card list is read as its English name.
    Raises UsageError for letters that the book's names do not have, for a name without words, and for several names
    if the book has one to a card, or if `one_side` is true."""
    check_text(typed)
    text, notes = _in_english(typed, naming)
    if naming.script:
        for char in text:
            if not all(map(_is_latin, unicodedata.normalize("NFKC", char))):
                why = naming.in_text(naming.script)
                raise UsageError(f"{char!r} (U+{ord(char):04X}) is not a Latin letter; {why}")
    if naming.one_name and _SIDE_MARKS.search(tidy(text)):
        raise UsageError(naming.in_text(naming.one_name))
    sides = sides_with_words(text, naming, "the name is empty: give a card name in quotes")
    if one_side and len(sides) > 1:
        raise UsageError("ask about one side at a time")
    meant = list[Side]()
    for side in sides:
        if without_pitch := _without_pitch(side, naming):
            meant.append(without_pitch)
            notes.append(Remark("read as pitch", (side.text, side.text.rpartition(" ")[2], without_pitch.text)))
        elif name := naming.with_signs(side.key):
            words = naming.tokens(name)
            meant.append(Side(tidy(name), words, " ".join(words), side.pitch))
            notes.append(Remark("typed without signs", (side.text, name)))
        else:
            meant.append(side)
    if sides == tuple(meant):
        return Name(text, sides, tuple(notes))
    return Name(_JOINED.join(side.text for side in meant), tuple(meant), tuple(notes))


def _without_pitch(side: Side, naming: NameRules) -> Side | None:
    """Return the name in `Snatch red`, with its pitch; None if no color is behind a name, or if the whole is listed."""
    *words, last = side.words or ("",)
    pitch = naming.pitch.get(last)
    if not (words and pitch) or side.pitch or naming.is_listed(side.key):
        return None
    return Side(side.text.rpartition(" ")[0], tuple(words), " ".join(words), pitch)


def _in_english(typed: str, naming: NameRules) -> tuple[str, list[PageWords]]:
    """The typed name with each translation in the user's list as the English name, and a note on each of these.
    Raises UsageError if a translation is printed on several cards."""
    if naming.imported is None:
        return typed, []
    pieces, notes = list[str](), list[PageWords]()
    sides = sides_of(typed, naming)
    is_whole = len(sides) == 1 or bool(naming.imported.english(naming.key(typed))[0])
    for piece in [typed] if is_whole else [side.text for side in sides]:
        english, is_title = naming.imported.english(naming.key(piece))
        if len(english) > 1:
            raise UsageError(f'"{shorten(piece.strip())}" is printed on {" and ".join(english)}: type the English name')
        pieces.append(english[0] if english else piece)
        if english:
            note = naming.in_text(naming.title if is_title else naming.translation)
            notes.append(note.format(typed=shorten(piece.strip()), english=english[0]))
    return (_JOINED.join(pieces), notes) if notes else (typed, [])


def knows(typed: str, naming: NameRules) -> bool:
    """Whether a text is the name of a card that is listed in this book, or asks for the moniker of such a card."""
    try:
        names = naming.asked_monikers(typed) or (typed,)
        return all(naming.is_listed(side.key) for name in names for side in read_name(name, naming).sides)
    except UsageError:
        return False


def sides_with_words(text: str, naming: NameRules, if_empty: str) -> tuple[Side, ...]:
    """The names in a text. Raises UsageError if one has no words; with the message `if_empty` if it is the only one."""
    sides = sides_of(text, naming)
    if not all(side.words for side in sides):
        raise UsageError("one side of the split name is empty" if len(sides) > 1 else if_empty)
    return sides


@lru_cache(maxsize=1024)
def _is_latin(char: str) -> bool:
    """Whether a character is a Latin letter or not a letter at all."""
    category = unicodedata.category(char)
    if category[0] != "L" or char.isascii():
        return True
    # a modifier letter such as an okina has no script
    scripts = ("LATIN ", "MODIFIER LETTER ") if category == "Lm" else ("LATIN ",)
    return unicodedata.name(char, "").startswith(scripts)


def sides_of(text: str, naming: NameRules, skip: str | None = None) -> tuple[Side, ...]:
    """The names in a text, unchecked; `skip` names a step of tidying to leave out (`STEPS` of cards.spelling)."""
    text = tidy(text, skip)
    pieces, start = [], 0
    for found in naming.separator.finditer(text) if naming.separator else ():
        if found["mark"]:  # else a word that only contains one
            pieces.append(text[start : found.start()])
            start = found.end()
    sides = []
    for piece in (*pieces, text[start:]):
        name, pitch = piece.strip(" "), None
        pitch_note = naming.pitch_note.search(name) if naming.pitch_note else None
        if pitch_note:
            name = name[: pitch_note.start()]
            pitch = naming.pitch.get(pitch_note[1].casefold()) or int(pitch_note[1])
        words = tokens(name, naming.letter_variants, skip)
        sides.append(Side(name, words, " ".join(words), pitch))
    last_pitch = sides[-1].pitch  # a note at the very end counts for every side that has none itself
    return tuple(side._replace(pitch=side.pitch or last_pitch) for side in sides)


# Complexity: an error for each thing that a book does not have.
def counted_names(name: Name, naming: NameRules, layout: str | None, face: Face | None) -> CountedNames:
    """The names that count: all of a split card, else the first, or the last if the back is up.
    The layout is the one that the user gives, else that of the shipped or imported list. Without either, all names
    count and `is_assumed` says so. Raises UsageError if the book has no such layout, or if a face is given for a card
    that is not known to show one at a time."""
    if not naming.layouts:
        if layout or face:
            raise UsageError(f"{naming.book} has no --layout or --face: each name on a card is compared by itself")
        return CountedNames(name.sides)
    known = naming.layout(layout or "")
    if layout is not None and known is None:
        raise UsageError(f"no layout of that name; use one of {', '.join(naming.layouts)}")
    split, *others = naming.layouts
    if len(name.sides) == 1:
        return CountedNames(name.sides, None if known == split else known)
    if len(name.sides) > _MOST_FACES:
        known = known or split
    known = known or naming.layout_of(side.key for side in name.sides)
    if known not in (None, split):  # the card shows one name at a time
        return CountedNames(name.sides[-1:] if face == "back" else name.sides[:1], known)
    if face:
        raise UsageError(f"--face is for a card with one name at a time; say which with --layout {', '.join(others)}")
    return CountedNames(name.sides, is_assumed=known is None)
