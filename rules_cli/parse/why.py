"""Why a line of a source is a row, or is none: its features with their weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_cli.formats.source_line import Document
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Reading
from rules_cli.parse.sequence import choose
from rules_cli.parse.survey import candidates_of
from rules_cli.parse.weights import weights


class RowReason(NamedTuple):
    """One reading of the number of a line: how its row follows the one before (`how`, "" if it is no row), and what
    each feature adds to its chain."""

    number: str
    text: str
    how: str
    adds: tuple[tuple[str, float], ...]


def why(documents: Sequence[Document], profile: Profile, line: int) -> list[RowReason]:
    """Return the readings of a line, counted from 1 in its file; empty if it begins with no number."""
    candidates, _ = candidates_of(documents, profile, Reading())
    chosen, weight_of = choose(candidates.found, weights()), weights()
    found = []
    for index, candidate in enumerate(candidates.found):
        if candidates.lines[candidate.at].number == line:
            adds = [(name, weight_of[name] * value) for name, value in candidate.features.items()]
            how, own = chosen.get(index, ""), candidates.own[index]
            adds = [("row", weight_of["row"]), *adds, *([(how, weight_of[how])] if how and how != "stray" else [])]
            found.append(RowReason(own.number, own.text, how, tuple(adds)))
    return found
