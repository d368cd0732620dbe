"""`rules look`: the interactive look-up, and `rules` alone on a terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsOfOption, BookOption, LangOption, caption, language_of_game, open_library
from rules_cli.look import terminal
from rules_cli.render import out
from rules_cli.render.page import Page


def look(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS...]", help="What to begin with: a number or words.")
    ] = None,
    book: BookOption = None,
    lang: LangOption = None,
    as_of: AsOfOption = None,
) -> int:
    """Look up rules as you type: open a rule, follow its references, go back, copy its citation. ? shows the keys.

    On leaving, the citation of the rule that was read is printed. Without a terminal, and on one of fewer than 30
    columns or 8 rows, the words are searched for as with `rules WORDS`.

    \b
    rules look
    rules look trample -b mtg
    """
    if why := terminal.why_not():
        return _without_screen(why, words or [], book)
    from rules_cli.look.answers import Answers
    from rules_cli.look.loop import run
    from rules_cli.store import settings

    library = open_library(lang, as_of)
    chosen = book or settings.default_book()
    caption(library, language_of_game(library, (chosen or "").partition("@")[0]))
    with terminal.taken() as screen:
        left = run(screen, Answers(library), " ".join(words or []), chosen)
    if left.read:
        page = Page()
        page.block(left.read.citation)
        out.show(page)
    return 0


def _without_screen(why: str, words: list[str], book: str | None) -> int:
    """Answer the words as a bare question, or print the help, and say why there is no interactive look-up."""
    from rules_cli.cli.app import run

    code = run([*words, *(("-b", book) if book else ())] if words else ["--help"])
    out.say(f"no interactive look-up here: {why}")
    return code
