"""Rewriting: the citations that surely moved, each as it was printed, and not a character besides.

The ends of a range are rewritten together or not at all: only where as many rules stand between them as before. So are
the numbers behind one printed edition, which is then rewritten with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules_cli.citation_check.model import CheckedCitation
from rules_cli.citation_check.visible_text import Clean
from rules_cli.lookup.permalink import words_key
from rules_cli.model import RuleNumber
from rules_cli.rule_number import parts

_PRINTED = re.compile(r"(?P<digits>[0-9.]*[0-9])?(?P<before>[. ]*\(?)(?P<letters>[a-zA-Z]{0,2})(?P<after>\)?)")


@dataclass(frozen=True, slots=True)
class Edit:
    """A part of a text, and what is to stand there."""

    start: int
    end: int
    text: str


def edits(source: str, clean: Clean, found: Sequence[CheckedCitation]) -> list[Edit]:
    """What is to be rewritten in a source, in order; parts that markup runs through are left alone."""
    made: list[Edit] = []
    for _, chain in groupby(found, key=lambda judged: judged.cited.mention.chain):
        placed = [_in_source(edit, clean) for edit in _of_chain(list(chain), clean.text)]
        if all(clean.text[at.start : at.end] == source[to.start : to.end] for at, to in placed):
            made += [to for _, to in placed]
    return made


def apply(source: str, made: Iterable[Edit]) -> str:
    """The source with all edits made; they are in order and do not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in made:
        pieces += [source[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, source[at:]])


def _in_source(edit: Edit, clean: Clean) -> tuple[Edit, Edit]:
    start, end = clean.span(edit.start, edit.end)
    return edit, Edit(start, end, edit.text)


def _of_chain(chain: Sequence[CheckedCitation], text: str) -> Iterator[Edit]:
    """The edits of a list or range of citations, in its text as a reader sees it."""
    dated = chain[0].cited.mention.edition is not None
    movable = [
        _moved(judged) and all(_in_step(*ends) for ends in _ranges(chain, at)) for at, judged in enumerate(chain)
    ]
    if dated and not all(movable[at] or judged.verdict == "fine" for at, judged in enumerate(chain)):
        return
    if dated and any(movable):
        yield from _edition(chain[0], text)
    for at, judged in enumerate(chain):
        mention = judged.cited.mention
        if movable[at]:
            before = _number_now(chain[at - 1]) if _goes_on(chain, at) else None
            yield Edit(mention.at, mention.at + len(mention.printed), reprinted(judged, before))
        if movable[at] and mention.words:
            yield _words(judged)


def _ranges(chain: Sequence[CheckedCitation], at: int) -> Iterator[tuple[CheckedCitation, CheckedCitation]]:
    """The ranges that a citation is an end of; so is a number with a letter alone behind it, which takes its digits."""
    if _goes_on(chain, at):
        yield chain[at - 1], chain[at]
    if at + 1 < len(chain) and _goes_on(chain, at + 1):
        yield chain[at], chain[at + 1]


def _goes_on(chain: Sequence[CheckedCitation], at: int) -> bool:
    """Whether a number is printed as what follows from the one before: the end of a range, or a letter alone."""
    mention = chain[at].cited.mention
    return mention.ranged or (at > 0 and mention.printed.isalpha())


def _moved(judged: CheckedCitation) -> bool:
    return judged.verdict == "moved" and judged.sure and judged.now is not None


def _number_now(judged: CheckedCitation) -> RuleNumber | None:
    meaning = judged.now or judged.meaning
    return meaning.number if meaning else None


def _in_step(first: CheckedCitation, last: CheckedCitation) -> bool:
    """Whether both ends of a range moved, with as many rules between them as before."""
    if not (_moved(first) and _moved(last) and first.then and first.against):
        return False
    was = [first.then.entries[judged.meaning.number].place for judged in (first, last) if judged.meaning]
    now = [first.against.entries[judged.now.number].place for judged in (first, last) if judged.now]
    return was[1] - was[0] == now[1] - now[0]


def _edition(judged: CheckedCitation, text: str) -> Iterator[Edit]:
    """The edition printed in front of a number."""
    mention = judged.cited.mention
    end = mention.at - 1
    if mention.edition and judged.against and text[end - len(mention.edition) : end] == mention.edition:
        yield Edit(end - len(mention.edition), end, judged.against.edition.name)


def _words(judged: CheckedCitation) -> Edit:
    """The fingerprint printed behind the number of a permanent citation."""
    mention, number, held = judged.cited.mention, _number_now(judged), judged.against
    words = mention.words or ""
    key = words_key(held.entries[number].row) if held and number else words
    return Edit(mention.end - len(words), mention.end, key[: len(words)])


def reprinted(judged: CheckedCitation, before: RuleNumber | None = None) -> str:
    """The number of today, printed as the old one is: `7045k` → `7045j`, `704.5(K)` → `704.5(J)`, `h` → `g`.

    `before` is what a range begins with whose end this is, or the number whose digits a letter alone takes.
    """
    mention, was, now = judged.cited.mention, judged.meaning, judged.now
    if was is None or now is None:
        return mention.printed
    old, new = parts(was.number), parts(now.number)
    printed = _PRINTED.fullmatch(mention.printed)
    if old is None or new is None or printed is None or "#" in now.number:
        return _item(mention.printed, now.number, before)
    count = _digits_printed(printed["digits"], old.digits)
    digits = new.digits[len(new.digits) - count :] if count < len(old.digits) else new.digits
    if count < len(old.digits) and not (count or new.letters):
        return now.number
    if count < len(old.digits) and not _begins_alike(now.number, before, len(digits)):
        return now.number
    dot = "." if "." in (printed["digits"] or ".") or count == 1 else ""
    return dot.join(map(str, digits)) + _letters(printed, new.letters)


def _digits_printed(printed: str | None, digits: tuple[int, ...]) -> int:
    """How many of a number's parts are printed: all, or the last few at the end of a range."""
    if not printed:
        return 0
    return len(digits) if printed == "".join(map(str, digits)) else printed.count(".") + 1


def _begins_alike(number: str, before: str | None, last: int) -> bool:
    """Whether the end of a range may leave out what its beginning has: all but its last parts."""
    one, other = parts(number), parts(before or "")
    if one is None or other is None:
        return False
    kept = len(one.digits) - last
    return len(one.digits) == len(other.digits) and one.digits[:kept] == other.digits[:kept]


def _letters(printed: re.Match[str], letters: str) -> str:
    """The letters of a number as they were printed: large or small, behind a dot, in brackets."""
    if not letters:
        return ""
    shown = letters.upper() if printed["letters"].isupper() else letters
    return f"{printed['before']}{shown}{printed['after']}" if printed["letters"] else shown


def _item(printed: str, number: str, before: str | None) -> str:
    """An item of a page: its last step alone where that is what was printed behind the same page."""
    page, _, item = number.rpartition(".")
    return item if printed.isdecimal() and before and before.rpartition(".")[0] == page else number
