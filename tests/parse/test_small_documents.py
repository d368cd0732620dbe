"""Short rulebooks of many countries and manners: which numbers they have, and under which others these are."""

from __future__ import annotations

import pytest
from parsing import book_of


def tree(text: str, name: str = "book.txt") -> dict[str, str]:
    """Return the numbers of a document, each with that of the row above it."""
    rows = [
        row for row in book_of(text, name=name).rows if any(c.isdigit() for c in row.number) or len(row.number) == 1
    ]
    return {row.number: row.parent or "" for row in rows}


@pytest.mark.parametrize(
    "chapters",
    [
        ("CHAPTER ONE\nKites", "CHAPTER TWO\nBoats"),
        ("TITULO I. DE LOS BARCOS", "TITULO II. DE LAS COMETAS"),
        ("Erster Teil\nDrachen", "Zweiter Teil\nBoote"),
        ("Chapitre premier : Bateaux", "Chapitre II : Voiles"),
    ],
)
@pytest.mark.parametrize("word", ["Article ", "", "Regla "])
def test_articles_that_go_on_through_chapters(chapters: tuple[str, str], word: str) -> None:
    first, second = chapters
    rules = (f"{word}{number}. A kite has {number} lines." for number in range(1, 5))
    book = book_of("\n\n".join((first, next(rules), next(rules), second, *rules)))
    rows = {row.number: row for row in book.rows}
    assert [number for number in rows if number.isdigit()] == ["1", "2", "3", "4"]
    assert [row.title for row in book.rows if row.title] == [first.replace("\n", " "), second.replace("\n", " ")]


def test_the_first_article_is_printed_in_words() -> None:
    assert list(tree("Article premier. - Tous jouent.\n\nArticle 2. - Nul ne triche.\n\nArticle 3. - Fin.\n")) == [
        "1",
        "2",
        "3",
    ]


@pytest.mark.parametrize(
    "numbers",
    [
        ("100", "100.10", "100.20", "110", "110.10", "110.20", "120", "120.10"),
        ("5", "5.5", "5.10", "10", "10.5", "10.10", "10.15", "15", "15.5"),
        ("A", "A.1", "A.2", "C", "C.1", "C.2", "B", "B.1", "B.2"),
        ("T1", "T2", "S1", "S2", "S2.1", "S2.2", "A1", "A2"),
        ("R1", "R2", "R2a", "R2b", "R3", "C1", "C2"),
    ],
)
def test_numbers_in_steps_and_codes_in_any_order(numbers: tuple[str, ...]) -> None:
    is_over = [any(other.startswith(f"{number}.") for other in numbers) for number in numbers]
    words = ("KITES" if each else "A kite flies." for each in is_over)
    book = book_of("\n\n".join(f"{number}. {text}" for number, text in zip(numbers, words, strict=True)))
    assert tuple(row.number for row in book.rows) == numbers
    assert not book.anomalies


def test_a_glossary_whose_entries_follow_its_title_at_once() -> None:
    rules = "1 KITES\n1.1 A kite flies.\n1.2 A kite falls.\n\n"
    book = book_of(f"{rules}GLOSSARY\nFall: To land.\nFly: To rise (1.1).\n")
    assert [row.number for row in book.rows][3:] == ["glossary", "glossary.fall", "glossary.fly"]


def test_an_appendix_with_few_rules() -> None:
    text = (
        "1. Kites\n1-1. A kite flies.\n1-2. Refer to 1-1.\n\nAppendix A: Boats\nA.1 A boat floats.\nA.2 A boat sails.\n"
    )
    book = book_of(text)
    assert tree(text) == {"1": "", "1-1": "1", "1-2": "1", "A": "", "A.1": "A", "A.2": "A"}
    assert [each.target for row in book.rows for each in row.references] == ["1-1"]


@pytest.mark.parametrize("word", ["Art.", "Artículo", "Article"])
def test_articles_that_were_put_in_later(word: str) -> None:
    text = "".join(
        f"{word} {number}. A kite flies, see article 4 bis.\n\n" for number in ("3", "4", "4 bis", "4-ter", "5", "6")
    )
    book = book_of(text)
    assert [row.number for row in book.rows] == ["3", "4", "4bis", "4ter", "5", "6"]
    assert [each.target for each in book.rows[0].references] == ["4bis"]


