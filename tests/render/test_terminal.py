"""Output on a terminal: wrapped at its width, coloured unless NO_COLOR is set."""

from __future__ import annotations

import io
import re
import sys

import pytest
from support import Run

from rules_cli.cli.commands import COMMANDS, help_page
from rules_cli.render import out
from rules_cli.render.page import Page, Span


class Terminal(io.StringIO):
    """Standard output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown(page: Page, monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """Return what a terminal of 40 columns gets of a page."""
    screen = Terminal()
    for name, value in {"COLUMNS": "40", "LINES": "40", "TERM": "xterm-256color", **environment}.items():
        monkeypatch.setenv(name, value)
    if "NO_COLOR" not in environment:
        monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", screen)
    out.show(page)
    return screen.getvalue()


def page() -> Page:
    """Return a page with a number, brackets that rich could take for markup, and a long line."""
    made = Page()
    made.add(
        Span("1.0.1", "id"), Span("  [bold]A ship[/bold] is a card that carries cargo to a port and back.", "text")
    )
    return made


def test_a_line_is_wrapped_at_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown(page(), monkeypatch, NO_COLOR="1")).splitlines()
    assert len(lines) == 2
    assert all(len(line) <= 40 for line in lines)


def test_brackets_are_printed_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "[bold]A ship[/bold]" in shown(page(), monkeypatch)


def test_numbers_are_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1;36m1.0.1" in shown(page(), monkeypatch)


def test_no_color_turns_colours_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1;36m" not in shown(page(), monkeypatch, NO_COLOR="1")


def test_never_colour_prints_no_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out.settings, "color", "never")
    assert "\x1b" not in shown(page(), monkeypatch)


@pytest.mark.parametrize("columns", ["80", "40"])
def test_the_help_page_fits_the_screen(columns: str) -> None:
    lines = help_page(int(columns)).splitlines()
    assert all(len(line) <= int(columns) for line in lines)
    assert "..." not in "".join(lines)
    if columns == "80":
        assert len(lines) < 24


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_shows_no_mark_of_its_layout(run: Run, command: str) -> None:
    printed = run(*command.split(), "--help").out
    assert "rules" in printed
    assert not re.search(r"\\b|\x08", printed)


@pytest.mark.parametrize("command", ["show", "search", "diff", "import", "config"])
def test_the_help_of_a_command_fits_a_narrow_screen(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    printed = run(command, "--help").out
    assert "<" not in printed.replace("<=", "")
    assert not [line for line in printed.splitlines() if len(line) > 40 and not line.startswith("  rules ")]


def test_colour_can_be_forced_and_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b[" not in shown(page(), monkeypatch, TERM="dumb", NO_COLOR="1")
    monkeypatch.undo()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    out.show(page())
    assert "\x1b[1;36m1.0.1" in capsys.readouterr().out
    monkeypatch.setattr(out.settings, "color", "never")
    out.show(page())
    assert "\x1b[" not in capsys.readouterr().out


def test_the_option_is_taken_anywhere(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(out.settings, "color", "auto")
    coloured = run("--color", "always", "show", "fab:2.7.3a").out
    assert "\x1b[1;36m2.7.3a" in coloured
    assert "\x1b[" not in run("fab:2.7.3a", "--color=never").out
    refused = run("fab:2.7.3a", "--color", "pink")
    assert (refused.code, refused.err) == (2, "rules: --color must be one of auto, always, never\n")


def test_a_second_line_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Page()
    made.add("one two three four five six seven eight nine ten eleven twelve thirteen", hanging=4)
    lines = shown(made, monkeypatch, NO_COLOR="1", COLUMNS="60").splitlines()
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 4]
    assert shown(made, monkeypatch, NO_COLOR="1", COLUMNS="59").splitlines()[1].startswith("  t"), "a little"


@pytest.mark.parametrize(("indent", "hanging", "widest"), [(0, 0, 80), (0, 4, 80), (2, 8, 86)])
def test_text_is_not_wider_than_people_read(
    monkeypatch: pytest.MonkeyPatch, indent: int, hanging: int, widest: int
) -> None:
    made = Page()
    made.add("kite " * 60, indent=indent, hanging=hanging)
    lines = shown(made, monkeypatch, NO_COLOR="1", COLUMNS="120").splitlines()
    assert widest - 5 < max(map(len, lines)) <= widest


@pytest.mark.parametrize(("term", "code"), [("xterm-256color", "\x1b[1;36m"), ("linux", "\x1b[1;36m"), ("dumb", "")])
def test_a_terminal_gets_the_colours_that_it_has(monkeypatch: pytest.MonkeyPatch, term: str, code: str) -> None:
    monkeypatch.delenv("COLORTERM", raising=False)
    assert shown(page(), monkeypatch, TERM=term).startswith(f"{code}1.0.1")


def test_words_are_linked_on_a_terminal_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Page()
    made.add(Span("1.0.1", "", "https://kites.example/1"))
    assert "\x1b]8;;https://kites.example/1\x1b\\1.0.1\x1b]8;;\x1b\\" in shown(made, monkeypatch)
    assert shown(made, monkeypatch, TERM="dumb") == "1.0.1\n"


def test_no_line_ends_in_blanks_that_would_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Page()
    made.add("A kite with a very long tail flies higher than one without.", indent=4)
    assert all(line == line.rstrip() for line in shown(made, monkeypatch, NO_COLOR="1").splitlines())
