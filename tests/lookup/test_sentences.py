"""Our sentences on a question: what two terms do together, and what a book does not say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import ROOT, Install, Run, Ship

from rules_cli import Library
from rules_cli.lookup.lexicon import InteractionsFile
from rules_cli.search.sentences import sentences_on
from rules_cli.store import data_files
from rules_cli.text import fingerprint

RULES = {
    "1.1.1": ("Cargo that burns is lost.", "Burning cargo is lost."),
    "1.1.2": ("A ship that burns keeps its flag.", "The flag stays."),
}
KNOWN = "".join(f'  "{number}": "{fingerprint(official)}"\n' for number, (official, _) in RULES.items())
PAIRS = """\
interactions:
- terms: [cargo, burning]
  rules: ["1.1.1"]
  says: {en: "it is lost."}
- terms: [cargo, flag]
  rules: ["1.1.2"]
"""
SILENT = 'silent: [{asked: [burnt sail, sails on fire], rules: ["1.1.2"], note: {en: "what becomes of sails."}}]\n'


@pytest.fixture
def port(ship: Ship) -> None:
    ship(RULES, notes=SILENT, known=f'edition: "2020"\nrules:\n{KNOWN}', interactions=PAIRS)


@pytest.mark.usefixtures("port")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what if my cargo burns", ["it is lost."]),
        ("burning cargos?", ["it is lost."]),
        ("cargo", []),
        ("cargo flag", []),
        ("cargo burner", []),  # no form of burning, but by its Portuguese stem
        ("do sails burnt at sea count", ["what becomes of sails."]),
        ("my cargo isn't burning", []),
        ("burning without cargo", []),
        ("cargo lost burning", []),
        ("burning cargo, not a storm", ["it is lost."]),  # what is negated is not in the sentence
        ("burning cargo with flibber jabbock", []),  # a card may change it
        ("cargo burns, sails on fire", ["what becomes of sails.", "it is lost."]),
    ],
)
def test_a_sentence_is_said_if_a_question_names_what_it_is_about(question: str, said: list[str]) -> None:
    assert [each.text for each in sentences_on(Library.open(), question, "port")] == said


@pytest.mark.usefixtures("port")
def test_the_page_has_it_first_with_its_rules(run: Run) -> None:
    assert run("search", "burning cargo", "-b", "port").out.startswith(
        "cargo and burning: it is lost.  (our words, by 1.1.1)\n"
    )
    assert run("search", "burnt sail", "-b", "port").out.startswith(
        "the book does not say: what becomes of sails.  (nearest: 1.1.2)\n"
    )
    (said,) = json.loads(run("search", "burning cargo", "-b", "port", "--json").out)["sentences"]
    assert said == {"kind": "together", "about": "cargo and burning", "text": "it is lost.", "rules": ["port:1.1.1"]}
    assert "sentences" not in json.loads(run("search", "cargo", "-b", "port", "--json").out)


@pytest.mark.usefixtures("port")
def test_a_term_that_the_book_leaves_out_is_answered_as_such(run: Run) -> None:
    assert run("term", "sails on fire", "-b", "port").out.startswith("the book does not say: what becomes of sails.")


def test_what_a_book_leaves_out_is_said_above_what_players_mean_by_the_word(run: Run) -> None:
    out = run("term", "atropelar", "-b", "fabula", "--lang", "en").out
    assert out.startswith("the book does not say: anything about damage left over")
    assert "1.22.4b" in out.partition("\n\n")[2]


@pytest.mark.usefixtures("port")
def test_a_typed_word_of_a_sentence_is_not_lost_to_its_correction() -> None:
    assert sentences_on(Library.open(), "burnt sail", "port", {"sail": "said"})


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("bloqueio numa ofensiva", True),
        ("um aliado na ofensiva e o bloqueio", True),
        ("bloqueio, ofensiva e duelo", False),
    ],
)
def test_a_question_about_a_rarer_term_too_gets_no_sentence(question: str, fits: bool) -> None:
    assert bool(sentences_on(Library.open(), question, "fabula")) is fits


@pytest.mark.slow
def test_a_common_term_with_its_own_sentence_changes_a_question(magic: Run) -> None:
    def says(question: str) -> bool:
        return "our words" in magic("search", question, "-b", "mtg").out

    assert says("deathtouch and trample")
    assert not says("deathtouch and trample against a planeswalker")  # Magic has many rules on these
    assert says("deathtouch and trample against an artifact")  # no note is about it
    assert says("trample and lifelink")
    assert not says("trample and lifelink, one damage prevented")


@pytest.mark.slow
def test_a_long_term_of_common_words_changes_a_question(magic: Run) -> None:
    def says(question: str) -> bool:
        return "our words" in magic("search", question, "-b", "mtg").out

    assert says("commander in hand")
    assert not says("commander tax from hand")
    assert not says("commander in hand color identity")
    assert not says("saga with its last chapter and proliferate")
    assert says("commander goes to the hand instead of the command zone")  # the rule or the note has this term


@pytest.mark.slow
def test_a_sentence_says_when_it_is_so(magic: Run) -> None:
    def said(question: str) -> str:
        return magic("search", question, "-b", "mtg").out.partition("\n")[0]

    assert "already there stays" in said("aura enchanted creature gets hexproof")
    assert "already on it" in said("equipped creature gains shroud")
    assert "a creature with protection may block" in said("can i block with creature that has protection from attacker")
    assert "If the attacker has both" in said("trample blocked by deathtouch creature")
    assert "none to the player" in said("trample attacking planeswalker excess damage to player")


def test_an_edition_with_other_words_gets_no_sentence(ship: Ship) -> None:
    reworded = {**RULES, "1.1.1": ("Cargo that burns is saved.", "It is saved.")}
    ship(reworded, notes=SILENT, known=f'edition: "2020"\nrules:\n{KNOWN}', interactions=PAIRS)
    assert not sentences_on(Library.open(), "burning cargo", "port")
    assert sentences_on(Library.open(), "sails on fire", "port")


def test_a_hundred_pairs_have_a_sentence() -> None:
    """Each in the languages of the book's restatements, and short enough for two lines."""
    slugs = [path.name for path in sorted((ROOT / "data" / "books").iterdir())]
    files = {slug: data_files.read(InteractionsFile, slug, "interactions.yaml") for slug in slugs}
    said = [(slug, pair) for slug, file in files.items() if file for pair in file.interactions if pair.says]
    assert len(said) >= 100
    for slug, pair in said:
        assert set(pair.says) == ({"en", "pt"} if slug == "fabula" else {"en"}), pair.terms
        assert all(len(text) <= 160 for text in pair.says.values()), pair.terms


