"""Rule numbers: every spelling that judges type, ranges, the order, and the closest numbers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.errors import UsageError
from rules_cli.numbers.parts import closest, letter_ordinal, letters_at, natural_key, parts, printed
from rules_cli.numbers.typed import AskedNumber, looks_like_number, normal_form, read_asked, readings
from rules_cli.numbers.typed_words import group_words, without_list_words
from rules_cli.text import fingerprint, fold, shorten, words_of_text

SAME_RULE = {
    "as printed": "2.7.3a",
    "capital letter": "2.7.3A",
    "letter in brackets": "2.7.3(a)",
    "capital letter in brackets": "2.7.3(A)",
    "blank before the letter": "2.7.3 a",
    "blank and brackets": "2.7.3 (a)",
    "dot before the letter": "2.7.3.a",
    "comma before brackets": "2.7.3,(a)",
    "the word rule": "rule 2.7.3a",
    "the word Rules": "Rules 2.7.3a",
    "the word regra": "Regra 2.7.3a",
    "the word section": "section 2.7.3a",
    "the word seção": "seção 2.7.3a",
    "comprehensive rules": "CR 2.7.3a",
    "initials with points": "C.R.2.7.3a",
    "initials with points and a blank": "c.r. 2.7.3a",
    "comprehensive rules with a dot": "CR. 2.7.3a",
    "section sign": "§2.7.3a",
    "section sign and blank": "§ 2.7.3a",
    "two section signs": "§§ 2.7.3a",
    "number sign": "#2.7.3a",
    "number sign behind a word": "rule #2.7.3a",
    "rule number": "rule no. 2.7.3a",
    "square brackets": "[2.7.3a]",
    "round brackets": "(2.7.3a)",
    "full stop": "2.7.3a.",
    "comma": "2.7.3a,",
    "colon": "2.7.3a:",
    "blanks round it": "  2.7.3a\t",
    "no-break space at the end": "2.7.3a\u00a0",
    "zero-width space within": "2.7.3\u200ba",
    "full-width digits": "２.７.３ａ",
    "everything at once": "CR [2.7.3 (A).]",
}


@pytest.mark.parametrize("typed", SAME_RULE.values(), ids=SAME_RULE)
def test_every_spelling_means_the_rule(typed: str) -> None:
    assert normal_form(typed) == "2.7.3a"


@pytest.mark.parametrize("typed", SAME_RULE.values(), ids=SAME_RULE)
def test_every_spelling_is_recognised_as_a_number(typed: str) -> None:
    assert looks_like_number(typed)
    assert read_asked(typed) == AskedNumber(None, None, read_asked(typed).readings)
    assert read_asked(f"fab:{typed}").readings[0] == "2.7.3a"


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        pytest.param("1.14.7#2", "1.14.7#2", id="the second of two"),
        pytest.param("1.14.7 #2", "1.14.7#2", id="the second, with a blank"),
        pytest.param("1.14.7#02", "1.14.7#2", id="the second, with a nought"),
        pytest.param("1.14.7#1", "1.14.7", id="the first of two is the number alone"),
        pytest.param("2.7.3a#3", "2.7.3a#3", id="a lettered one printed thrice"),
        pytest.param("fragment", "fragment", id="a fragment"),
        pytest.param("Fragment #2", "fragment#2", id="the second fragment"),
        pytest.param("fragment#1", "fragment", id="the first fragment"),
        pytest.param("Abilities.3.1.2", "abilities.3.1.2", id="a path on a page"),
        pytest.param("abilities.3.1.2.", "abilities.3.1.2", id="a path with a full stop"),
        pytest.param("abilities.3#2.1", "abilities.3#2.1", id="a path below a number printed twice"),
        pytest.param("abilities.general-rules", "abilities.general-rules", id="an unnumbered heading on a page"),
        pytest.param("combat-phase-damage-step.4", "combat-phase-damage-step.4", id="a page with its parent's name"),
        pytest.param("introdução", "introdução", id="an unnumbered heading with accents"),
        pytest.param("rules.2", "rules.2", id="a page that is called Rules"),
        pytest.param("rules", "rules", id="the page called Rules itself"),
        pytest.param("section.1.2", "section.1.2", id="a page that is called Section"),
        pytest.param("702.19aa", "702.19aa", id="two letters"),
        pytest.param("205", "205", id="a section"),
        pytest.param("2.", "2", id="a chapter with its dot"),
        pytest.param("01.02.003a", "01.02.003a", id="noughts in front stay as printed"),
    ],
)
def test_normal_form(typed: str, number: str) -> None:
    assert normal_form(typed) == number


@pytest.mark.parametrize("typed", ["", " ", "...", "[]", "()", "§", "2..3", "two words", "#", "?", "_x", "9" * 2000])
def test_no_number(typed: str) -> None:
    assert normal_form(typed) is None
    assert readings(typed) == ()


class TestMissingDots:
    def test_digits_can_mean_a_section_and_its_rule(self) -> None:
        assert "704.5k" in readings("7045k")
        assert "2.7.3a" in readings("273a")

    def test_the_number_as_typed_comes_first(self) -> None:
        assert readings("7045k")[0] == "7045k"
        assert readings("205")[0] == "205"

    def test_readings_with_longer_sections_come_first(self) -> None:
        found = readings("7045k")
        assert found.index("704.5k") < found.index("70.45k") < found.index("70.4.5k")

    def test_no_part_begins_with_a_zero(self) -> None:
        assert readings("1005") == ("1005", "100.5", "10.0.5", "1.0.0.5")

    def test_a_blank_can_replace_the_dot(self) -> None:
        assert readings("704 5k") == ("704.5k",)

    def test_a_number_with_dots_has_one_reading(self) -> None:
        assert readings("2.7.3a") == ("2.7.3a",)
        assert readings("12") == ("12",)


RANGES = {
    "letters": ("601.2f-h", "601.2f", "601.2h"),
    "letters with a dash": ("601.2f–h", "601.2f", "601.2h"),
    "letters with a minus": ("601.2f−h", "601.2f", "601.2h"),
    "capital letters": ("601.2F-H", "601.2f", "601.2h"),
    "letters in brackets": ("601.2(f)-(h)", "601.2f", "601.2h"),
    "letters after a blank": ("601.2 f - h", "601.2f", "601.2h"),
    "letters after a dot": ("601.2.f-h", "601.2f", "601.2h"),
    "two letters": ("702.19y-aa", "702.19y", "702.19aa"),
    "whole numbers": ("2.7.3–2.7.5", "2.7.3", "2.7.5"),
    "whole numbers with blanks": ("2.7.3 - 2.7.5", "2.7.3", "2.7.5"),
    "whole numbers with two dots": ("2.7.3..2.7.5", "2.7.3", "2.7.5"),
    "whole lettered numbers": ("601.2f–601.2h", "601.2f", "601.2h"),
    "the tail of the last": ("119.7-8", "119.7", "119.8"),
    "the tail of a longer one": ("2.7.3-5", "2.7.3", "2.7.5"),
    "a longer tail": ("2.7.3-8.1", "2.7.3", "2.8.1"),
    "into the next section": ("119.7–120.2", "119.7", "120.2"),
    "a sub-rule to a rule": ("2.7.3a-2.7.5", "2.7.3a", "2.7.5"),
    "sections": ("205-207", "205", "207"),
    "in brackets": ("[2.7.3–2.7.5]", "2.7.3", "2.7.5"),
    "with a prefix": ("CR 601.2f-h.", "601.2f", "601.2h"),
    "up to one printed again": ("1.14.7-1.14.7#2", "1.14.7", "1.14.7#2"),
    "from one printed again": ("1.14.7#2-1.14.9", "1.14.7#2", "1.14.9"),
    "items of a page": ("cost.10-12", "cost.10", "cost.12"),
    "items of an item": ("cost.10.1–3", "cost.10.1", "cost.10.3"),
    "whole paths": ("cost.10-cost.12", "cost.10", "cost.12"),
}


@pytest.mark.parametrize(("typed", "first", "last"), RANGES.values(), ids=RANGES)
def test_range(typed: str, first: str, last: str) -> None:
    asked = read_asked(typed)
    assert (asked.book, asked.edition, asked.readings, asked.last) == (None, None, (first,), last)
    assert looks_like_number(typed)


@pytest.mark.parametrize(
    ("typed", "words", "unsure"),
    [
        pytest.param("601.2f to 601.2h", "601.2f..601.2h", [], id="to"),
        pytest.param("601.2f through rule 601.2h", "601.2f..601.2h", [], id="through, with a word in front"),
        pytest.param("7.5.5a to c", "7.5.5a..c", [], id="to a letter"),
        pytest.param("4.2.4 a 4.2.5", "4.2.4..4.2.5", ["4.2.4..4.2.5"], id="a word that may be a letter"),
        pytest.param("2.7.3 a 2.7.4 b", "2.7.3 a 2.7.4 b", [], id="letters of two numbers"),
        pytest.param("704.5j and 704.5k", "704.5j;704.5k", [], id="and"),
        pytest.param("704.5j & k", "704.5j;704.5k", [], id="and a letter"),
        pytest.param("704.5j/704.5k", "704.5j;704.5k", [], id="a slash"),
        pytest.param("704 5 j", "704.5 j", ["704.5j"], id="blanks for dots"),
        pytest.param("704 5", "704 5", [], id="two sections"),
        pytest.param("1 to 3", "1 to 3", [], id="a quantity"),
        pytest.param("deals 3 to 704.5j", "deals 3 to 704.5j", [], id="a quantity before a number"),
        pytest.param("100 to", "100 to", [], id="no end"),
        pytest.param("1/1", "1/1", [], id="power and toughness"),
    ],
)
def test_words_between_numbers(typed: str, words: str, unsure: list[str]) -> None:
    assert without_list_words(typed.split()) == (words.split(), unsure)
    if words != typed and not unsure:
        assert without_list_words([typed]).words == [words]


def test_a_letter_o_may_be_a_zero_but_not_at_the_end() -> None:
    assert "704.5j" in readings("7O4.5j")
    assert readings("702.1o") == ("702.1o",)


@pytest.mark.parametrize(
    "typed",
    ["combat-phase", "combat-phase-damage-step.3", "general-rules", "types-of-effects-2.1"],
    ids=["a page", "an item of a page", "a heading", "a page that ends in a number"],
)
def test_a_hyphen_in_a_slug_is_not_a_range(typed: str) -> None:
    assert read_asked(typed) == AskedNumber(None, None, (typed,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        pytest.param("fab:2.7.3a", ("fab", None, "2.7.3a", None), id="book"),
        pytest.param("FAB:2.7.3A", ("fab", None, "2.7.3a", None), id="book in capitals"),
        pytest.param("fab: rule 2.7.3(a)", ("fab", None, "2.7.3a", None), id="book and a spelling"),
        pytest.param("fab:2.7.3–5", ("fab", None, "2.7.3", "2.7.5"), id="book and range with a dash"),
        pytest.param("ga:cost.10-12", ("ga", None, "cost.10", "cost.12"), id="book and items of a page"),
        pytest.param("fab:fragment", ("fab", None, "fragment", None), id="book and fragment"),
        pytest.param("fab:2.7.3-5", ("fab", None, "2.7.3", "2.7.5"), id="book and range"),
        pytest.param("mtg@2006-10-01:206.1", ("mtg", "2006-10-01", "206.1", None), id="book and edition"),
        pytest.param("mtg@2006-10-01:206.1–3", ("mtg", "2006-10-01", "206.1", "206.3"), id="edition and range"),
        pytest.param("my-game@v1.2:cost.1", ("my-game", "v1.2", "cost.1", None), id="a book of one's own"),
    ],
)
def test_a_book_may_come_before_the_number(typed: str, asked: tuple[str, str | None, str, str | None]) -> None:
    found = read_asked(typed)
    assert (found.book, found.edition, found.readings[0], found.last) == asked
    assert looks_like_number(typed)


@pytest.mark.parametrize("typed", ["", "fab:", "two words", "?", "a\nb", "x" * 5000, "1,2.3"])
def test_a_word_that_is_no_number_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_asked(typed)
    assert len(str(refused.value).splitlines()) == 1
    assert "2.7.3a" in str(refused.value)


@pytest.mark.parametrize(
    "word", ["moniker", "a", "legend rule", "rule", "two-headed", "2hg", "Bravo, Showstopper", "x" * 5000]
)
def test_a_word_is_not_taken_for_a_number(word: str) -> None:
    assert not looks_like_number(word)


@pytest.mark.parametrize(
    ("words", "groups"),
    [
        pytest.param("CR 2.7.3a", ["CR 2.7.3a"], id="prefix"),
        pytest.param("rule 2.7.3 (a).", ["rule 2.7.3 (a)."], id="prefix and letter"),
        pytest.param("§ 2.7.3", ["§ 2.7.3"], id="sign"),
        pytest.param("704 5k", ["704 5k"], id="blank for the dot"),
        pytest.param("601.2f - h", ["601.2f - h"], id="range with blanks"),
        pytest.param("2.7.3 – 2.7.5 2.8", ["2.7.3 – 2.7.5", "2.8"], id="range and another"),
        pytest.param("2.7.3 2.7.4", ["2.7.3", "2.7.4"], id="two numbers"),
        pytest.param("2.7.3 a 2.7.4 b", ["2.7.3 a", "2.7.4 b"], id="two letters"),
        pytest.param("moniker rule", ["moniker", "rule"], id="no number"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_unquoted_words_are_joined_to_one_number(words: str, groups: list[str]) -> None:
    assert group_words(words.split()) == groups


class TestOrder:
    def test_rule_2_9_comes_before_2_10_and_sub_rules_after_their_rule(self) -> None:
        order = ["2", "2.7", "2.7.3", "2.7.3a", "2.7.3z", "2.7.3aa", "2.7.4", "2.9", "2.10", "10"]
        shuffled = order[:]
        random.Random(1).shuffle(shuffled)
        assert sorted(shuffled, key=natural_key) == order

    def test_items_of_a_page(self) -> None:
        assert sorted(["cost.10", "cost.2", "cost.2.1"], key=natural_key) == ["cost.2", "cost.2.1", "cost.10"]

    @pytest.mark.parametrize("other", ["abilities.1", "fragment#2", "2.7.3a", "7", "x.y.z", "introdução"])
    def test_numbers_of_every_kind_can_be_compared(self, other: str) -> None:
        for number in ("cost.1", "2", "2a", "fragment", "cost.1#2.3"):
            assert sorted([number, other], key=natural_key)


class TestLetters:
    @pytest.mark.parametrize(
        ("letters", "place"), [("a", 1), ("z", 26), ("aa", 27), ("az", 52), ("ba", 53), ("zz", 702)]
    )
    def test_places(self, letters: str, place: int) -> None:
        assert letter_ordinal(letters) == place
        assert letters_at(place, letters) == letters

    @pytest.mark.parametrize(("letters", "place"), [("k", 11), ("m", 12), ("n", 13), ("p", 14), ("z", 24), ("aa", 25)])
    def test_places_in_a_book_that_skips_l_and_o(self, letters: str, place: int) -> None:
        assert letter_ordinal(letters, "lo") == place
        assert letters_at(place, letters, "lo") == letters

    def test_a_printed_letter_counts_even_if_it_is_usually_skipped(self) -> None:
        assert letter_ordinal("l", "lo") == 12
        assert letters_at(12, "l", "lo") == "l"


class TestParts:
    def test_of_a_lettered_number(self) -> None:
        found = parts("2.7.3a#2")
        assert found is not None
        assert (found.digits, found.letters) == ((2, 7, 3), "a")

    @pytest.mark.parametrize("number", ["cost.1", "fragment", "abilities.general-rules"])
    def test_a_path_has_none(self, number: str) -> None:
        assert parts(number) is None

    @pytest.mark.parametrize(("number", "bare"), [("1.14.7#2", "1.14.7"), ("fragment#12", "fragment"), ("1.2", "1.2")])
    def test_as_printed(self, number: str, bare: str) -> None:
        assert printed(number) == bare


@pytest.mark.parametrize(
    ("number", "nearest"),
    [
        pytest.param("2.7.3d", ["2.7.3c", "2.7.3b", "2.7.3a"], id="one letter too far"),
        pytest.param("2.7.6", ["2.7.5", "2.7.4", "2.7.3"], id="one rule too far"),
        pytest.param("2.7.1a", ["2.7.1", "2.7.2"], id="a sub-rule of a rule without any"),
    ],
)
def test_closest(number: str, nearest: list[str]) -> None:
    numbers = "1 1.1 2 2.7 2.7.1 2.7.2 2.7.3 2.7.3a 2.7.3b 2.7.3c 2.7.4 2.7.5 fragment".split()
    assert closest(number, numbers)[: len(nearest)] == nearest


def test_a_key_that_was_hit_twice_is_nearest_to_itself() -> None:
    assert closest("704.55", ["704.4", "704.5", "704.7", "704.8"])[:2] == ["704.5", "704.8"]
    assert closest("7022.3", ["701.3", "702.3", "999.3"])[0] == "702.3"
    assert closest("704.5jj", ["704.5i", "704.5j", "704.5y", "704.5z"])[:2] == ["704.5j", "704.5z"]
    assert closest("704.5jk", ["704.5i", "704.5j", "704.5y", "704.5z"])[0] == "704.5z"
    assert closest("702.19aa", ["702.19a", "702.19y", "702.19z"])[0] in ("702.19a", "702.19z")


def test_closest_of_a_path_and_of_nothing() -> None:
    assert closest("cost.12", ["cost.1", "cost.11", "cost.11.1", "abilities.12"])[0] == "cost.11"
    assert closest("2.7", []) == []


class TestFingerprint:
    SAME = (
        "A ship’s “hold” is full – or not.",
        'a ship\'s "hold"  is\nfull - or not',
        "A SHIP'S 'HOLD' IS FULL OR NOT!",
    )

    def test_typography_case_and_spacing_do_not_change_it(self) -> None:
        assert len({fingerprint(text) for text in self.SAME}) == 1

    @pytest.mark.parametrize("text", ["A ship’s hold is full – or empty.", "A ships hold is full or not", ""])
    def test_another_word_changes_it(self, text: str) -> None:
        assert fingerprint(text) != fingerprint(self.SAME[0])

    def test_it_is_short_and_the_same_on_every_machine(self) -> None:
        assert fingerprint("A ship.") == "acdefc95c6551a09"

    @pytest.mark.parametrize(
        ("signed", "other"),
        [("gets +1/+1", "gets -1/-1"), ("gets +1/-1", "gets +1/+1"), ("{-2}", "{2}"), ("-X", "X"), ("[+N]", "[-N]")],
    )
    def test_signs_are_part_of_it(self, signed: str, other: str) -> None:
        assert fingerprint(signed) != fingerprint(other)
        assert fingerprint(signed, version=1) == fingerprint(other, version=1)

    @pytest.mark.parametrize("text", ["−1/−1", "–1/–1", "‑1/‑1", "(-1/-1)", "“−1/-1”", "{-1/-1}"])
    def test_minus_signs_of_any_shape_are_the_same(self, text: str) -> None:
        assert fingerprint(text) == fingerprint("-1/-1")

    @pytest.mark.parametrize("text", ["509.2–509.4", "well-known", "2 - 3", "—2", "(a)-2", "[1]-2", "-abc", "–I think"])
    def test_ranges_hyphens_and_dashes_are_no_signs(self, text: str) -> None:
        assert fingerprint(text) == fingerprint(text, version=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a +1/+1 counter", ["a", "+1", "+1", "counter"]),
        ("−1/–1", ["-1", "-1"]),
        ("pay {-2} or -X", ["pay", "{-2}", "or", "-x"]),
        ("509.2–509.4", ["509", "2", "509", "4"]),
        ("Não, 1-2", ["nao", "1", "2"]),
    ],
)
def test_words_of_a_text_keep_their_signs(text: str, words: list[str]) -> None:
    assert words_of_text(text) == words


def test_fold() -> None:
    assert fold("INTRODUÇÃO Ærø Straße") == "introducao ærø strasse"


def test_shorten() -> None:
    assert shorten("a" * 40) == "a" * 40
    assert shorten("a" * 41) == "a" * 39 + "…"


@pytest.mark.parametrize("word", ["1" * 200_000, "1.." * 60_000 + "-", "1-" * 90_000, "1 " * 90_000, "a." * 90_000])
def test_very_long_words_are_refused(word: str) -> None:
    looks_like_number(word)
    assert normal_form(word) is None
    with pytest.raises(UsageError):
        read_asked(word)


@given(st.text(max_size=60))
def test_a_fingerprint_depends_on_the_words_only(text: str) -> None:
    import hashlib
    import re

    words = " ".join(re.findall(r"\w+", fold(text)))
    assert fingerprint(text, version=1) == hashlib.sha256(words.encode()).hexdigest()[:16]


@pytest.mark.parametrize("text", ["Kite™ rules", "“Kites” — they’re ‘up’", "pipa’s ação", "KITE"])
def test_quotes_dashes_and_trade_marks_do_not_change_a_fingerprint(text: str) -> None:
    plain = text.translate(str.maketrans("“”—‘’", "\"\"-''"))
    assert fingerprint(text) == fingerprint(plain) != fingerprint(text + "s")


@pytest.mark.parametrize(("length", "is_number"), [(1000, True), (1001, False)])
def test_a_number_has_a_thousand_characters_at_most(length: int, is_number: bool) -> None:
    assert (normal_form("a" * (length - 2) + ".1") is not None) == is_number


class TestWordsBetweenTheParts:
    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("Article IV, Section 2", ("IV.2", "2")),
            ("article iv section 2", ("IV.2", "2")),
            ("Art. IV Sec. 2", ("IV.2", "2")),
            ("Section 2 of Article IV", ("IV.2", "2")),
            ("Article III, Section 3.2", ("3.2",)),
            ("Article V", ("V",)),
            ("Part III", ("III",)),
            ("Art. 5(2)", ("5.2",)),
            ("Article 5, paragraph 2", ("5.2",)),
            ("§ 12 Abs. 3", ("12.3",)),
            ("§ 12 Abs. 3 Satz 1", ("12.3",)),
            ("Sec. 3.2(b)", ("3.2b",)),
            ("chapter 5", ("5",)),
            ("art. 5, II", ("5ii",)),
            ("art. 5, III", ("5.iii",)),
            ("art. 5º, III, b", ("5.iii.b",)),
        ],
    )
    def test_they_are_a_number(self, typed: str, expected: tuple[str, ...]) -> None:
        assert readings(typed) == expected
        assert looks_like_number(typed)
        assert group_words(typed.split()) == [typed]

    @pytest.mark.parametrize(
        "typed", ["section a", "article about kites", "part of a card", "part 3", "item 5", "abs 3"]
    )
    def test_words_to_search_for_are_none(self, typed: str) -> None:
        assert not looks_like_number(typed)

    def test_two_numbers_stay_two(self) -> None:
        assert group_words("rule 1.2 rule 3.4".split()) == ["rule 1.2", "rule 3.4"]
        assert group_words("section 1.2 rule 3.4".split()) == ["section 1.2", "rule 3.4"]
