"""A card list is read from four formats, and a broken one is refused with its place. All cards are made up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_cli.cards import card_files
from rules_cli.cards.card_files import by_language, items_of, read_rows, yes_or_no
from rules_cli.errors import SourceError

COLUMNS = {"functional text": "text"}
FORMATS = {
    "csv": ("cards.csv", 'NAME,Types,Pitch\n"Orla, Tidewarden","Wizard, Hero",\nSurge,Action,2\n'),
    "csv with semicolons": ("cards.csv", "name;types;pitch\nOrla, Tidewarden;Wizard, Hero;\nSurge;Action;2\n"),
    "tsv": (
        "cards.tsv",
        "\ufeffName\tTypes\tFunctional Text\tPitch\nOrla, Tidewarden\tWizard, Hero\tx\t\nSurge\tAction\t\t2\n",
    ),
    "tsv with CR line ends": ("cards.tsv", "Name\tTypes\tPitch\rOrla, Tidewarden\tWizard, Hero\t\rSurge\tAction\t2\r"),
    "json": (
        "cards.json",
        '[{"name": "Orla, Tidewarden", "types": ["Wizard", "Hero"]},'
        '{"name": "Surge", "types": "Action", "pitch": "2"}]',
    ),
    "json in a mapping": (
        "cards.json",
        '{"data": [{"Name": "Orla, Tidewarden", "types": "Wizard, Hero"},'
        '{"name": "Surge", "types": "Action", "pitch": 2}]}',
    ),
    "yaml": (
        "cards.yaml",
        "- {name: 'Orla, Tidewarden', types: [Wizard, Hero]}\n- {name: Surge, types: [Action], pitch: 2}\n",
    ),
    "yaml by name": ("cards.yml", "Orla, Tidewarden: {types: [Wizard, Hero]}\nSurge: {types: [Action], pitch: 2}\n"),
}


@pytest.mark.parametrize(("name", "text"), FORMATS.values(), ids=FORMATS.keys())
def test_every_format_gives_the_same_cards(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    orla, surge = (row.cells for row in read_rows(path, COLUMNS))
    assert (orla["name"], items_of(orla["types"])) == ("Orla, Tidewarden", ("Wizard", "Hero"))
    assert (surge["name"], str(surge["pitch"])) == ("Surge", "2")


def test_a_book_may_call_a_column_by_another_name(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("Name,Functional_Text,Artist\nSurge,Draw a card.,Ana\n", encoding="utf-8")
    (row,) = read_rows(path, COLUMNS)
    assert row.cells == {"name": "Surge", "text": "Draw a card."}


BROKEN = {
    "no column": ("cards.csv", b"card,types\nBravo,Hero\n", "cards.csv, line 1: no column `name`"),
    "no name": ("cards.tsv", b"name\ttypes\nBravo\tHero\n\tHero\n", "cards.tsv, line 3: no name"),
    "no cards": ("cards.csv", b"name,types\n", "cards.csv, line 1: no cards"),
    "an open quote": ("cards.csv", b'name,types\n"Bravo,Hero\nOrla,Hero\n', "cards.csv, line 3: "),
    "not JSON": ("cards.json", b'[\n{"name": }]', "cards.json, line 2: not JSON"),
    "not a list": ("cards.json", b'"Bravo"', "cards.json, line 1: not a list of cards"),
    "not a card": ("cards.json", b'["Bravo"]', "cards.json, card 1: not a card"),
    "not YAML": ("cards.yaml", b"- name: [\n", "cards.yaml, line 2: not YAML"),
    "not text": ("cards.csv", b"name\n\0\0", "cards.csv: not a text file"),
}


@pytest.mark.parametrize(("name", "data", "line"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_refused_with_its_place(name: str, data: bytes, line: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(Exception) as refusal:
        read_rows(path, COLUMNS)
    assert str(refusal.value).startswith(line)
    assert getattr(refusal.value, "exit_code", None) == 2


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.csv can't be read"):
        read_rows(tmp_path / "none.csv", COLUMNS)


def test_a_list_of_too_many_rows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "_MOST_ROWS", 3)
    path = tmp_path / "cards.csv"
    path.write_text("name\nMara\nVel\nWind\n", encoding="utf-8")
    assert len(read_rows(path, COLUMNS)) == 3
    path.write_text("name\nMara\nVel\nWind\nGust\n", encoding="utf-8")
    with pytest.raises(SourceError, match="over 3 cards; give the list of one game"):
        read_rows(path, COLUMNS)


CELLS: dict[str, tuple[Any, Any]] = {
    "a text with commas": (items_of("Wizard, Hero"), ("Wizard", "Hero")),
    "a list": (items_of(["Wizard", None, " "]), ("Wizard",)),
    "a list of mappings": (items_of([{"name": "Bear"}, {"text": "x"}]), ("Bear",)),
    "yes": (yes_or_no("Yes"), True),
    "no": (yes_or_no(0), False),
    "neither yes nor no": (yes_or_no("perhaps"), None),
    "languages in a text": (by_language("de: Welle; fr: Vague; en:"), {"de": "Welle", "fr": "Vague"}),
    "languages in a mapping": (by_language({"de": "Welle", "fr": None}), {"de": "Welle"}),
}


@pytest.mark.parametrize(("found", "expected"), CELLS.values(), ids=CELLS.keys())
def test_cells_are_split_as_documented(found: Any, expected: Any) -> None:
    assert found == expected
