"""How near a rule is to defining a term, and rules whose sentence defines a word that is in no glossary, title or list.

`A party comprises players who win together` and `Party: players who win` define *party*; `is called the “legend rule.”`
defines *legend rule*.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from rules_cli.lookup.forms import other_numbers
from rules_cli.model import Row, RuleNumber
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import fold
from rules_cli.words import any_of, folded

IN_SUBJECT, IN_TEXT, NOWHERE = 2, 3, 4
"""How far a row is from defining a term; less than these if the term is in its title."""
_MOST_RULES = 2  # that define one word: rules further down use it
_MOST_WORDS = 4  # in a term; more words are a sentence
_SUBJECT = 6  # words: a definition names the term among its first words, as in "A card’s mana cost is"
_WHOSE = r"(?:(?:the|an?|each|an?other|os?|as?|uma?|cada) )?(?:[^\W\d_]{1,30}(?:-[^\W\d_]{1,30}){0,3}['’]s? )?"
_CLAUSE = r"(?:(?:in|during|for|em|durante) [^,.]{1,40}, )?"
_VERB = (
    r"(?:(?:is|are) (?:an?|the|any|one|all|another|every|those|used to)|means?|refers? to|comprises?|includes?"
    r"|consists? of|(?:e|sao) (?:os?|as?|uma?|qualquer|toda|todo)|significam?|representam?|compreendem?)"
)
_CALLED = (
    r"(?:called|known as|referred to as|considered|termed|named|the terms?|(?:sub|super)?types?"
    r"|chamad[oa]s?|conhecid[oa]s? como)"
)
_OPENING, _CLOSING = '["“„«]', '["”“»]'
_BEFORE_NAME = re.compile(rf"\b{_CALLED} (?:an? |the |o |a )?[\"“]$")
_AFTER_NAME = re.compile(r"[.,;]?[\"”]")
_FAR = 120  # characters from the beginning of a sentence to its subject, and from `called` to the name
_NOT, _IN_LINE, _NAMED, _EXPLAINED = range(4)
_MARKER = r"(?:•|\(?(?:[0-9]{1,3}|[ivxlc]{1,6}|[a-z])(?:[.)]|\s?[-–—])(?=\s))\s+"
_LINE = re.compile(rf"(?:\n|^)(?:{_MARKER})?|(?<=[.;]) (?=[^\s.:;][^.:;\n]{{0,40}}:|{_OPENING})")
"""The pattern of what precedes a line, an item, a label in a line, or the first quoted word of a sentence."""
_DASH = re.compile(r"\s[—–]\s")


@cache
def _before_subject() -> re.Pattern[str]:
    """Return the pattern of the words between the beginning of a sentence and the term that it explains."""
    article = any_of(folded("articles"))
    return re.compile(rf"{_CLAUSE}(?:{_WHOSE}|(?:{article}) )(?:{_OPENING}\s?)?")


@cache
def _after_subject() -> re.Pattern[str]:
    """Return the pattern of the words between a term and what it means: a colon or a verb."""
    verb = any_of(folded("defining"))
    return re.compile(rf"(?:\s?{_CLOSING})?(?: \([^)]{{0,80}}\))?(?: ?:| (?:{_VERB}|{verb})\b)")


def _defines(text: str, forms: Collection[str]) -> int:
    """Return how surely a plain text defines a word, given its forms. _EXPLAINED if the word is the subject of the
    text, _NAMED if the text calls something so, else _NOT."""
    surest = _NOT
    for form in forms:
        start = text.find(form)
        while start >= 0:
            end = start + len(form)
            if start <= _FAR and _before_subject().fullmatch(text, 0, start) and _after_subject().match(text, end):
                return _EXPLAINED
            if _AFTER_NAME.match(text, end) and _BEFORE_NAME.search(text, max(0, start - _FAR), start):
                surest = _NAMED
            start = text.find(form, start + 1)
    return surest


def _defined_in_line(text: str, forms: Collection[str]) -> bool:
    """Return whether a line or an item of a text begins with a word and its meaning, given the forms of the word."""
    if not any(form in _plain(text) for form in forms):
        return False
    lines = (line for line in map(_plain, _LINE.split(fold(text))) if line)
    return any(
        _defines(line, forms) == _EXPLAINED
        or any(line.startswith(form) and _DASH.match(line, len(form)) for form in forms)
        for line in lines
    )


def _forms(names: Iterable[str]) -> list[str]:
    """Return names as plain text, in singular and plural."""
    return [form for name in map(_plain, names) for form in (name, *other_numbers(name))]


def rules_that_define(word: str, rows: Iterable[Row]) -> list[RuleNumber]:
    """Return the numbers of the rules whose sentence defines a word, two at most, in source order. The word is the
    subject of their text; without such a rule, their text gives something this name, or has a line that begins with the
    word and its meaning. Time is linear."""
    if not 0 < len(word.split()) <= _MOST_WORDS:
        return []
    forms = _forms([word])
    texts = [(row.number, row.words.text) for row in rows if row.words.text]
    sureness = [(number, _defines(_plain(text), forms) or _defined_in_line(text, forms)) for number, text in texts]
    surest = max((how for _, how in sureness), default=_NOT)
    if surest == _NOT:
        return []
    return [number for number, how in sureness if how == surest][:_MOST_RULES]


def with_definition_below(edition: Edition, number: RuleNumber, names: Collection[str]) -> Iterator[RuleNumber]:
    """Yield a rule. Before it, yield the rule below it whose sentence defines a term with these folded names, if one
    alone does. A glossary may refer to a whole section in which one sub-rule defines the term. But a rule that begins
    with the term is the definition, and the first rule of a section follows its heading anyway."""
    entry = edition.get(number)
    if entry and entry.children and distance(entry.row, names) > IN_SUBJECT:
        defining = _defining_below(names, edition, entry)
        if len(defining) == 1 and defining[0] != entry.children[0]:
            yield defining[0]
    yield number


def _defining_below(names: Collection[str], edition: Edition, above: IndexEntry) -> list[RuleNumber]:
    """Return the highest rules below a rule whose own sentence defines one of the names, in no order."""
    forms = _forms(names)
    defining, stack = list[RuleNumber](), [(above.place, child) for child in above.children]
    while stack:
        place_above, number = stack.pop()
        entry = edition.get(number)
        if entry is None or entry.place <= place_above:  # an edited tree may have cycles
            continue
        if _defines(_plain(entry.row.words.text or ""), forms):
            defining.append(entry.row.number)
        else:
            stack += [(entry.place, child) for child in entry.children]
    return defining


def distance(row: Row | None, names: Collection[str]) -> int:
    """Return how far a row is from defining a term with these folded names, from 0 to NOWHERE. 0 if its title is the
    term, 1 if the term is in its title, IN_SUBJECT in its first words, IN_TEXT in other words."""
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
