#!/usr/bin/env python3
"""Make the pictures of the README from the real program, with the books that ship: `python docs/pictures/make.py`"""

from __future__ import annotations

import io
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from rules_cli.library import Library
from rules_cli.look.answers import Answers
from rules_cli.look.screens import screen
from rules_cli.look.state import Size, State
from rules_cli.look.steps import started, step
from rules_cli.render.page import COLORS, WEIGHTS, Span

HERE = Path(__file__).parent
SIZE = Size(80, 24)


def pressed(answers: Answers, words: str, keys: Sequence[str]) -> State:
    """Return the look-up after some words at the prompt and some keys."""
    state = started(words, "fab", SIZE)
    for key in ("", *keys):
        state = step(state, key) if key else state
        while state.question is not None:
            state = step(state, answers.answer(state.question))
    return state


def save(name: str, title: str, lines: Sequence[Sequence[Span]]) -> None:
    """Write a screen as an SVG file."""
    console = Console(record=True, width=SIZE.width, file=io.StringIO(), force_terminal=True, color_system="256")
    for line in lines:
        text = Text()
        for span in line:
            color = f" color({COLORS[span.style]})" if span.style in COLORS else ""
            text.append(span.text, WEIGHTS.get(span.style, "") + color)
        console.print(text)
    svg = re.sub(r"\s*@font-face \{.*?\}", "", console.export_svg(title=title, unique_id=name), flags=re.DOTALL)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
    (HERE / f"{name}.svg").write_text("\n".join(line.rstrip() for line in svg.split("\n")), encoding="utf-8")


def main() -> None:
    """Write both pictures."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["RULES_HOME"] = home
        answers = Answers(Library.open("en"))
        save("list", "rules", screen(pressed(answers, "moniker name", ["down"]), *SIZE))
        save("rule", "rules", screen(pressed(answers, "2.7.3", ["enter", "right"]), *SIZE))


if __name__ == "__main__":
    main()
