"""The Tab key in each shell that is installed: commands, numbers without a command, books, terms, games, settings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

import pytest
from searching import KITES
from support import Install, Run
from terminals import running

from rules_cli.__main__ import main

BASH = """
source <(_RULES_COMPLETE=source_bash rules)
line=$1
COMP_WORDS=($line)
[[ $line == *' ' ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_rules_completion rules
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
compdef() { : }
_arguments() { print -rl -- $@ }
_describe() { print -rl -- $@ }
_files() { : }
source <(_RULES_COMPLETE=source_zsh rules)
words=(${(s: :)1})
[[ $1 == *' ' ]] && words+=("")
CURRENT=${#words}
_rules_completion
"""
FISH = "source (_RULES_COMPLETE=source_fish rules | psub); complete -C $argv[1]"
COMMANDS = {
    "bash": ["bash", "--norc", "-c", BASH, "bash"],
    "zsh": ["zsh", "-f", "-c", ZSH, "zsh"],
    "fish": ["fish", "--no-config", "-c", FISH],
}
LINES = [
    ("rules 2.2", "2.2a", "1.1"),
    ("rules -b ", "kites", "show"),
    ("rules -b kites 2.1", "2.1b", "2.2"),
    ("rules kites 1.2", "1.2b", "1.1"),
    ("rules show -b kites 3", "3.1", "2.1"),
    ("rules term ta", "tangle", "tests"),
    ("rules term -b kites grounded ru", "rule", "ru.txt"),
    ("rules cite ta", "tangle", "tests"),
    ("rules cost ", "fabula", "kites"),
    ("rules config ", "lang", "fab"),
    ("rules config book ki", "kites", "lang"),
    ("rules di", "diff", "doctor"),
    ("rules diff kites@", "kites@2024-05-01", "fab"),
]


@pytest.fixture
def bin_folder(tmp_path: Path, install: Install, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the command `rules` and with files that no completion may name."""
    install("kites", {"2024-05-01": KITES})
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "rules"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m rules_cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    for name in ("tests", "ru.txt", "tang.txt"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("shell", COMMANDS)
def test_a_shell_completes(shell: str, bin_folder: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
    for line, offered, other in LINES:
        ran = subprocess.run(
            [*COMMANDS[shell], line], env=environment, capture_output=True, text=True, check=False, timeout=60
        )
        words = ran.stdout.replace('"', " ").replace("(", " ").replace(")", " ").split()
        assert offered in words, (line, ran.stdout, ran.stderr)
        assert other not in words, line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("rules kites:1.2b", "rules kites:1.2b "),
        ("rules show kites@2024-05-01:2.2", "rules show kites@2024-05-01:2.2"),
        ("rules show 1.1 kites@2024-05-01:2.1b", "rules show 1.1 kites@2024-05-01:2.1b "),
        ("rules diff kites@", "rules diff kites@2024-05-01 "),
        ("rules tree --book=kit", "rules tree --book=kites "),
        ("rules show -b fob 1.", "rules show -b fob 1."),
    ],
)
def test_bash_completes_words_that_it_breaks(bin_folder: Path, typed: str, completed: str) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    path = f"{bin_folder}:{os.environ['PATH']}"
    with running(command=["bash", "--norc", "--noprofile", "-i"], PATH=path, PS1="> ", RULES_BOOK="") as terminal:
        terminal.press("source <(_RULES_COMPLETE=source_bash rules); echo read''y\n")
        terminal.wait("ready")
        terminal.press(f"{typed}\t\x01echo '\x05<end'\n")
        assert f"\n{completed}<end" in terminal.wait("<end\n>")


@pytest.mark.slow
@pytest.mark.parametrize("line", ["rules 2.7", "rules term mo", "rules -b ", "rules cost "])
def test_a_completion_takes_little_longer_than_typer_takes_to_load(
    bin_folder: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """1.5 to 2.7 times as long, in processor time, which is measured in turns, since machines differ; from compiled
    modules, as after any first command."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("_RULES_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    commands = [str(bin_folder / "rules")], [sys.executable, "-c", "import typer"]
    subprocess.run(commands[0], check=True, capture_output=True)  # the index may have to be built
    taken = [[_time_of(command) for command in commands] for _ in range(9)]
    completion, typer = map(median, zip(*taken, strict=True))
    assert completion <= 4 * typer, taken


def _time_of(command: list[str]) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize(("line", "offered", "other"), LINES)
def test_words_are_completed(
    install: Install,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    offered: str,
    other: str,
) -> None:
    install("kites", {"2024-05-01": KITES})
    monkeypatch.setenv("_RULES_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    with pytest.raises(SystemExit):
        main([])
    words = capsys.readouterr().out.split()
    assert offered in words
    assert other not in words


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["rules", "kites", ":", "1.2b"], "1.2b\n"),
        (["rules", "show", "1.1", "kites", "@", "2024-05-01", ":", "2.1b"], "2.1b\n"),
        (["rules", "diff", "kites", "@", "2024"], "@2024-05-01\n"),
        (["rules", "tree", "--book", "=", "kit"], "kites\n"),
        (["rules", "show", "-b", "fob", "1.1"], ""),
    ],
)
def test_words_that_bash_breaks_are_joined(
    install: Install,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    offered: str,
) -> None:
    install("kites", {"2024-05-01": KITES})
    monkeypatch.setenv("_RULES_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    with suppress(SystemExit):
        main([])
    assert capsys.readouterr() == (offered, "")


@pytest.mark.parametrize(("columns", "line"), [("40", "    discord\n"), ("80", " --for discord\n")])
def test_examples_of_help_are_broken_between_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str, line: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    page = run("cite", "--help").out
    assert line in page
    assert max(map(len, page.splitlines())) < int(columns)


def test_completion_is_installed_for_the_shell_that_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    ran = run("--install-completion", "fish")
    assert ran.code == 0, ran.err
    assert "fish completes" in ran.out
    assert list(tmp_path.rglob("rules.fish"))
    assert run("--install-completion", "tcsh").code == 2


def test_zsh_takes_questions_as_they_are_typed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".zshrc").write_text("setopt autocd", encoding="utf-8")
    for _ in range(2):
        assert run("--install-completion", "zsh").code == 0
    lines = (tmp_path / ".zshrc").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "setopt autocd"
    assert lines.count("alias rules='noglob rules'") == 1
