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
from rules_cli.rule_number import parts

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
    movable = [_moved(each) and all(_in_step(*ends) for ends in _ranges(chain, at)) for at, each in enumerate(chain)]
    if chain[0].cited.mention.edition is not None:  # it is printed once for all: rewrite all or none
        if not all(moves or checked.verdict == "fine" for moves, checked in zip(movable, chain, strict=True)):
            return
        mention, home = chain[0].cited.mention, chain[0].against
        start, end = mention.at - 1 - len(mention.edition or ""), mention.at - 1
        if any(movable) and home and text[start:end] == mention.edition:
            yield Edit(start, end, home.edition.name)
    for at, checked in enumerate(chain):
        if movable[at]:
            mention = checked.cited.mention
            before = _number_now(chain[at - 1]) if _goes_on(chain, at) else None
            yield Edit(mention.at, mention.at + len(mention.printed), reprinted(checked, before))
            number, home = _number_now(checked), checked.against
            if mention.words and number and home:
                digits = words_digits(home.entries[number].row)
                yield Edit(mention.end - len(mention.words), mention.end, digits)


def _ranges(chain: Sequence[CheckedCitation], at: int) -> Iterator[tuple[CheckedCitation, CheckedCitation]]:
    """Yield the ranges that a citation is an end of; a number and the lone letter after it count as one, too."""
    if _goes_on(chain, at):
        yield chain[at - 1], chain[at]
    if at + 1 < len(chain) and _goes_on(chain, at + 1):
        yield chain[at], chain[at + 1]


def _goes_on(chain: Sequence[CheckedCitation], at: int) -> bool:
    """Return whether a number depends on the one before it: the end of a range, or a letter alone."""
    mention = chain[at].cited.mention
    return mention.ranged or (at > 0 and mention.printed.isalpha())


def _moved(checked: CheckedCitation) -> bool:
    is_worded = checked.cited.mention.sign == "worded"  # which words another number takes, the text does not say
    return checked.verdict == "moved" and checked.sure and checked.now is not None and not is_worded


def _number_now(checked: CheckedCitation) -> RuleNumber | None:
    meaning = checked.now or checked.meaning
    return meaning.number if meaning else None


def _in_step(first: CheckedCitation, last: CheckedCitation) -> bool:
    """Return whether both ends of a range moved, with as many rules between them as before."""
    if not (_moved(first) and _moved(last) and first.then and first.against):
        return False
    was = [first.then.entries[checked.meaning.number].place for checked in (first, last) if checked.meaning]
    now = [first.against.entries[checked.now.number].place for checked in (first, last) if checked.now]
    return was[1] - was[0] == now[1] - now[0]


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
        if not (count or new.letters) or not _begins_alike(now.number, before, len(digits)):
            return now.number
    dot = "." if "." in (shown or ".") or count == 1 else ""
    return dot.join(map(str, digits)) + _letters(printed, new.letters)


def _begins_alike(number: str, before: str | None, last: int) -> bool:
    """Return whether the end of a range may be shortened to its last parts, because its beginning has the others."""
    one, other = parts(number), parts(before or "")
    if one is None or other is None:
        return False
    kept = len(one.digits) - last
    return len(one.digits) == len(other.digits) and one.digits[:kept] == other.digits[:kept]


def _letters(printed: re.Match[str], letters: str) -> str:
    if not letters:
        return ""
    shown = letters.upper() if printed["letters"].isupper() else letters
    return f"{printed['before']}{shown}{printed['after']}" if printed["letters"] else shown
