"""`rules diff` and `rules trace` on the command line: arguments, output, exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support import Install, Run

from rules_cli import Library
from rules_cli.history import edition_pair, kept_pairs
from rules_cli.store import paths
from rules_cli.store.edition import Edition

OLD = """\
1 Kites

1.1 General

1.1.1 A kite is a card with a tail. See rule 1.2.1.

1.1.2 A player may fly "one kite" each turn.

Example: A player flies a kite, then folds it.

1.1.3 Whoever lets go of the string loses the game at once.

1.2 Winds

1.2.1 A gust lifts every kite of the player whose turn it is.

1.2.2 A storm ends the turn and tears the smallest kite there is.
"""
NEW = """\
1 Kites

1.1 General

1.1.1 A kite is a card with a tail. See rule 1.2.2.

1.1.2 A player may fly “one kite” each turn.

Example: A player flies a kite, then folds it.

Example: A player flies nothing and passes.

1.1.3 Whoever lets go of the string <b>skips</b> the next turn at once.

1.2 Winds

1.2.1 Nobody may whistle while a storm is coming.

1.2.2 A gust lifts every kite of the player whose turn it is.
"""


@pytest.fixture
def kites(run: Run, install: Install) -> Run:
    """Install two editions of a made-up book: one rule added, one removed, two changed, one renumbered."""
    install("kites", {"2001-02-03": OLD, "2004-05-06": NEW})
    return run


def game(*texts: str) -> str:
    """A made-up rulebook of one section with these rules."""
    return "\n\n".join(["1 Play", *(f"1.{n} {text}" for n, text in enumerate(texts, 1))])


class TestArguments:
    @pytest.mark.parametrize(
        "words",
        [
            "kites@2001-02-03 kites@2004-05-06",
            "kites 2001-02-03 2004-05-06",
            "kites 2001 2004",
            "kites 2001-02 2004-05",
            "-b kites 2001-02-03 2004-05-06",
            "2001-02-03 2004-05-06",
            "kites@2001-02-03",
            "kites@2004-05-06",
            "kites@2001",
            "kites",
            "-b kites@2001-02-03 2004",
            "KITES 2001 2004",
        ],
    )
    def test_two_editions_may_be_typed_in_many_ways(self, kites: Run, words: str) -> None:
        value = json.loads(kites("diff", *words.split(), "--json").out)
        assert (value["book"], value["from"], value["to"]) == ("kites", "2001-02-03", "2004-05-06")
        assert value["summary"]["added"] == 1

    @pytest.mark.parametrize("words", ["kites 2004 2001", "kites@2004-05-06 kites@2001-02-03"])
    def test_the_newer_edition_may_come_first(self, kites: Run, words: str) -> None:
        value = json.loads(kites("diff", *words.split(), "--json").out)
        assert (value["from"], value["to"]) == ("2004-05-06", "2001-02-03")
        assert [c["b"] for c in value["changes"] if c["kinds"] == ["added"]] == ["1.2.2"]

    @pytest.mark.parametrize(
        "words",
        [
            "kites 2001 2004 1.1.3",
            "kites 1.1.3",
            "kites:1.1.3",
            "kites rule 1.1.3",
            "kites 1.1.3-1.1.3",
            "1.1.3",
        ],
    )
    def test_one_rule_can_be_compared(self, kites: Run, words: str) -> None:
        changes = json.loads(kites("diff", *words.split(), "--json").out)["changes"]
        assert [(change["a"], change["b"]) for change in changes] == [("1.1.3", "1.1.3")]

    def test_an_edition_that_ships_too_is_named_once(self, run: Run, install: Install) -> None:
        install("fabula", {"undated": OLD})
        assert run("diff", "fabula@1999", "fabula").err == "rules: no edition 1999 of fabula; there are undated\n"
        assert "only one edition of fabula is installed, undated; add another" in run("diff", "fabula").err

    def test_a_section_shows_every_rule_in_it_in_both_editions(self, kites: Run) -> None:
        changes = json.loads(kites("diff", "kites", "1.2.2", "--json").out)["changes"]
        assert [(change["a"], change["b"]) for change in changes] == [("1.2.1", "1.2.2"), ("1.2.2", None)]
        section = json.loads(kites("diff", "kites", "1.1", "--json").out)["changes"]
        assert [change["a"] for change in section] == ["1.1.2", "1.1.3"]

    def test_without_a_book_the_default_book_is_compared(self, kites: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RULES_BOOK", "kites")
        assert json.loads(kites("diff", "1.1.3", "--json").out)["book"] == "kites"
        monkeypatch.setenv("RULES_BOOK", "fab@2025")
        assert json.loads(kites("diff", "kites", "--json").out)["book"] == "kites"

    def test_a_part_that_ships_is_compared_only_if_it_is_named(self, run: Run, install: Install) -> None:
        install("mtg", {"2026-01-16": "100 General\n\n100.1 Kites are flown in turn.\n"})
        ran = run("diff", "mtg", "--summary")
        assert (ran.code, ran.out) == (1, "")
        assert "only one whole edition of mtg is installed, 2026-01-16;" in ran.err
        assert run("diff", "mtg@shipped", "mtg@2026-01-16").code == 0

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            ("fab", 1, "only one edition of fab"),
            ("kites 1.9.9", 1, "closest: 1.2"),
            ("kites 2001 2004 1.1.3 7.7", 1, "7.7"),
            ("nope@1 nope@2", 1, 'no book "nope"'),
            ("kites@1999 kites@2004", 1, "no edition 1999 of kites"),
            ("kites@2001 fab@2025", 2, "two books"),
            ("kites fab", 2, "two books"),
            ("kites@2001 kites@2004 kites@2001", 2, "two editions"),
            ("", 2, "which editions? rules diff kites@2001-02-03 kites@2004-05-06 ("),
            ("kites tail string", 1, "no rule or term tail string; closest: kites:1."),
            ("kites 2001 2004 !!!", 2, "not a rule number"),
        ],
    )
    def test_bad_arguments_are_refused_in_one_line(self, kites: Run, words: str, code: int, said: str) -> None:
        ran = kites("diff", *words.split())
        assert (ran.code, ran.out) == (code, "")
        assert said in ran.err
        assert ran.err.count("\n") == 1


class TestOutput:
    def test_each_kind_of_change_is_printed_with_its_words_marked(self, kites: Run) -> None:
        ran = kites("diff", "kites")
        assert ran.code == 0
        lines = ran.out.splitlines()
        assert lines[0] == "kites 2001-02-03 → 2004-05-06"
        assert lines[1] == "1 added, 1 removed, 1 renumbered, 1 changed, 1 with other examples"
        assert lines[2] == "of the older numbers, 2 now name another rule"
        text = ran.out.split("\n\n", 1)[1]
        assert text == (
            "1 Kites › 1.1 General\n"
            "1.1.2  examples  A player may fly “one kite” each turn.\n"
            "    example: {+A player flies nothing and passes.+}\n"
            "1.1.3  changed\n"
            "    Whoever lets go of the string [-loses-] {+<b>skips</b>+} the [-game-] {+next turn+} at once.\n"
            "\n"
            "1 Kites › 1.2 Winds\n"
            "1.2.1  added\n"
            "    Nobody may whistle while a storm is coming.\n"
            "1.2.1 → 1.2.2  renumbered  A gust lifts every kite of the player whose turn it is.\n"
            "1.2.2  removed\n"
            "    A storm ends the turn and tears the smallest kite there is.\n"
        )

    def test_a_reference_to_a_rule_that_was_renumbered_is_no_change(self, kites: Run) -> None:
        assert "1.1.1" not in kites("diff", "kites").out

    def test_kinds_of_changes_can_be_left_out(self, kites: Run) -> None:
        out = kites("diff", "kites", "--no-renumbering", "--no-references").out
        assert out.startswith("kites 2001-02-03 → 2004-05-06\n1 added, 1 removed, 1 changed, 1 with other examples\n")

    @pytest.mark.parametrize("json_too", [[], ["--json"]])
    def test_equal_editions_have_no_differences(self, kites: Run, json_too: list[str]) -> None:
        ran = kites("diff", "kites@2001", "kites@2001", *json_too)
        assert ran.code == 0
        assert json.loads(ran.out)["changes"] == [] if json_too else ran.out.endswith("no differences\n")

    def test_json_has_the_documented_keys(self, kites: Run) -> None:
        value = json.loads(kites("diff", "kites", "--json").out)
        assert list(value) == ["book", "from", "to", "worded", "summary", "retyped", "numbers", "changes"]
        assert value["numbers"] == {"reused": ["1.2.1", "1.2.2"], "gone": []}
        changed = next(change for change in value["changes"] if change["kinds"] == ["changed"])
        keys = "kinds a b also_a also_b confidence sure title words examples notes references"
        assert list(changed) == keys.split()
        assert changed["words"][:3] == [
            {"op": "same", "text": "Whoever lets go of the string "},
            {"op": "old", "text": "loses "},
            {"op": "new", "text": "<b>skips</b> "},
        ]


SPOOLS = (
    "The eldest flier winds the spool.",
    "Every flier lays down one token.",
    "Whoever has the shortest tail begins.",
    "Nobody whistles during a turn at all.",
    "A torn tail is mended before dusk.",
)


class TestRunsOfRenumberedRules:
    """Neighbours that are renumbered together share a line; other renumbered rules have a line each."""

    def told(self, run: Run, install: Install, old: Sequence[str], new: Sequence[str]) -> list[str]:
        """The numbers that the comparison tells of, as text and as HTML."""
        install("spools", {"2001": game(*old), "2002": game(*new)})
        text = re.findall(r"^(\d.*→ \d.*?)  ", run("diff", "spools").out, re.MULTILINE)
        assert re.findall(r"<h3 [^>]*><b><a [^>]*>(\d.*→ \d.*?)</a></b> <", run("diff", "spools", "--html").out) == text
        return text

    def test_a_renumbered_section_is_one_line(self, run: Run, install: Install) -> None:
        new = ("A kite needs a flier who holds on to it.", *SPOOLS)
        assert self.told(run, install, SPOOLS, new) == ["1.1 … 1.5 → 1.2 … 1.6"]

    @pytest.mark.parametrize(("count", "lines"), [(2, ["1.1 → 1.2", "1.2 → 1.3"]), (3, ["1.1 … 1.3 → 1.2 … 1.4"])])
    def test_three_rules_are_joined(self, run: Run, install: Install, count: int, lines: list[str]) -> None:
        new = ("A kite needs a flier who holds on to it.", *SPOOLS[:count])
        assert self.told(run, install, SPOOLS[:count], new) == lines

    def test_renumbered_rules_in_reverse_order_are_not_joined(self, run: Run, install: Install) -> None:
        found = self.told(run, install, SPOOLS, SPOOLS[::-1])
        assert found == ["1.5 → 1.1", "1.4 → 1.2", "1.2 → 1.4", "1.1 → 1.5"]

    def test_a_run_ends_at_a_rule_that_kept_its_number(self, run: Run, install: Install) -> None:
        first, second, third, fourth, fifth = SPOOLS
        found = self.told(run, install, SPOOLS, (second, first, third, fifth, fourth))
        assert found == ["1.2 → 1.1", "1.1 → 1.2", "1.5 → 1.4", "1.4 → 1.5"]

    def test_a_run_ends_at_a_rule_that_moved_elsewhere(self, run: Run, install: Install) -> None:
        first, *others = SPOOLS
        found = self.told(run, install, SPOOLS, (*others, first))
        assert found == ["1.2 … 1.5 → 1.1 … 1.4", "1.1 → 1.5"]


class TestHtml:
    def test_html_is_one_file_and_the_text_of_the_book_is_escaped(self, kites: Run) -> None:
        ran = kites("diff", "kites", "--html")
        assert ran.code == 0
        assert "<ins>&lt;b&gt;skips&lt;/b&gt;</ins>" in ran.out
        assert "<del>loses</del>" in ran.out
        assert "prefers-color-scheme: dark" in ran.out
        tags = re.findall(r"<([a-z0-9]+)", ran.out)
        assert not {"script", "link", "img", "iframe"} & set(tags)
        assert not re.search(r"https?:|url\(|@import|\bon\w+=", ran.out)

    def test_every_element_is_closed(self, kites: Run) -> None:
        class Nesting(HTMLParser):
            def __init__(self) -> None:
                super().__init__()
                self.open: list[str] = []

            def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
                if tag not in ("meta", "br"):
                    self.open.append(tag)

            def handle_endtag(self, tag: str) -> None:
                assert self.open.pop() == tag

        nesting = Nesting()
        nesting.feed(kites("diff", "kites", "--html").out)
        assert not nesting.open

    def test_html_is_written_to_the_named_file(self, kites: Run, tmp_path: Path) -> None:
        path = tmp_path / "changes.html"
        ran = kites("diff", "kites", "1.1.3", "--html", str(path))
        assert (ran.code, ran.out) == (0, "")
        assert "skips" in path.read_text(encoding="utf-8")


class TestSummary:
    def game(self, *texts: str) -> str:
        return "1 Play\n" + "".join(f"1.{n} {text}\n" for n, text in enumerate(texts, 1))

    def test_has_the_ten_reworded_rules_that_are_cited_most(self, run: Run, install: Install) -> None:
        kites = [f"A kite of class {n} flies over hill {n} and lands at once." for n in range(12)]
        citing = "See rules 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.10, 1.11 and 1.12."
        old = self.game(*kites, citing)
        install("hills", {"2001": old, "2002": old.replace("at once", "at dusk")})
        out = run("diff", "hills", "--summary").out
        assert "12 changed" in out
        assert [n for n in range(1, 14) if f"\n1.{n}  changed" in out] == [*range(3, 13)]

    def test_shares_references_to_a_rule_among_those_under_it(self, run: Run, install: Install) -> None:
        under = "".join(f"1.1{letter} A kite of class {letter} lands at once.\n" for letter in "abcdefgh")
        gulls = "".join(f"1.{n} A gull of class {n} lands at once.\n" for n in range(2, 12))
        citing = "1.12 See rules 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.10 and 1.11.\n1.13 See rule 1.1.\n"
        old = f"1 Play\n1.1 Kites fly in these ways:\n{under}{gulls}{citing}"
        install("hills", {"2001": old, "2002": old.replace("at once", "at dusk")})
        out = run("diff", "hills", "--summary").out
        assert [n for n in range(2, 12) if f"\n1.{n}  changed" in out] == [*range(2, 12)]

    def test_prefers_rules_of_which_more_changed(self, run: Run, install: Install) -> None:
        kites = [f"Kite{n} flies over hill{n} and dale{n} and lands at once." for n in range(1, 13)]
        old = self.game(*kites, "See rules 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.10, 1.11 and 1.12.")
        new = old.replace("at once", "at dusk").replace("dale12 and lands", "dale12 and turns and lands")
        install("hills", {"2001": old, "2002": new})
        out = run("diff", "hills", "--summary").out
        assert [n for n in range(1, 13) if f"\n1.{n}  changed" in out] == [*range(1, 10), 12]

    def test_leaves_out_a_rule_of_which_only_a_web_address_changed(self, run: Run, install: Install) -> None:
        kites = ["Prizes are listed at kites.example/list.", "Kites land at once.", "See rule 1.1 and rule 1.1."]
        old = self.game(*kites)
        install("hills", {"2001": old, "2002": old.replace("kites.ex", "all.kites.ex").replace("at once", "at dusk")})
        out = run("diff", "hills", "--summary").out
        assert "1.2  changed" in out and "1.1  changed" not in out
        assert "1.1  changed" in run("diff", "hills").out

    def test_as_markdown_marks_what_is_old_and_new_and_shows_signs_as_they_are(
        self, run: Run, install: Install
    ) -> None:
        install("hills", {"2001": self.game("A *red* kite lands."), "2002": self.game("A *red* kite falls.")})
        out = run("diff", "hills", "--format", "markdown").out
        assert "# hills 2001 → 2002\n\n*1 changed*\n" in out
        assert "**1.1** *changed*\n\nA \\*red\\* kite ~~lands~~**falls**.\n" in out

    def test_another_format_is_refused(self, run: Run) -> None:
        ran = run("diff", "mtg", "--format", "pdf")
        assert (ran.code, ran.err) == (2, ran.err)
        assert "'pdf' is not one of 'plain', 'markdown', 'html', 'json'" in ran.err

    def test_typography_is_a_note_and_no_change(self, run: Run, install: Install) -> None:
        old = self.game('Say "up" and pull.', "Land.")
        install("hills", {"2001": old, "2002": old.replace('"up"', "“up”")})
        out = run("diff", "hills").out
        assert "no differences\nin 1 other rule only quotation marks, dashes and the like differ\n" in out

    OLD = """\
