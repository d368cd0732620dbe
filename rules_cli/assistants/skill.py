"""The page that tells an assistant how to answer questions about rules: look up, quote, have the draft checked."""

from __future__ import annotations

from pathlib import Path

INSTRUCTIONS = (
    "Rulebooks of card games, offline. Never answer from memory: search, then show the rule and quote it word for word"
    " with its number and edition. Restated text is no official wording: do not quote it as one. If no rule that you"
    " found settles the question, say so. Send your draft to check before you answer, and correct each fault."
)
"""What a server says of itself to an assistant."""


def page() -> str:
    """Return the page for assistants with a shell: front matter with a name and a description, then how to work."""
    return (Path(__file__).parent / "skill.md").read_text(encoding="utf-8")
