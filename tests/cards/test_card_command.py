"""`rules card`: a card on a page and in JSON, several that fit, none. All cards are made up."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from cards.made_up import bulk, many_rulings, many_scryfall, ruling, scryfall
from support import Run

from rules_cli.card_rules import NamedRule, _listed, _rules_of_types, names_in, rule_of_keyword

BOOK = """\
1 Parts of a Card

1.1 Types

1.1.1 The card types are Barge, Crew, Raft, and Storm.

1.1.2 The crew types are Cook, Gunner, Old Salt, and Pilot.

1.1.3 Any ship that is anchored stays in harbour. Anchored ships do not sail.

2 Keywords

2.1 Leaky

2.1.1 A leaky ship loses a crate each turn.

2.2 Cargo [N]

2.2.1 Cargo is how many crates fit.
"""
CARDS = [
    scryfall("Old Raft", 1, type_line="Raft — Pilot", keywords=["Leaky", "Cargo 3"], oracle_text="Leaky\nAnchor it."),
    scryfall("Lantern Barge, the Bright", 2, type_line="Barge", keywords=[], mana_cost="{4}"),
    scryfall("Lantern Keeper", 3, type_line="Crew", keywords=[], flavor_name="The Watch"),
    scryfall("Up // Down", 4, type_line="Storm", card_faces=[{"name": "Up", "mana_cost": "{R}"}, {"name": "Down"}]),
]


@pytest.fixture
def ships(run: Run, tmp_path: Path) -> Run:
    """A library with a rulebook and a card list of a game of one's own."""
    book = tmp_path / "ships.txt"
    book.write_text(BOOK, encoding="utf-8")
    assert run("import", str(book), "--book", "ships", "--edition", "2026-01-01").code == 0
    files = [
        bulk(tmp_path / "cards-20260115.json", CARDS),
        bulk(tmp_path / "r.json", [ruling(1, "2020-01-02", "It sinks.")]),
    ]
    ran = run("card", "import", *map(str, files), "-b", "ships")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "ships: 5 names from cards-20260115.json, r.json of 2026-01-15, 1 ruling\n"
    return run


def test_a_card_has_its_rulings_and_its_rules(ships: Run) -> None:
    found = json.loads(ships("card", "old", "raft", "-b", "ships", "--json").out)
    assert (found["book"], found["name"], found["cost"], found["types"]) == (
        "ships",
        "Old Raft",
        "{1}{U}",
        "Raft — Pilot",
    )
    assert (found["power"], found["faces"]) == ("2", [])
    assert found["rulings"] == [{"date": "2020-01-02", "text": "It sinks."}]
    assert [(rule["rule"], rule["why"]) for rule in found["rules"]] == [
        ("ships:2.1", "keyword Leaky"),
        ("ships:2.2", "keyword Cargo 3"),
        ("ships:1.1.1", "type Raft"),
        ("ships:1.1.2", "type Pilot"),
    ]
    assert (found["source"], found["date"]) == ("cards-20260115.json, r.json", "2026-01-15")
    page = ships("card", "Old Raft", "-b", "ships").out
    assert page.startswith("Old Raft  {1}{U}\nRaft — Pilot  2/1\n")
    assert "\n  2020-01-02  It sinks.\n" in page
    assert "\n  ships:2.1  Leaky  keyword Leaky\n" in page
    assert page.endswith("[cards-20260115.json, r.json, of 2026-01-15; rules from ships@2026-01-01]\n")


MEANT = {
    "in capitals": "OLD RAFT",
    "half a name": "raft",
    "a typo": "old rfat",
    "without the rest": "lantern barge",
    "a face": "down",
    "a title": "the watch",
}


