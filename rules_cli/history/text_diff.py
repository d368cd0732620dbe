"""Words of two editions side by side: what is the same whatever the typography, and what is not.

Quotation marks, the kind of a dash, spaces and invisible characters never make a difference; every other sign, and
every capital, does. A reference inside a text is one token, compared by the rule that it names.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rules_cli.model import Reference, Row
from rules_cli.text import fold

_QUOTES = "\"'“”„‟«»‹›‘’‚‛`´"
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛ʼ´`", "'"))
_DASHES = "-‐‑‒–—―−"
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_TOKEN = re.compile(
    r"(\{[^{}\s]{1,12}\}"  # a symbol, {2/W}
    r"|\d+(?:\.\d+)*[a-z]{0,2}"  # a number
    r"|[^\W_]+(?:['’‘‛ʼ´`][^\W_]+)*"  # a word
    rf"|…|\.(?:[ \xa0]?\.)+|[{_DASHES}]+|[^\s{_QUOTES}])"  # an ellipsis, a dash, any other sign
    rf"[{_QUOTES}]*\s*"
    rf"|[\s{_QUOTES}]+"  # what stands before a word and belongs to it
)
_GLUE = re.compile(rf"[{_QUOTES}]*\s*")
_MASKED = re.compile(r"\d+(?:\.\d+)*[a-z]{0,2}")
_WORD = re.compile(r"[^\W_]+")
_TOO_MANY = 10**9  # pairs of words
_SPECK = 2  # so few words between two changes read better as part of one change

Names = Callable[[Reference], Hashable]
"""What a reference stands for: equal for two references that name the same rule."""


def bag_of_words(text: str) -> Counter[str]:
    """The folded words of a text with how often each stands there; every number is the same word."""
    return Counter(_WORD.findall(_MASKED.sub("0", fold(text))))


class Token(NamedTuple):
    """A word or sign with the quotes and blanks around it: what it is compared by, and where it stands."""

    key: Hashable
    start: int
    end: int
    named: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a text: in both editions (`same`, as the newer prints it), only in the older, or only in the newer.

    `named` where it is nothing but references.
    """

    kind: Literal["same", "old", "new"]
    text: str
    named: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A text, and the references printed in it with their places (start, end)."""

    text: str
    spots: tuple[tuple[int, int, Reference], ...] = ()

    def tokens(self, names: Names) -> list[Token]:
        """Its words and signs in order; a reference is one, whatever its printed form."""
        found: list[Token] = []
        at = 0
        for start, end, reference in self.spots:
            found += _plain_tokens(self.text, at, start)
            at = _GLUE.match(self.text, end).end()  # type: ignore[union-attr]  # it matches the empty string
            found.append(Token(names(reference), start, at, named=True))
        found += _plain_tokens(self.text, at, len(self.text))
        return [*found[:-1], found[-1]._replace(end=len(self.text))] if found else []

    def key(self) -> str:
        """Its folded words, the references masked: equal in two editions where a rule only moved."""
        parts, at = [], 0
        for start, end, _ in self.spots:
            parts += [self.text[at:start], " 0 "]
            at = end
        return " ".join(_WORD.findall(fold("".join([*parts, self.text[at:]]))))


@dataclass(frozen=True, slots=True)
class Passages:
    """All that a row says: its title, text, examples and notes. `elsewhere` are references printed in none of them
    with a number, as a page's links are."""

    title: Passage
    text: Passage
    examples: tuple[Passage, ...]
    notes: tuple[Passage, ...]
    elsewhere: tuple[Reference, ...]


def passages(row: Row) -> Passages:
    """What a row says, with each reference in its place: they are kept in the order of print."""
    words = row.words
    texts = [_composed(text or "") for text in (words.text, *words.examples, *words.notes)]
    spots: list[list[tuple[int, int, Reference]]] = [[] for _ in texts]
    elsewhere: list[Reference] = []
    part = at = 0
    for reference in row.references:
        found = next(_spots(texts, _composed(reference.printed), part, at), None)
        if found is None:
            elsewhere.append(reference)
            continue
        part, start, at = found
        spots[part].append((start, at, reference))
    made = [Passage(text, tuple(where)) for text, where in zip(texts, spots, strict=True)]
    last = 1 + len(words.examples)
    return Passages(
        Passage(_composed(row.title or "")), made[0], tuple(made[1:last]), tuple(made[last:]), tuple(elsewhere)
    )


def _composed(text: str) -> str:
    """A text without what can't be seen, each accent in one with its letter."""
    return text if text.isascii() else unicodedata.normalize("NFC", _INVISIBLE.sub("", text))


