"""Several infractions in a paragraph, penalties in turn for the first and each other time, sanctions in any words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

PROSE = """Rules of the kite meadow

Manners

We fly for fun. A pilot who shouts at children gets a warning. Kites must be dry. A wet kite costs the pilot the game; a
second wet kite costs the match. Pilots stay behind the rope. Those who cross it get a caution. Whistles are a caution,
and drums are a game loss.

Strings

Strings that are too long are a warning. If the string has glass on it, the pilot loses the match. Anyone who cuts a
string is disqualified.
"""
IN_TURN = """# Kite penalties

Penalties (1st / 2nd / 3rd time)

- Late: Warning / 2 points / 5 points
- Loud whistle: loss of the round / exclusion
- Tangled strings: Caution / new string / Game Loss
"""
ARTICLES = """Articles of the kite club

Article 4 - Discipline

4.1 Flying over the road is sanctioned by a week without kites.
4.2 Tearing the kite of another member is punished with a warning.
4.3 Cutting a string is sanctioned by loss of the match.
"""
LINES = """KITE LEAGUE

Rule 1: Be dry.
If you break it: warning. If you break it again: game loss.

Rule 2: Do not borrow strings.
If you break it: game loss.
"""
FIRST_VALUES = """# Sanctions of the kite club

- Crossed lines: one minute on the ground. Second crossed lines on one day: Game Loss.
- Kicked reel: new reel for the owner; on purpose: Disqualification.
- Wet kite: the kite must dry. Repeated: Warning.
- Whistle: Warning.
"""
TABLE = """<html><body><h1>Strafen der Drachenfreunde</h1><table>
<tr><th>Verstoß</th><th>1. Mal</th><th>2. Mal</th></tr>
<tr><td>Zu spät kommen</td><td>2 Euro</td><td>4 Euro</td></tr>
<tr><td>Schnur gerissen</td><td>Ermahnung</td><td>Ausschluss vom Abend</td></tr>
<tr><td>Lautes Pfeifen</td><td>1 Euro</td><td>Ermahnung</td></tr>
</table></body></html>
"""


@pytest.mark.parametrize(
    ("text", "words", "name", "penalty"),
    [
        (PROSE, "shouted at children", "A pilot who shouts", "warning"),
        (PROSE, "wet kite again", "A wet kite", "costs the match"),
        (PROSE, "pilot in front of the rope", "Pilots stay behind the rope. Those", "caution"),
        (PROSE, "drums", "drums are", "game loss"),
        (PROSE, "glass on the string", "Strings that are too long", "loses the match"),
        (PROSE, "cut a string", "Anyone who cuts", "disqualified"),
        (IN_TURN, "late a second time", "Late", "2 points"),
        (IN_TURN, "loud whistle", "Loud whistle", "loss of the round"),
        (IN_TURN, "loud whistle again", "Loud whistle", "exclusion"),
        (IN_TURN, "tangled strings again", "Tangled strings", "new string"),
        (ARTICLES, "flew over the road", "Flying over", "week without kites"),
        (ARTICLES, "tore the kite of another member", "Tearing", "warning"),
        (LINES, "borrowed strings", "Do not borrow strings", "game loss"),
        (FIRST_VALUES, "crossed lines", "Crossed lines", "one minute on the ground"),
        (FIRST_VALUES, "second crossed lines", "Crossed lines", "Game Loss"),
        (FIRST_VALUES, "kicked the reel", "Kicked reel", "new reel for the owner"),
        (FIRST_VALUES, "kicked the reel on purpose", "Kicked reel", "Disqualification"),
        (FIRST_VALUES, "wet kite again", "Wet kite", "Warning"),
        (TABLE, "zweites Mal zu spät", "Zu spät kommen", "4 Euro"),
        (TABLE, "Schnur gerissen, zum zweiten Mal", "Schnur gerissen", "Ausschluss vom Abend"),
    ],
)
def test_the_sentence_decides(text: str, words: str, name: str, penalty: str, run: Run, tmp_path: Path) -> None:
    source = tmp_path / ("kites.html" if text.startswith("<") else "kites.md")
    source.write_text(text, encoding="utf-8")
    assert run("import", str(source), "--book", "kites").code == 0
    first = json.loads(run("penalty", words, "-b", "kites", "--json").out)["results"][0]
    chosen = first["change"] or first["penalty"][0]
    shown = run("show", first["id"]).out
    assert (name in f"{first['title']} {' '.join(shown.split())}", chosen["penalty"]) == (True, penalty), (first, shown)


def test_a_rule_beside_infractions_without_a_penalty_is_reported(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "kites.txt"
    source.write_text(
        "PENALTIES\n\n1. Late. A late pilot is warned.\n\n2. Cut string. The pilot loses the match.\n\n"
        "3. Dive. The pilot is disqualified.\n\n4. Shouting. The pilot is warned.\n\n"
        "5. Wet kite. Its pilot waits until it dries.\n\n6. Loud horn. A horn costs its pilot the reel.\n",
        encoding="utf-8",
    )
    run("import", str(source), "--book", "kites")
    faults = json.loads(run("lint", "kites", "--json").out)
    assert [each["number"] for each in faults if each["kind"] == "penalty-unread"] == ["5", "6"]
