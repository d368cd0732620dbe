"""`rules config` and `rules doctor`: the user's defaults, and the health of the library."""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsJson
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.store import settings


def config(
    key: Annotated[str | None, typer.Argument(help="book or lang.")] = None,
    value: Annotated[str | None, typer.Argument(help='The new value; "" forgets it.')] = None,
    json: AsJson = False,
) -> int:
    """Show or set your defaults: the book of a bare number, the language of restatements.

    \b
    rules config book fab
    """
    if key is not None and key not in settings.KEYS:
        raise UsageError(f"no setting {key!r}; the settings are {', '.join(settings.KEYS)}")
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
    return 0


def doctor(json: AsJson = False) -> int:
    """Check the installed books, card lists and settings, and throw away caches.

    Exits 0 if all is well, 1 if there is something that you must do.

    \b
    rules doctor
    rules doctor --json
    """
    from rules_cli.doctor import examine
    from rules_cli.render import books as render

    health = examine()
    if json:
        out.write_json(render.health_json(health))
    else:
        out.show(render.health(health))
    return 0 if health.is_well else 1
