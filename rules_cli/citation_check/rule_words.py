"""Whether the words beside a citation are those of its rule, or of another rule: quotations, first words, names.

A citation is misquoted if the quotation beside it differs from the rule. It is suspect if its rule exists, but beside
the words or the name of another rule: `702.99a Extort is a triggered ability.`, or "the legend rule (704.5k)", which is
704.5j.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules_cli.captions import Remark
from rules_cli.citation_check.beside import NEAR, name_after, name_before, names_of, words_after
from rules_cli.citation_check.compare import difference, in_figures, likeness, words_of
from rules_cli.citation_check.model import CheckedCitation, CitationReading, VerdictWord
from rules_cli.citation_check.quotations import FEWEST_OF_SHORT, Claims, Quotation, without_quotations
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.lookup.terms import Term
from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import numbers_above
from rules_cli.text import fingerprint, fold

MOST_SHOWN = 3  # rules with the same words: more do not fit on the line
_LIKE = 0.6  # of a quotation's words: with a slip of the pen more are a rule's, of the text of a card fewer
_SURELY = 0.7  # of them if other words are between the citation and the quotation
_NEARLY = 0.9  # of them in a restatement if no official text is here: one official sentence in twenty has as many
_ANY_NUMBER, _FIGURES = "0", re.compile("[0-9]+")
_RESTATED = Remark("quotes restated")

RowOf = tuple[EditionSnapshot, str]
"""An edition and the number of a row in it."""


# --- quotations


def check_quotations(claims: Claims, found: Sequence[CheckedCitation], strict: bool = False) -> list[CheckedCitation]:
    """Return the citations, with a new verdict for those whose quotation differs. With `strict`, all words beside a
    citation are given as the rule's, and a restatement does not quote the book."""
    checked = list(found)
    for quotation, indexes in claims.items():
        first = indexes[0]
        if _is_known(checked[first]):
            checked[first] = _verdict(quotation, checked[first], [checked[index] for index in indexes], strict)
    return checked


# Complexity: the quotation may be of a citation, or be near one.
def uncompared(
    text: str, quoted: Iterable[Quotation], claims: Claims, found: Sequence[CheckedCitation]
) -> Iterator[Quotation]:
    """Yield the long quotations near a citation on its line that are compared with no rule, or are unlike the rule, as
    the words of a card are."""
    at = {place: each for each in found for place in (each.cited.mention.start, each.cited.mention.end)}
    places = sorted(at)
    claimed = {(given.start, given.block): (given, indexes) for given, indexes in claims.items()}
    for quotation in (each for each in quoted if each.is_long):
        start, end = quotation.start, quotation.end
        start -= len(text[max(0, start - NEAR) : start].rpartition("\n")[2])
        end += len(text[end : end + NEAR].partition("\n")[0])
        near = places[bisect_left(places, start) : bisect_right(places, end)]
        given, indexes = claimed.get((quotation.start, quotation.block), (quotation, ()))
        cited = [found[index] for index in indexes]
        if cited:
            rows = rows_of(cited)
            if rows and (cited[0].verdict, cited[0].remarks) == ("fine", ()) and not _has_words(given, rows):
                yield quotation
        elif (
            not quotation.block
            and any(not quotation.start <= place <= quotation.end for place in near)
            and not _has_words(quotation, rows_of([at[place] for place in near]))
        ):
            yield quotation


# Complexity: the words may be new, old or of a restatement, and the citation may have moved.
def _verdict(
    quotation: Quotation, first: CheckedCitation, cited: Sequence[CheckedCitation], strict: bool
) -> CheckedCitation:
    """Return the first of the citations beside a quotation, with the verdict on its words. They may be of any rule in
    `cited`, old or new, or of a rule that is not cited."""
    now = rows_of(cited)
    then = list(_rows((each.then, each.meaning, each) for each in cited if _is_known(each)))
    if _has_words(quotation, now) or not (quotation.is_long or _is_misread(quotation, _all_texts([*now, *then]))):
        return first
    if _has_words(quotation, then):
        verdict: VerdictWord = "changed" if first.verdict == "fine" else first.verdict
        return first.saying(verdict, Remark("quotes", (then[0][0].edition.name,)))
    ours = [text for snapshot, number in (*now, *then) for text in snapshot.restated_texts(number)]
    official = _all_texts(then) or _all_texts(now)
    if ours and difference(quotation.words, ours) is None:
        return first.saying("misquoted" if strict and official else first.verdict, _RESTATED)
    if not quotation.is_long:
        differing = difference(quotation.words, _all_texts(now) or _all_texts(then))
        return first.saying("misquoted", differing) if differing else first
    if now and first.verdict in ("fine", "changed") and (others := _others_with(quotation, now)):
        meant = CitationReading(now[0][0].edition.slug, others[0])
        return replace(first.saying("misquoted", Remark("words are of", (tuple(others),))), now=meant)
    return _of_unlike_words(quotation, first, official, ours, strict)


