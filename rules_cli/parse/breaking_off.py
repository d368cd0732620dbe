"""A source that breaks off: its last text ends in the middle of a sentence, in a book whose texts end in a sign."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules_cli.parse.row_draft import Draft
from rules_cli.rule_number import parts
from rules_cli.text import shorten

_FEWEST = 50  # texts: fewer say little about how a book ends its sentences
_ENDED = 0.98  # of the texts: tables and lists of rulebooks leave up to a hundredth without a sign
_GLOSSARY = 10  # texts under one heading: a last row without a number is an entry then, no address of a publisher
_LINES_OF_A_TABLE = 5  # without a sign, that a last text with a table has at least; a text has one
_SIGN = re.compile(r"[^\w\s,–—-]\s*$")
_SHOWN = 30  # characters at the end of the text


# Complexity: six reasons why a text without a sign at its end is no anomaly.
def breaking_off(drafts: Sequence[Draft]) -> str | None:
    """Say how the last text of a book ends if its source breaks off; None if it does not."""
    last = drafts[-1]
    texts = [text for draft in drafts if (text := _last_text(draft))]
    alike = [draft for draft in drafts if draft.parent is last.parent and _last_text(draft)]
    end = _last_text(last)
    ended = sum(bool(_SIGN.search(text)) for text in texts)
    is_address = parts(last.printed) is None and len(alike) < _GLOSSARY
    if (
        not end
        or _SIGN.search(end)
        or is_address
        or len(texts) < _FEWEST
        or _is_table(end)
        or ended < _ENDED * len(texts)
    ):
        return None
    return f"the source ends in “…{shorten(end[-_SHOWN:])}”; is the file complete?"


def _last_text(draft: Draft) -> str:
    return next(iter([*draft.texts, *draft.examples, *draft.notes][::-1]), "")


def _is_table(text: str) -> bool:
    """Whether a text has a table or a list in it, such as one of penalties."""
    return sum(not _SIGN.search(line) for line in text.split("\n")) >= _LINES_OF_A_TABLE
