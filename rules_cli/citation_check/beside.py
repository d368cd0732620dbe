"""What a text says beside a number: names of terms, first words of a rule, words that introduce it as a rule's.

"See 8.3.5", "Hexproof is 702.11" and "[8.3.5]" introduce a rule, and so does the rule's own name beside its number. A
number of another kind (a price, a version, a measurement) may look the same. A name right before a number introduces
it only if the name is a term of the book and not a common word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.compare import FEWEST, words_of
from rules_cli.citation_check.model import Mention
from rules_cli.citation_check.own_book import LONG, alike
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.numbers.references import is_of_other_things
from rules_cli.store.edition import Edition
from rules_cli.text import fold, words_of_text
from rules_cli.words import any_of, folded, words

Introduction = Literal["no", "perhaps", "surely"]
"""`perhaps`: it is a citation only if the book has the rule: "under 704.5" may be a quantity as well."""

NEAR = 60
"""Characters before or after a number: room for the longest name and the words between them; more only take time."""
_LINES = 500  # characters before a number, to find its line and the one before: so that a huge line costs no time
_SIGN = rf"[\s{MASK}*_`]"
_IN_LINE = rf"[ \t{MASK}*_`\"“]"
_PERHAPS = re.compile(rf"(?<!\w)(?:under|per|by|pel[ao]|por|sob)\s{_IN_LINE}*\Z", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"(?<!\w)(?P<word>[^\W\d_]{3,40}+)[ \t]\(?\Z")
_QUOTATION = re.compile(r"(?:\A|[\"“„«])(?P<words>[^\"“”„«»]*)[\"”»]\Z")
_QUOTED = re.compile(r"[\"”»][ \t]+\(\Z")
_OPENS_BRACKET = re.compile(r"(?<!\w)\(\Z")  # and not the arguments of a program, section(1.1)
_OPENS_LINE = re.compile(rf"(?:\A|\n)(?:[ \t]*(?:[>*•#;%!-]|//))*{_IN_LINE}*\Z")
_PLACE = "in|at|under|by|explained|defined|described|found|covered|em|na|no|pela|explicad[oa]|definid[oa]|descrit[oa]"
_BEFORE = re.compile(
    rf"{_SIGN}*(?P<joint>[(\[,:]|\s(?:is|são|é|está)\s(?:(?:{_PLACE})\s){{0,3}}|)(?:{_SIGN}*(?:see|veja)\s)?{_SIGN}*\Z",
    re.I,
)
_AFTER = re.compile(
    rf"{_SIGN}*+[)\]]?{_SIGN}*+(?P<joint>[,:(\[=]|-{{1,2}}|[–—]|\b(?:is|for|about|são|é|para|sobre)\b|)[\s{MASK}*_`\"“'‘]*+(?i:the\b|a\b|o\b)?"
    r"(?P<name>[^.,;:!?()\[\]–—\n]{1,60}+)(?!\(|\[|[.,]?[ \t]*(?i:and\b|or\b|e\b|ou\b|rule\b|CR\b|[0-9]))"
)
"""A joint, and a name that goes on to the end of its clause, with no other number or member of a list after it."""
_CLAUSE_ENDS = re.compile(rf"{_IN_LINE}*(?:[.,;:!?)\]”]|\s*(?:\n|\Z)|\s(?:and|or|but|not|e|ou|mas|não)\s)")
_LABEL = re.compile(rf"[^\W\d_][)*_]{{0,3}}:{_IN_LINE}+\Z")
_OPENS_QUOTATION = re.compile(r"[ \t]*(?:[:–—-][ \t]*)?[\"“”„«»](?=\w)")
_LINE_IS_OVER = re.compile(r"[.;]?[ \t]*(?:[\r\n]|\Z)")
_TO_TITLE = re.compile(rf"{_IN_LINE}*[(\[:–—-]?{_IN_LINE}*")
_SENTENCE_PARTS = re.compile(r"[.;:!?\n]")
_LINE_ENDS = re.compile(r"[^\S \t]")
_RELEASE = re.compile(r"\][ \t]*(?:[-–—]+[ \t]*|\()?(?:[0-9]{4}|unreleased)", re.IGNORECASE)
_JOINT = re.compile(r"[\]\)*_`]{0,4}[.:]?[*_`]{0,4}[ \t]*+[–—-]?[ \t]*+[\"“]?(?=[^\W\d])")
_FIRST_SENTENCE = re.compile(r"[^\r\n.;:!?]*")
_RULE_WORDS = ("rule", "regra")
_RULE_ENDS = tuple(f" {word}" for word in _RULE_WORDS)


@cache
def word_before(*keys: str) -> re.Pattern[str]:
    """Return the pattern of words right before a number: those that cite it (`see`), or those for sections."""
    return re.compile(rf"(?<!\w)(?:{any_of(words(*keys))})\s{_IN_LINE}*[(\[]?\Z", re.IGNORECASE)


@cache
def _says() -> re.Pattern[str]:
    """Return the pattern of a verb right behind a number that rules alone do: `2.8 requires`."""
    return re.compile(rf"(?:\s?\([a-z0-9]\))?[)\]*_`]{{0,4}}\s(?:{any_of(words('saying'))})(?!\w)")


class NameBeside(NamedTuple):
    """A term that is named beside a number, and the sign or the verb between them. `clause` are the words before the
    number, the name included; empty if the name is after the number. The name is `alone` if nothing else is beside the
    number, `Trample (702.2b)`, `702.2b (trample)`, or if the text says that it is there: *trample is in 702.2b*."""

    term: Term
    joint: str
    clause: str = ""
    alone: bool = False

    @property
    def is_surely_meant(self) -> bool:
        """Whether the text says that the number is the term's (`is`, `=`), or the term is a rule's: "legend rule"."""
        is_said = self.joint.isalpha() or self.joint == "="
        return not self.term.everyday and (is_said or fold(self.term.name).split()[-1] in _RULE_WORDS)


def name_before(before: str, names: Mapping[str, Term]) -> NameBeside | None:
    """Return the term with the longest name that ends the text before a number; None if no name ends it."""
    joint = _BEFORE.search(before)
    if not joint:
        return None
    clause = before[: joint.start()]
    words = _last_words(clause)
    quoted = _QUOTATION.search(clause)
    whole = folded_words(quoted["words"]) if quoted else []  # a name may be in quotes, but not end a quotation
    said = joint["joint"].strip()
    for first in range(len(words)):
        if (not quoted or words[first:] == whole) and (term := names.get(" ".join(words[first:]))):
            is_alone = first == 0 and not _LINE_ENDS.search(joint[0])
            is_title = said in ("(", "[") and _is_printed_as_title(clause, len(words) - first)
            return NameBeside(term, said, clause, is_alone or is_title or " " in said)
    return None


def _last_words(clause: str) -> list[str]:
    """Return the folded words of a clause's last sentence, from its last bracket on and without an "and" behind it:
    `jump` in `Dash (2.1) and jump`."""
    _, bracket, part = _SENTENCE_PARTS.split(clause)[-1].rpartition(")")
    words = folded_words(part.lstrip(" \t>#*•,-"))
    return words[1:] if bracket and words and words[0] in folded("and_words", "or_words") else words


def _is_printed_as_title(clause: str, count: int) -> bool:
    """Return whether the last words of a clause have capitals, as the name of a rule: `He got Slow Play (IPG 3.8)`."""
    first, *others = re.findall(r"[^\W\d_]+", clause)[-count:] or [""]
    return first[:1].isupper() and all(word[0].isupper() for word in others if len(word) >= LONG)


def name_after(text: str, end: int, names: Mapping[str, Term]) -> NameBeside | None:
    """Return the term that all words from a number to the end of its clause name, or those up to the word "rule", as in
    `by 704.5k the legend rule applies`; None if they name no term."""
    after = _AFTER.match(text, end, end + NEAR)
    words = folded_words(after["name"]) if after else []
    to_rule = [at for at, word in enumerate(words, 1) if word in _RULE_WORDS and after and not after["joint"]]
    term = names.get(" ".join(words)) or names.get(" ".join(words[: to_rule[0]] if to_rule else ()))
    if not (after and term):
        return None
    return NameBeside(term, after["joint"], alone=after["joint"] == "(" or text[after.start("name") - 1] in '"“')


def folded_words(text: str) -> list[str]:
    """Return the folded words of a text, without quotes and marks of emphasis."""
    return re.findall(r"[^\s\"“”'‘’*_`]+", fold(text))


@lru_cache(maxsize=16)
def names_of(edition: Edition) -> Mapping[str, Term]:
    """Return the terms of an edition that have a rule, by their printed names, folded; without keywords of lists.
    `Legend Rule` is named by its other words, too, if no term has that name."""
    terms = (term for term in terms_of(edition) if term.rules and not term.keyword)
    names = {" ".join(fold(name).split()): term for term in terms for name in term.printed_names()}
    of_rules = {name.rpartition(" ")[0]: term for name, term in names.items() if name.endswith(_RULE_ENDS)}
    return {**of_rules, **names}


def introduction(text: str, mention: Mention, homes: Iterable[EditionSnapshot]) -> Introduction:
    """Return whether the words around a number introduce it as a rule's; `homes` are the editions that may have it."""
    if _is_introduced(text, mention):
        return "surely"
    by_names = {_by_names(text, mention, home) for home in homes}
    if "surely" in by_names:
        return "surely"
    before, after = _around(text, mention)
    is_perhaps = (
        "perhaps" in by_names
        or (_OPENS_BRACKET.search(before) and after[:1] in (")", ",", ";"))
        or word_before("sections").search(before)
        or (_PERHAPS.search(before) and _CLAUSE_ENDS.match(after))
    )
    return "perhaps" if is_perhaps else "no"


