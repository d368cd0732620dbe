"""The words that players say meet the terms of an imported book: of its glossary, of its titles, of its keywords."""

from __future__ import annotations

from pathlib import Path

import pytest
from searching import add
from support import SHARED, Run

from rules_cli import Library
from rules_cli.lookup import definitions
from rules_cli.lookup.definitions import TermNotFound, look_up, match_misspelt, match_surely
from rules_cli.lookup.explain import explain
from rules_cli.lookup.known import KnownEdition
from rules_cli.lookup.lexicon import Lexicon, Slang, SlangFile
from rules_cli.lookup.terms import listed_terms, terms_file, terms_of
from rules_cli.model import RuleNumber
from rules_cli.text import fold

BOOK = """\
8 Words

8.3 What Cards Do

8.3.1 Go Again

8.3.1a A kite that goes again may fly once more this turn.

8.3.2 Instant

8.3.2a An instant is flown at any moment.

8.4 Chain Links

8.4.1 A link holds one kite and one tail.
"""
PAGE = """\
# Game Zones - Memory

1. Cards in memory lie face down.
2. Nobody may look at them.
"""
OFFICIAL = SHARED / "sources" / "mtg" / "2024-11-08.txt"


@pytest.fixture
def whole(tmp_path: Path, run: Run) -> Library:
    """The user's own editions of two books that ship as excerpts."""
    for slug, name, text in (("fab", "book.txt", BOOK), ("ga", "page.md", PAGE)):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert run("import", str(path), "--book", slug, "--edition", "2099").code == 0
    return Library.open()


def test_slang_finds_what_a_title_names(whole: Library) -> None:
    (meaning,) = look_up(whole, "goagain", "fab")
    assert (meaning.term.name, meaning.how) == ("Go Again", "also called")
    assert meaning.rules[0].number == "8.3.1"


def test_slang_finds_a_title_in_the_plural(whole: Library) -> None:
    (meaning,) = look_up(whole, "cl", "fab")
    assert meaning.rules[0].number == "8.4"


def test_a_page_is_called_by_what_follows_its_section(whole: Library) -> None:
    assert look_up(whole, "memory", "ga@2099")[0].rules[0].number == "memory"
    assert look_up(whole, "mem", "ga@2099")[0].rules[0].number == "memory"


def test_a_title_says_more_of_a_keyword_than_the_list_it_stands_in(whole: Library) -> None:
    (meaning,) = look_up(whole, "insta", "fab")
    assert meaning.term.keyword == "type"
    assert meaning.rules[0].number == "8.3.2"


def test_players_words_leave_a_shipped_keyword_what_it_is() -> None:
    (meaning,) = look_up(Library.open(), "defence reaction", "fab")
    assert (meaning.term.name, meaning.term.keyword) == ("Defense Reaction", "type")
    assert meaning.rules[0].number == "2.15.6a"


def test_a_term_that_no_book_here_names_is_none() -> None:
    shipped = Library.open().installed.shipped("mtg")
    assert shipped is not None
    assert "commander tax" not in {fold(term.name) for term in terms_of(shipped)}


@pytest.mark.parametrize(("slug", "least"), [("mtg", 150), ("fab", 60), ("ga", 50)])
def test_terms_without_rules_are_there_for_their_words(slug: str, least: int) -> None:
    bare = [term for term in listed_terms(slug) if not term.rules]
    assert len(bare) >= least
    assert not [term.name for term in bare if not term.players or len(set(term.players)) < len(term.players)]


@pytest.mark.slow
def test_every_such_term_is_one_of_the_official_glossary(run: Run) -> None:
    if not OFFICIAL.exists():
        pytest.skip("the source rulebooks are not in ../shared/sources")
    assert run("import", str(OFFICIAL), "--book", "mtg").code == 0
    named = {fold(term.name) for term in terms_of(Library.open().installed.edition("mtg", "2024-11-08"))}
    assert not [term.name for term in listed_terms("mtg") if not term.rules and fold(term.name) not in named]