# Complexity: one comparison for each text that the words may be of.
def _of_unlike_words(
    quotation: Quotation, first: CheckedCitation, official: Sequence[str], ours: Sequence[str], strict: bool
) -> CheckedCitation:
    """Return a citation with the verdict on words that no cited rule has. If the text does not give them as the rule's,
    they may be those of a card. If only a restatement is here, words unlike it may be the official ones: that is
    unclear."""
    like_official, like_ours = likeness(quotation.words, official), likeness(quotation.words, ours)
    if not official and like_ours < (_LIKE if quotation.whole else _NEARLY):
        unclear = first.saying("unclear" if first.verdict == "fine" else first.verdict, Remark("quotes unknown"))
        return first if quotation.far else unclear
    least = _SURELY if quotation.far else _LIKE
    is_given = strict or quotation.claimed or quotation.whole or max(like_official, like_ours) >= least
    is_ours = like_ours > like_official
    differing = difference(quotation.words, ours if is_ours else official)
    if differing is None or not is_given:
        return first
    remarks = (_RESTATED, differing) if is_ours else (differing,)
    return first.saying("moved" if first.verdict == "moved" else "misquoted", *remarks)


def _is_misread(quotation: Quotation, texts: Sequence[str]) -> bool:
    """Return whether a short quotation gives a rule's words with another number, „25 Euro“, or if the text says that
    they are the rule's, with another word."""
    quoted = in_figures(quotation.words)
    pattern = _FIGURES.sub(_ANY_NUMBER, quoted)
    if _ANY_NUMBER in pattern.split() and pattern.strip() != _ANY_NUMBER:
        ours = list(map(in_figures, texts))
        is_same = any(quoted in text for text in ours)
        return not is_same and any(pattern in _FIGURES.sub(_ANY_NUMBER, text) for text in ours)
    return quotation.claimed and len(pattern.split()) > FEWEST_OF_SHORT and likeness(quotation.words, texts) >= _LIKE


def _others_with(quotation: Quotation, cited: Sequence[RowOf]) -> list[RuleNumber]:
    """Return the rules whose own sentences have the words of a quotation, deepest first, but for those above a cited
    rule. Empty if they are more than a line shows: then the words are a turn of phrase."""
    home, above = cited[0][0], {each for _, number in cited for each in numbers_above(number)}
    texts = ((number, home.entries[number].row.words.text or "") for number in home.with_words(quotation.words))
    having = [number for number, text in texts if difference(quotation.words, [without_quotations(text)]) is None]
    return [] if having[MOST_SHOWN:] or not above.isdisjoint(having) else having


def _has_words(quotation: Quotation, rows: Sequence[RowOf]) -> bool:
    """Return whether a rule has the quoted words; a rule without its text is compared by its fingerprint."""
    whole = fingerprint(quotation.words)
    if any(snapshot.entries[number].row.fingerprint == whole for snapshot, number in rows):
        return True
    texts = _all_texts(rows)
    return bool(texts) and difference(quotation.words, texts) is None


def _all_texts(rows: Iterable[RowOf]) -> list[str]:
    return [text for snapshot, number in rows for text in snapshot.texts(number)]


def rows_of(found: Sequence[CheckedCitation]) -> list[RowOf]:
    """Return the rules that citations name, in the edition that these are compared with."""
    return list(_rows((each.against, each.now or each.meaning, each) for each in found if _is_known(each)))


def _rows(cited: Iterable[tuple[EditionSnapshot | None, CitationReading | None, CheckedCitation]]) -> Iterator[RowOf]:
    """Yield the rows that citations name: all of a range, and all that are printed with the same number."""
    last = ""
    for snapshot, meaning, citation in cited:
        if snapshot is None or meaning is None:
            continue
        numbers = [str(meaning.number)]
        if citation.cited.mention.ranged and last in snapshot and meaning.number in snapshot:
            numbers = snapshot.between(last, meaning.number)
        for number in numbers:
            yield from ((snapshot, row) for row in snapshot.printed_as(number))
        last = meaning.number


