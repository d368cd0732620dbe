"""`rules cost [GAME] BASE [MOD…] [OPTION…]`. Its words (`+1:frostbite -2`) have a grammar of their own, in costs/."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules_cli.captions import Remark
from rules_cli.cli import options
from rules_cli.cli.cost_cards import read_with_cards
from rules_cli.cli.options import caption, language_of_game, open_library
from rules_cli.costs import CostAnswer, TotalsOfHalves, answer
from rules_cli.costs.arguments import CostQuestion, NoCost, Refused, option_tables, shared_option
from rules_cli.costs.grammar import game_of
from rules_cli.costs.session import Session, split_what_if
from rules_cli.errors import BookNotFound, UsageError
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import DecidingRules
from rules_cli.model import Because
from rules_cli.render import costs, out
from rules_cli.render.writers import FORMS
from rules_cli.store import settings
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import shorten

CONTEXT_SETTINGS = {"cost": {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}}


def cost(words: options.CostWords = None) -> int:
    """Work out what must be paid after every modifier, step by step, each step with its rule."""
    try:
        return _answer(words or [])
    except Refused as refusal:
        raise UsageError(costs.reason(refusal)) from None


# Complexity: one case for each way to ask.
def _answer(asked: Sequence[str]) -> int:
    """Answer the words after `rules cost`: help, one question, several, or a session; return the exit code."""
    if shared_option(asked, "help") is not None:
        out.show(costs.help_page(option_tables(asked)))
        return 0
    asked = _with_form(asked)
    asking = _Asking(open_library(shared_option(asked, "lang")))
    typed = _with_slugs(asking.library.installed, asked)
    plain = [word for word in typed if word != "--json"]
    if plain[-1:] == ["-"]:
        lines = [line.split() for line in sys.stdin]
        parts = [(" ".join(line), [*plain[:-1], *line]) for line in lines if line]
        return asking.side_by_side(parts, as_json="--json" in typed)
    if "--or" in plain:
        parts = [(" ".join(words), words) for words in _alternatives(plain)]
        return asking.side_by_side(parts, as_json="--json" in typed)
    try:
        return asking.alone(asking.read(typed))
    except NoCost:
        if not (out.types() and out.on_terminal()):
            raise
    if others := game_of(typed, asking.default)[2]:
        out.say(Remark("no cost in session", (shorten(" ".join(others)),)))
    return _session(asking, typed)


def _with_form(words: Sequence[str]) -> list[str]:
    """Return the words with --json for --format json, and obey the other forms. Raises UsageError."""
    typed = shared_option(words, "format") or ""
    form = next((form for form in FORMS if form == (typed or "plain")), None)
    if form is None:
        raise UsageError(f"--format takes {', '.join(FORMS)}; not {shorten(typed)!r}")
    out.settings.form = form
    return [*words, "--json"] if form == "json" and "--json" not in words else [*words]


def _alternatives(words: Sequence[str]) -> list[list[str]]:
    """Return the questions between each `--or`; the first word of a later one is no game if the first has one."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "--or":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


