"""The commands for judges and scripts: exit codes, JSON keys, one line for each error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from support import HARBOUR, Install, Run

from rules_cli.render import out

RULE_KEYS = [
    *("book", "edition", "number", "id", "kind", "parent", "order", "title", "text", "wording", "plain"),
    *("plain_current", "language", "references", "referenced_by", "examples", "notes", "children", "anomalies"),
]


@pytest.fixture
def port(run: Run, install: Install) -> Run:
    """The command line with the made-up book `port` installed."""
    install("port", {"2026-01-02": HARBOUR})
    return run


class TestAFreshInstall:
    def test_a_shipped_book_answers_and_is_marked_as_a_restatement(self, run: Run) -> None:
        ran = run("2.7.3a", "-b", "fab")
        assert ran.code == 0
        assert "2.7.3a" in ran.out
        assert "moniker" in ran.out
        assert "restated, not the official wording" in ran.out

    def test_explains_a_term(self, run: Run) -> None:
        assert "2.7.3" in run("explain", "moniker").out

    def test_a_word_without_a_command_is_searched_for(self, run: Run) -> None:
        assert run("moniker").out.count("2.7.3") >= 2


class TestShow:
    def test_json_has_the_documented_keys_and_values(self, port: Run) -> None:
        (rule,) = json.loads(port("show", "port:1.0.1", "--json").out)
        assert list(rule) == RULE_KEYS
        assert rule["text"] == "A ship is a card that carries cargo.[1.1] A ship with no cargo is empty."
        assert rule["wording"] == "official"
        assert rule["edition"] == "2026-01-02"
        assert rule["parent"] == "1.0"
        assert rule["order"] == 3
        assert rule["children"] == ["1.0.1a"]
        assert rule["references"] == [{"printed": "[1.1]", "target": "1.1", "resolved": True}]
        assert rule["plain"] is None
        assert rule["plain_current"] is None

    def test_text_has_place_subrules_examples_references_and_neighbours(self, port: Run) -> None:
        out = port("show", "port:1.0.1").out
        assert "1 Ships › 1.0 General" in out
        assert "1.0.1a  An empty ship may leave harbour at once." in out
        assert "e.g. A ship unloads its last crate" in out
        assert "refers to 1.1 Cargo" in out
        assert "‹ 1.0  1.0.2 ›" in out
        assert "port 2026-01-02, your copy" in out

    def test_next_rule_crosses_the_end_of_a_section(self, port: Run) -> None:
        assert "1.1 ›" in port("show", "port:1.0.2").out

    def test_a_rule_lists_what_refers_to_it_and_what_is_not_installed(self, port: Run) -> None:
        assert "used by 1.1.2" in port("show", "port:1.0.1a").out
        assert "[9.9]  not in this book as installed" in port("show", "port:1.0.2").out

    def test_depth_0_shows_the_rule_alone(self, port: Run) -> None:
        out = port("show", "port:1.0.1", "--depth", "0").out
        assert "1.0.1a  " not in out

    def test_several_ids_and_ranges_are_shown_in_one_call(self, port: Run) -> None:
        rules = json.loads(port("show", "port:1.0.1–1.0.2", "port:1.1.2", "--json").out)
        assert [rule["number"] for rule in rules] == ["1.0.1", "1.0.1a", "1.0.2", "1.1.2"]

    def test_depth_in_json_adds_the_subrules(self, port: Run) -> None:
        rules = json.loads(port("show", "port:1.0", "--depth", "1", "--json").out)
        assert [rule["number"] for rule in rules] == ["1.0", "1.0.1", "1.0.2"]

    def test_missing_rule_exits_1_with_the_closest_and_its_section(self, port: Run) -> None:
        ran = port("show", "port:1.0.1c")
        assert ran.code == 1
        assert ran.out == ""
        assert ran.err.count("\n") == 1
        assert "closest: 1.0.1a An empty ship may leave" in ran.err
        assert "port:1.0 has 1.0.1 to 1.0.2; closest" in port("show", "port:1.0.9").err

    def test_missing_rule_in_json_is_still_one_document(self, port: Run) -> None:
        ran = port("show", "port:1.0.7", "--json")
        assert ran.code == 1
        value = json.loads(ran.out)
        assert value["closest"][0] == "port:1.0.2"
        assert len(value["closest"]) == 3
        assert value["section"] == "port:1.0"

    def test_a_number_of_several_books_shows_all_with_their_ids(self, port: Run) -> None:
        ran = port("show", "1.1.1", "--json")
        assert {rule["id"] for rule in json.loads(ran.out)} == {"port:1.1.1", "fabula:1.1.1"}
        assert "may be fabula:1.1.1 or port:1.1.1" in port("show", "1.1.1").out

    def test_the_default_book_comes_from_the_environment_before_the_settings(
        self, port: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert port("config", "book", "fabula").code == 0
        assert json.loads(port("show", "1.1.1", "--json").out)[0]["book"] == "fabula"
        monkeypatch.setenv("RULES_BOOK", "port")
        assert json.loads(port("show", "1.1.1", "--json").out)[0]["book"] == "port"

    @pytest.mark.parametrize(
        "spelling",
        ["1.0.1A", "1.0.1(a)", "1.0.1 a", "1.0.1.a", "rule 1.0.1a", "CR 1.0.1a", "§1.0.1a", "[1.0.1a]", "101a"],
    )
    def test_a_number_may_be_typed_in_many_ways(self, port: Run, spelling: str) -> None:
        rules = json.loads(port("show", "-b", "port", spelling, "--json").out)
        assert [rule["number"] for rule in rules] == ["1.0.1a"]

    def test_unquoted_words_are_one_number(self, port: Run) -> None:
        assert json.loads(port("CR", "1.0.1", "a", "-b", "port", "--json").out)[0]["number"] == "1.0.1a"


class TestOfficialBesideRestated:
    def test_changed_wording_has_no_restatement(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "fab.txt"
        path.write_text("2 Object Properties\n\n2.7 Name\n\n2.7.2 A name is now whatever the judge says it is.\n")
        run("import", str(path), "-b", "fab", "--edition", "2027")
        (rule,) = json.loads(run("show", "fab:2.7.2", "--json").out)
        assert rule["wording"] == "official"
        assert rule["text"] == "A name is now whatever the judge says it is."
        assert rule["plain"] is None
        assert rule["plain_current"] is None
        assert json.loads(run("show", "fab@2025:2.7.2", "--json").out)[0]["wording"] == "plain"

    def test_a_number_of_an_older_edition_only_is_refused_and_named(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "fab.txt"
        path.write_text("2 Object Properties\n\n2.7 Name\n\n2.7.2 A short book.\n")
        run("import", str(path), "-b", "fab", "--edition", "2027")
        ran = run("show", "fab:2.7.3a")
        assert ran.code == 1
        assert "fab@2025:2.7.3a" in ran.err


class TestOtherCommands:
    @pytest.mark.parametrize(
        ("argv", "keys"),
        [
            (["search", "cargo", "-b", "port"], {"query", "confidence", "absent", "corrected", "nowhere", "results"}),
            (["cite", "port:1.0.1"], None),
            (["refs", "port:1.0.1"], {"id", "edition", "references", "referenced_by"}),
            (
                ["explain", "port:1.0.1"],
                {"rule", "above", "below", "leans_on", "terms", "referenced_by", "not_installed"},
            ),
            (
                ["term", "cargo", "-b", "port"],
                {"term", "asked", "matched", "book", "edition", "keyword", "also", "other", "rules"},
            ),
            (["tree", "port:1.0"], None),
            (["books"], None),
            (["lint", "port"], None),
            (["config"], {"book", "lang"}),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else "",
    )
    def test_json_is_one_document_with_the_documented_keys(
        self, port: Run, argv: list[str], keys: set[str] | None
    ) -> None:
        value = json.loads(port(*argv, "--json").out)
        assert isinstance(value, list) if keys is None else set(value) == keys

    @pytest.mark.parametrize(
        "argv",
        [
            ["show", "port:7.7"],
            ["cite", "port:7.7"],
            ["refs", "port:7.7"],
            ["explain", "port:7.7"],
            ["tree", "port:7.7"],
        ],
        ids=" ".join,
    )
    def test_not_found_exits_1_with_one_document(self, port: Run, argv: list[str]) -> None:
        ran = port(*argv, "--json")
        assert ran.code == 1
        assert set(json.loads(ran.out)) == {"error", "asked", "closest", "section"}
        assert ran.err.count("\n") == 1

    def test_unknown_word_exits_1_with_search_results(self, port: Run) -> None:
        ran = port("term", "zzqqxx", "-b", "port", "--json")
        assert ran.code == 1
        assert {"error", "asked", "query", "results"} <= set(json.loads(ran.out))

    def test_a_search_result_has_the_documented_keys(self, port: Run) -> None:
        value = json.loads(port("search", "sinks", "-b", "port", "--json").out)
        assert {"id", "book", "number", "score", "title", "snippet"} <= set(value["results"][0])
        assert value["results"][0]["id"] == "port:1.1.2"

    def test_search_without_a_hit_exits_1(self, port: Run) -> None:
        ran = port("search", "zzqqxxyy", "-b", "port", "--json")
        assert ran.code == 1
        answer = json.loads(ran.out)
        assert (answer["query"], answer["results"], answer["absent"]) == ("zzqqxxyy", [], ["zzqqxxyy"])

    def test_a_citation_has_book_edition_number_text_and_wording(self, port: Run) -> None:
        out = port("cite", "port:1.1.2").out
        for part in ("port:1.1.2", "2026-01-02", "Discard cargo", "your copy"):
            assert part in out

    def test_a_citation_of_fab_links_to_its_rule_on_the_official_page(self, run: Run) -> None:
        (value,) = json.loads(run("cite", "fab:2.7.3c", "--format", "json").out)
        assert value["link"].endswith("/02-object-properties/#cr2.7.3c")

    @pytest.mark.parametrize(("form", "sign"), [("markdown", "> **"), ("html", "<blockquote")])
    def test_a_citation_comes_as_text_markdown_and_html(self, port: Run, form: str, sign: str) -> None:
        assert port("cite", "port:1.0.1", "--format", form).out.startswith(sign)

    def test_explain_shows_each_rule_once_in_reading_order(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "cycle.txt"
        path.write_text("1 Alpha\n\n1.1 Bees\n\n1.1.1 Bees lean on wasps.[1.1.2]\n\n1.1.2 Wasps lean on bees.[1.1.1]\n")
        run("import", str(path), "-b", "zoo")
        out = run("explain", "zoo:1.1.1").out
        assert out.index("1.1.1  Bees") < out.index("Refers to") < out.index("1.1.2  Wasps")
        assert out.index("1.1.2  Wasps") < out.index("used by 1.1.2")

    def test_export_ndjson_has_a_rule_on_each_line_in_source_order(self, port: Run) -> None:
        rows = [json.loads(line) for line in port("export", "port", "--format", "ndjson").out.splitlines()]
        assert port("export", "port", "--format", "ndjson", "-o", "-").out.count("\n") == len(rows)
        assert [row["order"] for row in rows] == list(range(1, len(rows) + 1))
        assert [list(row) for row in rows] == [RULE_KEYS] * len(rows)

    def test_export_yaml_can_be_read_back(self, port: Run) -> None:
        import yaml

        value = yaml.safe_load(port("export", "port").out)
        assert [row["number"] for row in value["rules"]][:3] == ["1", "1.0", "1.0.1"]

    def test_fabula_answers_in_both_languages(self, run: Run) -> None:
        both = {
            lang: json.loads(run("show", "fabula:1.22.1", "--lang", lang, "--json").out)[0] for lang in ("en", "pt")
        }
        assert "block" in both["en"]["text"].lower()
        assert "bloque" in both["pt"]["text"].lower()
        assert [both[lang]["language"] for lang in ("en", "pt")] == ["en", "pt"]

    def test_old_magic_comes_with_a_caution(self, run: Run) -> None:
        assert "caution" in run("show", "mtg:206.1").out


class TestImport:
    def test_an_import_counts_rules_and_accounts_for_every_line(self, run: Run, harbour: Path) -> None:
        harbour.write_text("Skip to content\n" + HARBOUR + "\n-----\n")
        figures = json.loads(run("import", str(harbour), "-b", "fab", "--edition", "x", "--json").out)
        assert {key: figures[key] for key in ("book", "edition", "rules", "headings", "examples", "references")} == {
            "book": "fab",
            "edition": "x",
            "rules": 5,
            "headings": 3,
            "examples": 1,
            "references": 3,
        }
        assert figures["unresolved"] == 1
        assert [(d["line"], d["text"]) for d in figures["dropped"]] == [(1, "Skip to content"), (20, "-----")]
        assert all(set(d) >= {"line", "text", "why"} for d in figures["dropped"])
        assert [(a["kind"], a["number"]) for a in figures["anomalies"]] == [("dangling-reference", "1.0.2")]

    def test_a_book_without_an_edition_means_the_newest(self, port: Run, harbour: Path) -> None:
        harbour.write_text("1 Ships\n\n1.0 General\n\n1.0.1 The older words.\n")
        port("import", str(harbour), "--book", "port", "--edition", "2025-12-31")
        assert "carries cargo" in port("show", "port:1.0.1").out
        assert "The older words" in port("show", "port@2025-12-31:1.0.1").out

    @pytest.mark.parametrize(
        ("content", "slug"),
        [
            (b"", "x"),
            (b"\x00\x01\x02 binary", "x"),
            (b"no number here at all", "x"),
            (b"1 Ships\n\n1.1.1 Sail.\n", "../../x"),
            (b"1 Ships\n\n1.1.1 Sail.\n", "/etc"),
        ],
        ids=["empty", "binary", "no rules", "a path as slug", "an absolute path"],
    )
    def test_a_bad_file_is_refused_in_one_line_and_nothing_is_written(
        self, run: Run, tmp_path: Path, content: bytes, slug: str
    ) -> None:
        path = tmp_path / "source.txt"
        path.write_bytes(content)
        ran = run("import", str(path), "--book", slug)
        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert not list(tmp_path.rglob("*.yaml"))

    def test_a_path_is_refused_as_a_name_of_an_edition(self, run: Run, harbour: Path) -> None:
        assert run("import", str(harbour), "-b", "port", "--edition", "../../../up").code == 2

    def test_several_files_become_one_book(self, run: Run, harbour: Path, tmp_path: Path) -> None:
        more = tmp_path / "more.txt"
        more.write_text("2 Docks\n\n2.0 General\n\n2.0.1 A dock holds one ship.[1.0.1]\n")
        figures = json.loads(run("import", str(harbour), str(more), "-b", "port", "--json").out)
        assert figures["rules"] == 6
        assert "used by 2.0.1" in run("show", "port:1.0.1").out

    @pytest.mark.parametrize(("agrees", "left"), [(True, 1), (False, 0)])
    def test_on_a_terminal_it_is_asked_before_something_is_removed(
        self, port: Run, harbour: Path, monkeypatch: pytest.MonkeyPatch, agrees: bool, left: int
    ) -> None:
        port("import", str(harbour), "-b", "port", "--edition", "2031")
        asked: list[str] = []

        def answer(question: str) -> bool:
            asked.append(question)
            return agrees

        with monkeypatch.context() as terminal:
            terminal.setattr(out, "on_terminal", lambda: True)
            terminal.setattr(out, "types", lambda: True)
            terminal.setattr(typer, "confirm", answer)
            said = port("remove", "port").out
        assert said.startswith("removed port@2031, " if agrees else "nothing was removed")
        again = "It can only be imported or fetched again"
        assert asked == [f"remove port: 2 editions, 2031, 2026-01-02? {again}"]
        assert (port("remove", "port@2026-01-02", "--yes").code == 0) is not agrees
        assert port("show", "port@2031:1.0.1").code == left

    def test_a_short_option_that_looks_like_a_signed_letter_is_an_option(self, port: Run) -> None:
        assert port("remove", "port", "-y").out.startswith("removed port@")

    def test_remove_deletes_only_imported_editions(self, port: Run) -> None:
        assert port("remove", "port").code == 0
        assert port("show", "port:1.0.1").code == 1
        assert port("remove", "fab").code == 1
        assert port("show", "fab:2.7.3a").code == 0


class TestBadInput:
    @pytest.mark.parametrize(
        "argv",
        [
            ["show"],
            ["show", "2.7.3a", "--depth", "minus"],
            ["show", "!!!"],
            ["show", "2.7.5-2.7.1", "-b", "fab"],
            ["search", "!!!"],
            ["cite", "fab:2.7.3", "--format", "papyrus"],
            ["import", "nowhere.txt", "-b", "x"],
            ["config", "colour", "red"],
            ["tree", "--nonsense"],
        ],
        ids=" ".join,
    )
    def test_bad_input_exits_2_with_one_line(self, run: Run, argv: list[str]) -> None:
        ran = run(*argv)
        assert ran.code == 2 or not argv[1:]
        assert ran.err.count("\n") <= 1 or not argv[1:]
        assert "Traceback" not in ran.err

    def test_an_unknown_book_exits_1_and_lists_the_installed_books(self, run: Run) -> None:
        ran = run("show", "nope:1.1")
        assert ran.code == 1
        assert "fab" in ran.err

    def test_text_of_a_source_never_becomes_markup_or_escape_sequences(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "evil.txt"
        path.write_text("1 Ships\n\n1.1.1 Pay [red]cost[/b] \x1b[31mnow\u202e [1.7].\n")
        run("import", str(path), "-b", "evil")
        out = run("show", "evil:1.1.1").out
        assert "Pay [red]cost[/b] [31mnow [1.7]." in out
        assert "\x1b" not in out and "\u202e" not in out
        assert "\u202e" not in run("show", "evil:1.1.1", "--json").out


class TestAtTheTable:
    """Problems found by judges who used the tool."""

    @pytest.mark.parametrize("word", ["doctor"])
    def test_a_name_of_a_command_is_never_searched_for(self, run: Run, word: str) -> None:
        ran = run(word, "fab")
        assert (ran.code, ran.out) == (2, "")

    def test_a_partial_import_under_the_same_label_points_to_the_book_that_ships(
        self, run: Run, tmp_path: Path
    ) -> None:
        path = tmp_path / "part.txt"
        path.write_text("1 Conceitos\n\n1.1 Regra\n\n1.1.1 Apenas esta regra.\n")
        run("import", str(path), "-b", "fabula")
        ran = run("show", "fabula:1.22.1")
        assert ran.code == 1
        assert "fabula@shipped:1.22.1" in ran.err
        assert run("show", "fabula@shipped:1.22.1").code == 0
        assert "special action" in run("explain", "bloqueio", "-b", "fabula", "--lang", "en").out

    @pytest.mark.parametrize(
        "argv",
        [["show", "nope:1.1"], ["search", "x", "-b", "fab@1"], ["term", "x", "-b", "nope"], ["remove", "nope"]],
        ids=" ".join,
    )
    def test_an_unknown_book_is_reported_in_one_json_document(self, run: Run, argv: list[str]) -> None:
        ran = run(*argv, "--json")
        assert ran.code == 1
        assert "error" in json.loads(ran.out)

    def test_an_unknown_book_does_not_hide_the_other_rules(self, run: Run) -> None:
        ran = run("show", "nope:1", "fab:2.7.3", "--json")
        assert ran.code == 1
        assert [rule["id"] for rule in json.loads(ran.out)] == ["fab:2.7.3"]

    def test_headings_are_in_the_chosen_language(self, run: Run) -> None:
        assert "2.5  Tipo" in run("show", "fabula:2.5", "--depth", "0", "--lang", "pt").out
        assert "2.5  Type" in run("show", "fabula:2.5", "--depth", "0", "--lang", "en").out

    @pytest.mark.parametrize(
        "argv", [["show", "mtg:206.2"], ["cite", "mtg:206.2"], ["search", "rarity", "-b", "mtg"], ["tree", "-b", "mtg"]]
    )
    def test_the_old_excerpt_of_magic_never_comes_without_its_caution(self, run: Run, argv: list[str]) -> None:
        assert "caution" in run(*argv).out
        if argv[0] == "show":
            assert "caution" in json.loads(run(*argv, "--json").out)[0]

    def test_the_next_rule_at_depth_0_is_the_next_row(self, run: Run) -> None:
        assert "2.7.3a ›" in run("show", "fab:2.7.3", "--depth", "0").out

    @pytest.mark.parametrize("argv", [["show", "fab:2.7.3", "--lang", "fr"], ["config", "lang", "xx"]], ids=" ".join)
    def test_an_unknown_language_is_refused(self, run: Run, argv: list[str]) -> None:
        assert run(*argv).code == 2

    def test_a_range_may_end_at_a_higher_number(self, run: Run) -> None:
        rules = json.loads(run("show", "2.4.5-2.6", "-b", "fabula", "--json").out)
        assert [rules[0]["number"], rules[-1]["number"]] == ["2.4.5", "2.6.1"]

    @pytest.mark.parametrize("argv", [["CR207.1"], ["mtg", "207.1"], ["207.1,207.1"]], ids=" ".join)
    def test_other_spellings_of_a_request_are_understood(self, run: Run, argv: list[str]) -> None:
        assert json.loads(run("show", *argv, "--json").out)[0]["id"] == "mtg:207.1"

    def test_a_date_that_does_not_exist_is_refused_as_an_edition(self, run: Run, harbour: Path) -> None:
        assert run("import", str(harbour), "-b", "port", "--edition", "2026-13-45").code == 2

    def test_explain_names_the_rules_of_other_books_with_the_same_number(self, run: Run) -> None:
        assert "1.17.5#2" in run("explain", "fabula:1.17.5").out

    def test_export_accepts_the_json_and_book_options(self, run: Run) -> None:
        assert json.loads(run("export", "-b", "mtg", "--json").out)[0]["book"] == "mtg"
