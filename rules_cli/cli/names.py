"""`rules name match | moniker | part | find | import`: questions about card names."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup

from rules_cli.captions import Remark
from rules_cli.cards.card_list import open_cards
from rules_cli.cli import options
from rules_cli.cli.argv import command_line
from rules_cli.cli.options import caption, language_of_game, open_library
from rules_cli.cli.usage import Command
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import DecidingRules
from rules_cli.names.compare import Options
from rules_cli.names.compare import match as match_names
from rules_cli.names.compare import moniker as moniker_of
from rules_cli.names.compare import part as part_of
from rules_cli.names.name_rules import NameRules, naming_from, shipped_naming
from rules_cli.names.read import knows
from rules_cli.render import language, out
from rules_cli.render import names as render
from rules_cli.store import paths, settings
from rules_cli.store.edition import SLUG
from rules_cli.text import clean, number_of, shorten

_STDIN = "-"
_ASKING = ("is", "are", "do", "does", "has", "have")
_COMPARING = (
    *((between, "") for between in ("the same name as", "same name as", "the same as", "same as", "match", "matches")),
    *(("and", end) for end in ("have the same name", "the same name", "the same", "same", "match")),
)
"""Words between two names that are compared, and those at the end."""


class _Questions(TyperGroup):
    """The questions about names. Two names alone are compared; for other words, an error says what to ask."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not get_close_matches(args[0], self.commands):
            words = [*takewhile(lambda word: not word.startswith("-"), args)]
            names = words if len(words) == _MATCH.arity else _compared(words)
            if not names:
                line = command_line("name", *_meant(words), *args[len(words) :])
                raise UsageError(f"name which question? {line} (rules name --help)")
            args = ["match", *names, *args[len(words) :]]
        return super().resolve_command(ctx, args)


def _meant(words: Sequence[str]) -> list[str]:
    """Return the question that words with no question in front may be: `is Fire Ice` compares two names."""
    asked = list(words[1:])
    is_compared = words[0].lower() in _ASKING and len(asked) == _MATCH.arity
    return ["match", *asked] if is_compared else ["find", *words]


def _compared(words: Sequence[str]) -> list[str]:
    """Return the two names of a question in words, `is Fire the same name as Ice?`; empty if it compares none."""
    asked = list(words[1:] if words[0].lower() in _ASKING else words)
    if not asked:
        return []
    asked[-1] = asked[-1].rstrip("?")
    plain = [word.lower() for word in asked]
    for between, ending in ((between.split(), ending.split()) for between, ending in _COMPARING):
        stop = len(plain) - len(ending)  # where the second name stops
        splits = [at for at in range(1, stop - len(between)) if plain[at : at + len(between)] == between]
        if plain[stop:] == ending and len(splits) == 1:  # of several, each may be part of a name: Fire and Ice
            return [" ".join(asked[: splits[0]]), " ".join(asked[splits[0] + len(between) : stop])]
    return []


app = typer.Typer(
    cls=_Questions,
    add_completion=False,
    rich_markup_mode=None,
    help="Questions about card names: do two match, which moniker does a name give, is a part in a name.\n\n"
    "With - instead of a name, names are read from standard input: one question per line, names separated by a tab. "
    "The exit code is then 0 if every answer is yes, 2 if a line is no question, else 1.",
)


