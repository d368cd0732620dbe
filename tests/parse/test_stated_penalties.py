"""Penalties that a list states in its lines, sentences and tables, as organisers write them."""

from __future__ import annotations

import contextlib

import pytest
from parsing import book_of

from rules_cli.errors import SourceError

Found = dict[str, tuple[str, str]]


def infractions(text: str, name: str = "house.md") -> Found:
    """The name and the penalties of each infraction, by its number."""
    return {
        row.number: (
            row.title or "",
            "; ".join(f"{each.level}: {each.penalty}" if each.level else each.penalty for each in row.penalty),
        )
        for row in book_of(text, name=name).rows
        if row.penalty
    }


@pytest.mark.parametrize(
    ("line", "name", "penalty"),
    [
        ("Late kite: Warning. More than 10 minutes: Game Loss", "Late kite", "Warning"),
        ("Late kite - Warning (after 10 minutes: Game Loss)", "Late kite", "Warning"),
        ("Insult – Match Loss", "Insult", "Match Loss"),
        ("Late kite => Warning", "Late kite", "Warning"),
        ("Flying with a torn kite means a Game Loss.", "", "Game Loss"),
        ("Late kite – Game Loss after 10 minutes", "Late kite", "Game Loss after 10 minutes"),
        ("Theft. Disqualification, and the kite is given back.", "Theft", "Disqualification"),
        ("Drinks stay away from the kites. [Warning; repeated: Game Loss]", "", "Warning"),
        ("Late kite (Warning) A pilot is not there at the start.", "", "Warning"),
        ("A pilot who lands late receives a Warning.", "", "Warning"),
        ("If a pilot is late, the penalty is a Game Loss.", "", "Game Loss"),
        ("Atraso: Advertência. Mais de 10 minutos: Perda de Jogo", "Atraso", "Advertência"),
        ("O piloto recebe uma Advertência.", "", "Advertência"),
        ("Wer zu spät landet, erhält eine Verwarnung.", "", "Verwarnung"),
        ("A pilot who asks somebody that is not in the contest, in person or by radio: Match Loss.", "", "Match Loss"),
        ("A line is longer than the one that was measured before the start. Penalty: Game Loss.", "", "Game Loss"),
        ("Quem pede conselho a alguém que não voa nem ajuda, por rádio ou sinais: Perda de Jogo", "", "Perda de Jogo"),
    ],
)
def test_a_line_states_the_penalty_of_an_infraction(line: str, name: str, penalty: str) -> None:
    found = infractions(f"# House rules\n\n1 Kites\n\n1.1 {line}\n\n1.2 Torn kite: Caution\n\n1.3 Kites fly.\n")
    assert found["1.1"] == (name, penalty)
    assert found["1.2"] == ("Torn kite", "Caution")
    assert "1.3" not in found


@pytest.mark.parametrize(
    "line",
    [
        "A Game Loss is written down at once.",
        "A player who receives a Warning signs it.",
        "If a player gets a Warning, the judge writes it down.",
        "A player may receive a Warning or a talk.",
        "A player does not receive a Warning twice.",
        "Note: Warning signs hang on the door.",
        "A third Warning means a Game Loss.",
        "Warning: Game Loss and Match Loss end a game.",
        "The judges of this club have these three in a list, the mildest first, so that all know: Caution, Warning.",
    ],
)
def test_words_that_only_speak_of_a_penalty_state_none(line: str) -> None:
    found = infractions(f"# House rules\n\n1 Kites\n\n1.1 {line}\n\n1.2 Torn kite: Caution\n\n1.3 Late: Warning\n")
    assert set(found) == {"1.2", "1.3"}


def test_a_rule_that_names_a_penalty_and_is_no_infraction_is_reported() -> None:
    text = "1 Kites\n\n1.1 A Warning is kept.\n\n1.2 Torn kite: Caution\n\n1.3 Late: Warning\n\n1.4 Kites fly.\n"
    found = book_of(f"# House rules\n\n{text}", name="house.md").anomalies
    assert [(each.kind, each.number) for each in found] == [("penalty-unread", "1.1")]


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("**Late**\n\nNot there.\nPenalty: {}\n\n**Loud**\n\nIt hums.\nPenalty: {}\n\n**Torn**\n\nA hole.\n", "torn"),
        ("### Late\n\nPenalty: {}\n\n### Loud\n\nPenalty: {}\n\n### Torn\n\nPenalty: see the judge\n", "torn"),
    ],
)
def test_a_title_beside_infractions_without_a_penalty_is_reported(text: str, unread: str) -> None:
    found = book_of(f"# House penalties\n\n{text.format('Warning', 'Caution')}", name="house.md").anomalies
    assert [(each.kind, str(each.number).rpartition(".")[2]) for each in found] == [("penalty-unread", unread)]


