"""Infractions as a page that fits a screen, as a list, and as JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rules_cli.model import penalty_in_words
from rules_cli.penalties import name_of, named, number_of
from rules_cli.penalties.changes import may_raise, named_penalties
from rules_cli.penalties.remedies import cases_of, usual_case
from rules_cli.penalties.repeats import offence_in
from rules_cli.render import out
from rules_cli.render.excerpt import excerpt, sought
from rules_cli.render.excerpt import lead as first_sentences
from rules_cli.render.language import say, say_phrase
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import foot
from rules_cli.text import fold, sentences_of, words_of_text
from rules_cli.words import any_of, words

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.penalties import Infraction
    from rules_cli.penalties.amounts import FittingChange

_LINE = 72  # characters of a line of a terminal of 80 columns, beside the indent
_LEAST_OF_REMEDY = 3  # lines
_PROMPT = 1  # line of a screen below a page
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
    head, definition, tail, rule = Page(), Page(), Page(), first.rule
    head.add(Span(" › ".join([book_title, *_titles_above(first, book_title)]), "quiet"))
    head.add(*_numbered(rule), Span(name_of(rule), "title"))
    _penalties(head, first)
    for odd in first.odd:
        head.add(Span(say("odd"), "label"), Span(say_phrase(odd), "note"), indent=2)
    _repeats(head, first, address)
    _define(definition, first, address)
    for part in first.philosophy:
        reason, more = _reason(part.text or "", first.asked), Span(f"rules {address}:{part.number}", "id")
        tail.add(Span(_label(part), "label"), Span(reason, "text"), more, indent=2)
    if others:
        tail.add(Span(say("or"), "label"), Span(", ".join(named(each.rule) for each in others), "quiet"))
    foot(tail, [rule])
    fitting, usual = Page(), Page()
    room = max(rows, out.USUAL_ROWS) - _PROMPT - sum(map(_height, (head, definition, tail)))
    for part, spans in _changes(first, address, room):
        is_first = part in first.upgrades and first.is_meant(part)
        (fitting if is_first else usual).add(*spans, indent=2)
    return head + fitting + definition + usual + tail  # a higher penalty that is meant: first


def _numbered(rule: Rule) -> list[Span]:
    """Return the printed number of an infraction, which its name follows; nothing without one."""
    return [Span(f"{number}  ", "id")] if (number := number_of(rule)) else []


def _height(page: Page) -> int:
    return sum(_lines("".join(span.text for span in line.spans)) for line in page.lines)


def _penalties(page: Page, found: Infraction) -> None:
    """Add the penalty that the question calls for, and the usual one by level."""
    rule, change = found.rule, found.change
    if change:
        page.add(
            Span(_said_for(change), "label"), Span(change.penalty, "bad"), Span(_clause(change), "quiet"), indent=2
        )
    usual = say("otherwise") if change else say("penalty")
    whole = penalty_in_words(rule.penalty)
    for entry in rule.penalty:
        meaning = found.meanings.get(entry.penalty)  # what a short name of a penalty means
        level = f"{entry.level}: " if entry.level else usual
        label, words = (usual, whole) if len(rule.penalty) == 1 else (level, entry.penalty)
        in_brackets = Span(f" ({meaning})" if meaning else "", "quiet")
        page.add(Span(label, "label"), Span(words, "bad"), in_brackets, indent=2)


def _titles_above(found: Infraction, book_title: str) -> list[str]:
    """Return the titles of the sections above an infraction, with numbers that are printed; that of the book goes."""
    above = [each for each in found.above if each.title != book_title]
    return [f"{number_of(each)} {each.title or ''}" if number_of(each) else name_of(each) for each in above]


def _repeats(page: Page, found: Infraction, address: str) -> None:
    """Add the sentence on repeated infractions, unless it excepts this one, or costs no more and none was asked for; or
    that there is none if one was asked for."""
    if not found.repeats:
        is_stated = found.change or any(offence_in(part.text or "") for part in (*found.upgrades, *found.remedy))
        if found.is_repeated and not is_stated:
            page.add(Span(say("if repeated"), "label"), Span(say("no repeats"), "note"), indent=2)
        return
    section, sentence = found.repeats
    name = fold(found.rule.title or "").rpartition("—")[2].strip()
    is_exception = name in fold(sentence) or not may_raise(sentence, (each.penalty for each in found.rule.penalty))
    if is_exception and not found.is_repeated:
        return
    more = f" rules {address}:{section.number}"
    page.add(Span(say("if repeated"), "label"), Span(sentence, "text"), Span(more, "id"), indent=2)


def _said_for(change: FittingChange) -> str:
    """Return the label of a penalty that an amount or a number of offences calls for; the usual one for the words of a
    clause, which may be in another language."""
    counted = say("offence number", str(change.listed or change.offence)) if change.offence else change.amount
    if change.listed:
        return say("last listed", counted, str(change.offence))
    return say("penalty for", counted) if counted else say("penalty")


def _clause(change: FittingChange) -> str:
    """Return the words of a clause that call for a penalty, in brackets; empty if something else does."""
    return f" (“{change.clause}”)" if change.clause and not (change.offence or change.amount) else ""


def _label(part: Rule) -> str:
    """Return the title of a part of an infraction as a label; a usual title is translated."""
    title = (part.title or "").lower()
    return f"{say(title) if title in _USUAL_PARTS else title}: "


def _reason(philosophy: str, asked: frozenset[str]) -> str:
    """Return the sentence of a philosophy that has the words asked for, and a blank; empty if too few are in it."""
    if len(asked.intersection(words_of_text(philosophy))) < _TELLING:
        return ""
    return f"{excerpt(philosophy, _DEFINITION, sought(asked), _SENTENCE)} "


def _define(page: Page, found: Infraction, address: str) -> None:
    """Add what the infraction is, with its list if it has one, and the command that shows more."""
    part = found.definition or found.rule
    first, *rest = _definition(found)
    if not first:
        return
    items = list(takewhile(lambda line: line.startswith(_BULLET), rest)) if first.endswith(":") else []
    others = [line for line in rest if not items and _states_penalty(line)]
    beginning = first_sentences(" ".join([first, *others]), _DEFINITION, _SENTENCE, _states_penalty).removesuffix(" …")
    *shown, last = [beginning, *items[:_MOST_ITEMS]]
    more = f" … rules {address}:{part.number}" if " ".join([*shown, last]) != " ".join([first, *rest]) else ""
    for line in shown:
        page.add(Span(line, "text"), indent=2)
    page.add(Span(last, "text"), Span(more, "id"), indent=2)


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


# Complexity: one expression for each column of a table of the texts.
def _changes(found: Infraction, address: str, room: int) -> Iterator[tuple[Rule, tuple[Span, ...]]]:
    """Yield the remedy, and what changes the penalty, each with its line. The remedy and what the question fits share
    the lines that the short forms of all other texts leave; all are whole if there is room."""
    parts = (*found.remedy, *found.upgrades, *found.downgrades)
    labels, texts = list(map(_label, parts)), [" ".join((part.text or "").split()) for part in parts]
    addresses = [f" rules {address}:{part.number}" for part in parts]
    main = [part in found.remedy or found.is_meant(part) for part in parts]
    needed = [_lines(label + text) for label, text in zip(labels, texts, strict=True)]
    short = [_in_short(text) for text in texts]
    least = [
        _lines("".join(each)) if _states_penalty(each[1]) else 1 for each in zip(labels, short, addresses, strict=True)
    ]
    for_others = sum(lines for lines, is_main in zip(least, main, strict=True) if not is_main)
    shares = _shared(needed, main, max(room - for_others, _LEAST_OF_REMEDY))
    shares |= _shared(needed, [not each for each in main], room - sum(shares.values()))
    for at, (part, label, text, more) in enumerate(zip(parts, labels, texts, addresses, strict=True)):
        shown = text
        if needed[at] > shares[at] and main[at]:
            shown = _cases(part, found.fitting, shares[at] * _LINE - len(label) - len(more))
        elif needed[at] > shares[at]:
            shown = short[at] if least[at] > 1 or _lines(label + short[at] + more) <= shares[at] else ""
        more = more if shown else more.lstrip()
        yield part, (Span(label, "label"), Span(shown, "text"), Span(more if shown != text else "", "id"))


def _shared(needed: Sequence[int], some: Sequence[bool], room: int) -> dict[int, int]:
    """Return how many lines each of some texts has: short ones all they need, the long ones share the rest evenly."""
    shares = dict[int, int]()
    shortest_first = sorted((at for at, is_one in enumerate(some) if is_one), key=needed.__getitem__)
    for done, at in enumerate(shortest_first):
        shares[at] = min(needed[at], max(1, room // (len(shortest_first) - done)))
        room -= shares[at]
    return shares


def _in_short(change: str) -> str:
    """Return the first sentence of an upgrade or downgrade, the first one that states a change, and each that names a
    penalty."""

    def is_needed(sentence: str) -> bool:
        before = change.partition(sentence)[0]
        return bool(named_penalties(sentence)) or (_states_penalty(sentence) and not _states_penalty(before))

    return first_sentences(change, 0, len(change), is_needed)


def _cases(remedy: Rule, fitting: Sequence[str], room: int) -> str:
    """Return the cases of a remedy that fit in `room` characters, in source order: those that the question fits, then
    the usual one, then the others. The first of them has its first sentences at least, and every sentence that states
    a penalty is kept."""
    cases = cases_of(remedy)
    best = [*(each for each in fitting if each in cases), usual_case(cases), *cases]
    shown = dict[str, str]()
    for case in dict.fromkeys(best):
        left = room - sum(len(each) + 1 for each in shown.values())
        text = first_sentences(case, left, len(case), _states_penalty)
        if not shown or len(text) <= left:
            shown[case] = text
        elif stated := [each for each in sentences_of(case) if _states_penalty(each)]:
            text = " ".join(stated)
            shown[case] = text if text == case else f"… {text} …"
    pieces = [shown.get(case, "…") for case in cases]
    return re.sub(r"…(?: …)+", "…", " ".join(pieces))


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
        changed = f"{_said_for(change)}{change.penalty}{_clause(change)}; {say('otherwise')}" if change else ""
        penalty = Span(f"{changed}{penalty_in_words(rule.penalty)}", "bad")
        page.add(*_numbered(rule), Span(f"{name_of(rule)}  ", "title"), penalty, hanging=2)
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
