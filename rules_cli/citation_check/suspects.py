"""Citations whose rule exists, but beside the name of another one: "the legend rule (704.5k)", which is 704.5j.

Only names that surely mean that rule count: those of rules ("legend rule") right before the number or right after it,
and any term of which the text says that the number is its rule ("trample is 702.20"). Other terms may be beside the
number of another rule, as in "lethal damage (704.5g)".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rules_cli.captions import Remark
from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.model import CheckedCitation, CitationReading
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.store.edition import Edition
from rules_cli.text import fold

_NEAR = 60  # characters before or after a number: a name and the words between them
_LONGEST = 5  # words of a name
_SIGN = rf"[\s{MASK}*_`]"
_SAYS = re.compile(rf"{_SIGN}*+(?:is|são|é|=|:(?=[^\n\r]*\Z)){_SIGN}*+$", re.IGNORECASE)
_BESIDE = re.compile(rf"(?<!{_SIGN}){_SIGN}*+[(\[,]?{_SIGN}*+(?:see{_SIGN}*+)?$", re.IGNORECASE)
_AFTER = re.compile(
    rf"{_SIGN}*+[)\]]?{_SIGN}*+(?P<joint>[,:(\[=]|-{{1,2}}|[–—]|\bis\b|\bsão\b|\bé\b)(?:{_SIGN}|[\"“'‘])*+(?i:the\b|a\b|o\b)?"
    r"(?P<name>[^.,;:!?()\[\]–—\n]{1,60}+)(?!\(|\[|[.,]?[ \t]*(?i:and\b|or\b|e\b|ou\b|rule\b|CR\b|[0-9]))"
)
"""A joint, and a name that goes on to the end of its clause, with no other number or member of a list after it."""
_SENTENCE_PARTS = re.compile(r"[.;:!?\n]")
_RULE_WORDS = ("rule", "regra")


class SuspectFinder:
    """Finds suspect citations in any number of texts, with the same editions."""

    def __init__(self) -> None:
        self._names: dict[Edition, Mapping[str, Term]] = {}

    # Complexity: a name may be before or after the number, and of the newest edition or of an older one.
    def check(self, text: str, checked: CheckedCitation) -> CheckedCitation:
        """Return a citation as it is, or as suspect if the name beside it belongs to another rule."""
        mention, meaning = checked.cited.mention, checked.meaning
        home = checked.then if checked.verdict == "moved" else checked.against
        if checked.verdict not in ("fine", "moved") or home is None or meaning is None or mention.ranged:
            return checked
        begins = (mention.start, mention.at)  # the "rule" of "the legend rule (704.5k)" may be read as a word before it
        befores = (text[max(0, begin - _NEAR) : begin] for begin in begins)
        term = next((term for before in befores if (term := self._named(before, home))), None)
        term = term or self._named_after(text[mention.end : mention.end + _NEAR], home)
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

    def _named(self, before: str, home: EditionSnapshot) -> Term | None:
        """Return the term that a text names right before a number, if it surely means the rule of that number."""
        if (said := _SAYS.search(before)) and (term := self._ending(before[: said.start()], home)):
            return term
        beside = _BESIDE.search(before)
        term = self._ending(before[: beside.start()], home) if beside else None
        return term if term and _is_rule_name(term) else None

    def _named_after(self, after: str, home: EditionSnapshot) -> Term | None:
        """Return the term that a text names right after a number, if it surely means the rule of that number."""
        if not (found := _AFTER.match(after)):
            return None
        term = self._names_of(home.edition).get(" ".join(_words(found["name"])))
        return term if term and (found["joint"].isalpha() or _is_rule_name(term)) else None

    def _ending(self, words: str, home: EditionSnapshot) -> Term | None:
        """Return the term with the longest name that the last sentence of some words ends in."""
        names = self._names_of(home.edition)
        last = _words(_SENTENCE_PARTS.split(words)[-1])[-_LONGEST:]
        endings = (" ".join(last[start:]) for start in range(len(last)))
        return next((term for words in endings if (term := names.get(words))), None)

    def _names_of(self, edition: Edition) -> Mapping[str, Term]:
        if edition not in self._names:
            terms = (term for term in terms_of(edition) if term.rules and not term.everyday and not term.keyword)
            names = ((" ".join(fold(name).split()), term) for term in terms for name in term.printed_names())
            self._names[edition] = dict(names)
        return self._names[edition]


def _words(text: str) -> list[str]:
    """Return the folded words of a text, without quotes and marks of emphasis."""
    return re.findall(r"[^\s\"“”'‘’*_`]+", fold(text))


def _is_rule_name(term: Term) -> bool:
    return fold(term.name).split()[-1] in _RULE_WORDS


def _is_of(number: str, rule: str) -> bool:
    """Return whether a number is a rule, below it, or above it."""
    return number == rule or _is_below(number, rule) or _is_below(rule, number)


def _is_below(number: str, above: str) -> bool:
    rest = number.removeprefix(above)
    return rest != number and bool(rest) and not rest[0].isdigit()