def test_each_item_of_a_list_has_its_penalty_also_a_long_one() -> None:
    long = "Wer während der Runde mit jemandem spricht, der weder fliegt noch am Boden hilft"
    found = infractions(f"# Strafen\n\n- {long}: Verwarnung\n- Absturz: Spielverlust\n- Lärm: Ermahnung\n")
    assert list(found.values()) == [(long, "Verwarnung"), ("Absturz", "Spielverlust"), ("Lärm", "Ermahnung")]


def test_few_lines_of_a_rulebook_are_no_list_of_penalties() -> None:
    rules = "".join(f"1.{at} Kites fly higher than hedges.\n\n" for at in range(3, 30))
    assert not infractions(f"1 Kites\n\n1.1 Cost: None\n\n1.2 Wind - Caution\n\n{rules}")


def test_each_item_of_a_list_is_a_level() -> None:
    text = "# House\n\n## Late kite\n\n- up to 5 minutes: Caution\n- more: Warning\n\n## Theft\n\nMatch Loss\n"
    assert infractions(text)["house.late-kite"] == ("Late kite", "up to 5 minutes: Caution; more: Warning")


def test_words_for_none_alone_are_no_penalties() -> None:
    assert not infractions("1 Kites\n\n1.1 Changes: None.\n\n1.2 Removed: None.\n\n1.3 Added: none\n")


TABLE = """# Club night

These hold for all.

| {} | Penalty | Repeat |
|---|---|---|
| Late kite | Warning | Game Loss |
| Loud kite | Caution | - |
"""


def test_each_row_of_a_table_is_an_infraction() -> None:
    assert infractions(TABLE.format("Infraction")) == {
        "late-kite": ("Late kite", "Warning"),
        "loud-kite": ("Loud kite", "Caution"),
    }
    (row,) = (each for each in book_of(TABLE.format("Infraction"), name="house.md").rows if each.number == "late-kite")
    assert row.words.text == "Warning\nRepeat: Game Loss"


def test_rows_with_numbers_keep_them_and_columns_without_a_label_are_levels() -> None:
    table = TABLE.replace("| {} | Penalty | Repeat |", "| No. | Act | First time | Second time |")
    table = table.replace("|---|---|---|", "|---|---|---|---|").replace("| L", "| 1 | L", 1).replace("| L", "| 2 | L")
    assert infractions(table.replace("| 2 | L", "| 1 | L", 1).replace("1 | 1", "1")) == {
        "1": ("Late kite", "First time: Warning; Second time: Game Loss"),
        "2": ("Loud kite", "First time: Caution"),
    }


@pytest.mark.parametrize(
    "numbers", [("1.1", "1.2", "1.3"), ("1", "2", "3"), ("A.1", "A.2", "B.1"), ("3.1.1", "3.1.2", "3.2")]
)
@pytest.mark.parametrize("heading", ["## 1. Penalties", "Version 2026-04-01", ""])
def test_a_table_is_one_whatever_numbers_its_rows_have(numbers: tuple[str, ...], heading: str) -> None:
    cells = (
        "Late kite | It lands after the horn.",
        "Torn kite | The paper is torn, or wet.",
        "Lost kite | Nobody sees it",
    )
    penalties = ("Warning | Game Loss", "Game Loss | Match Loss", "Warning | Game Loss")
    rows = "\n".join(f"| {' | '.join(row)} |" for row in zip(numbers, cells, penalties, strict=True))
    table = f"| No. | Infraction | Description | First time | Second time |\n|---|---|---|---|---|\n{rows}\n"
    found = infractions(f"# Kites\n\n{heading}\n\n{table}\n\n## 9. Notes\n\n9.1 A kite flies.\n")
    assert list(found.values()) == [
        (cell.partition(" |")[0], "First time: {}; Second time: {}".format(*penalty.split(" | ")))
        for cell, penalty in zip(cells, penalties, strict=True)
    ]


