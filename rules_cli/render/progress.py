"""Progress of long work, on standard error, if a person watches a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rules_cli.render import out

if TYPE_CHECKING:
    from rules_cli.sources.download import OnProgress


@contextmanager
def working(what: str) -> Iterator[OnProgress]:
    """Show a progress bar until the block ends, nothing in a pipe; yields the function that reports progress."""
    if not out.watched():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:

        def tell(what: str, done: int, total: int | None) -> None:
            size = f"  {done / 1e6:.1f} MB" if done else ""
            for task in progress.task_ids:
                progress.remove_task(task)
            progress.add_task(out.clean(what) + size, total=total, completed=done)

        tell(what, 0, None)
        yield tell