1 Play
1.1 Kites
1.1.1 A kite is launched from open ground by one flier.
1.1.2 A kite that leaves its string is lost until dusk falls.
1.2 Knots
1.2.1 Two knots of one colour are never side by side.
1.3 Feathers
1.3.1 A feather is worth a point at the end of the day.
"""
    NEW = """\
1 Play
1.1 Kites
1.1.1 A kite is launched from open ground by one flier.
1.1.2 A kite that leaves its string is lost until the horn sounds.
1.1.3 Whoever shouts at a judge leaves the beach at once.
1.2 Knots
1.2.1 Two knots of one colour are never side by side.
1.4 Lanterns
1.4.1 A lantern hangs below the kite from the first star on.
1.4.2 Its light is seen from the far pier, or it counts as none.
"""

    def test_names_what_is_new_and_gone_by_title_before_what_changed(self, run: Run, install: Install) -> None:
        install("hills", {"2001": self.OLD, "2002": self.NEW})
        out = run("diff", "hills", "--summary").out
        lines = [line for line in out.splitlines()[2:] if line]
        assert lines[0].startswith("new") or "new" in lines
        wanted = [
            "1.4 “Lanterns”  added, with 2 below",
            "1.1.3  added  Whoever shouts at a judge leaves the beach at once.",
        ]
        wanted += ["1.3 “Feathers”  removed, with 1 below", "1.1.2  changed"]
        places = [next((at for at, line in enumerate(lines) if line.startswith(each)), -1) for each in wanted]
        assert places == sorted(places) and -1 not in places
        assert "1.4.1" not in out and "1.3.1" not in out

    def test_only_some_kinds_are_told(self, run: Run, install: Install) -> None:
        install("hills", {"2001": self.OLD, "2002": self.NEW})
        out = run("diff", "hills", "--only", "removed,changed").out
        assert "2 removed, 1 changed" in out and "Lanterns" not in out
        ran = run("diff", "hills", "--only", "added,odd")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1) and "'odd'" in ran.err

    def test_a_page_has_the_books_name_its_sections_anchors_and_folded_text(self, run: Run, install: Install) -> None:
        long = " ".join(f"word{n}" for n in range(100))
        old = self.OLD.replace("dusk falls", f"dusk falls {long} here")
        install("hills", {"2001": old, "2002": old.replace("dusk", "noon").replace("by one flier", "by two fliers")})
        page = run("diff", "hills", "--html").out
        assert '<h3 id="1.1.2">' in page and '<a href="#1.1.2">' in page
        assert "<details><summary>…</summary>" in page and "word50" in page
        install("hills", {"2003": self.NEW})
        page = run("diff", "hills@2001", "hills@2003", "--html").out
        links = re.findall(r'<li><a href="#(s\d+)">', page)
        assert len(links) > 1 and {*links} <= {*re.findall(r'<h2 id="(s\d+)"', page)}
        assert '<h3 id="a-1.3">' in page
        assert len(re.findall(r'id="([^"]*)"', page)) == len({*re.findall(r'id="([^"]*)"', page)})


class TestTrace:
    @pytest.mark.parametrize(
        "words", ["kites:1.2.2", "kites 1.2.2", "1.2.2 -b kites", "kites@2004-05-06:1.2.2", "kites@2001-02-03 1.2.1"]
    )
    def test_a_rule_is_followed_through_every_edition(self, kites: Run, words: str) -> None:
        value = json.loads(kites("trace", *words.split(), "--json").out)
        assert [(step["edition"], step["number"]) for step in value["steps"]] == [
            ("2001-02-03", "1.2.1"),
            ("2004-05-06", "1.2.2"),
        ]
        assert (value["appeared"], value["gone"]) == (None, None)

    def test_a_removed_rule_names_the_edition_that_removed_it(self, kites: Run) -> None:
        ran = kites("trace", "kites@2001-02-03:1.2.2")
        assert ran.code == 0
        assert "gone in 2004-05-06, last in 2001-02-03" in ran.out
        assert "tears the smallest kite" in ran.out
        value = json.loads(kites("trace", "kites@2001-02-03:1.2.2", "--json").out)
        assert value["gone"] == {"edition": "2004-05-06", "last": "2001-02-03"}

    def test_a_rule_that_players_words_lead_to_no_more_is_told(
        self, kites: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        edition = Library.open().installed.edition("kites", "2001-02-03")
        known = {number: row.row.fingerprint for number in ("1.1.3", "1.2.1") if (row := edition.get(number))}
        folder = tmp_path / "shipped" / "kites"
        folder.mkdir(parents=True)
        (folder / "known.yaml").write_text(f'edition: "2001"\nrules: {known}\n', encoding="utf-8")
        monkeypatch.setattr(paths, "shipped", lambda: folder.parent)
        assert "lead to kites:1.1.3 only in editions with its former words" in kites("trace", "kites:1.1.3").err
        assert kites("trace", "kites:1.2.2").err == ""

    def test_an_added_rule_names_the_edition_that_added_it(self, kites: Run) -> None:
        assert "first in 2004-05-06, not in 2001-02-03" in kites("trace", "kites:1.2.1").out

    def test_a_number_of_an_older_edition_only_is_traced(self, kites: Run, tmp_path: Path) -> None:
        path = tmp_path / "short.txt"
        path.write_text(NEW.split("1.2 Winds")[0], encoding="utf-8")
        kites("import", str(path), "--book", "kites", "--edition", "2007-08-09")
        value = json.loads(kites("trace", "kites:1.2.2", "--json").out)
        assert value["asked_edition"] == "2004-05-06"
        assert value["gone"]["edition"] == "2007-08-09"

    def test_a_number_that_another_rule_has_now_is_pointed_out(self, kites: Run) -> None:
        assert "rules trace kites@2001-02-03:1.2.2" in kites("trace", "kites:1.2.2").out

    def test_a_section_is_traced_with_its_rules(self, kites: Run) -> None:
        today, then = kites("trace", "kites:1.1").out.split("1.1.3  changed\n")
        assert "1.1.1  " in today and "Whoever lets go of the string <b>skips</b>" in today
        assert "[-loses-] {+<b>skips</b>+}" in then
        *_, newest = json.loads(kites("trace", "kites:1.1", "--json").out)["steps"]
        assert [change["b"] for change in newest["below"]] == ["1.1.2", "1.1.3"]

    def test_changed_words_are_shown(self, kites: Run) -> None:
        out = kites("trace", "kites:1.1.3").out
        assert out.index("    Whoever lets go of the string <b>skips</b>") < out.index(
            "[-loses-]"
        )  # today's first, and whole
        assert "[-loses-] {+<b>skips</b>+}" in out

    def test_only_editions_that_changed_the_rule_are_matched(
        self, run: Run, install: Install, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        texts = {
            f"200{year}": f"1 Play\n1.1 Tie one knot into the tail of every kite.\n1.2 Fly {year} kites.\n"
            for year in range(5)
        }
        install(
            "spools", {**texts, "2005": "1 Play\n1.1 Tie two knots into the tail of every kite.\n1.2 Fly 4 kites.\n"}
        )
        matched: list[str] = []
        whole = edition_pair.match_editions

        def counted(a: Edition, b: Edition, installed: Iterable[Edition] = ()) -> edition_pair.Pairing:
            matched.append(f"{a.name} {b.name}")
            return whole(a, b, installed)

        monkeypatch.setattr(edition_pair, "match_editions", counted)
        out = run("trace", "spools:1.1").out
        assert matched[:1] == ["2005 2004"] and {*matched} <= {"2005 2004", "2004 2005"}
        assert "unchanged in 4 editions" in out and "[-one knot-] {+two knots+}" in out

    def test_a_rule_that_changed_often_fits_on_forty_lines(self, run: Run, install: Install) -> None:
        name = "1 Play\n1.1 A kite of red paper is tied with {} knots to the pier.\n1.2 Fly high.\n"
        install("spools", {str(year): name.format(f"{year}") for year in range(1950, 1990)})
        out = run("trace", "spools:1.1").out
        assert len(out.splitlines()) <= 40
        assert "earlier changes" in out and "tied with 1989 knots" in out

    def test_editions_without_a_change_are_one_line(self, run: Run, install: Install) -> None:
        first, second, third, *_ = SPOOLS
        old, new = game(first, second), game(first, second, third)
        install("spools", {"2001": old, "2002": old, "2003": old, "2004": new, "2005": game(third, first, second)})
        lines = run("trace", "spools@2001:1.2").out.splitlines()
        assert [line for line in lines if second in line] == [f"    {second}"]
        assert "2002 … 2004  1.2  unchanged in 3 editions" in lines

    def test_editions_with_another_rule_of_the_number_are_one_line(self, run: Run, install: Install) -> None:
        first, second, third, *_ = SPOOLS
        before = game(first, second)
        install("spools", {"2001": before, "2002": before, "2003": game(third, first, second)})
        out = run("trace", "spools@2003:1.1").out
        assert "1.1 is another rule's number in 2 editions from 2001 to 2002: rules trace spools@2002:1.1\n" in out

    def test_words_of_a_merged_rule_are_shown(self, run: Run, install: Install) -> None:
        first, second, *_ = SPOOLS
        install("spools", {"2001": game(first, second), "2002": game(f"{first} {second}")})
        assert f"2002  1.1  merged\n    {first} {second}\n" in run("trace", "spools:1.1").out

    def test_parts_of_a_split_rule_are_not_listed_as_other_rules(self, run: Run, install: Install) -> None:
        first, second, third, *_ = SPOOLS
        old, new = game(f"{first} {second}", third), game(first, second, third)
        install("spools", {"2001": old, "2002": new, "2003": old})
        for asked in ("spools@2001:1.1", "spools@2002:1.1", "spools@2002:1.2"):
            value = json.loads(run("trace", asked, "--json").out)
            others = ["2001", "2003"] if asked.endswith("1.2") else []
            assert (value["other_rules"], len(value["steps"])) == (others, 3)

    @pytest.mark.parametrize("asked", ["spools@2001:1.3", "spools:1.4"])
    def test_a_rule_that_was_removed_and_added_again_is_one_rule(self, run: Run, install: Install, asked: str) -> None:
        first, second, third, fourth, _ = SPOOLS
        missing, again = game(first, second, fourth), game(first, second, fourth, third)
        install("spools", {"2001": game(*SPOOLS), "2002": missing, "2003": missing, "2004": again})
        value = json.loads(run("trace", asked, "--json").out)
        assert [(step["edition"], step["number"]) for step in value["steps"]] == [("2001", "1.3"), ("2004", "1.4")]
        assert (value["steps"][1]["since"]["a"], value["steps"][1]["since"]["b"]) == ("1.3", "1.4")
        assert (value["appeared"], value["gone"]) == (None, None)
        out = run("trace", asked).out
        assert "\nalready in 2001, the oldest here\nnot in 2002, 2003\nstill in 2004, the newest here\n" in out
        assert "(it is in 2001 to 2004, not in 2002, not in 2003)" in run("trace", asked, "--at", "2002-06-01").err

    def test_tracing_from_any_edition_finds_the_same_steps(self, run: Run, install: Install) -> None:
        first, second, third, *_ = SPOOLS
        twice = f"{third} {second}"
        editions = {"2001": game(first, second), "2002": game(first, twice), "2003": game(first, second, twice)}
        install("spools", editions)
        for number in ("1.1", "1.2", "1.3"):
            newest = json.loads(run("trace", f"spools:{number}", "--json").out)["steps"]
            for step in newest:
                found = json.loads(run("trace", f"spools@{step['edition']}:{step['number']}", "--json").out)
                assert [each["number"] for each in found["steps"]] == [each["number"] for each in newest]

    def test_a_date_shows_the_rule_of_that_day(self, kites: Run) -> None:
        value = json.loads(kites("trace", "kites:1.2.2", "--at", "2003-01-01", "--json").out)
        assert [(step["edition"], step["number"]) for step in value["steps"]] == [("2001-02-03", "1.2.1")]
        assert "A gust lifts" in kites("trace", "kites:1.2.2", "--at", "2003-01-01").out

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            ("kites:1.2.1 --at 2001-02-03", 1, "2001-02-03 was in force"),
            ("kites:1.2.1 --at 1999-01-01", 1, "the oldest is kites@2001-02-03"),
            ("kites:1.2.1 --at yesterday", 2, "not a date"),
            ("kites:1.9", 1, "closest: 1.2"),
            ("nope 1.1", 1, "nope"),
            ("kites !!!", 2, "not a rule number"),
        ],
    )
    def test_bad_arguments_of_trace_are_refused_in_one_line(self, kites: Run, words: str, code: int, said: str) -> None:
        ran = kites("trace", *words.split())
        assert (ran.code, ran.out) == (code, "")
        assert said in ran.err
        assert ran.err.count("\n") == 1

    def test_a_shipped_book_is_traced_in_its_only_edition(self, run: Run) -> None:
        value = json.loads(run("trace", "fab:2.7.3", "--json").out)
        assert [(step["number"], step["wording"]) for step in value["steps"]] == [("2.7.3", "plain")]


class TestLongRules:
    @pytest.mark.parametrize(("count", "shown"), [(40, 40), (41, 30)])
    def test_over_forty_words_that_did_not_change_are_shown_by_fifteen_at_either_end(
        self, run: Run, install: Install, count: int, shown: int
    ) -> None:
        same = " ".join(f"knot{at}" for at in range(count))
        install("knots", {"2001": game(f"Tie {same}"), "2002": game(f"Loosen {same}")})
        out = run("diff", "knots").out
        assert "[-Tie-]" in out and len(re.findall(r"knot\d", out)) == shown

    @pytest.mark.parametrize(("length", "whole"), [(70, True), (71, False)])
    def test_a_renumbered_rule_is_shown_by_its_first_seventy_letters(
        self, run: Run, install: Install, length: int, whole: bool
    ) -> None:
        rule = f"Tie {'a knot ' * 9}{'x' * (length - 67)}"
        install("knots", {"2001": game(rule), "2002": game("Nobody whistles at night.", rule)})
        assert (f"1.1 → 1.2  renumbered  {rule}\n" in run("diff", "knots").out) == whole


@pytest.mark.slow
def test_a_trace_of_many_editions_is_short_and_its_cache_is_trimmed(
    run: Run, install: Install, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each edition adds a rule before the traced one once in ten years; the cache may hold thirty pairs."""
    monkeypatch.setattr(kept_pairs, "_MOST", 30)
    rules = ["1.1.{} Whoever lets go of the string loses the game at once."]
    editions = {}
    for year in range(1960, 2010):
        if year % 10 == 5:
            rules.insert(0, f"1.1.{{}} In the season of {year}, a gust lifts kite {year}.")
        printed = [rule.format(place) for place, rule in enumerate(rules, 1)]
        editions[f"{year}-01-01"] = "\n\n".join(["1 Kites", "1.1 General", *printed]) + "\n"
    install("kites", editions)
    out = run("trace", "kites:1.1.6").out
    assert out.count("renumbered") == 5
    assert "unchanged in 9 editions" in out
    assert len(out.splitlines()) <= 40
    assert len(list((home / "cache").glob("changes/*"))) <= 30
    assert run("trace", "kites:1.1.6").out == out


@pytest.mark.parametrize("typed", [["2(2)"], ["§", "2", "Abs.", "2"], ["2", "(2)"], ["2.2"]])
def test_a_paragraph_is_found_as_it_is_typed(run: Run, tmp_path: Path, typed: list[str]) -> None:
    for year, fee in (("2024", "20"), ("2026", "30")):
        text = "§ 1 Name\n(1) Der Verein fliegt.\n(2) Er landet.\n\n§ 2 Beitrag\n(1) Jeder zahlt.\n"
        text += f"(2) Es sind {fee} Euro.\n\n§ 3 Flug\n(1) Geflogen wird am Tag.\n(2) Bei Sturm ruht der Flug.\n"
        (tmp_path / f"{year}.txt").write_text(text, encoding="utf-8")
        run("import", str(tmp_path / f"{year}.txt"), "--book", "drachen", "--edition", year)
    ran = run("diff", "drachen", *typed)
    assert "2(2)  changed\n    Es sind [-20-] {+30+} Euro." in ran.out, ran.err
