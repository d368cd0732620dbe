"""What is said of a citation: by what became of its rule between two editions of a made-up book."""

from __future__ import annotations

import pytest
from citation_check.kites import GULLS, NEW, NEWER, OLDER, both_editions, check, install, verdicts_of

from rules_cli.citation_check import Check, CheckedText, Editions, verdicts
from rules_cli.citation_check.model import CitationReading
from rules_cli.errors import UsageError
from rules_cli.history.edition_pair import Pairing
from rules_cli.history.rule_links import RuleLink
from rules_cli.lookup.permalink import words_digits
from rules_cli.model import Row, RuleText
from rules_cli.model import RuleNumber as N
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import fingerprint


@pytest.fixture(autouse=True)
def kites() -> None:
    """Both editions of the kites."""
    both_editions()


def told(text: str, book: str | None = "kites", written: str | None = None) -> tuple[str, str]:
    """The verdict and the detail of the only citation."""
    (judged,) = check(text, book=book, written=written).found
    return judged.verdict, judged.detail


def test_three_rules_are_offered_for_one_that_is_not_there() -> None:
    assert told("CR 101.9")[1].rpartition("closest: ")[2].count("kites:101.") == 3


def test_a_number_of_another_game_is_no_help_for_a_house_book() -> None:
    install(GULLS, "gulls", "1")
    verdict, detail = told("CR 1.1.1a")
    assert verdict == "not there"
    assert "gulls" not in detail


@pytest.mark.parametrize(
    ("text", "verdict", "detail"),
    [
        pytest.param("CR 103.1", "fine", "", id="stands"),
        pytest.param("CR 101.1b", "moved", "now 101.1c", id="one letter on"),
        pytest.param("CR 1011b", "moved", "now 101.1c", id="run together"),
        pytest.param("CR 102.3", "moved", "now 102.2", id="to a number that another had"),
        pytest.param("CR 101.2", "changed", f"its text has changed since edition {OLDER}", id="other words"),
        pytest.param(
            "CR 102.2", "not there", f"removed since edition {OLDER}", id="removed, and another rule has its number"
        ),
        pytest.param("CR 103.9", "not there", "closest: kites:103.2, kites:103.1", id="never there"),
        pytest.param("CR 101.1e", "not there", f"edition {NEWER} has one", id="only there since"),
        pytest.param("section 102", "fine", "", id="a section"),
    ],
)
def test_written_for_the_older_edition(text: str, verdict: str, detail: str) -> None:
    for written in (OLDER, "2021-07-01"):
        found = told(text, written=written)
        assert found[0] == verdict
        assert detail in found[1] if detail else found[1] == ""
    assert told(f"kites@{OLDER}:{text.split()[-1]}")[0] == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("CR 101.1b", "fine"), ("CR 101.1e", "fine"), ("CR 102.3", "not there"), ("CR 9.9", "not there")],
)
def test_without_a_date_only_what_is_there_can_be_told(text: str, verdict: str) -> None:
    assert told(text)[0] == verdict


def test_a_removed_rule_is_named_in_the_older_edition() -> None:
    assert f"kites@{OLDER}:102.3" in told("CR 102.3")[1]


def test_the_edition_held_against_can_be_chosen() -> None:
    assert told("CR 102.3", book=f"kites@{OLDER}")[0] == "fine"
    assert told("CR 101.1c", book=f"kites@{OLDER}", written=NEWER) == ("moved", "now 101.1b")


def test_each_end_of_a_range_is_judged() -> None:
    found = verdicts_of(check("rules 101.1a–d, 102.2 and 103.1", written=OLDER))
    assert found == [
        ("rules 101.1a", "kites:101.1a", "moved"),
        ("d", "kites:101.1d", "moved"),
        ("102.2", "kites:102.2", "not there"),
        ("103.1", "kites:103.1", "fine"),
    ]


@pytest.mark.parametrize(
    ("link", "verdict", "detail"),
    [
        (RuleLink((N("101.1a"),), (N("102.1"),), 0.5, ("moved",)), "moved", "perhaps now 102.1 (not sure)"),
        (
            RuleLink((N("101.1a"),), (N("102.1"), N("103.1")), 0.9, ("split",)),
            "moved",
            "now 102.1; split, the rest is in 103.1",
        ),
    ],
    ids=["a guess", "a rule in two"],
)
def test_what_is_not_sure_is_said_and_not_sure(
    monkeypatch: pytest.MonkeyPatch, link: RuleLink, verdict: str, detail: str
) -> None:
    monkeypatch.setattr(verdicts, "match_editions", lambda a, b, _: Pairing(a, b, [link], True))
    (judged,) = check("CR 101.1a", written=OLDER).found
    assert (judged.verdict, judged.detail, judged.sure) == (verdict, detail, False)
    assert check("CR 101.1a", written=OLDER).edits == []


