"""Infractions as a page that fits a screen, as a list, and as JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rules_cli.model import penalty_in_words
from rules_cli.numbers.parts import parts
from rules_cli.penalties import name_of, named
from rules_cli.penalties.changes import may_raise, named_penalties
from rules_cli.render import out
from rules_cli.render.excerpt import excerpt, sought
from rules_cli.render.excerpt import lead as first_sentences
from rules_cli.render.language import say, say_phrase
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import foot
from rules_cli.text import fold, words_of_text
from rules_cli.words import any_of, words

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.penalties import Infraction
    from rules_cli.penalties.amounts import FittingChange

_LINE = 72  # characters of a line of a terminal of 80 columns, beside the indent
_AROUND = 9  # lines of a page beside what changes the penalty and the remedy
_DEFINITION = 2 * _LINE - 10  # characters: two lines, the last of them not full
_SENTENCE = 6 * _LINE  # the longest that is shown whole: those of the guides of two games have at most four lines
_TELLING = 2  # words of the question in the philosophy: one alone is chance
_BULLET = "•"
_LONGEST_LABEL = 2  # words before a penalty: `Corrective action: Warning`
_MOST_ITEMS = 5  # of the list of a definition: with two lines each they leave room for what changes the penalty
_USUAL_PARTS = ("upgrade", "downgrade", "philosophy", "additional remedy", "procedure and penalty")


# Complexity: one condition for each part of the page.
def infraction(found: Sequence[Infraction], book_title: str, address: str, rows: int) -> Page:
    """Return the likeliest infraction on a screen of `rows` lines, and the names of the others. `address` is the id of
    the edition."""
    first, *others = found
    page, rule = Page(), first.rule
    page.add(Span(" › ".join([book_title, *_titles_above(first, book_title)]), "quiet"))
    page.add(Span(str(rule.number), "id"), Span(f"  {name_of(rule)}", "title"))
    if first.change:
        page.add(Span(_said_for(first.change), "label"), Span(first.change.penalty, "bad"), indent=2)
    usual = say("otherwise") if first.change else say("penalty")
    whole = penalty_in_words(rule.penalty)
    for entry in rule.penalty:
        meaning = first.meanings.get(entry.penalty)  # what a short name of a penalty means
        level = f"{entry.level}: " if entry.level else usual
        label, words = (usual, whole) if len(rule.penalty) == 1 else (level, entry.penalty)
        in_brackets = Span(f" ({meaning})" if meaning else "", "quiet")
        page.add(Span(label, "label"), Span(words, "bad"), in_brackets, indent=2)
    for odd in first.odd:
        page.add(Span(say("odd"), "label"), Span(say_phrase(odd), "note"), indent=2)
    room = max(rows, out.USUAL_ROWS) - _AROUND - _repeats(page, first, address)
    definition, changes, upgrades = Page(), Page(), len(first.upgrades)
    used = _define(definition, first, address)
    reasons = [_reason(part.text or "", first.asked) for part in first.philosophy]
    _changes(changes, first, address, room - used - sum(map(_lines, reasons)))
    page.lines += [*changes.lines[:upgrades], *definition.lines, *changes.lines[upgrades:]]  # a higher penalty: first
    for part, reason in zip(first.philosophy, reasons, strict=True):
        more = Span(f"rules {address}:{part.number}", "id")
        page.add(Span(_label(part), "label"), Span(reason, "text"), more, indent=2)
    if others:
        page.add(Span(say("or"), "label"), Span(", ".join(named(each.rule) for each in others), "quiet"))
    foot(page, [rule])
    return page


def _titles_above(found: Infraction, book_title: str) -> list[str]:
    """Return the titles of the sections above an infraction, with numbers that are printed; that of the book goes."""
    above = [each for each in found.above if each.title != book_title]
    return [f"{each.number} {each.title or ''}" if parts(each.number) else name_of(each) for each in above]


def _repeats(page: Page, found: Infraction, address: str) -> int:
    """Add the sentence on repeated infractions, unless it excepts this one, or costs no more, and none was asked for.
    Return how many lines that has, 0 if nothing is added."""
    if not found.repeats:
        return 0
    section, sentence = found.repeats
    name = fold(found.rule.title or "").rpartition("—")[2].strip()
    is_exception = name in fold(sentence) or not may_raise(sentence, (each.penalty for each in found.rule.penalty))
    if is_exception and not found.is_repeated:
        return 0
    more, label = f" rules {address}:{section.number}", say("if repeated")
    page.add(Span(label, "label"), Span(sentence, "text"), Span(more, "id"), indent=2)
    return _lines(label + sentence + more)


def _said_for(change: FittingChange) -> str:
    """Return the label of a penalty that an amount, a number of offences or the words of a clause call for."""
    counted = say("offence number", str(change.listed or change.offence)) if change.offence else change.amount
    if change.listed:
        return say("last listed", counted, str(change.offence))
    return say("penalty for", counted or change.clause)


def _label(part: Rule) -> str:
    """Return the title of a part of an infraction as a label; a usual title is translated."""
    title = (part.title or "").lower()
    return f"{say(title) if title in _USUAL_PARTS else title}: "


def _reason(philosophy: str, asked: frozenset[str]) -> str:
    """Return the sentence of a philosophy that has the words asked for, and a blank; empty if too few are in it."""
    if len(asked.intersection(words_of_text(philosophy))) < _TELLING:
        return ""
    return f"{excerpt(philosophy, _DEFINITION, sought(asked), _SENTENCE)} "


def _define(page: Page, found: Infraction, address: str) -> int:
    """Add what the infraction is, with its list if it has one, and the command that shows more. Return how many lines
    it has beyond two."""
    part = found.definition or found.rule
    first, *rest = _definition(found)
    if not first:
        return 0
    items = list(takewhile(lambda line: line.startswith(_BULLET), rest)) if first.endswith(":") else []
    others = [line for line in rest if not items and _states_penalty(line)]
    beginning = first_sentences(" ".join([first, *others]), _DEFINITION, _SENTENCE, _states_penalty).removesuffix(" …")
    *shown, last = [beginning, *items[:_MOST_ITEMS]]
    more = f" … rules {address}:{part.number}" if " ".join([*shown, last]) != " ".join([first, *rest]) else ""
    for line in shown:
        page.add(Span(line, "text"), indent=2)
    page.add(Span(last, "text"), Span(more, "id"), indent=2)
    return max(0, sum(map(_lines, [*shown, last + more])) - 2)


def _definition(found: Infraction) -> list[str]:
    """Return the lines of the definition; a point that is alone is no list, and has no sign."""
    first, *rest = _lines_of_definition(found)
    return [first, *rest] if rest else [first.removeprefix(f"{_BULLET} ")]


def _lines_of_definition(found: Infraction) -> list[str]:
    """Return the lines of the definition, without those that the page shows as a penalty, what changes it or the
    remedy; at least an empty one."""
    said = [": ".join(filter(None, (each.level, each.penalty))) for each in found.rule.penalty]
    said += [part.text or "" for part in (*found.upgrades, *found.downgrades, *found.remedy)]
    texts = sorted({fold(line) for text in said for line in text.split("\n") if line}, key=len, reverse=True)

    def is_shown(line: str) -> bool:
        for text in texts:
            line = line.replace(text, "")
        return not any(map(str.isalnum, line.rpartition(": ")[2])) and len(words_of_text(line)) <= _LONGEST_LABEL

    text = (found.definition or found.rule).text or ""
    return [line for line in text.split("\n") if not is_shown(fold(line))] or [""]


def _changes(page: Page, found: Infraction, address: str, room: int) -> None:
    """Add what changes the penalty, and the remedy: short texts whole, the long ones share the lines left. A long one
    has its first sentences, and each that states a penalty."""
    changes = (*found.upgrades, *found.downgrades, *found.remedy)
    labels = [_label(part) for part in changes]
    texts = [" ".join((part.text or "").split("\n")) for part in changes]
    needed = [_lines(label + text) for label, text in zip(labels, texts, strict=True)]
    room -= len(found.rule.penalty) + len(found.meanings) + 2 * len(found.odd)
    shares = [0] * len(needed)
    shortest_first = sorted(range(len(needed)), key=needed.__getitem__)
    for done, index in enumerate(shortest_first):
        shares[index] = min(needed[index], max(1, room // (len(needed) - done)))
        room -= shares[index]
    for part, label, text, lines, share in zip(changes, labels, texts, needed, shares, strict=True):
        more = f" rules {address}:{part.number}" if lines > share else ""
        room = share * _LINE - len(label) - len(more)
        shown = first_sentences(text, room, len(text), _states_penalty) if more else text
        more = more if shown != text else ""
        page.add(Span(label, "label"), Span(shown, "text"), Span(more, "id"), indent=2)


def _states_penalty(sentence: str) -> bool:
    """Return whether a sentence names a penalty or an upgrade, and so must not be cut off."""
    return bool(named_penalties(sentence) or _changing().search(sentence))


@cache
def _changing() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of((*words('upgrades'), *words('penalty_labels')))})", re.IGNORECASE)


def _lines(text: str) -> int:
    return math.ceil(len(text) / _LINE)


# Complexity: one condition for each part of an infraction.
def listed(found: Sequence[Infraction], book_title: str, sure: bool = True) -> Page:
    """Return infractions of a document with their penalties, a line each. If it is not `sure` which is meant, also what
    each is, and what its philosophy says of the words asked for."""
    page = Page()
    page.add(Span(book_title, "quiet"))
    meanings = {name: meaning for each in found for name, meaning in each.meanings.items()} if sure else {}
    for name, meaning in meanings.items():
        page.add(Span(name, "bad"), Span(f" ({meaning})", "quiet"))
    if not sure:
        page.add(Span(say("perhaps these" if all(each.fits for each in found) else "nearest these").rstrip(), "label"))
    for likely in found:
        rule, change = likely.rule, likely.change
        changed = f"{_said_for(change)}{change.penalty}; {say('otherwise')}" if change else ""
        penalty = Span(f"{changed}{penalty_in_words(rule.penalty)}", "bad")
        page.add(Span(str(rule.number), "id"), Span(f"  {name_of(rule)}  ", "title"), penalty, hanging=2)
        if not sure and likely.fits and (definition := _definition(likely)[0]):
            page.add(Span(first_sentences(definition, _DEFINITION, _SENTENCE), "text"), indent=2)
            for part in likely.philosophy:
                if reason := _reason(part.text or "", likely.asked):
                    page.add(Span(_label(part), "label"), Span(reason.rstrip(), "text"), indent=2)
    foot(page, [likely.rule for likely in found[:1]])
    return page


# Complexity: one expression for each key.
def as_json(found: Sequence[Infraction], book: str, edition: str) -> dict[str, Any]:
    """Return infractions as JSON."""
    results = [
        {
            "id": each.rule.id,
            "title": each.rule.title,
            "penalty": [part._asdict() for part in each.rule.penalty],
            "upgrades": [part.text for part in each.upgrades],
            "downgrades": [part.text for part in each.downgrades],
            "remedy": "\n".join(part.text for part in each.remedy if part.text) or None,
            "odd": list(each.odd),
            "rival": each.rival.id if each.rival else None,
            "philosophy": [part.id for part in each.philosophy],
            "change": _change_as_json(each.change) if each.change else None,
        }
        for each in found
    ]
    fits = bool(found) and all(each.fits for each in found)
    return {"book": book, "edition": edition, "sure": fits and not found[0].unsure, "fits": fits, "results": results}


def _change_as_json(change: FittingChange) -> dict[str, Any]:
    """Return the penalty that an amount or a number of offences calls for, and the rule that says so."""
    return {
        "penalty": change.penalty,
        "amount": change.amount or None,
        "offence": change.offence or None,
        "listed": change.listed or None,
        "clause": change.clause or None,
        "rule": change.part.id,
    }
