"""Where a search looks: a branch, a kind, several books, every edition; and numbers amid its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from searching import BAKERY, KITES, add, numbers
from support import Run

from rules_cli import Library, RuleNotFound
from rules_cli.errors import BookNotFound, UsageError


def found(library: Library, query: str, **options: object) -> list[str]:
    return [hit.rule.id for hit in library.search(query, **options)]  # type: ignore[arg-type]


class TestBranch:
    def test_only_rules_in_it(self, library: Library) -> None:
        assert set(found(library, "kite", book="kites", within="2.1")) <= {"kites:2.1", "kites:2.1a", "kites:2.1b"}

    def test_named_with_its_book(self, library: Library) -> None:
        inside = found(library, "kite line", within="kites:2.2")
        assert inside and all(each.startswith("kites:2.2") for each in inside)

    def test_in_every_book_that_has_it(self, library: Library) -> None:
        assert {
            each.partition(":")[0] for each in found(library, "tangle tangled", book="kites,bakery", within="1")
        } == {"bakery"}

    def test_a_missing_branch_is_an_error(self, library: Library) -> None:
        with pytest.raises(RuleNotFound):
            library.search("kite", book="kites", within="9.9")


class TestKind:
    @pytest.mark.parametrize(("kind", "row"), [("rule", "2.2a"), ("heading", "2.2"), ("glossary", "glossary.tangle")])
    def test_only_such_rows(self, library: Library, kind: str, row: str) -> None:
        hits = library.search("tangle", book="kites", kind=kind)
        assert row in [hit.rule.number for hit in hits]
        assert {hit.rule.number.startswith("glossary.") for hit in hits} == {kind == "glossary"}
        assert {hit.rule.kind for hit in hits} == {"heading" if kind == "heading" else "rule"}

    def test_no_other(self, library: Library) -> None:
        with pytest.raises(UsageError, match="heading"):
            library.search("tangle", kind="chapter")


class TestIntroduction:
    @pytest.fixture(autouse=True)
    def yards(self, tmp_path: Path) -> None:
        intro = "Introduction\n\nShips are built in yards as wide as two meadows.\n\n"
        add(tmp_path, f"Yard Rules\n\n{intro}1 Yards\n\n1.1 A yard builds ships.\n\n1.2 Two ships are wide.\n", "yards")

    @pytest.mark.parametrize("query", ["introduction", "as wide as two meadows"])
    def test_its_title_and_what_only_it_says_are_found(self, query: str) -> None:
        assert found(Library.open(), query, book="yards")[0] == "yards:introduction"

    def test_what_a_rule_answers_is_not_asked_of_it(self) -> None:
        assert "yards:introduction" not in found(Library.open(), "yard ships", book="yards")


class TestBooks:
    def test_several_are_merged_by_worth(self, library: Library) -> None:
        assert found(library, "tangled loaf", book="kites,bakery")[0] == "bakery:1.1"
        assert found(library, "tangle", book="bakery,kites")[0] == "kites:2.2"

    def test_together_they_find_what_each_finds(self, library: Library) -> None:
        alone = {f"{book}:{n}" for book in ("kites", "bakery") for n in numbers(library, "kite oven", book, 50)}
        assert set(found(library, "kite oven", book="kites,bakery", limit=50)) == alone

    def test_a_missing_branch_is_an_error(self, library: Library) -> None:
        with pytest.raises(BookNotFound):
            library.search("kite", book="kites,kytes")

    def test_every_edition(self, library: Library, tmp_path: Path) -> None:
        add(tmp_path, KITES.replace("2024", "2025").replace("lantern", "candle"), "kites")
        library = Library.open()
        editions = [hit.rule.edition for hit in library.search("carry a lantern", "kites", every=True, limit=2)]
        assert editions == ["2024-05-01", "2025-05-01"]
        assert {hit.rule.edition for hit in library.search("carry a lantern", "kites")} == {"2025-05-01"}


class TestNumbers:
    def test_a_number_amid_words_comes_first(self, library: Library) -> None:
        hits = library.search("does 1.2b matter to a boxkite?", "kites")
        assert (str(hits[0].rule.number), hits[0].tier) == ("1.2b", "number")
        assert "2.1a" in [str(hit.rule.number) for hit in hits[1:]]

    def test_each_rule_is_found_once(self, library: Library) -> None:
        found = numbers(library, "1.2b heavier gust")
        assert len(found) == len(set(found)) and found[0] == "1.2b"

    def test_a_number_outside_the_branch_is_not_found(self, library: Library) -> None:
        assert library.search("1.2b", "kites", within="2") == []


class TestCommand:
    def test_options(self, library: Library, run: Run) -> None:
        assert library is not None
        ran = run("search", "tangle", "-b", "kites,bakery", "--in", "kites:2", "--kind", "rule", "-n", "1")
        assert ran.code == 0 and ran.out.startswith("2.2a")

    def test_editions_are_told_apart(self, run: Run, tmp_path: Path) -> None:
        for year in ("2023", "2024"):
            add(tmp_path, BAKERY.replace("2023", year), "bakery")
        lines = run("search", "loaves", "-b", "bakery", "--all").out.splitlines()
        assert {line.split(":")[0] for line in lines[:2]} == {"bakery@2023-06-01", "bakery@2024-06-01"}

    def test_a_branch_that_is_not_there(self, library: Library, run: Run) -> None:
        assert library is not None
        ran = run("search", "kite", "-b", "kites", "--in", "9.9")
        assert ran.code == 1 and "kites:9.9" in ran.err


def test_a_search_in_one_book_does_not_look_at_the_others(run: Run, home: Path) -> None:
    folder = home / "data" / "books" / "kites"
    folder.mkdir(parents=True)
    (folder / "1.yaml").write_text("no tree", encoding="utf-8")
    assert run("search", "moniker", "-b", "fab").err == ""
    assert "kites@1 is damaged" in run("search", "moniker").err
