"""The penalty that a line states: `Late: Warning`, `Late -> Warning`, a sentence with a verb.

Words that only speak of a penalty, *a Game Loss is written down*, state none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rules_cli.parse.penalty_words import (
    amount_pattern,
    begins_with_condition,
    clause_pattern,
    pattern_of,
    whole_penalty,
    words_between,
)
from rules_cli.text import fold, sentences_of, words_of_text
from rules_cli.words import any_of, cardinals, folded, ordinal, words

LONGEST_NAME = 12
"""Words of an infraction beside its penalty; more are a sentence, which states one only if nothing follows that."""
_LONGEST_TITLE = 6  # words before a penalty in brackets, with a text behind it: `Late (Warning) A player is …`
_LONGEST_CLAUSE = 200  # characters that are read before a verb
_SUBJECT = 2  # words
_BEFORE_PENALTY = 2  # words behind a verb
_LAST_WORDS = 3  # before a penalty: *who receives a* Warning
_CLAUSE_END = re.compile(r"[.;,:()\[\]\n]")
_VALUE_SIGN = (
    r"(?:\s?[:|]\s{0,3}|\s[-–—=]\s|\s?—\s?|\s?(?:[-=]{1,2}>|→|⇒)\s?|\.\s)"  # between an infraction and its penalty
)
_LEVEL_SIGN = re.compile(r"\s?[–—]\s|\s-\s|:\s")  # between an infraction and a level of it
_STRONG_SIGN = re.compile(
    r"\s?[:|]\s|\s[-–—=]\s|\s?—\s?|\s?(?:[-=]{1,2}>|→|⇒)\s?"
)  # the same, but no end of a sentence
_LIKE = 4  # letters that forms of a word have in common
_NAME_ENDS = " .:…"
_LEVEL_ENDS = " .,:;/|()[]–—-"
_NAME_SIGN = re.compile(r"\s?[:.]\s")  # behind the name of an infraction
_WORD = re.compile(r"\w+")
_FIRST_VALUE = re.compile(r"(?P<name>[^:.;\n]{1,90}): (?P<penalty>[^:.;\n]{1,80})(?P<end>[.;]) ")
_CLAUSE = re.compile(r"[^.;,:()\[\]\n]{2,80}")
_ALONE = re.compile(r"\s?(?:[.;(\[\n]|\Z)")  # behind a penalty


class StatedPenalty(NamedTuple):
    """A penalty, the name of its infraction ("" if a sentence states it), and the words from the penalty on."""

    name: str
    words: str
    penalty: str


class _Patterns(NamedTuple):
    """How a document with some penalties states them: any `penalty`; an infraction and its penalty (`value`), as in
    `Late: Warning`, `Late – Game Loss after 5 minutes`; a penalty in brackets behind a text (`bracket`); a clause whose
    verb gives one (`sentence`), *the player receives a Warning*, *loses the game*; any of them by name or in a clause
    (`any_of`)."""

    penalty: re.Pattern[str]
    value: re.Pattern[str]
    bracket: re.Pattern[str]
    sentence: re.Pattern[str]
    any_of: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(penalties: tuple[str, ...]) -> _Patterns:
    names, joined = any_of(penalties), any_of(words("or_words"))
    sentence = rf"\s(?=(?-i:[A-ZÀ-Þ]))(?:{any_of(words('articles'))})\s"  # `none The opponent decides`
    none = rf"(?:\A|(?<=[:|–—=>-]\s))(?:{any_of(words('no_penalty'))})(?=\s?(?:[.;|(,\n]|\Z)|{sentence})"
    named = rf"(?<!\w)(?:{names})(?:\s{{0,3}}(?:[/,]|\b(?:{joined})\b)\s{{0,3}}(?:{names}))*(?!\w)"
    penalty = f"(?:{named}|{none})"
    condition, verbs, articles = (any_of(words(key)) for key in ("conditions", "penalty_verbs", "articles"))
    clause = clause_pattern().pattern
    labels, joining = any_of(words("upgrades", "downgrades")), any_of(words("and_words"))
    between = words_between(_BEFORE_PENALTY)  # `receives a written Warning`
    subject = rf"(?:(?:[^\W\d_]{{1,20}}\s){{0,{_SUBJECT}}}(?={clause}))?"  # `Late: the player loses the game`
    amounts = any_of(filter(amount_pattern().fullmatch, penalties))  # `1 point each`
    condition = rf"(?:{penalty}|{clause})(?:\s(?:{condition})\b[^.,;:()\[\]]{{1,50}})?"
    under_condition = rf"(?P<penalty>{condition}|(?:{amounts})(?:\s[^\W\d_]+){{1,3}})"
    texts = (
        penalty,
        rf"(?P<name>[^\W_].{{0,400}}?){_VALUE_SIGN}(?P<words>{subject}{under_condition}(?:$|\s?[.,;:(\[\n].*|\s(?:[a-z]\)|(?:{labels}):|{joining})\s.*))",
        rf"[(\[](?P<penalty>{penalty})(?:[;,:.][^()\[\]]{{0,80}})?[)\]]",
        rf"\b(?:{verbs})\s?(?:(?:{articles})\s)?{between}(?P<penalty>{penalty})|(?P<clause>{clause})",
        rf"{penalty}|{clause}",
    )
    return _Patterns(*(re.compile(text, re.IGNORECASE | re.DOTALL) for text in texts))


@lru_cache(maxsize=4096)
def _mention(text: str, penalties: tuple[str, ...]) -> re.Match[str] | None:
    """Return the first place where a text names a penalty or says what one does. Cached, because each reader of a line
    asks for it. The pattern is slow, and only tried on a text with a first word and a last word of a penalty."""
    found = set(_WORD.findall(fold(text)))
    is_possible = all(not found.isdisjoint(edge) for edge in _edge_words(penalties))
    return (_patterns(penalties).any_of.search(text) if is_possible else None) or _sanction(text)


def _sanction(text: str) -> re.Match[str] | None:
    """Return what a text says an act is sanctioned by, whatever its words."""
    found = _sanctioning().search(text)
    return _CLAUSE.match(text, found.end()) if found else None


@cache
def _sanctioning() -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?:{any_of(words('sanctioning'))})\s(?:(?:{any_of(words('articles'))})\s)?", re.IGNORECASE
    )


@lru_cache(maxsize=16)
def _edge_words(penalties: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the folded first words and last words of all that names a penalty or says what one does."""
    phrases = [_WORD.findall(fold(each)) for each in (*penalties, *words("no_penalty", "penalty_clauses"))]
    return frozenset(each[0] for each in phrases if each), frozenset(each[-1] for each in phrases if each)


