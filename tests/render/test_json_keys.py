"""The contract of docs/interface.md: the keys of every JSON answer, in their order. A script relies on each."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import Run

RULE = (
    "book edition number id kind parent order title text wording plain plain_current language references"
    " referenced_by examples notes children anomalies"
)
RULE_AT_REST = f"{RULE} caution"
REFERENCE = "printed target resolved"
RESULT = "id book edition number score tier title snippet text wording"
ANSWERS: dict[str, tuple[str, str]] = {
    "show port:1.0.1": ("0", RULE),
    "show port:1.0.1 (reference)": ("0.references.0", REFERENCE),
    "show mtg:206.1": ("0", RULE_AT_REST),
    "tree port:1.0": ("0", RULE),
    "search cargo -b port": ("", "query confidence absent corrected nowhere results"),
    "search cargo -b port (result)": ("results.0", RESULT),
    "search cargo -b port --why": ("results.0", f"{RESULT} why"),
    "term moniker -b fab": ("", "term asked matched book edition keyword also other rules"),
    "explain port:1.0.1": ("", "rule above below leans_on not_installed terms referenced_by"),
    "explain port:1.0.1 (reference)": ("leans_on.0", "printed rule leans_on"),
    "explain moniker -b fab": ("", "term asked matched book edition keyword also other rules explanations"),
    "refs port:1.0.1": ("", "id edition references referenced_by"),
    "cite port:1.0.1": ("0", "id book book_title edition number title text wording link permanent"),
    "books": ("0", "book edition title language restated_in rules headings ships wording official covers"),
    "lint port": ("0", "kind number line detail file"),
    "config": ("", "book lang"),
    "show port:9.9": ("", "error asked closest section"),
}


@pytest.mark.parametrize("line", ANSWERS)
def test_an_answer_has_the_documented_keys(port: Run, line: str) -> None:
    path, keys = ANSWERS[line]
    value: Any = json.loads(port(*line.partition(" (")[0].split(), "--json").out)
    for step in filter(None, path.split(".")):
        value = value[int(step)] if isinstance(value, list) else value[step]
    assert list(value) == keys.split()


def test_an_import_has_the_documented_keys(run: Run, harbour: Any) -> None:
    value = json.loads(run("import", str(harbour), "-b", "port", "--json").out)
    keys = (
        "book edition rules headings fragments examples references unresolved anomalies dropped official status"
        " looks_wrong news"
    )
    assert list(value) == keys.split()
    assert list(value["anomalies"][0]) == "kind number line detail file".split()


def test_several_answers_are_a_list_and_one_is_an_object(port: Run) -> None:
    assert isinstance(json.loads(port("refs", "port:1.0.1", "--json").out), dict)
    assert isinstance(json.loads(port("refs", "port:1.0.1", "port:1.1.1", "--json").out), list)
