"""Rewrites the citations that surely moved, each printed as the old one was; nothing else changes.

The ends of a range are rewritten together or not at all: only if as many rules are between them as before. So are the
numbers after a printed edition, which is then rewritten with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules_cli.citation_check.checked_text import VisibleText
from rules_cli.citation_check.model import CheckedCitation
from rules_cli.lookup.permalink import words_digits
from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import parts

_PRINTED = re.compile(r"(?P<digits>[0-9.]*[0-9])?(?P<before>[. ]*\(?)(?P<letters>[a-zA-Z]{0,2})(?P<after>\)?)")


@dataclass(frozen=True, slots=True)
class Edit:
    """A part of a text, and the text that replaces it."""

    start: int
    end: int
    text: str


def edits(source: str, visible: VisibleText, found: Sequence[CheckedCitation]) -> list[list[Edit]]:
    """Return the edits of a source in order, those of each list or range together.

    A citation with markup inside it is not rewritten.
    """
    made: list[list[Edit]] = []
    for _, chain in groupby(found, key=lambda each: each.cited.mention.chain):
        placed = [(edit, visible.span(edit.start, edit.end)) for edit in _of_chain(list(chain), visible.text)]
        if placed and all(visible.text[edit.start : edit.end] == source[start:end] for edit, (start, end) in placed):
            made.append([Edit(start, end, edit.text) for edit, (start, end) in placed])
    return made


def apply(source: str, made: Iterable[Edit]) -> str:
    """Return the source with all edits made; they are in order and do not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in made:
        pieces += [source[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, source[at:]])


# Complexity: an edition that is printed once for a list is rewritten with all numbers of the list, or not at all.
def _of_chain(chain: Sequence[CheckedCitation], text: str) -> Iterator[Edit]:
    """Yield the edits of a list or range of citations, with places in the visible text."""
    mentions = [each.cited.mention for each in chain]
    # which words another number takes, the text of a worded one does not say
    moved = [each.verdict == "moved" and each.sure and each.cited.mention.sign != "worded" for each in chain]
    goes_on = [at > 0 and (each.ranged or each.printed.isalpha()) for at, each in enumerate(mentions)]
    movable = list(moved)
    for at in (at for at, depends in enumerate(goes_on) if depends):
        if not (moved[at - 1] and moved[at] and _in_step(*chain[at - 1 : at + 1])):
            movable[at - 1] = movable[at] = False
    if mentions[0].edition is not None:  # it is printed once for all: rewrite all or none
        if not all(moves or checked.verdict == "fine" for moves, checked in zip(movable, chain, strict=True)):
            return
        home, end = chain[0].against, mentions[0].at - 1
        start = end - len(mentions[0].edition)
        if any(movable) and home and text[start:end] == mentions[0].edition:
            yield Edit(start, end, home.edition.name)
    for at, (checked, mention) in enumerate(zip(chain, mentions, strict=True)):
        if movable[at]:
            above = chain[at - 1].now if goes_on[at] else None
            before = above.number if above else None
            yield Edit(mention.at, mention.at + len(mention.printed), reprinted(checked, before))
            if mention.words and checked.now and checked.against:
                digits = words_digits(checked.against.entries[checked.now.number].row)
                yield Edit(mention.end - len(mention.words), mention.end, digits)


def _in_step(first: CheckedCitation, last: CheckedCitation) -> bool:
    """Return whether both ends of a range are as far apart as before."""
    was = [end.then.entries[end.meaning.number].place for end in (first, last) if end.then and end.meaning]
    now = [end.against.entries[end.now.number].place for end in (first, last) if end.against and end.now]
    return len(was) == len(now) == 2 and was[1] - was[0] == now[1] - now[0]


# Complexity: one case for each way to print a number.
def reprinted(checked: CheckedCitation, before: RuleNumber | None = None) -> str:
    """Return the new number, printed as the old one was: `7045k` → `7045j`, `704.5(K)` → `704.5(J)`, `h` → `g`.

    `before` is the number before it that it depends on: the beginning of its range, or the number before a lone letter.
    """
    mention, was, now = checked.cited.mention, checked.meaning, checked.now
    if was is None or now is None:
        return mention.printed
    old, new = parts(was.number), parts(now.number)
    printed = _PRINTED.fullmatch(mention.printed)
    if not (old and old.is_common and new and new.is_common) or printed is None or "#" in now.number:
        page, _, item = now.number.rpartition(".")  # of an item on a page, the last step may be printed alone
        is_short = mention.printed.isdecimal() and before and before.rpartition(".")[0] == page
        return item if is_short else now.number
    shown, digits = printed["digits"] or "", new.digits
    is_whole = shown == "".join(map(str, old.digits))
    count = len(old.digits) if is_whole else shown.count(".") + bool(shown)
    if count < len(old.digits):  # shortened: "601.2f–h" prints no digits for its end, "119.7–8" the last
        digits = new.digits[len(new.digits) - count :]
        above, kept = parts(before or ""), len(new.digits) - len(digits)
        begins_alike = above and len(above.digits) == len(new.digits) and above.digits[:kept] == new.digits[:kept]
        if not (count or new.letters) or not begins_alike:
            return now.number
    dot = "." if "." in (shown or ".") or count == 1 else ""
    letters = new.letters.upper() if printed["letters"].isupper() else new.letters
    around = f"{printed['before']}{letters}{printed['after']}" if letters and printed["letters"] else letters
    return dot.join(map(str, digits)) + around
