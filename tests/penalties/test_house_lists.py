"""Lists of an organiser: the penalty, what raises it, and amounts, from words in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

HOUSE = """# House rules

1 Kites

1.1 Late kite: Warning. More than 10 minutes: Game Loss

1.2 Torn kite - Game Loss (for a child: Caution)

1.3 A pilot without a list of kites gets a Warning.

1.4 Insult: Match Loss

1.6 Slow kite: Warning. Game Loss after ten minutes

1.7 Kites that are called names: Caution

1.5 Loud kite: Caution. 5 to 10 minutes: Warning. More than 10 minutes: Game Loss
"""


@pytest.fixture
def house(run: Run, tmp_path: Path) -> Run:
    """The command line with a list of penalties, each in one line."""
    (tmp_path / "house.md").write_text(HOUSE, encoding="utf-8")
    assert run("import", str(tmp_path / "house.md"), "--book", "house").code == 0
    return run


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("late kite", ["1.1  Late kite", "  penalty: Warning", "  upgrade: More than 10 minutes: Game Loss"]),
        ("late kite 12 minutes", ["1.1  Late kite", "  penalty for 12 minutes: Game Loss", "  otherwise: Warning"]),
        ("loud kite 12 minutes", ["1.5  Loud kite", "  penalty for 12 minutes: Game Loss", "  otherwise: Caution"]),
        ("torn kite", ["1.2  Torn kite", "  penalty: Game Loss", "  downgrade: for a child: Caution"]),
        ("slow kite 12 min", ["1.6  Slow kite", "  penalty for 12 min: Game Loss", "  otherwise: Warning"]),
        (
            "called names",
            ["1.7  Kites that are called names", "  penalty: Caution", "house undated edition, your copy"],
        ),
        ("insult", ["1.4  Insult", "  penalty: Match Loss", "house undated edition, your copy"]),
    ],
)
def test_an_infraction_has_its_penalty_and_what_changes_it(house: Run, words: str, lines: list[str]) -> None:
    assert house("penalty", words, "-b", "house").out.splitlines()[1:4] == lines


def test_an_infraction_without_a_title_has_its_sentence(house: Run) -> None:
    assert "1.3  A pilot without a list of kites gets a Warning  Warning" in house("penalty", "-b", "house").out


def test_the_json_has_the_upgrade(house: Run) -> None:
    (first, *_) = json.loads(house("penalty", "late kite", "-b", "house", "--json").out)["results"]
    assert (first["penalty"], first["upgrades"]) == (
        [{"level": None, "penalty": "Warning"}],
        ["More than 10 minutes: Game Loss"],
    )


def test_words_that_fit_nothing_name_at_most_three_in_a_line_each(house: Run) -> None:
    ran = house("penalty", "zebra juggling", "-b", "house")
    assert ran.code == 1
    assert "no infraction clearly fits 'zebra juggling'" in ran.err
    assert "rules penalty -b house" in ran.err
    assert len(ran.out.splitlines()) <= 6


STEPS = """# House rules

1 Kites

1.1 Wet kite: Warning. Upgrade: After 5 minutes, Game Loss. After 15 minutes, Match Loss.

1.2 Blue Kite

Penalty: Warning
Upgrade: The second time, Game Loss. The third time, Match Loss.

A kite that can't be seen.

