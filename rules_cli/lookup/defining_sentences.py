"""Find the rule that defines a word which is in no glossary, title or list: its sentence has the word as subject.

`A party comprises players who win together` defines *party*; `is called the “legend rule.”` defines *legend rule*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_cli.lookup.terms import other_numbers
from rules_cli.model import Row, RuleNumber
from rules_cli.text import fold

_MOST_RULES = 2  # that define one word: rules further down use it
_MOST_WORDS = 4  # in a term; more words are a sentence
_WHOSE = r"(?:(?:the|an?|each|an?other|os?|as?|uma?|cada) )?(?:[^\W\d_]+(?:-[^\W\d_]+)*['’]s? )?"
_CLAUSE = r"(?:(?:in|during|for|em|durante) [^,.]{1,40}, )?"
_VERB = (
    r"(?:(?:is|are) (?:an?|the|any|one|all|another|every|those)|means?|refers? to|comprises?|includes?|consists? of"
    r"|(?:e|sao) (?:os?|as?|uma?|qualquer|toda|todo)|significam?|representam?|compreendem?)"
)
_CALLED = r"(?:called|known as|referred to as|considered|termed|named|the terms?|chamad[oa]s?|conhecid[oa]s? como)"


def rules_that_define(word: str, rows: Iterable[Row]) -> list[RuleNumber]:
    """Return the numbers of the rules whose sentence defines a word, in source order.

    A rule that begins with the word as its subject goes before one that says what it is called. Time is linear in the
    text of the rows.
    """
    asked = _plain(word)
    if not 0 < len(asked.split()) <= _MOST_WORDS:
        return []
    names = "|".join(re.escape(name) for name in (asked, *other_numbers(asked)))
    texts = [(row.number, _plain(row.words.text)) for row in rows if row.words.text]
    for pattern in patterns(names):
        if found := [number for number, text in texts if pattern.search(text)]:
            return found[:_MOST_RULES]
    return []


def patterns(names: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a sentence whose subject is one of some names, and of one that calls something so."""
    return (
        re.compile(rf"^{_CLAUSE}{_WHOSE}[\"“]?(?:{names})[\"”]?(?: \([^)]*\))? {_VERB}\b"),
        re.compile(rf"\b{_CALLED} (?:an? |the |o |a )?[\"“](?:{names})[.,;]?[\"”]"),
    )


def _plain(text: str) -> str:
    """The folded text on one line, with hyphens as blanks: `attack-target` is `attack target`."""
    return " ".join(fold(text).replace("-", " ").split())
