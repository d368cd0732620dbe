"""Pages as text: plain, for a terminal, as Markdown, as HTML. What a style looks like is a table for each of them.

Source text is data: it is never markup, and control, escape and direction characters are removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from rules_cli.render.layout import CRUMBS, WIDE, hanging_in, short_way, wrapped
from rules_cli.render.page import COLORS, SECTION, WEIGHTS, Page, PageLine, Span, Style
from rules_cli.text import clean

Form = Literal["plain", "markdown", "html", "json"]
FORMS: tuple[Form, ...] = get_args(Form)
"""The values of --format that every command has which prints rules."""
_ENDLESS = 1_000_000  # columns of a line that is never wrapped
_WIDEST, _TEXT = 80, 76  # columns of a line, and of the text in it after its number: longer lines are hard to read
_HEADINGS = (1, SECTION)  # levels that Markdown sets off with #
_CODES = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7"}
_MARKS: Mapping[Style, str] = {"old": "[-{}-]", "new": "{{+{}+}}", "folded": "…"}
_ITEM = "• "
_BEGINS = re.compile(r"[-+=]|[0-9]{1,9}[.)](?=\s|$)")
"""The beginnings that make a line of Markdown an item or a heading."""


def escape(text: str, quote: bool = True) -> str:
    """Return a text as HTML writes it."""
    from html import escape  # few answers are HTML, and its table of entities takes a fiftieth of a start

    return escape(text, quote)


class Markup(NamedTuple):
    """How a markup writes words: the escapes, the signs around each style, and a link."""

    harmless: Callable[[str], str]
    styles: Mapping[Style, str]
    link: str = "{0}"

    def written(self, spans: Iterable[Span]) -> str:
        """Return spans in this markup; blanks at the ends of a span are outside of its marks, and become one."""
        written = ""
        for span in spans:
            text = clean(span.text)
            if words := self.harmless(text.strip()):
                if span.link:
                    words = self.link.format(words, escape(clean(span.link)))
                words = self.styles.get(span.style, "{}").format(words)
                words = f" {words}" if text[0].isspace() else words
            written += f"{words} " if text[-1:].isspace() else words
        return written.strip()


MARKDOWN = Markup(
    lambda text: re.sub(r"[\\`*_\[\]<>#|~&@$]", r"\\\g<0>", text),
    {
        **dict.fromkeys(("id", "title", "good", "bad", "hit", "new"), "**{}**"),
        "note": "*{}*",
        "old": "~~{}~~",
        "folded": "…",
    },
    "[{}]({})",
)
HTML = Markup(
    lambda text: escape(text, quote=False),
    {
        **dict.fromkeys(("id", "title", "good", "bad"), "<b>{}</b>"),
        **dict.fromkeys(("quiet", "label"), "<small>{}</small>"),
        "note": "<i>{}</i>",
        "hit": "<mark>{}</mark>",
        "old": "<del>{}</del>",
        "new": "<ins>{}</ins>",
        "folded": "<details><summary>…</summary>{}</details>",
    },
    '<a href="{1}">{0}</a>',
)


def written(page: Page, form: str) -> str:
    """Return a page in one of the forms for people."""
    return {"markdown": markdown, "html": html}.get(form, plain)(page)


def quotation(page: Page, form: str) -> str:
    """Return a page in one of the forms; in Markdown and HTML as a quotation."""
    text = written(page, form)
    if form == "markdown":
        return "".join(f"{f'> {line}'.rstrip()}\n" for line in text.splitlines())
    return f"<blockquote>{text}</blockquote>\n" if form == "html" else text


# --- text


def plain(page: Page) -> str:
    """Return a page as plain text, a line for each of its lines."""
    text = ""
    for line in page.lines:
        words = (CRUMBS if line.crumbs else "").join(clean(with_signs(span).text) for span in line.spans)
        text += f"{' ' * line.indent}{words}".rstrip() + "\n"
    return text


def with_signs(span: Span) -> Span:
    """Return a span with signs around it if its words are old or new, and with … for folded ones."""
    if span.style not in _MARKS:
        return span
    words = span.text.strip()
    return span._replace(text=span.text.replace(words, _MARKS[span.style].format(words))) if words else span


# Complexity: narrow and wide screens, with colours and without.
def ansi(page: Page, width: int | None, colors: bool, is_simple: bool = False) -> str:
    """Return a page with the codes of a terminal, for bold letters and with `colors` for colours, wrapped at `width`.

    Without a width it is not wrapped. Beside its number, text has at most 76 columns; on a narrow screen it does not
    hang under its first word. A simple terminal takes no codes.
    """
    codes = {} if is_simple else _codes(colors)
    drawn: list[str] = []
    columns = width or _ENDLESS
    deepest = columns // (4 if columns >= WIDE else 8)
    for line in page.lines:
        spans = list(map(with_signs, line.spans))
        room = min(columns, max(_WIDEST, line.indent + line.hanging + _TEXT)) if width else columns
        shown = tuple(short_way(spans, columns)) if line.crumbs else spans
        lines = wrapped(shown, room, min(line.indent, deepest), hanging_in(line.hanging, columns))
        drawn += ["".join(_coded(span, codes) for span in spans_of_line) for spans_of_line in lines]
    return "".join(f"{line}\n" for line in drawn)


def _codes(colors: bool) -> Mapping[str, str]:
    numbers = {style: [_CODES[weight]] for style, weight in WEIGHTS.items()}
    for style, color in COLORS.items() if colors else ():
        numbers.setdefault(style, []).append(f"3{color}")
    return {style: ";".join(each) for style, each in numbers.items()}


def _coded(span: Span, codes: Mapping[str, str]) -> str:
    """Return a span as a terminal takes it, with its code and its link."""
    code = codes.get(span.style)
    text = f"\x1b[{code}m{span.text}\x1b[0m" if code else span.text
    return f"\x1b]8;;{clean(span.link)}\x1b\\{text}\x1b]8;;\x1b\\" if span.link and codes else text


# --- markup: an indented line that begins with a number is an item of a list


def _blocks(page: Page) -> Iterator[tuple[int, bool, PageLine]]:
    """Yield each line that is not empty, after its depth in lists and whether it is an item of a list itself."""
    indents: list[int] = []  # of the items that the line is in
    for line in page.lines:
        if not line.spans:
            continue
        while indents and line.indent <= indents[-1]:
            indents.pop()
        first = next((span for span in line.spans if span.text.strip()), Span(""))
        is_item = line.indent > 0 and (first.style == "id" or first.text.startswith(_ITEM))
        if is_item:
            indents.append(line.indent)
        yield len(indents), is_item, line


def _spans(line: PageLine) -> Iterator[Span]:
    """Yield the spans of a line without the sign of an item, and with those between the steps of a path."""
    for index, span in enumerate(line.spans):
        if index and line.crumbs:
            yield Span(CRUMBS)
        yield span if index else span._replace(text=span.text.removeprefix(_ITEM))


def markdown(page: Page) -> str:
    """Return a page as Markdown: a paragraph for each line, nested lists for indented lines."""
    written: list[str] = []
    was_item = False
    for depth, is_item, line in _blocks(page):
        is_heading = line.heading in _HEADINGS
        words = (MARKDOWN._replace(styles={}) if is_heading else MARKDOWN).written(_spans(line))
        if sign := _BEGINS.match(words):
            words = f"{words[: sign.end() - 1]}\\{words[sign.end() - 1 :]}"
        words = f"{'#' * line.heading} {words}" if is_heading else words
        before = "  " * (depth - 1) + "- " if is_item else "  " * depth
        if written and not (is_item and was_item):
            written.append("")
        written.append(f"{before}{words}")
        was_item = is_item
    return "".join(f"{line}\n" for line in written)


def html(page: Page) -> str:
    """Return a page as elements of HTML: a paragraph or heading for each line, nested lists for indented lines."""
    written: list[str] = []
    depth = 0
    for level, is_item, line in _blocks(page):
        written += ["</li></ul>"] * (depth - level)
        if is_item:
            written.append("<ul><li>" if depth < level else "</li><li>")
        depth = level
        first, *others = _spans(line)
        anchor = escape(line.anchor)
        words = HTML.written([first._replace(link=f"#{line.anchor}") if anchor else first, *others])
        tag, name = f"h{line.heading}" if line.heading else "p", f' id="{anchor}"' if anchor else ""
        written.append(f"<{tag}{name}>{words}</{tag}>\n")
    return "".join([*written, "</li></ul>" * depth])


def document(page: Page, name: str, language: str) -> str:
    """Return a page as one HTML file to share, with a list of its sections: no script, nothing loaded, light and dark.
    Its title is `name`, what it is about, and its first line. A section is listed by its first two headings."""
    title, *_ = plain(page).splitlines()
    anchors: dict[str, str] = {}
    for line in page.lines:
        if line.heading == SECTION:
            anchors.setdefault(CRUMBS.join(span.text for span in line.spans[:2]), line.anchor)
    links = [f'<li><a href="#{escape(anchor)}">{escape(clean(words))}</a></li>' for words, anchor in anchors.items()]
    body = f"<p>{escape(clean(name))}</p>\n{html(page)}"
    if len(links) > 1:
        before, heading, after = body.partition("<h2")
        body = f"{before}<nav><ul>{''.join(links)}</ul></nav>\n{heading}{after}"
    title = escape(clean(f"{name}: {title}"))
    return (
        Path(__file__)
        .with_name("document.html")
        .read_text("utf-8")
        .format(language=escape(language), title=title, body=body)
    )
