#!/usr/bin/env python3
"""Show that a rebuilt rules_cli answers as an earlier commit did.

    python tests/bench/same.py record DIR              write what this interpreter's rules_cli answers
    python tests/bench/same.py compare DIR_A DIR_B     compare two records, exit with 1 if they differ
    python tests/bench/same.py compare DIR_A --now     record now, into a temporary folder, and compare

    --only exports|questions   leave the other half out
    --match TEXT               with --now: only exports whose name, or questions whose line, holds TEXT
    --sources FOLDER           the rulebooks, if they are not at ../shared/sources beside this checkout

To record an earlier commit, run this file with the interpreter of a virtual environment that holds that commit.

Exports: every source is imported into a home of its own and exported as ndjson, which must be equal byte for byte;
so must the profile that is worked out for a book without one. Answers: every line of same_questions.txt is asked in
its homes. `bare` holds what ships, `full` five imported books beside it, and `scratch` is new for every line. All of
their JSON must be equal, except for the wording of the messages listed in PROSE.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import importlib
import json
import multiprocessing
import os
import pkgutil
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
QUESTIONS = HERE.with_name("same_questions.txt")
SOURCES = HERE.parents[3] / "shared" / "sources"
HOMES = ("full", "bare", "scratch")  # the slowest first
WORKERS = 2
MOST_LINES = 5  # differing lines that are printed of one export
WIDEST = 110  # characters that are printed of a value
DIGITS = 4  # after the point, to which floats have to be equal

# Values that hold sentences written by the project: they may be worded anew, but stay where they are, empty or not,
# and go on naming the same rules. Command → paths in its JSON; a list counts as `[]`, `*` is any command.
PROSE: dict[str, tuple[str, ...]] = {
    "*": ("error", "[].error"),  # why nothing is found; what is wrong with a line of standard input
    "check": ("[].detail",),  # what is wrong with a citation; its verdict and its rule have keys of their own
    "cost": ("notes[]", "steps[].what"),  # readings of the book; what a step is (a label that was typed must stay)
    "import": ("anomalies[].detail", "dropped[].why"),  # a sentence about a misprint; why a line is no rule
    "lint": ("[].detail",),  # a sentence about a misprint; its kind, number and line have keys of their own
    "name": ("notes[]", "[].notes[]"),  # remarks on an answer
    "search": ("results[].why[]",),  # what matched, with weights, which are compared
}
FACTS = re.compile(r"[a-z][\w-]*(?:@[\w-]+)?:(?=[\w.-]*\d)[\w.#-]*\w|\d+\.\d(?:[\w.]*\w)?")  # ids, decimals

# What `rules check` reads: made-up sentences. The files stand in the folder in which every question is asked.
TEXTS: dict[str, str] = {
    "fab.md": """# Notes of a weekend

We ruled by CR 2.7.3a that the token stays nameless, and by [2.7.3c] that the call was void. Rule 2.99.1 does not exist.
See fab:2.0.3c, fab@2025:2.2.4b and 2.7.5 (whole words only), or §2.5.3a–c. Version 1.0.2 of the app was used at 10.30.
Someone wrote that "A moniker does not count as a title" (CR 2.7.3c).
""",
    "mtg.md": """The board froze under rule 704.5k, see also CR 420.5e, 601.2f-h, 702.19b and rule 903.8.
Legend rule: mtg:704.5j. Old lists say 212.1d and 205.4; nobody finds 999.9z or rule 110.10.

> "Tokens sleep on sundays." (CR 111.4)

mtg@2015-01-23:704.5k was quoted twice, mtg@2006-10-01:206.1 once. In `rule 100.1a`, https://example.org/601.2f.
""",
    "ga.txt": "We used cost.10.1 and ga:cost.7.2, then ga@2024:abilities.6; naming.6#2 and cost.99 are others.\n",
    "page.html": """<p>Combat ended by <a href="#r">rule 510.1c</a>, not by <b>CR&nbsp;506.4c</b>.</p>
<!-- rule 116.2b --><p>fabula:1.22.1, fabula:1.14.7#2 and fabula:9.9.9</p>
""",
    "code.py": """LEGEND = "704.5j"  # CR 704.5j, was rule 704.5k


def mulligan() -> None:
    \"\"\"Follow rule 103.5 and mtg:103.6.\"\"\"
