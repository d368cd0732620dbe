"""`rules check` for people and for continuous integration."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from support import ROOT, Install, Run

from rules_cli.__main__ import main

OLDER = "1 Ships\n\n1.1 Cargo\n\n1.1.1 Cargo is any card beneath a ship.\n\n1.1.2 Cargo sinks with its ship.\n"
NEWER = "1 Ships\n\n1.1 Cargo\n\n1.1.1 Cargo is loaded by day.\n\n1.1.2 Cargo is any card beneath a ship.\n\n" + (
    "1.1.3 Cargo sinks with its ship.\n"
)
KEYS = ["file", "line", "column", "printed", "id", "verdict", "detail", "now", "sure", "edition", "written", "fix"]


@pytest.fixture
def port(run: Run, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line with two editions of a made-up book, in a folder of the test's own."""
    install("port", {"2020-01-01": OLDER, "2021-01-01": NEWER})
    monkeypatch.chdir(tmp_path)
    return run


Piped = Callable[[bytes], None]


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Piped:
    """Put bytes on standard input."""

    def pipes(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    return pipes


def test_each_citation_is_a_line_with_its_place_and_the_total_comes_last(port: Run) -> None:
    Path("notes.md").write_text("# Notes\n\nSee CR 1.1.1, CR 1.1.9.\n", encoding="utf-8")
    ran = port("check", "notes.md", "-b", "port", "-v")
    lines = ran.out.splitlines()
    assert ran.code == 1
    assert lines[0] == "notes.md:3:5   fine       CR 1.1.1 (port:1.1.1)"
    assert lines[1].startswith(
        "notes.md:3:15  not there  CR 1.1.9 (port:1.1.9): no rule port:1.1.9 in edition 2021-01-01; closest"
    )
    assert lines[2] == "2 citations in notes.md: 1 fine, 1 not there"
    assert lines[3] == "[compared with port@2021-01-01]"


def test_a_moved_rule_is_listed_with_its_new_number_and_the_older_edition(port: Run) -> None:
    Path("a.txt").write_text("rule 1.1.1", encoding="utf-8")
    ran = port("check", "a.txt", "-b", "port", "--written", "2020-06-01")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "a.txt:1:1  moved      rule 1.1.1 (port:1.1.1): now 1.1.2",
        "1 citation in a.txt: 1 moved",
        "[compared with port@2021-01-01; written for port@2020-01-01]",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rule 1.1.1", 0),
        ("rule 1.1.9", 1),
        ("rule 1.1.1 says “Cargo is loaded by the moon”", 1),
        ("nothing at all", 0),
        ("", 0),
    ],
    ids=["fine", "not there", "misquoted", "no citation", "empty"],
)
def test_a_wrong_citation_exits_1(port: Run, text: str, code: int) -> None:
    Path("a.txt").write_text(text, encoding="utf-8")
    ran = port("check", "a.txt", "-b", "port")
    assert ran.code == code
    assert ("no citation found" in ran.out) == ("rule" not in text)


def test_json_is_a_list_of_every_citation(port: Run) -> None:
    Path("a.txt").write_text("\n rules 1.1.1–2 and 1.1.9", encoding="utf-8")
    Path("b.txt").write_text("nothing", encoding="utf-8")
    ran = port("check", "a.txt", "b.txt", "-b", "port", "--written", "2020-01-01", "--json")
    values = json.loads(ran.out)
    assert ran.code == 1
    assert [list(value) for value in values] == [KEYS] * 3
    assert [(v["line"], v["column"], v["printed"], v["id"], v["verdict"], v["now"]) for v in values] == [
        (2, 2, "rules 1.1.1", "port:1.1.1", "moved", "port:1.1.2"),
        (2, 14, "2", "port:1.1.2", "moved", "port:1.1.3"),
        (2, 20, "1.1.9", "port:1.1.9", "not there", None),
    ]
    assert values[0] | {"file": "a.txt", "sure": True, "edition": "2021-01-01", "written": "2020-01-01"} == values[0]


def test_a_text_without_citations_is_an_empty_list(port: Run) -> None:
    Path("a.txt").write_text("nothing", encoding="utf-8")
    assert json.loads(port("check", "a.txt", "--json").out) == []


