"""Quotations in a text, and the citation that each is beside."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, islice, pairwise
from typing import NamedTuple

from rules_cli.captions import captions_in
from rules_cli.citation_check.checked_text import MASK, VisibleText
from rules_cli.citation_check.compare import FEWEST
from rules_cli.citation_check.model import CheckedCitation, Mention
from rules_cli.store import settings
from rules_cli.text import fold
from rules_cli.words import any_of, folded, words

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
_SIGNS = rf"[\s*_`>|{MASK}]"
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
_IS_ALONE = re.compile(rf"[)\]*_`{MASK}]*+\.?[ \t]*+(?:[\r\n]|\Z)")
FEWEST_OF_SHORT = 2
"""Words of a quotation that is compared if it has a number, or if the text gives it as the rule's."""
_SURE, _PLAIN, _FAR = 3.0, 2.0, 0.75  # words or a bracket give the quotation to the citation; nothing; any words
_LINE, _SIGN = 1.5, 0.25  # less where a line or a sentence ends, or a comma is, between them
_SAME_SIDE, _TWICE = 0.5, -2.5  # for two quotations on the same side of their citations; for two of one citation
_NEVER = -99.0
_HEAD_ENDS = re.compile(
    rf"(?:[ \t]?\([^()\n]{{1,40}}\)[\]*_`{MASK}]*(?=[ \t\n])"
    rf"|[\]{MASK}]*(?:(?:\*\*|__)[ \t]*(?:\n|(?<=[ \t]))|[ \t]*\n))"
)
"""Goes on after the number that `rules cite` prints at the head of a block: its edition, a link, bold marks."""
_FURTHEST = 60  # characters between a quotation and its citation: the longest of the phrases above, with markup
_LINE_HEAD, _IS_OVER = rf"[\s>*_`\[({MASK}–—-]*", re.compile(rf"[\s>*_`\]){MASK}.]*")
_SIGNATURE = re.compile(rf"(?:\n{_LINE_HEAD}|\s[(–—-]{_LINE_HEAD}(?:{_SOURCE}\b\.?\s+)?)\Z", re.IGNORECASE)
"""The text between a block and its source, which is the number at its end."""
_HEAD_OF_BLOCK = re.compile(rf"[\s>*_`\[{MASK}]*")
_PARAGRAPH = re.compile(r"\n[ \t>]*\r?\n")
_BLOCK_ENDS = re.compile(rf"{_PARAGRAPH.pattern}|\n[ \t>]*\(")
_WORD = re.compile(r"\w+")
_ENDS = re.compile(r"[.!?\r\n]")


@cache
def _says() -> re.Pattern[str]:
    """Return the pattern of words by which a text gives a rule's words: `CR 704.5k says that "…"`."""
    return re.compile(rf"\b(?:{any_of((*words('saying'), *_JOINTS))})\b", re.IGNORECASE)


@cache
def _after() -> re.Pattern[str]:
    """Return the pattern of what may be between a citation and its quotation."""
    said = rf"{_SIGNS}*+(?:{_says().pattern}|[:,–—-])"
    return re.compile(rf"(?:[ \t]?\([^()\n]{{1,40}}\))?{_SIGNS}*+[)\]]?(?:{said}){{0,4}}{_SIGNS}*+\(?", re.IGNORECASE)


def _is_attributing(between: str) -> bool:
    """Return whether only words that point back are between a quotation and a number: `"…" This is rule 1.2`."""
    names = set(map(fold, _WORD.findall(between))) if _BY_WORDS.fullmatch(between) else set()
    pointing = folded("referring", "saying")
    return not names.isdisjoint(pointing) and names <= pointing | folded("little", "articles") - folded("negations")


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

    @property
    def is_long(self) -> bool:
        """Whether it has FEWEST words."""
        return self.has_words(FEWEST)

    def has_words(self, count: int) -> bool:
        """Return whether it has so many words; the rest of it is not read."""
        return len(list(islice(_WORD.finditer(self.words), count))) == count


Claims = Mapping[Quotation, Sequence[int]]
"""Quotations, each with the indexes of the citations beside it."""


