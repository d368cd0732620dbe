"""Read markdown, and GitBook's additions to it, line by line.

Blocks are read here, so that every line of the file is accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from rules_cli.formats.plain_text import indent_of, is_blank, item_of, split_lines, tidy
from rules_cli.formats.source_line import Document, Role, SourceLine, bars, is_rule_number, numbers_rules

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


_INLINE_SIGNS = re.compile(r"[*_\[\]`&<\\!]")
_EMPTY_EMPHASIS = re.compile(r"(?<!\S)(?:\*\*\s{1,3}\*\*|__\s{1,3}__)")  # a converter's: ** ** between two words
_ELEMENTS = frozenset(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
    button canvas caption center cite code col colgroup content data datalist dd del details dfn dialog dir div dl dt em
    embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i
    iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript
    object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot
    small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title
    tr track tt u ul var video wbr
    """.split()
)
_ANY_CASE = frozenset(["br", "hr", "img", "p"])  # they need no closing tag
_DEEPEST = 6  # brackets in one another; each further level of them doubles the time
_LONGEST = 100_000  # characters; no author wrote emphasis into a longer line, and it is shown as it is


def _is_tag(name: str) -> bool:
    """Return whether a name in angle brackets is an element's and not a word: `<br>`, not `<Base>` or `<B>`."""
    is_usual_case = name.islower() or (name.isupper() and len(name) > 1)
    return name.lower() in _ANY_CASE or (name.lower() in _ELEMENTS and is_usual_case)


def inline(content: str) -> SourceLine:
    """Read the words, links and anchors of one line; a tag that begins a line or a cell is a blank. Words in angle
    brackets that name no element are words."""
    content = _EMPTY_EMPHASIS.sub(" ", content.removesuffix("\\"))
    if len(content) > _LONGEST or not _INLINE_SIGNS.search(content):
        return SourceLine(0, "", content.strip())
    from rules_cli.formats.html.page import read_line

    html = _parser(with_links="](" in content).renderInline(content)
    if "<" not in html:
        return SourceLine(0, "", unescape(html).replace("\u00a0", " ").strip())
    line = read_line(_without_words(html))
    return line._replace(text=line.raw.replace("\u00a0", " ").strip())


def _without_words(html: str) -> str:
    """Return HTML in which the words in angle brackets are no tags."""
    return _OPEN_TAG.sub(lambda tag: tag[0] if _is_tag(tag[1]) else f"&lt;{tag[0][1:]}", html)


