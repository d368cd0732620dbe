"""Infractions as a page that fits a screen, as a list, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rules_cli.model import penalty_in_words
from rules_cli.penalties import named
from rules_cli.render import out
from rules_cli.render.excerpt import excerpt, sought
from rules_cli.render.excerpt import lead as first_sentences
from rules_cli.render.language import say, say_phrase
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import foot
from rules_cli.text import first_words, fold, words_of_text

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.penalties import Infraction

_LINE = 72  # characters of a line of a terminal of 80 columns, beside the indent
_AROUND = 9  # lines of a page that are around what changes the penalty and the remedy
_DEFINITION = 2 * _LINE - 10  # characters: two lines, the last of them ragged
_SENTENCE = 6 * _LINE  # of one that is shown whole: those of the guides of two games have at most four lines
_TELLING = 2  # words of the question that only the philosophy has: one alone is chance
_BULLET = "•"
_MOST_ITEMS = 5  # of the list of a definition: with two lines each they leave room for what changes the penalty
_USUAL_PARTS = ("upgrade", "downgrade", "philosophy", "additional remedy", "procedure and penalty")
_LEAST_SHOWN = 20  # characters of a text, if a line is hardly longer than its label and its address


# Complexity: one condition for each part of the page.
def infraction(found: Sequence[Infraction], book_title: str, address: str, rows: int) -> Page:
    """Return the likeliest infraction on a screen of so many lines, and the names of the others; `address` is that of
    the edition."""
    page, (first, *others) = Page(), found
    rule = first.rule
    page.add(Span(" › ".join([book_title, *(f"{above.number} {above.title or ''}" for above in first.above)]), "quiet"))
    page.add(Span(str(rule.number), "id"), Span(f"  {rule.title or ''}", "title"))
    if first.change:
        page.add(Span(say("penalty for", first.change.amount), "label"), Span(first.change.penalty, "bad"), indent=2)
    usual = say("otherwise") if first.change else say("penalty")
    whole = penalty_in_words(rule.penalty)
    for each in rule.penalty:
        meaning = first.meanings.get(each.penalty)  # what a short name of a penalty means
        label, words = (usual, whole) if len(rule.penalty) == 1 else (f"{each.level}: ", each.penalty)
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


def _repeats(page: Page, found: Infraction, address: str) -> int:
    """Add what a repeated infraction costs, whole if the question is about one, else on a line; return the lines.

    A sentence that names the infraction excepts it: it is no line to cut.
    """
    if not found.repeats:
        return 0
    section, sentence = found.repeats
    name = fold(found.rule.title or "").rpartition("—")[2].strip()
    if not found.is_repeated and name in fold(sentence):
        return 0
    more, label = f" rules {address}:{section.number}", say("if repeated")
    if not found.is_repeated:
        sentence = first_words(sentence, _LINE - len(label) - len(more))
    page.add(Span(label, "label"), Span(sentence, "text"), Span(more, "id"), indent=2)
    return _lines(label + sentence + more)


def _label(part: Rule) -> str:
    """Return the title of a part of an infraction as a label, in the language of the captions if it is a usual one."""
    title = (part.title or "").lower()
    return f"{say(title) if title in _USUAL_PARTS else title}: "


def _reason(philosophy: str, asked: frozenset[str]) -> str:
    """Return the sentence of a philosophy that has the words asked for, with a space after it, if it has enough."""
    if len(asked.intersection(words_of_text(philosophy))) < _TELLING:
        return ""
    return f"{excerpt(philosophy, _DEFINITION, sought(asked), _SENTENCE)} "


def _define(page: Page, found: Infraction, address: str) -> int:
    """Add what the infraction is, with its list if it has one, and where more of it is; return the lines above two."""
    part, (lead, *rest) = found.definition or found.rule, _definition(found)
    items = list(takewhile(lambda line: line.startswith(_BULLET), rest)) if lead.endswith(":") else []
    beginning = first_sentences(lead, _DEFINITION, _SENTENCE).removesuffix(" …")
    *shown, last = [beginning, *items[:_MOST_ITEMS]]
    more = f" … rules {address}:{part.number}" if [*shown, last] != [lead, *rest] else ""
    for line in shown:
        page.add(Span(line, "text"), indent=2)
    page.add(Span(last, "text"), Span(more, "id"), indent=2)
    return max(0, sum(map(_lines, [*shown, last + more])) - 2)


def _definition(found: Infraction) -> list[str]:
    """Return the lines of the definition, without those that are only a penalty; one at least."""
    penalties = {each.penalty for each in found.rule.penalty}
    text = (found.definition or found.rule).text or ""
    return [line for line in text.split("\n") if line not in penalties] or [""]


def _changes(page: Page, found: Infraction, address: str, room: int) -> None:
    """Add what changes the penalty, and the remedy: short ones whole, the others share the lines that there are."""
    parts = (*found.upgrades, *found.downgrades, *found.remedy)
    labels = [_label(part) for part in parts]
    texts = [" ".join((part.text or "").split("\n")) for part in parts]
    needed = [_lines(label + text) for label, text in zip(labels, texts, strict=True)]
    room -= len(found.rule.penalty) + len(found.meanings) + 2 * len(found.odd)
    shares = [0] * len(needed)  # what a text needs, or else as many lines as the others that need more get
    for done, at in enumerate(sorted(range(len(needed)), key=needed.__getitem__)):
        shares[at] = min(needed[at], max(1, room // (len(needed) - done)))
        room -= shares[at]
    for part, label, text, lines, share in zip(parts, labels, texts, needed, shares, strict=True):
        more = f" rules {address}:{part.number}" if lines > share else ""
        width = max(share * _LINE - len(label) - len(more), _LEAST_SHOWN)
        shown = first_words(text, width) if more else text
        page.add(Span(label, "label"), Span(shown, "text"), Span(more, "id"), indent=2)


def _lines(text: str) -> int:
    return -(-len(text) // _LINE)


def listed(found: Sequence[Infraction], book_title: str, sure: bool = True) -> Page:
    """Return infractions of a document with their penalties, a line each; if not sure, with what each is and what its
    philosophy says of the words asked for."""
    page = Page()
    page.add(Span(book_title, "quiet"))
    if not sure:
        page.add(Span(say("perhaps these").rstrip(), "label"))
    for each in found:
        title = Span(f"  {each.rule.title or ''}  ", "title")
        changed = f"{say('penalty for', each.change.amount)}{each.change.penalty}; " if each.change else ""
        usual = f"{say('otherwise') if changed else ''}{penalty_in_words(each.rule.penalty)}"
        page.add(Span(str(each.rule.number), "id"), title, Span(f"{changed}{usual}", "bad"), hanging=2)
        if not sure:
            page.add(Span(first_words(_definition(each)[0], _DEFINITION), "text"), indent=2)
            for part in each.philosophy:
                if reason := _reason(part.text or "", each.asked):
                    page.add(Span(_label(part), "label"), Span(reason.rstrip(), "text"), indent=2)
    foot(page, [each.rule for each in found[:1]])
    return page


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
        }
        for each in found
    ]
    return {"book": book, "edition": edition, "sure": bool(found) and not found[0].unsure, "results": results}
