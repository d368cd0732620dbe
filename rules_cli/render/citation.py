"""Citations as text to paste: plain, markdown or HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules_cli.render.rules import source_of

if TYPE_CHECKING:
    from rules_cli.lookup.cite import Citation

_BEGINS = re.compile(r"[-+=]|[0-9]{1,9}[.)](?=\s|$)")
"""What makes a line of markdown an item or a heading."""


def citation(found: Citation, form: str, permanent: bool = False) -> str:
    """Return a citation as text to paste: plain, markdown or html. `permanent` adds the key to the words."""
    forms = {"plain": _cite_plain, "markdown": _cite_markdown, "html": _cite_html}
    return forms[form](found, found.permanent if permanent else found.rule.id)


def _source(found: Citation) -> str:
    caution = f"; caution: {found.rule.caution}" if found.rule.caution else ""
    return f"{found.book_title}, {source_of(found.rule).partition(', ')[2]}{caution}"


def _cite_plain(found: Citation, named: str) -> str:
    text = found.rule.text or found.rule.title or ""
    link = f"\n{found.link}" if found.link else ""
    return f"{named} {text}\n({_source(found)}){link}"


def _cite_markdown(found: Citation, named: str) -> str:
    number = _markdown(named)
    linked = f"[{number}]({found.link})" if found.link else number
    lines = (found.rule.text or found.rule.title or "").split("\n")
    quoted = "\n".join(f"> {_line(line)}" if line[:1] != "•" else f"> - {_line(line[1:])}" for line in lines)
    return f"> **{linked}**\n{quoted}\n>\n> ({_markdown(_source(found))})"


def _line(text: str) -> str:
    """Return a line of text that markdown shows as it is, also if it begins like an item or a heading."""
    words = _markdown(text.strip())
    sign = _BEGINS.match(words)
    return f"{words[: sign.end() - 1]}\\{words[sign.end() - 1 :]}" if sign else words


def _markdown(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|~&@$" else c for c in text)


def _cite_html(found: Citation, named: str) -> str:
    from html import escape

    number = escape(named)
    linked = f'<a href="{escape(found.link)}">{number}</a>' if found.link else number
    cite = f' cite="{escape(found.link)}"' if found.link else ""
    lines = "<br>".join(escape(line) for line in (found.rule.text or found.rule.title or "").split("\n"))
    return f"<blockquote{cite}><p><b>{linked}</b> {lines}</p><footer>{escape(_source(found))}</footer></blockquote>"