def find_quotations(visible: VisibleText) -> list[Quotation]:
    """Return every quotation of a text that has FEWEST_OF_SHORT words, in order."""
    text = visible.text
    inline = (Quotation(*match.span(), match[match.lastgroup or 0]) for match in _QUOTED.finditer(text))
    blocks = (Quotation(start, end, text[start:end], block=True) for start, end in visible.blocks)
    return sorted(filter(lambda each: each.has_words(FEWEST_OF_SHORT), (*inline, *blocks)), key=lambda each: each.start)


def without_quotations(text: str) -> str:
    """Return a text with an ellipsis in place of each quotation, such as the words of a card in a rule."""
    return _QUOTED.sub("…", text)


def words_beside(text: str, quoted: Sequence[Quotation], start: int, end: int) -> Iterator[str]:
    """Yield the words of the quotations that a phrase joins to the number from `start` to `end` of a text."""
    place = bisect_left(quoted, end, key=lambda each: each.start)
    for each in quoted[max(0, place - 1) : place + 1]:
        first, last, *phrases = (
            (each.end, start, _BEFORE) if each.start < end else (end, each.start, _after(), _BY_WORDS)
        )
        if 0 <= last - first <= _FURTHEST and any(phrase.fullmatch(text, first, last) for phrase in phrases):
            yield each.words


def claims_in(text: str, quoted: Sequence[Quotation], citations: Sequence[CheckedCitation], far: bool = True) -> Claims:
    """Return each quotation that is beside a citation or a list of them, and with `far` those that a few words join to
    one. Which citation it is of is one decision for all of the text: see `_likeliest`."""
    finder = _QuotationFinder(text, quoted if citations else (), citations, far)
    claims: dict[Quotation, list[int]] = defaultdict(list)
    for join in _likeliest(finder.joins()):
        claims[join.quotation] += finder.chains[join.chain]
    taken = {index for indexes in claims.values() for index in indexes}
    for place, quotation in finder.around.items():
        if taken.isdisjoint(finder.chains[place]):
            claims[quotation] += finder.chains[place]
    return claims


class _Join(NamedTuple):
    """A quotation as one of a citation or list beside it: the place of that among all, and whether it is behind the
    quotation. The larger `score`, the surer it is. A `linked` join is true only together with that of the quotation
    between it and the citation: `1.2 says "…" and "…"`."""

    quotation: Quotation
    chain: int
    is_behind: bool
    score: float
    linked: bool = False


def _likeliest(choices: Iterable[Sequence[_Join]]) -> list[_Join]:
    """Return the joins with the largest sum of scores: for each quotation one of its choices or none. A text that puts
    quotations on one side of their citations scores more, a citation with two quotations less; time linear in their
    number."""
    best: dict[_Join | None, float] = {None: 0.0}
    ways: list[dict[_Join | None, _Join | None]] = []
    for choice in choices:
        scores: dict[_Join | None, float] = {}
        way: dict[_Join | None, _Join | None] = {}
        for join in (*choice, None):
            way[join] = max(best, key=lambda last, join=join: best[last] + _together(last, join))  # type: ignore[misc]
            scores[join] = best[way[join]] + _together(way[join], join) + (join.score if join else 0)
        best = scores
        ways.append(way)
    last = max(best, key=best.__getitem__)
    taken: list[_Join] = []
    for way in reversed(ways):
        taken += [last] if last else []
        last = way[last]
    return taken[::-1]


# Complexity: one condition for each way in which two joins may depend on each other.
def _together(last: _Join | None, join: _Join | None) -> float:
    """Return what it adds to the scores of two quotations, one after the other, that both joins are true."""
    is_same = bool(last and join and (last.chain, last.is_behind) == (join.chain, join.is_behind))
    if (join and join.linked and not join.is_behind) or (last and last.linked and last.is_behind):
        return 0 if is_same else _NEVER
    if not (last and join):
        return 0
    return _SAME_SIDE if last.is_behind == join.is_behind else _TWICE if last.chain == join.chain else 0


