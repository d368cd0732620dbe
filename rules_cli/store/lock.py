"""Locks for threads that a fork does no harm: it waits until no other thread is in the midst of anything.

A child has only the thread that forked. What another held at that moment, a lock of SQLite or of a module being loaded,
nobody there would ever let go of; of our own locks each process has its own.
"""

from __future__ import annotations

import os
import threading
from contextlib import ContextDecorator, suppress

_LONGEST = 30.0
"""Seconds that a fork waits, and that who comes meanwhile waits for it."""


class _AtWork(ContextDecorator):
    """Being at work: what must not be cut in two by a fork. May be entered again by the thread that is.

    An exception may come at any point, out of the handler of a signal; so no one waits for ever.
    """

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._depths: dict[int, int] = {}  # of threads at work; each changes its own alone
        self._forks: set[int] = set()  # threads that are about to fork

    def __enter__(self) -> None:
        me = threading.get_ident()
        if me in self._depths:
            self._depths[me] += 1
            return
        with self._turn:
            self._turn.wait_for(lambda: not self._forks, _LONGEST)
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
        """Wait until no other thread is at work, and let none begin; but not where it might wait for this one."""
        me = threading.get_ident()
        self._turn.acquire()
        self._forks.add(me)
        if me in self._depths:  # out of the handler of a signal
            return
        stopped = None
        while self._depths:
            try:
                if not self._turn.wait_for(lambda: not self._depths, _LONGEST):
                    break
            except BaseException as error:  # the fork comes all the same, and its child must be sound
                stopped = error
        if stopped:
            raise stopped

    def after_in_parent(self) -> None:
        """Let the others go on."""
        self._forks.discard(threading.get_ident())
        with suppress(RuntimeError):  # not taken, where an exception came before
            self._turn.notify_all()
            self._turn.release()

    def after_in_child(self) -> None:
        """Be the one thread that there is."""
        me = threading.get_ident()
        self._turn, self._forks = threading.Condition(), set()
        self._depths = {me: self._depths[me]} if me in self._depths else {}


at_work = _AtWork()
for _ in range(2 if hasattr(os, "register_at_fork") else 0):  # twice: an exception may come at the head of one
    os.register_at_fork(
        before=at_work.before_fork,
        after_in_parent=at_work.after_in_parent,
        after_in_child=at_work.after_in_child,
    )


class Lock:
    """A lock to be used with `with`; the thread that holds it may take it again."""

    def __init__(self) -> None:
        self._locks: dict[int, threading.RLock] = {}  # by process

    def __enter__(self) -> None:
        at_work.__enter__()
        try:
            self._own.acquire()
        except BaseException:
            at_work.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        self._own.release()
        at_work.__exit__()

    @property
    def _own(self) -> threading.RLock:
        here = os.getpid()
        return self._locks.get(here) or self._locks.setdefault(here, threading.RLock())
