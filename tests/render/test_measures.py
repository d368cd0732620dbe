"""Both sides of the lengths that pages are cut to."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from support import Install, Run

from rules_cli.model import Penalty, Rule, RuleNumber
from rules_cli.penalties import Infraction
from rules_cli.render import penalties
from rules_cli.render.page import Page

inside_and_outside = pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])


def kites(install: Install, *rules: str) -> None:
    """Install a made-up book of one section with these rules."""
    install("kites", {"1": "\n\n".join(["1 Kites", *(f"1.{at} {text}" for at, text in enumerate(rules, 1))])})


class TestReferences:
    @inside_and_outside
    def test_twelve_are_shown_with_their_text_and_the_rest_by_number(
        self, run: Run, install: Install, inside: bool
    ) -> None:
        kites(install, "A kite flies.", *["It flies, see rule 1.1."] * (12 if inside else 13))
        out = run("refs", "kites:1.1").out
        assert out.count("It flies") == 12
        assert ("referred to by also 1.14" in out) != inside

    @inside_and_outside
    def test_of_each_a_line_of_seventy_letters_is_shown(self, run: Run, install: Install, inside: bool) -> None:
        text = f"See rule 1.1. {'A kite. ' * 6}{'x' * (8 if inside else 9)}"
        assert len(text) == (70 if inside else 71)
        kites(install, "A kite flies.", text)
        assert (f"1.2  {text}\n" in run("refs", "kites:1.1").out) == inside


@pytest.mark.parametrize(("longest", "wide"), [(10, 10), (40, 40), (70, 40)])
def test_places_of_citations_are_one_column_of_forty_at_most(
    run: Run, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, longest: int, wide: int
) -> None:
    kites(install, "A kite flies.")
    monkeypatch.chdir(tmp_path)
    names = "a.md", f"{'b' * (longest - len('.md:1:1'))}.md"
    for name in names:
        Path(name).write_text("CR 1.9 is no rule.", encoding="utf-8")
    out = run("check", *names, "-b", "kites").out
    assert f"{f'{names[0]}:1:1':<{wide}}  not there" in out
    assert f"{names[1]}:1:1  not there" in out


class TestExplanations:
    """An explanation has 36 lines of 80 columns at most; what is left out is named."""

    LONG = "It flies " * 40

    @inside_and_outside
    def test_rules_are_left_out_if_all_need_more_lines(self, run: Run, install: Install, inside: bool) -> None:
        count = 32 if inside else 33
        kites(install, *["It flies."] * count)
        out = run("explain", "kites:1").out
        assert len(out.splitlines()) == 36
        assert (f"1.{count}  It flies." in out) == inside

    @inside_and_outside
    def test_ten_rules_that_refer_to_it_are_named(self, run: Run, install: Install, inside: bool) -> None:
        kites(install, "A kite.", *["See rule 1.1."] * (10 if inside else 11))
        out = run("explain", "kites:1.1").out
        assert ("1.10, 1.11\n" if inside else "1.10, 1.11… (rules refs kites:1.1)\n") in out

    @inside_and_outside
    def test_a_definition_has_135_letters(self, run: Run, install: Install, inside: bool) -> None:
        definition = f"It is {'tall ' * 18}{'x' * (25 if inside else 26)} See rule 1.2."
        assert len(definition) == (135 if inside else 136)
        kites(install, "It needs a crane.", "A crane lifts.", f"A crane turns.\n\nGlossary\n\nCrane\n{definition}")
        assert (f"Crane  {definition}  1.2\n" in run("explain", "kites:1.1").out) == inside

    @inside_and_outside
    def test_a_rule_cut_to_a_line_leaves_two_columns_free(self, run: Run, install: Install, inside: bool) -> None:
        text = f"{'a' * (66 if inside else 67)} bb"
        kites(install, text, *[self.LONG] * 40)
        assert (f"  1.1  {text}\n" in run("explain", "kites:1").out) == inside

    def test_thirty_letters_of_a_text_follow_a_long_title(self, run: Run, install: Install) -> None:
        title = " ".join(["Kite"] * 10)
        kites(install, f"{title}\n\n{self.LONG}", *[self.LONG] * 40)
        assert f"1.1  {title}  It flies It flies It flies It…\n" in run("explain", "kites:1").out

    def test_a_long_rule_leaves_room_for_two_references_and_terms(self, run: Run, install: Install) -> None:
        names = "Anchor Breeze Canopy Dusk Eddy Flag Gust Harbour".split()
        used = ", ".join(f"{name.lower()}s" for name in names)
        letters = "abcdefghijklmnopqrstuvwxyz"
        long = [f"1.1{letter} It flies.\n\n" for letter in (*letters, *(f"a{letter}" for letter in letters))]
        others = "".join(f"2.{at} {name} is a thing.\n\n3.{at} A rule.\n\n" for at, name in enumerate(names, 1))
        glossary = "".join(f"{name}\nA thing. See rule 2.{at}.\n\n" for at, name in enumerate(names, 1))
        text = (
            f"1 Ports\n\n1.1 It uses {used}; see rules {', '.join(f'3.{at}' for at in range(1, 9))}.\n\n{''.join(long)}"
        )
        install("kites", {"1": f"{text}2 Things\n\n{others}Glossary\n\n{glossary}"})
        lines = run("explain", "kites:1.1").out.splitlines()
        assert [line[:5] for line in lines if line.endswith("  A rule.")] == [f"  3.{at}" for at in range(1, 3)]
        assert [line.split()[0] for line in lines if " A thing. " in line] == names[:2]


def test_a_term_of_four_books_has_a_dozen_lines_in_each(run: Run, install: Install) -> None:
    parts = "".join(f"1.1{letter} A part.\n\n" for letter in "abcdefghijklmnopqrstuvwxyz")
    text = f"1 Cranes\n\n1.1 A crane lifts:\n\n{parts}Glossary\n\nCrane\nA machine. See rule 1.1.\n"
    for book in ("kites", "knots", "tower", "harbour"):
        install(book, {"1": text})
    blocks = [list(lines) for shown, lines in groupby(run("term", "crane").out.splitlines(), bool) if shown]
    assert [len(block) for block in blocks] == [9] * 4  # with blank lines, and room for notes


class TestInfractions:
    """An infraction fits a screen of 24 lines of 80 columns."""

    @staticmethod
    def part(title: str, length: int) -> Rule:
        """A part of a section with a text of this many letters."""
        text = ("A kite. " * length)[: length - 1] + "."
        return Rule("kites", "1", RuleNumber(f"1.{title}"), "rule", None, 1, title, text, "official", None, None, "en")

    def page(self, upgrades: list[Rule], remedy: list[Rule], address: str = "kites") -> str:
        rule = Rule(
            *("kites", "1", RuleNumber("1"), "rule", None, 1, "Torn Kite", "", "official", None, None, "en"),
            penalty=(Penalty(None, "Warning"),),
        )
        found = Infraction(rule, (), (), None, tuple(upgrades), (), tuple(remedy), (), {})
        page: Page = penalties.infraction([found], "Kites", address)
        return "".join("".join(span.text for span in line.spans) + "\n" for line in page.lines)

    @inside_and_outside
    def test_a_text_of_fourteen_lines_is_whole(self, inside: bool) -> None:
        part = self.part("remedy", 14 * 72 - len("remedy: ") + (0 if inside else 1))
        assert (f"remedy: {part.text}\n" in self.page([], [part])) == inside

    @inside_and_outside
    def test_two_texts_share_fourteen_lines_evenly(self, inside: bool) -> None:
        part = self.part("remedy", 7 * 72 - len("remedy: ") + (0 if inside else 1))
        page = self.page([self.part("upgrade", 5000)], [part])
        assert (f"remedy: {part.text}\n" in page) == inside

    def test_twenty_letters_are_shown_before_a_long_address(self) -> None:
        parts = [self.part(f"remedy{at}", 900) for at in range(20)]
        page = self.page([], parts, "kites@2024-01-01-a-name-of-forty-letters-at-most")
        assert "remedy19: A kite. A kite. A… rules kites@" in page
