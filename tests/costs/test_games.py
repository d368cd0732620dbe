"""The data file of each game, and the id that a rule has in an edition."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_cli import costs
from rules_cli.costs import cost, numbering
from rules_cli.costs.games import GAMES, cost_file, costs_from
from rules_cli.errors import SchemaError, UsageError
from rules_cli.library import Library
from rules_cli.store import data_files

IDS = [
    ("ga", None, "2024", "modify", "ga:cost.10.1"),
    ("ga", None, "2026-08-21", "modify", "ga:cost.6"),
    ("ga", "2024", "2026-08-21", "modify", "ga@2024:cost.10.1"),
    ("ga", None, "2024", "reserve-remove", "ga@2026-08-21:card-activation.1.7.4"),
    ("ga", "2024", "2026-08-21", "reserve-remove", "ga:card-activation.1.7.4"),
    ("ga", None, "2026-08-21", "materialize-phase", None),
    ("ga", None, None, "modify", "ga@2024:cost.10.1"),
    ("mtg", None, "2006-10-01", "total", "mtg@2024-11-08:601.2f"),
    ("mtg", None, "2023-11-17", "total", "mtg:601.2f"),
    ("mtg", "2023-11-17", "2026-01-16", "total", "mtg@2023-11-17:601.2f"),
    ("mtg", None, "undated", "total", "mtg@2024-11-08:601.2f"),
    ("ga", None, "my-copy", "modify", "ga@2024:cost.10.1"),
    ("fab", None, "2025", "order", "fab:5.1.6a"),
    ("fab", None, None, "order", "fab:5.1.6a"),
    ("fabula", None, "undated", "points", "fabula:1.18.10"),
]


@pytest.mark.parametrize(("book", "edition", "newest", "key", "rule"), IDS)
def test_the_id_of_a_rule_depends_on_the_edition(
    book: str, edition: str | None, newest: str | None, key: str, rule: str | None
) -> None:
    assert numbering(book, edition, newest).id(key) == rule


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        numbering("fab").id("no-such-key")


def test_ids_and_words_of_several_rules() -> None:
    numbers = numbering("fab")
    assert numbers.ids(["order", "x", "x-free", "order"]) == ["fab:5.1.6a", "fab:5.1.3a"]
    assert set(numbers.words(["order", "zero"])) == {"fab:5.1.6a", "fab:1.14.5"}


def test_only_the_game_asked_for_is_loaded() -> None:
    code = "import sys; from rules_cli.costs import cost; cost('fabula', ['3']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("rules_cli.costs.") for name in ran.stdout.split()}
    assert loaded & set(GAMES) == {"fabula"}


# The data files.


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_restated(game: str) -> None:
    file = cost_file(game)
    assert {key for table in file.editions for key in table.rules} == set(file.restated)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_note_and_label_in_the_data_is_used(game: str) -> None:
    file = cost_file(game)
    folder = Path(costs.__file__).parent
    code = "".join((folder / f"{module}.py").read_text() for module in (game, "mana", "amounts", "__init__"))
    labelled = [key for keys in file.labels.values() for key in keys]
    patterned = [f"{kind}-{step}" for kind in ("reserve", "memory") for step in ("set", "sum", "remove", "unpaid")]
    patterned += [f"{way}-later" for way in ("convoke", "delve", "improvise")]
    unused = [key for key in (*file.restated, *file.notes) if f'"{key}"' not in code]
    assert set(unused) <= {*labelled, *patterned}
    assert set(labelled) <= set(file.restated)


@pytest.mark.parametrize(("game", "edition"), [("fab", "2025"), ("fabula", "undated"), ("ga", "2024")])
def test_ids_name_the_rules_of_the_shipped_books(game: str, edition: str) -> None:
    shipped = Library.open().installed.edition(game)
    chapters = {"fab": "2.", "fabula": "", "ga": "cost."}[game]
    numbers = {number for number in cost_file(game).editions[0].rules.values() if number.startswith(chapters)}
    assert numbers
    assert [number for number in numbers if not shipped.get(number)] == []
    assert shipped.name == edition


GOOD: dict[str, Any] = {
    "editions": [{"since": "", "rules": {"start": "1.1"}}],
    "restated": {"start": "It starts."},
    "options": {"hand": {"help": "cards in hand", "takes": "3"}},
}
FAULTS = {
    "unknown key": ({"edition": []}, "edition: unknown key"),
    "no edition": ({"editions": []}, "editions: expected at least one edition"),
    "an edition without rules": ({"editions": [{"since": ""}]}, r"editions\[0\].rules: is missing"),
    "a number that is no text": (
        {"editions": [{"since": "", "rules": {"start": 1.1}}]},
        "rules.start: expected a text",
    ),
    "a rule that is not restated": ({"restated": {}}, "restated lacks start"),
    "an option without help": ({"options": {"hand": {"takes": "3"}}}, "options.hand.help: is missing"),
    "a refused option without its rule": ({"refused": {"set": {"say": "no"}}}, "refused.set.rule: is missing"),
    "labels that are no lists": ({"labels": {"kicker": "kicker"}}, "labels.kicker: expected a list"),
}


@pytest.mark.parametrize(("change", "fault"), FAULTS.values(), ids=list(FAULTS))
def test_a_fault_in_a_data_file_is_named(change: dict[str, Any], fault: str) -> None:
    assert costs_from(GOOD, "costs.yaml").options["hand"].takes == "3"
    with pytest.raises(SchemaError, match=fault):
        costs_from({**GOOD, **change}, "costs.yaml")


def test_a_missing_data_file_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    cost_file.cache_clear()
    monkeypatch.setattr(data_files, "load", lambda *_: None)
    with pytest.raises(UsageError, match="the data file of fab is missing: install rules again"):
        cost("fab", ["3"])