""",
    "none.txt": "Nobody cites anything in here.\n",
    "pairs.tsv": "Bravo\tBravo, Showstopper\nShock\tNull // Shock\nOrla, Tidewarden\tOrla\nonly one\n",
    "monikers.txt": "Dorinthea Ironsong\nLady Mirabel Vance\nBlazing Aether\n2.7.3a\n",
    "cards.csv": """name,moniker,types,pitch
"Orla, Tidewarden",Orla,Hero,
Orla,,Hero,
Tide Turner,,Action,1
Tide Turner,,Action,3
"Quill Marrow, Loremaster",,Hero,
""",
    "kites1.txt": """Kite Rules
Effective as of May 1, 2020

1 Kites
1.1 A kite is a toy on a line.
1.2 A kite whose line breaks is lost at end of turn.
1.3 A lost kite may be found by rule 1.4.
1.4 Whoever finds a kite keeps it.
Example: Ana finds a red kite and keeps it.
2 Wind
2.1 Wind blows from the table's north.
""",
    "kites2.txt": """Kite Rules
Effective as of May 1, 2024

1 Kites
1.1 A kite is a toy on a line.
1.2 A kite may be flown from a ship.
1.3 A kite whose line breaks is lost at once.
1.4 A lost kite may be found by rule 1.5.
1.5 Whoever finds a kite keeps it.
Example: Ana finds a blue kite and keeps it.
3 Weather
3.1 Wind blows from the table's north.
""",
    "kites.md": "By CR 1.2 the kite is gone, rule 1.1 stands, rule 1.7 never was. See kites:1.4 and kites:2.1.\n",
    "odd.txt": "1 Odd\n1.1 One is odd.\n1.1 One is odd again.\n1.3 See rule 1.9.\n2.1b Two is not.\n",
}


@dataclass(frozen=True)
class Source:
    """Files to be imported as one book, below the sources; `works_out` keeps the profile that is worked out."""

    name: str
    book: str
    paths: tuple[str, ...]
    edition: str | None = None
    works_out: bool = False


@dataclass(frozen=True)
class Question:
    """A line of the questions: command lines that are asked one after the other in each of some homes."""

    line: str
    homes: tuple[str, ...]
    is_raw: bool

    @property
    def file(self) -> str:
        """The name of the file that holds its answer."""
        readable = re.sub(r"[^\w.]+", "-", self.line)[:60].strip("-")
        return f"{readable}~{hashlib.sha256(self.line.encode()).hexdigest()[:8]}.json"

    def commands(self, sources: Path) -> list[list[str]]:
        """The words of its command lines."""
        parts: list[list[str]] = [[]]
        for word in shlex.split(self.line.replace("{sources}", str(sources))):
            if word == ";":
                parts.append([])
            else:
                parts[-1].append(word)
        return parts


@dataclass(frozen=True)
class Run:
    """Where to read from and write to, and what is wanted."""

    target: Path
    sources: Path
    match: str = ""
    only: str = ""

    def wants(self, kind: str) -> bool:
        """Whether this half is asked for."""
        return self.only in ("", kind)


# --- what there is to ask


def questions() -> list[Question]:
    """Every line of the questions; a line that stands twice is refused."""
    found: dict[str, Question] = {}
    for number, line in enumerate(QUESTIONS.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        marks, _, command = line.partition(": ")
        words = marks.split(",")
        homes = tuple(word for word in words if word in HOMES)
        if not homes or set(words) - {*HOMES, "raw"} or command in found:
            sys.exit(f"{QUESTIONS.name}, line {number}: no home, an unknown mark, or asked twice: {line}")
        found[command] = Question(command, homes, "raw" in words)
    return list(found.values())


SEEDS = {
    "seed-fab": ("fab", ("000_23f95e76f54ca4b0.txt",)),
    "seed-mtg": ("mtg", ("001_c1890bc40016722e.txt",)),
    "seed-ga": ("ga", ("002_0f6e9395ef18d473.txt", "004_35228254dc085b05.txt")),
    "seed-ga-abilities": ("ga", ("002_0f6e9395ef18d473.txt",)),
    "seed-ga-cost": ("ga", ("004_35228254dc085b05.txt",)),
    "seed-fabula": ("fabula", ("003_850ec2116309a6bc.txt",)),
}
CHAPTERS = ("fab/01-game-concepts.html", "fab/05-layers-cards-abilities.html")


def all_sources(folder: Path) -> Iterator[Source]:
    """Every source, and again as a book that nobody prepared for."""
    known = [Source(name, book, tuple(f"seeds/{file}" for file in files)) for name, (book, files) in SEEDS.items()]
    for path in sorted((folder / "mtg").iterdir()):
        known.append(Source(f"mtg-{path.stem}-{path.suffix[1:]}", "mtg", (f"mtg/{path.name}",), path.stem))
    known.append(Source("fab-html-1", "fab", CHAPTERS[:1]))
    known.append(Source("fab-html-5", "fab", CHAPTERS[1:]))
    known.append(Source("fab-html", "fab", CHAPTERS))
    known.append(Source("fab-txt", "fab", ("fab/en-fab-cr-2.14.0.txt",)))
    known += [Source("ga", "ga", ("ga",)), Source("ga-whole", "ga", ("ga-whole",))]
    yield from known
    for source in known:
        yield Source(f"worked-out-{source.name}", "mine", source.paths, works_out=True)
    for path in sorted((folder / "other").iterdir()):
        yield Source(f"other-{path.name}", "other", (f"other/{path.name}",), works_out=True)


# --- asking


@dataclass(frozen=True)
class Answer:
    """What a command line gave."""

    code: int
    out: bytes
    err: str


class Desk:
    """A folder in which command lines are run, each in a process of its own, with one home."""

    def __init__(self, folder: Path, sources: Path) -> None:
        self.folder, self.sources = folder.resolve(), sources
        self.home = self.folder / "home"
        self.work = self.folder / "work"
        self.home.mkdir(parents=True)
        self.work.mkdir()
        for name, text in TEXTS.items():
            (self.work / name).write_text(text, encoding="utf-8")

    def ask(self, words: Sequence[str]) -> Answer:
        """Run a command line; two last words `< FILE` give it standard input."""
        typed = Path(os.devnull)
        if words[-2:-1] == ["<"]:
            words, typed = words[:-2], self.work / words[-1]
        outputs = [self.folder / "out", self.folder / "err"]
        child = os.fork()
        if not child:
            self._become(list(words), typed, outputs)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out, err = (path.read_bytes() for path in outputs)
        return Answer(code, self._without_paths(out), self._without_paths(err).decode(errors="replace"))

    def _become(self, words: list[str], typed: Path, outputs: Sequence[Path]) -> None:
        """Be the process of one question, and end."""
        code = 99
        try:
            os.dup2(os.open(typed, os.O_RDONLY), 0)
            for fd, path in enumerate(outputs, 1):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), fd)
            os.chdir(self.work)
            os.environ["RULES_HOME"] = str(self.home)
            code = importlib.import_module("rules_cli.__main__").main(words)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 98
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _without_paths(self, data: bytes) -> bytes:
        for path, name in ((self.home, b"HOME"), (self.work, b"WORK"), (self.sources, b"SOURCES")):
            data = data.replace(str(path).encode(), name)
        return data

    def files(self) -> dict[str, str]:
        """What the command lines have written beside the texts, and changed of them."""
        written = {path.name: path.read_text(encoding="utf-8") for path in sorted(self.work.iterdir())}
        return {name: text for name, text in written.items() if TEXTS.get(name) != text}


def document(words: Sequence[str], answer: Answer) -> dict[str, Any]:
    """An answer to be kept: its JSON if it is JSON, a list if each line is, else its text."""
    text = answer.out.decode(errors="surrogateescape")
    try:
        value: Any = json.loads(text)
    except ValueError:
        try:
            value = [json.loads(line) for line in text.splitlines()] or text
        except ValueError:
            value = text
    return {"argv": list(words), "code": answer.code, "answer": value, "err": answer.err}


def keep(path: Path, value: object) -> None:
    """Write a value as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, indent=0), encoding="utf-8", errors="surrogateescape")


