"""A made-up game and two editions of its rulebook, numbered by hundreds: what moved, changed and went between them."""

from __future__ import annotations

from functools import cache

from parsing import document

from rules_cli.citation_check import Check, Checked, CheckedText, Editions
from rules_cli.model import Book
from rules_cli.parse import parse
from rules_cli.store.editions import InstalledBooks

OLDER, NEWER = "2020-05-01", "2024-05-01"

OLD = """\
1. Flying

101. Launch

101.1. A kite is launched from open ground by one flier at a time.

101.1a The flier names the wind before the kite leaves the hand.

101.1b A launch that touches the grass counts as no launch at all.

101.1c The string is let out at one arm's length for each breath.

101.1d A second flier may steady the frame while the first one runs.

101.2. A kite that leaves its string is lost until dusk falls.

102. Landing

102.1. A kite lands when both of its corners touch the sand.

Example: A corner in a pool of water does not touch the sand.

102.2. The judge measures every landing with a striped pole.

102.3. A tail that is longer than the pole is folded over twice.

103. Knots

103.1. Two knots of one colour may never stand side by side on a tail.

103.2. A "granny knot" is undone before the next launch begins [102.1].
"""
NEW = """\
1. Flying

101. Launch

101.1. A kite is launched from open ground by one flier at a time.

101.1a Nobody launches before the horn of the harbour has sounded.

101.1b The flier names the wind before the kite leaves the hand.

101.1c A launch that touches the grass counts as no launch at all.

101.1d The string is let out at one arm's length for each breath.

101.1e A second flier may steady the frame while the first one runs.

101.2. A kite that leaves its string is lost until the next horn sounds.

102. Landing

102.1. A kite lands when both of its corners touch the sand.

Example: A corner in a pool of water does not touch the sand.

102.2. A tail that is longer than the pole is folded over twice.

103. Knots

103.1. Two knots of one colour may never stand side by side on a tail.

103.2. A "granny knot" is undone before the next launch begins [102.1].
"""
"""101.1a–d are one letter on, 101.2 has other words, 102.2 is removed, 102.3 has its number; the rest is the same."""

GULLS = """\
1 Gulls

1.1 Calls

1.1.1 A gull calls once for bread and twice for fish.

1.1.1a A gull that calls three times has lost its turn.

1.1.2 Bread that is thrown into the sea belongs to nobody.
"""
"""Another game, numbered by dots."""


def install(text: str, slug: str, edition: str, title: str = "") -> None:
    """Put an edition of a made-up book into the library of the test."""
    InstalledBooks().install(_book(text, slug, edition, title))


@cache
def _book(text: str, slug: str, edition: str, title: str) -> Book:
    return parse([document(text)], None, slug, edition, title)


def both_editions() -> None:
    """Install the kites, older and newer."""
    install(OLD, "kites", OLDER, "Harbour Kites")
    install(NEW, "kites", NEWER, "Harbour Kites")


def check(text: str, name: str = "notes.txt", book: str | None = "kites", written: str | None = None) -> Checked:
    """A text checked against what is installed."""
    return Check(Editions(InstalledBooks(), book, written)).text(CheckedText(name, text))


def verdicts_of(checked: Checked) -> list[tuple[str, str, str]]:
    """Each citation as printed, the rule it names, and the verdict."""
    named = [(checked.printed(judged), judged.meaning, judged.verdict) for judged in checked.found]
    return [(printed, f"{m.book}:{m.number}" if m else "", verdict) for printed, m, verdict in named]
