"""Fixtures of all tests: a home folder for each test, a made-up book, and the command line in process."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support import HARBOUR, Install, Ran, Run, SourcesReadOnce, import_book

from rules_cli.__main__ import main
from rules_cli.cli import sources
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.render.language import choose
from rules_cli.sources import importing
from rules_cli.store import data_files, paths
from rules_cli.store.editions import InstalledBooks

# No deadline: how long one example takes depends on what else the machine does. The examples are the same each time: a
# failure is of the change that is tested. Tests set no number of examples themselves, unless they need fewer; the slow
# lane runs all of them with `--hypothesis-profile=full`.
_SHARED = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
settings.register_profile("fast", _SHARED, max_examples=8)
settings.register_profile("full", _SHARED, max_examples=30)
settings.load_profile("fast")
_WITHOUT_CACHE = set(
    """
    formats test_corpora.py test_many_books.py test_data.py test_add_a_game.py
    """.split()
)
"""Folders and files whose tests begin with an empty cache: they test it, or need none."""
_ASKING = set(
    """
    costs formats names parse test_captions.py test_data.py test_docs.py test_functions.py test_layers.py
    test_references.py test_rule_number.py test_schema.py test_text.py
    """.split()
)
"""Folders and files whose tests write nothing, but for those with a fixture of `_WRITING`."""
_WRITING = {"home", "run", "tmp_path", "monkeypatch"}
_LONGEST = tuple(
    """
    every_row.py policy_questions.py judged_editions.py keystrokes.py real_editions.py false_finds.py
    sentences.py brute_force.py atomic.py in_browser.py deciding_rules.py restatements.py official.py time.py
    many_at_once.py doctor.py card_costs.py
    """.split()
)
"""The ends of the names of files whose tests take longest, besides those of hostile/."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the files that take longest begin first, so that no worker waits for another at the end."""
    items.sort(key=lambda item: not (item.path.name.endswith(_LONGEST) or item.path.parent.name == "hostile"))


@pytest.fixture(autouse=True, scope="session")
def heeds_interrupts() -> None:
    """Let programs that tests start be interrupted, even if the tests themselves run in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_disks() -> Iterator[None]:
    """Let the system write files when it likes: those of a test need not outlive a power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def sources_are_read_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Read each source rulebook once, for all tests of all workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "sources-read"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importing, "read_source", SourcesReadOnce(folder))
        yield


@pytest.fixture(scope="session")
def filled_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The cache of a home in which each book that ships has been searched, alone and with the others."""
    folder = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_HOME", str(folder))
        library = Library.open()
        for book in (*library.books(), ",".join(library.books())):
            library.search("cost", book=book)
        for path in paths.shipped().glob("*/*.yaml"):
            if path.name != "tree.yaml":
                data_files.load_cached(path)
    yield folder / "cache"
    assert [path.name for path in folder.iterdir()] == ["cache"], "a test wrote in the home that tests share"


@pytest.fixture(autouse=True)
def surroundings(request: pytest.FixtureRequest, filled_cache: Path) -> Iterator[None]:
    """Run each test with the same settings, and in a home folder of its own if it may write; the others share one."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("RULES_BOOK", "RULES_LANG", "RULES_DEBUG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "en_GB.UTF-8")
        patch.setenv("RULES_HOME", str(filled_cache.parent))
        patch.setattr(out, "PATIENCE", 3600)  # a slow machine prints no line that a test does not expect
        choose("en")
        if "imports_prepare" not in request.fixturenames:
            patch.setattr(sources, "prepare", lambda *_: None)  # it takes longer than most tests
        if _WRITING.intersection(request.fixturenames) or not _ASKING.intersection(request.path.parts):
            patch.setenv("RULES_HOME", str(request.getfixturevalue("home")))
        yield


@pytest.fixture
def imports_prepare() -> None:
    """Let imports build their search index at once, as users have it; for other tests the first search does."""


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path, filled_cache: Path) -> Path:
    """Return the home folder of a test: a library, settings and caches that no other test uses.

    The cache has the books that ship, but for tests of caches and of damage: building it takes most of a test's time.
    """
    folder = tmp_path / "home"
    if not _WITHOUT_CACHE.intersection(request.path.parts):
        many = shutil.ignore_patterns("facts")
        shutil.copytree(filled_cache, folder / "cache", ignore=many, copy_function=os.link)  # replaced, never changed
        (folder / "cache" / "facts").symlink_to(filled_cache / "facts")  # of the files that ship, so tests may share it
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in process."""

    def runs(*argv: str) -> Ran:
        capsys.readouterr()
        code = main(list(argv))
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return runs


@pytest.fixture(scope="session")
def imported_books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the made-up books that `install` has imported."""
    return tmp_path_factory.mktemp("imported")


@pytest.fixture
def install(home: Path, imported_books: Path) -> Install:
    """`install("kites", {"2026": text})`: install editions of a made-up book, imported once for all tests."""

    def installs(slug: str, editions: Mapping[str, str]) -> None:
        imported = imported_books / hashlib.sha256(repr((slug, editions)).encode()).hexdigest()
        book = home / "data" / "books" / slug
        if imported.exists():
            shutil.copytree(imported, book)
            return
        for edition, text in editions.items():
            source = imported_books / f"{edition}.txt"
            source.write_text(text, encoding="utf-8")
            import_book(InstalledBooks(), [source], slug, edition)
        shutil.copytree(book, imported)

    return installs


@pytest.fixture
def port(run: Run, install: Install) -> Run:
    """The command line with the made-up book installed."""
    install("port", {"2026": HARBOUR})
    return run


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """The made-up rulebook as a file."""
    path = tmp_path / "harbour.txt"
    path.write_text(HARBOUR, encoding="utf-8")
    return path
