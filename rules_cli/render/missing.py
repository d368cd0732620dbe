"""Errors about a number that no rule has, in the language of the page, with advice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from rules_cli.errors import RuleNotFound, RulesError, WordsNotFound
from rules_cli.render.language import said, say
from rules_cli.store.edition import UNDATED
from rules_cli.text import shorten


def fault(error: RulesError, on_screen: bool = False) -> str:
    """Return an error in one line, with advice. `on_screen`: in the look-up, where the rules to look at instead are
    listed below, it names no command."""
    if isinstance(error, WordsNotFound):
        return said(error.message)
    if not isinstance(error, RuleNotFound):
        return str(error)
    slug, _, number = error.asked.rpartition(":")
    if not any(map(str.isdigit, error.asked)):
        line = say("no rule or term", shorten(number))
    elif on_screen and slug:
        line = say("no rule in", number, slug)
    else:
        is_named = error.edition and error.edition != UNDATED
        line = say("no rule in edition", error.asked, error.edition) if is_named else say("no such rule", error.asked)
    advice = list(_advice(error, on_screen)) or ([] if on_screen else [say("try a search")])
    return " ".join("; ".join([line, *advice]).split())


def _advice(error: RuleNotFound, on_screen: bool) -> Iterator[str]:
    """Yield why a rule was not found, the books that have it, and the closest rules."""
    near = error.near
    yield from map(said, near.reasons)
    for other in near.elsewhere:
        has_it = say("book has it", other.partition(":")[0])
        yield has_it if on_screen else f"{has_it}: rules {other}"
    if near.closest and on_screen:
        yield say("closest below")
    elif near.closest:
        asked_book = error.asked.partition(":")[0] + ":"  # is not repeated
        pairs = zip_longest(near.closest, near.first_words, fillvalue="")
        yield say("near it", "; ".join(f"{rule.removeprefix(asked_book)} {words}".strip() for rule, words in pairs))
