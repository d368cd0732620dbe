"""The short way past typer takes every argument vector as typer does, or leaves it to typer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_cli.cli import answers, quick

WORDS = st.sampled_from(
    "2.7.3 fab:2.7.3a moniker -b fab --book --json --depth 0 3 -1 x --lang en -n --limit 201 5 --why -- - -bfab"
    " --depth=2 --help ٣ 007 --as-of 2024-11-08 --edition --profile --save-profile"
    " --in --kind rule --all".split()
)


@given(st.sampled_from(["show", "search", "import"]), st.lists(WORDS, max_size=6))
@settings(
    max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_both_ways_read_alike(monkeypatch: pytest.MonkeyPatch, command: str, argv: list[str]) -> None:
    parsed = quick.parse([command, *argv])
    if parsed is None or (command == "import" and not parsed[2]["book"]):
        return
    heard: list[tuple[Any, ...]] = []

    def hear(*given_args: Any) -> int:
        heard.append(given_args)
        return 0

    monkeypatch.setattr(answers, {"import": "importing"}.get(command, command), hear)
    from rules_cli.__main__ import _run_typer

    assert _run_typer([command, *argv]) == 0
    _, words, options = parsed
    assert heard == [(words, *options.values())]