def _spots(texts: Sequence[str], printed: str, part: int, at: int) -> Iterator[tuple[int, int, int]]:
    """Where a printed reference stands from a place on: (text, start, end). A link's own words are no reference."""
    lettered = len(printed) <= _SPECK and printed.isalpha()  # the end of a range, 601.2f–h
    if not lettered and not any(c.isdigit() for c in printed):
        return
    for place in range(part, len(texts)):
        start = texts[place].find(printed, at if place == part else 0)
        while start >= 0:
            before, after = texts[place][start - 1 : start], texts[place][start + len(printed) :][:1]
            if not (before.isalnum() or after.isalnum()):
                yield place, start, start + len(printed)
            start = texts[place].find(printed, start + 1)
        if lettered:
            return


def _plain_tokens(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(text, start, end):
        if core := match[1]:
            yield Token(core if core.isalnum() else _plain(core), start, match.end())
            start = match.end()


def _plain(core: str) -> str:
    """A sign, or a word with signs in it, without its typography."""
    if core[0] in _DASHES:
        return "-"
    if core[0] in "….":
        return core if core == "." else "..."
    return core if core.isascii() else core.translate(_APOSTROPHES)


def compare(a: Passage, b: Passage, names_a: Names, names_b: Names) -> list[Piece]:
    """The pieces of two texts in order; all `same` where nothing but typography differs. Exact, not yet readable."""
    if a.text == b.text and not a.spots and not b.spots:
        return [Piece("same", b.text)] if b.text else []
    old, new = a.tokens(names_a), b.tokens(names_b)
    pieces: list[Piece] = []
    a_at = b_at = 0
    for a_start, b_start, size in same_runs([token.key for token in old], [token.key for token in new]):
        pieces += _piece("old", a.text, old[a_at:a_start])
        pieces += _piece("new", b.text, new[b_at:b_start])
        pieces += _piece("same", b.text, new[b_start : b_start + size])
        a_at, b_at = a_start + size, b_start + size
    return pieces


def same_runs(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int, int]]:
    """Where two sequences are the same, in order, as (place in `a`, place in `b`, length); the last has length 0.

    Of two that are too long to be compared whole in any computer's memory, only the ends are.
    """
    if len(a) * len(b) > _TOO_MANY:
        return _same_ends(a, b)
    from rapidfuzz.distance import LCSseq

    return [(block.a, block.b, block.size) for block in LCSseq.editops(a, b).as_matching_blocks()]


def _same_ends(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int, int]]:
    most = min(len(a), len(b))
    first = next((n for n in range(most) if a[n] != b[n]), most)
    last = next((n for n in range(most - first) if a[-1 - n] != b[-1 - n]), most - first)
    return [(0, 0, first), (len(a) - last, len(b) - last, last), (len(a), len(b), 0)]


def _piece(kind: Literal["same", "old", "new"], text: str, run: Sequence[Token]) -> list[Piece]:
    return [Piece(kind, text[run[0].start : run[-1].end], all(token.named for token in run))] if run else []


def without_references(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with references that name another rule taken for the same: the newer print of them."""
    return [
        replace(piece, kind="same") if piece.named and piece.kind == "new" else piece
        for piece in pieces
        if not (piece.named and piece.kind == "old")
    ]


@dataclass(frozen=True, slots=True)
class _Run:
    """What the older text says and what the newer says instead; one `same` says what both do."""

    old: str
    new: str
    same: bool = False
    named: bool = False

    @property
    def words(self) -> int:
        return max(len(self.old.split()), len(self.new.split()))

    def then(self, other: _Run) -> _Run:
        return _Run(self.old + other.old, self.new + other.new, named=self.named and other.named)

    def pieces(self) -> Iterator[Piece]:
        if self.same:
            yield Piece("same", self.new, self.named)
            return
        if self.old:
            yield Piece("old", self.old, self.named)
        if self.new:
            yield Piece("new", self.new, self.named)


def readable(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces as a person reads them: two changes with less between them than either changes are one."""
    runs = _runs(pieces)
    merged: list[_Run] = []
    for place, run in enumerate(runs):
        if merged and (_joins(merged[-1], run, runs[place + 1 : place + 2]) or not (run.same or merged[-1].same)):
            merged[-1] = merged[-1].then(run)
        else:
            merged.append(run)
    return [piece for run in merged for piece in run.pieces()]


def _runs(pieces: Iterable[Piece]) -> list[_Run]:
    """Pieces with each old one put to the new one that stands in its place."""
    runs: list[_Run] = []
    for piece in pieces:
        if piece.kind == "same":
            runs.append(_Run(piece.text, piece.text, True, piece.named))
        elif piece.kind == "new" and runs and not runs[-1].same and not runs[-1].new:
            runs[-1] = _Run(runs[-1].old, piece.text, named=runs[-1].named and piece.named)
        else:
            old, new = (piece.text, "") if piece.kind == "old" else ("", piece.text)
            runs.append(_Run(old, new, named=piece.named))
    return runs


def _joins(before: _Run, run: _Run, after: Sequence[_Run]) -> bool:
    """Whether what is the same between two changes is a mere speck."""
    if not run.same or before.same or not after:
        return False
    return run.words <= _SPECK and run.words < min(before.words, after[0].words)
