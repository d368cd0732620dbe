"""Infractions below a line that gives them all one penalty: `A Warning is given for:`, then a list or rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_cli.formats.source_line import SourceLine
from rules_cli.model import Penalty
from rules_cli.numbers.parts import parts
from rules_cli.parse.labels import labels_of
from rules_cli.parse.penalty_lines import any_penalty, effect_pattern, led_penalty
from rules_cli.parse.penalty_tables import ListedInfraction
from rules_cli.parse.row_draft import Draft

_BULLET, _ENDS = "• ", " .;,"


class LedInfractions(NamedTuple):
    """The penalties of the rows below lines that give one, by draft; the points of texts below such lines, and the
    lines of those texts that are no points, by the draft that has them; and the drafts with those lines."""

    penalties: dict[int, str]
    points: dict[int, tuple[list[ListedInfraction], list[str]]]
    leads: frozenset[int]


# Complexity: one condition for each place of the list below a line.
def led_infractions(drafts: Sequence[Draft], penalties: tuple[str, ...]) -> LedInfractions:
    """Return the infractions below lines that give their penalty: the rows below such a line, or the points behind it
    in its text or in the next one. A list of what a penalty does, *A Warning means:*, has none."""
    below: dict[int, list[Draft]] = {}
    for draft in drafts:
        below.setdefault(id(draft.parent), []).append(draft)
    found, points, leads = dict[int, str](), dict[int, tuple[list[ListedInfraction], list[str]]](), set[int]()
    led, lead = "", 0  # the penalty of the line that ends the text above, "" for another line, and its draft
    for draft in drafts:
        titled = led_penalty(draft.title, penalties) if draft.title else led
        rows, rest, last = _points(draft, titled, penalties)
        if rows and not _are_effects([each.name for each in rows]):
            points[id(draft)] = rows, rest
            leads.add(id(draft) if rest or draft.title else lead)
        last = last if draft.texts else titled if draft.title else ""
        under = [each for each in below.get(id(draft), ()) if id(each) not in below]
        words = ["\n".join(filter(None, (each.title, *each.texts))) for each in under]
        if last and under and not any(any_penalty(each, penalties) for each in words) and not _are_effects(words):
            found |= {id(each): last for each in under}
            leads.add(id(draft))
        led, lead = last, id(draft)
    return LedInfractions({at: each for at, each in found.items() if at not in points}, points, frozenset(leads))


def _are_effects(texts: Sequence[str]) -> bool:
    """Return whether most of some texts say what a penalty does: *It is written on the slip.*"""
    return 2 * sum(effect_pattern().search(text) is not None for text in texts) > len(texts)


def _points(draft: Draft, led: str, penalties: tuple[str, ...]) -> tuple[list[ListedInfraction], list[str], str]:
    """Return the infractions of the points in a draft's texts, its other lines, and the penalty of the line that ends
    it; `led` is that of the line above it."""
    rows, rest = list[ListedInfraction](), list[str]()
    for line in (line for text in draft.texts for line in text.split("\n")):
        label = next(iter(labels_of(SourceLine(0, "", line))), None)
        if led and (label or line.startswith(_BULLET)) and not any_penalty(line, penalties):
            name = (label.text if label else line.removeprefix(_BULLET)).strip(_ENDS)
            number = label.address_under(draft.printed) if label and parts(draft.printed) else ""
            rows.append(ListedInfraction(number, name, (Penalty(None, led),), (led,)))
        else:
            rest.append(line)
            led = led_penalty(line, penalties)
    return rows, rest, led
