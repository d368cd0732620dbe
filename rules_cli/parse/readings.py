"""The likeliest reading of a book without a profile: what the text tells first, then other ways to read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules_cli.formats.source_line import Document
from rules_cli.numbers.parts import Parts, parts
from rules_cli.parse.health import Fault, faults
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.numbered_book import read_numbered
from rules_cli.parse.pages import read_pages
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Reading
from rules_cli.parse.stated_penalties import lists_penalties

_FEWEST_ROWS = 3  # with a number, in a book that is read by its numbers
_ENDS = (".", "!", "?", ":", "。")  # of sentences: half of the paragraphs of a book end so, and few of a program
_LEAST = 0.03  # of the lines with a number, in a shorter one
_HEADINGS_OF_A_BOOK = 3  # a title and two parts
_HEADINGS_OF_A_PAGE = 4  # of the web; that of an error has two headings at most


class LikelyReading(NamedTuple):
    """A profile, the reading with it, and the faults of that reading, the worst first; `is_book` says whether it has
    rules at all."""

    profile: Profile
    reading: Reading
    faults: tuple[Fault, ...]
    is_book: bool = True

    @property
    def badness(self) -> float:
        """How unlikely it is: 0 if nothing looks wrong, and infinite if it is no book."""
        return sum(fault.excess for fault in self.faults) if self.is_book else float("inf")


def read_all(documents: Sequence[Document], profile: Profile) -> Reading:
    """Return the drafts of the documents, and the lines that are in none: each line that is not blank exactly once."""
    return read_pages(documents, profile) if profile.numbering == "pages" else read_numbered(documents, profile)


def likeliest(documents: Sequence[Document]) -> LikelyReading:
    """Return the reading with the profile that the text tells; if that looks wrong, the best of a few others."""
    inferred = infer_profile(documents)
    first = read_with(documents, inferred)
    others = [read_with(documents, profile) for profile in _others(inferred)] if first.badness else []
    found = numbered_rows(first.reading)

    def cost(each: LikelyReading) -> float:
        """How unlikely a reading is; with other numbers or none, also the share of the numbered rows that it loses."""
        is_other = (each.profile.numbers, each.profile.numbering) != (inferred.numbers, inferred.numbering)
        lost = found - numbered_rows(each.reading) if is_other else 0
        return each.badness + max(lost, 0) / max(found, 1)

    best = min((first, *others), key=cost)
    return best._replace(faults=tuple(fault for fault in best.faults if fault.kind != "titles"))  # headings have lost


def read_with(documents: Sequence[Document], profile: Profile) -> LikelyReading:
    """Return the reading with one profile."""
    reading = read_all(documents, profile)
    return LikelyReading(profile, reading, faults(documents, reading), is_book(documents, profile, reading))


def _others(inferred: Profile) -> Iterator[Profile]:
    """Yield other ways to read a book: its lists as text or rules, its numbers in the usual form, by its headings."""
    if inferred.numbering == "dotted":
        yield replace(inferred, items="text" if inferred.items == "rules" else "rules")
        if inferred.numbers or inferred.prefixes:
            yield replace(inferred, numbers=(), prefixes=())
        yield replace(inferred, numbering="pages", items="text")
    else:
        yield replace(inferred, numbering="dotted")


# Complexity: one condition for each sign of a book.
def is_book(documents: Sequence[Document], profile: Profile, reading: Reading) -> bool:
    """Whether a reading has rules: numbered ones, infractions with their penalties, or headings and lists with words.
    The page of an error has a number or two. Documents that part their paragraphs by breaks alone say nothing by them.
    """
    rules = [draft for draft in reading.drafts if draft.kind == "rule"]
    headings = sum(draft.title is not None and bool(draft.lines) for draft in reading.drafts)
    numbers = list(filter(None, (parts(draft.printed) for draft in reading.drafts)))
    lines = sum(len(draft.lines) for draft in reading.drafts)
    if lists_penalties(reading.drafts, profile.penalties):
        return True
    is_page = all(document.breaks for document in documents)
    if profile.numbering == "pages":
        is_listed = reading.counted > (0 if is_page else _LEAST * lines)
        written = [draft.texts[-1] for draft in rules if draft.texts]
        sentences = sum(text.rstrip('"”’)')[-1:] in _ENDS or (not is_page and is_list(text)) for text in written)
        fewest = _HEADINGS_OF_A_PAGE if is_page else _HEADINGS_OF_A_BOOK
        return bool(rules) and (is_listed or (headings >= fewest and 2 * sentences >= len(rules)))
    if len(numbers) >= _FEWEST_ROWS:
        return any(parts(draft.printed) for draft in rules)
    is_long = any(len(number) > 1 for number in numbers) or not is_page or reading.counted > 0
    return any(parts(draft.printed) for draft in rules) and is_long and len(numbers) > _LEAST * lines


def is_list(text: str) -> bool:
    """Whether the words of a rule end with an item of a list, which need not be a sentence."""
    return text.rpartition("\n")[2].startswith("• ")


def numbered_rows(reading: Reading) -> int:
    """Return how many rows have a number of several parts, as 1.2 or 14A3; items of a list in a list, 2a, have one."""
    return sum(len((parts(draft.printed) or Parts()).digits) > 1 for draft in reading.drafts)
