"""The part of a rule that answers: one way for lists, searches, terms, explanations and references.

A text that fits is whole. Of a longer one, the sentence is shown that says what was asked: it has the printed phrase,
else most of the words asked for, else most words that are not in the titles above it. For 68 % of 939 long rules of
Magic and 66 % of 201 of Flesh and Blood that is the sentence that players ask about; the first sentence is it for 57
and 48 %.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache
from math import inf
from typing import NamedTuple

from rules_cli.model import Reference, Rule
from rules_cli.render.language import say
from rules_cli.render.page import Span, Style
from rules_cli.text import WORD, first_words, fold, parts_of_word, words_of_text
from rules_cli.words import any_of, words

_SENTENCE = re.compile(r"(?:(?<=[.!?\]])|(?<=[.!?][”\")]))\s+(?=[^a-z])")  # a text may have [2.7] after its full stop
_TABLE_ROW = re.compile(r"^• \| (.*) \|$", re.MULTILINE)
BETWEEN = " · "
_JAPANESE = re.compile(r"(?<=[。！？])")
_QUOTED = re.compile(r"“[^“”]*+”|\"[^\"]*+\"")
_POINTING = 4  # words beside references in a sentence that only points: "See rules … and …, and also …"
_LIKE = 4  # letters with which the forms of one word begin
_ENOUGH = 20  # words that are not in the titles: of two sentences with as many, the first is shown


class Sought(NamedTuple):
    """What a reader looks for in a rule: folded words, and phrases as they are printed, such as a term or a reference.
    `titles` are those above the text: their words tell no sentence from another."""

    words: frozenset[str] = frozenset()
    phrases: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    @property
    def known(self) -> frozenset[str]:
        """The words of the titles."""
        return frozenset[str]().union(*map(words_of_text, self.titles))


def sought(words: Set[str] = frozenset(), phrases: Iterable[str] = (), titles: Iterable[str | None] = ()) -> Sought:
    """Return the sought words below the given titles; a title that is None is left out."""
    return Sought(frozenset(words), tuple(phrases), tuple(title for title in titles if title))


_NOTHING = Sought()


def without_bars(text: str) -> str:
    """Return a text in which the rows of a table, `• | Deed | Points |`, are words with a sign between the cells."""
    return _TABLE_ROW.sub(lambda row: BETWEEN.join(filter(None, row[1].split(" | "))), text)


def excerpt(text: str, room: int, looked_for: Sought = _NOTHING, most: int = 0) -> str:
    """Return a text on one line if it fits in `room` characters, else its deciding sentence, … for the rest. More
    sentences follow as far as they fit; others that have as many of the sought words are shown, too, up to `most`
    characters. A sentence longer than `room` is whole up to `most`; so is a short sentence with the one before it,
    which it may only give a name: "This is informally called …". A sentence that limits another may have `room` more.
    """
    line = " ".join(without_bars(text).split())
    if len(line) <= room:
        return line
    sentences = _sentences(line)
    best = _join_limits(sentences, _deciding(sentences, looked_for), room + most)
    best = _join_before(sentences, best, room, most)
    return _with_others(sentences, best, _cut_from(sentences, best, looked_for, room, most), looked_for, most)


def without_pointers(text: str, references: Iterable[Reference]) -> str:
    """Return a text without sentences that only point to other rules: `See rule 702.19, “Trample.”`. If it has no other
    sentences, return all of it."""
    printed = [reference.printed for reference in references]
    sentences = _sentences(" ".join(text.split()))
    return " ".join(sentence for sentence in sentences if not _only_points(sentence, printed)) or text


def _only_points(sentence: str, references: Iterable[str]) -> bool:
    """Return whether a sentence has printed references, and hardly a word beside them and titles in quotes."""
    printed = [reference for reference in references if reference in sentence]
    rest = _QUOTED.sub(" ", sentence)
    for reference in printed:
        rest = rest.replace(reference, " ")
    return bool(printed) and len(words_of_text(rest)) <= _POINTING


def lead(text: str, room: int, most: int = 0, keep: Callable[[str], bool] | None = None) -> str:
    """Return the first sentences of a text, as far as they fit, as `excerpt` does, and each later one that must be
    kept; … for the rest."""
    line = " ".join(text.split())
    if len(line) <= room:
        return line
    sentences = _sentences(line)
    _join_limits(sentences, 0, room + most)
    shown = _cut_from(sentences, 0, _NOTHING, room, most)
    kept = [at for at, sentence in enumerate(sentences) if keep and keep(sentence) and sentence not in shown]
    for at in kept:
        whole = shown.removesuffix(" …")
        shown = f"{whole}{'' if whole.endswith(sentences[at - 1]) else ' …'} {sentences[at]} …"
    return shown.removesuffix(" …") if kept and kept[-1] == len(sentences) - 1 else shown


def _sentences(line: str) -> list[str]:
    return [part for sentence in _SENTENCE.split(line) for part in _JAPANESE.split(sentence) if part]


@cache
def _limiting() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(words('limiting'))})(?!\w)", re.IGNORECASE)


@cache
def _referring() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(words('referring'))})(?!\w)", re.IGNORECASE)


def _limits(sentence: str) -> bool:
    """Return whether a sentence limits the one before it: it begins with a word such as *however*, or it begins by
    referring back and has such a word, "This lasts only while …"."""
    return bool(_limiting().match(sentence) or (_referring().match(sentence) and _limiting().search(sentence)))


def _join_limits(sentences: list[str], at: int, most: float) -> int:
    """Join the sentence with index `at` and those that limit it, and then with what it limits itself, as far as all
    have at most `most` characters; return its new index."""
    first, end = at, at + 1
    while end < len(sentences) and _limits(sentences[end]) and len(" ".join(sentences[first : end + 1])) <= most:
        end += 1
    while first and _limits(sentences[first]) and len(" ".join(sentences[first - 1 : end])) + len("…") <= most:
        first -= 1
    sentences[first:end] = [" ".join(sentences[first:end])]
    return first


def _join_before(sentences: list[str], at: int, room: int, most: int) -> int:
    """Join the sentence with index `at` and those before it of which it speaks: while it is short or begins by
    referring back, and as far as all fit; return its new index."""
    while at and (len(sentences[at]) < room / 2 or _referring().match(sentences[at])):
        pair = " ".join(sentences[at - 1 : at + 1])
        if len(f"…{pair} …") > max(room, most):
            break
        sentences[at - 1 : at + 1] = [pair]
        at -= 1
    return at


def _deciding(sentences: Sequence[str], looked_for: Sought) -> int:
    """Return the index of the first sentence with most of the sought phrases, else words, else words not in titles."""
    worths = _worths(sentences, looked_for)
    return worths.index(max(worths))


def _worths(sentences: Sequence[str], looked_for: Sought) -> list[tuple[int, int, int]]:
    """Return for each sentence how many sought phrases it has, sought words, and words not in titles. The forms of a
    word count once."""
    known = looked_for.known
    sought_words = looked_for.words - known
    phrases = [phrase for phrase in looked_for.phrases if phrase and not known.issuperset(words_of_text(phrase))]
    patterns = [rf"(?<!\w){re.escape(fold(phrase))}(?!\w)" for phrase in phrases]
    references = [phrase for phrase in looked_for.phrases if any(map(str.isdigit, phrase))]
    worths = []
    for sentence in sentences:
        own_words = set(words_of_text(sentence))
        found = {word[:_LIKE] for word in own_words & sought_words}
        score = 0
        if not _only_points(sentence, references):
            score = sum(re.search(pattern, fold(sentence)) is not None for pattern in patterns)
        worths.append((score, len(found), min(len(own_words - known), _ENOUGH)))
    return worths


# Complexity: whether there is room, which sentences answer as well, and what limits each of them.
def _with_others(sentences: list[str], best: int, shown: str, looked_for: Sought, most: int) -> str:
    """Return `shown`, which begins with the sentence with index `best`, with others that have as many of the sought
    phrases and words; the first sentence, with one word less, too: as many as fit in `most` characters."""
    is_sought = looked_for.words or looked_for.phrases
    if not is_sought or len(shown) >= most or sentences[best] not in shown:
        return shown
    places = {at for at in range(best, len(sentences)) if " ".join(sentences[best : at + 1]) in shown}
    worths = _worths(sentences, looked_for)
    least = max(_worths(_sentences(sentences[best]), looked_for))[:2]
    for at in sorted(range(len(sentences)), key=worths.__getitem__, reverse=True):
        phrases, words, _ = worths[at]
        is_as_good = (phrases, words + (at == 0 and words > 0)) >= least
        is_whole = at == 0 or at - 1 in places or not _referring().match(sentences[at])
        if at in places or not is_as_good or not is_whole:
            continue
        end = at + 1
        while end < len(sentences) and _limits(sentences[end]):
            end += 1
        more = _in_order(sentences, places.union(range(at, end)))
        if len(more) <= most:
            places.update(range(at, end))
            shown = more
    return shown


def _in_order(sentences: Sequence[str], places: Set[int]) -> str:
    """Return the sentences with these indexes in their order, … for those between them."""
    pieces: list[str] = []
    for at, sentence in enumerate(sentences):
        piece = sentence if at in places else "…"
        if pieces[-1:] != [piece] or at in places:
            pieces.append(piece)
    return " ".join(pieces).replace("… ", "…", 0 not in places)


def _cut_from(sentences: Sequence[str], first: int, looked_for: Sought, room: int, most: int) -> str:
    """Return the sentences from the one with index `first` on, as many as fit; … for those left out."""
    part, *others = sentences[first:]
    before = "…" if first else ""
    if len(before) + len(part) > (room + most if len(_sentences(part)) > 1 else max(room, most)):
        hits = looked_for.words.union(*map(words_of_text, looked_for.phrases)) - looked_for.known
        return before + _around_words(part, hits, max(room, most) - len(before)).removeprefix(before)
    while others:
        _join_limits(others, 0, inf)
        if len(before) + len(part) + len(others[0]) + len("  …") > room:
            break
        part = f"{part} {others.pop(0)}"
    return f"{before}{part}{' …' if others else ''}"


def _around_words(sentence: str, hits: Set[str], room: int) -> str:
    """Return as much of a sentence as fits, from its beginning, or from later if it then shows more different hits, or
    as many and the clauses that limit what it says."""
    places, length = list[tuple[int, str]](), 0
    for piece, is_hit in cut_at_words(sentence, hits):
        if is_hit:
            places.append((length, piece.lower()))
        length += len(piece)
    # a third of the room is before the hit that decides where to start
    starts = [0, *(max(0, sentence.rfind(" ", 0, max(0, at - room // 3)) + 1) for at, _ in places)]
    limits = [found.start() for found in _limiting().finditer(sentence)] if hits else []
    last = sentence.find(" ", len(sentence) - room) + 1 or len(sentence) - room + 1  # the end fits from here
    starts += [last] if limits and limits[-1] >= room else []

    def worth(start: int) -> tuple[int, bool]:
        """Return how many different hits are shown from there, and whether no limit follows what is shown."""
        shown = {word for at, word in places if start <= at <= start + room - len(word) - 2}
        return len(shown), not limits or limits[-1] < start + room or start >= len(sentence) - room

    start = max(starts, key=worth)
    if start > len(sentence) - room:  # the end fits, and more of the text before it
        start = min(start, last)
    return f"…{first_words(sentence[start:], room - 1)}" if start else first_words(sentence, room)


# --- the words of a rule


def text_found(rule: Rule, hits: Set[str]) -> str:
    """Return the text of a rule, or its first example or note with a word of `hits` if title and text have none."""
    own = f"{rule.title or ''} {rule.text or ''}"
    if (rule.examples or rule.notes) and hits and hits.isdisjoint(words_of_text(own)):
        for label, texts in (("example", rule.examples), ("note", rule.notes)):
            for text in texts:
                if not hits.isdisjoint(words_of_text(text)):
                    return f"{say(label)}{text}"
    return rule.text or ""


def cut_at_words(text: str, hits: Set[str]) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, each with whether it is a word of `hits`."""
    end = 0
    for word in WORD.finditer(text) if hits else ():
        if not hits.isdisjoint(parts_of_word(word[0])):
            yield text[end : word.start()], False
            yield word[0], True
            end = word.end()
    yield text[end:], False


def marked(text: str, hits: Set[str], style: Style) -> Iterator[Span]:
    """Return a text in one style, but the words of `hits` in the style for hits."""
    return (Span(piece, "hit" if is_hit else style) for piece, is_hit in cut_at_words(text, hits) if piece)