def test_trace_and_check_say_which_sentences_must_be_read_again(
    ship: Ship, run: Run, install: Install, tmp_path: Path
) -> None:
    ship(RULES, notes=SILENT, known=f'edition: "2020"\nrules:\n{KNOWN}', interactions=PAIRS)
    book = "1 Port\n\n1.1 Ships\n\n1.1.1 Cargo that burns is lost.\n\n1.1.2 A ship that burns keeps its flag.\n"
    install("port", {"2020": book, "2021": book.replace("its flag", "its flag at sea")})
    said = "2021 has other words for rules behind our sentences on burnt sail: read them again"
    assert said in run("trace", "port:1.1.2").err
    assert "read them again" not in run("trace", "port:1.1.1").err
    last, first = tmp_path / "last.md", tmp_path / "first.md"
    last.write_text("See rule 1.1.2.\n")
    first.write_text("See rule 1.1.1.\n")
    assert said in run("check", str(last), "-b", "port").out
    assert "read them again" not in run("check", str(first), "-b", "port").out
    assert "read them again" not in run("check", str(last), "-b", "port@2020").out


@pytest.mark.usefixtures("port")
def test_an_edition_with_other_words_says_where_our_sentence_holds(run: Run, install: Install) -> None:
    older = "".join(f"{number} {official.replace('lost', 'sunk')}\n\n" for number, (official, _) in RULES.items())
    newer = "".join(f"{number} {official}\n\n" for number, (official, _) in RULES.items())
    install("port", {"2019-01-01": f"1 Port\n\n1.1 Cargo\n\n{older}", "2021-01-01": f"1 Port\n\n1.1 Cargo\n\n{newer}"})
    assert "it is lost." in run("burning", "cargo", "-b", "port").out
    asked = run("burning", "cargo", "-b", "port@2019-01-01")
    assert "it is lost." not in asked.out
    assert "“burning cargo” holds for port 2021-01-01, not for the words of this edition" in asked.err
