"""Quotations in a text, and the citation that each is beside."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, islice

from rules_cli.captions import captions_in
from rules_cli.citation_check.checked_text import MASK, VisibleText
from rules_cli.citation_check.compare import FEWEST
from rules_cli.citation_check.model import CheckedCitation, Mention
from rules_cli.store import settings
from rules_cli.text import fold
from rules_cli.words import any_of, words

_NOT_AN_END = r"\n(?![ \t>]*\r?\n)"
_INNER = r"(?<=[\s(])\"(?=\w)[^\"\n]{1,60}\"(?!\w)"  # the same marks inside: "an effect gives "go again" to it"
_QUOTED = re.compile(
    rf"“(?P<curly>(?:[^“”\n]++|{_NOT_AN_END}|“[^“”\n]{{1,60}}”)*)”"
    rf"|„(?P<low>(?:[^„“”\n]++|{_NOT_AN_END})*)[“”]"
    rf"|«(?P<angle>(?:[^«»\n]++|{_NOT_AN_END})*)»"
    rf"|»(?P<inward>(?:[^«»\n]++|{_NOT_AN_END})*)«"
    rf"|(?<![^\W_])\"(?=\S)(?P<straight>(?:[^\"\n]++|{_NOT_AN_END}|{_INNER})*)\"(?![^\W_])"
    rf"|‘(?P<single>(?:[^‘’\n]++|’(?=\w)|{_NOT_AN_END})*)’(?!\w)"
    rf"|(?<!\w)'(?=\w)(?P<plain>(?:[^'\n]++|'(?=\w)|{_NOT_AN_END})*)'(?!\w)"
)
_SIGNS = rf"[\s*_`>{MASK}]"
_JOINTS = ("that", "as follows", "que", "assim")  # before a quotation, also behind another verb than those of rules
_SOURCE = r"(?:is|é|per|from|in|by|under|conforme|em|da|na)"  # without "see", which points to other words
_BEFORE = re.compile(
    rf"{_SIGNS}*+[.,;:]?{_SIGNS}*+[–—-]*+{_SIGNS}*+[(\[]?{_SIGNS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE
)
_ATTRIBUTED = re.compile(rf"{_SIGNS}*+(?:[–—-]++|\(){_SIGNS}*+(?:{_SOURCE}\b\.?\s+)?", re.IGNORECASE)
_COLON = re.compile(rf"{_SIGNS}*+:")
_GOES_ON = re.compile(r"[*_`]*+[ \t,]++[^\W\dA-ZÀ-Þ]")  # a small letter: the quotation is part of a longer sentence
_BLANK = rf"(?:[^\S\n]|[*_`{MASK}]|\n(?![ \t>]*[*+–-][ \t])[ \t>]*)"  # and no item of a list
_NAME = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_BY_WORDS = re.compile(  # no number and no end of a sentence: CR 1.2 is quite clear on this: "…"
    rf"(?:[ \t]?\([^()\n]{{1,40}}\))?,?(?:{_BLANK}{{1,4}}{_NAME},?){{1,8}}{_BLANK}?(?P<colon>:)?{_BLANK}{{0,9}}\(?"
)
_SURELY = 2  # words before a colon: "provides:" and "puts it:", but "and this card:" may introduce other words
_NEXT_RULE = re.compile(rf"[^\n\r–—(]*[\n\r]{_SIGNS}*")  # a citation begins its line: no quotation before it is its own
_CLOSES = re.compile(rf"{_SIGNS}*+[)\]]")
_HEAD_ENDS = re.compile(
    rf"(?:[ \t]?\([^()\n]{{1,40}}\)[\]*_`{MASK}]*(?=[ \t\n])"
    rf"|[\]{MASK}]*(?:(?:\*\*|__)[ \t]*(?:\n|(?<=[ \t]))|[ \t]*\n))"
)
"""Goes on after the number that `rules cite` prints at the head of a block: its edition, a link, bold marks."""
_FURTHEST = 60  # characters between a quotation and its citation: the longest of the phrases above, with markup
_HEAD_OF_BLOCK = re.compile(rf"[\s>*_`\[{MASK}]*")
_PARAGRAPH = re.compile(r"\n[ \t>]*\r?\n")
_BLOCK_ENDS = re.compile(rf"{_PARAGRAPH.pattern}|\n[ \t>]*\(")
_WORD = re.compile(r"\w+")
_ENDS = re.compile(r"[.!?\n]")


@cache
def _says() -> re.Pattern[str]:
    """Return the pattern of words by which a text gives a rule's words: `CR 704.5k says that "…"`."""
    return re.compile(rf"\b(?:{any_of((*words('saying'), *_JOINTS))})\b", re.IGNORECASE)


