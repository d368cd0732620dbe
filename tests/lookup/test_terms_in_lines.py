"""Terms that a book of a user's own defines in a line, an item or a later sentence of a rule, in its language."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

BOOKS = {
    "words": (
        "words.md",
        "# Reef\n\n## 1 Words\n\n“Shoal” means three fish of one player. “Diver” is a player below the boat.\n\n"
        "**Sink**: to turn a fish over.\n\n**Buoy** — to keep a fish up.\n\n"
        "## 2 Play\n\n1. A diver may sink a shoal.\n",
        {"shoal": "three fish", "diver": "below the boat", "sink": "turn a fish", "buoy": "keep a fish"},
    ),
    "glossary": (
        "glossar.txt",
        "Riff\n\n1 Spiel\n1.1 Ein Fisch taucht.\n1.2 Der Taucher zieht.\n\n2 Glossar\nSchwarm: drei Fische.\n"
        "Boje: hält einen Fisch oben.\n\n3 Ende\n3.1 Der letzte Fisch zählt.\n",
        {"Schwarm": "drei Fische", "Boje": "oben"},
    ),
    "law": (
        "lei.txt",
        "Art. 1º Definições:\nI - Cardume: três peixes;\nII - Mergulho: virar um peixe;\nIII - Boia: carta azul.\n\n"
        "Art. 2º O mergulho é livre.\n\nArt. 3º O cardume vale três.\n",
        {"cardume": "três peixes", "mergulho": "virar", "boia": "carta azul"},
    ),
    "sentences": (
        "ordre.txt",
        "§ 1 Mots\n(1) « Banc » désigne trois poissons.\n(2) Le plongeur est un joueur sous le bateau.\n\n"
        "§ 2 Jeu\n(1) Le plongeur tourne un poisson.\n(2) Un banc compte trois.\n\n§ 3 Fin\nTout compte.\n",
        {"banc": "trois poissons", "plongeur": "sous le bateau"},
    ),
}


@pytest.mark.parametrize(("name", "text", "terms"), BOOKS.values(), ids=BOOKS)
def test_a_term_is_defined_where_a_line_begins_with_it(
    run: Run, tmp_path: Path, name: str, text: str, terms: dict[str, str]
) -> None:
    (tmp_path / name).write_text(text)
    assert run("import", str(tmp_path / name), "--book", "reef").code == 0
    for term, meaning in terms.items():
        found = run("term", term, "-b", "reef")
        assert (found.code, found.err) == (0, "")
        assert meaning in found.out
        assert "does not define" not in found.out


@pytest.mark.parametrize("word", ["fish", "boat", "may sink", "three"])
def test_a_word_inside_a_line_is_not_defined_there(run: Run, tmp_path: Path, word: str) -> None:
    name, text, _ = BOOKS["words"]
    (tmp_path / name).write_text(text)
    run("import", str(tmp_path / name), "--book", "reef")
    found = run("term", word, "-b", "reef")
    assert "does not define" in found.out + found.err
