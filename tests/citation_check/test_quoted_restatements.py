"""Quotations of our restatements, as `rules cite` prints them: compared with ours, and with the official text."""

from __future__ import annotations

import re

import pytest
from citation_check.kites import check
from support import Run

from rules_cli.citation_check import Checked
from rules_cli.model import Book, Row, RuleText
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks

RESTATED = "it quotes the restated version, not the official text"
NOT_COMPARED = "its quotation cannot be compared: the official text is not installed"
NUMBER = "3.2.8"


def checked(text: str, name: str = "notes.md") -> Checked:
    """Return a text checked against Fábula."""
    return check(text, name, book="fabula")


def ours(language: str) -> str:
    """Return our words of one rule."""
    shipped = InstalledBooks().edition("fabula", "shipped")
    entry = shipped.get(NUMBER)
    assert entry
    return entry.row.restated[language].text or ""


@pytest.fixture(scope="module")
def shipped() -> Edition:
    """The restated book as it ships."""
    return InstalledBooks().edition("fabula", "shipped")


def cited(run: Run, shipped: Edition, *options: str) -> str:
    """Return the citations of all rules of the book."""
    numbers = [each.row.number for each in shipped.entries() if each.row.restated and each.row.number[0].isdigit()]
    return run("cite", *numbers, "-b", "fabula", *options).out


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("form", [["markdown"], ["markdown", "--permanent"], ["html"]], ids=" ".join)
class TestWhatRulesCitePrints:
    def test_is_fine_and_is_said_to_be_restated(
        self, run: Run, shipped: Edition, form: list[str], language: str
    ) -> None:
        text = cited(run, shipped, "--format", *form, "--lang", language)
        found = checked(text, f"notes.{form[0]}").found
        assert {each.verdict for each in found} == {"fine"}
        restated = [each for each in found if each.detail == RESTATED]
        assert len(restated) > 250
        assert {each.detail for each in found} == {RESTATED, ""}

    def test_is_misquoted_with_another_word(self, run: Run, shipped: Edition, form: list[str], language: str) -> None:
        text = cited(run, shipped, "--format", *form, "--lang", language)
        words = "with" if language == "en" else "com"
        falsified = re.sub(rf"(?m)^(> \*\*.*?\*\*.*?|<blockquote>.*?</b>.*?) {words} ", r"\1 gaivota ", text)
        found = checked(falsified, f"notes.{form[0]}").found
        wrong = [each for each in found if each.verdict != "fine"]
        assert len(wrong) > 25
        likely = (
            {"misquoted", "unclear"} if form[0] == "html" else {"misquoted"}
        )  # a page does not say where the rule ends
        assert {each.verdict for each in wrong} == likely
        assert all("gaivota" in each.detail for each in wrong if each.verdict == "misquoted")


def test_a_title_beside_its_number_is_not_suspect() -> None:
    assert [each.verdict for each in checked("Fábula 1.22 Bloqueio\n").found] == ["fine"]
    assert [each.verdict for each in checked("Fábula 1.21 Bloqueio\n").found] == ["suspect"]


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(
    "form", ["Fábula 3.2.8: “{}”", "“{}” (fabula:3.2.8)", "A regra 3.2.8 diz: «{}»", "CR 3.2.8:\n\n> {}\n"]
)
class TestAQuotation:
    def test_of_our_words_says_that_they_are_ours(self, form: str, language: str) -> None:
        (found,) = checked(form.format(ours(language))).found
        assert (found.verdict, found.detail) == ("fine", RESTATED)

    def test_with_another_number_is_misquoted(self, form: str, language: str) -> None:
        (found,) = checked(form.format(ours(language).replace("(1)", "(2)"))).found
        assert found.verdict == "misquoted"
        assert found.detail.startswith(f"{RESTATED}; its quotation differs")

    def test_with_other_words_may_be_the_official_text(self, form: str, language: str) -> None:
        (found,) = checked(form.format("Gulls may be readied by any player " + ours(language)[:30])).found
        assert (found.verdict, found.detail) == ("unclear", NOT_COMPARED)


class TestBesideTheOfficialText:
    OFFICIAL = f"The official words of {NUMBER} are said here by nobody else"

    @pytest.fixture(autouse=True)
    def _official(self, shipped: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
        """Install a made-up official copy, whose words have the fingerprints of the real ones."""
        known = {entry.row.number: entry.row.fingerprint for entry in shipped.entries()}
        texts = {number: self.OFFICIAL.replace(NUMBER, number) for number in known}
        prints = {texts[number]: known[number] for number in known}
        monkeypatch.setattr("rules_cli.store.index.fingerprint", lambda text: prints.get(text, "another"))
        rows = tuple(
            Row(
                row.number,
                row.kind,
                row.parent,
                row.title,
                RuleText(None if row.kind == "heading" else texts[row.number]),
            )
            for row in shipped.load().rows
        )
        InstalledBooks().install(Book("fabula", "2027-01-01", "Fábula", "pt", rows))

    @pytest.mark.parametrize("language", ["en", "pt"])
    def test_our_words_are_told_from_the_official_ones(self, language: str) -> None:
        (found,) = checked(f"Fábula 3.2.8: “{ours(language)}”").found
        assert (found.verdict, found.detail) == ("fine", RESTATED)
        (found,) = checked(f"Fábula 3.2.8: “{self.OFFICIAL}”").found
        assert (found.verdict, found.detail) == ("fine", "")

    @pytest.mark.parametrize("language", ["en", "pt"])
    def test_words_of_neither_are_misquoted_and_compared_with_the_nearer_text(self, language: str) -> None:
        (found,) = checked(f"Fábula 3.2.8: “{ours(language).replace('(1)', '(2)')}”").found
        assert (found.verdict, found.detail.startswith(RESTATED)) == ("misquoted", True)
        (found,) = checked(f"Fábula 3.2.8: “{self.OFFICIAL.replace('said', 'sung')}”").found
        assert (found.verdict, RESTATED in found.detail) == ("misquoted", False)
        assert "“sung here by nobody”" in found.detail

    def test_a_block_that_was_printed_before_the_copy_was_there_is_compared(self) -> None:
        block = f"> **Fábula 3.2.8**\n> {ours('pt')}\n>\n> (Fábula TCG - Livro de Regras, reescrito)\n"
        assert [each.detail for each in checked(block).found] == [RESTATED]
        assert [each.verdict for each in checked(block.replace("um (1)", "dois (2)")).found] == ["misquoted"]
