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
from rules_cli.citation_check.compare import FEWEST, REFERENCE, difference, likeness, words_of
from rules_cli.citation_check.find import outside
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.quotations import Claims, Quotation, quotations
from rules_cli.citation_check.rule_words import MOST_SHOWN, RowOf, rows_of
from rules_cli.citation_check.snapshot import Editions, EditionSnapshot, own_texts
from rules_cli.history.edition_pair import match_editions
from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import numbers_above

_GIVEN = re.compile(r"\b(?:rules?|CR|book|regras?|livro)\b[^.!?\n\"“«]{0,40}$", re.IGNORECASE)
"""Before a quotation that is given as a rule's: "the rules say that"."""
_SLUG = re.compile(r"(?<![\w/.@'-])(?:[A-Z]\w*+[ \t]){0,4}(?P<id>[^\W\d_][\w'-]*+(?:\.[\w'#-]++)+)(?![\w/@]|\.[\w'#-])")
_PAGE = re.compile(r"(?:(?<=[\[`])|\b(?i:rule|page|see)[ \t]+[\[`*_]{0,3})(?P<id>[^\W\d_][\w'-]{2,})(?![\w/@.'-]?\w)")
"""The id of a page that is one word counts only where the text gives it as an id: in brackets, or after "see"."""
_AFTER_NUMBER = re.compile(rf"[\]*_`{MASK}]*(?:[ \t]?\([^()\n]{{1,40}}\))?[\s\]*_`{MASK}:.–—-]*")
_SIGNS = re.compile(r"[^\w\n]*")
_WORD = re.compile(r"\w+")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])[”\"’)]*\s+")
_NEAR = 200  # characters before or after a number: its sentence
_LONGEST = 45  # words of a sentence that is offered: a longer one is cut
_SOUGHT = 10  # words of a sentence that is searched for


def word_ids(text: str, known: Sequence[Mention], editions: Editions) -> Iterator[Mention]:
    """Yield the further citations of a draft: the ids of the chosen book that are words: `glossary.crush`, [mastery].

    `known` are the mentions that were found before, in the order of the text.
    """
    entries = editions.now(editions.book).entries if editions.book and editions.is_whole(editions.book) else {}
    found = (each for pattern in (_SLUG, _PAGE) for each in pattern.finditer(text) if each["id"].lower() in entries)
    words = (
        Mention(each.start(), at := each.start("id"), each.end(), each["id"], (number,), "word", -1 - at)
        for each in found
        for number in [RuleNumber(each["id"].lower())]
    )
    yield from outside(words, known)