class TestSeveralFiles:
    def test_the_report_names_each_file(self, port: Run) -> None:
        for name, text in (("a.md", "CR 1.1.1"), ("b.py", "# CR 1.1.2"), ("c.txt", "none")):
            Path(name).write_text(text, encoding="utf-8")
        ran = port("check", "a.md", "b.py", "c.txt", "-b", "port", "-v")
        assert ran.code == 0
        assert [line.split()[0] for line in ran.out.splitlines()[:2]] == ["a.md:1:1", "b.py:1:3"]
        assert "no citation found in c.txt" in ran.out
        assert "2 citations in 3 files: 2 fine" in ran.out

    def test_an_unreadable_file_does_not_hide_the_others(self, port: Run) -> None:
        Path("a.md").write_text("CR 1.1.1", encoding="utf-8")
        Path("b.bin").write_bytes(b"\x00\x01CR 1.1.1")
        ran = port("check", "b.bin", "a.md", "nowhere.md", "-b", "port", "-v")
        assert ran.code == 2
        assert "a.md:1:1" in ran.out
        assert [line.split(":")[1].strip() for line in ran.err.splitlines()] == ["b.bin", "nowhere.md"]


class TestFix:
    def test_the_fixed_text_is_a_new_file_beside_the_old(self, port: Run) -> None:
        old = b"\xef\xbb\xbfSee CR 1.1.1.\r\nrule 1.1.9\r\n"
        Path("notes.v1.md").write_bytes(old)
        ran = port("check", "notes.v1.md", "-b", "port", "--written", "2020-01-01", "--fix")
        assert ran.code == 1
        assert Path("notes.v1.md").read_bytes() == old
        assert Path("notes.v1.fixed.md").read_bytes() == old.replace(b"1.1.1", b"1.1.2")
        assert "1 rewritten in notes.v1.fixed.md" in ran.out

    def test_no_file_is_written_if_no_rule_moved(self, port: Run) -> None:
        Path("a.md").write_text("CR 1.1.1", encoding="utf-8")
        assert "nothing to rewrite in a.md" in port("check", "a.md", "-b", "port", "--fix").out
        assert not Path("a.fixed.md").exists()

    def test_a_line_in_which_a_number_was_not_read_is_not_rewritten(self, port: Run) -> None:
        lines = ["CR 1.1.1 and cargo 1.1.2.", "CR 1.1.1, of 1.1.2 tons.", "CR 1.1.1.", "of 1.1.2 tons"]
        Path("a.md").write_text("\n".join(lines), encoding="utf-8")
        ran = port("check", "a.md", "-b", "port", "--written", "2020-01-01", "--fix")
        said = "lines not rewritten in a.md, each with a number that was not taken for a citation: 1.1.2 (line 2)"
        assert said in ran.out.splitlines()
        fixed = ["CR 1.1.2 and cargo 1.1.3.", lines[1], "CR 1.1.2.", lines[3]]
        assert Path("a.fixed.md").read_text(encoding="utf-8").split("\n") == fixed

    def test_the_lines_that_are_not_rewritten_are_named_beside_standard_output(self, port: Run, piped: Piped) -> None:
        piped(b"CR 1.1.1, of 1.1.2 tons.")
        ran = port("check", "-b", "port", "--written", "2020-01-01", "--fix")
        assert ran.out == "CR 1.1.1, of 1.1.2 tons."
        assert "lines not rewritten in <stdin>" in ran.err

    def test_a_named_output_file_is_always_written(self, port: Run) -> None:
        Path("a.md").write_text("CR 1.1.1", encoding="utf-8")
        assert port("check", "a.md", "-b", "port", "--fix", "-o", "out.md").code == 0
        assert Path("out.md").read_text(encoding="utf-8") == "CR 1.1.1"

    def test_fixed_standard_input_goes_to_standard_output_and_the_report_to_standard_error(
        self, port: Run, piped: Piped
    ) -> None:
        piped(b"x: CR 1.1.1\n")
        ran = port("check", "-b", "port", "--written", "2020-01-01", "--fix")
        assert (ran.code, ran.out) == (1, "x: CR 1.1.2\n")
        assert ran.err.startswith("<stdin>:1:4  moved")
        assert "1 citation in <stdin>: 1 moved" in ran.err

    @pytest.mark.usefixtures("port")
    def test_bytes_of_standard_input_stay_as_they_are(self, piped: Piped, monkeypatch: pytest.MonkeyPatch) -> None:
        piped("Não: CR 1.1.1\r\n".encode("cp1252"))
        printed = io.BytesIO()
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(printed, encoding="utf-8"))
        main(["check", "-b", "port", "--written", "2020-01-01", "--fix"])
        assert printed.getvalue() == "Não: CR 1.1.2\r\n".encode("cp1252")

    @pytest.mark.parametrize(
        "argv",
        [
            ["a.md", "-o", "b.md"],
            ["a.md", "a.md", "--fix", "-o", "b.md"],
            ["a.md", "--fix", "-o", "./a.md"],
            ["-", "--fix", "--json"],
            ["a.md", "-", "--fix"],
        ],
        ids=["-o without --fix", "-o for two", "-o the file itself", "two things on one output", "input among files"],
    )
    def test_options_that_contradict_each_other_are_refused(self, port: Run, piped: Piped, argv: list[str]) -> None:
        piped(b"CR 1.1.1")
        Path("a.md").write_text("CR 1.1.1", encoding="utf-8")
        ran = port("check", *argv)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert Path("a.md").read_text(encoding="utf-8") == "CR 1.1.1"

    def test_a_missing_output_folder_is_refused_in_one_line(self, port: Run) -> None:
        Path("a.md").write_text("CR 1.1.1", encoding="utf-8")
        ran = port("check", "a.md", "--fix", "-o", "no/such/folder.md")
        assert ran.code == 2
        assert ran.err.count("\n") == 1