def test_a_range_in_german_is_no_article_that_was_put_in_later() -> None:
    book = book_of("".join(f"§ {number} Es gilt § 2 bis 4.\n\n" for number in range(1, 6)))
    assert [row.number for row in book.rows] == ["1", "2", "3", "4", "5"]
    assert book.rows[0].references[0].target == "2"


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("1. Kites\n1.1 A kite may:\n  a. fly;\n  b. fall.\n1.2 No kite may land, but see {}.\n", "1.1b"),
        ("A-1 Kites\nA-1.1 A kite may:\n  (i) fly;\n  (ii) fall.\nA-1.2 No kite may land, but see {}.\n", "A-1.1(ii)"),
        ("Article 1. A kite may:\n  1° fly;\n  2° fall.\n\nArticle 2. It lands.\n\nArticle 3. Not under {}.\n", "1.2"),
        ("§ 1 A kite may\na) fly;\nb) fall.\n\n§ 2 It lands.\n\n§ 3 It may not, but under {}.\n", "1b"),
    ],
)
def test_an_item_that_a_text_names_is_a_rule(text: str, item: str) -> None:
    named = {"1.2": "article 1, 2°", "1b": "§ 1 b)"}.get(item, item)
    book = book_of(text.format(named))
    assert item in [row.number for row in book.rows]
    assert [each.target for row in book.rows for each in row.references] == [item]
    assert item not in [row.number for row in book_of(text.format("a bird")).rows]


def test_an_appendix_without_numbers_is_not_taken_for_the_next_one() -> None:
    chapters = "".join(f"# {n}. Kites\n\n{n}.A. A kite flies.\n\n{n}.B. It falls.\n\n" for n in (1, 2, 3))
    coded = "".join(f"# Appendix {x}: Lines\n\n{x}1. A line.\n\n{x}1.A. It is long.\n\n{x}2. A reel.\n\n" for x in "BC")
    book = book_of(f"{chapters}# Appendix A: Diagram\n\nIt shows a kite.\n\n{coded}", name="book.md")
    assert {"A", "B", "B1", "C2"} <= {row.number for row in book.rows}


@pytest.mark.parametrize(
    ("outer", "inner", "numbers"),
    [("I", "A", ["I", "I.A", "I.B", "II", "II.A", "II.B"]), ("A", "1", ["A", "A.1", "A.2", "B", "B.1", "B.2"])],
)
def test_nested_lists_of_a_web_page_that_count_in_letters(outer: str, inner: str, numbers: list[str]) -> None:
    below = f'<ol type="{inner}"><li>A kite flies.</li><li>A kite falls, see {numbers[1]}.</li></ol>'
    page = f'<h1>Kites</h1><ol type="{outer}"><li>Red{below}</li><li>Blue{below}</li><li>Green</li></ol>'
    book = book_of(f"<!doctype html><html><body>{page}</body></html>", name="kites.html")
    assert [row.number for row in book.rows][1:-1] == numbers
    assert {each.target for row in book.rows for each in row.references} == {numbers[1]}


def test_the_number_of_a_page_ends_no_list_of_an_outline() -> None:
    text = (
        "I. PLAY\nA. Bring kites.\nB. Be kind.\n   1. No shouting.\n{}\n   2. No insults.\n\nII. PRIZES\nA. One cup.\n"
    )
    book = book_of(text.format("\n                 1\n"))
    assert [row.number for row in book.rows] == ["I", "I.A", "I.B", "I.B.1", "I.B.2", "II", "II.A"]


def test_rules_with_letters_under_titles_with_numbers_are_no_pages() -> None:
    lines = "## 1. Lines\n\n**1a.** A line holds.\n\n**1b.** It may not:\n\n1. tear;\n2. knot.\n\n"
    text = f"# Kites\n\n{lines}## 2. Tails\n\n**2a.** A tail steers.\n"
    assert tree(text, "kites.md") == {"1": "", "1a": "1", "1b": "1", "2": "", "2a": "2"}


@pytest.mark.parametrize(
    ("chapter", "rule"),
    [
        ("Глава {}. Змеи", "Пункт описан в главе 2."),
        ("Rozdział {}. Latawce", "Latawiec lata."),
        ("Hoofdstuk {} Vliegers", "Hij vliegt."),
    ],
)
def test_chapters_in_words_of_other_languages(chapter: str, rule: str) -> None:
    text = "\n\n".join(f"{chapter.format(at)}\n\n{at}.1. {rule}\n\n{at}.2. {rule}" for at in (1, 2, 3))
    assert [row.number for row in book_of(text).rows] == ["1", "1.1", "1.2", "2", "2.1", "2.2", "3", "3.1", "3.2"]
