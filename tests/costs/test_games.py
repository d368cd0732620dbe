"""The data file of each game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_cli import costs, schema
from rules_cli.costs import cost
from rules_cli.costs.arguments import CostFile, cost_file, games
from rules_cli.errors import SchemaError, UsageError
from rules_cli.store import data_files


def test_only_the_game_asked_for_is_loaded() -> None:
    code = "import sys; from rules_cli.costs import cost; cost('fabula', ['3']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("rules_cli.costs.") for name in ran.stdout.split()}
    assert {"points", "pay.points"} <= loaded
    assert not loaded & {"magic", "mana", "pay.pitch", "pay.reserve", "pay.mana"}


# The data files.


@pytest.mark.parametrize("game", games())
def test_every_rule_note_and_label_in_the_data_is_used(game: str) -> None:
    file = cost_file(game)
    code = "".join(path.read_text() for path in Path(costs.__file__).parent.rglob("*.py"))
    parts: tuple[Any, ...] = (file.start, file.also_start, file.sum, file.guards, file.sees, file.says, file.unpaid)
    labelled = [key for table in (file.labels, file.cites, file.noted) for keys in table.values() for key in keys]
    labelled += [file.extra_rule, file.other_units_rule, *(row.rule for rows in parts for row in rows)]
    patterned = [f"{kind}-{step}" for kind in ("reserve", "memory") for step in ("set", "sum", "remove", "unpaid")]
    patterned += [f"{way}-later" for way in ("convoke", "delve", "improvise")]
    patterned += [
        f"value-{part}" for part in ("split", "adventure", "omen", "prototype", "face-down", "back", "mdfc", "room")
    ]
    patterned += [f"elsewhere-{part}" for part in ("adventure", "omen", "prototype", "mdfc")]
    patterned += [key for key in file.restated if key.startswith("special-")]
    unused = [key for key in (*file.restated, *file.notes) if f'"{key}"' not in code]
    assert set(unused) <= {*labelled, *patterned}
    known = {*file.restated, *file.notes, ""}
    assert {key for key in labelled if "{" not in key} <= known


GOOD: dict[str, Any] = {
    "restated": {"start": "It starts."},
    "options": {"hand": {"help": "cards in hand", "takes": "3"}},
}
FAULTS = {
    "unknown key": ({"editions": []}, "editions: unknown key"),
    "an option without help": ({"options": {"hand": {"takes": "3"}}}, "options.hand.help: is missing"),
    "a refused option without its rule": ({"refused": {"set": {"say": "no"}}}, "refused.set.rule: is missing"),
    "labels that are no lists": ({"labels": {"kicker": "kicker"}}, "labels.kicker: expected a list"),
}


@pytest.mark.parametrize(("change", "fault"), FAULTS.values(), ids=list(FAULTS))
def test_a_fault_in_a_data_file_is_named(change: dict[str, Any], fault: str) -> None:
    assert schema.read(CostFile, GOOD, "costs.yaml").options["hand"].takes == "3"
    with pytest.raises(SchemaError, match=fault):
        schema.read(CostFile, {**GOOD, **change}, "costs.yaml")


def test_a_missing_data_file_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files, "read", lambda *_: None)
    with pytest.raises(UsageError, match="the data file of fab is missing: install rules again"):
        cost("fab", ["3"])
