"""Answering `rules name`, from plain values to standard output and an exit code. No typer here: see `answers`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from rules_cli.cards.card_list import open_cards
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import as_written_for, because
from rules_cli.model import Because
from rules_cli.names.compare import Options, match, moniker, part
from rules_cli.names.name_rules import NameRules, naming_from
from rules_cli.render import names as render
from rules_cli.render import out
from rules_cli.render.page import Page
from rules_cli.store import data_files, settings

STDIN = "-"
WHICH_GAME = "which game? add -b fab, -b mtg, -b ga or -b fabula"
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Answered(Protocol):
    """An answer: whether it is a yes, and the ids of the rules that decide it."""

    @property
    def match(self) -> bool: ...
    @property
    def decided_by(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Question:
    """One of the three questions: what it is asked of, who answers it, and how the answer is shown."""

    usage: str
    arity: int
    ask: Callable[..., Any]
    page: Callable[[Any, Sequence[Because]], Page]
    json: Callable[[Any, Sequence[Because]], dict[str, Any]]
    line: Callable[[Any], str]


QUESTIONS: Mapping[str, Question] = {
    "match": Question(
        'match needs two names; put quotes around each: rules name match "A" "B"',
        2,
        match,
        render.match_page,
        render.match_json,
        render.match_line,
    ),
    "moniker": Question(
        'moniker needs one name; put quotes around it: rules name moniker "NAME"',
        1,
        moniker,
        render.moniker_page,
        render.moniker_json,
        render.moniker_line,
    ),
    "part": Question(
        'part needs a part and a name; put quotes around each: rules name part "PART" "NAME"',
        2,
        part,
        render.part_page,
        render.part_json,
        render.part_line,
    ),
}


def ask(
    question: str, words: Sequence[str], book: str | None, options: Options, json: bool, lang: str | None = None
) -> int:
    """Answer one question, or one to each line of standard input where a word is `-`. Returns the exit code."""
    asked = QUESTIONS[question]
    naming, library = naming_of(book), Library.open(lang)
    if STDIN in words:
        return _ask_lines(asked, words, naming, library, options, json)
    if len(words) != asked.arity:
        raise UsageError(asked.usage)
    answer: Answered = asked.ask(*words, naming, options)
    rules = _why(answer.decided_by, library, naming)
    if json:
        out.write_json(asked.json(answer, rules))
    else:
        out.show(asked.page(answer, rules))
    return 0 if answer.match else 1


def _why(ids: Sequence[str], library: Library, naming: NameRules) -> list[Because]:
    """The deciding rules with their words."""
    return because(as_written_for(ids, library), library, naming.restated)


def _ask_lines(
    asked: Question, words: Sequence[str], naming: NameRules, library: Library, options: Options, json: bool
) -> int:
    """Answer each line of standard input: 0 if every answer is a yes, 2 if a line was no question, else 1."""

    @cache
    def rules(ids: tuple[str, ...]) -> list[Because]:
        return _why(ids, library, naming)

    codes = {0}
    for number, fields in _lines(asked, words):
        try:
            if len(fields) != asked.arity:
                raise UsageError(f"{len(fields)} names where {asked.arity} are due; part them by a tab")
            answer: Answered = asked.ask(*fields, naming, options)
        except UsageError as error:
            codes.add(2)
            _report(number, str(error), json)
            continue
        codes.add(0 if answer.match else 1)
        if json:
            out.write_json(asked.json(answer, rules(answer.decided_by)))
        else:
            out.write(out.clean(asked.line(answer)))
    return max(codes)


def _lines(asked: Question, words: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The names of each line that is not blank, with the line's number; given names stand where they were typed."""
    given = [STDIN] * asked.arity if list(words) == [STDIN] else list(words)
    if len(given) != asked.arity:
        raise UsageError(asked.usage)
    for number, line in enumerate(_read_stdin(), 1):
        typed = line.rstrip("\r\n").split("\t")
        if any(field.strip() for field in typed):
            yield number, _filled(given, typed)


