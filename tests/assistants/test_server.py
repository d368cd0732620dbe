"""The server for assistants: each tool answers as its command does, whatever it is asked."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from support import Install, Run

pytest.importorskip("mcp", reason="the package mcp is not installed: pip install '.[mcp]'")

import anyio
from mcp.client import Client

from rules_cli.__main__ import main
from rules_cli.assistants.answers import LONGEST
from rules_cli.assistants.server import TOOLS, server

Result = TypeVar("Result")
Call = tuple[str, dict[str, Any]]
Calls = Callable[[Sequence[Call]], list[Any]]


def finished(work: Callable[[], Awaitable[Result]]) -> Result:
    """Return the result of asynchronous work, done in another thread: the browser of other tests may use this one."""
    with ThreadPoolExecutor(1) as threads:
        result: Result = threads.submit(anyio.run, work).result()
        return result


COMMANDS = {
    "search": (["search", "-n", "8", "-b", "fab", "--", "moniker"], {"words": "moniker", "book": "fab"}),
    "show": (["show", "-b", "fab", "--", "2.7.3"], {"id": "2.7.3", "book": "fab"}),
    "explain": (["explain", "-b", "fab", "--", "2.7.3"], {"id": "2.7.3", "book": "fab"}),
    "term": (["term", "-b", "fab", "--", "Guardian"], {"word": "Guardian", "book": "fab"}),
    "cite": (["cite", "--", "fab:2.7.3a"], {"id": "fab:2.7.3a"}),
    "name": (
        ["name", "match", "-b", "fab", "--", "Bravo", "Dawnblade"],
        {"a": "Bravo", "b": "Dawnblade", "book": "fab"},
    ),
    "cost": (["cost", "fab", "3", "+1", "-2"], {"game": "fab", "question": "3 +1 -2"}),
    "books": (["books"], {}),
}
HOSTILE = (
    "",
    " ",
    "--help",
    "-b",
    "-o /tmp/x",
    "\x1b[31mred",
    "a\x00b",
    "../../etc/passwd",
    "x" * 300_000,
    '"',
    "'",
    "$(id)",
    "é́" * 50,
    "702.19b; rm -rf /",
    "-" * 99,
    "\n\n",
    "1" * 5000,
    "💥",
    "OR AND NOT *",
    "{T}",
    "--json --every",
)


@pytest.fixture
def calls(home: object) -> Calls:  # noqa: ARG001 - a separate home
    """Call tools of a server in memory, one after the other, and return their results."""

    def runs(wanted: Sequence[Call]) -> list[Any]:
        async def ask() -> list[Any]:
            async with Client(server(main)) as client:
                return [await client.call_tool(name, arguments) for name, arguments in wanted]

        return finished(ask)

    return runs


def ids(value: Any) -> list[str]:
    """Return all ids in a JSON value."""
    if isinstance(value, dict):
        own = [value["id"]] if "id" in value else []
        return own + [each for inner in value.values() for each in ids(inner)]
    return [each for inner in value for each in ids(inner)] if isinstance(value, list) else []


@pytest.mark.parametrize("tool", COMMANDS)
def test_a_tool_says_what_its_command_prints(tool: str, calls: Calls, run: Run) -> None:
    argv, arguments = COMMANDS[tool]
    (result,) = calls([(tool, arguments)])
    assert not result.is_error
    assert result.content[0].text.strip() == run(*argv).out.strip()
    at = argv.index("--") if "--" in argv else len(argv)
    printed = json.loads(run(*argv[:at], "--json", *argv[at:]).out)
    assert ids(result.structured_content) == ids(printed)


def test_tools_only_read_and_are_described_in_short() -> None:
    async def tools() -> Any:
        async with Client(server(main)) as client:
            return (await client.list_tools()).tools

    found = finished(tools)
    assert [tool.name for tool in found] == list(TOOLS)
    assert all(tool.annotations.read_only_hint for tool in found)
    assert sum(len(tool.model_dump_json(exclude_none=True)) for tool in found) < 9_000


def test_an_error_is_the_tools_own_line_with_the_closest_numbers(calls: Calls, run: Run) -> None:
    (result,) = calls([("show", {"id": "2.7.3d", "book": "fab"})])
    assert result.is_error
    assert result.content[0].text == run("show", "2.7.3d", "-b", "fab").err.strip().removeprefix("rules: ")
    assert "2.7.3c" in result.content[0].text


def test_a_draft_is_checked(calls: Calls, install: Install) -> None:
    install("port", {"2026": "1 Ships\n\n1.1 A ship carries all of its cargo across the sea.\n\n1.2 A ship sinks.\n"})
    good = "A ship does: port:1.1 says “A ship carries all of its cargo across the sea.”"
    bad = "A ship does not, by port:1.1: “A ship carries none of its cargo across the sea.”"
    right, wrong, uncited = calls([("check", {"text": text, "book": "port"}) for text in (good, bad, "It does.")])
    assert "misquoted" not in right.content[0].text
    assert "misquoted" in wrong.content[0].text
    assert "uncited" in uncited.content[0].text


def test_long_answers_are_cut_between_rules_with_the_call_for_the_rest(calls: Calls, install: Install) -> None:
    rules = "".join(f"1.{at} Rule {at} {'says a lot about ships ' * 20}.\n\n" for at in range(1, 200))
    install("port", {"2026": f"1 Ships\n\n{rules}"})
    (result,) = calls([("show", {"id": "1", "book": "port"})])
    text = result.content[0].text
    assert len(text) <= LONGEST
    assert len(json.dumps(result.structured_content, ensure_ascii=False)) <= LONGEST
    rest = text.rpartition('show(id="')[2].partition('"')[0]
    first = int(rest.split("-")[0].removeprefix("1."))
    assert f"Rule {first - 1} says" in text
    assert f"Rule {first} says" not in text
    (more,) = calls([("show", {"id": rest, "book": "port"})])
    assert f"Rule {first} says" in more.content[0].text


def test_a_book_that_is_imported_meanwhile_is_found(calls: Calls, install: Install, home: object) -> None:  # noqa: ARG001
    async def ask() -> tuple[Any, Any]:
        async with Client(server(main)) as client:
            before = await client.call_tool("show", {"id": "port:1.1"})
            await anyio.to_thread.run_sync(lambda: install("port", {"2026": "1 Ships\n\n1.1 A ship sails.\n"}))
            return before, await client.call_tool("show", {"id": "port:1.1"})

    before, after = finished(ask)
    assert before.is_error
    assert "A ship sails." in after.content[0].text


def test_rules_are_resources_and_a_question_is_a_prompt(home: object) -> None:  # noqa: ARG001
    async def read() -> tuple[Any, Any]:
        async with Client(server(main)) as client:
            rule = await client.read_resource("rules://fab@2025/2.7.3a")
            return rule, await client.get_prompt("judge", {"question": "Is Bravo a moniker?", "book": "fab"})

    rule, prompt = finished(read)
    assert "has no moniker" in rule.contents[0].text
    assert "Is Bravo a moniker?" in prompt.messages[0].content.text


@pytest.mark.slow
def test_hostile_arguments_are_data(calls: Calls) -> None:
    chance = random.Random(7)
    parameters = {name: list(arguments) for name, (_, arguments) in COMMANDS.items()} | {
        "check": ["text", "book"],
        "penalty": ["words", "book"],
        "card": ["name", "book"],
    }
    wanted = []
    for _ in range(300):
        tool = chance.choice(TOOLS)
        wanted.append((tool, {name: chance.choice(HOSTILE) for name in parameters[tool]}))
    for (tool, arguments), result in zip(wanted, calls(wanted), strict=True):
        text = result.content[0].text
        assert len(text) <= LONGEST, (tool, arguments)
        assert "\x1b" not in text
        assert "\x00" not in text
        assert "this is a bug" not in text, (tool, arguments, text)
        assert "Traceback" not in text


@pytest.mark.slow
def test_it_serves_on_standard_input_and_output(home: object) -> None:  # noqa: ARG001
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def ask() -> Any:
        parameters = StdioServerParameters(command=sys.executable, args=["-m", "rules_cli", "mcp"], env=None)
        async with Client(stdio_client(parameters)) as client:
            return await client.call_tool("show", {"id": "fab:2.7.3a"})

    assert "has no moniker" in finished(ask).content[0].text


def test_without_the_sdk_one_line_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['mcp'] = None; from rules_cli.__main__ import main; sys.exit(main(['mcp']))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "rules: the server needs the package mcp: pip install 'rules-cli[mcp]'\n"
