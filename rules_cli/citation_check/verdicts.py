"""The verdict on each citation, from the installed editions, and the edition that a text seems to be written for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from rules_cli.captions import Remark
from rules_cli.citation_check.compare import words_of
from rules_cli.citation_check.model import CheckedCitation, CitationReading, ResolvedCitation, VerdictWord
from rules_cli.citation_check.snapshot import Editions, EditionSnapshot, shape
from rules_cli.errors import BookNotFound, WordsNotFound
from rules_cli.history.edition_pair import Pairing, match_editions
from rules_cli.history.rule_links import RuleLink
from rules_cli.lookup.near import elsewhere as ids_elsewhere
from rules_cli.lookup.path import number_of
from rules_cli.lookup.permalink import Permalink, find
from rules_cli.model import RuleNumber
from rules_cli.numbers.worded import Step
from rules_cli.store.edition import UNDATED, Edition

_FEWEST = 3  # numbers that do not fit: one or two are slips of the pen
_BETTER = 4  # times fewer misfits in another edition: it is the one meant, and not merely nearer to that
_MOST_NAMED = 4  # older editions, or other books, that a remark names: they fit on a line


class VerdictFinder:
    """Finds the verdicts on the citations of any number of texts, from the same editions."""

    def __init__(self, editions: Editions) -> None:
        self._editions = editions
        self._pairing = cache(self._match)
        self._known: dict[object, CheckedCitation] = {}

    def check(self, cited: ResolvedCitation) -> CheckedCitation:
        """Return the verdict on a citation. It is the same for each mention of a rule, so it is worked out once."""
        mention = cited.mention
        key = (cited.meanings, mention.edition, mention.words, cited.exists or mention.printed)
        if key not in self._known:
            self._known[key] = self._verdict(cited)
        return replace(self._known[key], cited=cited)

    def _verdict(self, cited: ResolvedCitation) -> CheckedCitation:
        """Return the verdict on a citation of one rule or several, or of a number that no book has."""
        first, *others = cited.meanings
        lacking = [meaning.book for meaning in cited.meanings if not self._editions.is_whole(meaning.book)]
        may_be = Remark("may be", (tuple(f"{meaning.book}:{meaning.number}" for meaning in cited.meanings),))
        if lacking:
            why = may_be if others else self._editions.why_not_whole(lacking[0])
            return CheckedCitation(cited, "unchecked", (why,))
        if not others:
            return self._of_rule(cited, first)
        if cited.exists:
            return CheckedCitation(cited, "unclear", (may_be,))
        books = [self._editions.now(meaning.book) for meaning in cited.meanings]
        near = [each.id(other) for each in books for other in each.closest(first.number)[:1]]
        missing = Remark("no rule in", (first.number, tuple(each.edition.slug for each in books)))
        return CheckedCitation(cited, "not there", (missing, *_near_it(near)))

    # Complexity: the edition may be unknown or may be two, and the number missing.
    def _of_rule(self, cited: ResolvedCitation, meaning: CitationReading) -> CheckedCitation:
        """Return the verdict on a citation of one rule, of a book that is installed whole."""
        now = self._editions.now(meaning.book)
        checked = CheckedCitation(cited, "fine", against=now)
        if (cited.mention.steps[1:] or cited.mention.sentence) and not cited.exists:
            return self._missing(now, checked, meaning.number)
        if cited.mention.words:
            return self._by_words(checked, meaning, cited.mention.words, now)
        named = cited.mention.edition
        alike = self._editions.installed.editions_named(meaning.book, named) if named else ()
        if named and len(alike) > 1:
            return checked.saying("unclear", Remark("editions named", (named, tuple(each.name for each in alike))))
        try:
            then = self._editions.then(meaning.book, named)
        except BookNotFound:
            newest, *others = dict.fromkeys(self._editions.installed.editions(meaning.book))
            shown = ", ".join([newest, *others[:_MOST_NAMED]]) + (" …" if others[_MOST_NAMED:] else "")
            return checked.saying("unclear", Remark("no edition named", (named or "", meaning.book, shown)))
        checked = replace(checked, then=then)
        if then is None or then.edition.path == now.edition.path:
            return checked if meaning.number in now else self._missing(now, checked, meaning.number)
        return self._since(then, now, checked, meaning.number)

    # Complexity: the edition may be in part, without a date, or newer than the rule, and other books may have it.
    def _missing(
        self, snapshot: EditionSnapshot, checked: CheckedCitation, number: RuleNumber, since: str = ""
    ) -> CheckedCitation:
        """Return the verdict on a number that an edition lacks; `since` is the edition that had it, if known."""
        rule, edition = snapshot.id(number), snapshot.edition.name
        if not snapshot.covers(number):
            return checked.saying("unchecked", Remark("in part", (edition, rule)))
        mention, slug = checked.cited.mention, snapshot.edition.slug
        elsewhere = list(ids_elsewhere(self._editions.installed, number, [snapshot.edition]))
        of_book = [rule_id for rule_id in elsewhere if rule_id.startswith(f"{slug}@")][:1]
        may_be_of_other = not mention.book and mention.sign != "worded" and shape(number) not in snapshot.shapes
        of_any = elsewhere[:_MOST_NAMED] if may_be_of_other and self._editions.installed.info(slug) else []
        near = [*(of_book or of_any), *map(snapshot.id, snapshot.closest(number))]
        said = f"{slug}:{mention.path}" if mention.path else rule
        missing = Remark("no rule in edition", (said, edition))
        if edition == UNDATED:
            missing = Remark("no rule in", (mention.path or number, (slug,)))
        if since:
            missing = Remark("no rule any more", (rule, edition, since))
        return checked.saying(
            "not there", missing, *(_near_it(near) or self._parts_above(snapshot, mention.steps[:-1]))
        )

    def _parts_above(self, snapshot: EditionSnapshot, steps: tuple[Step, ...]) -> Iterator[Remark]:
        """Yield a remark on the parts that a rule has, to which the steps above a missing one lead."""
        above = self._editions.followed(snapshot.edition.slug, number_of(steps[0]), steps) if steps else None
        if above and (below := snapshot.children(above))[1:]:
            yield Remark("has numbers", (snapshot.id(above), below[0], below[-1]))

    # Complexity: the rule may be new, kept, moved or gone.
    def _since(
        self, then: EditionSnapshot, now: EditionSnapshot, checked: CheckedCitation, number: RuleNumber
    ) -> CheckedCitation:
        """Return the verdict on a number of an older edition: what became of its rule in the edition of `now`."""
        if number not in then:
            if number in now and then.covers(number):
                words = then.id(number), then.edition.name, now.edition.name
                return checked.saying("not there", Remark("no rule then", words))
            return self._missing(then, checked, number)
        pairing = self._pairing(then.edition, now.edition)
        link = pairing.link(number)
        if link.to is None and number not in now:
            return self._missing(now, checked, number, then.edition.name)
        if link.to is None and not pairing.worded:
            return checked.saying("changed", Remark("perhaps another", (then.edition.name,)))
        if link.to is None:
            return checked.saying("not there", Remark("number reused", (then.edition.name, now.edition.name)))
        remarks = tuple(_what_changed(number, link, then.edition.name))
        verdict: VerdictWord = "moved" if link.to != number else "changed" if remarks else "fine"
        moved = CitationReading(now.edition.slug, link.to) if verdict == "moved" else None
        return replace(checked, verdict=verdict, remarks=remarks, now=moved, sure=link.sure and len(link.b) == 1)

    def _match(self, then: Edition, now: Edition) -> Pairing:
        all_of_book = self._editions.installed.readable(self._editions.installed.all(now.slug))
        return match_editions(then, now, all_of_book)

    # Complexity: the words may be sure, likely, several rules' or gone.
    def _by_words(
        self, checked: CheckedCitation, meaning: CitationReading, words: str, now: EditionSnapshot
    ) -> CheckedCitation:
        """Return the verdict on a permanent citation, whose rule is found by the digits of its words. If no rule has
        the words, a rule that is like them is perhaps meant."""
        edition = checked.cited.mention.edition
        cited = Permalink(meaning.book, edition, meaning.number, words)
        try:
            permalink = find(self._editions.installed, cited)
        except WordsNotFound:
            is_installed = edition in self._editions.installed.editions(meaning.book)
            why = Remark("no words", (meaning.book, str(cited)))
            if edition and not is_installed:
                why = Remark("no words here", (str(cited), edition))
            return checked.saying("not there" if is_installed else "changed", why)
        first, *others = [entry.row.number for _, entry in permalink.hits]
        if others:
            return checked.saying("unclear", Remark("several texts", (", ".join([first, *others]),)))
        if not permalink.sure:
            changed = Remark("text changed")
            if first == meaning.number:
                return checked.saying("changed", changed, Remark("perhaps still", (first,)))
            moved = replace(checked, now=CitationReading(meaning.book, first))
            return moved.saying("moved", Remark("is perhaps now", (first,)), changed)
        home = self._editions.snapshot(permalink.hits[0][0])
        checked = replace(checked, sure=True)
        if home.edition.path != now.edition.path:
            checked = self._since(home, now, replace(checked, then=home), first)
        if first == meaning.number or checked.verdict not in ("fine", "changed"):
            return checked
        number = checked.now.number if checked.now else first
        remarks = Remark("text of", (number,)), *checked.remarks
        return replace(checked, verdict="moved", remarks=remarks, now=CitationReading(meaning.book, number))


def _what_changed(number: RuleNumber, link: RuleLink, since: str) -> Iterator[Remark]:
    """Yield remarks on a rule that has changed since an older edition: its number, its parts, its text."""
    if link.to and link.to != number:
        yield Remark("is now" if link.sure else "is perhaps now", (link.to,))
    if also := link.b[1:]:
        yield Remark("split, rest", (", ".join(also),))
    if merged := [other for other in link.a if other != number]:
        yield Remark("merged with", (", ".join(merged),))
    if "changed" in link.kinds:
        yield Remark("text changed since", (since,))


def _near_it(ids: Sequence[str]) -> list[Remark]:
    return [Remark("near it", (", ".join(ids),))] if ids else []


# --- the edition of a text


# Complexity: the edition that is taken for the text's is counted first, since most texts fit it.
def edition_guess(editions: Editions, found: Sequence[CheckedCitation]) -> Edition | None:
    """Return the installed edition that the numbers of a text fit far better than the edition they are taken for. None
    if no edition does. Only the book that is cited most counts, and only citations without an edition."""
    cited = [each for each in found if not each.names_edition]
    counts = Counter(snapshot.edition for each in cited if (snapshot := each.then or each.against))
    if not counts:
        return None
    [(home, _)] = counts.most_common(1)
    numbers = {
        (each.meaning.number, each.words_after) for each in cited if each.meaning and each.meaning.book == home.slug
    }
    misfits_at_home = _misfits(home, numbers)
    if misfits_at_home < _FEWEST:
        return None
    installed = editions.installed
    others = [each for each in installed.readable(installed.all(home.slug)) if each.shipped == home.shipped]
    misfits = {edition: _misfits(edition, numbers) for edition in others}
    best = min(others, key=misfits.__getitem__)
    return best if misfits[best] * _BETTER <= misfits_at_home else None


def _misfits(edition: Edition, cited: Iterable[tuple[RuleNumber, str]]) -> int:
    """Return how many numbers an edition lacks, or has with other words than those after them."""

    def fits(number: RuleNumber, words: Sequence[str]) -> bool:
        entry = edition.get(number)
        texts = (entry.row.words.text or "", entry.row.title or "") if entry else ()
        return any(words_of(text)[: len(words)] == words for text in texts)

    return sum(not fits(number, words_of(words)) for number, words in cited)
