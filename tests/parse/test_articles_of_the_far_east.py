"""Articles in Japanese and Korean, with their paragraphs and items, and Brazilian articles that were put in later."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, parents, references

JAPANESE = """\
凧の規則

第1条（目的）
１．この規則は凧の大会を定める。
２．次の各号に従う。
（１）風を読む。
（２）糸を守る。

第2条（試合）
１．１試合は20分とする。
２．凧が落ちた者は敗者となる。

第3条（罰則）
１．警告とする。
２．第2条に反した者は失格とする。
"""


@pytest.mark.parametrize("wide", [True, False])
def test_paragraphs_and_items_of_japanese_articles(wide: bool) -> None:
    text = JAPANESE if wide else JAPANESE.replace("．", ". ").replace("１", "1").replace("２", "2")
    book = book_of(text)
    assert [*by_number(book)][1:] == ["1", "1.1", "1.2", "1.2(1)", "1.2(2)", "2", "2.1", "2.2", "3", "3.1", "3.2"]
    assert parents(book)["1.2(2)"] == "1.2"
    assert references(book, "3.2") == [("第2条", "2", True)]


@pytest.mark.parametrize("form", ["제{}조(연)", "제 {} 조 (연)"])
def test_korean_articles_go_on_through_chapters(form: str) -> None:
    articles = [f"{form.format(number)} 연은 하늘을 난다." for number in range(1, 7)]
    articles[4] += " 제2조를 따른다."
    text = "\n\n".join(["제1장 총칙", *articles[:3], "제2장 경기", *articles[3:]])
    book = book_of(text)
    assert [number for number in by_number(book) if number.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    assert references(book, "5") == [("제2조", "2", True)]
    assert book.language == "ko"


def test_articles_in_chinese_figures_beyond_a_hundred() -> None:
    printed = ["九十九", "一百", "一百零一", "一百零二", "一百零三", "一百零四"]
    book = book_of("风筝法\n\n" + "\n\n".join(f"第{each}条　风筝应当飞行。" for each in printed))
    assert [number for number in by_number(book) if number.isdigit()] == ["99", "100", "101", "102", "103", "104"]


def test_an_article_with_a_capital_was_put_in_later() -> None:
    articles = {
        "1º": "A pipa voa.",
        "2º": "O vento sopra.",
        "3º": "A linha segura.",
        "3º-A": "O nó aperta.",
        "4º": "Fim.",
    }
    book = book_of("\n\n".join(f"Art. {number} {words}" for number, words in articles.items()))
    assert parents(book) == {"1": None, "2": None, "3": None, "3a": "3", "4": None}


def test_chapters_of_a_book_with_lettered_appendices() -> None:
    chapters = [f"第{at}章 凧{at}\n\n{at}.1. 風\n\n風を読む。\n\n{at}.2. 糸\n\n糸を守る。" for at in range(1, 5)]
    found = parents(book_of("\n\n".join([*chapters, "A.1. 色\n\n赤い凧。\n\nA.2. 形\n\n丸い凧。"])))
    assert [found[f"{at}.2"] for at in range(1, 5)] == ["1", "2", "3", "4"]
