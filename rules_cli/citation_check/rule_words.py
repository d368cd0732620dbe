"""Whether the words beside a citation are those of its rule, or of another rule: quotations, first words, names.

A citation is misquoted if the quotation beside it differs from the rule. It is suspect if its rule exists, but beside
the words or the name of another rule: `702.99a Extort is a triggered ability.`, or "the legend rule (704.5k)", which is
704.5j.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules_cli.captions import Remark
from rules_cli.citation_check.beside import NEAR, name_after, name_before, names_of, words_after
from rules_cli.citation_check.compare import difference, likeness, words_of
from rules_cli.citation_check.model import CheckedCitation, CitationReading, VerdictWord
from rules_cli.citation_check.quotations import Claims, Quotation
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.lookup.terms import Term
from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import numbers_above
from rules_cli.text import fingerprint, fold

MOST_SHOWN = 3  # rules with the same words: more do not fit on the line
_LIKE = 0.6  # of a quotation's words: a slip of the pen keeps more, the text of a card that the rule is about has fewer
_NEARLY = 0.9  # the same of a restatement if no official text is here: one official sentence in twenty has as many
_RESTATED = Remark("quotes restated")

RowOf = tuple[EditionSnapshot, str]
"""An edition and the number of a row in it."""


# --- quotations


def check_quotations(claims: Claims, found: Sequence[CheckedCitation], strict: bool = False) -> list[CheckedCitation]:
    """Return the citations, with a new verdict for those whose quotation differs.

    With `strict` the words beside a citation are always given as the rule's, and ours are no quotation of the book.
    """
    checked = list(found)
    for quotation, places in claims.items():
        first = places[0]
        if _is_known(checked[first]):
            checked[first] = _verdict(quotation, checked[first], [checked[place] for place in places], strict)
    return checked


# Complexity: the words may be new, old, of a restatement, or of no rule, and the citation may have moved.
def _verdict(
    quotation: Quotation, first: CheckedCitation, cited: Sequence[CheckedCitation], strict: bool
) -> CheckedCitation:
    """Return the first citation with the verdict; the words may be of any rule cited beside them, old or new.

    Words that the text does not give as the rule's may be those of a card or of another rule. If only a restatement is
    here, words unlike it may be the official ones: that is unclear.
    """
    now, was = rows_of(cited), list(_rows((each.then, each.meaning, each) for each in cited if _is_known(each)))
    if _has_words(quotation, now):
        return first
    if _has_words(quotation, was):
        verdict: VerdictWord = "changed" if first.verdict == "fine" else first.verdict
        return first.saying(verdict, Remark("quotes", (was[0][0].edition.name,)))
    ours = [text for snapshot, number in (*now, *was) for text in snapshot.restated_texts(number)]
    official = _all_texts(was) or _all_texts(now)
    if ours and difference(quotation.words, ours) is None:
        return first.saying("misquoted" if strict and official else first.verdict, _RESTATED)
    like_official, like_ours = likeness(quotation.words, official), likeness(quotation.words, ours)
    if not official and like_ours < (_LIKE if quotation.whole else _NEARLY):
        return first.saying("unclear" if first.verdict == "fine" else first.verdict, Remark("quotes unknown"))
    is_given = strict or quotation.claimed or quotation.whole or max(like_official, like_ours) >= _LIKE
    is_ours = like_ours > like_official
    what = difference(quotation.words, ours if is_ours else official)
    if what is None or not is_given:
        return first
    remarks = (_RESTATED, what) if is_ours else (what,)
    return first.saying("moved" if first.verdict == "moved" else "misquoted", *remarks)


def _has_words(quotation: Quotation, rows: Sequence[RowOf]) -> bool:
    """Return whether rules have the quoted words; a rule without its text is compared by its fingerprint."""
    whole = fingerprint(quotation.words)
    if any(snapshot.entries[number].row.fingerprint == whole for snapshot, number in rows):
        return True
    texts = _all_texts(rows)
    return bool(texts) and difference(quotation.words, texts) is None


def _all_texts(rows: Iterable[RowOf]) -> list[str]:
    return [text for snapshot, number in rows for text in snapshot.texts(number)]


def rows_of(found: Sequence[CheckedCitation]) -> list[RowOf]:
    """Return the rules that citations name, as they are in the edition that they are compared with."""
    return list(_rows((each.against, each.now or each.meaning, each) for each in found if _is_known(each)))


def _rows(cited: Iterable[tuple[EditionSnapshot | None, CitationReading | None, CheckedCitation]]) -> Iterator[RowOf]:
    """Yield the rows that citations name: of a range all rows, of a number that is printed again each of them."""
    before = ""
    for snapshot, meaning, citation in cited:
        if snapshot is None or meaning is None:
            continue
        number = meaning.number
        is_range = citation.cited.mention.ranged and before in snapshot and number in snapshot
        for each in snapshot.between(before, number) if is_range else [number]:
            yield from ((snapshot, row) for row in snapshot.printed_as(each))
        before = number


def _is_known(citation: CheckedCitation) -> bool:
    return citation.meaning is not None and citation.verdict not in ("not there", "unclear", "unchecked")


# --- the words or the name of another rule


def suspected(text: str, checked: CheckedCitation) -> CheckedCitation:
    """Return a citation as it is, or as suspect if the words after it, or a name beside it, are another rule's."""
    if checked.meaning is None or checked.cited.mention.ranged:
        return checked
    number = checked.meaning.number
    return _by_words(text, checked, number) or _by_name(text, checked, number) or checked


