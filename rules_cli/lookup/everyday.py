"""Everyday words: names of terms that a book also uses as common words, such as "if", "set" and "becomes".

A name of one word is everyday if very many rules use it, or if few of those that use it are in the part that explains
it: a rule that has the word then seldom means the term. The book's `terms.yaml` lists those that this does not find.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rules_cli.model import RuleNumber
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import fold

_COMMON = 0.05  # of the rules of a book: whoever reads it knows the words that more of them use
_FEW = 10  # rules: in a short book, words in no more of them are not common
_AT_HOME = 0.4  # of the rules that use a word: if fewer are in the part that explains it, most use it in another sense
_TITLED_AT_HOME = 0.15  # the same for a word that is the title of a section: keywords are used far from it
_WORD = re.compile(r"[^\W_]+(?:[-/][^\W_]+)*")


def everyday_words(edition: Edition, names: Mapping[str, Sequence[RuleNumber]]) -> set[str]:
    """Return the everyday words among folded names of terms, given the rules that define each.

    Time is linear in the words of the edition.
    """
    from rules_cli.lookup.listed_terms import terms_file

    entries = {str(entry.row.number): entry for entry in edition.entries()}
    sections = _sections(entries)
    worded = _without_glossary(edition, entries)
    using = _using(worded, entries)
    found = set(map(fold, terms_file(edition.slug).everyday))
    for name, rules in names.items():
        home = {sections[number][-1] for number in rules if sections.get(number)}
        users = [*using.get(name, ()), *using.get(f"{name}s", ()), *using.get(f"{name}es", ())]
        at_home = sum(not home.isdisjoint(sections[number]) for number in users)
        titles = {fold(entries[section].row.title or "") for section in home}
        least = _TITLED_AT_HOME if name in titles else _AT_HOME
        if len(users) > max(_FEW, _COMMON * len(worded)) or at_home < least * len(users):
            found.add(name)
    return found


def _sections(entries: Mapping[str, IndexEntry]) -> dict[str, tuple[str, ...]]:
    """Return the headings above each row and its own if it is one, the outermost first; parents come before rows."""
    found: dict[str, tuple[str, ...]] = {}
    for number, entry in entries.items():
        above = found.get(entry.row.parent or "", ())
        found[number] = (*above, number) if entry.row.kind == "heading" or not above else above
    return found


def _using(numbers: Sequence[str], entries: Mapping[str, IndexEntry]) -> Mapping[str, Sequence[str]]:
    """Return by folded word the rows that use it."""
    using: dict[str, list[str]] = defaultdict(list)
    for number in numbers:
        for word in set(_WORD.findall(fold(entries[number].row.words.text or ""))):
            using[word].append(number)
    return using


def _without_glossary(edition: Edition, entries: Mapping[str, IndexEntry]) -> list[str]:
    """Return the numbers of the rows with a text, but not those of the glossary: it explains words, and uses few."""
    explained = edition.explained()
    glossary = {number for term in explained for number in (term.number, *entries[term.number].children)}
    return [number for number, entry in entries.items() if entry.row.words.text and number not in glossary]
