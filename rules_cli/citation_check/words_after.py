"""Words right after a number that begins its line, if they are another rule's: `702.99a Extort is a triggered ability.`

A sentence counts if another rule begins with it and the cited rule does not contain it; a title counts if the line has
nothing else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from rules_cli.captions import Remark
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention
from rules_cli.citation_check.quotations import FEWEST, words_of
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.model import RuleNumber
from rules_cli.text import fold

_LINES = 500  # characters before a number, to find its line and the one before: so that a huge line costs no time
_MOST_SHOWN = 3  # rules with the same words: more do not fit on the line
_JOINT = re.compile(r"[\]\)*_`]{0,4}[.:]?[*_`]{0,4}[ \t]*+[–—-]?[ \t]*+[\"“]?(?=[^\W\d])")
_SENTENCE = re.compile(r"[^\r\n.;:!?]*")


class RuleBeginnings:
    """The words that the rules of an edition begin with."""

    def __init__(self, snapshot: EditionSnapshot) -> None:
        self.snapshot = snapshot

    @cached_property
    def _beginning(self) -> dict[str, list[tuple[str, RuleNumber]]]:
        found: dict[str, list[tuple[str, RuleNumber]]] = defaultdict(list)
        for entry in self.snapshot.entries.values():
            if words := words_of(entry.row.words.text or ""):
                found[" ".join(words[:FEWEST])].append((f"{' '.join(words)} ", entry.row.number))
        return found

    @cached_property
    def titled(self) -> dict[str, RuleNumber]:
        """The number of each heading by its title, folded, if no other has it."""
        rows = [entry.row for entry in self.snapshot.entries.values() if entry.row.kind == "heading"]
        numbers: dict[str, list[RuleNumber]] = defaultdict(list)
        for row in rows:
            numbers[fold(row.title or "")].append(row.number)
        return {title: number for title, (number, *more) in numbers.items() if not more}

    def with_words(self, words: Sequence[str]) -> list[RuleNumber]:
        """Return the rules that begin with some words."""
        line = f"{' '.join(words)} "
        return [number for text, number in self._beginning.get(" ".join(words[:FEWEST]), ()) if text.startswith(line)]

    def has(self, number: RuleNumber, words: Sequence[str]) -> bool:
        """Return whether a rule, or one below it, contains some words."""
        if number not in self.snapshot:
            return False
        line = f" {' '.join(words)} "
        texts = (text for row in self.snapshot.printed_as(number) for text in self.snapshot.texts(row))
        return any(line in f" {' '.join(words_of(text))} " for text in texts)


class WordsAfter:
    """Checks the words after the citations of any number of texts, with the same editions."""

    def __init__(self) -> None:
        self._words: dict[Path, RuleBeginnings] = {}

    # Complexity: the words may be the rule's own, new or old, or another rule's, new or old.
    def check(self, text: str, checked: CheckedCitation) -> CheckedCitation:
        """Return a citation as it is, or as suspect if the words after it are another rule's."""
        mention, meaning = checked.cited.mention, checked.meaning
        if meaning is None or checked.verdict not in ("fine", "moved", "changed") or mention.ranged or mention.words:
            return checked
        after = _after(text, mention)
        # a number that moved is one of the older edition; else the words may be new as well
        own = [checked.then] if checked.verdict == "moved" else [checked.then, checked.against]
        if not after or any(self._of(each).has(meaning.number, words_of(after)) for each in own if each):
            return checked
        for snapshot in filter(None, (checked.then, checked.against)):
            if rules := self._rules(after, meaning.number, snapshot):
                is_today, whose = snapshot is checked.against, tuple(rules[:_MOST_SHOWN])
                remark = Remark("words of", (whose,))
                if not is_today:
                    remark = Remark("words then of", (whose, snapshot.edition.name))
                right = CitationReading(meaning.book, rules[0]) if is_today else None
                return replace(
                    checked,
                    verdict="suspect",
                    remarks=(remark,),
                    now=right,
                    sure=False,
                    words_after=after,
                )
        return checked

    def _rules(self, after: str, number: RuleNumber, snapshot: EditionSnapshot) -> list[RuleNumber]:
        """Return the rules of an edition that begin with some words, or the heading whose title they are."""
        rules, said = self._of(snapshot), words_of(after)
        entry, titled = snapshot.entries.get(number), rules.titled.get(fold(after.strip()))
        if titled and entry and entry.row.kind == "heading":
            return [titled]
        return rules.with_words(said) if len(said) >= FEWEST else []

    def _of(self, snapshot: EditionSnapshot) -> RuleBeginnings:
        return self._words.setdefault(snapshot.edition.path, RuleBeginnings(snapshot))


def _after(text: str, mention: Mention) -> str:
    """Return the first sentence after a number; empty if the number does not begin its line, or goes on a sentence."""
    *above, before = f"{text[max(0, mention.start - _LINES) : mention.start]}|".splitlines()
    joint = _JOINT.match(text, mention.end)
    is_long = not above and mention.start > _LINES
    if joint is None or is_long or re.search(r"\w", before) or _goes_on("".join(above[-1:])):
        return ""
    return _SENTENCE.match(text, joint.end())[0]  # type: ignore[index]  # it matches the empty string


def _goes_on(line: str) -> bool:
    """Return whether a sentence goes on after its line: it ends in a comma or in a small word, as in "see rule"."""
    last = "".join(line.split()[-1:]).lstrip('(“"')
    return last.endswith(",") or (last[:1].islower() and last[-1:].isalnum())