class TestInput:
    @pytest.mark.parametrize("argv", [[], ["-"]], ids=["no file", "a dash"])
    def test_a_text_from_standard_input_is_checked(self, port: Run, piped: Piped, argv: list[str]) -> None:
        piped(b"port:1.1.9")
        ran = port("check", *argv)
        assert ran.code == 1
        assert ran.out.startswith("<stdin>:1:1  not there  port:1.1.9")

    def test_without_a_file_on_a_terminal_the_error_says_what_to_type(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("sys.stdin", terminal)
        ran = run("check")
        assert ran.code == 2
        assert "name a file" in ran.err

    @pytest.mark.parametrize("written", ["soon", "2020-02-31"])
    def test_an_unknown_edition_is_refused(self, port: Run, written: str) -> None:
        Path("a.md").write_text("CR 1.1.1", encoding="utf-8")
        ran = port("check", "a.md", "-b", "port", "--written", written)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1

    def test_text_of_a_file_never_becomes_markup_or_escape_sequences(self, port: Run) -> None:
        Path("a.txt").write_text(
            "Harbour \x1b[31m\u202eCR \x1b[1m1.1.9 port:1.1.9 [red]rule\n\t1.1.9", encoding="utf-8"
        )
        ran = port("check", "a.txt", "-b", "port")
        assert "\x1b" not in ran.out and "\u202e" not in ran.out
        assert "\x1b" not in port("check", "a.txt", "-b", "port", "--json").out

    def test_a_file_of_one_long_line_is_checked(self, port: Run) -> None:
        Path("a.txt").write_text("the tide (see rule 1.1.1) “ < ](" * 20_000 + " CR 1.1.9", encoding="utf-8")
        ran = port("check", "a.txt", "-b", "port")
        assert "20,001 citations in a.txt: 20,000 fine, 1 not there" in ran.out


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Magic rule 207.1", "mtg:207.1"),
        ("Flesh and Blood CR 2.7.3a", "fab:2.7.3a"),
        ("a regra 1.22.2 do Fábula TCG", "fabula:1.22.2"),
        ("Grand Archive rule cost.7.2", "ga:cost.7.2"),
    ],
)
def test_a_game_is_recognised_by_its_name(run: Run, tmp_path: Path, text: str, rule: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"fabula:1.22.1. {text}", encoding="utf-8")  # one that ships whole, so that something is checked
    assert [value["id"] for value in json.loads(run("check", str(path), "--json").out)] == ["fabula:1.22.1", rule]


