"""The strict check of a draft: every rule that it cites is quoted, and every quotation is the words of a rule.

Adds to the verdicts of the other steps: `unquoted` for a cited rule without five of its words in the draft, `uncited`
for a quotation of a rule that is not cited, and for a draft that cites nothing. Each fault has a `fix`: the line to
write instead, or the command that finds it. The time grows with the length of the draft, and with the rules of the
book for each quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules_cli.captions import Remark
from rules_cli.citation_check.checked_text import MASK, VisibleText
from rules_cli.citation_check.find import outside
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.quotations import Claims, Quotation, likeness, quotations, rows_of
from rules_cli.citation_check.rule_words import line_of, most_like, rules_with, says, search_for
from rules_cli.citation_check.snapshot import FEWEST, REFERENCE, Editions, EditionSnapshot, words_of
from rules_cli.history.edition_pair import match_editions
from rules_cli.model import RuleNumber
from rules_cli.rule_number import numbers_above
from rules_cli.store.edition import Edition

_GIVEN = re.compile(r"\b(?:rules?|CR|book|regras?|livro)\b[^.!?\n\"“«]{0,40}$", re.IGNORECASE)
"""Before a quotation that is given as a rule's: "the rules say that"."""
_SLUG = re.compile(r"(?<![\w/.@'-])(?:[A-Z]\w*+[ \t]){0,4}(?P<id>[^\W\d_][\w'-]*+(?:\.[\w'#-]++)+)(?![\w/@]|\.[\w'#-])")
_PAGE = re.compile(r"(?:(?<=[\[`])|\b(?i:rule|page|see)[ \t]+[\[`*_]{0,3})(?P<id>[^\W\d_][\w'-]{2,})(?![\w/@.'-]?\w)")
"""The id of a page that is one word counts only where the text gives it as an id: in brackets, or after "see"."""
_AFTER_NUMBER = re.compile(rf"[\]*_`{MASK}]*(?:[ \t]?\([^()\n]{{1,40}}\))?[\s\]*_`{MASK}:.–—-]*")
_SIGNS = re.compile(r"[^\w\n]*")
_WORD = re.compile(r"\w+")
_MOST_SHOWN = 3  # rules with the same words
_NEAR = 200  # characters before or after a number: its sentence


class StrictCheck:
    """Finds what drafts lack, in the editions that citations are compared with."""

    def __init__(self, editions: Editions) -> None:
        self._editions = editions

    def numbers(self, text: str, known: Sequence[Mention]) -> Iterator[Mention]:
        """Yield the further citations: the ids of the chosen book that are words: `glossary.crush`, [mastery].

        `known` are the mentions that were found before, in the order of the text.
        """
        book = self._editions.book
        entries = self._editions.now(book).entries if book and self._editions.is_whole(book) else {}
        found = (each for pattern in (_SLUG, _PAGE) for each in pattern.finditer(text) if each["id"].lower() in entries)
        words = (
            Mention(each.start(), at := each.start("id"), each.end(), each["id"], (number,), "word", -1 - at)
            for each in found
            for number in [RuleNumber(each["id"].lower())]
        )
        yield from outside(words, known)

    def check(
        self, visible: VisibleText, found: Sequence[CheckedCitation], claims: Claims
    ) -> tuple[CheckedCitation, ...]:
        """Return the checked citations and the further faults of a draft, in the order of the text."""
        return tuple(_Draft(self._editions, visible, found, claims).checked())


