"""Markdown, GitBook's additions to it included → lines.

Blocks are read line by line, so that every line is accounted for whatever stands in the middle of a list; what
is inside a line is another module's to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_cli.formats.markdown_inline import inline
from rules_cli.formats.plain_text import (
    indent_of,
    is_blank,
    item_of,
    numbered_lines,
    parts_of,
    split_lines,
    tidy,
)
from rules_cli.formats.source_line import Document, Role, SourceLine

_SIGNS = re.compile(r"^ {0,3}#{1,6}[ \t]+\S|^[ \t]*\{%\s?hint\b")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*)$")
_TAGGED_HEADING = re.compile(r"^\s*+<h([1-6])\b[^>]*+>(.*)</h[1-6]>$", re.IGNORECASE)
_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_EMPTY_ITEM = re.compile(r"^[ \t]*([0-9]{1,4}[.)])$")
_QUOTED = re.compile(r"^(?:>[ \t]?){1,9}(?=\S)")
_TABLE_ROW = re.compile(r"^\s*+\|(.*)\|$")
_UNDER_HEAD = re.compile(r"^\s*+\|(?:\s*+:?-++:?\s*+\|)++\s*+$")
_RULE_ROW = re.compile(
    r"^\s*+\|\s*+(?:\*\*|__)?[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}[a-z]{0,2}[.):]?(?:\*\*|__)?\s*+\|\s*+[^\s\d|].*\|\s*$"
)
_CELL_END = re.compile(r"(?<!\\)\|")
_FIGURE = re.compile(r"^\s*+<(?:figure|figcaption)\b", re.IGNORECASE)
_BREAK = re.compile(
    r"(?:(?<=<br>)|(?<=<br/>)|(?<=<br />))"
    r"(?=\s{0,3}(?:\*\*|__)?[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}[a-z]{0,2}[.):]?(?:\*\*|__)?\s{1,3}[^\W_a-z])"
)
_FENCE = re.compile(r"^\s*+(`{3,}|~{3,})[^`]*$")
_TAG = re.compile(r"^\s*+\{%\s*+(end)?([\w-]++)(.*)%\}\s*$")
_TITLE = re.compile(r'\btitle="([^"]*)"')
_SETTING = re.compile(r"^[\w-]{1,40}\s?:")
_MAX_SETTINGS = 200  # lines
_TAB_LEVEL = 6  # of the title of a tab: below every heading around it


class _Area(NamedTuple):
    """What a line stands in: `settings` of the page, `code`, `card` (a page's link, set apart), `rule` (a row of a
    table of rules), `page`; `mark` is a line that only begins or ends something. `box` tells the hint boxes apart, 0
    for none."""

    kind: str
    box: int = 0


def is_markdown(text: str, name: str) -> bool:
    """Whether to read the text as markdown: by the file's name, else by its headings and boxes; one line of what says
    to be plain text may begin with `#` by chance."""
    if name.lower().endswith((".md", ".markdown")):
        return True
    if "#" not in text and "{%" not in text:
        return False
    signs = [sign[0] for sign in map(_SIGNS.match, split_lines(text)) if sign]
    fewest = 2 if name.lower().endswith((".txt", ".text")) else 1
    return len(signs) >= fewest or any("{%" in sign for sign in signs)


def read_markdown(text: str, name: str) -> Document:
    """Markdown; text lines with no blank line between them are one paragraph."""
    lines = [(number, part) for number, raw in numbered_lines(text) for part in _parts(raw)]
    raws = [raw for _, raw in lines]
    rules = _rows_of_rules(raws)
    areas = (
        area._replace(kind="rule") if at in rules and area.kind == "page" else area
        for at, area in enumerate(_areas(raws))
    )
    found = (_line(number, raw, area) for (number, raw), area in zip(lines, areas, strict=True))
    return Document(name, tuple(found), joins=True)


def _parts(raw: str) -> list[str]:
    """A line, parted where its author broke it before a rule; a row of a table is one line."""
    return parts_of(raw, _BREAK) if "<br" in raw and not _TABLE_ROW.match(raw) else [raw]


# --- what a line stands in


def _areas(raws: Sequence[str]) -> Iterator[_Area]:
    """The area of each line; what is opened and never closed (an embedded film, a fence) opens nothing."""
    settings, closed_at = _settings_end(raws), _closed_at(raws)
    until, box, boxes, card = "", 0, 0, False
    for at, raw in enumerate(raws):
        sign, tag = _sign(raw), _TAG.match(raw)
        if at < settings:
            yield _Area("settings")
        elif until:
            yield _Area("mark" if until in ("-->", sign) else "code", box)
            until = "" if sign == until else until
        elif sign in _CLOSES and closed_at.get(_CLOSES[sign], 0) > at:
            until = _CLOSES[sign]
            yield _Area("mark", box)
        elif tag:
            opens = not tag[1] and closed_at.get(tag[2], 0) > at
            if tag[2] == "hint":
                boxes += opens
                box = boxes if opens else 0
            card = opens if tag[2] == "content-ref" else card
            yield _Area("mark")
        else:
            yield _Area("card" if card else "page", box)


_CLOSES = {"```": "```", "~~~": "~~~", "<!--": "-->"}


def _sign(raw: str) -> str:
    """What a line begins or ends: a fence, a comment of several lines; "" for other lines."""
    if fence := _FENCE.match(raw):
        return fence[1][:3]
    if raw.lstrip().startswith("<!--") and "-->" not in raw:
        return "<!--"
    return "-->" if raw.rstrip().endswith("-->") and "<!--" not in raw else ""


def _closed_at(raws: Sequence[str]) -> dict[str, int]:
    """Where each kind of area is closed for the last time."""
    ends = {_sign(raw): at for at, raw in enumerate(raws)}
    return ends | {tag[2]: at for at, raw in enumerate(raws) if (tag := _TAG.match(raw)) and tag[1]}


def _rows_of_rules(raws: Sequence[str]) -> set[int]:
    """The rows of tables in each of which every row, its head apart, is a rule's number and its words."""
    rows: set[int] = set()
    for start in (at + 1 for at, raw in enumerate(raws) if _UNDER_HEAD.match(raw)):
        end = next((at for at in range(start, len(raws)) if not _RULE_ROW.match(raws[at])), len(raws))
        if end == len(raws) or not raws[end].lstrip().startswith("|"):
            rows.update(range(start, end))
    return rows


