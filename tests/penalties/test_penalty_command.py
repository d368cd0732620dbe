"""`rules penalty`: an infraction by what happened, by name, abbreviation and number; on one screen, and as JSON."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest
from support import Run

from rules_cli import Library, penalties
from rules_cli.look.answers import Answers
from rules_cli.look.state import Listing, Question
from rules_cli.penalties.repeats import without_repeats

GUIDE = """\
1 Kinds

1.1 Kinds of Penalties

A warning is kept.

2 Kite Errors

2.1 Torn Kite

Warning

A player flies a kite with a hole in it.

Examples:

- The paper burst while the kite flew over the tree.

Procedure and Penalty

Let the player glue the paper before the next flight.

Upgrade: If the player cut it, upgrade to a Game Loss.

Upgrade: If it is the third hole, upgrade to a Disqualification.

Downgrade: If the hole is small, downgrade to a Caution.

Philosophy

Paper is thin.

2.2 Missing Tail

Penalty: Casual – Caution / Pro – Warning

A kite has no tail.

2.3 Rope Swap

Game Loss

A player flies with the rope of another player.

Examples:

- A player takes the rope of another player and flies with it.
"""


@pytest.fixture
def judge(run: Run, tmp_path: Path) -> Run:
    """The command line with a made-up guide installed as Flesh and Blood's."""
    return _with_guide(GUIDE, run, tmp_path)


