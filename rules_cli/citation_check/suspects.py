"""Citations whose rule exists, but beside the words or the name of another rule.

Words right after a number that begins its line, `702.99a Extort is a triggered ability.`, are another rule's: of a
sentence, if that rule begins with it and the cited rule does not contain it; of a title, if the line has nothing else.

A name is another rule's in "the legend rule (704.5k)", which is 704.5j. Only names that surely mean that rule count:
those of rules ("legend rule") right before the number or right after it, and any term of which the text says that the
number is its rule ("trample is 702.20"). Another term may be beside the number of a rule that it has to do with, as in
"lethal damage (704.5g)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rules_cli.captions import Remark
from rules_cli.citation_check.checked_text import MASK
from rules_cli.citation_check.model import CheckedCitation, CitationReading, Mention
from rules_cli.citation_check.snapshot import FEWEST, EditionSnapshot, words_of
from rules_cli.citation_check.words_around import NEAR, TermNames, last_name, names_of, words_said
from rules_cli.lookup.terms import Term
from rules_cli.model import RuleNumber
from rules_cli.text import fold

_LINES = 500  # characters before a number, to find its line and the one before: so that a huge line costs no time
_MOST_SHOWN = 3  # rules with the same words: more do not fit on the line
_JOINT = re.compile(r"[\]\)*_`]{0,4}[.:]?[*_`]{0,4}[ \t]*+[–—-]?[ \t]*+[\"“]?(?=[^\W\d])")
_FIRST_SENTENCE = re.compile(r"[^\r\n.;:!?]*")

_SIGN = rf"[\s{MASK}*_`]"
_SAYS = re.compile(rf"{_SIGN}*+(?:is|são|é|=){_SIGN}*+$", re.IGNORECASE)
_BESIDE = re.compile(rf"(?<!{_SIGN}){_SIGN}*+[(\[,]?{_SIGN}*+(?:see{_SIGN}*+)?$", re.IGNORECASE)
_AFTER = re.compile(
    rf"{_SIGN}*+[)\]]?{_SIGN}*+(?P<joint>[,:(\[=]|-{{1,2}}|[–—]|\bis\b|\bsão\b|\bé\b)[\s{MASK}*_`\"“'‘]*+(?i:the\b|a\b|o\b)?"
    r"(?P<name>[^.,;:!?()\[\]–—\n]{1,60}+)(?!\(|\[|[.,]?[ \t]*(?i:and\b|or\b|e\b|ou\b|rule\b|CR\b|[0-9]))"
)
"""A joint, and a name that goes on to the end of its clause, with no other number or member of a list after it."""
_RULE_WORDS = ("rule", "regra")


def suspected(text: str, checked: CheckedCitation) -> CheckedCitation:
    """Return a citation as it is, or as suspect if the words after it, or a name beside it, are another rule's."""
    meaning = checked.meaning
    if meaning is None or checked.cited.mention.ranged:
        return checked
    return _by_words(text, checked, meaning.number) or _by_name(text, checked, meaning.number) or checked


def _suspect(
    checked: CheckedCitation,
    home: EditionSnapshot,
    right: RuleNumber,
    now: str,
    then: str,
    *words: str | tuple[str, ...],
) -> CheckedCitation:
    """Return a citation as suspect: it should name the rule `right` of an edition; `then` says so of an older one."""
    is_today = home is checked.against
    remark = Remark(now, words) if is_today else Remark(then, (*words, home.edition.name))
    meant = CitationReading(home.edition.slug, right) if is_today else None
    return replace(checked, verdict="suspect", remarks=(remark,), now=meant, sure=False)


# --- words after a number


