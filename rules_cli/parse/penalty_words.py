"""Words that name a penalty: its name, *Game Loss*, or a clause that says what happens, *loses the game*."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache

from rules_cli.text import fold, words_of_text
from rules_cli.words import any_of, folded, languages, ordinal, words

_BEFORE_AMOUNT = 3  # words behind a verb: *costs the other player one point*
_BETWEEN = 4  # words at `*` of a clause: *verliert der Spieler das laufende Spiel*

_OTHERS = re.compile(r"(?:\s/\s[^/.,;:()\[\]\n|]{2,40})+")  # other penalties behind one


def harshness(penalty: str) -> int | None:
    """Return the place of a usual penalty among those of its language, the mildest first; None for another one."""
    folded = fold(penalty)
    is_clause = (at for at, clause in _clauses() if clause.fullmatch(folded))
    return _places().get(folded, next(is_clause, None))


@cache
def words_between(most: int, code: str = "") -> str:
    """Return a pattern of a few words, none of them a preposition or a negation of a language, or of any one."""
    articles = folded("articles")
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


def whole_penalty(text: str, start: int, end: int, names: re.Pattern[str]) -> str:
    """Return the penalty at a place of a text with what belongs to it: `Ban (2 weeks)`, `Warning and a Game Loss`, `2
    points and replace the card`, `Warning / 2 points / replay`, but not when or how often it holds."""
    if others := _OTHERS.match(text, end):
        return text[start : others.end()].strip()
    found = _more_of_penalty().match(text, end)
    more = found[0] if found else ""
    is_other = names.search(more) and not _begins_and().match(more)
    counts = any(ordinal(word) > 1 or word in folded("repeated") for word in words_of_text(more))
    is_amount = amount_pattern().fullmatch(text, start, end) is not None
    is_more = more.startswith(" (") or is_amount or _begins_and().match(more)
    return text[start : end + len(more) * bool(is_more and not (is_other or counts))].strip()


@cache
def _more_of_penalty() -> re.Pattern[str]:
    """Return the pattern of the words behind a penalty up to a sign or a condition, or of a remark in brackets."""
    stop = any_of(words("conditions", "next"))
    return re.compile(
        rf"\s\((?!(?:{stop})\s)[^():]{{1,30}}\)|(?:(?!\s(?:{stop})\s|\s[-–—]\s)[^.,;:()\[\]\n|]){{0,80}}", re.IGNORECASE
    )


@cache
def _begins_and() -> re.Pattern[str]:
    return re.compile(rf"\s(?:{any_of(words('and_words'))})\s", re.IGNORECASE)


@cache
def amount_pattern() -> re.Pattern[str]:
    """Return the pattern of an amount that is a penalty: `2 points`, `€5`, `two euros`, `loses 2 points`."""
    numerals = (name for each in words("numerals") for name in each.split()[:1])
    number = rf"(?<![\w.,])(?:[-+−]?\d{{1,6}}(?:[.,]\d{{1,2}})?|(?:{any_of(numerals)}))"
    signs = r"[€£¥]|[A-Z]{0,2}\$"
    losing = rf"(?:(?<!\w)(?:{any_of(words('losing'))})\s{words_between(_BEFORE_AMOUNT)})?"
    return re.compile(
        rf"{losing}(?:(?<!\w)(?:{signs})\s?\d{{1,6}}(?:[.,]\d{{1,2}})?|{number}(?:\s?(?:{signs})|\s(?:{any_of(words('penalty_units'))})(?!\w)))",
        re.IGNORECASE,
    )


@cache
def _places() -> dict[str, int]:
    """Return the place of each name of a penalty, from the mildest on; of one in several languages, in the first."""
    lists = [language.penalties for language in reversed(list(languages().values()))]
    none = {fold(name): 0 for name in words("no_penalty")}
    return none | {fold(name): at for each in lists for at, key in enumerate(each) for name in (key, *each[key])}


@cache
def _clauses() -> list[tuple[int, re.Pattern[str]]]:
    """Return a pattern of the clauses for each place, in which `*` is a few words, none of them a preposition of their
    language, and any word or two at the end: *banned for a month*."""
    placed: dict[int, list[str]] = defaultdict(list)
    for code, language in languages().items():
        places = {name: at for at, name in enumerate(language.penalties)}
        for name, listed in language.penalty_clauses.items():
            between = rf"\s{words_between(_BETWEEN, code)}"
            clauses = any_of(listed).replace(r"\ \*\ ", between).replace(r"\ \*", r"(?:\s\w{1,20}){1,2}")
            placed[places[name]].append(clauses)
    return [(at, re.compile("|".join(texts), re.IGNORECASE)) for at, texts in sorted(placed.items())]
