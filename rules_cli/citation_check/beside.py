"""What a text says beside a number: names of terms, first words of a rule, words that introduce it as a rule's.

"See 8.3.5", "Hexproof is 702.11" and "[8.3.5]" introduce a rule, and so does the rule's own name beside its number. A
number of another kind (a price, a version, a measurement) may look the same, so that another name right before it
counts only if it is a term of the book and no common word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.compare import FEWEST, words_of
from rules_cli.citation_check.model import Mention
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.store.edition import Edition
from rules_cli.text import fold

Introduction = Literal["no", "perhaps", "surely"]
"""`perhaps`: only as the number of a rule that is there, as in "under 704.5", which may be a quantity as well."""

NEAR = 60
"""Characters before or after a number: room for the longest name and the words between them; more only take time."""
_LINES = 500  # characters before a number, to find its line and the one before: so that a huge line costs no time
_SIGN = rf"[\s{MASK}*_`]"
_IN_LINE = rf"[ \t{MASK}*_`\"“]"
_SURELY = re.compile(
    rf"(?<!\w)(?:see|cf\.|veja|vide|according to|conforme|segundo|de acordo com)\s{_IN_LINE}*[(\[]?\Z", re.I
)
_PERHAPS = re.compile(rf"(?<!\w)(?:under|per|by|pel[ao]|por|sob)\s{_IN_LINE}*\Z", re.IGNORECASE)
_OPENS_LINE = re.compile(rf"(?:\A|\n)(?:[ \t]*(?:[>*•#;%!-]|//))*{_IN_LINE}*\Z")
_BEFORE = re.compile(rf"{_SIGN}*(?P<joint>[(\[,:]|\s(?:is|são|é)\s|)(?:{_SIGN}*(?:see|veja)\s)?{_SIGN}*\Z", re.I)
_AFTER = re.compile(
    rf"{_SIGN}*+[)\]]?{_SIGN}*+(?P<joint>[,:(\[=]|-{{1,2}}|[–—]|\bis\b|\bsão\b|\bé\b|)[\s{MASK}*_`\"“'‘]*+(?i:the\b|a\b|o\b)?"
    r"(?P<name>[^.,;:!?()\[\]–—\n]{1,60}+)(?!\(|\[|[.,]?[ \t]*(?i:and\b|or\b|e\b|ou\b|rule\b|CR\b|[0-9]))"
)
"""A joint, and a name that goes on to the end of its clause, with no other number or member of a list after it."""
_CLAUSE_ENDS = re.compile(rf"{_IN_LINE}*(?:[.,;:!?)\]”]|\s*(?:\n|\Z)|\s(?:and|or|but|not|e|ou|mas|não)\s)")
_TO_TITLE = re.compile(rf"{_IN_LINE}*[(\[:–—-]?{_IN_LINE}*")
_SENTENCE_PARTS = re.compile(r"[.;:!?\n]")
_LINE_ENDS = re.compile(r"[^\S \t]")
_RELEASE = re.compile(r"\][ \t]*(?:[-–—]+[ \t]*|\()?(?:[0-9]{4}|unreleased)", re.IGNORECASE)
_JOINT = re.compile(r"[\]\)*_`]{0,4}[.:]?[*_`]{0,4}[ \t]*+[–—-]?[ \t]*+[\"“]?(?=[^\W\d])")
_FIRST_SENTENCE = re.compile(r"[^\r\n.;:!?]*")
_RULE_WORDS = ("rule", "regra")


class NameBeside(NamedTuple):
    """A term that is named beside a number, with the sign or the verb between them; before a number, also the words of
    which the name is the end.

    The name is `alone` if nothing else is beside the number: `Trample (702.2b)`, `702.2b (trample)`.
    """

    term: Term
    joint: str
    clause: str = ""
    alone: bool = False

    @property
    def is_surely_meant(self) -> bool:
        """Whether the number is given as that of the term: the text says so, or the term is the name of a rule."""
        says = self.joint.isalpha() or self.joint == "="
        return not self.term.everyday and (says or fold(self.term.name).split()[-1] in _RULE_WORDS)


def name_before(before: str, names: Mapping[str, Term]) -> NameBeside | None:
    """Return the term with the longest name right before a number."""
    joint = _BEFORE.search(before)
    clause = before[: joint.start()] if joint else ""
    words = words_said(_SENTENCE_PARTS.split(clause)[-1].lstrip(" \t>#*•-"))
    endings = ((names.get(" ".join(words[first:])), first) for first in range(len(words)))
    term, first = next((found for found in endings if found[0]), (None, 0))
    if not (term and joint):
        return None
    return NameBeside(term, joint["joint"].strip(), clause, alone=first == 0 and not _LINE_ENDS.search(joint[0]))


def name_after(text: str, end: int, names: Mapping[str, Term]) -> NameBeside | None:
    """Return the term right after a number, up to the end of its clause."""
    after = _AFTER.match(text, end, end + NEAR)
    term = names.get(" ".join(words_said(after["name"]))) if after else None
    if not (after and term):
        return None
    return NameBeside(term, after["joint"], alone=after["joint"] == "(" or text[after.start("name") - 1] in '"“')


def words_said(text: str) -> list[str]:
    """Return the folded words of a text, without quotes and marks of emphasis."""
    return re.findall(r"[^\s\"“”'‘’*_`]+", fold(text))


@lru_cache(maxsize=16)
def names_of(edition: Edition) -> Mapping[str, Term]:
    """Return each name in books of the terms of an edition that have a rule, folded, without keywords in lists."""
    terms = (term for term in terms_of(edition) if term.rules and not term.keyword)
    return {" ".join(fold(name).split()): term for term in terms for name in term.printed_names()}


# Complexity: one condition for each way to introduce a number.
def introduction(text: str, mention: Mention, homes: Iterable[EditionSnapshot]) -> Introduction:
    """Return whether the words around a number say that it is a rule's, of editions that may have it."""
    before = text[max(0, mention.at - NEAR) : mention.at]  # "see" may be read as part of the mention
    after = text[mention.end : mention.end + NEAR]
    number = mention.readings[0]
    line = before.rpartition("\n")[2].strip(" \t")
    # all that square brackets hold, but no value in a program and no heading of a release
    is_bracketed = line.endswith("[") and after.startswith("]") and not (line.startswith("#") or _RELEASE.match(after))
    is_bracketed = is_bracketed and line[:-1].rstrip()[-1:] not in (*":=,(",)
    if _SURELY.search(before) or (number[-1:].isalpha() and _OPENS_LINE.search(before)) or is_bracketed:
        return "surely"
    found: set[Introduction] = set()
    for home in homes:
        if repeats_rule(text, mention, home) or _is_titled(number, home, before, after):
            return "surely"
        name = name_before(before.rpartition("\n")[2], names_of(home.edition))
        found.add(_introduced_by(name, number[-1:].isalpha(), after) if name else "no")
    if _PERHAPS.search(before) and _CLAUSE_ENDS.match(after):
        found.add("perhaps")
    return "surely" if "surely" in found else "perhaps" if "perhaps" in found else "no"