KITES = """\
1 Kites

1.1 A kite flies.

Glossary

Kite
A toy on a line. See rule 1.1.

Kite Line
What holds a kite. See rule 1.1.

Gust
A sudden wind. See rule 1.1.
"""


@pytest.fixture
def kites(tmp_path: Path) -> Library:
    add(tmp_path, KITES, "kites")
    return Library.open()


@pytest.mark.parametrize(
    ("word", "name", "how"),
    [
        ("KITE", "Kite", "exact"),
        ("kites", "Kite", "plural"),
        ("kite linx", "Kite Line", "typo"),
        ("gust", "Gust", "exact"),
        ("gusr", None, None),
        ("gustt", "Gust", "typo"),
        ("gu", None, None),
    ],
)
def test_a_word_is_taken_for_a_term_as_surely_as_it_matches(
    kites: Library, word: str, name: str | None, how: str | None
) -> None:
    terms = terms_of(kites.installed.edition("kites"))
    found = match_surely(word, terms) or match_misspelt(word, terms)
    assert (found and (found[0].name, found[1])) == (name and (name, how))


@pytest.mark.parametrize("rules", [1, 8, 12])
def test_a_section_that_defines_a_word_is_defining_with_all_its_rules(tmp_path: Path, rules: int) -> None:
    text = "1 Hoops\n\n" + "".join(f"1.{n} Rule of rope.\n\n" for n in range(1, rules + 1))
    add(tmp_path, text + "Glossary\n\nHoop\nA ring. See section 1.\n", "hoops")
    (definition,) = look_up(Library.open(), "hoops", "hoops")
    assert len(definition.rules) == rules + 2  # with the glossary entry and the heading


@pytest.mark.parametrize(("title", "is_term"), [("A Kite On Lines", True), ("A Kite On Long Lines", False)])
def test_a_title_of_four_words_is_a_term(tmp_path: Path, title: str, is_term: bool) -> None:
    add(tmp_path, f"1 {title}\n\n1.1 It flies.\n", "titles")
    names = [term.name for term in terms_of(Library.open().installed.edition("titles"))]
    assert (title in names) == is_term


@pytest.mark.parametrize("terms", [8, 9])
def test_at_most_eight_terms_are_explained_with_a_rule(tmp_path: Path, terms: int) -> None:
    names = ["Kite", "Gust", "Rope", "Crane", "Tide", "Hook", "Sail", "Deck", "Mast"][:terms]
    text = "1 Things\n\n1.1 " + " ".join(names).lower() + ".\n\n"
    text += "".join(f"1.{at} Something of {name}.\n\n" for at, name in enumerate(names, 2))
    text += "Glossary\n\n" + "".join(f"{name}\nIt is. See rule 1.{at}.\n\n" for at, name in enumerate(names, 2))
    add(tmp_path, text, "things")
    library = Library.open()
    assert len(explain(library, library.find(["1.1"], "things").rows[0]).terms) == 8


def test_a_rule_that_names_a_term_in_its_first_six_words_defines_it(tmp_path: Path) -> None:
    text = (
        "1 Harbour\n\n1.1 A tall and very old red crane lifts.\n\n1.2 A tall and very old crane lifts.\n\n"
        "Glossary\n\nCrane\nA machine. See rules 1.1 and 1.2.\n"
    )
    add(tmp_path, text, "harbour")
    (found,) = look_up(Library.open(), "crane", "harbour")
    assert [rule.number for rule in found.rules] == ["glossary.crane", "1.2", "1.1"]


@pytest.mark.parametrize("command", ["show", "cite", "refs", "tree", "trace", "explain"])
def test_a_term_is_as_good_as_the_number_of_its_rule(run: Run, command: str) -> None:
    shown = run(command, "moniker", "-b", "fab")
    assert shown.code == 0, shown.err
    assert "2.7.3" in shown.out
    assert run(command, "zzqq", "-b", "fab").code in (1, 2)


