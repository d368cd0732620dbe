"""Profiles as files: the examples in the documentation, errors, and saved profiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import ROOT, Run

from rules_cli.errors import SchemaError, SourceError
from rules_cli.parse.profile import Profile
from rules_cli.sources.importing import dump_profile, load_profile, read_source

PAGE = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
_REMARKS = 46
"""The column where the remarks beside the small book begin."""


@pytest.fixture
def kites(tmp_path: Path) -> Path:
    """The small book of the page in docs."""
    lines = [line[4:_REMARKS].rstrip() for line in PAGE.splitlines() if line.startswith("    ")]
    path = tmp_path / "kites.txt"
    path.write_text("\n\n".join(lines).replace("Line\n\nWhat", "Line\nWhat"), encoding="utf-8")
    return path


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """The profile of the page in docs."""
    found = re.search(r"```yaml\n(.*?)```", PAGE, re.S)
    assert found
    path = tmp_path / "kites.yaml"
    path.write_text(found[1], encoding="utf-8")
    return path


def test_the_documented_profile_reads_the_documented_book(kites: Path, profile: Path) -> None:
    read = read_source([kites], "kites", None, profile)
    rows = {str(row.number): row for row in read.book.rows}
    assert read.book.edition == "2026-01-16"
    assert list(rows) == ["kite-rules", "1", "1.1", "1.2", "1.2a", "glossary", "glossary.line"]
    assert rows["1.1"].words.examples == ("A kite on the ground is no kite.",)
    assert [(r.target, r.resolved) for r in rows["1.1"].references] == [("1.2a", True)]
    assert [(d.text, d.why) for d in read.book.dropped] == [("Page 1", "page furniture")]
    assert rows["glossary.line"].title == "Line"


def test_every_key_is_documented() -> None:
    for key in Profile.__dataclass_fields__:
        assert key.startswith("_") or f"`{key}`" in PAGE, key


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("language: en\n\nexmaples: [Ruling]\n", r"kites\.yaml: line 3: exmaples: unknown key"),
        ("language: [en]\n", r"kites\.yaml: line 1: language: expected a text"),
        ("references:\n- rule\n", r"kites\.yaml: line 2: references\[0\]: expected a form with \{number\}"),
        ("dates: [effective]\n", r"kites\.yaml: line 1: dates\[0\]: expected a form with \{date\}"),
        ("language: en\nexamples: [\n", r"kites\.yaml, line \d: not YAML"),
        ("- a\n", r"kites\.yaml: expected keys and values"),
        ("examples: !!python/name:os.system []\n", r"kites\.yaml, line 1: not YAML"),
    ],
)
def test_a_fault_names_file_line_and_key(profile: Path, text: str, said: str) -> None:
    profile.write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError, match=said):
        load_profile(profile)


def test_a_missing_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="the profile can't be read"):
        load_profile(tmp_path / "gone.yaml")


@pytest.mark.parametrize(
    "given",
    [
        Profile(),
        Profile(chapters="hundreds", examples=("Ruling: x", "“Fall”"), skipped_letters="lo", notes=()),
        Profile(numbers=("{n}", "{n}-{n}", "[{n}]"), items="rules", front_matter=("About",), back_matter=()),
        Profile(documents={"MTR": "mtg-mtr", "The Guide": "guide"}, displaced_terms={"hidden: x": "wind.5"}),
        Profile(transparent_headings=("All Kites",), list_openers=("folgende",), parts=("Remedy*",)),
    ],
)
def test_a_saved_profile_is_the_same_when_read(tmp_path: Path, given: Profile) -> None:
    path = tmp_path / "saved.yaml"
    path.write_text(dump_profile(given, "Kites # and\nLines"), encoding="utf-8")
    assert load_profile(path) == given


def test_a_saved_profile_has_every_key() -> None:
    saved = dump_profile(Profile(), "Kites")
    assert all(f"# {key}: " in saved for key in Profile.__dataclass_fields__)


class TestCommand:
    def test_a_saved_profile_has_the_forms_that_were_found(self, run: Run, tmp_path: Path) -> None:
        book, saved = tmp_path / "dashes.txt", tmp_path / "mine.yaml"
        book.write_text("\n\n".join(["1 Kites", *(f"1-{n}. A kite flies on wind {n}." for n in range(1, 9))]))
        run("import", str(book), "-b", "kites", "--save-profile", str(saved))
        assert load_profile(saved).numbers == ("{n}", "{n}-{n}")
        again = run("import", str(book), "-b", "kites", "--profile", str(saved))
        assert "nothing to do" in again.out

    def test_a_saved_profile_can_be_used_for_the_next_import(self, run: Run, kites: Path, tmp_path: Path) -> None:
        saved = tmp_path / "mine.yaml"
        first = run("import", str(kites), "-b", "kites", "--save-profile", str(saved))
        assert "rules are known by their printed numbers" in first.out
        saved.write_text(f"{saved.read_text(encoding='utf-8')}\n", encoding="utf-8")
        again = run("import", str(kites), "-b", "kites", "--profile", str(saved))
        assert (again.code, "nothing to do" in again.out) == (0, True)  # it reads the same rules

    def test_a_refused_file_leaves_a_profile_to_start_from(self, run: Run, tmp_path: Path) -> None:
        letter, saved = tmp_path / "letter.txt", tmp_path / "mine.yaml"
        letter.write_text("Kites\n\nDear all, a kite flies.\n\nIV) Landing\n\nIt has a line.\n", encoding="utf-8")
        ran = run("import", str(letter), "-b", "kites", "--save-profile", str(saved))
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "no numbered rule in it" in ran.err
        assert f"A profile to start from is in {saved}" in ran.err
        assert "# 1 line like IV: {I}\n" in saved.read_text(encoding="utf-8")
        assert load_profile(saved) == Profile(language="en")

    def test_such_a_profile_names_the_eight_most_frequent_forms(self, run: Run, tmp_path: Path) -> None:
        letter, saved = tmp_path / "letter.txt", tmp_path / "mine.yaml"
        forms = ("1)x", "1x)", "1-1x", "1x-1", "1x1x", "1-1-1x", "1x1", "1-x-1", "1xx1x1", "1x1x1", "1x-x1", "1-x1-1")
        letter.write_text("".join(f"{form} Dear all.\n\n" for form in forms) + "A kite.\n\n" * 300, encoding="utf-8")
        run("import", str(letter), "-b", "kites", "--save-profile", str(saved))
        assert saved.read_text(encoding="utf-8").count("\n# 1 line") + 1 == 8

    def test_what_almost_nothing_of_is_numbered_leaves_one_too(self, run: Run, tmp_path: Path) -> None:
        letter, saved = tmp_path / "letter.txt", tmp_path / "mine.yaml"
        letter.write_text("1.1 A kite.\n\n" + "A kite flies.\n\n" * 50, encoding="utf-8")
        ran = run("import", str(letter), "-b", "kites", "--save-profile", str(saved))
        assert (ran.code, saved.exists(), "no numbered rule in it" in ran.err) == (2, True, True)

    def test_an_existing_file_is_not_overwritten(self, run: Run, kites: Path, profile: Path) -> None:
        before = profile.read_text(encoding="utf-8")
        ran = run("import", str(kites), "-b", "kites", "--save-profile", str(profile))
        assert (ran.code, profile.read_text(encoding="utf-8")) == (2, before)
        assert "is there already" in ran.err

    def test_a_misspelt_key_exits_2_and_installs_nothing(self, run: Run, kites: Path, profile: Path) -> None:
        profile.write_text("exmaples: [Ruling]\n", encoding="utf-8")
        ran = run("import", str(kites), "-b", "kites", "--profile", str(profile))
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "line 1: exmaples: unknown key" in ran.err
        assert run("show", "kites:1.1").code == 1
