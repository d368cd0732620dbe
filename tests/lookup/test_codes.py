"""A number that begins with a code, GR-1, is looked up if a book has it, and searched for if none does."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

KITES = "# Kites\n\n" + "".join(f"GR-{number} Kite {number} flies.\n\n" for number in range(1, 6))


@pytest.mark.parametrize("typed", ["GR-2", "gr-2", "GR2", "gr.2"])
def test_a_code_is_looked_up(run: Run, tmp_path: Path, typed: str) -> None:
    (tmp_path / "kites.md").write_text(KITES)
    assert run("import", str(tmp_path / "kites.md"), "--book", "kites").code == 0
    assert run(typed).out.startswith("GR-2  Kite 2 flies.")


@pytest.mark.parametrize("typed", ["GR-9", "ab-2"])
def test_another_word_is_searched_for(run: Run, tmp_path: Path, typed: str) -> None:
    (tmp_path / "kites.md").write_text(KITES)
    assert run("import", str(tmp_path / "kites.md"), "--book", "kites").code == 0
    assert "no rule gr" not in run(typed).err.lower()
