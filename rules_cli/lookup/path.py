"""Follow the steps of a typed number through an edition: each step is looked for inside what the one before found.

`Chapter II, Article 5, § 3, item 1`, `§ 9 II` and `4 II b` are steps down. What counts is the form of a number and the
level of the rules there: `II` is the item II, or the second paragraph if there are no roman items. The words of steps
matter only for chapters, and for `inciso 2`, which is the roman II. A step that leads nowhere finds nothing, never a
rule with the same number elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.lookup.compose import RowRef
from rules_cli.model import RuleNumber
from rules_cli.numbers.grammar import PART
from rules_cli.numbers.parts import from_roman, in_capitals, is_roman, lookup_key, parts, printed
from rules_cli.numbers.typed import AskedNumber, normal_form
from rules_cli.numbers.worded import Step, find_worded
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import fold
from rules_cli.words import folded, languages, words

_BULLET = "• "
_PLACE = r"([0-9]{1,3}|[A-Za-z]|[ivx]{1,5})"
_LABEL = re.compile(rf"(?:^|\n)(?:{_BULLET})?\(?{_PLACE}[.)]\s|[.:;,!?]\s{{1,3}}\(?{_PLACE}\)\s|(?<=\w)\s\(?([1a])\)\s")
_OWN_PART = re.compile(r"[.\-(]{0,2}(?:[0-9]{1,4}|[A-Za-z]|[ivxlcIVXLC]{2,7})\)?")


class Place(NamedTuple):
    """A row of an edition, and the label of the point in its text that is meant; "" for the whole row."""

    row: RowRef
    point: str = ""


def follow(edition: Edition, steps: Sequence[Step]) -> list[Place]:
    """Return the places to which the steps of a number lead, the highest step first; none if one leads nowhere."""
    first, *others = steps
    number = number_of(first)
    entry = edition.find(number)
    found = _titled(edition, first)
    if not found and not has_chapters(edition, first.word):
        found = [Place(RowRef(edition, entry))] if entry else near_number(edition, number)
    for step in others:
        found = [inside for place in found if not place.point for inside in _below(edition, place.row.entry, step)]
    return found


def follow_typed(edition: Edition, asked: AskedNumber) -> list[Place]:
    """Return the places of a number with several steps, or the headings of a chapter. A book may print the parts of an
    article without a row of the article itself: then the number of all steps is looked for."""
    if not asked.steps[1:]:
        return _titled(edition, asked.steps[0]) if asked.steps else []
    found = follow(edition, asked.steps)
    if found or follow(edition, asked.steps[:1]):
        return found
    entry = edition.find(asked.readings[0])
    return [Place(RowRef(edition, entry))] if entry else []


def number_of(step: Step) -> RuleNumber:
    """Return the number of a step in normal form, a roman one in capitals: `3º` is 3, `ii` is II."""
    return RuleNumber(in_capitals(normal_form(step.number) or step.number))


def without_dots(edition: Edition, typed: str) -> list[RuleNumber]:
    """Return the numbers of an edition that are typed without their dots, `2dii` for 2.d.ii; time linear in them."""
    return [number for number in edition.numbers() if number.replace(".", "").lower() == typed.lower()]


# Complexity: an item of the only counted list, or a point below a number, an end of an address, or a title.
def near_number(edition: Edition, number: RuleNumber) -> list[Place]:
    """Return what a number that no row has may mean: the point of that number in the text of the row above it, `2.2b`,
    or the item of the only list that is counted so far."""
    if number.isdecimal():
        return [Place(RowRef(edition, entry)) for entry in _below_titles(edition, number)]
    label = PART.findall(number)[-1:]
    above = number.removesuffix(label[0]).rstrip(".-(") if label else ""
    ends = [each for each in edition.numbers() if each.endswith(f".{above}")] if above[:1].isalpha() else []
    entry = (edition.find(above) or (edition.get(ends[0]) if len(ends) == 1 else None)) if above else None
    rows = [entry] if entry else _below_titles(edition, above) if above.isdecimal() else []
    return [place for each in rows for place in _points(edition, each, label[0])] if rows else []


def _below_titles(edition: Edition, number: str) -> list[IndexEntry]:
    """Return the item of a list right below a row without a number, `house-policy.8` for 8, if only one list has it."""
    ends = [each for each in edition.numbers() if each.endswith(f".{number}")]
    items = [entry for entry in map(edition.get, ends) if entry and f"{entry.row.parent}.{number}" == entry.row.number]
    listed = [entry for entry in items if not parts(entry.row.parent or "")]
    return listed if len(listed) == 1 else []


def _titled(edition: Edition, step: Step) -> list[Place]:
    """Return the headings without a number whose title begins with a chapter: where articles count on through chapters,
    `III` alone is an article."""
    is_section = fold(step.word) not in folded("chapters", "parts")
    if not step.word or (is_section and (step.word not in words("sections") or edition.find(number_of(step)))):
        return []
    wanted = lookup_key(number_of(step))
    return [
        Place(RowRef(edition, entry)) for entry, number in _chapters(edition, step.word) if lookup_key(number) == wanted
    ]


def _chapters(edition: Edition, word: str) -> Iterator[tuple[IndexEntry, str]]:
    """Yield the headings without a number of their own whose title begins with a word and a number, and that number."""
    for entry, step in _headings(edition):
        if _are_alike(step.word, word):
            yield entry, number_of(step)


@lru_cache(maxsize=16)
def _headings(edition: Edition) -> list[tuple[IndexEntry, Step]]:
    """Return the headings without a number of their own whose title begins with a word and a number, and those."""
    rows = (entry for entry in edition.entries() if entry.row.title and not parts(entry.row.number))
    titled = ((entry, next(find_worded(entry.row.title or ""), None)) for entry in rows)
    return [(entry, found.steps[0]) for entry, found in titled if found and found.start == 0]


def has_chapters(edition: Edition, word: str) -> bool:
    """Return whether an edition has headings of chapters that are named by a word: `Capítulo II`, without a number."""
    return fold(word) in folded("chapters", "parts") and any(_chapters(edition, word))


def _are_alike(one: str, other: str) -> bool:
    """Return whether a word is a form or an abbreviation of another: cap, capítulo, capítulos."""
    one, other = fold(one), fold(other)
    return one.startswith(other) or other.startswith(one)


def _below(edition: Edition, entry: IndexEntry, step: Step) -> list[Place]:
    """Return the places of a step below a row. One without its paragraph, `§ 4 Nr. 3`, is the part of the only
    paragraph that has it, and not the paragraph (3)."""
    found = _inside(edition, entry, step)
    is_part = step.is_low and step.word and step.word not in _first_steps()
    if not is_part or any(place.point or not _is_paragraph(place.row.number) for place in found):
        return found
    paragraphs = (child for _, child in _numbered_below(edition, entry))
    below = [place for each in paragraphs for place in _inside(edition, each, step) if not place.point]
    return below if len(below) == 1 else found


def _is_paragraph(number: str) -> bool:
    """Return whether a number ends with figures in brackets, as those of paragraphs do: 4(3), and not 4(I)."""
    return number[-1] == ")" and PART.findall(number)[-1].isdecimal()


# Complexity: a section with a number of its own, an exact part, a roman value, or a point in the text.
def _inside(edition: Edition, entry: IndexEntry, step: Step) -> list[Place]:
    """Return the places of a step inside a row: below it by its parts, in its text, or a section with a number of its
    own below it, *Chapter II, Article 5*."""
    whole = edition.find(number_of(step)) if not step.is_low else None
    if whole and _is_below(edition, whole, entry) and ("." in step.number or not parts(entry.row.number)):
        return [Place(RowRef(edition, whole))]
    typed = PART.findall(step.number)
    for is_exact in (True, False):
        if rows := list(_descend(edition, entry, typed, step, is_exact)):
            return [Place(RowRef(edition, each)) for each in rows]
    if whole and _is_below(edition, whole, entry):
        return [Place(RowRef(edition, whole))]
    if step.sole or typed[1:]:
        return []
    points = list(_points(edition, entry, typed[0]))
    if not points and step.is_low and typed[0] in places_in(entry.row.words.text or ""):
        return [Place(RowRef(edition, entry), typed[0])]
    return points


def _is_below(edition: Edition, entry: IndexEntry, above: IndexEntry) -> bool:
    """Return whether a row is below another one, at any depth, or if that is a chapter, the last one before the row."""
    seen, place = {entry.row.number}, entry.place  # an edited tree may have cycles
    while (parent := entry.row.parent) and parent not in seen and (upper := edition.get(parent)):
        if upper.row.number == above.row.number:
            return True
        seen.add(parent)
        entry = upper
    titled = next(find_worded(above.row.title or ""), None) if not parts(above.row.number) else None
    chapters = _chapters(edition, titled.steps[0].word) if titled else ()
    return [each.place for each, _ in chapters if each.place < place][-1:] == [above.place]


def _descend(
    edition: Edition, entry: IndexEntry, typed: Sequence[str], step: Step, is_exact: bool
) -> Iterator[IndexEntry]:
    """Yield the rows below a row whose own parts are those that were typed."""
    if not typed:
        yield entry
        return
    below = list(_numbered_below(edition, entry))
    if step.sole and sum(own[0].isdecimal() for own, _ in below) != 1:
        return
    for own, child in below:
        if len(own) <= len(typed) and all(_fits(a, b, step.word, is_exact) for a, b in zip(typed, own, strict=False)):
            yield from _descend(edition, child, typed[len(own) :], step, is_exact)


@lru_cache(maxsize=1)
def _first_steps() -> frozenset[str]:
    """Return the words for the first step below a section, in all forms of all languages: Absatz, paragraph."""
    listed = (next(iter(language.steps.items()), ("", ())) for language in languages().values())
    return frozenset(form for word, forms in listed for form in (word, *forms))


def _numbered_below(edition: Edition, entry: IndexEntry) -> Iterator[tuple[list[str], IndexEntry]]:
    """Yield the nearest rows with a number below a row, with the parts that they add to its number."""
    for child in filter(None, map(edition.get, entry.children)):
        if child.place <= entry.place:  # an edited tree may have cycles
            continue
        number = printed(child.row.number)
        own = number.removeprefix(entry.row.number)
        if own and (_OWN_PART.fullmatch(own) or (own == number and parts(own))):
            yield PART.findall(own), child
        elif not own[:1].isdecimal():
            yield from _numbered_below(edition, child)


# Complexity: one case for each pair of forms that a part may be typed and printed in.
def _fits(typed: str, own: str, word: str, is_exact: bool) -> bool:
    """Return whether a part was typed as a rule has it: in the same form, or else as the value of a roman number."""
    is_always_roman = word in words("roman_steps")
    if typed.isdecimal() == own.isdecimal():
        is_same = int(typed) == int(own) if own.isdecimal() else typed.lower() == own.lower()
        return is_exact and is_same and not (own.isdecimal() and is_always_roman)
    if is_exact or (typed.isdecimal() and not is_always_roman) or (own.isdecimal() and is_always_roman):
        return False
    roman, figures = (own, typed) if typed.isdecimal() else (typed, own)
    is_numeral = is_roman(roman.upper()) and (roman.isupper() or len(roman) > 1)
    return is_numeral and from_roman(roman) == int(figures)


def _points(edition: Edition, entry: IndexEntry, label: str) -> Iterator[Place]:
    """Yield the place of a point in the text of a row, else in that of the only row below it that has such a point."""
    if label.lower() in dict(points_in(entry.row.words.text or "")):
        yield Place(RowRef(edition, entry), label.lower())
        return
    below = [each for each in map(edition.get, entry.children) if each and each.place > entry.place]
    having = [each for each in below if label.lower() in dict(points_in(each.row.words.text or ""))]
    if len(having) == 1:
        yield Place(RowRef(edition, having[0]), label.lower())


def places_in(text: str) -> Mapping[str, str]:
    """Return the words of each point in a text by its label; without points, those of each of its several lines."""
    lines = text.split("\n")
    return dict(points_in(text)) or ({str(at): line for at, line in enumerate(lines, 1)} if lines[1:] else {})


def points_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the label and the words of each point in a text; a point without a label has its place in the list."""
    bulleted = [line.removeprefix(_BULLET) for line in text.split("\n") if line.startswith(_BULLET)]
    yield from ((str(place), words) for place, words in enumerate(bulleted, 1))
    labels = [*_LABEL.finditer(text)]
    ends = [*(after.start() for after in labels[1:]), len(text)]
    for label, end in zip(labels, ends, strict=False):
        yield (label[1] or label[2] or label[3]).lower(), text[label.end() : end].strip()
