"""An import never replaces other words unless it is asked to, and chapters can be added one by one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from support import HARBOUR, SHARED, Install, Run, import_book

from rules_cli.formats.source_line import ContentsEntry, Document, Link, SourceLine
from rules_cli.sources.installing import keep_lines, kept_lines
from rules_cli.store.book_info import load_info
from rules_cli.store.editions import InstalledBooks

CHAPTERS = {
    "ch1.txt": "1 Ships\n\n1.0 General\n\n1.0.1 A ship carries cargo.[2.0.1]\n\n1.0.2 A ship sails.\n",
    "ch2.txt": "2 Cargo\n\n2.0 General\n\n2.0.1 Cargo lies beneath a ship.[1.0.2]\n\n2.0.2 Cargo may burn.[3.0.1]\n",
    "ch3.txt": "3 Storms\n\n3.0 General\n\n3.0.1 A storm sinks a ship.[1.0.1]\n\n3.0.2 A storm ends.\n",
}
PAGES = {
    "ships.md": "# Ships\n\n1. A ship carries cargo.\n2. A ship may sail.\n",
    "cargo.md": "# Cargo\n\n1. Cargo lies beneath a ship.\n2. Cargo may burn.\n",
}


@pytest.fixture
def chapters(tmp_path: Path) -> Mapping[str, str]:
    """Write the chapters of a made-up book, and return their paths by name."""
    for name, text in {**CHAPTERS, **PAGES}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in (*CHAPTERS, *PAGES)}


def exported(run: Run, book: str) -> str:
    """Return a book as YAML without its name."""
    return run("export", book).out.replace(f"book: {book}\n", "").replace(f"title: {book}\n", "")


class TestTheSameEdition:
    def test_an_unchanged_book_is_left_alone(self, port: Run, harbour: Path, home: Path) -> None:
        (file,) = home.rglob("port/2026.yaml")
        before = file.stat().st_mtime_ns
        ran = port("import", str(harbour), "-b", "port", "--edition", "2026")
        assert (ran.code, ran.out) == (0, "port@2026 is installed already with these words: nothing to do\n")
        assert file.stat().st_mtime_ns == before

    def test_other_words_are_refused_with_the_counts_and_three_ways_on(self, port: Run, harbour: Path) -> None:
        harbour.write_text("1 Ships\n\n1.0 General\n\n1.0.1 Only this is left.\n")
        ran = port("import", str(harbour), "-b", "port", "--edition", "2026")
        assert (ran.code, ran.out) == (2, "")
        for part in ("port@2026", "5 rules there, 1 in the new one", "--replace", "--add", "--edition NAME"):
            assert part in ran.err
        assert "carries cargo" in port("show", "port:1.0.1").out

    def test_replace_takes_the_new_words_and_says_how_many_there_were(self, port: Run, harbour: Path) -> None:
        harbour.write_text("1 Ships\n\n1.0 General\n\n1.0.1 Only this is left.\n")
        ran = port("import", str(harbour), "-b", "port", "--edition", "2026", "--replace")
        assert ran.code == 0
        assert "replaced: 5 rules before" in ran.out
        assert "Only this is left" in port("show", "port:1.0.1").out

    def test_another_edition_is_installed_beside_it(self, port: Run, harbour: Path) -> None:
        harbour.write_text(HARBOUR.replace("sinks", "burns"))
        assert port("import", str(harbour), "-b", "port", "--edition", "2027").code == 0
        assert InstalledBooks().editions("port") == ["2027", "2026"]

    def test_a_damaged_edition_is_replaced(self, port: Run, harbour: Path, home: Path) -> None:
        (file,) = home.rglob("port/2026.yaml")
        file.write_text("rules: 1")
        assert port("import", str(harbour), "-b", "port", "--edition", "2026").code == 0
        assert "carries cargo" in port("show", "port:1.0.1").out

    @pytest.mark.parametrize(("first", "status"), [("port", "unchanged"), ("other", "installed")])
    def test_json_tells_the_status(self, port: Run, harbour: Path, first: str, status: str) -> None:
        ran = port("import", str(harbour), "-b", first, "--edition", "2026", "--json")
        assert json.loads(ran.out)["status"] == status

    def test_add_and_replace_together_are_refused(self, port: Run, harbour: Path) -> None:
        assert port("import", str(harbour), "-b", "port", "--add", "--replace").code == 2


class TestChapterByChapter:
    @pytest.mark.parametrize(
        "order",
        [["ch1.txt", "ch2.txt", "ch3.txt"], ["ch3.txt", "ch1.txt", "ch2.txt"], ["ch2.txt", "ch3.txt", "ch1.txt"]],
        ids=["in order", "the last first", "the first last"],
    )
    def test_chapters_in_any_order_make_the_book_that_one_import_of_all_makes(
        self, run: Run, chapters: Mapping[str, str], order: list[str]
    ) -> None:
        assert run("import", *(chapters[name] for name in CHAPTERS), "-b", "whole").code == 0
        for name in order:
            assert run("import", chapters[name], "-b", "parts", "--add").code == 0
        assert exported(run, "parts") == exported(run, "whole")
        assert "used by 2.0.1" in run("show", "parts:1.0.2").out

    def test_pages_are_added_behind_the_others(self, run: Run, chapters: Mapping[str, str]) -> None:
        run("import", chapters["ships.md"], chapters["cargo.md"], "-b", "whole")
        run("import", chapters["ships.md"], "-b", "parts")
        ran = run("import", chapters["cargo.md"], "-b", "parts", "--add")
        assert "4 rules" in ran.out and "added: 2 rules before" in ran.out
        assert exported(run, "parts") == exported(run, "whole")

    def test_adding_a_file_again_changes_nothing(self, run: Run, chapters: Mapping[str, str], tmp_path: Path) -> None:
        for name in ("ch1.txt", "ch3.txt"):
            run("import", chapters[name], "-b", "parts", "--add")
        before = exported(run, "parts")
        saved_again = tmp_path / "saved-again.txt"
        saved_again.write_text(CHAPTERS["ch3.txt"].replace("\n\n", "\n\n\n"))
        for path in (chapters["ch3.txt"], chapters["ch1.txt"], str(saved_again)):
            ran = run("import", path, "-b", "parts", "--add")
            assert (ran.code, "nothing to do" in ran.out) == (0, True)
        assert exported(run, "parts") == before

    def test_only_the_new_files_of_several_are_added(self, run: Run, chapters: Mapping[str, str]) -> None:
        run("import", chapters["ch1.txt"], "-b", "parts")
        assert run("import", chapters["ch1.txt"], chapters["ch2.txt"], "-b", "parts", "--add").code == 0
        assert run("show", "parts:1.0.1#2").code == 1
        assert run("show", "parts:2.0.1").code == 0

    def test_a_changed_chapter_is_refused_and_replace_is_named(self, run: Run, chapters: Mapping[str, str]) -> None:
        run("import", chapters["ch1.txt"], "-b", "parts")
        Path(chapters["ch1.txt"]).write_text(CHAPTERS["ch1.txt"].replace("sails", "floats"))
        ran = run("import", chapters["ch1.txt"], "-b", "parts", "--add")
        assert (ran.code, ran.out) == (2, "")
        assert "parts@undated has 1.0.1 and 1 more already" in ran.err and "--replace" in ran.err
        assert "sails" in run("show", "parts:1.0.2").out

    def test_files_are_added_to_the_newest_edition_if_they_state_none(
        self, run: Run, chapters: Mapping[str, str]
    ) -> None:
        run("import", chapters["ch1.txt"], "-b", "parts", "--edition", "2025")
        run("import", chapters["ch1.txt"], "-b", "parts", "--edition", "2026")
        assert run("import", chapters["ch2.txt"], "-b", "parts", "--add").out.startswith("parts@2026  4 rules")
        assert run("import", chapters["ch2.txt"], "-b", "parts", "--add", "--edition", "2025").code == 0
        ran = run("import", chapters["ch3.txt"], "-b", "parts", "--add", "--edition", "2024")
        assert ran.code == 2 and "2026, 2025" in ran.err

    def test_the_profile_of_the_first_import_reads_the_added_files_too(
        self, run: Run, chapters: Mapping[str, str], tmp_path: Path
    ) -> None:
        profile = tmp_path / "profile.yaml"
        profile.write_text('furniture: ["* storm *"]\n')
        run("import", chapters["ch1.txt"], "-b", "parts", "--profile", str(profile))
        run("import", chapters["ch3.txt"], "-b", "parts", "--add")
        assert run("show", "parts:3.0.1").code == 1

    @pytest.mark.parametrize("change", ["edited", "lines removed", "lines damaged"])
    def test_an_edition_whose_lines_are_not_its_own_takes_no_files(
        self, run: Run, chapters: Mapping[str, str], home: Path, change: str
    ) -> None:
        run("import", chapters["ch1.txt"], "-b", "parts")
        (tree,), (lines,) = home.rglob("parts/*.yaml"), home.rglob("parts/*.lines")
        if change == "edited":
            tree.write_text(tree.read_text().replace("A ship sails", "A ship floats"))
        elif change == "lines removed":
            lines.unlink()
        else:
            lines.write_bytes(lines.read_bytes()[:-40])
        ran = run("import", chapters["ch2.txt"], "-b", "parts", "--add")
        assert ran.code == 2
        assert "import all of its files together with --replace" in ran.err

    def test_removing_an_edition_removes_its_lines(self, port: Run, home: Path) -> None:
        assert port("remove", "port").code == 0
        assert not [*home.rglob("*.lines")]

    def test_lines_are_read_back_as_they_were_kept(self, tmp_path: Path) -> None:
        line = SourceLine(3, "1. [A](b.md)", "A", "item", 2, "1.", (Link("A", "b.md"),), ("a", "b"), True)
        entry = ContentsEntry("Ships", "ships.md", ContentsEntry("All", ""))
        documents = (Document("ships.md", (line, SourceLine(4, "", "", "blank")), True, entry, True),)
        (tmp_path / "book.txt").write_text(HARBOUR)
        read = import_book(InstalledBooks(), [tmp_path / "book.txt"], "port")
        edition = InstalledBooks().edition("port")
        keep_lines(edition, replace(read, documents=documents, profile_from="you"))
        assert kept_lines(edition) == (documents, read.profile)

    def test_official_chapters_make_the_book_that_one_import_makes(self, run: Run) -> None:
        files = [
            SHARED / "sources" / "fab" / name for name in ("01-game-concepts.html", "05-layers-cards-abilities.html")
        ]
        if not all(file.is_file() for file in files):
            pytest.skip("needs ../shared/sources/fab")
        first, fifth = map(str, files)
        assert run("import", first, fifth, "-b", "fab", "--edition", "whole").code == 0
        assert run("import", fifth, "-b", "fab", "--edition", "parts").code == 0
        assert run("import", first, "-b", "fab", "--edition", "parts", "--add").code == 0
        assert exported(run, "fab@parts").replace("parts", "whole") == exported(run, "fab@whole")


@pytest.mark.usefixtures("imports_prepare")
@pytest.mark.parametrize(
    ("edition", "is_newest"), [("2026", True), ("2020", False)], ids=["the newest", "an older one"]
)
def test_an_import_builds_what_the_first_search_needs_of_the_newest_edition(
    port: Run, harbour: Path, home: Path, edition: str, is_newest: bool
) -> None:
    harbour.write_text(HARBOUR.replace("sinks", "burns"))
    assert port("import", str(harbour), "-b", "port", "--edition", edition, "--replace").code == 0
    caches = {path: path.stat().st_mtime_ns for path in (home / "cache").rglob("*.*")}
    assert port("search", "cargo", "-b", f"port@{edition}").code == 0
    assert (caches == {path: path.stat().st_mtime_ns for path in (home / "cache").rglob("*.*")}) == is_newest


@pytest.mark.usefixtures("imports_prepare")
def test_an_import_of_a_newer_edition_says_what_is_new_and_which_of_it_was_read(run: Run, tmp_path: Path) -> None:
    old = "1 Kites\n\n1.1 A kite flies.\n\n1.2 A kite has a line.\n\n1.3 A reel turns left.\n\n1.4 Wind lifts kites.\n"
    new = old.replace("turns left", "turns right").replace("1.4 Wind", "1.4 Ropes are long.\n\n1.5 Wind")
    new = new.replace("1.2 A kite has a line.\n\n", "")
    (first := tmp_path / "old.txt").write_text(old)
    (second := tmp_path / "new.txt").write_text(new)
    out = run("import", str(first), "-b", "kites", "--edition", "2025").out
    assert "since" not in out
    assert run("keep", "kites:1.3", "kites:1.1", "kites:1.2").code == 0
    out = run("import", str(second), "-b", "kites", "--edition", "2026").out
    assert "since 2025: 1 added, 1 removed, 1 changed; of those that you read: 1.3, 1.2 (rules diff kites)" in out
    again = run("import", str(second), "-b", "kites", "--edition", "2026", "--replace", "--json").out
    assert json.loads(again)["news"]["read"] == ["1.3", "1.2"]


def test_two_editions_in_one_import_are_refused(run: Run, tmp_path: Path) -> None:
    lines = [f"1.{at}. A ship that has lain in the harbour for {at} days pays {at} coins.\n" for at in range(1, 60)]
    for name in ("2023.txt", "2024.txt"):
        (tmp_path / name).write_text("1. Ports\n\n" + "\n".join(lines), encoding="utf-8")
        lines[3] = "1.4. A ship that has lain in the harbour for four days pays nothing at all.\n"
    for given in ([tmp_path / "2023.txt", tmp_path / "2024.txt"], [tmp_path]):
        ran = run("import", *map(str, given), "--book", "port")
        assert (ran.code, ran.out) == (2, "")
        assert "2023.txt and 2024.txt are the same book, in two editions or twice: import them one by one" in ran.err


def test_a_folder_of_two_books_is_refused_with_what_to_type(run: Run, tmp_path: Path) -> None:
    for name, first in (("kites.txt", "1."), ("boats.txt", "1-")):
        lines = [
            f"{first}{at} In {name}, whoever waits for {at} days and more pays {at} coins.\n" for at in range(1, 60)
        ]
        (tmp_path / name).write_text("1. General\n\n" + "\n".join(lines), encoding="utf-8")
    ran = run("import", str(tmp_path), "--book", "port")
    assert (ran.code, ran.out) == (2, "")
    assert "boats.txt and kites.txt are two books" in ran.err
    assert f"rules import {tmp_path}/boats.txt --book boats; rules import {tmp_path}/kites.txt --book kites" in ran.err


def test_files_whose_names_count_on_are_one_book(run: Run, tmp_path: Path) -> None:
    """The paragraphs of the foreword count from 1, as the chapters do, and the index has lines of another file."""
    words = [f"Whoever waits for {at} days and more in the harbour pays {at} coins." for at in range(1, 60)]
    (tmp_path / "rm-0.txt").write_text(
        "Foreword\n\n" + "\n\n".join(f"{at}. {each}" for at, each in enumerate(words, 1))
    )
    for chapter in (1, 2, 3):
        lines = (f"{chapter}.{at}. In town {chapter}: {each}\n" for at, each in enumerate(words, 1))
        (tmp_path / f"rm-{chapter}.txt").write_text(f"{chapter}. Town {chapter}\n\n" + "\n".join(lines))
    (tmp_path / "rm-index.txt").write_text(
        "\n\n".join(f"3.{at}. In town 3: {each}" for at, each in enumerate(words, 1))
    )
    assert run("import", str(tmp_path), "--book", "port").code == 0
    assert "In town 2: Whoever waits for 7 days" in run("2.7", "-b", "port").out


def test_a_book_beside_the_folder_of_another_is_refused_with_what_to_type(run: Run, tmp_path: Path) -> None:
    (game := tmp_path / "game").mkdir()
    (game / "SUMMARY.md").write_text("# Contents\n\n* [Wind](wind.md)\n* [Lines](lines.md)\n", encoding="utf-8")
    for name in ("wind", "lines"):
        (game / f"{name}.md").write_text(f"# {name}\n\n1. Whoever has the {name} begins.\n", encoding="utf-8")
    assert run("import", str(tmp_path), "--book", "game").code == 0
    other = [f"- Whoever waits for {at} days in the harbour of the island pays {at} coins.\n" for at in range(50)]
    (tmp_path / "harbour.md").write_text("# Harbour\n\n" + "\n".join(other), encoding="utf-8")
    ran = run("import", str(tmp_path), "--book", "game", "--edition", "2026")
    assert (ran.code, ran.out) == (2, "")
    assert f"rules import {game} --book game; rules import {tmp_path}/harbour.md --book harbour" in ran.err


def test_a_file_that_is_no_part_of_a_known_book_is_not_taken_for_it(run: Run, tmp_path: Path) -> None:
    titles = (load_info("ga") or pytest.fail("no such book")).titles or {}
    for at, title in enumerate(titles.values()):
        (tmp_path / f"{at}.md").write_text(f"# {title}\n\n1. A card has words.\n", encoding="utf-8")
    assert run("import", str(tmp_path)).code == 0
    lines = [f"Whoever waits for {at} days in the harbour of the island pays {at} coins.\n" for at in range(50)]
    (tmp_path / "harbour.txt").write_text("\n".join(lines), encoding="utf-8")
    ran = run("import", str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert "0.md and harbour.txt may be two books: import them one by one" in ran.err


def test_the_list_of_books_fits_a_screen(run: Run) -> None:
    listed = run("books").out
    assert listed.count("\n") < 20
    assert listed.count("rules fetch") == 0 < run("books", "fab").out.count("rules fetch fab"), "how to get one: alone"


def test_a_list_without_a_rule_of_the_game_is_no_new_edition_of_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "kites.txt").write_text("8.1 Kites\n\n8.1.1 A kite flies.\n\n8.1.2 A tail is long.\n")
    (tmp_path / "league.txt").write_text("1.1 Late: Warning\n\n1.2 Phone used: Game Loss\n\n1.3 Food: Caution\n")
    assert run("import", str(tmp_path / "kites.txt"), "--book", "fab", "--edition", "2020").code == 0
    refused = run("import", str(tmp_path / "league.txt"), "--book", "fab", "--edition", "2021")
    assert (refused.code, "this has next to nothing of fab@2020; as a book of its own" in refused.err) == (2, True)
    assert run("import", str(tmp_path / "league.txt"), "--book", "league").code == 0


def test_a_short_list_whose_numbers_a_long_book_has_is_no_new_edition_of_it(run: Run, tmp_path: Path) -> None:
    rules = [
        f"{chapter}. Kites of the kind {chapter}\n\n{chapter}.1 A kite {chapter} flies.\n" for chapter in range(1, 9)
    ]
    (tmp_path / "kites.txt").write_text("\n".join(rules))
    (tmp_path / "reworded.txt").write_text("\n".join(rules).replace("flies", "soars high").replace("kind", "sort"))
    house = str(tmp_path / "house.txt")
    Path(house).write_text("1. Whoever is late pays.\n\n2. Phones stay in the bag.\n\n3. Nobody eats.\n")
    assert run("import", str(tmp_path / "kites.txt"), "--book", "mtg", "--edition", "2020-01-01").code == 0
    assert run("import", str(tmp_path / "reworded.txt"), "--book", "mtg", "--edition", "2022-01-01").code == 0
    before = run("diff", "mtg@2020-01-01", "mtg@2022-01-01").out
    refused = run("import", house, "--book", "mtg", "--edition", "2021-01-01")
    assert (refused.code, "next to nothing of mtg@2022-01-01" in refused.err, "-b NAME" in refused.err) == (
        2,
        True,
        True,
    )
    assert run("import", house, "--book", "mtg", "--edition", "2021-01-01", "--replace").code == 0
    assert run("diff", "mtg@2020-01-01", "mtg@2022-01-01").out == before, "a third edition takes nothing from the two"


@pytest.mark.parametrize(
    "text",
    [
        "4 Torn Kite\n4 Long Line\n2 Storm, the Old\n16 Meadow\nReserve\n3 Red Flag\n",
        "# My deck\n\n- 4x Torn Kite\n- 3x Long Line\n- 12x Meadow\n",
        "Deck\n2 Cerf-volant Rouge (KIT) 12\n1 Tempête du Nord\n20 Pré Vert\n",
    ],
)
def test_a_deck_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "deck.md").write_text(text, encoding="utf-8")
    ran = run("import", str(tmp_path / "deck.md"), "--book", "deck")
    assert (ran.code, "looks like a list of cards" in ran.err, "rules card import" in ran.err) == (2, True, True)


def test_a_list_of_names_is_told_and_a_list_of_rules_is_not(run: Run, tmp_path: Path) -> None:
    (tmp_path / "names.md").write_text("# Kites\n\n1. Torn Kite\n2. Long Line\n3. Meadow\n", encoding="utf-8")
    assert "looks like a list of names" in run("import", str(tmp_path / "names.md"), "--book", "names").out
    house = "# House rules\n\n1. Kites land before noon\n2. No lines of steel\n3. Pilots stay in the field.\n"
    (tmp_path / "house.md").write_text(house, encoding="utf-8")
    ran = run("import", str(tmp_path / "house.md"), "--book", "house")
    assert (ran.code, "looks like" in ran.out) == (0, False)
    (tmp_path / "chapters.md").write_text("1 Kites\n2 Long Lines\n3 Wind\n\n3.1 A wind blows.\n", encoding="utf-8")
    assert "looks like" not in run("import", str(tmp_path / "chapters.md"), "--book", "chapters").out


def test_a_command_is_no_name_of_a_book(run: Run, tmp_path: Path) -> None:
    (tmp_path / "house.md").write_text("# House\n\n1.1 Kites land.\n\n1.2 Kites fly.\n", encoding="utf-8")
    ran = run("import", str(tmp_path / "house.md"), "--book", "import")
    assert (ran.code, "import is a command" in ran.err) == (2, True)


def test_lint_of_an_unknown_book_says_that_it_is_not_installed(run: Run) -> None:
    ran = run("lint", "nosuch")
    assert (ran.code, "no book nosuch is installed" in ran.err) == (2, True)
    assert "nosuch.txt: no such file; check its name and folder" in run("lint", "nosuch.txt").err


def test_an_export_into_a_folder_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    ran = run("export", "fab", "-o", str(tmp_path / "missing" / "fab.yaml"))
    assert (ran.code, "does not exist" in ran.err, (tmp_path / "missing").exists()) == (2, True, False)


def test_a_number_that_only_another_game_has_leads_to_it(run: Run, install: Install) -> None:
    install("sails", {"2024": "Sails\n\n7. Sails\n\n701. Jib\n\n701.1. A jib is small.\n\n701.2. It is white.\n"})
    install("ropes", {"2024": "Ropes\n\n7 Ropes\n\n7.3 Kinds\n\n7.3.2 Sheet\n\n7.3.2a A sheet trims a sail.\n"})
    assert "rules ropes:7.3.2a" in run("7.3.2a", "-b", "sails").err


def test_a_point_of_a_list_without_numbers_leads_to_its_heading(run: Run, tmp_path: Path) -> None:
    text = (
        "KITE CODE\n\nTrading\n* Kites are traded at noon.\n* Lines are not traded.\n* Nobody trades in flight.\n\n"
        "Landing\n* Pilots land on grass.\n* Nobody lands in trees.\n* Landed kites are folded.\n\n"
        "Going home\n* Lines are wound up.\n* Litter goes into the bin.\n"
    )
    (tmp_path / "code.txt").write_text(text, encoding="utf-8")
    run("import", str(tmp_path / "code.txt"), "--book", "code")
    ran = run("show", "code:trading.2")
    assert (ran.code, "Lines are not traded." in ran.out) == (0, True)
    assert "trading.2 is point 2 in the text of trading: Lines are not traded." in ran.out
    assert run("show", "code:trading.4").code == 1
