"""Citations as text to paste: plain, markdown, HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_cli.render.language import say
from rules_cli.render.rules import edition_named
from rules_cli.store.edition import UNDATED

if TYPE_CHECKING:
    from rules_cli.lookup.permalink import Citation
    from rules_cli.model import Rule

_BEGINS = re.compile(r"[-+=]|[0-9]{1,9}[.)](?=\s|$)")
"""The beginnings that make a line of markdown an item or a heading."""


def citation(found: Citation, form: str, permanent: bool = False, plain: bool = False) -> str:
    """Return a citation as text to paste: plain, markdown or html. `permanent` adds the key to the words, `plain` our
    restatement after official words."""
    rule = found.rule
    if plain and rule.wording == "official" and rule.plain:
        found = replace(found, rule=replace(rule, text=f"{rule.text}\n({say('plain')}: {rule.plain})"))
    forms = {"plain": _cite_plain, "markdown": _cite_markdown, "html": _cite_html}
    return forms[form](found, found.permanent if permanent else dated(found))


def dated(found: Citation) -> str:
    """Return how people name a rule, with the edition: `CR 702.19b (2026-01-16)`."""
    return found.name if found.rule.edition == UNDATED else f"{found.name} ({found.rule.edition})"


def source_and_cautions(found: Citation) -> str:
    """Return where the words of a rule come from, with cautions and conflicts."""
    return "; ".join([source(found, ()), *cautions_of(found, ())])


def source(found: Citation, below: Sequence[Rule]) -> str:
    """Return where the words of a rule and its sub-rules come from."""
    rules = (found.rule, *below)
    worded = [rule for rule in rules if rule.wording] or rules
    sources = (", ".join([edition_named(rule.edition), *_whose_words(rule)]) for rule in worded)
    return f"{found.book_title}, {'; '.join(dict.fromkeys(sources))}"


def _whose_words(rule: Rule) -> Iterator[str]:
    if rule.wording:
        yield say("copy" if rule.is_copy else rule.wording)


def cautions_of(found: Citation, below: Sequence[Rule]) -> list[str]:
    """Return the cautions about a rule and its sub-rules, and the rules that they conflict with."""
    rules = (found.rule, *below)
    cautions = dict.fromkeys(say("caution", rule.caution) for rule in rules if rule.caution)
    conflicts = dict.fromkeys(say("conflict", note.removesuffix(".")) for rule in rules for _, note in rule.conflicts)
    return [*cautions, *conflicts]


def _cite_plain(found: Citation, named: str) -> str:
    link = f"\n{found.link}" if found.link else ""
    text = "\n".join(_cited_lines(found.rule))
    return f"{named} {text}\n({source_and_cautions(found)}){link}"


def _cited_lines(rule: Rule) -> list[str]:
    """Return the title of a rule and the lines of its text."""
    title = [rule.title] if rule.title else []
    return [*title, *(rule.text.split("\n") if rule.text else ())]


def _cite_markdown(found: Citation, named: str) -> str:
    number = escape_markdown(named)
    linked = f"[{number}]({found.link})" if found.link else number
    lines = _cited_lines(found.rule)
    quoted = "\n".join(f"> {_line(line)}" if line[:1] != "•" else f"> - {_line(line[1:])}" for line in lines)
    return f"> **{linked}**\n{quoted}\n>\n> ({escape_markdown(source_and_cautions(found))})"


def _line(text: str) -> str:
    """Return a line of text that markdown shows as it is, also if it begins like an item or a heading."""
    words = escape_markdown(text.strip())
    sign = _BEGINS.match(words)
    return f"{words[: sign.end() - 1]}\\{words[sign.end() - 1 :]}" if sign else words


def escape_markdown(text: str) -> str:
    """Return a text that markdown shows as it is."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|~&@$" else c for c in text)


def _cite_html(found: Citation, named: str) -> str:
    from html import escape

    number = escape(named)
    linked = f'<a href="{escape(found.link)}">{number}</a>' if found.link else number
    cite = f' cite="{escape(found.link)}"' if found.link else ""
    lines = "<br>".join(escape(line) for line in _cited_lines(found.rule))
    source = escape(source_and_cautions(found))
    return f"<blockquote{cite}><p><b>{linked}</b> {lines}</p><footer>{source}</footer></blockquote>"
