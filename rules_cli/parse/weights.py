"""The weights of the features by which lines are chosen as rows, from data/parsing/weights.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def weights() -> Mapping[str, float]:
    """Return the weight of each feature of a line, and of each way in which a row follows another."""
    import yaml

    inside = Path(__file__).parent.parent / "data"
    folder = inside if inside.is_dir() else inside.parent.parent / "data"
    found: dict[str, float] = yaml.safe_load((folder / "parsing" / "weights.yaml").read_text(encoding="utf-8"))
    return found
