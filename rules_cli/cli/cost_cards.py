"""Questions about costs in which imported cards are named: `rules cost mtg "Snapcaster Mage" +thalia`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_cli.captions import Remark
from rules_cli.costs import only_game, read
from rules_cli.costs.arguments import CostQuestion, Refused, cost_file, games
from rules_cli.costs.grammar import game_of
from rules_cli.store import paths

if TYPE_CHECKING:
    from rules_cli.card_costs import NamedCosts
    from rules_cli.cards.card import Card
    from rules_cli.cards.card_list import CardList


_TRIES = ((False, False, False), (False, True, False), (True, False, False), (True, True, False), (True, True, True))
"""How a question is read, one after the other: with slips corrected, with cards' names, with parts of these."""

_EFFECT = re.compile(r"\w (?:costs?|custam?) \S+ (?:a )?(?:more|less|mais|menos)\b")
_UNREAD = ("name of base", "words passed over")  # remarks on words that are not known, and may be a card's name
_UNKNOWN = ("no such word", "no such card", "did you mean")  # the refusals of a word that may name a card


class _CardWords:
    """The words of a question with the costs of cards in the place of their names, which are sought once. `named` are
    the names of several words that were typed as one."""

    def __init__(self, words: Sequence[str], default: str | None, named: NamedCosts | None) -> None:
        self.words, self.default, self.named = words, default, named
        self.found: dict[bool, tuple[str, NamedCosts | None] | Refused] = {}
        # before the module of cards, which takes time to load
        self.is_there = paths.has_cards()

    def named_costs(self, of_parts: bool = False) -> tuple[str, NamedCosts | None]:
        """Return the game, and the words with the costs of cards; None if they name none. Raises Refused."""
        if self.is_there and of_parts not in self.found:
            from rules_cli.card_costs import NamedCosts

            try:
                before = self.named or NamedCosts(tuple(self.words))
                self.found[of_parts] = _by_cards(self.words, self.default, before, of_parts)
            except Refused as refusal:
                self.found[of_parts] = refusal
        found = self.found.get(of_parts, ("", None))
        if isinstance(found, Refused):
            raise found
        return found

    def read(self, mending: bool = True, of_parts: bool = False) -> CostQuestion | None:
        """Return a question about the cards; None if the words name none. Raises Refused."""
        game, found = self.named_costs(of_parts)
        try:
            if found is None:
                return None
            question = _typed_effects(read(list(found.words), game or self.default, mending), self.words, found.base)
            return found.applied(question)
        except Refused as refusal:
            raise self._about_text(refusal, found) from None

    def _about_text(self, refusal: Refused, found: NamedCosts | None) -> Refused:
        """Return the refusal to show. If it is about words of a card, which the user did not type, it names the card
        and its text instead."""
        typed, said = str(refusal.typed).lower(), " ".join(self.words).lower()
        if isinstance(refusal.words, Remark) and refusal.words.caption == "several effects":
            return refusal
        for word, name, text in (each.words for each in found.said if each.caption == "cost by card") if found else ():
            if typed == str(word).lower() or (typed in str(text).lower() and typed not in said):
                return Refused("text no cost", name, text)
        return refusal

    def read_first(self, by_one_word: bool) -> CostQuestion | None:
        """Return a question in which a card has a name of several words, or of one; None if it can't be read so. Raises
        Refused if a card has a name of several words, and another one or its text leaves the cost open."""
        try:
            found = self.named_costs()[1]
        except Refused as refusal:
            if refusal.is_sure:
                raise
            return None
        with suppress(Refused):
            is_named = found and (found.is_sure or (by_one_word and (found.base or found.effects)))
            return self.read() if is_named else None
        return None


# Complexity: with cards or without, corrected or not.
def read_with_cards(words: Sequence[str], default: str | None) -> CostQuestion:
    """Read a question; `default` is the book if no word names a game.

    Names of several words are cards first. Other words are cards only if the question is refused without that, and
    slips of known words only after that. Raises Refused as `read` does, or if a card can't be read.
    """
    _check_game(words)
    quoted = any(" " in word for word in words)
    game, named = _by_cards(words, default) if quoted else ("", None)
    default = game or default
    typed = named.words if named else words
    if not game_of(typed, default)[0] and (only := only_game(typed)):
        question = read(list(typed), only)
        return replace(question, read_as=(Remark("game read", (only,)), *question.read_as))
    cards = _CardWords(typed, default, named)
    if of_cards := cards.read_first(by_one_word=False):
        return of_cards
    refusal: Refused | None = None
    for mending, of_names, of_parts in _TRIES:
        try:
            if of_names:
                found = cards.read(mending, of_parts)
            else:
                found = read(_without_facts(typed, default), default, mending)
                found = named.applied(found) if named else found
        except Refused as error:
            refusal = error if of_names or refusal is None else refusal
            continue
        if found:
            return found if of_names else _with_names(_typed_effects(found, typed), cards)
    raise _with_hint(refusal, words, default) if refusal else AssertionError  # the first try ends in one or returns