def _filled(given: Sequence[str], typed: Sequence[str]) -> list[str]:
    if len(typed) != given.count(STDIN):
        return [*typed, *(word for word in given if word != STDIN)]
    rest = iter(typed)
    return [next(rest) if word == STDIN else word for word in given]


def _read_stdin() -> Iterator[str]:
    """The lines of standard input, read as UTF-8; a byte that is none is told by its place, like any bad character."""
    if sys.stdin is None:
        raise UsageError("there is no standard input to read names from")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    yield from sys.stdin


def _report(line: int, message: str, json: bool) -> None:
    if json:
        out.write_json(render.error_json(line, message))
    else:
        out.say(f"line {line}: {message}")


def find(words: Sequence[str], book: str | None, limit: int, json: bool) -> int:
    """Find cards by name or part of one; 1 if there is none."""
    from rules_cli.names.find import find as find_cards

    answer = find_cards(" ".join(words), naming_of(book), limit)
    if json:
        out.write_json(render.find_json(answer))
    else:
        out.show(render.find_page(answer))
    return 0 if answer.match else 1


def import_list(path: Path, book: str | None, json: bool) -> int:
    """Make the names of a card list known, in place of the book's former list."""
    from rules_cli.cards.card_import import import_cards

    info = import_cards(path, naming_of(book, with_cards=False))
    if json:
        out.write_json(render.import_json(info))
    else:
        out.show(render.import_page(info))
    return 0


def naming_of(book: str | None, with_cards: bool = True) -> NameRules:
    """The naming rules of the chosen book, with the user's card list; raises UsageError where there is no such book."""
    chosen = (book or settings.default_book() or "").strip().lower().partition("@")[0]
    known = data_files.load(chosen, "names.yaml") if _SLUG.fullmatch(chosen) else None
    if known is None and not _is_own(chosen):
        raise UsageError(WHICH_GAME)
    return naming_from(chosen, known, open_cards(chosen) if with_cards else None)


def _is_own(slug: str) -> bool:
    """Whether a book is the user's own: its names are compared by the words alone."""
    try:
        return bool(Library.open().editions(slug))
    except BookNotFound:
        return False


# --- the short way, without typer

_VALUES = {"-b": "book", "--book": "book", "--lang": "lang", "--layout": "layout", "--face": "face"}
_FLAGS = {"--json": ("json", True), "--personal": ("personal", True), "--not-personal": ("personal", False)}
_TAKES = {
    "match": {"book", "lang", "json", "layout", "face", "personal"},
    "moniker": {"book", "lang", "json", "personal"},
    "part": {"book", "lang", "json", "layout", "face"},
}


def quick(argv: Sequence[str]) -> int | None:
    """Answer `match`, `moniker` or `part`, typed plainly, and give the exit code; None for what is typer's to read."""
    if not argv or argv[0] not in _TAKES:
        return None
    said = _parse(argv[1:], _TAKES[argv[0]])
    if said is None:
        return None
    words, options = said
    chosen = Options(options.get("layout"), options.get("face"), options.get("personal"))
    return ask(argv[0], words, options.get("book"), chosen, options.get("json", False), options.get("lang"))


def _parse(argv: Sequence[str], takes: set[str]) -> tuple[list[str], dict[str, Any]] | None:
    options: dict[str, Any] = {}
    words: list[str] = []
    rest = iter(argv)
    for word in rest:
        if _VALUES.get(word) in takes:
            value = next(rest, "-")
            if value.startswith("-") or (word == "--face" and value not in ("front", "back")):
                return None
            options[_VALUES[word]] = value
        elif word in _FLAGS and _FLAGS[word][0] in takes:
            options[_FLAGS[word][0]] = _FLAGS[word][1]
        elif word.startswith("-") and word != STDIN:
            return None
        else:
            words.append(word)
    return words, options
