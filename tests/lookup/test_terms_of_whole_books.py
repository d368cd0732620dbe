"""Words of players lead to the rule that defines them in the whole books, whatever the part that ships says."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from support import SHARED, Run

from rules_cli import Library
from rules_cli.lookup.definitions import look_up

SOURCES = {
    "fab": SHARED / "sources" / "fab" / "en-fab-cr-2.14.0.txt",
    "ga": SHARED / "sources" / "ga-whole",
    "mtg": SHARED / "sources" / "mtg" / "2026-01-16.txt",
}
WORDS = yaml.safe_load((Path(__file__).parents[1] / "data" / "words.yaml").read_text(encoding="utf-8"))
SHOWN = 3  # rules on the first screen
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("book", sorted(SOURCES))
def test_a_word_leads_to_the_rule_that_defines_it(book: str, run: Run) -> None:
    if not SOURCES[book].exists():
        pytest.skip("the source rulebooks are not in ../shared/sources")
    assert run("import", str(SOURCES[book]), "--book", book, "--edition", "2099").code == 0
    library = Library.open()
    wrong = {}
    for word, rule in WORDS[book].items():
        found = look_up(library, str(word), book)[0]
        own = [each.number for each in found.rules if each.number not in found.term.entries][:SHOWN]
        if rule not in own or found.edition.shipped:
            wrong[word] = own
    assert not wrong
