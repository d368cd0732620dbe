"""`rules cost [GAME] BASE [MOD…] [OPTION…]`. Its words (`+1:frostbite -2`) have a grammar of their own, in costs/."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from rules_cli.cli import options
from rules_cli.cli.options import caption, language_of_game, open_library
from rules_cli.costs import TotalsOfHalves, answer, read
from rules_cli.costs.arguments import CostQuestion, option_tables, shared_option
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import DecidingRules
from rules_cli.render import costs, out
from rules_cli.store import settings
from rules_cli.store.editions import InstalledBooks

CONTEXT_SETTINGS = {"cost": {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}}


def cost(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="GAME BASE [MOD...] [OPTION...]", autocompletion=options.games)
    ] = None,
) -> int:
    """Work out what must be paid after every modifier, step by step, each step with its rule."""
    asked = words or []
    if shared_option(asked, "help") is not None:
        out.show(costs.help_page(option_tables(asked)))
        return 0
    library = open_library(shared_option(asked, "lang"))
    installed = library.installed
    words, chosen = _with_slugs(installed, asked), _slug(installed, settings.default_book())
    question = read(words, chosen)
    caption(library, language_of_game(library, question.game))
    deciding = DecidingRules(question.game, library, _edition(library, question))
    try:
        found = answer(question, deciding)
    except TotalsOfHalves as halves:
        if question.has("json"):
            out.answer(costs.halves_as_json(question.game, question.base, halves.answers))
        raise
    why = deciding.because(deciding.ids(found.because), question.file.all_restated)
    out.answer(costs.as_json(found, deciding, why) if question.has("json") else costs.page(found, deciding, why))
    return 1 if found.payable is False else 0


def _with_slugs(installed: InstalledBooks, words: Sequence[str]) -> list[str]:
    """Return the words with the slug of a book where they have a name of its game: in front, and as the option."""
    found = list(words)
    if named := installed.book_in_front(words):
        found[: named[1]] = ["-b", named[0]] if "@" in named[0] else [named[0]]
    chosen = shared_option(found, "book")
    slug = _slug(installed, chosen)
    if not chosen or not slug:
        return found
    return [word.removesuffix(chosen) + slug if word in {chosen, f"--book={chosen}"} else word for word in found]


def _slug(installed: InstalledBooks, book: str | None) -> str | None:
    """Return a book that is named by its slug or by its game, `magic@2015`, with its slug."""
    name, at, edition = (book or "").partition("@")
    return f"{installed.slug_of(name) or name}{at}{edition}" or None


def _edition(library: Library, question: CostQuestion) -> str | None:
    """Return the edition asked for; raises UsageError if it is not installed: exit code 1 would say "not payable"."""
    if question.edition is None:
        return None
    try:
        return library.installed.edition(question.game, question.edition).name
    except BookNotFound as error:
        raise UsageError(str(error)) from None