def _with_guide(guide: str, run: Run, folder: Path) -> Run:
    (folder / "guide.md").write_text(guide, encoding="utf-8")
    assert run("import", str(folder / "guide.md"), "--book", "fab-ppg", "--edition", "2026").code == 0
    return run


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("torn kite", "2.1"),
        ("Torn Kites", "2.1"),
        ("the paper burst over the tree", "2.1"),
        ("2.1", "2.1"),
        ("2.1.upgrade", "2.1"),
        ("flew with another player's rope", "2.3"),
        ("no tail", "2.2"),
    ],
)
def test_what_happened_names_the_infraction(judge: Run, words: str, number: str) -> None:
    ran = judge("penalty", *words.split(), "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["results"][0]["id"] == f"fab-ppg:{number}"


def test_the_answer_has_all_that_a_judge_needs(judge: Run) -> None:
    assert judge("penalty", "torn", "kite").out.splitlines() == [
        "Flesh and Blood Procedure and Penalty Guide › 2 Kite Errors",
        "2.1  Torn Kite",
        "  penalty: Warning",
        "  A player flies a kite with a hole in it.",
        "  procedure and penalty: Let the player glue the paper before the next flight.",
        "  upgrade: If the player cut it, upgrade to a Game Loss.",
        "  upgrade: If it is the third hole, upgrade to a Disqualification.",
        "  downgrade: If the hole is small, downgrade to a Caution.",
        "  philosophy: rules fab-ppg:2.1.philosophy",
        "fab-ppg 2026, your copy",
    ]


def test_another_penalty_in_the_table_of_the_document_is_told(run: Run, tmp_path: Path) -> None:
    titles = ("Torn Kite", "Low Kite", "Wet Kite", "Red Kite", "Odd Kite")
    sections = "".join(f"2.{at} {title}\n\nWarning\n\nIt is so.\n\n" for at, title in enumerate(titles, 1))
    table = "".join(f"{title} {'Game Loss' if title == 'Wet Kite' else 'Warning'}\n\n" for title in titles)
    (tmp_path / "guide.md").write_text(f"2 Kite Errors\n\n{sections}# Quick Reference\n\n{table}", encoding="utf-8")
    assert run("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2026").code == 0
    said = "Wet Kite has Warning, but the table of penalties says Wet Kite: Game Loss"
    assert f"  in the source: {said}" in run("penalty", "wet", "kite").out.splitlines()
    assert json.loads(run("penalty", "wet", "kite", "--json").out)["results"][0]["odd"] == [said]
    assert "in the source" not in run("penalty", "red", "kite").out


def test_each_level_has_a_line(judge: Run) -> None:
    lines = judge("penalty", "missing", "tail").out.splitlines()
    assert lines[2:4] == ["  Casual: Caution", "  Pro: Warning"]


def test_the_json(judge: Run) -> None:
    found = json.loads(judge("penalty", "torn", "kite", "--json").out)
    assert (found["book"], found["edition"]) == ("fab-ppg", "2026")
    assert found["results"][0] == {
        "id": "fab-ppg:2.1",
        "title": "Torn Kite",
        "penalty": [{"level": None, "penalty": "Warning"}],
        "upgrades": [
            "If the player cut it, upgrade to a Game Loss.",
            "If it is the third hole, upgrade to a Disqualification.",
        ],
        "downgrades": ["If the hole is small, downgrade to a Caution."],
        "remedy": "Let the player glue the paper before the next flight.",
        "odd": [],
        "rival": None,
        "philosophy": ["fab-ppg:2.1.philosophy"],
        "change": None,
    }


def test_without_words_all_infractions_are_listed(judge: Run) -> None:
    assert judge("penalty").out.splitlines() == [
        "Flesh and Blood Procedure and Penalty Guide",
        "2.1  Torn Kite  Warning",
        "2.2  Missing Tail  Casual: Caution; Pro: Warning",
        "2.3  Rope Swap  Game Loss",
        "fab-ppg 2026, your copy",
    ]
    assert [each["id"] for each in json.loads(judge("penalty", "--json").out)["results"]] == [
        f"fab-ppg:2.{n}" for n in (1, 2, 3)
    ]


def test_words_that_no_infraction_has_are_answered_with_ranked_infractions_and_their_penalties(judge: Run) -> None:
    ran = judge("penalty", "ducks", "swim")
    assert ran.code == 1
    assert re.search(r"(?m)^nearest:\n2\.\d  .+  [\w ]+$", ran.out)
    assert ran.err.startswith("rules: no infraction clearly fits 'ducks swim'")
    ran = judge("penalty", "pizza", "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["sure"]) == (1, False)
    assert all(each["penalty"] for each in found["results"])


def test_unknown_words_list_nothing(judge: Run) -> None:
    ran = judge("penalty", "xyzzy")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rules: nothing found for 'xyzzy'")
    ran = judge("penalty", "qqqq", "--json")
    assert (ran.code, json.loads(ran.out)["results"]) == (1, [])


# --- unclear questions

HARD = """

2.4 Game Rules Violation

Warning

A player flies against the rules in a way that no other section names.

2.5 Sabotage

Disqualification

A player hides rockets below the flag of a rival.

2.6 Low Kite

IP2

A player does any of the following:

- Flies below the flag.
- Flies below the hedge.

The judge measures the height. This is done twice.

2.7 Low Landing

Game Loss

A player lands below the hedge.

Examples:

- A player lands near the hedge and the goat eats the kite.

2.8 Lost Landing

Warning

Examples:

- A player lands near the hedge and the goat eats the rope.
"""


@pytest.fixture
def hard(run: Run, tmp_path: Path) -> Run:
    """The command line with a guide that has a section for all other errors, and two sections that are much alike."""
    return _with_guide(GUIDE + HARD, run, tmp_path)


def test_words_that_no_infraction_has_lead_to_the_section_for_all_other_errors(hard: Run) -> None:
    ran = hard("penalty", "ducks")
    assert ran.code == 1
    assert "2.4  Game Rules Violation  Warning" in ran.out
    assert "fab-ppg:2.4" in [each["id"] for each in json.loads(hard("penalty", "ducks", "--json").out)["results"]]


def test_an_unsure_answer_lists_what_it_may_be_with_the_penalties(hard: Run) -> None:
    words = ("flew", "near", "the", "hedge", "with", "a", "rope")
    ran = hard("penalty", *words)
    assert ran.code == 0
    title, perhaps, *lines = ran.out.splitlines()
    assert (title, perhaps) == ("Flesh and Blood Procedure and Penalty Guide", "perhaps:")
    assert sum(re.fullmatch(r"2\.\d  .+  [\w ]+", line) is not None for line in lines) > 2
    assert "  A player flies with the rope of another player." in lines
    assert "upgrade: " not in ran.out
    found = json.loads(hard("penalty", *words, "--json").out)
    assert (found["sure"], found["fits"]) == (False, True)


def test_of_words_of_which_no_infraction_has_most_the_nearest_are_named(hard: Run) -> None:
    words = ("small", "ducks", "and", "a", "rope")
    ran = hard("penalty", *words)
    assert ran.code == 1
    assert "no infraction clearly fits 'small ducks and a rope'" in ran.err
    assert ran.out.splitlines()[1:3] == ["nearest:", "2.3  Rope Swap  Game Loss"]
    found = json.loads(hard("penalty", *words, "--json").out)
    assert (found["sure"], found["fits"]) == (False, False)


def test_a_sure_answer_is_no_perhaps(hard: Run) -> None:
    assert "perhaps" not in hard("penalty", "sabotage").out
    assert json.loads(hard("penalty", "torn", "kite", "--json").out)["sure"] is True


def test_two_infractions_that_fit_as_well_are_both_listed(hard: Run) -> None:
    words = ("landed", "near", "the", "hedge", "and", "the", "goat", "ate", "it")
    lines = hard("penalty", *words).out.splitlines()
    assert lines[1] == "perhaps:"
    assert {"2.7  Low Landing  Game Loss", "2.8  Lost Landing  Warning"} == {lines[2], lines[4]}
    found = json.loads(hard("penalty", *words, "--json").out)["results"]
    assert found[0]["rival"] == found[1]["id"]


INTENT = """

2.9 Cheating

Disqualification

A player breaks a rule and knows it.

2.10 Stalling

Disqualification

A player flies slowly so that the day ends.
"""


@pytest.mark.parametrize("words", ["he tore the kite on purpose", "she lied about the rope"])
def test_words_of_intent_bring_the_infractions_that_need_it(words: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text(GUIDE + HARD + INTENT, encoding="utf-8")
    assert run("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2026").code == 0
    found = [each["id"] for each in json.loads(run("penalty", *words.split(), "--json").out)["results"]]
    assert {"fab-ppg:2.9", "fab-ppg:2.10"} < set(found)
    assert "fab-ppg:2.9" not in json.loads(run("penalty", "torn", "kite", "--json").out)["results"]


@pytest.mark.parametrize("words", ["flyer is stalling", "a flyer stalls and is slow", "stalling for the day's end"])
def test_an_infraction_that_needs_intent_is_named_by_its_title(words: str, run: Run, tmp_path: Path) -> None:
    slow = "\n\n2.11 Slow Flight\n\nWarning\n\nA flyer is slow and takes all day.\n"
    (tmp_path / "guide.md").write_text(GUIDE + HARD + INTENT + slow, encoding="utf-8")
    assert run("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2026").code == 0
    found = json.loads(run("penalty", *words.split(), "--json").out)
    assert found["results"][0]["id"] == "fab-ppg:2.10"
    assert not found["sure"]


def test_a_definition_has_its_list_and_says_where_more_of_it_is(hard: Run) -> None:
    assert hard("penalty", "low", "kite").out.splitlines()[2:6] == [
        "  penalty: IP2 (Intellect Penalty: the hero has 1 intellect less for 2 turns)",
        "  A player does any of the following:",
        "  • Flies below the flag.",
        "  • Flies below the hedge. … rules fab-ppg:2.6",
    ]


def test_a_definition_is_cut_after_a_sentence(run: Run, tmp_path: Path) -> None:
    sentences = ["A player flies a kite over the hedge of the garden of a neighbour while it rains.", "It is wet. " * 9]
    (tmp_path / "guide.md").write_text(
        GUIDE.replace("A player flies with the rope of another player.", " ".join(sentences)), encoding="utf-8"
    )
    run("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2026")
    (line,) = (line for line in run("penalty", "rope", "swap").out.splitlines() if "neighbour" in line)
    assert line.endswith("It is wet. … rules fab-ppg:2.3")


# --- the document's own examples and philosophy

OWN_WORDS = """\
1 Kite Errors

1.1 Kite Rules Violation

Warning

A player flies against the rules in a way that no other section names.

Examples:

- A. A player launches a Red Gull and forgets to wind two lengths of string back onto the top of their reel.

- B. A player forgets to shuffle the flags after searching through them for a red one.

1.2 Extra String

Game Loss

A player has more string on the top of their reel than they should, or puts two lengths of string there.

Examples:

- A. A player launches a Blue Gull and winds four lengths of string onto their reel.

1.3 Insufficient Shuffling

Warning

A player forgets to shuffle, or fails to shuffle enough. Flags are shuffled after searching through them.

Examples:

- A. A player searches for a flag, then shuffles them once.

1.4 Bribery

Disqualification

A player offers something so that a rival lands.

Examples:

- A. A player offers cake for a landing.

Philosophy

Contests must be fair. Guests may share a picnic basket with anyone, if nobody lands for it.
"""


@pytest.fixture
def own_words(run: Run, tmp_path: Path) -> Run:
    """The command line with a guide whose examples have words of other sections."""
    return _with_guide(OWN_WORDS, run, tmp_path)


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (
            "A player launches a Red Gull and forgets to wind two lengths of string back onto the top of their reel",
            "1.1",
        ),
        ("forgets to wind two lengths of string back onto the top of their reel", "1.1"),
        ("A player forgets to shuffle the flags after searching through them for a red one.", "1.1"),
        ("A player launches a Blue Gull and winds four lengths of string onto their reel.", "1.2"),
        ("A player searches for a flag, then shuffles them once.", "1.3"),
    ],
)
def test_an_example_word_for_word_names_its_infraction_surely(words: str, number: str, own_words: Run) -> None:
    found = json.loads(own_words("penalty", *words.split(), "--json").out)
    assert (found["results"][0]["id"], found["sure"]) == (f"fab-ppg:{number}", True)


def test_what_only_the_philosophy_says_of_the_words_is_shown(own_words: Run) -> None:
    allowed = "Contests must be fair. Guests may share a picnic basket with anyone, if nobody lands for it."
    page = own_words("penalty", *"bribery by offers to share a picnic basket".split()).out
    assert "1.4  Bribery\n" in page
    assert f"  philosophy: {allowed} rules fab-ppg:1.4.philosophy" in page.splitlines()
    page = own_words("penalty", *"a player offers cake for a landing".split()).out
    assert "  philosophy: rules fab-ppg:1.4.philosophy" in page.splitlines()


@pytest.mark.parametrize("words", ["sharing a basket", "guests shared a picnic basket"])
def test_what_only_the_philosophy_speaks_of_is_unsure_and_its_sentence_is_shown(words: str, own_words: Run) -> None:
    lines = own_words("penalty", *words.split()).out.splitlines()
    assert lines[1:3] == ["perhaps:", "1.4  Bribery  Disqualification"]
    allowed = "Contests must be fair. Guests may share a picnic basket with anyone, if nobody lands for it."
    assert lines[4] == f"  philosophy: {allowed}"
    assert json.loads(own_words("penalty", *words.split(), "--json").out)["sure"] is False


SEEN = """\
1 Card Errors

1.1 Looking at Extra Cards

Warning

A player sees the face of a card of a deck that the player may not see.

1.2 Late Arrival

Warning

A player is not there at the start.
"""


@pytest.mark.parametrize(
    ("words", "sure"),
    [
        ("dropped a card from my own hand face up", False),
        ("showed own hand by mistake", False),
        ("flipped the top card of the deck", True),
        ("dropped the deck and cards landed face up", True),
    ],
)
def test_what_is_known_to_be_no_infraction_is_unsure(words: str, sure: bool, run: Run, tmp_path: Path) -> None:
    judge = _with_guide(SEEN, run, tmp_path)
    assert json.loads(judge("penalty", *words.split(), "--json").out)["sure"] is sure


TIMES = """\
1 Kite Errors

1.1 Map Reading

Warning

During a flight, a pilot reads a map. Maps may be read between games.

1.2 Unsporting Conduct - Minor

Warning

A pilot is rude: noise, quarrels, insults of a pilot.

1.3 Unsporting Conduct - Major

Match Loss

A pilot harms others: threats, insults of a pilot for her origin.
"""


@pytest.mark.parametrize(
    ("words", "sure"),
    [
        ("a pilot reads a map", True),
        ("a pilot reads a map during the game", True),
        ("a pilot reads a map between games", False),  # permitted
        ("a pilot reads a map before the next match", False),  # not in the definition
        ("insults of a pilot", False),  # either degree
        ("harms her, insults of her origin", True),
    ],
)
def test_a_time_outside_of_the_definition_and_an_open_degree_are_unsure(
    words: str, sure: bool, run: Run, tmp_path: Path
) -> None:
    judge = _with_guide(TIMES, run, tmp_path)
    assert json.loads(judge("penalty", *words.split(), "--json").out)["sure"] is sure


@pytest.mark.parametrize(
    ("words", "titles"),
    [("warning", ["Torn Kite", "Missing Tail"]), ("GL", ["Rope Swap", "Late Kite"]), ("ip2", ["Low Kite"])],
)
def test_the_name_of_a_penalty_lists_its_infractions(words: str, titles: list[str], run: Run, tmp_path: Path) -> None:
    more = "2.7 Late Kite\n\nGame Loss\n\nIt is late.\n\n2.8 Low Kite\n\nIP2\n\nIt is low.\n"
    judge = _with_guide(f"1.4 Game Loss\n\nA game is lost.\n\n{GUIDE}{more}", run, tmp_path)
    found = json.loads(judge("penalty", words, "-b", "fab-ppg", "--json").out)
    assert ([each["title"] for each in found["results"]], found["sure"]) == (titles, True)
    page = judge("penalty", words)
    assert page.code == 0
    assert ("(Intellect Penalty:" in page.out) is (words == "ip2")


# --- which document


@pytest.mark.parametrize("options", [[], ["-b", "fab"], ["-b", "fab-ppg"], ["-b", "PPG"], ["-b", "flesh and blood"]])
def test_the_document_of_a_game(judge: Run, options: list[str]) -> None:
    assert judge("penalty", *options).out.count("Torn Kite") == 1


def test_the_document_of_the_default_game(judge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULES_BOOK", "fab")
    assert judge("penalty", "torn", "kite").code == 0
    monkeypatch.setenv("RULES_BOOK", "mtg")
    ran = judge("penalty", "torn", "kite")
    assert ran.code == 1
    assert "Magic Infraction Procedure Guide (mtg-ipg) is not installed. Get it: rules fetch mtg-ipg" in ran.err
    assert judge("penalty", "-b", "ga").code == 1


def test_one_of_several_documents_must_be_chosen(judge: Run, tmp_path: Path) -> None:
    assert judge("import", str(tmp_path / "guide.md"), "--book", "kite-policy").code == 0
    for words in ((), ("torn", "kite", "--json")):
        ran = judge("penalty", *words)
        assert ran.code == 2
        assert "choose one with -b: fab-ppg, kite-policy" in ran.err
    assert judge("penalty", "-b", "kite-policy").code == 0
    assert judge("penalty", "warning").out.count("Torn Kite") == 2


def test_words_are_answered_by_each_of_several_documents(judge: Run, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text(GUIDE.replace("Warning\n\nA player flies a kite with", "Game Loss\n\nIt has"))
    assert judge("import", str(tmp_path / "other.md"), "--book", "kite-policy").code == 0
    ran = judge("penalty", "torn", "kite")
    assert ran.code == 0
    assert re.findall(r"(?m)^2\.1 .*$", ran.out) == ["2.1  Torn Kite  Warning", "2.1  Torn Kite  Game Loss"]
    assert "for the whole answer, choose one with -b: fab-ppg, kite-policy" in ran.err
    ran = judge("penalty", "xyzzy")
    assert (ran.code, ran.out) == (1, "")
    assert "nothing found for 'xyzzy'" in ran.err


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("late kite, 12 minutes", "penalty for 12 minutes: Game Loss"),
        ("late kite, 12 min", "penalty for 12 min: Game Loss"),
        ("late kite, half an hour", "penalty for half an hour: Game Loss"),
        ("late kite, 90 seconds", "penalty for 90 seconds: Caution"),
        ("late kite, 150 seconds", "penalty: Warning"),
        ("late kite, 10 minutes", "penalty: Warning"),  # more than 10 are asked for
        ("late kite, 2 minutes", "penalty for 2 minutes: Caution"),  # 2 or fewer
        ("late kite, 12 meters", "penalty: Warning"),
        ("late kite, 50 knots", "penalty: Warning"),  # of a storm: nobody said that there was one
    ],
)
def test_an_amount_that_passes_a_bound_decides_the_penalty(words: str, first: str, run: Run, tmp_path: Path) -> None:
    late = """
2.4 Late Kite

Warning

A player launches a kite late.

Upgrade: If the wind is more than 40 knots in a storm, upgrade to a Disqualification.

Upgrade: If the kite is more than 10 minutes late, upgrade to a Game Loss.

Downgrade: If it is 2 or fewer minutes late, downgrade to a Caution.
"""
    answer = _with_guide(GUIDE + late, run, tmp_path)("penalty", words, "-b", "fab-ppg").out
    assert answer.split("\n")[2].strip() == first


def test_a_number_that_no_infraction_has_finds_none(judge: Run) -> None:
    ran = judge("penalty", "9.9")
    assert (ran.code, ran.out) == (1, "")


def test_an_infraction_whose_title_is_in_the_question_comes_first(judge: Run) -> None:
    for words, title in (("the missing tail of a torn paper", "Missing Tail"), ("rope swap with no tail", "Rope Swap")):
        found = json.loads(judge("penalty", words, "--json").out)["results"]
        assert found[0]["title"] == title


LEVELS = """
2.4 Late Kite

Definition: A player launches a kite late.

Corrective Action:

| If the kite is late by: | 0–2 minutes | 3–9 minutes |
|---|---|---|
| Casual | Caution | Warning |
| Pro | Warning | Game Loss |

Remedy: Wait for the wind. If a player is more than 10 minutes late, they should be issued a Disqualification.

2.5 Card Count Error

Definition: A player draws too many cards, such as an extra card.

Corrective Action: Casual – Caution / Pro – Warning

Remedy: The cards are counted. One is put back.

2.6 Cheating

Definition: A player breaks a rule knowingly.

Corrective Action: Casual – Disqualification / Pro – Disqualification

Example: A player notices that they drew an extra card and fails to call anybody.
"""


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("late kite, 150 seconds", "penalty for 150 seconds: Casual: Caution; Pro: Warning"),
        ("late kite, 5 minutes", "penalty for 5 minutes: Casual: Warning; Pro: Game Loss"),
        ("late kite, 12 minutes", "penalty for 12 minutes: Disqualification"),
    ],
)
def test_an_amount_chooses_a_column_of_a_table_of_penalties(words: str, first: str, run: Run, tmp_path: Path) -> None:
    answer = _with_guide(GUIDE + LEVELS, run, tmp_path)("penalty", words, "-b", "fab-ppg").out
    assert answer.split("\n")[2].strip() == first