@cache
def _parser(with_links: bool) -> MarkdownIt:
    """Return a parser; the search for links takes most of the time, so there is one without it."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    return parser if with_links else parser.disable(["link", "image"])


_HINT = re.compile(r"^[ \t]*\{%\s?hint\b", re.MULTILINE)
_SURE_HEADING = re.compile(r"^(?:#[ \t]+[^\W_a-z].*(?<![.!?,;])|#{2,6}[ \t]+\S.*)$")
_BOLD = re.compile(r"(?<![*\w])\*\*[^\s*][^*]*\*\*(?!\*)")
_FEWEST_BOLD, _OFTEN_BOLD = 3, 0.01  # lines of a text file with bold words, and their share: fewer are chance
_FEWEST_HEADINGS = 2  # in a text file, one line of which may begin with `#` by chance
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*)$")
_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_EMPTY_ITEM = re.compile(r"^[ \t]*([0-9]{1,4}[.)])$")
_QUOTED = re.compile(r"^(?:>[ \t]?){1,9}(?=\S)")
_TABLE_ROW = re.compile(r"^\s*+\|(.*)\|$")
_CELL_END = re.compile(r"(?<!\\)\|")
_TABLE_START = re.compile(r"^\s*+(?:<(?:div|figure|center)\b[^>]*+>\s*+)?<table\b", re.IGNORECASE)
_TABLE_TAG = re.compile(r"<(/?)table\b", re.IGNORECASE)
_OPEN_TAG = re.compile(r"</?([a-zA-Z][\w.-]*)(?=[\s/>])")
_BROKEN = re.compile(  # a tag or a link over several lines, with the rest of its last line
    r"(?:<[a-z]{1,10}\s[^<>=\n]{1,20}=[^<>\n]{0,500}(?:\n[^<>\n]{1,500}){1,4}>"
    r"|\[[^\[\]\n]{1,300}(?:\n[^\[\]\n]{1,300}){1,4}\]\([^()\s]{1,300}\))[^\n]*"
)
_EMPHASIS = re.compile(r"[*_]{1,3}\S|\]\(")
_PAIRED = (
    re.compile(r"(?<!\\)\*\*"),
    re.compile(r"(?<![\w\\])_(?=[^\W_])|(?:(?<=[^\W_])|(?<=[^\W_][.,;:!?)”]))_(?!\w)"),
)
_ANCHORS = re.compile(r"^<([a-z][a-z0-9]*-[\w-]*)>(?:(?:<[\w-]+>)+\s*)?(?=\S)")
_FENCE = re.compile(r"^\s*+(`{3,}|~{3,})[^`]*$")
_TAG = re.compile(r"^\s*+\{%\s*+(end)?([\w-]++)(.*)%\}\s*$")
_SETTING = re.compile(r"^[\w-]{1,40}\s?:")
_TITLE_SETTING = re.compile(r"^title\s?:\s{0,3}(?P<quote>[\"']?)(?P<title>[^\"'\s][^\"]{0,150}?)(?P=quote)\s*$")
_MOST_SETTINGS = 200  # lines; a rulebook may begin with a ruler, too, and has another one further down
_INSIDE = 2  # columns of indent: less than CommonMark asks after `1.`, since authors count the blanks of `-`


def is_markdown(text: str, name: str) -> bool:
    """Return whether a text is markdown: by the file's name, or else by its headings, boxes and bold words."""
    if name.lower().endswith((".md", ".markdown")) or _HINT.search(text):
        return True
    lines = split_lines(text)
    if not name.lower().endswith((".txt", ".text")):
        return any(map(_HEADING.match, lines))
    sure = (_SURE_HEADING.match(line) and is_blank(before) for before, line in pairwise(("", *lines)))
    if sum(map(bool, sure)) >= _FEWEST_HEADINGS:
        return True
    marked = sum(bool(_BOLD.search(line)) for line in lines if "**" in line)
    return marked >= _FEWEST_BOLD and marked > _OFTEN_BOLD * sum(not is_blank(line) for line in lines)


def read_markdown(text: str, name: str) -> Document:
    """Read markdown; text lines with no blank line between them are one paragraph."""
    lines = list(enumerate(split_lines(_BROKEN.sub(_in_one_line, text)), 1))
    raws = [raw for _, raw in lines]
    areas = list(_areas(raws))
    tables = _tables(raws, areas)
    of_rules = _rows_of_rules(raws)
    found: list[SourceLine] = []
    end = 0  # of the last table of tags
    for at, ((number, raw), area) in enumerate(zip(lines, areas, strict=True)):
        if at in tables:
            end = tables[at]
            found += (line.in_box(area.box) for line in _table_lines(lines[at:end]))
        elif at >= end and at in of_rules and area.kind == "page":
            first, other = (inline(part)._replace(number=number, raw=raw).in_box(area.box) for part in of_rules[at])
            found += (first, SourceLine(number, "", "", "blank"), other) if other.text else (first,)
        elif at >= end:
            found.append(_line(number, raw, area))
    _set_labels(found)
    settings = filter(None, map(_TITLE_SETTING.match, raws[: _settings_end(raws)]))
    return Document(name, tuple(found), joins=True, title=next((each["title"] for each in settings), ""))


def _in_one_line(found: re.Match[str]) -> str:
    """Return a tag or a link over several lines as one line, and blank lines in place of the others."""
    return found[0].replace("\n", " ") + "\n" * found[0].count("\n")


