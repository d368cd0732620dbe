"""Every fuzz target accepts each file of its corpus, whole and damaged."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fuzz.targets import TARGETS
from support import ROOT

pytestmark = pytest.mark.hostile

CORPUS = sorted((ROOT / "tests" / "fuzz" / "corpus").glob("*/*"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_fuzz_target_accepts_its_corpus_whole_and_damaged(path: Path) -> None:
    data, chance = path.read_bytes(), random.Random(8)
    target = TARGETS[path.parent.name]
    target(data)
    for _ in range(10):
        target(damaged(data, chance))


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with a few of them removed, doubled or changed."""
    held = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at, size = chance.randrange(len(held) + 1), chance.randint(1, 12)
        way = chance.randrange(4)
        if way == 0:
            del held[at : at + size]
        elif way == 1:
            held[at:at] = held[at : at + size]
        elif way == 2:
            held[at : at + 1] = bytes([chance.randrange(256)])
        else:
            held = held[at:] + held[:at]
    return bytes(held)


def test_every_target_has_a_corpus() -> None:
    assert {path.parent.name for path in CORPUS} == set(TARGETS)
