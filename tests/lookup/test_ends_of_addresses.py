"""An address of a book without printed numbers may be typed without its beginning: `cleave.5`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support import Ran, Run

PAGES = ("Glossary", "Combat", "Zones", "Cards", "Turns")
Garden = Callable[..., Ran]


@pytest.fixture
def garden(run: Run, tmp_path: Path) -> Garden:
    """The command line with a book of web pages, all with a heading of the same name."""

    def answers(*words: str, pages: int = 2) -> Ran:
        book = tmp_path / "garden"
        book.mkdir()
        links = "".join(f"* [{name}]({name.lower()}.md)\n" for name in PAGES[:pages])
        (book / "SUMMARY.md").write_text(f"# Table of contents\n\n{links}")
        for name in PAGES[:pages]:
            pruning = f"### Prune\n\n1. {name} trees are cut in winter.\n2. {name} bushes wait.\n"
            tools = f"### {name} Tools\n\n1. A {name} knife is sharp.\n"
            (book / f"{name.lower()}.md").write_text(f"# {name}\n\n{pruning}\n{tools}")
        run("import", str(book), "--book", "garden")
        return run(*words, "-b", "garden")

    return answers


@pytest.mark.parametrize("command", ["show", "cite", "explain", "refs", "tree"])
def test_a_unique_end_is_the_rule(garden: Garden, command: str) -> None:
    found = garden(command, "combat-tools.1")
    assert found.code == 0
    assert "combat.combat-tools.1" in found.out


def test_several_rows_are_shown_and_named(garden: Garden) -> None:
    found = garden("show", "prune.1")
    assert "Glossary trees" in found.out
    assert "Combat trees" in found.out
    assert "prune.1 may be garden:glossary.prune.1 or garden:combat.prune.1" in found.out + found.err


@pytest.mark.parametrize("asked", ["II 3", "ii (3)", "II.3", "II(3)", "ii(3)"])
def test_a_number_is_found_with_any_signs_between_its_parts(run: Run, tmp_path: Path, asked: str) -> None:
    book = tmp_path / "road.txt"
    parts = (
        f"{number}. {title}\n\n" + "".join(f"({at}) {title} go {at}.\n\n" for at in (1, 2, 3)) for number, title in ROAD
    )
    book.write_text("Salt Road\n\n" + "".join(parts))
    run("import", str(book), "--book", "road")
    for words in (asked.split(), [asked]):
        assert run("show", *words, "-b", "road").out.startswith("II(3)  Goods go 3.\n")


ROAD = [("I", "Camels"), ("II", "Goods"), ("III", "Wells")]


@pytest.mark.parametrize(("pages", "code"), [(4, 0), (5, 1)])
def test_ends_of_more_than_four_rows_are_no_answer(garden: Garden, pages: int, code: int) -> None:
    assert garden("show", "prune.2", pages=pages).code == code


@pytest.mark.parametrize("end", ["tools.1", "2", "prune.9"])
def test_a_part_of_a_slug_and_a_bare_number_are_no_ends(garden: Garden, end: str) -> None:
    assert garden("show", end).code == 1


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        *[("§ 1 (2)", "is point 2 in the text of 1: It falls."), ("2 (b)", "is point b in the text of 2: break.")],
        *[("§ 2(B)", "2  Lines"), ("§ 2 (c)", ""), ("§ 3 (2)", ""), ("2b", "is point b in the text of 2: break.")],
    ],
)
def test_a_point_in_the_words_of_a_rule_is_found_there(
    run: Callable[..., Ran], tmp_path: Path, asked: str, shown: str
) -> None:
    law, other = tmp_path / "law.txt", tmp_path / "other.txt"
    law.write_text(
        "§ 1 Kites\n\n(1) A kite flies. (2) It falls.\n\n§ 2 Lines (a) hold, (b) break.\n\n§ 3 No kite, see (2).\n"
    )
    other.write_text("1 Boats\n\n1.1 A boat.\n\n3 Sails\n\n3.1 A sail.\n\n3.2 A boom.\n")
    run("import", str(other), "--book", "boats")
    run("import", str(law), "--book", "law")
    found = run("show", asked, "-b", "law")
    assert shown in found.out and bool(found.out) == bool(shown)
    assert "boats" not in found.err  # another game's 3.2 is no help where the book has a § 3


@pytest.mark.parametrize("asked", ["2(III)", "2(iii)", "law:2(III)", "article 2, point III"])
def test_a_roman_item_of_three_letters_is_found(run: Callable[..., Ran], tmp_path: Path, asked: str) -> None:
    law = tmp_path / "law.txt"
    items = "I – a kite;\nII – a line;\nIII – a tail;\nIV – a crew."
    law.write_text(
        f"Article 1 Kites fly.\n\nArticle 2 A crew brings:\n{items}\n\nArticle 3 A race has:\n{items}\n\n"
        f"Article 4 A prize is:\n{items}\n"
    )
    run("import", str(law), "--book", "law")
    assert run("show", asked, "-b", "law").out.startswith("2(III)  A crew brings: a tail;")


def test_a_chapter_is_not_the_article_of_its_number(run: Callable[..., Ran], tmp_path: Path) -> None:
    law = tmp_path / "law.txt"
    law.write_text(
        "Club Law\n\nPART I. KITES\n\nArticle 1. A kite flies.\n\nArticle 2. A kite falls.\n\nPART II. LINES\n\n"
        "Article 3. A line holds.\n\nArticle 4. A line breaks.\n"
    )
    run("import", str(law), "--book", "law")
    assert "PART II. LINES" in run("show", "Part II", "-b", "law").out.splitlines()[0]
    assert run("show", "Article 2", "-b", "law").out.startswith("2  A kite falls.")
