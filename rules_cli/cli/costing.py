"""Answering `rules cost`, from its words to standard output and an exit code. No typer here: see `answers`."""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.costs import answer, numbering, read
from rules_cli.costs.arguments import CostQuestion, option_tables, shared
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import because
from rules_cli.render import costs, out
from rules_cli.store import settings


def cost(words: Sequence[str]) -> int:
    """Answer `rules cost`, which reads its own words; 1 is not payable."""
    if shared(words, "help") is not None:
        out.show(costs.help_page(option_tables(words)))
        return 0
    question = read(words, settings.default_book())
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
    try:
        return library.editions(game)[0]
    except BookNotFound:
        return None


def _edition(library: Library, question: CostQuestion) -> str | None:
    """The edition asked for, as it is installed; refused where it isn't, as exit code 1 would mean not payable."""
    if question.edition is None:
        return None
    try:
        return library.installed.edition(question.game, question.edition).name
    except BookNotFound as error:
        raise UsageError(str(error)) from None
