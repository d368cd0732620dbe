"""Both sides of the lengths that pages are cut to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import Install, Run

from rules_cli.library import Library
from rules_cli.model import Penalty, Rule, RuleNumber
from rules_cli.penalties import Infraction
from rules_cli.render import names, out, penalties
from rules_cli.render.excerpt import lead
from rules_cli.render.layout import beside, wrapped
from rules_cli.render.page import Page, Span
from rules_cli.render.results import results
from rules_cli.render.rules import TreeRow, add_tree
from rules_cli.search import find
from rules_cli.search.context import context_of

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
        assert ("also 1.14" in out) != inside

    @inside_and_outside
    def test_of_each_two_lines_are_shown(self, run: Run, install: Install, inside: bool) -> None:
        text = f"See rule 1.1. {'A kite. ' * 15}{'x' * (12 if inside else 13)}."
        kites(install, "A kite flies.", text)
        assert (f"1.2  {text}\n" in run("refs", "kites:1.1").out) == inside

    @inside_and_outside
    def test_six_are_named_beside_a_rule_and_of_more_the_number(self, run: Run, install: Install, inside: bool) -> None:
        kites(install, "A kite flies.", *["It flies, see rule 1.1."] * (6 if inside else 7))
        named = "used by 1.2, 1.3, 1.4, 1.5, 1.6, 1.7 ·" if inside else "used by 7 rules (rules refs kites:1.1)"
        assert named in run("show", "kites:1.1").out

    @inside_and_outside
    def test_two_are_named_of_each_rule_of_a_range(self, run: Run, install: Install, inside: bool) -> None:
        kites(install, "A kite flies.", "A kite lands.", *["It flies, see rule 1.1."] * (2 if inside else 3))
        named = "1.1 used by 1.3, 1.4" if inside else "1.1 used by 3 rules"
        assert named in run("show", "kites:1.1-1.2").out


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
        count = 31 if inside else 33
        kites(install, *["It flies."] * count)
        out = run("explain", "kites:1").out
        assert len(out.splitlines()) <= 36
        assert (f"1.{count}  It flies." in out) == inside

    def test_the_rule_that_was_asked_for_is_always_whole(self, run: Run, install: Install) -> None:
        kites(install, "It flies high. " * 300, "A kite lands.")
        assert run("explain", "kites:1.1").out.count("It flies high.") == 300

    @inside_and_outside
    def test_a_definition_has_135_letters(self, run: Run, install: Install, inside: bool) -> None:
        definition = f"It is {'tall ' * 18}. X{'x' * (35 if inside else 36)}."
        assert len(definition) == (135 if inside else 136)
        kites(
            install,
            "It needs a crane.",
            "A crane lifts.",
            f"It turns.\n\nGlossary\n\nCrane\n{definition} See rule 1.2.",
        )
        assert (f"{definition.split('. ')[1]}  1.2\n" in run("explain", "kites:1.1").out) == inside

    def test_a_definition_has_no_sentence_that_only_points(self, run: Run, install: Install) -> None:
        kites(
            install, "It needs a crane.", "A crane lifts.", "It turns.\n\nGlossary\n\nCrane\nIt is tall. See rule 1.2."
        )
        assert "Crane  It is tall.  1.2\n" in run("explain", "kites:1.1").out

    def test_thirty_letters_of_a_text_follow_a_long_title(self, run: Run, install: Install) -> None:
        title = " ".join(["Kite"] * 10)
        kites(install, f"{title}\n\n{self.LONG}", *[self.LONG] * 40)
        shown = next(line for line in run("explain", "kites:1").out.splitlines() if "1.1  " in line)
        assert len(shown.partition("  It ")[2]) in range(27, 60)

    def test_long_sub_rules_leave_four_lines_for_references_and_terms(self, run: Run, install: Install) -> None:
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
        assert len([line for line in lines if line.endswith("  A rule.")]) == 3  # and a line that names the others
        assert len([line for line in lines if " A thing. " in line]) >= 4


def test_a_term_of_four_books_has_a_dozen_lines_in_each(run: Run, install: Install) -> None:
    parts = "".join(f"1.1{letter} A part.\n\n" for letter in "abcdefghijklmnopqrstuvwxyz")
    text = f"1 Cranes\n\n1.1 A crane lifts:\n\n{parts}Glossary\n\nCrane\nA machine. See rule 1.1.\n"
    for book in ("kites", "knots", "tower", "harbour"):
        install(book, {"1": text})
    lines = run("term", "crane").out.splitlines()
    assert 4 * 9 <= len(lines) <= 4 * 13


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
        page: Page = penalties.infraction([found], "Kites", address, 24)
        return "".join("".join(span.text for span in line.spans) + "\n" for line in page.lines)

    @inside_and_outside
    def test_a_text_of_nineteen_lines_is_whole(self, inside: bool) -> None:
        part = self.part("remedy", 19 * 72 - len("remedy: ") + (0 if inside else 1))
        assert (f"remedy: {part.text}\n" in self.page([], [part])) == inside

    @inside_and_outside
    def test_a_remedy_has_all_lines_but_that_of_a_long_upgrade(self, inside: bool) -> None:
        part = self.part("remedy", 18 * 72 - len("remedy: ") + (0 if inside else 1))
        page = self.page([self.part("upgrade", 5000)], [part])
        assert (f"remedy: {part.text}\n" in page) == inside

    @inside_and_outside
    def test_two_texts_of_one_kind_share_nineteen_lines_evenly(self, inside: bool) -> None:
        part = self.part("remedy", 9 * 72 - len("remedy: ") + (0 if inside else 1))
        assert (f"remedy: {part.text}\n" in self.page([], [part, self.part("remedy", 5000)])) == inside

    def test_a_sentence_is_whole_before_a_long_address(self) -> None:
        parts = [self.part(f"remedy{at}", 900) for at in range(20)]
        page = self.page([], parts, "kites@2024-01-01-a-name-of-forty-letters-at-most")
        assert "remedy19: A kite. … rules kites@" in page

    @inside_and_outside
    def test_a_definition_of_several_sentences_has_two_lines(self, inside: bool) -> None:
        text = self.part("definition", 120).text or ""
        second = f"It {'x' * (134 - len(text) - 5 + (0 if inside else 1))}."
        page = self.definition(f"{text} {second}")
        assert (second in page) == inside

    @inside_and_outside
    def test_one_long_sentence_of_it_has_six_lines(self, inside: bool) -> None:
        sentence = ("a kite " * 70)[: 6 * 72 - 1 + (0 if inside else 1)].rstrip().ljust(
            431 if inside else 432, "x"
        ) + "."
        assert (sentence in self.definition(sentence)) == inside

    @inside_and_outside
    def test_five_items_of_it_are_listed(self, inside: bool) -> None:
        items = [f"• item {at}" for at in range(5 if inside else 6)]
        page = self.definition("\n".join(["A kite is torn:", *items]))
        assert page.count("• item") == 5
        assert ("… rules kites:" in page) != inside

    def definition(self, text: str) -> str:
        rule = Rule(
            *("kites", "1", RuleNumber("1"), "rule", None, 1, "Torn Kite", text, "official", None, None, "en"),
            penalty=(Penalty(None, "Warning"),),
        )
        page = penalties.infraction([Infraction(rule, (), (), None, (), (), (), (), {})], "Kites", "kites", 24)
        return "".join("".join(span.text for span in line.spans) + "\n" for line in page.lines)


class TestResults:
    """A result other than the first has two lines, or four for one sentence."""

    def second(self, install: Install, text: str, columns: int | None) -> str:
        """The line of the second result for a word that the first one has in its title."""
        install("kites", {"1": f"1 Kites\n\n1.1 Crane\n\n1.1a A crane is a crane.\n\n2 Other\n\n2.1 {text}"})
        library = Library.open()
        found = find(library, "crane", "kites")
        page = results(found, context_of(library, found, "crane"), columns=columns)
        lines = ("".join(span.text for span in line.spans) for line in page.lines)
        return next(line for line in lines if line.startswith("2.1 "))

    @pytest.mark.parametrize(("columns", "line"), [(None, 77), (80, 77), (60, 57)])
    @inside_and_outside
    def test_two_lines_of_sentences_are_shown(
        self, install: Install, columns: int | None, line: int, inside: bool
    ) -> None:
        first = f"A crane {'lifts ' * 8}well."
        start = "2.1  Other: "
        text = f"{first} It is {'x' * (2 * line - len(start) - len(first) - 8 + (0 if inside else 1))}."
        assert (self.second(install, text, columns) == f"{start}{text}") == inside

    @inside_and_outside
    def test_a_sentence_has_four_lines(self, install: Install, inside: bool) -> None:
        start = f"A crane {'lifts ' * 40}"
        text = f"{start}{'x' * (4 * 77 - len('2.1  Other: ') - len(start) - 1 + (0 if inside else 1))}."
        assert (self.second(install, text, 80) == f"2.1  Other: {text}") == inside

    @inside_and_outside
    def test_forty_letters_follow_a_long_title(self, install: Install, inside: bool) -> None:
        second = f"It is {'x' * (18 if inside else 19)}."
        title = " ".join(["Derrick"] * 9)
        page = self.second(install, f"{title}\n\nA crane lifts. {second}", 40)
        assert page.startswith(f"2.1  {title}  A crane lifts.")
        assert page.endswith(second) == inside


@pytest.mark.parametrize(("words", "shown"), [("A kite flies", "A kite flies"), ("A kite flies far", "A kite…")])
def test_a_deep_row_of_a_tree_has_twelve_letters(words: str, shown: str) -> None:
    page = Page()
    add_tree(page, [TreeRow(level, str(level), words, is_title=False) for level in range(40)], 40)
    assert "".join(span.text for span in page.lines[-1].spans).endswith(f"  {shown}")


@pytest.mark.parametrize("length", [599, 602])
def test_a_rule_that_decides_about_names_has_600_characters(length: int) -> None:
    text = f"{'A kite. ' * 60}{'x' * (length - 481)}."
    assert len(text) == length
    assert (lead(text, names.MOST_CHARACTERS) == text) == (length <= 600)


@pytest.mark.parametrize(("count", "lines"), [(2, 8), (3, 8), (7, 3), (10, 2), (15, 1), (30, 1)])
def test_rules_of_a_section_are_cut_to_as_many_lines_as_fit(run: Run, install: Install, count: int, lines: int) -> None:
    kites(install, *[f"A kite {at} {'flies far ' * 200}" for at in range(count)])
    out = run("explain", "kites:1").out
    shown = [len(line) // 70 for line in out.splitlines() if "A kite" in line]
    assert (set(shown), len(shown) == count) == ({lines}, count < 30)


@pytest.mark.parametrize(("columns", "indent", "blanks"), [(20, 30, 12), (20, 12, 12), (20, 11, 11)])
def test_an_indent_leaves_eight_columns_for_words(columns: int, indent: int, blanks: int) -> None:
    (line, *_) = wrapped([Span("kite")], columns, indent)
    assert line[0].text == " " * blanks


@pytest.mark.parametrize(("left", "room"), [("kites", 24), ("kites" * 6, 20)])
def test_words_at_the_right_end_of_a_line_take_two_thirds_of_it_or_what_is_left(left: str, room: int) -> None:
    assert beside([Span(left)], "x" * 40, 30)[-1].text == f"{'x' * (room - 1)}…"


@pytest.mark.parametrize(("columns", "widest"), [("5", 20), ("30", 30)])
def test_a_page_is_twenty_columns_wide_at_least(
    columns: str, widest: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(out, "on_terminal", lambda: True)
    page = Page()
    page.add(Span("a kite " * 20))
    page.add(Span("a"), indent=12)
    out.show(page)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert widest - 6 <= max(map(len, lines)) <= widest
    assert lines[-1] == f"{' ' * (widest // 8)}a"


def test_the_command_for_all_rules_of_a_term_names_each(run: Run, install: Install) -> None:
    glossary = "It flies.\n\nGlossary\n\nCrane\nA machine. See rules 1.1, 1.2, 1.3, and 1.4.\n"
    kites(install, *["A crane flies. " * 200] * 4, glossary)
    assert "whole: rules show 1.1 1.2 1.3 1.4 -b kites" in run("term", "crane", "-b", "kites").out
