"""Citations whose rule exists, but beside the name of another one: "the legend rule (704.5k)", which is 704.5j.

Only names that surely mean that rule count: those of rules ("legend rule") right before the number or right after it,
and any term of which the text says that the number is its rule ("trample is 702.20"). Another term may be beside the
number of a rule that it has to do with, as in "lethal damage (704.5g)". It counts if the number is of a rule beside the
term's that does not name the term, and the sentence does not name that rule: "lifelink (702.16c)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from rules_cli.captions import Remark
from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.citation_check.term_names import NEAR, TermNames, last_name, names_of, words_said
from rules_cli.lookup.terms import Term
from rules_cli.model import RuleNumber
from rules_cli.rule_number import numbers_above
from rules_cli.store.edition import Edition
from rules_cli.text import fold

_SIGN = rf"[\s{MASK}*_`]"
_SAYS = re.compile(rf"{_SIGN}*+(?:is|são|é|=|:(?=[^\n\r]*\Z)){_SIGN}*+$", re.IGNORECASE)
_BESIDE = re.compile(rf"(?<!{_SIGN}){_SIGN}*+[(\[,]?{_SIGN}*+(?:see{_SIGN}*+)?$", re.IGNORECASE)
_AFTER = re.compile(
    rf"{_SIGN}*+[)\]]?{_SIGN}*+(?P<joint>[,:(\[=]|-{{1,2}}|[–—]|\bis\b|\bsão\b|\bé\b)(?:{_SIGN}|[\"“'‘])*+(?i:the\b|a\b|o\b)?"
    r"(?P<name>[^.,;:!?()\[\]–—\n]{1,60}+)(?!\(|\[|[.,]?[ \t]*(?i:and\b|or\b|e\b|ou\b|rule\b|CR\b|[0-9]))"
)
"""A joint, and a name that goes on to the end of its clause, with no other number or member of a list after it."""
_SENTENCE = 200  # characters before or after a number: what a longer sentence names further away says little about it
_SENTENCE_ENDS = re.compile(r"[.;!?](?=\s|\Z)|\n")
_RULE_WORDS = ("rule", "regra")


class SuspectFinder:
    """Finds suspect citations in any number of texts, with the same editions."""

    # Complexity: a name may be before or after the number, and of the newest edition or of an older one.
    def check(self, text: str, checked: CheckedCitation) -> CheckedCitation:
        """Return a citation as it is, or as suspect if the name beside it belongs to another rule."""
        mention, meaning = checked.cited.mention, checked.meaning
        home = checked.then if checked.verdict == "moved" else checked.against
        if checked.verdict not in ("fine", "moved") or home is None or meaning is None or mention.ranged:
            return checked
        term = _sure_name(text, mention, home) or _name_of_a_sibling(text, mention, meaning.number, home)
        if term is None or any(_is_of(meaning.number, rule) for rule in (*term.rules, *term.entries)):
            return checked
        right = next((rule for rule in term.rules if rule in home), None)
        if right is None:
            return checked
        is_today = home is checked.against
        remark = Remark("is rule", (term.name, right))
        if not is_today:
            remark = Remark("was rule", (term.name, right, home.edition.name))
        now = CitationReading(meaning.book, right) if is_today else None
        return replace(checked, verdict="suspect", remarks=(remark,), now=now, sure=False)


def _befores(text: str, mention: Mention) -> Iterator[str]:
    """Yield the text before a citation: the "rule" of "the legend rule (704.5k)" may be read as a word before it."""
    for begin in (mention.start, mention.at):
        yield text[max(0, begin - NEAR) : begin]


def _name_after(text: str, mention: Mention, names: TermNames) -> tuple[Term | None, str]:
    """Return the term that a text names after a number, and the sign or word between them."""
    after = _AFTER.match(text, mention.end, mention.end + NEAR)
    return (names.get(" ".join(words_said(after["name"]))), after["joint"]) if after else (None, "")


# Complexity: a name is before the number, beside it or after it.
def _sure_name(text: str, mention: Mention, home: EditionSnapshot) -> Term | None:
    """Return the term that a text names beside a number, if it surely means the rule of that number."""
    names = names_of(home.edition)
    for before in _befores(text, mention):
        said = _SAYS.search(before)
        if said and (term := last_name(before[: said.start()], names)) and not term.everyday:
            return term
        beside = _BESIDE.search(before)
        if beside and (term := last_name(before[: beside.start()], names)) and _is_rule_name(term):
            return term
    term, joint = _name_after(text, mention, names)
    is_sure = term and not term.everyday and (joint.isalpha() or _is_rule_name(term))
    return term if is_sure else None


# Complexity: the names around a number, and what speaks against each.
def _name_of_a_sibling(text: str, mention: Mention, number: RuleNumber, home: EditionSnapshot) -> Term | None:
    """Return the term that a text names beside a number, if its rule is beside that number's and not meant with it.

    It is not meant with it if the number's rule does not name it, and the sentence does not name that rule.
    """
    names = names_of(home.edition)
    joints = ((before, _SAYS.search(before) or _BESIDE.search(before)) for before in _befores(text, mention))
    found = [last_name(before[: joint.start()], names) for before, joint in joints if joint]
    after, joint = _name_after(text, mention, names)
    term = next(filter(None, [*found, after if joint in ("(", "[") else None]), None)
    path = [each for each in (number, *numbers_above(number)) if each in home]
    sibling = next((each for each in path if term and _are_siblings(each, term.rules[0])), None)
    if term is None or sibling is None or _names_term(home, sibling, term):
        return None
    sentence = fold(_sentence(text, mention))
    own = {fold(home.entries[sibling].row.title or ""), *_names_in(home.edition, sibling)} - {""}
    return None if any(name in sentence for name in own) else term


@lru_cache(maxsize=256)
def _names_in(edition: Edition, rule: str) -> frozenset[str]:
    """Return the names of the terms that a rule or one below it defines."""
    names = names_of(edition).items()
    return frozenset(name for name, term in names if any(_is_in(each, rule) for each in term.rules))


def _are_siblings(number: str, rule: str) -> bool:
    above = numbers_above(rule)[:1]
    return number != rule and bool(above) and numbers_above(number)[:1] == above


def _names_term(home: EditionSnapshot, number: str, term: Term) -> bool:
    """Return whether a rule, a rule below it, or a title above it names a term; true if only a restatement is there."""
    texts = fold(" ".join(home.texts(number)))
    return not texts or any(fold(name) in texts for name in term.printed_names())


def _sentence(text: str, mention: Mention) -> str:
    """Return the sentence around a number."""
    before = _SENTENCE_ENDS.split(text[max(0, mention.start - _SENTENCE) : mention.start])[-1]
    return before + " " + _SENTENCE_ENDS.split(text[mention.end : mention.end + _SENTENCE])[0]


def _is_rule_name(term: Term) -> bool:
    return fold(term.name).split()[-1] in _RULE_WORDS


def _is_of(number: str, rule: str) -> bool:
    """Return whether a number is a rule, below it, or above it."""
    return _is_in(number, rule) or _is_below(rule, number)


def _is_in(number: str, rule: str) -> bool:
    return number == rule or _is_below(number, rule)


def _is_below(number: str, above: str) -> bool:
    rest = number.removeprefix(above)
    return rest != number and bool(rest) and not rest[0].isdigit()
