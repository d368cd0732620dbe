"""`python -m rules_cli` and the console command `rules`: the one place where an exception becomes one line on
standard error and an exit code (0 found, 1 not found, 2 wrong usage or a broken file, 130 interrupted)."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from rules_cli.cli.words import with_command
from rules_cli.errors import RulesError, UsageError


def main(argv: list[str] | None = None) -> int:
    """Run the command line (`sys.argv` unless given) and return the exit code."""
    words = sys.argv[1:] if argv is None else argv
    try:
        code = _run(with_command(words))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except RulesError as error:
        if error.exit_code == 1 and "--json" in words:
            from rules_cli.render import as_json, out

            out.write_json(as_json.missing(error))
        return fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return fail("interrupted", 130)
    except BrokenPipeError:
        with suppress(OSError):  # the reader has gone: leave nothing for the interpreter to flush into it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (MemoryError, RecursionError) as error:
        return fail(f"too large to handle ({type(error).__name__}); try a smaller file or question", 2)
    except OSError as error:
        return fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), 2)
    except Exception as error:
        if os.environ.get("RULES_DEBUG"):
            raise
        return fail(f"this is a bug, please report it: {type(error).__name__}: {error} (RULES_DEBUG=1 shows where)", 2)


def _run(argv: list[str]) -> int:
    """Answer a command line, by the short way where there is one."""
    from rules_cli.cli import quick

    code = quick.answer(argv)
    return _run_typer(argv) if code is None else code


def _run_typer(argv: list[str]) -> int:
    from typer import Abort, Exit, TyperException

    from rules_cli.cli.app import app

    try:
        result = app(argv, standalone_mode=False, prog_name="rules")
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