class TestBooksInPart:
    @pytest.mark.parametrize("options", [[], ["--written", "2024-11-08"], ["--json"], ["--fix"], ["--format", "sarif"]])
    @pytest.mark.parametrize(
        ("book", "said"),
        [
            ("mtg", "the whole Magic is not installed here (rules fetch mtg)"),
            ("mtg-mtr", "the whole MTR is not installed here (rules fetch mtg-mtr)"),
        ],
    )
    def test_without_the_whole_book_nothing_is_checked(
        self, port: Run, book: str, said: str, options: list[str]
    ) -> None:
        Path("ci.md").write_text("Trample: 702.19b. Legend rule 704.5k. Text box: CR 207.1.", encoding="utf-8")
        ran = port("check", "ci.md", "-b", book, *options)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"rules: nothing was checked: {said}\n"
        assert [path.name for path in Path().glob("ci*")] == ["ci.md"]

    def test_some_books_are_here_and_others_are_not(self, port: Run) -> None:
        Path("a.md").write_text("port:1.1.1 and mtg:704.5k", encoding="utf-8")
        ran = port("check", "a.md")
        assert ran.code == 1
        assert ran.out.splitlines() == [
            "a.md:1:16  unchecked  mtg:704.5k: the whole Magic is not installed here (rules fetch mtg)",
            "2 citations in a.md: 1 fine, 1 unchecked",
            "[compared with port@2021-01-01]",
        ]
        assert "::error" in port("check", "a.md", "--format", "github").out

    def test_files_that_cannot_be_read_are_named_as_well(self, port: Run) -> None:
        Path("a.md").write_text("mtg:704.5k", encoding="utf-8")
        ran = port("check", "a.md", "nowhere.md")
        assert (ran.code, ran.out) == (2, "")
        assert [line.split(":")[1] for line in ran.err.splitlines()] == [" nowhere.md", " nothing was checked"]


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_without_an_edition_of_that_day_the_newest_decides_and_one_line_says_so(port: Run, options: list[str]) -> None:
    Path("a.md").write_text("CR 1.1.1, CR 1.1.2, CR 1.1.9", encoding="utf-8")
    ran = port("check", "a.md", "-b", "port", "--written", "1999-01-01", *options)
    assert ran.code == 1
    line = "port: no edition of before 1999-01-01 is here; compared with 2021-01-01"
    assert f"{ran.out}{ran.err}".count(line) == 1


def test_only_problems_are_listed_unless_all_are_asked_for(port: Run) -> None:
    Path("a.md").write_text("CR 1.1.1 and CR 1.1.9", encoding="utf-8")
    assert [line.split()[1] for line in port("check", "a.md", "-b", "port").out.splitlines()[:-2]] == ["not"]
    assert len(port("check", "a.md", "-b", "port", "-v").out.splitlines()) == 4


def test_a_range_is_one_line_with_the_worse_verdict_of_its_ends(port: Run) -> None:
    Path("a.md").write_text("See CR 1.1.1–3, CR 1.1.2–9.", encoding="utf-8")
    lines = port("check", "a.md", "-b", "port", "-v").out.splitlines()
    assert lines[0] == "a.md:1:5   fine       CR 1.1.1–3 (port:1.1.1–1.1.3)"
    assert lines[1].startswith("a.md:1:17  not there  CR 1.1.2–9 (port:1.1.2–1.1.9): no rule port:1.1.9")
    assert lines[2] == "2 citations in a.md: 1 fine, 1 not there"


