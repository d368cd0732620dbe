"""Cross-references: found in one pass with their place in the text, resolved in a later one against the book."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_cli.model import Reference, RuleNumber
from rules_cli.parse.paths import Places, leads_elsewhere
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Draft
from rules_cli.references import find_references
from rules_cli.rule_number import normal_form

_IN_BRACKETS = re.compile(r"(?<=\d)\([a-zA-Z]\)([\])]?)$")
_DASH = re.compile(r"(?<=\d)-(?=\d)")


def with_dots(text: str, profile: Profile) -> str:
    """A text of the same length whose rule numbers have dots, whatever the book prints between their parts."""
    return _DASH.sub(".", text) if profile.separator == "-" else text


class LinkTarget(NamedTuple):
    """A reference in a text: where it is, the token printed, the number meant, the number that begins its range."""

    place: int
    printed: str
    number: RuleNumber
    since: str = ""


def find(text: str, profile: Profile) -> list[LinkTarget]:
    """Every reference in a text, in the order of print."""
    return [
        LinkTarget(found.start, text[found.start : found.end], found.number, found.since or "")
        for found in find_references(with_dots(text, profile), profile.references)
    ]


def resolve(drafts: Sequence[Draft], profile: Profile) -> dict[RuleNumber, tuple[Reference, ...]]:
    """The references of every row, looked up in the whole book; what leads nowhere is kept, unresolved."""
    numbers = {draft.number for draft in drafts}
    places = Places(drafts, pages=profile.numbering == "pages")
    return {draft.number: tuple(_references(draft, profile, numbers, places)) for draft in drafts}


def _references(draft: Draft, profile: Profile, numbers: set[RuleNumber], places: Places) -> Iterator[Reference]:
    named: set[RuleNumber] = set()
    for text in (*draft.texts, *draft.examples, *draft.notes):
        for _, printed, number, since in find(text, profile):
            printed, number = _as_held(printed, number, numbers)
            named.add(number)
            yield Reference(printed, number, number in numbers, since)
    for link in draft.links:
        if link.text and not leads_elsewhere(link.href) and not _names_one_of(named, link.text, profile):
            target = places.find(draft.source, link.href)
            yield Reference(link.text, target or link.href, target is not None)


def _as_held(printed: str, number: RuleNumber, numbers: set[RuleNumber]) -> tuple[str, RuleNumber]:
    """A reference without the letter in brackets after its number, where no rule has that: `1.2(c)` may be rule 1.2 and
    a sign."""
    letter = _IN_BRACKETS.search(printed) if number not in numbers else None
    return (printed[: letter.start()] + letter[1], RuleNumber(number[:-1])) if letter else (printed, number)


def _names_one_of(numbers: set[RuleNumber], text: str, profile: Profile) -> bool:
    """Whether a link's text names a rule that was found in the words around it."""
    return normal_form(text) in numbers or any(named.number in numbers for named in find(text, profile))
