"""A session of questions about costs: each line is a question, or words that change the one before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules_cli.costs.arguments import CostQuestion, NoCost, Refused, games


class Session(NamedTuple):
    """The words of the command line (`before`), and those of each question so far, the last at the end."""

    before: tuple[str, ...] = ()
    questions: tuple[tuple[str, ...], ...] = ()

    def after(
        self, line: Sequence[str], read: Callable[[Sequence[str]], CostQuestion]
    ) -> tuple[Session, CostQuestion | None]:
        """Return the session after a line, and the question to answer, None for an empty line.

        `undo` goes back by one line; `what if WORDS` answers without keeping the words. The line may begin with
        `rules cost`. Raises Refused.
        """
        line = line[2:] if [*line[:2]] == ["rules", "cost"] else line
        words = [word.lower() for word in line]
        if not words:
            return self, None
        if words == ["undo"]:
            if len(self.questions) < 2:
                raise Refused("nothing to undo")
            earlier = self._replace(questions=self.questions[:-1])
            return earlier, read(earlier.questions[-1])
        is_what_if = words[:2] == ["what", "if"]
        asked = tuple(line[2:] if is_what_if else line)
        before = () if {*words} & {*games()} else self.before  # a line may ask about another game
        try:
            question = read((*before, *asked))
            asked = (*before, *asked)
        except NoCost:
            if not self.questions:
                raise
            asked = (*self.questions[-1], *asked)
            question = read(asked)
        kept = self if is_what_if else self._replace(questions=(*self.questions, asked))
        return kept, question