def test_paragraphs_with_labels_are_the_parts_of_an_infraction(run: Run, tmp_path: Path) -> None:
    lines = _with_guide(GUIDE + LEVELS, run, tmp_path)("penalty", "card count error", "-b", "fab-ppg").out.splitlines()
    assert "  A player draws too many cards, such as an extra card." in lines
    assert "  remedy: The cards are counted. One is put back." in lines


def test_an_act_without_intent_is_no_infraction_that_needs_it(run: Run, tmp_path: Path) -> None:
    judge = _with_guide(GUIDE + LEVELS, run, tmp_path)
    by_chance, meant = (
        judge("penalty", f"drew an extra card {how}", "-b", "fab-ppg").out for how in ("", "on purpose")
    )
    assert "2.5  Card Count Error" in by_chance
    assert "Cheating" not in by_chance
    assert "Cheating" in meant


def test_a_question_to_the_rulebook_is_answered_by_the_document_that_speaks_of_it(judge: Run) -> None:
    for question in ("flies with a rope", "who saw my friend's rope"):
        found = judge("search", question, "-b", "fab")
        assert found.out.startswith("From fab-ppg, another document of the game:\nfab-ppg:2.3")


@pytest.mark.parametrize(
    "words", ["third torn kite", "torn kite again", "repeated torn kite", "torn kite, 2nd offense"]
)
def test_a_repeated_infraction_has_the_sentence_of_its_section(run: Run, tmp_path: Path, words: str) -> None:
    rule = "A third kite error of the same type is upgraded to a Game Loss, at every event of the day."
    judge = _with_guide(GUIDE.replace("2 Kite Errors\n", f"2 Kite Errors\n\nKites are thin. {rule}\n"), run, tmp_path)
    repeated, once = judge("penalty", words, "-b", "fab").out, judge("penalty", "torn kite", "-b", "fab").out
    assert "2.1  Torn Kite" in repeated and f"if repeated: {rule} rules fab-ppg:2\n" in repeated
    assert f"if repeated: {rule} rules fab-ppg:2\n" in once


