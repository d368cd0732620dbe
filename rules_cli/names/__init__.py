"""Questions about card names as functions of plain values: the shipped naming rules decide, no library is needed.

>>> match_names("fab", "Dawnblade", "Dawnblade, Resplendent").relation
'same-moniker'
>>> moniker_of_name("fab", "Ser Boltyn, Breaker of Dawn").moniker.moniker
'Boltyn'
"""

from __future__ import annotations

from functools import lru_cache

from rules_cli.errors import UsageError
from rules_cli.names.compare import NO_OPTIONS, MatchAnswer, MonikerAnswer, Options, PartAnswer, match, moniker, part
from rules_cli.names.name_rules import NameRules, naming_from, shipped_naming
from rules_cli.store import paths

_FILE = "names.yaml"


@lru_cache(maxsize=16)
def _naming(book: str) -> NameRules:
    """Return the naming rules that ship for a book; raises UsageError if none do."""
    value = shipped_naming(book) if book.isidentifier() else None
    if value is None:
        shipped = ", ".join(sorted(path.parent.name for path in paths.shipped().glob(f"*/{_FILE}")))
        raise UsageError(f"no naming rules ship for {book!r}; the books that have them are {shipped}")
    return naming_from(book, value)


def match_names(book: str, a: str, b: str, options: Options = NO_OPTIONS) -> MatchAnswer:
    """Whether two names of a game are the same name, and how else they are related."""
    return match(a, b, _naming(book), options)


def moniker_of_name(book: str, name: str, options: Options = NO_OPTIONS) -> MonikerAnswer:
    """Which moniker a name of a game gives, and how sure that is."""
    return moniker(name, _naming(book), options)


def part_of_name(book: str, words: str, name: str, options: Options = NO_OPTIONS) -> PartAnswer:
    """Whether a name of a game contains the words: each of them whole, in order and next to each other."""
    return part(words, name, _naming(book), options)
