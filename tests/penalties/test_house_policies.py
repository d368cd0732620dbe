"""A policy of one page: each section is an infraction, its items are its penalty, the repeat, or levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from parsing import document
from support import Run

from rules_cli.parse import parse
from rules_cli.parse.penalty_names import house_penalties
from rules_cli.words import words

POLICY = """# Kite evenings, policy

Our penalties, from the mildest: Nudge, Warning, Point Deduction, Game Loss, Evening Ban.

## 1. Late kite
- Up to 5 minutes after the whistle: Nudge.
- More than 5 minutes: Game Loss.
- Third time in a season: Point Deduction of 3 points as well.

## 2. Missing string
Nobody has tied the kite.
- Penalty: Point Deduction (2 points).
- Repeat: Point Deduction (4 points) and a fee.

## 3. Loud kite
- Penalty: Nudge. The kite lands.
- Repeat on the same evening: Warning.

## 4. Rude pilot
Insults and growls.
- Penalty: Warning; the pilot sits down.
- Repeat: Evening Ban.

## 5. Torn kite
- Penalty: Game Loss
- If the pilot says so before the start: Warning
"""
LISTED = [
    ("1", "Late kite", ["Nudge", "Game Loss", "Point Deduction"]),
    ("2", "Missing string", ["Point Deduction (2 points)"]),
    ("3", "Loud kite", ["Nudge"]),
    ("4", "Rude pilot", ["Warning"]),
    ("5", "Torn kite", ["Game Loss"]),
]
PLAIN = """KITE PENALTIES

1. Late kite
   - under 5 minutes: Caution
   - 5 minutes or more: Game Loss

2. Help from outside
   Somebody on the ground tells a pilot what to do.
   - first time: Warning
   - second time: Game Loss

3. Torn kite
   - Penalty: Caution
   - If the tear is long: Game Loss

4. Theft
   - Penalty: Disqualification
"""
SMALL_HEADINGS = """# Kite shop

### Late kite

* less than 5 minutes: Warning
* 5 minutes or more: Game Loss

### Marked kites

* no advantage: Warning
* a pattern: Game Loss

### Missed wind

* first: no penalty
* every one after that: Warning
"""


def infractions(text: str, name: str = "policy.md") -> list[tuple[str, str | None, list[str]]]:
    """The number, the title and the penalties of each infraction of a policy."""
    rows = parse([document(text, name)], None, "house", "1").rows
    return [(row.number, row.title, [each.penalty for each in row.penalty]) for row in rows if row.penalty]


def test_sections_with_labels_and_sections_with_levels_are_infractions() -> None:
    assert infractions(POLICY) == LISTED


def test_without_its_section_of_levels_a_policy_has_the_others() -> None:
    before, _, after = POLICY.partition("## 1.")
    assert infractions(f"{before}## 2.{after.partition('## 2.')[2]}") == LISTED[1:]


def test_numbered_lines_of_plain_text_are_sections() -> None:
    assert infractions(PLAIN, "policy.txt") == [
        ("1", "Late kite", ["Caution", "Game Loss"]),
        ("2", "Help from outside", ["Warning", "Game Loss"]),
        ("3", "Torn kite", ["Caution"]),
        ("4", "Theft", ["Disqualification"]),
    ]


def test_most_sections_tell_what_the_items_of_all_are() -> None:
    assert [each[1:] for each in infractions(SMALL_HEADINGS)] == [
        ("Late kite", ["Warning", "Game Loss"]),
        ("Marked kites", ["Warning", "Game Loss"]),
        ("Missed wind", ["no penalty", "Warning"]),
    ]


def test_numbered_sections_of_acts_list_infractions() -> None:
    text = "# Kites\n\n## 1. At the table\n- Gum: Caution\n- Second kite on the table: Caution\n\n"
    text += "## 2. On the field\n- Theft: Disqualification\n- Lies: Match Loss\n"
    assert [title for _, title, _ in infractions(text)] == ["Gum", "Second kite on the table", "Theft", "Lies"]


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        (["Penalty: Green Card", "Penalty: Red Card. The pilot leaves."], ["Green Card", "Red Card"]),
        (
            ["• Penalty: Fine (3 euros)", "• Penalty: Fine", "• Repeat: Club Ban"],
            ["Fine", "Club Ban"],
        ),
        (["**Strafe:** Punktabzug von 2 Punkten", "**Strafe:** Saisonsperre"], ["Punktabzug", "Saisonsperre"]),
        (["Penalties in order: Reminder, Warning, and Season Ban."], ["Reminder", "Season Ban"]),
        (["Penalidade: Perda de jogo", "Penalidade: Perda de pontos"], ["Perda de pontos"]),
        (["Penalty: Green Card"], []),
        (["Penalty: Casual – Warning", "Penalty: Casual – Game Loss"], []),
        (["Penalty: The pilot lands", "Penalty: See 4", "Penalty: If late, none", "Penalty: none"], []),
        (["Penalties may be given to: pilots, judges, Warning"], []),
        (["Penalties are for: Pilots, Judges, Crowds"], []),
    ],
)
def test_names_of_penalties(lines: list[str], named: list[str]) -> None:
    usual = words("penalties")
    found = house_penalties(lines)
    assert found[: len(usual)] == usual
    assert sorted(set(found[len(usual) :]) - set(usual)) == sorted(named)


@pytest.mark.parametrize(
    ("asked", "number", "penalty"),
    [
        ("kite was 3 minutes late", "1", "Nudge"),
        ("kite was 8 minutes late", "1", "Game Loss"),
        ("late kite third time", "1", "Point Deduction"),
        ("loud kite", "3", None),
        ("loud kite second time", "3", "Warning"),
        ("rude pilot second time", "4", "Evening Ban"),
    ],
)
def test_the_level_or_the_repeat_is_the_answer(
    run: Run, tmp_path: Path, asked: str, number: str, penalty: str | None
) -> None:
    (tmp_path / "policy.md").write_text(POLICY, encoding="utf-8")
    assert run("import", str(tmp_path / "policy.md"), "--book", "house").code == 0
    (first, *_) = json.loads(run("penalty", asked, "-b", "house", "--json").out)["results"]
    assert first["id"] == f"house:{number}"
    assert (first["change"] or {}).get("penalty") == penalty


POINTS = """# Kite club: behaviour and penalties

