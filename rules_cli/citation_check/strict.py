"""The strict check of a draft: every rule that it cites is quoted, and every quotation is the words of a rule.

It adds two verdicts: `unquoted` for a cited rule without five of its words in the draft, `uncited` for a quotation of a
rule that is not cited and for a draft that cites nothing. Each fault has a `fix`: the line to write instead, or the
command that finds it. The time grows with the length of the draft, and for each quotation with the rules of the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules_cli.captions import Remark
from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.compare import FEWEST, REFERENCE, difference, likeness, words_of
from rules_cli.citation_check.find import outside
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.quotations import Claims, Quotation
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
_WHOLE_WORD = re.compile(r"\w+(?:['’]\w+)*")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])[”\"’)]*\s+")
_NEAR = 200  # characters before or after a number: its sentence
_MOST_OFFERED = 45  # words of a sentence to write: a longer one is cut
_MOST_SEARCHED = 10  # words of a sentence that is searched for


def word_ids(text: str, known: Sequence[Mention], editions: Editions) -> Iterator[Mention]:
    """Yield mentions of ids that are words, of the chosen book: `glossary.crush`, [mastery]. `known` are the mentions
    that were found before, in the order of the text."""
    entries = editions.now(editions.book).entries if editions.book and editions.is_whole(editions.book) else {}
    mentions = []
    for match in (match for pattern in (_SLUG, _PAGE) for match in pattern.finditer(text)):
        number = RuleNumber(match["id"].lower())
        if number in entries:
            at = match.start("id")
            mentions.append(Mention(match.start(), at, match.end(), match["id"], (number,), "word", -1 - at))
    yield from outside(mentions, known)


class StrictDraft:
    """A draft with its citations, each with the quotation beside it; `_left` are the quotations beside no citation."""

    # Complexity: no nesting, but a comprehension for each field.
    def __init__(
        self,
        editions: Editions,
        text: str,
        quoted: Iterable[Quotation],
        found: Sequence[CheckedCitation],
        claims: Claims,
    ) -> None:
        self._editions, self._text = editions, text
        quoted = [*(each for each in quoted if each.is_long), *self._printed(found)]
        is_quoted, is_claimed = _marked(self._text, quoted), _marked(self._text, claims)
        beside = {index: quotation for quotation, indexes in claims.items() for index in indexes}
        # a citation in the words of a quoted rule is the book's, not the draft's
        own = [index for index, each in enumerate(found) if index in beside or not is_quoted[each.cited.mention.start]]
        self._found = [(found[index], beside.get(index)) for index in own]
        self._left = [quotation for quotation in quoted if 1 not in is_claimed[quotation.start : quotation.end]]
        cited_books = (checked.meaning.book for checked in found if checked.meaning)
        slugs = list(filter(None, dict.fromkeys([editions.book, *cited_books]))) or editions.readable
        self._books = [editions.now(slug) for slug in slugs if editions.is_whole(slug)]

    def checked(self) -> tuple[CheckedCitation, ...]:
        """Return the citations and the further faults, in the order of the text."""
        rules_with = {quotation: self._rules_with(quotation) for quotation in self._left}
        checked = list(self._unquoted(set().union(*rules_with.values())))
        cited = {each.meaning for each in checked}
        uncited = (self._uncited(quotation) for quotation, rules in rules_with.items() if cited.isdisjoint(rules))
        checked += filter(None, uncited)
        if not checked and self._books:
            start = len(self._text) - len(self._text.lstrip())
            line, home = self._text[start:].partition("\n")[0], self._books[0]
            why, fix = Remark("cites nothing"), _search_for(line, home)
            checked = [_fault(start, start + len(line), why, fix, home)]
        return tuple(sorted(checked, key=lambda each: each.cited.mention.start))

    def _rules_with(self, quotation: Quotation) -> set[CitationReading]:
        """Return the rules with the quoted words, and those above them: a citation of a rule covers those below it."""
        return {
            CitationReading(home.edition.slug, RuleNumber(covering))
            for home in self._books
            for number in home.with_words(quotation.words)
            for covering in (number, *numbers_above(number))
        }

    def _printed(self, found: Iterable[CheckedCitation]) -> Iterator[Quotation]:
        """Yield the words of rules that are printed after their numbers without marks, as `rules cite` prints them."""
        text = REFERENCE.sub(lambda reference: " " * len(reference[0]), self._text)
        for checked in found:
            for home, number in rows_of([checked])[:1]:
                row = home.entries[number].row
                start = _AFTER_NUMBER.match(text, checked.cited.mention.end).end()  # type: ignore[union-attr]  # always
                if row.title and text.startswith(row.title, start):
                    start += len(row.title)
                words, end, same = words_of(row.words.text or ""), start, 0
                for word, printed in zip(words, _WORD.finditer(text, start), strict=False):
                    if words_of(printed[0]) != [word]:
                        break
                    end, same = printed.end(), same + 1
                if words and same >= min(FEWEST, len(words)):
                    end = _SIGNS.match(text, end).end()  # type: ignore[union-attr]  # it matches
                    yield Quotation(start, end, text[start:end])

    # --- cited rules

    # Complexity: a range is quoted as one, and a rule once for all its citations.
    def _unquoted(self, quoted: set[CitationReading]) -> Iterator[CheckedCitation]:
        """Yield the citations, those with a fault with its fix. The first citation of a rule is unquoted if no
        quotation has words of the rule; `quoted` are the rules that the quotations beside no citation are of."""
        seen = {checked.meaning for checked, beside in self._found if beside or checked.verdict != "fine"}
        last: CheckedCitation | None = None
        for index, (checked, beside) in enumerate(self._found):
            begins_range = any(following.cited.mention.ranged for following, _ in self._found[index + 1 : index + 2])
            if checked.verdict != "fine" or checked.meaning in seen or begins_range:
                yield self._with_fix(checked, beside)
            else:
                seen.add(checked.meaning)
                rows = rows_of([last, checked] if last and checked.cited.mention.ranged else [checked])
                named = {CitationReading(home.edition.slug, RuleNumber(number)) for home, number in rows}
                whole_texts = ("".join(home.texts(number)[-1:]) for home, number in rows)
                if quoted.isdisjoint(named) and any(len(words_of(text)) >= FEWEST for text in whole_texts):
                    why = (Remark("not quoted"),)
                    yield replace(checked, verdict="unquoted", remarks=why, fix=_line_of(rows[0]))
                else:
                    yield checked
            last = checked

    # Complexity: the words may be of the cited rule, of another one, or of none.
    def _with_fix(self, checked: CheckedCitation, quotation: Quotation | None) -> CheckedCitation:
        """Return a citation with the fix of its fault: choose a book, write another line, or search."""
        if checked.verdict == "fine":
            return checked
        if checked.against is None or checked.verdict == "unclear":
            return replace(checked, fix=Remark("fix book"))
        home, meaning = checked.against, checked.now or checked.meaning
        words = quotation.words if quotation else ""
        remarks, right = self._rule_quoted(words, home, meaning) if quotation else ([], None)
        if right is None and meaning and meaning.number in home and checked.verdict != "not there":
            right = meaning.number
        if right:
            fix = _line_of((home, right), words)
        else:
            start, end = checked.cited.mention.start, checked.cited.mention.end
            before = re.split(r"[.!?\n]\s", self._text[max(0, start - _NEAR) : start])[-1]
            after = re.split(r"[.!?](?=\s|$)|\n", self._text[end : end + _NEAR])[0]
            fix = _search_for(words or f"{before} {after}", home)
        return replace(checked, remarks=tuple(dict.fromkeys((*checked.remarks, *remarks))), fix=fix)

    def _rule_quoted(
        self, quoted: str, home: EditionSnapshot, cited: CitationReading | None
    ) -> tuple[list[Remark], RuleNumber | None]:
        """Return remarks on the rule that a text quotes, and that rule. It is a rule with the quoted words; else what
        the cited rule became, if another edition of it has them; else the rule most like them. None if the cited rule
        is more like them, or no rule is."""
        if rules := home.with_words(quoted):
            return [Remark("words are of", (tuple(rules[:MOST_SHOWN]),))], rules[0]
        if cited:
            editions = self._editions.installed.readable(self._editions.installed.all(cited.book))
            for edition in editions:  # the newest first
                entry = edition.get(cited.number)
                if entry and difference(quoted, own_texts(entry.row)) is None:
                    pairing = match_editions(edition, home.edition, editions)
                    return [Remark("quotes", (edition.name,))], pairing.link(cited.number).to
        like, nearest = home.most_like(quoted)
        like_cited = likeness(quoted, home.texts(cited.number)) if cited and cited.number in home else 0.0
        if nearest is None or like < like_cited:
            return [], None
        if cited and nearest == cited.number:
            return [], nearest
        return [Remark("words nearly of", (nearest,))], nearest

    def _uncited(self, quotation: Quotation) -> CheckedCitation | None:
        """Return a fault if quoted words are a rule's that is not cited, nearly are, or are given as a rule's; else
        None: they may be of a card, or of a person."""
        for home in self._books:
            if rules := home.with_words(quotation.words):
                number, why = rules[0], Remark("words are of", (tuple(rules[:MOST_SHOWN]),))
            elif nearest := home.most_like(quotation.words)[1]:
                number, why = nearest, Remark("words nearly of", (nearest,))
            else:
                continue
            return _fault(quotation.start, quotation.end, why, _line_of((home, number), quotation.words), home)
        if self._books and _GIVEN.search(self._text[max(0, quotation.start - _NEAR) : quotation.start]):
            home = self._books[0]
            why, fix = Remark("words of no rule", (home.edition.slug,)), _search_for(quotation.words, home)
            return _fault(quotation.start, quotation.end, why, fix, home)
        return None


def _line_of(row: RowOf, quoted: str = "") -> Remark:
    """Return the line to write: the number of a rule and its sentence that is most like `quoted`, or its first. A rule
    with less than FEWEST words leaves the word to the first one below it that has as many."""
    home, number = row
    below = ((each, _sentences(home, each)) for each in home.branch(number))
    number, long = next(filter(lambda each: each[1], below), (number, []))
    long = long or own_texts(home.entries[number].row)[-1:] or [""]
    best = max(long, key=lambda each: likeness(quoted, [each])) if quoted else long[0]
    written = " ".join(best.split()[:_MOST_OFFERED])
    marks = next((marks for marks in ("“”", '""', "«»") if not set(marks) & set(written)), "“”")
    written += "" if written == best else " …"
    return Remark("fix write", (number, f"{marks[0]}{written}{marks[1]}"))


def _sentences(home: EditionSnapshot, number: str) -> list[str]:
    """Return the sentences of a row that have FEWEST words, with one blank between words."""
    texts = own_texts(home.entries[number].row)
    sentences = (" ".join(each.split()) for text in texts for each in _SENTENCE_ENDS.split(text))
    return [each for each in sentences if len(words_of(each)) >= FEWEST]


def _search_for(words: str, home: EditionSnapshot) -> Remark:
    """Return the command that searches a book for words, without those that have a digit."""
    searched = [word for word in _WHOLE_WORD.findall(words.lower()) if not any(map(str.isdigit, word))]
    return Remark("fix search", (" ".join(searched[:_MOST_SEARCHED]) or "WORDS", home.edition.slug))


def _marked(text: str, quoted: Iterable[Quotation]) -> bytearray:
    """Return 1 for each character of a text that is in a quotation, 0 for each other one."""
    is_quoted = bytearray(len(text))
    for each in quoted:
        is_quoted[each.start : each.end] = b"\1" * (each.end - each.start)
    return is_quoted


def _fault(start: int, end: int, why: Remark, fix: Remark, home: EditionSnapshot) -> CheckedCitation:
    mention = Mention(start, start, end, "", (), "quotation", -1 - start)
    return CheckedCitation(ResolvedCitation(mention, (), False), "uncited", (why,), against=home, fix=fix)
