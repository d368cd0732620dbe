"""A session of questions about costs: each line is a question, or words that change the one before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules_cli.costs.arguments import CostQuestion, NoCost, Refused, games


class Session(NamedTuple):
    """The words of the command line, such as the game and the means to pay, and those of each question so far."""

    given: tuple[str, ...] = ()
    questions: tuple[tuple[str, ...], ...] = ()

    @property
    def last(self) -> tuple[str, ...]:
        """All words of the last question; before the first one, those of the command line."""
        return self._whole(self.questions[-1] if self.questions else ())

    def _whole(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words of a question with those of the command line, unless it is about another game. These come
        last: means to pay follow a cost."""
        names_game = {word.lower() for word in words} & {*games()}
        return (*words, *(() if names_game else self.given))

    # Complexity: a line may undo, ask only, change the last question, or be a question.
    def after(
        self, line: Sequence[str], read: Callable[[Sequence[str]], CostQuestion]
    ) -> tuple[Session, CostQuestion | None]:
        """Return the session after a line, and the question to answer, None for an empty line.

        `undo` goes back by one line; `what if WORDS` answers without keeping the words. The line may begin with
        `rules cost`. Raises Refused.
        """
        line = line[2:] if [*line[:2]] == ["rules", "cost"] else line
        if not line:
            return self, None
        if [word.lower() for word in line] == ["undo"]:
            if len(self.questions) < 2:
                raise Refused("nothing to undo")
            earlier = self._replace(questions=self.questions[:-1])
            return earlier, read(earlier.last)
        is_what_if, rest = split_what_if(line)
        words = tuple(rest)
        changed = (*self.questions[-1], *words) if self.questions else words
        words = changed if words[:1] and words[0].startswith(("+", "-")) else words  # `--free` alone needs no cost
        try:
            question = read(self._whole(words))
        except Refused as refusal:  # a cost is missing, or a number that is there already is taken for one
            if words == changed:
                raise
            words = changed
            try:
                question = read(self._whole(words))
            except Refused:
                if isinstance(refusal, NoCost):
                    raise
                raise refusal from None  # of this line, not of one before
        return self if is_what_if else self._replace(questions=(*self.questions, words)), question


def split_what_if(line: Sequence[str]) -> tuple[bool, Sequence[str]]:
    """Return whether a line begins with `what if`, and its other words."""
    is_what_if = [word.lower() for word in line[:2]] == ["what", "if"]
    return is_what_if, line[2:] if is_what_if else line