class StrictDraft:
    """A draft with its citations, and the quotations beside them."""

    # Complexity: a quotation may be inside another, beside a citation, or alone.
    def __init__(
        self, editions: Editions, visible: VisibleText, found: Sequence[CheckedCitation], claims: Claims
    ) -> None:
        self._editions, self._text = editions, visible.text
        marked = [*quotations(visible), *self._printed(found)]
        inside, claimed = (_marked(self._text, each) for each in (marked, claims))
        beside = {place: quotation for quotation, places in claims.items() for place in places}
        own = (at for at, each in enumerate(found) if at in beside or not inside[each.cited.mention.start])
        self._found = [(found[place], beside.get(place)) for place in own]
        cited = (each.meaning.book for each in found if each.meaning)
        slugs = list(filter(None, dict.fromkeys([editions.book, *cited]))) or editions.readable
        self._books = [editions.now(slug) for slug in slugs if editions.is_whole(slug)]
        self._left = [each for each in marked if 1 not in claimed[each.start : each.end]]

    def checked(self) -> tuple[CheckedCitation, ...]:
        """Return the citations and the further faults, in the order of the text."""
        having = {
            quotation: {
                CitationReading(home.edition.slug, RuleNumber(each))
                for home in self._books
                for number in home.with_words(quotation.words)
                for each in (number, *numbers_above(number))
            }
            for quotation in self._left
        }
        checked = list(self._unquoted(set().union(*having.values())))
        cited = {each.meaning for each in checked}
        checked += filter(None, (self._uncited(each) for each, rules in having.items() if cited.isdisjoint(rules)))
        if not checked and self._books:
            start = len(self._text) - len(self._text.lstrip())
            first, home = self._text[start:].partition("\n")[0], self._books[0]
            why, fix = Remark("cites nothing"), _search_for(first, home)
            checked = [_fault(start, start + len(first), why, fix, home)]
        return tuple(sorted(checked, key=lambda each: each.cited.mention.start))

    def _printed(self, found: Iterable[CheckedCitation]) -> Iterator[Quotation]:
        """Yield the words of rules that are printed after their numbers without marks, as `rules cite` prints them."""
        text = REFERENCE.sub(lambda reference: " " * len(reference[0]), self._text)
        for each in found:
            for home, number in rows_of([each])[:1]:
                row = home.entries[number].row
                start = _AFTER_NUMBER.match(text, each.cited.mention.end).end()  # type: ignore[union-attr]  # it matches
                start += len(row.title) if row.title and text.startswith(row.title, start) else 0
                wanted, end, same = words_of(row.words.text or ""), start, 0
                for word, found_word in zip(wanted, _WORD.finditer(text, start), strict=False):
                    if words_of(found_word[0]) != [word]:
                        break
                    end, same = found_word.end(), same + 1
                if wanted and same >= min(FEWEST, len(wanted)):
                    end = _SIGNS.match(text, end).end()  # type: ignore[union-attr]  # it matches
                    yield Quotation(start, end, text[start:end])

    # --- cited rules

    # Complexity: a range is quoted as one, and a rule once for all its citations.
    def _unquoted(self, quoted: set[CitationReading]) -> Iterator[CheckedCitation]:
        """Yield the citations, each with its fix; the first one of a rule as unquoted if no quotation has its words."""
        seen = {each.meaning for each, beside in self._found if beside or each.verdict != "fine"}
        before: CheckedCitation | None = None
        for place, (each, beside) in enumerate(self._found):
            begins_range = any(after.cited.mention.ranged for after, _ in self._found[place + 1 : place + 2])
            if each.verdict != "fine" or each.meaning in seen or begins_range:
                yield self._with_fix(each, beside)
            else:
                seen.add(each.meaning)
                rows = rows_of([before, each] if before and each.cited.mention.ranged else [each])
                named = {CitationReading(home.edition.slug, RuleNumber(number)) for home, number in rows}
                last_texts = ("".join(home.texts(number)[-1:]) for home, number in rows)
                is_quoted = not quoted.isdisjoint(named) or all(len(words_of(text)) < FEWEST for text in last_texts)
                why = (Remark("not quoted"),)
                yield each if is_quoted else replace(each, verdict="unquoted", remarks=why, fix=_line_of(rows[0]))
            before = each

    # Complexity: the words may be of the cited rule, of another one, or of none.
    def _with_fix(self, each: CheckedCitation, quotation: Quotation | None) -> CheckedCitation:
        if each.verdict == "fine":
            return each
        if each.against is None or each.verdict == "unclear":
            return replace(each, fix=Remark("fix book"))
        home, meaning, words = each.against, each.now or each.meaning, quotation.words if quotation else ""
        remarks, right = self._rule_quoted(words, home, meaning) if quotation else ([], None)
        if right is None and meaning and meaning.number in home and each.verdict != "not there":
            right = meaning.number
        if right:
            return replace(each, remarks=(*each.remarks, *remarks), fix=_line_of((home, right), words))
        start, end = each.cited.mention.start, each.cited.mention.end
        before = re.split(r"[.!?\n]\s", self._text[max(0, start - _NEAR) : start])[-1]
        after = re.split(r"[.!?](?=\s|$)|\n", self._text[end : end + _NEAR])[0]
        fix = _search_for(words or f"{before} {after}", home)
        return replace(each, remarks=(*each.remarks, *remarks), fix=fix)

    # Complexity: the words may be of a rule, of an older edition, or nearly of one.
    def _rule_quoted(
        self, quoted: str, home: EditionSnapshot, cited: CitationReading | None
    ) -> tuple[list[Remark], RuleNumber | None]:
        """Return the rule of an edition that a text quotes, and remarks that say so: none if it is the cited one.

        Words of an older edition are those of the rule that it became; other words those of the rule most like them.
        """
        if right := home.with_words(quoted):
            return [Remark("words are of", (tuple(right[:MOST_SHOWN]),))], right[0]
        if cited:  # the newest other edition in which the rule with that number has the words
            editions = self._editions.installed.readable(self._editions.installed.all(cited.book))
            entries = ((edition, entry) for edition in editions if (entry := edition.get(cited.number)))
            having = (old for old, entry in entries if difference(quoted, own_texts(entry.row)) is None)
            if older := next(having, None):
                pairing = match_editions(older, home.edition, editions)
                return [Remark("quotes", (older.name,))], pairing.link(cited.number).to
        like, nearest = home.most_like(quoted)
        own = likeness(quoted, home.texts(cited.number)) if cited and cited.number in home else 0.0
        if nearest is None or like < own:
            return [], None
        return [] if cited and nearest == cited.number else [Remark("words nearly of", (nearest,))], nearest

    def _uncited(self, quotation: Quotation) -> CheckedCitation | None:
        """Return a fault if quoted words are a rule's that is not cited, nearly are, or are given as a rule's.

        Other quoted words may be of a card, or of a person.
        """
        for home in self._books:
            rules = home.with_words(quotation.words)
            if number := rules[0] if rules else home.most_like(quotation.words)[1]:
                named = Remark("words are of", (tuple(rules[:MOST_SHOWN]),))
                why = named if rules else Remark("words nearly of", (number,))
                return _fault(quotation.start, quotation.end, why, _line_of((home, number), quotation.words), home)
        if self._books and _GIVEN.search(self._text[max(0, quotation.start - _NEAR) : quotation.start]):
            home = self._books[0]
            why, fix = Remark("words of no rule", (home.edition.slug,)), _search_for(quotation.words, home)
            return _fault(quotation.start, quotation.end, why, fix, home)
        return None


