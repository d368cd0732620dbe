"""Whether a line that begins with a number is a row: a chapter, section or rule, and no sentence or item of a list.

A number continues the sequence that is open, or begins one that goes on. A caption, a list of components, the number of
a page or the second line of a wrapped sentence does neither.
"""

from __future__ import annotations

from rules_cli.formats.source_line import SourceLine
from rules_cli.parse.line_shape import JOINERS, WRAPPED, LineNumber, ends_sentence, is_alone, is_title
from rules_cli.parse.look_ahead import LookAhead, manner_of
from rules_cli.parse.numbering import OpenRows, Steps, follows, in_order, steps

_BLANKS_BETWEEN = 4  # lines: at a page break a sentence may go on after so many blank ones
_LINES_TO_NEXT = 5  # from the title of a chapter to its first section: blank lines and a sentence are between
_FIGURES_OF_SENTENCES = 3  # of a bare number before a sentence: "103. A player must …"; items of lists have fewer
_MARKS_INSIDE = (",", ";", "=", "%", "×")  # after a number that a sentence or a formula names
_QUOTES = '"”“″'


class RowCheck:
    """Compares the number of a line with the rows before it (`rows`) and the numbers after it (`ahead`)."""

    def __init__(self, ahead: LookAhead, rows: OpenRows) -> None:
        self.ahead, self.rows, self.profile = ahead, rows, rows.profile

    # Complexity: the table below, a line for each of its rows.
    def is_row(self, at: int, found: LineNumber, in_part: bool) -> bool:
        """Whether a line with a number is a row; `in_part`: a glossary or credits are open.

        | case                                | a row                       | no row                              |
        |-------------------------------------|-----------------------------|-------------------------------------|
        | a number alone                      | `1.2.`, `1.2a`, `1.2.3`     | `12.` (a page)                      |
        | the same, `1.2` or `3`              | the next one, over words    | a quantity, a page                  |
        | a letter before a small word        | `1.5a. the kite`            | `1.5x for a kite`                   |
        | three parts, a mark, a capital      | `1.2.3 the`, `1.2. the`     |                                     |
        | two parts before a small word       | `1.3 the`, after 1.2        | `1.5 times as many`                 |
        | one part                            | `1 Kites`, `1. A kite`      | `3 kites fly`, an item of a list    |
        """
        line = self.ahead.lines[at]
        is_outside = line.role == "note" or at not in self.ahead.body or self._is_change(found) or self._is_wrapped(at)
        if is_outside or self._is_named(line, found) or found.text[:1] in _MARKS_INSIDE:
            return False
        number = steps(found.number, self.profile)
        if not found.text:
            is_apart = bool(found.before) and self.ahead.is_blank(at - 1)
            return _is_row_without_words(line, found) or is_apart or self._is_over_words(at, number)
        if found.levels == 1 or (not self.profile.numbers and "." not in found.number):
            return self._is_chapter(at, found, number, in_part)
        small = found.text[:1].islower()
        if found.lettered and small:
            return bool(found.mark) or self.rows.takes_letter(number)
        if found.levels > 2 or found.mark or not small:
            return found.levels > 2 or found.text[0] not in _QUOTES or self.rows.expects(number)  # 2.5" by 3.5"
        return self.rows.expects(number) and self.begins_sentence(at)

    def _is_over_words(self, at: int, number: Steps) -> bool:
        """Whether a number of one or two parts, alone on its line, is the expected one, with its words below it."""
        is_new_chapter = self.ahead.goes_on(at, number) and at not in self.ahead.said_again
        if not self.rows:
            return is_new_chapter and number == (1,)
        return self.rows.expects(number) and self.begins_sentence(at) and (is_new_chapter or len(number) > 1)

    def may_be_labelled(self, at: int) -> bool:
        """Whether a line is of the body and begins no box, and does not go on with a sentence of the line above."""
        return self.ahead.lines[at].role != "note" and at in self.ahead.body and not self._is_wrapped(at)

    def _is_named(self, line: SourceLine, found: LineNumber) -> bool:
        """Whether a line of a table or of a list of changes names a section, which is printed in the usual way."""
        usual = self.ahead.usual.get(found.number)
        return bool(usual and found.text) and manner_of(line, found) != usual

    def _is_change(self, found: LineNumber) -> bool:
        """Whether a number names a rule in an appendix that lists changes: it was printed before appendix A."""
        if not self.rows or not isinstance(self.rows.chapter[0], str) or not found.number[0].isdecimal():
            return False
        return steps(found.number, self.profile) in self.rows.printed

    # Complexity: one case for each way to print a number of one part.
    def _is_chapter(self, at: int, found: LineNumber, number: Steps, in_part: bool) -> bool:
        """Whether a line that begins with a number of one part is a chapter, a section or a rule."""
        line, has_dotted = self.ahead.lines[at], self.ahead.has_dotted
        if has_dotted and line.listed:
            return False
        if line.role == "item" and not line.counted and isinstance(number[-1], str):  # "• A - Alfa" is no chapter A
            return False
        if line.role == "heading" or is_title(found.text):
            is_appendix = bool(found.before) and isinstance(number[0], str) and self._rises(number)
            return is_appendix or self._is_due(at, number, in_part)
        if not has_dotted and found.before and not found.mark:  # "Art. 3 A kite flies."
            return self.rows.continued_by(number) or (not self.rows and number[-1] == 1)
        # "3. Rights of the players" is a title in small letters.
        is_title_line = is_title(found.text, marked=True) and is_alone(self.ahead.lines, at)
        if not has_dotted or not (found.mark or is_title_line):
            return bool(found.mark)
        # A chapter may be a sentence. Items of lists have few figures, and no number like 5.1 follows them.
        is_long = len(found.number) >= _FIGURES_OF_SENTENCES
        is_new, goes_on = at not in self.ahead.said_again, self.ahead.goes_on(at, number)
        is_higher = goes_on or (is_long and self._is_followed(at, number))
        is_next = self.rows.continued_by(number) or ((is_long or is_title_line) and is_higher and self._rises(number))
        return is_next and is_new and (is_long or goes_on)

    def _is_followed(self, at: int, number: Steps) -> bool:
        """Whether the next number is the one after a number: 401 after 400."""
        below = self.ahead.next_number(at, _LINES_TO_NEXT)
        return below is not None and follows(steps(below.number, self.profile), number, self.profile)

    def _rises(self, number: Steps) -> bool:
        """Whether a number is higher than the last one."""
        return not self.rows or in_order(self.rows.last) < in_order(number)

    def _is_due(self, at: int, number: Steps, in_part: bool) -> bool:
        """Whether a chapter or section may begin here, and the line is no caption, component or number of a page.

        The next longer number is under it, or the numbers go on behind it. Where they go on in the open chapter, it is
        none; nor if it leaves numbers out and none follows.
        """
        if not self.ahead.has_dotted:
            return True
        if at in self.ahead.said_again:
            return False
        after = self.ahead.next_longer[at]
        if not self.rows:
            return not after or in_order(number) <= in_order(after)
        before = self.rows.last
        if number in self.rows.rows and not in_part:
            return self.ahead.lines[at].role == "heading" and before == number
        return self.ahead.goes_on(at, number) or self._is_between(at, before, number, after)

    def _is_between(self, at: int, before: Steps, number: Steps, after: Steps) -> bool:
        """Whether a chapter without longer numbers may be between the row before it and the next longer number."""
        is_next = self.rows.continued_by(number)
        if after and before[: len(number)] == after[: len(number)]:
            return is_next and self.ahead.times[str(number[-1])] == 1
        return is_next or (
            self._rises(number) and (in_order(number) < in_order(after) if after else is_alone(self.ahead.lines, at))
        )

    def begins_sentence(self, at: int) -> bool:
        """Whether a line cannot go on with a sentence before it: that one is closed, or a blank line is between them
        and the sentence does not end in a word that needs a number."""
        lines = self.ahead.lines
        if lines[at].role == "item" and not lines[at].counted:
            return False
        above = range(at - 1, max(at - _BLANKS_BETWEEN, 0) - 1, -1)
        before = next((lines[each].text for each in above if lines[each].text), "")
        if not self.ahead.is_blank(at - 1):
            return ends_sentence(before) and not before.endswith(":")
        return not self._needs_number(before) and before.rpartition(" ")[2].lower() not in JOINERS

    def _is_wrapped(self, at: int) -> bool:
        """Whether a line goes on with a wrapped sentence that ends in a word of a reference."""
        above = "" if self.ahead.is_blank(at - 1) else self.ahead.lines[at - 1].text
        return len(above) >= WRAPPED and self._needs_number(above)

    def _needs_number(self, text: str) -> bool:
        """Whether a line ends in a word of a reference, which a number follows: `… as described in rule`."""
        words = {form.partition("{")[0].strip() for form in self.profile.references} - {""}
        return text.rstrip().rpartition(" ")[2].lower().lstrip("([") in words


def _is_row_without_words(line: SourceLine, found: LineNumber) -> bool:
    """Whether a number alone on its line is a row's: not the number of a page, nor a quantity like 1.2."""
    return found.levels > 1 and bool(found.mark or line.role == "heading" or found.levels > 2)
