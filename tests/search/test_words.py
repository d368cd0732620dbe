"""Words of a question and words of rules: fields, forms, slips of spelling, meanings, and the limits of each."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from searching import add, measured_query, numbers
from support import Install

from rules_cli import Library
from rules_cli.lookup.terms import Term
from rules_cli.model import RuleNumber
from rules_cli.render.language import said
from rules_cli.search import find, index_build
from rules_cli.search.context import checked
from rules_cli.search.corpora import ask
from rules_cli.search.query import QueryWord, understand
from rules_cli.search.stems import LANGUAGES, stem, stem_keys, stems_of
from rules_cli.search.thesaurus import Thesaurus, ThesaurusEntry
from rules_cli.text import fold


def found(tmp_path: Path, rules: list[str], query: str, glossary: str = "") -> list[str]:
    """The numbers found in a made-up book of one chapter."""
    lines = [f"1.{at} {rule}\n" for at, rule in enumerate(rules, 1)]
    add(tmp_path, "\n".join(["1 Things\n", *lines, glossary]), "made-up")
    return numbers(Library.open(), query, "made-up", 100)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        *[("pt", "jogar jogue joguei"), ("pt", "atacar ataque ataquei"), ("pt", "chegar chegue cheguei")],
        *[("es", "pagar pague pagó"), ("es", "buscar busque busco"), ("es", "alcanzar alcance alcanzó")],
    ],
)
def test_forms_that_are_spelt_otherwise_before_e_have_one_stem(language: str, forms: str) -> None:
    assert len({stem(fold(form), language) for form in forms.split()}) == 1


class TestFields:
    def test_a_word_in_a_text_weighs_more_than_one_in_a_title_above(self, tmp_path: Path) -> None:
        book = "1 Kites\n\n1.1 A lantern burns.\n\n2 Lanterns\n\n2.1 A kite flies.\n"
        add(tmp_path, book, "made-up")
        library = Library.open()
        assert numbers(library, "kite flies", "made-up")[0] == "2.1"
        assert numbers(library, "lantern burns", "made-up")[0] == "1.1"

    @pytest.mark.parametrize("query", ["fifty kites", "40 ropes"])
    def test_a_number_in_words_is_one_in_figures(self, tmp_path: Path, query: str) -> None:
        book = "1 Kites\n\n1.1 A kite flies.\n\n1.2 At most 50 kites fly.\n\n1.3 A rope.\n\n1.4 Have forty ropes.\n"
        add(tmp_path, book, "made-up")
        assert numbers(Library.open(), query, "made-up")[0] == {"fifty kites": "1.2", "40 ropes": "1.4"}[query]

    def test_a_word_in_a_text_weighs_more_than_one_in_an_example(self, tmp_path: Path) -> None:
        assert (
            found(tmp_path, ["A rope is long.\n\nExample: A crane lifts.", "Then a crane lifts."], "crane")[0] == "1.2"
        )

    def test_a_word_in_a_long_text_weighs_less(self, tmp_path: Path) -> None:
        short, long = "Then one crane lifts cargo.", "Then one crane lifts " + "some cargo and rope " * 30
        assert found(tmp_path, [long, short], "crane") == ["1.2", "1.1"]


class TestCompounds:
    BOOK = (
        "1 Regeln\n\n1.1 Das Essen am Spieltisch ist verboten.\n\n1.2 Wenn die Zeit einer Runde endet, ist Schluss.\n"
    )

    @pytest.mark.parametrize(
        ("query", "number"), [("darf ich am tisch essen", "1.1"), ("was ist wenn die rundenzeit endet", "1.2")]
    )
    def test_a_word_is_the_end_of_a_compound_and_a_compound_is_its_words(
        self, tmp_path: Path, query: str, number: str
    ) -> None:
        add(tmp_path, self.BOOK, "made-up")
        found = find(Library.open(), query, "made-up")
        assert found.results[0].rule.number == number
        assert not found.absent

    def test_an_english_book_has_none(self, tmp_path: Path) -> None:
        rules = ["The comet is seen by all players of the game.", "A kite flies."]
        assert found(tmp_path, rules, "met") == []


class TestRarity:
    """A word tells less if many rules have it: crane is in ten of them, davit in four."""

    rules = ("So hoist.", *["So it is by davit."] * 4, *["So it is by cranes."] * 10)

    def test_a_word_whose_synonym_is_common_is_not(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        words_said(monkeypatch, cranes=0.85)
        assert found(tmp_path, [*self.rules], "hoist davit")[0] == "1.1"

    @pytest.mark.parametrize(("others", "first"), [(2, "1.2"), (30, "1.1")])
    def test_a_rare_word_goes_before_two_common_ones_but_not_before_two_that_are_nearly_as_rare(
        self, tmp_path: Path, others: int, first: str
    ) -> None:
        common = ["So it is by yub.", "So it is by zib."] * others
        rules = ["So it is by xaq.", "So it is by yub and zib.", *common]
        assert found(tmp_path, rules, "xaq yub zib")[0] == first

    def test_an_unknown_word_counts_for_less_than_the_rest_of_the_question(self, tmp_path: Path) -> None:
        rules = ["So it is by hoist.", "So it is by davit and crane.", "So it is by rope."]
        found(tmp_path, rules, "hoist")
        (hit,) = Library.open().search("hoist zzzzzzz", "made-up")
        assert 0.6 < hit.share < 0.8  # most of the question, as a penalty must hold, and clearly not all of it


class TestSplitWords:
    def test_parts_of_three_letters_are_found(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A box of rope.", "A lantern."], "boxrope") == ["1.1"]
        assert Library.open().search("boxrope", "made-up")[0].tier == "all words"

    def test_parts_of_two_letters_are_not(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["An ox of rope.", "A lantern."], "oxrope") == ["1.1"]
        assert Library.open().search("oxrope", "made-up")[0].tier == "corrected words"


class TestForms:
    def test_four_letters_find_the_words_that_begin_with_them(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lantern."], "lant") == ["1.1"]

    def test_a_short_word_may_have_one_slip(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A kite flies."], "kitr") == ["1.1"]
        assert found(tmp_path, ["A kite flies."], "kxtr") == []

    def test_a_word_of_five_letters_may_have_one_slip_and_one_of_six_two(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A crane lifts."], "crxne") == ["1.1"]
        assert found(tmp_path, ["A crane lifts."], "cxxne") == []
        assert found(tmp_path, ["A harbor waits."], "hxrbxr") == ["1.1"]

    def test_three_letters_are_the_beginning_of_a_word_if_no_word_is_known(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lantern burns.", "An ant crawls."], "lan") == ["1.1"]
        assert found(tmp_path, ["A lantern burns.", "A lan party."], "lan") == ["1.2"]

    def test_a_misspelt_word_of_a_title_is_no_name_of_a_card(self, tmp_path: Path) -> None:
        assert (
            found(tmp_path, ["The wake of the lantern.", "The wake of the crane."], "Wake of the Lantren")[0] == "1.1"
        )
        assert found(tmp_path, ["A lantern burns.", "A crane lifts."], "does a crane lift my Lantren")[0] == "1.2"

    def test_a_longer_word_may_have_two_slips(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lantern burns."], "lxntxrn") == ["1.1"]
        assert found(tmp_path, ["A lantern burns."], "lxnxxrn") == []

    def test_a_long_word_may_have_three_slips(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lighthouse burns."], "lxghxhouxe") == ["1.1"]
        assert found(tmp_path, ["A lighthouse burns."], "lxghxxouxe") == []

    def test_the_more_its_length_differs_the_odder_is_a_correction(self, tmp_path: Path) -> None:
        rules = ["A mightxxxse.", "A migzzhthqxse.", "A migzzzhthquse."]  # three slips; no, two, three more letters
        assert found(tmp_path, rules, "mighthquse") == ["1.1", "1.2"]

    def test_another_first_letter_is_odder_than_another_letter(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lanterk.", "A hantern."], "lantern") == ["1.1"]

    def test_a_word_of_the_language_is_at_most_one_slip_of_another(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lanterns burns."], "lantern") == ["1.1"]
        assert found(tmp_path, ["A planar kite."], "planetary") == []
        assert found(tmp_path, ["A planar kite."], "plxnxr") == ["1.1"]

    @pytest.mark.parametrize("typed", ["lntrn", "lnt", "lntn", "lntrns"])
    def test_a_word_without_vowels_is_the_one_with_these_letters_in_this_order(
        self, tmp_path: Path, typed: str
    ) -> None:
        assert found(tmp_path, ["A lantern burns.", "A lynx runs.", "He lets it be."], f"burning {typed}")[0] == "1.1"
        assert found(tmp_path, ["A lantern burns.", "A lynx runs.", "He lets it be."], typed) == ["1.1"]

    @pytest.mark.parametrize("typed", ["ptr", "pxs", "crt"])
    def test_an_abbreviation_is_no_slip_of_a_short_word(self, tmp_path: Path, typed: str) -> None:
        assert found(tmp_path, ["He puts it here.", "A pair burns.", "He cuts it.", "A car."], typed) == []

    def test_an_abbreviation_leaves_out_more_than_one_letter_unless_the_word_is_a_name(self, tmp_path: Path) -> None:
        rules = ["He puts a kite up.", "A kite has points."]
        assert found(tmp_path, rules, "pts") == ["1.2"]
        assert found(tmp_path, ["A card lies there.", "A cordial crane is here."], "crd") == ["1.2"]

    def test_a_small_word_is_no_correction(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A kite would fly."], "wouldd") == []

    def test_two_letters_are_no_misspelt_word(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A kit is here."], "ki") == []


class TestSymbolsAndContractions:
    RULES = ("A kite can't fly.", "T is a letter.", "{T} turns a kite.", "The symbol {T} is a turn.")

    def test_a_symbol_is_no_letter_and_the_rule_that_says_what_it_is_comes_first(self, tmp_path: Path) -> None:
        assert found(tmp_path, [*self.RULES], "{T}") == ["1.4", "1.3"]
        assert found(tmp_path, [*self.RULES], "{t} turns")[0] == "1.3"
        assert "1.2" in found(tmp_path, [*self.RULES], "letter t")

    def test_a_symbol_that_is_nowhere_is_no_slip_of_another(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["{T} turns a kite."], "{Y}") == []

    @pytest.mark.parametrize(
        ("hurried", "printed"),
        [
            ("cant fly", "can't fly"),
            ("doesnt turn", "doesn't turn"),
            ("whats a kite", "what's a kite"),
            ("turns w/ a kite", "turns with a kite"),
            ("turns thru a kite", "turns through a kite"),
            ("oq acontece qdo kite", "o que acontece quando kite"),
        ],
    )
    def test_a_word_that_hurried_people_cut_short_is_the_same(self, tmp_path: Path, hurried: str, printed: str) -> None:
        rules = [*self.RULES, "A done deal.", "A kite doesn't turn."]
        assert found(tmp_path, rules, hurried) == found(tmp_path, rules, printed) != []
        assert not find(Library.open(), hurried, "made-up").corrected


def test_a_sentence_as_it_is_printed_comes_first(tmp_path: Path) -> None:
    """Though the words of the other rule are rarer, in its title, and asked about."""
    rules = ["Lantern", "A lantern is a kite object of the harbour, not a box.", "A lantern is not a kite."]
    assert found(tmp_path, rules, "a lantern is not a kite")[0] == "1.3"
    assert Library.open().search("a lantern is not a kite", "made-up")[0].tier == "phrase"


def test_small_words_side_by_side_in_several_places_are_no_sentence(tmp_path: Path) -> None:
    rules = ["A lamp is a box with a wick and the label: lift a crane.", "A box is not always a crane of the harbour."]
    found(tmp_path, rules, "is a box a crane")
    assert "phrase" not in {hit.tier for hit in Library.open().search("is a box a crane", "made-up")}


def test_a_sentence_that_names_a_rule_comes_before_that_rule(tmp_path: Path) -> None:
    rules = ["A crane lifts.", "A davit lifts as a crane does, see rule 1.1 for more.", "A rope."]
    assert found(tmp_path, rules, "a davit lifts as a crane does, see rule 1.1")[:2] == ["1.2", "1.1"]
    assert found(tmp_path, rules, "what does 1.1 say of a rope")[0] == "1.1"


def test_a_word_that_is_read_as_an_unlike_one_of_the_same_stem_is_said() -> None:
    assert find(Library.open(), "mago", "fabula").corrected == {"mago": "magia"}
    assert find(Library.open(), "magia", "fabula").corrected == {}
    assert find(Library.open(), "magias", "fabula").corrected == {}


def test_what_brazilians_say_is_read_in_a_book_in_english() -> None:
    """Its stems are Portuguese ones, though the book has no language but English."""
    vocabulary = measured_query(Library.open(), "golpe duplo", "mtg").vocabulary
    assert vocabulary.keys("golpe") == ("pt golp",)
    assert vocabulary.keys("trample") == ("en trampl",)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("what if time runs out", "1.1"),
        ("out of time", "1.1"),
        ("he ran out of cards", "1.2"),
        ("no cards left", "1.2"),
    ],
)
def test_words_of_a_longer_phrase_are_none_of_a_shorter_one(tmp_path: Path, query: str, first: str) -> None:
    rules = ["A round has a limit; when the clock says so, it is a draw.", "A player whose deck is empty loses."]
    assert found(tmp_path, rules, query)[0] == first


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("kite 漢字カード?", '"漢字カード"'),
        ("kite xylo-phone's", '"xylo-phone\'s"'),
        ("kite kite-xylo", '"xylo"'),
        ("xylo phon", '"xylo", "phon"'),
    ],
)
def test_a_word_that_no_rule_has_is_named_as_it_was_typed(tmp_path: Path, query: str, named: str) -> None:
    found(tmp_path, ["A kite flies."], "kite")
    library = Library.open()
    note = checked(library, query, "made-up", find(library, query, "made-up"))[1]
    assert said(note) == f"no rule here contains {named}"


class TestLimits:
    @pytest.mark.parametrize(("count", "expected"), [(19, 19), (21, 20)])
    def test_a_misspelt_word_has_twenty_corrections(self, tmp_path: Path, count: int, expected: int) -> None:
        rules = [f"A lant{letter}rn burns." for letter in "abcdfghijklmnopqrstuvwyz"[:count]]
        assert len(found(tmp_path, rules, "lantxrn")) == expected

    @pytest.mark.parametrize(("length", "whole"), [(160, True), (161, False)])
    def test_a_rule_of_160_letters_is_shown_whole(self, tmp_path: Path, length: int, whole: bool) -> None:
        add(tmp_path, f"1 Things\n\n1.1 {'A crane ' * 19}{'x' * (length - 152)}\n", "made-up")
        (hit,) = Library.open().search("crane", "made-up")
        assert hit.snippet.endswith("x") == whole

    @pytest.mark.parametrize(("count", "is_found"), [(39, True), (40, False)])
    def test_a_word_cut_short_means_the_first_forty_words(self, tmp_path: Path, count: int, is_found: bool) -> None:
        rules = [f"A lanta{at:02} burns." for at in range(count)]
        assert (f"1.{count + 1}" in found(tmp_path, [*rules, "A lantz burns."], "lant")) == is_found

    @pytest.mark.parametrize(("count", "expected"), [(24, 24), (25, 24)])
    def test_a_word_has_twenty_four_variants(self, tmp_path: Path, count: int, expected: int) -> None:
        assert len(found(tmp_path, [f"A lanta{at:02} burns." for at in range(count)], "lant")) == expected

    def test_the_first_thirty_two_words_of_a_pasted_page_are_searched(self, tmp_path: Path) -> None:
        words = [f"lanta{at:02}" for at in range(40)]
        rules = [f"Then {one} burns {other}." for one, other in zip(words[::2], words[1::2], strict=True)]
        assert len(found(tmp_path, rules, " ".join(words))) == 16

    @pytest.mark.parametrize(("before", "is_read"), [(56, True), (72, False)])
    def test_small_words_of_a_pasted_page_are_read_up_to_sixty_four(
        self, tmp_path: Path, before: int, is_read: bool
    ) -> None:
        rules = ["Then a crane lifts.", "Then the lantern burns."]
        assert (found(tmp_path, rules, "the " * before + "crane") == ["1.1"]) == is_read

    def test_a_pasted_list_of_numbers_is_cut_after_ten(self, tmp_path: Path) -> None:
        add(tmp_path, "1 A\n\n" + "".join(f"1.{n} Rule of cargo.\n\n" for n in range(1, 13)), "made-up")
        query = " ".join(f"1.{n}" for n in range(1, 13))
        hits = Library.open().search(query, "made-up", 50)
        assert sum(hit.tier == "number" for hit in hits) == 10


def named(monkeypatch: pytest.MonkeyPatch, *terms: Term) -> None:
    """Let the made-up book have these terms only."""
    monkeypatch.setattr(index_build, "terms_of", lambda _: terms)


def words_said(monkeypatch: pytest.MonkeyPatch, **meanings: float) -> None:
    """Let players say `hoist` for these words (blanks as `_`), with these weights."""
    entries = [ThesaurusEntry(phrase.replace("_", " "), weight, ("en",)) for phrase, weight in meanings.items()]
    monkeypatch.setattr(Thesaurus, "meanings", lambda _, words, *__: entries if words == ("hoist",) else [])


class TestMeanings:
    def test_another_name_of_a_term_is_less_sure_than_an_inflection_and_surer_than_a_synonym(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        named(monkeypatch, Term("davit", (), also=("hoist",)))
        words_said(monkeypatch, crane=0.85)
        assert found(tmp_path, ["Then crane.", "Then davit.", "Then hoists."], "hoist") == ["1.3", "1.2", "1.1"]

    def test_a_phrase_of_three_words_has_meanings_and_a_longer_one_is_only_a_meaning(self) -> None:
        thesaurus = Thesaurus.open()
        assert thesaurus.meanings(["leaves", "the", "battlefield"])
        assert not thesaurus.meanings(["until", "end", "of", "turn"])

    def test_the_first_five_rules_of_a_term_define_it(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = [RuleNumber(f"1.{at}") for at in range(1, 8)]
        named(monkeypatch, Term("hoist", tuple(rules)))
        assert found(tmp_path, ["A kite flies."] * 7, "the hoist") == rules[:5]

    def test_the_first_three_rules_of_a_term_are_answers_themselves(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        named(monkeypatch, Term("hoist", tuple(RuleNumber(f"1.{at}") for at in range(1, 8))))
        add(tmp_path, "1 Things\n\n" + "".join(f"1.{at} A kite flies.\n\n" for at in range(1, 8)), "made-up")
        tiers = [hit.tier for hit in Library.open().search("hoist", "made-up")]
        assert tiers == ["term"] * 3 + ["some words"] * 2

    @pytest.mark.parametrize(("words", "terms"), [(10, 55), (11, 60)])
    def test_a_query_names_sixty_terms(
        self, words: int, terms: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parts = [f"{letter}anchor" for letter in "bcdfghjklmn"[:words]]
        pairs = [" ".join(pair) for pair in combinations(parts, 2)]
        named(monkeypatch, *(Term(name, ()) for name in (*pairs, *parts)))
        add(tmp_path, "1 Things\n\n1.1 A kite flies.\n", "made-up")
        library = Library.open()
        understood = ask(
            library.installed.edition("made-up"),
            lambda vocabulary: understand(" ".join(parts), vocabulary),
        )
        assert len(understood.terms) == terms


class TestHowSureAMeaningIs:
    """A word as typed is surer than an inflection, this than a word that goes on as typed, and so on."""

    BOOK = "1 Things\n\n1.1 A lantern burns.\n\n1.2 The davits turn.\n\n1.3 So it is by crane.\n\n1.4 A long rope.\n"

    @pytest.fixture
    def library(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
        named(monkeypatch, Term("rope", (), also=("hoist",)))
        same, loose = (
            Thesaurus.open().meanings(["graveyard"])[0].weight,
            Thesaurus.open().meanings(["overheal"])[0].weight,
        )
        entries = {"lift": [("crane", same)], "heave": [("crane", loose)], "haul": [("long rope", same)]}
        said = {word: [ThesaurusEntry(*entry, ("en",)) for entry in found] for word, found in entries.items()}
        monkeypatch.setattr(Thesaurus, "meanings", lambda _, words, *__: said.get(" ".join(words), []))
        add(tmp_path, self.BOOK, "made-up")
        return Library.open()

    def word(self, library: Library, typed: str, unfinished: bool = False) -> QueryWord:
        edition = library.installed.edition("made-up")
        query = ask(edition, lambda vocabulary: understand(typed, vocabulary, unfinished))
        return query.words[0]

    def test_it_depends_on_how_it_is_found(self, library: Library) -> None:
        sure = [
            self.word(library, "lantern").variants["lantern"],
            self.word(library, "davit").variants["davits"],
            self.word(library, "lanter", unfinished=True).variants["lantern"],
            self.word(library, "hoist").variants["rope"],
            self.word(library, "lift").variants["crane"],
            self.word(library, "haul").phrases[0][1],
            self.word(library, "lanter").variants["lantern"],
            self.word(library, "lantxrn").variants["lantern"],
            self.word(library, "heave").variants["crane"],
        ]
        assert sure == sorted(sure, reverse=True)
        assert len(set(sure)) == len(sure)

    def test_a_word_that_may_go_on_is_not_corrected(self, library: Library) -> None:
        assert self.word(library, "lantxrn", unfinished=True).misspelt  # no word begins so
        assert not self.word(library, "lanter", unfinished=True).misspelt

    def test_a_misspelt_word_counts_less_the_more_of_it_is_changed(self, library: Library) -> None:
        trusts = [self.word(library, typed).trust for typed in ("lantern", "lantxrn", "zzzzzzz", "xavxts")]
        assert trusts == sorted(trusts, reverse=True)
        assert len(set(trusts)) == len(trusts)
        assert trusts[-1] > 0.25


def test_synonyms_weigh_more_than_loose_links() -> None:
    thesaurus = Thesaurus.open()
    assert {entry.weight for entry in thesaurus.meanings(["graveyard"]) if entry.phrase == "discard"} == {0.85}
    assert {entry.weight for entry in thesaurus.meanings(["overheal"])} == {0.6}


def test_a_plural_in_portuguese_has_the_stem_of_its_singular_without_accents() -> None:
    assert stems_of("acoes").split()[1] == stems_of("acao").split()[1]


class TestTwoLanguages:
    """A word is inflected, shortened and looked up in the thesaurus only in a language that has it."""

    def absent(self, query: str, book: str = "fabula") -> list[str]:
        return list(find(Library.open(), query, book).absent)

    @pytest.mark.parametrize("word", ["lendário", "dragão", "evolução", "gigante", "rainha", "formiga", "combo"])
    def test_a_portuguese_word_that_no_rule_has_finds_nothing(self, word: str) -> None:
        """Not *lend*, *fração*, *resolução*, *diante*, *ainda*, *forma*, *como*."""
        assert self.absent(word) == [fold(word)]
        assert Library.open().search(word, "fabula") == []

    def test_english_forms_are_none_of_a_portuguese_word(self) -> None:
        assert "1" not in [hit.rule.number for hit in Library.open().search("herói", "fabula")]  # *here*
        keys = [set(stem_keys(word, stems_of(word), LANGUAGES)) for word in ("heroi", "here", "lendario", "lend")]
        assert keys[0].isdisjoint(keys[1]) and keys[2].isdisjoint(keys[3])

    def test_cognates_are_found_in_either_language(self) -> None:
        keys = [set(stem_keys(word, stems_of(word), LANGUAGES)) for word in ("respond", "responder")]
        assert not keys[0].isdisjoint(keys[1])

    def test_a_word_of_no_language_has_forms_in_all(self) -> None:
        assert [key[:2] for key in stem_keys("zzqqing", stems_of("zzqqing"), LANGUAGES)] == ["en", "pt"]

    def test_an_english_question_has_no_portuguese_meanings(self) -> None:
        found = Library.open().search("mat", "ga")
        assert "game-terms.destruction.1" not in [hit.rule.number for hit in found]  # *matar*, to destroy

    def test_a_portuguese_question_may_be_asked_about_an_english_book(self) -> None:
        (first, *_) = Library.open().search("o que é um apelido da carta", "fab")
        assert not self.absent("matar", "ga") and first


@pytest.mark.parametrize(("query", "first"), [("decklist", "1.1"), ("sideband", "1.2")])
def test_words_written_together_are_those_of_the_book_in_another_form(install: Install, query: str, first: str) -> None:
    install(
        "port", {"2026": "1 Port\n\n1.1 Deck lists are due at noon.\n\n1.2 Bands stay at the side.\n\n1.3 No things.\n"}
    )
    found = [str(hit.rule.number) for hit in Library.open().search(query, "port")]
    assert found[0] == first
