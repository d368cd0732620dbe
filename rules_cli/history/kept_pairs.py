"""Matches of editions in the cache, one file for a pair: `{"worded": …, "links": [[a, b, confidence, kinds], …]}`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rules_cli._version import __version__
from rules_cli.store import cache, paths
from rules_cli.store.edition import Edition

REWORDED = frozenset({"changed", "split", "merged"})
"""The kinds of change after which a rule has other words."""
_FORMAT = 12
_MOST = 400  # pairs: the 110 editions of the oldest game, each with the next, and some far apart; 40 MB


def read(way: Sequence[Edition]) -> Any:
    """Return the kept match of a way's first edition with its last, through those between; None if none is kept."""
    return cache.read_json(_path(way), _state(way))


def keep(way: Sequence[Edition], match: object) -> None:
    """Write a match to the cache. Delete the oldest ones if the cache has too many."""
    cache.keep_json(_path(way), _state(way), match)
    cache.trim(_path(way).parent, _MOST)


def _path(way: Sequence[Edition]) -> Path:
    # An edition that ships may have the name of an imported one.
    names = (f"{edition.name}{' (shipped)' if edition.shipped else ''}" for edition in (way[0], way[-1]))
    return paths.cache_dir() / "changes" / f"{way[0].slug}@{'-'.join(names)}.json"


def _state(way: Sequence[Edition]) -> str:
    """Return what a kept match depends on: this program, and each edition on the way."""
    return " ".join([str(_FORMAT), __version__, *(edition.about["state"] for edition in way)])
