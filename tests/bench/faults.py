#!/usr/bin/env python3
"""What is lost when things go wrong: the table of SECURITY.md, measured anew in some two minutes.

`python tests/bench/faults.py [--seed N] [WORDS…]` tries everything, or what functions do whose names hold the words.
Each row says how much was tried, what was lost (an edition, an answer, a documented end), and how long the slowest
took.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from importlib import import_module
from io import BytesIO, StringIO, TextIOWrapper
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import dying  # noqa: E402
from dying import child, command, end_of, start  # noqa: E402
from support import HARBOUR  # noqa: E402

from rules_cli import Library  # noqa: E402
from rules_cli.__main__ import main as rules  # noqa: E402
from rules_cli.cli.commands import COMMANDS  # noqa: E402
from rules_cli.errors import RulesError  # noqa: E402

OLD, NEW = "carries cargo", "carries nothing but cargo"
IMPORT = ("--book", "port", "--edition", "2026", "--replace")
RULES = [sys.executable, "-m", "rules_cli"]
FINE, LOST = 0, 1
Work = Callable[[], int]


@dataclass
class Row:
    """What was tried of one thing, what of it was lost, and the slowest of it in seconds."""

    what: str
    tried: int = 0
    lost: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def took(self, seconds: float, fault: str = "") -> None:
        """Count one more."""
        self.tried += 1
        self.slowest = max(self.slowest, seconds)
        if fault:
            self.lost += 1
            self.faults.append(fault)

    def tell(self) -> None:
        """Print it as a row of a table."""
        print(f"| {self.what} | {self.tried:,} | {self.lost or 'nothing'} | {self.slowest:.2f} s |", flush=True)
        for fault in self.faults[:5]:
            print(f"    {fault}", file=sys.stderr)


@dataclass(frozen=True)
class Place:
    """A home, and the files that are imported into it."""

    folder: Path

    @property
    def home(self) -> Path:
        """The library, cache and settings."""
        return self.folder / "home"

    def book(self, words: str = OLD, rules: int = 0) -> Path:
        """The made-up book with these words in its first rule; with so many more rules, for what must take long."""
        path = self.folder / f"{words.split()[1]}-{rules}.txt"
        if not path.exists():
            more = (
                f"2.{n // 50}.{n % 50} Ship {n} waits {n % 7} turns in harbour {n % 11}.\n" for n in range(50, rules)
            )
            path.write_text(HARBOUR.replace(OLD, words) + "\n2 More\n\n" * bool(rules) + "\n".join(more))
        return path

    def put(self, words: str = OLD) -> Work:
        """Imports the book with these words."""
        return command("import", str(self.book(words)), *IMPORT)


def held() -> str:
    """The words of the edition that a new library answers from; "" where its answers are not all of one."""
    library = Library.open()
    text = library.rule("port:1.0.1").text or ""
    same = library.search("a ship is a card", book="port")[0].rule.text == text
    return next((words for words in (OLD, NEW) if words in text and same), "")


def there() -> bool:
    """Whether the made-up book is."""
    return "port" in Library.open().installed.slugs()


def checked(look: Callable[[], bool]) -> str:
    """Return what is wrong with the library, "" if nothing is."""
    try:
        return "" if look() else "neither the old nor the new"
    except (RulesError, LookupError, OSError) as error:
        return f"{type(error).__name__}: {error}"


# --- one thing goes wrong in the middle of a change


def changes(place: Place) -> dict[str, tuple[Callable[[], object], Work, Callable[[], bool]]]:
    """Each change: what comes before it, the change, and whether what it leaves is whole."""
    cards = place.folder / "cards.csv"
    cards.write_text("name\nThe New Gull\n")

    def two_editions() -> None:
        for edition in ("2026", "2027"):
            child(command("import", str(place.book()), "--book", "port", "--edition", edition))

    def all_or_none() -> bool:
        return not there() or len(Library.open().editions("port")) == 2

    return {
        "an import": (lambda: child(place.put()), place.put(NEW), lambda: held() in (OLD, NEW)),
        "a removal of two editions": (two_editions, command("remove", "port"), all_or_none),
        "an import of a card list": (
            lambda: child(place.put()),
            command("name", "import", str(cards), "-b", "port"),
            lambda: child(command("name", "find", "gull", "-b", "port")) in (0, 1),
        ),
        "a change of a setting": (
            lambda: child(place.put()),
            command("config", "book", "port"),
            lambda: child(command("config", "book")) == 0,
        ),
    }


def at_every_step(place: Place, what: str, act: Callable[[], None], way: Callable[..., Work], codes: set[int]) -> Row:
    """Every change with something wrong at each of its steps; each must end so, and leave what is whole."""
    row = Row(f"changes {what} at every step")
    for name, (before, change, is_whole) in changes(place).items():
        for step in range(1, 200):
            before()
            begun = time.perf_counter()
            code = child(way(step, act, change))
            seconds = time.perf_counter() - begun
            fault = checked(is_whole) or ("" if code in codes else f"ends with {code}")
            row.took(seconds, fault and f"{name}, step {step}: {fault}")
            if code == 0:
                break
    return row


def killed_at_steps(place: Place) -> Row:
    """As by `kill -9`."""
    return at_every_step(place, "killed", dying.die, dying.at_step, {dying.KILLED, 0})


def full_from_steps(place: Place) -> Row:
    """As on a disk that is full."""
    return at_every_step(place, "on a disk that is full from then on,", dying.full, dying.from_step, {0, 1, 2})


def refused_from_steps(place: Place) -> Row:
    """As in folders that may not be written."""
    return at_every_step(place, "in folders that refuse from then on,", dying.refused, dying.from_step, {0, 1, 2})


def interrupted_at_steps(place: Place) -> Row:
    """As by Ctrl-C."""
    return at_every_step(place, "interrupted", dying.interrupt, dying.at_step, {130, 0})


def limited_bytes(place: Place) -> Row:
    """Imports on a disk that takes only so many bytes of a file: told so, or killed by the system in the write."""
    row = Row("imports with room for only so many bytes")
    for size in (*range(0, 400, 80), *range(400, 40_000, 2500)):
        for killed in (False, True):
            child(place.put())
            begun = time.perf_counter()
            code = child(dying.with_files_of(size, place.put(NEW), killed))
            seconds = time.perf_counter() - begun
            fault = checked(lambda: held() in (OLD, NEW)) or ("" if code <= 2 and code != dying.A_BUG else f"{code}")
            row.took(seconds, fault and f"{size} bytes: {fault}")
    return row


def killed_at_random(place: Place) -> Row:
    """Real imports of a book of 3,000 rules, killed or told to stop at any moment."""
    row = Row("imports of 3,000 rules killed (-9, -15, -2) at random moments")
    whole = imported(place, OLD)
    for turn in range(30):
        process = importing(place, (NEW, OLD)[turn % 2])
        time.sleep(random.uniform(0.03, whole * 1.05))
        process.send_signal((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)[turn % 3])
        process.wait()
        begun = time.perf_counter()
        fault = checked(lambda: held() in (OLD, NEW))
        row.took(time.perf_counter() - begun, fault)
    return row


def importing(place: Place, words: str) -> subprocess.Popen[bytes]:
    """Begin a real import of a long book."""
    argv = [*RULES, "import", str(place.book(words, 3000)), *IMPORT]
    return subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def imported(place: Place, words: str) -> float:
    """Import a long book, and say how long that took."""
    begun = time.perf_counter()
    assert importing(place, words).wait() == 0
    return time.perf_counter() - begun


# --- caches that are damaged


def said_by(library: Library) -> str:
    """What a library says to look-ups and searches, in one book and in all."""
    rules = [library.rule(f"port:{number}") for number in ("1", "1.0.1", "1.1.2")] + [library.rule("fab:2.7.3a")]
    asked = (("cargo", "port"), ("discad when ship sinks", "port"), ("moniker", "fab"), ("harbour flags", None))
    return repr((rules, [[(hit.rule, hit.score) for hit in library.search(query, book)] for query, book in asked]))


def damaged_caches(place: Place) -> Row:
    """Every cache with bytes changed, cut off, or replaced, found by a new library and by one that is open."""
    row = Row("answers from caches with bytes changed, cut off or replaced")
    child(place.put())
    child(lambda: len(said_by(Library.open())) == 0)
    right, cache, copy = said_by(Library.open()), place.home / "cache", place.folder / "copy"
    shutil.copytree(cache, copy)
    for path in sorted(path for path in cache.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for kind, damaged in damages(data, 10 if path.name.startswith("port@") else 1):
            for is_open in (False, True):
                shutil.rmtree(cache)
                shutil.copytree(copy, cache)
                code, seconds = timed(lambda: child(lambda: asked_after(path, damaged, is_open, right)))  # noqa: B023
                row.took(seconds, "" if code == FINE else f"{path.name}, {kind}, {'open' if is_open else 'closed'}")
    return row


def damages(data: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """What may have become of a file."""
    for _ in range(count):
        at = random.randrange(len(data))
        yield f"byte {at} changed", data[:at] + bytes([data[at] ^ random.randrange(1, 256)]) + data[at + 1 :]
        yield f"cut off at {at}", data[:at]
    yield "of zeros", bytes(len(data))
    yield "of words", HARBOUR.encode() * 9


def asked_after(path: Path, data: bytes, is_open: bool, right: str) -> int:
    """Damage a file, before a library is opened or while it is, and ask."""
    library = Library.open()
    if is_open:
        said_by(library)
    path.write_bytes(data)
    return FINE if said_by(library) == right else LOST


def timed(work: Work) -> tuple[int, float]:
    """What some work comes to, and how long it took."""
    begun = time.perf_counter()
    return work(), time.perf_counter() - begun


# --- many at once


def many_at_once(place: Place) -> list[Row]:
    """Twelve processes that ask while two import, one after another, and one book comes and goes."""
    questions, writes = Row("questions of 12 processes while 4 others write"), Row("imports and removals by the 4")
    child(place.put())
    tally = place.folder / "tally"
    comes, goes = command("import", str(place.book()), "--book", "kites"), command("remove", "kites")
    works = [again(tally, "asked", lambda: FINE if held() in (OLD, NEW) else LOST)] * 12
    works += [again(tally, "wrote", place.put(words)) for words in (OLD, NEW)]
    works += [again(tally, "wrote", lambda: comes() or goes() // 2)] * 2  # the other may have removed it: 1
    for process in [start(work) for work in works]:
        end_of(process)
    for line in tally.read_text().splitlines():
        what, code, seconds = json.loads(line)
        (questions if what == "asked" else writes).took(
            seconds, "" if code in (0, 1) and code == 0 else f"{what} {code}"
        )
    fault = checked(lambda: held() in (OLD, NEW))
    questions.took(0, fault)
    return [questions, writes]


def again(tally: Path, what: str, work: Work, seconds: float = 8.0) -> Work:
    """Does some work again and again, and notes how each time went."""

    def run() -> int:
        until = time.monotonic() + seconds
        with tally.open("a") as file:
            while time.monotonic() < until:
                file.write(json.dumps([what, *timed(work)]) + "\n")
                file.flush()
        return 0

    return run


def in_threads(place: Place) -> Row:
    """One library, asked by sixteen threads while other processes replace its edition."""
    import threading

    row = Row("questions of 16 threads to one library while 2 processes import")
    child(place.put())
    library, done = Library.open(), time.monotonic() + 4

    def asks() -> None:
        while time.monotonic() < done:
            begun = time.perf_counter()
            text = library.rule("port:1.0.1").text or ""
            hit = library.search("a ship is a card", book="port")[0].rule.text
            row.took(time.perf_counter() - begun, "" if hit == text and OLD in text else "a wrong answer")

    library.rule("port:1.0.1")
    threads = [threading.Thread(target=asks) for _ in range(16)]
    writers = [start(again(place.folder / "threads", "wrote", place.put(words), 4)) for words in (OLD, NEW)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        end_of(writer)
    return row


def first_questions(place: Place) -> Row:
    """Twenty programs at once, with no cache at all."""
    row = Row("first questions of 20 programs at once, with no cache")
    child(place.put())
    for argv in (["show", "fab:2.7.3a", "--json"], ["search", "cargo", "-b", "port", "--json"]):
        shutil.rmtree(place.home / "cache")
        right = subprocess.run([*RULES, *argv], capture_output=True).stdout
        shutil.rmtree(place.home / "cache")
        begun = time.perf_counter()
        running = [subprocess.Popen([*RULES, *argv], stdout=subprocess.PIPE) for _ in range(20)]
        for process in running:
            out, _ = process.communicate()
            row.took(time.perf_counter() - begun, "" if out == right and not process.returncode else "another answer")
    return row


# --- arguments and environments


def arguments(place: Place) -> Row:
    """Argument vectors drawn at random from options, values that fit and values that don't."""
    sys.path.insert(0, str(ROOT / "tests" / "cli"))
    lines = import_module("test_any_arguments")
    row = Row("argument vectors of all commands")
    child(place.put())
    options = {name: lines.options_of(lines.ALL.get_command(None, name)) or lines.STRAY for name in COMMANDS}
    (place.folder / "here").mkdir()
    os.chdir(place.folder / "here")
    socket_off()
    for _ in range(2000):
        name = random.choice([*COMMANDS, random.choice(lines.VALUES)])
        pool = [*lines.FITTING * 3, *lines.VALUES, *options.get(name, lines.STRAY) * 4]
        row.took(*answered([name, *random.choices(pool, k=random.randrange(5))]))
    os.chdir(ROOT)
    return row


