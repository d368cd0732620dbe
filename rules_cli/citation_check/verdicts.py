"""Judging: what is to be said of each citation, held against the editions that are installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules_cli.citation_check.editions import Editions
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Cited, Verdict
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.errors import BookNotFound, WordsNotFound
from rules_cli.history.edition_pair import Counterpart, Pairing, match_editions
from rules_cli.lookup.permalink import Wanted, find
from rules_cli.model import RuleNumber


class VerdictFinder:
    """Judges the citations of any number of texts by the same editions."""

    def __init__(self, editions: Editions) -> None:
        self._editions = editions
        self._pairings: dict[tuple[str, str], Pairing] = {}
        self._known: dict[object, CheckedCitation] = {}

    def judge(self, cited: Cited) -> CheckedCitation:
        """The verdict on a number: the same wherever it stands, so worked out once."""
        mention = cited.mention
        key = (cited.meanings, mention.edition, mention.words, cited.held)
        if key not in self._known:
            self._known[key] = self._verdict(cited)
        return replace(self._known[key], cited=cited)

    def _verdict(self, cited: Cited) -> CheckedCitation:
        if len(cited.meanings) > 1:
            return self._several(cited)
        (meaning,) = cited.meanings
        now = self._editions.now(meaning.book)
        found = CheckedCitation(cited, "fine", against=now)
        if cited.mention.words:
            return self._by_words(found, meaning, cited.mention.words, now)
        try:
            then = self._editions.then(meaning.book, cited.mention.edition)
        except BookNotFound as error:
            return self._without_then(found, meaning.number, now, error)
        found = replace(found, then=then)
        if then is None or then.edition.path == now.edition.path:
            return self._in(now, found, meaning.number)
        return self._since(then, now, found, meaning.number)

    def _without_then(
        self, found: CheckedCitation, number: RuleNumber, now: EditionSnapshot, error: BookNotFound
    ) -> CheckedCitation:
        """Where the edition that a citation was written for is not installed."""
        if found.cited.mention.edition:
            return replace(found, verdict="unclear", detail=str(error))
        judged = self._in(now, found, number)
        return judged if judged.detail else replace(judged, detail=f"whether it moved is not known: {error}")

    def _several(self, cited: Cited) -> CheckedCitation:
        ids = [f"{meaning.book}:{meaning.number}" for meaning in cited.meanings]
        if cited.held:
            return CheckedCitation(cited, "unclear", f"may be {' or '.join(ids)}; name the book, or choose it with -b")
        number, books = cited.meanings[0].number, [self._editions.now(meaning.book) for meaning in cited.meanings]
        if not all(held.covers(number) for held in books):
            return CheckedCitation(
                cited, "unclear", f"no book has {number} as installed; rules books tells what they cover"
            )
        near = [held.id(other) for held in books for other in held.closest(number)[:1]]
        named = " or ".join(held.edition.slug for held in books)
        return CheckedCitation(cited, "not there", f"no rule {number} in {named}{_closest(near)}")

    def _in(self, held: EditionSnapshot, found: CheckedCitation, number: RuleNumber) -> CheckedCitation:
        """Whether an edition has the rule."""
        return found if number in held else self._missing(held, found, number)

    def _missing(
        self, held: EditionSnapshot, found: CheckedCitation, number: RuleNumber, why: str = ""
    ) -> CheckedCitation:
        where = f"edition {held.edition.name}"
        if not held.covers(number):
            left_out = f"{where} as installed leaves out where {held.id(number)} would be; import the whole book"
            return replace(found, verdict="unclear", detail=left_out)
        near = [*self._elsewhere(held, found, number), *map(held.id, held.closest(number))]
        return replace(found, verdict="not there", detail=f"no rule {held.id(number)} in {where}{why}{_closest(near)}")

    def _elsewhere(self, held: EditionSnapshot, found: CheckedCitation, number: RuleNumber) -> Iterator[str]:
        """Where else that number is: in another edition, or in another book where none was printed."""
        installed, slug = self._editions.installed, held.edition.slug
        for edition in installed.readable(installed.all(slug)):
            if edition.path != held.edition.path and edition.get(number):
                yield f"{installed.address(edition)}:{number}"
                return
        others = (other for other in installed.slugs() if other != slug and not found.cited.mention.book)
        yield from (f"{other}:{number}" for other in others if self._editions.holds(other, number))

    def _since(
        self, then: EditionSnapshot, now: EditionSnapshot, found: CheckedCitation, number: RuleNumber
    ) -> CheckedCitation:
        """What became of a rule since the edition that a text was written for."""
        if number not in then and number in now and then.covers(number):
            not_then = f"no rule {then.id(number)} in edition {then.edition.name}, which the text was written for"
            return replace(found, verdict="not there", detail=f"{not_then}; edition {now.edition.name} has one")
        if number not in then:
            return self._missing(then, found, number)
        pairing = self._pairing(then, now)
        to = pairing.counterpart(number)
        if to.number is None and number in now and not pairing.worded:
            unknown = f"its words are not those of edition {then.edition.name}, and it may be another rule"
            return replace(found, verdict="changed", detail=unknown)
        if to.number is None:
            return self._gone(then, now, found, number)
        detail = "; ".join(_what_changed(number, to, then.edition.name))
        verdict: Verdict = "moved" if to.number != number else "changed" if detail else "fine"
        moved = CitationReading(now.edition.slug, to.number) if verdict == "moved" else None
        return replace(found, verdict=verdict, detail=detail, now=moved, sure=to.sure and not to.also)

    def _gone(
        self, then: EditionSnapshot, now: EditionSnapshot, found: CheckedCitation, number: RuleNumber
    ) -> CheckedCitation:
        """A rule that no rule of today is."""
        since = f" since edition {then.edition.name}"
        if not now.covers(number):
            return self._missing(now, found, number)
        if number in now:
            other = f"gone{since}; edition {now.edition.name} has another rule of that number"
            return replace(found, verdict="not there", detail=other)
        return self._missing(now, found, number, f", gone{since}")

    def _by_words(
        self, found: CheckedCitation, meaning: CitationReading, words: str, now: EditionSnapshot
    ) -> CheckedCitation:
        """A permanent citation: what became of the rule that has its words, whatever its number."""
        edition = found.cited.mention.edition
        try:
            hits, _ = find(self._editions.installed, Wanted(meaning.book, edition, meaning.number, words))
        except WordsNotFound as error:
            there = self._editions.holds(meaning.book, meaning.number)
            return replace(found, verdict="changed" if there else "not there", detail=str(error))
        numbers = [entry.row.number for _, entry in hits]
        if len(numbers) > 1:
            return replace(found, verdict="unclear", detail=f"several rules have its words: {', '.join(numbers)}")
        since = self._editions.held(hits[0][0])
        if since.edition.path != now.edition.path:
            found = self._since(since, now, replace(found, then=since), numbers[0])
        if numbers[0] == meaning.number or found.verdict not in ("fine", "changed"):
            return found
        number = found.now.number if found.now else numbers[0]
        detail = "; ".join(filter(None, (f"its words are those of {number}", found.detail)))
        return replace(found, verdict="moved", detail=detail, now=CitationReading(meaning.book, number), sure=True)

    def _pairing(self, then: EditionSnapshot, now: EditionSnapshot) -> Pairing:
        key = str(then.edition.path), str(now.edition.path)
        if key not in self._pairings:
            self._pairings[key] = match_editions(then.edition, now.edition)
        return self._pairings[key]


def _what_changed(number: RuleNumber, to: Counterpart, since: str) -> Iterator[str]:
    """What became of a rule, as it is said: where it went, whether that is a guess, whether its words changed."""
    if to.number != number:
        yield f"now {to.number}" if to.sure else f"perhaps now {to.number}, a doubtful match"
    if to.also:
        yield f"split, the rest is in {', '.join(to.also)}"
    if to.merged:
        yield f"merged with {', '.join(to.merged)}, so it now says more"
    if "changed" in to.kinds:
        yield f"its words have changed since edition {since}"


def _closest(ids: Sequence[str]) -> str:
    return f"; closest: {', '.join(ids)}" if ids else ""
