"""`rules look` in a real terminal: drawn, resized, interrupted, left; and what happens where there is none."""

from __future__ import annotations

import base64
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from looking import NARROW, WIDE
from searching import BAKERY, KITES
from support import Install
from terminals import LEFT, PATIENCE, RULES, Terminal, running

from rules_cli.look.state import Size


@pytest.fixture(autouse=True)
def books(install: Install) -> None:
    install("kites", {"2024-05-01": KITES})
    install("bakery", {"2023-06-01": BAKERY})


def open_chosen(terminal: Terminal, shown: str) -> None:
    """Open the chosen rule of a list as soon as its words are shown."""
    terminal.wait(shown)
    terminal.press("\r")
    terminal.wait("Backspace back")


def test_the_list_follows_and_the_rule_that_was_read_stays_in_the_scrollback() -> None:
    with running("look") as terminal:
        terminal.press("lantern")
        assert "2.1a" in terminal.wait("four sides")
        terminal.press("\r")
        terminal.wait("Backspace back")
        terminal.press("q")
        assert terminal.finish() == 0
        assert terminal.is_given_back()
        assert b"2.1a (2024-05-01)" in terminal.written.rpartition(LEFT)[2]


def left_after(words: str, shown: str) -> bytes:
    """What is on a narrow screen when the look-up has been left from the rule that is found by words."""
    with running("look", words, "-b", "tower", size=NARROW) as terminal:
        terminal.wait(shown)
        terminal.press("\r")
        terminal.wait("keys")
        terminal.press("q")
        assert terminal.finish() == 0
        return bytes(terminal.written.rpartition(LEFT)[2])


def test_the_rule_that_was_read_is_left_with_its_first_words(install: Install) -> None:
    rule = f"1.1 Stairs lead up. {'A step is cut. ' * 20}The banister is of oak."
    install("tower", {"2024-05-01": f"1 Stairs\n\n{rule}\n"})
    assert b"Stairs lead up." in left_after("banister", shown="oak")


def test_nothing_is_paged_on_leaving_a_small_screen(install: Install) -> None:
    install("tower", {"2024-05-01": f"1 Stairs\n\n1.1 {'A stair leads up. ' * 60}\n"})
    assert left_after("1.1", shown="stair").count(b"\n") <= 4


def test_the_choice_goes_into_a_pipe_and_the_screen_onto_the_terminal(tmp_path: Path) -> None:
    command = f"{shlex.join(RULES)} look lantern > {tmp_path}/chosen; echo code $?"
    with running("-c", command, command=["bash"]) as terminal:
        open_chosen(terminal, "four sides")
        terminal.press("q")
        terminal.wait("code 0")
        assert terminal.finish() == 0
    assert (tmp_path / "chosen").read_text() == "kites@2024-05-01:2.1a\n"


def test_a_paste_of_two_lines_is_one_question() -> None:
    with running("look") as terminal:
        terminal.wait("type a number or words")
        terminal.press("\x1b[200~kite gust\rq\r\x1b[201~")
        terminal.wait("> kite gust q")
        terminal.press("\x1bb\x1b\x7f")
        terminal.wait("> kite q")
        terminal.press("\x05\x15\x04")
        assert terminal.finish() == 0


def test_a_paste_that_the_terminal_does_not_mark_is_a_question() -> None:
    with running("look", "1.1") as terminal:
        open_chosen(terminal, "A kite flies")
        terminal.press("Before gusts:\rquit early\r")
        terminal.wait("> Before gusts: quit early ")
        terminal.press("\x1b")
        terminal.wait("Backspace back")


def test_a_number_typed_while_reading_is_gone_to() -> None:
    with running("look", "1.1") as terminal:
        open_chosen(terminal, "A kite flies")
        terminal.press("2.1a\r")
        terminal.wait("‹ 2.1")


def test_rules_alone_is_the_look_up_and_keys_typed_at_once_are_kept() -> None:
    with running() as terminal:
        terminal.press("2.2\r")
        terminal.wait("two lines cross")
        terminal.press("2")
        terminal.wait("‹ 2.2a")
        terminal.press("\x7f")
        terminal.wait("‹ 2.1 ")
        terminal.press("\x7f")
        terminal.wait("> 2.2 ")