class _Draft:
    """A draft with its citations, and the quotations beside them."""

    def __init__(
        self, editions: Editions, visible: VisibleText, found: Sequence[CheckedCitation], claims: Claims
    ) -> None:
        self._editions, self._text = editions, visible.text
        self._without_references = REFERENCE.sub(lambda reference: " " * len(reference[0]), visible.text)
        marked = [*quotations(visible), *filter(None, map(self._printed, found))]
        inside, claimed = _marked(self._text, marked), _marked(self._text, claims)
        self._beside = {place: quotation for quotation, places in claims.items() for place in places}
        own = [place for place in range(len(found)) if place in self._beside or not inside[_start(found[place])]]
        self._found = [(found[place], self._beside.get(place)) for place in own]
        self._books = self._books_of(found)
        self._left = [each for each in marked if 1 not in claimed[each.start : each.end]]

    def checked(self) -> list[CheckedCitation]:
        """Return the citations and the further faults, in the order of the text."""
        having = {each: self._rules_quoted(each) for each in self._left}
        checked = list(self._unquoted(set().union(*having.values())))
        cited = {each.meaning for each in checked}
        uncited = (self._uncited(each) for each, rules in having.items() if cited.isdisjoint(rules))
        checked += filter(None, uncited)
        if not checked and self._books:
            checked = [self._no_citation(self._books[0])]
        return sorted(checked, key=_start)

    def _books_of(self, found: Iterable[CheckedCitation]) -> list[EditionSnapshot]:
        """Return the editions that a draft is about: of the chosen book and of those that it cites, else of all."""
        cited = (each.meaning.book for each in found if each.meaning)
        slugs = list(filter(None, dict.fromkeys([self._editions.book, *cited]))) or self._editions.readable
        return [self._editions.now(slug) for slug in slugs if self._editions.is_whole(slug)]

    def _rules_quoted(self, quotation: Quotation) -> set[CitationReading]:
        return {
            CitationReading(home.edition.slug, RuleNumber(each))
            for home in self._books
            for number in rules_with(quotation.words, home)
            for each in (number, *numbers_above(number))
        }

    def _printed(self, each: CheckedCitation) -> Quotation | None:
        """Return the words of a rule that are printed after its number without marks, as `rules cite` prints them."""
        rows, text = rows_of([each]), self._without_references
        if not rows:
            return None
        row = rows[0][0].entries[rows[0][1]].row
        start = _AFTER_NUMBER.match(text, each.cited.mention.end).end()  # type: ignore[union-attr]  # it matches
        if row.title and text.startswith(row.title, start):
            start += len(row.title)
        wanted = words_of(row.words.text or "")
        end, same = start, 0
        for word, found in zip(wanted, _WORD.finditer(text, start), strict=False):
            if words_of(found[0]) != [word]:
                break
            end, same = found.end(), same + 1
        if not wanted or same < min(FEWEST, len(wanted)):
            return None
        end = _SIGNS.match(text, end).end()  # type: ignore[union-attr]  # it matches
        return Quotation(start, end, text[start:end])

    # --- cited rules

    # Complexity: a range is quoted as one, and a rule once for all its citations.
    def _unquoted(self, quoted: set[CitationReading]) -> Iterator[CheckedCitation]:
        """Yield the citations, each with its fix; the first one of a rule as unquoted if no quotation has its words."""
        seen = {each.meaning for each, _ in self._found if each.verdict != "fine"}
        seen |= {each.meaning for each, beside in self._found if beside}
        before: CheckedCitation | None = None
        for place, (each, beside) in enumerate(self._found):
            begins_range = any(after.cited.mention.ranged for after, _ in self._found[place + 1 : place + 2])
            if each.verdict != "fine" or each.meaning in seen or begins_range:
                yield self._with_fix(each, beside)
            else:
                seen.add(each.meaning)
                rows = rows_of([before, each] if before and each.cited.mention.ranged else [each])
                named = {CitationReading(home.edition.slug, RuleNumber(number)) for home, number in rows}
                is_quoted = not quoted.isdisjoint(named) or all(_is_short(home.texts(number)) for home, number in rows)
                why = Remark("not quoted")
                yield each if is_quoted else replace(each, verdict="unquoted", remarks=(why,), fix=line_of(rows[0]))
            before = each

    def _with_fix(self, each: CheckedCitation, quotation: Quotation | None) -> CheckedCitation:
        """Return a citation with the line that corrects it, if it has a fault."""
        if each.verdict == "fine":
            return each
        if each.against is None or each.verdict == "unclear":
            return replace(each, fix=Remark("fix book"))
        home, meaning = each.against, each.now or each.meaning
        if quotation:
            remarks, right = self._rule_quoted(quotation.words, home, meaning)
            if right:
                return replace(each, remarks=(*each.remarks, *remarks), fix=line_of((home, right), quotation.words))
        if meaning and meaning.number in home and each.verdict != "not there":
            return replace(each, fix=line_of((home, meaning.number), quotation.words if quotation else ""))
        sought = quotation.words if quotation else self._sentence(each.cited.mention)
        return replace(each, fix=search_for(sought, home.edition.slug))

    def _rule_quoted(
        self, quoted: str, home: EditionSnapshot, cited: CitationReading | None
    ) -> tuple[list[Remark], RuleNumber | None]:
        """Return the rule of an edition that a text quotes, and remarks that say so: none if it is the cited one.

        Words of an older edition are those of the rule that it became; other words those of the rule most like them.
        """
        if right := rules_with(quoted, home):
            return [Remark("words are of", (tuple(right[:_MOST_SHOWN]),))], right[0]
        if cited and (older := self._older_with(quoted, cited)):
            installed = self._editions.installed
            pairing = match_editions(older, home.edition, installed.readable(installed.all(cited.book)))
            return [Remark("quotes", (older.name,))], pairing.link(cited.number).to
        like, nearest = most_like(quoted, home)
        own = likeness(quoted, home.texts(cited.number)) if cited and cited.number in home else 0.0
        if nearest is None or like < own:
            return [], None
        return [] if cited and nearest == cited.number else [Remark("words nearly of", (nearest,))], nearest

    def _older_with(self, quoted: str, meaning: CitationReading) -> Edition | None:
        """Return the newest other edition in which the rule with a number has quoted words; None if none has."""
        installed = self._editions.installed
        now = self._editions.now(meaning.book).edition
        for edition in installed.readable(installed.all(meaning.book)):
            entry = edition.get(meaning.number) if edition.path != now.path else None
            if entry and says([entry.row.words.text or "", *entry.row.words.examples], quoted):
                return edition
        return None

    def _sentence(self, mention: Mention) -> str:
        """Return the words around a number, as far as its sentence goes."""
        before = re.split(r"[.!?\n]\s", self._text[max(0, mention.start - _NEAR) : mention.start])[-1]
        after = re.split(r"[.!?](?=\s|$)|\n", self._text[mention.end : mention.end + _NEAR])[0]
        return f"{before} {after}"

    # --- what cites nothing

    def _uncited(self, quotation: Quotation) -> CheckedCitation | None:
        """Return a fault if quoted words are a rule's that is not cited, nearly are, or are given as a rule's.

        Other quoted words may be of a card, or of a person.
        """
        words = quotation.words
        for home in self._books:
            if right := rules_with(words, home):
                why = Remark("words are of", (tuple(right[:_MOST_SHOWN]),))
                return _fault(quotation.start, quotation.end, why, line_of((home, right[0]), words), home)
        for home in self._books:
            if nearest := most_like(words, home)[1]:
                why = Remark("words nearly of", (nearest,))
                return _fault(quotation.start, quotation.end, why, line_of((home, nearest), words), home)
        if self._books and _GIVEN.search(self._text[max(0, quotation.start - _NEAR) : quotation.start]):
            slug = self._books[0].edition.slug
            why, fix = Remark("words of no rule", (slug,)), search_for(words, slug)
            return _fault(quotation.start, quotation.end, why, fix, self._books[0])
        return None

    def _no_citation(self, home: EditionSnapshot) -> CheckedCitation:
        start = len(self._text) - len(self._text.lstrip())
        first = self._text[start:].partition("\n")[0]
        fix = search_for(first, home.edition.slug)
        return _fault(start, start + len(first), Remark("cites nothing"), fix, home)


def _marked(text: str, quoted: Iterable[Quotation]) -> bytearray:
    """Return for each character of a text whether it is in one of some quotations, 1 or 0."""
    found = bytearray(len(text))
    for each in quoted:
        found[each.start : each.end] = b"\1" * (each.end - each.start)
    return found


def _start(each: CheckedCitation) -> int:
    return each.cited.mention.start


def _is_short(texts: Sequence[str]) -> bool:
    return not texts or len(words_of(texts[-1])) < FEWEST


def _fault(start: int, end: int, why: Remark, fix: Remark, home: EditionSnapshot) -> CheckedCitation:
    mention = Mention(start, start, end, "", (), "quotation", -1 - start)
    return CheckedCitation(ResolvedCitation(mention, (), False), "uncited", (why,), against=home, fix=fix)
