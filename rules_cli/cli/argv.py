"""Read a command line: the options that every command takes, and what a line without a command means: a rule, a book,
a search, or a misspelt command."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from itertools import pairwise

from rules_cli.captions import Remark, Words
from rules_cli.cli.commands import COMMANDS
from rules_cli.errors import RulesError, UsageError
from rules_cli.numbers.typed_words import all_numbers
from rules_cli.render import out
from rules_cli.text import LEAVE, fold, shorten

_MOST_SLIPS = 2  # edits between a typed word and the command that it may be, one if their first letters differ: with
# more, words of rules would be taken for commands, such as floor for look
_LONGEST = 2_000  # characters of a question from a pipe
_MOST_BEFORE_LETTER = 2  # words in front of a letter that is a number: a book and `Appendix`
_SEARCHING = ("search", "look", "penalty")  # commands that take any words
_SETTING = ("config", "mcp", "skill")  # commands with words that are settings
_OWN_WORDS = ("import", "find", "match", "moniker", "part")  # of commands that have several: `card import FILE`
_LEAST_OF_QUESTION = 2  # words after a command, by which it may be a question
_LEAST_OF_WORD = 3  # letters: `a b` is no question
_OTHER_NAMES = {"version": ["--version"], "list": ["books"]}
_OF_OTHER_PROGRAMS = {
    **dict.fromkeys(("update", "upgrade", "download", "install", "get"), "fetch"),
    **dict.fromkeys(("delete", "uninstall", "rm"), "remove"),
}
"""Commands of other programs, and ours that does the same: alone or with a book, they are hardly a question."""
BOOK_OPTIONS = ("-b", "--book")
WITH_VALUE = {*BOOK_OPTIONS, "--depth", "--context", "--lang", "--as-of", "--format"}
"""The options of `show` that have a value after them."""
FLAGS = {"--plain", "--json", "-h", "--help"}
"""The other options of `show`."""


def take_output_options(argv: Sequence[str]) -> list[str]:
    """Return a command line without --color and --no-pager, and obey these: every command takes them at any place."""
    others: list[str] = []
    words = iter(argv)
    for word in words:
        if word == "--":
            return [*others, word, *words]
        if word == "--no-pager":
            out.settings.paged = False
        elif word.partition("=")[0] == "--color":
            value = word.partition("=")[2] if "=" in word else next(words, "")
            if value not in out.COLORING:
                raise UsageError(f"--color must be one of {', '.join(out.COLORING)}")
            out.settings.color = out.COLORING[value]
        else:
            others.append(word)
    return others


def _command_first(argv: Sequence[str]) -> Sequence[str]:
    """Return a command line whose command is before the options that every command has."""
    before = 0
    while argv[before] in {*BOOK_OPTIONS, "--lang"} and argv[before + 2 :]:
        before += 2
    return [argv[before], *argv[:before], *argv[before + 1 :]] if argv[before] in COMMANDS else argv


# Complexity: one case for each way to begin a command line.
def expand(argv: Sequence[str], own_options: Collection[str]) -> list[str]:
    """Return a command line with its command in front; `own_options` are those of `rules` itself. Raises UsageError if
    help is asked for an unknown command, or for a word that leaves other programs."""
    if list(argv[:1]) == ["-"]:
        argv = [*_piped(), *argv[1:]]
    elif _is_without_words(argv) and _is_piped():
        argv = [*_piped(), *argv]
    if _is_without_words(argv):
        return ["look", *argv]
    argv = _command_first(argv)
    first, rest = argv[0], list(argv[1:])
    if first in COMMANDS or first in own_options:
        book, question = _book_in_front(rest) if first in _SEARCHING and rest else (None, rest)
        return [first, *question, "-b", book] if book and (question or first != "search") else list(argv)
    if first == "help":
        words = [word for word in rest if not word.startswith("-")]
        if words and words[0] not in COMMANDS:
            raise UsageError(f'no command "{shorten(words[0])}"; rules --help lists the commands')
        return [*words, "--help"]
    if first in _OTHER_NAMES and all(word.startswith("-") for word in rest):
        return [*_OTHER_NAMES[first], *rest]
    if first.lower().lstrip(":") in LEAVE and not rest:
        raise UsageError(f"nothing to leave: each command ends by itself; to look the word up: rules search {first}")
    book, question = _book_in_front(argv)
    if book and all(word.startswith("--") for word in question):
        return ["books", book, *question]
    if book and (meant := of_other_program(argv)):  # without a book, `misspelt` asks
        out.say(f"did you mean: {meant}?")
    is_show = _names_rules(question) or (book and _is_letter_of(book, question))
    return ["show" if is_show else "search", *question, *(("-b", book) if book else ())]


def _is_without_words(argv: Sequence[str]) -> bool:
    return not argv or (argv[0].startswith(BOOK_OPTIONS) and not _words(argv))


def _is_piped() -> bool:
    """Return whether standard input is a pipe or a file. Programs that have no question leave it at the null device."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # it is closed, or no file of the system
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def _piped() -> list[str]:
    """Return the words of a question on standard input."""
    return sys.stdin.read(_LONGEST).split() if sys.stdin else []


def _is_letter_of(book: str, words: Sequence[str]) -> bool:
    """Return whether the only word is in capital letters and is the number of a row of the book: `II`, `A`."""
    from rules_cli.store.editions import InstalledBooks

    if len(words) != 1 or not (words[0].isupper() and words[0].isalpha()):
        return False
    installed, (slug, _, name) = InstalledBooks(), book.partition("@")
    is_installed = installed.slug_of(slug) is not None
    return is_installed and installed.edition(slug, name or None).get(words[0]) is not None