def _is_introduced(text: str, mention: Mention) -> bool:
    """Return whether the words or signs around a number surely introduce it as a rule's, in any book."""
    before, after = _around(text, mention)
    if (
        (mention.readings[0][-1:].isalpha() and _OPENS_LINE.search(before))
        or _is_bracketed(before.rpartition("\n")[2].strip(" \t"), after)
        or (_QUOTED.search(before) and after[:1] == ")")
    ):
        return True
    is_said = (
        word_before("citing", "see").search(before)
        or _says().match(after)
        or not folded("sections", "abbreviations", "citing", "see").isdisjoint(label_of(text, mention))
    )
    return bool(is_said) and not is_of_other_things(text, mention.at, mention.end)


def _around(text: str, mention: Mention) -> tuple[str, str]:
    """Return the text before and after a number, also what may be read as part of the mention, such as "see"."""
    return text[max(0, mention.at - NEAR) : mention.at], text[mention.end : mention.end + NEAR]


def _by_names(text: str, mention: Mention, home: EditionSnapshot) -> Introduction:
    """Return whether the words or a name of an edition introduce a number."""
    before, after = _around(text, mention)
    is_titled = _is_titled(mention.readings[0], home, before, after)
    if repeats_rule(text, mention, home) or is_titled or _is_of_named_book(text, mention, home):
        return "surely"
    name = name_before(before.rpartition("\n")[2], names_of(home.edition))
    return _introduced_by(name, mention.readings[0][-1:].isalpha(), after) if name else "no"


