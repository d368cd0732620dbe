"""House rules as clubs and shops write them: names with colons, sole paragraphs, and lists below numbered headings."""

from __future__ import annotations

import pytest
from parsing import book_of, document, unaccounted

from rules_cli.errors import SourceError
from rules_cli.parse.readings import likeliest

BOOKS = {
    "bullets without blank lines": "Boat house\nKeys:\n- On the hook.\nOars:\n- Two to a boat.\n- Dry them.\n",
    "bullets that are no sentences": "Boat house\n\nKeys:\n- on the hook\n\nOars:\n- two to a boat\n- dry after use\n",
    "paragraphs": "Bootshaus\n\nSchlüssel:\nSie hängen am Haken.\n\nRuder:\nZwei je Boot.\n\nEis:\nDann nicht.\n",
    "markdown": "# Casa do barco\n\nChaves:\n\n* Ficam no gancho.\n\nRemos:\n\n* Dois por barco.\n",
    "bold names": "**Maison**\n\n**Clés :**\n\n- au crochet\n\n**Rames :**\n\n- deux par bateau\n",
}
TITLES = [["Keys", "Oars"], ["Keys", "Oars"], ["Schlüssel", "Ruder", "Eis"], ["Chaves", "Remos"], ["Clés", "Rames"]]


@pytest.mark.parametrize(("name", "titles"), list(zip(BOOKS, TITLES, strict=True)), ids=BOOKS)
def test_a_name_with_a_colon_over_its_rules_is_a_heading(name: str, titles: list[str]) -> None:
    file = "house.md" if BOOKS[name][:1] in "#*" else "house.txt"
    rows = book_of(BOOKS[name], name=file).rows
    assert [row.title for row in rows if row.title][1:] == titles
    assert sum(bool(row.words.text) for row in rows) == len(titles)
    assert not unaccounted([document(BOOKS[name], file)], likeliest([document(BOOKS[name], file)]).reading)


@pytest.mark.parametrize(
    "text",
    [
        "Dear Anna,\n\nPlease bring:\n- cards\n- dice\n\nSee you on Friday!\n",
        "Groceries:\n- milk\n- bread\n",
        "A kite flies.\n\nIt needs the following:\n- a line\n- a tail\n\nIt also has these parts:\n- a bow\n",
    ],
    ids=["a letter", "a list", "sentences over lists"],
)
def test_one_list_or_a_sentence_over_one_makes_no_book(text: str) -> None:
    with pytest.raises(SourceError):
        book_of(text)


def test_names_on_lines_of_their_own_need_no_blank_lines() -> None:
    book = book_of("Boat house\n\nKeys: on the hook.\nOars: two to a boat.\nIce: nobody rows.\n")
    assert [row.title for row in book.rows][1:] == ["Keys", "Oars", "Ice"]


@pytest.mark.parametrize(
    ("article", "sole"),
    [
        ("Art. {}º", "Parágrafo único."),
        ("Artigo {}.", "Parágrafo único -"),
        ("Article {} -", "Paragraphe unique."),
        ("Art. {}.", "§ único."),
        ("Artículo {}.", "Párrafo único:"),
    ],
)
@pytest.mark.parametrize("points", ["", "I - a red one;\nII - a blue one.\n"], ids=["", "after points"])
def test_the_only_paragraph_of_an_article_is_its_first(article: str, sole: str, points: str) -> None:
    articles = [f"{article.format(number)} A kite flies:\n{points}{sole} It lands.\n\n" for number in range(1, 5)]
    articles[1] = f"{article.format(2)} A kite has a line.\n\n"
    text = "".join(articles)
    rows = {str(row.number): row for row in book_of(text).rows}
    assert {number: rows[number].parent for number in ("1.1", "3.1", "4.1")} == {"1.1": "1", "3.1": "3", "4.1": "4"}
    assert rows["3.1"].words.text == "It lands."
    assert "2.1" not in rows
    assert ("3(II)" in rows) == bool(points)
    assert not unaccounted([document(text)], likeliest([document(text)]).reading)


@pytest.mark.parametrize("intro", ["", "A race has these parts:\n\n"], ids=["alone", "after words"])
@pytest.mark.parametrize("mark", [" ", ". "], ids=["2 Race", "2. Race"])
def test_items_below_a_numbered_heading_of_markdown_are_its_rules(intro: str, mark: str) -> None:
    text = (
        f"# Kites\n\n## 1{mark}Field\n\nA field is flat.\n\n"
        f"## 2{mark}Race\n\n{intro}1. Run.\n2. Let go.\n3. The highest kite wins.\n"
    )
    rows = {str(row.number): row.words.text for row in book_of(text, name="kites.md").rows}
    assert [rows.get(number) for number in ("2.1", "2.2", "2.3")] == ["Run.", "Let go.", "The highest kite wins."]
    assert "3" not in rows


def test_two_lists_of_one_section_have_no_numbers_of_their_own() -> None:
    lists = "A crew:\n\n1. runs;\n2. rests.\n\nA kite:\n\n1. flies;\n2. falls.\n"
    book = book_of(f"# Kites\n\n## 1 Field\n\nA field is flat.\n\n## 2 Race\n\n{lists}", name="kites.md")
    assert [row.number for row in book.rows if row.number[:1].isdigit()] == ["1", "2"]
