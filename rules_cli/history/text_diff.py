"""Two rules compared word for word: what both say, what only the older says, and what only the newer says."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest
from typing import Literal, NamedTuple, TypeVar

from rules_cli.history.passages import Passage, Passages, Spot, TargetOf
from rules_cli.model import Reference
from rules_cli.text import BEFORE_KANA

_TOO_MANY = 10**9  # pairs of words: more are a hostile file, and would take gigabytes
_SPECK = 2  # words between two changes that a person reads as part of one change
_SAME_EXAMPLE = 40.0  # per cent of common letters: half of all unrelated examples have fewer

_Item = TypeVar("_Item")
Op = Literal["same", "old", "new"]


class Piece(NamedTuple):
    """A run of a text: in both editions (`same`, as the newer prints it), only in the older, or only in the newer."""

    op: Op
    text: str
    is_reference: bool = False  # true if the run is nothing but references


PiecedText = tuple[Piece, ...]
LinkPair = tuple[Reference | None, Reference | None]
"""A link of the older edition and the one of the newer in its place, or None."""


class Differences(NamedTuple):
    """The title, text, examples and notes of a rule in pieces, whether they differ or not.
    An example of only one edition is all `old` or all `new`. `links` are the links that lead to another rule."""

    title: PiecedText = ()
    text: PiecedText = ()
    examples: tuple[PiecedText, ...] = ()
    notes: tuple[PiecedText, ...] = ()
    links: tuple[LinkPair, ...] = ()

    def kinds(self) -> Iterator[str]:
        """Yield the kinds of change: `changed` (the wording), `examples`, `notes`, `references` (their targets)."""
        for kind, texts in (("changed", (self.title, self.text)), ("examples", self.examples), ("notes", self.notes)):
            if any(piece.op != "same" and not piece.is_reference for piece in chain(*texts)):
                yield kind
        printed = chain(self.title, self.text, *self.examples, *self.notes)
        if self.links or any(piece.op != "same" and piece.is_reference for piece in printed):
            yield "references"

    def link_texts(self) -> Iterator[PiecedText]:
        """Yield each changed link as a text: the number that it led to before, a blank, and the number now."""
        for old, new in self.links:
            before = [Piece("old", f"{old.target} ", is_reference=True)] if old else []
            after = [Piece("new", new.target, is_reference=True)] if new else []
            yield (*before, *after)

    def references(self) -> Iterator[tuple[str | None, str | None]]:
        """Yield the references that lead to another rule, as printed before and after."""
        for text in (self.title, self.text, *self.examples, *self.notes, *self.link_texts()):
            for differs, run in groupby(text, key=lambda piece: piece.op != "same"):
                printed = {piece.op: piece.text.strip() for piece in run if piece.is_reference}
                if differs and printed:
                    yield printed.get("old"), printed.get("new")

    def without_references(self) -> Differences:
        """Return the same, but each changed reference counts as unchanged, and there are no links."""
        return Differences(
            without_references(self.title),
            without_references(self.text),
            tuple(map(without_references, self.examples)),
            tuple(map(without_references, self.notes)),
        )


# Complexity: one comprehension for each text of a rule.
def differences(a: Sequence[Passages], b: Sequence[Passages], target_a: TargetOf, target_b: TargetOf) -> Differences:
    """Compare one rule with another. Several rows are the parts of one rule that was split or merged."""

    def texts(of_a: Iterable[Passage], of_b: Iterable[Passage]) -> PiecedText:
        return compare(_joined(of_a), _joined(of_b), target_a, target_b)

    def lists(of_a: Iterable[Iterable[Passage]], of_b: Iterable[Iterable[Passage]]) -> tuple[PiecedText, ...]:
        old, new = list(chain.from_iterable(of_a)), list(chain.from_iterable(of_b))
        return tuple(_compare_lists(old, new, target_a, target_b))

    links_a = [link for row in a for link in row.links]
    links_b = [link for row in b for link in row.links]
    links = _aligned(links_a, links_b, list(map(target_a, links_a)), list(map(target_b, links_b)))
    return Differences(
        title=texts((row.title for row in a), (row.title for row in b)),
        text=texts((row.text for row in a), (row.text for row in b)),
        examples=lists((row.examples for row in a), (row.examples for row in b)),
        notes=lists((row.notes for row in a), (row.notes for row in b)),
        links=tuple(pair for old, new, _ in links for pair in zip_longest(old, new)),
    )


def _joined(passages: Iterable[Passage]) -> Passage:
    """Return several texts as one text, with a line for each."""
    text = ""
    spots: list[Spot] = []
    for passage in passages:
        text += "\n" if text else ""
        spots += [(len(text) + start, len(text) + end, reference) for start, end, reference in passage.spots]
        text += passage.text
    return Passage(text, tuple(spots))


def _compare_lists(
    a: Sequence[Passage], b: Sequence[Passage], target_a: TargetOf, target_b: TargetOf
) -> Iterator[PiecedText]:
    """Compare the examples or notes of two rules, in order: word for word if they are alike."""
    from rapidfuzz import fuzz

    for only_a, only_b, same in _aligned(a, b, _keys(a, target_a), _keys(b, target_b)):
        for old, new in zip_longest(only_a, only_b):
            if old and new and fuzz.ratio(old.text, new.text) >= _SAME_EXAMPLE:
                yield compare(old, new, target_a, target_b)
                continue
            if old:
                yield (Piece("old", old.text),)
            if new:
                yield (Piece("new", new.text),)
        yield from ((Piece("same", passage.text),) for passage in same)


def _keys(passages: Iterable[Passage], target_of: TargetOf) -> list[Hashable]:
    """Return what identifies each text: the keys of its words, signs and references."""
    return [tuple(token.key for token in passage.tokens(target_of)) for passage in passages]


def compare(a: Passage, b: Passage, target_a: TargetOf, target_b: TargetOf) -> PiecedText:
    """Return two texts in pieces, compared token by token: exact, but not yet easy to read (see `readable`)."""
    if a.text == b.text and not a.spots and not b.spots:
        return (Piece("same", b.text),) if b.text else ()
    tokens_a, tokens_b = a.tokens(target_a), b.tokens(target_b)
    keys_a, keys_b = [token.key for token in tokens_a], [token.key for token in tokens_b]
    pieces: list[Piece] = []
    op: Op
    for old, new, same in _aligned(tokens_a, tokens_b, keys_a, keys_b):
        for op, text, run in (("old", a.text, old), ("new", b.text, new), ("same", b.text, same)):
            if run:
                is_reference = all(token.is_reference for token in run)
                pieces.append(Piece(op, text[run[0].start : run[-1].end], is_reference))
    return tuple(pieces)


def _aligned(
    a: Sequence[_Item], b: Sequence[_Item], keys_a: Sequence[Hashable], keys_b: Sequence[Hashable]
) -> Iterator[tuple[Sequence[_Item], Sequence[_Item], Sequence[_Item]]]:
    """Yield for each run that two sequences share: the items before it in `a`, those before it in `b`, and the run."""
    done_a = done_b = 0
    for start_a, start_b, size in same_runs(keys_a, keys_b):
        yield a[done_a:start_a], b[done_b:start_b], b[start_b : start_b + size]
        done_a, done_b = start_a + size, start_b + size


def same_runs(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int, int]]:
    """Return the runs that two sequences share, in order, as (place in `a`, place in `b`, length).
    A run of length 0 at the ends comes last. Sequences too long for memory are compared only from either end."""
    if len(a) * len(b) > _TOO_MANY:
        most = min(len(a), len(b))
        head = next((n for n in range(most) if a[n] != b[n]), most)
        tail = next((n for n in range(most - head) if a[-1 - n] != b[-1 - n]), most - head)
        return [(0, 0, head), (len(a) - tail, len(b) - tail, tail), (len(a), len(b), 0)]
    from rapidfuzz.distance import LCSseq

    return [(block.a, block.b, block.size) for block in LCSseq.editops(a, b).as_matching_blocks()]


def without_references(pieces: Iterable[Piece]) -> PiecedText:
    """Return the pieces with each changed reference as unchanged, as the newer edition prints it."""
    kept = (piece for piece in pieces if not (piece.is_reference and piece.op == "old"))
    return tuple(piece._replace(op="same") if piece.is_reference else piece for piece in kept)


# Complexity: no nesting, but comprehensions over runs of pieces.
def readable(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces as a person reads them: two changes with a speck of common text between them are one."""
    runs = [list(run) for _, run in groupby(pieces, key=lambda piece: piece.op == "same")]
    merged = runs[:1]
    for run, after in zip_longest(runs[1:], runs[2:]):
        last = merged[-1]
        is_same = _is_same(run)
        is_speck = is_same and after and _count(run) <= _SPECK and _count(run) < min(_count(last), _count(after))
        if _is_same(last) or (is_same and not is_speck):
            merged.append(run)
        else:  # a speck, or a change after a speck
            last += run
    pieces_to_read: list[Piece] = []
    for run in merged:
        are_references = all(piece.is_reference for piece in run)
        change = (Piece(op, text, are_references) for op, text in _old_and_new(run) if text)
        pieces_to_read += run if _is_same(run) else change
    return pieces_to_read


def _is_same(run: Iterable[Piece]) -> bool:
    """Return whether a run is unchanged text."""
    return all(piece.op == "same" for piece in run)


def _old_and_new(run: Sequence[Piece]) -> Iterator[tuple[Op, str]]:
    """Yield the text of a run in the older edition, then its text in the newer."""
    yield "old", _joined_words(piece.text for piece in run if piece.op != "new")
    yield "new", _joined_words(piece.text for piece in run if piece.op != "old")


def _joined_words(texts: Iterable[str]) -> str:
    """Return the texts of pieces as one. The space behind a common word is that of the newer edition, which may have a
    full stop there; two words need one, but for Japanese and Chinese."""
    joined = ""
    for text in texts:
        beside = joined[-1:] + text[:1]
        joined += f" {text}" if len(beside) > 1 and beside.isalnum() and max(beside) <= BEFORE_KANA else text
    return joined


def _count(run: Sequence[Piece]) -> int:
    """Return the count of words in the longer of the two texts of a run."""
    return max(len(text.split()) for _, text in _old_and_new(run))