def label_of(text: str, mention: Mention) -> list[str]:
    """Return the folded words of a label if a number is all that its clause has behind it, `Phones: 4.4`, but for a
    quotation; empty without a label, or if the label or a unit says that the number counts something else."""
    before, after = _around(text, mention)
    label = _LABEL.search(before)
    is_whole = label and (_CLAUSE_ENDS.match(after) or _OPENS_QUOTATION.match(after))
    if not label or not is_whole or is_of_other_things(text, mention.at, mention.end):
        return []
    return folded_words(_SENTENCE_PARTS.split(before[: label.start() + 1])[-1])


def _is_bracketed(line: str, after: str) -> bool:
    """Return whether a number is alone in square brackets, but not as a value in a program or in a release's heading.
    `line` is the line before the number."""
    if not (line.endswith("[") and after.startswith("]")):
        return False
    is_value = line[:-1].rstrip()[-1:] in (*":=,(",)
    return not (is_value or line.startswith("#") or _RELEASE.match(after))


def _is_titled(number: str, home: EditionSnapshot, before: str, after: str) -> bool:
    """Return whether the title of a row is right before or after its number; after it, perhaps in brackets."""
    title = folded_words(home.entries[number].row.title or "") if number in home else []
    if not title or before.rstrip()[-1:] in (",", ";"):
        return False
    preceding = folded_words(_SENTENCE_PARTS.split(before)[-1])[-len(title) :]
    following = [word.rstrip(".,;:!?)]") for word in folded_words(_TO_TITLE.sub("", after, count=1))]
    return title in (preceding, following[: len(title)])


