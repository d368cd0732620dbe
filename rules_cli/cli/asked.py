"""Questions about this program or a card that are typed as a search: *how do I cite*, *what does Tide Mage cost*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_cli.captions import Remark, Words
from rules_cli.cli.argv import command_line
from rules_cli.lookup.definitions import rule_of_term
from rules_cli.lookup.find import Lookup
from rules_cli.search import Findings
from rules_cli.search.confidence import NOTHING
from rules_cli.search.stems import STOPWORDS
from rules_cli.store import data_files, paths
from rules_cli.text import words_of_text

_EDITIONS = "rules diff BOOK"  # of one rule, another command tells the same
_LONGEST = 4  # words of a term
_LONGEST_QUESTION = 15  # words that may name a card
ON_CARDS = frozenset("card cards cost costs text ruling rulings mana power carta custo custa texto".split())


def command_asked_for(library: Lookup, query: str, book: str | None, found: Findings) -> tuple[Words, bool]:
    """Return a remark that names the command that a question is about, and whether it may also be about a rule.

    The remark is empty if rules seem to answer and have the words that tell the command, or if two commands are as
    likely. For a change of a term the command is about this term: `rules trace banding -b mtg`.
    """
    words = words_of_text(query)
    told = _told(words, found)
    first, *others = sorted(told, key=lambda command: len(told[command]), reverse=True) or [""]
    if not first or (others and len(told[others[0]]) == len(told[first])):
        return "", False
    others_than_told = [word for word in words if word not in " ".join(told[first]).split()]
    term = _term_in(library, others_than_told, book) if first == _EDITIONS else None
    remark = Remark("asks for command", (command_line("trace", term) if term else first,))
    return remark, term is not None or {*_asked()["of_players"]}.issuperset(told[first])


# Complexity: each reason why a phrase tells no command.
def _told(words: Sequence[str], found: Findings) -> dict[str, list[str]]:
    """Return the phrases of a question that tell a command, by the command. If rules seem to answer, a single word
    tells one only if no rule has it. One that players use too needs another one beside it."""
    question, unknown = f" {' '.join(words)} ", {*found.unwritten, *found.corrected}
    is_doubtful = (found.confidence or NOTHING).is_doubtful
    told = {}
    players, is_beside = _asked()["of_players"], not {*words}.isdisjoint(_asked()["beside"])
    for command, phrases in _asked()["commands"].items():
        said = [phrase for phrase in phrases if f" {phrase} " in question]
        if said == [each for each in said if each in players][:1] and not is_beside:
            continue
        if said and (is_doubtful or any(" " in phrase or phrase in unknown for phrase in said)):
            told[command] = said
    return told


def _asked() -> Mapping[str, Any]:
    nothing: dict[str, Any] = {"commands": {}, "of_players": (), "beside": ()}
    return data_files.load_cached(paths.data() / "help" / "asked.yaml") or nothing


def _term_in(library: Lookup, words: Sequence[str], book: str | None) -> str | None:
    """Return the id of the rule of the longest term in a question, the last of several; None if it has none."""
    for count in range(_LONGEST, 0, -1):
        for start in range(len(words) - count, -1, -1):
            name = " ".join(words[start : start + count])
            if (count > 1 or name not in STOPWORDS) and (row := rule_of_term(library, name, book)):
                return row.id
    return None


def cards_asked_for(query: str, anywhere: bool) -> tuple[list[tuple[str, str]], bool]:
    """Return the book and the name of each imported card whose name is the query; or with the longest name `anywhere`
    in it, and whether its other words ask about this card alone: *what does Tide Mage cost*."""
    from rules_cli.cards.card_list import open_lists  # here, since most libraries have no cards

    lists = list(open_lists())
    words = [word.strip("?!.,;:") for word in query.split()][:_LONGEST_QUESTION]
    for count in range(len(words), 0 if anywhere else len(words) - 1, -1):
        for start in range(len(words) - count + 1):
            others = {*words_of_text(" ".join((*words[:start], *words[start + count :])))} - STOPWORDS - ON_CARDS
            name = " ".join(words[start : start + count])
            if (count > 1 or not others) and (found := [(each, card) for each in lists for card in each.find(name)]):
                return list(dict.fromkeys((each.info.book, card.name) for each, card in found)), not others
    return [], False
