"""The records of a card list are streamed from every format, and a broken file is refused. All cards are made up."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.cards import records
from rules_cli.cards.fields import fields_of
from rules_cli.cards.records import read_records
from rules_cli.errors import RulesError, SourceError

PAIR = [{"name": "Orla, Tidewarden", "types": "Wizard, Hero"}, {"name": "Surge", "types": "Action", "pitch": "2"}]
LINES = "\n".join(map(json.dumps, PAIR))
TABLE = 'NAME,Types,Pitch\n"Orla, Tidewarden","Wizard, Hero",\nSurge,Action,2\n'
FORMATS = {
    "csv": ("cards.csv", TABLE),
    "csv with CRLF and no end": ("cards.csv", TABLE.strip().replace("\n", "\r\n")),
    "csv with semicolons": ("cards.csv", "name;types;pitch\nOrla, Tidewarden;Wizard, Hero;\nSurge;Action;2\n"),
    "tsv": ("cards.txt", "\ufeffName\tTypes\tPitch\nOrla, Tidewarden\tWizard, Hero\t\nSurge\tAction\t2\n"),
    "tsv with CR line ends": ("cards.tsv", "Name\tTypes\tPitch\rOrla, Tidewarden\tWizard, Hero\t\rSurge\tAction\t2\r"),
    "json": ("cards", json.dumps(PAIR)),
    "json, one record a line": ("cards.json", "[\n" + ",\n".join(map(json.dumps, PAIR)) + "\n]\n"),
    "json, indented": ("cards.json", "\ufeff" + json.dumps(PAIR, indent=2)),
    "json in a mapping": ("cards.json", json.dumps({"object": "list", "data": PAIR, "has_more": False})),
    "json, lines": ("cards.jsonl", LINES),
    "json, lines with CRLF": ("cards.jsonl", LINES.replace("\n", "\r\n") + "\r\n"),
    "json, lists of faces by name": (
        "atomic.json",
        json.dumps({"meta": {"date": "2026-01-15", "version": "5"}, "data": {card["name"]: [card] for card in PAIR}}),
    ),
    "json, sets with cards": ("sets.json", json.dumps({"data": {"MAD": {"name": "Made Up", "cards": PAIR}}})),
    "yaml": (
        "cards.yaml",
        "- {name: 'Orla, Tidewarden', types: [Wizard, Hero]}\n- {name: Surge, types: Action, pitch: 2}\n",
    ),
}


def names_in(path: Path) -> list[str]:
    """The names of the records that have one."""
    return [record.fields[key] for record in read_records(path) for key in record.fields if key.lower() == "name"]


@pytest.mark.parametrize("chunk", [3, 1 << 20], ids=["in small pieces", "in one piece"])
@pytest.mark.parametrize(("name", "text"), FORMATS.values(), ids=FORMATS.keys())
def test_every_format_gives_the_same_cards(
    name: str, text: str, chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "csv" in name or "tsv" in name or "txt" in name or "atomic" in name:
        chunk = max(chunk, 40)  # the headings and the first sign tell the format
    monkeypatch.setattr(records, "_CHUNK", chunk)
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    assert names_in(path) == ["Orla, Tidewarden", "Surge"]


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}


@pytest.mark.parametrize("kind", PACKED)
def test_a_packed_file_is_unpacked_whatever_its_name(kind: str, tmp_path: Path) -> None:
    data = PACKED[kind](json.dumps(PAIR).encode())
    path = tmp_path / "cards"
    path.write_bytes(data)
    assert len(names_in(path)) == 2
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(SourceError, match="cards"):
        names_in(path)


def test_the_files_of_a_zip_are_read_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "cards.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("one.json", json.dumps(PAIR[:1]))
        archive.writestr("__MACOSX/._one.json", b"\0\5")
        archive.writestr("two.csv", "name,types\nSurge,Action\n")
    assert names_in(path) == ["Orla, Tidewarden", "Surge"]
    path.write_bytes(path.read_bytes()[:80])
    with pytest.raises(SourceError, match=r"cards\.zip: can't be read"):
        names_in(path)


def test_utf_16_is_read_by_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(TABLE, encoding="utf-16")
    assert len(names_in(path)) == 2


BROKEN = {
    "cut in a record": (json.dumps(PAIR)[:-20].encode(), "damaged or cut off after 1 records"),
    "cut between records": (json.dumps(PAIR).replace("]", "").encode(), "damaged or cut off after 2 records"),
    "cut in a line": (LINES[:-9].encode(), "damaged or cut off after 1 records"),
    "not JSON": (b'[\n{"name": }]', "damaged or cut off after 0 records"),
    "nested too deep": (b"[" + b'{"a":' * 100_000, "damaged or cut off after 0 records"),
    "more after it": (json.dumps(PAIR).encode() + b"x", "damaged or cut off after 2 records"),
    "an open quote": (b'name,types\n"Bravo,Hero\nOrla,Hero\n', 'line 2: a quote (") is not closed'),
    "cut in a row": (b"name,types,text\nBravo,Hero,x\nOrla,He", "line 3: the file ends in the middle of a row"),
    "bytes of another encoding": ("name\nMarché\n".encode("cp1252"), "not UTF-8 text"),
    "no text": (b"name\n\0\0", "not a text file"),
}


@pytest.mark.parametrize(("data", "line"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_refused_with_its_place(data: bytes, line: str, tmp_path: Path) -> None:
    path = tmp_path / "cards"
    path.write_bytes(data)
    with pytest.raises(SourceError) as refusal:
        names_in(path)
    assert line in str(refusal.value)
    assert str(refusal.value).startswith("cards")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.csv: no such file; check its name"):
        names_in(tmp_path / "none.csv")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_in_one_line(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("cards") / "cards"
    for start in (b"", b"[", b'{"a":[', b"name\n", b"PK\x03\x04", b"\x1f\x8b\x08"):
        path.write_bytes(start + data)
        try:
            for record in read_records(path):
                fields_of(record.fields)
        except RulesError as error:
            assert "\n" not in str(error)


@given(st.lists(st.dictionaries(st.text(), st.text(), max_size=3), max_size=4), st.integers(2, 60))
def test_a_list_is_read_whole_in_pieces_of_any_size(
    tmp_path_factory: pytest.TempPathFactory, cards: list[dict[str, str]], chunk: int
) -> None:
    path = tmp_path_factory.mktemp("cards") / "cards"
    path.write_text(json.dumps(cards), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "_CHUNK", chunk)
        assert [record.fields for record in read_records(path)] == cards