@pytest.mark.parametrize(
    ("rule", "words", "penalty"),
    [
        ("A third kite error of the same type is upgraded to a Game Loss.", "third torn kite", "Game Loss"),
        ("The second of the same errors is upgraded to a Game Loss, the third to a Match Loss.", "torn kite again", ""),
        ("A third or subsequent error of the same type is upgraded to a Game Loss.", "third torn kite", "Game Loss"),
        ("A third or subsequent error of the same type is upgraded to a Game Loss.", "torn kite again", ""),
        ("A second or subsequent Caution for the same error is upgraded to a Game Loss.", "torn kite again", ""),
        (
            "For 2 or more of the same errors the penalty should be upgraded by one level.",
            "torn kite, 2nd offense",
            "Warning, upgraded by one level",
        ),
        (
            "A third or subsequent error (except for Torn Kite) of the same type is upgraded to a Game Loss.",
            "third torn kite",
            "",
        ),
    ],
)
def test_a_number_of_offences_decides(run: Run, tmp_path: Path, rule: str, words: str, penalty: str) -> None:
    judge = _with_guide(GUIDE.replace("2 Kite Errors\n", f"2 Kite Errors\n\n{rule}\n"), run, tmp_path)
    line = judge("penalty", words, "-b", "fab").out.splitlines()[2]
    assert line.startswith("  penalty for offence number") == bool(penalty) and line.endswith(penalty or "Warning")
    change = json.loads(judge("penalty", words, "-b", "fab", "--json").out)["results"][0]["change"]
    assert (change or {}).get("penalty", "") == penalty and (change or {}).get("rule", "fab-ppg:2") == "fab-ppg:2"


