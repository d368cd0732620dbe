"""A GitBook: a made-up one with every oddity of the real ones, and the part of the official one where it is there.

Each sentence of "Books without printed numbers" in docs/interface.md has a test here or in test_pages.py.
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing import BOOKS, by_number, document, odd, parents, read_paths, references, shipped, texts, unaccounted
from support import SHARED, Run

from rules_cli.errors import SourceError
from rules_cli.formats import read
from rules_cli.formats.source_line import ContentsEntry, Document
from rules_cli.model import Book
from rules_cli.parse import parse, read_all
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.links import place_of

GITBOOK = BOOKS / "gitbook"


@cache
def harbour() -> Book:
    """The made-up GitBook."""
    return book_at(GITBOOK)


def book_at(path: Path) -> Book:
    """What a folder or archive holds, read as Grand Archive's pages are."""
    return parse(read(path), shipped("ga"), "harbour", "1")


def pages_of(*pages: tuple[str, str]) -> list[Document]:
    """Pages of markdown by their paths, as a folder gives them."""
    return [document(text, name) for name, text in pages]


def linked(href: str, *others: tuple[str, str], here: str = "a/here.md") -> tuple[str, bool]:
    """Where a link on a page of a folder leads, and whether the book holds that."""
    pages = pages_of((here, f"# Here\n\n1. See [this]({href}).\n"), *others)
    ((_, target, resolved),) = references(parse(pages, shipped("ga"), "harbour", "1"), "here.1")
    return target, resolved