def _line_of(row: RowOf, quoted: str = "") -> Remark:
    """Return the line to write: the number of a rule with its sentence that is most like some words, or its first."""
    home, number = row
    texts = own_texts(home.entries[number].row)
    if len(words_of(" ".join(texts))) < FEWEST:
        texts = home.texts(number)[-1:] or texts
    sentences = [sentence for text in texts for sentence in _SENTENCE_ENDS.split(" ".join(text.split()))]
    long = [each for each in sentences if len(words_of(each)) >= FEWEST] or [" ".join(texts)]
    best = max(long, key=lambda each: likeness(quoted, [each])) if quoted else long[0]
    cut = " ".join(best.split()[:_LONGEST])
    marks = next((marks for marks in ("“”", '""', "«»") if not set(marks) & set(cut)), "“”")
    return Remark("fix write", (number, f"{marks[0]}{cut if cut == best else f'{cut} …'}{marks[1]}"))


def _search_for(words: str, home: EditionSnapshot) -> Remark:
    sought = [word for word in words_of(words.replace(MASK, " ")) if not any(map(str.isdigit, word))]
    return Remark("fix search", (" ".join(sought[:_SOUGHT]) or "WORDS", home.edition.slug))


def _marked(text: str, quoted: Iterable[Quotation]) -> bytearray:
    """Return for each character of a text whether it is in one of some quotations, 1 or 0."""
    found = bytearray(len(text))
    for each in quoted:
        found[each.start : each.end] = b"\1" * (each.end - each.start)
    return found


def _fault(start: int, end: int, why: Remark, fix: Remark, home: EditionSnapshot) -> CheckedCitation:
    mention = Mention(start, start, end, "", (), "quotation", -1 - start)
    return CheckedCitation(ResolvedCitation(mention, (), False), "uncited", (why,), against=home, fix=fix)