@cache
def _after() -> re.Pattern[str]:
    """Return the pattern of what may be between a citation and its quotation."""
    said = rf"{_SIGNS}*+(?:{_says().pattern}|[:,–—-])"
    return re.compile(rf"(?:[ \t]?\([^()\n]{{1,40}}\))?{_SIGNS}*+[)\]]?(?:{said}){{0,4}}{_SIGNS}*+\(?", re.IGNORECASE)


@cache
def _and_words() -> frozenset[str]:
    """Return the folded words between two quotations of one rule, in all languages."""
    return frozenset(map(fold, words("and_words", "or_words")))


@cache
def _denials() -> frozenset[str]:
    """Return the folded words that deny something, in all languages."""
    return frozenset(map(fold, words("negations")))


@cache
def _example_label() -> re.Pattern[str]:
    """Return the pattern of the word that `rules cite` prints before an example, at the beginning of a line."""
    labels = "|".join(re.escape(captions_in(language)["example"].strip()) for language in settings.LANGUAGES)
    return re.compile(rf"\n[ \t>*_]*(?:{labels})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quotation; `start` and `end` are its span with its marks, `words` are without them. `block` if it is set apart
    from the text around it. `claimed` if the text says that the rule has these words: `CR 704.5k says "…"`. `whole` if
    it is all of the rule, as `rules cite` prints it; `far` if words that may say anything are between."""

    start: int
    end: int
    words: str
    block: bool = False
    claimed: bool = False
    whole: bool = False
    far: bool = False


Claims = Mapping[Quotation, Sequence[int]]
"""Quotations, each with the indexes of the citations beside it."""


def quotations(visible: VisibleText) -> list[Quotation]:
    """Return every quotation of a text that is long enough to be compared with a rule, in order."""
    text = visible.text
    inline = (Quotation(*match.span(), match[match.lastgroup or 0]) for match in _QUOTED.finditer(text))
    blocks = (Quotation(start, end, text[start:end], block=True) for start, end in visible.blocks)
    return sorted((each for each in (*inline, *blocks) if _is_long(each.words)), key=lambda each: each.start)


def without_quotations(text: str) -> str:
    """Return a text with an ellipsis in place of each quotation, such as the words of a card in a rule."""
    return _QUOTED.sub("…", text)


def _is_long(words: str) -> bool:
    """Return whether a text has FEWEST words at least; the rest of it is not read."""
    return sum(1 for _ in islice(_WORD.finditer(words), FEWEST)) == FEWEST


def claims_in(visible: VisibleText, citations: Sequence[CheckedCitation], far: bool = True) -> Claims:
    """Return each quotation that is beside citations, and with `far` those that a few words join to one."""
    finder = _QuotationFinder(visible, citations)
    claims: dict[Quotation, list[int]] = defaultdict(list)
    alone: list[list[int]] = []
    for _, group in groupby(range(len(citations)), key=lambda index: citations[index].cited.mention.chain):
        chain = list(group)
        first, last = citations[chain[0]].cited.mention, citations[chain[-1]].cited.mention
        quotation = finder.beside(first, last)
        if quotation and (quotation not in claims or finder.in_brackets(last)):
            claims[quotation] += chain
            for other in finder.also(quotation, last):
                claims[other] += chain
        elif not quotation:
            alone.append(chain)
    taken = {quotation.start for quotation in claims}
    for chain in alone if far else ():
        quotation = finder.joined_by_words(citations[chain[-1]].cited.mention.end)
        if quotation and quotation.start not in taken:
            claims[quotation] += chain
    return claims


class _QuotationFinder:
    """Finds the quotation beside a citation: one at most. Places in lists are found by halving, as a text may be long.
    `_line_heads` are the places of the citations that begin their line."""

    def __init__(self, visible: VisibleText, citations: Sequence[CheckedCitation]) -> None:
        self._text = visible.text
        self._quotations = quotations(visible) if citations else []
        self._starts = [each.start for each in self._quotations]
        self._by_end = sorted(self._quotations, key=lambda each: each.end)
        self._cited = [each.cited.mention.start for each in citations]
        self._line_heads = [start for start in self._cited if self._begins_line(start)] if self._quotations else []

    def _begins_line(self, start: int) -> bool:
        line = self._text[max(0, start - _FURTHEST) : start].rpartition("\n")[2]
        return len(line) < _FURTHEST and bool(_HEAD_OF_BLOCK.fullmatch(line))

    def beside(self, first: Mention, last: Mention) -> Quotation | None:
        """Return the quotation beside a citation or a list; if the citation is in brackets, rather the one before it.
        A block that begins with the citation counts if no other is beside it, or if `rules cite` prints it in this way.
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
        """Return the next quotation if it belongs to the citation that ends here, `CR 1.2 says "…"`; else None."""
        quotation = self._next(end)
        if quotation and self._is_joined(end, quotation.start, quotation, _after()):
            is_whole = not _GOES_ON.match(self._text, quotation.end)  # 1.2: "a kite" is a term
            is_told = _says().search(self._text, end, quotation.start) or (is_whole and _COLON.match(self._text, end))
            return replace(quotation, claimed=bool(is_told))
        joined = self.joined_by_words(end)
        return joined if joined and joined.claimed else None

    def also(self, quotation: Quotation, last: Mention) -> Iterator[Quotation]:
        """Yield the quotation that a few words join to one behind its citation: `1.2 says "…" and "…"`."""
        is_sentence = self._text[quotation.end - 2] in ".!?"
        other = None if is_sentence or quotation.start < last.end else self.joined_by_words(quotation.end)
        if other:
            yield other

    def joined_by_words(self, end: int) -> Quotation | None:
        """Return the next quotation if only a few words, and no denial, are between it and the citation that ends here;
        else None. One that another citation follows in the same sentence may be of that one."""
        quotation = self._next(end)
        if not quotation or not self._is_joined(end, quotation.start, quotation, _BY_WORDS):
            return None
        between = _BY_WORDS.fullmatch(self._text, end, quotation.start)
        names = _WORD.findall(self._text[end : quotation.start])
        cited = self._cited[bisect_left(self._cited, end) :][:1]
        is_of_next = cited and not _ENDS.search(self._text, quotation.end, max(cited[0], quotation.end))
        if not between or is_of_next or not _denials().isdisjoint(map(fold, names)):
            return None
        is_sure = between["colon"] and len(names) <= _SURELY and all(map(str.islower, names))
        is_sure = is_sure or {*map(fold, names)} <= _and_words()
        return replace(quotation, claimed=bool(is_sure), far=not is_sure)

    def _next(self, end: int) -> Quotation | None:
        """Return the first quotation behind a place; None if it is a block that begins with its own number."""
        place = bisect_left(self._starts, end)
        if place == len(self._quotations):
            return None
        quotation = self._quotations[place]
        next_head = bisect_left(self._line_heads, quotation.start)
        heads = self._line_heads[next_head : next_head + 1] if quotation.block else []
        has_own_number = any(_HEAD_OF_BLOCK.fullmatch(self._text, quotation.start, head) for head in heads)
        return None if has_own_number else quotation

    def _before(self, start: int) -> Quotation | None:
        """Return the last quotation if it belongs to the citation that begins here, `"…" (CR 1.2)`; else None. Before
        the next rule of a list, it belongs to the rule before."""
        place = bisect_right(self._by_end, start, key=lambda each: each.end)
        if not place:
            return None
        quotation = self._by_end[place - 1]
        is_of_last_rule = not quotation.block and _NEXT_RULE.fullmatch(self._text[quotation.end : start])
        phrase = _ATTRIBUTED if quotation.block else _BEFORE
        is_beside = not is_of_last_rule and self._is_joined(quotation.end, start, quotation, phrase)
        return quotation if is_beside else None

    def _is_joined(self, start: int, end: int, quotation: Quotation, phrase: re.Pattern[str]) -> bool:
        """Return whether only a given phrase is between a quotation and a citation."""
        between = self._text[start:end]
        is_near = len(between) <= _FURTHEST and (quotation.block or not _PARAGRAPH.search(between))
        return is_near and bool(phrase.fullmatch(between))

    def _around(self, mention: Mention) -> Quotation | None:
        """Return the text after a number that begins a line of a block, up to the next such number."""
        count = bisect_right(self._starts, mention.start)
        around = self._quotations[count - 1] if count else None
        if not (around and around.block and around.end >= mention.end and mention.start in self._line_heads):
            return None
        next_heads = self._line_heads[bisect_right(self._line_heads, mention.start) :][:1]
        end = min([around.end, *(start for start in next_heads if start > mention.end)])
        head = _HEAD_ENDS.match(self._text, mention.end, end)
        words = self._text[head.end() if head else mention.end : end].lstrip()
        words = _example_label().sub(" ", _BLOCK_ENDS.split(words, maxsplit=1)[0])
        return Quotation(mention.end, end, words, block=True, whole=bool(head)) if _is_long(words) else None