class TestMerged:
    """A rule that became one with another says what it never said before."""

    GULL = "A gull may look into every basket of bread on the quay."
    STORM = "While a storm blows, nobody may look into any basket at all."

    @pytest.fixture(autouse=True)
    def gulls(self) -> None:
        """Two editions of a book: its two rules became one."""
        install(f"1 Gulls\n\n1.1 {self.GULL}\n\n1.2 {self.STORM}\n", "gulls", OLDER)
        install(f"1 Gulls\n\n1.1 {self.GULL} {self.STORM}\n", "gulls", NEWER)

    @pytest.mark.parametrize(
        ("text", "verdict", "detail"),
        [
            ("gulls:1.1", "changed", "merged with 1.2, so it now says more"),
            ("gulls:1.2", "moved", "now 1.1; merged with 1.1, so it now says more"),
            (
                f"gulls@{OLDER}:1.1~{fingerprint(GULL)[:8]}",
                "changed",
                "merged with 1.2, so it now says more",
            ),
        ],
    )
    def test_with_another_is_not_fine(self, text: str, verdict: str, detail: str) -> None:
        assert told(text, written=OLDER) == (verdict, detail)


class TestPermanent:
    """A permanent citation is judged by its words."""

    FLIER = fingerprint("The flier names the wind before the kite leaves the hand.")[:8]
    ALIKE_WORDS = RuleText("The flier names the wind before the kite leaves the ground.")
    ALIKE = words_digits(Row(N("1"), "rule", words=ALIKE_WORDS, fingerprint="0"))
    POLE = fingerprint("The judge measures every landing with a striped pole.")[:8]

    @pytest.mark.parametrize(
        ("text", "verdict", "detail"),
        [
            pytest.param(f"kites@{NEWER}:101.1b~{FLIER}", "fine", "", id="of today"),
            pytest.param(f"kites@{OLDER}:101.1a~{FLIER}", "moved", "now 101.1b", id="of the older edition"),
            pytest.param(f"kites@{OLDER}:101.1a\\~{FLIER}", "moved", "now 101.1b", id="as markdown escapes it"),
            pytest.param(f"kites@1999-01-01:101.1a~{FLIER}", "moved", "its text is that of 101.1b", id="not installed"),
            pytest.param(f"kites@{NEWER}:103.1~{FLIER}", "moved", "its text is that of 101.1b", id="another number"),
            pytest.param(f"kites@{OLDER}:102.2~{POLE}", "not there", "removed", id="removed"),
            pytest.param(f"kites@{OLDER}:103.1~00000000", "not there", "no rule of", id="words that nobody said"),
            pytest.param(
                "kites@1999-01-01:103.1~00000000", "changed", "import edition 1999", id="of an unknown edition"
            ),
            pytest.param(f"kites@1999-01-01:101.1a~{ALIKE}", "moved", "perhaps now 101.1b (not sure)", id="alike"),
            pytest.param(f"kites@1999-01-01:101.1b~{ALIKE}", "changed", "perhaps still 101.1b", id="alike, in place"),
        ],
    )
    def test_by_its_words(self, text: str, verdict: str, detail: str) -> None:
        found = told(text)
        assert found[0] == verdict
        assert detail in found[1] if detail else found[1] == ""