def _is_titled(number: str, home: EditionSnapshot, before: str, after: str) -> bool:
    """Return whether the title of a row is right before its number, or right after it, also in brackets or after a
    dash."""
    title = words_said(home.entries[number].row.title or "") if number in home else []
    if not title or before.rstrip()[-1:] in (",", ";"):
        return False
    preceding = words_said(_SENTENCE_PARTS.split(before)[-1])[-len(title) :]
    following = [word.rstrip(".,;:!?)]") for word in words_said(_TO_TITLE.sub("", after, count=1))]
    return title in (preceding, following[: len(title)])


def _introduced_by(name: NameBeside, has_letter: bool, after: str) -> Introduction:
    """Return whether a term before a number introduces it: in brackets, after "is", or after a colon if the term begins
    the line.

    With a letter it may surely follow with nothing between them, "Moniker 2.7.3d"; without one, only perhaps.
    """
    if name.term.everyday or name.joint == ",":
        return "no"
    if name.joint in ("(", "["):
        return "surely" if after[:1] in (")", "]", ",", ";") else "no"
    if name.joint == ":" and len(words_said(name.clause.lstrip(" \t>*•-"))) != len(name.term.name.split()):
        return "no"
    if not (has_letter or _CLAUSE_ENDS.match(after)):
        return "no"
    return "surely" if name.joint or has_letter else "perhaps"


# --- words after a number


def repeats_rule(text: str, mention: Mention, home: EditionSnapshot) -> bool:
    """Return whether a number begins a line that repeats its rule: it goes on with some first words of that."""
    number, after = mention.readings[0], words_of(words_after(text, mention, _LINES))[:FEWEST]
    return number in home and number in home.beginning_with(after)


def words_after(text: str, mention: Mention, count: int = 0) -> str:
    """Return the first sentence after a number, or so many characters; empty if it does not begin its line, or goes on
    a sentence."""
    *above, before = f"{text[max(0, mention.start - _LINES) : mention.start]}|".splitlines()
    joint = _JOINT.match(text, mention.end)
    is_long = not above and mention.start > _LINES
    last = "".join("".join(above[-1:]).split()[-1:]).lstrip('(“"')
    goes_on = last.endswith(",") or (last[:1].islower() and last[-1:].isalnum())  # as in "see rule" at a line's end
    if joint is None or is_long or re.search(r"\w", before) or goes_on:
        return ""
    sentence = _FIRST_SENTENCE.match(text, joint.end())
    return text[joint.end() : joint.end() + count] if count or not sentence else sentence[0]