def test_a_long_sentence_on_repeats_is_whole(run: Run, tmp_path: Path) -> None:
    rule = f"A third kite error of the same type is upgraded to a Game Loss, {'at every event of the day, ' * 5}always."
    judge = _with_guide(GUIDE.replace("2 Kite Errors\n", f"2 Kite Errors\n\n{rule}\n"), run, tmp_path)
    assert f"if repeated: {rule} rules fab-ppg:2\n" in judge("penalty", "torn kite", "-b", "fab").out


def test_an_excepted_infraction_has_it_only_if_asked(run: Run, tmp_path: Path) -> None:
    rule = "A third kite error of the same type (except for Torn Kite) is upgraded to a Game Loss."
    judge = _with_guide(GUIDE.replace("2 Kite Errors\n", f"2 Kite Errors\n\n{rule}\n"), run, tmp_path)
    assert "if repeated" not in judge("penalty", "torn kite", "-b", "fab").out
    assert rule in judge("penalty", "torn kite again", "-b", "fab").out


def test_what_repeats_cost_is_no_news_for_a_penalty_as_harsh(run: Run, tmp_path: Path) -> None:
    rule = "A second Warning for the same error is upgraded to a Game Loss."
    judge = _with_guide(GUIDE.replace("2 Kite Errors\n", f"2 Kite Errors\n\n{rule}\n"), run, tmp_path)
    assert rule in judge("penalty", "torn kite", "-b", "fab").out
    assert "if repeated" not in judge("penalty", "rope swap", "-b", "fab").out


