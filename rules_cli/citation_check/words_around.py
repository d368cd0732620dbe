"""The words around a number: whether they introduce it as a rule's, and the term that they name.

"See 8.3.5", "Hexproof is 702.11" and "[8.3.5]" introduce a rule, and so does the rule's own title beside its number. A
number of another kind (a price, a version, a measurement) may look the same, so that another name right before it
counts only if it is a term of the book and no common word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.model import Mention
from rules_cli.citation_check.snapshot import words_of
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
_OPENS_LINE = re.compile(rf"(?:\A|\n)(?:[ \t]*(?:[>*•#;%!-]|//))*{_SIGN}*\Z")
_BEFORE_WORDS = re.compile(r"[.:)\]*_`]*[ \t]+")
_AFTER_TERM = re.compile(rf"{_SIGN}*(?P<joint>[(\[](?:see\s|veja\s)?|:|\s(?:is|são|é)\s|){_SIGN}*\Z", re.IGNORECASE)
_TO_TITLE = re.compile(rf"{_SIGN}*[(\[:–—-]?{_SIGN}*")
_CLAUSE_ENDS = re.compile(rf"{_SIGN}*(?:[.,;:!?)\]”]|\s*(?:\n|\Z)|\s(?:and|or|but|not|e|ou|mas|não)\s)")
_RELEASE = re.compile(r"\][ \t]*(?:[-–—]+[ \t]*|\()?(?:[0-9]{4}|unreleased)", re.IGNORECASE)


def introduction(text: str, mention: Mention, names: TermNames, titles: Iterable[str] = ()) -> Introduction:
    """Return whether the words around a number say that it is a rule's.

    `names` are those of the book's terms, `titles` the folded titles of the rule with this number, now and then.
    """
    before = text[max(0, mention.at - NEAR) : mention.at]  # "see" may be read as part of the mention
    after = text[mention.end : mention.end + NEAR]
    has_letter = mention.readings[0][-1:].isalpha()
    if _SURELY.search(before) or (has_letter and _OPENS_LINE.search(before)):
        return "surely"
    if _is_bracketed(before, after) or any(_is_beside(title, before, after) for title in titles):
        return "surely"
    if (follows := _follows_term(before, after, has_letter, names)) != "no":
        return follows
    return "perhaps" if _PERHAPS.search(before) and _CLAUSE_ENDS.match(after) else "no"


def _is_beside(title: str, before: str, after: str) -> bool:
    """Return whether a title is right before a number, or right after it, also in brackets or after a dash."""
    words = title.split()
    if not words or before.rstrip()[-1:] in (",", ";"):
        return False
    preceding = words_said(_SENTENCE_PARTS.split(before)[-1])[-len(words) :]
    following = words_said(_TO_TITLE.sub("", after, count=1))[: len(words)]
    return words in (preceding, [word.rstrip(".,;:!?)]") for word in following])


def begins_line_of(text: str, mention: Mention, begins: Iterable[Sequence[str]]) -> bool:
    """Return whether a number begins a line that repeats its rule: it goes on with some first words of that."""
    blank = _BEFORE_WORDS.match(text, mention.end)
    if blank is None or not _OPENS_LINE.search(text[max(0, mention.at - NEAR) : mention.at]):
        return False
    following = words_of(text[blank.end() : blank.end() + 3 * NEAR])
    return any(words and following[: len(words)] == list(words) for words in begins)


def _is_bracketed(before: str, after: str) -> bool:
    """Return whether a number is all that square brackets hold, but no value in a program and no release's heading."""
    line = before.rpartition("\n")[2].strip(" \t")
    if not line.endswith("[") or not after.startswith("]") or _RELEASE.match(after):
        return False
    return not line.startswith("#") and line[:-1].rstrip()[-1:] not in (*":=,(",)


# Complexity: one condition for each joint.
def _follows_term(before: str, after: str, has_letter: bool, names: TermNames) -> Introduction:
    """Return whether a number follows a term: in brackets, after "is", or after a colon if the term begins the line.

    With a letter it may surely follow with nothing between them, "Moniker 2.7.3d"; without one, only perhaps.
    """
    found = _AFTER_TERM.search(before)
    term = last_name(before[: found.start()], names) if found else None
    if found is None or term is None or term.everyday:
        return "no"
    joint = found["joint"]
    if joint[:1] in ("(", "["):
        return "surely" if after[:1] in (")", "]", ",", ";") else "no"
    is_joined = not before[: found.start()].endswith((",", ";"))
    if joint == ":":
        line = before[: found.start()].rpartition("\n")[2]
        is_joined = len(words_said(line.lstrip(" \t>*•-"))) == len(term.name.split())
    if not is_joined or not (_CLAUSE_ENDS.match(after) or has_letter):
        return "no"
    return "surely" if joint or has_letter else "perhaps"


# --- names of terms


@lru_cache(maxsize=16)
def names_of(*editions: Edition) -> TermNames:
    """Return the names of the terms of some editions, with common words, but without keywords that are only listed.

    Of a term that several editions have, the last one's rules count.
    """
    terms = (term for edition in editions for term in terms_of(edition) if term.rules and not term.keyword)
    return {" ".join(fold(name).split()): term for term in terms for name in term.printed_names()}


def last_name(before: str, names: TermNames) -> Term | None:
    """Return the term with the longest name that the last sentence of some words ends in."""
    last = words_said(_SENTENCE_PARTS.split(before)[-1])
    endings = (" ".join(last[start:]) for start in range(len(last)))
    return next((term for words in endings if (term := names.get(words))), None)


def words_said(text: str) -> list[str]:
    """Return the folded words of a text, without quotes and marks of emphasis."""
    return re.findall(r"[^\s\"“”'‘’*_`]+", fold(text))
