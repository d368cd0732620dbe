"""The changes between two editions as one HTML file to share: no script, nothing loaded, light and dark.

The words of a book are escaped: they are never markup."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from rules_cli.render import changes as pages

if TYPE_CHECKING:
    from rules_cli.history.diff import Diff, RuleChange
    from rules_cli.history.text_diff import Piece

_TAGS = {"old": "del", "new": "ins", "same": ""}
_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head>
<body>
{body}
</body></html>
"""
_CSS = """
:root { color-scheme: light dark; --old: #fbdcdc; --new: #d5f2da; --quiet: #667; }
@media (prefers-color-scheme: dark) { :root { --old: #5b2226; --new: #1d4a2b; --quiet: #99a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
h2 { font-size: 1em; color: var(--quiet); border-top: 1px solid; padding-top: 1em; }
h3 { font-size: 1em; margin: 1em 0 0; }
small, i { color: var(--quiet); }
p { margin: 0 0 .5em; overflow-wrap: anywhere; }
del { background: var(--old); }
ins { background: var(--new); }
"""


def diff(found: Diff) -> str:
    """Return the changes between two editions as the text of a file."""
    parts = [f"<h1>{escape(pages.title(found))}</h1>", *(f"<p>{escape(line)}</p>" for line in pages.summary(found))]
    for headings, runs in pages.sections(found):
        parts += [f"<h2>{escape(' › '.join(headings))}</h2>", *map(_article, runs)]
    language = escape(found.b.about["language"])
    return _PAGE.format(language=language, title=escape(pages.title(found)), style=_CSS, body="\n".join(parts))


def _article(run: Sequence[RuleChange]) -> str:
    """Return one change, or rules renumbered in a row."""
    if len(run) > 1:
        return f"<h3>{escape(pages.numbers_of_run(run))} <small>{len(run)} rules renumbered</small></h3>"
    (change,) = run
    beginning = pages.beginning(change)
    parts = [f"<h3>{escape(pages.label(change))} <small>{escape(pages.kinds(change))}</small></h3>"]
    parts += [f"<p><i>{escape(beginning)}</i></p>"] if beginning else []
    parts += [_paragraph(name, pieces) for name, pieces in pages.changed_texts(change.words)]
    return f"<article>{''.join(parts)}</article>"


def _paragraph(name: str, pieces: Sequence[Piece]) -> str:
    lines = ("".join(map(_element, line)) for line in pages.paragraphs(pieces))
    return f"<p>{name}{'<br>'.join(lines)}</p>"


def _element(piece: Piece) -> str:
    """Return a run of words as an element, with the space after it outside."""
    words = piece.text.strip()
    tag = _TAGS[piece.op]
    blank = " " if piece.text[len(piece.text.rstrip()) :] else ""
    return (f"<{tag}>{escape(words)}</{tag}>" if tag and words else escape(words)) + blank