@pytest.mark.parametrize("typed", MEANT.values(), ids=MEANT.keys())
def test_one_card_is_meant(ships: Run, typed: str) -> None:
    names = {"raft": "Old Raft", "rfat": "Old Raft", "barge": "Lantern Barge, the Bright", "down": "Up // Down"}
    found = json.loads(ships("card", typed, "--json").out)
    assert found["name"] == names.get(typed.lower().split()[-1], "Lantern Keeper")


def test_several_cards_fit_or_none(ships: Run) -> None:
    ran = ships("card", "lantern", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["closest"] == ["Lantern Keeper", "Lantern Barge, the Bright"]
    assert ships("card", "lantern").out.splitlines()[1:] == ["  Lantern Keeper", "  Lantern Barge, the Bright"]
    none = ships("card", "zeppelin", "--json")
    assert (none.code, json.loads(none.out)["closest"]) == (1, [])


def test_faces_are_shown_apart(ships: Run) -> None:
    found = json.loads(ships("card", "up", "--json").out)
    assert [(face["name"], face["cost"]) for face in found["faces"]] == [("Up", "{R}"), ("Down", None)]


def test_no_list_and_no_file_are_said_in_a_line(run: Run, tmp_path: Path) -> None:
    for argv in (
        ("card", "raft"),
        ("card", "raft", "-b", "mtg"),
        ("card", "import"),
        ("card", "import", "none.json", "-b", "mtg"),
    ):
        ran = run(*argv)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), argv
    prices = tmp_path / "prices.csv"
    prices.write_text("Name,Price\nRaft,1\n", encoding="utf-8")
    assert "a list of prices" in run("card", "import", str(prices), "-b", "mtg").err


def test_the_game_of_a_list_is_known_by_its_fields(run: Run, tmp_path: Path) -> None:
    assert run("card", "import", str(bulk(tmp_path / "cards.json", CARDS))).out.startswith("mtg: 5 names")
    assert run("name", "import", str(bulk(tmp_path / "cards.json", CARDS)), "-b", "mtg").out.startswith("mtg: 5 names")
    plain = tmp_path / "plain.csv"
    plain.write_text("name,text\nRaft,x\n", encoding="utf-8")
    ran = run("card", "import", str(plain))
    assert (ran.code, ran.err.startswith("rules: cards of which game?")) == (2, True)


