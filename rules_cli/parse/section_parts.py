"""Named parts of a section, such as "Philosophy" or "Upgrade: …": a line that is or begins with their label."""

from __future__ import annotations

import re
from functools import lru_cache

_LONGEST_LABEL = 60  # characters: a longer line that fits a form with `*` is a sentence


def part_label(text: str, forms: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the label at the beginning of a line and the words after it; None if the line begins with no label.

    A label is alone on its line, or before a colon. `forms` are those of a profile, with `*` in place of any words.
    """
    label, colon, words = text.partition(":")
    label = label.strip()
    if not forms or len(label) > _LONGEST_LABEL or not _pattern(forms).fullmatch(label):
        return None
    return label, words.strip() if colon else ""


@lru_cache(maxsize=64)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    words = (re.escape(form).replace(r"\*", r"[^.!?]*") for form in forms)
    return re.compile("|".join(words), re.IGNORECASE)