# --- recording


def record(run: Run) -> None:
    """Write every export and every answer, two at a time."""
    target = run.target
    for kind in ("exports", "answers"):
        if (target / kind).exists():
            shutil.rmtree(target / kind)
    tidy_environment()
    load_everything()
    began = time.monotonic()
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(WORKERS, mp_context=fork) as pool:
        jobs = []
        if run.wants("questions"):
            jobs += [pool.submit(answer_home, run, home) for home in HOMES]
        if run.wants("exports"):
            wanted = [each for each in all_sources(run.sources) if run.match in each.name]
            jobs += [pool.submit(export_source, run, each) for each in wanted]
            jobs += [pool.submit(export_shipped, run)]
        for job in jobs:
            job.result()
    exports, answers = len(list(target.glob("exports/*.ndjson"))), len(list(target.glob("answers/*/*")))
    print(f"recorded {exports} exports and {answers} answers in {time.monotonic() - began:.0f} s", file=sys.stderr)


def tidy_environment() -> None:
    """Let neither the caller's settings nor the place or the time of day enter an answer."""
    kept = {key: os.environ[key] for key in ("PATH", "VIRTUAL_ENV", "TMPDIR") if key in os.environ}
    os.environ.clear()
    fixed = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    os.environ.update({**kept, **fixed})