## On time

- Up to ten minutes late: 1 point
- No flight: 2 points (second no flight: 4 points; each further one: 6 points and a talk with the chair)

## Ropes

- Torn rope: 1 point each, mend the rope
- Telephone on the field: Caution; again: Warning; third time: the telephone stays at the gate
- Loud talk: Warning, then 1 point each time

## Manners

- Swearing: Warning
- Insult of a pilot: 3 points. Repeat: Evening Ban
- Cutting a rope on purpose: Summer Ban
"""
GERMAN_POINTS = """# Strafen des Drachenvereins

Nasser Drachen – Ermahnung
Kein Flug – 3 Strafpunkte (beim zweiten Mal 6 Strafpunkte, danach Sperre für den Sommer)
Beschimpfung – 2 Strafpunkte, bei Wiederholung Hausverbot
Seil kaputt – 10 Euro und Ersatz
"""
AMOUNTS = """# Kite cup

| Infraction | Penalty | Amount | Repeat |
|---|---|---|---|
| Unmarked kite | Fine | €5 | €10 |
| Missing rope | Ban | 2 weeks | Ban (1 year) |
"""


@pytest.mark.parametrize(
    ("text", "asked", "title", "penalty"),
    [
        (POINTS, "no flight", "No flight", "2 points"),
        (POINTS, "second no flight", "No flight", "4 points"),
        (POINTS, "fourth no flight", "No flight", "6 points and a talk with the chair"),
        (POINTS, "torn rope", "Torn rope", "1 point each"),
        (POINTS, "telephone on the field, third time", "Telephone on the field", "the telephone stays at the gate"),
        (POINTS, "loud talk second time", "Loud talk", "1 point each time"),
        (POINTS, "insult of a pilot again", "Insult of a pilot", "Evening Ban"),
        (POINTS, "cutting a rope on purpose", "Cutting a rope on purpose", "Summer Ban"),
        (GERMAN_POINTS, "kein Flug, zum zweiten Mal", "Kein Flug", "6 Strafpunkte"),
        (GERMAN_POINTS, "kein Flug, zum dritten Mal", "Kein Flug", "Sperre für den Sommer"),
        (GERMAN_POINTS, "Beschimpfung wiederholt", "Beschimpfung", "Hausverbot"),
        (GERMAN_POINTS, "Seil kaputt", "Seil kaputt", "10 Euro und Ersatz"),
        (AMOUNTS, "unmarked kite", "Unmarked kite", "Fine (€5)"),
        (AMOUNTS, "unmarked kite again", "Unmarked kite", "€10"),
        (AMOUNTS, "missing rope again", "Missing rope", "Ban (1 year)"),
    ],
)
def test_amounts_and_own_names_are_penalties(
    run: Run, tmp_path: Path, text: str, asked: str, title: str, penalty: str
) -> None:
    (tmp_path / "policy.md").write_text(text, encoding="utf-8")
    assert run("import", str(tmp_path / "policy.md"), "--book", "house").code == 0
    (first, *_) = json.loads(run("penalty", asked, "-b", "house", "--json").out)["results"]
    assert (first["title"], (first["change"] or first["penalty"][0])["penalty"]) == (title, penalty)


@pytest.mark.parametrize(
    "lines",
    [
        ["Tower: 2 points", "Gate: 3 points", "Wall: 1 point"],
        ["Late kite: Warning", "Colour: red", "Tail: long", "Rope: of wire", "Wind: north"],
        ["# Torn kite - Major", "Casual - Warning", "Expert - Game Loss"],
    ],
)
def test_values_of_other_lists_are_no_penalties(lines: list[str]) -> None:
    assert set(house_penalties(lines)) == set(words("penalties"))


SHORT = """# Kite nights

1. Humming: Caution
2. Torn kite: Warning at Open, Game Loss at Final
3. A pilot who is not at the gate gets a Warning, and whoever is missing after ten minutes loses the first game.
4. Spoons in the basket: Match Loss
5. Late whistle: 2 points
"""


@pytest.mark.parametrize(
    ("asked", "number", "penalty"),
    [
        ("spoon in a basket of the club", "4", "Match Loss"),
        ("torn kite at final", "2", "Game Loss"),
        ("not at the gate after twelve minutes", "3", "loses the first game"),
    ],
)
def test_infractions_without_any_of_the_words_are_no_doubt(
    run: Run, tmp_path: Path, asked: str, number: str, penalty: str
) -> None:
    (tmp_path / "short.md").write_text(SHORT, encoding="utf-8")
    assert run("import", str(tmp_path / "short.md"), "--book", "short").code == 0
    found = json.loads(run("penalty", asked, "-b", "short", "--json").out)
    first = found["results"][0]
    assert (found["sure"], first["id"].rpartition(".")[2]) == (True, number)
    assert (first["change"] or first["penalty"][0])["penalty"] == penalty
