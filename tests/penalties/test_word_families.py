"""Words of one family: which word of a document another one is a form of, and that a question may have any of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

from rules_cli.penalties.word_families import WordFamilies

SURE = [
    ("de", "gedroht", "drohungen"),
    ("de", "beleidigt", "beleidigungen"),
    ("es", "insulto", "insultos"),
    ("fr", "triche", "tricherie"),
    ("it", "minacciato", "minacce"),
    ("pt", "atrasou", "atrasado"),
]
PERHAPS = [
    ("de", "betrogen", "betrug"),
    ("de", "spat", "verspatung"),
    ("nl", "bedrogen", "bedrieger"),
    ("pt", "ofendeu", "ofensa"),
]
NEVER = [
    ("de", "hund", "handys"),
    ("de", "tasche", "tisch"),
    ("pt", "camisa", "caminho"),
    ("pt", "gato", "gatilho"),
    ("it", "cane", "carte"),
]


@pytest.mark.parametrize(
    ("language", "typed", "written", "likeness"),
    [(*each, 1.0) for each in SURE] + [(*each, 0.5) for each in PERHAPS],
)
def test_a_word_leads_to_one_of_its_family(language: str, typed: str, written: str, likeness: float) -> None:
    assert WordFamilies([written, "kite", "xyz"], language).of(typed) == (written, likeness)


@pytest.mark.parametrize(("language", "typed", "other"), NEVER)
def test_words_that_are_alike_by_chance_are_of_no_family(language: str, typed: str, other: str) -> None:
    assert WordFamilies([other], language).of(typed)[1] == 0


LISTS = {
    "de": ("Verspätung: Verwarnung", "Betrug: Disqualifikation", "Streit um einen Stuhl: Spielverlust"),
    "pt": ("Ofensa ao juiz: Advertência", "Agressão: Desclassificação", "Barulho do jogador: Perda de jogo"),
}


@pytest.mark.parametrize(
    ("language", "words", "first"),
    [
        ("de", "zu spät gekommen", "Verspätung"),
        ("de", "der Spieler hat betrogen", "Betrug"),
        ("de", "einen Stuhl umgeworfen", "Streit um einen Stuhl"),
        ("pt", "ofendeu o juiz", "Ofensa ao juiz"),
    ],
)
def test_the_infraction_with_a_word_of_the_family_is_first(
    run: Run, tmp_path: Path, language: str, words: str, first: str
) -> None:
    _bring(run, tmp_path, language)
    assert json.loads(run("penalty", words, "-b", "list", "--json").out)["results"][0]["title"] == first


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "der Spieler hat einen Drachen"), ("de", "ein Hund ist im Saal"), ("pt", "o jogador trouxe um gato")],
)
def test_small_words_and_those_for_people_lead_to_no_infraction(
    run: Run, tmp_path: Path, language: str, words: str
) -> None:
    _bring(run, tmp_path, language)
    assert run("penalty", words, "-b", "list").code == 1


def _bring(run: Run, folder: Path, language: str) -> None:
    rows = "\n".join(f"- {row}" for row in LISTS[language])
    (folder / "list.md").write_text(f"# A\n\n{rows}\n", encoding="utf-8")
    assert run("import", str(folder / "list.md"), "--book", "list").code == 0
