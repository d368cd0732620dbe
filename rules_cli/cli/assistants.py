"""`rules skill` and `rules mcp`: for assistants that quote rules."""

from __future__ import annotations

from rules_cli.errors import UsageError
from rules_cli.render import out


def skill() -> int:
    """Print a page for assistants with a shell: how to search, read, quote, and have a draft checked."""
    from rules_cli.assistants.skill import page

    out.write(page())
    return 0


def mcp() -> int:
    """Serve assistants without a shell, by the Model Context Protocol on standard input and output."""
    from rules_cli.__main__ import main

    try:
        from rules_cli.assistants.server import server
    except ImportError:
        raise UsageError("the server needs the package mcp: pip install 'rules-cli[mcp]'") from None
    server(main).run()
    return 0
