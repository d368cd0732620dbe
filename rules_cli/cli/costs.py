"""`rules cost [GAME] BASE [MOD…] [OPTION…]`. Its words (`+1:frostbite -2`) have a grammar of their own, in costs/."""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.costs import answer, numbering, read
from rules_cli.costs.arguments import CostQuestion, option_tables, shared_option
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import because
from rules_cli.render import costs, out
from rules_cli.store import settings

CONTEXT_SETTINGS = {"cost": {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}}


def cost(words: Annotated[list[str] | None, typer.Argument(metavar="GAME BASE [MOD...] [OPTION...]")] = None) -> int:
    """Work out what must be paid after every modifier, step by step, each step with its rule."""
    asked = words or []
    if shared_option(asked, "help") is not None:
        out.show(costs.help_page(option_tables(asked)))
        return 0
    question = read(asked, settings.default_book())
    library = Library.open(question.one("lang"))
    numbers = numbering(question.game, _edition(library, question), _newest(library, question.game))
    found = answer(question, numbers)
    why = because(numbers.ids(found.because), library, numbers.words(found.because))
    if question.has("json"):
        out.write_json(costs.as_json(found, numbers, why))
    else:
        out.show(costs.page(found, numbers, why))
    return 1 if found.payable is False else 0


def _newest(library: Library, game: str) -> str | None:
    """Return the newest installed edition of a game's book, None if there is none."""
    try:
        return library.editions(game)[0]
    except BookNotFound:
        return None


def _edition(library: Library, question: CostQuestion) -> str | None:
    """Return the edition asked for; raises UsageError if it is not installed: exit code 1 would say "not payable"."""
    if question.edition is None:
        return None
    try:
        return library.installed.edition(question.game, question.edition).name
    except BookNotFound as error:
        raise UsageError(str(error)) from None
