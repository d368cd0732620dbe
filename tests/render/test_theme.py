"""The colours of a terminal are legible in the themes that people use."""

from __future__ import annotations

import pytest

from rules_cli.render.page import COLORS, WEIGHTS

_LEAST = 4.5  # contrast with the background, as WCAG asks of text
THEMES = {
    "black": ("000000", {2: "00cd00", 3: "cdcd00", 6: "00cdcd"}),
    "Dracula": ("282a36", {2: "50fa7b", 3: "f1fa8c", 6: "8be9fd"}),
    "Nord": ("2e3440", {2: "a3be8c", 3: "ebcb8b", 6: "88c0d0"}),
    "Gruvbox": ("282828", {2: "98971a", 3: "d79921", 6: "689d6a"}),
    "Solarized dark": ("002b36", {2: "859900", 3: "b58900", 6: "2aa198"}),
}
"""The background of each theme, and its green, yellow and cyan."""


def luminance(color: str) -> float:
    """Return the relative luminance (WCAG) of a colour."""
    values = (int(color[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("style", COLORS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_colour_is_legible_in_each_theme(theme: str, style: str) -> None:
    background, colors = THEMES[theme]
    dark, light = sorted((luminance(background), luminance(colors[COLORS[style]])))
    assert (light + 0.05) / (dark + 0.05) >= _LEAST


def test_nothing_is_said_by_colour_alone() -> None:
    assert set(COLORS) <= set(WEIGHTS)


def test_rules_and_what_is_around_them_differ_in_weight() -> None:
    assert WEIGHTS["quiet"] == WEIGHTS["label"] == "dim"
    assert "text" not in WEIGHTS
    assert [style for style, weights in WEIGHTS.items() if "underline" in weights] == ["ref"]
