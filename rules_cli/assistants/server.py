"""`rules mcp`: the tools of `rules` for assistants without a shell, over standard input and output.

It speaks the Model Context Protocol by the official SDK, which is installed with the extra `mcp`. Each tool is one
command. Each call opens the library anew, so that it finds books imported in the meantime.
"""

from __future__ import annotations

import shlex

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.types import CallToolResult, TextContent, ToolAnnotations

from rules_cli._version import __version__
from rules_cli.assistants import skill
from rules_cli.assistants.answers import Main, answer, words_of

TOOLS = ("search", "show", "explain", "term", "cite", "check", "name", "cost", "penalty", "card", "books")
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


def server(main: Main) -> MCPServer:
    """Return the server; `main` runs a command line."""
    made = MCPServer("rules", instructions=skill.INSTRUCTIONS, version=__version__, log_level="CRITICAL")
    tools = Tools(main)
    for name in TOOLS:
        made.add_tool(getattr(tools, name), annotations=_READS)
    made.resource("rules://{book}@{edition}/{number}", mime_type="text/plain")(tools.rule)
    made.prompt()(judge)
    return made


def judge(question: str, book: str = "") -> str:
    """Answer a question about rules as a judge does: look it up, quote it, have the draft checked."""
    where = f" in the book {book}" if book else ""
    return f"Answer this question about the rules{where}.\n\n{question}\n\n{skill.INSTRUCTIONS}"


class Tools:
    """The tools. An assistant reads the docstring of each; `book` is a slug such as mtg, fab or ga, or slug@edition."""

    def __init__(self, main: Main) -> None:
        self._main = main

    def _ask(
        self, command: list[str], words: list[str] | None = None, book: str | None = None, draft: str = ""
    ) -> CallToolResult:
        """Run a command in a book, with words of the call, as the result of a tool."""
        option = ["-b", words_of(book)] if book else []
        result = answer(self._main, [*command, *option], list(map(words_of, words or [])), draft)
        return CallToolResult(
            content=[TextContent(type="text", text=result.text)],
            structured_content=result.data or None,
            is_error=result.is_error,
        )

    def search(self, words: str, book: str | None = None, limit: int = 8) -> CallToolResult:
        """Find the rules that answer a question in a player's words, best first. `book`: mtg, fab, ga, fabula or any
        slug, slug@edition for an older edition; default all books. A low `confidence`: probably no rule answers it."""
        return self._ask(["search", "-n", str(limit)], [words], book)

    def show(self, id: str, book: str | None = None) -> CallToolResult:
        """Read a rule with its sub-rules, examples and references. `id`: 702.19b, 601.2f-h, mtg:704.5j, legend rule.
        Quote from here, word for word."""
        return self._ask(["show"], id.split(), book)

    def explain(self, id: str, book: str | None = None) -> CallToolResult:
        """Read a rule with the rules that it refers to and the terms that it uses."""
        return self._ask(["explain"], id.split(), book)

    def term(self, word: str, book: str | None = None) -> CallToolResult:
        """Read what a game term means, and the rules that define it."""
        return self._ask(["term"], [word], book)

    def cite(self, id: str, book: str | None = None) -> CallToolResult:
        """Get a citation to paste: number, edition, text, link."""
        return self._ask(["cite"], id.split(), book)

    def check(self, text: str, book: str | None = None) -> CallToolResult:
        """Check a draft before you send it: rules that do not exist, quotations that are not the rule's words, cited
        rules without a quotation, no citation at all. Each fault comes with the line that corrects it."""
        return self._ask(["check", "-", "--strict"], book=book, draft=text)

    def name(self, a: str, b: str, book: str | None = None) -> CallToolResult:
        """Decide whether two card names match, with the rules that decide it."""
        return self._ask(["name", "match"], [a, b], book)

    def cost(self, game: str, question: str) -> CallToolResult:
        """Work out what must be paid. `game`: mtg, fab, ga, fabula. `question`: a cost, then what changes it, as typed:
        "2WU +1 -2 have 7"."""
        try:
            typed = shlex.split(words_of(question))
        except ValueError:  # a quotation mark without its other half
            typed = words_of(question).split()
        return self._ask(["cost", words_of(game), *typed])

    def penalty(self, words: str, book: str) -> CallToolResult:
        """Find an infraction in judges' policy (`book`: mtg-ipg, fab-ppg), with its penalty, upgrades and remedy."""
        return self._ask(["penalty"], [words], book)

    def card(self, name: str, book: str | None = None) -> CallToolResult:
        """Read an imported card: text, rulings, and the rules of its keywords."""
        return self._ask(["card"], [name], book)

    def books(self) -> CallToolResult:
        """List the installed books with their editions, whose words they are, and which others can be had."""
        return self._ask(["books"])

    def rule(self, book: str, edition: str, number: str) -> str:
        """A rule of one edition, with its sub-rules."""
        shown = answer(self._main, ["show"], [words_of(f"{book}@{edition}:{number}")])
        if shown.is_error:
            raise ResourceError(shown.text)
        return shown.text