def test_a_second_thing_is_no_second_infraction() -> None:
    assert without_repeats("he drew a second card") == "he drew a second card"
    assert without_repeats("third") == "third"  # nothing else was typed


def test_without_any_document_the_user_is_told_how_to_get_one(run: Run) -> None:
    ran = run("penalty")
    assert ran.code == 1
    assert "Get one: rules fetch fab-ppg or rules fetch mtg-ipg" in ran.err


def test_an_older_edition_is_named_in_the_address(judge: Run, tmp_path: Path) -> None:
    assert judge("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2020").code == 0
    assert "philosophy: rules fab-ppg@2020:2.1.philosophy" in judge("penalty", "2.1", "-b", "fab-ppg@2020").out


# --- one screen


@pytest.mark.parametrize("count", [1, 4, 6])
def test_long_texts_are_folded_to_one_screen(run: Run, tmp_path: Path, count: int) -> None:
    long = "A player who tears a kite pays for its paper and its glue. " * 40
    upgrades = "".join(f"Upgrade: {long}\n\n" for _ in range(count))
    guide = GUIDE.replace("Let the player glue", f"{long}\n\nLet the player glue").replace(
        "Upgrade: If it is the third", f"{upgrades}Upgrade: If it is the third"
    )
    (tmp_path / "guide.md").write_text(guide.replace("A player flies a kite", long), encoding="utf-8")
    run("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2026")
    printed = run("penalty", "torn", "kite").out
    lines = [part for line in printed.splitlines() for part in textwrap.wrap(line, 79, subsequent_indent="    ")]
    assert len(lines) <= 24
    assert "rules fab-ppg:2.1.procedure-and-penalty" in printed
    if count < 6:  # else no line is left for them
        assert "procedure and penalty: A player who tears a kite pays for its paper and its glue. " in printed
    assert "downgrade: If the hole is small, downgrade to a Caution." in printed


@pytest.mark.parametrize(
    ("part", "penalty"),
    [
        (
            "If the player cut it, upgrade to a Game Loss.",
            "For a cut, the penalty is a Game Loss.",
        ),
        (
            "If the player cut it, upgrade to a Game Loss.",
            "Wer sie zerschneidet, verliert das Spiel.",
        ),
        ("Let the player glue the paper before the next flight.", "A judge who finds no glue issues a Match Loss."),
        ("A player flies a kite with a hole in it.", "Without a hole there is no penalty."),
    ],
)
def test_a_cut_text_keeps_the_sentence_that_states_a_penalty(run: Run, tmp_path: Path, part: str, penalty: str) -> None:
    before, after = ("The paper of the kite is looked at by a judge on the hill. " * 40 for _ in range(2))
    judge = _with_guide(GUIDE.replace(part, f"{before}{penalty} {after.strip()}"), run, tmp_path)
    page = judge("penalty", "2.1", "-b", "fab").out
    assert f"on the hill. … {penalty} … rules fab-ppg:2.1" in page or f"on the hill. {penalty} …" in page


def test_a_cut_remedy_has_whole_sentences(run: Run, tmp_path: Path) -> None:
    cases = [
        f"If the hole of case {at} is large, {'the player waits for the wind, and ' * 4}flies on." for at in range(9)
    ]
    guide = GUIDE.replace("Let the player glue the paper before the next flight.", "\n\n".join(cases))
    page = _with_guide(guide, run, tmp_path)("penalty", "2.1", "-b", "fab").out
    assert f"procedure and penalty: {cases[0]} {cases[1]}" in page and cases[-1] not in page
    assert "flies on. … rules fab-ppg:2.1.procedure-and-penalty\n" in page


