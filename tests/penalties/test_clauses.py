"""Of several penalties in the words of one infraction, the clause that a question is about decides."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support import Run

from rules_cli.parse.penalty_lines import any_penalty
from rules_cli.words import words

PROSE = """# Kite evenings

## Being on time

The wind starts at seven. If you are not on the field then, you get a warning. Anyone who is more than ten minutes late
loses the game. After twenty minutes you lose the match, and we ask whether you go home.

## Shouting

Shouting at a pilot gets you a warning, and a game loss when it happens again. Anyone who burns a kite of another home
is thrown out of the tournament.

## Slow winding

A pilot who winds slowly is warned.
"""
GERMAN = """# Drachenordnung

§ 1 Wer zu spät landet, erhält eine Verwarnung. Wer mehr als zehn Minuten zu spät landet, verliert das erste Spiel. Nach
zwanzig Minuten verliert er die Partie.

§ 2 Wer während des Flugs einem Piloten Ratschläge gibt, wird vom Turnier ausgeschlossen. Geschieht dies ohne Absicht,
erhält er eine Verwarnung.

§ 3 Stimmt die Schnur nicht mit der Liste überein, verliert der Pilot das laufende Spiel.
"""
SPANISH = """# Cometas

1. Retraso: El piloto que llega tarde recibe una advertencia. Con más de diez minutos, pierde la partida.

2. Insultos: Los insultos se castigan con una advertencia. Quien amenaza a otro piloto es expulsado del torneo.

3. Cola: Una cola rota: sin penalización.
"""
PORTUGUESE = """# Pipas

Art. 1 O piloto que chegar atrasado leva uma advertência. Com mais de 10 minutos de atraso, perde o jogo.

Art. 2 O piloto que trocar linhas recebe uma advertência. Na reincidência, perde a partida.

Art. 3 Quem corta a linha de outro é desclassificado.
"""
FRENCH = """Cerfs-volants

1. Retard
Le pilote en retard reçoit un avertissement. Au-delà de 10 minutes, il perd la partie.

2. Comportement
Les insultes sont punies d'un avertissement. Les menaces entraînent l'exclusion du tournoi.

3. Triche
Le pilote est disqualifié.
"""
NESTED = """# Kite league

- **Late kites**
  - Up to 5 minutes: no penalty
  - 5 to 15 minutes: Game Loss
  - More than 15 minutes: Match Loss
- **Rope problems**
  - Rope of wire: Game Loss
  - Marked rope: Warning
    - Upgrade: If the marks follow a pattern, Match Loss
  - Rope list missing: Warning
- **Talk**
  - Rude talk: Warning
    - Second offence: Game Loss
  - Threats: Disqualification
"""

WITHIN = """# Kite evenings

* **Kite errors**
  * fewer than 5 strings: Game Loss
  * wrong tail: Warning
* **Landing late:** Game Loss after 5 minutes, Match Loss after 15 minutes
* **Torn kite:** Caution (Game Loss from the second on)
* **Shouting:** Warning (from the third one on Game Loss)
* **Sleeping during a round:** Caution
"""

LIST = """# Kite nights

* Landing late: Caution up to five minutes, Game Loss up to fifteen minutes, Match Loss after that.
* Torn kite: Warning.
* Shouting: A pilot who shouts receives a written Warning. A second shout on one day leads to Disqualification.
"""
SPANISH_TABLE = """# Cometas

| Infracción | Primera vez | Segunda vez |
|---|---|---|
| Retraso de menos de 10 minutos | Advertencia | Pérdida de juego |
| Retraso de más de 10 minutos | Pérdida del encuentro | Descalificación |
| Cola rota | Aviso | Advertencia |
"""
GERMAN_TABLE = """# Drachen

| Vergehen | Erstes Mal | Wiederholung |
|---|---|---|
| Zu spät am Feld (bis 10 Minuten) | Verwarnung | Spielverlust |
| Zu spät am Feld (mehr als 10 Minuten) | Matchverlust | Ausschluss |
| Schiefer Drachen | Ermahnung | Verwarnung |
"""
RANGES = """# Pipas

1) Atraso
   - até 5 minutos: sem penalidade
   - de 5 a 15 minutos: perda de jogo
2) Linha curta: perda de jogo
3) Linha lenta: advertência
   Agravante: se for proposital, desclassificação
