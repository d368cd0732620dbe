"""The rules of an edition by words of theirs: those that have a quotation, the one most like it, a line to quote."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from rules_cli.captions import Remark
from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.quotations import RowOf, difference, likeness, pieces_of
from rules_cli.citation_check.snapshot import FEWEST, EditionSnapshot, words_of
from rules_cli.model import RuleNumber
from rules_cli.rule_number import numbers_above

LIKE = 0.7
"""The share of a quotation's words in one rule, in their order, that a rule with a word or two changed has."""
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])[”\"’)]*\s+")
_LONGEST = 45  # words of a sentence that is offered: a longer one is cut
_SOUGHT = 10  # words of a sentence that is searched for


def rules_with(quoted: str, home: EditionSnapshot) -> list[RuleNumber]:
    """Return the rules that have quoted words, the finest first: those under most others."""
    longest = max((" ".join(piece) for piece in pieces_of(quoted)), key=len, default="")
    some = (number for number, line in home.lines.items() if f" {longest} " in line)
    found = [number for number in some if says(_texts(home, number), quoted)]
    return sorted(found, key=lambda number: -len(numbers_above(number)))


def says(texts: Sequence[str], quoted: str) -> bool:
    """Return whether one of some texts has quoted words."""
    return difference(quoted, texts) is None


def most_like(quoted: str, home: EditionSnapshot) -> tuple[float, RuleNumber | None]:
    """Return the share of some words that a rule has in their order, LIKE at least, and the rule with most of them."""
    words, best, of = words_of(quoted), 0.0, None
    different = set(words)
    for number, line in home.lines.items():
        if len(different & home.word_sets[number]) < LIKE / 2 * len(different):  # quicker to see than their order
            continue
        score = LCSseq.similarity(words, line.split(), score_cutoff=int(max(best, LIKE) * len(words))) / len(words)
        if score > max(best, LIKE):
            best, of = score, number
    return best, of


def line_of(row: RowOf, quoted: str = "") -> Remark:
    """Return the line to write: the number of a rule with its sentence that is most like some words, or its first."""
    home, number = row
    texts = _texts(home, number)
    if len(words_of(" ".join(texts))) < FEWEST:
        texts = home.texts(number)[-1:] or texts
    sentences = [sentence for text in texts for sentence in _SENTENCE_ENDS.split(" ".join(text.split()))]
    long = [each for each in sentences if len(words_of(each)) >= FEWEST] or [" ".join(texts)]
    best = max(long, key=lambda each: likeness(quoted, [each])) if quoted else long[0]
    cut = " ".join(best.split()[:_LONGEST])
    return Remark("fix write", (number, _in_marks(cut if cut == best else f"{cut} …")))


def search_for(words: str, slug: str) -> Remark:
    """Return the command that finds a rule by some words."""
    sought = [word for word in words_of(words.replace(MASK, " ")) if not any(map(str.isdigit, word))]
    return Remark("fix search", (" ".join(sought[:_SOUGHT]) or "WORDS", slug))


def _texts(home: EditionSnapshot, number: str) -> list[str]:
    row = home.entries[number].row
    return [*filter(None, (row.title, row.words.text)), *row.words.examples, *row.words.notes]


def _in_marks(words: str) -> str:
    """Return words in quotation marks that are not among them."""
    marks = next((marks for marks in ("“”", '""', "«»") if not set(marks) & set(words)), "“”")
    return f"{marks[0]}{words}{marks[1]}"