def penalty_pattern(penalties: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a penalty, or of several: `Warning / Game Loss`, `Warning or Match Loss`."""
    return _patterns(penalties).penalty


# Complexity: one case for each way to state a penalty.
def stated_penalty(text: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the penalty that a text surely states for an infraction; None without one."""
    patterns = _patterns(penalties)
    if not _mention(text, penalties):
        return None
    name, _, below = text.partition("\n")
    penalty = below.partition("\n")[0]
    if patterns.penalty.fullmatch(penalty) and len(name.split()) <= LONGEST_NAME and not _mention(name, penalties):
        return StatedPenalty(name.strip(_NAME_ENDS), below, penalty)  # each on a line of its own
    value = patterns.value.match(text)
    if value and _is_beside(value, patterns.penalty):
        return _beside(value, penalties)
    bracket = patterns.bracket.search(text)
    is_beside_name = bracket and len(text[: bracket.start()].split()) <= _LONGEST_TITLE
    if bracket and (is_beside_name or not text[bracket.end() :].strip(" .")):
        return StatedPenalty("", text, bracket["penalty"])
    found = patterns.sentence.finditer(text)
    sure = (each["penalty"] or each["clause"] for each in found if not _is_open(text[: each.start()], patterns.penalty))
    if not patterns.any_of.search(text) and (sanction := _sanction(text)):
        return StatedPenalty("", text, sanction[0])
    return next((StatedPenalty("", text, penalty) for penalty in sure), None)


def _is_beside(value: re.Match[str], penalty: re.Pattern[str]) -> bool:
    """Return whether words have a penalty of their own beside them. Those of a sentence have it if one penalty alone
    ends their line, or a sentence of it: `A pilot asks somebody who …: Match Loss.`"""
    is_name = len(value["name"].split()) <= LONGEST_NAME
    is_alone = (
        "\n" not in value["name"] and "," not in value["penalty"] and _ALONE.match(value.string, value.end("penalty"))
    )
    return bool(is_name or is_alone) and not penalty.search(value["name"])


def _beside(value: re.Match[str], penalties: tuple[str, ...]) -> StatedPenalty:
    """Return an infraction and its penalty; `Late: once: Warning; twice: Game Loss` is Late, with two levels. Before a
    level is the first penalty, whatever its words: `Late: one minute. Second time: Game Loss`."""
    name, text = value["name"].strip(_NAME_ENDS), value.string
    first = _FIRST_VALUE.match(text, 0, value.end("name"))
    if first and (first["end"] == ";" or counts_infractions(words_of_text(text[first.end() : value.end("name")]))):
        return StatedPenalty(first["name"], text[first.start("penalty") :], first["penalty"])
    above, _, last = name.rpartition("\n")
    if above and begins_with_condition(last.strip(" •")):  # `Be on time.`, then `If you break it: Warning`
        name = above.strip(_NAME_ENDS)
    if (sign := _LEVEL_SIGN.search(name)) and levels_in(text[sign.end() :], penalties):
        return StatedPenalty(name[: sign.start()], text[sign.end() :].strip(), value["penalty"].strip())
    name = "" if is_penalty_label(name) else name
    penalty = whole_penalty(text, value.start("penalty"), value.end("penalty"), penalty_pattern(penalties))
    return StatedPenalty(name, value["words"].strip() if name else text, penalty)


def listed_penalty(line: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the penalty of an item of a list behind its name, which may be anywhere behind that and a sign: `Slow
    play: 1st Warning, 2nd Game Loss`; None without one."""
    sure = stated_penalty(line, penalties)
    return sure if sure and sure.name else _named_behind_sign(line, penalties)


def _named_behind_sign(line: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the infraction of a line if a penalty is somewhere behind its name and a sign; None without one."""
    name, _, beside = parted(line)
    found = _mention(beside, penalties) if name and not _mention(name, penalties) else None
    start = 0 if found and beside[: found.start()].endswith(" / ") else found.start() if found else 0
    return (
        StatedPenalty(name, beside, whole_penalty(beside, start, found.end(), penalty_pattern(penalties)))
        if found
        else None
    )


def parted(line: str) -> tuple[str, str, str]:
    """Return the name that a line begins with, the sign behind that, and the rest; all are empty without a name."""
    found = _STRONG_SIGN.search(line)
    name = line[: found.start()] if found else ""
    is_name = found and 0 < len(name.split()) <= LONGEST_NAME
    return (name, found[0].strip(), line[found.end() :].strip()) if found and is_name else ("", "", "")


def as_others(line: str, sign: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the penalty of a line among others with one sign before their penalty, whatever its words; None if it has
    another form, or begins with a condition or a label."""
    name, own, beside = parted(line)
    clause = _CLAUSE_END.split(beside)[0].strip()
    is_other = own != sign or names_no_act(name) or begins_with_condition(beside) or _mention(name, penalties)
    return None if is_other or not clause else StatedPenalty(name, beside, clause)


def counts_or_begins_condition(name: str, above: str = "") -> bool:
    """Return whether a name before a penalty is no act, but when or how often: `after the start`, `more than 5
    minutes`, `second time`. Beside an amount it has no word but those of the name `above`."""
    small = folded("articles")
    said = words_of_text(name)
    first, then, *_ = [*(word for word in said if word not in small), "", ""]
    is_count = (
        first in _counting_words()
        or any(said[: len(each)] == each for each in _counting_phrases())
        or (ordinal(first) and (not then or then in folded("times")))
    )
    of_above = () if any(map(str.isdecimal, above)) else words_of_text(above)  # beside a bound is another infraction
    is_bound = any(map(str.isdecimal, name)) and not _own_words(said, of_above)
    return bool(is_count) or is_bound or begins_with_condition(name)


def penalty_mentions(text: str, penalties: tuple[str, ...]) -> list[re.Match[str]]:
    """Return the places where a text names a penalty or says what one does."""
    return list(_patterns(penalties).any_of.finditer(text)) if _mention(text, penalties) else []


def counts_infractions(said: Sequence[str]) -> bool:
    """Return whether some words say that something happened again: *again*, *a second time*, *the third*."""
    repeated = folded("repeated")
    return any(word in repeated or ordinal(word) > 1 for word in said)


def begins_anew(said: Sequence[str]) -> bool:
    """Return whether the first word names somebody who was not named yet: *a* player, *anyone*."""
    return bool(said) and said[0] in folded("indefinite")


def names_another(said: Sequence[str], above: str) -> bool:
    """Return whether some words name an act that the text above does not: a word that none of that text begins like,
    or two beside an amount, `more than ten minutes late`."""
    keys = ("people", "penalty_verbs", "not_stating", "referring", "indefinite", "penalty_labels")
    small = {word for each in words(*keys) for word in words_of_text(each)}
    own = [word for word in _own_words(said, words_of_text(above)) if word not in small and word not in cardinals()]
    return len(own) > any(word.isdecimal() or word in cardinals() for word in said)


def _own_words(said: Sequence[str], above: Sequence[str]) -> list[str]:
    """Return the words of a name that say more than a bound: not a letter of a list, a small word, a time or another
    unit, or one that begins as a word of the name above does."""
    begun = tuple(word[:_LIKE] for word in above if len(word) >= _LIKE)
    telling = (word for word in said if word.isalpha() and word[1:] and word not in _of_bounds())
    return [word for word in telling if not word.startswith(begun or ("#",))]


@cache
def _of_bounds() -> frozenset[str]:
    """Return the words around an amount: small ones, and those of a bound."""
    small = words("conditions", "articles", "little", "of", "and_words", "or_words", "times", "over", "below", "up_to")
    return frozenset(word for each in (*small, *words("units")) for word in words_of_text(each))


@cache
def _counting_words() -> frozenset[str]:
    """Return the words that say that something happened first, next or again."""
    return frozenset(fold(each) for each in words("repeated", "first", "next") if " " not in each)


@cache
def _counting_phrases() -> list[list[str]]:
    """Return the words of the same that are several words, *each further*."""
    return [words_of_text(each) for each in words("repeated", "first", "next") if " " in each]


def levels_in(text: str, penalties: tuple[str, ...]) -> list[StatedPenalty]:
    """Return the penalties of a text if some of its lines, or all parts of its first one, have one each: `• insult:
    Warning` and `• threat: DQ`, `once: Warning; twice: Game Loss`."""
    first, *lines = text.split("\n")
    levels = levels_beside(first, penalties)
    if any(counts_or_begins_condition(each.name) and each.words.strip()[-1:] != ":" for each in levels):
        levels = []  # the first one is the penalty, the others change it
    if levels or not lines or opening_penalty(first, penalties):
        return levels
    stated = [stated_penalty(item.strip(" •"), penalties) for item in (first, *lines)]
    named = [each for each in stated if each and each.name]
    return named if len(named) > 1 else []


# Complexity: one expression for each place of a level.
def levels_beside(text: str, penalties: tuple[str, ...]) -> list[StatedPenalty]:
    """Return the penalties of a line, or of its first sentence, if each has its level before it, `Open: Warning. Final:
    Game Loss`, behind it, `Warning at Open, Game Loss at Final`, or in brackets behind all: `(Open / Final)`."""
    for part in dict.fromkeys((text, sentences_of(text)[0])) if text else ():
        found = list(pattern_of(penalties).finditer(part))
        ends, starts = [0, *(each.end() for each in found)], [*(each.start() for each in found), len(part)]
        between = [part[end:start] for end, start in zip(ends, starts, strict=True)]
        gaps = list(map(_level_of_gap, between))
        in_brackets = gaps[-1].split(" / ") if found and not any(gaps[:-1]) else []
        signs = [gap.rstrip()[-1:] for gap in between]
        before = gaps[:-1] if len({"" if sign.isalnum() else sign for sign in signs[:-1]}) == 1 else []
        behind = gaps[1:] if ":" not in signs[1:] else []
        for levels, rest in ((before, gaps[-1]), (behind, gaps[0]), (in_brackets, "")):
            are_short = all(0 < len(level.split()) <= _LONGEST_TITLE for level in levels)
            if not rest and are_short and 1 < len(found) == len({*map(fold, levels)}):
                return [
                    StatedPenalty(*each) for each in zip(levels, between, (each[0] for each in found), strict=False)
                ]
    return []


def _level_of_gap(gap: str) -> str:
    """Return the level in the words between two penalties: `Final` of `, at Final: `; "" if they only join those."""
    said = gap.strip(_LEVEL_ENDS).split()
    while said and fold(said[0]) in folded("and_words", "or_words"):
        del said[0]
    is_one = len(said) == _SUBJECT and begins_with_condition(said[0]) and fold(said[1]) not in _counting_words()
    level = " ".join(said[1:] if is_one else said).strip(_LEVEL_ENDS)
    return level if _telling(level) or counts_or_begins_condition(level) else ""


def names_no_act(name: str, above: str = "") -> bool:
    """Return whether a name before a penalty is a label, or only says when or how often what is named above."""
    return is_label(name) or counts_or_begins_condition(name, above)


def share_of_levels(items: Sequence[StatedPenalty], above: str) -> float:
    """Return the share of some items that have no act before their penalty, but when or how often, or a word below such
    an item: `up to 5 minutes`, `more`; 0 without items."""
    are_levels = [False]
    for each in items:
        is_rest = are_levels[-1] and " " not in each.name
        are_levels.append(is_rest or counts_or_begins_condition(each.name, above))
    return sum(are_levels) / max(len(items), 1)


def _is_open(text: str, penalty: re.Pattern[str]) -> bool:
    """Return whether the clause before a verb leaves it open: *a player who* receives, *if a player* receives, *a
    Warning* means, or no words at all. Behind an article is a noun: *by rolling a die*."""
    clause = _CLAUSE_END.split(text[-_LONGEST_CLAUSE:])[-1]
    if not clause.strip():
        return not text.strip()
    *_, before, last = ["", "", *words_of_text(clause)]
    if penalty.search(clause) or begins_with_condition(clause.strip()):
        return True
    return last in folded("not_stating") and before not in folded("articles")


# Complexity: one condition for each reason why words only speak of a penalty.
def named_penalty(text: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the first penalty that a text beside infractions names, unless its clause denies it, *no Warning*, leaves
    it open, *who gets a Warning*, or says something of the penalty itself, *a Warning is kept*. Its name may be before
    a colon: `Slow play: 1st Warning, 2nd Game Loss`."""
    found = _mention(text, penalties)
    if not found:
        return None
    before = text[: found.start()]
    clause = f" {fold(_CLAUSE_END.split(before[-_LONGEST_CLAUSE:])[-1]).strip()} "
    telling = _telling(clause)
    sign = _NAME_SIGN.search(before)
    name, is_alone = (before[: sign.start()].strip(), not telling or sign[0][0] == ":") if sign else ("", False)
    if is_alone and 0 < len(name.split()) <= LONGEST_NAME and not is_label(name):
        return None if _is_negated(before) else StatedPenalty(name, text[sign.end() if sign else 0 :].strip(), found[0])
    small = folded("articles")  # German `die` is one, and leaves open: *players, who*
    last = [word for word in clause.split() if word not in small][-_LAST_WORDS:]
    is_open = begins_with_condition(clause.strip()) or not folded("not_stating").isdisjoint(last)
    is_of_penalty = not telling or effect_pattern().search(text, found.end())
    return None if is_open or is_of_penalty or _is_negated(before) else StatedPenalty("", text, found[0])


def opening_penalty(text: str, penalties: tuple[str, ...]) -> StatedPenalty | None:
    """Return the penalty that a text begins with, but for words that count: `1st Warning, 2nd Game Loss`."""
    found = _mention(text, penalties)
    is_first = found and not _telling(text[: found.start()]) and not _is_negated(text[: found.start()])
    return StatedPenalty("", text, found[0]) if found and is_first else None


def _telling(text: str) -> set[str]:
    """Return the words of a text that do more than count: no articles, no *first*, *again*, *then*."""
    small = {word for each in words("articles", "repeated", "first", "next") for word in words_of_text(each)}
    return {word for word in words_of_text(text) if word not in small and not ordinal(word)}


def _is_negated(before: str) -> bool:
    """Return whether the words before a penalty deny it: *no* Warning, *does not give a* Warning."""
    small = folded("articles")
    last = [word for word in words_of_text(before) if word not in small][-_BEFORE_PENALTY:]
    return not folded("negations").isdisjoint(last)


def any_penalty(text: str, penalties: tuple[str, ...]) -> bool:
    """Return whether a text names a penalty, or says what one does."""
    return _mention(text, penalties) is not None


def first_penalty(text: str, penalties: tuple[str, ...]) -> str:
    """Return the first penalty that a text names, or what it says of one; "" without one."""
    return found[0] if (found := _mention(text, penalties)) else ""


def led_penalty(line: str, penalties: tuple[str, ...]) -> str:
    """Return the penalty that a line gives to the list below it, `A Warning is given for:`, or a title with a verb,
    `Punished with a Warning`; "" for another line, and for a penalty alone."""
    found = list(_patterns(penalties).any_of.finditer(line)) if _mention(line, penalties) else []
    if len(found) != 1 or fold(found[0][0]) == fold(line.rstrip(_NAME_ENDS)):
        return ""
    before = line[: found[0].start()]
    is_lead = line.endswith(":") or _verb_at_end().search(before) or _verb_at_start().match(line, found[0].end())
    return found[0][0] if is_lead and not _is_negated(before) else ""


@cache
def _verb_at_end() -> re.Pattern[str]:
    """Return the pattern of a verb, `punished with`, at the end of the words before a penalty."""
    verbs = {
        *words("penalty_verbs"),
        *(each.split(" ", 1)[1] for each in words("penalty_verbs") if each.count(" ") > 1),
    }
    return re.compile(rf"(?<!\w)(?:{any_of(verbs)})\s(?:(?:{any_of(words('articles'))})\s)?\Z", re.IGNORECASE)


@cache
def _verb_at_start() -> re.Pattern[str]:
    """Return the pattern of a verb or a preposition behind a penalty, *is given* for, *for*."""
    return re.compile(rf"\s(?:{any_of(words('penalty_verbs', 'conditions'))})(?!\w)", re.IGNORECASE)


def is_label(name: str) -> bool:
    """Return whether a name before a colon only says what follows: `Note`, `Penalty`, `Upgrade`."""
    return is_penalty_label(name) or fold(name) in other_labels()


@cache
def other_labels() -> frozenset[str]:
    """Return the folded labels of what is beside a penalty: what changes it, a remedy, a note."""
    return folded("upgrades", "downgrades", "remedies", "notes", "examples")


def is_penalty_label(title: str) -> bool:
    """Return whether a title speaks of penalties: `Penalty`, `List of penalties`."""
    return not set(fold(title).split()).isdisjoint(folded("penalty_labels"))


@cache
def effect_pattern() -> re.Pattern[str]:
    """Return the pattern of the words that say what a penalty means: *the player loses the game*, *written down*."""
    return re.compile(
        rf"(?<!\w)(?:{any_of((*words('penalty_labels'), *words('penalty_effects')))})(?!\w)", re.IGNORECASE
    )