class TestTree:
    def test_the_whole_of_it(self) -> None:
        assert parents(harbour()) == {
            "what-changed": None,
            "what-changed.spring-edition": "what-changed",
            "ground-rules": None,
            "goal": "ground-rules",
            "goal.1": "goal",
            "goal.2": "goal",
            "parts-of-a-boat": "ground-rules",
            "hull": "parts-of-a-boat",
            "hull.general-rules": "hull",
            "hull.1": "hull.general-rules",
            "hull.2": "hull.general-rules",
            "hull.2.1": "hull.2",
            "hull.2.1.1": "hull.2.1",
            "hull.2.2": "hull.2",
            "hull.3": "hull.general-rules",
            "hull.3#2": "hull.general-rules",
            "hull.4": "hull.general-rules",
            "hull.4.1": "hull.4",
            "hull.kinds-of-hull": "hull",
            "hull.kinds-of-hull.1": "hull.kinds-of-hull",
            "hull.kinds-of-hull.2": "hull.kinds-of-hull",
            "hull.painted-hulls": "hull",
            "hull.painted-hulls.1": "hull.painted-hulls",
            "toll": "parts-of-a-boat",
            "toll.general-rules": "toll",
            "toll.1": "toll.general-rules",
            "toll.1.1": "toll.1",
            "toll.2": "toll.general-rules",
            "toll.in-port": "toll.general-rules",
            "toll.in-port.1": "toll.in-port",
            "toll.at-sea": "toll.general-rules",
            "toll.at-sea.1": "toll.at-sea",
            "play": None,
            "play.1": "play",
            "crews": "play",
            "crews.mending": "crews",
            "crews.mending.1": "crews.mending",
            "crews.fees": "crews",
            "crews.fees.1": "crews.fees",
            "crews.fees#2": "crews",
            "crews.fees#2.1": "crews.fees#2",
            "crews-hiring": "crews",
            "crews-hiring.1": "crews-hiring",
            "shore-leave": "crews",
            "shore-leave.1": "shore-leave",
            "fair-foul-winds": "play",
            "fair-foul-winds.1": "fair-foul-winds",
            "fair-foul-winds.foul-winds": "fair-foul-winds",
            "fair-foul-winds.foul-winds.1": "fair-foul-winds.foul-winds",
            "storm-phase": None,
            "storm-phase-hiring": "storm-phase",
            "storm-phase-hiring.1": "storm-phase-hiring",
            "glossary": None,
            "harbour-words": "glossary",
            "harbour-words.crate": "harbour-words",
            "harbour-words.crate.1": "harbour-words.crate",
            "harbour-words.crates-owed-owing": "harbour-words",
            "harbour-words.crates-owed-owing.1": "harbour-words.crates-owed-owing",
            "harbour-words.gull-bird": "harbour-words",
            "harbour-words.gull-bird.1": "harbour-words.gull-bird",
            "gulls": None,
            "gulls.1": "gulls",
        }

    def test_anomalies(self) -> None:
        assert odd(harbour()) == [
            ("dangling-reference", "hull.2"),
            ("duplicate-number", "hull.3#2"),
            ("dangling-reference", "toll.2"),
            ("duplicate-number", "crews.fees#2"),
        ]

    def test_every_line_of_it_and_of_its_contents_is_accounted_for(self) -> None:
        assert not unaccounted(*read_paths([GITBOOK], "ga"))
        assert not unaccounted(*read_paths([GITBOOK], None))

    def test_an_archive_of_it_is_the_same_book(self, tmp_path: Path) -> None:
        shutil.copytree(GITBOOK, tmp_path / "repo" / "harbour-main")
        (tmp_path / "repo" / "__MACOSX").mkdir()
        (tmp_path / "repo" / "__MACOSX" / "._README.md").write_bytes(b"\x00\x05")
        archive = Path(shutil.make_archive(str(tmp_path / "book"), "zip", tmp_path / "repo"))
        assert any(name.startswith("harbour-main/") for name in zipfile.ZipFile(archive).namelist())
        assert book_at(archive) == harbour()

    def test_on_the_command_line(self, run: Run) -> None:
        figures = json.loads(run("import", str(GITBOOK), "--book", "harbour", "--json").out)
        assert (figures["rules"], figures["headings"], len(figures["anomalies"])) == (36, 26, 4)
        assert len(figures["dropped"]) == len(harbour().dropped)
        (toll,) = json.loads(run("show", "harbour:toll", "--depth", "0", "--json").out)
        assert (toll["parent"], toll["title"]) == ("parts-of-a-boat", "Parts of a Boat - Toll")
        assert run("tree", "harbour", "--depth", "9").out.count("Parts of a Boat - Hull") == 1

    def test_a_page_alone_has_no_parent_and_the_same_numbers(self) -> None:
        alone = book_at(GITBOOK / "ground-rules" / "ground-rules-parts-of-a-boat" / "parts-of-a-boat-hull.md")
        assert parents(alone)["hull"] is None
        whole = {number for number in parents(harbour()) if number.startswith("hull")}
        assert {number for number in parents(alone) if number.startswith("hull")} == whole

    def test_a_page_is_called_as_it_says_itself_else_as_the_contents_say(self) -> None:
        rows = by_number(harbour())
        assert (rows["crews"].title, rows["storm-phase"].title) == ("Play -  Crews", "Storm Phase")
        assert rows["glossary"].title == "Glossary"

    def test_what_is_dropped_and_why(self) -> None:
        reasons = Counter((line.source, line.why) for line in harbour().dropped)
        assert {place: n for place, n in reasons.items() if place[1] != "markup without words"} == {
            ("SUMMARY.md", "table of contents"): 21,
            ("table-of-contents.md", "table of contents"): 7,
            ("play/play-crews/README.md", "table of contents"): 2,
            ("ground-rules/README.md", "navigation to sub-pages"): 4,
            ("ground-rules/ground-rules-parts-of-a-boat/README.md", "navigation to sub-pages"): 2,
            ("play/play-crews/README.md", "navigation to sub-pages"): 3,
            ("ground-rules/ground-rules-goal.md", "settings of the page"): 5,
        }