1.3 Insult: Match Loss
"""


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("wet kite for 7 minutes", ["  penalty for 7 minutes: Game Loss", "  otherwise: Warning"]),
        ("wet kite for 20 minutes", ["  penalty for 20 minutes: Match Loss", "  otherwise: Warning"]),
        ("wet kite", ["  penalty: Warning", "  upgrade: After 5 minutes, Game Loss"]),
        ("blue kite second time", ["  penalty for offence number 2: Game Loss", "  otherwise: Warning"]),
        ("fourth blue kite", ["  penalty for offence number 4: Match Loss", "  otherwise: Warning"]),
        ("blue kite", ["  penalty: Warning", "  A kite that can't be seen.", "  upgrade: The second time, Game Loss"]),
    ],
)
def test_each_step_of_an_upgrade_counts(run: Run, tmp_path: Path, words: str, lines: list[str]) -> None:
    (tmp_path / "house.md").write_text(STEPS, encoding="utf-8")
    assert run("import", str(tmp_path / "house.md"), "--book", "house").code == 0
    assert run("penalty", words, "-b", "house").out.splitlines()[2 : 2 + len(lines)] == lines


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        (
            "1. Schiefer Drachen\nDer Drachen fliegt schief.\nStrafe: Verwarnung\nBei Wiederholung: Spielverlust\n\n"
            "2. Zuspätlanden\nDer Drachen landet nicht.\nStrafe: Spielverlust\n",
            ["Schiefer Drachen  Verwarnung", "Zuspätlanden  Spielverlust"],
        ),
        (
            "## Vento\nA pipa cai.\nPenalidade: Advertência\n\n## Chuva\nA pipa molha.\nPenalidade: Desclassificação\n",
            ["Vento  Advertência", "Chuva  Desclassificação"],
        ),
        (
            "1. Pipa rasgada\n   Penalidade: Advertência\n2. Pipa lenta\n   Penalidade: Perda de jogo\n",
            ["Pipa rasgada  Advertência", "Pipa lenta  Perda de jogo"],
        ),
        ("Late kite: Warning\nTorn kite: Verbal Warning\n", ["Late kite  Warning", "Torn kite  Verbal Warning"]),
        (
            "1.1 Pilots are kind. Shouting is not. The pilot is disqualified from the day.\n\n"
            "1.2 A pilot who sleeps receives a game loss.\n",
            ["disqualified", "A pilot who sleeps receives a game loss  game loss"],
        ),
        (
            "| No. | Infraction | Penalty | Repeat |\n|---|---|---|---|\n| 1 | Late kite | Warning | Game Loss |\n"
            "| 2 | Torn kite | Game Loss | Match Loss |\n",
            ["Late kite  Warning", "Torn kite  Game Loss"],
        ),
    ],
)
def test_labels_sentences_and_tables_state_penalties(run: Run, tmp_path: Path, text: str, listed: list[str]) -> None:
    (tmp_path / "list.md").write_text(f"# Kites\n\n{text}", encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "kite-list").code == 0
    lines = run("penalty", "-b", "kite-list").out.splitlines()[1:]
    assert len(lines) == len(listed) + 1
    assert all(line.endswith(end) for line, end in zip(lines, listed, strict=False)), lines


@pytest.mark.parametrize(
    ("words", "first"),
    [("zu spät gelandet", "Zuspätlanden"), ("kitelist torn", "Torn kite lists"), ("team mate", "Teammates")],
)
def test_words_written_apart_or_together(run: Run, tmp_path: Path, words: str, first: str) -> None:
    rows = ("Torn kite lists: Warning", "Zuspätlanden: Game Loss", "Zu langsam: Caution", "Teammates talk: Caution")
    (tmp_path / "list.md").write_text("# Kites\n\n" + "\n".join(f"- {row}" for row in rows), encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "kite-list").code == 0
    assert run("penalty", *words.split(), "-b", "kite-list", "--json").out.partition('"title": "')[2].startswith(first)


def test_of_many_documents_three_answer(run: Run, tmp_path: Path) -> None:
    for at in range(5):
        (tmp_path / f"{at}.md").write_text(f"# Kites {at}\n\n- Late kite: Warning\n- Torn kite: Game Loss\n")
        assert run("import", str(tmp_path / f"{at}.md"), "--book", f"kites-{at}").code == 0
    asked = run("penalty", "late", "kite")
    assert asked.out.count("Late kite  Warning") == 3
    assert "kites-4" in asked.err


BOUNDS = {
    "sentences": "1. Late: a pilot who is late gets a Warning.\n"
    "2. Very late: a pilot who is more than 10 minutes late gets a Game Loss.\n"
    "3. Far too late: a pilot who is more than 20 minutes late gets a Match Loss.\n4. Insult: Warning.\n",
    "ranges": "1. Under 5 minutes late: Warning\n2. 5 to 20 minutes late: Game Loss\n"
    "3. More than 20 minutes late: Match Loss\n4. Insult: Warning\n",
    "German": "1. Verspätung unter 5 Minuten: Verwarnung\n2. Verspätung ab 5 Minuten: Spielverlust\n"
    "3. Verspätung von mehr als 20 Minuten: Disqualifikation\n4. Beleidigung: Verwarnung\n",
}


@pytest.mark.parametrize("layout", BOUNDS)
@pytest.mark.parametrize(("amount", "number"), [(3, "1"), (12, "2"), (25, "3")])
def test_an_amount_decides_between_infractions(run: Run, tmp_path: Path, layout: str, amount: int, number: str) -> None:
    (tmp_path / "list.md").write_text(f"# Kites\n\n{BOUNDS[layout]}", encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    words = f"{amount} Minuten Verspätung" if layout == "German" else f"pilot was {amount} minutes late"
    answer = json.loads(run("penalty", words, "-b", "list", "--json").out)
    assert answer["results"][0]["id"] == f"list:kites.{number}"
    assert answer["sure"] or number == "1"


FAR_APART = """# Kites

