"""Faults that fuzzing and measuring found, each in its smallest form."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from zipfile import ZipFile

import pytest
from huge import zipped
from parsing import book_of, by_number
from support import Run

from rules_cli import Library, cost
from rules_cli.errors import RulesError, SchemaError, SourceError
from rules_cli.formats import archive, read, read_bytes, read_files
from rules_cli.numbers.references import BookNumbers, find_references
from rules_cli.parse.row_draft import slug_of
from rules_cli.sources.importing import load_profile
from rules_cli.store.data_files import from_yaml

pytestmark = pytest.mark.hostile


def refusal(error: pytest.ExceptionInfo[RulesError]) -> str:
    """Return the message of an error, which must be one line."""
    (line,) = str(error.value).splitlines()
    return line


def test_a_file_without_a_name_in_an_archive_is_skipped() -> None:
    nameless = zipped({"?": b"", "rules.txt": b"1.1 A ship.\n"}).replace(b"?", b"\0")
    assert [document.name for document in archive.read_archive(nameless, "book.zip")] == ["rules.txt"]


@pytest.mark.parametrize("sign", ["\x01", "\x0c", "\x7f", "\ufffe"])
def test_signs_that_yaml_forbids_are_refused_in_one_line(sign: str, tmp_path: Path) -> None:
    with pytest.raises(SchemaError) as error:
        from_yaml(f"numbering: {sign}", "kites.yaml")
    assert "kites.yaml" in refusal(error)
    (tmp_path / "kites.yaml").write_text(f"numbering: {sign}", encoding="utf-8")
    with pytest.raises(SchemaError):
        load_profile(tmp_path / "kites.yaml")


@pytest.mark.parametrize("text", ["[" * 1_000_000, "- " * 1_000_000, "{a: " * 1_000_000, "? " * 1_000_000])
def test_deeply_nested_yaml_is_refused(text: str) -> None:
    with pytest.raises(
        SchemaError, match=r"kites\.yaml, line \d: (lists are nested over 50 deep|.*maximum nesting depth)"
    ):
        from_yaml(text, "kites.yaml")


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [lol, lol]\nb: *a\n",
        "&a [*a]\n",
        "a0: &a0 {k: v}\na1: {<<: [*a0, *a0]}\n",
    ],
)
def test_yaml_aliases_are_refused(text: str) -> None:
    with pytest.raises(SchemaError, match=r"kites\.yaml, line \d: \*a0? repeats another part; write it out"):
        from_yaml(text, "kites.yaml")


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system [x]", "!!python/name:os.system", "!x y", "!!map x"])
def test_yaml_tags_are_refused(tag: str) -> None:
    with pytest.raises(SchemaError, match="not YAML"):
        from_yaml(f"a: {tag}\n", "kites.yaml")


def test_a_huge_profile_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kites.yaml"
    path.write_bytes(b"menu_ends: " + b"a" * 300_000)
    with pytest.raises(SchemaError, match=r"kites\.yaml: over 200 KB, too long for a profile"):
        load_profile(path)


def test_a_bracket_that_never_closes_is_no_reference() -> None:
    assert find_references("[1.1-1.2–1.3, 1.4]", ["[{dotted}]"], BookNumbers())
    assert not find_references("[1.1" + "-1.2" * 39, ["[{dotted}]"], BookNumbers())
    assert not find_references("[1.1" + "-1.2" * 39 + " and more", ["[{dotted}]"], BookNumbers())


def test_numbers_after_an_open_bracket_are_found() -> None:
    rows = by_number(book_of("1.1 A.\n1.2 B.\n1.3 See rules 1.1-1.2, or [1.1-1.2 and so on].\n"))
    assert [reference.printed for reference in rows["1.3"].references][:2] == ["rules 1.1", "1.2"]


class TestTooLong:
    @pytest.fixture(autouse=True)
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rules_cli.formats.files.MAX_LETTERS", 100)
        monkeypatch.setattr("rules_cli.formats.files.MAX_LINES", 5)

    @pytest.mark.parametrize("name", ["book.txt", "book.md"])
    def test_a_long_text_is_refused(self, name: str) -> None:
        assert read_bytes(b"1.1 A ship.\n" * 8, name).lines
        with pytest.raises(SourceError) as error:
            read_bytes(b"1.1 A ship.\n" * 9, name)
        assert refusal(error).startswith(f"{name}: over ")

    def test_a_long_page_is_refused_with_room_for_its_markup(self) -> None:
        assert read_bytes(b"<!doctype html>" + b"<p>1.1 A ship." * 13, "book.html").lines
        with pytest.raises(SourceError):
            read_bytes(b"<!doctype html>" + b"<p>1.1 A ship." * 14, "book.html")

    def test_a_file_of_too_many_lines_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "book.txt").write_text("1.1 A\n" * 6, encoding="utf-8")
        with pytest.raises(SourceError, match="too long for a rulebook"):
            read_files([tmp_path / "book.txt"])

    def test_pages_that_are_too_long_together_are_refused(self, tmp_path: Path) -> None:
        for at in range(6):
            (tmp_path / f"{at}.txt").write_text("1.1 A\n", encoding="utf-8")
        with pytest.raises(SourceError, match="too long for a rulebook"):
            read(tmp_path)
        with pytest.raises(SourceError, match="too long for a rulebook"):
            archive.read_archive(zipped({f"{at}.txt": b"1.1 A\n" for at in range(6)}), "book.zip")


def test_files_that_are_too_long_together_are_refused(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules_cli.formats.files.MAX_LINES", 5)
    paths = [tmp_path / f"{at}.txt" for at in range(6)]
    for path in paths:
        path.write_text("1.1 A\n", encoding="utf-8")
    ran = run("import", *map(str, paths), "--book", "kites")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "all files together: over" in ran.err


def test_an_endless_device_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no such device here")
    monkeypatch.setattr("rules_cli.formats.files.MAX_BYTES", 10_000)
    ran = run("import", "/dev/zero", "--book", "kites")
    assert (ran.code, ran.err) == (2, "rules: zero: over 0 MB, too large for a rulebook\n")
    ran = run("card", "import", "/dev/zero", "-b", "fab")
    assert (ran.code, ran.err.startswith("rules: zero: not a text file")) == (2, True)
    assert run("check", "/dev/zero").code == 2
    assert run("import", "/dev/zero", "--book", "kites", "--profile", "/dev/zero").code == 2


def test_a_file_name_that_is_no_text_makes_a_readable_edition(tmp_path: Path, run: Run) -> None:
    path = tmp_path / os.fsdecode(b"ki\xfftes\x1b[31m\n.txt")
    try:
        path.write_text("1 Ships\n1.1 A ship. See [9.9].\n", encoding="utf-8")
    except OSError:
        pytest.skip("no such names on this file system")
    assert run("import", str(path), "--book", "kites").code == 0
    ran = run("export", "kites", "--format", "yaml")
    assert (ran.code, ran.err) == (0, "")
    assert Library.open().installed.edition("kites").load().sources == ("ki\ufffdtes\ufffd[31m\ufffd.txt",)


@pytest.mark.parametrize("number", ["2.7.3a\udcff", "\ud800", "2.7\udcff", "\udcff:1"])
def test_half_a_character_is_refused_as_a_number_and_damages_no_index(number: str, harbour: Path, run: Run) -> None:
    run("import", str(harbour), "--book", "harbour")
    library = Library.open()
    index = library.installed.edition("harbour").index_path
    with pytest.raises(RulesError) as error:
        library.rule(f"harbour:{number}")
    assert refusal(error)
    assert index.exists()


@pytest.mark.parametrize("sign", ["\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_an_error_that_quotes_a_line_end_is_one_line(sign: str) -> None:
    with pytest.raises(RulesError) as error:
        cost("fab", ["3", f"--no{sign}such"])
    assert refusal(error)


def test_a_section_with_a_letter_does_not_end_a_section() -> None:
    book = book_of("100. Kites\n\n100.1. A kite flies.\n\n1le. is no number\n\n101ab: nor is this one\n", "mtg")
    assert "100.1" in by_number(book)


@pytest.mark.parametrize("title", ["2024-11-08", "0:0:0", "1-2-3"])
def test_a_title_that_looks_like_a_number_with_dashes_can_be_asked_for(title: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "page.md").write_text(f"# {title}\n\n## Wind\n\n1. A kite.\n", encoding="utf-8")
    assert run("import", str(tmp_path / "page.md"), "--book", "kites").code == 0
    assert title in run("show", slug_of(title), "-b", "kites").out


DEEP = "# Page\n" + "".join("\t" * level + "1. Deep.\n" for level in range(1_500))


@pytest.mark.parametrize(
    "question", ["show page", "show page.1", "tree page", "tree", "explain kites:page", "show page --depth 9"]
)
def test_very_deep_lists_are_answered(question: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "page.md").write_text(DEEP, encoding="utf-8")
    assert run("import", str(tmp_path / "page.md"), "--book", "kites").code == 0
    ran = run(*question.split(" "), "-b", "kites")
    assert (ran.code, ran.err) == (0, "")
    assert run("show", "page" + ".1" * 400, "-b", "kites", "--depth", "0").code == 0


def test_thousands_of_rules_that_refer_to_one_are_explained_once_each(tmp_path: Path, run: Run) -> None:
    rules = "".join(f"1.{n} A kite of wind. See rule 1.1.\n" for n in range(2, 3_000))
    listed = "".join(f" See rule 1.{n}." for n in range(2, 3_000))
    text = f"1 Kites\n\n1.1 All kites.{listed}\n{rules}\nGlossary\n\nWind\nWhat blows.\n"
    (tmp_path / "book.txt").write_text(text, encoding="utf-8")
    run("import", str(tmp_path / "book.txt"), "--book", "kites")
    for question in ("kites:1", "kites:1.1", "kites:1.2"):
        assert len(run("explain", question).out) < 2_000_000
        assert len(run("explain", question, "--json").out) < 6_000_000


@pytest.mark.parametrize("mark", ["<p>", "<p>x", "x<br>"])
def test_a_page_of_too_many_elements_is_refused_early(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing such a page to its end took 90 seconds and 1.6 GB."""
    monkeypatch.setattr("rules_cli.formats.html.elements._MOST_TAGS", 30)
    monkeypatch.setattr("rules_cli.formats.html.page.MAX_LINES", 10)
    page = b"<!doctype html><p>1.1 A kite." + mark.encode() * 40
    with pytest.raises(SourceError, match="too long for a rulebook"):
        read_bytes(page, "kites.html")


