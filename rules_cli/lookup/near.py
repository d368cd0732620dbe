"""Help with a number that no rule has: editions that have it, reasons why this one lacks it, rules near it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from rules_cli.captions import Remark, Words, translated
from rules_cli.errors import NearRules
from rules_cli.lookup.compose import Composer, RowRef
from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import closest, natural_key, numbers_above, parts
from rules_cli.store import data_files
from rules_cli.store.book_info import game_of
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import first_words

_CLOSEST = 3  # numbers suggested: more do not help in one line
_MOST_ELSEWHERE = 3  # other books and editions that have the number
_FIRST_WORDS = 40  # characters of a suggested rule: enough to recognise it


# Complexity: a book may ship in part, and other books may have the number.
def near_rules(library: Composer, number: str, editions: Sequence[Edition]) -> NearRules:
    """Return what helps with a number that none of these editions has. Rules of other games are named only if these
    editions have no number near it, nor right above it."""
    installed, numbers = library.installed, {edition: edition.numbers() for edition in editions}
    note_of = {edition: note for edition in editions if (note := note_on_part(installed, edition))}
    outside = {edition for edition in note_of if not covers(numbers[edition], number)}
    near = _closest_rows({edition: own for edition, own in numbers.items() if edition not in outside}, number)
    others = tuple(elsewhere(installed, number, editions))
    section = next((section for edition in editions if (section := _section(edition, number))), None)
    if near or (section and section.entry.row.number in numbers_above(number)[:1]):
        games = {game_of(edition.slug) for edition in editions}
        others = tuple(other for other in others if game_of(re.split("[:@]", other)[0]) in games)
    is_only = len(editions) == 1 and not others and any(map(str.isdigit, number))
    notes = [note_of[each] for each in editions if each in outside and (is_only or _is_like(number, numbers[each]))]
    notes += _letters_not_used(numbers, number)
    if not (notes or near or others or section):
        notes += _range_of_numbers(number, editions)
    words = [first_words(rule.text or rule.title or "", _FIRST_WORDS) for rule in map(library.compose, near)]
    if section and len(children := section.entry.children) > 1:
        notes.append(Remark("has numbers", (section.id, children[0], children[-1])))
    section_id = section.id if section else None
    return NearRules(tuple(row.id for row in near), section_id, tuple(words), others[:_MOST_ELSEWHERE], tuple(notes))


def _closest_rows(numbers: Mapping[Edition, Sequence[RuleNumber]], number: str) -> list[RowRef]:
    """Return the rows with the closest numbers in the same chapter, of all given editions together. Without such a
    chapter, return those that one key less, more or other gives, or two keys in the other order: 740.5 for 704.5."""
    rows: dict[str, RowRef] = {}
    for edition, own in numbers.items():
        chapter = same_chapter(number, own)
        for other in closest(number, chapter, _CLOSEST) if chapter else _one_key_away(number, own):
            if entry := edition.get(other):
                rows.setdefault(other, RowRef(edition, entry))
    return [rows[other] for other in closest(number, rows, _CLOSEST)]


def _one_key_away(typed: str, numbers: Collection[str]) -> list[str]:
    """Return the numbers that one typing error makes into a typed one: with two keys swapped, else all others if they
    are few."""
    if not (typed[:1].isdecimal() and "." in typed):
        return []
    from rapidfuzz.distance import OSA  # takes long to load: only a number that no rule has needs it

    dots = typed.count(".")
    found = [each for each in numbers if each.count(".") == dots and OSA.distance(typed, each, score_cutoff=1) == 1]
    swapped = [each for each in found if sorted(each) == sorted(typed)]
    return swapped or (found if len(found) <= _CLOSEST else [])


def note_on_part(installed: InstalledBooks, edition: Edition) -> Words:
    """Say that only a part of an edition ships, and how to get the rest; empty if the edition is whole."""
    info = installed.info(edition.slug)
    if info is None or installed.is_whole(edition):
        return ""
    covers_in_words = translated(info.covers, info.covers_other)
    return Remark("game in part", (info.game, covers_in_words, info.how_to_get))


def games_in_part(installed: InstalledBooks, editions: Sequence[Edition]) -> Words:
    """Say in short which of the games ship in part, and how to get the whole books; empty if all editions are whole."""
    in_part = [edition for edition in editions if note_on_part(installed, edition)]
    if len(in_part) == 1:
        return note_on_part(installed, in_part[0])
    if not in_part:
        return ""
    infos = [info for edition in in_part if (info := installed.info(edition.slug))]
    *games, last = [info.game for info in infos]
    return Remark("games in part", (", ".join(games), last, ", ".join(info.how_to_get for info in infos)))


def covers(numbers: Collection[str], number: str) -> bool:
    """Return whether a number is within the part of a book that has these numbers."""
    if number in numbers:
        return True
    if not any(above in numbers for above in numbers_above(number)):
        return False
    asked = parts(number)
    if asked is None:
        return True
    keys = sorted(natural_key(other) for other in numbers if "." in other and parts(other))
    rule = natural_key(numbers_above(number)[0] if asked.letters else number)  # the part has all letters of its rules
    return bool(keys) and keys[0] <= natural_key(number) and rule <= keys[-1]


def same_chapter(number: str, numbers: Collection[str]) -> list[str]:
    """Return the numbers of the same chapter or page; for a section, other sections."""
    first, dot, _ = number.partition(".")
    if not any(map(str.isdigit, number)):
        return []
    if first.isdecimal() and not dot:
        return [other for other in numbers if other.isdecimal() and len(other) == len(first)]
    return [other for other in numbers if other != first and other.partition(".")[0] == first]


def elsewhere(installed: InstalledBooks, number: str, editions: Sequence[Edition]) -> Iterator[str]:
    """Yield the ids of the rules that have this number in other editions of these books, then in other books."""
    slugs = {edition.slug for edition in editions}
    of_same_books = [edition for slug in slugs for edition in installed.all(slug) if edition not in editions]
    others = [installed.all(slug)[0] for slug in installed.slugs() if slug not in slugs]
    for edition in installed.readable([*of_same_books, *others]):
        if edition.get(number):
            yield f"{installed.address(edition) if edition in of_same_books else edition.slug}:{number}"


def _letters_not_used(numbers: Mapping[Edition, Sequence[RuleNumber]], number: str) -> Iterator[Words]:
    """Yield a sentence for each book that has the rule of a number but never sub-rules with its letter."""
    asked = parts(number)
    if not (asked and asked.letters):
        return
    for edition, own in numbers.items():
        if numbers_above(number)[0] in own:
            skipped = _skipped_letters(edition.slug, own)
            *letters, last = list(skipped) or [""]
            if set(asked.letters) & set(skipped):
                key = "letters not used" if letters else "letter not used"
                yield Remark(key, (edition.slug, last, ", ".join(letters)))


def _range_of_numbers(number: str, editions: Sequence[Edition]) -> Iterator[Remark]:
    """Yield a sentence on the first and last section of the only edition, for a number with digits; else nothing."""
    if len(editions) == 1 and parts(number):
        sections = [other for other in editions[0].numbers() if other.isdecimal()]
        longest = max(map(len, sections), default=0)
        ends = sorted((section for section in sections if len(section) == longest), key=int)
        if ends:
            yield Remark("numbers from", (editions[0].slug, ends[0], ends[-1]))


def _is_like(number: str, numbers: Collection[str]) -> bool:
    """Return whether a number looks like those of a book: as many digits before the first dot, or a path with
    digits."""
    dotted = {len(other.partition(".")[0]) for other in numbers if "." in other and parts(other)}
    if parts(number):
        return len(number.partition(".")[0]) in dotted
    return not dotted and any(map(str.isdigit, number))


def _skipped_letters(slug: str, numbers: Collection[str]) -> str:
    """Return the letters that a book never gives to a sub-rule: by its profile, else by its numbers."""
    from rules_cli.parse.inference import skipped_letters

    profile = data_files.load(slug, "profile.yaml") or {}
    return profile.get("skipped_letters") or skipped_letters(numbers)


def _section(edition: Edition, number: str) -> RowRef | None:
    """Return the nearest rule or heading in which a number would be; None if the edition has none."""
    for above in numbers_above(number) if number[:1].isdigit() else ():
        if entry := edition.get(above):
            return RowRef(edition, entry)
    return None
