"""Questions about costs in which imported cards are named: `rules cost mtg "Snapcaster Mage" +thalia`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_cli.costs import read
from rules_cli.costs.arguments import CostQuestion, games, shared_option
from rules_cli.errors import UsageError

if TYPE_CHECKING:
    from rules_cli.card_costs import NamedCosts
    from rules_cli.cards.card import Card


def read_with_cards(words: Sequence[str], default: str | None) -> CostQuestion:
    """Read a question; `default` is the book if no word names a game.

    Names of several words that were typed as one are cards first. Other words are cards only if the question is refused
    without that. Raises UsageError as `read` does, or if a card can't be read.
    """
    named = _by_cards(words, default, only_quoted=True) if any(" " in word for word in words) else None
    words, said, base = (named.words, named.said, named.base) if named else (words, (), None)
    try:
        question = read(list(words), default)
    except UsageError as refusal:
        named = _by_cards(words, default, base=base)
        if named is None:
            raise _with_hint(refusal, words, default) from None
        said = (*said, *named.said)
        question = read(list(named.words), default)
    return replace(question, read_as=(*said, *question.read_as)) if said else question


def _by_cards(
    words: Sequence[str], default: str | None, only_quoted: bool = False, base: Card | None = None
) -> NamedCosts | None:
    """Return the words with the costs of the imported cards that they name; None if they name none."""
    from rules_cli.card_costs import with_costs
    from rules_cli.cards.card_list import open_cards

    game, is_typed = _game_of(words, default)
    cards = open_cards(game) if game else None
    if cards is None:
        return None
    rest = list(words)
    if is_typed:
        rest.remove(game)
    named = with_costs(rest, cards, only_quoted, base)
    return named and named._replace(words=(*([game] if is_typed else ()), *named.words))


def _game_of(words: Sequence[str], default: str | None) -> tuple[str, bool]:
    """Return the game that is meant, "" if none is, and whether it is a word of its own."""
    before = ["", *words]
    asked = [word for at, word in enumerate(words) if word in games() and before[at] not in ("-b", "--book")]
    book = shared_option(words, "book") or default or ""
    return (asked[0], True) if asked else (book.partition("@")[0], False)


def _with_hint(refusal: UsageError, words: Sequence[str], default: str | None) -> UsageError:
    """Return a refusal, with the way to import cards if the words may name some and no cards are there."""
    from rules_cli.card_costs import may_name_cards
    from rules_cli.cards.card_list import open_cards

    game, _ = _game_of(words, default)
    if not game or not may_name_cards(words) or open_cards(game):
        return refusal
    refusal.args = (f"{refusal}; to name cards: rules card import FILE -b {game}",)
    return refusal