def test_captions_are_in_the_language_asked_for(judge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    page = judge("penalty", "torn", "kite", "--lang", "pt").out
    assert "penalidade: Warning" in page
    assert "  atenuante: If the hole is small" in page
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "penalty: Warning" in judge("penalty", "torn", "kite").out


# --- thresholds


def test_an_infraction_must_hold_much_of_the_question(judge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("paper", "burst", "over", "the", "tree")
    assert "perhaps" not in judge("penalty", *words).out
    monkeypatch.setattr(penalties, "_HELD", 1.1)
    assert "perhaps" in judge("penalty", *words).out


def test_an_infraction_must_be_likely(judge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("paper", "burst", "over", "the", "tree")
    monkeypatch.setattr(penalties, "_SURE", 1.1)
    assert "perhaps" in judge("penalty", *words).out


def test_a_second_infraction_that_is_much_less_likely_is_no_rival(hard: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("goat", "near", "the", "hedge")
    monkeypatch.setattr(penalties, "_NEAR", 0.0)
    assert json.loads(hard("penalty", *words, "--json").out)["results"][0]["rival"]
    monkeypatch.setattr(penalties, "_NEAR", 1.1)
    assert json.loads(hard("penalty", *words, "--json").out)["results"][0]["rival"] is None


def test_five_infractions_fit_a_screen(run: Run, tmp_path: Path) -> None:
    sections = (
        f"2.{at} Torn Kite {at}\n\nWarning\n\nIt is torn.\n\nExamples:\n\n- The paper burst." for at in range(1, 10)
    )
    (tmp_path / "guide.md").write_text("\n\n".join(["2 Kite Errors", *sections]), encoding="utf-8")
    run("import", str(tmp_path / "guide.md"), "--book", "fab-ppg", "--edition", "2026")
    assert len(json.loads(run("penalty", "paper", "burst", "--json").out)["results"]) == 5
    assert len(json.loads(run("penalty", "rainbow", "forecast", "--json").out)["results"]) == 3


# --- a situation that a judge types in a search

SITUATION = ["the paper of his kite burst while it flew"]


def test_the_rulebook_of_a_game_is_asked(judge: Run) -> None:
    lines = judge("search", *SITUATION, "-b", "fab").out.splitlines()
    assert lines[0] == "From fab-ppg, another document of the game:"
    assert lines[1].split("  ")[:2] == ["fab-ppg:2.1", "Torn Kite"]


def test_the_guide_is_asked(judge: Run) -> None:
    first = judge("search", *SITUATION, "-b", "fab-ppg").out.splitlines()[0]
    assert first.startswith("2.1  Torn Kite")


def test_a_part_of_an_infraction_is_shown_with_its_penalty(judge: Run) -> None:
    shown = judge("search", "paper", "thin", "-b", "fab").out.splitlines()[1]
    assert shown.startswith("fab-ppg:2.1  Torn Kite  Warning  Paper is thin")


@pytest.mark.parametrize("options", [["--in", "1"], ["--kind", "heading"]])
def test_a_search_of_a_part_finds_only_what_is_in_it(judge: Run, options: list[str]) -> None:
    assert "2.1  Torn Kite" not in judge("search", *SITUATION, "-b", "fab-ppg", *options).out


@pytest.mark.parametrize("question", ["when does the combat chain close", "go again on an attack", "2.1 torn kite"])
def test_a_question_on_rules_is_no_situation(judge: Run, question: str) -> None:
    assert "another document" not in judge("search", question, "-b", "fab").out


def test_a_question_is_no_situation_unless_it_names_a_penalty(judge: Run) -> None:
    assert "Torn Kite" in judge("search", "the paper burst while it flew", "-b", "fab").out.splitlines()[1]
    for question in ("may the paper of a kite burst", "how often does the paper burst while it flew"):
        assert "Torn Kite  Warning\n" not in judge("search", question, "-b", "fab").out
    assert "Torn Kite" in judge("search", "is it a warning if the paper burst while it flew", "-b", "fab").out


def test_a_player_who_says_what_he_did_asks_nothing(run: Run, tmp_path: Path) -> None:
    text = (
        "# Hausordnung\n\nDie Regeln gelten für alle Spieler.\n\n## 1 Gerissener Drachen\n\nVerwarnung\n\n"
        "Das Papier eines Drachens reißt, während er fliegt.\n\n## 2 Verlorene Schnur\n\nSpielverlust\n\n"
        "Ein Spieler hat seine Schnur verloren.\n\n## 3 Schnüre\n\nEine alte Schnur darf ein Spieler verlieren.\n"
    )
    (tmp_path / "haus.md").write_text(text, encoding="utf-8")
    run("import", str(tmp_path / "haus.md"), "--book", "haus")
    assert "Spielverlust" in run("search", "ich habe meine schnur verloren", "-b", "haus").out.splitlines()[0]
    assert "Spielverlust" not in run("search", "darf ich meine schnur verlieren", "-b", "haus").out.splitlines()[0]


def test_an_infraction_that_is_named_is_shown_though_rules_answer(run: Run, tmp_path: Path) -> None:
    judge = _with_guide(f"{GUIDE}\n2.4 Different Names\n\nWarning\n\nTwo kites fly under one flag.\n", run, tmp_path)
    shown = judge("search", "different names", "-b", "fab").out
    assert shown.startswith("From fab-ppg, another document of the game:\nfab-ppg:2.4  Different Names")
    assert "\n2.7.3b  " in shown
    assert judge("search", "moniker", "-b", "fab").out.startswith("2.7.3")


@pytest.mark.parametrize(("name", "mark"), [("guide.txt", ""), ("guide.md", "## ")])
def test_a_line_over_a_penalty_is_the_name_of_its_infraction(run: Run, tmp_path: Path, name: str, mark: str) -> None:
    acts = {"Late for the flight": "Warning", "Wet paper": "Caution", "Insult": "Match Loss"}
    rows = [
        f"{mark}1.{number} {act}\nPenalty: {penalty}\nA player does it, or lets another one do it.\n"
        for number, (act, penalty) in enumerate(acts.items(), 1)
    ]
    (tmp_path / name).write_text("\n".join(("1 Kite Errors", *rows)), encoding="utf-8")
    run("import", str(tmp_path / name), "--book", "fab-ppg", "--edition", "2026")
    listed = run("penalty", "-b", "fab-ppg").out
    assert all(f"1.{number}  {act}  {acts[act]}\n" in listed for number, act in enumerate(acts, 1))
    assert "1.1  Late for the flight" in run("penalty", "late", "-b", "fab-ppg").out


HOUSE = """# Kite Club

1. Late arrival: Warning
a) More than 5 minutes late: Game Loss
b) More than 15 minutes late: Match Loss
2. Phone used during a flight: Game Loss
3. Food or open drink on the field: Caution
4. Cheating: Disqualification
"""


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("phone", "Phone used during a flight\n  penalty: Game Loss\n"),
        ("a drink on the field", "Food or open drink on the field"),
        ("late 7 minutes", "penalty for 7 minutes: Game Loss"),
        ("late by 20 minutes", "penalty for 20 minutes: Match Loss"),
        ("late", "upgrade: More than 5 minutes late: Game Loss\n"),
    ],
)
def test_a_house_list_answers_by_the_words_and_bounds_of_its_lines(
    typed: str, shown: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "club.md").write_text(HOUSE, encoding="utf-8")
    run("import", str(tmp_path / "club.md"), "--book", "club")
    assert shown in run("penalty", *typed.split(), "-b", "club").out


BOUNDS = """Kite Club Policy

1. Lateness. {late}
2. Cheating. A flyer who cheats is disqualified.
3. Extra kite. A flyer who brings a kite too many gets a warning.
"""
_THREE = (
    "A flyer who is late gets a caution. After four minutes the flyer gets a round loss. "
    "After 9 minutes the flyer gets a match loss."
)
_RANGES = (
    "A flyer who is up to 4 minutes late gets a warning. One who is 4 to 9 minutes late gets a game loss. "
    "One who is more than 9 minutes late gets a match loss."
)
_AND = (
    "A flyer who is more than 4 minutes late gets a warning, "
    "and a flyer who is more than 9 minutes late gets a match loss."
)
_GERMAN = (
    "Wer bis zu 4 Minuten zu spät kommt, erhält eine Verwarnung. Wer mehr als 4 Minuten zu spät kommt, "
    "erhält einen Spielverlust, und wer mehr als 9 Minuten zu spät kommt, erhält einen Matchverlust."
)
_SPANISH = (
    "Quien llega tarde recibe una advertencia. Quien llega más de 4 minutos tarde recibe una pérdida de juego. "
    "Quien llega más de 9 minutos tarde recibe una pérdida de partida."
)


@pytest.mark.parametrize(
    ("late", "typed", "first"),
    [
        (_THREE, "flyer 2 minutes late", "penalty: caution"),
        (_THREE, "flyer 6 minutes late", "penalty for 6 minutes: round loss"),
        (_THREE, "flyer is 30 minutes late", "penalty for 30 minutes: match loss"),
        (_RANGES, "3 minutes late", "penalty: warning"),
        (_RANGES, "6 minutes late", "penalty for 6 minutes: game loss"),
        (_RANGES, "late 11 minutes", "penalty for 11 minutes: match loss"),
        (_AND, "late 2 minutes", "penalty: warning"),
        (_AND, "6 minutes late", "penalty: warning"),
        (_AND, "11 minutes late", "penalty for 11 minutes: match loss"),
        (_GERMAN, "6 Minuten zu spät", "penalty for 6 Minuten: Spielverlust"),
        (_GERMAN, "11 Minuten zu spät", "penalty for 11 Minuten: Matchverlust"),
        (_SPANISH, "llega 6 minutos tarde", "penalty for 6 minutos: pérdida de juego"),
        (_SPANISH, "llega 11 minutos tarde", "penalty for 11 minutos: pérdida de partida"),
    ],
)
def test_of_the_bounds_in_several_sentences_the_highest_that_is_met_decides(
    late: str, typed: str, first: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "club.txt").write_text(BOUNDS.format(late=late), encoding="utf-8")
    run("import", str(tmp_path / "club.txt"), "--book", "club")
    assert [line.strip() for line in run("penalty", typed, "-b", "club").out.split("\n")[1:3]] == ["1  Lateness", first]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("kite list 11 minutes late", "2  Tardy kite list"),
        ("11 minutes late", "1  Late arrival"),
        ("rest of 11 minutes", "3  Long rests"),
    ],
)
def test_what_is_named_decides_before_an_amount(typed: str, first: str, run: Run, tmp_path: Path) -> None:
    rows = (
        "1. Late arrival. A flyer who arrives more than 4 minutes late receives a warning.",
        "2. Tardy kite list. A flyer whose list is late gets a caution. More than 9 minutes late: game loss.",
        "3. Long rests. A flyer whose rest is too long gets a warning.",
    )
    (tmp_path / "club.txt").write_text("\n".join(("Kite Club Policy\n", *rows)), encoding="utf-8")
    run("import", str(tmp_path / "club.txt"), "--book", "club")
    assert first in "\n".join(run("penalty", typed, "-b", "club").out.split("\n")[1:3])


@pytest.mark.usefixtures("judge")
def test_the_look_up_lists_an_infraction_once_and_not_each_of_its_parts() -> None:
    def titles(words: str) -> list[str]:
        found = Answers(Library.open()).answer(Question("search", words=words, book="fab-ppg"))
        assert isinstance(found, Listing)
        return [choice.title for choice in found.choices if choice.label == "2.1"]

    assert titles("hole kite") == ["Torn Kite"]
    assert titles("paper is thin") == ["Philosophy"], "the part that has the words"