def _is_of_named_book(text: str, mention: Mention, home: EditionSnapshot) -> bool:
    """Return whether a word of the title of a book is right before its number: `Handbook 4.2`, `the handbook (2.9)`."""
    before = _WORD_BEFORE.search(text, max(0, mention.at - NEAR), mention.at)
    if not before or is_of_other_things(text, mention.at, mention.end):
        return False
    titles = (word for word in words_of_text(home.edition.about["title"]) if len(word) >= LONG)
    return any(alike(fold(before["word"]), word) for word in titles)


# Complexity: one condition for each sign between a name and a number.
def _introduced_by(name: NameBeside, has_letter: bool, after: str) -> Introduction:
    """Return whether a term before a number introduces it. It surely does if the number is in brackets, after "is", or
    after a colon and the term begins the line. With nothing between them, a number with a letter is surely introduced
    ("Moniker 2.7.3d"), and so is one with nothing else on its line; another one only perhaps."""
    if name.term.everyday or name.joint == ",":
        return "no"
    if name.joint in ("(", "["):
        return "surely" if after[:1] in (")", "]", ",", ";") else "no"
    if name.joint == ":" and not name.alone:
        return "no"
    if not (has_letter or _CLAUSE_ENDS.match(after)):
        return "no"
    is_whole_line = name.alone and _LINE_IS_OVER.match(after)
    return "surely" if name.joint or has_letter or is_whole_line else "perhaps"


# --- words after a number


def repeats_rule(text: str, mention: Mention, home: EditionSnapshot) -> bool:
    """Return whether a number begins a line, and the first words of its rule follow it."""
    number, after = mention.readings[0], words_of(words_after(text, mention, _LINES))[:FEWEST]
    return number in home and number in home.beginning_with(after)


def words_after(text: str, mention: Mention, count: int = 0) -> str:
    """Return the first sentence after a number that begins a line, or `count` characters if given. Empty if something
    is before the number, on its line or as the beginning of its sentence."""
    # the sign added at the end makes a line of the part before the number, also if it is empty
    *lines_above, before = f"{text[max(0, mention.start - _LINES) : mention.start]}|".splitlines()
    joint = _JOINT.match(text, mention.end)
    is_line_cut = not lines_above and mention.start > _LINES
    if joint is None or is_line_cut or re.search(r"\w", before):
        return ""
    words_above = lines_above[-1].split() if lines_above else []
    last = words_above[-1].lstrip('(“"') if words_above else ""
    if last.endswith(",") or (last[:1].islower() and last[-1:].isalnum()):  # "see rule" at the end of a line
        return ""
    sentence = _FIRST_SENTENCE.match(text, joint.end())
    return text[joint.end() : joint.end() + count] if count or not sentence else sentence[0]
