"""Books that ship without text: the user is told how to get them, and their files are read with their own profile."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from support import SHARED, Run, read_book

from rules_cli.store.book_info import load_info, named_documents, recognised
from rules_cli.store.editions import InstalledBooks

SLUGS = ["fab-ppg", "fab-trp", "mtg-ipg", "mtg-jar", "mtg-mtr"]
GUIDE = "1 General\n\n1.2 Handling an Infraction\n\nJudges help.\n\n2 Gameplay Infractions\n"
GUIDE += "".join(
    f"\n2.{at} {title}\n\nWarning\n\nIt is an error.\n\nPhilosophy\n\nErrors happen.\n"
    for at, title in enumerate(("Game Rules Violation", "Forgetting", "Late Trigger", "Looking at Extra Cards"), 1)
)


def test_each_is_listed_with_the_command_that_gets_it(run: Run) -> None:
    assert [info.slug for info in InstalledBooks().obtainable()] == SLUGS
    page = run("books").out
    for slug in SLUGS:
        assert slug in page
        printed = run("books", slug).err
        assert f"rules fetch {slug}" in printed
        assert f"rules import FILE --book {slug}" in printed
    listed = [each for each in json.loads(run("books", "--json").out) if each["edition"] is None]
    assert [each["book"] for each in listed] == SLUGS


@pytest.mark.parametrize(
    "words", [["show", "2.1", "-b", "fab-ppg"], ["fab-ppg", "2.1"], ["ppg", "2.1"], ["search", "late", "-b", "PPG"]]
)
def test_a_question_to_one_is_answered_with_how_to_get_it(run: Run, words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 1
    assert (
        "Flesh and Blood Procedure and Penalty Guide (fab-ppg) is not installed. Get it: rules fetch fab-ppg" in ran.err
    )


def test_its_file_is_read_with_its_profile(run: Run, tmp_path: Path) -> None:
    (tmp_path / "guide.txt").write_text(GUIDE, encoding="utf-8")
    assert "words: official text" in run("import", str(tmp_path / "guide.txt"), "--book", "fab-ppg").out
    assert "fab-ppg" not in [info.slug for info in InstalledBooks().obtainable()]
    rule = json.loads(run("show", "ppg 2.4", "--json").out)[0]
    assert rule["penalty"] == [{"level": None, "penalty": "Warning"}]
    assert rule["children"] == ["2.4.philosophy"]
    assert "penalty" not in json.loads(run("show", "2.4.philosophy", "-b", "fab-ppg", "--json").out)[0]
    assert json.loads(run("cite", "2.4", "-b", "ppg", "--json").out)[0]["link"].endswith(
        "/02-gameplay-infractions/#ppg2.4"
    )


def test_what_passes_the_check_of_its_book_needs_no_numbers(run: Run, tmp_path: Path) -> None:
    text = (
        "# Judging\n\nRegular Rules Enforcement Level\n\n## Common Issues\n\nHelp the player who errs.\n\n"
        "## General Unwanted Behaviors\n\nAsk the player to stop.\n\n## Serious Problems\n\n"
        + "Help the player who errs.\n\n"
        * 40
    )
    (tmp_path / "regular.md").write_text(text, encoding="utf-8")
    assert run("import", str(tmp_path / "regular.md"), "--book", "mtg-jar").code == 0
    (tmp_path / "other.md").write_text(text.replace("Serious", "Small"), encoding="utf-8")
    other = run("import", str(tmp_path / "other.md"), "--book", "mtg-jar", "--edition", "2")
    assert "not recognised as an official book" in other.out


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("fab-ppg", "fab-ppg-2026.txt"),
        ("fab-trp", "fab-trp-2026.txt"),
        ("mtg-ipg", "mtg-ipg.md"),
    ],
)
def test_the_publishers_text_passes_the_check_of_a_fetch(slug: str, name: str) -> None:
    path = SHARED / "sources" / "other" / name
    info = load_info(slug)
    if not path.is_file():
        pytest.skip("the source documents are not here")
    assert info is not None
    assert info.fetch.addresses
    book = read_book([path], slug)
    assert info.fetch.landmarks.missing(book) == []
    assert info.is_official({str(row.number): row.title for row in book.rows}.get)


@pytest.mark.parametrize(
    ("slug", "book"),
    [("mtg-ipg", "mtg"), ("mtg-mtr", "mtg"), ("fab-ppg", "fab"), ("mtg-notes", "mtg"), ("chess", None)],
)
def test_a_name_that_two_games_use_is_that_of_the_own_game(slug: str, book: str | None) -> None:
    named = named_documents(slug, "")
    assert named.get("Comprehensive Rules") == book
    assert named["JAR"] == "mtg-jar"


@pytest.mark.parametrize(("words", "named"), [("procedure and penalty guide 2.1", ("fab-ppg", 4)), ("2.1 fab", None)])
def test_a_name_of_four_words_may_be_in_front_of_a_number(words: str, named: tuple[str, int] | None) -> None:
    assert InstalledBooks().book_in_front(words.split()) == named


@pytest.mark.parametrize(("before", "target"), [(5, "mtg:104.3"), (6, "104.3")])
def test_a_title_among_the_first_six_lines_tells_the_game(tmp_path: Path, before: int, target: str) -> None:
    titles = [*(f"# Page {at}" for at in range(before)), "# Infraction Procedure Guide", "1 Kites"]
    path = tmp_path / "notes.md"
    path.write_text("\n\n".join([*titles, "1.1 See Comprehensive Rules 104.3.", "1.2 A kite."]), encoding="utf-8")
    [rule] = [row for row in read_book([path], "notes").rows if row.number == "1.1"]
    assert [reference.target for reference in rule.references] == [target]


MADE_UP = "1 Game\n" + "".join(f"\n{number} {{}}\n\n{number}.1 A kite.\n" for number in ("1.4", "1.5", "1.6", "1.11"))


@pytest.mark.parametrize("opening", ["Flesh and Blood Comprehensive Rules", "FLESH AND BLOOD Comprehensive Rules v2"])
def test_the_title_on_the_first_lines_tells_that_a_book_is_another(run: Run, tmp_path: Path, opening: str) -> None:
    (tmp_path / "rules.txt").write_text(f"{opening}\n\n{MADE_UP.format(*'ABCD')}", encoding="utf-8")
    refused = run("import", str(tmp_path / "rules.txt"), "--book", "mtg", "--edition", "1")
    assert (refused.code, refused.err.strip().splitlines()[-1]) == (
        2,
        "rules: this is Flesh and Blood Comprehensive Rules, not Magic: The Gathering Comprehensive Rules: "
        "import it with --book fab",
    )
    assert run("import", str(tmp_path / "rules.txt"), "--book", "fab", "--edition", "1").code == 0
    assert run("import", str(tmp_path / "rules.txt"), "--book", "kites", "--edition", "1").code == 0


def test_a_long_book_without_the_titles_of_a_game_is_not_that_game(run: Run, tmp_path: Path) -> None:
    rules = "".join(f"1.{number} A kite flies.\n" for number in range(1, 321))
    (tmp_path / "rules.txt").write_text(f"1 Kites\n{rules}", encoding="utf-8")
    refused = run("import", str(tmp_path / "rules.txt"), "--book", "fab", "--edition", "1")
    assert refused.code == 2
    assert "its sections are not those of Flesh and Blood Comprehensive Rules" in refused.err
    assert run("import", str(tmp_path / "rules.txt"), "--book", "kites", "--edition", "1").code == 0


@pytest.mark.parametrize(
    ("opening", "titles", "known"),
    [
        ("", ("Attacks", "Macros", "Layers", "Kites"), True),  # three of four titles are those of Flesh and Blood
        ("", ("Attacks", "Macros", "Gulls", "Kites"), False),
        ("Magic Comprehensive Rules\n\n", ("Attacks", "Macros", "Layers", "Priority"), False),
    ],
)
def test_titles_that_books_share_refuse_none(
    run: Run, tmp_path: Path, opening: str, titles: tuple[str, ...], known: bool
) -> None:
    (tmp_path / "rules.txt").write_text(opening + MADE_UP.format(*titles), encoding="utf-8")
    ran = run("import", str(tmp_path / "rules.txt"), "--book", "mtg", "--edition", "1")
    assert (ran.code, "the section titles of fab:" in ran.out) == (0, known)
    assert "your copy" in ran.out


def test_half_of_the_titles_recognise_no_book() -> None:
    lines = ["1.4 Attacks", "1.5 Macros", "1.6. Layers", "1.11 Kites", "2.2 Kites"]
    assert recognised("kites", "", lines)
    assert not recognised("kites", "", [*lines, "2.12 Kites"])


def test_a_book_that_we_know_is_read_with_its_profile_under_any_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "guide.txt").write_text(GUIDE, encoding="utf-8")
    ran = run("import", str(tmp_path / "guide.txt"), "--book", "judging")
    assert "section titles of fab-ppg" in ran.out
    assert "rules import … --book fab-ppg" in ran.out
    rule = json.loads(run("show", "judging:2.4", "--json").out)[0]
    assert rule["penalty"] == [{"level": None, "penalty": "Warning"}]


def test_an_old_edition_with_other_sections_is_read_by_its_own_look() -> None:
    assert not recognised("guide", "Procedure and Penalty Guide 1.0", ["1.2 Kites"]).is_alike  # type: ignore[union-attr]
    assert recognised("jar", "Judging at Regular", []).is_alike  # type: ignore[union-attr]


def test_a_book_of_pages_is_recognised_by_their_titles() -> None:
    found = recognised("pages", "", ["Game Mechanics - Abilities", "Parts of a Card - Cost", "Game Terms"])
    assert found
    assert (found.info.slug, found.by_title) == ("ga", False)


@pytest.mark.skipif(not (SHARED / "sources" / "other" / "fab-trp.md").is_file(), reason="the source is not here")
def test_an_old_edition_with_section_titles_of_another_game_is_imported(run: Run) -> None:
    path = str(SHARED / "sources" / "other" / "fab-trp.md")
    assert run("import", path, "--book", "fab-trp").code == 0
    assert run("import", path, "--book", "mtg-mtr").code == 2


@pytest.mark.parametrize(("edition", "outdated"), [("2024-03-01", True), ("2024-03-02", False), ("undated", False)])
def test_a_policy_document_of_more_than_two_years_is_outdated(edition: str, outdated: bool) -> None:
    policy, rulebook = load_info("fab-ppg"), load_info("fab")
    assert policy
    assert policy.is_outdated(edition, date(2026, 3, 2)) == outdated
    assert rulebook
    assert not rulebook.is_outdated(edition, date(2026, 3, 2))


def test_an_old_policy_document_comes_with_a_caution(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ppg.txt").write_text(GUIDE)
    for edition, cautioned in (("2019-10-04", True), (date.today().isoformat(), False)):
        run("import", str(tmp_path / "ppg.txt"), "--book", "fab-ppg", "--edition", edition)
        for words in (["2.1"], ["cite", "2.1"], ["penalty", "2.2"], ["search", "error"]):
            assert ("caution: this edition is of 2019-10-04" in run(*words, "-b", "fab-ppg").out) == cautioned