1. Rude words: a pilot who growls at a judge gets a Warning.
2. Threats: a pilot who growls at a judge with a fist gets a Disqualification.
3. Theft: a pilot who takes the kite of another home gets a Disqualification.
4. Spare kites: a pilot who takes a second kite gets a Warning.
5. Food: Caution.
"""


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("pilot growled at the judge", "1", "2"),
        ("growled at the judge with a fist", "2", "1"),
        ("pilot took a kite", "4", "3"),
        ("pilot took the kite of another home", "3", "4"),
    ],
)
def test_of_two_that_fit_as_well_the_far_milder_one_comes_first(
    run: Run, tmp_path: Path, words: str, first: str, second: str
) -> None:
    (tmp_path / "far.md").write_text(FAR_APART, encoding="utf-8")
    assert run("import", str(tmp_path / "far.md"), "--book", "far").code == 0
    found = json.loads(run("penalty", words, "-b", "far", "--json").out)
    assert [each["id"] for each in found["results"][:2]] == [f"far:kites.{first}", f"far:kites.{second}"]
    assert not found["sure"]


def test_a_definition_of_one_point_has_no_bullet(run: Run, tmp_path: Path) -> None:
    text = "# Kites\n\n- Late: Warning\n- Loud kites hum above the hedge: Caution, and the kite lands.\n"
    (tmp_path / "points.md").write_text(text, encoding="utf-8")
    assert run("import", str(tmp_path / "points.md"), "--book", "points").code == 0
    assert "•" not in run("penalty", "loud kite hums", "-b", "points").out


@pytest.mark.parametrize(
    ("head", "words", "penalty"),
    [
        ("First | Repeated", "late kite again", "Game Loss"),
        ("First | Repeated", "late kite", None),
        ("Erstes Mal | Wiederholt", "late kite, second time", "Game Loss"),
        ("1st time | 3rd time", "late kite again", None),
        ("1st time | 3rd time", "third late kite", "Game Loss"),
    ],
)
def test_a_repeated_infraction_has_the_penalty_of_its_column(
    run: Run, tmp_path: Path, head: str, words: str, penalty: str | None
) -> None:
    rows = "| Late kite | Warning | Game Loss |\n| Torn kite | Game Loss | Match Loss |\n| Theft | Match Loss | DQ |\n"
    (tmp_path / "list.md").write_text(f"# Kites\n\n| Infraction | {head} |\n|---|---|---|\n{rows}", encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    (first, *_) = json.loads(run("penalty", words, "-b", "list", "--json").out)["results"]
    assert (first["change"] or {}).get("penalty") == penalty


IN_OTHER_LANGUAGES = {
    "de": ("Drohungen", "Disqualifikation", "Lärm", "Verwarnung", "Ermahnung"),
    "es": ("Insultos", "Pérdida de partida", "Ruido", "Advertencia", "Aviso"),
    "fr": ("Menaces", "Disqualification", "Bruit", "Avertissement", "Perte de partie"),
    "it": ("Minacce", "Squalifica", "Rumore", "Ammonizione", "Richiamo"),
    "pt": ("Ameaças", "Desclassificação", "Barulho", "Advertência", "Perda de jogo"),
}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "der Spieler hat einem anderen gedroht"),
        ("es", "el jugador insultó al juez"),
        ("fr", "il a menacé l'arbitre"),
        ("it", "ha minacciato l'avversario"),
        ("pt", "o jogador ameaçou o juiz"),
    ],
)
def test_another_form_of_a_word_is_a_sure_answer_in_its_language(
    run: Run, tmp_path: Path, language: str, words: str
) -> None:
    act, penalty, other, mild, milder = IN_OTHER_LANGUAGES[language]
    rows = (f"{other}: {mild}", f"{act}: {penalty}", f"Café: {milder}", f"Confetti: {mild}", f"Radio: {milder}")
    (tmp_path / "list.md").write_text("# A\n\n" + "\n".join(f"- {row}" for row in rows), encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    found = json.loads(run("penalty", words, "-b", "list", "--json").out)
    assert (found["results"][0]["title"], found["sure"]) == (act, True)


SIBLINGS = {
    "below a penalty": "1 A Caution is given for:\n\n1.1 landing up to 10 minutes late\n\n1.2 torn kites\n\n"
    "2 A Game Loss is given for:\n\n2.1 landing more than 10 minutes late\n\n2.2 theft\n",
    "twice in a sentence": "1.1 A pilot who lands up to 10 minutes late loses a game (Game Loss).\n\n"
    "1.2 Torn kite: Caution\n\n2.1 A pilot who lands more than 10 minutes late loses the match (Match Loss).\n\n"
    "2.2 Theft: Warning\n",
}


@pytest.mark.parametrize("text", SIBLINGS.values(), ids=SIBLINGS)
@pytest.mark.parametrize(("amount", "number"), [(4, "1.1"), (20, "2.1")])
def test_of_siblings_the_one_whose_bound_holds_is_the_answer(
    run: Run, tmp_path: Path, text: str, amount: int, number: str
) -> None:
    (tmp_path / "list.md").write_text(f"# Kites\n\n{text}", encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    found = json.loads(run("penalty", f"landed {amount} minutes late", "-b", "list", "--json").out)
    first = found["results"][0]
    assert (first["id"], first["change"], found["sure"]) == (f"list:{number}", None, True)


CONTINUED = {
    "English": (
        "Pilots who land more than five minutes late lose the first game. | After half an hour they lose the match. | "
        "A torn kite is a warning.",
        ("landed 9 minutes late", "landed 45 minutes late"),
    ),
    "German": (
        "Wer mehr als fünf Minuten zu spät landet, verliert das erste Spiel. | Nach zwanzig Minuten verliert er die "
        "Partie. | Wer Schnüre kappt, erhält eine Verwarnung.",
        ("9 Minuten zu spät gelandet", "45 Minuten zu spät gelandet"),
    ),
    "Portuguese": (
        "Quem pousa com mais de 5 minutos de atraso perde o jogo. | Depois de vinte minutos perde a partida. | "
        "Cortar a linha é advertência.",
        ("pousou com 9 minutos de atraso", "pousou com 45 minutos de atraso"),
    ),
}


@pytest.mark.parametrize(("text", "questions"), CONTINUED.values(), ids=CONTINUED)
def test_a_rule_that_names_nothing_but_an_amount_continues_the_one_above(
    run: Run, tmp_path: Path, text: str, questions: tuple[str, str]
) -> None:
    rows = "\n".join(f"{at}. {row}" for at, row in enumerate(text.split(" | "), 1))
    (tmp_path / "list.md").write_text(f"# Kites\n\n{rows}\n", encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    found = [json.loads(run("penalty", each, "-b", "list", "--json").out) for each in questions]
    assert [each["results"][0]["id"].rpartition(".")[2] for each in found] == ["1", "2"]
    assert all(each["sure"] for each in found)


def test_a_word_of_another_title_makes_known_situations_unsure(run: Run, tmp_path: Path) -> None:
    rows = ("Tardiness: Game Loss", "Long breaks: Warning", "Slow kites: Warning", "Torn kites: Caution")
    (tmp_path / "list.md").write_text("# Kites\n\n" + "\n".join(f"- {row}" for row in rows), encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    found = json.loads(run("penalty", "came back from a break after 6 minutes", "-b", "list", "--json").out)
    assert not found["sure"]
    assert "Long breaks" in [each["title"] for each in found["results"]]


def test_a_penalty_in_brackets_behind_a_sentence_is_printed_once(run: Run, tmp_path: Path) -> None:
    text = "1.1 A pilot lands late. (Warning)\n\n1.2 A kite is torn (Caution)\n\n1.3 Theft: Match Loss\n"
    (tmp_path / "list.md").write_text(f"# Kites\n\n{text}", encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    assert "1.2  A kite is torn  Caution" in run("penalty", "-b", "list").out


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (("Falscher Drachen: Ermahnung", "Karten beschädigt: Verwarnung", "Lärm: Spielverlust"), "Karten vergessen"),
        (("Mauvaise table : avertissement", "Insultes : disqualification"), "la table est sale"),
        (("Mesa equivocada: aviso", "Insultos: descalificación", "Ruido: advertencia"), "la mesa cojea"),
    ],
)
def test_half_of_a_question_in_another_language_is_no_sure_answer(
    run: Run, tmp_path: Path, rows: tuple[str, ...], words: str
) -> None:
    (tmp_path / "list.md").write_text("# A\n\n" + "\n".join(f"- {row}" for row in rows), encoding="utf-8")
    assert run("import", str(tmp_path / "list.md"), "--book", "list").code == 0
    assert not json.loads(run("penalty", words, "-b", "list", "--json").out)["sure"]