def test_a_narrow_terminal_is_used_and_a_new_size_is_followed() -> None:
    with running("look", "boxkite", size=NARROW) as terminal:
        terminal.wait("1/")
        assert max(map(len, terminal.shown().splitlines())) == NARROW.width
        terminal.resize(WIDE)
        os.kill(terminal.process.pid, signal.SIGWINCH)
        terminal.wait("─" * (WIDE.width // 2))
        terminal.resize(Size(29, 7))
        os.kill(terminal.process.pid, signal.SIGWINCH)
        terminal.wait("too small")


@pytest.mark.parametrize("way", ["ctrl-c", "ctrl-d", "terminate"])
def test_the_terminal_is_given_back(way: str) -> None:
    with running("look", "kite") as terminal:
        terminal.wait("kite")
        if way == "terminate":
            terminal.process.terminate()
        else:
            terminal.press({"ctrl-c": "\x03", "ctrl-d": "\x15\x04"}[way])
        code = terminal.finish()
        assert terminal.is_given_back()
        assert (code in (0, 130), code == 130) == (way != "terminate", way == "ctrl-c")


@pytest.mark.slow
def test_ctrl_c_leaves_a_command_substitution_with_what_was_read() -> None:
    with running("--norc", "-i", command=["bash"], PS1="$ ") as terminal:
        terminal.press(f'id=$({" ".join(RULES)} look lantern); echo "<$id> $?"\n')
        open_chosen(terminal, "four sides")
        terminal.press("\x03")
        terminal.wait("<kites@2024-05-01:2.1a> 130")


@pytest.mark.slow
def test_a_bug_gives_the_terminal_back_and_is_said_in_one_line() -> None:
    broken = "import rules_cli.look.steps as s; s._lines = None; from rules_cli.__main__ import main; main()"
    with running("look", "kite", command=[sys.executable, "-c", broken]) as terminal:
        terminal.wait("kite")
        terminal.press("\x1bOB")
        terminal.finish()
        assert terminal.is_given_back()
        assert "this is a bug" in terminal.shown()


@pytest.mark.slow
def test_a_closed_window_ends_the_look_up_that_ignores_the_signal() -> None:
    with running(command=["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *RULES]) as terminal:
        terminal.wait("> ")
        terminal.hang_up()
        terminal.process.wait(PATIENCE)


def test_a_stopped_look_up_comes_back() -> None:
    with running("--norc", "-i", command=["bash"], PS1="$ ") as terminal:
        terminal.press(f"{' '.join(RULES)} look boxkite\n")
        terminal.wait("four sides")
        terminal.press_until("\x1a", "Stopped")  # curses ignores Ctrl-Z while it draws
        terminal.press("fg\n")
        terminal.wait("> boxkite ")
        terminal.press("\x03")


def test_the_citation_is_copied_through_the_terminal() -> None:
    with running("look", "1.1") as terminal:
        terminal.wait("1.1")
        terminal.press("\ry")
        terminal.wait("sent to the terminal")
        found = re.search(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07", terminal.written)
        assert found
        assert "A kite flies" in base64.b64decode(found[1]).decode()


def test_the_book_is_switched() -> None:
    with running("look", "1.1") as terminal:
        terminal.wait("A kite flies")
        terminal.press("\t")
        terminal.wait("Which book?")
        terminal.press("\x1bOB\r")
        terminal.wait("An oven holds")


def test_a_damaged_book_is_said(home: Path) -> None:
    (home / "data" / "books" / "bakery" / "2023-06-01.yaml").write_text("rows: [", encoding="utf-8")
    with running("look", "kite", RULES_BOOK="") as terminal:
        terminal.wait("left out: bakery")


def test_without_color_and_in_another_encoding_the_screen_is_legible() -> None:
    with running("look", "2.2", NO_COLOR="1", LC_ALL="C", PYTHONUTF8="0") as terminal:
        terminal.wait("Tangle")
        assert not re.search(rb"\x1b\[[0-9;]*3[0-9];?[0-9]*m", terminal.written)


def test_a_terminal_that_cannot_move_its_cursor_gets_the_plain_answer() -> None:
    with running("look", "1.1", TERM="dumb") as terminal:
        assert terminal.finish() == 0
        assert "no interactive look-up here" in terminal.shown()
        assert "A kite flies" in terminal.shown()


def test_a_tiny_terminal_gets_the_plain_answer() -> None:
    with running("look", "1.1", size=Size(29, 20)) as terminal:
        assert terminal.finish() == 0
        assert "smallerthan30columns" in "".join(terminal.shown().split())


def test_the_first_screen_loads_no_captions_and_no_library() -> None:
    loaded = "import sys, rules_cli.look.terminal; print(*[name for name in sys.modules if name.startswith('rules')])"
    ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert set(ran.stdout.split()) <= {
        *("rules_cli", "rules_cli._version", "rules_cli.text", "rules_cli.render", "rules_cli.render.page"),
        *("rules_cli.look", "rules_cli.look.line", "rules_cli.look.terminal"),
    }


def test_a_pipe_gets_the_plain_answer() -> None:
    ran = subprocess.run([*RULES, "look", "1.1", "-b", "kites"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert "A kite flies" in ran.stdout
    assert ran.stderr.endswith("rules: no interactive look-up here: this is no terminal\n")
    alone = subprocess.run(RULES, capture_output=True, text=True, check=False)
    assert "Look it up" in alone.stdout