def _settings_end(raws: Sequence[str]) -> int:
    """How many lines the settings at a page's top take, `---` before and after them."""
    if len(raws) < 2 or raws[0].lstrip("\ufeff").rstrip() != "---" or not _SETTING.match(raws[1]):
        return 0
    return next((at + 1 for at, raw in enumerate(raws[:_MAX_SETTINGS]) if at and raw.rstrip() in ("---", "...")), 0)


# --- what a line is


def _line(number: int, raw: str, area: _Area) -> SourceLine:
    line = tidy(raw)
    if not line.strip():
        return SourceLine(number, raw, "", "blank" if is_blank(raw) else "markup")
    if area.kind == "settings":
        return SourceLine(number, raw, "settings of the page", "markup")
    if area.kind == "mark":
        return _mark(number, raw)
    if area.kind == "code":
        return _boxed(SourceLine(number, raw, line.strip(), "text", indent_of(line)), area.box)
    found = _block(number, raw, _as_rule(line) if area.kind == "rule" else line)
    if not (found.text or found.counted):
        return SourceLine(number, raw, "", "markup")
    if area.kind == "card" and found.links:
        return found._replace(role="item", level=0, marker="•")
    return _boxed(found, area.box or (-number if _FIGURE.match(line) else 0))


def _mark(number: int, raw: str) -> SourceLine:
    """A line that only begins or ends something; a tab begins with a title."""
    tag = _TAG.match(raw)
    title = _TITLE.search(tag[3]) if tag and tag[2] == "tab" else None
    words = title[1].strip() if title else ""
    return SourceLine(number, raw, words, "heading", _TAB_LEVEL) if words else SourceLine(number, raw, "", "markup")


def _block(number: int, raw: str, line: str) -> SourceLine:
    """A line that is printed, by the sign that it begins with."""
    role: Role = "text"
    level, marker, content = indent_of(line), "", line.strip()
    if heading := _HEADING.match(line) or _TAGGED_HEADING.match(line):
        sign = heading[1]
        role, level = "heading", int(sign) if sign.isdigit() else len(sign)
        content = _CLOSING.sub("", heading[2]).rstrip()
    elif item := item_of(line):
        role, marker, content = "item", item[0], item[1]
    elif empty := _EMPTY_ITEM.match(line):
        role, marker, content = "item", empty[1], ""
    elif row := _TABLE_ROW.match(line):
        role, marker, content = "item", "•", _cells(row[1])
    shown = inline(_QUOTED.sub("", content))
    return SourceLine(number, raw, shown.text, role, level, marker, shown.links, shown.anchors, shown.strong)


def _as_rule(row: str) -> str:
    """A table's row as the rule that it is."""
    number, *words = (cell.strip() for cell in _CELL_END.split(row.strip().strip("|")))
    return f"{number} {' | '.join(words)}"


def _cells(row: str) -> str:
    """A row of a table as it is printed, evenly spaced; nothing of the line under a table's head."""
    if not row.strip(" |:-"):
        return ""
    return f"| {' | '.join(cell.strip() for cell in _CELL_END.split(row))} |"


def _boxed(line: SourceLine, box: int) -> SourceLine:
    """The line as one of a box: whatever it was, it is a note."""
    if not box:
        return line
    text = line.words if line.counted else f"• {line.text}" if line.marker else line.text
    return line._replace(text=text, role="note", level=box, marker="", strong=False)