def load_everything() -> None:
    """Import all of rules_cli once, so that no question has to."""
    package = importlib.import_module("rules_cli")
    print(f"asking {Path(package.__file__ or '').parent}", file=sys.stderr)
    for module in pkgutil.walk_packages(package.__path__, "rules_cli."):
        importlib.import_module(module.name)
    for name in loaded_by(["config", "--json"]):
        importlib.import_module(name)
    gc.freeze()  # so that a collection in a child copies nothing


def loaded_by(words: Sequence[str]) -> list[str]:
    """The modules of others that a command line, read by its whole grammar, loads in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "modules"
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.environ["RULES_HOME"] = folder
            before = set(sys.modules)
            importlib.import_module("rules_cli.__main__").main(list(words))
            new = [name for name in sys.modules if name not in before and not name.startswith("rules_cli")]
            told.write_text("\n".join(new), encoding="utf-8")
            os._exit(0)
        os.waitpid(child, 0)
        return told.read_text(encoding="utf-8").split() if told.exists() else []


def importing(source: Source, folder: Path) -> list[str]:
    """The command line that imports a source."""
    words = ["import", *(str(folder / path) for path in source.paths), "--book", source.book, "--json"]
    words += ["--edition", source.edition] if source.edition else []
    return words + (["--save-profile", "profile.yaml"] if source.works_out else [])


def export_source(run: Run, source: Source) -> None:
    """Import a source into a new home and export it; keep what both say, and the profile."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "desk", run.sources)
        words = importing(source, run.sources)
        done = document(words, desk.ask(words))
        done["argv"] = [word.replace(str(run.sources), "SOURCES") for word in words]
        target = run.target / "exports"
        keep(target / f"{source.name}.import.json", done)
        if done["code"] == 0:
            of = f"{source.book}@{done['answer']['edition']}"
            keep_export(target / f"{source.name}.ndjson", desk.ask(["export", of, "--format", "ndjson"]))
        if (profile := desk.work / "profile.yaml").exists():
            shutil.copyfile(profile, target / f"{source.name}.profile.yaml")


def export_shipped(run: Run) -> None:
    """Export the books that ship, in both languages."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "desk", run.sources)
        for book in ("fab", "fabula", "ga", "mtg"):
            for language in ("en", "pt"):
                name = f"shipped-{book}-{language}"
                if run.match in name:
                    words = ["export", f"{book}@shipped", "--format", "ndjson", "--lang", language]
                    keep_export(run.target / "exports" / f"{name}.ndjson", desk.ask(words))


def keep_export(path: Path, answer: Answer) -> None:
    """Write an export byte for byte; in its place, how it failed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(answer.out if answer.code == 0 else f"exit code {answer.code}\n".encode())


def answer_home(run: Run, home: str) -> None:
    """Ask every question of a home."""
    asked = [each for each in questions() if home in each.homes and run.match in each.line]
    if not asked:
        return
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "desk", run.sources)
        if home != "scratch":
            fill(desk, is_full=home == "full")
        for number, question in enumerate(asked):
            if home == "scratch":
                desk = Desk(Path(folder) / str(number), run.sources)
            steps = [ask_step(desk, words, question.is_raw) for words in question.commands(run.sources)]
            files = desk.files() if home == "scratch" else {}
            keep(run.target / "answers" / home / question.file, {"line": question.line, "steps": steps, "files": files})


