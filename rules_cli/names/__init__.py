"""Questions about card names, as functions of plain values: the shipped facts of a game decide, no library is needed.

>>> match_names("fab", "Dawnblade", "Dawnblade, Resplendent").relation
'same-moniker'
>>> moniker_of_name("fab", "Ser Boltyn, Breaker of Dawn").moniker.moniker
'Boltyn'
"""

from __future__ import annotations

from functools import lru_cache

from rules_cli.errors import UsageError
from rules_cli.names.answers import MatchAnswer, MonikerAnswer, PartAnswer
from rules_cli.names.compare import NOTHING_SAID, Options, match, moniker, part
from rules_cli.names.name_rules import NameRules, naming_from
from rules_cli.store import data_files


@lru_cache(maxsize=16)
def _naming(book: str) -> NameRules:
    known = data_files.load(book, "names.yaml") if book.isidentifier() else None
    if known is None:
        raise UsageError(f"no naming rules of {book!r} ship; there are fab, mtg, ga and fabula")
    return naming_from(book, known)


def match_names(book: str, a: str, b: str, options: Options = NOTHING_SAID) -> MatchAnswer:
    """Whether two names of a game are the same name, and else how they stand to each other."""
    return match(a, b, _naming(book), options)


def moniker_of_name(book: str, name: str, options: Options = NOTHING_SAID) -> MonikerAnswer:
    """Which moniker a name of a game gives, and how sure that is."""
    return moniker(name, _naming(book), options)


def part_of_name(book: str, words: str, name: str, options: Options = NOTHING_SAID) -> PartAnswer:
    """Whether words stand, whole, in order and next to each other, in a name of a game."""
    return part(words, name, _naming(book), options)
