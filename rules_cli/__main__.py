"""`python -m rules_cli` and the console command `rules`: the one place where an exception becomes one line on
standard error and an exit code (0 found, 1 not found, 2 wrong usage or a broken file, 130 interrupted, 143 and 129 told
to stop)."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

from rules_cli.errors import RulesError, RulesWarning, UsageError  # the rest is loaded where an interrupt is heeded


class _Stopped(KeyboardInterrupt):
    """The system told us to stop: as with an interrupt, nothing is left half written. Holds the signal."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line (`sys.argv` unless given) and return the exit code."""
    words = sys.argv[1:] if argv is None else argv
    try:
        if argv is None:
            _heed_signals()
        code = _answer(words)
        with suppress(BrokenPipeError):
            if sys.stdout is not None:
                sys.stdout.flush()
        return code
    except KeyboardInterrupt as stop:
        return _stopped(stop, is_program=argv is None)
    except BrokenPipeError:  # the reader has seen enough
        return 0
    except (MemoryError, RecursionError) as error:
        return fail(f"too large to handle ({type(error).__name__}); try a smaller file or question", 2)
    except OSError as error:
        return fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), 2)
    except Exception as error:
        if os.environ.get("RULES_DEBUG"):
            raise
        return fail(_unforeseen(error), 2)
    finally:
        _let_go()


def _unforeseen(error: Exception) -> str:
    if isinstance(error, ImportError):
        return f"a part of rules can't be loaded ({error}); install it again"
    if type(error).__module__ == "sqlite3":  # neither a file nor memory could hold what is derived from the books
        return f"no index can be kept ({error}); is the disk full? rules doctor tells more"
    return f"this is a bug, please report it: {type(error).__name__}: {error} (RULES_DEBUG=1 shows where)"


def _heed_signals() -> None:
    """Let what stops a program be an exception, so that everything begun is undone; not where it is to be ignored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, _frame: Any) -> NoReturn:
    raise _Stopped(number)


def _stopped(stop: KeyboardInterrupt, is_program: bool) -> int:
    if is_program:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one would break the line in two
    told = isinstance(stop, _Stopped)
    code = fail("told to stop" if told else "interrupted", 128 + (stop.args[0] if told else signal.SIGINT))
    if is_program:  # Python itself might still end by the signal, or wait for what is beside the point by now
        _let_go()
        os._exit(code)
    return code


def _answer(words: list[str]) -> int:
    from rules_cli.cli.words import with_command

    try:
        with _warnings_as_lines():
            return _run(with_command(words))
    except RulesError as error:
        if error.exit_code == 1 and "--json" in words:
            from rules_cli.render import as_json, out

            out.write_json(as_json.missing(error))
        return fail(str(error), error.exit_code)


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Say each warning in one line: what was left out of an answer, and why."""
    with warnings.catch_warnings():
        warnings.simplefilter("default", RulesWarning)
        warnings.showwarning = lambda message, *_, **__: _say_warning(message)
        yield


def _say_warning(message: Warning | str) -> None:
    fail(str(message), 0)


def _let_go() -> None:
    """Leave nothing for the interpreter to flush, as it ends, into a stream that can't be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(argv: list[str]) -> int:
    """Answer a command line, by the short way where there is one."""
    from rules_cli.cli import quick

    code = quick.answer(argv)
    return _run_typer(argv) if code is None else code


def _run_typer(argv: list[str]) -> int:
    """Answer by typer's grammar, without its own ways to end a program."""
    from typer import Abort, Exit, TyperException
    from typer.main import get_command

    from rules_cli.cli.app import app

    if "_RULES_COMPLETE" in os.environ:  # the shell asks what could be typed
        app(prog_name="rules")
    command = get_command(app)
    try:
        with command.make_context("rules", argv) as context:
            result = command.invoke(context)
        return result if isinstance(result, int) else 0
    except Exit as done:
        return done.exit_code
    except TyperException as error:
        raise UsageError(f"{error.format_message()} (rules --help lists what there is)") from None
    except Abort:
        raise KeyboardInterrupt from None


def fail(message: str, code: int) -> int:
    """Say in one line on standard error what is wrong, and give the exit code back."""
    from rules_cli.render.out import say

    with suppress(OSError, ValueError):
        say(message)
    return code


if __name__ == "__main__":
    sys.exit(main())