def ask_step(desk: Desk, words: list[str], is_raw: bool) -> dict[str, Any]:
    """The answer to one command line of a question; as JSON unless its text is wanted."""
    asked = words
    if not is_raw and "--json" not in words:
        asked = [*words[:-2], "--json", *words[-2:]] if words[-2:-1] == ["<"] else [*words, "--json"]
    found = document(words, desk.ask(asked))
    found["argv"] = [word.replace(str(desk.sources), "SOURCES") for word in words]
    return found


def fill(desk: Desk, is_full: bool) -> None:
    """Import the books of the full home, and have the caches built that a first question would build."""
    mtg = sorted((desk.sources / "mtg").glob("*.txt"))
    books = [Source("", "mtg", (f"mtg/{path.name}",), path.stem) for path in mtg]
    books += [Source("", "fab", CHAPTERS), Source("", "ga", ("ga-whole",))]
    for book in books if is_full else ():
        if desk.ask(importing(book, desk.sources)).code:
            sys.exit(f"could not import {', '.join(book.paths)}")
    for words in (["show", "1.1"], ["search", "--all", "cost"], ["search", "cost"], ["trace", "mtg:205"], ["doctor"]):
        desk.ask([*words, "--json"])


# --- comparing


def compare(old: Path, new: Path, run: Run) -> int:
    """Print every difference and how much was compared; return how many differences there are."""
    counts: Counter[str] = Counter()
    found = 0
    for kind, pattern in (("exports", "exports/*"), ("questions", "answers/*/*")):
        if not run.wants(kind):
            continue
        before, after = ({str(path.relative_to(root)) for path in root.glob(pattern)} for root in (old, new))
        if run.match:
            before &= after | {name for name in before if matches(old / name, run.match)}
        for name in sorted(before | after):
            counts[group(name)] += 1
            lines = list(differences(old / name, new / name))
            counts[f"{group(name)} that differ"] += bool(lines)
            found += len(lines)
            for line in lines:
                print(line)
    told = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()) if number)
    print(f"compared {told or 'nothing'}: {found} differences")
    return found


def matches(path: Path, text: str) -> bool:
    """Whether a kept file is of an export or a question that holds a text."""
    if path.parent.name == "exports":
        return text in path.name.removesuffix(".ndjson").removesuffix(".import.json").removesuffix(".profile.yaml")
    return text in json.loads(path.read_text(encoding="utf-8"))["line"]


def group(name: str) -> str:
    """What a kept file counts as."""
    parts = name.split("/")
    if parts[0] == "answers":
        return f"answers {parts[1]}"
    return next(
        (kind for end, kind in ((".ndjson", "exports"), (".import.json", "imports")) if name.endswith(end)), "profiles"
    )


def differences(old: Path, new: Path) -> Iterator[str]:
    """A line for each difference between two kept files."""
    name = f"{old.parent.name}/{old.name}"
    if not old.exists() or not new.exists():
        yield f"{name}  only in the {'new' if new.exists() else 'old'} record"
    elif old.suffix != ".json":
        yield from unequal_lines(name, old, new)
    elif (first := old.read_bytes()) != (second := new.read_bytes()):
        a, b = json.loads(first), json.loads(second)
        if "steps" in a:
            yield from unequal_answers(old.parent.name, a, b)
        else:
            yield from unequal_steps(name, "import", a, b)


def unequal_lines(name: str, old: Path, new: Path) -> Iterator[str]:
    """The first lines in which two exports differ."""
    pairs = zip_longest(old.read_bytes().split(b"\n"), new.read_bytes().split(b"\n"))
    unequal = [(number, a, b) for number, (a, b) in enumerate(pairs, 1) if a != b]
    for number, a, b in unequal[:MOST_LINES]:
        yield f"{name}  line {number}  {shown_apart(a, b)}"
    if len(unequal) > MOST_LINES:
        yield f"{name}  and {len(unequal) - MOST_LINES} more lines"