def _set_labels(lines: list[SourceLine]) -> None:
    """Give the items of each numbered list the numbers that markdown counts on."""
    for places in _lists(lines):
        items = [lines[at] for at in places]
        if len({item.marker for item in items}) == 1:
            first, sign = int(items[0].marker[:-1]), items[0].marker[-1]
            items = [item._replace(marker=f"{number}{sign}") for number, item in enumerate(items, first)]
        for at, item in zip(places, items, strict=True):
            lines[at] = item


# Complexity: each line is one step of a state machine, as lists are inside one another.
def _lists(lines: Sequence[SourceLine]) -> list[list[int]]:
    """Return the places of the items of each numbered list that has two items or more. As CommonMark has it, a list
    goes on until a heading, a line apart that is indented no more than its items, or an item of another kind, or a new
    1, at its place."""
    lists: list[list[int]] = []
    open_lists: list[list[int]] = []  # each inside the one before
    is_apart = False
    for at, line in enumerate(lines):
        if line.role == "blank":
            is_apart = True
            continue
        if line.role in ("markup", "note"):
            continue  # a list goes on after a box
        is_item = line.role == "item"
        last = [lines[places[-1]] for places in open_lists]  # the last item of each
        inside = sum(line.level >= item.level + _INSIDE for item in last)  # how many lists the line is inside
        if not is_item and not is_apart and line.role == "text":
            continue  # more words of the item
        if not is_item:
            del open_lists[0 if line.role == "heading" else inside :]
        elif inside < len(open_lists) and _is_next(last[inside].marker, line.marker):
            open_lists[inside].append(at)
            del open_lists[inside + 1 :]
        else:
            open_lists[inside:] = [[at]]
            lists.append(open_lists[-1])
        is_apart = False
    return [places for places in lists if len(places) > 1 and lines[places[0]].counted]


def _is_next(before: str, marker: str) -> bool:
    """Return whether an item with a mark may be of the same list as the item before it."""
    return before[-1] == marker[-1] and (before == marker or marker[:-1] != "1")


# --- tables


def _tables(raws: Sequence[str], areas: Sequence[_Area]) -> dict[int, int]:
    """Return the start of each table written as tags, with its end, the line below it; none for one without an end."""
    found: dict[int, int] = {}
    start = depth = 0  # how many tables are open, in one another
    for at, (raw, area) in enumerate(zip(raws, areas, strict=True)):
        if not depth:
            if area.kind != "page" or not _TABLE_START.match(raw):
                continue
            start = at
        depth += sum(-1 if tag[1] else 1 for tag in _TABLE_TAG.finditer(raw))
        if depth <= 0:
            found[start] = at + 1
            depth = 0
    return found


def _rows_of_rules(raws: Sequence[str]) -> dict[int, list[str]]:
    """Return the places of the rows that surely begin with the number of a rule, each with two lines: the number
    with the cell after it, and the other cells."""
    found: dict[int, list[str]] = {}
    for is_table, group in groupby(enumerate(raws), key=lambda each: bool(_TABLE_ROW.match(each[1]))):
        rows = {at: [*map(str.strip, _CELL_END.split(raw.strip().strip("|")))] for at, raw in group} if is_table else {}
        if numbers_rules([cell.strip("*_:-") for cell in cells] for cells in rows.values()):
            found |= {
                at: [" ".join(cells[:2]), " | ".join(cells[2:])]
                for at, cells in rows.items()
                if cells[1:] and is_rule_number(cells[0].strip("*_"), are_sure=True) and not cells[-1][:1].isdigit()
            }
    return found


def _table_lines(lines: Sequence[tuple[int, str]]) -> Iterator[SourceLine]:
    """Yield the lines of a table written as tags; markdown in its cells is read, too."""
    from rules_cli.formats.html.page import read_page

    table = _without_words("\n".join(raw for _, raw in lines))
    for line in read_page(table, "").lines:
        found = line._replace(number=lines[line.number - 1][0])
        if _EMPHASIS.search(line.text):
            shown = inline(line.text.replace("<", "\\<"))
            found = found._replace(text=shown.text, links=line.links + shown.links)
        yield found


