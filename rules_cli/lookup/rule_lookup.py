"""Looking rules up: a user's word → rules in their place. The foundation of every other question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from rules_cli.errors import BookNotFound, NearRules, RuleNotFound, RulesError, UsageError
from rules_cli.model import Rule, RuleNumber, RuleText
from rules_cli.rule_number import (
    AskedNumber,
    closest,
    group_words,
    looks_like_number,
    normal_form,
    parts,
    printed,
    read_asked,
)
from rules_cli.store import language, settings
from rules_cli.store.editions import BookInfo, Edition, InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import shorten

_CLOSEST = 3
_RANGE_ENDS = re.compile(r"[-–—‒−]|\.\.")
_NO_WORDS = RuleText()
FRAGMENT = "fragment"


@dataclass(frozen=True, slots=True)
class RowRef:
    """A row of an installed edition."""

    edition: Edition
    entry: IndexEntry

    @property
    def number(self) -> RuleNumber:
        """The row's number."""
        return self.entry.row.number

    @property
    def id(self) -> str:
        """`book:number`."""
        return f"{self.edition.slug}:{self.number}"


@dataclass(frozen=True, slots=True)
class RuleInContext:
    """A rule with what stands around it: the headings above (outermost first), its sub-rules in source order,
    the rules it names and that name it, its neighbours, other rows printed with the same number, and what is odd
    about it in the source. `link` is the publisher's address of the rule."""

    rule: Rule
    above: tuple[Rule, ...]
    below: tuple[Rule, ...]
    names: tuple[Rule, ...]
    named_by: tuple[Rule, ...]
    previous: str | None
    next: str | None
    again: tuple[str, ...]
    odd: tuple[str, ...]
    book_title: str
    link: str | None


@dataclass(frozen=True, slots=True)
class LookupResult:
    """The answer to several words: the places found, what was not, and what was ambiguous, in the user's order."""

    places: tuple[RowRef, ...]
    missing: tuple[RulesError, ...]
    notes: tuple[str, ...]

    def raise_first(self) -> LookupResult:
        """Itself, where something was found; else raises what was missing."""
        if not self.places and self.missing:
            raise self.missing[0]
        return self