class TestWords:
    @pytest.mark.parametrize(
        ("number", "text"),
        [
            pytest.param(
                "what-changed.spring-edition",
                "• Tolls are paid in crates.\n• Gulls may be hired.",
                id="a list with no rule above",
            ),
            pytest.param("hull.1", "Hulls are named [Wood], [Length] or [NONE].", id="escapes and code"),
            pytest.param(
                "hull.3", "A hull that leaks:\n• takes on water,\n• lists,\n• and sinks.", id="a list of bullets"
            ),
            pytest.param(
                "hull.3#2", "A hull may be sold. Its crates are lost.\n• | Wood | Crates |\n• | oak | 4 |", id="a table"
            ),
            pytest.param("hull.4", "", id="an item of a picture alone"),
            pytest.param("hull.kinds-of-hull", "There are two kinds.", id="under a title in bold"),
            pytest.param("hull.kinds-of-hull.2", "A flat hull slaps.", id="emphasis"),
            pytest.param(
                "toll.2",
                "Tolls follow the winds, the hull, paint, shares and a lost page. "
                "Who pays is told above; the fan club is free.",
                id="an item of two lines",
            ),
            pytest.param(
                "crews-hiring.1",
                "A crew is hired for one turn; see:\n• Crews\n• Storm hiring",
                id="links to other pages",
            ),
        ],
    )
    def test_texts(self, number: str, text: str) -> None:
        assert texts(harbour())[number] == text

    @pytest.mark.parametrize(
        ("number", "notes"),
        [
            ("hull.1", ("A “hull” on a card is the whole boat.",)),
            ("hull.2.1.1", ("E.g., Old Peg is mended twice.\n• once at dawn\n• once at dusk",)),
            ("hull.3", ("Nothing more happens to it.",)),
            ("hull.3#2", ("An oaken hull",)),
            ("goal.2", ("A tie goes to the older boat or to the smaller one.",)),
            ("play.1", ("1. deal # cards",)),
        ],
    )
    def test_notes(self, number: str, notes: tuple[str, ...]) -> None:
        assert by_number(harbour())[number].words.notes == notes

    def test_examples(self) -> None:
        assert [row.number for row in harbour().rows if row.words.examples] == ["toll.2"]
        assert by_number(harbour())["toll.2"].words.examples == ("A boat of oak pays four.",)

    def test_references(self) -> None:
        assert references(harbour(), "toll.2") == [
            ("the winds", "fair-foul-winds", True),
            ("the hull", "hull.kinds-of-hull", True),
            ("paint", "hull.painted-hulls", True),
            ("shares", "crews.fees", True),
            ("a lost page", "broken-reference", False),
            ("told above", "toll.general-rules", True),
        ]
        assert references(harbour(), "what-changed.spring-edition") == [("crates", "harbour-words.crate", True)]