def answered(argv: list[str]) -> tuple[float, str]:
    """Answer a command line here, and say how long that took and what was wrong with its end."""
    sys.stdin = TextIOWrapper(BytesIO(b""))
    begun = time.perf_counter()
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        code = rules(argv)
    is_bad = code not in (0, 1, 2) or "bug" in said.getvalue() or "Traceback" in said.getvalue()
    return time.perf_counter() - begun, f"{argv}: {code} {said.getvalue()}" if is_bad else ""


def socket_off() -> None:
    """No network from here on."""
    import socket

    def none(*_: object, **__: object) -> None:
        raise OSError("no network here")

    socket.getaddrinfo = none  # type: ignore[assignment]


def environments(place: Place) -> Row:
    """Programs with their streams closed or full, without a home, with few files, in the oddest locales."""
    row = Row("programs with odd streams, homes, locales, limits")
    child(place.put())
    argvs = (
        ["show", "port:1.0.1"],
        ["search", "cargo", "-b", "port", "--json"],
        ["show", "9.9.9"],
        ["--help"],
        ["check", "-"],
    )
    closings = [closed for count in range(4) for closed in combinations((0, 1, 2), count)]
    for argv in argvs:
        for closed in closings:
            row.took(*ran(argv, closed=closed))
        for env in (
            {"RULES_HOME": "/dev/null"},
            {"RULES_HOME": "", "HOME": "/dev/null"},
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
            {"COLUMNS": "0", "TERM": "dumb"},
            {"RULES_BOOK": "../..", "RULES_LANG": "\udcff"},
        ):
            row.took(*ran(argv, env=env))
    return row


