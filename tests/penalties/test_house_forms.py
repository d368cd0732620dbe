"""House lists in other forms: lines, tables with a column that describes, penalties with a condition behind them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

LINES = """Kite night penalties

Arriving late – Warning
More than 10 minutes late – Game Loss
Littering the field – no penalty the first time, then 1 victory point
Leaving a kite behind – dropped from the flight
Sharing string during a flight – Game Loss
Bag with fewer than 40 kites – Game Loss
"""
TABLE = """# Kite penalties

| Offence | What it looks like | First time | Second time | Afterwards |
|---|---|---|---|---|
| Tardiness | Not on the field when the flight starts | Warning | Game Loss | Match Loss |
| Torn sail | Sails with folds, holes or other colours | Warning | Game Loss | Match Loss |
| Betting | Money or prizes wagered on a flight | Match Loss | Disqualification | Disqualification |
"""
TITLES = """# Kite conduct and penalties

**Late arrival**

A pilot who is not there when the flight begins.

Penalty: Warning. If the pilot is more than ten minutes late, Game Loss.

**Torn sails**

A pilot tears sails of the club.

Penalty: Two knots for the owner; if refused, Match Loss.
"""
PROSE = """# Trouble at the kite field

## Strings

A pilot who forgets to tie the kite gets a Caution. If this happens a third time in one evening, the Caution becomes a
Game Loss.

## Bags

Anyone who looks into the bag of another pilot loses the game, and if it was done on purpose they are disqualified.

## Manners

Swearing earns a Warning.
"""
ITEMS = """# Strafen am Drachenfeld

- Schnur zerrissen: verliert 3 Siegpunkte. Geschieht es mutwillig, Ausschluss.
- Drachen beschädigt: ersetzt den Drachen
- Beleidigung: Verwarnung
- Lautes Rufen: Ermahnung
"""
STEPS = """# What kites cost

* **Loud kite:** first a Caution, second time: 2 VP, 4 VP after that.
* **Slow kite:** Warning. Upgrade: Game Loss if it happens again.
* **Bag errors**
  * torn bag: Warning
* **Theft:** Match Loss
"""


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        (LINES, "pilot left rubbish littering the field", "Littering the field\n  penalty: no penalty\n"),
        (LINES, "left a kite behind", "Leaving a kite behind\n  penalty: dropped from the flight\n"),
        (LINES, "arrived 12 minutes late", "Arriving late\n  penalty for 12 minutes: Game Loss\n"),
        (LINES, "bag has only 39 kites", "Bag with fewer than 40 kites\n  penalty: Game Loss\n"),
        (TABLE, "holes in the sail", "Torn sail\n  First time: Warning\n  Second time: Game Loss\n"),
        (TABLE, "wagered money on the flight", "Betting\n  First time: Match Loss\n"),
        (TABLE, "third time torn sail", "penalty for offence number 3: Match Loss"),
        (
            LINES,
            "sharing string again",
            "  penalty: Game Loss\n  if repeated: no other penalty is named for a repeat\n",
        ),
        (PROSE, "pilot forgot to tie the kite for the third time", "penalty for offence number 3: Game Loss"),
        (PROSE, "looked into the bag on purpose", "disqualified"),
        (ITEMS, "Pilot erneut beschimpft", "Beleidigung\n  penalty: Verwarnung\n"),
        (STEPS, "third loud kite", "penalty for offence number 3: 4 VP\n"),
        (STEPS, "loud kite again", "penalty for offence number 2: 2 VP"),
        (STEPS, "slow kite", "Slow kite\n  penalty: Warning\n"),
        (TITLES, "tore sails of the club", "Torn sails\n  penalty: Two knots for the owner\n"),
        (TITLES, "refused torn sails", "Match Loss"),
        (ITEMS, "Schnur zerrissen", "Schnur zerrissen\n  penalty: verliert 3 Siegpunkte\n"),
        (ITEMS, "Drachen beschädigt", "Drachen beschädigt\n  penalty: ersetzt den Drachen\n"),
    ],
)
def test_each_form_of_a_list_is_read(text: str, words: str, shown: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "kites.md").write_text(text, encoding="utf-8")
    run("import", str(tmp_path / "kites.md"), "--book", "kites")
    assert shown in run("penalty", words, "-b", "kites").out


@pytest.mark.parametrize(
    ("upgrade", "words", "change"),
    [
        ("If it happens a third time in one day, the penalty is a Game Loss.", "third slow kite", "Game Loss"),
        ("For repeated infractions, an upgrade to a Game Loss is recommended.", "slow kite again", "Game Loss"),
        ("If the pilot has already received two Warnings, upgrade to a Game Loss.", "third slow kite", None),
        ("If the bag has two or more kites than it may, upgrade to a Game Loss.", "slow kite again", None),
    ],
)
def test_an_upgrade_in_a_section_of_its_own_counts(
    upgrade: str, words: str, change: str | None, run: Run, tmp_path: Path
) -> None:
    sections = "\n\n".join(
        f"### 1.{at} {name}\n\nPenalty: Caution\n\n#### Definition\n\nThe {name} is there.\n\n#### Upgrade\n\n{upgrade}"
        for at, name in enumerate(("Slow kite", "Torn kite"), 1)
    )
    (tmp_path / "guide.md").write_text(f"# Kite guide\n\n## 1 Errors\n\n{sections}\n", encoding="utf-8")
    run("import", str(tmp_path / "guide.md"), "--book", "guide")
    (first, *_) = json.loads(run("penalty", words, "-b", "guide", "--json").out)["results"]
    assert (first["id"], (first["change"] or {}).get("penalty")) == ("guide:1.1", change)
