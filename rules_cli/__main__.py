"""`python -m rules_cli` and the console command `rules`.

Every exception becomes one line on standard error and an exit code: 0 found, 1 not found, 2 wrong usage or a damaged
file, 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import AbstractContextManager, nullcontext


# Complexity: one case for each kind of error.
def main(argv: list[str] | None = None) -> int:
    """Run the command line (`sys.argv` unless given) and return the exit code. Errors are printed, not raised."""
    code = 0
    if argv is None:
        gc.disable()  # until the command's modules are loaded
    try:
        code = _answer(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return fail("interrupted", 130)
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        return code
    except (MemoryError, RecursionError) as error:
        return fail(f"too large to handle ({type(error).__name__}); try a smaller file or question", 2)
    except OSError as error:
        return fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), 2)
    except Exception as error:
        if os.environ.get("RULES_DEBUG"):
            raise
        return fail(_explain(error), 2)
    finally:
        for stream in (sys.stdout, sys.stderr):  # emptied now, so that the interpreter does not fail when it ends
            try:
                if stream is not None:
                    stream.flush()
            except (OSError, ValueError):
                from rules_cli.render.out import to_nowhere

                to_nowhere(stream)


def _explain(error: Exception) -> str:
    """Return what to tell the user about an exception that is not a RulesError."""
    if isinstance(error, ImportError):
        return f"a part of rules can't be loaded ({error}); install it again"
    if type(error).__module__ == "sqlite3":  # there is no room for an index, neither on disk nor in memory
        return f"no index can be written ({error}); is the disk full? rules doctor tells more"
    return f"this is a bug, please report it: {type(error).__name__}: {error} (RULES_DEBUG=1 shows where)"


def _answer(words: list[str]) -> int:
    """Run the command line and return the exit code. Print a RulesError, and each warning once, on standard error."""
    import warnings

    from rules_cli.errors import RulesError, RulesWarning, SchemaError

    printed: set[str] = set()

    def print_once(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in printed:
            print_error(message)
        printed.add(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("default", RulesWarning)
        warnings.showwarning = print_once
        try:
            with _first_screen(words):
                from rules_cli.cli.app import run

                return run(words)
        except RulesError as error:
            from rules_cli.render import out

            if error.exit_code == 1 and "--json" in words:
                from rules_cli.render import as_json

                out.write_json(as_json.missing(error))
            if isinstance(error, SchemaError):  # advice about words does not repair a data file
                return fail(str(error), error.exit_code)
            return fail(str(out.advised(str(error))), error.exit_code)


def _first_screen(words: list[str]) -> AbstractContextManager[None]:
    """Paint the first screen of the interactive look-up at once: loading the command line takes longer.
    Does nothing for any other command."""
    is_other_command = words and (words[0] != "look" or {"-h", "--help"} & set(words))
    if is_other_command or "_RULES_COMPLETE" in os.environ:  # the shell asks for completions, without words
        return nullcontext()
    from rules_cli.look.terminal import painted

    return painted(bare=not words)


def fail(message: str, code: int) -> int:
    """Print an error in one line on standard error, and return the exit code."""
    print_error(message)
    return code


def print_error(message: object) -> None:
    """Print one line on standard error, if it can be written."""
    from contextlib import suppress

    from rules_cli.render.out import say

    with suppress(OSError, ValueError):
        say(str(message))


if __name__ == "__main__":
    sys.exit(main())
