"""How surely a rule defines a term, and the rules whose sentence defines a word that is in no glossary, title or list.

`A party comprises players who win together` and `Party: players who win` define *party*; `is called the “legend rule.”`
defines *legend rule*.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from rules_cli.lookup.forms import other_numbers
from rules_cli.model import Row, RuleNumber
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import fold

IN_SUBJECT, IN_TEXT, NOWHERE = 2, 3, 4
"""How far a row is from defining a term; less than these if the term is in its title."""
_MOST_RULES = 2  # that define one word: rules further down use it
_MOST_WORDS = 4  # in a term; more words are a sentence
_SUBJECT = 6  # words: a definition names the term among its first words, as in "A card’s mana cost is"
_WHOSE = r"(?:(?:the|an?|each|an?other|os?|as?|uma?|cada) )?(?:[^\W\d_]+(?:-[^\W\d_]+)*['’]s? )?"
_CLAUSE = r"(?:(?:in|during|for|em|durante) [^,.]{1,40}, )?"
_VERB = (
    r"(?:(?:is|are) (?:an?|the|any|one|all|another|every|those|used to)|means?|refers? to|comprises?|includes?"
    r"|consists? of|(?:e|sao) (?:os?|as?|uma?|qualquer|toda|todo)|significam?|representam?|compreendem?)"
)
_CALLED = (
    r"(?:called|known as|referred to as|considered|termed|named|the terms?|(?:sub|super)?types?"
    r"|chamad[oa]s?|conhecid[oa]s? como)"
)


def patterns(names: Collection[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a sentence whose subject is one of some names, and of one that calls something so."""
    named = "|".join(re.escape(form) for name in map(_plain, names) for form in (name, *other_numbers(name)))
    return (
        re.compile(rf"^{_CLAUSE}{_WHOSE}[\"“]?(?:{named})[\"”]?(?: \([^)]*\))?(?: ?:| {_VERB}\b)"),
        re.compile(rf"\b{_CALLED} (?:an? |the |o |a )?[\"“](?:{named})[.,;]?[\"”]"),
    )


def rules_that_define(word: str, rows: Iterable[Row]) -> list[RuleNumber]:
    """Return the numbers of the rules whose sentence defines a word, in source order.

    A rule that begins with the word as its subject goes before one that says what it is called. Time is linear in the
    text of the rows.
    """
    if not 0 < len(word.split()) <= _MOST_WORDS:
        return []
    texts = [(row.number, _plain(row.words.text)) for row in rows if row.words.text]
    for pattern in patterns([word]):
        if found := [number for number, text in texts if pattern.search(text)]:
            return found[:_MOST_RULES]
    return []


def with_definition_below(edition: Edition, number: RuleNumber, names: Collection[str]) -> Iterator[RuleNumber]:
    """Yield a rule, after the only rule below it whose sentence defines a term with these folded names, unless the rule
    itself begins with it.

    A glossary may send the reader to a whole section of which one sub-rule defines the term. The first rule of a
    section follows its heading anyway.
    """
    entry = edition.get(number)
    if entry and entry.children and distance(entry.row, names) > IN_SUBJECT:
        found = rules_that_say(names, edition, entry)
        if len(found) == 1 and found[0] != entry.children[0]:
            yield found[0]
    yield number


def rules_that_say(names: Collection[str], edition: Edition, above: IndexEntry) -> list[RuleNumber]:
    """Return the rules below a rule whose sentence defines one of the names, but none below those."""
    subject, called = patterns(names)
    found, below = list[RuleNumber](), [(above.place, child) for child in above.children]
    while below:
        place, at = below.pop()
        child = edition.get(at)
        if child is None or child.place <= place:  # an edited tree may have cycles
            continue
        text = _plain(child.row.words.text or "")
        if subject.search(text) or called.search(text):
            found.append(child.row.number)
        else:
            below += [(child.place, each) for each in child.children]
    return found


def distance(row: Row | None, names: Collection[str]) -> int:
    """Return how far a row is from defining a term with some folded names: 0 if its title is the term, 1 if the term is
    in its title, IN_SUBJECT if in its first words, IN_TEXT, NOWHERE."""
    if row is None:
        return NOWHERE
    title, text = fold(row.title or ""), fold(row.words.text or "")
    if title in names:
        return 0
    subject = " ".join(text.split()[:_SUBJECT])
    places = ((1, title), (IN_SUBJECT, subject), (IN_TEXT, text))
    return next((far for far, words in places if any(name in words for name in names)), NOWHERE)


def _plain(text: str) -> str:
    """The folded text on one line, with hyphens as blanks: `attack-target` is `attack target`."""
    return " ".join(fold(text).replace("-", " ").split())
