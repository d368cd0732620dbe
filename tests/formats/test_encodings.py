"""The encodings of text files: stated, worked out from the letters, or given by the user."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Run

from rules_cli.errors import SourceError, UsageError
from rules_cli.formats import read_bytes
from rules_cli.formats.encodings import decode

TEXT = "1.1 Maré, “vela” – and a naïve raft…\n1.1a Sub.\n"
ENCODINGS = {
    "UTF-8": TEXT.encode(),
    "UTF-8 with a mark": codecs.BOM_UTF8 + TEXT.encode(),
    "UTF-16 little end first": codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
    "UTF-16 big end first": codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    "Windows-1252": TEXT.encode("cp1252"),
}


@pytest.mark.parametrize("data", ENCODINGS.values(), ids=ENCODINGS)
def test_encoding(data: bytes) -> None:
    assert decode(data, "book.txt").text == TEXT
    assert [line.text for line in read_bytes(data, "book.txt").lines] == TEXT.splitlines()


def test_ascii_is_itself() -> None:
    assert decode(b"1.1 A raft.", "book.txt") == ("1.1 A raft.", "")


def test_a_byte_that_the_encoding_does_not_have_is_marked_and_nothing_else_is_lost() -> None:
    assert decode(b"1.1 A r\x81ft, na\xefve, in a caf\xe9.", "book.txt").text == "1.1 A r\ufffdft, naïve, in a café."


MIXED = {
    "a line in Windows-1252": (["1.1 A maré sobe.", "1.2 Um café.", "1.3 A “vela”.", "1.4 Fim."], {1}),
    "as many of both": (["1.1 A maré sobe.", "1.2 Um café."], {1}),
    "more lines in Windows-1252": (["1.1 A maré sobe.", "1.2 Um CAFÉ”", "1.3 Um café."], {0, 1, 2}),
    "a page that says it is UTF-8": (["<html><meta charset=utf-8>", "<p>1.1 Maré.", "<p>1.2 Café."], {2}),
}
"""Lines, and which of them are in Windows-1252; `É”` there happens to be a letter in UTF-8."""


@pytest.mark.parametrize(("lines", "others"), MIXED.values(), ids=MIXED)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_in_another_encoding_leave_the_others_as_they_are(lines: list[str], others: set[int], end: str) -> None:
    data = b"".join(f"{line}{end}".encode("cp1252" if at in others else "utf-8") for at, line in enumerate(lines))
    assert decode(data, "book.txt").text == "".join(f"{line}{end}" for line in lines)


def test_a_file_with_a_nul_near_its_start_is_not_text() -> None:
    assert decode(b"a" * 65_536 + b"\0", "book.txt")
    with pytest.raises(SourceError, match="not a text file"):
        decode(b"a" * 65_535 + b"\0", "book.txt")


@pytest.mark.parametrize(("before", "word"), [(4_000, "ação".encode("cp1252").decode("cp1251")), (4_096, "ação")])
def test_a_page_declares_its_encoding_in_its_first_bytes(before: int, word: str) -> None:
    page = b" " * before + b"<meta charset=windows-1251>" + "ação".encode("cp1252")
    assert decode(page, "page.html").text.endswith(word)


# --- worked out from the letters

KITES = {
    "Russian": "1.1. Воздушный змей лежит на поле. Змей без верёвки не летает.\n1.2. Игрок берёт карту из Колоды.",
    "Ukrainian": "1.1. Повітряний змій лежить на полі. Гравець бере її з колоди.\n1.2. Є одна карта у кожного.",
    "Polish": "1.1. Latawiec leży na stole i nie może latać.\n1.2. Zwycięża ten, kto ma źródło i więcej życia: żółw.",
    "Czech": "1.1. Drak leží na stole a nemůže létat.\n1.2. Hráč otočí svůj balíček. Příliš žluťoučký kůň.",
    "Hungarian": "1.1. A sárkány az asztalon fekszik. Zsinór nélkül nem repülhet.\n1.2. Győz, aki hűvös szélben húz.",
    "Greek": "1.1. Ο χαρταετός είναι στο τραπέζι.\n1.2. Ο παίκτης παίρνει μία κάρτα στον γύρο του.",
    "Turkish": "1.1. Uçurtma masada durur; ipi olmayan uçamaz.\n1.2. Oyuncu bütün kartlarını açar, ışık söner, ağaç.",
    "French": "1.1 Le cerf-volant est posé à côté. Sans ficelle, il ne s’envole pas.\n1.2 Voilà où ça mène : l’été.",
    "German": "1.1 Ein Drachen liegt „auf dem Tisch“.\n1.2 Außer für Spieler ohne Schnüre: größer können sie nicht.",
    "Japanese": "1.1. 凧はテーブルに置かれているカードである。\n1.2. プレイヤーは自分のターンに一枚引く。",
    "Chinese": "1.1. 风筝是放在桌上的一张牌。没有线的风筝不能飞。\n1.2. 玩家在自己的回合中从牌库抽一张牌。",
    "Taiwanese": "1.1. 風箏是放在桌上的一張牌。沒有線的風箏不能飛。\n1.2. 玩家在自己的回合中從牌庫抽一張牌。",
    "Korean": "1.1. 연은 테이블 위에 놓인 카드이다. 줄이 없는 연은 날 수 없다.\n1.2. 플레이어는 카드를 한 장 뽑는다.",
    "English": "1.1 A raft’s a “card” that floats – always.\n1.2 A naïve Señor Zoë pays £3 at the café… or ½.",
}
ASSUMED = {
    "Russian": {"cp1251": "Windows-1251", "koi8-r": "koi8-u", "cp866": "IBM866", "iso8859-5": "ISO-8859-5"},
    "Ukrainian": {"cp1251": "Windows-1251", "koi8-u": "koi8-u"},
    "Polish": {"cp1250": "Windows-1250", "iso8859-2": "ISO-8859-2"},
    "Czech": {"cp1250": "Windows-1250", "iso8859-2": "ISO-8859-2"},
    "Hungarian": {"cp1250": "Windows-1250"},
    "Greek": {"cp1253": "Windows-1253"},
    "Turkish": {"cp1254": "Windows-1254"},
    "French": {"cp1252": "Windows-1252", "mac-roman": "MacRoman"},
    "German": {"cp1252": "Windows-1252"},
    "Japanese": {"shift_jis": "CP932", "euc-jp": "EUC-JP"},
    "Chinese": {"gbk": "GB18030"},
    "Taiwanese": {"big5": "Big5"},
    "Korean": {"euc-kr": "CP949"},
    "English": {"cp1252": "Windows-1252"},
}


@pytest.mark.parametrize(
    ("language", "encoding"), [(language, encoding) for language, found in ASSUMED.items() for encoding in found]
)
def test_the_letters_tell_the_encoding(language: str, encoding: str) -> None:
    text = KITES[language]
    assert decode(text.encode(encoding), "book.txt") == (text, ASSUMED[language][encoding])
    text = "1.1 A raft floats.\n" * 500 + text  # mostly English
    assert decode(text.encode(encoding), "book.txt").text == text


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        decode(data, "book.txt")
    except SourceError:
        assert b"\0" in data


# --- given by the user


@pytest.mark.parametrize("language", ["Russian", "Japanese"])
def test_the_user_is_told_what_was_worked_out_and_may_name_another(run: Run, tmp_path: Path, language: str) -> None:
    encoding, name = next(iter(ASSUMED[language].items()))
    (path := tmp_path / "kites.txt").write_bytes(KITES[language].encode(encoding))
    ran = run("import", str(path), "--book", "kites")
    assert f"encoding: {name} (worked out from the letters; --encoding names another)" in ran.out
    rule = KITES[language].split("\n")[1].removeprefix("1.2. ")
    assert rule in run("show", "kites:1.2").out
    ran = run("import", str(path), "--book", "kites", "--encoding", encoding)
    assert (ran.code, "encoding:" in ran.out, "nothing to do" in ran.out) == (0, False, True)
    ran = run("import", str(path), "--book", "kites", "--encoding", "cp437", "--replace")
    assert (ran.code, rule in run("show", "kites:1.2").out) == (0, False)


def test_an_encoding_that_does_not_fit_is_refused(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "kites.txt").write_bytes(KITES["Russian"].encode("cp1251"))
    for encoding, said in (("utf-8", "kites.txt: not in the encoding utf-8"), ("hex", "no encoding 'hex'")):
        ran = run("import", str(path), "--book", "kites", "--encoding", encoding)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert said in ran.err


def test_a_text_in_utf_16_without_a_mark_can_be_named() -> None:
    assert decode(TEXT.encode("utf-16-le"), "book.txt", "utf-16-le") == (TEXT, "")
    with pytest.raises(UsageError):
        decode(b"a", "book.txt", "x" * 500)