def test_the_game_of_a_list_is_the_one_that_its_file_is_named_after(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULES_BOOK", "mtg")
    for name, begins in (("fab-cards.tsv", "fab: 1 name"), ("my_GA_list.tsv", "ga: 1 name"), ("fab-ga.tsv", "")):
        (tmp_path / name).write_text("name\ttypes\nRaft\tAction\n", encoding="utf-8")
        ran = run("card", "import", str(tmp_path / name))
        assert ran.out.startswith(begins) if begins else "cards of which game?" in ran.err


def test_a_card_list_that_is_imported_as_a_book_leads_to_the_command_for_cards(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.tsv"
    path.write_text("name\ttypes\nRaft\tAction\n", encoding="utf-8")
    for argv in ((), ("-b", "house")):
        ran = run("import", str(path), *argv)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "for a list of cards: rules card import " in ran.err


@pytest.mark.parametrize("headings", ["Nome;Custo;Tipo;Efeito", "NOM;Coût;types;texte", "Karte;Kosten;Typ;Fahigkeit"])
def test_headings_in_other_languages(run: Run, tmp_path: Path, headings: str) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(f"{headings}\nJangada;2;Barco;Flutua.\\nAfunda.\n", encoding="utf-8")
    run("card", "import", str(path), "-b", "fabula")
    assert run("card", "jangada").out.startswith("Jangada  2\nBarco\n  Flutua.\n  Afunda.\n")


def test_text_of_a_file_is_shown_as_it_is(run: Run, tmp_path: Path) -> None:
    odd = scryfall("Odd", 1, oracle_text="[b]x[/b] \x1b[31m{T}: \u202eevil", keywords=["[/b]"])
    run("card", "import", str(bulk(tmp_path / "cards.json", [odd])), "-b", "mtg")
    page = run("card", "odd").out
    assert "[b]x[/b] [31m{T}: evil" in page
    assert "\x1b" not in page
    assert json.loads(run("card", "odd", "--json").out)["text"] == "[b]x[/b] [31m{T}: evil"


# --- rules of keywords


def test_a_keyword_leads_to_the_longest_name_in_it(ships: Run) -> None:
    from rules_cli.library import Library

    names = names_in(Library.open().editions_for("ships")[0])
    expected = {
        "Leaky": "2.1",
        "Cargo 3": "2.2",
        "Cargo X": "2.2",
        "Bravo Cargo": "2.2",
        "Old Salt": "1.1.2",
        "Leaky hull": None,
        "Double leaky": None,
        "Sinking": None,
    }
    found = {keyword: rule_of_keyword(keyword, names) for keyword in expected}
    assert {keyword: rule and rule.number for keyword, rule in found.items()} == expected
    assert ships("show", "ships:2.2").code == 0


def test_the_items_of_a_list_are_read() -> None:
    text = "Some say so. The ability words are dusk, old salt’s call, tide 4 (see rule 3.1), and will of the crew."
    assert _listed(text) == ["dusk", "old salt’s call", "tide", "will of the crew"]
    assert _listed("A ship is big, old and slow, and it sails where it wants to, if nobody stops it at the pier.") == []


@pytest.mark.slow
def test_many_rows_take_little_memory(tmp_path: Path, run: Run) -> None:
    import resource

    path = tmp_path / "cards.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("name,types,text\n")
        file.writelines(f"Raft {number},Ship,It floats {number % 97} times.\n" for number in range(50_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert run("card", "import", str(path), "-b", "ships").out.startswith("ships: 50,000 names")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000
    assert run("card", "raft 49999", "-b", "ships").code == 0


@pytest.mark.slow
def test_twice_the_cards_take_about_twice_the_time(tmp_path: Path, run: Run) -> None:
    from time import process_time

    def taken(cards: int) -> float:
        files = bulk(tmp_path / "c.json", many_scryfall(cards)), bulk(tmp_path / "r.json", many_rulings(cards))
        begun = process_time()
        assert run("card", "import", *map(str, files), "-b", "mtg").out.startswith(f"mtg: {cards:,} names")
        return process_time() - begun

    taken(1_000)  # what is loaded once
    assert taken(8_000) < 3.5 * taken(4_000)


def test_types_lead_to_the_rule_that_is_about_them() -> None:
    texts = {
        "20.1": SimpleNamespace(title=None, words=SimpleNamespace(text="Two words: Deep Folk. Others: Otter, Sailor.")),
        "31": SimpleNamespace(title="Caves", words=SimpleNamespace(text=None)),
    }
    edition = SimpleNamespace(get=lambda number: SimpleNamespace(row=texts[number]) if number in texts else None)
    names = {
        "hall": NamedRule("31.4", 0, True),
        "=hall": NamedRule("20.2", 2, False),
        "=cave": NamedRule("20.2", 2, False),
        "=sailor": NamedRule("20.1", 2, False),
        "sailor": NamedRule("20.1", 2, False),
    }
    found = dict(_rules_of_types(("Hall", "Deep", "Folk", "Sailor"), names, edition))  # type: ignore[arg-type]
    assert {kind: named.number for kind, named in found.items()} == {
        "Hall": "20.2",
        "Deep Folk": "20.1",
        "Sailor": "20.1",
    }
    inside = dict(_rules_of_types(("Cave", "Hall"), names, edition))  # type: ignore[arg-type]
    assert inside["Hall"].number == "31.4"


def test_a_type_leads_to_the_section_on_types_not_to_a_keyword_of_that_name(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "boats.txt"
    chapters = ("1 Abilities\n\n1.1 Ram\n\nRam means that it hits first.", "2 Subtypes\n\n2.1 Ram\n\nA ram is a boat.")
    book.write_text("\n\n".join((*chapters, "2.2 Raft\n\nA raft is a boat, too.")), encoding="utf-8")
    cards = tmp_path / "cards.csv"
    cards.write_text("name,types\nOld Oak,Ram\n", encoding="utf-8")
    run("import", str(book), "--book", "boats")
    run("card", "import", str(cards), "-b", "boats")
    assert "boats:2.1  Ram  type Ram" in run("card", "old oak", "-b", "boats").out


def test_a_pitch_is_no_part_of_a_name_even_if_the_list_has_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name;types\nTidal Surge;Action\n", encoding="utf-8")
    run("card", "import", str(path), "-b", "fab")
    for typed in ("Tidal Surge (red)", "tidal surge blue", "Tidal Surge (1)"):
        assert run("card", typed, "-b", "fab").out.startswith("Tidal Surge\n")


def test_a_question_that_begins_with_card_is_searched(ships: Run) -> None:
    asked = ships("card", "from", "outside", "the", "game")
    assert "no such card; searched for the words: rules search card from outside the game" in asked.err
    assert "searched" not in ships("card", "outside", "zzyx").err


# --- which card is meant


def _list_of(run: Run, tmp_path: Path, book: str, *names: str) -> None:
    path = tmp_path / f"{book}.tsv"
    path.write_text("name\ttypes\n" + "".join(f"{name}\tRaft\n" for name in names), encoding="utf-8")
    assert run("card", "import", str(path), "-b", book).code == 0


@pytest.mark.parametrize("typed", ["keel", "oars"])
def test_all_cards_with_the_words_are_listed_wherever_these_are_in_the_name(
    run: Run, tmp_path: Path, typed: str
) -> None:
    names = ("Keel Song", "Moon Keel // Howling Keel", "Two Keels of Ur", "Oars", "Oarsman, the Late")
    _list_of(run, tmp_path, "boats", *names)
    found = json.loads(run("card", typed, "--json").out)
    if typed == "oars":
        assert found["name"] == "Oars", "a whole name is that card"
    else:
        assert found["closest"] == ["Keel Song", "Moon Keel // Howling Keel", "Two Keels of Ur"]


def test_a_long_list_of_cards_says_that_it_goes_on(run: Run, tmp_path: Path) -> None:
    _list_of(run, tmp_path, "boats", *(f"Keel {letter}x" for letter in "abcdefghijk"))
    lines = run("card", "keel").out.splitlines()
    assert (len(lines), "more of the name" in lines[-1]) == (12, True)


def test_a_card_of_another_list_is_named_with_its_command(run: Run, tmp_path: Path) -> None:
    _list_of(run, tmp_path, "boats", "Keel Song")
    _list_of(run, tmp_path, "carts", "Hay Wain")
    ran = run("card", "keel", "-b", "carts")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == "no such card; Keel Song is in the list of boats: rules card keel -b boats\n"
    assert run("card", "keel", "-b", "boats").code == 0
    assert "boats" not in run("card", "zeppelin", "-b", "carts").out


def test_a_name_that_no_list_has_gets_one_line(ships: Run) -> None:
    ran = ships("card", "lightning", "storm")
    assert (ran.code, ran.err, ran.out.count("\n")) == (1, "", 1)
    assert ran.out == "no such card; to look the words up: rules search card lightning storm\n"


@pytest.mark.parametrize("typed", ["", "  ", "...", "-"])
@pytest.mark.parametrize("book", ["fab", "mtg"])
def test_a_name_without_letters_is_refused_in_a_line(run: Run, tmp_path: Path, book: str, typed: str) -> None:
    _list_of(run, tmp_path, book, "Keel Song")
    ran = run("card", typed)
    assert (ran.code in (1, 2), ran.out.count("\n") + ran.err.count("\n")) == (True, 1)
    assert "bug" not in ran.err
