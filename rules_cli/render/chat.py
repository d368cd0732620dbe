"""Citations for chats: in each one's own marks, split where a message would be too long, without pings and previews."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from rules_cli.errors import UsageError
from rules_cli.render.citations import add_words, cautions_of, dated, source
from rules_cli.render.page import Page, Span
from rules_cli.render.writers import Markup
from rules_cli.text import clean

if TYPE_CHECKING:
    from rules_cli.lookup.permalink import Citation
    from rules_cli.model import Rule

MOST_MESSAGES = 10  # of one citation: more would flood a channel
_GLUE = "\u200b"  # a blank of no width, after a sign that would ping or mark up
_LONGEST_SIGN = 6  # units that one sign takes at most when it is harmless
_PART = len(" (10/10)")
_FOOT = 3  # a third of a message: longer cautions leave too little room for rules, and are lines above the foot
_ADDRESS = re.compile(r"(https?:)(?=//)|([\w-])(?=\.(?:com|net|org|info|io|gg|co)\b)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?”\"])\s+")


class ChatForm(NamedTuple):
    """How a chat writes: the longest message (in UTF-16 units, as chats count), its markup, the sign before a quoted
    line, the forms of the source and of the link after it, marks around a message, and how an address is written."""

    limit: int
    markup: Markup
    quote: str
    source: str
    link: str
    around: tuple[str, str] = ("", "")
    address: Callable[[str], str] = str


def _no_address(text: str) -> str:
    """Return a text in which a chat finds neither an address to preview nor a name to ping."""
    return _ADDRESS.sub(rf"\g<0>{_GLUE}", text).replace("@", f"@{_GLUE}")


def _marked_down(text: str) -> str:
    """Return a text that Discord and Reddit show as it is."""
    words = re.sub(r"([\\`*_~|<>#\[\]^])", r"\\\1", _no_address(text))
    words = re.sub(r"\b([ur])/", rf"\1{_GLUE}/", words)
    return re.sub(r"^(\s*)([-+]|\d+(?=[.)]\s))", rf"\1{_GLUE}\2", words)


def _as_html(text: str) -> str:
    return escape(_no_address(text), quote=False)


def _bold(harmless: Callable[[str], str], marks: str) -> Markup:
    return Markup(harmless, {"id": marks, "title": marks})


FORMS: Mapping[str, ChatForm] = {
    "discord": ChatForm(2000, _bold(_marked_down, "**{}**"), "> ", "-# {}", " · <{}>"),
    "slack": ChatForm(
        4000, _bold(lambda text: re.sub(r"([*_~`])", rf"\1{_GLUE}", _as_html(text)), "*{}*"), "> ", "{}", " · `{}`"
    ),
    "reddit": ChatForm(10_000, _bold(_marked_down, "**{}**"), "> ", "\n{}", " · <{}>"),
    "telegram": ChatForm(
        4096, _bold(_as_html, "<b>{}</b>"), "", "{}", " · <code>{}</code>", ("<blockquote>", "</blockquote>"), escape
    ),
}
"""The chats. Links to pages are written so that no chat opens a preview of them."""


def messages(found: Citation, below: Sequence[Rule], chat: str) -> list[str]:
    """Return a rule and its sub-rules as messages for a chat, the source below the last. Raises UsageError if too many.
    Each message is short enough for the chat; several are numbered."""
    form = FORMS[chat]
    cautions = [clean(caution) for caution in cautions_of(found, below)]
    are_in_foot = sum(map(_size, cautions)) <= form.limit // _FOOT
    foot_parts = [clean(source(found, below)), *(cautions if are_in_foot else [])]
    foot = form.source.format(form.markup.harmless("; ".join(foot_parts)))
    if found.link:
        foot += form.link.format(form.address(found.link))
    room = form.limit - _size(foot) - sum(map(_size, form.around)) - _PART - 1
    lines = list(_lines(form, found, below, room))
    for caution in [] if are_in_foot else cautions:
        lines += [(True, line) for _, line in _shorter(form, "", caution, room)]
    parts = list(_packed(lines, room))
    if len(parts) > MOST_MESSAGES:
        raise UsageError(f"{found.name} would take {len(parts)} messages; cite a rule of it, or use --format")
    before, after = form.around
    bodies = [f"{before}{part}{after}" for part in parts]
    bodies[-1] += f"\n{foot}"
    return [f"{body} ({number}/{len(bodies)})" for number, body in enumerate(bodies, 1)] if len(bodies) > 1 else bodies


def _lines(form: ChatForm, found: Citation, below: Sequence[Rule], room: int) -> Iterator[tuple[bool, str]]:
    """Yield the lines of a rule and its sub-rules as they are sent, and whether each begins a rule."""
    page = Page()
    for rule in (found.rule, *below):
        add_words(page, rule, dated(found) if rule is found.rule else str(rule.number), examples=True)
    for line in page.lines:  # the first line of a rule begins with its number
        names = [span.text for span in line.spans if span.style == "id"]
        words = clean("".join(span.text for span in line.spans[len(names) :])).strip()
        yield from _shorter(form, "".join(names), words, room)


def in_bold(text: str, chat: str) -> str:
    """Return a line of words in bold for a chat."""
    return FORMS[chat].markup.written([Span(" ".join(text.split()), "title")])


def _size(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _shorter(form: ChatForm, name: str, text: str, room: int) -> Iterator[tuple[bool, str]]:
    """Yield a line as it is sent, and whether it begins a rule: it does if it has a name. A line that is too long for a
    message is broken: after a sentence, unless that is too early, else at a blank."""

    def sent(words: str) -> str:
        return f"{form.quote}{form.markup.written([Span(name, 'id'), Span(f' {words}')])}".rstrip()

    while _size(sent(text)) > room:
        blanks = [match.start() for match in re.finditer(r" ", text)]
        count = bisect_right(blanks, room, key=lambda blank: _size(sent(text[:blank])))
        end = blanks[count - 1] if count else room // _LONGEST_SIGN
        sentence_ends = [match.start() for match in _SENTENCE_END.finditer(text[: end + 1])]
        if sentence_ends and sentence_ends[-1] > end // 2:
            end = sentence_ends[-1]
        yield bool(name), sent(text[:end])
        name, text = "", text[end:].lstrip()
    yield bool(name), sent(text)


def _packed(lines: Iterable[tuple[bool, str]], room: int) -> Iterator[str]:
    """Yield messages of whole lines. A message ends before a rule, and within it only if a rule needs several."""
    rules: list[list[str]] = []
    for begins, line in lines:
        if begins or not rules:
            rules.append([])
        rules[-1].append(line)
    message: list[str] = []
    for rule in rules:
        if message and _size("\n".join((*message, *rule))) > room:
            yield "\n".join(message)
            message = []
        for line in rule:
            if message and _size("\n".join((*message, line))) > room:
                yield "\n".join(message)
                message = []
            message.append(line)
    if message:
        yield "\n".join(message)
