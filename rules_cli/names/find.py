"""Find cards by name or part of one, despite typos and missing accents, among the shipped and imported names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from rules_cli.cards.card import Card
from rules_cli.cards.card_list import CardList
from rules_cli.cards.spelling import SimilarKeys, Words, check_text, is_run, joined_words, loose_words, skeleton, tidy
from rules_cli.errors import UsageError
from rules_cli.names.monikers import Moniker, moniker_of
from rules_cli.names.name_rules import NameRules
from rules_cli.names.read import Side
from rules_cli.store import data_files

# Scores by the way a name was found, so that an exact name always comes before a corrected typo.
IS_WHOLE, _BEGINNING, _RUN, HAS_WORDS, _TYPO = 1.0, 0.9, 0.8, 0.7, 0.5


class FoundCard(NamedTuple):
    """A card found by its name, with its moniker, and the pitch values and types from a card list."""

    name: str
    score: float
    moniker: Moniker
    pitch: tuple[int, ...] = ()
    types: tuple[str, ...] = ()


class FindAnswer(NamedTuple):
    """The cards found, best first; `known` is the number of names searched."""

    book: str
    query: str
    known: int
    results: tuple[FoundCard, ...]

    @property
    def match(self) -> bool:
        """Whether any card was found."""
        return bool(self.results)


def find(query: str, naming: NameRules, limit: int = 10) -> FindAnswer:
    """The cards whose names contain these words, or nearly. Raises UsageError if the query cannot be a name."""
    check_text(query)
    asked = loose_words(naming.key(query))
    if not asked:
        raise UsageError("nothing to find: give a card name, or part of one")
    scores = _scores(asked, naming.all_names, naming.similar_keys)
    if naming.imported and max(scores.values(), default=0.0) < HAS_WORDS:  # no name has the words: a translation may
        english = naming.imported.printed_names()
        for printed_key, score in _scores(asked, english, SimilarKeys(english)).items():
            key = naming.key(english[printed_key])
            scores[key] = max(score, scores.get(key, 0.0))
    results = []
    for key in sorted(scores, key=lambda key: (-scores[key], len(key), key))[:limit]:
        name, card = naming.all_names[key], naming.card(key)
        moniker = moniker_of(Side(tidy(name), naming.tokens(name), key), naming)
        results.append(FoundCard(name, scores[key], moniker, card.pitch if card else (), card.kinds if card else ()))
    return FindAnswer(naming.book, query, len(naming.all_names), tuple(results))


def _scores(asked: Words, names: Iterable[str], similar: SimilarKeys) -> dict[str, float]:
    """The keys of the names that contain the asked words, or nearly, each with its score."""
    words_of = {key: loose_words(key) for key in names}
    scores = dict.fromkeys(similar.close(" ".join(asked)), _TYPO)
    return scores | {key: _score(asked, words_of[key]) for key in _containing(asked, words_of)}


def _containing(asked: Words, words_of: Mapping[str, Words]) -> set[str]:
    """The keys of the names that have each asked word, the beginning of a longer word, or a misspelling of it."""
    names_with: dict[str, set[str]] = {}
    for key, words in words_of.items():
        for word in words:
            names_with.setdefault(word, set()).add(key)
        for compound in joined_words(key).split() if "-" in key else ():  # "limdul" means Lim-Dûl
            names_with.setdefault(compound.replace("-", ""), set()).add(key)
    similar = SimilarKeys(names_with)
    keys = set(words_of)
    for word in asked:
        longer = (other for other in names_with if other.startswith(word))
        keys &= set().union(*(names_with[other] for other in (*longer, *similar.close(word))))
    return keys


def _score(asked: Words, words: Words) -> float:
    """The score of a name by its words: from all of it down to a misspelling."""
    if asked == words or "".join(asked) == skeleton(" ".join(words)):
        return IS_WHOLE
    if words[: len(asked)] == asked:
        return _BEGINNING
    if is_run(asked, words):
        return _RUN
    return HAS_WORDS if all(any(word.startswith(part) for word in words) for part in asked) else _TYPO


@cache
def _pitches(book: str) -> Mapping[str, int]:
    """Return the pitch of each word for one, `red` and `(1)`; none in games without pitch."""
    colors: Mapping[str, int] = (data_files.load(book, "names.yaml") or {}).get("pitch", {})
    return {**colors, **{f"({pitch})": pitch for pitch in colors.values()}}


# Complexity: a pitch is after or before a name, and a card may be printed with it, with others, or with none.
def with_pitch(typed: str, cards: CardList) -> list[Card]:
    """The cards of a name with a pitch beside it, `Snatch red`, `blue Snatch`, `Snatch (1)`, each with the faces of
    that pitch; none without a pitch."""
    pitches = _pitches(cards.info.book)
    words = typed.split()
    for at, others in ((-1, words[:-1]), (0, words[1:])) if pitches and words else ():
        pitch = pitches.get(words[at].casefold()) or pitches.get(words[at].strip("()").casefold())
        if not (pitch and (named := cards.find(" ".join(others)))):
            continue
        found = []
        for card in named:
            pitched = [face for face in card.variants or card.faces[:1] if "pitch" in face.stats]
            faces = [face for face in pitched if face.stats["pitch"] == str(pitch)]
            if faces:
                found.append(card._replace(faces=(faces[0],), variants=()))
            elif not pitched:  # the list does not tell
                found.append(card)
        return found
    return []
