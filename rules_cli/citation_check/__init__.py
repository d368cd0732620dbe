"""The citation check: finds the citations in a text, compares them with the editions, rewrites those that moved.

    check = Check(Editions(library.installed, "mtg", written="2015-01-23"))
    checked = check.text(read_text(data, "notes.md"))

The steps, one module each: checked_text → find → resolve → verdicts → quotations → rule_words → strict → rewrite.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from rules_cli.captions import Remark
from rules_cli.citation_check import rewrite
from rules_cli.citation_check.checked_text import MASK, CheckedText, VisibleText, read_text, visible_text
from rules_cli.citation_check.find import find, longest, outside, worded_numbers
from rules_cli.citation_check.model import WRONG, CheckedCitation, Mention
from rules_cli.citation_check.quotations import Quotation, claims_in, find_quotations
from rules_cli.citation_check.resolve import Resolver
from rules_cli.citation_check.rule_words import check_quotations, suspected, uncompared
from rules_cli.citation_check.snapshot import Editions
from rules_cli.citation_check.strict import StrictDraft, word_ids
from rules_cli.citation_check.verdicts import VerdictFinder, edition_guess
from rules_cli.numbers.references import OPENING_SIGNS
from rules_cli.store.edition import Edition

__all__ = ["WRONG", "Check", "Checked", "CheckedCitation", "CheckedText", "Editions", "read_text"]


@dataclass(frozen=True)
class Checked:
    """A text with its checked citations, in order. `looks_like` is the edition that the numbers fit best, if it is
    another than they were compared with. `unread` are the numbers that were not taken for citations, but look like
    numbers of a cited book or of the chosen one, and `uncompared` the quotations beside a citation that are like no
    words of its rule."""

    source: CheckedText
    visible: VisibleText
    found: tuple[CheckedCitation, ...]
    looks_like: Edition | None = None
    unread: tuple[Mention, ...] = ()
    uncompared: tuple[Quotation, ...] = ()
    strict: bool = False

    @property
    def wrong(self) -> bool:
        """Whether a citation is wrong; in a strict check, whether one is not fine."""
        if self.strict:
            return any(citation.verdict != "fine" for citation in self.found)
        return any(citation.verdict in WRONG for citation in self.found)

    def place(self, citation: CheckedCitation) -> tuple[int, int]:
        """Return the line and column where a citation begins."""
        return self.source.place(self.visible.origin(self._start(citation)))

    def line(self, at: int) -> int:
        """Return the line of a character of the visible text."""
        return self.source.place(self.visible.origin(at))[0]

    def printed(self, citation: CheckedCitation, first: CheckedCitation | None = None) -> str:
        """Return a citation as the text prints it, on one line. If it ends a range, begin at `first`."""
        start = self._start(first or citation)
        return " ".join(self.visible.text[start : citation.cited.mention.end].replace(MASK, " ").split())

    def _start(self, citation: CheckedCitation) -> int:
        """Return where a citation begins: at its sign, or at its number if a bracket or mark opens between them."""
        mention = citation.cited.mention
        sign = self.visible.text[mention.start : mention.at]
        return mention.start if OPENING_SIGNS.isdisjoint(sign) else mention.at

    @property
    def edits(self) -> list[rewrite.Edit]:
        """The edits that correct the citations which surely moved; none if the text fits another edition better. A line
        with an unread number is not edited: its numbers would then be of two editions."""
        unread_lines = {self.line(mention.at) for mention in self.unread}
        kept = (edits for edits in self._chains_of_edits if unread_lines.isdisjoint(self._lines_of(edits)))
        return list(chain.from_iterable(kept))

    @property
    def left_alone(self) -> tuple[Mention, ...]:
        """The unread numbers because of which a line was not edited."""
        lines = {line for edits in self._chains_of_edits for line in self._lines_of(edits)}
        return tuple(mention for mention in self.unread if self.line(mention.at) in lines)

    @cached_property
    def _chains_of_edits(self) -> list[list[rewrite.Edit]]:
        """The edits, also on lines with an unread number; those of one list or range are together."""
        return [] if self.looks_like else rewrite.edits(self.source.text, self.visible, self.found)

    def _lines_of(self, edits: Iterable[rewrite.Edit]) -> set[int]:
        return {self.source.place(edit.start)[0] for edit in edits}

    @property
    def rewritten(self) -> int:
        """The number of citations that the edits correct."""
        starts = {self.visible.origin(citation.cited.mention.at) for citation in self.found}
        return sum(edit.start in starts for edit in self.edits)  # other edits correct a printed edition or its digits

    @property
    def fixed(self) -> bytes:
        """The bytes of the file with all edits made, and all else as it was."""
        return self.source.bytes_of(rewrite.apply(self.source.text, self.edits))


class Check:
    """Checks any number of texts against the same editions. A `strict` check takes each number of the book for a
    citation, and each cited rule has to be quoted."""

    def __init__(self, editions: Editions, strict: bool = False) -> None:
        self._editions = editions
        self._verdicts = VerdictFinder(editions)
        self._strict = strict

    def notes(self, texts: Iterable[Checked]) -> list[Remark]:
        """Return a remark on each cited book without an installed edition as old as the texts. None without the day on
        which they were written."""
        written = self._editions.written
        citations = [citation for text in texts for citation in text.found if written and not citation.names_edition]
        undated = {each.against.edition for each in citations if each.against and not each.then}
        newest = sorted((edition.slug, edition.name) for edition in undated)
        return [Remark("no edition before", (slug, written, name)) for slug, name in newest]

    def why_nothing_was_checked(self, texts: Iterable[Checked]) -> str:
        """Return why no citation of the texts could be checked; empty if one was checked, or if they cite nothing."""
        found = [(text, citation) for text in texts for citation in text.found]
        if any(citation.verdict != "unchecked" for _, citation in found):
            return ""
        reasons = []
        chosen = self._editions.book
        if chosen and not self._editions.is_whole(chosen):
            reasons.append(str(self._editions.why_not_whole(chosen)))
        reasons += [citation.detail for _, citation in found if citation.meaning]
        if not reasons and found:  # each number may be of several books
            text, first = found[0]
            return f"{text.printed(first)} {first.detail}"
        return "; ".join(dict.fromkeys(reasons))

    # Complexity: comprehensions over the numbers of each kind.
    def text(self, source: CheckedText) -> Checked:
        """Find and check every citation of a text; time linear in its length."""
        visible = visible_text(source.text, source.format)
        editions, strict = self._editions, self._strict
        quoted = find_quotations(visible)
        resolver = Resolver(visible.text, quoted, editions, strict)
        numbers = list(worded_numbers(visible.text))
        worded = [cited for each in numbers if each.sign == "worded" and (cited := resolver.worded(each))]
        mentions = find(visible.text, editions.names, editions.slugs)
        if strict:
            mentions = [*mentions, *word_ids(visible.text, mentions, editions)]
            mentions.sort(key=lambda mention: mention.start)
        mentions = list(outside(mentions, [cited.mention for cited in worded]))
        plain = list(resolver.resolve(mentions))
        steps = [cited for each in numbers if each.sign != "worded" and (cited := resolver.worded(each))]
        citations = sorted([*worded, *longest(plain, steps)], key=lambda cited: cited.mention.start)
        verdicts = [self._verdicts.check(cited) for cited in citations]
        claims = claims_in(visible.text, quoted, verdicts, far=not strict)
        checked = tuple(suspected(visible.text, each) for each in check_quotations(claims, verdicts, strict))
        left = () if strict else tuple(uncompared(visible.text, quoted, claims, checked))
        if strict:
            checked = StrictDraft(editions, visible.text, quoted, checked, claims).checked()
        unread = tuple(resolver.unread(outside(mentions, [each.mention for each in citations]), citations))
        return Checked(source, visible, checked, edition_guess(editions, checked), unread, left, strict)