@pytest.mark.parametrize("other", ["a.md", "./a.md", ".//a.md", ".\\a.md"])
def test_an_archive_with_two_files_of_one_name_is_refused(other: str, tmp_path: Path) -> None:
    path = tmp_path / "book.zip"
    with warnings.catch_warnings(), ZipFile(path, "w") as archive:
        warnings.simplefilter("ignore")
        for name in ("a.md", other):
            archive.writestr(name, "# Kites\n\n1. A kite.\n")
    with pytest.raises(SourceError, match=r"two files named 'a\.md'"):
        read(path)


@pytest.mark.skipif(os.name != "posix", reason="names of any bytes are a matter of POSIX")
def test_a_folder_with_two_names_that_look_the_same_is_refused(tmp_path: Path) -> None:
    try:
        for byte in (b"\xe9", b"\xe8"):
            Path(os.fsdecode(os.fsencode(tmp_path) + b"/k" + byte + b".md")).write_text("# Kites\n\n1. A kite.\n")
    except OSError:
        pytest.skip("this system takes no such name")
    with pytest.raises(SourceError, match=r"it holds two files named 'k�\.md'"):
        read(tmp_path)


@pytest.mark.parametrize("nothing", [b"", b"\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_an_empty_page_of_an_archive_is_skipped(nothing: bytes) -> None:
    made = zipped({"a.md": b"# Page\n\n1. A kite.\n", "b.md": nothing})
    assert any(document.lines for document in archive.read_archive(made, "book.zip"))


def test_a_long_total_is_separated_from_its_verdict(run: Run) -> None:
    told = run("cost", "mtg", "{2/W}" * 12, "--have", "W" * 12).out
    assert told.startswith("{2/W}" * 12 + "   payable")