def _is_known(citation: CheckedCitation) -> bool:
    return citation.meaning is not None and citation.verdict not in ("not there", "unclear", "unchecked")


# --- the words or the name of another rule


def suspected(text: str, checked: CheckedCitation) -> CheckedCitation:
    """Return a citation, as suspect if the words after it or a name beside it are another rule's."""
    if checked.meaning is None or checked.cited.mention.ranged:
        return checked
    number = checked.meaning.number
    return _by_words(text, checked, number) or _by_name(text, checked, number) or checked


def _suspect(
    checked: CheckedCitation, home: EditionSnapshot, right: RuleNumber, captions: tuple[str, str], *words: object
) -> CheckedCitation:
    """Return a citation as suspect: it should name the rule `right`. The second caption is for an older edition."""
    if home is checked.against:
        remark, meant = Remark(captions[0], words), CitationReading(home.edition.slug, right)
        return replace(checked, verdict="suspect", remarks=(remark,), now=meant, sure=False)
    remark = Remark(captions[1], (*words, home.edition.name))
    return replace(checked, verdict="suspect", remarks=(remark,), now=None, sure=False)


# Complexity: the words may be the rule's own, new or old, or another rule's, new or old.
def _by_words(text: str, checked: CheckedCitation, number: RuleNumber) -> CheckedCitation | None:
    """Return a citation as suspect if the words after it are another rule's; None if they are not."""
    mention = checked.cited.mention
    if checked.verdict not in ("fine", "moved", "changed") or mention.words:
        return None
    after = words_after(text, mention)
    words = words_of(after)
    # a number that moved is one of the older edition; else the words may be new as well
    homes_of_number = [checked.then] if checked.verdict == "moved" else [checked.then, checked.against]
    if not words or any(home.says(number, words) for home in homes_of_number if home):
        return None
    for home in filter(None, (checked.then, checked.against)):
        is_heading = number in home and home.entries[number].row.kind == "heading"
        rules = (home.titled(words) if is_heading else []) or home.beginning_with(words)
        if number in rules and home in homes_of_number:  # by its title, or of a restated book, which `says` nothing
            return None
        if rules:
            captions, shown = ("words of", "words then of"), tuple(rules[:MOST_SHOWN])
            return replace(_suspect(checked, home, rules[0], captions, shown), words_after=after)
    return None


# Complexity: a name may be before the number or after it, of the edition of today or of then.
def _by_name(text: str, checked: CheckedCitation, number: RuleNumber) -> CheckedCitation | None:
    """Return a citation as suspect if a name beside it is another rule's; None if it is not."""
    home = checked.then if checked.verdict == "moved" else checked.against
    if checked.verdict not in ("fine", "moved") or home is None:
        return None
    mention, names = checked.cited.mention, names_of(home.edition)
    # the "rule" of "the legend rule (704.5k)" may be read as a word before the number
    before = (name_before(text[max(0, start - NEAR) : start], names) for start in (mention.at, mention.start))
    named = [name for name in before if name and name.joint != ":"]
    named += filter(None, [name_after(text, mention.end, names)])
    named_rules = (rule for name in named for rule in (*name.term.rules, *name.term.entries))
    if any(_is_in(number, rule) or _is_in(rule, number) for rule in named_rules):
        return None
    for name in named:
        term = name.term
        if name.is_surely_meant or (
            name.alone and (not term.everyday or name.joint.isalpha()) and not _names(home, number, term)
        ):
            right = next((rule for rule in term.rules if rule in home), None)
            return _suspect(checked, home, right, ("is rule", "was rule"), term.name, right) if right else None
    return None


def _names(home: EditionSnapshot, number: RuleNumber, term: Term) -> bool:
    """Return whether a rule or its examples, a rule below it, or a title above it names a term. True if the edition has
    no official text."""
    if not home.is_official:
        return True
    rows = (home.entries[each].row for each in (*home.branch(number), *numbers_above(number)) if each in home)
    texts = (*home.entries[number].row.words.examples, *(text for row in rows for text in (row.title, row.words.text)))
    text = fold(" ".join(filter(None, texts)))
    return any(re.search(rf"(?<!\w){re.escape(fold(name))}", text) for name in term.printed_names())


def _is_in(number: str, rule: str) -> bool:
    """Return whether a number is that of a rule or of one below it: 702.2b is in 702.2, 702.21 is not."""
    rest = number.removeprefix(rule)
    return number.startswith(rule) and not rest[:1].isdigit()