@pytest.mark.parametrize(
    ("label", "none", "rest"),
    [
        ("Penalidade", "nenhuma", "\nO rival decide."),
        ("Strafe", "keine", ". Der Gegner entscheidet."),
        ("Sanción", "ninguna", "\nEl rival decide."),
        ("Pénalité ", "aucune", ""),
        ("Sanzione", "nessuna", ""),
    ],
)
def test_none_is_a_penalty_in_each_language(label: str, none: str, rest: str) -> None:
    others = "".join(f"\n\n### 1.{at} Kite {at}\n{label}: Warning\n" for at in (2, 3))
    text = f"### 1.1 A kite\n{label}: {none}{rest}{others}"
    assert infractions(f"# Kites\n\n## 1 Kites\n\n{text}")["1.1"] == ("A kite", none)


def test_a_word_for_none_in_a_sentence_is_no_penalty() -> None:
    text = "1.1 Wer keine Liste hat: Verwarnung\n\n1.2 Nota: nessuna carta vola\n\n1.3 Spät: Spielverlust\n"
    assert set(infractions(f"# Drachen\n\n1 Drachen\n\n{text}")) == {"1.1", "1.3"}


@pytest.mark.parametrize(
    ("line", "penalty"),
    [
        ("Theft means a lifetime ban.", "lifetime ban"),
        ("Theft: banned for life", "banned for life"),
        ("Theft is a ban.", "is a ban"),
        ("Roubo é banimento da loja.", "é banimento"),
        ("Diebstahl bedeutet Hausverbot.", "Hausverbot"),
        ("Vol : exclusion à vie", "exclusion à vie"),
        ("A kite that is banned costs a Warning.", "Warning"),
    ],
)
def test_a_ban_is_a_penalty(line: str, penalty: str) -> None:
    found = infractions(f"# House rules\n\n1 Kites\n\n1.1 {line}\n\n1.2 Torn kite: Caution\n\n1.3 Late: Warning\n")
    assert found["1.1"][1] == penalty


def test_what_is_in_a_column_of_penalties_is_one() -> None:
    found = infractions(TABLE.format("Infraction") + "| Stolen kite | Thrown out of the club | |\n| Torn kite | | |\n")
    assert found["stolen-kite"] == ("Stolen kite", "Thrown out of the club")
    assert "torn-kite" not in found


@pytest.mark.parametrize("gap", ["    ", "\t", " ....... "])
def test_a_table_in_plain_text_is_one(gap: str) -> None:
    rows = [("Late kite", "Warning", "Game Loss"), ("Loud kite", "Caution", "Warning"), ("Theft", "Match Loss", "DQ")]
    text = "\n".join(gap.join(row) for row in [("Infraction", "Penalty", "Repeat"), *rows])
    assert infractions(f"PENALTIES\n\n{text}\n", "house.txt") == {
        "late-kite": ("Late kite", "Warning"),
        "loud-kite": ("Loud kite", "Caution"),
        "theft": ("Theft", "Match Loss"),
    }


def test_headings_without_numbers_over_penalties_are_infractions() -> None:
    text = "# House\n\n## Late kite\n\nWarning. From the second time on Game Loss.\n\n## Theft\n\nMatch Loss\n"
    assert infractions(text) == {"house.late-kite": ("Late kite", "Warning"), "house.theft": ("Theft", "Match Loss")}


def test_a_page_without_penalties_is_still_no_book() -> None:
    with pytest.raises(SourceError):
        infractions("# House\n\nBring kites.\n\nBe warned: Kites fly.\n")


def test_a_second_penalty_in_the_line_of_a_label_is_no_level() -> None:
    text = "# 1 Kites\n\n## 1.1 Insult\n\nPenalty: Warning\nSecond offence: Match Loss\n\n## 1.2 Theft\n\nPenalty: DQ\n"
    assert infractions(text)["1.1"] == ("Insult", "Warning")
    text = text.replace("Second offence:", "\nUpgrade:")
    assert infractions(text)["1.1"] == ("Insult", "Warning")