class TestLinks:
    OTHERS = (
        ("a/README.md", "# Folder\n\n1. A.\n"),
        ("b/there.md", "# There\n\n#### Wind\n\n1. A <a id='x'></a><a id=\"gust\"></a>gust.\n\n#### Wind\n\n1. B.\n"),
        (
            "b/deep/README.md",
            '# Deep\n\n#### Reef <a href="#knot" id="knot"></a>\n\n1. A.\n\n#### Player\'s Kite/Tail\n',
        ),
        ("a b.md", "# Blank\n\n1. A.\n"),
    )

    @pytest.mark.parametrize(
        ("href", "target"),
        [
            pytest.param("../b/there.md", "there", id="a page"),
            pytest.param("./../b/../b/there.md", "there", id="by a winding path"),
            pytest.param("/b/there.md", "there", id="from the book's top"),
            pytest.param("../b/there", "there", id="without an ending"),
            pytest.param("../b/there.md?x=1", "there", id="with a query"),
            pytest.param("../b/deep/README.md", "deep", id="a folder's first page"),
            pytest.param("../b/deep/", "deep", id="a folder"),
            pytest.param("../b/deep", "deep", id="a folder without a slash"),
            pytest.param("README.md", "folder", id="the page's own folder"),
            pytest.param("./", "folder", id="the page's own folder by a dot"),
            pytest.param("../a%20b.md", "blank", id="URL-encoded"),
            pytest.param("<../a b.md>", "blank", id="in angle brackets"),
            pytest.param('../b/there.md "There it is"', "there", id="with a title"),
            pytest.param("../b/there.md#wind", "there.wind", id="a heading"),
            pytest.param("../b/there.md#wind-1", "there.wind#2", id="the second heading of a kind"),
            pytest.param("../b/there.md#gust", "there.wind.1", id="an item that is named"),
            pytest.param("../b/deep/#knot", "deep.reef", id="a heading by its given name"),
            pytest.param("../b/deep/#reef", "deep.reef", id="a heading that has another name too"),
            pytest.param("../b/deep/#players-kite-tail", "deep.players-kite-tail", id="a heading with signs in it"),
            pytest.param("../b/there.md#calm", "there", id="a name that is not there"),
            pytest.param("#here", "here", id="this page"),
        ],
    )
    def test_that_lead_to_a_page_of_the_book(self, href: str, target: str) -> None:
        assert linked(href, *self.OTHERS) == (target, True)

    @pytest.mark.parametrize(
        "href",
        ["there.md", "b/there.md", "../there.md", "../c/there.md#wind", "/there.md", "broken-reference", "../b/x/"],
    )
    def test_that_lead_to_none_keep_their_path(self, href: str) -> None:
        assert linked(href, *self.OTHERS) == (href, False)

    def test_between_files_of_numbered_books(self) -> None:
        pages = pages_of(
            ("a/one.md", "# One\n\n1.1 See [two](two.md), [three](two.md#tides) and [four](four.md).\n"),
            ("a/two.md", "# Two\n\n2.1 A tide.\n\n## Tides\n\n2.2 Another.\n"),
        )
        assert [(target, resolved) for _, target, resolved in references(parse(pages, None, "h", "1"), "1.1")] == [
            ("two", True),
            ("two.tides", True),
            ("four.md", False),
        ]

    @pytest.mark.parametrize(
        ("path", "source", "place"),
        [
            ("x.md", "", "x"),
            ("../x.md", "a/b.md", "x"),
            ("../../x.md", "a/b.md", "../x"),
            ("/../x.md", "a/b.md", "x"),
            ("x/README.md", "a/b.md", "a/x"),
            ("README.md", "", ""),
            ("x/index.html", "", "x"),
            ("v1.2-notes", "", "v1.2-notes"),
        ],
    )
    def test_what_a_path_names(self, path: str, source: str, place: str) -> None:
        assert place_of(path, source) == place


class TestSlugs:
    def numbers(self, summary: str, *pages: tuple[str, str], folder: Path) -> list[str]:
        """The numbers of the pages of a folder with these contents."""
        for name, title in pages:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(f"# {title}\n\n1. A rule.\n")
        (folder / "SUMMARY.md").write_text(summary)
        return [str(row.number) for row in book_at(folder).rows if row.kind == "heading"]

    def test_the_parents_slug_goes_in_front_where_two_pages_would_share_one(self, tmp_path: Path) -> None:
        summary = "* [A - Sails](a.md)\n  * [Rig](a/rig.md)\n* [Gone](gone.md)\n  * [Rig](b/rig.md)\n* [Rig](c.md)\n"
        pages = ("a.md", "A - Sails"), ("a/rig.md", "Rig"), ("b/rig.md", "Gone - Rig"), ("c.md", "Rig")
        assert self.numbers(summary, *pages, folder=tmp_path) == ["sails", "sails-rig", "gone-rig", "rig"]

    def test_a_parents_slug_is_its_own_though_it_is_shared_itself(self, tmp_path: Path) -> None:
        summary = "* [A](a.md)\n  * [X - B](b.md)\n    * [C](c.md)\n* [Y - B](d.md)\n  * [C](e.md)\n"
        pages = ("a.md", "A"), ("b.md", "X - B"), ("c.md", "C"), ("d.md", "Y - B"), ("e.md", "C")
        assert self.numbers(summary, *pages, folder=tmp_path) == ["a", "a-b", "b-c", "y-b", "b-c#2"]


