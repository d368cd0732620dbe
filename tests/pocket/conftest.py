"""A browser for the tests of the pocket book; they skip where none is installed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from support import SHARED, import_book

from rules_cli import Library
from rules_cli.pocket.page import pocket_book

MAGIC = SHARED / "sources" / "mtg" / "2026-01-16.txt"
_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'"
    )
    if _CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(
            executable_path=_CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield found
        found.close()


Opened = Callable[..., Any]


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    """Open a file as on a phone; after the test, no request has left the page and no script has failed."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def opens(path: Path, slower: float = 1, **options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 390, "height": 844}, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: wrong.append(request.url) if request.url != path.as_uri() else None)
        if slower != 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(path.as_uri())
        page.wait_for_selector("#q:enabled")
        return page

    yield opens
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def magic_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pocket book of whole Magic."""
    if not MAGIC.exists():
        pytest.skip(f"{MAGIC.name} is not there")
    folder = tmp_path_factory.mktemp("magic")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_HOME", str(folder))
        library = Library.open()
        import_book(library.installed, [MAGIC], "mtg")
        library = Library.open()
        page = folder / "mtg.html"
        page.write_text(pocket_book(library, library.editions_for("mtg"), date(2026, 1, 1)), encoding="utf-8")
    return page