"""


def first_of(run: Run, folder: Path, text: str, words: str) -> dict[str, Any]:
    """The likeliest infraction for some words, as JSON."""
    (folder / "house.md").write_text(text, encoding="utf-8")
    assert run("import", str(folder / "house.md"), "--book", "house").code == 0
    found: dict[str, Any] = json.loads(run("penalty", *words.split(), "-b", "house", "--json").out)["results"][0]
    return found


@pytest.mark.parametrize(
    ("text", "words", "penalty"),
    [
        (PROSE, "3 minutes late", "warning"),
        (PROSE, "12 minutes late", "loses the game"),
        (PROSE, "25 minutes late", "lose the match"),
        (PROSE, "shouted at a pilot", "warning"),
        (PROSE, "shouted at a pilot again", "game loss"),
        (PROSE, "burned the kite of another home", "thrown out"),
        (PROSE, "winds slowly", "is warned"),
        (GERMAN, "landet 15 Minuten zu spät", "verliert das erste Spiel"),
        (GERMAN, "landet 25 Minuten zu spät", "verliert er die Partie"),
        (GERMAN, "gibt einem Piloten Ratschläge", "ausgeschlossen"),
        (GERMAN, "gibt ohne Absicht einem Piloten Ratschläge", "Verwarnung"),
        (GERMAN, "Schnur stimmt nicht mit der Liste überein", "verliert der Pilot das laufende Spiel"),
        (SPANISH, "llega 15 minutos tarde", "pierde la partida"),
        (SPANISH, "insultó a un piloto", "advertencia"),
        (SPANISH, "amenazó a otro piloto", "expulsado del torneo"),
        (PORTUGUESE, "chegou 12 minutos atrasado", "perde o jogo"),
        (PORTUGUESE, "trocou linhas de novo", "perde a partida"),
        (FRENCH, "en retard de 15 minutes", "perd la partie"),
        (FRENCH, "menaces", "exclusion"),
        (NESTED, "3 minutes late kites", "no penalty"),
        (NESTED, "20 minutes late kites", "Match Loss"),
        (NESTED, "marked rope", "Warning"),
        (NESTED, "marked rope in a pattern", "Match Loss"),
        (NESTED, "rude talk, second offence", "Game Loss"),
        (NESTED, "threats", "Disqualification"),
        (WITHIN, "kite with 4 strings", "Game Loss"),
        (WITHIN, "kite with a wrong tail", "Warning"),
        (WITHIN, "slept during a round", "Caution"),
        (WITHIN, "shouting for the third time", "Game Loss"),
        (WITHIN, "second torn kite", "Game Loss"),
        (WITHIN, "landed 7 minutes late", "Game Loss after 5 minutes"),
        (WITHIN, "landed 20 minutes late", "Match Loss"),
        (LIST, "landed 4 minutes late", "Caution up to five minutes"),
        (LIST, "landed ten minutes late", "Game Loss"),
        (LIST, "landed 18 minutes late", "Match Loss"),
        (LIST, "shouted", "Warning"),
        (LIST, "shouted again", "Disqualification"),
        (SPANISH_TABLE, "retraso de 15 minutos", "Pérdida del encuentro"),
        (GERMAN_TABLE, "15 Minuten zu spät am Feld", "Matchverlust"),
        (GERMAN_TABLE, "5 Minuten zu spät am Feld", "Verwarnung"),
        (RANGES, "atraso de 10 minutos", "perda de jogo"),
        (RANGES, "linha lenta", "advertência"),
        (RANGES, "linha lenta de propósito", "desclassificação"),
    ],
)
def test_the_clause_that_the_words_are_about_decides(
    run: Run, tmp_path: Path, text: str, words: str, penalty: str
) -> None:
    first = first_of(run, tmp_path, text, words)
    assert (first["change"] or first["penalty"][0])["penalty"] == penalty


def test_the_answer_names_the_clause(run: Run, tmp_path: Path) -> None:
    first_of(run, tmp_path, PROSE, "burned the kite of another home")
    lines = run("penalty", "burned", "the", "kite", "of", "another", "home", "-b", "house").out.splitlines()
    assert any("Anyone who burns a kite of another home" in line for line in lines), lines
    assert "  penalty: thrown out" in lines


def test_a_penalty_for_intent_is_not_sure_without_it(run: Run, tmp_path: Path) -> None:
    text = (
        "# Kites\n\n1. Winding: A pilot who winds slowly on purpose loses the match. A pilot who winds slowly without "
        "noticing gets a caution.\n2. Rope: Warning.\n"
    )
    (tmp_path / "house.md").write_text(text, encoding="utf-8")
    assert run("import", str(tmp_path / "house.md"), "--book", "house").code == 0
    assert not json.loads(run("penalty", "winds", "slowly", "-b", "house", "--json").out)["sure"]


def test_a_rulebook_in_which_somebody_loses_the_game_lists_no_penalties(run: Run, tmp_path: Path) -> None:
    rules = "".join(
        f"1.{at} A pilot whose {what} falls loses the game.\n\n" for at, what in enumerate(("kite", "tail"), 1)
    )
    (tmp_path / "rules.md").write_text(f"# Kites\n\n1 End\n\n{rules}1.3 Kites fly.\n", encoding="utf-8")
    assert run("import", str(tmp_path / "rules.md"), "--book", "kites").code == 0
    assert "lists no penalties" in run("penalty", "falls", "-b", "kites").err


def test_a_title_with_its_penalty_keeps_the_items_below_it(run: Run, tmp_path: Path) -> None:
    text = "# Kites\n\n## Small – Caution\n\n- hum\n- wet tail\n\n## Large – Game Loss\n\n- wire rope\n- late\n"
    first = first_of(run, tmp_path, text, "wet tail")
    assert (first["title"], first["penalty"][0]["penalty"]) == ("Small", "Caution")
    assert "wire rope" in run("show", first_of(run, tmp_path, text, "wire rope")["id"]).out


def test_an_infraction_that_needs_intent_is_offered_beside_the_only_likely_one(run: Run, tmp_path: Path) -> None:
    text = (
        "Code\n\n1 Lateness\n\n1.1 A player who is late receives a Warning.\n\n"
        "1.2 A player who is more than ten minutes late receives a Match Loss.\n\n"
        "2 Deck\n\n2.1 An illegal deck is a Game Loss.\n\n3 Cheating\n\n"
        "3.1 Cheating is punished with disqualification.\n"
    )
    (tmp_path / "code.txt").write_text(text)
    run("import", str(tmp_path / "code.txt"), "--book", "code")
    asked = run("penalty", "he cheated", "-b", "code")
    assert "disqualification" in asked.out
    assert "bug" not in asked.err


def test_a_bound_that_is_not_passed_makes_an_infraction_unsure(run: Run, tmp_path: Path) -> None:
    text = (
        "§ 1 Verspätung\n\n(1) Wer nicht am Tisch sitzt, erhält eine Verwarnung.\n"
        "(2) Wer mehr als zehn Minuten zu spät kommt, verliert das Match.\n\n"
        "§ 2 Deck\n\n(1) Ein falsches Deck ist ein Spielverlust.\n(2) Eine fehlende Liste ist eine Verwarnung.\n\n"
        "§ 3 Betrug\n\n(1) Wer betrügt, wird disqualifiziert.\n(2) Wer wettet, auch.\n"
    )
    (tmp_path / "haus.txt").write_text(text, encoding="utf-8")
    run("import", str(tmp_path / "haus.txt"), "--book", "haus")
    late = [
        json.loads(run("penalty", each, "minuten", "zu", "spät", "-b", "haus", "--json").out) for each in ("3", "12")
    ]
    assert [each["sure"] for each in late] == [False, True]


@pytest.mark.parametrize(
    "steps",
    [
        "first Warning, then Game Loss",
        "a Warning, then a Game Loss",
        "1st Warning, 2nd Game Loss",
        "Warning the first time, Game Loss after that",
        "Warning; then Game Loss",
        "erst Verwarnung, dann Spielverlust",
        "un avertissement, puis perte de jeu",
        "primero advertencia, después pérdida de juego",
        "primeiro advertência, depois perda de jogo",
        "prima ammonizione, poi perdita del gioco",
    ],
)
@pytest.mark.parametrize(("words", "is_harsher"), [("loud kite", False), ("loud kite, second time", True)])
def test_a_sequence_of_penalties_is_for_one_offence_after_the_other(
    run: Run, tmp_path: Path, steps: str, words: str, is_harsher: bool
) -> None:
    text = (
        f"# Kites\n\n- Loud kite: {steps}\n- Torn kite: Disqualification\n- Late kite: Warning\n- Theft: Match Loss\n"
    )
    first = first_of(run, tmp_path, text, words)
    assert first["title"] == "Loud kite"
    given = (first["change"] or first["penalty"][0])["penalty"]
    assert (given in re.split("[,;] ", steps)[-1] or ("that" in steps and given == "Game Loss")) == is_harsher


def test_a_bound_before_then_is_no_first_offence(run: Run, tmp_path: Path) -> None:
    rows = ("Late kite: up to 5 minutes Warning, then Game Loss", "Torn kite: Caution", "Theft: Warning")
    text = "# Rules\n\n1 Kites\n\n" + "\n\n".join(f"1.{at} {row}" for at, row in enumerate(rows, 1))
    change = first_of(run, tmp_path, text, "late kite 12 minutes")["change"]
    assert (change["penalty"], change["amount"], change["clause"]) == ("Game Loss", "12 minutes", None)


@pytest.mark.parametrize(
    ("words", "number"),
    [("loud kite twice", 2), ("loud kite three times", 3), ("zweimal loud kite", 2), ("loud kite duas vezes", 2)],
)
def test_words_for_how_often_count_offences(run: Run, tmp_path: Path, words: str, number: int) -> None:
    steps = "Warning, second time Game Loss, third time Match Loss"
    text = f"# Kites\n\n- Loud kite: {steps}\n- Torn kite: Warning\n- Theft: Caution\n"
    change = first_of(run, tmp_path, text, words)["change"]
    assert (change["penalty"], change["offence"]) == ({2: "Game Loss", 3: "Match Loss"}[number], number)


@pytest.mark.parametrize("name", ["rem.txt", "rem.md"])  # markdown joins the lines of a paragraph
@pytest.mark.parametrize("label", ["Remedy", "Correção", "Behebung", "Correction "])
def test_the_remedy_is_shown_in_each_language(run: Run, tmp_path: Path, label: str, name: str) -> None:
    sign = "## " if name.endswith("md") else ""
    row = f"{sign}1.1 Loud kite\nPenalty: Warning\nIt is loud.\n{label}: the kite lands.\n"
    text = f"# Kites\n\n{row}\n{sign}1.2 Torn kite\nPenalty: Caution\n\n{sign}1.3 Theft\nPenalty: Warning\n"
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert run("import", str(tmp_path / name), "--book", "rem").code == 0
    assert (
        json.loads(run("penalty", "loud kite", "-b", "rem", "--json").out)["results"][0]["remedy"] == "the kite lands."
    )


@pytest.mark.parametrize("rest", ["third time out of the meadow", "third time a talk with the owner"])
def test_a_step_without_a_known_penalty_moves_no_other(run: Run, tmp_path: Path, rest: str) -> None:
    text = f"# Kites\n\n- Loud kite: Warning, second time Match Loss, {rest}\n- Torn kite: Warning\n- Theft: Caution\n"
    change = first_of(run, tmp_path, text, "loud kite, second time")["change"]
    assert (change["penalty"], change["offence"]) == ("Match Loss", 2)


@pytest.mark.parametrize(
    ("steps", "listed"),
    [
        ("1st Warning, 2nd Game Loss", 2),
        ("Warning the first time, Game Loss the second time", 2),
        ("Warning, then Game Loss", None),
    ],
)
def test_a_third_offence_has_the_last_penalty_listed_and_says_that_no_third_is(
    run: Run, tmp_path: Path, steps: str, listed: int | None
) -> None:
    text = f"# Kites\n\n- Loud kite: {steps}\n- Torn kite: Disqualification\n- Late kite: Warning\n- Theft: Caution\n"
    change = first_of(run, tmp_path, text, "loud kite, third time")["change"]
    assert (change["penalty"], change["offence"], change["listed"]) == ("Game Loss", 3, listed)
    shown = run("penalty", "loud kite, third time", "-b", "house").out
    assert ("offence number 2, the last one listed (none is given for number 3): Game Loss" in shown) == bool(listed)


@pytest.mark.parametrize("phrase", words("penalties", "no_penalty", "penalty_clauses"))
def test_every_phrase_of_a_penalty_is_found_in_a_line(phrase: str) -> None:
    said = phrase.replace("*", "the")
    assert any_penalty(f"{said}, (2).", words("penalties"))