KITES = """1 Kites

1.1 Launch

1.1a The flier names the wind before the kite leaves the hand.

1.1b The string is let out at one arm's length for each breath.

1.1c A second flier may steady the frame while the first one runs.

1.2 The judge measures every landing with a striped pole.
"""
HORN = KITES.replace("1.1a", "1.1a Nobody launches before the horn has sounded.\n\n1.1a", 1)


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("CR 1.1a–c", "(kites:1.1a–1.1c): now 1.1b–d"),
        ("CR 1.1a-1.1b", "(kites:1.1a–1.1b): now 1.1b–c"),
        ("CR 1.1b–1.2", "(kites:1.1b–1.2): now 1.1c–1.2"),
        ("CR 1.1–1.1b", "(kites:1.1–1.1b): now 1.1–1.1c; 1.1b: its text has changed since edition 2020-01-01"),
        ("CR 1.1b–e", "(kites:1.1b–1.1e): 1.1b: now 1.1c; no rule kites:1.1e in edition 2020-01-01"),
    ],
    ids=["letters", "in full", "one end moved", "one end changed", "one end not there"],
)
def test_a_range_that_moved_says_so_once(run: Run, install: Install, tmp_path: Path, printed: str, said: str) -> None:
    newer = HORN.replace("1.1c A second", "1.1d A second").replace("1.1b The string", "1.1c The string")
    newer = newer.replace("1.1a The flier", "1.1b The flier")
    if "changed" in said:
        newer = newer.replace("for each breath", "for each slow breath")
    install("kites", {"2020-01-01": KITES, "2024-01-01": newer})
    path = tmp_path / "a.md"
    path.write_text(f"See {printed}.", encoding="utf-8")
    argv = ("check", str(path), "-b", "kites", "--written", "2020-01-01")
    verdict = "not there" if "no rule" in said else "moved    "
    assert f"a.md:1:5  {verdict}  {printed} {said}" in run(*argv).out.splitlines()[0]
    assert run(*argv, "--format", "github").out.count("\n") == 1


def test_problems_are_annotated_for_github(port: Run) -> None:
    Path("a,b.md").write_text("CR 1.1.1\nCR 1.1.9", encoding="utf-8")
    ran = port("check", "a,b.md", "-b", "port", "--format", "github")
    assert ran.code == 1
    assert ran.out.startswith("::error file=a%2Cb.md,line=2,col=1,title=not there::CR 1.1.9 (port:1.1.9): no rule")
    assert len(ran.out.splitlines()) == 1


def test_problems_are_a_sarif_log(port: Run) -> None:
    Path("a.md").write_text("CR 1.1.9", encoding="utf-8")
    (made,) = json.loads(port("check", "a.md", "-b", "port", "--format", "sarif").out)["runs"]
    (result,) = made["results"]
    driver = made["tool"]["driver"]
    assert result["ruleId"] in [kind["id"] for kind in driver["rules"]]
    assert all(kind.keys() == {"id", "shortDescription"} for kind in driver["rules"])
    assert re.fullmatch(r"[a-z]+:\S+", driver["informationUri"])
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 1}


@pytest.mark.parametrize(
    ("name", "address"),
    [("ü b%20.md", "%C3%BC%20b%2520.md"), ("sub/a#1.md", "sub/a%231.md"), ("a:b.md", "a%3Ab.md")],
)
def test_names_of_files_are_addresses_in_a_sarif_log(port: Run, name: str, address: str) -> None:
    Path("sub").mkdir()
    Path(name).write_text("CR 1.1.9", encoding="utf-8")
    for asked, wanted in ((name, address), (str(Path(name).resolve()), Path(name).resolve().as_uri())):
        (made,) = json.loads(port("check", asked, "-b", "port", "--format", "sarif").out)["runs"]
        assert made["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == wanted


def test_the_hook_for_pre_commit_runs_the_command() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["entry"].split() == ["rules", "check"]
    assert hook["types"] == ["text"] and "files" not in hook  # code cites rules, too


def test_the_recipe_for_a_server_works(port: Run) -> None:
    """Run the commands of the page on checking as a server would; the book is fetched by hand here."""
    page = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")
    recipe = next(each for each in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL) if "jobs:" in each)
    steps = [step["run"] for step in yaml.safe_load(recipe)["jobs"]["citations"]["steps"] if "run" in step]
    assert steps[:2] == ["pip install rules-cli", "rules fetch mtg"]
    Path("docs").mkdir()
    assert port("check", "--lock", "-b", "port").code == 0
    for text, code in (("CR 1.1.1", 0), ("CR 1.1.9", 1)):
        Path("docs/a.md").write_text(text, encoding="utf-8")
        argv = [
            str(each) for word in steps[2].split()[1:] for each in ([*Path().glob(word)] if "*" in word else [word])
        ]
        ran = port(*argv)
        assert (ran.code, "::error file=docs/a.md" in ran.out.replace("\\", "/")) == (code, bool(code))