@pytest.mark.parametrize("words", ["personal name -b fab", "fab personal name", "flesh and blood personal name"])
def test_a_term_of_several_words_is_traced_without_quotes(run: Run, words: str) -> None:
    traced = run("trace", *words.split())
    assert traced.code == 0, traced.err
    assert traced.out == run("trace", "personal name", "-b", "fab").out


def test_a_term_names_a_branch_and_a_rule_of_two_editions(run: Run) -> None:
    inside = run("search", "object", "-b", "fab", "--in", "moniker")
    assert inside.code == 0, inside.err
    assert all(line.startswith("2.7.3") for line in inside.out.splitlines()[:-1])
    compared = run("diff", "fab@2025", "fab@2025", "moniker")
    assert compared.code == run("diff", "fab@2025", "fab@2025", "2.7.3").code
    assert compared.err == ""


COUNTERS = """\
# Game Mechanics - Counters

1. A counter holds a number.
2. It is put on a card.

# Game Terms

Negate

1. To negate a kite is to take it down.
"""


def test_what_players_say_never_hides_a_title_in_the_singular_or_plural(tmp_path: Path, run: Run) -> None:
    """Players say "countered" for negate; the page *Counters* is about something else."""
    path = tmp_path / "page.md"
    path.write_text(COUNTERS, encoding="utf-8")
    assert run("import", str(path), "--book", "ga", "--edition", "2099").code == 0
    for word in ("counter", "counters", "Counters"):
        assert look_up(Library.open(), word, "ga@2099")[0].rules[0].number == "counters", word


COSTS = """\
# Parts of a Card - Cost

1. Cost is what a kite takes.
2. It may be paid in tails.
3. It may be paid in string.
4. A torn kite is never flown.
5. A cost of wind is paid last.
"""


def test_a_number_of_the_edition_that_ships_means_nothing_in_another(tmp_path: Path, run: Run) -> None:
    """In the edition that ships *reserve cost* is in cost.5, *cost* in cost.4; here those are other rules."""
    path = tmp_path / "page.md"
    path.write_text(COSTS, encoding="utf-8")
    assert run("import", str(path), "--book", "ga", "--edition", "2099").code == 0
    terms = {fold(term.name): term for term in terms_of(Library.open().installed.edition("ga", "2099"))}
    assert terms["cost"].rules == ("cost", "cost.1")
    assert "reserve cost" not in terms


LISTS = """\
2 Words

2.11.6b These are the talents: Light (the bright one), Gust,[2.9] Royal, Mystic, Chaos, Earth, Lightning, and Shadow.

2.11.6c A Shadow may be Earth.
"""


