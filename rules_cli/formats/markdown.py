"""Read markdown, and GitBook's additions to it, line by line.

Blocks are read here, so that every line of the file is accounted for. markdown-it reads the markup inside a line:
emphasis, links, escapes, entities and tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from rules_cli.formats.plain_text import (
    indent_of,
    is_blank,
    item_of,
    numbered_lines,
    parts_of,
    split_lines,
    tidy,
)
from rules_cli.formats.source_line import Document, Link, Role, SourceLine, icon_text, note_link, superscript

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_RULE = r"(?:\*\*|__)?[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}[a-z]{0,2}[.):]?(?:\*\*|__)?"
_MARKDOWN_LINE = re.compile(r"^ {0,3}#{1,6}[ \t]+\S|^[ \t]*\{%\s?hint\b")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*)$")
_TAGGED_HEADING = re.compile(r"^\s*+<h([1-6])\b[^>]*+>(.*)</h[1-6]>$", re.IGNORECASE)
_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_EMPTY_ITEM = re.compile(r"^[ \t]*([0-9]{1,4}[.)])$")
_QUOTED = re.compile(r"^(?:>[ \t]?){1,9}(?=\S)")
_TABLE_ROW = re.compile(r"^\s*+\|(.*)\|$")
_UNDER_HEAD = re.compile(r"^\s*+\|(?:\s*+:?-++:?\s*+\|)++\s*+$")
_RULE_ROW = re.compile(rf"^\s*+\|\s*+{_RULE}\s*+\|\s*+[^\s\d|].*\|\s*$")
_CELL_END = re.compile(r"(?<!\\)\|")
_FIGURE = re.compile(r"^\s*+<(?:figure|figcaption)\b", re.IGNORECASE)
_BREAK_BEFORE_RULE = re.compile(rf"(?:(?<=<br>)|(?<=<br/>)|(?<=<br />))(?=\s{{0,3}}{_RULE}\s{{1,3}}[^\W_a-z])")
_FENCE = re.compile(r"^\s*+(`{3,}|~{3,})[^`]*$")
_TAG = re.compile(r"^\s*+\{%\s*+(end)?([\w-]++)(.*)%\}\s*$")
_TITLE = re.compile(r'\btitle="([^"]*)"')
_SETTING = re.compile(r"^[\w-]{1,40}\s?:")
_MOST_SETTINGS = 200  # lines; a rulebook may begin with a ruler, too, and has another one further down
_TAB_LEVEL = 6  # of the title of a tab: below every heading around it

_INLINE_SIGNS = re.compile(r"[*_\[\]`&<\\!]")
_ATTRIBUTE = re.compile(r"""\b(id|name|href|alt)\s?=\s?(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TAG_NAME = re.compile(r"<\w+")
_KEPT_ATTRIBUTES = {"<a": ("id", "name", "href"), "<img": ("id", "alt")}
_WORDS = ("text", "code_inline", "text_special")
_NUMBER = re.compile(r"\s*[0-9]{1,4}\.[0-9]")
_SPACING = re.compile(r"</?(?:br|p|div|t[dhr]|li|[uo]l|table|thead|tbody|fig(?:ure|caption)|summary)\b", re.IGNORECASE)
_OFFSET = re.compile(r"<(/?)(su[bp])\b", re.IGNORECASE)
_END = 8  # tokens, tags among them, that decide how the next words are written
_DEEPEST = 6  # brackets in one another; each further level of them doubles the time
_LONGEST = 100_000  # characters; no author wrote emphasis into a longer line, and it is shown as it is


def is_markdown(text: str, name: str) -> bool:
    """Return whether a text is markdown: by the file's name, or else by its headings and boxes.

    One line of a `.txt` file may begin with `#` by chance.
    """
    if name.lower().endswith((".md", ".markdown")):
        return True
    if "#" not in text and "{%" not in text:
        return False
    signs = [sign[0] for sign in map(_MARKDOWN_LINE.match, split_lines(text)) if sign]
    fewest = 2 if name.lower().endswith((".txt", ".text")) else 1
    return len(signs) >= fewest or any("{%" in sign for sign in signs)


def read_markdown(text: str, name: str) -> Document:
    """Read markdown; text lines with no blank line between them are one paragraph."""
    lines: list[tuple[int, str]] = []
    for number, raw in numbered_lines(text):
        is_broken = "<br" in raw and not _TABLE_ROW.match(raw)  # a row of a table is one line
        lines += [(number, part) for part in (parts_of(raw, _BREAK_BEFORE_RULE) if is_broken else [raw])]
    raws = [raw for _, raw in lines]
    rule_rows = _rule_rows(raws)
    found = []
    for at, ((number, raw), area) in enumerate(zip(lines, _areas(raws), strict=True)):
        is_rule = at in rule_rows and area.kind == "page"
        found.append(_line(number, raw, area._replace(kind="rule") if is_rule else area))
    return Document(name, tuple(found), joins=True)


# --- areas of lines


class _Area(NamedTuple):
    """What a line is inside of: the page's settings, code, a card (a link set apart), a table of rules, or the page.

    A `mark` is a line that only begins or ends something. `box` is the number of the hint box, 0 outside of any.
    """

    kind: Literal["settings", "code", "card", "rule", "page", "mark"]
    box: int = 0


_ENDS = {"```": "```", "~~~": "~~~", "<!--": "-->"}


def _areas(raws: Sequence[str]) -> Iterator[_Area]:
    """Yield the area of each line; a fence or tag that is never closed opens none."""
    # Complexity 18: each line is one step of a state machine, and its states depend on each other.
    settings = _settings_end(raws)
    last_ends = {_sign(raw): at for at, raw in enumerate(raws)}
    last_ends |= {tag[2]: at for at, raw in enumerate(raws) if (tag := _TAG.match(raw)) and tag[1]}
    until, box, boxes, card = "", 0, 0, False
    for at, raw in enumerate(raws):
        sign, tag = _sign(raw), _TAG.match(raw)
        if at < settings:
            yield _Area("settings")
        elif until:
            yield _Area("mark" if until in ("-->", sign) else "code", box)
            until = "" if sign == until else until
        elif sign in _ENDS and last_ends.get(_ENDS[sign], 0) > at:
            until = _ENDS[sign]
            yield _Area("mark", box)
        elif tag:
            opens = not tag[1] and last_ends.get(tag[2], 0) > at
            if tag[2] == "hint":
                boxes += opens
                box = boxes if opens else 0
            card = opens if tag[2] == "content-ref" else card
            yield _Area("mark")
        else:
            yield _Area("card" if card else "page", box)


def _sign(raw: str) -> str:
    """Return the fence or the mark of a comment of several lines that a line has, "" if none."""
    if fence := _FENCE.match(raw):
        return fence[1][:3]
    if raw.lstrip().startswith("<!--") and "-->" not in raw:
        return "<!--"
    return "-->" if raw.rstrip().endswith("-->") and "<!--" not in raw else ""


def _rule_rows(raws: Sequence[str]) -> set[int]:
    """Return the rows of the tables in which every row under the head is a rule's number and its text."""
    rows: set[int] = set()
    for start in (at + 1 for at, raw in enumerate(raws) if _UNDER_HEAD.match(raw)):
        end = next((at for at in range(start, len(raws)) if not _RULE_ROW.match(raws[at])), len(raws))
        if end == len(raws) or not raws[end].lstrip().startswith("|"):
            rows.update(range(start, end))
    return rows


def _settings_end(raws: Sequence[str]) -> int:
    """Return how many lines the settings at a page's top take, with the `---` before and after them."""
    if len(raws) < 2 or raws[0].lstrip("\ufeff").rstrip() != "---" or not _SETTING.match(raws[1]):
        return 0
    return next((at + 1 for at, raw in enumerate(raws[:_MOST_SETTINGS]) if at and raw.rstrip() in ("---", "...")), 0)


# --- lines


def _line(number: int, raw: str, area: _Area) -> SourceLine:
    line = tidy(raw)
    if not line.strip():
        return SourceLine(number, raw, "", "blank" if is_blank(raw) else "markup")
    if area.kind in ("settings", "mark"):
        return _markup(number, raw, area.kind)
    if area.kind == "code":
        return _boxed(SourceLine(number, raw, line.strip(), "text", indent_of(line)), area.box)
    found = _block(number, raw, line, is_rule=area.kind == "rule")
    if not (found.text or found.counted):
        return SourceLine(number, raw, "", "markup")
    if area.kind == "card" and found.links:
        return found._replace(role="item", level=0, marker="•")
    return _boxed(found, area.box or (-number if _FIGURE.match(line) else 0))


def _boxed(line: SourceLine, box: int) -> SourceLine:
    """Return the line as a note of a box, or as it is if it is in none."""
    if not box:
        return line
    text = line.as_list_item if line.marker else line.text
    return line._replace(text=text, role="note", level=box, marker="", strong=False)


def _markup(number: int, raw: str, kind: str) -> SourceLine:
    """Return a line of the page's settings, or one that only begins or ends something; a tab's title is a heading."""
    if kind == "settings":
        return SourceLine(number, raw, "settings of the page", "markup")
    tag = _TAG.match(raw)
    title = _TITLE.search(tag[3]) if tag and tag[2] == "tab" else None
    if title and title[1].strip():
        return SourceLine(number, raw, title[1].strip(), "heading", _TAB_LEVEL)
    return SourceLine(number, raw, "", "markup")


def _block(number: int, raw: str, line: str, is_rule: bool) -> SourceLine:
    """Return a line that a reader sees; the signs at its start give its role. `is_rule`: a row of a table is a rule."""
    role: Role = "text"
    level, marker, content = indent_of(line), "", line.strip()
    if is_rule:
        cells = [cell.strip() for cell in _CELL_END.split(content.strip("|"))]
        level, content = 0, f"{cells[0]} {' | '.join(cells[1:])}"
    elif heading := _HEADING.match(line) or _TAGGED_HEADING.match(line):
        sign = heading[1]
        role, level = "heading", int(sign) if sign.isdigit() else len(sign)
        content = _CLOSING.sub("", heading[2]).rstrip()
    elif item := item_of(line):
        role, marker, content = "item", item[0], item[1]
    elif empty := _EMPTY_ITEM.match(line):
        role, marker, content = "item", empty[1], ""
    elif row := _TABLE_ROW.match(line):
        role, marker, content = "item", "•", ""
        if row[1].strip(" |:-"):  # and not the line under a table's head
            content = f"| {' | '.join(cell.strip() for cell in _CELL_END.split(row[1]))} |"
    shown = inline(_QUOTED.sub("", content))
    return SourceLine(number, raw, shown.text, role, level, marker, shown.links, shown.anchors, shown.strong)


# --- inside a line


class Inline(NamedTuple):
    """What a reader sees of a line; its links, the names by which links lead to it, and whether all of it is bold."""

    text: str
    links: tuple[Link, ...] = ()
    anchors: tuple[str, ...] = ()
    strong: bool = False


def inline(content: str) -> Inline:
    """Read the words of one line; a tag that begins a line or a cell is a blank, an icon is its alt text."""
    content = content.removesuffix("\\")
    if len(content) > _LONGEST or not _INLINE_SIGNS.search(content):
        return Inline(content.strip())
    # Complexity 17: each token is one step; what it adds depends on the words, the link and the tag before it.
    tokens = _parser(with_links="](" in content).parseInline(content)[0].children or []
    first_icon, offset = _first_icon(tokens), ""  # offset: `sup` or `sub` around the next words
    words: list[str] = []
    links: list[Link] = []
    anchors: list[str] = []
    link: tuple[int, str] | None = None  # where the open link begins among the words, and its address
    for at, token in enumerate(tokens):
        attributes, before, text = _attributes(token), "".join(words[-_END:]), _text(token)
        if token.type == "html_inline" and (tag := _OFFSET.match(token.content)):
            offset = "" if tag[1] else tag[2].lower()
        if "alt" in attributes and at >= first_icon:
            text = icon_text(attributes["alt"], before)
        elif offset:
            text = superscript(before, text, offset)
        words.append(text)
        anchors += [attributes[name] for name in ("id", "name") if attributes.get(name)]
        if "href" in attributes:
            link = (len(words), attributes["href"])
        elif link and (token.type == "link_close" or token.content.lower() == "</a>"):
            start, href = link
            text = note_link("".join(words[max(start - _END, 0) : start]), "".join(words[start:]), href)
            words[start:] = [text]
            links.append(Link(text.strip(), href))
            link = None
    text = "".join(words).replace("\u00a0", " ").strip()
    return Inline(text, tuple(links), tuple(dict.fromkeys(anchors)), _is_strong(tokens))


@cache
def _parser(with_links: bool) -> MarkdownIt:
    """Return a parser; the search for links takes most of the time, so there is one without it."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    return parser if with_links else parser.disable(["link", "image"])


def _text(token: Token) -> str:
    if token.type in _WORDS:
        return token.content
    is_blank_tag = token.type == "html_inline" and _SPACING.match(token.content)
    return " " if is_blank_tag or token.type in ("softbreak", "hardbreak") else ""


def _first_icon(tokens: Sequence[Token]) -> int:
    """Return the token from which on images may be words of the line.

    No image is one in a figure, in a line without words, or before a rule's number.
    """
    first = next((at for at, token in enumerate(tokens) if token.type in _WORDS and token.content.strip()), len(tokens))
    if any(token.type == "html_inline" and token.content.lower().startswith("<fig") for token in tokens):
        return len(tokens)
    return 0 if first < len(tokens) and not _NUMBER.match(tokens[first].content) else first


def _attributes(token: Token) -> dict[str, str]:
    """Return the address and the names of a link or tag, and the alt text of an image."""
    if token.type == "link_open":
        return {"href": str(token.attrGet("href") or "")}
    if token.type == "image":
        return {"alt": "".join(map(_text, token.children or ()))}
    if token.type == "html_inline":
        found = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(token.content)}
        kept = _KEPT_ATTRIBUTES.get((_TAG_NAME.match(token.content) or [""])[0].lower(), ("id",))
        return {name: found[name] for name in found if name in kept}
    return {}


def _is_strong(tokens: Sequence[Token]) -> bool:
    """Return whether one bold run is all of the line."""
    shown = [token for token in tokens if token.type != "text" or token.content.strip()]
    ends = [at for at, token in enumerate(shown) if token.type == "strong_close" and token.level == 0]
    return bool(shown) and shown[0].type == "strong_open" and ends == [len(shown) - 1]
