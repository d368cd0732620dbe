"""The most that can flow through a network of pipes: how a payment is matched to what it may pay for."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

Pipes = dict[Hashable, dict[Hashable, int]]


def pipe(pipes: Pipes, start: Hashable, end: Hashable, capacity: int) -> None:
    """Lay a pipe, or widen the one that is there."""
    pipes.setdefault(start, {})[end] = pipes.get(start, {}).get(end, 0) + capacity
    pipes.setdefault(end, {}).setdefault(start, 0)


def push(pipes: Pipes, source: Hashable, sink: Hashable) -> int:
    """Send as much as possible from source to sink along shortest paths; return how much.

    `pipes` then holds what could still flow; what a pipe carries is what its reverse gained. Flow that was
    pushed before may be led another way, but the sink's own pipes never lose any.
    """
    pushed = 0
    while path := _path(pipes, source, sink):
        amount = min(pipes[start][end] for start, end in path)
        for start, end in path:
            pipes[start][end] -= amount
            pipes[end][start] += amount
        pushed += amount
    return pushed


def _path(pipes: Pipes, source: Hashable, sink: Hashable) -> list[tuple[Hashable, Hashable]]:
    """The shortest way with room left in every pipe, as its pipes from the sink back; empty if there is none."""
    before: dict[Hashable, Hashable] = {source: source}
    queue = deque([source])
    while queue and sink not in before:
        here = queue.popleft()
        for there, room in pipes.get(here, {}).items():
            if room and there not in before:
                before[there] = here
                queue.append(there)
    path = []
    while sink in before and sink != source:
        path.append((before[sink], sink))
        sink = before[sink]
    return path
