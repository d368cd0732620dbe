"""A lock that a fork does no harm: each process has its own of it, so that none waits for a thread it does not have."""

from __future__ import annotations

import os
import threading


class Lock:
    """A lock to be used with `with`; the thread that holds it may take it again."""

    def __init__(self) -> None:
        self._locks: dict[int, threading.RLock] = {}

    def __enter__(self) -> None:
        self._own.acquire()

    def __exit__(self, *_: object) -> None:
        self._own.release()

    @property
    def _own(self) -> threading.RLock:
        here = os.getpid()
        return self._locks.get(here) or self._locks.setdefault(here, threading.RLock())