# Complexity: the words may be the rule's own, new or old, or another rule's, new or old.
def _by_words(text: str, checked: CheckedCitation, number: RuleNumber) -> CheckedCitation | None:
    """Return a citation as suspect if the words after it are another rule's."""
    mention = checked.cited.mention
    if checked.verdict not in ("fine", "moved", "changed") or mention.words:
        return None
    after = _words_after(text, mention)
    # a number that moved is one of the older edition; else the words may be new as well
    own = [checked.then] if checked.verdict == "moved" else [checked.then, checked.against]
    if not after or any(each.says(number, words_of(after)) for each in own if each):
        return None
    for snapshot in filter(None, (checked.then, checked.against)):
        rules = _rules_with(after, number, snapshot)
        if number in rules and snapshot in own:  # a title; of a restated book, no texts are compared above
            return None
        if rules:
            whose = tuple(rules[:_MOST_SHOWN])
            found = _suspect(checked, snapshot, rules[0], "words of", "words then of", whose)
            return replace(found, words_after=after)
    return None


def _rules_with(after: str, number: RuleNumber, snapshot: EditionSnapshot) -> list[RuleNumber]:
    entry, titled, words = snapshot.entries.get(number), snapshot.titled.get(fold(after.strip())), words_of(after)
    if titled and entry and entry.row.kind == "heading":
        return [titled]
    return snapshot.beginning_with(words) if len(words) >= FEWEST else []


def _words_after(text: str, mention: Mention) -> str:
    """Return the first sentence after a number; empty if the number does not begin its line, or goes on a sentence."""
    *above, before = f"{text[max(0, mention.start - _LINES) : mention.start]}|".splitlines()
    joint = _JOINT.match(text, mention.end)
    is_long = not above and mention.start > _LINES
    if joint is None or is_long or re.search(r"\w", before) or _goes_on("".join(above[-1:])):
        return ""
    return _FIRST_SENTENCE.match(text, joint.end())[0]  # type: ignore[index]  # it matches the empty string


def _goes_on(line: str) -> bool:
    """Return whether a sentence goes on after its line: it ends in a comma or in a small word, as in "see rule"."""
    last = "".join(line.split()[-1:]).lstrip('(“"')
    return last.endswith(",") or (last[:1].islower() and last[-1:].isalnum())


# --- names beside a number


def _by_name(text: str, checked: CheckedCitation, number: RuleNumber) -> CheckedCitation | None:
    """Return a citation as suspect if a name beside it surely belongs to another rule."""
    home = checked.then if checked.verdict == "moved" else checked.against
    if checked.verdict not in ("fine", "moved") or home is None:
        return None
    term = next(_terms_meant(text, checked.cited.mention, names_of(home.edition)), None)
    if term is None or any(_is_in(number, rule) or _is_in(rule, number) for rule in (*term.rules, *term.entries)):
        return None
    right = next((rule for rule in term.rules if rule in home), None)
    return _suspect(checked, home, right, "is rule", "was rule", term.name, right) if right else None


# Complexity: a term before the number, or after it.
def _terms_meant(text: str, mention: Mention, names: TermNames) -> Iterator[Term]:
    """Yield the terms right before a number and right after it that surely mean the rule with it: the text says so, or
    the term is the name of a rule."""
    # The "rule" of "the legend rule (704.5k)" may be read as a word before the number.
    for begin in (mention.start, mention.at):
        before = text[max(0, begin - NEAR) : begin]
        says = _SAYS.search(before)
        joint = says or _BESIDE.search(before)
        term = last_name(before[: joint.start()], names) if joint else None
        if term and not term.everyday and (says or _names_rule(term)):
            yield term
    after = _AFTER.match(text, mention.end, mention.end + NEAR)
    term = names.get(" ".join(words_said(after["name"]))) if after else None
    if after and term and not term.everyday and (after["joint"].isalpha() or _names_rule(term)):
        yield term


def _names_rule(term: Term) -> bool:
    return fold(term.name).split()[-1] in _RULE_WORDS


def _is_in(number: str, rule: str) -> bool:
    rest = number.removeprefix(rule)
    return number.startswith(rule) and not rest[:1].isdigit()