class TestEditions:
    def test_one_that_is_printed_and_not_installed_leaves_it_open(self) -> None:
        verdict, detail = told("kites@1999-01-01:101.1")
        assert verdict == "unclear"
        assert OLDER in detail

    @pytest.mark.parametrize(("number", "verdict"), [("101.1", "fine"), ("101.9", "not there")])
    def test_before_the_oldest_one_the_newest_decides_and_that_is_noted_once(self, number: str, verdict: str) -> None:
        checking = Check(Editions(InstalledBooks(), "kites", "2001-01-01"))
        checked = [checking.text(CheckedText("notes.txt", f"CR {number}")) for _ in range(2)]
        assert [text.found[0].verdict for text in checked] == [verdict] * 2
        assert [str(note) for note in checking.notes(checked)] == [
            f"kites: no edition of before 2001-01-01 is here; compared with {NEWER}"
        ]

    def test_one_that_is_neither_date_nor_edition_is_refused(self) -> None:
        for written in ("last year", "2020-13-45", "10"):
            with pytest.raises(UsageError, match="--written"):
                told("CR 101.1", written=written)

    def test_only_a_book_without_an_edition_of_that_day_is_noted(self) -> None:
        install(GULLS, "gulls", "2022")
        checking = Check(Editions(InstalledBooks(), "kites", "2021-01-01"))
        checked = checking.text(CheckedText("notes.txt", "CR 101.1b, gulls:1.1.1, gulls:1.1.9"))
        assert [judged.verdict for judged in checked.found] == ["moved", "fine", "not there"]
        assert [str(note) for note in checking.notes([checked])] == [
            "gulls: no edition of before 2021-01-01 is here; compared with 2022"
        ]

    def test_a_label_of_another_book_is_refused_for_the_chosen_one(self) -> None:
        install(GULLS, "gulls", "first")
        with pytest.raises(UsageError, match=f"there are {NEWER}, {OLDER}"):
            told("CR 101.1", written="first")
        assert told("kites:101.1", book=None, written="first")[0] == "fine"

    def test_a_label_that_is_no_date_names_an_edition(self) -> None:
        install(GULLS, "gulls", "first")
        install(GULLS.replace("1.1.2 Bread", "1.1.3 Bread"), "gulls", "second")
        assert told("gulls:1.1.2", book=None, written="first")[0] == "moved"


@pytest.mark.parametrize("text", ["CR 103.1.a", "CR 103.1a", "rule 103.1(a)", "terns:103.1a"])
def test_a_number_is_found_in_the_spelling_of_the_book(text: str) -> None:
    nests = (
        "103. Terns",
        "103.1. Nests",
        "103.1.a. A nest is round.",
        "103.1.a.1. Straw is used.",
        "103.1.b. It is dry.",
    )
    lines = (*nests, "103.2. Eggs", "103.2.a. Eggs are kept warm.")
    install("\n\n".join(lines), "terns", "2022")
    (judged,) = check(text, book="terns").found
    assert (judged.verdict, judged.meaning) == ("fine", CitationReading("terns", N("103.1.a")))
    (below,) = check("CR 103.1.a.1", book="terns").found
    assert (below.verdict, below.meaning) == ("fine", CitationReading("terns", N("103.1.a.1")))
    (missing,) = check("CR 103.1.a.2", book="terns").found
    assert missing.verdict == "not there"


def test_a_number_with_a_word_of_its_own_is_not_of_the_edition_before_it() -> None:
    first, second = check(f"kites@{OLDER}:101.1a, CR 101.1b").found
    assert first.then and first.then.edition.name == OLDER
    assert second.then is None


def test_a_year_of_several_editions_leaves_it_open() -> None:
    for edition in ("2021-01-01", "2021-07-01"):
        install(GULLS, "gulls", edition)
    one, other = check("gulls@2021:1.1.1 and gulls:1.1.1", book="gulls").found
    assert (one.verdict, other.verdict) == ("unclear", "fine")
    assert one.detail == "edition 2021 may be 2021-01-01 or 2021-07-01; name one of them"


def test_of_many_editions_only_the_newest_are_named() -> None:
    for year in range(2015, 2023):
        install(GULLS, "gulls", str(year))
    assert told("gulls@1999:1.1.1")[1] == "no edition 1999 of gulls; there are 2022, 2021, 2020, 2019, 2018 …"


class TestBooksThatShip:
    @pytest.mark.parametrize("text", ["fabula:9.9.9", "fabula:1.22.99"])
    def test_a_book_that_ships_whole_lacks_a_rule(self, text: str) -> None:
        assert told(text, book=None)[0] == "not there"

    def test_an_edition_that_is_named_and_ships_in_part_is_not_said_to_lack_a_rule(self) -> None:
        install(NEW, "mtg", "2024-05-01")
        verdict, detail = told("mtg@2006-10-01:101.2", book=None)
        assert (verdict, "is installed in part, without mtg:101.2" in detail) == ("unchecked", True)
