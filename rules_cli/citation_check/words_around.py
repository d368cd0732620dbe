"""The words around a number: whether they introduce it as a rule's, and the term that they name.

"See 8.3.5", "Hexproof is 702.11" and "[8.3.5]" introduce a rule. A number of another kind (a price, a version, a
measurement) may look the same, so that a name right before it counts only if it is a term of the book and no common
word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.model import Mention
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.store.edition import Edition
from rules_cli.text import fold

NEAR = 60
"""Characters before or after a number: room for the longest name and the words between them; more only take time."""
_SENTENCE_PARTS = re.compile(r"[.;:!?\n]")

TermNames = Mapping[str, Term]
"""Each name in books of the terms of an edition that have a rule, folded."""

Introduction = Literal["no", "perhaps", "surely"]
"""`perhaps`: only as the number of a rule that is there, as in "under 704.5", which may be a quantity as well."""

_SIGN = rf"[ \t{MASK}*_`\"“]"
_SURELY = re.compile(
    rf"(?<!\w)(?:see|cf\.|veja|vide|according to|conforme|segundo|de acordo com)\s{_SIGN}*[(\[]?\Z", re.I
)
_PERHAPS = re.compile(rf"(?<!\w)(?:under|per|by|pel[ao]|por|sob)\s{_SIGN}*\Z", re.IGNORECASE)
_OPENS_LINE = re.compile(rf"(?:\A|\n)(?:[ \t]*[>*•-])*{_SIGN}*\Z")
_AFTER_TERM = re.compile(rf"{_SIGN}*(?P<joint>[(\[](?:see\s|veja\s)?|:|\s(?:is|são|é)\s|){_SIGN}*\Z", re.IGNORECASE)
_CLAUSE_ENDS = re.compile(rf"{_SIGN}*(?:[.,;:!?)\]”]|\s*(?:\n|\Z)|\s(?:and|or|but|not|e|ou|mas|não)\s)")
_RELEASE = re.compile(r"\][ \t]*(?:[-–—]+[ \t]*|\()?(?:[0-9]{4}|unreleased)", re.IGNORECASE)


def introduction(text: str, mention: Mention, names: TermNames) -> Introduction:
    """Return whether the words around a number say that it is a rule's; `names` are those of the book's terms."""
    before = text[max(0, mention.at - NEAR) : mention.at]  # "see" may be read as part of the mention
    after = text[mention.end : mention.end + NEAR]
    has_letter = mention.readings[0][-1:].isalpha()
    if _SURELY.search(before) or (has_letter and _OPENS_LINE.search(before)):
        return "surely"
    if _is_bracketed(before, after) or _follows_term(before, after, has_letter, names):
        return "surely"
    return "perhaps" if _PERHAPS.search(before) and _CLAUSE_ENDS.match(after) else "no"


def _is_bracketed(before: str, after: str) -> bool:
    """Return whether a number is all that square brackets hold, but no value in a program and no release's heading."""
    line = before.rpartition("\n")[2].strip(" \t")
    if not line.endswith("[") or not after.startswith("]") or _RELEASE.match(after):
        return False
    return not line.startswith("#") and line[:-1].rstrip()[-1:] not in (*":=,(",)


def _follows_term(before: str, after: str, has_letter: bool, names: TermNames) -> bool:
    """Return whether a number follows a term: in brackets, after "is", or after a colon if the term begins the line.

    With a letter it may follow with nothing between them: "Moniker 2.7.3d".
    """
    found = _AFTER_TERM.search(before)
    term = last_name(before[: found.start()], names) if found else None
    if found is None or term is None or term.everyday:
        return False
    joint = found["joint"]
    if joint[:1] in ("(", "["):
        return after[:1] in (")", "]", ",", ";")
    is_joined = not before[: found.start()].endswith((",", ";")) and (bool(joint) or has_letter)
    if joint == ":":
        line = before[: found.start()].rpartition("\n")[2]
        is_joined = len(words_said(line.lstrip(" \t>*•-"))) == len(term.name.split())
    return is_joined and bool(_CLAUSE_ENDS.match(after) or has_letter)


# --- names of terms


@lru_cache(maxsize=16)
def names_of(edition: Edition) -> TermNames:
    """Return the names of an edition's terms, with common words, but without the keywords that the book only lists."""
    terms = (term for term in terms_of(edition) if term.rules and not term.keyword)
    return {" ".join(fold(name).split()): term for term in terms for name in term.printed_names()}


def last_name(before: str, names: TermNames) -> Term | None:
    """Return the term with the longest name that the last sentence of some words ends in."""
    last = words_said(_SENTENCE_PARTS.split(before)[-1])
    endings = (" ".join(last[start:]) for start in range(len(last)))
    return next((term for words in endings if (term := names.get(words))), None)


def words_said(text: str) -> list[str]:
    """Return the folded words of a text, without quotes and marks of emphasis."""
    return re.findall(r"[^\s\"“”'‘’*_`]+", fold(text))