class _QuotationFinder:
    """Finds the citations that a quotation may be of: the list before it and the one behind it. Places are found by
    halving, as a text may be long. `_line_heads` are the places of the citations that begin their line; `around` are
    the blocks that begin with a citation."""

    # Complexity: no nesting, but a comprehension for each list of places.
    def __init__(self, text: str, quoted: Sequence[Quotation], citations: Sequence[CheckedCitation], far: bool) -> None:
        self._text, self._quotations, self._far = text, quoted, far
        self._blocks = [each for each in self._quotations if each.block and each.is_long]
        self._mentions = [each.cited.mention for each in citations]
        self._line_heads = [each.start for each in self._mentions if self._begins_line(each.start)]
        places = [each.start for each in self._quotations if each.is_long]  # they end a list: 1.2 "…", 1.3 "…"
        keys = [(each.chain, bisect_left(places, each.at)) for each in self._mentions]
        self.chains = [list(group) for _, group in groupby(range(len(citations)), key=keys.__getitem__)]
        self._starts = [self._mentions[chain[0]].start for chain in self.chains]
        self._ends = [self._mentions[chain[-1]].end for chain in self.chains]
        self._signed = set[Quotation]()  # blocks that end with the number that they are of
        heads = [self._mentions[chain[0]] for chain in self.chains]
        blocks = enumerate(map(self._around, heads, self._ends))
        self.around = {place: block for place, block in blocks if block}

    def _begins_line(self, start: int) -> bool:
        line = self._text[max(0, start - _FURTHEST) : start].rpartition("\n")[2]
        return len(line) < _FURTHEST and bool(_HEAD_OF_BLOCK.fullmatch(line))

    # Complexity: one loop for each direction in which a quotation depends on the next one.
    def joins(self) -> list[list[_Join]]:
        """Return the joins that each quotation may have, in the order of the quotations."""
        before, behind = list(map(self._before, self._quotations)), list(map(self._behind, self._quotations))
        pairs = list(enumerate(pairwise(self._quotations)))
        for place, (one, other) in pairs:
            joined, last = self._by_words(one.end, other), before[place]
            if joined and last and not before[place + 1] and (joined.claimed or self._text[one.end - 2] not in ".!?"):
                before[place + 1] = _Join(joined, last.chain, False, _PLAIN, True)
        for place, (one, other) in reversed(pairs):
            joined, following = self._by_words(one.end, other), behind[place + 1]
            if joined and joined.claimed and following and not behind[place]:
                behind[place] = _Join(one, following.chain, True, _PLAIN, True)
        return [[join for join in pair if join] for pair in zip(before, behind, strict=True)]

    # Complexity: signs or a few words may be between, and the words may give the quotation or not.
    def _before(self, quotation: Quotation) -> _Join | None:
        """Return the join with the citation before a quotation, `CR 1.2 says "…"`; None if it may not be of it. A block
        that begins with its own number is of that."""
        place = bisect_right(self._ends, quotation.start) - 1
        if place < 0 or self._is_whole(place) or self._has_own_number(quotation) or quotation in self._signed:
            return None
        end = self._ends[place]
        if self._is_joined(end, quotation.start, quotation, _after()):
            is_whole = not _GOES_ON.match(self._text, quotation.end)  # 1.2: "a kite" is a term
            is_told = _says().search(self._text, end, quotation.start) or (is_whole and _COLON.match(self._text, end))
            joined = replace(quotation, claimed=bool(is_told))
        elif found := self._by_words(end, quotation):
            joined = found
        else:
            return None
        if joined.far and (place in self.around or not self._far):
            return None
        score = _SURE if joined.claimed else _FAR if joined.far else self._closeness(end, quotation.start)
        return _Join(joined, place, False, score)

    # Complexity: the citation may be far away, begin its line, or be alone there.
    def _behind(self, quotation: Quotation) -> _Join | None:
        """Return the join with the citation behind a quotation, `"…" (CR 1.2)`; None if it may not be of it. One that
        begins its line is not, but if it is alone there, as it may begin the next rule."""
        place = bisect_left(self._starts, quotation.end)
        start = self._starts[place] if place < len(self._starts) else len(self._text) + _FURTHEST + 1
        if start - quotation.end > _FURTHEST or self._is_whole(place) or quotation in self._signed:
            return None
        between = self._text[quotation.end : start]
        begins_line = not quotation.block and _NEXT_RULE.fullmatch(between)
        is_alone = _IS_ALONE.match(self._text, self._ends[place]) and self._begins_line(start)
        phrase = _ATTRIBUTED if quotation.block and not is_alone else _BEFORE
        is_joined = self._is_joined(quotation.end, start, quotation, phrase)
        if (begins_line and not is_alone) or not (is_joined or _is_attributing(between)):
            return None
        is_sure = not begins_line and re.search(r"\w|[(\[–—]", between)
        return _Join(quotation, place, True, _SURE if is_sure else self._closeness(quotation.end, start))

    def _closeness(self, start: int, end: int) -> float:
        """Return a score for the text between a citation and a quotation; a line end or a comma in it lowers it."""
        between = self._text[start:end]
        return _PLAIN - (_LINE if _ENDS.search(between) else _SIGN if "," in between else 0)

    def _by_words(self, end: int, quotation: Quotation) -> Quotation | None:
        """Return a quotation if only a few words, and no denial, are between it and the citation or quotation that ends
        before it; else None. One that another citation follows in the same sentence may be of that one."""
        is_joined = self._is_joined(end, quotation.start, quotation, _BY_WORDS)
        between = _BY_WORDS.fullmatch(self._text, end, quotation.start) if is_joined else None
        if not between:
            return None
        names = _WORD.findall(self._text[end : quotation.start])
        if {*map(fold, names)} <= folded("and_words", "or_words"):
            return replace(quotation, claimed=True)
        cited = self._starts[bisect_left(self._starts, quotation.end) :][:1]
        is_of_next = cited and not _ENDS.search(self._text, quotation.end, cited[0])
        if is_of_next or not folded("negations").isdisjoint(map(fold, names)):
            return None
        is_sure = between["colon"] and len(names) <= _SURELY and all(map(str.islower, names))
        return replace(quotation, claimed=bool(is_sure), far=not is_sure)

    def _has_own_number(self, quotation: Quotation) -> bool:
        """Return whether a quotation is a block that begins with a citation."""
        heads = self._line_heads[bisect_left(self._line_heads, quotation.start) :][:1] if quotation.block else ()
        return any(_HEAD_OF_BLOCK.fullmatch(self._text, quotation.start, head) for head in heads)

    def _is_whole(self, place: int) -> bool:
        """Return whether a citation and the block that it begins are printed as `rules cite` prints them."""
        block = self.around.get(place)
        return bool(block and (block.whole or self._mentions[self.chains[place][0]].sign == "book"))

    def _is_joined(self, start: int, end: int, quotation: Quotation, phrase: re.Pattern[str]) -> bool:
        """Return whether only a given phrase is between a quotation and a citation."""
        is_near = end - start <= _FURTHEST and (quotation.block or not _PARAGRAPH.search(self._text, start, end))
        return is_near and bool(phrase.fullmatch(self._text[start:end]))

    # Complexity: the number may be before its words or behind them.
    def _around(self, mention: Mention, list_end: int) -> Quotation | None:
        """Return the text after a number that begins a line of a block, up to the next such number, or the text before
        one, or a list of them, that ends the block as its source."""
        count = bisect_right(self._blocks, mention.start, key=lambda each: each.start)
        around = self._blocks[count - 1] if count else None
        if not around or around.end < mention.end:
            return None
        is_pointed = fold(self._text[mention.start : mention.at].strip()) in folded("citing", "see")
        start = mention.at if is_pointed else mention.start  # "see" points to other words
        signature = _SIGNATURE.search(self._text, max(around.start, start - _FURTHEST), start)
        if signature and _IS_OVER.fullmatch(self._text, list_end, around.end) and not self._has_own_number(around):
            end = signature.start()
            block = replace(around, end=end, words=self._text[around.start : end])
            self._signed.update([around] if block.is_long else ())
            return block if block.is_long else None
        if mention.start not in self._line_heads:
            return None
        next_heads = self._line_heads[bisect_right(self._line_heads, mention.start) :][:1]
        end = min([around.end, *(start for start in next_heads if start > mention.end)])
        head = _HEAD_ENDS.match(self._text, mention.end, end)
        words = self._text[head.end() if head else mention.end : end].lstrip()
        words = _example_label().sub(" ", _BLOCK_ENDS.split(words, maxsplit=1)[0])
        block = Quotation(mention.end, end, words, block=True, whole=bool(head))
        return block if block.is_long else None
