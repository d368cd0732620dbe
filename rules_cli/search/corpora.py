"""Ask the vocabularies of editions. A corpus is opened once in a process, and built when search first needs it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from rules_cli.search.corpus import FORMAT, LEXICON, Corpus
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.store import cache, paths
from rules_cli.store.edition import Edition

Answer = TypeVar("Answer")
_SHIPPED = ("book.yaml", "terms.yaml", "notes.yaml", *LEXICON)
"""Files that ship for a book: a corpus is built from them and from its edition."""
_MOST_OPEN = 128  # corpora that a process keeps open, so that a long-lived one does not run out of files


def ask(edition: Edition, question: Callable[[Vocabulary], Answer]) -> Answer:
    """Return the answer of an edition's vocabulary to a question; rebuild its corpus once if the file is damaged."""
    try:
        return question(_open(edition, os.getpid()))
    except cache.DAMAGE:
        _open.cache_clear()
        return question(_open(edition, os.getpid(), renew=True))


@lru_cache(maxsize=_MOST_OPEN)
def _open(edition: Edition, _process: int, renew: bool = False) -> Vocabulary:
    """Open the corpus of an edition, or build it. Cached by process, since a fork can't use the files of its parent."""
    folder = paths.cache_dir() / "search"
    files = [paths.shipped() / edition.slug / name for name in _SHIPPED]
    stamps = " ".join(cache.stamp(file) for file in files if file.is_file())
    stemmer = "C" if find_spec("Stemmer") else "Python"  # their stems differ for a few words
    state = f"{FORMAT} {stemmer} {stamps} {edition.about['state']}"

    def build(path: Path | None) -> sqlite3.Connection:
        from rules_cli.search.index_build import build as build_corpus

        with suppress(OSError):  # the corpora of editions that have been removed go, too
            for other in folder.glob("*.sqlite"):
                if not (folder.parent / "index" / other.name).exists():
                    other.unlink(missing_ok=True)
        return build_corpus(edition, path, state)

    path = folder / edition.index_path.name
    corpus = Corpus(cache.renewed(path, build) if renew else cache.opened(path, state, build))
    return Vocabulary(corpus, Thesaurus.open())