def _book_in_front(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the book that the first words name, or the last one, if any, and the other words."""
    is_number = argv[0][:1].isdigit()
    if (is_number and len(argv) < 2) or argv[0].startswith("-") or any(word in BOOK_OPTIONS for word in argv):
        return None, list(argv)
    from rules_cli.store.editions import InstalledBooks

    words = [*argv[0].removesuffix(":").split(), *argv[1:]]
    installed = InstalledBooks()
    book, count = (None if is_number else installed.book_in_front(words)) or (None, 0)
    if not book and (book := installed.book_behind(words)):
        return book, words[:-1]
    return book, words[count:] if book else list(argv)


def _words(argv: Sequence[str]) -> list[str]:
    """Return the words of a question without the options of `show` and their values."""
    words = []
    for before, word in zip(["", *argv], argv, strict=False):
        is_option = word.partition("=")[0] in WITH_VALUE | FLAGS or word.startswith("-b")
        if not is_option and before not in WITH_VALUE:
            words.append(word)
    return words


def _names_rules(argv: Sequence[str]) -> bool:
    """Return whether the words of a question without a command are rule numbers."""
    words = _words(argv)
    parts = " ".join(words).split()
    ends_in_letter = 1 < len(parts) <= _MOST_BEFORE_LETTER + 1 and len(parts[-1]) == 1
    has_dot = any("." in word.strip(".") for word in words)  # III.D
    if all_numbers(words) or not (ends_in_letter or has_dot or any(map(str.isdigit, "".join(words)))):
        return all_numbers(words)
    from rules_cli.lookup.typed import reads_as_rules  # here, because few questions name a book in front of a number
    from rules_cli.store.editions import InstalledBooks

    return reads_as_rules(InstalledBooks(), words)


def misspelt(argv: Sequence[str]) -> str | None:
    """Return the command line that was probably meant instead of a search; None if the search was meant. Its first word
    is a command of other programs, and at most a book follows. Or it is spelt nearly like a command, and is neither a
    common word, nor a word of an installed book or a slip of a term: `ward 2` is about ward, `tramle` about trample."""
    first = argv[0].lower()
    if meant := of_other_program(argv):
        return meant
    from rapidfuzz.distance import OSA

    slips, command = min((OSA.distance(first, name), name) for name in COMMANDS)
    if slips > min(_MOST_SLIPS - (first[:1] != command[:1]), len(command) // 2):
        return None
    from rules_cli.library import Library
    from rules_cli.lookup.definitions import match_misspelt
    from rules_cli.lookup.terms import terms_of
    from rules_cli.search import has_word
    from rules_cli.search.vectors import is_common

    library = Library.open()
    if is_common(first, "en") or has_word(library, first):
        return None
    is_term = slips > 1 and any(match_misspelt(first, terms_of(each)) for each in library.installed.newest())
    return None if is_term else command_line(command, *argv[1:])


def of_other_program(argv: Sequence[str]) -> str | None:
    """Return our command line for a command of other programs, alone or with a book, `install mtg`; None for others."""
    first = argv[0].lower() if argv else ""
    if first in _OF_OTHER_PROGRAMS and _names_book_at_most(_words(argv)[1:]):
        return command_line(_OF_OTHER_PROGRAMS[first], *argv[1:])
    return None


def _names_book_at_most(words: Sequence[str]) -> bool:
    """Return whether words are the name of a book, or empty."""
    from rules_cli.store.editions import InstalledBooks

    return not words or (InstalledBooks().book_in_front(words) or ("", 0))[1] == len(words)


def command_line(*words: str) -> str:
    """Return words after `rules` as a person types them in a shell."""
    import shlex  # few answers advise a command

    return f"rules {shlex.join(words)}"


# Complexity: each reason why a first word is a command after all.
def search_instead(argv: Sequence[str]) -> Words:
    """Return the advice to search for words that may be a question, though the first is a command: `card draw`, if all
    are English, or a command alone that a rule has for its title, `trace`. Empty for other command lines."""
    command, *words = [word.rstrip("?") for word in _words(argv)] or [""]
    is_command = command in COMMANDS and command not in (*_SEARCHING, *_SETTING) and "--json" not in argv
    if (
        not is_command
        or not all(map(str.isalpha, words))
        or (command == "name" and words[:1] and words[0] in _OWN_WORDS)
    ):
        return ""
    from rules_cli.library import Library
    from rules_cli.lookup.definitions import rule_of_term
    from rules_cli.search.vectors import is_known

    fits = bool(words) and all(is_known(fold(word), "en") for word in words)
    if not words:
        book = next((value for option, value in pairwise(argv) if option in BOOK_OPTIONS), None)
        with suppress(RulesError):  # the book is not installed
            row = rule_of_term(Library.open(), command, book)
            fits = row is not None and fold(row.entry.row.title or "") == command
    return Remark("look words up", (command_line("search", *argv),)) if fits else ""


# Complexity: each reason why words are no question.
def question_instead(argv: Sequence[str]) -> list[str]:
    """Return the search for a question of three words or more that begins with a command: *remove counter as cost*.
    Empty if a word after the command is what commands have there: their own words, a name or a cost in capitals, a
    book or a file."""
    words = _words(argv)[1:]
    is_worded = len(words) >= _LEAST_OF_QUESTION and max(map(len, words)) >= _LEAST_OF_WORD
    is_worded = is_worded and all(word == word.lower() for word in words)
    if not is_worded or words[0] in _OWN_WORDS or not search_instead(argv):
        return []
    from rules_cli.store.editions import InstalledBooks

    installed = InstalledBooks()
    are_options_known = all(word in (*BOOK_OPTIONS, "--lang", "--plain") for word in argv if word.startswith("-"))
    is_named = any(os.path.lexists(word) or installed.slug_of(word) for word in words)
    return ["search", *argv] if are_options_known and not is_named else []
