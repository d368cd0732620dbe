"""Cross-references: found in one pass with their place in the text, resolved in a later one against the book."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.model import Reference, RuleNumber
from rules_cli.number import fold, normal, parts
from rules_cli.parse.draft import Draft
from rules_cli.parse.profile import MEMBER, Profile, reference_pattern
from rules_cli.parse.slugs import hyphenated
from rules_cli.read.lines import Link

_RANGE_JOINTS = frozenset(["-", "–", "—", "to", "through", "a", "ate"])


@lru_cache(maxsize=64)
def _patterns(forms: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(reference_pattern(form) for form in forms)


class Named(NamedTuple):
    """A rule's number in a text: where it stands, the token printed, the number meant, where its range begins."""

    place: int
    printed: str
    number: RuleNumber
    since: str = ""


def find(text: str, profile: Profile) -> list[Named]:
    """Every reference in a text, in the order of print."""
    found: dict[int, Named] = {}
    for pattern in _patterns(profile.references):
        for match in pattern.finditer(text):  # type: ignore[attr-defined]
            first = normal(match["first"])
            if first is None or match.start("first") in found:
                continue
            more = match["more"]
            listed = bool(more) and match.end("more") < match.end()  # in one pair of brackets: each is its bare number
            start = match.start("first") if listed else match.start()
            end = match.start("more") if more else match.end()
            found[match.start("first")] = Named(start, text[start:end], first)
            for member in _members(first, more, match.start("more")):
                found.setdefault(member.place, member)
    return sorted(found.values())


def _members(first: RuleNumber, more: str, start: int) -> Iterator[Named]:
    """The further numbers of a list or range: `601.2b and 601.2f–h` goes on with 601.2f and 601.2h."""
    last, size, done = first, len(parts(first).digits) if parts(first) else 0, 0  # type: ignore[union-attr]
    for member in MEMBER.finditer(more):
        printed = member["number"] or member["tail"][1:]
        number = _member(last, printed, bool(member["tail"]), size)
        if number is None:
            return
        joint = fold(more[done : member.end() - len(printed)]).strip()
        yield Named(start + member.end() - len(printed), printed, number, last if joint in _RANGE_JOINTS else "")
        last, done = number, member.end()


def _member(last: RuleNumber, raw: str, ranged: bool, size: int) -> RuleNumber | None:
    found, before = parts(raw.lower()), parts(last)
    if before is None:
        return None
    if found is None:
        return RuleNumber(".".join(map(str, before.digits)) + raw.lower()) if ranged and before.letters else None
    if ranged and len(found.digits) < size:
        return RuleNumber(
            ".".join(map(str, (*before.digits[: size - len(found.digits)], *found.digits))) + found.letters
        )
    # a bare number is a member where it looks like its neighbours: "rules 601.2b and 602", but no "rule 402, 2 cards"
    bare = len(found.digits) == 1 and not found.letters
    return normal(raw) if not bare or len(str(found.digits[0])) == len(str(before.digits[0])) else None


def resolve(drafts: Sequence[Draft], profile: Profile) -> dict[RuleNumber, tuple[Reference, ...]]:
    """The references of every row, looked up in the whole book; what leads nowhere is kept, unresolved."""
    numbers = {draft.number for draft in drafts}
    pages = _pages(drafts) if profile.numbering == "pages" else {}
    return {draft.number: tuple(_references(draft, profile, numbers, pages)) for draft in drafts}


def _references(
    draft: Draft, profile: Profile, numbers: set[RuleNumber], pages: Mapping[str, Draft]
) -> Iterator[Reference]:
    for text in (*draft.texts, *draft.examples, *draft.notes):
        for _, printed, number, since in find(text, profile):
            yield Reference(printed, number, number in numbers, since)
    for link in draft.links:
        if reference := _link(link, draft, numbers, pages):
            yield reference


def _link(link: Link, draft: Draft, numbers: set[RuleNumber], pages: Mapping[str, Draft]) -> Reference | None:
    """A link as a reference: to a page of the book, or to its path where that leads nowhere; None for the web."""
    if "://" in link.href or link.href.startswith("mailto:") or not link.text:
        return None
    path, _, anchor = link.href.partition("#")
    page = pages.get(_page_key(path)) if path else pages.get(_page_key(draft.source))
    if page is None:
        heading = RuleNumber(hyphenated(anchor.replace("-", " ")))
        here = not path and heading in numbers
        return Reference(link.text, heading if here else link.href, here)
    inside = RuleNumber(f"{page.number}.{hyphenated(anchor.replace('-', ' '))}")
    return Reference(link.text, inside if anchor and inside in numbers else page.number, True)


def _pages(drafts: Iterable[Draft]) -> dict[str, Draft]:
    """The pages of a book by the names that a link may use: the file's, and the title's, hyphenated."""
    pages: dict[str, Draft] = {}
    for draft in drafts:
        if draft.parent is None and draft.kind == "heading":
            pages.setdefault(_page_key(draft.source), draft)
            pages.setdefault(hyphenated((draft.title or "").replace(" - ", " ")), draft)
    return pages


def _page_key(path: str) -> str:
    """`../abilities/README.md` → `abilities`; `x/static-abilities.md` → `static-abilities`."""
    folder, name = posixpath.split(path)
    stem = name.rsplit(".", 1)[0]
    return posixpath.basename(folder) if stem.lower() == "readme" and folder else stem
