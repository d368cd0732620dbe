"""The colours of a terminal are legible on black and on white."""

from __future__ import annotations

import pytest

from rules_cli.render.page import COLORS, WEIGHTS

_LEVELS = (0, 95, 135, 175, 215, 255)
_LEAST = 3.9  # contrast on each background; no colour has more than 4.6 on both, and large letters need 3


def luminance(color: int) -> float:
    """Return the relative luminance (WCAG) of one of the 256 colours, none of the first 16."""
    index = color - 16
    grey = 8 + 10 * (color - 232)
    rgb = (grey,) * 3 if color >= 232 else tuple(_LEVELS[index // step % 6] for step in (36, 6, 1))
    linear = [c / 12.92 if (c := value / 255) <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for value in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("style", COLORS)
def test_a_colour_differs_enough_from_black_and_white(style: str) -> None:
    light = luminance(COLORS[style])
    assert (light + 0.05) / 0.05 >= _LEAST
    assert 1.05 / (light + 0.05) >= _LEAST


def test_nothing_is_said_by_colour_alone() -> None:
    assert set(COLORS) - set(WEIGHTS) == {"note", "quiet"}  # what a note says, its words say; quiet words need no sign
