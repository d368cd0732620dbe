"""`rules config KEY [VALUE]`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, app_of
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.store import settings

app = app_of("")
app.info.no_args_is_help = False


@app.command()
def config(
    key: Annotated[str | None, typer.Argument(help="book or lang.")] = None,
    value: Annotated[str | None, typer.Argument(help='The new value; "" forgets it.')] = None,
    json: AsJson = False,
) -> int:
    """Your defaults: the book that a bare number is looked up in, the language of restatements.

    \b
    rules config book fab
    """
    if key is not None and key not in settings.KEYS:
        raise UsageError(f"no setting {key!r}; there are {', '.join(settings.KEYS)}")
    if key is not None and value is not None:
        if key == "book" and value:
            slug, _, edition = value.partition("@")
            Library.open().installed.edition(slug, edition or None)
        settings.put(key, value)
    found = {name: settings.get(name) for name in settings.KEYS if key in (None, name)}
    if json:
        out.write_json(found)
    else:
        out.write("".join(f"{name} = {out.clean(said) if said else '(not set)'}\n" for name, said in found.items()))
    raise typer.Exit(0)