class Lookup:
    """Rules by id, over a shelf of books. Reading is safe between threads."""

    def __init__(self, installed: InstalledBooks, lang: str | None = None) -> None:
        self.installed = installed
        self.lang = language.chosen(lang)

    def with_language(self, lang: str) -> Self:
        """The same library, speaking another language."""
        return type(self)(self.installed, lang)

    def editions(self, slug: str) -> list[str]:
        """The installed editions of a book, the one that a bare slug means first; raises BookNotFound."""
        return self.installed.editions(slug)

    def rule(self, rule_id: str) -> Rule:
        """The rule of an id (`fab:2.7.3a`, `mtg@2006-10-01:206.1`), or of a number that one book holds.

        Raises RuleNotFound, which names the closest numbers; BookNotFound; UsageError for what is no id, or for a
        range. One step in a B-tree, whatever the number of rules, books and editions.
        """
        place = self._quick(rule_id)
        if place is None:
            places = self.find([rule_id]).raise_first().places
            if len(places) > 1:
                raise UsageError(f"{shorten(rule_id)} may be {', '.join(p.id for p in places[:4])}; name one of them")
            place = places[0]
        return self.compose(place)

    def _quick(self, rule_id: str) -> RowRef | None:
        """The place of an id that is exact already: a book's slug and a number in normal form."""
        slug, colon, number = rule_id.partition(":")
        if not colon or "@" in slug or slug not in self.installed.slugs():
            return None
        edition = self.installed.edition(slug)
        entry = edition.get(number)
        return RowRef(edition, entry) if entry else None

    def find(self, words: Sequence[str], book: str | None = None) -> LookupResult:
        """Every rule that the words of a command line name, in their order; ranges are every rule in them."""
        places: list[RowRef] = []
        missing: list[RulesError] = []
        notes: list[str] = []
        for word in group_words(self._parted(words)):
            try:
                found, note = self._find_one(word, book)
            except (RuleNotFound, BookNotFound) as error:
                missing.append(error)
                continue
            places += found
            notes += [note] if note else []
        return LookupResult(
            tuple({(place.edition, place.number): place for place in places}.values()),
            tuple(missing),
            tuple(notes),
        )

    def _parted(self, words: Sequence[str]) -> list[str]:
        """The words with commas between ids taken out, and a book's name put to the number after it: `mtg 207.1`."""
        single = [part for word in words for part in word.split(",") if part.strip()] or list(words)
        slugs = self.installed.slugs()
        joined: list[str] = []
        prefix = ""
        for word, following in pairwise([*single, ""]):
            if word.lower() in slugs and looks_like_number(following):
                prefix = f"{word}:"
            else:
                joined.append(prefix + word)
                prefix = ""
        return joined

    def _find_one(self, word: str, book: str | None) -> tuple[list[RowRef], str]:
        asked = read_asked(word)
        if asked.words:
            return self._find_words(asked, asked.words, book)
        editions = self.candidates(asked, book)
        if asked.last is not None:
            return self._find_range(asked, asked.last, editions, word), ""
        found = [place for edition in editions for place in self._readings(edition, asked.readings)]
        if not found:
            raise self.not_found(asked, editions)
        if len(found) > 1:
            return found, f"{shorten(word)} may be {' or '.join(place.id for place in found)}"
        return found, ""

    def _find_words(self, asked: AskedNumber, words: str, book: str | None) -> tuple[list[RowRef], str]:
        """The rule of a permanent citation, and where it is now; raises WordsNotFound, BookNotFound."""
        from rules_cli.lookup.permalink import Wanted, find

        slug, _, edition = (asked.book or book or settings.default_book() or "").partition("@")
        if not slug:
            raise UsageError("a permanent citation names its book, as in mtg@2024-11-08:702.19b~5e1f03ab")
        hits, note = find(self.installed, Wanted(slug, asked.edition or edition or None, asked.readings[0], words))
        return [RowRef(where, entry) for where, entry in hits], note

    def candidates(self, asked: AskedNumber, book: str | None) -> list[Edition]:
        """The editions to look in: the one named, else the chosen book's, else the newest of every book."""
        if asked.book:
            return [self.installed.edition(asked.book, asked.edition)]
        chosen = book or settings.default_book()
        if chosen:
            slug, _, name = chosen.partition("@")
            return [self.installed.edition(slug, name or None)]
        return self.installed.newest()

    def _readings(self, edition: Edition, readings: Iterable[RuleNumber]) -> list[RowRef]:
        """As typed where that is there; else every other reading that is."""
        first, *others = readings
        for number in (first, *others):
            entry = edition.get(number) or edition.get_folded(number)
            if entry:
                rest = others[others.index(number) + 1 :] if number is not first else []
                return [RowRef(edition, entry), *(self._readings(edition, rest) if rest else [])]
        return []

    def _find_range(self, asked: AskedNumber, last: RuleNumber, editions: Sequence[Edition], word: str) -> list[RowRef]:
        first = asked.readings[0]
        whole = normal_form(_RANGE_ENDS.split(word)[-1])
        for edition in editions:
            start, end = (edition.get(n) for n in (first, last))
            if whole and end is None:  # 2.4.5-2.6 ends at 2.6, where 2.4.6 would be the nearer reading
                end = edition.get(whole)
            if start and end:
                if end.place < start.place:
                    raise UsageError(f"{shorten(word)} runs backwards; write the earlier rule first")
                stop = self.last_below(RowRef(edition, end))
                entries = edition.between(start.place, stop)
                return [RowRef(edition, entry) for entry in entries]
        there = any(edition.get(first) for edition in editions)
        end_of_range = AskedNumber(asked.book, asked.edition, (last if there else first,))
        raise self.not_found(end_of_range, editions)

    def last_below(self, place: RowRef) -> int:
        """The place of the last row inside a row."""
        edition, entry = place.edition, place.entry
        while entry.children:
            last = entry.children[-1]
            child = edition.get(last)
            if child is None or child.place <= entry.place:
                break
            entry = child
        return entry.place

    def not_found(self, asked: AskedNumber, editions: Sequence[Edition]) -> RuleNotFound:
        """The error for a number that no rule of these editions has."""
        number = asked.readings[0]
        only = editions[0] if len(editions) == 1 else None
        named = f"{only.slug}:{number}" if only else str(number)
        return RuleNotFound(named, lambda: self._near(number, editions), only.name if only else None)

    def _near(self, number: RuleNumber, editions: Sequence[Edition]) -> NearRules:
        """The rules near a number that no rule has, those of other editions with this very number first."""
        near: dict[str, str] = {}
        elsewhere: list[str] = []
        for edition in editions:
            for other in closest(number, edition.numbers(), _CLOSEST):
                near.setdefault(other, f"{edition.slug}:{other}")
            for old in self.installed.readable(self.installed.all(edition.slug)):
                if old is not edition and old.get(number):
                    elsewhere.append(f"{self.installed.address(old)}:{number}")
        ids = [*elsewhere, *(near[other] for other in closest(number, near, _CLOSEST))]
        section = next((s for e in editions if (s := self._section(e, number))), None)
        return NearRules(tuple(ids[:_CLOSEST]) if any(c.isdigit() for c in number) else (), section)

    def _section(self, edition: Edition, number: str) -> str | None:
        """The id of the heading under which a number would stand."""
        shorter = printed(number).rstrip("abcdefghijklmnopqrstuvwxyz") if number[:1].isdigit() else number
        while shorter:
            entry = edition.get(shorter)
            while entry and entry.row.kind != "heading" and entry.row.parent:
                above = edition.get(entry.row.parent)
                entry = above if above and above.place < entry.place else None  # an edited tree may go in circles
            if entry and entry.row.kind == "heading":
                return f"{edition.slug}:{entry.row.number}"
            shorter = shorter.rpartition(".")[0]
        return None

    # --- rows as they are answered

    def compose(self, place: RowRef) -> Rule:
        """A row with its wordings: the official one where there is one, ours beside it, in the user's language."""
        edition, entry = place.edition, place.entry
        row = entry.row
        restated, lang, written_for = self._restated(edition, entry)
        official = row.words if row.words.text is not None else None
        plain = restated.text if restated else None
        shown = official or restated or _NO_WORDS
        about = edition.about
        translated = restated.title if restated and lang == self.lang and official is None else None
        return Rule(
            book=edition.slug,
            edition=edition.name,
            number=row.number,
            kind=row.kind,
            parent=row.parent,
            order=entry.place,
            title=translated or row.title,
            text=shown.text,
            wording="official" if official else "plain" if plain is not None else None,
            plain=plain,
            plain_current=written_for == row.fingerprint if official and plain is not None else None,
            language=lang if not official and restated and (restated.text or translated) else about["language"],
            references=row.references,
            referenced_by=entry.referenced_by,
            examples=shown.examples,
            notes=shown.notes,
            children=entry.children,
            anomalies=entry.anomalies,
            plain_examples=restated.examples if restated else (),
            plain_notes=restated.notes if restated else (),
            caution=self._caution(edition),
        )

    def _caution(self, edition: Edition) -> str:
        """What to beware of in what ships: an old excerpt is no rule for today."""
        info = self.installed.info(edition.slug) if edition.shipped else None
        return info.caution if info else ""

    def _restated(self, edition: Edition, entry: IndexEntry) -> tuple[RuleText | None, str, str | None]:
        """Our words for a row, their language, and the fingerprint of the wording that they were written for."""
        row = entry.row
        if not edition.shipped:
            shipped = self.installed.shipped(edition.slug)
            ours = shipped.get(row.number) if shipped else None
            if ours is None or ours.row.kind == "heading":
                return None, "", None
            row = ours.row
        if not row.restated:
            return None, "", None
        lang = next((code for code in (self.lang, edition.about["language"]) if code in row.restated), None)
        lang = lang or next(iter(row.restated))
        return row.restated[lang], lang, row.fingerprint

    def get(self, edition: Edition, number: str) -> Rule | None:
        """The rule of a number in one edition."""
        entry = edition.get(number)
        return self.compose(RowRef(edition, entry)) if entry else None

    def place(self, rule: Rule) -> RowRef:
        """Where a rule stands; raises RuleNotFound if it has been removed since."""
        edition = self.installed.edition(rule.book, rule.edition)
        entry = edition.get(rule.number)
        if entry is None:
            raise RuleNotFound(rule.id)
        return RowRef(edition, entry)

    def below(self, place: RowRef, depth: int | None = None) -> Iterator[Rule]:
        """The sub-rules of a row in source order, `depth` levels down (None: all)."""
        edition, left = place.edition, [(place.entry, 0)]
        while left:
            above, level = left.pop()
            if level:
                yield self.compose(RowRef(edition, above))
            if depth is None or level < depth:
                children = list(map(edition.get, above.children))
                left += [(child, level + 1) for child in children[::-1] if child and child.place > above.place]

    def above(self, place: RowRef) -> list[Rule]:
        """The rows above a row, the outermost first."""
        chain: dict[str, Rule] = {}
        parent = place.entry.row.parent
        while parent is not None and parent not in chain:
            rule = self.get(place.edition, parent)
            if rule is None:
                break
            chain[parent] = rule
            parent = rule.parent
        return list(chain.values())[::-1]

    def show(self, place: RowRef, depth: int | None = None) -> RuleInContext:
        """A rule with what stands around it, `depth` levels of sub-rules down (None: all)."""
        edition, entry, rule = place.edition, place.entry, self.compose(place)
        alone = depth == 0
        last = self.last_below(place)
        return RuleInContext(
            rule=rule,
            above=tuple(self.above(place)),
            below=() if alone else tuple(self.below(place, depth)),
            names=() if alone else self._get_all(edition, self.named(edition, rule)),
            named_by=() if alone else self._get_all(edition, rule.referenced_by),
            previous=self._id_at(edition, entry.place - 1),
            next=self._id_at(edition, entry.place + 1 if alone else last + 1),
            again=tuple(self._again(edition, rule.number)),
            odd=self._odd(edition, rule),
            book_title=edition.about["title"],
            link=official_link(self.installed.info(edition.slug), rule),
        )

    def named(self, edition: Edition, rule: Rule) -> Iterator[RuleNumber]:
        """The numbers of the rules that a rule names, those inside a range among them, in the order of print."""
        for reference in rule.references:
            siblings: Sequence[RuleNumber] = ()
            if reference.since and reference.resolved:
                entry = edition.get(reference.target)
                above = entry and entry.row.parent and edition.get(entry.row.parent)
                siblings = above.children if above else ()
            yield from reference.names(siblings)

    def _odd(self, edition: Edition, rule: Rule) -> tuple[str, ...]:
        """What is odd about a row, in words; a reference that leads nowhere shows where it stands."""
        if not set(rule.anomalies) - {"dangling-reference"}:
            return ()
        anomalies = edition.anomalies()
        return tuple(a.detail for a in anomalies if a.number == rule.number and a.kind != "dangling-reference")

    def _get_all(self, edition: Edition, numbers: Iterable[str]) -> tuple[Rule, ...]:
        found = (self.get(edition, number) for number in dict.fromkeys(numbers))
        return tuple(rule for rule in found if rule)

    def _id_at(self, edition: Edition, at: int) -> str | None:
        entry = edition.at(at)
        return f"{edition.slug}:{entry.row.number}" if entry else None

    def _again(self, edition: Edition, number: str) -> Iterator[str]:
        """The other rows that were printed with this row's number."""
        base = printed(number)
        if base == FRAGMENT:  # no number of its own: all fragments are called so
            return
        for count in range(1, 100):
            other = base if count == 1 else f"{base}#{count}"
            if not edition.get(other):
                return
            if other != number:
                yield f"{edition.slug}:{other}"


def official_link(info: BookInfo | None, rule: Rule) -> str | None:
    """The publisher's address of a rule: `link` of book.yaml, its `{page}` looked up by the rule's chapter."""
    if info is None or not info.link:
        return None
    number = parts(rule.number)
    page = (info.pages or {}).get(str(number.digits[0])) if number else None
    if "{page}" in info.link and page is None:
        return info.link.partition("{page}")[0]
    return info.link.replace("{page}", page or "").replace("{number}", _quoted(printed(rule.number)))


def _quoted(number: RuleNumber) -> str:
    """A number as addresses write it; few need `urllib`, which takes longer to load than a rule to find."""
    if number.isascii() and number.replace(".", "").isalnum():
        return number
    from urllib.parse import quote

    return quote(number)
