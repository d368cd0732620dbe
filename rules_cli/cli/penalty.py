"""`rules penalty`: what an infraction costs, by the judges' policy of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsOfOption, BookOption, JsonOption, LangOption, caption, open_library
from rules_cli.render import as_json, out


def penalty(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORDS...]", help="What happened, or the infraction's name. Default: list them all."),
    ] = None,
    book: BookOption = None,
    lang: LangOption = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
) -> int:
    """Show what an infraction costs: its penalty, what changes that, and the remedy. Without words, list all.

    BOOK is a policy document, or the game: fab is fab-ppg.

    \b
    rules penalty late to the round -b fab-ppg
    rules penalty GRV -b mtg
    rules penalty -b fab
    """
    from rules_cli.penalties import InfractionNotFound, every, find, policy_edition
    from rules_cli.render import penalties

    library = open_library(lang, as_of)
    edition = policy_edition(library, book)
    caption(library, [edition.about["language"]])
    try:
        found = find(library, edition, " ".join(words)) if words else every(library, edition)
    except InfractionNotFound as error:
        if json:
            out.write_json(as_json.missing(error))
        out.say(str(error))
        return error.exit_code
    title = library.title_of(edition)
    if json:
        out.write_json(penalties.as_json(found, edition.slug, edition.name))
    elif words:
        is_newest = library.installed.edition(edition.slug) is edition
        out.show(penalties.infraction(found, title, edition.slug if is_newest else repr(edition)))
    else:
        out.show(penalties.listed(found, title))
    return 0
