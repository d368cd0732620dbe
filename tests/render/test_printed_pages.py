"""Whole pages of a made-up book, as they are printed to a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import HARBOUR, Run

PAGES = {
    "show port:1.0.1": """\
1.0.1  A ship is a card that carries cargo.[1.1] A ship with no cargo is empty.
  1.0.1a  An empty ship may leave harbour at once.
          e.g. A ship unloads its last crate and leaves in the same turn.

1 Ships › 1.0 General · refers to 1.1 Cargo · port 2026, your copy
‹ 1.0  1.0.2 ›
""",
    "refs port:1.0.1a": """\
1.0.1a  An empty ship may leave harbour at once.

Referred to by
  1.1.2  Discard cargo whenever its ship sinks.[1.0.1a]

port 2026, your copy
""",
    "refs port:1.1.1": """\
1.1.1  Cargo is any card placed beneath a ship. Résumé cargo counts double.
refers to no rule, and none refers to it

port 2026, your copy
""",
    "tree port:1.0 --depth 1": """\
port › 1 Ships
1.0  General
  1.0.1  A ship is a card that carries cargo.[1.1] A ship with no cargo is…
  1.0.2  A ship may fly the flags of several ports.[9.9]
port 2026, your copy
""",
    "cite port:1.1.2": """\
port:1.1.2 (2026) Discard cargo whenever its ship sinks.[1.0.1a]
(port, edition 2026, your copy)
""",
    "cite port:1.1.2 --format markdown": """\
> **port:1.1.2 (2026)** Discard cargo whenever its ship sinks.\\[1.0.1a\\]
>
> (port, edition 2026, your copy)
""",
    "cite port:1.1.2 --format html": """\
<blockquote><p><b>port:1.1.2 (2026)</b> Discard cargo whenever its ship sinks.[1.0.1a]</p>
<p><small>(port, edition 2026, your copy)</small></p>
</blockquote>
""",
}


@pytest.mark.parametrize("line", PAGES)
def test_a_whole_page_is_printed(port: Run, line: str) -> None:
    assert port(*line.split()).out == PAGES[line]


def test_text_of_a_book_never_becomes_markup_or_an_escape_sequence(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text(HARBOUR.replace("A ship may fly", "A [/b] ship \x1b[31mmay\u202e fly"), encoding="utf-8")
    assert run("import", str(path), "-b", "odd").code == 0
    out = run("show", "odd:1.0.2").out
    assert "[/b] ship" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


@pytest.mark.parametrize(
    ("last", "shown"),
    [
        ("No", ["Kite      Points", "Red kite  12", "Blue      No"]),
        ("A kite that " * 9, ["Kite · Points", "Red kite · 12", "Blue · A kite that"]),
    ],
    ids=["columns", "too wide for columns"],
)
def test_a_table_in_a_rule_is_shown_without_its_bars(run: Run, tmp_path: Path, last: str, shown: list[str]) -> None:
    book = tmp_path / "kites.md"
    table = f"| Kite | Points |\n|---|---|\n| Red kite | 12 |\n| Blue | {last} |\n"
    book.write_text(f"# 1 Kites\n\n1.1 Each scores:\n\n{table}\n1.2 A kite flies.\n")
    run("import", str(book), "--book", "kites")
    lines = run("show", "1.1", "-b", "kites").out.splitlines()
    assert "|" not in "".join(lines)
    assert [line.strip()[:18] for line in lines[1:4]] == shown