class TestPagesWithoutATitle:
    @pytest.mark.parametrize(
        ("name", "called"),
        [
            ("strong_wind.md", "strong wind"),
            ("sky/strong-wind.md", "strong wind"),
            ("sky/strong-wind/README.md", "strong wind"),
            ("sky/strong-wind/index.txt", "strong wind"),
            ("README.md", "README"),
        ],
    )
    def test_are_called_by_their_file_or_their_folder(self, name: str, called: str) -> None:
        book = parse(pages_of((name, "1. A rule of wind is this.\n")), shipped("ga"), "harbour", "1")
        assert book.rows[0].title == called

    def test_are_called_as_the_contents_call_them(self, tmp_path: Path) -> None:
        (tmp_path / "SUMMARY.md").write_text("* [Strong Wind](a.md)\n* [Kites](b.md)\n")
        (tmp_path / "a.md").write_text("Mind the kites\n\n1. A rule.\n")
        (tmp_path / "b.md").write_text("KITES\n\n1. A rule.\n")
        assert texts(book_at(tmp_path)) == {
            "strong-wind": "Mind the kites",
            "strong-wind.1": "A rule.",
            "kites": "KITES",
            "kites.1": "A rule.",
        }


class TestTitlesInBold:
    def test_a_title_over_a_list_that_begins_anew_is_a_heading(self) -> None:
        book = parse(
            pages_of(("a.md", "# A\n\n#### General Rules:\n\n1. B\n\n**Kinds of C**\n\n1. D\n")), None, "h", "1"
        )
        assert parents(book)["a.kinds-of-c.1"] == "a.kinds-of-c"
        assert odd(book) == []

    @pytest.mark.parametrize(
        "line",
        [
            pytest.param("**Kinds of C**\n\n2. D", id="over a list that goes on"),
            pytest.param("**Kinds of C**\n\nWords.", id="over no list"),
            pytest.param("**Kinds of C**\n\n#### E\n\n1. F", id="over another heading"),
            pytest.param("**Kinds of C**\n\n**E**\n\n1. F", id="over another title in bold"),
            pytest.param("**Kinds of C are three.**\n\n1. D", id="a sentence"),
            pytest.param("**Kinds** of C\n\n1. D", id="in part"),
            pytest.param("**Kinds** of **C**\n\n1. D", id="in two parts"),
            pytest.param("**Kinds of C**\nand more.\n\n1. D", id="the first line of a paragraph"),
            pytest.param("   **Kinds of C**\n\n   1. D", id="inside an item"),
        ],
    )
    def test_other_bold_words_are_words(self, line: str) -> None:
        book = parse(pages_of(("a.md", f"# A\n\n1. B\n\n{line}\n")), shipped("ga"), "h", "1")
        assert "a.kinds-of-c" not in parents(book)


class TestNavigation:
    def dropped(self, text: str, name: str = "a/README.md", listed: bool = True) -> list[tuple[int, str]]:
        """The dropped lines of a page in a folder with contents."""
        (page,) = pages_of((name, f"# A\n\n1. B.\n\n{text}\n"))
        if listed:
            (page,) = (Document(page.name, page.lines, page.joins, ContentsEntry("A", name)),)
        return [(line.line, line.why) for line in parse([page], shipped("ga"), "h", "1").dropped]

    def test_a_list_of_links_below_a_folders_first_page(self) -> None:
        text = "Sub-pages:\n\n* [C](c.md)\n  * [D](d/README.md)\n* [E](../a/e/)"
        assert self.dropped(text) == [(n, "navigation to sub-pages") for n in (5, 7, 8, 9)]

    @pytest.mark.parametrize(
        "text", ["* [C](../c.md)", "* [C](c.md) too", "1. [C](c.md)", "* [Web](https://example.org)"]
    )
    def test_other_lists_stay(self, text: str) -> None:
        assert self.dropped(text) == []

    def test_a_link_to_the_page_itself_leads_not_below_it(self) -> None:
        assert self.dropped("* [A](README.md)", "README.md") == []
        assert self.dropped("* [B](b.md)", "README.md") == [(5, "navigation to sub-pages")]

    def test_links_beside_a_page_lead_not_below_it(self) -> None:
        assert self.dropped("* [C](c.md)", "a/b.md") == []
        assert self.dropped("* [C](b/c.md)", "a/b.md") == [(5, "navigation to sub-pages")]

    def test_a_list_of_links_to_this_pages_headings_is_a_table_of_contents(self) -> None:
        assert self.dropped("* [C](#c)\n  * [D](#d)") == [(5, "table of contents"), (6, "table of contents")]


