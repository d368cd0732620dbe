"""`rules doctor`"""

from __future__ import annotations

import typer

from rules_cli.cli.options import AsJson, app_of
from rules_cli.doctor import examine
from rules_cli.render import doctor as render
from rules_cli.render import out

app = app_of("")
app.info.no_args_is_help = False


@app.command()
def doctor(json: AsJson = False) -> int:
    """Check the library and what ships: trees, indexes, card lists, settings, and what interrupted writes left.

    What is only a cache is mended, and said. Exits 0 when all is well or mended, 1 when something is left that only
    you can mend.

    \b
    rules doctor
    rules doctor --json
    """
    health = examine()
    if json:
        out.write_json(render.document(health))
    else:
        out.show(render.page(health))
    raise typer.Exit(0 if health.is_well else 1)
