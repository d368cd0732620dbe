"""Quotations beside citations, and whether the cited rule has these words.

Words are compared as in fingerprints: without typography, case and spacing. A quotation may leave out words at its
ends, and wherever it has an ellipsis or the writer's own words in brackets.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from rapidfuzz.distance import LCSseq

from rules_cli.captions import Remark, captions_in
from rules_cli.citation_check.checked_text import MASK, VisibleText
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention
from rules_cli.citation_check.snapshot import FEWEST, REFERENCE, EditionSnapshot, words_of
from rules_cli.store import settings
from rules_cli.text import fingerprint

_NOT_AN_END = r"\n(?![ \t>]*\r?\n)"
_QUOTED = re.compile(
    rf"“(?P<curly>(?:[^“”\n]++|{_NOT_AN_END})*)”"
    rf"|„(?P<low>(?:[^„“”\n]++|{_NOT_AN_END})*)[“”]"
    rf"|«(?P<angle>(?:[^«»\n]++|{_NOT_AN_END})*)»"
    rf"|(?<![^\W_])\"(?=\S)(?P<straight>(?:[^\"\n]++|{_NOT_AN_END})*)\"(?![^\W_])"
)
_SIGNS = rf"[\s*_`>{MASK}]"
_SAYS = r"(?:says|states|reads|tells us|that|as follows|diz|afirma|que|assim)"
_SOURCE = r"(?:per|from|in|by|under|conforme|em|da|na)"  # without "see", which points to other words
_EDITION = r"(?:[ \t]?\([^()\n]{1,40}\))?"
_AFTER = re.compile(
    rf"{_EDITION}{_SIGNS}*+[)\]]?(?:{_SIGNS}*+(?:{_SAYS}\b|[:,–—-])){{0,4}}{_SIGNS}*+\(?", re.IGNORECASE
)
_BEFORE = re.compile(
    rf"{_SIGNS}*+[.,;:]?{_SIGNS}*+[–—-]*+{_SIGNS}*+[(\[]?{_SIGNS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE
)
_ATTRIBUTED = re.compile(rf"{_SIGNS}*+(?:[–—-]++|\(){_SIGNS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE)
_CLAIMS = re.compile(rf"\b{_SAYS}\b", re.IGNORECASE)
_NEXT_RULE = re.compile(
    rf"[^\n\r–—(]*[\n\r]{_SIGNS}*"
)  # the citation begins a line: the quotation is of the line before
_CLOSES = re.compile(rf"{_SIGNS}*+[)\]]")
_HEAD_ENDS = re.compile(
    rf"(?:[ \t]?\([^()\n]{{1,40}}\)[\]*_`{MASK}]*(?=[ \t\n])"
    rf"|[\]{MASK}]*(?:(?:\*\*|__)[ \t]*(?:\n|(?<=[ \t]))|[ \t]*\n))"
)
"""Goes on after the number that `rules cite` prints at the head of a block: its edition, a link, bold marks."""
_FURTHEST = 60  # characters between a quotation and its citation: the longest of the phrases above, with markup
_HEAD_OF_BLOCK = re.compile(rf"[\s>*_`\[{MASK}]*")
_PARAGRAPH = re.compile(r"\n[ \t>]*\r?\n")
_SOURCE_LINE = re.compile(r"\n[ \t>]*\(")


@cache
def _example_label() -> re.Pattern[str]:
    """Return the pattern of the word that `rules cite` prints before an example, at the beginning of a line."""
    labels = "|".join(re.escape(captions_in(language)["example"].strip()) for language in settings.LANGUAGES)
    return re.compile(rf"\n[ \t>*_]*(?:{labels})", re.IGNORECASE)


_LEFT_OUT = re.compile(r"\[[^\[\]]{0,80}\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,}|\. \. \.")
_WORD = re.compile(r"\w+")
_LIKE = 0.6  # of a quotation's words: a slip of the pen keeps more, the text of a card that the rule is about has fewer
_NEARLY = 0.9  # the same of a restatement if no official text is here: one official sentence in twenty has as many
_SHOWN = 4  # words on each side of a difference: enough to find the place
_RESTATED = Remark("quotes restated")
_NOT_COMPARED = Remark("quotes unknown")


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quoted text with its marks; `block` if it is set apart from the text around it.

    `claimed` if the text says that the rule has these words: `CR 704.5k says "…"`. `whole` if it is all of the rule, as
    `rules cite` prints it.
    """

    start: int
    end: int
    words: str
    block: bool = False
    claimed: bool = False
    whole: bool = False


