"""Words that name a penalty: its name, *Game Loss*, or a clause that says what happens, *loses the game*."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache

from rules_cli.text import fold
from rules_cli.words import any_of, languages, words

_BETWEEN = 4  # words at `*` of a clause: *verliert der Spieler das laufende Spiel*


def harshness(penalty: str) -> int | None:
    """Return the place of a usual penalty among those of its language, the mildest first; None for another one."""
    folded = fold(penalty)
    is_clause = (at for at, clause in _clauses() if clause.fullmatch(folded))
    return _places().get(folded, next(is_clause, None))


@cache
def words_between(most: int, code: str = "") -> str:
    """Return a pattern of a few words, none of them a preposition or a negation of a language, or of any one."""
    articles = {*map(fold, words("articles"))}
    chosen = [languages()[code]] if code else languages().values()
    listed = (word for each in chosen for word in (*each.conditions, *each.little, *each.not_stating))
    small = any_of(dict.fromkeys(word for word in listed if fold(word) not in articles))
    forbidden = rf"(?!(?:{small})\b)" if small else ""
    return rf"(?:{forbidden}[^\W\d_]{{1,20}}(?:['’]|\s)){{0,{most}}}"


@cache
def clauses() -> str:
    """Return a pattern of any clause that says what happens."""
    return "|".join(clause.pattern for _, clause in _clauses())


@cache
def clause_pattern() -> re.Pattern[str]:
    """Return the pattern of a clause that says what happens."""
    return re.compile(rf"(?<!\w)(?:{clauses()})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=16)
def pattern_of(penalties: frozenset[str] | tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of some penalties, by name or in a clause."""
    return re.compile(rf"(?<!\w)(?:{any_of(penalties)}|{clauses()})(?!\w)", re.IGNORECASE)


def begins_with_condition(text: str) -> bool:
    """Return whether a text begins with a word that says when something holds, *if*, *after*."""
    return any(f"{fold(text)} ".startswith(f"{fold(word)} ") for word in words("conditions"))


@cache
def _places() -> dict[str, int]:
    """Return the place of each name of a penalty, from the mildest on; of one in several languages, in the first."""
    lists = [language.penalties for language in reversed(list(languages().values()))]
    none = {fold(name): 0 for name in words("no_penalty")}
    return none | {fold(name): at for each in lists for at, key in enumerate(each) for name in (key, *each[key])}


@cache
def _clauses() -> list[tuple[int, re.Pattern[str]]]:
    """Return a pattern of the clauses for each place, in which `*` is a few words, none of them a preposition of their
    language."""
    placed: dict[int, list[str]] = defaultdict(list)
    for code, language in languages().items():
        places = {name: at for at, name in enumerate(language.penalties)}
        for name, listed in language.penalty_clauses.items():
            between = rf"\s{words_between(_BETWEEN, code)}"
            placed[places[name]].append(any_of(listed).replace(r"\ \*\ ", between))
    return [(at, re.compile("|".join(texts), re.IGNORECASE)) for at, texts in sorted(placed.items())]
