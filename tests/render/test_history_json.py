"""The keys of the JSON of `rules diff` and `rules trace`, in their order. A script relies on each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import Run

OLD = """1 Kites
1.1 General
1.1.1 Every kite has a string of its own.
1.1.2 A kite with a torn tail loses one point at once.
1.1.3 A judge may end the flight, as rule 1.1.1 says.
1.1.4 A flier who drops the spool is out.
"""
NEW = """1 Kites
1.1 General
1.1.1 Nobody flies in a storm, or at night.
1.1.2 Every kite has a string of its own.
1.1.3 A kite with a torn tail loses two points at once.
1.1.4 A judge may end the flight, as rule 1.1.1 says.
Example: A judge sees lightning and ends the flight.
"""
DIFF = "book from to worded summary retyped numbers changes"
SUMMARY = "added removed split merged moved renumbered changed examples notes references"
LINK = "kinds a b also_a also_b confidence sure"
WORDS = "words examples notes references"
TRACE = "book asked asked_edition at steps appeared gone other_rules"
STEP = "edition number id sure above title text wording since below"
ANSWERS: dict[str, tuple[str, str]] = {
    "diff kites": ("", DIFF),
    "diff kites (summary)": ("summary", SUMMARY),
    "diff kites (numbers)": ("numbers", "reused gone"),
    "diff kites (change)": ("changes.0", f"{LINK} title {WORDS}"),
    "diff kites 1.1.4 (words)": ("changes.0.examples.0.0", "op text"),
    "diff kites 1.1.4 (reference)": ("changes.0.references.0", "a b"),
    "diff kites 1.1.4 (reference in words)": ("changes.0.words.1", "op text reference"),
    "trace kites:1.1.3": ("", TRACE),
    "trace kites:1.1.3 (first step)": ("steps.0", STEP),
    "trace kites:1.1.3 (since)": ("steps.1.since", f"{LINK} {WORDS}"),
    "trace kites:1.1.1 (appeared)": ("appeared", "edition after"),
    "trace kites@2001-02-03:1.1.4 (gone)": ("gone", "edition last"),
}


@pytest.fixture
def kites(run: Run, tmp_path: Path) -> Run:
    for name, text in (("2001-02-03", OLD), ("2004-05-06", NEW)):
        path = tmp_path / f"{name}.txt"
        path.write_text(text, encoding="utf-8")
        assert run("import", str(path), "--book", "kites", "--edition", name).code == 0
    return run


def answer(kites: Run, line: str, path: str = "") -> Any:
    value: Any = json.loads(kites(*line.partition(" (")[0].split(), "--json").out)
    for step in filter(None, path.split(".")):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def test_an_answer_has_the_documented_keys(kites: Run) -> None:
    for line, (path, keys) in ANSWERS.items():
        assert list(answer(kites, line, path)) == keys.split(), line


def test_an_added_rule_has_no_older_number_and_a_removed_one_no_newer(kites: Run) -> None:
    changes = {tuple(change["kinds"]): change for change in answer(kites, "diff kites", "changes")}
    assert (changes["added",]["a"], changes["added",]["b"]) == (None, "1.1.1")
    assert (changes["removed",]["a"], changes["removed",]["b"]) == ("1.1.4", None)


def test_a_rule_of_the_oldest_edition_has_nothing_before(kites: Run) -> None:
    found = answer(kites, "trace kites:1.1.2")
    assert (found["appeared"], found["gone"], found["steps"][0]["since"]) == (None, None, None)