def test_a_folder_without_a_rule_is_refused_in_a_line_that_names_few_of_its_pages() -> None:
    pages = pages_of(*((f"{n}.md", "# Nothing\n") for n in range(9)))
    with pytest.raises(SourceError, match=r"^0\.md, 1\.md, 2\.md and 6 more: no numbered rule"):
        parse(pages, shipped("ga"), "h", "1")


class TestContentsAsAPage:
    def test_a_page_of_contents_is_dropped_title_and_all(self) -> None:
        pages = pages_of(("a.md", "# Table of Contents\n\n1. [B](b.md)\n   * [C](c.md)\n"), ("b.md", "# B\n\n1. D.\n"))
        book = parse(pages, shipped("ga"), "h", "1")
        assert list(parents(book)) == ["b", "b.1"]
        assert {(line.source, line.why) for line in book.dropped} == {("a.md", "table of contents")}

    def test_one_that_says_more_stays(self) -> None:
        pages = pages_of(("a.md", "# Table of Contents\n\n1. [B](b.md) and more.\n"))
        assert list(parents(parse(pages, shipped("ga"), "h", "1"))) == ["table-of-contents", "table-of-contents.1"]


LINES = """
# Kites
#### General Rules:
**Kinds of Kite**
1. A kite.
   1. A tail.
4.
* a kite
* [Wind](wind.md)
* [Tail](#tail)
| kite | tail |
|---|:-:|
---
description: kites
```
~~~ kite
<!-- kites
-->
{% hint style="info" %}
{% endhint %}
{% tab title="Kites" %}
{% endtab %}
{% content-ref url="wind.md" %}
{% endcontent-ref %}
{% embed url="https://example.org/%7Ekite" %}
<figure><img src="kite.png"><figcaption>A kite</figcaption></figure>
<h3 align="center">Kites</h3>
A kite flies.
   A kite falls.
Kites of Paper:
\\
<br>
""".strip("\n").split("\n")


@given(st.lists(st.sampled_from([*LINES, "", ""]), max_size=25))
def test_no_line_of_any_page_is_lost(lines: list[str]) -> None:
    with_rule = [*lines, "", "1. A last rule."]
    page = document("\n".join(with_rule), "kites.md")
    assert [line.raw for line in page.lines] == with_rule
    for profile in (shipped("ga"), infer_profile([page])):
        assert profile is not None
        assert not unaccounted([page], read_all([page], profile))


# --- the official pages, if they are installed

GA = SHARED / "sources" / "ga"
official = pytest.mark.skipif(not GA.is_dir(), reason="the official pages are not in ../shared/sources/ga")


@cache
def grand_archive() -> Book:
    """The part of the official GitBook that is there."""
    return book_at(GA)


def official_pages() -> list[Path]:
    """The pages, without their table of contents."""
    return sorted(path for path in GA.rglob("*.md") if path.name != "SUMMARY.md")


