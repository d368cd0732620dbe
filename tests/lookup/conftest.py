"""Fixtures of the tests of look-ups: whole Magic, and a made-up book that ships restated without its official text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support import ROOT, SHARED, Run, Ship

from rules_cli.model import Book, Row, RuleNumber
from rules_cli.store import paths, tree_yaml
from rules_cli.text import fingerprint

MAGIC = SHARED / "sources" / "mtg" / "2026-01-16.txt"


@pytest.fixture
def magic(run: Run) -> Run:
    """The command line with whole Magic."""
    if not MAGIC.exists():
        pytest.skip("the source rulebooks are not in ../shared/sources")
    assert run("import", str(MAGIC), "--book", "mtg").code == 0
    return run


@pytest.fixture
def ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ship:
    """`ship({"1.1.1": (official, restated)}, notes=…, known=…)`: let the book `port` ship with rules in section 1.1."""

    def ships(rules: Mapping[str, tuple[str, str]], notes: str = "", known: str = "", interactions: str = "") -> None:
        folder = tmp_path / "data" / "books" / "port"
        (folder / "words" / "en").mkdir(parents=True)
        for shared in ("captions", "help", "search", "thesaurus"):
            (tmp_path / "data" / shared).symlink_to(ROOT / "data" / shared)
        rows = (
            Row(RuleNumber("1"), "heading", title="Ships"),
            Row(RuleNumber("1.1"), "heading", RuleNumber("1"), "Cargo"),
            *(
                Row(RuleNumber(number), "rule", RuleNumber("1.1"), fingerprint=fingerprint(official))
                for number, (official, _) in rules.items()
            ),
        )
        files = {
            "book.yaml": "title: Port\nedition: '2020'\nlanguage: en\n",
            "tree.yaml": tree_yaml.dump(Book("port", "2020", "Port", "en", rows)),
            "words/en/1.yaml": "".join(f"{number}: {{text: {ours}}}\n" for number, (_, ours) in rules.items()),
            "notes.yaml": notes,
            "known.yaml": known,
            "interactions.yaml": interactions or "interactions: []\n",
        }
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        monkeypatch.setattr(paths, "data", lambda: tmp_path / "data")

    return ships
