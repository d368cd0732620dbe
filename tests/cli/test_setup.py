"""`rules setup` shows each step as the command that does it, works without a network, and can be left at any point."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs
import pytest
import typer
from support import HARBOUR, Install, Ran, Run

from rules_cli.cli.setup import Setup, saved_files
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.render.writers import plain
from rules_cli.store import settings
from rules_cli.store.book_info import load_info
from rules_cli.store.editions import InstalledBooks

Answers = Callable[..., Ran]
NAMES = ("MagicCompRules 20260116.txt", "MagicCompRules 20240101.txt")


@pytest.fixture
def downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of downloads with two made-up rulebooks and another file."""
    folder = tmp_path / "Downloads"
    folder.mkdir()
    monkeypatch.setattr(platformdirs, "user_downloads_path", lambda: folder)
    for age, name in enumerate((*NAMES, "holiday.txt")):
        (folder / name).write_text(HARBOUR)
        os.utime(folder / name, (1_000_000 - age, 1_000_000 - age))
    return folder


@pytest.fixture
def answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Run `rules setup` as on a terminal, with the answers that a person types; "" is Enter, and the end is Ctrl-D."""

    monkeypatch.setenv("SHELL", "/bin/bash")  # without a known shell, the question on completion is not asked

    def runs(*typed: str | Callable[[], str]) -> Ran:
        left = iter(typed)

        def prompt(_: str, default: str, **__: object) -> str:
            answer = next(left, None)
            if answer is None:
                raise typer.Abort
            return (answer if isinstance(answer, str) else answer()) or default

        monkeypatch.setattr(typer, "prompt", prompt)
        monkeypatch.setattr(out, "on_terminal", lambda: True)
        monkeypatch.setattr(out, "types", lambda: True)
        monkeypatch.setattr(out, "show", lambda page: out.write(plain(page)))
        return run("setup")

    return runs


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> Iterator[object]:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", nobody)


def commands(ran: Ran) -> list[str]:
    """Return the commands that were shown as they were run."""
    return [line[2:] for line in ran.out.splitlines() if line.startswith("$ ")]


@pytest.mark.usefixtures("home")
class TestOnATerminal:
    def test_the_newest_file_in_downloads_is_imported_and_each_step_is_shown(
        self, answers: Answers, downloads: Path
    ) -> None:
        ran = answers("mtg", "n", "y", "", "n")
        assert ran.code == 0
        assert commands(ran) == [
            f"rules import '{downloads / NAMES[0]}' --book mtg",
            "rules config book mtg",
        ]
        assert InstalledBooks().editions("mtg")[0] == "2026-01-16"
        assert settings.default_book() == "mtg"
        assert "Ready. Ask:" in ran.out
        assert "--format html -o" in ran.out

    def test_without_a_network_it_says_so_once_and_looks_in_downloads_again(
        self, answers: Answers, downloads: Path
    ) -> None:
        (downloads / NAMES[0]).rename(downloads / "moved")
        (downloads / NAMES[1]).unlink()
        moved = iter([lambda: (downloads / "moved").rename(downloads / NAMES[0])])

        def look() -> str:
            next(moved)()
            return ""

        ran = answers("magic, flesh and blood", "n", "n", look, "y", "s", "fab", "n")
        assert ran.code == 0
        assert [line.split()[1] for line in commands(ran)] == ["import", "config"]
        assert (ran.out.count("No network here"), ran.err) == (2, "")
        assert "https://magic.wizards.com/en/rules" in ran.out
        assert settings.default_book() == "fab"

    def test_without_a_network_the_path_of_a_file_is_taken(self, answers: Answers, tmp_path: Path) -> None:
        title = "Magic: The Gathering Comprehensive Rules"
        (tmp_path / "rules.txt").write_text(f"{title}\n\n1. Ports\n\n1.1. A ship lands.\n", encoding="utf-8")
        ran = answers("magic", "n", str(tmp_path / "rules.txt"), "mtg", "n")
        assert [line.split()[1] for line in commands(ran)] == ["import", "config"]
        assert ran.out.count("No network here") == 1

    def test_what_is_still_missing_is_said_once_and_at_the_end(self, answers: Answers, downloads: Path) -> None:
        for name in NAMES:
            (downloads / name).unlink()
        ran = answers("magic", "y", "", "look", "", "none", "n")
        assert ran.out.count("No network here") == 1
        assert ran.out.count("None of these is there yet.") == 2
        lacking = ran.out.partition("Not installed")[2].partition("For your phone")[0]
        assert "Magic Infraction Procedure Guide: rules fetch mtg-ipg" in lacking

    def test_a_question_is_asked_until_it_is_answered(self, answers: Answers) -> None:
        ran = answers("mtg", "maybe", "n", "s", "chess", "none", "n")
        assert (ran.code, commands(ran)) == (0, [])
        assert "Type one of y, yes, n, no." in ran.out
        assert "Type one of mtg, none." in ran.out

    @pytest.mark.parametrize(
        ("typed", "slugs"),
        [
            ("magic", ["mtg"]),
            ("Flesh and Blood", ["fab"]),
            ("1, grand archive", ["fab", "ga"]),
            ("4 and fab", ["mtg", "fab"]),
            ("mtg mtg", ["mtg"]),
            ("chess", None),
            ("magic chess", None),
        ],
    )
    def test_games_are_named_as_everywhere(self, typed: str, slugs: list[str] | None) -> None:
        named = Setup(Library.open(), lambda _: 0).games_named(typed)
        assert (None if named is None else [info.slug for info in named]) == slugs

    def test_documents_for_judges_are_no_games(self, install: Install) -> None:
        install("mtg-ipg", {"2024-05-01": "1 Slips\n\n1.1 A judge is fair.\n"})
        assert Setup(Library.open(), lambda _: 0).games_named("mtg-ipg") is None

    @pytest.mark.usefixtures("downloads")
    def test_it_ends_with_what_is_installed_and_three_questions(
        self, answers: Answers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SHELL", "/bin/fish")
        ran = answers("mtg fab", "n", "n", "y", "s", "mtg", "y")
        assert "rules --install-completion fish" in commands(ran)
        end = ran.out.partition("Installed")[2]
        assert "Magic 2026-01-16: 5 rules" in end
        assert "only a part (chapter 2, Object Properties" in end
        assert end.count("\n  rules ") == 5
        assert "rules legend rule" in end

    @pytest.mark.usefixtures("downloads")
    @pytest.mark.parametrize(
        ("default", "question"),
        [("mtg", "penalty drew an extra card"), ("none", "penalty drew an extra card -b mtg-ipg")],
    )
    def test_it_ends_with_a_question_on_a_penalty_if_a_policy_document_is_installed(
        self, answers: Answers, install: Install, default: str, question: str
    ) -> None:
        install("mtg-ipg", {"2024-05-01": "1 Kite Errors\n\n1.1 Torn Kite\n\nPenalty\n\nWarning\n\nIt is torn.\n"})
        end = answers("mtg", "n", "y", default, "n").out.partition("Ready. Ask:")[2]
        assert question in [line.strip().removeprefix("rules ") for line in end.splitlines()]

    @pytest.mark.usefixtures("downloads")
    @pytest.mark.parametrize("leave", [(), ("q",), ("Q",)], ids=["Ctrl-C or Ctrl-D", "q", "Q"])
    @pytest.mark.parametrize("before", [(), ("mtg",), ("mtg", "n", "y"), ("mtg", "n", "y", "mtg")])
    def test_it_can_be_left_at_any_point_with_what_was_done(
        self, answers: Answers, before: tuple[str, ...], leave: tuple[str, ...]
    ) -> None:
        ran = answers(*before, *leave)
        assert (ran.code, "all that was done is kept" in ran.out) == (0, True)
        assert ("2026-01-16" in InstalledBooks().editions("mtg")) is (len(before) > 2)
        assert (settings.default_book() == "mtg") is (len(before) > 3)

    @pytest.mark.usefixtures("downloads")
    def test_the_documents_for_judges_are_offered_with_the_game(self, answers: Answers) -> None:
        ran = answers("mtg", "y", "y", "s", "mtg", "n")
        assert [line.split()[1] for line in commands(ran)] == ["import", "config"]
        assert all(f"\n  {slug} " in ran.out for slug in ("mtg-ipg", "mtg-jar", "mtg-mtr"))

    def test_a_game_that_is_not_in_the_list_is_asked_again(self, answers: Answers) -> None:
        ran = answers("chess", "9", "", "n")
        assert ran.out.count("Type numbers or names of the list") == 2
        assert commands(ran) == []

    def test_a_book_that_can_not_be_downloaded_is_explained(self, answers: Answers) -> None:
        assert "rules import FILE --book fabula" in answers("fabula", "none", "n").out


class TestWithoutATerminal:
    def test_only_the_commands_are_printed(self, run: Run, downloads: Path) -> None:
        ran = run("setup")
        assert ran.out.splitlines() == [
            "rules fetch fab",
            "rules fetch fab-ppg",
            "rules fetch fab-trp",
            "rules fetch ga",
            f"rules import '{downloads / NAMES[0]}' --book mtg",
            "rules fetch mtg-ipg",
            "rules fetch mtg-jar",
            "rules fetch mtg-mtr",
            "rules config book fab",
            "rules --install-completion",
        ]
        assert (ran.code, InstalledBooks().slugs()) == (0, ["fab", "fabula", "ga", "mtg"])


def test_saved_files_are_found_by_their_names_the_newest_first(downloads: Path) -> None:
    info = load_info("mtg")
    assert info
    assert [path.name for path in saved_files(info, downloads)] == list(NAMES)
    assert saved_files(info, downloads / "missing") == []
    (downloads / "mtg-ipg.md").touch()
    policy = load_info("mtg-ipg")
    assert policy and [path.name for path in saved_files(policy, downloads)] == ["mtg-ipg.md"]


def test_the_newest_edition_is_proposed_whenever_it_was_saved(downloads: Path) -> None:
    for age, name in enumerate(NAMES):
        os.utime(downloads / name, (2_000_000 + age, 2_000_000 + age))
    info, rules = load_info("mtg"), load_info("fab")
    assert info and [path.name for path in saved_files(info, downloads)] == list(NAMES)
    (downloads / "MagicCompRules.txt").write_text("Magic\n\nEffective as of March 3, 2027.\n\n1. Ports\n")
    os.utime(downloads / "MagicCompRules.txt", (1_000, 1_000))
    assert saved_files(info, downloads)[0].name == "MagicCompRules.txt"
    for version in ("2.9.1", "2.10.0"):
        (downloads / f"en-fab-cr-{version}.txt").touch()
    assert rules and saved_files(rules, downloads)[0].name == "en-fab-cr-2.10.0.txt"


def test_an_edition_that_is_not_newer_than_the_installed_one_is_not_proposed(
    run: Run, answers: Answers, downloads: Path
) -> None:
    assert run("import", str(downloads / NAMES[0]), "--book", "mtg").code == 0
    (downloads / NAMES[0]).unlink()
    assert "import" not in " ".join(commands(answers("magic", "n", "n", "s", "mtg", "n")))


class TestOffer:
    OFFER = "rules setup gets the rulebooks"

    def test_bare_rules_on_a_terminal_offers_it_in_one_line(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(out, "on_terminal", lambda: True)
        ran = run()
        assert (ran.code, ran.out.count(self.OFFER)) == (0, 1)
        assert self.OFFER in ran.out.splitlines()[-1]

    def test_it_is_not_offered_to_one_who_has_a_book(self, port: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(out, "on_terminal", lambda: True)
        assert self.OFFER not in port().out

    def test_it_is_not_offered_to_one_who_has_a_default_book(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        run("config", "book", "fab")
        monkeypatch.setattr(out, "on_terminal", lambda: True)
        assert self.OFFER not in run().out

    def test_it_is_not_offered_in_a_pipe(self, run: Run) -> None:
        assert self.OFFER not in run().out


def test_a_folder_that_can_not_be_used_is_named_before_any_step(run: Run, home: Path) -> None:
    shutil.rmtree(home)
    home.write_text("in the way")
    asked = run("setup")
    assert (asked.code, asked.out) == (2, "")
    assert asked.err.count("\n") == 1
    assert "nothing can be imported or removed; make it a folder that you can write, or set RULES_HOME" in asked.err