class _Asking:
    """Asks questions about costs of one library, and prints the answers."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.default = _slug(library.installed, settings.default_book())

    def read(self, words: Sequence[str]) -> CostQuestion:
        """Read a question; its game is that of later ones that name none."""
        caption(self.library, language_of_game(self.library, game_of(words, self.default)[0]))  # for a refusal
        question = read_with_cards(words, self.default)
        if "@" not in (self.default or "") or question.edition is not None:
            self.default = "@".join(filter(None, (question.game, question.edition)))
        caption(self.library, language_of_game(self.library, question.game))
        return question

    def answer(self, question: CostQuestion) -> tuple[CostAnswer, DecidingRules, list[Because]]:
        """Return the answer to a question, and the rules that decided."""
        deciding = DecidingRules(question.game, self.library, _edition(self.library, question))
        found = answer(question, deciding)
        return found, deciding, deciding.because(deciding.ids(found.because), question.file.all_restated)

    def alone(self, question: CostQuestion) -> int:
        """Print the answer to one question; return 1 if the cost can't be paid, else 0. Raises TotalsOfHalves."""
        try:
            found, deciding, why = self.answer(question)
        except TotalsOfHalves as halves:
            if question.has("json"):
                out.answer(costs.halves_as_json(question.game, question.base, halves.answers))
            raise
        if question.has("json"):
            out.answer(costs.as_json(found, deciding, why))
        else:
            out.answer(costs.page(found, deciding, why, question.has("explain")))
        return 1 if found.payable is False else 0

    def side_by_side(self, parts: Sequence[tuple[str, Sequence[str]]], as_json: bool) -> int:
        """Print the answers to several questions, each with its name, in a line each.

        A later question without a cost changes the first; else it has the first one's means to pay. Exit code 1 if none
        can be paid, 2 if one can't be read.
        """
        if not parts:
            raise UsageError("no line on standard input: one cost a line, 2WU +1")
        first: CostQuestion | None = None
        rows: list[tuple[str, CostAnswer | None, dict[str, Any]]] = []
        for name, words in parts:
            try:
                question = self._beside(words, parts[0][1], first)
                found, deciding, why = self.answer(question)
            except UsageError as refusal:
                rows.append((name, None, {"typed": name, "error": costs.reason(refusal)}))
                continue
            first = first or question
            rows.append((name, found, {"typed": name, **costs.as_json(found, deciding, why)}))
        out.answer([data for *_, data in rows] if as_json else costs.table(rows))
        found_ = [found for _, found, _ in rows]
        if None in found_:
            return 2
        return 1 if all(each and each.payable is False for each in found_) else 0

    def _beside(self, words: Sequence[str], before: Sequence[str], first: CostQuestion | None) -> CostQuestion:
        """Return a question with the means of the first; without a cost, it is added to the words of the first."""
        try:
            question = self.read(words)
        except NoCost:
            if first is None:
                raise
            return self.read([*before, *words])
        before_it = first.options if first else {}
        means = {name: values for name, values in before_it.items() if name in question.file.means}
        return replace(question, options={**means, **question.options})


def _session(asking: _Asking, words: Sequence[str]) -> int:
    """Answer one question after another on a terminal: a line without a cost is added to the question before."""
    import readline  # noqa: F401 - lines can be edited

    out.show(costs.session_help())
    state = Session(tuple(words))
    while True:
        try:
            line = input("cost> ")
        except (EOFError, KeyboardInterrupt):
            return 0
        if line.strip().lower() in ("quit", "exit", "q"):
            return 0
        try:
            state = _answer_line(asking, state, line.split())
        except UsageError as refusal:
            out.say(costs.reason(refusal))


def _answer_line(asking: _Asking, state: Session, line: Sequence[str]) -> Session:
    """Answer a line of a session and return the session after it; a line with `--or` compares several questions."""
    first, *others = _alternatives(line)
    if not others:
        kept, asked = state.after(line, asking.read)
        if asked is not None:
            asking.alone(asked)
        return kept
    is_what_if, asked_first = split_what_if(first)
    compared, _ = state.after(asked_first, asking.read)
    name = " ".join(asked_first or compared.last)
    parts = [(name, compared.last), *((" ".join(words), words) for words in others)]
    asking.side_by_side(parts, as_json=False)
    return state if is_what_if else compared


def _with_slugs(installed: InstalledBooks, words: Sequence[str]) -> list[str]:
    """Return the words with the slug of a book where they have a name of its game: in front, and as the option."""
    found = list(words)
    if named := installed.book_in_front(words):
        book, length = named
        found[:length] = ["-b", book] if "@" in book else [book]  # only the option takes an edition
    chosen = shared_option(found, "book")
    slug = _slug(installed, chosen)
    if not chosen or not slug:
        return found
    with_slug = {chosen: slug, f"--book={chosen}": f"--book={slug}"}
    return [with_slug.get(word, word) for word in found]


def _slug(installed: InstalledBooks, book: str | None) -> str | None:
    """Return a book that is named by its slug or by its game, `magic@2015`, with its slug."""
    name, at, edition = (book or "").partition("@")
    return f"{installed.slug_of(name) or name}{at}{edition}" or None


def _edition(library: Library, question: CostQuestion) -> str | None:
    """Return the edition asked for; raises UsageError if it is not installed: exit code 1 would say "not payable"."""
    if question.edition is None:
        return None
    try:
        return library.installed.edition(question.game, question.edition).name
    except BookNotFound as error:
        raise UsageError(str(error)) from None