# --- areas of lines


class _Area(NamedTuple):
    """The part of a page around a line: its settings, code, a card (a link set apart), or the page. A `mark` is a line
    that only begins or ends something. `box` is the number of the hint box, 0 outside of any."""

    kind: Literal["settings", "code", "card", "page", "mark"]
    box: int = 0


_ENDS = {"```": "```", "~~~": "~~~", "<!--": "-->"}


def _areas(raws: Sequence[str]) -> Iterator[_Area]:
    """Yield the area of each line; a fence or tag that is never closed opens none."""
    # Complexity: each line is one step of a state machine, and its states depend on each other.
    settings = _settings_end(raws)
    last_ends = {_sign(raw): at for at, raw in enumerate(raws)}
    last_ends |= {tag[2]: at for at, raw in enumerate(raws) if (tag := _TAG.match(raw)) and tag[1]}
    until = ""  # the sign that ends the code or comment
    box = boxes = 0
    card = False
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


def _settings_end(raws: Sequence[str]) -> int:
    """Return how many lines the settings at a page's top take, with the `---` before and after them."""
    if len(raws) < 2 or raws[0].lstrip("\ufeff").rstrip() != "---" or not _SETTING.match(raws[1]):
        return 0
    return next((at + 1 for at, raw in enumerate(raws[:_MOST_SETTINGS]) if at and raw.rstrip() in ("---", "...")), 0)


# --- lines


def _line(number: int, raw: str, area: _Area) -> SourceLine:
    """Return a line with its role in its area; one that shows nothing is markup."""
    line = tidy(raw)
    if not line.strip():
        return SourceLine(number, raw, "", "blank" if is_blank(raw) else "markup")
    if area.kind in ("settings", "mark"):
        return SourceLine(number, raw, "settings of the page" if area.kind == "settings" else "", "markup")
    if area.kind == "code":
        return SourceLine(number, raw, line.strip(), "text", indent_of(line)).in_box(area.box)
    found = _block(number, raw, line)
    if not (found.text or found.counted):
        return SourceLine(number, raw, "", "markup")
    if area.kind == "card" and found.links:
        return found._replace(role="item", level=0, marker="•")
    return found.in_box(area.box)


def _block(number: int, raw: str, line: str) -> SourceLine:
    """Return a line that a reader sees; the signs at its start give its role."""
    role: Role = "text"
    level, marker, content = indent_of(line), "", line.strip()
    if heading := _HEADING.match(line):
        role, level = "heading", len(heading[1])
        content = _ANCHORS.sub(r'<a id="\1"></a>', _CLOSING.sub("", heading[2]).rstrip())
    elif item := item_of(line):
        role, marker, content = "item", item[0], item[1]
    elif empty := _EMPTY_ITEM.match(line):
        role, marker, content = "item", empty[1], ""
    elif row := _TABLE_ROW.match(line):
        cells = list(map(str.strip, _CELL_END.split(row[1])))
        first = cells[0].strip("*_")
        is_count = first.rstrip(".):").isdecimal()
        if is_rule_number(first, are_sure=False) and not is_count and not cells[-1][:1].isdigit():
            level, content = 0, f"{cells[0]} {' | '.join(cells[1:])}"
        else:
            is_rule_under_head = not row[1].strip(" |:-")
            role, marker, content = "item", "•", "" if is_rule_under_head else bars(cells)
    shown = inline(_QUOTED.sub("", content))
    for sign in _PAIRED:
        if len(sign.findall(content)) % 2:  # the other sign of a pair is in another line
            shown = shown._replace(text=sign.sub("", shown.text).strip())
    return SourceLine(number, raw, shown.text, role, level, marker, shown.links, shown.anchors, shown.strong)
