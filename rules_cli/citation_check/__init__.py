"""The citation check: finds the citations in a text, compares them with the editions, rewrites those that moved.

    check = Check(Editions(library.installed, "mtg", written="2015-01-23"))
    checked = check.text(read_text(data, "notes.md"))

The steps, one module each: checked_text → find → resolve → verdicts → quotations → rule_words → strict → rewrite.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rules_cli.captions import Remark
from rules_cli.citation_check import rewrite
from rules_cli.citation_check.checked_text import CheckedText, VisibleText, read_text, visible_text
from rules_cli.citation_check.find import find, outside, worded_numbers
from rules_cli.citation_check.model import WRONG, CheckedCitation, Mention
from rules_cli.citation_check.quotations import claims_in
from rules_cli.citation_check.resolve import Resolver
from rules_cli.citation_check.rule_words import check_quotations, suspected
from rules_cli.citation_check.snapshot import Editions
from rules_cli.citation_check.strict import StrictDraft, word_ids
from rules_cli.citation_check.verdicts import VerdictFinder, edition_guess
from rules_cli.numbers.references import OPENING_SIGNS
from rules_cli.store.edition import Edition

__all__ = ["WRONG", "Check", "Checked", "CheckedCitation", "CheckedText", "Editions", "read_text"]


@dataclass(frozen=True)
class Checked:
    """A text with its checked citations, in order.

    `looks_like` is the edition that the text seems to be written for, if that is not the one it was taken for. `unread`
    are numbers like those of the books that it cites, and of the chosen one, that were not taken for citations.
    """

    source: CheckedText
    visible: VisibleText
    found: tuple[CheckedCitation, ...]
    looks_like: Edition | None = None
    unread: tuple[Mention, ...] = ()
    strict: bool = False

    @property
    def wrong(self) -> bool:
        """Whether any citation is wrong; in a strict check, or unclear."""
        return any(each.verdict in WRONG or (self.strict and each.verdict != "fine") for each in self.found)

    def place(self, citation: CheckedCitation) -> tuple[int, int]:
        """Return the line and column where a citation begins."""
        return self.source.place(self.visible.origin(self._start(citation)))

    def line(self, mention: Mention) -> int:
        """Return the line of a number."""
        return self.source.place(self.visible.origin(mention.at))[0]

    def printed(self, citation: CheckedCitation, since: CheckedCitation | None = None) -> str:
        """Return a citation as the text prints it, on one line; from the beginning of a range, if `since` is given."""
        start = self._start(since or citation)
        return " ".join(self.visible.text[start : citation.cited.mention.end].replace("\0", " ").split())

    def _start(self, citation: CheckedCitation) -> int:
        """Return where a citation begins: at its number, if a bracket or mark before that is closed after it only."""
        mention = citation.cited.mention
        return mention.at if set(self.visible.text[mention.start : mention.at]) & OPENING_SIGNS else mention.start

    @property
    def edits(self) -> list[rewrite.Edit]:
        """The edits that correct the citations which surely moved; none if the text is of another edition.

        A line with an unread number is left alone: it would name two editions at once.
        """
        unread = {self.line(mention) for mention in self.unread}
        return [edit for edits in self._chains_of_edits if unread.isdisjoint(self._lines_of(edits)) for edit in edits]

    @property
    def left_alone(self) -> tuple[Mention, ...]:
        """The unread numbers on whose lines citations surely moved."""
        lines = {line for edits in self._chains_of_edits for line in self._lines_of(edits)}
        return tuple(mention for mention in self.unread if self.line(mention) in lines)

    @cached_property
    def _chains_of_edits(self) -> list[list[rewrite.Edit]]:
        return [] if self.looks_like else rewrite.edits(self.source.text, self.visible, self.found)

    def _lines_of(self, edits: Iterable[rewrite.Edit]) -> set[int]:
        return {self.source.place(edit.start)[0] for edit in edits}

    @property
    def rewritten(self) -> int:
        """The number of citations that the edits correct."""
        numbers = {self.visible.origin(each.cited.mention.at) for each in self.found}
        return sum(edit.start in numbers for edit in self.edits)

    @property
    def fixed(self) -> bytes:
        """The file with all edits made, and all else as it was."""
        return self.source.bytes_of(rewrite.apply(self.source.text, self.edits))


class Check:
    """Checks any number of texts against the same editions.

    A `strict` check takes each number of the book for a citation, and each cited rule has to be quoted.
    """

    def __init__(self, editions: Editions, strict: bool = False) -> None:
        self._editions = editions
        self._verdicts = VerdictFinder(editions)
        self._strict = strict

    def notes(self, texts: Iterable[Checked]) -> list[Remark]:
        """Return a remark on each book that some texts cite and that has no edition of the day of the texts."""
        written, now = self._editions.written or "", self._editions.now
        found = [each for text in texts for each in text.found if written and not each.names_edition]
        undated = {each.against.edition.slug for each in found if each.against and not each.then}
        return [Remark("no edition before", (slug, written, now(slug).edition.name)) for slug in sorted(undated)]

    def why_nothing_was_checked(self, texts: Iterable[Checked]) -> str:
        """Return why no citation of some texts could be checked; empty if one was, or if the texts cite nothing."""
        found = [(text, each) for text in texts for each in text.found]
        if any(each.verdict != "unchecked" for _, each in found):
            return ""
        chosen = self._editions.book
        lacking = [self._editions.why_not_whole(chosen)] if chosen and not self._editions.is_whole(chosen) else []
        reasons = dict.fromkeys([*map(str, lacking), *(each.detail for _, each in found if each.meaning)])
        ambiguous = (f"{text.printed(each)} {each.detail}" for text, each in found)
        return "; ".join(reasons) or next(ambiguous, "")

    def text(self, source: CheckedText) -> Checked:
        """Find and check every citation of a text; time linear in its length."""
        visible = visible_text(source.text, source.format)
        editions, strict = self._editions, self._strict
        resolver = Resolver(visible.text, editions, strict)
        worded = list(filter(None, map(resolver.worded, worded_numbers(visible.text))))
        every = find(visible.text, editions.names, editions.slugs)
        every += word_ids(visible.text, every, editions) if strict else ()
        every.sort(key=lambda mention: mention.start)
        mentions = list(outside(every, [each.mention for each in worded]))
        citations = sorted([*worded, *resolver.resolve(mentions)], key=lambda cited: cited.mention.start)
        checked = [self._verdicts.check(each) for each in citations]
        claims = claims_in(visible, checked)
        found = tuple(suspected(visible.text, each) for each in check_quotations(claims, checked, strict))
        if strict:
            found = StrictDraft(editions, visible, found, claims).checked()
        passed_over = tuple(resolver.unread(mentions, citations))
        return Checked(source, visible, found, edition_guess(editions, found), passed_over, strict)
