"""Which of a card's names count: all of a split card's, one at a time of any other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_cli.errors import UsageError
from rules_cli.names.name_rules import NameRules
from rules_cli.names.reading import Name, Side

Face = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Shown:
    """The names of a card that count. `layout` is that of a card with one name at a time, None of any other;
    `assumed` says that a card was read as split because nobody said what it is."""

    sides: tuple[Side, ...]
    layout: str | None = None
    assumed: bool = False

    @property
    def keys(self) -> frozenset[str]:
        """The folded names that count."""
        return frozenset(side.key for side in self.sides)


def check_layout(naming: NameRules, layout: str | None, face: Face | None) -> str | None:
    """The layout by the book's name for it; raises UsageError on one that the book does not have."""
    if (layout or face) and not naming.layouts:
        raise UsageError(f"{naming.book} has no --layout or --face: each name on a card is compared by itself")
    if layout is None:
        return None
    found = naming.layout(layout)
    if found is None:
        raise UsageError(f"no layout of that name; use one of {', '.join(naming.layouts)}")
    return found


def shown(name: Name, naming: NameRules, layout: str | None, face: Face | None) -> Shown:
    """The names that count: of a split card all, of another the first, or with `face` back the last.

    `layout` is the user's word for it, else what we or the user's card list know, else split is assumed.
    """
    if len(name.sides) == 1 or not naming.layouts:
        return Shown(name.sides)
    split = next(iter(naming.layouts))
    found = layout or naming.layout_of(side.key for side in name.sides)
    if found in (None, split):
        if face:
            others = ", ".join(other for other in naming.layouts if other != split)
            raise UsageError(f"--face is for a card with one name at a time; say which with --layout {others}")
        return Shown(name.sides, assumed=found is None)
    return Shown(name.sides[-1:] if face == "back" else name.sides[:1], found)