@pytest.mark.slow
@official
class TestOfficialPages:
    def test_every_list_item_is_a_rule(self) -> None:
        items = {
            path.relative_to(GA).as_posix(): len(re.findall(r"^[ \t]*\d+[.)][ \t]", path.read_text(), re.MULTILINE))
            for path in official_pages()
        }
        rules = {name: sum(r.kind == "rule" and not r.title for r in book_at(GA / name).rows) for name in items}
        assert rules == items
        assert sum(row.kind == "rule" and not row.title for row in grand_archive().rows) == sum(items.values())

    def test_the_one_item_number_that_is_printed_twice(self) -> None:
        assert odd(grand_archive(), "duplicate-number", "number-gap", "missing-parent") == [
            ("duplicate-number", "naming.6#2")
        ]

    def test_pages_come_as_the_contents_list_them_each_below_the_nearest_that_is_there(self) -> None:
        assert [(str(r.number), r.parent) for r in grand_archive().rows if r.title and "." not in r.number] == [
            ("name", None),
            ("cost", None),
            ("abilities", None),
            ("activated-abilities", "abilities"),
            ("triggered-abilities", "abilities"),
            ("static-abilities", "abilities"),
            ("restriction-abilities", "abilities"),
            ("ability-tracking", "abilities"),
            ("resolving-triggered-and-activated-abilities", "abilities"),
            ("naming", None),
            ("game-terms", None),
        ]

    def test_a_page_alone_is_the_same_and_has_no_parent(self) -> None:
        for path in official_pages():
            alone = book_at(path)
            assert alone.rows[0].parent is None
            whole = by_number(grand_archive())
            assert all(r.words == whole[r.number].words for r in alone.rows if r.kind == "rule")

    def test_every_link_to_a_page_that_is_there_is_resolved_and_no_other(self) -> None:
        there = {path.relative_to(GA).as_posix() for path in official_pages()}
        expected: Counter[bool] = Counter()
        for path in official_pages():
            folder = path.parent.relative_to(GA).as_posix()
            body = re.sub(r"^\* \[[^]]*\]\([^)./]*\.md\)$", "", path.read_text(), flags=re.MULTILINE)
            for href in re.findall(r"(?<!!)\[[^][]+\]\(([^)]+)\)", body):
                if "://" not in href:
                    expected[posixpath.normpath(posixpath.join(folder, href.partition("#")[0])) in there] += 1
        found = [reference for row in grand_archive().rows for reference in row.references]
        assert Counter(reference.resolved for reference in found) == expected
        assert {r.target for r in found if r.resolved} <= set(parents(grand_archive()))

    @pytest.mark.parametrize(
        ("number", "target"),
        [
            ("abilities.3.1", "game-terms.label-keywords"),
            ("cost.2", "game-terms.reserve"),
            ("naming.6#2", "name"),
            ("triggered-abilities.11", "game-terms.reflexive-trigger"),
            ("game-terms.control-and-ownership.3", "game-terms.suppress"),
        ],
    )
    def test_where_links_lead(self, number: str, target: str) -> None:
        assert target in [r.target for r in by_number(grand_archive())[number].references if r.resolved]

    def test_every_hint_box_is_one_note_of_the_rule_before_it(self) -> None:
        boxes = sum(path.read_text().count("{% hint ") for path in official_pages())
        outside = {"activated-abilities.1"}
        notes = {str(row.number): len(row.words.notes) for row in grand_archive().rows if row.words.notes}
        assert sum(count for number, count in notes.items() if number not in outside) == boxes
        assert by_number(grand_archive())["abilities.3.1.2"].words.notes[0].startswith("E.g., if an effect")

    def test_every_word_is_in_a_row_or_a_dropped_line(self) -> None:
        assert not unaccounted(*read_paths([GA], "ga"))
        assert Counter(line.why for line in grand_archive().dropped) == {
            "table of contents": 111,
            "markup without words": 60,
            "navigation to sub-pages": 6,
        }

    def test_no_mark_of_the_format_is_left(self) -> None:
        for row in grand_archive().rows:
            for text in (row.title or "", row.words.text or "", *row.words.examples, *row.words.notes):
                assert not re.search(r"\*\*|\]\(|&#|^#|\{%|<br|<img|<a |\\|\u00a0", text)
                assert text == text.strip()

    def test_all_of_its_pages_with_made_up_words(self, tmp_path: Path) -> None:
        listed = re.findall(r"\[([^]]*)\]\(([^)]*)\)", (GA / "SUMMARY.md").read_text())
        shutil.copy(GA / "SUMMARY.md", tmp_path)
        for at, (title, name) in enumerate(listed):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            there = posixpath.relpath(listed[at - 1][1], posixpath.dirname(name) or ".")
            (tmp_path / name).write_text(f"# {title}\n\n1. A kite, see [there]({there}).\n   1. A tail.\n")
        book = book_at(tmp_path)
        assert Counter(row.kind for row in book.rows) == {"heading": len(listed), "rule": 2 * len(listed)}
        assert [row.title for row in book.rows if row.kind == "heading"] == [title for title, _ in listed]
        assert book.anomalies == ()
        assert parents(book)["damage-step"] == "combat-phase"
        assert parents(book)["combat-phase"] == "turn-order"
        assert parents(book)["special-continuous-effects"] == "continuous-effects"
