"""Cross-references: found in one pass with their place in the text, resolved in a later one against the book."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.model import Reference, RuleNumber
from rules_cli.parse.paths import Places, leads_elsewhere
from rules_cli.parse.profile import MEMBER, Profile, reference_pattern
from rules_cli.parse.row_draft import Draft
from rules_cli.rule_number import normal_form, parts
from rules_cli.text import fold

_RANGE_JOINTS = frozenset(["-", "–", "—", "to", "through", "a", "ate"])


_QUANTITY = 2  # figures that the number of cards, or of anything, has
_IN_BRACKETS = re.compile(r"(?<=\d)\([a-zA-Z]\)([\])]?)$")
_DASH = re.compile(r"(?<=\d)-(?=\d)")


@lru_cache(maxsize=64)
def _patterns(forms: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The pattern of each form, with the word or sign that it begins with."""
    return tuple((_sign(form), reference_pattern(form)) for form in forms)


def _sign(form: str) -> str:
    return (form.partition("{")[0].split() or [""])[0].lower()


def _matches(sign: str, pattern: re.Pattern[str], text: str, lowered: str) -> Iterator[re.Match[str]]:
    """As `finditer`, tried only where the sign stands: nine rules in ten name no other."""
    at = lowered.find(sign)
    while at >= 0:
        found = pattern.match(text, at)
        if found:
            yield found
        at = lowered.find(sign, found.end() if found else at + 1)


def with_dots(text: str, profile: Profile) -> str:
    """A text of the same length whose rule numbers have dots, whatever the book prints between their parts."""
    return _DASH.sub(".", text) if profile.separator == "-" else text


class LinkTarget(NamedTuple):
    """A rule's number in a text: where it stands, the token printed, the number meant, where its range begins."""

    place: int
    printed: str
    number: RuleNumber
    since: str = ""


def find(text: str, profile: Profile) -> list[LinkTarget]:
    """Every reference in a text, in the order of print."""
    found: dict[int, LinkTarget] = {}
    printed, text = text, with_dots(text, profile)
    lowered = text.replace("İ", "I").lower()  # the one letter that two stand for in lower case
    for sign, pattern in _patterns(profile.references):
        for match in _matches(sign, pattern, text, lowered) if sign in lowered else ():
            first = normal_form(match["first"])
            if first is None or match.start("first") in found:
                continue
            more = match["more"]
            listed = bool(more) and match.end("more") < match.end()  # in one pair of brackets: each is its bare number
            start = match.start("first") if listed else match.start()
            end = match.start("more") if more else match.end()
            found[match.start("first")] = LinkTarget(start, printed[start:end], first)
            for member in _members(first, more, match.start("more")):
                found.setdefault(member.place, member)
    return sorted(found.values())


def _members(first: RuleNumber, more: str, start: int) -> Iterator[LinkTarget]:
    """The further numbers of a list or range: `601.2b and 601.2f–h` goes on with 601.2f and 601.2h."""
    last, size, done = first, len(parts(first).digits) if parts(first) else 0, 0  # type: ignore[union-attr]
    for member in MEMBER.finditer(more):
        printed = member["number"] or member["letter"] or member["tail"][1:]
        number = _member(last, printed, bool(member["tail"]), size)
        if number is None:
            return
        joint = fold(more[done : member.end() - len(printed)]).strip()
        yield LinkTarget(start + member.end() - len(printed), printed, number, last if joint in _RANGE_JOINTS else "")
        last, done = number, member.end()


def _member(last: RuleNumber, raw: str, ranged: bool, size: int) -> RuleNumber | None:
    found, before = parts(raw.lower()), parts(last)
    if before is None:
        return None
    if found is None:
        return RuleNumber(".".join(map(str, before.digits)) + raw.lower()) if before.letters else None
    if ranged and len(found.digits) < size:
        return RuleNumber(
            ".".join(map(str, (*before.digits[: size - len(found.digits)], *found.digits))) + found.letters
        )
    # a bare number is a member where it looks like its neighbours: "rules 601.2b and 602", but no "rule 402, 2 cards";
    # one of few figures after a dotted number is a quantity, "rule 1.2 to 3 cards"
    bare = len(found.digits) == 1 and not found.letters
    figures = len(str(found.digits[0]))
    alike = figures == len(str(before.digits[0])) and (len(before.digits) == 1 or figures > _QUANTITY)
    return normal_form(raw) if not bare or alike else None


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
