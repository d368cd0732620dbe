"""Rewrites the citations that surely moved, each printed as the old one was; nothing else changes.

Both ends of a range are rewritten, or neither: only if as many rules are between them as before. An edition that is
printed before a list is rewritten together with all its numbers.
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
    """Return the edits of a source in order; those of one list or range are together. The numbers of a list or range
    are not rewritten if there is markup inside one of them."""
    chains: list[list[Edit]] = []
    for _, chain in groupby(found, key=lambda checked: checked.cited.mention.chain):
        placed = [(edit, visible.span(edit.start, edit.end)) for edit in _of_chain(list(chain), visible.text)]
        if placed and all(visible.text[edit.start : edit.end] == source[start:end] for edit, (start, end) in placed):
            chains.append([Edit(start, end, edit.text) for edit, (start, end) in placed])
    return chains


def apply(source: str, ordered: Iterable[Edit]) -> str:
    """Return the source with all edits made; they are in order and do not overlap."""
    pieces: list[str] = []
    end = 0
    for edit in ordered:
        pieces += [source[end : edit.start], edit.text]
        end = edit.end
    return "".join([*pieces, source[end:]])


# Complexity: an edition that is printed once for a list is rewritten with all numbers of the list, or not at all.
def _of_chain(chain: Sequence[CheckedCitation], text: str) -> Iterator[Edit]:
    """Yield the edits of a list or range of citations, with places in the visible text."""
    mentions = [checked.cited.mention for checked in chain]
    # for a number in words (`Article IV`), the words of the new one are not known
    moved = [each.verdict == "moved" and each.sure and each.cited.mention.sign != "worded" for each in chain]
    # `h` of 601.2f–h says nothing without the number before it
    depends = [place > 0 and (each.ranged or each.printed.isalpha()) for place, each in enumerate(mentions)]
    movable = list(moved)
    for place, depends_on_last in enumerate(depends):
        if depends_on_last and not (moved[place - 1] and moved[place] and _is_as_long(*chain[place - 1 : place + 1])):
            movable[place - 1] = movable[place] = False
    if mentions[0].edition is not None:  # it is printed once for all: rewrite all or none
        if not all(moves or checked.verdict == "fine" for moves, checked in zip(movable, chain, strict=True)):
            return
        home = chain[0].against
        end = mentions[0].at - 1
        start = end - len(mentions[0].edition)
        if any(movable) and home and text[start:end] == mentions[0].edition:
            yield Edit(start, end, home.edition.name)
    for place, (checked, mention) in enumerate(zip(chain, mentions, strict=True)):
        if movable[place]:
            last = chain[place - 1].now if depends[place] else None
            yield Edit(mention.at, mention.at + len(mention.printed), reprinted(checked, last.number if last else None))
            if mention.words and checked.now and checked.against:
                digits = words_digits(checked.against.entries[checked.now.number].row)
                yield Edit(mention.end - len(mention.words), mention.end, digits)


def _is_as_long(first: CheckedCitation, last: CheckedCitation) -> bool:
    """Return whether as many rules are between the ends of a range as before."""
    old = [end.then.entries[end.meaning.number].place for end in (first, last) if end.then and end.meaning]
    new = [end.against.entries[end.now.number].place for end in (first, last) if end.against and end.now]
    return len(old) == len(new) == 2 and old[1] - old[0] == new[1] - new[0]


# Complexity: one case for each way to print a number.
def reprinted(checked: CheckedCitation, before: RuleNumber | None = None) -> str:
    """Return the new number, printed as the old one was: `7045k` → `7045j`, `704.5(K)` → `704.5(J)`, `h` → `g`.
    `before` is the number before it that it depends on: the beginning of its range, or the number before a lone
    letter."""
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
    is_without_dots = shown == "".join(map(str, old.digits))
    count = len(old.digits) if is_without_dots else len(shown.split(".")) if shown else 0
    if count < len(old.digits):  # shortened: "601.2f–h" prints no digits for its end, "119.7–8" the last
        left_out = len(new.digits) - count
        digits = new.digits[left_out:]
        last = parts(before or "")
        begins_alike = last and len(last.digits) == len(new.digits) and last.digits[:left_out] == new.digits[:left_out]
        if not (count or new.letters) or not begins_alike:
            return now.number
    dot = "" if is_without_dots and len(old.digits) > 1 else "."
    letters = new.letters.upper() if printed["letters"].isupper() else new.letters
    if letters and printed["letters"]:
        letters = f"{printed['before']}{letters}{printed['after']}"
    return dot.join(map(str, digits)) + letters