def quotations(visible: VisibleText) -> list[Quotation]:
    """Return every quotation of a text that is long enough to be compared with a rule, in order."""
    text = visible.text
    inline = (Quotation(*found.span(), found[found.lastgroup or 0]) for found in _QUOTED.finditer(text))
    blocks = (Quotation(start, end, text[start:end], block=True) for start, end in visible.blocks)
    return sorted((each for each in (*inline, *blocks) if _is_long(each.words)), key=lambda each: each.start)


def _is_long(words: str) -> bool:
    """Return whether a text has FEWEST words, reading no further."""
    return sum(1 for _ in zip(range(FEWEST), _WORD.finditer(words), strict=False)) == FEWEST


class Beside:
    """Finds the quotation beside a citation: one at most."""

    def __init__(self, visible: VisibleText, found: Sequence[Quotation], mentions: Iterable[Mention] = ()) -> None:
        self._text, self._found = visible.text, found
        self._line_heads = [each.start for each in mentions if self._begins_line(each)]
        self._starts = [each.start for each in found]
        self._ends = sorted((each.end, place) for place, each in enumerate(found))

    def of(self, first: Mention, last: Mention) -> Quotation | None:
        """Return the quotation beside a citation or a list; the one before it if the citation is in brackets.

        A block that begins with the citation is one if no other is beside it, or if it looks as `rules cite` prints it.
        """
        around = self._around(first)
        if around and (around.whole or first.sign == "book"):
            return around
        if self.in_brackets(last):
            return self._before(first.start) or self._after(last.end) or around
        return self._after(last.end) or self._before(first.start) or around

    def in_brackets(self, mention: Mention) -> bool:
        """Return whether a bracket closes after a citation."""
        return bool(_CLOSES.match(self._text, mention.end))

    def _after(self, end: int) -> Quotation | None:
        place = bisect_left(self._starts, end)
        for each in self._found[place : place + 1]:
            if not self._has_head(each) and self._joined(end, each.start, each, _AFTER):
                return replace(each, claimed=bool(_CLAIMS.search(self._text, end, each.start)))
        return None

    def _has_head(self, block: Quotation) -> bool:
        heads = self._line_heads[bisect_left(self._line_heads, block.start) :][:1]
        return block.block and any(_HEAD_OF_BLOCK.fullmatch(self._text, block.start, head) for head in heads)

    def _before(self, start: int) -> Quotation | None:
        place = bisect_left(self._ends, (start + 1,)) - 1
        each = self._found[self._ends[place][1]] if place >= 0 else None
        if each is None or (not each.block and _NEXT_RULE.fullmatch(self._text[each.end : start])):
            return None
        return each if self._joined(each.end, start, each, _ATTRIBUTED if each.block else _BEFORE) else None

    def _joined(self, start: int, end: int, quotation: Quotation, phrase: re.Pattern[str]) -> bool:
        """Return whether nothing but such a phrase is between a quotation and a citation."""
        if end - start > _FURTHEST:
            return False
        between = self._text[start:end]
        return bool(phrase.fullmatch(between)) and (quotation.block or not _PARAGRAPH.search(between))

    def _begins_line(self, mention: Mention) -> bool:
        line = self._text[max(0, mention.start - _FURTHEST) : mention.start].rpartition("\n")[2]
        return len(line) < _FURTHEST and bool(_HEAD_OF_BLOCK.fullmatch(line))

    def _around(self, mention: Mention) -> Quotation | None:
        """Return the text after a number at the beginning of a line of a block, up to the next such number."""
        place = bisect_left(self._starts, mention.start + 1) - 1
        each = self._found[place] if place >= 0 else None
        if each is None or not each.block or each.end < mention.end or mention.start not in self._line_heads:
            return None
        after = self._line_heads[bisect_left(self._line_heads, mention.start + 1) :]
        end = min([each.end, *(start for start in after[:1] if start > mention.end)])
        head = _HEAD_ENDS.match(self._text, mention.end, end)
        words = self._text[head.end() if head else mention.end : end].lstrip()
        words = _SOURCE_LINE.split(_PARAGRAPH.split(words, maxsplit=1)[0], maxsplit=1)[0]
        words = _example_label().sub(" ", words)
        return Quotation(mention.end, end, words, block=True, whole=bool(head)) if _is_long(words) else None


