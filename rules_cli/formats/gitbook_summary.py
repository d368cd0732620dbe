"""The order of a folder's pages: that of its SUMMARY.md, as GitBook and mdBook keep it, else the natural one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from urllib.parse import unquote

from rules_cli.formats.source_line import ContentsEntry, Document, SourceLine

FIRST_OF_FOLDER = ("readme", "index")
_RUN = re.compile(r"[0-9]+|[^0-9]+")


def natural(path: str) -> tuple[list[tuple[bool, list[tuple[int, str]]]], str]:
    """A key that sorts paths as a reader would: chapter2 before chapter10, a folder's README or index first."""
    parts = posixpath.splitext(path)[0].split("/")
    return [(part.lower() not in FIRST_OF_FOLDER, _runs(part)) for part in parts], path


def _runs(name: str) -> list[tuple[int, str]]:
    """A name's digits by their value and its other signs as they are: digits come first, the shorter the sooner."""
    runs = (run.lstrip("0") if run[0].isdigit() else run.lower() for run in _RUN.findall(name))
    return [(len(run) if run[:1].isdigit() or not run else 10**6, run) for run in runs]


def entries(summary: Document, files: Collection[str]) -> list[ContentsEntry]:
    """What a table of contents lists, in its order; each file once, named as `files` have it."""
    listed: list[ContentsEntry] = []
    seen: set[str] = set()
    open_ones: list[tuple[int, ContentsEntry]] = []
    for line in summary.lines:
        if line.role in ("blank", "markup"):
            continue
        level = line.level if line.role == "item" else -1
        while open_ones and open_ones[-1][0] >= level:
            open_ones.pop()
        name = _file(line, posixpath.dirname(summary.name), files)
        entry = ContentsEntry(
            line.links[0].text if line.links else line.text, name, open_ones[-1][1] if open_ones else None
        )
        if line.role == "item":
            open_ones.append((level, entry))
        if name and name not in seen:
            seen.add(name)
            listed.append(entry)
    return listed


def _file(line: SourceLine, folder: str, files: Collection[str]) -> str:
    """The file that a line of contents links to; "" where there is none."""
    for link in line.links[:1]:
        path = posixpath.normpath(posixpath.join(folder, unquote(link.href.partition("#")[0]).lstrip("/")))
        for name in (path, f"{path}.md", f"{path}/README.md", f"{path}/index.md"):
            if name in files:
                return name
    return ""


def set_aside(document: Document, what: str) -> Document:
    """The document with no word of the rules in it: `what` says what each of its lines is instead."""
    lines = (
        line if line.role == "blank" else SourceLine(line.number, line.raw, what, "markup") for line in document.lines
    )
    return replace(document, lines=tuple(lines))


def summary_of(files: Iterable[str]) -> str | None:
    """The file that may be the folder's table of contents: the SUMMARY.md that is nearest to its top."""
    found = [name for name in files if posixpath.basename(name).lower() == "summary.md"]
    return min(found, key=lambda name: (name.count("/"), natural(name)), default=None)
