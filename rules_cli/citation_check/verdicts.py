"""The verdict on each citation, from the installed editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules_cli.citation_check.model import CheckedCitation, CitationReading, ResolvedCitation, VerdictWord
from rules_cli.citation_check.snapshot import Editions, EditionSnapshot
from rules_cli.errors import BookNotFound, WordsNotFound
from rules_cli.history.edition_pair import Counterpart, Pairing, match_editions
from rules_cli.lookup.permalink import Permalink, find
from rules_cli.model import RuleNumber


class VerdictFinder:
    """Finds the verdicts on the citations of any number of texts, from the same editions."""

    def __init__(self, editions: Editions) -> None:
        self._editions = editions
        self._pairings: dict[tuple[str, str], Pairing] = {}
        self._known: dict[object, CheckedCitation] = {}

    def check(self, cited: ResolvedCitation) -> CheckedCitation:
        """Return the verdict on a citation. It is the same for each mention of a rule, so it is worked out once."""
        mention = cited.mention
        key = (cited.meanings, mention.edition, mention.words, cited.exists)
        if key not in self._known:
            self._known[key] = self._verdict(cited)
        return replace(self._known[key], cited=cited)

    def _verdict(self, cited: ResolvedCitation) -> CheckedCitation:
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
        """Return the verdict if the edition that a citation was written for is not installed."""
        if found.cited.mention.edition:
            return replace(found, verdict="unclear", detail=str(error))
        checked = self._in(now, found, number)
        return checked if checked.detail else replace(checked, detail=f"whether it moved is not known: {error}")

    def _several(self, cited: ResolvedCitation) -> CheckedCitation:
        ids = [f"{meaning.book}:{meaning.number}" for meaning in cited.meanings]
        if cited.exists:
            return CheckedCitation(
                cited, "unclear", f"may be {' or '.join(ids)}; name the book in the text, or choose it with -b"
            )
        number, books = cited.meanings[0].number, [self._editions.now(meaning.book) for meaning in cited.meanings]
        if not all(each.covers(number) for each in books):
            return CheckedCitation(
                cited, "unclear", f"no installed book has {number}; rules books lists what they cover"
            )
        near = [each.id(other) for each in books for other in each.closest(number)[:1]]
        named = " or ".join(each.edition.slug for each in books)
        return CheckedCitation(cited, "not there", f"no rule {number} in {named}{_closest(near)}")

    def _in(self, snapshot: EditionSnapshot, found: CheckedCitation, number: RuleNumber) -> CheckedCitation:
        """Return the verdict of one edition: whether it has the rule."""
        return found if number in snapshot else self._missing(snapshot, found, number)

    def _missing(
        self, snapshot: EditionSnapshot, found: CheckedCitation, number: RuleNumber, why: str = ""
    ) -> CheckedCitation:
        where = f"edition {snapshot.edition.name}"
        if not snapshot.covers(number):
            left_out = f"{where} is installed in part, without {snapshot.id(number)}; import the whole book"
            return replace(found, verdict="unclear", detail=left_out)
        near = [*self._elsewhere(snapshot, found, number), *map(snapshot.id, snapshot.closest(number))]
        detail = f"no rule {snapshot.id(number)} in {where}{why}{_closest(near)}"
        return replace(found, verdict="not there", detail=detail)

    def _elsewhere(self, snapshot: EditionSnapshot, found: CheckedCitation, number: RuleNumber) -> Iterator[str]:
        """Yield other rules of that number: in another edition, and in other books if the text names no book."""
        installed, slug = self._editions.installed, snapshot.edition.slug
        for edition in installed.readable(installed.all(slug)):
            if edition.path != snapshot.edition.path and edition.get(number):
                yield f"{installed.address(edition)}:{number}"
                return
        others = (other for other in installed.slugs() if other != slug and not found.cited.mention.book)
        yield from (f"{other}:{number}" for other in others if self._editions.exists(other, number))

    def _since(
        self, then: EditionSnapshot, now: EditionSnapshot, found: CheckedCitation, number: RuleNumber
    ) -> CheckedCitation:
        """Return the verdict on a rule of the edition that the text was written for."""
        if number not in then:
            return self._not_then(then, now, found, number)
        pairing = self._pairing(then, now)
        to = pairing.counterpart(number)
        if to.number is None and number in now and not pairing.worded:
            unknown = f"its text is not that of edition {then.edition.name}; it may be another rule"
            return replace(found, verdict="changed", detail=unknown)
        if to.number is None:
            return self._gone(then, now, found, number)
        detail = "; ".join(_what_changed(number, to, then.edition.name))
        verdict: VerdictWord = "moved" if to.number != number else "changed" if detail else "fine"
        moved = CitationReading(now.edition.slug, to.number) if verdict == "moved" else None
        return replace(found, verdict=verdict, detail=detail, now=moved, sure=to.sure and not to.also)

    def _not_then(
        self, then: EditionSnapshot, now: EditionSnapshot, found: CheckedCitation, number: RuleNumber
    ) -> CheckedCitation:
        """Return the verdict on a number that the edition of the text does not have."""
        if number in now and then.covers(number):
            not_then = f"no rule {then.id(number)} in edition {then.edition.name}, for which the text was written"
            return replace(found, verdict="not there", detail=f"{not_then}; edition {now.edition.name} has one")
        return self._missing(then, found, number)

    def _gone(
        self, then: EditionSnapshot, now: EditionSnapshot, found: CheckedCitation, number: RuleNumber
    ) -> CheckedCitation:
        """Return the verdict on a rule that has been removed."""
        since = f" since edition {then.edition.name}"
        if not now.covers(number):
            return self._missing(now, found, number)
        if number in now:
            other = f"removed{since}; edition {now.edition.name} has another rule of that number"
            return replace(found, verdict="not there", detail=other)
        return self._missing(now, found, number, f", removed{since}")

    def _by_words(
        self, found: CheckedCitation, meaning: CitationReading, words: str, now: EditionSnapshot
    ) -> CheckedCitation:
        """Return the verdict on a permanent citation: it is found by its words, not by its number."""
        edition = found.cited.mention.edition
        try:
            permalink = find(self._editions.installed, Permalink(meaning.book, edition, meaning.number, words))
        except WordsNotFound as error:
            is_installed = edition in self._editions.installed.editions(meaning.book)
            return replace(found, verdict="not there" if is_installed else "changed", detail=str(error))
        numbers = [entry.row.number for _, entry in permalink.hits]
        if len(numbers) > 1:
            return replace(found, verdict="unclear", detail=f"several rules have its text: {', '.join(numbers)}")
        if not permalink.sure:
            return self._perhaps(found, meaning, numbers[0])
        since = self._editions.snapshot(permalink.hits[0][0])
        found = replace(found, sure=True)
        if since.edition.path != now.edition.path:
            found = self._since(since, now, replace(found, then=since), numbers[0])
        if numbers[0] == meaning.number or found.verdict not in ("fine", "changed"):
            return found
        number = found.now.number if found.now else numbers[0]
        detail = "; ".join(filter(None, (f"its text is that of {number}", found.detail)))
        return replace(found, verdict="moved", detail=detail, now=CitationReading(meaning.book, number))

    def _perhaps(self, found: CheckedCitation, meaning: CitationReading, number: RuleNumber) -> CheckedCitation:
        """Return the verdict on a permanent citation whose words changed; a rule is only like them."""
        changed = "its text has changed"
        if number == meaning.number:
            return replace(found, verdict="changed", detail=f"{changed}; perhaps still {number}")
        moved = CitationReading(meaning.book, number)
        return replace(found, verdict="moved", detail=f"perhaps now {number} (not sure); {changed}", now=moved)

    def _pairing(self, then: EditionSnapshot, now: EditionSnapshot) -> Pairing:
        key = str(then.edition.path), str(now.edition.path)
        if key not in self._pairings:
            installed = self._editions.installed
            all_of_book = installed.readable(installed.all(now.edition.slug))
            self._pairings[key] = match_editions(then.edition, now.edition, all_of_book)
        return self._pairings[key]


def _what_changed(number: RuleNumber, to: Counterpart, since: str) -> Iterator[str]:
    """Yield what changed about a rule: its number, splits, merges, its text."""
    if to.number != number:
        yield f"now {to.number}" if to.sure else f"perhaps now {to.number} (not sure)"
    if to.also:
        yield f"split, the rest is in {', '.join(to.also)}"
    if to.merged:
        yield f"merged with {', '.join(to.merged)}, so it now says more"
    if "changed" in to.kinds:
        yield f"its text has changed since edition {since}"


def _closest(ids: Sequence[str]) -> str:
    return f"; closest: {', '.join(ids)}" if ids else ""