# --- whether a rule says these words


def difference(quoted: str, texts: Iterable[str]) -> Remark | None:
    """Say where a quotation differs from a rule; None if it does not.

    `texts` are the rule's text, examples and notes; the quotation may be of any of them.
    """
    pieces = pieces_of(quoted)
    compared = [_RuleWords(words_of(text)) for text in texts]
    if any(words.have(pieces) for words in compared):
        return None
    return _first_difference(pieces, compared)


def pieces_of(quoted: str) -> list[list[str]]:
    """Return the words of a quotation, cut where it leaves words out."""
    return [piece for piece in map(words_of, _LEFT_OUT.split(REFERENCE.sub(" ", quoted))) if piece]


class _RuleWords:
    """The words of a rule, to find runs of words in."""

    def __init__(self, words: Sequence[str]) -> None:
        self.line = f" {' '.join(words)} "

    def find(self, words: Sequence[str], start: int = 0) -> int:
        """Return the place of a run of words from `start` on, -1 if it is not there."""
        return self.line.find(f" {' '.join(words)} ", start)

    def have(self, pieces: Iterable[Sequence[str]]) -> bool:
        """Return whether all runs of words are here, in their order."""
        at = 0
        for piece in pieces:
            at = self.find(piece, at)
            if at < 0:
                return False
            at += len(" ".join(piece)) + 1
        return True

    def shared(self, words: Sequence[str]) -> int:
        """Return how many words, from the first on, are here as one run."""
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.find(words[:middle]) >= 0 else (low, middle - 1)
        return low

    def after(self, words: Sequence[str]) -> list[str]:
        """Return the words that follow a run of words."""
        return self.line[self.find(words) + len(" ".join(words)) + 1 :].split()[:_SHOWN]


def likeness(quoted: str, texts: Iterable[str]) -> float:
    """Return the share of its words that a quotation has, in order, from the text that is most like it."""
    words = words_of(quoted)
    return max((LCSseq.similarity(words, words_of(text)) / max(1, len(words)) for text in texts), default=0.0)


def _first_difference(pieces: Sequence[Sequence[str]], compared: Sequence[_RuleWords]) -> Remark:
    for piece in pieces:
        best = max(compared, key=lambda words: words.shared(piece), default=_RuleWords(()))
        same = best.shared(piece)
        if same < 2:  # one shared word is chance
            return Remark("quotes others", (_shown(piece),))
        if same < len(piece):
            words = _shown(piece[:same][-_SHOWN:]), _shown(piece[same:])
            rule = _shown(best.after(piece[:same]))
            return Remark("quotes otherwise", (*words, rule)) if rule else Remark("quotes more", words)
    return Remark("quotes in order")


def _shown(words: Sequence[str]) -> str:
    return " ".join(words[:_SHOWN])


# --- the verdict on a quotation

RowOf = tuple[EditionSnapshot, str]
"""An edition and the number of a row in it."""


Claims = Mapping[Quotation, Sequence[int]]
"""Quotations with the places of the citations beside them."""


def check_quotations(claims: Claims, found: Sequence[CheckedCitation], strict: bool = False) -> list[CheckedCitation]:
    """Return the citations, with a new verdict for those whose quotation differs.

    With `strict` the words beside a citation are always given as the rule's, and ours are no quotation of the book.
    """
    checked = list(found)
    for quotation, places in claims.items():
        first = places[0]
        checked[first] = _verdict(quotation, checked[first], [checked[place] for place in places], strict)
    return checked