def _suspect(
    checked: CheckedCitation, home: EditionSnapshot, right: RuleNumber, captions: tuple[str, str], *words: object
) -> CheckedCitation:
    """Return a citation as suspect: it should name the rule `right`. The second caption is for an older edition."""
    is_today = home is checked.against
    remark = Remark(captions[0], words) if is_today else Remark(captions[1], (*words, home.edition.name))
    meant = CitationReading(home.edition.slug, right) if is_today else None
    return replace(checked, verdict="suspect", remarks=(remark,), now=meant, sure=False)


# Complexity: the words may be the rule's own, new or old, or another rule's, new or old.
def _by_words(text: str, checked: CheckedCitation, number: RuleNumber) -> CheckedCitation | None:
    mention = checked.cited.mention
    if checked.verdict not in ("fine", "moved", "changed") or mention.words:
        return None
    after = words_after(text, mention)
    words = words_of(after)
    # a number that moved is one of the older edition; else the words may be new as well
    own = [checked.then] if checked.verdict == "moved" else [checked.then, checked.against]
    if not words or any(each.says(number, words) for each in own if each):
        return None
    for home in filter(None, (checked.then, checked.against)):
        is_heading = number in home and home.entries[number].row.kind == "heading"
        rules = (home.titled(words) if is_heading else []) or home.beginning_with(words)
        if number in rules and home in own:  # a title; of a restated book, no texts are compared above
            return None
        if rules:
            captions = "words of", "words then of"
            found = _suspect(checked, home, rules[0], captions, tuple(rules[:MOST_SHOWN]))
            return replace(found, words_after=after)
    return None


# Complexity: a name may be before the number or after it, of the edition of today or of then.
def _by_name(text: str, checked: CheckedCitation, number: RuleNumber) -> CheckedCitation | None:
    home = checked.then if checked.verdict == "moved" else checked.against
    if checked.verdict not in ("fine", "moved") or home is None:
        return None
    mention, names = checked.cited.mention, names_of(home.edition)
    # the "rule" of "the legend rule (704.5k)" may be read as a word before the number
    before = (name_before(text[max(0, start - NEAR) : start], names) for start in (mention.start, mention.at))
    named = [each for each in before if each and each.joint != ":"]
    named += filter(None, [name_after(text, mention.end, names)])
    own = (rule for each in named for rule in (*each.term.rules, *each.term.entries))
    if any(_is_in(number, rule) or _is_in(rule, number) for rule in own):
        return None
    meant = (
        each.term
        for each in named
        if each.is_surely_meant or (each.alone and not each.term.everyday and not _says(home, number, each.term))
    )
    term = next(meant, None)
    right = next((rule for rule in term.rules if rule in home), None) if term else None
    return _suspect(checked, home, right, ("is rule", "was rule"), term.name, right) if term and right else None


def _says(home: EditionSnapshot, number: RuleNumber, term: Term) -> bool:
    """Return whether a rule or its examples, a rule below it, or a title above it names a term.

    True if the edition has no official text.
    """
    if not home.is_official:
        return True
    rows = (home.entries[each].row for each in (*home.branch(number), *numbers_above(number)) if each in home)
    texts = (*home.entries[number].row.words.examples, *(text for row in rows for text in (row.title, row.words.text)))
    said = fold(" ".join(filter(None, texts)))
    named = (rf"(?<!\w){re.escape(fold(name))}" for name in term.printed_names())
    return any(re.search(name, said) for name in named)


def _is_in(number: str, rule: str) -> bool:
    rest = number.removeprefix(rule)
    return number.startswith(rule) and not rest[:1].isdigit()
