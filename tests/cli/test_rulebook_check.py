"""A file in which almost nothing is numbered is refused; every rulebook is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import ROOT, SHARED, Run

from rules_cli.errors import SourceError
from rules_cli.sources.importing import LEAST_NUMBERED, read_source, share_of_numbered

SCRIPT = "#!/bin/bash\n# Copies the pictures.\nset -e\n\ncase $1 in\n1) echo one ;;\nesac\n" + "cp a b\n" * 60
CHANGES = "# Changes\n\n" + "".join(
    f"## {10 - at}.2.0\n\n" + "".join(f"- Change {n} of this version.\n" for n in range(12)) + "\n" for at in range(9)
)
LOG = "".join(f"2026-11-{1 + at // 100:02d} 10:{at % 60:02d} the gull has landed\n" for at in range(200))
MINUTES = "Minutes of the meeting\n\n1. We met.\n\n" + "We spoke about kites for an hour.\n\n" * 60
README = "# Kites\n\nA kite flies.\n\n" + "It needs wind, a line and a hand.\n\n" * 80 + "## 1.0 is out\n"
NO_RULEBOOKS = {"snap": SCRIPT, "CHANGES.md": CHANGES, "gull.log": LOG, "minutes.txt": MINUTES, "README.md": README}


@pytest.mark.parametrize("slug", ["junk", "mtg", "ga"])
@pytest.mark.parametrize("name", NO_RULEBOOKS)
def test_a_file_that_is_no_rulebook_is_refused_with_the_reason(
    run: Run, tmp_path: Path, home: Path, name: str, slug: str
) -> None:
    path = tmp_path / name
    path.write_text(NO_RULEBOOKS[name])
    ran = run("import", str(path), "--book", slug)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "almost nothing in it is numbered" in ran.err or "no numbered rule in it" in ran.err
    assert not [*home.rglob("*.yaml")]


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "rules_cli/references.py"])
def test_our_own_documents_are_refused(name: str) -> None:
    with pytest.raises(SourceError):
        read_source([ROOT / name], "junk")


@pytest.mark.parametrize(("prose", "is_book"), [(62, True), (72, False)])
def test_the_least_share_of_numbers_is_three_lines_in_a_hundred(tmp_path: Path, prose: int, is_book: bool) -> None:
    path = tmp_path / "kites.txt"
    path.write_text("1.1 Kites fly.\n\n" + "A word on wind.\n\n" * prose + "1.2 It lands.\n\n1.3 It rests.\n")
    if is_book:
        read = read_source([path], "kites")
        assert share_of_numbered(read.book, read.documents, read.profile) >= LEAST_NUMBERED
    else:
        with pytest.raises(SourceError, match="almost nothing in it is numbered"):
            read_source([path], "kites")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "path"),
    [
        ("fab", "fab/01-game-concepts.html"),
        ("fab", "fab/en-fab-cr-2.14.0.txt"),
        ("mtg", "mtg/2026-01-16.txt"),
        ("mtg", "mtg/2006-10-01.txt"),
        ("ga", "ga"),
        ("ga", "ga-whole"),
        *(("x", f"other/{name}") for name in ("altered.md", "fide.md", "swu.md", "mtg-ipg.md", "fab-trp-2026.txt")),
    ],
)
def test_real_rulebooks_have_far_more_numbers(slug: str, path: str) -> None:
    file = SHARED / "sources" / path
    if not file.exists():
        pytest.skip(f"needs ../shared/sources/{path}")
    read = read_source([file], slug)
    assert share_of_numbered(read.book, read.documents, read.profile) > 1.5 * LEAST_NUMBERED