LAYOUTS = {
    "a heading over each": "# Kites\n\n### Late kite\n- Warning\n- {later}\n\n### Loud kite\n- Caution\n",
    "bold, then a line": "# Kites\n\n**Late kite** – Warning\n\n{later}\n\n**Loud kite** – Caution\n\nIt hums.\n",
    "penalties as headings": "# Kites\n\n## Warning\n\n- Late kite\n- Torn kite\n\n## Caution\n\n- Loud kite\n",
    "penalties in bold": "# Kites\n\n**Warning**\n\nLate kite. Torn kite.\n\n**Caution**\n\nLoud kite.\nWet kite.\n",
    "behind penalties": "# Kites\n\n**Warning:** Late kite; torn kite\n\n**Caution:** Loud kite; wet kite\n",
    "titles below penalties": "# Kites\n## Warning\n### Late kite\nLate.\n## Caution\n### Loud kite\nIt hums.\n",
    "bare groups": "Warning\nLate kite\nTorn kite\n\nCaution\nLoud kite\nWet kite\n",
    "farther right": "KITES\n\nWarning:\n  Late kite\n  torn kite\n\nCaution:\n  Loud kite\n  wet kite\n",
    "arrows": "# Kites\n\n* Late kite -> Warning\n* Loud kite → Caution\n",
    "nested items": "# Kites\n\n- Late kite\n  - Warning\n  - {later}\n- Loud kite\n  - Caution\n",
    "labels": "Kite list\n\nInfraction: Late kite\nPenalty: Warning\n\nInfraction: Loud kite\nPenalty: Caution\n",
    "penalties over columns": "# Kites\n\n| Warning | Caution |\n|---|---|\n| Late kite | Loud kite |\n| | Wet |\n",
    "few dots": "KITES\n\nLate kite .... Warning\nLoud kite .. Caution\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_list_states_its_penalties_in_any_layout(layout: str) -> None:
    text = LAYOUTS[layout].format(later="Game Loss after ten minutes")
    is_plain = layout in ("bare groups", "farther right", "few dots", "labels")
    found = dict(infractions(text, "house.txt" if is_plain else "house.md").values())
    assert (found["Late kite"], found["Loud kite"]) == ("Warning", "Caution")
    assert len(found) <= 4


def test_levels_behind_one_name_are_levels() -> None:
    line = "**Late kite** — first time: Warning; second time: Game Loss"
    found = infractions(f"# Kites\n\n1. {line}\n2. **Theft** — Match Loss\n")
    assert list(found.values()) == [
        ("Late kite", "first time: Warning; second time: Game Loss"),
        ("Theft", "Match Loss"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "## Warning\n\n- Written on the slip\n- Ends with the day\n\n## Game Loss\n\n- The game ends\n- Nobody swaps\n",
        "**Warning:** a talk, which is kept\n\n**Game Loss:** the kite is down\n",
        "## Warning\n\nA word to the pilot.\n\n## Game Loss\n\nThe kite is down.\n",
        "## Warning\n\n### Meaning\n\nA word.\n\n## Game Loss\n\n### Meaning\n\nA kite is down.\n",
        "- Late kite:\n  - a little: Warning\n  - more: Game Loss\n- Theft: Match Loss\n",
    ],
)
def test_what_penalties_mean_is_no_list_of_infractions(text: str) -> None:
    with contextlib.suppress(SourceError):
        assert not infractions(f"# Kites\n\n{text}")


def test_a_row_of_a_bare_list_is_no_title_of_a_book() -> None:
    assert book_of("Infraction,Penalty\nLate kite,Warning\nTheft,DQ\n", name="house.csv").title == "made-up"


def test_no_line_of_a_list_is_lost() -> None:
    text = (
        "Penalties\n\nThese hold at every table.\nTardiness: Warning. From 5 minutes: Game Loss.\n"
        "Deck problem: Game Loss.\nIt is checked in round one.\n"
        "Slow play: 1st Warning, 2nd Game Loss.\nCheating: Disqualification and a ban.\n"
    )
    book = book_of(text)
    assert {row.title: [each.penalty for each in row.penalty] for row in book.rows if row.penalty} == {
        **{"Tardiness": ["Warning"], "Deck problem": ["Game Loss"]},
        **{"Slow play": ["Warning"], "Cheating": ["Disqualification and a ban"]},
    }
    words = " ".join(f"{row.title} {row.words.text}" for row in book.rows)
    assert all(said in words for said in ("at every table", "checked in round one", "2nd Game Loss", "and a ban"))


LED = {
    "letters": "A Warning is given for:\n\na) {}\nb) {}\n\nTo a Game Loss lead:\n\na) {}\nb) {}\n",
    "rows": "1 A Warning is given for:\n\n1.1 {}\n1.2 {}\n\n2 To a Game Loss lead:\n\n2.1 {}\n2.2 {}\n",
    "bullets": "The pilot gets a Warning for:\n- {}\n- {}\n\nThese cost the pilot a Game Loss:\n- {}\n- {}\n",
    "articles": "Art. 1 Warning, if wet, for:\na) {}\nb) {}\n\nArt. 2 Game Loss for:\na) {}\nb) {}\n\nArt. 3 Fly.\n",
    "names": "Punished with a Warning:\n* {}\n* {}\n\nPunished with a Game Loss:\n* {}\n* {}\n",
    "titles": "## Punished with a Warning\n\n1. {}\n2. {}\n\n## Punished with a Game Loss\n\n1. {}\n2. {}\n",
}
for layout, text in LED.items():
    LED[layout] = f"# Kites\n\n{text.format('late kites', 'torn kites', 'theft', 'spies')}\n"


@pytest.mark.parametrize("layout", LED)
def test_a_line_gives_its_penalty_to_the_list_below_it(layout: str) -> None:
    book = book_of(LED[layout], name="house.md")
    found = {row.title or row.words.text: row.penalty[0].penalty for row in book.rows if row.penalty}
    assert found == {"late kites": "Warning", "torn kites": "Warning", "theft": "Game Loss", "spies": "Game Loss"}


@pytest.mark.parametrize(("layout", "numbers"), [("rows", ["1.1", "1.2"]), ("articles", ["1a", "1b"])])
def test_points_below_a_penalty_keep_their_numbers(layout: str, numbers: list[str]) -> None:
    assert list(infractions(LED[layout]))[:2] == numbers


@pytest.mark.parametrize(
    "text",
    [
        "A Warning means:\n- it is written down\n- it is noted\n\nA Game Loss means:\n- the game ends\n- it is noted\n",
        "A pilot loses the game when:\n- his kite is down\n- his rope breaks\n\nKites fly.\n",
        "Nobody gets a Warning for:\n- late kites\n- torn kites\n",
    ],
)
def test_a_line_about_a_penalty_gives_none(text: str) -> None:
    with contextlib.suppress(SourceError):
        assert not infractions(f"# Kites\n\n{text}")


@pytest.mark.parametrize(
    ("line", "name", "penalty"),
    [
        ("Insults bring the pilot a Warning.", "", "Warning"),
        ("Betrug hat die Disqualifikation zur Folge.", "", "Disqualifikation"),
        ("Tardiness: 1st Warning, 2nd Game Loss", "Tardiness", "Warning"),
        ("Insultes : un avertissement, puis perte de partie", "Insultes", "avertissement"),
        ("Juego lento. Primero advertencia, luego pérdida de juego.", "Juego lento", "advertencia"),
    ],
)
def test_beside_infractions_a_clause_that_names_a_penalty_is_one(line: str, name: str, penalty: str) -> None:
    found = infractions(f"# Rules\n\n1 Kites\n\n1.1 {line}\n\n1.2 Torn kite: Caution\n\n1.3 Late kite: Warning\n")
    assert found["1.1"] == (name, penalty)


@pytest.mark.parametrize(
    "text",
    [
        "1 Warning\n\n1.1 a late kite\n\n1.2 a torn kite\n\n2 Game Loss\n\n2.1 theft of kites\n\n2.2 a spy\n",
        "No.  Infraction    Penalty\n1.1  a late kite   Warning\n1.2  a torn kite   Warning\n2.1  theft  Game Loss\n",
        "1 Kites\n1.1\ta late kite\tWarning\n1.2\ta torn kite\tWarning\n1.3\ttheft of kites\tGame Loss\n",
        "## 1 Kites\n\n| No. | Act | Penalty |\n|---|---|---|\n| 1.1 | a late kite | Warning |\n"
        "| 1.2 | a torn kite | Warning |\n| 1.3 | theft | Game Loss |\n",
        "- 1.1 a late kite: Warning\n- 1.2 a torn kite: Warning\n- 1.3 theft: Game Loss\n",
    ],
    ids=["below penalties", "table in text", "tabs", "table", "items"],
)
def test_an_infraction_keeps_its_printed_number_in_any_layout(text: str) -> None:
    found = infractions(f"# Rules of the club\n\n{text}")
    assert [found[number] for number in ("1.1", "1.2")] == [("a late kite", "Warning"), ("a torn kite", "Warning")]


def test_clauses_with_verbs_of_no_list_state_penalties_if_half_of_a_book_are_such() -> None:
    lines = ("Torn kites shall draw a Game Loss.", "Theft attracts a Disqualification.", "Spies merit a Warning.")
    rules = "\n\n".join(f"1.{at} {line}" for at, line in enumerate(lines, 1))
    found = infractions(f"# Rules\n\n1 Kites\n\n{rules}\n\n1.4 Pilots smile.\n")
    assert [penalty for _, penalty in found.values()] == ["Game Loss", "Disqualification", "Warning"]
    others = "".join(f"1.{at} Kites fly.\n\n" for at in range(5, 30))
    assert not infractions(f"# Rules\n\n1 Kites\n\n{rules}\n\n{others}")


def test_what_a_label_introduces_is_the_penalty_whatever_its_words() -> None:
    lines = {
        "Spilled tea": ("Penalty: You dry the table.", "You dry the table"),
        "Loud kite": ("Penalty: Warning", "Warning"),
        "Cut string": ("Penalty: The string is paid. For the second one, the game is lost.", "The string is paid"),
        "Fog": ("Penalty: see the weather.", ""),
    }
    text = "# Kite house\n\n## Offences\n\n" + "".join(f"### {name}\n{line}\n\n" for name, (line, _) in lines.items())
    found = {name: penalty for name, penalty in infractions(text).values() if name in lines}
    assert {name: found.get(name, "") for name in lines} == {name: penalty for name, (_, penalty) in lines.items()}


def test_a_label_alone_in_its_book_is_no_list() -> None:
    text = "# Terms\n\n1 Wind\nMoves a kite.\n\n2 Penalty\nPenalty: a minus to the roll.\n\n3 Rain\nStops a kite.\n"
    assert not any(penalty for _, penalty in infractions(text).values())


LEVELS = [
    "Open: Caution. Final: Game Loss.",
    "Caution at Open, Game Loss at Final",
    "Caution / Game Loss (Open / Final)",
]


@pytest.mark.parametrize("form", [*LEVELS, "Open – Caution; Final – Game Loss"])
def test_levels_are_read_in_each_form(form: str) -> None:
    text = (
        f"1 Kites\n\n1.1 Torn Kite\nA kite has a hole.\nPenalty: {form}\n\n1.2 Wet Kite\nIt drips.\nPenalty: Warning\n"
    )
    rows = {str(row.number): row for row in book_of(text).rows}
    assert rows["1.1"].penalty == (("Open", "Caution"), ("Final", "Game Loss"))


CLAUSES = [
    "gets a Warning",
    "costs the pilot the game",
    "is banned for a month",
    "is shown a red flag",
    "loses the match",
]


@pytest.mark.parametrize("at", range(len(CLAUSES)))
def test_each_rule_of_a_list_is_an_infraction_or_reported(at: int) -> None:
    said = [*CLAUSES[at:], *CLAUSES[:at]]
    rules = "\n\n".join(f"1.{n} A pilot whose kite hums {n} tunes {words}." for n, words in enumerate(said, 2))
    found = book_of(f"# Kite rules\n\n## 1. Order\n\n1.1. We fly at noon.\n\n{rules}\n", name="house.md")
    reported = {each.number for each in found.anomalies if each.kind == "penalty-unread"}
    listed = {row.number for row in found.rows if row.penalty}
    assert listed | reported == {f"1.{n}" for n in range(2, len(said) + 2)}
    assert len(reported) == 1


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["no kite", "torn kite", "fewer than 40 strings on the kite"], 3),
        (["no kite", "fewer than 40 strings", "more than 60 strings"], 3),
        (["landing late", "landing more than 10 minutes late", "torn kite"], 2),
    ],
)
def test_a_count_of_other_things_is_an_infraction_of_its_own(lines: list[str], names: int) -> None:
    text = "\n".join(
        f"{line} - {penalty}" for line, penalty in zip(lines, ["warning", "caution", "game loss"], strict=True)
    )
    assert len(infractions(f"Kite penalties\n\n{text}\n")) == names


def test_the_first_clause_states_the_penalty_also_behind_a_noun_that_is_a_relative_word_elsewhere() -> None:
    text = "1.1 Pilots who land by rolling a die are both disqualified. If they did not know, both get a Warning."
    rows = book_of(f"# Rules\n\n## 1. Order\n\n{text}\n\n1.2 A pilot who hums gets a Caution.\n", name="house.md").rows
    assert [row.penalty[0].penalty for row in rows if row.penalty] == ["disqualified", "Caution"]
