"""`python -m rules_cli` and the console command `rules`: the one place where an exception becomes one line on
standard error and an exit code (0 found, 1 not found, 2 wrong usage or a broken file, 130 interrupted, 143 and 129 told
to stop)."""

from __future__ import annotations

import os  # no more than is needed to heed a signal: all else is loaded where an interrupt is an answer
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_AGAIN = [signal.SIGALRM] if hasattr(signal, "setitimer") else []
_PATIENCE = 1.0  # seconds


class _Stopped(KeyboardInterrupt):
    """Someone or the system told us to stop: all that was begun is undone. Holds the signal."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line (`sys.argv` unless given) and return the exit code."""
    is_program = argv is None
    code = 0
    try:
        if is_program:
            _heed_signals()
        code = _answer(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt as stop:
        return _stopped(stop, is_program)
    except BrokenPipeError:  # the reader has seen enough
        return code
    except (MemoryError, RecursionError) as error:
        return fail(f"too large to handle ({type(error).__name__}); try a smaller file or question", 2)
    except OSError as error:
        return fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), 2)
    except Exception as error:
        if os.environ.get("RULES_DEBUG"):
            raise
        return fail(_unforeseen(error), 2)
    finally:
        if is_program:
            _ignore_signals()  # there is no more to be undone, and the answer is given
        _let_go()


def _unforeseen(error: Exception) -> str:
    if isinstance(error, ImportError):
        return f"a part of rules can't be loaded ({error}); install it again"
    if type(error).__module__ == "sqlite3":  # neither a file nor memory could hold what is derived from the books
        return f"no index can be kept ({error}); is the disk full? rules doctor tells more"
    return f"this is a bug, please report it: {type(error).__name__}: {error} (RULES_DEBUG=1 shows where)"


def _heed_signals() -> None:
    """Let what stops a program be an exception, so that everything begun is undone; not where it is to be ignored."""
    for number in _SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _stop)
    if _AGAIN:
        sys.unraisablehook = _unheeded


def _stop(number: int, _frame: Any) -> NoReturn:
    """Stop once: a second signal would cut short what is being undone. Who insists a second later is not kept."""
    since = time.monotonic()

    def insisted(again: int, _frame: Any) -> None:
        if time.monotonic() - since > _PATIENCE:
            os._exit(128 + again)

    for each in _SIGNALS:
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, insisted)
    raise _Stopped(number)


def _unheeded(unraisable: Any) -> None:
    """Stop a moment later where Python itself has dropped what stops us, as it does in callbacks from its own code."""
    stop = unraisable.exc_value
    if not isinstance(stop, _Stopped):
        sys.__unraisablehook__(unraisable)
        return

    def again(_number: int, _frame: Any) -> NoReturn:
        raise stop

    signal.signal(signal.SIGALRM, again)
    signal.setitimer(signal.ITIMER_REAL, 0.001)


def _ignore_signals() -> None:
    for number in _SIGNALS + _AGAIN:
        signal.signal(number, signal.SIG_IGN)


def _stopped(stop: KeyboardInterrupt, is_program: bool) -> int:
    if is_program:
        _ignore_signals()  # one more would break the line in two
    number = stop.args[0] if isinstance(stop, _Stopped) else signal.SIGINT
    code = fail("interrupted" if number == signal.SIGINT else "told to stop", 128 + number)
    if is_program:  # Python itself might still end by the signal, or wait for what is beside the point by now
        _let_go()
        os._exit(code)
    return code


def _answer(words: list[str]) -> int:
    import warnings

    from rules_cli.cli.app import run
    from rules_cli.errors import RulesError, RulesWarning

    with warnings.catch_warnings():  # each is said in one line: what was left out of an answer, and why
        warnings.simplefilter("default", RulesWarning)
        warnings.showwarning = lambda message, *_, **__: _say_warning(message)
        try:
            return run(words)
        except RulesError as error:
            if error.exit_code == 1 and "--json" in words:
                from rules_cli.render import as_json, out

                out.write_json(as_json.missing(error))
            return fail(str(error), error.exit_code)


def _say_warning(message: Warning | str) -> None:
    fail(str(message), 0)


def _let_go() -> None:
    """Leave nothing for the interpreter to flush, as it ends, into a stream that can't be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            from rules_cli.render.out import to_nowhere

            to_nowhere(stream)


def fail(message: str, code: int) -> int:
    """Say in one line on standard error what is wrong, and give the exit code back."""
    from contextlib import suppress

    from rules_cli.render.out import say

    with suppress(OSError, ValueError):
        say(message)
    return code


if __name__ == "__main__":
    sys.exit(main())