def shown_apart(a: bytes | None, b: bytes | None) -> str:
    """Two lines from a little before the place where they part."""
    if a is None or b is None:
        return " → ".join(shown(None if line is None else line.decode(errors="replace")) for line in (a, b))
    same = next((place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    start = max(0, same - 30)
    return " → ".join(shown(line[start:].decode(errors="replace")) for line in (a, b))


def unequal_answers(home: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[str]:
    """What differs between the answers to one line."""
    nothing: dict[str, Any] = {}
    for first, second in zip_longest(a["steps"], b["steps"], fillvalue=nothing):
        words = (first or second)["argv"]
        where = f"{home}  {shlex.join(words)}"
        if first and second:
            yield from unequal_steps(where, words[0], first, second)
        else:
            yield f"{where}  asked in one record only"
    for path, old, new in unequal(a["files"], b["files"], "files"):
        yield f"{home}  {a['line']}  {path}  {shown(old)} → {shown(new)}"


def unequal_steps(where: str, command: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[str]:
    """What differs between two answers to one command line."""
    if a["code"] != b["code"]:
        yield f"{where}  exit code  {a['code']} → {b['code']}  {shown(b['err'].strip())}"
    labels = {" ".join(word.partition(":")[2].split()) for word in a["argv"] if ":" in word}
    for path, old, new in unequal(a["answer"], b["answer"]):
        if not (is_prose(command, path) and isinstance(old, str) and isinstance(new, str)):
            yield f"{where}  {path or 'answer'}  {shown(old)} → {shown(new)}"
        elif not same_prose(old, new, labels if path.endswith(".what") else set()):
            yield f"{where}  {path} (a message)  {shown(old)} → {shown(new)}"
    if facts(a["err"]) != facts(b["err"]) or a["err"].count("\n") != b["err"].count("\n"):
        yield f"{where}  standard error  {shown(a['err'])} → {shown(b['err'])}"


def unequal(a: Any, b: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The paths at which two JSON values differ, with both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(key for key in b if key not in a)]:
            below = f"{path}.{key}" if path else key
            if key in a and key in b:
                yield from unequal(a[key], b[key], below)
            else:
                yield below, a.get(key, "(no such key)"), b.get(key, "(no such key)")
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            yield f"{path} (length)", len(a), len(b)
        for place, (old, new) in enumerate(zip(a, b, strict=False)):
            yield from unequal(old, new, f"{path}[{place}]")
    elif isinstance(a, float) and isinstance(b, float):
        if round(a, DIGITS) != round(b, DIGITS):
            yield path, a, b
    elif type(a) is not type(b) or a != b:
        yield path, a, b


def is_prose(command: str, path: str) -> bool:
    """Whether a path of a command's JSON holds a sentence of the project."""
    general = re.sub(r"\[\d+\]", "[]", path)
    return general in PROSE["*"] or general in PROSE.get(command, ())


def same_prose(old: str, new: str, labels: set[str]) -> bool:
    """Whether two messages are both empty or both not, and name the same rules; a label that was typed must stay."""
    return bool(old) == bool(new) and facts(old) == facts(new) and old not in labels


def facts(text: str) -> list[str]:
    """The ids, rule numbers and weights that a message names."""
    return sorted(set(FACTS.findall(text)))


def shown(value: Any) -> str:
    """A value as one short line."""
    text = value if isinstance(value, str) and value.startswith("(no ") else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= WIDEST else f"{text[:WIDEST]}…"


# --- the command line


def main() -> int:
    """Record or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--now", action="store_true", help="compare with what is recorded now")
    parser.add_argument("--only", choices=("exports", "questions"), default="")
    parser.add_argument("--match", default="", metavar="TEXT", help="with --now: only what holds this text")
    parser.add_argument("--sources", type=Path, default=SOURCES, metavar="FOLDER")
    typed = parser.parse_args()
    if len(typed.folders) != (2 if typed.what == "compare" and not typed.now else 1):
        parser.error("record takes one folder; compare takes two, or one and --now")
    if typed.match and not typed.now:
        parser.error("--match goes with --now")
    run = Run(typed.folders[-1].resolve(), typed.sources.resolve(), typed.match, typed.only)
    if typed.what == "record":
        record(run)
        return 0
    if not typed.folders[0].is_dir():
        parser.error(f"no such folder: {typed.folders[0]}")
    if not typed.now:
        return bool(compare(typed.folders[0], typed.folders[1], run))
    with tempfile.TemporaryDirectory() as folder:
        now = Run(Path(folder), run.sources, run.match, run.only)
        record(now)
        return bool(compare(typed.folders[0], now.target, now))


if __name__ == "__main__":
    sys.exit(main())
