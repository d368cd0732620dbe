"""The keys of the JSON answers to name questions, on which programs rely."""

from __future__ import annotations

from typing import Any

import pytest
from names.games import FAB, MTG

from rules_cli.cards.card_list import ListInfo
from rules_cli.model import Because
from rules_cli.names.compare import match, moniker, part
from rules_cli.names.find import find
from rules_cli.names.name_rules import NameRules
from rules_cli.render import names as render
from rules_cli.render.cards import import_json

RULE = Because("fab:2.7.5", "Made up.", installed=False)
MATCH = "question book a b match relation moniker_a moniker_b confidence_a confidence_b because"
MATCHES = {
    "the same as typed": (MTG, "Forest", "Forest", "notes"),
    "a difference of typing": (FAB, "Bravo", "BRAVO", "ignored notes"),
    "a part": (MTG, "Ambush", "Ambush Party", "part_of notes"),
    "pitch of one": (FAB, "Sink Below (red)", "Sink Below", "pitch_a distinct notes"),
    "pitch of both": (FAB, "Sink Below (red)", "Sink Below (blue)", "pitch_a pitch_b distinct notes"),
    "a side": (FAB, "Null || Shock", "Shock", "shared notes"),
    "close": (FAB, "Dorinthia Ironsong", "Dorinthea Ironsong", "near difference"),
}


@pytest.mark.parametrize(("naming", "a", "b", "more"), MATCHES.values(), ids=MATCHES.keys())
def test_match_has_the_documented_keys(naming: NameRules, a: str, b: str, more: str) -> None:
    found = render.as_json(match(a, b, naming), [RULE])
    assert found.keys() == set(f"{MATCH} {more}".split())


def test_match_says_that_the_pitch_of_one_name_is_missing() -> None:
    found = render.as_json(match("Sink Below (red)", "Sink Below", FAB), [RULE])
    assert (found["pitch_a"], found["distinct"]) == (1, None)
    assert found["because"] == [{"rule": "fab:2.7.5", "text": "Made up.", "installed": False}]


def test_part_has_the_documented_keys() -> None:
    found = render.as_json(part("Proto", "Breaker Helm Protos", FAB), [RULE])
    assert found.keys() == set("question book part name match relation near because".split())
    assert (found["question"], found["match"]) == ("part", False)
    assert found["near"] == {"kind": "plural", "detail": "Proto / Protos"}


MONIKERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "unknown": ("Blazing Aether", "if_personal", {"moniker": None, "if_personal": ("Blazing", "Blazing Aether")}),
    "known": ("Bravo", "", {"moniker": "Bravo", "confidence": "known"}),
    "with pitch": ("Bravo (red)", "pitch", {"pitch": 1}),
    "misspelt": ("Dorinthia Ironsong", "if_personal did_you_mean", {"did_you_mean": ("Dorinthea Ironsong",)}),
}


@pytest.mark.parametrize(("name", "more", "values"), MONIKERS.values(), ids=MONIKERS.keys())
def test_moniker_has_the_documented_keys(name: str, more: str, values: dict[str, Any]) -> None:
    found = render.as_json(moniker(name, FAB), [RULE])
    assert found.keys() == set(f"question book name moniker confidence because {more}".split())
    assert found.items() >= values.items()


def test_find_has_the_documented_keys() -> None:
    found = render.find_json(find("dorinthea ironsong", FAB))
    assert found.keys() == {"question", "book", "query", "known", "results"}
    assert found["results"][0] == {
        "name": "Dorinthea Ironsong",
        "score": 1.0,
        "moniker": "Dorinthea",
        "confidence": "known",
        "pitch": (),
        "types": (),
    }


def test_an_import_has_the_documented_keys() -> None:
    found = import_json(ListInfo("fab", "cards.csv", "2026-01-15", 2, 1, 0), ["cards.csv, line 3: no name"])
    assert found == {
        **{"question": "import", "book": "fab", "source": "cards.csv", "date": "2026-01-15"},
        **{"names": 2, "monikers": 1, "rulings": 0, "left_out": ["cards.csv, line 3: no name"]},
    }
