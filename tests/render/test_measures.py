"""Both sides of the lengths that pages are cut to."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Install, Run

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
