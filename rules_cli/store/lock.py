"""Locks for threads that a fork does no harm: it waits until no other thread is in the midst of anything.

A child has only the thread that forked. What another held at that moment, a lock of ours, of SQLite or of a module
being loaded, nobody there would ever let go of. In the child, no lock is held but by the thread that forked.
"""

from __future__ import annotations

import os
import threading
from contextlib import ContextDecorator

_LONGEST = 60.0
"""Seconds that a fork waits: who is at work longer may be waiting for the thread that forks."""


class _AtWork(ContextDecorator):
    """Being at work: what must not be cut in two by a fork. May be entered again by the thread that is."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._depths: dict[int, int] = {}  # of threads at work; each changes its own alone
        self._forks = 0

    def __enter__(self) -> None:
        me = threading.get_ident()
        if me in self._depths:
            self._depths[me] += 1
            return
        with self._turn:
            while self._forks:
                self._turn.wait()
            self._depths[me] = 1

    def __exit__(self, *_: object) -> None:
        me = threading.get_ident()
        if self._depths[me] > 1:
            self._depths[me] -= 1
            return
        with self._turn:
            del self._depths[me]
            self._turn.notify_all()

    def before_fork(self) -> None:
        """Wait until no other thread is at work, and let none begin."""
        self._turn.acquire()
        self._forks += 1
        me = threading.get_ident()
        self._turn.wait_for(lambda: self._depths.keys() <= {me}, _LONGEST)

    def after_in_parent(self) -> None:
        """Let the others go on."""
        self._forks -= 1
        self._turn.notify_all()
        self._turn.release()

    def after_in_child(self) -> None:
        """Be the one thread that there is."""
        me = threading.get_ident()
        self._turn, self._forks = threading.Condition(), 0
        self._depths = {me: self._depths[me]} if me in self._depths else {}


at_work = _AtWork()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=at_work.before_fork,
        after_in_parent=at_work.after_in_parent,
        after_in_child=at_work.after_in_child,
    )


class Lock:
    """A lock to be used with `with`; the thread that holds it may take it again."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        at_work.__enter__()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
        at_work.__exit__()
