"""The colours of a terminal: each differs enough from a black and from a white background to be read on both.

What a colour says, a word, a sign or a heavier letter says too.
"""

from __future__ import annotations

COLORS = {"id": 31, "ref": 31, "good": 28, "bad": 161, "note": 130, "quiet": 243, "label": 243}
"""The colour of each style, of the 256 that no theme of a terminal changes."""
FEW_COLORS = {"id": 6, "ref": 6, "good": 2, "bad": 1, "note": 3}
"""The same on a terminal that has only 8 or 16."""
WEIGHTS = {"id": "bold", "title": "bold", "good": "bold", "bad": "bold", "label": "italic", "ref": "underline"} | {
    "hit": "bold underline",
    "chosen": "reverse",
}
"""How the letters of a style are drawn, in colour and without."""
