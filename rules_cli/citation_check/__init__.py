"""Citations in a text: found, resolved, judged, and rewritten where they moved.

    check = Check(Editions(library.installed, "mtg", written="2015-01-23"))
    checked = check.text(source_of(data, "notes.md"))

source → clean → find → resolve → judge → quoted → fix
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rules_cli.citation_check import rewrite
from rules_cli.citation_check.editions import Editions
from rules_cli.citation_check.find import find
from rules_cli.citation_check.model import WRONG, CheckedCitation
from rules_cli.citation_check.quoted_rules import Quoted
from rules_cli.citation_check.resolve import resolve
from rules_cli.citation_check.source import CheckedText, source_of
from rules_cli.citation_check.verdicts import VerdictFinder
from rules_cli.citation_check.visible_text import Clean, clean

__all__ = ["WRONG", "Check", "Checked", "CheckedCitation", "CheckedText", "Editions", "source_of"]


@dataclass(frozen=True)
class Checked:
    """A text with what is to be said of each of its citations, in order."""

    source: CheckedText
    clean: Clean
    found: tuple[CheckedCitation, ...]

    @property
    def wrong(self) -> bool:
        """Whether there is a citation in it that is wrong."""
        return any(judged.verdict in WRONG for judged in self.found)

    def place(self, judged: CheckedCitation) -> tuple[int, int]:
        """The line and column where a citation begins."""
        return self.source.place(self.clean.origin(judged.cited.mention.start))

    def printed(self, judged: CheckedCitation) -> str:
        """A citation as it is printed, on one line."""
        mention = judged.cited.mention
        return " ".join(self.clean.text[mention.start : mention.end].replace("\0", " ").split())

    @cached_property
    def edits(self) -> list[rewrite.Edit]:
        """What is to be rewritten."""
        return rewrite.edits(self.source.text, self.clean, self.found)

    @property
    def rewritten(self) -> int:
        """How many citations are."""
        numbers = {self.clean.origin(judged.cited.mention.at) for judged in self.found}
        return sum(edit.start in numbers for edit in self.edits)

    @property
    def fixed(self) -> bytes:
        """The file with every citation rewritten that surely moved, all else as it was."""
        return self.source.bytes_of(rewrite.apply(self.source.text, self.edits))


class Check:
    """Checks any number of texts by the same editions."""

    def __init__(self, editions: Editions) -> None:
        self._editions = editions
        self._judge, self._quoted = VerdictFinder(editions), Quoted()

    def text(self, source: CheckedText) -> Checked:
        """Find and judge every citation of a text; time linear in its length."""
        seen = clean(source.text, source.format)
        mentions = find(seen.text, self._editions.names, frozenset(self._editions.slugs))
        cited = resolve(seen.text, mentions, self._editions)
        judged = [self._judge.judge(each) for each in cited]
        return Checked(source, seen, tuple(self._quoted.compare(seen, judged)))
