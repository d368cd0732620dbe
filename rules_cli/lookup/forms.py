"""The forms of a word in English and Portuguese: its singulars, its plurals, and the word that it is inflected from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from rules_cli.text import fold

_ENDINGS = ("ness", "ings", "ing", "ers", "er", "ed", "es", "d")
_SHORTEST_STEM = 3  # letters: `fe` of `feed` is not a word
_MOST_PARTS = 4  # words of a name: longer ones are sentences
_PLURALS = (("ies", "y"), ("oes", "ao"), ("ns", "m"), ("ais", "al"), ("es", ""), ("s", ""))
"""Endings of plurals and what they replace, in English and Portuguese without accents."""


def other_numbers(word: str) -> Iterator[str]:
    """Yield words that may be the singular of a folded word, then words that may be its plural."""
    pairs = (*_PLURALS, *((single, plural) for plural, single in _PLURALS))
    for ending, other in pairs:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word.removesuffix(ending) + other
    if " " in word:  # Portuguese inflects each word of a name
        yield from map(" ".join, product(*(_singulars(part) for part in word.split()[:_MOST_PARTS])))


def _singulars(word: str) -> list[str]:
    """Return words that may be the singular of a word; the word itself if its ending is not of a plural."""
    return [word.removesuffix(ending) + other for ending, other in _PLURALS if word.endswith(ending)] or [word]


def uninflected(word: str) -> Iterator[str]:
    """Yield words that a folded English word may be a form of: `play` for `played`, `copy` for `copied`."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            yield from (stem, f"{stem}e")
            if stem[-1] == stem[-2]:
                yield stem[:-1]
            if stem.endswith("i"):
                yield f"{stem[:-1]}y"


def forms(names: Iterable[str]) -> set[str]:
    """Return the folded names of a term, each with its plural as books form it: `ability`, `abilities`."""
    folded = [fold(name) for name in names]
    return {*folded, *(f"{name}s" for name in folded), *(f"{name[:-1]}ies" for name in folded if name.endswith("y"))}