def claims_in(visible: VisibleText, found: Sequence[CheckedCitation]) -> dict[Quotation, list[int]]:
    """Return each quotation with the places of the citations beside it."""
    all_quotations = quotations(visible) if found else []
    claims: dict[Quotation, list[int]] = defaultdict(list)
    if not all_quotations:
        return claims
    beside = Beside(visible, all_quotations, (each.cited.mention for each in found))
    for _, group in groupby(enumerate(found), key=lambda each: each[1].cited.mention.chain):
        chain = list(group)
        first, last = chain[0][1].cited.mention, chain[-1][1].cited.mention
        quotation = beside.of(first, last)
        if quotation and (quotation not in claims or beside.in_brackets(last)):
            claims[quotation] += [place for place, _ in chain]
    return claims


# Complexity: the words may be new, old, of a restatement, or of no rule, and the citation may have moved.
def _verdict(
    quotation: Quotation, first: CheckedCitation, cited: Sequence[CheckedCitation], strict: bool
) -> CheckedCitation:
    """Return the first citation with the verdict; the words may be of any rule cited beside them, old or new."""
    known = [each for each in cited if _is_known(each)]
    if not _is_known(first):
        return first
    now = list(_rows((each.against, each.now or each.meaning, each) for each in known))
    then = list(_rows((each.then, each.meaning, each) for each in known))
    if has_words(quotation, now):
        return first
    if has_words(quotation, then):
        old = Remark("quotes", (then[0][0].edition.name,))
        return replace(_with_remark(first, old), verdict="changed" if first.verdict == "fine" else first.verdict)
    ours = [text for snapshot, number in (*now, *then) for text in snapshot.restated_texts(number)]
    official = _all_texts(then) or _all_texts(now)
    if ours and difference(quotation.words, ours) is None:
        restated = _with_remark(first, _RESTATED)
        return replace(restated, verdict="misquoted") if strict and official else restated
    return _misquoted(quotation if not strict else replace(quotation, claimed=True), first, official, ours)


def _misquoted(
    quotation: Quotation, first: CheckedCitation, official: Sequence[str], ours: Sequence[str]
) -> CheckedCitation:
    """Return the first citation as misquoted, with the difference from the text that the quotation is most like.

    Words that the text does not give as the rule's may be those of a card or of another rule. If only a restatement is
    here, words unlike it may be the official ones: that is unclear.
    """
    like_official, like_ours = likeness(quotation.words, official), likeness(quotation.words, ours)
    if not official and like_ours < (_LIKE if quotation.whole else _NEARLY):
        unclear = _with_remark(first, _NOT_COMPARED)
        return replace(unclear, verdict="unclear") if first.verdict == "fine" else unclear
    is_ours = like_ours > like_official
    what = difference(quotation.words, ours if is_ours else official)
    if what is None or not (quotation.claimed or quotation.whole or max(like_official, like_ours) >= _LIKE):
        return first
    remarks = (*first.remarks, *([_RESTATED] if is_ours else []), what)
    return replace(first, remarks=remarks, verdict="moved" if first.verdict == "moved" else "misquoted")


def has_words(quotation: Quotation, rows: Sequence[RowOf]) -> bool:
    """Return whether rules have the quoted words; a rule without its text is compared by its fingerprint."""
    whole = fingerprint(quotation.words)
    if any(snapshot.entries[number].row.fingerprint == whole for snapshot, number in rows):
        return True
    texts = _all_texts(rows)
    return bool(texts) and difference(quotation.words, texts) is None


def _all_texts(rows: Iterable[RowOf]) -> list[str]:
    return [text for snapshot, number in rows for text in snapshot.texts(number)]


def rows_of(found: Sequence[CheckedCitation]) -> list[RowOf]:
    """Return the rows that citations name in the edition that they are compared with, old numbers by their new ones."""
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


def _with_remark(citation: CheckedCitation, remark: Remark) -> CheckedCitation:
    return replace(citation, remarks=(*citation.remarks, remark))