def test_keywords_are_read_from_the_list_of_the_edition(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "book.txt"
    path.write_text(LISTS, encoding="utf-8")
    assert run("import", str(path), "--book", "fab", "--edition", "2099").code == 0
    library = Library.open()
    for word in ("gust", "earth", "light"):
        (meaning,) = look_up(library, word, "fab@2099")
        assert (meaning.rules[0].number, meaning.kind) == ("2.11.6b", "talent supertype"), word
    assert "ice" not in {fold(term.name) for term in terms_of(library.installed.edition("fab", "2099")) if term.rules}


SENTENCES = """\
1 Kites

1.1 A party comprises the players who fly together.

1.2 A gust-line is the line that a gust takes. A knot is lost when it is cut.

1.3 If two kites meet, the younger one falls. This is called the "elder rule."

1.4 In a storm, a flier's shelters include all trees.

1.5 A shelter is used once.
"""


@pytest.mark.parametrize(
    ("word", "rules"),
    [
        ("party", ["1.1"]),
        ("parties", ["1.1"]),
        ("gust line", ["1.2"]),
        ("elder rule", ["1.3"]),
        ("shelter", ["1.4"]),
    ],
)
def test_a_word_that_no_list_has_is_defined_by_the_sentence_it_begins(
    word: str, rules: list[str], tmp_path: Path
) -> None:
    add(tmp_path, SENTENCES, "kites")
    (meaning,) = look_up(Library.open(), word, "kites")
    assert ([rule.number for rule in meaning.rules], meaning.how) == (rules, "sentence")


def test_a_sentence_that_only_uses_a_word_does_not_define_it(tmp_path: Path) -> None:
    add(tmp_path, SENTENCES, "kites")
    for word in ("knot", "gust", "storm"):
        with pytest.raises(TermNotFound):
            look_up(Library.open(), word, "kites")


TITLES = """\
1 Words

1.1 Rest/Rested

1.1.1 To rest a kite is to lay it down.

1.2 The Crowd Cheers / The Crowd Boos

1.2.1 All are heard.

1.3 Lineage (Term)

1.3.1 It is what came before.

1.4 Calm

A calm kite stays where it is.

1.5 [Drift]

1.5.1 The kite goes with the wind.
"""


@pytest.mark.parametrize(
    ("word", "rule"), [("rested", "1.1"), ("crowd boos", "1.2"), ("lineage", "1.3"), ("calm", "1.4"), ("drift", "1.5")]
)
def test_a_title_is_found_by_each_name_in_it(word: str, rule: str, tmp_path: Path) -> None:
    add(tmp_path, TITLES, "kites")
    assert look_up(Library.open(), word, "kites")[0].rules[0].number == rule


INFLECTED = """\
1 Words

1.1 Copy

1.1.1 A kite may be copied once. It is later played.

1.2 Layer

1.2.1 It lies above.

1.3 Player

1.3.1 A person who flies.

1.4 Resolving Gusts and Copies

1.4.1 They pass.

1.5 Tug

1.5.1 To pull.
"""


@pytest.mark.parametrize(
    ("word", "rule", "how"),
    [
        ("copying", "1.1", "inflected"),
        ("copied", "1.1", "inflected"),
        ("tugged", "1.5", "inflected"),
        ("copies", "1.1", "plural"),
        ("layerr", "1.2", "typo"),
    ],
)
def test_a_form_of_a_word_is_that_word(word: str, rule: str, how: str, tmp_path: Path) -> None:
    add(tmp_path, INFLECTED, "kites")
    (meaning,) = look_up(Library.open(), word, "kites")
    assert (meaning.rules[0].number, meaning.how) == (rule, how)


@pytest.mark.parametrize("word", ["later", "played"])
def test_a_word_that_the_rules_use_is_no_misspelling(word: str, tmp_path: Path) -> None:
    """They are an edit or two from *layer* and *player*."""
    add(tmp_path, INFLECTED, "kites")
    with pytest.raises(TermNotFound):
        look_up(Library.open(), word, "kites")


SENT_TO_SECTIONS = """\
1 Kites

1.1 A kite flies on a line.

1.2 Kites are of these kinds.

1.2a Large kites need two players.

1.2b A box kite is a kite with two cells.

2 Turns

201 Order

201.1 Players choose by turn order.

8 Teams

801 Turns of Teams

801.1 The turn order rule is another one for teams.

Glossary

Box Kites
Kites with cells. See rule 1.2.

Turn Order Rule
Who chooses first. See rules 201.1 and 801.1.
"""


def test_a_glossary_that_names_a_section_leads_to_the_rule_in_it_that_says_what_the_term_is(tmp_path: Path) -> None:
    add(tmp_path, SENT_TO_SECTIONS, "kites")
    terms = {term.name: term.rules for term in terms_of(Library.open().installed.edition("kites"))}
    assert terms["Box Kites"] == ("1.2b", "1.2")


def test_a_rule_of_a_variant_of_the_game_comes_after_the_base_rule(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(SENT_TO_SECTIONS, encoding="utf-8")
    assert run("import", str(path), "--book", "mtg", "--edition", "2099").code == 0
    terms = {term.name: term.rules for term in terms_of(Library.open().installed.edition("mtg"))}
    assert terms["Turn Order Rule"] == ("201.1", "801.1")


MISPRINTED = """\
1 Cards

1.1 A card is a sheet of paper.

2 Start Phase

2.1 Nobody moves in it, and the first strike is near. The first player waits.

2.2 The first gust of the first day is the first strike.

3 Effects

3.1 An effect changes something.

Glossary

Card
A sheet. See rule 2.1.

Effect
A change.

First Strike
To hit first. See rule 2.2.

Gust
A wind. See rule 2.2.
"""


@pytest.mark.parametrize(("word", "rule"), [("card", "1"), ("effects", "3"), ("gust", "2.2")])
def test_a_glossary_that_names_no_rule_about_a_term_gives_way_to_the_section_with_its_title(
    word: str, rule: str, tmp_path: Path
) -> None:
    add(tmp_path, MISPRINTED, "kites")
    (meaning,) = look_up(Library.open(), word, "kites")
    assert next(each.number for each in meaning.rules if each.number not in meaning.term.entries) == rule


def test_a_word_that_the_rules_use_without_the_rest_is_no_beginning_of_a_name(tmp_path: Path) -> None:
    often = "\n\n".join(f"2.{at} The first of them flies." for at in range(3, 9))
    for text, is_name in ((MISPRINTED, True), (MISPRINTED.replace("3 Effects", f"{often}\n\n3 Effects"), False)):
        add(tmp_path, text, f"kites-{int(is_name)}")
        try:
            found = [each.term.name for each in look_up(Library.open(), "first", f"kites-{int(is_name)}")]
        except TermNotFound:
            found = []
        assert ("First Strike" in found) == is_name


def test_slang_leads_to_its_rules_in_any_form(tmp_path: Path, run: Run) -> None:
    text = "1 Turns\n\n1.1 At the end of a turn all is over.\n"
    path = tmp_path / "rules.txt"
    path.write_text(text, encoding="utf-8")
    assert run("import", str(path), "--book", "fab", "--edition", "2099").code == 0
    edition = Library.open().installed.edition("fab", "2099")
    (entry,) = [each for each in edition.entries() if each.row.number == "1.1"]
    said = SlangFile((Slang(("the end",), (RuleNumber("4.4"),), say=("pack up",), exactly=("finito",)),))
    known = KnownEdition(rules={RuleNumber("4.4"): entry.row.fingerprint or ""})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "slang_of", lambda _: Lexicon(said.slang, known=known))
        for word in ("pack up", "pack ups", "finito"):
            (meaning,) = look_up(Library.open(), word, "fab@2099")
            assert ([rule.number for rule in meaning.rules], meaning.how, meaning.of_players) == (
                ["1.1"],
                "slang",
                True,
            )
        with pytest.raises(TermNotFound):
            look_up(Library.open(), "finitos unheard", "fab@2099")


@pytest.mark.parametrize("slug", ["fab", "ga", "fabula", "mtg"])
def test_the_part_that_ships_is_answered_by_its_own_rules(slug: str) -> None:
    listed = terms_file(slug).terms
    terms = {term.name: term.rules for term in terms_of(Library.open().installed.edition(slug))}
    first = {name: terms[name][:1] for name, each in listed.items() if each.rules and each.whole and name in terms}
    assert first == {name: tuple(listed[name].rules[:1]) for name in first}


def test_an_entry_with_the_number_of_another_rule_leads_to_the_rule_of_its_title(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "boats.txt"
    book.write_text(
        "Glossary\n\nBond\nA label of boats that are tied together. See rule 2.2.\n\n"
        "Hull\nWhat swims. See rule 2.3.\n\n"
        "1 Boats\n\n1.1 A boat swims.\n\n2 Labels\n\n2.1 Bond\n\nBond means that two boats share a line.\n\n"
        "2.2 Flow\n\nFlow means that the tide carries a boat.\n\n2.3 Hull\n\nA hull swims.\n",
        encoding="utf-8",
    )
    run("import", str(book), "--book", "boats")
    assert "2.1  Bond" in run("term", "bond", "-b", "boats").out
    assert run("search", "bond", "-b", "boats").out.startswith("2.1  Bond")
