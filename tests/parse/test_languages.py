"""Books in other languages and scripts: sentence ends, wrapped lines, words in a search, the language, the date."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from parsing import book_of, document, odd, references, texts
from support import Ran

from rules_cli.parse.inference import language_of, stated_date
from rules_cli.parse.line_shape import ends_sentence, is_title
from rules_cli.parse.profile import Profile
from rules_cli.search.stems import languages_of, stem, stem_keys, stems_of
from rules_cli.text import words_of_text

JAPANESE = """第1章を見よ。

1. 凧

1.1. 凧は風で飛ぶ。詳しくは1.2参照。

例A：赤い凧は青い凧より高く飛ぶ。

1.2. 強い風の日に凧糸は切れることがあり、切れた場合は
新しい糸を用意する。

注：糸は一本とする。

2. 風

2.1. 風が弱いとき、凧は飛ばない（１．１参照）。
"""
CHINESE = """1. 风筝

1.1. 风筝在风中飞行。参见2.1。

例：红色的风筝飞得更高。

1.2. 每位玩家有一只风筝。

2. 风

2.1. 如果风太弱，风筝不会飞。
"""


def test_a_japanese_book_has_rules_examples_notes_and_references() -> None:
    book = book_of(JAPANESE)
    found = texts(book)
    assert book.language == "ja"
    assert found["1.2"] == "強い風の日に凧糸は切れることがあり、切れた場合は新しい糸を用意する。"
    rules = {str(row.number): row for row in book.rows}
    assert (rules["1"].kind, rules["1"].title, rules["1.1"].kind) == ("heading", "凧", "rule")
    assert rules["1.1"].words.examples == ("赤い凧は青い凧より高く飛ぶ。",)
    assert rules["1.2"].words.notes == ("注：糸は一本とする。",)
    assert references(book, "1.1") == [("1.2参照", "1.2", True)]
    assert references(book, "2.1") == [("（１．１参照）", "1.1", True)]


def test_a_chinese_book_has_rules_examples_and_references() -> None:
    book = book_of(CHINESE)
    rules = {str(row.number): row for row in book.rows}
    assert book.language == "zh"
    assert [number for number, row in rules.items() if row.kind == "rule"] == ["1.1", "1.2", "2.1"]
    assert rules["1.1"].words.examples == ("红色的风筝飞得更高。",)
    assert references(book, "1.1") == [("参见2.1", "2.1", True)]
    assert not odd(book)


@pytest.mark.parametrize("text", ["飛ぶ。", "飛ぶ！", "飛ぶ？", "「飛ぶ。」", "（飛ぶ。）", "次の通り："])
def test_a_sentence_ends(text: str) -> None:
    assert ends_sentence(text)
    assert not is_title(text)


@pytest.mark.parametrize(("length", "title"), [(30, True), (31, False)])
def test_a_title_without_blanks_is_short(length: int, title: bool) -> None:
    assert is_title("凧" * length) is title


@pytest.mark.parametrize("words", ["高く", "風", "青い凧", "red"])
def test_words_inside_a_sentence_are_found(run: Callable[..., Ran], tmp_path: Path, words: str) -> None:
    source = tmp_path / "kites.txt"
    source.write_text(JAPANESE + "\n2.2. redの凧。\n")
    assert run("import", str(source), "--book", "tako").code == 0
    best = json.loads(run("search", words, "-b", "tako", "--json").out)["results"][0]["number"]
    assert best == {"高く": "1.1", "風": "2", "青い凧": "1.1", "red": "2.2"}[words]


def test_each_sign_and_each_two_are_words() -> None:
    assert words_of_text("赤い凧 Kite") == ["赤", "い", "凧", "赤い", "い凧", "kite"]
    assert words_of_text("größe naïve") == ["große".replace("ß", "ss"), "naive"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A player may fly the kite when it is not in the water.", "en"),
        ("Der Spieler darf den Drachen nicht fliegen, wenn die Leine mit einem Knoten ist.", "de"),
        ("Le joueur ne vole pas sur le lac avec une carte qui est dans les mains.", "fr"),
        ("El jugador puede volar la cometa cuando una carta está en los juegos.", "es"),
        ("Il giocatore non può volare quando una carta della mano è nel gioco.", "it"),
        ("O jogador não voa quando uma das cartas dos outros são suas.", "pt"),
        ("Cada barco leva um remo e os juízes contam por volta.", "pt"),
        ("Este prazo vale em cada grupo com empate.", "pt"),
        ("Este plazo vale en cada grupo, y el juez lo cuenta por vuelta.", "es"),
        ("凧は風で飛ぶ。", "ja"),
        ("风筝在风中飞行。", "zh"),
    ],
)
def test_the_language_is_worked_out(text: str, language: str) -> None:
    assert language_of([document(f"1 A\n\n1.1 {text}\n")]) == language


def test_inflections_are_those_of_the_language() -> None:
    assert languages_of("de") == ("de",)
    assert languages_of("pt") == ("en", "pt")
    assert stem("karten", "de") == stem("karte", "de") == "kart"
    assert stem("karten", "en") == "karten"
    assert stem_keys("karten", stems_of("karten"), ("de",)) == ("de kart",)
    assert stem("飛ぶ凧は", "ja") == "飛ぶ凧は"


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("Version: January 1, 2024", "2024-01-01"),
        ("Gültig ab 30. April 2026", "2026-04-30"),
        ("Stand: 1. März 2026", "2026-03-01"),
        ("effective 02 March 2026", "2026-03-02"),
        ("Last updated 3 March 2026", "2026-03-03"),
        ("En vigueur à partir du 1er mars 2026", "2026-03-01"),
        ("Vigente desde el 2 de agosto de 2026", "2026-08-02"),
        ("In vigore dal 3 luglio 2026", "2026-07-03"),
        ("Em vigor a partir de 4 de dezembro de 2026", "2026-12-04"),
        ("2026年3月2日施行", "2026-03-02"),
        ("最終更新日：2026年3月2日", "2026-03-02"),
        ("更新日期: 2026年3月2日", "2026-03-02"),
        ("Version 2.0 of a kite", None),
        ("Seit dem 30. April 2026 fliegen sie", None),
        ("2026年3月2日に飛んだ", None),
    ],
)
def test_the_date_is_read_in_these_languages(line: str, date: str | None) -> None:
    assert stated_date([document(f"{line}\n\n1. A\n\n1.1. A kite flies.\n")], Profile()) == date
