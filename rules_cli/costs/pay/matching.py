"""Assign sources to the parts of a cost that each can pay for: a flow through pipes, as large as possible.

Mana pays for symbols, herbs for the kinds that a card lists, and anything else that pays by its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

S = TypeVar("S", bound=Hashable)
Pipes = dict[Hashable, dict[Hashable, int]]
"""The room that is left in each pipe, by its two ends; sources hang on "source", parts of a cost lead to "sink"."""


def assign(need: Mapping[str, int], means: Mapping[S, int], pays: Callable[[S, str], bool]) -> dict[str, dict[S, int]]:
    """Return, for each part of a cost, how many of each source pay for it; as many parts as possible are paid for."""
    pipes = network(need, means, pays)
    for part, number in need.items():
        pipe(pipes, part, "sink", number)
    push(pipes)
    return flows(pipes, need, means)


def network(need: Mapping[str, int], means: Mapping[S, int], pays: Callable[[S, str], bool]) -> Pipes:
    """Return pipes from the sources to the parts that they can pay for; none leads to the sink yet."""
    pipes: Pipes = {"source": {}, "sink": {}}
    for source, number in means.items():
        pipe(pipes, "source", source, number)
        for part in need:
            if pays(source, part):
                pipe(pipes, source, part, number)
    return pipes


def flows(pipes: Pipes, need: Mapping[str, int], means: Mapping[S, int]) -> dict[str, dict[S, int]]:
    """Return what flows from each source to each part."""
    return {part: {source: pipes[part][source] for source in means if pipes.get(part, {}).get(source)} for part in need}


def pipe(pipes: Pipes, start: Hashable, end: Hashable, capacity: int) -> None:
    """Lay a pipe, or widen it."""
    pipes.setdefault(start, {})[end] = pipes.get(start, {}).get(end, 0) + capacity
    pipes.setdefault(end, {}).setdefault(start, 0)


def push(pipes: Pipes) -> None:
    """Send as much as possible from source to sink.

    `pipes` then has the room that is left; the flow in a pipe is the room that its reverse gained. Earlier flow may
    be led another way, but the pipes to the sink never lose any. Linear in the flow and in the number of pipes.
    """

    def sends_one(start: Hashable, tried: set[Hashable]) -> bool:
        tried.add(start)
        for end, room in pipes[start].items():
            if room and end not in tried and (end == "sink" or sends_one(end, tried)):
                pipes[start][end] -= 1
                pipes[end][start] += 1
                return True
        return False

    while sends_one("source", set()):
        pass