def _without_facts(words: Sequence[str], default: str | None) -> list[str]:
    """Return the words without what they say of the game if they have a change with its own condition, which that
    decides; all words else."""
    game, text = game_of(words, default)[0], " ".join(words)
    if game not in games() or not _EFFECT.search(text):
        return [*words]
    from rules_cli.costs.facts import FactReader

    # in parts, as the turn of a condition may be another than that of the question
    readers = [FactReader(part.split(), cost_file(game)) for part in re.split(r"(?<=[,;.]) ", text)]
    return [word for reader in readers if reader.read() for word in reader.rest()]


def _typed_effects(question: CostQuestion, words: Sequence[str], card: Card | None = None) -> CostQuestion:
    """Return a question without changes that are typed as those of other cards, `blue spells cost 1 more`."""
    if not _EFFECT.search(" ".join(words)):
        return question
    from rules_cli.card_costs.typed import with_typed_effects

    return with_typed_effects(question, game_of(words, None)[2], card)


def _by_cards(
    words: Sequence[str], default: str | None, before: NamedCosts | None = None, of_parts: bool = False
) -> tuple[str, NamedCosts | None]:
    """Return the game, and the words with the costs of the imported cards that they name; None if they name none."""
    from rules_cli.card_costs import with_costs
    from rules_cli.cards.card_list import open_cards, open_lists

    game, _, rest = game_of(words, default)
    game = game if game in games() else ""
    is_typed = len(rest) < len(words)  # the game is among the words
    opened = open_cards(game) if game else None
    lists: list[CardList] = [opened] if opened else []
    if not game:
        lists = list(open_lists())
    found: list[tuple[str, NamedCosts]] = []
    for cards in lists:
        slug = cards.info.book
        if slug not in games():
            continue
        named = with_costs(rest, cards, cost_file(slug), before, of_parts)
        if named and (game or named.base):  # without a game, a card's cost must tell it
            found.append((slug, named._replace(words=(slug, *named.words)) if is_typed else named))
    return found[0] if len(found) == 1 else (game, None)


def _with_names(question: CostQuestion, cards: _CardWords) -> CostQuestion:
    """Return a question that was read without cards, or the one about a card if its unknown words are the name of it.
    Raises Refused if they are nearly one."""
    unread = [each for each in question.read_as if isinstance(each, Remark) and each.caption in _UNREAD]
    has_name = not cards.named and any(each.caption == "name of base" for each in unread)
    if has_name and (of_card := cards.read_first(by_one_word=True)):
        return of_card
    for each in unread:
        _check_card(question.game, str(each.words[0]), game_of(cards.words, None)[2])
    return question


def _check_card(game: str, name: str, question: Sequence[str]) -> None:
    """Raise Refused if an unknown word, or the first words of a name, are nearly the name of an imported card; it shows
    the whole question with that name."""
    from rules_cli.cards.card_list import open_cards

    cards, words = open_cards(game), name.split()
    if cards is None or cards.find(name):
        return
    from rules_cli.costs.tokens import nearest
    from rules_cli.names.find import find
    from rules_cli.names.name_rules import naming_from, shipped_naming

    naming = naming_from(game, shipped_naming(game), cards)
    for end in range(len(words), 0, -1):
        typed = " ".join(words[:end])
        names = {each.name.lower(): each.name for each in find(typed, naming, 9).results if cards.find(each.name)}
        near = nearest(typed.lower(), names)
        if near and not f"{near} ".startswith(f"{typed.lower()} "):  # whole words of a name are no slip
            sentence, bare = " ".join(question), typed.lstrip("+-")
            at = sentence.lower().find(bare.lower())
            whole = f"{sentence[:at]}{names[near]}{sentence[at + len(bare) :]}" if at >= 0 else names[near]
            raise Refused("did you mean card", typed, names[near], game, whole)


def _check_game(words: Sequence[str]) -> None:
    """Raise Refused if the first word is nearly a game, `mgt 2WU`: it must not be taken for a name in another game."""
    from rules_cli.costs.tokens import nearest

    first = next(iter(" ".join(words).split()), "").lower()
    if first not in games() and first.isalpha() and (near := nearest(first, games(), slips=1)):
        raise Refused("no such game", first, near)


# Complexity: a word may name a card that is there, one that is not, or none.
def _with_hint(refusal: Refused, words: Sequence[str], default: str | None) -> Refused:
    """Return a refusal, with the way to import cards if an unknown word may name one and no cards are there."""
    from rules_cli.card_costs import may_name_cards
    from rules_cli.cards.card_list import list_files, open_cards

    game, _, rest = game_of(words, default)
    name = " ".join(word for word in rest if word[:1] not in ("+", "-"))
    if not game and may_name_cards(rest) and not list_files() and not set("0123456789{") & set(name):
        return refusal.within("name of card", name)
    is_of_word = isinstance(refusal.words, Remark) and refusal.words.caption in _UNKNOWN
    if game not in games() or not is_of_word or not may_name_cards(rest):
        return refusal
    cards = open_cards(game)
    if cards is None:
        return refusal.within("to name cards", game)
    _check_card(game, str(refusal.typed), rest)
    named = cards.find(str(refusal.typed))
    return refusal.within("text not read", named[0].name) if named else refusal