@app.callback(invoke_without_command=True)
def _which(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        raise UsageError(
            "name which question? rules name match A B, moniker NAME, part PART NAME, find WORDS, import FILE "
            "(rules name --help)"
        )


class _Question(NamedTuple):
    """One of the three questions. `arity` is how many names it needs, `known` how many of them, the last ones, are
    names of cards; `usage` says how they are typed, `ask` answers."""

    arity: int
    known: int
    usage: str
    ask: Callable[..., render.NameAnswer]


_MATCH = _Question(2, 2, 'match needs two names; put quotes around each: rules name match "A" "B"', match_names)
_MONIKER = _Question(1, 1, 'moniker needs one name; put quotes around it: rules name moniker "NAME"', moniker_of)
_PART = _Question(2, 1, 'part needs a part and a name; put quotes around each: rules name part "PART" "NAME"', part_of)


@app.command(cls=Command, short_help="do two cards have the same name?")
def match(
    names: options.TwoNames = None,
    book: options.Book = None,
    layout: options.Layout = None,
    face: options.Face = None,
    personal: options.Personal = None,
    lang: options.Lang = None,
    json: options.Json = False,
) -> int:
    """Do two cards have the same name?"""
    return _answer(_MATCH, names or (), book, Options(layout, face, personal), json, lang)


@app.command(cls=Command, short_help="which moniker does a name give?")
def moniker(
    names: options.OneName = None,
    book: options.Book = None,
    personal: options.Personal = None,
    lang: options.Lang = None,
    json: options.Json = False,
) -> int:
    """Which moniker does a name give?"""
    return _answer(_MONIKER, names or (), book, Options(personal=personal), json, lang)


@app.command(cls=Command, short_help="are these words part of a name?")
def part(
    names: options.PartAndName = None,
    book: options.Book = None,
    layout: options.Layout = None,
    face: options.Face = None,
    lang: options.Lang = None,
    json: options.Json = False,
) -> int:
    """Are these words part of a name: whole words, in order, next to each other?"""
    return _answer(_PART, names or (), book, Options(layout, face), json, lang)


@app.command(cls=Command, short_help="find cards by name")
def find(
    words: options.NameWords,
    book: options.Book = None,
    limit: options.Limit = 10,
    lang: options.Lang = None,
    json: options.Json = False,
) -> int:
    """Find cards by name, among those that ship and those that you imported."""
    from rules_cli.names.find import find as find_cards

    library, wanted = open_library(lang), " ".join(words)
    none = f'no game here has a name like "{shorten(wanted)}"; to add names: rules card import FILE -b BOOK'
    rules = _rules_of(library, book, lambda game: int(find_cards(wanted, game, 1).match), none)
    _caption(library, rules)
    answer = find_cards(wanted, rules, limit)
    out.answer(render.find_json(answer) if json else render.find_page(answer))
    return 0 if answer.match else 1


@app.command("import", cls=Command, short_help="load a card list")
def import_(file: options.CardFile, book: options.Book = None, json: options.Json = False) -> int:
    """Load a card list for a book; it replaces the previous one."""
    from rules_cli.cli.cards import import_list

    return import_list([Path(file)], book, json)


def _caption(library: Library, rules: NameRules) -> None:
    """Choose the captions: English if the book's notes are not in the user's language."""
    caption(library, language_of_game(library, rules.book))
    if language.chosen() not in rules.other:
        language.choose("en")


def _answer(
    question: _Question, words: Sequence[str], book: str | None, how: Options, json: bool, lang: str | None
) -> int:
    """Answer one question, or one for each line of standard input if a word is `-`. Return the exit code."""
    library = open_library(lang)
    names = () if _STDIN in words or len(words) != question.arity else words[question.arity - question.known :]
    rules = _rules_of(library, book, lambda game: sum(knows(name, game) for name in names))
    _caption(library, rules)
    rules = replace(rules, deciding=DecidingRules(rules.book, library))
    if _STDIN in words:
        return _answer_lines(question, words, rules, how, json)
    if len(words) != question.arity:
        raise UsageError(question.usage)
    answer = question.ask(*words, rules, how)
    why = rules.deciding.because(answer.decided_by, rules.restated)
    out.answer(render.as_json(answer, why) if json else render.page(answer, why))
    return 0 if answer.match else 1


def _answer_lines(question: _Question, words: Sequence[str], rules: NameRules, how: Options, json: bool) -> int:
    """Answer each line of standard input. Return 0 if every answer is yes, 2 if a line is not a question, else 1."""
    why = cache(lambda ids: rules.deciding.because(ids, rules.restated))
    code = 0
    for number, names in _lines(question, words):
        try:
            if len(names) != question.arity:
                expected = number_of(question.arity, "name")
                raise UsageError(f"expected {expected}, got {len(names)}; separate them with a tab")
            answer = question.ask(*names, rules, how)
        except UsageError as error:
            code = 2
            if json:
                out.write_json({"line": number, "error": str(error)})
            else:
                out.say(f"line {number}: {error}")
            continue
        code = max(code, 0 if answer.match else 1)
        out.answer(render.as_json(answer, why(answer.decided_by)) if json else clean(render.line(answer)))
    return code


# Complexity: one case for each form of a question on a line.
def _lines(question: _Question, words: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the names of each line of standard input that is not blank. Names that were typed beside `-`
    are put where they were typed. Invalid bytes become surrogates, which are refused like other bad letters."""
    given = [_STDIN] * question.arity if list(words) == [_STDIN] else list(words)
    if len(given) != question.arity:
        raise UsageError(question.usage)
    if sys.stdin is None:
        raise UsageError("there is no standard input to read names from")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    for number, line in enumerate(sys.stdin, 1):
        typed = line.rstrip("\r\n").split("\t")
        if not any(name.strip() for name in typed):
            continue
        if len(typed) == given.count(_STDIN):
            names = iter(typed)
            yield number, [next(names) if word == _STDIN else word for word in given]
        else:
            yield number, [*typed, *(word for word in given if word != _STDIN)]


# Complexity: a game that is named, or the only one that knows the names.
def _rules_of(library: Library, book: str | None, known_of: Callable[[NameRules], int], none: str = "") -> NameRules:
    """Return the naming rules of the chosen book with the user's card list. Without a book, those of the only game that
    knows most of the names that were asked about. Raises UsageError if no game or several do; `none` is what it says
    then if no game does."""
    games = [path.parent.name for path in sorted(paths.shipped().glob("*/names.yaml"))]
    named = (book or settings.default_book() or "").strip().partition("@")[0]
    if not named:
        every = [naming_from(slug, shipped_naming(slug), open_cards(slug)) for slug in games]
        counts = [known_of(each) for each in every]
        most = max(counts, default=0)
        if most and counts.count(most) == 1:
            only = every[counts.index(most)]
            out.say(Remark("only game", (only.book,)))
            return only
        if not most and none:
            raise UsageError(none)
    chosen = library.installed.slug_of(named) or named.lower()
    known = shipped_naming(chosen) if SLUG.fullmatch(chosen) else None
    if known is None and chosen not in library.installed:  # of a book of the user's, names are compared by their words
        *others, last = (f"-b {slug}" for slug in games)
        raise UsageError(f"which game? add {', '.join(others)} or {last}")
    return naming_from(chosen, known, open_cards(chosen))
