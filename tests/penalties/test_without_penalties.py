"""A document for judges that prints neither numbers nor penalties, such as Judging at Regular."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

GUIDE = (
    "# Judging Kites at Regular Rules Enforcement Level\n\n## Introduction\n\nA kite event is fun.\n\n"
    "## Common Issues\n\n### A player draws extra kites\n\nTake them back at random.\n\n"
    "### A player forgets the wind\n\nLet it blow now.\n\n"
    "## Serious Problems\n\nCheating, theft and threats.\n"
)


def test_its_headings_are_addresses_and_its_sections_are_found(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_text(GUIDE, encoding="utf-8")
    run("import", str(path), "-b", "mtg-jar")
    shown = run("show", "mtg-jar:common-issues")
    assert (shown.code, "Take them back at random." in shown.out) == (0, True)
    (first, *_) = json.loads(run("search", "extra kites", "-b", "mtg-jar", "--json").out)["results"]
    assert "a-player-draws-extra-kites" in first["id"]
    ran = run("penalty", "extra kites", "-b", "mtg-jar")
    assert (ran.code, ran.err) == (1, "rules: mtg-jar lists no penalties; what a search finds:\n")
    assert "A player draws extra kites" in ran.out
    listed = run("penalty", "-b", "mtg-jar")
    assert (listed.code, listed.out) == (1, "")
    assert "mtg-jar lists no penalties; rules search WORDS -b mtg-jar finds its sections" in listed.err


def test_the_remark_is_in_the_language_of_the_book(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULES_LANG", "pt")
    assert "fabula não lista penalidades" in run("penalty", "comprou carta a mais", "-b", "fabula").err
