"""What differs between a rule of one edition and its counterpart in another, word for word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from rules_cli.history.text_diff import (
    Names,
    Passage,
    Passages,
    Piece,
    compare,
    same_runs,
    without_references,
)
from rules_cli.model import Reference

_SAME_EXAMPLE = 40.0  # as alike, in per cent of their letters, as two examples are of which one became the other

Text = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """A rule's title, text, examples and notes in pieces, whether they differ or not.

    An example of only one edition is all `old` or all `new`. `elsewhere` are the rules named by links whose words
    stand in the text: (the older's, the newer's), None where there is none.
    """

    title: Text = ()
    text: Text = ()
    examples: tuple[Text, ...] = ()
    notes: tuple[Text, ...] = ()
    elsewhere: tuple[tuple[Reference | None, Reference | None], ...] = ()

    def kinds(self) -> Iterator[str]:
        """What differs: `changed` (the wording), `examples`, `notes`, `references` (to another rule, or to none)."""
        if _in_words((self.title, self.text)):
            yield "changed"
        if _in_words(self.examples):
            yield "examples"
        if _in_words(self.notes):
            yield "notes"
        if self.elsewhere or _in_references((self.title, self.text, *self.examples, *self.notes)):
            yield "references"

    def links(self) -> Iterator[Text]:
        """The targets of links that lead elsewhere than before."""
        for old, new in self.elsewhere:
            yield (
                *((Piece("old", f"{old.target} ", True),) if old else ()),
                *((Piece("new", new.target, True),) if new else ()),
            )

    def references(self) -> Iterator[tuple[str | None, str | None]]:
        """The references that name another rule, as printed before and after; None where there was or is none."""
        for text in (self.title, self.text, *self.examples, *self.notes, *self.links()):
            for differs, run in groupby(text, key=lambda piece: piece.kind != "same"):
                named = {piece.kind: piece.text.strip() for piece in run if piece.named} if differs else {}
                if named:
                    yield named.get("old"), named.get("new")

    def without_references(self) -> Differences:
        """The same for a reader who does not ask which rules are referred to."""
        return Differences(
            tuple(without_references(self.title)),
            tuple(without_references(self.text)),
            tuple(tuple(without_references(each)) for each in self.examples),
            tuple(tuple(without_references(each)) for each in self.notes),
        )


def _in_words(texts: Iterable[Text]) -> bool:
    return any(piece.kind != "same" and not piece.named for text in texts for piece in text)


def _in_references(texts: Iterable[Text]) -> bool:
    """Whether a reference that stands in both editions, or came or went by itself, names another rule."""
    return any(piece.kind != "same" and piece.named for text in texts for piece in text)


def differences(a: Sequence[Passages], b: Sequence[Passages], names_a: Names, names_b: Names) -> Differences:
    """Compare one rule with another; several rows are what one rule was split into, or merged from."""

    def texts(of_a: Iterable[Passage], of_b: Iterable[Passage]) -> Text:
        return tuple(compare(_joined(of_a), _joined(of_b), names_a, names_b))

    def lists(of_a: Iterable[Sequence[Passage]], of_b: Iterable[Sequence[Passage]]) -> tuple[Text, ...]:
        return tuple(_lists([e for each in of_a for e in each], [e for each in of_b for e in each], names_a, names_b))

    return Differences(
        title=texts((each.title for each in a), (each.title for each in b)),
        text=texts((each.text for each in a), (each.text for each in b)),
        examples=lists((each.examples for each in a), (each.examples for each in b)),
        notes=lists((each.notes for each in a), (each.notes for each in b)),
        elsewhere=tuple(_links(_elsewhere(a), _elsewhere(b), names_a, names_b)),
    )


def _elsewhere(said: Iterable[Passages]) -> list[Reference]:
    return [reference for each in said for reference in each.elsewhere]


def _joined(passages: Iterable[Passage]) -> Passage:
    """Several texts as one, in paragraphs."""
    text, spots = "", []
    for passage in passages:
        start = len(text) + bool(text)
        text = f"{text}\n{passage.text}" if text else passage.text
        spots += [(start + begin, start + end, reference) for begin, end, reference in passage.spots]
    return Passage(text, tuple(spots))


def _lists(a: Sequence[Passage], b: Sequence[Passage], names_a: Names, names_b: Names) -> Iterator[Text]:
    """Each example or note with what became of it, in order."""
    keys_a = [tuple(token.key for token in each.tokens(names_a)) for each in a]
    keys_b = [tuple(token.key for token in each.tokens(names_b)) for each in b]
    a_at = b_at = 0
    for a_start, b_start, size in same_runs(keys_a, keys_b):
        for old, new in zip_longest(a[a_at:a_start], b[b_at:b_start]):
            yield from _item(old, new, names_a, names_b)
        a_at, b_at = a_start + size, b_start + size
        yield from ((Piece("same", each.text),) for each in b[b_start:b_at])


def _item(old: Passage | None, new: Passage | None, names_a: Names, names_b: Names) -> Iterator[Text]:
    """An example that became another, or one that went and one that came."""
    from rapidfuzz import fuzz

    if old and new and fuzz.ratio(old.text, new.text) >= _SAME_EXAMPLE:
        yield tuple(compare(old, new, names_a, names_b))
        return
    if old:
        yield (Piece("old", old.text),)
    if new:
        yield (Piece("new", new.text),)


def _links(
    a: Sequence[Reference], b: Sequence[Reference], names_a: Names, names_b: Names
) -> Iterator[tuple[Reference | None, Reference | None]]:
    """The links that name another rule than before, or that came or went."""
    a_at = b_at = 0
    for a_start, b_start, size in same_runs([names_a(each) for each in a], [names_b(each) for each in b]):
        yield from zip_longest(a[a_at:a_start], b[b_at:b_start])
        a_at, b_at = a_start + size, b_start + size
