"""Sections that are infractions, with a penalty for each level in their items: `up to 5 minutes: Warning`.

Items may also be infractions of their own, below the title of a chapter. Which of these a document has is decided once,
for all of its sections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules_cli.model import Penalty
from rules_cli.parse.penalty_lines import StatedPenalty, listed_penalty, share_of_levels
from rules_cli.parse.row_draft import Draft

_FEWEST = 2  # sections that are infractions, and levels of one
_HALF = 0.5  # of the items of a section, that are levels
_BULLET = "• "


def graded_sections(
    sections: Sequence[Draft], penalties: tuple[str, ...]
) -> Iterator[tuple[Draft, tuple[Penalty, ...]]]:
    """Yield the sections with a penalty for each level, and those; none if more sections only hold infractions than are
    some, with a labelled penalty or levels."""
    found = [(draft, _items(draft.texts, penalties)) for draft in sections if not draft.penalty]
    levelled = [(draft, items) for draft, items in found if len(items) >= _FEWEST]
    graded = sum(share_of_levels(items, draft.title or "") >= _HALF for draft, items in levelled)
    infractions = graded + len(sections) - len(found)  # the others have a label
    if graded and infractions >= max(_FEWEST, len(levelled) - graded + 1):
        for draft, items in levelled:
            yield draft, tuple(Penalty(each.name, each.penalty) for each in items)


def are_levels(title: str, lines: Sequence[str], penalties: tuple[str, ...]) -> bool:
    """Return whether lines are the levels of the infraction above: a few items, each with its penalty."""
    items = _items(lines, penalties)
    return _FEWEST <= len(items) == len(lines) and share_of_levels(items, title) >= _HALF


def _items(texts: Iterable[str], penalties: tuple[str, ...]) -> list[StatedPenalty]:
    """Return the items of texts that state a penalty, each behind its name."""
    lines = (line for text in texts for line in text.split("\n") if line.startswith(_BULLET))
    return [each for line in lines if (each := listed_penalty(line.removeprefix(_BULLET), penalties))]