def ran(argv: list[str], closed: tuple[int, ...] = (), env: dict[str, str] | None = None) -> tuple[float, str]:
    """Run a program, and say how long it took and what was wrong with its end."""

    def close() -> None:
        for stream in closed:
            os.close(stream)

    begun = time.perf_counter()
    done = subprocess.run(
        [*RULES, *argv],
        env={**os.environ, **(env or {})},
        preexec_fn=close,
        stdin=None if 0 in closed else subprocess.DEVNULL,
        stdout=None if 1 in closed else subprocess.PIPE,
        stderr=None if 2 in closed else subprocess.PIPE,
    )
    said = (done.stderr or b"").decode(errors="replace")
    is_fine = done.returncode in (0, 1, 2) and said.count("\n") <= 1 and "bug" not in said
    return time.perf_counter() - begun, "" if is_fine else f"{argv} {closed} {env}: {done.returncode} {said}"


ROWS: list[Callable[[Place], Row | list[Row]]] = [
    killed_at_steps,
    killed_at_random,
    full_from_steps,
    limited_bytes,
    refused_from_steps,
    interrupted_at_steps,
    damaged_caches,
    many_at_once,
    in_threads,
    first_questions,
    environments,
    arguments,
]


def main() -> None:
    """Try, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    random.seed(asked.seed)
    os.environ["PYTHONPATH"] = str(ROOT)
    print("| what was tried | times | lost | the slowest |\n|---|---|---|---|")
    begun = time.perf_counter()
    for measure in ROWS:
        if all(word in measure.__name__ for word in asked.words):
            with tempfile.TemporaryDirectory(prefix="rules-faults-", ignore_cleanup_errors=True) as folder:
                place = Place(Path(folder))
                os.environ["RULES_HOME"] = str(place.home)
                found = measure(place)
                for row in found if isinstance(found, list) else [found]:
                    row.tell()
    print(f"\nin {time.perf_counter() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
