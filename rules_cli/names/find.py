"""Find cards by name or part of one, through typos and missing accents: among the names that are listed or imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_cli.errors import UsageError
from rules_cli.names.monikers import Moniker, moniker_of
from rules_cli.names.name_rules import NameRules
from rules_cli.names.near_misses import Neighbours, skeleton, unaccented
from rules_cli.names.normalise import Words, stands_in, tidy
from rules_cli.names.reading import Side, check_text

# How good a find is, whichever way it was found: a tier, so that an exact name always comes before a mended typo.
_WHOLE, _BEGINNING, _RUN, _WORDS, _MENDED = 1.0, 0.9, 0.8, 0.7, 0.5
_MOST_MENDED = 50


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card found by its name, with its moniker, and the pitch values and types that a card list gives it."""

    name: str
    moniker: Moniker
    score: float
    pitch: tuple[int, ...] = ()
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindAnswer:
    """The cards that some words find, best first; `known` is the number of names looked through."""

    book: str
    query: str
    results: tuple[FoundCard, ...]
    known: int

    @property
    def match(self) -> bool:
        """Whether there is any."""
        return bool(self.results)


def find(query: str, naming: NameRules, limit: int = 10) -> FindAnswer:
    """The cards whose names hold these words, or nearly. Raises UsageError on what is no name."""
    check_text(query)
    asked = _loose(naming.key(query))
    if not asked:
        raise UsageError("nothing to find: give a card name, or part of one")
    names = naming.all_names
    scores = dict(_scores(asked, names))
    best = sorted(scores, key=lambda key: (-scores[key], len(key), key))[:limit]
    return FindAnswer(
        naming.book, query, tuple(_found(names[key], key, scores[key], naming) for key in best), len(names)
    )


def _loose(key: str) -> Words:
    return tuple(unaccented(key).replace("-", " ").replace("'", "").split())


def _scores(asked: Words, names: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    """Each name found, with its score; a name found in several ways comes last with its best."""
    loose = {key: _loose(key) for key in names}
    for key in Neighbours({key: key for key in names}).close(" ".join(asked), _MOST_MENDED):
        yield key, _MENDED
    holders: dict[str, set[str]] = {}
    for key, words in loose.items():
        for word in words:
            holders.setdefault(word, set()).add(key)
    mend = Neighbours({word: word for word in holders})
    meant = [_meant(word, holders, mend) for word in asked]
    for key in set.intersection(*({key for word in words for key in holders[word]} for words in meant)):
        yield key, _score(asked, loose[key])


def _meant(word: str, holders: Mapping[str, set[str]], mend: Neighbours) -> set[str]:
    """The words of names that a typed word may be: itself, one that it begins, or one that is nearly it."""
    return {held for held in holders if held.startswith(word)}.union(mend.close(word, _MOST_MENDED))


def _score(asked: Words, words: Words) -> float:
    if asked == words or "".join(asked) == skeleton(" ".join(words)):
        return _WHOLE
    if words[: len(asked)] == asked:
        return _BEGINNING
    if stands_in(asked, words):
        return _RUN
    return _WORDS if all(any(word.startswith(part) for word in words) for part in asked) else _MENDED


def _found(name: str, key: str, score: float, naming: NameRules) -> FoundCard:
    card = naming.card(key)
    moniker = moniker_of(Side(tidy(name), naming.words(name), key), naming)
    return FoundCard(name, moniker, score, card.pitch if card else (), card.types if card else ())
